//! Outlines: polygons and polylines as given by the user, and what they become on the lattice.

use crate::clip::{clip_chain, clip_ring};
use crate::lattice::{Lattice, LatticePoint};
use crate::point::{Bounds, Point};
use crate::segment::Segment;
use std::ops::Range;

/// A polygon (with or without holes) or a polyline, in world coordinates, as given: nothing about it is assumed.
///
/// What each input means, once it is rounded to the lattice:
/// - winding and closing do not matter: rings may run either way, and may or may not repeat their first point;
/// - self-touching and self-crossing rings cover every place they wind around at least once (the non-zero rule);
/// - a hole uncovers what it winds around, wherever it lies; holes may overlap;
/// - a ring without area (collinear, two points) is a wall, one distinct point is a post: both block;
/// - a polyline is a wall; its ends may meet, it still covers nothing.
///
/// ```
/// use navigant_geometry::Outline;
/// let courtyard = Outline::rectangle([0.0, 0.0], [30.0, 20.0]).with_hole([[10.0, 5.0], [20.0, 5.0], [20.0, 15.0], [10.0, 15.0]]);
/// let fence = Outline::polyline([[0.0, 30.0], [15.0, 35.0], [30.0, 30.0]]);
/// # let _ = (courtyard, fence);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outline {
    /// An area: one exterior ring and any number of holes.
    Polygon {
        /// The ring around it.
        exterior: Vec<Point>,
        /// The rings that are cut out of it.
        holes: Vec<Vec<Point>>,
    },
    /// A wall without thickness.
    Polyline(Vec<Point>),
}

/// Why an outline is refused; ring 0 is the exterior (or the polyline), hole `i` is ring `i + 1`.
///
/// ```
/// use navigant_geometry::BadOutline;
/// assert_eq!(BadOutline::Empty { ring: 1 }.to_string(), "ring 1 has no points");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadOutline {
    /// A ring or polyline without any point.
    Empty {
        /// Which ring.
        ring: usize,
    },
    /// A coordinate is NaN or infinite.
    NotFinite {
        /// Which ring.
        ring: usize,
        /// Which of its points.
        index: usize,
        /// The point itself.
        point: Point,
    },
    /// A point so far from the world that clipping it would lose precision (over 2²⁰ times the world's size).
    TooFar {
        /// Which ring.
        ring: usize,
        /// Which of its points.
        index: usize,
        /// The point itself.
        point: Point,
    },
    /// A floor must have an area, and this one rounds to none.
    NoArea,
}

impl std::fmt::Display for BadOutline {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadOutline::Empty { ring } => write!(f, "ring {ring} has no points"),
            BadOutline::NotFinite { ring, index, point } => {
                write!(f, "point {index} of ring {ring} is not a number: {point}")
            }
            BadOutline::TooFar { ring, index, point } => {
                write!(f, "point {index} of ring {ring} lies absurdly far from the world: {point}")
            }
            BadOutline::NoArea => write!(f, "the floor has no area"),
        }
    }
}

impl std::error::Error for BadOutline {}

impl Outline {
    /// A polygon without holes.
    ///
    /// ```
    /// use navigant_geometry::Outline;
    /// let l_shape = Outline::polygon([[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]]);
    /// assert_eq!(l_shape.rings().next().unwrap().len(), 6);
    /// assert_eq!(l_shape.bounds().unwrap().size(), (4.0, 3.0));
    /// ```
    pub fn polygon<P: Into<Point>>(exterior: impl IntoIterator<Item = P>) -> Self {
        Outline::Polygon { exterior: exterior.into_iter().map(Into::into).collect(), holes: Vec::new() }
    }

