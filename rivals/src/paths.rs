//! Paths on public maps: ours, the crate `polyanya`'s and Detour's.
//!
//! Everybody answers each query in turn, and who begins changes from query to query, so that nobody finds his caches
//! warm; with `--streak N` everybody answers N queries before the next takes over. Of five passes each query's fastest
//! counts. A query's time is all it takes: finding the points on the mesh, searching, and the points of the path. Only
//! queries that everybody solves are compared in time; who fails on how many is told. Lengths are compared with the
//! reference beside the map where there is one, else with ours: faster must not mean worse.

use crate::arguments::Arguments;
use crate::courses::{Course, CourseFiles};
use crate::our_path::OurPath;
use crate::polyanya_mesh::PolyanyaMesh;
use crate::progress;
use crate::statistics::{Samples, microseconds, milliseconds, rounded, timed};
use crate::throughput::{self, Throughput};
use crate::unreachable;
use navigant_files::internals::{ReferenceLength, ReferenceQuery};
use navigant_mesh::Point;
use serde_json::{Map, Value, json};
use std::error::Error;
use std::fmt::Write;

/// How often everyone answers each query.
const PASSES: usize = 5;
/// The promise holds for maps with more polygons than this.
const SMALL: usize = 1000;
/// What we may take of the others' times.
const OF_POLYANYA: f64 = 0.33;
const OF_DETOUR: f64 = 1.0;

/// A map on which paths are found.
pub(crate) trait FindsPaths {
    /// The competitor.
    fn name(&self) -> &'static str;
    /// How many convex polygons its free space has.
    fn polygons(&self) -> usize;
    /// Finds a path and the points along it, and sums up their distances.
    fn find(&mut self, from: Point, to: Point) -> Option<f64>;
}

/// One competitor, and by query what it answered and how fast, in microseconds.
struct Entry<'c> {
    rival: Box<dyn FindsPaths + 'c>,
    fastest: Vec<f64>,
    lengths: Vec<Option<f64>>,
}

impl<'c> Entry<'c> {
    fn new(rival: impl FindsPaths + 'c, queries: usize) -> Entry<'c> {
        Entry { rival: Box::new(rival), fastest: vec![f64::INFINITY; queries], lengths: vec![None; queries] }
    }

    fn unsolved(&self) -> usize {
        self.lengths.iter().filter(|length| length.is_none()).count()
    }
}

/// Has everybody answer every query, `streak` queries at a time; who begins changes from streak to streak.
fn race(entries: &mut [Entry], queries: &[ReferenceQuery], streak: usize, what: &str) {
    let count = entries.len();
    for pass in 1..=PASSES {
        for (turn, some) in queries.chunks(streak).enumerate() {
            let first = turn * streak;
            if first % 50 < streak {
                progress::show(&format!("{what}: pass {pass} of {PASSES}, {first} of {} queries", queries.len()));
            }
            for who in (0..count).map(|who| (turn + pass + who) % count) {
                let entry = &mut entries[who];
                for (index, query) in some.iter().enumerate().map(|(i, query)| (first + i, query)) {
                    let (time, length) = timed(|| entry.rival.find(query.from, query.to));
                    entry.fastest[index] = entry.fastest[index].min(microseconds(time));
                    entry.lengths[index] = length;
                }
            }
        }
    }
    progress::done();
}

/// What came of a course. Ours is the first of the entries.
struct Outcome<'c> {
    course: &'c Course,
    entries: Vec<Entry<'c>>,
    threads: Throughput,
}

