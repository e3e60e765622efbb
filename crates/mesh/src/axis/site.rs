//! Sites: what free space is bounded by, as the axis sees it.

use super::double::{Double, Vector};
use crate::clearance::Feature;
use crate::ids::{EdgeId, FaceId};
use crate::map::Map;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::{Offset, orient};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// A part of an obstacle that is nearest to some part of the free space.
///
/// Named by its place, so that it keeps its name while the map changes around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// A vertex around which more than half a turn is free, or a post. Others are nowhere nearest alone.
    Corner(LatticePoint),
    /// A wall without its ends, from one side: free space lies to the left of the way from the first to the second.
    Wall(LatticePoint, LatticePoint),
}

impl Ord for Site {
    /// Corners first, then by place: one comparison, for sites are sorted all the time.
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Site {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Site {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let key = self.key();
        state.write_u64((key >> 64) as u64);
        state.write_u64(key as u64);
    }
}

impl Site {
    /// A number that sites are sorted by: corners first, then by their places.
    #[inline]
    fn key(&self) -> u128 {
        let place = |p: LatticePoint| {
            let [x, y] = [p.x, p.y].map(|c| u128::from(c.wrapping_add(Site::BIAS) as u32));
            x << 32 | y
        };
        match *self {
            Site::Corner(p) => place(p),
            Site::Wall(a, b) => 1 << 127 | place(a) << 64 | place(b),
        }
    }

    fn of_key(key: u128) -> Site {
        let place = |key: u128| {
            let [x, y] =
                [key >> 32 & 0x7FFF_FFFF, key & 0xFFFF_FFFF].map(|c| (c as u32 as i32).wrapping_sub(Site::BIAS));
            LatticePoint::new(x, y)
        };
        if key >> 127 == 0 { Site::Corner(place(key)) } else { Site::Wall(place(key >> 64), place(key)) }
    }

    /// Makes coordinates positive: the lattice is smaller.
    const BIAS: i32 = 1 << 29;

    /// Adds what a feature of a free face is to the axis. A vertex around which more than half a turn is free is a site; with
    /// half a turn, the two walls that meet there are. So are the walls at the face's own corners: where a free edge is the
    /// normal of a wall, or nearly so, no profile lists that.
    fn add(map: &Map, feature: Feature, is_own: bool, sites: &mut Vec<Site>) {
        let v = match feature {
            Feature::Wall(e) => return sites.push(Site::wall(map, e)),
            Feature::Corner(v) => v,
        };
        let mut is_post = true;
        for e in map.edges_from(v).filter(|&e| map.is_wall(e)) {
            is_post = false;
            if !map.is_free(e.face()) {
                continue;
            }
            let Sector { right, left, turn } = sector(map, e);
            match turn {
                Turn::Outward if !is_own => return sites.push(Site::Corner(map.lattice_point(v))),
                Turn::Outward => sites.push(Site::Corner(map.lattice_point(v))),
                Turn::Inward if !is_own => continue,
                Turn::Straight | Turn::Inward => {}
            }
            sites.extend([right, map.twin(left)].map(|e| Site::wall(map, e)));
        }
        if is_post {
            sites.push(Site::Corner(map.lattice_point(v)));
        }
    }

    pub(super) fn wall(map: &Map, e: EdgeId) -> Site {
        Site::Wall(map.lattice_point(map.origin(e)), map.lattice_point(map.target(e)))
    }

    /// Where it starts and ends; the same for a corner.
    pub(super) fn places(self) -> [LatticePoint; 2] {
        match self {
            Site::Corner(p) => [p; 2],
            Site::Wall(a, b) => [a, b],
        }
    }

    /// The same in steps.
    pub(super) fn ends(self) -> [Offset; 2] {
        self.places().map(Offset::to)
    }

    /// The end that two sites share so that where they meet, both are as near as that end; and the wall whose normal
    /// there is the line between them. A wall and its own end, or two walls that are one straight line: a *spoke*, which
    /// is no part of the medial axis.
    pub(super) fn spoke(self, other: Site) -> Option<(LatticePoint, Site)> {
        match (self, other) {
            (Site::Corner(v), wall @ Site::Wall(a, b)) | (wall @ Site::Wall(a, b), Site::Corner(v)) => {
                (v == a || v == b).then_some((v, wall))
            }
            (Site::Wall(a, b), Site::Wall(c, d)) => {
                let goes_on = |a, b, c, d| b == c && a != d && orient(a, b, d) == 0;
                if goes_on(a, b, c, d) {
                    Some((b, self))
                } else if goes_on(c, d, a, b) {
                    Some((a, self))
                } else {
                    None
                }
            }
            _ => None,
        }
    }
}

/// The sites near a face; scratch memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    sites: Vec<Site>,
    keys: Vec<u128>,
}

impl Names {
    /// The sites among which the nearest one of every point in a free face is, sorted.
    pub(super) fn near(&mut self, map: &Map, f: FaceId) -> &[Site] {
        let Names { sites, keys } = self;
        sites.clear();
        let own = map.corners(f);
        for feature in map.features_near(f) {
            Site::add(map, feature, matches!(feature, Feature::Corner(v) if own.contains(&v)), sites);
        }
        keys.clear();
        keys.extend(sites.iter().map(Site::key));
        keys.sort_unstable();
        keys.dedup();
        sites.clear();
        sites.extend(keys.iter().map(|&key| Site::of_key(key)));
        sites
    }

    /// Those that were asked for last.
    pub(super) fn sites(&self) -> &[Site] {
        &self.sites
    }
}

