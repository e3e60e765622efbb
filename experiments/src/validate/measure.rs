//! Measurements as PedPy makes them: Voronoi density, passages through a line over time; and the order of lanes.

use navigant_mesh::Point;
use std::collections::BTreeMap;

/// The Voronoi density in a rectangle, in persons a square metre, with the persons there weighted by their cells:
/// Σ |cell ∩ rectangle| / |cell|, over the area of the rectangle. Cells are cut at the walls of a rectangular `room`.
///
/// Cost: quadratic in the number of persons near the rectangle in the worst case.
pub fn voronoi_density(people: &[Point], rectangle: [Point; 2], room: [Point; 2]) -> f64 {
    let size = |[a, b]: [Point; 2]| (b.x - a.x) * (b.y - a.y);
    let mut sum = 0.0;
    for (i, &p) in people.iter().enumerate() {
        let cell = voronoi_cell(people, i, room);
        let area = polygon_area(&cell);
        let inside = polygon_area(&clip_to(&cell, rectangle));
        if area > 0.0 && room_contains(room, p) {
            sum += inside / area;
        }
    }
    sum / size(rectangle)
}

/// The Voronoi cell of a person in a rectangular room.
pub fn voronoi_cell(people: &[Point], own: usize, room: [Point; 2]) -> Vec<Point> {
    let Some(&p) = people.get(own) else { return Vec::new() };
    let [a, b] = room;
    let mut cell = vec![a, Point::new(b.x, a.y), b, Point::new(a.x, b.y)];
    let mut others: Vec<(f64, Point)> =
        people.iter().enumerate().filter(|(i, _)| *i != own).map(|(_, q)| (p.distance(*q), *q)).collect();
    others.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (distance, q) in others {
        // Whoever is more than twice as far as the farthest corner cuts nothing any more.
        let reach = cell.iter().map(|corner| corner.distance(p)).fold(0.0, f64::max);
        if distance > 2.0 * reach {
            break;
        }
        let middle = Point::new(0.5 * (p.x + q.x), 0.5 * (p.y + q.y));
        let (nx, ny) = (q.x - p.x, q.y - p.y);
        cell = clip(&cell, |corner| (corner.x - middle.x) * nx + (corner.y - middle.y) * ny);
    }
    cell
}

fn room_contains([a, b]: [Point; 2], p: Point) -> bool {
    (a.x..=b.x).contains(&p.x) && (a.y..=b.y).contains(&p.y)
}

fn clip_to(cell: &[Point], [a, b]: [Point; 2]) -> Vec<Point> {
    let cell = clip(cell, |p| a.x - p.x);
    let cell = clip(&cell, |p| p.x - b.x);
    let cell = clip(&cell, |p| a.y - p.y);
    clip(&cell, |p| p.y - b.y)
}

/// The part of a convex polygon where a linear function is not positive (Sutherland, Hodgman).
fn clip(polygon: &[Point], outside: impl Fn(Point) -> f64) -> Vec<Point> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (&a, &b) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let (da, db) = (outside(a), outside(b));
        if da <= 0.0 {
            kept.push(a);
        }
        if (da < 0.0 && db > 0.0) || (da > 0.0 && db < 0.0) {
            let share = da / (da - db);
            kept.push(Point::new(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)));
        }
    }
    kept
}

fn polygon_area(polygon: &[Point]) -> f64 {
    let pairs = polygon.iter().zip(polygon.iter().cycle().skip(1));
    0.5 * pairs.map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>()
}

/// When people pass a vertical line from left to right, or from right to left: N–t.
#[derive(Clone, Debug, Default)]
pub struct Passages {
    x: f64,
    before: BTreeMap<(u32, u32), (f64, f64)>,
    /// Who passed, and when, in seconds, in the order of time.
    pub passed: Vec<((u32, u32), f64)>,
}

impl Passages {
    /// A line at x.
    pub fn at(x: f64) -> Passages {
        Passages { x, ..Passages::default() }
    }

    /// Where everyone is at a time; times within a step are interpolated.
    pub fn look(&mut self, now: f64, people: impl Iterator<Item = ((u32, u32), Point)>) {
        for (name, p) in people {
            if let Some((t, x)) = self.before.insert(name, (now, p.x))
                && (x < self.x) != (p.x < self.x)
            {
                self.passed.push((name, t + (self.x - x) / (p.x - x) * (now - t)));
            }
        }
    }

