//! Regions mark areas and do not block, in small claims.

use navigant_mesh::internals::RegionsInternals as _;
use navigant_mesh::{BadOutline, BadRegion, Map, NotFollowed, Outline, Role};

fn hall() -> Map {
    Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap()
}

fn square(x: f64, y: f64, size: f64) -> Outline {
    Outline::rectangle([x, y], [x + size, y + size])
}

#[test]
fn regions_overlap_obstacles_and_each_other() {
    let mut map = hall();
    map.insert(&square(10.0, 10.0, 10.0)).unwrap();
    let lawn = map.insert_region("grass", &square(5.0, 5.0, 20.0)).unwrap();
    let pond = map.insert_region("water", &square(15.0, 15.0, 20.0)).unwrap();
    assert_eq!(map.regions().at([17.0, 17.0]), [lawn, pond], "also where an obstacle stands");
    assert_eq!(map.regions().at([30.0, 30.0]), [pond]);
    assert_eq!(map.regions().at([35.0, 20.0]), [pond], "the border belongs to it");
    assert!(map.regions().at([40.0, 40.0]).is_empty());
    assert_eq!(map.regions().iter().map(|id| map.regions().kind(id).unwrap()).collect::<Vec<_>>(), ["grass", "water"]);
}

#[test]
fn a_region_with_a_hole_is_not_in_the_hole() {
    let mut map = hall();
    let ring = square(10.0, 10.0, 20.0).with_hole([[15.0, 15.0], [25.0, 15.0], [25.0, 25.0], [15.0, 25.0]]);
    let id = map.insert_region("path", &ring).unwrap();
    assert_eq!(map.regions().at([12.0, 20.0]), [id]);
    assert!(map.regions().at([20.0, 20.0]).is_empty());
    let roles: Vec<Role> = map.regions().outline(id).unwrap().into_iter().map(|(role, _)| role).collect();
    assert_eq!(roles, [Role::Exterior, Role::Hole]);
}

#[test]
fn each_edit_is_a_change_of_the_regions_and_none_of_the_map() {
    let mut map = hall();
    let (of_map, then) = (map.revision(), map.regions().revision());
    let id = map.insert_region("grass", &square(10.0, 10.0, 4.0)).unwrap();
    map.move_region(id, &square(30.0, 10.0, 4.0)).unwrap();
    map.remove_region(id).unwrap();
    assert_eq!(map.revision(), of_map);
    let regions: Vec<_> = map.regions().changes_since(then).unwrap().map(|change| change.region.unwrap()).collect();
    assert_eq!(
        regions.iter().map(|b| (b.min.x, b.max.x)).collect::<Vec<_>>(),
        [(10.0, 14.0), (10.0, 34.0), (30.0, 34.0)]
    );
    assert_eq!(map.regions().changes_since(of_map).map(Iterator::count), Ok(3), "they begin with the map");
    assert_eq!(hall().regions().changes_since(map.regions().revision()).err(), Some(NotFollowed::Foreign));
}

#[test]
fn regions_off_the_floor_are_kept_and_mark_nothing_that_is_walkable() {
    let mut map = hall();
    let id = map.insert_region("grass", &square(64.5, 10.0, 0.25)).unwrap();
    assert_eq!(map.regions().at([64.6, 10.1]), [id]);
    let far = map.insert_region("grass", &square(5000.0, 10.0, 4.0)).unwrap();
    assert!(map.regions().contains(far) && map.regions().at([5001.0, 11.0]).is_empty(), "beyond the lattice");
    map.remove_region(far).unwrap();
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut map = hall();
    let id = map.insert_region("grass", &square(10.0, 10.0, 4.0)).unwrap();
    let then = map.regions().revision();
    let broken = Outline::polygon([[1.0, 1.0], [f64::NAN, 2.0], [3.0, 3.0]]);
    let empty = Outline::polygon([[0.0; 2]; 0]);
    assert!(matches!(map.insert_region("x", &broken), Err(BadRegion::Outline(BadOutline::NotFinite { .. }))));
    assert_eq!(map.move_region(id, &empty), Err(BadRegion::Outline(BadOutline::Empty { ring: 0 })));
    assert_eq!(map.regions().revision(), then);
    map.remove_region(id).unwrap();
    let again = map.insert_region("road", &square(10.0, 10.0, 4.0)).unwrap();
    assert_ne!(id, again, "ids are never used again");
    for answer in
        [map.remove_region(id), map.move_region(id, &square(1.0, 1.0, 1.0)), map.regions().outline(id).map(drop)]
    {
        assert_eq!(answer, Err(BadRegion::Unknown(id)));
    }
    assert_eq!((map.regions().kind(id), map.regions().kind(again)), (None, Some("road")));
}
