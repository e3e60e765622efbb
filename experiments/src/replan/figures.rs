//! The published table, ours beside it, and the plots.

use super::maps::Environment;
use super::trials::{MapFigures, Outcome, Preparing, Saving, Sums};
use crate::frame::{Comparison, Plot, Report, Table};
use navigant_files::svg;
use std::error::Error;

const CELLS: [&str; 3] = ["insertion, affected", "deletion, unaffected", "deletion, affected"];
const HALVES: [&str; 2] = ["", "visible: "];

/// Judges the figures of a map.
pub fn compare(report: &mut Report, environment: &Environment, outcome: &Outcome) {
    let name = environment.name;
    let sizes = [("vertices", environment.vertices, outcome.size[0]), ("edges", environment.edges, outcome.size[1])];
    for (what, published, ours) in sizes {
        let off = 100.0 * (ours as f64 / published - 1.0).abs();
        let what = format!("{name}: {what} {ours}, published {published}; off by");
        report.compare(Comparison::at_most(&what, 10.0, off, " %"));
    }
    for (half, published) in environment.published.iter().enumerate() {
        for (cell, &published) in published.iter().enumerate() {
            let what = |measure: &str| format!("{name}: {}{}, {measure}", HALVES[half], CELLS[cell]);
            let Saving { time, expansions, .. } = outcome.saving(half, cell);
            report.compare(Comparison::at_least(&what("expansions"), published.max(0.0), expansions, " %"));
            report.compare(Comparison::at_least(&what("time"), (published - 5.0).max(-5.0), time, " %"));
        }
    }
    let what = format!("{name}: replans after deletions that are not optimal, or no path where A* has one");
    report.compare(Comparison::exactly(&what, 0.0, outcome.wrong as f64));
    let what = format!("{name}: replans of the algorithm as printed, after deletions, that are not optimal");
    report.compare(Comparison::exactly(&what, 0.0, outcome.printed_unequal[1] as f64));
    let [bytes, d_star_bytes] = outcome.bytes();
    let Preparing { micros, searches, agents, share } = outcome.preparing();
    report.note(format!(
        "{name}: {} of {} replans cost more than A*'s path ({} by the algorithm as printed), all after insertions, by {:.2} % at \
         most: a rebuilt part of the axis may be shorter than what was there. An agent keeps {bytes:.0} bytes: its path, its cost \
         and a version; for D* Lite it would keep {d_star_bytes:.0}. What a deletion gained is found once for all agents, in \
         {micros:.0} µs, as long as {searches:.1} searches of A* take: for the {agents:.0} agents that replan after a deletion \
         here, it is {share:.1} % of A*'s time. The columns with preparation count it, for one agent and for 500.",
        outcome.unequal,
        outcome.replans,
        outcome.printed_unequal[0],
        100.0 * outcome.gap,
    ));
    let columns = [
        "",
        "trials",
        "A* µs",
        "DPA* µs",
        "printed µs",
        "A* exp.",
        "DPA* exp.",
        "printed exp.",
        "saved %",
        "prepared, 1 agent %",
        "prepared, 500 %",
        "printed saved %",
    ];
    let mut table = Table::new(&format!("{name}: trials, and time saved against A*"), &columns);
    for (half, cells) in outcome.cells.iter().enumerate() {
        for (cell, Sums { trials, times, expansions }) in cells.iter().enumerate() {
            let each = (*trials).max(1) as f64;
            let times = times.map(|time| 1e6 * time.as_secs_f64() / each);
            let expansions = expansions.map(|count| count as f64 / each);
            let saving = outcome.saving(half, cell);
            let saved = [saving.time, saving.time_prepared_1, saving.time_prepared_500, saving.printed_time];
            let row = [&[*trials as f64], &times[..], &expansions[..], &saved[..]].concat();
            table.row(&format!("{}{}", HALVES[half], CELLS[cell]), &row);
        }
    }
    report.table(table);
}

/// Table I: ours in expansions and in time, and the published figure in brackets.
pub fn table(report: &mut Report, maps: &[MapFigures]) {
    let mut columns = vec!["", "vertices", "edges"];
    let heads: Vec<String> =
        HALVES.iter().flat_map(|half| CELLS.iter().map(move |cell| format!("{half}{cell}"))).collect();
    columns.extend(heads.iter().map(String::as_str));
    columns.extend(["axis insert ms (0.34)", "axis delete ms (1.79)", "unequal"]);
    let title = "Table I: improvement of DPA* over A* in % of expansions / time / time with what is prepared for 500 agents, \
                 [expansions / time of the algorithm as printed] (published: time)";
    let mut table = Table::new(title, &columns);
    for map in maps {
        let Some(environment) = super::maps::all().into_iter().find(|e| e.name == map.name) else { continue };
        let mut row = vec![
            map.name.to_owned(),
            format!("{} ({})", map.vertices, environment.vertices),
            format!("{} ({})", map.edges, environment.edges),
        ];
        for (half, published) in [map.standard, map.visible].iter().zip(environment.published) {
            let cells = [half.insert_affected, half.delete_unaffected, half.delete_affected];
            for (saving, published) in cells.iter().zip(published) {
                let Saving { time, time_prepared_500, expansions, printed_time, printed_expansions, .. } = saving;
                row.push(format!(
                    "{expansions:.1} / {time:.1} / {time_prepared_500:.1} [{printed_expansions:.1} / {printed_time:.1}] \
                     ({published})"
                ));
            }
        }
        row.extend([format!("{:.3}", map.axis_insert_ms), format!("{:.3}", map.axis_delete_ms)]);
        row.push(map.unequal_costs.to_string());
        table.rows.push(row);
    }
    report.table(table);
}

/// Figure 3, and Figure 4: time by the length of the path, and how often each length occurred.
///
/// # Errors
/// When the map cannot be built.
pub fn plot(report: &mut Report, environment: &Environment, outcome: &Outcome) -> Result<(), Box<dyn Error>> {
    let name = environment.name;
    let style = svg::Style { width: 480.0, triangles: false, axis: true, ..svg::Style::default() };
    report.drawing(&format!("{name}: the map and its medial axis"), svg::draw(&environment.build()?, &style));
    if name != "Zelda4x4" {
        return Ok(());
    }
    for (half, cell) in [(0, 1), (1, 0), (1, 1), (1, 2)] {
        let by_length = &outcome.by_length[half][cell];
        let title = format!("{name}: {}{}", HALVES[half], CELLS[cell]);
        let mut plot = Plot::new(&title, "vertices of the new path", "mean time in µs");
        for (who, searcher) in ["A*", "DPA*", "DPA* as printed"].into_iter().enumerate() {
            let mean = |sums: &Sums| 1e6 * sums.times[who].as_secs_f64() / sums.trials.max(1) as f64;
            plot.line(searcher, by_length.iter().map(|(&length, sums)| (length as f64, mean(sums))).collect());
        }
        report.plot(plot);
        let mut plot = Plot::new(&format!("{title}: how often"), "vertices of the new path", "trials");
        plot.steps("trials", by_length.iter().map(|(&length, sums)| (length as f64, sums.trials as f64)).collect());
        report.plot(plot);
    }
    Ok(())
}
