//! Beliefs: each agent plans on the obstacles that it has seen, been told of, or inferred from others who turned back.
//!
//! An obstacle has a lifetime, and two facts can be known about it: that it *came* and that it *went*. An agent believes in an
//! obstacle if it knows the first and not the second, be it there or not: one that has gone and is still believed in is a *ghost*.
//! Facts are only added, so whatever an agent learns, from whomever and in whatever order, is a union of sets of bits. That makes
//! a step the same for any number of threads. Old news is not told from fresh: who has never heard of an obstacle believes
//! somebody who has not heard that it went.
//!
//! An obstacle is *contested* while agents may differ about it: it is there and somebody does not know, or it has gone and
//! somebody believes in it. Contested obstacles have a bit each in two words of every agent; once all agree, the bit is free
//! again. All other obstacles are common knowledge, and cost nothing.
//!
//! Routes are searched for in the [believed map](believed::Believed): a copy of the map in which contested obstacles are inserted
//! and removed as the agent believes. So a route is exactly the shortest for what the agent knows, for a disc of any radius,
//! and the map follows from the set of its outlines, whoever planned before. Where agents walk, the real map holds.
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
mod learn;
mod saved;

pub(crate) use believed::Believed;
use believed::outline_of;

use crate::agent::AgentId;
use crate::columns::Traits;
use crate::edit::Edit;
use navigant_geometry::Bounds;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Effect, Map, ObstacleId, Revision};
use std::collections::BTreeMap;

/// Contested obstacles at most, before the oldest news is announced.
const MOST: usize = 96;
/// Bits for them: some more, for what comes in one step.
const SLOTS: usize = 128;

/// How news of obstacles that come and go passes between agents; all in metres.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rumour {
    /// Which obstacle; `None` for one that had gone when the crowd was saved and loaded.
    pub obstacle: Option<ObstacleId>,
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
    /// By the index of an agent's id.
    rows: Vec<Row>,
    /// Taken out while plans are made.
    pub(crate) believed: Option<Box<Believed>>,
}

/// A contested obstacle.
#[derive(Clone, Copy, Debug)]
struct Fact {
    /// Its id; unknown after loading if it had gone.
    obstacle: Option<ObstacleId>,
    /// The version of the map in which it came.
    since: u64,
    /// Where it is.
    edit: Edit,
    /// The step in which it became contested.
    noted: u32,
    is_there: bool,
    /// It was common knowledge that it is there.
    was_common: bool,
}

