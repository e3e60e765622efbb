//! A scenario under way.

mod saved;

use navigant_mesh::internals::MapInternals as _;
pub use saved::BadRun;

use crate::edits::Edits;
use crate::figures::Figures;
use crate::journeys::Clock;
use crate::memory;
use crate::population::{Population, Shortfall};
use crate::team_run::TeamShow;
use crate::tuning::run::{EXPANSIONS_AT_A_TIME, NO_ARRIVAL_S};
use crate::watch::{Watch, lost};
use crate::wishing::Wishing;
use navigant_crowd::internals::CrowdInternals as _;
use navigant_crowd::{AgentId, Crowd, Planning, Seen, SharedGoal, Status};
use navigant_files::FileError;
use navigant_files::internals::{KeyedInternals as _, ScenarioInternals as _};
use navigant_files::scenario::{Goal, Group, Keyed, OnArrival, Scenario};
use navigant_mesh::Map;
use rayon::prelude::*;
use std::time::{Duration, Instant};

/// When a run ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Until {
    /// After a number of steps.
    Steps(u64),
    /// When everyone has arrived and left, or nobody has arrived for ten minutes.
    Empty,
}

/// A map with a crowd on it, and all that a scenario lets happen to them.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_simulation::{People, ScenarioBuilder, Simulation, Until};
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 10.0]))?;
/// let scenario = ScenarioBuilder::new().people(People::new(10).going_to([28.0, 5.0])).build()?;
/// let mut simulation = Simulation::spawn(map, &scenario, |_| {})?;
/// while !simulation.is_done(Until::Steps(50))? {
///     simulation.step()?;
///     if simulation.steps() == 25 {
///         // Whoever drives it may edit the map between two steps.
///         simulation.edit(|map| map.insert(&Outline::rectangle([14.0, 4.0], [16.0, 6.0])).map(|_| ()))?;
///     }
/// }
/// assert_eq!((simulation.steps(), simulation.figures().wall_crossings), (50, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Simulation {
    map: Map,
    crowd: Crowd,
    population: Population,
    edits: Edits,
    watch: Watch,
    figures: Figures,
    dt: f64,
    /// The steps made and the seconds passed when steps were last given another length.
    since: (u64, f64),
    /// Somebody who will never leave, if there is one, for [`Until::Empty`].
    stays: Option<Keyed<()>>,
    /// When somebody last arrived.
    last_arrival: u64,
    /// How long everyone's first route was, in metres.
    first_routes: Vec<f32>,
    /// Everyone after the last step, unless nobody wants to see them.
    agents: Option<Vec<Seen>>,
    wishing: Option<Wishing>,
    team: Option<Box<TeamShow>>,
}

impl Simulation {
    /// Puts everyone on the map who is there from the start; `progress` hears how many are placed, now and then.
    ///
    /// # Errors
    /// [`FileError`] names the key of the scenario that cannot be fulfilled, and why.
    pub fn spawn(map: Map, scenario: &Scenario, progress: impl FnMut(u64)) -> Result<Simulation, FileError> {
        Simulation::spawn_listing(map, scenario, progress, None)
    }

    /// The same, but who finds no room is left out, and told: the groups that are short.
    ///
    /// # Errors
    /// As [`spawn`](Self::spawn), but for that.
    pub(crate) fn spawn_who_fit(
        map: Map,
        scenario: &Scenario,
        progress: impl FnMut(u64),
    ) -> Result<(Simulation, Vec<Shortfall>), FileError> {
        let mut short = Vec::new();
        let simulation = Simulation::spawn_listing(map, scenario, progress, Some(&mut short))?;
        Ok((simulation, short))
    }

