//! What changes while a scenario runs: obstacles that come and go at given times, and at random.

use crate::draws::Draws;
use crate::ground::Ground;
use crate::words::{Read, Words};
use navigant_files::FileError;
use navigant_files::internals::KeyedInternals as _;
use navigant_files::scenario::{Edit, EditKind, RandomEdits, Scenario};
use navigant_mesh::{Bounds, Map, ObstacleId, Outline, Point};
use std::collections::{HashMap, VecDeque};

/// The edits of a scenario, as far as they are still to come.
pub(crate) struct Edits {
    given: VecDeque<Edit>,
    names: HashMap<String, ObstacleId>,
    random: Option<RandomEdits>,
    /// The random boxes that stand, the oldest first.
    standing: VecDeque<ObstacleId>,
    /// How many random edits are due.
    due: f64,
    ground: Ground,
    draws: Draws,
    pub(crate) made: u64,
}

impl Edits {
    pub(crate) fn of(map: &Map, scenario: &Scenario) -> Edits {
        Edits {
            given: scenario.edits.iter().cloned().collect(),
            names: HashMap::new(),
            random: scenario.random_edits,
            standing: VecDeque::new(),
            due: 0.0,
            ground: Ground::of(map, None),
            // Another stream than the agents': more agents do not change what happens to the map.
            draws: Draws::new(!scenario.seed),
            made: 0,
        }
    }

    pub(crate) fn save(&self, map: &Map, scenario: &Scenario, words: &mut Words) {
        let places: HashMap<ObstacleId, u64> = map.obstacles().zip(0..).collect();
        // One that is not there any more is none of the map's.
        let place = |id: &ObstacleId| places.get(id).copied().unwrap_or(places.len() as u64);
        words.number((scenario.edits.len() - self.given.len()) as u64);
        let names = named(scenario).map(|name| name.and_then(|name| self.names.get(name)));
        let names: Vec<_> = names.enumerate().filter_map(|(at, id)| Some((at as u64, place(id?)))).collect();
        words.list(names.into_iter(), |words, (at, id)| {
            words.number(at);
            words.number(id);
        });
        words.list(self.standing.iter(), |words, id| words.number(place(id)));
        words.real(self.due);
        self.ground.save(words);
        words.number(self.draws.state());
        words.number(self.made);
    }

    pub(crate) fn load(map: &Map, scenario: &Scenario, words: &mut Read<'_>) -> Option<Edits> {
        let obstacles: Vec<ObstacleId> = map.obstacles().collect();
        let obstacle = |place: u64| obstacles.get(usize::try_from(place).ok()?).copied();
        let made_of_given = words.number().and_then(|n| usize::try_from(n).ok())?;
        let given = scenario.edits.get(made_of_given..)?.iter().cloned().collect();
        let all: Vec<Option<&str>> = named(scenario).collect();
        let names = words.list(|words| {
            let name = all.get(usize::try_from(words.number()?).ok()?).copied()??;
            Some((name.to_owned(), obstacle(words.number()?)?))
        })?;
        let standing = words.list(|words| words.number().map(obstacle))?;
        let due = words.real().filter(|due| (0.0..=1e9).contains(due))?;
        let ground = Ground::load(map, None, words)?;
        let (draws, made) = (Draws::new(words.word()?), words.number()?);
        Some(Edits {
            given,
            names: names.into_iter().collect(),
            random: scenario.random_edits,
            standing: standing.into_iter().collect::<Option<_>>()?,
            due,
            ground,
            draws,
            made,
        })
    }

    /// Makes the edits of a step that begins at a time and lasts `dt` seconds.
    pub(crate) fn make(&mut self, map: &mut Map, now: f64, dt: f64) -> Result<(), FileError> {
        // Half a step early rather than late for no reason but rounding.
        while let Some(edit) = self.given.pop_front_if(|edit| edit.at < now + 0.5 * dt) {
            self.make_given(map, &edit)?;
            self.made += 1;
        }
        let Some(random) = self.random else { return Ok(()) };
        self.due += random.per_second * dt;
        while self.due >= 1.0 {
            self.due -= 1.0;
            self.made += u64::from(self.make_random(map, &random));
        }
        Ok(())
    }

    fn make_given(&mut self, map: &mut Map, edit: &Edit) -> Result<(), FileError> {
        match &edit.change.value {
            EditKind::Insert(outline, name) => {
                let id = map.insert(outline).map_err(|reason| edit.change.refuse(reason.to_string()))?;
                if let Some(name) = name {
                    self.names.insert(name.clone(), id);
                }
            }
            EditKind::Move(name, to) => {
                let id =
                    self.names.get(name).copied().ok_or_else(|| edit.change.refuse(format!("there is no {name:?}")))?;
                let outline = moved(map, id, *to).ok_or_else(|| edit.change.refuse(format!("there is no {name:?}")))?;
                map.move_to(id, &outline).map_err(|reason| edit.change.refuse(reason.to_string()))?;
            }
            EditKind::Remove(name) => {
                let removed = self.names.remove(name).is_some_and(|id| map.remove(id).is_ok());
                if !removed {
                    return Err(edit.change.refuse(format!("there is no {name:?}")));
                }
            }
        }
        Ok(())
    }

    /// A box comes or goes; whether one did.
    fn make_random(&mut self, map: &mut Map, random: &RandomEdits) -> bool {
        if self.standing.len() >= random.most
            && let Some(oldest) = self.standing.pop_front()
        {
            return map.remove(oldest).is_ok();
        }
        let (width, height) = (self.draws.number(random.size), self.draws.number(random.size));
        let Some(p) = self.ground.place(map, &mut self.draws, 0.0, |_| true) else { return false };
        let (x, y) = (0.5 * width, 0.5 * height);
        let inserted = map.insert(&Outline::rectangle([p.x - x, p.y - y], [p.x + x, p.y + y]));
        self.standing.extend(inserted.as_ref().ok().copied());
        inserted.is_ok()
    }
}

/// The outline of an obstacle with the middle of its box elsewhere. The scenario's obstacles are polygons without holes.
fn moved(map: &Map, id: ObstacleId, to: Point) -> Option<Outline> {
    let chains = map.outline(id).ok()?;
    let (_, ring) = chains.first()?;
    let Bounds { min, max } = Bounds::of(ring.iter().copied())?;
    let by = [to.x - 0.5 * (min.x + max.x), to.y - 0.5 * (min.y + max.y)];
    Some(Outline::polygon(ring.iter().map(|p| [p.x + by[0], p.y + by[1]])))
}

/// By edit of a scenario: the name of what it inserts, if it has one.
fn named(scenario: &Scenario) -> impl Iterator<Item = Option<&str>> {
    scenario.edits.iter().map(|edit| match &edit.change.value {
        EditKind::Insert(_, name) => name.as_deref(),
        EditKind::Remove(_) | EditKind::Move(..) => None,
    })
}
