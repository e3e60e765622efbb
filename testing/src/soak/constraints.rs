//! Constrained graphs and plans on them that follow random changes of constraints.
//!
//! A small map, a dense, hybrid or triangulation graph over it, and up to six constraints that come, go, move and change. After every change
//! - some transitions cost what the oracle integrates, and, after one change in three, all of them what they do when computed from scratch;
//! - the plan that has been repaired since the beginning costs exactly what Bellman and Ford find on the same graph, and its path costs that;
//! - no leg of the path lies in a hard region;
//! - a plan that is never given enough expansions has an honest bound.

use super::case_seed;
use crate::graph::{bellman_ford, walk};
use crate::oracle::constraints::{Effect, Region, enters_hard, line_cost};
use crate::rng::Rng;
use navigant_geometry::{Outline, Point};
use navigant_mesh::Map;
use navigant_mesh::grid::MapGrid;
use navigant_mesh::roadmap::HybridGraph;
use navigant_planning::constraint::{Constraint, ConstraintGraph, ConstraintId, ConstraintPlan, Preposition, Shape};
use navigant_planning::internals::{ConstraintGraphInternals as _, ConstraintPlanInternals as _, plan_view};
use navigant_search::graph::{Budget, Graph, StateId};

/// Changes of constraints in one case.
pub const CHANGES_PER_CASE: u64 = 20;

/// The side of the map, in metres.
const SIDE: f64 = 14.0;

/// The largest ratio of the octile distance to the Euclidean one.
const OCTILE: f64 = 1.0824;

/// One case.
///
/// # Errors
/// What is wrong, after which change.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [SIDE, SIDE])).map_err(text)?;
    for _ in 0..rng.below(5) {
        let (x, y) = (rng.range(0.0..SIDE), rng.range(0.0..SIDE));
        let far = [x + rng.range(0.2..5.0), y + rng.range(0.2..5.0)];
        map.insert(&Outline::rectangle([x, y], far)).map_err(text)?;
    }
    let mut graph = any_graph(&mut rng, &map)?;
    let states: Vec<StateId> = (0..graph.states() as u32).map(StateId).collect();
    if states.is_empty() {
        return Ok(());
    }
    let (mut start, goal) = (*rng.pick(&states), *rng.pick(&states));
    let mut plan = ConstraintPlan::with_epsilon(&graph, start, goal, rng.range(1.0..4.0)).map_err(text)?;
    let mut hurried = ConstraintPlan::new(&graph, start, goal).map_err(text)?;
    let mut present: Vec<(ConstraintId, Region)> = Vec::new();
    for change in 0..CHANGES_PER_CASE {
        let wrong = |reason: String| format!("change {change}, {} states: {reason}", states.len());
        for _ in 0..rng.between(1, 2) {
            change_something(&mut rng, &mut graph, &mut present).map_err(wrong)?;
        }
        if rng.one_in(4) {
            start = plan.path().get(1).copied().unwrap_or_else(|| *rng.pick(&states));
            plan.move_start(&graph, start).map_err(text)?;
            hurried.move_start(&graph, start).map_err(text)?;
        }
        let regions: Vec<Region> = present.iter().map(|(_, region)| region.clone()).collect();
        check_costs(&mut rng, &graph, &regions).map_err(wrong)?;
        check_plan(&mut rng, &mut plan, &graph, (start, goal), &regions).map_err(wrong)?;
        let answer = hurried.search(&graph, Budget::expansions(u64::from(rng.between(1, 60)))).map_err(text)?;
        let optimum = bellman_ford(&plan_view(&hurried, &graph), start, goal);
        if answer.cost.is_some_and(|cost| optimum.is_none_or(|optimum| cost < optimum))
            || optimum.is_some_and(|optimum| answer.lower > optimum)
            || answer.cost.is_some() && walk(&plan_view(&hurried, &graph), start, goal, hurried.path()) != answer.cost
        {
            return Err(wrong(format!("hurried: {answer:?}, the optimum is {optimum:?}")));
        }
    }
    Ok(())
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn any_graph(rng: &mut Rng, map: &Map) -> Result<ConstraintGraph, String> {
    let (size, radius) = ([1.0, 0.75, 2.0][rng.below(3) as usize], [0.0, 0.25][rng.below(2) as usize]);
    Ok(match rng.below(5) {
        0 | 1 => ConstraintGraph::dense(map, &MapGrid::of(map, size, radius).map_err(text)?),
        2 | 3 => ConstraintGraph::hybrid(map, &HybridGraph::of(map, size, radius).map_err(text)?),
        _ => {
            let regions: Vec<Region> = (0..rng.between(0, 4)).map(|_| any_region(rng)).collect();
            let shapes = regions.iter().map(shape_of).collect::<Result<Vec<Shape>, String>>()?;
            let shapes: Vec<&Shape> = shapes.iter().collect();
            ConstraintGraph::triangulation(map, &shapes, radius, size).map_err(text)?
        }
    })
}

/// A convex region: corners in order around an ellipse.
fn any_region(rng: &mut Rng) -> Region {
    let centre = Point::new(rng.range(-1.0..SIDE + 1.0), rng.range(-1.0..SIDE + 1.0));
    let (width, height, corners) = (rng.range(0.3..4.0), rng.range(0.3..4.0), rng.between(3, 7));
    let corner = |i: u32| {
        let angle = (f64::from(i) + rng.range(0.0..0.8)) * std::f64::consts::TAU / f64::from(corners);
        Point::new(centre.x + width * libm::cos(angle), centre.y + height * libm::sin(angle))
    };
    let corners = (0..corners).map(corner).collect();
    let weight = f64::from(rng.below(17)) - 8.0;
    let effect = match rng.below(5) {
        0 | 1 => Effect::In(weight),
        2 | 3 => Effect::Near(weight),
        _ => Effect::Hard,
    };
    Region { corners, effect }
}

