//! Anytime curves: the cost and the proven bound of ARA* and AD* over the number of expansions.

use super::maps;
use crate::frame::{Options, Plot, Report, Table, progress};
use navigant_search::graph::{AStar, AdStar, Answer, AraStar, Budget, Octile, StopReason};
use std::error::Error;

/// Where the inflation begins, and by how much it falls.
const FIRST: f64 = 3.0;
const STEP: f64 = 0.2;

/// A search at one moment: expansions so far, cost and bound over the optimum.
type Moment = (f64, f64, f64);

/// Adds the curves.
///
/// # Errors
/// When a map cannot be read or a search fails.
pub fn report(report: &mut Report, options: &Options) -> Result<(), Box<dyn Error>> {
    let names = if options.quick { &maps::LARGE[2..3] } else { &maps::LARGE[..] };
    let bar = progress("anytime curves", names.len() as u64);
    let mut table = Table::new(
        "Anytime: first path and optimum, in thousands of expansions, on the hardest query of each map",
        &["map", "A*", "ARA* first", "its bound", "ARA* optimal", "AD* first", "its bound", "AD* optimal"],
    );
    for (number, &name) in names.iter().enumerate() {
        let map = maps::read(&options.data, name)?;
        let Some(&(start, goal)) = map.queries.last() else { continue };
        let near = Octile::on(&map.grid);
        let whole = AStar::new().find(&map.grid, &near, start, goal, Budget::UNLIMITED)?;
        let Some(optimum) = whole.cost else { continue };
        let chunk = Budget::expansions((whole.expansions / 60).max(1));
        let mut ara = AraStar::new(&map.grid, &near, start, goal, FIRST)?;
        let ara = curve(optimum, |epsilon| {
            ara.set_epsilon(epsilon)?;
            Ok(ara.search(&map.grid, &near, chunk)?)
        })?;
        let mut ad = AdStar::new(&map.grid, &near, start, goal, FIRST)?;
        let ad = curve(optimum, |epsilon| {
            ad.set_epsilon(epsilon)?;
            Ok(ad.search(&map.grid, &near, chunk)?)
        })?;
        let ends = |curve: &[Moment]| match (curve.first(), curve.last()) {
            (Some(first), Some(last)) => [first.0 / 1e3, first.2, last.0 / 1e3],
            _ => [f64::NAN; 3],
        };
        let a_star = [whole.expansions as f64 / 1e3];
        table.row(name, &[&a_star[..], &ends(&ara), &ends(&ad)].concat());
        if number == 0 || name == maps::LARGE[2] {
            report.plot(plot(name, whole.expansions as f64, &ara, &ad));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    report.table(table);
    Ok(())
}

/// Lets a search go on, a chunk at a time, until it has the optimum. Whenever it has kept its ε, the next is a step below
/// what it has proved.
fn curve(
    optimum: f64,
    mut search: impl FnMut(f64) -> Result<Answer, Box<dyn Error>>,
) -> Result<Vec<Moment>, Box<dyn Error>> {
    let (mut moments, mut expansions, mut epsilon) = (Vec::new(), 0, FIRST);
    loop {
        let answer = search(epsilon)?;
        expansions += answer.expansions;
        if let Some((cost, bound)) = answer.cost.zip(answer.bound()) {
            if cost > bound * optimum * (1.0 + 1e-12) {
                return Err(format!("a path of cost {cost} breaks its bound {bound}: the optimum is {optimum}").into());
            }
            moments.push((expansions as f64, cost / optimum, bound));
        }
        match answer.stop {
            StopReason::NoPath => return Ok(moments),
            StopReason::Solved if answer.is_optimal() => return Ok(moments),
            StopReason::Solved => epsilon = (answer.bound().unwrap_or(epsilon).min(epsilon) - STEP).max(1.0),
            _ => {}
        }
    }
}

fn plot(name: &str, a_star: f64, ara: &[Moment], ad: &[Moment]) -> Plot {
    let mut plot =
        Plot::new(&format!("{name}: cost found and bound proved, over the optimum"), "expansions", "times the optimum");
    plot.log_x = true;
    let pick = |curve: &[Moment], which: fn(&Moment) -> f64| curve.iter().map(|m| (m.0, which(m))).collect();
    plot.steps("ARA* cost", pick(ara, |m| m.1));
    plot.steps("ARA* bound", pick(ara, |m| m.2));
    plot.steps("AD* cost", pick(ad, |m| m.1));
    plot.steps("AD* bound", pick(ad, |m| m.2));
    plot.line("A* done", vec![(a_star, 1.0), (a_star, ara.first().map_or(2.0, |m| m.2))]);
    plot
}
