//! Blocks: connected sets of free faces, what they border on, and the components they make up.

use super::{ComponentId, Components};
use crate::ids::{EdgeId, FaceId};
use crate::map::Map;
use crate::tuning::components::{MAX_GROWTH, MIN_PART};
use navigant_geometry::Bounds;
use navigant_geometry::internals::BoundsInternals as _;
use std::collections::VecDeque;
use std::num::NonZeroU32;

/// Names a block; never zero, so that "in no block" costs no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct BlockId(NonZeroU32);

impl BlockId {
    #[inline]
    pub(super) fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    fn of_index(index: usize) -> BlockId {
        BlockId(NonZeroU32::MIN.saturating_add(index as u32))
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    /// How many faces it has.
    pub(super) size: u32,
    /// Edges out of its faces into other blocks: all of them, and some that were such once.
    pub(super) border: Vec<EdgeId>,
    /// The blocks beyond its border, sorted.
    pub(super) links: Vec<BlockId>,
    /// A box around its faces; faces that went may have made it too large. `None` without faces.
    pub(super) extent: Option<Bounds>,
}

/// The edges of a face that can be crossed, and the faces beyond.
pub(super) fn open_edges(map: &Map, f: FaceId) -> impl Iterator<Item = (EdgeId, FaceId)> + '_ {
    f.edges().into_iter().filter(|&e| !map.is_wall(e)).map(|e| (e, map.twin(e).face()))
}

impl Components {
    /// By one pass over all faces.
    pub(super) fn found(map: &Map) -> Components {
        let mut found = Components {
            block_of: vec![None; map.face_slots()],
            blocks: Vec::new(),
            component_of: Vec::new(),
            faces: Vec::new(),
            unused_blocks: Vec::new(),
            unused: Vec::new(),
            block_size: block_size(map.face_count()),
        };
        let mut made = Vec::new();
        for f in map.faces().filter(|&f| map.is_free(f)) {
            found.fill(map, f, &mut made);
        }
        for f in map.faces() {
            found.note_border(map, f);
        }
        for &block in &made {
            found.refresh_links(map, block);
        }
        found.name_components(&made);
        found
    }

    #[inline]
    pub(super) fn block(&self, f: FaceId) -> Option<BlockId> {
        self.block_of[f.index()]
    }

    #[inline]
    pub(super) fn put(&mut self, f: FaceId, block: BlockId) {
        self.block_of[f.index()] = Some(block);
    }

    /// Lets a block's box reach around a face.
    pub(super) fn reach_around(&mut self, map: &Map, f: FaceId, block: BlockId) {
        for p in map.corners(f).map(|v| map.point(v)) {
            self.blocks[block.index()].extent.get_or_insert(Bounds { min: p, max: p }).include(p);
        }
    }

    pub(super) fn new_block(&mut self) -> BlockId {
        self.unused_blocks.pop().unwrap_or_else(|| {
            self.blocks.push(Block::default());
            self.component_of.push(None);
            BlockId::of_index(self.blocks.len() - 1)
        })
    }

    /// Gives the slot of a block back that has no faces any more.
    pub(super) fn drop_block(&mut self, block: BlockId) {
        self.blocks[block.index()] = Block::default();
        self.component_of[block.index()] = None;
        self.unused_blocks.push(block);
    }

