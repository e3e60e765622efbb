//! The tasks of a chain, one a domain.

use super::super::WaitReason;
use super::super::task::{Executed, PlanStatus, Task};
use super::super::timing::{PathTiming, TimingOutcome};
use super::super::way::{along, line_in_grid, waiting_place};
use super::{Chain, Outcome, Pace, Stage, View, Way};
use crate::domain::{ArrivalWindow, Domain as _, DynamicMesh, SpaceTime, StaticMesh};
use crate::tuning::team as tuning;
use crate::tuning::timing::SLACK;
use crate::tunnel::{Tunnel, Tunnelled};
use crate::world::World;
use navigant_geometry::Point;
use navigant_mesh::internals::MapGridInternals as _;
use navigant_search::graph::SearchError;
use std::ops::RangeInclusive;

/// Expansions, and what came of them if that is known.
type Done = (u64, Option<Outcome>);

impl Chain {
    /// Σ1: the way past what stands for ever.
    pub(super) fn plan_static_mesh(&mut self, view: &View, left: u64) -> Result<Done, SearchError> {
        let mesh = &view.world.mesh;
        let from = self.start_point(view);
        let domain = StaticMesh { map: view.map, mesh };
        let [start, goal] = [from, self.goal.at].map(|p| domain.map_from(p.into()));
        let (Some(start), Some(goal)) = (start, goal) else { return Ok((1, Some(Outcome::Failed(WaitReason::NoWay)))) };
        let task = self.static_mesh.get_or_insert_with(|| Task::new(start, [goal], 1.0));
        task.start_changed(&domain, start, tuning::FAR);
        let Executed { expansions, .. } = task.execute(&domain, view.budget(left))?;
        match task.status() {
            PlanStatus::Impossible => return Ok((expansions + 1, Some(Outcome::Failed(WaitReason::NoWay)))),
            PlanStatus::Invalid => {}
            PlanStatus::Within(_) | PlanStatus::Optimal => {
                let line = mesh.polyline(from, task.path(), self.goal.at);
                self.mesh_tunnel = Tunnel::new(&line, 0.0, 1.0, tuning::MESH_WIDTH, 0.0);
                (self.stage, self.dynamic_mesh) = (Stage::DynamicMesh, None);
            }
        }
        Ok((expansions + 1, None))
    }

    /// Σ2: the same with the density that published plans make, in a tunnel around Π(Σ1) until another way is needed.
    pub(super) fn plan_dynamic_mesh(&mut self, view: &View, left: u64) -> Result<Done, SearchError> {
        let World { mesh, density, .. } = view.world;
        let from = self.start_point(view);
        let departure = (from, f64::from(self.departure.step) * view.world.gait.step());
        let (speed, avoided) = (view.cruise().1, &self.avoided[..]);
        let domain = DynamicMesh { map: view.map, mesh, density, departure, speed, avoided };
        let [start, goal] = [from, self.goal.at].map(|p| domain.map_from(p.into()));
        let (Some(start), Some(goal)) = (start, goal) else { return Ok((1, Some(Outcome::Failed(WaitReason::NoWay)))) };
        // What others have published is another each time, so every cost may be; the states known are few.
        let task = self.dynamic_mesh.get_or_insert_with(|| Task::new(start, [goal], 1.0));
        let executed = match &self.mesh_tunnel {
            Some(tunnel) => task.execute(&Tunnelled::new(&domain, tunnel), view.budget(left))?,
            None => task.execute(&domain, view.budget(left))?,
        };
        let spent = executed.expansions + 1;
        match task.status() {
            PlanStatus::Invalid => {}
            PlanStatus::Impossible if self.mesh_tunnel.is_some() => {
                self.mesh_tunnel = None;
                task.tunnel_changed(true);
            }
            PlanStatus::Impossible => return Ok((spent, Some(Outcome::Failed(WaitReason::NoWay)))),
            PlanStatus::Within(_) | PlanStatus::Optimal => {
                let line = mesh.polyline(from, task.path(), self.goal.at);
                (self.line, self.leads_to_goal) = along(&line, view.horizon);
                self.grid_tunnel = Tunnel::new(&self.line, 0.0, 1.0, tuning::GRID_WIDTH, 0.0);
                self.stage = Stage::Grid;
                if let Some(grid) = &mut self.grid {
                    grid.tunnel_changed(false);
                }
            }
        }
        Ok((spent, None))
    }

