//! Crowds in worlds that change: agents that follow their routes, avoid each other and never enter a wall.
//!
//! ```text
//!   Map ──changes──▶ who is in the way, whose route is cut ──▶ plan (a budget a step)
//!                                                                │ routes
//!   agents sorted by cell ──▶ neighbours, walls ──▶ wish ──▶ avoidance ──▶ move, clipped at the walls
//! ```
//!
//! ```
//! use navigant_crowd::{Agent, Aim, Crowd};
//! use navigant_mesh::{Map, Outline};
//!
//! let map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0]))?;
//! let mut crowd = Crowd::new(&map);
//! let anna = crowd.add(&map, &Agent::new([2.0, 10.0]).with_aim(Aim::Straight([38.0, 10.0].into())))?;
//! let bert = crowd.add(&map, &Agent::new([38.0, 10.0]).with_aim(Aim::Straight([2.0, 10.0].into())))?;
//! for _ in 0..400 {
//!     crowd.step(&map, Crowd::DT)?;
//! }
//! assert!(crowd.agent(anna)?.position.distance([38.0, 10.0].into()) < 0.3);
//! assert!(crowd.agent(bert)?.position.distance([2.0, 10.0].into()) < 0.3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`crowd`] | the crowd: adding, removing, asking |
//! | `step` | one step of everyone |
//! | [`agent`], [`avoidance`] | agents as described and as seen; ways of avoiding |
//! | [`orca`] | ORCA: half-planes and linear programs |
//! | [`cells`], [`neighbours`] | agents sorted by cell; the nearest others |
//! | `walls`, `clip` | the walls near a cell; moves of discs among them |
//! | `route` | routes, compactly |
//! | `columns` | the agents' state |
//! | [`vector`], `lanes` | velocities; four numbers at once |

pub mod agent;
pub mod avoidance;
pub mod cells;
mod clip;
mod columns;
pub mod crowd;
pub mod error;
mod lanes;
pub mod neighbours;
pub mod orca;
mod route;
mod step;
pub mod vector;
mod walls;

pub use agent::{Agent, AgentId, Aim, Seen, Status};
pub use avoidance::{Avoidance, Orca};
pub use crowd::Crowd;
pub use error::{BadAgent, BadStep, UnknownAgent};
pub use vector::Vector;
