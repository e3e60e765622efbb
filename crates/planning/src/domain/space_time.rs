//! Σ4: the space-time domain.

use super::gait::{Gait, HEADINGS, TURNS};
use super::{Domain, DomainPlace, MILLIMETRES, heading_near};
use crate::published::{BodyId, Motion, Published, PublishedBody};
use crate::tuning::price;
use crate::world::Ground;
use navigant_geometry::{Bounds, Point};
use std::f64::consts::FRAC_PI_8;
use std::ops::RangeInclusive;

/// A state of Σ4: a place and a time, and the velocity with which the agent leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SpaceTimeState {
    /// Steps since the plan's time 0.
    pub step: u16,
    /// Lattice units from the plan's origin.
    pub x: i16,
    /// Lattice units from the plan's origin.
    pub y: i16,
    /// The number of the speed: multiples of what the gait's acceleration adds in one step.
    pub speed: u8,
    /// Multiples of π/8, counter-clockwise from the x axis.
    pub heading: u8,
}

impl std::hash::Hash for SpaceTimeState {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        let place = u64::from(self.x as u16) << 48 | u64::from(self.y as u16) << 32 | u64::from(self.step) << 16;
        hasher.write_u64(place | u64::from(self.speed) << 8 | u64::from(self.heading));
    }
}

/// Whom an agent looks out for: other agents within a distance and an angle from its heading. Who is behind it looks out for it.
/// Obstacles do not look out, so they always count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fovea {
    /// The cosine of the angle to either side.
    pub cosine: f64,
    /// Metres.
    pub distance: f64,
}

impl Fovea {
    /// Everybody, wherever it is: for plans that are executed without a further look.
    pub const ALL: Fovea = Fovea { cosine: -2.0, distance: f64::INFINITY };
}

impl Default for Fovea {
    /// 120° to either side, 12 m.
    fn default() -> Self {
        Fovea { cosine: -0.5, distance: 12.0 }
    }
}

/// The space-time domain Σ4: (x, y, t) with a velocity.
///
/// A transition goes on with the state's velocity for a step Δt, and then changes the speed by 0 or ±a and the heading by 0, ±π/8,
/// ±π/4 or ±π/2: 21 of them. A jump keeps the velocity and covers its length in one step; only its ends must be free of static obstacles,
/// and carried where the floor has gaps. A transition is possible if the disc touches neither static obstacles nor, at any moment of the step, a body that has published
/// where it will be. Others are looked at within the [fovea](Fovea).
///
/// The cost is an energy: distance, changes of velocity, and time, also when standing. The heuristic is the distance, the
/// time, and the changes of velocity that the speed needed to be there in time asks for.
pub struct SpaceTime<'w> {
    /// Static obstacles.
    pub ground: &'w Ground<'w>,
    /// What bodies have published.
    pub published: &'w Published,
    /// The agent itself, which is not in its own way.
    pub me: Option<BodyId>,
    /// The agent's velocities.
    pub gait: &'w Gait,
    /// Where lattice position (0, 0) is.
    pub origin: Point,
    /// When step 0 is, in seconds.
    pub time: f64,
    /// Whom it looks out for.
    pub fovea: Fovea,
    /// Where the plan begins. The first step from there may lead to every position of the lattice that a walking agent reaches, so that
    /// a search, which runs backward, need not hit the velocity and position of the start exactly.
    pub departure: Option<SpaceTimeState>,
}

/// When and where a plan in Σ4 may end: λ(s, Σ3, Σ4) of the text with its windows.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrivalWindow {
    /// The place.
    pub at: Point,
    /// The window W(Δx) around it, in lattice units.
    pub window: i16,
    /// The steps at which it may be reached.
    pub steps: RangeInclusive<u16>,
    /// The speed it is left with: 0 to stay.
    pub speed: u8,
}

