//! Constraint-aware plans: the graph of a map under wishes, kept while these and the things they name stay.

use super::find::{line, micros};
use super::roadmaps::Roadmaps;
use crate::item::MOST_WISHES;
use crate::request::Wished;
use crate::things::Placed;
use navigant::mesh::grid::BadMapGrid;
use navigant::mesh::internals::MapInternals as _;
use navigant::mesh::roadmap::HybridGraph;
use navigant::mesh::{Bounds, Map, Point};
use navigant::planning::constraint::{ConstraintGraph, ConstraintPlan, Things, WishError, WishedGraph, Wishes};
use navigant::search::graph::{Budget, StateId, StopReason};
use serde_json::{Value, json};
use std::time::Instant;

/// The side of the cells that plans are made on, in metres, as simulations make them; larger where there would be too many.
const CELL: f64 = 0.5;
/// The most cells: a plan among them takes some tens of milliseconds, and it follows the pointer.
const MOST_CELLS: f64 = 100_000.0;

/// Why there is no plan, and which wish is at fault.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum WishRefused {
    /// A wish cannot be.
    Wish(WishError),
    /// Something else is in the way, at a place.
    Other(String, Option<Point>),
}

impl WishRefused {
    fn other(reason: impl Into<String>) -> WishRefused {
        WishRefused::Other(reason.into(), None)
    }

    pub(crate) fn message(&self) -> String {
        match self {
            WishRefused::Wish(error) => error.to_string(),
            WishRefused::Other(reason, _) => reason.clone(),
        }
    }

    /// The wish at fault as pages are told of it; null if it is none.
    fn wish(&self) -> Value {
        match self {
            WishRefused::Wish(WishError { text, line, column, problem }) => {
                json!({ "text": text, "line": line, "column": column, "problem": problem.to_string() })
            }
            WishRefused::Other(..) => Value::Null,
        }
    }
}

impl From<WishError> for WishRefused {
    fn from(error: WishError) -> WishRefused {
        WishRefused::Wish(error)
    }
}

/// What wishes name, and the last graph that was made under some.
#[derive(Debug, Default)]
pub(crate) struct Wishing {
    things: Vec<Placed>,
    plain: Option<Plain>,
    kept: Option<Kept>,
}

/// The graph of a map for discs of a radius, without wishes.
#[derive(Debug)]
struct Plain {
    version: u64,
    radius: f64,
    graph: ConstraintGraph,
}

/// The same under wishes.
#[derive(Debug)]
struct Kept {
    version: u64,
    radius: f64,
    wishes: String,
    things: Things,
    graph: WishedGraph,
    plan: Option<ConstraintPlan>,
}

impl Wishing {
    /// Where the things are now. Constraints whose things have moved follow them, others stay.
    pub(crate) fn set_things(&mut self, map: &Map, now: Vec<Placed>) {
        let same = |a: &Placed, b: &Placed| a.name == b.name && a.thing == b.thing;
        if self.things.len() == now.len() && self.things.iter().zip(&now).all(|(a, b)| same(a, b)) {
            return;
        }
        let are_known = self.things.len() == now.len() && self.things.iter().zip(&now).all(|(a, b)| a.name == b.name);
        if let Some(kept) = self.kept.as_mut().filter(|kept| are_known && kept.version == map.version()) {
            for (_, placed) in self.things.iter().zip(&now).filter(|(a, b)| !same(a, b)) {
                kept.things.insert(&placed.name, placed.thing.clone());
                // A thing that sees nothing for the moment keeps what it saw.
                let _ = kept.graph.moved(&placed.name, &kept.things, map);
            }
        } else {
            self.kept = None;
        }
        self.things = now;
    }

    /// A graph of a map under wishes, of whatever radius there is one: for their field, which is the same for all.
    pub(crate) fn graph(&mut self, map: &Map, wishes: &str) -> Result<&WishedGraph, WishRefused> {
        let [kept, plain] = [self.kept.as_ref().map(|kept| kept.radius), self.plain.as_ref().map(|plain| plain.radius)];
        self.kept(map, wishes, kept.or(plain).unwrap_or(0.0)).map(|kept| &kept.graph)
    }

    fn kept(&mut self, map: &Map, wishes: &str, radius: f64) -> Result<&mut Kept, WishRefused> {
        let version = map.version();
        let is_same = |kept: &Kept| (kept.version, kept.radius) == (version, radius) && kept.wishes == wishes;
        let kept = match self.kept.take().filter(is_same) {
            Some(kept) => kept,
            None => {
                if wishes.len() > MOST_WISHES {
                    return Err(WishRefused::other(format!("wishes of more than {MOST_WISHES} bytes")));
                }
                let parsed = Wishes::parse(wishes)?;
                let mut things = Things::new();
                for placed in &self.things {
                    things.insert(&placed.name, placed.thing.clone());
                }
                let graph = WishedGraph::new(self.plain(map, radius)?.clone(), parsed, &things, map)?;
                Kept { version, radius, wishes: wishes.to_owned(), things, graph, plan: None }
            }
        };
        Ok(self.kept.insert(kept))
    }