    /// The axis-aligned rectangle between two corners.
    pub fn rectangle(min: impl Into<Point>, max: impl Into<Point>) -> Self {
        let (min, max) = (min.into(), max.into());
        Outline::polygon([min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)])
    }

    /// A wall without thickness along some points.
    pub fn polyline<P: Into<Point>>(points: impl IntoIterator<Item = P>) -> Self {
        Outline::Polyline(points.into_iter().map(Into::into).collect())
    }

    /// The same with one more hole; a polyline stays as it is, there is nothing to cut a hole into.
    pub fn with_hole<P: Into<Point>>(mut self, hole: impl IntoIterator<Item = P>) -> Self {
        if let Outline::Polygon { holes, .. } = &mut self {
            holes.push(hole.into_iter().map(Into::into).collect());
        }
        self
    }

    /// Its rings: the exterior and then the holes, or the polyline alone.
    pub fn rings(&self) -> impl Iterator<Item = &[Point]> {
        let (first, holes) = match self {
            Outline::Polygon { exterior, holes } => (exterior, holes.as_slice()),
            Outline::Polyline(points) => (points, [].as_slice()),
        };
        std::iter::once(first.as_slice()).chain(holes.iter().map(Vec::as_slice))
    }

    /// The box around it; `None` when it has no points.
    pub fn bounds(&self) -> Option<Bounds> {
        Bounds::of(self.rings().flatten().copied())
    }

    /// The same outline moved by `(dx, dy)` metres.
    pub(crate) fn translated(&self, dx: f64, dy: f64) -> Self {
        let shift = |points: &[Point]| points.iter().map(|p| Point::new(p.x + dx, p.y + dy)).collect::<Vec<_>>();
        match self {
            Outline::Polygon { exterior, holes } => {
                Outline::Polygon { exterior: shift(exterior), holes: holes.iter().map(|h| shift(h)).collect() }
            }
            Outline::Polyline(points) => Outline::Polyline(shift(points)),
        }
    }
}

/// What the segments of one chain of points mean for the area on either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Part of an exterior ring.
    Exterior,
    /// Part of a hole.
    Hole,
    /// Part of a polyline: blocks and covers nothing.
    Wall,
}

/// Outlines on the lattice: validated, clipped to the lattice's reach, rounded, without repeated points.
///
/// Points get in only through [`Loops::add`], so whoever holds one need not check anything again. It may be cleared and
/// filled again without allocating.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loops {
    points: Vec<LatticePoint>,
    chains: Vec<Chain>,
}

/// A run of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Chain {
    role: Role,
    start: usize,
    end: usize,
}

impl Loops {
    /// One outline, rounded to the lattice.
    ///
    /// # Errors
    /// As [`Loops::add`].
    pub fn from_outline(outline: &Outline, lattice: &Lattice) -> Result<Loops, BadOutline> {
        let mut loops = Loops::default();
        loops.add(outline, lattice)?;
        Ok(loops)
    }

    /// Adds the chains of an outline, rounded to the lattice, and returns which they are. Parts beyond the lattice's
    /// reach, which is beyond the world, are cut off.
    ///
    /// # Errors
    /// [`BadOutline`] names the ring and the point, and nothing is added; `NoArea` does not occur here.
    pub fn add(&mut self, outline: &Outline, lattice: &Lattice) -> Result<Range<usize>, BadOutline> {
        let first = self.chains.len();
        for (ring, points) in outline.rings().enumerate() {
            let role = match outline {
                Outline::Polyline(_) => Role::Wall,
                Outline::Polygon { .. } if ring == 0 => Role::Exterior,
                Outline::Polygon { .. } => Role::Hole,
            };
            if let Err(reason) = self.add_chain(ring, role, points, lattice) {
                self.points.truncate(self.chains.get(first).map_or(self.points.len(), |c| c.start));
                self.chains.truncate(first);
                return Err(reason);
            }
        }
        Ok(first..self.chains.len())
    }

    /// Adds a closed ring of lattice points as an exterior; points beyond the lattice's reach are pulled to it. A ring of no
    /// points is left out.
    pub fn add_ring(&mut self, ring: impl IntoIterator<Item = LatticePoint>) {
        self.add_points(Role::Exterior, ring);
    }

