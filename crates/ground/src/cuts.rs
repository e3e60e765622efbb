//! Cuts: where something is above the ground within the height, in plan.
//!
//! For each piece of ground the facets above it are clipped to the slab in which they count: from just above the ground to the height, or, if
//! they stand upright, from the step to the height. What is left of a triangle is a polygon of at most five corners; in plan it is a ring, or a
//! line where the facet is vertical.

use crate::boxes::Hierarchy;
use crate::errors::BadSoup;
use crate::facets::{Facet, Kind, rounded, steps};
use crate::overlap::{Triangle, meets, overlap, twice_area};
use crate::soup::Walker;
use crate::tuning::{CUT_REACH, FLUSH, MAX_ABOVE, MAX_PAIRS};
use navigant_geometry::internals::{LatticePoint, orient};
use std::collections::HashMap;

/// A cut in plan.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cut {
    /// The facet that is above.
    pub(crate) facet: u32,
    pub(crate) ring: Vec<LatticePoint>,
    /// Whether it is a line.
    pub(crate) is_wall: bool,
}

/// All cuts, and which there are of which ground.
#[derive(Default)]
pub(crate) struct Cuts {
    pub(crate) cuts: Vec<Cut>,
    /// By ground: its cuts, in increasing order.
    pub(crate) of: Vec<Vec<u32>>,
}

/// The cuts of some grounds, by their numbers among the facets.
pub(crate) fn cuts(
    facets: &[Facet],
    grounds: &[u32],
    walker: &Walker,
    step: f64,
    corner: impl Fn(usize) -> [f64; 3],
) -> Result<Cuts, BadSoup> {
    let tree = Hierarchy::of(facets.iter().map(|f| f.bounds(step)).collect());
    let mut all = Cuts::default();
    let mut numbers: HashMap<Cut, u32> = HashMap::new();
    let (mut above, mut pairs) = (Vec::new(), 0);
    for &number in grounds {
        let ground = &facets[number as usize];
        let mut slab = ground.bounds(step).grown([step, step, 0.0]);
        slab.low[2] += FLUSH.min(walker.step);
        slab.high[2] += walker.height;
        above.clear();
        tree.meeting(&slab, |other| above.push(other));
        pairs += above.len();
        if above.len() > MAX_ABOVE || pairs > MAX_PAIRS {
            return Err(BadSoup::TooDense {
                triangle: ground.triangle,
                above: above.len(),
                at: corner(ground.triangle),
            });
        }
        above.sort_unstable();
        let mut of_ground: Vec<u32> = Vec::new();
        let mut buries = None;
        for &other in above.iter().filter(|&&other| other != number) {
            let Some((ring, is_wall)) = cut(ground, &facets[other as usize], walker) else { continue };
            let cut = Cut { facet: other, ring, is_wall };
            let known = numbers.get(&cut).copied().unwrap_or_else(|| {
                let next = all.cuts.len() as u32;
                all.cuts.push(cut.clone());
                numbers.insert(cut, next);
                next
            });
            of_ground.push(known);
            // What covers all of it leaves no question to the others.
            if !all.cuts[known as usize].is_wall && contains(&all.cuts[known as usize].ring, &ground.at) {
                buries = Some(known);
                break;
            }
        }
        if let Some(cut) = buries {
            of_ground = vec![cut];
        }
        of_ground.sort_unstable();
        of_ground.dedup();
        all.of.push(of_ground);
    }
    Ok(all)
}

/// What a facet cuts out of a ground, in plan, and whether it is a line; `None` for nothing.
fn cut(ground: &Facet, above: &Facet, walker: &Walker) -> Option<(Vec<LatticePoint>, bool)> {
    let plane = ground.plane?;
    let low = match above.kind {
        Kind::Upright => walker.step,
        Kind::Ground | Kind::Ceiling => FLUSH,
        Kind::Bridge => return None,
    };
    let slab = [low, walker.height];
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
        return (twice_area(&ring) != 0).then_some((ring, false));
    }
    let line: Vec<LatticePoint> = clipped(above, heights, slab).into_iter().map(rounded).collect();
    let (a, b) = (*line.iter().min()?, *line.iter().max()?);
    (a != b && meets(&ground.at, [a, b], true)).then(|| (vec![a, b], true))
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
