//! The sheet: all cells as one surface, with vertices at walls only.
//!
//! A seam is a straight line between two walls. So the layers of a map are cut out of a triangulation of the surface that has no vertex but
//! those with a wall: every side of it is such a line. It is made of the cells by removing the others one by one. Around such a vertex the
//! surface is a full turn of a plane, so its star is a star-shaped polygon in plan, and is triangulated by clipping ears.

use crate::cells::{Cells, Side};
use crate::overlap::{Triangle, meets, overlap};
use crate::tuning::DELAUNAY_STAR;
use navigant_geometry::internals::{LatticePoint, in_circle, orient};

/// A triangulated surface over the plan.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    /// By triangle: its vertices, counter-clockwise; `None` for one that is gone.
    pub(crate) vertices: Vec<Option<[u32; 3]>>,
    /// By side: the one that it is joined with.
    pub(crate) links: Vec<Option<Side>>,
    /// By vertex: where it is.
    pub(crate) at: Vec<LatticePoint>,
    /// By vertex: the cells around it, by a range of `around`.
    fans: Vec<(u32, u32)>,
    around: Vec<u32>,
    /// By triangle: a cell that it is a part of, where it has a corner at a wall.
    starts: Vec<Option<u32>>,
}

/// A star: the sides around it, each with its first vertex, and what is beyond.
#[derive(Default)]
struct Star {
    triangles: Vec<u32>,
    ring: Vec<(u32, Option<Side>)>,
}

impl Sheet {
    /// The sheet of some cells, without the vertices that have no wall.
    pub(crate) fn of(cells: &Cells) -> Sheet {
        let (mut sheet, inner) = Sheet::with_all(cells);
        let mut start: Vec<u32> = vec![0; sheet.at.len()];
        for (triangle, corners) in (0..).zip(&sheet.vertices) {
            corners.iter().flatten().for_each(|&v| start[v as usize] = triangle);
        }
        let mut order: Vec<u32> = (0..sheet.at.len() as u32).filter(|&v| inner[v as usize]).collect();
        // Scattered, so that no vertex collects the sides of all its neighbours before its turn comes.
        order.sort_by_key(|&v| (v.wrapping_mul(0x9E37_79B9).rotate_left(16), v));
        let mut star = Star::default();
        for v in order {
            sheet.remove(v, &mut start, &mut star);
        }
        sheet.start_at_walls(cells);
        sheet
    }

    /// Finds a cell under each triangle that has a corner at a wall. The triangles and the cells around such a corner follow each other
    /// from one wall to the next, so they are told apart though they may lie over each other there.
    fn start_at_walls(&mut self, cells: &Cells) {
        self.starts = vec![None; self.vertices.len()];
        let all: Vec<u32> = self.triangles().collect();
        for wall in all.into_iter().flat_map(|t| 3 * t..3 * t + 3).filter(|&side| self.links[side as usize].is_none()) {
            let [here, _] = self.ends(wall);
            let Some(corners) = self.vertices[wall as usize / 3] else { continue };
            let (begin, end) = self.fans[corners[wall as usize % 3] as usize];
            let mut fan = self.around[begin as usize..end as usize].iter().copied().peekable();
            let mut spoke = Some(wall);
            while let (Some(side), Some(&cell)) = (spoke, fan.peek()) {
                self.starts[side as usize / 3] = Some(cell);
                let far = self.ends(before(side))[0];
                let ends_here = |&cell: &u32| {
                    let corners = cells.triangles[cell as usize];
                    let at = corners.iter().position(|&p| p == here).unwrap_or(0);
                    orient(here, corners[(at + 2) % 3], far) >= 0
                };
                while fan.next_if(ends_here).is_some() {}
                spoke = self.links[before(side) as usize];
            }
        }
    }

    /// The cells as they are, and which vertices have no wall.
    fn with_all(cells: &Cells) -> (Sheet, Vec<bool>) {
        let mut names: Vec<Option<u32>> = vec![None; 3 * cells.len()];
        let (mut at, mut fans, mut around, mut inner) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for corner in 0..3 * cells.len() as u32 {
            if names[corner as usize].is_some() {
                continue;
            }
            // Clockwise to a wall, or once around; then counter-clockwise over all of the fan.
            let (mut first, mut is_closed) = (corner, false);
            while let Some(side) = cells.links[first as usize] {
                first = next(side);
                is_closed = first == corner;
                if is_closed {
                    break;
                }
            }
            let (name, begin) = (at.len() as u32, around.len() as u32);
            let here = cells.ends(corner)[0];
            let mut is_simple = is_closed;
            let mut turn = corner_step(cells, first);
            names[first as usize] = Some(name);
            around.push(first / 3);
            while let Some(spoke) = turn.filter(|&spoke| spoke != first) {
                // A surface that winds around a point more than once has no plane star.
                is_simple &= cells.triangles[spoke as usize / 3] != cells.triangles[first as usize / 3];
                names[spoke as usize] = Some(name);
                around.push(spoke / 3);
                turn = corner_step(cells, spoke);
            }
            at.push(here);
            fans.push((begin, around.len() as u32));
            inner.push(is_simple);
        }
        let vertices =
            (0..cells.len()).map(|cell| Some([0, 1, 2].map(|i| names[3 * cell + i].unwrap_or_default()))).collect();
        (Sheet { vertices, links: cells.links.clone(), at, fans, around, starts: Vec::new() }, inner)
    }

