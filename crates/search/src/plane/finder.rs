//! The shortest path between two points, by searching the triangulation itself.
//!
//! A node is an edge of the map, a *root* from which it is seen, and the wedge through which it is seen. Crossing the
//! edge, the wedge falls on one or both of the next triangle's other edges; where its border touches a corner that a
//! path can bend around, the corner becomes a root of its own. This is Polyanya (Cui, Harabor, Grastien, "Compromise-free
//! pathfinding on a navigation mesh", IJCAI 2017) with these differences: triangles instead of merged cells, so that a
//! step is two exact cross products; wedges bounded by lattice directions instead of rounded intervals, so that nothing
//! is lost or seen twice by rounding; dead ends are never entered unless the goal is there; roots are told apart by
//! vertex *and side*, so that two obstacles that touch at a corner are never passed between.

use super::path::{Bend, NoPath, Path, Proof, Query, Turn};
use super::wedge::{Way, Wedge};
use navigant_mesh::{DeadEnds, EdgeId, FaceId, LatticePoint, Location, Map, Nearest, Point, VertexId};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Finds shortest paths. Holds the scratch memory of its searches: keep one a thread, and share the map.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_search::plane::{PathFinder, Query};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 8.0]))?;
/// map.insert(&Outline::rectangle([4.0, 0.0], [6.0, 4.0]))?;
/// let mut finder = PathFinder::new();
/// let path = finder.find(&map, &Query::new([1.0, 0.0], [9.0, 0.0]))?;
/// assert_eq!((path.points.len(), path.length), (4, 12.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct PathFinder {
    epoch: u32,
    /// By edge and turn: the search in which, and the least length at which, the end of this wall became a root.
    best: Vec<[(u32, f64); 2]>,
    /// By face: the search in which the goal lies in it.
    goals: Vec<u32>,
    /// By face: the search in which its dead end may be entered.
    opened: Vec<u32>,
    roots: Vec<Root>,
    nodes: Vec<Node>,
    open: BinaryHeap<Waiting>,
    /// The most promising node of those found last: often it is the next one, and then need not go through the heap.
    hot: Option<Waiting>,
    nearest: Nearest,
    path: Path,
    expansions: u64,
}

/// A place where paths start or bend.
#[derive(Clone, Copy, Debug)]
struct Root {
    at: LatticePoint,
    /// How long the way to it is, in steps.
    length: f64,
    /// The root before it, and the bend here; none for the start.
    bend: Option<(u32, Bend)>,
    /// The wall it bends around, by which its length is remembered in [`PathFinder::best`]; none for the start.
    side: Option<(EdgeId, Turn)>,
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

/// A node on the heap: the one with the least estimate is taken first, among equals the youngest.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    estimate: f64,
    node: u32,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        // Lengths are not negative, so their bits are in order too.
        other.estimate.to_bits().cmp(&self.estimate.to_bits()).then(self.node.cmp(&other.node))
    }
}

/// What stays the same during one search.
struct Search<'m> {
    map: &'m Map,
    dead_ends: &'m DeadEnds,
    goal: LatticePoint,
}

impl PathFinder {
    /// A finder without memory yet.
    pub fn new() -> Self {
        PathFinder::default()
    }

