//! What one can stand on: claims about small scenes.

use navigant_ground::{BadSoup, Ground, Soup, Walker};
use navigant_mesh::internals::LayeredMapInternals as _;

/// Rectangles and other quadrilaterals, as two triangles each.
fn soup(quads: &[[[f64; 3]; 4]]) -> Soup {
    let mut soup = Soup::default();
    for quad in quads {
        let first = soup.vertices.len() as u32;
        soup.vertices.extend(quad);
        soup.triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }
    soup
}

/// A level rectangle that faces up.
fn level([x0, y0]: [f64; 2], [x1, y1]: [f64; 2], z: f64) -> [[f64; 3]; 4] {
    [[x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]]
}

/// A vertical wall between two heights.
fn wall([x0, y0]: [f64; 2], [x1, y1]: [f64; 2], low: f64, high: f64) -> [[f64; 3]; 4] {
    [[x0, y0, low], [x1, y1, low], [x1, y1, high], [x0, y0, high]]
}

fn ground(quads: &[[[f64; 3]; 4]]) -> Ground {
    Ground::of(&soup(quads), &Walker::default(), None).unwrap()
}

/// Whether one can walk from one place to another.
fn joins(ground: &Ground, from: [f64; 3], to: [f64; 3]) -> bool {
    let map = &ground.map;
    let [a, b] = [from, to].map(|at| (map.layer_at(at).unwrap(), [at[0], at[1]]));
    map.are_connected(a, b)
}

#[test]
fn steps_join_up_to_the_step() {
    let stairs = |rise: f64| [level([0.0, 0.0], [4.0, 4.0], 0.0), level([4.0, 0.0], [8.0, 4.0], rise)];
    assert!(joins(&ground(&stairs(0.39)), [1.0, 1.0, 0.0], [7.0, 1.0, 0.39]));
    assert!(!joins(&ground(&stairs(0.41)), [1.0, 1.0, 0.0], [7.0, 1.0, 0.41]));
}

#[test]
fn gaps_join_up_to_the_gap() {
    let floors = |gap: f64| [level([0.0, 0.0], [4.0, 4.0], 0.0), level([4.0 + gap, 0.0], [8.0, 4.0], 0.1)];
    let bridged = ground(&floors(0.049));
    assert!(joins(&bridged, [1.0, 1.0, 0.0], [7.0, 1.0, 0.1]) && bridged.bridges > 0);
    assert!(!joins(&ground(&floors(0.051)), [1.0, 1.0, 0.0], [7.0, 1.0, 0.1]));
    let mut walled = floors(0.04).to_vec();
    walled.push(wall([4.02, -1.0], [4.02, 5.0], 0.0, 2.0));
    assert!(!joins(&ground(&walled), [1.0, 1.0, 0.0], [7.0, 1.0, 0.1]), "something is between");
}

#[test]
fn upright_things_count_from_the_step_on() {
    let with = |high: f64| [level([0.0, 0.0], [8.0, 4.0], 0.0), wall([4.0, 0.0], [4.0, 4.0], 0.0, high)];
    assert!(joins(&ground(&with(0.39)), [1.0, 1.0, 0.0], [7.0, 1.0, 0.0]));
    assert!(!joins(&ground(&with(0.5)), [1.0, 1.0, 0.0], [7.0, 1.0, 0.0]));
}

#[test]
fn what_is_covered_or_low_is_refused() {
    let ground = ground(&[
        level([0.0, 0.0], [8.0, 4.0], 0.0),
        level([2.0, 1.0], [3.0, 2.0], 0.2),
        level([5.0, 1.0], [7.0, 3.0], 1.0),
    ]);
    assert!((ground.refused.covered_area - 1.0).abs() < 1e-4 && (ground.refused.low_area - 4.0).abs() < 1e-4);
    assert!(joins(&ground, [1.0, 1.0, 0.0], [2.5, 1.5, 0.2]), "one steps onto the lower one");
    assert!(!joins(&ground, [1.0, 1.0, 0.0], [6.0, 2.0, 1.0]));
    assert_eq!(ground.map.layers().len(), 1);
}

