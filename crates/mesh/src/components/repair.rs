//! Components after edits, from the faces that were touched.
//!
//! The touched faces leave their blocks, and those of them that are free join blocks around them. A block that lost faces
//! may have fallen apart: all its pieces border the touched faces, so a search from one of them through the block finds
//! the others, usually at once, or finds a piece that has become a block of its own. Then the links of the blocks around
//! are looked at again. Only if one is broken that nobody replaces, or joins two components, are components walked over,
//! block by block.

use super::blocks::{BlockId, open_edges};
use super::{ComponentId, Components};
use crate::ids::FaceId;
use crate::map::Map;
use navigant_geometry::Bounds;
use navigant_geometry::internals::BoundsInternals as _;
use std::collections::VecDeque;

struct Repair<'m> {
    map: &'m Map,
    parts: Components,
    /// Blocks whose border may have changed.
    disturbed: Vec<BlockId>,
    /// Blocks whose component must be recomputed.
    affected: Vec<BlockId>,
    /// Links that were removed.
    broken: Vec<(BlockId, BlockId)>,
    /// Ids of components that are no longer in use.
    released: Vec<ComponentId>,
}

impl Components {
    /// These components as they are after edits that touched some faces: sorted, each once.
    pub(super) fn repaired(self, map: &Map, touched: &[FaceId]) -> Components {
        let mut repair = Repair {
            map,
            parts: self,
            disturbed: Vec::new(),
            affected: Vec::new(),
            broken: Vec::new(),
            released: Vec::new(),
        };
        repair.parts.block_of.resize(map.face_slots(), None);
        let hurt = repair.take_out(touched);
        let came: Vec<FaceId> =
            touched.iter().copied().filter(|&f| map.plane.tri.is_inner(f) && map.is_free(f)).collect();
        repair.hand_out(&came);
        repair.split_apart(&hurt, &came);
        repair.disturbed.extend(&hurt);
        repair.disturb_around(&came);
        repair.refresh();
        repair.merge_small_ones();
        repair.refresh();
        repair.rename();
        repair.parts
    }
}

