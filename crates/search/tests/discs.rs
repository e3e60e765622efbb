//! Paths of discs that were once wrong or took for ever, each with its geometry.

use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, Outline, Point};
use navigant_search::plane::{PathFinder, PathPiece, Query};

fn length(map: &Map, from: [f64; 2], to: [f64; 2], radius: f64) -> f64 {
    let path = PathFinder::new().find(map, &Query::new(from, to).with_radius(radius)).map(|path| path.length);
    path.unwrap_or_else(|reason| panic!("{reason}"))
}

/// Single points as obstacles: 29.394 m one way and 29.060 m the other, both called the shortest.
#[test]
fn a_path_past_posts_is_as_long_in_both_directions() {
    let hole = vec![[21.09375, 12.5], [23.4375, 13.28125], [21.09375, 14.0625], [18.75, 13.28125]];
    let floor = Outline::rectangle([0.0, 0.0], [100.0, 100.0]);
    let obstacles = [Outline::polygon(hole), Outline::polyline([[81.25, 12.5]]), Outline::polyline([[25.0, 12.5]])];
    let (map, _) = Map::build(&[floor], &obstacles).unwrap();
    let (from, to) = ([6.25, 12.5], [35.16883043883158, 12.716764560952399]);
    let (there, back) = (length(&map, from, to, 1.171875), length(&map, to, from, 1.171875));
    assert!((there - back).abs() < 1e-6, "{there} and {back}");
    assert!((there - 29.060).abs() < 1e-3, "{there}");
}

/// An arc may reach into a dead end beyond the face of the goal, and its last leg leads back out of it: corridors exactly as
/// wide as the disc.
#[test]
fn a_leg_leads_back_out_of_a_dead_end() {
    let boxes = [
        [[-0.5, -0.5], [0.5, 32.5]],
        [[23.5, -0.5], [24.5, 8.5]],
        [[23.5, 15.5], [24.5, 32.5]],
        [[31.5, -0.5], [32.5, 32.5]],
        [[-0.5, -0.5], [32.5, 0.5]],
        [[7.5, 7.5], [24.5, 8.5]],
        [[15.5, 15.5], [24.5, 16.5]],
        [[7.5, 23.5], [16.5, 24.5]],
        [[-0.5, 31.5], [32.5, 32.5]],
    ];
    let obstacles = boxes.map(|[low, high]| Outline::rectangle(low, high));
    let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [32.0, 32.0])], &obstacles).unwrap();
    let expected = 33.99114857512855;
    assert!((length(&map, [28.0, 7.5], [20.0, 23.5], 3.5) - expected).abs() < 1e-6);
    assert!((length(&map, [20.0, 23.5], [28.0, 7.5], 3.5) - expected).abs() < 1e-6);
}

/// Posts closer together than the disc is wide: the work used to double with every one (20 posts took over two million
/// expansions). It grows with their number only.
#[test]
fn rows_of_posts_take_work_that_grows_with_their_number() {
    let row = |count: u32, width: f64, gap: f64, depth: f64| {
        let bars = (0..count).map(|i| {
            let x = 5.0 + f64::from(i) * (width + gap);
            Outline::rectangle([x, 5.0], [x + width, 5.0 + depth])
        });
        let bars: Vec<Outline> = bars.collect();
        let end = 10.0 + f64::from(count) * (width + gap);
        Map::build(&[Outline::rectangle([0.0, 0.0], [end, 12.0])], &bars).unwrap().0
    };
    for (width, gap, depth) in [(0.04, 0.3, 1.8), (0.05, 0.1, 0.05)] {
        for count in [5, 10, 20, 40, 80, 160] {
            let map = row(count, width, gap, depth);
            let mut finder = PathFinder::new();
            let end = 8.0 + f64::from(count) * (width + gap);
            for (from, to) in [([1.0, 4.7], [end, 4.7]), ([1.0, 4.7], [end, 7.5]), ([4.0, 5.5], [end, 5.5])] {
                let query = Query::new(from, to).with_radius(0.25);
                let path = finder.find(&map, &query).unwrap();
                assert!(path.length >= Point::from(from).distance(Point::from(to)) - 1e-9);
                let most = 60 * map.vertex_count() as u64;
                assert!(finder.expansions() <= most, "{} expansions for {count} bars", finder.expansions());
            }
        }
    }
}

