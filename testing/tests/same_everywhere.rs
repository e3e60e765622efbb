//! The same map on every machine, in debug and release, far from the origin and near it, however it was made.

use navigant_geometry::internals::OutlineInternals as _;
use navigant_geometry::{Bounds, Outline, Point};
use navigant_mesh::Map;
use navigant_testing::generate::{city, coarse_soup, soup};
use navigant_testing::oracle::map::{Canonical, canonical, check};
use navigant_testing::soak;

/// FNV-1a over all edges and free faces.
fn fingerprint(map: &Canonical) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325u64;
    let mut add = |n: i32| {
        for byte in n.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    };
    for (a, b, walls) in &map.edges {
        [a.x, a.y, b.x, b.y, *walls as i32].into_iter().for_each(&mut add);
    }
    for corner in map.free.iter().flatten() {
        [corner.x, corner.y].into_iter().for_each(&mut add);
    }
    hash
}

fn edited_city() -> Map {
    let (floor, buildings) = city(5, 200.0, 200.0, 2000);
    let (mut map, ids) = Map::build(&[floor], &buildings).unwrap();
    for (id, outline) in ids.iter().zip(&buildings).step_by(3) {
        map.move_to(*id, &outline.translated(1.7, -0.3)).unwrap();
    }
    for id in ids.iter().skip(1).step_by(5) {
        map.remove(*id).unwrap();
    }
    map
}

#[test]
fn debug_and_release_build_the_same_bits() {
    // `cargo xtask test` runs this in both; the number is what a release build gave first.
    assert_eq!(fingerprint(&canonical(&edited_city())), 15_387_216_548_338_094_707);
}

#[test]
fn a_scene_far_from_the_origin_has_the_same_topology() {
    let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(64.0, 64.0) };
    let dyadic = |outline: &Outline| {
        let round = |p: &Point| Point::new((p.x * 1024.0).round() / 1024.0, (p.y * 1024.0).round() / 1024.0);
        match outline {
            Outline::Polygon { exterior, holes } => Outline::Polygon {
                exterior: exterior.iter().map(round).collect(),
                holes: holes.iter().map(|h| h.iter().map(round).collect()).collect(),
            },
            Outline::Polyline(points) => Outline::Polyline(points.iter().map(round).collect()),
        }
    };
    let outlines: Vec<Outline> = soup(4, world).take(60).map(|o| dyadic(&o)).collect();
    let build = |offset: f64| {
        let floor = Outline::rectangle([offset, offset], [offset + 64.0, offset + 64.0]);
        let moved: Vec<Outline> = outlines.iter().map(|o| o.translated(offset, offset)).collect();
        canonical(&Map::build(&[floor], &moved).unwrap().0)
    };
    let near = build(0.0);
    assert!(near.edges.len() > 1000);
    for offset in [2f64.powi(20), 2f64.powi(30), -2f64.powi(30)] {
        assert!(build(offset) == near, "moved by {offset} m");
    }
}

#[test]
fn whole_cities_pass_the_oracle() {
    let (floor, buildings) = city(9, 120.0, 120.0, 400);
    let (map, ids) = Map::build(std::slice::from_ref(&floor), &buildings).unwrap();
    let present: Vec<_> = ids.into_iter().zip(buildings).collect();
    check(&map, &[floor], &present).unwrap();
}

#[test]
fn a_crowd_of_coinciding_outlines_passes_the_oracle() {
    let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(64.0, 64.0) };
    let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
    let outlines: Vec<Outline> = coarse_soup(2, world, 16).take(80).collect();
    let (map, ids) = Map::build(std::slice::from_ref(&floor), &outlines).unwrap();
    let present: Vec<_> = ids.into_iter().zip(outlines).collect();
    check(&map, &[floor], &present).unwrap();
}

#[test]
fn the_soaks_pass_a_first_handful_of_cases() {
    for case in 0..150 {
        soak::edits::case(1, case).unwrap();
        soak::sight::case(1, case).unwrap();
    }
}

#[test]
fn the_oracle_notices_a_missing_and_an_extra_obstacle() {
    let floor = Outline::rectangle([0.0, 0.0], [10.0, 10.0]);
    let mut map = Map::new(&floor).unwrap();
    let outline = Outline::rectangle([2.0, 2.0], [4.0, 4.0]);
    let id = map.insert(&outline).unwrap();
    assert!(check(&map, std::slice::from_ref(&floor), &[]).is_err());
    map.remove(id).unwrap();
    assert!(check(&map, &[floor], &[(id, outline)]).is_err());
}
