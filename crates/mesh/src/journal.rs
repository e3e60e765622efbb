//! The journal: the latest changes of a map, for the structures derived from it.
//!
//! A revision is the version and a hash of all that led to it: lattice, outlines, edits. Two maps with the same past are one
//! for those who follow, a clone that is edited otherwise is another map, and no counter outside of the map is needed. Changes
//! are kept as long as following them pays: some thousand, naming about a quarter of all faces. Where edits were made is known for longer
//! (`edited`).

use crate::change::Change;
use crate::edited::{Edited, EditedPlaces};
use crate::ids::FaceId;
use crate::tuning::journal::{FACE_SHARE, MAX_CHANGES, MAX_MARKS, MIN_FACES};
use navigant_geometry::Lattice;
use navigant_geometry::internals::{LatticeInternals as _, Loops};
use std::collections::VecDeque;

/// A version of one map, told apart from equal versions of other maps by all that led to it.
///
/// Two maps have the same revision if they were built from the same outlines on the same lattice and have seen the same edits in
/// the same order; then they are the same in everything, ids included. A clone has the revision of its original until one of the
/// two is edited. Told apart by 64 bits of a hash. The default is that of no map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Revision {
    pub(crate) version: u64,
    pub(crate) history: u64,
}

impl Revision {
    /// Before there is a map.
    pub(crate) const NONE: Revision = Revision { version: 0, history: 0 };

    /// How many edits led to it, the building counted as one.
    pub(crate) fn version(self) -> u64 {
        self.version
    }

    /// The revision that follows from this one by an edit.
    pub(crate) fn after(self, what: u64, shape: u32, loops: Option<&Loops>) -> Revision {
        let mut history = Hash(self.history);
        history.take(what);
        history.take(u64::from(shape));
        loops.into_iter().for_each(|loops| history.take_loops(loops));
        Revision { version: self.version + 1, history: history.0 }
    }

    /// The first revision of a map.
    pub(crate) fn first(lattice: &Lattice, loops: &Loops, shapes: impl Iterator<Item = u64>) -> Revision {
        let mut history = Hash(0x6E61_7669_6761_6E74);
        let origin = lattice.origin();
        [origin.x, origin.y, lattice.step()].iter().for_each(|number| history.take(number.to_bits()));
        history.take_loops(loops);
        shapes.for_each(|word| history.take(word));
        Revision { version: 1, history: history.0 }
    }

    /// A mark for what comes with it.
    pub(crate) fn mark(self) -> u32 {
        (self.history ^ self.history >> 32) as u32
    }
}

/// A hash of words in their order.
struct Hash(u64);

impl Hash {
    fn take(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 29;
    }

    fn take_loops(&mut self, loops: &Loops) {
        for (role, points) in loops.chains() {
            self.take((points.len() as u64) << 2 | role as u64);
            points.iter().for_each(|p| self.take(u64::from(p.x as u32) << 32 | u64::from(p.y as u32)));
        }
    }
}

/// Why a map cannot list its changes since a revision; a follower has to rebuild.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFollowed {
    /// Too much has happened since: the journal goes back to this version.
    Forgotten {
        /// The oldest version from which all changes are known.
        oldest: u64,
    },
    /// The map never was as it was then: the revision is of another map, or of a clone that has gone its own way.
    Foreign,
}

impl std::fmt::Display for NotFollowed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotFollowed::Forgotten { oldest } => write!(f, "the changes before version {oldest} are forgotten"),
            NotFollowed::Foreign => write!(f, "not a revision of this map"),
        }
    }
}

impl std::error::Error for NotFollowed {}

/// The latest changes.
///
/// Its length is bounded: once changes name a good part of all faces, followers rebuild anyway. The memory of a dropped change is
/// reused for the next one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journal {
    latest: Entry,
    /// Those before it, the oldest first.
    past: VecDeque<Entry>,
    /// How many faces the changes before it name.
    faces: usize,
    /// The marks of the revisions before the latest, the oldest first.
    marks: VecDeque<u32>,
    /// What all changes before the latest did, by place.
    edited: EditedPlaces,
}

/// A change, and the history of the map before it.
#[derive(Clone, Debug, Default)]
struct Entry {
    from: u64,
    change: Change,
}

impl Journal {
    /// The latest change.
    #[inline]
    pub(crate) fn latest(&self) -> &Change {
        &self.latest.change
    }

    /// The history of the map before the latest change.
    pub(crate) fn from(&self) -> u64 {
        self.latest.from
    }