/// A row of posts that the disc fits between, from one side to the other: every gap is nearly as good as every other. Lines were
/// not bounded by posts beside the long edges they cross, and tangents past posts that are in the way waited in the open list:
/// 54,477 expansions (soak `racks`, seed 7, case 176).
#[test]
fn a_row_of_posts_with_gaps_as_good_as_each_other_takes_work_that_grows_with_their_number() {
    let spacing = 0.9726221194592153;
    let at = |i: u32| f64::from(i) * spacing;
    let posts: Vec<Outline> = (0..379).map(|i| Outline::polyline([[at(i), 0.0]])).collect();
    let (map, _) = Map::build(&[Outline::rectangle([-5.0, -5.0], [at(378) + 5.0, 5.0])], &posts).unwrap();
    let (from, to) = ([37.18762316713537, -0.7128289537337396], [365.0336524076321, 0.7110926501943529]);
    let mut finder = PathFinder::new();
    for (from, to) in [(from, to), (to, from)] {
        let length = finder.find(&map, &Query::new(from, to).with_radius(0.2671968984503026)).unwrap().length;
        assert!((length - 327.998129).abs() < 1e-5, "{length}");
        let most = 60 * map.vertex_count() as u64;
        assert!(finder.expansions() <= most, "{} expansions", finder.expansions());
    }
}

/// The same where a disc turns around a post of the row: lines straight on, which are those of the post before, were followed from every
/// post along the whole row, and lines after a full turn around a post seemed to cost as little (soak `racks`, seed 7, cases 2210, 358 and
/// 176: 62, 63 and 61 expansions a vertex).
#[test]
fn lines_along_a_row_of_posts_are_followed_once() {
    for (spacing, count, radius, from, to, per_vertex) in [
        (0.100_82, 151, 0.031_069_5, [7.126_67, 0.0], [17.0, -0.185_03], 20),
        (0.5715, 286, 0.183_58, [135.240_43, -0.406_04], [45.305_56, 0.167_37], 40),
        (0.972_622, 379, 0.267_197, [37.187_62, -0.712_83], [365.033_65, 0.711_09], 30),
    ] {
        let at = |i: u32| f64::from(i) * spacing;
        let posts: Vec<Outline> = (0..count).map(|i| Outline::polyline([[at(i), 0.0]])).collect();
        let floor = Outline::rectangle([-5.0, -5.0], [at(count) + 5.0, 5.0]);
        let (map, _) = Map::build(&[floor], &posts).unwrap();
        let mut finder = PathFinder::new();
        let mut lengths = [0.0; 2];
        for ((from, to), length) in [(from, to), (to, from)].into_iter().zip(&mut lengths) {
            *length = finder.find(&map, &Query::new(from, to).with_radius(radius)).unwrap().length;
            let most = per_vertex * map.vertex_count() as u64;
            assert!(finder.expansions() <= most, "{} expansions, not {most}", finder.expansions());
        }
        assert!((lengths[0] - lengths[1]).abs() < 1e-6, "{lengths:?}");
    }
}

/// Two posts as far apart as the disc's radius: 57.411 m where 57.383 m is possible.
#[test]
fn a_path_bends_around_the_nearer_of_two_posts() {
    let obstacles = [
        Outline::rectangle([28.0, 24.0], [68.0, 72.0]),
        Outline::polyline([[36.0, 18.0]]),
        Outline::polyline([[37.0, 18.0]]),
    ];
    let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [64.0, 64.0])], &obstacles).unwrap();
    let (from, to) = ([16.644634246826172, 36.656463623046875], [62.0, 3.0]);
    let (there, back) = (length(&map, from, to, 1.0), length(&map, to, from, 1.0));
    assert!((there - 57.382822162728765).abs() < 1e-6, "{there} there, {back} back");
    assert!((back - 57.382822162728765).abs() < 1e-6, "{back} back");
}

/// A corner exactly as far from a wall as the disc is wide, and the wall's own end a lattice step away: 51.93 m where 49.50 m is
/// possible.
#[test]
fn a_leg_leads_through_a_gap_as_wide_as_the_disc_beside_a_wall() {
    let obstacles = [
        Outline::polyline([[48.0, 16.0], [16.0, 32.0]]),
        Outline::polyline([[48.0, 16.000001907348633], [48.0, 32.00000190734863]]),
    ];
    let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [64.0, 64.0])], &obstacles).unwrap();
    let (from, to, radius) =
        ([39.91835594177246, 19.072298049926758], [30.4415283203125, 52.8854866027832], 8.529922399520072e-7);
    let (there, back) = (length(&map, from, to, radius), length(&map, to, from, radius));
    assert!((there - 49.49735190676133).abs() < 1e-6, "{there} there, {back} back");
    assert!((back - 49.49735190676133).abs() < 1e-6, "{back} back");
}

