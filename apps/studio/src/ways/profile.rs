//! What queries cost on a map: many of them between random places, for some radii.

use navigant::mesh::{Bounds, Map, Point};
use navigant::search::plane::{PathFinder, Query};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// From a point to a cart, in metres.
const RADII: [f64; 5] = [0.0, 0.25, 0.5, 1.0, 2.0];
const QUERIES: usize = 300;
/// So long is asked for each radius, at most.
const LONGEST: Duration = Duration::from_millis(800);

/// A row a radius: how many queries, how many of them found, microseconds (median, 99th percentile, most, and of each), expansions
/// (mean).
pub(crate) fn profile(map: &Map, seed: u64) -> Value {
    let mut finder = PathFinder::new();
    let mut draws = Draws(seed);
    let places: Vec<Point> = (0..2 * QUERIES).filter_map(|_| draws.place(map)).collect();
    // The first query after an edit brings up to date what all of them share.
    if let [from, to, ..] = *places {
        for radius in RADII {
            let _ = finder.find(map, &Query::new(from, to).with_radius(radius));
        }
    }
    let rows = RADII.map(|radius| row(map, &mut finder, &places, radius));
    json!({ "rows": rows })
}

fn row(map: &Map, finder: &mut PathFinder, places: &[Point], radius: f64) -> Value {
    let (mut times, mut found, mut expansions) = (Vec::new(), 0u32, 0);
    let start = Instant::now();
    for pair in places.chunks_exact(2) {
        let &[from, to] = pair else { break };
        if start.elapsed() > LONGEST {
            break;
        }
        let clock = Instant::now();
        let is_found = finder.find(map, &Query::new(from, to).with_radius(radius)).is_ok();
        times.push(clock.elapsed().as_secs_f64() * 1e6);
        found += u32::from(is_found);
        expansions += finder.expansions();
    }
    times.sort_by(f64::total_cmp);
    let share =
        |share: f64| times.get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1))).copied();
    json!({ "radius": radius, "queries": times.len(), "found": found, "p50": share(0.5), "p99": share(0.99),
        "most": times.last(), "expansions": expansions as f64 / times.len().max(1) as f64,
        "times": times.iter().map(|t| (t * 10.0).round() / 10.0).collect::<Vec<_>>() })
}

/// Random places, the same for the same seed.
struct Draws(u64);

impl Draws {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A walkable place; none where one is hardly ever met.
    fn place(&mut self, map: &Map) -> Option<Point> {
        let Bounds { min, max } = map.floor_bounds()?;
        (0..100).find_map(|_| {
            let p = Point::new(min.x + self.share() * (max.x - min.x), min.y + self.share() * (max.y - min.y));
            map.is_walkable(p).then_some(p)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::mesh::Outline;

    #[test]
    fn every_radius_has_its_row_and_wide_ones_find_less() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0])).unwrap();
        map.insert(&Outline::rectangle([20.0, 0.0], [21.0, 9.0])).unwrap();
        map.insert(&Outline::rectangle([20.0, 10.2], [21.0, 20.0])).unwrap();
        let told = profile(&map, 3);
        let rows = told["rows"].as_array().unwrap();
        assert_eq!(rows.len(), RADII.len());
        let number = |row: &Value, key: &str| row[key].as_f64().unwrap();
        assert_eq!(number(&rows[0], "found"), number(&rows[0], "queries"), "a point gets through the door");
        assert!(number(&rows[3], "found") < number(&rows[3], "queries"), "a cart of a metre does not");
        assert!(rows.iter().all(|row| number(row, "p50") <= number(row, "p99")));
        assert!(rows.iter().all(|row| row["times"].as_array().unwrap().len() as f64 == number(row, "queries")));
        let blocked = Map::new(&Outline::rectangle([0.0, 0.0], [1.0, 1.0])).unwrap();
        assert_eq!(profile(&blocked, 1)["rows"].as_array().unwrap().len(), RADII.len());
    }
}
