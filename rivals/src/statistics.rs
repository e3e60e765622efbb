//! Medians and tails.

use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Measured values, in the order they came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples(Vec<f64>);

impl Samples {
    pub(crate) fn push(&mut self, value: f64) {
        self.0.push(value);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The smallest value that at least `percent` of all are not above; NaN without any.
    pub(crate) fn percentile(&self, percent: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let rank = (percent / 100.0 * sorted.len() as f64).ceil() as usize;
        sorted.get(rank.max(1) - 1).copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn median(&self) -> f64 {
        self.percentile(50.0)
    }

    pub(crate) fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    /// Each value plus the one of `other` that was measured with it.
    pub(crate) fn plus(&self, other: &Samples) -> Samples {
        Samples(self.0.iter().zip(&other.0).map(|(a, b)| a + b).collect())
    }

    /// For samples of several passes over the same things: of each thing's values the median.
    pub(crate) fn medians_of(&self, passes: usize) -> Samples {
        self.percentiles_of(passes, 50.0)
    }

    /// The same with the least value, which is the work itself, whatever else the machine did.
    pub(crate) fn least_of(&self, passes: usize) -> Samples {
        self.percentiles_of(passes, 0.0)
    }

    fn percentiles_of(&self, passes: usize, percent: f64) -> Samples {
        let things = self.0.len() / passes;
        let values = |thing: usize| Samples(self.0.iter().skip(thing).step_by(things).copied().collect());
        Samples((0..things).map(|thing| values(thing).percentile(percent)).collect())
    }

    /// For samples of several passes over the same things: the median of each pass.
    pub(crate) fn medians_by_pass(&self, passes: usize) -> Vec<f64> {
        let things = (self.0.len() / passes).max(1);
        self.0.chunks(things).map(|pass| Samples(pass.to_vec()).median()).collect()
    }

    /// `{"p50": …, "p99": …}`.
    pub(crate) fn json(&self) -> Value {
        json!({"p50": rounded(self.median()), "p99": rounded(self.percentile(99.0))})
    }
}

/// Four significant digits: more would be noise.
pub(crate) fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// How long some work takes, and what it returns.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}

pub(crate) fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_measured_values_of_the_nearest_rank() {
        let mut samples = Samples::default();
        for value in (1..=200).rev() {
            samples.push(f64::from(value));
        }
        assert_eq!((samples.median(), samples.percentile(99.0), samples.percentile(100.0)), (100.0, 198.0, 200.0));
        assert_eq!((samples.percentile(0.0), samples.mean()), (1.0, 100.5));
        assert_eq!(Samples(vec![5.0]).percentile(99.0), 5.0);
        assert!(Samples::default().median().is_nan());
    }

    #[test]
    fn pairs_are_added_in_the_order_they_were_measured() {
        let pairs = Samples(vec![1.0, 10.0]).plus(&Samples(vec![5.0, 2.0]));
        assert_eq!(pairs.percentile(100.0), 12.0);
    }

    #[test]
    fn a_disturbance_in_one_pass_is_not_a_property_of_the_thing() {
        let passes = Samples(vec![1.0, 20.0, 1.0, 900.0, 2.0, 21.0]);
        assert_eq!(passes.medians_of(3).0, [1.0, 21.0]);
    }

    #[test]
    fn wear_shows_from_pass_to_pass() {
        let passes = Samples(vec![1.0, 1.0, 2.0, 3.0, 3.0, 3.0, 5.0, 5.0, 9.0]);
        assert_eq!(passes.medians_by_pass(3), [1.0, 3.0, 5.0]);
    }

    #[test]
    fn figures_are_rounded_to_four_digits() {
        assert_eq!((rounded(123_456.0), rounded(0.012_345_6)), (123_500.0, 0.01235));
    }
}
