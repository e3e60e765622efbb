use super::*;
use crate::constraint::{NoAnnotation, Thing};
use navigant_geometry::Outline;
use navigant_mesh::Map;
use navigant_search::plane::VisibilityFinder;

fn park() -> (Map, Things) {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 40.0])).unwrap();
    let house = Outline::rectangle([20.0, 15.0], [30.0, 25.0]);
    map.insert(&house).unwrap();
    map.insert_region("grass", &Outline::rectangle([40.0, 0.0], [60.0, 10.0])).unwrap();
    map.insert_region("grass", &Outline::rectangle([0.0, 30.0], [10.0, 40.0])).unwrap();
    let mut things = Things::new();
    things.insert("house", Thing::new(&house).unwrap());
    things.insert("guard", Thing::disc([10.0, 20.0], 0.3).unwrap());
    (map, things)
}

fn refused(text: &str) -> String {
    let (map, things) = park();
    let wishes = match Wishes::parse(text) {
        Ok(wishes) => wishes,
        Err(error) => return error.to_string(),
    };
    let mut finder = VisibilityFinder::new();
    let errors: Vec<WishError> = wishes
        .iter()
        .filter_map(|wish| things.shape(wish, &map, &mut finder).and_then(|shape| wish.constraint(shape)).err())
        .collect();
    errors.first().map(ToString::to_string).unwrap_or_default()
}

#[test]
fn places_are_what_they_say() {
    let (map, things) = park();
    let mut finder = VisibilityFinder::new();
    let mut shape = |text: &str| {
        let wishes = Wishes::parse(text).unwrap();
        let wish = wishes.iter().next().unwrap();
        things.shape(wish, &map, &mut finder).unwrap()
    };
    let grass = shape("avoid in grass weight 5");
    assert!(grass.contains([50.0, 5.0]) && grass.contains([5.0, 35.0]) && !grass.contains([30.0, 5.0]));
    assert!((shape("prefer near wall weight 2").distance([18.0, 20.0]) - 2.0).abs() < 1e-4);
    assert!(shape("via behind house").contains([15.0, 20.0]));
    assert!(shape("prefer in front of house").contains([35.0, 20.0]));
    let sight = shape("never in sight of guard");
    assert!(sight.contains([18.0, 20.0]) && !sight.contains([35.0, 20.0]));
    assert!(shape("avoid near between house and guard weight 0.5").contains([15.0, 20.0]));
    assert!(shape("avoid left of \"house\" # a comment").contains([25.0, 30.0]));
}

#[test]
fn errors_name_the_wish_and_its_place() {
    for (text, wanted) in [
        (
            "shun in grass",
            "line 1, column 1, in `shun in grass`: a wish begins with avoid, prefer, never or via, not with 'shun'",
        ),
        (
            "avoid grass; never in sight of gaurd",
            "line 1, column 14, in `never in sight of gaurd`: nothing is called 'gaurd'; there are guard, house",
        ),
        (
            "via in lawn",
            "line 1, column 1, in `via in lawn`: nothing is called 'lawn'; there are grass, guard, house, wall",
        ),
        (
            "\n avoid in grass weight heavy",
            "line 2, column 24, in `avoid in grass weight heavy`: a weight is a number, not 'heavy'",
        ),
        (
            "avoid in grass weight NaN",
            "line 1, column 23, in `avoid in grass weight NaN`: a weight of NaN; it must be a number from -50 to 50",
        ),
        (
            "avoid in grass weight 1e9",
            "line 1, column 23, in `avoid in grass weight 1e9`: a weight of 1000000000; it must be a number from -50 to 50",
        ),
        (
            "avoid in grass weight -3",
            "line 1, column 23, in `avoid in grass weight -3`: a weight of -3; weights are above 0: say avoid to repel and prefer to attract",
        ),
        ("avoid", "line 1, column 6, in `avoid`: a name is missing"),
        ("avoid in", "line 1, column 9, in `avoid in`: a name is missing"),
        ("avoid left house", "line 1, column 12, in `avoid left house`: expected of, found 'house'"),
        ("avoid between house", "line 1, column 20, in `avoid between house`: and is missing"),
        ("avoid grass weight", "line 1, column 19, in `avoid grass weight`: a number is missing"),
        (
            "avoid grass heavily",
            "line 1, column 13, in `avoid grass heavily`: expected the end of the wish, or a weight, found 'heavily'",
        ),
        ("never near guard", "line 1, column 7, in `never near guard`: never and via are in a place, not near it"),
        ("via grass weight 3", "line 1, column 11, in `via grass weight 3`: never and via have no weight"),
        ("never in wall", "line 1, column 1, in `never in wall`: a line has no inside; say near"),
        ("via in grass\nnever grass", "line 2, column 1, in `never grass`: it contradicts `via in grass` on line 1"),
        (
            "prefer grass; avoid in grass",
            "line 1, column 15, in `avoid in grass`: it contradicts `prefer grass` on line 1",
        ),
        ("avoid \"grass", "line 1, column 7, in `avoid \"grass`: a closing quote is missing"),
    ] {
        assert_eq!(refused(text), wanted);
    }
}

#[test]
fn what_is_no_contradiction_is_taken() {
    for text in [
        "",
        "# nothing",
        "avoid in grass; prefer near grass",
        "avoid behind house; prefer in front of house",
        "never grass; avoid grass",
    ] {
        assert_eq!(refused(text), "", "{text}");
    }
}

#[test]
fn a_thing_in_a_wall_sees_nothing() {
    let (map, mut things) = park();
    things.insert("guard", Thing::disc([25.0, 20.0], 0.3).unwrap());
    let wishes = Wishes::parse("never in sight of guard").unwrap();
    let error = things.shape(wishes.iter().next().unwrap(), &map, &mut VisibilityFinder::new()).unwrap_err();
    assert!(matches!(error.problem, WishProblem::NoAnnotation(NoAnnotation::NoView(_))), "{error}");
}
