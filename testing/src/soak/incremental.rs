//! Repairing searches against A* from scratch, after every one of many random events.
//!
//! A random graph or grid lives through random events: costs change, edges and states come and go, cells are blocked and
//! freed, the start moves, now and then the goal does. After each of them
//! - LPA*, D* Lite and AD* at ε = 1, which have repaired their plans since the world began, must cost what A* from scratch finds:
//!   exactly where costs add up exactly, to 10⁻⁹ where they are rounded;
//! - ARA* from scratch and an AD* that is never given enough time are stopped after 1, 2, 4, … expansions: each time the path
//!   must exist, cost what is said, and lie within the bound that is said;
//! - so is a plan that decides for itself whether to repair or to plan from scratch, under a random policy; and it must plan from scratch
//!   for a new goal; another one is never stopped, so that grids without weights are repaired by lower bounds;
//! - now and then A* itself must agree with Bellman and Ford.

use crate::graph::{World, bellman_ford, walk};
use crate::rng::Rng;
use navigant_search::graph::{
    AStar, AdStar, Answer, AraStar, Budget, DStarLite, Policy, ReplanReason, Replanned, Replanner, SearchError,
    StateId, StopReason,
};
use navigant_search::internals::LpaStar;
use navigant_search::internals::{
    AdStarInternals as _, AraStarInternals as _, DStarLiteInternals as _, ReplannerInternals as _,
};
use std::fmt;

/// What a run has seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Events lived through.
    pub events: u64,
    /// Worlds they happened in.
    pub worlds: u64,
    /// Answers compared.
    pub checks: u64,
    /// Answers among them that were cut short by a budget.
    pub interrupted: u64,
    /// Events after which there was no path.
    pub no_path: u64,
    /// Answers that were wrong.
    pub mismatches: u64,
    /// The first of them, in words, with what is needed to see them again.
    pub first: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { events, worlds, checks, interrupted, no_path, mismatches, first } = self;
        writeln!(f, "{events} events in {worlds} worlds, {no_path} of them without a path")?;
        writeln!(f, "{checks} answers checked, {interrupted} of them cut short by a budget")?;
        write!(f, "{mismatches} mismatches")?;
        first.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

/// Runs a number of events from a seed.
pub fn run(count: u64, seed: u64) -> Report {
    let mut report = Report::default();
    while report.events < count {
        let world_seed = seed.wrapping_mul(0x1_0000_0001).wrapping_add(report.worlds);
        report.worlds += 1;
        if let Err(error) = live(world_seed, count, &mut report) {
            report.wrong(format!("world {world_seed}: {error}"));
        }
    }
    report
}

impl Report {
    fn wrong(&mut self, what: String) {
        self.mismatches += 1;
        if self.first.len() < 20 {
            self.first.push(what);
        }
    }
}

/// A world and everything that plans in it.
struct Life {
    world: World,
    start: StateId,
    goal: StateId,
    lpa: LpaStar,
    d_star: DStarLite,
    ad_star: AdStar,
    hurried: AdStar,
    kept: Replanner,
    steady: Replanner,
    new_goal: bool,
    optimum: Option<f64>,
}

/// Lives through up to 60 events in the world of a seed.
fn live(world_seed: u64, count: u64, report: &mut Report) -> Result<(), SearchError> {
    let mut rng = Rng::new(world_seed);
    let world = World::random(&mut rng);
    let (start, goal) = (world.any_state(&mut rng), world.any_state(&mut rng));
    let mut life = Life {
        lpa: LpaStar::new(&world, &world, start, goal)?,
        d_star: DStarLite::new(&world, &world, start, goal)?,
        ad_star: AdStar::new(&world, &world, start, goal, 1.0)?,
        hurried: AdStar::new(&world, &world, start, goal, 1.0 + 3.0 * rng.range(0.0..1.0))?,
        kept: Replanner::new(&world, start, goal, random_policy(&mut rng))?,
        steady: Replanner::new(&world, start, goal, Policy { epsilon: 1.0, patience: 100.0, large: 100.0, step: 0.5 })?,
        new_goal: false,
        optimum: None,
        world,
        start,
        goal,
    };
    let mut a_star = AStar::new();
    for event in 0..60 {
        if report.events >= count {
            break;
        }
        report.events += 1;
        if event > 0 {
            life.happen(&mut rng)?;
        }
        let label = |who: &str| format!("world {world_seed}, event {event}: {who}");
        let answer = a_star.find(&life.world, &life.world, life.start, life.goal, Budget::UNLIMITED)?;
        life.optimum = answer.cost;
        report.no_path += u64::from(answer.stop == StopReason::NoPath);
        if rng.one_in(8) {
            let oracle = bellman_ford(&life.world, life.start, life.goal);
            report.checks += 1;
            if !life.same(answer.cost, oracle) {
                report.wrong(format!("{}: {:?} instead of {oracle:?}", label("A*"), answer.cost));
            }
        }
        life.compare(&mut rng, report, &label)?;
        life.hurry(&mut rng, report, &label)?;
        life.keep(&mut rng, report, &label)?;
    }
    Ok(())
}

