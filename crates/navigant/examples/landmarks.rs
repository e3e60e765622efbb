//! Landmarks: the same paths with fewer expansions, for whoever asks a map often. They stay valid while obstacles come and go.

use navigant::prelude::*;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // Combs from both sides make ways that are much longer than the straight line.
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [200.0, 100.0]))?;
    for i in 0..19 {
        let x = 10.0 + 10.0 * f64::from(i);
        let (low, high) = if i % 2 == 0 { (0.0, 92.0) } else { (8.0, 100.0) };
        map.insert(&Outline::rectangle([x, low], [x + 1.0, high]))?;
        // Posts between the combs: corners to look at.
        for y in (5..95).step_by(9) {
            let y = f64::from(y);
            map.insert(&Outline::rectangle([x + 4.0, y], [x + 5.5, y + 2.0]))?;
        }
    }
    // ANCHOR: place
    let landmarks = Landmarks::place(&map);
    // ANCHOR_END: place
    let mut finder = PathFinder::new();
    let mut compare = |map: &Map, what: &str| -> Result<(), NoPath> {
        let (mut plain, mut guided) = (0, 0);
        for i in 0..20 {
            let query = Query::new([3.0, 5.0 + 4.0 * f64::from(i)], [197.0, 95.0 - 4.0 * f64::from(i)]);
            let length = finder.find(map, &query)?.length;
            plain += finder.expansions();
            // ANCHOR: ask
            let same = finder.find(map, &query.with_landmarks(&landmarks))?.length;
            // ANCHOR_END: ask
            guided += finder.expansions();
            assert!((length - same).abs() < 1e-9 * length, "{length} m and {same} m");
        }
        let good = if landmarks.are_good(map) { "good" } else { "no good, and not asked" };
        println!("{what:32} {plain:6} expansions without, {guided:6} with; landmarks are {good}");
        Ok(())
    };
    compare(&map, "as placed")?;
    let later = map.insert(&Outline::rectangle([100.0, 20.0], [108.0, 30.0]))?;
    compare(&map, "an obstacle came")?;
    map.remove(later)?;
    compare(&map, "and went again")?;
    let first = map.obstacles_at([10.5, 50.0])[0];
    map.remove(first)?;
    compare(&map, "one of those from before went")?;
    Ok(())
}
