//! Obstacles on their way: no part of the map, and avoided locally as people are, until they stand again.
//!
//! On its way an obstacle is a row of discs that cover the box around it: players of the crowd, whom everyone's avoidance sees
//! and nobody's route.

use crate::population::{Present, read_id, write_id};
use crate::tuning::moving::{LEAST_SIDE, MOST_BODIES};
use crate::words::{Read, Words};
use navigant_crowd::internals::{AgentInternals as _, CrowdInternals as _};
use navigant_crowd::{Agent, AgentId, Aim, Control, Crowd, Vector};
use navigant_geometry::internals::{LatticeInternals as _, PointInternals as _};
use navigant_mesh::{Bounds, Map, Outline, Point};

/// The source of the bodies of obstacles: no group of a scenario has this number.
pub(crate) const SOURCE: u32 = u32::MAX;

/// Whether an agent is a body of an obstacle on its way.
pub(crate) fn is_body(id: AgentId) -> bool {
    id.source() == SOURCE
}

/// An obstacle on its way.
pub(crate) struct Moving {
    pub(crate) name: String,
    /// The edit of the scenario that sent it.
    pub(crate) edit: usize,
    /// Its outline, around the middle of its box.
    ring: Vec<Point>,
    /// From where it set out to where it will stand.
    path: Vec<Point>,
    speed: f64,
    /// How far it has gone, in metres.
    gone: f64,
    /// Where the discs are that cover it, from the middle of its box, and which agents they are; none where one had no room.
    discs: Vec<(Point, Option<AgentId>)>,
    radius: f64,
}

impl Moving {
    /// An obstacle sets out; the middle of its box is where its path begins. `None` for an outline without points.
    pub(crate) fn set_out(name: String, edit: usize, outline: &[Point], to: &[Point], speed: f64) -> Option<Moving> {
        let Bounds { min, max } = Bounds::of(outline.iter().copied())?;
        let from = min.lerp(max, 0.5);
        let ring = outline.iter().map(|p| Point::new(p.x - from.x, p.y - from.y)).collect();
        let path = std::iter::once(from).chain(to.iter().copied()).collect();
        Moving::of(name, edit, (ring, path), speed, 0.0)
    }

    fn of(name: String, edit: usize, (ring, path): (Vec<Point>, Vec<Point>), speed: f64, gone: f64) -> Option<Moving> {
        let (width, height) = Bounds::of(ring.iter().copied())?.size();
        let (long, short) = (width.max(height), width.min(height));
        let count = ((long / short.max(LEAST_SIDE)).ceil().max(1.0) as usize).min(MOST_BODIES);
        let part = long / count as f64;
        let radius = (0.5 * part.hypot(short)).max(LEAST_SIDE);
        let along = |i: usize| (i as f64 + 0.5) * part - 0.5 * long;
        let place = |i| if width >= height { Point::new(along(i), 0.0) } else { Point::new(0.0, along(i)) };
        let discs = (0..count).map(|i| (place(i), None)).collect();
        Some(Moving { name, edit, ring, path, speed, gone, discs, radius })
    }

    /// The first place of its path that cannot be seen from the one before: there is a wall between.
    pub(crate) fn blocked_at(&self, map: &Map) -> Option<Point> {
        self.path.windows(2).find(|leg| !map.sees(leg[0], leg[1])).map(|leg| leg[1])
    }

    fn length(&self) -> f64 {
        self.path.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
    }

    /// The middle of its box.
    fn middle(&self) -> Point {
        let mut left = self.gone;
        for leg in self.path.windows(2) {
            let length = leg[0].distance(leg[1]);
            if left < length {
                return leg[0].lerp(leg[1], left / length);
            }
            left -= length;
        }
        self.path.last().copied().unwrap_or_default()
    }

    /// Its corners where it is.
    pub(crate) fn ring_there(&self) -> Vec<Point> {
        let middle = self.middle();
        self.ring.iter().map(|p| Point::new(p.x + middle.x, p.y + middle.y)).collect()
    }

    /// Its outline where it is.
    pub(crate) fn outline(&self) -> Outline {
        Outline::polygon(self.ring_there())
    }

    /// Goes on for some seconds; whether it has got to the end.
    pub(crate) fn go_on(&mut self, map: &Map, crowd: &mut Crowd, dt: f64) -> bool {
        let before = self.middle();
        self.gone += self.speed * dt;
        if self.gone >= self.length() {
            return true;
        }
        let now = self.middle();
        let velocity = Vector { x: ((now.x - before.x) / dt) as f32, y: ((now.y - before.y) / dt) as f32 };
        for (from_middle, body) in &mut self.discs {
            let at = Point::new(now.x + from_middle.x, now.y + from_middle.y);
            // Who had no room beside a wall may have it now.
            match *body {
                Some(id) if crowd.place(map, id, at, velocity).is_err() => {
                    let _ = crowd.remove(id);
                    *body = None;
                }
                Some(_) => {}
                None => {
                    let agent = Agent::new(at).with_radius(self.radius).with_speed(self.speed).with_aim(Aim::Stand);
                    let agent = Agent { velocity, ..agent.with_control(Control::Player) };
                    *body = crowd.add_from(map, SOURCE, &agent).ok();
                }
            }
        }
        false
    }

    /// Takes its bodies out of the crowd.
    pub(crate) fn dissolve(&mut self, crowd: &mut Crowd) {
        for (_, body) in &mut self.discs {
            // It was there a moment ago.
            let _ = body.take().map(|id| crowd.remove(id));
        }
    }

    pub(crate) fn save(&self, words: &mut Words) {
        words.number(self.edit as u64);
        words.list(self.ring.iter(), |words, &p| words.point(p));
        words.list(self.path.iter(), |words, &p| words.point(p));
        words.real(self.gone);
        words.list(self.discs.iter(), |words, (_, body)| write_id(words, body.unwrap_or_default()));
    }

    /// One that was sent by an edit, which says what it is called and how fast it is.
    pub(crate) fn load<'e>(
        edit_of: impl Fn(usize) -> Option<(&'e str, f64)>,
        map: &Map,
        present: &Present,
        words: &mut Read<'_>,
    ) -> Option<Moving> {
        let edit = usize::try_from(words.number()?).ok()?;
        let (name, speed) = edit_of(edit)?;
        let (reach, size) = (map.lattice().reach(), map.lattice().reach().size());
        let is_near = |p: &Point| p.x.abs() <= size.0 && p.y.abs() <= size.1;
        let ring = words.list(|words| words.point().filter(is_near))?;
        let path = words.list(|words| words.point().filter(|&p| reach.contains(p)))?;
        let gone = words.real().filter(|gone| (0.0..=1e9).contains(gone))?;
        if path.is_empty() {
            return None;
        }
        let mut moving = Moving::of(name.to_owned(), edit, (ring, path), speed, gone)?;
        let bodies = words.list(|words| read_id(words, present))?;
        if bodies.len() != moving.discs.len() {
            return None;
        }
        for ((_, body), id) in moving.discs.iter_mut().zip(bodies) {
            *body = id.filter(|&id| is_body(id));
        }
        Some(moving)
    }

    /// How many bodies it has in the crowd.
    pub(crate) fn bodies(&self) -> usize {
        self.discs.iter().filter(|(_, body)| body.is_some()).count()
    }
}
