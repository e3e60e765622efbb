//! Lines of sight by looking at everything.

use navigant_geometry::LatticePoint;
use navigant_mesh::{FaceId, Map, VertexId};

/// Whether the open segment between two lattice points can be moved aside by an infinitesimal amount, piecewise to its
/// left or to its right, so that it runs through free faces only and crosses no wall.
///
/// The segment is cut at every point where it meets an edge or a vertex of the map. On each piece one is in a face, or on
/// an edge with a face on either side; from piece to piece one gets by if faces around the cut are joined without walls.
pub fn sees(map: &Map, from: LatticePoint, to: LatticePoint) -> bool {
    !arrivals(map, from, to, |f| map.is_free(f)).is_empty()
}

/// The faces that one is in at the end of such a segment, when one may be in some faces only at its beginning. Nothing
/// where it is blocked.
pub fn arrivals(map: &Map, from: LatticePoint, to: LatticePoint, may_start: impl Fn(FaceId) -> bool) -> Vec<FaceId> {
    let pieces = pieces(map, from, to);
    let mut reachable: Vec<FaceId> = match pieces.first() {
        None => return faces_around(map, from).into_iter().filter(|&f| may_start(f)).collect(),
        Some(piece) => piece.faces.iter().copied().filter(|&f| may_start(f)).collect(),
    };
    spread_over_edge(map, &pieces[0], &mut reachable);
    for next in &pieces[1..] {
        let mut ahead: Vec<FaceId> =
            next.faces.iter().copied().filter(|&f| reachable.iter().any(|&r| joined(map, next, r, f))).collect();
        spread_over_edge(map, next, &mut ahead);
        reachable = ahead;
    }
    reachable
}

/// A piece of the segment and how it begins.
struct Piece {
    /// The face it is in, or the two beside the edge it is on.
    faces: Vec<FaceId>,
    on_edge: bool,
    /// The vertex at its start, if it starts at one.
    vertex: Option<VertexId>,
    line: (LatticePoint, LatticePoint),
}

/// A parameter along the segment: a fraction with positive denominator; both are below 2⁵⁵, so products fit.
type At = (i128, i128);

fn pieces(map: &Map, from: LatticePoint, to: LatticePoint) -> Vec<Piece> {
    if from == to {
        return Vec::new();
    }
    let mut cuts: Vec<(At, Option<VertexId>)> = vec![((0, 1), None), ((1, 1), None)];
    // Only faces with corners on both sides of the line, or on it, have anything to do with it.
    let side = |v: VertexId| cross(from, to, map.lattice_point(v)).signum();
    let meets = |f: &FaceId| map.corners(*f).map(side).iter().sum::<i128>().abs() < 3;
    let near: Vec<FaceId> = map.faces().filter(meets).collect();
    for e in near.iter().copied().flat_map(FaceId::edges) {
        let (a, b) = (map.lattice_point(map.origin(e)), map.lattice_point(map.target(e)));
        let (sa, sb) = (cross(from, to, a), cross(from, to, b));
        if sa == 0 {
            let at = (dot(from, to, a), dot(from, to, to));
            if 0 <= at.0 && at.0 <= at.1 {
                cuts.push((at, Some(map.origin(e))));
            }
        } else if (sa < 0) != (sb < 0) && sb != 0 {
            let (p, q) = (cross(a, b, from), cross(a, b, to));
            if p != q {
                let at = if p > q { (p, p - q) } else { (-p, q - p) };
                if 0 <= at.0 && at.0 <= at.1 {
                    cuts.push((at, None));
                }
            }
        }
    }
    // Vertices first among equal cuts, so that they are kept.
    cuts.sort_by(|(s, v), (t, w)| (s.0 * t.1).cmp(&(t.0 * s.1)).then(w.cmp(v)));
    cuts.dedup_by(|(t, _), (s, _)| s.0 * t.1 == t.0 * s.1);
    cuts.windows(2)
        .map(|w| {
            let inside = |&f: &FaceId| contains(map, f, (from, to), w[0].0) && contains(map, f, (from, to), w[1].0);
            let faces: Vec<FaceId> = near.iter().copied().filter(inside).collect();
            Piece { on_edge: faces.len() == 2, faces, vertex: w[0].1, line: (from, to) }
        })
        .collect()
}

