//! Queues: who stands in line, and where.

use super::{Phase, Traveller};
use crate::tuning::queues::{JOINS_WITHIN, SERVED_WITHIN};
use navigant_crowd::internals::AgentIdInternals as _;
use navigant_crowd::{AgentId, Aim, Crowd, Seen, Status};
use navigant_files::scenario::{Queue, WhenFull};
use navigant_mesh::Point;
use std::collections::{BTreeMap, VecDeque};

/// A queue under way.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) places: Vec<Point>,
    spacing: f64,
    pub(super) service: [f64; 2],
    pub(super) when_full: WhenFull,
    /// Everyone in line, the first one first; those beyond the places wait for one where they are.
    pub(super) waiting: VecDeque<AgentId>,
}

impl Line {
    pub(super) fn of(queue: &Queue) -> Line {
        let places = (0..queue.most).map(|i| along(&queue.line, f64::from(i) * queue.spacing)).collect();
        let (name, spacing, service) = (queue.name.clone(), queue.spacing, queue.service);
        Line { name, places, spacing, service, when_full: queue.when_full, waiting: VecDeque::new() }
    }

    pub(super) fn is_full(&self) -> bool {
        self.waiting.len() >= self.places.len()
    }

    /// Where the next one would stand, or the last place.
    pub(super) fn tail(&self) -> Point {
        let place = self.places.get(self.waiting.len()).or(self.places.last());
        place.copied().unwrap_or(Point::ORIGIN)
    }

    /// Whether a point is near to somebody in line, or to where the next one would stand.
    pub(super) fn is_near(&self, p: Point) -> bool {
        let taken = self.places.iter().take(self.waiting.len() + 1);
        taken.into_iter().any(|place| place.distance(p) < JOINS_WITHIN * self.spacing)
    }

    /// Whether it is an agent's turn: it is the first, and there.
    pub(super) fn is_first(&self, id: AgentId, seen: &Seen) -> bool {
        let is_near = self.places.first().is_some_and(|p| p.distance(seen.position) < SERVED_WITHIN * self.spacing);
        self.waiting.front() == Some(&id) && (is_near || seen.status == Status::Arrived)
    }

    /// Sends one in line to its place.
    pub(super) fn place(&self, crowd: &mut Crowd, at: usize) {
        let Some(&id) = self.waiting.get(at) else { return };
        let aim = self.places.get(at).map_or(Aim::Stand, |place| Aim::Goal(*place));
        if crowd.agent(id).is_ok_and(|seen| seen.aim != aim) {
            // It is there, and places are finite.
            let _ = crowd.set_aim(id, aim);
        }
    }

    /// Lets everyone move up, and forgets those who have left.
    pub(super) fn move_up(&mut self, crowd: &mut Crowd, travellers: &BTreeMap<(u32, u32), Traveller>) {
        self.waiting.retain(|id| {
            let traveller = travellers.get(&(id.source(), id.serial()));
            traveller.is_some_and(|t| matches!(t.phase, Phase::InLine | Phase::Served { .. }))
        });
        (0..self.waiting.len()).for_each(|at| self.place(crowd, at));
    }
}

/// The point of a polyline at a distance from its beginning; its end beyond.
fn along(line: &[Point], mut distance: f64) -> Point {
    for (a, b) in line.iter().zip(line.iter().skip(1)) {
        let length = a.distance(*b);
        if distance <= length && length > 0.0 {
            let share = distance / length;
            return Point::new(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y));
        }
        distance -= length;
    }
    line.last().copied().unwrap_or(Point::ORIGIN)
}
