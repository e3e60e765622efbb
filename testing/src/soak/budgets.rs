//! Budgets: every search spends at most what it may, in all its phases together, and says what it has proved.
//!
//! The twin of a search with a budget is the same search without one: it tells how many expansions are needed. With as many
//! the answer must be the same. With fewer it is the same or `BudgetSpent`, with a lower bound that the shortest path keeps. An
//! answer that contradicts the map ([`NoPath::Inconsistent`]) fails, whatever the budget.

use super::case_seed;
use super::disc_scene::DiscScene;
use crate::graph::World;
use crate::oracle::disc_reach::Reach;
use crate::rng::Rng;
use navigant_geometry::Point;
use navigant_mesh::Map;
use navigant_search::graph::{
    AStar, AdStar, Answer, AraStar, Budget, DStarLite, GridAStar, HpaStar, Policy, Replanner, SearchError, StateId,
    StopReason,
};
use navigant_search::internals::LpaStar;
use navigant_search::plane::{FindPath, NoPath, Path, PathFinder, PathReplanner, Query, Rung};
use std::sync::atomic::{AtomicU64, Ordering};

/// Budgets tried in one case.
pub const BUDGETS_PER_CASE: u64 = STATES * QUERIES_PER_STATE * BUDGETS;
const STATES: u64 = 2;
const QUERIES_PER_STATE: u64 = 6;
const BUDGETS: u64 = 6;

/// One case: a map and queries on it, edits, queries again; every fourth, a graph.
///
/// # Errors
/// The query that is answered wrongly, and its budget.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    if number % 4 == 3 {
        return (0..STATES * QUERIES_PER_STATE).try_for_each(|_| on_a_graph(&mut rng));
    }
    let mut scene = DiscScene::of_case(number / 4, &mut rng)?;
    let mut searchers = Searchers::default();
    for state in 0..STATES {
        if state > 0 {
            scene.edit(&mut rng)?;
        }
        for _ in 0..QUERIES_PER_STATE {
            let walls = scene.walls(&mut rng)?;
            let reach = Reach::of(&walls);
            let radius = if rng.one_in(3) { 0.0 } else { scene.radius(&mut rng, &reach) };
            let (from, to) = (scene.place(&mut rng, &reach, radius), scene.place(&mut rng, &reach, radius));
            let mut query = Query::new(from, to).with_radius(radius);
            if rng.one_in(3) {
                query = query.with_comfort(rng.range(0.0..4.0) * rng.range(0.0..1.0), 1.0 + rng.range(0.0..0.5));
            }
            let is_replanned = rng.one_in(3);
            let checked = if is_replanned {
                searchers.replan(&mut rng, &mut scene, &query)
            } else {
                searchers.find(&mut rng, &scene.map, &query)
            };
            checked.map_err(|wrong| format!("{wrong}\n{query:?}, replanned: {is_replanned}, {}", scene.describe()))?;
        }
    }
    Ok(())
}

#[derive(Default)]
struct Searchers {
    finder: PathFinder,
    replanner: PathReplanner,
}

/// What a search with a budget came to.
struct Outcome {
    answer: Result<Path, NoPath>,
    expansions: u64,
}

impl Searchers {
    /// A path with every budget that matters, against the same without one.
    fn find(&mut self, rng: &mut Rng, map: &Map, query: &Query<'_>) -> Result<(), String> {
        let finder = &mut self.finder;
        let mut within = |budget| {
            let answer = finder.find(map, &Query { budget, ..*query }).cloned();
            Outcome { answer, expansions: finder.expansions() }
        };
        let whole = within(Budget::UNLIMITED);
        // Comfort is added to the shortest path.
        let plain = shortest(map, query);
        for budget in budgets(rng, whole.expansions) {
            let outcome = within(Budget::expansions(budget));
            check(query, &whole, plain, &outcome, budget).map_err(|wrong| format!("budget {budget}: {wrong}"))?;
        }
        let asked = AtomicU64::new(0);
        let looks = u64::from(rng.below(4));
        let over = || asked.fetch_add(1, Ordering::Relaxed) >= looks;
        let outcome = within(Budget::UNLIMITED.until(&over));
        let may = looks * Budget::PATIENCE;
        if outcome.expansions > may + looks * (Budget::PATIENCE - 1) {
            return Err(format!("{} expansions where the clock allows {may}", outcome.expansions));
        }
        if !matches!(outcome.answer, Err(NoPath::BudgetSpent { .. })) && outcome.answer.is_ok() != whole.answer.is_ok()
        {
            return Err(format!("{:?} by the clock, {:?} without one", outcome.answer, whole.answer));
        }
        Ok(())
    }

