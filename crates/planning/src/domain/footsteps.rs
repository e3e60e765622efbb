//! Σ5: footsteps.

use super::{Domain, DomainPlace, MILLIMETRES, heading_near};
use crate::platform::Footing;
use crate::published::{BodyId, Motion, Published};
use crate::tuning::footsteps as tuning;
use crate::world::Ground;
use navigant_geometry::Point;
use std::f64::consts::FRAC_PI_8;

/// The foot that is on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Foot {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl Foot {
    /// The one that swings.
    pub fn other(self) -> Foot {
        match self {
            Foot::Left => Foot::Right,
            Foot::Right => Foot::Left,
        }
    }

    /// Lateral sign: the left foot is to the left of the body.
    fn side(self) -> f64 {
        match self {
            Foot::Left => 1.0,
            Foot::Right => -1.0,
        }
    }
}

/// A state of Σ5: where and when a foot stands, how it is turned, and how fast the centre of mass leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FootstepState {
    /// Tenths of a second since the plan's time 0.
    pub tick: u16,
    /// Lattice units of 5 cm from the plan's origin.
    pub x: i16,
    /// Lattice units of 5 cm from the plan's origin.
    pub y: i16,
    /// The number of the speed: multiples of 0.4 m/s.
    pub speed: u8,
    /// Multiples of π/8, counter-clockwise from the x axis: of the foot and of the centre of mass.
    pub heading: u8,
    /// The foot on the ground.
    pub foot: Foot,
}

/// The footstep domain Σ5 (Singh, Kapadia, Reinman, Faloutsos, "Footstep navigation for dynamic crowds", 2011, in whole numbers).
///
/// A transition sets the other foot down: after a period of 0.4 or 0.6 s, at a speed of the centre of mass that is another by 0 or ±0.4 m/s,
/// or after a long step of 0.8 s at the same speed; turned by 0, ±π/8 or ±π/4: 35 of them. The foot comes down as far ahead of the one that stands
/// as the centre of mass gets in the period, and a hip's width beside it. It is possible if the foot finds hold ([`Footing`]) as long as it stands,
/// at the beginning and at the end of the step, and if the body touches neither a static obstacle nor a published body on the way.
/// What is between the feet need not be there: stones in a stream carry.
///
/// The cost is an energy: the length, the change of speed, the turn, and the step itself. The heuristic is the distance of the feet.
pub struct Footsteps<'w> {
    /// Static obstacles, for the body.
    pub ground: &'w Ground<'w>,
    /// What feet find hold on.
    pub footing: &'w Footing,
    /// What bodies have published.
    pub published: &'w Published,
    /// The agent itself, which is not in its own way.
    pub me: Option<BodyId>,
    /// Where lattice position (0, 0) is.
    pub origin: Point,
    /// When tick 0 is, in seconds.
    pub time: f64,
}

/// Changes of heading, in multiples of π/8.
const TURNS: [i8; 5] = [0, 1, -1, 2, -2];
/// Changes of speed, and periods in ticks.
const STRIDES: [(i8, u16); 7] = [(0, 4), (1, 4), (-1, 4), (0, 6), (1, 6), (-1, 6), (0, 8)];
/// How many headings there are.
const HEADINGS: i16 = 16;

