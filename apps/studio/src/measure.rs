//! Measurement lines and areas in a running crowd: flow, density and speed, and who has left where.

use crate::refusal::Refusal;
use crate::roll::Roll;
use navigant::crowd::Seen;
use navigant::mesh::Point;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::VecDeque;

/// The most lines and areas at a time, and the most corners of each.
const MOST: usize = 12;
const MOST_CORNERS: usize = 100;
/// Flow is counted over the last seconds, as many as these.
const WINDOW_S: f64 = 5.0;

/// A line or an area that is asked for.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Asked {
    name: String,
    /// Two points are a line, more an area.
    points: Vec<[f64; 2]>,
}

/// All lines and areas of a run.
#[derive(Debug, Default)]
pub(crate) struct Measures {
    all: Vec<Measure>,
    /// By the place of an agent on the roll: its number, and where it was seen last.
    before: Vec<(u32, Point)>,
}

#[derive(Clone, Debug)]
struct Measure {
    name: String,
    points: Vec<Point>,
    /// How many went over the line from its right to its left, seen from its first point on, and how many the other way.
    crossed: [u64; 2],
    /// When those crossed who did so lately, and how fast they were.
    lately: VecDeque<(f64, f32)>,
    /// How many are in the area, and the sum of their speeds.
    inside: (u32, f32),
    /// Since when it counts, and when it counted last, in simulated seconds.
    since: f64,
    now: f64,
}

impl Measures {
    /// Takes these lines and areas instead of those before; what stays the same counts on.
    pub(crate) fn set(&mut self, asked: Vec<Asked>, now: f64) -> Result<(), Refusal> {
        if asked.len() > MOST {
            return Err(Refusal::new(format!(
                "at most {MOST} lines and areas are measured at a time, not {}",
                asked.len()
            )));
        }
        let mut all = Vec::with_capacity(asked.len());
        for Asked { name, points } in asked {
            let points: Vec<Point> = points.into_iter().map(Point::from).collect();
            if let Some(&bad) =
                points.iter().find(|p| !(p.x.abs() <= crate::item::FAR && p.y.abs() <= crate::item::FAR))
            {
                return Err(Refusal::at(format!("{name} has a point that is too far away"), bad));
            }
            if !(2..=MOST_CORNERS).contains(&points.len()) || name.len() > 200 {
                let why = "has two points, a measurement area 3 to 100; a name at most 200 bytes";
                return Err(Refusal::new(format!("a measurement line {why}")));
            }
            let known = self.all.iter().find(|known| known.points == points);
            let new = || Measure::new(String::new(), points.clone(), now);
            all.push(Measure { name, ..known.cloned().unwrap_or_else(new) });
        }
        self.all = all;
        Ok(())
    }

    /// Begins to count again, from time 0.
    pub(crate) fn restart(&mut self) {
        self.before.clear();
        for measure in &mut self.all {
            *measure = Measure::new(std::mem::take(&mut measure.name), std::mem::take(&mut measure.points), 0.0);
        }
    }

    /// Forgets all lines and areas.
    pub(crate) fn clear(&mut self) {
        *self = Measures::default();
    }

    /// Looks at everyone after a step, which ended at a simulated time in seconds.
    pub(crate) fn follow(&mut self, now: f64, agents: &[Seen], roll: &Roll) {
        if self.all.is_empty() {
            self.before.clear();
            return;
        }
        self.all.iter_mut().for_each(|measure| measure.begin(now));
        for agent in agents {
            let Some(at) = roll.place(agent.id) else { continue };
            let Some(slot) = roll.slots().get(at) else { continue };
            if self.before.len() <= at {
                self.before.resize(at + 1, (u32::MAX, agent.position));
            }
            let Some(before) = self.before.get_mut(at) else { continue };
            let from = if before.0 == slot.number { before.1 } else { agent.position };
            *before = (slot.number, agent.position);
            let speed = agent.velocity.x.hypot(agent.velocity.y);
            self.all.iter_mut().for_each(|measure| measure.see(from, agent.position, speed));
        }
    }

    /// What they have measured, as pages are told.
    pub(crate) fn json(&self) -> Value {
        self.all.iter().map(Measure::json).collect()
    }
}

impl Measure {
    fn new(name: String, points: Vec<Point>, now: f64) -> Measure {
        Measure { name, points, crossed: [0; 2], lately: VecDeque::new(), inside: (0, 0.0), since: now, now }
    }

    fn begin(&mut self, now: f64) {
        self.now = now;
        self.inside = (0, 0.0);
        while self.lately.front().is_some_and(|(when, _)| *when <= now - WINDOW_S) {
            self.lately.pop_front();
        }
    }

    fn see(&mut self, from: Point, to: Point, speed: f32) {
        if let [a, b] = self.points[..] {
            if let Some(is_to_the_left) = crossing(a, b, from, to) {
                self.crossed[usize::from(!is_to_the_left)] += 1;
                self.lately.push_back((self.now, speed));
            }
        } else if holds(&self.points, to) {
            self.inside = (self.inside.0 + 1, self.inside.1 + speed);
        }
    }