/// Boxes a few lattice steps in size: longer by half a step than the path around the other side.
#[test]
fn a_path_around_boxes_of_lattice_steps_takes_the_shorter_side() {
    let step = 0.0000019073486328125;
    let at = |p: [f64; 2]| p.map(|c| 32.0 + c * step);
    let obstacles = [
        Outline::rectangle(at([-3.0, -1.0]), at([0.0, 1.0])),
        Outline::rectangle(at([0.0, -2.0]), at([3.0, -1.0])),
        Outline::polygon([[-2.0, 0.0], [-3.0, 0.0], [0.0, -1.0]].map(at)),
    ];
    let floors =
        [Outline::rectangle([0.0, 0.0], [64.0, 64.0]), Outline::polygon([[40.0, 12.0], [72.0, 32.0], [40.0, 48.0]])];
    let (map, _) = Map::build(&floors, &obstacles).unwrap();
    let (from, to, radius) = ([32.0, 31.9999942779541], [31.9999942779541, 48.00000190734863], 3.222348409012873e-7);
    let (there, back) = (length(&map, from, to, radius), length(&map, to, from, radius));
    assert!((there - 16.00001101598174).abs() < 1e-7, "{there} there, {back} back");
    assert!((back - 16.00001101598174).abs() < 1e-7, "{back} back");
}

/// A start one lattice step outside of a gap that is too narrow by a rounding: there is room there, and a path away from the gap.
#[test]
fn a_path_starts_beside_a_gap_that_is_just_too_narrow() {
    let obstacles = [
        Outline::polyline([[16.0, 16.0], [16.0, 32.0]]),
        Outline::polyline([[24.0, 16.0], [32.0, 16.0]]),
        Outline::polyline([[8.0, 8.0], [8.0, 24.0]]),
        Outline::polyline([[16.0, 24.0], [24.0, 24.0]]),
        Outline::polyline([[9.5367431640625e-7, 15.999998092651367], [8.000000953674316, 15.999998092651367]]),
    ];
    let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [32.0, 32.0])], &obstacles).unwrap();
    let (from, to, radius) = ([20.0, 15.999999046325684], [21.0, 10.0], 4.000000000000001);
    let (there, back) = (length(&map, from, to, radius), length(&map, to, from, radius));
    assert!((there - 6.086033994398608).abs() < 1e-6, "{there} there, {back} back");
    assert!((back - 6.086033994398608).abs() < 1e-6, "{back} back");
}

/// A circle that touches an edge of the triangulation: a heading parallel to that edge was lost by rounding (54.32 m).
#[test]
fn a_leg_crosses_an_edge_that_touches_the_circle_before_it() {
    let obstacles = [Outline::rectangle([16.0, 56.0], [40.0, 72.0]), Outline::polyline([[32.0, 24.0], [32.0, 40.0]])];
    let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [64.0, 64.0])], &obstacles).unwrap();
    let (from, to, radius) = ([54.10676956176758, 49.725690841674805], [24.0, 24.0], 7.999999999999999);
    let (there, back) = (length(&map, from, to, radius), length(&map, to, from, radius));
    assert!((there - 50.780836196963335).abs() < 1e-6, "{there} there, {back} back");
    assert!((back - 50.780836196963335).abs() < 1e-6, "{back} back");
}

/// A goal between two posts, each a radius away, out of which no way leads: half a turn around one of them was taken for none.
#[test]
fn no_leg_leaves_a_circle_in_the_opposite_direction() {
    let step = 0.0000019073486328125;
    let at = |p: [f64; 2]| p.map(|c| 32.0 + c * step);
    let obstacles = [
        Outline::polyline([at([0.0, 0.0])]),
        Outline::polyline([at([1.0, 1.0])]),
        Outline::polyline([at([3.0, 1.0]), at([0.0, -3.0])]),
    ];
    let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [64.0, 64.0])], &obstacles).unwrap();
    let query = Query::new([20.0, 20.0], at([1.0, 0.0])).with_radius(step);
    assert!(PathFinder::new().find(&map, &query).is_err());
}

/// What is left of a path of a disc from points along it is not shorter than a path from there, by more than a lattice step.
fn assert_no_longer_from_points_along(map: &Map, from: [f64; 2], to: [f64; 2], radius: f64) {
    let mut finder = PathFinder::new();
    let path = finder.find(map, &Query::new(from, to).with_radius(radius)).unwrap().clone();
    let points = path.polyline(1e-3 * path.length);
    let mut left = path.length;
    for leg in points.windows(2) {
        let again = finder.find(map, &Query::new(leg[0], to).with_radius(radius));
        let length = again.unwrap_or_else(|reason| panic!("{reason} from {}", leg[0])).length;
        // Chords are shorter than arcs.
        let most = left + 1e-3 * path.length + map.lattice().step();
        assert!(length <= most, "{length} m from {}, where {left} m are left", leg[0]);
        left -= leg[0].distance(leg[1]);
    }
}

