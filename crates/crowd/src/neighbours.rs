//! The nearest neighbours of an agent, exactly.
//!
//! How far the last of them was in the step before is a good guess how far to look now. The guess saves time and changes
//! nothing: the answer is always the nearest ones, ties by their order in the cells.

use crate::cells::Cells;
use std::ops::Range;

/// Neighbours of an agent, nearest first: where they are seen from the agent, how fast and how large they are.
#[derive(Clone, Debug)]
pub struct Neighbours {
    /// Metres to the right of the agent.
    pub x: [f32; Neighbours::MOST],
    /// Metres above it.
    pub y: [f32; Neighbours::MOST],
    /// Metres a second.
    pub vx: [f32; Neighbours::MOST],
    /// Metres a second.
    pub vy: [f32; Neighbours::MOST],
    /// Metres.
    pub radius: [f32; Neighbours::MOST],
    /// Their places in the sorted arrays.
    pub who: [u32; Neighbours::MOST],
    len: usize,
}

impl Default for Neighbours {
    fn default() -> Neighbours {
        let zeros = [0.0; Neighbours::MOST];
        Neighbours { x: zeros, y: zeros, vx: zeros, vy: zeros, radius: zeros, who: [0; Neighbours::MOST], len: 0 }
    }
}

impl Neighbours {
    /// So many at most are looked at.
    pub const MOST: usize = 32;

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Which neighbours count.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Those no farther away than this, in metres.
    pub distance: f32,
    /// The nearest so many of them; at most [`Neighbours::MOST`].
    pub count: usize,
    /// A guess how far the last of them is, in metres.
    pub guess: f32,
}

/// Finds neighbours; holds the scratch memory.
#[derive(Debug, Default)]
pub struct NeighbourFinder {
    /// The block of one ring around the cell.
    runs: Vec<Range<usize>>,
    /// A larger one.
    wide: Vec<Range<usize>>,
    near: Vec<(f32, u32)>,
    distances: Vec<f32>,
    /// What was found last.
    pub found: Neighbours,
}

/// So many candidates are ranked by comparing each with each.
const FEW: usize = 24;

impl NeighbourFinder {
    /// Prepares for the agents of a cell.
    pub fn enter(&mut self, cells: &Cells, cell: usize) {
        cells.block(cell, 1, &mut self.runs);
    }

    /// Finds the neighbours of an agent of the cell that was entered, by its place in the sorted arrays, and returns
    /// a guess for the next time. A fine step is so many metres.
    pub fn find(&mut self, cells: &Cells, cell: usize, agent: usize, reach: Reach, metres: f32) -> f32 {
        self.found.len = 0;
        let count = reach.count.min(Neighbours::MOST);
        if count == 0 || reach.distance.is_nan() || reach.distance <= 0.0 {
            return reach.distance;
        }
        let limit = reach.distance / metres;
        let mut rings = 1;
        loop {
            let seen = cells.guaranteed(agent, rings);
            let radius = limit.min(seen);
            // A first look only as far as the guess.
            let guess = reach.guess / metres;
            let runs = if rings == 1 { &self.runs } else { &self.wide };
            if guess < radius {
                gather(cells, runs, agent, guess * guess, &mut self.distances, &mut self.near);
            }
            if guess >= radius || self.near.len() < count {
                gather(cells, runs, agent, radius * radius, &mut self.distances, &mut self.near);
            }
            if self.near.len() >= count || radius >= limit {
                break;
            }
            rings = rings.saturating_mul(2).min((limit / seen * rings as f32).ceil().max(2.0) as u32 + rings);
            cells.block(cell, rings, &mut self.wide);
        }
        let farthest = self.rank(count);
        self.take(cells, agent, metres);
        if self.found.len < count { reach.distance } else { (farthest.sqrt() * metres * 1.1).min(reach.distance) }
    }

