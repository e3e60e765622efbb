//! Owners of walls: lists of the input segments that run along a constrained edge, most of length one.

mod saved;

use crate::triangulation::WallId;

/// A segment as given, by its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SegmentId(pub(crate) u32);

impl SegmentId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct Owner {
    segment: SegmentId,
    rest: WallId,
}

/// All lists of owners. A [`WallId`] is the head of one.
#[derive(Clone, Debug)]
pub(crate) struct Walls {
    owners: Vec<Owner>,
    unused: WallId,
}

impl Walls {
    pub(crate) fn new() -> Self {
        Walls { owners: Vec::new(), unused: WallId::FREE }
    }

    /// The list with one more owner.
    pub(crate) fn add(&mut self, rest: WallId, segment: SegmentId) -> WallId {
        let owner = Owner { segment, rest };
        if self.unused.is_free() {
            self.owners.push(owner);
            return WallId(self.owners.len() as u32 - 1);
        }
        let reused = self.unused;
        self.unused = self.owners[reused.0 as usize].rest;
        self.owners[reused.0 as usize] = owner;
        reused
    }

    /// The list without an owner; free when it was the only one.
    pub(crate) fn remove(&mut self, wall: WallId, segment: SegmentId) -> WallId {
        let mut before: Option<WallId> = None;
        let mut current = wall;
        while current.0 < WallId::RIM.0 {
            let Owner { segment: owner, rest } = self.owners[current.0 as usize];
            if owner == segment {
                self.owners[current.0 as usize].rest = self.unused;
                self.unused = current;
                return match before {
                    None => rest,
                    Some(before) => {
                        self.owners[before.0 as usize].rest = rest;
                        wall
                    }
                };
            }
            before = Some(current);
            current = rest;
        }
        wall
    }

    /// The owner of a wall, `Some(None)` if it has several, `None` if it has none.
    #[inline]
    pub(crate) fn owner(&self, wall: WallId) -> Option<Option<SegmentId>> {
        let Owner { segment, rest } = self.owners.get(wall.0 as usize)?;
        Some(rest.is_free().then_some(*segment))
    }

    /// The list without the owners that are not to be kept; free without any.
    pub(crate) fn retain(&mut self, wall: WallId, keep: impl Fn(SegmentId) -> bool) -> WallId {
        let (mut head, mut last, mut current) = (wall, None::<WallId>, wall);
        while current.0 < WallId::RIM.0 {
            let Owner { segment, rest } = self.owners[current.0 as usize];
            if keep(segment) {
                last = Some(current);
            } else {
                match last {
                    None => head = rest,
                    Some(last) => self.owners[last.0 as usize].rest = rest,
                }
                self.owners[current.0 as usize].rest = self.unused;
                self.unused = current;
            }
            current = rest;
        }
        head
    }

    /// Gives back the memory of a list.
    pub(crate) fn release(&mut self, wall: WallId) {
        self.retain(wall, |_| false);
    }

    /// Another list of the same owners.
    pub(crate) fn copy(&mut self, wall: WallId) -> WallId {
        let mut copy = WallId::FREE;
        let mut current = wall;
        while current.0 < WallId::RIM.0 {
            let Owner { segment, rest } = self.owners[current.0 as usize];
            copy = self.add(copy, segment);
            current = rest;
        }
        copy
    }

    /// The owners of a wall; none of a free edge and of the rim.
    #[inline]
    pub(crate) fn owners(&self, wall: WallId) -> impl Iterator<Item = SegmentId> + '_ {
        let mut current = wall;
        std::iter::from_fn(move || {
            let owner = self.owners.get(current.0 as usize)?;
            current = owner.rest;
            Some(owner.segment)
        })
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        size_of_val(self.owners.as_slice())
    }
}
