//! The funnel algorithm, portal by portal: how the shortest path in a corridor of triangles is pulled tight.

use super::find::line;
use super::journey::join;
use super::roadmaps::Roadmaps;
use crate::refusal::Refusal;
use navigant::mesh::internals::MapInternals as _;
use navigant::mesh::roadmap::MapRoadmap as _;
use navigant::mesh::{Map, Point};
use navigant::search::graph::{AStar, Budget, RoadmapEnd, RoadmapGraph};
use navigant::search::internals::Corridor;
use navigant::search::internals::RoadmapGraphInternals as _;
use navigant::search::plane::Query;
use serde_json::{Value, json};

/// The most portals whose funnels are told.
const MOST_PORTALS: usize = 2000;

/// The shortest ways to both ends of a portal: together up to the apex, then apart.
#[derive(Clone, Default)]
struct Funnel {
    /// What is certain: from the start to the apex.
    path: Vec<Point>,
    /// Behind the apex: the left way and the right one.
    chains: [Vec<Point>; 2],
}

impl Funnel {
    /// The next portal has another end on a side, 0 for the left one.
    fn add(&mut self, side: usize, at: Point) {
        let turned = |a: Point, b: Point, c: Point| {
            let cross = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
            if side == 0 { cross } else { -cross }
        };
        let (Some(&apex), [this, other]) = (self.path.last(), [side, 1 - side]) else { return };
        while let Some(&last) = self.chains[this].last() {
            let before = self.chains[this].iter().rev().nth(1).copied().unwrap_or(apex);
            if turned(before, last, at) > 0.0 {
                break;
            }
            self.chains[this].pop();
        }
        if self.chains[this].is_empty() {
            // It has run into the other side: up to where it touches that one, the path is certain.
            let mut apex = apex;
            while let Some(&first) = self.chains[other].first() {
                if turned(apex, first, at) >= 0.0 {
                    break;
                }
                self.chains[other].remove(0);
                self.path.push(first);
                apex = first;
            }
        }
        self.chains[this].push(at);
    }

    fn json(&self) -> Value {
        json!({ "path": line(&self.path), "left": line(&self.chains[0]), "right": line(&self.chains[1]) })
    }
}

/// A corridor found by A* on the dual graph, and the funnel after each of its portals.
pub(crate) fn funnel(roadmaps: &mut Roadmaps, map: &Map, [from, to]: [Point; 2]) -> Result<Value, Refusal> {
    for p in [from, to] {
        if !map.is_walkable(p) {
            return Err(Refusal::at("an end is outside or in an obstacle", p));
        }
    }
    let dual = roadmaps.dual(map).roadmap();
    let attachments = [from, to].map(|p| join(map, dual, p, 0.0));
    let [start, goal] = [(from, &attachments[0]), (to, &attachments[1])].map(|(at, edges)| RoadmapEnd { at, edges });
    let journey = RoadmapGraph::new(dual, start, goal);
    let mut search = AStar::new();
    search
        .find(&journey, &journey, RoadmapGraph::START, RoadmapGraph::GOAL, Budget::UNLIMITED)
        .map_err(|error| Refusal::new(error.to_string()))?;
    let rough: Vec<Point> = search.path().iter().filter_map(|&state| journey.point(state)).collect();
    if rough.is_empty() {
        return Err(Refusal::new("there is no way over the triangles"));
    }
    let corridor = Corridor::along(map, &rough).map_err(|reason| Refusal::new(reason.to_string()))?;
    let shortest = corridor.shortest(&Query::new(from, to)).map_err(|reason| Refusal::new(reason.to_string()))?;
    let portals: Vec<[Point; 2]> = corridor
        .portals()
        .iter()
        .map(|&portal| [map.target(portal), map.origin(portal)].map(|vertex| map.point(vertex)))
        .collect();
    if portals.len() > MOST_PORTALS {
        return Err(Refusal::new(format!("{} triangles are too many to watch", portals.len() + 1)));
    }
    let mut funnel = Funnel { path: vec![from], ..Funnel::default() };
    let mut steps = vec![funnel.json()];
    let mut last = [None; 2];
    for ends in &portals {
        for (side, &end) in ends.iter().enumerate() {
            if last[side] != Some(end) {
                funnel.add(side, end);
                last[side] = Some(end);
            }
        }
        steps.push(funnel.json());
    }
    funnel.add(0, to);
    let mut path = funnel.path.clone();
    path.extend(&funnel.chains[0]);
    steps.push(json!({ "path": line(&path), "left": [], "right": [] }));
    let triangles = corridor.faces().iter().map(|&face| {
        let corners: Vec<Point> = face.edges().into_iter().map(|e| map.point(map.origin(e))).collect();
        line(&corners)
    });
    Ok(json!({
        "triangles": triangles.collect::<Vec<_>>(), "portals": portals.iter().map(|ends| line(ends)).collect::<Vec<_>>(),
        "rough": line(&rough), "steps": steps, "path": line(&shortest.points), "length": shortest.length,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::mesh::Outline;

    #[test]
    fn the_last_funnel_is_the_shortest_path_of_the_corridor() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0])).unwrap();
        for (i, x) in [8.2, 16.25, 24.0, 31.9].into_iter().enumerate() {
            let (low, high) = if i % 2 == 0 { (0.0, 12.0) } else { (8.0, 20.0) };
            map.insert(&Outline::polyline([[x, low], [x, high]])).unwrap();
        }
        map.insert(&Outline::rectangle([11.0, 9.0], [13.0, 11.0])).unwrap();
        for (from, to) in [([1.0, 1.0], [39.0, 1.0]), ([39.0, 19.0], [1.0, 3.0]), ([3.0, 3.0], [4.0, 3.0])] {
            let told = funnel(&mut Roadmaps::default(), &map, [from, to].map(Point::from)).unwrap();
            let steps = told["steps"].as_array().unwrap();
            assert_eq!(steps.last().unwrap()["path"], told["path"], "{from:?} to {to:?}");
            assert_eq!(steps.len(), told["portals"].as_array().unwrap().len() + 2);
            for pair in steps.windows(2) {
                let [before, after] = [&pair[0]["path"], &pair[1]["path"]].map(|path| path.as_array().unwrap());
                assert!(after.starts_with(before), "what is certain stays");
            }
        }
        assert!(funnel(&mut Roadmaps::default(), &map, [[1.0, 1.0], [99.0, 1.0]].map(Point::from)).is_err());
    }
}
