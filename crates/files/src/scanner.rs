//! Words and numbers of a text, and where they stand.

use navigant_geometry::Point;

use crate::error::{FileError, Reason};

/// Walks through a text token by token. Tokens are `(`, `)`, `,`, `;`, or anything else without white space.
pub(crate) struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

/// A piece of the text and the byte it begins at.
#[derive(Clone, Copy)]
pub(crate) struct Token<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Scanner<'a> {
    /// At the beginning of a text; a byte order mark is skipped.
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Scanner { text, at: if text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 } }
    }

    /// The next token; `None` at the end of the text.
    pub(crate) fn token(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let space = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let word = rest.get(space..).unwrap_or_default();
        let length = match word.first()? {
            b'(' | b')' | b',' | b';' => 1,
            _ => word.iter().take_while(|b| !b.is_ascii_whitespace() && !b"(),;".contains(b)).count(),
        };
        let at = self.at + space;
        self.at = at + length;
        Some(Token { bytes: word.get(..length)?, at })
    }

    /// The next token, which stays where it is.
    pub(crate) fn peek(&self) -> Option<Token<'a>> {
        Scanner { text: self.text, at: self.at }.token()
    }

    /// The next token, which stays where it is; at the end of the text an empty one.
    pub(crate) fn here(&self) -> Token<'a> {
        self.peek().unwrap_or(Token { bytes: b"", at: self.text.len() })
    }

    /// The rest of the current line, without its ending; `None` at the end of the text.
    pub(crate) fn line(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        if rest.is_empty() {
            return None;
        }
        let length = rest.iter().take_while(|&&b| b != b'\n').count();
        let at = self.at;
        self.at = (at + length + 1).min(self.text.len());
        let line = rest.get(..length)?;
        Some(Token { bytes: line.strip_suffix(b"\r").unwrap_or(line), at })
    }

    /// A finite number.
    pub(crate) fn number(&mut self, wanted: &'static str) -> Result<f64, FileError> {
        let token = self.wanted(wanted)?;
        token.number(wanted).map_err(|reason| self.fault(token, reason))
    }

    /// Two finite numbers.
    pub(crate) fn point(&mut self) -> Result<Point, FileError> {
        Ok(Point::new(self.number("a number for x")?, self.number("a number for y")?))
    }

    /// A whole number, perhaps negative.
    pub(crate) fn integer(&mut self, wanted: &'static str) -> Result<(i64, Token<'a>), FileError> {
        let token = self.wanted(wanted)?;
        match token.text().and_then(|t| t.parse().ok()) {
            Some(value) => Ok((value, token)),
            None => Err(self.unexpected(token, wanted)),
        }
    }

    /// A count of things that take at least `bytes_each` bytes, so that they can still fit in the rest of the text.
    pub(crate) fn count(&mut self, what: &'static str, bytes_each: usize) -> Result<usize, FileError> {
        let token = self.wanted(what)?;
        let Some(count) = token.text().and_then(|t| t.parse::<u64>().ok()) else {
            return Err(self.unexpected(token, what));
        };
        let room = self.room(bytes_each);
        match usize::try_from(count) {
            Ok(count) if count <= room => Ok(count),
            _ => Err(self.fault(token, Reason::CountBeyondFile { what, count, room: room as u64 })),
        }
    }

    /// Refuses more things than can still fit in the rest of the text, at the place reached.
    pub(crate) fn room_for(&self, count: usize, what: &'static str, bytes_each: usize) -> Result<(), FileError> {
        let room = self.room(bytes_each);
        if count <= room {
            return Ok(());
        }
        let reason = Reason::CountBeyondFile { what, count: count as u64, room: room as u64 };
        Err(FileError::at(self.text, self.at, reason))
    }

    /// How many things of at least `bytes_each` bytes, a separator included, fit in the rest; the last needs none.
    fn room(&self, bytes_each: usize) -> usize {
        (self.rest().len() + 1) / bytes_each.max(1)
    }

    /// Exactly this token.
    pub(crate) fn expect(&mut self, token: &[u8], wanted: &'static str) -> Result<(), FileError> {
        let found = self.wanted(wanted)?;
        if found.bytes == token { Ok(()) } else { Err(self.unexpected(found, wanted)) }
    }

    /// Any token, but one.
    pub(crate) fn wanted(&mut self, wanted: &'static str) -> Result<Token<'a>, FileError> {
        self.token().ok_or_else(|| self.ends_early(wanted))
    }

    /// Nothing more.
    pub(crate) fn end(&mut self) -> Result<(), FileError> {
        match self.token() {
            None => Ok(()),
            Some(token) => Err(self.unexpected(token, "the end of the file")),
        }
    }

    /// The fault that the text ends here.
    pub(crate) fn ends_early(&self, wanted: &'static str) -> FileError {
        FileError::at(self.text, self.text.len(), Reason::EndsEarly { wanted })
    }

    /// The fault that a token is not what is wanted.
    pub(crate) fn unexpected(&self, token: Token<'_>, wanted: &'static str) -> FileError {
        self.fault(token, Reason::Expected { wanted, found: token.shown() })
    }

    /// A fault at a token.
    pub(crate) fn fault(&self, token: Token<'_>, reason: Reason) -> FileError {
        FileError::at(self.text, token.at, reason)
    }

    fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }
}

