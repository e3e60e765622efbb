//! Cuts: where something is above the ground within the height, in plan.
//!
//! For each piece of ground the facets above it are clipped to the slab in which they count: from just above the ground to the height, or, if
//! they stand upright, from the step to the height. What is left of a triangle is a polygon of at most five corners; in plan it is a ring, or a
//! line where the facet is vertical. The union of its rings is where one cannot stand on a ground. Only the sides of rings on the border of the
//! union are kept (`outline`), for each ground by itself: most of what is above it is in the middle of something.

use crate::boxes::Hierarchy;
use crate::errors::BadSoup;
use crate::facets::{Facet, Kind, rounded, steps};
use crate::outline::Union;
use crate::overlap::{Triangle, meets, overlap, twice_area};
use crate::soup::Walker;
use crate::tuning::{CUT_REACH, FLUSH, MAX_ABOVE, MAX_PAIRS, THIN};
use navigant_geometry::internals::{LatticePoint, orient};

/// A line in plan, its smaller end first.
pub(crate) type Line = [LatticePoint; 2];

/// What is cut out of the grounds.
pub(crate) struct Cuts {
    /// By ground: the facets that are above some of it.
    pub(crate) above: Vec<Vec<u32>>,
    /// By ground: the walls that cross it, in increasing order.
    pub(crate) walls: Vec<Vec<Line>>,
    /// By ground: whether one can stand on none of it.
    pub(crate) is_buried: Vec<bool>,
    /// The borders of what is cut out of any ground.
    pub(crate) borders: Vec<Line>,
    tree: Hierarchy,
    step: f64,
    pairs: usize,
}

impl Cuts {
    /// No cuts yet; by some facets, on a lattice with this step in metres.
    pub(crate) fn by(facets: &[Facet], step: f64) -> Cuts {
        let tree = Hierarchy::of(facets.iter().map(|f| f.bounds(step)).collect());
        let (above, walls, is_buried, borders) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Cuts { above, walls, is_buried, borders, tree, step, pairs: 0 }
    }

    /// Adds the cuts of more grounds, by their numbers among the facets. A ground may have triangles that it yields to, whatever is above it.
    pub(crate) fn add(
        &mut self,
        facets: &[Facet],
        grounds: &[u32],
        walker: &Walker,
        yields_to: impl Fn(u32) -> Vec<Vec<LatticePoint>>,
        corner: impl Fn(usize) -> [f64; 3],
    ) -> Result<(), BadSoup> {
        let mut near = Vec::new();
        for &number in grounds {
            let ground = &facets[number as usize];
            let mut slab = ground.bounds(self.step).grown([self.step, self.step, 0.0]);
            slab.low[2] += FLUSH.min(walker.step);
            slab.high[2] += walker.height;
            near.clear();
            self.tree.meeting(&slab, |other| near.push(other));
            self.pairs += near.len();
            if near.len() > MAX_ABOVE || self.pairs > MAX_PAIRS {
                let (triangle, above) = (ground.triangle, near.len());
                return Err(BadSoup::TooDense { triangle, above, at: corner(triangle) });
            }
            near.retain(|&other| other != number);
            near.sort_unstable();
            self.add_ground(ground, &near, facets, walker, yields_to(number));
        }
        self.borders.sort_unstable();
        self.borders.dedup();
        Ok(())
    }

    fn add_ground(
        &mut self,
        ground: &Facet,
        near: &[u32],
        facets: &[Facet],
        walker: &Walker,
        mut rings: Vec<Vec<LatticePoint>>,
    ) {
        let (mut above, mut walls, others) = (Vec::new(), Vec::new(), rings.len());
        let mut is_buried = false;
        for &other in near {
            let facet = &facets[other as usize];
            let Some(ring) = cut(ground, facet, walker) else { continue };
            if let [a, b] = ring[..] {
                walls.push([a, b]);
                continue;
            }
            above.push(other);
            // What covers all of it leaves no question to the others.
            is_buried = contains(&ring, &ground.at);
            if is_buried {
                above = vec![other];
                break;
            }
            // Rounding may leave nothing of it.
            if facet.kind == Kind::Upright && is_thin(&ring) {
                walls.extend(sides(&ring));
            }
            rings.push(ring);
        }
        walls.sort_unstable();
        walls.dedup();
        if is_buried {
            walls.clear();
        } else if !rings.is_empty() {
            let union = Union::of(Some(&ground.at), &rings);
            let first = self.borders.len();
            for ring in &rings[others..] {
                let is_thin = is_thin(ring);
                let sides = sides(ring).enumerate().filter(|&(i, _)| is_thin || union.is_border(ring, i));
                self.borders.extend(sides.map(|(_, side)| side));
            }
            walls.retain(|&wall| union.is_seen(wall));
            is_buried = self.borders.len() == first && walls.is_empty() && !union.is_seen_along(&ground.at);
        }
        self.above.push(above);
        self.walls.push(walls);
        self.is_buried.push(is_buried);
    }
}

