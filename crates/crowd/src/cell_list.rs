//! The cell list, a sorted spatial hash: agents sorted by the cell of a uniform grid.
//!
//! Only occupied cells are kept, sorted by row and column, so the extent of the world does not matter. Agents of
//! neighbouring cells of one row are contiguous: a block of cells is a few runs of the sorted arrays. Unlike in a spatial hash with
//! buckets, cells never collide.

use crate::lanes::LANES;
use crate::radix::Partition;
use crate::tuning::cells::MAX_BLOCK_RINGS;
use crate::vector::Vector;
use rayon::prelude::*;
use std::ops::Range;

/// The position of an agent, in fine steps of 1/32 lattice step. Displacements between agents are exact however large the world is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fine {
    /// To the right.
    pub x: i32,
    /// Up.
    pub y: i32,
}

impl Fine {
    pub(crate) fn least(self, other: Fine) -> Fine {
        Fine { x: self.x.min(other.x), y: self.y.min(other.y) }
    }

    pub(crate) fn most(self, other: Fine) -> Fine {
        Fine { x: self.x.max(other.x), y: self.y.max(other.y) }
    }
}

/// How many fine steps there are to a step of the lattice.
pub(crate) const FINE: f64 = 32.0;

/// What others see of an agent, in the order of the cells. Behind the last there are some more numbers, for filling.
#[derive(Clone, Debug, Default)]
pub struct Sorted {
    /// Which agent, by its slot.
    pub slot: Vec<u32>,
    /// Where it is.
    pub x: Vec<i32>,
    /// Where it is.
    pub y: Vec<i32>,
    /// The same, with how fast and how large it is.
    pub body: Vec<Body>,
}

impl Sorted {
    /// Makes room for `count` agents.
    fn resize(&mut self, count: usize) {
        // So that four at once can be read from any of them on.
        let full = count + LANES;
        self.slot.resize(count, 0);
        self.x.resize(full, 0);
        self.y.resize(full, 0);
        self.body.resize(full, Body::default());
    }

    fn as_run(&mut self) -> Run<'_> {
        Run { first: 0, slot: &mut self.slot, x: &mut self.x, y: &mut self.y, body: &mut self.body }
    }
}

/// Some of the sorted agents, to be written.
struct Run<'s> {
    /// The place of the first one in the sorted arrays.
    first: usize,
    slot: &'s mut [u32],
    x: &'s mut [i32],
    y: &'s mut [i32],
    body: &'s mut [Body],
}

impl<'s> Run<'s> {
    /// The first `count`, and the rest.
    fn split(self, count: usize) -> (Run<'s>, Run<'s>) {
        let (slot, other_slot) = self.slot.split_at_mut(count);
        let (x, other_x) = self.x.split_at_mut(count);
        let (y, other_y) = self.y.split_at_mut(count);
        let (body, other_body) = self.body.split_at_mut(count);
        let rest = Run { first: self.first + count, slot: other_slot, x: other_x, y: other_y, body: other_body };
        (Run { first: self.first, slot, x, y, body }, rest)
    }

    /// Writes the agents of some keys, whose lower halves are slots.
    fn write(&mut self, keys: &[u64], body_of: impl Fn(usize) -> Body) {
        let places = self.x.iter_mut().zip(&mut *self.y);
        for (((slot, body), (x, y)), &key) in self.slot.iter_mut().zip(&mut *self.body).zip(places).zip(keys) {
            *slot = key as u32;
            *body = body_of(*slot as usize);
            (*x, *y) = (body.place.x, body.place.y);
        }
    }

    /// Lists the cells of some keys, in whose upper halves the lower bits are the column.
    fn list_cells(&self, keys: &[u64], column_bits: u32, cells: &mut Vec<Cell>) {
        cells.clear();
        let mut last = u64::MAX;
        for (&key, at) in keys.iter().zip(self.first as u32..) {
            if key >> 32 != last {
                last = key >> 32;
                let column = last & ((1 << column_bits) - 1);
                cells.push(Cell { place: place((last >> column_bits) as u32, column as u32), first: at });
            }
        }
    }
}

/// Where an agent is, how it moves and how large it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Body {
    /// In fine steps.
    pub place: Fine,
    /// Metres a second.
    pub velocity: Vector,
    /// Metres.
    pub radius: f32,
}

/// An occupied cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    /// The row, then the column.
    place: u64,
    /// The first of its agents in the sorted arrays.
    first: u32,
}

impl Cell {
    fn row(self) -> u32 {
        (self.place >> 32) as u32
    }

    fn column(self) -> u32 {
        self.place as u32
    }
}

/// A number for the place of a cell: cells are sorted by it.
fn place(row: u32, column: u32) -> u64 {
    u64::from(row) << 32 | u64::from(column)
}

