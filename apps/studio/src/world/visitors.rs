//! Obstacles that come and go by themselves: a scenario inserts and removes them, and they are no items of the document.

use super::World;
use super::telling::counts;
use crate::item::{Item, Key, Kind};
use navigant::mesh::internals::MapInternals as _;
use navigant::mesh::{Map, ObstacleId};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// Visitors as pages know them: keys from here on are no items.
const FIRST_KEY: u32 = 1 << 31;

/// The visitors that were told of, each with the version of the map it came with.
#[derive(Debug, Default)]
pub(super) struct Visitors {
    shown: BTreeMap<ObstacleId, (u64, Item)>,
    next: u32,
}

impl Visitors {
    /// What is there that was not, and what is not any more.
    fn look(&mut self, map: &Map, items: &BTreeMap<Key, ObstacleId>) -> (Vec<Item>, Vec<Key>) {
        let known: BTreeSet<ObstacleId> = items.values().copied().collect();
        let stands = |id: &ObstacleId, since: u64| map.standing_since(*id) == Ok(since) && !known.contains(id);
        let gone = self.shown.extract_if(.., |id, (since, _)| !stands(id, *since)).map(|(_, (_, item))| item.key);
        let gone = gone.collect();
        let mut came = Vec::new();
        for id in map.obstacles().filter(|id| !known.contains(id)) {
            if self.shown.contains_key(&id) {
                continue;
            }
            let (Ok(since), Ok(chains)) = (map.standing_since(id), map.outline(id)) else { continue };
            let rings = chains.into_iter().map(|(_, ring)| ring.into_iter().map(Into::into).collect()).collect();
            let key = Key(FIRST_KEY | self.next);
            self.next = self.next.wrapping_add(1) & (FIRST_KEY - 1);
            let item = Item {
                key,
                rings,
                ..Item::of(Kind::Obstacle, None, &navigant::mesh::Outline::polyline::<[f64; 2]>([]))
            };
            self.shown.insert(id, (since, item.clone()));
            came.push(item);
        }
        (came, gone)
    }
}

impl World {
    /// Tells everyone of the obstacles that have come or gone by themselves; of another run, all of them.
    pub(super) fn tell_visitors(&mut self, is_new: bool) {
        (self.meters.visitors, self.meters.visitors_differ) = (Instant::now(), false);
        if is_new {
            self.visitors = Visitors::default();
        }
        let run = &self.stage.run;
        let (came, gone) = self.visitors.look(run.simulation.map(), &run.obstacles);
        if is_new || !came.is_empty() || !gone.is_empty() {
            self.tell(&visitors_event(&json!(came), &json!(gone), is_new, &counts(run.simulation.map())));
        }
    }

    /// All of them, for a page that has come.
    pub(super) fn all_visitors_event(&self) -> Value {
        let all: Vec<&Item> = self.visitors.shown.values().map(|(_, item)| item).collect();
        visitors_event(&json!(all), &json!([]), true, &counts(self.stage.map()))
    }
}

fn visitors_event(items: &Value, removed: &Value, all: bool, counts: &Value) -> Value {
    json!({ "event": "visitors", "items": items, "removed": removed, "all": all, "counts": counts })
}
