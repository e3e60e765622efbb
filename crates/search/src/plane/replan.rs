//! Shortest paths after edits: keep the old one where it is still the shortest.
//!
//! What came matters where the path is; what went matters inside the ellipse around its ends that its length spans. Otherwise the
//! path is kept.
//!
//! # Why there is no pruning beyond that
//! DPA* also prunes the searches that are left. Of the paths in the city of `navigant experiment replan`, after random edits, 596 of
//! 600 of points and 580 of 600 of discs are kept; something went near 3 and 17 of the others, and something came into the way of
//! 1 and 3.
//! - Where something came, the rest of the old path behind it is still a shortest one, and a search could end where it meets that. It
//!   could save no more than a search from there takes: the column *beyond* of the experiment. These searches are one in seven of those
//!   of discs, and one in 200 of all replans.
//! - Where something went, a shorter path may leave the old one anywhere, and by old distances to the goal it could only be bounded if
//!   they were kept: but an agent keeps its path and nothing of the search. The lower bounds that a search has without them, the
//!   distances of a point for a disc, are already those that lead it.

use super::finder::PathFinder;
use super::path::{Bend, NoPath, Path, PathPiece, Proof, Query};
use crate::tolerance::{BELOW, MOVED, NUDGED};
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::internals::{Arc, MapInternals as _, Nearest, Room};
use navigant_mesh::{Bounds, Effect, Location, Map, Point};

/// What a replan did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rung {
    /// The old path is still there and still the shortest, up to rounding.
    Kept,
    /// Something that came is in its way.
    Blocked,
    /// Something that went may have opened a shorter way.
    Opened,
    /// The old path does not lead through the start, or to the goal, for this radius and comfort; or it is not known what has
    /// happened since it was found.
    Unknown,
}

/// Replans shortest paths, for points and discs, from the path alone: incremental replanning without a stored search.
///
/// What came matters only where the rest of the path is. What went matters only if the way by it could be shorter: if it reaches into
/// the ellipse around start and goal that the old length spans. Otherwise the path is kept, at the cost of walking along
/// it once, legs and arcs, to see that there is room; else it is searched for again.
///
/// The edits are read from the map's journal, since the [revision](Path::revision) of the path. When warm it allocates nothing to
/// keep a path, nor to find one for a point; the search for a disc does.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_search::plane::{FindPath, PathReplanner, Query, Rung};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 100.0]))?;
/// let query = Query::new([10.0, 10.0], [90.0, 10.0]).with_radius(0.4);
/// let (mut path, mut replanner) = (map.find_path(query)?, PathReplanner::new());
///
/// // The agent walks five metres; something comes elsewhere; later, something in its way.
/// let here = path.at(5.0).expect("on the path");
/// map.insert(&Outline::rectangle([40.0, 40.0], [60.0, 60.0]))?;
/// assert_eq!(replanner.replan(&map, &Query { from: here, ..query }, &mut path)?, Rung::Kept);
/// assert_eq!((path.points[0], path.length), (here, 75.0));
/// map.insert(&Outline::rectangle([40.0, 5.0], [60.0, 30.0]))?;
/// assert_eq!(replanner.replan(&map, &Query { from: here, ..query }, &mut path)?, Rung::Blocked);
/// assert!(path.points[0] == here && path.length > 75.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct PathReplanner {
    finder: PathFinder,
    room: Room,
    nearest: Nearest,
    /// The old path from where the query starts.
    rest: Path,
    expansions: u64,
}

impl PathReplanner {
    /// A replanner; it allocates as its first searches need it.
    pub fn new() -> PathReplanner {
        PathReplanner::default()
    }

