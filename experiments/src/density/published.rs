//! What the paper found, beside what we find.

use super::trials::Combination;
use crate::frame::{Comparison, Report};
use std::collections::BTreeSet;

/// The strategies of the paper; ours is judged apart.
const THEIRS: [&str; 4] = ["none", "per", "per_init", "event"];
/// "Much better" is taken to be at most this share of the others' travelling time.
const FAR_AHEAD: f64 = 0.9;
/// What we promise of A* with periodical replanning and initial, in milliseconds a step.
const PROMISED_MS: f64 = 1.6;

/// All combinations.
pub(super) struct Outcome<'a>(pub(super) &'a [Combination]);

impl Outcome<'_> {
    fn find(&self, map: &str, search: &str, strategy: &str) -> Option<&Combination> {
        self.0.iter().find(|c| c.map == map && c.search == search && c.strategy == strategy)
    }

    /// The paper's strategies by a figure, the least first.
    fn ranked(&self, map: &str, search: &str, figure: impl Fn(&Combination) -> f64) -> Vec<&Combination> {
        let mut all: Vec<_> = THEIRS.iter().filter_map(|strategy| self.find(map, search, strategy)).collect();
        all.sort_by(|a, b| figure(a).total_cmp(&figure(b)));
        all
    }

    fn travel(&self, map: &str, search: &str, strategy: &str) -> f64 {
        self.find(map, search, strategy).map_or(f64::NAN, Combination::mean_travel_s)
    }

    fn avct(&self, map: &str, search: &str, strategy: &str) -> f64 {
        self.find(map, search, strategy).map_or(f64::NAN, |c| c.avct_ms)
    }

    /// Which share of its travelling time the best of the paper's strategies saves against none.
    fn gain(&self, map: &str, search: &str) -> f64 {
        let best = self.ranked(map, search, Combination::mean_travel_s).first().map_or(f64::NAN, |c| c.mean_travel_s());
        1.0 - best / self.travel(map, search, "none")
    }

    /// Adds every published finding with ours beside it.
    pub(super) fn compare(&self, report: &mut Report) {
        for search in ["dijkstra", "a_star"] {
            self.compare_big(report, search);
            self.compare_medium(report, search);
        }
        self.compare_narrow(report);
        self.compare_times_on_medium(report);
        for map in ["big", "medium", "narrow"] {
            let sum = |search| ["per", "per_init", "event"].map(|s| self.avct(map, search, s)).iter().sum::<f64>();
            let (a_star, dijkstra) = (sum("a_star"), sum("dijkstra"));
            report.compare(is(
                &format!("{map}: avCT of A* / Dijkstra"),
                "below 1",
                a_star / dijkstra,
                a_star < dijkstra,
            ));
        }
        self.judge_ours(report);
    }

    /// The same for the medium map and A* alone, for a first look.
    pub(super) fn compare_medium_by_a_star(&self, report: &mut Report) {
        self.compare_medium(report, "a_star");
        self.compare_times_on_medium(report);
        self.judge_ours(report);
    }

    fn compare_times_on_medium(&self, report: &mut Report) {
        let (per, per_init) = (self.avct("medium", "a_star", "per"), self.avct("medium", "a_star", "per_init"));
        report.compare(is("medium, a_star: avCT of per / per_init", "below 1", per / per_init, per < per_init));
    }

    fn compare_big(&self, report: &mut Report, search: &str) {
        let names = |all: &[&Combination]| all.iter().map(|c| c.strategy).collect::<BTreeSet<_>>();
        let by_travel = self.ranked("big", search, Combination::mean_travel_s);
        let best = names(&by_travel[..2.min(by_travel.len())]);
        report.compare(says(&format!("big, {search}: best in TrvT"), &BTreeSet::from(["event", "per_init"]), &best));
        let dearest = self.ranked("big", search, |c| -c.avct_ms);
        let dearest = names(&dearest[..1.min(dearest.len())]);
        report.compare(says(&format!("big, {search}: dearest in avCT"), &BTreeSet::from(["event"]), &dearest));
        let fewest = self.ranked("big", search, |c| if c.strategy == "none" { f64::MAX } else { c.searches as f64 });
        let fewest = names(&fewest[..1.min(fewest.len())]);
        report.compare(says(&format!("big, {search}: fewest searches"), &BTreeSet::from(["per_init"]), &fewest));
    }

    fn compare_medium(&self, report: &mut Report, search: &str) {
        for strategy in ["event", "per_init"] {
            let others = self.travel("medium", search, "per").min(self.travel("medium", search, "none"));
            let ratio = self.travel("medium", search, strategy) / others;
            let what = format!("medium, {search}: TrvT of {strategy} / the better of per and none");
            report.compare(Comparison::at_most(&what, FAR_AHEAD, ratio, ""));
        }
    }

    fn compare_narrow(&self, report: &mut Report) {
        for (search, published) in [("dijkstra", "per_init"), ("a_star", "event")] {
            let best = self.ranked("narrow", search, Combination::mean_travel_s);
            let best = best.iter().take(1).map(|c| c.strategy).collect();
            report.compare(says(&format!("narrow, {search}: best in TrvT"), &BTreeSet::from([published]), &best));
            let [narrow, medium, big] = ["narrow", "medium", "big"].map(|map| self.gain(map, search));
            let what = format!("narrow, {search}: share of TrvT saved");
            let published = format!("less than on medium ({medium:.2}) and big ({big:.2})");
            report.compare(is(&what, &published, narrow, narrow < medium.min(big)));
        }
    }

    /// What we promise.
    fn judge_ours(&self, report: &mut Report) {
        for map in ["big", "medium", "narrow"] {
            if self.find(map, "a_star", "per_init").is_none() {
                continue;
            }
            let avct = self.avct(map, "a_star", "per_init");
            report.compare(Comparison::at_most(&format!("{map}: avCT of A*/PerInit"), PROMISED_MS, avct, " ms"));
            for search in ["dijkstra", "a_star", "hierarchy"] {
                let Some(ours) = self.find(map, search, "ours") else { continue };
                let least = self.ranked(map, search, |c| c.clustering);
                let least = least.first().map_or(f64::NAN, |c| c.clustering);
                let what = format!("{map}, {search}: clustering of ours / the least of theirs");
                report.compare(is(&what, "below 1", ours.clustering / least, ours.clustering < least));
            }
        }
    }
}

