//! Discs on layers, against the floor that is not cut: clearance, the widest way, whether and how one gets there.

use super::Scene;
use crate::rng::Rng;
use navigant_geometry::Point;
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::LayerId;
use navigant_mesh::internals::LayeredMapInternals as _;
use navigant_search::internals::PathFinderInternals as _;
use navigant_search::plane::{LayeredPath, LayeredQuery, NoLayeredPath, NoPath, PathFinder, Query};

/// By how many lattice steps lengths may differ that were rounded apart.
const STEPS: f64 = 3.0;

impl Scene {
    /// The same question for a disc to the whole map and to the layers.
    pub(super) fn ask_for_disc(&self, rng: &mut Rng, finders: &mut [PathFinder; 2]) -> Result<(), String> {
        let (p, q) = (self.place(rng), self.place(rng));
        let stands = |p: Point| self.layers.layers().filter(|&l| self.layers.is_walkable(l, p)).collect::<Vec<_>>();
        let (on_p, on_q) = (stands(p), stands(q));
        if on_p.is_empty() || on_q.is_empty() || !self.whole.is_walkable(p) || !self.whole.is_walkable(q) {
            return Ok(());
        }
        let (from, to) = ((*rng.pick(&on_p), p), (*rng.pick(&on_q), q));
        if self.is_close(p, p) || self.is_close(q, q) {
            return Ok(());
        }
        let rooms = [self.compare_clearance(from)?, self.compare_clearance(to)?];
        let widest = self.compare_widest(from, to)?;
        let least = rooms[0].min(rooms[1]);
        let radius = match rng.below(6) {
            0 => rng.range(0.0..8.0),
            1 => widest.unwrap_or(1.0) * rng.range(0.95..1.05),
            2 => least,
            _ => least * rng.range(0.0..1.0),
        };
        self.compare_path(finders, from, to, radius)
    }

    fn step(&self) -> f64 {
        self.whole.lattice().step()
    }

    fn compare_clearance(&self, (layer, p): (LayerId, Point)) -> Result<f64, String> {
        let both = [self.whole.clearance_at(p), self.layers.clearance_at(layer, p)].map(|c| c.unwrap_or(-1.0));
        if (both[0] - both[1]).abs() > STEPS * self.step() {
            return Err(format!("the clearance at {p} on {layer}: whole and layered {both:?}"));
        }
        Ok(both[1].max(0.0))
    }

    /// The radius of the largest disc that gets from one point to another.
    fn compare_widest(&self, from: (LayerId, Point), to: (LayerId, Point)) -> Result<Option<f64>, String> {
        let whole = self.whole.widest(from.1, to.1);
        let layered = self.layers.widest(from, to);
        let radii = [whole.map_or(0.0, |w| w.radius), layered.map_or(0.0, |(w, _)| w.radius)];
        if (radii[0] - radii[1]).abs() > STEPS * self.step() {
            return Err(format!("the widest from {from:?} to {to:?}: whole {whole:?}, layered {layered:?}"));
        }
        let Some((widest, layer)) = layered else { return Ok(None) };
        if widest.radius > STEPS * self.step() {
            let there = self.layers.clearance_at(layer, widest.at);
            if there.is_none_or(|there| (there - widest.radius).abs() > STEPS * self.step()) {
                return Err(format!(
                    "from {from:?} to {to:?}: {widest:?}, where the clearance on {layer} is {there:?}"
                ));
            }
        }
        let passes = [widest.radius, widest.radius.next_up()].map(|radius| self.layers.reaches(from, to, radius));
        if passes != [true, false] {
            return Err(format!(
                "from {from:?} to {to:?}: {widest:?}, and it and the next larger reach it: {passes:?}"
            ));
        }
        Ok(Some(widest.radius))
    }

