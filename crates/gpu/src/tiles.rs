//! How cells lie in the device's memory: row by row, padded to whole tiles.

use navigant_field::Field;
use navigant_field::internals::FieldInternals as _;
use navigant_mesh::CellId;

/// Cells along a side of a tile.
pub(crate) const SIDE: u32 = 32;

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
}
