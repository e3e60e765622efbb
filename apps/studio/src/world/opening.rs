//! Scenes, scenarios and trajectories, from wherever they come: the gallery, the folder, a drop on the page.

use super::saving::AUTOSAVE;
use super::stage::{Opened, Script, Stage};
use super::{Mailbox, Note, World};
use crate::beside;
use crate::cast;
use crate::document::Document;
use crate::export::Shelf;
use crate::folder::Folder;
use crate::item::{Item, Kind};
use crate::lon_lat;
use crate::memory;
use crate::playback::Playback;
use crate::refusal::Refusal;
use crate::request::Asked;
use crate::settings::Settings;
use crate::team;
use crate::upload::Dropped;
use navigant::files::internals::{FormatInternals as _, ScenarioInternals as _};
use navigant::files::limits::MAX_BYTES;
use navigant::files::trajectory::Replay;
use navigant::files::{FileError, Format, Scenario, Scene};
use navigant::mesh::{Bounds, Outline};
use navigant::simulation::embedded;
use navigant::simulation::internals::embedded_scenario;
use navigant::simulation::internals::embedded_scene_names;
use serde_json::{Value, json};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Scenes may be no larger than the readers allow; scenarios are texts that people write.
const LARGEST_SCENARIO: u64 = 16 << 20;

/// How far it has come is told no more often.
const PROGRESS: Duration = Duration::from_millis(50);

/// The embedded scenarios, for the page to choose from.
pub(super) fn gallery_entries() -> Vec<Value> {
    let entry = |name: &str| {
        let scenario = embedded_scenario(name)?.ok()?;
        Some(
            json!({ "name": name, "about": scenario.about, "agents": scenario.agent_count(), "scene": scenario.scene.value }),
        )
    };
    navigant::simulation::internals::embedded_names().filter_map(entry).chain(team::gallery_entries()).collect()
}

/// An embedded scenario.
pub(super) fn gallery(name: &str, progress: Progress<'_>) -> Result<Stage, Refusal> {
    let (scenario, scene) = embedded::open(name)?;
    of_scenario(name, &scenario, &scene, progress)
}

/// How many walk in the opening scene: with the 2,000 of its scenario the town jams within five minutes, with these they still arrive
/// at an even rate after eight.
const AT_FIRST: u32 = 700;

/// What is open unless something is named: the first scenario with fewer people, to be watched for as long as one likes.
pub(super) fn opening_scene() -> Result<Stage, Refusal> {
    let (mut scenario, scene) = embedded::open(embedded::FIRST)?;
    let many = scenario.agent_count();
    if let [group] = scenario.agents.as_mut_slice() {
        group.count.value = group.count.value.min(AT_FIRST);
    }
    scenario.about = scenario.about.replace(&thousands(many), &thousands(scenario.agent_count()));
    of_scenario(embedded::FIRST, &scenario, &scene, &|_| {})
}

fn thousands(n: u64) -> String {
    if n < 1000 { n.to_string() } else { format!("{},{:03}", n / 1000, n % 1000) }
}

/// What was named when the program was started: a scenario or a scene of the gallery, or a file of the folder.
pub(super) fn first(folder: &Folder, name: &str) -> Result<Stage, Refusal> {
    match named(name, &|_| {}) {
        Some(stage) => stage,
        None => from_folder(folder, name, &|_| {}),
    }
}

fn named(name: &str, progress: Progress<'_>) -> Option<Result<Stage, Refusal>> {
    if navigant::simulation::internals::embedded_names().any(|known| known == name) {
        return Some(gallery(name, progress));
    }
    if let Some(stage) = team::stage(name, progress) {
        return Some(stage);
    }
    let is_scene = embedded_scene_names().any(|known| known == name);
    is_scene.then(|| of_scene(name, &embedded::scene(name)?, progress))
}

/// A world of one empty floor.
pub(super) fn empty(bounds: [f64; 4], progress: Progress<'_>) -> Result<Stage, Refusal> {
    let [x0, y0, x1, y1] = bounds;
    let (min, max) = ([x0.min(x1), y0.min(y1)], [x0.max(x1), y0.max(y1)]);
    let floor = Item::of(Kind::Floor, None, &Outline::rectangle(min, max));
    floor.check()?;
    let document = Document::of([floor])?;
    Stage::new("new", Opened::Scene, (document, Vec::new()), Settings::default(), Script::default(), progress)
}

