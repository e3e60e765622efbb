//! The planning state in a snapshot. What is read must be a state that transitions can lead to.

use super::{Bound, EditNumber, Flags, NoWay, PlanningState, Request, State};
use crate::agent::NoWayReason;
use crate::deadlock::LONGEST_STALL;
use crate::edit::Edit;
use crate::snapshot::{BadSnapshot, Reader, Writer};
use navigant_geometry::internals::LatticePoint;
use navigant_mesh::Lattice;

const REASONS: [NoWayReason; 6] = [
    NoWayReason::GoalOutside,
    NoWayReason::NoRoomAtGoal,
    NoWayReason::Disconnected,
    NoWayReason::TooNarrow,
    NoWayReason::NoRoomAtStart,
    NoWayReason::Inconsistent,
];
const REQUESTS: [Request; 5] = [Request::Nothing, Request::Better, Request::Onward, Request::Detour, Request::Route];
const IMPOSSIBLE: BadSnapshot = BadSnapshot::Invalid("a planning state that cannot be");

impl PlanningState {
    pub(crate) fn write(&self, out: &mut Writer) {
        let (kind, [a, b, c]) = match self.state {
            State::Free => (0, [0; 3]),
            State::Waiting => (1, [0; 3]),
            State::Walking(bound) => (2, [bound.slack.to_bits(), bound.sought, 0]),
            State::Arrived(bound) => (3, [bound.slack.to_bits(), bound.sought, 0]),
            State::NoWay(NoWay { reason, place }) => {
                let reason = REASONS.iter().position(|&other| other == reason).unwrap_or(0);
                (4, [place.x as u32, place.y as u32, reason as u32])
            }
            State::Stuck => (5, [0; 3]),
        };
        let request = REQUESTS.iter().position(|&other| other == self.request).unwrap_or(0);
        out.bytes([kind, request as u8, self.retries, self.stalled, self.flags.0]);
        let number = |edit: Option<EditNumber>| edit.map_or(0, EditNumber::get);
        [a, b, c, self.since, number(self.cut), number(self.opening)].into_iter().for_each(|n| out.u32(n));
    }

    /// Writes what a hash is made of: edits as they are and not by their numbers, and no versions of the map, for both depend on
    /// what happens elsewhere.
    pub(crate) fn hash(&self, out: &mut Writer, edit: impl Fn(EditNumber) -> Option<Edit>) {
        let mut local = PlanningState { cut: None, opening: None, ..*self };
        local.forget_ages(0);
        // Of two places that are equally narrow the one is told whose faces have lower numbers.
        if let State::NoWay(no_way) = &mut local.state {
            no_way.place = LatticePoint::new(0, 0);
        }
        local.write(out);
        for edit in [self.cut, self.opening].into_iter().flatten().filter_map(edit) {
            Edit { number: EditNumber::MIN, gone_since: 0, ..edit }.write(out);
        }
    }

    pub(crate) fn read(from: &mut Reader<'_>) -> Result<PlanningState, BadSnapshot> {
        let [kind, request, retries, stalled, flags] = from.take()?;
        let [a, b, c, since] = [from.u32()?, from.u32()?, from.u32()?, from.u32()?];
        let [cut, opening] = [EditNumber::new(from.u32()?), EditNumber::new(from.u32()?)];
        let bound = Bound { slack: f32::from_bits(a), sought: b };
        let state = match kind {
            0 => State::Free,
            1 => State::Waiting,
            2 if bound.slack >= 0.0 => State::Walking(bound),
            3 if bound.slack >= 0.0 => State::Arrived(bound),
            4 => {
                let place = LatticePoint::new(a as i32, b as i32);
                let is_inside = [place.x, place.y].iter().all(|c| c.unsigned_abs() <= Lattice::REACH as u32);
                let reason = REASONS.get(c as usize).copied().filter(|_| is_inside).ok_or(IMPOSSIBLE)?;
                State::NoWay(NoWay { reason, place })
            }
            5 => State::Stuck,
            _ => return Err(IMPOSSIBLE),
        };
        let request = *REQUESTS.get(usize::from(request)).ok_or(IMPOSSIBLE)?;
        if flags > 3 {
            return Err(IMPOSSIBLE);
        }
        let read = PlanningState { state, request, retries, stalled, flags: Flags(flags), since, cut, opening };
        if read.can_be() { Ok(read) } else { Err(IMPOSSIBLE) }
    }

    /// What transitions keep true.
    pub(super) fn can_be(&self) -> bool {
        let has_unseen = self.cut.is_some() || self.opening.is_some() || self.flags != Flags::default();
        let is_served = !self.flags.has(Flags::SAW_OPENING) || self.request != Request::Nothing;
        let asks = match self.state {
            State::Free | State::Stuck => self.request == Request::Nothing,
            State::Waiting => self.request == Request::Route,
            State::Walking(_) | State::Arrived(_) | State::NoWay(_) => self.request != Request::Route,
        };
        asks && is_served && self.stalled < LONGEST_STALL && (self.has_route() || !has_unseen)
    }
}
