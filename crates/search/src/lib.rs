//! Shortest paths, under a budget, repaired when the world changes.
//!
//! | module | what |
//! |---|---|
//! | [`graph`] | searches on any graph: Dijkstra, A*, weighted A*, ARA*, LPA*, D* Lite, AD*, HPA* |
//!
//! Nothing here reads a clock, does I/O or holds global state; a searcher owns its scratch memory and reuses it.

pub mod graph;
