//! Every public function of a map of several layers that takes an id, asked with ids of another map and of obstacles that have gone.

use navigant_crowd::internals::LayeredCrowdInternals as _;
use navigant_crowd::{LayeredAgent, LayeredCrowd};
use navigant_geometry::{Outline, Point};
use navigant_mesh::internals::{
    Feature, IdInternals as _, LayerIdInternals as _, LayeredMapInternals as _, Leg, MapInternals as _, Nearest, Reach,
    Room, Tolls,
};
use navigant_mesh::{EdgeId, FaceId, Layer, LayerId, LayeredMap, NotInserted, ObstacleId, Seam, SeamId, VertexId};
use navigant_search::graph::Budget;
use navigant_search::internals::PathFinderInternals as _;
use navigant_search::plane::{FindLayeredPath as _, LayeredQuery, PathFinder};

/// Storeys of 10 × 10 m side by side in plan, each joined to the next.
fn storeys(count: u16) -> LayeredMap {
    let left = |at: u16| 10.0 * f64::from(at);
    let floor = |at: u16| Outline::rectangle([left(at), 0.0], [left(at + 1), 10.0]);
    let layers: Vec<Layer> = (0..count).map(|at| Layer::level(0.0, [floor(at)])).collect();
    let seam = |at: u16| Seam::new([at - 1, at], [left(at), 0.0], [left(at), 10.0]);
    LayeredMap::build(&layers, &(1..count).map(seam).collect::<Vec<_>>()).unwrap()
}

fn crate_at(x: f64) -> Outline {
    Outline::rectangle([x, 4.0], [x + 1.0, 5.0])
}

#[test]
fn layers_and_seams_that_are_not_there_are_empty() {
    let (mut map, other) = (storeys(2), storeys(5));
    let here = LayerId::new(0);
    for layer in other.layers().skip(2).chain([LayerId::new(u16::MAX)]) {
        assert!(map.height(layer).is_none() && map.height_at(layer, [5.0, 5.0]).is_none());
        assert!(map.ground_at(layer, Point::new(5.0, 5.0)).is_none());
        assert_eq!(map.ground_length(layer, Point::new(5.0, 5.0), Point::new(8.0, 9.0)), 5.0, "as on level ground");
        assert!(!map.is_walkable(layer, [5.0, 5.0]));
        assert!(!map.are_connected((layer, [5.0, 5.0]), (here, [5.0, 5.0])));
        assert!(!map.are_connected((here, [5.0, 5.0]), (layer, [5.0, 5.0])));
        assert!(!map.sees((layer, [5.0, 5.0]), (here, [5.0, 5.0])));
        assert!(!map.sees((here, [5.0, 5.0]), (layer, [5.0, 5.0])));
        assert!(map.as_map().locate_on(layer, [5.0, 5.0]).is_none());
        assert!(map.clearance_at(layer, [5.0, 5.0]).is_none());
        assert!(map.widest((layer, [5.0, 5.0]), (here, [5.0, 5.0])).is_none());
        assert!(!map.reaches((layer, [5.0, 5.0]), (here, [5.0, 5.0]), 0.0));
        assert!(!map.reaches((here, [5.0, 5.0]), (layer, [5.0, 5.0]), 0.0));
        let plane = map.as_map();
        let place = plane.steps(Point::new(5.0, 5.0));
        assert!(plane.face_on(layer, place).is_none() && plane.clearance_on(layer, Point::new(5.0, 5.0)).is_none());
        let ends = [(layer, Point::new(5.0, 5.0)), (here, Point::new(5.0, 5.0))];
        assert!(Nearest::default().find_with_room_on(plane, layer, place, 1.0, 100, |_| true).is_none());
        assert!(PathFinder::new().find_disc_on(plane, ends, 1.0, Budget::UNLIMITED).is_err());
        assert!(!Reach::default().reaches_on(plane, ends, 0.0) && Reach::default().widest_on(plane, ends).is_none());
        assert!(map.trace_free(layer, &[Point::new(5.0, 5.0), Point::new(6.0, 5.0)]).is_none());
        let leg = Leg { from: Point::new(5.0, 5.0), to: Point::new(6.0, 5.0), turns_left: None };
        assert!(map.trace(layer, &[leg]).is_none());
        assert!(matches!(map.insert_on(layer, &crate_at(3.0)), Err(NotInserted::UnknownLayer(at)) if at == layer));
    }
    let mut crossed = crossed_seams(&other);
    assert_eq!(crossed.len(), 4);
    crossed.retain(|&seam| !map.is_open(seam));
    assert_eq!(crossed.len(), 3, "there is one seam");
}

/// Storeys, the last of whose seams costs 3 m.
fn tolled_storeys(count: u16) -> LayeredMap {
    let left = |at: u16| 10.0 * f64::from(at);
    let floor = |at: u16| Outline::rectangle([left(at), 0.0], [left(at + 1), 10.0]);
    let layers: Vec<Layer> = (0..count).map(|at| Layer::level(0.0, [floor(at)])).collect();
    let seam = |at: u16| Seam::new([at - 1, at], [left(at), 0.0], [left(at), 10.0]);
    let toll = |at: u16| if at + 1 == count { seam(at).with_tolls(3.0, 3.0) } else { seam(at) };
    LayeredMap::build(&layers, &(1..count).map(toll).collect::<Vec<_>>()).unwrap()
}

