//! Deadlock resolution: an agent that makes no progress for a while steps aside.
//!
//! Two agents that meet head-on beside a wall, or in a doorway, may each wait for the other for ever: ORCA is symmetric. A stalled
//! agent tries its right side first, as pedestrians do where they walk on the right; of two that meet, one has room there. If
//! that does not help, sides are tried by a pattern that differs from agent to agent.

use crate::tuning::deadlock::{ATTEMPTS, BACKWARD_FROM, PROGRESS, TRY, WAIT};
use crate::vector::Vector;

/// The number of steps without progress after which an agent searches for a detour around standing agents.
pub(crate) const LOOK_AROUND: u8 = WAIT + TRY;

/// Steps without progress are counted up to this.
pub(crate) const LONGEST_STALL: u8 = WAIT + ATTEMPTS * TRY;

/// The number of steps for which an agent has made no progress, after one more step at a velocity.
pub(crate) fn stalled(before: u8, velocity: Vector, preferred: Vector, speed: f32) -> u8 {
    let wants_to_move = preferred.squared() > PROGRESS * PROGRESS * speed * speed;
    if wants_to_move && velocity.dot(preferred) < PROGRESS * preferred.squared() {
        (before + 1) % LONGEST_STALL
    } else if before >= WAIT + BACKWARD_FROM * TRY {
        // It went back and has got on again: to its way. Counted down, it would be at the attempt before, and so on for ever.
        0
    } else {
        before.saturating_sub(2)
    }
}

/// The preferred velocity of an agent that has made no progress for `stalled` steps.
pub(crate) fn aside(preferred: Vector, stalled: u8, id: u32) -> Vector {
    let Some(long) = stalled.checked_sub(WAIT) else { return preferred };
    let attempt = u32::from(long / TRY);
    let mixed = id.wrapping_mul(0x9E37_79B9).wrapping_add(attempt.wrapping_mul(0x85EB_CA6B));
    let to_the_left = attempt > 0 && mixed.wrapping_mul(0xC2B2_AE35) >> 31 == 1;
    // First half aside.
    let (ahead, beside) = if attempt < u32::from(BACKWARD_FROM) { (0.5, 0.866) } else { (-0.26, 0.966) };
    let side = if to_the_left { preferred.left() } else { -preferred.left() };
    preferred * ahead + side * beside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_gets_on_keeps_to_its_way() {
        let preferred = Vector::new(1.0, 0.0);
        assert_eq!(stalled(3, Vector::new(0.9, 0.1), preferred, 1.0), 1);
        assert_eq!(aside(preferred, WAIT - 1, 7), preferred);
        assert_eq!(stalled(5, Vector::ZERO, Vector::new(0.1, 0.0), 1.0), 3, "who does not want to move does not stall");
    }

    /// Found in `crossing`: alone beside a wall, one of 600 went to and fro between two attempts for ever.
    #[test]
    fn who_gets_on_after_going_back_takes_its_way_again() {
        let preferred = Vector::new(1.0, 0.0);
        for attempt in BACKWARD_FROM..ATTEMPTS {
            let long = WAIT + attempt * TRY;
            assert_eq!(aside(preferred, stalled(long, Vector::new(0.3, 0.9), preferred, 1.0), 82), preferred);
        }
    }

    #[test]
    fn who_stalls_tries_its_right_side_first() {
        let preferred = Vector::new(1.0, 0.0);
        let mut long = 0;
        for _ in 0..WAIT {
            long = stalled(long, Vector::ZERO, preferred, 1.0);
        }
        assert!((0..50).all(|id| aside(preferred, long, id).y < -0.5));
        // Later not everyone tries the same.
        let sides: Vec<bool> = (0..50).map(|id| aside(preferred, WAIT + 2 * TRY, id).y > 0.0).collect();
        assert!(sides.contains(&true) && sides.contains(&false));
    }
}
