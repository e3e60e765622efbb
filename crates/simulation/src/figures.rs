//! The figures of a run: as JSON and as a table.

use crate::step_times::StepTimes;
use serde_json::{Value, json};
use std::time::Duration;

/// What a run has shown; everything is measured.
///
/// ```
/// use navigant_simulation::{Simulation, Until, embedded};
/// let (scenario, scene) = embedded::open("bottleneck")?;
/// let mut simulation = Simulation::spawn(scene.build().unwrap().map, &scenario, |_| {})?;
/// while !simulation.is_done(Until::Steps(5))? {
///     simulation.step()?;
/// }
/// let figures = simulation.figures();
/// assert!(figures.agents > 0 && figures.wall_crossings == 0 && figures.steps.count == 5);
/// # Ok::<(), navigant_files::FileError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// How many came.
    pub agents: u64,
    /// How many steps were made before the run was saved and resumed.
    pub steps_before: u64,
    /// How long each step took since: its edits, its planning, its moves, who came and who left.
    pub steps: StepTimes,
    /// Seconds that passed for the agents.
    pub simulated_s: f64,
    /// Searches for routes.
    pub searches: u64,
    /// The most of them in a step.
    pub peak_searches: u64,
    /// The most steps that somebody waited for a plan: [`navigant_crowd::Report::longest_wait`].
    pub longest_wait: u32,
    /// Edits of the map.
    pub edits: u64,
    /// The median length of everyone's first route, in metres; 0 before anyone has one.
    pub median_path_m: f64,
    /// The most memory the process has had; unknown where the system does not say.
    pub peak_bytes: Option<u64>,
    /// How often somebody arrived.
    pub arrived: u64,
    /// How many are there at the end.
    pub present: u64,
    /// How often an obstacle that appeared moved somebody.
    pub displaced: u64,
    /// How many have no way to their goal.
    pub no_way: u64,
    /// How many cannot be found; always 0 unless there is a bug.
    pub lost: u64,
    /// How many moves led through a wall; always 0 unless there is a bug.
    pub wall_crossings: u64,
    /// The hash of the crowd's state: equal for equal runs.
    pub hash: u64,
}

impl std::fmt::Display for Figures {
    /// A table: what it is, and how much, row by row.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, (name, value)) in self.rows().into_iter().enumerate() {
            let end = if index == 0 { "" } else { "\n" };
            write!(f, "{end}{name:>16}  {value}")?;
        }
        Ok(())
    }
}

impl Figures {
    /// How many steps were made in all.
    pub(crate) fn step_count(&self) -> u64 {
        self.steps_before + self.steps.count
    }

    fn searches_per_step(&self) -> f64 {
        self.searches as f64 / self.step_count().max(1) as f64
    }

    fn edits_per_s(&self) -> f64 {
        if self.simulated_s > 0.0 { self.edits as f64 / self.simulated_s } else { 0.0 }
    }

    /// As an object, with the names that `navigant run --json` writes.
    pub(crate) fn json(&self) -> Value {
        json!({
            "agents": self.agents,
            "steps": self.step_count(),
            "simulated_s": self.simulated_s,
            "mean_ms": ms(self.steps.mean()),
            "p99_ms": ms(self.steps.quantile(0.99)),
            "max_ms": ms(self.steps.longest),
            "searches": self.searches,
            "searches_per_step": self.searches_per_step(),
            "peak_searches": self.peak_searches,
            "longest_wait_steps": self.longest_wait,
            "edits": self.edits,
            "edits_per_s": self.edits_per_s(),
            "median_path_m": self.median_path_m,
            "peak_mb": self.peak_bytes.map(|bytes| bytes as f64 / 1e6),
            "arrived": self.arrived,
            "present": self.present,
            "displaced": self.displaced,
            "without_way": self.no_way,
            "lost": self.lost,
            "wall_crossings": self.wall_crossings,
            "hash": format!("{:016x}", self.hash),
        })
    }

    /// As rows of a table: what it is, and how much; what `Display` writes.
    pub(crate) fn rows(&self) -> Vec<(&'static str, String)> {
        let mut rows = vec![
            ("agents", format!("{}; {} there at the end, {} arrivals", self.agents, self.present, self.arrived)),
            ("steps", format!("{} in {:.1} s of simulated time", self.step_count(), self.simulated_s)),
            (
                "time a step",
                format!(
                    "{:.2} ms on average, 99 % within {:.2} ms, {:.2} ms at most",
                    ms(self.steps.mean()),
                    ms(self.steps.quantile(0.99)),
                    ms(self.steps.longest)
                ),
            ),
            (
                "searches a step",
                format!(
                    "{:.1}; {} at most, steps waited for one at most: {}",
                    self.searches_per_step(),
                    self.peak_searches,
                    self.longest_wait
                ),
            ),
            ("edits a second", format!("{:.1}", self.edits_per_s())),
            ("median path", format!("{:.1} m", self.median_path_m)),
        ];
        rows.extend(self.peak_bytes.map(|bytes| ("peak memory", format!("{:.0} MB", bytes as f64 / 1e6))));
        rows.extend([
            ("displaced", format!("{} times, by obstacles", self.displaced)),
            ("without a way", self.no_way.to_string()),
            ("lost", self.lost.to_string()),
            ("wall crossings", self.wall_crossings.to_string()),
            ("state", format!("{:016x}", self.hash)),
        ]);
        rows
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_without_steps_has_figures_too() {
        let json = Figures::default().json();
        assert_eq!((&json["mean_ms"], &json["p99_ms"], &json["edits_per_s"]), (&0.0.into(), &0.0.into(), &0.0.into()));
    }
}
