//! A trajectory to look at: a frame at a time, forwards or wherever one points.

use crate::density::Counts;
use crate::frame::{Head, Shown, encode_replay, heading};
use crate::item::{Item, Key, Kind};
use crate::refusal::Refusal;
use axum::body::Bytes;
use navigant::files::internals::{ReplayInternals as _, TimelinePiece};
use navigant::files::trajectory::{Placed, Replay};
use navigant::mesh::{Bounds, Outline, Point};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Frames a second, where the file does not say.
const USUAL_FPS: f64 = 10.0;

/// The most frames that figures over time are told of.
const MOST_FIGURES: usize = 600;
/// The most points of one way, and of all trails together.
const MOST_POINTS: usize = 600;
const MOST_TRAILS: usize = 40_000;

pub(crate) struct Playback {
    replay: Arc<Replay>,
    /// The first of two recordings that are shown side by side, and how many agents it has.
    alone: Option<(Arc<Replay>, u32)>,
    at: usize,
    /// The pieces of the map that are shown, and the items they are.
    shown: BTreeMap<usize, Key>,
}

/// How the map differs between what is shown and the frame that is gone to.
#[derive(Debug, Default)]
pub(crate) struct Turned {
    /// Pieces that stand now, as items without keys.
    pub(crate) came: Vec<(usize, Item)>,
    pub(crate) went: Vec<Key>,
}

impl Playback {
    pub(crate) fn new(replay: Replay) -> Playback {
        Playback { replay: Arc::new(replay), alone: None, at: 0, shown: BTreeMap::new() }
    }

    /// A recording that is two side by side: the first alone, and how many agents are of that one.
    pub(crate) fn of_two(both: Replay, first: Arc<Replay>) -> Playback {
        let agents = first.agents();
        Playback { alone: Some((first, agents)), ..Playback::new(both) }
    }

    /// The recording, or the first of two.
    pub(crate) fn first(&self) -> Arc<Replay> {
        Arc::clone(self.alone.as_ref().map_or(&self.replay, |(first, _)| first))
    }

    /// Whether two recordings are shown side by side.
    pub(crate) fn is_two(&self) -> bool {
        self.alone.is_some()
    }

    /// The numbers of the agents of each recording.
    fn parts(&self) -> Vec<std::ops::Range<u32>> {
        let (all, first) = (self.replay.agents(), self.alone.as_ref().map(|(_, first)| *first));
        std::iter::once(0..first.unwrap_or(all)).chain(first.map(|first| first..all)).collect()
    }

    pub(crate) fn frames(&self) -> usize {
        self.replay.frames()
    }

    pub(crate) fn agents(&self) -> u32 {
        self.replay.agents()
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn seconds_a_frame(&self) -> f64 {
        1.0 / self.replay.fps().unwrap_or(USUAL_FPS)
    }

    /// The box around everyone at all times.
    pub(crate) fn bounds(&self) -> Option<Bounds> {
        Bounds::of(self.replay.placed().iter().map(|placed| Point::from(placed.position)))
    }

    /// Whether the file says where one could walk.
    pub(crate) fn has_floor(&self) -> bool {
        let pieces = self.replay.timeline().pieces();
        pieces.iter().any(|piece| piece.is_floor && piece.stands_at(self.at as u32))
    }

    /// What has come and gone since it was last asked.
    pub(crate) fn turn(&mut self) -> Turned {
        let pieces = self.replay.timeline().pieces();
        let stands = |i: &usize| pieces.get(*i).is_some_and(|piece| piece.stands_at(self.at as u32));
        let went = self.shown.extract_if(.., |i, _| !stands(i)).map(|(_, key)| key).collect();
        let came = pieces.iter().enumerate().filter(|(i, _)| stands(i) && !self.shown.contains_key(i));
        Turned { came: came.map(|(i, piece)| (i, item(piece))).collect(), went }
    }

    /// A piece is shown as an item.
    pub(crate) fn note_shown(&mut self, piece: usize, key: Key) {
        self.shown.insert(piece, key);
    }

    /// Goes to a frame.
    pub(crate) fn seek(&mut self, frame: usize) -> Result<(), Refusal> {
        if frame >= self.frames() {
            return Err(Refusal::new(format!("there are {} frames, from 0; not {frame}", self.frames())));
        }
        self.at = frame;
        Ok(())
    }

    /// Goes on by a frame; whether there was one.
    pub(crate) fn go_on(&mut self) -> bool {
        let next = self.at + 1 < self.frames();
        self.at += usize::from(next);
        next
    }

    /// Where everyone is now.
    pub(crate) fn places(&self) -> impl Iterator<Item = Point> + '_ {
        self.replay.frame(self.at).iter().map(|placed| placed.position.into())
    }

