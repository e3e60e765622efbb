//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::roadmap_run::{
    BadRegionGraph, BadRoadmapRun, BadSetting, DensityMod, DensitySettings, EdgeId, Quadrats, RegionGraph, RegionId,
    RoadmapEdge, RoadmapFigures, RoadmapRun, RoadmapSearch, STEP_S, Shape, Strategy, Trip, Walker,
};

use crate::{Figures, Shortfall, Simulation};
use navigant_crowd::Planning;
use navigant_files::FileError;
use navigant_files::scenario::Scenario;
use navigant_geometry::internals::expose;
use navigant_mesh::Map;
use std::time::Duration;

/// An embedded scenario without its scene; none if none has that name.
pub fn embedded_scenario(name: &str) -> Option<Result<Scenario, FileError>> {
    crate::embedded::scenario(name)
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
    }
}

expose! {
    /// What the other crates need of [`Simulation`] beyond its public interface.
    SimulationInternals for Simulation {
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
    }
}
