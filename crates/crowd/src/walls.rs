//! The walls near an agent: found once for all agents in a square that are in the same part of the free space.
//!
//! Space is divided into squares that do not move, a power of two of the range wide. An agent knows the walls within its range of
//! its square that are connected with it, in an order that follows from where they are, whoever asked first: so a step does not
//! depend on who else is in the process. Walls around squares are remembered while the map's revision is the same.

use crate::floors::is_doubtful;
use crate::measured::Measured;
use crate::orca::{Course, SeenWall};
use crate::tuning::cells::REMEMBERED_SQUARES;
use crate::vector::Vector;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::{EdgeIdInternals as _, IdInternals as _, MapInternals as _};
use navigant_mesh::{EdgeId, FaceId, LayerId, Map, Revision, VertexId};

/// A wall as seen from the free side, in steps of the lattice; a point where both ends are the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wall {
    pub(crate) left: Offset,
    pub(crate) right: Offset,
    /// Which edge of the map it is; none for a point.
    edge: Option<EdgeId>,
    /// On several floors: whether it may be above or below those who are near it in plan.
    pub(crate) is_doubtful: bool,
}

impl Wall {
    /// The edge of the map, as the side of a free face.
    pub(crate) fn edge(&self) -> Option<EdgeId> {
        self.edge
    }

    /// The wall seen from a place; `step` is that of the lattice, in metres. Where the walls beside it lead is found out only now: of
    /// those around a square few are near anybody.
    pub(crate) fn seen_from(&self, map: &Map, place: Offset, step: f64) -> SeenWall {
        let metres = |p: Offset| Vector::new(((p.x - place.x) * step) as f32, ((p.y - place.y) * step) as f32);
        let course =
            |e: EdgeId| Course::of(direction(self.left, self.right), next_wall_left(map, e), next_wall_right(map, e));
        let course = self.edge.map_or(Course::POINT, course);
        SeenWall { left: metres(self.left), right: metres(self.right), course }
    }

    /// Its point that is nearest to a place.
    pub(crate) fn nearest(&self, to: Offset) -> Offset {
        let along = self.right - self.left;
        let (dot, squared) = ((to - self.left).dot(along), along.squared());
        if dot <= 0.0 {
            self.left
        } else if dot >= squared {
            self.right
        } else {
            self.left + along * (dot / squared)
        }
    }

    /// How far it is from a place.
    pub(crate) fn distance(&self, from: Offset) -> f64 {
        (self.nearest(from) - from).length()
    }
}

/// An upright box, in steps.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Square {
    pub(crate) low: Offset,
    pub(crate) high: Offset,
}

impl Square {
    /// Whether a segment is surely farther from the box than a range: its bounding box is, or its line.
    fn is_out_of(&self, range: f64, a: Offset, b: Offset) -> bool {
        // The same from both sides of an edge, to the last bit.
        let (a, b) = if (a.x, a.y) <= (b.x, b.y) { (a, b) } else { (b, a) };
        let gap = |low: f64, high: f64, p: f64, q: f64| (p.min(q) - high).max(low - p.max(q)).max(0.0);
        let [x, y] = [gap(self.low.x, self.high.x, a.x, b.x), gap(self.low.y, self.high.y, a.y, b.y)];
        if x * x + y * y > range * range {
            return true;
        }
        let (along, middle) = (b - a, (self.low + self.high) * 0.5);
        let half = (self.high - self.low) * 0.5;
        let off = along.cross(middle - a).abs() - (along.x.abs() * half.y + along.y.abs() * half.x);
        off > 0.0 && off * off > range * range * along.squared()
    }
}

/// What an agent sees of walls follows from where it is and how far it looks, and from nothing else: space is divided into squares
/// that do not move, as large as ranges are, and an agent knows the walls within its range of its square, as far as
/// they are connected with where it is. Ranges are rounded up to a few, so that those who stand together share what was found.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Anchor {
    column: i32,
    row: i32,
    range: f64,
    /// On several floors: that of the agent.
    layer: LayerId,
}

impl Anchor {
    fn of(layer: LayerId, place: Offset, range: f64) -> Anchor {
        // Two bits behind the leading one.
        const DROPPED: u32 = 50;
        let bits = range.max(1.0).to_bits();
        let range = f64::from_bits((bits + ((1 << DROPPED) - 1)) >> DROPPED << DROPPED);
        let size = Anchor::size(range);
        Anchor { column: floor(place.x / size), row: floor(place.y / size), range, layer }
    }

