//! A scenario under way: agents come, walk and leave, obstacles come and go, and everything is measured.
//!
//! ```
//! use navigant_simulation::{Simulation, Until, embedded};
//! let (scenario, scene) = embedded::open("bottleneck")?;
//! let map = scene.build().unwrap().map;
//! let mut simulation = Simulation::spawn(map, &scenario, |_| {})?;
//! simulation.plan_ahead(|_| {});
//! while !simulation.is_done(Until::Steps(20))? {
//!     simulation.step()?;
//! }
//! assert_eq!(simulation.figures().wall_crossings, 0);
//! # Ok::<(), navigant_files::FileError>(())
//! ```
//!
//! A scenario need not be a file: [`ScenarioBuilder`] says the same in code.
//!
//! `roadmap_run` is another kind of run: agents walk along the edges of a roadmap at the speed that density leaves them.
//!
//! [`TeamInCrowd`]: agents that plan in space and time among many that only steer.
//!
//! `team_run` is one more: agents that plan in space and time, in several domains, within a budget a frame.
//!
//! The same scenario and seed give the same steps, bit for bit, for any number of threads. Whoever drives it may edit
//! the map between two steps ([`Simulation::edit`]): the crowd learns of it as of a scenario's own edits.

// Without the feature `internals` nobody uses what only the other crates need.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unreachable_pub, unused_imports))]

mod builder;
mod draws;
mod edits;
pub mod embedded;
mod figures;
mod ground;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
mod journeys;
mod memory;
mod moving;
mod picture;
mod population;
#[cfg(feature = "trajectories")]
mod record;
mod roadmap_run;
mod simulation;
mod step_times;
mod team_in_crowd;
mod team_run;
mod tuning;
mod watch;
mod wishing;
mod words;

pub use builder::{Destination, People, ScenarioBuilder, Visit};
pub use figures::Figures;
pub use picture::Picture;
pub use population::Shortfall;
#[cfg(feature = "trajectories")]
pub use record::Record;
pub use simulation::{BadRun, Simulation, Until};
pub use step_times::StepTimes;
pub use team_in_crowd::{BadMember, TeamInCrowd};
