//! How long work reports and is stopped.

/// Hears how far the work is, and may stop it. Called from several threads.
pub trait Progress: Sync {
    /// A stage begins; `total` is the number of ticks to come, where it is known.
    fn stage(&self, name: &str, total: Option<u64>);

    /// `n` more items of the stage are done.
    fn tick(&self, n: u64);

    /// Returns whether to stop: the call then ends with [`Error::Cancelled`](crate::Error::Cancelled) soon.
    fn cancelled(&self) -> bool;
}

/// Hears nothing and never stops.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn stage(&self, _name: &str, _total: Option<u64>) {}

    fn tick(&self, _n: u64) {}

    fn cancelled(&self) -> bool {
        false
    }
}