impl<'w> SpaceTime<'w> {
    /// The state nearest to a place, heading for another one.
    pub fn state_at(&self, at: Point, step: u16, speed: u8, towards: Point) -> Option<SpaceTimeState> {
        let [x, y] = self.lattice(at)?;
        let heading = heading(at, towards);
        Some(SpaceTimeState { step, x, y, speed: speed.min(self.gait.fastest()), heading })
    }

    /// The goal states of an arrival: λ maps a place of Σ3 to these. Four headings do: one may turn by π/2 in the last step.
    pub fn arrivals(&self, arrival: &ArrivalWindow) -> Vec<SpaceTimeState> {
        let Some([x, y]) = self.lattice(arrival.at) else { return Vec::new() };
        let window = || -arrival.window..=arrival.window;
        let places = window().flat_map(|dy| window().map(move |dx| [x.saturating_add(dx), y.saturating_add(dy)]));
        let headings = [0, HEADINGS / 4, HEADINGS / 2, HEADINGS / 4 * 3];
        let speed = arrival.speed.min(self.gait.fastest());
        places
            .flat_map(|[x, y]| {
                let states = arrival.steps.clone();
                states.flat_map(move |step| headings.map(|heading| SpaceTimeState { step, x, y, speed, heading }))
            })
            .collect()
    }

    /// Where a state is.
    pub fn point(&self, state: SpaceTimeState) -> Point {
        let unit = self.gait.unit();
        Point::new(self.origin.x + f64::from(state.x) * unit, self.origin.y + f64::from(state.y) * unit)
    }

    /// When a step begins, in seconds.
    pub fn time_of(&self, step: u16) -> f64 {
        self.time + f64::from(step) * self.gait.step()
    }

    /// The step that is under way at a time, as a number with a fraction.
    pub fn step_at(&self, time: f64) -> f64 {
        (time - self.time) / self.gait.step()
    }

    /// Whether the transitions of a state may depend on what a body has published: whether it comes near in the step before or the
    /// step after.
    pub fn concerns(&self, state: SpaceTimeState, body: &PublishedBody) -> bool {
        let at = self.point(state);
        let [begin, end] = [self.time_of(state.step.saturating_sub(1)), self.time_of(state.step.saturating_add(1))];
        body.comes_near(&Motion { from: at, to: at, begin, end }, self.ground.radius() + self.gait.longest())
    }

    /// Whether the transitions of a state may depend on what stands in a box.
    pub fn is_near(&self, state: SpaceTimeState, region: Bounds) -> bool {
        let (p, reach) = (self.point(state), self.ground.radius() + self.gait.longest() + 1e-3);
        let outside = |x: f64, low: f64, high: f64| (low - x).max(x - high).max(0.0);
        let [x, y] = [outside(p.x, region.min.x, region.max.x), outside(p.y, region.min.y, region.max.y)];
        x * x + y * y <= reach * reach
    }

    fn lattice(&self, at: Point) -> Option<[i16; 2]> {
        let unit = self.gait.unit();
        let [x, y] = [(at.x - self.origin.x) / unit, (at.y - self.origin.y) / unit].map(f64::round);
        let limit = f64::from(i16::MAX / 2);
        (x.abs() <= limit && y.abs() <= limit).then_some([x as i16, y as i16])
    }

    /// Whether the disc can move straight from one state to the next: Φ(s, s').
    fn is_free(&self, from: SpaceTimeState, to: SpaceTimeState) -> bool {
        let [a, b] = [self.point(from), self.point(to)];
        self.ground.is_free(a, b)
            && self.ground.carries(&self.motion(a, b, from.step))
            && !self.meets_body(a, b, from.step, from.heading)
    }

    /// A motion that takes one step.
    pub(crate) fn motion(&self, from: Point, to: Point, step: u16) -> Motion {
        Motion { from, to, begin: self.time_of(step), end: self.time_of(step.saturating_add(1)) }
    }

