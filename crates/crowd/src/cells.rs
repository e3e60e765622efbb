//! Agents sorted by cell: who is near whom.
//!
//! Only cells with somebody in them are kept, sorted by row and column, so a world may be as wide as it likes. Agents of
//! neighbouring cells of one row lie one after the other: a block of cells is a few runs of the sorted arrays.

use crate::vector::Vector;
use std::ops::Range;

/// Where an agent is, in fine steps: a 32nd of a lattice step. Ways between agents are exact however large the world is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fine {
    /// To the right.
    pub x: i32,
    /// Up.
    pub y: i32,
}

/// How many fine steps there are to a step of the lattice.
pub(crate) const FINE: f64 = 32.0;

/// What others see of an agent, in the order of the cells.
#[derive(Clone, Debug, Default)]
pub struct Sorted {
    /// Which agent, by its slot.
    pub slot: Vec<u32>,
    /// Where it is.
    pub x: Vec<i32>,
    /// Where it is.
    pub y: Vec<i32>,
    /// How fast, and how large.
    pub body: Vec<Body>,
}

/// How an agent moves and how large it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Body {
    /// Metres a second.
    pub velocity: Vector,
    /// Metres.
    pub radius: f32,
}

/// A cell with somebody in it.
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

/// Agents by cells.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// Sorted by row, then by column; one more at the end.
    cells: Vec<Cell>,
    agents: Sorted,
    /// In fine steps.
    low: Fine,
    size: u32,
    keys: Vec<(u64, u32)>,
    spare: Vec<(u64, u32)>,
}

impl Cells {
    /// Sorts agents into square cells of a size in fine steps.
    pub fn sort(&mut self, places: &[Fine], bodies: impl Fn(usize) -> Body, size: u32) {
        let first = places.first().copied().unwrap_or_default();
        let least = |a: Fine, b: &Fine| Fine { x: a.x.min(b.x), y: a.y.min(b.y) };
        let most = |a: Fine, b: &Fine| Fine { x: a.x.max(b.x), y: a.y.max(b.y) };
        let high = places.iter().fold(first, most);
        self.low = places.iter().fold(first, least);
        self.size = size.max(1);
        let (low, size) = (self.low, self.size);
        let number = |c: i32, low: i32| c.wrapping_sub(low) as u32 / size;
        // Enough bits for the columns, and for the rows above them.
        let column_bits = u32::BITS - number(high.x, low.x).leading_zeros();
        let bits = column_bits + u32::BITS - number(high.y, low.y).leading_zeros();
        self.keys.clear();
        self.keys.extend(places.iter().zip(0..).map(|(p, slot)| {
            let (row, column) = (number(p.y, low.y), number(p.x, low.x));
            (u64::from(row) << column_bits | u64::from(column), slot)
        }));
        sort_by_key(&mut self.keys, &mut self.spare, bits);
        self.cells.clear();
        let mut last = u64::MAX;
        for (&(key, _), at) in self.keys.iter().zip(0..) {
            if key != last {
                last = key;
                let column = key & ((1 << column_bits) - 1);
                self.cells.push(Cell { place: place((key >> column_bits) as u32, column as u32), first: at });
            }
        }
        self.cells.push(Cell { place: u64::MAX, first: places.len() as u32 });
        let agents = &mut self.agents;
        agents.slot.clear();
        agents.slot.extend(self.keys.iter().map(|&(_, slot)| slot));
        agents.x.clear();
        agents.x.extend(self.keys.iter().map(|&(_, slot)| places[slot as usize].x));
        agents.y.clear();
        agents.y.extend(self.keys.iter().map(|&(_, slot)| places[slot as usize].y));
        agents.body.clear();
        agents.body.extend(self.keys.iter().map(|&(_, slot)| bodies(slot as usize)));
    }

    /// The agents, sorted by cell, those of one cell by slot.
    pub fn agents(&self) -> &Sorted {
        &self.agents
    }

    /// How many cells have somebody in them.
    pub fn len(&self) -> usize {
        self.cells.len().saturating_sub(1)
    }

    /// There is nobody.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The agents of a cell, by their places in the sorted arrays.
    pub fn agents_in(&self, cell: usize) -> Range<usize> {
        self.cells[cell].first as usize..self.cells[cell + 1].first as usize
    }

    /// The agents in the square block of `rings` cells all around a cell: one run of the sorted arrays a row. Where the rows
    /// of a block of one ring begin is looked for from where they did the last time.
    pub(crate) fn block(&self, cell: usize, rings: u32, begins: &mut [usize; 3], runs: &mut Vec<Range<usize>>) {
        runs.clear();
        let (row, column) = (self.cells[cell].row(), self.cells[cell].column());
        let (left, right) = (column.saturating_sub(rings), column.saturating_add(rings));
        let last_row = self.len().checked_sub(1).map_or(0, |last| self.cells[last].row());
        let mut begin = cell;
        for other in row.saturating_sub(rings)..=row.saturating_add(rings).min(last_row) {
            let nearby = if rings == 1 { begins.get_mut((other + 1 - row) as usize) } else { None };
            let guess = nearby.as_deref().map_or(begin, |&nearby| nearby.min(self.len()));
            begin = self.first_cell_at(guess, place(other, left));
            if let Some(nearby) = nearby {
                *nearby = begin;
            }
            let mut end = begin;
            while end < self.len() && self.cells[end].place <= place(other, right) {
                end += 1;
            }
            if begin < end {
                runs.push(self.cells[begin].first as usize..self.cells[end].first as usize);
            }
        }
    }

    /// The first cell not before a place, looked for from a guess outwards.
    fn first_cell_at(&self, guess: usize, place: u64) -> usize {
        let is_before = |cell: usize| self.cells[cell].place < place;
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

    /// How far an agent sees in the block of `rings` cells around its cell, in fine steps: to its nearest border.
    pub(crate) fn guaranteed(&self, cell: usize, agent: usize, rings: u32) -> f32 {
        let (corner, _) = self.square(cell);
        let inset = |c: i32, low: i32| {
            let inside = c.wrapping_sub(low) as u32;
            inside.min(self.size - inside)
        };
        let inset = inset(self.agents.x[agent], corner.x).min(inset(self.agents.y[agent], corner.y));
        (u64::from(self.size) * u64::from(rings) + u64::from(inset)) as f32
    }

    /// A corner of a cell and its size, in fine steps.
    pub(crate) fn square(&self, cell: usize) -> (Fine, u32) {
        let (row, column) = (self.cells[cell].row(), self.cells[cell].column());
        let at = |low: i32, count: u32| low.wrapping_add(count.wrapping_mul(self.size) as i32);
        (Fine { x: at(self.low.x, column), y: at(self.low.y, row) }, self.size)
    }
}

/// Sorts by keys of so many bits, those with equal keys as they come: by digits, the last first.
fn sort_by_key(items: &mut Vec<(u64, u32)>, spare: &mut Vec<(u64, u32)>, bits: u32) {
    const BITS: u32 = 11;
    let mut shift = 0;
    spare.resize(items.len(), (0, 0));
    while shift < bits {
        let digit = |key: u64| (key >> shift) as usize & ((1 << BITS) - 1);
        let mut starts = [0u32; 1 << BITS];
        items.iter().for_each(|&(key, _)| starts[digit(key)] += 1);
        let mut total = 0;
        for start in &mut starts {
            total += std::mem::replace(start, total);
        }
        for &(key, slot) in &*items {
            let start = &mut starts[digit(key)];
            spare[*start as usize] = (key, slot);
            *start += 1;
        }
        std::mem::swap(items, spare);
        shift += BITS;
    }
}
