//! The blocks of some components, nearest to a point first.

use super::Components;
use super::blocks::{Block, BlockId, open_edges};
use crate::face_set::FaceSet;
use crate::ids::FaceId;
use crate::map::Map;
use crate::tolerance::BELOW;
use navigant_geometry::internals::BoundsInternals as _;
use navigant_geometry::{Bounds, Point};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A walk over the blocks of some components; holds the scratch memory.
#[derive(Debug, Default)]
pub(crate) struct BlockWalk {
    epoch: u32,
    /// By block: the walk that met it last.
    met: Vec<u32>,
    found: Vec<(BlockId, FaceId)>,
    /// By distance, in bits, for distances are not negative; then by face.
    waiting: BinaryHeap<Reverse<(u64, FaceId)>>,
    /// The faces of one block.
    seen: FaceSet,
    stack: Vec<FaceId>,
}

impl BlockWalk {
    /// Finds all blocks connected to some faces, with a lower bound on the distance of each from a point, by its box.
    pub(crate) fn set_out(&mut self, components: &Components, p: Point, from: impl Iterator<Item = FaceId>) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.met.fill(0);
            self.epoch = 1;
        }
        self.met.resize(self.met.len().max(components.blocks.len()), 0);
        self.found.clear();
        self.waiting.clear();
        for f in from {
            if let Some(block) = components.block(f) {
                self.meet(block, f);
            }
        }
        let mut at = 0;
        while let Some(&(block, some_face)) = self.found.get(at) {
            at += 1;
            let Block { extent, links, .. } = &components.blocks[block.index()];
            // A hair less, for boxes and faces are rounded on their own.
            let distance = extent.map_or(0.0, |extent| extent.distance_to(Bounds { min: p, max: p })) * BELOW;
            self.waiting.push(Reverse((distance.to_bits(), some_face)));
            for &other in links {
                if let Some(e) = components.blocks[other.index()].border.first() {
                    self.meet(other, e.face());
                }
            }
        }
    }

    fn meet(&mut self, block: BlockId, some_face: FaceId) {
        if std::mem::replace(&mut self.met[block.index()], self.epoch) != self.epoch {
            self.found.push((block, some_face));
        }
    }

    /// The nearest block that is left: what its faces are away at least, and one of them.
    pub(crate) fn take_nearest(&mut self) -> Option<(f64, FaceId)> {
        let Reverse((distance, some_face)) = self.waiting.pop()?;
        Some((f64::from_bits(distance), some_face))
    }

    /// Visits all faces of the block that a face is in.
    pub(crate) fn for_each_face(&mut self, map: &Map, some_face: FaceId, mut visit: impl FnMut(FaceId)) {
        let components = map.components();
        let block = components.block(some_face);
        self.seen.clear();
        self.seen.insert(some_face);
        self.stack.push(some_face);
        while let Some(f) = self.stack.pop() {
            visit(f);
            let inside = open_edges(map, f).map(|(_, beyond)| beyond).filter(|&g| components.block(g) == block);
            self.stack.extend(inside.filter(|&g| self.seen.insert(g)));
        }
    }
}
