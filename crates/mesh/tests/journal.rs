//! Who follows a map catches up, after one edit or many.

use navigant_mesh::internals::{Edited, MapInternals as _, RevisionInternals as _, RoadmapInternals as _};
use navigant_mesh::roadmap::{AxisGraph, ConvexCells, DualGraph, MapRoadmap as _, QuadTreeMesh};
use navigant_mesh::{Effect, Map, NotFollowed, Outline, Roadmap};

fn hall() -> Map {
    Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap()
}

fn crate_at(number: u32) -> Outline {
    let [x, y] = [number % 7, number / 7 % 7].map(|n| 4.0 + 8.0 * f64::from(n));
    Outline::rectangle([x, y], [x + 3.0, y + 2.0])
}

/// A roadmap without the numbers of its places.
fn edges_of(roadmap: &Roadmap) -> Vec<String> {
    let at = |place| roadmap.point(place).map(|p| (p.x.to_bits(), p.y.to_bits()));
    let from = roadmap.waypoints().flat_map(|p| roadmap.edges(p).iter().map(move |&(to, length)| (p, to, length)));
    let mut edges_of: Vec<String> = from.map(|(p, q, length)| format!("{:?} {:?} {length}", at(p), at(q))).collect();
    edges_of.sort_unstable();
    edges_of
}

#[test]
fn graphs_catch_up_with_several_edits_at_once() {
    let mut map = hall();
    let ids: Vec<_> = (0..30).map(|i| map.insert(&crate_at(i)).unwrap()).collect();
    let (mut dual, mut cells) = (DualGraph::of(&map), ConvexCells::of(&map));
    let (mut mesh, mut axis) = (QuadTreeMesh::of(&map, 1.0, 6).unwrap(), AxisGraph::of(&map, 0.4));
    for (edits, id) in (1..5).zip(ids) {
        map.remove(id).unwrap();
        for i in 0..edits {
            map.insert(&crate_at(30 + edits + i)).unwrap();
        }
        dual.follow(&map);
        cells.follow(&map);
        mesh.follow(&map);
        axis.follow(&map);
        assert!(dual.roadmap().affected().len() < dual.roadmap().waypoint_count(), "it is not rebuilt");
        assert_eq!(edges_of(dual.roadmap()), edges_of(DualGraph::of(&map).roadmap()));
        assert_eq!(edges_of(cells.roadmap()), edges_of(ConvexCells::of(&map).roadmap()));
        assert_eq!(edges_of(mesh.roadmap()), edges_of(QuadTreeMesh::of(&map, 1.0, 6).unwrap().roadmap()));
        assert_eq!(axis.roadmap().edge_count(), AxisGraph::of(&map, 0.4).roadmap().edge_count());
    }
}

#[test]
fn the_journal_names_every_face_that_is_not_as_it_was() {
    let mut map = hall();
    (0..20).for_each(|i| {
        map.insert(&crate_at(i)).unwrap();
    });
    let then = map.revision();
    let before = map.clone();
    for i in 20..26 {
        map.insert(&crate_at(i)).unwrap();
    }
    let changes: Vec<_> = map.changes_since(then).unwrap().collect();
    assert_eq!(changes.len(), 6);
    assert!(changes.windows(2).all(|pair| pair[0].version + 1 == pair[1].version));
    for f in before.faces() {
        let corners = |map: &Map| map.corners(f).map(|v| map.lattice_point(v));
        let is_named = changes.iter().any(|change| change.removed.contains(&f));
        assert!(is_named || corners(&before) == corners(&map) && before.is_free(f) == map.is_free(f));
    }
    assert_eq!(map.changes_since(map.revision()).unwrap().count(), 0);
    assert_eq!(before.changes_since(map.revision()).err(), Some(NotFollowed::Foreign), "it has not come so far");
}

