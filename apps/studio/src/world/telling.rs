//! What the pages are told: events, and when the rest is due.

use super::World;
use crate::heat::Heat;
use crate::item::Item;
use crate::outbox::{EVENT, Picture, json as message};
use crate::playback::Playback;
use crate::request::Who;
use navigant::mesh::internals::MapInternals as _;
use navigant::mesh::{Bounds, Map};
use navigant::simulation::internals::SimulationInternals as _;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Figures and the one who is followed.
const STATS: Duration = Duration::from_millis(100);
const DENSITY: Duration = Duration::from_millis(500);
/// What comes and goes by itself.
const VISITORS: Duration = Duration::from_millis(50);
/// Layers are drawn again no sooner than this, and than ten times as long as drawing them took.
const LAYERS: Duration = Duration::from_millis(50);

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
            self.meters.visitors_differ = self.stage.has_visitors();
        }
        if self.meters.visitors_differ && now >= self.meters.visitors + VISITORS {
            self.tell_visitors(false);
        }
        self.autosave(now);
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

    /// Tells everyone how far what is being opened has come; nothing: it is over.
    pub(super) fn tell_opening(&self, doing: Option<&str>) {
        self.tell(&json!({ "event": "opening", "name": self.opening, "doing": doing }));
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
            page.heat = page.heat.take().and_then(|heat| Heat::about(bounds, heat.cell()));
        }
        self.meters.version = self.stage.map().version();
        self.tell(&self.world_event());
        if with_items {
            self.tell(&self.all_items_event());
        } else {
            self.tell(&self.items_event(&json!([]), &json!([])));
        }
        self.tell_visitors(true);
        self.tell_frame(true);
        self.tell_stats();
        self.tell_density();
        self.tell_layers();
    }

    /// Tells a page that has come everything it needs to begin.
    pub(super) fn greet(&mut self, who: Who) {
        let (world, items, visitors) = (self.world_event(), self.all_items_event(), self.all_visitors_event());
        let frame = self.encode_frame(true);
        let Some(page) = self.pages.get_mut(&who) else { return };
        page.is_here = true;
        page.outbox.event(message(EVENT, &world));
        page.outbox.event(message(EVENT, &items));
        page.outbox.event(message(EVENT, &visitors));
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
            "document": self.documents,
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
            "lacks_map": stage.lacks_map,
            "has_run": self.set_aside.is_some(),
            "is_two": stage.playback.as_ref().is_some_and(Playback::is_two),
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
            "unsaved": self.is_unsaved(),
            "counts": counts(self.stage.map()),
        })
    }
}

/// How much there is of everything.
pub(super) fn counts(map: &Map) -> Value {
    json!({
        "vertices": map.vertex_count(),
        "faces": map.face_count(),
        "free_faces": map.faces().filter(|&f| map.is_free(f)).count(),
        "obstacles": map.obstacles().count(),
        "regions": map.regions().iter().count(),
        "bytes": map.memory_bytes(),
    })
}