fn of_scenario(name: &str, scenario: &Scenario, scene: &Scene, progress: Progress<'_>) -> Result<Stage, Refusal> {
    let document = cast::document(scene, Some(scenario))?;
    let script = Script { about: scenario.about.clone(), timed: scenario.edits.clone(), team: None };
    let mut stage = Stage::new(name, Opened::Scenario, document, Settings::of(scenario), script, progress)?;
    if !scenario.about.is_empty() {
        stage.notes.push(scenario.about.clone());
    }
    Ok(stage)
}

fn of_scene(name: &str, scene: &Scene, progress: Progress<'_>) -> Result<Stage, Refusal> {
    Stage::new(name, Opened::Scene, cast::document(scene, None)?, Settings::default(), Script::default(), progress)
}

pub(super) fn of_replay(name: &str, replay: Replay, progress: Progress<'_>) -> Result<Stage, Refusal> {
    of_playback(name, Playback::new(replay), progress)
}

pub(super) fn of_playback(name: &str, mut playback: Playback, progress: Progress<'_>) -> Result<Stage, Refusal> {
    let built = playback.has_floor().then(|| of_timeline(name, &mut playback, progress));
    let stage = match built {
        Some(Ok(stage)) => stage,
        _ => {
            let Bounds { min, max } = playback.bounds().ok_or_else(|| Refusal::new("nobody is in it"))?;
            let mut stage = empty([min.x - 1.0, min.y - 1.0, max.x + 1.0, max.y + 1.0], progress)?;
            let note = "The file has no map, so people walk on an empty floor. Open or drop the scene it belongs to.";
            stage.notes.push(note.to_owned());
            stage.lacks_map = true;
            stage
        }
    };
    Ok(stage.with_playback(name.to_owned(), playback))
}

/// The map of a recording as it was in its first frame.
fn of_timeline(name: &str, playback: &mut Playback, progress: Progress<'_>) -> Result<Stage, Refusal> {
    let came = playback.turn().came;
    let document = Document::of(came.iter().map(|(_, item)| item.clone()))?;
    for ((piece, _), item) in came.iter().zip(document.items()) {
        playback.note_shown(*piece, item.key);
    }
    Stage::new(name, Opened::Replay, (document, Vec::new()), Settings::default(), Script::default(), progress)
}

fn from_folder(folder: &Folder, path: &str, progress: Progress<'_>) -> Result<Stage, Refusal> {
    match ending(path).as_str() {
        "parquet" | "sqlite" | "db" => of_replay(path, recorded(folder, path)?, progress),
        "toml" => {
            let parsed = Scenario::parse(&folder.read(path, LARGEST_SCENARIO)?);
            let scenario = parsed.map_err(|error| in_file(path, error))?;
            let scene = scene_of(&scenario, || folder.beside(path, &scenario.scene.value))?;
            let mut stage = of_scenario(path, &scenario, &scene, progress)?;
            if path == AUTOSAVE {
                "unsaved work".clone_into(&mut stage.name);
                stage.document.note_unsaved();
            }
            Ok(stage)
        }
        _ => of_file(path, &folder.read(path, MAX_BYTES)?, progress),
    }
}

fn recorded(folder: &Folder, path: &str) -> Result<Replay, Refusal> {
    Ok(Replay::read(folder.file(path)?)?)
}

/// The scene of a file; one in degrees is laid out in metres.
fn of_file(name: &str, bytes: &[u8], progress: Progress<'_>) -> Result<Stage, Refusal> {
    let scene = scene_from(name, bytes)?;
    let Some((scene, note)) = lon_lat::projected(&scene) else { return of_scene(name, &scene, progress) };
    let mut stage = of_scene(name, &scene, progress)?;
    stage.notes.push(note);
    Ok(stage)
}

/// What was dropped on the page. Trajectories are read from files, so they become one for the moment.
fn from_drop(folder: &Folder, shelf: &Shelf, file: Dropped, progress: Progress<'_>) -> Result<Stage, Refusal> {
    if matches!(ending(&file.name).as_str(), "parquet" | "sqlite" | "db") {
        return of_replay(&file.name, dropped_recording(shelf, &file)?, progress);
    }
    let Dropped { name, bytes } = file;
    match ending(&name).as_str() {
        "toml" => {
            let scenario = Scenario::parse(&bytes).map_err(|error| in_file(&name, error))?;
            let scene = scene_of(&scenario, || folder.file(&scenario.scene.value))?;
            of_scenario(&name, &scenario, &scene, progress)
        }
        _ => of_file(&name, &bytes, progress),
    }
}

