//! Δ-stepping: a wave in which bucket after bucket is emptied by all threads together (Meyer, Sanders, "Δ-stepping: a
//! parallelizable shortest path algorithm", 2003).
//!
//! Within a bucket, in which order cells are taken does not matter: a cell that is improved later is taken again. Threads meet once a bucket, where they agree
//! on the next one. What a thread finds it takes itself, so that cells stay in its cache; only when others wait for work does it
//! give half of what it has.

use crate::buckets::{Buckets, Entry};
use crate::tuning::{ALONE_BELOW, LEAVE_AFTER, MIN_SHARED, SHARE_FROM, SHARE_INTERVAL};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// What a wave does at a cell. Costs are shared by all threads.
pub(crate) trait Rule: Sync {
    /// Handles an entry: pushes what follows from it, none of it cheaper than the entry, and notes cells in the log.
    /// `ALONE` is set while there is one thread only. Says whether the entry was not stale.
    fn take<const ALONE: bool>(&self, entry: Entry, push: impl FnMut(Entry), log: &mut Vec<u32>) -> bool;

    /// Whether the wave need not go on, when all buckets before this one are empty and this number of entries was taken. The same
    /// on every thread.
    fn is_done(&self, bucket: u32, taken: u64) -> bool;
}

/// What a wave leaves behind.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// What still waits.
    pub(crate) waiting: Vec<Entry>,
    /// The bucket before which nothing waits; `None` when nothing waits at all.
    pub(crate) stopped_at: Option<u32>,
    /// The cells that the rule has noted, in whatever order.
    pub(crate) log: Vec<u32>,
    /// Entries that were not stale.
    pub(crate) taken: u64,
    /// Buckets that were emptied.
    pub(crate) buckets: u64,
}

/// Runs a wave from some entries until nothing waits or the rule is done.
pub(crate) fn run(rule: &impl Rule, seeds: &[Entry], threads: usize) -> Outcome {
    let mut outcome = Outcome { waiting: seeds.to_vec(), ..Outcome::default() };
    loop {
        let mut buckets = Buckets::new();
        outcome.waiting.drain(..).for_each(|entry| buckets.push(entry));
        if alone(rule, &mut buckets, &mut outcome, threads > 1) {
            return outcome;
        }
        if together(rule, buckets, &mut outcome, threads) {
            return outcome;
        }
    }
}

/// Runs with one thread. With `may_grow` it stops, and says false, where a bucket is large enough for many.
fn alone(rule: &impl Rule, buckets: &mut Buckets, outcome: &mut Outcome, may_grow: bool) -> bool {
    let mut work = Vec::new();
    while let Some(bucket) = buckets.first() {
        if rule.is_done(bucket, outcome.taken) {
            outcome.stopped_at = Some(bucket);
            buckets.drain(&mut outcome.waiting);
            return true;
        }
        buckets.take(bucket, &mut work);
        if may_grow && work.len() > SHARE_FROM {
            work.drain(..).for_each(|entry| buckets.push(entry));
            return false;
        }
        outcome.buckets += 1;
        // First in, first out: nearly by cost, so few are taken twice.
        let mut at = 0;
        while let Some(&entry) = work.get(at) {
            at += 1;
            let push = |new: Entry| if new.bucket() == bucket { work.push(new) } else { buckets.push(new) };
            outcome.taken += u64::from(rule.take::<true>(entry, push, &mut outcome.log));
        }
        work.clear();
    }
    true
}

/// Runs with many threads. It stops, and says false, where buckets have become small.
fn together(rule: &impl Rule, buckets: Buckets, outcome: &mut Outcome, threads: usize) -> bool {
    let meeting = Meeting { state: AtomicU64::new(0), threads: threads as u64 };
    let next = [const { AtomicU32::new(NONE) }; 3];
    let sizes = [const { AtomicUsize::new(0) }; 3];
    let pool = Pool::default();
    let results = std::thread::scope(|scope| {
        let taken = outcome.taken;
        let team = Team { rule, meeting: &meeting, next: &next, sizes: &sizes, taken, pool: &pool };
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(move || team.work(Buckets::new(), false))).collect();
        let mut results = vec![team.work(buckets, true)];
        // A thread that panicked has left the others waiting for it, so it is never joined; rules do not panic.
        results.extend(others.into_iter().filter_map(|thread| thread.join().ok()));
        results
    });
    let mut is_over = true;
    for (mut one, has_ended) in results {
        is_over &= has_ended;
        outcome.waiting.append(&mut one.waiting);
        outcome.log.append(&mut one.log);
        outcome.taken += one.taken;
        outcome.stopped_at = one.stopped_at;
        outcome.buckets += one.buckets;
    }
    is_over
}

/// No bucket.
const NONE: u32 = u32::MAX;

struct Team<'a, R> {
    rule: &'a R,
    meeting: &'a Meeting,
    /// The next bucket, by the number of the round modulo 3.
    next: &'a [AtomicU32; 3],
    /// How many entries were taken from the bucket of a round, likewise.
    sizes: &'a [AtomicUsize; 3],
    /// How many entries had been taken before.
    taken: u64,
    pool: &'a Pool,
}

impl<R> Clone for Team<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Team<'_, R> {}

