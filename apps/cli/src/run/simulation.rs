//! A scenario under way.

use super::edits::Edits;
use super::figures::Figures;
use super::memory;
use super::population::Population;
use super::watch::{Watch, lost};
use indicatif::ProgressBar;
use navigant::crowd::{Seen, Status};
use navigant::files::FileError;
use navigant::files::scenario::{Arrival, Keyed, Scenario};
use navigant::prelude::*;
use std::time::Instant;

/// So many expansions are made between two looks at the progress of the first plans.
const EXPANSIONS_AT_A_TIME: u32 = 1_000_000;
/// Whoever waits for everyone to leave gives up after so many seconds in which nobody arrives.
const PATIENCE_S: f64 = 600.0;

/// When a run ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Until {
    Steps(u64),
    Empty,
}

pub(crate) struct Simulation {
    pub(crate) map: Map,
    pub(crate) crowd: Crowd,
    population: Population,
    edits: Edits,
    watch: Watch,
    figures: Figures,
    pub(crate) dt: f64,
    /// Somebody who will never leave, if there is one, for [`Until::Empty`].
    stays: Option<Keyed<()>>,
    /// When somebody last arrived.
    last_arrival: u64,
    /// Everyone after the last step.
    pub(crate) agents: Vec<Seen>,
}

impl Simulation {
    /// Puts everyone on the map.
    pub(crate) fn settle(map: Map, scenario: &Scenario, bar: &ProgressBar) -> Result<Simulation, FileError> {
        let crowded = |why| match scenario.agents.iter().max_by_key(|group| group.count.value) {
            Some(group) => group.count.refuse(why),
            None => scenario.scene.refuse(why),
        };
        memory::check(scenario.agent_count()).map_err(crowded)?;
        let mut crowd = Crowd::new(&map).with_planning(scenario.planning);
        bar.set_message("placed");
        let population = Population::settle(&map, &mut crowd, scenario, |placed| {
            if placed.is_multiple_of(256) {
                bar.set_position(placed);
            }
        })?;
        let stays = scenario.agents.iter().find(|group| group.arrival != Arrival::Leave);
        let stays = stays.map(|group| Keyed { value: (), key: group.goal.key.clone(), place: group.goal.place });
        let edits = Edits::of(&map, scenario);
        let mut watch = Watch::default();
        let agents: Vec<Seen> = crowd.agents().collect();
        watch.look(&map, &agents, &navigant::crowd::Report::default());
        let (figures, dt) = (Figures::default(), scenario.dt);
        Ok(Simulation { map, crowd, population, edits, watch, figures, dt, stays, last_arrival: 0, agents })
    }

    /// Finds the first routes of all who are there.
    pub(crate) fn plan_ahead(&mut self, bar: &ProgressBar) {
        let all = self.crowd.len();
        bar.set_message("routes");
        bar.set_position(0);
        bar.reset_eta();
        loop {
            let waiting = self.crowd.plan_ahead(&self.map, EXPANSIONS_AT_A_TIME);
            bar.set_position((all - waiting) as u64);
            if waiting == 0 {
                break;
            }
        }
        let ways = self.crowd.agents().filter_map(|agent| self.crowd.way_left(agent.id).ok());
        let mut ways: Vec<f64> = ways.collect();
        let middle = ways.len() / 2;
        if middle < ways.len() {
            self.figures.median_path_m = *ways.select_nth_unstable_by(middle, f64::total_cmp).1;
        }
    }

    /// One step: who comes, what changes, everyone's move, who leaves. Then what is checked, which is not timed.
    pub(crate) fn step(&mut self) -> Result<(), FileError> {
        let start = Instant::now();
        self.population.enter(&self.map, &mut self.crowd, self.dt)?;
        let now = self.steps() as f64 * self.dt;
        self.edits.make(&mut self.map, &mut self.crowd, now, self.dt)?;
        let report = self.crowd.step(&self.map, self.dt).map_err(|reason| FileError {
            file: None,
            place: None,
            reason: navigant::files::Reason::BadValue { key: "dt".to_owned(), why: reason.to_string() },
        })?;
        self.agents.clear();
        self.agents.extend(self.crowd.agents());
        let arrived: Vec<_> = (self.agents.iter().filter(|agent| agent.status == Status::Arrived))
            .map(|agent| (agent.id, agent.position, agent.radius))
            .collect();
        let before = self.population.arrived;
        self.population.follow_arrivals(&self.map, &mut self.crowd, &arrived);
        self.figures.steps.push(start.elapsed());
        if self.population.arrived > before {
            self.last_arrival = self.steps();
        }
        self.figures.searches += report.searches;
        self.figures.displaced += report.moved.len() as u64;
        self.watch.look(&self.map, &self.agents, &report);
        Ok(())
    }

    /// Whether the end is reached.
    pub(crate) fn is_done(&self, until: Until) -> Result<bool, FileError> {
        match (until, &self.stays) {
            (Until::Steps(steps), _) => Ok(self.steps() >= steps),
            (Until::Empty, Some(stays)) => {
                Err(stays.refuse("these never leave, so it is never empty; set arrival = \"leave\" or use --steps"))
            }
            (Until::Empty, None) => {
                let waited = (self.steps() - self.last_arrival) as f64 * self.dt;
                let is_empty = self.crowd.is_empty() && self.population.to_come() == 0;
                if waited > PATIENCE_S && !is_empty {
                    eprintln!("note: nobody has arrived for {PATIENCE_S} s; {} are left", self.crowd.len());
                }
                Ok(is_empty || waited > PATIENCE_S)
            }
        }
    }

    pub(crate) fn steps(&self) -> u64 {
        self.figures.steps.len() as u64
    }

    /// How many have left.
    pub(crate) fn left(&self) -> u64 {
        self.population.left
    }

    /// How many there are and will be.
    pub(crate) fn to_arrive(&self) -> u64 {
        self.crowd.len() as u64 + self.population.to_come()
    }

    /// What the last step took, for a progress bar.
    pub(crate) fn pace(&self) -> String {
        self.figures.steps.last().map_or(String::new(), |time| format!("({:.1} ms)", time.as_secs_f64() * 1e3))
    }

    /// The figures up to now.
    pub(crate) fn figures(&self) -> Figures {
        let population = &self.population;
        Figures {
            agents: population.added,
            simulated_s: self.steps() as f64 * self.dt,
            edits: self.edits.made,
            peak_bytes: memory::peak(),
            arrived: population.arrivals(&self.crowd),
            present: self.crowd.len() as u64,
            no_way: self.crowd.agents().filter(|agent| agent.status == Status::NoWay).count() as u64,
            lost: lost(&self.map, &self.crowd, population.added, population.left),
            wall_crossings: self.watch.crossings,
            hash: self.crowd.hash(),
            ..self.figures.clone()
        }
    }
}
