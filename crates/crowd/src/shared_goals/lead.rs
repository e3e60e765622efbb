//! The preferred velocity of an agent that follows a flow.

use super::{FlowId, Ground, Shared};
use crate::deadlock::{aside, stalled};
use crate::planning_state::Event;
use crate::route::Travel;
use crate::tuning::deadlock::WAIT;
use crate::tuning::follow::SLIDING_RADIUS;
use crate::tuning::shared_goals::{CENTRES_AROUND, NEAR_GOAL, ON_CENTRE};
use crate::vector::Vector;
use crate::walk::World;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::Room;

/// An agent as a flow leads it, all in lattice steps.
#[derive(Clone, Copy)]
pub(crate) struct Led {
    pub(crate) place: Offset,
    pub(crate) radius: f64,
    pub(crate) velocity: Vector,
    /// The speed it likes, in metres a second.
    pub(crate) speed: f32,
    /// What differs from agent to agent.
    pub(crate) turn: u32,
}

impl World<'_> {
    /// Where the flow that an agent follows leads it; who cannot be led waits for a route of its own from now on.
    pub(crate) fn along_flow(&self, room: &mut Room, flow: FlowId, led: Led, travel: &mut Travel) -> Vector {
        let way = travel.target - led.place;
        let left = way.length();
        let Some((shared, ground)) = self.shared.get(flow) else { return self.unled(led.place, travel) };
        let is_near = left <= NEAR_GOAL * ground.size
            && room.along_line(self.map, led.place, travel.target, led.radius * SLIDING_RADIUS);
        let preferred = if is_near {
            if left <= led.radius {
                self.happens(travel, Event::Reached);
            }
            self.up_to(way, led.speed)
        } else if shared.area.as_ref().is_some_and(|area| area.contains(led.place)) {
            return self.unled(led.place, travel);
        } else {
            let is_stalled = travel.plan.stalled() >= WAIT;
            let (flow, moves, at) = (&shared.flow, &ground.moves, ground.at(led.place));
            // Who gets nowhere looks where it can walk.
            let by_gradient = || flow.heading(moves, at).or_else(|| flow.heading_of_cell(moves, at));
            let gradient = if is_stalled { None } else { by_gradient() };
            // Rows go down.
            let gradient = gradient.map(|[x, y]| Vector::new(x, -y));
            let onward =
                || self.towards_area(room, shared, ground, led).or_else(|| self.by_centres(room, shared, ground, led));
            let Some(heading) = gradient.or_else(onward) else {
                return self.unled(led.place, travel);
            };
            heading * led.speed
        };
        let steps = stalled(travel.plan.stalled(), led.velocity, preferred, led.speed);
        self.happens(travel, Event::StalledInFlow(steps));
        aside(preferred, steps, led.turn)
    }

    /// The direction to the nearest place of a goal that is an area, from a cell that its front set out from.
    fn towards_area(&self, room: &mut Room, shared: &Shared, ground: &Ground, led: Led) -> Option<Vector> {
        let onto = shared.beside_area(ground, led.place)?;
        let way = onto - led.place;
        // On its border nothing is left to walk; one goes on as before.
        let is_free = way.length() > 0.0 && room.along_line(self.map, led.place, onto, led.radius * SLIDING_RADIUS);
        is_free.then(|| Vector::new((way.x / way.length()) as f32, (way.y / way.length()) as f32))
    }

    /// The direction to the centre nearby by which the way is the shortest, of those that the agent can walk straight to.
    fn by_centres(&self, room: &mut Room, shared: &Shared, ground: &Ground, led: Led) -> Option<Vector> {
        let mut centres: Vec<(f64, u32, Offset)> = ground
            .cells_around(led.place, CENTRES_AROUND)
            .filter_map(|(cell, centre)| {
                let away = (centre - led.place).length() / ground.size;
                let arrival = f64::from(shared.flow.arrival(cell)?);
                (away > ON_CENTRE).then_some((arrival + away, cell.0, centre))
            })
            .collect();
        centres.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let is_seen = |(_, _, centre): &&(f64, u32, Offset)| {
            room.along_line(self.map, led.place, *centre, led.radius * SLIDING_RADIUS)
        };
        let &(_, _, centre) = centres.iter().find(is_seen)?;
        let way = (centre - led.place) * (1.0 / (centre - led.place).length());
        Some(Vector::new(way.x as f32, way.y as f32))
    }

    /// From now on it has a route of its own.
    fn unled(&self, place: Offset, travel: &mut Travel) -> Vector {
        travel.clear(place);
        self.happens(travel, Event::Displaced { has_goal: true });
        Vector::ZERO
    }
}
