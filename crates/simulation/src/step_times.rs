//! How long steps took, in little memory however many there are.

use std::time::Duration;

/// How long steps took: the mean, the last and the longest are exact, quantiles are too long by up to a 64th.
///
/// ```
/// use navigant_simulation::{Simulation, embedded};
/// let (scenario, scene) = embedded::open("bottleneck")?;
/// let mut simulation = Simulation::spawn(scene.build().unwrap().map, &scenario, |_| {})?;
/// for _ in 0..5 {
///     simulation.step()?;
/// }
/// let times = simulation.figures().steps;
/// assert!(times.count == 5 && times.longest.as_nanos() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StepTimes {
    /// How many steps took so long, by [`bucket`].
    counts: Vec<u32>,
    total: Duration,
    /// How many steps there were.
    pub count: u64,
    /// What the longest one took.
    pub longest: Duration,
    /// What the last one took; nothing before the first.
    pub last: Option<Duration>,
}

/// The number of parts into which every power of two is cut.
const PARTS_PER_OCTAVE: u64 = 64;

/// The number of times that are counted together with some nanoseconds.
fn bucket(nanoseconds: u64) -> usize {
    let shift = (nanoseconds / (2 * PARTS_PER_OCTAVE)).checked_ilog2().map_or(0, |power| power + 1);
    let part = nanoseconds >> shift;
    (u64::from(shift) * PARTS_PER_OCTAVE + part) as usize
}

/// The longest time of those counted together.
fn end_of(bucket: usize) -> Duration {
    let bucket = bucket as u64;
    let shift = (bucket / PARTS_PER_OCTAVE).saturating_sub(1);
    let part = bucket - shift * PARTS_PER_OCTAVE;
    let end = ((u128::from(part) + 1) << shift) - 1;
    Duration::from_nanos(u64::try_from(end).unwrap_or(u64::MAX))
}

impl Default for StepTimes {
    fn default() -> StepTimes {
        let (total, longest) = (Duration::ZERO, Duration::ZERO);
        StepTimes { counts: vec![0; bucket(u64::MAX) + 1], total, count: 0, longest, last: None }
    }
}

impl StepTimes {
    /// Takes in one more step.
    pub(crate) fn push(&mut self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let counted = &mut self.counts[bucket(nanoseconds)];
        *counted = counted.saturating_add(1);
        self.count += 1;
        self.total += time;
        self.longest = self.longest.max(time);
        self.last = Some(time);
    }

    /// What one took on average.
    pub(crate) fn mean(&self) -> Duration {
        self.total.div_f64(self.count.max(1) as f64)
    }

    /// The time that a share of the steps do not exceed.
    pub(crate) fn quantile(&self, share: f64) -> Duration {
        let wanted = (share * self.count as f64).ceil() as u64;
        let mut seen = 0;
        for (bucket, &count) in self.counts.iter().enumerate() {
            seen += u64::from(count);
            if seen >= wanted && seen > 0 {
                return end_of(bucket).min(self.longest);
            }
        }
        self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_is_counted_with_times_that_differ_by_no_more_than_a_64th() {
        for time in
            (0..200).chain((0..64).flat_map(|power| [0u64, 1, 7, 12345].map(|more| (1u64 << power).wrapping_add(more))))
        {
            let end = end_of(bucket(time)).as_nanos() as u64;
            assert!(end >= time && end - time <= time / 64, "{time} ends at {end}");
            assert_eq!(bucket(end), bucket(time));
        }
        assert_eq!(end_of(bucket(u64::MAX)), Duration::from_nanos(u64::MAX));
    }

    #[test]
    fn the_mean_and_the_longest_are_exact_and_quantiles_are_near() {
        let mut times = StepTimes::default();
        assert_eq!((times.mean(), times.quantile(0.99), times.last), (Duration::ZERO, Duration::ZERO, None));
        (1..=200).map(Duration::from_millis).for_each(|time| times.push(time));
        assert_eq!((times.mean(), times.longest), (Duration::from_micros(100_500), Duration::from_millis(200)));
        assert_eq!(times.quantile(1.0), times.longest);
        let p99 = times.quantile(0.99);
        assert!((Duration::from_millis(198)..Duration::from_millis(205)).contains(&p99), "{p99:?}");
    }
}
