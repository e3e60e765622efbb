//! Shapes of annotations: areas and lines.

use navigant_geometry::internals::PointInternals as _;
use navigant_geometry::{BadOutline, Bounds, Outline, Point, internals};

/// The union of some polygons and polylines, in metres.
///
/// A polygon covers what its exterior ring winds around and none of its holes does. A polyline covers nothing, and has a distance.
///
/// ```
/// use navigant_geometry::Outline;
/// use navigant_planning::constraint::Shape;
/// let lawn = Shape::of([&Outline::rectangle([0.0, 0.0], [4.0, 4.0])])?;
/// assert!(lawn.contains([1.0, 1.0]) && !lawn.contains([5.0, 1.0]));
/// assert_eq!(lawn.distance([7.0, 8.0]), 5.0);
/// # Ok::<(), navigant_geometry::BadOutline>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    polygons: Vec<Polygon>,
    /// All sides of all rings and polylines; a post is a side of no length.
    sides: Vec<[Point; 2]>,
    bounds: Bounds,
}

#[derive(Clone, Debug, PartialEq)]
struct Polygon {
    exterior: Vec<Point>,
    holes: Vec<Vec<Point>>,
    bounds: Bounds,
}

impl Shape {
    /// The union of some outlines.
    ///
    /// # Errors
    /// [`BadOutline`] names an empty ring or a coordinate that is not a number. No outline at all is an empty ring, too.
    pub fn of<'o>(outlines: impl IntoIterator<Item = &'o Outline>) -> Result<Shape, BadOutline> {
        let (mut polygons, mut sides, mut all) = (Vec::new(), Vec::new(), Vec::new());
        for outline in outlines {
            for (ring, points) in outline.rings().enumerate() {
                if points.is_empty() {
                    return Err(BadOutline::Empty { ring });
                }
                if let Some(index) = points.iter().position(|p| !p.is_finite()) {
                    return Err(BadOutline::NotFinite { ring, index, point: points[index] });
                }
                let closes = matches!(outline, Outline::Polygon { .. }) && points.len() > 2;
                let ahead = points.iter().skip(1).chain(closes.then_some(&points[0]));
                sides.extend(points.iter().zip(ahead).map(|(&a, &b)| [a, b]));
                if points.len() == 1 {
                    sides.push([points[0]; 2]);
                }
                all.extend_from_slice(points);
            }
            if let (Outline::Polygon { exterior, holes }, Some(bounds)) = (outline, outline.bounds()) {
                polygons.push(Polygon { exterior: exterior.clone(), holes: holes.clone(), bounds });
            }
        }
        let bounds = Bounds::of(all).ok_or(BadOutline::Empty { ring: 0 })?;
        Ok(Shape { polygons, sides, bounds })
    }

    /// The box around it.
    pub(crate) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Its sides.
    pub(crate) fn sides(&self) -> &[[Point; 2]] {
        &self.sides
    }

    /// Whether it has polygons, and not lines only.
    pub(crate) fn has_area(&self) -> bool {
        !self.polygons.is_empty()
    }

    /// The exterior rings of its polygons.
    pub(crate) fn rings(&self) -> impl Iterator<Item = &[Point]> {
        self.polygons.iter().map(|polygon| polygon.exterior.as_slice())
    }

    /// Whether a point lies in one of its polygons; what is said of a point on a border is not defined.
    pub fn contains(&self, p: impl Into<Point>) -> bool {
        let p = p.into();
        self.polygons.iter().any(|polygon| {
            polygon.bounds.contains(p)
                && winding(&polygon.exterior, p) != 0
                && polygon.holes.iter().all(|hole| winding(hole, p) == 0)
        })
    }

    /// The distance of a point: 0 inside.
    pub fn distance(&self, p: impl Into<Point>) -> f64 {
        let p = p.into();
        if self.contains(p) { 0.0 } else { least_distance(&self.sides, p) }
    }

    /// Calls `cut` with each parameter in (0, 1) at which the segment from `a` to `b` crosses a side. Near the ends of a side there
    /// may be some too many, by rounding, and never too few.
    pub(super) fn crossings(&self, a: Point, b: Point, mut cut: impl FnMut(f64)) {
        let Some(bounds) = Bounds::of([a, b]) else { return };
        if !overlap(bounds, self.bounds) {
            return;
        }
        for &[c, d] in &self.sides {
            let [from, to] = [a, b].map(|p| (d.x - c.x) * (p.y - c.y) - (d.y - c.y) * (p.x - c.x));
            if (from >= 0.0) == (to >= 0.0) {
                continue;
            }
            let t = from / (from - to);
            let at = a.lerp(b, t);
            let (dx, dy) = (d.x - c.x, d.y - c.y);
            let along = ((at.x - c.x) * dx + (at.y - c.y) * dy) / (dx * dx + dy * dy);
            if (-SLACK..=1.0 + SLACK).contains(&along) && t > 0.0 && t < 1.0 {
                cut(t);
            }
        }
    }

    /// Whether the segment from `a` to `b` meets a polygon.
    pub(super) fn meets(&self, a: Point, b: Point) -> bool {
        let mut crosses = false;
        self.crossings(a, b, |_| crosses = true);
        (crosses && self.has_area()) || self.contains(a) || self.contains(b)
    }
}

