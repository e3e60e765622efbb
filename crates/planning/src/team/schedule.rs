//! Who plans in a frame: the most urgent first, and nobody for ever last.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// An agent that wants to plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Claim {
    /// The agent.
    pub member: usize,
    /// The least p = μ · Ω of its tasks.
    pub priority: f64,
    /// For how many frames it has waited for its turn.
    pub waited: u32,
}

impl Claim {
    /// Its priority, which falls the longer it waits: of two claims the later one is served first at some time, whatever their
    /// priorities.
    fn urgency(&self) -> f64 {
        self.priority / (1.0 + f64::from(self.waited))
    }
}

/// Claims, the most urgent on top; of equally urgent ones that of the lowest number.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    claims: BinaryHeap<Ranked>,
}

impl Queue {
    pub(crate) fn of(claims: impl IntoIterator<Item = Claim>) -> Queue {
        Queue { claims: claims.into_iter().map(Ranked).collect() }
    }

    pub(crate) fn len(&self) -> usize {
        self.claims.len()
    }

    pub(crate) fn push(&mut self, claim: Claim) {
        self.claims.push(Ranked(claim));
    }

    /// Takes the most urgent ones out, in order.
    pub(crate) fn take(&mut self, most: usize) -> Vec<Claim> {
        (0..most).map_while(|_| self.claims.pop()).map(|ranked| ranked.0).collect()
    }

    /// Those that are left, in no order.
    pub(crate) fn rest(&self) -> impl Iterator<Item = &Claim> {
        self.claims.iter().map(|ranked| &ranked.0)
    }
}

/// A claim by its urgency.
#[derive(Debug)]
struct Ranked(Claim);

impl Ord for Ranked {
    fn cmp(&self, other: &Ranked) -> Ordering {
        other.0.urgency().total_cmp(&self.0.urgency()).then(other.0.member.cmp(&self.0.member))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Ranked) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Ranked) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ranked {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_urgent_is_first_and_everyone_has_its_turn() {
        // Nine who are invalid all the time, and one that could only be a little better; two places a frame.
        let mut claims: Vec<Claim> =
            (0..10).map(|member| Claim { member, priority: if member == 9 { 6.4 } else { 1.0 }, waited: 0 }).collect();
        let mut served = [0u32; 10];
        for frame in 0..200 {
            let mut queue = Queue::of(claims.iter().copied());
            let first = queue.take(2).into_iter().map(|claim| claim.member).collect::<Vec<_>>();
            assert!(frame > 0 || first == [0, 1], "{first:?}");
            assert_eq!((queue.len(), queue.rest().count()), (8, 8));
            for claim in &mut claims {
                let is_served = first.contains(&claim.member);
                claim.waited = if is_served { 0 } else { claim.waited + 1 };
                served[claim.member] += u32::from(is_served);
            }
        }
        assert!(served[..9].iter().all(|&n| n > 35), "{served:?}");
        assert!(served[9] >= 5, "{served:?}");
    }
}