    /// Σ3: past those who stand, to the goal or the next waypoint, in a tunnel around Π(Σ2).
    pub(super) fn plan_grid(&mut self, view: &View, left: u64) -> Result<Done, SearchError> {
        let from = self.start_point(view);
        let to = self.line.last().copied().unwrap_or(self.goal.at);
        let domain = view.grid(self.me);
        let [start, goal] = [from, to].map(|p| domain.map_from(p.into()));
        let (Some(start), Some(goal)) = (start, goal) else { return Ok((1, self.another_way(view, to))) };
        let task = self.grid.get_or_insert_with(|| Task::new(start, [goal], 1.0));
        if task.goals() != [goal] {
            task.goal_changed([goal]);
        }
        task.start_changed(&domain, start, tuning::FAR);
        let executed = match &self.grid_tunnel {
            Some(tunnel) => task.execute(&Tunnelled::new(&domain, tunnel), view.budget(left))?,
            None => task.execute(&domain, view.budget(left))?,
        };
        let spent = executed.expansions + 1;
        match task.status() {
            PlanStatus::Invalid => {}
            PlanStatus::Impossible if self.grid_tunnel.is_some() => {
                self.grid_tunnel = None;
                task.tunnel_changed(true);
            }
            PlanStatus::Impossible => return Ok((spent, self.another_way(view, to))),
            PlanStatus::Within(_) | PlanStatus::Optimal => {
                let places = task.places(&domain);
                // A waypoint that somebody stands on is passed beside.
                let is_free = view.world.grid.cell_at(to).is_some_and(|cell| domain.is_free(cell));
                let to = if self.leads_to_goal || is_free { to } else { places.last().copied().unwrap_or(to) };
                let ground = view.world.ground(view.map);
                self.line = line_in_grid(&domain, &ground, from, &places, to);
                (self.stage, self.timing, self.pace) = (Stage::Timing, None, Pace::Usual);
            }
        }
        Ok((spent, None))
    }

    /// λ: when the way can be walked. Late, or not at all: PLAN_STATUS_CHANGED reaches Σ2, which plans another way.
    pub(super) fn time_way(&mut self, view: &View, left: u64) -> Done {
        let ground = view.world.ground(view.map);
        let domain = self.space_time_domain(view, &ground);
        let gait = &view.world.gait;
        let length: f64 = self.line.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let steps = |level: u8| (length / gait.slowest() / f64::from(level)).ceil().min(6e4) as u16;
        let (cruise, _) = view.cruise();
        let Some(window) = self.arrival_window(view, &domain, steps(cruise)) else {
            return (1, Some(Outcome::Failed(WaitReason::GoalTaken)));
        };
        if window.is_empty() {
            return (1, Some(Outcome::Failed(WaitReason::TooLate)));
        }
        let is_timed = self.goal.arrival.is_some() && self.leads_to_goal;
        let earliest = *window.start();
        let timing = self.timing.get_or_insert_with(|| {
            // The slowest pace that is there in time; without an interval, the usual one.
            let time = window.end().saturating_sub(self.departure.step).saturating_sub(2);
            let needed = (1..=gait.fastest()).find(|&level| is_timed && steps(level) <= time).unwrap_or(gait.fastest());
            let fastest = if is_timed || self.pace > Pace::Usual { needed } else { cruise };
            let slack = match self.pace {
                Pace::Usual | Pace::Fast => Some(SLACK),
                Pace::Close => Some(0.0),
                Pace::Through => None,
            };
            PathTiming::new(&domain, &self.line, self.departure, window, fastest, slack)
        });
        let (spent, outcome) = timing.run(&domain, view.budget(left));
        let spent = spent + 1;
        let mut is_blocked = false;
        let at = match outcome {
            None => return (spent, None),
            Some(TimingOutcome::Blocked(at)) => {
                is_blocked = true;
                at
            }
            Some(TimingOutcome::Timed(knots, arrival)) => {
                let late = arrival.saturating_sub(self.departure.step).saturating_sub(steps(cruise));
                let waits = waiting_place(&knots).filter(|_| late > tuning::PATIENCE && !is_timed);
                if self.best.as_ref().is_none_or(|best| arrival < best.arrival) {
                    self.best = Some(Way { knots, arrival, earliest });
                }
                let Some(at) = waits else {
                    self.enter_space_time();
                    return (spent, None);
                };
                at
            }
        };
        // Between two vehicles there may be time enough for who runs, and between two who stand room for who keeps close.
        let next = match self.pace {
            Pace::Usual if !is_timed => Some(Pace::Fast),
            Pace::Usual | Pace::Fast if is_blocked => Some(Pace::Close),
            _ => None,
        };
        if let Some(next) = next {
            (self.pace, self.timing) = (next, None);
            return (spent, None);
        }
        (spent, self.another_way(view, at))
    }

