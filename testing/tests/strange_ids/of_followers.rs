//! What is built on a map (axis, regions, paths, landmarks, visibility, crowds), asked with ids and maps that are stale, foreign or
//! of a clone that has gone its own way: typed answers and no panic.

use super::{map_of, world};
use navigant_crowd::internals::CrowdInternals as _;
use navigant_crowd::{Agent, AgentId, Aim, Crowd, News, UnknownAgent, Vector};
use navigant_geometry::internals::PointInternals as _;
use navigant_geometry::{Outline, Point};
use navigant_mesh::axis::{ArcId, NodeId};
use navigant_mesh::grid::{AdaptiveGrid, QuadId};
use navigant_mesh::internals::{
    AdaptiveGridInternals as _, AxisInternals as _, MapInternals as _, RegionsInternals as _,
};
use navigant_mesh::{Axis, FaceId, Map, NotFollowed, ObstacleId, RegionId, Revision, VertexId};
use navigant_search::internals::Corridor;
use navigant_search::internals::{PathTree, VisibilityGraph};
use navigant_search::internals::{PlaceId, Places};
use navigant_search::plane::{FindPath, Landmarks, Path, PathFinder, PathReplanner, Query, Rung, VisibilityFinder};
use navigant_testing::generate::soup;
use navigant_testing::rng::Rng;

/// Maps of all kinds: of one past, edited otherwise, and others.
fn maps(seed: u64) -> Vec<Map> {
    let mut outlines = soup(seed + 100, world());
    let first = map_of(seed, 14);
    let mut maps = vec![first.clone(), first.clone(), first, map_of(seed + 50, 3)];
    for (edits, map) in maps.iter_mut().enumerate() {
        for _ in 0..2 * edits {
            map.insert(&outlines.next().unwrap()).unwrap();
        }
    }
    maps
}

fn ask_axis(axis: &Axis, nodes: &[NodeId], arcs: &[ArcId]) {
    for &n in nodes {
        let is_node = axis.is_node(n);
        assert_eq!((axis.sites(n).is_empty(), axis.arcs_from(n).count() == 0), (!is_node, !is_node));
        assert!(axis.point(n).is_finite() && axis.clearance(n) >= 0.0 && (is_node || axis.clearance(n) == 0.0));
        let node = axis.node(n);
        assert_eq!((node.at, node.clearance), (axis.point(n), axis.clearance(n)));
    }
    for &arc in arcs {
        let is_arc = axis.is_arc(arc);
        assert!(is_arc || axis.twin(arc).is_none() && axis.target(arc) == axis.origin(arc));
        let narrowest = axis.narrowest(arc);
        assert!(narrowest.at.is_finite() && narrowest.clearance >= 0.0);
        assert_eq!(axis.arc(arc).ends, [axis.origin(arc), axis.target(arc)]);
        assert!(axis.along(arc, 0.5).at.is_finite() && axis.points(arc, 0.1).len() >= 2);
        let _ = (axis.sides(arc), axis.is_parabola(arc));
    }
}

#[test]
fn nodes_and_arcs_of_other_axes_are_answered() {
    for seed in 0..6 {
        let maps = maps(seed);
        let axes: Vec<&Axis> = maps.iter().map(Map::axis).collect();
        let nodes: Vec<NodeId> = axes.iter().flat_map(|axis| axis.nodes()).collect();
        let arcs: Vec<ArcId> = axes.iter().flat_map(|axis| axis.nodes().flat_map(|n| axis.arcs_from(n))).collect();
        for (axis, map) in axes.iter().zip(&maps) {
            ask_axis(axis, &nodes, &arcs);
            for other in maps.iter().filter(|other| other.revision() != map.revision()) {
                assert!(axis.retract(other, [30.0, 30.0]).is_none(), "not the map it is the axis of");
                let mut followed = (*axis).clone();
                followed.follow(other);
                assert_eq!(followed.revision(), other.revision());
                assert_eq!(followed.node_count(), Axis::of(other).node_count());
            }
        }
    }
}

#[test]
fn squares_of_other_grids_are_answered() {
    for seed in 0..6 {
        let maps = maps(seed);
        let grids: Vec<AdaptiveGrid> = maps.iter().map(|map| AdaptiveGrid::of(map, 1.0, 0.3, &[]).unwrap()).collect();
        let mut squares: Vec<QuadId> = grids.iter().flat_map(AdaptiveGrid::open).collect();
        squares.extend([QuadId(1 << 20), QuadId(u32::MAX)]);
        for grid in &grids {
            for (&id, map) in squares.iter().zip(maps.iter().cycle()) {
                let is_open = grid.is_open(id);
                assert_eq!((grid.bounds(id).is_some(), grid.centre(map, id).is_some()), (is_open, is_open));
                assert!(is_open || grid.edges(id).is_empty());
            }
        }
        // Of another map it becomes the grid of that map, within the box of its own.
        let mut followed = grids[0].clone();
        followed.follow(&maps[3]);
        assert!(followed.open().all(|id| maps[3].has_room_at(followed.centre(&maps[3], id).unwrap(), 0.3)));
    }
}

