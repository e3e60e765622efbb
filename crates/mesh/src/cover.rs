//! Covers: the winding numbers of the shapes around a face.
//!
//! Faces with the same cover share one entry, so a face stores four bytes and "same cover" is one comparison. The entry
//! says at once whether its faces are free: wound around by a floor, and by no obstacle.

mod saved;

use crate::arrangement::{Arrangement, Record, Stamps};
use crate::ids::{EdgeId, FaceId, VertexId};
use crate::walls::SegmentId;
use navigant_geometry::Role;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// An entry of [`Covers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CoverId(u32);

impl CoverId {
    /// Covered by no shape at all: the outside of the world.
    pub(crate) const NOTHING: CoverId = CoverId(0);
    /// To be found at the end of the edit.
    pub(crate) const UNKNOWN: CoverId = CoverId(u32::MAX);
}

/// How often a shape winds around a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Winding {
    pub(crate) shape: u32,
    is_floor: bool,
    exterior: i32,
    holes: i32,
}

impl std::hash::Hash for Winding {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(u64::from(self.shape) << 32 | u64::from((self.exterior << 8 ^ self.holes) as u32));
    }
}

impl Winding {
    /// Inside: wound around by the exterior and by no hole.
    pub(crate) fn covers(&self) -> bool {
        self.exterior != 0 && self.holes == 0
    }
}

/// A quick hash for a handful of integers. Users choose no ids here, so nobody can make them collide.
#[derive(Default)]
struct WindingHasher(u64);

impl Hasher for WindingHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

#[derive(Clone, Debug)]
struct Entry {
    windings: Box<[Winding]>,
    uses: u32,
    free: bool,
}

/// All covers in use.
#[derive(Clone, Debug)]
pub(crate) struct Covers {
    entries: Vec<Entry>,
    by_windings: HashMap<Box<[Winding]>, CoverId, BuildHasherDefault<WindingHasher>>,
    unused: Vec<CoverId>,
    changed: Vec<Winding>,
    flood: Flood,
}

/// Scratch memory of floods.
#[derive(Clone, Debug, Default)]
struct Flood {
    faces: Stamps,
    vertices: Stamps,
    stack: Vec<(FaceId, i32)>,
    pending: Vec<FaceId>,
    memo: Memo,
}

/// Steps taken in a flood: from a cover, by a winding, to a cover. A step takes the place of another that falls into its slot.
#[derive(Clone, Debug, Default)]
struct Memo(Vec<Option<(CoverId, i32, CoverId)>>);

impl Memo {
    const SLOTS: usize = 64;

    fn clear(&mut self) {
        self.0.clear();
        self.0.resize(Memo::SLOTS, None);
    }

    fn slot(&mut self, from: CoverId, by: i32) -> &mut Option<(CoverId, i32, CoverId)> {
        let scattered = (from.0 ^ (by as u32).rotate_left(16)).wrapping_mul(0x9E37_79B9);
        &mut self.0[scattered as usize >> 26]
    }
}

impl Covers {
    pub(crate) fn new() -> Self {
        let nothing = Entry { windings: Box::default(), uses: 1, free: false };
        Covers {
            entries: vec![nothing],
            by_windings: [(Box::default(), CoverId::NOTHING)].into_iter().collect(),
            unused: Vec::new(),
            changed: Vec::new(),
            flood: Flood::default(),
        }
    }

    /// Whether faces with this cover are walkable; those that are not there are not.
    #[inline]
    pub(crate) fn is_free(&self, cover: CoverId) -> bool {
        self.entries.get(cover.0 as usize).is_some_and(|entry| entry.free)
    }

    /// The shapes that wind around faces with this cover.
    pub(crate) fn windings(&self, cover: CoverId) -> &[Winding] {
        self.entries.get(cover.0 as usize).map_or(&[], |entry| &entry.windings)
    }

