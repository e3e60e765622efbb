//! Every public function of a map that takes an id, asked with ids of earlier versions, of other maps and of a clone that has gone
//! its own way: it answers, and what must be refused is refused.

use super::{map_of, world};
use navigant_geometry::Outline;
use navigant_geometry::internals::LatticePoint;
use navigant_mesh::internals::{
    AreaMeshInternals as _, AxisGraphInternals as _, ConvexCellsInternals as _, MapInternals as _, Nearest, Passing,
    QuadTreeMeshInternals as _, RevisionInternals as _, RoadmapInternals as _,
};
use navigant_mesh::roadmap::{AxisGraph, ConvexCells, DualGraph, MapRoadmap as _, QuadTreeMesh};
use navigant_mesh::{
    AreaMesh, ComponentId, EdgeId, FaceId, Location, Map, NotFollowed, NotMoved, ObstacleId, Revision, VertexId,
    WaypointId,
};
use navigant_testing::generate::soup;
use navigant_testing::rng::Rng;

/// Ids of whatever origin.
#[derive(Default)]
struct Ids {
    faces: Vec<FaceId>,
    vertices: Vec<VertexId>,
    obstacles: Vec<ObstacleId>,
    components: Vec<ComponentId>,
    revisions: Vec<Revision>,
}

impl Ids {
    fn collect(&mut self, map: &Map) {
        self.faces.extend(map.faces());
        self.faces.extend(&map.change().removed);
        self.faces.extend(&map.change().added);
        self.vertices.extend(map.vertices());
        self.vertices.extend(map.faces().flat_map(|f| map.corners(f)));
        self.obstacles.extend(map.obstacles());
        self.components.extend(map.components().iter());
        self.revisions.push(map.revision());
    }
}

fn edit(rng: &mut Rng, map: &mut Map, outlines: &mut impl Iterator<Item = Outline>) {
    let present: Vec<ObstacleId> = map.obstacles().collect();
    match rng.below(3) {
        0 if !present.is_empty() => map.remove(*rng.pick(&present)).unwrap(),
        1 if !present.is_empty() => map.move_to(*rng.pick(&present), &outlines.next().unwrap()).unwrap(),
        _ => {
            map.insert(&outlines.next().unwrap()).unwrap();
        }
    }
}

fn ask_about_face(map: &Map, f: FaceId) {
    let is_there = map.has_face(f);
    assert!(is_there || !map.is_free(f), "a face that is not there is not free");
    assert!(is_there || map.obstacles_over(f).count() == 0);
    assert!(map.components().of(f).is_some() == map.is_free(f));
    let _ = (map.corners(f), map.twice_area(f), map.features_near(f).count());
    let _ = (map.dead_ends().contains(f), map.dead_ends().way_out(f));
    assert!(map.locate_near([20.0, 20.0], f).is_some());
    assert!(map.faces_at(Location::Face(f)).all(|f| map.has_face(f)));
    let _ = Nearest::default().find_reachable(map, [20.0, 20.0], Location::Face(f));
}

fn ask_about_edge(map: &Map, e: EdgeId) {
    let is_there = map.has_edge(e);
    assert!(is_there || map.is_wall(e) && map.owners(e).count() == 0 && map.multiplicity(e) == 0);
    let _ = (map.twin(e), map.origin(e), map.target(e), map.dead_ends().beyond(e));
    let profiles = map.profiles();
    let _ = (profiles.left_of(e).count(), profiles.passage(e), profiles.corner_beyond(e));
    assert!(is_there || map.gates(e, 0.3).is_empty() && profiles.both_sides(map, e).count() == 0);
    assert!(map.faces_at(Location::Edge(e)).all(|f| map.has_face(f)));
    let _ = Nearest::default().find_reachable(map, [20.0, 20.0], Location::Edge(e));
}

fn ask_about_vertex(map: &Map, v: VertexId, faces: [FaceId; 2]) {
    let is_there = map.has_vertex(v);
    assert_eq!(map.edges_from(v).count() > 0, is_there);
    let _ = (map.lattice_point(v), map.point(v), map.heat(v), map.pinches().contains(v));
    assert!(map.faces_at(Location::Vertex(v)).all(|f| map.has_face(f)));
    let [left, right] = faces;
    for (left, right) in [(Some(left), Some(right)), (None, Some(right)), (Some(left), None), (None, None)] {
        let _ = map.follow_ray(LatticePoint::new(3, 5), Passing { vertex: v, left, right }, |_| {});
    }
}

/// The areas of a map and its regions are a triangulation of their own, with faces of its own.
fn ask_areas(map: &Map, ids: &Ids) {
    let areas = AreaMesh::of(map);
    for &f in &ids.faces {
        let is_there = areas.mesh().has_face(f);
        assert!(is_there || !areas.is_walkable(f) && areas.kinds_over(f).is_empty());
        assert!(f.edges().into_iter().all(|e| is_there || areas.is_wall(e)));
    }
}

