//! Recursive subdivision of a face until few sites can be nearest in each part.
//!
//! ```text
//!    ▫  ▫  ▫  ▫  ▫  ▫      From a large face a long row of sites is visible, and of hundreds of sites not every three can
//!    ┊  ┊  ┊  ┊  ┊  ┊      be tried. Each site is nearest in a strip that leads away from it; a cut across the strips
//!    ┊  ┊  ┊  ┊  ┊  ┊      leaves as many on both sides as before. So a part is cut through its middle towards the nearest site
//!    ┊  ┊  ┊  ┊  ┊  ┊      there: that line stays in one strip, and half of the others are on either side. Where this does
//!   ─────────────────      not help, the other way is tried, across.
//! ```

use super::in_face::{Scratch, Search};
use super::site::Site;
use crate::tolerance::{PART_BESIDE, PART_SQUARE, PART_SQUARE_PART, SMALLEST_PART};
use crate::tuning::axis::{MAX_CUTS, PARTS_PER_SITE, TRIED_SITES, TRIED_UNSEPARATED};
use navigant_geometry::internals::Offset;
use std::ops::Range;

/// A convex part of a face, counter-clockwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    corners: [Offset; Part::MOST_CORNERS],
    count: usize,
    pub(super) middle: Offset,
    /// How far its corners are from the middle, at most.
    pub(super) reach: f64,
}

impl Part {
    pub(super) const MOST_CORNERS: usize = 8;

    pub(super) fn new(corners: &[Offset]) -> Part {
        let mut part =
            Part { corners: [Offset::default(); Part::MOST_CORNERS], count: 0, middle: Offset::default(), reach: 0.0 };
        corners.iter().for_each(|&p| part.push(p));
        part.measure();
        part
    }

    fn push(&mut self, p: Offset) {
        self.corners[self.count] = p;
        self.count += 1;
    }

    fn measure(&mut self) {
        let corners = &self.corners[..self.count];
        self.middle = corners.iter().fold(Offset::default(), |sum, &p| sum + p) * (1.0 / self.count as f64);
        self.reach = corners.iter().map(|&p| (p - self.middle).squared()).fold(0.0, f64::max).sqrt();
    }

    fn corners(&self) -> &[Offset] {
        &self.corners[..self.count]
    }

    /// The way from the middle to the farthest corner.
    fn longest(&self) -> Offset {
        let ways = self.corners().iter().map(|&p| p - self.middle);
        ways.fold(Offset::default(), |best, way| if way.squared() > best.squared() { way } else { best })
    }

    /// Cut in two along the line through its middle in some direction; from corner to corner, where the part already has the most
    /// corners it may have. `None` where rounding leaves nothing to cut.
    fn cut(&self, towards: Offset) -> Option<[Part; 2]> {
        let empty = Part { count: 0, ..*self };
        let (mut left, mut right) = (empty, empty);
        if self.count == Part::MOST_CORNERS {
            const HALF: usize = Part::MOST_CORNERS / 2;
            let across = |i: usize| {
                let d = self.corners[i + HALF] - self.corners[i];
                towards.cross(d).powi(2) / d.squared()
            };
            let from = (0..HALF).fold(0, |best, i| if across(i) < across(best) { i } else { best });
            (from..=from + HALF).for_each(|i| left.push(self.corners[i]));
            (from + HALF..=from + 2 * HALF).for_each(|i| right.push(self.corners[i % Part::MOST_CORNERS]));
        } else {
            let corners = self.corners();
            for (i, &p) in corners.iter().enumerate() {
                let q = corners[(i + 1) % corners.len()];
                let [at_p, at_q] = [p, q].map(|p| towards.cross(p - self.middle));
                if at_p >= 0.0 {
                    left.push(p);
                }
                if at_p <= 0.0 {
                    right.push(p);
                }
                if at_p * at_q < 0.0 {
                    let crossing = p + (q - p) * (at_p / (at_p - at_q));
                    left.push(crossing);
                    right.push(crossing);
                }
            }
        }
        if left.count < 3 || right.count < 3 {
            return None;
        }
        left.measure();
        right.measure();
        Some([left, right])
    }
}

/// The sites that may be nearest somewhere in a part, by their place in [`Scratch::near`].
#[derive(Clone, Debug)]
struct Near {
    listed: Range<usize>,
    /// The nearest point to the middle.
    touched: Offset,
}

impl Scratch {
    /// Searches a face for nodes.
    pub(super) fn search_face(&mut self, search: &mut Search<'_>, corners: [Offset; 3]) {
        let face = Part::new(&corners);
        self.near.clear();
        self.near.extend(0..self.own.len() as u32);
        let near = self.list_near(&face, 0..self.own.len());
        self.search(search, &face, near, 0);
    }

