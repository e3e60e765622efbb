//! The hot paths, one at a time: an edit, a point's path, a disc's path, a crowd's step. `cargo bench -p navigant-testing`.
//!
//! All of it happens in a city of 300 × 300 m with some 600 corners, from seeds. Comparisons with others are in `rivals`.

use criterion::{BatchSize, Criterion};
use navigant_crowd::{Agent, Crowd};
use navigant_mesh::{Map, Outline, Point};
use navigant_search::plane::{PathFinder, Query};
use navigant_testing::generate::city;
use navigant_testing::rng::Rng;
use std::hint::black_box;

const SIDE: f64 = 300.0;

fn town() -> Map {
    let (floor, buildings) = city(7, SIDE, SIDE, 600);
    Map::build(&[floor], &buildings).expect("the generator makes good outlines").0
}

fn place(rng: &mut Rng) -> Point {
    Point::new(rng.range(1.0..SIDE - 1.0), rng.range(1.0..SIDE - 1.0))
}

/// Pairs of places between which a disc of a radius has a path.
fn queries(map: &Map, radius: f64) -> Vec<Query<'static>> {
    let (mut rng, mut finder) = (Rng::new(11), PathFinder::new());
    let mut queries = Vec::new();
    while queries.len() < 64 {
        let query = Query::new(place(&mut rng), place(&mut rng)).with_radius(radius);
        if finder.find(map, &query).is_ok() {
            queries.push(query);
        }
    }
    queries
}

fn edits(c: &mut Criterion) {
    let (mut map, mut rng) = (town(), Rng::new(3));
    c.bench_function("insert and remove a square of 2 m", |b| {
        b.iter(|| {
            let p = place(&mut rng);
            let id = map.insert(&Outline::rectangle(p, [p.x + 2.0, p.y + 2.0])).expect("finite");
            map.remove(black_box(id)).expect("it was just inserted");
        });
    });
}

fn paths(c: &mut Criterion) {
    let (map, mut finder) = (town(), PathFinder::new());
    for radius in [0.0, 0.3] {
        let queries = queries(&map, radius);
        let mut next = queries.iter().cycle();
        c.bench_function(&format!("shortest path, radius {radius} m"), |b| {
            b.iter(|| next.next().map(|query| finder.find(&map, black_box(query)).map(|path| path.length)));
        });
    }
}

fn crowd(c: &mut Criterion) {
    let (map, mut rng) = (town(), Rng::new(5));
    let mut crowd = Crowd::new(&map);
    while crowd.len() < 2000 {
        // Who has no room there is refused.
        let _ = crowd.add(&map, &Agent::new(place(&mut rng)).with_goal(place(&mut rng)));
    }
    while crowd.plan_ahead(&map, 100_000) > 0 {}
    for _ in 0..20 {
        crowd.step(&map, Crowd::DT).expect("a usual step");
    }
    let state = crowd.save(&map);
    c.bench_function("ten steps of 2,000 agents", |b| {
        b.iter_batched(
            || Crowd::load(&map, &state).expect("it was just saved"),
            |mut crowd| (0..10).for_each(|_| drop(black_box(crowd.step(&map, Crowd::DT)))),
            BatchSize::LargeInput,
        );
    });
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    edits(&mut criterion);
    paths(&mut criterion);
    crowd(&mut criterion);
    criterion.final_summary();
}
