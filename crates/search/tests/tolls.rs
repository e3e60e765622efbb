//! Tolls on seams: what paths cost, and where they are closed one way.

use navigant_mesh::{BadLayers, BadSeam, Layer, LayeredMap, Outline, Seam};
use navigant_search::internals::LayeredPathInternals as _;
use navigant_search::plane::{FindLayeredPath, LayeredPath, LayeredQuery, NoLayeredPath};

/// Two halls side by side, with a short way through a seam between them and a long one around by a third.
fn halls(tolls: [f64; 2]) -> Result<LayeredMap, BadLayers> {
    let layers = [
        Layer::level(0.0, [Outline::rectangle([0.0, 0.0], [10.0, 10.0])]),
        Layer::level(0.0, [Outline::rectangle([10.0, 0.0], [20.0, 10.0])]),
        Layer::level(0.0, [Outline::rectangle([0.0, 10.0], [20.0, 14.0])]),
    ];
    let seams = [
        Seam::new([0, 1], [10.0, 0.0], [10.0, 4.0]).with_tolls(tolls[0], tolls[1]),
        Seam::new([0, 2], [8.0, 10.0], [9.0, 10.0]),
        Seam::new([2, 1], [11.0, 10.0], [12.0, 10.0]),
    ];
    LayeredMap::build(&layers, &seams)
}

fn path(map: &LayeredMap, from: [f64; 3], to: [f64; 3]) -> Result<LayeredPath, NoLayeredPath> {
    map.find_path(&LayeredQuery::new(from, to))
}

const LEFT: [f64; 3] = [8.0, 2.0, 0.0];
const RIGHT: [f64; 3] = [12.0, 2.0, 0.0];

#[test]
fn a_toll_is_paid_where_the_way_around_costs_more() {
    let free = path(&halls([0.0, 0.0]).unwrap(), LEFT, RIGHT).unwrap();
    assert!((free.cost - 4.0).abs() < 1e-5 && (free.ground_factor() - 1.0).abs() < 1e-9);
    let map = halls([5.0, 100.0]).unwrap();
    let there = path(&map, LEFT, RIGHT).unwrap();
    assert!((there.cost - 9.0).abs() < 1e-5 && (there.plan.length - 4.0).abs() < 1e-5, "{there:?}");
    assert_eq!(there.seams.len(), 1);
    // Back by the other two seams.
    let back = path(&map, RIGHT, LEFT).unwrap();
    assert!(back.seams.len() == 2 && back.cost == back.plan.length && back.cost > 18.0, "{back:?}");
}

#[test]
fn a_seam_of_infinite_toll_is_closed_that_way() {
    let map = halls([f64::INFINITY, 0.0]).unwrap();
    assert!(path(&map, LEFT, RIGHT).unwrap().seams.len() == 2);
    assert!((path(&map, RIGHT, LEFT).unwrap().cost - 4.0).abs() < 1e-5);
    let layers = [
        Layer::level(0.0, [Outline::rectangle([0.0, 0.0], [10.0, 10.0])]),
        Layer::level(0.0, [Outline::rectangle([10.0, 0.0], [20.0, 10.0])]),
    ];
    let only = Seam::new([0, 1], [10.0, 0.0], [10.0, 4.0]).with_tolls(0.0, f64::INFINITY);
    let map = LayeredMap::build(&layers, &[only]).unwrap();
    assert!(path(&map, LEFT, RIGHT).is_ok());
    assert!(matches!(path(&map, RIGHT, LEFT), Err(NoLayeredPath::Disconnected { .. })));
}

#[test]
fn a_toll_is_at_least_nothing() {
    for toll in [-1.0, f64::NAN] {
        let refused = halls([0.0, toll]);
        assert!(matches!(refused, Err(BadLayers::Seam { reason: BadSeam::Toll(_), .. })), "{refused:?}");
    }
}
