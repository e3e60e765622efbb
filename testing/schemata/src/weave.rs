//! Puts mutants into a file, each beside the original, behind `crate::mutant(number)`.
//!
//! Text is only inserted: `a + b` becomes `(if crate::mutant(7) { (a) - (b) } else { a + b })`, so mutants of parts of an expression stand in
//! the second branch. What a mutant does is text of the original.

use crate::places::{At, Places, end, start};
use proc_macro2::Span;
use serde_json::Value;
use std::error::Error;
use syn::visit::Visit;

/// A mutant that cargo-mutants has listed, and its number.
pub(crate) struct Mutant {
    pub(crate) number: usize,
    pub(crate) name: String,
    pub(crate) file: String,
    genre: String,
    replacement: String,
    start: At,
    end: At,
}

impl Mutant {
    pub(crate) fn read(number: usize, listed: &Value) -> Option<Mutant> {
        let text = |key: &str| listed[key].as_str().map(str::to_owned);
        let at = |key: &str| {
            let place = &listed["span"][key];
            Some((place["line"].as_u64()? as usize, place["column"].as_u64()? as usize))
        };
        let (start, end) = (at("start")?, at("end")?);
        let (name, file, genre) = (text("name")?, text("file")?, text("genre")?);
        Some(Mutant { number, name, file, genre, replacement: text("replacement")?, start, end })
    }
}

/// Text to be inserted: where, what comes first of several at one place, and what.
type Insertion = (usize, i64, String);

struct Weaver<'t> {
    text: &'t str,
    lines: Vec<usize>,
    insertions: Vec<Insertion>,
}

/// The text of a file with mutants in it, and the numbers of those that could be put in.
pub(crate) fn weave(text: &str, mutants: &[&Mutant]) -> Result<(String, Vec<usize>), Box<dyn Error>> {
    let mut places = Places::default();
    places.visit_file(&syn::parse_file(text)?);
    let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let mut weaver = Weaver { text, lines, insertions: Vec::new() };
    let put = mutants.iter().filter(|m| !places.is_const(m.start) && weaver.put(&places, m).is_some());
    let numbers = put.map(|mutant| mutant.number).collect();
    weaver.insertions.sort_by_key(|&(at, order, _)| (at, order));
    let (mut woven, mut last) = (String::new(), 0);
    for (at, _, what) in weaver.insertions {
        woven.push_str(&text[last..at]);
        woven.push_str(&what);
        last = at;
    }
    woven.push_str(&text[last..]);
    Ok((woven, numbers))
}

impl Weaver<'_> {
    fn put(&mut self, places: &Places, mutant: &Mutant) -> Option<()> {
        let (number, new) = (mutant.number, &mutant.replacement);
        match mutant.genre.as_str() {
            "BinaryOperator" => {
                let &[whole, left, right] = places.binary.get(&mutant.start)?;
                let other = format!("({}) {new} ({})", self.text_of(left), self.text_of(right));
                self.wrap(number, self.range(whole), &other)
            }
            "UnaryOperator" => {
                let &[whole, operand] = places.unary.get(&mutant.start)?;
                let other = self.text_of(operand).to_owned();
                self.wrap(number, self.range(whole), &other)
            }
            "MatchArmGuard" => self.wrap(number, [mutant.start, mutant.end].map(|at| self.byte(at)), new),
            "MatchArm" => match *places.arms.get(&mutant.start)? {
                (Some(guard), _) => self.wrap(number, self.range(guard), "false"),
                (None, arrow) => {
                    self.insertions.push((self.range(arrow)[0], 0, format!("if !crate::mutant({number}) ")));
                    Some(())
                }
            },
            "FnValue" => {
                // The span is what the body contains; the block begins before it.
                let open = self.text.get(..=self.byte(mutant.start))?.rfind('{')?;
                let line = self.lines.partition_point(|&begin| begin <= open);
                let column = self.text.get(self.lines[line - 1]..open)?.chars().count() + 1;
                places.bodies.get(&(line, column)).filter(|can_return| **can_return)?;
                self.insertions.push((open + 1, 0, format!(" if crate::mutant({number}) {{ return {new}; }} ")));
                Some(())
            }
            _ => None,
        }
    }

    /// Lets an expression be another one. Of several that begin or end at one place the longer one is outside.
    fn wrap(&mut self, number: usize, [from, to]: [usize; 2], other: &str) -> Option<()> {
        // A condition that binds names cannot stand in a branch.
        if self.text[from..to].contains("let ") {
            return None;
        }
        let size = (to - from) as i64;
        self.insertions.push((from, i64::MAX - size, format!("(if crate::mutant({number}) {{ {other} }} else {{ ")));
        self.insertions.push((to, size - i64::MAX, " })".into()));
        Some(())
    }

    fn text_of(&self, span: Span) -> &str {
        let [from, to] = self.range(span);
        &self.text[from..to]
    }

    fn range(&self, span: Span) -> [usize; 2] {
        [start(span), end(span)].map(|at| self.byte(at))
    }

    fn byte(&self, (line, column): At) -> usize {
        let begin = self.lines[line - 1];
        let rest = &self.text[begin..];
        begin + rest.char_indices().nth(column - 1).map_or(rest.len(), |(at, _)| at)
    }
}
