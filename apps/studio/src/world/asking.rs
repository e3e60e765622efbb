//! Everything that only looks: paths, agents, figures, exports, frames of a replay.

use super::World;
use super::aside;
use super::showing::FELT;
use crate::export::Export;
use crate::layers::View;
use crate::playback::Playback;
use crate::refusal::Refusal;
use crate::request::{Asked, Exported, Traced, Who, Wished};
use crate::team;
use crate::ways::{self, Sizes};
use navigant::crowd::internals::CrowdInternals as _;
use navigant::crowd::{AgentId, Aim, NoWayReason, Seen, Status};
use navigant::mesh::Point;
use navigant::search::plane::PathFinder;
use navigant::simulation::internals::FiguresInternals as _;
use serde_json::{Value, json};

impl World {
    pub(super) fn path(&mut self, from: [f64; 2], to: [f64; 2], radius: f64, comfort: Option<f64>) -> Value {
        let ends = [from, to].map(Point::from);
        let map = self.stage.run.simulation.map();
        ways::find(&mut self.finder, map, ends, radius, comfort.unwrap_or(0.0))
    }

    /// How the graphs are made that a page has set in Mesh.
    fn sizes(&self, who: Who) -> Sizes {
        let usual = View::default();
        self.pages.get(&who).map_or(&usual, |page| &page.view).sizes(self.stage.map())
    }

    pub(super) fn compare(&mut self, asked: Asked, from: [f64; 2], to: [f64; 2], radius: f64) {
        if !(0.0..=1e6).contains(&radius) {
            return asked.answer(Err(Refusal::new(format!("not a radius: {radius}"))));
        }
        let (ends, sizes) = ([from, to].map(Point::from), self.sizes(asked.who));
        let map = self.stage.run.simulation.map();
        if aside::is_large(map) {
            return self.search_aside(asked, move |map, roadmaps| {
                Ok(ways::compare(&mut PathFinder::new(), roadmaps, map, ends, radius, &sizes))
            });
        }
        asked.answer(Ok(ways::compare(&mut self.finder, &mut self.roadmaps, map, ends, radius, &sizes)));
    }

    /// A plan that keeps to wishes.
    pub(super) fn wished(&mut self, asked: Asked, question: Wished) {
        self.place_things();
        let map = self.stage.run.simulation.map();
        if aside::is_large(map) {
            let things = self.stage.things();
            return self.search_aside(asked, move |map, roadmaps| {
                roadmaps.wishing.set_things(map, things);
                Ok(ways::plan(roadmaps, map, &question))
            });
        }
        asked.answer(Ok(ways::plan(&mut self.roadmaps, map, &question)));
    }

    /// Whether wishes can be understood here.
    pub(super) fn check_wishes(&mut self, asked: Asked, text: String) {
        self.place_things();
        let map = self.stage.run.simulation.map();
        if aside::is_large(map) {
            let things = self.stage.things();
            return self.search_aside(asked, move |map, roadmaps| {
                roadmaps.wishing.set_things(map, things);
                Ok(ways::check(roadmaps, map, &text))
            });
        }
        asked.answer(Ok(ways::check(&mut self.roadmaps, map, &text)));
    }

    /// Lets the graphs know where the things are that wishes name.
    pub(super) fn place_things(&mut self) {
        self.roadmaps.wishing.set_things(self.stage.run.simulation.map(), self.stage.things());
    }

    pub(super) fn trace(&mut self, asked: Asked, search: Traced) {
        let sizes = self.sizes(asked.who);
        let map = self.stage.run.simulation.map();
        if aside::is_large(map) {
            return self.search_aside(asked, move |map, roadmaps| ways::trace(roadmaps, map, &search, &sizes));
        }
        asked.answer(ways::trace(&mut self.roadmaps, map, &search, &sizes));
    }

    pub(super) fn funnel(&mut self, asked: Asked, from: [f64; 2], to: [f64; 2]) {
        let ends = [from, to].map(Point::from);
        let map = self.stage.run.simulation.map();
        if aside::is_large(map) {
            return self.search_aside(asked, move |map, roadmaps| ways::funnel(roadmaps, map, ends));
        }
        asked.answer(ways::funnel(&mut self.roadmaps, map, ends));
    }

    pub(super) fn wedges(&mut self, asked: Asked, from: [f64; 2], to: [f64; 2]) {
        let ends = [from, to].map(Point::from);
        let map = self.stage.run.simulation.map();
        if aside::is_large(map) {
            return self.search_aside(asked, move |map, _| ways::wedges(map, ends));
        }
        asked.answer(ways::wedges(map, ends));
    }