    fn plain(&mut self, map: &Map, radius: f64) -> Result<&ConstraintGraph, WishRefused> {
        let version = map.version();
        let plain = match self.plain.take().filter(|plain| (plain.version, plain.radius) == (version, radius)) {
            Some(plain) => plain,
            None => {
                let (width, height) = map.floor_bounds().map_or((1.0, 1.0), Bounds::size);
                let cell = CELL.max((width * height / MOST_CELLS).sqrt());
                let hybrid = match HybridGraph::of(map, cell, radius) {
                    Err(BadMapGrid::TooFine { least, .. }) => HybridGraph::of(map, least, radius),
                    other => other,
                };
                let hybrid = hybrid.map_err(|reason| WishRefused::other(reason.to_string()))?;
                Plain { version, radius, graph: ConstraintGraph::hybrid(map, &hybrid) }
            }
        };
        Ok(&self.plain.insert(plain).graph)
    }
}

/// Whether wishes can be understood, given the map and the things; what is wrong names the wish and its place.
pub(crate) fn check(roadmaps: &mut Roadmaps, map: &Map, wishes: &str) -> Value {
    let understood = roadmaps.wishing.graph(map, wishes).map(drop);
    let parsed = Wishes::parse(wishes);
    let count = parsed.as_ref().map_or(0, |wishes| wishes.iter().count());
    let (message, wish) = match &understood {
        Ok(()) => (None, Value::Null),
        Err(refused) => (Some(refused.message()), refused.wish()),
    };
    json!({ "wishes": count, "parses": parsed.is_ok(), "message": message, "wish": wish })
}

/// The cheapest path of the graph under wishes, by the places that they want passed.
pub(crate) fn plan(roadmaps: &mut Roadmaps, map: &Map, asked: &Wished) -> Value {
    let start = Instant::now();
    match find(&mut roadmaps.wishing, map, asked) {
        Ok(Found { points, cost, expansions }) => {
            let length: f64 = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
            json!({
                "found": true, "points": line(&points), "length": length, "cost": cost, "expansions": expansions,
                "micros": micros(start), "reason": null, "at": null, "wish": null,
            })
        }
        Err(refused) => {
            let at = if let WishRefused::Other(_, at) = &refused { *at } else { None };
            json!({
                "found": false, "points": [], "length": null, "cost": null, "expansions": 0, "micros": micros(start),
                "reason": refused.message(), "at": at.map(<[f64; 2]>::from), "wish": refused.wish(),
            })
        }
    }
}

struct Found {
    points: Vec<Point>,
    /// The length, each piece times its multiplier.
    cost: f64,
    expansions: u64,
}

