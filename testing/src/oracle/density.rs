//! Density and fastest paths of a run along a roadmap, by looking at every region.

use navigant_geometry::Point;
use navigant_simulation::internals::{DensityMod, DensitySettings, RegionGraph, RegionId, RoadmapRun, Shape};

/// How far a point may be from the border of a region for either side to be right, in metres.
const BORDER: f64 = 1e-9;

/// What differs from counting all agents from scratch: the region of each agent, the agents, density and speed of each region.
pub fn difference(run: &RoadmapRun) -> Option<String> {
    let graph = run.graph();
    let mut counts = vec![0u32; graph.region_count()];
    for walker in run.walkers() {
        let covering: Vec<RegionId> = graph.regions().filter(|&r| may_hold(graph.shape(r), walker.at)).collect();
        // Where nothing covers, beside an obstacle, an end of the edge has it.
        if !covering.is_empty() && !covering.contains(&walker.region) && !is_beside_a_gap(graph, &covering, walker.at) {
            return Some(format!(
                "agent {} at {} counts in {:?}, not {covering:?}",
                walker.serial, walker.at, walker.region
            ));
        }
        counts[walker.region.index()] += 1;
    }
    graph.regions().find_map(|region| {
        let people = counts[region.index()];
        if people != run.people(region) {
            return Some(format!("{region:?} has {people} agents, not {}", run.people(region)));
        }
        let settings = run.settings();
        let density = settings.agent_size * f64::from(people) / area(graph.shape(region));
        if !is_near(density, run.density(region)) {
            return Some(format!("{region:?} has a density of {density}, not {}", run.density(region)));
        }
        let speed = speed(settings, f64::from(people) / area(graph.shape(region)));
        (!is_near(speed, run.speed(region)))
            .then(|| format!("one walks at {speed} in {region:?}, not {}", run.speed(region)))
    })
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + a.abs())
}

/// Whether a shape holds a point, or might but for rounding.
fn may_hold(shape: Shape, p: Point) -> bool {
    let corners = shape.corners();
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    // The corners of a rectangle and of a face go around to the left.
    sides.into_iter().all(|(a, b)| {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        (dx * (p.y - a.y) - dy * (p.x - a.x)) / dx.hypot(dy) >= -BORDER
    })
}

/// Whether a point is on the border of all that may hold it: nothing may cover the other side.
fn is_beside_a_gap(graph: &RegionGraph, covering: &[RegionId], p: Point) -> bool {
    let inside = |corners: Vec<Point>| {
        corners.iter().zip(corners.iter().cycle().skip(1)).all(|(a, b)| {
            let (dx, dy) = (b.x - a.x, b.y - a.y);
            (dx * (p.y - a.y) - dy * (p.x - a.x)) / dx.hypot(dy) > BORDER
        })
    };
    !covering.iter().any(|&region| inside(graph.shape(region).corners()))
}

/// The area by the shoelace formula.
fn area(shape: Shape) -> f64 {
    let corners = shape.corners();
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    0.5 * sides.map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>().abs()
}

/// Metres a second of the run's clock at a density in agents a square metre.
fn speed(settings: &DensitySettings, per_m2: f64) -> f64 {
    let share = match settings.density_mod {
        DensityMod::Linear => 1.0 - per_m2 * settings.agent_size,
        DensityMod::Weidmann if per_m2 == 0.0 => 1.0,
        DensityMod::Weidmann => 1.0 - f64::exp(-1.913 * (1.0 / per_m2 - 1.0 / 5.4)),
    };
    settings.speed * settings.sec_to_time * share.max(settings.speed_floor)
}

/// The seconds from one region to all others at the speeds of now, by relaxing every edge until nothing changes (Bellman and
/// Ford); overcrowded regions other than the goal are left out if `around`.
pub fn seconds_from(run: &RoadmapRun, from: RegionId, goal: RegionId, around: bool) -> Vec<f64> {
    let graph = run.graph();
    let mut seconds = vec![f64::INFINITY; graph.region_count()];
    seconds[from.index()] = 0.0;
    let is_shut = |region| around && region != goal && run.density(region) > run.settings().overcrowded;
    loop {
        let mut is_same = true;
        for edge in graph.regions().flat_map(|region| graph.edges_from(region)) {
            let edge = graph.edge(edge);
            let line = graph.centre(edge.from).distance(graph.centre(edge.to));
            let through = seconds[edge.from.index()] + edge.length.max(line) / run.speed(edge.to);
            if !is_shut(edge.to) && through < seconds[edge.to.index()] {
                (seconds[edge.to.index()], is_same) = (through, false);
            }
        }
        if is_same {
            return seconds;
        }
    }
}
