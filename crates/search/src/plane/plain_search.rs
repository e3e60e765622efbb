//! What stays the same during one search through the triangulation.

use super::ends::{End, Ends};
use super::landmarks::Ahead;
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::{Beyond, DeadEnds, MapInternals as _, Pinches, Tolls};
use navigant_mesh::{EdgeId, FaceId, Map, VertexId};

/// What stays the same during one search.
pub(super) struct Search<'m> {
    pub(super) map: &'m Map,
    pub(super) dead_ends: &'m DeadEnds,
    pinches: &'m Pinches,
    /// What crossing seams costs, if it is to be paid.
    tolls: Option<&'m Tolls>,
    /// Where it comes from: a path that is searched from the goal crosses the edges the other way.
    is_backward: bool,
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
            tolls: None,
            is_backward: end == End::Start,
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

    /// The same, with what crossing seams costs.
    pub(super) fn paying(self, tolls: Option<&'m Tolls>) -> Self {
        Search { tolls, ..self }
    }

    /// What it costs to cross an edge out of its face, in steps.
    #[inline]
    pub(super) fn toll(&self, e: EdgeId) -> f64 {
        let Some(tolls) = self.tolls else { return 0.0 };
        tolls.over(if self.is_backward { self.map.twin(e) } else { e }) / self.map.lattice().step()
    }

    /// Whether anything may cost more than its length.
    #[inline]
    pub(super) fn pays(&self) -> bool {
        self.tolls.is_some()
    }

    /// Whether lengths at a vertex are told apart by the place at it that a path comes to: at pinches, and at the ends of seams with tolls.
    #[inline]
    pub(super) fn has_places(&self, v: VertexId) -> bool {
        self.pinches.contains(v) || self.tolls.is_some_and(|tolls| tolls.is_at(v))
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