fn random_policy(rng: &mut Rng) -> Policy {
    Policy {
        epsilon: 1.0 + 3.0 * rng.range(0.0..1.0),
        step: rng.range(0.0..1.0),
        large: 4.0 * rng.range(0.0..1.0),
        patience: 2.0 * rng.range(0.0..1.0),
    }
}

impl Life {
    /// One event: the start moves, or the world changes, or both; or the goal is another one.
    fn happen(&mut self, rng: &mut Rng) -> Result<(), SearchError> {
        self.new_goal = rng.one_in(12);
        if self.new_goal {
            return self.change_goal(rng);
        }
        let kind = rng.below(4);
        if kind != 0 {
            let dearer = rng.one_in(5);
            let touched = if dearer { self.world.make_dearer(rng) } else { self.world.change(rng) };
            let world = &self.world;
            self.lpa.update(world, world, touched.iter().copied())?;
            self.d_star.update(world, world, touched.iter().copied())?;
            self.kept.update(touched.iter().copied());
            self.steady.update(touched.iter().copied());
            for plan in [&mut self.ad_star, &mut self.hurried] {
                let touched = touched.iter().copied();
                if dearer { plan.update_dearer(world, world, touched)? } else { plan.update(world, world, touched)? }
            }
        }
        if kind <= 1 {
            let path = self.d_star.path();
            let along = path.get(rng.below(path.len() as u32) as usize).copied();
            self.start = along.filter(|_| !rng.one_in(3)).unwrap_or_else(|| self.world.any_state(rng));
            let world = &self.world;
            // LPA* is for a start that stays.
            self.lpa.restart(world, world, self.start, self.goal)?;
            self.d_star.move_start(world, world, self.start)?;
            self.ad_star.move_start(world, self.start)?;
            self.hurried.move_start(world, self.start)?;
            self.kept.move_start(world, self.start)?;
            self.steady.move_start(world, self.start)?;
        }
        Ok(())
    }

    fn change_goal(&mut self, rng: &mut Rng) -> Result<(), SearchError> {
        let (world, old) = (&self.world, self.goal);
        self.goal = world.any_state(rng);
        self.new_goal = self.goal != old;
        self.lpa.restart(world, world, self.start, self.goal)?;
        self.d_star.restart(world, world, self.start, self.goal)?;
        self.ad_star.restart(world, world, self.start, self.goal, 1.0)?;
        self.hurried.restart(world, world, self.start, self.goal, self.hurried.epsilon())?;
        self.kept.set_goal(world, self.goal)?;
        self.steady.set_goal(world, self.goal)
    }

    /// The optimal searches, cut short once or not at all, then finished.
    fn compare(
        &mut self,
        rng: &mut Rng,
        report: &mut Report,
        label: &impl Fn(&str) -> String,
    ) -> Result<(), SearchError> {
        let cut = rng.one_in(2).then(|| Budget::expansions(u64::from(rng.below(20))));
        for budget in cut.into_iter().chain([Budget::UNLIMITED]) {
            let world = &self.world;
            let answer = self.lpa.search(world, world, budget)?;
            self.check(report, &label("LPA*"), answer, self.lpa.path());
            let answer = self.d_star.search(world, world, budget)?;
            self.check(report, &label("D* Lite"), answer, self.d_star.path());
            let answer = self.ad_star.search(world, world, budget)?;
            self.check(report, &label("AD*"), answer, self.ad_star.path());
        }
        Ok(())
    }

