//! What is in the way of a disc in a set of faces.

use super::Corridor;
use super::measure::{Run, distance_to_segment};
use super::widen::is_near;
use navigant_geometry::Offset;
use navigant_mesh::{EdgeId, FaceId, Map, VertexId};
use std::collections::HashMap;

/// The corners, walls and open borders of some faces, in steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Region {
    pub(super) corners: Vec<(VertexId, Offset)>,
    pub(super) walls: Vec<[Offset; 2]>,
    /// Edges that are no walls, with the region to their left: nothing is known about what lies beyond them.
    pub(super) borders: Vec<[Offset; 2]>,
    /// On which side of the corridor the corners lie, and the walls.
    pub(super) corner_sides: Vec<Sides>,
    pub(super) wall_sides: Vec<Sides>,
    numbers: HashMap<VertexId, usize>,
}

/// The sides of a corridor that something lies on: both, where it lies at its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sides {
    is_left: bool,
    is_right: bool,
}

impl Sides {
    /// Whether one passes between these.
    pub(super) fn is_across(self, other: Sides) -> bool {
        self.is_left && other.is_right || self.is_right && other.is_left
    }

    fn and(self, other: Sides) -> Sides {
        Sides { is_left: self.is_left || other.is_left, is_right: self.is_right || other.is_right }
    }
}

impl Region {
    /// The faces of a corridor, to be crossed in turn.
    pub(super) fn of(corridor: &Corridor) -> Region {
        let map = corridor.map;
        let mut region = Region::default();
        let sides = corridor.sides();
        for (i, f) in corridor.faces.iter().enumerate() {
            let ahead = corridor.portals.get(i).copied();
            let behind = i.checked_sub(1).and_then(|before| corridor.portals.get(before)).map(|&e| map.twin(e));
            for e in f.edges() {
                region.add_corner(map, map.origin(e), sides(map.origin(e)));
                if Some(e) != ahead && Some(e) != behind {
                    region.add_border(map, e, sides(map.origin(e)).and(sides(map.target(e))));
                }
            }
        }
        region
    }

    /// The faces of a corridor and around some lines, as far as one gets to them nearer to the lines than a distance. They
    /// may be crossed in any order.
    pub(super) fn around(corridor: &Corridor, lines: &[Vec<Offset>], distance: f64) -> Region {
        let map = corridor.map;
        let mut region = Region::default();
        let sides = corridor.sides();
        // What lies beyond an edge of the corridor is on the same side of it as the edge.
        let mut faces: HashMap<FaceId, Sides> = corridor.faces.iter().map(|&f| (f, Sides::default())).collect();
        let mut order = corridor.faces.clone();
        let own = order.len();
        let mut next = 0;
        while let Some(&f) = order.get(next) {
            for e in f.edges() {
                let side = if next < own { sides(map.origin(e)).and(sides(map.target(e))) } else { faces[&f] };
                let beyond = map.twin(e).face();
                if !map.is_wall(e) && !faces.contains_key(&beyond) && is_near(lines, ends(map, e), distance) {
                    faces.insert(beyond, side);
                    order.push(beyond);
                }
                let corner = if next < own { sides(map.origin(e)) } else { side };
                region.add_corner(map, map.origin(e), corner);
                if map.is_wall(e) {
                    region.add_border(map, e, side);
                }
            }
            next += 1;
        }
        let edges = order.iter().flat_map(|f| f.edges()).filter(|&e| !map.is_wall(e));
        for e in edges.filter(|&e| !faces.contains_key(&map.twin(e).face())) {
            region.add_border(map, e, Sides::default());
        }
        region
    }

    fn add_corner(&mut self, map: &Map, v: VertexId, sides: Sides) {
        let number = *self.numbers.entry(v).or_insert(self.corners.len());
        if number == self.corners.len() {
            self.corners.push((v, Offset::to(map.lattice_point(v))));
            self.corner_sides.push(sides);
        } else {
            self.corner_sides[number] = self.corner_sides[number].and(sides);
        }
    }

    fn add_border(&mut self, map: &Map, e: EdgeId, sides: Sides) {
        if map.is_wall(e) {
            self.walls.push(ends(map, e));
            self.wall_sides.push(sides);
        } else {
            self.borders.push(ends(map, e));
        }
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

fn ends(map: &Map, e: EdgeId) -> [Offset; 2] {
    [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)))
}

impl Corridor<'_> {
    /// Tells on which side of the corridor its vertices lie.
    fn sides(&self) -> impl Fn(VertexId) -> Sides + use<> {
        let mut sides: HashMap<VertexId, Sides> = HashMap::new();
        for &portal in &self.portals {
            sides.entry(self.map.target(portal)).or_default().is_left = true;
            sides.entry(self.map.origin(portal)).or_default().is_right = true;
        }
        move |v| sides.get(&v).copied().unwrap_or(Sides { is_left: true, is_right: true })
    }
}
