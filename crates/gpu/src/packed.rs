//! How the squares of an adaptive grid and their edges lie in the device's memory, with room for those that come.

use crate::pipelines::{Kernels, Pipelines};
use crate::wave::{Ground, Wave};
use crate::{Device, GpuError};
use navigant_field::AdaptiveField;
use navigant_field::internals::AdaptiveFieldInternals as _;

/// The bit of an open square, beside the number of its edges.
const OPEN: u32 = 1 << 31;

/// The width of a round's band, in edges of mean cost. Narrow ones visit fewer squares in more rounds: over 2,500 houses on 500 × 500 m 222,000,
/// 231,000, 249,000 and 382,000 visits in 608, 608, 416 and 416 rounds with 4, 8, 16 and 64.
const BAND: f64 = 16.0;

/// Rounds in a submission that raises costs from which on it is quicker to begin again: a square a round, and behind an obstacle a row of
/// hundreds may have to be raised. An edit of 2 × 2 m there takes 50,000 visits in the mean with 48, 19,800 with 192 and 2,200 with this.
const MOST_TO_RAISE: u32 = 384;

/// Edges are given places in runs of a multiple of this, so that most squares whose edges change keep theirs.
const RUN: u32 = 4;

/// Where the edges of each square are. Two words a square, then two an edge.
#[derive(Debug)]
pub(crate) struct Packed {
    /// By square: the first word of its edges, and how many it has room for.
    runs: Vec<(u32, u32)>,
    /// The next free word, and how many there are.
    end: u32,
    words: u32,
}

impl Packed {
    /// The squares of a field as they are now, on a device; what does not fit a device is named.
    pub(crate) fn new(device: &Device, field: &AdaptiveField) -> Result<(Packed, Wave), GpuError> {
        let slots = with_room(field.slots());
        let room = |slot: u32| room_for(field.edges_of(slot).map_or(0, <[_]>::len));
        let edges = with_room((0..field.slots() as u32).map(|slot| room(slot) as usize).sum());
        let needed = 8 * (slots as u64 + edges as u64);
        let most = device.limits.max_storage_buffer_binding_size.min(device.limits.max_buffer_size);
        if needed > most.min(u64::from(u32::MAX)) {
            return Err(GpuError::TooLarge { needed, most });
        }
        let mut packed = Packed { runs: vec![(0, 0); slots], end: 2 * slots as u32, words: 2 * (slots + edges) as u32 };
        let mut words = vec![0; packed.words as usize];
        let (mut count, mut costs) = (0u64, 0u64);
        for slot in 0..field.slots() as u32 {
            let edges = field.edges_of(slot).unwrap_or_default();
            count += edges.len() as u64;
            costs += edges.iter().map(|&(_, cost)| u64::from(cost)).sum::<u64>();
            for [place, word] in packed.put(field, slot).into_iter().flatten() {
                words[place as usize] = word;
            }
        }
        let band = (BAND * costs as f64 / count.max(1) as f64) as u32;
        let (places, parts) = (slots as u64, slots as u32);
        let (kernels, most_to_raise): (fn(&Pipelines) -> &Kernels, u32) =
            (|pipelines| &pipelines.network, MOST_TO_RAISE);
        let ground = Ground { words: &words, places, parts, columns: 0, kernels, band, most_to_raise };
        Ok((packed, Wave::new(device, &ground)?))
    }

    /// The words of a square as it is now, by their places; `None` if there is no room for it.
    pub(crate) fn put(&mut self, field: &AdaptiveField, slot: u32) -> Option<Vec<[u32; 2]>> {
        let edges = field.edges_of(slot);
        let state = if edges.is_some() { OPEN } else { 0 };
        let edges = edges.unwrap_or_default();
        let run = self.runs.get_mut(slot as usize)?;
        if (run.1 as usize) < edges.len() {
            let room = room_for(edges.len());
            if u64::from(self.end) + 2 * u64::from(room) > u64::from(self.words) {
                return None;
            }
            *run = (self.end, room);
            self.end += 2 * room;
        }
        let first = run.0;
        let head = [[2 * slot, first], [2 * slot + 1, state | edges.len() as u32]];
        let pairs = (first..).step_by(2).zip(edges);
        Some(head.into_iter().chain(pairs.flat_map(|(at, &(to, cost))| [[at, to], [at + 1, cost]])).collect())
    }
}

/// How many edges a run has for a number of them.
fn room_for(edges: usize) -> u32 {
    (edges as u32).next_multiple_of(RUN)
}

/// With a quarter more, for what comes.
fn with_room(count: usize) -> usize {
    count + count / 4 + 1024
}
