//! A search step by step: what it expands, in which order, and how much waits.

use super::compare::seen_cell;
use super::find::line;
use super::journey::join;
use super::repair;
use super::roadmaps::{Roadmaps, Sizes};
use super::watched::{Expands, MOST_STEPS, Step, Watched};
use crate::refusal::Refusal;
use crate::request::Traced;
use navigant::mesh::roadmap::MapRoadmap as _;
use navigant::mesh::{Map, Point};
use navigant::search::graph::{
    AStar, Answer, AraStar, Budget, Dijkstra, Graph, Heuristic, Octile, RoadmapEnd, RoadmapGraph, SearchError, StateId,
    StraightLine,
};
use navigant::search::internals::RoadmapGraphInternals as _;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Runs a search and tells its course.
pub(crate) fn trace(roadmaps: &mut Roadmaps, map: &Map, asked: &Traced, sizes: &Sizes) -> Result<Value, Refusal> {
    let ends = [asked.from, asked.to].map(Point::from);
    for p in ends {
        if !map.is_walkable(p) {
            return Err(Refusal::at("an end is outside or in an obstacle", p));
        }
    }
    if repair::repairs(&asked.search) {
        return repair::trace(roadmaps, map, asked, sizes);
    }
    if asked.graph == "grid" {
        let grid = roadmaps.grid(map, sizes.cell, asked.radius)?;
        let point = |state: StateId| grid.centre(map, state.into());
        let [Some(start), Some(goal)] = ends.map(|p| seen_cell(grid, map, p)) else {
            return Err(Refusal::new("no open cell of the grid is seen from an end"));
        };
        let octile = Octile::over(grid);
        return told(asked, grid, &octile, [start.into(), goal.into()], point, grid.metres(1.0));
    }
    if asked.graph == "hybrid" {
        let graph = roadmaps.hybrid(map, &Sizes { radius: asked.radius, ..*sizes })?;
        let grid = graph.grid();
        let point = |state: StateId| grid.centre(map, state.into());
        let [Some(start), Some(goal)] = ends.map(|p| seen_cell(grid, map, p)) else {
            return Err(Refusal::new("no open cell of the grid is seen from an end"));
        };
        return told(asked, graph, &StraightLine(graph), [start.into(), goal.into()], point, grid.metres(1.0));
    }
    let (roadmap, attachments) = match asked.graph.as_str() {
        "" | "dual" => {
            let dual = roadmaps.dual(map).roadmap();
            (dual, ends.map(|p| join(map, dual, p, 0.0)))
        }
        "cells" => {
            let cells = roadmaps.cells(map).roadmap();
            (cells, ends.map(|p| join(map, cells, p, 0.0)))
        }
        "quadtree" => {
            let tree = roadmaps.quad_tree(map, sizes)?.roadmap();
            (tree, ends.map(|p| join(map, tree, p, 0.0)))
        }
        "sampled" => {
            let sampled = roadmaps.sampled(map, &Sizes { radius: asked.radius, ..*sizes })?.roadmap();
            (sampled, ends.map(|p| join(map, sampled, p, asked.radius)))
        }
        "axis" => {
            let axis = roadmaps.axis(map, asked.radius);
            let attachments = ends.map(|p| axis.attach(map, p).map_or_else(Vec::new, |attached| attached.edges));
            (axis.roadmap(), attachments)
        }
        other => {
            return Err(Refusal::new(format!(
                "there is no graph {other:?}; there are dual, cells, quadtree, axis, grid, hybrid and sampled"
            )));
        }
    };
    let [start, goal] =
        [(ends[0], &attachments[0]), (ends[1], &attachments[1])].map(|(at, edges)| RoadmapEnd { at, edges });
    let journey = RoadmapGraph::new(roadmap, start, goal);
    told(asked, &journey, &journey, [RoadmapGraph::START, RoadmapGraph::GOAL], |state| journey.point(state), 1.0)
}

