//! Everyone within a distance of an agent, in columns and in no particular order.
//!
//! For models that sum over all others. The order of the columns follows from the cells, and so from agents elsewhere; sums over them must
//! not: they are added as [integers](FixedSum).

use super::{NeighbourFinder, Reach, parted};
use crate::cell_list::CellList;
use crate::floors::OwnFloor;
use crate::lanes::{LANES, Lanes};

/// Bodies around an agent, some of which are [`FAR`] away: who does not count, and what fills columns up to a multiple of [`LANES`].
#[derive(Debug, Default)]
pub(crate) struct Bodies {
    /// Metres to the right of the agent.
    pub(crate) x: Vec<f32>,
    /// Metres above it.
    pub(crate) y: Vec<f32>,
    /// How far apart the centres are where the bodies touch, in metres.
    pub(crate) reach: Vec<f32>,
}

/// How far to the right bodies are that do not count, in metres: too far to matter.
const FAR: f32 = 1e6;

impl Bodies {
    pub(crate) fn clear(&mut self) {
        self.x.clear();
        self.y.clear();
        self.reach.clear();
    }

    /// Four at a time: `[x, y, reach]`.
    #[inline]
    pub(crate) fn fours(&self) -> impl Iterator<Item = [Lanes; 3]> + '_ {
        let columns = [&self.x, &self.y, &self.reach].map(|column| column.as_chunks::<LANES>().0);
        columns[0].iter().zip(columns[1]).zip(columns[2]).map(|((&x, &y), &reach)| [Lanes(x), Lanes(y), Lanes(reach)])
    }
}

/// Whose bodies count, in metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Within {
    /// How far it is from centre to centre at most.
    pub(crate) distance: f32,
    /// The radius of the agent that looks.
    pub(crate) radius: f32,
    /// How far it is from body to body at most.
    pub(crate) gap: f32,
}

impl NeighbourFinder {
    /// Finds all bodies near an agent, by its place in the sorted arrays. `metres` is the length of a fine step. Agents are told apart by
    /// `name`, which must differ.
    pub(crate) fn find_bodies(
        &mut self,
        cells: &CellList,
        (cell, agent): (usize, usize),
        Within { distance, radius, gap }: Within,
        metres: f32,
        floor: Option<&OwnFloor<'_>>,
        name: impl Fn(usize) -> (u32, u32),
    ) {
        self.bodies.clear();
        let reach = Reach { distance, count: usize::MAX, guess: distance, least_guess: distance };
        if !self.gather_at_least(cells, (cell, agent), reach, metres, floor) || self.near.len == 0 {
            return;
        }
        let block = if self.is_wide { &self.wide } else { &self.block };
        let (bodies, own) = (&cells.agents().body, cells.agents().body[agent].place);
        let full = self.near.len.next_multiple_of(LANES);
        let Bodies { x, y, reach } = &mut self.bodies;
        x.resize(full, FAR);
        y.resize(full, FAR);
        reach.resize(full, 0.0);
        let columns = x.iter_mut().zip(y).zip(reach);
        for (&at, ((x, y), reach)) in self.near.which[..self.near.len].iter().zip(columns) {
            let at = at as usize;
            let (dx, dy) = (block.x[at].wrapping_sub(own.x), block.y[at].wrapping_sub(own.y));
            *reach = radius + bodies[block.who[at] as usize].radius;
            let (right, above, most) = (dx as f32 * metres, dy as f32 * metres, *reach + gap);
            // Who does not count is put far away: columns without holes would have to be written one after the other.
            *x = if right * right + above * above <= most * most { right } else { FAR };
            *y = above;
            if dx | dy == 0 {
                (*x, *y) = parted(name(agent), name(block.who[at] as usize));
            }
        }
    }
}

/// A sum of numbers between −1 and 1 that does not depend on their order: each is rounded to a multiple of 2⁻²⁰ and added as an integer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FixedSum {
    lanes: [u32; LANES],
    count: u32,
    whole: i64,
}

impl FixedSum {
    const PER_UNIT: f32 = (1 << 20) as f32;
    /// 1.5 · 2²³: a number below 2²² added to it stands in its lowest bits.
    const SHIFT: f32 = 12_582_912.0;
    /// The number of sums of four numbers that fit into 32 bits with their sign.
    const MOST: u32 = 1 << 10;

