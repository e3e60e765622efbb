//! One constraint: preposition, shape and weight.

use super::shape::{Shape, grown, least_distance};
use super::tuning::MAX_WEIGHT;
use navigant_geometry::{Bounds, Point};
use std::sync::Arc;

/// Where a soft constraint works: in its annotation, or around it too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preposition {
    /// Its whole weight inside, none outside.
    In,
    /// Its whole weight inside, and outside falling linearly to 0 at a distance of |weight| metres.
    Near,
}

/// A weight that is not a number, or larger than `MAX_WEIGHT`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BadWeight(pub f64);

impl std::fmt::Display for BadWeight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a weight of {}; it must be a number from -{MAX_WEIGHT} to {MAX_WEIGHT}", self.0)
    }
}

impl std::error::Error for BadWeight {}

/// A constraint: soft, with a weight that attracts (> 0) or repels (< 0), or hard, which forbids.
///
/// ```
/// use navigant_geometry::Outline;
/// use navigant_planning::constraint::{Constraint, Preposition, Shape};
/// let lawn = Shape::of([&Outline::rectangle([0.0, 0.0], [4.0, 4.0])])?;
/// // Rather not near the lawn; and never on it.
/// let soft = Constraint::soft(Preposition::Near, lawn.clone(), -6.0)?;
/// let hard = Constraint::hard(lawn);
/// assert_eq!(soft.shape(), hard.shape());
/// assert!(Constraint::soft(Preposition::In, hard.shape().clone(), f64::NAN).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Constraint {
    shape: Arc<Shape>,
    kind: Kind,
    influence: Bounds,
    /// For `Near` with many sides: those near each bucket.
    buckets: Option<Buckets>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Soft(Preposition, f64),
    Hard,
}

impl Constraint {
    /// A soft constraint. A weight of 0 has no effect.
    ///
    /// # Errors
    /// [`BadWeight`].
    pub fn soft(preposition: Preposition, shape: impl Into<Arc<Shape>>, weight: f64) -> Result<Constraint, BadWeight> {
        if weight.is_nan() || weight.abs() > MAX_WEIGHT {
            return Err(BadWeight(weight));
        }
        let shape = shape.into();
        let reach = if preposition == Preposition::Near { weight.abs() } else { 0.0 };
        let buckets = (reach > 0.0 && shape.sides().len() > Buckets::FROM).then(|| Buckets::new(&shape, reach));
        let influence = grown(shape.bounds(), reach);
        Ok(Constraint { shape, kind: Kind::Soft(preposition, weight), influence, buckets })
    }