    fn meets_body(&self, a: Point, b: Point, step: u16, heading: u8) -> bool {
        let motion = self.motion(a, b, step);
        let (sin, cos) = libm::sincos(f64::from(heading) * FRAC_PI_8);
        self.published.is_met(&motion, self.ground.radius(), self.me, |other, at| {
            if other.is_obstacle {
                return true;
            }
            let (dx, dy) = (at.x - a.x, at.y - a.y);
            let distance = dx.hypot(dy);
            distance <= self.fovea.distance && dx * cos + dy * sin >= self.fovea.cosine * distance
        })
    }

    /// The place one step later, with the same velocity.
    fn moved(from: SpaceTimeState, by: [i16; 2]) -> Option<SpaceTimeState> {
        let (x, y) = (from.x.checked_add(by[0])?, from.y.checked_add(by[1])?);
        Some(SpaceTimeState { step: from.step.checked_add(1)?, x, y, ..from })
    }

    fn moved_back(to: SpaceTimeState, by: [i16; 2]) -> Option<SpaceTimeState> {
        let (x, y) = (to.x.checked_sub(by[0])?, to.y.checked_sub(by[1])?);
        Some(SpaceTimeState { step: to.step.checked_sub(1)?, x, y, ..to })
    }

    /// The speeds next to one and the turns, in all combinations: Δv ∈ {0, ±a}, Δθ ∈ {0, ±π/8, ±π/4, ±π/2}.
    fn changes(&self, speed: u8) -> impl Iterator<Item = (u8, i8)> + use<> {
        let speeds = speed.saturating_sub(1)..=speed.saturating_add(1).min(self.gait.fastest());
        speeds.flat_map(|speed| TURNS.map(|turn| (speed, turn)))
    }

    /// The jump from a state, or with `back` to it, if there is one. The other end is returned.
    fn jump(&self, state: SpaceTimeState, back: bool) -> Option<(SpaceTimeState, f64)> {
        let by = self.gait.jump(state.heading).filter(|_| state.speed > 0)?;
        let other = if back { Self::moved_back(state, by) } else { Self::moved(state, by) }?;
        let (from, to) = if back { (other, state) } else { (state, other) };
        // It stands on the ground at the beginning and at the end, and flies over gaps and walls between, not over bodies.
        let stands = [from, to].iter().all(|&s| self.stands_free(s))
            && !self.meets_body(self.point(from), self.point(to), from.step, from.heading);
        stands.then(|| (other, self.length(by) + price::STEP + price::JUMP))
    }

    /// The first step from the departure to a state, if there is one: what it costs. The velocity on the way follows from the
    /// displacement; before and after, it may change as in every step.
    fn launch(&self, from: SpaceTimeState, to: SpaceTimeState) -> Option<f64> {
        let by = [to.x.checked_sub(from.x)?, to.y.checked_sub(from.y)?];
        let [x, y] = by.map(i64::from);
        let speed = self.gait.walking_speed(x * x + y * y)?;
        let heading = if speed > 0 { heading_of(f64::from(by[0]), f64::from(by[1])) } else { from.heading };
        let turns = [turn_between(from.heading, heading)?, turn_between(heading, to.heading)?];
        let changes = [from.speed.abs_diff(speed), speed.abs_diff(to.speed)];
        let is_one = to.step == from.step.checked_add(1)? && changes.iter().all(|&change| change <= 1);
        is_one.then(|| {
            let changes = changes.map(f64::from).iter().sum::<f64>() * price::SPEED;
            self.length(by) + price::STEP + changes + turns.map(f64::from).iter().sum::<f64>() * price::TURN
        })
    }

