//! What a run of the replanning soak has seen.

use super::maps::MapTally;
use super::plane::PlaneTally;
use navigant_search::graph::{Answer, ReplanCase};
use std::fmt;

/// Expansions, with pruning and without.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Replans.
    pub count: u64,
    /// Expansions of DPA*.
    pub expansions: u64,
    /// What it took otherwise.
    pub unpruned: u64,
    /// Replans that took more expansions than A*.
    pub worse: u64,
}

/// What a run has seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Events lived through.
    pub events: u64,
    /// Replans that were cut short by a budget.
    pub interrupted: u64,
    /// By scenario, 1 to 4; and replans that were planned from scratch.
    pub scenarios: [Tally; 5],
    /// Sets of events that were replanned for at once.
    pub sets: u64,
    /// Expansions for sets, at once and event by event.
    pub in_sets: Tally,
    /// By kind of map.
    pub maps: [MapTally; 4],
    /// Of points and of discs in the plane.
    pub plane: [PlaneTally; 2],
}

impl Report {
    /// Takes in a replan.
    pub fn count(&mut self, scenario: ReplanCase, answer: &Answer, fresh: &Answer) {
        let number = match scenario {
            ReplanCase::InsertionUnaffected => 0,
            ReplanCase::InsertionAffected => 1,
            ReplanCase::DeletionUnaffected => 2,
            ReplanCase::DeletionAffected => 3,
            ReplanCase::FromScratch(_) => 4,
        };
        let one = Tally {
            count: 1,
            expansions: answer.expansions,
            unpruned: fresh.expansions,
            worse: u64::from(answer.expansions > fresh.expansions),
        };
        self.scenarios[number].add(&one);
    }

    /// Takes in another report.
    pub fn add(&mut self, other: &Report) {
        self.events += other.events;
        self.interrupted += other.interrupted;
        self.sets += other.sets;
        self.in_sets.add(&other.in_sets);
        self.scenarios.iter_mut().zip(&other.scenarios).for_each(|(sum, one)| sum.add(one));
        self.maps.iter_mut().zip(&other.maps).for_each(|(sum, one)| sum.add(one));
        self.plane.iter_mut().zip(&other.plane).for_each(|(sum, one)| sum.add(one));
    }
}

impl Tally {
    /// Takes in another tally.
    pub fn add(&mut self, other: &Tally) {
        self.count += other.count;
        self.expansions += other.expansions;
        self.unpruned += other.unpruned;
        self.worse += other.worse;
    }
}

const SCENARIOS: [&str; 5] =
    ["insertion, unaffected", "insertion, affected", "deletion, unaffected", "deletion, affected", "scratch"];

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} events; {} replans cut short by a budget; 0 mismatches", self.events, self.interrupted)?;
        writeln!(
            f,
            "  {:<24}{:>10}{:>14}{:>14}{:>16}",
            "scenario", "replans", "DPA* exp.", "A* exp.", "worse than A*"
        )?;
        for (name, t) in SCENARIOS.iter().zip(&self.scenarios) {
            writeln!(f, "  {name:<24}{:>10}{:>14}{:>14}{:>16}", t.count, t.expansions, t.unpruned, t.worse)?;
        }
        let Tally { expansions, unpruned, .. } = self.in_sets;
        write!(
            f,
            "{} sets of 2–16 events: {expansions} expansions at once, {unpruned} event by event ({:.1} %)",
            self.sets,
            100.0 * expansions as f64 / unpruned.max(1) as f64
        )?;
        self.maps.iter().filter(|tally| tally.edits > 0).try_for_each(|tally| write!(f, "\n{tally}"))?;
        ["points", "discs"]
            .iter()
            .zip(&self.plane)
            .try_for_each(|(who, tally)| write!(f, "\n{who} in the plane: {tally}"))
    }
}
