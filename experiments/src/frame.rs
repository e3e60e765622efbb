//! What every experiment shares: options, progress, and a report that prints, saves and draws itself.
//!
//! ```
//! use navigant_experiments::frame::{Comparison, Report};
//! let mut report = Report::new("Doubling", "Does doubling double?");
//! report.compare(Comparison::exactly("2 · 21", 42.0, 42.0));
//! assert!(report.to_string().contains("Doubling"));
//! assert!(report.page().starts_with("<!doctype html>"));
//! assert_eq!(report.verdict(), "All 1 figures are met.");
//! ```

mod page;
mod plot;
mod table;

pub use plot::{Plot, Series};
pub use table::{Comparison, Table};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// The options that every experiment takes.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// The folder with the public data; parts that need it are left out where it is missing.
    #[arg(long, default_value = "../shared/data")]
    pub data: PathBuf,
    /// Write the figures as JSON; - is standard output, and the report then goes to standard error.
    #[arg(long)]
    pub json: Option<PathBuf>,
    /// Write a page with tables and plots to this file.
    #[arg(long)]
    pub html: Option<PathBuf>,
    /// Do a small part of the work: for a first look, and for tests.
    #[arg(long)]
    pub quick: bool,
    /// Where random numbers begin.
    #[arg(long, default_value_t = 7)]
    pub seed: u64,
    /// Fail (exit with 4) if a figure is missed.
    #[arg(long)]
    pub strict: bool,
}

/// What an experiment found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Its title.
    pub title: String,
    /// What was asked, in a sentence or two.
    pub question: String,
    /// Our figures beside the published ones, or beside what we promise.
    pub comparisons: Vec<Comparison>,
    /// Everything else, in order.
    pub parts: Vec<Part>,
}

/// A part of a report.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Part {
    /// Rows and columns.
    Table(Table),
    /// Lines over an axis.
    Plot(Plot),
    /// A picture.
    Drawing {
        /// What it shows.
        title: String,
        /// The picture itself.
        #[serde(skip)]
        svg: String,
    },
    /// A remark.
    Note {
        /// The remark.
        text: String,
    },
}

impl Report {
    /// A report without content.
    pub fn new(title: &str, question: &str) -> Report {
        Report { title: title.into(), question: question.into(), comparisons: Vec::new(), parts: Vec::new() }
    }

    /// Adds a figure beside a published or promised one.
    pub fn compare(&mut self, comparison: Comparison) {
        self.comparisons.push(comparison);
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) {
        self.parts.push(Part::Table(table));
    }

    /// Adds a plot.
    pub fn plot(&mut self, plot: Plot) {
        self.parts.push(Part::Plot(plot));
    }

    /// Adds a picture.
    pub fn drawing(&mut self, title: &str, svg: String) {
        self.parts.push(Part::Drawing { title: title.into(), svg });
    }

    /// Adds a remark.
    pub fn note(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Note { text: text.into() });
    }

    /// The comparisons that are missed.
    pub fn missed(&self) -> impl Iterator<Item = &Comparison> {
        self.comparisons.iter().filter(|c| c.met == Some(false))
    }

    /// Says in a line whether all figures are met, and in one more each which are not.
    pub fn verdict(&self) -> String {
        let judged = self.comparisons.iter().filter(|c| c.met.is_some()).count();
        match self.missed().count() {
            0 => format!("All {judged} figures are met."),
            missed => {
                let lines = self.missed().map(|c| format!("\n  {}: {}, not {}", c.what, c.ours, c.published));
                format!("MISSED: {missed} of {judged} figures.{}", lines.collect::<String>())
            }
        }
    }

    /// The report as a page that needs nothing else.
    pub fn page(&self) -> String {
        page::render(self)
    }

    /// Prints the report and writes the files that were asked for.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn publish(&self, options: &Options) -> io::Result<()> {
        self.publish_figures(options, self)
    }

    /// The same with figures in a shape of their own.
    ///
    /// # Errors
    /// As [`publish`](Self::publish).
    pub fn publish_figures(&self, options: &Options, figures: &impl Serialize) -> io::Result<()> {
        let to_output = options.json.as_deref() == Some(Path::new("-"));
        let text = format!("{self}\n{}\n", self.verdict());
        if to_output {
            heard(io::stderr().write_all(text.as_bytes()))?;
        } else {
            say(&text)?;
        }
        let write = |path: &PathBuf, text: String| {
            fs::write(path, text).map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", path.display())))
        };
        if let Some(path) = &options.json {
            let json = serde_json::to_string_pretty(figures).map_err(io::Error::other)?;
            if to_output { say(&format!("{json}\n"))? } else { write(path, json)? }
        }
        if let Some(path) = &options.html {
            write(path, self.page())?;
        }
        Ok(())
    }
}

/// Writes to standard output.
fn say(text: &str) -> io::Result<()> {
    heard(io::stdout().write_all(text.as_bytes()))
}

/// Nobody need listen: the files are written all the same.
fn heard(said: io::Result<()>) -> io::Result<()> {
    said.or_else(|e| if e.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(e) })
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}\n", self.title, self.question)?;
        write!(f, "{}", table::comparisons(&self.comparisons))?;
        for part in &self.parts {
            match part {
                Part::Table(table) => write!(f, "\n{table}")?,
                Part::Note { text } => writeln!(f, "\n{text}")?,
                Part::Plot(_) | Part::Drawing { .. } => {}
            }
        }
        Ok(())
    }
}

/// A bar on the terminal that shows how far a part of an experiment is.
pub fn progress(what: &'static str, steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps).with_message(what);
    let style = ProgressStyle::with_template("{msg:34} {bar:40} {pos}/{len} {eta}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missed_is_told_last() {
        let mut report = Report::new("Speed", "Fast enough?");
        report.compare(Comparison::at_least("laps", 3.0, 4.0, ""));
        report.compare(Comparison::at_least("metres", 10.0, 7.0, " m"));
        assert_eq!(report.verdict(), "MISSED: 1 of 2 figures.\n  metres: 7 m, not ≥ 10 m");
    }
}
