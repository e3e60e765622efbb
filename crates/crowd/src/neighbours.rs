//! The exact k nearest neighbours of an agent, from the cell list.
//!
//! The distance of the last of them in the step before is the first search radius. It saves time and changes nothing: the answer
//! is always the k nearest. Ties go to the one farther to the left, then farther down, then by id, so the answer does not depend
//! on the cells, and so not on agents elsewhere.

mod binding;
mod bodies;

pub(crate) use bodies::{Bodies, FixedSum, Within};

use crate::cell_list::{AT_ONCE, Block, CellList};
use crate::floors::OwnFloor;
use crate::lanes::{LANES, Lanes};
use std::cmp::Ordering;
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
    /// The largest k: keeps a neighbour list in fixed arrays of two cache lines each.
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

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }
}

/// Which neighbours count.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Those no farther away than this, in metres.
    pub distance: f32,
    /// The number k of nearest neighbours; at most [`Neighbours::MOST`].
    pub count: usize,
    /// A guess how far the last of them is, in metres.
    pub guess: f32,
    /// No smaller guess is made, in metres: the cells follow from guesses, and where many are at one place they would be so
    /// small that everyone else looked through thousands of them.
    pub least_guess: f32,
}

/// The candidates in a block of cells: agents within the search radius.
#[derive(Debug, Default)]
struct Near {
    /// The squared distances of all agents of the block, in fine steps, in the block's order.
    squared: Vec<f32>,
    /// The candidates, by their indices in that array.
    which: Vec<u32>,
    len: usize,
    /// How far away they may be, in fine steps.
    radius: f32,
    /// Those of them that may bind, at most [`FEW`].
    binding: Vec<u32>,
    /// Their distances, and those of equally far ones with what they are told apart by: memory for [`Near::drop_far`].
    keys: Vec<u32>,
    ties: Vec<(Tie, u32)>,
}

/// What agents equally far away are told apart by: their place, then their name.
type Tie = ((i32, i32), (u32, u32));

impl Near {
    /// Finds the agents of a block within a distance of one of them, in fine steps.
    ///
    /// Four distances at a time become four bits of a word, so that only those who are near are looked at one by one.
    #[inline]
    fn gather(&mut self, cells: &CellList, block: &Block, agent: usize, distance: f32) {
        let (x, y, limit) = (cells.agents().x[agent], cells.agents().y[agent], Lanes::opaque(distance * distance));
        let (count, full) = (block.who.len(), block.x.len());
        if self.squared.len() < full {
            self.squared.resize(full, 0.0);
            // Four at once are looked at.
            self.which.resize(full + LANES, 0);
        }
        let own = block.place_of(agent);
        let parts = block.x[..full].chunks(WORD).zip(block.y[..full].chunks(WORD)).zip(self.squared.chunks_mut(WORD));
        let (mut first, mut len) = (0, 0);
        for ((xs, ys), squared) in parts {
            let mut near = 0;
            let places = xs.as_chunks::<LANES>().0.iter().zip(ys.as_chunks::<LANES>().0);
            for ((xs, ys), squared) in places.zip(squared.as_chunks_mut::<LANES>().0) {
                let (dx, dy) = (Lanes::from(xs, x), Lanes::from(ys, y));
                let apart = dx * dx + dy * dy;
                *squared = apart.0;
                near = near >> LANES | u64::from(apart.at_most(limit).bits()) << (WORD - LANES);
            }
            near = candidates(near, xs.len(), count - first, own.wrapping_sub(first));
            while near != 0 {
                self.which[len] = (first + near.trailing_zeros() as usize) as u32;
                near &= near - 1;
                len += 1;
            }
            first += WORD;
        }
        (self.len, self.radius) = (len, distance);
    }

    /// Drops candidates on other floors, above and below.
    #[inline]
    fn keep_own(&mut self, block: &Block, floor: Option<&OwnFloor<'_>>) {
        let Some(floor) = floor else { return };
        let mut len = 0;
        for at in 0..self.len {
            let candidate = self.which[at];
            if floor.holds(block.who[candidate as usize]) {
                self.which[len] = candidate;
                len += 1;
            } else {
                // Where those are counted who are nearer than another, too.
                self.squared[candidate as usize] = f32::INFINITY;
            }
        }
        self.len = len;
    }

