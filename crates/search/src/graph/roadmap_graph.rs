//! A query on a roadmap: the roadmap as a graph, with a start and a goal attached to it.

use super::affected_waypoints::AffectedWaypoints;
use super::dpa_star::ChangedRegion;
use super::states::{Graph, Heuristic, Reversible, StateId};
use navigant_mesh::internals::RoadmapInternals as _;
use navigant_mesh::{Bounds, Point, Roadmap, WaypointId};

/// An end of a search, and the edges from there to waypoints of a roadmap.
#[derive(Clone, Copy, Debug)]
pub struct RoadmapEnd<'a> {
    /// Its position.
    pub at: Point,
    /// The waypoints it is joined to, with the lengths in metres.
    pub edges: &'a [(WaypointId, f64)],
}

/// A roadmap with a start and a goal attached: a [`Graph`] and the Euclidean (straight-line) [`Heuristic`].
///
/// [`START`](RoadmapGraph::START) and [`GOAL`](RoadmapGraph::GOAL) are always the same states, and a waypoint keeps its state through
/// edits: so a path stays valid as long as its waypoints exist.
///
/// ```
/// use navigant_mesh::roadmap::{AxisGraph, MapRoadmap};
/// use navigant_mesh::{Map, Outline};
/// use navigant_search::graph::{Budget, DpaStar, RoadmapGraph, RoadmapEnd};
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 10.0]))?;
/// let graph = AxisGraph::of(&map, 0.7);
/// let from = graph.attach(&map, [2.0, 4.0]).ok_or("no room")?;
/// let to = graph.attach(&map, [29.0, 5.0]).ok_or("no room")?;
/// let [start, goal] = [&from, &to].map(|end| RoadmapEnd { at: end.at, edges: &end.edges });
/// let graph = RoadmapGraph::new(graph.roadmap(), start, goal);
/// let mut search = DpaStar::new();
/// let answer = search.find(&graph, &graph, RoadmapGraph::START, RoadmapGraph::GOAL, Budget::UNLIMITED)?;
/// assert!(answer.is_optimal() && search.path().len() == 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RoadmapGraph<'a> {
    roadmap: &'a Roadmap,
    start: RoadmapEnd<'a>,
    goal: RoadmapEnd<'a>,
}

/// The states that precede the waypoints.
const ENDS: u32 = 2;

impl<'a> RoadmapGraph<'a> {
    /// Where it begins.
    pub const START: StateId = StateId(0);
    /// Where it ends.
    pub const GOAL: StateId = StateId(1);

    /// A graph over a roadmap, between two ends.
    pub fn new(roadmap: &'a Roadmap, start: RoadmapEnd<'a>, goal: RoadmapEnd<'a>) -> RoadmapGraph<'a> {
        RoadmapGraph { roadmap, start, goal }
    }

    /// The state of a waypoint.
    pub(crate) fn state(place: WaypointId) -> StateId {
        StateId(place.0.saturating_add(ENDS))
    }

    /// The waypoint of a state; `None` for start and goal.
    #[inline]
    pub(crate) fn waypoint(state: StateId) -> Option<WaypointId> {
        state.0.checked_sub(ENDS).map(WaypointId)
    }

    /// Where a state is.
    #[inline]
    pub(crate) fn point(&self, state: StateId) -> Option<Point> {
        match state {
            RoadmapGraph::START => Some(self.start.at),
            RoadmapGraph::GOAL => Some(self.goal.at),
            _ => self.roadmap.point(RoadmapGraph::waypoint(state)?),
        }
    }

    /// Visits the edges of a state in one direction, in which they come from the `first` end and lead to the `last` one.
    #[inline]
    fn visit_edges(&self, at: StateId, first: StateId, last: StateId, mut visit: impl FnMut(StateId, f64)) {
        let of_end = |end: StateId| if end == RoadmapGraph::START { self.start.edges } else { self.goal.edges };
        let (edges, waypoint) = match RoadmapGraph::waypoint(at) {
            Some(waypoint) => (self.roadmap.edges(waypoint), Some(waypoint)),
            None if at == first => (of_end(first), None),
            None => return,
        };
        for &(end, length) in edges {
            visit(RoadmapGraph::state(end), length);
        }
        for &(end, length) in of_end(last) {
            if Some(end) == waypoint {
                visit(last, length);
            }
        }
    }
}

impl Graph for RoadmapGraph<'_> {
    fn states(&self) -> usize {
        self.roadmap.slots() + ENDS as usize
    }

