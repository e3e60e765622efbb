//! Long work beside the world's thread: layers, searches on graphs and new runs of large worlds. What is edited meanwhile counts,
//! what another world has made pointless is dropped.

use super::stage::{Run, Stage};
use super::telling::counts;
use super::{Note, World};
use crate::layers::{self, Layer, View};
use crate::memory;
use crate::outbox::{EVENT, Picture, json as message};
use crate::refusal::Refusal;
use crate::request::{Asked, Who};
use crate::things::Placed;
use crate::ways::Roadmaps;
use axum::body::Bytes;
use navigant::mesh::Map;
use navigant::mesh::internals::MapInternals as _;
use navigant::simulation::internals::SimulationInternals as _;
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Maps with more faces than this have their layers made aside.
const LARGE_MAP: usize = 40_000;
/// A run of more items than this, or of more people, is begun aside.
const LARGE_RUN: u64 = 4000;

/// What is under way.
#[derive(Debug, Default)]
pub(super) struct Aside {
    layers: Option<LayerWork>,
    /// A search on graphs.
    search: Arc<AtomicBool>,
    /// A new run, by its number; and how many were begun.
    pub(super) run: Option<u64>,
    runs: u64,
}

#[derive(Debug)]
struct LayerWork {
    document: u64,
    is_given_up: Arc<AtomicBool>,
}

/// Layers that were made aside.
pub(crate) struct LayersMade {
    document: u64,
    pages: Vec<Drawn>,
    took: Duration,
}

/// The layers of a page, and how much there is of what they show.
struct Drawn {
    who: Who,
    layers: Vec<(Layer, Result<Bytes, Refusal>)>,
    counts: Value,
}

/// A run that was made aside.
pub(crate) struct RunMade {
    number: u64,
    /// The state of the document that it is of.
    revision: u64,
    run: Result<Run, Refusal>,
    asked: Option<Asked>,
}

impl Stage {
    /// Whether another run of it takes so long that nobody should wait for it.
    fn is_large(&self) -> bool {
        self.document.items().count() as u64 + self.run.simulation.to_arrive() > LARGE_RUN
    }
}

pub(super) fn is_large(map: &Map) -> bool {
    map.face_count() > LARGE_MAP
}

impl World {
    /// Makes the layers of pages that take long, one batch at a time; the newest wishes count.
    pub(super) fn make_layers_aside(&mut self, wishes: Vec<(Who, View)>) {
        if self.aside.layers.is_some() {
            // They are made once those under way are there.
            for (who, _) in wishes {
                if let Some(page) = self.pages.get_mut(&who) {
                    page.is_stale = true;
                }
            }
            return;
        }
        let names: Vec<&str> = wishes.iter().flat_map(|(_, view)| &view.on).map(|layer| layer.name()).collect();
        self.tell(&json!({ "event": "layers", "busy": names }));
        let is_given_up = Arc::new(AtomicBool::new(false));
        self.aside.layers = Some(LayerWork { document: self.documents, is_given_up: Arc::clone(&is_given_up) });
        let (map, document, mailbox) = (self.stage.map().clone(), self.documents, self.mailbox.clone());
        let things = self.stage.things();
        let work = move || {
            let start = Instant::now();
            let made = catch_unwind(AssertUnwindSafe(|| draw(&map, &wishes, things, &is_given_up)));
            let pages = made.unwrap_or_default();
            // The map and its graphs are gone before anybody hears of it: they are large.
            drop(map);
            mailbox.tell(Note::Layers(LayersMade { document, pages, took: start.elapsed() }));
        };
        if std::thread::Builder::new().name("studio-layers".to_owned()).spawn(work).is_err() {
            self.aside.layers = None;
        }
    }

    /// Layers have been made; those of a world that is not there any more are nobody's.
    pub(super) fn take_layers(&mut self, made: LayersMade) {
        self.aside.layers = None;
        memory::give_back();
        self.meters.layers = Instant::now();
        self.tell(&json!({ "event": "layers", "busy": [] }));
        if made.document != self.documents {
            return;
        }
        for Drawn { who, layers, counts } in made.pages {
            let Some(page) = self.pages.get_mut(&who) else { continue };
            for (layer, drawn) in layers.into_iter().filter(|(layer, _)| page.view.on.contains(layer)) {
                match drawn {
                    Ok(bytes) => page.outbox.picture(Picture::Layer(layer as u8), bytes),
                    Err(refusal) => {
                        let note = json!({ "event": "note", "text": refusal.message, "level": "warning" });
                        page.outbox.event(message(EVENT, &note));
                    }
                }
            }
            let ms = made.took.as_secs_f64() * 1e3;
            page.outbox.event(message(EVENT, &json!({ "event": "layers", "busy": [], "ms": ms, "counts": counts })));
        }
    }

