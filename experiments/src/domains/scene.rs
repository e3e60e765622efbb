//! The random scenes: 100 m × 100 m with things that stand for ever, things that stand today, and things that move.
//!
//! Written before any planner, and calibrated by its constants alone: hard enough that a path in the static mesh is walked
//! without a collision in about a sixth of the scenes, and one in the grid in about two thirds (SPEC §8).
//!
//! Things keep `GAP` from each other, so that no planner fails because a passage is narrower than its cells; what makes a
//! scene hard is what the static mesh does not know ([`Scene::parked`]), what nobody knows who does not plan in time
//! ([`Scene::movers`]), and pockets that a straight-line heuristic runs into.

use navigant_mesh::internals::PointInternals as _;
use navigant_mesh::{BadMap, Map, Outline, Point};
use navigant_search::plane::{PathFinder, Query};
use navigant_testing::rng::Rng;
use std::ops::Range;

/// The side of a scene, in metres.
pub const SIDE: f64 = 100.0;
/// The radius of the agent.
pub const RADIUS: f64 = 0.4;
/// What static things and parked things leave between each other, in metres.
const GAP: f64 = 2.5;
/// From start to goal, in a straight line.
const APART: Range<f64> = 60.0..100.0;
/// Around start and goal nothing is parked and nobody passes.
const CLEAR: f64 = 3.0;
const BOXES: u32 = 16;
const BOX: Range<f64> = 3.0..9.0;
/// Walls with a return at both ends.
const POCKETS: u32 = 10;
const POCKET: Range<f64> = 14.0..28.0;
const RETURN: Range<f64> = 6.0..14.0;
const THICKNESS: f64 = 0.8;
const PARKED: u32 = 35;
const PARKED_RADIUS: Range<f64> = 0.4..1.2;
const MOVERS: u32 = 21;
const MOVER_RADIUS: Range<f64> = 0.3..0.6;
const MOVER_SPEED: Range<f64> = 0.4..1.2;
const PATROL: Range<f64> = 8.0..30.0;
/// How often a place is looked for before a thing is left out.
const ATTEMPTS: u32 = 200;

/// A disc that stands where the static mesh does not expect it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parked {
    /// Its centre.
    pub at: Point,
    /// Its radius.
    pub radius: f64,
}

/// A disc that goes to and fro between two points at constant speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover {
    /// The two points.
    pub ends: [Point; 2],
    /// Metres a second.
    pub speed: f64,
    /// How far along its round it is at time 0, in metres; a round is to the other end and back.
    pub phase: f64,
    /// Its radius.
    pub radius: f64,
}

impl Mover {
    /// Where it is at a time of at least 0.
    pub fn at(&self, time: f64) -> Point {
        let length = self.ends[0].distance(self.ends[1]);
        let walked = (self.phase + self.speed * time) % (2.0 * length);
        let along = if walked < length { walked } else { 2.0 * length - walked };
        self.ends[0].lerp(self.ends[1], along / length)
    }

    /// When it turns, up to a time.
    pub fn turns(&self, until: f64) -> impl Iterator<Item = f64> + use<> {
        let (length, speed, phase) = (self.ends[0].distance(self.ends[1]), self.speed, self.phase);
        let first = (phase / length).floor() + 1.0;
        (0..).map(move |n| ((first + f64::from(n)) * length - phase) / speed).take_while(move |&t| t < until)
    }
}

/// A scene.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What stands for ever.
    pub map: Map,
    /// What stands today.
    pub parked: Vec<Parked>,
    /// What moves.
    pub movers: Vec<Mover>,
    /// Where the agent starts.
    pub start: Point,
    /// Where it wants to go.
    pub goal: Point,
    /// The length of its shortest path if only static things counted.
    pub optimum: f64,
}

#[derive(Clone, Copy)]
struct Rectangle {
    min: Point,
    max: Point,
}

impl Rectangle {
    fn apart(&self, other: &Rectangle) -> f64 {
        let x = (self.min.x - other.max.x).max(other.min.x - self.max.x).max(0.0);
        let y = (self.min.y - other.max.y).max(other.min.y - self.max.y).max(0.0);
        x.hypot(y)
    }
}

