//! The shortest path between two points, by searching the triangulation itself.
//!
//! Either end can be searched from (`frontier.rs`), and one is often much cheaper: a search from the start fills every hall in the
//! direction of the goal, one from the goal those in that of the start. So both are begun, and the one that has proved more goes on.

use super::corridor::widened;
use super::disc::{Answer, DiscFinder, DiscSearch};
use super::ends::{End, Ends};
use super::frontier::{Frontier, Search, Stopped};
use super::guide::Guide;
use super::landmarks::Landmarks;
use super::path::{Bend, NoPath, Path, Proof, Query};
use super::sides::Side;
use super::spending::Spending;
use super::taken::{NotTaken, Taken};
use super::tuning::finder::{LONGER_FOR_DISCS, LOOK_AHEAD_PER_VERTEX, PROBE};
use super::wedge::Way;
use crate::tolerance::{AS_FAR, MOVED, POINT, ROUNDED_ENDS, ROUNDED_LENGTHS, VANISHING};
use navigant_geometry::internals::LatticeInternals as _;
use navigant_mesh::internals::{LatticePoint, MapInternals as _, Nearest, Reach};
use navigant_mesh::{FaceId, LayerId, Location, Map, Point};

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
    pub(super) nearest: Nearest,
    disc: DiscFinder,
    reaching: Reach,
    pub(super) path: Path,
    pub(super) expansions: u64,
    /// What the path pays at seams, in steps.
    pub(super) tolls: f64,
    /// The layer of the place that was too narrow for the last disc.
    pub(super) narrow_on: LayerId,
}

/// What a search for points comes to.
struct Sought {
    /// The end it was searched from.
    end: End,
    /// The last root before the other end.
    root: u32,
    /// How long the path is, in steps.
    length: f64,
}

/// What a search for points has seen that guides one for a disc.
#[derive(Clone, Copy)]
struct Ahead {
    /// The end it was searched from.
    end: End,
    /// All is seen by which a path could be shorter than this, in steps.
    length: f64,
    /// How long a point's path is, in steps.
    point: f64,
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

    /// How many things the last search for a disc had to keep: its nodes, tangents, roots and stretches, and those of its guide.
    pub(crate) fn kept(&self) -> usize {
        self.disc.kept() + self.frontiers.iter().map(Frontier::kept).sum::<usize>()
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
        let query = &query.snapped(map, &mut self.nearest);
        let mut spending = Spending::of(query.budget);
        let answer = self.find_shortest(map, query, &mut spending).and_then(|()| {
            if query.comfort.extra > 0.0 { self.make_comfortable(map, query, &mut spending) } else { Ok(()) }
        });
        self.expansions = spending.expansions();
        answer.map(|()| &self.path)
    }

    /// Bends the shortest path, which was just found, around corners at a greater distance.
    fn make_comfortable(&mut self, map: &Map, query: &Query<'_>, spending: &mut Spending<'_>) -> Result<(), NoPath> {
        let lower = self.path.length;
        let shortest = Path { proof: Proof::AtLeast(lower), ..self.path.clone() };
        // A point's path runs through corners, where it is in no face or in many; a small disc's runs beside them.
        let least = query.radius.max(POINT * map.lattice().step());
        let beside = if least > query.radius {
            match self.find_shortest(map, &Query { radius: least, ..*query }, spending) {
                Ok(()) => Some(self.path.polyline(least * 0.1)),
                Err(NoPath::BudgetSpent { .. }) => {
                    return Err(NoPath::BudgetSpent { best: Some(Box::new(shortest)), lower });
                }
                Err(inconsistent @ NoPath::Inconsistent { .. }) => return Err(inconsistent),
                Err(_) => None,
            }
        } else {
            Some(shortest.polyline(least * 0.1))
        };
        let (wanted, longest) = (query.radius + query.comfort.extra, query.comfort.factor * lower);
        let wider = beside.and_then(|line| widened(map, query, &line, [least, wanted], longest, spending));
        let best = wider.map_or(shortest, |path| Path { proof: Proof::AtLeast(lower), ..path });
        if spending.was_refused() {
            return Err(NoPath::BudgetSpent { best: Some(Box::new(best)), lower });
        }
        self.path = best;
        Ok(())
    }