    /// Drops all candidates but the [`FEW`] nearest. Where hundreds are in one place this is most of a step: the distances are
    /// selected as plain numbers, and only of those as far away as the last one it is asked who they are.
    fn drop_far(&mut self, tie: impl Fn(u32) -> Tie) {
        let (squared, which) = (&self.squared, &mut self.which[..self.len]);
        // Bits of numbers that are not negative are in the same order.
        let key = |at: u32| squared[at as usize].to_bits();
        self.keys.clear();
        self.keys.extend(which.iter().map(|&at| key(at)));
        let &mut last = self.keys.select_nth_unstable(FEW - 1).1;
        self.ties.clear();
        let mut len = 0;
        for at in 0..which.len() {
            let candidate = which[at];
            match key(candidate).cmp(&last) {
                Ordering::Less => {
                    which[len] = candidate;
                    len += 1;
                }
                Ordering::Equal => self.ties.push((tie(candidate), candidate)),
                Ordering::Greater => {}
            }
        }
        let room = FEW - len;
        if self.ties.len() > room {
            self.ties.select_nth_unstable(room - 1);
        }
        for (slot, &(_, candidate)) in which[len..].iter_mut().zip(&self.ties[..room]) {
            *slot = candidate;
        }
        self.len = FEW;
    }

    /// The k nearest, nearest first; those equally near by what they are told apart by.
    fn rank(&mut self, count: usize, tie: impl Fn(u32) -> Tie) -> [u32; FEW] {
        if self.len > FEW {
            self.drop_far(&tie);
        }
        let ranked = ranked(&self.squared, &self.which[..self.len], tie);
        self.len = self.len.min(count);
        ranked
    }
}

/// Agents of a block, at most [`FEW`], nearest first; those equally near by what they are told apart by.
#[inline]
fn ranked(squared: &[f32], which: &[u32], tie: impl Fn(u32) -> Tie) -> [u32; FEW] {
    let mut keys = [f32::INFINITY; FEW];
    for (key, &at) in keys.iter_mut().zip(which) {
        *key = squared[at as usize];
    }
    let ranks = ranks(&keys, which.len(), |a, b| tie(which[a]) < tie(which[b]));
    let mut ranked = [0; FEW];
    for (&rank, &at) in ranks.iter().zip(which) {
        ranked[rank as usize % FEW] = at;
    }
    ranked
}

/// Candidates whose distances are compared before those within the search radius are listed: a bit each of one word.
const WORD: usize = u64::BITS as usize;

/// Of the bits that the last `len` places of a word were given those of others: `count` of them are agents, and what is behind is there
/// to fill; one of them is the agent itself, if its place is in the word.
#[inline]
fn candidates(near: u64, len: usize, count: usize, own: usize) -> u64 {
    let mut near = near >> (WORD - len);
    if count < WORD {
        near &= (1 << count) - 1;
    }
    if own < WORD {
        near &= !(1 << own);
    }
    near
}

/// How many rings of cells are looked at next where an agent sees `seen` in some, and looks for others as far away as `limit`.
#[inline]
fn more_rings(rings: u32, limit: f32, seen: f32) -> u32 {
    rings.saturating_mul(2).min((limit / seen * rings as f32).ceil().max(2.0) as u32 + rings)
}

/// The rank of each key is how many are smaller, or equal and come before it: no branches but for equal ones. Behind the keys there
/// is infinity.
fn ranks(keys: &[f32; FEW], len: usize, comes_before: impl Fn(usize, usize) -> bool) -> [u32; FEW] {
    let mut ranks = if len <= AT_ONCE { smaller::<AT_ONCE>(keys, len) } else { smaller::<{ FEW / 2 }>(keys, len) };
    // Of two different keys one counts the other.
    if ranks[..len].iter().sum::<u32>() as usize != len * len.saturating_sub(1) / 2 {
        for (at, rank) in ranks[..len].iter_mut().enumerate() {
            let before = (0..len).filter(|&other| keys[other] == keys[at] && other != at && comes_before(other, at));
            *rank += before.count() as u32;
        }
    }
    ranks
}

/// How many keys are smaller than each, for `N` keys at once.
#[inline]
fn smaller<const N: usize>(keys: &[f32; FEW], len: usize) -> [u32; FEW] {
    let mut counts = [0; FEW];
    let parts = counts.as_chunks_mut::<N>().0.iter_mut().zip(keys.as_chunks::<N>().0);
    for (counts, others) in parts.take(len.div_ceil(N)) {
        let mut smaller = [0u32; N];
        for &key in keys {
            // Not a loop up to `len`, which the compiler would turn inside out.
            if key == f32::INFINITY {
                break;
            }
            for (smaller, &other) in smaller.iter_mut().zip(others) {
                *smaller = smaller.wrapping_add(u32::from(key < other));
            }
        }
        *counts = smaller;
    }
    counts
}

