//! A map is built from nothing.

use crate::arguments::Arguments;
use crate::bare_cdt::{CdtBuild, Insertion};
use crate::city::City;
use crate::ours::OurBuild;
use crate::progress;
use crate::statistics::{Samples, milliseconds, rounded, timed};
use navigant_geometry::{Outline, Point};
use navigant_testing::generate;
use navigant_testing::rng::Rng;
use serde_json::{Value, json};
use spade::{HierarchyHintGenerator, LastUsedVertexHintGenerator};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A scene to build a map of.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) floor: Outline,
    pub(crate) obstacles: Vec<Outline>,
}

/// How large a map came out.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) vertices: usize,
    pub(crate) faces: usize,
    /// What it takes up, where the competitor can tell.
    pub(crate) bytes: Option<usize>,
}

/// One way to build a map.
pub(crate) trait Builds {
    fn name(&self) -> String;
    /// Drops the last map and brings the scene into the form that `build` takes. Not timed.
    fn prepare(&mut self, case: &Case);
    /// Builds the map and keeps it.
    fn build(&mut self, case: &Case);
    /// The size of the map that was built; `None` when there is none.
    fn size(&self) -> Option<Size>;
}

/// What one way needed: milliseconds, or nothing when it gave up.
struct Entry {
    way: Box<dyn Builds>,
    times: Samples,
    size: Option<Size>,
}

/// Builds a case by all ways in turn, `rounds` times. A way that panics is out of the race.
fn race(builders: Vec<Box<dyn Builds>>, case: &Case, rounds: usize) -> Vec<Entry> {
    let new_entry = |way| Entry { way, times: Samples::default(), size: None };
    let mut entries: Vec<Entry> = builders.into_iter().map(new_entry).collect();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    for round in 0..=rounds {
        let count = entries.len();
        for turn in 0..count {
            let entry = &mut entries[(round + turn) % count];
            if round > 0 && entry.size.is_none() {
                continue;
            }
            progress::show(&format!("{}: round {round} of {rounds}: {}", case.name, entry.way.name()));
            entry.way.prepare(case);
            let (time, outcome) = timed(|| catch_unwind(AssertUnwindSafe(|| entry.way.build(case))));
            entry.size = outcome.ok().and_then(|()| entry.way.size());
            // The first round only warms up.
            if round > 0 {
                entry.times.push(milliseconds(time));
            }
            entry.way.prepare(&Case::EMPTY);
        }
    }
    std::panic::set_hook(hook);
    progress::done();
    entries
}

impl Case {
    const EMPTY: Case = Case { name: "", floor: Outline::Polyline(Vec::new()), obstacles: Vec::new() };

    /// Points all over a square kilometre; some of them are joined to others 10 to 30 m away, which crosses a lot.
    fn crossing_constraints(seed: u64, points: usize, constraints: usize) -> Case {
        let side = 1000.0;
        let mut rng = Rng::new(seed);
        let mut place = || Point::new(rng.range(0.0..side), rng.range(0.0..side));
        let mut loose: Vec<Point> = (0..points - constraints).map(|_| place()).collect();
        let mut obstacles = Vec::with_capacity(points);
        for _ in 0..constraints {
            let from = loose.pop().expect("fewer than half of the points are joined");
            let to = loop {
                let ([cos, sin], length) = (rng.direction(), rng.range(10.0..30.0));
                let to = Point::new(from.x + cos * length, from.y + sin * length);
                if to.x.min(to.y) > 0.0 && to.x.max(to.y) < side {
                    break to;
                }
            };
            obstacles.push(Outline::polyline([from, to]));
        }
        obstacles.extend(loose.into_iter().map(|p| Outline::polyline([p])));
        rng.shuffle(&mut obstacles);
        Case { name: "crossing constraints", floor: Outline::rectangle([0.0, 0.0], [side, side]), obstacles }
    }

    /// A city of overlapping and touching buildings.
    fn city(seed: u64, edges: usize) -> Case {
        let city = City::of_corners(seed, edges);
        Case { name: "city", floor: city.floor, obstacles: city.buildings }
    }

    /// A city of buildings that stand apart: what spade's bulk loading is made for.
    fn city_without_contact(seed: u64, edges: usize) -> Case {
        let mut city = City::of_corners(seed, edges * 5 / 2).without_contact();
        let mut corners = 0;
        city.buildings.retain(|building| {
            let keep = corners < edges;
            corners += if keep { generate::corners(std::slice::from_ref(building)) } else { 0 };
            keep
        });
        Case { name: "city without contact", floor: city.floor, obstacles: city.buildings }
    }
}

