//! Shapes: outlines in an arrangement, as lists of segments.

mod saved;

use crate::arrangement::{Arrangement, Record};
use crate::cover::Covers;
use crate::ids::{EdgeId, FaceId, LayerId, VertexId};
use crate::triangulation::Location;
use crate::walls::SegmentId;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::{Loops, Segment};
use navigant_geometry::{Point, Role};
use std::ops::Range;

/// What a shape is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Floor,
    Obstacle,
    Region,
    Unused,
}

/// A floor or an obstacle: a list of segments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) generation: u32,
    /// A piece of the hash of the map's history when it was inserted: equal slots of diverged clones differ in it.
    pub(crate) mark: u32,
    pub(crate) kind: Kind,
    first: Option<SegmentId>,
    /// The version in which it was inserted, or last moved.
    pub(crate) since: u64,
}

/// Shapes that are laid at once, as chains of some loops.
#[derive(Clone, Copy)]
pub(crate) struct Batch<'l> {
    pub(crate) loops: &'l Loops,
    pub(crate) shapes: &'l [(Kind, Range<usize>)],
    /// Which of the shapes are in which layer.
    pub(crate) layers: &'l [Range<usize>],
}

/// The shapes of one arrangement, by slot; slots of shapes that went are used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes {
    slots: Vec<Shape>,
    unused: Vec<u32>,
    /// How many segments are points.
    points: usize,
    /// Scratch: the segments of one shape.
    removed: Vec<SegmentId>,
    /// Scratch: the edges of a shape's chains, in their order.
    steps: Vec<(SegmentId, EdgeId)>,
    /// Scratch: segments to be laid, and the vertices they end in.
    enlisted: Vec<(SegmentId, VertexId)>,
}

impl Shapes {
    pub(crate) fn get(&self, shape: u32) -> Option<&Shape> {
        self.slots.get(shape as usize)
    }

    pub(crate) fn generation(&self, shape: u32) -> u32 {
        self.slots[shape as usize].generation
    }

    /// The version in which a shape was inserted, or last moved.
    pub(crate) fn since(&self, shape: u32) -> u64 {
        self.slots[shape as usize].since
    }

    /// All slots with the shapes of a kind.
    pub(crate) fn of_kind(&self, kind: Kind) -> impl Iterator<Item = (u32, &Shape)> {
        (0..).zip(&self.slots).filter(move |(_, shape)| shape.kind == kind)
    }

    /// Whether there are segments without length.
    pub(crate) fn has_points(&self) -> bool {
        self.points > 0
    }

    /// Allocates a slot for a shape that is inserted in a version.
    pub(crate) fn add(&mut self, kind: Kind, since: u64, mark: u32) -> u32 {
        match self.unused.pop() {
            Some(shape) => {
                let unused = &mut self.slots[shape as usize];
                (unused.kind, unused.since, unused.mark) = (kind, since, mark);
                shape
            }
            None => {
                self.slots.push(Shape { generation: 0, mark, kind, first: None, since });
                self.slots.len() as u32 - 1
            }
        }
    }

    /// Frees the slot of a shape without segments; returns the version in which it was inserted.
    pub(crate) fn remove(&mut self, shape: u32) -> u64 {
        let slot = &mut self.slots[shape as usize];
        slot.kind = Kind::Unused;
        slot.generation += 1;
        // A slot whose generations are used up is never used again.
        if slot.generation < u32::MAX {
            self.unused.push(shape);
        }
        slot.since
    }

    /// Sets the version since which a shape is as it is; returns the one before.
    pub(crate) fn renew(&mut self, shape: u32, since: u64) -> u64 {
        std::mem::replace(&mut self.slots[shape as usize].since, since)
    }

    pub(crate) fn segments<'a>(&'a self, plane: &'a Arrangement, shape: u32) -> impl Iterator<Item = SegmentId> + 'a {
        let mut current = self.slots[shape as usize].first;
        std::iter::from_fn(move || {
            let segment = current?;
            current = plane.record(segment).rest;
            Some(segment)
        })
    }

