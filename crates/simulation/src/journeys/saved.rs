//! Journeys in a saved run.

use super::{Journeys, Phase, Traveller};
use crate::population::{Present, read_id, write_id};
use crate::words::{Read, Words};
use navigant_crowd::internals::AgentIdInternals as _;
use navigant_files::scenario::Scenario;
use navigant_mesh::Map;
use std::collections::BTreeSet;

/// No time of a journey is later, in seconds.
const LATEST: f64 = 1e12;

impl Journeys {
    pub(crate) fn save(&self, words: &mut Words) {
        words.list(self.travellers.values(), |words, traveller| {
            write_id(words, traveller.id);
            let (tag, until) = match traveller.phase {
                Phase::Premovement { until } => (0u32, until),
                Phase::Walking => (1, 0.0),
                Phase::Waiting { until } => (2, until),
                Phase::InLine => (3, 0.0),
                Phase::Served { until } => (4, until),
                Phase::Done => (5, 0.0),
            };
            words.number(tag);
            words.real(until);
            words.number(traveller.leg);
            for exit in [traveller.exit, traveller.first] {
                words.number(exit.map_or(0, |exit| u64::from(exit) + 1));
            }
            words.real(traveller.since);
            words.point(traveller.spot);
            let [speed, max_speed] = traveller.speed;
            [speed, max_speed, traveller.share, traveller.still].into_iter().for_each(|x| words.real(x));
            words.number(traveller.draws);
        });
        words.list(self.lines.iter(), |words, line| {
            words.list(line.waiting.iter(), |words, id| write_id(words, *id));
        });
    }

    pub(crate) fn load(map: &Map, scenario: &Scenario, present: &Present, words: &mut Read<'_>) -> Option<Journeys> {
        let mut journeys = Journeys::new(map, scenario);
        let travellers = words.list(|words| traveller(scenario, present, words))?;
        for one in travellers.into_iter().flatten() {
            journeys.keep(scenario.agents.get(one.id.source() as usize)?, one);
        }
        let mut lines = journeys.lines.iter_mut();
        let travellers = &journeys.travellers;
        let read = words.list(|words| {
            let line = lines.next()?;
            let ids = words.list(|words| read_id(words, present))?;
            let mut once = BTreeSet::new();
            line.waiting = ids.into_iter().flatten().filter(|id| once.insert(*id)).collect();
            line.waiting.iter().all(|id| travellers.contains_key(&(id.source(), id.serial()))).then_some(())
        })?;
        (read.len() == scenario.places.queues.len()).then_some(journeys)
    }
}

/// Somebody who has left since is nobody.
fn traveller(scenario: &Scenario, present: &Present, words: &mut Read<'_>) -> Option<Option<Traveller>> {
    let id = read_id(words, present)?;
    let (tag, until) = (words.small()?, words.real().filter(|until| (0.0..=LATEST).contains(until))?);
    let phase = match tag {
        0 => Phase::Premovement { until },
        1 => Phase::Walking,
        2 => Phase::Waiting { until },
        3 => Phase::InLine,
        4 => Phase::Served { until },
        5 => Phase::Done,
        _ => return None,
    };
    let leg = words.small()?;
    let [exit, first] = [words.small()?.checked_sub(1), words.small()?.checked_sub(1)];
    let since = words.real().filter(|since| (0.0..=LATEST).contains(since))?;
    let spot = words.point()?;
    let mut share_of = |most: f64| words.real().filter(|x| (0.0..=most).contains(x));
    let (speed, share, still) = ([share_of(1e3)?, share_of(1e3)?], share_of(2.0)?, share_of(LATEST)?);
    let draws = words.small()?;
    let Some(id) = id else { return Some(None) };
    let group = scenario.agents.get(id.source() as usize)?;
    let is_known = [exit, first].into_iter().flatten().all(|exit| (exit as usize) < scenario.places.exits.len());
    let is_good = is_known && leg as usize <= group.journey.stops.len() && speed[0] > 0.0 && speed[1] > 0.0;
    is_good.then_some(Some(Traveller { id, phase, leg, exit, first, since, spot, speed, share, draws, still }))
}
