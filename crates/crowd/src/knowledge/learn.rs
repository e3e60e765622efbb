//! How news passes: by sight, by contact and by inference, and what it means for the routes of those who learn it.
//!
//! Everybody learns from what the others knew before the step, and only adds to what it knows itself.

use super::{BadNews, Knowledge, News, Row, Rumour};
use crate::agent::AgentId;
use crate::columns::Columns;
use crate::crowd::Crowd;
use crate::error::UnknownAgent;
use crate::planning_state::{Event, Request};
use crate::route::{Bend, Routes};
use crate::tuning::news::{CLOSE, MEETING_INTERVAL, OPPOSITE, SETTLING_INTERVAL, TURNED_STEPS};
use crate::tuning::notice::{CUT_DISTANCE, LOOK_INTERVAL};
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, ObstacleId};
use rayon::prelude::*;

impl Crowd {
    /// The same crowd whose agents plan on what they believe instead of on the whole map ([`News`]); all know the map as it is
    /// now. [`Planning::notice`](crate::Planning::notice) has no effect then.
    ///
    /// # Errors
    /// [`BadNews`].
    pub(crate) fn with_news(mut self, map: &Map, news: News) -> Result<Crowd, BadNews> {
        if *map.lattice() != self.lattice {
            return Err(BadNews::OtherMap);
        }
        self.knowledge = Some(Box::new(Knowledge::new(map, news)?));
        Ok(self)
    }

    /// Whether an agent believes in an obstacle; `None` if all agents agree about it, or it is not known to the crowd.
    ///
    /// # Errors
    /// [`UnknownAgent`].
    pub(crate) fn believes(&self, id: AgentId, obstacle: ObstacleId) -> Result<Option<bool>, UnknownAgent> {
        self.slot(id)?;
        Ok(self.knowledge.as_ref().and_then(|knowledge| knowledge.believes(id, obstacle)))
    }

    /// The obstacles about which agents differ, the longest first.
    pub(crate) fn rumours(&self) -> Vec<Rumour> {
        self.knowledge.as_ref().map_or_else(Vec::new, |knowledge| knowledge.rumours(&self.columns.traits))
    }

    /// Lets agents learn what came and went, and ask for other routes where that concerns theirs.
    pub(crate) fn learn(&mut self, map: &Map) {
        let Some(mut knowledge) = self.knowledge.take() else { return };
        let now = self.steps as u32;
        knowledge.follow(map, now);
        if knowledge.contested().next().is_some() {
            knowledge.admit(&self.columns.traits);
            self.pass_news(map, &mut knowledge, now);
            if now.is_multiple_of(SETTLING_INTERVAL) {
                knowledge.settle(&self.columns.traits);
            }
        }
        self.knowledge = Some(knowledge);
    }

    fn pass_news(&mut self, map: &Map, knowledge: &mut Knowledge, now: u32) {
        let (columns, routes, step) = (&self.columns, &self.routes, self.lattice.step());
        let tellers = now.is_multiple_of(MEETING_INTERVAL).then(|| Tellers::of(knowledge, columns, step));
        let listen = Listen { map, knowledge, columns, routes, tellers, announced: knowledge.announced(), step, now };
        let slots = (0..columns.len()).into_par_iter().with_min_len(256);
        let learnt: Vec<(usize, Learnt)> = slots.filter_map(|slot| Some((slot, listen.learnt(slot)?))).collect();
        for (slot, learnt) in learnt {
            self.take_in(slot, learnt, knowledge);
        }
    }

