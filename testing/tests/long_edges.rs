//! Along the border of a city run edges as long as the city, with a quarter of it in the discs over them.

use navigant_geometry::internals::PointInternals as _;
use navigant_geometry::{Outline, Point};
use navigant_mesh::internals::{AxisInternals as _, MapInternals as _};
use navigant_mesh::{Axis, Map};
use navigant_testing::generate::city;
use navigant_testing::rng::Rng;

const SIDE: f64 = 500.0;

/// How far the nearest of some sides is, asked of every one.
fn nearest(sides: &[[Point; 2]], p: Point) -> f64 {
    let distance = |[a, b]: &[Point; 2]| {
        let squared = a.distance(*b).powi(2);
        let part = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / squared;
        p.distance(if squared > 0.0 { a.lerp(*b, part.clamp(0.0, 1.0)) } else { *a })
    };
    sides.iter().map(distance).fold(f64::INFINITY, f64::min)
}

fn sides(outlines: &[Outline]) -> Vec<[Point; 2]> {
    let rings = outlines.iter().flat_map(|outline| match outline {
        Outline::Polygon { exterior, holes } => [exterior].into_iter().chain(holes).cloned().collect(),
        Outline::Polyline(points) => vec![points.clone()],
    });
    rings.flat_map(|ring| (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]).collect::<Vec<_>>()).collect()
}

#[test]
fn what_is_nearest_is_known_along_the_border_of_a_city_that_changes() {
    let seed = 7;
    let (floor, buildings) = city(seed, SIDE, SIDE, 1500);
    let (mut map, _) = Map::build(std::slice::from_ref(&floor), &buildings).unwrap();
    let mut outlines = buildings;
    outlines.push(floor);
    let mut rng = Rng::new(seed);
    map.axis();
    let mut asked = 0;
    for round in 0..6 {
        let sides = sides(&outlines);
        for _ in 0..400 {
            let (along, off) = (rng.range(0.0..SIDE), rng.range(0.0..20.0));
            let p = *rng.pick(&[[along, off], [off, along], [along, SIDE - off], [SIDE - off, along]]);
            if let Some(clearance) = map.clearance_at(p) {
                let expected = nearest(&sides, p.into());
                assert!(
                    (clearance - expected).abs() < 1e-4,
                    "seed {seed}, round {round}, {p:?}: {clearance}, {expected}"
                );
                asked += 1;
            }
        }
        let (x, y) = (rng.range(0.0..SIDE - 2.0), rng.range(0.0..6.0));
        let post = Outline::rectangle([x, y], [x + 1.0, y + 1.0]);
        let id = map.insert(&post).unwrap();
        map.axis();
        if round % 3 == 0 {
            map.remove(id).unwrap();
        } else {
            outlines.push(post);
        }
        let (kept, fresh) = (map.axis(), Axis::of(&map));
        assert_eq!(
            (kept.node_count(), kept.arcs().count()),
            (fresh.node_count(), fresh.arcs().count()),
            "round {round}"
        );
    }
    assert!(asked > 500, "{asked}");
    // Far fewer than lie in the discs over edges.
    assert!(map.profiles().listed() < 4 * map.face_count(), "{}", map.profiles().listed());
}