fn is(what: &str, published: &str, ours: f64, met: bool) -> Comparison {
    Comparison { what: what.into(), published: published.into(), ours: format!("{ours:.3}"), met: Some(met) }
}

fn says(what: &str, published: &BTreeSet<&'static str>, ours: &BTreeSet<&'static str>) -> Comparison {
    let join = |names: &BTreeSet<&'static str>| names.iter().copied().collect::<Vec<_>>().join(", ");
    Comparison { what: what.into(), published: join(published), ours: join(ours), met: Some(published == ours) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A combination of which everything follows from its travelling time and its number of searches.
    fn combination(
        map: &'static str,
        search: &'static str,
        strategy: &'static str,
        travel: f64,
        searches: u64,
    ) -> Combination {
        Combination {
            map,
            search,
            strategy,
            avct_ms: searches as f64 * if search == "dijkstra" { 2e-6 } else { 1e-6 },
            searches,
            max_agents: 1,
            avr_agents: None,
            travel_s: vec![travel; 3],
            clustering: travel,
            unfinished: 0,
            steps: 1,
            most_searches: 1,
            hash: 0,
        }
    }

    /// The published outcome, with a gain on the narrow map in seconds.
    fn published(gain: f64) -> Vec<Combination> {
        let mut all = Vec::new();
        for map in ["big", "medium", "narrow"] {
            for search in ["dijkstra", "a_star", "hierarchy"] {
                let none = if map == "narrow" { 50.0 + gain } else { 100.0 };
                let (per_init, event) = if search == "dijkstra" { (50.0, 51.0) } else { (51.0, 50.0) };
                let figures = [("none", none, 3), ("per", 90.0, 29_000), ("per_init", per_init, 30_000)];
                let figures = figures.into_iter().chain([("event", event, 900_000), ("ours", 40.0, 25_000)]);
                all.extend(figures.map(|(strategy, travel, searches)| {
                    let searches = if map == "big" && strategy == "per" { 40_000 } else { searches };
                    combination(map, search, strategy, travel, searches)
                }));
            }
        }
        all
    }

    #[test]
    fn a_first_look_compares_the_medium_map_alone() {
        let mut all = published(10.0);
        all.retain(|c| c.map == "medium" && c.search == "a_star");
        let mut report = Report::new("", "");
        Outcome(&all).compare_medium_by_a_star(&mut report);
        assert_eq!(report.verdict(), "All 5 figures are met.");
        all.iter_mut().filter(|c| c.strategy == "event").for_each(|c| c.travel_s = vec![99.0; 3]);
        let mut report = Report::new("", "");
        Outcome(&all).compare_medium_by_a_star(&mut report);
        assert_eq!(report.missed().count(), 1, "{}", report.verdict());
    }

    #[test]
    fn the_published_outcome_meets_everything_and_another_does_not() {
        let mut report = Report::new("", "");
        Outcome(&published(10.0)).compare(&mut report);
        assert_eq!(report.verdict(), format!("All {} figures are met.", report.comparisons.len()));
        let mut report = Report::new("", "");
        Outcome(&published(80.0)).compare(&mut report);
        assert_eq!(report.missed().count(), 2, "{}", report.verdict());
    }
}