impl<R: Rule> Team<'_, R> {
    /// Works until the wave is over, and says so, or until it is not worth it.
    fn work(self, mut buckets: Buckets, is_first: bool) -> (Outcome, bool) {
        let mut outcome = Outcome::default();
        let mut work = Vec::new();
        let (mut small, mut all_taken) = (0, self.taken);
        let mut at_hand = NONE;
        for round in 0.. {
            let (now, after, before) = (round % 3, (round + 1) % 3, (round + 2) % 3);
            if is_first {
                // All have read the last values of these, for all have been at the meeting since.
                self.next[after].store(NONE, Ordering::Relaxed);
                self.sizes[now].store(0, Ordering::Relaxed);
            }
            loop {
                let taken = outcome.taken;
                self.empty(at_hand, &mut buckets, &mut work, &mut outcome);
                self.sizes[before].fetch_add((outcome.taken - taken) as usize, Ordering::Relaxed);
                if let Some(first) = buckets.first() {
                    self.next[now].fetch_min(first, Ordering::Relaxed);
                }
                if self.meeting.wait(self.pool) {
                    break;
                }
            }
            let bucket = self.next[now].load(Ordering::Relaxed);
            if bucket == NONE {
                break;
            }
            // From here on all threads decide the same, by the same numbers.
            let size = self.sizes[before].load(Ordering::Relaxed);
            all_taken += size as u64;
            small = if size < ALONE_BELOW { small + 1 } else { 0 };
            let is_done = self.rule.is_done(bucket, all_taken);
            if is_done || small > LEAVE_AFTER {
                outcome.stopped_at = is_done.then_some(bucket);
                buckets.drain(&mut outcome.waiting);
                return (outcome, is_done);
            }
            outcome.buckets += u64::from(is_first);
            buckets.take(bucket, &mut work);
            at_hand = bucket;
        }
        (outcome, true)
    }

    /// Takes entries of a bucket until it has none and the pool neither.
    fn empty(&self, bucket: u32, buckets: &mut Buckets, work: &mut Vec<Entry>, outcome: &mut Outcome) {
        loop {
            let mut at = 0;
            while let Some(&entry) = work.get(at) {
                at += 1;
                let push = |new: Entry| if new.bucket() == bucket { work.push(new) } else { buckets.push(new) };
                outcome.taken += u64::from(self.rule.take::<false>(entry, push, &mut outcome.log));
                if at % SHARE_INTERVAL == 0 && work.len() - at >= 2 * MIN_SHARED && self.meeting.is_anyone_there() {
                    self.pool.give(work, at);
                }
            }
            work.clear();
            if !self.pool.take(work) {
                return;
            }
        }
    }
}

/// Chunks of the current bucket, for idle threads.
#[derive(Default)]
struct Pool {
    chunks: Mutex<Vec<Vec<Entry>>>,
    count: AtomicUsize,
}

impl Pool {
    /// Gives about half of some work, of which some is done, unless something is there already: the cells with the higher slots,
    /// so that what a thread has lies together and few lines of memory go back and forth.
    fn give(&self, work: &mut Vec<Entry>, done: usize) {
        if !self.is_empty() {
            return;
        }
        let mut some: Vec<u32> =
            work[done..].iter().step_by((work.len() - done) / MIN_SHARED).map(|e| e.slot).collect();
        some.sort_unstable();
        let middle = some[some.len() / 2];
        let (given, kept): (Vec<Entry>, Vec<Entry>) = work.drain(done..).partition(|entry| entry.slot >= middle);
        work.extend(kept);
        let mut chunks = self.chunks.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        chunks.push(given);
        self.count.store(chunks.len(), Ordering::Relaxed);
    }

    fn is_empty(&self) -> bool {
        self.count.load(Ordering::Relaxed) == 0
    }

    fn take(&self, work: &mut Vec<Entry>) -> bool {
        if self.is_empty() {
            return false;
        }
        let mut chunks = self.chunks.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let Some(mut chunk) = chunks.pop() else { return false };
        self.count.store(chunks.len(), Ordering::Relaxed);
        work.append(&mut chunk);
        true
    }
}

/// Where threads wait for each other and for work. They spin, since buckets are emptied in microseconds, and yield after a while.
struct Meeting {
    /// How many meetings there were, and in the lower 16 bits how many threads have come to the next one.
    state: AtomicU64,
    threads: u64,
}

/// The bits of the number of threads.
const ARRIVED: u64 = 0xffff;

impl Meeting {
    /// Waits until all are there, and says so, or until there is something in the pool.
    ///
    /// A thread comes here after it has found the pool empty, and after it has given for the last time; so when all are here
    /// the pool is empty.
    fn wait(&self, pool: &Pool) -> bool {
        let before = self.state.fetch_add(1, Ordering::AcqRel);
        let meeting = before & !ARRIVED;
        if (before & ARRIVED) + 1 == self.threads {
            self.state.store(meeting.wrapping_add(ARRIVED + 1), Ordering::Release);
            return true;
        }
        let mut spins = 0u32;
        loop {
            let state = self.state.load(Ordering::Acquire);
            if state & !ARRIVED != meeting {
                return true;
            }
            // The last one has not come, so this one may go again.
            let is_open = state & ARRIVED < self.threads;
            if is_open && !pool.is_empty() && self.leave(state) {
                return false;
            }
            spins += 1;
            if spins < 2000 { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
    }

    fn leave(&self, state: u64) -> bool {
        self.state.compare_exchange(state, state - 1, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    fn is_anyone_there(&self) -> bool {
        self.state.load(Ordering::Relaxed) & ARRIVED != 0
    }
}
