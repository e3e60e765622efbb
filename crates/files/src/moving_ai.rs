//! Grid maps (`.map`) and queries (`.scen`) of the Moving AI benchmarks (Sturtevant, "Benchmarks for Grid-Based
//! Pathfinding", 2012).

use navigant_mesh::{Cell, Grid, GridError};
use std::fmt;

/// One query of a `.scen` file.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenQuery {
    /// The difficulty class; a tenth of it is about four cells of length.
    pub bucket: u32,
    /// The name of the map as written.
    pub map: String,
    /// Where the path begins.
    pub start: Cell,
    /// Where it ends.
    pub goal: Cell,
    /// The reference length in cells, as printed.
    pub length: f64,
}

/// What was wrong with a file, and in which line.
#[derive(Clone, Debug, PartialEq)]
pub struct BadGridFile {
    /// The line, from 1; the one after the last if the file ends too soon.
    pub line: usize,
    /// What was wrong there.
    pub what: Mistake,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Mistake {
    /// The line should have begun with this word.
    Expected(&'static str),
    /// This field is missing or not a number of the kind it should be.
    BadNumber(&'static str),
    /// A row of the map has not as many cells as the map is wide.
    RowLength {
        /// The width.
        expected: u32,
        /// The cells in this row.
        found: usize,
    },
    /// A character that is no terrain.
    UnknownTerrain(char),
    /// The file ends before the map is complete.
    TooShort,
    /// Something follows the last row.
    TooLong,
    /// The size cannot be that of a grid.
    BadSize(GridError),
    /// A number that must be below a limit is not.
    OutOfRange {
        /// Which number.
        field: &'static str,
        /// What it is.
        found: u32,
        /// What it must be below.
        limit: u32,
    },
}

impl fmt::Display for BadGridFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.what {
            Mistake::Expected(word) => write!(f, "expected \"{word}\""),
            Mistake::BadNumber(field) => write!(f, "{field} is missing or not a valid number"),
            Mistake::RowLength { expected, found } => write!(f, "{found} cells in a row of a map {expected} wide"),
            Mistake::UnknownTerrain(c) => write!(f, "{c:?} is no terrain; known are . G S @ O T W"),
            Mistake::TooShort => write!(f, "the file ends before the map is complete"),
            Mistake::TooLong => write!(f, "the file goes on after the last row"),
            Mistake::BadSize(error) => write!(f, "{error}"),
            Mistake::OutOfRange { field, found, limit } => write!(f, "{field} is {found}; it must be below {limit}"),
        }
    }
}

impl std::error::Error for BadGridFile {}

/// The lines of a file, counted.
pub(crate) struct Lines<'a> {
    lines: std::str::Lines<'a>,
    pub(crate) number: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn of(text: &'a str) -> Lines<'a> {
        Lines { lines: text.lines(), number: 0 }
    }

    /// The next line without the white space round it.
    pub(crate) fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.lines.next().map(str::trim)
    }

    /// The bytes that are left.
    pub(crate) fn left(&self) -> usize {
        self.lines.clone().map(str::len).sum()
    }

    pub(crate) fn fail<T>(&self, what: Mistake) -> Result<T, BadGridFile> {
        Err(BadGridFile { line: self.number, what })
    }

