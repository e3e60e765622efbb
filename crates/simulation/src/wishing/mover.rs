//! A thing that goes to and fro.

use navigant_files::scenario::NamedThing;
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::Point;
use navigant_planning::constraint::{Thing, Things};
use navigant_planning::internals::ThingInternals as _;

/// A thing on patrol. It keeps its facing.
pub(super) struct Mover {
    name: String,
    thing: Thing,
    patrol: Vec<Point>,
    speed: f64,
    /// How far it has gone.
    gone: f64,
}

impl Mover {
    /// A thing that has a patrol.
    pub(super) fn of(named: &NamedThing, thing: &Thing) -> Option<Mover> {
        let moves = named.patrol.len() > 1 && named.speed > 0.0;
        moves.then(|| Mover {
            name: named.name.value.clone(),
            thing: thing.clone(),
            patrol: named.patrol.clone(),
            speed: named.speed,
            gone: 0.0,
        })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Goes on for some seconds.
    pub(super) fn step(&mut self, dt: f64, things: &mut Things) {
        self.gone += self.speed * dt;
        let length: f64 = self.patrol.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        if length <= 0.0 {
            return;
        }
        // To and fro.
        let turn = self.gone.rem_euclid(2.0 * length);
        let mut left = if turn < length { turn } else { 2.0 * length - turn };
        let mut at = self.patrol[0];
        for leg in self.patrol.windows(2) {
            let far = leg[0].distance(leg[1]);
            if left <= far {
                at = leg[0].lerp(leg[1], left / far.max(f64::MIN_POSITIVE));
                break;
            }
            (left, at) = (left - far, leg[1]);
        }
        if let Ok(moved) = self.thing.moved_to(at, self.thing.angle()) {
            things.insert(&self.name, moved);
        }
    }
}
