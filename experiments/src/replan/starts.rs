//! Where agents start and obstacles stand.

use navigant_mesh::{Map, Point};
use navigant_search::plane::VisibilityFinder;
use navigant_testing::rng::Rng;
use std::error::Error;

/// Where agents start.
pub(super) struct Starts {
    /// Corners of triangles, and the area of all of them up to each.
    triangles: Vec<([Point; 3], f64)>,
}

impl Starts {
    fn new(triangles: impl Iterator<Item = [Point; 3]>) -> Starts {
        let mut sum = 0.0;
        let area = |[a, b, c]: [Point; 3]| ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).abs() / 2.0;
        let add = |triangle| {
            sum += area(triangle);
            (triangle, sum)
        };
        Starts { triangles: triangles.map(add).collect() }
    }

    pub(super) fn anywhere(size: f64) -> Starts {
        let [a, b, c, d] = [[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]].map(Point::from);
        Starts::new([[a, b, c], [a, c, d]].into_iter())
    }

    /// Where the obstacle's centre is seen, before it is there.
    pub(super) fn seeing(map: &Map, centre: Point) -> Result<Starts, Box<dyn Error>> {
        let mut finder = VisibilityFinder::new();
        let corners = finder.visible_region(map, centre)?.corners();
        let ahead = corners.iter().cycle().skip(1);
        Ok(Starts::new(corners.iter().zip(ahead).map(|(a, b)| [centre, a.point, b.point])))
    }

    pub(super) fn any(&self, rng: &mut Rng) -> Point {
        let total = self.triangles.last().map_or(0.0, |last| last.1);
        let at = rng.range(0.0..total);
        let [a, b, c] = self.triangles[self.triangles.partition_point(|t| t.1 <= at).min(self.triangles.len() - 1)].0;
        let (mut u, mut v) = (rng.range(0.0..1.0), rng.range(0.0..1.0));
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        Point::new(a.x + u * (b.x - a.x) + v * (c.x - a.x), a.y + u * (b.y - a.y) + v * (c.y - a.y))
    }
}

/// A point with so much room around it.
pub(super) fn free_point(rng: &mut Rng, map: &Map, size: f64, room: f64) -> Point {
    loop {
        let p = Point::new(rng.range(0.0..size), rng.range(0.0..size));
        if map.clearance_at(p).is_some_and(|clearance| clearance >= room) {
            return p;
        }
    }
}
