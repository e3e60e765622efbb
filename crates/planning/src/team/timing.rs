//! When the points of a path can be passed: λ(s, Σ3, Σ4) with times.
//!
//! The text gives every point of Π(Σ3) the time at which constant speed gets there. Behind a train that passes for half a minute, or before a
//! passage that somebody else walks through first, that is wrong by all of the waiting, and a tunnel wide enough in time to hold the right
//! times focuses nothing. So the path is timed first: a search along the path alone, in position, speed and step, for the earliest
//! arrival that meets no published body and stands on no missing floor. (Kant and Zucker, "Toward Efficient Trajectory Planning: The
//! Path-Velocity Decomposition", 1986.) With nobody in the way it gives the times of the text.

use crate::domain::{SpaceTime, SpaceTimeState};
use crate::published::{Motion, PublishedBody};
use crate::tuning::timing::{MOST_EXPANSIONS, MOST_STEPS, SLACK};
use navigant_geometry::Point;
use navigant_geometry::internals::PointInternals as _;
use navigant_search::graph::Budget;
use navigant_search::internals::{BudgetInternals as _, Multiplying};
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap};
use std::hash::BuildHasherDefault;
use std::ops::RangeInclusive;

/// A path with its times, or why it has none.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TimingOutcome {
    /// When it is where, and the step of the arrival.
    Timed(Vec<(f64, Point)>, u16),
    /// How far one gets.
    Blocked(Point),
}

/// Position along the path, speed and step.
type Timed = (u16, u8, u16);

/// An entry of the open list: the earliest arrival, position (the farthest first), step, speed.
type Waiting = (u16, Reverse<u16>, u16, u8);

/// A search for the times of a path, which goes on where its budget ended.
#[derive(Clone, Debug)]
pub(crate) struct PathTiming {
    /// Points no farther apart than the least speed covers in a step; never empty.
    points: Vec<Point>,
    arrival: RangeInclusive<u16>,
    fastest: u8,
    /// How far it keeps from bodies beyond touching; `None` if only obstacles count.
    slack: Option<f64>,
    departure: Timed,
    open: BinaryHeap<Reverse<Waiting>>,
    /// How each was reached; never iterated over.
    from: HashMap<Timed, Timed, BuildHasherDefault<Multiplying>>,
    farthest: u16,
    expansions: u64,
}

impl PathTiming {
    /// Times for a line that is left from a state on, at no more than a speed; it may be reached within a window of steps. With little
    /// slack, bodies may be passed so close that Σ4, which keeps to its lattice, may have no plan; with `None`, only obstacles count.
    pub(crate) fn new(
        domain: &SpaceTime,
        line: &[Point],
        departure: SpaceTimeState,
        arrival: RangeInclusive<u16>,
        fastest: u8,
        slack: Option<f64>,
    ) -> PathTiming {
        let mut points = spaced(line, domain.gait.slowest());
        if points.is_empty() {
            points.push(domain.point(departure));
        }
        let departure = (0, departure.speed, departure.step);
        let mut timing = PathTiming {
            points,
            arrival,
            fastest: fastest.max(1),
            slack,
            departure,
            open: BinaryHeap::new(),
            from: HashMap::default(),
            farthest: 0,
            expansions: 0,
        };
        timing.push(departure, departure);
        timing
    }

    /// The bytes it takes, about.
    pub(crate) fn memory_bytes(&self) -> usize {
        let entry = size_of::<Timed>() * 2 + 1;
        size_of_val(&self.points[..]) + self.from.capacity() * entry + self.open.len() * size_of::<[u64; 2]>()
    }

    fn end(&self) -> u16 {
        (self.points.len() - 1) as u16
    }

    fn push(&mut self, to: Timed, from: Timed) {
        let (position, speed, step) = to;
        let left = (self.end() - position).div_ceil(u16::from(self.fastest));
        let soonest = step.saturating_add(left).max(*self.arrival.start());
        if let Entry::Vacant(entry) = self.from.entry(to) {
            entry.insert(from);
            self.open.push(Reverse((soonest, Reverse(position), step, speed)));
        }
    }