    /// The first of the shapes below a number that covers no face.
    pub(crate) fn first_without_area(&self, shapes: usize) -> Option<usize> {
        let mut covers = vec![false; shapes];
        let used = self.entries.iter().filter(|e| e.uses > 0);
        for winding in used.flat_map(|e| &e.windings).filter(|w| w.covers()) {
            if let Some(covers) = covers.get_mut(winding.shape as usize) {
                *covers = true;
            }
        }
        covers.iter().position(|covers| !covers)
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let windings: usize = self.entries.iter().map(|e| 2 * size_of_val(&*e.windings)).sum();
        windings + self.entries.len() * (size_of::<Entry>() + size_of::<(Box<[Winding]>, CoverId)>())
    }

    fn acquire(&mut self, cover: CoverId) {
        self.entries[cover.0 as usize].uses += 1;
    }

    fn release(&mut self, cover: CoverId) {
        if cover == CoverId::NOTHING {
            return;
        }
        let entry = &mut self.entries[cover.0 as usize];
        entry.uses -= 1;
        if entry.uses == 0 {
            let windings = std::mem::take(&mut entry.windings);
            self.by_windings.remove(&windings);
            self.unused.push(cover);
        }
    }

    /// Adds `by` to the winding of a shape in `self.changed`.
    fn wind(&mut self, record: &Record, by: i32) {
        let &Record { shape, is_floor, role, .. } = record;
        let place = self.changed.binary_search_by_key(&shape, |w| w.shape);
        let index = place.unwrap_or_else(|index| {
            self.changed.insert(index, Winding { shape, is_floor, exterior: 0, holes: 0 });
            index
        });
        let winding = &mut self.changed[index];
        match role {
            Role::Exterior => winding.exterior += by,
            Role::Hole => winding.holes += by,
            Role::Wall => {}
        }
        if winding.exterior == 0 && winding.holes == 0 {
            self.changed.remove(index);
        }
    }

    /// The entry for `self.changed`, with no use of it counted yet.
    fn changed_cover(&mut self) -> CoverId {
        if let Some(&cover) = self.by_windings.get(self.changed.as_slice()) {
            return cover;
        }
        let windings: Box<[Winding]> = self.changed.as_slice().into();
        let covered_by = |floor: bool| windings.iter().any(|w| w.is_floor == floor && w.covers());
        let entry = Entry { windings: windings.clone(), uses: 0, free: covered_by(true) && !covered_by(false) };
        let cover = match self.unused.pop() {
            Some(cover) => {
                self.entries[cover.0 as usize] = entry;
                cover
            }
            None => {
                self.entries.push(entry);
                CoverId(self.entries.len() as u32 - 1)
            }
        };
        self.by_windings.insert(windings, cover);
        cover
    }

    /// The cover beyond an edge, given that of the face to its left; `except` is a shape to be ignored.
    fn beyond(&mut self, plane: &Arrangement, e: EdgeId, cover: CoverId, except: Option<u32>) -> CoverId {
        let wall = plane.tri.wall(e);
        if wall.is_free() {
            return cover;
        }
        self.changed.clear();
        self.changed.extend_from_slice(&self.entries[cover.0 as usize].windings);
        for segment in plane.walls.owners(wall) {
            let record = plane.record(segment);
            if record.role != Role::Wall && Some(record.shape) != except {
                // To the left of a ring it winds once more than to the right.
                let by = -plane.direction(segment, e);
                self.wind(record, by);
            }
        }
        self.changed_cover()
    }

    /// Finds the covers of all faces that the edit rebuilt from those it left alone, not minding the shape `except`,
    /// whose windings are added afterwards.
    pub(crate) fn resolve(&mut self, plane: &mut Arrangement, except: Option<u32>) {
        let mut pending = std::mem::take(&mut self.flood.pending);
        for i in 0..plane.tri.log.touched.len() {
            let face = plane.tri.log.touched[i].0;
            if !plane.tri.is_inner(face) || plane.tri.cover(face) != CoverId::UNKNOWN {
                continue;
            }
            let known = face
                .edges()
                .into_iter()
                .map(|e| plane.tri.twin(e))
                .find(|t| plane.tri.cover(t.face()) != CoverId::UNKNOWN);
            let Some(known) = known else { continue };
            let cover = self.beyond(plane, known, plane.tri.cover(known.face()), except);
            self.acquire(cover);
            plane.tri.set_cover(face, cover);
            pending.push(face);
            while let Some(face) = pending.pop() {
                let cover = plane.tri.cover(face);
                for e in face.edges() {
                    let next = plane.tri.twin(e).face();
                    if plane.tri.cover(next) == CoverId::UNKNOWN {
                        let beyond = self.beyond(plane, e, cover, except);
                        self.acquire(beyond);
                        plane.tri.set_cover(next, beyond);
                        pending.push(next);
                    }
                }
            }
        }
        self.flood.pending = pending;
    }

