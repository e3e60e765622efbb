//! Shortest paths of discs on random maps that change, against the tangent graph by brute force.
//!
//! Whoever is to be tested answers as [`DiscPaths`]; [`case`] asks.

use super::case_seed;
use super::disc_scene::DiscScene;
use super::paths::MOVED;
use super::stored::StoredCase;
use crate::oracle::clearance::{clearance, nearest_with_room};
use crate::oracle::disc_paths::{DiscWay, PathPiece, TangentGraph};
use crate::oracle::disc_reach::{Reach, Widest};
use crate::oracle::verify_disc::verify_disc;
use crate::rng::Rng;
use navigant_geometry::Point;
use navigant_mesh::Map;
use navigant_search::plane::{self, Landmarks, NoPath, Path, PathFinder, Query};

/// Paths asked for in one case.
pub const QUERIES_PER_CASE: u64 = STATES * RADII * QUERIES_PER_RADIUS;
/// States of the map in one case: as built, and after some edits each.
const STATES: u64 = 3;
const RADII: u64 = 3;
const QUERIES_PER_RADIUS: u64 = 6;
/// By how much lengths and widths may differ, in metres.
const LEEWAY: f64 = 1e-6;

/// The system under test.
pub trait DiscPaths {
    /// The shortest path of a disc of a positive radius in metres.
    fn find(&mut self, map: &Map, from: Point, to: Point, radius: f64) -> DiscAnswer;
}

/// What it answers.
#[derive(Clone, Debug, PartialEq)]
pub enum DiscAnswer {
    /// The shortest path.
    Found(DiscWay),
    /// The start is outside of the free space, or too near to a wall: the largest radius that fits there, and the nearest place
    /// where it does.
    NoRoomAtStart(f64, Option<Point>),
    /// The same of the goal; only if the start is not.
    NoRoomAtGoal(f64, Option<Point>),
    /// A smaller disc would get there; the nearest place that this one gets to.
    TooNarrow(Widest, Option<Point>),
    /// No disc would; the nearest place that this one gets to.
    Disconnected(Option<Point>),
    /// Anything else: always wrong.
    Refused(String),
}

/// Navigant's search, every second time with landmarks.
#[derive(Debug, Default)]
pub(super) struct Navigant {
    finder: PathFinder,
    landmarks: Option<Landmarks>,
    asked: u64,
}

impl DiscPaths for Navigant {
    fn find(&mut self, map: &Map, from: Point, to: Point, radius: f64) -> DiscAnswer {
        self.landmarks = self.landmarks.take().filter(|landmarks| landmarks.are_good(map));
        let landmarks = self.landmarks.get_or_insert_with(|| Landmarks::place(map));
        self.asked += 1;
        let query = Query::new(from, to).with_radius(radius);
        let query = if self.asked.is_multiple_of(2) { query.with_landmarks(landmarks) } else { query };
        let pieces = |path: &Path| path.pieces().map(piece).collect();
        match self.finder.find(map, &query) {
            Ok(path) => DiscAnswer::Found(DiscWay { length: path.length, pieces: pieces(path) }),
            Err(NoPath::NoRoomAtStart { largest, nearest }) => DiscAnswer::NoRoomAtStart(largest, nearest),
            Err(NoPath::NoRoomAtGoal { largest, nearest }) => DiscAnswer::NoRoomAtGoal(largest, nearest),
            Err(NoPath::StartOutside { nearest }) => DiscAnswer::NoRoomAtStart(0.0, nearest),
            Err(NoPath::GoalOutside { nearest }) => DiscAnswer::NoRoomAtGoal(0.0, nearest),
            Err(NoPath::TooNarrow { widest, place, nearest_reachable }) => {
                DiscAnswer::TooNarrow(Widest { radius: widest, narrowest: place }, nearest_reachable)
            }
            Err(NoPath::Disconnected { nearest_reachable }) => DiscAnswer::Disconnected(Some(nearest_reachable)),
            Err(other) => DiscAnswer::Refused(other.to_string()),
        }
    }
}

pub(super) fn piece(piece: plane::PathPiece) -> PathPiece {
    match piece {
        plane::PathPiece::Straight { from, to } => PathPiece::Straight { from, to },
        plane::PathPiece::Arc { centre, from, to, turn } => PathPiece::Arc { centre, from, to, turn },
    }
}

/// One case for Navigant.
///
/// # Errors
/// The query that is answered wrongly.
pub fn our_case(seed: u64, number: u64) -> Result<(), String> {
    case(seed, number, &mut Navigant::default())
}

/// One case: a small map, paths on it, edits, paths again, all by one system.
///
/// # Errors
/// The query that is answered wrongly.
pub fn case(seed: u64, number: u64, tested: &mut impl DiscPaths) -> Result<(), String> {
    visit(seed, number, |scene, reach, graph, &Query { from, to, radius, .. }| {
        let answer = tested.find(&scene.map, from, to, radius);
        check(reach, graph, from, to, radius, &answer)
    })
}