/// Whether a closed face contains the point at a parameter. A piece between two cuts is in a face if both its ends are.
fn contains(map: &Map, f: FaceId, (from, to): (LatticePoint, LatticePoint), (n, d): At) -> bool {
    f.edges().into_iter().all(|e| {
        let (a, b) = (map.lattice_point(map.origin(e)), map.lattice_point(map.target(e)));
        let (at_start, at_end) = (cross(a, b, from), cross(a, b, to));
        at_start * d + (at_end - at_start) * n >= 0
    })
}

/// Where a piece runs along an edge that is no wall, whoever is on one side is on the other too.
fn spread_over_edge(map: &Map, piece: &Piece, reachable: &mut Vec<FaceId>) {
    if piece.on_edge && !reachable.is_empty() {
        let (f, g) = (piece.faces[0], piece.faces[1]);
        let between = f.edges().into_iter().find(|&e| map.twin(e).face() == g);
        if between.is_some_and(|e| !map.is_wall(e)) {
            *reachable = vec![f, g];
        }
    }
}

/// Whether one gets from a face of the last piece to one of the next, staying on one side of the line all the while.
fn joined(map: &Map, next: &Piece, last: FaceId, ahead: FaceId) -> bool {
    let Some(v) = next.vertex else {
        // Cut by an edge: through it, if it is no wall.
        return last == ahead || last.edges().into_iter().any(|e| map.twin(e).face() == ahead && !map.is_wall(e));
    };
    let (from, to) = next.line;
    [1, -1].into_iter().any(|side| {
        // The faces around v with a corner strictly on this side, plus those the line runs through itself.
        let mut found = vec![last];
        let mut i = 0;
        while i < found.len() {
            for e in found[i].edges() {
                let (a, b) = (map.origin(e), map.target(e));
                if a != v && b != v || map.is_wall(e) {
                    continue;
                }
                let spoke = if a == v { b } else { a };
                if cross(from, to, map.lattice_point(spoke)) * side > 0 {
                    let g = map.twin(e).face();
                    if !found.contains(&g) {
                        found.push(g);
                    }
                }
            }
            i += 1;
        }
        // Along an edge, only the face on this side may be taken this way.
        let beside = |f: FaceId| {
            !next.on_edge || map.corners(f).iter().any(|&c| cross(from, to, map.lattice_point(c)) * side > 0)
        };
        let came_beside = map.corners(last).iter().any(|&c| cross(from, to, map.lattice_point(c)) * side > 0);
        came_beside && found.contains(&ahead) && beside(ahead)
    })
}

/// The closed faces that a point lies in.
pub fn faces_around(map: &Map, p: LatticePoint) -> Vec<FaceId> {
    let inside = |f: &FaceId| {
        f.edges().into_iter().all(|e| cross(map.lattice_point(map.origin(e)), map.lattice_point(map.target(e)), p) >= 0)
    };
    map.faces().filter(inside).collect()
}

fn cross(a: LatticePoint, b: LatticePoint, p: LatticePoint) -> i128 {
    let [(ax, ay), (bx, by), (px, py)] = [a, b, p].map(|q| (i128::from(q.x), i128::from(q.y)));
    (bx - ax) * (py - ay) - (by - ay) * (px - ax)
}

fn dot(a: LatticePoint, b: LatticePoint, p: LatticePoint) -> i128 {
    let [(ax, ay), (bx, by), (px, py)] = [a, b, p].map(|q| (i128::from(q.x), i128::from(q.y)));
    (bx - ax) * (px - ax) + (by - ay) * (py - ay)
}
