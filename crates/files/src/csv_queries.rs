//! Lists of queries with known answers (`.csv`): where from, where to, and the length of the shortest path.
//!
//! ```text
//! sx,sy,gx,gy,grid_cost,length
//! 1,11,1,12,1,1
//! 1,3,3,1,3.41421,3.41421356237
//! ```
//!
//! Columns are found by their names, in any order: `sx`, `sy`, `gx` and `gy` must be there, `length` (also called
//! `polyanya_cost`) and `grid_cost` may; others are skipped. A negative length means that there is no path.

use std::path::Path;

use navigant_geometry::Point;

use crate::error::{FileError, Reason};
use crate::limits::MAX_BYTES;
use crate::moving_ai::ScenQuery;
use crate::scanner::{Scanner, Token};
use crate::scene::read_bytes;

/// One query and what is known of its answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReferenceQuery {
    /// Where it starts.
    pub from: Point,
    /// Where it should go.
    pub to: Point,
    /// The length of the shortest path in the plane.
    pub length: ReferenceLength,
    /// The length of the shortest path over the grid, 8-connected.
    pub grid_length: ReferenceLength,
}

/// What a list says about a length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReferenceLength {
    /// The list has no such column.
    NotGiven,
    /// There is no path.
    NoPath,
    /// This long.
    Known(f64),
}

/// A query over a grid, asked in the plane: between the corners of its cells with the smallest coordinates, as those
/// who measure any-angle searches do. No shortest path is then longer than the one over the grid.
impl From<&ScenQuery> for ReferenceQuery {
    fn from(query: &ScenQuery) -> Self {
        let [from, to] = [query.start, query.goal].map(|cell| Point::new(f64::from(cell.x), f64::from(cell.y)));
        ReferenceQuery {
            from,
            to,
            length: ReferenceLength::NotGiven,
            grid_length: if query.length < 0.0 {
                ReferenceLength::NoPath
            } else {
                ReferenceLength::Known(query.length)
            },
        }
    }
}

/// Reads a list of queries from a file.
///
/// # Errors
/// [`FileError`] names the file, the place and the reason.
pub fn read_queries(path: impl AsRef<Path>) -> Result<Vec<ReferenceQuery>, FileError> {
    let path = path.as_ref();
    read_bytes(path).and_then(|bytes| parse_queries(&bytes)).map_err(|error| error.in_file(path))
}

/// Reads a list of queries from memory; linear in the number of bytes.
///
/// ```
/// use navigant_files::internals::{ReferenceLength, parse_queries};
/// let queries = parse_queries(b"sx,sy,gx,gy,length\n0,0,3,4,5\n0,0,9,9,-1\n")?;
/// assert_eq!(queries[0].length, ReferenceLength::Known(5.0));
/// assert_eq!(queries[1].length, ReferenceLength::NoPath);
/// # Ok::<(), navigant_files::FileError>(())
/// ```
///
/// # Errors
/// [`FileError`] names the place and the reason.
pub fn parse_queries(bytes: &[u8]) -> Result<Vec<ReferenceQuery>, FileError> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(FileError::plain(Reason::FileTooLarge));
    }
    let mut scanner = Scanner::new(bytes);
    let header = scanner.line().ok_or_else(|| scanner.ends_early("a header"))?;
    let columns = Columns::of(header).map_err(|reason| scanner.fault(header, reason))?;
    let mut queries = Vec::new();
    while let Some(line) = scanner.line() {
        if !line.bytes.trim_ascii().is_empty() {
            queries.push(columns.query(&scanner, line)?);
        }
    }
    Ok(queries)
}

/// Which column holds what.
struct Columns {
    sx: usize,
    sy: usize,
    gx: usize,
    gy: usize,
    length: Option<usize>,
    grid_length: Option<usize>,
}

impl Columns {
    fn of(header: Token<'_>) -> Result<Columns, Reason> {
        let names: Vec<_> = fields(header).map(|field| field.bytes).collect();
        let place = |name: &str| names.iter().position(|n| n.eq_ignore_ascii_case(name.as_bytes()));
        let required = |name| place(name).ok_or(Reason::MissingColumn(name));
        Ok(Columns {
            sx: required("sx")?,
            sy: required("sy")?,
            gx: required("gx")?,
            gy: required("gy")?,
            length: place("length").or_else(|| place("polyanya_cost")),
            grid_length: place("grid_cost"),
        })
    }

    fn query(&self, scanner: &Scanner<'_>, line: Token<'_>) -> Result<ReferenceQuery, FileError> {
        let fields: Vec<_> = fields(line).collect();
        let number = |column: usize| {
            let end = Token { bytes: b"", at: line.at + line.bytes.len() };
            let field = fields.get(column).copied().unwrap_or(end);
            field.number("a number").map_err(|reason| scanner.fault(field, reason))
        };
        let length = |column: Option<usize>| match column.map(number).transpose()? {
            None => Ok(ReferenceLength::NotGiven),
            Some(negative) if negative < 0.0 => Ok(ReferenceLength::NoPath),
            Some(length) => Ok(ReferenceLength::Known(length)),
        };
        Ok(ReferenceQuery {
            from: Point::new(number(self.sx)?, number(self.sy)?),
            to: Point::new(number(self.gx)?, number(self.gy)?),
            length: length(self.length)?,
            grid_length: length(self.grid_length)?,
        })
    }
}

/// The fields of a line, without the space around them.
fn fields(line: Token<'_>) -> impl Iterator<Item = Token<'_>> {
    let mut at = line.at;
    line.bytes.split(|&b| b == b',').map(move |field| {
        let start = at + (field.len() - field.trim_ascii_start().len());
        at += field.len() + 1;
        Token { bytes: field.trim_ascii(), at: start }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::TextPosition;

    #[test]
    fn columns_are_found_by_name() {
        let queries =
            parse_queries(b"\xEF\xBB\xBFname, GX ,gy,sx,sy,polyanya_cost,grid_cost\r\na,1,2,3,4,-1,7.5\r\n\r\n")
                .unwrap();
        let query = ReferenceQuery {
            from: Point::new(3.0, 4.0),
            to: Point::new(1.0, 2.0),
            length: ReferenceLength::NoPath,
            grid_length: ReferenceLength::Known(7.5),
        };
        assert_eq!(queries, [query]);
    }

    #[test]
    fn missing_columns_missing_fields_and_bad_numbers_are_named() {
        let refusal = |text: &str| {
            let error = parse_queries(text.as_bytes()).unwrap_err();
            (error.reason, error.place.unwrap())
        };
        assert_eq!(refusal("sx,sy,gx\n1,2,3\n").0, Reason::MissingColumn("gy"));
        assert_eq!(refusal("sx,sy,gx,gy\n1,2,3\n").1, TextPosition { line: 2, column: 6 });
        let (reason, place) = refusal("sx,sy,gx,gy\n1,2,3,4\n1, nan,3,4\n");
        assert_eq!(
            (reason, place),
            (Reason::NotFinite { found: "nan".to_owned() }, TextPosition { line: 3, column: 4 })
        );
    }
}
