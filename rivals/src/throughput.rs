//! Our paths by one thread and by two, each with a finder of its own, on one shared map.

use crate::our_path::OurPath;
use crate::paths::FindsPaths;
use crate::statistics::rounded;
use navigant_files::csv_queries::ReferenceQuery;
use navigant_mesh::Map;
use serde_json::{Value, json};
use std::hint::black_box;
use std::sync::Barrier;
use std::time::Instant;

/// One thread and two take turns so often; of each the best counts, for others use the machine, too.
const TURNS: usize = 3;
/// How long a turn should take, in microseconds.
const TURN_US: f64 = 60_000.0;

/// Queries a second.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Throughput {
    one: f64,
    two: f64,
}

impl Throughput {
    pub(crate) fn json(self) -> Value {
        json!({"one_per_s": rounded(self.one), "two_per_s": rounded(self.two), "ratio": rounded(self.two / self.one)})
    }

    /// The best of some turns; `turn` says what a number of threads get done in a second.
    fn best(turn: impl Fn(usize) -> f64) -> Throughput {
        let mut best = Throughput::default();
        for _ in 0..TURNS {
            best = Throughput { one: best.one.max(turn(1)), two: best.two.max(turn(2)) };
        }
        best
    }
}

/// The throughput of queries that take about so many microseconds each.
pub(crate) fn of_map(map: &Map, queries: &[ReferenceQuery], mean_us: f64) -> Throughput {
    let rounds = (TURN_US / (mean_us * queries.len() as f64)).ceil().clamp(1.0, 1000.0) as usize;
    let answer = |finder: &mut OurPath, queries: &[ReferenceQuery]| {
        queries.iter().for_each(|query| _ = black_box(finder.find(query.from, query.to)));
    };
    Throughput::best(|threads| {
        let prepare = |_| {
            let mut finder = OurPath::on(map);
            answer(&mut finder, queries);
            finder
        };
        let time = seconds_together(threads, prepare, |finder, thread| {
            // Two threads are at different places of the list.
            let (late, early) = queries.split_at(queries.len() / 2 * thread);
            for _ in 0..rounds {
                answer(finder, early);
                answer(finder, late);
            }
        });
        (threads * rounds * queries.len()) as f64 / time
    })
}

/// What the machine has to give: arithmetic that needs no memory.
fn of_machine() -> Throughput {
    Throughput::best(|threads| {
        let rounds = 30_000_000u64;
        let time = seconds_together(
            threads,
            |thread| thread as u64,
            |state, _| {
                for i in 0..rounds {
                    *state = black_box(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i));
                }
            },
        );
        (threads as u64 * rounds) as f64 / time
    })
}

/// How many seconds some threads work, from the moment that all are prepared.
fn seconds_together<T>(
    threads: usize,
    prepare: impl Fn(usize) -> T + Sync,
    work: impl Fn(&mut T, usize) + Sync,
) -> f64 {
    let ready = Barrier::new(threads);
    let begin_and_end = |thread: usize| {
        let mut prepared = prepare(thread);
        ready.wait();
        let begin = Instant::now();
        work(&mut prepared, thread);
        (begin, Instant::now())
    };
    let spans: Vec<(Instant, Instant)> = std::thread::scope(|scope| {
        let begin_and_end = &begin_and_end;
        let handles: Vec<_> = (0..threads).map(|thread| scope.spawn(move || begin_and_end(thread))).collect();
        handles.into_iter().map(|handle| handle.join().expect("no thread panics")).collect()
    });
    let begin = spans.iter().map(|(begin, _)| *begin).min();
    let end = spans.iter().map(|(_, end)| *end).max();
    begin.zip(end).map_or(0.0, |(begin, end)| (end - begin).as_secs_f64())
}

/// All maps together, each with its number of queries: one run over all their queries.
pub(crate) fn summary(maps: &[(usize, Throughput)]) -> Value {
    let queries: f64 = maps.iter().map(|(queries, _)| *queries as f64).sum();
    let seconds = |rate: fn(&Throughput) -> f64| maps.iter().map(|(n, rates)| *n as f64 / rate(rates)).sum::<f64>();
    let all = Throughput { one: queries / seconds(|rates| rates.one), two: queries / seconds(|rates| rates.two) };
    let machine = of_machine();
    println!(
        "Threads: one answers {:.0} queries a second, two {:.0}: {:.2}×; arithmetic without memory gets {:.2}×",
        all.one,
        all.two,
        all.two / all.one,
        machine.two / machine.one,
    );
    let mut report = all.json();
    report["machine_ratio"] = json!(rounded(machine.two / machine.one));
    report
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn nobody_begins_before_all_are_prepared() {
        let prepared = AtomicUsize::new(0);
        let prepare = |_| prepared.fetch_add(1, Ordering::SeqCst);
        let time = seconds_together(2, prepare, |_, _| assert_eq!(prepared.load(Ordering::SeqCst), 2));
        assert!(time >= 0.0);
    }

    #[test]
    fn the_summary_weighs_maps_by_their_queries() {
        let maps = [(100, Throughput { one: 10.0, two: 20.0 }), (300, Throughput { one: 30.0, two: 30.0 })];
        let summary = summary(&maps);
        assert_eq!((&summary["one_per_s"], &summary["two_per_s"]), (&json!(20.0), &json!(26.67)));
    }
}
