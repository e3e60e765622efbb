//! Soups that the soak `soup` found, each reduced to the triangles that it takes.

use navigant_ground::{Ground, Soup, Walker};
use navigant_mesh::internals::LayeredMapInternals as _;

type Corners = [[f64; 3]; 3];

fn soup(triangles: &[Corners]) -> Soup {
    let numbers = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    Soup { vertices: triangles.iter().flatten().copied().collect(), triangles: numbers.collect() }
}

/// A level rectangle that faces up.
fn level([x0, y0]: [f64; 2], [x1, y1]: [f64; 2], z: f64) -> [Corners; 2] {
    [[[x0, y0, z], [x1, y0, z], [x1, y1, z]], [[x0, y0, z], [x1, y1, z], [x0, y1, z]]]
}

fn heights(ground: &Ground, at: [f64; 2]) -> Vec<f64> {
    let map = &ground.map;
    map.layers().filter(|&layer| map.is_walkable(layer, at)).filter_map(|layer| map.height_at(layer, at)).collect()
}

/// Seed 7, case 249: two steps a centimetre apart, and the floor in between 0.8 m below. The strip of floor was taken for what stands in
/// the gap, and the gap was not bridged.
#[test]
fn a_gap_is_bridged_though_a_floor_is_seen_through_it() {
    for depth in [0.5, 0.9, 1.7, 1.9] {
        let scene = [
            level([0.0, 0.0], [8.0, 4.0], 0.0),
            level([1.0, 1.0], [4.0, 3.0], depth),
            level([4.01, 1.0], [7.0, 3.0], depth + 0.1),
        ];
        let ground = Ground::of(&soup(scene.as_flattened()), &Walker::default(), None).unwrap();
        let map = &ground.map;
        let [a, b] = [[2.0, 2.0, depth], [6.0, 2.0, depth + 0.1]].map(|at| (map.layer_at(at).unwrap(), [at[0], at[1]]));
        assert!(map.are_connected(a, b) && map.sees(a, b), "{depth}");
        assert!(heights(&ground, [4.005, 2.0]).contains(&0.0), "one stands on the floor in the gap, too: {depth}");
    }
}

/// Seed 7, case 328: the strip of floor below a bridge had the bridge's height, for the surface winds around the corners of the gap by more
/// than a full turn, and the triangles of both lie over each other there.
#[test]
fn what_is_below_a_bridge_keeps_its_height() {
    let triangles = [
        [[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [8.0, 8.0, 0.0]],
        [[3.51, 1.0, 0.39], [3.75, 1.0, 0.39], [3.75, 2.5, 0.39]],
        [[3.76, 1.0, 0.78], [4.0, 2.5, 0.78], [3.76, 2.5, 0.78]],
        [[3.75, 2.5, 0.39], [3.75, 1.0, 0.78], [3.75, 2.5, 0.78]],
        [[3.5, 4.5, 0.0], [3.5, 2.0, 0.0], [3.962397071528888, 2.5886524228894174, 1.5]],
    ];
    let walker = Walker { slope: 60.0, ..Walker::default() };
    let ground = Ground::of(&soup(&triangles), &walker, None).unwrap();
    assert!(heights(&ground, [3.756188824971066, 1.035685994326538]).contains(&0.0));
}

/// Seed 7, case 375: a ramp leads over a step 1.5 m below its side. Rounding left a triangle of one lattice step between the two floors, and
/// nothing when they were united: one walked off the ramp.
#[test]
fn a_ramp_over_a_step_ends_at_its_side() {
    let triangles = [
        [[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [8.0, 8.0, 0.0]],
        [[0.0, 0.0, 0.0], [8.0, 8.0, 0.0], [0.0, 8.0, 0.0]],
        [[3.5, 5.5, 1e-5], [6.0, 5.5, 1e-5], [6.0, 8.0, 1e-5]],
        [[6.5, 7.0, 2.0], [2.0, 6.0, 0.0], [3.5, 1.0, 1.0]],
        [[5.51, 5.0, 0.17], [6.0, 5.5, 0.17], [5.51, 5.5, 0.17]],
    ];
    let ground = Ground::of(&soup(&triangles), &Walker::default(), None).unwrap();
    let map = &ground.map;
    let [ramp, step] =
        [[5.54, 5.1201, 1.6775], [5.57, 5.1151, 0.17]].map(|at| (map.layer_at(at).unwrap(), [at[0], at[1]]));
    assert!(!map.sees(ramp, step));
}