fn dropped_recording(shelf: &Shelf, Dropped { name, bytes }: &Dropped) -> Result<Replay, Refusal> {
    let place = shelf.place(&format!("dropped.{}", ending(name)));
    std::fs::write(&place, bytes).map_err(|error| Refusal::new(format!("{name:?}: {error}")))?;
    let replay = Replay::read(&place);
    let _ = std::fs::remove_file(&place);
    replay.map_err(|error| in_file(name, error))
}

/// Tells the world's thread what is being done, now and then.
pub(super) fn progress(mailbox: &Mailbox) -> impl Fn(&str) + '_ {
    let told = Cell::new(Instant::now());
    move |doing: &str| {
        if told.get().elapsed() > PROGRESS {
            told.set(Instant::now());
            mailbox.mention(Note::Opening(doing.to_owned()));
        }
    }
}

/// Hears what is being done, in a few words.
type Progress<'p> = &'p dyn Fn(&str);

/// What somebody wants opened.
pub(super) enum Wish {
    /// A scenario or a scene of the gallery.
    Named(String),
    /// A file of the folder.
    Path(String),
    Dropped(Dropped),
    /// A recording, beside one that has a name.
    Beside(String, Arc<Replay>, Box<Wish>),
}

impl Wish {
    fn name(&self) -> &str {
        match self {
            Wish::Named(name) | Wish::Path(name) | Wish::Dropped(Dropped { name, .. }) => name,
            Wish::Beside(.., other) => other.name(),
        }
    }

    /// The recording that is wanted, if it is one.
    fn recording(&self, folder: &Folder, shelf: &Shelf) -> Result<Replay, Refusal> {
        match self {
            Wish::Path(path) => recorded(folder, path),
            Wish::Dropped(file) => dropped_recording(shelf, file),
            _ => Err(Refusal::new("only a recording can be shown beside one")),
        }
    }

    fn fulfil(self, folder: &Folder, shelf: &Shelf, progress: Progress<'_>) -> Result<Stage, Refusal> {
        match self {
            Wish::Named(name) => {
                named(&name, progress).ok_or_else(|| Refusal::new(format!("there is no {name:?} in the gallery")))?
            }
            Wish::Path(path) => from_folder(folder, &path, progress),
            Wish::Dropped(file) => from_drop(folder, shelf, file, progress),
            Wish::Beside(first, one, other) => {
                let two = beside::beside(&one, &other.recording(folder, shelf)?)?;
                let name = format!("{first} | {}", other.name());
                of_playback(&name, Playback::of_two(two, one), progress)
            }
        }
    }
}

/// Files of this name are shown beside the recording that is open.
const BESIDE: &str = "beside:";

/// The scene of a scenario: one of the gallery, or a file.
fn scene_of(scenario: &Scenario, file: impl FnOnce() -> Result<std::path::PathBuf, Refusal>) -> Result<Scene, Refusal> {
    let wanted = &scenario.scene.value;
    match file() {
        Ok(file) => Ok(Scene::read(file)?),
        Err(_) if embedded_scene_names().any(|known| known == wanted) => Ok(embedded::scene(wanted)?),
        Err(refusal) => Err(Refusal::new(format!("its scene: {refusal}"))),
    }
}

fn scene_from(name: &str, bytes: &[u8]) -> Result<Scene, Refusal> {
    let Some(format) = Format::of(name, bytes) else {
        return Err(Refusal::new(format!(
            "{name:?} is no file that can be opened: scenes are .geojson, .wkt, .map, .mesh or .txt, scenarios .toml, \
             trajectories .parquet or .sqlite"
        )));
    };
    Scene::parse(bytes, format).map_err(|error| in_file(name, error))
}

/// What is wrong with a file, by the name that people know it by.
fn in_file(name: &str, error: FileError) -> Refusal {
    FileError { file: Some(name.into()), ..error }.into()
}

fn another() -> Refusal {
    Refusal::new("something else was opened instead")
}