impl Footsteps<'_> {
    /// Where the foot of a state is.
    pub fn point(&self, state: FootstepState) -> Point {
        let [x, y] = [state.x, state.y].map(|n| f64::from(n) * tuning::FOOT_UNIT);
        Point::new(self.origin.x + x, self.origin.y + y)
    }

    /// Where the centre of mass is while a foot stands: a half hip's width beside it.
    pub fn centre_of_mass(&self, state: FootstepState) -> Point {
        let (p, [cos, sin]) = (self.point(state), direction(state.heading));
        let beside = -state.foot.side() * tuning::HALF_HIP;
        Point::new(p.x - sin * beside, p.y + cos * beside)
    }

    /// The state of an agent that stands on both feet and is about to lift the left one.
    pub fn standing(&self, at: Point, heading: u8) -> Option<FootstepState> {
        let [cos, sin] = direction(heading);
        let foot = Point::new(at.x + sin * tuning::HALF_HIP, at.y - cos * tuning::HALF_HIP);
        let [x, y] = [foot.x - self.origin.x, foot.y - self.origin.y].map(|d| libm::round(d / tuning::FOOT_UNIT));
        (x.abs() < 1e4 && y.abs() < 1e4).then_some(FootstepState {
            tick: 0,
            x: x as i16,
            y: y as i16,
            speed: 0,
            heading,
            foot: Foot::Right,
        })
    }

    /// Goal states: a foot within a distance of a place, at a stand or at the least speed, heading as told, at some ticks.
    pub fn arrivals(
        &self,
        at: Point,
        within: f64,
        heading: u8,
        ticks: std::ops::RangeInclusive<u16>,
    ) -> Vec<FootstepState> {
        let mut goals = Vec::new();
        let reach = (within / tuning::FOOT_UNIT).clamp(0.0, 100.0) as i16;
        let Some(middle) = self.standing(at, heading) else { return goals };
        for tick in ticks {
            for (dx, dy) in (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy))) {
                for (foot, speed) in [(Foot::Left, 0), (Foot::Right, 0), (Foot::Left, 1), (Foot::Right, 1)] {
                    goals.push(FootstepState { tick, x: middle.x + dx, y: middle.y + dy, speed, foot, ..middle });
                }
            }
        }
        goals
    }

    fn time_of(&self, tick: u16) -> f64 {
        self.time + f64::from(tick) * tuning::TICK
    }

    /// Whether a step from one foot to the other is possible.
    fn is_free(&self, from: FootstepState, to: FootstepState) -> bool {
        self.holds(from, to) && self.is_clear(from, to)
    }

    /// Whether both feet find hold from the beginning of a step to its end.
    fn holds(&self, from: FootstepState, to: FootstepState) -> bool {
        let (begin, end) = (self.time_of(from.tick), self.time_of(to.tick));
        [from, to].iter().all(|&state| {
            let at = self.point(state);
            self.footing.carries(&Motion { from: at, to: at, begin, end })
        })
    }

    /// Whether the body touches nothing in a step.
    fn is_clear(&self, from: FootstepState, to: FootstepState) -> bool {
        let [a, b] = [from, to].map(|state| self.centre_of_mass(state));
        let motion = Motion { from: a, to: b, begin: self.time_of(from.tick), end: self.time_of(to.tick) };
        self.ground.is_free(a, b) && !self.published.is_met(&motion, self.ground.radius(), self.me, |_, _| true)
    }

    /// What a step costs.
    fn cost(&self, by: [i16; 2], change: i8, turn: i8) -> f64 {
        let [x, y] = by.map(f64::from);
        let length = ((x * x + y * y).sqrt() * tuning::FOOT_UNIT * MILLIMETRES).ceil();
        length
            + tuning::STEP_PRICE
            + f64::from(change.unsigned_abs()) * tuning::SPEED_PRICE
            + f64::from(turn.unsigned_abs()) * tuning::TURN_PRICE
    }
}

/// From where a foot stands to where the other one comes down, in lattice units.
fn displacement(foot: Foot, heading: u8, speeds: [u8; 2], period: u16) -> [i16; 2] {
    let [cos, sin] = direction(heading);
    let mean = (f64::from(speeds[0]) + f64::from(speeds[1])) * 0.5 * tuning::PACE;
    let ahead = mean * f64::from(period) * tuning::TICK;
    // The right foot is to the right of the left one.
    let beside = -foot.side() * 2.0 * tuning::HALF_HIP;
    [ahead * cos - beside * sin, ahead * sin + beside * cos].map(|d| libm::round(d / tuning::FOOT_UNIT) as i16)
}

