//! Shortest paths after edits: keep the old one where it is still the shortest.
//!
//! What came matters where the path is; what went matters inside the ellipse around its ends that its length spans. Otherwise the
//! path is kept. There is no pruning beyond that, as in DPA*: a search from the start expands only wedges whose lower bound is
//! below the new length, and of these the ellipse test leaves those around what went.

use super::finder::PathFinder;
use super::path::{Bend, NoPath, Path, Piece, Proof, Query};
use crate::graph::Budget;
use crate::tolerance::{BELOW, NUDGED};
use navigant_mesh::clearance::{Arc, Room};
use navigant_mesh::{Bounds, Change, Effect, Location, Map, Point, Revision};

/// What has happened to a map since some version: where something came and where something went.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_search::plane::{PathFinder, PathReplanner, Query, Rung, Since};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 100.0]))?;
/// let mut finder = PathFinder::new();
/// let mut path = finder.find(&map, &Query::new([10.0, 10.0], [90.0, 10.0]))?.clone();
/// let mut since = Since::now(&map);
/// map.insert(&Outline::rectangle([40.0, 40.0], [60.0, 60.0]))?;
/// since.note(map.change());
/// let mut replanner = PathReplanner::new();
/// assert_eq!(replanner.replan(&map, &since, &mut path)?, Rung::Kept);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Since {
    from: u64,
    until: u64,
    came: Vec<Bounds>,
    went: Vec<Bounds>,
    /// Of the map, when it was last looked at as a whole; `None` since a change was told by hand.
    revision: Option<Revision>,
    /// Of the map at `from`; `None` since a change was missed.
    begun: Option<Revision>,
}

impl Since {
    /// Nothing has happened since now.
    pub fn now(map: &Map) -> Since {
        let (version, revision) = (map.version(), Some(map.revision()));
        Since { from: version, until: version, revision, begun: revision, ..Since::default() }
    }

    /// Takes in all edits of the map since the last time, by [`Map::changes_since`]. If these are forgotten, or if it is another
    /// map, nothing is known any more, and who asks plans anew.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// use navigant_search::plane::{PathFinder, PathReplanner, Query, Rung, Since};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 100.0]))?;
    /// let mut path = PathFinder::new().find(&map, &Query::new([10.0, 10.0], [90.0, 10.0]))?.clone();
    /// let mut since = Since::now(&map);
    /// map.insert(&Outline::rectangle([40.0, 40.0], [60.0, 60.0]))?;
    /// map.insert(&Outline::rectangle([20.0, 40.0], [30.0, 60.0]))?;
    /// since.catch_up(&map);
    /// assert_eq!(PathReplanner::new().replan(&map, &since, &mut path)?, Rung::Kept);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn catch_up(&mut self, map: &Map) {
        let Some(changes) = self.revision.and_then(|revision| map.changes_since(revision).ok()) else {
            *self = Since::now(map);
            return;
        };
        for change in changes {
            self.note(change);
        }
        self.revision = Some(map.revision());
    }

    /// Takes in an edit, each in turn. If one was missed, nothing is known any more, and who asks plans anew.
    pub fn note(&mut self, change: &Change) {
        if change.version != self.until + 1 {
            *self = Since { from: change.version, until: change.version, ..Since::default() };
            return;
        }
        self.until = change.version;
        self.revision = None;
        if matches!(change.effect, Effect::Lengthens | Effect::Either) {
            self.came.extend(change.region);
        }
        if matches!(change.effect, Effect::Shortens | Effect::Either) {
            self.went.extend(change.region);
        }
    }
}

/// What a replan did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rung {
    /// The old path is still there and still the shortest, up to rounding.
    Kept,
    /// Something that came is in its way.
    Blocked,
    /// Something that went may have opened a shorter way.
    Opened,
    /// The old path is of a version that is not known, was not proved to be the shortest, or is no path of this map.
    Unknown,
}

/// Replans shortest paths, for points and discs, from the path alone.
///
/// What came matters only where the path is. What went matters only if the way by it could be shorter: if it reaches into
/// the ellipse around start and goal that the old length spans. Otherwise the path is kept, at the cost of walking along
/// it once, legs and arcs, to see that there is room; else it is found anew.
///
/// When warm it allocates nothing to keep a path, nor to find one for a point; the search for a disc does.
#[derive(Debug, Default)]
pub struct PathReplanner {
    finder: PathFinder,
    room: Room,
    expansions: u64,
}

impl PathReplanner {
    /// A replanner; it allocates as its first searches need it.
    pub fn new() -> PathReplanner {
        PathReplanner::default()
    }

