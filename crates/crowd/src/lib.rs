//! Crowds in worlds that change: agents that follow their routes, avoid each other and never enter a wall.
//!
//! ```text
//!   Map ──changes──▶ agents without room, routes that are cut ──▶ plan (a budget a step)
//!                                                                │ routes
//!   cell list (spatial hash) ──▶ neighbours, walls ──▶ preferred velocity ──▶ avoidance ──▶ move, clipped at the walls
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
//! | `crowd` | the crowd: adding, removing, asking |
//! | `step`, `walk` | one step of the crowd; of one agent |
//! | `layered`, `floors` | a crowd on several floors; whom one meets there, and which walls are one's own |
//! | `edit`, `edit_index`, `changes`, `look`, `near_legs`, `displaced` | edits of the map; a spatial hash of them; whom they affect; who sees them, by the legs of routes near them; the nearest point with clearance |
//! | `planning_state` | the state machine of an agent's planning: states, events, transitions |
//! | `plan`, `planning_budget`, `ahead`, `route_repair` | routes within a budget, and before the first step; repaired where they are cut |
//! | `route`, `follow` | routes as corners, compactly; path following |
//! | `shared_goals` | goals whose agents follow one field instead of a route each |
//! | `agent`, `avoidance` | agents as described and as seen; avoidance profiles |
//! | `deadlock`, `standing` | deadlocks: stalled agents step aside, or take a detour around standing agents |
//! | `groups` | social groups |
//! | `outside` | agents that are moved from outside, players, whether a place is occupied |
//! | `orca` | ORCA: velocity obstacles, half-planes, linear programs |
//! | `models` | avoidance models: vision, social force, collision-free speed, Weidmann |
//! | `cell_list`, `neighbours`, `guess` | the cell list (spatial hash); the k nearest neighbours; first guesses of their distance |
//! | `walls`, `measured`, `clip` | the walls near an agent, measured many at once; moves clipped at walls |
//! | `columns`, `radix`, `reorder` | the agents' state as a structure of arrays; parallel radix sort |
//! | `per_thread` | scratch memory |
//! | `snapshot`, `hash` | a crowd as bytes, and back; a number for its state |
//! | `vector`, `lanes` | velocities; four floats at once (SIMD) |
//! | `tuning` | tuning constants |
//! | `internals` | unstable: what the other crates of this workspace need beyond the public interface |

// Without the feature `internals` nobody uses what only the other crates need.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unreachable_pub, unused_imports))]

mod agent;
mod ahead;
mod avoidance;
mod cell_list;
mod changes;
mod clip;
mod columns;
mod crowd;
mod deadlock;
mod displaced;
mod edit;
mod edit_boxes;
mod edit_index;
mod error;
mod floors;
mod follow;
mod groups;
mod guess;
mod hash;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
mod knowledge;
mod lanes;
mod layered;
mod look;
mod measured;
mod models;
mod near_legs;
mod neighbours;
mod orca;
mod outside;
mod per_thread;
mod plan;
mod planning_budget;
mod planning_state;
mod radix;
#[cfg(test)]
mod random;
mod reorder;
mod route;
mod route_repair;
mod shared_goals;
mod snapshot;
mod standing;
mod step;
mod tuning;
mod vector;
mod walk;
mod walls;

pub use agent::{Agent, AgentId, Aim, Control, NoWay, NoWayReason, Seen, Status};
pub use avoidance::{Avoidance, Orca};
pub use crowd::Crowd;
pub use error::{BadAgent, BadAim, BadStep, UnknownAgent};
pub use knowledge::{BadNews, News, Rumour};
pub use layered::{BadLayeredAgent, LayeredAgent, LayeredCrowd, LayeredSeen};
pub use models::{CollisionFreeSpeed, SocialForce, Vision, Weidmann};
pub use plan::{Notice, Planning};
pub use shared_goals::{BadSharedGoal, SharedGoal};
pub use snapshot::{BadSnapshot, BadState};
pub use step::Report;
pub use vector::Vector;
