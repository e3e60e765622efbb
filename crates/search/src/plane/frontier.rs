//! The search from one end of a query to the other, through the triangulation itself.
//!
//! A node is an edge of the map, a *root* from which it is seen, and the wedge through which it is seen. Crossing the
//! edge, the wedge falls on one or both of the next triangle's other edges; where its border touches a corner that a
//! path can bend around, the corner becomes a root of its own. This is Polyanya (Cui, Harabor, Grastien, "Compromise-free
//! pathfinding on a navigation mesh", IJCAI 2017) with these differences: triangles instead of merged cells, so that a
//! step is two exact cross products; wedges bounded by lattice directions instead of rounded intervals, so that nothing
//! is lost or seen twice by rounding; dead ends are never entered unless the goal is there; roots are told apart by
//! vertex *and side*, so that two obstacles that touch at a corner are never passed between.

mod bend;
mod bound;

use super::crossers::Crossers;
use super::open_nodes::OpenNodes;
use super::path::{Bend, Turn};
pub(super) use super::plain_search::Search;
use super::reached::Reached;
use super::spending::Spending;
use super::wedge::{View, Way, Wedge};
use super::windows::{Window, Windows};
use navigant_geometry::internals::orient;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::internals::{EdgeIdInternals as _, LatticePoint};
use navigant_mesh::{EdgeId, Location, Map, VertexId};

/// What a search from one end has reached, and what it goes on with. Holds its memory for the next search.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    reached: Reached,
    crossers: Crossers,
    windows: Windows,
    roots: Vec<Root>,
    open: OpenNodes<Node>,
    expansions: u64,
    /// How many expansions it may have made when it looks at the budget next.
    limit: u64,
}

/// A place where paths start or bend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) at: LatticePoint,
    /// How long the way to it is, in steps, with all tolls.
    length: f64,
    /// The same where it began to bend: less the tolls that were paid since.
    at_bend: f64,
    /// What was paid on the way, in steps.
    tolls: f64,
    /// The root before it, and the bend here; none where the search starts.
    pub(super) bend: Option<(u32, Bend)>,
    /// At a pinch, the wall it bends around.
    wall: Option<EdgeId>,
    /// How long a path is at least that leads by it, as far as landmarks know.
    least: f64,
}

/// Why a search does not go on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stopped {
    /// The shortest path leads straight on from this root.
    Arrived {
        root: u32,
        /// How long it is, in steps.
        length: f64,
    },
    OutOfBudget,
    /// Everything was seen, and the goal was not there: an inconsistency, for searches begin between connected ends.
    RanDry,
    /// It has made as many expansions as it should for now.
    Paused,
}

/// What to do next with a root.
#[derive(Clone, Copy, Debug)]
enum Node {
    /// Cross this edge, out of its face, where it is seen from the root.
    Cross { edge: EdgeId, root: u32, wedge: Wedge },
    /// Look around the root, a corner at an end of this edge, which was crossed into its face.
    LookAround { entry: EdgeId, root: u32 },
    /// Go straight to the goal.
    Arrive { root: u32 },
}

impl Node {
    #[inline]
    fn root(self) -> u32 {
        let (Node::Cross { root, .. } | Node::LookAround { root, .. } | Node::Arrive { root }) = self;
        root
    }
}

impl Root {
    /// How long the way to it is, in steps.
    #[inline]
    pub(super) fn length(&self) -> f64 {
        self.length
    }

    /// What was paid on the way, in steps.
    #[inline]
    pub(super) fn tolls(&self) -> f64 {
        self.tolls
    }
}

impl Frontier {
    /// Forgets the last search, and stands at the start of the next.
    pub(super) fn begin(&mut self, map: &Map, start: LatticePoint) {
        self.reached.begin(map);
        self.roots.clear();
        self.open.clear();
        self.expansions = 0;
        self.roots.push(Root { at: start, length: 0.0, at_bend: 0.0, tolls: 0.0, bend: None, wall: None, least: 0.0 });
    }

    /// How many nodes it has expanded.
    #[inline]
    pub(super) fn expansions(&self) -> u64 {
        self.expansions
    }

    /// How many roots and nodes it keeps.
    pub(super) fn kept(&self) -> usize {
        self.roots.len() + self.open.kept()
    }

    /// What it knows of the vertices.
    pub(super) fn reached(&self) -> &Reached {
        &self.reached
    }

    /// From which roots it has seen the edges, if it is a guide.
    pub(super) fn crossers(&self) -> &Crossers {
        &self.crossers
    }

