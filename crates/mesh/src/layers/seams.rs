//! Seams: taken apart when an edit begins, mirrored and joined again when it ends.

use super::height::Height;
use super::surface::Surface;
use super::tolls::Tolls;
use crate::arrangement::Arrangement;
use crate::box_pairs::LatticeBox;
use crate::cover::Covers;
use crate::floors::{APART, come_near};
use crate::ids::{EdgeId, FaceId, LayerId, SeamId, VertexId};
use crate::triangulation::Location;
use crate::walls::SegmentId;
use navigant_geometry::Point;
use navigant_geometry::Role;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::{Loops, Segment, orient};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What joins the layers of a map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seams {
    /// By layer.
    pub(super) heights: Vec<Height>,
    /// By layer, what is known of the ground of uneven ones.
    pub(super) surfaces: Vec<Option<Arc<Surface>>>,
    pub(super) stitches: Vec<Stitch>,
    /// By slot, the layer that an obstacle was inserted in.
    pub(super) homes: BTreeMap<u32, LayerId>,
    /// What crossing their edges costs, if any of them has a toll.
    tolls: Option<Tolls>,
}

/// A seam: a segment of a floor in each of two layers.
#[derive(Clone, Debug)]
pub(crate) struct Stitch {
    pub(super) layers: [LayerId; 2],
    pub(super) line: Segment,
    /// The sides of the two floors, which run along the line or against it.
    pub(super) segments: [SegmentId; 2],
    /// Pixels that are hot in a layer because they are in the other.
    mirrored: [Vec<LatticePoint>; 2],
    /// What crossing it costs, in metres: from the first layer to the second, and back.
    pub(super) tolls: [f64; 2],
    /// The edges at which it is open, as sides of the free faces in both layers.
    pub(super) glued: Vec<[EdgeId; 2]>,
    /// How many edges its chain has.
    edges: usize,
}

/// What a stitch comes to at the end of an edit.
struct Joint {
    edges: usize,
    glued: Vec<[EdgeId; 2]>,
    /// The faces along it, if the edit has touched any at it.
    touched: Vec<FaceId>,
}

impl Stitch {
    pub(super) fn new(layers: [LayerId; 2], line: Segment, segments: [SegmentId; 2], tolls: [f64; 2]) -> Stitch {
        Stitch { layers, line, segments, tolls, mirrored: Default::default(), glued: Vec::new(), edges: 0 }
    }

    /// Its chain in one of its layers from the start of its line to the end, each edge in that direction.
    fn chain(&self, plane: &Arrangement, side: usize) -> Vec<EdgeId> {
        let (segment, mut edges) = (self.segments[side], Vec::new());
        let mut v = plane.record(segment).start;
        while let Some(e) = plane.chain_from(segment, v) {
            edges.push(e);
            v = plane.tri.target(e);
        }
        if plane.record(segment).line.a != self.line.a {
            edges.reverse();
            edges.iter_mut().for_each(|e| *e = plane.tri.plane_twin(*e));
        }
        edges
    }

    /// The hot pixels of its chain in one of its layers.
    fn hot(&self, plane: &Arrangement, side: usize) -> Vec<LatticePoint> {
        let chain = self.chain(plane, side);
        let last = chain.last().map(|&e| plane.tri.target(e));
        let vertices = chain.iter().map(|&e| plane.tri.origin(e)).chain(last);
        vertices.filter(|&v| plane.tri.is_hot(v)).map(|v| plane.tri.at(v)).collect()
    }

    /// Whether an outline comes near it, or lies over it.
    fn is_touched_by(&self, loops: &Loops) -> bool {
        let mut windings = [0, 0];
        let p = self.line.a;
        for (_, role, side) in loops.segments(0..loops.chains().len()) {
            if come_near(side, self.line) {
                return true;
            }
            // The ray from the seam's start to the right.
            let [from, to] = [side.a.y > p.y, side.b.y > p.y];
            let left = orient(side.a, side.b, p) > 0;
            let by = i32::from(!from && to && left) - i32::from(from && !to && !left);
            match role {
                Role::Exterior => windings[0] += by,
                Role::Hole => windings[1] += by,
                Role::Wall => {}
            }
        }
        windings[0] != 0 && windings[1] == 0
    }