    fn compare_path(
        &self,
        [whole_finder, finder]: &mut [PathFinder; 2],
        from: (LayerId, Point),
        to: (LayerId, Point),
        radius: f64,
    ) -> Result<(), String> {
        let (p, q) = (from.1, to.1);
        let tell = |what: String| Err(format!("{p} to {q}, {radius} m: {what}"));
        let near = STEPS * self.step();
        let mut length = |radius: f64| {
            whole_finder.find(&self.whole, &Query::new(p, q).with_radius(radius.max(0.0))).map(|path| path.length)
        };
        let query = LayeredQuery::new([p.x, p.y, 0.0], [q.x, q.y, 0.0]).with_radius(radius);
        let layered = finder.find_on_layers(&self.layers, &query);
        match (length(radius), layered) {
            (Ok(whole), Ok(layered)) => {
                let tolerance = 2.0 * self.step() * (layered.plan.bends.len() + 4) as f64;
                if (whole - layered.plan.length).abs() > tolerance {
                    // A gap may be too narrow, or a circle reach a corner, by a step.
                    let [less, more] = [radius - near, radius + near].map(&mut length);
                    let is_between = less.is_ok_and(|less| less <= layered.plan.length + tolerance)
                        && more.is_ok_and(|more| layered.plan.length <= more + tolerance);
                    if !is_between {
                        return tell(format!("whole and layered are {whole} and {} m long", layered.plan.length));
                    }
                }
                self.check_traced(&layered, radius).or_else(tell)?;
                self.ask_again(finder, &layered, q, radius).or_else(tell)
            }
            (Err(NoPath::TooNarrow { widest, .. }), Err(NoLayeredPath::TooNarrow { widest: other, place })) => {
                let is_there = self.layers.is_walkable(place.layer, place.point);
                if (widest - other).abs() > near || widest > near && !is_there {
                    return tell(format!("too narrow, at most {widest} and {other} m, at {place:?}"));
                }
                Ok(())
            }
            (Err(NoPath::NoRoomAtStart { largest, .. }), Err(NoLayeredPath::NoRoomAtStart { largest: other, .. }))
            | (Err(NoPath::NoRoomAtGoal { largest, .. }), Err(NoLayeredPath::NoRoomAtGoal { largest: other, .. }))
                if (largest - other).abs() <= near =>
            {
                Ok(())
            }
            (Err(NoPath::Disconnected { .. }), Err(NoLayeredPath::Disconnected { .. })) => Ok(()),
            (whole, layered) => {
                // What a step decides.
                let [less, more] = [radius - near, radius + near].map(&mut length);
                if radius > near && less.is_ok() == more.is_ok() || radius <= near && !self.is_close(p, q) {
                    return tell(format!("whole {whole:?}, layered {:?}", layered.map(|path| path.plan.length)));
                }
                Ok(())
            }
        }
    }

    /// Whether the line of a disc's path is as long as the path, leads through the seams that it names, and keeps away from walls.
    fn check_traced(&self, path: &LayeredPath, radius: f64) -> Result<(), String> {
        let pairs = || path.points.windows(2);
        let line: f64 = pairs().map(|w| w[0].point.distance(w[1].point)).sum();
        let near = STEPS * self.step();
        if line > path.plan.length + near || line < path.plan.length * 0.999 - near {
            return Err(format!("{} m, and traced {line} m", path.plan.length));
        }
        if pairs().filter(|pair| pair[0].layer != pair[1].layer).count() != path.seams.len() {
            return Err(format!("seams {:?}, points {:?}", path.seams, path.points));
        }
        for pair in pairs() {
            let middle = pair[0].point.lerp(pair[1].point, 0.5);
            let room = self.layers.clearance_at(pair[0].layer, middle);
            if room.is_none_or(|room| room < radius * 0.998 - near) && !self.is_on_seam(middle) {
                return Err(format!("{middle} on {} has {room:?} m of room", pair[0].layer));
            }
        }
        Ok(())
    }

    /// Asks again from the place where the path begins to bend: it goes on as it did.
    fn ask_again(&self, finder: &mut PathFinder, path: &LayeredPath, goal: Point, radius: f64) -> Result<(), String> {
        let [start, bend, ..] = path.plan.points[..] else { return Ok(()) };
        let (gone, Point { x, y }) = (start.distance(bend), bend);
        let again = LayeredQuery::new([x, y, 0.0], [goal.x, goal.y, 0.0]).with_radius(radius);
        let rest = finder.find_on_layers(&self.layers, &again);
        let rest = rest.map_err(|reason| format!("again from {x}, {y}: {reason}"))?.plan.length;
        if (rest - (path.plan.length - gone)).abs() > 4.0 * STEPS * self.step() {
            let whole = PathFinder::new().find(&self.whole, &Query::new([x, y], goal).with_radius(radius)).cloned();
            return Err(format!(
                "again from {x}, {y}: gone {gone}, left {rest}, of {} m; whole {whole:?}\n{:?}",
                path.plan.length, path.plan
            ));
        }
        Ok(())
    }
}
