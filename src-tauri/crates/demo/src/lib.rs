//! The demo fleet: five clusters, two config repositories, three apps, six months of promotions.
//!
//! One story says what people did and when (`story.txt`);
//! the Git histories, the forge's records and the cluster snapshots are all derived from it, so they agree where
//! the story says nothing else. Nothing depends on the clock, the machine or its Git configuration: two builds give
//! the same commit ids and the same bytes. Everybody and everything in it is invented.
//!
//! Start reading at `story.txt`, then [`build`]. [`Facts`] are the right answers to questions about the fleet.

mod claims;
mod config;
mod error;
mod facts;
mod fleet;
mod git;
mod objects;
mod pull;
mod readings;
mod running;
mod shape;
mod source;
mod story;

pub use error::Error;
pub use facts::{
    BuildFact, ChangeFact, DriftFact, Facts, GapFact, MovedTagFact, RollbackFact, RolloutFact, RunningFact,
};
pub use fleet::{DemoFleet, DemoRepository, DemoSnapshot, build};

#[cfg(test)]
mod tests;
