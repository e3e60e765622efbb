//! What the pages are shown: frames, figures, who is followed, density, layers.

use super::World;
use super::aside;
use super::telling::counts;
use crate::density::Counts;
use crate::frame::{self, Head};
use crate::heat::{self, Heat};
use crate::layers::{self, View};
use crate::outbox::{EVENT, Picture, json as message};
use crate::refusal::Refusal;
use crate::request::{Wanted, Who};
use axum::body::Bytes;
use navigant::crowd::Status;
use navigant::crowd::internals::CrowdInternals as _;
use navigant::simulation::internals::SimulationInternals as _;
use serde_json::{Map, Value, json};
use std::time::{Duration, Instant};

/// Frames are no denser than this.
const FRAME: Duration = Duration::from_millis(33);
/// How large the cells are in which density is felt, in metres.
pub(super) const FELT: f64 = 2.0;

impl World {
    /// Tells everyone where everyone is; unless it must be, not more often than a page can use.
    pub(super) fn tell_frame(&mut self, must: bool) {
        let start = Instant::now();
        if !must && start < self.meters.frame + FRAME || self.pages.is_empty() {
            return;
        }
        self.meters.frame = start;
        let is_new = std::mem::take(&mut self.stage.run.roll.is_new);
        let frame = self.encode_frame(is_new);
        for page in self.pages.values().filter(|page| page.is_here) {
            page.outbox.picture(Picture::Frame, frame.clone());
        }
        self.meters.frames += 1;
        self.meters.frames_took += start.elapsed();
    }

    pub(super) fn encode_frame(&mut self, is_new: bool) -> Bytes {
        let run = &mut self.stage.run;
        if let Some(playback) = &self.stage.playback {
            return playback.encode(run.bounds, is_new);
        }
        let head =
            Head { step: run.step(), seconds: run.seconds() as f32, bounds: run.bounds, is_new, is_replay: false };
        let crowd = run.simulation.crowd();
        let is_mistaken = |id| crowd.mistakes(id).is_ok_and(|mistakes| mistakes.is_some_and(|count| count > 0));
        frame::encode(head, &mut run.roll, run.simulation.agents(), is_mistaken)
    }

    pub(super) fn tell_stats(&mut self) {
        self.meters.stats = Instant::now();
        if self.pages.is_empty() {
            return;
        }
        let frames = self.meters.frames.max(1);
        let frame_ms = self.meters.frames_took.as_secs_f64() * 1e3 / f64::from(frames);
        (self.meters.frames, self.meters.frames_took) = (0, Duration::ZERO);
        let stats = match &self.stage.playback {
            Some(playback) => json!({
                "event": "stats", "step": playback.at(), "time": playback.at() as f64 * playback.seconds_a_frame(),
                "agents": playback.present(), "arrived": 0, "waiting": 0, "searches": 0, "ms": 0, "mean_ms": 0,
                "density": 0, "travel_s": null, "frame_ms": frame_ms, "plays": self.clock.plays(),
            }),
            None => self.run_stats(frame_ms),
        };
        let bytes = message(EVENT, &stats);
        for page in self.pages.values().filter(|page| page.is_here) {
            page.outbox.picture(Picture::Stats, bytes.clone());
        }
        if self.stage.run.has_movers && self.stage.playback.is_none() {
            self.tell_things();
        }
    }

    /// Where the things are that go to and fro; what wishes make of their surroundings goes with them.
    fn tell_things(&mut self) {
        let moving = self.stage.things().into_iter().filter(|placed| placed.moves).map(|placed| placed.json());
        let event = message(EVENT, &json!({ "event": "things", "things": moving.collect::<Vec<_>>() }));
        for page in self.pages.values_mut().filter(|page| page.is_here) {
            page.outbox.picture(Picture::Things, event.clone());
            page.is_stale |= page.view.shows_wishes();
        }
    }

    fn run_stats(&mut self, frame_ms: f64) -> Value {
        let run = &self.stage.run;
        let simulation = &run.simulation;
        let felt = match self.meters.felt.take() {
            Some(felt) => felt,
            None => Counts::about(run.bounds, FELT),
        };
        let felt = self.meters.felt.insert(felt);
        felt.count(simulation.agents());
        let density = felt.felt();
        let count = |is: fn(&Status) -> bool| simulation.agents().iter().filter(|agent| is(&agent.status)).count();
        let waiting = count(|status| matches!(status, Status::Waiting));
        let no_way = count(|status| matches!(status, Status::NoWay(_)));
        let stuck = count(|status| matches!(status, Status::Stuck));
        json!({
            "event": "stats",
            "step": simulation.steps(),
            "time": run.seconds(),
            "agents": simulation.crowd().len(),
            "arrived": simulation.arrivals(),
            "waiting": waiting,
            "searches": simulation.searches(),
            "ms": simulation.last_step().as_secs_f64() * 1e3,
            "mean_ms": run.step_time.as_secs_f64() * 1e3 / simulation.steps().max(1) as f64,
            "density": density,
            "travel_s": run.roll.mean_seconds(),
            "frame_ms": frame_ms,
            "plays": self.clock.plays(),
            "no_way": no_way,
            "stuck": stuck,
            "real_time": self.clock.pace(run.seconds()),
            "measures": self.measures.json(),
            "left": run.left(),
        })
    }

