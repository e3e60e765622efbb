//! The world's thread: it owns the document, the map and the crowd, and waits for nobody.
//!
//! ```text
//!   loop:  take requests ─▶ step, if it is time ─▶ tell the pages, if it is time ─▶ sleep until something is due
//! ```
//!
//! | module | what |
//! |---|---|
//! | `mailbox` | how connections reach it |
//! | `stage` | what is open: a document and its run |
//! | `opening` | scenes, scenarios and trajectories, from wherever they come |
//! | `editing` | edits of the document and of the running map |
//! | `running` | the clock, steps, settings |
//! | `asking` | everything that only looks |
//! | `aside` | long work on threads of its own |
//! | `page` | a page, and what it wants to see |
//! | `saving` | the document as a file, also when nobody asked for it |
//! | `visitors` | obstacles that a scenario inserts |
//! | `telling`, `showing` | events; frames, figures, layers |

mod aside;
mod asking;
mod editing;
mod mailbox;
mod opening;
mod page;
mod running;
mod saving;
mod showing;
pub(crate) mod stage;
mod telling;
mod visitors;

use crate::export::Shelf;
use crate::folder::Folder;
use crate::measure::Measures;
use crate::refusal::Refusal;
use crate::request::{Asked, Request, Who};
use crate::strategies;
use crate::ways::{self, Roadmaps};
use aside::Aside;
pub(crate) use mailbox::{Mailbox, Note, mailbox};
use navigant::search::plane::{PathFinder, VisibilityFinder};
use opening::Wish;
use page::{Meters, Page};
use running::Clock;
use serde_json::{Value, json};
use stage::Stage;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use visitors::Visitors;

/// After so long a time with requests the crowd may step again.
const AT_A_TIME: Duration = Duration::from_millis(10);

pub(crate) struct World {
    folder: Folder,
    shelf: Shelf,
    pages: BTreeMap<Who, Page>,
    stage: Stage,
    clock: Clock,
    meters: Meters,
    visitors: Visitors,
    measures: Measures,
    roadmaps: Roadmaps,
    finder: PathFinder,
    sight: VisibilityFinder,
    mailbox: Mailbox,
    /// How many documents have been opened, so that pages can tell another one from another run of this one.
    documents: u64,
    /// What is being opened on another thread, by name, and how many things were.
    opening: Option<String>,
    openings: u64,
    aside: Aside,
    /// What was open before its own recording was looked at.
    set_aside: Option<Box<Stage>>,
    /// What is to be opened after that.
    next: Option<(Asked, Wish)>,
}

impl World {
    /// A world in which something is open: a scenario or a scene, by name or by path; the first one of the gallery unless told.
    pub(crate) fn new(folder: Folder, shelf: Shelf, first: Option<&str>, mailbox: Mailbox) -> Result<World, Refusal> {
        let stage = match first {
            Some(name) => opening::first(&folder, name)?,
            None => opening::opening_scene()?,
        };
        let clock = Clock::new(stage.has_people());
        Ok(World {
            folder,
            shelf,
            pages: BTreeMap::new(),
            stage,
            clock,
            meters: Meters::default(),
            visitors: Visitors::default(),
            measures: Measures::default(),
            roadmaps: Roadmaps::default(),
            finder: PathFinder::new(),
            sight: VisibilityFinder::new(),
            mailbox,
            documents: 0,
            opening: None,
            openings: 0,
            aside: Aside::default(),
            set_aside: None,
            next: None,
        })
    }

    /// Runs until it is told to quit.
    pub(crate) fn run(mut self, inbox: &Receiver<Note>) {
        loop {
            let rest = self.next_due().saturating_duration_since(Instant::now());
            let mut note = inbox.recv_timeout(rest);
            let start = Instant::now();
            loop {
                match note {
                    Ok(Note::Quit) | Err(RecvTimeoutError::Disconnected) => return self.autosave_now(),
                    Ok(note) => self.guarded(|world| world.take(note)),
                    Err(RecvTimeoutError::Timeout) => break,
                }
                if start.elapsed() > AT_A_TIME {
                    break;
                }
                note = inbox.try_recv().map_err(|_| RecvTimeoutError::Timeout);
            }
            self.guarded(World::go_on);
        }
    }

    /// Nothing below should panic. If something does, the document is still there, and a new run is made of it.
    fn guarded(&mut self, work: impl FnOnce(&mut World)) {
        if catch_unwind(AssertUnwindSafe(|| work(self))).is_ok() {
            return;
        }
        self.clock.pause();
        self.roadmaps = Roadmaps::default();
        (self.finder, self.sight) = (PathFinder::new(), VisibilityFinder::new());
        let again = catch_unwind(AssertUnwindSafe(|| self.stage.again()));
        match again {
            Ok(Ok(run)) => self.stage.begin(run),
            _ => {
                if let Ok(stage) = opening::empty([0.0, 0.0, 100.0, 60.0], &|_| {}) {
                    self.stage = stage;
                    self.documents += 1;
                }
            }
        }
        self.tell_all(
            "error",
            "Something went wrong inside, and the run was restarted. This is a bug: please report it.",
        );
        self.tell_world(true);
    }