/// A path from a point on an arc was laid out the long way round: 80.7 m for 22.7 m.
#[test]
fn a_path_from_a_point_on_an_arc_goes_on_in_its_direction() {
    let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
    let wall = [[42.61429649486543, 20.28798921256042], [31.417271109589027, 23.533348412326312]];
    let (map, _) = Map::build(&[floor], &[Outline::polyline(wall)]).unwrap();
    let (from, radius) = ([51.92626523756833, 24.31140128864605], 10.143994331359863);
    assert!(length(&map, from, [39.0, 43.0], radius) < 22.8);
    assert_no_longer_from_points_along(&map, from, [20.0, 12.0], radius);
}

/// The start touches the circle around a corner but for rounding, in a corridor as wide as the disc: it had no path at all.
#[test]
fn a_path_starts_where_the_disc_touches_a_corner_but_for_rounding() {
    let boxes = [
        [[-0.5, -0.5], [0.5, 16.5]],
        [[31.5, -0.5], [32.5, 16.5]],
        [[-0.5, -0.5], [32.5, 0.5]],
        [[7.5, 7.5], [32.5, 8.5]],
        [[-0.5, 15.5], [32.5, 16.5]],
    ];
    let obstacles = boxes.map(|[low, high]| Outline::rectangle(low, high));
    let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [32.0, 16.0])], &obstacles).unwrap();
    let found = length(&map, [7.500000219321605, 4.0], [4.0, 8.5], 3.5);
    assert!((found - 6.4977873631).abs() < 1e-6, "{found}");
}

/// A disc that has just room in the middle of a square floor: every point of its path is taken as a start and a goal.
#[test]
fn points_of_a_path_of_some_steps_are_starts_and_goals() {
    let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
    let (map, _) = Map::build(&[floor], &[Outline::polyline([[48.0, 24.0], [56.0, 24.0]])]).unwrap();
    let ends = [[24.00000026291642, 23.99999953658679], [23.999999266418644, 24.000000354461697]];
    let mut finder = PathFinder::new();
    let path = finder.find(&map, &Query::new(ends[0], ends[1]).with_radius(24.0)).unwrap().clone();
    for &p in &path.points {
        for query in [Query::new(p, ends[1]), Query::new(ends[0], p)] {
            finder.find(&map, &query.with_radius(24.0)).unwrap_or_else(|reason| panic!("{reason} at {p}"));
        }
    }
}

/// A point on a thin wall was rounded to the wrong side of it, and told that the goal is walled off.
#[test]
fn a_point_on_a_thin_wall_is_on_the_side_of_the_goal() {
    let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
    let wall = [[48.0, 8.0], [24.0, 8.0], [40.0, 32.0], [32.0, 8.0]];
    let (map, _) = Map::build(&[floor], &[Outline::polyline(wall)]).unwrap();
    let (from, to) = ([33.40584676276316, 22.108770144144735], [54.66666793823242, 38.66666793823242]);
    assert!(length(&map, from, to, 0.0) < 40.0);
}

/// The same of a point that is rounded to a corner, inside of an obstacle of some lattice steps: the path from it was refused.
#[test]
fn a_point_rounded_to_a_corner_is_on_the_side_of_the_goal() {
    let outline = [
        [32.000043869018555, 32.00001335144043],
        [32.000030517578125, 32.00002479553223],
        [32.00004005432129, 32.00002670288086],
        [32.00003433227539, 32.0000114440918],
        [32.000038146972656, 32.0000114440918],
        [32.000038146972656, 32.00002670288086],
        [32.00003242492676, 32.00002479553223],
        [32.00004196166992, 32.0000114440918],
        [32.000030517578125, 32.000022888183594],
        [32.00004577636719, 32.00001525878906],
    ];
    let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
    let (map, _) = Map::build(&[floor], &[Outline::polygon(outline)]).unwrap();
    let found = length(&map, [32.000038956722456, 32.00002231248553], [32.0, 32.0], 0.0);
    assert!(found < 6e-5, "{found}");
}

