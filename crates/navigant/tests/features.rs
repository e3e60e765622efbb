//! What the optional features add: serde, and conversions for glam and mint.

#![allow(unused_imports)]

use navigant::prelude::*;

#[cfg(feature = "serde")]
#[test]
fn an_outline_and_a_path_are_the_same_after_serde() {
    let yard = [[4.0, 4.0], [6.0, 4.1], [6.0, 6.0]];
    let house = Outline::rectangle([3.0, 3.0], [7.0, 1.0 / 0.3]).with_hole(yard);
    let written = serde_json::to_string(&house).unwrap();
    assert_eq!(serde_json::from_str::<Outline>(&written).unwrap(), house);

    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0])).unwrap();
    map.insert(&house).unwrap();
    let path = map.find_path(Query::new([1.0, 3.2], [19.0, 3.2]).with_radius(0.3)).unwrap();
    let written = serde_json::to_string(&path).unwrap();
    let read: Path = serde_json::from_str(&written).unwrap();
    assert_eq!(read, path);
    assert!(serde_json::from_str::<Path>("{}").is_err());
}

#[cfg(feature = "glam")]
#[test]
fn glam_goes_in_and_comes_out() {
    use glam::{DVec2, Vec2};
    let map = Map::new(&Outline::rectangle(Vec2::ZERO, DVec2::new(9.0, 9.0))).unwrap();
    assert!(map.is_walkable(Vec2::ONE));
    assert_eq!(DVec2::from(Point::new(1.0, 2.0)), DVec2::new(1.0, 2.0));
    assert_eq!(Vec2::from(Vector::from(Vec2::new(3.0, 4.0))), Vec2::new(3.0, 4.0));
}

#[cfg(feature = "mint")]
#[test]
fn mint_goes_in_and_comes_out() {
    use mint::{Point2, Vector2};
    let map = Map::new(&Outline::rectangle(Point2::from([0.0f32; 2]), Vector2::from([9.0; 2]))).unwrap();
    assert!(map.is_walkable(Point2::from([1.0; 2])));
    assert_eq!(Point2::from(Point::new(1.0, 2.0)), Point2::from([1.0, 2.0]));
    assert_eq!(Vector2::from(Vector::from(Vector2::from([3.0, 4.0]))), Vector2::from([3.0, 4.0]));
}
