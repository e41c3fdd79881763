//! The questions: one typed request each.

use domain::Time;
use serde::Deserialize;
use ts_rs::TS;

/// Asks for the state of the workspace.
#[derive(Debug, Clone, Default, Deserialize, TS)]
pub struct WorkspaceRequest {}

/// Asks for the app × cluster matrix.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct FleetRequest {
    /// The time to answer for; now, if absent.
    #[ts(as = "Option<String>")]
    pub at: Option<Time>,
}

/// Asks what runs.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct RunningRequest {
    /// The time to answer for; now, if absent.
    #[ts(as = "Option<String>")]
    pub at: Option<Time>,
    /// Only this cluster.
    pub cluster: Option<String>,
    /// Only this namespace.
    pub namespace: Option<String>,
    /// Only this app.
    pub app: Option<String>,
    /// Only clusters of this environment.
    pub environment: Option<String>,
}

/// Asks what Git declares.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct DeclaredRequest {
    /// The time to answer for; now, if absent.
    #[ts(as = "Option<String>")]
    pub at: Option<Time>,
    /// Only this repository.
    pub repo: Option<String>,
    /// Only this environment.
    pub environment: Option<String>,
    /// Only this app.
    pub app: Option<String>,
    /// Only this path, or what lies below it.
    pub path: Option<String>,
    /// Only this slot.
    pub slot: Option<String>,
    /// The state at this commit of the tracked branch, instead of at a time.
    pub commit: Option<String>,
    /// Every transition instead of one state.
    pub history: bool,
}

/// Asks where something runs.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct WhereRequest {
    /// A commit (5 digits or more), digest, tag, image, or change request (`#12`, `repo#12`).
    pub query: String,
    /// The time to answer for; now, if absent.
    #[ts(as = "Option<String>")]
    pub at: Option<Time>,
}

/// Asks for the chain of a container.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct TraceRequest {
    /// `CLUSTER/NAMESPACE/KIND/NAME[/CONTAINER]`.
    pub subject: String,
    /// The time to answer for; now, if absent.
    #[ts(as = "Option<String>")]
    pub at: Option<Time>,
}

/// Asks for the promotion timeline of an app.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct TimelineRequest {
    /// The application.
    pub app: String,
    /// First moment to draw; the first that is known, if absent.
    #[ts(as = "Option<String>")]
    pub from: Option<Time>,
    /// First moment not to draw; the time asked or now, if absent.
    #[ts(as = "Option<String>")]
    pub to: Option<Time>,
    /// The time to answer for; now, if absent.
    #[ts(as = "Option<String>")]
    pub at: Option<Time>,
    /// Width of the drawing in pixels; 1200 if absent.
    pub width: Option<u32>,
}

/// Asks for the changes of a period.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct ChangesRequest {
    /// Only this environment.
    pub environment: Option<String>,
    /// Only this app.
    pub app: Option<String>,
    /// First moment of the period; the first that is known, if absent.
    #[ts(as = "Option<String>")]
    pub from: Option<Time>,
    /// First moment after the period; the time asked or now, if absent.
    #[ts(as = "Option<String>")]
    pub to: Option<Time>,
    /// The time to answer for; now, if absent.
    #[ts(as = "Option<String>")]
    pub at: Option<Time>,
}

/// Asks for a report to be written.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct ReportRequest {
    /// Only this environment.
    pub environment: Option<String>,
    /// Only this app.
    pub app: Option<String>,
    /// First moment of the period.
    #[ts(as = "Option<String>")]
    pub from: Option<Time>,
    /// First moment after the period.
    #[ts(as = "Option<String>")]
    pub to: Option<Time>,
    /// `csv`, `json`, `html`; all of them if empty.
    pub formats: Vec<String>,
    /// IANA time zone that times are printed in, beside UTC; UTC if absent.
    pub zone: Option<String>,
    /// Folder to write to; `reports` in the workspace if absent.
    pub directory: Option<String>,
}

/// Asks for the state of the sources.
#[derive(Debug, Clone, Default, Deserialize, TS)]
pub struct SourcesRequest {}

/// Asks to read what is new.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[serde(default)]
pub struct SyncRequest {
    /// Names of the sources; all of them if empty.
    pub sources: Vec<String>,
}