    /// Adds a chain of lattice points as it is; one of no points is left out. Points beyond the lattice's reach are pulled to it.
    pub fn add_points(&mut self, role: Role, points: impl IntoIterator<Item = LatticePoint>) {
        let start = self.points.len();
        for p in points {
            self.push_rounded(start, [p.x, p.y].map(|c| f64::from(c).clamp(-REACH, REACH)));
        }
        if self.points.len() > start {
            self.close_chain(role, start);
        }
    }

    /// Adds some chains of others and returns which they are here; chains that there are not are left out.
    pub fn add_chains(&mut self, others: &Loops, chains: Range<usize>) -> Range<usize> {
        let first = self.chains.len();
        for &Chain { role, start, end } in others.chains.get(chains).unwrap_or_default() {
            let here = self.points.len();
            self.points.extend_from_slice(&others.points[start..end]);
            self.chains.push(Chain { role, start: here, end: self.points.len() });
        }
        first..self.chains.len()
    }

    /// Forgets all chains and keeps the memory.
    pub fn clear(&mut self) {
        self.points.clear();
        self.chains.clear();
    }

    fn add_chain(&mut self, ring: usize, role: Role, points: &[Point], lattice: &Lattice) -> Result<(), BadOutline> {
        if points.is_empty() {
            return Err(BadOutline::Empty { ring });
        }
        let start = self.points.len();
        // Nearly always all points are within reach, and are rounded on the way.
        for &point in points {
            let steps = lattice.steps(point);
            if !steps.iter().all(|c| c.abs() <= REACH) {
                self.points.truncate(start);
                return self.add_clipped(ring, role, points, lattice);
            }
            self.push_rounded(start, steps);
        }
        self.close_chain(role, start);
        Ok(())
    }

    /// A chain of which parts are out of reach, or that is not a number.
    #[cold]
    fn add_clipped(&mut self, ring: usize, role: Role, points: &[Point], lattice: &Lattice) -> Result<(), BadOutline> {
        let steps = checked_steps(ring, points, lattice)?;
        let pieces = if role == Role::Wall { clip_chain(&steps) } else { vec![clip_ring(&steps)] };
        for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
            let start = self.points.len();
            for steps in piece {
                self.push_rounded(start, steps);
            }
            self.close_chain(role, start);
        }
        Ok(())
    }

    /// Appends the pixel of a point to the chain that begins at `start`, unless it is the last one already.
    fn push_rounded(&mut self, start: usize, steps: [f64; 2]) {
        let [x, y] = steps.map(|c| {
            // The floor of c + ½, for numbers that fit.
            let near = (c + 0.5) as i32;
            near - i32::from(f64::from(near) > c + 0.5)
        });
        let p = LatticePoint::new(x, y);
        if self.points.len() == start || self.points.last() != Some(&p) {
            self.points.push(p);
        }
    }

    fn close_chain(&mut self, role: Role, start: usize) {
        if role != Role::Wall {
            while self.points.len() > start + 1 && self.points.last() == self.points.get(start) {
                self.points.pop();
            }
        }
        self.chains.push(Chain { role, start, end: self.points.len() });
    }

    /// The closed rings and open polylines with what they mean. None has two equal points in a row; a ring does not
    /// repeat its first point; one point alone is a post.
    pub fn chains(&self) -> impl ExactSizeIterator<Item = (Role, &[LatticePoint])> {
        self.chains.iter().map(|c| (c.role, &self.points[c.start..c.end]))
    }

    /// The segments of some chains with the number and role of their chain, rings closed; a post is a segment from its
    /// point to itself. Chains are numbered from the first one asked for.
    pub fn segments(&self, chains: Range<usize>) -> impl Iterator<Item = (u32, Role, Segment)> {
        let chains = self.chains.get(chains).unwrap_or_default();
        chains.iter().enumerate().flat_map(|(number, &Chain { role, start, end })| {
            let points = &self.points[start..end];
            let (first, last) = (points[0], points[points.len() - 1]);
            let closes = points.len() == 1 || role != Role::Wall;
            let back = closes.then_some(Segment::new(last, first));
            let ahead = points.windows(2).map(|w| Segment::new(w[0], w[1]));
            ahead.chain(back).map(move |line| (number as u32, role, line))
        })
    }
}