fn find(wishing: &mut Wishing, map: &Map, asked: &Wished) -> Result<Found, WishRefused> {
    let [from, to] = [asked.from, asked.to].map(Point::from);
    if !(0.0..=1e3).contains(&asked.radius) {
        return Err(WishRefused::other(format!("not a radius: {}", asked.radius)));
    }
    let Kept { things, graph: wished, plan, .. } = wishing.kept(map, &asked.wishes, asked.radius)?;
    let state = |at: Point, what: &str| -> Result<StateId, WishRefused> {
        let nearest = wished.graph().nearest_state(at, |p| map.sees(at, p));
        nearest.ok_or_else(|| WishRefused::Other(format!("there is no room at the {what}"), Some(at)))
    };
    let ends = [state(from, "start")?, state(to, "goal")?];
    let goals = wished.goals(ends[0], ends[1], things, map)?;
    let graph = wished.graph();
    let inside = |reason: navigant::search::graph::SearchError| WishRefused::other(reason.to_string());
    let (mut here, mut points, mut cost, mut expansions) = (ends[0], vec![from], 0.0, 0);
    for goal in goals {
        let plan = match &mut *plan {
            Some(plan) => {
                plan.restart(graph, here, goal).map_err(inside)?;
                plan
            }
            none => none.insert(ConstraintPlan::new(graph, here, goal).map_err(inside)?),
        };
        let answer = plan.search_to_optimum(graph, Budget::UNLIMITED).map_err(inside)?;
        expansions += answer.expansions;
        match (answer.stop, answer.cost) {
            (StopReason::Solved, Some(leg)) => cost += graph.metres(leg),
            _ => return Err(WishRefused::other("no way keeps to these wishes: what they forbid closes every one")),
        }
        points.extend(plan.points(graph));
        here = goal;
    }
    points.push(to);
    points.dedup();
    Ok(Found { points, cost, expansions })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::{Item, Kind};
    use crate::{document::Document, things};
    use navigant::mesh::Outline;

    /// A house in the middle of a yard, its front below; a guard above it who looks to the right.
    fn yard() -> (Map, Document) {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 30.0])).unwrap();
        let house = Outline::rectangle([16.0, 11.0], [24.0, 19.0]);
        map.insert(&house).unwrap();
        let told = json!([
            { "kind": "thing", "name": "house", "rings": [[[16, 11], [24, 11], [24, 19], [16, 19]]],
              "thing": { "facing": -90 } },
            { "kind": "thing", "name": "guard", "rings": [[[8, 25]]],
              "thing": { "view": [90, 8], "patrol": [[8, 25], [30, 25]], "speed": 1 } },
        ]);
        let items: Vec<Item> = serde_json::from_value(told).unwrap();
        assert!(items.iter().all(|item| item.kind == Kind::Thing && item.check() == Ok(())));
        (map, Document::of(items).unwrap())
    }

    fn asked(wishes: &str) -> Wished {
        Wished { from: [4.0, 14.0], to: [36.0, 14.0], radius: 0.3, wishes: wishes.to_owned() }
    }

    fn highest(answer: &Value) -> f64 {
        let points = answer["points"].as_array().unwrap();
        points.iter().map(|p| p[1].as_f64().unwrap()).fold(0.0, f64::max)
    }

    #[test]
    fn a_plan_goes_where_it_is_wished_and_follows_who_moves() {
        let (map, document) = yard();
        let mut roadmaps = Roadmaps::default();
        roadmaps.wishing.set_things(&map, things::placed(&document, 0.0));
        let plain = plan(&mut roadmaps, &map, &asked(""));
        assert!(plain["found"] == true && highest(&plain) < 19.0, "{plain}");
        let behind = plan(&mut roadmaps, &map, &asked("via behind house"));
        assert!(highest(&behind) > 19.0, "{behind}");
        assert!(behind["length"].as_f64() > plain["length"].as_f64());
        // The guard looks along the way behind the house while it is to the left of it, and not once it is past it.
        let sneaks = "prefer behind house weight 12; avoid in front of house weight 12; never in sight of guard";
        for (seconds, is_behind) in [(0.0, true), (10.0, false), (22.0, true)] {
            roadmaps.wishing.set_things(&map, things::placed(&document, seconds));
            let answer = plan(&mut roadmaps, &map, &asked(sneaks));
            let mut fresh = Roadmaps::default();
            fresh.wishing.set_things(&map, things::placed(&document, seconds));
            assert_eq!(answer["cost"], plan(&mut fresh, &map, &asked(sneaks))["cost"], "as a new graph has it");
            assert_eq!(highest(&answer) > 19.0, is_behind, "{seconds} s: {answer}");
        }
    }

    #[test]
    fn what_is_wrong_names_the_wish_and_its_place() {
        let (map, document) = yard();
        let mut roadmaps = Roadmaps::default();
        roadmaps.wishing.set_things(&map, things::placed(&document, 0.0));
        let checked = check(&mut roadmaps, &map, "avoid near wall weight 2\nnever in sight of dog");
        assert_eq!((&checked["wish"]["line"], &checked["wish"]["column"]), (&json!(2), &json!(1)), "{checked}");
        assert!(checked["message"].as_str().unwrap().contains("there are guard, house"), "{checked}");
        assert_eq!(check(&mut roadmaps, &map, "avoid near wall; via behind house")["wishes"], 2);
        for (wishes, said) in [
            ("prefer near wall weight 1e9", "weight of 1000000000"),
            ("never in house; via in house", "contradicts"),
            ("never right of house", "covers the goal"),
            ("never left of house", "covers"),
        ] {
            let refused = plan(&mut roadmaps, &map, &Wished { to: [20.0, 27.0], ..asked(wishes) });
            let refused = if refused["found"] == true { plan(&mut roadmaps, &map, &asked(wishes)) } else { refused };
            let message = refused["reason"].as_str().unwrap_or_default();
            assert!(message.contains(said) || refused["found"] == true, "{wishes}: {refused}");
        }
        let outside = plan(&mut roadmaps, &map, &Wished { from: [-50.0, 0.0], ..asked("") });
        assert!(outside["reason"].as_str().unwrap().contains("no room at the start"), "{outside}");
        for radius in [-1.0, 1e300, f64::NAN] {
            assert_eq!(plan(&mut roadmaps, &map, &Wished { radius, ..asked("") })["found"], false);
        }
    }
}
