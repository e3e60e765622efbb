//! What one can stand on by definition: a column through all triangles, in metres, with weights instead of planes.
//!
//! A column is a list of heights. A line is walked straight on from border to border of triangles: between two, the triangles over it are
//! the same, and whether something comes into the slab above the ground is decided at both ends.

use navigant_ground::{Soup, Walker};

/// Metres up to which things are flush, as the definition has it.
pub const FLUSH: f64 = 1e-4;

/// How a triangle lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// Faces up, and is not too steep.
    Ground,
    /// Is too steep.
    Upright,
    /// Faces down.
    Ceiling,
}

/// All triangles of a soup, as they are given.
#[derive(Clone, Debug)]
pub struct Columns {
    triangles: Vec<([[f64; 3]; 3], Lie)>,
    walker: Walker,
}

/// One triangle over a place.
#[derive(Clone, Copy, Debug)]
pub struct Over {
    /// How high it is there.
    pub z: f64,
    /// Which triangle.
    pub triangle: usize,
    lie: Lie,
    /// How much it rises per metre, whatever the direction.
    steep: f64,
}

impl Columns {
    /// Of a soup for somebody.
    pub fn of(soup: &Soup, walker: &Walker) -> Columns {
        let corners = |t: &[u32; 3]| t.map(|v| soup.vertices[v as usize]);
        let triangles =
            soup.triangles.iter().map(corners).filter_map(|t| lie(&t, walker).map(|lie| (t, lie))).collect();
        Columns { triangles, walker: *walker }
    }

