//! Time to the first plan and to bound 1, and path costs.

use super::scenes::Scene;
use navigant_mesh::Point;
use navigant_planning::constraint::{ConstraintGraph, ConstraintPlan};
use navigant_planning::internals::{ConstraintGraphInternals as _, ConstraintPlanInternals as _};
use navigant_search::graph::{Budget, StateId};
use serde::Serialize;
use std::error::Error;
use std::time::Instant;

/// Means over all queries on one graph.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Domain {
    /// The map.
    pub map: String,
    /// The graph.
    pub graph: String,
    /// How many states it has.
    pub states: usize,
    /// How many transitions.
    pub transitions: usize,
    /// Queries that all graphs have a path for.
    pub queries: usize,
    /// To the first plan, with ε = 2.5.
    pub first_us: f64,
    /// Its expansions.
    pub first_expansions: f64,
    /// The bound it is proved to be within.
    pub first_bound: f64,
    /// Its cost.
    pub first_cost_m: f64,
    /// To the plan of bound 1, with all before it.
    pub to_one_us: f64,
    /// Its expansions, with all before it.
    pub expansions_to_one: f64,
    /// Its cost.
    pub cost_m: f64,
    /// Queries on which the final cost is above that on the dense graph.
    pub dearer_than_dense: usize,
    /// For one query: expansions, and the cost of the best path then.
    pub curve: Vec<(f64, f64)>,
}

/// One query on one graph.
#[derive(Clone, Debug, Default)]
struct Outcome {
    first_us: f64,
    to_one_us: f64,
    expansions: [f64; 2],
    bound: f64,
    costs: [f64; 2],
    curve: Vec<(f64, f64)>,
}

/// How often a query is run; the fastest counts.
const RUNS: u32 = 5;

/// Runs all queries of a scene on all graphs.
///
/// # Errors
/// When a search fails.
pub fn run(scene: &Scene, mut done: impl FnMut()) -> Result<Vec<Domain>, Box<dyn Error>> {
    let mut domains: Vec<Domain> = scene
        .graphs
        .iter()
        .map(|(name, graph)| Domain {
            map: scene.name.into(),
            graph: (*name).into(),
            states: navigant_search::graph::Graph::states(graph),
            transitions: graph.transition_count(),
            ..Domain::default()
        })
        .collect();
    let mut plans: Vec<Option<ConstraintPlan>> = scene.graphs.iter().map(|_| None).collect();
    for query in &scene.queries {
        let mut outcomes: Vec<Option<Outcome>> = scene.graphs.iter().map(|_| None).collect();
        for _ in 0..RUNS {
            for (i, (_, graph)) in scene.graphs.iter().enumerate() {
                let Some(now) = one(scene, graph, query, &mut plans[i])? else { continue };
                let best = outcomes[i].get_or_insert_with(|| now.clone());
                best.first_us = best.first_us.min(now.first_us);
                best.to_one_us = best.to_one_us.min(now.to_one_us);
            }
        }
        done();
        let Some(outcomes) = outcomes.into_iter().collect::<Option<Vec<_>>>() else { continue };
        let dense = outcomes[0].costs[1];
        for (domain, outcome) in domains.iter_mut().zip(outcomes) {
            domain.queries += 1;
            domain.first_us += outcome.first_us;
            domain.to_one_us += outcome.to_one_us;
            domain.first_expansions += outcome.expansions[0];
            domain.expansions_to_one += outcome.expansions[1];
            domain.first_bound += outcome.bound;
            domain.first_cost_m += outcome.costs[0];
            domain.cost_m += outcome.costs[1];
            domain.dearer_than_dense += usize::from(outcome.costs[1] > dense);
            if domain.curve.is_empty() {
                domain.curve = outcome.curve;
            }
        }
    }
    for domain in &mut domains {
        let count = domain.queries.max(1) as f64;
        for mean in [
            &mut domain.first_us,
            &mut domain.to_one_us,
            &mut domain.first_expansions,
            &mut domain.expansions_to_one,
            &mut domain.first_bound,
            &mut domain.first_cost_m,
            &mut domain.cost_m,
        ] {
            *mean /= count;
        }
    }
    Ok(domains)
}

/// The states that a query begins and ends at.
pub(super) fn ends(scene: &Scene, graph: &ConstraintGraph, query: &[Point; 2]) -> Option<(StateId, StateId)> {
    let allowed = |p: Point| graph.field().forbids(p).is_none();
    let [from, to] = query.map(|end| graph.nearest_state(end, |p| allowed(p) && scene.map.sees(end, p)));
    from.zip(to)
}

fn one(
    scene: &Scene,
    graph: &ConstraintGraph,
    query: &[Point; 2],
    plan: &mut Option<ConstraintPlan>,
) -> Result<Option<Outcome>, Box<dyn Error>> {
    let Some((start, goal)) = ends(scene, graph, query) else { return Ok(None) };
    let plan = match plan {
        Some(plan) => plan,
        none => {
            // Warm the memory.
            let mut plan = ConstraintPlan::new(graph, start, goal)?;
            while !plan.search(graph, Budget::UNLIMITED)?.is_optimal() && plan.epsilon() > 1.0 {}
            none.insert(plan)
        }
    };
    let begin = Instant::now();
    plan.restart(graph, start, goal)?;
    let first = plan.search(graph, Budget::UNLIMITED)?;
    let first_us = begin.elapsed().as_secs_f64() * 1e6;
    let (Some(first_cost), Some(bound)) = (first.cost, first.bound()) else { return Ok(None) };
    let mut expansions = first.expansions as f64;
    let mut outcome = Outcome { first_us, bound, ..Outcome::default() };
    outcome.curve.push((expansions.max(1.0), graph.metres(first_cost)));
    (outcome.expansions[0], outcome.costs[0]) = (expansions, graph.metres(first_cost));
    let mut last = first;
    while !last.is_optimal() {
        last = plan.search(graph, Budget::UNLIMITED)?;
        expansions += last.expansions as f64;
        outcome.curve.push((expansions, graph.metres(last.cost.unwrap_or(f64::INFINITY))));
    }
    outcome.to_one_us = begin.elapsed().as_secs_f64() * 1e6;
    (outcome.expansions[1], outcome.costs[1]) = (expansions, graph.metres(last.cost.unwrap_or(f64::INFINITY)));
    Ok(Some(outcome))
}
