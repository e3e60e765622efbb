//! The gates of an edge are where the clearance is at least the radius.

use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, Outline};

#[test]
fn gates_are_the_places_of_edges_with_room() {
    let boxes: Vec<Outline> = (0..12)
        .map(|i| {
            let (x, y) = (1.5 + 5.0 * f64::from(i % 4), 2.0 + 5.0 * f64::from(i / 4) + 0.7 * f64::from(i % 3));
            Outline::polygon([[x, y], [x + 2.0, y + 0.4], [x + 1.0, y + 1.0 + 0.2 * f64::from(i % 5)]])
        })
        .collect();
    let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [22.0, 18.0])], &boxes).unwrap();
    let (mut open, mut closed) = (0, 0);
    for e in map.faces().filter(|&f| map.is_free(f)).flat_map(navigant_mesh::FaceId::edges).filter(|&e| !map.is_wall(e))
    {
        let [a, b] = [map.origin(e), map.target(e)].map(|v| map.point(v));
        for radius in [0.0, 0.3, 0.7, 1.3] {
            let gates = map.gates(e, radius);
            assert!(
                gates.iter().all(|gate| gate.from <= gate.to) && gates.is_sorted_by(|p, q| p.to <= q.from),
                "{gates:?}"
            );
            for part in (1..100).map(|i| f64::from(i) / 100.0) {
                let Some(clearance) = map.clearance_at(a.lerp(b, part)) else { continue };
                if (clearance - radius).abs() < 1e-4 {
                    continue;
                }
                let at = part * a.distance(b);
                let is_open = gates.iter().any(|gate| gate.from <= at && at <= gate.to);
                assert_eq!(is_open, clearance > radius, "{part} of {a} to {b}: {clearance} for {radius} in {gates:?}");
                *if is_open { &mut open } else { &mut closed } += 1;
            }
        }
    }
    assert!(open > 1000 && closed > 1000, "{open} {closed}");
}
