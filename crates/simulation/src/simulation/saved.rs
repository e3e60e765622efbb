//! A run as bytes, and back: it goes on as if it had not been interrupted, to the last bit.
//!
//! ```text
//!   magic, version │ length │ map and crowd │ who is to come, what is to change, what was counted │ checksum
//! ```
//!
//! What follows from the scenario is not in it, but a number by which another scenario is told apart.

use super::Simulation;
use crate::edits::Edits;
use crate::figures::Figures;
use crate::moving::is_body;
use crate::population::{Population, present};
use crate::watch::Watch;
use crate::words::{Read, Words};
use navigant_crowd::internals::CrowdInternals as _;
use navigant_crowd::{BadState, Crowd};
use navigant_files::scenario::Scenario;

const MAGIC: [u8; 8] = *b"NAVIGRUN";
const VERSION: u64 = 5;
/// The steps that a crowd can walk for, in seconds.
const DT: std::ops::RangeInclusive<f64> = 1e-4..=10.0;

/// Why bytes are not a run of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadRun {
    /// It is something else.
    NotARun,
    /// It was written by a version of this program that is not known here.
    UnknownVersion(u64),
    /// It ends too early, or was changed.
    Damaged,
    /// It is a run of another scenario, or of this one with other numbers of agents.
    OtherScenario,
    /// The map or the crowd in it cannot be.
    State(BadState),
    /// Something else in it cannot be.
    Invalid(&'static str),
}

impl std::fmt::Display for BadRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadRun::NotARun => write!(f, "not a saved run"),
            BadRun::UnknownVersion(version) => {
                write!(f, "a run saved in version {version}; this program reads version {VERSION}")
            }
            BadRun::Damaged => write!(f, "the saved run ends too early or was changed"),
            BadRun::OtherScenario => {
                write!(f, "a run of another scenario: name the one it was saved from, with the same number of agents")
            }
            BadRun::State(reason) => write!(f, "{reason}"),
            BadRun::Invalid(what) => write!(f, "the saved run has {what}"),
        }
    }
}

impl std::error::Error for BadRun {}

