//! The shortest path between two points, by searching the triangulation itself.
//!
//! A node is an edge of the map, a *root* from which it is seen, and the wedge through which it is seen. Crossing the
//! edge, the wedge falls on one or both of the next triangle's other edges; where its border touches a corner that a
//! path can bend around, the corner becomes a root of its own. This is Polyanya (Cui, Harabor, Grastien, "Compromise-free
//! pathfinding on a navigation mesh", IJCAI 2017) with these differences: triangles instead of merged cells, so that a
//! step is two exact cross products; wedges bounded by lattice directions instead of rounded intervals, so that nothing
//! is lost or seen twice by rounding; dead ends are never entered unless the goal is there; roots are told apart by
//! vertex *and side*, so that two obstacles that touch at a corner are never passed between.

use super::disc::DiscFinder;
use super::path::{Bend, NoPath, Path, Proof, Query, Turn};
use super::reached::Reached;
use super::wedge::{Way, Wedge};
use navigant_mesh::{DeadEnds, EdgeId, FaceId, LatticePoint, Location, Map, Nearest, Pinches, Point, VertexId};
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
    reached: Reached,
    /// By face: twice the search in which its dead end may be entered; one more if the goal lies in it.
    marks: Vec<u32>,
    roots: Vec<Root>,
    nodes: Vec<Node>,
    open: BinaryHeap<Waiting>,
    /// The most promising node of those found last: often it is the next one, and then need not go through the heap.
    hot: Option<Waiting>,
    nearest: Nearest,
    disc: DiscFinder,
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
    /// At a pinch, the wall it bends around.
    wall: Option<EdgeId>,
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
    pinches: &'m Pinches,
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
        if query.radius.is_nan() || query.radius < 0.0 {
            return Err(NoPath::BadRadius(query.radius));
        }
        let largest = |p: Point| map.clearance_at(p).unwrap_or(0.0);
        if query.radius > 0.0 && !map.has_room_at(query.from, query.radius) {
            return Err(NoPath::NoRoomAtStart { largest: largest(query.from) });
        }
        let (goal, to) = place(map, query.to).map_err(|nearest| match nearest {
            None => NoPath::NotFinite(query.to),
            Some(nearest) => NoPath::GoalOutside { nearest },
        })?;
        if query.radius > 0.0 {
            if !map.has_room_at(query.to, query.radius) {
                return Err(NoPath::NoRoomAtGoal { largest: largest(query.to) });
            }
            return self.find_for_disc(map, query, [(start, from), (goal, to)]);
        }
        let components = map.components();
        let free = |location: Location| map.faces_at(location).filter(|&f| map.is_free(f));
        let is_connected = free(to).any(|g| free(from).any(|f| components.of(f) == components.of(g)));
        if !is_connected {
            let nearest_reachable = self.nearest_reachable(map, from, query.to).unwrap_or(query.from);
            return Err(NoPath::Disconnected { nearest_reachable });
        }
        self.begin(map);
        self.roots.push(Root { at: start, length: 0.0, bend: None, wall: None });
        if start == goal || free(from).any(|f| free(to).any(|g| f == g)) {
            return Ok(self.trace(map, query, 0, Proof::Shortest));
        }
        let search = Search { map, dead_ends: map.dead_ends(), pinches: map.pinches(), goal };
        for location in [from, to] {
            free(location).for_each(|f| self.open_dead_end(&search, f));
        }
        free(to).for_each(|f| self.marks[f.index()] = self.goal_mark());
        self.set_out(&search, from);
        self.run(&search, query)
    }

    /// The same for a disc: exact but for rounding, by less than a lattice step.
    fn find_for_disc(
        &mut self,
        map: &Map,
        query: &Query<'_>,
        ends: [(LatticePoint, Location); 2],
    ) -> Result<&Path, NoPath> {
        let axis = map.axis();
        if !axis.reaches(map, query.from, query.to, query.radius) {
            return Err(match axis.widest(map, query.from, query.to) {
                Some(widest) => NoPath::TooNarrow { widest: widest.radius, place: widest.at },
                None => {
                    let nearest_reachable = self.nearest_reachable(map, ends[0].1, query.to).unwrap_or(query.from);
                    NoPath::Disconnected { nearest_reachable }
                }
            });
        }
        let is_found = self.disc.find(map, query, ends, &mut self.path);
        self.expansions = self.disc.expansions();
        // The axis says that there is a way, so the search finds one.
        if is_found? { Ok(&self.path) } else { Err(NoPath::BudgetSpent { best: None }) }
    }

    /// Forgets the last search.
    fn begin(&mut self, map: &Map) {
        self.epoch += 1;
        if self.goal_mark() == u32::MAX {
            self.marks.fill(0);
            self.epoch = 1;
        }
        if self.marks.len() < map.face_slots() {
            self.marks.resize(map.face_slots(), 0);
        }
        self.reached.begin(map);
        self.roots.clear();
        self.nodes.clear();
        self.open.clear();
        self.hot = None;
    }

    /// How faces are marked that the goal lies in.
    #[inline]
    fn goal_mark(&self) -> u32 {
        self.epoch << 1 | 1
    }

    #[inline]
    fn is_opened(&self, f: FaceId) -> bool {
        self.marks[f.index()] >> 1 == self.epoch
    }

    #[inline]
    fn has_goal(&self, f: FaceId) -> bool {
        self.marks[f.index()] == self.goal_mark()
    }

    /// Lets the search pass the faces between a face and the mouth of its dead end.
    fn open_dead_end(&mut self, search: &Search, mut f: FaceId) {
        while !self.is_opened(f) {
            self.marks[f.index()] = self.epoch << 1;
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
                Node::Cross { edge, wedge, .. } => {
                    let ends = self.ways_to_ends(search, edge, root);
                    if !self.is_in_vain(search, edge, root, wedge, ends) {
                        self.advance(search, edge, root, wedge, ends);
                    }
                }
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
        let Root { length, bend, wall, .. } = self.roots[root as usize];
        bend.is_some_and(|(_, bend)| self.reached.is_outdone(bend, wall, length))
    }

    #[inline]
    fn may_cross(&self, search: &Search, e: EdgeId) -> bool {
        search.dead_ends.leads_on(e) || (!search.map.is_wall(e) && self.is_opened(search.map.twin(e).face()))
    }

    /// Pushes an edge that is seen from a root, if it may be crossed.
    fn push(&mut self, search: &Search, e: EdgeId, root: u32, wedge: Wedge) {
        if self.may_cross(search, e) {
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
    #[inline]
    fn is_in_vain(&self, search: &Search, edge: EdgeId, root: u32, wedge: Wedge, ends: [Way; 2]) -> bool {
        let length = self.roots[root as usize].length;
        let [right, left] = [search.map.origin(edge), search.map.target(edge)]
            .map(|v| self.reached.by_another(v, root).map(|reached| reached - length));
        wedge.is_in_vain(ends, right, left)
    }

    /// Remembers how far a vertex is that is seen from a root.
    #[inline]
    fn see(&mut self, search: &Search, v: VertexId, root: u32, way: Way) {
        let length = self.roots[root as usize].length + way.length();
        if self.reached.is_news(v, length) && !search.pinches.contains(v) {
            self.reached.see(v, length, root);
        }
    }

    /// Pushes an edge that may be crossed; `from` and `to` are the ways from the root to its ends.
    #[inline]
    fn push_crossing(&mut self, search: &Search, edge: EdgeId, root: u32, wedge: Wedge, [from, to]: [Way; 2]) {
        if self.is_in_vain(search, edge, root, wedge, [from, to]) {
            return;
        }
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
    fn advance(&mut self, search: &Search, mut edge: EdgeId, root: u32, mut wedge: Wedge, ends: [Way; 2]) {
        let map = search.map;
        let at = self.roots[root as usize].at;
        let [mut on_right, mut on_left] = ends;
        // Whether the wedge's borders lead to the edge's ends: there the path may bend.
        let mut touches_right = wedge.right.cross(on_right) == 0;
        let mut touches_left = wedge.left.cross(on_left) == 0;
        loop {
            self.expansions += 1;
            // In the face beyond, the edge runs from the left of the line of sight to its right.
            let entry = map.twin(edge);
            if self.has_goal(entry.face()) {
                self.arrive(search, root, wedge, entry);
                return;
            }
            let (right_exit, left_exit) = (entry.next(), entry.prev());
            let tip = map.origin(left_exit);
            let apex = Way::between(at, map.lattice_point(tip));
            let (from_left, from_right) = (wedge.left.cross(apex), wedge.right.cross(apex));
            if from_left >= 0 {
                if touches_left {
                    self.bend(search, root, on_left, entry, Turn::Left);
                }
                if from_left == 0 {
                    self.see(search, tip, root, apex);
                }
                (edge, on_left, touches_left) = (right_exit, apex, from_left == 0);
            } else if from_right <= 0 {
                if touches_right {
                    self.bend(search, root, on_right, entry, Turn::Right);
                }
                if from_right == 0 {
                    self.see(search, tip, root, apex);
                }
                (edge, on_right, touches_right) = (left_exit, apex, from_right == 0);
            } else {
                self.see(search, tip, root, apex);
                let (on_the_right, on_the_left) =
                    (Wedge { right: wedge.right, left: apex }, Wedge { right: apex, left: wedge.left });
                match (self.may_cross(search, right_exit), self.may_cross(search, left_exit)) {
                    (true, true) => {
                        self.push_crossing(search, right_exit, root, on_the_right, [on_right, apex]);
                        self.push_crossing(search, left_exit, root, on_the_left, [apex, on_left]);
                        return;
                    }
                    (true, false) => (edge, wedge, on_left, touches_left) = (right_exit, on_the_right, apex, true),
                    (false, true) => (edge, wedge, on_right, touches_right) = (left_exit, on_the_left, apex, true),
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
        self.roots.push(Root { at, length, bend, wall: None });
        let total = length + Way::between(at, search.goal).length();
        self.push_node(Node::Arrive { root: self.roots.len() as u32 - 1 }, total);
    }

    /// Makes an end of the edge that was crossed a root, if a path can bend around it. The root is remembered by the wall
    /// it bends around, and counts only if it is the first there or has come by a shorter way. What is seen from it is found when it is its turn.
    #[inline]
    fn bend(&mut self, search: &Search, root: u32, ahead: Way, entry: EdgeId, turn: Turn) {
        let map = search.map;
        let vertex = turn.corner(map, entry);
        let length = self.roots[root as usize].length + ahead.length();
        let bend = Bend { vertex, turn };
        let is_pinch = search.pinches.contains(vertex);
        if !is_pinch && !self.reached.is_worth_bending(bend, length) {
            return;
        }
        let at = map.lattice_point(vertex);
        let Some(spoke) = turn.wall_at_bend(map, at, ahead, entry) else { return };
        let wall = is_pinch.then_some(spoke);
        let new = self.roots.len() as u32;
        match wall {
            None => self.reached.bend(bend, length, new),
            Some(wall) => {
                if !self.reached.bend_at_pinch(map, wall, entry, turn, length) {
                    return;
                }
            }
        }
        self.roots.push(Root { at, length, bend: Some((root, bend)), wall });
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
            if self.has_goal(spoke.face()) {
                self.push_node(Node::Arrive { root }, length + Way::between(at, search.goal).length());
            } else if wedge.right.cross(wedge.left) > 0 {
                self.see(search, turn.far_vertex(map, spoke), root, far);
                self.push(search, turn.rim(spoke), root, wedge);
            }
            if map.is_wall(spoke) {
                return;
            }
            near = far;
            spoke = turn.next_spoke(map, spoke);
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
        path.corners.clear();
        path.radius = 0.0;
        path.points.push(to.1);
        let mut next = to.0;
        let mut root = self.roots[last as usize];
        while let Some((before, bend)) = root.bend {
            let previous = self.roots[before as usize];
            // A corner that the path only touches is no bend.
            if Way::between(previous.at, root.at).cross(Way::between(root.at, next)) != 0 {
                path.points.push(map.lattice().world(root.at));
                path.corners.push(map.lattice().world(root.at));
                path.bends.push(bend);
                next = root.at;
            }
            root = previous;
        }
        path.points.push(from);
        path.points.reverse();
        path.bends.reverse();
        path.corners.reverse();
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
