//! Runs a soak: `soak edits --count 50000 --seed 7`, for at most some time with `--seconds T`, or one case of it again with `--case N`.

use navigant_testing::soak::{self, run_cases};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

/// A soak by name: how many checks one case makes, and the case.
type Case = fn(u64, u64) -> Result<(), String>;

const SOAKS: &[(&str, u64, Case)] = &[
    ("adaptive", soak::adaptive::ROUNDS_PER_CASE, soak::adaptive::case),
    ("again", soak::again::QUERIES_PER_CASE, soak::again::case),
    ("areas", soak::areas::QUERIES_PER_CASE, soak::areas::case),
    ("axis_oracles", 1, |seed, case| soak::disc_oracles::axis_case(seed, case).map(drop)),
    ("budgets", soak::budgets::BUDGETS_PER_CASE, soak::budgets::case),
    ("clearance", soak::clearance::QUERIES_PER_CASE, soak::clearance::our_case),
    ("comfort", soak::comfort::QUERIES_PER_CASE, soak::comfort::case),
    ("constraints", soak::constraints::CHANGES_PER_CASE, soak::constraints::case),
    ("crowd", soak::crowd::STEPS_PER_CASE, soak::crowd::case),
    ("crowd_layers", soak::crowd_layers::SCENES_PER_CASE, soak::crowd_layers::case),
    ("density", soak::density::STEPS_PER_CASE, soak::density::case),
    ("disc_inflated", soak::disc_inflated::QUERIES_PER_CASE, |seed, case| {
        soak::disc_inflated::case(seed, case).map(drop)
    }),
    ("disc_oracles", soak::disc_oracles::QUERIES_PER_CASE, soak::disc_oracles::case),
    ("disc_paths", soak::disc_paths::QUERIES_PER_CASE, soak::disc_paths::our_case),
    ("domains", soak::domains::PLANS_PER_CASE, soak::domains::case),
    ("ecm", soak::ecm::AXES_PER_CASE, soak::ecm::our_case),
    ("edits", soak::edits::EDITS_PER_CASE, soak::edits::case),
    ("eikonal", soak::eikonal::FRONTS_PER_CASE, soak::eikonal::case),
    ("fields", soak::fields::ROUNDS_PER_CASE, soak::fields::case),
    ("floors", soak::floors::SCENES_PER_CASE, soak::floors::case),
    ("funnel", soak::funnel::QUERIES_PER_CASE, soak::funnel::case),
    ("grid", soak::grid::ROUNDS_PER_CASE, soak::grid::case),
    ("journeys", 1, soak::journeys::case),
    ("knowledge", soak::knowledge::STEPS_PER_CASE, soak::knowledge::case),
    ("layers", soak::layers::QUERIES_PER_CASE, soak::layers::case),
    ("locality", soak::crowd_locality::SCENES_PER_CASE, soak::crowd_locality::case),
    ("paths", soak::paths::QUERIES_PER_CASE, soak::paths::case),
    ("planning", soak::crowd::STEPS_PER_CASE, soak::crowd_planning::case),
    ("racks", soak::racks::QUERIES_PER_CASE, soak::racks::case),
    ("reachability", soak::reachability::CHECKS_PER_CASE, soak::reachability::case),
    ("regions", soak::regions::ROUNDS_PER_CASE, soak::regions::case),
    ("saved", soak::saved::DAMAGES_PER_CASE, soak::saved::case),
    ("sight", soak::sight::QUERIES_PER_CASE, soak::sight::case),
    ("soup", soak::soup::COLUMNS_PER_CASE, soak::soup::case),
    ("spirals", soak::spirals::QUERIES_PER_CASE, soak::spirals::case),
    ("spm", soak::spm::MAPS_PER_CASE, soak::spm::case),
    ("path_trees", soak::path_trees::TREES_PER_CASE, soak::path_trees::case),
    ("snapshots", soak::crowd_snapshots::SNAPSHOTS_PER_CASE, soak::crowd_snapshots::case),
    ("tolls", soak::tolls::QUERIES_PER_CASE, soak::tolls::case),
    ("tangent_graph", soak::tangent_graph::QUERIES_PER_CASE, soak::tangent_graph::case),
    ("teams", 1, soak::teams::case),
    ("visibility", soak::visibility::VIEWS_PER_CASE, soak::visibility::case),
];

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    // `paths --radius` is the soak of paths for discs.
    if args.first().is_some_and(|name| name == "paths") && args.iter().any(|arg| arg == "--radius") {
        args[0] = "disc_paths".into();
    }
    let number = |flag: &str, default: u64| -> Result<u64, String> {
        match args.iter().position(|a| a == flag) {
            None => Ok(default),
            Some(i) => {
                let value = args.get(i + 1).map_or("", String::as_str);
                value.parse().map_err(|_| format!("{flag} wants a number, not '{value}'"))
            }
        }
    };
    if let Some(name) = args.first().filter(|name| matches!(name.as_str(), "incremental" | "replan")) {
        return match (number("--count", 1_000_000), number("--seed", 7), number("--case", u64::MAX)) {
            (Ok(count), Ok(seed), _) if name == "incremental" => incremental(count, seed),
            (Ok(count), Ok(seed), Ok(only)) => replan(count, seed, only),
            (Err(e), ..) | (_, Err(e), _) | (.., Err(e)) => {
                eprintln!("{e}");
                ExitCode::from(2)
            }
        };
    }
    let Some(&(name, per_case, case)) = SOAKS.iter().find(|(name, ..)| args.first().is_some_and(|a| a == name)) else {
        let names: Vec<_> = SOAKS.iter().map(|(name, ..)| *name).collect();
        eprintln!("usage: soak incremental|replan|{} [--count N] [--seconds T] [--seed S] [--case K]", names.join("|"));
        return ExitCode::from(2);
    };
    // Long enough for a night, or for minutes.
    let usual = match (name, args.iter().any(|arg| arg == "--quick")) {
        ("crowd", true) => 60_000,
        ("crowd", false) => 3_000_000,
        _ => 50_000,
    };
    let (count, seed, only) = match (number("--count", usual), number("--seed", 7), number("--case", u64::MAX)) {
        (Ok(count), Ok(seed), Ok(only)) => (count, seed, only),
        (Err(e), ..) | (_, Err(e), _) | (.., Err(e)) => {
            eprintln!("{e}");
            return ExitCode::from(2);
        }
    };
    if only != u64::MAX {
        return match case(seed, only) {
            Ok(()) => ExitCode::SUCCESS,
            Err(reason) => {
                println!("case {only} of seed {seed}: {reason}");
                ExitCode::FAILURE
            }
        };
    }
    let limit = match number("--seconds", u64::MAX) {
        Ok(seconds) => seconds,
        Err(e) => {
            eprintln!("{e}");
            return ExitCode::from(2);
        }
    };
    let cases = count.div_ceil(per_case);
    // What a crowd does must not depend on threads: one case in eight has all of them, and the others do not wait for each other.
    let is_crowd = matches!(
        name,
        "crowd"
            | "crowd_layers"
            | "density"
            | "journeys"
            | "knowledge"
            | "locality"
            | "planning"
            | "snapshots"
            | "teams"
    );
    let run = |k: u64| {
        if is_crowd && !k.is_multiple_of(8) { soak::on_one_thread(|| case(seed, k)) } else { case(seed, k) }
    };
    let start = std::time::Instant::now();
    let checked = AtomicU64::new(0);
    let is_time_left = || start.elapsed().as_secs() < limit;
    let result = run_cases(
        cases,
        |k| {
            if is_time_left() {
                run(k)?;
                checked.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        },
        |done| {
            // Cases that are skipped once the time is up are no progress.
            if done % 4096 == 0 && done > 0 && is_time_left() {
                eprintln!("{} of {} checks, {:.0} s", done * per_case, count, start.elapsed().as_secs_f64());
            }
        },
    );
    match result {
        Ok(()) => {
            let seconds = start.elapsed().as_secs_f64();
            let done = checked.into_inner();
            let stopped = if done < cases { format!(", stopped before {cases} cases") } else { String::new() };
            println!(
                "soak {name}: {} checks in {done} cases, seed {seed}, {seconds:.1} s{stopped}: 0 mismatches",
                done * per_case
            );
            match name {
                "areas" => println!("{}", soak::areas::summary()),
                "spm" => println!("{}", soak::spm::summary()),
                "teams" => println!("{}", soak::teams::summary()),
                _ => {}
            }
            ExitCode::SUCCESS
        }
        Err(failure) => {
            println!("soak {name} FAILED in case {}: {}", failure.case, failure.reason);
            println!("reproduce: cargo xtask soak {name} --seed {seed} --case {}", failure.case);
            ExitCode::FAILURE
        }
    }
}

