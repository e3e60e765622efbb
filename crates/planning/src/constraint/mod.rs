//! Constraint-aware paths: keep off the grass, walk along the wall, stay out of sight.
//!
//! ```text
//!  things ──annotations──▶ shapes ──wishes──▶ constraints ──▶ multiplier field m(x) ≥ 1
//!  (house, guard)          (behind, sight)    (weight, hard)          │
//!  map ──▶ dense grid, hybrid graph, triangulation ──▶ transitions ───┴──▶ cost = ∫ m  ──▶ AD*
//! ```
//!
//! After Kapadia, Ninomiya, Shoulson, Garcia, Badler, "Constraint-aware navigation in dynamic environments" (MIG 2013), as told in
//! Kallmann, Kapadia, "Navigation meshes and real-time dynamic planning for virtual worlds" (SIGGRAPH 2014 courses), §4.2.
//!
//! | module | what |
//! |---|---|
//! | `thing` | things that annotations are attached to: a house, a guard, two posts |
//! | `annotation` | the regions of a thing: front, back, left, right, between, line of sight |
//! | `shape` | areas and lines: inside, distance, where a segment crosses the border |
//! | `constraint` | one constraint: preposition, shape, weight; its weight field and its influence |
//! | `field` | a set of constraints: the multiplier field |
//! | `transition` | the cost of a straight transition, in whole numbers |
//! | `graph`, `tiles` | a graph of straight transitions under a field, and its log of changes |
//! | `estimate` | lower bounds on the cost between two states |
//! | `build` | dense grid, hybrid graph, triangulation with annotation geometry |
//! | `plan` | a plan by AD* that follows the log |
//! | `plan_view` | a graph as one plan sees it: with ramps to the highways |
//! | `highways` | the highways of a hybrid graph alone |
//! | `errand` | sequences of goals, patrols |
//! | `wish` | the language of wishes, and the things they name |
//! | `wished` | a graph under wishes, whose things move |
//! | `tuning` | limits and sampling |
//!
//! # Why a repaired plan costs exactly what a new one does
//! Multipliers are rounded to whole 1024ths and the cost of a transition to a whole number of units, so that sums are exact
//! (below 2⁵³) whatever their order, and equality can be tested.

mod annotation;
mod build;
#[allow(clippy::module_inception)]
mod constraint;
mod errand;
mod estimate;
pub(crate) mod field;
mod graph;
mod highways;
mod plan;
pub(crate) mod plan_view;
mod shape;
mod thing;
mod tiles;
mod transition;
mod tuning;
mod wish;
mod wished;

pub use annotation::{Annotation, NoAnnotation};
pub use constraint::{BadWeight, Constraint, Preposition};
pub use errand::Errand;
pub use field::{BadConstraint, ConstraintId};
pub use graph::ConstraintGraph;
pub use plan::ConstraintPlan;
pub use shape::Shape;
pub use thing::{BadThing, Thing, View};
pub use wish::{Demand, Things, Wish, WishError, WishPlace, WishProblem, Wishes};
pub use wished::WishedGraph;