impl Simulation {
    /// The run as it is between two steps, as bytes: those of its map and its crowd, and some for who is to come.
    ///
    /// ```
    /// use navigant_simulation::{Simulation, embedded};
    /// let (scenario, scene) = embedded::open("bottleneck")?;
    /// let mut run = Simulation::spawn(scene.build().unwrap().map, &scenario, |_| {})?;
    /// run.plan_ahead(|_| {});
    /// (0..20).try_for_each(|_| run.step())?;
    /// let mut resumed = Simulation::resume(&scenario, &run.save(&scenario))?;
    /// (0..20).try_for_each(|_| run.step().and(resumed.step()))?;
    /// assert_eq!((resumed.steps(), resumed.crowd().hash()), (40, run.crowd().hash()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, scenario: &Scenario) -> Vec<u8> {
        let state = self.crowd.save_with_map(&self.map);
        let mut words = Words::default();
        words.number(check_of(scenario));
        [self.dt, self.since.1].into_iter().for_each(|x| words.real(x));
        let counters = [self.since.0, self.last_arrival, self.steps(), self.figures.searches, self.figures.displaced];
        let extremes = [self.figures.peak_searches, self.figures.longest_wait.into(), self.watch.crossings];
        counters.into_iter().chain(extremes).for_each(|n| words.number(n));
        words.list(self.first_routes.iter(), |words, length| words.number(length.to_bits()));
        self.population.save(&mut words);
        self.edits.save(&self.map, scenario, &mut words);
        let mut out = Vec::with_capacity(32 + state.len() + 8 * words.0.len());
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.extend((state.len() as u64).to_le_bytes());
        out.extend(state);
        words.0.iter().for_each(|word| out.extend(word.to_le_bytes()));
        out.extend(checksum(&out).to_le_bytes());
        out
    }

    /// The run of a scenario that was saved.
    ///
    /// # Errors
    /// [`BadRun`] says what is wrong with the bytes.
    pub fn resume(scenario: &Scenario, bytes: &[u8]) -> Result<Simulation, BadRun> {
        let body = bytes.strip_prefix(&MAGIC).ok_or(BadRun::NotARun)?;
        let (version, body) = body.split_first_chunk::<8>().ok_or(BadRun::Damaged)?;
        if *version != VERSION.to_le_bytes() {
            return Err(BadRun::UnknownVersion(u64::from_le_bytes(*version)));
        }
        let (sound, sum) = bytes.split_last_chunk::<8>().ok_or(BadRun::Damaged)?;
        if checksum(sound).to_le_bytes() != *sum {
            return Err(BadRun::Damaged);
        }
        let (length, body) = body.split_first_chunk::<8>().ok_or(BadRun::Damaged)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| BadRun::Damaged)?;
        let (state, rest) = body.split_at_checked(length).ok_or(BadRun::Damaged)?;
        let rest = rest.get(..rest.len().saturating_sub(8)).unwrap_or_default();
        let (words, []) = rest.as_chunks::<8>() else { return Err(BadRun::Damaged) };
        let words: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        Simulation::read(scenario, state, &mut Read(&words))
    }

    fn read(scenario: &Scenario, state: &[u8], words: &mut Read<'_>) -> Result<Simulation, BadRun> {
        if words.word() != Some(check_of(scenario)) {
            return Err(BadRun::OtherScenario);
        }
        if scenario.agents.iter().any(|group| group.wishes.is_some()) {
            return Err(BadRun::Invalid("agents with wishes, whose plans are not saved"));
        }
        let (map, crowd) = Crowd::load_with_map(state).map_err(BadRun::State)?;
        let invalid = |what| BadRun::Invalid(what);
        let dt = words.real().filter(|dt| DT.contains(dt)).ok_or(invalid("steps of a length that cannot be"))?;
        let seconds = words.real().ok_or(invalid("a time that cannot be"))?;
        let mut counter = || words.number().ok_or(invalid("a counter that cannot be"));
        let (since, last_arrival, steps) = ((counter()?, seconds), counter()?, counter()?);
        let (searches, displaced) = (counter()?, counter()?);
        let (peak_searches, longest_wait, crossings) = (counter()?, counter()?, counter()?);
        let longest_wait = u32::try_from(longest_wait).map_err(|_| invalid("a counter that cannot be"))?;
        if since.0.max(last_arrival) > steps {
            return Err(invalid("a counter that cannot be"));
        }
        let first_routes = words.list(|words| words.small().map(f32::from_bits).filter(|length| length.is_finite()));
        let first_routes = first_routes.ok_or(invalid("routes whose length cannot be"))?;
        let there = present(&crowd);
        let population = Population::load(&map, scenario, &there, words).ok_or(invalid("people who cannot be"))?;
        let edits = Edits::load(&map, scenario, &there, words).ok_or(invalid("edits that cannot be"))?;
        if edits.bodies() != there.values().filter(|&&id| is_body(id)).count() {
            return Err(invalid("bodies of no obstacle"));
        }
        if !words.0.is_empty() {
            return Err(invalid("more in it than there should be"));
        }
        let mut watch = Watch::default();
        watch.look(&map, &crowd, &navigant_crowd::Report::default());
        watch.crossings = crossings;
        let agents = Some(crowd.agents().collect());
        let counted = Figures { searches, peak_searches, longest_wait, displaced, ..Figures::default() };
        let figures = Figures { steps_before: steps, ..counted };
        let stays = Simulation::who_stays(scenario);
        Ok(Simulation {
            map,
            crowd,
            population,
            edits,
            watch,
            figures,
            dt,
            since,
            stays,
            last_arrival,
            first_routes,
            agents,
            wishing: None,
            team: None,
        })
    }
}

