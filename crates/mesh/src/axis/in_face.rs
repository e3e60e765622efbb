//! The nodes of the axis in one face.
//!
//! The nearest site of every point in a free face is among the few that its profiles list, so a node in it is a disc that
//! touches three of them and holds none. On an edge, the sites of the face beyond it may be as near.

use super::double::{Double, Vector};
use super::site::{Exactly, Measured, Site};
use super::touching::{Disc, discs_touching, refined};
use crate::clearance::Feature;
use crate::ids::{EdgeId, FaceId};
use crate::map::Map;
use navigant_geometry::Offset;

/// A point where at least three sites are nearest.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) at: Vector,
    pub(super) radius: Double,
    /// All of its nearest sites, sorted.
    pub(super) sites: Vec<Site>,
}

/// What is taken for nothing, in steps: equations are solved to some 24 decimals, and things on the lattice that do not
/// coincide are hardly ever nearer to doing so. Corners side by side, far from a node, may differ by 10⁻¹⁴.
const NOTHING: f64 = 1e-17;
/// Nodes of the same sites that are nearer to each other are the same.
const SAME: f64 = 1e-9;
/// By how much the centres and radii of discs may be off, in steps, and in parts of a radius.
const COARSE: f64 = 0.05;
const COARSE_PART: f64 = 1e-9;
/// By how much distances may be off, in steps, and in parts of them.
const FINE: f64 = 4e-8;
const FINE_PART: f64 = 1e-15;
/// Nodes that are beyond an edge by less are found in the faces on both sides.
const BESIDE: f64 = 1e-9;
/// Those that are beyond by less may be found from there, too.
const JUST_BEYOND: f64 = 1e-4;
/// No disc that touches three sites, other than in a corner, is smaller, in steps.
const LEAST_RADIUS: f64 = 1e-10;

/// Of so many sites every three are tried.
const MOST_TRIED: usize = 6;
/// So often a face is cut in two; then so many sites are near one place that this does not help.
const DEEPEST: usize = 28;

/// Into so many parts at most.
const MOST_PARTS: usize = 4096;

/// A face in which nodes are searched.
struct Search<'m> {
    map: &'m Map,
    f: FaceId,
    sides: [Measured; 3],
    /// By edge: whether the face beyond has a say.
    depends: [bool; 3],
    /// Into how many parts it has been cut.
    parts: usize,
}

/// Space to work in, used again and again.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    names: Vec<Site>,
    own: Vec<Measured>,
    around: Vec<Measured>,
    discs: Vec<Disc>,
    /// Lists of sites on top of each other, by their place among the own ones.
    near: Vec<u32>,
    distances: Vec<f64>,
    touched: Vec<usize>,
    pub(super) found: Vec<Found>,
}

/// The sites among which the nearest one of every point in a free face is, sorted.
pub(super) fn sites_near(map: &Map, f: FaceId, names: &mut Vec<Site>) {
    names.clear();
    let own = map.corners(f);
    for feature in map.features_near(f) {
        Site::add(map, feature, matches!(feature, Feature::Corner(v) if own.contains(&v)), names);
    }
    names.sort_unstable();
    names.dedup();
}

impl Scratch {
    /// Finds the nodes in a face with some sites. By edge, whether a node may be so near that it depends on the face
    /// beyond.
    pub(super) fn find(&mut self, map: &Map, f: FaceId, names: &[Site]) -> [bool; 3] {
        self.found.clear();
        self.own.clear();
        self.own.extend(names.iter().map(|&site| Measured::new(site)));
        let sides = f.edges().map(|e| {
            let [a, b] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
            Measured::new(Site::Wall(a, b))
        });
        self.near.clear();
        self.near.extend(0..self.own.len() as u32);
        if self.near.is_empty() {
            return [false; 3];
        }
        let mut search = Search { map, f, sides, depends: [false; 3], parts: 0 };
        self.search(&mut search, sides.map(|side| side.at), 0, 0);
        search.depends
    }

