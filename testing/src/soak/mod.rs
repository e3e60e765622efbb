//! Soaks: millions of seeded random cases against the oracles.
//!
//! A soak is a numbered sequence of cases, each following from the soak's seed and its number alone, so that a failure
//! is reproduced by naming the two.

#[cfg(feature = "crowds")]
pub mod adaptive;
pub mod again;
pub mod areas;
pub mod budgets;
pub mod clearance;
pub mod comfort;
#[cfg(feature = "crowds")]
pub mod constraints;
#[cfg(feature = "crowds")]
pub mod crowd;
#[cfg(feature = "crowds")]
pub mod crowd_layers;
#[cfg(feature = "crowds")]
pub mod crowd_locality;
#[cfg(feature = "crowds")]
pub mod crowd_planning;
#[cfg(feature = "crowds")]
pub mod crowd_snapshots;
#[cfg(feature = "crowds")]
pub mod density;
pub mod disc_inflated;
pub mod disc_oracles;
pub mod disc_paths;
pub mod disc_scene;
#[cfg(feature = "crowds")]
pub mod domains;
pub mod ecm;
pub mod edits;
#[cfg(feature = "crowds")]
pub mod eikonal;
#[cfg(feature = "crowds")]
pub mod fields;
#[cfg(feature = "gpu")]
mod fields_gpu;
pub mod floors;
pub mod funnel;
pub mod grid;
pub mod incremental;
#[cfg(feature = "crowds")]
pub mod journeys;
#[cfg(feature = "crowds")]
pub mod knowledge;
pub mod layers;
#[cfg(feature = "crowds")]
mod one_thread;
pub mod path_trees;
pub mod paths;
pub mod racks;
pub mod reachability;
pub mod regions;
pub mod replan;
pub mod saved;
pub mod sight;
pub mod soup;
mod soup_scene;
pub mod spirals;
pub mod spm;
pub mod stored;
pub mod tangent_graph;
#[cfg(feature = "crowds")]
pub mod teams;
pub mod tolls;
pub mod visibility;

#[cfg(feature = "crowds")]
pub use one_thread::on_one_thread;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A case that failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Which case.
    pub case: u64,
    /// What went wrong.
    pub reason: String,
}

/// Runs cases `0..cases` on all cores; stops at the first failure. A panic is a failure.
///
/// `progress` is told how many are done, now and then.
///
/// # Errors
/// The failed case with the smallest number among those that were running.
pub fn run_cases(
    cases: u64,
    one: impl Fn(u64) -> Result<(), String> + Sync,
    progress: impl Fn(u64) + Sync,
) -> Result<(), Failure> {
    let (next, failure) = (AtomicU64::new(0), Mutex::new(None::<Failure>));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let case = next.fetch_add(1, Ordering::Relaxed);
                    if case >= cases {
                        return;
                    }
                    if let Err(reason) = run_case(case, &one) {
                        next.store(cases, Ordering::Relaxed);
                        let mut failure = failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        if failure.as_ref().is_none_or(|f| case < f.case) {
                            *failure = Some(Failure { case, reason });
                        }
                        return;
                    }
                    if case % 64 == 0 {
                        progress(case);
                    }
                }
            });
        }
    });
    match failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some(failure) => Err(failure),
        None => Ok(()),
    }
}

fn run_case(case: u64, one: &impl Fn(u64) -> Result<(), String>) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(|| one(case))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Err(format!("panic: {text}"))
    })
}

/// The seed of one case of a soak.
pub fn case_seed(seed: u64, case: u64) -> u64 {
    crate::rng::Rng::new(seed ^ case.wrapping_mul(0xD1B5_4A32_D192_ED03)).next_u64()
}
