//! Where cells lie in memory: blocks of 8 × 8, so that a wave, which goes along in all directions, meets few pages and lines.

/// The order of cells in memory. A slot is the number of a cell in it.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Blocks are 2^bits wide and high.
    bits: u32,
    /// Blocks in a row.
    blocks: u32,
    slots: usize,
    /// By place in a block: what a step in each direction adds to the slot, wrapping around below 0.
    strides: Vec<[u32; 8]>,
}

impl Layout {
    pub(crate) fn new(width: u32, height: u32) -> Layout {
        // Narrow grids would be mostly padding.
        let bits = if width.min(height) < 32 { 0 } else { 3 };
        let blocks = width.div_ceil(1 << bits);
        let slots = (blocks as usize * height.div_ceil(1 << bits) as usize) << (2 * bits);
        let mut layout = Layout { width, height, bits, blocks, slots, strides: Vec::new() };
        layout.strides = (0..1 << (2 * bits)).map(|place| layout.strides_at(place)).collect();
        layout
    }

    /// Strides from a place in a block, clockwise from north.
    fn strides_at(&self, place: u32) -> [u32; 8] {
        let side = 1 << self.bits;
        let (x, y) = (place % side, place / side);
        let area = side * side;
        let row = self.blocks * area;
        // To the same column of the next block, and back by the columns between.
        let east = if x + 1 == side { area.wrapping_sub(side - 1) } else { 1 };
        let west = if x == 0 { (side - 1).wrapping_sub(area) } else { 1u32.wrapping_neg() };
        let south = if y + 1 == side { row.wrapping_sub((side - 1) * side) } else { side };
        let north = if y == 0 { ((side - 1) * side).wrapping_sub(row) } else { side.wrapping_neg() };
        let sum = u32::wrapping_add;
        [north, sum(north, east), east, sum(south, east), south, sum(south, west), west, sum(north, west)]
    }

    /// How many slots there are, padding included.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// How many cells there are.
    pub(crate) fn cells(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The slot of a column and row.
    #[inline]
    pub(crate) fn slot_at(&self, x: u32, y: u32) -> u32 {
        let (bits, mask) = (self.bits, (1 << self.bits) - 1);
        ((y >> bits) * self.blocks + (x >> bits)) << (2 * bits) | (y & mask) << bits | (x & mask)
    }

    /// The slot of a cell; `None` off the grid.
    #[inline]
    pub(crate) fn slot(&self, cell: u32) -> Option<u32> {
        let (x, y) = (cell % self.width, cell / self.width);
        (y < self.height).then(|| self.slot_at(x, y))
    }

    /// Column and row of a slot.
    pub(crate) fn place(&self, slot: u32) -> [u32; 2] {
        let (bits, mask) = (self.bits, (1 << self.bits) - 1);
        let block = slot >> (2 * bits);
        let (x, y) = (slot & mask, slot >> bits & mask);
        [(block % self.blocks) << bits | x, (block / self.blocks) << bits | y]
    }

    /// The cell of a slot that is not padding.
    pub(crate) fn cell(&self, slot: u32) -> u32 {
        let [x, y] = self.place(slot);
        y * self.width + x
    }

    /// Strides from a slot.
    #[inline]
    pub(crate) fn strides(&self, slot: u32) -> &[u32; 8] {
        &self.strides[slot as usize & (self.strides.len() - 1)]
    }

    /// Column and row of a slot and of those around it on the grid.
    pub(crate) fn places_around(&self, slot: u32) -> impl Iterator<Item = [u32; 2]> + use<> {
        let [x, y] = self.place(slot);
        let columns = x.saturating_sub(1)..(x + 2).min(self.width);
        let rows = y.saturating_sub(1)..(y + 2).min(self.height);
        rows.flat_map(move |y| columns.clone().map(move |x| [x, y]))
    }

    /// A slot and those around it on the grid.
    pub(crate) fn around(&self, slot: u32) -> impl Iterator<Item = u32> + use<'_> {
        self.places_around(slot).map(|[x, y]| self.slot_at(x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strides_lead_to_the_slots_of_neighbours() {
        let offsets = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        for (width, height) in [(1, 9), (2, 2), (40, 33), (64, 35)] {
            let layout = Layout::new(width, height);
            for cell in 0..width * height {
                let slot = layout.slot(cell).unwrap();
                assert_eq!(layout.cell(slot), cell);
                for (stride, (dx, dy)) in layout.strides(slot).iter().zip(offsets) {
                    let (x, y) = ((cell % width) as i64 + dx, (cell / width) as i64 + dy);
                    if (0..i64::from(width)).contains(&x) && (0..i64::from(height)).contains(&y) {
                        assert_eq!(slot.wrapping_add(*stride), layout.slot_at(x as u32, y as u32));
                    }
                }
            }
            assert_eq!(layout.slot(width * height), None);
        }
    }
}