/// A finder of k nearest neighbours; holds scratch memory.
#[derive(Debug, Default)]
pub struct NeighbourFinder {
    /// The block of cells that contains the candidates for the agents of a cell.
    block: Block,
    /// A larger block; of no rings until an agent of the cell has needed it.
    wide: Block,
    near: Near,
    /// Whether those are in the larger block.
    is_wide: bool,
    /// What was found last.
    pub found: Neighbours,
    /// What [`NeighbourFinder::find_bodies`] found last.
    pub(crate) bodies: Bodies,
}

/// Candidates that are ranked by comparing all pairs; of more, the farther ones are dropped before.
pub(crate) const FEW: usize = Neighbours::MOST;

impl NeighbourFinder {
    /// Prepares for the agents of a cell, most of which have their neighbours within `rings` rings of cells around it, one at
    /// least.
    pub fn enter(&mut self, cells: &CellList, cell: usize, rings: u32) {
        self.block.enter(cells, cell, rings.max(1));
        self.wide.rings = 0;
    }

    /// The runs of the sorted arrays that contain all agents within a distance, in fine steps, of an agent of the cell that was
    /// entered; `None` if there may be others.
    pub(crate) fn runs(&self, cells: &CellList, cell: usize, agent: usize, distance: f32) -> Option<&[Range<usize>]> {
        (distance <= cells.guaranteed(cell, agent, self.block.rings)).then_some(&self.block.runs)
    }

    /// Finds the neighbours of an agent of the cell that was entered, by its place in the sorted arrays, and returns
    /// a guess for the next time. `metres` is the length of a fine step. Agents are told apart by `name`, which must differ.
    pub fn find(
        &mut self,
        cells: &CellList,
        (cell, agent): (usize, usize),
        reach: Reach,
        metres: f32,
        name: impl Fn(usize) -> (u32, u32),
    ) -> f32 {
        if !self.gather(cells, (cell, agent), reach, metres, None) {
            return reach.distance;
        }
        self.rank(cells, agent, reach, metres, name)
    }

    /// Gathers candidates: all agents within a distance, the k nearest among them. Whether any count. On several floors, it is said which is
    /// the agent's own.
    #[inline]
    pub(crate) fn gather(
        &mut self,
        cells: &CellList,
        (cell, agent): (usize, usize),
        reach: Reach,
        metres: f32,
        floor: Option<&OwnFloor<'_>>,
    ) -> bool {
        self.found.clear();
        let count = reach.count.min(Neighbours::MOST);
        if count == 0 || reach.distance.is_nan() || reach.distance <= 0.0 {
            return false;
        }
        // A tenth more, for all agents move.
        let (limit, guess) = (reach.distance / metres, 1.1 * reach.guess / metres);
        let mut block = &mut self.block;
        self.is_wide = false;
        loop {
            let seen = cells.guaranteed(cell, agent, block.rings);
            let radius = limit.min(seen);
            block.fill(cells, cell);
            // A first look only as far as the guess.
            if guess < radius {
                self.near.gather(cells, block, agent, guess);
                self.near.keep_own(block, floor);
            }
            if guess >= radius || self.near.len < count {
                self.near.gather(cells, block, agent, radius);
                self.near.keep_own(block, floor);
            }
            if self.near.len >= count || radius >= limit {
                return true;
            }
            let rings = more_rings(block.rings, limit, seen);
            block = &mut self.wide;
            self.is_wide = true;
            if block.rings != rings {
                block.enter(cells, cell, rings);
            }
        }
    }

    /// Ranks the candidates that were gathered. Returns a guess for the next time.
    #[inline]
    pub(crate) fn rank(
        &mut self,
        cells: &CellList,
        agent: usize,
        reach: Reach,
        metres: f32,
        name: impl Fn(usize) -> (u32, u32),
    ) -> f32 {
        let count = reach.count.min(Neighbours::MOST);
        let block = if self.is_wide { &self.wide } else { &self.block };
        let ranked = self.near.rank(count, block.tie(&name));
        self.found.take(cells, agent, &block.who, &ranked[..self.near.len], metres);
        self.found.part(cells, agent, name);
        if self.found.len < count {
            return reach.distance;
        }
        let farthest = self.near.squared[ranked[count - 1] as usize].sqrt() * metres;
        farthest.max(reach.least_guess).min(reach.distance)
    }
}

