//! Replanning shortest paths in the plane, for points and discs, against planning from scratch.
//!
//! Agents live through the edits of a map, and replan after one or several of them from their paths alone. Each time
//! - a path must be found exactly where planning from scratch finds one;
//! - its length must be that of the path found from scratch, up to rounding;
//! - so must the length of its pieces: it is what it says it is;
//! - its corners must be there, under the names it has for them.

use super::Report;
use super::scene::{SIZE, Scene};
use crate::rng::Rng;
use navigant_geometry::Point;
use navigant_mesh::Map;
use navigant_search::plane::{NoPath, Path, PathFinder, PathPiece, PathReplanner, Query, Rung};
use std::fmt;

/// Edits in one case.
const EDITS: u32 = 10;
/// Agents in it.
const AGENTS: u32 = 8;
/// By how many steps of the lattice lengths may differ: walls are nudged by a step when others cross them.
const LEEWAY: f64 = 4.0;
/// How near a point may be to a wall, in steps of the lattice, to be taken on either side of it.
const BESIDE_WALL: f64 = 3.0;

/// What was seen of points, or of discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlaneTally {
    /// Edits lived through.
    pub edits: u64,
    /// Replans.
    pub replans: u64,
    /// Those of them that kept the old path.
    pub kept: u64,
    /// Those that were found from scratch because something came.
    pub blocked: u64,
    /// Those that were found from scratch because something went.
    pub opened: u64,
    /// Those that found no path, as planning from scratch did.
    pub none: u64,
    /// By how many steps of the lattice lengths differed at most.
    pub off: f64,
}

impl PlaneTally {
    pub(super) fn add(&mut self, other: &PlaneTally) {
        self.edits += other.edits;
        self.replans += other.replans;
        self.kept += other.kept;
        self.blocked += other.blocked;
        self.opened += other.opened;
        self.none += other.none;
        self.off = self.off.max(other.off);
    }
}

impl fmt::Display for PlaneTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlaneTally { edits, replans, kept, blocked, opened, none, off } = self;
        write!(
            f,
            "{edits} edits, {replans} replans: {kept} paths kept, {blocked} blocked, {opened} opened, {none} without a path; \
             lengths off by {off:.4} steps of the lattice at most"
        )
    }
}

/// A map and agents on it, points or discs, through some edits.
pub(super) fn live(rng: &mut Rng, report: &mut Report) -> Result<(), String> {
    let mut scene = Scene::random(rng)?;
    let is_disc = rng.one_in(2);
    let radius = if is_disc { rng.range(0.05..1.5) } else { 0.0 };
    let tally = &mut report.plane[usize::from(is_disc)];
    let (mut finder, mut replanner) = (PathFinder::new(), PathReplanner::new());
    let mut paths: Vec<Path> = Vec::new();
    for edit in 0..EDITS {
        while paths.len() < AGENTS as usize && rng.below(4) > 0 {
            let mut end = || Point::new(rng.range(0.0..SIZE), rng.range(0.0..SIZE));
            let query = Query::new(end(), end()).with_radius(radius);
            paths.extend(finder.find(&scene.map, &query).ok().cloned());
        }
        scene.edit(rng)?;
        tally.edits += 1;
        // Now and then agents replan once for several edits.
        if rng.one_in(3) {
            continue;
        }
        let mut left = Vec::new();
        for mut path in paths.drain(..) {
            let wrong = |what: String| format!("radius {radius}, edit {edit}: {what}");
            // Some have walked on meanwhile.
            let walked = if rng.one_in(3) { rng.range(0.0..path.length.max(1e-9)) } else { 0.0 };
            // Not to where a point is beside a wall: a new query may take it on the other side of the wall.
            let is_beside_wall = |p: Point| {
                let clearance = scene.map.clearance_at(p).unwrap_or(0.0);
                radius == 0.0 && clearance < BESIDE_WALL * scene.map.lattice().step()
            };
            let from = path.at(walked).filter(|&p| !is_beside_wall(p)).unwrap_or(path.points[0]);
            let query = Query::new(from, path.points[path.points.len() - 1]).with_radius(radius);
            let fresh = finder.find(&scene.map, &query).map(|path| path.length);
            let rung = replanner.replan(&scene.map, &query, &mut path);
            if compare(&scene.map, &path, fresh, &rung, tally).map_err(wrong)? {
                left.push(path);
            }
        }
        paths = left;
    }
    Ok(())
}

/// Whether there is still a path.
fn compare(
    map: &Map,
    path: &Path,
    fresh: Result<f64, NoPath>,
    rung: &Result<Rung, NoPath>,
    tally: &mut PlaneTally,
) -> Result<bool, String> {
    tally.replans += 1;
    match rung {
        Ok(Rung::Kept) => tally.kept += 1,
        Ok(Rung::Blocked) => tally.blocked += 1,
        Ok(Rung::Opened) => tally.opened += 1,
        Ok(Rung::Unknown) => {}
        Err(_) => tally.none += 1,
    }
    let length = match (fresh, rung) {
        (Ok(length), Ok(_)) => length,
        (Err(_), Err(_)) => return Ok(false),
        (fresh, _) => return Err(format!("{rung:?}, from scratch {fresh:?}, from {path:?}")),
    };
    let off = [length, walked(path)].map(|length| (length - path.length).abs() / map.lattice().step());
    tally.off = tally.off.max(off[0]).max(off[1]);
    let is_named = path.bends.iter().zip(&path.corners).all(|(bend, &corner)| map.point(bend.vertex) == corner);
    if off.iter().any(|&steps| steps.is_nan() || steps > LEEWAY) || !is_named || path.revision != map.revision() {
        return Err(format!("{rung:?}: {} m, from scratch {length} m, off by {off:?} steps: {path:?}", path.length));
    }
    Ok(true)
}

/// The length of all pieces.
fn walked(path: &Path) -> f64 {
    let length = |piece| match piece {
        PathPiece::Straight { from, to } => Point::distance(from, to),
        PathPiece::Arc { turn, .. } => path.radius * turn.abs(),
    };
    path.pieces().map(length).sum()
}