    /// Goes on within a budget; says how many expansions it made, and the outcome once it has one.
    pub(crate) fn run(&mut self, domain: &SpaceTime, budget: Budget) -> (u64, Option<TimingOutcome>) {
        let mut expansions = 0;
        let last = (*self.arrival.end()).min(self.departure.2.saturating_add(MOST_STEPS));
        while let Some(&Reverse((soonest, Reverse(position), step, speed))) = self.open.peek() {
            if budget.spent(expansions).is_some() {
                return (expansions, None);
            }
            if soonest > last || self.expansions >= MOST_EXPANSIONS {
                break;
            }
            self.open.pop();
            expansions += 1;
            self.expansions += 1;
            let state = (position, speed, step);
            self.farthest = self.farthest.max(position);
            if position == self.end() && self.arrival.contains(&step) && speed <= 1 {
                return (expansions, Some(TimingOutcome::Timed(self.knots(domain, state), step)));
            }
            self.expand(domain, state);
        }
        (expansions, Some(TimingOutcome::Blocked(self.points[usize::from(self.farthest)])))
    }

    fn expand(&mut self, domain: &SpaceTime, from: Timed) {
        let (position, speed, step) = from;
        let Some(next) = step.checked_add(1) else { return };
        let jump = domain.gait.jump_length().map(|length| (length / domain.gait.slowest()).round() as u16);
        let walks =
            (speed.saturating_sub(1)..=(speed + 1).min(self.fastest)).map(|speed| (u16::from(speed), speed, false));
        for (far, speed, jumps) in walks.chain(jump.filter(|_| speed > 0).map(|far| (far, speed, true))) {
            // The last step may be a shorter one.
            let to = position.saturating_add(far).min(self.end());
            if to == self.end() && next < *self.arrival.start() && position < to {
                continue;
            }
            let (a, b) = (self.points[usize::from(position)], self.points[usize::from(to)]);
            let state = (to, speed, next);
            if !self.from.contains_key(&state) && is_free(domain, a, b, step, jumps, self.slack) {
                self.push(state, from);
            }
        }
    }

    fn knots(&self, domain: &SpaceTime, end: Timed) -> Vec<(f64, Point)> {
        let mut knots = Vec::new();
        let mut at = end;
        loop {
            knots.push((domain.time_of(at.2), self.points[usize::from(at.0)]));
            match self.from.get(&at) {
                Some(&before) if before != at => at = before,
                _ => break,
            }
        }
        knots.reverse();
        knots
    }
}

/// Whether a step along the path is possible, with room to spare from bodies: Σ4 keeps to its lattice and cannot follow exactly.
fn is_free(domain: &SpaceTime, a: Point, b: Point, step: u16, jumps: bool, slack: Option<f64>) -> bool {
    let motion = domain.motion(a, b, step);
    let stands = |at: Point, step: u16| {
        let time = domain.time_of(step);
        let stood = Motion { from: at, to: at, begin: time, end: time };
        domain.ground.is_free(at, at) && domain.ground.carries(&stood)
    };
    let is_carried = if jumps {
        stands(a, step) && stands(b, step.saturating_add(1))
    } else {
        domain.ground.is_free(a, b) && domain.ground.carries(&motion)
    };
    // Who stands closer than the slack already may go on.
    let met = |far: f64| {
        let counts = |body: &PublishedBody, _| body.is_obstacle || slack.is_some();
        domain.published.is_met(&motion, domain.ground.radius() + far, domain.me, counts)
    };
    is_carried && (!met(slack.unwrap_or(SLACK)) || a == b && !met(0.0))
}

/// Points along a line at most `apart` from one to the next; its corners are among them, so that no step cuts one.
fn spaced(line: &[Point], apart: f64) -> Vec<Point> {
    let mut points: Vec<Point> = line.first().copied().into_iter().collect();
    for pair in line.windows(2) {
        let count = (pair[0].distance(pair[1]) / apart - 1e-9).ceil().clamp(1.0, 1e4);
        for i in 1..=count as u32 {
            points.push(pair[0].lerp(pair[1], f64::from(i) / count));
        }
    }
    // A line of one point is one to stand on.
    if points.len() == 1 {
        points.extend_from_within(..);
    }
    points.truncate(usize::from(u16::MAX));
    points
}
