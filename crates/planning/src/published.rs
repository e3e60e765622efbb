//! Plans in space and time that agents and moving obstacles publish for others to read.
//!
//! A body's plan is a polyline in space and time: at each knot a time and a point, straight and at constant speed between them.
//! After the last knot a body stays there, or is forgotten.
//!
//! Bodies are found by a spatial hash over time slots: who is where in which second. Who stays is found by place alone.

use crate::tuning::published::{
    MOST_CELLS_SEARCHED, MOST_RADIUS, MOST_SLOTS, MOST_SPEED, PUBLISHED_CELL, PUBLISHED_SLOT,
};
use navigant_geometry::Point;
use navigant_geometry::internals::PointInternals as _;
use navigant_search::internals::Multiplying;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// A body that publishes where it will be: an agent or a moving obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub u32);

/// What happens after the last knot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Afterwards {
    /// The body stays at the last point.
    Stays,
    /// Nothing is known.
    Unknown,
}

/// Where a body will be.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedBody {
    /// Its radius in metres.
    pub radius: f64,
    /// Whether it is an obstacle, which gives way to nobody.
    pub is_obstacle: bool,
    /// Times in seconds, rising, and points. Before the first time the body is at the first point.
    pub knots: Vec<(f64, Point)>,
    /// What happens after the last knot.
    pub afterwards: Afterwards,
}

/// A straight motion at constant speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// When it begins.
    pub begin: f64,
    /// When it ends.
    pub end: f64,
}

impl Motion {
    /// Where it is at a time between beginning and end.
    pub(crate) fn at(&self, time: f64) -> Point {
        if self.end > self.begin {
            self.from.lerp(self.to, ((time - self.begin) / (self.end - self.begin)).clamp(0.0, 1.0))
        } else {
            self.from
        }
    }

    /// Whether it comes nearer to another motion than a distance, in the time that both have in common.
    pub fn comes_nearer_than(&self, other: &Motion, distance: f64) -> bool {
        self.least_square(other) < distance * distance
    }

    /// The least squared distance to another motion in the time that both have in common; infinite if there is none.
    pub(crate) fn least_square(&self, other: &Motion) -> f64 {
        let (begin, end) = (self.begin.max(other.begin), self.end.min(other.end));
        if begin > end {
            return f64::INFINITY;
        }
        let apart = |t: f64| {
            let (a, b) = (self.at(t), other.at(t));
            [b.x - a.x, b.y - a.y]
        };
        let ([x, y], [x1, y1]) = (apart(begin), apart(end));
        let [vx, vy] = [x1 - x, y1 - y];
        let square = vx * vx + vy * vy;
        let least = if square > 0.0 { (-(x * vx + y * vy) / square).clamp(0.0, 1.0) } else { 0.0 };
        let [x, y] = [x + least * vx, y + least * vy];
        x * x + y * y
    }
}

impl PublishedBody {
    /// A body that stands for ever.
    pub fn standing(at: Point, radius: f64, is_obstacle: bool) -> PublishedBody {
        PublishedBody { radius, is_obstacle, knots: vec![(f64::NEG_INFINITY, at)], afterwards: Afterwards::Stays }
    }

    /// Where it is at a time, if that is known.
    pub fn at(&self, time: f64) -> Option<Point> {
        let next = self.knots.partition_point(|knot| knot.0 <= time);
        match (next.checked_sub(1).map(|i| self.knots[i]), self.knots.get(next)) {
            (Some((begin, from)), Some(&(end, to))) if begin.is_finite() => {
                Some(from.lerp(to, (time - begin) / (end - begin)))
            }
            (Some((_, from)), Some(_)) => Some(from),
            (None, first) => first.map(|knot| knot.1),
            (Some((_, last)), None) => (self.afterwards == Afterwards::Stays || self.end() >= time).then_some(last),
        }
    }

