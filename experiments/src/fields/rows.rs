//! What was measured: printed at once, written at once, looked up at the end.

use crate::frame::Table;
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A measurement.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The map.
    pub map: String,
    /// Cells along a side.
    pub size: u32,
    /// What was done.
    pub task: String,
    /// By whom.
    pub solver: String,
    /// How long it took.
    pub ms: f64,
    /// What else is known.
    pub note: String,
}

/// All measurements so far, and how much time is left for more.
#[derive(Debug)]
pub struct Rows {
    /// The measurements.
    pub all: Vec<Row>,
    start: Instant,
    budget_s: f64,
    json: Option<PathBuf>,
}

impl Rows {
    /// None yet. With a file, all are written to it after each.
    pub fn new(budget_s: f64, json: Option<PathBuf>) -> Rows {
        Rows { all: Vec::new(), start: Instant::now(), budget_s, json: json.filter(|path| path != Path::new("-")) }
    }

    /// Whether the time is over.
    pub fn is_spent(&self) -> bool {
        self.start.elapsed().as_secs_f64() > self.budget_s
    }

    /// Prints a line. Nobody need listen.
    pub fn say(&self, text: &str) {
        let _ = writeln!(std::io::stderr(), "[{:6.1} s] {text}", self.start.elapsed().as_secs_f64());
    }

    /// Adds a measurement.
    pub fn add(&mut self, map: impl Display, size: u32, task: &str, solver: &str, ms: f64, note: String) {
        self.say(&format!(
            "{map} {size}², {task}, {solver}: {ms:.4} ms{}{note}",
            if note.is_empty() { "" } else { "; " }
        ));
        let (map, task, solver) = (map.to_string(), task.to_owned(), solver.to_owned());
        self.all.push(Row { map, size, task, solver, ms, note });
        if let Some(path) = &self.json {
            // What is lost here is written at the end, with an error if it cannot be.
            let _ = serde_json::to_string(&self.all).map(|json| std::fs::write(path, json));
        }
    }

    /// The time of one.
    pub fn get(&self, map: impl Display, size: u32, task: &str, solver: &str) -> Option<f64> {
        let map = map.to_string();
        let is_it = |row: &&Row| row.map == map && row.size == size && row.task == task && row.solver == solver;
        self.all.iter().find(is_it).map(|row| row.ms)
    }

    /// All of them.
    pub fn table(&self) -> Table {
        let row = |row: &Row| {
            let Row { map, size, task, solver, ms, note } = row;
            vec![format!("{map} {size}²"), task.clone(), solver.clone(), format!("{ms:.4}"), note.clone()]
        };
        let columns = ["map", "task", "by", "ms", "note"].map(String::from).to_vec();
        Table { title: "All measurements".into(), columns, rows: self.all.iter().map(row).collect() }
    }
}
