//! Plans that something came in the way of: cut short where one can stay, published again, and planned again from there.

use super::{Team, WaitReason};
use crate::domain::{HEADINGS, SpaceTimeState};
use crate::published::{Afterwards, BodyId, Motion, PublishedBody};
use crate::tuning::team as tuning;
use navigant_geometry::Point;
use navigant_mesh::Map;

impl Team {
    /// Adds a body that publishes nothing; tell where it is, and how fast, with [`observe`](Self::observe).
    pub(crate) fn add_observed(&mut self, map: &Map, at: Point, radius: f64) -> BodyId {
        self.add_body(
            map,
            PublishedBody { radius, is_obstacle: true, knots: vec![(self.time(), at)], afterwards: Afterwards::Stays },
        )
    }

    /// Tells where a body is that publishes nothing, its velocity in metres a second, and its radius. It is taken to go on like that for some
    /// seconds, and to be somewhat larger than it is, as long as nobody is that close. Plans that it comes in the way of are cut short.
    pub(crate) fn observe(&mut self, map: &Map, id: BodyId, at: Point, velocity: [f64; 2], radius: f64) {
        let time = self.time();
        let speed = velocity[0].hypot(velocity[1]);
        let goes_on = |t: f64| Point::new(at.x + velocity[0] * (t - time), at.y + velocity[1] * (t - time));
        let end = time + tuning::FORECAST;
        if let Some(body) = self.world.published.body(id) {
            // As it was taken to go on, and for long enough.
            let last = body.knots.last().map_or(time, |knot| knot.0);
            let is_as_guessed = |t: f64| body.at(t).is_some_and(|p| p.distance(goes_on(t)) < 0.01);
            if is_as_guessed(time) && is_as_guessed(last) && (last > time + 0.5 * tuning::FORECAST || speed == 0.0) {
                if self.members.iter().any(|member| member.threat == Some(id)) {
                    self.came_in_the_way(map, id);
                }
                return;
            }
        }
        let gait = &self.settings.gait;
        let room = self.members.iter().map(|member| member.at(gait, time).distance(at));
        let room = room.fold(f64::INFINITY, f64::min) - radius - self.settings.radius;
        let wary = speed.max(tuning::WARY_SPEED) * tuning::REACTION;
        let radius = radius + wary.min(0.9 * room).max(0.0);
        let (knots, afterwards) = if speed > 0.0 {
            (vec![(time, at), (end, goes_on(end))], Afterwards::Unknown)
        } else {
            (vec![(time, at)], Afterwards::Stays)
        };
        self.publish(map, id, PublishedBody { radius, is_obstacle: true, knots, afterwards });
        self.came_in_the_way(map, id);
    }

    /// Cuts the plans that meet a body short, and those that meet what was cut.
    fn came_in_the_way(&mut self, map: &Map, id: BodyId) -> u32 {
        let mut queue = vec![id];
        let mut count = 0;
        // Everyone gets out of the way at most once; a plan may be cut again, for it gets shorter each time.
        let mut has_moved = vec![false; self.members.len()];
        while let Some(id) = queue.pop() {
            let Some(body) = self.world.published.body(id).cloned() else { continue };
            for (index, has_moved) in has_moved.iter_mut().enumerate() {
                let member = &self.members[index];
                if member.body == id {
                    continue;
                }
                let broken = self.broken(index, &body);
                if broken.is_none() && !self.is_run_over(index, &body) {
                    self.members[index].threat = self.members[index].threat.filter(|&threat| threat != id);
                    continue;
                }
                let before = member.plan.clone();
                if let Some(upto) = broken {
                    count += 1;
                    self.cut(map, index, upto);
                } else {
                    let member = &mut self.members[index];
                    (member.is_whole, member.chain, member.waits, member.retry) = (false, None, None, 0);
                }
                if !*has_moved {
                    *has_moved = self.get_out_of_the_way(map, index, id, &body);
                }
                if self.members[index].plan != before {
                    queue.push(self.members[index].body);
                }
            }
        }
        count
    }

    /// The state of a plan whose motion is the first to meet a body.
    fn broken(&self, index: usize, body: &PublishedBody) -> Option<usize> {
        let (gait, radius, time) = (&self.settings.gait, self.settings.radius, self.time());
        let rest = |motion: Motion| Motion { from: motion.at(time), begin: motion.begin.max(time), ..motion };
        let motions = self.members[index].motions(gait, time);
        motions.map(|(to, motion)| (to, rest(motion))).find(|(_, m)| body.comes_near(m, radius)).map(|(to, _)| to)
    }

