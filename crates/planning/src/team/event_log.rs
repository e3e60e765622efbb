//! What changed, for whoever looks at it later.

/// Events in the order in which they came. A reader keeps its place in it; what is long past is forgotten.
#[derive(Clone, Debug)]
pub(crate) struct EventLog<T> {
    events: Vec<T>,
    /// How many were forgotten.
    forgotten: u64,
}

/// The most events that are kept; twice as many, for a moment.
const MOST_EVENTS: usize = 20_000;

impl<T> Default for EventLog<T> {
    fn default() -> Self {
        EventLog { events: Vec::new(), forgotten: 0 }
    }
}

impl<T> EventLog<T> {
    /// Adds events.
    pub(crate) fn extend(&mut self, events: impl IntoIterator<Item = T>) {
        self.events.extend(events);
        if self.events.len() > 2 * MOST_EVENTS {
            let gone = self.events.len() - MOST_EVENTS;
            self.events.drain(..gone);
            self.forgotten += gone as u64;
        }
    }

    /// The place after the last event.
    pub(crate) fn end(&self) -> u64 {
        self.forgotten + self.events.len() as u64
    }

    /// The events after a place; `None` if some of them are forgotten.
    pub(crate) fn since(&self, place: u64) -> Option<&[T]> {
        let first = place.checked_sub(self.forgotten)?;
        self.events.get(usize::try_from(first).ok()?..)
    }
}
