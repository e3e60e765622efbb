//! Crowds in which everyone wants to get to the other side.

use crate::rng::Rng;
use navigant_mesh::{BadMap, Map, Outline, Point};

/// Where agents start and want to get to, and what they walk on.
#[derive(Debug)]
pub struct CrowdScene {
    /// How it is called.
    pub name: &'static str,
    /// The start and the goal of each.
    pub ways: Vec<[Point; 2]>,
    /// Square pillars, by their middles and half widths.
    pub pillars: Vec<(Point, f64)>,
    /// The floor is a square of this half width around the origin.
    pub half_width: f64,
}

impl CrowdScene {
    /// The radius of everyone in these scenes, in metres: that of RVO2's example "Circle".
    pub const RADIUS: f64 = 1.5;

    /// The map.
    ///
    /// # Errors
    /// [`BadMap`], which does not happen.
    pub fn map(&self) -> Result<Map, BadMap> {
        let floor = Outline::rectangle([-self.half_width; 2], [self.half_width; 2]);
        let pillars: Vec<Outline> = self.pillars.iter().map(|&(p, half)| pillar(p, half)).collect();
        Map::build(&[floor], &pillars).map(|(map, _)| map)
    }
}

fn pillar(p: Point, half: f64) -> Outline {
    Outline::rectangle([p.x - half, p.y - half], [p.x + half, p.y + half])
}

/// Everyone on one circle, 5 m apart, as in RVO2's example.
pub fn circle(count: usize) -> CrowdScene {
    let radius = 5.0 * count as f64 / std::f64::consts::TAU;
    let place = |i: usize| {
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * i as f64 / count as f64);
        Point::new(radius * cos, radius * sin)
    };
    let ways = (0..count).map(|i| [place(i), opposite(place(i))]).collect();
    CrowdScene { name: "circle", ways, pillars: Vec::new(), half_width: radius + 50.0 }
}

/// A disk full of agents, 5 m apart.
pub fn disk(seed: u64, count: usize) -> CrowdScene {
    let (ways, half_width) = filled_disk(seed, count, 5.0, &|_| true);
    CrowdScene { name: "disk", ways, pillars: Vec::new(), half_width }
}

/// A disk in which there are only 0.07 diameters between agents.
pub fn jam(seed: u64, count: usize) -> CrowdScene {
    let (ways, half_width) = filled_disk(seed, count, JAM, &|_| true);
    CrowdScene { name: "jam", ways, pillars: Vec::new(), half_width }
}

/// The same with pillars in between.
pub fn jam_with_walls(seed: u64, count: usize) -> CrowdScene {
    // Every twelfth agent of every twelfth row gives its place and those around it to a pillar.
    let (period, half) = (12.0 * JAM, JAM);
    let nearest = |p: Point| Point::new((p.x / period).round() * period, (p.y / period).round() * period);
    let is_free = |p: Point| {
        let pillar = nearest(p);
        (p.x - pillar.x).abs().max((p.y - pillar.y).abs()) > half + CrowdScene::RADIUS + 0.1
    };
    let (ways, half_width) = filled_disk(seed, count, JAM, &is_free);
    let most = (half_width / period) as i32;
    let all = (-most..=most).flat_map(|i| (-most..=most).map(move |j| [i, j]));
    let pillars = all.map(|[i, j]| (Point::new(f64::from(i) * period, f64::from(j) * period), half)).collect();
    CrowdScene { name: "jam with walls", ways, pillars, half_width }
}

const JAM: f64 = 1.07 * 2.0 * CrowdScene::RADIUS;

fn opposite(p: Point) -> Point {
    Point::new(-p.x, -p.y)
}

/// The points of a square grid that are nearest to the origin, a little off their places.
fn filled_disk(seed: u64, count: usize, spacing: f64, is_free: &dyn Fn(Point) -> bool) -> (Vec<[Point; 2]>, f64) {
    let mut rng = Rng::new(seed);
    let most = (1.3 * (count as f64 / std::f64::consts::PI).sqrt()) as i32 + 3;
    let grid = (-most..=most).flat_map(|i| (-most..=most).map(move |j| [i, j]));
    let mut places: Vec<Point> =
        grid.map(|[i, j]| Point::new(f64::from(i) * spacing, f64::from(j) * spacing)).collect();
    places.retain(|&p| is_free(p));
    places.sort_by(|a, b| a.distance(Point::ORIGIN).total_cmp(&b.distance(Point::ORIGIN)));
    places.truncate(count);
    for p in &mut places {
        let off = 0.01 * spacing;
        *p = Point::new(p.x + rng.range(-off..off), p.y + rng.range(-off..off));
    }
    let farthest = places.last().map_or(1.0, |p| p.distance(Point::ORIGIN));
    rng.shuffle(&mut places);
    (places.into_iter().map(|p| [p, opposite(p)]).collect(), farthest + 50.0)
}
