//! Searches that repair their plan: a plan on the grid, an obstacle on it, and what is expanded to plan around that.

use super::compare::seen_cell;
use super::find::line;
use super::roadmaps::{Roadmaps, Sizes};
use super::trace::Course;
use super::watched::{Expands, MOST_STEPS, Step, Watched};
use crate::refusal::Refusal;
use crate::request::Traced;
use navigant::mesh::internals::MapGridInternals as _;
use navigant::mesh::{CellId, Map, MapGrid, Outline, Point};
use navigant::search::graph::{
    AStar, AdStar, Answer, Budget, ChangedRegion, DStarLite, DpaStar, Events, Heuristic, Octile, OldPath, ReplanCase,
    SearchError, StateId,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const SEARCHES: [&str; 3] = ["d_star_lite", "ad_star", "dpa_star"];
/// The first ε of AD*.
const EPSILON: f64 = 2.0;
/// The side of an obstacle, in cells, unless told.
const CELLS: f64 = 6.0;
/// The most cells of a region that are told.
const MOST_TOLD: usize = 5000;

pub(super) fn repairs(search: &str) -> bool {
    SEARCHES.contains(&search)
}

/// What a search found, and what it expanded for that.
struct Round {
    epsilon: f64,
    answer: Answer,
    path: Vec<StateId>,
    steps: Vec<Step>,
}

/// The two grids and the ends.
struct Case<'g> {
    before: &'g MapGrid,
    after: &'g MapGrid,
    octile: Octile,
    start: StateId,
    goal: StateId,
}

/// Plans on the grid, puts an obstacle there, repairs the plan, and tells both. The world stays as it is.
pub(super) fn trace(roadmaps: &mut Roadmaps, map: &Map, asked: &Traced, sizes: &Sizes) -> Result<Value, Refusal> {
    let before = roadmaps.grid(map, sizes.cell, asked.radius)?.clone();
    let [Some(start), Some(goal)] = [asked.from, asked.to].map(|p| seen_cell(&before, map, p.into())) else {
        return Err(Refusal::new("no open cell of the grid is seen from an end"));
    };
    let [start, goal] = [start, goal].map(StateId::from);
    let centre = |state: StateId| before.centre(map, state.into());
    let octile = Octile::over(&before);
    let mut search = AStar::new();
    search.find(&before, &octile, start, goal, Budget::UNLIMITED).map_err(fault)?;
    let route: Vec<Point> = search.path().iter().filter_map(|&state| centre(state)).collect();
    let middle = asked.block.map_or_else(|| middle_of(&route), |p| Some(p.into()));
    let middle = middle.ok_or_else(|| Refusal::new("there is no way on this grid that could be repaired"))?;
    let half = asked.side.unwrap_or(CELLS * sizes.cell).clamp(0.01, 1e4) / 2.0;
    let ring = [[-half, -half], [half, -half], [half, half], [-half, half]].map(|[x, y]| [middle.x + x, middle.y + y]);
    let mut changed = map.clone();
    let refused = |reason: String| Refusal::at(format!("the obstacle: {reason}"), middle);
    changed.insert(&Outline::polygon(ring)).map_err(|reason| refused(reason.to_string()))?;
    let mut after = before.clone();
    after.follow(&changed);
    if ![start, goal].iter().all(|&end| after.is_open(end.into())) {
        return Err(refused("it covers the start or the goal".to_owned()));
    }
    let scratch = AStar::new().find(&after, &octile, start, goal, Budget::UNLIMITED).map_err(fault)?;
    let region = Region::of(&after);
    let case = Case { before: &before, after: &after, octile, start, goal };
    let (rounds, first_after, note) = match asked.search.as_str() {
        "ad_star" => case.ad_star(asked.weight.unwrap_or(EPSILON)),
        "dpa_star" => case.dpa_star(&region),
        _ => case.d_star_lite(),
    }
    .map_err(fault)?;
    let tell = Told { case: &case, metre: before.metres(1.0), first_after, is_forward: asked.search == "dpa_star" };
    let mut told = tell.rounds(&rounds, &centre);
    told["search"] = json!(asked.search);
    told["note"] = json!(note);
    let cells = region.cells.iter().take(MOST_TOLD).filter_map(|&cell| before.centre(map, cell));
    told["edit"] = json!({ "ring": ring, "region": line(&cells.collect::<Vec<_>>()), "cell": sizes.cell,
        "after": rounds.iter().take(first_after).map(|round| round.steps.len()).sum::<usize>(),
        "from_scratch": scratch.expansions,
        "expansions": rounds.iter().skip(first_after).map(|round| round.answer.expansions).sum::<u64>() });
    Ok(told)
}