    /// Those who have no way or do not get on: where they are, and why.
    pub(super) fn troubles(&self) -> Value {
        let run = &self.stage.run;
        let troubled = |agent: &&Seen| matches!(agent.status, Status::NoWay(_) | Status::Stuck);
        let tell = |agent: &Seen| {
            let (reason, at) = match agent.status {
                Status::NoWay(why) => (Some(reason(why.reason)), Some(<[f64; 2]>::from(why.place))),
                _ => (None, None),
            };
            json!({ "agent": run.roll.place(agent.id), "position": <[f64; 2]>::from(agent.position),
                "status": status(agent.status), "reason": reason, "at": at })
        };
        let told: Vec<Value> = run.simulation.agents().iter().filter(troubled).take(MOST_TROUBLES).map(tell).collect();
        json!({ "troubles": told })
    }

    /// Shows the run so far as a recording, from its start; it can be gone back to.
    pub(super) fn replay_run(&mut self) -> Result<Value, Refusal> {
        if self.stage.playback.is_some() {
            return Err(Refusal::new("this is a recording already"));
        }
        let recording = &self.stage.run.recording;
        let rows = recording.frames().flat_map(|(_, rows)| rows).collect();
        let replay = navigant::files::internals::replay_of_rows(Some(recording.fps()), rows, &recording.timeline())?;
        let stage = super::opening::of_replay(&self.stage.name, replay, &|_| {})?;
        let before = std::mem::replace(&mut self.stage, stage);
        self.set_aside = Some(Box::new(before));
        Ok(self.turn_to())
    }

    /// Goes back to the run that was looked at.
    pub(super) fn back_to_run(&mut self) -> Result<Value, Refusal> {
        let before = self.set_aside.take().ok_or_else(|| Refusal::new("there is no run to go back to"))?;
        self.stage = *before;
        Ok(self.turn_to())
    }

    /// Another stage is there, paused.
    fn turn_to(&mut self) -> Value {
        self.clock.pause();
        self.give_up_layers();
        self.documents += 1;
        self.begin_again(true);
        json!({ "name": self.stage.name, "kind": self.stage.opened.word(), "notes": [] })
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
        if let Some(playback) = &self.stage.playback {
            let route = playback.route(agent);
            return route.ok_or_else(|| Refusal::new(format!("agent {agent} is not there in this frame")));
        }
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
        if let Some(route) = team::route(&run.simulation, id, &seen) {
            return Some(team::of_place(route, run.roll.place(id)));
        }
        let goal = match seen.aim {
            Aim::Goal(p) | Aim::Straight(p) => Some(<[f64; 2]>::from(p)),
            Aim::Stand | Aim::Velocity(_) => None,
        };
        let points: Vec<[f64; 2]> = way.into_iter().map(Into::into).collect();
        Some(json!({
            "agent": run.roll.place(id),
            "points": points,
            "position": <[f64; 2]>::from(seen.position),
            "goal": goal,
            "status": status(seen.status),
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
        let name: String = self.stage.name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        let export = Export {
            what,
            name: if name.is_empty() { "run".to_owned() } else { name },
            path,
            recording: run.recording.clone(),
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
        self.follow_timeline();
        self.tell_frame(true);
        self.tell_stats();
        Ok(())
    }

    /// Figures over the whole recording that is open.
    pub(super) fn series(&self) -> Result<Value, Refusal> {
        let playback = self.stage.playback.as_ref().ok_or_else(|| Refusal::new("no trajectory is open"))?;
        Ok(playback.series(self.stage.run.bounds, FELT))
    }

    /// Where everyone was in the last seconds, of the recording or of the run.
    pub(super) fn trails(&self, seconds: f64) -> Result<Value, Refusal> {
        if !seconds.is_finite() || seconds < 0.0 {
            return Err(Refusal::new(format!("not a time: {seconds}")));
        }
        Ok(match &self.stage.playback {
            Some(playback) => json!({ "frame": playback.at(), "lines": playback.trails(seconds) }),
            None => json!({ "frame": self.stage.run.step(), "lines": self.stage.run.recording.trails(seconds) }),
        })
    }

    /// Goes on by a frame of the replay; at the last one, time stops.
    pub(super) fn play_on(&mut self) {
        let goes_on = self.stage.playback.as_mut().is_some_and(Playback::go_on);
        self.follow_timeline();
        if !goes_on {
            self.clock.pause();
            self.tell_stats();
        }
    }
}

/// The most troubles that are told of.
const MOST_TROUBLES: usize = 50;

fn reason(reason: NoWayReason) -> &'static str {
    match reason {
        NoWayReason::GoalOutside => "the goal is outside or in an obstacle",
        NoWayReason::NoRoomAtGoal => "no room at the goal",
        NoWayReason::Disconnected => "the goal is walled off",
        NoWayReason::TooNarrow => "too narrow",
        NoWayReason::NoRoomAtStart => "no room at the start",
        NoWayReason::Inconsistent => "map and search do not agree",
    }
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Walking | Status::Free => "walking",
        Status::Arrived => "arrived",
        Status::NoWay(_) => "no way",
        Status::Stuck => "stuck",
        Status::Waiting => "waiting for a plan",
    }
}
