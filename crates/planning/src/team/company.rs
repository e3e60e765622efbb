//! One world with others: those whom the team does not move, and agents that were pushed off their plans.
//!
//! Whoever walks the agents of a team among others, as a crowd does, has steering as the safety net: plans are made past where others seem to
//! go, and need not be cut short when these turn out otherwise. Where steering has led an agent too far from its plan, it plans again.

use super::{BadGoal, MemberId, Team};
use crate::domain::SpaceTimeState;
use crate::published::{Afterwards, PublishedBody};
use crate::tuning::company as tuning;
use navigant_geometry::Point;
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::Map;

/// Somebody whom the team does not move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passerby {
    /// Where it is.
    pub at: Point,
    /// Its velocity in metres a second.
    pub velocity: [f64; 2],
    /// Its radius in metres.
    pub radius: f64,
}

impl Team {
    /// Tells where others are, whom the team does not move: agents plan past where these will be if they go on like that, and around those
    /// who stand. Each keeps its place in the list from call to call; who is at a place that is not finite, or beyond the end, has left.
    ///
    /// Their motion is guessed for three seconds; while the guess holds, a call costs nothing.
    pub(crate) fn pass_by(&mut self, map: &Map, others: &[Passerby]) {
        while self.passersby.len() < others.len() {
            let id = self.next_body();
            self.passersby.push(id);
        }
        let time = self.time();
        for index in 0..self.passersby.len() {
            let id = self.passersby[index];
            let known = self.world.published.body(id);
            let is_here = |other: &&Passerby| other.at.is_finite() && other.velocity.iter().all(|v| v.is_finite());
            let Some(other) = others.get(index).filter(is_here) else {
                if known.is_some() {
                    self.publish(
                        map,
                        id,
                        PublishedBody {
                            radius: 0.0,
                            is_obstacle: false,
                            knots: Vec::new(),
                            afterwards: Afterwards::Unknown,
                        },
                    );
                }
                continue;
            };
            let speed = other.velocity[0].hypot(other.velocity[1]);
            let stands = speed < tuning::STANDING;
            let is_as_guessed = known.is_some_and(|body| {
                let lasts = body.end() > time + tuning::LEFT;
                let was_standing = body.afterwards == Afterwards::Stays;
                body.radius == other.radius
                    && was_standing == stands
                    && (lasts || stands)
                    && body.at(time).is_some_and(|at| at.distance(other.at) < tuning::STRAYED)
            });
            if is_as_guessed {
                continue;
            }
            let [x, y] = other.velocity.map(|v| v * tuning::GUESS);
            let (knots, afterwards) = if stands {
                (vec![(time, other.at)], Afterwards::Stays)
            } else {
                (
                    vec![(time, other.at), (time + tuning::GUESS, Point::new(other.at.x + x, other.at.y + y))],
                    Afterwards::Unknown,
                )
            };
            self.publish(map, id, PublishedBody { radius: other.radius, is_obstacle: false, knots, afterwards });
        }
    }

    /// Tells where an agent really is (START_CHANGED): whoever walks it was held up or pushed aside. Near its plan nothing changes; farther
    /// than a metre away, it plans again from there. Says whether it does.
    ///
    /// # Errors
    /// [`BadGoal::UnknownMember`], and [`BadGoal::NotFinite`] for a place that is none.
    pub(crate) fn displace(&mut self, map: &Map, id: MemberId, at: Point) -> Result<bool, BadGoal> {
        let (time, index) = (self.time(), id.0 as usize);
        let member = self.members.get_mut(index).ok_or(BadGoal::UnknownMember)?;
        if !at.is_finite() {
            return Err(BadGoal::NotFinite);
        }
        let gait = &self.settings.gait;
        if member.at(gait, time).distance(at) <= tuning::ASTRAY {
            return Ok(false);
        }
        let heading = member.plan.last().map_or(0, |last| last.heading);
        let step = (time / gait.step()).floor().clamp(0.0, f64::from(u16::MAX)) as u16;
        member.origin = at;
        member.plan = vec![SpaceTimeState { step, x: 0, y: 0, speed: 0, heading }];
        (member.is_whole, member.chain, member.waits, member.retry) = (false, None, None, 0);
        self.publish_member(map, index);
        Ok(true)
    }
}
