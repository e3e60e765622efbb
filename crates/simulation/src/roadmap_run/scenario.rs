//! The run of a scenario with a section `[roadmap]`.

use super::{RegionGraph, RoadmapRun, Trip};
use navigant_files::FileError;
use navigant_files::internals::KeyedInternals as _;
use navigant_files::scenario::{Goal, Group, Journey, OnArrival, Scenario};
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::{Bounds, Map, Point};

impl RoadmapRun {
    /// The run of a scenario along the quad-tree mesh of its map: one trip for each group, from the middle of the box around its area to
    /// its goal, or the middle of the box around that; `None` if the scenario has no section `[roadmap]`.
    ///
    /// # Errors
    /// [`FileError`] names the key that does not go with such a run, or the trip that has no way.
    pub fn of_scenario(map: &Map, scenario: &Scenario) -> Option<Result<RoadmapRun, FileError>> {
        let roadmap = scenario.roadmap.as_ref()?;
        let refuse = |why: &str| Some(Err(roadmap.refuse(why)));
        if scenario.knowledge.is_some() || !scenario.edits.is_empty() || scenario.random_edits.is_some() {
            return refuse(
                "obstacles stay as they are in a run along a roadmap: leave edits, random_edits and knowledge out",
            );
        }
        let trips: Result<Vec<Trip>, FileError> = scenario.agents.iter().map(trip).collect();
        let run = trips.and_then(|trips| {
            let graph =
                RegionGraph::of_quad_tree(map, &roadmap.value).map_err(|bad| roadmap.refuse(bad.to_string()))?;
            let people: Vec<u32> = scenario.agents.iter().map(|group| group.count.value).collect();
            let run = RoadmapRun::new(graph, &trips, 0, roadmap.value.clone());
            run.map(|run| run.with_people(&people)).map_err(|bad| roadmap.refuse(bad.to_string()))
        });
        Some(run)
    }
}

/// From the middle of a group's area to its goal.
fn trip(group: &Group) -> Result<Trip, FileError> {
    let is_plain = group.journey == Journey::default()
        && group.field.is_none()
        && group.per_second.is_none()
        && group.wishes.is_none()
        && (group.together, group.arrival) == (1, OnArrival::Leave);
    if !is_plain {
        let why = "in a run along a roadmap one of each group enters in every step, walks to the goal and leaves: give count, area \
                   and goal alone";
        return Err(group.goal.refuse(why));
    }
    let Some(area) = &group.area else {
        return Err(group.count.refuse("a run along a roadmap begins in the middle of the area: give one"));
    };
    let goal = match &group.goal.value {
        Goal::At(p) => Some(*p),
        Goal::In(ring) => middle(ring),
        Goal::Away(_) | Goal::Exits(..) => None,
    };
    match (middle(&area.value), goal) {
        (Some(start), Some(goal)) => Ok(Trip { start, goal }),
        _ => Err(group.goal.refuse("a run along a roadmap leads to one place: use at = [x, y] or area = [[x, y], …]")),
    }
}

fn middle(ring: &[Point]) -> Option<Point> {
    Bounds::of(ring.iter().copied()).map(|Bounds { min, max }| min.lerp(max, 0.5))
}
