//! Small claims about shortest path maps.

use super::cells::{outline_of, twice_area};
use super::*;
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::Outline;

fn face_area(map: &Map, f: FaceId) -> f64 {
    let [a, b, c] = map.corners(f).map(|v| map.lattice_point(v));
    0.5 * navigant_geometry::internals::orient(a, b, c) as f64
}

/// Faces that are not filled exactly once.
fn badly_filled(map: &Map, spm: &ShortestPathMap) -> Vec<(FaceId, f64)> {
    let faces = map.faces().filter(|&f| map.is_free(f) && !spm.windows_of(f).is_empty());
    faces
        .filter_map(|f| {
            let cells = (0..spm.windows_of(f).len()).flat_map(|i| spm.cells_of(map, f, i, f64::INFINITY));
            let filled: f64 = cells
                .flat_map(|cell| cell.parts.iter().map(|p| 0.5 * twice_area(&outline_of(&cell, p))).collect::<Vec<_>>())
                .sum();
            // From as far as the map is large, areas are measured to a part of a square step.
            let off = (filled - face_area(map, f)).abs();
            (off > 0.003 * face_area(map, f) + 0.5).then_some((f, filled))
        })
        .collect()
}

/// Boxes on a hall of 16 m, or all of them in a corner of a few lattice steps.
fn scene(seed: u64, count: usize, is_tiny: bool) -> (Map, Vec<[f64; 4]>) {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % n) as f64
    };
    let boxes: Vec<[f64; 4]> = (0..count).map(|_| [next(14), next(14), 1.0 + next(3), 1.0 + next(3)]).collect();
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0])).unwrap();
    let scale = if is_tiny { map.lattice().step() } else { 1.0 };
    for [x, y, w, h] in boxes.iter().map(|numbers| numbers.map(|n| n * scale)) {
        let low = if is_tiny { [8.0 + x, 8.0 + y] } else { [x, y] };
        map.insert(&Outline::rectangle(low, [low[0] + w, low[1] + h])).unwrap();
    }
    (map, boxes)
}

#[test]
fn cells_fill_every_face_once() {
    for seed in 0..300 {
        let (map, boxes) = scene(seed, 1 + seed as usize % 7, seed % 2 == 1);
        let near = 8.0 + 3.0 * map.lattice().step();
        let source = if seed % 4 == 3 { [near, near] } else { [0.5, 7.5] };
        let Ok(spm) = ShortestPathMap::of(&map, source) else { continue };
        let bad = badly_filled(&map, &spm);
        assert!(bad.is_empty(), "seed {seed}: {boxes:?}: {bad:?}");
        for arc in spm.isochrone(&map, 7.0).unwrap().rim {
            let middle = arc.ends[0].lerp(arc.ends[1], 0.5);
            let on = arc.centre.lerp(middle, arc.radius / arc.centre.distance(middle));
            let found = spm.distance_to(&map, on).unwrap();
            assert!((found - 7.0).abs() < 1e-5, "seed {seed}: {boxes:?}: {arc:?} {on} {found}");
        }
    }
}

#[test]
fn an_edit_out_of_reach_keeps_it_and_others_do_not() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 16.0])).unwrap();
    map.insert(&Outline::rectangle([30.0, -1.0], [34.0, 17.0])).unwrap();
    let mut spm = ShortestPathMap::of(&map, [4.0, 4.0]).unwrap();
    assert_eq!(spm.distance_to(&map, [60.0, 4.0]), Err(NoRoute::Unreachable));
    let beyond = map.insert(&Outline::rectangle([50.0, 4.0], [52.0, 6.0])).unwrap();
    assert_eq!(spm.distance_to(&map, [8.0, 4.0]), Err(NoRoute::Stale));
    assert_eq!((spm.cells(&map).is_none(), spm.isochrone(&map, 3.0).err()), (true, Some(NoRoute::Stale)));
    assert_eq!(spm.follow(&map), Ok(Followed::Kept));
    assert_eq!(spm.distance_to(&map, [8.0, 4.0]), Ok(4.0));
    let here = map.insert(&Outline::rectangle([6.0, 0.0], [6.5, 8.0])).unwrap();
    assert_eq!(spm.follow(&map), Ok(Followed::Rebuilt));
    assert!(spm.distance_to(&map, [8.0, 4.0]).unwrap() > 8.0);
    for id in [here, beyond] {
        map.remove(id).unwrap();
    }
    assert_eq!((spm.follow(&map), spm.follow(&map)), (Ok(Followed::Rebuilt), Ok(Followed::Unchanged)));
    map.insert(&Outline::rectangle([3.0, 3.0], [5.0, 5.0])).unwrap();
    assert!(matches!(spm.follow(&map), Err(NoView::Outside { .. })), "an obstacle on the source");
}

#[test]
fn an_edit_beyond_the_limit_keeps_it() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 16.0])).unwrap();
    let door = map.insert(&Outline::rectangle([20.0, 0.0], [21.0, 15.0])).unwrap();
    map.insert(&Outline::rectangle([40.0, 1.0], [41.0, 16.0])).unwrap();
    let mut near = ShortestPathMap::within(&map, [4.0, 4.0], 12.0).unwrap();
    let far = map.insert(&Outline::rectangle([50.0, 4.0], [52.0, 6.0])).unwrap();
    assert_eq!(near.follow(&map), Ok(Followed::Kept));
    map.remove(far).unwrap();
    assert_eq!(near.follow(&map), Ok(Followed::Kept));
    assert_eq!(near.distance_to(&map, [15.0, 4.0]), Ok(11.0));
    map.remove(door).unwrap();
    assert_eq!(near.follow(&map), Ok(Followed::Rebuilt), "its walls are beside what was seen");
}