    /// A path that is replanned after some edits, with every budget that matters.
    fn replan(&mut self, rng: &mut Rng, scene: &mut DiscScene, query: &Query<'_>) -> Result<(), String> {
        let Ok(old) = self.finder.find(&scene.map, query).cloned() else { return Ok(()) };
        let count = rng.between(1, 3);
        scene.edit_one_by_one(rng, count, |_| ())?;
        let (map, replanner) = (&scene.map, &mut self.replanner);
        let mut within = |budget| {
            let mut path = old.clone();
            let rung = replanner.replan(map, &Query { budget, ..*query }, &mut path);
            let is_kept = rung == Ok(Rung::Kept);
            (Outcome { answer: rung.map(|_| path), expansions: replanner.expansions() }, is_kept)
        };
        let (whole, is_kept) = within(Budget::UNLIMITED);
        if is_kept && whole.expansions > 0 {
            return Err(format!("{} expansions to keep a path", whole.expansions));
        }
        let plain = shortest(map, query);
        for budget in budgets(rng, whole.expansions) {
            let (outcome, _) = within(Budget::expansions(budget));
            check(query, &whole, plain, &outcome, budget).map_err(|wrong| format!("budget {budget}: {wrong}"))?;
        }
        Ok(())
    }
}

/// The length of the shortest path.
fn shortest(map: &Map, query: &Query<'_>) -> Option<f64> {
    map.find_path(Query::new(query.from, query.to).with_radius(query.radius)).ok().map(|path| path.length)
}

/// Budgets around what is needed, and any smaller ones.
fn budgets(rng: &mut Rng, needed: u64) -> [u64; BUDGETS as usize] {
    let mut any = || u64::from(rng.below(u32::try_from(needed).unwrap_or(u32::MAX).max(1)));
    [0, any(), any(), any(), needed.saturating_sub(1), needed]
}

fn check(query: &Query<'_>, whole: &Outcome, plain: Option<f64>, outcome: &Outcome, budget: u64) -> Result<(), String> {
    let Outcome { answer, expansions } = outcome;
    for answer in [answer, &whole.answer] {
        if let Err(reason @ NoPath::Inconsistent { .. }) = answer {
            return Err(reason.to_string());
        }
    }
    if *expansions > budget {
        return Err(format!("{expansions} expansions"));
    }
    // Without a limit, edges may be crossed in one go beyond what is needed: a little less may do as well.
    if budget >= whole.expansions || !matches!(answer, Err(NoPath::BudgetSpent { .. })) {
        // Who has a budget is told no place within reach, or one for a point.
        let is_same = match (answer, &whole.answer) {
            (Err(NoPath::TooNarrow { widest, place, .. }), Err(NoPath::TooNarrow { widest: w, place: p, .. })) => {
                (widest, place) == (w, p)
            }
            (Err(NoPath::Disconnected { .. }), Err(NoPath::Disconnected { .. })) => true,
            (answer, whole) => answer == whole,
        };
        return if is_same { Ok(()) } else { Err(format!("{answer:?} where it is {:?}", whole.answer)) };
    }
    let Err(NoPath::BudgetSpent { best, lower }) = answer else { return Ok(()) };
    if *expansions < budget {
        return Err(format!("{expansions} expansions only, but the budget is said to be spent"));
    }
    let straight = query.from.distance(query.to);
    if !lower.is_finite()
        || *lower < straight * (1.0 - 1e-12) - 2.0 * MOST_MOVED
        || plain.is_some_and(|length| *lower > length * (1.0 + 1e-12))
    {
        return Err(format!("lower bound {lower}, straight {straight}, shortest {plain:?}"));
    }
    let Some(best) = best else { return Ok(()) };
    let [first, last] = [best.points.first(), best.points.last()].map(|p| p.copied().unwrap_or(Point::new(0.0, 0.0)));
    let is_whole = last == query.to;
    if first.distance(query.from) > MOST_MOVED
        || is_whole && plain.is_none_or(|length| best.length < length * (1.0 - 1e-12))
    {
        return Err(format!("{best:?} is the best so far, shortest {plain:?}"));
    }
    Ok(())
}

