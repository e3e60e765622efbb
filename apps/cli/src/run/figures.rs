//! The figures of a run: as JSON and as a table.

use serde_json::{Value, json};
use std::time::Duration;

/// What a run has shown; everything is measured.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) agents: u64,
    /// How long each step took: its edits, its planning, its moves, who came and who left.
    pub(crate) steps: Vec<Duration>,
    pub(crate) simulated_s: f64,
    pub(crate) searches: u64,
    pub(crate) edits: u64,
    pub(crate) median_path_m: f64,
    pub(crate) peak_bytes: Option<u64>,
    pub(crate) arrived: u64,
    pub(crate) present: u64,
    pub(crate) displaced: u64,
    pub(crate) no_way: u64,
    pub(crate) lost: u64,
    pub(crate) wall_crossings: u64,
    pub(crate) hash: u64,
}

impl Figures {
    fn mean_ms(&self) -> f64 {
        self.steps.iter().sum::<Duration>().as_secs_f64() * 1e3 / self.steps.len().max(1) as f64
    }

    /// The time that a share of the steps do not exceed.
    fn quantile_ms(&self, share: f64) -> f64 {
        let mut steps = self.steps.clone();
        steps.sort_unstable();
        let at = (share * steps.len() as f64).ceil() as usize;
        steps.get(at.saturating_sub(1)).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    }

    fn searches_per_step(&self) -> f64 {
        self.searches as f64 / self.steps.len().max(1) as f64
    }

    fn edits_per_s(&self) -> f64 {
        if self.simulated_s > 0.0 { self.edits as f64 / self.simulated_s } else { 0.0 }
    }

    pub(crate) fn json(&self) -> Value {
        json!({
            "agents": self.agents,
            "steps": self.steps.len(),
            "mean_ms": self.mean_ms(),
            "p99_ms": self.quantile_ms(0.99),
            "max_ms": self.quantile_ms(1.0),
            "searches_per_step": self.searches_per_step(),
            "edits_per_s": self.edits_per_s(),
            "median_path_m": self.median_path_m,
            "peak_mb": self.peak_bytes.map(|bytes| bytes as f64 / 1e6),
            "arrived": self.arrived,
            "lost": self.lost,
            "wall_crossings": self.wall_crossings,
        })
    }

    pub(crate) fn print(&self) {
        let row = |name: &str, value: String| println!("  {name:<20} {value}");
        row("agents", format!("{}; {} there at the end, {} arrivals", self.agents, self.present, self.arrived));
        row("steps", format!("{} in {:.1} s of simulated time", self.steps.len(), self.simulated_s));
        row(
            "time a step",
            format!(
                "{:.2} ms on average, 99 % within {:.2} ms, {:.2} ms at most",
                self.mean_ms(),
                self.quantile_ms(0.99),
                self.quantile_ms(1.0)
            ),
        );
        row("searches a step", format!("{:.1}", self.searches_per_step()));
        row("edits a second", format!("{:.1}", self.edits_per_s()));
        row("median path", format!("{:.1} m", self.median_path_m));
        if let Some(bytes) = self.peak_bytes {
            row("peak memory", format!("{:.0} MB", bytes as f64 / 1e6));
        }
        row("displaced", format!("{} times, by obstacles", self.displaced));
        row("without a way", format!("{}", self.no_way));
        row("lost", format!("{}", self.lost));
        row("wall crossings", format!("{}", self.wall_crossings));
        row("state", format!("{:016x}", self.hash));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_steps_that_were_made() {
        let steps = (1..=200).map(Duration::from_millis).collect();
        let figures = Figures { steps, simulated_s: 20.0, edits: 100, ..Figures::default() };
        assert_eq!((figures.quantile_ms(0.99), figures.quantile_ms(1.0)), (198.0, 200.0));
        assert_eq!((figures.mean_ms(), figures.edits_per_s()), (100.5, 5.0));
        assert_eq!(Figures::default().quantile_ms(0.99), 0.0);
    }
}
