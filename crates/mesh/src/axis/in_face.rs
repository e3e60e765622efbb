//! The nodes of the axis in one face.
//!
//! The nearest site of every point in a free face is among the few that its profiles list, so a node in it is a disc that
//! touches three of them and holds none. On an edge, the sites of the face beyond it may be as near.

use super::double::{Double, Vector};
use super::parts::ByCorner;
use super::site::{Exactly, Measured, Names, Site};
use super::touching::{Disc, Meeting, discs_touching, refined};
use crate::ids::{EdgeId, FaceId};
use crate::map::Map;
use crate::tolerance::{
    COARSE, COARSE_PART, FLOAT_TOUCH, LEAST_RADIUS, NODE_BESIDE, NODE_JUST_BEYOND, NOTHING, SAME_DISC_SQUARED,
    SAME_IN_FACE, SMALLEST_PART,
};
use crate::tuning::axis::TRIED_SITES;
use navigant_geometry::internals::Offset;
use std::ops::Range;

/// A point where at least three sites are nearest.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) at: Vector,
    pub(super) radius: Double,
    /// All of its nearest sites, sorted.
    pub(super) sites: Vec<Site>,
}

/// A face in which nodes are searched.
pub(super) struct Search<'m> {
    map: &'m Map,
    f: FaceId,
    sides: [Measured; 3],
    /// By edge: whether a node depends on the face beyond.
    depends: [bool; 3],
    /// Into how many parts it has been cut.
    pub(super) parts: usize,
}

/// Scratch memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    names: Names,
    pub(super) own: Vec<Measured>,
    /// Sites that only the faces beyond an edge list.
    beyond: Vec<Measured>,
    /// The own sites and those beyond in 31 digits, as far as they were asked for.
    exactly: Vec<Option<Exactly>>,
    discs: Vec<Disc>,
    meetings: Vec<Meeting>,
    /// By listed site.
    is_of_one: Vec<bool>,
    /// Lists of sites on top of each other, by their place among the own ones.
    pub(super) near: Vec<u32>,
    /// Of those that are being listed.
    pub(super) squares: Vec<ByCorner>,
    /// Corners that their walls hide.
    pub(super) hidden: Vec<Site>,
    /// What a disc may touch, by its place among the own ones and those beyond.
    touched: Vec<(usize, Site)>,
    sites: Vec<Site>,
    pub(super) found: Vec<Found>,
}

impl Scratch {
    /// Finds the nodes in a face with some sites. By edge, whether a node may be so near that it depends on the face
    /// beyond.
    pub(super) fn find(&mut self, map: &Map, f: FaceId, names: &[Site]) -> [bool; 3] {
        self.found.clear();
        self.own.clear();
        self.own.extend(names.iter().map(|&site| Measured::new(site)));
        self.beyond.clear();
        self.exactly.clear();
        self.exactly.resize(self.own.len(), None);
        let sides = f.edges().map(|e| {
            let [a, b] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
            Measured::new(Site::Wall(a, b))
        });
        let mut search = Search { map, f, sides, depends: [false; 3], parts: 0 };
        self.search_face(&mut search, sides.map(|side| side.at));
        search.depends
    }

    /// Tries every three of some listed sites, for nodes in a part of the face around a point.
    pub(super) fn try_all(&mut self, search: &mut Search<'_>, listed: Range<usize>, middle: Offset, reach: f64) {
        let count = listed.len();
        if count < 3 {
            return;
        }
        // By two of them, the larger first.
        self.meetings.clear();
        let site = |at: usize| &self.own[self.near[at] as usize];
        for i in listed.clone() {
            self.meetings.extend((listed.start..i).map(|j| Meeting::of(site(i), site(j))));
        }
        self.is_of_one.clear();
        self.is_of_one.resize(count, false);
        let mut known = 0;
        for i in 0..count {
            for j in 0..i {
                if count > TRIED_SITES && reach < SMALLEST_PART && known != self.found.len() {
                    known = self.found.len();
                    self.mark_one(&listed, middle, reach);
                }
                for k in 0..j {
                    if self.is_of_one[i] & self.is_of_one[j] & self.is_of_one[k] {
                        continue;
                    }
                    let of_two = |i: usize, j: usize| self.meetings[i * (i - 1) / 2 + j];
                    let meetings = [of_two(i, j), of_two(i, k), of_two(j, k)];
                    let three = [i, j, k].map(|i| self.near[listed.start + i] as usize);
                    self.discs.clear();
                    discs_touching(three.map(|i| &self.own[i]), meetings, &mut self.discs);
                    self.try_discs(search, three, &listed, (middle, reach));
                }
            }
        }
    }