    /// The first steps from the departure to states for which `keep` holds.
    fn launches(
        &self,
        from: SpaceTimeState,
        keep: &impl Fn(SpaceTimeState) -> bool,
        visit: &mut impl FnMut(SpaceTimeState, f64),
    ) {
        let reach = self.gait.displacement(self.gait.fastest(), 0)[0];
        let quarter = HEADINGS / 4;
        for dx in -reach..=reach {
            for dy in -reach..=reach {
                let Some(ahead) = Self::moved(from, [dx, dy]) else { continue };
                let square = i64::from(dx) * i64::from(dx) + i64::from(dy) * i64::from(dy);
                let Some(walked) = self.gait.walking_speed(square) else { continue };
                let walks = if walked > 0 { heading_of(f64::from(dx), f64::from(dy)) } else { from.heading };
                if turn_between(from.heading, walks).is_none() {
                    continue;
                }
                for speed in walked.saturating_sub(1)..=(walked + 1).min(self.gait.fastest()) {
                    for turn in 0..=2 * quarter {
                        let heading = (walks + HEADINGS - quarter + turn) % HEADINGS;
                        let to = SpaceTimeState { speed, heading, ..ahead };
                        if let Some(cost) = Some(to).filter(|&to| keep(to)).and_then(|to| self.launch(from, to)) {
                            visit(to, cost);
                        }
                    }
                }
            }
        }
    }

    /// Whether a disc that stands in a state touches nothing at that moment, and has floor under it.
    pub fn stands_free(&self, state: SpaceTimeState) -> bool {
        let (at, time) = (self.point(state), self.time_of(state.step));
        let motion = Motion { from: at, to: at, begin: time, end: time };
        self.ground.is_free(at, at)
            && self.ground.carries(&motion)
            && !self.published.is_met(&motion, self.ground.radius(), self.me, |_, _| true)
    }

    /// The length of a displacement in the unit of costs, rounded up.
    fn length(&self, by: [i16; 2]) -> f64 {
        let [x, y] = by.map(f64::from);
        ((x * x + y * y).sqrt() * self.gait.unit_cost()).ceil()
    }

    fn cost(&self, by: [i16; 2], speed: u8, next: u8, turn: i8) -> f64 {
        let changes = f64::from(speed.abs_diff(next)) * price::SPEED + f64::from(turn.unsigned_abs()) * price::TURN;
        self.length(by) + price::STEP + changes
    }
}