impl<'a> Token<'a> {
    /// The token as text, if it is UTF-8.
    pub(crate) fn text(&self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes).ok()
    }

    /// The token as a finite number: the nearest f64.
    pub(crate) fn number(&self, wanted: &'static str) -> Result<f64, Reason> {
        match self.text().and_then(|t| t.parse::<f64>().ok()) {
            Some(value) if value.is_finite() => Ok(value),
            Some(_) => Err(Reason::NotFinite { found: self.shown() }),
            None => Err(Reason::Expected { wanted, found: self.shown() }),
        }
    }

    /// The token as it may appear in a message: printable and short.
    pub(crate) fn shown(&self) -> String {
        shown(self.bytes)
    }
}

/// Untrusted bytes as they may appear in a message: printable, and at most 32 characters of them.
pub(crate) fn shown(bytes: &[u8]) -> String {
    shortened(&String::from_utf8_lossy(bytes.get(..160).unwrap_or(bytes)), 32)
}

/// Words with untrusted parts as they may appear in a message: printable, and at most `most` characters of them.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let mut words = String::new();
    for c in text.chars().take(most) {
        // Quotes can be printed as they are.
        if matches!(c, '\'' | '"') { words.push(c) } else { words.extend(c.escape_debug()) }
    }
    if text.chars().nth(most).is_some() {
        words.push('…');
    }
    if words.is_empty() { "nothing".to_owned() } else { words }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_checked_against_the_bytes_left() {
        let mut scanner = Scanner::new(b"10000000 1 2 3");
        let refused = scanner.count("vertices", 2).unwrap_err();
        assert_eq!(refused.reason, Reason::CountBeyondFile { what: "vertices", count: 10_000_000, room: 3 });
        assert_eq!(Scanner::new(b"3 1 2 3").count("vertices", 2), Ok(3));
        assert!(Scanner::new(b"99999999999999999999999 1").count("vertices", 2).is_err());
    }

    #[test]
    fn what_is_not_a_finite_number_is_refused_where_it_stands() {
        for text in ["nan", "NaN", "-inf", "infinity", "1e999", "-1e400"] {
            let bytes = format!("1.5\n  {text} 3");
            let mut scanner = Scanner::new(bytes.as_bytes());
            assert_eq!(scanner.number("x"), Ok(1.5));
            let refused = scanner.number("x").unwrap_err();
            assert_eq!(refused.reason, Reason::NotFinite { found: text.to_owned() });
            assert_eq!(refused.place.map(|p| (p.line, p.column)), Some((2, 3)));
        }
        assert_eq!(Scanner::new(b"1e300").number("x"), Ok(1e300));
        assert_eq!(Scanner::new(b"4e-320").number("x"), Ok(4e-320));
        assert!(Scanner::new(b"0x10").number("x").is_err());
    }

    #[test]
    fn messages_show_little_of_what_they_are_fed() {
        assert_eq!(shown(b"\x1b[31m\n"), "\\u{1b}[31m\\n");
        assert_eq!(shown(&[b'x'; 10_000]), "x".repeat(32) + "…");
    }
}