    /// Adds to what an agent knows, and lets it plan if that concerns its route.
    fn take_in(&mut self, slot: usize, learnt: Learnt, knowledge: &mut Knowledge) {
        let (place, travel) = (self.columns.motion[slot].place, self.columns.travel[slot]);
        let radius = f64::from(self.columns.traits[slot].radius) / self.lattice.step();
        let (mut events, mut cut_by) = ([None; 2], None);
        if travel.flow.is_none() && travel.plan.has_route() {
            let ahead = self.routes.ahead(&travel);
            for (bit, fact) in knowledge.contested() {
                let is_told = |bits: u128| bits & 1 << bit != 0;
                if is_told(learnt.came & !learnt.went)
                    && fact.edit.cuts(place, ahead, travel.target, CUT_DISTANCE * radius, 0.0)
                {
                    (events[0], cut_by) = (Some(Event::CutSeen), Some(bit as u8));
                }
                if is_told(learnt.went) {
                    let enough = (1.0 - self.planning.hysteresis) * self.routes.remaining(&travel, place);
                    let helps = fact.edit.length_by(place, travel.target) < enough;
                    let helped = matches!(events[1], Some(Event::OpeningSeen { helps: true }));
                    events[1] = Some(Event::OpeningSeen { helps: helps || helped });
                }
            }
        }
        if let Some(row) = knowledge.row_mut(self.id_at(slot)) {
            (row.came, row.went) = (row.came | learnt.came | learnt.went, row.went | learnt.went);
            row.cut_by = cut_by.or(row.cut_by);
        }
        events.into_iter().flatten().for_each(|event| self.happens(slot, event));
    }

    /// Notes who turns back for what it has learnt: others may infer why.
    pub(crate) fn note_turn(&mut self, slot: usize, from: Offset, new: &[Bend], target: Offset) {
        let travel = &self.columns.travel[slot];
        if self.knowledge.is_none() || travel.plan.request() != Request::Detour {
            return;
        }
        let first = |bends: &[Bend], end: Offset| bends.first().map_or(end, |bend| bend.corner()) - from;
        let (old, new) = (first(self.routes.ahead(travel), travel.target), first(new, target));
        let turns = old.dot(new) < OPPOSITE * old.length() * new.length();
        let (id, until) = (self.id_at(slot), self.steps as u32 + TURNED_STEPS);
        let row = self.knowledge.as_mut().and_then(|knowledge| knowledge.row_mut(id));
        if let Some(row) = row.filter(|_| turns) {
            row.turned = row.cut_by.map(|bit| (bit, until));
        }
    }
}

/// What an agent learns in a step.
#[derive(Clone, Copy, Default)]
struct Learnt {
    came: u128,
    went: u128,
}

/// What is needed to learn.
struct Listen<'c> {
    map: &'c Map,
    knowledge: &'c Knowledge,
    columns: &'c Columns,
    routes: &'c Routes,
    tellers: Option<Tellers>,
    announced: u128,
    step: f64,
    now: u32,
}