    /// What is over a place; `None` within a margin, in metres, of a border in plan.
    pub fn over(&self, [x, y]: [f64; 2], margin: f64) -> Option<Vec<Over>> {
        let mut over = Vec::new();
        for (triangle, (corners, lie)) in self.triangles.iter().enumerate() {
            let [a, b, c] = corners;
            let near = (0..3).any(|i| distance([x, y], corners[i], corners[(i + 1) % 3]) < margin);
            if near {
                return None;
            }
            // Weights by areas.
            let area =
                |p: [f64; 2], q: [f64; 2], r: [f64; 2]| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
            let [a2, b2, c2] = [a, b, c].map(|p| [p[0], p[1]]);
            let whole = area(a2, b2, c2);
            let weights = [area([x, y], b2, c2) / whole, area(a2, [x, y], c2) / whole, area(a2, b2, [x, y]) / whole];
            if whole != 0.0 && weights.iter().all(|w| *w > 0.0) {
                let z = weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2];
                over.push(Over { z, triangle, lie: *lie, steep: steepness(corners) });
            }
        }
        Some(over)
    }

    /// The heights at which one can stand at a place, from below; `None` where something within a margin decides.
    pub fn standing(&self, at: [f64; 2], margin: f64) -> Option<Vec<Over>> {
        let over = self.over(at, margin)?;
        let mut standing: Vec<Over> = Vec::new();
        for ground in over.iter().filter(|o| o.lie == Lie::Ground) {
            let mut is_clear = true;
            for other in over.iter().filter(|o| o.triangle != ground.triangle) {
                let low = if other.lie == Lie::Upright { self.walker.step } else { FLUSH };
                let high = other.z - ground.z;
                let slack = margin * (2.0 + other.steep + ground.steep);
                if (high - low).abs() < slack || (high - self.walker.height).abs() < slack {
                    return None;
                }
                is_clear &= !(low < high && high < self.walker.height);
            }
            if is_clear {
                standing.push(*ground);
            }
        }
        standing.sort_by(|a, b| a.z.total_cmp(&b.z));
        // What is flush is one place.
        let mut places: Vec<Over> = Vec::new();
        for place in standing {
            match places.last_mut() {
                Some(last) if place.z - last.z <= 2.0 * FLUSH => *last = place,
                _ => places.push(place),
            }
        }
        Some(places)
    }

    /// Where one comes to when walking straight on from a height at one place to another; `None` if anything may be in the way: a lower bound on
    /// what can be walked.
    pub fn walk(&self, from: [f64; 3], to: [f64; 2]) -> Option<f64> {
        let (start, whole) = ([from[0], from[1]], (to[0] - from[0]).hypot(to[1] - from[1]));
        let at = |t: f64| [start[0] + t * (to[0] - start[0]), start[1] + t * (to[1] - start[1])];
        let (mut stops, mut walls) = (vec![0.0, 1.0], Vec::new());
        for (corners, lie) in &self.triangles {
            let mut cuts: Vec<f64> =
                (0..3).filter_map(|i| crossing(start, to, corners[i], corners[(i + 1) % 3])).collect();
            if *lie == Lie::Upright && steepness(corners) > 1e6 && !cuts.is_empty() {
                let heights = (0..3).filter_map(|i| height_at(start, to, corners[i], corners[(i + 1) % 3]));
                let (low, high) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), z| (l.min(z), h.max(z)));
                walls.push((cuts[0], low, high));
            }
            stops.append(&mut cuts);
        }
        stops.sort_by(f64::total_cmp);
        self.split_at_slabs(&mut stops, at)?;
        let mut z = from[2];
        let mut gap = 0.0;
        for ends in stops.windows(2) {
            let long = (ends[1] - ends[0]) * whole;
            if long < 1e-9 {
                continue;
            }
            if long < 1e-5 {
                return None;
            }
            let (near, far) = (at(ends[0] + 0.01 * (ends[1] - ends[0])), at(ends[1] - 0.01 * (ends[1] - ends[0])));
            let next = self.standing(at((ends[0] + ends[1]) / 2.0), 1e-8)?;
            let height = |place: &Over, p: [f64; 2]| {
                self.over(p, 0.0).and_then(|over| over.into_iter().find(|o| o.triangle == place.triangle)).map(|o| o.z)
            };
            let close = next.iter().find(|place| {
                height(place, near).is_some_and(|w| (w - z).abs() < self.walker.step - 0.02 * long - 1e-4)
            });
            match close {
                Some(place) => {
                    let after = height(place, near)?;
                    let is_here = |t: f64| (t - ends[0]).abs() < 1e-9;
                    let blocks = |low: f64, high: f64| {
                        high > z.min(after) + self.walker.step - 1e-3 && low < z.max(after) + self.walker.height + 1e-3
                    };
                    if walls.iter().any(|&(t, low, high)| is_here(t) && blocks(low, high)) {
                        return None;
                    }
                    z = height(place, far)?;
                    gap = 0.0;
                }
                None => {
                    gap += long;
                    let over = self.over(at((ends[0] + ends[1]) / 2.0), 0.0)?;
                    let is_between =
                        over.iter().any(|o| o.z > z - 2.0 * self.walker.step && o.z < z + 2.0 * self.walker.height);
                    let is_walled = walls.iter().any(|&(t, ..)| t > ends[0] - 1e-9 && t < ends[1] + 1e-9);
                    if is_walled || is_between || gap > self.walker.gap - 1e-4 {
                        return None;
                    }
                }
            }
        }
        (gap == 0.0).then_some(z)
    }

    /// Adds the places where something comes into the slab above a ground or leaves it.
    fn split_at_slabs(&self, stops: &mut Vec<f64>, at: impl Fn(f64) -> [f64; 2]) -> Option<()> {
        let mut more = Vec::new();
        for ends in stops.windows(2).filter(|ends| ends[1] - ends[0] > 1e-12) {
            let inside = |part: f64| ends[0] + part * (ends[1] - ends[0]);
            let (near, far) = (self.over(at(inside(0.25)), 0.0)?, self.over(at(inside(0.75)), 0.0)?);
            for ground in near.iter().filter(|o| o.lie == Lie::Ground) {
                for other in near.iter().filter(|o| o.triangle != ground.triangle) {
                    let later = |o: &Over| far.iter().find(|f| f.triangle == o.triangle).map(|f| f.z);
                    let (Some(ground_far), Some(other_far)) = (later(ground), later(other)) else { return None };
                    let (a, b) = (other.z - ground.z, other_far - ground_far);
                    for bound in [FLUSH, self.walker.step, self.walker.height] {
                        let part = 0.25 + 0.5 * (bound - a) / (b - a);
                        if part > 0.0 && part < 1.0 {
                            more.push(inside(part));
                        }
                    }
                }
            }
        }
        stops.append(&mut more);
        stops.sort_by(f64::total_cmp);
        Some(())
    }

    /// Whether a step from one place to another, at most some millimetres on, goes through an upright wall.
    pub fn is_walled(&self, from: [f64; 3], to: [f64; 3]) -> bool {
        let slack = 1e-4;
        self.triangles.iter().filter(|(t, lie)| *lie == Lie::Upright && steepness(t) > 1e6).any(|(corners, _)| {
            let cuts =
                (0..3).filter_map(|i| height_at([from[0], from[1]], [to[0], to[1]], corners[i], corners[(i + 1) % 3]));
            let heights: Vec<f64> = cuts.collect();
            let (low, high) =
                heights.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &z| (l.min(z), h.max(z)));
            let (foot, head) =
                (from[2].max(to[2]) + self.walker.step + slack, from[2].min(to[2]) + self.walker.height - slack);
            high > foot && low < head
        })
    }
}