    /// Where it is open now, both its layers taken apart.
    fn joint(&self, plane: &Arrangement, covers: &Covers) -> Joint {
        let chains = [0, 1].map(|side| self.chain(plane, side));
        let tri = &plane.tri;
        let ends = |e: EdgeId| [tri.origin(e), tri.target(e)].map(|v| tri.at(v));
        let is_mirrored =
            chains[0].len() == chains[1].len() && chains[0].iter().zip(&chains[1]).all(|(&e, &m)| ends(e) == ends(m));
        debug_assert!(is_mirrored, "a seam that is rounded otherwise in either layer: {:?}", self.line);
        let mut glued = Vec::new();
        if is_mirrored {
            let is_open = |e: EdgeId| plane.walls.owners(tri.wall(e)).all(|s| plane.record(s).is_floor);
            let is_free = |e: EdgeId| covers.is_free(tri.cover(e.face()));
            for (&e, &m) in chains[0].iter().zip(&chains[1]).filter(|&(&e, &m)| is_open(e) && is_open(m)) {
                let (back, m_back) = (tri.plane_twin(e), tri.plane_twin(m));
                match [e, back, m, m_back].map(is_free) {
                    [true, false, false, true] => glued.push([e, m_back]),
                    [false, true, true, false] => glued.push([back, m]),
                    _ => {}
                }
            }
        }
        let both = |&e: &EdgeId| [e, tri.plane_twin(e)];
        let along: Vec<FaceId> = chains.iter().flatten().flat_map(both).map(EdgeId::face).collect();
        let around = |v: VertexId| tri.edges_from(v).any(|e| tri.log.is_touched(e.face()));
        let is_touched =
            glued != self.glued || chains.iter().flatten().any(|&e| around(tri.origin(e)) || around(tri.target(e)));
        Joint { edges: chains[0].len(), glued, touched: if is_touched { along } else { Vec::new() } }
    }
}

impl Seams {
    pub(super) fn new(heights: Vec<Height>, surfaces: Vec<Option<Arc<Surface>>>, stitches: Vec<Stitch>) -> Seams {
        Seams { heights, surfaces, stitches, homes: BTreeMap::new(), tolls: None }
    }

    /// The height of the ground of a layer around a place; `None` if there is no such layer.
    pub(super) fn ground_at(&self, layer: LayerId, p: Point) -> Option<Height> {
        let height = self.heights.get(layer.index())?;
        let surface = self.surfaces.get(layer.index())?.as_ref();
        Some(surface.and_then(|surface| surface.height_at(p)).unwrap_or(*height))
    }

    /// The height of a layer at a place; `None` if there is no such layer.
    pub(super) fn height_at(&self, layer: LayerId, p: Point) -> Option<f64> {
        self.ground_at(layer, p).map(|height| height.at(p))
    }

