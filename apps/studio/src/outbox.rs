//! What waits to be sent to a page.
//!
//! Replies are as many as requests were read, which are at most [`REQUESTS`]; pictures have one place each, and a newer one
//! takes it; events must all arrive, so a page that lets more than [`EVENTS`] of them, or [`EVENT_BYTES`], pile up is disconnected as a
//! slow consumer.

use crate::frame;
use axum::body::Bytes;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard};
use tokio::sync::{Notify, OwnedSemaphorePermit};

/// Requests of a connection that are read before the first is answered.
pub(crate) const REQUESTS: usize = 64;
/// The most events that may wait.
pub(crate) const EVENTS: usize = 1024;
/// The most bytes of events that may wait, beyond a first one of any size.
pub(crate) const EVENT_BYTES: usize = 64 << 20;

/// What is replaced by a newer one of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Picture {
    Frame,
    Density,
    Stats,
    Followed,
    Things,
    Layer(u8),
}

const LAYERS: usize = crate::layers::COUNT;
const PICTURES: usize = 5 + LAYERS;

impl Picture {
    fn place(self) -> usize {
        match self {
            Picture::Frame => 0,
            Picture::Density => 1,
            Picture::Stats => 2,
            Picture::Followed => 3,
            Picture::Things => 4,
            Picture::Layer(layer) => 5 + usize::from(layer),
        }
    }
}

/// The outbox of a connection. The world's thread puts in, the connection's task takes out.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    waiting: Mutex<Waiting>,
    news: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    letters: VecDeque<Letter>,
    events: usize,
    event_bytes: usize,
    pictures: [Option<Bytes>; PICTURES],
    /// Which picture was sent last: they take turns.
    turn: usize,
    closed: bool,
}

/// A message that must arrive. A reply keeps its request's permit until it is sent.
#[derive(Debug)]
pub(crate) struct Letter {
    pub(crate) bytes: Bytes,
    permit: Option<OwnedSemaphorePermit>,
}

impl Outbox {
    /// A lock is poisoned only if a thread panicked with it, and nothing here can.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    pub(crate) fn reply(&self, bytes: Bytes, permit: Option<OwnedSemaphorePermit>) {
        let mut waiting = self.lock();
        if !waiting.closed {
            waiting.letters.push_back(Letter { bytes, permit });
        }
        drop(waiting);
        self.news.notify_one();
    }

    pub(crate) fn event(&self, bytes: Bytes) {
        let mut waiting = self.lock();
        let too_much = waiting.events > 0 && waiting.event_bytes + bytes.len() > EVENT_BYTES;
        if too_much || waiting.events >= EVENTS {
            waiting.close();
        }
        if !waiting.closed {
            waiting.events += 1;
            waiting.event_bytes += bytes.len();
            waiting.letters.push_back(Letter { bytes, permit: None });
        }
        drop(waiting);
        self.news.notify_one();
    }

    pub(crate) fn picture(&self, picture: Picture, bytes: Bytes) {
        let mut waiting = self.lock();
        if !waiting.closed
            && let Some(place) = waiting.pictures.get_mut(picture.place())
        {
            let is_reassigned = |frame: &Bytes| frame.get(1).is_some_and(|flags| flags & frame::REASSIGNED != 0);
            let lost = picture == Picture::Frame && place.as_ref().is_some_and(is_reassigned) && !is_reassigned(&bytes);
            *place = Some(if lost { frame::marked_reassigned(&bytes) } else { bytes });
        }
        drop(waiting);
        self.news.notify_one();
    }

    /// Nothing more is taken in or given out.
    pub(crate) fn close(&self) {
        self.lock().close();
        self.news.notify_one();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// The next message, letters before pictures; `None` once it is closed.
    pub(crate) async fn next(&self) -> Option<Letter> {
        loop {
            {
                let mut waiting = self.lock();
                if waiting.closed {
                    return None;
                }
                if let Some(letter) = waiting.next() {
                    return Some(letter);
                }
            }
            self.news.notified().await;
        }
    }

    /// How many messages and bytes wait.
    #[cfg(test)]
    pub(crate) fn size(&self) -> (usize, usize) {
        let waiting = self.lock();
        let letters = waiting.letters.iter().map(|letter| letter.bytes.len());
        let sizes = letters.chain(waiting.pictures.iter().flatten().map(Bytes::len));
        sizes.fold((0, 0), |(count, bytes), size| (count + 1, bytes + size))
    }
}

