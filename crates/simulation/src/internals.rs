//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::roadmap_run::{
    BadRegionGraph, BadRoadmapRun, BadSetting, DensityMod, DensitySettings, EdgeId, Quadrats, RegionGraph, RegionId,
    RoadmapEdge, RoadmapFigures, RoadmapRun, RoadmapSearch, STEP_S, Shape, Strategy, Trip, Walker,
};

use crate::Simulation;

/// Copies everyone once more, after those have left who arrived in the last step.
pub fn look_again(simulation: &mut Simulation) {
    simulation.look_again();
}
