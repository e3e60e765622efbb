//! Shortest paths, under a budget, repaired when the world changes.
//!
//! | module | what |
//! |---|---|
//! | [`plane`] | the shortest path between two points of a map, exactly; what can be seen |
//! | [`graph`] | searches on any graph: Dijkstra, A*, weighted A*, ARA*, LPA*, D* Lite, AD*, HPA* |
//! | `tolerance` | what rounding may do |
//!
//! Nothing here reads a clock, does I/O or holds global state; a searcher owns its scratch memory and reuses it.

pub mod graph;
pub mod plane;
mod tolerance;
