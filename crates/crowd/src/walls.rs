//! The walls near a cell: found once for all agents in it that are in the same part of the free space.

use crate::measured::Measured;
use crate::orca::{Course, SeenWall};
use crate::vector::Vector;
use navigant_geometry::Offset;
use navigant_mesh::{EdgeId, FaceId, Map, VertexId};

/// A wall as seen from the free side, in steps of the lattice; a point where both ends are the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wall {
    pub(crate) left: Offset,
    pub(crate) right: Offset,
    course: Course,
}

impl Wall {
    /// The wall seen from a place, where a step is so many metres.
    pub(crate) fn seen_from(&self, place: Offset, step: f64) -> SeenWall {
        let metres = |p: Offset| Vector::new(((p.x - place.x) * step) as f32, ((p.y - place.y) * step) as f32);
        SeenWall { left: metres(self.left), right: metres(self.right), course: self.course }
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
    pub(crate) fn contains(&self, other: &Square) -> bool {
        let is_inside = |p: Offset| self.low.x <= p.x && p.x <= self.high.x && self.low.y <= p.y && p.y <= self.high.y;
        is_inside(other.low) && is_inside(other.high)
    }

    /// Whether a segment is surely farther from the box than a range: its bounding box is, or its line.
    fn is_out_of(&self, range: f64, a: Offset, b: Offset) -> bool {
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

/// What is found around a square is found for its right neighbours as well, so many ranges far: what is looked at in vain for one
/// agent is as much as what is shared.
const WIDER: f64 = 4.0;

/// Finds the walls around a square by flooding the free faces; holds what it found.
#[derive(Debug, Default)]
pub(crate) struct WallFinder {
    square: Square,
    range: f64,
    faces: Vec<FaceId>,
    /// By face: the round in which it was visited.
    visited: Vec<u32>,
    round: u32,
    /// By vertex: the round in which it was found to be an end of a wall, or looked at as a point.
    ends: Vec<u32>,
    walls: Measured,
    /// What was asked for last.
    near: Vec<Wall>,
}

impl WallFinder {
    /// Forgets what was found.
    pub(crate) fn clear(&mut self) {
        self.faces.clear();
        self.walls.clear();
        self.range = -1.0;
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.visited.fill(0);
            self.ends.fill(0);
            self.round = 1;
        }
    }

    /// Finds all walls and points within a range of the square that can be seen or walked to from a face without leaving
    /// the range: those that can matter to an agent that is in the face and in the square.
    #[inline]
    pub(crate) fn look_around(&mut self, map: &Map, face: FaceId, square: &Square, range: f64) {
        // Two agents in one cell may have a thin wall between them.
        let is_known = self.visited.get(face.index()) == Some(&self.round);
        if range > self.range || !is_known || !self.square.contains(square) {
            self.square = *square;
            self.square.high.x += WIDER * range;
            self.flood(map, face, range);
        }
    }

    /// Of the walls found, those nearer to a place than a distance and not seen from behind, nearest first.
    #[inline]
    pub(crate) fn facing(&mut self, place: Offset, distance: f64) -> impl Iterator<Item = &Wall> {
        self.walls.measure::<true>(place);
        self.walls.nearest_first(distance)
    }

    /// Of the walls found, those nearer to a place than a distance.
    pub(crate) fn within(&mut self, place: Offset, distance: f64) -> &[Wall] {
        self.walls.measure::<false>(place);
        self.near.clear();
        self.near.extend(self.walls.near(distance));
        &self.near
    }

    /// How far the nearest of the walls found is from a place.
    pub(crate) fn clearance(&mut self, place: Offset) -> f64 {
        self.walls.measure::<false>(place);
        self.walls.least_distance()
    }

    fn flood(&mut self, map: &Map, face: FaceId, range: f64) {
        self.clear();
        self.range = range;
        let square = self.square;
        if self.visited.len() < map.face_slots() {
            self.visited.resize(map.face_slots(), 0);
        }
        if self.ends.len() < map.vertex_slots() {
            self.ends.resize(map.vertex_slots(), 0);
        }
        self.faces.push(face);
        self.visited[face.index()] = self.round;
        let mut next = 0;
        while let Some(&f) = self.faces.get(next) {
            next += 1;
            for e in f.edges() {
                let beyond = if map.is_wall(e) { None } else { Some(map.twin(e).face()) };
                if beyond.is_some_and(|beyond| self.visited[beyond.index()] == self.round) {
                    continue;
                }
                let [a, b] = [map.origin(e), map.target(e)].map(|v| place(map, v));
                if square.is_out_of(range, a, b) {
                    continue;
                }
                if let Some(beyond) = beyond {
                    self.visited[beyond.index()] = self.round;
                    self.faces.push(beyond);
                } else {
                    if map.has_points() {
                        [map.origin(e), map.target(e)].into_iter().for_each(|v| self.ends[v.index()] = self.round);
                    }
                    let course = Course::of(direction(b, a), next_wall_left(map, e), next_wall_right(map, e));
                    self.walls.push(Wall { left: b, right: a, course });
                }
            }
        }
        if map.has_points() {
            self.add_points(map);
        }
    }

    /// Vertices without walls are obstacles too: outlines so small that they are rounded to a point.
    fn add_points(&mut self, map: &Map) {
        let square = self.square;
        for &f in &self.faces {
            for v in map.corners(f) {
                // Looked at once, whether it is near or not.
                if std::mem::replace(&mut self.ends[v.index()], self.round) == self.round {
                    continue;
                }
                let at = place(map, v);
                if !square.is_out_of(self.range, at, at) {
                    self.walls.push(Wall { left: at, right: at, course: Course::POINT });
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

    /// A wall from one end to the other, with nothing beyond.
    pub(crate) fn wall(left: Offset, right: Offset) -> Wall {
        Wall { left, right, course: Course::POINT }
    }
}
