//! Edits of the map as the crowd remembers them: their boxes, what they can do to routes, which agents have yet to notice them.

use crate::edit_boxes::EditBoxes;
use crate::edit_index::EditIndex;
use crate::planning_state::EditNumber;
use crate::route::Bend;
use crate::tuning::notice::{MIN_LOG, REMEMBERED_STEPS};
use navigant_geometry::Bounds;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Effect, Map};

/// An edit, in steps of the lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Edit {
    pub(crate) number: EditNumber,
    /// The step of the crowd in which it learnt of it.
    pub(crate) learnt: u32,
    /// The version of the map that it made; 0 if these were several edits, or of another map.
    pub(crate) version: u32,
    pub(crate) low: Offset,
    pub(crate) high: Offset,
    /// Whether it can be in the way: not if what came has gone again.
    pub(crate) lengthens: bool,
    pub(crate) shortens: bool,
    /// One could walk around what went, no farther from it than this; infinite if that is not known.
    pub(crate) ring: f64,
    /// The version of the map with which that had come which went; the first if that is not known.
    pub(crate) gone_since: u32,
}

impl Edit {
    /// An edit that has no number yet.
    pub(crate) fn of(map: &Map, region: Bounds, effect: Effect) -> Edit {
        let (lengthens, shortens) = (effect != Effect::Shortens, effect != Effect::Lengthens);
        let (low, high) = (map.steps(region.min), map.steps(region.max));
        let (number, ring) = (EditNumber::MIN, f64::INFINITY);
        Edit { number, learnt: 0, version: 0, low, high, lengthens, shortens, ring, gone_since: 0 }
    }

    /// Whether who walks around what went with a radius may come near a region.
    pub(crate) fn ring_touches(&self, map: &Map, region: Bounds, radius: f64) -> bool {
        let (low, high, reach) = (map.steps(region.min), map.steps(region.max), 2.0 * ring(radius));
        let is_apart = |low: f64, high: f64, own: [f64; 2]| low > own[1] + reach || high < own[0] - reach;
        !is_apart(low.x, high.x, [self.low.x, self.high.x]) && !is_apart(low.y, high.y, [self.low.y, self.high.y])
    }

    /// Computes whether every agent up to a radius could walk around what was removed.
    pub(crate) fn with_ring(self, map: &Map, radius: f64) -> Edit {
        let ring = ring(radius);
        let (low, high) = (self.low - Offset::new(ring, ring), self.high + Offset::new(ring, ring));
        let corners = [low, Offset::new(high.x, low.y), high, Offset::new(low.x, high.y)].map(|p| map.at_steps(p));
        let radius = radius * map.lattice().step();
        let is_clear = (0..4).all(|at| map.sees_as_disc(corners[at], corners[(at + 1) % 4], radius));
        if is_clear { Edit { ring, ..self } } else { self }
    }

    /// An upper bound on what a way of a disc gains by what went, if it does not begin or end beside it: where a way leads
    /// through the place now, one along the ring was there before. From the middle of a side to the middle of the other one that
    /// is longer by the side in between.
    pub(crate) fn gain(&self, from: Offset, to: Offset, radius: f64) -> f64 {
        // An agent wider than the ring was made for may not get along it.
        if radius > self.ring || self.distance(from).min(self.distance(to)) <= 2.0 * self.ring {
            return f64::INFINITY;
        }
        (self.high.x - self.low.x).max(self.high.y - self.low.y) + 2.0 * self.ring
    }

    /// Whether it may be nearer to a place than a distance: quickly no for nearly everyone.
    #[inline]
    pub(crate) fn may_be_within(&self, distance: f64, p: Offset) -> bool {
        let is_beside = |low: f64, high: f64, p: f64| low - distance <= p && p <= high + distance;
        is_beside(self.low.x, self.high.x, p.x) && is_beside(self.low.y, self.high.y, p.y)
    }

    /// Whether it and a box have a point in common.
    #[inline]
    pub(crate) fn touches(&self, [low, high]: [Offset; 2]) -> bool {
        self.low.x <= high.x && low.x <= self.high.x && self.low.y <= high.y && low.y <= self.high.y
    }

    /// Whether all of it is in a box.
    #[inline]
    pub(crate) fn is_inside(&self, [low, high]: [Offset; 2]) -> bool {
        low.x <= self.low.x && self.high.x <= high.x && low.y <= self.low.y && self.high.y <= high.y
    }

    /// The place of the edit that is nearest to another.
    pub(crate) fn nearest(&self, p: Offset) -> Offset {
        Offset::new(p.x.clamp(self.low.x, self.high.x), p.y.clamp(self.low.y, self.high.y))
    }

    pub(crate) fn distance(&self, p: Offset) -> f64 {
        (self.nearest(p) - p).length()
    }