    fn json(&self) -> Value {
        let points: Vec<[f64; 2]> = self.points.iter().map(|&p| p.into()).collect();
        let mean = |sum: f32, count: usize| (count > 0).then(|| f64::from(sum) / count as f64);
        if points.len() == 2 {
            let seconds = (self.now - self.since).min(WINDOW_S);
            let flow = if seconds > 0.0 { self.lately.len() as f64 / seconds } else { 0.0 };
            let speed = mean(self.lately.iter().map(|(_, speed)| speed).sum(), self.lately.len());
            let width = self.points[0].distance(self.points[1]);
            return json!({ "name": self.name, "points": points, "crossed": self.crossed, "flow": flow, "speed": speed,
                "width": width });
        }
        let (inside, area) = (self.inside.0, area(&self.points));
        let density = if area > 0.0 { f64::from(inside) / area } else { 0.0 };
        json!({ "name": self.name, "points": points, "inside": inside, "density": density, "area": area,
            "speed": mean(self.inside.1, inside as usize) })
    }
}

/// Whether a way leads over a line, and if it does, whether to its left. Who ends on the line is on its right.
fn crossing(a: Point, b: Point, from: Point, to: Point) -> Option<bool> {
    let side = |a: Point, b: Point, p: Point| (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    let (before, after) = (side(a, b, from) > 0.0, side(a, b, to) > 0.0);
    let is_between = (side(from, to, a) > 0.0) != (side(from, to, b) > 0.0);
    (before != after && is_between).then_some(after)
}

/// Whether a point is in a polygon, by the parity of the sides to its right.
fn holds(ring: &[Point], p: Point) -> bool {
    let sides = ring.iter().zip(ring.iter().cycle().skip(1));
    let crossed =
        sides.filter(|(a, b)| (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x);
    crossed.count() % 2 == 1
}

/// The area of a polygon, in square metres.
fn area(ring: &[Point]) -> f64 {
    let sides = ring.iter().zip(ring.iter().cycle().skip(1));
    0.5 * sides.map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>().abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::prelude::*;

    fn asked(name: &str, points: &[[f64; 2]]) -> Asked {
        Asked { name: name.to_owned(), points: points.to_vec() }
    }

    #[test]
    fn those_who_walk_over_a_line_are_counted_and_those_in_an_area_are_dense() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0])).unwrap();
        let mut crowd = Crowd::new(&map);
        for y in 0..4 {
            let agent = Agent::new([2.0, 2.0 + 1.5 * f64::from(y)]).with_goal([18.0, 2.0 + 1.5 * f64::from(y)]);
            crowd.add(&map, &agent).unwrap();
        }
        // One who comes the other way, and one who passes below the line.
        crowd.add(&map, &Agent::new([18.0, 8.5]).with_goal([2.0, 8.5])).unwrap();
        crowd.add(&map, &Agent::new([2.0, 0.5]).with_goal([18.0, 0.5])).unwrap();
        let (mut roll, mut measures) = (Roll::new(), Measures::default());
        let line = asked("gate", &[[10.0, 9.5], [10.0, 1.25]]);
        let room = asked("room", &[[0.0, 1.0], [20.0, 1.0], [20.0, 10.0], [0.0, 10.0]]);
        measures.set(vec![line.clone(), room], 0.0).unwrap();
        let mut most = 0.0f64;
        for step in 0..160 {
            crowd.step(&map, 0.1).unwrap();
            let agents: Vec<_> = crowd.agents().collect();
            roll.follow(step, 0.1 * step as f64, &agents, |_| 0);
            measures.follow(0.1 * step as f64, &agents, &roll);
            most = most.max(measures.json()[0]["flow"].as_f64().unwrap());
        }
        let told = measures.json();
        assert_eq!(told[0]["crossed"], json!([4, 1]));
        assert!(most >= 1.0, "five within five seconds, not {most} a second");
        assert_eq!((&told[1]["inside"], told[1]["area"].as_f64()), (&json!(5), Some(180.0)));
        assert_eq!(told[1]["density"].as_f64(), Some(5.0 / 180.0));
        // What stays counts on; a new run begins at 0.
        measures.set(vec![line], 16.0).unwrap();
        assert_eq!(measures.json()[0]["crossed"], json!([4, 1]));
        measures.restart();
        assert_eq!(measures.json()[0]["crossed"], json!([0, 0]));
    }

    #[test]
    fn what_cannot_be_measured_is_refused() {
        let mut measures = Measures::default();
        let refused = measures.set(vec![asked("dot", &[[1.0, 1.0]])], 0.0).unwrap_err();
        assert!(refused.message.contains("two points"), "{refused}");
        let refused = measures.set(vec![asked("far", &[[1.0, 1.0], [f64::NAN, 0.0]])], 0.0).unwrap_err();
        assert!(refused.message.contains("too far away"), "{refused}");
        let many = vec![asked("line", &[[0.0, 0.0], [1.0, 0.0]]); MOST + 1];
        assert!(measures.set(many, 0.0).unwrap_err().message.contains("at most"));
        assert_eq!(measures.json(), json!([]));
    }
}