#[test]
fn edges_and_vertices_that_are_not_there_cost_nothing() {
    let (map, other) = (tolled_storeys(2), tolled_storeys(9));
    assert!(storeys(2).as_map().tolls().is_none());
    let tolls: &Tolls = map.as_map().tolls().unwrap();
    let edges = |map: &LayeredMap| map.as_map().faces().flat_map(FaceId::edges).collect::<Vec<_>>();
    let costs = |e: &EdgeId| tolls.over(*e) > 0.0;
    assert_eq!(edges(&map).iter().filter(|e| costs(e)).count(), 2, "one seam of one edge, from both sides");
    let strange = edges(&other).into_iter().filter(|&e| !map.as_map().has_edge(e));
    assert!(strange.clone().count() > 0 && strange.clone().all(|e| tolls.over(e) == 0.0));
    let corners = |map: &LayeredMap| map.as_map().faces().flat_map(|f| map.as_map().corners(f)).collect::<Vec<_>>();
    assert!(corners(&map).into_iter().any(|v| tolls.is_at(v)));
    let strange: Vec<VertexId> = corners(&other).into_iter().filter(|&v| !map.as_map().has_vertex(v)).collect();
    assert!(!strange.is_empty() && strange.into_iter().all(|v| !tolls.is_at(v)));
}

#[test]
fn obstacles_of_another_map_and_those_that_have_gone_are_unknown() {
    let (mut map, mut other) = (storeys(3), storeys(3));
    let strange = other.insert_on(LayerId::new(1), &crate_at(13.0)).unwrap();
    let gone = map.insert_on(LayerId::new(1), &crate_at(14.0)).unwrap();
    map.remove(gone).unwrap();
    let stands = map.insert_on(LayerId::new(2), &crate_at(23.0)).unwrap();
    let ids: [ObstacleId; 2] = [strange, gone];
    for id in ids {
        assert!(map.layer_of(id).is_err());
        assert!(map.remove(id).is_err());
        assert!(map.move_to(id, &crate_at(24.0)).is_err());
    }
    assert_eq!(map.layer_of(stands), Ok(LayerId::new(2)));
    map.move_to(stands, &crate_at(25.0)).unwrap();
    // Faces of a map with more of them.
    let faces: Vec<FaceId> = storeys(9).as_map().faces().collect();
    assert!(faces.iter().any(|&f| !map.as_map().has_face(f)));
    let (plane, place) = (map.as_map(), map.as_map().steps(Point::new(5.0, 5.0)));
    let features: Vec<Feature> = plane.features_near(plane.face_on(LayerId::new(0), place).unwrap()).collect();
    for &f in faces.iter().filter(|&&f| !plane.has_face(f)) {
        assert!(features.iter().all(|&feature| !plane.is_seen(f, place, feature)));
        assert!(Room::default().along_line_in(plane, f, [place, place], 1.0).is_none());
        assert!(!plane.is_free(f) && !plane.has_room_in(f, place, 1.0, 0.0), "{f:?}");
        assert!(plane.moved_into_room_in(f, place, 1.0).is_none(), "{f:?}");
        assert!(!Room::default().along_line_from(plane, f, [place, place], 1.0));
        assert!(plane.face_towards(f, place, place).is_none());
        for e in plane.faces().take(2).flat_map(FaceId::edges).chain(f.edges()) {
            // A wall of which side it is has no answer either.
            let _ = plane.leads_to_wall(f, [place, place], e);
        }
        // Asked only so that it is seen not to panic: whether a face that is not there holds a place has no answer.
        let _ = plane.holds(f, place);
    }
    for f in faces {
        assert!(map.as_map().layer_of(f).index() < map.layers().len());
        if !map.as_map().has_face(f) {
            assert_eq!(map.as_map().shapes_over(f).count(), 0);
            assert!(f.edges().into_iter().all(|e| map.as_map().shapes_along(e).count() == 0));
        }
    }
}

#[test]
fn agents_of_another_crowd_and_those_who_have_gone_are_unknown_on_floors() {
    let (map, larger) = (storeys(3), storeys(5));
    let [mut crowd, mut other] = [LayeredCrowd::new(&map), LayeredCrowd::new(&larger)];
    let agent = LayeredAgent::new([5.0, 5.0, 0.0]);
    let gone = crowd.add(&map, &agent).unwrap();
    let stays = crowd.add(&map, &agent.with_goal([25.0, 5.0, 0.0])).unwrap();
    crowd.remove(gone).unwrap();
    let strange = other.add(&larger, &LayeredAgent::new([15.0, 5.0, 0.0])).unwrap();
    for id in [gone, strange] {
        assert!(crowd.agent(&map, id).is_err() && crowd.way(id).is_err() && crowd.remove(id).is_err());
        assert!(crowd.set_goal(&map, id, [5.0, 5.0, 0.0]).is_err());
    }
    // A layer that is not there, and a map with more of them.
    let mut crowd = crowd.with_pace(LayerId::new(7), 0.5, 0.5);
    assert!(crowd.step(&larger, 0.1).is_err() && crowd.add(&larger, &agent).is_err());
    assert!(crowd.set_goal(&larger, stays, [45.0, 5.0, 0.0]).is_err());
    assert!(crowd.step(&map, 0.1).is_ok() && crowd.agent(&map, stays).is_ok());
}

/// The seams that a path through all layers crosses.
fn crossed_seams(map: &LayeredMap) -> Vec<SeamId> {
    let far = 10.0 * map.layers().len() as f64 - 5.0;
    map.find_path(&LayeredQuery::new([5.0, 5.0, 0.0], [far, 5.0, 0.0])).unwrap().seams
}
