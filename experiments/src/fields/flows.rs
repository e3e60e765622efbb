//! Flows of crowds: how long a front over the embedded city takes, and a lookup of an agent.

use super::ms;
use super::rows::Rows;
use crate::frame::{Comparison, Report};
use navigant_field::internals::{Flow, March, Terrain};
use navigant_mesh::internals::MapGridInternals as _;
use navigant_mesh::{MapGrid, Point};
use navigant_testing::rng::Rng;
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

/// Those who look up where to go.
const AGENTS: usize = 100_000;
/// People, in metres.
const RADIUS: f64 = 0.25;

/// Fronts and lookups with cells of a metre and of half a metre.
///
/// # Errors
/// When there is no map or no grid.
pub(super) fn run(seed: u64, is_quick: bool, rows: &mut Rows, report: &mut Report) -> Result<(), Box<dyn Error>> {
    let map = navigant_simulation::embedded::scene("city")?.build()?.map;
    let floor = map.floor_bounds().ok_or("no floor")?;
    let mut rng = Rng::new(seed);
    let mut place = || loop {
        let (width, height) = floor.size();
        let p = Point::new(floor.min.x + rng.range(0.0..width), floor.min.y + rng.range(0.0..height));
        if map.has_room_at(p, RADIUS) {
            return p;
        }
    };
    let goal = place();
    let agents: Vec<Point> = (0..AGENTS).map(|_| place()).collect();
    for cell in if is_quick { vec![1.0] } else { vec![1.0, 0.5] } {
        let grid = MapGrid::of(&map, cell, RADIUS)?;
        let start = grid.nearest_open(&map, goal).ok_or("the goal has no open cell")?;
        let corner = grid.top_left();
        let at = |p: Point| [(p.x - corner.x) / cell, (corner.y - p.y) / cell];
        let terrain = Arc::new(Terrain::of(&grid, Vec::new()));
        let (mut best, mut flow, mut taken): (f64, Option<Flow>, u64) = (f64::INFINITY, None, 0);
        for _ in 0..3 {
            let mut march = March::begin(Arc::clone(&terrain), Some((start, at(goal))), Vec::new());
            let begin = Instant::now();
            taken = march.go_on(u64::MAX);
            best = best.min(ms(begin));
            flow = Some(march.into_flow());
        }
        let Some(flow) = flow else { continue };
        let note = format!("{} cells, {taken} taken, {:.0} ns each", grid.cells(), best * 1e6 / taken.max(1) as f64);
        rows.add("city", grid.width(), "front of a flow", "1 thread", best, note);
        let places: Vec<[f64; 2]> = agents.iter().map(|&p| at(p)).collect();
        let (mut best, mut led) = (f64::INFINITY, 0);
        for _ in 0..10 {
            let begin = Instant::now();
            led = places.iter().filter(|&&place| flow.heading(grid.move_sets(), place).is_some()).count();
            best = best.min(begin.elapsed().as_secs_f64() * 1e9 / places.len() as f64);
        }
        let note = format!("{best:.1} ns an agent in any order, {led} of {AGENTS} have a gradient");
        rows.add("city", grid.width(), "lookup", "flow", best / 1e6, note);
        let what = format!("lookup in a flow, cells of {cell} m");
        report.compare(Comparison::at_most(&what, 100.0, best, " ns"));
    }
    Ok(())
}