    /// Searches a part of the face, a triangle, with those sites that are listed from some place on.
    ///
    /// A site is nowhere nearest in it if another one is nearer to its middle by more than its size. Nor if some point of
    /// another one is nearer to its three corners: what is nearer to a point than to something else is convex. A wall is
    /// nearest only between its normals, and to its left. Once few sites are left, every three of them are tried; until
    /// then the triangle is cut in two.
    fn search(&mut self, search: &mut Search<'_>, part: [Offset; 3], listed: usize, depth: usize) {
        let middle = (part[0] + part[1] + part[2]) * (1.0 / 3.0);
        let reach = part.iter().map(|&p| (p - middle).squared()).fold(0.0, f64::max).sqrt();
        let here = self.near.len();
        let (mut nearest, mut first) = (f64::INFINITY, self.near[listed]);
        self.distances.clear();
        for &i in &self.near[listed..] {
            let distance = self.own[i as usize].squared_distance(middle);
            if distance < nearest {
                (nearest, first) = (distance, i);
            }
            self.distances.push(distance);
        }
        let nearest = nearest.sqrt();
        let slack = FINE + FINE_PART * nearest;
        let far = nearest + 2.0 * reach + slack;
        let first = self.own[first as usize];
        let touched = first.nearest(middle);
        // Beside a wall, its ends are farther.
        let ends = match first.site {
            Site::Wall(a, b) if part.iter().all(|&p| first.is_beside(p, -slack)) => [Some(a), Some(b)],
            _ => [None; 2],
        };
        let limits = part.map(|p| ((p - touched).length() + slack).powi(2));
        for at in listed..here {
            let site = &self.own[self.near[at] as usize];
            if self.distances[at - listed] <= far * far
                && site.may_be_nearest(part, limits, slack)
                && !matches!(site.site, Site::Corner(v) if ends.contains(&Some(v)))
            {
                self.near.push(self.near[at]);
            }
        }
        let left = self.near.len() - here;
        search.parts += 1;
        if left > MOST_TRIED && depth < DEEPEST && search.parts < MOST_PARTS {
            // Across the longest side, for faces are often long and thin.
            let squared = |i: usize| (part[(i + 1) % 3] - part[i]).squared();
            let longest = (0..3).fold(0, |best, i| if squared(i) > squared(best) { i } else { best });
            let [a, b, c] = [longest, (longest + 1) % 3, (longest + 2) % 3].map(|i| part[i]);
            let cut = (a + b) * 0.5;
            self.search(search, [a, cut, c], here, depth + 1);
            self.search(search, [cut, b, c], here, depth + 1);
        } else if left > 2 {
            self.try_all(search, here, middle, reach);
        }
        self.near.truncate(here);
    }

    /// Tries every three of the sites that are listed from some place on, for nodes around a point.
    fn try_all(&mut self, search: &mut Search<'_>, listed: usize, middle: Offset, reach: f64) {
        let sides = search.sides;
        for i in listed..self.near.len() {
            for j in listed..i {
                for k in listed..j {
                    let three = [i, j, k].map(|i| self.near[i] as usize);
                    self.discs.clear();
                    discs_touching(three.map(|i| &self.own[i]), &mut self.discs);
                    for d in 0..self.discs.len() {
                        let disc = self.discs[d];
                        let slack = COARSE + COARSE_PART * disc.radius;
                        if (disc.at - middle).squared() > (reach + slack) * (reach + slack) {
                            continue;
                        }
                        let off = sides.map(|side| side.beside(disc.at).1);
                        if off.iter().any(|off| *off < -slack) || !self.is_roughly_empty(three, listed, disc, slack) {
                            continue;
                        }
                        (0..3).for_each(|s| search.depends[s] |= off[s] <= slack);
                        if !self.is_known(three, disc) {
                            self.confirm(search, three, disc, off);
                        }
                    }
                }
            }
        }
    }

    fn is_known(&self, three: [usize; 3], disc: Disc) -> bool {
        let [i, j, k] = three.map(|i| self.own[i].site);
        self.found.iter().any(|found| {
            let [x, y] = found.at.rounded();
            (Offset::new(x, y) - disc.at).squared() < 1e-14 && [i, j, k].iter().all(|s| found.sites.contains(s))
        })
    }