    /// The steps at which the end of the line may be reached: when nobody passes there afterwards, and within the goal's interval.
    /// `None` if somebody stays there.
    fn arrival_window(&self, view: &View, domain: &SpaceTime, usual: u16) -> Option<RangeInclusive<u16>> {
        let to = self.line.last().copied().unwrap_or(self.goal.at);
        let rest = domain.map_from(to.into()).map_or(to, |state| domain.map_to(state).point);
        let free = view.world.published.free_from(rest, view.world.radius, Some(self.me))?;
        let first = domain.step_at(free).ceil().clamp(f64::from(self.departure.step) + 1.0, 6e4) as u16;
        let last = self.departure.step.saturating_add(usual).saturating_add(tuning::MOST_WAIT).max(first);
        match self.goal.arrival.as_ref().filter(|_| self.leads_to_goal) {
            Some(interval) => {
                let [low, high] = [interval.start(), interval.end()].map(|&time| domain.step_at(time));
                // The last step begins within the interval, too, if there is time for that.
                let low = if high - low >= 2.0 { low + 1.0 } else { low };
                Some(first.max(low.ceil().clamp(0.0, 6e4) as u16)..=high.floor().clamp(0.0, 6e4) as u16)
            }
            None => Some(first..=last),
        }
    }

    /// A way was blocked or late at a place: Σ2 plans another one, without the triangles behind that place. After some of them, the best
    /// is taken; a reason if there is none.
    fn another_way(&mut self, view: &View, at: Point) -> Option<Outcome> {
        self.blocked.get_or_insert(at);
        let mesh = &view.world.mesh;
        let ends = [self.start_point(view), self.goal.at].map(|p| mesh.state_at(view.map, p));
        let ahead = self.line.iter().position(|p| p.distance(at) < 1e-6).map_or(&self.line[..0], |i| &self.line[i..]);
        let mut places = vec![at];
        for far in tuning::AVOIDED_AHEAD {
            places.extend(along(&[&[at], ahead].concat(), far).0.last());
        }
        let before = self.avoided.len();
        for state in places.iter().filter_map(|&p| mesh.state_at(view.map, p)) {
            if !ends.contains(&Some(state)) && !self.avoided.contains(&state) {
                self.avoided.push(state);
            }
        }
        self.attempts += 1;
        if self.attempts <= tuning::MOST_WAYS && self.avoided.len() > before {
            (self.stage, self.dynamic_mesh, self.mesh_tunnel) = (Stage::DynamicMesh, None, None);
            return None;
        }
        if self.best.is_some() {
            self.enter_space_time();
            return None;
        }
        // Who has no appointment waits until the others have passed.
        if self.pace < Pace::Through && self.goal.arrival.is_some() {
            (self.stage, self.timing, self.pace) = (Stage::Timing, None, Pace::Through);
            return None;
        }
        let at = self.blocked.unwrap_or(at);
        Some(Outcome::Failed(if self.goal.arrival.is_some() { WaitReason::TooLate } else { WaitReason::Blocked(at) }))
    }

