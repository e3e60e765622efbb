//! What the first answer "there is no way" costs after an edit, in ever larger maps. Ours only.
//!
//! One goal is walled in for good; all other places are where edits happen. After each edit the components are asked for,
//! then the walled-in goal, twice, and then the dead ends, which a search needs. "First" is the first answer and the
//! components before it.

use crate::arguments::Arguments;
use crate::city::City;
use crate::progress;
use crate::statistics::{Samples, microseconds, milliseconds, rounded, timed};
use crate::unreachable::wall_around;
use navigant_mesh::internals::{ChangeInternals as _, MapInternals as _};
use navigant_mesh::{Map, Outline, Point};
use navigant_search::plane::{NoPath, PathFinder, Query};
use navigant_testing::generate;
use navigant_testing::rng::Rng;
use serde_json::{Value, json};

/// How often each edit is made and each question asked; the fastest counts.
const PASSES: usize = 3;

/// What is put up, asked about, taken away and asked about again.
#[derive(Clone, Copy, Debug)]
enum Edit {
    /// A square of 2 × 2 m, somewhere.
    Square,
    /// A bar of 10 to 40 m along one of the axes: in a city it closes a street or two.
    Bar,
    /// A ring of 5 to 30 m across: what is inside is cut off.
    Ring,
    /// A bar from one end of the map to the other: two halves.
    Cut,
}

const EDITS: [Edit; 4] = [Edit::Square, Edit::Bar, Edit::Ring, Edit::Cut];

impl Edit {
    fn name(self) -> &'static str {
        match self {
            Edit::Square => "square",
            Edit::Bar => "bar",
            Edit::Ring => "ring",
            Edit::Cut => "cut in two",
        }
    }

    /// Of a cut, which touches a whole row of the map, fewer are made.
    fn times(self, places: usize) -> usize {
        if matches!(self, Edit::Cut) { places.div_ceil(20) } else { places }
    }

    fn outline(self, rng: &mut Rng, side: f64) -> Outline {
        let at = Point::new(rng.range(0.05 * side..0.95 * side), rng.range(0.05 * side..0.95 * side));
        let around =
            |dx: f64, dy: f64| Outline::rectangle(Point::new(at.x - dx, at.y - dy), Point::new(at.x + dx, at.y + dy));
        match self {
            Edit::Square => around(1.0, 1.0),
            Edit::Bar | Edit::Cut => {
                let half = if matches!(self, Edit::Cut) { 2.0 * side } else { rng.range(5.0..20.0) };
                if rng.one_in(2) { around(half, 0.25) } else { around(0.25, half) }
            }
            Edit::Ring => wall_around(at, rng.range(2.5..15.0), 0.25),
        }
    }
}

/// What it took on one map, in microseconds.
#[derive(Default)]
struct Costs {
    touched: Samples,
    edit: Samples,
    components: Samples,
    first: Samples,
    next: Samples,
    dead_ends: Samples,
}

/// Measures maps of each wanted size, and reports.
pub(crate) fn run(arguments: &Arguments) -> Result<Value, String> {
    println!("No way, after an edit, µs: p50 / p99 / the most; {} edits of each kind", arguments.places);
    let mut reports = Vec::new();
    for &corners in &arguments.vertices {
        let city = City::of_corners(arguments.seed, corners);
        reports.push(measure(arguments, "city", city.side, &city.floor, &city.buildings));
        // As many faces as the city, about.
        let cells = ((corners as f64 / 1.6).sqrt() as u32).max(4);
        for (name, loops) in [("maze", 0.0), ("maze with loops", 0.1)] {
            let (floor, walls) = generate::maze(arguments.seed, cells, cells, 8.0, 0.0, loops);
            reports.push(measure(arguments, name, 8.0 * f64::from(cells), &floor, &walls));
        }
    }
    Ok(json!({"maps": reports}))
}