/// How a triangle lies, by its angle; `None` without an area.
fn lie(corners: &[[f64; 3]; 3], walker: &Walker) -> Option<Lie> {
    let [nx, ny, nz] = normal(corners);
    let angle = libm::atan2(nx.hypot(ny), nz).to_degrees();
    (nx.hypot(ny).hypot(nz) > 0.0).then_some(match angle {
        a if a <= walker.slope + 1e-7 => Lie::Ground,
        a if a >= 180.0 - walker.slope - 1e-7 => Lie::Ceiling,
        _ => Lie::Upright,
    })
}

fn normal([a, b, c]: &[[f64; 3]; 3]) -> [f64; 3] {
    let (u, v) = ([0, 1, 2].map(|i| b[i] - a[i]), [0, 1, 2].map(|i| c[i] - a[i]));
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/// The rise of a triangle per metre; infinite for a vertical one.
fn steepness(corners: &[[f64; 3]; 3]) -> f64 {
    let [nx, ny, nz] = normal(corners);
    nx.hypot(ny) / nz.abs()
}

fn distance([x, y]: [f64; 2], a: [f64; 3], b: [f64; 3]) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let squared = dx * dx + dy * dy;
    let t = if squared > 0.0 { (((x - a[0]) * dx + (y - a[1]) * dy) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (x - a[0] - t * dx).hypot(y - a[1] - t * dy)
}

/// Where a line crosses a side in plan, as a part of its length.
fn crossing(from: [f64; 2], to: [f64; 2], a: [f64; 3], b: [f64; 3]) -> Option<f64> {
    let side = |p: [f64; 2]| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    let across = |p: [f64; 3]| (to[0] - from[0]) * (p[1] - from[1]) - (to[1] - from[1]) * (p[0] - from[0]);
    let (before, after) = (side(from), side(to));
    let crosses = (before < 0.0) != (after < 0.0) && (across(a) < 0.0) != (across(b) < 0.0);
    crosses.then(|| before / (before - after))
}

/// How high a side is where a line crosses it in plan.
fn height_at(from: [f64; 2], to: [f64; 2], a: [f64; 3], b: [f64; 3]) -> Option<f64> {
    let part = crossing(from, to, a, b)?;
    let p = [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
    let along = ((p[0] - a[0]).hypot(p[1] - a[1]) / (b[0] - a[0]).hypot(b[1] - a[1])).clamp(0.0, 1.0);
    Some(a[2] + along * (b[2] - a[2]))
}