    /// Layers of a world that has gone, or that nobody wants any more, are not finished.
    pub(super) fn give_up_layers(&mut self) {
        if let Some(work) = &self.aside.layers {
            work.is_given_up.store(true, Ordering::Relaxed);
        }
    }

    /// Whether layers are being made for the document that is open.
    pub(super) fn makes_layers(&self) -> bool {
        self.aside.layers.as_ref().is_some_and(|work| work.document == self.documents)
    }

    /// Answers a question on graphs of a large map on a thread of its own; one at a time.
    pub(super) fn search_aside(
        &self,
        asked: Asked,
        search: impl FnOnce(&Map, &mut Roadmaps) -> Result<Value, Refusal> + Send + 'static,
    ) {
        let is_busy = Arc::clone(&self.aside.search);
        if is_busy.swap(true, Ordering::Relaxed) {
            return asked.answer(Err(Refusal::new("another search on graphs of this map is still under way")));
        }
        let map = self.stage.map().clone();
        let work = move || {
            let answer = catch_unwind(AssertUnwindSafe(|| search(&map, &mut Roadmaps::default())));
            drop(map);
            memory::give_back();
            is_busy.store(false, Ordering::Relaxed);
            // Whoever drops a question unanswered has answered it.
            if let Ok(answer) = answer {
                asked.answer(answer);
            }
        };
        let _ = std::thread::Builder::new().name("studio-search".to_owned()).spawn(work);
    }

    /// Restarts the run with everything that was drawn and set meanwhile: at once, or in the background where that takes long.
    pub(super) fn renew(&mut self, asked: Option<Asked>) {
        if !self.stage.is_large() {
            let run = self.stage.again();
            return self.begin_with(run, asked);
        }
        // Of several that are under way the last one counts.
        self.aside.runs += 1;
        let (number, revision) = (self.aside.runs, self.stage.document.revision());
        self.aside.run = Some(number);
        self.tell(&json!({ "event": "opening", "name": "a new run", "doing": "building the map" }));
        let (maker, mailbox) = (self.stage.maker(), self.mailbox.clone());
        let work = move || {
            let tell = mailbox.clone();
            let progress = super::opening::progress(&tell);
            let run = catch_unwind(AssertUnwindSafe(|| maker.make(&progress)));
            let run = run.unwrap_or_else(|_| Err(Refusal::new("something went wrong inside; please report it")));
            mailbox.tell(Note::Began(Box::new(RunMade { number, revision, run, asked })));
        };
        // Without a thread the request is dropped, and so answered.
        if std::thread::Builder::new().name("studio-run".to_owned()).spawn(work).is_err() {
            self.aside.run = None;
        }
    }

    fn begin_with(&mut self, run: Result<Run, Refusal>, asked: Option<Asked>) {
        let answer = run.map(|run| {
            self.stage.begin(run);
            memory::give_back();
            self.begin_again(false);
            json!({})
        });
        match (asked, answer) {
            (Some(asked), answer) => asked.answer(answer),
            (None, Err(refusal)) => self.tell_all("warning", &refusal.message),
            (None, Ok(_)) => {}
        }
    }

    /// A run has been made. If something was edited meanwhile, it is made once more.
    pub(super) fn take_run(&mut self, made: RunMade) {
        let RunMade { number, revision, run, asked } = made;
        if self.aside.run != Some(number) {
            if let Some(asked) = asked {
                asked.answer(Err(Refusal::new("that was given up for something else")));
            }
            return;
        }
        self.aside.run = None;
        if self.stage.document.revision() != revision {
            return self.renew(asked);
        }
        self.tell_opening(None);
        self.begin_with(run, asked);
    }

    /// Gives up what is being opened, begun or drawn.
    pub(super) fn cancel(&mut self) -> Value {
        let had = self.opening.is_some() || self.aside.run.is_some() || self.makes_layers();
        self.aside.run = None;
        self.give_up_opening();
        self.give_up_layers();
        self.tell_opening(None);
        json!({ "cancelled": had })
    }
}

fn draw(map: &Map, wishes: &[(Who, View)], things: Vec<Placed>, is_given_up: &AtomicBool) -> Vec<Drawn> {
    let mut roadmaps = Roadmaps::default();
    roadmaps.wishing.set_things(map, things);
    let mut drawn = Vec::new();
    for (who, view) in wishes {
        let wanted = view.on.iter().take_while(|_| !is_given_up.load(Ordering::Relaxed));
        let layers = wanted.map(|&layer| (layer, layers::draw(layer, map, view, &mut roadmaps))).collect();
        let mut all = counts(map);
        if !is_given_up.load(Ordering::Relaxed) {
            for (name, count) in layers::count(map, view, &mut roadmaps) {
                all[name] = json!(count);
            }
        }
        drawn.push(Drawn { who: *who, layers, counts: all });
    }
    drawn
}
