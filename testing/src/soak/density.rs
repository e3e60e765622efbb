//! Runs along a roadmap against counting all agents from scratch, in random halls with random settings.

use super::case_seed;
use crate::oracle::density::{difference, seconds_from};
use crate::rng::Rng;
use navigant_geometry::{Outline, Point};
use navigant_mesh::Map;
use navigant_simulation::internals::{
    BadRoadmapRun, DensityMod, DensitySettings, RegionGraph, RegionId, RoadmapRun, RoadmapSearch, Strategy, Trip,
};

/// Steps in one case after which everything is compared.
pub const STEPS_PER_CASE: u64 = 12;

/// The hierarchical search has no bound; more than this many times the optimum would be a mistake.
const HIERARCHY_WORST: f64 = 20.0;

/// One case: a hall, settings, and a run whose densities, regions and fastest paths are looked at now and then.
///
/// # Errors
/// What differs, after which step.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let map = hall(&mut rng)?;
    let settings = settings(&mut rng);
    let graph = match rng.below(4) {
        0 => RegionGraph::of_grid(&map, rng.range(1.5..4.0), 0.2),
        1 => RegionGraph::of_faces(&map),
        _ => RegionGraph::of_quad_tree(&map, &settings),
    };
    // A hall may be full.
    let Ok(graph) = graph else { return Ok(()) };
    let mut place = || Point::new(rng.range(0.0..60.0), rng.range(0.0..40.0));
    let trips: Vec<Trip> = (0..3).map(|_| Trip { start: place(), goal: place() }).collect();
    let mut run = match RoadmapRun::new(graph, &trips, 2_000, settings.clone()) {
        Ok(run) => run,
        Err(BadRoadmapRun::NoWay { .. }) => return Ok(()),
        Err(bad) => return Err(bad.to_string()),
    };
    for _ in 0..STEPS_PER_CASE {
        (0..rng.between(1, 60)).for_each(|_| run.step());
        let wrong = |reason: String| format!("{settings:?}, after step {}: {reason}", run.steps());
        if let Some(reason) = difference(&run) {
            return Err(wrong(reason));
        }
        let steps = run.steps();
        check_search(&mut rng, &mut run).map_err(|reason| format!("{settings:?}, after step {steps}: {reason}"))?;
    }
    Ok(())
}

/// A hall with rectangles in it.
fn hall(rng: &mut Rng) -> Result<Map, String> {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 40.0])).map_err(|e| e.to_string())?;
    for _ in 0..rng.between(0, 9) {
        let (x, y) = (rng.range(2.0..50.0), rng.range(2.0..35.0));
        // Some in line with the quad-tree's cells, most not.
        let [x, y] = if rng.chance(0.3) { [(x / 3.75).round() * 3.75, (y / 2.5).round() * 2.5] } else { [x, y] };
        let size = [rng.range(0.5..9.0), rng.range(0.5..9.0)];
        map.insert(&Outline::rectangle([x, y], [x + size[0], y + size[1]])).map_err(|e| e.to_string())?;
    }
    Ok(map)
}

fn settings(rng: &mut Rng) -> DensitySettings {
    DensitySettings {
        search: *rng.pick(&RoadmapSearch::ALL),
        strategy: *rng.pick(&Strategy::ALL),
        also: if rng.chance(0.3) { *rng.pick(&Strategy::ALL) } else { Strategy::None },
        agent_size: rng.range(0.05..2.0),
        density_dist_event: rng.range(0.0..40.0),
        density_mod: *rng.pick(&[DensityMod::Linear, DensityMod::Weidmann]),
        density_trigger_th: rng.range(0.1..1.0),
        sec_to_time: rng.range(0.5..20.0),
        minimum_width: rng.range(1.0..6.0),
        minimum_height: rng.range(1.0..6.0),
        k: rng.between(2, 12),
        p: rng.between(1, 4),
        n: rng.below(5),
        overcrowded: rng.range(0.3..3.0),
        seed: rng.next_u64(),
        ..DensitySettings::default()
    }
}

/// The search between two regions is as fast as the optimum, and its path costs what it says.
fn check_search(rng: &mut Rng, run: &mut RoadmapRun) -> Result<(), String> {
    let regions = run.graph().region_count() as u32;
    let [from, goal] = [0; 2].map(|_| RegionId(rng.below(regions)));
    let found = run.fastest(from, goal);
    let around = seconds_from(run, from, goal, true)[goal.index()];
    let best = if around.is_finite() { around } else { seconds_from(run, from, goal, false)[goal.index()] };
    let Some((seconds, path)) = found else {
        return if best.is_finite() {
            Err(format!("no path from {from:?} to {goal:?}; one takes {best} s"))
        } else {
            Ok(())
        };
    };
    let mut at = from;
    let mut sum = 0.0;
    for &next in &path {
        let edge = run.graph().edge_between(at, next).ok_or(format!("no edge from {at:?} to {next:?}"))?;
        sum += run.graph().edge(edge).length / run.speed(next);
        at = next;
    }
    let most = if run.settings().search == RoadmapSearch::Hierarchy { HIERARCHY_WORST * best } else { best };
    let slack = 1e-9 * (1.0 + best);
    if at != goal || (sum - seconds).abs() > slack {
        return Err(format!("a path from {from:?} to {goal:?} ends in {at:?} after {sum} s, not {seconds}"));
    }
    if seconds < best - slack || seconds > most + slack {
        return Err(format!("a path from {from:?} to {goal:?} takes {seconds} s; the best {best}"));
    }
    Ok(())
}