    /// A journal that knows one change, and the history before it.
    pub(crate) fn beginning_with(from: u64, change: Change) -> Journal {
        let before = Revision { version: 0, history: from };
        let marks = (from != Revision::NONE.history).then(|| before.mark());
        Journal { latest: Entry { from, change }, marks: marks.into_iter().collect(), ..Journal::default() }
    }

    /// The latest change, to be completed.
    pub(crate) fn latest_mut(&mut self) -> &mut Change {
        &mut self.latest.change
    }

    /// Begins the change that leads from one revision to the next, with empty lists; the map's number of faces limits the journal.
    pub(crate) fn begin(
        &mut self,
        from: Revision,
        to: Revision,
        faces_of_map: usize,
        lattice: &Lattice,
    ) -> &mut Change {
        if from != Revision::NONE {
            self.edited.note(&self.latest.change, lattice);
            self.faces += named(&self.latest.change);
            self.past.push_back(std::mem::take(&mut self.latest));
            if self.marks.len() == MAX_MARKS {
                self.marks.pop_front();
            }
            self.marks.push_back(from.mark());
        }
        let limit = MIN_FACES + faces_of_map / FACE_SHARE;
        while self.faces > limit || self.past.len() > MAX_CHANGES {
            let Some(oldest) = self.past.pop_front() else { break };
            self.faces -= named(&oldest.change);
            self.latest = oldest;
        }
        self.latest.from = from.history;
        let change = &mut self.latest.change;
        change.removed.clear();
        change.added.clear();
        change.nudged.clear();
        change.version = to.version;
        change
    }

    /// Whether one revision led to another, which is the latest; false if that is too long ago to be known.
    pub(crate) fn descends(&self, from: Revision, to: Revision) -> bool {
        match to.version.checked_sub(from.version).map(usize::try_from) {
            Some(Ok(0)) => from == to,
            Some(Ok(back)) => {
                let place = self.marks.len().checked_sub(back);
                place.is_some_and(|place| self.marks.get(place) == Some(&from.mark()))
            }
            _ => false,
        }
    }

    /// What was edited between one revision and another, which is the latest.
    pub(crate) fn edited(&self, from: Revision, to: Revision) -> Result<Vec<Edited>, NotFollowed> {
        if from == to {
            return Ok(Vec::new());
        }
        if self.descends(from, to) {
            return Ok(self.edited.since(from.version, self.latest()));
        }
        let oldest = to.version.saturating_sub(self.marks.len() as u64);
        Err(if from.version < oldest { NotFollowed::Forgotten { oldest } } else { NotFollowed::Foreign })
    }

    /// The changes that led from one revision to another, which is the latest.
    pub(crate) fn between(
        &self,
        from: Revision,
        to: Revision,
    ) -> Result<impl ExactSizeIterator<Item = &Change>, NotFollowed> {
        let missing = to.version.checked_sub(from.version).ok_or(NotFollowed::Foreign)?;
        let past = match missing {
            0 if from == to => None,
            0 => return Err(NotFollowed::Foreign),
            _ => usize::try_from(missing - 1).ok().and_then(|before| self.past.len().checked_sub(before)),
        };
        let (first, latest) = match past {
            None if missing == 0 => (self.past.len(), None),
            None => return Err(NotFollowed::Forgotten { oldest: to.version - 1 - self.past.len() as u64 }),
            Some(first) => (first, Some(&self.latest)),
        };
        let known_from = self.past.get(first).unwrap_or(&self.latest).from;
        if missing > 0 && known_from != from.history {
            return Err(NotFollowed::Foreign);
        }
        Ok(Since { past: self.past.range(first..), latest })
    }
}

/// The changes since a revision.
struct Since<'j> {
    past: std::collections::vec_deque::Iter<'j, Entry>,
    latest: Option<&'j Entry>,
}

impl<'j> Iterator for Since<'j> {
    type Item = &'j Change;

    fn next(&mut self) -> Option<&'j Change> {
        self.past.next().or_else(|| self.latest.take()).map(|entry| &entry.change)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.past.len() + usize::from(self.latest.is_some());
        (left, Some(left))
    }
}

impl ExactSizeIterator for Since<'_> {}

fn named(change: &Change) -> usize {
    change.removed.len() + change.added.len()
}

/// The faces that some changes touched, sorted, each once.
pub(crate) fn touched<'c>(changes: impl Iterator<Item = &'c Change>) -> Vec<FaceId> {
    let mut touched: Vec<FaceId> =
        changes.flat_map(|change| change.removed.iter().chain(&change.added)).copied().collect();
    touched.sort_unstable();
    touched.dedup();
    touched
}
