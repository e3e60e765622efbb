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
        // Everyone is cut at most once.
        let mut was_cut = vec![false; self.members.len()];
        while let Some(id) = queue.pop() {
            let Some(body) = self.world.published.body(id).cloned() else { continue };
            for (index, was_cut) in was_cut.iter_mut().enumerate() {
                let (gait, time, radius) = (&self.settings.gait, self.time(), self.settings.radius);
                let member = &self.members[index];
                if *was_cut || member.body == id {
                    continue;
                }
                let broken = member.motions(gait, time).find(|(_, motion)| body.comes_near(motion, radius));
                let stays =
                    member.plan.last().map(|&last| (member.point(gait, last), f64::from(last.step) * gait.step()));
                let is_run_over = stays.is_some_and(|(at, since)| body.last_near(at, radius).is_none_or(|t| t > since));
                if broken.is_some() || is_run_over {
                    let upto = broken.map_or(member.plan.len(), |(to, _)| to);
                    (*was_cut, count) = (true, count + 1);
                    self.cut(map, index, upto, &body);
                    self.dodge(map, index, &body);
                    queue.push(self.members[index].body);
                }
            }
        }
        count
    }

    /// Cuts a plan so that it ends before the state with an index: at the last state where it can stay; else at the next one; else here
    /// and now.
    fn cut(&mut self, map: &Map, index: usize, upto: usize, by: &PublishedBody) {
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
            None if member.plan.len() > next || by.at(time).is_some() => {
                // In the middle of a step: it stops where it is, which is a new origin of its lattice.
                let heading = member.plan.get(next.saturating_sub(1)).map_or(0, |state| state.heading);
                let step = (time / gait.step()).floor().clamp(0.0, f64::from(u16::MAX)) as u16;
                member.origin = here;
                member.plan = vec![SpaceTimeState { step, x: 0, y: 0, speed: 0, heading }];
            }
            None => {}
        }
        (member.is_whole, member.chain, member.waits, member.retry) = (false, None, None, 0);
        self.publish_member(map, index);
    }

    /// Who stands where a body comes walks some steps away, if there is a place where the body does not come and nobody else is met.
    fn dodge(&mut self, map: &Map, index: usize, body: &PublishedBody) {
        let (time, radius, gait) = (self.time(), self.settings.radius, &self.settings.gait);
        let member = &self.members[index];
        let here = member.at(gait, time);
        let stands = member.plan.last().is_some_and(|last| f64::from(last.step) * gait.step() <= time);
        if !stands || body.last_near(here, radius).is_some_and(|near| near <= time) {
            return;
        }
        let first = (time / gait.step()).floor().clamp(0.0, f64::from(u16::MAX - 8)) as u16;
        let ground = self.world.ground(map);
        let time_of = |step: u16| f64::from(step) * gait.step();
        let away = |heading: u8, steps: u16| {
            let [x, y] = gait.displacement(gait.fastest().min(2), heading);
            let stood = SpaceTimeState { step: first, x: 0, y: 0, speed: 0, heading };
            let moved = |i: u16| SpaceTimeState { step: first + 1 + i, x: x * i as i16, y: y * i as i16, ..stood };
            std::iter::once(stood).chain((0..=steps).map(moved)).collect::<Vec<_>>()
        };
        let point = |s: SpaceTimeState| {
            Point::new(here.x + f64::from(s.x) * gait.unit(), here.y + f64::from(s.y) * gait.unit())
        };
        // How close the body comes, where the plan is possible otherwise.
        let closest = |plan: &[SpaceTimeState]| {
            let last = *plan.last()?;
            let free = self.world.published.free_from(point(last), radius, Some(member.body))?;
            let motions = plan.windows(2).map(|pair| Motion {
                from: point(pair[0]),
                to: point(pair[1]),
                begin: time_of(pair[0].step).max(time),
                end: time_of(pair[1].step),
            });
            let mut least = f64::INFINITY;
            for motion in motions {
                let others = |other: &PublishedBody, _: Point| other != body;
                if !ground.is_free(motion.from, motion.to)
                    || !ground.carries(&motion)
                    || self.world.published.is_met(&motion, radius, Some(member.body), others)
                {
                    return None;
                }
                least = least.min(body.least_distance(&motion));
            }
            (free <= time_of(last.step)).then_some(least)
        };
        let plans = (1..=3).flat_map(|steps| (0..HEADINGS).map(move |heading| (steps, heading)));
        let best = plans
            .filter_map(|(steps, heading)| Some((closest(&away(heading, steps))?, (steps, heading))))
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        if let Some((_, (steps, heading))) = best {
            let plan = away(heading, steps);
            let member = &mut self.members[index];
            (member.origin, member.plan) = (here, plan);
            self.publish_member(map, index);
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
            let broken = broken.map(|(to, motion)| (to, PublishedBody::standing(motion.to, 0.0, true)));
            self.members[index].chain = None;
            if let Some((to, by)) = broken {
                count += 1;
                self.cut(map, index, to, &by);
                count += self.came_in_the_way(map, self.members[index].body);
            } else if self.members[index].waits.is_some() {
                self.members[index].retry = 0;
                if self.members[index].waits == Some(WaitReason::InObstacle) {
                    self.members[index].waits = None;
                }
            }
        }
        count
    }
}
