//! Walking speeds: evenly within a range, normally distributed, or by age.

use crate::draws::Draws;
use crate::tuning::journeys::NORMAL_TRIES;
use navigant_files::scenario::{AGES, Group, Speeds};

/// Speeds draw from another stream than everything else.
const SPEED_STREAM: u64 = 0x7370_6565_6473;

/// The speed of an agent of a group whose speeds have a distribution, in metres a second.
pub(crate) fn speed_of(group: &Group, seed: u64, source: u32, serial: u32) -> Option<f64> {
    let mut draws = Draws::of_agent(seed ^ SPEED_STREAM, source, serial, 0);
    match group.journey.speeds? {
        Speeds::Normal { mean, deviation } => Some(normal(&mut draws, [mean, deviation], group.speed)),
        Speeds::Ages(shares) => {
            let mut left = draws.number([0.0, shares.iter().sum()]);
            let mut range = group.speed;
            for ((_, of_age), share) in AGES.iter().zip(shares).filter(|(_, share)| *share > 0.0) {
                range = *of_age;
                left -= share;
                if left <= 0.0 {
                    break;
                }
            }
            Some(draws.number(range))
        }
    }
}

/// A normal number within a range, by the method of Box and Muller.
fn normal(draws: &mut Draws, [mean, deviation]: [f64; 2], [least, most]: [f64; 2]) -> f64 {
    for _ in 0..NORMAL_TRIES {
        let (a, b) = (draws.number([f64::MIN_POSITIVE, 1.0]), draws.number([0.0, 1.0]));
        let number = libm::sqrt(-2.0 * libm::log(a)) * libm::cos(std::f64::consts::TAU * b);
        let drawn = mean + deviation * number;
        if (least..=most).contains(&drawn) {
            return drawn;
        }
    }
    mean.clamp(least, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_numbers_have_their_mean_and_deviation() {
        let mut draws = Draws::new(5);
        let all: Vec<f64> = (0..20_000).map(|_| normal(&mut draws, [1.34, 0.26], [0.1, 3.0])).collect();
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        let variance = all.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / all.len() as f64;
        assert!((mean - 1.34).abs() < 0.01 && (variance.sqrt() - 0.26).abs() < 0.01, "{mean} ± {}", variance.sqrt());
        let cut: Vec<f64> = (0..2000).map(|_| normal(&mut draws, [1.34, 0.26], [1.3, 1.4])).collect();
        assert!(cut.iter().all(|speed| (1.3..=1.4).contains(speed)));
    }
}
