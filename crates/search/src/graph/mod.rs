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
//! | [`states`] | the traits: graph, reversible graph, heuristic |
//! | [`explicit`], [`implicit`], [`grid`], [`jump_points`] | graphs: lists of edges; states found on the way; cells; jumps |
//! | [`map_grid`] | grids over a map and the hybrid graph as graphs |
//! | [`goal_set`] | several goals as one, for every search |
//! | [`journey`] | roadmaps as graphs, with a start and a goal beside them |
//! | [`budget`], [`answer`], [`error`] | what goes in and what comes out |
//! | [`open`], `reached`, `scratch` | the open list; what is known of states, wiped or stamped by epoch |
//! | [`dijkstra`], [`a_star`], [`weighted_a_star`] | best-first searches, on `best_first` |
//! | [`grid_a_star`] | A* again, for grids without weights alone, on `key_ring`; [`a_star`] is its oracle |
//! | [`ara_star`] | anytime |
//! | [`lpa_star`], [`d_star_lite`], [`ad_star`] | repairing searches, on `repair` |
//! | [`replanner`] | AD* with a policy: repair, or begin anew; on grids, `GridAStar`'s table repaired by lower bounds |
//! | [`hpa_star`] | a grid in clusters |
//! | [`dpa_star`] | replanning from the old path alone |
//! | [`cell_region`], [`affected_waypoints`], `state_set` | what an event changed: in a grid, in a roadmap |
//!
//! # Which costs are exact
//! Costs are `f64`. Where they are whole numbers (or multiples of one power of two) and paths stay below 2⁵³, sums are
//! exact, and all optimal searches agree to the last bit; [`Grid`](navigant_mesh::Grid) costs are such. With other costs
//! they agree up to the rounding of a sum.

pub mod a_star;
pub mod ad_star;
pub mod affected_waypoints;
pub mod answer;
pub mod ara_star;
mod best_first;
pub mod budget;
pub mod cell_region;
pub mod d_star_lite;
pub mod dijkstra;
pub mod dpa_star;
pub mod error;
pub mod explicit;
pub mod goal_set;
pub mod grid;
pub mod grid_a_star;
pub mod hpa_star;
pub mod implicit;
pub mod journey;
pub mod jump_points;
mod key_ring;
pub mod lpa_star;
pub mod map_grid;
pub mod open;
mod reached;
mod repair;
pub mod replanner;
mod scratch;
mod state_set;
pub mod states;
pub mod weighted_a_star;

pub use a_star::AStar;
pub use ad_star::AdStar;
pub use affected_waypoints::AffectedWaypoints;
pub use answer::{Answer, Stop};
pub use ara_star::AraStar;
pub use budget::Budget;
pub use cell_region::CellRegion;
pub use d_star_lite::DStarLite;
pub use dijkstra::Dijkstra;
pub use dpa_star::{Anew, DpaStar, Events, OldPath, Region, Scenario};
pub use error::SearchError;
pub use explicit::ExplicitGraph;
pub use goal_set::{GoalSet, ToGoals};
pub use grid::Octile;
pub use grid_a_star::GridAStar;
pub use hpa_star::HpaStar;
pub use implicit::ImplicitGraph;
pub use journey::{Journey, JourneyEnd, JourneyRegion};
pub use jump_points::JumpPoints;
pub use lpa_star::LpaStar;
pub use map_grid::StraightLine;
pub use replanner::{Policy, Reason, Replanned, Replanner};
pub use states::{Blind, Graph, Heuristic, Reversible, StateId};
pub use weighted_a_star::WeightedAStar;
