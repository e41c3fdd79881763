//! Errors as the user sees them: what failed, and what to do about it.

use ingest::{ConfigError, IngestError, RebuildError};
use query::QueryError;
use store::StoreError;

use super::replies::ApiError;

/// What kind of failure, for programs. Grows only with somebody who acts on the difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// The request is not one that can be answered.
    Usage,
    /// Nothing by that name.
    NotFound,
    /// The workspace cannot be opened or written.
    Workspace,
    /// A source cannot be read.
    Source,
    /// A file cannot be imported.
    Import,
    /// `cairn.toml` cannot be used.
    Config,
    /// The answer cannot be written.
    Output,
    /// The user stopped it.
    Cancelled,
}

impl Code {
    /// Returns the name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::Usage => "usage",
            Code::NotFound => "not-found",
            Code::Workspace => "workspace",
            Code::Source => "source",
            Code::Import => "import",
            Code::Config => "config",
            Code::Output => "output",
            Code::Cancelled => "cancelled",
        }
    }
}

/// Returns every code, for documentation.
pub fn codes() -> [Code; 8] {
    [
        Code::Usage,
        Code::NotFound,
        Code::Workspace,
        Code::Source,
        Code::Import,
        Code::Config,
        Code::Output,
        Code::Cancelled,
    ]
}

impl ApiError {
    /// Returns an error of this kind.
    pub fn new(code: Code, message: impl Into<String>, hint: impl Into<String>) -> Self {
        ApiError { code: code.as_str().to_owned(), message: message.into(), hint: hint.into() }
    }
}

/// The whole chain of causes: the step that failed, then why.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !text.contains(&inner_text) {
            text.push_str(": ");
            text.push_str(&inner_text);
        }
        cause = inner.source();
    }
    text
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let hint = match &error {
            StoreError::Open { .. } => {
                "Check that the folder exists and can be written, or choose another with --workspace."
            }
            StoreError::NotAWorkspace { .. } => {
                "Choose another folder with --workspace; this file was left as it is."
            }
            StoreError::Newer { .. } => "Use the newer Cairn that wrote it; this file was left as it is.",
            StoreError::EditedMigration { .. } => {
                "Use the Cairn that made this workspace, or make a new one and sync again."
            }
            StoreError::Migrate { .. } => "The file is as it was. Report this with the message.",
            StoreError::Busy => "Wait until the other program is done, then try again.",
            StoreError::DiskFull { .. } => {
                "Free some space, then try again; nothing that was stored is lost."
            }
            StoreError::ReadOnly { .. } => "Make the folder writable, or choose another with --workspace.",
            StoreError::Damaged { .. } => {
                "Restore the file from a backup; `cairn doctor` tells what is damaged."
            }
            StoreError::Step { .. } | StoreError::Compression { .. } | StoreError::StoredValue { .. } => {
                "`cairn doctor` checks the workspace; `cairn rebuild` derives its rows again."
            }
        };
        ApiError::new(Code::Workspace, chain(&error), hint)
    }
}

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::Store(error) => error.into(),
            QueryError::Malformed { .. } => {
                ApiError::new(Code::Usage, error.to_string(), "Write it in that form.")
            }
            QueryError::NotFound { kind, .. } => {
                let hint = match kind {
                    "repository" | "cluster" => "`cairn sources` lists what is known.",
                    "app" => "`cairn running` and `cairn declared` list the apps.",
                    _ => "Check the spelling and the time; `cairn sync` reads what is new.",
                };
                ApiError::new(Code::NotFound, error.to_string(), hint)
            }
            QueryError::Ambiguous { .. } => ApiError::new(Code::Usage, error.to_string(), "Type more of it."),
        }
    }
}

impl From<ConfigError> for ApiError {
    fn from(error: ConfigError) -> Self {
        ApiError::new(
            Code::Config,
            chain(&error),
            "Correct cairn.toml in the workspace's folder; see docs/formats.md.",
        )
    }
}

impl From<IngestError> for ApiError {
    fn from(error: IngestError) -> Self {
        let message = chain(&error);
        let (code, hint) = match error {
            IngestError::Store(error) => return error.into(),
            IngestError::Repository { source, .. } => (Code::Source, source.remedy().to_owned()),
            IngestError::NoBranch { .. } => {
                (Code::Source, "Register it again with --branch and a branch that it has.".to_owned())
            }
            IngestError::Empty { .. } => (Code::Source, "Commit something to it first.".to_owned()),
            IngestError::Cluster(_) => (
                Code::Import,
                "Write it again with `kubectl get … -o json`; nothing of this file was stored.".to_owned(),
            ),
            IngestError::Forge(_) => (
                Code::Import,
                "Export it again as the forge's API writes it; nothing of this file was stored.".to_owned(),
            ),
            IngestError::TwoClusters { .. } => {
                (Code::Import, "Import the files of each cluster on their own.".to_owned())
            }
            IngestError::UnknownCluster { .. } => (
                Code::Import,
                "Add the list of namespaces (the UID of kube-system names the cluster), or give --cluster NAME."
                    .to_owned(),
            ),
            IngestError::OtherCluster { .. } => {
                (Code::Import, "Give another --cluster name, or check which cluster the files are of.".to_owned())
            }
            IngestError::UnknownFile { .. } => (
                Code::Import,
                "Kubernetes objects and GitHub pull requests or reviews are read, as JSON or YAML; name the kind with --as."
                    .to_owned(),
            ),
            IngestError::Cancelled => (Code::Cancelled, "Run it again to go on.".to_owned()),
        };
        ApiError::new(code, message, hint)
    }
}

impl From<report::Error> for ApiError {
    fn from(error: report::Error) -> Self {
        match &error {
            report::Error::Zone(_) => {
                ApiError::new(Code::Usage, error.to_string(), "Use an IANA name such as Europe/Berlin.")
            }
            report::Error::Plot(_) => ApiError::new(
                Code::Output,
                error.to_string(),
                "Ask for a shorter period, with --from and --to.",
            ),
            report::Error::Csv(_) | report::Error::Json(_) => {
                ApiError::new(Code::Output, error.to_string(), "Report this with the message.")
            }
        }
    }
}

impl From<RebuildError> for ApiError {
    fn from(error: RebuildError) -> Self {
        match error {
            RebuildError::Ingest(error) => error.into(),
            RebuildError::Config(error) => error.into(),
        }
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}\n{}", self.message, self.hint)
    }
}

impl std::error::Error for ApiError {}