impl Outcome<'_> {
    fn of(&self, who: &str) -> Option<&Entry<'_>> {
        self.entries.iter().find(|entry| entry.rival.name() == who)
    }

    /// How many polygons the map has: those of polyanya's mesh.
    fn polygons(&self) -> usize {
        self.of("polyanya").map_or(0, |entry| entry.rival.polygons())
    }

    /// A competitor's times on what everybody solved.
    fn times(&self, entry: &Entry) -> Samples {
        let all_solved = |query: &usize| self.entries.iter().all(|entry| entry.lengths[*query].is_some());
        let mut times = Samples::default();
        for query in (0..self.course.queries.len()).filter(all_solved) {
            times.push(entry.fastest[query]);
        }
        times
    }

    /// Our mean time over a competitor's.
    fn ratio_to(&self, who: &str) -> Option<f64> {
        Some(self.times(&self.entries[0]).mean() / self.times(self.of(who)?).mean())
    }

    /// How long the path of a query should be.
    fn reference(&self, query: usize) -> Option<f64> {
        match self.course.queries[query].length {
            ReferenceLength::Known(length) => Some(length),
            _ => self.entries[0].lengths[query],
        }
    }

    /// A competitor's lengths over the references.
    fn length_ratios(&self, entry: &Entry) -> Samples {
        let mut ratios = Samples::default();
        for query in 0..self.course.queries.len() {
            if let (Some(length), Some(reference)) = (entry.lengths[query], self.reference(query)) {
                ratios.push(if length == reference { 1.0 } else { length / reference });
            }
        }
        ratios
    }

    /// How many of our paths are longer than the one over the grid that is known.
    fn longer_than_grid(&self) -> usize {
        let longer = |(query, length): (&ReferenceQuery, &Option<f64>)| match query.grid_length {
            ReferenceLength::Known(grid) => length.is_some_and(|length| length > grid * (1.0 + 1e-5) + 0.01),
            _ => false,
        };
        self.course.queries.iter().zip(&self.entries[0].lengths).filter(|pair| longer(*pair)).count()
    }

    fn report(&self) -> Value {
        let mut report = Map::new();
        report.insert("name".into(), json!(self.course.name));
        report.insert("polygons".into(), json!(self.polygons()));
        report.insert("queries".into(), json!(self.course.queries.len()));
        report.insert("compared".into(), json!(self.times(&self.entries[0]).len()));
        for who in ["navigant", "navigant_plain", "polyanya", "detour"] {
            report.insert(who.into(), self.of(who).map_or(Value::Null, |entry| self.figures(entry)));
        }
        let worst = self.length_ratios(&self.entries[0]).percentile(100.0);
        report.insert("worst_length_ratio".into(), json!(worst));
        report.insert("longer_than_grid".into(), json!(self.longer_than_grid()));
        report.insert("navigant_over_polyanya".into(), json!(self.ratio_to("polyanya").map(rounded)));
        report.insert("navigant_over_detour".into(), json!(self.ratio_to("detour").map(rounded)));
        report.insert("reference".into(), json!(if self.has_reference() { "beside the map" } else { "navigant" }));
        report.insert("threads".into(), self.threads.json());
        Value::Object(report)
    }

    fn has_reference(&self) -> bool {
        self.course.queries.iter().any(|query| matches!(query.length, ReferenceLength::Known(_)))
    }

    fn figures(&self, entry: &Entry) -> Value {
        let (times, lengths) = (self.times(entry), self.length_ratios(entry));
        json!({
            "mean_us": rounded(times.mean()),
            "p50_us": rounded(times.median()),
            "p99_us": rounded(times.percentile(99.0)),
            "max_us": rounded(times.percentile(100.0)),
            "polygons": entry.rival.polygons(),
            "unsolved": entry.unsolved(),
            "mean_length_ratio": lengths.mean(),
            "least_length_ratio": lengths.percentile(0.0),
            "worst_length_ratio": lengths.percentile(100.0),
        })
    }

    fn print(&self) {
        let cell = |who: &str| {
            let times = self.of(who).map(|entry| self.times(entry));
            times.map_or("-".into(), |times| format!("{:.2} / {:.1}", times.mean(), times.percentile(99.0)))
        };
        let ratio = |who: &str| self.ratio_to(who).map_or("-".into(), |ratio| format!("{ratio:.2}"));
        let excess = |who: &str| {
            let worst = self.of(who).map(|entry| self.length_ratios(entry).percentile(100.0) - 1.0);
            worst.map_or("-".into(), |worst| format!("{worst:.0e}"))
        };
        let unsolved: Vec<String> = self.entries.iter().map(|entry| entry.unsolved().to_string()).collect();
        println!(
            "{:24} {:>6} {:>6} {:>17} {:>19} {:>17} {:>5} {:>5}  {:>6} {:>6} {:>6}  {:<8} {}",
            self.course.name,
            self.polygons(),
            self.course.queries.len(),
            cell("navigant"),
            cell("polyanya"),
            cell("detour"),
            ratio("polyanya"),
            ratio("detour"),
            excess("navigant"),
            excess("polyanya"),
            excess("detour"),
            unsolved.join("/"),
            if self.longer_than_grid() > 0 { "LONGER THAN THE GRID'S" } else { "" },
        );
    }

    /// A line for each query.
    fn write_each(&self, lines: &mut String) {
        for (index, query) in self.course.queries.iter().enumerate() {
            let (from, to) = (query.from, query.to);
            let _ = write!(lines, "{},{},{},{},{}", self.course.name, from.x, from.y, to.x, to.y);
            let _ = write!(lines, ",{}", self.reference(index).unwrap_or(f64::NAN));
            for who in ["navigant", "polyanya", "detour"] {
                let (time, length) = self.of(who).map_or((f64::NAN, None), |e| (e.fastest[index], e.lengths[index]));
                let _ = write!(lines, ",{time:.3},{}", length.unwrap_or(f64::NAN));
            }
            lines.push('\n');
        }
    }
}

/// Runs all courses and reports.
pub(crate) fn run(arguments: &Arguments) -> Result<Value, String> {
    compare(arguments).map_err(|error| error.to_string())
}