impl Domain for SpaceTime<'_> {
    type State = SpaceTimeState;

    fn successors(&self, from: SpaceTimeState, visit: &mut impl FnMut(SpaceTimeState, f64)) {
        self.successors_if(from, &|_| true, visit);
    }

    fn predecessors(&self, to: SpaceTimeState, visit: &mut impl FnMut(SpaceTimeState, f64)) {
        self.predecessors_if(to, &|_| true, visit);
    }

    fn successors_if(
        &self,
        from: SpaceTimeState,
        keep: &impl Fn(SpaceTimeState) -> bool,
        visit: &mut impl FnMut(SpaceTimeState, f64),
    ) {
        if self.departure == Some(from) {
            self.launches(from, keep, &mut |to, cost| {
                if self.is_free(from, to) {
                    visit(to, cost);
                }
            });
            return;
        }
        let by = self.gait.displacement(from.speed, from.heading);
        // All lead to the same place, so one look does.
        let mut is_free = None;
        if let Some(ahead) = Self::moved(from, by) {
            for (speed, turn) in self.changes(from.speed) {
                let to = SpaceTimeState { speed, heading: turned(from.heading, turn), ..ahead };
                if keep(to) && *is_free.get_or_insert_with(|| self.is_free(from, ahead)) {
                    visit(to, self.cost(by, from.speed, speed, turn));
                }
            }
        }
        if let Some((to, cost)) = self.jump(from, false).filter(|&(to, _)| keep(to)) {
            visit(to, cost);
        }
    }

    fn predecessors_if(
        &self,
        to: SpaceTimeState,
        keep: &impl Fn(SpaceTimeState) -> bool,
        visit: &mut impl FnMut(SpaceTimeState, f64),
    ) {
        for (speed, turn) in self.changes(to.speed) {
            let heading = turned(to.heading, -turn);
            let by = self.gait.displacement(speed, heading);
            let from = Self::moved_back(to, by).map(|from| SpaceTimeState { speed, heading, ..from });
            let from = from.filter(|&from| Some(from) != self.departure);
            if let Some(from) = from.filter(|&from| keep(from) && self.is_free(from, to)) {
                visit(from, self.cost(by, speed, to.speed, turn));
            }
        }
        let jump = self.jump(to, true).filter(|&(from, _)| Some(from) != self.departure && keep(from));
        if let Some((from, cost)) = jump {
            visit(from, cost);
        }
        if let Some(from) = self.departure.filter(|from| from.step.checked_add(1) == Some(to.step)) {
            let launch = self.launch(from, to).filter(|_| keep(from) && self.is_free(from, to));
            if let Some(cost) = launch {
                visit(from, cost);
            }
        }
    }

    /// With n steps for a distance d: d, n times the price of a step, the turn, and the changes of speed: from the speed at one
    /// end to the least one that covers d in n steps, if both are slower, and to that at the other end.
    ///
    /// It is consistent. Of distance, steps and turn that is plain. For the speeds let κ be the least that covers d in n steps: a
    /// further step at speed k adds at most its reach to d, so κ' ≤ max(κ, k), and a course from k₀ by κ to k goes on to k' with
    /// |k' − k| more. Distances are rounded down and lengths of steps up.
    fn heuristic(&self, from: SpaceTimeState, to: SpaceTimeState) -> f64 {
        if from == to {
            return 0.0;
        }
        let Some(steps) = to.step.checked_sub(from.step).filter(|&steps| steps > 0) else { return f64::INFINITY };
        let [dx, dy] = [i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y)];
        let square = dx * dx + dy * dy;
        let Some(needed) = self.gait.speed_needed(square, steps.into()) else { return f64::INFINITY };
        let (low, high) = (from.speed.min(to.speed), from.speed.max(to.speed));
        let changes = f64::from(high - low) + 2.0 * f64::from(needed.saturating_sub(high));
        let apart = from.heading.abs_diff(to.heading) % HEADINGS;
        let turn = f64::from(apart.min(HEADINGS - apart));
        let distance = ((square as f64).sqrt() * self.gait.unit_cost()).floor();
        distance + f64::from(steps) * price::STEP + changes * price::SPEED + turn * price::TURN
    }

    fn map_to(&self, state: SpaceTimeState) -> DomainPlace {
        let heading = f64::from(state.heading) * FRAC_PI_8;
        DomainPlace { point: self.point(state), time: Some(self.time_of(state.step)), heading: Some(heading) }
    }

    fn map_from(&self, place: DomainPlace) -> Option<SpaceTimeState> {
        let [x, y] = self.lattice(place.point)?;
        let step = self.step_at(place.time.unwrap_or(self.time)).round();
        let step = (0.0..=f64::from(u16::MAX)).contains(&step).then_some(step as u16)?;
        Some(SpaceTimeState { step, x, y, speed: 0, heading: place.heading.map_or(0, heading_near) })
    }

    fn cost_of_metre(&self) -> f64 {
        MILLIMETRES
    }
}

fn turned(heading: u8, turn: i8) -> u8 {
    (i16::from(heading) + i16::from(turn)).rem_euclid(HEADINGS.into()) as u8
}

/// By how much two headings differ, if one step turns by as much.
fn turn_between(from: u8, to: u8) -> Option<u8> {
    let apart = from.abs_diff(to) % HEADINGS;
    Some(apart.min(HEADINGS - apart)).filter(|&turn| turn <= HEADINGS / 4)
}

/// The heading from one point to another.
fn heading(from: Point, to: Point) -> u8 {
    heading_of(to.x - from.x, to.y - from.y)
}

fn heading_of(x: f64, y: f64) -> u8 {
    heading_near(libm::atan2(y, x))
}
