//! Lines of sight by looking at everything.

use navigant_geometry::internals::LatticePoint;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{FaceId, Map, VertexId};

/// Whether the open segment between two lattice points can be moved aside by an infinitesimal amount, piecewise to its
/// left or to its right, so that it runs through free faces only and crosses no wall.
pub fn sees(map: &Map, from: LatticePoint, to: LatticePoint) -> bool {
    !walk(map, from, to, &faces_around(map, from)).is_empty()
}

/// The faces through which a vanishing disc arrives at `to` if it sets out from `from` in one of the faces `start` and
/// goes straight; none if something is in the way. All are free and lie around `to`; where there is no way to go, the
/// free ones of `start`.
///
/// The segment is cut where it passes from face to face. On each piece one is in a face, or on an edge with a face on
/// either side; from piece to piece one gets by if faces around the cut are joined without walls.
pub fn walk(map: &Map, from: LatticePoint, to: LatticePoint, start: &[FaceId]) -> Vec<FaceId> {
    if from == to {
        return start.iter().copied().filter(|&f| map.is_free(f)).collect();
    }
    let mut stretches: Vec<Stretch> =
        map.faces().filter(|&f| map.is_free(f)).filter_map(|f| Stretch::of(map, f, from, to)).collect();
    stretches.sort_by(|s, t| compare(s.begin, t.begin));
    let mut pieces = stretches.chunk_by(|s, t| compare(s.begin, t.begin).is_eq());
    let Some(first) = pieces.next().filter(|piece| compare(piece[0].begin, (0, 1)).is_eq()) else { return Vec::new() };
    let mut reached: Vec<&Stretch> = first.iter().filter(|s| start.contains(&s.face)).collect();
    spread_over_edge(map, first, &mut reached);
    for piece in pieces {
        let joined = |s: &&Stretch| reached.iter().any(|last| joined(map, (from, to), last, s));
        let mut ahead: Vec<&Stretch> = piece.iter().filter(joined).collect();
        spread_over_edge(map, piece, &mut ahead);
        reached = ahead;
    }
    reached.retain(|s| compare(s.end, (1, 1)).is_eq());
    reached.iter().map(|s| s.face).collect()
}

/// The free faces around a point, those together between which no wall lies: the sides of the point on which a
/// vanishing disc can be. One for a point in a face, two for a point on a thin wall, any number at a vertex.
pub fn sectors(map: &Map, p: LatticePoint) -> Vec<Vec<FaceId>> {
    let mut left: Vec<FaceId> = faces_around(map, p).into_iter().filter(|&f| map.is_free(f)).collect();
    let mut sectors = Vec::new();
    while let Some(first) = left.pop() {
        let mut sector = vec![first];
        let mut i = 0;
        while let Some(&f) = sector.get(i) {
            for e in f.edges() {
                let (a, b) = (map.lattice_point(map.origin(e)), map.lattice_point(map.target(e)));
                if cross(a, b, p) == 0 && !map.is_wall(e) {
                    let beyond = map.twin(e).face();
                    if let Some(place) = left.iter().position(|&g| g == beyond) {
                        sector.push(left.swap_remove(place));
                    }
                }
            }
            i += 1;
        }
        sectors.push(sector);
    }
    sectors
}

/// The part of the segment that lies in a closed face; more than a point.
struct Stretch {
    face: FaceId,
    begin: At,
    end: At,
    /// The side of the line on which the whole face lies: 1 left, −1 right, 0 if it lies on both.
    side: i64,
}

/// A parameter along the segment: a fraction with positive denominator, both below 2⁵⁵.
type At = (i64, i64);

fn compare(s: At, t: At) -> std::cmp::Ordering {
    (i128::from(s.0) * i128::from(t.1)).cmp(&(i128::from(t.0) * i128::from(s.1)))
}