impl Block {
    /// What its agents are told apart by.
    fn tie<'b>(&'b self, name: &'b impl Fn(usize) -> (u32, u32)) -> impl Fn(u32) -> Tie + 'b {
        move |at| {
            let at = at as usize;
            ((self.x[at], self.y[at]), name(self.who[at] as usize))
        }
    }
}

impl Neighbours {
    /// Copies what is to be known about those found.
    #[inline]
    fn take(&mut self, cells: &CellList, agent: usize, near: &[u32], ranked: &[u32], metres: f32) {
        let agents = cells.agents();
        let own = agents.body[agent].place;
        self.len = ranked.len().min(Neighbours::MOST);
        let places = self.x.iter_mut().zip(&mut self.y);
        let bodies = self.vx.iter_mut().zip(&mut self.vy).zip(&mut self.radius);
        for (((&at, who), (x, y)), ((vx, vy), radius)) in ranked.iter().zip(&mut self.who).zip(places).zip(bodies) {
            *who = near[at as usize];
            let body = &agents.body[*who as usize];
            *x = body.place.x.wrapping_sub(own.x) as f32 * metres;
            *y = body.place.y.wrapping_sub(own.y) as f32 * metres;
            (*vx, *vy, *radius) = (body.velocity.x, body.velocity.y, body.radius);
        }
    }

    /// Separates neighbours at the very same place, which come first.
    #[inline]
    fn part(&mut self, cells: &CellList, agent: usize, name: impl Fn(usize) -> (u32, u32)) {
        let body = &cells.agents().body;
        for (at, &other) in self.who[..self.len].iter().enumerate() {
            if body[other as usize].place != body[agent].place {
                break;
            }
            (self.x[at], self.y[at]) = parted(name(agent), name(other as usize));
        }
    }
}

/// Which way one of two agents at the same place is thought to be: a millimetre aside, and opposite for the other.
fn parted(own: (u32, u32), other: (u32, u32)) -> (f32, f32) {
    let (low, high) = (own.min(other), own.max(other));
    let number = |(source, serial): (u32, u32)| serial.wrapping_add(source.wrapping_mul(0x27D4_EB2F));
    let mixed = number(low).wrapping_mul(0x9E37_79B9) ^ number(high).wrapping_mul(0x85EB_CA6B);
    let mixed = mixed.wrapping_mul(0xC2B2_AE35);
    let coordinate = |bits: u32| (bits & 0xff) as f32 / 255.0 - 0.5;
    let (x, y) = (coordinate(mixed >> 16), coordinate(mixed >> 24));
    let sign = if own < other { 2e-3 } else { -2e-3 };
    (sign * (x + 1e-3), sign * (y + 1e-3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell_list::{Body, Fine};
    use crate::random::Rng;

    /// The slow twin sorts everyone.
    #[test]
    fn of_hundreds_in_few_places_the_nearest_are_found() {
        const COUNT: usize = 400;
        let (mut rng, mut finder) = (Rng::new(3), NeighbourFinder::default());
        for spread in [1, 3, 40] {
            let mut coordinate = || 8 * rng.below(spread) as i32;
            let places: Vec<Fine> = (0..COUNT).map(|_| Fine { x: coordinate(), y: coordinate() }).collect();
            let mut cells = CellList::default();
            cells.sort(&places, |_| Body::default(), 64);
            let agents = cells.agents();
            let name = |agent: usize| (7, agents.slot[agent].wrapping_mul(0x9E37_79B9));
            for cell in 0..cells.len() {
                finder.enter(&cells, cell, 1);
                for agent in cells.agents_in(cell) {
                    let reach = Reach { distance: 1e4, count: 10, guess: 1e4, least_guess: 0.0 };
                    finder.find(&cells, (cell, agent), reach, 1.0, name);
                    let key = |other: usize| {
                        let [dx, dy] = [agents.x[other] - agents.x[agent], agents.y[other] - agents.y[agent]];
                        (dx * dx + dy * dy, agents.x[other], agents.y[other], name(other))
                    };
                    let mut all: Vec<usize> = (0..COUNT).filter(|&other| other != agent).collect();
                    all.sort_unstable_by_key(|&other| key(other));
                    let found = finder.found.who[..finder.found.len()].iter().map(|&who| who as usize);
                    assert!(found.eq(all[..10].iter().copied()), "{agent} of {COUNT} in {spread}² places");
                }
            }
        }
    }
}
