//! Many mutants in one build, told apart when it runs: mutant schemata (Untch, Offutt and Harrold, "Mutation analysis using mutant
//! schemata"). cargo-mutants builds once for each; on two cores that takes minutes.
//!
//! `schemata ROOT COUNT SEED LIST.json...` takes lists that `cargo mutants --list --json` wrote, draws COUNT of each and puts them into
//! the sources under ROOT, a copy. Those that do not compile are left out. The environment variable MUTANT says which one is
//! alive. Prints number, tab, name for each: those of the first list from 1000 on, of the second from 2000 on.

mod places;
mod weave;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;
use std::process::Command;
use weave::{Mutant, weave};

/// The crates that are broken; each gets the function that tells which mutant is alive.
const CRATES: [&str; 3] = ["geometry", "mesh", "search"];
const CHOICE: &str = r#"
/// Whether a mutant is the one that is alive.
#[doc(hidden)]
#[inline]
pub fn mutant(number: u32) -> bool {
    static ALIVE: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *ALIVE.get_or_init(|| std::env::var("MUTANT").ok().and_then(|n| n.parse().ok()).unwrap_or(0)) == number
}
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [root, count, seed, lists @ ..] = args.as_slice() else {
        return Err("usage: schemata ROOT COUNT SEED LIST.json...".into());
    };
    let (root, count, mut seed) = (Path::new(root), count.parse()?, seed.parse()?);
    let mut mutants = Vec::new();
    for (list, first) in lists.iter().zip((1000..).step_by(1000)) {
        let listed: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(list)?)?;
        let drawn = draw(&listed, count, &mut seed);
        mutants.extend(drawn.into_iter().enumerate().filter_map(|(at, listed)| Mutant::read(first + at, listed)));
    }
    for name in CRATES {
        let lib = root.join(format!("crates/{name}/src/lib.rs"));
        std::fs::write(&lib, std::fs::read_to_string(&lib)? + CHOICE)?;
    }
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for mutant in &mutants {
        files.insert(mutant.file.clone(), std::fs::read_to_string(root.join(&mutant.file))?);
    }
    let mut left_out = BTreeSet::new();
    loop {
        let mut put = BTreeSet::new();
        for (file, text) in &files {
            let is_in = |m: &&Mutant| m.file == *file && !left_out.contains(&m.number);
            let (woven, numbers) = weave(text, &mutants.iter().filter(is_in).collect::<Vec<_>>())?;
            std::fs::write(root.join(file), woven)?;
            put.extend(numbers);
        }
        let broken = broken(root)?;
        if broken.is_empty() {
            let put = mutants.iter().filter(|mutant| put.contains(&mutant.number));
            put.for_each(|mutant| println!("{}\t{}", mutant.number, mutant.name));
            return Ok(());
        }
        left_out.extend(broken);
    }
}

/// Some of a list, each as likely, in the order of the list.
fn draw<'l>(listed: &'l [Value], count: usize, seed: &mut u64) -> Vec<&'l Value> {
    let mut left = count.min(listed.len());
    let mut drawn = Vec::new();
    for (at, mutant) in listed.iter().enumerate() {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let below = (*seed >> 33) as usize % (listed.len() - at);
        if below < left {
            left -= 1;
            drawn.push(mutant);
        }
    }
    drawn
}

/// The mutants beside which the compiler finds errors; none if it finds none.
fn broken(root: &Path) -> Result<BTreeSet<usize>, Box<dyn Error>> {
    let check = ["check", "-p", "navigant-search", "--message-format=json"];
    let output = Command::new("cargo").args(check).env("RUSTFLAGS", "--cap-lints allow").current_dir(root).output()?;
    let mut broken = BTreeSet::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(said) = serde_json::from_str::<Value>(line) else { continue };
        if said["message"]["level"] != "error" {
            continue;
        }
        for span in said["message"]["spans"].as_array().into_iter().flatten() {
            let (Some(file), Some(from), Some(to)) =
                (span["file_name"].as_str(), span["line_start"].as_u64(), span["line_end"].as_u64())
            else {
                continue;
            };
            let text = std::fs::read_to_string(root.join(file))?;
            for line in text.lines().skip(from as usize - 1).take((to - from) as usize + 1) {
                let numbers =
                    line.split("crate::mutant(").skip(1).filter_map(|rest| rest.split(')').next()?.parse().ok());
                broken.extend(numbers.collect::<Vec<usize>>());
            }
        }
    }
    if broken.is_empty() && !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(broken)
}
