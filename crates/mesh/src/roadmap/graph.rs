//! The roadmap graph: waypoints in the plane and edges between them.

use navigant_geometry::{Bounds, Point};

/// A node of a roadmap. A waypoint that an edit leaves as it was keeps its id; ids of removed waypoints are reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WaypointId(pub u32);

impl WaypointId {
    /// Its index in arrays by waypoint, below `Roadmap::slots`.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// An undirected graph of waypoints in the plane; edges have lengths in metres.
///
/// An edge is at least as long as the straight line between its ends, so the Euclidean heuristic is admissible.
#[derive(Clone, Debug, Default)]
pub struct Roadmap {
    waypoints: Vec<Waypoint>,
    unused: Vec<WaypointId>,
    edges: usize,
    affected: Vec<WaypointId>,
    former: Vec<Former>,
}

/// What a waypoint was before the latest edit, which has changed its edges or taken it away.
#[derive(Clone, Debug)]
pub struct Former {
    /// Its id then.
    pub waypoint: WaypointId,
    /// Whether it is still there.
    pub stays: bool,
    /// Its edges then.
    pub edges: Vec<(WaypointId, f64)>,
}

#[derive(Clone, Debug)]
struct Waypoint {
    /// `None` in a slot that is not in use.
    at: Option<Point>,
    /// Sorted by their ends.
    edges: Vec<(WaypointId, f64)>,
    /// Whether the current edit added it.
    is_new: bool,
}

impl Roadmap {
    /// All waypoints.
    pub fn waypoints(&self) -> impl Iterator<Item = WaypointId> + '_ {
        let waypoints = self.waypoints.iter().enumerate();
        waypoints.filter(|(_, waypoint)| waypoint.at.is_some()).map(|(i, _)| WaypointId(i as u32))
    }

    /// How many waypoints there are.
    pub(crate) fn waypoint_count(&self) -> usize {
        self.waypoints.len() - self.unused.len()
    }

    /// How many edges there are, each counted once.
    pub(crate) fn edge_count(&self) -> usize {
        self.edges / 2
    }

    /// The length of arrays indexed by [`WaypointId::index`].
    pub(crate) fn slots(&self) -> usize {
        self.waypoints.len()
    }

    /// The position of a waypoint; `None` if there is none with this id.
    #[inline]
    pub fn point(&self, waypoint: WaypointId) -> Option<Point> {
        self.waypoints.get(waypoint.index()).and_then(|waypoint| waypoint.at)
    }

    /// The edges from a waypoint, by the ids of their ends; none from one that does not exist.
    #[inline]
    pub fn edges(&self, from: WaypointId) -> &[(WaypointId, f64)] {
        self.waypoints.get(from.index()).map_or(&[], |waypoint| &waypoint.edges)
    }

    /// What the latest edit affected, sorted: the waypoints that came, went, or have other edges than before. In a roadmap
    /// that was just built these are all.
    pub(crate) fn affected(&self) -> &[WaypointId] {
        &self.affected
    }

    /// What the affected waypoints were before the latest edit, those that came with it apart.
    pub(crate) fn former(&self) -> &[Former] {
        &self.former
    }

    /// The box around the affected waypoints that are there; `None` if there are none.
    pub(crate) fn affected_bounds(&self) -> Option<Bounds> {
        Bounds::of(self.affected.iter().filter_map(|&waypoint| self.point(waypoint)))
    }

    /// An edit begins.
    pub(super) fn begin(&mut self) {
        self.affected.clear();
        self.former.clear();
    }

    /// An edit ends.
    pub(super) fn finish(&mut self) {
        self.affected.sort_unstable();
        self.affected.dedup();
        for &id in &self.affected {
            self.waypoints[id.index()].is_new = false;
        }
    }

    /// Adds a waypoint.
    pub(super) fn add(&mut self, at: Point) -> WaypointId {
        let waypoint = Waypoint { at: Some(at), edges: Vec::new(), is_new: true };
        let id = match self.unused.pop() {
            Some(id) => {
                self.waypoints[id.index()] = waypoint;
                id
            }
            None => {
                self.waypoints.push(waypoint);
                WaypointId(self.waypoints.len() as u32 - 1)
            }
        };
        self.affected.push(id);
        id
    }

    /// Removes a waypoint. The caller removes the edges to it from the others, too.
    pub(super) fn remove(&mut self, id: WaypointId) {
        let waypoint = &mut self.waypoints[id.index()];
        if waypoint.at.take().is_some() {
            let edges = std::mem::take(&mut waypoint.edges);
            self.edges -= edges.len();
            self.unused.push(id);
            self.affected.push(id);
            if !waypoint.is_new {
                self.former.push(Former { waypoint: id, stays: false, edges });
            }
        }
    }

    /// Replaces the edges of a waypoint; they are left sorted.
    pub(super) fn set_edges(&mut self, id: WaypointId, edges: &mut Vec<(WaypointId, f64)>) {
        edges.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let waypoint = &mut self.waypoints[id.index()];
        if waypoint.edges != *edges {
            self.edges = self.edges + edges.len() - waypoint.edges.len();
            let former = std::mem::replace(&mut waypoint.edges, edges.clone());
            self.affected.push(id);
            if !waypoint.is_new {
                self.former.push(Former { waypoint: id, stays: true, edges: former });
            }
        }
    }
}
