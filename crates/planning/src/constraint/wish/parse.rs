//! Text to wishes.

use super::{Demand, Wish, WishError, WishPlace, WishProblem};
use crate::constraint::annotation::Annotation;
use crate::constraint::constraint::{BadWeight, Preposition};
use crate::constraint::tuning::MAX_WEIGHT;

/// The weight of a soft wish that names none.
const USUAL_WEIGHT: f64 = 5.0;

/// A word, or a name in quotes, and the column it begins at.
struct Word<'t> {
    text: &'t str,
    column: usize,
    quoted: bool,
}

/// Reads all wishes of a text.
pub(super) fn wishes(text: &str) -> Result<Vec<Wish>, WishError> {
    let mut wishes = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let mut column = 1;
        for part in line.split('#').next().unwrap_or("").split(';') {
            if !part.trim().is_empty() {
                wishes.push(Reader::new(part, line_number, column)?.wish()?);
            }
            column += part.chars().count() + 1;
        }
    }
    Ok(wishes)
}

struct Reader<'t> {
    text: &'t str,
    line: usize,
    /// Of the first word, and past the last one.
    columns: [usize; 2],
    words: std::iter::Peekable<std::vec::IntoIter<Word<'t>>>,
}

impl<'t> Reader<'t> {
    fn new(part: &'t str, line: usize, column: usize) -> Result<Reader<'t>, WishError> {
        let words = split(part, column).map_err(|at| WishError {
            text: part.trim().to_owned(),
            line,
            column: at,
            problem: WishProblem::Expected { expected: "a closing quote", found: String::new() },
        })?;
        let first = words.first().map_or(column, |word| word.column);
        let end = column + part.trim_end().chars().count();
        Ok(Reader { text: part.trim(), line, columns: [first, end], words: words.into_iter().peekable() })
    }

    fn error(&self, column: usize, problem: WishProblem) -> WishError {
        WishError { text: self.text.to_owned(), line: self.line, column, problem }
    }

    /// An error at the next word, or at the end.
    fn unexpected(&mut self, expected: &'static str) -> WishError {
        let end = self.columns[1];
        let (column, found) = self.words.peek().map_or((end, String::new()), |w| (w.column, w.text.to_owned()));
        self.error(column, WishProblem::Expected { expected, found })
    }

    /// Takes the next word if it is this one.
    fn take(&mut self, word: &str) -> bool {
        self.words.next_if(|next| !next.quoted && next.text == word).is_some()
    }

    fn name(&mut self) -> Result<String, WishError> {
        const KEYWORDS: [&str; 5] = ["weight", "of", "and", "in", "near"];
        let is_name = |word: &Word| word.quoted || !KEYWORDS.contains(&word.text);
        match self.words.next_if(is_name) {
            Some(word) => Ok(word.text.to_owned()),
            None => Err(self.unexpected("a name")),
        }
    }

    fn wish(mut self) -> Result<Wish, WishError> {
        let Some(verb) = self.words.next() else { return Err(self.unexpected("a wish")) };
        let near_at = self.words.peek().map_or(0, |word| word.column);
        let near = self.take("near");
        let place = self.place()?;
        let weight_at = self.words.peek().map(|word| word.column);
        let weight = if self.take("weight") { Some(self.weight()?) } else { None };
        if self.words.peek().is_some() {
            return Err(self.unexpected("the end of the wish, or a weight"));
        }
        let preposition = if near { Preposition::Near } else { Preposition::In };
        let demand = match verb.text {
            "avoid" => Demand::Soft(preposition, -weight.unwrap_or(USUAL_WEIGHT)),
            "prefer" => Demand::Soft(preposition, weight.unwrap_or(USUAL_WEIGHT)),
            "never" | "via" if near => return Err(self.error(near_at, WishProblem::NotNear)),
            "never" | "via" if weight.is_some() => {
                return Err(self.error(weight_at.unwrap_or(1), WishProblem::Weightless));
            }
            "never" => Demand::Never,
            "via" => Demand::Via,
            other => return Err(self.error(verb.column, WishProblem::Verb(other.to_owned()))),
        };
        Ok(Wish { demand, place, text: self.text.to_owned(), line: self.line, column: self.columns[0] })
    }

    /// A region, with or without `in` before it.
    fn place(&mut self) -> Result<WishPlace, WishError> {
        let _ = self.take("in");
        for (words, annotation) in [
            (&["behind"][..], Annotation::Back),
            (&["front", "of"], Annotation::Front),
            (&["left", "of"], Annotation::Left),
            (&["right", "of"], Annotation::Right),
            (&["sight", "of"], Annotation::Sight),
        ] {
            if self.take(words[0]) {
                if let Some(&of) = words.get(1)
                    && !self.take(of)
                {
                    return Err(self.unexpected("of"));
                }
                return Ok(WishPlace::Of(annotation, self.name()?));
            }
        }
        if self.take("between") {
            let first = self.name()?;
            if !self.take("and") {
                return Err(self.unexpected("and"));
            }
            return Ok(WishPlace::Between(first, self.name()?));
        }
        Ok(WishPlace::Of(Annotation::Itself, self.name()?))
    }

    fn weight(&mut self) -> Result<f64, WishError> {
        let Some(word) = self.words.next() else { return Err(self.unexpected("a number")) };
        let Ok(weight) = word.text.parse::<f64>() else {
            return Err(self.error(word.column, WishProblem::NoNumber(word.text.to_owned())));
        };
        if weight.is_nan() || weight.abs() > MAX_WEIGHT {
            return Err(self.error(word.column, WishProblem::Weight(BadWeight(weight))));
        }
        if weight <= 0.0 {
            return Err(self.error(word.column, WishProblem::Sign(weight)));
        }
        Ok(weight)
    }
}

/// The words of a text; the column of a quote that is not closed.
fn split(text: &str, column: usize) -> Result<Vec<Word<'_>>, usize> {
    let mut words = Vec::new();
    let mut rest = text.char_indices().zip(column..).peekable();
    while let Some(((begin, first), column)) = rest.next() {
        if first.is_whitespace() {
            continue;
        }
        let (begin, quoted) = if first == '"' { (begin + 1, true) } else { (begin, false) };
        let mut end = None;
        while let Some(&((at, c), _)) = rest.peek() {
            if (quoted && c == '"') || (!quoted && c.is_whitespace()) {
                end = Some(at);
                break;
            }
            rest.next();
        }
        match end {
            Some(end) => words.push(Word { text: &text[begin..end], column, quoted }),
            None if quoted => return Err(column),
            None => words.push(Word { text: &text[begin..], column, quoted }),
        }
        rest.next();
    }
    Ok(words)
}
