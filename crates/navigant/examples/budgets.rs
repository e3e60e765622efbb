//! Budgets: a query that may spend only some expansions, or some time, says what it knows when they are spent.

use navigant::prelude::*;
use std::error::Error;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 100.0]))?;
    for i in 0..144 {
        let (x, y) = (f64::from(i % 12) * 8.0 + 3.0, f64::from(i / 12) * 8.0 + 3.0);
        map.insert(&Outline::polygon([[x, y + 2.0], [x + 3.0, y], [x + 5.0, y + 3.0], [x + 2.0, y + 5.0]]))?;
    }
    let mut finder = PathFinder::new();
    for most in [10, 100, 1000, 10_000] {
        // ANCHOR: budget
        let query = Query::new([1.0, 1.0], [99.0, 99.0]).with_budget(Budget::expansions(most));
        match finder.find(&map, &query) {
            Ok(path) => println!("{most:6} expansions allowed: {:.3} m, the shortest", path.length),
            Err(NoPath::BudgetSpent { best, lower }) => {
                let reached = best.and_then(|path| path.points.last().copied());
                println!("{most:6} expansions allowed: not less than {lower:.3} m; come as far as {reached:?}");
            }
            Err(other) => return Err(other.into()),
        }
        // ANCHOR_END: budget
    }
    // ANCHOR: clock
    // By the clock: it is asked every few microseconds.
    let begin = Instant::now();
    let over = || begin.elapsed() > Duration::from_millis(50);
    let query = Query::new([1.0, 1.0], [99.0, 99.0]).with_budget(Budget::UNLIMITED.until(&over));
    // ANCHOR_END: clock
    match finder.find(&map, &query) {
        Ok(path) => println!("within 50 ms: {:.3} m", path.length),
        Err(reason) => println!("within 50 ms: {reason}"),
    }
    Ok(())
}
