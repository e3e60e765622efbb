//! Covers as bytes, and back.

use super::{CoverId, Covers, Entry, Winding};
use crate::arrangement::Arrangement;
use crate::saved::{BadSave, Reader, Writer};
use crate::shapes::{Kind, Shape};

impl CoverId {
    pub(crate) fn number(self) -> u32 {
        self.0
    }

    pub(crate) fn numbered(number: u32) -> CoverId {
        CoverId(number)
    }
}

impl Covers {
    pub(crate) fn save(&self, w: &mut Writer) {
        w.list(self.entries.iter().map(|entry| [entry.windings.len() as u32]));
        let windings: Vec<&Winding> = self.entries.iter().flat_map(|entry| &entry.windings).collect();
        w.list(windings.into_iter().map(|w| [w.shape, u32::from(w.is_floor), w.exterior as u32, w.holes as u32]));
        w.list(self.unused.iter().map(|cover| [cover.0]));
    }

    /// What was saved, not checked yet but for the shapes.
    pub(crate) fn load(r: &mut Reader, shapes: &[Shape]) -> Result<Covers, BadSave> {
        let counts = r.list::<1>()?;
        let mut all = r.list::<4>()?.map(|[shape, is_floor, exterior, holes]| {
            let (exterior, holes) = (exterior as i32, holes as i32);
            let kind = shapes.get(shape as usize).map_or(Kind::Unused, |shape| shape.kind);
            let fits = kind != Kind::Unused && u32::from(kind == Kind::Floor) == is_floor;
            // No outline winds as often as that.
            let is_sane = exterior.unsigned_abs() < 1 << 30 && holes.unsigned_abs() < 1 << 30;
            let winding = Winding { shape, is_floor: is_floor == 1, exterior, holes };
            let is_good = fits && is_sane && (exterior, holes) != (0, 0);
            if is_good { Ok(winding) } else { Err(BadSave::Invalid("a cover of no shape")) }
        });
        let mut entries = Vec::with_capacity(counts.len());
        for [count] in counts {
            if count as usize > all.len() {
                return Err(BadSave::Damaged);
            }
            // Room for exactly these: boxing them moves nothing then.
            let mut windings = Vec::with_capacity(count as usize);
            for winding in all.by_ref().take(count as usize) {
                windings.push(winding?);
            }
            let windings: Box<[Winding]> = windings.into_boxed_slice();
            if windings.windows(2).any(|pair| pair[0].shape >= pair[1].shape) {
                return Err(BadSave::Invalid("a cover out of order"));
            }
            let covered_by = |floor: bool| windings.iter().any(|w| w.is_floor == floor && w.covers());
            let free = covered_by(true) && !covered_by(false);
            entries.push(Entry { windings, uses: 0, free });
        }
        let unused: Vec<CoverId> = r.list::<1>()?.map(|[cover]| CoverId(cover)).collect();
        Ok(Covers { entries, unused, ..Covers::new() })
    }

    /// Counts the faces of each cover: each is used, or listed as unused, and none comes twice.
    pub(crate) fn check(&mut self, plane: &Arrangement) -> Result<(), BadSave> {
        let wrong = |what: &'static str| Err(BadSave::Invalid(what));
        match self.entries.first_mut() {
            Some(nothing) if nothing.windings.is_empty() => nothing.uses = 1,
            _ => return wrong("no cover for the outside"),
        }
        for f in plane.tri.faces() {
            match self.entries.get_mut(plane.tri.cover(f).0 as usize) {
                Some(entry) => entry.uses += 1,
                None => return wrong("a triangle without a cover"),
            }
        }
        let mut seen = vec![false; self.entries.len()];
        for cover in &self.unused {
            let entry = self.entries.get(cover.0 as usize).filter(|entry| entry.uses == 0 && entry.windings.is_empty());
            if entry.is_none() || std::mem::replace(&mut seen[cover.0 as usize], true) {
                return wrong("a cover that is used and is not");
            }
        }
        self.by_windings.reserve(self.entries.len());
        for (number, entry) in self.entries.iter().enumerate().skip(1).filter(|&(number, _)| !seen[number]) {
            let is_new = self.by_windings.insert(entry.windings.clone(), CoverId(number as u32)).is_none();
            if entry.uses == 0 || !is_new {
                return wrong("a cover that is used and is not");
            }
        }
        Ok(())
    }
}