    /// Brings a path up to date with the map and with where the agent is, the query's start: if that lies on the path, what is
    /// behind it is cut off. Radius, comfort, budget and landmarks are the query's. Every rung but `Kept` has searched.
    ///
    /// # Errors
    /// [`NoPath`] if there is none any more; the old path is left as it was.
    pub fn replan(&mut self, map: &Map, query: &Query<'_>, path: &mut Path) -> Result<Rung, NoPath> {
        self.expansions = 0;
        let query = &query.snapped(map, &mut self.nearest);
        let rung = self.judge(map, query, path);
        if rung == Rung::Kept && rename_bends(map, &mut self.rest) {
            self.rest.revision = map.revision();
            copy(&self.rest, path);
            return Ok(Rung::Kept);
        }
        let found = self.finder.find(map, query).map(|found| copy(found, path));
        self.expansions = self.finder.expansions();
        found?;
        Ok(if rung == Rung::Kept { Rung::Unknown } else { rung })
    }

    /// How many nodes the last replanning expanded; 0 if the path was kept.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Whether what is left of a path is still there and still the shortest; leaves it in `rest`.
    fn judge(&mut self, map: &Map, query: &Query<'_>, path: &Path) -> Rung {
        let Ok(changes) = map.changes_since(path.revision) else { return Rung::Unknown };
        let step = map.lattice().step();
        if !leads_there(query, path, MOVED * step) || !self.starts_on(query.from, path, step) {
            return Rung::Unknown;
        }
        let rest = &self.rest;
        let room = path.radius + query.comfort.extra + NUDGED * step;
        // An arc stays within its radius of its corner.
        let reach = if rest.bends.is_empty() { room } else { room + path.radius + query.comfort.extra };
        let is_near = |region: &Bounds| {
            let near = grown(*region, reach);
            rest.points.windows(2).any(|leg| meets(near, leg[0], leg[1]))
        };
        let opens = |region: &Bounds| by_way_of(grown(*region, room), query.from, query.to) < rest.length * BELOW;
        let mut rung = Rung::Kept;
        for change in changes {
            let (comes, goes) = match change.effect {
                Effect::Lengthens => (true, false),
                Effect::Shortens => (false, true),
                Effect::Either => (true, true),
            };
            if comes && change.region.iter().any(is_near) {
                return Rung::Blocked;
            }
            if goes && change.region.iter().any(|region| opens(region) || is_near(region)) {
                rung = Rung::Opened;
            }
        }
        if rung == Rung::Opened {
            return rung;
        }
        let PathReplanner { rest, room, .. } = self;
        if rest.pieces().all(|piece| is_there(map, room, piece, path.radius)) { Rung::Kept } else { Rung::Unknown }
    }

    /// Whether a point lies on a path, but for rounding; leaves what is left of the path from there in `rest`.
    fn starts_on(&mut self, from: Point, path: &Path, step: f64) -> bool {
        let rest = &mut self.rest;
        copy(path, rest);
        if path.points.first().is_some_and(|start| start.distance(from) <= MOVED * step) {
            return true;
        }
        let on = path.nearest(from).filter(|on| on.off <= step);
        let is_on = on.and_then(|on| rest.advance(on.distance)).is_some();
        if is_on {
            rest.points[0] = from;
        }
        is_on
    }
}

/// Whether a path leads to where a query does, but for what its end may have been moved by, in the way it asks for.
fn leads_there(query: &Query<'_>, path: &Path, moved: f64) -> bool {
    let is_sane = path.points.iter().chain(&path.corners).all(|p| p.is_finite()) && path.radius >= 0.0;
    let is_proved = match path.proof {
        Proof::Shortest => query.comfort.extra == 0.0,
        Proof::AtLeast(lower) => query.comfort.extra > 0.0 && path.length <= query.comfort.factor * lower / BELOW,
        Proof::ShortestInCorridor => false,
    };
    let ends_there = path.points.last().is_some_and(|end| end.distance(query.to) <= moved);
    is_sane && is_proved && ends_there && path.radius == query.radius
}

