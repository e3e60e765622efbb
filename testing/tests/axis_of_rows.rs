//! What many things seen from one place cost the medial axis.
//!
//! From the open face beside a row of boxes all of them are seen. The axis tried every three of a face's sites, once cutting
//! the face did not make them fewer, and looked at all others for each three: 100 boxes on a floor of a kilometre took three
//! seconds, two rows of 200 took minutes. Cutting failed because a site is nearest in a long strip, and the face was cut
//! across the strips.

use navigant_geometry::Outline;
use navigant_mesh::internals::AxisInternals as _;
use navigant_mesh::{Axis, Map};
use navigant_testing::oracle::axis::Axis as Slow;
use navigant_testing::oracle::walls::Walls;
use navigant_testing::soak::ecm::{compare, given_by};

/// Each arc has two ends, and there are as many rounds as obstacles: one more than arcs are more than nodes.
fn is_whole(axis: &Axis, obstacles: usize) {
    assert!(axis.nodes().flat_map(|n| axis.arcs_from(n)).all(|arc| axis.twin(arc).is_some()));
    assert_eq!(axis.arcs().count() + 1, axis.node_count() + obstacles);
}

fn boxes(rows: u32, columns: u32, gap: f64) -> Vec<Outline> {
    let cells = (0..rows * columns).map(|i| (f64::from(i % columns), f64::from(i / columns)));
    let corners = cells.map(|(x, y)| [20.0 + gap * x, 480.0 + 3.0 * y]);
    corners.map(|[x, y]| Outline::rectangle([x, y], [x + 1.0, y + 1.0])).collect()
}

fn floor() -> Outline {
    Outline::rectangle([0.0, 0.0], [1000.0, 1000.0])
}

#[test]
fn the_axis_around_rows_of_boxes_is_that_of_brute_force() {
    for (rows, columns, gap) in [(1, 12, 2.0), (2, 6, 3.0), (1, 10, 95.0)] {
        let obstacles = boxes(rows, columns, gap);
        let (map, _) = Map::build(&[floor()], &obstacles).unwrap();
        let walls = Walls::of(map.lattice(), &[floor()], &obstacles).unwrap();
        let slow = Slow::of(&walls).unwrap().medial();
        assert_eq!(compare(&walls, &slow, &given_by(map.axis())), Ok(()), "{rows} rows of {columns}");
    }
}

#[test]
fn two_rows_of_200_boxes_have_an_axis() {
    let (mut map, ids) = Map::build(&[floor()], &boxes(2, 200, 2.0)).unwrap();
    is_whole(map.axis(), 400);
    map.remove(ids[100]).unwrap();
    is_whole(map.axis(), 399);
}

#[test]
fn posts_on_a_circle_have_one_node_in_the_middle() {
    // As many as there are on the grid at this distance, so that all are equally far from the middle.
    let radius = 5 * 13 * 17 * 29;
    let mut posts = Vec::new();
    for x in -radius..=radius {
        let y = f64::from(radius * radius - x * x).sqrt() as i32;
        if x * x + y * y == radius * radius {
            posts.extend([[x, y], [x, -y]].map(|p| p.map(|c| 500.0 + f64::from(c) / 128.0)));
        }
    }
    posts.dedup();
    let outlines: Vec<Outline> = posts.iter().map(|&p| Outline::polyline([p])).collect();
    let (map, _) = Map::build(&[floor()], &outlines).unwrap();
    is_whole(map.axis(), posts.len());
    let most = map.axis().nodes().map(|n| map.axis().sites(n).len()).max();
    assert_eq!((posts.len(), most), (324, Some(324)));
}
