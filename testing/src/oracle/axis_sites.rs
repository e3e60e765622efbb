//! What the free space is bounded by, as the medial axis sees it: sides of walls, and corners that stick out.

use super::double_double::{Double, Pair, dot, minus, norm};
use super::walls::{Wall, Walls, steps};
use navigant_geometry::internals::LatticePoint;

/// Something that is nearest to a part of the free space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Site {
    /// The end of a wall around which more than half a turn is free, or a post.
    Vertex(LatticePoint),
    /// One side of a wall, without its ends; free space lies to the left of the way from the first to the second.
    Side(LatticePoint, LatticePoint),
}

/// What is free around a vertex between two walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Corner {
    pub(super) at: LatticePoint,
    /// The side of the wall to the right that leads away, and that of the wall to the left that leads there.
    pub(super) sides: [Site; 2],
    pub(super) kind: CornerKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CornerKind {
    /// Less than half a turn is free: the axis runs into it.
    Inward,
    /// Half a turn: one wall goes on as the other.
    Straight,
    /// More than half a turn: the vertex is a site of its own.
    Outward,
}

/// Every free corner, at every vertex.
pub(super) fn corners(walls: &Walls) -> Vec<Corner> {
    let leading_away = |w: &Wall| [(w.a, w.b, w.free_left), (w.b, w.a, w.free_right)];
    let away: Vec<_> = walls.iter().filter(|w| !w.is_post()).flat_map(leading_away).collect();
    let mut corners = Vec::new();
    for &(at, right, is_free) in &away {
        if !is_free {
            continue;
        }
        // The next wall to the left; the same one if it is alone.
        let others = away.iter().filter(|(from, ..)| *from == at).map(|(_, to, _)| *to);
        let Some(left) = others.min_by(|&p, &q| by_turn(at, right, p, q)) else { continue };
        let kind = match (cross(at, right, left), left == right) {
            (c, false) if c > 0 => CornerKind::Inward,
            (0, false) => CornerKind::Straight,
            _ => CornerKind::Outward,
        };
        corners.push(Corner { at, sides: [Site::Side(at, right), Site::Side(left, at)], kind });
    }
    corners
}

/// Every site.
pub(super) fn sites(walls: &Walls, corners: &[Corner]) -> Vec<Site> {
    let mut sites: Vec<Site> = Vec::new();
    for w in walls.iter() {
        match w.is_post() {
            true => sites.push(Site::Vertex(w.a)),
            false => {
                sites.extend(w.free_left.then_some(Site::Side(w.a, w.b)));
                sites.extend(w.free_right.then_some(Site::Side(w.b, w.a)));
            }
        }
    }
    sites.extend(corners.iter().filter(|c| c.kind == CornerKind::Outward).map(|c| Site::Vertex(c.at)));
    sites.sort_unstable();
    sites.dedup();
    sites
}

/// Orders points by how far left one turns, at a vertex, from one direction to them: more than nothing, at most in full.
fn by_turn(at: LatticePoint, from: LatticePoint, p: LatticePoint, q: LatticePoint) -> std::cmp::Ordering {
    // 0: less than half a turn, 1: half a turn, 2: more, 3: in full.
    let part = |p: LatticePoint| match cross(at, from, p).signum() {
        1 => 0,
        0 if p != from => 1,
        -1 => 2,
        _ => 3,
    };
    part(p).cmp(&part(q)).then_with(|| 0.cmp(&cross(at, p, q)))
}

fn cross(at: LatticePoint, p: LatticePoint, q: LatticePoint) -> i64 {
    let [(ax, ay), (px, py), (qx, qy)] = [at, p, q].map(|p| (i64::from(p.x), i64::from(p.y)));
    (px - ax) * (qy - ay) - (py - ay) * (qx - ax)
}

impl Site {
    /// Whether two sites share the end of a wall in such a way that where they meet, both are as near as that end: a
    /// side and its own end, or two sides that are one straight line. Between them runs no medial axis.
    pub fn is_spoke_with(self, other: Site) -> bool {
        self.spoke(other).is_some()
    }