/// Whether a piece of a path still has the room it had, up to rounding.
fn is_there(map: &Map, scratch: &mut Room, piece: PathPiece, radius: f64) -> bool {
    let room = (radius / map.lattice().step() - NUDGED).max(0.0);
    match piece {
        PathPiece::Straight { from, to } if radius > 0.0 => {
            scratch.along_line(map, map.steps(from), map.steps(to), room)
        }
        PathPiece::Straight { from, to } => map.sees(from, to),
        PathPiece::Arc { centre, from, to, turn } => {
            let [centre, from, to] = [centre, from, to].map(|p| map.steps(p));
            let arc = Arc { centre, from: from - centre, to: to - centre, is_left: turn > 0.0 };
            scratch.along_arc(map, &arc, room)
        }
    }
}

/// Copies a path into the memory of another.
fn copy(found: &Path, path: &mut Path) {
    let Path { points, bends, corners, radius, length, proof, revision } = path;
    points.clone_from(&found.points);
    bends.clone_from(&found.bends);
    corners.clone_from(&found.corners);
    (*radius, *length, *proof, *revision) = (found.radius, found.length, found.proof, found.revision);
}

/// Vertices have other names in another version; says whether all corners are still there.
fn rename_bends(map: &Map, path: &mut Path) -> bool {
    let Path { bends, corners, .. } = path;
    bends.len() == corners.len()
        && bends.iter_mut().zip(corners).all(|(bend, corner)| match map.locate(*corner) {
            Some(Location::Vertex(vertex)) => {
                *bend = Bend { vertex, ..*bend };
                true
            }
            _ => false,
        })
}

fn grown(b: Bounds, by: f64) -> Bounds {
    Bounds { min: Point::new(b.min.x - by, b.min.y - by), max: Point::new(b.max.x + by, b.max.y + by) }
}

