//! What the pages are told: events, frames, layers, density.

use super::World;
use crate::density::Counts;
use crate::frame::{self, Head};
use crate::item::Item;
use crate::layers::{self, View};
use crate::outbox::{EVENT, Outbox, Picture, json as message};
use crate::playback::Playback;
use crate::refusal::Refusal;
use crate::request::{Wanted, Who};
use axum::body::Bytes;
use navigant::crowd::{AgentId, Status};
use navigant::mesh::{Bounds, Map};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Frames are no denser than this.
const FRAME: Duration = Duration::from_millis(33);
/// Figures and the one who is followed.
const STATS: Duration = Duration::from_millis(100);
const DENSITY: Duration = Duration::from_millis(500);
/// Layers are drawn again no sooner than this, and than ten times as long as drawing them took.
const LAYERS: Duration = Duration::from_millis(50);
/// How large the cells are in which density is felt, in metres.
const FELT: f64 = 2.0;

/// A page, and what it wants to see.
pub(crate) struct Page {
    outbox: Arc<Outbox>,
    /// It has said hello.
    is_here: bool,
    view: View,
    /// The layers do not show the map as it is.
    is_stale: bool,
    pub(super) follow: Option<AgentId>,
    density: Option<Counts>,
}

impl Page {
    pub(super) fn new(outbox: Arc<Outbox>) -> Page {
        Page { outbox, is_here: false, view: View::default(), is_stale: false, follow: None, density: None }
    }
}

/// When what was last told, and what telling took.
pub(crate) struct Meters {
    frame: Instant,
    stats: Instant,
    density: Instant,
    layers: Instant,
    layers_took: Duration,
    /// The version of the map that pages were last told of.
    version: u64,
    /// Frames since the last figures, and what they took together.
    frames: u32,
    frames_took: Duration,
    felt: Option<Counts>,
}

impl Default for Meters {
    fn default() -> Meters {
        let now = Instant::now();
        Meters {
            frame: now,
            stats: now,
            density: now,
            layers: now,
            layers_took: Duration::ZERO,
            version: 0,
            frames: 0,
            frames_took: Duration::ZERO,
            felt: None,
        }
    }
}

impl World {
    /// When something is to be done next, if nothing comes.
    pub(super) fn next_due(&self) -> Instant {
        let stale = self.pages.values().any(|page| page.is_stale);
        let layers = stale.then(|| self.layers_due());
        let idle = Instant::now() + Duration::from_millis(500);
        [self.clock.due(), layers].into_iter().flatten().min().unwrap_or(idle).min(idle)
    }

    fn layers_due(&self) -> Instant {
        self.meters.layers + LAYERS.max(10 * self.meters.layers_took)
    }

    /// Tells whatever it is time to tell.
    pub(super) fn tell_news(&mut self) {
        let now = Instant::now();
        self.pages.retain(|_, page| !page.outbox.is_closed());
        let version = self.stage.map().version();
        if version != self.meters.version {
            self.meters.version = version;
            self.pages.values_mut().for_each(|page| page.is_stale = true);
        }
        if self.pages.values().any(|page| page.is_stale) && now >= self.layers_due() {
            self.tell_layers();
        }
        if !self.clock.plays() {
            return;
        }
        if now >= self.meters.stats + STATS {
            self.tell_stats();
            self.tell_followed();
        }
        if now >= self.meters.density + DENSITY {
            self.tell_density();
        }
    }

    /// Tells everyone an event.
    pub(super) fn tell(&self, event: &Value) {
        let bytes = message(EVENT, event);
        for page in self.pages.values().filter(|page| page.is_here) {
            page.outbox.event(bytes.clone());
        }
    }

    /// Tells everyone a sentence.
    pub(super) fn tell_all(&self, level: &str, text: &str) {
        self.tell(&json!({ "event": "note", "text": text, "level": level }));
    }

    /// Tells everyone that there is another run, and all items if they are others.
    pub(super) fn tell_world(&mut self, with_items: bool) {
        self.meters.felt = None;
        let bounds = self.stage.run.bounds;
        for page in self.pages.values_mut() {
            page.is_stale = true;
            page.density = page.density.take().and_then(|counts| Counts::about(bounds, counts.cell()));
        }
        self.meters.version = self.stage.map().version();
        self.tell(&self.world_event());
        if with_items {
            self.tell(&self.all_items_event());
        } else {
            self.tell(&self.items_event(&json!([]), &json!([])));
        }
        self.tell_frame(true);
        self.tell_stats();
        self.tell_layers();
    }

    /// Tells a page that has come everything it needs to begin.
    pub(super) fn greet(&mut self, who: Who) {
        let (world, items) = (self.world_event(), self.all_items_event());
        let frame = self.encode_frame();
        let Some(page) = self.pages.get_mut(&who) else { return };
        page.is_here = true;
        page.outbox.event(message(EVENT, &world));
        page.outbox.event(message(EVENT, &items));
        page.outbox.picture(Picture::Frame, frame);
        page.is_stale = true;
        self.tell_stats();
    }

