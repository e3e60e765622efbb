//! Edited places: what edits since a revision did and where, told apart by place.
//!
//! The journal forgets changes once there are too many of them anywhere, and its followers rebuild. Who cares only for edits close by,
//! as the agents of a crowd do, would then behave otherwise because of what was edited far away. So the boxes of edits are kept
//! here by place: each in the list of one square of a quad tree, the smallest one as long as the edit that its middle is in, or one
//! of 32 × 32. A list has a largest length; beyond it, its two oldest entries become one, with a box around both. So what is known about a place
//! does not depend on edits elsewhere, and memory is bounded.

use crate::change::{Change, Effect};
use crate::tuning::journal::MAX_EDITED;
use navigant_geometry::internals::LatticeInternals as _;
use navigant_geometry::{Bounds, Lattice};
use std::collections::VecDeque;

/// A place that was edited, from `Map::edited_since`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edited {
    /// The map's version after the edit; after the last one, if there are several.
    pub version: u64,
    /// A box around everything whose walkability may have changed, or around a wall that moved by a step of rounding.
    pub region: Bounds,
    /// What it can do to the lengths of shortest paths; `None` if a wall was only rounded otherwise.
    pub effect: Option<Effect>,
    /// The version in which the obstacle that was removed or moved had been inserted; `None` if none was or if it is not known.
    pub gone_since: Option<u64>,
    /// These were several edits close to each other, of which only this is remembered.
    pub is_merged: bool,
}

impl Edited {
    fn with(self, later: Edited) -> Edited {
        let effect = match (self.effect, later.effect) {
            (Some(one), Some(other)) if one != other => Some(Effect::Either),
            (one, other) => one.or(other),
        };
        let [a, b] = [self.region, later.region];
        let region = Bounds::of([a.min, a.max, b.min, b.max]).unwrap_or(b);
        Edited { region, effect, gone_since: None, is_merged: true, ..later }
    }
}

/// The latest edits, by place.
#[derive(Clone, Debug, Default)]
pub(crate) struct EditedPlaces {
    /// The squares that something was edited in, in their order: what was edited there, the oldest first.
    squares: Vec<(u32, VecDeque<Edited>)>,
}

/// The base-2 logarithm of the side of the smallest squares, in steps: a 32nd of the lattice's.
const MIN_LEVEL: u32 = 21;
/// A square larger than the lattice.
const MAX_LEVEL: u32 = 28;

impl EditedPlaces {
    /// Notes what a change did.
    pub(crate) fn note(&mut self, change: &Change, lattice: &Lattice) {
        for edited in edited(change) {
            let square = square(edited.region, lattice);
            let at = self.squares.binary_search_by_key(&square, |(known, _)| *known).unwrap_or_else(|at| {
                self.squares.insert(at, (square, VecDeque::new()));
                at
            });
            let list = &mut self.squares[at].1;
            list.push_back(edited);
            if list.len() > MAX_EDITED
                && let (Some(oldest), Some(next)) = (list.pop_front(), list.front_mut())
            {
                *next = oldest.with(*next);
            }
        }
    }

    /// What was edited after a version, the latest change included, in the order of versions.
    pub(crate) fn since(&self, version: u64, latest: &Change) -> Vec<Edited> {
        let lists = self.squares.iter().map(|(_, list)| list);
        let recent = lists.map(|list| list.range(list.partition_point(|e| e.version <= version)..));
        let mut all: Vec<Edited> = recent.flatten().copied().chain(edited(latest)).collect();
        all.sort_by_key(|edited| (edited.version, edited.effect.is_none()));
        all
    }
}

/// The places that a change edited.
fn edited(change: &Change) -> impl Iterator<Item = Edited> + '_ {
    let (version, gone_since) = (change.version, change.gone_since);
    let whole = change.region.map(|region| {
        let effect = Some(change.effect);
        Edited { version, region, effect, gone_since, is_merged: false }
    });
    let walls = change.nudged.iter().filter_map(|wall| Bounds::of([wall.from, wall.to]));
    let nudged = move |region| Edited { version, region, effect: None, gone_since: None, is_merged: false };
    whole.into_iter().chain(walls.map(nudged))
}

/// The square that a box belongs to: level, column and row in one number, which is compared faster than three.
fn square(region: Bounds, lattice: &Lattice) -> u32 {
    let (origin, step) = (lattice.origin(), lattice.step());
    let [low, high] = [region.min, region.max].map(|p| [(p.x - origin.x) / step, (p.y - origin.y) / step]);
    let long = (high[0] - low[0]).max(high[1] - low[1]);
    let level = (MIN_LEVEL..MAX_LEVEL).find(|&level| long <= f64::from(1 << level)).unwrap_or(MAX_LEVEL);
    // Numbers of 32 bits without a sign, less the 21 of the lowest level at least.
    let [column, row] = [0, 1].map(|axis| (0.5 * (low[axis] + high[axis]) + f64::from(1u32 << 31)) as u32 >> level);
    level << 22 | column << 11 | row
}
