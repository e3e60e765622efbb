//! A visibility finder that has looked around a map allocates nothing when it looks around it again.

use allocation_counter::measure;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, Outline, Point};
use navigant_search::plane::VisibilityFinder;

#[test]
fn looking_around_allocates_nothing_when_warm() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap();
    for i in 0..8 {
        for j in 0..8 {
            let (x, y) = (f64::from(i) * 8.0 + 2.0, f64::from(j) * 8.0 + 2.0);
            map.insert(&Outline::polygon([[x, y], [x + 3.0, y + 1.0], [x + 2.0, y + 4.0]])).unwrap();
        }
    }
    let mut views: Vec<Point> = map.vertices().map(|v| map.point(v)).collect();
    views.extend((0..64).map(|i| Point::new(f64::from(i), 1.0)));
    let mut finder = VisibilityFinder::new();
    let mut look = || {
        for &view in &views {
            assert!(!finder.visible_vertices(&map, view).unwrap().is_empty());
            assert!(finder.visible_region(&map, view).unwrap().area() > 0.0);
        }
    };
    look();
    assert_eq!(measure(look).count_total, 0);
}
