//! A trajectory to look at: a frame at a time, forwards or wherever one points.

use crate::frame::{Head, Shown, encode_replay, heading};
use crate::item::{Item, Key, Kind};
use crate::refusal::Refusal;
use axum::body::Bytes;
use navigant::files::trajectory::{Piece, Placed, Replay};
use navigant::mesh::{Bounds, Outline, Point};
use std::collections::BTreeMap;

/// Frames a second, where the file does not say.
const USUAL_FPS: f64 = 10.0;

pub(crate) struct Playback {
    replay: Replay,
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
        Playback { replay, at: 0, shown: BTreeMap::new() }
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
        let shown = (0..self.replay.agents()).map(|agent| match placed.next_if(|placed| placed.agent == agent) {
            Some(&Placed { position, direction: [x, y], .. }) => {
                Shown { position, heading: heading(x, y), is_there: true }
            }
            None => Shown { position: [0.0; 2], heading: 0, is_there: false },
        });
        let shown: Vec<Shown> = shown.collect();
        encode_replay(head, shown.into_iter())
    }
}

fn item(piece: &Piece) -> Item {
    let kind = match &piece.outline {
        _ if piece.is_floor => Kind::Floor,
        Outline::Polyline(_) => Kind::Wall,
        Outline::Polygon { .. } => Kind::Obstacle,
    };
    Item::of(kind, None, &piece.outline)
}
