//! The grammar of the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use domain::Time;

/// Answers with proof which commit runs where in a multi-cluster GitOps fleet, now or at any earlier time.
///
/// Exit status: 0 answered, 1 the answer is no, 2 usage, 3 evidence incomplete, 4 a source could not be read.
#[derive(Debug, Parser)]
#[command(name = "cairn", version, propagate_version = true, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// Options of every verb.
#[derive(Debug, Clone, Args)]
pub(crate) struct Global {
    /// Folder of the workspace [default: CAIRN_WORKSPACE, else the platform's data folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) workspace: Option<PathBuf>,
    /// Answer as JSON with stable field names
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Answer for this time instead of now (import: when the cluster was read); RFC 3339, or 2026-03-01 [12:30] UTC
    #[arg(long, global = true, value_name = "TIME", value_parser = parse_time)]
    pub(crate) at: Option<Time>,
    /// Answer with what was known at this time (not built yet)
    #[arg(long, global = true, value_name = "TIME", value_parser = not_yet)]
    pub(crate) as_known: Option<Time>,
    /// Language of the words around the answer
    #[arg(long, global = true, value_enum, default_value = "en")]
    pub(crate) lang: Language,
    /// No progress and no warnings
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

fn parse_time(text: &str) -> Result<Time, String> {
    Time::parse_loose(text).map_err(|error| error.to_string())
}

/// An option of the contract that is refused rather than ignored: an answer to another question would be wrong.
fn not_yet(_: &str) -> Result<Time, String> {
    Err("answers as known at an earlier time are not built yet".to_owned())
}

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English.
    #[value(name = "en")]
    English,
    /// 简体中文.
    #[value(name = "zh-CN", alias = "zh")]
    Chinese,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Make a workspace
    Init,
    /// Make a workspace with a small, believable fleet in it
    Demo,
    /// Register a source
    Add(AddArguments),
    /// Read evidence from files: Kubernetes objects (JSON or YAML), GitHub pull requests and reviews
    Import(ImportArguments),
    /// Read what is new from every source, or from those named; safe to interrupt
    Sync(SyncArguments),
    /// Where a commit, digest, tag, image or change request runs, ran and is declared
    Where(WhereArguments),
    /// What runs, with commit, config commit, verdict and freshness
    Running(RunningArguments),
    /// What Git declares, with the commit that introduced it
    Declared(DeclaredArguments),
    /// The whole chain of a container, link by link
    Trace(TraceArguments),
    /// Promotions of an app over its environments and clusters
    Timeline(TimelineArguments),
    /// Every change that reached an environment
    Changes(ChangesArguments),
    /// Write a report of the changes of a period
    Report(ReportArguments),
    /// State of the sources and what is missing
    Sources,
    /// Check the workspace
    Doctor,
    /// Derive every row again from evidence and repositories
    Rebuild,
}

impl Verb {
    /// Returns whether the verb makes the workspace that it needs.
    pub(crate) fn makes_a_workspace(&self) -> bool {
        matches!(self, Verb::Init | Verb::Demo | Verb::Add(_) | Verb::Import(_))
    }

    /// Returns whether the verb asks what was so at a time.
    pub(crate) fn is_question(&self) -> bool {
        use Verb::{Changes, Declared, Running, Timeline, Trace, Where};
        matches!(self, Where(_) | Running(_) | Declared(_) | Trace(_) | Timeline(_) | Changes(_))
    }
}

/// Arguments of `add`.
#[derive(Debug, Args)]
pub(crate) struct AddArguments {
    #[command(subcommand)]
    pub(crate) source: AddSource,
}

/// A source to register.
#[derive(Debug, Subcommand)]
pub(crate) enum AddSource {
    /// A Git repository: a clone with a work tree, a bare one or a mirror
    Repo(AddRepoArguments),
}

/// Arguments of `add repo`.
#[derive(Debug, Args)]
pub(crate) struct AddRepoArguments {
    /// Path of the repository
    pub(crate) location: String,
    /// Its name in the workspace [default: the last part of the path]
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// What it holds
    #[arg(long, value_parser = ["source", "config", "both"])]
    pub(crate) role: Option<String>,
    /// The branch to track [default: the repository's own]
    #[arg(long)]
    pub(crate) branch: Option<String>,
    /// owner/name at its forge [default: from the remote origin]
    #[arg(long, value_name = "OWNER/NAME")]
    pub(crate) forge: Option<String>,
}

