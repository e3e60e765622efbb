//! One step of one agent: preferred velocity, avoidance, move.

use crate::agent::{Aim, Control};
use crate::avoidance::{Avoidance, Orca, Others};
use crate::cell_list::CellList;
use crate::clip::clipped;
use crate::columns::{Motion, Traits, room_for};
use crate::deadlock::{aside, stalled};
use crate::floors::Floors;
use crate::follow::{Body, Heading, heading, is_on_route};
use crate::groups::share_of_speed;
use crate::knowledge::Knowledge;
use crate::models::Situation;
use crate::neighbours::{NeighbourFinder, Reach, Within};
use crate::orca::{self, Around, Lines, Permitting};
use crate::planning_state::{Event, Request, State};
use crate::route::{Routes, Travel};
use crate::shared_goals::{Led, SharedGoals};
use crate::tuning::follow::{FAR_CORNER_INTERVAL, OFF_ROUTE_INTERVAL};
use crate::tuning::notice::CUT_DISTANCE;
use crate::vector::Vector;
use crate::walls::WallFinder;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::{IdInternals as _, MapInternals as _, Room};
use navigant_mesh::{LayerId, Map};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is shared by all agents in a step.
pub(crate) struct World<'w> {
    pub(crate) map: &'w Map,
    pub(crate) cells: &'w CellList,
    pub(crate) traits: &'w [Traits],
    pub(crate) profiles: &'w [Avoidance],
    pub(crate) routes: &'w Routes,
    pub(crate) shared: &'w SharedGoals,
    /// By agent: how far the last of its group is behind it, in lattice steps; empty without groups.
    pub(crate) behind: &'w [f32],
    /// Seconds.
    pub(crate) dt: f32,
    /// Metres to a step of the lattice.
    pub(crate) step: f64,
    /// Metres to a fine step.
    pub(crate) fine: f32,
    /// The way that is walked in a step at one metre a second, in steps of the lattice.
    pub(crate) seconds: f64,
    /// The speed that takes an agent one lattice step further, in metres a second.
    pub(crate) per_second: f64,
    /// The largest radius of an agent, where it matters: [`Crowd::widest_that_matters`].
    ///
    /// [`Crowd::widest_that_matters`]: crate::Crowd::widest_that_matters
    pub(crate) widest: f32,
    /// How many steps were made before.
    pub(crate) now: u32,
    /// What agents know, if each plans on what it believes.
    pub(crate) knowledge: Option<&'w Knowledge>,
    /// Becomes true if an agent requests a plan.
    pub(crate) asked: AtomicBool,
    /// What there is to be known of several floors, where there are.
    pub(crate) floors: Option<&'w Floors>,
    /// By agent, where there are several floors: which one it is on.
    pub(crate) layers: &'w [LayerId],
}

/// The scratch memory of a thread.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    neighbours: NeighbourFinder,
    pub(crate) walls: WallFinder,
    lines: Lines,
    seen: Vec<orca::SeenWall>,
    room: Room,
}