    /// The shortest path.
    fn find_shortest(&mut self, map: &Map, query: &Query<'_>, spending: &mut Spending<'_>) -> Result<(), NoPath> {
        let is_vanishing = query.radius > 0.0 && query.radius < VANISHING * map.lattice().step();
        let radius = if is_vanishing { 0.0 } else { query.radius };
        let query = &Query { radius, ..*query };
        if radius.is_nan() || radius < 0.0 {
            return Err(NoPath::BadRadius(radius));
        }
        if radius > 0.0 {
            let start = Taken::of(map, query.from, radius, &mut self.nearest).map_err(NotTaken::at_start)?;
            let goal = Taken::of(map, query.to, radius, &mut self.nearest).map_err(NotTaken::at_goal)?;
            let query = &Query { from: start.point, to: goal.point, ..*query };
            return self.find_for_disc(map, query, [start, goal], spending);
        }
        let (start, starts) = Side::of(map, query.from, &mut self.nearest).map_err(NotTaken::at_start)?;
        let (goal, goals) = Side::of(map, query.to, &mut self.nearest).map_err(NotTaken::at_goal)?;
        let answer = self.find_between(map, query, [start, goal], spending);
        if starts.is_empty() && goals.is_empty() {
            return answer;
        }
        // What one side of a wall has proved says nothing about the other; ends on both may be moved.
        let unproved = |spent: NoPath| {
            spent.with_lower_at_most(query.from.distance(query.to) - 2.0 * MOVED * map.lattice().step())
        };
        if matches!(answer, Err(NoPath::BudgetSpent { .. })) {
            return answer.map_err(unproved);
        }
        let mut best = answer.map(|()| self.path.clone());
        for (i, start) in [start].into_iter().chain(starts).enumerate() {
            for goal in [goal].into_iter().chain(goals.iter().copied()).skip(usize::from(i == 0)) {
                match self.find_between(map, query, [start, goal], spending) {
                    Ok(()) if best.as_ref().is_ok_and(|best| best.length <= self.path.length) => {}
                    Ok(()) => best = Ok(self.path.clone()),
                    Err(spent @ NoPath::BudgetSpent { .. }) => return Err(unproved(spent)),
                    Err(other) => best = best.map_err(|best| best.or_nearer(other, query.to)),
                }
            }
        }
        best.map(|path| self.path = path)
    }

    /// The shortest path for a point between two sides that its ends may be on.
    fn find_between(
        &mut self,
        map: &Map,
        query: &Query<'_>,
        ends: [Side; 2],
        spending: &mut Spending<'_>,
    ) -> Result<(), NoPath> {
        self.find_for_point(map, query, ends.map(|side| side.taken), spending)?;
        if ends.iter().any(Side::is_within) {
            Side::lead_on(map, ends, &mut self.path);
        }
        Ok(())
    }

    /// The shortest path for a point.
    pub(super) fn find_for_point(
        &mut self,
        map: &Map,
        query: &Query<'_>,
        ends: [Taken; 2],
        spending: &mut Spending<'_>,
    ) -> Result<(), NoPath> {
        let query = &Query { from: ends[0].point, to: ends[1].point, ..*query };
        self.ask_if_connected(map, query, ends)?;
        self.begin(map, ends);
        self.ends.close_tails(map);
        if is_straight(map, ends) {
            self.tolls = 0.0;
            self.trace(map, query, End::Start, 0, Proof::Shortest);
            return Ok(());
        }
        let Sought { end, root, .. } = self.seek(map, query, ends, spending)?;
        self.tolls = self.frontiers[end as usize].root(root).tolls();
        self.trace(map, query, end, root, Proof::Shortest);
        Ok(())
    }

    /// Whether the ends are in the same part of the free space.
    fn ask_if_connected(&mut self, map: &Map, query: &Query<'_>, ends: [Taken; 2]) -> Result<(), NoPath> {
        let (components, [from, to]) = (map.components(), ends.map(|end| end.location));
        let is_connected = free(map, to).any(|g| free(map, from).any(|f| components.of(f) == components.of(g)));
        if is_connected { Ok(()) } else { Err(self.walled_off(map, query, ends)) }
    }

    /// What is answered where the goal is in another part of the free space.
    fn walled_off(&mut self, map: &Map, query: &Query<'_>, [start, _]: [Taken; 2]) -> NoPath {
        if map.layer_count() > 1 {
            // What is nearest in plan may be on another floor.
            return NoPath::Disconnected { nearest_reachable: query.from };
        }
        let for_disc = if query.radius > 0.0 { self.nearest_reachable(map, query) } else { None };
        let nearest_reachable = for_disc.or_else(|| self.nearest.find_reachable(map, query.to, start.location));
        NoPath::Disconnected { nearest_reachable: nearest_reachable.unwrap_or(query.from) }
    }

    /// The place nearest to the goal that a disc gets to. All that it gets to has to be looked at, so nobody who has a budget is told.
    fn nearest_reachable(&mut self, map: &Map, query: &Query<'_>) -> Option<Point> {
        let PathFinder { reaching, nearest, .. } = self;
        // What is nearest in plan may be on another floor.
        if map.layer_count() > 1
            || query.budget.is_limited()
            || !reaching.flood(map, query.from, query.radius, usize::MAX)
        {
            return None;
        }
        nearest.find_with_room(map, query.to, query.radius, usize::MAX, |place| reaching.holds(map, place))
    }