impl Listen<'_> {
    fn learnt(&self, slot: usize) -> Option<Learnt> {
        let id = self.columns.traits[slot].id;
        let own = self.knowledge.row(id)?;
        let mut learnt = self.seen(slot, own);
        if let Some(tellers) = &self.tellers {
            self.hear(slot, own, tellers, &mut learnt);
        }
        learnt.came &= !own.came;
        learnt.went &= !own.went;
        (learnt.came | learnt.went != 0).then_some(learnt)
    }

    /// What it sees, and what is announced.
    fn seen(&self, slot: usize, own: &Row) -> Learnt {
        let (motion, traits) = (&self.columns.motion[slot], &self.columns.traits[slot]);
        let is_turn = traits.id.turn().wrapping_add(self.now).is_multiple_of(LOOK_INTERVAL);
        let close = CLOSE * f64::from(traits.radius);
        let believes = own.came & !own.went;
        let mut learnt = Learnt::default();
        for (bit, fact) in self.knowledge.contested() {
            if (believes & 1 << bit != 0) == fact.is_there {
                continue;
            }
            let distance = fact.edit.distance(motion.place) * self.step;
            let sees = distance <= self.knowledge.news.sight
                && (is_turn || distance <= close)
                && fact.edit.is_seen_in_part(self.map, motion.place);
            if sees || self.announced & 1 << bit != 0 {
                let fresh = if fact.is_there { &mut learnt.came } else { &mut learnt.went };
                *fresh |= 1 << bit;
            }
        }
        learnt
    }

    /// What others tell it, and what it infers from where they go.
    fn hear(&self, slot: usize, own: &Row, tellers: &Tellers, learnt: &mut Learnt) {
        let motion = &self.columns.motion[slot];
        let News { contact, turning, .. } = self.knowledge.news;
        for teller in tellers.near(motion.place).filter(|&teller| teller != slot) {
            let other = &self.columns.motion[teller];
            let Some(row) = self.knowledge.row(self.columns.traits[teller].id) else { continue };
            let distance = (other.place - motion.place).length() * self.step;
            let told = Learnt { came: row.came & !own.came, went: row.went & !own.went };
            let sees = || self.map.sees(self.map.at_steps(motion.place), self.map.at_steps(other.place));
            if distance <= contact && told.came | told.went != 0 && sees() {
                learnt.came |= told.came;
                learnt.went |= told.went;
            }
            let Some((bit, until)) = row.turned.filter(|_| distance <= turning) else { continue };
            let (came, went) = (motion.velocity, other.velocity);
            let is_opposite = came.dot(went) < OPPOSITE as f32 * came.length() * went.length();
            let is_news = told.came & 1 << bit != 0 && until > self.now;
            if is_news && is_opposite && self.is_cut(slot, bit) && sees() {
                learnt.came |= 1 << bit;
            }
        }
    }

    /// Whether a contested obstacle cuts an agent's route.
    fn is_cut(&self, slot: usize, bit: u8) -> bool {
        let (place, travel) = (self.columns.motion[slot].place, &self.columns.travel[slot]);
        let radius = f64::from(self.columns.traits[slot].radius) / self.step;
        let fact = self.knowledge.facts.get(usize::from(bit)).and_then(Option::as_ref);
        fact.is_some_and(|fact| {
            fact.edit.cuts(place, self.routes.ahead(travel), travel.target, CUT_DISTANCE * radius, 0.0)
        })
    }
}

/// The agents that know more than a newcomer, by cell.
struct Tellers {
    /// One by the size of a cell, in steps.
    per_cell: f64,
    /// Cells and who is in them, sorted.
    sorted: Vec<([i64; 2], usize)>,
}

impl Tellers {
    fn of(knowledge: &Knowledge, columns: &Columns, step: f64) -> Tellers {
        let News { contact, turning, .. } = knowledge.news;
        let common = knowledge.common_bits();
        let knows_more = |id: AgentId| knowledge.row(id).is_some_and(|row| row.came != common || row.went != 0);
        let mut tellers = Tellers { per_cell: step / contact.max(turning).max(step), sorted: Vec::new() };
        if contact.max(turning) > 0.0 {
            let slots = columns.traits.iter().enumerate().filter(|(_, traits)| knows_more(traits.id));
            let cell = |slot: usize| tellers.cell(columns.motion[slot].place);
            tellers.sorted = slots.map(|(slot, _)| (cell(slot), slot)).collect();
            tellers.sorted.par_sort_unstable();
        }
        tellers
    }

    /// Those in the cells around a place.
    fn near(&self, place: Offset) -> impl Iterator<Item = usize> + use<'_> {
        let [x, y] = self.cell(place);
        (x - 1..=x + 1).flat_map(move |x| {
            let from = self.sorted.partition_point(|(cell, _)| *cell < [x, y - 1]);
            let column = self.sorted[from..].iter().take_while(move |(cell, _)| *cell <= [x, y + 1]);
            column.map(|(_, slot)| *slot)
        })
    }

    fn cell(&self, place: Offset) -> [i64; 2] {
        [(place.x * self.per_cell).floor() as i64, (place.y * self.per_cell).floor() as i64]
    }
}
