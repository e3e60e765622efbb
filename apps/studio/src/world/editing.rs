//! Edits of the document and, where something comes to stand in the way or goes, of the running map.

use super::World;
use super::stage::{Run, bad_outline};
use crate::document::{Change, Drag, Edit};
use crate::fill;
use crate::item::{Item, Key, Kind, Source};
use crate::playback::Playback;
use crate::refusal::Refusal;
use crate::things;
use navigant::geometry::internals::Loops;
use navigant::mesh::internals::{ChangeInternals as _, MapInternals as _};
use navigant::mesh::{Bounds, Map};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// More changes than this at once are not made one by one in the running map: the run is restarted.
const MOST_LIVE: usize = 1000;

/// The most bytes of what a page says that it did.
const LONGEST_NAME: usize = 40;

/// What an edit did to the map.
#[derive(Default)]
struct Effect {
    took: Duration,
    faces: usize,
    region: Option<Bounds>,
}

/// Which way through the document an edit goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Make,
    Undo,
    Redo,
}

impl World {
    pub(super) fn add(&mut self, mut item: Item) -> Result<Value, Refusal> {
        item.key = self.stage.document.new_key()?;
        self.name_thing(&mut item, &[]);
        let (key, what) = (item.key, format!("draw {}", item.kind.word()));
        let mut changes = Vec::new();
        if matches!(item.kind, Kind::Goal | Kind::Waiting) {
            // Who was drawn before there was a goal has been waiting for one.
            changes.extend(self.retargeted(|source| source.goal.is_none() && source.away.is_none(), Some(key)));
        }
        changes.push(Change { key, before: None, after: Some(item) });
        self.edit(Edit { what, changes, drag: None }, Way::Make)?;
        Ok(json!({ "item": key }))
    }

    /// Changes items, as one step of undo; with all others of the same drag, if it is a part of one.
    pub(super) fn change(
        &mut self,
        items: Vec<Item>,
        drag: Option<Drag>,
        what: Option<String>,
    ) -> Result<Value, Refusal> {
        let mut keys: Vec<Key> = items.iter().map(|item| item.key).collect();
        keys.sort_unstable();
        if let Some([twice, _]) = keys.array_windows().find(|[a, b]| a == b) {
            return Err(Refusal::new(format!("item {} is changed twice at once", twice.0)));
        }
        let verb = what.filter(|what| what.len() <= LONGEST_NAME).unwrap_or_else(|| "change".to_owned());
        let what = match items.as_slice() {
            [] => return Err(Refusal::new("change needs an item, or items")),
            [item] => format!("{verb} {}", item.kind.word()),
            items => format!("{verb} {} items", items.len()),
        };
        let mut changes = Vec::with_capacity(items.len());
        for item in items {
            let key = item.key;
            if item.kind == Kind::Thing
                && let Some(name) = item.name.as_deref()
                && things::is_taken(&self.stage.document, name, Some(key))
            {
                return Err(Refusal::new(format!("there is a thing called {name:?} already")));
            }
            let before = self.stage.document.get(key).cloned().ok_or_else(|| unknown(key))?;
            changes.push(Change { key, before: Some(before), after: Some(item) });
        }
        self.edit(Edit { what, changes, drag }, Way::Make)?;
        Ok(json!({}))
    }

    pub(super) fn remove(&mut self, mut keys: Vec<Key>) -> Result<Value, Refusal> {
        keys.sort_unstable();
        keys.dedup();
        let mut changes = Vec::with_capacity(keys.len());
        for key in keys {
            let before = self.stage.document.get(key).cloned().ok_or_else(|| unknown(key))?;
            changes.push(Change { key, before: Some(before), after: None });
        }
        let what = match changes.as_slice() {
            [Change { before: Some(item), .. }] => format!("delete {}", item.kind.word()),
            changes => format!("delete {} items", changes.len()),
        };
        let gone: Vec<Key> = changes.iter().map(|change| change.key).collect();
        let leads_there = |source: &Source| source.goal.is_some_and(|goal| gone.binary_search(&goal).is_ok());
        let left = self.retargeted(leads_there, None);
        changes.extend(left.into_iter().filter(|change| gone.binary_search(&change.key).is_err()));
        self.edit(Edit { what, changes, drag: None }, Way::Make)?;
        Ok(json!({}))
    }

    /// Gives sources another goal.
    fn retargeted(&self, which: impl Fn(&Source) -> bool, goal: Option<Key>) -> Vec<Change> {
        let sources = self.stage.document.items().filter(|item| item.source.as_ref().is_some_and(&which));
        let retarget = |item: &Item| {
            let source = item.source.clone().map(|source| Source { goal, ..source });
            Change { key: item.key, before: Some(item.clone()), after: Some(Item { source, ..item.clone() }) }
        };
        sources.map(retarget).collect()
    }