    /// Forgets the last search, and stands at both ends of the next.
    fn begin(&mut self, map: &Map, ends: [Taken; 2]) {
        self.ends.begin(map);
        for end in [End::Start, End::Goal] {
            let Taken { at, location, .. } = ends[end as usize];
            self.frontiers[end as usize].begin(map, at);
            free(map, location).for_each(|f| self.ends.mark(map, f, end));
        }
    }

    /// Searches from both ends for a while, and then goes on from the one where as much work has proved more: a bound that
    /// rises has left fewer ways open. Either search finds the shortest path.
    fn seek(
        &mut self,
        map: &Map,
        query: &Query<'_>,
        ends: [Taken; 2],
        spending: &mut Spending<'_>,
    ) -> Result<Sought, NoPath> {
        let places = ends.map(|end| (end.at, end.location));
        let ahead = places.map(|place| landmarks(map, query).map(|landmarks| landmarks.ahead(map, place)));
        let mut end = End::Start;
        let mut most = PROBE;
        loop {
            let [other, this] = [end.other(), end].map(|e| places[e as usize]);
            let mut search =
                Search::new(map, &self.ends, other.0, end.other()).with(ahead[end.other() as usize].as_ref());
            search = search.paying(map.tolls());
            if query.radius > 0.0 {
                search = search.guiding();
            }
            let frontier = &mut self.frontiers[end as usize];
            if frontier.expansions() == 0 {
                frontier.set_out(&search, this.1);
            }
            match frontier.run(&search, most, spending) {
                Stopped::Arrived { root, length } => return Ok(Sought { end, root, length }),
                Stopped::OutOfBudget => return Err(self.give_up(map, query)),
                // Seams may be closed one way.
                Stopped::RanDry if search.pays() => return Err(NoPath::Disconnected { nearest_reachable: query.from }),
                Stopped::RanDry => return Err(inconsistent(query)),
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
    pub(super) fn find_for_disc(
        &mut self,
        map: &Map,
        query: &Query<'_>,
        ends: [Taken; 2],
        spending: &mut Spending<'_>,
    ) -> Result<(), NoPath> {
        self.ask_if_connected(map, query, ends)?;
        self.begin(map, ends);
        for end in ends {
            // What is a little off the lattice may be in another face.
            end.face.into_iter().for_each(|f| self.ends.open_beside(map, f));
        }
        self.ends.close_tails(map);
        let known = if is_straight(map, ends) { None } else { Some(self.look_ahead(map, query, ends, spending)?) };
        let guide = known.map(|Ahead { end, length, .. }| Guide {
            map,
            pinches: map.pinches(),
            end,
            search: &self.frontiers[end as usize],
            from: ends[end.other() as usize].at,
            length,
            is_euclidean: landmarks(map, query).is_none(),
        });
        let to = known.map_or(End::Goal, |ahead| ahead.end);
        let [there, here] = [to, to.other()].map(|end| ends[end as usize]);
        let search = DiscSearch {
            map,
            plain: Search::new(map, &self.ends, there.at, to).paying(map.tolls()),
            guide,
            rounded: ends.iter().map(Taken::rounded_by).sum::<f64>() + ROUNDED_LENGTHS,
            radius: query.radius / map.lattice().step(),
            from: here.place,
            to: there.place,
            faces: [here.face, there.face],
        };
        let reaching = &mut self.reaching;
        let places = ends.map(|end| (end.face.map_or(LayerId::default(), |f| map.layer_of(f)), end.point));
        let reaches = || {
            // There may be a little less room than that at the ends.
            let rooms = places.map(|(layer, p)| map.clearance_on(layer, p).unwrap_or(query.radius));
            reaching.reaches_on(map, places, query.radius.min(rooms[0]).min(rooms[1]))
        };
        match self.disc.find(&search, query, spending, &mut self.path, reaches) {
            Answer::Found => {
                self.tolls = self.disc.tolls;
                Ok(())
            }
            Answer::Spent(lower) => {
                let lower = lower_bound(map, query, lower.max(known.map_or(0.0, |ahead| ahead.point)));
                Err(NoPath::BudgetSpent { best: None, lower })
            }
            Answer::Unreachable => Err(match self.reaching.widest_on(map, places) {
                // Seams may be closed one way.
                Some((widest, _)) if query.radius <= widest.radius && map.tolls().is_some() => {
                    self.walled_off(map, query, ends)
                }
                // A disc gets through wherever the widest is as wide.
                Some((widest, _)) if query.radius <= widest.radius => inconsistent(query),
                Some((widest, layer)) => {
                    self.narrow_on = layer;
                    let nearest_reachable = self.nearest_reachable(map, query);
                    NoPath::TooNarrow { widest: widest.radius, place: widest.at, nearest_reachable }
                }
                None => self.walled_off(map, query, ends),
            }),
        }
    }

    /// Searches for a point, and a little farther than its shortest path: by a radius farther than a disc's would be that has the
    /// same bends, for at corners the disc is a radius away from where the point is.
    fn look_ahead(
        &mut self,
        map: &Map,
        query: &Query<'_>,
        ends: [Taken; 2],
        spending: &mut Spending<'_>,
    ) -> Result<Ahead, NoPath> {
        let sought = self.seek(map, query, ends, spending).map_err(|reason| match reason {
            // What is known is a point's path.
            NoPath::BudgetSpent { lower, .. } => NoPath::BudgetSpent { best: None, lower },
            reason => reason,
        });
        let Sought { end, root, length } = sought?;
        self.trace(map, query, end, root, Proof::Shortest);
        let radius = query.radius / map.lattice().step();
        let known = DiscFinder::expect(map, query, &mut self.path).clamp(length, LONGER_FOR_DISCS * length) + radius;
        let Taken { at: from, location, .. } = ends[end.other() as usize];
        let ahead = landmarks(map, query).map(|landmarks| landmarks.ahead(map, (from, location)));
        let search = Search::new(map, &self.ends, from, end.other()).with(ahead.as_ref()).guiding();
        let search = search.paying(map.tolls());
        let frontier = &mut self.frontiers[end as usize];
        let most = frontier.expansions() + LOOK_AHEAD_PER_VERTEX * map.vertex_count() as u64;
        match frontier.see_all_within(&search, known * AS_FAR, most, spending) {
            Some(seen) => Ok(Ahead { end, length: known.min(seen), point: length }),
            None => Err(NoPath::BudgetSpent { best: None, lower: lower_bound(map, query, length) }),
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
        path.revision = map.revision();
        path
    }

    /// What is known when the budget is spent: the best path that waits to be proved the shortest, or else the beginning
    /// of the most promising one, as far as the corner it has come to; and what no path can fall below.
    fn give_up(&mut self, map: &Map, query: &Query<'_>) -> NoPath {
        let [forth, back] = &self.frontiers;
        let lower = lower_bound(map, query, forth.proved().max(back.proved()));
        let bound = Proof::AtLeast(lower);
        let arrivals = [(End::Start, forth), (End::Goal, back)]
            .into_iter()
            .filter_map(|(end, frontier)| frontier.best_arrival().map(|(root, length)| (length, end, root)));
        if let Some((_, end, root)) = arrivals.min_by(|a, b| a.0.total_cmp(&b.0)) {
            let best = Some(Box::new(self.trace(map, query, end, root, bound).clone()));
            return NoPath::BudgetSpent { best, lower };
        }
        let Some(root) = forth.most_promising().map(|root| forth.root(root)) else {
            return NoPath::BudgetSpent { best: None, lower };
        };
        let best = root.bend.map(|(before, _)| {
            let corner = (root.at, map.lattice().world(root.at));
            Box::new(self.trace_to(map, End::Start, query.from, corner, before, bound).clone())
        });
        NoPath::BudgetSpent { best, lower }
    }
}

/// A lower bound on the length of a path, in metres, from one in steps between the ends as they are on the lattice.
fn lower_bound(map: &Map, query: &Query<'_>, steps: f64) -> f64 {
    query.from.distance(query.to).max((steps - ROUNDED_ENDS) * map.lattice().step())
}

/// What is answered where the map says that there is a path and a search finds none.
fn inconsistent(query: &Query<'_>) -> NoPath {
    NoPath::Inconsistent { from: query.from, to: query.to, radius: query.radius }
}

/// The landmarks of a query, if they are good.
fn landmarks<'l>(map: &Map, query: &Query<'l>) -> Option<&'l Landmarks> {
    query.landmarks.filter(|landmarks| landmarks.are_good(map))
}

/// Whether one sees straight from one end to the other: they are in the same face.
fn is_straight(map: &Map, [start, goal]: [Taken; 2]) -> bool {
    // Points above each other are not the same: places are told apart by where they are.
    start.location == goal.location && start.at == goal.at
        || free(map, start.location).any(|f| free(map, goal.location).any(|g| f == g))
}

/// The free faces at a location.
pub(super) fn free(map: &Map, location: Location) -> impl Iterator<Item = FaceId> {
    map.faces_at(location).filter(|&f| map.is_free(f))
}
