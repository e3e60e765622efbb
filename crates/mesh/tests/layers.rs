//! Layers and seams: what is joined, what closes a seam, and what is refused.

use navigant_mesh::internals::{IdInternals as _, LayerIdInternals as _, LayeredMapInternals as _, MapInternals as _};
use navigant_mesh::{
    BadLayers, BadSeam, Layer, LayerId, LayeredMap, NotInserted, ObstacleId, Outline, Point, Seam, SeamId,
};

fn rectangle(low: [f64; 2], high: [f64; 2]) -> Outline {
    Outline::rectangle(low, high)
}

/// Two floors side by side, joined by a seam in the middle of their common border.
fn two_rooms() -> LayeredMap {
    let layers = [
        Layer::level(0.0, [rectangle([0.0, 0.0], [10.0, 10.0])]),
        Layer::level(0.0, [rectangle([10.0, 0.0], [20.0, 10.0])]),
    ];
    LayeredMap::build(&layers, &[Seam::new([0, 1], [10.0, 4.0], [10.0, 6.0])]).unwrap()
}

const LEFT: fn() -> LayerId = || LayerId::new(0);
const RIGHT: fn() -> LayerId = || LayerId::new(1);

fn refusal(layers: &[Layer], seams: &[Seam]) -> (usize, BadSeam) {
    match LayeredMap::build(layers, seams) {
        Err(BadLayers::Seam { seam, reason }) => (seam.index(), reason),
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_sees_and_walks_through_a_seam_and_not_beside_it() {
    let map = two_rooms();
    assert!(map.sees((LEFT(), [1.0, 5.0]), (RIGHT(), [19.0, 5.0])));
    assert!(map.sees((LEFT(), [1.0, 4.0]), (RIGHT(), [19.0, 4.0])), "past the end of the seam");
    assert!(!map.sees((LEFT(), [1.0, 3.9]), (RIGHT(), [19.0, 3.9])));
    assert!(!map.sees((LEFT(), [1.0, 5.0]), (LEFT(), [19.0, 5.0])), "the left floor ends at the seam");
    assert!(map.are_connected((LEFT(), [1.0, 1.0]), (RIGHT(), [19.0, 9.0])));
    assert!(!map.is_walkable(LEFT(), [11.0, 5.0]) && map.is_walkable(RIGHT(), [11.0, 5.0]));
    assert!(map.is_walkable(LEFT(), [10.0, 5.0]) && map.is_walkable(RIGHT(), [10.0, 5.0]));
}

#[test]
fn an_obstacle_across_a_seam_closes_it_on_both_layers_whichever_it_was_inserted_on() {
    for layer in [LEFT(), RIGHT()] {
        let mut map = two_rooms();
        let seam = SeamId::default();
        let faces = map.as_map().face_count();
        let half = map.insert_on(layer, &rectangle([9.0, 4.0], [11.0, 5.0])).unwrap();
        assert!(map.is_open(seam) && !map.is_walkable(LEFT(), [9.5, 4.5]) && !map.is_walkable(RIGHT(), [10.5, 4.5]));
        let rest = map.insert_on(layer, &Outline::polyline([[10.0, 5.0], [10.0, 6.0]])).unwrap();
        assert!(!map.is_open(seam) && !map.are_connected((LEFT(), [1.0, 1.0]), (RIGHT(), [19.0, 9.0])));
        map.move_to(rest, &rectangle([2.0, 2.0], [3.0, 3.0])).unwrap();
        assert!(map.is_open(seam) && map.are_connected((LEFT(), [1.0, 1.0]), (RIGHT(), [19.0, 9.0])));
        map.remove(half).unwrap();
        map.remove(rest).unwrap();
        assert_eq!((map.as_map().face_count(), map.obstacles().count()), (faces, 0));
    }
}

#[test]
fn floors_above_each_other_do_not_know_of_each_other() {
    let layers = [0.0, 3.0, 6.0].map(|z| Layer::level(z, [rectangle([0.0, 0.0], [10.0, 10.0])]));
    let mut map = LayeredMap::build(&layers, &[]).unwrap();
    let middle = map.layer_at([5.0, 5.0, 3.2]).unwrap();
    map.insert_on(middle, &rectangle([4.0, 4.0], [6.0, 6.0])).unwrap();
    let walkable: Vec<bool> = map.layers().map(|layer| map.is_walkable(layer, [5.0, 5.0])).collect();
    assert_eq!(walkable, [true, false, true]);
    let between = map.layer_at([5.0, 5.0, 3.2]).unwrap_err();
    assert_eq!(between.floors.iter().map(|floor| floor.1).collect::<Vec<_>>(), [0.0, 6.0]);
    assert!(!map.are_connected((LEFT(), [1.0, 1.0]), (RIGHT(), [1.0, 1.0])));
}

#[test]
fn a_seam_that_cannot_be_is_refused_with_its_place_and_reason() {
    let left = || Layer::level(0.0, [rectangle([0.0, 0.0], [10.0, 10.0])]);
    let right = || Layer::level(0.0, [rectangle([10.0, 0.0], [20.0, 10.0])]);
    let rooms = || [left(), right()];
    let good = Seam::new([0, 1], [10.0, 4.0], [10.0, 6.0]);
    let with = |seam: Seam| refusal(&rooms(), &[good, seam]);
    assert_eq!(with(Seam::new([0, 7], [10.0, 1.0], [10.0, 2.0])), (1, BadSeam::UnknownLayer(LayerId::new(7))));
    assert_eq!(with(Seam::new([1, 1], [10.0, 1.0], [10.0, 2.0])), (1, BadSeam::SameLayer(RIGHT())));
    assert_eq!(with(Seam::new([0, 1], [5.0, 1.0], [5.0, 2.0])), (1, BadSeam::OffBorder { layer: LEFT() }));
    assert_eq!(with(Seam::new([0, 1], [0.0, 1.0], [0.0, 2.0])), (1, BadSeam::OffBorder { layer: RIGHT() }));
    assert_eq!(with(Seam::new([0, 1], [10.0, 0.0], [9.0, 0.0])), (1, BadSeam::OffBorder { layer: RIGHT() }));
    assert!(matches!(with(Seam::new([0, 1], [10.0, f64::NAN], [10.0, 2.0])), (1, BadSeam::BadEnd(_))));
    assert_eq!(with(good), (1, BadSeam::Overlaps));
    assert!(matches!(with(Seam::new([0, 1], [10.0, 5.0], [10.0, 8.0])), (0 | 1, BadSeam::Overlaps)));
    assert_eq!(refusal(&[left(), left()], &[Seam::new([0, 1], [10.0, 4.0], [10.0, 6.0])]), (0, BadSeam::FoldedBack));
    let high = Layer::level(1.0, [rectangle([10.0, 0.0], [20.0, 10.0])]);
    assert!(matches!(refusal(&[left(), high], &[good]), (0, BadSeam::Step { step: 1.0, .. })));
    // Two seams that meet leave no wall between them.
    let next = Seam::new([0, 1], [10.0, 6.0], [10.0, 8.0]);
    assert_eq!(with(next), (0, BadSeam::NoWall { at: Point::new(10.0, 6.0) }));
    // The left floor comes back to the seam from behind.
    let hook = Outline::polygon([
        [0.0, 0.0],
        [10.0, 0.0],
        [10.0, 10.0],
        [30.0, 10.0],
        [30.0, 5.0],
        [10.0, 5.0],
        [30.0, 4.0],
        [30.0, 11.0],
        [0.0, 11.0],
    ]);
    let hooked = refusal(&[Layer::level(0.0, [hook]), right()], &[Seam::new([0, 1], [10.0, 2.0], [10.0, 8.0])]);
    assert_eq!(hooked, (0, BadSeam::BorderNear { layer: LEFT() }));
    assert!(matches!(LayeredMap::build(&[], &[]), Err(BadLayers::Count(0))));
    assert!(matches!(LayeredMap::build(&[Layer::level(0.0, [])], &[]), Err(BadLayers::Layer { .. })));
    assert!(matches!(
        LayeredMap::build(&[Layer::level(f64::NAN, [rectangle([0.0, 0.0], [1.0, 1.0])])], &[]),
        Err(BadLayers::Height(_))
    ));
}

#[test]
fn a_refused_edit_of_layers_changes_nothing() {
    let mut map = two_rooms();
    let other = two_rooms().insert_on(LEFT(), &rectangle([1.0, 1.0], [2.0, 2.0])).unwrap();
    let before = map.revision();
    let nan = Outline::polygon([[0.0, 0.0], [f64::NAN, 1.0], [1.0, 1.0]]);
    assert!(matches!(map.insert_on(LayerId::new(9), &nan), Err(NotInserted::UnknownLayer(_))));
    assert!(matches!(map.insert_on(LEFT(), &nan), Err(NotInserted::Outline(_))));
    assert!(map.remove(other).is_err() && map.layer_of(other).is_err());
    assert!(matches!(map.move_to(other, &nan), Err(NotInserted::UnknownObstacle(_))));
    assert_eq!((map.revision(), map.obstacles().collect::<Vec<ObstacleId>>()), (before, Vec::new()));
}

#[test]
fn a_ramp_around_a_post_without_thickness_turns_once_at_most() {
    let quarter = |i: usize| {
        let ways = [[8.0, 0.0], [0.0, 8.0], [-8.0, 0.0], [0.0, -8.0]];
        Outline::polygon([[0.0, 0.0], ways[i % 4], ways[(i + 1) % 4]])
    };
    let ends = [[0.0, 8.0], [-8.0, 0.0], [0.0, -8.0], [8.0, 0.0]];
    let ramp = |count: usize| {
        let layers: Vec<Layer> = (0..count).map(|i| Layer::level(0.4 * i as f64, [quarter(i)])).collect();
        let seams = (1..count).map(|i| Seam::new([i as u16 - 1, i as u16], [0.0, 0.0], ends[(i - 1) % 4]));
        LayeredMap::build(&layers, &seams.collect::<Vec<_>>())
    };
    assert!(ramp(4).is_ok(), "a full turn is that around the end of a wall");
    let reason = BadSeam::FullTurn { at: Point::new(0.0, 0.0) };
    assert!(matches!(ramp(5), Err(BadLayers::Seam { reason: found, .. }) if found == reason));
}

/// A spiral ramp of five quarters around a square post: its first quarter is under its last.
#[test]
fn a_ramp_winds_over_itself() {
    // Quarters around the post [4, 6]²: east, north, west, south, and east again.
    let quarters = [
        [[6.0, 0.0], [10.0, 0.0], [10.0, 10.0], [6.0, 6.0], [6.0, 4.0]],
        [[6.0, 6.0], [10.0, 10.0], [0.0, 10.0], [4.0, 6.0], [5.0, 6.0]],
        [[4.0, 6.0], [0.0, 10.0], [0.0, 0.0], [4.0, 4.0], [4.0, 5.0]],
        [[4.0, 4.0], [0.0, 0.0], [6.0, 0.0], [6.0, 4.0], [5.0, 4.0]],
    ];
    let layers: Vec<Layer> =
        (0..5).map(|i| Layer::level(0.4 * f64::from(i), [Outline::polygon(quarters[i as usize % 4])])).collect();
    let seams = [
        Seam::new([0, 1], [6.0, 6.0], [10.0, 10.0]),
        Seam::new([1, 2], [4.0, 6.0], [0.0, 10.0]),
        Seam::new([2, 3], [4.0, 4.0], [0.0, 0.0]),
        Seam::new([3, 4], [6.0, 4.0], [6.0, 0.0]),
    ];
    let mut map = LayeredMap::build(&layers, &seams).unwrap();
    let [low, high] = [0, 4].map(LayerId::new);
    assert!(map.are_connected((low, [8.0, 3.0]), (high, [8.0, 3.0])));
    assert!(!map.sees((low, [8.0, 3.0]), (high, [8.0, 3.5])), "the turn above is not seen");
    assert!(map.sees((low, [8.0, 3.0]), (low, [8.0, 3.5])));
    // A wall on the west quarter cuts the ramp in two; one on the first turn only is not on the last.
    let wall = map.insert_on(LayerId::new(2), &Outline::polyline([[0.0, 5.0], [4.0, 5.0]])).unwrap();
    assert!(!map.are_connected((low, [8.0, 3.0]), (high, [8.0, 3.0])));
    map.remove(wall).unwrap();
    map.insert_on(low, &Outline::polyline([[6.0, 5.0], [8.0, 5.0]])).unwrap();
    assert!(!map.sees((low, [7.0, 3.0]), (low, [7.0, 6.5])) && map.sees((high, [7.0, 3.0]), (high, [7.0, 6.5])));
}
