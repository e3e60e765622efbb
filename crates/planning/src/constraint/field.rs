//! A set of constraints and the multiplier field it makes.

use super::constraint::Constraint;
use super::tuning::{LN_BASE, MAX_CONSTRAINTS, MAX_EXPONENT, MAX_WEIGHT, PARTS, RESERVE};
use navigant_geometry::Point;

/// The id of a constraint in its field; ids of removed constraints are not reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConstraintId {
    index: u32,
    generation: u32,
}

/// Why a constraint was not added or changed; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadConstraint {
    /// There is no such constraint.
    Unknown(ConstraintId),
    /// The attracting weights would add up to more than `MAX_WEIGHT`.
    TooAttractive {
        /// What they would add up to.
        sum: f64,
    },
    /// There are `MAX_CONSTRAINTS` already.
    TooMany,
}

impl std::fmt::Display for BadConstraint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadConstraint::Unknown(id) => write!(f, "there is no constraint {}", id.index),
            BadConstraint::TooAttractive { sum } => {
                write!(f, "attracting weights add up to {sum}; they may add up to {MAX_WEIGHT}")
            }
            BadConstraint::TooMany => write!(f, "there are {MAX_CONSTRAINTS} constraints already"),
        }
    }
}

impl std::error::Error for BadConstraint {}

/// The multiplier field of a set of constraints: m(x) = max(1, 1.1^(W₀ − Σ W(x))), where W₀ is the sum of the positive weights.
///
/// A step through x costs m(x) times its length. No place is cheaper than its length (W₀ is what all attractors together can
/// give), so the straight line is a lower bound on the cost of any path and an admissible heuristic. The field is continuous but for the
/// borders of [`In`](super::Preposition::In) annotations: that of a [`Near`](super::Preposition::Near) one changes its exponent
/// by at most 1 a metre.
///
/// ```
/// use navigant_geometry::Outline;
/// use navigant_planning::constraint::{Constraint, Preposition, Shape};
/// use navigant_planning::internals::MultiplierField;
/// let mut field = MultiplierField::new();
/// let lawn = Shape::of([&Outline::rectangle([0.0, 0.0], [10.0, 10.0])])?;
/// field.add(Constraint::soft(Preposition::In, lawn, -5.0)?)?;
/// assert_eq!(field.multiplier_at([20.0, 5.0]), 1.0);
/// assert!((field.multiplier_at([5.0, 5.0]) - 1.1f64.powi(5)).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MultiplierField {
    slots: Vec<Slot>,
    /// The sum of the positive weights.
    attraction: f64,
}

#[derive(Clone, Debug)]
struct Slot {
    generation: u32,
    constraint: Option<Constraint>,
}

impl MultiplierField {
    /// The field that is 1 everywhere.
    pub fn new() -> MultiplierField {
        MultiplierField::default()
    }

    /// Adds a constraint.
    ///
    /// # Errors
    /// [`BadConstraint`].
    pub fn add(&mut self, constraint: Constraint) -> Result<ConstraintId, BadConstraint> {
        self.check(&constraint, None)?;
        let index = match self.slots.iter().position(|slot| slot.constraint.is_none()) {
            Some(index) => index,
            None if self.slots.len() >= MAX_CONSTRAINTS => return Err(BadConstraint::TooMany),
            None => {
                self.slots.push(Slot { generation: 0, constraint: None });
                self.slots.len() - 1
            }
        };
        self.slots[index].constraint = Some(constraint);
        self.sum_up();
        Ok(ConstraintId { index: index as u32, generation: self.slots[index].generation })
    }

    /// Replaces a constraint and returns what it was.
    ///
    /// # Errors
    /// [`BadConstraint`].
    pub fn replace(&mut self, id: ConstraintId, constraint: Constraint) -> Result<Constraint, BadConstraint> {
        self.check(&constraint, self.get(id))?;
        let slot = self.slots.get_mut(id.index as usize).filter(|slot| slot.generation == id.generation);
        let old = slot.and_then(|slot| slot.constraint.replace(constraint)).ok_or(BadConstraint::Unknown(id))?;
        self.sum_up();
        Ok(old)
    }

