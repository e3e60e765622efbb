//! Tangent graphs of random maps: every tangent and every arc has room, by distances to all walls; and the shortest paths of
//! discs run along them.

use super::case_seed;
use super::visibility::{edit, scenery, somewhere};
use crate::rng::Rng;
use navigant_geometry::internals::{LatticeInternals as _, Offset};
use navigant_geometry::{Point, internals};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{FaceId, Map, VertexId};
use navigant_search::graph::{Graph, StateId};
use navigant_search::internals::{StateIdInternals as _, Tangent, TangentGraph};
use navigant_search::plane::{Bend, Turn};
use navigant_search::plane::{PathFinder, Query};
use std::collections::BTreeMap;

/// Queries in one case.
pub const QUERIES_PER_CASE: u64 = 8;
/// By how many steps of the lattice constructions may be off.
const SLACK: f64 = 4.0;
/// Points of an arc that are looked at.
const ARC_POINTS: u32 = 8;

/// One case: the tangent graph of a map, and shortest paths of the same disc.
///
/// # Errors
/// A tangent without room, a wrong length, or a shortest path that does not run along the graph.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let (mut map, mut outlines) = scenery(&mut rng)?;
    edit(&mut rng, &mut map, &mut *outlines)?;
    let radius = *rng.pick(&[0.125, 0.3, 0.5, 1.0, 2.25]);
    let graph = TangentGraph::of(&map, radius).map_err(|e| e.to_string())?;
    let obstacles: Vec<_> = map.obstacles().map(|id| map.outline(id)).collect();
    let wrong = |reason: String| format!("radius {radius}: {reason}\n{obstacles:?}");
    let walls = walls(&map);
    for tangent in graph.tangents() {
        check_tangent(&map, &walls, tangent, radius).map_err(wrong)?;
    }
    check_arcs(&mut rng, &map, &walls, &graph).map_err(wrong)?;
    check_paths(&mut rng, &map, &walls, &graph).map_err(wrong)
}

/// A wall or a post, and the vertices it ends in.
struct Wall {
    ends: [Point; 2],
    vertices: [VertexId; 2],
}

/// All that bounds the free space.
fn walls(map: &Map) -> Vec<Wall> {
    let mut walls = Vec::new();
    for e in map.faces().filter(|&f| map.is_free(f)).flat_map(FaceId::edges) {
        let vertices = [map.origin(e), map.target(e)];
        if map.is_wall(e) || !map.is_free(map.twin(e).face()) {
            walls.push(Wall { ends: vertices.map(|v| map.point(v)), vertices });
        } else {
            // Posts have no walls; other vertices are ends of walls anyway.
            walls.extend(vertices.map(|v| Wall { ends: [map.point(v); 2], vertices: [v; 2] }));
        }
    }
    walls
}

fn way(a: Point, b: Point) -> Offset {
    Offset::new(b.x - a.x, b.y - a.y)
}

/// How far two segments are from each other.
fn distance([a, b]: [Point; 2], [c, d]: [Point; 2]) -> f64 {
    let side = |a: Point, b: Point, p: Point| way(a, b).cross(way(a, p));
    if side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0 {
        return 0.0;
    }
    let ends = [(a, c, d), (b, c, d), (c, a, b), (d, a, b)];
    ends.into_iter().map(|(p, a, b)| internals::distance_to_segment(p, a, b)).fold(f64::INFINITY, f64::min)
}

fn check_tangent(map: &Map, walls: &[Wall], tangent: &Tangent, radius: f64) -> Result<(), String> {
    let slack = SLACK * map.lattice().step();
    let [a, b] = tangent.points;
    for (corner, turn, p) in [0, 1].map(|i| (map.point(tangent.corners[i]), tangent.turns[i], tangent.points[i])) {
        let side = way(a, b).cross(way(a, corner)) * if turn == Turn::Left { 1.0 } else { -1.0 };
        let is_aside = side >= (radius - slack) * a.distance(b) - slack * slack;
        if (corner.distance(p) - radius).abs() > slack || !is_aside {
            return Err(format!("it does not touch the circle around {corner}: {tangent:?}"));
        }
    }
    if (tangent.length - a.distance(b)).abs() > slack {
        return Err(format!("its length is not its length: {tangent:?}"));
    }
    match walls.iter().find(|wall| distance([a, b], wall.ends) < radius - slack) {
        Some(wall) => Err(format!("nearer than the radius to {:?}: {tangent:?}", wall.ends)),
        None => Ok(()),
    }
}

/// A tangent as it is walked: the corners and turns at its ends, and where it touches.
fn walked(tangent: &Tangent, backwards: bool) -> ([(VertexId, Turn); 2], [Point; 2]) {
    let other = |turn: Turn| if turn == Turn::Left { Turn::Right } else { Turn::Left };
    let [a, b] = [0, 1].map(|i| (tangent.corners[i], tangent.turns[i]));
    let [p, q] = tangent.points;
    if backwards { ([(b.0, other(b.1)), (a.0, other(a.1))], [q, p]) } else { ([a, b], [p, q]) }
}

