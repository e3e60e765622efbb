//! Beliefs: each agent plans on the obstacles that it has seen, been told of, or inferred from others who turned back.
//!
//! An obstacle has a lifetime, and two facts can be known about it: that it *came* and that it *went*. An agent believes in an
//! obstacle if it knows the first and not the second, be it there or not: one that has gone and is still believed in is a *ghost*.
//! Facts are only added, so whatever an agent learns, from whomever and in whatever order, is a union of sets of bits. That makes
//! a step the same for any number of threads. Old news is not told from fresh: who has never heard of an obstacle believes
//! somebody who has not heard that it went.
//!
//! An obstacle is *contested* while agents may differ about it: it is there and somebody does not know, or it has gone and
//! somebody believes in it. Contested obstacles have a [bit each in two sets](known::Known) of every agent; once all agree, the bit
//! is free again. All other obstacles are common knowledge, and cost nothing.
//!
//! Routes are searched for in the [believed map](believed::Believed): a copy of the map in which contested obstacles are inserted
//! and removed, [as far as they decide a route](search). So a route is exactly the shortest for what the agent knows, for a disc of
//! any radius. Where agents walk, the real map holds.
//!
//! | news | when |
//! |---|---|
//! | by sight | an agent sees the place of an obstacle from no farther than [`News::sight`] |
//! | by contact | somebody who knows is in view and no farther than [`News::contact`] |
//! | by inference | somebody in view, no farther than [`News::turning`], comes towards the agent after it has turned back for an obstacle, and that cuts the agent's own route |
//!
//! A newcomer knows what everybody knew when it came. Only routes follow beliefs: the fields of shared goals know the whole map.
//! If more than [`MOST`] obstacles are contested, the oldest news is announced to all; then agents elsewhere matter.

mod believed;
mod known;
mod learn;
mod saved;
mod search;
mod tellers;

pub(crate) use believed::Believed;
use believed::outline_of;
use known::Known;

use crate::agent::AgentId;
use crate::columns::Traits;
use crate::edit::Edit;
use crate::edit_index::EditIndex;
use crate::route::{Bend, box_around};
use crate::tuning::news::{FACT_SLOTS, MOST};
use crate::tuning::notice::CUT_DISTANCE;
use navigant_geometry::Bounds;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Effect, Map, ObstacleId, Revision};
use std::collections::BTreeMap;

/// How news of obstacles that come and go passes between agents; all in metres.
///
/// ```
/// use navigant_crowd::{Agent, Crowd, News};
/// use navigant_mesh::{Map, Outline};
///
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 20.0]))?;
/// let mut crowd = Crowd::new(&map).with_news(&map, News { sight: 15.0, ..News::default() })?;
/// let anna = crowd.add(&map, &Agent::new([2.0, 10.0]).with_goal([58.0, 10.0]))?;
/// let crate_ = map.insert(&Outline::rectangle([40.0, 5.0], [42.0, 15.0]))?;
/// crowd.step(&map, Crowd::DT)?;
/// // It is 38 m away: she does not know of it, and does not turn aside.
/// assert_eq!(crowd.believes(anna, crate_), Ok(Some(false)));
/// assert_eq!(crowd.way(anna)?.len(), 2);
/// (0..250).try_for_each(|_| crowd.step(&map, Crowd::DT).map(drop))?;
/// // She has seen it, and all agree about it.
/// assert_eq!(crowd.believes(anna, crate_), Ok(None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct News {
    /// From how far away an agent sees that an obstacle is there, or is not.
    pub sight: f64,
    /// How near somebody has to be to tell what it knows; 0: nobody tells.
    pub contact: f64,
    /// From how far away one infers why somebody has turned back; 0: never.
    pub turning: f64,
}

impl Default for News {
    fn default() -> News {
        News { sight: 15.0, contact: 1.5, turning: 6.0 }
    }
}

/// Why a crowd cannot have beliefs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadNews {
    /// A distance is negative, infinite or not a number; a distance of sight of 0 lets agents walk into what they cannot see.
    Distance,
    /// The map has several layers.
    Layers,
    /// The map is not the crowd's.
    OtherMap,
}

impl std::fmt::Display for BadNews {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            BadNews::Distance => "distances of news must be finite and not negative, and the distance of sight above 0",
            BadNews::Layers => "agents cannot have beliefs of their own on a map of several layers",
            BadNews::OtherMap => "the map is not the crowd's",
        })
    }
}

impl std::error::Error for BadNews {}