    /// When the last knot is.
    pub(crate) fn end(&self) -> f64 {
        self.knots.last().map_or(f64::NEG_INFINITY, |knot| knot.0)
    }

    /// Whether it comes nearer to a disc than touching, in the time of the disc's motion.
    pub fn comes_near(&self, motion: &Motion, radius: f64) -> bool {
        let apart = (radius + self.radius) * (radius + self.radius);
        self.motions(motion.begin, motion.end).any(|m| m.least_square(motion) < apart)
    }

    /// How near its centre comes to a motion; infinite if nothing is known of that time.
    pub(crate) fn least_distance(&self, motion: &Motion) -> f64 {
        self.motions(motion.begin, motion.end).map(|m| m.least_square(motion)).fold(f64::INFINITY, f64::min).sqrt()
    }

    /// When it comes near to a disc that stands for the last time: the end of that motion; before all time if it never does. `None`
    /// if it stays near.
    pub(crate) fn last_near(&self, at: Point, radius: f64) -> Option<f64> {
        let apart = (radius + self.radius) * (radius + self.radius);
        let square = |p: Point| (p.x - at.x).powi(2) + (p.y - at.y).powi(2);
        let last = self.knots.last().copied();
        if self.afterwards == Afterwards::Stays && last.is_some_and(|(_, p)| square(p) < apart) {
            return None;
        }
        let is_near = |pair: &&[(f64, Point)]| {
            let [(begin, from), (end, to)] = [pair[0], pair[1]];
            Motion { from, to, begin, end }.least_square(&Motion { from: at, to: at, begin, end }) < apart
        };
        let pair = self.knots.windows(2).rev().find(is_near);
        let first = self.knots.first().filter(|(_, p)| square(*p) < apart).map(|knot| knot.0);
        Some(pair.map(|pair| pair[1].0).or(first).unwrap_or(f64::NEG_INFINITY))
    }

    /// The motions that have something in common with an interval.
    fn motions(&self, begin: f64, end: f64) -> impl Iterator<Item = Motion> + '_ {
        let first = self.knots.partition_point(|knot| knot.0 <= begin).saturating_sub(1);
        let before = self.knots.first().filter(|knot| knot.0 > begin).map(|&(time, at)| Motion {
            from: at,
            to: at,
            begin: begin.min(time),
            end: time,
        });
        let after = self.knots.last().filter(|knot| knot.0 < end && self.afterwards == Afterwards::Stays);
        let after = after.map(|&(time, at)| Motion { from: at, to: at, begin: time.max(begin), end });
        let pairs = self.knots[first.min(self.knots.len())..].windows(2).take_while(move |pair| pair[0].0 < end);
        let within = pairs.map(|pair| Motion { from: pair[0].1, to: pair[1].1, begin: pair[0].0, end: pair[1].0 });
        before.into_iter().chain(within).chain(after)
    }
}

/// The slot of bodies that stay, in the spatial hash.
const STAYS: i32 = i32::MIN;

/// The slot of all places that a body ever comes to, in the spatial hash.
const EVER: i32 = i32::MIN + 1;

/// What all bodies have published, found by place and time.
///
/// ```
/// use navigant_geometry::Point;
/// use navigant_planning::internals::{Afterwards, BodyId, Published, PublishedBody};
/// let (door, window) = (Point::new(0.0, 0.0), Point::new(8.0, 0.0));
/// let knots = vec![(0.0, door), (4.0, window)];
/// let cart = PublishedBody { radius: 0.5, is_obstacle: true, knots, afterwards: Afterwards::Stays };
/// assert_eq!((cart.at(2.0), cart.at(60.0)), (Some(Point::new(4.0, 0.0)), Some(window)));
/// let mut published = Published::default();
/// published.publish(BodyId(7), cart);
/// assert_eq!(published.bodies().count(), 1);
/// assert!(published.withdraw(BodyId(7)).is_some() && published.bodies().next().is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Published {
    bodies: Vec<Option<PublishedBody>>,
    /// Never iterated over.
    cells: HashMap<(i32, i32, i32), Vec<BodyId>, BuildHasherDefault<Multiplying>>,
}