    /// The end that two such sites share, and the side whose normal there is the line between them.
    pub(super) fn spoke(self, other: Site) -> Option<(LatticePoint, Site)> {
        match (self, other) {
            (Site::Vertex(v), side @ Site::Side(a, b)) | (side @ Site::Side(a, b), Site::Vertex(v)) => {
                (v == a || v == b).then_some((v, side))
            }
            (Site::Side(a, b), Site::Side(c, d)) => {
                let goes_on = |a, b, c, d| b == c && cross(a, b, d) == 0 && a != d;
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

/// A site with what is needed to measure it, in 31 digits.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) site: Site,
    /// The vertex, or where the side starts.
    pub(super) at: Pair,
    /// Along the side; (0, 0) for a vertex.
    pub(super) along: Pair,
    /// The side's length.
    pub(super) length: Double,
    /// For a vertex: the directions of its walls.
    walls: Vec<Pair>,
}

pub(super) fn exact(p: LatticePoint) -> Pair {
    steps(p).map(Double::from)
}

impl Measured {
    pub(super) fn new(site: Site, walls: &Walls) -> Self {
        let direction = |a: LatticePoint, b: LatticePoint| {
            let d = minus(exact(b), exact(a));
            let length = norm(d);
            ([d[0] / length, d[1] / length], length)
        };
        match site {
            Site::Side(a, b) => {
                let (along, length) = direction(a, b);
                Measured { site, at: exact(a), along, length, walls: Vec::new() }
            }
            Site::Vertex(v) => {
                let from_here = |w: &Wall| [(w.a, w.b), (w.b, w.a)].into_iter().find(|(a, b)| *a == v && a != b);
                let walls = walls.iter().filter_map(from_here).map(|(a, b)| direction(a, b).0).collect();
                Measured { site, at: exact(v), along: [Double::ZERO; 2], length: Double::ZERO, walls }
            }
        }
    }

    /// To the left of a side.
    pub(super) fn normal(&self) -> Pair {
        [-self.along[1], self.along[0]]
    }

    /// How far a point lies along a side.
    pub(super) fn foot(&self, p: Pair) -> Double {
        dot(self.along, minus(p, self.at))
    }

    /// The distance of a point, negative on the other side of a side; only where the point is in reach.
    pub(super) fn distance(&self, p: Pair) -> Double {
        match self.site {
            Site::Vertex(_) => norm(minus(p, self.at)),
            Site::Side(..) => dot(self.normal(), minus(p, self.at)),
        }
    }

    /// Whether no other part of the same walls is nearer: the point lies between the normals of a side at its ends, or
    /// between the normals of a vertex's walls. By how much it may be outside is given.
    pub(super) fn is_in_reach(&self, p: Pair, leeway: f64) -> bool {
        let leeway = Double::from(leeway);
        match self.site {
            Site::Vertex(_) => self.walls.iter().all(|&wall| dot(wall, minus(p, self.at)) <= leeway),
            Site::Side(..) => {
                let foot = self.foot(p);
                foot >= -leeway && foot <= self.length + leeway
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::walls::tests::room;
    use super::*;
    use navigant_geometry::Outline;

    fn count(obstacles: &[Outline]) -> ([usize; 3], usize) {
        let walls = room(obstacles);
        let corners = corners(&walls);
        let of = |kind: CornerKind| corners.iter().filter(|c| c.kind == kind).count();
        let kinds = [CornerKind::Inward, CornerKind::Straight, CornerKind::Outward].map(of);
        (kinds, sites(&walls, &corners).len())
    }

    #[test]
    fn rooms_have_corners_inward_and_boxes_outward() {
        assert_eq!(count(&[]), ([4, 0, 0], 4));
        assert_eq!(count(&[Outline::rectangle([4.0, 4.0], [8.0, 8.0])]), ([4, 0, 4], 4 + 8));
        assert_eq!(count(&[Outline::polyline([[4.0, 4.0]])]), ([4, 0, 0], 5));
        // A wall with a vertex in its middle, in the open: two ends, two straight corners.
        assert_eq!(count(&[Outline::polyline([[4.0, 4.0], [6.0, 4.0], [8.0, 4.0]])]), ([4, 2, 2], 4 + 4 + 2));
        // From the middle of the room's wall: two corners there, one end.
        assert_eq!(count(&[Outline::polyline([[8.0, 0.0], [8.0, 4.0]])]), ([6, 0, 1], 5 + 2 + 1));
    }
}
