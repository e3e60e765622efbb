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
    /// No smaller guess is made, in metres: the cells follow from guesses, and where many are at one place they would be so
    /// small that everyone else looked through thousands of them.
    pub least_guess: f32,
}

/// Those who may be neighbours of the agents of a cell: everyone in a block of cells, one after the other.
#[derive(Debug, Default)]
struct Candidates {
    x: Vec<i32>,
    y: Vec<i32>,
    who: Vec<u32>,
    runs: Vec<Range<usize>>,
}

impl Candidates {
    fn fill(&mut self, cells: &Cells, cell: usize, rings: u32) {
        cells.block(cell, rings, &mut self.runs);
        self.x.clear();
        self.y.clear();
        self.who.clear();
        for run in &self.runs {
            self.x.extend_from_slice(&cells.agents().x[run.clone()]);
            self.y.extend_from_slice(&cells.agents().y[run.clone()]);
            self.who.extend(run.start as u32..run.end as u32);
        }
    }
}

/// Candidates that are near enough, with the squares of their distances, in the order of the cells.
#[derive(Debug, Default)]
struct Near {
    squared: Vec<f32>,
    who: Vec<u32>,
    len: usize,
    /// Scratch: the squares for all candidates.
    all: Vec<f32>,
}

impl Near {
    /// Gathers the candidates that are no farther from one of them than a distance, in fine steps.
    #[inline]
    fn gather(&mut self, cells: &Cells, candidates: &Candidates, agent: usize, distance: f32) {
        let (x, y, limit) = (cells.agents().x[agent], cells.agents().y[agent], distance * distance);
        self.all.clear();
        self.all.extend(candidates.x.iter().zip(&candidates.y).map(|(&ox, &oy)| {
            let (dx, dy) = (ox.wrapping_sub(x) as f32, oy.wrapping_sub(y) as f32);
            dx * dx + dy * dy
        }));
        if self.squared.len() < self.all.len() + FEW {
            self.squared.resize(self.all.len() + FEW, 0.0);
            self.who.resize(self.all.len() + FEW, 0);
        }
        // Written whether they count or not, and kept only if they do: nobody could predict which.
        let mut len = 0;
        for (&squared, &who) in self.all.iter().zip(&candidates.who) {
            self.squared[len] = squared;
            self.who[len] = who;
            len += usize::from((squared <= limit) & (who as usize != agent));
        }
        self.len = len;
    }

    /// Leaves the nearest so many, nearest first, of equally near ones the first.
    fn rank(&mut self, count: usize) {
        if self.len > FEW || !self.rank_few() {
            let both = self.squared.iter().copied().zip(self.who.iter().copied());
            let mut both: Vec<(f32, u32)> = both.take(self.len).collect();
            let order = |a: &(f32, u32), b: &(f32, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
            if both.len() > count {
                both.select_nth_unstable_by(count, order);
                both.truncate(count);
            }
            both.sort_unstable_by(order);
            for (at, (squared, who)) in both.into_iter().enumerate() {
                (self.squared[at], self.who[at]) = (squared, who);
            }
        }
        self.len = self.len.min(count);
    }

    /// Each one's rank is how many are nearer: no branches. Says no where two are equally near.
    fn rank_few(&mut self) -> bool {
        let mut keys = [f32::INFINITY; FEW];
        let mut whos = [0; FEW];
        keys[..self.len].copy_from_slice(&self.squared[..self.len]);
        whos[..self.len].copy_from_slice(&self.who[..self.len]);
        let chunks = self.len.div_ceil(8);
        let mut taken = 0u32;
        for at in 0..self.len {
            let key = keys[at];
            let mut nearer = [0u32; 8];
            for chunk in keys.as_chunks::<8>().0.iter().take(chunks) {
                for (nearer, other) in nearer.iter_mut().zip(chunk) {
                    *nearer += u32::from(*other < key);
                }
            }
            let rank = nearer.iter().sum::<u32>() as usize;
            taken |= 1 << rank;
            (self.squared[rank], self.who[rank]) = (key, whos[at]);
        }
        if taken != (1u32 << self.len) - 1 {
            self.squared[..FEW].copy_from_slice(&keys);
            self.who[..FEW].copy_from_slice(&whos);
            return false;
        }
        true
    }
}

/// Finds neighbours; holds the scratch memory.
#[derive(Debug, Default)]
pub struct NeighbourFinder {
    /// The block of one ring around the cell.
    candidates: Candidates,
    /// A larger one.
    wide: Candidates,
    near: Near,
    /// What was found last.
    pub found: Neighbours,
}

/// So many candidates are ranked by comparing each with each.
const FEW: usize = 24;

impl NeighbourFinder {
    /// Prepares for the agents of a cell.
    pub fn enter(&mut self, cells: &Cells, cell: usize) {
        self.candidates.fill(cells, cell, 1);
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
            let candidates = if rings == 1 { &self.candidates } else { &self.wide };
            if guess < radius {
                self.near.gather(cells, candidates, agent, guess);
            }
            if guess >= radius || self.near.len < count {
                self.near.gather(cells, candidates, agent, radius);
            }
            if self.near.len >= count || radius >= limit {
                break;
            }
            rings = rings.saturating_mul(2).min((limit / seen * rings as f32).ceil().max(2.0) as u32 + rings);
            self.wide.fill(cells, cell, rings);
        }
        self.near.rank(count);
        self.take(cells, agent, metres);
        if self.found.len < count {
            return reach.distance;
        }
        let farthest = self.near.squared[count - 1].sqrt() * metres;
        // Everyone moves.
        (farthest * 1.1).max(reach.least_guess).min(reach.distance)
    }

    /// Copies what is to be known about those found.
    fn take(&mut self, cells: &Cells, agent: usize, metres: f32) {
        let (agents, found, len) = (cells.agents(), &mut self.found, self.near.len);
        let (x, y) = (agents.x[agent], agents.y[agent]);
        for (at, (&squared, &who)) in self.near.squared.iter().zip(&self.near.who).take(len).enumerate() {
            let other = who as usize;
            let body = agents.body[other];
            let to_metres = |a: i32, b: i32| a.wrapping_sub(b) as f32 * metres;
            (found.x[at], found.y[at]) = if squared > 0.0 {
                (to_metres(agents.x[other], x), to_metres(agents.y[other], y))
            } else {
                parted(agents.slot[agent], agents.slot[other])
            };
            (found.vx[at], found.vy[at]) = (body.velocity.x, body.velocity.y);
            found.radius[at] = body.radius;
            found.who[at] = who;
        }
        found.len = len;
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
