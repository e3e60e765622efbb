//! What a search does follows from the map and the query, not from when somebody asked the map for its dead ends.

use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, Outline, Point};
use navigant_search::plane::{PathFinder, Query};

/// A comb of corridors without a loop: all of it is one tree of dead ends, and any face may be the last one.
fn comb() -> (Map, Vec<Outline>) {
    let map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 40.0])).unwrap();
    let teeth = (1..10).map(|i| {
        let (x, is_low) = (6.0 * f64::from(i), i % 2 == 0);
        let [low, high] = if is_low { [0.0, 30.0 + f64::from(i % 3)] } else { [8.0 + f64::from(i % 4), 40.0] };
        Outline::rectangle([x, low], [x + 1.0 + f64::from(i % 3), high])
    });
    // Small ones at the border: they touch few faces, so that what is known of the others is kept.
    let notches = (0..14).map(|i| Outline::rectangle([4.0 * f64::from(i) + 1.3, 0.0], [4.0 * f64::from(i) + 1.6, 0.2]));
    (map, teeth.chain(notches).collect())
}

/// Found by the soak of locality: a crowd far away asked for dead ends earlier, and a search took one expansion more.
#[test]
fn expansions_do_not_depend_on_when_dead_ends_were_asked_for() {
    let (mut late, teeth) = comb();
    let mut early = late.clone();
    for tooth in &teeth {
        late.insert(tooth).unwrap();
        early.insert(tooth).unwrap();
        early.dead_ends();
    }
    assert!(early.faces().filter(|&f| early.is_free(f)).all(|f| early.dead_ends().contains(f)), "no loops");
    let last = |map: &Map| map.faces().find(|&f| map.is_free(f) && map.dead_ends().way_out(f).is_none());
    assert_ne!(last(&early), last(&late), "the test needs trees with different last faces");
    let (mut finder, mut found) = (PathFinder::new(), 0);
    for i in 0..400 {
        let [a, b] = [i, 7 * i + 3].map(|i| Point::new(f64::from(i * 37 % 599) / 10.0, f64::from(i * 23 % 397) / 10.0));
        for radius in [0.0, 0.25, 1.0] {
            let query = Query::new(a, b).with_radius(radius);
            let mut answer = |map: &Map| (finder.find(map, &query).cloned(), finder.expansions());
            let [early, late] = [&early, &late].map(&mut answer);
            found += usize::from(early.0.is_ok());
            assert_eq!(early, late, "from {a} to {b} with radius {radius}");
        }
    }
    assert!(found > 400, "{found} paths");
}
