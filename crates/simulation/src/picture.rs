//! A picture of a run: how dense it was where, and the paths of some. Where agents plan on what they believe, it shows instead who
//! learnt when of what had changed.

use crate::Simulation;
use crate::tuning::picture::{EVERY_S, MOST_PATHS};
use navigant_crowd::AgentId;
use navigant_crowd::internals::{AgentIdInternals as _, CrowdInternals as _};
use navigant_files::svg::Style;
use navigant_files::svg_crowd::{Density, draw_crowd};
use navigant_files::svg_news::{Aware, Walk, draw_news};
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
    /// The paths, cut where somebody learnt something.
    paths: BTreeMap<AgentId, Vec<Walk>>,
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
                let walks = self.paths.entry(agent.id).or_default();
                // Everyone is of this crowd.
                let mistakes = simulation.crowd().mistakes(agent.id).unwrap_or_default();
                let aware = match (mistakes, walks.last().map(|walk| walk.aware)) {
                    (None, _) => Aware::Agreed,
                    (Some(0), Some(since @ Aware::Since(_))) => since,
                    (Some(0), _) => Aware::Since(simulation.seconds()),
                    (Some(_), _) => Aware::No,
                };
                match walks.last_mut() {
                    Some(walk) if walk.aware == aware => walk.points.push(agent.position),
                    last => {
                        last.into_iter().for_each(|walk| walk.points.push(agent.position));
                        walks.push(Walk { points: vec![agent.position], aware });
                    }
                }
            }
        }
    }

    /// The picture, on the map as it is now.
    pub fn svg(&self, simulation: &Simulation) -> String {
        if simulation.crowd().news().is_some() {
            let walks: Vec<Walk> = self.paths.values().flatten().cloned().collect();
            return draw_news(simulation.map(), &Style::default(), &walks);
        }
        let path = |walks: &Vec<Walk>| walks.iter().flat_map(|walk| walk.points.iter().copied()).collect();
        let paths = self.paths.values().map(path).filter(|path: &Vec<Point>| path.len() > 1).collect::<Vec<_>>();
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
        assert_eq!(first[0].points.len(), 5, "one at the start and four in two seconds");
    }

    #[test]
    fn news_of_a_shut_door_spreads_and_the_picture_shows_when() {
        let (scenario, scene) = embedded::open("news").unwrap();
        let mut simulation = Simulation::spawn(scene.build().unwrap().map, &scenario, |_| {}).unwrap();
        let mut picture = Picture::begin(&simulation);
        let (mut untold, mut ghosts) = (0, 0);
        for _ in 0..scenario.steps {
            simulation.step().unwrap();
            picture.add(&simulation);
            for rumour in simulation.crowd().rumours() {
                let wrong = if rumour.is_there { &mut untold } else { &mut ghosts };
                *wrong = rumour.believers.min(rumour.others).max(*wrong);
            }
        }
        // Some know and some do not, while it is shut and after it is open again.
        assert!(untold > 10 && ghosts > 10, "{untold} and {ghosts}");
        let walks: Vec<&Walk> = picture.paths.values().flatten().collect();
        let told = walks.windows(2).filter(|two| matches!((two[0].aware, two[1].aware), (Aware::No, Aware::Since(_))));
        assert!(told.count() > 20);
        assert!(picture.svg(&simulation).contains("does not know"));
        let figures = simulation.figures();
        assert!(figures.wall_crossings == 0 && figures.lost == 0 && figures.arrived > 200, "{figures}");
    }
}