    pub(super) fn root(&self, root: u32) -> Root {
        self.roots[root as usize]
    }

    /// The edges that are seen from the start.
    pub(super) fn set_out(&mut self, search: &Search, from: Location) {
        let map = search.map;
        let start = self.roots[0].at;
        self.crossers.begin_if(map, search.is_guide());
        self.windows.clear();
        for f in map.faces_at(from).filter(|&f| map.is_free(f)) {
            for e in f.edges() {
                let wedge = Wedge {
                    right: Way::between(start, map.lattice_point(map.origin(e))),
                    left: Way::between(start, map.lattice_point(map.target(e))),
                };
                self.see(search, map.origin(e), 0, wedge.right);
                if search.takes_notes() {
                    self.note(search, e, e, 0, wedge);
                }
                // Edges that the start lies on show nothing.
                if wedge.right.cross(wedge.left) > 0 {
                    self.push(search, e, 0, wedge);
                }
            }
        }
    }

    /// Goes on until it arrives, has made `most` expansions, or has spent the budget.
    pub(super) fn run(&mut self, search: &Search, most: u64, spending: &mut Spending<'_>) -> Stopped {
        let mut paid = self.expansions;
        self.limit = paid.saturating_add(spending.allowance());
        while let Some(waiting) = self.open.take() {
            let node = self.open.node(waiting);
            let root = node.root();
            if let Node::Arrive { .. } = node {
                spending.spend(self.expansions - paid);
                return Stopped::Arrived { root, length: waiting.estimate() };
            }
            if self.is_outdated(root) {
                continue;
            }
            if self.expansions >= self.limit.min(most) {
                let is_spent = self.pay(&mut paid, spending);
                if is_spent || self.expansions >= most {
                    self.open.put_back(waiting);
                    return if is_spent { Stopped::OutOfBudget } else { Stopped::Paused };
                }
            }
            self.expand(search, node);
        }
        spending.spend(self.expansions - paid);
        Stopped::RanDry
    }

    /// Books the expansions since the last time, and looks at the budget. Whether it is spent.
    #[cold]
    fn pay(&mut self, paid: &mut u64, spending: &mut Spending<'_>) -> bool {
        spending.spend(self.expansions - *paid);
        *paid = self.expansions;
        let is_spent = spending.is_spent();
        self.limit = self.expansions.saturating_add(spending.allowance());
        is_spent
    }

    /// Expands a node, within `limit` expansions.
    #[inline(always)]
    fn expand(&mut self, search: &Search, node: Node) {
        match node {
            Node::Cross { edge, root, wedge } => {
                let ends = self.ways_to_ends(search, edge, root);
                if !self.is_dominated(search, edge, root, &wedge.view(ends)) {
                    self.advance(search, edge, root, wedge, ends);
                }
            }
            Node::LookAround { entry, root } => self.look_around(search, entry, root),
            Node::Arrive { .. } => {}
        }
    }

    /// Goes on though it has arrived, until all is seen by which a path could be shorter than a length in steps, or it has made
    /// `most` expansions. The length below which all is seen; `None` if the budget is spent before.
    pub(super) fn see_all_within(
        &mut self,
        search: &Search,
        length: f64,
        most: u64,
        spending: &mut Spending<'_>,
    ) -> Option<f64> {
        let mut paid = self.expansions;
        self.limit = paid.saturating_add(spending.allowance());
        while let Some(waiting) = self.open.take() {
            if waiting.estimate() >= length || self.expansions >= most {
                self.open.put_back(waiting);
                spending.spend(self.expansions - paid);
                return Some(waiting.estimate().min(length));
            }
            let node = self.open.node(waiting);
            if self.is_outdated(node.root()) || matches!(node, Node::Arrive { .. }) {
                continue;
            }
            if self.expansions >= self.limit && self.pay(&mut paid, spending) {
                self.open.put_back(waiting);
                return None;
            }
            self.expand(search, node);
        }
        spending.spend(self.expansions - paid);
        Some(length)
    }

    /// Expands the node with the least estimate, if that is below a limit. Its estimate; `None` if there is none.
    pub(super) fn expand_next(&mut self, search: &Search, limit: f64) -> Option<f64> {
        let waiting = self.open.take()?;
        if waiting.estimate() >= limit {
            self.open.put_back(waiting);
            return None;
        }
        let node = self.open.node(waiting);
        if !self.is_outdated(node.root()) {
            self.limit = u64::MAX;
            self.expand(search, node);
        }
        Some(waiting.estimate())
    }