    /// How many nodes the last search expanded.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// The shortest path, exactly: for a point, which is a disc of vanishing radius. It may run along walls and touch
    /// corners; it does not pass between obstacles that touch.
    ///
    /// Start and goal are rounded to the lattice to decide what is in the way; the path leads from and to the points as
    /// given. Nothing is allocated once the finder is warm.
    ///
    /// # Errors
    /// [`NoPath`] says why there is none. An unreachable goal is recognised without a search.
    pub fn find(&mut self, map: &Map, query: &Query<'_>) -> Result<&Path, NoPath> {
        self.expansions = 0;
        let (start, from) = place(map, query.from).map_err(|nearest| match nearest {
            None => NoPath::NotFinite(query.from),
            Some(nearest) => NoPath::StartOutside { nearest },
        })?;
        let (goal, to) = place(map, query.to).map_err(|nearest| match nearest {
            None => NoPath::NotFinite(query.to),
            Some(nearest) => NoPath::GoalOutside { nearest },
        })?;
        self.begin(map);
        let components = map.components();
        let free = |location: Location| map.faces_at(location).filter(|&f| map.is_free(f));
        let is_connected = free(to).any(|g| free(from).any(|f| components.of(f) == components.of(g)));
        if !is_connected {
            let nearest_reachable = self.nearest_reachable(map, from, query.to).unwrap_or(query.from);
            return Err(NoPath::Disconnected { nearest_reachable });
        }
        free(to).for_each(|f| self.goals[f.index()] = self.epoch);
        self.roots.push(Root { at: start, length: 0.0, bend: None, side: None });
        if start == goal || free(from).any(|f| self.goals[f.index()] == self.epoch) {
            return Ok(self.trace(map, query, 0, Proof::Shortest));
        }
        let search = Search { map, dead_ends: map.dead_ends(), goal };
        for location in [from, to] {
            free(location).for_each(|f| self.open_dead_end(&search, f));
        }
        self.set_out(&search, from);
        self.run(&search, query)
    }

