//! Several floors: whom an agent meets there, which walls are its own, and how it keeps track of where it is.
//!
//! An agent's floor is the layer of the face that it stands in, and a move goes on in the face that the line of the move leads to: through
//! seams as through any other edge. In plan there may be others above and below. They are sorted into bands of cells of their own, by
//! layer, and the cells beyond a seam are looked at only near it. There, somebody on another layer counts if the straight line
//! leads to where it stands, and a wall if the line to its nearest point leads to its side.

use crate::cell_list::{CellList, FINE, Fine};
use crate::clip::clipped;
use crate::columns::{Motion, Traits, room_for};
use crate::crowd::Crowd;
use crate::tuning::clip::LEEWAY;
use crate::vector::Vector;
use crate::walk::{Scratch, World};
use crate::walls::Wall;
use navigant_geometry::internals::{LatticePoint, Offset, orient};
use navigant_mesh::internals::{IdInternals as _, LayeredMapInternals as _, MapInternals as _};
use navigant_mesh::{EdgeId, FaceId, LayerId, LayeredMap, Map};
use rayon::prelude::*;

/// What a crowd on several floors has to know of its map beside the triangulation.
#[derive(Clone, Debug)]
pub(crate) struct Floors {
    /// By layer: the seams that lead on from it.
    onward: Vec<Vec<Onward>>,
    /// By layer: how fast one walks there.
    paces: Vec<Pace>,
}

/// A seam as it leads on from a layer: to which, and a box around it in fine steps.
#[derive(Clone, Copy, Debug)]
struct Onward {
    to: LayerId,
    low: Fine,
    high: Fine,
}

/// Which way up is, and how fast one walks up and down, as parts of the usual speed.
#[derive(Clone, Copy, Debug)]
struct Pace {
    up: Offset,
    factors: [f32; 2],
}

/// A box in plan, in fine steps: its lower left corner and its upper right one.
pub(crate) type PlanBox = [[i64; 2]; 2];

impl Floors {
    pub(crate) fn of(map: &LayeredMap) -> Floors {
        let mut onward = vec![Vec::new(); map.layers().len()];
        for seam in map.seams() {
            let [a, b] = seam.ends.map(|p| fine(map.as_map().steps(p)));
            let (low, high) = (a.least(b), a.most(b));
            let [here, there] = seam.layers;
            onward[here.index()].push(Onward { to: there, low, high });
            onward[there.index()].push(Onward { to: here, low, high });
        }
        let slope = |layer| map.height(layer).map_or([0.0, 0.0], |height| height.slope);
        let pace = |layer| Pace { up: Offset::new(slope(layer)[0], slope(layer)[1]), factors: [1.0; 2] };
        Floors { onward, paces: map.layers().map(pace).collect() }
    }

    /// How many layers there are.
    pub(crate) fn len(&self) -> usize {
        self.onward.len()
    }

    /// Says how fast one walks up and down a layer, as parts of the usual speed; false if there is no such layer.
    pub(crate) fn set_pace(&mut self, layer: LayerId, factors: [f32; 2]) -> bool {
        let pace = self.paces.get_mut(layer.index());
        pace.map(|pace| pace.factors = factors).is_some()
    }

    /// How fast one walks along a way on a layer, as a part of the usual speed.
    pub(crate) fn pace(&self, layer: LayerId, way: Offset) -> f32 {
        let Some(Pace { up, factors: [faster, slower] }) = self.paces.get(layer.index()) else { return 1.0 };
        let climb = up.dot(way);
        if climb > 0.0 {
            *faster
        } else if climb < 0.0 {
            *slower
        } else {
            1.0
        }
    }

    /// The layers that a line of a length may come to from a square of one of them, that one first; some more than once. The
    /// way from seam to seam is no longer than the line.
    pub(crate) fn reached(&self, from: LayerId, square: PlanBox, length: f64, reached: &mut Vec<Reached>) {
        reached.clear();
        reached.push(Reached { layer: from, around: square, far: 0.0 });
        let mut next = 0;
        while let Some(here) = reached.get(next).copied() {
            next += 1;
            for seam in self.onward.get(here.layer.index()).into_iter().flatten() {
                let around = [seam.low, seam.high].map(|at| [i64::from(at.x), i64::from(at.y)]);
                let far = here.far + between(here.around, around);
                let is_known = |known: &Reached| known.layer == seam.to && known.around == around && known.far <= far;
                if far <= length && !reached.iter().any(is_known) {
                    reached.push(Reached { layer: seam.to, around, far });
                }
            }
        }
    }
}