    /// Whether a body comes to where a plan ends, after it ended or now.
    fn is_run_over(&self, index: usize, body: &PublishedBody) -> bool {
        let (gait, member) = (&self.settings.gait, &self.members[index]);
        member.plan.last().is_some_and(|&last| {
            let since = (f64::from(last.step) * gait.step()).max(self.time());
            body.last_near(member.point(gait, last), self.settings.radius).is_none_or(|near| near > since)
        })
    }

    /// Cuts a plan so that it ends before the state with an index: at the last state where it can stay; else at the next one; else here
    /// and now.
    fn cut(&mut self, map: &Map, index: usize, upto: usize) {
        let (time, radius) = (self.time(), self.settings.radius);
        let (gait, member) = (self.settings.gait.clone(), &self.members[index]);
        let next = member.plan.partition_point(|state| f64::from(state.step) * gait.step() < time);
        let stays = |&state: &SpaceTimeState| {
            let free = self.world.published.free_from(member.point(&gait, state), radius, Some(member.body));
            free.is_some_and(|free| free <= f64::from(state.step) * gait.step())
        };
        let upto = upto.min(member.plan.len());
        let end = (next..upto).rev().find(|&i| stays(&member.plan[i])).or(Some(next).filter(|&i| i < upto));
        let here = member.at(&gait, time);
        let member = &mut self.members[index];
        match end {
            Some(end) => {
                member.plan.truncate(end + 1);
                if let Some(last) = member.plan.last_mut() {
                    last.speed = 0;
                }
            }
            None => {
                // In the middle of a step: it stops where it is, which is a new origin of its lattice.
                let heading = member.plan.get(next.saturating_sub(1)).map_or(0, |state| state.heading);
                let step = (time / gait.step()).floor().clamp(0.0, f64::from(u16::MAX)) as u16;
                member.origin = here;
                member.plan = vec![SpaceTimeState { step, x: 0, y: 0, speed: 0, heading }];
            }
        }
        (member.is_whole, member.chain, member.waits, member.retry) = (false, None, None, 0);
        self.publish_member(map, index);
    }