fn compare(arguments: &Arguments) -> Result<Value, Box<dyn Error>> {
    println!("Mean and p99 in µs, of each query the fastest of {PASSES}; ours over theirs; the longest path over the");
    println!(
        "reference, less 1; queries not solved by us, by us without landmarks, polyanya and Detour. Polygons: polyanya's.\n"
    );
    println!(
        "{:24} {:>6} {:>6} {:>17} {:>19} {:>17} {:>5} {:>5}  {:>6} {:>6} {:>6}",
        "map", "polyg.", "asked", "navigant", "polyanya", "detour", "of p.", "of d.", "our +", "p. +", "d. +"
    );
    let (mut reports, mut verdicts, mut cut_off, mut totals) =
        (Vec::new(), Verdicts::default(), Vec::new(), Vec::new());
    let mut each =
        String::from("map,sx,sy,gx,gy,reference,navigant_us,navigant,polyanya_us,polyanya,detour_us,detour\n");
    let wanted = |files: &CourseFiles| arguments.only.as_ref().is_none_or(|part| files.name.contains(part.as_str()));
    for files in CourseFiles::all(&arguments.data)?.into_iter().filter(wanted) {
        progress::show(&format!("{}: reading", files.name));
        let course = files.read(arguments.queries)?;
        let entries = enter(&course)?;
        let mut outcome = Outcome { course: &course, entries, threads: Throughput::default() };
        race(&mut outcome.entries, &course.queries, arguments.streak, &course.name);
        outcome.threads = throughput::of_map(&course.map, &course.queries, outcome.times(&outcome.entries[0]).mean());
        outcome.print();
        outcome.write_each(&mut each);
        verdicts.add(&outcome);
        totals.push((course.queries.len(), outcome.threads));
        cut_off.push(unreachable::on_course(&course));
        reports.push(outcome.report());
    }
    println!();
    verdicts.print();
    let threads = throughput::summary(&totals);
    if arguments.only.is_none() {
        cut_off.push(unreachable::in_city(arguments.seed, 1_000_000));
    }
    unreachable::print(&cut_off);
    if let Some(path) = &arguments.each {
        std::fs::write(path, each).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(json!({
        "maps": reports,
        "threads": threads,
        "unreachable": cut_off.iter().map(unreachable::Costs::json).collect::<Vec<_>>(),
        "verdicts": verdicts.json(),
        "passes": PASSES,
        "streak": arguments.streak,
    }))
}

/// Everybody's map of a course; who needs long for it is named.
fn enter(course: &Course) -> Result<Vec<Entry<'_>>, Box<dyn Error>> {
    let queries = course.queries.len();
    progress::show(&format!("{}: building polyanya's mesh", course.name));
    let (time, polyanya) = timed(|| PolyanyaMesh::of_course(course));
    if milliseconds(time) > 5000.0 {
        println!("(polyanya's mesh took {:.0} s to build)", time.as_secs_f64());
    }
    #[cfg_attr(not(feature = "detour"), allow(unused_mut))]
    let mut entries = vec![
        Entry::new(OurPath::with_landmarks(&course.map), queries),
        Entry::new(OurPath::plain(&course.map), queries),
        Entry::new(polyanya?, queries),
    ];
    #[cfg(feature = "detour")]
    if let Some(detour) = crate::detour_path::DetourPath::of_map(&course.map) {
        entries.push(Entry::new(detour, queries));
    }
    Ok(entries)
}

/// On how many of the maps that count we are as fast as promised.
#[derive(Default)]
struct Verdicts {
    polyanya: (usize, usize),
    detour: (usize, usize),
    /// Polyanya's times over ours, logarithms.
    gains: Samples,
}

impl Verdicts {
    fn add(&mut self, outcome: &Outcome) {
        if outcome.polygons() <= SMALL {
            return;
        }
        let judge = |(good, all): &mut (usize, usize), ratio: Option<f64>, limit: f64| {
            *all += usize::from(ratio.is_some());
            *good += usize::from(ratio.is_some_and(|ratio| ratio <= limit));
        };
        judge(&mut self.polyanya, outcome.ratio_to("polyanya"), OF_POLYANYA);
        judge(&mut self.detour, outcome.ratio_to("detour"), OF_DETOUR);
        self.gains.push(-outcome.ratio_to("polyanya").map_or(0.0, f64::ln));
    }

    fn print(&self) {
        let [(p_good, p_all), (d_good, d_all)] = [self.polyanya, self.detour];
        println!("Maps with more than {SMALL} polygons on which we take at most");
        println!("  {OF_POLYANYA} of polyanya's time: {p_good} of {p_all}; geometric mean {:.2}", self.of_polyanya());
        println!("  {OF_DETOUR} of Detour's time: {d_good} of {d_all}");
    }