/// Whether a line meets a box.
fn meets(b: Bounds, from: Point, to: Point) -> bool {
    if from.x.max(to.x) < b.min.x
        || from.x.min(to.x) > b.max.x
        || from.y.max(to.y) < b.min.y
        || from.y.min(to.y) > b.max.y
    {
        return false;
    }
    let side = |x: f64, y: f64| (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
    let corners = [side(b.min.x, b.min.y), side(b.max.x, b.min.y), side(b.max.x, b.max.y), side(b.min.x, b.max.y)];
    corners.iter().any(|s| *s >= 0.0) && corners.iter().any(|s| *s <= 0.0)
}

/// The length of the shortest line from one point to another by way of a box, over whatever is in between.
fn by_way_of(b: Bounds, from: Point, to: Point) -> f64 {
    if meets(b, from, to) {
        return from.distance(to);
    }
    // The sum of distances is convex, so along each side the clamped minimum is the minimum: where light would be reflected.
    let along = |p: f64, off_p: f64, q: f64, off_q: f64, low: f64, high: f64| {
        let (a, b) = (off_p.abs(), off_q.abs());
        let best = if a + b > 0.0 { (p * b + q * a) / (a + b) } else { p };
        best.clamp(low, high)
    };
    let by = |p: Point| from.distance(p) + p.distance(to);
    let horizontal = |y: f64| Point::new(along(from.x, from.y - y, to.x, to.y - y, b.min.x, b.max.x), y);
    let vertical = |x: f64| Point::new(x, along(from.y, from.x - x, to.y, to.x - x, b.min.y, b.max.y));
    let sides = [horizontal(b.min.y), horizontal(b.max.y), vertical(b.min.x), vertical(b.max.x)];
    sides.into_iter().map(by).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::Outline;

    fn square(x: f64, y: f64) -> Outline {
        Outline::rectangle([x - 1.0, y - 1.0], [x + 1.0, y + 1.0])
    }

    const FROM: [f64; 2] = [10.0, 30.0];
    const TO: [f64; 2] = [90.0, 30.0];

    fn query(radius: f64) -> Query<'static> {
        Query::new(FROM, TO).with_radius(radius)
    }

    fn replan(map: &Map, radius: f64, path: &mut Path) -> Result<Rung, NoPath> {
        PathReplanner::new().replan(map, &query(radius), path)
    }

    /// A hall with a wall across it that leaves a gap at the top, and a path round it.
    fn scene(radius: f64) -> (Map, Path) {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 100.0])).unwrap();
        map.insert(&Outline::rectangle([49.0, 0.0], [51.0, 60.0])).unwrap();
        let path = PathFinder::new().find(&map, &query(radius)).unwrap().clone();
        (map, path)
    }

    #[test]
    fn what_comes_elsewhere_or_goes_far_away_leaves_the_path() {
        for radius in [0.0, 0.7] {
            let (mut map, mut path) = scene(radius);
            let id = map.insert(&square(50.0, 95.0)).unwrap();
            map.remove(id).unwrap();
            let before = path.clone();
            assert_eq!(replan(&map, radius, &mut path), Ok(Rung::Kept));
            assert_eq!((path.points, path.revision), (before.points, map.revision()));
        }
    }

    #[test]
    fn what_comes_in_the_way_is_walked_around() {
        let (mut map, mut path) = scene(0.0);
        let length = path.length;
        map.insert(&square(50.0, 61.0)).unwrap();
        assert_eq!(replan(&map, 0.0, &mut path), Ok(Rung::Blocked));
        assert!(path.length > length);
    }

    /// A corner of the obstacle reaches to within the radius of an arc of the path, but not of its legs.
    #[test]
    fn what_comes_beside_an_arc_alone_is_seen() {
        let (mut map, mut path) = scene(0.7);
        let arcs: Vec<PathPiece> = path.pieces().filter(|piece| matches!(piece, PathPiece::Arc { .. })).collect();
        let Some(&PathPiece::Arc { centre, from, to, .. }) = arcs.first() else { panic!("no arc in {path:?}") };
        let middle = from.lerp(to, 0.5);
        let outward = Point::new(middle.x - centre.x, middle.y - centre.y);
        let length = outward.x.hypot(outward.y);
        let at = |ahead: f64, aside: f64| {
            let [x, y] = [outward.x / length, outward.y / length];
            [centre.x + ahead * x - aside * y, centre.y + ahead * y + aside * x]
        };
        map.insert(&Outline::polygon([at(1.395, 0.0), at(1.6, 0.02), at(1.6, -0.02)])).unwrap();
        for piece in path.pieces() {
            let has_room = match piece {
                PathPiece::Straight { from, to } => map.sees_as_disc(from, to, 0.7),
                PathPiece::Arc { .. } => is_there(&map, &mut Room::default(), piece, 0.7),
            };
            assert_eq!(has_room, piece != arcs[0], "{piece:?}");
        }
        let length = path.length;
        assert_eq!(replan(&map, 0.7, &mut path), Ok(Rung::Blocked));
        assert!(path.length > length);
    }

    #[test]
    fn a_pebble_that_the_path_only_bends_around_goes_and_the_path_is_straight() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 100.0])).unwrap();
        let pebble = map.insert(&Outline::polygon([[50.0, 29.5], [50.01, 29.4], [49.99, 29.4]])).unwrap();
        let mut path = PathFinder::new().find(&map, &query(0.7)).unwrap().clone();
        assert!(path.length > 80.0);
        map.remove(pebble).unwrap();
        assert_eq!(replan(&map, 0.7, &mut path), Ok(Rung::Opened));
        assert_eq!((path.length, path.bends.len()), (80.0, 0));
    }

    #[test]
    fn what_goes_between_start_and_goal_is_used() {
        let (mut map, mut path) = scene(0.0);
        let wall = map.obstacles().next().unwrap();
        map.remove(wall).unwrap();
        assert_eq!(replan(&map, 0.0, &mut path), Ok(Rung::Opened));
        assert_eq!(path.length, 80.0);
    }

    #[test]
    fn a_path_of_another_map_or_question_is_searched_for_again() {
        let (mut map, path) = scene(0.0);
        let mut other = map.clone();
        other.insert(&square(90.0, 90.0)).unwrap();
        map.insert(&square(80.0, 90.0)).unwrap();
        let foreign = Path { revision: other.revision(), ..path.clone() };
        let straight = Path { points: vec![FROM.into(), TO.into()], ..path.clone() };
        let beginning =
            Path { points: path.points[..2].to_vec(), bends: Vec::new(), corners: Vec::new(), ..path.clone() };
        let wide = Path { radius: 0.5, ..path.clone() };
        for old in [foreign, straight, beginning, wide, Path::default()] {
            let mut new = old;
            assert_eq!(replan(&map, 0.0, &mut new), Ok(Rung::Unknown));
            assert!((new.length - path.length).abs() < 1e-9);
        }
        for points in [vec![Point::new(f64::NAN, 30.0); 3], Vec::new()] {
            let mut new = Path { points, ..path.clone() };
            assert_eq!(replan(&map, 0.0, &mut new), Ok(Rung::Unknown));
            let nowhere = Query { from: Point::new(f64::NAN, 30.0), ..query(0.0) };
            assert!(PathReplanner::new().replan(&map, &nowhere, &mut new).is_err());
        }
    }

    /// An agent walks along its path and asks at every metre, while something comes behind it, and elsewhere.
    #[test]
    fn an_agent_on_its_way_keeps_the_rest_of_its_path() {
        for (radius, extra) in [(0.0, 0.0), (0.7, 0.0), (0.4, 0.8)] {
            let (mut map, _) = scene(radius);
            let query = query(radius).with_comfort(extra, 1.3);
            let whole = PathFinder::new().find(&map, &query).unwrap().clone();
            let (mut path, mut replanner) = (whole.clone(), PathReplanner::new());
            map.insert(&square(90.0, 90.0)).unwrap();
            for metre in 1..60 {
                let here = whole.at(f64::from(metre)).unwrap();
                if metre == 20 {
                    map.insert(&square(15.0, 35.0)).unwrap();
                }
                let query = Query { from: here, ..query };
                assert_eq!(replanner.replan(&map, &query, &mut path), Ok(Rung::Kept), "at {here}");
                assert_eq!((path.points[0], path.points.last()), (here, whole.points.last()));
                assert!((path.length + f64::from(metre) - whole.length).abs() < 1e-4);
                let fresh = PathFinder::new().find(&map, &Query::new(here, TO).with_radius(radius)).unwrap().length;
                let most = if extra > 0.0 { 1.3 * fresh } else { fresh + 1e-4 };
                assert!(path.length <= most, "{} m at {here}, and {fresh} m is the shortest", path.length);
            }
            let aside = Query { from: Point::new(30.0, 20.0), ..query };
            assert_eq!(replanner.replan(&map, &aside, &mut path), Ok(Rung::Unknown));
            assert_eq!(path.points[0], aside.from);
        }
    }

    #[test]
    fn a_path_that_is_searched_for_again_keeps_its_comfort() {
        let (mut map, _) = scene(0.4);
        let query = query(0.4).with_comfort(1.0, 1.3);
        let mut path = PathFinder::new().find(&map, &query).unwrap().clone();
        let off = |path: &Path| path.points[1].distance(path.corners[0]);
        assert!((off(&path) - 1.4).abs() < 1e-3, "{} m from the corner", off(&path));
        map.insert(&Outline::rectangle([30.0, 20.0], [34.0, 70.0])).unwrap();
        assert_eq!(PathReplanner::new().replan(&map, &query, &mut path), Ok(Rung::Blocked));
        assert!((off(&path) - 1.4).abs() < 1e-3, "{} m from the corner", off(&path));
        let mut finder = PathFinder::new();
        let fresh = finder.find(&map, &query).unwrap();
        assert_eq!((&path.points, path.proof), (&fresh.points, fresh.proof));
    }

    #[test]
    fn the_way_by_a_box_is_reflected_where_light_would_be() {
        let b = Bounds { min: Point::new(-10.0, 3.0), max: Point::new(10.0, 9.0) };
        let [from, to] = [Point::new(-4.0, 0.0), Point::new(4.0, 0.0)];
        assert_eq!(by_way_of(b, from, to), 10.0);
        assert_eq!(by_way_of(grown(b, 4.0), from, to), 8.0);
    }
}
