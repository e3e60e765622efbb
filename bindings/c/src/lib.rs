//! Navigant for C: opaque handles, a status from every call, the caller's memory with strides.
//!
//! | module | what |
//! |---|---|
//! | [`status`] | what a call answers; the last error of a thread |
//! | [`memory`] | the caller's memory: all the unsafe code there is |
//! | `registry` | handles: an index, a generation and a kind, so that stale and foreign ones are refused |
//! | `work` | panics become a status; the threads |
//! | [`outline`] | points and outlines |
//! | [`map`], [`path`] | maps, edits, questions, shortest paths |
//! | [`crowd`] | crowds: agents, steps, arrays of positions |
//! | [`simulation`] | scenarios under way |
//!
//! What a caller has to keep, for every function: a pointer is null or points to as many valid items as the count beside it says,
//! a stride apart; a string ends with a zero. Null is answered with [`NavStatus::Null`](status::NavStatus) where something is
//! wanted. Everything else may be wrong: handles that were freed or are of another kind, ids of other maps, NaN, counts beyond
//! [`NAV_MAX_COUNT`](memory::NAV_MAX_COUNT). All functions may be called from all threads; calls on one object wait for each other.

pub mod crowd;
pub mod map;
pub mod memory;
pub mod outline;
pub mod path;
mod registry;
pub mod simulation;
pub mod status;
mod work;
