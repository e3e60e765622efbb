//! Who plans in a frame: the most urgent first, and nobody for ever last.

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

/// Puts the most urgent claims first; of equally urgent ones those of lower numbers.
pub(crate) fn most_urgent_first(claims: &mut [Claim]) {
    claims.sort_unstable_by(|a, b| a.urgency().total_cmp(&b.urgency()).then(a.member.cmp(&b.member)));
}

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
            most_urgent_first(&mut claims);
            if frame == 0 {
                assert_eq!((claims[0].member, claims[9].member), (0, 9));
            }
            for (place, claim) in claims.iter_mut().enumerate() {
                claim.waited = if place < 2 { 0 } else { claim.waited + 1 };
                served[claim.member] += u32::from(place < 2);
            }
        }
        assert!(served[..9].iter().all(|&n| n > 35), "{served:?}");
        assert!(served[9] >= 5, "{served:?}");
    }
}