/// The cell list (spatial hash) of all agents.
#[derive(Clone, Debug, Default)]
pub struct CellList {
    /// Sorted by row, then by column; one more at the end.
    cells: Vec<Cell>,
    agents: Sorted,
    /// In fine steps.
    low: Fine,
    size: u32,
    /// Scratch.
    keys: Vec<u64>,
}

impl CellList {
    /// Sorts agents into square cells of a size in fine steps, or larger ones if those would be more than 2³². Where they
    /// are is taken from `places`, the rest from `bodies`.
    pub fn sort(&mut self, places: &[Fine], bodies: impl Fn(usize) -> Body + Sync, size: u32) {
        let first = places.first().copied().unwrap_or_default();
        let bounds = places.iter().fold([first; 2], |[low, high], &p| [low.least(p), high.most(p)]);
        let body = |slot: usize| Body { place: places[slot], ..bodies(slot) };
        self.sort_within(bounds, places.len(), |slot| places[slot], body, size);
    }

    /// The same, where the number of agents and their least and greatest coordinates are known.
    pub(crate) fn sort_within(
        &mut self,
        [low, high]: [Fine; 2],
        count: usize,
        place: impl Fn(usize) -> Fine + Sync,
        body: impl Fn(usize) -> Body + Sync,
        size: u32,
    ) {
        self.low = low;
        let bits =
            |extent: i32, low: i32, size: u32| u32::BITS - (extent.wrapping_sub(low) as u32 / size).leading_zeros();
        self.size = size.max(1);
        while bits(high.x, low.x, self.size) + bits(high.y, low.y, self.size) > u32::BITS {
            self.size = self.size.saturating_mul(2);
        }
        let size = self.size;
        // The quotient by the size, exactly: ⌈2⁶⁴ / size⌉ is too large by so little that it makes no difference below 2³².
        let per_size = (1u128 << 64).div_ceil(u128::from(size));
        let number = |c: i32, low: i32| ((u128::from(c.wrapping_sub(low) as u32) * per_size) >> 64) as u64;
        let column_bits = bits(high.x, low.x, size);
        // The row, the column and the slot, in one number.
        let key = |slot: usize| {
            let place = place(slot);
            (number(place.y, low.y) << column_bits | number(place.x, low.x)) << 32 | slot as u64
        };
        let partition = Partition::new(&mut self.keys, count, column_bits + bits(high.y, low.y, size), key);
        self.agents.resize(count);
        let mut rest = self.agents.as_run();
        let mut runs = Vec::new();
        for (bucket, count) in partition.sizes().enumerate() {
            let (run, others) = rest.split(count);
            rest = others;
            if count > 0 {
                runs.push((bucket, run));
            }
        }
        let write = |(scratch, cells): &mut ([Vec<u64>; 2], Vec<Cell>), (bucket, mut run): (usize, Run)| {
            let keys = partition.sorted(bucket, scratch);
            run.write(keys, &body);
            run.list_cells(keys, column_bits, cells);
            cells.clone()
        };
        let cells: Vec<Vec<Cell>> = runs.into_par_iter().map_init(Default::default, write).collect();
        self.join(&cells, Cell { place: u64::MAX, first: count as u32 });
    }

    /// Joins the cells of all buckets by all threads, and appends a last one.
    fn join(&mut self, buckets: &[Vec<Cell>], last: Cell) {
        self.cells.resize(buckets.iter().map(Vec::len).sum::<usize>() + 1, last);
        let mut rest = self.cells.as_mut_slice();
        let mut parts = Vec::with_capacity(buckets.len());
        for cells in buckets {
            let (part, others) = rest.split_at_mut(cells.len());
            rest = others;
            parts.push((part, cells));
        }
        rest.fill(last);
        parts.into_par_iter().with_min_len(16).for_each(|(part, cells)| part.copy_from_slice(cells));
    }

