//! What is found when it is asked for, and then kept up from the faces that edits touch.

use crate::ids::FaceId;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Something that follows from the map. An edit only notes which faces it touched; who asks first brings it up to date,
/// and all threads that share the map then read the same.
#[derive(Debug)]
pub(crate) struct Kept<T> {
    fresh: OnceLock<T>,
    /// Taken by the one thread that brings it up to date; nobody waits for it otherwise.
    stale: Mutex<Option<Stale<T>>>,
}

/// What was right before some edits, and the faces these have touched: some of them again and again.
#[derive(Clone, Debug)]
pub(crate) struct Stale<T> {
    pub(crate) value: T,
    pub(crate) touched: Vec<FaceId>,
}

/// Once more than one face in so many has been touched, starting over costs less.
const MOST_TOUCHED: usize = 8;

impl<T> Kept<T> {
    pub(crate) fn new() -> Self {
        Kept { fresh: OnceLock::new(), stale: Mutex::new(None) }
    }

    /// What is kept; brought up to date, or found if nothing is known, by `find`.
    pub(crate) fn get(&self, find: impl FnOnce(Option<Stale<T>>) -> T) -> &T {
        self.fresh.get_or_init(|| {
            let stale = self.stale.lock().unwrap_or_else(PoisonError::into_inner).take();
            find(stale.map(|mut stale| {
                stale.forget_repetitions();
                stale
            }))
        })
    }

    /// An edit has touched these faces of a map with so many.
    pub(crate) fn outdate(&mut self, touched: impl Iterator<Item = FaceId>, faces: usize) {
        let stale = self.stale.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = self.fresh.take() {
            *stale = Some(Stale { value, touched: Vec::new() });
        }
        let Some(noted) = stale else { return };
        noted.touched.extend(touched);
        if noted.touched.len() > faces / MOST_TOUCHED {
            noted.forget_repetitions();
            // Not at the limit itself, so that this happens once in a while and not at each edit from now on.
            if noted.touched.len() > faces / (2 * MOST_TOUCHED) {
                *stale = None;
            }
        }
    }
}

impl<T> Stale<T> {
    fn forget_repetitions(&mut self) {
        self.touched.sort_unstable();
        self.touched.dedup();
    }
}

impl<T: Clone> Clone for Kept<T> {
    fn clone(&self) -> Self {
        let stale = self.stale.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Kept { fresh: self.fresh.clone(), stale: Mutex::new(stale) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(kept: &mut Kept<u32>, faces: impl IntoIterator<Item = u32>) {
        kept.outdate(faces.into_iter().map(FaceId), 800);
    }

    #[test]
    fn who_asks_first_is_told_what_was_touched_and_the_next_ones_are_not() {
        let mut kept = Kept::new();
        touch(&mut kept, [1]);
        assert_eq!(*kept.get(|stale| if stale.is_none() { 7 } else { 0 }), 7, "nothing was known yet");
        touch(&mut kept, [3, 2]);
        touch(&mut kept, [2]);
        let update = |stale: Option<Stale<u32>>| {
            let stale = stale.unwrap();
            assert_eq!((stale.value, stale.touched), (7, vec![FaceId(2), FaceId(3)]));
            8
        };
        assert_eq!(*kept.clone().get(update), 8);
        assert_eq!(*kept.get(update), 8);
        assert_eq!(*kept.get(|_| 9), 8);
    }

    #[test]
    fn a_map_that_has_changed_too_much_is_looked_at_anew() {
        let mut kept = Kept::new();
        kept.get(|_| 7);
        for _ in 0..1000 {
            touch(&mut kept, 0..10);
        }
        assert_eq!(*kept.get(|stale| stale.map_or(0, |s| s.value + s.touched.len() as u32)), 17, "the same few faces");
        touch(&mut kept, 0..90);
        touch(&mut kept, 90..101);
        assert_eq!(*kept.get(|stale| if stale.is_none() { 3 } else { 0 }), 3);
    }
}