    /// Removes a vertex without a wall; keeps it where its star cannot be triangulated otherwise.
    fn remove(&mut self, v: u32, start: &mut [u32], star: &mut Star) {
        let Star { triangles, ring } = star;
        triangles.clear();
        ring.clear();
        let mut triangle = start[v as usize];
        loop {
            let Some(corners) = self.vertices[triangle as usize] else { return };
            let Some(i) = corners.iter().position(|&other| other == v) else { return };
            let opposite = 3 * triangle + (i as u32 + 1) % 3;
            triangles.push(triangle);
            ring.push((corners[(i + 1) % 3], self.links[opposite as usize]));
            let Some(beyond) = self.links[(3 * triangle + (i as u32 + 2) % 3) as usize] else { return };
            triangle = beyond / 3;
            if triangle == triangles[0] {
                break;
            }
            if triangles.len() > self.vertices.len() {
                return;
            }
        }
        let Some(ears) = self.ears(ring) else { return };
        for &gone in triangles.iter() {
            self.vertices[gone as usize] = None;
        }
        // Sides of the polygon that is left, by their first vertices: what is beyond them.
        let mut rest = ring.clone();
        let mut slots = triangles.iter().copied();
        for at in ears {
            let Some(slot) = slots.next() else { return };
            let n = rest.len();
            let ((a, beyond_a), (b, beyond_b), (c, beyond_c)) = (rest[at], rest[(at + 1) % n], rest[(at + 2) % n]);
            self.vertices[slot as usize] = Some([a, b, c]);
            [a, b, c].into_iter().for_each(|v| start[v as usize] = slot);
            self.link(3 * slot, beyond_a);
            self.link(3 * slot + 1, beyond_b);
            if n == 3 {
                self.link(3 * slot + 2, beyond_c);
            } else {
                rest[at].1 = Some(3 * slot + 2);
                self.links[3 * slot as usize + 2] = None;
                rest.remove((at + 1) % n);
            }
        }
    }

    fn link(&mut self, side: Side, other: Option<Side>) {
        self.links[side as usize] = other;
        if let Some(other) = other {
            self.links[other as usize] = Some(side);
        }
    }

    /// The ears of a polygon in the order in which they are clipped, by the place of their first corner in what is left then.
    fn ears(&self, ring: &[(u32, Option<Side>)]) -> Option<Vec<usize>> {
        let mut rest: Vec<LatticePoint> = ring.iter().map(|&(v, _)| self.at[v as usize]).collect();
        let mut ears = Vec::with_capacity(rest.len());
        while rest.len() > 3 {
            let n = rest.len();
            let corners = |i: usize| [rest[i], rest[(i + 1) % n], rest[(i + 2) % n]];
            let others = |i: usize| (3..n).map(move |k| (i + k) % n);
            let is_ear = |i: usize| {
                let [a, b, c] = corners(i);
                let is_in = |p: LatticePoint| orient(a, b, p) >= 0 && orient(b, c, p) >= 0 && orient(c, a, p) >= 0;
                orient(a, b, c) > 0 && !others(i).any(|k| is_in(rest[k]))
            };
            let is_delaunay = |i: usize| {
                let [a, b, c] = corners(i);
                !others(i).any(|k| in_circle(a, b, c, rest[k]))
            };
            let first = (0..n).find(|&i| is_ear(i))?;
            let ear = if n > DELAUNAY_STAR {
                first
            } else {
                (first..n).find(|&i| is_ear(i) && is_delaunay(i)).unwrap_or(first)
            };
            ears.push(ear);
            rest.remove((ear + 1) % n);
        }
        ears.push(0);
        (orient(rest[0], rest[1], rest[2]) > 0).then_some(ears)
    }

    /// The triangles that are there.
    pub(crate) fn triangles(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.vertices).filter(|(_, corners)| corners.is_some()).map(|(triangle, _)| triangle)
    }

    /// The corners of a triangle in plan.
    pub(crate) fn corners(&self, triangle: u32) -> Triangle {
        self.vertices[triangle as usize]
            .unwrap_or_default()
            .map(|v| self.at.get(v as usize).copied().unwrap_or_default())
    }

    /// The ends of a side.
    pub(crate) fn ends(&self, side: Side) -> [LatticePoint; 2] {
        let (corners, i) = (self.corners(side / 3), side as usize % 3);
        [corners[i], corners[(i + 1) % 3]]
    }

    /// The cells that a triangle is a part of: those that one comes to from a corner of it without leaving it in plan.
    pub(crate) fn cells_under(&self, cells: &Cells, triangle: u32, seen: &mut Vec<u32>) {
        let plan = self.corners(triangle);
        seen.clear();
        let Some([v, ..]) = self.vertices[triangle as usize] else { return };
        let (begin, end) = self.fans[v as usize];
        let fan = &self.around[begin as usize..end as usize];
        // Around a corner without a wall nothing lies over itself.
        let over = || fan.iter().copied().find(|&cell| overlap(&cells.triangles[cell as usize], &plan));
        let Some(first) = self.starts[triangle as usize].or_else(over) else { return };
        seen.push(first);
        let mut at = 0;
        while let Some(&cell) = seen.get(at) {
            at += 1;
            for side in 3 * cell..3 * cell + 3 {
                let Some(other) = cells.links[side as usize].map(|other| other / 3) else { continue };
                let is_inside =
                    meets(&plan, cells.ends(side), false) && overlap(&cells.triangles[other as usize], &plan);
                if is_inside && !seen.contains(&other) {
                    seen.push(other);
                }
            }
        }
    }
}

/// The side after one in its triangle.
pub(crate) fn next(side: Side) -> Side {
    side - side % 3 + (side % 3 + 1) % 3
}

/// The side before one in its triangle.
fn before(side: Side) -> Side {
    side - side % 3 + (side % 3 + 2) % 3
}

/// From a side to the next one counter-clockwise that starts at the same corner; `None` at a wall.
fn corner_step(cells: &Cells, side: Side) -> Option<Side> {
    cells.links[before(side) as usize]
}