/// A layer that is come to, by which seam, and how far that is at least, in fine steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reached {
    pub(crate) layer: LayerId,
    around: PlanBox,
    far: f64,
}

/// How far two boxes are from each other.
fn between([low, high]: PlanBox, [other_low, other_high]: PlanBox) -> f64 {
    let gap = |i: usize| (other_low[i] - high[i]).max(low[i] - other_high[i]).max(0) as f64;
    gap(0).hypot(gap(1))
}

fn fine(at: Offset) -> Fine {
    Fine { x: (at.x * FINE) as i32, y: (at.y * FINE) as i32 }
}

/// What tells an agent on one of several floors whether somebody near in plan is near it.
pub(crate) struct OwnFloor<'w> {
    pub(crate) map: &'w Map,
    pub(crate) cells: &'w CellList,
    /// By agent.
    pub(crate) layers: &'w [LayerId],
    /// Of the agent.
    pub(crate) layer: LayerId,
    pub(crate) face: FaceId,
    pub(crate) place: Offset,
}

impl OwnFloor<'_> {
    /// Whether another agent, by its place in the sorted arrays, is on the same layer or the straight line leads to it.
    #[inline]
    pub(crate) fn holds(&self, other: u32) -> bool {
        let layer = self.layers[other as usize];
        layer == self.layer || self.leads_to(layer, other as usize)
    }

    fn leads_to(&self, layer: LayerId, other: usize) -> bool {
        let Fine { x, y } = self.cells.agents().body[other].place;
        let to = Offset::new(f64::from(x), f64::from(y)) * (1.0 / FINE);
        let Some(face) = self.map.face_towards(self.face, self.place, to) else { return false };
        is_on_layer(self.map, face, to, layer)
    }
}