/// How many agents believe in an obstacle that is contested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rumour {
    /// Which obstacle; `None` for one that was moved elsewhere, or that had gone when the crowd was saved and loaded.
    pub obstacle: Option<ObstacleId>,
    /// The box around it.
    pub bounds: Bounds,
    /// Whether it is there.
    pub is_there: bool,
    /// How many believe in it.
    pub believers: usize,
    /// How many do not.
    pub others: usize,
}

/// What the agents of a crowd know.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge {
    news: News,
    /// The map whose obstacles were compared last.
    revision: Revision,
    /// The obstacles that are common knowledge: since which version they stand, and their ids in the believed map.
    common: BTreeMap<ObstacleId, (u64, ObstacleId)>,
    /// The contested obstacles, by bit.
    facts: Vec<Option<Fact>>,
    /// Those of them that are there: since which version they stand.
    there: BTreeMap<ObstacleId, u64>,
    /// By the index of an agent's id.
    rows: Vec<Row>,
    /// The same: what it knows of the contested obstacles.
    known: Known,
    /// The contested obstacles by where they are seen from, and their bits; made when it is asked for after a change.
    seen_from: Option<(EditIndex, Vec<usize>)>,
    /// Taken out while plans are made.
    pub(crate) believed: Option<Box<Believed>>,
}

/// A contested obstacle.
#[derive(Clone, Copy, Debug)]
struct Fact {
    /// Its id; none if it was moved elsewhere, and not known after loading if it had gone.
    obstacle: Option<ObstacleId>,
    /// The version of the map in which it came.
    since: u64,
    /// Where it is.
    bounds: Bounds,
    edit: Edit,
    /// The step in which it became contested.
    noted: u32,
    is_there: bool,
    /// It was common knowledge that it is there.
    was_common: bool,
}

/// An agent that may know something, and why it went elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Row {
    id: AgentId,
    /// The obstacle that cut its route last.
    cut_by: Option<u16>,
    /// The obstacle for which it has turned back, and until which step that shows.
    turned: Option<(u16, u32)>,
}

impl Knowledge {
    pub(crate) fn new(map: &Map, news: News) -> Result<Knowledge, BadNews> {
        let is_distance = |distance: f64| (0.0..f64::INFINITY).contains(&distance);
        if !(is_distance(news.contact) && is_distance(news.turning) && is_distance(news.sight) && news.sight > 0.0) {
            return Err(BadNews::Distance);
        }
        if map.layer_count() > 1 {
            return Err(BadNews::Layers);
        }
        Ok(Knowledge {
            news,
            revision: map.revision(),
            common: standing(map).map(|(id, since)| (id, (since, id))).collect(),
            facts: Vec::new(),
            there: BTreeMap::new(),
            rows: Vec::new(),
            known: Known::default(),
            seen_from: None,
            believed: Some(Box::new(Believed::of(map))),
        })
    }

    pub(crate) fn news(&self) -> News {
        self.news
    }

    /// Whether an agent believes in a contested obstacle.
    fn believes_in(&self, id: AgentId, bit: usize, fact: &Fact) -> bool {
        // A newcomer knows what everybody knew.
        self.row_of(id).map_or(fact.was_common, |at| self.known.believes(at, bit))
    }

    /// The contested obstacles that an agent believes in and that cut a route, ascending; the radius is in lattice steps.
    fn believed_cuts(&self, id: AgentId, from: Offset, bends: &[Bend], to: Offset, radius: f64) -> Vec<usize> {
        // Two steps more, for rounding.
        let distance = CUT_DISTANCE * radius + 2.0;
        let around = box_around(from, bends, to, distance);
        let cuts = self.contested().filter(|(bit, fact)| {
            fact.edit.touches(around)
                && self.believes_in(id, *bit, fact)
                && fact.edit.cuts(from, bends, to, distance, 0.0)
        });
        cuts.map(|(bit, _)| bit).collect()
    }

    /// Whether a line is cut by something that is there and that an agent does not know.
    pub(crate) fn hides(&self, id: AgentId, from: Offset, to: Offset, distance: f64) -> bool {
        self.contested().any(|(bit, fact)| {
            fact.is_there && fact.edit.is_near(from, to, distance) && !self.believes_in(id, bit, fact)
        })
    }

    /// Whether an agent believes in an obstacle; `None` if all agree.
    pub(crate) fn believes(&self, id: AgentId, obstacle: ObstacleId) -> Option<bool> {
        let (bit, fact) = self.contested().find(|(_, fact)| fact.obstacle == Some(obstacle))?;
        Some(self.believes_in(id, bit, fact))
    }

    /// About how many contested obstacles an agent is wrong; nothing if none is contested.
    pub(crate) fn mistakes(&self, id: AgentId) -> Option<usize> {
        self.contested().next()?;
        Some(self.contested().filter(|(bit, fact)| self.believes_in(id, *bit, fact) != fact.is_there).count())
    }

