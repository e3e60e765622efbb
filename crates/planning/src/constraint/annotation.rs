//! The regions of a thing: front, back, left, right, between two, line of sight.

use super::shape::Shape;
use super::thing::Thing;
use navigant_geometry::internals::PointInternals as _;
use navigant_geometry::{Outline, Point, Role};
use navigant_mesh::Map;
use navigant_mesh::internals::MapInternals as _;
use navigant_search::internals::VisibilityRegionInternals as _;
use navigant_search::plane::{NoView, VisibilityFinder};

/// A region that belongs to a thing. Sides are those of the box around the thing in its own frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Annotation {
    /// The thing's own outline.
    Itself,
    /// The rectangle before its front.
    Front,
    /// The rectangle behind it.
    Back,
    /// The rectangle on its left, as it faces.
    Left,
    /// The rectangle on its right.
    Right,
    /// What is seen from its place, within its field of view.
    Sight,
}

/// Why an annotation has no region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoAnnotation {
    /// Nothing is seen from where the thing is.
    NoView(NoView),
    /// The thing has no extent on that side, so there is no rectangle.
    NoExtent,
}

impl std::fmt::Display for NoAnnotation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoAnnotation::NoView(reason) => reason.fmt(f),
            NoAnnotation::NoExtent => write!(f, "it has no extent on that side"),
        }
    }
}

impl std::error::Error for NoAnnotation {}

impl Annotation {
    /// The region, in the world.
    ///
    /// # Errors
    /// [`NoAnnotation`].
    pub(crate) fn shape(self, thing: &Thing, map: &Map, finder: &mut VisibilityFinder) -> Result<Shape, NoAnnotation> {
        let (b, reach) = thing.frame();
        let side = |min: [f64; 2], max: [f64; 2]| {
            let corners = [min, [max[0], min[1]], max, [min[0], max[1]]];
            let area = (max[0] - min[0]) * (max[1] - min[1]);
            let ring = corners.map(|p| thing.world(p.into()));
            if area > 0.0 { Shape::of([&Outline::polygon(ring)]).ok() } else { None }.ok_or(NoAnnotation::NoExtent)
        };
        match self {
            Annotation::Itself => Shape::of([&thing.outline()]).map_err(|_| NoAnnotation::NoExtent),
            Annotation::Front => side([b.max.x, b.min.y], [b.max.x + reach, b.max.y]),
            Annotation::Back => side([b.min.x - reach, b.min.y], [b.min.x, b.max.y]),
            Annotation::Left => side([b.min.x, b.max.y], [b.max.x, b.max.y + reach]),
            Annotation::Right => side([b.min.x, b.min.y - reach], [b.max.x, b.min.y]),
            Annotation::Sight => sight(thing, map, finder),
        }
    }

    /// The region between two things: the convex hull of both.
    ///
    /// # Errors
    /// [`NoAnnotation::NoExtent`] if it has no area.
    pub(crate) fn between(a: &Thing, b: &Thing) -> Result<Shape, NoAnnotation> {
        let outlines = [a.outline(), b.outline()];
        let mut points: Vec<Point> = outlines.iter().flat_map(|outline| outline.rings().flatten().copied()).collect();
        points.sort_unstable_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
        points.dedup();
        let hull = convex_hull(&points);
        if hull.len() < 3 {
            return Err(NoAnnotation::NoExtent);
        }
        Shape::of([&Outline::polygon(hull)]).map_err(|_| NoAnnotation::NoExtent)
    }
}

/// Andrew's monotone chain, of sorted points: counter-clockwise, without collinear ones.
fn convex_hull(points: &[Point]) -> Vec<Point> {
    let mut hull: Vec<Point> = Vec::new();
    for backward in [false, true] {
        let begin = hull.len();
        let mut add = |p: Point| {
            while hull.len() >= begin + 2 && cross(hull[hull.len() - 2], hull[hull.len() - 1], p) <= 0.0 {
                hull.pop();
            }
            hull.push(p);
        };
        if backward {
            points.iter().rev().copied().for_each(&mut add);
        } else {
            points.iter().copied().for_each(&mut add);
        }
        hull.pop();
    }
    hull
}

/// Positive if c lies to the left of the line from a to b.
fn cross(a: Point, b: Point, c: Point) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// How many sides a circle of sight has.
const CIRCLE: u32 = 32;

/// The visibility polygon, cut down to range and angle. Both leave the polygon star-shaped around the viewpoint, so that it may
/// be cut by one half-plane after the other.
fn sight(thing: &Thing, map: &Map, finder: &mut VisibilityFinder) -> Result<Shape, NoAnnotation> {
    let region = finder.visible_region(map, thing.at()).map_err(NoAnnotation::NoView)?;
    let (eye, view) = (region.viewpoint(), thing.view());
    let mut ring: Vec<Point> = region.corners().iter().map(|corner| corner.point).collect();
    let towards =
        |angle: f64, range: f64| Point::new(eye.x + range * libm::cos(angle), eye.y + range * libm::sin(angle));
    let is_far = |p: &Point| p.distance(eye) > view.range;
    if view.range.is_finite() && ring.iter().any(is_far) {
        for i in 0..CIRCLE {
            let [from, to] = [i, i + 1].map(|i| f64::from(i) * std::f64::consts::TAU / f64::from(CIRCLE));
            ring = left_of(&ring, towards(from, view.range), towards(to, view.range));
        }
    }
    let half = view.angle / 2.0;
    let [right, left] = [thing.angle() - half, thing.angle() + half];
    let rings = if half >= std::f64::consts::PI {
        vec![ring]
    } else if half > std::f64::consts::FRAC_PI_2 {
        // More than half of the circle: one piece on either side.
        let ahead = towards(thing.angle(), 1.0);
        vec![
            left_of(&left_of(&ring, eye, ahead), towards(left, 1.0), eye),
            left_of(&left_of(&ring, ahead, eye), eye, towards(right, 1.0)),
        ]
    } else {
        vec![left_of(&left_of(&ring, eye, towards(right, 1.0)), towards(left, 1.0), eye)]
    };
    let outlines: Vec<Outline> = rings.into_iter().filter(|ring| ring.len() > 2).map(Outline::polygon).collect();
    Shape::of(&outlines).map_err(|_| NoAnnotation::NoExtent)
}

