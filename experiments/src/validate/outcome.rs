//! What a test found, beside its criterion.

use crate::frame::Plot;
use serde::Serialize;
use std::ops::RangeInclusive;

/// A test's name, criterion, figure and verdict; there is no verdict where only a report is asked for.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Outcome {
    pub(super) name: String,
    pub(super) criterion: Option<String>,
    /// The figure of the worst seed; of a report, the mean.
    pub(super) figure: f64,
    pub(super) unit: &'static str,
    /// The least and the largest figure of all seeds.
    pub(super) range: [f64; 2],
    pub(super) passed: Option<bool>,
    /// By seed.
    #[serde(skip)]
    pub(super) figures: Vec<f64>,
    /// The least and the largest figure that passes, where the criterion is a range.
    #[serde(skip)]
    limits: [f64; 2],
}

impl Outcome {
    /// Every seed's figure must lie within a range.
    pub(super) fn within(name: &str, range: RangeInclusive<f64>, unit: &'static str, figures: &[f64]) -> Outcome {
        let (least, most) = (*range.start(), *range.end());
        let criterion = match (least.is_finite(), most.is_finite()) {
            (true, true) => format!("{least} to {most}{unit}"),
            (true, false) => format!("at least {least}{unit}"),
            _ => format!("at most {most}{unit}"),
        };
        // How far inside; not a number is outside.
        let inside = |x: f64| if x.is_nan() { f64::NEG_INFINITY } else { (x - least).min(most - x) };
        let worst = figures.iter().copied().min_by(|a, b| inside(*a).total_cmp(&inside(*b))).unwrap_or(f64::NAN);
        let passed = Some(!figures.is_empty() && figures.iter().all(|x| range.contains(x)));
        let (range, figures) = (bounds(figures), figures.to_vec());
        let (name, criterion, limits) = (name.into(), Some(criterion), [least, most]);
        Outcome { name, criterion, figure: worst, unit, range, passed, figures, limits }
    }

    /// The same with a criterion in words.
    pub(super) fn said(self, criterion: impl Into<String>) -> Outcome {
        Outcome { criterion: Some(criterion.into()), ..self }
    }

    /// Only a figure.
    pub(super) fn report(name: &str, unit: &'static str, figures: &[f64]) -> Outcome {
        let mean = figures.iter().sum::<f64>() / figures.len().max(1) as f64;
        let (range, figures, limits) = (bounds(figures), figures.to_vec(), [f64::NEG_INFINITY, f64::INFINITY]);
        Outcome { name: name.into(), criterion: None, figure: mean, unit, range, passed: None, figures, limits }
    }

    /// Every seed's figure, between what passes.
    pub(super) fn plot(&self, first_seed: u32) -> Plot {
        let mut plot = Plot::new(&self.name, "seed", if self.unit.is_empty() { "figure" } else { self.unit.trim() });
        let seed = |i: usize| f64::from(first_seed) + i as f64;
        plot.line("figure", self.figures.iter().enumerate().map(|(i, x)| (seed(i), *x)).collect());
        let last = seed(self.figures.len().saturating_sub(1));
        for (name, limit) in ["least", "most"].into_iter().zip(self.limits) {
            if limit.is_finite() {
                plot.line(name, vec![(seed(0), limit), (last, limit)]);
            }
        }
        plot
    }

    /// The figure for people, with those of the other seeds.
    pub(super) fn shown(&self) -> String {
        let [least, most] = self.range;
        format!("{:.3}{} ({least:.3} to {most:.3})", self.figure, self.unit)
    }
}

fn bounds(figures: &[f64]) -> [f64; 2] {
    [figures.iter().copied().fold(f64::INFINITY, f64::min), figures.iter().copied().fold(f64::NEG_INFINITY, f64::max)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_seed_decides() {
        let good = Outcome::within("x", 1.0..=2.0, "", &[1.5, 1.9, 1.2]);
        assert_eq!((good.passed, good.figure, good.range), (Some(true), 1.9, [1.2, 1.9]));
        let bad = Outcome::within("x", 1.0..=2.0, "", &[1.5, 2.5]);
        assert_eq!((bad.passed, bad.figure), (Some(false), 2.5));
        assert_eq!(Outcome::within("x", 1.0..=2.0, "", &[1.5, f64::NAN]).passed, Some(false));
        assert_eq!(Outcome::within("x", 1.0..=2.0, "", &[]).passed, Some(false));
        let lines: Vec<_> = good.plot(7).series.into_iter().map(|line| (line.name, line.points.len())).collect();
        assert_eq!(lines, [("figure".to_owned(), 3), ("least".to_owned(), 2), ("most".to_owned(), 2)]);
        assert_eq!(Outcome::report("x", "", &[1.0]).plot(7).series.len(), 1);
    }
}