impl Published {
    /// Publishes the plan of a body, in place of what it had published before. A knot that is not finite, whose time does not rise,
    /// or that is reached at more than 200 m/s ends the plan; a radius above 50 m or below 0 is no body's.
    pub fn publish(&mut self, id: BodyId, mut body: PublishedBody) {
        self.withdraw(id);
        let good = (0..body.knots.len())
            .take_while(|&i| {
                let (time, at) = body.knots[i];
                let follows = i == 0 || {
                    let (before, from) = body.knots[i - 1];
                    time > before && from.distance(at) <= MOST_SPEED * (time - before)
                };
                let is_timed = time.is_finite() || i == 0 && time < 0.0 && body.knots.len() == 1;
                at.is_finite() && is_timed && follows
            })
            .count();
        body.knots.truncate(good);
        if body.knots.is_empty() || !(0.0..=MOST_RADIUS).contains(&body.radius) {
            return;
        }
        for key in keys(&body) {
            let cell = self.cells.entry(key).or_default();
            if cell.last() != Some(&id) {
                cell.push(id);
            }
        }
        let index = id.0 as usize;
        if index >= self.bodies.len() {
            self.bodies.resize(index + 1, None);
        }
        self.bodies[index] = Some(body);
    }

    /// Forgets what a body has published.
    pub fn withdraw(&mut self, id: BodyId) -> Option<PublishedBody> {
        let body = self.bodies.get_mut(id.0 as usize)?.take()?;
        for key in keys(&body) {
            if let Some(cell) = self.cells.get_mut(&key) {
                cell.retain(|&other| other != id);
                if cell.is_empty() {
                    self.cells.remove(&key);
                }
            }
        }
        Some(body)
    }

    /// What a body has published.
    pub(crate) fn body(&self, id: BodyId) -> Option<&PublishedBody> {
        self.bodies.get(id.0 as usize)?.as_ref()
    }

    /// All bodies, by their ids.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &PublishedBody)> {
        self.bodies.iter().enumerate().filter_map(|(i, body)| Some((BodyId(i as u32), body.as_ref()?)))
    }

    /// From when on a disc may stand at a place for good: when the last body that comes near has passed. `None` if somebody stays
    /// there.
    pub(crate) fn free_from(&self, at: Point, radius: f64, me: Option<BodyId>) -> Option<f64> {
        self.free_from_those(at, radius, |id| Some(id) != me)
    }

    /// The same, of the bodies that count.
    pub(crate) fn free_from_those(&self, at: Point, radius: f64, counts: impl Fn(BodyId) -> bool) -> Option<f64> {
        let mut free = f64::NEG_INFINITY;
        let [low, high] = corners(at, at, radius);
        for x in low[0]..=high[0] {
            for y in low[1]..=high[1] {
                let Some(cell) = self.cells.get(&(EVER, x, y)) else { continue };
                for body in cell.iter().filter(|&&id| counts(id)).filter_map(|&id| self.body(id)) {
                    free = free.max(body.last_near(at, radius)?);
                }
            }
        }
        Some(free)
    }

    /// Whether a disc that makes a motion touches a body that counts; `counts` is told where the body is when the motion begins.
    pub(crate) fn is_met(
        &self,
        motion: &Motion,
        radius: f64,
        me: Option<BodyId>,
        counts: impl Fn(&PublishedBody, Point) -> bool,
    ) -> bool {
        let touches = |id: BodyId| {
            let Some(body) = self.body(id).filter(|_| Some(id) != me) else { return false };
            body.comes_near(motion, radius) && body.at(motion.begin).is_none_or(|at| counts(body, at))
        };
        let [low, high] = corners(motion.from, motion.to, radius);
        // Where a slot ends, what a body does next begins in it too, at the same place: a step of whole slots needs no further one.
        let last = slot_before(motion.end).max(slot(motion.begin));
        let slots = slot(motion.begin)..=last;
        let count = [low[0]..=high[0], low[1]..=high[1], slots.clone()]
            .map(|r| i64::from(*r.end()) - i64::from(*r.start()) + 1);
        if count.iter().any(|&n| n > MOST_CELLS_SEARCHED) || count.iter().product::<i64>() > MOST_CELLS_SEARCHED {
            return (0..self.bodies.len()).any(|id| touches(BodyId(id as u32)));
        }
        slots.chain([STAYS]).any(|slot| {
            (low[0]..=high[0]).any(|x| {
                (low[1]..=high[1]).any(|y| {
                    let cell = self.cells.get(&(slot, x, y));
                    cell.is_some_and(|cell| cell.iter().any(|&id| touches(id)))
                })
            })
        })
    }
}

