//! Grids of 0 and 1, as the any-angle planners' test grids have them: `width height`, then one digit a cell.
//!
//! ```text
//! 4 3
//! 0 0 0 0
//! 0 1 1 0
//! 0 0 0 0
//! ```
//!
//! 1 is blocked. Row by row, the first at y = 0; line ends are mere white space. The scene is made as for
//! [`crate::grid_map`].

use crate::cells::Cells;
use crate::error::FileError;
use crate::scanner::Scanner;

/// Reads a 0/1 grid.
pub(crate) fn read(bytes: &[u8]) -> Result<Cells, FileError> {
    let mut scanner = Scanner::new(bytes);
    let start = scanner.here();
    let width = scanner.count("columns", 2)?;
    let height = scanner.count("rows", 2)?;
    let count = Cells::check_size(width, height).map_err(|reason| scanner.fault(start, reason))?;
    scanner.room_for(count, "cells", 2)?;
    let mut blocked = Vec::with_capacity(count);
    for _ in 0..count {
        let cell = scanner.wanted("a cell, 0 or 1")?;
        blocked.push(match cell.bytes {
            b"0" => false,
            b"1" => true,
            _ => return Err(scanner.unexpected(cell, "a cell, 0 or 1")),
        });
    }
    scanner.end()?;
    Ok(Cells::new(width, height, blocked))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Reason, TextPosition};
    use navigant_geometry::Outline;

    #[test]
    fn ones_are_obstacles() {
        let scene = read(b"4 3\n0 0 0 0\n0 1 1 0\n0 0 0 0").unwrap().scene().unwrap();
        assert_eq!(scene.floors, [Outline::rectangle([0.0, 0.0], [4.0, 3.0])]);
        assert_eq!(scene.obstacles[0].outline, Outline::rectangle([1.0, 1.0], [3.0, 2.0]));
    }

    #[test]
    fn other_cells_and_missing_cells_are_refused() {
        let error = read(b"2 2\n0 1\n0 2\n").err().unwrap();
        assert_eq!(error.place, Some(TextPosition { line: 3, column: 3 }));
        let error = read(b"300 300\n0 1 0\n").err().unwrap();
        assert!(matches!(error.reason, Reason::CountBeyondFile { what: "columns", count: 300, .. }));
        let error = read(b"5 5\n0 1 0 0 0\n").err().unwrap();
        assert_eq!(error.reason, Reason::CountBeyondFile { what: "cells", count: 25, room: 6 });
        assert!(matches!(read(b"2 2\n0 1\n0\n").err().unwrap().reason, Reason::EndsEarly { .. }));
        assert!(read(b"2 2\n0 1\n0 0 0\n").is_err());
    }
}