    fn spawn_listing(
        map: Map,
        scenario: &Scenario,
        mut progress: impl FnMut(u64),
        short: Option<&mut Vec<Shortfall>>,
    ) -> Result<Simulation, FileError> {
        let crowded = |why| match scenario.agents.iter().max_by_key(|group| group.count.value) {
            Some(group) => group.count.refuse(why),
            None => scenario.scene.refuse(why),
        };
        if let Some(roadmap) = &scenario.roadmap {
            return Err(roadmap.refuse("a run along a roadmap has no crowd that avoids: `navigant run` makes it"));
        }
        memory::check(scenario.agent_count()).map_err(crowded)?;
        let widest = scenario.agents.iter().map(|group| group.radius[1]).fold(0.0, f64::max);
        let mut crowd = Crowd::new(&map).with_planning(scenario.planning).with_widest_radius(widest);
        if let Some(knowledge) = &scenario.knowledge {
            crowd = crowd.with_news(&map, knowledge.value).map_err(|reason| knowledge.refuse(reason.to_string()))?;
        }
        let tell = |placed: u64| {
            if placed.is_multiple_of(256) {
                progress(placed);
            }
        };
        for group in &scenario.agents {
            share_goal(&map, &mut crowd, group, scenario)?;
        }
        let population = Population::spawn(&map, &mut crowd, scenario, tell, short)?;
        let wishing = Wishing::of(&map, scenario)?;
        let stays = Simulation::who_stays(scenario);
        let edits = Edits::of(&map, scenario);
        let mut watch = Watch::default();
        watch.look(&map, &crowd, &navigant_crowd::Report::default());
        let agents = Some(crowd.agents().collect());
        let (figures, dt) = (Figures::default(), scenario.dt);
        let (since, last_arrival, first_routes) = ((0, 0.0), 0, Vec::new());
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
            wishing,
            team: None,
        })
    }

    /// Lets a team walk, as players of the crowd: a scenario of [`TeamShow`] on the map as it is. Steps are to last for [`TeamShow::FRAME`].
    ///
    /// # Errors
    /// Why it cannot begin.
    pub(crate) fn show_team(&mut self, name: &str, seed: u64) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        self.team = Some(Box::new(TeamShow::begin(name, seed, &self.map, &mut self.crowd)?));
        self.look_again();
        Ok(())
    }

    /// The team that walks.
    pub(crate) fn team(&self) -> Option<&TeamShow> {
        self.team.as_deref()
    }

    /// Somebody who will never leave, if there is one.
    fn who_stays(scenario: &Scenario) -> Option<Keyed<()>> {
        let stays = scenario.agents.iter().find(|group| group.arrival != OnArrival::Leave)?;
        Some(Keyed { value: (), key: stays.goal.key.clone(), place: stays.goal.place })
    }

    /// The same without a copy of everyone after each step, for who only wants the figures: it takes 72 bytes an agent.
    #[must_use]
    pub(crate) fn without_copy(self) -> Simulation {
        Simulation { agents: None, ..self }
    }

    /// Finds the first routes of all who are there; `progress` hears how many have theirs, now and then.
    pub fn plan_ahead(&mut self, mut progress: impl FnMut(u64)) {
        let all = self.crowd.len();
        loop {
            let waiting = self.crowd.plan_ahead(&self.map, EXPANSIONS_AT_A_TIME);
            progress((all - waiting) as u64);
            if waiting == 0 {
                break;
            }
        }
        self.note_first_routes();
    }

    /// Looks who has got a first route, and how long it is.
    fn note_first_routes(&mut self) {
        let (crowd, first_routes) = (&self.crowd, &mut self.first_routes);
        self.population.newcomers.retain(|&id| {
            let status = crowd.agent(id).map(|agent| agent.status);
            if let (Ok(Status::Walking), Ok(left)) = (status, crowd.way_left(id)) {
                first_routes.push(left as f32);
            }
            status == Ok(Status::Waiting)
        });
    }

    /// The median length of the first routes.
    fn median_path(&self) -> f64 {
        let mut lengths = self.first_routes.clone();
        let middle = lengths.len() / 2;
        if lengths.is_empty() { 0.0 } else { (*lengths.select_nth_unstable_by(middle, f32::total_cmp).1).into() }
    }

    /// One step: who comes, what changes, everyone's move, what is checked, who leaves.
    ///
    /// # Errors
    /// [`FileError`] names the edit of the scenario that cannot be made.
    pub fn step(&mut self) -> Result<(), FileError> {
        let start = Instant::now();
        let now = self.seconds();
        self.population.enter(&self.map, &mut self.crowd, Clock { now, dt: self.dt })?;
        self.edits.make(&mut self.map, &mut self.crowd, now, self.dt)?;
        if let Some(team) = &mut self.team {
            team.frame(&mut self.map, &mut self.crowd);
        }
        if let Some(wishing) = &mut self.wishing {
            wishing.step(&self.map, &mut self.crowd, now, self.dt)?;
        }
        let report = self.crowd.step(&self.map, self.dt).map_err(|reason| FileError {
            file: None,
            place: None,
            reason: navigant_files::Reason::BadValue { key: "dt".to_owned(), why: reason.to_string() },
        })?;
        let walked = start.elapsed();
        // What is checked, and a copy for whoever watches, before anyone leaves; neither is timed.
        self.watch.look(&self.map, &self.crowd, &report);
        self.look_again();
        let start = Instant::now();
        let clock = Clock { now: now + self.dt, dt: self.dt };
        let before = self.population.arrived;
        self.population.follow_journeys(&self.map, &mut self.crowd, clock)?;
        let arrived: Vec<_> = self.crowd.arrived().map(|agent| (agent.id, agent.position, agent.radius)).collect();
        self.population.follow_arrivals(&self.map, &mut self.crowd, &arrived);
        self.figures.steps.push(walked + start.elapsed());
        if self.population.arrived > before {
            self.last_arrival = self.steps();
        }
        self.note_first_routes();
        self.figures.searches += report.searches;
        self.figures.peak_searches = self.figures.peak_searches.max(report.searches);
        self.figures.longest_wait = self.figures.longest_wait.max(report.longest_wait);
        self.figures.displaced += report.moved.len() as u64;
        Ok(())
    }

    /// Whether the end is reached.
    ///
    /// # Errors
    /// [`FileError`] names those who never leave, where everyone's leaving is waited for.
    pub fn is_done(&self, until: Until) -> Result<bool, FileError> {
        if let Some(team) = &self.team {
            return Ok(team.is_done() || matches!(until, Until::Steps(steps) if self.steps() >= steps));
        }
        match (until, &self.stays) {
            (Until::Steps(steps), _) => Ok(self.steps() >= steps),
            (Until::Empty, Some(stays)) => {
                Err(stays.refuse("these never leave, so it is never empty; set arrival = \"leave\" or use --steps"))
            }
            (Until::Empty, None) => {
                let waited = (self.steps() - self.last_arrival) as f64 * self.dt;
                let is_empty = self.people() == 0 && self.population.to_come() == 0;
                Ok(is_empty || waited > NO_ARRIVAL_S && !self.population.journeys.has_timers())
            }
        }
    }

    /// The map as it is now.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The crowd as it is now.
    pub fn crowd(&self) -> &Crowd {
        &self.crowd
    }

    /// Everyone after the last step, in the order of the crowd; nobody in a run without a copy.
    pub fn agents(&self) -> &[Seen] {
        self.agents.as_deref().unwrap_or_default()
    }

    /// Copies everyone once more, after those have left who arrived in the last step.
    pub(crate) fn look_again(&mut self) {
        if let Some(agents) = &mut self.agents {
            agents.clear();
            agents.par_extend(self.crowd.par_agents());
        }
    }

    /// Seconds a step.
    pub(crate) fn dt(&self) -> f64 {
        self.dt
    }

    /// How many seconds have been simulated.
    pub fn seconds(&self) -> f64 {
        let (steps, seconds) = self.since;
        // No step is made that lasts for no number of seconds: zero times it would be none either.
        match self.steps() - steps {
            0 => seconds,
            since => seconds + since as f64 * self.dt,
        }
    }

    /// Changes how long a step lasts, in seconds, from the next one on. A length that no crowd can walk for is refused by that
    /// step.
    pub(crate) fn set_dt(&mut self, dt: f64) {
        if self.team.is_some() {
            // Frames of a team have a length of their own.
            return;
        }
        self.since = (self.steps(), self.seconds());
        self.dt = dt;
    }

    /// Changes the map between two steps, by one edit; the next step lets the crowd know.
    pub fn edit<T>(&mut self, change: impl FnOnce(&mut Map) -> T) -> T {
        let before = self.map.version();
        let outcome = change(&mut self.map);
        if self.map.version() != before {
            self.edits.made += 1;
        }
        outcome
    }

    /// Changes how agents plan, from the next step on.
    pub(crate) fn set_planning(&mut self, planning: Planning) {
        self.crowd.set_planning(planning);
    }

    /// Which group of the scenario an agent is of, from 0.
    pub(crate) fn group_of(&self, id: AgentId) -> usize {
        let is_body = self.team.as_ref().is_some_and(|team| team.is_body(id));
        self.population.group(id).unwrap_or(usize::from(is_body))
    }

    /// What the last step took.
    pub(crate) fn last_step(&self) -> Duration {
        self.figures.steps.last.unwrap_or_default()
    }

    /// How many routes were looked for in all steps.
    pub(crate) fn searches(&self) -> u64 {
        self.figures.searches
    }

    /// How often somebody arrived.
    pub(crate) fn arrivals(&self) -> u64 {
        if let Some(team) = &self.team {
            return team.arrived();
        }
        self.population.arrivals(&self.crowd)
    }

    /// How many steps were made, with those before it was saved and resumed.
    pub fn steps(&self) -> u64 {
        self.figures.step_count()
    }

    /// How many have left.
    pub fn left(&self) -> u64 {
        self.population.left
    }

    /// How many there are and will be.
    pub(crate) fn to_arrive(&self) -> u64 {
        self.people() + self.population.to_come()
    }

    /// How many there are, but for bodies of obstacles on their way.
    fn people(&self) -> u64 {
        (self.crowd.len() - self.edits.bodies()) as u64
    }

    /// What the last step took, for a progress bar.
    pub(crate) fn pace(&self) -> String {
        self.figures.steps.last.map_or(String::new(), |time| format!("({:.1} ms)", time.as_secs_f64() * 1e3))
    }

    /// The figures up to now.
    pub fn figures(&self) -> Figures {
        let population = &self.population;
        Figures {
            agents: population.added,
            simulated_s: self.seconds(),
            edits: self.edits.made,
            median_path_m: self.median_path(),
            peak_bytes: memory::peak(),
            arrived: population.arrivals(&self.crowd),
            present: self.people(),
            no_way: self.crowd.agents().filter(|agent| matches!(agent.status, Status::NoWay(_))).count() as u64,
            lost: lost(&self.map, &self.crowd, population.added, population.left),
            wall_crossings: self.watch.crossings,
            hash: self.crowd.hash(),
            ..self.figures.clone()
        }
    }
}

/// Lets a group follow a field to its goal, or to each of its exits, if it is to.
fn share_goal(map: &Map, crowd: &mut Crowd, group: &Group, scenario: &Scenario) -> Result<(), FileError> {
    let Some(field) = group.field else { return Ok(()) };
    let shared = |goal| SharedGoal { goal, cell: field.cell, radius: group.radius[1], density: field.density };
    match &group.goal.value {
        Goal::At(goal) => crowd.share_goal(map, &shared(*goal)).map_err(|reason| group.goal.refuse(reason.to_string())),
        Goal::Exits(exits, _) => {
            exits.iter().filter_map(|&exit| scenario.places.exits.get(exit)).try_for_each(|exit| {
                let corners = &exit.value.area;
                let one = shared(corners.first().copied().unwrap_or_default());
                let of_exit = |reason| group.goal.refuse(format!("exit {:?}: {reason}", exit.value.name));
                crowd.share_area(map, corners, &one).map_err(of_exit)
            })
        }
        Goal::In(_) | Goal::Away(_) => Ok(()),
    }
}