fn slot(time: f64) -> i32 {
    (time / PUBLISHED_SLOT).floor().clamp(-1e9, 1e9) as i32
}

/// The slot that is over, or under way, at a time.
fn slot_before(time: f64) -> i32 {
    ((time / PUBLISHED_SLOT).ceil() - 1.0).clamp(-1e9, 1e9) as i32
}

/// The cells under a segment's box, grown by a radius.
fn corners(a: Point, b: Point, radius: f64) -> [[i32; 2]; 2] {
    let cell = |x: f64| (x / PUBLISHED_CELL).floor().clamp(-1e8, 1e8) as i32;
    let low = [a.x.min(b.x) - radius, a.y.min(b.y) - radius].map(cell);
    let high = [a.x.max(b.x) + radius, a.y.max(b.y) + radius].map(cell);
    [low, high]
}

/// The cells of the hash in which a body is listed.
fn keys(body: &PublishedBody) -> Vec<(i32, i32, i32)> {
    let mut keys = Vec::new();
    let mut add = |slot: i32, a: Point, b: Point| {
        let [low, high] = corners(a, b, body.radius);
        let cells = (low[0]..=high[0]).flat_map(|x| (low[1]..=high[1]).map(move |y| (x, y)));
        keys.extend(cells.flat_map(|(x, y)| [(slot, x, y), (EVER, x, y)]));
    };
    let Some(&(first, at)) = body.knots.first() else { return keys };
    let begin = if first.is_finite() { slot(first) } else { 0 };
    // Before its first knot a body stands there.
    add(STAYS, at, at);
    for pair in body.knots.windows(2).filter(|pair| pair[0].0.is_finite()) {
        let motion = Motion { from: pair[0].1, to: pair[1].1, begin: pair[0].0, end: pair[1].0 };
        let latest = begin.saturating_add(MOST_SLOTS);
        if slot(motion.end) > latest {
            add(EVER, motion.at(f64::from(latest) * PUBLISHED_SLOT), motion.to);
        }
        for slot in slot(motion.begin)..=slot(motion.end).min(latest) {
            let [from, to] =
                [f64::from(slot) * PUBLISHED_SLOT, f64::from(slot + 1) * PUBLISHED_SLOT].map(|time| motion.at(time));
            add(slot, from, to);
        }
    }
    if let Some(&(_, last)) = body.knots.last().filter(|_| body.afterwards == Afterwards::Stays) {
        add(STAYS, last, last);
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: f64, y: f64) -> Point {
        Point::new(x, y)
    }

    #[test]
    fn two_who_cross_at_different_times_do_not_meet() {
        let mut published = Published::default();
        let knots = vec![(0.0, p(0.0, 5.0)), (10.0, p(10.0, 5.0))];
        published.publish(
            BodyId(3),
            PublishedBody { radius: 0.5, is_obstacle: true, knots, afterwards: Afterwards::Unknown },
        );
        let crossing = |begin: f64| Motion { from: p(5.0, 0.0), to: p(5.0, 10.0), begin, end: begin + 10.0 };
        let met = |motion: Motion| published.is_met(&motion, 0.5, None, |_, _| true);
        assert!(met(crossing(0.0)));
        assert!(!met(crossing(-4.0)) && !met(crossing(4.0)));
        assert!(!published.is_met(&crossing(0.0), 0.5, Some(BodyId(3)), |_, _| true));
        assert!(!published.is_met(&crossing(0.0), 0.5, None, |_, _| false));
    }

    #[test]
    fn a_body_stays_only_if_it_says_so() {
        let knots = vec![(0.0, p(0.0, 0.0)), (1.0, p(1.0, 0.0))];
        for afterwards in [Afterwards::Stays, Afterwards::Unknown] {
            let body = PublishedBody { radius: 0.5, is_obstacle: false, knots: knots.clone(), afterwards };
            assert_eq!((body.at(-1.0), body.at(0.5)), (Some(p(0.0, 0.0)), Some(p(0.5, 0.0))));
            let mut published = Published::default();
            published.publish(BodyId(0), body);
            let later = Motion { from: p(1.0, 0.0), to: p(1.0, 0.0), begin: 500.0, end: 501.0 };
            assert_eq!(published.is_met(&later, 0.1, None, |_, _| true), afterwards == Afterwards::Stays);
            published.withdraw(BodyId(0));
            assert!(published.cells.is_empty());
        }
    }

    #[test]
    fn knots_that_are_none_end_a_plan() {
        let mut published = Published::default();
        let knots = vec![(0.0, p(0.0, 0.0)), (2.0, p(1.0, 0.0)), (1.0, p(9.0, 0.0)), (f64::NAN, p(0.0, 0.0))];
        published
            .publish(BodyId(0), PublishedBody { radius: 0.5, is_obstacle: true, knots, afterwards: Afterwards::Stays });
        assert_eq!(published.body(BodyId(0)).map(|body| body.knots.len()), Some(2));
        published.publish(BodyId(0), PublishedBody::standing(p(f64::NAN, 0.0), 0.5, true));
        assert_eq!(published.body(BodyId(0)), None);
    }

    /// Bodies and motions with whole, half and odd times: who is found by place and time is whoever comes near.
    #[test]
    fn who_is_met_is_whoever_comes_near() {
        let mut draw = 7u64;
        let mut below = |n: u64| {
            draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (draw >> 33) % n
        };
        let mut met = [0, 0];
        for _ in 0..300 {
            let mut published = Published::default();
            for id in 0..6 {
                let mut time = below(8) as f64;
                let mut knots = Vec::new();
                for _ in 0..=below(4) {
                    knots.push((time, p(below(25) as f64 - 4.0, below(25) as f64 - 4.0)));
                    time += [0.5, 1.0, 1.0, 2.0, 0.3][below(5) as usize];
                }
                let afterwards = [Afterwards::Stays, Afterwards::Unknown][below(2) as usize];
                published.publish(BodyId(id), PublishedBody { radius: 0.4, is_obstacle: false, knots, afterwards });
            }
            for _ in 0..40 {
                let from = p(below(25) as f64 - 4.0, below(25) as f64 - 4.0);
                let to = p(from.x + below(5) as f64 - 2.0, from.y + below(5) as f64 - 2.0);
                let begin = below(20) as f64 * 0.5;
                let motion = Motion { from, to, begin, end: begin + [0.0, 0.5, 1.0, 1.0, 2.0][below(5) as usize] };
                let is_met = published.is_met(&motion, 0.4, Some(BodyId(0)), |_, _| true);
                let near = published.bodies().any(|(id, body)| id != BodyId(0) && body.comes_near(&motion, 0.4));
                assert_eq!(is_met, near, "{motion:?} {published:?}");
                met[usize::from(near)] += 1;
            }
        }
        assert!(met.iter().all(|&count| count > 300), "{met:?}");
    }
}
