//! The profiles of all free edges.

use super::along::Along;
use super::feature::{Feature, distance_to_segment, nearest_on_segment};
use crate::face_set::Scatter;
use crate::ids::{EdgeId, FaceId};
use crate::map::Map;
use navigant_geometry::Offset;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// For each free edge the features that are nearest somewhere along it, for the version of the map they were found in.
///
/// An edge keeps those to its left; its twin keeps the others. The ends of the edge belong to its profile too but are not
/// listed. A feature may be listed that another one is always nearer than: that costs a look and changes no answer.
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

/// Of so many features it pays to ask which are nowhere nearest.
const MANY: usize = 32;

#[derive(Clone, Debug, Default)]
struct Scratch {
    found: Vec<Feature>,
    /// Edges through which faces are entered, one after the other.
    entries: Vec<EdgeId>,
    /// By face: the look-out that has visited it.
    visited: Vec<u32>,
    round: u32,
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
    /// beyond the edge, or on it, in steps of the lattice; never less than it is, and more by rounding at most. Who comes
    /// into the face by one of the other two edges and leaves by the other passes there, and has to get through them too:
    /// a passage that is not narrower than both may be called wider than it is.
    #[inline]
    pub fn passage(&self, e: EdgeId) -> f32 {
        self.passages.get(e.index()).copied().unwrap_or(0.0)
    }

    /// How near a corner comes to an edge of a free face from beyond it, its own ends aside, in steps of the lattice; never
    /// more than it is. Only corners count that are nearest somewhere along the edge.
    #[inline]
    pub fn corner_beyond(&self, e: EdgeId) -> f32 {
        self.corners_beyond.get(e.index()).copied().unwrap_or(0.0)
    }

    /// How many features are listed, for statistics.
    pub fn listed(&self) -> usize {
        self.lists.iter().map(|list| usize::from(list.first != 0)).sum::<usize>() + self.more.len()
    }

    /// The memory they take up, without reserves.
    pub fn memory_bytes(&self) -> usize {
        let lists = size_of_val(self.lists.as_slice()) + size_of_val(self.more.as_slice());
        lists + 2 * size_of_val(self.passages.as_slice()) + 4 * self.scratch.visited.len()
    }

    fn found(map: &Map) -> Profiles {
        let mut profiles = Profiles::default();
        profiles.make_room(map);
        for f in map.faces().filter(|&f| map.is_free(f)) {
            f.edges().into_iter().for_each(|e| profiles.refresh(map, e));
        }
        for f in map.faces().filter(|&f| map.is_free(f)) {
            f.edges().into_iter().for_each(|e| profiles.measure(map, e));
        }
        profiles
    }

    fn make_room(&mut self, map: &Map) {
        self.lists.resize(4 * map.face_slots(), List::default());
        self.passages.resize(4 * map.face_slots(), f32::INFINITY);
        self.corners_beyond.resize(4 * map.face_slots(), f32::INFINITY);
        self.scratch.visited.resize(map.face_slots(), 0);
    }

    /// Brought up to date after some faces were touched.
    ///
    /// The edges of these are looked at anew. From there on outwards: where a profile is another than it was, the edges of
    /// the face that look through this one are next. A feature that came, went or got another name is seen by an edge
    /// only through edges that see it too, so whoever has to be told is reached.
    fn repaired(mut self, map: &Map, touched: &[FaceId]) -> Profiles {
        self.make_room(map);
        let mut names = Names::of(map, touched);
        let mut waiting = Vec::new();
        for &f in touched {
            let is_free = map.plane.tri.is_inner(f) && map.is_free(f);
            for e in f.edges() {
                self.forget(e);
                if is_free && !map.is_wall(e) {
                    self.refresh(map, e);
                    waiting.extend(looking_through(map, e));
                }
            }
        }
        while let Some(e) = waiting.pop() {
            if map.is_wall(e) || !names.may_be_outdated(e) {
                continue;
            }
            let was_touched = self.left_of(e).any(|feature| names.is_new(map, feature));
            let same = !was_touched && {
                self.look_out(map, e);
                self.left_of(e).eq(self.scratch.found.iter().copied())
            };
            if !same {
                self.forget(e);
                self.refresh(map, e);
                self.measure(map, map.twin(e));
                waiting.extend(looking_through(map, e));
            }
        }
        for &f in touched.iter().filter(|&&f| map.plane.tri.is_inner(f) && map.is_free(f)) {
            for e in f.edges() {
                self.measure(map, e);
                if !map.is_wall(e) {
                    self.measure(map, map.twin(e));
                }
            }
        }
        self
    }