fn ask_everything(rng: &mut Rng, map: &mut Map, ids: &Ids) {
    ask_areas(map, ids);
    for &f in &ids.faces {
        ask_about_face(map, f);
        f.edges().into_iter().for_each(|e| ask_about_edge(map, e));
    }
    for &v in &ids.vertices {
        ask_about_vertex(map, v, [*rng.pick(&ids.faces), *rng.pick(&ids.faces)]);
    }
    for &component in &ids.components {
        let _ = map.components().face_count(component);
    }
    for &revision in &ids.revisions {
        match map.changes_since(revision) {
            Ok(changes) => assert_eq!(changes.count() as u64, map.version() - revision.version()),
            Err(NotFollowed::Forgotten { oldest }) => assert!(revision.version() < oldest),
            Err(NotFollowed::Foreign) => assert_ne!(revision, map.revision()),
        }
        assert!(!map.has_kept_all_of(revision) || map.descends_from(revision));
        let edited = map.edited_since(revision);
        assert!(edited.is_ok() || !map.descends_from(revision));
        assert!(edited.iter().flatten().all(|edited| edited.version > revision.version()));
    }
    let version = map.version();
    for &id in ids.obstacles.iter().filter(|&&id| !map.contains(id)).collect::<Vec<_>>() {
        assert!(map.outline(id).is_err() && map.standing_since(id).is_err() && map.remove(id).is_err());
        assert!(matches!(map.move_to(id, &Outline::rectangle([1.0, 1.0], [2.0, 2.0])), Err(NotMoved::Unknown(_))));
    }
    assert_eq!(map.version(), version, "refused edits change nothing");
}

#[test]
fn ids_of_other_versions_and_other_maps_are_answered() {
    for seed in 0..12 {
        let mut rng = Rng::new(seed);
        let mut outlines = soup(seed + 100, world());
        let mut maps = [map_of(seed, 25), map_of(seed + 50, 3), map_of(seed, 12)];
        let mut ids = Ids::default();
        maps.iter().for_each(|map| ids.collect(map));
        for _ in 0..6 {
            for map in &mut maps {
                edit(&mut rng, map, &mut outlines);
                ids.collect(map);
            }
        }
        for map in &mut maps {
            ask_everything(&mut rng, map, &ids);
        }
    }
}

#[test]
fn a_clone_that_has_gone_its_own_way_knows_its_own_obstacles_only() {
    let mut map = map_of(7, 4);
    let shared: Vec<ObstacleId> = map.obstacles().collect();
    let mut clone = map.clone();
    assert_eq!(map.revision(), clone.revision());
    let [here, there] = [[5.0, 5.0], [50.0, 50.0]].map(|[x, y]| Outline::rectangle([x, y], [x + 3.0, y + 3.0]));
    let (mine, theirs) = (map.insert(&here).unwrap(), clone.insert(&there).unwrap());
    assert_ne!(mine, theirs);
    assert!(!map.contains(theirs) && !clone.contains(mine), "an id of one is none of the other");
    assert!(map.remove(theirs).is_err() && clone.remove(mine).is_err());
    assert!(shared.iter().all(|&id| map.contains(id) && clone.contains(id)));
    assert_eq!(clone.changes_since(map.revision()).err(), Some(NotFollowed::Foreign));
    // The same edit in both: still the same.
    let (mut a, mut b) = (map.clone(), map.clone());
    assert_eq!(a.insert(&there), b.insert(&there));
    assert_eq!(a.revision(), b.revision());
}

#[test]
fn graphs_of_another_map_and_strange_places_are_answered() {
    let (map, other) = (map_of(3, 20), map_of(4, 2));
    let graph = AxisGraph::of(&map, 0.2);
    assert!(graph.attach(&other, [30.0, 30.0]).is_none(), "not the map it was made for");
    let cells = ConvexCells::of(&map);
    let _ = cells.count(&other);
    other.faces().flat_map(FaceId::edges).for_each(|e| assert!(!cells.is_inside(e) || map.has_edge(e)));
    let mesh = QuadTreeMesh::of(&map, 2.0, 6).unwrap();
    for place in (0..2000).map(|i| WaypointId(i * 1000)) {
        let roadmap = mesh.roadmap();
        assert!(roadmap.point(place).is_some() || roadmap.edges(place).is_empty() && mesh.square(place).is_none());
    }
    let (mut dual, mut cells, mut graph) = (DualGraph::of(&map), cells, graph);
    dual.follow(&other);
    cells.follow(&other);
    graph.follow(&other);
    assert_eq!(dual.roadmap().edge_count(), DualGraph::of(&other).roadmap().edge_count());
    assert_eq!(cells.count(&other), ConvexCells::of(&other).count(&other));
    assert_eq!(graph.edge_count(), AxisGraph::of(&other, 0.2).edge_count());
}