    /// Brings a path up to date with the map; it leads from its first point to its last. Every rung but `Kept` has searched.
    ///
    /// # Errors
    /// [`NoPath`] if there is none any more, or if the path has no ends; the old path is left as it was.
    pub fn replan(&mut self, map: &Map, since: &Since, path: &mut Path) -> Result<Rung, NoPath> {
        self.replan_within(map, since, path, Budget::UNLIMITED)
    }

    /// The same within a budget, which limits the search, if there is one.
    ///
    /// # Errors
    /// As for [`PathReplanner::replan`], and [`NoPath::BudgetSpent`].
    pub fn replan_within(
        &mut self,
        map: &Map,
        since: &Since,
        path: &mut Path,
        budget: Budget<'_>,
    ) -> Result<Rung, NoPath> {
        self.expansions = 0;
        let rung = self.judge(map, since, path);
        if rung == Rung::Kept && rename_bends(map, path) {
            path.revision = map.revision();
            return Ok(Rung::Kept);
        }
        let nowhere = Point::new(f64::NAN, f64::NAN);
        let [from, to] = [path.points.first(), path.points.last()].map(|p| p.copied().unwrap_or(nowhere));
        let query = Query { budget, ..Query::new(from, to).with_radius(path.radius) };
        let found = self.finder.find(map, &query).map(|found| copy(found, path));
        self.expansions = self.finder.expansions();
        found?;
        Ok(if rung == Rung::Kept { Rung::Unknown } else { rung })
    }

    /// How many nodes the last replanning expanded; 0 if the path was kept.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Whether a path is still there and still the shortest.
    fn judge(&mut self, map: &Map, since: &Since, path: &Path) -> Rung {
        let is_known = (since.from..=since.until).contains(&path.revision.version())
            && since.until == map.version()
            && map.descends_from(path.revision)
            && since.begun.is_none_or(|begun| map.descends_from(begun));
        let (Some(&from), Some(&to)) = (path.points.first(), path.points.last()) else { return Rung::Unknown };
        let is_sane = path.points.iter().chain(&path.corners).all(|p| p.is_finite()) && path.radius >= 0.0;
        if !is_known || !is_sane || path.proof != Proof::Shortest {
            return Rung::Unknown;
        }
        let room = path.radius + NUDGED * map.lattice().step();
        // An arc stays within a radius of its corner.
        let reach = if path.bends.is_empty() { room } else { room + path.radius };
        let is_near = |region: &Bounds| {
            let near = grown(*region, reach);
            path.points.windows(2).any(|leg| meets(near, leg[0], leg[1]))
        };
        if since.came.iter().any(is_near) {
            return Rung::Blocked;
        }
        let opens = |region: &Bounds| by_way_of(grown(*region, room), from, to) < path.length * BELOW;
        if since.went.iter().any(|region| opens(region) || is_near(region)) {
            return Rung::Opened;
        }
        if path.pieces().all(|piece| self.is_there(map, piece, path.radius)) { Rung::Kept } else { Rung::Unknown }
    }

