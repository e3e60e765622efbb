//! Everyone within a distance of an agent, in columns and in no particular order.
//!
//! For models that sum over all others. The order of the columns follows from the cells, and so from agents elsewhere; sums over them must
//! not: they are added as [integers](FixedSum).

use super::{NeighbourFinder, WORD, candidates, more_rings, parted};
use crate::cell_list::{Block, CellList, Fine};
use crate::floors::OwnFloor;
use crate::lanes::{LANES, Lanes};

/// Bodies around an agent: the first `len` of each column. Some of them are [`FAR`] away: who does not count, and what fills columns up
/// to a multiple of [`LANES`]. What is behind those is of others, and never cleared.
#[derive(Debug, Default)]
pub(crate) struct Bodies {
    /// Metres to the right of the agent.
    pub(crate) x: Vec<f32>,
    /// Metres above it.
    pub(crate) y: Vec<f32>,
    /// How far apart the centres are where the bodies touch, in metres.
    pub(crate) reach: Vec<f32>,
    /// Where those within sight are, in fine steps from the agent, and their radii in metres.
    steps_x: Vec<i32>,
    steps_y: Vec<i32>,
    radii: Vec<f32>,
    len: usize,
    /// Those at the very same place, by their index here, and who they are in the sorted arrays.
    same: Vec<(usize, u32)>,
}

/// How far to the right bodies are that do not count, in metres: too far to matter.
const FAR: f32 = 1e6;

impl Bodies {
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.same.clear();
    }

    /// Four at a time: `[x, y, reach]`.
    #[inline]
    pub(crate) fn fours(&self) -> impl Iterator<Item = [Lanes; 3]> + '_ {
        let full = self.len.next_multiple_of(LANES);
        let columns = [&self.x, &self.y, &self.reach].map(|column| column[..full].as_chunks::<LANES>().0);
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
        if distance.is_nan() || distance <= 0.0 {
            return;
        }
        let limit = distance / metres;
        let NeighbourFinder { block, wide, bodies, .. } = self;
        let mut block = block;
        block.fill(cells, cell);
        loop {
            let seen = cells.guaranteed(cell, agent, block.rings);
            if limit <= seen {
                break;
            }
            let rings = more_rings(block.rings, limit, seen);
            if wide.rings != rings {
                wide.enter(cells, cell, rings);
            }
            wide.fill(cells, cell);
            block = &mut *wide;
        }
        block.fill_radii(cells);
        let own = (block.place_of(agent), cells.agents().body[agent].place);
        match floor {
            None => bodies.gather(block, own, limit * limit, |_| true),
            Some(floor) => bodies.gather(block, own, limit * limit, |other| floor.holds(other)),
        }
        bodies.measure(radius, gap, metres);
        for &(at, other) in &bodies.same {
            (bodies.x[at], bodies.y[at]) = parted(name(agent), name(other as usize));
        }
    }
}

impl Bodies {
    /// Lists the agents of a block that count and are within a distance of one of them, in fine steps, whose square is given.
    ///
    /// Four distances at a time become four bits of a word, so that only those who are near are looked at one by one.
    #[inline]
    fn gather(&mut self, block: &Block, (own, place): (usize, Fine), limit: f32, counts: impl Fn(u32) -> bool) {
        let limit = Lanes::opaque(limit);
        let (count, full) = (block.who.len(), block.x.len());
        if self.radii.len() < full {
            self.steps_x.resize(full, 0);
            self.steps_y.resize(full, 0);
            self.radii.resize(full, 0.0);
        }
        let (steps_x, steps_y) = (&mut self.steps_x[..full], &mut self.steps_y[..full]);
        let near_radii = &mut self.radii[..full];
        let parts =
            block.x[..full].chunks(WORD).zip(block.y[..full].chunks(WORD)).zip(block.radius[..full].chunks(WORD));
        let (mut first, mut len) = (0, 0);
        for ((xs, ys), radii) in parts {
            let mut near = 0;
            for (xs, ys) in xs.as_chunks::<LANES>().0.iter().zip(ys.as_chunks::<LANES>().0) {
                let (dx, dy) = (Lanes::from(xs, place.x), Lanes::from(ys, place.y));
                let apart = dx * dx + dy * dy;
                near = near >> LANES | u64::from(apart.at_most(limit).bits()) << (WORD - LANES);
            }
            near = candidates(near, xs.len(), count - first, own.wrapping_sub(first));
            while near != 0 {
                let at = near.trailing_zeros() as usize;
                near &= near - 1;
                if !counts(block.who[first + at]) {
                    continue;
                }
                let (x, y) = (xs[at].wrapping_sub(place.x), ys[at].wrapping_sub(place.y));
                if x | y == 0 {
                    self.same.push((len, block.who[first + at]));
                }
                (steps_x[len], steps_y[len], near_radii[len]) = (x, y, radii[at]);
                len += 1;
            }
            first += WORD;
        }
        self.len = len;
    }

    /// Measures those listed in metres, for an agent of a radius.
    #[inline]
    fn measure(&mut self, radius: f32, gap: f32, metres: f32) {
        let full = self.len.next_multiple_of(LANES);
        if self.x.len() < full {
            self.x.resize(full, FAR);
            self.y.resize(full, FAR);
            self.reach.resize(full, 0.0);
        }
        let (per_step, own, gap) = (Lanes::all(metres), Lanes::all(radius), Lanes::all(gap));
        let (x, y, reach) = (&mut self.x[..full], &mut self.y[..full], &mut self.reach[..full]);
        let columns = x.as_chunks_mut::<LANES>().0.iter_mut().zip(y.as_chunks_mut::<LANES>().0);
        let columns = columns.zip(reach.as_chunks_mut::<LANES>().0);
        let steps = self.steps_x.as_chunks::<LANES>().0.iter().zip(self.steps_y.as_chunks::<LANES>().0);
        let near = steps.zip(self.radii.as_chunks::<LANES>().0);
        for (((dx, dy), &radii), ((x, y), reach)) in near.zip(columns) {
            let (right, above) = (Lanes::from(dx, 0) * per_step, Lanes::from(dy, 0) * per_step);
            let touching = own + Lanes(radii);
            let most = touching + gap;
            // Who does not count is put far away: columns without holes would have to be written one after the other.
            *x = (right * right + above * above).at_most(most * most).select(right, Lanes::all(FAR)).0;
            *y = above.0;
            *reach = touching.0;
        }
        self.x[self.len..full].fill(FAR);
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
    use crate::avoidance::UNBENDING;
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
                    let found = bodies.x.iter().zip(&bodies.y).zip(&bodies.reach).take(bodies.len);
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
                    let at_its_place =
                        bodies.x.iter().zip(&bodies.y).take(bodies.len).filter(|&(&x, &y)| x == 0.0 && y == 0.0);
                    assert_eq!(at_its_place.count(), 0, "those at the same place are parted");
                }
            }
        }
    }

    #[test]
    fn who_is_as_far_as_directions_are_not_bent_counts_for_nothing() {
        for distance in [0.1, 0.4, 1.0, 2.0] {
            let share = Lanes::all(UNBENDING).exp_of_minus() / Lanes::all(distance);
            let mut sum = FixedSum::default();
            (0..100).for_each(|_| sum.add(Lanes::all(distance) * share));
            assert_eq!(sum.value(), 0.0, "{distance}");
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