#[test]
fn regions_of_other_maps_are_refused() {
    let mut maps = maps(3);
    let mut ids: Vec<RegionId> = Vec::new();
    for (i, map) in maps.iter_mut().enumerate() {
        for k in 0..3 {
            let [x, y] = [f64::from(k) * 9.0 + i as f64, 5.0];
            ids.push(map.insert_region("grass", &Outline::rectangle([x, y], [x + 8.0, y + 8.0])).unwrap());
        }
        map.remove_region(ids[ids.len() - 1]).unwrap();
    }
    let faces: Vec<FaceId> = maps.iter().flat_map(|map| map.regions().faces()).collect();
    let revisions: Vec<Revision> = maps.iter().map(|map| map.regions().revision()).collect();
    for map in &mut maps {
        for &revision in &revisions {
            let changes = map.regions().changes_since(revision).map(Iterator::count);
            assert_eq!(changes.is_ok(), revision == map.regions().revision(), "{changes:?}");
        }
        let known: Vec<RegionId> = map.regions().iter().collect();
        for &id in &ids {
            let is_known = known.contains(&id);
            assert_eq!((map.regions().contains(id), map.regions().kind(id).is_some()), (is_known, is_known));
            assert_eq!((map.regions().outline(id).is_ok(), map.regions().since(id) > 0), (is_known, is_known));
            if !is_known {
                let revision = map.regions().revision();
                assert!(map.move_region(id, &Outline::rectangle([1.0, 1.0], [2.0, 2.0])).is_err());
                assert!(map.remove_region(id).is_err());
                assert_eq!(map.regions().revision(), revision, "refused edits change nothing");
            }
        }
        for &f in &faces {
            let _ = (map.regions().corners(f), map.regions().over(f).count());
        }
    }
}

/// The same number of edits in both, and yet they are not the same map.
fn diverged() -> [Map; 2] {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 60.0])).unwrap();
    map.insert(&Outline::rectangle([10.0, 20.0], [20.0, 30.0])).unwrap();
    let mut clone = map.clone();
    map.insert(&Outline::rectangle([40.0, 0.0], [60.0, 50.0])).unwrap();
    clone.insert(&Outline::rectangle([40.0, 54.0], [60.0, 60.0])).unwrap();
    assert_eq!(map.version(), clone.version());
    [map, clone]
}

#[test]
fn a_path_of_a_diverged_clone_is_not_kept() {
    let [map, clone] = diverged();
    let query = Query::new([30.0, 5.0], [70.0, 5.0]);
    let long = map.find_path(query).unwrap();
    assert_eq!((long.revision, map.descends_from(long.revision), clone.descends_from(long.revision)), {
        (map.revision(), true, false)
    });
    // Around what is not there in the clone: it has room, and is not the shortest.
    let mut path: Path = long;
    assert_eq!(PathReplanner::new().replan(&clone, &query, &mut path), Ok(Rung::Unknown));
    assert_eq!((path.length, path.revision), (40.0, clone.revision()));
}

#[test]
fn landmarks_of_a_diverged_clone_are_not_asked() {
    let [mut map, clone] = diverged();
    let landmarks = Landmarks::place(&map);
    assert!(landmarks.are_good(&map) && !landmarks.are_good(&clone));
    let query = Query::new([30.0, 5.0], [70.0, 5.0]);
    let (with, without) = (clone.find_path(query.with_landmarks(&landmarks)), clone.find_path(query));
    assert_eq!(with, without);
    map.insert(&Outline::rectangle([80.0, 40.0], [85.0, 45.0])).unwrap();
    assert!(landmarks.are_good(&map), "it has only got more");
}

#[test]
fn a_map_descends_from_its_own_past_only() {
    let [mut map, clone] = diverged();
    let then = map.revision();
    for i in 0..5000 {
        let x = f64::from(i % 80);
        let id = map.insert(&Outline::rectangle([x, 55.0], [x + 1.0, 56.0])).unwrap();
        map.remove(id).unwrap();
    }
    assert!(map.descends_from(then) && !map.descends_from(clone.revision()) && !clone.descends_from(map.revision()));
    assert!(matches!(map.changes_since(then).err(), Some(NotFollowed::Forgotten { .. })));
    assert!(!map.descends_from(Path::default().revision), "of no map");
}