const REACH: f64 = Lattice::REACH as f64;

/// The points in steps, each checked to be finite and near enough to clip.
fn checked_steps(ring: usize, points: &[Point], lattice: &Lattice) -> Result<Vec<[f64; 2]>, BadOutline> {
    let far = REACH * f64::from(1 << 20);
    let check = |(index, &point): (usize, &Point)| {
        if !point.is_finite() {
            return Err(BadOutline::NotFinite { ring, index, point });
        }
        let steps = lattice.steps(point);
        if steps.iter().any(|c| c.abs() > far) {
            return Err(BadOutline::TooFar { ring, index, point });
        }
        Ok(steps)
    };
    points.iter().enumerate().map(check).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lattice() -> Lattice {
        Lattice::covering(Bounds { min: Point::new(0.0, 0.0), max: Point::new(100.0, 100.0) }).unwrap()
    }

    fn loops(outline: &Outline) -> Vec<(Role, usize)> {
        let loops = Loops::from_outline(outline, &lattice()).unwrap();
        loops.chains().map(|(role, points)| (role, points.len())).collect()
    }

    #[test]
    fn closing_and_repeated_points_are_dropped() {
        let ring = [[1.0, 1.0], [1.0, 1.0], [5.0, 1.0], [5.0, 5.0], [5.0, 5.0], [1.0, 1.0], [1.0, 1.0]];
        assert_eq!(loops(&Outline::polygon(ring)), [(Role::Exterior, 3)]);
    }

    #[test]
    fn degenerate_rings_become_walls_and_posts() {
        assert_eq!(loops(&Outline::polygon([[1.0, 1.0], [1.0, 1.0]])), [(Role::Exterior, 1)]);
        assert_eq!(loops(&Outline::polyline([[1.0, 1.0], [1.0, 1.0]])), [(Role::Wall, 1)]);
        let wall = Loops::from_outline(&Outline::polygon([[1.0, 1.0], [4.0, 1.0]]), &lattice()).unwrap();
        assert_eq!(wall.segments(0..1).count(), 2, "there and back");
    }

    #[test]
    fn what_lies_outside_the_world_is_cut_off_and_the_rest_stays() {
        let inside = Loops::from_outline(&Outline::rectangle([50.0, 50.0], [60.0, 60.0]), &lattice()).unwrap();
        let poking_out = Loops::from_outline(&Outline::rectangle([50.0, 50.0], [900.0, 60.0]), &lattice()).unwrap();
        let (a, b) = (inside.chains().next().unwrap().1, poking_out.chains().next().unwrap().1);
        assert!(b.contains(&a[0]) && b.contains(&a[3]) && b.iter().all(|p| p.x.abs() <= Lattice::REACH));
        assert_eq!(loops(&Outline::rectangle([500.0, 500.0], [600.0, 600.0])), []);
        assert_eq!(loops(&Outline::polyline([[50.0, -500.0], [50.0, 50.0], [500.0, 50.0], [50.0, 80.0]])).len(), 2);
    }

    #[test]
    fn bad_points_are_named() {
        let nan = Outline::rectangle([0.0, 0.0], [9.0, 9.0]).with_hole([[1.0, 1.0], [f64::NAN, 2.0]]);
        assert!(matches!(Loops::from_outline(&nan, &lattice()), Err(BadOutline::NotFinite { ring: 1, index: 1, .. })));
        let empty = Outline::rectangle([0.0, 0.0], [9.0, 9.0]).with_hole([[0.0; 2]; 0]);
        assert_eq!(Loops::from_outline(&empty, &lattice()), Err(BadOutline::Empty { ring: 1 }));
        let far = Outline::polyline([[0.0, 0.0], [1e300, 0.0]]);
        assert!(matches!(Loops::from_outline(&far, &lattice()), Err(BadOutline::TooFar { ring: 0, index: 1, .. })));
    }
}
