//! What is in the way of a disc in a set of faces.

use super::Corridor;
use super::measure::{Run, distance_to_segment};
use navigant_geometry::Offset;
use navigant_mesh::{EdgeId, Map, VertexId};

/// The corners, walls and open borders of some faces, in steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Region {
    pub(super) corners: Vec<(VertexId, Offset)>,
    pub(super) walls: Vec<[Offset; 2]>,
    /// Edges that are no walls, with the region to their left: nothing is known about what lies beyond them.
    pub(super) borders: Vec<[Offset; 2]>,
}

impl Region {
    /// The faces of a corridor, to be crossed in turn.
    pub(super) fn of(corridor: &Corridor) -> Region {
        let map = corridor.map;
        let mut region = Region::default();
        for (i, f) in corridor.faces.iter().enumerate() {
            let ahead = corridor.portals.get(i).copied();
            let behind = i.checked_sub(1).and_then(|before| corridor.portals.get(before)).map(|&e| map.twin(e));
            for e in f.edges() {
                region.add_corner(map, map.origin(e));
                if Some(e) != ahead && Some(e) != behind {
                    region.add_side(map, e);
                }
            }
        }
        region
    }

    fn add_corner(&mut self, map: &Map, v: VertexId) {
        if self.corners.iter().rev().all(|&(known, _)| known != v) {
            self.corners.push((v, Offset::to(map.lattice_point(v))));
        }
    }

    fn add_side(&mut self, map: &Map, e: EdgeId) {
        let ends = [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
        if map.is_wall(e) { self.walls.push(ends) } else { self.borders.push(ends) }
    }

    /// How far the nearest corner or wall is.
    pub(super) fn clearance(&self, p: Offset) -> f64 {
        let corners = self.corners.iter().map(|&(_, at)| (at - p).length());
        let walls = self.walls.iter().map(|&[a, b]| distance_to_segment(a, b, p));
        corners.chain(walls).fold(f64::INFINITY, f64::min)
    }

    /// Whether a run stays in the region, keeps a radius from its walls and from each corner the radius given for it.
    pub(super) fn has_room(&self, run: Run, radius: f64, radii: &[f64]) -> bool {
        // What rounding does.
        let leeway = LEEWAY.min(radius * 1e-3);
        let corners = self.corners.iter().zip(radii);
        corners.into_iter().all(|(&(_, at), corner)| run.distance(at) >= corner - leeway)
            && self.borders.iter().all(|&[a, b]| !run.leaves(a, b, leeway))
            && self.walls.iter().all(|&[a, b]| run.distance_to_segment(a, b) >= radius - leeway)
    }
}

/// By how many steps everything may be nearer than it should.
const LEEWAY: f64 = 1e-6;