fn direction(heading: u8) -> [f64; 2] {
    let (sin, cos) = libm::sincos(f64::from(heading) * std::f64::consts::PI / 8.0);
    [cos, sin]
}

fn turned(heading: u8, turn: i8) -> u8 {
    (i16::from(heading) + i16::from(turn)).rem_euclid(HEADINGS) as u8
}

impl Domain for Footsteps<'_> {
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
        for (change, period) in STRIDES {
            let speed = from.speed.checked_add_signed(change).filter(|&speed| speed <= tuning::FASTEST);
            let (Some(speed), Some(tick)) = (speed, from.tick.checked_add(period)) else { continue };
            for turn in TURNS {
                let heading = turned(from.heading, turn);
                let by = displacement(from.foot, heading, [from.speed, speed], period);
                let (Some(x), Some(y)) = (from.x.checked_add(by[0]), from.y.checked_add(by[1])) else { continue };
                let to = FootstepState { tick, x, y, speed, heading, foot: from.foot.other() };
                if keep(to) && self.is_free(from, to) {
                    visit(to, self.cost(by, change, turn));
                }
            }
        }
    }

    fn predecessors_if(
        &self,
        to: FootstepState,
        keep: &impl Fn(FootstepState) -> bool,
        visit: &mut impl FnMut(FootstepState, f64),
    ) {
        for (change, period) in STRIDES {
            let speed = to.speed.checked_add_signed(-change).filter(|&speed| speed <= tuning::FASTEST);
            let (Some(speed), Some(tick)) = (speed, to.tick.checked_sub(period)) else { continue };
            let foot = to.foot.other();
            let by = displacement(foot, to.heading, [speed, to.speed], period);
            let (Some(x), Some(y)) = (to.x.checked_sub(by[0]), to.y.checked_sub(by[1])) else { continue };
            // Where the foot stands does not depend on how it is turned, so one look does.
            let mut holds = None;
            for turn in TURNS {
                let from = FootstepState { tick, x, y, speed, heading: turned(to.heading, -turn), foot };
                if keep(from) && *holds.get_or_insert_with(|| self.holds(from, to)) && self.is_clear(from, to) {
                    visit(from, self.cost(by, change, turn));
                }
            }
        }
    }

    fn heuristic(&self, from: FootstepState, to: FootstepState) -> f64 {
        if from == to {
            return 0.0;
        }
        let Some(ticks) = to.tick.checked_sub(from.tick).filter(|&ticks| ticks >= 4) else { return f64::INFINITY };
        let [dx, dy] = [f64::from(to.x) - f64::from(from.x), f64::from(to.y) - f64::from(from.y)];
        let distance = (dx * dx + dy * dy).sqrt() * tuning::FOOT_UNIT;
        // No period covers more in a tick than a short one at the highest speed; a unit for rounding.
        let short = f64::from(tuning::FASTEST) * tuning::PACE * 4.0 * tuning::TICK;
        let reach = (short.hypot(2.0 * tuning::HALF_HIP) + tuning::FOOT_UNIT) / 4.0;
        if distance > reach * f64::from(ticks) {
            return f64::INFINITY;
        }
        (distance * MILLIMETRES).floor()
    }

    fn map_to(&self, state: FootstepState) -> DomainPlace {
        DomainPlace {
            point: self.centre_of_mass(state),
            time: Some(self.time_of(state.tick)),
            heading: Some(f64::from(state.heading) * FRAC_PI_8),
        }
    }

    fn map_from(&self, place: DomainPlace) -> Option<FootstepState> {
        let standing = self.standing(place.point, place.heading.map_or(0, heading_near))?;
        let tick = ((place.time.unwrap_or(self.time) - self.time) / tuning::TICK).round();
        let tick = (0.0..=f64::from(u16::MAX)).contains(&tick).then_some(tick as u16)?;
        Some(FootstepState { tick, ..standing })
    }

    fn cost_of_metre(&self) -> f64 {
        MILLIMETRES
    }
}

#[cfg(test)]
mod tests;
