//! Paths that keep farther from walls than they must.
//!
//! ```text
//!        ╭┄┄┄╮
//!   ░░░░░●   ┊       The shortest path runs a radius from corners. One that is to keep farther away runs around larger
//!        ╰┄┄┄╯┄┄┄╮   circles: as large as is wanted, but not larger than half the passage that a corner leaves, so that
//!             ●░░░   a narrow door does not forbid room elsewhere. Between two corners a leg keeps the distance to
//!             ╰┄┄╯   the wall between them, too.
//! ```

use super::super::tuning::comfort::{HALVINGS, LOOKS};
use super::Corridor;
use super::measure::Run;
use super::region::Region;
use super::tangents::{Circles, shortest_within};
use crate::plane::path::{Path, PathPiece, Query};
use crate::plane::spending::Spending;
use navigant_geometry::internals::{LatticeInternals as _, Offset};
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::{Arc, MapInternals as _, Room};
use navigant_mesh::{Map, Point};

/// A path between the ends of a query that leads as a line does, which is one for a disc of the first radius (in metres),
/// and keeps up to the second from walls: the one with the largest circles that is not longer than a length. `None` if none
/// is found; the best so far if the budget is spent.
pub(in super::super) fn widened(
    map: &Map,
    query: &Query<'_>,
    line: &[Point],
    [least, wanted]: [f64; 2],
    longest: f64,
    spending: &mut Spending<'_>,
) -> Option<Path> {
    let step = map.lattice().step();
    let corridor = Corridor::along(map, line).ok()?;
    // Circles larger than the line is long do not make it any more comfortable.
    let wanted = wanted.min(least + line.windows(2).map(|leg| leg[0].distance(leg[1])).sum::<f64>());
    let ends = [map.lattice().snap(query.from).ok()?, map.lattice().snap(query.to).ok()?];
    let lines = vec![line.iter().map(|&p| map.steps(p)).collect()];
    let mut widening = Widening {
        corridor,
        query,
        ends,
        radius: least / step,
        most: wanted / step,
        lines,
        around: None,
        room: Room::default(),
        spending,
    };
    let mut at = |part: f64| widening.at(part).filter(|path| path.length <= longest);
    if let Some(path) = at(1.0) {
        return Some(path);
    }
    let (mut low, mut high, mut best) = (0.0, 1.0, None);
    for _ in 0..HALVINGS {
        let part = 0.5 * (low + high);
        match at(part) {
            Some(path) => (low, best) = (part, Some(path)),
            None => high = part,
        }
    }
    best.or_else(|| at(0.0))
}

struct Widening<'w, 's, 'c> {
    corridor: Corridor<'w>,
    query: &'w Query<'w>,
    ends: [LatticePoint; 2],
    /// In steps, and how large circles may be.
    radius: f64,
    most: f64,
    /// What is near to these is known.
    lines: Vec<Vec<Offset>>,
    /// What is near to them, and how large the circles may be there.
    around: Option<(Region, Vec<f64>)>,
    room: Room,
    spending: &'s mut Spending<'c>,
}

impl Widening<'_, '_, '_> {
    /// The path around circles of a part of the size they may have, from the radius on.
    fn at(&mut self, part: f64) -> Option<Path> {
        let (map, radius) = (self.corridor.map, self.radius);
        for _ in 0..LOOKS {
            let (region, largest) = self.around.get_or_insert_with(|| {
                let region = Region::around(&self.corridor, &self.lines, 2.0 * self.most);
                let largest = region.passages(self.ends.map(Offset::to), radius, self.most);
                (region, largest)
            });
            let radii = largest.iter().map(|large| radius + part * (large - radius)).collect();
            let circles = Circles { radius, radii };
            let bends = shortest_within(region, &circles, self.ends, self.spending)?;
            let path = circles.lay_out(region, map, self.query, &bends);
            if has_room(map, &mut self.room, &path, radius) {
                return Some(path);
            }
            // It has come so far from the line that there is something near to it that was not looked at.
            let tolerance = 0.1 * radius * map.lattice().step();
            self.lines.push(path.polyline(tolerance).into_iter().map(|p| map.steps(p)).collect());
            self.around = None;
        }
        None
    }
}

/// Whether a disc of a radius in steps has room everywhere on a path.
fn has_room(map: &Map, room: &mut Room, path: &Path, radius: f64) -> bool {
    path.pieces().all(|piece| match piece {
        PathPiece::Straight { from, to } => room.along_line(map, map.steps(from), map.steps(to), radius),
        PathPiece::Arc { turn: 0.0, .. } => true,
        PathPiece::Arc { centre, from, to, turn } => {
            let centre = map.steps(centre);
            let [from, to] = [from, to].map(|p| map.steps(p) - centre);
            room.along_arc(map, &Arc { centre, from, to, is_left: turn > 0.0 }, radius)
        }
    })
}

impl Region {
    /// For each corner, how large its circle is to be: at most `most`, half of the way across to the other side of the
    /// corridor, and not around an end; but at least the radius.
    fn passages(&self, ends: [Offset; 2], radius: f64, most: f64) -> Vec<f64> {
        let corners = self.corners.iter().zip(&self.corner_sides);
        let passages = corners.map(|(&(_, at), &side)| {
            let others = self.corners.iter().zip(&self.corner_sides);
            let others =
                others.filter(|(_, other)| side.is_across(**other)).map(|(&(_, other), _)| (other - at).length());
            let walls = self.walls.iter().zip(&self.wall_sides).filter(|(_, other)| side.is_across(**other));
            let walls = walls.map(|(&[a, b], _)| super::measure::distance_to_segment(a, b, at));
            let across = others.chain(walls).filter(|&across| across > 0.0).fold(f64::INFINITY, f64::min);
            let ends = ends.map(|end| (end - at).length() * (1.0 - 1e-9)).into_iter().fold(f64::INFINITY, f64::min);
            most.min(across / 2.0).min(ends).max(radius)
        });
        passages.collect()
    }
}

/// Whether a part of some lines is nearer to an edge than a distance.
pub(super) fn is_near(lines: &[Vec<Offset>], [a, b]: [Offset; 2], distance: f64) -> bool {
    lines
        .iter()
        .flat_map(|line| line.windows(2))
        .any(|leg| Run::Leg { from: leg[0], to: leg[1] }.distance_to_segment(a, b) <= distance)
}