    /// The layers that an outline is laid in which is inserted in one: that one first, then those beyond seams that it touches.
    pub(super) fn reached(&self, from: LayerId, loops: &Loops) -> Vec<LayerId> {
        let extent = LatticeBox::of(loops.chains().flat_map(|(_, points)| points).copied());
        let is_near = |s: &&Stitch| extent.meets(LatticeBox::of([s.line.a, s.line.b]).grown(APART));
        let touched: Vec<&Stitch> = self.stitches.iter().filter(is_near).filter(|s| s.is_touched_by(loops)).collect();
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&layer) = reached.get(next) {
            next += 1;
            for [a, b] in touched.iter().map(|s| s.layers) {
                let beyond = if a == layer { b } else { a };
                if (a == layer || b == layer) && !reached.contains(&beyond) {
                    reached.push(beyond);
                }
            }
        }
        reached
    }

    /// The seams that an edit of some layers takes apart: those of these layers, and the other seams of the layers beyond them, whose
    /// vertices may be the same.
    fn apart(&self, layers: &[LayerId]) -> Vec<usize> {
        let of = |some: &[LayerId]| -> Vec<usize> {
            let is_of = |s: &Stitch| s.layers.iter().any(|l| some.contains(l));
            (0..self.stitches.len()).filter(|&i| is_of(&self.stitches[i])).collect()
        };
        let beyond: Vec<LayerId> = of(layers).into_iter().flat_map(|i| self.stitches[i].layers).collect();
        of(&beyond)
    }

    /// Takes the seams of some layers apart, and the heat off that is mirrored between them.
    pub(super) fn take_apart(&mut self, plane: &mut Arrangement, layers: &[LayerId]) {
        for stitch in self.apart(layers).into_iter().map(|i| &self.stitches[i]) {
            for &[here, there] in &stitch.glued {
                plane.tri.unglue(here, there);
            }
        }
        for stitch in self.stitches.iter_mut().filter(|s| s.layers.iter().all(|l| layers.contains(l))) {
            for (layer, pixels) in stitch.layers.into_iter().zip(&mut stitch.mirrored) {
                for p in pixels.drain(..) {
                    // What is hot is a vertex.
                    if let Location::Vertex(v) = plane.tri.locate_on(layer, p) {
                        plane.unheat(v);
                    }
                }
            }
        }
    }

    /// Makes the pixels of seams between some layers hot in both layers, if they are in one.
    pub(super) fn mirror(&mut self, plane: &mut Arrangement, layers: &[LayerId]) {
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for stitch in self.stitches.iter_mut().filter(|s| s.layers.iter().all(|l| layers.contains(l))) {
                let hot = [0, 1].map(|side| stitch.hot(plane, side));
                for (from, to) in [(0, 1), (1, 0)] {
                    for &p in hot[from].iter().filter(|p| !hot[to].contains(p)) {
                        plane.tri.edit_layer(stitch.layers[to]);
                        plane.heat(p, None);
                        stitch.mirrored[to].push(p);
                        is_done = false;
                    }
                }
            }
        }
        plane.tri.edit_layer(LayerId::default());
    }

    /// Joins the seams of some layers where they are open. Faces at a seam that has changed in either layer count as touched in both.
    pub(super) fn join(&mut self, plane: &mut Arrangement, covers: &Covers, layers: &[LayerId]) {
        let apart = self.apart(layers);
        let is_edited = |s: &Stitch| s.layers.iter().any(|l| layers.contains(l));
        // All are looked at before the first is joined: what is looked at are planes.
        let stitches = apart.iter().map(|&i| &self.stitches[i]);
        let joints: Vec<Option<Joint>> = stitches.map(|s| is_edited(s).then(|| s.joint(plane, covers))).collect();
        for (index, joint) in apart.into_iter().zip(joints) {
            let stitch = &mut self.stitches[index];
            if let Some(Joint { edges, glued, touched }) = joint {
                (stitch.edges, stitch.glued) = (edges, glued);
                touched.into_iter().for_each(|f| plane.tri.record(f, true));
            }
            stitch.glued.iter().for_each(|&[here, there]| plane.tri.glue(here, there));
        }
        self.count_tolls(|e| [plane.tri.origin(e), plane.tri.target(e)]);
    }

    /// Notes the tolls of the edges that are open now.
    pub(super) fn count_tolls(&mut self, ends: impl Fn(EdgeId) -> [VertexId; 2]) {
        self.tolls = Tolls::of(&self.stitches, ends);
    }

    /// What crossing seams costs; `None` if it costs nothing anywhere.
    pub(crate) fn tolls(&self) -> Option<&Tolls> {
        self.tolls.as_ref()
    }

    /// The line of a seam, where it is open, and how many edges it has.
    pub(super) fn state_of(&self, seam: SeamId) -> (Segment, &[[EdgeId; 2]], usize) {
        let stitch = &self.stitches[seam.index()];
        (stitch.line, &stitch.glued, stitch.edges)
    }

    /// The seam that an edge is glued at.
    pub(super) fn seam_of(&self, e: EdgeId) -> Option<SeamId> {
        let has = |s: &Stitch| s.glued.iter().flatten().any(|&other| other == e);
        self.stitches.iter().position(has).map(|index| SeamId(index as u32))
    }
}
