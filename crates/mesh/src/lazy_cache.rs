//! Lazy caches of what follows from the whole map, maintained incrementally from the faces that edits touch.
//!
//! A lazy, incrementally maintained cache: an edit appends the faces it touched to a list and frees nothing; the first query
//! after it brings the cache up to date, and all threads that share the map read the same result. Once an eighth of all faces
//! has been touched it is recomputed, except for the medial axis, which is always repaired: freeing a large one takes as long
//! as a frame.

use crate::ids::FaceId;
use crate::tuning::lazy_cache::{REBUILD_SHARE, UNSORTED_FACES};
use std::sync::{Mutex, OnceLock, PoisonError};

/// A lazily computed, incrementally maintained value that follows from the map. An edit only notes which faces it touched; the
/// first query after it brings the value up to date, and all threads that share the map then read the same value.
#[derive(Debug)]
pub(crate) struct LazyCache<T> {
    fresh: OnceLock<T>,
    /// Locked by the one thread that brings it up to date; not contended otherwise.
    stale: Mutex<Option<Stale<T>>>,
}

/// What was right before some edits, and the faces these have touched: while they are few, some of them again and again.
#[derive(Clone, Debug)]
pub(crate) struct Stale<T> {
    pub(crate) value: T,
    pub(crate) touched: Vec<FaceId>,
    /// A bit for each face: whether it is noted. Empty while they are few.
    noted: Vec<u64>,
}

impl<T> LazyCache<T> {
    pub(crate) fn new() -> Self {
        LazyCache { fresh: OnceLock::new(), stale: Mutex::new(None) }
    }

    /// The value; `find` brings it up to date, or computes it if there is none.
    pub(crate) fn get(&self, find: impl FnOnce(Option<Stale<T>>) -> T) -> &T {
        self.fresh.get_or_init(|| {
            let stale = self.stale.lock().unwrap_or_else(PoisonError::into_inner).take();
            find(stale.map(|mut stale| {
                stale.forget_repetitions();
                stale
            }))
        })
    }

    /// Notes the faces that an edit has touched. The value is never freed by an edit, however large it is.
    pub(crate) fn outdate(&mut self, touched: impl Iterator<Item = FaceId>) {
        let stale = self.stale.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = self.fresh.take() {
            *stale = Some(Stale { value, touched: Vec::new(), noted: Vec::new() });
        }
        let Some(stale) = stale else { return };
        if !stale.noted.is_empty() {
            return touched.for_each(|face| stale.note(face));
        }
        stale.touched.extend(touched);
        if stale.touched.len() > UNSORTED_FACES {
            std::mem::take(&mut stale.touched).into_iter().for_each(|face| stale.note(face));
        }
    }
}

impl<T> Stale<T> {
    fn forget_repetitions(&mut self) {
        self.touched.sort_unstable();
        self.touched.dedup();
    }

    /// Notes a face, unless its bit is set.
    fn note(&mut self, face: FaceId) {
        let (word, bit) = (face.index() / 64, 1 << (face.index() % 64));
        if word >= self.noted.len() {
            self.noted.resize(word + 1, 0);
        }
        if self.noted[word] & bit == 0 {
            self.noted[word] |= bit;
            self.touched.push(face);
        }
    }

    /// Whether so much of a map with a number of faces was touched that recomputing everything costs less. The edits since
    /// have touched an eighth of all faces, so that costs a constant for each of these.
    pub(crate) fn is_mostly_touched(&self, faces: usize) -> bool {
        self.touched.len() > faces / REBUILD_SHARE
    }
}

impl<T: Clone> Clone for LazyCache<T> {
    fn clone(&self) -> Self {
        let stale = self.stale.lock().unwrap_or_else(PoisonError::into_inner).clone();
        LazyCache { fresh: self.fresh.clone(), stale: Mutex::new(stale) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(kept: &mut LazyCache<u32>, faces: impl IntoIterator<Item = u32>) {
        kept.outdate(faces.into_iter().map(FaceId));
    }

    #[test]
    fn the_first_query_after_an_edit_repairs_and_later_ones_read() {
        let mut kept = LazyCache::new();
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
    fn a_value_that_is_not_queried_stays_and_its_list_of_faces_is_bounded() {
        let mut kept = LazyCache::new();
        kept.get(|_| 7);
        for edit in 0..10_000 {
            touch(&mut kept, (0..10).map(|i| (edit * 7 + i) % 1500));
            let stale = kept.stale.get_mut().unwrap().as_ref().unwrap();
            assert!(stale.touched.len() <= 1500.max(UNSORTED_FACES));
        }
        let update = |stale: Option<Stale<u32>>| {
            let stale = stale.unwrap();
            assert!(stale.is_mostly_touched(8 * 1499) && !stale.is_mostly_touched(8 * 1500));
            stale.value + stale.touched.len() as u32
        };
        assert_eq!(*kept.get(update), 1507);
    }
}
