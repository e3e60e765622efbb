//! What is in the way of a disc in a set of faces.

use super::Corridor;
use super::measure::{Run, distance_to_segment};
use super::widen::is_near;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::{MapInternals as _, leeway};
use navigant_mesh::{EdgeId, FaceId, Map, VertexId};
use std::collections::{HashMap, HashSet};

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
    known: HashSet<VertexId>,
}

/// The sides of a corridor that something lies on: both, where it is come by twice.
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
        for (i, f) in corridor.faces.iter().enumerate() {
            let ahead = corridor.portals.get(i).copied();
            let behind = i.checked_sub(1).and_then(|before| corridor.portals.get(before)).map(|&e| map.twin(e));
            for e in f.edges() {
                region.add_corner(map, map.origin(e), Sides::default());
                if Some(e) != ahead && Some(e) != behind {
                    region.add_border(map, e, Sides::default());
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
        let sides = corridor.sides(lines);
        let mut known: HashSet<FaceId> = corridor.faces.iter().copied().collect();
        let mut faces = corridor.faces.clone();
        let mut next = 0;
        while let Some(&f) = faces.get(next) {
            for e in f.edges().into_iter().filter(|&e| !map.is_wall(e)) {
                let beyond = map.twin(e).face();
                if !known.contains(&beyond) && is_near(lines, ends(map, e), distance) {
                    known.insert(beyond);
                    faces.push(beyond);
                }
            }
            next += 1;
        }
        for e in faces.iter().flat_map(|f| f.edges()) {
            let [side, other] = [map.origin(e), map.target(e)].map(&sides);
            region.add_corner(map, map.origin(e), side);
            if map.is_wall(e) || !known.contains(&map.twin(e).face()) {
                region.add_border(map, e, side.and(other));
            }
        }
        region
    }

    fn add_corner(&mut self, map: &Map, v: VertexId, sides: Sides) {
        if self.known.insert(v) {
            self.corners.push((v, Offset::to(map.lattice_point(v))));
            self.corner_sides.push(sides);
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
        let leeway = leeway(radius);
        let corners = self.corners.iter().zip(radii);
        corners.into_iter().all(|(&(_, at), corner)| run.distance(at) >= corner - leeway)
            && self.borders.iter().all(|&[a, b]| !run.leaves(a, b, leeway))
            && self.walls.iter().all(|&[a, b]| run.distance_to_segment(a, b) >= radius - leeway)
    }
}

fn ends(map: &Map, e: EdgeId) -> [Offset; 2] {
    [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)))
}

impl Corridor<'_> {
    /// Tells on which side of the corridor a vertex lies; those that are on none, on which side of the nearest of some lines.
    fn sides(&self, lines: &[Vec<Offset>]) -> impl Fn(VertexId) -> Sides {
        let mut sides: HashMap<VertexId, Sides> = HashMap::new();
        for &portal in &self.portals {
            sides.entry(self.map.target(portal)).or_default().is_left = true;
            sides.entry(self.map.origin(portal)).or_default().is_right = true;
        }
        move |v| {
            sides.get(&v).copied().unwrap_or_else(|| {
                let at = Offset::to(self.map.lattice_point(v));
                let legs = lines.iter().flat_map(|line| line.windows(2)).map(|leg| [leg[0], leg[1]]);
                let off = |[from, to]: [Offset; 2]| distance_to_segment(from, to, at);
                let nearest = legs.min_by(|a, b| off(*a).total_cmp(&off(*b)));
                let is_left = nearest.is_some_and(|[from, to]| (to - from).cross(at - from) > 0.0);
                Sides { is_left, is_right: !is_left }
            })
        }
    }
}
