//! Who walks, in a saved run.

use super::{Population, SocialGroup, Spawner};
use crate::ground::Ground;
use crate::journeys::Journeys;
use crate::moving::is_body;
use crate::words::{Read, Words};
use navigant_crowd::internals::AgentIdInternals as _;
use navigant_crowd::{AgentId, Crowd};
use navigant_files::internals::ScenarioInternals as _;
use navigant_files::scenario::{Goal, Group, Scenario};
use navigant_mesh::Map;
use std::collections::BTreeMap;

/// Those who are there, by source and serial number.
pub(crate) type Present = BTreeMap<(u32, u32), AgentId>;

pub(crate) fn present(crowd: &Crowd) -> Present {
    crowd.agents().map(|agent| ((agent.id.source(), agent.id.serial()), agent.id)).collect()
}

impl Population {
    pub(crate) fn save(&self, words: &mut Words) {
        [self.added, self.arrived, self.left].into_iter().for_each(|n| words.number(n));
        words.list(self.newcomers.iter(), |words, id| write_id(words, *id));
        words.list(self.groups.iter(), |words, spawner| spawner.save(words));
        self.journeys.save(words);
    }

    pub(crate) fn load(map: &Map, scenario: &Scenario, present: &Present, words: &mut Read<'_>) -> Option<Population> {
        let [added, arrived, left] = [words.number()?, words.number()?, words.number()?];
        // Who has left since is no newcomer any more.
        let newcomers = words.list(|words| read_id(words, present))?.into_iter().flatten().collect();
        let mut expected = scenario.agents.iter();
        let groups = words.list(|words| Spawner::load(map, expected.next()?, present, words))?;
        let journeys = Journeys::load(map, scenario, present, words)?;
        let to_come: u64 = groups.iter().map(|spawner| u64::from(spawner.to_come)).sum();
        let is_whole = expected.next().is_none() && added.checked_add(to_come)? <= scenario.agent_count();
        let people = present.values().filter(|&&id| !is_body(id)).count();
        let is_counted = left.checked_add(people as u64)? == added;
        (is_whole && is_counted).then_some(Population {
            groups,
            seed: scenario.seed,
            added,
            newcomers,
            arrived,
            left,
            journeys,
        })
    }
}

impl Spawner {
    fn save(&self, words: &mut Words) {
        words.number(self.to_come);
        words.number(self.tries);
        words.real(self.due);
        self.start.save(words);
        self.goal.save(words);
        words.list(self.sent_on.iter(), |words, &count| words.number(count));
        words.list(self.social_group.iter(), |words, social_group| {
            write_id(words, social_group.last);
            words.point(social_group.start);
            words.point(social_group.goal);
            words.number(social_group.to_come);
        });
    }

    fn load(map: &Map, group: &Group, present: &Present, words: &mut Read<'_>) -> Option<Spawner> {
        let to_come = words.small().filter(|&to_come| to_come <= group.count.value)?;
        let (tries, due) = (words.small()?, words.real().filter(|due| (0.0..=1e9).contains(due))?);
        let start = Ground::load(map, group.area.as_ref().map(|area| area.value.as_slice()), words)?;
        let goal = match &group.goal.value {
            Goal::In(polygon) => Ground::load(map, Some(polygon), words)?,
            _ => Ground::load(map, None, words)?,
        };
        let sent_on = words.list(Read::small)?;
        if sent_on.len() > group.count.value as usize {
            return None;
        }
        let social_groups = words.list(|words| {
            let last = read_id(words, present)?;
            let (start, goal, to_come) = (words.point()?, words.point()?, words.small()?);
            // An id of nobody stands for one who has left.
            let last = last.unwrap_or_default();
            (to_come < group.together.max(1)).then_some(SocialGroup { last, start, goal, to_come })
        })?;
        if social_groups.len() > 1 {
            return None;
        }
        let social_group = social_groups.first().copied();
        Some(Spawner { group: group.clone(), start, goal, to_come, tries, due, sent_on, social_group })
    }
}

pub(crate) fn write_id(words: &mut Words, id: AgentId) {
    words.number(id.source());
    words.number(id.serial());
}

/// An agent by source and serial number, if it is still there.
pub(crate) fn read_id(words: &mut Read<'_>, present: &Present) -> Option<Option<AgentId>> {
    let name = (words.small()?, words.small()?);
    Some(present.get(&name).copied())
}