fn shape_of(region: &Region) -> Result<Shape, String> {
    Shape::of([&Outline::polygon(region.corners.iter().copied())]).map_err(text)
}

fn constraint_of(region: &Region) -> Result<Constraint, String> {
    let shape = shape_of(region)?;
    match region.effect {
        Effect::Hard => Ok(Constraint::hard(shape)),
        Effect::In(w) => Constraint::soft(Preposition::In, shape, w).map_err(text),
        Effect::Near(w) => Constraint::soft(Preposition::Near, shape, w).map_err(text),
    }
}

/// A constraint comes, goes, moves a little, or becomes another.
fn change_something(
    rng: &mut Rng,
    graph: &mut ConstraintGraph,
    present: &mut Vec<(ConstraintId, Region)>,
) -> Result<(), String> {
    if present.is_empty() || present.len() < 6 && rng.one_in(3) {
        let region = any_region(rng);
        let id = graph.add(constraint_of(&region)?).map_err(text)?;
        present.push((id, region));
        return Ok(());
    }
    let which = rng.below(present.len() as u32) as usize;
    if rng.one_in(5) {
        let (id, _) = present.swap_remove(which);
        return graph.remove(id).map_err(text);
    }
    let (id, region) = &mut present[which];
    if rng.one_in(4) {
        *region = any_region(rng);
    } else {
        let (dx, dy) = (rng.range(-1.5..1.5), rng.range(-1.5..1.5));
        region.corners.iter_mut().for_each(|p| *p = Point::new(p.x + dx, p.y + dy));
    }
    graph.replace(*id, constraint_of(region)?).map_err(text)
}

fn check_costs(rng: &mut Rng, graph: &ConstraintGraph, regions: &[Region]) -> Result<(), String> {
    if rng.one_in(3) && !graph.has_costs_of(&graph.recomputed()) {
        return Err("costs differ from those computed from scratch".into());
    }
    for _ in 0..3 {
        let from = StateId(rng.below(graph.states() as u32));
        let mut transitions = Vec::new();
        graph.successors(from, |to, cost| transitions.push((to, cost)));
        if transitions.is_empty() {
            continue;
        }
        let &(to, cost) = rng.pick(&transitions);
        let (Some(a), Some(b)) = (graph.point(from), graph.point(to)) else { return Err("a state nowhere".into()) };
        let (cost, wanted) = (graph.metres(cost), line_cost(regions, a, b));
        // A corner of a hard region may be touched between two samples.
        let is_right = if cost.is_finite() {
            // A highway costs what the steps of the grid would, which are up to 8.3 % longer than the line.
            (wanted * 0.99 - 1e-3..=wanted * 1.01 * OCTILE + 1e-3).contains(&cost)
        } else {
            let touches = |region: &Region| {
                region.effect == Effect::Hard && region.distance(a).min(region.distance(b)) < a.distance(b)
            };
            wanted.is_infinite() || regions.iter().any(touches)
        };
        if !is_right {
            return Err(format!("{a} to {b} costs {cost} m instead of {wanted}"));
        }
    }
    Ok(())
}

fn check_plan(
    rng: &mut Rng,
    plan: &mut ConstraintPlan,
    graph: &ConstraintGraph,
    (start, goal): (StateId, StateId),
    regions: &[Region],
) -> Result<(), String> {
    // Now and then a rough plan comes first.
    if rng.one_in(3) {
        let rough = plan.search(graph, Budget::UNLIMITED).map_err(text)?;
        let optimum = bellman_ford(&plan_view(plan, graph), start, goal);
        let epsilon = plan.epsilon();
        if rough.cost.is_some() != optimum.is_some()
            || rough
                .cost
                .zip(optimum)
                .is_some_and(|(cost, optimum)| cost > epsilon * optimum * (1.0 + 1e-12) || cost < optimum)
        {
            return Err(format!("within {epsilon}: {rough:?}, the optimum is {optimum:?}"));
        }
        if optimum.is_some_and(|optimum| rough.lower > optimum) {
            return Err(format!("the optimum is {optimum:?}, below the lower bound of {rough:?}"));
        }
        if rough.cost.is_some() && walk(&plan_view(plan, graph), start, goal, plan.path()) != rough.cost {
            return Err(format!("the rough path does not cost what {rough:?} says"));
        }
    }
    let answer = if rng.one_in(2) { plan.repair(graph) } else { plan.search_to_optimum(graph, Budget::UNLIMITED) };
    let answer = answer.map_err(text)?;
    let optimum = bellman_ford(&plan_view(plan, graph), start, goal);
    // Ramps to highways are transitions too, so that a path cannot cost more than without them.
    let without = bellman_ford(graph, start, goal);
    if without.is_some_and(|without| optimum.is_none_or(|optimum| optimum > without)) {
        return Err(format!("{optimum:?} with ramps, {without:?} without"));
    }
    if answer.cost != optimum {
        return Err(format!("{answer:?}, but the optimum is {optimum:?}"));
    }
    if answer.cost.is_some() && walk(&plan_view(plan, graph), start, goal, plan.path()) != optimum {
        return Err(format!("the path does not cost {optimum:?}"));
    }
    for leg in plan.points(graph).windows(2) {
        if enters_hard(regions, leg[0], leg[1]) {
            return Err(format!("the leg from {} to {} enters a hard region", leg[0], leg[1]));
        }
    }
    Ok(())
}
