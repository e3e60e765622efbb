//! Routes, compactly: the corners that a path bends around, eight bytes each, of all agents in one array.

use crate::planning_state::PlanningState;
use crate::shared_goals::FlowId;
use crate::tuning::cells::GRAIN;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::Offset;
use navigant_search::plane::{Path, Turn};
use rayon::prelude::*;
use std::ops::Range;

/// Where an agent's route is kept, how far it has come with it, and the state of its planning.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Travel {
    /// The first of its bends that are still ahead.
    pub(crate) next: u32,
    /// One past the last.
    pub(crate) end: u32,
    /// The first two of them, as far as there are any: routes lie anywhere in memory, and these are looked at in every step.
    pub(crate) nearest: [Bend; 2],
    /// Where the route ends, in steps: the goal, or the place nearest to it that has room and can be reached.
    pub(crate) target: Offset,
    /// How long the route was from where the agent last passed a bend or was given it, in steps: an upper bound on what is
    /// left of it.
    pub(crate) length: f32,
    /// How far the agent may move, in steps, before it has to look around for edits that concern its route; not more than it
    /// surely may, so that it changes only the time a step takes. It is 0 whenever the route or what is unseen of it changes.
    pub(crate) calm: f32,
    pub(crate) plan: PlanningState,
    /// The shared goal whose field it follows instead of a route, if it does.
    pub(crate) flow: Option<FlowId>,
}

impl Travel {
    /// A route whose next bends have still to be [fetched](Routes::fetch).
    pub(crate) fn unfetched(bends: Range<u32>, target: Offset, length: f32, plan: PlanningState) -> Travel {
        Travel { next: bends.start, end: bends.end, target, length, plan, ..Travel::default() }
    }

    /// The next bend, or the one after it.
    #[inline]
    pub(crate) fn bend(&self, at: usize) -> Option<&Bend> {
        self.nearest.get(at).filter(|_| at < self.end.saturating_sub(self.next) as usize)
    }

    /// Without a route, at a place.
    pub(crate) fn clear(&mut self, place: Offset) {
        (self.next, self.target, self.length, self.calm) = (self.end, place, 0.0, 0.0);
        self.flow = None;
    }
}

/// A corner to be passed, in eight bytes: lattice coordinates leave room for a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bend {
    x_and_side: i32,
    y: i32,
}

impl Bend {
    pub(crate) fn new(corner: LatticePoint, is_left: bool) -> Bend {
        Bend { x_and_side: corner.x << 1 | i32::from(is_left), y: corner.y }
    }

    pub(crate) fn corner(self) -> Offset {
        Offset::to(LatticePoint::new(self.x_and_side >> 1, self.y))
    }

    /// 1 if the corner lies to the left when it is passed, −1 if it lies to the right.
    pub(crate) fn side(self) -> f64 {
        if self.x_and_side & 1 == 1 { 1.0 } else { -1.0 }
    }

    pub(crate) fn to_bytes(self) -> [u8; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (self.x_and_side.to_le_bytes(), self.y.to_le_bytes());
        [a, b, c, d, e, f, g, h]
    }

    pub(crate) fn from_bytes([a, b, c, d, e, f, g, h]: [u8; 8]) -> Bend {
        Bend { x_and_side: i32::from_le_bytes([a, b, c, d]), y: i32::from_le_bytes([e, f, g, h]) }
    }
}

/// The bends of a path.
pub(crate) fn bends_of(path: &Path, snap: impl Fn(navigant_mesh::Point) -> Option<LatticePoint>) -> Vec<Bend> {
    let corners = path.corners.iter().zip(&path.bends);
    corners.filter_map(|(&p, bend)| snap(p).map(|corner| Bend::new(corner, bend.turn == Turn::Left))).collect()
}

/// A box around all places that are no farther from a way than a distance.
pub(crate) fn box_around(from: Offset, bends: &[Bend], to: Offset, distance: f64) -> [Offset; 2] {
    let least = |a: Offset, b: Offset| Offset::new(a.x.min(b.x), a.y.min(b.y));
    let most = |a: Offset, b: Offset| Offset::new(a.x.max(b.x), a.y.max(b.y));
    let corners = bends.iter().map(|bend| bend.corner()).chain([to]);
    let [low, high] = corners.fold([from; 2], |[low, high], p| [least(low, p), most(high, p)]);
    let by = Offset::new(distance, distance);
    [low - by, high + by]
}

