//! Ends of queries that were once refused, taken on the wrong side of a wall, or led through a gap too narrow by a rounding, each with
//! its geometry.

use navigant_mesh::{Map, Outline};
use navigant_search::graph::Budget;
use navigant_search::plane::{NoPath, PathFinder, Query};

/// A floor of 64 m, whose lattice has steps of 2⁻¹⁹ m.
fn floor() -> Outline {
    Outline::rectangle([0.0, 0.0], [64.0, 64.0])
}

/// A place in steps from the middle of the floor.
fn at(x: f64, y: f64) -> [f64; 2] {
    let step = 2f64.powi(-19);
    [32.0 + x * step, 32.0 + y * step]
}

/// A polygon of places in steps.
fn polygon(places: &[[i32; 2]]) -> Outline {
    Outline::polygon(places.iter().map(|&[x, y]| at(f64::from(x), f64::from(y))).collect::<Vec<_>>())
}

fn polyline(places: &[[i32; 2]]) -> Outline {
    Outline::polyline(places.iter().map(|&[x, y]| at(f64::from(x), f64::from(y))).collect::<Vec<_>>())
}

fn map(obstacles: &[Outline]) -> Map {
    Map::build(&[floor()], obstacles).unwrap().0
}

fn length(map: &Map, query: &Query<'_>) -> Result<f64, NoPath> {
    PathFinder::new().find(map, query).map(|path| path.length)
}

/// A point of a path through a gap thinner than a step: the next lattice point on the floor is 2.4 steps away.
#[test]
fn a_point_in_a_gap_under_a_step_is_a_start() {
    let star = [
        [36.363616266948824, 45.41707613476562],
        [74.17113485126438, 41.962356736076046],
        [37.62510955855297, 36.68357114556673],
        [72.90965868927768, 50.69585647910614],
        [36.62486161839303, 47.266335105155534],
        [73.9099073276258, 40.113090101140074],
    ];
    let obstacles = [
        Outline::polyline([[72.29765875367539, -2.561246259540835], [16.145599249404157, 42.48266774069372]]),
        Outline::polyline([
            [54.9986375365622, 42.37027966412959],
            [55.56677900263249, 45.19608611299443],
            [54.94645394534595, 42.07498679878682],
        ]),
        Outline::polygon(star),
    ];
    let map = map(&obstacles);
    let (from, to) = ([55.26735305786133, 43.68971824645996], [55.2640438079834, 43.69035339355469]);
    let whole = length(&map, &Query::new(from, to)).unwrap();
    let walked = 0.000007086287401295824;
    let left = length(&map, &Query::new([55.2673460985955, 43.689719582157664], to)).unwrap();
    assert!(left <= whole - walked + 6.0 * map.lattice().step(), "{left} m of {whole} m are left");
}

/// A point of a path that is rounded into an obstacle thinner than a step is not moved to its other side.
#[test]
fn a_point_beside_a_sliver_stays_on_its_side() {
    let obstacles = [
        polygon(&[[-4, -2], [-3, -2], [-3, 3], [-4, 3]]),
        polyline(&[[-1, -2], [-1, -1]]),
        polygon(&[[-24, -3], [32, 9], [-3, -4]]),
        polygon(&[[-24, -2], [32, 10], [-3, -3]]),
        polygon(&[[0, 1], [3, 1], [3, 3], [0, 3]]),
        polygon(&[[1, -2], [1, -2], [0, -3], [1, -3]]),
        polyline(&[[-4, -1], [-3, -1]]),
        polygon(&[[-2, 0], [-2, -1], [-2, 0], [-3, 1], [-2, 0], [-1, 0], [-1, 1], [-2, 1], [-2, -2], [-2, 1]]),
    ];
    let map = map(&obstacles);
    let (step, goal) = (map.lattice().step(), at(26.0, 8.0));
    let whole = length(&map, &Query::new(at(1.0, -3.0), goal)).unwrap();
    let walked = 0.00007119887030108114;
    let left = length(&map, &Query::new([32.000053345560744, 32.00001588453844], goal)).unwrap();
    assert!(left <= whole - walked + 5.4 * step, "{} steps more", (left - (whole - walked)) / step);
}

/// A start and a goal that touch a wall, past a corner opposite to it: gaps too narrow by a rounding.
#[test]
fn no_leg_leads_through_a_gap_that_is_too_narrow_by_a_rounding() {
    let radius = 0.0000013486991523486091;
    let first = map(&[
        polyline(&[[2, 1]]),
        polygon(&[[-2, -1], [-3, -1], [-2, -1], [-2, 0], [-3, -1]]),
        polygon(&[[-2, 0], [0, 1], [0, 1]]),
        polyline(&[[2, 1], [-1, -3]]),
        polygon(&[[-2, -3], [-1, -3], [-1, -2], [-2, -2]]),
        polyline(&[[4, 0], [3, 0]]),
        polyline(&[[-3, -1], [-2, -1]]),
    ]);
    let query = Query::new(at(1.0, 1.0), at(-1.0, -1.0)).with_radius(radius);
    assert!(length(&first, &query).is_err());

    let second = map(&[
        polygon(&[[-1, 1], [6, -3], [5, 6]]),
        polyline(&[[0, 1], [0, 0]]),
        polyline(&[[0, 3]]),
        polyline(&[[3, -2], [2, -2]]),
        polygon(&[[-3, 4], [-2, 4], [-3, 4], [-3, 5]]),
        polyline(&[[-2, 3], [-2, 1], [-4, 6]]),
        polygon(&[[-3, 5], [-2, 4], [-1, 5], [-2, 5]]),
    ]);
    let query = Query::new(at(1.0, 3.0), at(0.0, 2.0)).with_radius(radius);
    let found = length(&second, &query).unwrap();
    assert!((found - 6.934461653618389e-6).abs() < 1e-9, "{found}");

    let third = map(&[
        Outline::polygon([[56.0, 32.0], [120.0, 32.0], [120.0, 80.0], [56.0, 80.0]]),
        Outline::polygon([[7.999996185302734, 24.0], [23.999996185302734, 64.0], [39.999996185302734, 16.0]]),
    ]);
    let query = Query::new([39.99999809265137, 48.0], [47.99999809265137, 24.0]).with_radius(10.119290322008606);
    assert!(length(&third, &query).is_err());
}

/// An end on a wall is searched for from either side of it: what one side has proved is no lower bound for the other (soak `budgets`,
/// seed 9302, case 30).
#[test]
fn a_spent_budget_bounds_the_paths_from_both_sides_of_a_wall() {
    let wall = Outline::polyline([[32.0, 4.0], [32.000001, 60.0]]);
    let (map, _) = Map::build(&[floor()], &[wall]).unwrap();
    let mut finder = PathFinder::new();
    for to in [[40.0, 32.0], [24.0, 32.0]] {
        let query = Query::new([32.0000005, 32.0], to);
        let shortest = finder.find(&map, &query).unwrap().length;
        assert!(shortest < 8.1, "{shortest}");
        for budget in 0..40 {
            match finder.find(&map, &query.with_budget(Budget::expansions(budget))) {
                Ok(path) => assert!(path.length >= shortest - 1e-9),
                Err(NoPath::BudgetSpent { lower, .. }) => assert!(lower <= shortest, "{lower} of {shortest}, {budget}"),
                Err(other) => panic!("{other}"),
            }
        }
    }
}
