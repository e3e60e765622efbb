//! The cost of a transition: the multiplier field integrated along a segment, in whole numbers.
//!
//! The published cost samples the field at four points and multiplies by the length. Four points on a long transition skip whole
//! annotations, and on a short one the border of an annotation is misplaced by up to an eighth of it. So the segment is cut
//! where it crosses a border of an [`In`](super::Preposition::In) annotation, exactly, and the pieces are sampled only where a
//! [`Near`](super::Preposition::Near) field varies along them: four times per step and at least every 25 cm. The result is
//! within 1 % of the integral, and so is the sum over the parts of a transition that is split.

use super::constraint::{Kind, Preposition};
use super::field::{MultiplierField, parts};
use super::shape::overlap;
use super::tuning::{MAX_SPACING, PARTS, SAMPLES_PER_STEP, UNITS_PER_METRE};
use navigant_geometry::internals::{BoundsInternals as _, PointInternals as _};
use navigant_geometry::{Bounds, Point};

/// Memory for the cost of transitions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    cuts: Vec<f64>,
    /// Where `Near` fields vary along the segment.
    varying: Vec<[f64; 2]>,
    /// The slots of constraints that have an effect along the segment.
    touching: Vec<u32>,
}

/// The length of a transition in units, rounded up: a whole number.
pub(crate) fn length_in_units(from: Point, to: Point) -> f64 {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    ((dx * dx + dy * dy).sqrt() * UNITS_PER_METRE).ceil()
}

/// A cost in metres: the length that costs as much where nothing is dear.
pub(crate) fn cost_in_metres(field: &MultiplierField, cost: f64) -> f64 {
    cost / UNITS_PER_METRE * field.scale()
}

impl MultiplierField {
    /// The cost of the straight transition between two points of a graph with a step (the length of its short transitions, in
    /// metres): a whole number, the same in both directions up to rounding, infinite if a hard constraint forbids it.
    ///
    /// Costs of one field can be compared and added; [`cost_in_metres`] tells what one means.
    #[cfg(test)]
    pub(crate) fn transition_cost(
        &self,
        from: impl Into<Point>,
        to: impl Into<Point>,
        step: f64,
        scratch: &mut Scratch,
    ) -> f64 {
        let candidates: Vec<u32> = self.iter().map(|(id, _)| id.index()).collect();
        self.cost_among(&candidates, from.into(), to.into(), step, scratch)
    }

    /// The same, given the slots of all constraints whose influence the segment may meet, in ascending order.
    pub(super) fn cost_among(&self, slots: &[u32], from: Point, to: Point, step: f64, scratch: &mut Scratch) -> f64 {
        let length = length_in_units(from, to);
        let Some(bounds) = Bounds::of([from, to]) else { return f64::INFINITY };
        let Scratch { cuts, varying, touching } = scratch;
        cuts.clear();
        varying.clear();
        touching.clear();
        let middle = from.lerp(to, 0.5);
        let half = length / UNITS_PER_METRE / 2.0;
        for (slot, constraint) in slots.iter().filter_map(|&slot| Some((slot, self.slot(slot)?))) {
            if !overlap(constraint.influence(), bounds) {
                continue;
            }
            match constraint.kind() {
                Kind::Hard if constraint.shape().meets(from, to) => return f64::INFINITY,
                Kind::Soft(_, 0.0) | Kind::Hard => continue,
                Kind::Soft(Preposition::In, _) => constraint.shape().crossings(from, to, |t| cuts.push(t)),
                Kind::Soft(Preposition::Near, weight) => {
                    let Some([enter, leave]) = clipped(constraint.influence(), from, to) else { continue };
                    if constraint.shape().bounds().distance_to(Bounds { min: middle, max: middle })
                        > weight.abs() + half
                    {
                        continue;
                    }
                    cuts.extend([enter, leave]);
                    varying.push([enter, leave]);
                }
            }
            touching.push(slot);
        }
        if touching.is_empty() {
            return length * parts(0.0);
        }
        cuts.extend([0.0, 1.0]);
        cuts.sort_unstable_by(f64::total_cmp);
        cuts.dedup();
        let spacing = (step / SAMPLES_PER_STEP).min(MAX_SPACING);
        let mut mean = 0.0;
        for pair in cuts.windows(2) {
            let (begin, end) = (pair[0], pair[1]);
            let middle = (begin + end) / 2.0;
            let varies = varying.iter().any(|[enter, leave]| *enter <= middle && middle <= *leave);
            let metres = (end - begin) * length / UNITS_PER_METRE;
            let samples = if varies { (metres / spacing).ceil().max(1.0) } else { 1.0 };
            let mut sum = 0.0;
            for i in 0..samples as u32 {
                let at = from.lerp(to, begin + (end - begin) * (f64::from(i) + 0.5) / samples);
                let constraints = touching.iter().filter_map(|&slot| self.slot(slot));
                let weight: f64 = constraints.map(|constraint| constraint.weight_at(at)).sum();
                sum += parts(weight);
            }
            mean += (end - begin) * sum / samples;
        }
        // Parts of a whole part are noise: the cuts need not add up to 1 exactly.
        (length * (mean * PARTS).round() / PARTS).ceil()
    }

    /// A lower bound on the cost of any path between two points, and a consistent heuristic for graphs of straight transitions.
    pub(crate) fn least_cost(&self, from: Point, to: Point) -> f64 {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        // A hair less, so that rounding cannot make three of these violate the triangle inequality.
        ((dx * dx + dy * dy).sqrt() * UNITS_PER_METRE * (1.0 - 1e-12)).floor() * self.least_parts()
    }
}

/// The parameters at which a segment enters and leaves a box; `None` if it misses it.
fn clipped(b: Bounds, from: Point, to: Point) -> Option<[f64; 2]> {
    let mut span = [0.0f64, 1.0];
    for (p, d, low, high) in [(from.x, to.x - from.x, b.min.x, b.max.x), (from.y, to.y - from.y, b.min.y, b.max.y)] {
        if d == 0.0 {
            if p < low || p > high {
                return None;
            }
        } else {
            let (near, far) = ((low - p) / d, (high - p) / d);
            span = [span[0].max(near.min(far)), span[1].min(near.max(far))];
        }
    }
    (span[0] < span[1]).then_some(span)
}

#[cfg(test)]
mod tests;