/// The geometry of a case, and what is asked in it.
///
/// # Errors
/// If a map refuses an edit.
pub fn stored(seed: u64, number: u64) -> Result<StoredCase, String> {
    let mut stored = StoredCase::default();
    visit(seed, number, |scene, _, _, query| {
        stored.note(scene, query);
        Ok(())
    })?;
    Ok(stored)
}

/// Calls `ask` with everything that a case asks.
fn visit(
    seed: u64,
    number: u64,
    mut ask: impl FnMut(&DiscScene, &Reach, &TangentGraph, &Query) -> Result<(), String>,
) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut scene = DiscScene::new(&mut rng)?;
    for state in 0..STATES {
        if state > 0 {
            scene.edit(&mut rng)?;
        }
        let walls = scene.walls(&mut rng)?;
        let reach = Reach::of(&walls);
        for _ in 0..RADII {
            let radius = scene.radius(&mut rng, &reach);
            let graph = TangentGraph::of(&reach, radius);
            for _ in 0..QUERIES_PER_RADIUS {
                let (from, to) = (scene.place(&mut rng, &reach, radius), scene.place(&mut rng, &reach, radius));
                ask(&scene, &reach, &graph, &Query::new(from, to).with_radius(radius))
                    .map_err(|wrong| format!("{wrong}\nfrom {from} to {to}, radius {radius}, {}", scene.describe()))?;
            }
        }
    }
    Ok(())
}

