//! What stays the same during one search through the triangulation.

use super::ends::{End, Ends};
use super::landmarks::Ahead;
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::{Beyond, DeadEnds, MapInternals as _, Pinches};
use navigant_mesh::{EdgeId, FaceId, Map};

/// What stays the same during one search.
pub(super) struct Search<'m> {
    pub(super) map: &'m Map,
    pub(super) dead_ends: &'m DeadEnds,
    pub(super) pinches: &'m Pinches,
    ends: &'m Ends,
    /// Where it leads to: for a search from the goal, that is the start.
    pub(super) goal: LatticePoint,
    /// How the faces are marked that this lies in.
    goal_mark: u32,
    purpose: Purpose,
    /// What landmarks know about where it leads to.
    pub(super) ahead: Option<&'m Ahead<'m>>,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Purpose {
    /// A path.
    Path,
    /// To see everything.
    Survey,
    /// Others are to be guided by what it has seen: it notes which edges are seen from which roots.
    Guide,
    /// To see everything, nearest first, and to note through which wedges: a shortest path map.
    Map,
}

impl<'m> Search<'m> {
    /// A search that leads to this end of a query.
    pub(super) fn new(map: &'m Map, ends: &'m Ends, goal: LatticePoint, end: End) -> Self {
        let (dead_ends, pinches) = (map.dead_ends(), map.pinches());
        Search {
            map,
            dead_ends,
            pinches,
            ends,
            goal,
            goal_mark: ends.mark_of(end),
            purpose: Purpose::Path,
            ahead: None,
        }
    }

    /// The same, to guide others by what it sees.
    pub(super) fn guiding(self) -> Self {
        Search { purpose: Purpose::Guide, ..self }
    }

    /// The same, to see everything.
    pub(super) fn surveying(self) -> Self {
        Search { purpose: Purpose::Survey, ..self }
    }

    /// The same, to see everything, nearest first, and to note through which wedges.
    pub(super) fn mapping(self) -> Self {
        Search { purpose: Purpose::Map, ..self }
    }

    /// The same, with what landmarks know about where it leads to.
    pub(super) fn with(self, ahead: Option<&'m Ahead<'m>>) -> Self {
        Search { ahead, ..self }
    }

    #[inline]
    pub(super) fn is_map(&self) -> bool {
        self.purpose == Purpose::Map
    }

    /// Whether it notes what it sees from where.
    #[inline]
    pub(super) fn takes_notes(&self) -> bool {
        self.purpose >= Purpose::Guide
    }

    #[inline]
    pub(super) fn is_guide(&self) -> bool {
        self.purpose == Purpose::Guide
    }

    /// Whether one may cross an edge out of its face.
    #[inline]
    pub(super) fn may_cross(&self, e: EdgeId) -> bool {
        match self.dead_ends.beyond(e) {
            Beyond::Open => true,
            Beyond::Wall => false,
            Beyond::DeadEnd => self.ends.is_opened(self.map.twin(e).face()) || self.sees_all(),
        }
    }

    /// Whether an edge leads out of a dead end that is not entered.
    #[inline]
    pub(super) fn leads_out(&self, e: EdgeId) -> bool {
        self.ends.leads_out(self.map, e)
    }

    /// Whether it looks into every dead end.
    #[inline]
    fn sees_all(&self) -> bool {
        matches!(self.purpose, Purpose::Survey | Purpose::Map)
    }

    /// Whether a face is in no dead end, or in one that may be entered.
    #[inline]
    pub(super) fn is_looked_into(&self, f: FaceId) -> bool {
        !self.dead_ends.contains(f) || self.ends.is_opened(f)
    }

    #[inline]
    pub(super) fn has_goal(&self, f: FaceId) -> bool {
        self.ends.is_marked(f, self.goal_mark)
    }
}
