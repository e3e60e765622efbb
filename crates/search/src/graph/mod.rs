//! Searches on graphs: plan, plan within a budget, and repair the plan when costs change.
//!
//! ```text
//!              plans once          anytime: a bound that shrinks     repairs after changes
//!  optimal     Dijkstra  A*                                          LPA*   D* Lite
//!  ε·optimal   weighted A*         ARA*  ─────────────────────────▶  AD*
//!  near        HPA* (grids only; repairs its clusters)
//! ```
//! DPA* plans once, and again after changes with nothing but its old path: for crowds.
//!
//! Every search takes a [`Graph`] (ids and their edges), a [`Heuristic`] and a [`Budget`], keeps its scratch memory, and
//! gives an [`Answer`]: what it proved, what it cost and why it stopped. The path itself is read from the searcher.
//!
//! | file | what |
//! |---|---|
//! | `states` | the traits: graph, reversible graph, heuristic |
//! | `explicit`, `implicit`, `grid`, `jump_points` | graphs: adjacency lists; implicit graphs; cells; jump points |
//! | `state_table` | the states of an implicit graph and their ids, stored compactly |
//! | `map_grid` | grids over a map and the hybrid graph as graphs |
//! | `goal_set` | several goals as one, for every search |
//! | `roadmap_graph` | roadmaps as graphs, with a start and a goal beside them |
//! | `budget`, `answer`, `error` | what goes in and what comes out |
//! | `open_list`, `bucket_queue` | the open list (a heap of stacks); the open list for small integer keys (Dial's buckets) |
//! | `reached`, `scratch` | costs and parents of states, wiped or epoch-stamped |
//! | `dijkstra`, `a_star` (weighted A* too) | best-first searches, on `best_first` |
//! | `grid_a_star` | A* on unweighted grids, on `bucket_queue`; `a_star` is its oracle |
//! | `ara_star` | anytime |
//! | `lpa_star`, `d_star_lite`, `ad_star` | repairing searches, on `repair` |
//! | `replanner` | AD* with a policy: repair, or plan from scratch; on grids Generalized Adaptive A* |
//! | `hpa_star` | a grid in clusters |
//! | `dpa_star` | replanning from the old path alone |
//! | `cell_region`, `affected_waypoints`, `state_set` | the changed region of an event: in a grid, in a roadmap |
//! | `tuning` | tuning constants |
//!
//! # Which costs are exact
//! Costs are `f64`. Where they are whole numbers (or multiples of one power of two) and paths stay below 2⁵³, sums are
//! exact, and all optimal searches agree to the last bit; [`Grid`](navigant_mesh::Grid) costs are such. With other costs
//! they agree up to the rounding of a sum.

mod a_star;
mod ad_star;
pub(crate) mod affected_waypoints;
mod answer;
mod ara_star;
mod best_first;
mod bucket_queue;
mod budget;
mod cell_region;
mod d_star_lite;
mod dijkstra;
mod dpa_star;
mod error;
mod explicit;
pub(crate) mod goal_set;
mod grid;
mod grid_a_star;
mod hpa_star;
mod implicit;
pub(crate) mod jump_points;
pub(crate) mod lpa_star;
mod map_grid;
pub(crate) mod open_list;
#[cfg(test)]
mod random_numbers;
mod reached;
mod repair;
mod replanner;
pub(crate) mod roadmap_graph;
mod scratch;
mod state_set;
pub(crate) mod state_table;
mod states;
mod tuning;

pub use a_star::AStar;
pub use ad_star::AdStar;
pub use answer::{Answer, StopReason};
pub use ara_star::AraStar;
pub use budget::Budget;
pub use cell_region::CellRegion;
pub use d_star_lite::DStarLite;
pub use dijkstra::Dijkstra;
pub use dpa_star::{ChangedRegion, DpaStar, Events, NotPruned, OldPath, ReplanCase};
pub use error::SearchError;
pub use explicit::ExplicitGraph;
pub use grid::Octile;
pub use grid_a_star::GridAStar;
pub use hpa_star::HpaStar;
pub use implicit::{Forward, ImplicitGraph};
pub(crate) use jump_points::JumpPoints;
pub use map_grid::StraightLine;
pub use replanner::{Policy, ReplanReason, Replanned, Replanner};
pub use roadmap_graph::{RoadmapEnd, RoadmapGraph};
pub use states::{Blind, Graph, Heuristic, Reversible, StateId};