/// Free space around a vertex, between two walls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sector {
    /// From the vertex along the wall to the right; the free faces lie to its left.
    pub(super) right: EdgeId,
    /// From the vertex along the wall to the left.
    pub(super) left: EdgeId,
    pub(super) turn: Turn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Less than half a turn is free: the axis runs into it.
    Inward,
    Straight,
    /// More than half a turn: the vertex is a site.
    Outward,
}

/// The sector to the left of a wall, at the vertex where the edge starts.
pub(super) fn sector(map: &Map, right: EdgeId) -> Sector {
    // The next edge around the vertex is the twin of the one before.
    let mut left = map.twin(right.prev());
    while left != right && !map.is_wall(left) {
        left = map.twin(left.prev());
    }
    let at = map.lattice_point(map.origin(right));
    let [p, q] = [right, left].map(|e| map.lattice_point(map.target(e)));
    let turn = match orient(at, p, q).signum() {
        1 if left != right => Turn::Inward,
        0 if left != right => Turn::Straight,
        _ => Turn::Outward,
    };
    Sector { right, left, turn }
}

/// A site with what is needed to measure it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) site: Site,
    /// The corner, or where the wall starts, in steps.
    pub(super) at: Offset,
    /// The corner, or where the wall ends.
    pub(super) end: Offset,
    /// Along the wall, of length 1; nothing for a corner.
    pub(super) along: Offset,
    pub(super) length: f64,
}

impl Measured {
    pub(super) fn new(site: Site) -> Measured {
        let [a, b] = site.ends();
        let length = (b - a).length();
        let along = if length > 0.0 { (b - a) * (1.0 / length) } else { Offset::new(0.0, 0.0) };
        Measured { site, at: a, end: b, along, length }
    }

    #[inline]
    pub(super) fn is_wall(&self) -> bool {
        matches!(self.site, Site::Wall(..))
    }

    /// To the left of a wall.
    #[inline]
    pub(super) fn normal(&self) -> Offset {
        self.along.left()
    }

    /// How far a point is.
    #[inline]
    pub(super) fn distance(&self, p: Offset) -> f64 {
        self.squared_distance(p).sqrt()
    }

    #[inline]
    pub(super) fn squared_distance(&self, p: Offset) -> f64 {
        let d = p - self.at;
        let foot = self.along.dot(d).max(0.0).min(self.length);
        (d - self.along * foot).squared()
    }

    /// Whether a point lies between the normals of a wall at its ends, or beyond them by less than a slack.
    #[inline]
    pub(super) fn is_beside(&self, p: Offset, slack: f64) -> bool {
        let (foot, _) = self.beside(p);
        foot >= -slack && foot <= self.length + slack
    }

    /// Where a convex part lies as seen from a wall, and the squares of how far its corners are. The wall is nearest only to
    /// its left and between the normals at its ends; within them, its ends are farther.
    ///
    /// A corner of the part that is an end of the wall says nothing about what is beyond that end.
    #[inline]
    pub(super) fn facing(&self, corners: &[Offset], squares: &mut [f64], slack: f64) -> Facing {
        let (mut after, mut before, mut left) = ((false, true), (false, true), false);
        let (mut left_after, mut left_before) = (false, false);
        for (&p, square) in corners.iter().zip(squares) {
            let (foot, off) = self.beside(p);
            let rest = self.length - foot;
            let past = foot - foot.max(0.0).min(self.length);
            *square = off * off + past * past;
            let (is_start, is_end) = (p == self.at, p == self.end);
            after.0 |= !is_start & (foot >= -slack);
            after.1 &= is_start | (foot > slack);
            before.0 |= !is_end & (rest >= -slack);
            before.1 &= is_end | (rest > slack);
            left |= !is_start & !is_end & (off >= -slack);
            // Half way between behind it and beyond its ends.
            left_after |= !is_start & (foot + off >= -slack);
            left_before |= !is_end & (rest + off >= -slack);
        }
        let may_be_nearest = after.0 & before.0 & left & left_after & left_before;
        Facing { may_be_nearest, hides_start: after.1, hides_end: before.1 }
    }

    /// How far from the start of a wall the foot of a point is, and how far the point is off to the left.
    #[inline]
    pub(super) fn beside(&self, p: Offset) -> (f64, f64) {
        let d = p - self.at;
        (self.along.dot(d), self.along.cross(d))
    }
}

/// A part of a face as seen from a wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facing {
    /// Whether some of it may be nearer to the wall than to its ends, and on its left.
    pub(super) may_be_nearest: bool,
    /// Whether all of it is nearer to the wall than to where that starts.
    pub(super) hides_start: bool,
    /// Whether all of it is nearer to the wall than to where that ends.
    pub(super) hides_end: bool,
}

/// The same in 31 digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exactly {
    pub(super) at: Vector,
    pub(super) along: Vector,
    pub(super) length: Double,
}

impl Exactly {
    pub(super) fn new(site: Site) -> Exactly {
        let [a, b] = site.ends().map(|p| Vector::new(p.x, p.y));
        match site {
            Site::Corner(_) => Exactly { at: a, along: Vector::default(), length: Double::ZERO },
            Site::Wall(..) => {
                let d = b - a;
                let length = d.length();
                let along = Vector { x: d.x / length, y: d.y / length };
                Exactly { at: a, along, length }
            }
        }
    }

    /// How far a point is: to the left of a wall's line, or from a corner.
    pub(super) fn distance(&self, site: Site, p: Vector) -> Double {
        match site {
            Site::Corner(_) => (p - self.at).length(),
            Site::Wall(..) => self.along.cross(p - self.at),
        }
    }

    pub(super) fn foot(&self, p: Vector) -> Double {
        self.along.dot(p - self.at)
    }
}