    fn of_polyanya(&self) -> f64 {
        (-self.gains.mean()).exp()
    }

    fn json(&self) -> Value {
        let verdict = |(good, all): (usize, usize), limit: f64| json!({"limit": limit, "maps": all, "within": good});
        json!({
            "polyanya": verdict(self.polyanya, OF_POLYANYA),
            "detour": verdict(self.detour, OF_DETOUR),
            "navigant_over_polyanya_geometric_mean": rounded(self.of_polyanya()),
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use navigant_mesh::Outline;

    /// A floor with a house on it that has a courtyard.
    pub(crate) fn yard() -> navigant_mesh::Map {
        let floor = Outline::rectangle([0.0, 0.0], [20.0, 10.0]);
        let courtyard = [[8.0, 4.0], [12.0, 4.0], [12.0, 6.0], [8.0, 6.0]];
        let house = Outline::rectangle([5.0, 2.0], [15.0, 8.0]).with_hole(courtyard);
        navigant_mesh::Map::build(&[floor], &[house]).unwrap().0
    }

    fn query(length: ReferenceLength) -> ReferenceQuery {
        let (from, to) = (Point::new(0.0, 0.0), Point::new(3.0, 4.0));
        ReferenceQuery { from, to, length, grid_length: ReferenceLength::NotGiven }
    }

    fn course(queries: Vec<ReferenceQuery>) -> Course {
        let (floors, obstacles, merged_mesh) = (Vec::new(), Vec::new(), None);
        Course { name: "yard".into(), floors, obstacles, map: yard(), merged_mesh, queries }
    }

    /// Answers everything with one length, and counts.
    struct Answers(&'static str, Option<f64>, std::rc::Rc<std::cell::Cell<usize>>);

    impl FindsPaths for Answers {
        fn name(&self) -> &'static str {
            self.0
        }

        fn polygons(&self) -> usize {
            2000
        }

        fn find(&mut self, _: Point, _: Point) -> Option<f64> {
            self.2.set(self.2.get() + 1);
            self.1
        }
    }

    #[test]
    fn everybody_answers_every_query_in_every_pass() {
        let queries = vec![query(ReferenceLength::NotGiven); 7];
        let counts = [0, 1, 2].map(|_| std::rc::Rc::default());
        let mut entries: Vec<Entry> = counts
            .iter()
            .map(|count| Entry::new(Answers("navigant", Some(1.0), std::rc::Rc::clone(count)), 7))
            .collect();
        race(&mut entries, &queries, 2, "test");
        assert!(counts.iter().all(|count| count.get() == 7 * PASSES));
        assert!(entries.iter().all(|entry| entry.fastest.iter().all(|time| time.is_finite())));
    }

    #[test]
    fn a_query_that_somebody_fails_on_is_not_compared_and_is_told() {
        let course = course(vec![query(ReferenceLength::Known(5.0)); 2]);
        let mut ours = Entry::new(Answers("navigant", Some(5.0), std::rc::Rc::default()), 2);
        let mut theirs = Entry::new(Answers("polyanya", Some(5.5), std::rc::Rc::default()), 2);
        (ours.fastest, ours.lengths) = (vec![1.0, 100.0], vec![Some(5.0), Some(5.0)]);
        (theirs.fastest, theirs.lengths) = (vec![4.0, 2.0], vec![Some(5.5), None]);
        let outcome = Outcome { course: &course, entries: vec![ours, theirs], threads: Throughput::default() };
        let report = outcome.report();
        assert_eq!((outcome.ratio_to("polyanya"), outcome.ratio_to("detour")), (Some(0.25), None));
        assert_eq!((&report["polyanya"]["unsolved"], &report["detour"]), (&json!(1), &Value::Null));
        assert_eq!(
            (&report["worst_length_ratio"], &report["polyanya"]["worst_length_ratio"]),
            (&json!(1.0), &json!(1.1))
        );
        assert_eq!((&report["queries"], &report["compared"]), (&json!(2), &json!(1)));
    }

    #[test]
    fn without_a_reference_our_length_is_it() {
        let course = course(vec![query(ReferenceLength::NotGiven)]);
        let mut ours = Entry::new(Answers("navigant", None, std::rc::Rc::default()), 1);
        let mut theirs = Entry::new(Answers("polyanya", None, std::rc::Rc::default()), 1);
        (ours.lengths, theirs.lengths) = (vec![Some(4.0)], vec![Some(5.0)]);
        let outcome = Outcome { course: &course, entries: vec![ours, theirs], threads: Throughput::default() };
        assert_eq!(outcome.length_ratios(&outcome.entries[1]).mean(), 1.25);
        let mut verdicts = Verdicts::default();
        verdicts.add(&outcome);
        assert_eq!((verdicts.polyanya.1, verdicts.detour.1), (1, 0), "Detour is not in this race");
    }
}
