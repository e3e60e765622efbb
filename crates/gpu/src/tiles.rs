//! How cells lie in the device's memory: row by row, padded to whole tiles.

use crate::wave::{Ground, Wave};
use crate::{Device, GpuError};
use navigant_field::internals::FieldInternals as _;
use navigant_field::{Field, STRAIGHT_COST};
use navigant_mesh::CellId;

/// Cells along a side of a tile.
pub(crate) const SIDE: u32 = 32;

/// The width of a round's band, in tiles that are crossed. Narrow ones visit fewer tiles in more rounds: of 8192² with weights a tile is
/// visited 45 times without a band and 5.6 times with 2, which takes 47 instead of 267 ms on an H200; 512² with weights takes 2.3, 2.1, 1.5
/// and 1.6 ms with 1, 2, 4 and 8.
const BAND: f64 = 4.0;

/// Rounds in a submission that raises costs from which on it is quicker to begin again: a tile a round.
const MOST_TO_RAISE: u32 = 48;

/// The tiles over a grid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tiles {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Tiles in a row.
    pub(crate) columns: u32,
    pub(crate) rows: u32,
}

impl Tiles {
    pub(crate) fn over([width, height]: [u32; 2]) -> Tiles {
        Tiles { width, height, columns: width.div_ceil(SIDE), rows: height.div_ceil(SIDE) }
    }

    pub(crate) fn count(self) -> u32 {
        self.columns * self.rows
    }

    /// Cells with padding.
    pub(crate) fn cells(self) -> u64 {
        u64::from(self.count()) * u64::from(SIDE * SIDE)
    }

    /// The place of a cell in the device's memory.
    pub(crate) fn place(self, cell: CellId) -> u32 {
        cell.0 / self.width * self.columns * SIDE + cell.0 % self.width
    }

    /// The tile of a cell.
    pub(crate) fn tile(self, cell: CellId) -> u32 {
        cell.0 / self.width / SIDE * self.columns + cell.0 % self.width / SIDE
    }

    /// The tiles of some cells and of those beside them, sorted.
    pub(crate) fn near(self, cells: &[CellId]) -> Vec<u32> {
        let mut tiles = Vec::new();
        for cell in cells {
            let (x, y) = (cell.0 % self.width, cell.0 / self.width);
            for row in y.saturating_sub(1) / SIDE..=(y + 1).min(self.height - 1) / SIDE {
                for column in x.saturating_sub(1) / SIDE..=(x + 1).min(self.width - 1) / SIDE {
                    let tile = row * self.columns + column;
                    if tiles.last() != Some(&tile) {
                        tiles.push(tile);
                    }
                }
            }
        }
        tiles.sort_unstable();
        tiles.dedup();
        tiles
    }

    /// The word of a place: that cell and the one beside it.
    pub(crate) fn word(self, field: &Field, word: u32) -> u32 {
        let half = |place: u32| {
            let (x, y) = (place % (self.columns * SIDE), place / (self.columns * SIDE));
            let is_on = x < self.width && y < self.height;
            if is_on { u32::from(field.packed(CellId(y * self.width + x))) } else { 0 }
        };
        half(2 * word) | half(2 * word + 1) << 16
    }

    /// A wave over a field's cells.
    pub(crate) fn wave(self, device: &Device, field: &Field) -> Result<Wave, GpuError> {
        let words: Vec<u32> = (0..(self.cells() / 2) as u32).map(|word| self.word(field, word)).collect();
        let ground = Ground {
            words: &words,
            places: self.cells(),
            parts: self.count(),
            columns: self.columns,
            kernels: |pipelines| &pipelines.tiles,
            band: band(&words),
            most_to_raise: MOST_TO_RAISE,
        };
        Wave::new(device, &ground)
    }

    /// What is told of all places, of the cells, row by row.
    pub(crate) fn unpadded(self, places: &[u32]) -> Vec<u32> {
        let rows = places.chunks((self.columns * SIDE) as usize).take(self.height as usize);
        rows.flat_map(|row| row.iter().take(self.width as usize)).copied().collect()
    }
}

/// The width of a round's band: what it costs to cross some tiles, by the mean weight of open cells.
fn band(words: &[u32]) -> u32 {
    let cells = words.iter().flat_map(|word| [word & 0xffff, word >> 16]).filter(|cell| cell >> 8 != 0);
    let (count, weights) = cells.fold((0u64, 0u64), |(count, sum), cell| (count + 1, sum + u64::from(cell & 0xff)));
    let crossing = f64::from(STRAIGHT_COST) * weights as f64 / count.max(1) as f64 * f64::from(SIDE);
    (BAND * crossing) as u32
}