    /// Forgets the last search.
    fn begin(&mut self, map: &Map) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.goals.fill(0);
            self.opened.fill(0);
            self.best.fill([(0, 0.0); 2]);
            self.epoch = 1;
        }
        let slots = map.face_slots();
        if self.goals.len() < slots {
            self.goals.resize(slots, 0);
            self.opened.resize(slots, 0);
            self.best.resize(4 * slots, [(0, 0.0); 2]);
        }
        self.roots.clear();
        self.nodes.clear();
        self.open.clear();
        self.hot = None;
    }

    /// Lets the search pass the faces between a face and the mouth of its dead end.
    fn open_dead_end(&mut self, search: &Search, mut f: FaceId) {
        while self.opened[f.index()] != self.epoch {
            self.opened[f.index()] = self.epoch;
            match search.dead_ends.way_out(f) {
                Some(e) => f = search.map.twin(e).face(),
                None => return,
            }
        }
    }

    /// The edges that are seen from the start.
    fn set_out(&mut self, search: &Search, from: Location) {
        let map = search.map;
        let start = self.roots[0].at;
        for f in map.faces_at(from).filter(|&f| map.is_free(f)) {
            for e in f.edges() {
                let wedge = Wedge {
                    right: Way::between(start, map.lattice_point(map.origin(e))),
                    left: Way::between(start, map.lattice_point(map.target(e))),
                };
                // Edges that the start lies on show nothing.
                if wedge.right.cross(wedge.left) > 0 {
                    self.push(search, e, 0, wedge);
                }
            }
        }
    }

    fn run(&mut self, search: &Search, query: &Query<'_>) -> Result<&Path, NoPath> {
        while let Some(Waiting { estimate, node }) = self.take_best() {
            let node = self.nodes[node as usize];
            let (Node::Cross { root, .. } | Node::LookAround { root, .. } | Node::Arrive { root }) = node;
            if let Node::Arrive { .. } = node {
                return Ok(self.trace(search.map, query, root, Proof::Shortest));
            }
            if self.is_outdated(root) {
                continue;
            }
            if query.budget.spent(self.expansions).is_some() {
                return Err(self.give_up(search, query, root, estimate));
            }
            match node {
                Node::Cross { edge, wedge, .. } => self.advance(search, edge, root, wedge),
                Node::LookAround { entry, .. } => self.look_around(search, entry, root),
                Node::Arrive { .. } => {}
            }
        }
        // Start and goal hang together, so the search finds the goal before it runs dry.
        Err(NoPath::BudgetSpent { best: None })
    }

    /// The node with the least estimate.
    #[inline]
    fn take_best(&mut self) -> Option<Waiting> {
        let Some(hot) = self.hot.take() else { return self.open.pop() };
        match self.open.peek_mut() {
            Some(mut top) if *top > hot => Some(std::mem::replace(&mut *top, hot)),
            _ => Some(hot),
        }
    }

    /// Whether a shorter way to a root has been found since.
    #[inline]
    fn is_outdated(&self, root: u32) -> bool {
        let root = &self.roots[root as usize];
        root.side.is_some_and(|(side, turn)| {
            let (epoch, length) = self.best[side.index()][turn as usize];
            epoch == self.epoch && length < root.length
        })
    }

    #[inline]
    fn may_cross(&self, search: &Search, e: EdgeId) -> bool {
        search.dead_ends.leads_on(e)
            || (!search.map.is_wall(e) && self.opened[search.map.twin(e).face().index()] == self.epoch)
    }

    /// Pushes an edge that is seen from a root, if it may be crossed.
    fn push(&mut self, search: &Search, e: EdgeId, root: u32, wedge: Wedge) {
        if self.may_cross(search, e) {
            let at = self.roots[root as usize].at;
            let ends =
                [search.map.origin(e), search.map.target(e)].map(|v| Way::between(at, search.map.lattice_point(v)));
            self.push_crossing(search, e, root, wedge, ends);
        }
    }

    /// Pushes an edge that may be crossed; `from` and `to` are the ways from the root to its ends.
    #[inline]
    fn push_crossing(&mut self, search: &Search, edge: EdgeId, root: u32, wedge: Wedge, [from, to]: [Way; 2]) {
        let Root { at, length, .. } = self.roots[root as usize];
        let estimate = length + wedge.estimate(from, to, Way::between(at, search.goal));
        self.push_node(Node::Cross { edge, root, wedge }, estimate);
    }

    #[inline]
    fn push_node(&mut self, node: Node, estimate: f64) {
        let waiting = Waiting { estimate, node: self.nodes.len() as u32 };
        self.nodes.push(node);
        match &mut self.hot {
            None => self.hot = Some(waiting),
            Some(hot) if waiting > *hot => self.open.push(std::mem::replace(hot, waiting)),
            Some(_) => self.open.push(waiting),
        }
    }

    /// Crosses an edge, and on as long as the wedge falls on one edge only.
    fn advance(&mut self, search: &Search, mut edge: EdgeId, root: u32, mut wedge: Wedge) {
        let map = search.map;
        let at = self.roots[root as usize].at;
        loop {
            self.expansions += 1;
            // In the face beyond, the edge runs from the left of the line of sight to its right.
            let entry = map.twin(edge);
            let [on_left, on_right] =
                [map.origin(entry), map.target(entry)].map(|v| (v, Way::between(at, map.lattice_point(v))));
            if self.goals[entry.face().index()] == self.epoch {
                self.arrive(search, root, wedge, entry);
                return;
            }
            let apex = Way::between(at, map.lattice_point(map.origin(entry.prev())));
            let (from_left, from_right) = (wedge.left.cross(apex), wedge.right.cross(apex));
            if from_left >= 0 && wedge.left.cross(on_left.1) == 0 {
                self.bend(search, root, on_left, entry, Turn::Left);
            }
            if from_right <= 0 && wedge.right.cross(on_right.1) == 0 {
                self.bend(search, root, on_right, entry, Turn::Right);
            }
            let (right_exit, left_exit) = (entry.next(), entry.prev());
            if from_left >= 0 {
                edge = right_exit;
            } else if from_right <= 0 {
                edge = left_exit;
            } else {
                let (on_the_right, on_the_left) =
                    (Wedge { right: wedge.right, left: apex }, Wedge { right: apex, left: wedge.left });
                match (self.may_cross(search, right_exit), self.may_cross(search, left_exit)) {
                    (true, true) => {
                        self.push_crossing(search, right_exit, root, on_the_right, [on_right.1, apex]);
                        self.push_crossing(search, left_exit, root, on_the_left, [apex, on_left.1]);
                        return;
                    }
                    (true, false) => (edge, wedge) = (right_exit, on_the_right),
                    (false, true) => (edge, wedge) = (left_exit, on_the_left),
                    (false, false) => return,
                }
                continue;
            }
            if !self.may_cross(search, edge) {
                return;
            }
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
            self.push_node(Node::Arrive { root }, from.length + goal.length());
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
        self.roots.push(Root { at, length, bend, side: None });
        let total = length + Way::between(at, search.goal).length();
        self.push_node(Node::Arrive { root: self.roots.len() as u32 - 1 }, total);
    }

    /// Makes an end of the edge that was crossed a root, if a path can bend around it. The root is remembered by the wall
    /// it bends around, and counts only if it is the first there or has come by a shorter way. What is seen from it is found when it is its turn.
    #[inline]
    fn bend(&mut self, search: &Search, root: u32, (vertex, ahead): (VertexId, Way), entry: EdgeId, turn: Turn) {
        let map = search.map;
        let at = map.lattice_point(vertex);
        let Some(spoke) = turn.wall_at_bend(map, at, ahead, entry) else { return };
        let length = self.roots[root as usize].length + ahead.length();
        let best = &mut self.best[spoke.index()][turn as usize];
        if best.0 == self.epoch && best.1 <= length {
            return;
        }
        *best = (self.epoch, length);
        self.outbid_other_turn(map, entry, turn, length);
        let bend = Some((root, Bend { vertex, turn }));
        self.roots.push(Root { at, length, bend, side: Some((spoke, turn)) });
        let new = self.roots.len() as u32 - 1;
        self.push_node(Node::LookAround { entry, root: new }, length + Way::between(at, search.goal).length());
    }

    /// Pushes what is seen from a root: the edges opposite to it, from the line of sight it was reached by to the wall it
    /// bends around; and the goal, if it lies in between.
    fn look_around(&mut self, search: &Search, entry: EdgeId, root: u32) {
        let map = search.map;
        let Root { at, length, bend: Some((before, Bend { turn, .. })), .. } = self.roots[root as usize] else {
            return;
        };
        self.expansions += 1;
        let mut near = Way::between(self.roots[before as usize].at, at);
        let mut spoke = turn.first_spoke(entry);
        loop {
            let far = Way::between(at, turn.far_end(map, spoke));
            let wedge = match turn {
                Turn::Left => Wedge { right: near, left: far },
                Turn::Right => Wedge { right: far, left: near },
            };
            if self.goals[spoke.face().index()] == self.epoch {
                self.push_node(Node::Arrive { root }, length + Way::between(at, search.goal).length());
            } else if wedge.right.cross(wedge.left) > 0 {
                self.push(search, turn.rim(spoke), root, wedge);
            }
            if map.is_wall(spoke) {
                return;
            }
            near = far;
            spoke = turn.next_spoke(map, spoke);
        }
    }

    /// Who comes to the same corner, between the same walls, by a longer way and to bend the other way, comes in vain.
    fn outbid_other_turn(&mut self, map: &Map, entry: EdgeId, turn: Turn, length: f64) {
        let mut wall = entry;
        while !map.is_wall(wall) {
            let twin = map.twin(wall);
            wall = if turn == Turn::Left { twin.next() } else { twin.prev() };
        }
        let other = &mut self.best[wall.index()][1 - turn as usize];
        // By a way that is exactly as long it may still come: hence the next larger number.
        if other.0 != self.epoch || length < other.1 {
            *other = (self.epoch, length.next_up());
        }
    }

    /// Writes down the path that ends in a straight line from a root to the goal.
    fn trace(&mut self, map: &Map, query: &Query<'_>, last: u32, proof: Proof) -> &Path {
        let goal = map.lattice().snap(query.to).unwrap_or_default();
        self.trace_to(map, query.from, (goal, query.to), last, proof)
    }

    /// Writes down the path that ends in a straight line from a root to a place.
    fn trace_to(&mut self, map: &Map, from: Point, to: (LatticePoint, Point), last: u32, proof: Proof) -> &Path {
        let path = &mut self.path;
        path.points.clear();
        path.bends.clear();
        path.points.push(to.1);
        let mut next = to.0;
        let mut root = self.roots[last as usize];
        while let Some((before, bend)) = root.bend {
            let previous = self.roots[before as usize];
            // A corner that the path only touches is no bend.
            if Way::between(previous.at, root.at).cross(Way::between(root.at, next)) != 0 {
                path.points.push(map.lattice().world(root.at));
                path.bends.push(bend);
                next = root.at;
            }
            root = previous;
        }
        path.points.push(from);
        path.points.reverse();
        path.bends.reverse();
        path.length = path.points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        path.proof = proof;
        path.version = map.version();
        path
    }

    /// What is known when the budget is spent: the best path that waits on the heap or else the beginning of the most
    /// promising one, as far as the corner it has come to; and what no path can fall below.
    fn give_up(&mut self, search: &Search, query: &Query<'_>, root: u32, estimate: f64) -> NoPath {
        let arrived = |w: &Waiting| match self.nodes[w.node as usize] {
            Node::Arrive { root } => Some((*w, root)),
            _ => None,
        };
        let waiting = self.open.iter().chain(&self.hot).filter_map(arrived).max_by_key(|(w, _)| *w);
        let bound = Proof::AtLeast(estimate * search.map.lattice().step());
        let Root { at, bend, .. } = self.roots[root as usize];
        let best = match (waiting, bend) {
            (Some((_, root)), _) => Some(self.trace(search.map, query, root, bound).clone()),
            (None, Some((before, _))) => {
                let end = (at, search.map.lattice().world(at));
                Some(self.trace_to(search.map, query.from, end, before, bound).clone())
            }
            (None, None) => None,
        };
        NoPath::BudgetSpent { best }
    }

    /// The point nearest to the goal in the parts of the free space that the start lies in: on a wall, there are two.
    fn nearest_reachable(&mut self, map: &Map, from: Location, goal: Point) -> Option<Point> {
        self.nearest.find_reachable(map, goal, from)
    }
}

