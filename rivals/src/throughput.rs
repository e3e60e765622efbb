//! Our paths by one thread and by two, each with a finder of its own, on one shared map.
//!
//! On a machine that others use, too, two threads rarely get two processors. So beside the time on the clock there is
//! the time that threads were at work, where Linux tells it: what two threads would get done with a processor each.

use crate::our_path::OurPath;
use crate::paths::FindsPaths;
use crate::statistics::rounded;
use navigant_files::internals::ReferenceQuery;
use navigant_mesh::Map;
use serde_json::{Value, json};
use std::hint::black_box;
use std::sync::Barrier;
use std::time::Instant;

/// One thread and two take turns so often; of each the best counts.
const TURNS: usize = 3;
/// How long a turn should take, in microseconds.
const TURN_US: f64 = 100_000.0;

/// Queries a second, by the clock and by the time at work.
#[derive(Clone, Copy, Debug, Default)]
struct Rates {
    clock: f64,
    work: f64,
}

/// What one thread and two get done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Throughput {
    one: Rates,
    two: Rates,
}

impl Throughput {
    pub(crate) fn json(self) -> Value {
        json!({
            "one_per_s": rounded(self.one.clock),
            "two_per_s": rounded(self.two.clock),
            "ratio": rounded(self.two.clock / self.one.clock),
            "ratio_at_work": rounded(self.two.work / self.one.work),
        })
    }

    /// The best of some turns; `turn` says what a number of threads get done in a second.
    fn best(turn: impl Fn(usize) -> Rates) -> Throughput {
        let better = |a: Rates, b: Rates| Rates { clock: a.clock.max(b.clock), work: a.work.max(b.work) };
        let mut best = Throughput::default();
        for _ in 0..TURNS {
            best = Throughput { one: better(best.one, turn(1)), two: better(best.two, turn(2)) };
        }
        best
    }
}

/// The throughput of queries, given about how many microseconds each takes.
pub(crate) fn of_map(map: &Map, queries: &[ReferenceQuery], mean_us: f64) -> Throughput {
    let rounds = (TURN_US / (mean_us * queries.len() as f64)).ceil().clamp(1.0, 1000.0) as usize;
    let answer = |finder: &mut OurPath, queries: &[ReferenceQuery]| {
        queries.iter().for_each(|query| _ = black_box(finder.find(query.from, query.to)));
    };
    Throughput::best(|threads| {
        let prepare = |_| {
            let mut finder = OurPath::with_landmarks(map);
            answer(&mut finder, queries);
            finder
        };
        let times = work_together(threads, prepare, |finder, thread| {
            // Two threads are at different places of the list.
            let (late, early) = queries.split_at(queries.len() / 2 * thread);
            for _ in 0..rounds {
                answer(finder, early);
                answer(finder, late);
            }
        });
        times.rates(threads * rounds * queries.len())
    })
}

/// What the machine has to give: arithmetic that needs no memory.
fn of_machine() -> Throughput {
    Throughput::best(|threads| {
        let rounds = 50_000_000;
        let prepare = |thread: usize| thread as u64;
        let times = work_together(threads, prepare, |state, _| {
            for i in 0..rounds as u64 {
                *state = black_box(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i));
            }
        });
        times.rates(threads * rounds)
    })
}

/// How many seconds some work took.
struct Times {
    clock: f64,
    /// Of the thread that worked longest.
    work: f64,
}

impl Times {
    fn rates(&self, done: usize) -> Rates {
        Rates { clock: done as f64 / self.clock, work: done as f64 / self.work }
    }
}

/// Has some threads work, from the moment that all are prepared.
fn work_together<T>(threads: usize, prepare: impl Fn(usize) -> T + Sync, work: impl Fn(&mut T, usize) + Sync) -> Times {
    let ready = Barrier::new(threads);
    let work_one = |thread: usize| {
        let mut prepared = prepare(thread);
        ready.wait();
        let (begin, at_work) = (Instant::now(), seconds_at_work());
        work(&mut prepared, thread);
        (begin, Instant::now(), seconds_at_work() - at_work)
    };
    let done: Vec<(Instant, Instant, f64)> = std::thread::scope(|scope| {
        let work_one = &work_one;
        let handles: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work_one(thread))).collect();
        handles.into_iter().map(|handle| handle.join().expect("no thread panics")).collect()
    });
    let begin = done.iter().map(|(begin, ..)| *begin).min();
    let end = done.iter().map(|(_, end, _)| *end).max();
    let clock = begin.zip(end).map_or(f64::NAN, |(begin, end)| (end - begin).as_secs_f64());
    Times { clock, work: done.iter().map(|(.., at_work)| *at_work).fold(f64::NAN, f64::max) }
}

/// How long this thread has been at work; NaN where nobody tells.
fn seconds_at_work() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or(f64::NAN, |ns| ns * 1e-9)
}

/// All maps together, each with its number of queries: one run over all their queries.
pub(crate) fn summary(maps: &[(usize, Throughput)]) -> Value {
    let queries: f64 = maps.iter().map(|(queries, _)| *queries as f64).sum();
    let rate = |of: fn(&Throughput) -> f64| queries / maps.iter().map(|(n, map)| *n as f64 / of(map)).sum::<f64>();
    let all = Throughput {
        one: Rates { clock: rate(|map| map.one.clock), work: rate(|map| map.one.work) },
        two: Rates { clock: rate(|map| map.two.clock), work: rate(|map| map.two.work) },
    };
    let machine = of_machine();
    let ratios = |t: Throughput| (t.two.clock / t.one.clock, t.two.work / t.one.work);
    let ((clock, work), (machine_clock, machine_work)) = (ratios(all), ratios(machine));
    println!("Threads: one answers {:.0} queries a second, two {:.0}:", all.one.clock, all.two.clock);
    println!("  {clock:.2}× by the clock, {work:.2}× by the time at work");
    println!("  arithmetic without memory gets {machine_clock:.2}× and {machine_work:.2}×");
    let mut report = all.json();
    report["machine"] = json!({"ratio": rounded(machine_clock), "ratio_at_work": rounded(machine_work)});
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
        let times = work_together(2, prepare, |_, _| assert_eq!(prepared.load(Ordering::SeqCst), 2));
        assert!(times.clock >= 0.0);
    }

    #[test]
    fn the_summary_weighs_maps_by_their_queries() {
        let rates = |clock: f64| Rates { clock, work: f64::NAN };
        let map = |one, two| Throughput { one: rates(one), two: rates(two) };
        let summary = summary(&[(100, map(10.0, 20.0)), (300, map(30.0, 30.0))]);
        assert_eq!((&summary["one_per_s"], &summary["two_per_s"]), (&json!(20.0), &json!(26.67)));
        assert_eq!(summary["ratio_at_work"], Value::Null, "nobody told");
    }
}