fn state_of(graph: &TangentGraph, state: StateId) -> ([(VertexId, Turn); 2], [Point; 2], f64) {
    let tangent = &graph.tangents()[state.index() / 2];
    let (bends, points) = walked(tangent, state.index() % 2 == 1);
    (bends, points, tangent.length)
}

/// Steps lead around one corner, along an arc that has room, and cost what that and the next tangent are long.
fn check_arcs(rng: &mut Rng, map: &Map, walls: &[Wall], graph: &TangentGraph) -> Result<(), String> {
    let (radius, slack) = (graph.radius(), SLACK * map.lattice().step());
    for state in (0..graph.states() as u32).map(StateId) {
        let ([_, at], [_, from], _) = state_of(graph, state);
        let mut steps = Vec::new();
        graph.successors(state, |to, cost| steps.push((to, cost)));
        // There may be very many of them.
        let share = (16.0 / steps.len().max(1) as f64).min(1.0);
        for (to, cost) in steps {
            let ([leaves, _], [next, _], length) = state_of(graph, to);
            if leaves != at {
                return Err(format!("a step from {at:?} to {leaves:?}"));
            }
            let centre = map.point(at.0);
            let sign = if at.1 == Turn::Left { 1.0 } else { -1.0 };
            let [first, last] = [from, next].map(|p| way(centre, p)).map(|w| w.y.atan2(w.x));
            let turned = (sign * (last - first)).rem_euclid(std::f64::consts::TAU);
            // Where both touch at the same place, nothing is turned.
            let turned = if from.distance(next) <= slack && cost < length + radius { 0.0 } else { turned };
            if (radius * turned + length - cost).abs() > 2.0 * slack {
                return Err(format!("an arc of {turned} and a tangent of {length} m cost {cost}"));
            }
            if !rng.chance(share) {
                continue;
            }
            for i in 0..=ARC_POINTS {
                let angle = first + sign * turned * f64::from(i) / f64::from(ARC_POINTS);
                let p = Point::new(centre.x + radius * angle.cos(), centre.y + radius * angle.sin());
                if let Some(wall) = walls.iter().find(|w| distance([p; 2], w.ends) < radius - slack) {
                    return Err(format!("an arc around {centre} is at {p} nearer than the radius to {:?}", wall.ends));
                }
            }
        }
    }
    Ok(())
}

/// Shortest paths bend from tangent to tangent of the graph.
fn check_paths(rng: &mut Rng, map: &Map, walls: &[Wall], graph: &TangentGraph) -> Result<(), String> {
    let mut by_bends: BTreeMap<[(VertexId, bool); 2], StateId> = BTreeMap::new();
    let key = |(v, turn): (VertexId, Turn)| (v, turn == Turn::Left);
    for state in (0..graph.states() as u32).map(StateId) {
        by_bends.insert(state_of(graph, state).0.map(key), state);
    }
    let mut finder = PathFinder::new();
    for _ in 0..QUERIES_PER_CASE {
        let [from, to] = [(); 2].map(|()| map.lattice().world(somewhere(rng, map)));
        let Ok(path) = finder.find(map, &Query::new(from, to).with_radius(graph.radius())) else { continue };
        let states: Vec<Option<StateId>> = path
            .bends
            .windows(2)
            .map(|pair| by_bends.get(&[pair[0], pair[1]].map(|b: Bend| key((b.vertex, b.turn)))).copied())
            .collect();
        for (number, state) in states.iter().enumerate() {
            let leg = [path.points[2 * number + 2], path.points[2 * number + 3]];
            let ends = [path.bends[number].vertex, path.bends[number + 1].vertex];
            if state.is_none() && !is_close(map, walls, graph.radius(), leg, ends) {
                return Err(format!("{from} to {to}: the leg {leg:?} between {ends:?} is no tangent of the graph"));
            }
        }
        for pair in states.windows(2) {
            let [Some(before), Some(after)] = [pair[0], pair[1]] else { continue };
            let mut is_joined = false;
            graph.successors(before, |to, _| is_joined |= to == after);
            if !is_joined {
                return Err(format!("{from} to {to}: no arc joins {before:?} and {after:?}"));
            }
        }
    }
    Ok(())
}

/// Whether a leg passes another wall so closely that rounding decides whether there is room.
fn is_close(map: &Map, walls: &[Wall], radius: f64, leg: [Point; 2], ends: [VertexId; 2]) -> bool {
    let others = walls.iter().filter(|wall| !wall.vertices.iter().any(|v| ends.contains(v)));
    let slack = SLACK * map.lattice().step();
    // A leg shorter than that has no direction, either.
    leg[0].distance(leg[1]) <= slack || others.into_iter().any(|wall| distance(leg, wall.ends) < radius + slack)
}