    /// Searches a part of the face, where some sites are near: tries every three of them if they are few, and cuts it in
    /// two if not.
    fn search(&mut self, search: &mut Search<'_>, part: &Part, near: Near, depth: usize) {
        let Near { listed, touched } = near;
        let (left, here) = (listed.len(), self.near.len());
        search.parts += 1;
        let is_small =
            part.reach < SMALLEST_PART || depth == MAX_CUTS || search.parts > PARTS_PER_SITE * self.own.len();
        if left <= TRIED_SITES || is_small {
            return self.try_all(search, listed, part.middle, part.reach);
        }
        let along = touched - part.middle;
        let mut best: Option<(usize, [Part; 2])> = None;
        for towards in [along, along.left()] {
            let Some(parts) = part.cut(towards) else { continue };
            let near = [self.list_near(&parts[0], listed.clone()), self.list_near(&parts[1], listed.clone())];
            let sum = near[0].listed.len() + near[1].listed.len();
            if 2 * sum <= 3 * left || near.iter().all(|near| near.listed.len() <= TRIED_SITES) {
                return self.search_both(search, &parts, near, depth);
            }
            self.near.truncate(here);
            if best.is_none_or(|(least, _)| sum < least) {
                best = Some((sum, parts));
            }
        }
        let helps = best.is_some_and(|(sum, _)| 8 * sum <= 15 * left);
        if !helps && left <= TRIED_UNSEPARATED {
            return self.try_all(search, listed, part.middle, part.reach);
        }
        // What is as near as each other around one place becomes fewer by making the part smaller.
        let parts = if helps { best.map(|(_, parts)| parts) } else { part.cut(part.longest().left()) };
        let Some(parts) = parts else { return self.try_all(search, listed, part.middle, part.reach) };
        let near = [self.list_near(&parts[0], listed.clone()), self.list_near(&parts[1], listed)];
        self.search_both(search, &parts, near, depth);
    }

    fn search_both(&mut self, search: &mut Search<'_>, parts: &[Part; 2], near: [Near; 2], depth: usize) {
        let [first, second] = near;
        let (start, end) = (first.listed.start, second.listed.start);
        self.search(search, &parts[1], second, depth + 1);
        self.near.truncate(end);
        self.search(search, &parts[0], first, depth + 1);
        self.near.truncate(start);
    }

    /// Lists again those of some sites that may be nearest somewhere in a part.
    ///
    /// A wall is nearest only to its left and between its normals, and hides its ends there. A site is not nearest if some
    /// point of another one is nearer to all corners: what is nearer to a point than to something else is convex. Such
    /// points are those nearest to the middle and, if many sites are left, to the corners.
    fn list_near(&mut self, part: &Part, listed: Range<usize>) -> Near {
        let Scratch { own, near, squares, hidden, .. } = self;
        let here = near.len();
        let (mut nearest, mut first) = (f64::INFINITY, 0);
        squares.clear();
        hidden.clear();
        for at in listed {
            let i = near[at];
            let site = &own[i as usize];
            let distance = site.squared_distance(part.middle);
            if distance < nearest {
                (nearest, first) = (distance, i);
            }
            let mut from_corners = [0.0; Part::MOST_CORNERS];
            if let Site::Wall(a, b) = site.site {
                let facing = site.facing(part.corners(), &mut from_corners, PART_BESIDE);
                hidden.extend(facing.hides_start.then_some(Site::Corner(a)));
                hidden.extend(facing.hides_end.then_some(Site::Corner(b)));
                if !facing.may_be_nearest {
                    continue;
                }
            } else {
                from_corners.iter_mut().zip(part.corners()).for_each(|(square, &p)| *square = (p - site.at).squared());
            }
            near.push(i);
            squares.push(from_corners);
        }
        let mut touched = part.middle;
        if let Some(first) = own.get(first as usize) {
            touched = first.nearest(part.middle);
            let limits = limits(touched, part);
            retain_from(here, near, squares, |i, squares| {
                let site = &own[i as usize];
                (site.is_wall() || !hidden.contains(&site.site)) && is_within(part, squares, &limits)
            });
        }
        for (c, &corner) in part.corners().iter().enumerate() {
            if near.len() - here <= TRIED_SITES {
                break;
            }
            let nearer = |best: usize, at: usize| if squares[at][c] < squares[best][c] { at } else { best };
            let first = near[here + (0..squares.len()).fold(0, nearer)];
            let limits = limits(own[first as usize].nearest(corner), part);
            retain_from(here, near, squares, |_, squares| is_within(part, squares, &limits));
        }
        Near { listed: here..near.len(), touched }
    }
}

/// By corner of a part.
pub(super) type ByCorner = [f64; Part::MOST_CORNERS];

/// Keeps only some of those that are listed from some place on, with the squares of how far they are from the corners.
fn retain_from(
    start: usize,
    listed: &mut Vec<u32>,
    squares: &mut Vec<ByCorner>,
    is_kept: impl Fn(u32, &ByCorner) -> bool,
) {
    let mut kept = 0;
    for at in 0..squares.len() {
        let i = listed[start + at];
        if is_kept(i, &squares[at]) {
            (listed[start + kept], squares[kept]) = (i, squares[at]);
            kept += 1;
        }
    }
    listed.truncate(start + kept);
    squares.truncate(kept);
}

/// The squares of how far a point is from the corners of a part, and a little more.
fn limits(from: Offset, part: &Part) -> ByCorner {
    let mut limits = [0.0; Part::MOST_CORNERS];
    for (limit, &p) in limits.iter_mut().zip(part.corners()) {
        *limit = (p - from).squared() * (1.0 + PART_SQUARE_PART) + PART_SQUARE;
    }
    limits
}

/// Whether one of some squares is within its limit.
#[inline]
fn is_within(part: &Part, squares: &ByCorner, limits: &ByCorner) -> bool {
    squares.iter().zip(limits).take(part.count).fold(false, |is, (square, limit)| is | (square <= limit))
}