    /// The rest of the next line, which must begin with a word.
    pub(crate) fn after(&mut self, word: &'static str) -> Result<&'a str, BadGridFile> {
        match self.next().and_then(|line| line.strip_prefix(word)) {
            Some(rest) => Ok(rest.trim()),
            None => self.fail(Mistake::Expected(word)),
        }
    }

    /// The number after a word on the next line.
    pub(crate) fn number_after(&mut self, word: &'static str) -> Result<u32, BadGridFile> {
        let rest = self.after(word)?;
        self.number(word, Some(rest))
    }

    /// A field as a number.
    pub(crate) fn number<T: std::str::FromStr>(
        &self,
        field: &'static str,
        text: Option<&str>,
    ) -> Result<T, BadGridFile> {
        match text.and_then(|text| text.parse().ok()) {
            Some(number) => Ok(number),
            None => self.fail(Mistake::BadNumber(field)),
        }
    }

    /// `height`, `width`, `map` and as many rows: size and weights, 0 where blocked.
    pub(crate) fn map(&mut self) -> Result<(u32, u32, Vec<u8>), BadGridFile> {
        let height = self.number_after("height")?;
        let width = self.number_after("width")?;
        self.after("map")?;
        let cells = u64::from(width) * u64::from(height);
        if cells == 0 || cells > Grid::MAX_CELLS {
            return self.fail(Mistake::BadSize(GridError::BadSize { width, height }));
        }
        // Nothing is reserved that the file does not hold.
        let mut weights = Vec::with_capacity(self.left().min(cells as usize));
        for _ in 0..height {
            let Some(row) = self.next() else { return self.fail(Mistake::TooShort) };
            let found = row.chars().count();
            if found != width as usize {
                return self.fail(Mistake::RowLength { expected: width, found });
            }
            for terrain in row.chars() {
                match is_walkable(terrain) {
                    Some(walkable) => weights.push(u8::from(walkable)),
                    None => return self.fail(Mistake::UnknownTerrain(terrain)),
                }
            }
        }
        Ok((width, height, weights))
    }
}

/// Whether one can walk on a kind of terrain; `None` if there is no such terrain.
///
/// Ground (`.` and `G`) and swamp (`S`) can be walked on, and between; out of bounds (`@` and `O`), trees (`T`) and water
/// (`W`) cannot. This is the rule by which the lengths in the benchmarks' `.scen` files were made, for all who start on
/// ground: those of `wc3maps512/battleground` lead through its swamps. (11 of its queries start in the water or in the
/// woods and keep to these; they have no path here.)
pub(crate) fn is_walkable(terrain: char) -> Option<bool> {
    match terrain {
        '.' | 'G' | 'S' => Some(true),
        '@' | 'O' | 'T' | 'W' => Some(false),
        _ => None,
    }
}

/// Reads a `.map` file. Ground (`.` and `G`) and swamp (`S`) are walkable at the same cost, as the benchmarks' own lengths
/// suppose; everything else is blocked. The reader of scenes ([`crate::Scene`]) keeps to the same rule.
///
/// # Errors
/// [`BadGridFile`] with the line and what is wrong with it.
///
/// ```
/// let grid = navigant_files::moving_ai::read_grid("type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n")?;
/// assert_eq!(grid.size(), (3, 2));
/// # Ok::<(), navigant_files::moving_ai::BadGridFile>(())
/// ```
pub fn read_grid(text: &str) -> Result<Grid, BadGridFile> {
    let mut lines = Lines::of(text);
    lines.after("type")?;
    let (width, height, weights) = lines.map()?;
    while let Some(line) = lines.next() {
        if !line.is_empty() {
            return lines.fail(Mistake::TooLong);
        }
    }
    Grid::from_weights(width, height, weights)
        .map_err(|error| BadGridFile { line: lines.number, what: Mistake::BadSize(error) })
}

/// Reads the queries of a `.scen` file, separated by tabs (version 1) or spaces (version 1.0).
///
/// # Errors
/// [`BadGridFile`] with the line and what is wrong with it.
pub fn read_scen(text: &str) -> Result<Vec<ScenQuery>, BadGridFile> {
    let mut lines = Lines::of(text);
    lines.after("version")?;
    let mut queries = Vec::new();
    while let Some(line) = lines.next() {
        if !line.is_empty() {
            queries.push(scen_query(&lines, line)?);
        }
    }
    Ok(queries)
}

fn scen_query(lines: &Lines, line: &str) -> Result<ScenQuery, BadGridFile> {
    // With tabs a name may hold spaces.
    let mut fields = line.split(|c: char| if line.contains('\t') { c == '\t' } else { c == ' ' }).map(str::trim);
    let bucket = lines.number("the bucket", fields.next())?;
    let Some(map) = fields.next().map(str::to_owned) else {
        return lines.fail(Mistake::Expected("the name of a map"));
    };
    let width = lines.number("the width", fields.next())?;
    let height = lines.number("the height", fields.next())?;
    let mut below = |field, limit| {
        let found = lines.number(field, fields.next())?;
        if found < limit { Ok(found) } else { lines.fail(Mistake::OutOfRange { field, found, limit }) }
    };
    let start = Cell::new(below("start x", width)?, below("start y", height)?);
    let goal = Cell::new(below("goal x", width)?, below("goal y", height)?);
    let length = lines.number("the length", fields.next())?;
    Ok(ScenQuery { bucket, map, start, goal, length })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(text: &str) -> (usize, Mistake) {
        let error = read_grid(text).unwrap_err();
        (error.line, error.what)
    }

    #[test]
    fn ground_and_swamp_are_walkable_and_everything_else_is_not() {
        let grid = read_grid("type octile\nheight 1\nwidth 7\nmap\n.GS@OTW\n").unwrap();
        let walkable: Vec<bool> = (0..7).map(|x| grid.is_walkable(Cell::new(x, 0))).collect();
        assert_eq!(walkable, [true, true, true, false, false, false, false]);
    }

    #[test]
    fn lines_may_end_as_on_windows() {
        assert!(read_grid("type octile\r\nheight 1\r\nwidth 2\r\nmap\r\n..\r\n").is_ok());
    }

    #[test]
    fn every_mistake_in_a_map_is_named_with_its_line() {
        assert_eq!(mistake(""), (1, Mistake::Expected("type")));
        assert_eq!(mistake("type octile\nheight x\n"), (2, Mistake::BadNumber("height")));
        assert_eq!(mistake("type octile\nheight 1\nwidth -1\n"), (3, Mistake::BadNumber("width")));
        assert_eq!(mistake("type octile\nheight 1\nwidth 1\n."), (4, Mistake::Expected("map")));
        let row = Mistake::RowLength { expected: 2, found: 1 };
        assert_eq!(mistake("type octile\nheight 1\nwidth 2\nmap\n.\n"), (5, row));
        assert_eq!(mistake("type octile\nheight 1\nwidth 1\nmap\n?\n"), (5, Mistake::UnknownTerrain('?')));
        assert_eq!(mistake("type octile\nheight 2\nwidth 1\nmap\n.\n"), (6, Mistake::TooShort));
        assert_eq!(mistake("type octile\nheight 1\nwidth 1\nmap\n.\n.\n"), (6, Mistake::TooLong));
    }

    #[test]
    fn a_header_cannot_ask_for_memory_that_the_file_does_not_fill() {
        let (line, what) = mistake("type octile\nheight 4294967295\nwidth 4294967295\nmap\n");
        assert!(line == 4 && matches!(what, Mistake::BadSize(_)));
        assert_eq!(mistake("type octile\nheight 16384\nwidth 16384\nmap\n"), (5, Mistake::TooShort));
    }

    #[test]
    fn queries_are_read_with_tabs_or_with_spaces() {
        let tabs = read_scen("version 1\n3\tmaps/a map.map\t49\t48\t1\t2\t5\t7\t6.65685\n").unwrap();
        let spaces = read_scen("version 1.0\n3 maps/b.map 49 48 1 2 5 7 6.65685\n\n").unwrap();
        assert_eq!((tabs[0].start, tabs[0].goal), (Cell::new(1, 2), Cell::new(5, 7)));
        assert_eq!((tabs[0].map.as_str(), tabs[0].length), ("maps/a map.map", 6.65685));
        assert_eq!((spaces.len(), spaces[0].goal), (1, Cell::new(5, 7)));
    }

    #[test]
    fn a_query_off_its_map_is_named() {
        let error = read_scen("version 1\n0\tm\t4\t4\t1\t4\t0\t0\t1\n").unwrap_err();
        assert_eq!(error, BadGridFile { line: 2, what: Mistake::OutOfRange { field: "start y", found: 4, limit: 4 } });
        assert_eq!(read_scen("version 1\n0\tm\t4\t4\t1\n").unwrap_err().what, Mistake::BadNumber("start y"));
    }
}
