//! Shapes as bytes, and back.

use super::{Kind, Shape, Shapes};
use crate::arrangement::Arrangement;
use crate::saved::{BadSave, Reader, Writer};
use crate::walls::SegmentId;

impl Shapes {
    pub(crate) fn save(&self, w: &mut Writer) {
        w.list(self.slots.iter().map(|shape| {
            let first = shape.first.map_or(u32::MAX, |first| first.0);
            let since = [shape.since as u32, (shape.since >> 32) as u32];
            [shape.generation, shape.mark, shape.kind as u32, first, since[0], since[1]]
        }));
        w.list(self.unused.iter().map(|&slot| [slot]));
    }

    /// What was saved, not checked yet.
    pub(crate) fn of_saved(r: &mut Reader) -> Result<Shapes, BadSave> {
        let slots = r.list_of(|[generation, mark, kind, first, low, high]| {
            let kind = match kind {
                0 => Kind::Floor,
                1 => Kind::Obstacle,
                2 => Kind::Region,
                3 => Kind::Unused,
                _ => return Err(BadSave::Invalid("a shape of no kind")),
            };
            let first = (first != u32::MAX).then_some(SegmentId(first));
            Ok(Shape { generation, mark, kind, first, since: u64::from(high) << 32 | u64::from(low) })
        })?;
        let unused: Vec<u32> = r.list::<1>()?.map(|[slot]| slot).collect();
        Ok(Shapes { slots, unused, ..Shapes::default() })
    }

    /// The shapes by slot.
    pub(crate) fn slots(&self) -> &[Shape] {
        &self.slots
    }

    /// Whether every segment belongs to one shape or is unused; counts those that are points.
    pub(crate) fn check(&mut self, plane: &Arrangement) -> Result<(), BadSave> {
        let wrong = |what: &'static str| Err(BadSave::Invalid(what));
        let mut free = vec![true; plane.segment_slots()];
        let mut take = |id: SegmentId| free.get_mut(id.index()).is_some_and(|free| std::mem::replace(free, false));
        for (slot, shape) in (0..).zip(&self.slots) {
            if shape.kind == Kind::Unused && shape.first.is_some() {
                return wrong("a shape that is used and is not");
            }
            let mut next = shape.first;
            while let Some(id) = next {
                if !take(id) {
                    return wrong("a segment of two shapes");
                }
                let record = plane.record(id);
                let is_floor = shape.kind == Kind::Floor;
                if !record.is_laid || record.shape != slot || record.is_floor != is_floor {
                    return wrong("a segment of another shape");
                }
                self.points += usize::from(record.line.a == record.line.b);
                next = record.rest;
            }
        }
        let mut next = plane.first_unused();
        while let Some(id) = next {
            if !take(id) || plane.record(id).is_laid {
                return wrong("a segment that is used and is not");
            }
            next = plane.record(id).rest;
        }
        let mut seen = vec![false; self.slots.len()];
        for &slot in &self.unused {
            let is_unused = self.slots.get(slot as usize).is_some_and(|shape| shape.kind == Kind::Unused);
            if !is_unused || std::mem::replace(&mut seen[slot as usize], true) {
                return wrong("a shape that is used and is not");
            }
        }
        if free.contains(&true) { wrong("a segment of no shape") } else { Ok(()) }
    }
}