    /// An edge is seen from a root; in a face that is entered by an edge, what lies in a wedge is.
    #[inline(never)]
    fn note(&mut self, search: &Search, edge: EdgeId, entry: EdgeId, root: u32, wedge: Wedge) {
        if search.is_guide() {
            self.crossers.note(edge, root);
        } else if wedge.right.cross(wedge.left) > 0 {
            self.windows.note(Window { entry, root, wedge });
        }
    }

    /// Through which wedges it has seen which faces, if it makes a shortest path map.
    pub(super) fn windows(&self) -> &Windows {
        &self.windows
    }

    /// All roots, in the order they were found.
    pub(super) fn roots(&self) -> &[Root] {
        &self.roots
    }

    /// Whether a window's face was entered through its edge: then the root is beyond it.
    fn is_crossed(&self, search: &Search, &Window { entry, root, .. }: &Window) -> bool {
        let [a, b] = [search.map.origin(entry), search.map.target(entry)].map(|v| search.map.lattice_point(v));
        orient(a, b, self.roots[root as usize].at) < 0
    }

    /// What no path can fall below, in steps.
    pub(super) fn proved(&self) -> f64 {
        self.open.first().map_or(0.0, |(_, estimate)| estimate)
    }

    /// The root of the node it would go on with.
    pub(super) fn most_promising(&self) -> Option<u32> {
        self.open.first().map(|(node, _)| node.root())
    }

    /// The last root of the best path that waits to be found the shortest, and its length in steps.
    pub(super) fn best_arrival(&self) -> Option<(u32, f64)> {
        self.open.first_of(|node| if let Node::Arrive { root } = node { Some(root) } else { None })
    }

    /// Whether a shorter way to a root has been found since.
    #[inline]
    pub(super) fn is_outdated(&self, root: u32) -> bool {
        let Root { at_bend, bend, wall, .. } = self.roots[root as usize];
        bend.is_some_and(|(_, bend)| self.reached.is_dominated(bend, wall, at_bend))
    }

    /// The root for what lies beyond an edge: the same, or where there is a toll, one more at the same place; `None` if the edge is closed.
    #[inline]
    fn beyond(&mut self, search: &Search, edge: EdgeId, root: u32) -> Option<u32> {
        let toll = search.toll(edge);
        if toll == 0.0 {
            return Some(root);
        }
        let from = self.roots[root as usize];
        let paid = Root { length: from.length + toll, tolls: from.tolls + toll, ..from };
        toll.is_finite().then(|| {
            self.roots.push(paid);
            self.roots.len() as u32 - 1
        })
    }

    /// Pushes an edge that is seen from a root, if it may be crossed.
    fn push(&mut self, search: &Search, e: EdgeId, root: u32, wedge: Wedge) {
        if search.may_cross(e) {
            let ends = self.ways_to_ends(search, e, root);
            self.push_crossing(search, e, root, wedge, ends);
        }
    }

    #[inline]
    fn ways_to_ends(&self, search: &Search, e: EdgeId, root: u32) -> [Way; 2] {
        let at = self.roots[root as usize].at;
        [search.map.origin(e), search.map.target(e)].map(|v| Way::between(at, search.map.lattice_point(v)))
    }

    /// Whether all that is seen of an edge is nearer, along the edge, by way of one of its ends.
    #[inline(always)]
    fn is_dominated(&self, search: &Search, edge: EdgeId, root: u32, view: &View) -> bool {
        let length = self.roots[root as usize].length;
        let [right, left] =
            [search.map.origin(edge), search.map.target(edge)].map(|v| self.reached.by_another(v, root) - length);
        view.is_dominated(right, left)
    }

    /// Remembers how far a vertex is that is seen from a root.
    #[inline]
    fn see(&mut self, search: &Search, v: VertexId, root: u32, way: Way) {
        let length = self.roots[root as usize].length + way.length();
        if self.reached.is_news(v, length) && !search.has_places(v) {
            self.reached.see(v, length, root);
        }
    }

    /// Pushes an edge that may be crossed; `ends` are the ways from the root to its ends.
    fn push_crossing(&mut self, search: &Search, edge: EdgeId, root: u32, wedge: Wedge, ends: [Way; 2]) {
        let view = wedge.view(ends);
        if self.is_dominated(search, edge, root, &view) {
            return;
        }
        let Root { at, length, least, .. } = self.roots[root as usize];
        let estimate = if search.is_map() {
            length + view.nearest()
        } else {
            (length + view.estimate(Way::between(at, search.goal))).max(least)
        };
        self.open.push(Node::Cross { edge, root, wedge }, estimate);
    }