#[test]
fn the_journal_is_bounded_and_says_so() {
    let mut map = hall();
    let first = map.revision();
    let mut id = map.insert(&crate_at(0)).unwrap();
    for i in 0..6000 {
        map.remove(id).unwrap();
        id = map.insert(&crate_at(i)).unwrap();
    }
    let Err(NotFollowed::Forgotten { oldest }) = map.changes_since(first).map(Iterator::count) else {
        panic!("12,000 edits are not kept")
    };
    assert!(oldest > first.version() && oldest < map.version());
}

#[test]
fn a_face_that_is_gone_is_not_free() {
    let mut map = hall();
    let id = map.insert(&crate_at(0)).unwrap();
    map.remove(id).unwrap();
    for &f in &map.change().removed {
        assert!(map.has_face(f) || !map.is_free(f) && map.obstacles_over(f).count() == 0);
    }
}

#[test]
fn what_is_known_about_a_place_does_not_depend_on_edits_elsewhere() {
    let mut map = hall();
    let then = map.revision();
    let stays = map.insert(&crate_at(0)).unwrap();
    let came = map.version();
    let far = Outline::rectangle([60.0, 60.0], [61.0, 61.0]);
    for _ in 0..3000 {
        let gone = map.insert(&far).unwrap();
        map.remove(gone).unwrap();
    }
    map.remove(stays).unwrap();
    let edited = map.edited_since(then).unwrap();
    let (near, rest): (Vec<Edited>, Vec<Edited>) = edited.into_iter().partition(|edited| edited.region.min.x < 32.0);
    let told = near.iter().map(|near| (near.version, near.effect, near.gone_since, near.is_merged)).collect::<Vec<_>>();
    let went = (map.version(), Some(Effect::Shortens), Some(came), false);
    assert_eq!(told, [(came, Some(Effect::Lengthens), None, false), went]);
    assert!(rest.len() < 100 && rest[0].is_merged && rest.windows(2).all(|two| two[0].version < two[1].version));
    assert!(rest.iter().all(|rest| rest.region.min.x > 59.9 && rest.region.max.x < 61.1));
}

#[test]
fn edited_places_are_those_of_the_changes() {
    let mut map = hall();
    for i in 0..20 {
        map.insert(&crate_at(i)).unwrap();
    }
    let then = map.revision();
    let mut other = map.clone();
    // One across all of it, which moves other walls by a step.
    let long = map.insert(&Outline::polyline([[1.0, 1.3], [63.0, 62.1]])).unwrap();
    map.move_to(long, &Outline::polyline([[1.0, 1.3], [63.0, 52.7]])).unwrap();
    let changes = map.changes_since(then).unwrap();
    let whole: Vec<_> = changes.map(|c| (c.version, c.region, Some(c.effect), c.gone_since)).collect();
    let nudged: usize = map.changes_since(then).unwrap().map(|change| change.nudged.len()).sum();
    let edited = map.edited_since(then).unwrap();
    let told: Vec<_> = edited.iter().filter(|e| e.effect.is_some()).collect();
    assert_eq!(told.iter().map(|e| (e.version, Some(e.region), e.effect, e.gone_since)).collect::<Vec<_>>(), whole);
    assert!(nudged > 0 && edited.len() == whole.len() + nudged);
    assert_eq!(map.edited_since(map.revision()), Ok(Vec::new()));
    other.insert(&crate_at(3)).unwrap();
    assert_eq!(map.edited_since(other.revision()), Err(NotFollowed::Foreign));
}

#[test]
fn what_is_removed_again_is_not_missed_and_what_was_there_before_is() {
    let mut map = hall();
    let pillar = map.insert(&crate_at(3)).unwrap();
    let then = map.revision();
    let later = map.insert(&crate_at(9)).unwrap();
    map.remove(later).unwrap();
    assert!(map.has_kept_all_of(then));
    map.remove(pillar).unwrap();
    assert!(!map.has_kept_all_of(then) && map.has_kept_all_of(map.revision()));
}