    /// The side of a square: a power of two from the range to twice the range.
    fn size(range: f64) -> f64 {
        f64::from_bits((range.to_bits() >> 52 << 52) + (1 << 52))
    }

    fn square(&self) -> Square {
        let size = Anchor::size(self.range);
        let low = Offset::new(f64::from(self.column) * size, f64::from(self.row) * size);
        Square { low, high: low + Offset::new(size, size) }
    }

    /// Where it is kept in a table, whose number of entries is a power of two.
    fn entry(&self, entries: usize) -> usize {
        let layer = (self.layer.index() as u32).wrapping_mul(0x85EB_CA6B);
        let mixed = (self.column as u32).wrapping_add((self.row as u32).wrapping_mul(0x9E37_79B9)).wrapping_add(layer)
            ^ (self.range.to_bits() >> 50) as u32;
        mixed as usize & (entries - 1)
    }
}

/// The largest integer that is not more: without a call, which `f64::floor` is where the processor may be any x86-64.
#[inline]
fn floor(x: f64) -> i32 {
    let towards_zero = x as i32;
    towards_zero.saturating_sub(i32::from(f64::from(towards_zero) > x))
}

/// The walls around a square, in an order that follows from where they are.
#[derive(Debug, Default)]
struct Surroundings {
    /// The square, and the map it was found in.
    of: Option<(Anchor, Revision)>,
    /// The free faces that are connected within the range, sorted.
    faces: Vec<FaceId>,
    walls: Measured,
}

/// Finds the walls around squares by flooding the free faces; holds what it found.
#[derive(Debug, Default)]
pub(crate) struct WallFinder {
    known: Vec<Surroundings>,
    /// Which of them is looked at.
    current: usize,
    /// By face: the round in which it was visited.
    visited: Vec<u32>,
    round: u32,
    /// By vertex: the round in which it was found to be an end of a wall, or looked at as a point.
    ends: Vec<u32>,
    found: Vec<Wall>,
    /// What was asked for last.
    near: Vec<Wall>,
}

impl WallFinder {
    /// Finds all walls and points within a range of an agent's square that are connected with its face within the range: those that
    /// can matter to it.
    #[inline]
    pub(crate) fn look_around(&mut self, map: &Map, (layer, face): (LayerId, FaceId), place: Offset, range: f64) {
        let anchor = Anchor::of(layer, place, range);
        if self.known.is_empty() {
            self.known.resize_with(REMEMBERED_SQUARES, Surroundings::default);
        }
        self.current = anchor.entry(self.known.len());
        let known = &self.known[self.current];
        // Two agents in one square may have a thin wall between them.
        if known.of != Some((anchor, map.revision())) || known.faces.binary_search(&face).is_err() {
            self.flood(map, face, anchor);
        }
    }

    /// Of the walls found, those nearer to a place than a distance and not seen from behind, nearest first.
    #[inline]
    pub(crate) fn facing(&mut self, place: Offset, distance: f64) -> impl Iterator<Item = &Wall> {
        let walls = &mut self.known[self.current].walls;
        walls.measure::<true>(place);
        walls.nearest_first(distance)
    }

    /// Of the walls found, those nearer to a place than a distance that count.
    #[inline]
    pub(crate) fn within(&mut self, place: Offset, distance: f64, counts: impl Fn(&Wall) -> bool) -> &[Wall] {
        let walls = &mut self.known[self.current].walls;
        walls.measure::<false>(place);
        self.near.clear();
        self.near.extend(walls.near(distance).filter(counts));
        &self.near
    }

    /// How far the nearest of the walls found is from a place.
    pub(crate) fn clearance(&mut self, place: Offset) -> f64 {
        let walls = &mut self.known[self.current].walls;
        walls.measure::<false>(place);
        walls.least_distance()
    }

