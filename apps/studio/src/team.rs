//! Teams that plan in space and time: their scenarios in the gallery, and the plan of an agent in every domain.

use crate::document::Document;
use crate::item::{Item, Kind};
use crate::refusal::Refusal;
use crate::settings::Settings;
use crate::world::stage::{Opened, Script, Stage};
use navigant::crowd::{AgentId, Seen};
use navigant::mesh::Point;
use navigant::planning::internals::DomainLines;
use navigant::planning::team::{TeamStatus, WaitReason};
use navigant::simulation::Simulation;
use navigant::simulation::internals::{SimulationInternals as _, TeamShow};
use serde_json::{Value, json};

/// The scenarios, for the page to choose from.
pub(crate) fn gallery_entries() -> impl Iterator<Item = Value> {
    TeamShow::names().filter_map(|name| {
        let (about, agents, ..) = TeamShow::about(name)?;
        Some(json!({ "name": name, "about": about, "agents": agents, "scene": name }))
    })
}

/// A scenario, if there is one of this name.
pub(crate) fn stage(name: &str, progress: &dyn Fn(&str)) -> Option<Result<Stage, Refusal>> {
    let name = TeamShow::names().find(|known| *known == name)?;
    let (about, _, floors, obstacles) = TeamShow::about(name)?;
    let items = floors
        .iter()
        .map(|outline| Item::of(Kind::Floor, None, outline))
        .chain(obstacles.iter().map(|outline| Item::of(Kind::Obstacle, None, outline)));
    let open = || {
        let document = Document::of(items)?;
        let mut settings = Settings::default();
        settings.dt = TeamShow::FRAME;
        let script = Script { about: about.to_owned(), team: Some(name), ..Script::default() };
        let mut stage = Stage::new(name, Opened::Scenario, (document, Vec::new()), settings, script, progress)?;
        stage.notes.push(about.to_owned());
        Ok(stage)
    };
    Some(open())
}

/// What lies about for a team, and how far it is.
pub(crate) fn scenery(simulation: &Simulation) -> Value {
    let Some(team) = simulation.team() else { return json!({ "team": null }) };
    let outcome = team.outcome();
    let gaps = team.footing().gaps.iter().map(|gap| json!([gap.min.x, gap.min.y, gap.max.x, gap.max.y]));
    let timed = |knots: &[(f64, Point)]| knots.iter().map(|(time, at)| json!([time, at.x, at.y])).collect::<Vec<_>>();
    let platforms = team.footing().platforms.iter();
    json!({ "team": {
        "agents": outcome.agents,
        "arrived": outcome.arrived,
        "agent_overlaps": outcome.agent_overlaps,
        "obstacle_overlaps": outcome.obstacle_overlaps,
        "is_done": team.is_done(),
        "gaps": gaps.collect::<Vec<_>>(),
        "platforms": platforms.map(|p| json!({ "half": p.half, "knots": timed(&p.knots) })).collect::<Vec<_>>(),
    } })
}

/// Where an agent of a team is and wants to go, with its plan in every domain; `None` for all others, who have routes.
pub(crate) fn route(simulation: &Simulation, id: AgentId, seen: &Seen) -> Option<Value> {
    let team = simulation.team()?;
    let status = |text: &str, points: Vec<[f64; 2]>, goal: Option<Point>| {
        let left: f64 = points.windows(2).map(|pair| (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1])).sum();
        json!({
            "points": points, "position": told(seen.position), "goal": goal.map(told), "status": text,
            "speed": seen.velocity.x.hypot(seen.velocity.y), "radius": seen.radius, "way_left": left,
        })
    };
    let Some(member) = team.member(id) else {
        return team.is_body(id).then(|| status("goes its own way", vec![told(seen.position)], None));
    };
    let (plan, goal) = (team.plan(member), team.goal(member));
    let points = plan.iter().map(|knot| told(knot.1)).collect();
    let mut route = status(&in_words(team.status(member)), points, goal.as_ref().map(|goal| goal.0));
    let timed = |knots: &[(f64, Point)]| knots.iter().map(|(time, at)| json!([time, at.x, at.y])).collect::<Vec<_>>();
    let lines = team.lines(member).unwrap_or_else(DomainLines::default);
    let now = team.seconds();
    let feet = team.footprints();
    route["domains"] = json!({
        "time": now,
        "plan": timed(&plan),
        "static_mesh": line(&lines.static_mesh),
        "dynamic_mesh": line(&lines.dynamic_mesh),
        "grid": line(&lines.grid),
        "timed": timed(&lines.timed),
        "mesh_width": lines.mesh_width,
        "grid_width": lines.grid_width,
        "width": lines.width,
        "lag": lines.lag,
        "arrival": goal.and_then(|goal| goal.1),
        "footprints": feet.iter().map(|&(time, left, at, angle)| json!([time, left, at.x, at.y, angle])).collect::<Vec<_>>(),
    });
    Some(route)
}

/// A route with the agent's place in the frames.
pub(crate) fn of_place(mut route: Value, place: Option<usize>) -> Value {
    route["agent"] = json!(place);
    route
}

fn told(p: Point) -> [f64; 2] {
    p.into()
}

fn line(points: &[Point]) -> Vec<[f64; 2]> {
    points.iter().map(|&p| told(p)).collect()
}

fn in_words(status: Option<TeamStatus>) -> String {
    match status {
        Some(TeamStatus::Walking) => "walking by its plan".to_owned(),
        Some(TeamStatus::Arrived) => "arrived".to_owned(),
        Some(TeamStatus::Waiting(reason)) => match reason {
            WaitReason::Planning => "waiting for a plan".to_owned(),
            WaitReason::NoWay => "waiting: no way leads there".to_owned(),
            WaitReason::Blocked(at) => format!("waiting: every way is blocked, the first at {:.1}, {:.1}", at.x, at.y),
            WaitReason::GoalTaken => "waiting: somebody stands at its goal".to_owned(),
            WaitReason::TooLate => "waiting: it cannot be there in time".to_owned(),
            WaitReason::InObstacle => "waiting: it stands in an obstacle".to_owned(),
        },
        None => "gone".to_owned(),
    }
}
