//! Maps that change: the dynamic track of the Grid-Based Path Planning Competition.
//!
//! A `.patch` file holds small maps; a `.scen` file of version 2 lays them over a grid, open at first, and asks for paths in
//! between.

use crate::moving_ai::{BadGridFile, Lines, Mistake};
use navigant_mesh::{Cell, Grid, GridError};
use std::num::NonZeroU8;

/// A small map to lay over a grid: the weight of every cell, 0 where it is blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// Width in cells.
    pub width: u32,
    /// Height in cells.
    pub height: u32,
    weights: Vec<u8>,
}

impl Patch {
    /// Lays the patch over a grid with its top left at a cell; calls `changed` for every cell that is not what it was.
    ///
    /// # Errors
    /// [`GridError::OffGrid`] when a part of it would lie outside; the part before it is then laid.
    pub fn lay(&self, grid: &mut Grid, at: Cell, mut changed: impl FnMut(Cell)) -> Result<(), GridError> {
        let places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        for ((x, y), &weight) in places.zip(&self.weights) {
            let cell = Cell::new(at.x.saturating_add(x), at.y.saturating_add(y));
            let differs = match NonZeroU8::new(weight) {
                Some(weight) => grid.set(cell, weight)?,
                None => grid.block(cell)?,
            };
            if differs {
                changed(cell);
            }
        }
        Ok(())
    }
}

/// One line of a dynamic scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Command {
    /// Lay a patch over the map.
    Patch {
        /// The snapshot it belongs to.
        snapshot: u32,
        /// Which patch of the file.
        patch: u32,
        /// Where its top left goes.
        at: Cell,
    },
    /// Ask for a path.
    Query {
        /// The snapshot it belongs to.
        snapshot: u32,
        /// Where the path begins.
        start: Cell,
        /// Where it ends.
        goal: Cell,
        /// The reference length in cells.
        length: f64,
    },
}

/// Reads a `.patch` file.
///
/// # Errors
/// [`BadGridFile`] with the line and what is wrong with it.
pub fn read_patches(text: &str) -> Result<Vec<Patch>, BadGridFile> {
    let mut lines = Lines::of(text);
    lines.after("type patch")?;
    let count = lines.number_after("patches")?;
    let mut patches = Vec::new();
    for expected in 0..count {
        if lines.number_after("patch")? != expected {
            return lines.fail(Mistake::Expected("the next patch"));
        }
        let (width, height, weights) = lines.map()?;
        patches.push(Patch { width, height, weights });
    }
    Ok(patches)
}

/// A dynamic scenario: an open grid of a size, and what happens on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stream {
    /// Width of the grid in cells.
    pub width: u32,
    /// Height of the grid in cells.
    pub height: u32,
    /// What happens, in order.
    pub commands: Vec<Command>,
}

/// Reads a `.scen` file of version 2.
///
/// # Errors
/// [`BadGridFile`] with the line and what is wrong with it.
pub fn read_stream(text: &str) -> Result<Stream, BadGridFile> {
    let mut lines = Lines::of(text);
    lines.after("version 2")?;
    let height = lines.number_after("height")?;
    let width = lines.number_after("width")?;
    while let Some(line) = lines.next() {
        if line == "commands" {
            break;
        }
    }
    let mut commands = Vec::new();
    while let Some(line) = lines.next() {
        let mut fields = line.split_whitespace();
        let kind = fields.next();
        let mut number = |field| lines.number(field, fields.next());
        match kind {
            None => {}
            Some("P") => commands.push(Command::Patch {
                snapshot: number("the snapshot")?,
                patch: number("the patch")?,
                at: Cell::new(number("x")?, number("y")?),
            }),
            Some("Q") => commands.push(Command::Query {
                snapshot: number("the snapshot")?,
                start: Cell::new(number("start x")?, number("start y")?),
                goal: Cell::new(number("goal x")?, number("goal y")?),
                length: lines.number("the length", fields.next())?,
            }),
            Some(_) => return lines.fail(Mistake::Expected("P or Q")),
        }
    }
    Ok(Stream { width, height, commands })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATCHES: &str = "type patch\npatches 1\npatch 0\nheight 1\nwidth 2\nmap\n@.\n";

    #[test]
    fn a_patch_reports_the_cells_that_it_changes() {
        let patches = read_patches(PATCHES).unwrap();
        let mut grid = Grid::open(3, 3).unwrap();
        let mut changed = Vec::new();
        patches[0].lay(&mut grid, Cell::new(1, 2), |cell| changed.push(cell)).unwrap();
        assert_eq!(changed, [Cell::new(1, 2)]);
        assert!(patches[0].lay(&mut grid, Cell::new(2, 2), |_| ()).is_err());
    }

    #[test]
    fn commands_keep_their_order() {
        let text = "version 2\nheight 3\nwidth 4\ncost 1 octile\npatch x\ncommands\nQ 0 1 2 0 1 2.5\nP 1 0 2 1\n";
        let Stream { width, height, commands } = read_stream(text).unwrap();
        assert_eq!((width, height), (4, 3));
        let (start, goal) = (Cell::new(1, 2), Cell::new(0, 1));
        assert_eq!(commands[0], Command::Query { snapshot: 0, start, goal, length: 2.5 });
        assert_eq!(commands[1], Command::Patch { snapshot: 1, patch: 0, at: Cell::new(2, 1) });
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        assert_eq!(read_patches("type patch\npatches 9\n").unwrap_err().line, 3);
        let stream = |command| read_stream(&format!("version 2\nheight 3\nwidth 3\ncommands\n{command}\n"));
        assert_eq!(stream("X").unwrap_err().line, 5);
        assert_eq!(stream("P 1 0 2").unwrap_err().what, Mistake::BadNumber("y"));
        assert_eq!(read_stream("version 2\nwidth 3\n").unwrap_err().line, 2);
    }
}