fn fault(error: SearchError) -> Refusal {
    Refusal::new(error.to_string())
}

/// The point half way along a line.
fn middle_of(line: &[Point]) -> Option<Point> {
    let mut left = line.windows(2).map(|leg| leg[0].distance(leg[1])).sum::<f64>() / 2.0;
    for leg in line.windows(2) {
        let length = leg[0].distance(leg[1]);
        if length >= left {
            let share = if length > 0.0 { left / length } else { 0.0 };
            return Some(Point::new(
                leg[0].x + share * (leg[1].x - leg[0].x),
                leg[0].y + share * (leg[1].y - leg[0].y),
            ));
        }
        left -= length;
    }
    None
}

/// Rounds, the index of the first one after the edit, and a sentence.
type Repaired = Result<(Vec<Round>, usize, String), SearchError>;

impl Case<'_> {
    fn touched(&self) -> impl Iterator<Item = StateId> {
        self.after.affected().iter().map(|&cell| cell.into())
    }

    /// One search of D* Lite or AD*, watched: every state whose predecessors it asks for is expanded.
    fn watch(
        &self,
        grid: &MapGrid,
        epsilon: f64,
        expands: Expands,
        search: impl FnOnce(&Watched<'_, MapGrid>) -> Result<(Answer, Vec<StateId>), SearchError>,
    ) -> Result<Round, SearchError> {
        let watched = Watched::new(grid, self.goal, expands);
        let (answer, path) = search(&watched)?;
        Ok(Round { epsilon, answer, path, steps: watched.steps() })
    }

    fn d_star_lite(&self) -> Repaired {
        let (octile, budget) = (&self.octile, Budget::UNLIMITED);
        let mut plan = DStarLite::new(self.before, octile, self.start, self.goal)?;
        let first = self.watch(self.before, 1.0, Expands::Backward, |grid| {
            Ok((plan.search(grid, octile, budget)?, plan.path().to_vec()))
        })?;
        plan.update(self.after, octile, self.touched())?;
        let second = self.watch(self.after, 1.0, Expands::Repair, |grid| {
            Ok((plan.search(grid, octile, budget)?, plan.path().to_vec()))
        })?;
        Ok((vec![first, second], 1, "the search runs from the goal to the start".to_owned()))
    }

    fn ad_star(&self, epsilon: f64) -> Repaired {
        let (octile, budget) = (&self.octile, Budget::UNLIMITED);
        let mut plan = AdStar::new(self.before, octile, self.start, self.goal, epsilon)?;
        let epsilons: &[f64] = if epsilon > 1.0 { &[epsilon, 1.0] } else { &[1.0] };
        let mut rounds = Vec::new();
        for (grid, is_after) in [(self.before, false), (self.after, true)] {
            if is_after {
                plan.update(grid, octile, self.touched())?;
            }
            for (i, &epsilon) in epsilons.iter().enumerate() {
                plan.set_epsilon(epsilon)?;
                // What a later round expands again has another cost than the one that was found first.
                let expands = if is_after || i > 0 { Expands::Repair } else { Expands::Backward };
                rounds.push(self.watch(grid, epsilon, expands, |watched| {
                    Ok((plan.search(watched, octile, budget)?, plan.path().to_vec()))
                })?);
            }
        }
        Ok((rounds, epsilons.len(), "the search runs from the goal to the start".to_owned()))
    }

    fn dpa_star(&self, region: &Region) -> Repaired {
        let (octile, budget) = (&self.octile, Budget::UNLIMITED);
        let mut dpa = DpaStar::new();
        let watched = Watched::new(self.before, self.start, Expands::Forward);
        watched.expect(0, dpa.find(self.before, octile, self.start, self.goal, budget)?.expansions);
        let answer = dpa.find(&watched, octile, self.start, self.goal, budget)?;
        let states = dpa.path().to_vec();
        let first = Round { epsilon: 1.0, answer, path: states.clone(), steps: watched.steps() };
        let old = OldPath { states: &states, cost: answer.cost.unwrap_or(f64::INFINITY), version: 0 };
        let events = Events::insertion(0, region);
        // Before it expands, the edges of the old path are looked at: with no expansions allowed nothing else is.
        let counted = Watched::new(self.after, self.start, Expands::Forward);
        counted.expect(0, 0);
        dpa.clone().replan(&counted, octile, &old, &events, Budget::expansions(0))?;
        let expansions = dpa.clone().replan(self.after, octile, &old, &events, budget)?.expansions;
        let watched = Watched::new(self.after, self.start, Expands::Forward);
        watched.expect(counted.asked(), expansions);
        let answer = dpa.replan(&watched, octile, &old, &events, budget)?;
        let note = match dpa.case() {
            ReplanCase::InsertionUnaffected => "the obstacle is not on the path, which is kept",
            ReplanCase::InsertionAffected => "behind the region R the old path is still the best, and is joined there",
            _ => "planned from scratch",
        };
        let second = Round { epsilon: 1.0, answer, path: dpa.path().to_vec(), steps: watched.steps() };
        Ok((vec![first, second], 1, note.to_owned()))
    }
}