    /// Leaves the nearest so many, in order; returns how far the last one is, squared.
    fn rank(&mut self, count: usize) -> f32 {
        let near = &mut self.near;
        if near.len() > FEW {
            let order = |a: &(f32, u32), b: &(f32, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
            if near.len() > count {
                near.select_nth_unstable_by(count, order);
                near.truncate(count);
            }
            near.sort_unstable_by(order);
        } else {
            // Each one's rank is how many come before it: no branches that nobody can predict.
            let mut keys = [f32::INFINITY; FEW];
            for (key, &(distance, _)) in keys.iter_mut().zip(&*near) {
                *key = distance;
            }
            let mut ranked = [(0.0, 0); FEW];
            for (at, &(distance, who)) in near.iter().enumerate() {
                let mut rank = 0u32;
                for (other, &key) in keys.iter().enumerate() {
                    // Candidates come in their order in the cells.
                    rank += u32::from(key < distance) + u32::from((key == distance) & (other < at));
                }
                ranked[rank as usize % FEW] = (distance, who);
            }
            let len = near.len().min(count);
            near.clear();
            near.extend_from_slice(&ranked[..len]);
        }
        near.last().map_or(0.0, |last| last.0)
    }

    /// Copies what is to be known about those found.
    fn take(&mut self, cells: &Cells, agent: usize, metres: f32) {
        let (agents, found) = (&cells.agents, &mut self.found);
        let (x, y) = (agents.x[agent], agents.y[agent]);
        for (at, &(distance, who)) in self.near.iter().enumerate() {
            let other = who as usize;
            let body = agents.body[other];
            let to_metres = |a: i32, b: i32| a.wrapping_sub(b) as f32 * metres;
            (found.x[at], found.y[at]) = if distance > 0.0 {
                (to_metres(agents.x[other], x), to_metres(agents.y[other], y))
            } else {
                parted(agents.slot[agent], agents.slot[other])
            };
            (found.vx[at], found.vy[at]) = (body.velocity.x, body.velocity.y);
            found.radius[at] = body.radius;
            found.who[at] = who;
        }
        found.len = self.near.len();
    }
}

/// Which way one of two agents at the same place is thought to be: a millimetre aside, and opposite for the other.
fn parted(own: u32, other: u32) -> (f32, f32) {
    let (low, high) = (own.min(other), own.max(other));
    let mixed = (low.wrapping_mul(0x9E37_79B9) ^ high.wrapping_mul(0x85EB_CA6B)).wrapping_mul(0xC2B2_AE35);
    let coordinate = |bits: u32| (bits & 0xff) as f32 / 255.0 - 0.5;
    let (x, y) = (coordinate(mixed >> 16), coordinate(mixed >> 24));
    let sign = if own < other { 2e-3 } else { -2e-3 };
    (sign * (x + 1e-3), sign * (y + 1e-3))
}

/// The agents of some runs that are no farther from one of them than a distance, whose square is given in fine steps.
#[inline]
fn gather(
    cells: &Cells,
    runs: &[Range<usize>],
    agent: usize,
    squared: f32,
    distances: &mut Vec<f32>,
    near: &mut Vec<(f32, u32)>,
) {
    near.clear();
    let (x, y) = (cells.agents.x[agent], cells.agents.y[agent]);
    for run in runs {
        let (xs, ys) = (&cells.agents.x[run.clone()], &cells.agents.y[run.clone()]);
        distances.clear();
        distances.extend(xs.iter().zip(ys).map(|(&ox, &oy)| {
            let (dx, dy) = (ox.wrapping_sub(x) as f32, oy.wrapping_sub(y) as f32);
            dx * dx + dy * dy
        }));
        // Written whether they count or not, and kept only if they do.
        let mut len = near.len();
        near.resize(len + distances.len(), (0.0, 0));
        for (at, &distance) in distances.iter().enumerate() {
            let who = run.start + at;
            near[len] = (distance, who as u32);
            len += usize::from((distance <= squared) & (who != agent));
        }
        near.truncate(len);
    }
}
