//! The document: the items that are drawn, with undo and redo.

use crate::fill;
use crate::item::{Item, Key, Kind};
use crate::refusal::Refusal;
use crate::request::Who;
use navigant::files::{Scene, SceneObstacle, SceneRegion};
use navigant::mesh::Bounds;
use std::collections::{BTreeMap, VecDeque};

/// The most items of a document.
pub(crate) const MOST_ITEMS: usize = 200_000;
/// The most points of all of them, as [`Item::weight`] counts.
const MOST_POINTS: usize = 4 << 20;
/// The most edits that can be undone, if they are small: together they have no more than [`MOST_POINTS`].
const MOST_EDITS: usize = 1000;

/// What one edit did to one item: how it was before, and how it is now.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Change {
    pub(crate) key: Key,
    pub(crate) before: Option<Item>,
    pub(crate) after: Option<Item>,
}

/// One step of undo.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Edit {
    /// What it did, for the page to say.
    pub(crate) what: String,
    pub(crate) changes: Vec<Change>,
    /// The movement of somebody's hand that it is a part of.
    pub(crate) drag: Option<Drag>,
}

/// A movement of a hand: whose, and which of theirs.
pub(crate) type Drag = (Who, u32);

impl Edit {
    fn reversed(&self) -> Edit {
        let back =
            |change: &Change| Change { key: change.key, before: change.after.clone(), after: change.before.clone() };
        Edit { what: self.what.clone(), changes: self.changes.iter().rev().map(back).collect(), drag: self.drag }
    }

    /// Both as one, of which the first was made before.
    fn followed_by(mut self, next: Edit) -> Edit {
        for change in next.changes {
            match self.changes.iter_mut().find(|known| known.key == change.key) {
                Some(known) => known.after = change.after,
                None => self.changes.push(change),
            }
        }
        self
    }

    fn weight(&self) -> usize {
        let items = self.changes.iter().flat_map(|change| [&change.before, &change.after]);
        items.flatten().map(Item::weight).sum()
    }
}

/// The items that a scene was made of, in its order.
#[derive(Clone, Debug, Default)]
pub(crate) struct SceneKeys {
    pub(crate) obstacles: Vec<Key>,
    pub(crate) regions: Vec<Key>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Document {
    items: BTreeMap<Key, Item>,
    weight: usize,
    last_key: u32,
    done: VecDeque<Edit>,
    undone: Vec<Edit>,
    /// What the edits that can be undone weigh together.
    done_weight: usize,
    /// How many edits were made, undone and redone, and how many when it was saved.
    revision: u64,
    saved: u64,
}

impl Document {
    /// A document of items, which get new keys in their order.
    pub(crate) fn of(items: impl IntoIterator<Item = Item>) -> Result<Document, Refusal> {
        let mut document = Document::default();
        for mut item in items {
            item.key = document.new_key()?;
            item.fill = fill::of(&item);
            document.weight += item.weight();
            document.items.insert(item.key, item);
        }
        if document.items.len() > MOST_ITEMS || document.weight > MOST_POINTS {
            return Err(too_much());
        }
        Ok(document)
    }

    pub(crate) fn items(&self) -> impl Iterator<Item = &Item> {
        self.items.values()
    }

    pub(crate) fn get(&self, key: Key) -> Option<&Item> {
        self.items.get(&key)
    }

    /// The key of the next item.
    pub(crate) fn new_key(&mut self) -> Result<Key, Refusal> {
        self.last_key =
            self.last_key.checked_add(1).ok_or_else(|| Refusal::new("no keys are left; save and reopen"))?;
        Ok(Key(self.last_key))
    }

    /// Says whether an edit fits: every item is sound, and there are not too many.
    pub(crate) fn check(&self, edit: &Edit) -> Result<(), Refusal> {
        let (mut count, mut weight) = (self.items.len(), self.weight);
        for change in &edit.changes {
            if let Some(after) = &change.after {
                after.check()?;
                count += 1;
                weight += after.weight();
            }
            if let Some(before) = &change.before {
                count = count.saturating_sub(1);
                weight = weight.saturating_sub(before.weight());
            }
        }
        if count > MOST_ITEMS || weight > MOST_POINTS { Err(too_much()) } else { Ok(()) }
    }

    /// Makes an edit that was checked. A drag is one step of undo, however many edits it is told in.
    pub(crate) fn make(&mut self, edit: Edit) {
        self.revision += 1;
        self.apply(&edit);
        self.undone.clear();
        let goes_on = edit.drag.is_some() && self.done.back().is_some_and(|last| last.drag == edit.drag);
        match if goes_on { self.done.pop_back() } else { None } {
            Some(last) => {
                self.done_weight -= last.weight();
                self.push_done(last.followed_by(edit));
            }
            None => self.push_done(edit),
        }
    }

    /// Makes an edit that nobody can undo: what is shown of a recording.
    pub(crate) fn follow(&mut self, edit: &Edit) {
        self.apply(edit);
    }

    /// The items as they are now; nothing of them can be undone.
    pub(crate) fn without_history(&self) -> Document {
        let Document { items, weight, last_key, .. } = self;
        Document { items: items.clone(), weight: *weight, last_key: *last_key, ..Document::default() }
    }

    /// How many edits were made, undone and redone.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether there is something in it that no file has.
    pub(crate) fn is_unsaved(&self) -> bool {
        self.revision != self.saved
    }

    pub(crate) fn note_saved(&mut self) {
        self.saved = self.revision;
    }

    /// It was opened from what was kept, not saved.
    pub(crate) fn note_unsaved(&mut self) {
        self.revision += 1;
    }

