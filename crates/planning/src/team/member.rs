//! An agent of a team: its goal, its plan, and T0, which walks along it.

use super::chain::Chain;
use super::lines::DomainLines;
use super::{SpaceTimeGoal, TeamStatus, WaitReason};
use crate::domain::{Gait, SpaceTimeState};
use crate::published::{Afterwards, BodyId, Motion, PublishedBody};
use navigant_geometry::Point;
use navigant_geometry::internals::PointInternals as _;

/// An agent that plans in all domains.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub body: BodyId,
    /// Where the lattice of its plans has its origin.
    pub origin: Point,
    pub goal: Option<SpaceTimeGoal>,
    /// The plan that is walked, and published: never empty, steps rise, and at the end the agent stays.
    pub plan: Vec<SpaceTimeState>,
    /// Whether the plan leads to the goal.
    pub is_whole: bool,
    /// The tasks, while there is something to plan.
    pub chain: Option<Box<Chain>>,
    /// Why there is no plan to the goal.
    pub waits: Option<WaitReason>,
    /// No planning before this frame.
    pub retry: u64,
    /// Frames since it had its turn.
    pub waited: u32,
    /// A body that its plan still meets, because nothing better was found: it looks again in every frame.
    pub threat: Option<BodyId>,
    /// When it was last seen to move, or to plan again because it stood for long; in seconds.
    pub stirred: f64,
    /// Its last plan in every domain, if the team keeps them.
    pub lines: Option<Box<DomainLines>>,
}

impl Member {
    /// The point of a state.
    pub(crate) fn point(&self, gait: &Gait, state: SpaceTimeState) -> Point {
        let unit = gait.unit();
        Point::new(self.origin.x + f64::from(state.x) * unit, self.origin.y + f64::from(state.y) * unit)
    }

    /// The index of the state that was left last.
    fn current(&self, gait: &Gait, time: f64) -> usize {
        let step = time / gait.step();
        self.plan.partition_point(|state| f64::from(state.step) <= step).saturating_sub(1)
    }

    /// T0: where the plan is at a time.
    pub(crate) fn at(&self, gait: &Gait, time: f64) -> Point {
        let index = self.current(gait, time);
        let Some(&from) = self.plan.get(index) else { return self.origin };
        match self.plan.get(index + 1) {
            Some(&to) if time > f64::from(from.step) * gait.step() => {
                let share = (time / gait.step() - f64::from(from.step)) / f64::from(to.step - from.step);
                self.point(gait, from).lerp(self.point(gait, to), share)
            }
            _ => self.point(gait, from),
        }
    }

    /// The motions of the plan that are not over at a time, and the states they lead to.
    pub(crate) fn motions<'m>(&'m self, gait: &'m Gait, time: f64) -> impl Iterator<Item = (usize, Motion)> + 'm {
        let first = self.current(gait, time);
        self.plan.windows(2).enumerate().skip(first).map(move |(index, pair)| {
            let [(begin, from), (end, to)] =
                [pair[0], pair[1]].map(|state| (f64::from(state.step) * gait.step(), self.point(gait, state)));
            (index + 1, Motion { from, to, begin, end })
        })
    }

    /// What the agent publishes: the rest of its plan, and that it stays at its end.
    pub(crate) fn published(&self, gait: &Gait, radius: f64, time: f64) -> PublishedBody {
        let first = self.current(gait, time);
        let knots = self.plan[first..]
            .iter()
            .map(|&state| (f64::from(state.step) * gait.step(), self.point(gait, state)))
            .collect();
        PublishedBody { radius, is_obstacle: false, knots, afterwards: Afterwards::Stays }
    }

    /// Takes up a plan that begins at a state of the old one, or after its end.
    pub(crate) fn take_up(&mut self, plan: &[SpaceTimeState]) {
        let Some(first) = plan.first() else { return };
        self.plan.retain(|state| state.step < first.step);
        self.plan.extend_from_slice(plan);
    }

    /// Forgets what was walked.
    pub(crate) fn forget(&mut self, gait: &Gait, time: f64) {
        let done = self.current(gait, time);
        // Seldom, and then many.
        if done > 16 {
            self.plan.drain(..done);
        }
    }

    /// How far it is.
    pub(crate) fn status(&self, gait: &Gait, time: f64) -> TeamStatus {
        let moves = self.plan.last().is_some_and(|last| f64::from(last.step) * gait.step() > time);
        match (self.waits, &self.goal) {
            (Some(reason), _) => TeamStatus::Waiting(reason),
            (None, None) => TeamStatus::Arrived,
            (None, Some(_)) if self.is_whole && !moves => TeamStatus::Arrived,
            (None, Some(_)) if moves => TeamStatus::Walking,
            (None, Some(_)) => TeamStatus::Waiting(WaitReason::Planning),
        }
    }
}

/// Where a new plan would begin: the first state of a plan from a time on; after its end, and between states that are more than a step
/// apart, a state of standing.
pub(crate) fn departure(plan: &[SpaceTimeState], gait: &Gait, time: f64) -> Option<SpaceTimeState> {
    let step = (time / gait.step()).ceil().clamp(0.0, f64::from(u16::MAX)) as u16;
    let next = plan.partition_point(|state| state.step < step);
    match (plan.get(next), next.checked_sub(1).and_then(|before| plan.get(before))) {
        (Some(&state), _) if state.step == step => Some(state),
        (_, Some(&stood)) => Some(SpaceTimeState { step, speed: 0, ..stood }),
        (Some(&state), None) => Some(state),
        (None, None) => None,
    }
}
