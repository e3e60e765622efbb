//! What soaks found wrong with the medial axis, each as small as it could be made.

use navigant_mesh::internals::AxisInternals as _;
use navigant_mesh::{Axis, Map, Outline};

fn square_with(obstacles: &[Outline]) -> Map {
    let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
    Map::build(&[floor], obstacles).expect("outlines in a square").0
}

fn has_ends(axis: &Axis) -> bool {
    axis.nodes().flat_map(|n| axis.arcs_from(n)).all(|arc| axis.twin(arc).is_some())
}

/// `soak disc_paths --seed 8 --case 683` and `--seed 11 --case 536`. A place one step from a slanted wall is beside the
/// wall's end, by a hundredth of a step. Away from the wall, the end is not ahead; but the point of touch was rounded to
/// where floats have eight decimals, and from there it was. So the place came to the axis where there is none.
#[test]
fn a_place_one_step_from_the_end_of_a_slanted_wall_comes_to_the_axis() {
    let rock = Outline::polygon([
        [63.679112137360484, 28.965670761198936],
        [61.821405164236076, 29.75007511901031],
        [60.53584718823902, 29.738905131681857],
        [57.60720934380776, 27.62019097440115],
        [58.66275711215068, 22.5381655566557],
    ]);
    let map = square_with(&[rock]);
    let (from, to) = ([38.58596611022949, 33.80470275878906], [60.53584671020508, 29.738906860351563]);
    let found = map.axis().retract(&map, to).expect("there is room");
    assert!(found.on_axis.clearance > 1.0, "up to the wall of the square and not a few steps only");
    assert!(map.reaches(from, to, 0.5 * map.lattice().step()));

    let thorn = Outline::polygon([
        [16.66827267488153, 10.66821160031163],
        [23.488340143872083, 10.629984158694054],
        [18.03675728902641, 18.988351396528287],
    ]);
    let map = square_with(&[thorn]);
    let (from, to) = ([38.44965744018555, 20.66508674621582], [16.668272018432617, 10.668203353881836]);
    assert!(map.reaches(from, to, 7.4e-6));
}

/// `soak disc_paths --seed 10 --case 1335`. A disc of radius 20 would touch five things, were the wall that ends in (56, 24)
/// not rounded where it crosses another one. As it is, there are three nodes with other sites, 10⁻⁹ steps from each
/// other. What was that near was taken for one node, and the arcs of the others led nowhere.
#[test]
fn nodes_of_other_sites_are_not_one_however_near_they_are() {
    let crossing = [Outline::polyline([[56.0, 24.0], [24.0, 0.0]]), Outline::polyline([[32.0, 0.0], [16.0, 16.0]])];
    let around = [Outline::rectangle([8.0, 40.0], [24.0, 56.0]), Outline::polyline([[24.0, 24.0], [32.0, 24.0]])];
    let map = square_with(&[crossing, around].concat());
    assert!(has_ends(map.axis()));
    let near = map.axis().nodes().filter(|&n| map.axis().point(n).distance([44.0, 40.0].into()) < 1e-9);
    assert!(near.count() > 1);
    assert!(map.reaches([26.0, 29.0], [57.0, 23.0], 1.0));
}

/// `soak clearance --seed 7 --case 1607`. A place on a slanted wall has no room. In floats it was behind the wall, by 10⁻⁹
/// steps, so the wall was left out and the next one was as far as there was room.
#[test]
fn a_place_on_a_wall_comes_to_no_axis() {
    let floor = Outline::rectangle([0.0, 0.0], [5.921941650210164, 8.575416318611776]);
    let slanted = Outline::polygon([
        [-0.15423081220129561, 3.6020382938455486],
        [-0.13723849447292544, 2.163964543329898],
        [0.5988312850999988, 2.1726619634450137],
        [0.5818389673716287, 3.6107357139606644],
    ]);
    let (map, _) = Map::build(&[floor], &[slanted]).expect("outlines in a room");
    let (from, to) = ([1.86173677444458, 4.460108518600464], [0.29941558837890625, 2.169124126434326]);
    assert!(map.widest(from, to).is_none() && map.axis().retract(&map, to).is_none());
}

/// `soak clearance --seed 7 --case 7835`. Two walls end side by side, six steps apart, in the middle of a hall. From the node
/// where one of the ends and two sides of the hall are nearest, the other end is farther by 10⁻¹⁴ steps: that was taken for
/// nothing, so the node had four sites, and its arcs ended in itself.
#[test]
fn corners_side_by_side_are_not_equally_far_from_a_node_across_the_hall() {
    let floor = Outline::rectangle([0.0, 0.0], [16.0, 24.0]);
    let up = Outline::polyline([[7.999999046325684, 15.999999046325684], [7.999999046325684, 23.999999046325684]]);
    let right = Outline::polyline([[8.000001907348633, 15.999999046325684], [16.000001907348633, 15.999999046325684]]);
    let (map, _) = Map::build(&[floor], &[up, right]).expect("outlines in a hall");
    let axis = map.axis();
    assert!(has_ends(axis));
    assert!(axis.arcs().all(|arc| axis.origin(arc) != axis.target(arc)));
    let (from, to) = ([5.737939834594727, 14.443902492523193], [14.666349411010742, 12.561831951141357]);
    assert!(map.reaches(from, to, 1.3));
}
