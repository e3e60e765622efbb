//! A page, and what is kept about telling all of them.

use crate::density::Counts;
use crate::heat::Heat;
use crate::layers::View;
use crate::outbox::Outbox;
use navigant::crowd::AgentId;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A page, and what it wants to see.
pub(super) struct Page {
    pub(super) outbox: Arc<Outbox>,
    /// It has said hello.
    pub(super) is_here: bool,
    pub(super) view: View,
    /// The layers do not show the map as it is.
    pub(super) is_stale: bool,
    pub(super) follow: Option<AgentId>,
    pub(super) heat: Option<Heat>,
}

impl Page {
    pub(super) fn new(outbox: Arc<Outbox>) -> Page {
        Page { outbox, is_here: false, view: View::default(), is_stale: false, follow: None, heat: None }
    }
}

/// When what was last told, and what telling took.
pub(super) struct Meters {
    pub(super) frame: Instant,
    pub(super) stats: Instant,
    pub(super) density: Instant,
    pub(super) layers: Instant,
    pub(super) layers_took: Duration,
    /// The version of the map that pages were last told of.
    pub(super) version: u64,
    /// Frames since the last figures, and what they took together.
    pub(super) frames: u32,
    pub(super) frames_took: Duration,
    pub(super) felt: Option<Counts>,
    /// When it was told which obstacles have come by themselves, and whether these may be others by now.
    pub(super) visitors: Instant,
    pub(super) visitors_differ: bool,
    /// When work that was not saved was last kept, and which of its states.
    pub(super) autosave: Instant,
    pub(super) autosaved: u64,
    pub(super) autosave_took: Duration,
}

impl Default for Meters {
    fn default() -> Meters {
        let now = Instant::now();
        Meters {
            frame: now,
            stats: now,
            density: now,
            layers: now,
            layers_took: Duration::ZERO,
            version: 0,
            frames: 0,
            frames_took: Duration::ZERO,
            felt: None,
            visitors: now,
            visitors_differ: false,
            autosave: now,
            autosaved: 0,
            autosave_took: Duration::ZERO,
        }
    }
}