    /// Whether a piece of a path still has the room it had, up to rounding.
    fn is_there(&mut self, map: &Map, piece: Piece, radius: f64) -> bool {
        let room = (radius / map.lattice().step() - NUDGED).max(0.0);
        match piece {
            Piece::Straight { from, to } if radius > 0.0 => {
                self.room.along_line(map, map.steps(from), map.steps(to), room)
            }
            Piece::Straight { from, to } => map.sees(from, to),
            Piece::Arc { centre, from, to, turn } => {
                let [centre, from, to] = [centre, from, to].map(|p| map.steps(p));
                let arc = Arc { centre, from: from - centre, to: to - centre, is_left: turn > 0.0 };
                self.room.along_arc(map, &arc, room)
            }
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

    /// A hall with a wall across it that leaves a gap at the top, and a path round it.
    fn scene(radius: f64) -> (Map, Path) {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 100.0])).unwrap();
        map.insert(&Outline::rectangle([49.0, 0.0], [51.0, 60.0])).unwrap();
        let query = Query::new([10.0, 30.0], [90.0, 30.0]).with_radius(radius);
        let path = PathFinder::new().find(&map, &query).unwrap().clone();
        (map, path)
    }

    #[test]
    fn what_comes_elsewhere_or_goes_far_away_leaves_the_path() {
        for radius in [0.0, 0.7] {
            let (mut map, mut path) = scene(radius);
            let mut since = Since::now(&map);
            let id = map.insert(&square(50.0, 95.0)).unwrap();
            since.note(map.change());
            map.remove(id).unwrap();
            since.note(map.change());
            let before = path.clone();
            assert_eq!(PathReplanner::new().replan(&map, &since, &mut path), Ok(Rung::Kept));
            assert_eq!((path.points, path.revision), (before.points, map.revision()));
        }
    }

    #[test]
    fn what_comes_in_the_way_is_walked_around() {
        let (mut map, mut path) = scene(0.0);
        let (length, mut since) = (path.length, Since::now(&map));
        map.insert(&square(50.0, 61.0)).unwrap();
        since.note(map.change());
        assert_eq!(PathReplanner::new().replan(&map, &since, &mut path), Ok(Rung::Blocked));
        assert!(path.length > length);
    }

    /// A corner of the obstacle reaches to within the radius of an arc of the path, but not of its legs.
    #[test]
    fn what_comes_beside_an_arc_alone_is_seen() {
        let (mut map, mut path) = scene(0.7);
        let arcs: Vec<Piece> = path.pieces().filter(|piece| matches!(piece, Piece::Arc { .. })).collect();
        let Some(&Piece::Arc { centre, from, to, .. }) = arcs.first() else { panic!("no arc in {path:?}") };
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
                Piece::Straight { from, to } => map.sees_as_disc(from, to, 0.7),
                Piece::Arc { .. } => PathReplanner::new().is_there(&map, piece, 0.7),
            };
            assert_eq!(has_room, piece != arcs[0], "{piece:?}");
        }
        // Who is told of it looks for a way round; who is told of nothing does not believe it.
        let mut since = Since { until: map.version(), from: path.revision.version(), ..Since::default() };
        assert_eq!(PathReplanner::new().judge(&map, &since, &path), Rung::Unknown);
        since = Since { until: path.revision.version(), ..since };
        since.note(map.change());
        let length = path.length;
        assert_eq!(PathReplanner::new().replan(&map, &since, &mut path), Ok(Rung::Blocked));
        assert!(path.length > length);
    }

    #[test]
    fn a_pebble_that_the_path_only_bends_around_goes_and_the_path_is_straight() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 100.0])).unwrap();
        let pebble = map.insert(&Outline::polygon([[50.0, 29.5], [50.01, 29.4], [49.99, 29.4]])).unwrap();
        let query = Query::new([10.0, 30.0], [90.0, 30.0]).with_radius(0.7);
        let mut path = PathFinder::new().find(&map, &query).unwrap().clone();
        assert!(path.length > 80.0);
        let mut since = Since::now(&map);
        map.remove(pebble).unwrap();
        since.note(map.change());
        assert_eq!(PathReplanner::new().replan(&map, &since, &mut path), Ok(Rung::Opened));
        assert_eq!((path.length, path.bends.len()), (80.0, 0));
    }

    #[test]
    fn what_goes_between_start_and_goal_is_used() {
        let (mut map, mut path) = scene(0.0);
        let (wall, mut since) = (map.obstacles().next().unwrap(), Since::now(&map));
        map.remove(wall).unwrap();
        since.note(map.change());
        assert_eq!(PathReplanner::new().replan(&map, &since, &mut path), Ok(Rung::Opened));
        assert_eq!(path.length, 80.0);
    }

    #[test]
    fn a_path_of_another_version_or_of_no_map_is_found_anew() {
        let (mut map, mut path) = scene(0.0);
        let mut since = Since::now(&map);
        map.insert(&square(90.0, 90.0)).unwrap();
        map.insert(&square(80.0, 90.0)).unwrap();
        since.note(map.change());
        assert_eq!(PathReplanner::new().replan(&map, &since, &mut path), Ok(Rung::Unknown), "an edit was missed");
        path.points = vec![Point::new(10.0, 30.0), Point::new(90.0, 30.0)];
        assert_eq!(PathReplanner::new().replan(&map, &Since::now(&map), &mut path), Ok(Rung::Unknown));
        assert!(path.length > 80.0);
        for points in [vec![Point::new(f64::NAN, 30.0); 3], Vec::new()] {
            path.points = points;
            assert!(PathReplanner::new().replan(&map, &Since::now(&map), &mut path).is_err());
        }
    }

    #[test]
    fn the_way_by_a_box_is_reflected_where_light_would_be() {
        let b = Bounds { min: Point::new(-10.0, 3.0), max: Point::new(10.0, 9.0) };
        let [from, to] = [Point::new(-4.0, 0.0), Point::new(4.0, 0.0)];
        assert_eq!(by_way_of(b, from, to), 10.0);
        assert_eq!(by_way_of(grown(b, 4.0), from, to), 8.0);
    }
}