    /// All that is contested, the longest first.
    pub(crate) fn rumours(&self, agents: &[Traits]) -> Vec<Rumour> {
        let mut facts: Vec<(usize, &Fact)> = self.contested().collect();
        facts.sort_by_key(|(bit, fact)| (fact.noted, *bit));
        let rumour = |(bit, fact): (usize, &Fact)| {
            let believers = agents.iter().filter(|agent| self.believes_in(agent.id, bit, fact)).count();
            let (obstacle, bounds, is_there) = (fact.obstacle, fact.bounds, fact.is_there);
            Rumour { obstacle, bounds, is_there, believers, others: agents.len() - believers }
        };
        facts.into_iter().map(rumour).collect()
    }

    /// The place of an agent's sets.
    fn row_of(&self, id: AgentId) -> Option<usize> {
        self.rows.get(id.index()).filter(|row| row.id == id).map(|_| id.index())
    }

    fn row_mut(&mut self, id: AgentId) -> Option<&mut Row> {
        self.rows.get_mut(id.index()).filter(|row| row.id == id)
    }

    fn contested(&self) -> impl Iterator<Item = (usize, &Fact)> {
        self.facts.iter().enumerate().filter_map(|(bit, fact)| Some((bit, fact.as_ref()?)))
    }

    fn fact(&self, bit: usize) -> Option<&Fact> {
        self.facts.get(bit)?.as_ref()
    }

    /// What a newcomer believes in, as a set.
    fn common_set(&self) -> Vec<u64> {
        let mut set = vec![0; self.known.width()];
        for (bit, _) in self.contested().filter(|(_, fact)| fact.was_common) {
            if let Some(word) = set.get_mut(bit / 64) {
                *word |= 1 << (bit % 64);
            }
        }
        set
    }

    /// The bits of the oldest news, if there is too much.
    fn announced(&self) -> Vec<usize> {
        let mut ages: Vec<(u32, usize)> = self.contested().map(|(bit, fact)| (fact.noted, bit)).collect();
        let too_many = ages.len().saturating_sub(MOST);
        if too_many > 0 {
            ages.sort_unstable();
        }
        ages[..too_many].iter().map(|(_, bit)| *bit).collect()
    }

    /// Compares the obstacles of the map with those of the last step.
    fn follow(&mut self, map: &Map, now: u32) {
        if self.revision == map.revision() {
            return;
        }
        self.revision = map.revision();
        let stands = |id: ObstacleId, since: u64| map.standing_since(id) == Ok(since);
        for fact in self.facts.iter_mut().flatten() {
            fact.is_there &= fact.obstacle.is_some_and(|id| stands(id, fact.since));
            // The place that was left is none of the obstacle's any more.
            fact.obstacle = fact.obstacle.filter(|&id| fact.is_there || map.standing_since(id).is_err());
        }
        self.there.retain(|&id, &mut since| stands(id, since));
        let gone = self.common.iter().filter(|(id, (since, _))| !stands(**id, *since));
        for (id, (since, own)) in gone.map(|(id, known)| (*id, *known)).collect::<Vec<_>>() {
            self.common.remove(&id);
            self.contest_gone(map, id, since, own, now);
        }
        for (id, since) in standing(map) {
            let is_common = self.common.get(&id).is_some_and(|known| known.0 == since);
            if !is_common && self.there.get(&id) != Some(&since) {
                self.contest_new(map, id, since, now);
            }
        }
    }

    /// A bit that is free, if there is one, and room for it in all sets.
    fn free_bit(&mut self) -> Option<usize> {
        let bit = self.facts.iter().position(Option::is_none).unwrap_or(self.facts.len());
        if bit >= FACT_SLOTS {
            return None;
        }
        if bit == self.facts.len() {
            self.facts.push(None);
        }
        self.known.reserve(self.rows.len(), self.facts.len());
        self.seen_from = None;
        Some(bit)
    }

    /// An obstacle that all believe in has gone.
    fn contest_gone(&mut self, map: &Map, obstacle: ObstacleId, since: u64, own: ObstacleId, now: u32) {
        let bit = self.free_bit();
        let Some(believed) = &mut self.believed else { return };
        let Some(bit) = bit else { return believed.forget(own) };
        let Some(bounds) = believed.contest(bit, own) else { return };
        let obstacle = Some(obstacle).filter(|&id| map.standing_since(id).is_err());
        let fact = Fact::new(map, obstacle, since, bounds, now);
        self.facts[bit] = Some(Fact { is_there: false, was_common: true, ..fact });
        (0..self.rows.len()).for_each(|at| self.known.learn(at, bit, false));
    }