/// A number that differs from scenario to scenario, whatever the number of steps.
fn check_of(scenario: &Scenario) -> u64 {
    let text = Scenario { steps: 1, ..scenario.clone() }.to_text();
    let profiles = scenario.agents.iter().map(|group| format!("{:?}", group.avoidance));
    let all = profiles.fold(text, |all, profile| all + &profile) + &scenario.seed.to_string();
    checksum(all.as_bytes())
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, mix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Destination, People, ScenarioBuilder};
    use navigant_crowd::{News, Notice, Planning};
    use navigant_files::scenario::{OnArrival, RandomEdits};
    use navigant_mesh::{Map, Outline};

    /// People who wander, people who come in groups and leave, boxes that come at random, one that comes and goes by name.
    fn scenario(seed: u32) -> Scenario {
        let area = [[1.0, 1.0], [39.0, 1.0], [39.0, 19.0], [1.0, 19.0]];
        let planning = Planning { notice: Notice::WhenSeen(15.0), expansions_per_step: 300, ..Planning::default() };
        let random_edits = Some(RandomEdits { per_second: 2.0, size: [0.5, 1.5], most: 6 });
        let wanderers = People { goal: Destination::Away([8.0, 20.0]), arrival: OnArrival::Wander, ..People::new(25) };
        let groups = People { per_second: Some(3.0), together: 3, ..People::new(40) };
        // With one seed they plan on what they believe.
        let knowledge = (seed == 71).then(News::default);
        ScenarioBuilder { seed, planning, knowledge, random_edits, ..ScenarioBuilder::new() }
            .people(wanderers)
            .people(groups.starting_in(area).going_into(area))
            .insert_at(2.0, "crate", Outline::rectangle([30.0, 5.0], [32.0, 9.0]))
            .move_at(4.0, "crate", [34.0, 12.0])
            .remove_at(7.0, "crate")
            .insert_at(8.0, "crate", Outline::rectangle([5.0, 5.0], [7.0, 9.0]))
            .build()
            .unwrap()
    }

    fn begun(scenario: &Scenario) -> Simulation {
        let floor = Outline::rectangle([0.0, 0.0], [40.0, 20.0]);
        let (map, _) = Map::build(&[floor], &[Outline::rectangle([14.0, 5.0], [16.0, 15.0])]).unwrap();
        Simulation::spawn(map, scenario, |_| ()).unwrap()
    }

    fn walk(run: &mut Simulation, steps: u64) {
        (0..steps).for_each(|_| run.step().unwrap());
    }

    #[test]
    fn a_resumed_run_ends_as_one_that_was_not_interrupted() {
        for seed in [3, 71] {
            let scenario = scenario(seed);
            let mut whole = begun(&scenario);
            walk(&mut whole, 150);
            let expected = whole.figures();
            assert!(expected.arrived > 10 && expected.edits > 20, "{expected:?}");
            for pauses in [vec![0], vec![1, 30], vec![75], vec![20, 25, 81, 140]] {
                let mut run = begun(&scenario);
                for pause in pauses {
                    let steps = pause - run.steps();
                    walk(&mut run, steps);
                    let saved = run.save(&scenario);
                    run = Simulation::resume(&scenario, &saved).unwrap();
                }
                let steps = 150 - run.steps();
                walk(&mut run, steps);
                let figures = run.figures();
                assert_eq!(figures.hash, expected.hash);
                let counted =
                    |f: &Figures| [f.agents, f.step_count(), f.searches, f.edits, f.arrived, f.displaced, f.lost];
                assert_eq!(counted(&figures), counted(&expected));
                assert_eq!(
                    (figures.simulated_s, figures.median_path_m),
                    (expected.simulated_s, expected.median_path_m)
                );
            }
        }
    }

    #[test]
    fn what_is_not_a_run_of_the_scenario_is_refused() {
        let (scenario, other) = (scenario(3), scenario(4));
        let mut run = begun(&scenario);
        walk(&mut run, 10);
        let saved = run.save(&scenario);
        let refused = |bytes: &[u8]| Simulation::resume(&scenario, bytes).err();
        assert_eq!(Simulation::resume(&other, &saved).err(), Some(BadRun::OtherScenario));
        assert_eq!(refused(b"about = \"a scenario\""), Some(BadRun::NotARun));
        assert_eq!(refused(&run.crowd().save_with_map(run.map())), Some(BadRun::NotARun));
        for length in 0..saved.len().min(2000) {
            assert!(refused(&saved[..length]).is_some(), "{length} bytes");
        }
        let mut newer = saved.clone();
        newer[8] = 9;
        assert_eq!(refused(&newer), Some(BadRun::UnknownVersion(9)));
        for at in (16..saved.len()).step_by(97) {
            let mut changed = saved.clone();
            changed[at] ^= 4;
            assert_eq!(refused(&changed), Some(BadRun::Damaged), "byte {at}");
        }
    }

    /// Behind a right checksum: refused, or a run that goes on.
    #[test]
    fn forged_runs_are_refused_or_go_on() {
        let scenario = scenario(3);
        let mut run = begun(&scenario);
        walk(&mut run, 60);
        let saved = run.save(&scenario);
        let state = 24 + u64::from_le_bytes(saved[16..24].try_into().unwrap()) as usize;
        let (mut refused, mut went_on) = (0, 0);
        for at in (state..saved.len() - 8).step_by(8) {
            for word in [0, 1, 77, u64::MAX, f64::NAN.to_bits(), 1e300f64.to_bits(), (-1.0f64).to_bits()] {
                let mut forged = saved.clone();
                forged[at..at + 8].copy_from_slice(&word.to_le_bytes());
                let body = forged.len() - 8;
                let sum = checksum(&forged[..body]);
                forged[body..].copy_from_slice(&sum.to_le_bytes());
                match Simulation::resume(&scenario, &forged) {
                    Err(_) => refused += 1,
                    Ok(mut run) => {
                        went_on += 1;
                        // Edits that cannot be made are told.
                        let _ = (0..3).try_for_each(|_| run.step());
                        assert_eq!(run.figures().lost, 0);
                    }
                }
            }
        }
        assert!(refused > 200 && went_on > 50, "{refused} refused, {went_on} went on");
    }
}
