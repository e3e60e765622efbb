//! How news passes: by sight, by contact and by inference, and what it means for the routes of those who learn it.
//!
//! Everybody learns from what the others knew before the step, and only adds to what it knows itself.

use super::known::without;
use super::tellers::Tellers;
use super::{BadNews, Fact, Knowledge, News, Rumour};
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
    /// The same crowd whose agents plan on what they believe instead of on the whole map; all know the map as it is now. See
    /// [`News`] for how they learn of what changes; [`Planning::notice`](crate::Planning::notice) has no effect then.
    ///
    /// Only routes follow beliefs: the fields of shared goals know the whole map.
    ///
    /// # Errors
    /// [`BadNews`].
    pub fn with_news(mut self, map: &Map, news: News) -> Result<Crowd, BadNews> {
        if *map.lattice() != self.lattice {
            return Err(BadNews::OtherMap);
        }
        self.knowledge = Some(Box::new(Knowledge::new(map, news)?));
        Ok(self)
    }

    /// How news passes between agents, if each plans on what it believes.
    pub fn news(&self) -> Option<News> {
        self.knowledge.as_ref().map(|knowledge| knowledge.news())
    }

    /// Whether an agent believes in an obstacle, be it there or not; `None` if all agents agree with the map about it, or if it came
    /// or went since the last step.
    ///
    /// # Errors
    /// [`UnknownAgent`].
    pub fn believes(&self, id: AgentId, obstacle: ObstacleId) -> Result<Option<bool>, UnknownAgent> {
        self.slot(id)?;
        Ok(self.knowledge.as_ref().and_then(|knowledge| knowledge.believes(id, obstacle)))
    }

    /// The obstacles about which agents differ from each other or from the map, the longest first. Cost: linear in the number of
    /// agents for each.
    pub fn rumours(&self) -> Vec<Rumour> {
        self.knowledge.as_ref().map_or_else(Vec::new, |knowledge| knowledge.rumours(&self.columns.traits))
    }

    /// About how many obstacles an agent is wrong: that are there and that it does not know, or that have gone and that it believes in.
    /// Nothing if all agents agree with the map.
    ///
    /// # Errors
    /// [`UnknownAgent`].
    pub(crate) fn mistakes(&self, id: AgentId) -> Result<Option<usize>, UnknownAgent> {
        self.slot(id)?;
        Ok(self.knowledge.as_ref().and_then(|knowledge| knowledge.mistakes(id)))
    }

    /// Lets agents learn what came and went, and ask for other routes where that concerns theirs.
    pub(crate) fn learn(&mut self, map: &Map) {
        let Some(mut knowledge) = self.knowledge.take() else { return };
        let now = self.steps as u32;
        knowledge.follow(map, now);
        if knowledge.contested().next().is_some() {
            knowledge.admit(&self.columns.traits);
            knowledge.index(knowledge.news.sight / self.lattice.step());
            self.pass_news(map, &mut knowledge, now);
            if now.is_multiple_of(SETTLING_INTERVAL) {
                knowledge.settle(&self.columns.traits);
            }
        }
        self.knowledge = Some(knowledge);
    }

    fn pass_news(&mut self, map: &Map, knowledge: &mut Knowledge, now: u32) {
        let (columns, routes, step) = (&self.columns, &self.routes, self.lattice.step());
        let is_meeting = now.is_multiple_of(MEETING_INTERVAL);
        let meeting = is_meeting.then(|| Meeting::of(knowledge, columns, step, now));
        let announced = knowledge.announced();
        let listen = Listen { map, knowledge, columns, routes, meeting, announced, step, now };
        let slots = (0..columns.len()).into_par_iter().with_min_len(256);
        let learnt: Vec<(usize, Vec<Item>)> = slots.filter_map(|slot| Some((slot, listen.learnt(slot)?))).collect();
        for (slot, learnt) in learnt {
            self.take_in(slot, &learnt, knowledge);
        }
    }

    /// Adds to what an agent knows, and lets it plan if that concerns its route.
    fn take_in(&mut self, slot: usize, learnt: &[Item], knowledge: &mut Knowledge) {
        let id = self.id_at(slot);
        let (place, travel) = (self.columns.motion[slot].place, self.columns.travel[slot]);
        let radius = f64::from(self.columns.traits[slot].radius) / self.lattice.step();
        let (mut events, mut cut_by) = ([None; 3], None);
        let has_route = travel.flow.is_none() && travel.plan.has_route();
        let ahead = self.routes.ahead(&travel);
        let mut most_slack = 0.0;
        for &(bit, went) in learnt {
            let Some(fact) = knowledge.fact(bit).filter(|_| has_route) else { continue };
            if went {
                let length = self.routes.remaining(&travel, place);
                let slack = (length - fact.edit.length_by(place, travel.target)).max(most_slack);
                let helps = slack > self.planning.hysteresis * length;
                events[1] = Some(Event::Opened { edit: None, slack: slack as f32 });
                (events[2], most_slack) = (Some(Event::OpeningSeen { helps }), slack);
            } else if !learnt.contains(&(bit, true))
                && fact.edit.cuts(place, ahead, travel.target, CUT_DISTANCE * radius, 0.0)
            {
                (events[0], cut_by) = (Some(Event::CutSeen), Some(bit as u16));
            }
        }
        if let Some(row) = knowledge.row_mut(id) {
            row.cut_by = cut_by.or(row.cut_by);
            learnt.iter().for_each(|&(bit, went)| knowledge.known.learn(id.index(), bit, went));
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

/// A fact that an agent learns: that the obstacle of a bit came, or that it came and went.
type Item = (usize, bool);

/// Those who may tell something, by cell.
struct Meeting {
    /// That know more than a newcomer.
    tell: Tellers,
    /// That have turned back.
    turned: Tellers,
}

impl Meeting {
    fn of(knowledge: &Knowledge, columns: &Columns, step: f64, now: u32) -> Meeting {
        let News { contact, turning, .. } = knowledge.news;
        let common = knowledge.common_set();
        let slots = || (0..columns.len()).into_par_iter().with_min_len(1024);
        let row = |slot: usize| knowledge.row_of(columns.traits[slot].id);
        let knows_more = |slot: &usize| {
            row(*slot).is_some_and(|at| {
                let (came, went) = knowledge.known.sets(at);
                came != common || went.iter().any(|word| *word != 0)
            })
        };
        let has_turned =
            |slot: &usize| row(*slot).is_some_and(|at| knowledge.rows[at].turned.is_some_and(|(_, until)| until > now));
        let placed = |slot: usize| (slot, columns.motion[slot].place);
        Meeting {
            tell: Tellers::of(slots().filter(knows_more).map(placed), contact / step),
            turned: Tellers::of(slots().filter(has_turned).map(placed), turning / step),
        }
    }
}

/// What is needed to learn.
struct Listen<'c> {
    map: &'c Map,
    knowledge: &'c Knowledge,
    columns: &'c Columns,
    routes: &'c Routes,
    meeting: Option<Meeting>,
    announced: Vec<usize>,
    step: f64,
    now: u32,
}

impl Listen<'_> {
    /// What an agent learns in a step; nothing if it learns nothing.
    fn learnt(&self, slot: usize) -> Option<Vec<Item>> {
        let at = self.knowledge.row_of(self.columns.traits[slot].id)?;
        let mut learnt = Vec::new();
        self.see(slot, at, &mut learnt);
        if let Some(meeting) = &self.meeting {
            self.hear(slot, at, meeting, &mut learnt);
            self.infer(slot, at, meeting, &mut learnt);
        }
        for &bit in &self.announced {
            learnt.extend(self.knowledge.fact(bit).and_then(|fact| self.is_news(at, bit, fact)));
        }
        learnt.sort_unstable();
        learnt.dedup();
        (!learnt.is_empty()).then_some(learnt)
    }

    /// What an agent does not know of an obstacle as it is now.
    fn is_news(&self, at: usize, bit: usize, fact: &Fact) -> Option<Item> {
        let believes = self.knowledge.known.believes(at, bit);
        (believes != fact.is_there).then_some((bit, !fact.is_there))
    }

    fn see(&self, slot: usize, at: usize, learnt: &mut Vec<Item>) {
        let (motion, traits) = (&self.columns.motion[slot], &self.columns.traits[slot]);
        let is_turn = traits.id.turn().wrapping_add(self.now).is_multiple_of(LOOK_INTERVAL);
        let sight = self.knowledge.news.sight;
        let range = if is_turn { sight } else { sight.min(CLOSE * f64::from(traits.radius)) } / self.step;
        for (bit, fact) in self.knowledge.seen_from(motion.place) {
            if !fact.edit.may_be_within(range, motion.place) {
                continue;
            }
            let Some(news) = self.is_news(at, bit, fact) else { continue };
            if fact.edit.distance(motion.place) <= range && fact.edit.is_seen_in_part(self.map, motion.place) {
                learnt.push(news);
            }
        }
    }

    /// What those tell an agent who are in contact with it.
    fn hear(&self, slot: usize, at: usize, meeting: &Meeting, learnt: &mut Vec<Item>) {
        let place = self.columns.motion[slot].place;
        let (came, went) = self.knowledge.known.sets(at);
        for teller in meeting.tell.near(place).filter(|&teller| teller != slot) {
            if self.distance(teller, place) > self.knowledge.news.contact {
                continue;
            }
            let Some(row) = self.knowledge.row_of(self.columns.traits[teller].id) else { continue };
            let told = self.knowledge.known.sets(row);
            if without(told.0, came).next().is_none() && without(told.1, went).next().is_none() {
                continue;
            }
            if self.sees(place, teller) {
                learnt.extend(without(told.0, came).map(|bit| (bit, false)));
                learnt.extend(without(told.1, went).map(|bit| (bit, true)));
            }
        }
    }

    /// What an agent infers from those who come towards it after they have turned back.
    fn infer(&self, slot: usize, at: usize, meeting: &Meeting, learnt: &mut Vec<Item>) {
        let motion = &self.columns.motion[slot];
        for other in meeting.turned.near(motion.place).filter(|&other| other != slot) {
            let row = self.knowledge.row_of(self.columns.traits[other].id);
            let Some((bit, _)) = row.and_then(|row| self.knowledge.rows[row].turned) else { continue };
            let (bit, (came, _)) = (usize::from(bit), self.knowledge.known.sets(at));
            let (own, theirs) = (motion.velocity, self.columns.motion[other].velocity);
            let is_opposite = own.dot(theirs) < OPPOSITE as f32 * own.length() * theirs.length();
            if is_opposite
                && !super::known::has(came, bit)
                && self.distance(other, motion.place) <= self.knowledge.news.turning
                && self.is_cut(slot, bit)
                && self.sees(motion.place, other)
            {
                learnt.push((bit, false));
            }
        }
    }

    /// How far an agent is from a place, in metres.
    fn distance(&self, other: usize, place: Offset) -> f64 {
        (self.columns.motion[other].place - place).length() * self.step
    }

    fn sees(&self, place: Offset, other: usize) -> bool {
        self.map.sees(self.map.at_steps(place), self.map.at_steps(self.columns.motion[other].place))
    }

    /// Whether a contested obstacle cuts an agent's route.
    fn is_cut(&self, slot: usize, bit: usize) -> bool {
        let (place, travel) = (self.columns.motion[slot].place, &self.columns.travel[slot]);
        let radius = f64::from(self.columns.traits[slot].radius) / self.step;
        self.knowledge.fact(bit).is_some_and(|fact| {
            fact.edit.cuts(place, self.routes.ahead(travel), travel.target, CUT_DISTANCE * radius, 0.0)
        })
    }
}
