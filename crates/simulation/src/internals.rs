//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::level_run::{BUILDINGS, LevelFigures, LevelRun};
pub use crate::roadmap_run::{
    BadRegionGraph, BadRoadmapRun, BadSetting, DensityMod, DensitySettings, EdgeId, Quadrats, RegionGraph, RegionId,
    RoadmapEdge, RoadmapFigures, RoadmapRun, RoadmapSearch, STEP_S, Shape, Strategy, Study, Trip, Walker,
};

pub use crate::team_run::{
    FootstepCourse, FootstepOutcome, TeamOutcome, TeamRun, TeamScenario, TeamShow, steer, steer_watched,
};

use crate::{Figures, Shortfall, Simulation, StepTimes};
use navigant_crowd::{AgentId, Planning};
use navigant_files::FileError;
use navigant_files::scenario::Scenario;
use navigant_geometry::internals::expose;
use navigant_mesh::Map;
use serde_json::Value;
use std::time::Duration;

/// An embedded scenario without its scene; none if none has that name.
pub fn embedded_scenario(name: &str) -> Option<Result<Scenario, FileError>> {
    crate::embedded::scenario(name)
}

/// The names of the embedded scenarios.
pub fn embedded_names() -> impl Iterator<Item = &'static str> {
    crate::embedded::names()
}

/// The names of the embedded scenes.
pub fn embedded_scene_names() -> impl Iterator<Item = &'static str> {
    crate::embedded::scene_names()
}

/// Copies everyone once more, after those have left who arrived in the last step.
pub fn look_again(simulation: &mut Simulation) {
    simulation.look_again();
}

expose! {
    /// What the other crates need of [`Figures`] beyond its public interface.
    FiguresInternals for Figures {
        /// How many steps were made in all.
        fn step_count(&self) -> u64;
        /// As rows of a table: what it is, and how much.
        fn rows(&self) -> Vec<(&'static str, String)>;
        /// As an object, with the names that `navigant run --json` writes.
        fn json(&self) -> Value;
    }
}

expose! {
    /// What the other crates need of [`Simulation`] beyond its public interface.
    SimulationInternals for Simulation {
        /// Lets a team walk, as players of the crowd: a scenario of [`TeamShow`] on the map as it is. Steps are to last for [`TeamShow::FRAME`].
        ///
        /// # Errors
        /// Why it cannot begin.
        fn show_team(&mut self, name: &str, seed: u64) -> Result<(), Box<dyn std::error::Error + Send + Sync>>;
        /// The team that walks.
        fn team(&self) -> Option<&TeamShow>;
        /// The same, but who finds no room is left out, and told: the groups that are short.
        ///
        /// # Errors
        /// As [`Simulation::spawn`], but for that.
        fn spawn_who_fit(
            map: Map,
            scenario: &Scenario,
            progress: impl FnMut(u64)
        ) -> Result<(Simulation, Vec<Shortfall>), FileError>;
        /// Changes how agents plan, from the next step on.
        fn set_planning(&mut self, planning: Planning);
        /// What the last step took.
        fn last_step(&self) -> Duration;
        /// How many routes were looked for in all steps.
        fn searches(&self) -> u64;
        /// How often somebody arrived.
        fn arrivals(&self) -> u64;
        /// How many there are and will be.
        fn to_arrive(&self) -> u64;
        /// What the last step took, for a progress bar.
        fn pace(&self) -> String;
        /// Changes how long a step lasts, in seconds, from the next one on. A length that no crowd can walk for is refused by that
        /// step.
        fn set_dt(&mut self, dt: f64);
        /// The same without a copy of everyone after each step, for who only wants the figures: it takes 72 bytes an agent.
        fn without_copy(self) -> Simulation;
        /// Which group of the scenario an agent is of, from 0.
        fn group_of(&self, id: AgentId) -> usize;
        /// Seconds a step.
        fn dt(&self) -> f64;
    }
}

expose! {
    /// What the other crates need of [`StepTimes`] beyond its public interface.
    StepTimesInternals for StepTimes {
        /// What one took on average.
        fn mean(&self) -> Duration;
        /// The time that a share of the steps do not exceed.
        fn quantile(&self, share: f64) -> Duration;
    }
}