impl Waiting {
    fn close(&mut self) {
        *self = Waiting { closed: true, ..Waiting::default() };
    }

    fn next(&mut self) -> Option<Letter> {
        if let Some(letter) = self.letters.pop_front() {
            if letter.permit.is_none() {
                self.events = self.events.saturating_sub(1);
                self.event_bytes = self.event_bytes.saturating_sub(letter.bytes.len());
            }
            return Some(letter);
        }
        for after in 1..=PICTURES {
            let place = (self.turn + after) % PICTURES;
            if let Some(bytes) = self.pictures.get_mut(place).and_then(Option::take) {
                self.turn = place;
                return Some(Letter { bytes, permit: None });
            }
        }
        None
    }
}

/// A message of JSON behind its kind byte.
pub(crate) fn json(kind: u8, value: &Value) -> Bytes {
    let mut bytes = vec![kind];
    // A `Value` has string keys and finite numbers: there is nothing that could fail.
    let _ = serde_json::to_writer(&mut bytes, value);
    bytes.into()
}

/// The kind byte of replies.
pub(crate) const REPLY: u8 = 0x01;
/// The kind byte of events.
pub(crate) const EVENT: u8 = 0x02;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newer_pictures_take_the_place_of_older_ones() {
        let outbox = Outbox::default();
        for i in 0..10_000u32 {
            outbox.picture(Picture::Frame, Bytes::from(vec![0; 1000]));
            outbox.picture(Picture::Layer((i % 10) as u8), Bytes::from(vec![0; 1000]));
        }
        assert_eq!(outbox.size(), (11, 11_000));
    }

    #[test]
    fn a_reassignment_of_slots_is_told_though_its_frame_was_replaced() {
        let outbox = Outbox::default();
        outbox.picture(Picture::Frame, Bytes::from_static(&[0x10, 1, 8, 0]));
        outbox.picture(Picture::Frame, Bytes::from_static(&[0x10, 0, 8, 0, 7]));
        let frame = outbox.lock().next().unwrap();
        assert_eq!(frame.bytes, [0x10, 1, 8, 0, 7].as_slice());
        outbox.picture(Picture::Frame, Bytes::from_static(&[0x10, 0, 8, 0, 7]));
        assert_eq!(outbox.lock().next().unwrap().bytes, [0x10, 0, 8, 0, 7].as_slice());
    }

    #[test]
    fn who_lets_events_pile_up_is_hung_up_on_and_forgotten() {
        let outbox = Outbox::default();
        for _ in 0..EVENTS {
            outbox.event(Bytes::from_static(b"x"));
        }
        assert!(!outbox.is_closed());
        outbox.event(Bytes::from_static(b"x"));
        assert!(outbox.is_closed());
        assert_eq!(outbox.size(), (0, 0));
    }

    #[test]
    fn one_event_may_be_large_but_not_two() {
        let outbox = Outbox::default();
        let large = Bytes::from(vec![0; EVENT_BYTES]);
        outbox.event(large.clone());
        assert!(!outbox.is_closed());
        outbox.event(large);
        assert!(outbox.is_closed());
    }

    #[tokio::test]
    async fn letters_come_in_order_and_before_pictures() {
        let outbox = Outbox::default();
        outbox.picture(Picture::Frame, Bytes::from_static(b"frame"));
        outbox.event(Bytes::from_static(b"first"));
        outbox.reply(Bytes::from_static(b"second"), None);
        for expected in ["first", "second", "frame"] {
            assert_eq!(outbox.next().await.unwrap().bytes, expected);
        }
        outbox.close();
        assert!(outbox.next().await.is_none());
    }
}
