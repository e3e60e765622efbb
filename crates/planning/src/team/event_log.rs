//! What changed, for whoever looks at it later.

use crate::published::PublishedBody;
use navigant_geometry::Bounds;

/// Events in the order in which they came. A reader keeps its place in it; what is long past is forgotten.
#[derive(Clone, Debug)]
pub(crate) struct EventLog<T> {
    events: Vec<T>,
    /// How many were forgotten.
    forgotten: u64,
}

/// A plan that was published or withdrawn, and the box around it.
#[derive(Clone, Debug)]
pub(crate) struct PlanEvent {
    pub body: PublishedBody,
    bounds: Option<Bounds>,
}

impl PlanEvent {
    pub(crate) fn of(body: PublishedBody) -> PlanEvent {
        let bounds = Bounds::of(body.knots.iter().map(|knot| knot.1));
        PlanEvent { body, bounds }
    }

    /// Whether the body may come nearer to a box than a distance.
    pub(crate) fn is_near(&self, other: Bounds, reach: f64) -> bool {
        let reach = reach + self.body.radius;
        self.bounds.is_some_and(|own| {
            own.min.x <= other.max.x + reach
                && other.min.x <= own.max.x + reach
                && own.min.y <= other.max.y + reach
                && other.min.y <= own.max.y + reach
        })
    }
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
