//! Scenes, scenarios and trajectories, from wherever they come: the gallery, the folder, a drop on the page.

use super::stage::{Opened, Stage};
use super::{Note, World};
use crate::cast;
use crate::document::Document;
use crate::export::Shelf;
use crate::folder::Folder;
use crate::item::{Item, Kind};
use crate::playback::Playback;
use crate::refusal::Refusal;
use crate::request::Asked;
use crate::settings::Settings;
use crate::upload::Dropped;
use navigant::files::limits::MAX_BYTES;
use navigant::files::trajectory::Replay;
use navigant::files::{Format, Scenario, Scene};
use navigant::mesh::{Bounds, Outline};
use navigant::simulation::embedded;
use serde_json::{Value, json};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

/// Scenes may be no larger than the readers allow; scenarios are texts that people write.
const LARGEST_SCENARIO: u64 = 16 << 20;

/// How far it has come is told no more often.
const PROGRESS: Duration = Duration::from_millis(50);

/// The embedded scenarios, for the page to choose from.
pub(super) fn gallery_entries() -> Vec<Value> {
    let entry = |name: &str| {
        let scenario = embedded::scenario(name)?.ok()?;
        Some(
            json!({ "name": name, "about": scenario.about, "agents": scenario.agent_count(), "scene": scenario.scene.value }),
        )
    };
    embedded::names().filter_map(entry).collect()
}

/// An embedded scenario.
pub(super) fn gallery(name: &str, progress: Progress<'_>) -> Result<Stage, Refusal> {
    let (scenario, scene) = embedded::open(name)?;
    of_scenario(name, &scenario, &scene, progress)
}

/// What was named when the program was started: a scenario or a scene of the gallery, or a file of the folder.
pub(super) fn first(folder: &Folder, name: &str) -> Result<Stage, Refusal> {
    match named(name, &|_| {}) {
        Some(stage) => stage,
        None => from_folder(folder, name, &|_| {}),
    }
}

fn named(name: &str, progress: Progress<'_>) -> Option<Result<Stage, Refusal>> {
    if embedded::names().any(|known| known == name) {
        return Some(gallery(name, progress));
    }
    let is_scene = embedded::scene_names().any(|known| known == name);
    is_scene.then(|| of_scene(name, &embedded::scene(name)?, progress))
}

/// A world of one empty floor.
pub(super) fn empty(bounds: [f64; 4], progress: Progress<'_>) -> Result<Stage, Refusal> {
    let [x0, y0, x1, y1] = bounds;
    let (min, max) = ([x0.min(x1), y0.min(y1)], [x0.max(x1), y0.max(y1)]);
    let floor = Item::of(Kind::Floor, None, &Outline::rectangle(min, max));
    floor.check()?;
    let document = Document::of([floor])?;
    Stage::new("new", Opened::Scene, (document, Vec::new()), Settings::default(), Vec::new(), progress)
}

fn of_scenario(name: &str, scenario: &Scenario, scene: &Scene, progress: Progress<'_>) -> Result<Stage, Refusal> {
    let document = cast::document(scene, Some(scenario))?;
    let (settings, edits) = (Settings::of(scenario), scenario.edits.clone());
    let mut stage = Stage::new(name, Opened::Scenario, document, settings, edits, progress)?;
    if !scenario.about.is_empty() {
        stage.notes.push(scenario.about.clone());
    }
    Ok(stage)
}

fn of_scene(name: &str, scene: &Scene, progress: Progress<'_>) -> Result<Stage, Refusal> {
    Stage::new(name, Opened::Scene, cast::document(scene, None)?, Settings::default(), Vec::new(), progress)
}

