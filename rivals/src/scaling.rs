//! The same edit in ever larger maps: it should neither touch more nor take longer. Ours only.

use crate::arguments::Arguments;
use crate::city::{City, Square};
use crate::ours::{Kept, Ours};
use crate::statistics::{Samples, microseconds, milliseconds, rounded, timed};
use crate::updates::Updates;
use serde_json::{Value, json};

/// Measures maps of each wanted size, all equally dense, and reports.
pub(crate) fn run(arguments: &Arguments) -> Result<Value, String> {
    println!("A square of 2 × 2 m, {} places in each map", arguments.places);
    println!(
        "{:>20} {:>10} {:>10} {:>10} {:>9} {:>18} {:>18} {:>18}",
        "", "vertices", "faces", "build ms", "touched", "pair p50 / p99 µs", "insert p50 / p99", "remove p50 / p99"
    );
    let mut reports = Vec::new();
    for &vertices in &arguments.vertices {
        let city = City::of_corners(arguments.seed, vertices);
        let places = city.free_places(arguments.seed + 1, arguments.places);
        for kept in [Kept::Map, Kept::Clearance] {
            reports.push(measure(&city, &places, kept));
        }
    }
    Ok(json!({"maps": reports}))
}

/// Inserts and removes a square at each place of a city, with what is kept up to date after each edit.
fn measure(city: &City, places: &[Square], kept: Kept) -> Value {
    let (build, mut ours) = timed(|| Ours::keeping(city, kept));
    let (mut insert, mut remove, mut touched) = (Samples::default(), Samples::default(), Samples::default());
    for &square in places.iter().take(50).chain(places) {
        let (inserting, ()) = timed(|| ours.insert(square));
        let mut faces = ours.faces_touched();
        let (removing, ()) = timed(|| ours.remove());
        faces += ours.faces_touched();
        insert.push(microseconds(inserting));
        remove.push(microseconds(removing));
        touched.push(faces as f64);
    }
    let pair = insert.plus(&remove);
    let cell = |s: &Samples| format!("{:.2} / {:.2}", s.median(), s.percentile(99.0));
    println!(
        "{:>20} {:>10} {:>10} {:>10.1} {:>9.2} {:>18} {:>18} {:>18}",
        ours.name(),
        ours.vertices().unwrap_or(0),
        ours.faces(),
        milliseconds(build),
        touched.mean(),
        cell(&pair),
        cell(&insert),
        cell(&remove)
    );
    json!({
        "way": ours.name(), "vertices": ours.vertices(), "faces": ours.faces(), "build_ms": rounded(milliseconds(build)),
        "faces_touched": {"mean": rounded(touched.mean()), "p50": touched.median(), "p99": touched.percentile(99.0)},
        "insert_us": insert.json(), "remove_us": remove.json(), "pair_us": pair.json(),
    })
}
