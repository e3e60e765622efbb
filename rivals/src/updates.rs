//! A square is inserted into a city and removed again.

use crate::arguments::Arguments;
use crate::bare_cdt::BareCdt;
use crate::city::{City, Square};
use crate::ours::{Kept, Ours};
use crate::progress;
use crate::statistics::{Samples, microseconds, rounded, timed};
use serde_json::{Map, Value, json};
use spade::{HierarchyHintGenerator, LastUsedVertexHintGenerator};

/// How often everyone edits at each place. Other programs of a busy machine rarely get in the way twice at one place.
const PASSES: usize = 3;

/// A map of a city in which one square comes and goes.
pub(crate) trait Updates {
    /// The competitor and, in brackets, which of its ways it is.
    fn name(&self) -> String;
    /// How many vertices its map has, where it has a map of vertices.
    fn vertices(&self) -> Option<usize>;
    /// Inserts the square; when it returns, the map is up to date.
    fn insert(&mut self, square: Square);
    /// Removes the square again.
    fn remove(&mut self);
}

/// One competitor and what it needed, in microseconds.
struct Entry {
    rival: Box<dyn Updates>,
    insert: Samples,
    remove: Samples,
}

impl Entry {
    fn new(rival: Box<dyn Updates>) -> Entry {
        Entry { rival, insert: Samples::default(), remove: Samples::default() }
    }

    /// Inserts a square and removes it again.
    fn edit(&mut self, square: Square, counts: bool) {
        let (insert, ()) = timed(|| self.rival.insert(square));
        let (remove, ()) = timed(|| self.rival.remove());
        if counts {
            self.insert.push(microseconds(insert));
            self.remove.push(microseconds(remove));
        }
    }

    fn pair(&self) -> Samples {
        self.insert.plus(&self.remove)
    }
}

/// Inserts and removes a square at each place, by all in turn, `streak` places at a time; who begins changes from
/// streak to streak.
fn race(entries: &mut [Entry], places: &[Square], streak: usize) {
    for pass in 0..=PASSES {
        // The first pass only warms up, and is short.
        let places = if pass == 0 { &places[..places.len().min(50)] } else { places };
        for (turn, squares) in places.chunks(streak).enumerate() {
            if turn % 50 == 0 {
                progress::show(&format!("pass {pass} of {PASSES}: {} of {} places", turn * streak, places.len()));
            }
            let count = entries.len();
            for entry in (0..count).map(|who| (turn + who) % count) {
                for &square in squares {
                    entries[entry].edit(square, pass > 0);
                }
            }
        }
    }
    progress::done();
}

/// Runs the race and reports.
pub(crate) fn run(arguments: &Arguments) -> Result<Value, String> {
    let city = City::new(arguments.seed, 500.0, 21_000);
    let places = city.free_places(arguments.seed + 1, arguments.places);
    progress::show(&format!("building a city with {} outlines for everyone", city.buildings.len()));
    let mut entries = vec![
        Entry::new(Box::new(Ours::of_city(&city))),
        Entry::new(Box::new(Ours::keeping(&city, Kept::Regions))),
        Entry::new(Box::new(Ours::keeping(&city, Kept::Clearance))),
        Entry::new(Box::new(BareCdt::<LastUsedVertexHintGenerator>::of_city(&city))),
        Entry::new(Box::new(BareCdt::<HierarchyHintGenerator<f64>>::of_city(&city))),
    ];
    #[cfg(feature = "detour")]
    entries.push(Entry::new(Box::new(crate::detour::TileCache::of_city(&city))));
    if let Some(few) = entries.iter().filter_map(|entry| entry.rival.vertices()).find(|&n| n < 20_000) {
        return Err(format!("the city has {few} vertices, and 20,000 were promised"));
    }
    race(&mut entries, &places, arguments.streak);
    print_table(&entries, places.len(), arguments.streak);

    // Of several ways of one competitor the fastest counts.
    let best = |who: &str| {
        let ways = entries.iter().filter(|entry| entry.rival.name().split(' ').next() == Some(who));
        ways.min_by(|a, b| a.pair().median().total_cmp(&b.pair().median()))
    };
    let mut report = Map::new();
    for who in ["navigant", "navigant_regions", "navigant_clearance", "spade", "detour"] {
        let Some(entry) = best(who) else { continue };
        report.insert(
            who.into(),
            json!({
                "way": entry.rival.name(),
                "vertices": entry.rival.vertices(),
                "insert_us": figures(&entry.insert),
                "remove_us": figures(&entry.remove),
                "pair_us": figures(&entry.pair()),
            }),
        );
    }
    let over = |who: &str, other: &str| Some(best(who)?.pair().median() / best(other)?.pair().median());
    let pairs = [
        ("navigant", "spade"),
        ("navigant_regions", "navigant"),
        ("navigant_clearance", "spade"),
        ("detour", "navigant"),
    ];
    for (who, other) in pairs {
        if let Some(over) = over(who, other) {
            println!("{who}'s pair takes {over:.2} of {other}'s");
            report.insert(format!("{who}_pair_over_{other}"), json!(rounded(over)));
        }
    }
    report.insert("axis".into(), axis(arguments, 700));
    report.insert("axis_of_city".into(), axis(arguments, 21_000));
    for who in ["navigant", "navigant_clearance"] {
        if let Some(entry) = best(who) {
            report.insert(format!("{who}_tail"), json!(rounded(tail(who, &entry.pair()))));
        }
    }
    report.insert("places".into(), json!(places.len()));
    report.insert("passes".into(), json!(PASSES));
    report.insert("streak".into(), json!(arguments.streak));
    report.insert("seed".into(), json!(arguments.seed));
    Ok(Value::Object(report))
}