    /// The anytime searches, stopped after 1, 2, 4, … expansions.
    fn hurry(
        &mut self,
        rng: &mut Rng,
        report: &mut Report,
        label: &impl Fn(&str) -> String,
    ) -> Result<(), SearchError> {
        let world = &self.world;
        let mut ara = AraStar::new(world, world, self.start, self.goal, 1.0 + 3.0 * rng.range(0.0..1.0))?;
        for budget in (0..).map(|power| 1u64 << power) {
            let answer = ara.search(world, world, Budget::expansions(budget))?;
            self.check(report, &label("ARA*"), answer, ara.path());
            match answer.stop {
                StopReason::NoPath => break,
                StopReason::Solved if ara.epsilon() == 1.0 => break,
                StopReason::Solved => ara.set_epsilon((ara.epsilon() - 0.7).max(1.0))?,
                _ => {}
            }
        }
        if rng.one_in(10) {
            self.hurried.set_epsilon(1.0 + 3.0 * rng.range(0.0..1.0))?;
        }
        for budget in (0..rng.below(7)).map(|power| 1u64 << power) {
            let answer = self.hurried.search(world, world, Budget::expansions(budget))?;
            self.check(report, &label("AD* in a hurry"), answer, self.hurried.path());
            if answer.stop == StopReason::Solved {
                self.hurried.set_epsilon((self.hurried.epsilon() - 0.7).max(1.0))?;
            }
        }
        Ok(())
    }

    /// The plan that keeps itself up, stopped after 1, 2, 4, … expansions, and now and then not at all.
    fn keep(&mut self, rng: &mut Rng, report: &mut Report, label: &impl Fn(&str) -> String) -> Result<(), SearchError> {
        let world = &self.world;
        let finish = rng.one_in(2).then_some(Budget::UNLIMITED);
        let hasty = (0..rng.below(5)).map(|power| Budget::expansions(1 << power));
        for (number, budget) in hasty.chain(finish).enumerate() {
            let answer = self.kept.search(world, world, budget)?;
            self.check(report, &label("AD* kept up"), answer, self.kept.path());
            let bound = answer.bound().unwrap_or(1.0);
            if answer.stop == StopReason::Solved && bound > self.kept.epsilon() * (1.0 + 1e-9) {
                report.wrong(format!("{} is not within its ε: {answer:?}", label("AD* kept up")));
            }
            let fresh =
                matches!(self.kept.replanned(), Replanned::FromScratch(ReplanReason::Goal | ReplanReason::First));
            if number == 0 && self.new_goal && !fresh {
                report.wrong(format!("{} keeps a plan for another goal", label("AD* kept up")));
            }
        }
        let answer = self.steady.search(world, world, Budget::UNLIMITED)?;
        self.check(report, &label("replanner"), answer, self.steady.path());
        Ok(())
    }

    fn same(&self, a: Option<f64>, b: Option<f64>) -> bool {
        match (a, b) {
            (Some(a), Some(b)) if !self.world.is_exact() => (a - b).abs() <= 1e-9 * a.max(b),
            _ => a == b,
        }
    }

    /// Whether an answer keeps all its promises.
    fn check(&self, report: &mut Report, who: &str, answer: Answer, path: &[StateId]) {
        report.checks += 1;
        if let Err(what) = self.judge(answer, path) {
            report.wrong(format!("{who} {what}: {answer:?}, optimum {:?}", self.optimum));
        }
        report.interrupted += u64::from(matches!(answer.stop, StopReason::OutOfExpansions));
    }

    fn judge(&self, answer: Answer, path: &[StateId]) -> Result<(), &'static str> {
        let slack = if self.world.is_exact() { 1.0 } else { 1.0 + 1e-9 };
        let optimum = self.optimum.unwrap_or(f64::INFINITY);
        if answer.lower > optimum * slack {
            return Err("claims a lower bound above the optimum");
        }
        match answer.cost {
            None if !path.is_empty() => return Err("has a path without a cost"),
            None => {}
            Some(cost) if !self.same(walk(&self.world, self.start, self.goal, path), Some(cost)) => {
                return Err("has a path that does not cost what it says");
            }
            Some(cost) => {
                // One rounding in dividing cost by lower, one in multiplying here.
                let bound = answer.bound().ok_or("has a cost without a bound")?;
                if cost > bound * optimum * (slack + 1e-15) {
                    return Err("exceeds its bound");
                }
            }
        }
        match answer.stop {
            StopReason::NoPath if self.optimum.is_some() => Err("misses a path"),
            StopReason::Solved if answer.is_optimal() && !self.same(answer.cost, self.optimum) => Err("is not optimal"),
            StopReason::Solved if answer.cost.is_none() => Err("is solved without a path"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repaired_plans_cost_what_a_star_finds_from_scratch() {
        let report = run(3_000, 1);
        assert_eq!(report.mismatches, 0, "{report}");
        assert!(report.interrupted > 1_000 && report.no_path > 100, "{report}");
    }

    #[test]
    fn the_same_seed_gives_the_same_run() {
        assert_eq!(run(200, 5), run(200, 5));
    }
}