fn told<G: Graph, H: Heuristic>(
    asked: &Traced,
    graph: &G,
    heuristic: &H,
    [start, goal]: [StateId; 2],
    point: impl Fn(StateId) -> Option<Point>,
    metre: f64,
) -> Result<Value, Refusal> {
    let watched = Watched::new(graph, start, Expands::Forward);
    let rounds = run(asked, &watched, heuristic, [start, goal]).map_err(|e| Refusal::new(e.to_string()))?;
    let seen = watched.steps();
    let mut course = Course::default();
    let (mut told_rounds, mut expansions) = (Vec::new(), 0);
    let mut note = "there is no way on this graph".to_owned();
    let (mut last_length, mut last_path) = (None, Vec::new());
    for Round { weight, answer, path } in &rounds.each {
        let estimate = |state: StateId| if *weight > 0.0 { weight * heuristic.estimate(state, goal) } else { 0.0 };
        for step in seen.iter().skip(expansions as usize).take(answer.expansions as usize) {
            course.add(step, &point, metre, estimate(step.state));
        }
        expansions += answer.expansions;
        let points: Vec<Point> = path.iter().filter_map(|&state| point(state)).collect();
        let length = answer.cost.map(|cost| cost * metre);
        if let (Some(length), Some(bound)) = (length, answer.bound()) {
            note = format!("{length:.2} m, at most {bound:.3} times the shortest on this graph");
        }
        // After how many steps this was known, and how good it is.
        told_rounds.push(json!({ "epsilon": weight, "steps": course.steps.len(), "bound": answer.bound(),
            "length": length, "path": line(&points) }));
        (last_length, last_path) = (length, points);
    }
    if seen.len() == MOST_STEPS {
        note.push_str(&format!("; only the first {MOST_STEPS} expansions are shown"));
    }
    Ok(json!({ "search": rounds.name, "nodes": line(&course.nodes), "steps": course.steps, "opened": course.opened,
        "path": line(&last_path), "length": last_length, "expansions": expansions, "note": note, "rounds": told_rounds }))
}

/// Steps as the page takes them, with numbers for the places they name.
#[derive(Default)]
pub(super) struct Course {
    numbers: HashMap<StateId, usize>,
    pub(super) nodes: Vec<Point>,
    pub(super) steps: Vec<Value>,
    /// By step, the nodes that it put on the open list.
    pub(super) opened: Vec<Vec<usize>>,
}

impl Course {
    /// Takes in a step; costs are told in metres, and `estimate` is the cost left.
    pub(super) fn add(&mut self, step: &Step, point: &impl Fn(StateId) -> Option<Point>, metre: f64, estimate: f64) {
        let [state, parent] = [step.state, step.parent].map(|state| self.number(state, point));
        let [g, f] = [step.g, step.g.map(|g| g + estimate)].map(|cost| cost.map(|cost| cost * metre));
        self.steps.push(json!([state, parent, g, f, step.g.map(|_| step.open)]));
        let opened = step.opened.iter().map(|&state| self.number(state, point)).collect();
        self.opened.push(opened);
    }

    fn number(&mut self, state: StateId, point: &impl Fn(StateId) -> Option<Point>) -> usize {
        let nodes = &mut self.nodes;
        *self.numbers.entry(state).or_insert_with(|| {
            nodes.push(point(state).unwrap_or(Point::new(0.0, 0.0)));
            nodes.len() - 1
        })
    }
}

/// What a search has found: one answer, or with ARA* one a round, each better than the one before.
struct Rounds {
    name: &'static str,
    each: Vec<Round>,
}

struct Round {
    /// How much the estimate counts; 0 for not at all.
    weight: f64,
    answer: Answer,
    path: Vec<StateId>,
}

fn run<G: Graph, H: Heuristic>(
    asked: &Traced,
    watched: &Watched<'_, G>,
    heuristic: &H,
    [start, goal]: [StateId; 2],
) -> Result<Rounds, SearchError> {
    // Each search is made twice: once to know how many expansions are its own, once to watch these.
    let budget = Budget::UNLIMITED;
    let watch = |expansions: u64| watched.expect(0, expansions);
    watch(0);
    let one = |name, weight, answer, path: &[StateId]| Rounds {
        name,
        each: vec![Round { weight, answer, path: path.to_vec() }],
    };
    Ok(match asked.search.as_str() {
        "dijkstra" => {
            let mut search = Dijkstra::new();
            watch(search.find(watched, start, goal, budget)?.expansions);
            let answer = search.find(watched, start, goal, budget)?;
            one("dijkstra", 0.0, answer, search.path())
        }
        "weighted" | "weighted_a_star" => {
            let weight = asked.weight.unwrap_or(WEIGHT);
            let mut search = AStar::weighted(weight)?;
            watch(search.find(watched, heuristic, start, goal, budget)?.expansions);
            let answer = search.find(watched, heuristic, start, goal, budget)?;
            one("weighted_a_star", weight, answer, search.path())
        }
        "ara_star" => {
            let mut each = Vec::new();
            let first = asked.weight.unwrap_or(EPSILONS[0]);
            let mut plan = AraStar::new(watched, heuristic, start, goal, first)?;
            let lower = EPSILONS.into_iter().skip(1).filter(|&epsilon| epsilon < first);
            for weight in std::iter::once(first).chain(lower) {
                plan.set_epsilon(weight)?;
                watch(plan.clone().search(watched, heuristic, budget)?.expansions);
                let answer = plan.search(watched, heuristic, budget)?;
                let (is_best, no_way) = (answer.bound() == Some(1.0), answer.cost.is_none());
                each.push(Round { weight, answer, path: plan.path().to_vec() });
                // Nothing is left to be improved.
                if is_best || no_way {
                    break;
                }
            }
            Rounds { name: "ara_star", each }
        }
        _ => {
            let mut search = AStar::new();
            watch(search.find(watched, heuristic, start, goal, budget)?.expansions);
            let answer = search.find(watched, heuristic, start, goal, budget)?;
            one("a_star", 1.0, answer, search.path())
        }
    })
}

