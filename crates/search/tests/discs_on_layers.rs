//! Discs that cross seams: how far, where they do not fit, and what is answered.

use navigant_mesh::internals::LayerIdInternals as _;
use navigant_mesh::{Layer, LayerId, LayeredMap, Outline, Point, Seam};
use navigant_search::plane::{FindLayeredPath as _, LayeredQuery, NoLayeredPath};

/// A room of 20 × 10 m cut into two in its middle.
fn room() -> LayeredMap {
    let half = |left: f64| Layer::level(0.0, [Outline::rectangle([left, 0.0], [left + 10.0, 10.0])]);
    LayeredMap::build(&[half(0.0), half(10.0)], &[Seam::new([0, 1], [10.0, 0.0], [10.0, 10.0])]).unwrap()
}

fn query(from: [f64; 2], to: [f64; 2], radius: f64) -> LayeredQuery<'static> {
    LayeredQuery::new([from[0], from[1], 0.0], [to[0], to[1], 0.0]).with_radius(radius)
}

/// A gap across the seam, between corners of two layers: no edge of the triangulation is as short.
#[test]
fn a_gap_across_a_seam_is_measured() {
    let mut map = room();
    let [left, right] = [0, 1].map(LayerId::new);
    map.insert_on(left, &Outline::polyline([[9.5, 0.0], [9.5, 5.0]])).unwrap();
    map.insert_on(right, &Outline::polyline([[10.5, 10.0], [10.5, 5.0]])).unwrap();
    let ask = |radius| map.find_path(&query([2.0, 2.0], [18.0, 8.0], radius));
    let path = ask(0.5).unwrap();
    assert_eq!((path.seams.len(), path.plan.bends.len()), (1, 2));
    let Err(NoLayeredPath::TooNarrow { widest, place }) = ask(0.5f64.next_up()) else { panic!() };
    assert_eq!((widest, place.point), (0.5, Point::new(10.0, 5.0)));
    assert!(map.is_walkable(place.layer, place.point));
    assert!(map.reaches((left, [2.0, 2.0]), (right, [18.0, 8.0]), 0.5));
}

#[test]
fn what_is_in_the_way_is_named_with_its_layer() {
    let mut map = room();
    let [left, right] = [0, 1].map(LayerId::new);
    map.insert_on(right, &Outline::polyline([[14.0, 0.0], [14.0, 4.0]])).unwrap();
    map.insert_on(right, &Outline::polyline([[14.0, 5.0], [14.0, 10.0]])).unwrap();
    let ask = |from, to, radius| map.find_path(&query(from, to, radius)).unwrap_err();
    let NoLayeredPath::TooNarrow { widest, place } = ask([2.0, 2.0], [18.0, 8.0], 0.7) else { panic!() };
    assert_eq!((widest, place.layer, place.point), (0.5, right, Point::new(14.0, 4.5)));
    assert_eq!(ask([0.5, 5.0], [18.0, 5.0], 0.6), NoLayeredPath::NoRoomAtStart { layer: left, largest: 0.5 });
    assert_eq!(ask([2.0, 5.0], [19.5, 5.0], 0.6), NoLayeredPath::NoRoomAtGoal { layer: right, largest: 0.5 });
    assert_eq!(ask([2.0, 5.0], [18.0, 5.0], -1.0), NoLayeredPath::BadRadius(-1.0));
    assert!(matches!(ask([2.0, 5.0], [18.0, 5.0], f64::NAN), NoLayeredPath::BadRadius(_)));
    let all = NoLayeredPath::NoRoomAtStart { layer: left, largest: 5.0 }.to_string();
    assert!(all.contains("layer 0"), "{all}");
}

/// From where the path touches the circle around a corner the straight line to the goal cuts the circle: it was taken, because the corner was
/// not asked for in the face in which the line comes nearest to it.
#[test]
fn from_where_it_begins_to_bend_a_path_goes_on_as_it_did() {
    let mut map = room();
    map.insert_on(LayerId::new(0), &Outline::rectangle([8.0, 0.0], [9.0, 5.0])).unwrap();
    let whole = map.find_path(&query([2.0, 2.0], [18.0, 2.0], 0.5)).unwrap();
    let [start, bend, ..] = whole.plan.points[..] else { panic!() };
    let rest = map.find_path(&query([bend.x, bend.y], [18.0, 2.0], 0.5)).unwrap();
    assert!((start.distance(bend) + rest.plan.length - whole.plan.length).abs() < 1e-5, "{rest:?}");
}

