//! Stairs as slow regions in plan.

use super::Traveller;
use crate::ground::is_inside;
use navigant_crowd::internals::CrowdInternals as _;
use navigant_crowd::{Crowd, Seen};
use navigant_files::scenario::{Keyed, Stairs};
use navigant_mesh::{Bounds, Point};

/// All stairs of a scenario.
pub(super) struct Slopes(Vec<(Stairs, Option<Bounds>)>);

impl Slopes {
    pub(super) fn of(stairs: &[Keyed<Stairs>]) -> Slopes {
        Slopes(stairs.iter().map(|s| (s.value.clone(), Bounds::of(s.value.area.iter().copied()))).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Gives an agent the speed that it has where it is.
    pub(super) fn slow_down(&self, crowd: &mut Crowd, traveller: &mut Traveller, seen: &Seen) {
        if self.is_empty() {
            return;
        }
        let share = self.share(seen);
        if share != traveller.share {
            traveller.share = share;
            // Its own speed was one, and shares are small.
            let _ = crowd.set_speed(traveller.id, share * traveller.speed[0], share * traveller.speed[1]);
        }
    }

    /// The share of its speed that an agent has where it is: that of the first stairs that it is on.
    fn share(&self, seen: &Seen) -> f64 {
        let is_on = |(stairs, bounds): &&(Stairs, Option<Bounds>)| {
            let p: Point = seen.position;
            bounds.is_some_and(|bounds| bounds.contains(p)) && is_inside(&stairs.area, p)
        };
        let Some((stairs, _)) = self.0.iter().find(is_on) else { return 1.0 };
        match stairs.up {
            Some([x, y]) if f64::from(seen.velocity.x) * x + f64::from(seen.velocity.y) * y < 0.0 => stairs.descending,
            _ => stairs.ascending,
        }
    }
}