    /// Runs of cells with at least `agents` agents each, but for the last, and the part of a column that is theirs.
    pub(crate) fn parts<'c, T>(&self, mut column: &'c mut [T], agents: usize) -> Vec<(Range<usize>, &'c mut [T])> {
        let chunks = self.chunks(agents).into_iter().map(|cells| {
            let count = self.agents_in(cells.end - 1).end - self.agents_in(cells.start).start;
            let (part, others) = std::mem::take(&mut column).split_at_mut(count);
            column = others;
            (cells, part)
        });
        chunks.collect()
    }

    /// The agents, sorted by cell, those of one cell by slot.
    pub fn agents(&self) -> &Sorted {
        &self.agents
    }

    /// Runs of cells with at least `agents` agents each, but for the last.
    pub(crate) fn chunks(&self, agents: usize) -> Vec<Range<usize>> {
        let (mut chunks, mut start, mut enough) = (Vec::new(), 0, agents);
        for (end, cell) in self.cells.iter().enumerate().skip(1) {
            let first = cell.first as usize;
            if first >= enough || end == self.len() {
                chunks.push(start..end);
                (start, enough) = (end, first + agents);
            }
        }
        chunks
    }

    /// The number of occupied cells.
    pub fn len(&self) -> usize {
        self.cells.len().saturating_sub(1)
    }

    /// Whether there are no agents.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The agents of a cell, by their places in the sorted arrays.
    pub fn agents_in(&self, cell: usize) -> Range<usize> {
        self.cells[cell].first as usize..self.cells[cell + 1].first as usize
    }

    /// The first cell not before a place, looked for from a guess outwards.
    fn first_cell_at(&self, guess: usize, place: u64) -> usize {
        let is_before = |cell: usize| self.cells[cell].place < place;
        // Nearly always it is one of the next few.
        if guess == 0 || is_before(guess - 1) {
            let next = self.cells[guess..].iter().take(8).position(|cell| cell.place >= place);
            if let Some(next) = next {
                return guess + next;
            }
        }
        let (mut low, mut high, mut step) = (guess, guess, 1);
        let last = self.len();
        if is_before(guess) {
            while high < last && is_before(high) {
                low = high;
                high = (high + step).min(last);
                step *= 2;
            }
        } else {
            while low > 0 && !is_before(low) {
                high = low;
                low = low.saturating_sub(step);
                step *= 2;
            }
            if !is_before(low) {
                return low;
            }
        }
        // The one at `low` is before, the one at `high` is not.
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if is_before(middle) { low = middle } else { high = middle }
        }
        high
    }

    /// How far an agent sees in the block of `rings` cells around its cell, in fine steps: to its nearest border, less what
    /// rounding does to distances.
    pub(crate) fn guaranteed(&self, cell: usize, agent: usize, rings: u32) -> f32 {
        let (corner, _) = self.square(cell);
        let inset = |c: i32, low: i32| {
            let inside = c.wrapping_sub(low) as u32;
            inside.min(self.size - inside)
        };
        let inset = inset(self.agents.x[agent], corner.x).min(inset(self.agents.y[agent], corner.y));
        (i64::from(self.size) * i64::from(rings) + i64::from(inset)) as f32 * 0.999_999
    }

    /// Of how many rings of cells around its cell an agent needs to see so far, in fine steps; one at least.
    #[inline]
    pub fn rings(&self, cell: usize, agent: usize, distance: f32) -> u32 {
        let is_enough = |&rings: &u32| self.guaranteed(cell, agent, rings) >= distance;
        (1..MAX_BLOCK_RINGS).find(is_enough).unwrap_or(MAX_BLOCK_RINGS)
    }

    /// A corner of a cell and its size, in fine steps.
    pub(crate) fn square(&self, cell: usize) -> (Fine, u32) {
        let (row, column) = (self.cells[cell].row(), self.cells[cell].column());
        let at = |low: i32, count: u32| low.wrapping_add(count.wrapping_mul(self.size) as i32);
        (Fine { x: at(self.low.x, column), y: at(self.low.y, row) }, self.size)
    }
}

/// The number of distances that are worked out at once.
pub(crate) const AT_ONCE: usize = 8;

/// The agents in a square block of cells, `rings` rings around a centre cell: one run of the sorted arrays for each row.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub(crate) rings: u32,
    pub(crate) runs: Vec<Range<usize>>,
    /// Everyone in the runs, one after the other, once somebody's neighbours are really to be found. Places are filled up to a
    /// multiple of [`AT_ONCE`], with whatever.
    pub(crate) who: Vec<u32>,
    pub(crate) x: Vec<i32>,
    pub(crate) y: Vec<i32>,
    /// Their radii, in metres; empty unless asked for.
    pub(crate) radius: Vec<f32>,
    /// From the place of one of the cell's agents in the sorted arrays to its place here.
    to_own: usize,
    /// Where the rows near a cell began the last time: for the next cell it is there or a little further.
    begins: [usize; 2 * MAX_BLOCK_RINGS as usize + 1],
}

