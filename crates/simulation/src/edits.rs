//! What changes while a scenario runs: obstacles that come and go at given times, and at random.

use crate::draws::Draws;
use crate::ground::Ground;
use crate::moving::Moving;
use crate::population::Present;
use crate::words::{Read, Words};
use navigant_crowd::Crowd;
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
    /// The obstacles on their way.
    moving: Vec<Moving>,
    /// How many of the given edits were made.
    begun: usize,
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
            moving: Vec::new(),
            begun: 0,
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
        words.list(self.moving.iter(), |words, moving| moving.save(words));
        words.list(self.standing.iter(), |words, id| words.number(place(id)));
        words.real(self.due);
        self.ground.save(words);
        words.number(self.draws.state());
        words.number(self.made);
    }

    pub(crate) fn load(map: &Map, scenario: &Scenario, present: &Present, words: &mut Read<'_>) -> Option<Edits> {
        let obstacles: Vec<ObstacleId> = map.obstacles().collect();
        let obstacle = |place: u64| obstacles.get(usize::try_from(place).ok()?).copied();
        let made_of_given = words.number().and_then(|n| usize::try_from(n).ok())?;
        let given = scenario.edits.get(made_of_given..)?.iter().cloned().collect();
        let all: Vec<Option<&str>> = named(scenario).collect();
        let names = words.list(|words| {
            let name = all.get(usize::try_from(words.number()?).ok()?).copied()??;
            Some((name.to_owned(), obstacle(words.number()?)?))
        })?;
        let sent_by = |edit: usize| match scenario.edits.get(..made_of_given)?.get(edit)?.change.value {
            EditKind::MoveAlong(ref name, _, speed) => Some((name.as_str(), speed)),
            _ => None,
        };
        let moving = words.list(|words| Moving::load(sent_by, map, present, words))?;
        let standing = words.list(|words| words.number().map(obstacle))?;
        let due = words.real().filter(|due| (0.0..=1e9).contains(due))?;
        let ground = Ground::load(map, None, words)?;
        let (draws, made) = (Draws::new(words.word()?), words.number()?);
        Some(Edits {
            given,
            names: names.into_iter().collect(),
            moving,
            begun: made_of_given,
            random: scenario.random_edits,
            standing: standing.into_iter().collect::<Option<_>>()?,
            due,
            ground,
            draws,
            made,
        })
    }

    /// Makes the edits of a step that begins at a time and lasts `dt` seconds.
    pub(crate) fn make(&mut self, map: &mut Map, crowd: &mut Crowd, now: f64, dt: f64) -> Result<(), FileError> {
        // Half a step early rather than late for no reason but rounding.
        while let Some(edit) = self.given.pop_front_if(|edit| edit.at < now + 0.5 * dt) {
            self.make_given(map, crowd, &edit)?;
            self.made += 1;
            self.begun += 1;
        }
        self.move_on(map, crowd, dt);
        let Some(random) = self.random else { return Ok(()) };
        self.due += random.per_second * dt;
        while self.due >= 1.0 {
            self.due -= 1.0;
            self.made += u64::from(self.make_random(map, &random));
        }
        Ok(())
    }

    /// How many agents are bodies of obstacles on their way.
    pub(crate) fn bodies(&self) -> usize {
        self.moving.iter().map(Moving::bodies).sum()
    }

    /// Lets those go on that are on their way; who has got to its end stands there.
    fn move_on(&mut self, map: &mut Map, crowd: &mut Crowd, dt: f64) {
        for mut moving in std::mem::take(&mut self.moving) {
            if !moving.go_on(map, crowd, dt) {
                self.moving.push(moving);
                continue;
            }
            moving.dissolve(crowd);
            // Its outline was one before, and where it ends is on the map.
            if let Ok(id) = map.insert(&moving.outline()) {
                self.names.insert(moving.name, id);
                self.made += 1;
            }
        }
    }

    /// Lets an obstacle stand where it is, if it is on its way.
    fn stop(&mut self, map: &mut Map, crowd: &mut Crowd, name: &str) {
        let Some(at) = self.moving.iter().position(|moving| moving.name == name) else { return };
        let mut moving = self.moving.remove(at);
        moving.dissolve(crowd);
        if let Ok(id) = map.insert(&moving.outline()) {
            self.names.insert(moving.name, id);
        }
    }

    /// Where an obstacle of a name is that stands or is on its way; it is neither any more.
    fn take(&mut self, map: &mut Map, crowd: &mut Crowd, name: &str) -> Option<Vec<Point>> {
        if let Some(at) = self.moving.iter().position(|moving| moving.name == name) {
            let mut moving = self.moving.remove(at);
            moving.dissolve(crowd);
            return Some(moving.ring_there());
        }
        let id = self.names.remove(name)?;
        let ring = map.outline(id).ok()?.into_iter().next().map(|(_, ring)| ring)?;
        map.remove(id).is_ok().then_some(ring)
    }

    fn make_given(&mut self, map: &mut Map, crowd: &mut Crowd, edit: &Edit) -> Result<(), FileError> {
        match &edit.change.value {
            EditKind::Insert(outline, name) => {
                let id = map.insert(outline).map_err(|reason| edit.change.refuse(reason.to_string()))?;
                if let Some(name) = name {
                    self.names.insert(name.clone(), id);
                }
            }
            EditKind::Move(name, to) => {
                self.stop(map, crowd, name);
                let id =
                    self.names.get(name).copied().ok_or_else(|| edit.change.refuse(format!("there is no {name:?}")))?;
                let outline = moved(map, id, *to).ok_or_else(|| edit.change.refuse(format!("there is no {name:?}")))?;
                map.move_to(id, &outline).map_err(|reason| edit.change.refuse(reason.to_string()))?;
            }
            EditKind::MoveAlong(name, path, speed) => {
                let ring = self.take(map, crowd, name);
                let set_out = ring.and_then(|ring| Moving::set_out(name.clone(), self.begun, &ring, path, *speed));
                let moving = set_out.ok_or_else(|| edit.change.refuse(format!("there is no {name:?}")))?;
                if let Some(at) = moving.blocked_at(map) {
                    return Err(edit
                        .change
                        .refuse(format!("{name:?} cannot get to {at}: there is a wall on its path")));
                }
                self.moving.push(moving);
            }
            EditKind::Remove(name) => {
                if self.take(map, crowd, name).is_none() {
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
        EditKind::Remove(_) | EditKind::Move(..) | EditKind::MoveAlong(..) => None,
    })
}