fn measure(arguments: &Arguments, name: &str, side: f64, floor: &Outline, obstacles: &[Outline]) -> Value {
    progress::show(&format!("{name}: building"));
    let (mut map, _) = Map::build(std::slice::from_ref(floor), obstacles).expect("a good map");
    let mut rng = Rng::new(arguments.seed + 1);
    let from = room_near(&map, &mut rng, Point::new(0.3 * side, 0.3 * side));
    let to = room_near(&map, &mut rng, Point::new(0.7 * side, 0.7 * side));
    map.insert(&wall_around(to, 0.5, 0.25)).expect("a good outline");
    let mut finder = PathFinder::new();
    let mut ask = |map: &Map, from: Point| {
        let (time, answer) = timed(|| finder.find(map, &Query::new(from, to)).map(|_| ()));
        let cut_off = matches!(
            answer,
            Err(NoPath::Disconnected { .. } | NoPath::StartOutside { .. } | NoPath::GoalOutside { .. })
        );
        assert!(cut_off, "the goal is walled in: {answer:?}");
        microseconds(time)
    };
    let (components, count) = timed(|| map.components().count());
    let very_first = microseconds(components) + ask(&map, from);
    let (dead_ends, _) = timed(|| map.dead_ends().contains(map.faces().next().expect("there are faces")));
    let mut unedited = Samples::default();
    for _ in 0..arguments.places {
        let from = Point::new(rng.range(0.0..side), rng.range(0.0..side));
        if map.is_walkable(from) {
            unedited.push((0..PASSES).map(|_| ask(&map, from)).fold(f64::INFINITY, f64::min));
        }
    }
    progress::done();
    println!(
        "\n{name}: {} faces; {count} components found in {:.1} ms, dead ends in {:.1} ms, unedited {}",
        map.face_count(),
        milliseconds(components),
        milliseconds(dead_ends),
        cell(&unedited)
    );
    println!(
        "{:10} {:>7} {:>22} {:>22} {:>22} {:>22} {:>24}",
        "", "touched", "edit", "components", "first", "next", "dead ends"
    );
    let mut edits = Vec::new();
    for edit in EDITS {
        let [mut insert, mut remove] = [Costs::default(), Costs::default()];
        for _ in 0..edit.times(arguments.places) {
            let outline = edit.outline(&mut rng, side);
            let [mut up, mut down] = [[f64::INFINITY; 5]; 2];
            for _ in 0..PASSES {
                let (time, id) = timed(|| map.insert(&outline).expect("a good outline"));
                insert.touched.push(map.change().faces_touched() as f64);
                least(&mut up, answers(&map, microseconds(time), || ask(&map, from)));
                let (time, _) = timed(|| map.remove(id).expect("it still stands"));
                remove.touched.push(map.change().faces_touched() as f64);
                least(&mut down, answers(&map, microseconds(time), || ask(&map, from)));
            }
            insert.push(up);
            remove.push(down);
        }
        for (what, costs) in [("", &insert), ("gone", &remove)] {
            println!("{:10} {}", if what.is_empty() { edit.name() } else { what }, costs.row());
        }
        edits.push(json!({"edit": edit.name(), "insert": insert.json(), "remove": remove.json()}));
    }
    json!({
        "name": name, "faces": map.face_count(), "very_first_us": rounded(very_first), "unedited_us": figures(&unedited),
        "edits": edits,
    })
}

/// A place near another with a metre of room around it.
fn room_near(map: &Map, rng: &mut Rng, near: Point) -> Point {
    let around = |p: Point| {
        [(0.0, 0.0), (0.6, 0.6), (-0.6, 0.6), (0.6, -0.6), (-0.6, -0.6)].map(|(x, y)| Point::new(p.x + x, p.y + y))
    };
    loop {
        let p = Point::new(near.x + rng.range(-9.0..9.0), near.y + rng.range(-9.0..9.0));
        if around(p).iter().all(|q| map.is_walkable(*q) && map.sees(p, *q)) {
            return p;
        }
    }
}

/// How long it takes after an edit: the edit itself; the components; those and the first answer; the next answer; the
/// dead ends.
fn answers(map: &Map, edit: f64, mut ask: impl FnMut() -> f64) -> [f64; 5] {
    let (components, _) = timed(|| map.components().count());
    let components = microseconds(components);
    let first = components + ask();
    let next = ask();
    let face = map.faces().next().expect("there are faces");
    let (dead_ends, _) = timed(|| map.dead_ends().contains(face));
    [edit, components, first, next, microseconds(dead_ends)]
}

/// Of each pass the fastest counts.
fn least(times: &mut [f64; 5], of_pass: [f64; 5]) {
    times.iter_mut().zip(of_pass).for_each(|(time, other)| *time = time.min(other));
}

impl Costs {
    fn push(&mut self, times: [f64; 5]) {
        let all = [&mut self.edit, &mut self.components, &mut self.first, &mut self.next, &mut self.dead_ends];
        all.into_iter().zip(times).for_each(|(samples, time)| samples.push(time));
    }

    fn row(&self) -> String {
        let [components, first, next] = [&self.components, &self.first, &self.next].map(cell);
        let [edit, dead_ends] = [&self.edit, &self.dead_ends].map(cell);
        format!("{:>7} {edit:>22} {components:>22} {first:>22} {next:>22} {dead_ends:>24}", self.touched.median())
    }

    fn json(&self) -> Value {
        json!({
            "touched": self.touched.median(), "edit_us": figures(&self.edit), "components_us": figures(&self.components),
            "first_us": figures(&self.first),
            "next_us": figures(&self.next), "dead_ends_us": figures(&self.dead_ends),
        })
    }
}

fn cell(samples: &Samples) -> String {
    format!("{:.1} / {:.1} / {:.1}", samples.median(), samples.percentile(99.0), samples.percentile(100.0))
}

fn figures(samples: &Samples) -> Value {
    json!({
        "p50": rounded(samples.median()),
        "p99": rounded(samples.percentile(99.0)),
        "max": rounded(samples.percentile(100.0)),
    })
}