/// The soak of the repairing graph searches, which counts for itself.
fn incremental(count: u64, seed: u64) -> ExitCode {
    let report = soak::incremental::run(count, seed);
    println!("soak incremental, seed {seed}: {report}");
    if report.mismatches == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The soak of replanning from the path alone, which reports what it saves.
fn replan(count: u64, seed: u64, only: u64) -> ExitCode {
    if only != u64::MAX {
        return match soak::replan::case(seed, only) {
            Ok(report) => {
                println!("{report}");
                ExitCode::SUCCESS
            }
            Err(reason) => {
                println!("case {only} of seed {seed}: {reason}");
                ExitCode::FAILURE
            }
        };
    }
    let start = std::time::Instant::now();
    let progress = |done: u64| {
        if done.is_multiple_of(4096) && done > 0 {
            let events = done * soak::replan::EVENTS_PER_CASE;
            eprintln!("{events} of {count} events, {:.0} s", start.elapsed().as_secs_f64());
        }
    };
    match soak::replan::run(count, seed, progress) {
        Ok(report) => {
            println!("soak replan, seed {seed}, {:.1} s: {report}", start.elapsed().as_secs_f64());
            ExitCode::SUCCESS
        }
        Err(failure) => {
            println!("soak replan FAILED in case {}: {}", failure.case, failure.reason);
            println!("reproduce: cargo xtask soak replan --seed {seed} --case {}", failure.case);
            ExitCode::FAILURE
        }
    }
}