    /// Passages a second between two shares of all: the steady part.
    pub fn flow(&self, from: f64, to: f64) -> f64 {
        let mut times: Vec<f64> = self.passed.iter().map(|(_, t)| *t).collect();
        times.sort_by(f64::total_cmp);
        let at = |share: f64| ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        let (first, last) = (at(from), at(to));
        match (times.get(first), times.get(last)) {
            (Some(a), Some(b)) if b > a => (last - first) as f64 / (b - a),
            _ => f64::NAN,
        }
    }

    /// N over t, for a plot.
    pub fn steps(&self) -> Vec<(f64, f64)> {
        let mut times: Vec<f64> = self.passed.iter().map(|(_, t)| *t).collect();
        times.sort_by(f64::total_cmp);
        times.into_iter().zip(1..).map(|(t, n)| (t, f64::from(n))).collect()
    }
}

/// The order of lanes, 0 to 1 ("Lane formation in oppositely charged colloids", Rex, Löwen, 2007): the mean over all persons of
/// ((like − unlike) / (like + unlike))² among those within half a lane beside it and some metres before and behind.
pub fn lane_order(people: &[(Point, bool)], half_lane: f64, along: f64) -> f64 {
    let mut sum = 0.0;
    for (i, (p, kind)) in people.iter().enumerate() {
        let beside = |q: &Point| (q.y - p.y).abs() < half_lane && (q.x - p.x).abs() < along;
        let near = people.iter().enumerate().filter(|(j, (q, _))| *j != i && beside(q));
        let (like, all) = near
            .fold((0.0, 0.0), |(like, all), (_, (_, other))| (like + f64::from(u8::from(other == kind)), all + 1.0));
        let share: f64 = if all > 0.0 { (2.0 * like - all) / all } else { 0.0 };
        sum += share * share;
    }
    sum / people.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_fill_the_room_and_belong_to_the_nearest() {
        let room = [Point::new(0.0, 0.0), Point::new(10.0, 4.0)];
        let mut rng = navigant_testing::rng::Rng::new(5);
        for _ in 0..20 {
            let people: Vec<Point> = (0..30).map(|_| Point::new(rng.range(0.0..10.0), rng.range(0.0..4.0))).collect();
            let cells: Vec<_> = (0..people.len()).map(|i| voronoi_cell(&people, i, room)).collect();
            let sum: f64 = cells.iter().map(|cell| polygon_area(cell)).sum();
            assert!((sum - 40.0).abs() < 1e-9, "{sum}");
            assert!((voronoi_density(&people, room, room) - 30.0 / 40.0).abs() < 1e-9);
            for (i, cell) in cells.iter().enumerate() {
                let middle = cell.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x, y + p.y));
                let middle = Point::new(middle.0 / cell.len() as f64, middle.1 / cell.len() as f64);
                let nearest = people.iter().map(|q| q.distance(middle)).fold(f64::INFINITY, f64::min);
                assert!((people[i].distance(middle) - nearest).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn passages_are_counted_where_they_happen() {
        let mut line = Passages::at(1.0);
        for step in 0..20 {
            let people = (0..4u32).map(|i| ((0, i), Point::new(0.1 * f64::from(step) - 0.2 * f64::from(i), 0.0)));
            line.look(f64::from(step), people);
        }
        assert_eq!(line.passed.len(), 4);
        assert!((line.passed[0].1 - 10.0).abs() < 1e-9 && (line.flow(0.0, 1.0) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn lanes_are_ordered_and_mixtures_are_not() {
        let people = |lanes: bool| -> Vec<(Point, bool)> {
            let place = |i: u32| Point::new(f64::from(i % 20), f64::from(i / 20));
            (0..80).map(|i| (place(i), if lanes { (i / 20) % 2 == 0 } else { i % 2 == 0 })).collect()
        };
        assert!(lane_order(&people(true), 0.5, 5.0) > 0.99);
        assert!(lane_order(&people(false), 0.5, 5.0) < 0.1);
    }
}