    /// A hard constraint: no transition may meet the shape's polygons.
    pub fn hard(shape: impl Into<Arc<Shape>>) -> Constraint {
        let shape = shape.into();
        let influence = shape.bounds();
        Constraint { shape, kind: Kind::Hard, influence, buckets: None }
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Whether it forbids.
    pub(crate) fn is_hard(&self) -> bool {
        self.kind == Kind::Hard
    }

    /// The weight of a soft constraint.
    pub(crate) fn weight(&self) -> Option<f64> {
        match self.kind {
            Kind::Soft(_, weight) => Some(weight),
            Kind::Hard => None,
        }
    }

    /// The box outside of which it has no effect.
    pub(crate) fn influence(&self) -> Bounds {
        self.influence
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// The weight field: W(x) = w in the annotation; for [`Preposition::Near`] also w·(|w| − d)/|w| at a distance d < |w|; else 0.
    /// That of a hard constraint is 0.
    pub(crate) fn weight_at(&self, p: impl Into<Point>) -> f64 {
        let p = p.into();
        let Kind::Soft(preposition, weight) = self.kind else { return 0.0 };
        if weight == 0.0 || !self.influence.contains(p) {
            0.0
        } else if self.shape.contains(p) {
            weight
        } else if preposition == Preposition::In {
            0.0
        } else {
            let distance = match &self.buckets {
                Some(buckets) => buckets.distance(&self.shape, p),
                None => least_distance(self.shape.sides(), p),
            };
            weight * ((weight.abs() - distance) / weight.abs()).max(0.0)
        }
    }
}

/// The sides of a shape in square buckets, each with those that are within reach of it: a point looks at one bucket.
#[derive(Clone, Debug)]
struct Buckets {
    min: Point,
    size: f64,
    columns: usize,
    rows: usize,
    /// By bucket: where its sides begin in `sides`.
    first: Vec<u32>,
    sides: Vec<u32>,
}

impl Buckets {
    /// Shapes with fewer sides are looked at as a whole.
    const FROM: usize = 12;
    /// At most this many buckets along one axis.
    const MOST_BUCKETS: f64 = 256.0;

    fn new(shape: &Shape, reach: f64) -> Buckets {
        let bounds = grown(shape.bounds(), reach);
        let (width, height) = bounds.size();
        let size = reach.max(width.max(height) / Buckets::MOST_BUCKETS);
        let [columns, rows] = [width, height].map(|extent| (extent / size).ceil().max(1.0) as usize);
        let mut buckets = Buckets { min: bounds.min, size, columns, rows, first: Vec::new(), sides: Vec::new() };
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (i, &[a, b]) in shape.sides().iter().enumerate() {
            let around =
                Bounds { min: Point::new(a.x.min(b.x), a.y.min(b.y)), max: Point::new(a.x.max(b.x), a.y.max(b.y)) };
            let around = grown(around, reach);
            let [from, to] = [around.min, around.max].map(|p| buckets.place(p));
            for row in from.1..=to.1 {
                for column in from.0..=to.0 {
                    // The bucket's circle is within reach of the side, or nothing in the bucket is.
                    let middle = Point::new(
                        buckets.min.x + (column as f64 + 0.5) * size,
                        buckets.min.y + (row as f64 + 0.5) * size,
                    );
                    if least_distance(&[[a, b]], middle) <= reach + size * std::f64::consts::FRAC_1_SQRT_2 + 1e-9 {
                        pairs.push(((row * columns + column) as u32, i as u32));
                    }
                }
            }
        }
        pairs.sort_unstable();
        buckets.first = vec![0; columns * rows + 1];
        pairs.iter().for_each(|&(bucket, _)| buckets.first[bucket as usize + 1] += 1);
        (0..columns * rows).for_each(|i| buckets.first[i + 1] += buckets.first[i]);
        buckets.sides = pairs.into_iter().map(|(_, side)| side).collect();
        buckets
    }

    fn place(&self, p: Point) -> (usize, usize) {
        let whole = |x: f64, count: usize| ((x / self.size) as usize).min(count - 1);
        (whole(p.x - self.min.x, self.columns), whole(p.y - self.min.y, self.rows))
    }

    /// The distance to the nearest side within reach; infinite if there is none.
    fn distance(&self, shape: &Shape, p: Point) -> f64 {
        let (column, row) = self.place(p);
        let bucket = row * self.columns + column;
        let sides = &self.sides[self.first[bucket] as usize..self.first[bucket + 1] as usize];
        least_distance(sides.iter().map(|&side| &shape.sides()[side as usize]), p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    fn square() -> Shape {
        Shape::of([&Outline::rectangle([0.0, 0.0], [4.0, 4.0])]).unwrap()
    }

    #[test]
    fn a_near_weight_falls_to_nothing_at_its_own_distance() {
        let near = Constraint::soft(Preposition::Near, square(), -5.0).unwrap();
        assert_eq!([2.0, 4.0, 6.5, 9.0, 10.0].map(|x| near.weight_at([x, 2.0])), [-5.0, -5.0, -2.5, 0.0, 0.0]);
        let inside = Constraint::soft(Preposition::In, square(), 3.0).unwrap();
        assert_eq!([2.0, 4.5].map(|x| inside.weight_at([x, 2.0])), [3.0, 0.0]);
    }

    #[test]
    fn weights_that_are_none_are_refused() {
        for weight in [f64::NAN, 1e9, f64::NEG_INFINITY, 50.1] {
            let refused = Constraint::soft(Preposition::In, square(), weight).map(|c| c.weight()).unwrap_err();
            assert_eq!(refused.0.to_bits(), weight.to_bits());
            assert!(refused.to_string().contains("a weight of"));
        }
    }

    #[test]
    fn buckets_give_the_distance_to_all_sides() {
        let posts: Vec<Outline> = (0..60)
            .map(|i| {
                let (x, y) = (f64::from(i * 37 % 101), f64::from(i * 53 % 71));
                Outline::polyline([[x, y], [x + f64::from(i % 9), y + f64::from(i % 4)]])
            })
            .collect();
        let shape = Shape::of(&posts).unwrap();
        let constraint = Constraint::soft(Preposition::Near, shape.clone(), 6.0).unwrap();
        assert!(constraint.buckets.is_some());
        for i in 0..4000 {
            let p = Point::new(f64::from(i * 17 % 1201) * 0.1 - 5.0, f64::from(i * 29 % 907) * 0.1 - 8.0);
            let wanted = (6.0 - shape.distance(p)).max(0.0);
            assert!((constraint.weight_at(p) - wanted).abs() < 1e-12, "{p}");
        }
    }
}
