//! A path through the layers of a scene.

use super::{Arguments, Spot};
use crate::exit::{Code, Failure};
use crate::say::{self, say};
use navigant::files::internals::draw_layers;
use navigant::files::{LayeredScene, svg};
use navigant::mesh::internals::{IdInternals as _, LayeredMapInternals as _};
use navigant::prelude::*;
use navigant::search::plane::NoLayeredPath;
use serde_json::{Value, json};
use std::error::Error;
use std::time::Instant;

/// What a scene calls its layers.
pub(super) fn names(scene: &LayeredScene) -> impl Fn(LayerId) -> String + '_ {
    |layer| scene.layers.get(layer.index()).map_or(String::new(), |layer| layer.name.clone())
}

pub(super) fn run(
    arguments: &Arguments,
    map: LayeredMap,
    name: impl Fn(LayerId) -> String,
) -> Result<Code, Box<dyn Error>> {
    let usage = |message: String| Failure { code: Code::Usage, message };
    if arguments.scen.is_some() || arguments.queries.is_some() {
        return Err(usage("--scen and --queries do not take scenes with layers yet".to_owned()).into());
    }
    if arguments.comfort != 0.0 {
        return Err(usage("paths through layers are the shortest yet: without --comfort".to_owned()).into());
    }
    let (Some(from), Some(to)) = (arguments.from, arguments.to) else {
        return Err("both --from and --to are needed".into());
    };
    let map = match arguments.climb {
        Some([up, down]) => map.with_climb(up, down)?,
        None => map,
    };
    let start = Instant::now();
    let query = LayeredQuery::new(on_floor(&map, from), on_floor(&map, to)).with_radius(arguments.radius);
    let answer = map.find_path(&query);
    let seconds = start.elapsed().as_secs_f64();
    say::json(arguments.json.as_deref(), &as_json(answer.as_ref(), &name))?;
    if let Some(file) = &arguments.svg {
        let points = answer.as_ref().map_or(&[][..], |path| &path.points);
        let line: Vec<(LayerId, Point)> = points.iter().map(|p| (p.layer, p.point)).collect();
        let picture = draw_layers(&map, svg::Style::default().width, &line);
        std::fs::write(file, picture).map_err(|reason| format!("{}: {reason}", file.display()))?;
    }
    let code = match answer {
        Ok(path) => {
            let (plan, ground, tolls) = (path.plan.length, path.ground_length, path.cost - path.plan.length);
            let tolls = if tolls > 0.0 { format!(" and {tolls} m of tolls") } else { String::new() };
            say!(
                "{plan} m in plan{tolls}, {ground} m on the ground, {} seams, found in {:.1} µs:",
                path.seams.len(),
                seconds * 1e6
            );
            path.points.iter().for_each(|p| say!("  {} at {} m, {}", p.point, p.z, name(p.layer)));
            Code::Done
        }
        // Whatever the map, the question was wrong.
        Err(reason @ NoLayeredPath::BadRadius(_)) => return Err(usage(reason.to_string()).into()),
        Err(reason) => {
            say!("no path: {reason}");
            Code::Nothing
        }
    };
    if let Some(file) = &arguments.svg {
        say!("drawn to {}", file.display());
    }
    Ok(code)
}

/// A point with a height; without one given, that of the lowest floor there.
fn on_floor(map: &LayeredMap, Spot { point, z }: Spot) -> [f64; 3] {
    let floors = map.layers().filter(|&layer| map.is_walkable(layer, point));
    let lowest = floors.filter_map(|layer| map.height_at(layer, point)).min_by(f64::total_cmp);
    [point.x, point.y, z.or(lowest).unwrap_or(0.0)]
}

fn as_json(answer: Result<&LayeredPath, &NoLayeredPath>, name: impl Fn(LayerId) -> String) -> Value {
    match answer {
        Ok(path) => {
            let points: Vec<Value> = path
                .points
                .iter()
                .map(|p| json!({ "x": p.point.x, "y": p.point.y, "z": p.z, "layer": name(p.layer) }))
                .collect();
            let seams: Vec<usize> = path.seams.iter().map(|seam| seam.index()).collect();
            json!({
                "found": true,
                "length": path.plan.length,
                "ground_length": path.ground_length,
                "cost": path.cost,
                "points": points,
                "seams": seams,
                "code": null,
                "reason": null,
            })
        }
        Err(reason) => {
            let code = match reason {
                NoLayeredPath::StartNotOnFloor(_) => "start_not_on_floor",
                NoLayeredPath::GoalNotOnFloor(_) => "goal_not_on_floor",
                NoLayeredPath::BadRadius(_) => "not_a_radius",
                NoLayeredPath::NoRoomAtStart { .. } => "no_room_at_start",
                NoLayeredPath::NoRoomAtGoal { .. } => "no_room_at_goal",
                NoLayeredPath::TooNarrow { .. } => "too_narrow",
                NoLayeredPath::Disconnected { .. } => "disconnected",
                NoLayeredPath::BudgetSpent { .. } => "budget_spent",
                NoLayeredPath::Inconsistent { .. } => "inconsistent",
            };
            let reason = reason.to_string();
            json!({ "found": false, "length": null, "ground_length": null, "cost": null, "points": [], "seams": [], "code": code, "reason": reason })
        }
    }
}