/// The part of a ring to the left of a line (Sutherland, Hodgman).
fn left_of(ring: &[Point], a: Point, b: Point) -> Vec<Point> {
    let mut kept = Vec::with_capacity(ring.len() + 2);
    let Some(&last) = ring.last() else { return kept };
    let (mut p, mut p_side) = (last, cross(a, b, last));
    for &q in ring {
        let q_side = cross(a, b, q);
        if (p_side >= 0.0) != (q_side >= 0.0) {
            kept.push(p.lerp(q, p_side / (p_side - q_side)));
        }
        if q_side >= 0.0 {
            kept.push(q);
        }
        (p, p_side) = (q, q_side);
    }
    kept
}

impl Shape {
    /// The walls of a map, as lines: its obstacles and the borders of its floors; `None` if there are none.
    pub fn walls(map: &Map) -> Option<Shape> {
        let obstacles = map.obstacles().filter_map(|id| map.outline(id).ok());
        let mut lines: Vec<Outline> = Vec::new();
        for (role, mut points) in map.floors().chain(obstacles).flatten() {
            if role != Role::Wall {
                points.extend(points.first().copied());
            }
            lines.push(Outline::Polyline(points));
        }
        Shape::of(&lines).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::View;

    fn hall() -> Map {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 40.0])).unwrap();
        map.insert(&Outline::rectangle([24.0, 18.0], [26.0, 22.0])).unwrap();
        map
    }

    fn shape(annotation: Annotation, thing: &Thing) -> Shape {
        annotation.shape(thing, &hall(), &mut VisibilityFinder::new()).unwrap()
    }

    #[test]
    fn sides_turn_with_the_thing() {
        let house = Thing::new(&Outline::rectangle([10.0, 10.0], [16.0, 14.0])).unwrap();
        assert!(shape(Annotation::Front, &house).contains([18.0, 12.0]));
        assert!(shape(Annotation::Back, &house).contains([8.0, 12.0]));
        let north = house.facing(std::f64::consts::FRAC_PI_2);
        assert!(shape(Annotation::Front, &north).contains([13.0, 16.0]));
        assert!(shape(Annotation::Back, &north).contains([13.0, 8.0]));
        assert!(shape(Annotation::Left, &north).contains([8.0, 12.0]));
        assert!(shape(Annotation::Right, &north).contains([18.0, 12.0]));
        assert!(shape(Annotation::Itself, &north).contains([15.5, 13.5]), "the house itself has not turned");
        let turned = north.moved_to([13.0, 12.0], 0.0).unwrap();
        assert!(!shape(Annotation::Itself, &turned).contains([15.5, 13.5]), "moved, it turns with its front");
    }

    #[test]
    fn between_is_the_hull_of_both() {
        let [a, b] = [[0.0, 0.0], [10.0, 0.0]].map(|at| Thing::disc(at, 1.0).unwrap());
        let between = Annotation::between(&a, &b).unwrap();
        assert!(between.contains([5.0, 0.9]) && !between.contains([5.0, 1.1]) && !between.contains([12.0, 0.0]));
    }

    #[test]
    fn sight_ends_at_walls_at_its_range_and_at_its_angle() {
        let map = hall();
        for angle in [0.8, 2.0, 4.0, 7.0] {
            let guard =
                Thing::disc([20.0, 20.0], 0.3).unwrap().facing(0.3).seeing(View { angle, range: 12.0 }).unwrap();
            let sight = Annotation::Sight.shape(&guard, &map, &mut VisibilityFinder::new()).unwrap();
            let mut seen = 0;
            for i in 0..1600 {
                let p = Point::new(f64::from(i % 40) + 0.43, f64::from(i / 40) + 0.37);
                let d = p.distance(guard.at());
                let turn = (libm::atan2(p.y - 20.0, p.x - 20.0) - 0.3).rem_euclid(std::f64::consts::TAU);
                let off = turn.min(std::f64::consts::TAU - turn);
                // Where the polygon of the range and its circle differ is not decided here.
                if (11.9..=12.0).contains(&d) {
                    continue;
                }
                let wanted = d < 12.0 && off <= angle / 2.0 && map.sees(guard.at(), p);
                assert_eq!(sight.contains(p), wanted, "{p}, {angle}");
                seen += u32::from(wanted);
            }
            assert!(seen > 20);
        }
        let blind = Thing::disc([25.0, 20.0], 0.3).unwrap();
        let none = Annotation::Sight.shape(&blind, &map, &mut VisibilityFinder::new());
        assert!(matches!(none, Err(NoAnnotation::NoView(_))), "it stands in an obstacle");
    }
}