    /// What undoing the last edit would do.
    pub(crate) fn undoing(&self) -> Option<Edit> {
        self.done.back().map(Edit::reversed)
    }

    pub(crate) fn redoing(&self) -> Option<Edit> {
        self.undone.last().cloned()
    }

    pub(crate) fn undo(&mut self) {
        if let Some(edit) = self.done.pop_back() {
            self.revision += 1;
            self.done_weight -= edit.weight();
            self.apply(&edit.reversed());
            self.undone.push(edit);
        }
    }

    pub(crate) fn redo(&mut self) {
        if let Some(edit) = self.undone.pop() {
            self.revision += 1;
            self.apply(&edit);
            self.push_done(edit);
        }
    }

    fn push_done(&mut self, edit: Edit) {
        self.done_weight += edit.weight();
        self.done.push_back(edit);
        while self.done.len() > MOST_EDITS || self.done_weight > MOST_POINTS && self.done.len() > 1 {
            if let Some(forgotten) = self.done.pop_front() {
                self.done_weight -= forgotten.weight();
            }
        }
    }

    fn apply(&mut self, edit: &Edit) {
        for change in &edit.changes {
            let gone = match &change.after {
                Some(item) => {
                    self.weight += item.weight();
                    self.items.insert(change.key, item.clone())
                }
                None => self.items.remove(&change.key),
            };
            self.weight -= gone.as_ref().map_or(0, Item::weight);
        }
    }

    /// The map's part of it, and the keys of what is in it.
    pub(crate) fn scene(&self) -> (Scene, SceneKeys) {
        let (mut scene, mut keys) = (Scene::default(), SceneKeys::default());
        for item in self.items() {
            match item.kind {
                Kind::Floor => scene.floors.push(item.outline()),
                kind if kind.is_in_the_way() => {
                    scene.obstacles.push(SceneObstacle { id: item.name.clone(), outline: item.outline() });
                    keys.obstacles.push(item.key);
                }
                Kind::Region => {
                    let kind = item.region_kind().to_owned();
                    scene.regions.push(SceneRegion { kind, outline: item.outline() });
                    keys.regions.push(item.key);
                }
                _ => {}
            }
        }
        (scene, keys)
    }

    pub(crate) fn bounds(&self) -> Option<Bounds> {
        let corners = self.items().filter_map(Item::bounds).flat_map(|bounds| [bounds.min, bounds.max]);
        Bounds::of(corners)
    }
}

fn too_much() -> Refusal {
    Refusal::new(format!(
        "that is too much for one document: it holds at most {MOST_ITEMS} items with {MOST_POINTS} points together"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn wall(key: Key, x: f64) -> Item {
        let rings = vec![vec![[x, 0.0], [x, 1.0]]];
        Item { key, kind: Kind::Wall, name: None, rings, shape: Value::Null, source: None, thing: None, fill: None }
    }

    fn add(document: &mut Document, x: f64) -> Key {
        let key = document.new_key().unwrap();
        let change = Change { key, before: None, after: Some(wall(key, x)) };
        document.make(Edit { what: format!("wall {x}"), changes: vec![change], drag: None });
        key
    }

    #[test]
    fn undoing_and_redoing_leads_back_and_forth_through_the_same_documents() {
        let mut document = Document::default();
        let mut states = vec![document.items.clone()];
        for x in 0..5 {
            add(&mut document, f64::from(x));
            states.push(document.items.clone());
        }
        for state in states.iter().rev() {
            assert_eq!(&document.items, state);
            document.undo();
        }
        assert_eq!(document.weight, 0);
        for state in &states {
            assert_eq!(&document.items, state);
            document.redo();
        }
        document.undo();
        add(&mut document, 9.0);
        assert_eq!(document.redoing(), None, "a new edit forgets what was undone");
    }

    #[test]
    fn a_drag_is_undone_as_a_whole_and_no_other_with_it() {
        let mut document = Document::default();
        let keys = [add(&mut document, 0.0), add(&mut document, 1.0)];
        let drawn = document.items.clone();
        let drag = |document: &mut Document, who: u64, x: f64| {
            let moved = |key: Key| Change { key, before: document.get(key).cloned(), after: Some(wall(key, x)) };
            let changes = keys.map(moved).to_vec();
            document.make(Edit { what: "move".to_owned(), changes, drag: Some((Who(who), 1)) });
        };
        for x in 2..30 {
            drag(&mut document, 1, f64::from(x));
        }
        let once = document.items.clone();
        // Somebody else's first movement has the same number.
        drag(&mut document, 2, 40.0);
        assert_eq!(document.done_weight, document.done.iter().map(Edit::weight).sum::<usize>());
        document.undo();
        assert_eq!(document.items, once);
        document.undo();
        assert_eq!(document.items, drawn, "both walls are back where they were drawn");
        document.redo();
        assert_eq!(document.items, once);
    }

    #[test]
    fn old_edits_are_forgotten_rather_than_kept_for_ever() {
        let mut document = Document::default();
        let key = add(&mut document, 0.0);
        for x in 0..3 * MOST_EDITS {
            let before = document.get(key).cloned();
            let change = Change { key, before, after: Some(wall(key, x as f64)) };
            document.make(Edit { what: "move".to_owned(), changes: vec![change], drag: None });
        }
        assert_eq!(document.done.len(), MOST_EDITS);
        assert_eq!(document.done_weight, document.done.iter().map(Edit::weight).sum::<usize>());
    }

    #[test]
    fn more_than_a_document_holds_is_refused() {
        let items = (0..=MOST_ITEMS).map(|x| wall(Key::default(), x as f64));
        let refused = Document::of(items).unwrap_err();
        assert!(refused.message.contains("at most 200000 items"), "{refused}");
    }
}
