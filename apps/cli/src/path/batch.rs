//! Many queries on one map: how many are solved, how long they take, how far they are from the reference.

use super::as_json;
use crate::exit::{Code, Failure};
use crate::say::{self, say};
use indicatif::{ProgressBar, ProgressStyle};
use navigant::files::internals::{ReferenceLength, ReferenceQuery};
use navigant::files::moving_ai;
use navigant::prelude::*;
use navigant::search::plane::{Landmarks, NoPath, PathFinder, Query};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

/// A length that is further from the reference is wrong; for lengths above 1 relative to them.
const LEEWAY: f64 = 1e-6;
/// The number of queries from which on placing landmarks pays.
const MANY: usize = 100;
/// Lengths over the grid are printed with as few as two digits.
const PRINTED: f64 = 0.006;

/// The queries of a `.scen`, asked in the plane.
pub(super) fn read_scen(file: &Path) -> Result<Vec<ReferenceQuery>, Box<dyn Error>> {
    let text = std::fs::read_to_string(file).map_err(|reason| format!("{}: {reason}", file.display()))?;
    let queries = moving_ai::read_scen(&text).map_err(|reason| format!("{}, {reason}", file.display()))?;
    Ok(queries.iter().map(ReferenceQuery::from).collect())
}

/// Answers all queries and prints a summary.
///
/// # Errors
/// When there are no queries, and when answers contradict the reference: the first of them, and how many.
pub(super) fn run(
    map: &Map,
    queries: &[ReferenceQuery],
    radius: f64,
    file: &Path,
    json: Option<&Path>,
) -> Result<Code, Box<dyn Error>> {
    if queries.is_empty() {
        return Err(format!("{}: there are no queries in it", file.display()).into());
    }
    let bar = ProgressBar::new(queries.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} queries, {eta} left") {
        bar.set_style(style);
    }
    let landmarks = (queries.len() >= MANY).then(|| Landmarks::place(map));
    let mut finder = PathFinder::new();
    let mut summary = Summary::default();
    for query in bar.wrap_iter(queries.iter()) {
        let start = Instant::now();
        let landmarks = landmarks.as_ref();
        let answer = finder.find(map, &Query { landmarks, ..Query::new(query.from, query.to).with_radius(radius) });
        let seconds = start.elapsed().as_secs_f64();
        if json.is_some() {
            let code = answer.as_ref().err().map(as_json::code);
            summary.answers.push(json!({
                "found": answer.is_ok(),
                "length": answer.as_ref().ok().map(|path| path.length),
                "code": code,
            }));
        }
        summary.add(query, answer.map(|path| path.length), seconds * 1e6);
    }
    summary.micros.sort_by(f64::total_cmp);
    summary.print(file);
    say::json(json, &summary.json())?;
    let count = summary.contradictions.len();
    match summary.contradictions.first() {
        None => Ok(Code::Done),
        Some(first) => {
            let message = format!("{count} answers contradict the reference, first {first}");
            Err(Failure { code: Code::Missed, message }.into())
        }
    }
}

#[derive(Default)]
struct Summary {
    micros: Vec<f64>,
    solved: usize,
    failed: BTreeMap<&'static str, usize>,
    /// How many lengths were compared with exact ones, and the largest difference.
    compared: usize,
    deviation: f64,
    /// How many lengths were compared with lengths over the grid, and how long these are in all.
    over_grid: usize,
    grid_length: f64,
    plane_length: f64,
    contradictions: Vec<String>,
    /// For JSON: what came of each query.
    answers: Vec<Value>,
}