    /// An obstacle has come of which nobody knows.
    fn contest_new(&mut self, map: &Map, obstacle: ObstacleId, since: u64, now: u32) {
        let bit = self.free_bit();
        let Some(believed) = &mut self.believed else { return };
        let Some(outline) = map.outline(obstacle).ok().as_deref().and_then(outline_of) else { return };
        let Some(bit) = bit else {
            if let Some(own) = believed.insert(&outline) {
                self.common.insert(obstacle, (since, own));
            }
            return;
        };
        let Some(bounds) = believed.suggest(bit, outline) else { return };
        self.facts[bit] = Some(Fact::new(map, Some(obstacle), since, bounds, now));
        self.there.insert(obstacle, since);
    }

    /// Gives newcomers what everybody knows.
    fn admit(&mut self, agents: &[Traits]) {
        let rows = agents.iter().map(|agent| agent.id.index() + 1).max().unwrap_or(0).max(self.rows.len());
        self.rows.resize(rows, Row::default());
        self.known.reserve(rows, self.facts.len());
        let newcomers = agents.iter().filter(|agent| self.rows[agent.id.index()].id != agent.id);
        let newcomers: Vec<AgentId> = newcomers.map(|agent| agent.id).collect();
        if newcomers.is_empty() {
            return;
        }
        let common = self.common_set();
        for id in newcomers {
            self.rows[id.index()] = Row { id, ..Row::default() };
            self.known.set(id.index(), &common, &[]);
        }
    }

    /// Brings the index of where obstacles are seen from up to date; the distance of sight is in lattice steps.
    fn index(&mut self, sight: f64) {
        if self.seen_from.is_none() {
            let (bits, edits): (Vec<usize>, Vec<Edit>) = self.contested().map(|(bit, fact)| (bit, fact.edit)).unzip();
            self.seen_from = EditIndex::of(&edits, sight).map(|index| (index, bits));
        }
    }

    /// The contested obstacles that may be in sight of a place, and some others.
    fn seen_from(&self, place: Offset) -> impl Iterator<Item = (usize, &Fact)> {
        let indexed = self.seen_from.iter().flat_map(move |(index, bits)| {
            index.near(place).filter_map(|at| bits.get(at)).filter_map(|&bit| Some((bit, self.fact(bit)?)))
        });
        // Without an index, all.
        let all = if self.seen_from.is_some() { 0 } else { self.facts.len() };
        indexed.chain(self.contested().take(all))
    }

    /// Frees the bits of obstacles about which all agree.
    fn settle(&mut self, agents: &[Traits]) {
        let width = self.known.width();
        let (mut by_all, mut by_any) = (vec![u64::MAX; width], vec![0; width]);
        for at in agents.iter().filter_map(|agent| self.row_of(agent.id)) {
            let (came, went) = self.known.sets(at);
            for word in 0..width {
                let believes = came[word] & !went[word];
                (by_all[word], by_any[word]) = (by_all[word] & believes, by_any[word] | believes);
            }
        }
        for bit in 0..self.facts.len() {
            let Some(fact) = self.facts[bit] else { continue };
            let agrees = if fact.is_there { known::has(&by_all, bit) } else { !known::has(&by_any, bit) };
            if !agrees {
                continue;
            }
            let own = self.believed.as_mut().and_then(|believed| believed.settle(bit, fact.is_there));
            if let (Some(own), Some(obstacle)) = (own, fact.obstacle) {
                self.common.insert(obstacle, (fact.since, own));
            }
            if let (true, Some(obstacle)) = (fact.is_there, fact.obstacle) {
                self.there.remove(&obstacle);
            }
            self.facts[bit] = None;
            self.seen_from = None;
            self.known.forget(bit);
            self.rows.iter_mut().for_each(|row| row.forget(bit));
        }
    }
}

impl Fact {
    fn new(map: &Map, obstacle: Option<ObstacleId>, since: u64, bounds: Bounds, noted: u32) -> Fact {
        let edit = Edit::of(map, bounds, Effect::Either);
        Fact { obstacle, since, bounds, edit, noted, is_there: true, was_common: false }
    }
}

impl Row {
    fn forget(&mut self, bit: usize) {
        self.cut_by = self.cut_by.filter(|&other| usize::from(other) != bit);
        self.turned = self.turned.filter(|&(other, _)| usize::from(other) != bit);
    }
}

/// The obstacles of a map, and since which version they stand.
fn standing(map: &Map) -> impl Iterator<Item = (ObstacleId, u64)> + '_ {
    map.obstacles().filter_map(|id| Some((id, map.standing_since(id).ok()?)))
}