/// The cells that an obstacle has changed: R of DPA*. Costs to it are those to the box around it.
struct Region {
    cells: BTreeSet<CellId>,
    low: [u32; 2],
    high: [u32; 2],
    width: u32,
    octile: Octile,
}

impl Region {
    fn of(grid: &MapGrid) -> Region {
        let cells: BTreeSet<CellId> = grid.affected().iter().copied().collect();
        let places = || cells.iter().filter_map(|&id| grid.cell(id)).map(|cell| [cell.x, cell.y]);
        let least = |k: usize| places().map(|p| p[k]).min().unwrap_or(0);
        let most = |k: usize| places().map(|p| p[k]).max().unwrap_or(0);
        let (low, high) = ([least(0), least(1)], [most(0), most(1)]);
        Region { low, high, width: grid.width().max(1), octile: Octile::over(grid), cells }
    }
}

impl ChangedRegion for Region {
    fn contains(&self, state: StateId) -> bool {
        self.cells.contains(&CellId::from(state))
    }

    fn cost_to(&self, from: StateId) -> f64 {
        if self.cells.is_empty() {
            return f64::INFINITY;
        }
        let [x, y] = [from.0 % self.width, from.0 / self.width];
        let near = [x.clamp(self.low[0], self.high[0]), y.clamp(self.low[1], self.high[1])];
        self.octile.estimate(from, StateId(near[1] * self.width + near[0]))
    }

    fn cost_from(&self, to: StateId) -> f64 {
        self.cost_to(to)
    }
}

/// How rounds are told.
struct Told<'c> {
    case: &'c Case<'c>,
    metre: f64,
    first_after: usize,
    is_forward: bool,
}

