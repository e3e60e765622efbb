//! Plans that something came in the way of: cut short where one can stay, published again, and planned again from there.

use super::{Team, WaitReason};
use crate::domain::SpaceTimeState;
use crate::published::{Afterwards, BodyId, PublishedBody};
use crate::tuning::team as tuning;
use navigant_geometry::Point;
use navigant_mesh::Map;

impl Team {
    /// Adds a body that publishes nothing; tell where it is, and how fast, with [`observe`](Self::observe).
    pub fn add_observed(&mut self, map: &Map, at: Point, radius: f64) -> BodyId {
        self.add_body(
            map,
            PublishedBody { radius, is_obstacle: true, knots: vec![(self.time(), at)], afterwards: Afterwards::Stays },
        )
    }

    /// Tells where a body is that publishes nothing, its velocity in metres a second, and its radius. It is taken to go on like that for some
    /// seconds, and to be somewhat larger than it is, as long as nobody is that close. Plans that it comes in the way of are cut short.
    pub fn observe(&mut self, map: &Map, id: BodyId, at: Point, velocity: [f64; 2], radius: f64) {
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
        let radius = radius + (speed * tuning::REACTION).min(0.9 * room).max(0.0);
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
            for index in 0..self.members.len() {
                let (gait, time, radius) = (&self.settings.gait, self.time(), self.settings.radius);
                let member = &self.members[index];
                if was_cut[index] || member.body == id {
                    continue;
                }
                let broken = member.motions(gait, time).find(|(_, motion)| body.comes_near(motion, radius));
                let stays =
                    member.plan.last().map(|&last| (member.point(gait, last), f64::from(last.step) * gait.step()));
                let is_run_over = stays.is_some_and(|(at, since)| body.last_near(at, radius).is_none_or(|t| t > since));
                if broken.is_some() || is_run_over {
                    let upto = broken.map_or(member.plan.len(), |(to, _)| to);
                    (was_cut[index], count) = (true, count + 1);
                    self.cut(map, index, upto, &body);
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
