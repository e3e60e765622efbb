//! A constraint moves on the plan: repaired, or planned from scratch.

use super::plans::ends;
use super::scenes::Scene;
use navigant_mesh::{Outline, Point};
use navigant_planning::constraint::{Constraint, ConstraintGraph, ConstraintPlan, Preposition, Shape};
use navigant_planning::internals::{ConstraintPlanInternals as _, plan_view};
use navigant_search::graph::{AStar, Budget, StateId};
use navigant_testing::rng::Rng;
use serde::Serialize;
use std::error::Error;
use std::time::Instant;

/// Means over moves on one graph.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Moves {
    /// The map.
    pub map: String,
    /// The graph.
    pub graph: String,
    /// Moves that touched the plan.
    pub moves: usize,
    /// To compute the costs of transitions again.
    pub field_us: f64,
    /// To repair the plan.
    pub repair_us: f64,
    /// Its expansions.
    pub repair_expansions: f64,
    /// To plan from scratch, by AD* with ε = 1.
    pub scratch_us: f64,
    /// Its expansions.
    pub scratch_expansions: f64,
    /// The same by A*.
    pub a_star_us: f64,
    /// Its expansions.
    pub a_star_expansions: f64,
    /// Expansions of each repair.
    pub repaired: Vec<u64>,
    /// Expansions of each plan from scratch.
    pub from_scratch: Vec<u64>,
}

/// How far away a path is touched, and how far a move goes, in metres.
const WEIGHT: f64 = -5.0;
const FARTHEST: f64 = 1.5;
/// Moves on one plan.
const PER_PLAN: usize = 25;

/// Moves a constraint about on the plans of a scene's queries.
///
/// # Errors
/// When a search fails, or a repaired plan does not cost what a new one does.
pub fn run(scene: &Scene, count: usize, seed: u64, mut done: impl FnMut()) -> Result<Vec<Moves>, Box<dyn Error>> {
    let mut all = Vec::new();
    for (name, graph) in &scene.graphs {
        let mut moves = Moves { map: scene.name.into(), graph: (*name).into(), ..Moves::default() };
        let (mut graph, mut rng) = (graph.clone(), Rng::new(seed ^ 0x30));
        // Each query once, and then again with other moves.
        for query in scene.queries.iter().cycle().take(scene.queries.len() * 20) {
            if moves.moves >= count {
                break;
            }
            let Some(ends) = ends(scene, &graph, query) else { continue };
            let before = moves.moves;
            on_plan(&mut graph, ends, &mut rng, count, &mut moves)?;
            for _ in before..moves.moves {
                if *name == "hybrid" {
                    done();
                }
            }
        }
        let made = moves.moves.max(1) as f64;
        for mean in [
            &mut moves.field_us,
            &mut moves.repair_us,
            &mut moves.repair_expansions,
            &mut moves.scratch_us,
            &mut moves.scratch_expansions,
            &mut moves.a_star_us,
            &mut moves.a_star_expansions,
        ] {
            *mean /= made;
        }
        all.push(moves);
    }
    Ok(all)
}

fn guard(at: Point) -> Result<Constraint, Box<dyn Error>> {
    let shape = Shape::of([&Outline::rectangle([at.x - 0.5, at.y - 0.5], [at.x + 0.5, at.y + 0.5])])?;
    Ok(Constraint::soft(Preposition::Near, shape, WEIGHT)?)
}

/// Somebody whom the plan avoids walks about on it.
fn on_plan(
    graph: &mut ConstraintGraph,
    (start, goal): (StateId, StateId),
    rng: &mut Rng,
    count: usize,
    moves: &mut Moves,
) -> Result<(), Box<dyn Error>> {
    let mut plan = ConstraintPlan::with_epsilon(graph, start, goal, 1.0)?;
    if plan.search(graph, Budget::UNLIMITED)?.cost.is_none() {
        return Ok(());
    }
    let mut fresh = ConstraintPlan::with_epsilon(graph, start, goal, 1.0)?;
    let mut a_star = AStar::new();
    let mut at = *rng.pick(&plan.points(graph));
    let id = graph.add(guard(at)?)?;
    // Both trees exist before anything is timed, as for a plan that has lived for a while.
    plan.repair(graph)?;
    for _ in 0..PER_PLAN {
        if moves.moves >= count {
            break;
        }
        let ([dx, dy], far) = (rng.direction(), rng.range(0.2..FARTHEST));
        at = Point::new(at.x + dx * far, at.y + dy * far);
        let begin = Instant::now();
        graph.replace(id, guard(at)?)?;
        let field = begin.elapsed();
        let touches = plan.points(graph).iter().any(|p| p.distance(at) < WEIGHT.abs());
        let begin = Instant::now();
        let repaired = plan.repair(graph)?;
        let repair = begin.elapsed();
        let begin = Instant::now();
        fresh.restart(graph, start, goal)?;
        let scratch = fresh.search_to_optimum(graph, Budget::UNLIMITED)?;
        let from_scratch = begin.elapsed();
        let begin = Instant::now();
        let found = a_star.find(&plan_view(&plan, graph), graph, start, goal, Budget::UNLIMITED)?;
        let a_star_time = begin.elapsed();
        if repaired.cost != scratch.cost || repaired.cost != found.cost {
            return Err(format!("a repaired plan costs {:?}, a new one {:?}", repaired.cost, scratch.cost).into());
        }
        if !touches {
            at = *rng.pick(&plan.points(graph));
            continue;
        }
        moves.moves += 1;
        let us = |time: std::time::Duration| time.as_secs_f64() * 1e6;
        moves.field_us += us(field);
        moves.repair_us += us(repair);
        moves.scratch_us += us(from_scratch);
        moves.a_star_us += us(a_star_time);
        moves.repair_expansions += repaired.expansions as f64;
        moves.scratch_expansions += scratch.expansions as f64;
        moves.a_star_expansions += found.expansions as f64;
        moves.repaired.push(repaired.expansions);
        moves.from_scratch.push(scratch.expansions);
    }
    graph.remove(id)?;
    Ok(())
}
