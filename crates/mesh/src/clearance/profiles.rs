//! The profiles of all free edges.
//!
//! An edge keeps the features to its left, its twin the rest. A list is a function of its face and of the two lists beyond it:
//! what reaches into the disc over the edge and is the face's own or listed there, and of more than four only the lower envelope.
//! So features are propagated from edge to edge at the cost of what is listed, and an edit is followed outwards until a list
//! stays as it was. Nothing depends on a radius.

use super::disc::Disc;
use super::envelope::Envelope;
use super::feature::Feature;
use super::worklist::{ChangedIds, Worklist};
use crate::ids::{EdgeId, FaceId};
use crate::lazy_cache::Stale;
use crate::map::Map;
use crate::tuning::profiles::ENVELOPE_FROM;
use navigant_geometry::internals::Offset;

/// For each free edge the features that are nearest somewhere along it, for the version of the map they were found in.
///
/// An edge keeps those to its left; its twin keeps the others. The ends of the edge belong to its profile too but are not
/// listed. A dominated feature (another one is nearer everywhere) may be listed: that costs a test and changes no answer.
///
/// **What is listed.** Everywhere along an edge one of its ends is so near that only what reaches into the disc over the edge can
/// be nearer. On the straight way from there to what is nearest, it stays nearest: so it reaches into the disc over every edge on
/// the way. An edge therefore lists what reaches into its disc and is either of the face to its left, or listed by an edge of that
/// face from beyond; and if that is much, only what is nearest somewhere along it. That makes a list a function of two others and its face: they are found by handing features on from edge to
/// edge (`Profiles::found`), at the cost of what is listed, and after an edit a list is recomputed from its two neighbours, outwards,
/// until one stays as it was (`Profiles::repaired`). Handing on ends, and nothing that is gone stays: from face to face towards a
/// point, the point's power with respect to their circumcircles falls, for free edges are locally Delaunay.
#[derive(Clone, Debug, Default)]
pub struct Profiles {
    /// By edge: the first feature, and where the others are.
    lists: Vec<List>,
    /// By edge: [`Profiles::passage`].
    passages: Vec<f32>,
    /// By edge: [`Profiles::corner_beyond`].
    corners_beyond: Vec<f32>,
    /// Further features of lists.
    more: Vec<More>,
    unused: Link,
    scratch: Scratch,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct List {
    /// One more than the packed feature; 0 for none.
    first: u32,
    rest: Link,
}

#[derive(Clone, Copy, Debug)]
struct More {
    feature: u32,
    rest: Link,
}

/// One more than an index into [`Profiles::more`]; 0 at the end of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Link(u32);

impl Link {
    #[inline]
    fn index(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }
}

#[derive(Clone, Debug, Default)]
struct Scratch {
    found: Vec<Found>,
    envelope: Envelope,
}

/// A feature that an edge is to list.
#[derive(Clone, Copy, Debug)]
struct Found {
    packed: u32,
    ends: [Offset; 2],
}

impl Profiles {
    /// The features to the left of an edge that are nearest somewhere along it, as far as that side goes; its own ends are
    /// not listed. Nothing for edges that cannot be crossed.
    #[inline]
    pub fn left_of(&self, e: EdgeId) -> impl Iterator<Item = Feature> + '_ {
        let List { first, mut rest } = self.lists.get(e.index()).copied().unwrap_or_default();
        let first = first.checked_sub(1);
        let others = std::iter::from_fn(move || {
            let more = self.more[rest.index()?];
            rest = more.rest;
            Some(more.feature)
        });
        first.into_iter().chain(others).map(Feature::unpacked)
    }

    /// How wide the passage around the corner opposite to an edge of a free face is: from the corner to the nearest thing
    /// beyond the edge, or on it, in steps of the lattice: an upper bound, exact up to rounding. A path that enters the face by one
    /// of the other two edges and leaves by the other passes there, and has to get through these too: where the passage is not
    /// narrower than both, the bound may be loose.
    #[inline]
    pub fn passage(&self, e: EdgeId) -> f32 {
        self.passages.get(e.index()).copied().unwrap_or(0.0)
    }

    /// A lower bound on the distance between an edge of a free face and the corners beyond it, its own ends excepted, in steps of
    /// the lattice. Only corners count that are nearest somewhere along the edge.
    #[inline]
    pub fn corner_beyond(&self, e: EdgeId) -> f32 {
        self.corners_beyond.get(e.index()).copied().unwrap_or(0.0)
    }

    /// How many features are listed, for statistics.
    pub fn listed(&self) -> usize {
        let unused = std::iter::successors(self.unused.index(), |&slot| self.more[slot].rest.index()).count();
        self.lists.iter().filter(|list| list.first != 0).count() + self.more.len() - unused
    }