/// Runs all cases and reports.
pub(crate) fn run(arguments: &Arguments) -> Result<Value, String> {
    let cases = [
        Case::crossing_constraints(arguments.seed, 100_000, 10_000),
        Case::city(arguments.seed, 50_000),
        Case::city_without_contact(arguments.seed, 50_000),
    ];
    let mut reports = Vec::new();
    for case in &cases {
        let builders: Vec<Box<dyn Builds>> = vec![
            Box::new(OurBuild::default()),
            Box::new(CdtBuild::<LastUsedVertexHintGenerator>::new(Insertion::Bulk)),
            Box::new(CdtBuild::<LastUsedVertexHintGenerator>::new(Insertion::OneByOne)),
            Box::new(CdtBuild::<HierarchyHintGenerator<f64>>::new(Insertion::Bulk)),
            Box::new(CdtBuild::<HierarchyHintGenerator<f64>>::new(Insertion::OneByOne)),
        ];
        let entries = race(builders, case, arguments.rounds);

        let corners = generate::corners(&case.obstacles);
        println!("{}: {} outlines with {corners} corners", case.name, case.obstacles.len());
        println!(
            "{:34} {:>10} {:>10} {:>9} {:>9} {:>16}",
            "", "p50 ms", "max ms", "vertices", "faces", "bytes / vertex"
        );
        for entry in &entries {
            let Some(size) = entry.size else {
                println!("{:34} {:>10}", entry.way.name(), "panics");
                continue;
            };
            let bytes = size.bytes.map_or("".into(), |b| format!("{:.0}", b as f64 / size.vertices as f64));
            println!(
                "{:34} {:>10.1} {:>10.1} {:>9} {:>9} {:>16}",
                entry.way.name(),
                entry.times.median(),
                entry.times.percentile(100.0),
                size.vertices,
                size.faces,
                bytes
            );
        }
        reports.push(report(case, &entries)?);
    }
    Ok(json!({"cases": reports, "rounds": arguments.rounds, "seed": arguments.seed}))
}

/// Ours, the first, against the best of the others.
fn report(case: &Case, entries: &[Entry]) -> Result<Value, String> {
    let finished = |entry: &&Entry| entry.size.is_some();
    let ours = entries.first().filter(finished).ok_or(format!("{}: we could not build it", case.name))?;
    let theirs = entries[1..].iter().filter(finished);
    let best = theirs.min_by(|a, b| a.times.median().total_cmp(&b.times.median()));
    let spade = best.map(|entry| entry.times.median());
    let ratio = spade.map(|spade| ours.times.median() / spade);
    println!("we take {:.2} of the best of spade\n", ratio.unwrap_or(f64::NAN));
    let bytes = ours.size.and_then(|size| Some(size.bytes? as f64 / size.vertices as f64));
    Ok(json!({
        "name": case.name,
        "navigant_ms": rounded(ours.times.median()),
        "spade_ms": spade.map(rounded),
        "navigant_over_spade": ratio.map(rounded),
        "spade_way": best.map(|entry| entry.way.name()),
        "bytes_per_vertex": bytes.map(rounded),
        "vertices": {"navigant": ours.size.map(|s| s.vertices), "spade": best.and_then(|e| Some(e.size?.vertices))},
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_as_large_as_promised() {
        let crossing = Case::crossing_constraints(1, 1000, 100);
        assert_eq!(generate::corners(&crossing.obstacles), 1000);
        assert_eq!(crossing.obstacles.len(), 900);
        for case in [Case::city(1, 2000), Case::city_without_contact(1, 2000)] {
            assert!((2000..2040).contains(&generate::corners(&case.obstacles)), "{}", case.name);
        }
    }

    #[test]
    fn a_way_that_panics_is_out_of_the_race_and_the_others_go_on() {
        struct Panics;
        impl Builds for Panics {
            fn name(&self) -> String {
                "panics".into()
            }

            fn prepare(&mut self, _: &Case) {}

            fn build(&mut self, _: &Case) {
                panic!("constraints cross");
            }

            fn size(&self) -> Option<Size> {
                None
            }
        }
        let spade = CdtBuild::<LastUsedVertexHintGenerator>::new(Insertion::OneByOne);
        let entries = race(vec![Box::new(Panics), Box::new(spade)], &Case::city(1, 500), 2);
        assert!(entries[0].size.is_none() && entries[0].times.median().is_nan());
        assert!(entries[1].size.is_some() && entries[1].times.median() > 0.0);
    }
}
