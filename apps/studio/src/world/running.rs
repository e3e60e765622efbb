//! The clock, the steps and the settings of a run.

use super::World;
use super::stage::without_place;
use crate::recording::Recording;
use crate::refusal::Refusal;
use crate::request::Asked;
use navigant::search::plane::{PathFinder, VisibilityFinder};
use navigant::simulation::Until;
use navigant::simulation::internals::SimulationInternals as _;
use serde_json::{Map, Value, json};
use std::time::{Duration, Instant};

/// Whether and how fast time passes.
#[derive(Debug)]
pub(crate) struct Clock {
    plays: bool,
    /// How many times faster than real; none: as fast as it goes, which is no faster than [`SHORTEST`].
    speed: Option<f64>,
    /// When the next step is to be made.
    due: Instant,
    /// A time some while ago, and the simulated seconds then.
    mark: Option<(Instant, f64)>,
    /// Simulated seconds a second, of late.
    pace: Option<f64>,
}

/// Who is behind by more than this does not try to catch up.
const MOST_BEHIND: Duration = Duration::from_millis(250);
/// No steps follow each other faster: a few people in an empty hall would fill the memory with their figures.
const SHORTEST: Duration = Duration::from_millis(1);
/// The most steps that are made for one request.
const MOST_STEPS: u32 = 1000;

impl Clock {
    pub(crate) fn new(plays: bool) -> Clock {
        Clock { plays, speed: Some(1.0), due: Instant::now(), mark: None, pace: None }
    }

    pub(crate) fn plays(&self) -> bool {
        self.plays
    }

    pub(crate) fn play(&mut self) {
        if !self.plays {
            (self.plays, self.due, self.mark) = (true, Instant::now(), None);
        }
    }

    pub(crate) fn pause(&mut self) {
        self.plays = false;
    }

    pub(crate) fn set_speed(&mut self, factor: f64) -> Result<(), Refusal> {
        self.speed = match factor {
            0.0 => None,
            factor if (0.1..=16.0).contains(&factor) => Some(factor),
            _ => {
                return Err(Refusal::new(format!("the speed is 0.1 to 16, or 0 for as fast as it goes, not {factor}")));
            }
        };
        self.due = Instant::now();
        Ok(())
    }

    /// How many times faster than real it has been of late, given the simulated seconds now.
    pub(crate) fn pace(&mut self, seconds: f64) -> Option<f64> {
        let now = Instant::now();
        if !self.plays {
            return None;
        }
        match self.mark {
            Some((then, before)) if seconds >= before => {
                let passed = now.duration_since(then).as_secs_f64();
                if passed >= 1.0 {
                    (self.pace, self.mark) = (Some((seconds - before) / passed), Some((now, seconds)));
                }
            }
            _ => (self.pace, self.mark) = (None, Some((now, seconds))),
        }
        self.pace
    }

    /// When the next step is due; none if time does not pass.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.plays.then_some(self.due)
    }

    /// Notes a step, given its length in seconds.
    fn tick(&mut self, dt: f64) {
        let now = Instant::now();
        self.due = match self.speed {
            None => now.max(self.due + SHORTEST),
            Some(speed) => {
                let next = self.due + Duration::from_secs_f64(dt / speed);
                if next + MOST_BEHIND < now { now } else { next }
            }
        };
    }
}

impl World {
    /// Makes the step that is due, if one is, and tells whatever is to be told now.
    pub(super) fn go_on(&mut self) {
        let now = Instant::now();
        if self.clock.due().is_some_and(|due| due <= now) {
            let dt = match &self.stage.playback {
                Some(playback) => playback.seconds_a_frame(),
                None => self.stage.run.simulation.dt(),
            };
            self.clock.tick(dt);
            if self.stage.playback.is_some() {
                self.play_on();
            } else {
                self.step_once();
            }
            self.tell_frame(false);
        }
        self.tell_news();
    }

    /// One step. At the end of the run, or where it cannot go on, time stops.
    pub(super) fn step_once(&mut self) {
        let run = &mut self.stage.run;
        if let Err(error) = run.simulation.step() {
            self.clock.pause();
            let refusal = without_place(error);
            return self.tell_all("error", &refusal.message);
        }
        run.step_time += run.simulation.last_step();
        let (step, simulation) = (run.simulation.steps(), &run.simulation);
        run.roll.follow(step, simulation.seconds(), simulation.agents(), |id| simulation.group_of(id));
        run.recording.add(step as u32, simulation.map(), simulation.agents(), &run.roll);
        self.measures.follow(simulation.seconds(), simulation.agents(), &run.roll);
        let until = match self.stage.settings.steps {
            0 => Until::Empty,
            steps => Until::Steps(steps),
        };
        // Where somebody stays for ever, there is no end.
        if run.has_people && !run.is_over && simulation.is_done(until).unwrap_or(false) {
            run.is_over = true;
            self.clock.pause();
            // Who arrived in this step was still seen in it; from now on nobody is.
            navigant::simulation::internals::look_again(&mut run.simulation);
            run.roll
                .follow(step + 1, run.simulation.seconds(), run.simulation.agents(), |id| run.simulation.group_of(id));
            self.tell_frame(true);
            self.tell_stats();
            self.tell_density();
            let rows = self.figures()["rows"].take();
            self.tell(&json!({ "event": "done", "rows": rows }));
        }
    }