impl World<'_> {
    /// Lets the agents of some cells walk.
    pub(crate) fn walk(
        &self,
        scratch: &mut Scratch,
        cells: Range<usize>,
        motions: &mut [Motion],
        travels: &mut [Travel],
    ) {
        let first = self.cells.agents_in(cells.start).start;
        for cell in cells {
            let agents = self.cells.agents_in(cell);
            let needed = |agent: usize| self.cells.rings(cell, agent, motions[agent - first].guess / self.fine);
            scratch.neighbours.enter(self.cells, cell, agents.clone().map(needed).max().unwrap_or(1));
            for agent in agents {
                let (motion, travel) = (&mut motions[agent - first], &mut travels[agent - first]);
                let preferred = self.preferred_velocity(&mut scratch.room, agent, motion, travel);
                let before = motion.place;
                self.walk_one(scratch, (cell, agent), motion, preferred);
                if travel.calm > 0.0 {
                    // Rounded to an f32, twice.
                    travel.calm -= 1.001 * (motion.place - before).length() as f32 + 1.0;
                }
            }
        }
    }

    fn walk_one(
        &self,
        scratch: &mut Scratch,
        (cell, agent): (usize, usize),
        motion: &mut Motion,
        preferred: Option<Vector>,
    ) {
        let traits = &self.traits[agent];
        if traits.control == Control::Player {
            return;
        }
        let Some(preferred) = preferred else {
            motion.velocity = Vector::ZERO;
            return;
        };
        let profile = &self.profiles[usize::from(traits.profile)];
        let sight = profile.sight(traits.radius, [preferred.length(), traits.max_speed], self.widest);
        let range = f64::from(sight.walls) / self.step;
        self.look_at_walls(scratch, motion, range);
        if let Avoidance::Orca(orca) = profile
            && self.is_preferred_admissible(scratch, (cell, agent), orca, motion, preferred.at_most(traits.max_speed))
        {
            return self.advance(scratch, traits, motion, range, preferred.at_most(traits.max_speed));
        }
        let name = |agent: usize| self.traits[agent].id.name();
        let floor = self.own_floor(motion);
        let Scratch { neighbours, seen, lines, .. } = scratch;
        let mut hard = 0;
        let count = match sight.others {
            Others::Nearest(count) => count,
            Others::All { gap } => {
                let within = Within { distance: sight.distance, radius: traits.radius, gap };
                neighbours.find_bodies(self.cells, (cell, agent), within, self.fine, floor.as_ref(), name);
                motion.guess = sight.distance;
                let velocity = profile.velocity(&self.situation(traits, motion, preferred, neighbours, seen));
                return self.advance(scratch, traits, motion, range, velocity);
            }
        };
        let reach = Reach { distance: sight.distance, count, guess: motion.guess, least_guess: traits.radius };
        let is_any = neighbours.gather(self.cells, (cell, agent), reach, self.fine, floor.as_ref());
        if let Avoidance::Orca(orca) = profile {
            orca::keep_from_walls(lines, orca, seen, motion.velocity, traits.radius);
            hard = lines.len();
            let (me, wish) = ((motion.velocity, traits.radius), (preferred, traits.max_speed));
            let mut change = orca::binding::first_change(motion.velocity, preferred, traits.max_speed);
            let is_worth_it = orca::binding::is_worth_it(change, motion.guess, traits.radius, orca.horizon);
            for _ in 0..if is_any && is_worth_it { 2 } else { 0 } {
                let permitting = Permitting::new(me, orca.horizon, self.fine, change);
                let guess = neighbours.rank_binding(self.cells, agent, reach, self.fine, name, &permitting);
                let Some(guess) = guess else { break };
                let times = [orca.horizon, self.dt];
                let Some((velocity, came)) = orca::binding::velocity(lines, hard, &neighbours.found, me, times, wish)
                else {
                    break;
                };
                if came <= change {
                    motion.guess = guess;
                    return self.advance(scratch, traits, motion, range, velocity);
                }
                change = 1.1 * came;
            }
        }
        if is_any {
            motion.guess = neighbours.rank(self.cells, agent, reach, self.fine, name);
        }
        let me = self.situation(traits, motion, preferred, neighbours, seen);
        let velocity = match profile {
            Avoidance::Orca(orca) => orca::velocity(lines, hard, orca, &me),
            model => model.velocity(&me),
        };
        self.advance(scratch, traits, motion, range, velocity);
    }

    /// What an agent is and sees, once its neighbours and walls were looked for.
    fn situation<'s>(
        &self,
        traits: &Traits,
        motion: &Motion,
        preferred: Vector,
        neighbours: &'s NeighbourFinder,
        walls: &'s [orca::SeenWall],
    ) -> Situation<'s> {
        Situation {
            velocity: motion.velocity,
            preferred,
            radius: traits.radius,
            max_speed: traits.max_speed,
            neighbours: &neighbours.found,
            bodies: &neighbours.bodies,
            walls,
            dt: self.dt,
        }
    }

    /// Whether no wall is near an agent, few others were and are, and its preferred velocity is admissible: the result of ORCA then.
    #[inline]
    fn is_preferred_admissible(
        &self,
        scratch: &Scratch,
        (cell, agent): (usize, usize),
        orca: &Orca,
        motion: &Motion,
        preferred: Vector,
    ) -> bool {
        let distance = orca.neighbour_distance / self.fine;
        if !scratch.seen.is_empty() || motion.guess < orca.neighbour_distance {
            return false;
        }
        let Some(runs) = scratch.neighbours.runs(self.cells, cell, agent, distance) else { return false };
        let around = Around { agents: self.cells.agents(), runs, own: agent, distance, metres: self.fine };
        orca::permit(&around, orca, preferred, (motion.velocity, self.traits[agent].radius), self.dt)
    }

    /// The velocity an agent would take if it were alone; nothing for one that cannot move.
    fn preferred_velocity(
        &self,
        room: &mut Room,
        agent: usize,
        motion: &mut Motion,
        travel: &mut Travel,
    ) -> Option<Vector> {
        if travel.plan.is_stuck() {
            return None;
        }
        let speed = self.traits[agent].speed;
        Some(match self.traits[agent].aim() {
            Aim::Stand => Vector::ZERO,
            Aim::Velocity(velocity) => velocity,
            Aim::Straight(goal) => self.up_to(self.map.steps(goal) - motion.place, speed),
            Aim::Goal(_) => self.along_route(room, agent, motion, travel),
        })
    }

    /// Along a way, in steps, and not past its end.
    pub(crate) fn up_to(&self, way: Offset, speed: f32) -> Vector {
        let length = way.length() * self.per_second;
        let per_second =
            if length > f64::from(speed) { self.per_second * f64::from(speed) / length } else { self.per_second };
        Vector::new((way.x * per_second) as f32, (way.y * per_second) as f32)
    }

    /// Whether what cuts the next leg of a route may be an obstacle that its agent does not know.
    fn is_cut_unknown(&self, agent: usize, travel: &Travel, place: Offset, radius: f64) -> bool {
        let next = travel.bend(0).map_or(travel.target, |bend| bend.corner());
        let id = self.traits[agent].id;
        self.knowledge.is_some_and(|knowledge| knowledge.hides(id, place, next, CUT_DISTANCE * radius))
    }

    fn along_route(&self, room: &mut Room, agent: usize, motion: &mut Motion, travel: &mut Travel) -> Vector {
        let Traits { radius, speed, comfort, .. } = self.traits[agent];
        let speed = speed * self.behind.get(agent).map_or(1.0, |&behind| share_of_speed(behind * self.step as f32));
        let radius = f64::from(radius) / self.step;
        let left = (travel.target - motion.place).length();
        match travel.plan.state() {
            State::Arrived(_) if left <= 3.0 * radius => return Vector::ZERO,
            State::Arrived(_) => self.happens(travel, Event::PushedAway),
            State::Walking(_) | State::NoWay(_) => {}
            State::Free | State::Waiting | State::Stuck => return Vector::ZERO,
        }
        if let Some(flow) = travel.flow {
            let turn = self.traits[agent].id.turn();
            let led = Led { place: motion.place, radius, velocity: motion.velocity, speed, turn };
            return self.along_flow(room, flow, led, travel);
        }
        let turn = self.traits[agent].id.turn().wrapping_add(self.now);
        let looks_far = turn.is_multiple_of(FAR_CORNER_INTERVAL);
        let floor = self.floors.map(|_| (motion.face, motion.turn));
        let mut body = Body { place: motion.place, radius, comfort: f64::from(comfort) / self.step, floor };
        let on_slope = |way| self.floors.map_or(speed, |floors| speed * floors.pace(motion.layer, way));
        let heading = heading(self.map, room, self.routes, travel, &mut body, looks_far);
        if let Some((_, turn)) = body.floor {
            motion.turn = turn;
        }
        let preferred = match heading {
            Heading::Along(way) => Vector::new(way.x as f32, way.y as f32) * on_slope(way),
            Heading::End(way) => {
                if left <= radius {
                    let is_there = self.is_on_floor_of_goal(agent, motion, travel.target);
                    self.happens(travel, if is_there { Event::Reached } else { Event::OffRoute });
                }
                self.up_to(way, on_slope(way))
            }
        };
        let is_turn = turn.is_multiple_of(OFF_ROUTE_INTERVAL);
        let is_asked = travel.plan.request() != Request::Nothing || left <= radius;
        if is_turn
            && !is_asked
            && !is_on_route(self.map, room, travel, body)
            && !self.is_cut_unknown(agent, travel, motion.place, radius)
        {
            self.happens(travel, Event::OffRoute);
        }
        let steps = stalled(travel.plan.stalled(), motion.velocity, preferred, speed);
        self.happens(travel, Event::Stalled(steps));
        aside(preferred, steps, self.traits[agent].id.turn())
    }

    #[inline]
    pub(crate) fn happens(&self, travel: &mut Travel, event: Event) {
        let before = travel.plan.request();
        if travel.plan.on(event, self.now) && before == Request::Nothing {
            self.asked.store(true, Ordering::Relaxed);
        }
    }

    /// The walls within a range of an agent, nearest first. Those on the far side of obstacles are behind others.
    fn look_at_walls(&self, scratch: &mut Scratch, motion: &mut Motion, range: f64) {
        let Scratch { walls, seen, .. } = scratch;
        seen.clear();
        if f64::from(motion.room) >= range {
            return;
        }
        self.find_face(motion);
        let Motion { layer, face, place, .. } = *motion;
        walls.look_around(self.map, (layer, face), place, range);
        let near = walls.facing(place, range).filter(|wall| self.is_near(wall, face, place));
        seen.extend(near.map(|wall| wall.seen_from(self.map, place, self.step)));
    }

    /// The face an agent is in, found from the one it was in before. On several floors that is known after every move.
    fn find_face(&self, motion: &mut Motion) {
        if self.floors.is_some() || self.is_well_inside(motion) {
            return;
        }
        let location = self.map.locate_near(self.map.at_steps(motion.place), motion.face);
        // On an edge it is the same one of both faces, wherever the walk came from.
        let free = location.and_then(|location| self.map.faces_at(location).filter(|&f| self.map.is_free(f)).min());
        motion.face = free.unwrap_or(motion.face);
    }

    /// Whether an agent is surely in the face it was in before: farther from all sides of it than rounding to the lattice
    /// could take it. Faces that are gone have no inside.
    #[inline]
    fn is_well_inside(&self, motion: &Motion) -> bool {
        let face = motion.face;
        face.index() < self.map.face_slots() && {
            let [a, b, c] = self.map.corners(face).map(|v| Offset::to(self.map.lattice_point(v)));
            let is_left = |from: Offset, to: Offset| {
                let way = to - from;
                way.cross(motion.place - from) > way.x.abs() + way.y.abs()
            };
            is_left(a, b) && is_left(b, c) && is_left(c, a)
        }
    }

    /// Moves an agent, as far as there is room.
    fn advance(&self, scratch: &mut Scratch, traits: &Traits, motion: &mut Motion, range: f64, velocity: Vector) {
        if traits.control == Control::Outside {
            motion.velocity = velocity;
            return;
        }
        if self.floors.is_some() {
            return self.advance_on_floor(scratch, traits, motion, range, velocity);
        }
        let seconds = self.seconds;
        let by = Offset::new(f64::from(velocity.x) * seconds, f64::from(velocity.y) * seconds);
        let (length, radius) = (by.length(), f64::from(traits.radius) / self.step);
        if f64::from(motion.room) - length >= radius {
            motion.place = motion.place + by;
            motion.room = room_for(f64::from(motion.room) - length);
            motion.velocity = velocity;
            return;
        }
        self.find_face(motion);
        let range = range.max(radius + length + 1.0);
        scratch.walls.look_around(self.map, (motion.layer, motion.face), motion.place, range);
        let place =
            clipped(scratch.walls.within(motion.place, radius + length + 1.0, |_| true), motion.place, by, radius);
        let moved = place - motion.place;
        let per_second = 1.0 / seconds;
        // The same as without a look at the walls, to the last bit.
        motion.velocity = if place == motion.place + by {
            velocity
        } else {
            Vector::new((moved.x * per_second) as f32, (moved.y * per_second) as f32)
        };
        motion.place = place;
        let near = scratch.walls.clearance(place);
        let room = if near < range - moved.length() {
            near
        } else {
            // Nothing is within the range: how far one may walk before looking again is worth knowing.
            self.find_face(motion);
            let features = self.map.features_near(motion.face);
            features.map(|feature| feature.distance(self.map, place)).fold(f64::INFINITY, f64::min)
        };
        motion.room = room_for(room);
    }
}
