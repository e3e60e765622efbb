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
    row: u32,
    column: u32,
    /// The first of its agents in the sorted arrays.
    first: u32,
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
        let number = |c: i32, low: i32| c.wrapping_sub(low) as u32 / self.size;
        let columns = u64::from(number(high.x, self.low.x)) + 1;
        let rows = u64::from(number(high.y, self.low.y)) + 1;
        self.keys.clear();
        self.keys.extend(places.iter().enumerate().map(|(slot, p)| {
            let (row, column) = (number(p.y, self.low.y), number(p.x, self.low.x));
            (u64::from(row) * columns + u64::from(column), slot as u32)
        }));
        sort_by_key(&mut self.keys, &mut self.spare, rows * columns);
        self.cells.clear();
        let agents = &mut self.agents;
        agents.slot.clear();
        agents.x.clear();
        agents.y.clear();
        agents.body.clear();
        let mut last = u64::MAX;
        for (at, &(key, slot)) in self.keys.iter().enumerate() {
            if key != last {
                last = key;
                self.cells.push(Cell { row: (key / columns) as u32, column: (key % columns) as u32, first: at as u32 });
            }
            let place = places[slot as usize];
            agents.slot.push(slot);
            agents.x.push(place.x);
            agents.y.push(place.y);
            agents.body.push(bodies(slot as usize));
        }
        self.cells.push(Cell { row: u32::MAX, column: u32::MAX, first: places.len() as u32 });
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

    /// The agents in the square block of `rings` cells all around a cell: one run of the sorted arrays a row.
    pub(crate) fn block(&self, cell: usize, rings: u32, runs: &mut Vec<Range<usize>>) {
        runs.clear();
        let Cell { row, column, .. } = self.cells[cell];
        let (left, right) = (column.saturating_sub(rings), column.saturating_add(rings));
        let last_row = self.len().checked_sub(1).map_or(0, |last| self.cells[last].row);
        for other in row.saturating_sub(rings)..=row.saturating_add(rings).min(last_row) {
            let from = self.first_cell_at(cell, other, left);
            let to = self.first_cell_at(from, other, right.saturating_add(1));
            if from < to {
                runs.push(self.cells[from].first as usize..self.cells[to].first as usize);
            }
        }
    }

    /// The first cell not before a place, looked for from a guess outwards.
    fn first_cell_at(&self, guess: usize, row: u32, column: u32) -> usize {
        let is_before = |cell: usize| (self.cells[cell].row, self.cells[cell].column) < (row, column);
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
    pub(crate) fn guaranteed(&self, agent: usize, rings: u32) -> f32 {
        let inset = |c: i32, low: i32| {
            let inside = c.wrapping_sub(low) as u32 % self.size;
            inside.min(self.size - inside)
        };
        let inset = inset(self.agents.x[agent], self.low.x).min(inset(self.agents.y[agent], self.low.y));
        (u64::from(self.size) * u64::from(rings) + u64::from(inset)) as f32
    }

    /// A corner of a cell and its size, in fine steps.
    pub(crate) fn square(&self, cell: usize) -> (Fine, u32) {
        let Cell { row, column, .. } = self.cells[cell];
        let at = |low: i32, count: u32| low.wrapping_add(count.wrapping_mul(self.size) as i32);
        (Fine { x: at(self.low.x, column), y: at(self.low.y, row) }, self.size)
    }
}

/// Sorts by keys below a limit, those with equal keys as they come: by digits, the last first.
fn sort_by_key(items: &mut Vec<(u64, u32)>, spare: &mut Vec<(u64, u32)>, limit: u64) {
    const BITS: u32 = 11;
    let mut shift = 0;
    spare.clear();
    spare.resize(items.len(), (0, 0));
    while shift < 64 && limit >> shift > 0 {
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
