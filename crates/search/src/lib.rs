//! Shortest paths, under a budget, repaired when the world changes.
//!
//! | module | what |
//! |---|---|
//! | [`plane`] | the shortest path between two points of a map, exactly; what can be seen |
//! | [`graph`] | searches on any graph: Dijkstra, A*, weighted A*, ARA*, LPA*, D* Lite, AD*, HPA* |
//! | `tolerance` | what rounding may do |
//! | `internals` | unstable: what the other crates of this workspace need beyond the public interface |
//!
//! Nothing here reads a clock, does I/O or holds global state; a searcher owns its scratch memory and reuses it.

// Without the feature `internals` nobody uses what only the other crates need.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unreachable_pub, unused_imports))]

pub mod graph;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
pub mod plane;
mod tolerance;
