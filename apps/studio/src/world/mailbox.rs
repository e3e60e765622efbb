//! How connections reach the world's thread.

use super::aside::{LayersMade, RunMade};
use super::stage::Stage;
use crate::outbox::{Outbox, REQUESTS};
use crate::refusal::Refusal;
use crate::request::{Asked, Request, Who};
use crate::server::CONNECTIONS;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// What comes to the world's thread.
pub(crate) enum Note {
    Welcome(Who, Arc<Outbox>),
    Goodbye(Who),
    Ask(Asked, Box<Request>),
    /// How far what is being opened has come.
    Opening(String),
    /// It is ready, or refused; which opening that was.
    Opened(u64, Asked, Result<Box<Stage>, Refusal>),
    /// Layers that were made aside.
    Layers(LayersMade),
    /// A run that was made aside.
    Began(Box<RunMade>),
    Quit,
}

/// The way to the world's thread.
#[derive(Clone, Debug)]
pub(crate) struct Mailbox {
    notes: SyncSender<Note>,
    next: Arc<AtomicU64>,
}

/// A mailbox and its other end. The number of connections is limited, and so are the requests under way of each; connections
/// come and go once each, so this is more room than can be used.
pub(crate) fn mailbox() -> (Mailbox, Receiver<Note>) {
    let (notes, inbox) = sync_channel(CONNECTIONS * (REQUESTS + 16));
    (Mailbox { notes, next: Arc::default() }, inbox)
}

impl Mailbox {
    /// Makes a connection known; `None` when the world is gone.
    pub(crate) fn welcome(&self, outbox: &Arc<Outbox>) -> Option<Who> {
        let who = Who(self.next.fetch_add(1, Ordering::Relaxed));
        self.notes.send(Note::Welcome(who, Arc::clone(outbox))).ok().map(|()| who)
    }

    pub(crate) fn goodbye(&self, who: Who) {
        // A world that is gone has forgotten it already.
        let _ = self.notes.send(Note::Goodbye(who));
    }

    /// Asks for something. If the world is gone, the request is dropped, and so answered.
    pub(crate) fn ask(&self, asked: Asked, request: Request) {
        let _ = self.notes.send(Note::Ask(asked, Box::new(request)));
    }

    /// Says something that nobody waits for; if the world is gone or has no room, it is lost.
    pub(super) fn mention(&self, note: Note) {
        let _ = self.notes.try_send(note);
    }

    /// Says that something is ready. If the world is gone, so is whoever wanted it.
    pub(super) fn tell(&self, note: Note) {
        let _ = self.notes.send(note);
    }

    pub(crate) fn quit(&self) {
        // If there is no room, the world hangs; then nothing is lost by not telling it.
        let _ = self.notes.try_send(Note::Quit);
    }
}