/// How far beyond its ends a side is crossed, as a part of its length.
const SLACK: f64 = 1e-9;

/// Whether two closed boxes have a point in common.
pub(super) fn overlap(a: Bounds, b: Bounds) -> bool {
    a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y
}

/// A box, grown on all sides.
pub(super) fn grown(b: Bounds, by: f64) -> Bounds {
    Bounds { min: Point::new(b.min.x - by, b.min.y - by), max: Point::new(b.max.x + by, b.max.y + by) }
}

/// The least distance of a point to some sides.
pub(super) fn least_distance<'s>(sides: impl IntoIterator<Item = &'s [Point; 2]>, p: Point) -> f64 {
    let squared = |&[a, b]: &[Point; 2]| {
        let near = internals::nearest_on_segment(p, a, b);
        let (dx, dy) = (near.x - p.x, near.y - p.y);
        dx * dx + dy * dy
    };
    sides.into_iter().map(squared).fold(f64::INFINITY, f64::min).sqrt()
}

/// How often a ring winds around a point.
fn winding(ring: &[Point], p: Point) -> i32 {
    let mut winding = 0;
    let Some(&last) = ring.last() else { return 0 };
    let mut a = last;
    for &b in ring {
        let side = || (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        if a.y <= p.y {
            if b.y > p.y && side() > 0.0 {
                winding += 1;
            }
        } else if b.y <= p.y && side() < 0.0 {
            winding -= 1;
        }
        a = b;
    }
    winding
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hole_is_outside_and_has_a_distance() {
        let hole = [[2.0, 2.0], [4.0, 2.0], [4.0, 4.0], [2.0, 4.0]];
        let shape = Shape::of([&Outline::rectangle([0.0, 0.0], [6.0, 6.0]).with_hole(hole)]).unwrap();
        assert!(shape.contains([1.0, 3.0]) && !shape.contains([3.0, 3.0]));
        assert_eq!(shape.distance([3.0, 3.0]), 1.0);
        assert!(shape.meets(Point::new(3.0, 3.0), Point::new(9.0, 3.0)));
        assert!(!shape.meets(Point::new(2.5, 2.5), Point::new(3.5, 3.5)));
    }

    #[test]
    fn a_line_has_a_distance_and_no_inside() {
        let fence = Shape::of([&Outline::polyline([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]])]).unwrap();
        assert!(!fence.has_area() && !fence.contains([10.0, 5.0]));
        assert_eq!(fence.distance([5.0, 3.0]), 3.0);
        let post = Shape::of([&Outline::polyline([[1.0, 1.0]])]).unwrap();
        assert_eq!(post.distance([4.0, 5.0]), 5.0);
    }

    #[test]
    fn crossings_are_where_the_segment_enters_and_leaves() {
        let square = Shape::of([&Outline::rectangle([2.0, 0.0], [6.0, 4.0])]).unwrap();
        let mut cuts = Vec::new();
        square.crossings(Point::new(0.0, 1.0), Point::new(8.0, 1.0), |t| cuts.push(t));
        cuts.sort_by(f64::total_cmp);
        assert_eq!(cuts, [0.25, 0.75]);
    }

    #[test]
    fn bad_outlines_are_named() {
        assert_eq!(Shape::of([]), Err(BadOutline::Empty { ring: 0 }));
        let nan = Outline::polygon([[0.0, 0.0], [1.0, f64::NAN], [1.0, 1.0]]);
        assert!(matches!(Shape::of([&nan]), Err(BadOutline::NotFinite { ring: 0, index: 1, .. })));
    }
}