    /// How many are there now.
    pub(crate) fn present(&self) -> usize {
        self.replay.frame(self.at).len()
    }

    /// The frame as a message.
    pub(crate) fn encode(&self, bounds: Bounds, is_new: bool) -> Bytes {
        let seconds = (self.at as f64 * self.seconds_a_frame()) as f32;
        let head = Head { step: self.at as u32, seconds, bounds, is_new, is_replay: true };
        let mut placed = self.replay.frame(self.at).iter().peekable();
        // Those of a frame are sorted by number.
        let second = self.alone.as_ref().map_or(u32::MAX, |(_, first)| *first);
        let shown = (0..self.replay.agents()).map(|agent| {
            let group = u8::from(agent >= second);
            match placed.next_if(|placed| placed.agent == agent) {
                Some(&Placed { position, direction: [x, y], .. }) => {
                    Shown { position, heading: heading(x, y), is_there: true, group }
                }
                None => Shown { position: [0.0; 2], heading: 0, is_there: false, group },
            }
        });
        let shown: Vec<Shown> = shown.collect();
        encode_replay(head, shown.into_iter())
    }

    fn position(&self, frame: usize, agent: u32) -> Option<Point> {
        let placed = self.replay.frame(frame);
        let at = placed.binary_search_by_key(&agent, |placed| placed.agent).ok()?;
        placed.get(at).map(|placed| placed.position.into())
    }

    /// Where an agent was and will be, and how fast it is now; none for one that is not there.
    pub(crate) fn route(&self, agent: u32) -> Option<Value> {
        let now = self.position(self.at, agent)?;
        let before = self.at.checked_sub(1).and_then(|before| self.position(before, agent));
        let speed = before.map_or(0.0, |before| before.distance(now) / self.seconds_a_frame());
        let every = self.frames().div_ceil(MOST_POINTS).max(1);
        let walked = |frames: std::ops::Range<usize>| -> Vec<Point> {
            frames.filter(|frame| frame % every == 0).filter_map(|frame| self.position(frame, agent)).collect()
        };
        let length = |line: &[Point]| line.windows(2).map(|leg| leg[0].distance(leg[1])).sum::<f64>();
        let (mut past, mut ahead) = (walked(0..self.at), walked(self.at + 1..self.frames()));
        past.push(now);
        ahead.insert(0, now);
        let goal = ahead.last().copied().map(<[f64; 2]>::from);
        Some(json!({
            "agent": agent, "position": <[f64; 2]>::from(now), "goal": goal, "status": "recorded", "speed": speed,
            "points": told(&ahead), "past": told(&past), "way_left": length(&ahead), "walked": length(&past),
        }))
    }