    /// Crosses an edge, and on as long as the wedge falls on one edge only.
    #[inline(never)]
    fn advance(&mut self, search: &Search, mut edge: EdgeId, mut root: u32, mut wedge: Wedge, ends: [Way; 2]) {
        let map = search.map;
        let at = self.roots[root as usize].at;
        // Whether the wedge's borders lead to the edge's ends: there the path may bend.
        let mut touches_right = wedge.right.cross(ends[0]) == 0;
        let mut touches_left = wedge.left.cross(ends[1]) == 0;
        loop {
            if self.expansions >= self.limit {
                let ends = self.ways_to_ends(search, edge, root);
                return self.push_crossing(search, edge, root, wedge, ends);
            }
            self.expansions += 1;
            match self.beyond(search, edge, root) {
                Some(beyond) => root = beyond,
                None => return,
            }
            // In the face beyond, the edge runs from the left of the line of sight to its right.
            let entry = map.twin(edge);
            if search.takes_notes() {
                self.note(search, edge, entry, root, wedge);
            }
            if search.has_goal(entry.face()) {
                self.arrive(search, root, wedge, entry);
                if !search.is_guide() {
                    return;
                }
            }
            let (right_exit, left_exit) = (entry.next(), entry.prev());
            let tip = map.origin(left_exit);
            let apex = Way::between(at, map.lattice_point(tip));
            let (from_left, from_right) = (wedge.left.cross(apex), wedge.right.cross(apex));
            if from_left >= 0 {
                if touches_left {
                    self.bend(search, root, entry, Turn::Left);
                    self.pass_along(search, left_exit, root, from_left);
                }
                touches_left = from_left == 0;
                if touches_left {
                    self.see(search, tip, root, apex);
                }
                edge = right_exit;
            } else if from_right <= 0 {
                if touches_right {
                    self.bend(search, root, entry, Turn::Right);
                    self.pass_along(search, right_exit, root, from_right);
                }
                touches_right = from_right == 0;
                if touches_right {
                    self.see(search, tip, root, apex);
                }
                edge = left_exit;
            } else {
                self.see(search, tip, root, apex);
                let (on_the_right, on_the_left) =
                    (Wedge { right: wedge.right, left: apex }, Wedge { right: apex, left: wedge.left });
                match (search.may_cross(right_exit), search.may_cross(left_exit)) {
                    (true, true) => {
                        let [on_left, on_right] = self.ways_to_ends(search, entry, root);
                        self.push_crossing(search, right_exit, root, on_the_right, [on_right, apex]);
                        self.push_crossing(search, left_exit, root, on_the_left, [apex, on_left]);
                        return;
                    }
                    (true, false) => (edge, wedge, touches_left) = (right_exit, on_the_right, true),
                    (false, true) => (edge, wedge, touches_right) = (left_exit, on_the_left, true),
                    (false, false) => return,
                }
                continue;
            }
            if !search.may_cross(edge) {
                return;
            }
        }
    }

    /// Notes an edge that leads straight away from a root, beside the wedge: it is seen, and never crossed.
    #[inline(always)]
    fn pass_along(&mut self, search: &Search, edge: EdgeId, root: u32, off: i64) {
        if search.is_guide() && off == 0 {
            self.crossers.note(edge, root);
        }
    }

    /// The goal lies in the face that was entered through an edge: straight ahead, or around an end of the edge.
    fn arrive(&mut self, search: &Search, root: u32, wedge: Wedge, entry: EdgeId) {
        let map = search.map;
        let from = self.roots[root as usize];
        let goal = Way::between(from.at, search.goal);
        let (vertex, border, turn) = if wedge.left.cross(goal) > 0 {
            (map.origin(entry), wedge.left, Turn::Left)
        } else if wedge.right.cross(goal) < 0 {
            (map.target(entry), wedge.right, Turn::Right)
        } else {
            self.open.push(Node::Arrive { root }, from.length + goal.length());
            return;
        };
        let at = map.lattice_point(vertex);
        let ahead = Way::between(from.at, at);
        // Where the border of what is seen is no corner, the way around it is seen from another root.
        if border.cross(ahead) != 0 || turn.wall_at_bend(map, at, ahead, entry).is_none() {
            return;
        }
        let length = from.length + ahead.length();
        let bend = Some((root, Bend { vertex, turn }));
        let at_bend = length;
        self.roots.push(Root { at, length, at_bend, tolls: from.tolls, bend, wall: None, least: 0.0 });
        let total = length + Way::between(at, search.goal).length();
        self.open.push(Node::Arrive { root: self.roots.len() as u32 - 1 }, total);
    }
}