/// How long a way is, from corner to corner.
pub(crate) fn length_by(from: Offset, bends: &[Bend], to: Offset) -> f64 {
    let (mut last, mut length) = (from, 0.0);
    for next in bends.iter().map(|bend| bend.corner()).chain([to]) {
        length += (next - last).length();
        last = next;
    }
    length
}

/// The bends of all agents.
#[derive(Clone, Debug, Default)]
pub(crate) struct Routes {
    bends: Vec<Bend>,
}

impl Routes {
    /// The bends ahead of an agent.
    #[inline]
    pub(crate) fn ahead(&self, travel: &Travel) -> &[Bend] {
        self.bends.get(travel.next as usize..travel.end as usize).unwrap_or(&[])
    }

    /// Gives an agent another route.
    pub(crate) fn replace(&mut self, travel: &mut Travel, bends: &[Bend]) {
        travel.next = self.bends.len() as u32;
        // Not twice as much memory whenever it is full.
        if self.bends.capacity() - self.bends.len() < bends.len() {
            self.bends.reserve_exact(bends.len() + self.bends.len() / 8);
        }
        self.bends.extend_from_slice(bends);
        travel.end = self.bends.len() as u32;
        self.fetch(travel);
    }

    /// Lets an agent pass a bend.
    pub(crate) fn pass(&self, travel: &mut Travel) {
        travel.next = (travel.next + 1).min(travel.end);
        self.fetch(travel);
    }

    /// Tells an agent which bends are the first ahead.
    pub(crate) fn fetch(&self, travel: &mut Travel) {
        let ahead = self.ahead(travel);
        travel.nearest = [0, 1].map(|at| ahead.get(at).copied().unwrap_or_default());
        travel.calm = 0.0;
    }

    /// How long the rest of an agent's route is, in steps.
    pub(crate) fn remaining(&self, travel: &Travel, place: Offset) -> f64 {
        length_by(place, self.ahead(travel), travel.target)
    }

    /// Whether so little of it is in use that it should be packed: a half may be waste of what is little, an eighth of what
    /// is much.
    pub(crate) fn is_wasteful(&self, in_use: usize) -> bool {
        let waste = (in_use / 2).min((in_use / 8).max(1 << 16));
        self.bends.len() > in_use + waste + 4096
    }

    /// Compacts the memory: keeps only bends that are still ahead of an agent.
    pub(crate) fn pack(&mut self, travels: &mut [Travel]) {
        // In the order in which they are kept, so that each only moves to the front and over what is not needed.
        let key = |(travel, slot): (&Travel, usize)| u64::from(travel.next) << 32 | slot as u64;
        let mut order: Vec<u64> = travels.par_iter().zip(0..travels.len()).with_min_len(GRAIN).map(key).collect();
        order.par_sort_unstable();
        let mut packed = 0;
        for slot in order.into_iter().map(|key| key as u32 as usize) {
            let travel = &mut travels[slot];
            let ahead = travel.next as usize..travel.end as usize;
            let count = self.bends.get(ahead.clone()).map_or(0, <[Bend]>::len);
            if count > 0 && packed != ahead.start {
                self.bends.copy_within(ahead, packed);
            }
            (travel.next, travel.end) = (packed as u32, (packed + count) as u32);
            packed += count;
        }
        self.bends.truncate(packed);
    }

    pub(crate) fn all(&self) -> &[Bend] {
        &self.bends
    }

    pub(crate) fn of(bends: Vec<Bend>) -> Routes {
        Routes { bends }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_what_is_ahead_of_everyone() {
        let bends =
            |from: i32| (from..from + 5).map(|x| Bend::new(LatticePoint::new(x, -x), x % 2 == 0)).collect::<Vec<_>>();
        let mut routes = Routes::default();
        let mut travels = [Travel::default(); 4];
        // The third comes first in memory, the first is given another one, the second has passed some, the last has none.
        for (at, from) in [(2, 10), (0, 20), (1, 30), (0, 40)] {
            routes.replace(&mut travels[at], &bends(from));
        }
        travels[1].next += 3;
        routes.pack(&mut travels);
        assert_eq!(routes.all().len(), 12);
        assert_eq!(
            [0, 1, 2].map(|at| routes.ahead(&travels[at]).to_vec()),
            [bends(40), bends(30)[3..].to_vec(), bends(10)]
        );
        assert!(routes.ahead(&travels[3]).is_empty());
    }
}