/// Whether a place in a face is on a layer, or within a step of it: places are rounded, and who is beside a seam may be beyond it.
pub(crate) fn is_on_layer(map: &Map, face: FaceId, place: Offset, layer: LayerId) -> bool {
    let is_beside = |e: EdgeId| {
        let [a, b] = [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
        let is_near = (b - a).cross(place - a).abs() <= (b - a).length();
        is_near && !map.is_wall(e) && map.layer_of(map.twin(e).face()) == layer
    };
    map.layer_of(face) == layer || face.edges().into_iter().any(is_beside)
}

/// Whether a wall is met by a closed face of another layer: then it may be above or below those who are near it in plan.
pub(crate) fn is_doubtful(map: &Map, faces: &[FaceId], wall: FaceId, [a, b]: [LatticePoint; 2]) -> bool {
    let layer = map.layer_of(wall);
    faces.iter().any(|&f| {
        map.layer_of(f) != layer && {
            let corners = map.corners(f).map(|v| map.lattice_point(v));
            let is_out = |i: usize| [a, b].iter().all(|&p| orient(corners[i], corners[(i + 1) % 3], p) < 0);
            let sides = corners.map(|c| orient(a, b, c).signum());
            !(0..3).any(is_out) && sides != [1; 3] && sides != [-1; 3]
        }
    })
}

impl Crowd {
    /// The layers of all agents, in the order of the cells; nothing on one floor.
    pub(crate) fn layers_by_cell(&self) -> Vec<LayerId> {
        match self.floors() {
            Some(_) => self.columns.motion.par_iter().with_min_len(4096).map(|motion| motion.layer).collect(),
            None => Vec::new(),
        }
    }

    pub(crate) fn floors(&self) -> Option<&Floors> {
        self.cells.floors.as_deref()
    }

    /// Finds the faces that agents on several floors are in, after an edit: those that they were in may be gone, or elsewhere.
    pub(crate) fn find_faces(&mut self, map: &Map) {
        if self.floors().is_none() || map.revision() == self.revision {
            return;
        }
        self.columns.motion.par_iter_mut().with_min_len(1024).for_each(|motion| {
            let Motion { face, layer, place, .. } = *motion;
            let is_there =
                map.has_face(face) && map.is_free(face) && map.layer_of(face) == layer && map.holds(face, place);
            if !is_there && let Some(face) = map.face_on(layer, place) {
                (motion.face, motion.layer) = (face, map.layer_of(face));
            }
        });
    }
}

impl World<'_> {
    /// What tells the agent whether others are near it; nothing on one floor.
    #[inline]
    pub(crate) fn own_floor(&self, motion: &Motion) -> Option<OwnFloor<'_>> {
        let Motion { layer, face, place, .. } = *motion;
        self.floors.map(|_| OwnFloor { map: self.map, cells: self.cells, layers: self.layers, layer, face, place })
    }

    /// Whether a wall that is near in plan is near an agent.
    #[inline]
    pub(crate) fn is_near(&self, wall: &Wall, face: FaceId, place: Offset) -> bool {
        !wall.is_doubtful || wall.edge().is_none_or(|e| self.map.leads_to_wall(face, [place, wall.nearest(place)], e))
    }

    /// Whether an agent that is at the end of its route in plan is on the floor where it ends.
    pub(crate) fn is_on_floor_of_goal(&self, agent: usize, motion: &Motion, target: Offset) -> bool {
        let layer = self.traits[agent].goal_layer;
        let end = |motion: &Motion| self.map.face_towards(motion.face, motion.place, target);
        self.floors.is_none() || end(motion).is_some_and(|face| is_on_layer(self.map, face, target, layer))
    }

    /// Moves an agent on one of several floors, as far as there is room.
    pub(crate) fn advance_on_floor(
        &self,
        scratch: &mut Scratch,
        traits: &Traits,
        motion: &mut Motion,
        range: f64,
        velocity: Vector,
    ) {
        let by = Offset::new(f64::from(velocity.x), f64::from(velocity.y)) * self.seconds;
        let (length, radius, from) = (by.length(), f64::from(traits.radius) / self.step, motion.place);
        if f64::from(motion.room) - length >= radius {
            motion.velocity = velocity;
            let to = from + by;
            // There is nothing within the room, so nothing is in the way of a straight line.
            let face = if self.map.holds(motion.face, to) {
                Some(motion.face)
            } else {
                self.map.face_towards(motion.face, from, to)
            };
            if let Some(face) = face {
                motion.room = room_for(f64::from(motion.room) - length);
                self.arrive(motion, to, face);
                return;
            }
        }
        let range = range.max(radius + length + 1.0);
        scratch.walls.look_around(self.map, (motion.layer, motion.face), from, range);
        let face = motion.face;
        let walls = scratch.walls.within(from, radius + length + 1.0, |wall| self.is_near(wall, face, from));
        let mut place = clipped(walls, from, by, radius);
        let mut face = self.map.face_towards(face, from, place);
        let mut near = face.map_or(0.0, |face| self.clearance(scratch, face, place, range));
        if face.is_none() || near < radius - LEEWAY && place != from {
            // Around a corner there is another wall than was seen from before it.
            (place, face) = (from, Some(motion.face));
            near = self.clearance(scratch, motion.face, from, range);
        }
        motion.velocity = if place == from + by {
            velocity
        } else {
            let moved = (place - from) * (1.0 / self.seconds);
            Vector::new(moved.x as f32, moved.y as f32)
        };
        if let Some(face) = face {
            self.arrive(motion, place, face);
        }
        let room = if near < range - (place - from).length() {
            near
        } else {
            let features =
                self.map.features_near(motion.face).filter(|&feature| self.map.is_seen(motion.face, place, feature));
            features.map(|feature| feature.distance(self.map, place)).fold(f64::INFINITY, f64::min)
        };
        motion.room = room_for(room);
    }

    /// How far the nearest of the walls that were found is from a place in a face.
    fn clearance(&self, scratch: &mut Scratch, face: FaceId, place: Offset, range: f64) -> f64 {
        let walls = scratch.walls.within(place, range, |wall| self.is_near(wall, face, place));
        walls.iter().map(|wall| wall.distance(place)).fold(f64::INFINITY, f64::min)
    }

    fn arrive(&self, motion: &mut Motion, place: Offset, face: FaceId) {
        (motion.place, motion.face, motion.layer) = (place, face, self.map.layer_of(face));
    }
}