fn of_replay(name: &str, replay: Replay, progress: Progress<'_>) -> Result<Stage, Refusal> {
    let playback = Playback::new(replay);
    let given = playback.geometry().and_then(|wkt| Scene::parse(wkt.as_bytes(), Format::Wkt).ok());
    let built = given.map(|scene| of_scene(name, &scene, progress));
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

fn from_folder(folder: &Folder, path: &str, progress: Progress<'_>) -> Result<Stage, Refusal> {
    match ending(path).as_str() {
        "parquet" | "sqlite" | "db" => of_replay(path, Replay::read(folder.file(path)?)?, progress),
        "toml" => {
            let scenario = Scenario::parse(&folder.read(path, LARGEST_SCENARIO)?)?;
            let scene = scene_of(&scenario, || folder.beside(path, &scenario.scene.value))?;
            of_scenario(path, &scenario, &scene, progress)
        }
        _ => of_scene(path, &scene_from(path, &folder.read(path, MAX_BYTES)?)?, progress),
    }
}

/// What was dropped on the page. Trajectories are read from files, so they become one for the moment.
fn from_drop(folder: &Folder, shelf: &Shelf, file: Dropped, progress: Progress<'_>) -> Result<Stage, Refusal> {
    let Dropped { name, bytes } = file;
    match ending(&name).as_str() {
        format @ ("parquet" | "sqlite" | "db") => {
            let place = shelf.place(&format!("dropped.{format}"));
            let failed = |error: std::io::Error| Refusal::new(format!("{name:?}: {error}"));
            std::fs::write(&place, &bytes).map_err(failed)?;
            let replay = Replay::read(&place);
            let _ = std::fs::remove_file(&place);
            of_replay(&name, replay?, progress)
        }
        "toml" => {
            let scenario = Scenario::parse(&bytes)?;
            let scene = scene_of(&scenario, || folder.file(&scenario.scene.value))?;
            of_scenario(&name, &scenario, &scene, progress)
        }
        _ => of_scene(&name, &scene_from(&name, &bytes)?, progress),
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
}

impl Wish {
    fn name(&self) -> &str {
        match self {
            Wish::Named(name) | Wish::Path(name) | Wish::Dropped(Dropped { name, .. }) => name,
        }
    }

    fn fulfil(self, folder: &Folder, shelf: &Shelf, progress: Progress<'_>) -> Result<Stage, Refusal> {
        match self {
            Wish::Named(name) => {
                named(&name, progress).ok_or_else(|| Refusal::new(format!("there is no {name:?} in the gallery")))?
            }
            Wish::Path(path) => from_folder(folder, &path, progress),
            Wish::Dropped(file) => from_drop(folder, shelf, file, progress),
        }
    }
}

/// The scene of a scenario: one of the gallery, or a file.
fn scene_of(scenario: &Scenario, file: impl FnOnce() -> Result<std::path::PathBuf, Refusal>) -> Result<Scene, Refusal> {
    let wanted = &scenario.scene.value;
    match file() {
        Ok(file) => Ok(Scene::read(file)?),
        Err(_) if embedded::scene_names().any(|known| known == wanted) => Ok(embedded::scene(wanted)?),
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
    Ok(Scene::parse(bytes, format)?)
}

fn another() -> Refusal {
    Refusal::new("something else was opened instead")
}

fn ending(name: &str) -> String {
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
        self.tell_opening(Some("reading"));
        let (folder, shelf, mailbox) = (self.folder.clone(), self.shelf.clone(), self.mailbox.clone());
        let work = move || {
            let told = Cell::new(Instant::now());
            let progress = |doing: &str| {
                if told.get().elapsed() > PROGRESS {
                    told.set(Instant::now());
                    mailbox.mention(Note::Opening(doing.to_owned()));
                }
            };
            let stage = catch_unwind(AssertUnwindSafe(|| wish.fulfil(&folder, &shelf, &progress)));
            let bug = |_| Err(Refusal::new("something went wrong inside while this was opened; please report it"));
            mailbox.opened(asked, stage.unwrap_or_else(bug).map(Box::new));
        };
        // Without a thread the request is dropped, and so answered.
        if std::thread::Builder::new().name("studio-open".to_owned()).spawn(work).is_err() {
            self.opening = None;
            self.tell_opening(None);
        }
    }

    /// What was being opened is ready, or refused.
    pub(super) fn opened(&mut self, asked: Asked, stage: Result<Stage, Refusal>) {
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
        self.stage = stage;
        if self.stage.has_people() || self.stage.playback.is_some() {
            self.clock.play();
        }
        self.begin_again(true);
        answer
    }

    /// Saves the document; the ending says how. A scenario's scene is saved beside it.
    pub(super) fn save(&mut self, path: &str) -> Result<Value, Refusal> {
        let (scene, _) = self.stage.document.scene();
        let bytes = if ending(path) == "toml" {
            let mut scenario = cast::scenario(&self.stage.document, &self.stage.settings, self.stage.timed())?;
            let beside = Path::new(path).with_extension("geojson");
            let beside = beside.to_str().ok_or_else(|| Refusal::new("the name is not UTF-8"))?;
            scenario.scene.value = beside.rsplit_once('/').map_or(beside, |(_, name)| name).to_owned();
            let text = scenario.to_text();
            self.folder.save(beside, scene.to_text(Format::GeoJson)?.as_bytes())?;
            text.into_bytes()
        } else {
            let Some(format) = Format::to_write(path) else {
                return Err(Refusal::new(format!("{path:?} should end in .geojson, .wkt, .txt or .toml")));
            };
            scene.to_text(format)?.into_bytes()
        };
        self.folder.save(path, &bytes)?;
        Ok(json!({ "path": path, "bytes": bytes.len() }))
    }
}