    /// Marks the sites of the latest node in a small part of the face, if it has many: of hundreds that are equally far from
    /// one place, any three say the same.
    fn mark_one(&mut self, listed: &Range<usize>, middle: Offset, reach: f64) {
        let is_here = |found: &&Found| {
            let [x, y] = found.at.rounded();
            found.sites.len() > TRIED_SITES && (Offset::new(x, y) - middle).length() <= reach + COARSE
        };
        let Some(one) = self.found.iter().rev().find(is_here) else { return };
        let is_of_one = |&i: &u32| one.sites.binary_search(&self.own[i as usize].site).is_ok();
        self.is_of_one.clear();
        self.is_of_one.extend(self.near[listed.clone()].iter().map(is_of_one));
    }

    /// Looks which of the discs that touch three sites are nodes.
    fn try_discs(&mut self, search: &mut Search<'_>, three: [usize; 3], listed: &Range<usize>, around: (Offset, f64)) {
        let (middle, reach) = around;
        for d in 0..self.discs.len() {
            let disc = self.discs[d];
            let slack = COARSE + COARSE_PART * disc.radius;
            if (disc.at - middle).squared() > (reach + slack) * (reach + slack) {
                continue;
            }
            let off = search.sides.map(|side| side.beside(disc.at).1);
            if off.iter().any(|off| *off < -slack) || !self.is_roughly_empty(three, listed, disc, slack) {
                continue;
            }
            (0..3).for_each(|s| search.depends[s] |= off[s] <= slack);
            if !self.is_known(three, disc) {
                self.confirm(search, three, disc, off);
            }
        }
    }

    fn is_known(&self, three: [usize; 3], disc: Disc) -> bool {
        let [i, j, k] = three.map(|i| self.own[i].site);
        self.found.iter().any(|found| {
            let [x, y] = found.at.rounded();
            (Offset::new(x, y) - disc.at).squared() < SAME_DISC_SQUARED
                && [i, j, k].iter().all(|s| found.sites.contains(s))
        })
    }

    /// Whether a disc roughly touches three sites, and holds none of some listed ones.
    fn is_roughly_empty(&self, three: [usize; 3], listed: &Range<usize>, disc: Disc, slack: f64) -> bool {
        let touches = |&i: &usize| {
            let site = &self.own[i];
            let (foot, off) = site.beside(disc.at);
            !site.is_wall() || foot >= -slack && foot <= site.length + slack && off > 0.0
        };
        let is_outside = |&i: &u32| !is_inside(&self.own[i as usize], disc, slack);
        three.iter().all(touches) && self.near[listed.clone()].iter().all(is_outside)
    }

    /// Takes a disc in if it stands up to 31 digits.
    fn confirm(&mut self, search: &Search<'_>, three: [usize; 3], disc: Disc, off: [f64; 3]) {
        let Search { map, f, .. } = *search;
        let slack = COARSE + COARSE_PART * disc.radius;
        // Well inside, as far as an edge goes.
        let clear = off.map(|off| off > slack);
        let beyond: [bool; 3] = std::array::from_fn(|s| !clear[s] && !map.is_wall(f.edges()[s]));
        let exactly = three.map(|i| self.exactly(i));
        let three = three.map(|i| self.own[i].site);
        let Some((at, radius)) = refined(three, exactly, disc) else { return };
        if radius.rounded() < LEAST_RADIUS {
            return;
        }
        for (e, clear) in f.edges().into_iter().zip(clear) {
            if clear {
                continue;
            }
            let off = beside(map, e, at);
            // A profile misses what reaches into its disc by less than floats can tell. So who sees all of a node's sites
            // may be next to the face that it is in.
            let beyond = map.twin(e);
            let is_next = || {
                off >= -NODE_JUST_BEYOND
                    && !map.is_wall(e)
                    && [beyond.next(), beyond.prev()].iter().all(|&e| beside(map, e, at) > NODE_JUST_BEYOND)
            };
            if off < -NODE_BESIDE && !is_next() {
                return;
            }
        }
        self.beyond.clear();
        for (s, e) in f.edges().into_iter().enumerate() {
            if beyond[s] {
                let names = self.names.near(map, map.twin(e).face());
                let others = names.iter().filter(|site| self.own.binary_search_by_key(site, |m| &m.site).is_err());
                self.beyond.extend(others.map(|&site| Measured::new(site)));
            }
        }
        self.exactly.truncate(self.own.len());
        self.exactly.resize(self.own.len() + self.beyond.len(), None);
        if !self.touch(at, radius) {
            return;
        }
        let sites = &self.sites;
        // Nodes of other sites may be as near to each other as one likes.
        let is_new = |found: &Found| found.sites != *sites || (found.at - at).length().rounded() > SAME_IN_FACE;
        if three.iter().all(|s| sites.contains(s)) && self.found.iter().all(is_new) {
            self.found.push(Found { at, radius, sites: sites.clone() });
        }
    }

