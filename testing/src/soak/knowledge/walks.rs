//! What is walked: nobody avoids what it cannot know, and nobody who knows walks into it.

use super::{EVERY, Fact, RADIUS, SHALLOW, Scene};
use navigant_crowd::{AgentId, Crowd, Status};
use navigant_mesh::{Map, ObstacleId, Point};

/// Who has known of an obstacle for as many steps, in steps, has another route, if it needs one: news are taken up at intervals, and
/// searches have a budget that suffices for all.
const PATIENCE: u32 = 2 * EVERY;
/// For as many steps, an agent may be held up by an obstacle that it knows: it slides around its corner.
const MOST_HELD_UP: u32 = 20;
/// Without the obstacle that an agent cannot know of, it is as near to where it is with it, in metres: how far one slides along a wall
/// hangs on the last bits of the triangles beside it.
const SAME_PLACE: f64 = 0.3;

/// The crowd on a map where the last obstacle never came.
pub(super) struct Without {
    pub(super) id: ObstacleId,
    pub(super) map: Map,
    pub(super) crowd: Crowd,
    /// Who believes something else there: news of other obstacles took another way.
    pub(super) has_other_news: Vec<AgentId>,
}

impl Scene {
    /// Nobody avoids what it cannot know, and nobody who knows walks into it.
    pub(super) fn check_walks(&mut self) -> Result<(), String> {
        if self.has_moved || self.avoids {
            return Ok(());
        }
        self.check_walks_without()?;
        for at in 0..self.agents.len() {
            let id = self.agents[at];
            let agent = self.crowd.agent(id).map_err(|reason| reason.to_string())?;
            for fact in &mut self.facts {
                let believes = self.crowd.believes(id, fact.id).map_err(|reason| reason.to_string())?;
                let (low, high, is_there) = (fact.low, fact.high, fact.is_there);
                let is_in = |p: Point| {
                    let within = |x: f64, low: f64, high: f64| low + SHALLOW < x && x < high - SHALLOW;
                    within(p.x, low.x, high.x) && within(p.y, low.y, high.y)
                };
                let mind = &mut fact.minds[at];
                mind.believed = if believes.unwrap_or(is_there) { mind.believed + 1 } else { 0 };
                let Some(before) = self.before[at].filter(|_| mind.believed > PATIENCE) else {
                    mind.held_up = 0;
                    continue;
                };
                let p = agent.position;
                if is_in(p) && !is_in(before) {
                    return Err(format!(
                        "{id} walks from {before} into {low} to {high}, which it knows, there: {is_there}"
                    ));
                }
                let away = p.distance(Point::new(p.x.clamp(low.x, high.x), p.y.clamp(low.y, high.y)));
                let is_held_up =
                    is_there && agent.status == Status::Walking && away < RADIUS + 0.02 && p.distance(before) < 0.01;
                mind.held_up = if is_held_up { mind.held_up + 1 } else { 0 };
                if mind.held_up > MOST_HELD_UP {
                    return Err(format!("{id} stands at {p} before {low} to {high}, which it knows"));
                }
            }
        }
        Ok(())
    }

    /// Whoever cannot know of the last obstacle is where it would be without it.
    fn check_walks_without(&mut self) -> Result<(), String> {
        let Some(without) = &mut self.without else { return Ok(()) };
        let Some(last) = self.facts.iter().find(|fact| fact.id == without.id && fact.is_there) else { return Ok(()) };
        for (at, &id) in self.agents.iter().enumerate() {
            let believes = |crowd: &Crowd, fact: &Fact| crowd.believes(id, fact.id).ok().flatten();
            let others = self.facts.iter().filter(|fact| fact.id != without.id);
            let has_other_news =
                others.into_iter().any(|fact| believes(&self.crowd, fact) != believes(&without.crowd, fact));
            if has_other_news || self.before[at].is_none() {
                without.has_other_news.push(id);
            }
            if last.minds[at].could_know_it_came || last.was_common || without.has_other_news.contains(&id) {
                continue;
            }
            let [with, other] = [&self.crowd, &without.crowd].map(|crowd| crowd.agent(id).map(|agent| agent.position));
            let (with, other) = (with.map_err(|e| e.to_string())?, other.map_err(|e| e.to_string())?);
            if with.distance(other) > SAME_PLACE {
                let (low, high) = (last.low, last.high);
                return Err(format!("{id} is at {with}, without {low} to {high} at {other}, and cannot know of it"));
            }
        }
        Ok(())
    }
}