    /// A lower bound on the length of a way by it.
    pub(crate) fn length_by(&self, from: Offset, to: Offset) -> f64 {
        self.distance(from) + self.distance(to)
    }

    /// Whether it came in the way of a route: whether that comes nearer to it than a distance, anywhere from `beyond` on.
    pub(crate) fn cuts(&self, place: Offset, bends: &[Bend], target: Offset, distance: f64, beyond: f64) -> bool {
        if !self.lengthens {
            return false;
        }
        let (mut last, mut so_far) = (place, 0.0);
        let mut corners = bends.iter().map(|bend| bend.corner()).chain([target]);
        corners.any(|next| {
            let from = std::mem::replace(&mut last, next);
            if beyond > 0.0 {
                so_far += (next - from).length();
            }
            so_far >= beyond && self.is_near(from, next, distance)
        })
    }

    /// How far along a route the last of its legs ends that come nearer to it than a distance.
    pub(crate) fn last_cut(&self, place: Offset, bends: &[Bend], target: Offset, distance: f64) -> Option<f64> {
        let (mut last, mut so_far, mut end) = (place, 0.0, None);
        for next in bends.iter().map(|bend| bend.corner()).chain([target]) {
            so_far += (next - last).length();
            if self.is_near(last, next, distance) {
                end = Some(so_far);
            }
            last = next;
        }
        end.filter(|_| self.lengthens)
    }

    /// Whether a segment comes nearer to it than a distance; sometimes also where it comes only nearly so near.
    #[inline]
    pub(crate) fn is_near(&self, a: Offset, b: Offset, distance: f64) -> bool {
        let gap = |low: f64, high: f64, p: f64, q: f64| (p.min(q) - high).max(low - p.max(q));
        let beside = gap(self.low.x, self.high.x, a.x, b.x).max(gap(self.low.y, self.high.y, a.y, b.y));
        if beside > distance {
            return false;
        }
        let (along, middle, half) = (b - a, (self.low + self.high) * 0.5, (self.high - self.low) * 0.5);
        let reach = along.x.abs() * (half.y + distance) + along.y.abs() * (half.x + distance);
        along.cross(middle - a).abs() <= reach
    }

    /// Whether its near side is seen: a point just before it, for the edit itself may be a wall now.
    pub(crate) fn is_seen(&self, map: &Map, from: Offset) -> bool {
        let nearest = self.nearest(from);
        let way = nearest - from;
        let length = way.length();
        let before = 0.1 / map.lattice().step();
        length <= before || map.sees(map.at_steps(from), map.at_steps(nearest - way * (before / length)))
    }

    /// Whether any of nine places of its box is in view, each but for a tenth of a metre: one alone may be hidden by the frame of a
    /// door that it fills.
    pub(crate) fn is_seen_in_part(&self, map: &Map, from: Offset) -> bool {
        let before = 0.1 / map.lattice().step();
        let (middle, half) = ((self.low + self.high) * 0.5, (self.high - self.low) * 0.5);
        let grid = [-1.0, 0.0, 1.0].into_iter().flat_map(|x| [-1.0, 0.0, 1.0].map(|y| Offset::new(x, y)));
        let places = grid.map(|at| middle + Offset::new(at.x * half.x, at.y * half.y));
        std::iter::once(self.nearest(from)).chain(places).any(|place| {
            let way = place - from;
            let length = way.length();
            length <= before || map.sees(map.at_steps(from), map.at_steps(place - way * (before / length)))
        })
    }
}

/// How far from an obstacle one walks around it with a radius: a little more, for rounding.
fn ring(radius: f64) -> f64 {
    1.02 * radius + 2.0
}

/// The edits that agents may still have to notice, in the order of their numbers.
///
/// What is forgotten here, and when, depends on all agents. So that none depends on the others, each asks only for edits that are
/// certainly there: those in its slots, and those of the [latest](EditLog::latest_touching) steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct EditLog {
    edits: Vec<Edit>,
    boxes: EditBoxes,
    /// How many edits there were.
    count: u32,
    /// How many of them all agents have been marked for.
    told: usize,
    /// Those that stopped to be in the way since then.
    ended: Vec<EditNumber>,
    /// The number of remembered edits from which on it is found out which of them are still needed.
    most: usize,
    /// Where they may be seen from, for agents that see so far as those who last looked around.
    index: Option<EditIndex>,
}