impl Stretch {
    fn of(map: &Map, face: FaceId, from: LatticePoint, to: LatticePoint) -> Option<Stretch> {
        let sides = map.corners(face).map(|v| cross(from, to, map.lattice_point(v)).signum());
        if sides == [1; 3] || sides == [-1; 3] {
            return None;
        }
        let (mut begin, mut end) = ((0, 1), (1, 1));
        for e in face.edges() {
            // Inside is where p + (q − p) t ≥ 0.
            let (a, b) = (map.lattice_point(map.origin(e)), map.lattice_point(map.target(e)));
            let (p, q) = (cross(a, b, from), cross(a, b, to));
            if p < 0 && q < 0 {
                return None;
            }
            if p < q && compare((-p, q - p), begin).is_gt() {
                begin = (-p, q - p);
            }
            if p > q && compare((p, p - q), end).is_lt() {
                end = (p, p - q);
            }
        }
        let side = if sides.contains(&1) && sides.contains(&-1) { 0 } else { sides.iter().sum::<i64>().signum() };
        compare(begin, end).is_lt().then_some(Stretch { face, begin, end, side })
    }
}

/// Where a piece runs along an edge that is no wall, whoever is on one side is on the other too.
fn spread_over_edge<'s>(map: &Map, piece: &'s [Stretch], reached: &mut Vec<&'s Stretch>) {
    if let ([f, g], false) = (piece, reached.is_empty()) {
        let between = f.face.edges().into_iter().find(|&e| map.twin(e).face() == g.face);
        if between.is_some_and(|e| !map.is_wall(e)) {
            *reached = vec![f, g];
        }
    }
}

/// Whether one gets from one stretch to the next, staying on one side of the line all the while.
fn joined(map: &Map, (from, to): (LatticePoint, LatticePoint), last: &Stretch, ahead: &Stretch) -> bool {
    if compare(last.end, ahead.begin).is_ne() {
        return false;
    }
    let is_here = |v: &VertexId| {
        let p = map.lattice_point(*v);
        cross(from, to, p) == 0 && compare((dot(from, to, p), dot(from, to, to)), last.end).is_eq()
    };
    let Some(v) = map.corners(last.face).into_iter().find(is_here) else {
        // Cut by an edge: through it, if it is no wall.
        return last.face.edges().into_iter().any(|e| map.twin(e).face() == ahead.face && !map.is_wall(e));
    };
    [1, -1].into_iter().any(|side| {
        // Around v over spokes strictly on this side. Along an edge, only the face on this side may be taken this way.
        let mut found = vec![last.face];
        let mut i = 0;
        while let Some(&f) = found.get(i) {
            for e in f.edges() {
                let (a, b) = (map.origin(e), map.target(e));
                if a != v && b != v || map.is_wall(e) {
                    continue;
                }
                let spoke = if a == v { b } else { a };
                let beyond = map.twin(e).face();
                if cross(from, to, map.lattice_point(spoke)) * side > 0 && !found.contains(&beyond) {
                    found.push(beyond);
                }
            }
            i += 1;
        }
        last.side != -side && ahead.side != -side && found.contains(&ahead.face)
    })
}

/// The faces that a point lies in or on.
pub fn faces_around(map: &Map, p: LatticePoint) -> Vec<FaceId> {
    let inside = |f: &FaceId| {
        f.edges().into_iter().all(|e| cross(map.lattice_point(map.origin(e)), map.lattice_point(map.target(e)), p) >= 0)
    };
    map.faces().filter(inside).collect()
}

/// Positive if `p` lies to the left of the line from `a` to `b`; below 2⁵⁴.
pub(super) fn cross(a: LatticePoint, b: LatticePoint, p: LatticePoint) -> i64 {
    let [(ax, ay), (bx, by), (px, py)] = [a, b, p].map(|q| (i64::from(q.x), i64::from(q.y)));
    (bx - ax) * (py - ay) - (by - ay) * (px - ax)
}

/// How far `p` lies along the line from `a` to `b`, times its length; below 2⁵⁴.
fn dot(a: LatticePoint, b: LatticePoint, p: LatticePoint) -> i64 {
    let [(ax, ay), (bx, by), (px, py)] = [a, b, p].map(|q| (i64::from(q.x), i64::from(q.y)));
    (bx - ax) * (px - ax) + (by - ay) * (py - ay)
}