impl Scene {
    /// The scene with this number of a seed.
    ///
    /// # Errors
    /// [`BadMap`] when a map cannot be built, which it always can.
    pub fn random(seed: u64, number: u64) -> Result<Scene, BadMap> {
        let mut rng = Rng::new(navigant_testing::soak::case_seed(seed, number));
        loop {
            let walls = walls(&mut rng);
            let floor = Outline::rectangle([0.0, 0.0], [SIDE, SIDE]);
            let obstacles: Vec<Outline> = walls.iter().map(|r| Outline::rectangle(r.min, r.max)).collect();
            let (map, _) = Map::build(&[floor], &obstacles)?;
            if let Some((start, goal, optimum)) = ends(&mut rng, &map) {
                let parked = parked(&mut rng, &map, [start, goal]);
                let movers = movers(&mut rng, &map, [start, goal], &parked);
                return Ok(Scene { map, parked, movers, start, goal, optimum });
            }
        }
    }
}

/// The map of several scenes beside each other, without what is parked and what moves: worlds of any size in which distances and things to the
/// hectare are the same.
///
/// # Errors
/// [`BadMap`] when a map cannot be built, which it always can.
pub fn tiled(seed: u64, [columns, rows]: [u32; 2]) -> Result<Map, BadMap> {
    let mut obstacles = Vec::new();
    for tile in 0..columns * rows {
        let mut rng = Rng::new(navigant_testing::soak::case_seed(seed, tile.into()));
        let [x, y] = [tile % columns, tile / columns].map(|n| f64::from(n) * SIDE);
        let moved = |p: Point| Point::new(p.x + x, p.y + y);
        obstacles.extend(walls(&mut rng).iter().map(|r| Outline::rectangle(moved(r.min), moved(r.max))));
    }
    let floor = Outline::rectangle([0.0, 0.0], [columns, rows].map(|n| f64::from(n) * SIDE));
    Ok(Map::build(&[floor], &obstacles)?.0)
}

fn place(rng: &mut Rng) -> Point {
    Point::new(rng.range(0.0..SIDE), rng.range(0.0..SIDE))
}

/// Boxes and pockets; no two nearer than the gap.
fn walls(rng: &mut Rng) -> Vec<Rectangle> {
    let mut all: Vec<Rectangle> = Vec::new();
    let border = Rectangle { min: Point::new(GAP, GAP), max: Point::new(SIDE - GAP, SIDE - GAP) };
    let fits = |all: &[Rectangle], r: &Rectangle| {
        let inside =
            r.min.x >= border.min.x && r.min.y >= border.min.y && r.max.x <= border.max.x && r.max.y <= border.max.y;
        inside && all.iter().all(|other| r.apart(other) >= GAP)
    };
    for number in 0..POCKETS + BOXES {
        for _ in 0..ATTEMPTS {
            let parts = if number < POCKETS { pocket(rng) } else { one_box(rng) };
            if parts.iter().all(|r| fits(&all, r)) {
                all.extend(parts);
                break;
            }
        }
    }
    all
}

fn one_box(rng: &mut Rng) -> Vec<Rectangle> {
    let min = place(rng);
    vec![Rectangle { min, max: Point::new(min.x + rng.range(BOX), min.y + rng.range(BOX)) }]
}

/// A wall with a return at both ends, open to one of four sides.
fn pocket(rng: &mut Rng) -> Vec<Rectangle> {
    let (at, length, depth, side) = (place(rng), rng.range(POCKET), rng.range(RETURN), rng.below(4));
    let (near, far) = if side % 2 == 0 { (0.0, depth) } else { (-depth, 0.0) };
    let wall = if side % 2 == 0 { [-THICKNESS, 0.0] } else { [0.0, THICKNESS] };
    let strips =
        [[0.0, length, wall[0], wall[1]], [0.0, THICKNESS, near, far], [length - THICKNESS, length, near, far]];
    let rectangle = |[x0, x1, y0, y1]: [f64; 4]| {
        let (min, max) = if side < 2 { ([x0, y0], [x1, y1]) } else { ([y0, x0], [y1, x1]) };
        Rectangle { min: Point::new(at.x + min[0], at.y + min[1]), max: Point::new(at.x + max[0], at.y + max[1]) }
    };
    strips.map(rectangle).to_vec()
}