    /// The ends of a shape's segments.
    pub(crate) fn corners<'a>(&'a self, plane: &'a Arrangement, shape: u32) -> impl Iterator<Item = LatticePoint> + 'a {
        self.segments(plane, shape).flat_map(|s| {
            let line = plane.record(s).line;
            [line.a, line.b]
        })
    }

    /// Lays many shapes at once into an arrangement without segments, whose faces are covered then.
    pub(crate) fn load(
        &mut self,
        (plane, covers): (&mut Arrangement, &mut Covers),
        Batch { loops, shapes, layers }: Batch<'_>,
        (since, mark): (u64, u32),
    ) {
        plane.begin_edit();
        self.slots.reserve(shapes.len());
        for (layer, range) in (0..).map(LayerId).zip(layers) {
            let shapes = &shapes[range.clone()];
            let chains = shapes.first().map_or(0, |(_, chains)| chains.start)..shapes.last().map_or(0, |(_, c)| c.end);
            let mut hot = crate::bulk::heat_all(plane, loops, chains, layer).into_iter();
            for (kind, chains) in shapes {
                let shape = self.add(*kind, since, mark);
                self.enlist(plane, shape, loops, chains.clone(), |_, _, _| hot.next().unwrap_or_default());
            }
            // Vertices are numbered along a curve through the plane: one after the other, segments are near each other.
            self.enlisted.sort_unstable_by_key(|&(segment, end)| (plane.record(segment).start, end));
            self.lay_enlisted(plane);
        }
        plane.tri.edit_layer(LayerId::default());
        covers.resolve(plane, None);
        covers.release_unused(plane);
    }

    /// Lays some chains as the segments of a shape and covers what they wind around: the second half of an edit.
    pub(crate) fn lay(&mut self, plane: &mut Arrangement, covers: &mut Covers, shape: u32, loops: &Loops) {
        self.lay_in(plane, shape, loops, &[LayerId::default()]);
        self.cover(plane, covers, shape);
    }

    /// Lays some chains as the segments of a shape: as many copies of its outline as there are layers, each in one of them.
    pub(crate) fn lay_in(&mut self, plane: &mut Arrangement, shape: u32, copies: &Loops, layers: &[LayerId]) {
        let chains = copies.chains().len();
        let in_one = if layers.len() < 2 { usize::MAX } else { copies.segments(0..chains / layers.len()).count() };
        let (mut rest, mut left) = (layers.iter(), 0);
        self.enlist(plane, shape, copies, 0..chains, |plane, line, near| {
            let mut near = near;
            if left == 0 {
                (left, near) = (in_one, None);
                rest.next().into_iter().for_each(|&layer| plane.tri.edit_layer(layer));
            }
            left -= 1;
            let start = match near {
                Some(v) if plane.tri.at(v) == line.a => plane.heat_again(v),
                _ => plane.heat(line.a, near),
            };
            let end = if line.a == line.b { start } else { plane.heat(line.b, Some(start)) };
            [start, end]
        });
        plane.tri.edit_layer(LayerId::default());
        self.lay_enlisted(plane);
    }

    /// Covers what a shape winds around that was just laid: the end of an edit.
    pub(crate) fn cover(&mut self, plane: &mut Arrangement, covers: &mut Covers, shape: u32) {
        plane.cool();
        covers.resolve(plane, Some(shape));
        self.wind(plane, covers, shape, 1);
        covers.release_unused(plane);
    }

    /// Uncovers what a shape winds around and takes its segments out: the first half of an edit.
    pub(crate) fn clear(&mut self, plane: &mut Arrangement, covers: &mut Covers, shape: u32) {
        self.wind(plane, covers, shape, -1);
        let mut segments = std::mem::take(&mut self.removed);
        segments.clear();
        segments.extend(self.segments(plane, shape));
        self.points -= segments.iter().map(|&s| plane.record(s).line).filter(|line| line.a == line.b).count();
        plane.remove_all(&segments, &self.steps);
        self.slots[shape as usize].first = None;
        self.removed = segments;
        plane.tri.legalize();
    }

