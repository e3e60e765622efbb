//! The shortest path between two points, by searching the triangulation itself.
//!
//! Either end can be searched from (`frontier.rs`), and one is often much cheaper than the other: a search from the start
//! fills every hall that lies in the direction of the goal, one from the goal those in the direction of the start. So both
//! are begun, and the one that has proved more is gone on with.

use super::corridor::widened;
use super::disc::{Answer, DiscFinder};
use super::ends::{End, Ends};
use super::frontier::{Frontier, Search, Stopped};
use super::path::{Bend, NoPath, Path, Proof, Query};
use super::wedge::Way;
use navigant_mesh::axis::Reaching;
use navigant_mesh::{LatticePoint, Location, Map, Nearest, Point};

/// How many expansions are made from either end before one of them is gone on with.
const PROBE: u64 = 32;

/// Points with comfort are discs of so many steps.
const SMALL: f64 = 2.0;

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
    ends: Ends,
    /// From the start, and from the goal.
    frontiers: [Frontier; 2],
    nearest: Nearest,
    disc: DiscFinder,
    reaching: Reaching,
    path: Path,
    expansions: u64,
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

    /// Whether the last search was for a disc and had to look for room at each step, which takes much longer.
    pub fn was_careful(&self) -> bool {
        self.disc.was_careful()
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
        query.comfort.check()?;
        self.find_shortest(map, query)?;
        if query.comfort.extra > 0.0 {
            self.make_comfortable(map, query);
        }
        Ok(&self.path)
    }

    /// Bends the shortest path, which was just found, around corners at a greater distance.
    fn make_comfortable(&mut self, map: &Map, query: &Query<'_>) {
        let (shortest, expansions) = (self.path.clone(), self.expansions);
        let longest = query.comfort.factor * shortest.length;
        // A point's path runs through corners, where it is in no face or in many; a small disc's runs beside them.
        let least = query.radius.max(SMALL * map.lattice().step());
        let beside = if least > query.radius {
            let beside = self.find_shortest(map, &Query { radius: least, ..*query }).ok().cloned();
            self.expansions += expansions;
            beside
        } else {
            Some(shortest.clone())
        };
        let wanted = query.radius + query.comfort.extra;
        let wider = beside.and_then(|path| widened(map, query, &path.polyline(least * 0.1), [least, wanted], longest));
        self.path =
            wider.map_or_else(|| shortest.clone(), |path| Path { proof: Proof::AtLeast(shortest.length), ..path });
    }

    /// The shortest path.
    fn find_shortest(&mut self, map: &Map, query: &Query<'_>) -> Result<&Path, NoPath> {
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
        self.frontiers[End::Start as usize].begin(map, start);
        if start == goal || free(from).any(|f| free(to).any(|g| f == g)) {
            return Ok(self.trace(map, query, End::Start, 0, Proof::Shortest));
        }
        self.frontiers[End::Goal as usize].begin(map, goal);
        self.ends.begin(map);
        free(from).for_each(|f| self.ends.mark(map, f, End::Start));
        free(to).for_each(|f| self.ends.mark(map, f, End::Goal));
        self.find_from_both_ends(map, query, [(start, from), (goal, to)])
    }

    /// Searches from both ends for a while, and then goes on from the one where as much work has proved more: a bound that
    /// rises has left fewer ways open. Either search finds the shortest path.
    fn find_from_both_ends(
        &mut self,
        map: &Map,
        query: &Query<'_>,
        places: [(LatticePoint, Location); 2],
    ) -> Result<&Path, NoPath> {
        let mut end = End::Start;
        let mut most = PROBE;
        loop {
            let [other, this] = [end.other(), end].map(|e| places[e as usize]);
            let search = Search::new(map, &self.ends, other.0, end.other());
            let before = self.frontiers[end.other() as usize].expansions();
            let frontier = &mut self.frontiers[end as usize];
            if frontier.expansions() == 0 {
                frontier.set_out(&search, this.1);
            }
            let stopped = frontier.run(&search, most, &query.budget, before);
            self.expansions = before + frontier.expansions();
            match stopped {
                Stopped::Arrived { root } => return Ok(self.trace(map, query, end, root, Proof::Shortest)),
                Stopped::OutOfBudget => return Err(self.give_up(map, query)),
                Stopped::Paused if end == End::Start => end = End::Goal,
                Stopped::Paused => {
                    let [proved_forth, proved_back] = self.frontiers.each_ref().map(Frontier::proved);
                    end = if proved_forth < proved_back { End::Goal } else { End::Start };
                    most = u64::MAX;
                }
            }
        }
    }

    /// The same for a disc: exact but for rounding, by less than a lattice step.
    fn find_for_disc(
        &mut self,
        map: &Map,
        query: &Query<'_>,
        ends: [(LatticePoint, Location); 2],
    ) -> Result<&Path, NoPath> {
        let reaching = &mut self.reaching;
        let reaches = || map.axis().reaches_with(map, query.from, query.to, query.radius, reaching);
        let answer = self.disc.find(map, query, ends, &mut self.ends, &mut self.path, reaches);
        self.expansions = self.disc.expansions();
        match answer? {
            Answer::Found => Ok(&self.path),
            Answer::Unreachable => Err(match map.axis().widest(map, query.from, query.to) {
                Some(widest) => NoPath::TooNarrow { widest: widest.radius, place: widest.at },
                None => {
                    let nearest_reachable = self.nearest_reachable(map, ends[0].1, query.to).unwrap_or(query.from);
                    NoPath::Disconnected { nearest_reachable }
                }
            }),
            // The axis says that there is a way, so the search finds one.
            Answer::Lost => Err(NoPath::BudgetSpent { best: None }),
        }
    }

    /// Writes down the path that leads from one end to a root as its search came, and straight on to the other end.
    fn trace(&mut self, map: &Map, query: &Query<'_>, end: End, last: u32, proof: Proof) -> &Path {
        let [this, other] = match end {
            End::Start => [query.from, query.to],
            End::Goal => [query.to, query.from],
        };
        let at = map.lattice().snap(other).unwrap_or_default();
        self.trace_to(map, end, this, (at, other), last, proof)
    }

    /// Writes down the path that leads from an end at `from` to a root and straight on to a place.
    fn trace_to(
        &mut self,
        map: &Map,
        end: End,
        from: Point,
        to: (LatticePoint, Point),
        last: u32,
        proof: Proof,
    ) -> &Path {
        let (path, frontier) = (&mut self.path, &self.frontiers[end as usize]);
        path.points.clear();
        path.bends.clear();
        path.corners.clear();
        path.radius = 0.0;
        path.points.push(to.1);
        let mut next = to.0;
        let mut root = frontier.root(last);
        while let Some((before, bend)) = root.bend {
            let previous = frontier.root(before);
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
        // Roots know what is before them: from the start, that is the path backwards; from the goal, it turns the other way.
        match end {
            End::Start => {
                path.points.reverse();
                path.bends.reverse();
                path.corners.reverse();
            }
            End::Goal => path.bends.iter_mut().for_each(|Bend { turn, .. }| *turn = turn.reversed()),
        }
        path.length = path.points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        path.proof = proof;
        path.version = map.version();
        path
    }

    /// What is known when the budget is spent: the best path that waits to be proved the shortest, or else the beginning
    /// of the most promising one, as far as the corner it has come to; and what no path can fall below.
    fn give_up(&mut self, map: &Map, query: &Query<'_>) -> NoPath {
        let [forth, back] = &self.frontiers;
        let bound = Proof::AtLeast(forth.proved().max(back.proved()) * map.lattice().step());
        let arrivals = [(End::Start, forth), (End::Goal, back)]
            .into_iter()
            .filter_map(|(end, frontier)| frontier.best_arrival().map(|(root, length)| (length, end, root)));
        if let Some((_, end, root)) = arrivals.min_by(|a, b| a.0.total_cmp(&b.0)) {
            return NoPath::BudgetSpent { best: Some(self.trace(map, query, end, root, bound).clone()) };
        }
        let Some(root) = forth.most_promising().map(|root| forth.root(root)) else {
            return NoPath::BudgetSpent { best: None };
        };
        let best = root.bend.map(|(before, _)| {
            let corner = (root.at, map.lattice().world(root.at));
            self.trace_to(map, End::Start, query.from, corner, before, bound).clone()
        });
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
