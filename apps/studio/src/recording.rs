//! A run to take along: everyone, step by step, in bounded memory.
//!
//! When there are too many rows, every second frame goes and from then on only every second step is kept: what is left is
//! still the whole run.

use crate::roll::Roll;
use navigant::crowd::Seen;
use navigant::files::internals::Timeline;
use navigant::files::trajectory::Row;
use navigant::mesh::Map;
use std::collections::HashMap;
use std::sync::Arc;

/// The most rows that are kept: 128 MiB of them.
const MOST_ROWS: usize = 8 << 20;
/// The most frames.
const MOST_FRAMES: usize = 100_000;
/// The most points of all trails together.
const MOST_TRAILS: usize = 40_000;

/// An agent in a frame, in 16 bytes.
#[derive(Clone, Copy, Debug)]
struct Packed {
    number: u32,
    at: [f32; 2],
    /// In millimetres a second.
    velocity: [i16; 2],
}

#[derive(Debug)]
struct Frame {
    step: u32,
    rows: Vec<Packed>,
}

/// What is kept of a run. A clone shares the frames, so it can be written while the run goes on.
#[derive(Clone, Debug)]
pub(crate) struct Recording {
    frames: Vec<Arc<Frame>>,
    rows: usize,
    most: usize,
    every: u32,
    dt: f64,
    /// Positions are kept relative to this.
    origin: [f64; 2],
    /// The map, by steps.
    timeline: Timeline,
}

impl Recording {
    pub(crate) fn new(dt: f64, origin: [f64; 2], map: &Map) -> Recording {
        let timeline = Timeline::of(map);
        Recording { frames: Vec::new(), rows: 0, most: MOST_ROWS, every: 1, dt, origin, timeline }
    }

    /// Takes in the map and everyone after a step.
    pub(crate) fn add(&mut self, step: u32, map: &Map, agents: &[Seen], roll: &Roll) {
        self.timeline.follow(map, step);
        if !step.is_multiple_of(self.every) {
            return;
        }
        let pack = |agent: &Seen| {
            let slot = roll.slots().get(roll.place(agent.id)?)?;
            Some(Packed {
                number: slot.number,
                at: [(agent.position.x - self.origin[0]) as f32, (agent.position.y - self.origin[1]) as f32],
                velocity: [agent.velocity.x, agent.velocity.y].map(|v| (v * 1e3).round() as i16),
            })
        };
        let rows: Vec<Packed> = agents.iter().filter_map(pack).collect();
        self.rows += rows.len();
        self.frames.push(Arc::new(Frame { step, rows }));
        while (self.rows > self.most || self.frames.len() > MOST_FRAMES) && self.frames.len() > 1 {
            self.every *= 2;
            self.frames.retain(|frame| frame.step.is_multiple_of(self.every));
            self.rows = self.frames.iter().map(|frame| frame.rows.len()).sum();
        }
    }

    /// Frames a second.
    pub(crate) fn fps(&self) -> f64 {
        1.0 / (self.dt * f64::from(self.every))
    }

    /// Where those who are there were in the last seconds.
    pub(crate) fn trails(&self, seconds: f64) -> Vec<Vec<[f64; 2]>> {
        let Some(now) = self.frames.last() else { return Vec::new() };
        let back = (seconds.clamp(0.0, 600.0) * self.fps()).ceil() as usize;
        let each = (MOST_TRAILS / now.rows.len().max(1)).max(2);
        let every = back.div_ceil(each).max(1);
        let mut lines: HashMap<u32, Vec<[f64; 2]>> = HashMap::new();
        for (i, frame) in self.frames.iter().rev().take(back + 1).step_by(every).enumerate() {
            for row in &frame.rows {
                let at = [f64::from(row.at[0]) + self.origin[0], f64::from(row.at[1]) + self.origin[1]];
                if i == 0 {
                    lines.insert(row.number, vec![at]);
                } else if let Some(line) = lines.get_mut(&row.number) {
                    line.push(at);
                }
            }
        }
        lines.into_values().filter(|line| line.len() > 1).collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// The map and how it changed, by the numbers of frames.
    pub(crate) fn timeline(&self) -> Timeline {
        self.timeline.renumbered(|step| step.div_ceil(self.every))
    }

    /// The frames, each with its number and its rows.
    pub(crate) fn frames(&self) -> impl Iterator<Item = (u32, Vec<Row>)> + '_ {
        self.frames.iter().map(|kept| {
            let frame = kept.step / self.every;
            let row = |packed: &Packed| Row {
                frame,
                id: packed.number,
                position: [f64::from(packed.at[0]) + self.origin[0], f64::from(packed.at[1]) + self.origin[1]],
                velocity: packed.velocity.map(|v| f32::from(v) * 1e-3),
            };
            (frame, kept.rows.iter().map(row).collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::prelude::*;

    #[test]
    fn a_long_run_is_thinned_out_and_not_cut_off() {
        let map = Map::new(&Outline::rectangle([1e5, 0.0], [1e5 + 90.0, 9.0])).unwrap();
        let mut crowd = Crowd::new(&map);
        for i in 0..10 {
            crowd.add(&map, &Agent::new([1e5 + 5.0 + f64::from(i), 5.0]).with_goal([1e5 + 88.0, 5.0])).unwrap();
        }
        let (mut roll, mut recording) = (Roll::new(), Recording::new(0.1, [1e5, 0.0], &map));
        recording.most = 200;
        let mut walked = Vec::new();
        for step in 0..1000 {
            crowd.step(&map, 0.1).unwrap();
            let agents: Vec<_> = crowd.agents().collect();
            roll.follow(u64::from(step), 0.1 * f64::from(step), &agents, |_| 0);
            recording.add(step, &map, &agents, &roll);
            let first = agents.iter().find(|agent| roll.place(agent.id) == Some(0)).unwrap();
            walked.push(first.position);
            assert!(recording.rows <= 200);
        }
        assert!((recording.fps() - 10.0 / f64::from(recording.every)).abs() < 1e-9);
        let frames: Vec<_> = recording.frames().collect();
        assert!(frames.len() >= 10 && frames.len() <= 20, "{}", frames.len());
        for (i, (frame, rows)) in frames.iter().enumerate() {
            assert_eq!(*frame, i as u32);
            let was = walked[(frame * recording.every) as usize];
            let row = rows.iter().find(|row| row.id == 0).unwrap();
            assert!(was.distance(row.position.into()) < 1e-3);
        }
    }
}