    /// Ends an edit that took shapes out and puts none in.
    pub(crate) fn close(&self, plane: &mut Arrangement, covers: &mut Covers) {
        plane.cool();
        covers.resolve(plane, None);
        covers.release_unused(plane);
    }

    /// Takes in a shape's segments, to be laid once all their ends are hot; `heated` gives the two vertices of each.
    fn enlist(
        &mut self,
        plane: &mut Arrangement,
        shape: u32,
        loops: &Loops,
        chains: Range<usize>,
        mut heated: impl FnMut(&mut Arrangement, Segment, Option<VertexId>) -> [VertexId; 2],
    ) {
        let is_floor = self.slots[shape as usize].kind == Kind::Floor;
        let mut last: Option<(SegmentId, VertexId)> = None;
        for (chain, role, line) in loops.segments(chains) {
            let [start, end] = heated(plane, line, last.map(|(_, v)| v));
            let record = Record { line, shape, chain, role, is_floor, start, rest: None, crossings: 0, is_laid: false };
            let segment = plane.new_record(record);
            self.points += usize::from(line.a == line.b);
            match last {
                Some((before, _)) => plane.set_rest(before, Some(segment)),
                None => self.slots[shape as usize].first = Some(segment),
            }
            self.enlisted.push((segment, end));
            last = Some((segment, end));
        }
    }

    fn lay_enlisted(&mut self, plane: &mut Arrangement) {
        for (segment, end) in self.enlisted.drain(..) {
            plane.lay(segment, end);
        }
    }

    /// Adds what a shape winds around to the covers, or takes it away; `steps` holds the steps of its chains afterwards.
    fn wind(&mut self, plane: &mut Arrangement, covers: &mut Covers, shape: u32, times: i32) {
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        for segment in self.segments(plane, shape) {
            let Record { start: mut v, role, .. } = *plane.record(segment);
            // Walls wind around nothing: their chains are followed only to be taken out.
            if role == Role::Wall && times > 0 {
                continue;
            }
            while let Some(e) = plane.chain_from(segment, v) {
                steps.push((segment, e));
                v = plane.tri.target(e);
            }
        }
        let mut rest = steps.as_slice();
        while let Some(&(first, _)) = rest.first() {
            let Record { chain, role, .. } = *plane.record(first);
            let length = rest.iter().take_while(|&&(segment, _)| plane.record(segment).chain == chain).count();
            if role != Role::Wall {
                covers.wind_chain(plane, &rest[..length], times);
            }
            rest = &rest[length..];
        }
        self.steps = steps;
    }
}

/// The shapes that cover a location or have an edge there, sorted, each once.
pub(crate) fn shapes_at(plane: &Arrangement, covers: &Covers, location: Location) -> Vec<u32> {
    let over = |f: FaceId| covers.windings(plane.tri.cover(f)).iter().filter(|w| w.covers()).map(|w| w.shape);
    let owners = |e: EdgeId| plane.walls.owners(plane.tri.wall(e)).map(|segment| plane.record(segment).shape);
    let mut found: Vec<u32> = plane.tri.faces_at(location).flat_map(over).collect();
    match location {
        Location::Edge(e) => found.extend(owners(e)),
        Location::Vertex(v) => found.extend(plane.tri.edges_from(v).flat_map(owners)),
        Location::Face(_) => {}
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The outline that some segments make up, chain by chain: rings closed implicitly, walls open.
pub(crate) fn outline_of(
    plane: &Arrangement,
    segments: impl Iterator<Item = SegmentId>,
    world: impl Fn(LatticePoint) -> Point,
) -> Vec<(Role, Vec<Point>)> {
    let mut chains: Vec<(Role, Vec<Point>)> = Vec::new();
    let mut last = None;
    for record in segments.map(|s| plane.record(s)) {
        if last != Some(record.chain) {
            chains.push((record.role, vec![world(record.line.a)]));
            last = Some(record.chain);
        }
        if let Some((_, points)) = chains.last_mut() {
            points.push(world(record.line.b));
        }
    }
    for (role, points) in &mut chains {
        if *role != Role::Wall || points.len() == 2 && points[0] == points[1] {
            points.pop();
        }
    }
    chains
}
