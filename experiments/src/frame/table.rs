//! Tables, as text.

use serde::Serialize;
use std::fmt;

/// A figure of ours beside a published or promised one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// What is measured.
    pub what: String,
    /// What was published or promised.
    pub published: String,
    /// What we measured.
    pub ours: String,
    /// Whether ours is as good; `None` where that cannot be said.
    pub met: Option<bool>,
}

impl Comparison {
    /// Ours must be the same number.
    pub fn exactly(what: &str, published: f64, ours: f64) -> Comparison {
        let met = Some(published == ours);
        Comparison { what: what.into(), published: figure(published), ours: figure(ours), met }
    }

    /// Ours must be at least so much.
    pub fn at_least(what: &str, least: f64, ours: f64, unit: &str) -> Comparison {
        let (published, shown) = (format!("≥ {}{unit}", figure(least)), format!("{}{unit}", figure(ours)));
        Comparison { what: what.into(), published, ours: shown, met: Some(ours >= least) }
    }

    /// Ours must be at most so much.
    pub fn at_most(what: &str, most: f64, ours: f64, unit: &str) -> Comparison {
        let (published, shown) = (format!("≤ {}{unit}", figure(most)), format!("{}{unit}", figure(ours)));
        Comparison { what: what.into(), published, ours: shown, met: Some(ours <= most) }
    }

    /// Ours and the published number, without a verdict.
    pub fn beside(what: &str, published: f64, ours: f64, unit: &str) -> Comparison {
        let [published, ours] = [published, ours].map(|n| format!("{}{unit}", figure(n)));
        Comparison { what: what.into(), published, ours, met: None }
    }
}

/// A number with as many digits as are worth reading.
pub(super) fn figure(number: f64) -> String {
    match number.abs() {
        _ if number.fract() == 0.0 && number.abs() < 1e9 => format!("{number}"),
        a if a >= 1000.0 => format!("{number:.0}"),
        a if a >= 10.0 => format!("{number:.1}"),
        a if a >= 0.1 => format!("{number:.3}").trim_end_matches('0').into(),
        _ => format!("{number:.2e}"),
    }
}

/// Rows and columns; the first column is a name, the others are numbers or short words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows, each as long as the heads.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(title: &str, columns: &[&str]) -> Table {
        Table { title: title.into(), columns: columns.iter().map(|&c| c.into()).collect(), rows: Vec::new() }
    }

    /// Adds a row: a name and its numbers.
    pub fn row(&mut self, name: &str, numbers: &[f64]) {
        self.rows.push(std::iter::once(name.into()).chain(numbers.iter().map(|&n| figure(n))).collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column)).chain(self.columns.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        writeln!(f, "{}", self.title)?;
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                match column {
                    0 => write!(f, "  {cell:<width$}")?,
                    _ => write!(f, "  {cell:>width$}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Comparisons as a table.
pub(super) fn comparisons(all: &[Comparison]) -> Table {
    let mut table = Table::new("Beside the published figures", &["", "published", "ours", ""]);
    for Comparison { what, published, ours, met } in all {
        let verdict = match met {
            Some(true) => "met",
            Some(false) => "MISSED",
            None => "",
        };
        table.rows.push(vec![what.clone(), published.clone(), ours.clone(), verdict.into()]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new("Lengths", &["name", "cells"]);
        table.row("a", &[1.0]);
        table.row("longer", &[12345.6]);
        assert_eq!(table.to_string(), "Lengths\n  name    cells\n  a           1\n  longer  12346\n");
    }

    #[test]
    fn a_missed_figure_is_said_to_be_missed() {
        assert_eq!(Comparison::at_least("x", 8.0, 7.9, "×").met, Some(false));
        assert_eq!(Comparison::at_most("x", 0.01, 0.01, "").met, Some(true));
        assert_eq!(Comparison::exactly("x", 31.0, 31.0).met, Some(true));
    }
}
