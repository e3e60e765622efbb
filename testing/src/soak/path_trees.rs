//! Visibility graphs and shortest path trees of small random maps, against brute force.

use super::case_seed;
use super::visibility::{edit, scenery, somewhere};
use crate::oracle::paths::Visibility;
use crate::oracle::sight::{sees, walk};
use crate::rng::Rng;
use navigant_geometry::internals::LatticeInternals as _;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{FaceId, Location, Map};
use navigant_search::internals::{PathTree, VisibilityGraph};
use navigant_search::internals::{PlaceId, Places};

/// Trees in one case.
pub const TREES_PER_CASE: u64 = 4;
/// Points that each tree is asked about.
const POINTS_PER_TREE: u32 = 10;
/// Larger maps take brute force too long.
const LARGEST_MAP: usize = 60;

/// One case: a small map, its visibility graph, and trees from a few points of it.
///
/// # Errors
/// What is wrong with which tree.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let (mut map, mut outlines) = scenery(&mut rng)?;
    edit(&mut rng, &mut map, &mut *outlines)?;
    while map.vertex_count() > LARGEST_MAP {
        (map, _) = scenery(&mut rng)?;
    }
    check_graphs(&map)?;
    let brute_force = Visibility::of(&map);
    for tree in 0..TREES_PER_CASE {
        check_tree(&mut rng, &brute_force).map_err(|reason| {
            let obstacles: Vec<_> = map.obstacles().map(|id| map.outline(id)).collect();
            format!("tree {tree}: {reason}\n{obstacles:?}")
        })?;
    }
    Ok(())
}

/// The full graph has an edge wherever one place sees another; the reduced one is part of it.
fn check_graphs(map: &Map) -> Result<(), String> {
    let (full, reduced) = (VisibilityGraph::full(map), VisibilityGraph::reduced(map));
    let faces: Vec<Vec<FaceId>> = full.places().iter().map(|(id, _)| faces_of(map, full.places(), id)).collect();
    for (from, here) in full.places().iter() {
        let start = map.lattice_point(here.vertex);
        for (to, there) in full.places().iter().filter(|(_, there)| there.vertex != here.vertex) {
            let end = map.lattice_point(there.vertex);
            let arrived = walk(map, start, end, &faces[from.index()]);
            let expected = usize::from(arrived.iter().any(|f| faces[to.index()].contains(f)));
            let found = full.edges(from).iter().filter(|edge| edge.to == to).count();
            if found != expected {
                return Err(format!("{here:?} sees {there:?} {found} times, should be {expected}"));
            }
        }
        if let Some(extra) = reduced.edges(from).iter().find(|edge| !full.edges(from).contains(edge)) {
            return Err(format!("{extra:?} from {here:?} is in the reduced graph only"));
        }
    }
    Ok(())
}

fn faces_of(map: &Map, places: &Places, id: PlaceId) -> Vec<FaceId> {
    let Some(v) = places.get(id).map(|place| place.vertex) else { return Vec::new() };
    map.faces_at(Location::Vertex(v)).filter(|&f| places.in_face(map, f, v) == Some(id)).collect()
}

fn check_tree(rng: &mut Rng, brute_force: &Visibility) -> Result<(), String> {
    let map = brute_force.map();
    let source = somewhere(rng, map);
    let from = map.lattice().world(source);
    let mut tree = match PathTree::grow(map, from) {
        Ok(tree) => tree,
        Err(_) if !sees(map, source, source) => return Ok(()),
        Err(reason) => return Err(format!("from {from}: {reason}")),
    };
    for v in map.vertices() {
        let (found, expected) = (tree.distance(v), brute_force.shortest(from, map.point(v)).map(|way| way.length));
        if !agree(found, expected) {
            return Err(format!("from {from} to vertex {}: {found:?}, should be {expected:?}", map.point(v)));
        }
    }
    for _ in 0..POINTS_PER_TREE {
        let p = somewhere(rng, map);
        let to = map.lattice().world(p);
        let Ok(found) = tree.distance_to(to) else {
            if sees(map, p, p) {
                return Err(format!("{to} is said not to be walkable"));
            }
            continue;
        };
        let expected = brute_force.shortest(from, to).map(|way| way.length);
        if !agree(found, expected) {
            return Err(format!("from {from} to {to}: {found:?}, should be {expected:?}"));
        }
        let path = tree.path_to(to).map_err(|e| e.to_string())?;
        let length = path.as_ref().map(|points| points.windows(2).map(|w| w[0].distance(w[1])).sum());
        if !agree(length, expected) || path.is_some_and(|points| points.windows(2).any(|w| !map.sees(w[0], w[1]))) {
            return Err(format!("the path from {from} to {to} is not one, or {length:?} long"));
        }
    }
    Ok(())
}

fn agree(found: Option<f64>, expected: Option<f64>) -> bool {
    match (found, expected) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-12 * b,
        (None, None) => true,
        _ => false,
    }
}