    /// New items, in the place of obstacles and walls if they replace any.
    pub(super) fn paste(
        &mut self,
        items: Vec<Item>,
        replaces: &BTreeSet<Key>,
        what: Option<String>,
    ) -> Result<Value, Refusal> {
        let (mut keys, mut changes) = (Vec::with_capacity(items.len()), Vec::with_capacity(items.len()));
        for &key in replaces {
            let before = self.stage.document.get(key).filter(|item| item.kind.is_in_the_way()).cloned();
            let before = before.ok_or_else(|| unknown(key))?;
            changes.push(Change { key, before: Some(before), after: None });
        }
        for mut item in items {
            let key = self.stage.document.new_key()?;
            item.key = key;
            self.name_thing(&mut item, &changes);
            keys.push(key);
            changes.push(Change { key, before: None, after: Some(item) });
        }
        let what =
            what.filter(|what| what.len() <= LONGEST_NAME).unwrap_or_else(|| format!("paste {} items", keys.len()));
        self.edit(Edit { what, changes, drag: None }, Way::Make)?;
        Ok(json!({ "keys": keys }))
    }

    /// Gives a new thing a name that no other has, nor one that comes with it.
    fn name_thing(&self, item: &mut Item, coming: &[Change]) {
        if item.kind != Kind::Thing {
            return;
        }
        let others = coming.iter().filter_map(|change| change.after.as_ref());
        let others: Vec<&Item> = others.filter(|other| other.kind == Kind::Thing).collect();
        item.name = Some(things::free_name(&self.stage.document, &others, item.name.as_deref()));
    }

    pub(super) fn undo(&mut self) -> Result<Value, Refusal> {
        let edit = self.stage.document.undoing().ok_or_else(|| Refusal::new("there is nothing to undo"))?;
        let what = edit.what.clone();
        self.edit(edit, Way::Undo)?;
        Ok(json!({ "what": what }))
    }

    pub(super) fn redo(&mut self) -> Result<Value, Refusal> {
        let edit = self.stage.document.redoing().ok_or_else(|| Refusal::new("there is nothing to redo"))?;
        let what = edit.what.clone();
        self.edit(edit, Way::Redo)?;
        Ok(json!({ "what": what }))
    }

    /// Makes an edit, in the document and in the map, or refuses all of it.
    fn edit(&mut self, mut edit: Edit, way: Way) -> Result<(), Refusal> {
        if self.stage.playback.is_some() {
            return Err(Refusal::new("a replay cannot be edited; open a scene or a scenario"));
        }
        if edit.changes.is_empty() {
            return Ok(());
        }
        self.stage.document.check(&edit)?;
        for item in edit.changes.iter_mut().filter_map(|change| change.after.as_mut()) {
            item.fill = fill::of(item);
        }
        check_outlines(self.stage.map(), &edit)?;
        let is_live = edit.changes.len() <= MOST_LIVE;
        let effect = if is_live { self.edit_map(&edit) } else { Effect::default() };
        self.stage.is_outdated |= !is_live || edit.changes.iter().any(needs_reset);
        if edit.changes.iter().any(concerns_things) {
            // What wishes make of a place is another; the map is not, by which pages are told of that else.
            self.pages.values_mut().for_each(|page| page.is_stale |= page.view.shows_wishes());
        }
        let (items, removed) = (
            edit.changes.iter().filter_map(|change| change.after.as_ref()).collect::<Vec<_>>(),
            edit.changes.iter().filter(|change| change.after.is_none()).map(|change| change.key).collect::<Vec<_>>(),
        );
        let (items, removed) = (json!(items), json!(removed));
        match way {
            Way::Make => self.stage.document.make(edit),
            Way::Undo => self.stage.document.undo(),
            Way::Redo => self.stage.document.redo(),
        }
        self.tell_edit(&items, &removed, &effect);
        self.catch_up(!is_live);
        self.tell_news();
        Ok(())
    }

    /// Makes an edit's changes of the running map.
    fn edit_map(&mut self, edit: &Edit) -> Effect {
        let start = Instant::now();
        let mut effect = Effect::default();
        let run = &mut self.stage.run;
        for change in &edit.changes {
            let [before, after] = [&change.before, &change.after]
                .map(|item| item.as_ref().filter(|item| item.kind.is_in_the_way()).map(Item::outline));
            let stands = run.obstacles.get(&change.key).copied();
            let version = run.simulation.map().version();
            // Outlines were checked, and what stands is what was inserted: none of these is refused.
            run.simulation.edit(|map| match (before, stands, after) {
                (_, Some(id), Some(outline)) => drop(map.move_to(id, &outline)),
                (_, Some(id), None) => {
                    let _ = map.remove(id);
                    run.obstacles.remove(&change.key);
                }
                (_, None, Some(outline)) => {
                    if let Ok(id) = map.insert(&outline) {
                        run.obstacles.insert(change.key, id);
                    }
                }
                (_, None, None) => {}
            });
            edit_region(run, change);
            let map = run.simulation.map();
            if map.version() != version {
                effect.faces += map.change().faces_touched();
                effect.region = joined(effect.region, map.change().region);
            }
        }
        effect.took = start.elapsed();
        effect
    }