impl EditLog {
    /// Appends an edit that the crowd learns of in a step; it gets the next number. After four billion all have the last one.
    /// What came with an edit before and goes with this one is not in the way any more.
    pub(crate) fn push(&mut self, edit: Edit, now: u32) {
        let came = edit.gone_since;
        let before = self.edits.iter_mut().enumerate().rev().find(|(_, before)| came > 0 && before.version == came);
        if let Some((at, before)) = before {
            before.lengthens = false;
            self.boxes.end(at);
            self.ended.push(before.number);
        }
        self.count = self.count.saturating_add(1);
        let number = EditNumber::new(self.count).unwrap_or(EditNumber::MIN);
        let edit = Edit { number, learnt: now, ..edit };
        self.boxes.push(&edit);
        self.edits.push(edit);
    }

    /// The edits for which no agents have been marked yet.
    pub(crate) fn news(&self) -> &[Edit] {
        self.edits.get(self.told..).unwrap_or(&[])
    }

    /// Those for which nobody has been told yet that they are not in the way any more.
    pub(crate) fn ended(&self) -> &[EditNumber] {
        &self.ended
    }

    /// Notes that agents have been marked for all edits.
    pub(crate) fn told(&mut self) {
        self.told = self.edits.len();
        self.ended.clear();
    }

    pub(crate) fn get(&self, number: EditNumber) -> Option<&Edit> {
        let at = self.edits.binary_search_by_key(&number, |edit| edit.number).ok()?;
        self.edits.get(at)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Those of the latest steps, all of them as long as agents notice what they see, that can cut a route and touch a box, and some
    /// that nearly do.
    pub(crate) fn latest_touching(&self, now: u32, around: [Offset; 2]) -> impl Iterator<Item = &Edit> + use<'_> {
        let begin = self.edits.partition_point(|edit| is_old(edit, now));
        self.boxes.touching(begin, around).filter_map(|at| self.edits.get(at))
    }

    /// Brings the index up to date for agents that look around and see as far as a distance, in lattice steps.
    pub(crate) fn index_for(&mut self, range: f64) {
        match &mut self.index {
            Some(index) if index.suits(&self.edits, range) => index.catch_up(&self.edits),
            index => *index = EditIndex::of(&self.edits, range),
        }
    }

    /// Those of the latest steps that can cut a route and may be nearer to a place than a distance.
    pub(crate) fn near(&self, place: Offset, range: f64, now: u32) -> impl Iterator<Item = &Edit> + use<'_> {
        let index = self.index.as_ref().filter(|index| index.is_complete(&self.edits, range));
        let indexed = index.into_iter().flat_map(move |index| index.near(place)).filter_map(|at| self.edits.get(at));
        let all = if index.is_some() { &[] } else { self.edits.as_slice() };
        let is_near = move |edit: &&Edit| edit.lengthens && !is_old(edit, now) && edit.may_be_within(range, place);
        indexed.chain(all).filter(is_near)
    }

    /// Whether it is time to forget those that are not needed.
    pub(crate) fn is_long(&self) -> bool {
        self.edits.len() > self.most.max(MIN_LOG)
    }

    /// Forgets those that everyone was told of and that are not among the needed, which are sorted; where it is given which step
    /// this is, not those of the latest steps that can cut a route.
    pub(crate) fn forget_all_but(&mut self, needed: &[EditNumber], now: Option<u32>) {
        let mut at = 0;
        self.index = None;
        let told = std::mem::take(&mut self.told);
        self.edits.retain(|edit| {
            let is_late = edit.lengthens && now.is_some_and(|now| !is_old(edit, now));
            let is_kept = at >= told || is_late || needed.binary_search(&edit.number).is_ok();
            self.told += usize::from(is_kept && at < told);
            at += 1;
            is_kept
        });
        self.most = 2 * self.edits.len();
        self.boxes = EditBoxes::of(&self.edits);
    }

    /// Versions are those of another map.
    pub(crate) fn forget_versions(&mut self) {
        self.edits.iter_mut().for_each(|edit| edit.version = 0);
    }

    /// What there is to be known about it: the edits, how many there were and how many of those remembered were told.
    pub(crate) fn parts(&self) -> (&[Edit], u32, usize) {
        (&self.edits, self.count, self.told)
    }

    /// A log of edits whose numbers rise up to a count, and whose ages fall; nothing if they do not.
    pub(crate) fn from_parts(edits: Vec<Edit>, count: u32, told: usize, now: u32) -> Option<EditLog> {
        let age = |edit: &Edit| now.wrapping_sub(edit.learnt);
        let rises = edits.windows(2).all(|two| two[0].number < two[1].number && age(&two[0]) >= age(&two[1]));
        let ends = edits.last().is_none_or(|last| last.number.get() <= count);
        (rises && ends && told <= edits.len()).then(|| EditLog {
            most: 2 * edits.len(),
            boxes: EditBoxes::of(&edits),
            edits,
            count,
            told,
            ended: Vec::new(),
            index: None,
        })
    }
}

fn is_old(edit: &Edit, now: u32) -> bool {
    now.wrapping_sub(edit.learnt) >= REMEMBERED_STEPS
}
