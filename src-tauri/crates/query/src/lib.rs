//! Answers in the users' words.
//!
//! Reads the store, compares the lanes, and returns plain values ([`answer`]). It never fetches, asks no clock
//! (every question carries its time) and knows no screen.

pub mod answer;
