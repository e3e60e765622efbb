//! Owners of walls as bytes, and back.

use super::{Owner, SegmentId, Walls};
use crate::saved::{BadSave, Reader, Writer};
use crate::triangulation::WallId;

impl Walls {
    pub(crate) fn save(&self, w: &mut Writer) {
        w.list(self.owners.iter().map(|owner| [owner.segment.0, owner.rest.0]));
        w.u32(self.unused.0);
    }

    pub(crate) fn load(r: &mut Reader) -> Result<Walls, BadSave> {
        let owners = r.list::<2>()?.map(|[segment, rest]| Owner { segment: SegmentId(segment), rest: WallId(rest) });
        Ok(Walls { owners: owners.collect(), unused: WallId(r.u32()?) })
    }

    /// Checks that list links and owners are in range, given the number of segments; returns which slots may be in a list.
    pub(crate) fn check(&self, segments: usize) -> Result<Vec<bool>, BadSave> {
        let slots = self.owners.len() as u32;
        let is_known = |wall: WallId| wall.is_free() || wall.0 < slots;
        let is_good = |owner: &Owner| is_known(owner.rest) && owner.segment.index() < segments;
        if !is_known(self.unused) || !self.owners.iter().all(is_good) {
            return Err(BadSave::Invalid("a list of owners that goes on nowhere"));
        }
        let mut free = vec![true; self.owners.len()];
        let ends = self.unused.is_free() || self.take(self.unused, &mut free);
        if ends { Ok(free) } else { Err(BadSave::Invalid("a list of owners without an end")) }
    }

    /// Takes the slots of a wall's list; false if one was taken before or is not there.
    pub(crate) fn take(&self, wall: WallId, free: &mut [bool]) -> bool {
        let mut current = wall;
        while !current.is_free() && current != WallId::RIM {
            let Some(owner) = self.owners.get(current.0 as usize) else { return false };
            if !std::mem::replace(&mut free[current.0 as usize], false) {
                return false;
            }
            current = owner.rest;
        }
        true
    }
}