    /// Where everyone was in the last seconds.
    pub(crate) fn trails(&self, seconds: f64) -> Vec<Vec<[f64; 2]>> {
        let back = (seconds.clamp(0.0, 600.0) / self.seconds_a_frame()).ceil() as usize;
        let first = self.at.saturating_sub(back);
        let each = (MOST_TRAILS / self.present().max(1)).max(2);
        let every = (self.at - first).div_ceil(each).max(1);
        let mut lines: BTreeMap<u32, Vec<[f64; 2]>> =
            self.replay.frame(self.at).iter().map(|placed| (placed.agent, vec![placed.position])).collect();
        for frame in (first..self.at).rev().step_by(every) {
            for placed in self.replay.frame(frame) {
                if let Some(line) = lines.get_mut(&placed.agent) {
                    line.push(placed.position);
                }
            }
        }
        lines.into_values().filter(|line| line.len() > 1).collect()
    }

    /// Figures over the whole recording, for charts, and when its map changed.
    pub(crate) fn series(&self, bounds: Bounds, felt: f64) -> Value {
        let every = self.frames().div_ceil(MOST_FIGURES).max(1);
        let frames: Vec<usize> = (0..self.frames()).step_by(every).collect();
        let seconds = |frame: usize| frame as f64 * self.seconds_a_frame();
        let time: Vec<f64> = frames.iter().map(|&frame| seconds(frame)).collect();
        let part = |part: &std::ops::Range<u32>| {
            let mut counts = Counts::about(bounds, felt);
            let (mut agents, mut speed, mut density) = (Vec::new(), Vec::new(), Vec::new());
            for &frame in &frames {
                let these = || self.replay.frame(frame).iter().filter(|placed| part.contains(&placed.agent));
                agents.push(these().count());
                counts.count_places(these().map(|placed| placed.position.into()));
                density.push(counts.felt());
                speed.push(self.mean_speed(frame, part));
            }
            json!({ "agents": agents, "speed": speed, "density": density })
        };
        let mut changes: BTreeMap<u32, [u32; 2]> = BTreeMap::new();
        for piece in self.replay.timeline().pieces() {
            if piece.first > 0 {
                changes.entry(piece.first).or_default()[0] += 1;
            }
            if let Some(gone) = piece.gone.filter(|&gone| (gone as usize) < self.frames()) {
                changes.entry(gone).or_default()[1] += 1;
            }
        }
        let say = |[came, went]: [u32; 2]| match (came, went) {
            (1, 0) => "an obstacle comes".to_owned(),
            (0, 1) => "an obstacle goes".to_owned(),
            (came, went) => format!("{came} obstacles come, {went} go"),
        };
        let marks = changes
            .into_iter()
            .take(MOST_FIGURES)
            .map(|(frame, change)| json!({ "frame": frame, "time": seconds(frame as usize), "text": say(change) }));
        json!({ "time": time, "parts": self.parts().iter().map(part).collect::<Vec<_>>(),
            "marks": marks.collect::<Vec<_>>() })
    }

    /// How fast some are on average, by where they were a frame before; none without anybody.
    fn mean_speed(&self, frame: usize, part: &std::ops::Range<u32>) -> Option<f64> {
        let before = self.replay.frame(frame.checked_sub(1)?);
        let mut before = before.iter().peekable();
        let (mut sum, mut number) = (0.0, 0.0);
        for placed in self.replay.frame(frame).iter().filter(|placed| part.contains(&placed.agent)) {
            // Both are sorted by agent.
            while before.next_if(|was| was.agent < placed.agent).is_some() {}
            if let Some(was) = before.peek().filter(|was| was.agent == placed.agent) {
                sum += Point::from(was.position).distance(placed.position.into());
                number += 1.0;
            }
        }
        (number > 0.0).then(|| sum / number / self.seconds_a_frame())
    }
}

fn told(line: &[Point]) -> Vec<[f64; 2]> {
    line.iter().map(|&p| p.into()).collect()
}

fn item(piece: &TimelinePiece) -> Item {
    let kind = match &piece.outline {
        _ if piece.is_floor => Kind::Floor,
        Outline::Polyline(_) => Kind::Wall,
        Outline::Polygon { .. } => Kind::Obstacle,
    };
    Item::of(kind, None, &piece.outline)
}