/// Start and goal with room, the right distance apart, and the length of the shortest path between them.
fn ends(rng: &mut Rng, map: &Map) -> Option<(Point, Point, f64)> {
    for _ in 0..ATTEMPTS {
        let [start, goal] = [place(rng), place(rng)];
        if !APART.contains(&start.distance(goal)) || [start, goal].iter().any(|&p| !map.has_room_at(p, 3.0 * RADIUS)) {
            continue;
        }
        let query = Query::new(start, goal).with_radius(RADIUS);
        if let Ok(path) = PathFinder::new().find(map, &query) {
            return Some((start, goal, path.length));
        }
    }
    None
}

fn parked(rng: &mut Rng, map: &Map, ends: [Point; 2]) -> Vec<Parked> {
    let mut all: Vec<Parked> = Vec::new();
    for _ in 0..PARKED {
        for _ in 0..ATTEMPTS {
            let (at, radius) = (place(rng), rng.range(PARKED_RADIUS));
            let is_free = map.clearance_at(at).is_some_and(|clearance| clearance >= radius + GAP)
                && ends.iter().all(|p| p.distance(at) >= radius + CLEAR)
                && all.iter().all(|other| other.at.distance(at) >= other.radius + radius + GAP);
            if is_free {
                all.push(Parked { at, radius });
                break;
            }
        }
    }
    all
}

fn movers(rng: &mut Rng, map: &Map, ends: [Point; 2], parked: &[Parked]) -> Vec<Mover> {
    let mut all: Vec<Mover> = Vec::new();
    for _ in 0..MOVERS {
        for _ in 0..ATTEMPTS {
            let (from, length, [cos, sin]) = (place(rng), rng.range(PATROL), rng.direction());
            let to = Point::new(from.x + length * cos, from.y + length * sin);
            let mover = Mover {
                ends: [from, to],
                speed: rng.range(MOVER_SPEED),
                phase: rng.range(0.0..2.0 * length),
                radius: rng.range(MOVER_RADIUS),
            };
            let distance = |p| distance_to_segment(p, from, to);
            let is_free = map.sees_as_disc(from, to, mover.radius)
                && ends.iter().all(|&p| distance(p) >= mover.radius + CLEAR)
                && parked.iter().all(|other| distance(other.at) >= other.radius + mover.radius);
            if is_free {
                all.push(mover);
                break;
            }
        }
    }
    all
}

/// The distance of a point from a segment that is no point.
fn distance_to_segment(p: Point, a: Point, b: Point) -> f64 {
    let (along, to) = ([b.x - a.x, b.y - a.y], [p.x - a.x, p.y - a.y]);
    let share = (to[0] * along[0] + to[1] * along[1]) / (along[0] * along[0] + along[1] * along[1]);
    a.lerp(b, share.clamp(0.0, 1.0)).distance(p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_follows_from_its_seed_and_number() {
        let [a, b, c] = [(3, 5), (3, 5), (3, 6)].map(|(seed, number)| Scene::random(seed, number).unwrap());
        assert_eq!((a.start, a.goal, &a.parked, &a.movers), (b.start, b.goal, &b.parked, &b.movers));
        assert_ne!(a.start, c.start);
    }

    #[test]
    fn a_mover_goes_to_and_fro() {
        let ends = [Point::new(0.0, 0.0), Point::new(10.0, 0.0)];
        let mover = Mover { ends, speed: 2.0, phase: 4.0, radius: 0.5 };
        assert_eq!(mover.turns(9.0).collect::<Vec<_>>(), [3.0, 8.0]);
        let at = [0.0, 3.0, 5.0, 8.0, 9.0].map(|time| mover.at(time).x);
        assert_eq!(at, [4.0, 10.0, 6.0, 0.0, 2.0]);
    }

    #[test]
    fn nothing_stands_or_moves_on_start_and_goal() {
        for number in 0..5 {
            let scene = Scene::random(11, number).unwrap();
            for p in [scene.start, scene.goal] {
                assert!(scene.map.has_room_at(p, RADIUS));
                assert!(scene.parked.iter().all(|parked| parked.at.distance(p) > parked.radius + RADIUS));
                let nearest = |m: &Mover| (0..200).map(|t| m.at(f64::from(t)).distance(p)).fold(f64::MAX, f64::min);
                assert!(scene.movers.iter().all(|m| nearest(m) > m.radius + RADIUS));
            }
            assert!(scene.optimum >= scene.start.distance(scene.goal));
        }
    }
}
