//! Moving AI grid maps (`.map`): walls become polygons.
//!
//! ```text
//! type octile
//! height 3
//! width 4
//! map
//! ....
//! .@T.
//! ....
//! ```
//!
//! `.`, `G` (ground) and `S` (swamp) are walkable; `@`, `O`, `T` and `W` (out of bounds, trees, water) are not: the rule by
//! which the published lengths were made, and the same as in [`crate::moving_ai`]. Coordinates are the file's: cell (i, j) covers [i, i+1] × [j, j+1], x to the right, **y down**,
//! so that the published queries and lengths hold as they are.
//!
//! The floor is the rectangle of the grid, and each region of blocked cells is one obstacle, with holes where it
//! encloses free cells: one may count obstacles, move or remove them. The free space is exactly the walkable cells;
//! two that touch at a corner only do not connect, and two blocked cells that touch at a corner leave no gap.
//!
//! Formats that know no obstacles with holes get the walkable regions instead (`navigant convert`): the same free space.
//!
//! Described in N. Sturtevant, "Benchmarks for Grid-Based Pathfinding" (2012).

use crate::cells::Cells;
use crate::error::{FileError, Reason};
use crate::moving_ai::is_walkable;
use crate::scanner::{Scanner, Token};

/// Reads a grid map.
pub(crate) fn read(bytes: &[u8]) -> Result<Cells, FileError> {
    let scanner = &mut Scanner::new(bytes);
    scanner.expect(b"type", "the word \"type\"")?;
    let kind = scanner.wanted("octile")?;
    if kind.bytes != b"octile" && kind.bytes != b"tile" {
        return Err(scanner.unexpected(kind, "octile"));
    }
    let (mut width, mut height) = (None, None);
    let start = loop {
        let word = scanner.wanted("the word \"height\", \"width\" or \"map\"")?;
        match word.bytes {
            b"height" => height = Some(scanner.count("rows", 2)?),
            b"width" => width = Some(scanner.count("columns", 1)?),
            b"map" => break word,
            _ => return Err(scanner.unexpected(word, "the word \"height\", \"width\" or \"map\"")),
        }
    };
    let (Some(width), Some(height)) = (width, height) else {
        return Err(scanner.unexpected(start, "the grid's height and width"));
    };
    let count = Cells::check_size(width, height).map_err(|reason| scanner.fault(start, reason))?;
    scanner.line();
    scanner.room_for(count, "cells", 1)?;
    let mut blocked = Vec::with_capacity(count);
    for _ in 0..height {
        let row = scanner.line().ok_or_else(|| scanner.ends_early("a row of cells"))?;
        push_row(scanner, row, width, &mut blocked)?;
    }
    scanner.end()?;
    Ok(Cells::new(width, height, blocked))
}

/// One row of terrain.
fn push_row(scanner: &Scanner<'_>, row: Token<'_>, width: usize, blocked: &mut Vec<bool>) -> Result<(), FileError> {
    if row.bytes.len() != width {
        let reason = Reason::RowLength { wanted: width as u64, found: row.bytes.len() as u64 };
        return Err(scanner.fault(row, reason));
    }
    for (i, &terrain) in row.bytes.iter().enumerate() {
        let terrain = char::from(terrain);
        let Some(walkable) = is_walkable(terrain) else {
            let here = Token { bytes: row.bytes, at: row.at + i };
            return Err(scanner.fault(here, Reason::UnknownTerrain(terrain)));
        };
        blocked.push(!walkable);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::TextPosition;

    fn refusal(text: &str) -> (Reason, TextPosition) {
        let error = read(text.as_bytes()).err().unwrap();
        (error.reason, error.place.unwrap())
    }

    #[test]
    fn windows_line_ends_and_either_order_of_the_size_are_read() {
        let unix = read(b"type octile\nheight 2\nwidth 3\nmap\n.@.\nG.T\n").unwrap().scene().unwrap();
        let windows = read(b"type octile\r\nwidth 3\r\nheight 2\r\nmap\r\n.@.\r\nG.T\r\n").unwrap().scene().unwrap();
        assert_eq!(unix, windows);
        assert_eq!(unix.obstacles.len(), 1, "the two meet at a corner");
    }

    #[test]
    fn both_readers_of_grid_maps_walk_on_the_same_terrain() {
        let text = "type octile\nheight 1\nwidth 7\nmap\n.GS@OTW\n";
        let scene = read(text.as_bytes()).unwrap().walkable_areas().unwrap();
        let grid = crate::moving_ai::read_grid(text).unwrap();
        let walkable = (0..7).filter(|&x| grid.is_walkable(navigant_mesh::Cell::new(x, 0))).count();
        assert_eq!(scene.floors, [navigant_geometry::Outline::rectangle([0.0, 0.0], [walkable as f64, 1.0])]);
    }

    #[test]
    fn a_huge_grid_in_a_tiny_file_is_refused_before_anything_is_allocated() {
        let (reason, place) = refusal("type octile\nheight 4000000000\nwidth 4000000000\nmap\n....\n");
        assert!(matches!(reason, Reason::CountBeyondFile { what: "rows", count: 4_000_000_000, .. }));
        assert_eq!(place, TextPosition { line: 2, column: 8 });
        assert!(matches!(
            refusal("type octile\nheight 9\nwidth 9\nmap\n.........\n").0,
            Reason::CountBeyondFile { .. }
        ));
        assert!(matches!(refusal("type octile\nheight 0\nwidth 0\nmap\n").0, Reason::Expected { .. }));
    }

    #[test]
    fn faults_in_rows_are_named_with_line_and_column() {
        let (reason, place) = refusal("type octile\nheight 2\nwidth 3\nmap\n...\n.x.\n");
        assert_eq!((reason, place), (Reason::UnknownTerrain('x'), TextPosition { line: 6, column: 2 }));
        let (reason, place) = refusal("type octile\nheight 2\nwidth 3\nmap\n....\n...\n");
        assert_eq!((reason, place), (Reason::RowLength { wanted: 3, found: 4 }, TextPosition { line: 5, column: 1 }));
    }
}