    /// Measures the passage around the corner opposite to an edge of a free face, and how near corners come from beyond.
    ///
    /// What is nearer to the corner than both ends of the edge, beyond it, lies in the disc that has the edge as a
    /// diameter, so it is listed.
    fn measure(&mut self, map: &Map, e: EdgeId) {
        let [corner, from, to] =
            [map.origin(e.prev()), map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
        let (mut width, mut nearest) = (f64::INFINITY, f64::INFINITY);
        if map.is_wall(e) {
            width = Feature::Wall(e).distance(map, corner);
        } else {
            for feature in self.left_of(map.twin(e)) {
                width = width.min(distance_through(corner, from, to, feature.ends(map)));
                if let Feature::Corner(v) = feature {
                    nearest = nearest.min(distance_to_segment(from, to, Offset::to(map.lattice_point(v))));
                }
            }
        }
        self.passages[e.index()] = (width as f32).next_up();
        self.corners_beyond[e.index()] = (nearest as f32).next_down();
    }

    /// Finds the list of an edge that has none.
    fn refresh(&mut self, map: &Map, e: EdgeId) {
        if map.is_wall(e) {
            return;
        }
        self.look_out(map, e);
        let mut found = self.scratch.found.iter().rev().map(|feature| feature.packed()).peekable();
        let mut list = List::default();
        while let Some(feature) = found.next() {
            if found.peek().is_none() {
                list.first = feature + 1;
                break;
            }
            let more = More { feature, rest: list.rest };
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

    /// Looks out from an edge to its left for features in the disc that has the edge as a diameter.
    ///
    /// Everywhere along the edge one of its ends is so near that only what lies in that disc can be nearer; and the way
    /// to it does not leave the disc. Faces are entered through edges that meet the disc, near ones first. If there is
    /// much in it, it is looked at more closely what may be nearest.
    fn look_out(&mut self, map: &Map, e: EdgeId) {
        let Scratch { found, entries, visited, round } = &mut self.scratch;
        *round = round.wrapping_add(1);
        if *round == 0 {
            visited.fill(0);
            *round = 1;
        }
        found.clear();
        let [a, b] = [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
        let (middle, radius_squared) = ((a + b) * 0.5, (b - a).squared() * 0.25);
        // Halves are exact. Who is on the circle but for rounding may be listed.
        let is_inside = |p: Offset| (p - middle).squared() < radius_squared;
        let mut along: Option<Along> = None;
        let mut add = |feature: Feature, along: &mut Option<Along>| {
            let [p, q] = feature.ends(map);
            // A wall is nowhere farther than its ends.
            let is_end = |feature: &Feature| match *feature {
                Feature::Corner(v) => map.edges_from(v).any(|e| map.is_wall(e)),
                Feature::Wall(_) => false,
            };
            if let Some(along) = along
                && !is_end(&feature)
            {
                along.take_in(p, q);
            }
            found.push(feature);
            if found.len() == MANY {
                let mut closely = Along::new(a, b);
                let taken = found.iter().filter(|feature| !is_end(feature)).map(|feature| feature.ends(map));
                taken.for_each(|[p, q]| closely.take_in(p, q));
                *along = Some(closely);
            }
        };
        let may_be_nearest = |p: Offset, q: Offset, along: &Option<Along>| {
            is_inside(nearest_on_segment(p, q, middle)) && along.as_ref().is_none_or(|along| along.may_be_nearest(p, q))
        };
        entries.push(e);
        visited[e.face().index()] = *round;
        let mut next = 0;
        while let Some(&entry) = entries.get(next) {
            next += 1;
            let (right, left) = (entry.next(), entry.prev());
            let apex = map.origin(left);
            let at = Offset::to(map.lattice_point(apex));
            if may_be_nearest(at, at, &along) {
                add(Feature::Corner(apex), &mut along);
            }
            for (side, from) in [(right, map.origin(right)), (left, map.target(left))] {
                let from = Offset::to(map.lattice_point(from));
                if !may_be_nearest(from, at, &along) {
                    continue;
                }
                let beyond = map.twin(side);
                if map.is_wall(side) {
                    add(Feature::Wall(side), &mut along);
                } else if std::mem::replace(&mut visited[beyond.face().index()], *round) != *round {
                    entries.push(beyond);
                }
            }
        }
        entries.clear();
        if let Some(along) = along {
            found.retain(|feature| {
                let [p, q] = feature.ends(map);
                along.may_be_nearest(p, q)
            });
        }
    }
}

/// How far a segment is from a corner, as far as it is seen from there between `right` and `left`; infinite if it is not.
pub(super) fn distance_through(corner: Offset, right: Offset, left: Offset, [a, b]: [Offset; 2]) -> f64 {
    // A wall that starts at the corner is passed along, not through.
    if a == corner || b == corner {
        return f64::INFINITY;
    }
    let (mut first, mut last) = (0.0f64, 1.0f64);
    for (border, side) in [(right - corner, 1.0), (left - corner, -1.0)] {
        let [at_a, at_b] = [a, b].map(|p| border.cross(p - corner) * side);
        if at_a < 0.0 && at_b < 0.0 {
            return f64::INFINITY;
        }
        let crossed = at_a / (at_a - at_b);
        if at_a < 0.0 {
            first = first.max(crossed);
        } else if at_b < 0.0 {
            last = last.min(crossed);
        }
    }
    if first > last {
        return f64::INFINITY;
    }
    let along = b - a;
    let nearest = nearest_on_segment(a + along * first, a + along * last, corner);
    (nearest - corner).length()
}

/// The edges that look through an edge out of their face: those of the face on its other side.
fn looking_through(map: &Map, e: EdgeId) -> [EdgeId; 2] {
    let twin = map.twin(e);
    [twin.next(), twin.prev()]
}

/// What has another name since an update: faces that were touched, and corners of these.
struct Names {
    faces: Vec<FaceId>,
    corners: Vec<u32>,
    /// Edges that have been looked at anew.
    done: HashSet<EdgeId, BuildHasherDefault<Scatter>>,
}

impl Names {
    fn of(map: &Map, touched: &[FaceId]) -> Names {
        let inner = touched.iter().filter(|&&f| map.plane.tri.is_inner(f));
        let mut corners: Vec<u32> = inner.flat_map(|&f| map.corners(f)).map(|v| v.0).collect();
        corners.sort_unstable();
        corners.dedup();
        Names { faces: touched.to_vec(), corners, done: HashSet::default() }
    }

    fn has_face(&self, f: FaceId) -> bool {
        self.faces.binary_search(&f).is_ok()
    }

    /// Whether an edge may have a profile that is not right any more.
    fn may_be_outdated(&mut self, e: EdgeId) -> bool {
        !self.has_face(e.face()) && self.done.insert(e)
    }

    fn is_new(&self, map: &Map, feature: Feature) -> bool {
        match feature {
            Feature::Corner(v) => self.corners.binary_search(&v.0).is_ok(),
            Feature::Wall(e) => self.has_face(e.face()) || !map.is_wall(e),
        }
    }
}

impl Map {
    /// The clearance profiles of all free edges: found when asked for the first time, and kept up from the faces that edits
    /// touch.
    pub fn profiles(&self) -> &Profiles {
        self.profiles.get(|stale| match stale {
            Some(stale) => stale.value.repaired(self, &stale.touched),
            None => Profiles::found(self),
        })
    }
}
