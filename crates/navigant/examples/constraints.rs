//! Wishes: behind the house and not in front of it, along the wall, off the grass, out of a guard's sight. `constraints [FOLDER]`

use navigant::files::svg::{Style, draw_paths};
use navigant::mesh::roadmap::HybridGraph;
use navigant::planning::constraint::{
    ConstraintGraph, ConstraintPlan, Errand, Thing, Things, View, WishedGraph, Wishes,
};
use navigant::prelude::*;
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 40.0]))?;
    let house = Outline::rectangle([24.0, 15.0], [36.0, 25.0]);
    map.insert(&house)?;
    map.insert_region("grass", &Outline::rectangle([8.0, 2.0], [52.0, 13.0]))?;
    // ANCHOR: things
    // The house faces south, the guard east.
    let mut things = Things::new();
    things.insert("house", Thing::new(&house)?.facing(-std::f64::consts::FRAC_PI_2));
    let guard = Thing::disc([20.0, 31.0], 0.3)?.seeing(View { angle: 1.2, range: 18.0 })?;
    things.insert("guard", guard.clone());
    // ANCHOR_END: things
    let graph = ConstraintGraph::hybrid(&map, &HybridGraph::of(&map, 0.5, 0.3)?);
    let ends = [[3.0, 20.0], [57.0, 20.0]].map(|p| graph.nearest_state(p, |_| true).ok_or("no state"));
    let (start, goal) = (ends[0]?, ends[1]?);
    let mut lines = Vec::new();
    for text in [
        "prefer behind house weight 6; avoid in front of house weight 6",
        "prefer near wall weight 8",
        "avoid in grass; via in front of house",
    ] {
        // ANCHOR: wishes
        let mut wished = WishedGraph::new(graph.clone(), Wishes::parse(text)?, &things, &map)?;
        let goals = wished.goals(start, goal, &things, &map)?;
        let mut errand = Errand::new(wished.graph(), start, goals)?;
        let path = errand.whole_path(wished.graph(), Budget::UNLIMITED)?.ok_or("no path")?;
        // ANCHOR_END: wishes
        let points: Vec<Point> = path.iter().filter_map(|&state| wished.graph().point(state)).collect();
        let length: f64 = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        println!("{text}: {length:.1} m");
        lines.push(points);
    }
    // ANCHOR: moving
    // Who moves takes the constraint along; the plan is repaired.
    let wishes = Wishes::parse("never in sight of guard")?;
    let mut wished = WishedGraph::new(graph, wishes, &things, &map)?;
    let mut plan = ConstraintPlan::new(wished.graph(), start, goal)?;
    plan.search_to_optimum(wished.graph(), Budget::UNLIMITED)?;
    for step in 1..=8 {
        things.insert("guard", guard.moved_to([20.0 + 2.0 * f64::from(step), 31.0], -0.2 * f64::from(step))?);
        wished.moved("guard", &things, &map)?;
        let answer = plan.repair(wished.graph())?;
        let cost = answer.cost.map(|cost| wished.graph().metres(cost));
        println!("the guard moves: {} expansions, cost {cost:.1?} m", answer.expansions);
    }
    // ANCHOR_END: moving
    lines.push(plan.points(wished.graph()));
    let error = Wishes::parse("avoid in grass weight 5\nnever in sight of guard weight 3").err().ok_or("no error")?;
    println!("an error: {error}");
    let file = folder.join("constraints.svg");
    std::fs::write(&file, draw_paths(&map, &Style { triangles: false, ..Style::default() }, &lines))?;
    println!("drawn: {}", file.display());
    Ok(())
}
