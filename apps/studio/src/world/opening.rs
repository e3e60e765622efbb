//! Scenes, scenarios and trajectories, from wherever they come: the gallery, the folder, a drop on the page.

use super::World;
use super::stage::{Opened, Stage};
use crate::cast;
use crate::document::Document;
use crate::folder::Folder;
use crate::item::{Item, Kind};
use crate::playback::Playback;
use crate::refusal::Refusal;
use crate::settings::Settings;
use crate::upload::Dropped;
use navigant::files::limits::MAX_BYTES;
use navigant::files::trajectory::Replay;
use navigant::files::{Format, Scenario, Scene};
use navigant::mesh::{Bounds, Outline};
use navigant::simulation::embedded;
use serde_json::{Value, json};
use std::path::Path;

/// Scenes may be no larger than the readers allow; scenarios are texts that people write.
const LARGEST_SCENARIO: u64 = 16 << 20;

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
pub(super) fn gallery(name: &str) -> Result<Stage, Refusal> {
    let (scenario, scene) = embedded::open(name)?;
    of_scenario(name, &scenario, &scene)
}

/// What was named when the program was started: a scenario or a scene of the gallery, or a file of the folder.
pub(super) fn first(folder: &Folder, name: &str) -> Result<Stage, Refusal> {
    match named(name) {
        Some(stage) => stage,
        None => from_folder(folder, name),
    }
}

fn named(name: &str) -> Option<Result<Stage, Refusal>> {
    if embedded::names().any(|known| known == name) {
        return Some(gallery(name));
    }
    let is_scene = embedded::scene_names().any(|known| known == name);
    is_scene.then(|| of_scene(name, &embedded::scene(name)?))
}

/// A world of one empty floor.
pub(super) fn empty(bounds: [f64; 4]) -> Result<Stage, Refusal> {
    let [x0, y0, x1, y1] = bounds;
    let (min, max) = ([x0.min(x1), y0.min(y1)], [x0.max(x1), y0.max(y1)]);
    let floor = Item::of(Kind::Floor, None, &Outline::rectangle(min, max));
    floor.check()?;
    let document = Document::of([floor])?;
    Stage::new("new", Opened::Scene, (document, Vec::new()), Settings::default(), Vec::new())
}

fn of_scenario(name: &str, scenario: &Scenario, scene: &Scene) -> Result<Stage, Refusal> {
    let document = cast::document(scene, Some(scenario))?;
    let mut stage = Stage::new(name, Opened::Scenario, document, Settings::of(scenario), scenario.edits.clone())?;
    if !scenario.about.is_empty() {
        stage.notes.push(scenario.about.clone());
    }
    Ok(stage)
}

fn of_scene(name: &str, scene: &Scene) -> Result<Stage, Refusal> {
    Stage::new(name, Opened::Scene, cast::document(scene, None)?, Settings::default(), Vec::new())
}

fn of_replay(name: &str, replay: Replay) -> Result<Stage, Refusal> {
    let playback = Playback::new(replay);
    let given = playback.geometry().and_then(|wkt| Scene::parse(wkt.as_bytes(), Format::Wkt).ok());
    let built = given.map(|scene| of_scene(name, &scene));
    let mut stage = match built {
        Some(Ok(stage)) => stage,
        _ => {
            let Bounds { min, max } = playback.bounds().ok_or_else(|| Refusal::new("nobody is in it"))?;
            let mut stage = empty([min.x - 1.0, min.y - 1.0, max.x + 1.0, max.y + 1.0])?;
            stage.notes.push("The file has no map; the box around everyone was taken.".to_owned());
            stage.name = name.to_owned();
            stage
        }
    };
    stage.opened = Opened::Replay;
    stage.playback = Some(playback);
    Ok(stage)
}

fn from_folder(folder: &Folder, path: &str) -> Result<Stage, Refusal> {
    match ending(path).as_str() {
        "parquet" | "sqlite" | "db" => of_replay(path, Replay::read(folder.file(path)?)?),
        "toml" => {
            let scenario = Scenario::parse(&folder.read(path, LARGEST_SCENARIO)?)?;
            let scene = scene_of(&scenario, || folder.beside(path, &scenario.scene.value))?;
            of_scenario(path, &scenario, &scene)
        }
        _ => of_scene(path, &scene_from(path, &folder.read(path, MAX_BYTES)?)?),
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

fn ending(name: &str) -> String {
    Path::new(name).extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

impl World {
    pub(super) fn open(&mut self, name: Option<&str>, path: Option<&str>) -> Result<Value, Refusal> {
        let stage = match (name, path) {
            (Some(name), None) => {
                named(name).ok_or_else(|| Refusal::new(format!("there is no {name:?} in the gallery")))??
            }
            (None, Some(path)) => from_folder(&self.folder, path)?,
            _ => return Err(Refusal::new("open needs a name of the gallery or a path in the folder")),
        };
        Ok(self.show(stage))
    }

    pub(super) fn open_new(&mut self, bounds: [f64; 4]) -> Result<Value, Refusal> {
        let stage = empty(bounds)?;
        Ok(self.show(stage))
    }

    /// Opens what was dropped on the page. Trajectories are read from files, so they become one for the moment.
    pub(super) fn open_dropped(&mut self, file: Dropped) -> Result<Value, Refusal> {
        let Dropped { name, bytes } = file;
        let stage = match ending(&name).as_str() {
            format @ ("parquet" | "sqlite" | "db") => {
                let place = self.shelf.place(&format!("dropped.{format}"));
                let failed = |error: std::io::Error| Refusal::new(format!("{name:?}: {error}"));
                std::fs::write(&place, &bytes).map_err(failed)?;
                let replay = Replay::read(&place);
                let _ = std::fs::remove_file(&place);
                of_replay(&name, replay?)?
            }
            "toml" => {
                let scenario = Scenario::parse(&bytes)?;
                let scene = scene_of(&scenario, || self.folder.file(&scenario.scene.value))?;
                of_scenario(&name, &scenario, &scene)?
            }
            _ => of_scene(&name, &scene_from(&name, &bytes)?)?,
        };
        Ok(self.show(stage))
    }

    /// Lets a stage take the place of the one before, for everyone.
    fn show(&mut self, stage: Stage) -> Value {
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