    /// The memory they take up, without reserves: some 140 bytes for each vertex of a city.
    pub fn memory_bytes(&self) -> usize {
        let lists = size_of_val(self.lists.as_slice()) + size_of_val(self.more.as_slice());
        lists + 2 * size_of_val(self.passages.as_slice())
    }

    /// Hands on every feature from the faces that it belongs to, as far as it is listed: one feature after the other, so that a mark for
    /// each edge tells whether it lists the feature already.
    fn found(map: &Map) -> Profiles {
        let mut profiles = Profiles::default();
        profiles.make_room(map);
        let mut starts: Vec<(u32, EdgeId)> = Vec::new();
        for f in map.faces().filter(|&f| map.is_free(f)) {
            for e in f.edges().into_iter().filter(|&e| !map.is_wall(e)) {
                starts.extend(own_beyond(map, e).map(|feature| (feature.packed(), e)));
            }
        }
        starts.sort_unstable();
        let mut lengths: Vec<u32> = vec![0; 4 * map.face_slots()];
        let mut marks: Vec<u32> = vec![0; 4 * map.face_slots()];
        let mut waiting: Vec<EdgeId> = Vec::new();
        // The last first: each is put in front of lists, which are sorted then.
        for belonging in starts.chunk_by(|a, b| a.0 == b.0).rev() {
            let packed = belonging[0].0;
            let ends = Feature::unpacked(packed).ends(map);
            waiting.extend(belonging.iter().map(|&(_, e)| e));
            while let Some(e) = waiting.pop() {
                if marks[e.index()] == packed + 1 || !Disc::over(map, e).holds(ends) {
                    continue;
                }
                marks[e.index()] = packed + 1;
                profiles.push(e, packed);
                lengths[e.index()] += 1;
                waiting.extend(looking_through(map, e).into_iter().filter(|&e| !map.is_wall(e)));
            }
        }
        let mut waiting = Worklist::default();
        let mut was_seen = vec![false; 4 * map.face_slots()];
        let free = map.faces().filter(|&f| map.is_free(f)).flat_map(FaceId::edges).filter(|&e| !map.is_wall(e));
        let order = inward_first(map, free, |e| !std::mem::replace(&mut was_seen[e.index()], true));
        for e in order.into_iter().filter(|e| lengths[e.index()] as usize > ENVELOPE_FROM) {
            waiting.push(map, e);
        }
        profiles.propagate(map, waiting, None, &mut Vec::new());
        for f in map.faces().filter(|&f| map.is_free(f)) {
            f.edges().into_iter().for_each(|e| profiles.measure(map, e));
        }
        profiles
    }

    /// Recomputes lists, and those of the edges that look through them, until a fixpoint; collects the edges that have to be
    /// measured. At its first visit an edge counts as changed if it lists a feature whose id has changed.
    fn propagate(&mut self, map: &Map, mut waiting: Worklist, names: Option<&ChangedIds>, measured: &mut Vec<EdgeId>) {
        let is_new = |feature: Feature| names.is_some_and(|names| names.is_new(map, feature));
        while let Some((e, is_first)) = waiting.pop() {
            let was_touched = is_first && self.left_of(e).any(is_new);
            self.look_out(map, e);
            let is_other =
                !self.left_of(e).map(Feature::packed).eq(self.scratch.found.iter().map(|found| found.packed));
            if is_other {
                self.forget(e);
                for i in (0..self.scratch.found.len()).rev() {
                    self.push(e, self.scratch.found[i].packed);
                }
            }
            if is_other || was_touched {
                measured.push(map.twin(e));
                for e in looking_through(map, e) {
                    waiting.push(map, e);
                }
            }
        }
    }

    fn make_room(&mut self, map: &Map) {
        self.lists.resize(4 * map.face_slots(), List::default());
        self.passages.resize(4 * map.face_slots(), f32::INFINITY);
        self.corners_beyond.resize(4 * map.face_slots(), f32::INFINITY);
    }