/// Three hundred posts that a disc does not pass between: from one side of the row to the other it took 84 expansions a vertex, and
/// along slots it fits into 81, most of them its guide's.
#[test]
fn a_long_row_of_posts_takes_some_expansions_a_vertex() {
    let row = |count: u32, along: f64| {
        let posts: Vec<Outline> = (0..count).map(|i| Outline::polyline([[f64::from(i) * along, 0.0]])).collect();
        let end = f64::from(count) * along + 5.0;
        Map::build(&[Outline::rectangle([-5.0, -5.0], [end, 5.0])], &posts).unwrap().0
    };
    let cases = [
        (
            294,
            0.7171820162953821,
            [130.6377180897789, -2.7760553808380886],
            [143.92428408419698, 2.3790613176301125],
            2.145,
        ),
        (
            320,
            0.07777668860837486,
            [0.3871375654966291, 0.9659891567000263],
            [15.976708870286625, 0.3260967060045863],
            0.1097,
        ),
    ];
    for (count, along, from, to, radius) in cases {
        let map = row(count, along);
        let mut finder = PathFinder::new();
        for (from, to) in [(from, to), (to, from)] {
            finder.find(&map, &Query::new(from, to).with_radius(radius)).unwrap();
            assert!(finder.expansions() <= 60 * map.vertex_count() as u64, "{} expansions", finder.expansions());
        }
    }
}

/// A radius far below what places are rounded by: it was called an inconsistency.
#[test]
fn a_disc_of_vanishing_radius_is_a_point() {
    let obstacles = [Outline::rectangle([6.0, 6.0], [10.0, 14.0]), Outline::polyline([[3.0, 12.0], [13.0, 16.0]])];
    let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [20.0, 20.0])], &obstacles).unwrap();
    let (from, to) = ([3.11, 19.5], [16.34, 9.68]);
    let point = length(&map, from, to, 0.0);
    for radius in [1.5e-30, f64::MIN_POSITIVE, 1e-13, 1e-9] {
        assert!((length(&map, from, to, radius) - point).abs() < 1e-6, "radius {radius}");
    }
}

/// Posts in a grid with room between: lines that did not cross an edge went on through it all the same, with lower bounds that
/// were far too low. 98 expansions a vertex, and over a thousand in larger grids.
#[test]
fn a_grid_of_posts_takes_some_expansions_a_vertex() {
    let posts: Vec<Outline> =
        (0..340).map(|i| Outline::polyline([[f64::from(i % 14) * 0.0712, f64::from(i / 14) * 0.178]])).collect();
    let (map, _) = Map::build(&[Outline::rectangle([-5.0, -5.0], [6.0, 9.3])], &posts).unwrap();
    let mut finder = PathFinder::new();
    let (from, to) = ([0.636170975263636, 4.799389484834029], [0.9123098359889154, -3.3488500274445574]);
    for (from, to) in [(from, to), (to, from)] {
        finder.find(&map, &Query::new(from, to).with_radius(0.006082534836393368)).unwrap();
        assert!(finder.expansions() <= 30 * map.vertex_count() as u64, "{} expansions", finder.expansions());
    }
}

/// A start beside a wall of the corner it bends around, in a gap of exactly twice the radius: the tangent along the wall led back, at
/// no cost.
#[test]
fn no_tangent_along_a_wall_leads_back() {
    let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
    let obstacle =
        Outline::rectangle([36.87387871594258, 25.373481040744252], [55.085472375004855, 37.779782287248175]);
    let (map, _) = Map::build(&[floor], &[obstacle]).unwrap();
    let (a, b, radius) = ([59.50680351257324, 20.126680374145508], [59.5427360534668, 27.0], 4.457263946533203);
    for (from, to) in [(a, b), (b, a)] {
        assert!((length(&map, from, to, radius) - 6.873442905454353).abs() < 1e-6);
    }
}

/// A path of a disc that starts or ends, but for rounding, where it touches a corner was laid out once all around it.
#[test]
fn a_path_from_beside_a_circle_does_not_turn_all_around() {
    let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
    let (map, _) = Map::build(&[floor], &[Outline::rectangle([24.25, 2.75], [49.25, 9.0])]).unwrap();
    let mut finder = PathFinder::new();
    for off in 0..400 {
        let beside = [49.25 + f64::from(off) * 1.7e-9, 2.125 + 9.7e-7];
        let other = [22.375000699664557, 2.7499993901164617];
        for (from, to) in [(beside, other), (other, beside)] {
            let path = finder.find(&map, &Query::new(from, to).with_radius(0.625)).unwrap();
            for piece in path.pieces() {
                if let PathPiece::Arc { turn, .. } = piece {
                    assert!(turn.abs() < 3.2, "from {from:?}: {path:?}");
                }
            }
        }
    }
}