pub(super) fn ending(name: &str) -> String {
    Path::new(name).extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

impl World {
    /// Opens something on a thread of its own: this world goes on until that one is ready. One is opened at a time, and what is
    /// asked for meanwhile comes next; of several, the last.
    pub(super) fn open(&mut self, asked: Asked, wish: Wish) {
        if self.opening.is_some() {
            if let Some((other, _)) = self.next.replace((asked, wish)) {
                other.answer(Err(another()));
            }
            return;
        }
        self.opening = Some(wish.name().to_owned());
        self.openings += 1;
        self.tell_opening(Some("reading"));
        let (folder, shelf, mailbox, number) =
            (self.folder.clone(), self.shelf.clone(), self.mailbox.clone(), self.openings);
        let work = move || {
            let stage = catch_unwind(AssertUnwindSafe(|| wish.fulfil(&folder, &shelf, &progress(&mailbox))));
            let bug = |_| Err(Refusal::new("something went wrong inside while this was opened; please report it"));
            mailbox.tell(Note::Opened(number, asked, stage.unwrap_or_else(bug).map(Box::new)));
        };
        // Without a thread the request is dropped, and so answered.
        if std::thread::Builder::new().name("studio-open".to_owned()).spawn(work).is_err() {
            self.opening = None;
            self.tell_opening(None);
        }
    }

    /// A file that was dropped: opened, or shown beside what is open if its name says so.
    pub(super) fn open_dropped(&mut self, asked: Asked, file: Dropped) {
        match file.name.strip_prefix(BESIDE) {
            Some(name) => {
                let file = Dropped { name: name.to_owned(), bytes: file.bytes };
                self.open_beside(asked, Wish::Dropped(file));
            }
            None => self.open(asked, Wish::Dropped(file)),
        }
    }

    /// Shows a recording beside the one that is open, in step with it.
    pub(super) fn open_beside(&mut self, asked: Asked, wish: Wish) {
        let Some(playback) = &self.stage.playback else {
            return asked.answer(Err(Refusal::new("open a recording first; another can then be shown beside it")));
        };
        let name = self.stage.name.split(" | ").next().unwrap_or_default().to_owned();
        let first = playback.first();
        self.open(asked, Wish::Beside(name, first, Box::new(wish)));
    }

    /// Shows the first of two recordings alone again.
    pub(super) fn alone_again(&mut self) -> Result<Value, Refusal> {
        let playback = self.stage.playback.as_ref().filter(|playback| playback.is_two());
        let first = playback.ok_or_else(|| Refusal::new("there are not two recordings"))?.first();
        let name = self.stage.name.split(" | ").next().unwrap_or_default().to_owned();
        let stage = of_playback(&name, Playback::new(Replay::clone(&first)), &|_| {})?;
        Ok(self.show(stage))
    }

    /// What is being opened is not wanted any more: its thread comes to its end, and nobody looks at what it brings.
    pub(super) fn give_up_opening(&mut self) {
        self.opening = None;
        self.openings += 1;
        if let Some((other, _)) = self.next.take() {
            other.answer(Err(another()));
        }
    }

    /// What was being opened is ready, or refused.
    pub(super) fn opened(&mut self, number: u64, asked: Asked, stage: Result<Stage, Refusal>) {
        if number != self.openings {
            return asked.answer(Err(Refusal::new("that was given up")));
        }
        self.tell_opening(None);
        self.opening = None;
        if let Some((other, wish)) = self.next.take() {
            asked.answer(Err(another()));
            return self.open(other, wish);
        }
        let answer = stage.map(|stage| self.show(stage));
        asked.answer(answer);
    }

    pub(super) fn open_new(&mut self, bounds: [f64; 4]) -> Result<Value, Refusal> {
        let stage = empty(bounds, &|_| {})?;
        Ok(self.show(stage))
    }

    /// Lets a stage take the place of the one before, for everyone.
    fn show(&mut self, stage: Stage) -> Value {
        // A trajectory without a map has been waiting for this scene.
        let waiting =
            if stage.opened == Opened::Scene && self.stage.lacks_map { self.stage.playback.take() } else { None };
        let stage = match waiting {
            Some(playback) => stage.with_playback(self.stage.name.clone(), playback),
            None => stage,
        };
        let answer = json!({ "name": stage.name, "kind": stage.opened.word(), "notes": stage.notes });
        self.clock.pause();
        self.give_up_layers();
        self.stage = stage;
        self.set_aside = None;
        memory::give_back();
        self.aside.run = None;
        self.meters.autosaved = 0;
        self.documents += 1;
        if self.stage.has_people() || self.stage.playback.is_some() {
            self.clock.play();
        }
        self.begin_again(true);
        answer
    }
}
