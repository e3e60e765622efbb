//! Runs of a team: agents that plan in space and time, in the scenarios of "Multi-Domain Real-time Planning in Dynamic Environments"
//! (Kapadia, Beacco, Garcia, Reddy, Pelechano, Badler, 2013).
//!
//! ```
//! use navigant_simulation::internals::{TeamRun, TeamScenario};
//! let scenario = TeamScenario::named("deadlock", 1).ok_or("no such scenario")?;
//! let mut run = TeamRun::begin(scenario)?;
//! while !run.is_done() {
//!     run.frame();
//! }
//! let outcome = run.outcome();
//! assert!(outcome.is_success(), "{outcome:?}");
//! # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
//! ```
//!
//! | file | what |
//! |---|---|
//! | `scenes` | the scenarios, each in a function |
//! | `run` | a run, frame by frame, and what is checked on its trajectories |
//! | `footsteps` | the footstep course, which is planned in Σ5 |
//! | `steering` | the ordinary crowd in the same scenario |
//! | `show` | a run, or the footstep course, whose agents are shown as players of a crowd |

mod footsteps;
mod run;
mod scenes;
mod show;
mod steering;
#[cfg(test)]
mod tests;

pub use footsteps::{FootstepCourse, FootstepOutcome};
pub use run::{TeamOutcome, TeamRun};
pub use show::TeamShow;
pub use steering::{steer, steer_watched};

use navigant_mesh::{Map, Outline, Point};
use navigant_planning::internals::{Footing, PublishedBody};
use navigant_planning::team::{SpaceTimeGoal, TeamSettings};

/// A scenario for a team.
#[derive(Clone, Debug)]
pub struct TeamScenario {
    /// Its name.
    pub name: &'static str,
    /// What it shows, in a sentence.
    pub about: &'static str,
    /// The map before the first frame.
    pub map: Map,
    /// What it is made of: floors, and obstacles.
    pub floors: Vec<Outline>,
    /// The obstacles.
    pub obstacles: Vec<Outline>,
    /// How the team plans and walks.
    pub settings: TeamSettings,
    /// Where agents start, and where they go.
    pub agents: Vec<(Point, SpaceTimeGoal)>,
    /// Bodies with known motion.
    pub bodies: Vec<PublishedBody>,
    /// Bodies with unknown motion: what they will do, which nobody is told.
    pub wanderers: Vec<PublishedBody>,
    /// Obstacles that come unannounced: when, and what. One that would touch an agent waits until it would not.
    pub drops: Vec<(f64, Outline)>,
    /// Gaps in the floor, and platforms.
    pub footing: Footing,
    /// Everyone must have arrived by then, in seconds.
    pub limit: f64,
}

impl TeamScenario {
    /// The names of all scenarios.
    pub const NAMES: [&'static str; 7] = [
        "deadlock",
        "choke-point",
        "unpredictable-change",
        "road-crossing",
        "lane-selection",
        "four-way-crossing",
        "space-time-goals",
    ];

    /// The scenario of a name; what is random about it follows from the seed.
    pub fn named(name: &str, seed: u64) -> Option<TeamScenario> {
        scenes::named(name, seed)
    }
}