/// A point on the lattice and where it is; `Err(None)` if it is not a number, or the nearest walkable point.
fn place(map: &Map, p: Point) -> Result<(LatticePoint, Location), Option<Option<Point>>> {
    if !p.is_finite() {
        return Err(None);
    }
    let location = map.locate(p).filter(|&location| map.faces_at(location).any(|f| map.is_free(f)));
    match (map.lattice().snap(p), location) {
        (Ok(at), Some(location)) => Ok((at, location)),
        _ => Err(Some(map.nearest_walkable(p))),
    }
}

/// How one turns around a corner, from triangle to triangle. A spoke is an edge between the corner and a *far end*; seen
/// in its face it leads to the corner when turning left, and away from it when turning right.
impl Turn {
    fn sign(self) -> i64 {
        match self {
            Turn::Left => 1,
            Turn::Right => -1,
        }
    }

    /// The wall that a path bends around which comes to the corner `at` in the direction `ahead` and enters the face of
    /// `entry`: the first one when turning to this side, if it is met within half a turn. If not, there is nothing to
    /// bend around: the path could be cut short.
    fn wall_at_bend(self, map: &Map, at: LatticePoint, ahead: Way, entry: EdgeId) -> Option<EdgeId> {
        let mut spoke = self.first_spoke(entry);
        let mut is_ahead = true;
        loop {
            let turned = self.sign() * ahead.cross(Way::between(at, self.far_end(map, spoke)));
            if turned < 0 {
                return None;
            }
            if map.is_wall(spoke) {
                return Some(spoke);
            }
            // On the line again, but not at the first spoke: that is half a turn.
            if turned == 0 && !is_ahead {
                return None;
            }
            spoke = self.next_spoke(map, spoke);
            is_ahead = false;
        }
    }

    /// The spoke by which one leaves the face that was entered through an edge beside the corner.
    #[inline]
    fn first_spoke(self, entry: EdgeId) -> EdgeId {
        match self {
            Turn::Left => entry.prev(),
            Turn::Right => entry.next(),
        }
    }

    /// The spoke by which one leaves the face behind a spoke.
    #[inline]
    fn next_spoke(self, map: &Map, spoke: EdgeId) -> EdgeId {
        self.first_spoke(map.twin(spoke))
    }

    #[inline]
    fn far_end(self, map: &Map, spoke: EdgeId) -> LatticePoint {
        map.lattice_point(match self {
            Turn::Left => map.origin(spoke),
            Turn::Right => map.target(spoke),
        })
    }

    /// The edge opposite to the corner in the spoke's face.
    #[inline]
    fn rim(self, spoke: EdgeId) -> EdgeId {
        match self {
            Turn::Left => spoke.prev(),
            Turn::Right => spoke.next(),
        }
    }
}
