//! A search step by step: what it expands, in which order, and how much waits.

use super::find::line;
use super::journey::join;
use super::roadmaps::Roadmaps;
use crate::refusal::Refusal;
use crate::request::Traced;
use navigant::mesh::grid::STRAIGHT;
use navigant::mesh::{Map, Point};
use navigant::search::graph::{
    AStar, Answer, Budget, Dijkstra, Graph, Heuristic, Journey, JourneyEnd, Octile, SearchError, StateId, WeightedAStar,
};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashMap;

/// The most expansions that are told.
const MOST_STEPS: usize = 20_000;

/// A graph that writes down what is asked of it. A search asks for a state's edges when it expands the state, so this is its
/// course; what it knows of costs follows from the edges it was told.
struct Watched<'g, G> {
    graph: &'g G,
    start: StateId,
    seen: RefCell<Seen>,
}

#[derive(Default)]
struct Seen {
    /// The cheapest way known to a state, where it comes from, and whether it waits.
    known: HashMap<StateId, (f64, StateId, bool)>,
    open: usize,
    /// Expanded state, its parent, g, and how many wait.
    steps: Vec<(StateId, StateId, f64, usize)>,
}

impl<G: Graph> Graph for Watched<'_, G> {
    fn states(&self) -> usize {
        self.graph.states()
    }

    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        let mut seen = self.seen.borrow_mut();
        let (g, parent, waits) = seen.known.get(&from).copied().unwrap_or((0.0, self.start, false));
        if waits {
            seen.open -= 1;
        }
        seen.known.insert(from, (g, parent, false));
        let mut ends = Vec::new();
        self.graph.successors(from, |to, cost| ends.push((to, cost)));
        for &(to, cost) in &ends {
            let better = seen.known.get(&to).is_none_or(|(known, ..)| g + cost < *known);
            if better && to != self.start {
                let waited = seen.known.insert(to, (g + cost, from, true)).is_some_and(|(.., waits)| waits);
                seen.open += usize::from(!waited);
            }
        }
        if seen.steps.len() < MOST_STEPS {
            let open = seen.open;
            seen.steps.push((from, parent, g, open));
        }
        drop(seen);
        for (to, cost) in ends {
            visit(to, cost);
        }
    }
}

/// Runs a search and tells its course.
pub(crate) fn trace(
    roadmaps: &mut Roadmaps,
    map: &Map,
    asked: &Traced,
    (cell, square): (f64, f64),
) -> Result<Value, Refusal> {
    let ends = [asked.from, asked.to].map(Point::from);
    for p in ends {
        if !map.is_walkable(p) {
            return Err(Refusal::at("an end is outside or in an obstacle", p));
        }
    }
    if asked.graph == "grid" {
        let cells = roadmaps.grid(map, cell)?;
        let point = |state: StateId| cells.grid.cell(state.into()).map(|at| cells.middle(at));
        let [Some(start), Some(goal)] = ends.map(|p| cells.at(p)) else {
            return Err(Refusal::new("an end is off the grid"));
        };
        let octile = Octile::on(&cells.grid);
        return told(asked, &cells.grid, &octile, [start.into(), goal.into()], point, cells.cell / STRAIGHT);
    }
    let (roadmap, ways) = match asked.graph.as_str() {
        "" | "dual" => {
            let dual = roadmaps.dual(map).roadmap();
            (dual, ends.map(|p| join(map, dual, p, 0.0)))
        }
        "cells" => {
            let cells = roadmaps.cells(map).roadmap();
            (cells, ends.map(|p| join(map, cells, p, 0.0)))
        }
        "quadtree" => {
            let tree = roadmaps.quad_tree(map, square)?.roadmap();
            (tree, ends.map(|p| join(map, tree, p, 0.0)))
        }
        "axis" => {
            let axis = roadmaps.axis(map, asked.radius);
            let ways = ends.map(|p| axis.attach(map, p).map_or_else(Vec::new, |attached| attached.ways));
            (axis.roadmap(), ways)
        }
        other => {
            return Err(Refusal::new(format!(
                "there is no graph {other:?}; there are dual, cells, quadtree, axis and grid"
            )));
        }
    };
    let [start, goal] = [(ends[0], &ways[0]), (ends[1], &ways[1])].map(|(at, ways)| JourneyEnd { at, ways });
    let journey = Journey::new(roadmap, start, goal);
    told(asked, &journey, &journey, [Journey::START, Journey::GOAL], |state| journey.point(state), 1.0)
}

