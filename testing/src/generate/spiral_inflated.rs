//! Spiral ramps whose walls are as much thicker as a disc is wide: what is left is where its centre can be.

use super::spiral::Spiral;
use navigant_geometry::internals::PointInternals as _;
use navigant_geometry::{Outline, Point};
use navigant_mesh::{Layer, Seam};
use std::f64::consts::TAU;

/// By how much everything is thicker, and by how many sides circles are replaced.
#[derive(Clone, Copy, Debug)]
pub struct Thicker {
    /// In metres.
    pub radius: f64,
    /// The sides of a full circle.
    pub sides: u32,
    /// Whether circles lie inside of what replaces them, or it inside of them.
    pub is_outside: bool,
}

impl Thicker {
    /// A convex polygon, or a line or a point, made thicker: corners counter-clockwise.
    pub fn outline(&self, convex: &[Point]) -> Vec<Point> {
        let n = convex.len();
        let corners = (0..n).flat_map(|i| {
            let [before, at, after] = [convex[(i + n - 1) % n], convex[i], convex[(i + 1) % n]];
            self.arc(at, right_of(before, at), right_of(at, after))
        });
        corners.collect()
    }

    /// Around a corner from one direction to another, counter-clockwise.
    fn arc(&self, at: Point, from: f64, to: f64) -> Vec<Point> {
        let by = (to - from).rem_euclid(TAU);
        let count = (by / TAU * f64::from(self.sides)).ceil().max(1.0);
        let step = by / count;
        let on = |angle: f64, radius: f64| Point::new(at.x + radius * angle.cos(), at.y + radius * angle.sin());
        if self.is_outside {
            let radius = self.radius / (0.5 * step).cos();
            (0..count as u32).map(|i| on(from + step * (f64::from(i) + 0.5), radius)).collect()
        } else {
            (0..=count as u32).map(|i| on(from + step * f64::from(i), self.radius)).collect()
        }
    }
}

/// The direction to the right of the way from one point to another.
fn right_of(from: Point, to: Point) -> f64 {
    (from.x - to.x).atan2(to.y - from.y)
}

/// The part of a convex polygon to the left of a line.
fn cut(polygon: &[Point], [a, b]: [Point; 2]) -> Vec<Point> {
    let off = |p: Point| (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    let n = polygon.len();
    let mut left = Vec::new();
    for i in 0..n {
        let (p, q) = (polygon[i], polygon[(i + 1) % n]);
        let (at_p, at_q) = (off(p), off(q));
        if at_p >= 0.0 {
            left.push(p);
        }
        if at_p * at_q < 0.0 {
            left.push(p.lerp(q, at_p / (at_p - at_q)));
        }
    }
    left
}

/// A line moved to its left.
fn moved([a, b]: [Point; 2], by: f64) -> [Point; 2] {
    let long = a.distance(b);
    let (x, y) = (-(b.y - a.y) / long * by, (b.x - a.x) / long * by);
    [Point::new(a.x + x, a.y + y), Point::new(b.x + x, b.y + y)]
}

/// What is left of a sector.
struct Sector {
    ring: Vec<Point>,
    /// Its ends at the ray before it and at that behind it: at the post and at the outer border.
    ends: [[Point; 2]; 2],
}

impl Spiral {
    /// The ramp where the centre of a disc can be, but for its ends, which are obstacles; `None` where nothing is left of a sector.
    pub fn inflated(&self, thicker: Thicker) -> Option<(Vec<Layer>, Vec<Seam>)> {
        let count = self.layers.len();
        let ring = |i: usize| -> Vec<Point> { self.layers[i].floors[0].rings().flatten().copied().collect() };
        // Of sector i the corners with numbers i and i + 1.
        let [inner, outer]: [Vec<Point>; 2] = [0, 1].map(|side| {
            let first = (0..count).map(|i| ring(i)[side]);
            first.chain([ring(count - 1)[3 - side]]).collect()
        });
        let post = thicker.outline(&self.post);
        let sector = |i: usize| {
            let far = |p: Point| Point::new(2.0 * p.x, 2.0 * p.y);
            let mut cone = vec![Point::new(0.0, 0.0), far(outer[i]), far(outer[i + 1])];
            for j in [i.wrapping_sub(1), i, i + 1].into_iter().filter(|&j| j < count) {
                cone = cut(&cone, moved([outer[j], outer[j + 1]], thicker.radius));
            }
            without(&cone, &post, [inner[i], inner[i + 1]])
        };
        let sectors = (0..count).map(sector).collect::<Option<Vec<Sector>>>()?;
        let level = |(i, sector): (u32, &Sector)| {
            Layer::level(self.rise * f64::from(i), [Outline::polygon(sector.ring.iter().copied())])
        };
        let seam = |i: usize| {
            let [from, to] = sectors[i].ends[0];
            Seam::new([i as u16 - 1, i as u16], from, to)
        };
        Some(((0..).zip(&sectors).map(level).collect(), (1..count).map(seam).collect()))
    }

    /// The walls at its two ends, each with its layer.
    pub fn ends(&self) -> [(u16, [Point; 2]); 2] {
        let last = self.layers.len() - 1;
        let ring = |i: usize| -> Vec<Point> { self.layers[i].floors[0].rings().flatten().copied().collect() };
        let (first, end) = (ring(0), ring(last));
        [(0, [first[0], first[1]]), (last as u16, [end[2], end[3]])]
    }
}

/// What is left of a cone, a convex polygon that begins in the middle of a post, without the post: between the rays through two corners
/// of the post.
fn without(cone: &[Point], post: &[Point], rays: [Point; 2]) -> Option<Sector> {
    let cross = |a: Point, b: Point| a.x * b.y - a.y * b.x;
    let n = post.len();
    // Where a ray leaves the post.
    let hit = |ray: Point| {
        (0..n).find_map(|i| {
            let (p, q) = (post[i], post[(i + 1) % n]);
            let (at_p, at_q) = (cross(ray, p), cross(ray, q));
            let is_hit = at_p <= 0.0 && at_q > 0.0 && ray.x * (p.x + q.x) + ray.y * (p.y + q.y) > 0.0;
            is_hit.then(|| (i, p.lerp(q, at_p / (at_p - at_q))))
        })
    };
    let ((first, from), (last, to)) = (hit(rays[0])?, hit(rays[1])?);
    let mut along = vec![from];
    let mut i = first;
    while i != last {
        i = (i + 1) % n;
        along.push(post[i]);
    }
    along.push(to);
    along.dedup_by(|a, b| a.distance(*b) < 1e-9);
    let holds = |p: &Point| {
        (0..cone.len()).all(|i| {
            let (a, b) = (cone[i], cone[(i + 1) % cone.len()]);
            (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= -1e-9
        })
    };
    let border = cone.get(1..)?;
    if cone[0].x.hypot(cone[0].y) > 1e-9 || border.len() < 2 || !along.iter().all(holds) {
        return None;
    }
    let ends = [[from, border[0]], [to, border[border.len() - 1]]];
    // Counter-clockwise: out along the first ray, around, and back along the post.
    Some(Sector { ring: border.iter().copied().chain(along.into_iter().rev()).collect(), ends })
}
