//! Deadlocks: who gets nowhere for a while steps aside.
//!
//! Two who meet head-on beside a wall, or in a doorway, may each wait for the other for ever: ORCA is symmetric. Whoever stalls
//! tries its right side first, as pedestrians do where they walk on the right; of two who meet, one has room there. If that
//! does not help, sides are tried by a pattern that differs from agent to agent.

use crate::vector::Vector;

/// So many steps of standing are borne.
const PATIENCE: u8 = 8;
/// So many steps a side is tried.
const TRY: u8 = 16;
/// From this attempt on a little back as well.
const BACKWARD: u8 = 2;
/// So often, before it begins again with its right side after it was patient.
const ATTEMPTS: u8 = 6;
/// Slower than this share of its wish, an agent gets nowhere; and a wish slower than this share of its speed is none.
const NOWHERE: f32 = 0.2;

/// The number of steps without progress after which an agent looks for a way around those who stand in front of it.
pub(crate) const LOOK_AROUND: u8 = PATIENCE + TRY;

/// Steps without progress are counted up to this.
pub(crate) const LONGEST_STALL: u8 = PATIENCE + ATTEMPTS * TRY;

/// How long an agent has got nowhere, after one more step: it moved at a velocity where it wished for another.
pub(crate) fn stalled(before: u8, velocity: Vector, wish: Vector, speed: f32) -> u8 {
    let wants_to_move = wish.squared() > NOWHERE * NOWHERE * speed * speed;
    if wants_to_move && velocity.dot(wish) < NOWHERE * wish.squared() {
        (before + 1) % LONGEST_STALL
    } else if before >= PATIENCE + BACKWARD * TRY {
        // It went back and has got on again: to its way. Counted down, it would be at the attempt before, and so on for ever.
        0
    } else {
        before.saturating_sub(2)
    }
}

/// The preferred velocity of an agent that has made no progress for `stalled` steps.
pub(crate) fn aside(wish: Vector, stalled: u8, id: u32) -> Vector {
    let Some(long) = stalled.checked_sub(PATIENCE) else { return wish };
    let attempt = u32::from(long / TRY);
    let mixed = id.wrapping_mul(0x9E37_79B9).wrapping_add(attempt.wrapping_mul(0x85EB_CA6B));
    let to_the_left = attempt > 0 && mixed.wrapping_mul(0xC2B2_AE35) >> 31 == 1;
    // First half aside.
    let (ahead, beside) = if attempt < u32::from(BACKWARD) { (0.5, 0.866) } else { (-0.26, 0.966) };
    let side = if to_the_left { wish.left() } else { -wish.left() };
    wish * ahead + side * beside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_gets_on_keeps_to_its_way() {
        let wish = Vector::new(1.0, 0.0);
        assert_eq!(stalled(3, Vector::new(0.9, 0.1), wish, 1.0), 1);
        assert_eq!(aside(wish, PATIENCE - 1, 7), wish);
        assert_eq!(stalled(5, Vector::ZERO, Vector::new(0.1, 0.0), 1.0), 3, "who does not want to move does not stall");
    }

    /// Found in `crossing`: alone beside a wall, one of 600 went to and fro between two attempts for ever.
    #[test]
    fn who_gets_on_after_going_back_takes_its_way_again() {
        let wish = Vector::new(1.0, 0.0);
        for attempt in BACKWARD..ATTEMPTS {
            let long = PATIENCE + attempt * TRY;
            assert_eq!(aside(wish, stalled(long, Vector::new(0.3, 0.9), wish, 1.0), 82), wish);
        }
    }

    #[test]
    fn who_stalls_tries_its_right_side_first() {
        let wish = Vector::new(1.0, 0.0);
        let mut long = 0;
        for _ in 0..PATIENCE {
            long = stalled(long, Vector::ZERO, wish, 1.0);
        }
        assert!((0..50).all(|id| aside(wish, long, id).y < -0.5));
        // Later not everyone tries the same.
        let sides: Vec<bool> = (0..50).map(|id| aside(wish, PATIENCE + 2 * TRY, id).y > 0.0).collect();
        assert!(sides.contains(&true) && sides.contains(&false));
    }
}
