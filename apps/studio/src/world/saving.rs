//! Saving the document into the folder, and keeping what was not saved.

use super::World;
use super::opening::ending;
use super::stage::Stage;
use crate::folder::Folder;
use crate::refusal::Refusal;
use navigant::files::Format;
use navigant::files::internals::FormatInternals as _;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

/// Work that was not saved is kept under this name; its scene beside it.
pub(super) const AUTOSAVE: &str = ".navigant-unsaved.toml";
/// No more often than this.
const INTERVAL: Duration = Duration::from_secs(5);

impl World {
    /// Saves the document; the ending says how. A scenario's scene is saved beside it.
    pub(super) fn save(&mut self, path: &str) -> Result<Value, Refusal> {
        let bytes = save(&self.folder, &self.stage, path)?;
        // A scene alone has no people in it: with some, it is not all there is.
        if ending(path) == "toml" || !self.stage.has_people() {
            self.stage.document.note_saved();
            self.folder.forget(AUTOSAVE);
            self.folder.forget(&scene_beside(AUTOSAVE));
            self.tell(&self.items_event(&json!([]), &json!([])));
        }
        Ok(json!({ "path": path, "bytes": bytes }))
    }

    /// Whether there is work that no file has, also where a recording of it is looked at.
    pub(super) fn is_unsaved(&self) -> bool {
        let before = self.set_aside.as_ref().is_some_and(|stage| stage.document.is_unsaved());
        before || self.stage.document.is_unsaved()
    }

    /// Keeps what was not saved, if it is time: whatever becomes of the program, it can be opened again.
    pub(super) fn autosave(&mut self, now: Instant) {
        let (document, meters) = (&self.stage.document, &mut self.meters);
        let is_kept = !document.is_unsaved() || document.revision() == meters.autosaved;
        if is_kept || now < meters.autosave + INTERVAL.max(20 * meters.autosave_took) {
            return;
        }
        meters.autosaved = document.revision();
        // What cannot be saved now can perhaps be after the next edit.
        let _ = save(&self.folder, &self.stage, AUTOSAVE);
        self.meters.autosave = Instant::now();
        self.meters.autosave_took = now.elapsed();
    }

    /// The last moment to keep what was not saved.
    pub(super) fn autosave_now(&mut self) {
        if self.stage.document.is_unsaved() && self.stage.document.revision() != self.meters.autosaved {
            let _ = save(&self.folder, &self.stage, AUTOSAVE);
        }
    }
}

fn save(folder: &Folder, stage: &Stage, path: &str) -> Result<usize, Refusal> {
    let (scene, _) = stage.document.scene();
    let bytes = if ending(path) == "toml" {
        let mut scenario = stage.scenario()?;
        let beside = scene_beside(path);
        scenario.scene.value = beside.rsplit_once('/').map_or(beside.as_str(), |(_, name)| name).to_owned();
        let text = scenario.to_text();
        folder.save(&beside, scene.to_text(Format::GeoJson)?.as_bytes())?;
        text.into_bytes()
    } else {
        let Some(format) = Format::to_write(path) else {
            return Err(Refusal::new(format!("{path:?} should end in .geojson, .wkt, .txt or .toml")));
        };
        scene.to_text(format)?.into_bytes()
    };
    folder.save(path, &bytes)?;
    Ok(bytes.len())
}

/// The scene of a scenario lies beside it.
fn scene_beside(path: &str) -> String {
    Path::new(path).with_extension("geojson").to_string_lossy().into_owned()
}