    fn world_event(&self) -> Value {
        let (stage, run) = (&self.stage, &self.stage.run);
        let Bounds { min, max } = run.bounds;
        json!({
            "event": "world",
            "name": stage.name,
            "kind": stage.opened.word(),
            "bounds": [min.x, min.y, max.x, max.y],
            "dt": stage.playback.as_ref().map_or(run.simulation.dt(), Playback::seconds_a_frame),
            "agents": stage.playback.as_ref().map_or(run.simulation.to_arrive(), |playback| playback.agents().into()),
            "frames": stage.playback.as_ref().map(Playback::frames),
            "counts": counts(stage.map()),
            "build_ms": run.build_time.as_secs_f64() * 1e3,
            "plays": self.clock.plays(),
            "version": stage.map().version(),
            "notes": stage.notes,
        })
    }

    fn all_items_event(&self) -> Value {
        let items: Vec<&Item> = self.stage.document.items().collect();
        let mut event = self.items_event(&json!(items), &json!([]));
        event["all"] = json!(true);
        event
    }

    pub(super) fn items_event(&self, items: &Value, removed: &Value) -> Value {
        let document = &self.stage.document;
        json!({
            "event": "items",
            "items": items,
            "removed": removed,
            "undo": document.undoing().map(|edit| edit.what),
            "redo": document.redoing().map(|edit| edit.what),
            "edit_ms": null,
            "faces_changed": null,
            "region": null,
            "version": self.stage.map().version(),
            "needs_reset": self.stage.is_outdated,
            "counts": counts(self.stage.map()),
        })
    }

    /// Tells everyone where everyone is; unless it must be, not more often than a page can use.
    pub(super) fn tell_frame(&mut self, must: bool) {
        let start = Instant::now();
        if !must && start < self.meters.frame + FRAME || self.pages.is_empty() {
            return;
        }
        self.meters.frame = start;
        let frame = self.encode_frame();
        for page in self.pages.values().filter(|page| page.is_here) {
            page.outbox.picture(Picture::Frame, frame.clone());
        }
        self.meters.frames += 1;
        self.meters.frames_took += start.elapsed();
    }

    fn encode_frame(&mut self) -> Bytes {
        let run = &mut self.stage.run;
        if let Some(playback) = &self.stage.playback {
            return playback.encode(run.bounds, false);
        }
        let head = Head {
            step: run.step(),
            seconds: run.seconds() as f32,
            bounds: run.bounds,
            is_new: std::mem::take(&mut run.roll.is_new),
            is_replay: false,
        };
        frame::encode(head, &mut run.roll, run.simulation.agents())
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
    }

    fn run_stats(&mut self, frame_ms: f64) -> Value {
        let run = &self.stage.run;
        let simulation = &run.simulation;
        let felt = match self.meters.felt.take() {
            Some(felt) => Some(felt),
            None => Counts::about(run.bounds, FELT),
        };
        let density = felt.map_or(0.0, |mut felt| {
            felt.count(simulation.agents());
            let density = felt.felt();
            self.meters.felt = Some(felt);
            density
        });
        let waiting = simulation.agents().iter().filter(|agent| agent.status == Status::Waiting).count();
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
            "travel_s": run.roll.mean_steps().map(|steps| steps * simulation.dt()),
            "frame_ms": frame_ms,
            "plays": self.clock.plays(),
        })
    }

    fn tell_followed(&mut self) {
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

    fn tell_density(&mut self) {
        self.meters.density = Instant::now();
        let run = &self.stage.run;
        for page in self.pages.values_mut() {
            if let Some(counts) = &mut page.density {
                counts.count(run.simulation.agents());
                page.outbox.picture(Picture::Density, counts.encode(run.step()));
            }
        }
    }

    pub(super) fn show_density(&mut self, who: Who, cell: Option<f64>) -> Result<(), Refusal> {
        let counts = cell.map(|cell| Counts::new(self.stage.run.bounds, cell)).transpose()?;
        if let Some(page) = self.pages.get_mut(&who) {
            page.density = counts;
        }
        self.tell_density();
        Ok(())
    }

    pub(super) fn show_layers(&mut self, who: Who, wanted: &Wanted) -> Result<Value, Refusal> {
        let view = View::of(wanted)?;
        if let Some(page) = self.pages.get_mut(&who) {
            (page.view, page.is_stale) = (view, true);
        }
        // The page waits for this one.
        let start = Instant::now();
        self.tell_layers();
        let ms = start.elapsed().as_secs_f64() * 1e3;
        Ok(json!({ "ms": ms, "counts": counts(self.stage.map()) }))
    }

    /// Draws the layers of the pages whose layers do not show the map as it is.
    fn tell_layers(&mut self) {
        let start = Instant::now();
        let map = self.stage.run.simulation.map();
        for page in self.pages.values_mut().filter(|page| page.is_stale) {
            page.is_stale = false;
            for &layer in &page.view.on {
                match layers::draw(layer, map, &page.view, &mut self.roadmaps) {
                    Ok(bytes) => page.outbox.picture(Picture::Layer(layer as u8), bytes),
                    Err(refusal) => {
                        let note = json!({ "event": "note", "text": refusal.message, "level": "warning" });
                        page.outbox.event(message(EVENT, &note));
                    }
                }
            }
        }
        (self.meters.layers, self.meters.layers_took) = (Instant::now(), start.elapsed());
    }
}

/// How much there is of everything.
fn counts(map: &Map) -> Value {
    json!({
        "vertices": map.vertex_count(),
        "faces": map.face_count(),
        "free_faces": map.faces().filter(|&f| map.is_free(f)).count(),
        "obstacles": map.obstacles().count(),
        "bytes": map.memory_bytes(),
    })
}