    pub(super) fn play(&mut self) -> Result<(), Refusal> {
        if self.stage.run.is_over {
            return Err(Refusal::new("the run has ended; reset it to see it again"));
        }
        if !self.stage.run.has_people && self.stage.playback.is_none() {
            return Err(Refusal::new("nobody walks here; draw a source, and reset the run if that is needed"));
        }
        self.clock.play();
        self.tell_stats();
        Ok(())
    }

    pub(super) fn steps(&mut self, count: u32) -> Result<Value, Refusal> {
        if count > MOST_STEPS {
            return Err(Refusal::new(format!("at most {MOST_STEPS} steps at a time, not {count}")));
        }
        self.clock.pause();
        for _ in 0..count {
            match self.stage.playback {
                Some(_) => self.play_on(),
                None if self.stage.run.is_over => break,
                None => self.step_once(),
            }
        }
        self.tell_frame(true);
        self.tell_stats();
        self.tell_followed();
        self.tell_density();
        Ok(json!({ "step": self.stage.run.step() }))
    }

    /// Restarts the run, with everything that was drawn and set meanwhile.
    pub(super) fn reset(&mut self, asked: Asked, seed: Option<u64>) {
        if let Some(playback) = &mut self.stage.playback {
            let answer = playback.seek(0);
            self.follow_timeline();
            self.tell_frame(true);
            return asked.answer(answer.map(|()| json!({})));
        }
        if let Some(seed) = seed {
            let given = Map::from_iter([("seed".to_owned(), json!(seed))]);
            if let Err(refusal) = self.stage.settings.change(&given) {
                return asked.answer(Err(refusal));
            }
        }
        self.renew(Some(asked));
    }

    /// Lets everyone see a new run, and if the document is new, that too.
    pub(super) fn begin_again(&mut self, is_new: bool) {
        self.roadmaps = crate::ways::Roadmaps::default();
        if is_new {
            self.measures.clear();
        } else {
            self.measures.restart();
        }
        if is_new {
            // Their scratch memory is as large as the largest map they have seen.
            (self.finder, self.sight) = (PathFinder::new(), VisibilityFinder::new());
        }
        for page in self.pages.values_mut() {
            page.follow = None;
        }
        self.tell_world(is_new);
        for note in &self.stage.run.notes {
            self.tell_all("warning", note);
        }
    }

    /// Measures along these lines and in these areas from now on.
    pub(super) fn measure(&mut self, lines: Vec<crate::measure::Asked>) -> Result<Value, Refusal> {
        if self.stage.playback.is_some() {
            return Err(Refusal::new("recordings are not measured; go back to the run"));
        }
        self.measures.set(lines, self.stage.run.seconds())?;
        self.tell_stats();
        Ok(json!({ "measures": self.measures.json() }))
    }

    /// Changes settings. Those that can take effect at once do; the others count from the next reset.
    pub(super) fn settings(&mut self, given: &Map<String, Value>) -> Result<Value, Refusal> {
        let before = self.stage.settings.clone();
        self.stage.settings.change(given)?;
        self.stage.run.simulation.set_planning(self.stage.settings.planning());
        if self.stage.settings.dt != before.dt {
            self.change_dt();
        }
        let needs_reset = self.stage.settings.needs_reset(&before);
        self.stage.is_outdated |= needs_reset;
        Ok(json!({ "settings": self.stage.settings.json(), "needs_reset": self.stage.is_outdated }))
    }

    /// Steps last as long as the settings say from the next one on. A file of trajectories has one frame rate, so what was
    /// recorded with the other is given up.
    fn change_dt(&mut self) {
        let run = &mut self.stage.run;
        run.simulation.set_dt(self.stage.settings.dt);
        let had_some = run.simulation.steps() > 0 && !run.recording.is_empty();
        run.recording = Recording::new(run.simulation.dt(), run.bounds.min.into(), run.simulation.map());
        run.recording.add(run.step(), run.simulation.map(), run.simulation.agents(), &run.roll);
        if had_some {
            self.tell_all("info", "Steps have another length: what is exported begins here.");
        }
    }
}
