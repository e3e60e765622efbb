//! Crowds in worlds that change: agents that follow their routes, avoid each other and never enter a wall.
//!
//! ```text
//!   Map ──changes──▶ who is in the way, whose route is cut ──▶ plan (a budget a step)
//!                                                                │ routes
//!   agents sorted by cell ──▶ neighbours, walls ──▶ wish ──▶ avoidance ──▶ move, clipped at the walls
//! ```
//!
//! ```
//! use navigant_crowd::{Agent, Crowd, Status};
//! use navigant_mesh::{Map, Outline};
//!
//! let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0]))?;
//! let mut crowd = Crowd::new(&map);
//! let anna = crowd.add(&map, &Agent::new([2.0, 10.0]).with_goal([38.0, 10.0]))?;
//! let bert = crowd.add(&map, &Agent::new([38.0, 10.0]).with_goal([2.0, 10.0]))?;
//! for step in 0..400 {
//!     if step == 50 {
//!         // Something falls over in front of them: they walk around it.
//!         map.insert(&Outline::rectangle([19.0, 2.0], [21.0, 17.0]))?;
//!     }
//!     crowd.step(&map, Crowd::DT)?;
//! }
//! assert_eq!(crowd.agent(anna)?.status, Status::Arrived);
//! assert_eq!(crowd.agent(bert)?.status, Status::Arrived);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`crowd`] | the crowd: adding, removing, asking |
//! | [`step`], `walk` | one step of everyone; of one |
//! | `edit`, `changes`, `look`, `displaced` | edits of the map; whom they affect; who sees them; the nearest place with room |
//! | `planning_state` | the state machine of an agent's planning: states, events, transitions |
//! | [`plan`], `ahead`, `mend` | routes within a budget, and before the first step; mended where something is in their way |
//! | `route`, `follow` | how routes are kept; where to walk next |
//! | [`agent`], [`avoidance`] | agents as described and as seen; ways of avoiding |
//! | `patience`, `standing` | deadlocks: who gets nowhere steps aside, or walks around those who stand |
//! | `groups` | social groups: those who keep together |
//! | `outside` | agents that others move, players, whether a spot is taken |
//! | [`orca`] | ORCA: half-planes and linear programs |
//! | [`models`] | vision, social force, collision-free speed |
//! | [`cells`], [`neighbours`], `guess` | agents sorted by cell; the k nearest neighbours; first guesses how far they are |
//! | `walls`, `measured`, `clip` | the walls near an agent, measured many at once; moves of discs among them |
//! | `columns`, `radix`, `reorder` | the agents' state; sorting by all threads |
//! | `per_thread` | scratch memory |
//! | [`snapshot`], `hash` | a crowd as bytes, and back; a number for its state |
//! | [`vector`], `lanes` | velocities; four numbers at once |

pub mod agent;
mod ahead;
pub mod avoidance;
pub mod cells;
mod changes;
mod clip;
mod columns;
pub mod crowd;
mod displaced;
mod edit;
pub mod error;
mod follow;
mod groups;
mod guess;
mod hash;
mod lanes;
mod look;
mod measured;
mod mend;
pub mod models;
pub mod neighbours;
pub mod orca;
mod outside;
mod patience;
mod per_thread;
pub mod plan;
mod planning_state;
mod radix;
#[cfg(test)]
mod random;
mod reorder;
mod route;
pub mod snapshot;
mod standing;
pub mod step;
pub mod vector;
mod walk;
mod walls;

pub use agent::{Agent, AgentId, Aim, Control, NoWay, NoWayReason, Seen, Status};
pub use avoidance::{Avoidance, Orca};
pub use crowd::Crowd;
pub use error::{BadAgent, BadAim, BadStep, UnknownAgent};
pub use models::{CollisionFreeSpeed, SocialForce, Vision};
pub use plan::{Notice, Planning};
pub use snapshot::{BadSnapshot, BadState};
pub use step::Report;
pub use vector::Vector;