impl Repair<'_> {
    /// Takes faces out of their blocks; returns the blocks that lost some.
    fn take_out(&mut self, faces: &[FaceId]) -> Vec<BlockId> {
        let mut hurt = Vec::new();
        for f in faces {
            let Some(block) = self.parts.block_of[f.index()].take() else { continue };
            self.parts.blocks[block.index()].size -= 1;
            if let Some(component) = self.parts.component_of[block.index()] {
                self.parts.faces[component.0 as usize] -= 1;
            }
            hurt.push(block);
        }
        sort_out(&mut hurt);
        hurt
    }

    /// Puts free faces that are in no block into the blocks around them, or into new ones.
    fn hand_out(&mut self, came: &[FaceId]) {
        let map = self.map;
        let mut queue: VecDeque<FaceId> = came.iter().copied().collect();
        // A face next to none waits until a face beside it has been put into one.
        while let Some(f) = queue.pop_front() {
            if self.parts.block(f).is_some() {
                continue;
            }
            let around = open_edges(map, f).filter_map(|(_, beyond)| self.parts.block(beyond));
            let Some(block) = { around }.find(|&block| self.parts.has_room(block)) else { continue };
            self.parts.put(f, block);
            self.parts.reach_around(map, f, block);
            self.parts.blocks[block.index()].size += 1;
            if let Some(component) = self.parts.component_of[block.index()] {
                self.parts.faces[component.0 as usize] += 1;
            }
            queue.extend(open_edges(map, f).map(|(_, beyond)| beyond).filter(|g| self.parts.block(*g).is_none()));
        }
        let before = self.affected.len();
        for &f in came {
            self.parts.fill(map, f, &mut self.affected);
        }
        self.disturbed.extend_from_slice(&self.affected[before..]);
    }

    /// Makes blocks of the pieces into which those have fallen that lost faces.
    fn split_apart(&mut self, hurt: &[BlockId], came: &[FaceId]) {
        let mut at_the_gap: Vec<(BlockId, FaceId)> = Vec::new();
        for &f in came {
            let around = open_edges(self.map, f).map(|(_, beyond)| beyond);
            let blocks = around.chain([f]).filter_map(|g| Some((self.parts.block(g)?, g)));
            at_the_gap.extend(blocks.filter(|(block, _)| hurt.binary_search(block).is_ok()));
        }
        sort_out(&mut at_the_gap);
        for ends in at_the_gap.chunk_by(|a, b| a.0 == b.0) {
            self.split_block(ends);
        }
    }

    /// Makes blocks of the pieces of one; in each piece there is at least one of the given faces.
    fn split_block(&mut self, ends: &[(BlockId, FaceId)]) {
        let map = self.map;
        let mut ends = ends.iter().copied();
        let mut next = ends.next();
        while let Some((block, start)) = next {
            // What is reached gets the name of a new block, until it turns out that everything can be reached.
            let piece = self.parts.new_block();
            self.parts.put(start, piece);
            let mut reached = vec![start];
            let mut at = 0;
            while let Some(&f) = reached.get(at) {
                while next.is_some_and(|(_, end)| self.parts.block(end) != Some(block)) {
                    next = ends.next();
                }
                if next.is_none() {
                    break;
                }
                at += 1;
                for (_, beyond) in open_edges(map, f) {
                    if self.parts.block(beyond) == Some(block) {
                        self.parts.put(beyond, piece);
                        reached.push(beyond);
                    }
                }
            }
            if next.is_none() {
                reached.iter().for_each(|&f| self.parts.put(f, block));
                self.parts.drop_block(piece);
            } else {
                reached.iter().for_each(|&f| self.parts.reach_around(map, f, piece));
                self.parts.blocks[piece.index()].size = reached.len() as u32;
                self.parts.blocks[block.index()].size -= reached.len() as u32;
                self.affected.extend([block, piece]);
                self.disturbed.push(piece);
                self.disturb_around(&reached);
            }
        }
    }

    /// Notes all borders at some faces, on both sides.
    fn disturb_around(&mut self, faces: &[FaceId]) {
        for &f in faces {
            for (e, beyond) in open_edges(self.map, f) {
                let (Some(here), Some(there)) = (self.parts.block(f), self.parts.block(beyond)) else { continue };
                self.disturbed.push(there);
                if here != there {
                    self.parts.blocks[here.index()].border.push(e);
                    self.parts.blocks[there.index()].border.push(self.map.twin(e));
                    self.disturbed.push(here);
                }
            }
        }
    }

    /// Recomputes the links of all disturbed blocks.
    fn refresh(&mut self) {
        let mut disturbed = std::mem::take(&mut self.disturbed);
        sort_out(&mut disturbed);
        disturbed.iter().for_each(|&block| self.refresh_block(block));
        self.disturbed = disturbed;
    }

    fn refresh_block(&mut self, block: BlockId) {
        let before = self.parts.refresh_links(self.map, block);
        let links = &self.parts.blocks[block.index()].links;
        let gone = before.into_iter().filter(|other| links.binary_search(other).is_err());
        self.broken.extend(gone.map(|other| (block, other)));
    }

    /// Lets blocks that have become small join others, so that there are never many more blocks than at first.
    fn merge_small_ones(&mut self) {
        let mut small = self.disturbed.clone();
        while let Some(block) = small.pop() {
            let size = |block: BlockId, parts: &Components| parts.blocks[block.index()].size;
            if size(block, &self.parts) == 0 || !self.parts.is_small(size(block, &self.parts)) {
                continue;
            }
            self.refresh_block(block);
            let links = self.parts.blocks[block.index()].links.iter().copied();
            let heir = links.min_by_key(|&other| size(other, &self.parts));
            if let Some(heir) = heir.filter(|&heir| self.parts.has_room(heir)) {
                self.merge(block, heir);
                small.push(heir);
            }
        }
    }

    /// Puts all faces of a block into one that it is linked to.
    fn merge(&mut self, block: BlockId, heir: BlockId) {
        let Some(first) = self.parts.blocks[block.index()].border.first().map(|e| e.face()) else { return };
        let mut queue = vec![first];
        self.parts.put(first, heir);
        while let Some(f) = queue.pop() {
            for (_, beyond) in open_edges(self.map, f) {
                if self.parts.block(beyond) == Some(block) {
                    self.parts.put(beyond, heir);
                    queue.push(beyond);
                }
            }
        }
        let merged = std::mem::take(&mut self.parts.blocks[block.index()]);
        self.broken.extend(merged.links.iter().map(|&other| (block, other)));
        self.disturbed.extend(merged.links);
        self.disturbed.push(block);
        self.affected.push(heir);
        let heir = &mut self.parts.blocks[heir.index()];
        heir.size += merged.size;
        heir.border.extend(merged.border);
        for corner in merged.extent.into_iter().flat_map(|b| [b.min, b.max]) {
            heir.extent.get_or_insert(Bounds { min: corner, max: corner }).include(corner);
        }
    }

    /// Finds the components whose blocks have changed, or are linked in another way.
    fn rename(&mut self) {
        let parts = &mut self.parts;
        for (a, b) in std::mem::take(&mut self.broken) {
            let links = [a, b].map(|block| &parts.blocks[block.index()].links);
            let is_linked =
                links[0].binary_search(&b).is_ok() || links[0].iter().any(|c| links[1].binary_search(c).is_ok());
            if !is_linked {
                self.affected.extend([a, b]);
            }
        }
        for &block in &self.disturbed {
            for &other in &parts.blocks[block.index()].links {
                if parts.component_of[block.index()] != parts.component_of[other.index()] {
                    self.affected.extend([block, other]);
                }
            }
        }
        let is_gone = |block: &BlockId, parts: &Components| parts.blocks[block.index()].size == 0;
        for &block in self.disturbed.iter().filter(|&block| is_gone(block, parts)) {
            self.released.extend(parts.component_of[block.index()]);
        }
        sort_out(&mut self.affected);
        self.affected.retain(|block| !is_gone(block, parts));
        for &block in &self.affected {
            self.released.extend(parts.component_of[block.index()].take());
        }
        parts.name_components(&self.affected);
        for &block in &self.disturbed {
            if is_gone(&block, parts) {
                parts.drop_block(block);
            }
        }
        sort_out(&mut self.released);
        for &component in &self.released {
            parts.faces[component.0 as usize] = 0;
            parts.unused.push(component);
        }
    }
}

fn sort_out<T: Ord>(items: &mut Vec<T>) {
    items.sort_unstable();
    items.dedup();
}