/// Arguments of `import`.
#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    /// The files; - is the standard input. Kubernetes files of one call are one reading of one cluster
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Kind of the files, instead of recognising it: cluster, forge
    #[arg(long = "as", value_name = "KIND")]
    pub(crate) kind: Option<String>,
    /// Name of the cluster that the files are of
    #[arg(long)]
    pub(crate) cluster: Option<String>,
    /// A label of that cluster, such as environment=production or region=eu
    #[arg(long = "label", value_name = "KEY=VALUE", value_parser = parse_label)]
    pub(crate) labels: Vec<(String, String)>,
}

fn parse_label(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("a label is written KEY=VALUE".to_owned()),
    }
}

/// Arguments of `sync`.
#[derive(Debug, Args)]
pub(crate) struct SyncArguments {
    /// Names of the sources [default: all of them]
    pub(crate) sources: Vec<String>,
}

/// Arguments of `where`.
#[derive(Debug, Args)]
pub(crate) struct WhereArguments {
    /// A commit (5 digits or more), digest, tag, image, or change request (#12, repo#12)
    pub(crate) query: String,
}

/// Arguments of `running`.
#[derive(Debug, Args)]
pub(crate) struct RunningArguments {
    /// Only this cluster
    #[arg(long)]
    pub(crate) cluster: Option<String>,
    /// Only this namespace
    #[arg(long)]
    pub(crate) namespace: Option<String>,
    /// Only this app
    #[arg(long)]
    pub(crate) app: Option<String>,
    /// Only clusters of this environment
    #[arg(long)]
    pub(crate) env: Option<String>,
}

/// Arguments of `declared`.
#[derive(Debug, Args)]
pub(crate) struct DeclaredArguments {
    /// Only this repository
    #[arg(long)]
    pub(crate) repo: Option<String>,
    /// Only this environment; prod and production are one
    #[arg(long)]
    pub(crate) env: Option<String>,
    /// Only this app
    #[arg(long)]
    pub(crate) app: Option<String>,
    /// Only this file, or what lies below this folder
    #[arg(long)]
    pub(crate) path: Option<String>,
    /// Only this slot
    #[arg(long)]
    pub(crate) slot: Option<String>,
    /// The state at this commit instead of at a time
    #[arg(long, value_name = "REV")]
    pub(crate) commit: Option<String>,
    /// Every transition, oldest first
    #[arg(long)]
    pub(crate) history: bool,
}

/// Arguments of `trace`.
#[derive(Debug, Args)]
pub(crate) struct TraceArguments {
    /// CLUSTER/NAMESPACE/KIND/NAME[/CONTAINER]
    pub(crate) subject: String,
}

/// Arguments of `timeline`.
#[derive(Debug, Args)]
pub(crate) struct TimelineArguments {
    /// The app
    #[arg(long)]
    pub(crate) app: String,
    /// First moment drawn [default: the first that is known]
    #[arg(long, value_parser = parse_time)]
    pub(crate) from: Option<Time>,
    /// First moment not drawn [default: the time asked]
    #[arg(long, value_parser = parse_time)]
    pub(crate) to: Option<Time>,
    /// Draw it into this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Draw it into this PNG file
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    /// Width of the drawing in pixels
    #[arg(long, default_value_t = 1200, value_parser = clap::value_parser!(u32).range(400..=8000))]
    pub(crate) width: u32,
    /// Draw on a dark ground
    #[arg(long)]
    pub(crate) dark: bool,
}

/// Arguments of `changes`.
#[derive(Debug, Args)]
pub(crate) struct ChangesArguments {
    /// Only this environment
    #[arg(long)]
    pub(crate) env: Option<String>,
    /// Only this app
    #[arg(long)]
    pub(crate) app: Option<String>,
    /// First moment of the period [default: the first that is known]
    #[arg(long, value_parser = parse_time)]
    pub(crate) from: Option<Time>,
    /// First moment after the period [default: the time asked]
    #[arg(long, value_parser = parse_time)]
    pub(crate) to: Option<Time>,
    /// Answer as CSV
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// First moment of the period
    #[arg(long, value_parser = parse_time)]
    pub(crate) from: Time,
    /// First moment after the period
    #[arg(long, value_parser = parse_time)]
    pub(crate) to: Time,
    /// What the report is about: env=NAME, app=NAME
    #[arg(long, value_name = "KEY=VALUE", value_parser = parse_label)]
    pub(crate) scope: Vec<(String, String)>,
    /// csv, json, html; may be given several times [default: all of them]
    #[arg(long, value_delimiter = ',', value_parser = ["csv", "json", "html"])]
    pub(crate) format: Vec<String>,
    /// IANA time zone that times are printed in, beside UTC
    #[arg(long, default_value = "UTC")]
    pub(crate) zone: String,
    /// Folder to write to
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use clap::CommandFactory;

    #[test]
    fn the_grammar_holds_together() {
        Arguments::command().debug_assert();
    }
}