    /// Brought up to date after some faces were touched.
    ///
    /// The lists of their edges are recomputed, and those of the edges that look through them, each after those that it looks through;
    /// from there on outwards: where a list is another than it was, those of the edges that look through it are next. Begun in any other
    /// order, waves of lists that are not yet right would run along fans, one behind the other.
    fn repaired(mut self, map: &Map, touched: &[FaceId]) -> Profiles {
        self.make_room(map);
        let names = ChangedIds::of(map, touched);
        let mut measured = Vec::new();
        let mut seeds = Vec::new();
        for &f in touched {
            let is_free = map.plane.tri.is_inner(f) && map.is_free(f);
            for e in f.edges() {
                self.forget(e);
                if is_free {
                    measured.push(e);
                    if !map.is_wall(e) {
                        measured.push(map.twin(e));
                        seeds.push(e);
                        seeds.extend(looking_through(map, e).into_iter().filter(|&e| !map.is_wall(e)));
                    }
                }
            }
        }
        seeds.sort_unstable();
        seeds.dedup();
        let mut was_seen = vec![false; seeds.len()];
        let order = inward_first(map, seeds.iter().copied(), |e| {
            seeds.binary_search(&e).is_ok_and(|i| !std::mem::replace(&mut was_seen[i], true))
        });
        let mut waiting = Worklist::default();
        order.into_iter().for_each(|e| waiting.push(map, e));
        self.propagate(map, waiting, Some(&names), &mut measured);
        measured.sort_unstable();
        measured.dedup();
        measured.into_iter().for_each(|e| self.measure(map, e));
        self
    }

