//! Wavefront OBJ: `v x y z` and `f a b c …`, whatever else is in it.

use crate::error::{FileError, Reason};
use crate::scanner::{Scanner, Token};
use navigant_ground::Soup;

/// Reads a model. Faces with more than three corners become fans; indices count from 1, or from the last vertex back if they are negative.
pub(super) fn read(bytes: &[u8]) -> Result<Soup, FileError> {
    let mut scanner = Scanner::new(bytes);
    let mut soup = Soup::default();
    while let Some(line) = scanner.line() {
        let mut words = words(line);
        match words.next().map(|word| word.bytes) {
            Some(b"v") => {
                let mut number = |wanted: &'static str| {
                    let word = words.next().ok_or_else(|| at_end(bytes, line, wanted))?;
                    word.number(wanted).map_err(|reason| FileError::at(bytes, word.at, reason))
                };
                let vertex = [number("a number for x")?, number("a number for y")?, number("a number for z")?];
                soup.vertices.push(vertex);
            }
            Some(b"f") => {
                let corners = words.map(|word| corner(bytes, word, soup.vertices.len()));
                let corners = corners.collect::<Result<Vec<u32>, FileError>>()?;
                let [first, rest @ ..] = corners.as_slice() else {
                    return Err(at_end(bytes, line, "a corner of the face"));
                };
                if rest.len() < 2 {
                    return Err(at_end(bytes, line, "a third corner of the face"));
                }
                soup.triangles.extend(rest.iter().zip(rest.iter().skip(1)).map(|(&b, &c)| [*first, b, c]));
            }
            _ => {}
        }
    }
    Ok(soup)
}

/// The words of a line, up to a comment.
fn words(line: Token<'_>) -> impl Iterator<Item = Token<'_>> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let space = rest.bytes.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let word = rest.bytes.get(space..)?;
        let length = word.iter().take_while(|b| !b.is_ascii_whitespace()).count();
        let found = Token { bytes: word.get(..length)?, at: rest.at + space };
        rest = Token { bytes: word.get(length..)?, at: found.at + length };
        (length > 0 && !found.bytes.starts_with(b"#")).then_some(found)
    })
}

/// The vertex that a corner `v`, `v/vt`, `v//vn` or `v/vt/vn` names.
fn corner(text: &[u8], word: Token<'_>, count: usize) -> Result<u32, FileError> {
    let number = word.bytes.split(|&b| b == b'/').next().unwrap_or_default();
    let fault = |reason| FileError::at(text, word.at, reason);
    let parsed = std::str::from_utf8(number).ok().and_then(|number| number.parse::<i64>().ok());
    let index =
        parsed.ok_or_else(|| fault(Reason::Expected { wanted: "the number of a vertex", found: word.shown() }))?;
    let from_zero = if index < 0 { index.checked_add(count as i64) } else { index.checked_sub(1) };
    match from_zero.and_then(|index| u32::try_from(index).ok()).filter(|&index| (index as usize) < count) {
        Some(vertex) => Ok(vertex),
        None => Err(fault(Reason::NoSuch { what: "vertex", index, count: count as u64 })),
    }
}

fn at_end(text: &[u8], line: Token<'_>, wanted: &'static str) -> FileError {
    FileError::at(text, line.at + line.bytes.len(), Reason::EndsEarly { wanted })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::TextPosition;

    #[test]
    fn faces_with_more_corners_are_fans_and_indices_count_back() {
        let text = b"# a quad\nv 0 0 0\nv 1 0 0\nv 1 1 0 1.0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1 4//1\nf -4 -3/2 -2\n";
        let soup = read(text).unwrap();
        assert_eq!((soup.vertices.len(), soup.triangles), (4, vec![[0, 1, 2], [0, 2, 3], [0, 1, 2]]));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let refusal = |text: &str| {
            let error = read(text.as_bytes()).unwrap_err();
            (error.reason, error.place.unwrap())
        };
        assert_eq!(
            refusal("v 0 0 0\nf 1 1 2\n"),
            (Reason::NoSuch { what: "vertex", index: 2, count: 1 }, TextPosition { line: 2, column: 7 })
        );
        assert!(matches!(refusal("v 0 NaN 0").0, Reason::NotFinite { .. }));
        assert!(matches!(refusal("v 0 0").0, Reason::EndsEarly { .. }));
        assert!(matches!(refusal("v 0 0 0\nf 1 1").0, Reason::EndsEarly { .. }));
        assert!(matches!(refusal("v 0 0 0\nf 1 0 1").0, Reason::NoSuch { index: 0, .. }));
        assert!(matches!(refusal("v 0 0 0\nf one 1 1").0, Reason::Expected { .. }));
    }
}