/// All searches on one graph, with one budget each.
fn on_a_graph(rng: &mut Rng) -> Result<(), String> {
    let mut world = World::random(rng);
    let (start, goal) = (world.any_state(rng), world.any_state(rng));
    let mut replanner = Replanner::new(&world, start, goal, Policy::default()).map_err(|e| e.to_string())?;
    for _ in 0..2 {
        let optimum = AStar::new().find(&world, &world, start, goal, Budget::UNLIMITED).map_err(|e| e.to_string())?;
        for most in budgets(rng, optimum.expansions).into_iter().take(BUDGETS as usize / 2) {
            let budget = Budget::expansions(most);
            let mut answers = searches(&world, start, goal, budget).map_err(|e| e.to_string())?;
            answers.push(("Replanner", replanner.search(&world, &world, budget).map_err(|e| e.to_string())?));
            for (who, answer) in answers {
                judge(answer, optimum, most).map_err(|wrong| format!("{who}, budget {most}: {wrong}: {answer:?}"))?;
            }
        }
        replanner.update(world.change(rng));
    }
    Ok(())
}

fn searches(
    world: &World,
    start: StateId,
    goal: StateId,
    budget: Budget<'_>,
) -> Result<Vec<(&'static str, Answer)>, SearchError> {
    let mut answers = vec![
        ("A*", AStar::new().find(world, world, start, goal, budget)?),
        ("weighted A*", AStar::weighted(1.5)?.find(world, world, start, goal, budget)?),
        ("ARA*", AraStar::new(world, world, start, goal, 2.0)?.search(world, world, budget)?),
        ("LPA*", LpaStar::new(world, world, start, goal)?.search(world, world, budget)?),
        ("D* Lite", DStarLite::new(world, world, start, goal)?.search(world, world, budget)?),
        ("AD*", AdStar::new(world, world, start, goal, 2.0)?.search(world, world, budget)?),
    ];
    if let World::Cells(grid) = world {
        answers.push(("grid A*", GridAStar::new().find(grid, start, goal, budget)?));
        answers.push(("HPA*", HpaStar::new(grid, 8).find(grid, start, goal, budget)?));
    }
    Ok(answers)
}

fn judge(answer: Answer, optimum: Answer, most: u64) -> Result<(), String> {
    if answer.expansions > most {
        return Err("too many expansions".into());
    }
    if answer.stop == StopReason::OutOfExpansions && answer.expansions < most {
        return Err("the budget was not spent".into());
    }
    if answer.lower > optimum.cost.unwrap_or(f64::INFINITY) * (1.0 + 1e-9) {
        return Err(format!("a lower bound above {:?}", optimum.cost));
    }
    let is_wrong = answer.stop == StopReason::NoPath && optimum.cost.is_some();
    if is_wrong { Err("no path, where there is one".into()) } else { Ok(()) }
}

/// How far ends without room may be moved, in metres: two steps of the lattice of a floor of some 100 m.
const MOST_MOVED: f64 = 1e-5;

#[cfg(test)]
mod tests {
    #[test]
    fn budgets_hold_on_the_first_cases() {
        for number in 0..24 {
            super::case(1, number).unwrap();
        }
    }
}