/// How many times as long as the median the slowest hundredth of the places takes: of each place's edits the fastest, so that it
/// is the work there and not what else the machine did.
fn tail(who: &str, samples: &Samples) -> f64 {
    let by_place = samples.least_of(PASSES);
    let tail = by_place.percentile(99.0) / by_place.median();
    println!("{who}: p99 of the places is {:.1} µs, {tail:.1} × their p50", by_place.percentile(99.0));
    tail
}

/// The same square in a city with a number of corners, with the axis up to date after each edit. With 700 corners, the medial axis
/// is as large as that of "City" in "Dynamically Pruned A* for Re-planning in Navigation Meshes" (van Toll, Geraerts), 1,451
/// vertices and 1,631 edges; they report means of 0.34 ms and 1.79 ms, on a PC of 2012.
fn axis(arguments: &Arguments, corners: usize) -> Value {
    let city = City::new(arguments.seed, 500.0, corners);
    let places = city.free_places(arguments.seed + 1, arguments.places);
    let ours = Ours::keeping(&city, Kept::Axis);
    let (nodes, arcs) = ours.axis_size();
    let mut entries = [Entry::new(Box::new(ours))];
    race(&mut entries, &places, arguments.streak);
    let [entry] = entries;
    let milliseconds = |samples: &Samples| {
        let [mean, p50, p99] = [samples.mean(), samples.median(), samples.percentile(99.0)].map(|us| us / 1e3);
        json!({"mean": rounded(mean), "p50": rounded(p50), "p99": rounded(p99)})
    };
    let (insert, remove) = (milliseconds(&entry.insert), milliseconds(&entry.remove));
    println!("a medial axis of {nodes} nodes and {arcs} arcs: insert {insert} ms, remove {remove} ms");
    let tail = tail("with the axis", &entry.pair());
    json!({
        "nodes": nodes, "arcs": arcs, "insert_ms": insert, "remove_ms": remove,
        "pair_ms": milliseconds(&entry.pair()), "tail": rounded(tail),
    })
}

/// Median and tail of all edits; the median of each pass, which shows wear; and the tail of the places: of each place's
/// edits the middle one.
fn figures(samples: &Samples) -> Value {
    let mut figures = samples.json();
    figures["p50_by_pass"] = samples.medians_by_pass(PASSES).into_iter().map(rounded).collect();
    figures["p99_by_place"] = json!(rounded(samples.medians_of(PASSES).percentile(99.0)));
    figures
}

fn print_table(entries: &[Entry], places: usize, streak: usize) {
    println!("A square of 2 × 2 m in a city of 500 × 500 m; µs");
    println!("{PASSES} passes over {places} places, {streak} at a time by each");
    println!(
        "p50 and p99 of all edits, and p99 of the places (of each place's edits the middle one); p50 of each pass\n"
    );
    println!("{:22} {:>8} {:>24} {:>24} {:>24} {:>22}", "", "vertices", "insert", "remove", "pair", "pair by pass");
    for entry in entries {
        let vertices = entry.rival.vertices().map_or("tiles".into(), |n| n.to_string());
        let cell = |s: &Samples| {
            let by_place = s.medians_of(PASSES).percentile(99.0);
            format!("{:.1} / {:.1} / {by_place:.1}", s.median(), s.percentile(99.0))
        };
        let cells = [cell(&entry.insert), cell(&entry.remove), cell(&entry.pair())];
        let passes: Vec<_> = entry.pair().medians_by_pass(PASSES).iter().map(|p50| format!("{p50:.1}")).collect();
        println!(
            "{:22} {vertices:>8} {:>24} {:>24} {:>24} {:>22}",
            entry.rival.name(),
            cells[0],
            cells[1],
            cells[2],
            passes.join(" / ")
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts what it is asked to do, and refuses to do it out of order.
    struct Counter {
        inserted: bool,
        squares: usize,
    }

    impl Updates for Counter {
        fn name(&self) -> String {
            "counter".into()
        }

        fn vertices(&self) -> Option<usize> {
            Some(self.squares)
        }

        fn insert(&mut self, _: Square) {
            assert!(!self.inserted);
            self.inserted = true;
            self.squares += 1;
        }

        fn remove(&mut self) {
            assert!(self.inserted);
            self.inserted = false;
        }
    }

    #[test]
    fn everyone_edits_every_place_once_after_warming_up() {
        let places = City::new(1, 100.0, 500).free_places(1, 70);
        let mut entries = [0, 1, 2].map(|_| Entry::new(Box::new(Counter { inserted: false, squares: 0 })));
        race(&mut entries, &places, 4);
        assert!(entries.iter().all(|entry| entry.rival.vertices() == Some(50 + PASSES * 70)));
        assert!(entries.iter().all(|entry| entry.pair().median() >= entry.insert.median()));
    }
}