    /// Lets go of the covers that faces gave up in this edit; the last step of it.
    pub(crate) fn release_unused(&mut self, plane: &mut Arrangement) {
        for cover in plane.tri.log.released.drain(..) {
            self.release(cover);
        }
    }

    /// Adds the winding of one closed chain, given by its edges, to the faces inside it (`times` = 1), or takes it away (−1).
    ///
    /// Starting outside, left of the chain's smallest vertex, it goes around the chain's vertices and floods whatever
    /// the chain winds around; the rest of the world is not visited.
    pub(crate) fn wind_chain(&mut self, plane: &mut Arrangement, steps: &[(SegmentId, EdgeId)], times: i32) {
        let Some(&(first, e)) = steps.first() else { return };
        let (record, mut smallest) = (*plane.record(first), plane.tri.origin(e));
        let mut flood = std::mem::take(&mut self.flood);
        flood.vertices.clear(plane.tri.vertex_slots());
        flood.faces.clear(plane.tri.face_slots());
        flood.memo.clear();
        for v in steps.iter().map(|&(_, e)| plane.tri.origin(e)) {
            flood.vertices.mark(v.index());
            if plane.tri.at(v) < plane.tri.at(smallest) {
                smallest = v;
            }
        }
        let outside = outside_of(plane, smallest);
        flood.faces.mark(outside.index());
        flood.stack.push((outside, 0));
        while let Some((face, winding)) = flood.stack.pop() {
            if winding != 0 {
                self.add_winding(plane, face, (&record, winding * times), &mut flood.memo);
            }
            for e in face.edges() {
                let near_chain = |v: VertexId| flood.vertices.is_marked(v.index());
                let next = plane.tri.twin(e).face();
                if winding == 0 && !near_chain(plane.tri.origin(e)) && !near_chain(plane.tri.target(e)) {
                    continue;
                }
                if !flood.faces.mark(next.index()) {
                    continue;
                }
                let crossed = plane.walls.owners(plane.tri.wall(e)).filter(|&s| {
                    let r = plane.record(s);
                    r.shape == record.shape && r.chain == record.chain
                });
                let change: i32 = crossed.map(|s| plane.direction(s, e)).sum();
                flood.stack.push((next, winding - change));
            }
        }
        self.flood = flood;
    }

    fn add_winding(&mut self, plane: &mut Arrangement, face: FaceId, (record, by): (&Record, i32), memo: &mut Memo) {
        let old = plane.tri.cover(face);
        let slot = memo.slot(old, by);
        let new = match *slot {
            Some((from, known, to)) if from == old && known == by => to,
            _ => {
                self.changed.clear();
                self.changed.extend_from_slice(&self.entries[old.0 as usize].windings);
                self.wind(record, by);
                let new = self.changed_cover();
                *slot = Some((old, by, new));
                new
            }
        };
        self.acquire(new);
        plane.tri.record(face, true);
        plane.tri.set_cover(face, new);
        plane.tri.log.released.push(old);
    }
}

/// A face beside a vertex that lies outside every chain whose smallest vertex this is.
fn outside_of(plane: &Arrangement, v: VertexId) -> FaceId {
    let at = plane.tri.at(v);
    let westward = plane.tri.edges_from(v).find(|&e| plane.tri.at(plane.tri.target(e)) < at);
    westward.unwrap_or_else(|| plane.tri.edge_of(v)).face()
}