    #[inline]
    fn successors(&self, from: StateId, visit: impl FnMut(StateId, f64)) {
        self.visit_edges(from, RoadmapGraph::START, RoadmapGraph::GOAL, visit);
    }
}

impl Reversible for RoadmapGraph<'_> {
    fn predecessors(&self, to: StateId, visit: impl FnMut(StateId, f64)) {
        self.visit_edges(to, RoadmapGraph::GOAL, RoadmapGraph::START, visit);
    }
}

impl Heuristic for RoadmapGraph<'_> {
    #[inline]
    fn estimate(&self, from: StateId, to: StateId) -> f64 {
        match (self.point(from), self.point(to)) {
            (Some(from), Some(to)) => from.distance(to),
            _ => 0.0,
        }
    }
}

/// What an event changed for one graph. Costs to it are distances to its box.
#[derive(Clone, Copy, Debug)]
pub struct RoadmapRegion<'a> {
    graph: &'a RoadmapGraph<'a>,
    affected: &'a AffectedWaypoints,
    /// Whether start and goal are in it.
    ends: [bool; 2],
}

impl<'r> RoadmapRegion<'r> {
    /// The changed region of an event in a graph: an end is in it if all its edges lead there.
    pub fn of(graph: &'r RoadmapGraph<'r>, affected: &'r AffectedWaypoints) -> RoadmapRegion<'r> {
        let concerns = |end: RoadmapEnd| end.edges.iter().all(|&(place, _)| affected.contains(place));
        RoadmapRegion { graph, affected, ends: [concerns(graph.start), concerns(graph.goal)] }
    }
}

impl ChangedRegion for RoadmapRegion<'_> {
    #[inline]
    fn contains(&self, state: StateId) -> bool {
        match RoadmapGraph::waypoint(state) {
            Some(place) => self.affected.contains(place),
            None => self.ends[usize::from(state == RoadmapGraph::GOAL)],
        }
    }

    #[inline]
    fn cost_to(&self, from: StateId) -> f64 {
        // An end in the region may be outside the box: its ways have changed.
        if RoadmapGraph::waypoint(from).is_none() && self.contains(from) {
            return 0.0;
        }
        let (Some(at), Some(Bounds { min, max })) = (self.graph.point(from), self.affected.bounds()) else {
            return f64::INFINITY;
        };
        let (dx, dy) = (at.x - at.x.clamp(min.x, max.x), at.y - at.y.clamp(min.y, max.y));
        (dx * dx + dy * dy).sqrt()
    }

    fn cost_from(&self, to: StateId) -> f64 {
        self.cost_to(to)
    }

    fn old_cost(&self, from: StateId, to: StateId) -> f64 {
        match (RoadmapGraph::waypoint(from), RoadmapGraph::waypoint(to)) {
            (Some(from), Some(to)) => self.affected.former_length(from, to),
            _ if from == to => 0.0,
            _ => f64::INFINITY,
        }
    }

    fn old_reach(&self, from: StateId) -> f64 {
        RoadmapGraph::waypoint(from).map_or(f64::INFINITY, |place| self.affected.former_reach(place))
    }

    fn gains(&self, above: f64, mut pair: impl FnMut(StateId, StateId, f64)) {
        self.affected.gains(above, |from, to, length| pair(RoadmapGraph::state(from), RoadmapGraph::state(to), length));
    }
}