#[test]
fn faces_vertices_and_places_of_other_maps_are_answered_by_searches() {
    for seed in 0..4 {
        let (maps, mut rng) = (maps(seed), Rng::new(seed));
        let mut faces: Vec<FaceId> = maps.iter().flat_map(Map::faces).collect();
        let vertices: Vec<VertexId> = maps.iter().flat_map(Map::vertices).collect();
        rng.shuffle(&mut faces);
        let line = [[3.0, 3.0], [20.0, 33.0], [60.0, 40.0]];
        let paths: Vec<Path> =
            maps.iter().filter_map(|map| map.find_path(Query::new(line[0], line[2]).with_radius(0.1)).ok()).collect();
        for map in &maps {
            for chunk in faces.chunks(5) {
                if let Ok(corridor) = Corridor::new(map, chunk.to_vec()) {
                    assert!(corridor.faces().iter().all(|&f| map.is_free(f)));
                    let _ = corridor.shortest(&Query::new(line[0], line[1]).with_radius(0.2));
                }
            }
            let _ = Corridor::along(map, &line);
            let (places, graph) = (Places::of(map), VisibilityGraph::reduced(map));
            for number in (0..400).map(|i| i * 37) {
                let id = PlaceId(number);
                assert_eq!(places.get(id).is_some(), id.index() < places.count());
                assert!(places.get(id).is_some() || graph.edges(id).is_empty());
            }
            let tree = PathTree::grow(map, [1.0, 1.0]);
            for &v in &vertices {
                let _ = places.at(v).count();
                let _ = places.in_face(map, *rng.pick(&faces), v);
                let _ = tree.as_ref().map(|tree| (tree.distance(v), tree.parent(v)));
            }
            // One set of scratch memory for all of them.
            let (mut replanner, mut finder) = (PathReplanner::new(), PathFinder::new());
            for (path, other) in paths.iter().zip(&maps) {
                let _ = Corridor::along_path(map, path);
                let mut path = path.clone();
                let query = Query::new(line[0], line[2]).with_radius(path.radius);
                if replanner.replan(map, &query, &mut path).is_ok() {
                    assert_eq!(path.revision, map.revision());
                }
                let landmarks = Landmarks::place(other);
                let query = Query::new(line[0], line[2]).with_radius(0.3);
                let with = finder.find(map, &query.with_landmarks(&landmarks)).map(|path| path.length);
                match (with, map.find_path(query).map(|path| path.length)) {
                    (Ok(with), Ok(without)) => assert!((with - without).abs() <= 1e-9 * without),
                    (with, without) => assert_eq!(with.is_err(), without.is_err()),
                }
                let _ = VisibilityFinder::new().visible_region(map, line[1]);
            }
        }
    }
}

#[test]
fn agents_of_other_crowds_and_steps_on_other_maps_are_answered() {
    let maps = maps(5);
    let obstacles: Vec<ObstacleId> = maps.iter().flat_map(Map::obstacles).collect();
    let mut crowds: Vec<Crowd> =
        maps.iter().map(|map| Crowd::new(map).with_news(map, News::default()).expect("its map")).collect();
    let mut ids: Vec<AgentId> = Vec::new();
    let mut rng = Rng::new(9);
    for (crowd, map) in crowds.iter_mut().zip(&maps) {
        for _ in 0..40 {
            let [x, y] = [rng.range(0.0..64.0), rng.range(0.0..64.0)];
            let agent = Agent { aim: Aim::Goal(Point::new(60.0, 60.0)), ..Agent::new([x, y]) };
            ids.extend(crowd.add(map, &agent).ok());
        }
        if let Some(&gone) = ids.last() {
            let _ = crowd.remove(gone);
        }
    }
    for crowd in &mut crowds {
        // Some steps on each map: refused, or the crowd finds its way there.
        for map in &maps {
            for _ in 0..3 {
                let _ = crowd.step(map, 0.1);
            }
            let _ = crowd.add(map, &Agent::new([2.0, 2.0]));
            let _ = crowd.save(map);
        }
        let known: Vec<AgentId> = crowd.agents().map(|agent| agent.id).collect();
        for &id in &ids {
            let answer = crowd.agent(id).map(|agent| agent.id);
            let expected = if known.contains(&id) { Ok(id) } else { Err(UnknownAgent(id)) };
            assert_eq!(answer, expected);
            let is_known = known.contains(&id);
            assert_eq!((crowd.way(id).is_ok(), crowd.way_left(id).is_ok()), (is_known, is_known));
            assert_eq!((crowd.agent_hash(id).is_ok(), crowd.description(id).is_ok()), (is_known, is_known));
            assert!(obstacles.iter().all(|&obstacle| crowd.believes(id, obstacle).is_ok() == is_known));
            assert_eq!(crowd.mistakes(id).is_ok(), is_known);
            assert_eq!(crowd.set_aim(id, Aim::Stand).is_ok(), is_known);
            assert_eq!(crowd.set_speed(id, 1.0, 1.5).is_ok(), is_known);
            for map in &maps {
                let agent = Agent::new([3.0, 3.0]);
                assert!(is_known || crowd.place(map, id, [3.0, 3.0], Vector::ZERO).is_err());
                assert!(is_known || crowd.describe(map, id, &agent).is_err());
            }
            assert_eq!(crowd.join(id, ids[0]).is_ok(), is_known && known.contains(&ids[0]));
        }
    }
}