    fn flood(&mut self, map: &Map, face: FaceId, anchor: Anchor) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.visited.fill(0);
            self.ends.fill(0);
            self.round = 1;
        }
        let (square, range, round) = (anchor.square(), anchor.range, self.round);
        if self.visited.len() < map.face_slots() {
            self.visited.resize(map.face_slots(), 0);
        }
        if self.ends.len() < map.vertex_slots() {
            self.ends.resize(map.vertex_slots(), 0);
        }
        let Surroundings { faces, .. } = &mut self.known[self.current];
        faces.clear();
        self.found.clear();
        faces.push(face);
        self.visited[face.index()] = round;
        let mut next = 0;
        while let Some(&f) = faces.get(next) {
            next += 1;
            let [a, b, c] = map.corners(f);
            let corners = [place(map, a), place(map, b), place(map, c)];
            for (side, e) in f.edges().into_iter().enumerate() {
                let beyond = if map.is_wall(e) { None } else { Some(map.twin(e).face()) };
                if beyond.is_some_and(|beyond| self.visited[beyond.index()] == round) {
                    continue;
                }
                let (a, b) = (corners[side], corners[(side + 1) % 3]);
                if square.is_out_of(range, a, b) {
                    continue;
                }
                if let Some(beyond) = beyond {
                    self.visited[beyond.index()] = round;
                    faces.push(beyond);
                } else {
                    if map.has_points() {
                        [map.origin(e), map.target(e)].into_iter().for_each(|v| self.ends[v.index()] = round);
                    }
                    self.found.push(Wall { left: b, right: a, edge: Some(e), is_doubtful: false });
                }
            }
        }
        if map.has_points() {
            self.add_points(map, square, range);
        }
        if map.layer_count() > 1 {
            self.doubt(map);
        }
        // Not in the order in which they were come to, which depends on who asked first.
        let key = |wall: &Wall| [wall.left.x, wall.left.y, wall.right.x, wall.right.y].map(|c| c as i32);
        self.found.sort_unstable_by_key(key);
        let known = &mut self.known[self.current];
        known.faces.sort_unstable();
        known.of = Some((anchor, map.revision()));
        known.walls.clear();
        self.found.iter().for_each(|&wall| known.walls.push(wall));
    }

    /// Finds out which walls may be above or below those who are near them in plan.
    fn doubt(&mut self, map: &Map) {
        let faces = &self.known[self.current].faces;
        let Some(layer) = faces.first().map(|&f| map.layer_of(f)) else { return };
        if faces.iter().all(|&f| map.layer_of(f) == layer) {
            return;
        }
        for wall in &mut self.found {
            let Some(e) = wall.edge else { continue };
            let ends = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
            wall.is_doubtful = is_doubtful(map, faces, e.face(), ends);
        }
    }

    /// Vertices without walls are obstacles too: outlines so small that they are rounded to a point.
    fn add_points(&mut self, map: &Map, square: Square, range: f64) {
        for &f in &self.known[self.current].faces {
            for v in map.corners(f) {
                // Looked at once, whether it is near or not.
                if std::mem::replace(&mut self.ends[v.index()], self.round) == self.round {
                    continue;
                }
                let at = place(map, v);
                if !square.is_out_of(range, at, at) {
                    self.found.push(Wall { left: at, right: at, edge: None, is_doubtful: false });
                }
            }
        }
    }
}

/// The direction of the next wall around the left end of a wall, which is the edge's target.
fn next_wall_left(map: &Map, e: EdgeId) -> Vector {
    let mut next = e.next();
    // Comes back to the wall itself at the latest.
    while !map.is_wall(next) {
        next = map.twin(next).next();
    }
    direction(place(map, map.origin(next)), place(map, map.target(next)))
}

/// The direction of the next wall around the right end of a wall, which is the edge's origin.
fn next_wall_right(map: &Map, e: EdgeId) -> Vector {
    let mut previous = e.prev();
    while !map.is_wall(previous) {
        previous = map.twin(previous).prev();
    }
    direction(place(map, map.target(previous)), place(map, map.origin(previous)))
}

fn place(map: &Map, vertex: VertexId) -> Offset {
    Offset::to(map.lattice_point(vertex))
}

fn direction(from: Offset, to: Offset) -> Vector {
    let way = to - from;
    let length = way.length();
    Vector::new((way.x / length) as f32, (way.y / length) as f32)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    #[test]
    fn floors_are_those_of_the_standard_library() {
        let near = (-40..40).flat_map(|i| [0.0, 1e-12, 0.3, 0.999_999_999_999].map(|part| f64::from(i) + part));
        for x in near.chain([-0.0, 2e9, -2e9, 1e300, -1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN]) {
            assert_eq!(floor(x), x.floor() as i32, "{x}");
        }
    }

    /// A wall from one end to the other, with nothing beyond.
    pub(crate) fn wall(left: Offset, right: Offset) -> Wall {
        Wall { left, right, edge: None, is_doubtful: false }
    }
}
