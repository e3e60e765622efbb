//! Shortest paths of discs on random maps that change, against the tangent graph by brute force.
//!
//! Whoever is to be tested answers as [`DiscPaths`]; [`case`] asks.

use super::case_seed;
use super::disc_scene::DiscScene;
use crate::oracle::clearance::{clearance, fits};
use crate::oracle::disc_paths::{DiscWay, Piece, TangentGraph};
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
    /// The start is outside of the free space, or too near to a wall: the largest radius that fits there.
    NoRoomAtStart(f64),
    /// The same of the goal; only if the start is not.
    NoRoomAtGoal(f64),
    /// A smaller disc would get there.
    TooNarrow(Widest),
    /// No disc would.
    Disconnected,
    /// Anything else: always wrong.
    Refused(String),
}

/// Navigant's search, every second time with landmarks.
#[derive(Debug, Default)]
struct Navigant {
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
            Err(NoPath::NoRoomAtStart { largest }) => DiscAnswer::NoRoomAtStart(largest),
            Err(NoPath::NoRoomAtGoal { largest }) => DiscAnswer::NoRoomAtGoal(largest),
            Err(NoPath::StartOutside { .. }) => DiscAnswer::NoRoomAtStart(0.0),
            Err(NoPath::GoalOutside { .. }) => DiscAnswer::NoRoomAtGoal(0.0),
            Err(NoPath::TooNarrow { widest, place }) => {
                DiscAnswer::TooNarrow(Widest { radius: widest, narrowest: place })
            }
            Err(NoPath::Disconnected { .. }) => DiscAnswer::Disconnected,
            Err(other) => DiscAnswer::Refused(other.to_string()),
        }
    }
}

pub(super) fn piece(piece: plane::Piece) -> Piece {
    match piece {
        plane::Piece::Straight { from, to } => Piece::Straight { from, to },
        plane::Piece::Arc { centre, from, to, turn } => Piece::Arc { centre, from, to, turn },
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
                let answer = tested.find(&scene.map, from, to, radius);
                check(&reach, &graph, from, to, radius, &answer)
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
    let room = |p: Point| clearance(walls, p).map_or(0.0, |c| c.radius);
    let expected = graph.shortest(from, to);
    let (start, goal) = (fits(walls, from, radius), fits(walls, to, radius));
    let same = |a: f64, b: f64| (a - b).abs() <= LEEWAY;
    let is_right = match (answer, &expected) {
        (DiscAnswer::Found(way), Some(expected)) => {
            verify_disc(walls, from, to, radius, &way.pieces, way.length)?;
            same(way.length, expected.length)
        }
        (DiscAnswer::NoRoomAtStart(largest), None) => !start && same(*largest, room(from)),
        (DiscAnswer::NoRoomAtGoal(largest), None) => start && !goal && same(*largest, room(to)),
        (DiscAnswer::TooNarrow(widest), None) if start && goal => {
            return reach.check_widest(from, to, *widest, LEEWAY);
        }
        (DiscAnswer::Disconnected, None) => start && goal && reach.widest(from, to).is_none(),
        _ => false,
    };
    if is_right {
        return Ok(());
    }
    let widest = reach.widest(from, to);
    Err(format!("{answer:?}, should be {expected:?}; room {} and {}, widest {widest:?}", room(from), room(to)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::walls::Walls;
    use navigant_geometry::Outline;

    /// What the oracles would answer.
    fn right(reach: &Reach, graph: &TangentGraph, from: Point, to: Point, radius: f64) -> DiscAnswer {
        let room = |p: Point| clearance(reach.walls(), p).map_or(0.0, |c| c.radius);
        if !fits(reach.walls(), from, radius) {
            DiscAnswer::NoRoomAtStart(room(from))
        } else if !fits(reach.walls(), to, radius) {
            DiscAnswer::NoRoomAtGoal(room(to))
        } else if let Some(way) = graph.shortest(from, to) {
            DiscAnswer::Found(way)
        } else {
            reach.widest(from, to).map_or(DiscAnswer::Disconnected, DiscAnswer::TooNarrow)
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
                    DiscAnswer::NoRoomAtStart(room) => DiscAnswer::NoRoomAtStart(room + 1e-5),
                    DiscAnswer::NoRoomAtGoal(_) => DiscAnswer::Disconnected,
                    DiscAnswer::TooNarrow(w) => DiscAnswer::TooNarrow(Widest { radius: w.radius + 1e-5, ..w }),
                    DiscAnswer::Disconnected | DiscAnswer::Refused(_) => DiscAnswer::NoRoomAtGoal(0.0),
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
        let leg = |from: Point, to: Point| crate::oracle::disc_paths::Piece::Straight { from, to };
        let detour = DiscWay { length: from.distance(by) + by.distance(to), pieces: vec![leg(from, by), leg(by, to)] };
        assert!(check(&reach, &graph, from, to, 1.0, &DiscAnswer::Found(detour)).is_err());
        let straight = DiscWay { length: 12.0, pieces: vec![leg(from, to)] };
        assert_eq!(check(&reach, &graph, from, to, 1.0, &DiscAnswer::Found(straight)), Ok(()));
    }
}