    /// Shows the map of a replay as it was in the frame that is shown.
    pub(super) fn follow_timeline(&mut self) {
        let Some(turned) = self.stage.playback.as_mut().map(Playback::turn) else { return };
        if turned.came.is_empty() && turned.went.is_empty() {
            return;
        }
        let gone = |&key: &Key| Change { key, before: self.stage.document.get(key).cloned(), after: None };
        let mut changes: Vec<Change> = turned.went.iter().map(gone).collect();
        for (piece, mut item) in turned.came {
            let Ok(key) = self.stage.document.new_key() else { return };
            item.key = key;
            if let Some(playback) = &mut self.stage.playback {
                playback.note_shown(piece, key);
            }
            changes.push(Change { key, before: None, after: Some(item) });
        }
        let edit = Edit { what: String::new(), changes, drag: None };
        let is_live = edit.changes.len() <= MOST_LIVE && !edit.changes.iter().any(needs_reset);
        if is_live {
            self.edit_map(&edit);
        }
        self.stage.document.follow(&edit);
        if !is_live {
            let bounds = self.stage.run.bounds;
            match self.stage.again() {
                Ok(run) => self.stage.begin(run),
                Err(refusal) => return self.tell_all("warning", &refusal.message),
            }
            self.stage.run.bounds = joined(Some(bounds), Some(self.stage.run.bounds)).unwrap_or(bounds);
            self.begin_again(false);
        }
        let items: Vec<&Item> = edit.changes.iter().filter_map(|change| change.after.as_ref()).collect();
        self.tell(&self.items_event(&json!(items), &json!(turned.went)));
    }

    fn tell_edit(&mut self, items: &Value, removed: &Value, effect: &Effect) {
        let mut event = self.items_event(items, removed);
        event["edit_ms"] = json!(effect.took.as_secs_f64() * 1e3);
        event["faces_changed"] = json!(effect.faces);
        event["region"] = json!(effect.region.map(|Bounds { min, max }| [min.x, min.y, max.x, max.y]));
        self.tell(&event);
    }

    /// Where a reset is needed and loses nothing, for nobody has walked yet, or where it must be, it is made at once.
    fn catch_up(&mut self, must: bool) {
        if !self.stage.is_outdated || !must && self.stage.run.simulation.steps() > 0 {
            return;
        }
        self.renew(None);
        if must {
            self.tell_all("info", "Too many changes at once: the run is restarted.");
        }
    }
}

/// Makes a change of a region in the running map; nobody who walks notices.
fn edit_region(run: &mut Run, change: &Change) {
    let [before, after] =
        [&change.before, &change.after].map(|item| item.as_ref().filter(|item| item.kind == Kind::Region));
    let stands = run.regions.get(&change.key).copied();
    if before.is_none() && after.is_none() {
        return;
    }
    // Outlines were checked, and what is there is what was inserted: none of these is refused.
    run.simulation.edit(|map| match (stands, after) {
        (Some(id), Some(item)) if map.regions().kind(id) == Some(item.region_kind()) => {
            let _ = map.move_region(id, &item.outline());
        }
        (stands, after) => {
            if let Some(id) = stands {
                let _ = map.remove_region(id);
                run.regions.remove(&change.key);
            }
            if let Some(id) = after.and_then(|item| map.insert_region(item.region_kind(), &item.outline()).ok()) {
                run.regions.insert(change.key, id);
            }
        }
    });
}

fn unknown(key: Key) -> Refusal {
    Refusal::new(format!("there is no item {}", key.0))
}

fn concerns_things(change: &Change) -> bool {
    [&change.before, &change.after].into_iter().flatten().any(|item| item.kind == Kind::Thing)
}

fn needs_reset(change: &Change) -> bool {
    let items = [&change.before, &change.after];
    items.into_iter().flatten().any(|item| !item.kind.is_live())
}

/// Refuses what the running map could not take.
fn check_outlines(map: &Map, edit: &Edit) -> Result<(), Refusal> {
    for item in edit.changes.iter().filter_map(|change| change.after.as_ref()) {
        if item.kind.is_live() {
            Loops::from_outline(&item.outline(), map.lattice()).map_err(|reason| bad_outline(&reason))?;
        }
    }
    Ok(())
}

fn joined(a: Option<Bounds>, b: Option<Bounds>) -> Option<Bounds> {
    Bounds::of([a, b].into_iter().flatten().flat_map(|bounds| [bounds.min, bounds.max]))
}
