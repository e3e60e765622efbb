//! Everything that only looks: paths, agents, figures, exports, frames of a replay.

use super::World;
use crate::export::Export;
use crate::layers::View;
use crate::playback::Playback;
use crate::refusal::Refusal;
use crate::request::{Asked, Exported, Traced, Who};
use crate::ways;
use navigant::crowd::{AgentId, Aim, Status};
use navigant::mesh::Point;
use serde_json::{Value, json};

impl World {
    pub(super) fn path(&mut self, from: [f64; 2], to: [f64; 2], radius: f64, comfort: Option<f64>) -> Value {
        let ends = [from, to].map(Point::from);
        let map = self.stage.run.simulation.map();
        ways::find(&mut self.finder, map, ends, radius, comfort.unwrap_or(0.0))
    }

    pub(super) fn compare(&mut self, from: [f64; 2], to: [f64; 2], radius: f64) -> Result<Value, Refusal> {
        if !(0.0..=1e6).contains(&radius) {
            return Err(Refusal::new(format!("not a radius: {radius}")));
        }
        let ends = [from, to].map(Point::from);
        let map = self.stage.run.simulation.map();
        let sizes = View::default().sizes(map);
        Ok(ways::compare(&mut self.finder, &mut self.roadmaps, map, ends, radius, sizes))
    }

    pub(super) fn trace(&mut self, asked: &Traced) -> Result<Value, Refusal> {
        let map = self.stage.run.simulation.map();
        ways::trace(&mut self.roadmaps, map, asked, View::default().sizes(map))
    }

    pub(super) fn see(&mut self, from: [f64; 2]) -> Result<Value, Refusal> {
        ways::see(&mut self.sight, self.stage.run.simulation.map(), from.into())
    }

    pub(super) fn follow(&mut self, who: Who, agent: Option<u32>) -> Result<(), Refusal> {
        let id = agent.map(|agent| self.agent(agent)).transpose()?;
        if let Some(page) = self.pages.get_mut(&who) {
            page.follow = id;
        }
        self.tell_followed();
        Ok(())
    }

    pub(super) fn route(&self, agent: u32) -> Result<Value, Refusal> {
        let id = self.agent(agent)?;
        self.route_of(id).ok_or_else(|| Refusal::new(format!("agent {agent} has left")))
    }

    fn agent(&self, agent: u32) -> Result<AgentId, Refusal> {
        self.stage
            .run
            .roll
            .agent(agent)
            .ok_or_else(|| Refusal::new(format!("there is no agent {agent}, or it has left")))
    }

    /// Where an agent is and wants to go; none for one that has left.
    pub(super) fn route_of(&self, id: AgentId) -> Option<Value> {
        let run = &self.stage.run;
        let crowd = run.simulation.crowd();
        let (seen, way) = (crowd.agent(id).ok()?, crowd.way(id).ok()?);
        let goal = match seen.aim {
            Aim::Goal(p) | Aim::Straight(p) => Some(<[f64; 2]>::from(p)),
            Aim::Stand | Aim::Velocity(_) => None,
        };
        let status = match seen.status {
            Status::Walking | Status::Free => "walking",
            Status::Arrived => "arrived",
            Status::NoWay(_) => "no way",
            Status::Stuck => "stuck",
            Status::Waiting => "waiting for a plan",
        };
        let points: Vec<[f64; 2]> = way.into_iter().map(Into::into).collect();
        Some(json!({
            "agent": run.roll.place(id),
            "points": points,
            "position": <[f64; 2]>::from(seen.position),
            "goal": goal,
            "status": status,
            "speed": seen.velocity.x.hypot(seen.velocity.y),
            "radius": seen.radius,
            "way_left": crowd.way_left(id).ok(),
        }))
    }

    pub(super) fn figures(&self) -> Value {
        let figures = self.stage.run.simulation.figures();
        json!({ "rows": figures.rows(), "json": figures.json() })
    }

    /// Writes what a run has shown, on a thread of its own: the crowd walks on meanwhile.
    pub(super) fn export(&self, asked: Asked, what: Exported, path: Option<String>) {
        let run = &self.stage.run;
        let is_trajectory = matches!(what, Exported::Parquet | Exported::Sqlite);
        let name: String = self.stage.name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        let export = Export {
            what,
            name: if name.is_empty() { "run".to_owned() } else { name },
            path,
            recording: run.recording.clone(),
            map: is_trajectory.then(|| run.simulation.map().clone()),
            figures: run.simulation.figures(),
        };
        let (folder, shelf) = (self.folder.clone(), self.shelf.clone());
        // Without a thread the request is dropped, and so answered.
        let _ = std::thread::Builder::new()
            .name("studio-export".to_owned())
            .spawn(move || asked.answer(export.write(&folder, &shelf)));
    }

    pub(super) fn replay(&mut self, frame: u32) -> Result<(), Refusal> {
        let Some(playback) = &mut self.stage.playback else {
            return Err(Refusal::new("no trajectory is open"));
        };
        playback.seek(frame as usize)?;
        self.tell_frame(true);
        self.tell_stats();
        Ok(())
    }

    /// Goes on by a frame of the replay; at the last one, time stops.
    pub(super) fn play_on(&mut self) {
        let goes_on = self.stage.playback.as_mut().is_some_and(Playback::go_on);
        if !goes_on {
            self.clock.pause();
            self.tell_stats();
        }
    }
}