impl Told<'_> {
    fn rounds(&self, rounds: &[Round], centre: &impl Fn(StateId) -> Option<Point>) -> Value {
        let target = if self.is_forward { self.case.goal } else { self.case.start };
        let (mut course, mut told, mut expansions) = (Course::default(), Vec::new(), 0);
        let (mut length, mut path) = (None, Vec::new());
        for (i, round) in rounds.iter().enumerate() {
            for step in round.steps.iter().take(MOST_STEPS - course.steps.len().min(MOST_STEPS)) {
                let left = round.epsilon * self.case.octile.estimate(step.state, target);
                course.add(step, centre, self.metre, left);
            }
            expansions += round.answer.expansions;
            length = round.answer.cost.map(|cost| cost * self.metre);
            path = line(&round.path.iter().filter_map(|&state| centre(state)).collect::<Vec<_>>());
            told.push(json!({ "epsilon": round.epsilon, "steps": course.steps.len(), "bound": round.answer.bound(),
                "length": length, "path": path, "is_after": i >= self.first_after }));
        }
        json!({ "nodes": line(&course.nodes), "steps": course.steps, "opened": course.opened, "path": path,
            "length": length, "expansions": expansions, "rounds": told })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: Sizes = Sizes { cell: 0.5, radius: 0.3, square: [0.5; 2], neighbours: 8, samples: 400 };

    fn map() -> Map {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 20.0])).unwrap();
        map.insert(&Outline::rectangle([10.0, 0.0], [12.0, 15.0])).unwrap();
        map.insert(&Outline::rectangle([18.0, 5.0], [20.0, 20.0])).unwrap();
        map
    }

    fn asked(search: &str, block: Option<[f64; 2]>) -> Traced {
        let (from, to) = ([2.2, 2.2], [28.2, 18.2]);
        Traced { from, to, search: search.to_owned(), radius: 0.3, block, ..Traced::default() }
    }

    /// The cost of A* from scratch, with the obstacle in the map from the start.
    fn oracle(map: &Map, ring: &Value) -> f64 {
        let corners: Vec<[f64; 2]> = serde_json::from_value(ring.clone()).unwrap();
        let mut map = map.clone();
        map.insert(&Outline::polygon(corners)).unwrap();
        let grid = MapGrid::of(&map, 0.5, 0.3).unwrap();
        let [start, goal] = [[2.2, 2.2], [28.2, 18.2]].map(|p| seen_cell(&grid, &map, p.into()).unwrap().into());
        let answer = AStar::new().find(&grid, &Octile::over(&grid), start, goal, Budget::UNLIMITED).unwrap();
        grid.metres(answer.cost.unwrap())
    }

    #[test]
    fn a_repaired_plan_is_as_short_as_one_from_scratch() {
        let map = map();
        for search in SEARCHES {
            for block in [None, Some([15.0, 17.0]), Some([26.0, 3.0])] {
                let told = trace(&mut Roadmaps::default(), &map, &asked(search, block), &SIZES).unwrap();
                let length = told["length"].as_f64().unwrap();
                assert!((length - oracle(&map, &told["edit"]["ring"])).abs() < 1e-9, "{search} {block:?}: {length}");
                let rounds = told["rounds"].as_array().unwrap();
                let last = rounds.last().unwrap();
                assert_eq!((&last["bound"], &last["is_after"]), (&json!(1.0), &json!(true)), "{search}");
                assert_eq!(last["steps"], told["steps"].as_array().unwrap().len(), "{search}");
                let [steps, opened] = ["steps", "opened"].map(|name| told[name].as_array().unwrap().len());
                assert_eq!((steps, opened), (told["expansions"].as_u64().unwrap() as usize, steps), "{search}");
                assert!(!told["edit"]["region"].as_array().unwrap().is_empty());
                let [repaired, scratch] =
                    ["expansions", "from_scratch"].map(|name| told["edit"][name].as_u64().unwrap());
                // Far from the path there is nothing to repair.
                assert!(block != Some([26.0, 3.0]) || repaired * 4 < scratch, "{search}: {repaired} of {scratch}");
            }
        }
    }

    #[test]
    fn dpa_star_is_watched_from_its_first_expansion_on() {
        let told = trace(&mut Roadmaps::default(), &map(), &asked("dpa_star", None), &SIZES).unwrap();
        let after = told["edit"]["after"].as_u64().unwrap() as usize;
        let (first, second) = (&told["steps"][0], &told["steps"][after]);
        assert_eq!((&first[0], &first[1]), (&second[0], &second[1]), "both begin at the start");
        assert_eq!(second[2], 0.0);
    }

    #[test]
    fn an_obstacle_on_an_end_or_out_of_the_world_is_refused() {
        let (mut roadmaps, map) = (Roadmaps::default(), map());
        for block in [[2.2, 2.2], [28.2, 18.2], [1e300, 0.0]] {
            assert!(trace(&mut roadmaps, &map, &asked("d_star_lite", Some(block)), &SIZES).is_err(), "{block:?}");
        }
        let mut walled = map.clone();
        walled.insert(&Outline::polyline([[15.0, 0.0], [15.0, 20.0]])).unwrap();
        let refused = trace(&mut Roadmaps::default(), &walled, &asked("ad_star", None), &SIZES).unwrap_err();
        assert!(refused.message.contains("no way"), "{}", refused.message);
    }
}