    /// Removes a constraint and returns it.
    ///
    /// # Errors
    /// [`BadConstraint::Unknown`].
    pub fn remove(&mut self, id: ConstraintId) -> Result<Constraint, BadConstraint> {
        let slot = self.slots.get_mut(id.index as usize).filter(|slot| slot.generation == id.generation);
        let slot = slot.ok_or(BadConstraint::Unknown(id))?;
        let old = slot.constraint.take().ok_or(BadConstraint::Unknown(id))?;
        slot.generation += 1;
        self.sum_up();
        Ok(old)
    }

    fn check(&self, new: &Constraint, old: Option<&Constraint>) -> Result<(), BadConstraint> {
        let attraction = |constraint: &Constraint| constraint.weight().unwrap_or(0.0).max(0.0);
        let sum = self.attraction - old.map_or(0.0, attraction) + attraction(new);
        if sum > MAX_WEIGHT { Err(BadConstraint::TooAttractive { sum }) } else { Ok(()) }
    }

    fn sum_up(&mut self) {
        self.attraction = self.iter().filter_map(|(_, constraint)| constraint.weight()).map(|w| w.max(0.0)).sum();
    }

    /// A constraint.
    pub(crate) fn get(&self, id: ConstraintId) -> Option<&Constraint> {
        self.slots.get(id.index as usize).filter(|slot| slot.generation == id.generation)?.constraint.as_ref()
    }

    /// All constraints, in a fixed order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ConstraintId, &Constraint)> {
        self.slots.iter().enumerate().filter_map(|(index, slot)| {
            let id = ConstraintId { index: index as u32, generation: slot.generation };
            Some((id, slot.constraint.as_ref()?))
        })
    }

    /// The constraint in a slot.
    pub(super) fn slot(&self, index: u32) -> Option<&Constraint> {
        self.slots.get(index as usize)?.constraint.as_ref()
    }

    /// W₀: the sum of the positive weights.
    #[cfg(test)]
    pub(crate) fn attraction(&self) -> f64 {
        self.attraction
    }

    /// The sum of all weight fields at a point.
    pub fn weight_at(&self, p: impl Into<Point>) -> f64 {
        let p = p.into();
        self.iter().map(|(_, constraint)| constraint.weight_at(p)).sum()
    }

    /// The multiplier at a point: a number of at least 1.
    pub fn multiplier_at(&self, p: impl Into<Point>) -> f64 {
        power(self.attraction - self.weight_at(p).max(RESERVE - MAX_EXPONENT)).max(1.0)
    }

    /// The hard constraint that forbids a point, if one does.
    pub fn forbids(&self, p: impl Into<Point>) -> Option<ConstraintId> {
        let p = p.into();
        self.iter().find(|(_, constraint)| constraint.is_hard() && constraint.shape().contains(p)).map(|(id, _)| id)
    }

    /// A lower bound on the stored multiplier of any place that no attractor influences, in parts.
    pub(super) const NEUTRAL_AT_LEAST: f64 = NEUTRAL_PARTS - 1.0;

    /// A lower bound on the stored multiplier of any place, in parts.
    pub(super) fn least_parts(&self) -> f64 {
        // One part less: the power function is only almost monotonic.
        parts(self.attraction) - 1.0
    }

    /// The factor from stored multipliers, in parts, to multipliers.
    pub(super) fn scale(&self) -> f64 {
        power(self.attraction - RESERVE) / PARTS
    }
}

impl ConstraintId {
    /// The slot it is in.
    pub(super) fn index(self) -> u32 {
        self.index
    }
}

/// 1.1 to a power, the same on all machines.
fn power(exponent: f64) -> f64 {
    libm::exp(exponent * LN_BASE)
}

/// The stored multiplier where the weight fields add up to a sum: 1.1^(reserve − sum), in whole parts.
pub(super) fn parts(sum: f64) -> f64 {
    if sum == 0.0 {
        return NEUTRAL_PARTS;
    }
    (power((RESERVE - sum).min(MAX_EXPONENT)) * PARTS).round()
}

/// The stored multiplier where nothing has a say: 1.1⁵⁰ in parts.
const NEUTRAL_PARTS: f64 = 120_208.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_neutral_multiplier_is_what_the_power_says() {
        assert_eq!((power(RESERVE) * PARTS).round(), NEUTRAL_PARTS);
        assert!((LN_BASE - libm::log(1.1)).abs() < 1e-16);
    }
}