/// Checks one answer.
///
/// # Errors
/// What is wrong with it.
pub fn check(
    reach: &Reach,
    graph: &TangentGraph,
    from: Point,
    to: Point,
    radius: f64,
    answer: &DiscAnswer,
) -> Result<(), String> {
    let walls = reach.walls();
    let step = walls.lattice().step();
    let room = |p: Point| clearance(walls, p).map_or(0.0, |c| c.radius);
    let same = |a: f64, b: f64| (a - b).abs() <= LEEWAY;
    let fits = |p: Point| reach.fits(p, radius);
    // Beside a gap that is a millionth of a step too narrow, there is room after some steps.
    let beside = LEEWAY + MOVED * step + 2.0 * (2.0 * radius * 1e-6 * step).sqrt();
    let a_little_less = radius - (1e-6 * step).min(1e-3 * radius);
    let is_near = |p: Point, said: Option<Point>, expected: Option<Point>| match (said, expected) {
        (Some(said), Some(expected)) => {
            (said.distance(p) - expected.distance(p)).abs() <= beside && reach.fits(said, a_little_less)
        }
        (None, None) => true,
        _ => false,
    };
    let is_refused = |p: Point, largest: f64, nearest: Option<Point>| {
        !fits(p) && same(largest, room(p)) && is_near(p, nearest, nearest_with_room(walls, p, radius, fits))
    };
    let wrong = |expected: &Option<DiscWay>| {
        let widest = reach.widest(from, to);
        Err(format!("{answer:?}, should be {expected:?}; room {} and {}, widest {widest:?}", room(from), room(to)))
    };
    let (is_right, expected) = match answer {
        DiscAnswer::NoRoomAtStart(largest, nearest) => (is_refused(from, *largest, *nearest), None),
        DiscAnswer::NoRoomAtGoal(largest, nearest) => (is_refused(to, *largest, *nearest), None),
        DiscAnswer::Found(way) => {
            let (Some(first), Some(last)) = (way.pieces.first(), way.pieces.last()) else { return wrong(&None) };
            // An end without room is moved, if it is not far to a place with room.
            let taken = |asked: Point, given: Point| {
                let is_moved = !fits(asked) && radius >= MOVED * step && given.distance(asked) <= MOVED * step;
                if is_moved { given } else { asked }
            };
            let (start, goal) = (taken(from, first.from()), taken(to, last.to()));
            let expected = graph.shortest_but_for_rounding(start, goal);
            verify_disc(walls, start, goal, radius, &way.pieces, way.length)?;
            (expected.as_ref().is_some_and(|expected| same(way.length, expected.length)), expected)
        }
        // An end in the middle of a gap that is too narrow by a rounding is moved to one side of it, this one or another.
        DiscAnswer::TooNarrow(_, within_reach) | DiscAnswer::Disconnected(within_reach)
            if !(fits(from) && fits(to)) =>
        {
            let is_moved = |p: Point| {
                let near = nearest_with_room(walls, p, radius, fits);
                fits(p) || radius >= MOVED * step && near.is_some_and(|near| near.distance(p) <= MOVED * step + beside)
            };
            let names = within_reach.is_some_and(|place| reach.fits(place, a_little_less));
            (names && is_moved(from) && is_moved(to), None)
        }
        DiscAnswer::TooNarrow(_, within_reach) | DiscAnswer::Disconnected(within_reach) => {
            let reaches = |p: Point| fits(p) && reach.connects(from, p, radius);
            let is_reached = |said: Point| {
                nearest_with_room(walls, said, radius, reaches).is_some_and(|near| near.distance(said) <= beside)
            };
            let is_within_reach = is_near(to, *within_reach, nearest_with_room(walls, to, radius, reaches))
                && within_reach.is_some_and(is_reached);
            let is_separated = match answer {
                DiscAnswer::TooNarrow(widest, _) => reach.check_widest(from, to, *widest, LEEWAY).is_ok(),
                _ => reach.widest(from, to).is_none(),
            };
            let expected = graph.shortest_but_for_rounding(from, to);
            (is_within_reach && is_separated && expected.is_none(), expected)
        }
        DiscAnswer::Refused(_) => (false, graph.shortest_but_for_rounding(from, to)),
    };
    if is_right { Ok(()) } else { wrong(&expected) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::walls::Walls;
    use navigant_geometry::Outline;

    /// What the oracles would answer.
    fn right(reach: &Reach, graph: &TangentGraph, from: Point, to: Point, radius: f64) -> DiscAnswer {
        let room = |p: Point| clearance(reach.walls(), p).map_or(0.0, |c| c.radius);
        let walls = reach.walls();
        let near = |p: Point| nearest_with_room(walls, p, radius, |q| reach.fits(q, radius));
        let most = MOVED * walls.lattice().step();
        let taken = |p: Point| near(p).filter(|q| q.distance(p) <= if radius < most { 0.0 } else { most });
        let (Some(start), Some(goal)) = (taken(from), taken(to)) else {
            return match taken(from) {
                None => DiscAnswer::NoRoomAtStart(room(from), near(from)),
                Some(_) => DiscAnswer::NoRoomAtGoal(room(to), near(to)),
            };
        };
        if let Some(way) = graph.shortest_but_for_rounding(start, goal) {
            return DiscAnswer::Found(way);
        }
        let reaches = |p: Point| reach.fits(p, radius) && reach.connects(start, p, radius);
        let within_reach = nearest_with_room(walls, goal, radius, reaches);
        match reach.widest(start, goal) {
            None => DiscAnswer::Disconnected(within_reach),
            Some(widest) => DiscAnswer::TooNarrow(widest, within_reach),
        }
    }

    #[test]
    fn right_answers_pass_and_wrong_ones_do_not() {
        let mut wrong_ones = 0;
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut scene = DiscScene::new(&mut rng).unwrap();
            scene.edit(&mut rng).unwrap();
            let walls = scene.walls(&mut rng).unwrap();
            let reach = Reach::of(&walls);
            let radius = scene.radius(&mut rng, &reach);
            let graph = TangentGraph::of(&reach, radius);
            for _ in 0..6 {
                let (from, to) = (scene.place(&mut rng, &reach, radius), scene.place(&mut rng, &reach, radius));
                let answer = right(&reach, &graph, from, to, radius);
                let ask = |answer: &DiscAnswer| check(&reach, &graph, from, to, radius, answer);
                assert_eq!(ask(&answer), Ok(()), "seed {seed}, from {from} to {to}, {}", scene.describe());
                let wrong = match answer {
                    DiscAnswer::Found(way) => DiscAnswer::Found(DiscWay { length: way.length + 1e-5, ..way }),
                    DiscAnswer::NoRoomAtStart(room, near) => DiscAnswer::NoRoomAtStart(room + 1e-5, near),
                    DiscAnswer::NoRoomAtGoal(..) => DiscAnswer::Disconnected(Some(Point::new(-9.0, -9.0))),
                    DiscAnswer::TooNarrow(w, _) => DiscAnswer::TooNarrow(w, Some(Point::new(-9.0, -9.0))),
                    DiscAnswer::Disconnected(_) | DiscAnswer::Refused(_) => DiscAnswer::NoRoomAtGoal(0.0, None),
                };
                assert!(ask(&wrong).is_err(), "seed {seed}, from {from} to {to}, {wrong:?}");
                wrong_ones += 1;
            }
        }
        assert_eq!(wrong_ones, 240);
    }

    #[test]
    fn a_longer_way_is_found_out() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0])).unwrap();
        let floors = [Outline::rectangle([0.0, 0.0], [16.0, 16.0])];
        let walls = Walls::of(map.lattice(), &floors, &[]).unwrap();
        let reach = Reach::of(&walls);
        let graph = TangentGraph::of(&reach, 1.0);
        let (from, to, by) = (Point::new(2.0, 2.0), Point::new(14.0, 2.0), Point::new(8.0, 3.0));
        let leg = |from: Point, to: Point| crate::oracle::disc_paths::PathPiece::Straight { from, to };
        let detour = DiscWay { length: from.distance(by) + by.distance(to), pieces: vec![leg(from, by), leg(by, to)] };
        assert!(check(&reach, &graph, from, to, 1.0, &DiscAnswer::Found(detour)).is_err());
        let straight = DiscWay { length: 12.0, pieces: vec![leg(from, to)] };
        assert_eq!(check(&reach, &graph, from, to, 1.0, &DiscAnswer::Found(straight)), Ok(()));
    }
}