impl Block {
    /// Becomes the block around a cell.
    pub(crate) fn enter(&mut self, cells: &CellList, cell: usize, rings: u32) {
        self.rings = rings;
        self.runs.clear();
        self.who.clear();
        self.radius.clear();
        let (row, column) = (cells.cells[cell].row(), cells.cells[cell].column());
        let (left, right) = (column.saturating_sub(rings), column.saturating_add(rings));
        let last_row = cells.len().checked_sub(1).map_or(0, |last| cells.cells[last].row());
        let mut begin = cell;
        for other in row.saturating_sub(rings)..=row.saturating_add(rings).min(last_row) {
            let nearby = self.begins.get_mut(other.wrapping_add(MAX_BLOCK_RINGS).wrapping_sub(row) as usize);
            let guess = nearby.as_deref().map_or(begin, |&nearby| nearby.min(cells.len()));
            begin = cells.first_cell_at(guess, place(other, left));
            if let Some(nearby) = nearby {
                *nearby = begin;
            }
            // The one behind the last is beyond every place.
            let row = &cells.cells[begin..];
            let end = begin + row.iter().position(|cell| cell.place > place(other, right)).unwrap_or(0);
            if begin < end {
                self.runs.push(cells.cells[begin].first as usize..cells.cells[end].first as usize);
            }
        }
    }

    /// Copies everyone, the first time; there is somebody, for there is in the cell.
    #[inline]
    pub(crate) fn fill(&mut self, cells: &CellList, cell: usize) {
        if !self.who.is_empty() {
            return;
        }
        self.x.clear();
        self.y.clear();
        let own = cells.agents_in(cell).start;
        let agents = cells.agents();
        for run in &self.runs {
            if run.contains(&own) {
                self.to_own = self.who.len().wrapping_sub(run.start);
            }
            self.x.extend_from_slice(&agents.x[run.clone()]);
            self.y.extend_from_slice(&agents.y[run.clone()]);
            self.who.extend(run.start as u32..run.end as u32);
        }
        let full = self.who.len().next_multiple_of(AT_ONCE);
        self.x.resize(full, 0);
        self.y.resize(full, 0);
    }

    /// Copies their radii, the first time.
    #[inline]
    pub(crate) fn fill_radii(&mut self, cells: &CellList) {
        if self.radius.is_empty() {
            let bodies = &cells.agents().body;
            for run in &self.runs {
                self.radius.extend(bodies[run.clone()].iter().map(|body| body.radius));
            }
            self.radius.resize(self.x.len(), 0.0);
        }
    }

    /// Where one of the cell's agents is among those copied.
    #[inline]
    pub(crate) fn place_of(&self, agent: usize) -> usize {
        agent.wrapping_add(self.to_own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    /// The slow twin: each agent's cell by division, and all in a map.
    #[test]
    fn every_agent_is_in_the_cell_of_its_place() {
        let mut rng = Rng::new(20_261_116);
        let mut cells = CellList::default();
        for case in 0..60 {
            let (count, extent) = (rng.below(1 << (case % 14)), 1 << (1 + rng.below(30)));
            let coordinate = |rng: &mut Rng| rng.below(extent) as i32 - (extent / 3) as i32;
            let places: Vec<Fine> =
                (0..count).map(|_| Fine { x: coordinate(&mut rng), y: coordinate(&mut rng) }).collect();
            let size = 1 + rng.below(extent);
            cells.sort(&places, |slot| Body { radius: slot as f32, ..Body::default() }, size);
            let mut expected = std::collections::BTreeMap::<(u32, u32), Vec<u32>>::new();
            for (place, slot) in places.iter().zip(0..) {
                let number = |c: i32, low: i32| c.wrapping_sub(low) as u32 / cells.size;
                let cell = (number(place.y, cells.low.y), number(place.x, cells.low.x));
                expected.entry(cell).or_default().push(slot);
            }
            assert_eq!(cells.len(), expected.len(), "case {case}");
            for (at, (cell, slots)) in expected.iter().enumerate() {
                assert_eq!((cells.cells[at].row(), cells.cells[at].column()), *cell, "case {case}");
                let own = cells.agents_in(at);
                assert_eq!(&cells.agents().slot[own.clone()], slots, "case {case}");
                for (&slot, at) in slots.iter().zip(own) {
                    let (sorted, place) = (cells.agents(), places[slot as usize]);
                    assert_eq!((sorted.x[at], sorted.y[at], sorted.body[at].place), (place.x, place.y, place));
                    assert_eq!(sorted.body[at].radius, slot as f32);
                }
            }
            let chunks = cells.chunks(16);
            assert!(chunks.iter().flat_map(Clone::clone).eq(0..cells.len()), "case {case}");
        }
    }

    #[test]
    fn the_reciprocal_divides_as_division_does() {
        let mut rng = Rng::new(3);
        for _ in 0..100_000 {
            let size = (rng.below(u32::MAX) >> rng.below(32)).max(1);
            let x = rng.below(u32::MAX) >> rng.below(32);
            for x in [x, x / size * size, (x / size * size).saturating_sub(1), u32::MAX] {
                let per_size = (1u128 << 64).div_ceil(u128::from(size));
                assert_eq!((u128::from(x) * per_size) >> 64, u128::from(x / size), "{x} / {size}");
            }
        }
    }
}