    /// Whether a disc roughly touches three sites, and holds none of those that are listed from some place on.
    fn is_roughly_empty(&self, three: [usize; 3], listed: usize, disc: Disc, slack: f64) -> bool {
        let touches = |&i: &usize| {
            let site = &self.own[i];
            let (foot, off) = site.beside(disc.at);
            !site.is_wall() || foot >= -slack && foot <= site.length + slack && off > 0.0
        };
        let is_outside = |&i: &u32| !is_inside(&self.own[i as usize], disc, slack);
        three.iter().all(touches) && self.near[listed..].iter().all(is_outside)
    }

    /// Takes a disc in if it stands up to 31 digits.
    fn confirm(&mut self, search: &Search<'_>, three: [usize; 3], disc: Disc, off: [f64; 3]) {
        let Search { map, f, .. } = *search;
        let slack = COARSE + COARSE_PART * disc.radius;
        // Well inside, as far as an edge goes.
        let clear = off.map(|off| off > slack);
        let beyond: [bool; 3] = std::array::from_fn(|s| !clear[s] && !map.is_wall(f.edges()[s]));
        let three = three.map(|i| self.own[i].site);
        let Some((at, radius)) = refined(three, disc) else { return };
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
                off >= -JUST_BEYOND
                    && !map.is_wall(e)
                    && [beyond.next(), beyond.prev()].iter().all(|&e| beside(map, e, at) > JUST_BEYOND)
            };
            if off < -BESIDE && !is_next() {
                return;
            }
        }
        self.around.clear();
        self.around.extend_from_slice(&self.own);
        for (s, e) in f.edges().into_iter().enumerate() {
            if beyond[s] {
                sites_near(map, map.twin(e).face(), &mut self.names);
                for &site in &self.names {
                    if self.own.iter().all(|m| m.site != site) {
                        self.around.push(Measured::new(site));
                    }
                }
            }
        }
        let Some(sites) = nearest_sites(&self.around, at, radius, &mut self.touched) else { return };
        // Nodes of other sites may be as near to each other as one likes.
        let is_new = |found: &Found| found.sites != sites || (found.at - at).length().rounded() > SAME;
        if three.iter().all(|s| sites.contains(s)) && self.found.iter().all(is_new) {
            self.found.push(Found { at, radius, sites });
        }
    }
}

/// How far a point lies to the left of an edge.
fn beside(map: &Map, e: EdgeId, p: Vector) -> f64 {
    let side = Site::wall(map, e);
    Exactly::new(side).distance(side, p).rounded()
}

/// The sites that a disc touches, sorted and each once; `None` if it holds one.
fn nearest_sites(around: &[Measured], at: Vector, radius: Double, near: &mut Vec<usize>) -> Option<Vec<Site>> {
    let disc = Disc { at: Offset::new(at.x.rounded(), at.y.rounded()), radius: radius.rounded() };
    // Those that are within what floats may be off.
    let slack = 1e-6 + COARSE_PART * disc.radius;
    near.clear();
    near.extend((0..around.len()).filter(|&i| is_near(&around[i], disc, slack)));
    let mut sites: Vec<Site> = Vec::with_capacity(4);
    let mut corners: Vec<Site> = Vec::new();
    for &i in near.iter() {
        let site = around[i].site;
        let exactly = Exactly::new(site);
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
            return None;
        }
        // From behind, a wall is in the way but is not what is touched: its other side is.
        if off.rounded() <= NOTHING && distance.rounded() > 0.0 {
            if matches!(site, Site::Corner(_)) { &mut corners } else { &mut sites }.push(site);
        }
    }
    // A corner is nearest only between the normals of its walls: beside a wall, its end is hardly farther than the wall.
    let walls = near.iter().map(|&i| around[i].site).filter(|site| matches!(site, Site::Wall(..)));
    corners.retain(|&corner| {
        let Site::Corner(v) = corner else { return false };
        walls.clone().all(|wall| {
            let Site::Wall(a, b) = wall else { return true };
            if v != a && v != b {
                return true;
            }
            let exactly = Exactly::new(wall);
            let foot = exactly.foot(at);
            (if v == a { foot } else { exactly.length - foot }).rounded() <= NOTHING
        })
    });
    sites.append(&mut corners);
    sites.sort_unstable();
    sites.dedup();
    Some(sites)
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
