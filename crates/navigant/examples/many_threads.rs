//! One map, many threads: each has a finder of its own, nothing is locked, and the answers are those of one thread.

use navigant::prelude::*;
use std::error::Error;
use std::thread;

fn main() -> Result<(), Box<dyn Error>> {
    let floor = Outline::rectangle([0.0, 0.0], [300.0, 300.0]);
    let houses: Vec<Outline> = (0..400)
        .map(|i| {
            let (x, y) = (f64::from(i % 20) * 15.0 + 3.0, f64::from(i / 20) * 15.0 + 3.0);
            Outline::polygon([
                [x, y],
                [x + 8.0, y + f64::from(i % 3)],
                [x + 7.0, y + 9.0],
                [x + f64::from(i % 4), y + 8.0],
            ])
        })
        .collect();
    // Many outlines at once are built faster than inserted one by one.
    let (map, _) = Map::build(&[floor], &houses)?;
    let queries: Vec<Query> = (0..2000u32)
        .map(|i| {
            let at = |k: u32| f64::from(k.wrapping_mul(2_654_435_769) >> 12) / f64::from(1u32 << 20) * 298.0 + 1.0;
            Query::new([at(4 * i), at(4 * i + 1)], [at(4 * i + 2), at(4 * i + 3)]).with_radius(0.4)
        })
        .collect();

    let alone = total(&map, &queries);
    // ANCHOR: threads
    let threads = thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let parts: Vec<(usize, f64)> = thread::scope(|scope| {
        let map = &map;
        let chunks = queries.chunks(queries.len().div_ceil(threads));
        let workers: Vec<_> = chunks.map(|chunk| scope.spawn(move || total(map, chunk))).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    // ANCHOR_END: threads
    let found: usize = parts.iter().map(|part| part.0).sum();
    println!("one thread: {} paths; {threads} threads: {found} paths", alone.0);
    println!("their lengths: {:.3} m and {:.3} m", alone.1, parts.iter().map(|part| part.1).sum::<f64>());
    println!("the other {} queries begin or end in a house", queries.len() - found);
    if found != alone.0 {
        return Err("threads do not agree".into());
    }
    Ok(())
}

/// How many paths there are, and how long they are together.
fn total(map: &Map, queries: &[Query]) -> (usize, f64) {
    let mut finder = PathFinder::new();
    queries.iter().fold((0, 0.0), |(count, length), query| match finder.find(map, query) {
        Ok(path) => (count + 1, length + path.length),
        Err(_) => (count, length),
    })
}
