//! A run from the first agent to the last, measured.

use super::clustering::Quadrats;
use super::figures::RoadmapFigures;
use super::run::RoadmapRun;

/// A run that takes more steps than this is given up: some never arrive.
const MOST_STEPS: u64 = 40_000;
/// Squares in which agents are counted for the clustering index, in metres.
const QUADRAT: f64 = 5.0;
/// The clustering index is the mean over steps at an interval while agents enter, after the first have crossed the map.
const SAMPLE: u64 = 20;
const FIRST_SAMPLE: u64 = 500;

/// What a whole run has shown.
#[derive(Clone, Debug)]
pub struct Study {
    /// Its indices.
    pub figures: RoadmapFigures,
    /// Morisita's index of dispersion in squares of five metres, while agents enter.
    pub clustering: f64,
    /// How many steps it took.
    pub steps: u64,
    /// The hash of the state after all steps.
    pub hash: u64,
}

impl Study {
    /// Makes all steps of a run of a number of agents; `goes_on` sees it after each, and may give it up.
    pub fn of(run: &mut RoadmapRun, agents: u32, mut goes_on: impl FnMut(&RoadmapRun) -> bool) -> Study {
        let mut quadrats = Quadrats::over(run.graph(), QUADRAT);
        let (mut sum, mut samples) = (0.0, 0.0);
        while !run.is_done() && run.steps() < MOST_STEPS {
            run.step();
            let is_due = run.steps() >= FIRST_SAMPLE.min(u64::from(agents) / 6) && run.steps().is_multiple_of(SAMPLE);
            if is_due && run.is_filling() {
                sum += run.clustering(&mut quadrats).unwrap_or(0.0);
                samples += 1.0;
            }
            if !goes_on(run) {
                break;
            }
        }
        Study {
            figures: run.figures().clone(),
            clustering: sum / f64::max(samples, 1.0),
            steps: run.steps(),
            hash: run.hash(),
        }
    }

    /// How many never arrived.
    pub fn unfinished(&self) -> u32 {
        self.figures.entered - self.figures.arrived
    }
}