    /// Adds four numbers.
    #[inline(always)]
    pub(crate) fn add(&mut self, numbers: Lanes) {
        let shifted = (numbers * Lanes::all(Self::PER_UNIT) + Lanes::all(Self::SHIFT)).0;
        for (sum, number) in self.lanes.iter_mut().zip(shifted) {
            *sum = sum.wrapping_add(number.to_bits().wrapping_sub(Self::SHIFT.to_bits()));
        }
        self.count += 1;
        if self.count == Self::MOST {
            self.fold();
        }
    }

    fn fold(&mut self) {
        self.whole += std::mem::take(&mut self.lanes).iter().map(|&sum| i64::from(sum as i32)).sum::<i64>();
        self.count = 0;
    }

    /// The sum.
    #[inline(always)]
    pub(crate) fn value(mut self) -> f32 {
        self.fold();
        self.whole as f32 / Self::PER_UNIT
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell_list::{Body, Fine};
    use crate::random::Rng;

    /// The slow twin asks everyone.
    #[test]
    fn all_bodies_within_a_distance_are_found_whatever_the_cells() {
        let mut rng = Rng::new(20_261_119);
        for (count, spread, size) in [(300, 1, 64), (300, 40, 64), (1200, 200, 40), (1200, 200, 3000)] {
            let mut coordinate = || 8 * rng.below(spread) as i32;
            let places: Vec<Fine> = (0..count).map(|_| Fine { x: coordinate(), y: coordinate() }).collect();
            let (mut cells, mut finder) = (CellList::default(), NeighbourFinder::default());
            cells.sort(&places, |slot| Body { radius: (slot % 5) as f32, ..Body::default() }, size);
            let (agents, name) = (cells.agents(), |agent: usize| (7, agent as u32));
            for cell in 0..cells.len() {
                finder.enter(&cells, cell, 1);
                for agent in cells.agents_in(cell).step_by(7) {
                    let gap = if cell % 2 == 0 { f32::INFINITY } else { 40.5 };
                    let within = Within { distance: 100.5, radius: 2.0, gap };
                    finder.find_bodies(&cells, (cell, agent), within, 1.0, None, name);
                    let bodies = &finder.bodies;
                    let found = bodies.x.iter().zip(&bodies.y).zip(&bodies.reach);
                    let mut found: Vec<[i32; 3]> =
                        found.map(|((&x, &y), &reach)| [x, y, reach].map(|c| c.round() as i32)).collect();
                    found.retain(|&[x, ..]| x != FAR as i32);
                    found.sort_unstable();
                    let way = |other: usize| [agents.x[other] - agents.x[agent], agents.y[other] - agents.y[agent]];
                    let others = (0..count).filter(|&other| other != agent);
                    let reach = |other: usize| 2 + agents.body[other].radius as i32;
                    let limit = |other: usize| (reach(other) as f32 + gap).min(100.5).powi(2) as i32;
                    let near = others.filter(|&o| way(o)[0].pow(2) + way(o)[1].pow(2) <= limit(o));
                    let mut wanted: Vec<[i32; 3]> =
                        near.map(|other| [way(other)[0], way(other)[1], reach(other)]).collect();
                    wanted.sort_unstable();
                    assert_eq!(found, wanted, "{agent} of {count} in {spread}²");
                    let at_its_place = bodies.x.iter().zip(&bodies.y).filter(|&(&x, &y)| x == 0.0 && y == 0.0);
                    assert_eq!(at_its_place.count(), 0, "those at the same place are parted");
                }
            }
        }
    }

    #[test]
    fn sums_do_not_depend_on_the_order() {
        let mut rng = Rng::new(11);
        for count in [0, 4, 400, 40_000] {
            let mut numbers: Vec<f32> = (0..count).map(|_| rng.range(-1.0..1.0) as f32).collect();
            let exact: f64 = numbers.iter().copied().map(f64::from).sum();
            let sum = |numbers: &[f32]| {
                let mut sum = FixedSum::default();
                numbers.as_chunks::<LANES>().0.iter().for_each(|&four| sum.add(Lanes(four)));
                sum.value()
            };
            let first = sum(&numbers);
            assert!((f64::from(first) - exact).abs() <= 1e-6 * (count as f64 + exact.abs()), "{first} is not {exact}");
            for _ in 0..20 {
                let [a, b] = [(); 2].map(|()| rng.below(count.max(1)) as usize);
                numbers.sort_by_key(|x| x.to_bits().wrapping_mul(2 * a as u32 + 1));
                numbers.rotate_left(b);
                assert_eq!(sum(&numbers), first);
            }
            assert_eq!(sum(&vec![1.0; count as usize]), count as f32);
            assert_eq!(sum(&vec![-1.0; count as usize]), -(count as f32));
        }
    }
}