    fn take(&mut self, note: Note) {
        match note {
            Note::Welcome(who, outbox) => {
                self.pages.insert(who, Page::new(outbox));
            }
            Note::Goodbye(who) => {
                self.pages.remove(&who);
            }
            Note::Ask(asked, request) => self.answer(asked, *request),
            Note::Opening(doing) => self.tell_opening(Some(&doing)),
            Note::Opened(number, asked, stage) => self.opened(number, asked, stage.map(|stage| *stage)),
            Note::Layers(made) => self.take_layers(made),
            Note::Began(made) => self.take_run(*made),
            Note::Quit => {}
        }
    }

    fn answer(&mut self, asked: Asked, request: Request) {
        let done = |_: ()| json!({});
        let who = asked.who;
        let answer = match request {
            Request::Hello { version } => {
                let answer = self.hello(version);
                let is_welcome = answer.is_ok();
                asked.answer(answer);
                if is_welcome {
                    self.greet(who);
                }
                return;
            }
            Request::Export { what, path } => return self.export(asked, what, path),
            Request::Open { name: Some(name), path: None } => return self.open(asked, Wish::Named(name)),
            Request::Open { name: None, path: Some(path) } => return self.open(asked, Wish::Path(path)),
            Request::Open { .. } => Err(Refusal::new("open needs a name of the gallery or a path in the folder")),
            Request::Dropped(file) => return self.open_dropped(asked, file),
            Request::New { bounds } => self.open_new(bounds),
            Request::Files { path } => self.folder.entries(&path),
            Request::Save { path } => self.save(&path),
            Request::Add { item } => self.add(item),
            Request::Change { item, items, drag, what } => {
                let items = item.into_iter().chain(items).collect();
                self.change(items, drag.map(|drag| (who, drag)), what)
            }
            Request::Remove { keys } => self.remove(keys),
            Request::Paste { items, replaces, what } => self.paste(items, &replaces, what),
            Request::Undo => self.undo(),
            Request::Redo => self.redo(),
            Request::Layers(wanted) => self.show_layers(who, &wanted),
            Request::Path { from, to, radius, comfort } => Ok(self.path(from, to, radius, comfort)),
            Request::Wished(question) => return self.wished(asked, question),
            Request::Wishes { text } => return self.check_wishes(asked, text),
            Request::Compare { from, to, radius } => return self.compare(asked, from, to, radius),
            Request::Trace(search) => return self.trace(asked, search),
            Request::Funnel { from, to } => return self.funnel(asked, from, to),
            Request::Wedges { from, to } => return self.wedges(asked, from, to),
            Request::Troubles => Ok(self.troubles()),
            Request::Profile { seed } => return self.search_aside(asked, move |map, _| Ok(ways::profile(map, seed))),
            Request::Strategies(run) => return self.search_aside(asked, move |map, _| strategies::run(map, &run)),
            Request::ReplayRun => self.replay_run(),
            Request::BackToRun => self.back_to_run(),
            Request::Cancel => Ok(self.cancel()),
            Request::See { from } => self.see(from),
            Request::Play => self.play().map(done),
            Request::Pause => {
                self.clock.pause();
                self.tell_stats();
                Ok(json!({}))
            }
            Request::Step { count } => self.steps(count),
            Request::Reset { seed } => return self.reset(asked, seed),
            Request::Speed { factor } => self.clock.set_speed(factor).map(done),
            Request::Settings(given) => self.settings(&given),
            Request::Follow { agent } => self.follow(who, agent).map(done),
            Request::Route { agent } => self.route(agent),
            Request::Density { cell } => self.show_density(who, cell).map(done),
            Request::Figures => Ok(self.figures()),
            Request::Table { name, columns } => crate::export::table(&self.shelf, &name, columns),
            Request::Measure { lines } => self.measure(lines),
            Request::Team => Ok(crate::team::scenery(&self.stage.run.simulation)),
            Request::Replay { frame } => self.replay(frame).map(done),
            Request::Beside { path: Some(path) } => return self.open_beside(asked, Wish::Path(path)),
            Request::Beside { path: None } => self.alone_again(),
            Request::Series => self.series(),
            Request::Trails { seconds } => self.trails(seconds),
        };
        asked.answer(answer);
    }

    fn hello(&self, version: u32) -> Result<Value, Refusal> {
        if version != 1 {
            return Err(Refusal::new(format!(
                "this program speaks version 1 of the protocol, the page {version}; reload it"
            )));
        }
        Ok(json!({
            "version": 1,
            "program": concat!("navigant ", env!("CARGO_PKG_VERSION")),
            "folder": self.folder.name(),
            "unsaved_work": self.folder.seconds_since(saving::AUTOSAVE).map(|seconds| json!({ "path": saving::AUTOSAVE, "seconds": seconds })),
            "gallery": opening::gallery_entries(),
            "scenes": navigant::simulation::internals::embedded_scene_names().collect::<Vec<_>>(),
        }))
    }
}