#[test]
fn a_bridge_over_a_floor_is_another_layer() {
    let ramp = |x0: f64, z0: f64, x1: f64, z1: f64| [[x0, 4.0, z0], [x1, 4.0, z1], [x1, 6.0, z1], [x0, 6.0, z0]];
    let ground = ground(&[
        level([0.0, 0.0], [40.0, 10.0], 0.0),
        ramp(4.0, 0.0, 12.0, 4.0),
        ramp(12.0, 4.0, 28.0, 4.0),
        ramp(28.0, 4.0, 36.0, 0.0),
    ]);
    assert_eq!(ground.closed, 0);
    assert!(joins(&ground, [1.0, 5.0, 0.0], [20.0, 5.0, 4.0]) && joins(&ground, [20.0, 5.0, 0.0], [20.0, 5.0, 4.0]));
    assert_eq!(ground.map.layers().len(), 2);
    let on = |at: [f64; 3]| ground.map.height_at(ground.map.layer_at(at).unwrap(), [at[0], at[1]]).unwrap();
    assert!((on([8.0, 5.0, 2.0]) - 2.0).abs() < 1e-6 && on([20.0, 5.0, 0.1]).abs() < 1e-6);
}

#[test]
fn only_what_is_connected_with_a_place_is_kept() {
    let two = soup(&[level([0.0, 0.0], [4.0, 4.0], 0.0), level([10.0, 0.0], [14.0, 4.0], 0.0)]);
    let kept = Ground::of(&two, &Walker::default(), Some([1.0, 1.0, 0.0])).unwrap();
    assert!((kept.map.free_area() - 16.0).abs() < 1e-4);
    let lost = Ground::of(&two, &Walker::default(), Some([7.0, 1.0, 0.0]));
    assert!(matches!(lost, Err(BadSoup::NothingToKeep { .. })));
}

#[test]
fn bad_soups_are_named() {
    let bad = |soup: &Soup| Ground::of(soup, &Walker::default(), None).unwrap_err();
    let mut nan = soup(&[level([0.0, 0.0], [4.0, 4.0], 0.0)]);
    nan.vertices[2][1] = f64::NAN;
    assert!(matches!(bad(&nan), BadSoup::NotFinite { vertex: 2, .. }));
    let mut wild = soup(&[level([0.0, 0.0], [4.0, 4.0], 0.0)]);
    wild.triangles[1][2] = 4;
    assert_eq!(bad(&wild), BadSoup::OutOfRange { triangle: 1, index: 4, vertices: 4 });
    assert_eq!(bad(&Soup::default()), BadSoup::Empty);
    let mut down = soup(&[level([0.0, 0.0], [4.0, 4.0], 0.0)]);
    down.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    assert!(bad(&down).to_string().contains("2 triangles face down"), "{}", bad(&down));
    let steep = soup(&[[[0.0, 0.0, 0.0], [1.0, 0.0, 2.0], [1.0, 4.0, 2.0], [0.0, 4.0, 0.0]]]);
    assert!(bad(&steep).to_string().contains("too steep"), "{}", bad(&steep));
    let low =
        soup(&[level([0.0, 0.0], [4.0, 4.0], 0.0), level([0.0, 0.0], [4.0, 4.0], 1.0).map(|p| [p[1], p[0], p[2]])]);
    assert!(bad(&low).to_string().contains("too low"), "{}", bad(&low));
    let walker = Walker { step: 1.0, ..Walker::default() };
    assert!(matches!(Ground::of(&low, &walker, None), Err(BadSoup::Walker { name: "step", .. })));
}

#[test]
fn a_million_triangles_in_one_column_are_refused() {
    let sheet = level([0.0, 0.0], [4.0, 4.0], 0.0);
    let mut pile = soup(&[sheet]);
    let first = pile.triangles[0];
    for i in 0..400_000u32 {
        let z = f64::from(i) * 4e-6;
        let base = pile.vertices.len() as u32;
        pile.vertices.extend([[0.0, 0.0, z], [4.0, 0.0, z], [4.0, 4.0, z]]);
        pile.triangles.push(first.map(|c| c + base - first[0]));
    }
    let refused = Ground::of(&pile, &Walker::default(), None);
    assert!(matches!(refused, Err(BadSoup::TooDense { .. })), "{refused:?}");
}