    pub(super) fn tell_followed(&mut self) {
        let followed = self.pages.iter().filter_map(|(who, page)| Some((*who, page.follow?)));
        for (who, id) in followed.collect::<Vec<_>>() {
            let event = match self.route_of(id) {
                Some(mut event) => {
                    event["event"] = json!("followed");
                    event
                }
                None => json!({ "event": "followed", "agent": null, "left": true }),
            };
            let Some(page) = self.pages.get_mut(&who) else { continue };
            if event["left"] == true {
                page.follow = None;
            }
            page.outbox.picture(Picture::Followed, message(EVENT, &event));
        }
    }

    pub(super) fn tell_density(&mut self) {
        self.meters.density = Instant::now();
        let run = &self.stage.run;
        for page in self.pages.values_mut() {
            let Some(heat) = &mut page.heat else { continue };
            match &self.stage.playback {
                Some(playback) => heat.look(run.simulation.map(), playback.places()),
                None => heat.look(run.simulation.map(), heat::places(run.simulation.agents())),
            }
            page.outbox.picture(Picture::Density, heat.encode(run.step()));
        }
    }

    pub(super) fn show_density(&mut self, who: Who, cell: Option<f64>) -> Result<(), Refusal> {
        let heat = cell.map(|cell| Heat::new(self.stage.run.bounds, cell)).transpose()?;
        if let Some(page) = self.pages.get_mut(&who) {
            page.heat = heat;
        }
        self.tell_density();
        Ok(())
    }

    pub(super) fn show_layers(&mut self, who: Who, wanted: &Wanted) -> Result<Value, Refusal> {
        let view = View::of(wanted)?;
        let is_large = aside::is_large(self.stage.map());
        if let Some(page) = self.pages.get_mut(&who) {
            (page.view, page.is_stale) = (view.clone(), true);
        }
        if is_large && self.makes_layers() {
            // What is being made may be what was just switched off.
            self.give_up_layers();
        }
        // The page waits for this one.
        let start = Instant::now();
        self.tell_layers();
        let ms = start.elapsed().as_secs_f64() * 1e3;
        let map = self.stage.run.simulation.map();
        let mut counts = counts(map);
        if !is_large {
            for (name, count) in layers::count(map, &view, &mut self.roadmaps) {
                counts[name] = json!(count);
            }
        }
        Ok(json!({ "ms": ms, "counts": counts }))
    }

    /// Draws the layers of the pages whose layers do not show the map as it is; of large maps some are made aside.
    pub(super) fn tell_layers(&mut self) {
        let start = Instant::now();
        if self.pages.values().any(|page| page.is_stale && page.view.shows_wishes()) {
            self.place_things();
        }
        let map = self.stage.run.simulation.map();
        let is_large = aside::is_large(map);
        let mut heavy = Vec::new();
        for (who, page) in self.pages.iter_mut().filter(|(_, page)| page.is_stale) {
            page.is_stale = false;
            let [light, later] = if is_large { page.view.split() } else { [page.view.clone(), View::default()] };
            if !later.on.is_empty() {
                heavy.push((*who, later));
            }
            for &layer in &light.on {
                match layers::draw(layer, map, &light, &mut self.roadmaps) {
                    Ok(bytes) => page.outbox.picture(Picture::Layer(layer as u8), bytes),
                    Err(refusal) => {
                        let note = json!({ "event": "note", "text": refusal.message, "level": "warning" });
                        page.outbox.event(message(EVENT, &note));
                    }
                }
            }
            let counted = layers::count(map, &light, &mut self.roadmaps);
            if !counted.is_empty() {
                let counts: Map<String, Value> =
                    counted.into_iter().map(|(name, n)| (name.to_owned(), json!(n))).collect();
                page.outbox.event(message(EVENT, &json!({ "event": "layers", "busy": [], "counts": counts })));
            }
        }
        (self.meters.layers, self.meters.layers_took) = (Instant::now(), start.elapsed());
        if !heavy.is_empty() {
            self.make_layers_aside(heavy);
        }
    }
}