    /// Measures the passage around the corner opposite to an edge of a free face, and how near corners come from beyond.
    ///
    /// What is nearer to the corner than both ends of the edge, beyond it, lies in the disc that has the edge as a
    /// diameter, so it is listed.
    fn measure(&mut self, map: &Map, e: EdgeId) {
        let [corner, from, to] =
            [map.origin(e.prev()), map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
        // The width as a square.
        let (mut width, mut nearest) = (f64::INFINITY, f64::INFINITY);
        if map.is_wall(e) {
            width = Feature::Wall(e).distance(map, corner).powi(2);
        } else {
            for feature in self.left_of(map.twin(e)) {
                let ends = feature.ends(map);
                if (corner.nearest_on_segment(ends[0], ends[1]) - corner).squared() < width
                    && let Some(nearest) = nearest_through(corner, from, to, ends)
                    && (nearest - corner).length().powi(2) < width
                    && (!map.has_layers() || map.leads_to(e.face(), corner, nearest, feature))
                {
                    width = (nearest - corner).length().powi(2);
                }
                if let Feature::Corner(_) = feature {
                    nearest = nearest.min(ends[0].distance_to_segment(from, to));
                }
            }
        }
        self.passages[e.index()] = (width.sqrt() as f32).next_up();
        self.corners_beyond[e.index()] = (nearest as f32).next_down();
    }

    /// Puts a feature in front of a list.
    fn push(&mut self, e: EdgeId, packed: u32) {
        let List { first, rest } = self.lists[e.index()];
        let mut list = List { first: packed + 1, rest };
        if let Some(feature) = first.checked_sub(1) {
            let more = More { feature, rest };
            list.rest = match self.unused.index() {
                Some(slot) => {
                    let reused = self.unused;
                    self.unused = self.more[slot].rest;
                    self.more[slot] = more;
                    reused
                }
                None => {
                    self.more.push(more);
                    Link(self.more.len() as u32)
                }
            };
        }
        self.lists[e.index()] = list;
    }

    /// Empties the list of an edge.
    fn forget(&mut self, e: EdgeId) {
        let mut rest = std::mem::take(&mut self.lists[e.index()]).rest;
        while let Some(slot) = rest.index() {
            let next = self.more[slot].rest;
            self.more[slot].rest = self.unused;
            self.unused = rest;
            rest = next;
        }
    }

    /// Finds what an edge is to list: of its face and of the lists beyond it, sorted.
    fn look_out(&mut self, map: &Map, e: EdgeId) {
        let disc = Disc::over(map, e);
        let mut found = std::mem::take(&mut self.scratch.found);
        found.clear();
        let mut add = |feature: Feature| {
            let ends = feature.ends(map);
            if disc.holds(ends) {
                found.push(Found { packed: feature.packed(), ends });
            }
        };
        own_beyond(map, e).for_each(&mut add);
        let apex = Offset::to(map.lattice_point(map.origin(e.prev())));
        for (side, is_met) in [(e.next(), disc.is_met_from_end(apex)), (e.prev(), disc.is_met_from_start(apex))] {
            if !is_met || map.is_wall(side) {
                continue;
            }
            self.left_of(map.twin(side)).filter(|feature| feature.is_there(map)).for_each(&mut add);
        }
        if found.len() > 1 {
            // A few of the face and two sorted lists: stable sorting makes use of runs.
            found.sort_by_key(|found| found.packed);
            found.dedup_by_key(|found| found.packed);
        }
        if found.len() > ENVELOPE_FROM {
            let is_corner = |found: &Found| found.ends[0] == found.ends[1];
            let envelope = &mut self.scratch.envelope;
            let corners = found.iter().filter(|found| is_corner(found)).map(|found| found.ends[0]);
            envelope.of([disc.from, disc.from + disc.along], corners);
            found.retain(|found| {
                let [p, q] = found.ends;
                if is_corner(found) { envelope.has_point(p) } else { envelope.has_wall(p, q) }
            });
        }
        self.scratch.found = found;
    }
}

/// What an edge sees of the face to its left: the corner opposite, and the walls beside it.
fn own_beyond(map: &Map, e: EdgeId) -> impl Iterator<Item = Feature> {
    let walls = [e.next(), e.prev()].into_iter().filter(|&side| map.is_wall(side)).map(Feature::Wall);
    [Feature::Corner(map.origin(e.prev()))].into_iter().chain(walls)
}

/// The point of a segment that is nearest to a corner, as far as it is seen from there between `right` and `left`; `None` if it is not.
fn nearest_through(corner: Offset, right: Offset, left: Offset, [a, b]: [Offset; 2]) -> Option<Offset> {
    // A wall that starts at the corner is passed along, not through.
    if a == corner || b == corner {
        return None;
    }
    let (mut first, mut last) = (0.0f64, 1.0f64);
    for (border, side) in [(right - corner, 1.0), (left - corner, -1.0)] {
        let [at_a, at_b] = [a, b].map(|p| border.cross(p - corner) * side);
        if at_a < 0.0 && at_b < 0.0 {
            return None;
        }
        let crossed = at_a / (at_a - at_b);
        if at_a < 0.0 {
            first = first.max(crossed);
        } else if at_b < 0.0 {
            last = last.min(crossed);
        }
    }
    if first > last {
        return None;
    }
    let along = b - a;
    Some(corner.nearest_on_segment(a + along * first, a + along * last))
}

/// The edges that look through an edge out of their face: those of the face on its other side.
fn looking_through(map: &Map, e: EdgeId) -> [EdgeId; 2] {
    let twin = map.twin(e);
    [twin.next(), twin.prev()]
}

/// The edges that an edge looks through, to its left.
fn looked_through(map: &Map, e: EdgeId) -> [Option<EdgeId>; 2] {
    [e.next(), e.prev()].map(|side| (!map.is_wall(side)).then(|| map.twin(side)))
}

/// Some edges, each after those of them that it looks through, but for edges that look through each other all around a post: depth
/// first. In another order, what an edge of a fan of n faces no longer lists would be told on n times. `visit` tells whether an edge is
/// one of them and comes for the first time.
fn inward_first(map: &Map, edges: impl Iterator<Item = EdgeId>, mut visit: impl FnMut(EdgeId) -> bool) -> Vec<EdgeId> {
    let mut order = Vec::new();
    let mut stack: Vec<(EdgeId, bool)> = Vec::new();
    for e in edges {
        stack.push((e, false));
        while let Some((e, is_done)) = stack.pop() {
            if is_done {
                order.push(e);
            } else if visit(e) {
                stack.push((e, true));
                stack.extend(looked_through(map, e).into_iter().flatten().map(|e| (e, false)));
            }
        }
    }
    order
}

impl Map {
    /// The clearance profiles of all free edges: a lazy cache, computed at the first query and maintained from the faces that edits
    /// touch.
    pub(crate) fn profiles(&self) -> &Profiles {
        let is_worth = |stale: &Stale<Profiles>| !stale.is_mostly_touched(self.face_count());
        self.profiles.get(|stale| match stale.filter(is_worth) {
            Some(stale) => stale.value.repaired(self, &stale.touched),
            None => Profiles::found(self),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    /// Lists held what had gone: an edge looked past others for what lies in its disc, and was not told when that went, because the
    /// others in between had never listed it. `clearance_at` then measured to corners that were no more.
    #[test]
    fn lists_that_follow_edits_are_the_recomputed_lists() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap();
        let mut ids = Vec::new();
        for i in 0..30 {
            let (x, y) = (f64::from(i * 37 % 61), f64::from(i * 23 % 59));
            let (width, height) = (f64::from(i % 4) * 1.5 + 0.25, f64::from(i % 3) * 2.0 + 0.25);
            ids.push(map.insert(&Outline::rectangle([x, y], [x + width, y + height])).unwrap());
            map.profiles();
            if i % 3 == 2 {
                map.remove(ids.swap_remove(i as usize % ids.len())).unwrap();
            }
            let (kept, rebuilt) = (map.profiles(), Profiles::found(&map));
            for e in map.faces().filter(|&f| map.is_free(f)).flat_map(FaceId::edges) {
                let listed: Vec<Feature> = kept.left_of(e).collect();
                assert!(listed.iter().all(|feature| feature.is_there(&map)), "edit {i}: {listed:?}");
                assert!(rebuilt.left_of(e).eq(listed.iter().copied()), "edit {i}: {listed:?}");
            }
        }
    }
}