#[test]
fn what_is_beyond_the_limit_is_said_to_be() {
    let map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 16.0])).unwrap();
    let spm = ShortestPathMap::within(&map, [4.0, 4.0], 8.0).unwrap();
    assert_eq!(spm.distance_to(&map, [12.0, 4.0]), Ok(8.0));
    assert_eq!(spm.distance_to(&map, [12.5, 4.0]), Err(NoRoute::Beyond { limit: 8.0 }));
    assert_eq!(spm.isochrone(&map, 9.0).err(), Some(NoRoute::Beyond { limit: 8.0 }));
    assert_eq!(spm.isochrone(&map, f64::NAN).err(), Some(NoRoute::Beyond { limit: 8.0 }));
    assert!(matches!(ShortestPathMap::of(&map, [f64::NAN, 4.0]), Err(NoView::NotFinite(_))));
}

/// Beside an edge almost all directions of a half turn lie in one window: rays that are told apart by a line from its right border to
/// its left one were none where that passes the root (`soak spm --seed 8 --case 489`).
#[test]
fn a_window_of_almost_half_a_turn_is_filled() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap();
    let [x, low, high] = [32.000_005_722_045_9, 32.000_001_907_348_63, 32.000_003_814_697_266];
    map.insert(&Outline::polyline([[x, low], [x, high]])).unwrap();
    let spm = ShortestPathMap::of(&map, [16.000_001_907_348_633, 48.000_001_907_348_63]).unwrap();
    assert_eq!(badly_filled(&map, &spm), []);
}

/// Lookups by the grid and by the map's own point location are one: at random places, beside corners, and in thousands of slivers,
/// where cells of the grid list no faces.
#[test]
fn the_grid_finds_the_windows_that_point_location_finds() {
    let size = [16.0, 16.0];
    let mut scenes: Vec<(Map, [f64; 2])> =
        (0..40).map(|seed| (scene(seed, 1 + seed as usize % 9, seed % 4 == 1).0, size)).collect();
    let teeth: Vec<[f64; 2]> = (0..=400).map(|i| [0.04 * f64::from(i), if i % 2 == 0 { 1.0 } else { 9.0 }]).collect();
    let mut comb = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0])).unwrap();
    comb.insert(&Outline::polyline(teeth)).unwrap();
    scenes.push((comb, size));
    scenes.push((Map::new(&Outline::rectangle([0.0, 0.0], [4096.0, 0.01])).unwrap(), [4096.0, 0.01]));
    let (mut found, mut not_listed) = (0, 0);
    for (map, [width, height]) in &scenes {
        let Ok(spm) = ShortestPathMap::of(map, [0.0, 0.0]) else { continue };
        let mut state = 7_u64;
        let mut part = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f64 / (1 << 24) as f64
        };
        for _ in 0..500 {
            let p = Point::new(width * part(), height * part());
            let Ok((at, location)) = stand(map, p) else { continue };
            let windows = match location {
                navigant_mesh::Location::Face(f) => spm.windows_of(f),
                _ => &[],
            };
            match spm.grid.faces_near(at).and_then(|faces| spm.grid.windows_at(faces, at)) {
                Some(range) => {
                    assert_eq!(range.len(), windows.len(), "{p}");
                    assert!(std::ptr::eq(&raw const spm.windows[range.start], windows.as_ptr()), "{p}");
                    found += 1;
                }
                None => not_listed += usize::from(!windows.is_empty()),
            }
        }
    }
    assert!(found > 5_000 && not_listed > 0, "{found} found, {not_listed} not listed");
}

/// Every answer there is: inside faces, on edges, on walls and in them, off the floor, beyond the limit, no number.
#[test]
fn many_lookups_at_once_are_as_many_lookups() {
    let (mut numbers, mut reasons) = (0, 0);
    for seed in 0..30 {
        let (map, _) = scene(seed, 1 + seed as usize % 9, false);
        let Ok(spm) = ShortestPathMap::within(&map, [0.5, 7.5], 3.0 + seed as f64) else { continue };
        let mut targets: Vec<Point> =
            (0..1500).map(|i| Point::new(0.25 * f64::from(i % 71) - 0.5, 0.5 * f64::from(i / 37) - 1.0)).collect();
        targets.extend([Point::new(f64::NAN, 1.0), Point::new(1e300, 1.0)]);
        targets.truncate(1502 - seed as usize);
        let together = spm.distances_to(&map, &targets);
        assert_eq!(together.len(), targets.len());
        for (target, found) in targets.iter().zip(together) {
            let alone = spm.distance_to(&map, *target);
            let is_same = match (&alone, &found) {
                (Ok(a), Ok(b)) => a.to_bits() == b.to_bits(),
                (Err(a), Err(b)) => a.to_string() == b.to_string(),
                _ => false,
            };
            assert!(is_same, "seed {seed}, {target}: {alone:?} alone, {found:?} together");
            numbers += usize::from(found.is_ok());
            reasons += usize::from(found.is_err());
        }
    }
    assert!(numbers > 5_000 && reasons > 5_000, "{numbers} found, {reasons} not");
    let (mut map, _) = scene(1, 3, false);
    let spm = ShortestPathMap::of(&map, [0.5, 7.5]).unwrap();
    map.insert(&Outline::rectangle([15.0, 15.0], [15.5, 15.5])).unwrap();
    assert_eq!(spm.distances_to(&map, &[Point::new(1.0, 7.5); 2]), [Err(NoRoute::Stale); 2]);
}
