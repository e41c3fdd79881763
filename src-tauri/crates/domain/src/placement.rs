//! Where a declaration takes effect.

use serde::{Deserialize, Serialize};

/// What the path of a file says about where its declarations take effect, and which rule said it.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Placement {
    /// The application.
    pub app: Option<String>,
    /// The environment, as the path spells it.
    pub environment: Option<String>,
    /// The cluster, where the layout has one folder a cluster.
    pub cluster: Option<String>,
    /// The rule that spoke: a built-in layout's name, or `cairn.toml:<glob>`.
    pub rule: String,
}
