//! What is found when it is asked for, and then kept up from the faces that edits touch.
//!
//! A lazy, incrementally maintained cache: an edit appends the faces it touched to a list and frees nothing; the first query
//! after it brings the cache up to date, and all threads that share the map read the same result. Once an eighth of all faces
//! has been touched it is recomputed, except for the medial axis, which is always repaired: freeing a large one takes as long
//! as a frame.

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
    /// How many they were when repetitions were last removed.
    distinct: usize,
}

/// Once more than one face in this many has been touched, recomputing everything costs less than repairing it.
const MOST_TOUCHED: usize = 8;
/// Repetitions among this many faces are left alone.
const FEW: usize = 1024;

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

    /// An edit has touched these faces. It only notes them: what is kept is never freed by an edit, however large it is.
    pub(crate) fn outdate(&mut self, touched: impl Iterator<Item = FaceId>) {
        let stale = self.stale.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = self.fresh.take() {
            *stale = Some(Stale { value, touched: Vec::new(), distinct: 0 });
        }
        let Some(noted) = stale else { return };
        noted.touched.extend(touched);
        // Whenever the list has doubled: a few comparisons for each face that is noted.
        if noted.touched.len() > FEW + 2 * noted.distinct {
            noted.forget_repetitions();
        }
    }
}

impl<T> Stale<T> {
    fn forget_repetitions(&mut self) {
        self.touched.sort_unstable();
        self.touched.dedup();
        self.distinct = self.touched.len();
    }

    /// Whether so much of a map with a number of faces was touched that recomputing everything costs less. The edits since
    /// have touched an eighth of all faces, so that costs a constant for each of these.
    pub(crate) fn is_mostly_touched(&self, faces: usize) -> bool {
        self.touched.len() > faces / MOST_TOUCHED
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
        kept.outdate(faces.into_iter().map(FaceId));
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
    fn what_nobody_asks_for_is_kept_and_its_list_is_bounded() {
        let mut kept = Kept::new();
        kept.get(|_| 7);
        for edit in 0..10_000 {
            touch(&mut kept, (0..10).map(|i| (edit * 7 + i) % 1500));
            let stale = kept.stale.get_mut().unwrap().as_ref().unwrap();
            assert!(stale.touched.len() <= FEW + 2 * 1500 + 10);
        }
        let update = |stale: Option<Stale<u32>>| {
            let stale = stale.unwrap();
            assert!(stale.is_mostly_touched(8 * 1499) && !stale.is_mostly_touched(8 * 1500));
            stale.value + stale.touched.len() as u32
        };
        assert_eq!(*kept.get(update), 1507);
    }
}