/// Two doors between two rooms, the nearer of which costs something: on a leg that crosses it, or on an arc around its end.
#[test]
fn discs_pay_tolls() {
    let half = |left: f64| Layer::level(0.0, [Outline::rectangle([left, 0.0], [left + 10.0, 10.0])]);
    let map = |toll: f64| {
        let near = Seam::new([0, 1], [10.0, 4.0], [10.0, 6.0]).with_tolls(toll, 0.0);
        let far = Seam::new([0, 1], [10.0, 8.0], [10.0, 10.0]);
        LayeredMap::build(&[half(0.0), half(10.0)], &[near, far]).unwrap()
    };
    for (from, to) in [([5.0, 5.0], [15.0, 5.0]), ([9.0, 3.0], [11.0, 3.0])] {
        let ask = |toll: f64, from, to| map(toll).find_path(&query(from, to, 0.5)).unwrap();
        let (free, closed) = (ask(0.0, from, to), ask(f64::INFINITY, from, to));
        assert!(closed.plan.length > free.plan.length + 1.0 && closed.cost == closed.plan.length);
        let more = closed.plan.length - free.plan.length;
        let (cheap, dear) = (ask(0.9 * more, from, to), ask(1.1 * more, from, to));
        assert!(
            (cheap.plan.length - free.plan.length).abs() < 1e-9 && (cheap.cost - free.cost - 0.9 * more).abs() < 1e-9
        );
        assert!((dear.cost - closed.cost).abs() < 1e-9, "{dear:?}");
        let back = ask(f64::INFINITY, to, from);
        assert!((back.cost - free.cost).abs() < 1e-9, "the other way is open: {back:?}");
    }
}

/// Stairs beside two halls above each other: the leg up the stairs begins and ends on seams with tolls, where the path touches the circles
/// around their ends. The walk around the second had come to the seam where it began, and shut out the one that had paid.
#[test]
fn a_leg_from_seam_to_seam_pays_both() {
    let stairs = Outline::rectangle([20.0, 2.0], [22.0, 6.0]);
    let corner = [[0.0, 0.0], [22.0, 0.0], [22.0, 2.0], [20.0, 2.0], [20.0, 10.0], [0.0, 10.0]];
    let upper = [Outline::rectangle([0.0, 0.0], [20.0, 10.0]), Outline::rectangle([20.0, 6.0], [22.0, 8.0])];
    let layers = [
        Layer::level(0.0, [Outline::polygon(corner)]),
        Layer::flight([21.0, 2.0, 0.0], [21.0, 6.0, 3.0], [stairs]),
        Layer::level(3.0, upper),
    ];
    let seams = [Seam::new([0, 1], [20.0, 2.0], [22.0, 2.0]), Seam::new([1, 2], [20.0, 6.0], [22.0, 6.0])];
    let free = LayeredMap::build(&layers, &seams).unwrap();
    let map = free.clone().with_climb(2.0, 1.0).unwrap();
    let [up, down] = [([16.0, 5.0, 0.0], [19.0, 5.0, 3.0]), ([19.0, 5.0, 3.0], [16.0, 5.0, 0.0])];
    for ((from, to), toll) in [(up, 6.0), (down, 3.0)] {
        for radius in [0.3, 0.5] {
            let asked = LayeredQuery::new(from, to).with_radius(radius);
            let [length, cost] = [&free, &map].map(|map| map.find_path(&asked).unwrap().cost);
            assert!((cost - length - toll).abs() < 1e-4, "{length} m and {cost} with tolls");
        }
    }
}

#[test]
fn a_path_to_where_one_is_has_two_points() {
    let map = room();
    let path = map.find_path(&query([10.0, 5.0], [10.0, 5.0], 0.5)).unwrap();
    assert_eq!((path.plan.length, path.points.len(), path.seams.len()), (0.0, 2, 0));
}