/// The sides of a ring.
fn sides(ring: &[LatticePoint]) -> impl Iterator<Item = Line> + '_ {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(&a, &b)| [a.min(b), a.max(b)])
}

/// Whether a ring is so narrow that rounding may close it.
fn is_thin(ring: &[LatticePoint]) -> bool {
    let long = |[a, b]: Line| (f64::from(b.x) - f64::from(a.x)).hypot(f64::from(b.y) - f64::from(a.y));
    let longest = sides(ring).map(long).fold(0.0, f64::max);
    (twice_area(ring).abs() as f64) < 2.0 * THIN * longest
}

/// What a facet cuts out of a ground, in plan: a ring, or the two ends of a line; `None` for nothing.
fn cut(ground: &Facet, above: &Facet, walker: &Walker) -> Option<Vec<LatticePoint>> {
    let plane = ground.plane?;
    let slab = above.slab(walker)?;
    let heights = [0, 1, 2].map(|i| above.z[i] - plane.over(above.at[i]));
    if heights.iter().all(|&h| h <= slab[0]) || heights.iter().all(|&h| h >= slab[1]) {
        return None;
    }
    if above.plane.is_some() {
        if !overlap(&ground.at, &above.at) {
            return None;
        }
        let ring = if heights.iter().all(|&h| h > slab[0] && h < slab[1]) {
            above.at.to_vec()
        } else {
            let ring = clipped(above, heights, slab);
            // Pieces of one level floor share their cuts.
            if plane.is_level() { ring.into_iter().map(rounded).collect() } else { near(&ground.at, ring) }
        };
        return (twice_area(&ring) != 0).then_some(ring);
    }
    let line: Vec<LatticePoint> = clipped(above, heights, slab).into_iter().map(rounded).collect();
    let (a, b) = (*line.iter().min()?, *line.iter().max()?);
    (a != b && meets(&ground.at, [a, b], true)).then(|| vec![a, b])
}

/// Whether a ring that is convex holds a triangle.
fn contains(ring: &[LatticePoint], triangle: &Triangle) -> bool {
    let sign = twice_area(ring).signum();
    let sides = || ring.iter().zip(ring.iter().cycle().skip(1));
    triangle.iter().all(|&p| sides().all(|(&a, &b)| sign * orient(a, b, p) >= 0))
}

/// The part of a ring near a triangle, on the lattice: what is farther away than rounding goes is cut off.
fn near(triangle: &Triangle, mut ring: Vec<[f64; 2]>) -> Vec<LatticePoint> {
    for i in 0..3 {
        let (a, b) = (steps(triangle[i]), steps(triangle[(i + 1) % 3]));
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let reach = CUT_REACH * dx.hypot(dy);
        let side = |p: [f64; 2]| dx * (p[1] - a[1]) - dy * (p[0] - a[0]) + reach;
        let mut inside = Vec::with_capacity(ring.len() + 1);
        for (j, &p) in ring.iter().enumerate() {
            let q = ring[(j + 1) % ring.len()];
            let (here, there) = (side(p), side(q));
            if here >= 0.0 {
                inside.push(p);
            }
            if (here < 0.0) != (there < 0.0) {
                let part = here / (here - there);
                inside.push([p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])]);
            }
        }
        ring = inside;
    }
    let mut ring: Vec<LatticePoint> = ring.into_iter().map(rounded).collect();
    ring.dedup();
    ring
}

/// The part of a facet whose heights above the ground are in a slab, in plan, in steps.
fn clipped(facet: &Facet, heights: [f64; 3], slab: [f64; 2]) -> Vec<[f64; 2]> {
    let mut ring = Vec::with_capacity(5);
    for i in 0..3 {
        let j = (i + 1) % 3;
        if heights[i] >= slab[0] && heights[i] <= slab[1] {
            ring.push(steps(facet.at[i]));
        }
        let rises = heights[j] > heights[i];
        for &bound in if rises { [&slab[0], &slab[1]] } else { [&slab[1], &slab[0]] } {
            if (heights[i] < bound) != (heights[j] < bound) && heights[i] != bound && heights[j] != bound {
                // The same place for both facets that share the side: it is found from the smaller corner.
                let (a, b) = if facet.at[i] < facet.at[j] { (i, j) } else { (j, i) };
                let part = (bound - heights[a]) / (heights[b] - heights[a]);
                let ([ax, ay], [bx, by]) = (steps(facet.at[a]), steps(facet.at[b]));
                ring.push([ax + part * (bx - ax), ay + part * (by - ay)]);
            }
        }
    }
    ring.dedup();
    ring
}