fn told<G: Graph, H: Heuristic>(
    asked: &Traced,
    graph: &G,
    heuristic: &H,
    [start, goal]: [StateId; 2],
    point: impl Fn(StateId) -> Option<Point>,
    metre: f64,
) -> Result<Value, Refusal> {
    let watched = Watched { graph, start, seen: RefCell::default() };
    let (name, weight, answer, path) =
        run(asked, &watched, heuristic, [start, goal]).map_err(|e| Refusal::new(e.to_string()))?;
    let mut seen = watched.seen.into_inner();
    // To add up what its path costs, a weighted search asks once more.
    seen.steps.truncate(answer.expansions as usize);
    let mut numbers: HashMap<StateId, usize> = HashMap::new();
    let mut nodes: Vec<Point> = Vec::new();
    let mut number = |state: StateId| {
        *numbers.entry(state).or_insert_with(|| {
            nodes.push(point(state).unwrap_or(Point::new(0.0, 0.0)));
            nodes.len() - 1
        })
    };
    let estimate = |state: StateId| if weight > 0.0 { weight * heuristic.estimate(state, goal) } else { 0.0 };
    let steps: Vec<Value> = seen
        .steps
        .iter()
        .map(|&(state, parent, g, open)| {
            json!([number(state), number(parent), g * metre, (g + estimate(state)) * metre, open])
        })
        .collect();
    let path: Vec<Point> = path.iter().filter_map(|&state| point(state)).collect();
    let length = answer.cost.map(|cost| cost * metre);
    let mut note = match (length, answer.bound()) {
        (Some(length), Some(bound)) => format!("{length:.2} m, at most {bound:.3} times the shortest on this graph"),
        _ => "there is no way on this graph".to_owned(),
    };
    if seen.steps.len() == MOST_STEPS {
        note.push_str(&format!("; only the first {MOST_STEPS} expansions are shown"));
    }
    Ok(json!({ "search": name, "nodes": line(&nodes), "steps": steps, "path": line(&path), "length": length,
        "expansions": answer.expansions, "note": note }))
}

type Ran = (&'static str, f64, Answer, Vec<StateId>);

fn run<G: Graph, H: Heuristic>(
    asked: &Traced,
    graph: &G,
    heuristic: &H,
    [start, goal]: [StateId; 2],
) -> Result<Ran, SearchError> {
    let budget = Budget::UNLIMITED;
    Ok(match asked.search.as_str() {
        "dijkstra" => {
            let mut search = Dijkstra::new();
            let answer = search.find(graph, start, goal, budget)?;
            ("dijkstra", 0.0, answer, search.path().to_vec())
        }
        "weighted" | "weighted_a_star" => {
            let mut search = WeightedAStar::new(WEIGHT)?;
            let answer = search.find(graph, heuristic, start, goal, budget)?;
            ("weighted_a_star", WEIGHT, answer, search.path().to_vec())
        }
        _ => {
            let mut search = AStar::new();
            let answer = search.find(graph, heuristic, start, goal, budget)?;
            ("a_star", 1.0, answer, search.path().to_vec())
        }
    })
}

/// How much weighted A* trusts its heuristic.
const WEIGHT: f64 = 2.0;

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::mesh::Outline;

    #[test]
    fn a_search_is_told_expansion_by_expansion() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 20.0])).unwrap();
        map.insert(&Outline::rectangle([10.0, 0.0], [12.0, 15.0])).unwrap();
        map.insert(&Outline::rectangle([18.0, 5.0], [20.0, 20.0])).unwrap();
        let mut roadmaps = Roadmaps::default();
        for graph in ["", "dual", "cells", "quadtree", "axis", "grid"] {
            let mut expansions = Vec::new();
            for search in ["dijkstra", "a_star", "weighted"] {
                let asked = Traced {
                    from: [2.2, 2.2],
                    to: [28.2, 18.2],
                    search: search.to_owned(),
                    graph: graph.to_owned(),
                    radius: 0.3,
                };
                let told = trace(&mut roadmaps, &map, &asked, (0.5, 0.5)).unwrap();
                let (steps, nodes) = (told["steps"].as_array().unwrap(), told["nodes"].as_array().unwrap());
                assert_eq!(steps.len() as u64, told["expansions"].as_u64().unwrap(), "{graph} {search}");
                assert!(told["path"].as_array().unwrap().len() >= 2, "{graph} {search} {}", told["note"]);
                assert_eq!(steps[0][0], steps[0][1], "the first is the start, its own parent");
                for step in steps {
                    assert!(step[0].as_u64().unwrap() < nodes.len() as u64);
                    assert!(step[3].as_f64().unwrap() >= step[2].as_f64().unwrap());
                }
                expansions.push(steps.len());
            }
            assert!(expansions[1] <= expansions[0], "{graph} {expansions:?}");
        }
        let asked =
            Traced { from: [11.0, 2.0], to: [1.0, 1.0], search: String::new(), graph: String::new(), radius: 0.0 };
        assert_eq!(trace(&mut roadmaps, &map, &asked, (0.5, 0.5)).unwrap_err().at, Some(Point::new(11.0, 2.0)));
    }
}
