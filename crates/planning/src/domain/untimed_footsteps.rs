//! Σ5 where nothing moves: footsteps without their times.

use super::footsteps::{FootstepState, Footsteps};
use super::{Domain, DomainPlace, MILLIMETRES};

/// The footstep domain of the text, whose state has no time: where only what stands still is in the way, states that differ in nothing but
/// when are one. The tick of every state is [`TICK`](UntimedFootsteps::TICK).
pub struct UntimedFootsteps<'f, 'w> {
    /// The steps, of which those are possible here that are possible then.
    pub feet: &'f Footsteps<'w>,
}

impl UntimedFootsteps<'_, '_> {
    /// The tick of every state.
    pub const TICK: u16 = 1000;

    fn flat(state: FootstepState) -> FootstepState {
        FootstepState { tick: Self::TICK, ..state }
    }

    /// The plan with its times: each step as soon as it is possible, from tick 0 on.
    pub fn timed(&self, path: &[FootstepState]) -> Option<Vec<FootstepState>> {
        let mut plan: Vec<FootstepState> =
            path.first().map(|&first| FootstepState { tick: 0, ..first }).into_iter().collect();
        for &next in path.get(1..).unwrap_or(&[]) {
            let from = *plan.last()?;
            let mut soonest: Option<FootstepState> = None;
            self.feet.successors(from, &mut |to, _| {
                if Self::flat(to) == next && soonest.is_none_or(|best| to.tick < best.tick) {
                    soonest = Some(to);
                }
            });
            plan.push(soonest?);
        }
        Some(plan)
    }
}

impl Domain for UntimedFootsteps<'_, '_> {
    type State = FootstepState;

    fn successors(&self, from: FootstepState, visit: &mut impl FnMut(FootstepState, f64)) {
        self.successors_if(from, &|_| true, visit);
    }

    fn predecessors(&self, to: FootstepState, visit: &mut impl FnMut(FootstepState, f64)) {
        self.predecessors_if(to, &|_| true, visit);
    }

    fn successors_if(
        &self,
        from: FootstepState,
        keep: &impl Fn(FootstepState) -> bool,
        visit: &mut impl FnMut(FootstepState, f64),
    ) {
        self.feet.successors_if(from, &|to| keep(Self::flat(to)), &mut |to, cost| visit(Self::flat(to), cost));
    }

    fn predecessors_if(
        &self,
        to: FootstepState,
        keep: &impl Fn(FootstepState) -> bool,
        visit: &mut impl FnMut(FootstepState, f64),
    ) {
        self.feet.predecessors_if(to, &|from| keep(Self::flat(from)), &mut |from, cost| visit(Self::flat(from), cost));
    }

    fn heuristic(&self, from: FootstepState, to: FootstepState) -> f64 {
        (self.feet.point(from).distance(self.feet.point(to)) * MILLIMETRES).floor()
    }

    fn map_to(&self, state: FootstepState) -> DomainPlace {
        DomainPlace { time: None, ..self.feet.map_to(state) }
    }

    fn map_from(&self, place: DomainPlace) -> Option<FootstepState> {
        Some(Self::flat(self.feet.map_from(place)?))
    }

    fn cost_of_metre(&self) -> f64 {
        MILLIMETRES
    }
}