/// How much weighted A* trusts its heuristic.
const WEIGHT: f64 = 2.0;
/// How much ARA* does, from round to round.
const EPSILONS: [f64; 5] = [3.0, 2.0, 1.5, 1.2, 1.0];

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::mesh::Outline;

    const SIZES: Sizes = Sizes { cell: 0.5, radius: 0.3, square: [0.5; 2], neighbours: 8, samples: 400 };

    fn numbers(rounds: &[Value], name: &str) -> Vec<f64> {
        rounds.iter().map(|round| round[name].as_f64().unwrap()).collect()
    }

    /// What is expanded is the start, or was put on the open list before; and that is as long as is said.
    fn opens_before_it_expands(told: &Value, what: &str) {
        let mut open = std::collections::BTreeSet::new();
        let opened = told["opened"].as_array().unwrap();
        for (i, (step, opened)) in told["steps"].as_array().unwrap().iter().zip(opened).enumerate() {
            let was_open = open.remove(&step[0].as_u64().unwrap());
            assert!(was_open || i == 0, "{what}: step {i}");
            open.extend(opened.as_array().unwrap().iter().map(|node| node.as_u64().unwrap()));
            if what.ends_with("a_star") || what.ends_with("dijkstra") {
                assert_eq!(step[4].as_u64().unwrap(), open.len() as u64, "{what}: step {i}");
            }
        }
    }

    #[test]
    fn a_search_is_told_expansion_by_expansion() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 20.0])).unwrap();
        map.insert(&Outline::rectangle([10.0, 0.0], [12.0, 15.0])).unwrap();
        map.insert(&Outline::rectangle([18.0, 5.0], [20.0, 20.0])).unwrap();
        let mut roadmaps = Roadmaps::default();
        for graph in ["", "dual", "cells", "quadtree", "axis", "grid", "hybrid", "sampled"] {
            let (mut expansions, mut lengths) = (Vec::new(), Vec::new());
            for search in ["dijkstra", "a_star", "weighted", "ara_star"] {
                let asked = Traced {
                    from: [2.2, 2.2],
                    to: [28.2, 18.2],
                    search: search.to_owned(),
                    graph: graph.to_owned(),
                    radius: 0.3,
                    ..Traced::default()
                };
                let told = trace(&mut roadmaps, &map, &asked, &SIZES).unwrap();
                let (steps, nodes) = (told["steps"].as_array().unwrap(), told["nodes"].as_array().unwrap());
                assert_eq!(steps.len() as u64, told["expansions"].as_u64().unwrap(), "{graph} {search}");
                assert!(told["path"].as_array().unwrap().len() >= 2, "{graph} {search} {}", told["note"]);
                assert_eq!(steps[0][0], steps[0][1], "the first is the start, its own parent");
                opens_before_it_expands(&told, &format!("{graph} {search}"));
                for step in steps {
                    assert!(step[0].as_u64().unwrap() < nodes.len() as u64);
                    assert!(step[3].as_f64().unwrap() >= step[2].as_f64().unwrap());
                }
                expansions.push(steps.len());
                let rounds = told["rounds"].as_array().unwrap();
                assert_eq!(rounds.last().unwrap()["steps"], steps.len(), "{graph} {search}");
                lengths.push(told["length"].as_f64().unwrap());
                if search == "ara_star" {
                    let (lengths, bounds) = ["length", "bound"].map(|name| numbers(rounds, name)).into();
                    assert!(lengths.is_sorted_by(|a, b| a >= b), "{graph}: each is no longer than the one before");
                    assert!(bounds.is_sorted_by(|a, b| a >= b) && bounds.last() == Some(&1.0), "{graph} {bounds:?}");
                    for (bound, epsilon) in bounds.iter().zip(numbers(rounds, "epsilon")) {
                        assert!(*bound <= epsilon + 1e-9, "{graph} {rounds:?}");
                    }
                }
            }
            assert!(expansions[1] <= expansions[0], "{graph} {expansions:?}");
            assert!((lengths[3] - lengths[1]).abs() < 1e-6, "{graph}: in the end it is as short as that of A*");
        }
        let asked = Traced { from: [11.0, 2.0], to: [1.0, 1.0], ..Traced::default() };
        assert_eq!(trace(&mut roadmaps, &map, &asked, &SIZES).unwrap_err().at, Some(Point::new(11.0, 2.0)));
    }
}