    fn enter_space_time(&mut self) {
        (self.stage, self.space_time, self.widenings, self.expanded) = (Stage::SpaceTime, None, 0, 0);
    }

    /// Σ4: in the tunnel around the timed way, which is widened when nothing is found.
    pub(super) fn plan_space_time(&mut self, view: &View, left: u64) -> Result<Done, SearchError> {
        let ground = view.world.ground(view.map);
        let domain = self.space_time_domain(view, &ground);
        let Some(way) = &self.best else {
            self.stage = Stage::Timing;
            return Ok((1, None));
        };
        let factor = f64::from(1u32 << self.widenings);
        let Some(tunnel) = Tunnel::timed(&way.knots, tuning::WIDTH * factor, tuning::LAG * factor) else {
            return Ok((1, Some(Outcome::Failed(WaitReason::NoWay))));
        };
        let tunnel = tunnel.with_turn(tuning::HEADING_WIDTH * factor);
        let is_timed = self.goal.arrival.is_some() && self.leads_to_goal;
        let tunnel = if is_timed { tunnel.with_end_from(domain.time_of(way.earliest)) } else { tunnel };
        let task = match &mut self.space_time {
            Some(task) => task,
            None => {
                let lag = (tuning::LAG * factor / view.world.gait.step()).ceil() as u16;
                let Some(window) = self.arrival_window(view, &domain, way.arrival) else {
                    return Ok((1, Some(Outcome::Failed(WaitReason::GoalTaken))));
                };
                let (low, high) = (way.arrival.saturating_sub(lag), way.arrival.saturating_add(lag));
                let at = way.knots.last().map_or(self.goal.at, |knot| knot.1);
                let steps = low.max(*window.start())..=high.min(*window.end());
                let goals = domain.arrivals(&ArrivalWindow { at, window: 0, steps, speed: 0 });
                self.space_time.insert(Task::new(self.departure, goals, tuning::EPSILON))
            }
        };
        let most = tuning::NARROW_NODES << (2 * self.widenings);
        let room = tuning::MOST_STATES.saturating_sub(task.states()) as u64 / tuning::STATES_AN_EXPANSION;
        let slice = left.min(most.saturating_sub(self.expanded)).min(room).max(1);
        let tunnelled = Tunnelled::new(&domain, &tunnel);
        let before = task.status();
        let executed = task.execute(&tunnelled, view.budget(slice))?;
        let (spent, status) = (executed.expansions + 1, task.status());
        self.expanded += spent;
        self.tunnel = Some(tunnel);
        let is_spent = self.expanded >= most || task.states() >= tuning::MOST_STATES;
        match status {
            // What is left of the slice improves the plan.
            PlanStatus::Within(_)
                if spent < left && !is_spent && before != status && task.states() <= tuning::MOST_REPAIRED =>
            {
                Ok((spent, None))
            }
            PlanStatus::Within(_) | PlanStatus::Optimal => {
                let states = task.path().to_vec();
                self.space_time = None;
                Ok((spent, Some(Outcome::Planned(states, self.leads_to_goal))))
            }
            PlanStatus::Invalid if !is_spent => Ok((spent, None)),
            PlanStatus::Invalid | PlanStatus::Impossible if self.widenings < tuning::WIDENINGS => {
                self.widenings += 1;
                (self.space_time, self.expanded) = (None, 0);
                Ok((spent, None))
            }
            PlanStatus::Invalid | PlanStatus::Impossible => {
                let at = self.best.take().and_then(|way| waiting_place(&way.knots)).unwrap_or(self.goal.at);
                Ok((spent, self.another_way(view, at)))
            }
        }
    }
}