    /// Makes blocks of the free faces that are in none and are connected to a face; nothing if it is in one itself.
    ///
    /// Each block grows breadth first, so that it is compact. The next one begins where one had to stop; if it stays small
    /// because there is no more room, it joins the one that stopped there.
    pub(super) fn fill(&mut self, map: &Map, first: FaceId, made: &mut Vec<BlockId>) {
        if self.block(first).is_some() {
            return;
        }
        let mut begin_at = VecDeque::from([(first, None)]);
        let mut inside = Vec::new();
        while let Some((start, beside)) = begin_at.pop_front() {
            if self.block(start).is_some() {
                continue;
            }
            let block = self.new_block();
            self.put(start, block);
            inside.clear();
            inside.push(start);
            let mut at = 0;
            while let Some(&f) = inside.get(at) {
                at += 1;
                for (_, beyond) in open_edges(map, f) {
                    if self.block(beyond).is_some() {
                        continue;
                    }
                    if inside.len() < self.block_size as usize {
                        self.put(beyond, block);
                        inside.push(beyond);
                    } else {
                        begin_at.push_back((beyond, Some(block)));
                    }
                }
            }
            let size = inside.len() as u32;
            let joins = |&beside: &BlockId| self.is_small(size) && self.has_room(beside);
            let home = beside.filter(joins).unwrap_or(block);
            if home == block {
                made.push(block);
            } else {
                inside.iter().for_each(|&f| self.put(f, home));
                self.drop_block(block);
            }
            self.blocks[home.index()].size += size;
            inside.iter().for_each(|&f| self.reach_around(map, f, home));
        }
    }

    /// Whether a block of this size should be merged into another.
    pub(super) fn is_small(&self, size: u32) -> bool {
        size < self.block_size / MIN_PART
    }

    /// Whether a block may take in others.
    pub(super) fn has_room(&self, block: BlockId) -> bool {
        self.blocks[block.index()].size < MAX_GROWTH * self.block_size
    }

    /// Notes the edges of a face that lead into other blocks, on its own side.
    pub(super) fn note_border(&mut self, map: &Map, f: FaceId) {
        let Some(block) = self.block(f) else { return };
        for (e, beyond) in open_edges(map, f) {
            if self.block(beyond) != Some(block) {
                self.blocks[block.index()].border.push(e);
            }
        }
    }

    /// The block beyond an edge of a block's border; `None` if the edge is no longer in the border.
    pub(super) fn beyond(&self, map: &Map, block: BlockId, e: EdgeId) -> Option<BlockId> {
        if self.block(e.face()) != Some(block) || map.is_wall(e) {
            return None;
        }
        self.block(map.twin(e).face()).filter(|&other| other != block)
    }

    /// Drops stale edges from a block's border and recomputes its links; returns the old ones.
    pub(super) fn refresh_links(&mut self, map: &Map, block: BlockId) -> Vec<BlockId> {
        let mut border = std::mem::take(&mut self.blocks[block.index()].border);
        let mut links = Vec::with_capacity(border.len());
        border.retain(|&e| {
            let beyond = self.beyond(map, block, e);
            links.extend(beyond);
            beyond.is_some()
        });
        border.sort_unstable();
        border.dedup();
        links.sort_unstable();
        links.dedup();
        self.blocks[block.index()].border = border;
        std::mem::replace(&mut self.blocks[block.index()].links, links)
    }

    /// Names the components that some blocks belong to, each by a walk over all its blocks. The blocks themselves must be
    /// nameless; other blocks connected to them lose their old name.
    pub(super) fn name_components(&mut self, nameless: &[BlockId]) {
        let mut queue = Vec::new();
        for &start in nameless {
            if self.component_of[start.index()].is_some() {
                continue;
            }
            let component = self.unused.pop().unwrap_or_else(|| {
                self.faces.push(0);
                ComponentId(self.faces.len() as u32 - 1)
            });
            let mut faces = 0;
            self.component_of[start.index()] = Some(component);
            queue.push(start);
            while let Some(block) = queue.pop() {
                let Block { size, links, .. } = &self.blocks[block.index()];
                faces += size;
                for &other in links {
                    if self.component_of[other.index()] != Some(component) {
                        self.component_of[other.index()] = Some(component);
                        queue.push(other);
                    }
                }
            }
            self.faces[component.0 as usize] = faces;
        }
    }
}

/// About the square root of the number of faces, for then the faces of a block are about as many as all blocks.
fn block_size(faces: usize) -> u32 {
    ((faces as f64).sqrt() as u32 / 2).max(32)
}
