//! A picture of a run: how dense it was where, and the paths of some.

use crate::Simulation;
use crate::tuning::picture::{EVERY_S, MOST_PATHS};
use navigant_crowd::AgentId;
use navigant_crowd::internals::AgentIdInternals as _;
use navigant_files::svg::Style;
use navigant_files::svg_crowd::{Density, draw_crowd};
use navigant_mesh::Point;
use std::collections::BTreeMap;

/// What is kept of a run for its picture; it does not grow with the number of agents.
///
/// ```
/// use navigant_simulation::{Picture, Simulation, embedded};
/// let (scenario, scene) = embedded::open("bottleneck")?;
/// let mut simulation = Simulation::spawn(scene.build().unwrap().map, &scenario, |_| {})?;
/// let mut picture = Picture::begin(&simulation);
/// for _ in 0..10 {
///     simulation.step()?;
///     picture.add(&simulation);
/// }
/// assert!(picture.svg(&simulation).starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Picture {
    density: Density,
    /// Everyone whose index is a multiple of this has its path drawn.
    one_in: usize,
    paths: BTreeMap<AgentId, Vec<Point>>,
}

impl Picture {
    /// Begins with everyone where they start.
    pub fn begin(simulation: &Simulation) -> Picture {
        let one_in = simulation.to_arrive().div_ceil(MOST_PATHS).max(1) as usize;
        let mut picture = Picture { density: Density::of(simulation.map()), one_in, paths: BTreeMap::new() };
        picture.add(simulation);
        picture
    }

    /// Takes in where everyone is after a step.
    pub fn add(&mut self, simulation: &Simulation) {
        self.density.add(simulation.agents().iter().map(|agent| agent.position));
        let every = (EVERY_S / simulation.dt()).round().max(1.0) as u64;
        if !simulation.steps().is_multiple_of(every) {
            return;
        }
        for agent in simulation.agents().iter().filter(|agent| agent.id.index().is_multiple_of(self.one_in)) {
            if (self.paths.len() as u64) < MOST_PATHS || self.paths.contains_key(&agent.id) {
                self.paths.entry(agent.id).or_default().push(agent.position);
            }
        }
    }

    /// The picture, on the map as it is now.
    pub fn svg(&self, simulation: &Simulation) -> String {
        let paths: Vec<Vec<Point>> = self.paths.values().filter(|path| path.len() > 1).cloned().collect();
        draw_crowd(simulation.map(), &Style::default(), &self.density, &paths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedded;

    #[test]
    fn a_run_becomes_a_picture_with_its_paths() {
        let (scenario, scene) = embedded::open("bottleneck").unwrap();
        let mut simulation = Simulation::spawn(scene.build().unwrap().map, &scenario, |_| {}).unwrap();
        simulation.plan_ahead(|_| {});
        let mut picture = Picture::begin(&simulation);
        for _ in 0..20 {
            simulation.step().unwrap();
            picture.add(&simulation);
        }
        let drawn = picture.svg(&simulation);
        let paths = drawn.matches("<polyline").count() as u64;
        assert!(paths > 0 && paths <= MOST_PATHS, "{paths} paths");
        let first = picture.paths.values().next().unwrap();
        assert_eq!(first.len(), 5, "one at the start and four in two seconds");
    }
}
