//! A table of directions, a byte for every cell, for many lookups.

use crate::field::Field;
use navigant_mesh::CellId;
use navigant_mesh::grid::Direction;
use navigant_mesh::internals::DirectionInternals as _;

/// The direction of the cheapest way from every cell, as the field was when it was asked for.
///
/// One byte a cell, so a lookup is one load; [`Field::direction`] looks at eight neighbours instead and is never out of date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directions {
    /// The number of the direction; 8 for none.
    numbers: Vec<u8>,
}

impl Directions {
    /// Of all cells of a field, by as many threads as the field uses.
    pub(crate) fn of(field: &Field, threads: usize) -> Directions {
        let mut numbers = vec![8; field.cells()];
        let chunk = numbers.len().div_ceil(threads).max(1);
        std::thread::scope(|scope| {
            for (index, part) in numbers.chunks_mut(chunk).enumerate() {
                scope.spawn(move || {
                    for (offset, number) in part.iter_mut().enumerate() {
                        let cell = CellId((index * chunk + offset) as u32);
                        *number = field.direction(cell).map_or(8, |direction| direction as u8);
                    }
                });
            }
        });
        Directions { numbers }
    }

    /// The direction of the cheapest way from a cell; `None` at a goal, where there is no way, and where the field does not reach.
    #[inline]
    pub fn get(&self, cell: CellId) -> Option<Direction> {
        let number = *self.numbers.get(cell.0 as usize)?;
        (number < 8).then(|| Direction::numbered(u32::from(number)))
    }
}