    /// A site in 31 digits, by its place among the own ones and those beyond.
    fn exactly(&mut self, i: usize) -> Exactly {
        let site = self.own.get(i).unwrap_or_else(|| &self.beyond[i - self.own.len()]).site;
        *self.exactly[i].get_or_insert_with(|| Exactly::new(site))
    }

    /// Collects the sites that a disc touches, sorted and each once; `false` if it holds one.
    fn touch(&mut self, at: Vector, radius: Double) -> bool {
        let disc = Disc { at: Offset::new(at.x.rounded(), at.y.rounded()), radius: radius.rounded() };
        // Those that are within what floats may be off.
        let slack = FLOAT_TOUCH + COARSE_PART * disc.radius;
        self.touched.clear();
        let around = self.own.iter().chain(&self.beyond).enumerate().filter(|(_, site)| is_near(site, disc, slack));
        self.touched.extend(around.map(|(i, site)| (i, site.site)));
        self.sites.clear();
        for t in 0..self.touched.len() {
            let (i, site) = self.touched[t];
            let exactly = self.exactly(i);
            let distance = exactly.distance(site, at);
            let off = distance.abs() - radius;
            if let Site::Wall(..) = site {
                let foot = exactly.foot(at);
                let is_in_reach = foot.rounded() >= -NOTHING && (foot - exactly.length).rounded() <= NOTHING;
                if !is_in_reach {
                    continue;
                }
            }
            if off.rounded() < -NOTHING {
                return false;
            }
            // From behind, a wall is in the way but is not what is touched: its other side is.
            if off.rounded() <= NOTHING && distance.rounded() > 0.0 && !self.is_hidden_end(site, at) {
                self.sites.push(site);
            }
        }
        self.sites.sort_unstable();
        self.sites.dedup();
        true
    }

    /// Whether a site is a corner beside a wall that ends there: it is nearest only between the normals of its walls, and
    /// beside a wall its end is hardly farther than the wall.
    fn is_hidden_end(&mut self, site: Site, at: Vector) -> bool {
        let Site::Corner(v) = site else { return false };
        (0..self.touched.len()).any(|t| {
            let (i, Site::Wall(a, b)) = self.touched[t] else { return false };
            (v == a || v == b) && {
                let exactly = self.exactly(i);
                let foot = exactly.foot(at);
                (if v == a { foot } else { exactly.length - foot }).rounded() > NOTHING
            }
        })
    }
}

/// How far a point lies to the left of an edge.
fn beside(map: &Map, e: EdgeId, p: Vector) -> f64 {
    let side = Site::wall(map, e);
    Exactly::new(side).distance(side, p).rounded()
}

/// Whether a disc holds a site, by more than a slack.
#[inline]
fn is_inside(site: &Measured, disc: Disc, slack: f64) -> bool {
    if site.is_wall() {
        let (foot, off) = site.beside(disc.at);
        foot >= slack && foot <= site.length - slack && off.abs() < disc.radius - slack
    } else {
        let reach = disc.radius - slack;
        reach > 0.0 && (disc.at - site.at).squared() < reach * reach
    }
}

/// Whether a site is at most as far as a disc reaches and a slack.
fn is_near(site: &Measured, disc: Disc, slack: f64) -> bool {
    if site.is_wall() {
        let (foot, off) = site.beside(disc.at);
        foot >= -slack && foot <= site.length + slack && off.abs() <= disc.radius + slack
    } else {
        (disc.at - site.at).length() <= disc.radius + slack
    }
}