impl Summary {
    fn add(&mut self, query: &ReferenceQuery, answer: Result<f64, NoPath>, micros: f64) {
        self.micros.push(micros);
        let length = match answer {
            Ok(length) => length,
            Err(reason) => {
                *self.failed.entry(as_json::code(&reason)).or_default() += 1;
                let known = [query.length, query.grid_length].iter().any(|l| matches!(l, ReferenceLength::Known(_)));
                if known && query.length != ReferenceLength::NoPath {
                    self.contradict(query, &reason.to_string());
                }
                return;
            }
        };
        self.solved += 1;
        match query.length {
            ReferenceLength::Known(expected) => {
                let off = (length - expected).abs() / expected.max(1.0);
                self.compared += 1;
                self.deviation = self.deviation.max(off);
                if off > LEEWAY {
                    self.contradict(query, &format!("{length} m long, not {expected}"));
                }
            }
            ReferenceLength::NoPath => {
                self.contradict(query, &format!("{length} m long where there should be no path"));
            }
            ReferenceLength::NotGiven => {}
        }
        if let ReferenceLength::Known(grid) = query.grid_length {
            self.over_grid += 1;
            self.grid_length += grid;
            self.plane_length += length;
            if length > grid + PRINTED && query.length == ReferenceLength::NotGiven {
                self.contradict(query, &format!("{length} m long, longer than {grid} over the grid"));
            }
        }
    }

    fn contradict(&mut self, query: &ReferenceQuery, what: &str) {
        self.contradictions.push(format!("from {} to {}: {what}", query.from, query.to));
    }

    /// The mean time, and that which 99 of 100 queries take at most; times must be sorted.
    fn times(&self) -> [f64; 2] {
        let count = self.micros.len();
        let mean = self.micros.iter().sum::<f64>() / count.max(1) as f64;
        [mean, self.micros.get((count * 99).div_ceil(100).saturating_sub(1)).copied().unwrap_or(0.0)]
    }

    fn json(&self) -> Value {
        let [mean, p99] = self.times();
        json!({
            "queries": self.micros.len(),
            "solved": self.solved,
            "mean_us": mean,
            "p99_us": p99,
            "failed": self.failed,
            "compared": self.compared,
            "worst_deviation": self.deviation,
            "compared_over_grid": self.over_grid,
            "grid_length": self.grid_length,
            "plane_length": self.plane_length,
            "contradictions": self.contradictions,
            "answers": self.answers,
        })
    }

    fn print(&self, file: &Path) {
        let ([mean, p99], count) = (self.times(), self.micros.len());
        say!("{}: {} of {count} queries solved, mean {mean:.1} µs, p99 {p99:.1} µs", file.display(), self.solved);
        for (reason, count) in &self.failed {
            say!("  {}: {count}", reason.replace('_', " "));
        }
        if self.compared > 0 {
            say!("  {} lengths compared with the reference: worst deviation {:.1e}", self.compared, self.deviation);
        }
        if self.over_grid > 0 {
            let part = self.plane_length / self.grid_length.max(f64::MIN_POSITIVE);
            say!("  {} lengths compared with those over the grid: {:.2} % of them", self.over_grid, 100.0 * part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(length: ReferenceLength, grid_length: ReferenceLength) -> ReferenceQuery {
        ReferenceQuery { from: Point::new(0.0, 0.0), to: Point::new(3.0, 4.0), length, grid_length }
    }

    #[test]
    fn a_length_contradicts_a_reference_that_is_not_the_same_or_a_shorter_way_over_the_grid() {
        use ReferenceLength::{Known, NoPath, NotGiven};
        let contradicts = |length, grid, answer: Option<f64>| {
            let mut summary = Summary::default();
            let outside = navigant::search::plane::NoPath::StartOutside { nearest: None };
            summary.add(&query(length, grid), answer.ok_or(outside), 1.0);
            !summary.contradictions.is_empty()
        };
        assert!(!contradicts(Known(5.0), NotGiven, Some(5.000_001)));
        assert!(contradicts(Known(5.0), NotGiven, Some(5.001)));
        assert!(contradicts(NoPath, Known(6.0), Some(5.0)));
        assert!(!contradicts(NotGiven, Known(5.66), Some(5.0)));
        assert!(contradicts(NotGiven, Known(4.9), Some(5.0)));
        assert!(contradicts(Known(5.0), NotGiven, None));
        assert!(!contradicts(NoPath, NotGiven, None));
        assert!(!contradicts(NotGiven, NotGiven, None));
    }
}