    /// Who would be where a body comes leaves at once, straight and by some steps, for where it stays farthest from it; says whether it does. It
    /// begins in the middle of a step, as a reflex must, and only if nobody else is met and nobody else passes later where it ends.
    fn get_out_of_the_way(&mut self, map: &Map, index: usize, id: BodyId, body: &PublishedBody) -> bool {
        if self.broken(index, body).is_none() && !self.is_run_over(index, body) {
            return false;
        }
        let (time, radius, gait) = (self.time(), self.settings.radius, &self.settings.gait);
        let member = &self.members[index];
        let here = member.at(gait, time);
        let first = (time / gait.step()).floor().clamp(0.0, f64::from(u16::MAX - 8)) as u16;
        let begun = time / gait.step() - f64::from(first);
        let ground = self.world.ground(map);
        // The lattice of such a plan is where it passes here and now.
        let plan_of = |speed: u8, heading: u8, steps: u16| {
            let by = gait.displacement(speed, heading);
            let origin = Point::new(
                here.x - begun * f64::from(by[0]) * gait.unit(),
                here.y - begun * f64::from(by[1]) * gait.unit(),
            );
            let state = |i: u16| {
                let [x, y] = by.map(|d| d * i as i16);
                SpaceTimeState { step: first + i, x, y, speed: if i < steps { speed } else { 0 }, heading }
            };
            (origin, (0..=steps).map(state).collect::<Vec<_>>())
        };
        let until = body.end().max(time) + gait.step();
        // How close the body comes to a course and to its end; `None` if the course is not possible.
        let least = |points: &[(f64, Point)]| {
            let &(end, last) = points.last()?;
            let free =
                self.world.published.free_from_those(last, radius, |other| other != member.body && other != id)?;
            let walks = points.windows(2).map(|pair| Motion {
                from: pair[0].1,
                to: pair[1].1,
                begin: pair[0].0,
                end: pair[1].0,
            });
            let stays = Motion { from: last, to: last, begin: end, end: until.max(end) };
            let mut nearest = body.least_distance(&stays);
            for motion in walks {
                let others = |other: &PublishedBody, _: Point| other != body;
                if !ground.is_free(motion.from, motion.to)
                    || !ground.carries(&motion)
                    || self.world.published.is_met(&motion, radius, Some(member.body), others)
                {
                    return None;
                }
                nearest = nearest.min(body.least_distance(&motion));
            }
            (free <= end).then_some(nearest)
        };
        let knots = |origin: Point, plan: &[SpaceTimeState]| {
            let at = |s: &SpaceTimeState| {
                let [x, y] = [s.x, s.y].map(|d| f64::from(d) * gait.unit());
                (f64::from(s.step) * gait.step(), Point::new(origin.x + x, origin.y + y))
            };
            std::iter::once((time, here)).chain(plan.iter().skip(1).map(at)).collect::<Vec<_>>()
        };
        let clear = radius + body.radius;
        let stay = body.least_distance(&Motion { from: here, to: here, begin: time, end: until });
        let mut best: Option<(f64, Point, Vec<SpaceTimeState>)> = None;
        for steps in 1..=tuning::AWAY {
            for speed in (1..=gait.fastest()).rev() {
                for heading in 0..HEADINGS {
                    let (origin, plan) = plan_of(speed, heading, steps);
                    let Some(nearest) = least(&knots(origin, &plan)) else { continue };
                    if nearest > best.as_ref().map_or(stay, |best| best.0) {
                        best = Some((nearest, origin, plan));
                    }
                }
            }
            if best.as_ref().is_some_and(|best| best.0 >= clear) {
                break;
            }
        }
        let leaves = best.is_some();
        let is_clear = best.as_ref().is_some_and(|best| best.0 >= clear);
        let member = &mut self.members[index];
        member.threat = Some(id).filter(|_| !is_clear);
        if let Some((_, origin, plan)) = best {
            (member.origin, member.plan) = (origin, plan);
            self.publish_member(map, index);
        }
        leaves
    }

    /// Who has stood for long because its plan waits for long plans again: what it waits for may be over. Where it stands it may stay, or it
    /// keeps its plan.
    pub(super) fn reconsider(&mut self, map: &Map) {
        let (time, radius, gait) = (self.time(), self.settings.radius, self.settings.gait.clone());
        for index in 0..self.members.len() {
            let member = &mut self.members[index];
            let moves = member.motions(&gait, time).find(|(_, motion)| motion.from != motion.to);
            let Some((_, motion)) = moves.filter(|(_, motion)| motion.begin > time) else {
                member.stirred = time;
                continue;
            };
            let has_appointment = member.goal.as_ref().is_none_or(|goal| goal.arrival.is_some());
            let is_patient = time - member.stirred < tuning::PATIENT || motion.begin - time < tuning::PATIENT;
            if is_patient || has_appointment || !member.is_whole {
                continue;
            }
            member.stirred = time;
            let free = self.world.published.free_from(motion.from, radius, Some(member.body));
            if free.is_some_and(|free| free <= time) {
                let next = self.members[index].plan.partition_point(|state| f64::from(state.step) * gait.step() < time);
                self.cut(map, index, next + 1);
            }
        }
    }

    /// The map was edited: plans that lead through what came are cut short; who stands in it waits.
    pub(super) fn map_changed(&mut self, map: &Map) -> u32 {
        let mut count = 0;
        for index in 0..self.members.len() {
            let (gait, time) = (&self.settings.gait, self.time());
            let ground = self.world.ground(map);
            let member = &self.members[index];
            let broken = member.motions(gait, time).find(|(_, motion)| !ground.is_free(motion.from, motion.to));
            // Its tasks know another mesh.
            let broken = broken.map(|(to, _)| to);
            self.members[index].chain = None;
            if let Some(to) = broken {
                count += 1;
                self.cut(map, index, to);
                count += self.came_in_the_way(map, self.members[index].body);
            } else if self.members[index].waits.is_some() {
                self.members[index].retry = 0;
            }
            let member = &mut self.members[index];
            if !map.has_room_at(member.at(&self.settings.gait, time), self.settings.radius) {
                member.waits = Some(WaitReason::InObstacle);
            } else if member.waits == Some(WaitReason::InObstacle) {
                member.waits = None;
            }
        }
        count
    }
}
