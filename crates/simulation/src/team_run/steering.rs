//! The ordinary crowd in a team's scenario: shortest paths and avoidance, nothing in time.

use super::run::{Watched, drop_boxes};
use super::{TeamOutcome, TeamScenario};
use navigant_crowd::{Agent, Control, Crowd, Vector};
use navigant_mesh::{Outline, Point};

/// Runs the scenario with the ordinary crowd; vehicles and carts are players, whom everyone avoids as it sees them.
///
/// # Errors
/// When an agent cannot be where it starts.
pub fn steer(scenario: TeamScenario) -> Result<TeamOutcome, Box<dyn std::error::Error + Send + Sync>> {
    steer_watched(scenario, |_| {})
}

/// The same; `watch` sees where everyone is after each step of [`Crowd::DT`].
///
/// # Errors
/// As [`steer`].
pub fn steer_watched(
    mut scenario: TeamScenario,
    mut watch: impl FnMut(&[Point]),
) -> Result<TeamOutcome, Box<dyn std::error::Error + Send + Sync>> {
    // Nobody gets over a gap without knowing when a platform is there.
    for gap in &scenario.footing.gaps {
        scenario.map.insert(&Outline::rectangle(gap.min, gap.max))?;
    }
    let radius = scenario.settings.radius;
    let mut crowd = Crowd::new(&scenario.map);
    let mut ids = Vec::new();
    for (start, goal) in &scenario.agents {
        let agent =
            Agent { max_speed: 1.5, ..Agent::new(*start).with_goal(goal.at).with_radius(radius).with_speed(1.0) };
        ids.push(crowd.add(&scenario.map, &agent)?);
    }
    let mut players = vec![None; scenario.bodies.len() + scenario.wanderers.len()];
    let mut watched = Watched::new(&scenario);
    let steps = (scenario.limit / Crowd::DT) as u64;
    for step in 0..steps {
        let (time, next) = (step as f64 * Crowd::DT, (step + 1) as f64 * Crowd::DT);
        drop_boxes(&mut scenario, time, &watched.positions);
        for (body, player) in scenario.bodies.iter().chain(&scenario.wanderers).zip(&mut players) {
            let on_map = |p: &Point| {
                scenario.map.floor_bounds().is_some_and(|b| {
                    let inside = |x: f64, low: f64, high: f64| low + body.radius < x && x < high - body.radius;
                    inside(p.x, b.min.x, b.max.x) && inside(p.y, b.min.y, b.max.y)
                })
            };
            let begun = body.knots.first().is_some_and(|knot| knot.0 <= time);
            let at = body.at(time).filter(|p| begun && on_map(p));
            match (at, *player) {
                (Some(at), Some(id)) => {
                    let to = body.at(next).unwrap_or(at);
                    let velocity = [(to.x - at.x) / Crowd::DT, (to.y - at.y) / Crowd::DT].map(|v| v as f32);
                    // Who is where a player goes is in its way, and that is counted as an overlap.
                    let _ = crowd.place(&scenario.map, id, at, Vector { x: velocity[0], y: velocity[1] });
                }
                (Some(at), None) => {
                    let agent =
                        Agent { control: Control::Player, max_speed: 20.0, ..Agent::new(at).with_radius(body.radius) };
                    *player = crowd.add(&scenario.map, &agent).ok();
                }
                (None, Some(id)) => {
                    crowd.remove(id)?;
                    *player = None;
                }
                (None, None) => {}
            }
        }
        crowd.step(&scenario.map, Crowd::DT)?;
        let places: Vec<Point> = ids
            .iter()
            .zip(&watched.positions)
            .map(|(&id, &at)| crowd.agent(id).map_or(at, |seen| seen.position))
            .collect();
        watched.look(&scenario, &places, time, next);
        watch(&places);
        if watched.all_arrived() {
            break;
        }
    }
    Ok(watched.outcome(&scenario))
}
