//! An arrangement as bytes, and back.

use super::{Arrangement, Record};
use crate::ids::VertexId;
use crate::saved::{BadSave, Reader, Writer, aside, point};
use crate::walls::{SegmentId, Walls};
use navigant_geometry::internals::Segment;
use navigant_geometry::{Lattice, Role};

impl Arrangement {
    pub(crate) fn save(&self, w: &mut Writer) {
        self.tri.save(w);
        self.walls.save(w);
        w.list(self.records.iter().map(|record| {
            let &Record { line, shape, chain, role, is_floor, start, rest, crossings, is_laid } = record;
            let [a, b] = [line.a, line.b].map(|p| [p.x as u32, p.y as u32]);
            let what = role as u32 | u32::from(is_floor) << 2 | u32::from(is_laid) << 3;
            let rest = rest.map_or(u32::MAX, |rest| rest.0);
            [a[0], a[1], b[0], b[1], shape, chain, what, start.0, rest, crossings]
        }));
        w.option(self.unused.map(|unused| unused.0));
    }

    /// What was saved behind the triangulation, not checked yet.
    pub(crate) fn load_around(r: &mut Reader) -> Result<Arrangement, BadSave> {
        let walls = Walls::load(r)?;
        let records = r.list_of(|[ax, ay, bx, by, shape, chain, what, start, rest, crossings]| {
            let role = match what & 3 {
                0 => Role::Exterior,
                1 => Role::Hole,
                2 => Role::Wall,
                _ => return Err(BadSave::Invalid("a segment of no kind")),
            };
            let line = Segment { a: point(ax, ay)?, b: point(bx, by)? };
            let is_off = [line.a.x, line.a.y, line.b.x, line.b.y].into_iter().any(|c| c.abs() > Lattice::REACH);
            if is_off || what >> 4 != 0 {
                return Err(BadSave::Invalid("a segment off the lattice"));
            }
            let (is_floor, is_laid) = (what & 4 != 0, what & 8 != 0);
            let rest = (rest != u32::MAX).then_some(SegmentId(rest));
            Ok(Record { line, shape, chain, role, is_floor, start: VertexId(start), rest, crossings, is_laid })
        })?;
        let unused = r.option()?.map(SegmentId);
        Ok(Arrangement { walls, records, unused, ..Arrangement::new() })
    }

    /// How many slots for segments there are.
    pub(crate) fn segment_slots(&self) -> usize {
        self.records.len()
    }

    /// The first of the unused slots, each of which names the next.
    pub(crate) fn first_unused(&self) -> Option<SegmentId> {
        self.unused
    }

    /// Whether every segment starts at its vertex, and every wall has owners of its own.
    pub(crate) fn check(&self) -> Result<(), BadSave> {
        let (faces, walls) = aside(self.records.len(), || self.tri.check(), || self.check_segments());
        faces.and(walls)
    }

    fn check_segments(&self) -> Result<(), BadSave> {
        let wrong = |what: &'static str| Err(BadSave::Invalid(what));
        let mut free = self.walls.check(self.records.len())?;
        if !self.tri.walls().all(|wall| self.walls.take(wall, &mut free)) {
            return wrong("a wall without an owner, or with another's");
        }
        for record in &self.records {
            if record.rest.is_some_and(|rest| rest.index() >= self.records.len()) {
                return wrong("a segment that goes on nowhere");
            }
            let is_hot = self.tri.has_vertex(record.start) && self.tri.heat_of(record.start) > 0;
            if record.is_laid && !(is_hot && self.tri.at(record.start) == record.line.a) {
                return wrong("a segment that starts nowhere");
            }
        }
        Ok(())
    }
}