/// What an agent knows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Row {
    id: AgentId,
    /// The obstacles of which it knows that they came, and that they went.
    came: u128,
    went: u128,
    /// The obstacle that cut its route last.
    cut_by: Option<u8>,
    /// The obstacle for which it has turned back, and until which step that shows.
    turned: Option<(u8, u32)>,
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
            facts: vec![None; SLOTS],
            rows: Vec::new(),
            believed: Some(Box::new(Believed::of(map, SLOTS))),
        })
    }

    /// The obstacles that an agent believes in, of those that are contested.
    pub(crate) fn belief(&self, id: AgentId) -> u128 {
        self.row(id).map_or(self.common_bits(), |row| row.came & !row.went)
    }

    /// Whether a line is cut by something that is there and that an agent does not know.
    pub(crate) fn hides(&self, id: AgentId, from: Offset, to: Offset, distance: f64) -> bool {
        let believes = self.belief(id);
        self.contested()
            .any(|(bit, fact)| fact.is_there && believes & 1 << bit == 0 && fact.edit.is_near(from, to, distance))
    }

    /// Whether an agent believes in an obstacle; `None` if all agree.
    pub(crate) fn believes(&self, id: AgentId, obstacle: ObstacleId) -> Option<bool> {
        let (bit, _) = self.contested().filter(|(_, fact)| fact.obstacle == Some(obstacle)).last()?;
        Some(self.belief(id) & 1 << bit != 0)
    }

    /// All that is contested, the longest first.
    pub(crate) fn rumours(&self, agents: &[Traits]) -> Vec<Rumour> {
        let mut facts: Vec<(usize, &Fact)> = self.contested().collect();
        facts.sort_by_key(|(bit, fact)| (fact.noted, *bit));
        let rumour = |(bit, fact): (usize, &Fact)| {
            let believers = agents.iter().filter(|agent| self.belief(agent.id) & 1 << bit != 0).count();
            Rumour { obstacle: fact.obstacle, is_there: fact.is_there, believers, others: agents.len() - believers }
        };
        facts.into_iter().map(rumour).collect()
    }

    fn row(&self, id: AgentId) -> Option<&Row> {
        self.rows.get(id.index()).filter(|row| row.id == id)
    }

    fn row_mut(&mut self, id: AgentId) -> Option<&mut Row> {
        self.rows.get_mut(id.index()).filter(|row| row.id == id)
    }

    fn contested(&self) -> impl Iterator<Item = (usize, &Fact)> {
        self.facts.iter().enumerate().filter_map(|(bit, fact)| Some((bit, fact.as_ref()?)))
    }

    /// What a newcomer believes in.
    fn common_bits(&self) -> u128 {
        self.contested().filter(|(_, fact)| fact.was_common).fold(0, |bits, (bit, _)| bits | 1 << bit)
    }

    /// The oldest news, if there is too much.
    fn announced(&self) -> u128 {
        let mut ages: Vec<(u32, usize)> = self.contested().map(|(bit, fact)| (fact.noted, bit)).collect();
        ages.sort_unstable();
        let too_many = ages.len().saturating_sub(MOST);
        ages[..too_many].iter().fold(0, |bits, (_, bit)| bits | 1 << bit)
    }

    /// Compares the obstacles of the map with those of the last step.
    fn follow(&mut self, map: &Map, now: u32) {
        if self.revision == map.revision() {
            return;
        }
        self.revision = map.revision();
        let there: BTreeMap<ObstacleId, u64> = standing(map).collect();
        for fact in self.facts.iter_mut().flatten() {
            fact.is_there &= fact.obstacle.and_then(|id| there.get(&id)) == Some(&fact.since);
        }
        let gone = self.common.iter().filter(|(id, (since, _))| there.get(id) != Some(since));
        for (id, (since, own)) in gone.map(|(id, known)| (*id, *known)).collect::<Vec<_>>() {
            self.common.remove(&id);
            self.contest_gone(map, id, since, own, now);
        }
        for (id, since) in there {
            let is_contested =
                self.contested().any(|(_, fact)| fact.is_there && fact.obstacle == Some(id) && fact.since == since);
            if !is_contested && !self.common.contains_key(&id) {
                self.contest_new(map, id, since, now);
            }
        }
    }

    /// An obstacle that all believe in has gone.
    fn contest_gone(&mut self, map: &Map, obstacle: ObstacleId, since: u64, own: ObstacleId, now: u32) {
        let Some(believed) = &mut self.believed else { return };
        let Some(bit) = self.facts.iter().position(Option::is_none) else { return believed.forget(own) };
        let Some(bounds) = believed.contest(bit, own) else { return };
        let fact = Fact::new(map, Some(obstacle), since, bounds, now);
        self.facts[bit] = Some(Fact { is_there: false, was_common: true, ..fact });
        self.rows.iter_mut().for_each(|row| row.came |= 1 << bit);
    }

    /// An obstacle has come of which nobody knows.
    fn contest_new(&mut self, map: &Map, obstacle: ObstacleId, since: u64, now: u32) {
        let Some(believed) = &mut self.believed else { return };
        let Some(outline) = map.outline(obstacle).ok().as_deref().and_then(outline_of) else { return };
        let Some(bit) = self.facts.iter().position(Option::is_none) else {
            if let Some(own) = believed.insert(&outline) {
                self.common.insert(obstacle, (since, own));
            }
            return;
        };
        let Some(bounds) = believed.suggest(bit, outline) else { return };
        self.facts[bit] = Some(Fact::new(map, Some(obstacle), since, bounds, now));
    }

    /// Gives newcomers what everybody knows.
    fn admit(&mut self, agents: &[Traits]) {
        let came = self.common_bits();
        for agent in agents {
            let at = agent.id.index();
            if at >= self.rows.len() {
                self.rows.resize(at + 1, Row::default());
            }
            if self.rows[at].id != agent.id {
                self.rows[at] = Row { id: agent.id, came, ..Row::default() };
            }
        }
    }

    /// Frees the bits of obstacles about which all agree.
    fn settle(&mut self, agents: &[Traits]) {
        let (mut by_all, mut by_any) = (u128::MAX, 0);
        for row in agents.iter().filter_map(|agent| self.row(agent.id)) {
            let believes = row.came & !row.went;
            (by_all, by_any) = (by_all & believes, by_any | believes);
        }
        let mut settled = 0;
        for bit in 0..self.facts.len() {
            let Some(fact) = self.facts[bit] else { continue };
            let agrees = if fact.is_there { by_all } else { !by_any };
            if agrees & 1 << bit == 0 {
                continue;
            }
            let own = self.believed.as_mut().and_then(|believed| believed.settle(bit, fact.is_there));
            if let (Some(own), Some(obstacle)) = (own, fact.obstacle) {
                self.common.insert(obstacle, (fact.since, own));
            }
            (self.facts[bit], settled) = (None, settled | 1 << bit);
        }
        if settled != 0 {
            self.rows.iter_mut().for_each(|row| row.forget(settled));
        }
    }
}

impl Fact {
    fn new(map: &Map, obstacle: Option<ObstacleId>, since: u64, bounds: Bounds, noted: u32) -> Fact {
        let edit = Edit::of(map, bounds, Effect::Either);
        Fact { obstacle, since, edit, noted, is_there: true, was_common: false }
    }
}

impl Row {
    fn forget(&mut self, bits: u128) {
        (self.came, self.went) = (self.came & !bits, self.went & !bits);
        self.cut_by = self.cut_by.filter(|bit| bits & 1 << bit == 0);
        self.turned = self.turned.filter(|(bit, _)| bits & 1 << bit == 0);
    }
}

/// The obstacles of a map, and since which version they stand.
fn standing(map: &Map) -> impl Iterator<Item = (ObstacleId, u64)> + '_ {
    map.obstacles().filter_map(|id| Some((id, map.standing_since(id).ok()?)))
}
