//! Triangles merged into convex polygons of a few corners, as Recast does for Detour: the longest shared edges go first.

use crate::regions::is_border;
use navigant_mesh::internals::{IdInternals as _, MapInternals as _};
use navigant_mesh::{EdgeId, Map, VertexId};

/// The free space of a map in convex parts, which are rings of edges with the part to their left.
pub(crate) struct ConvexParts {
    pub(crate) parts: Vec<Vec<EdgeId>>,
    /// By face: the part that it went into.
    part_of: Vec<Option<usize>>,
}

impl ConvexParts {
    /// Merges free faces into strictly convex polygons with a limit on their corners, `at` being where a vertex will lie.
    pub(crate) fn of(map: &Map, most_corners: usize, at: impl Fn(VertexId) -> [i64; 2]) -> ConvexParts {
        let mut rings: Vec<Vec<EdgeId>> = Vec::new();
        // By face: the ring that it is part of now.
        let mut ring_of = vec![None; map.face_slots()];
        let mut inner = Vec::new();
        for face in map.faces().filter(|&face| map.is_free(face)) {
            ring_of[face.index()] = Some(rings.len());
            rings.push(face.edges().to_vec());
            inner.extend(face.edges().into_iter().filter(|&e| !is_border(map, e) && e < map.twin(e)));
        }
        let squared = |e: EdgeId| {
            let ([ax, ay], [bx, by]) = (at(map.origin(e)), at(map.target(e)));
            (bx - ax).pow(2) + (by - ay).pow(2)
        };
        inner.sort_by_key(|&e| (std::cmp::Reverse(squared(e)), e));
        // Faces of a merged ring still name the ring they came from; this leads to the one it went into.
        let mut into: Vec<usize> = (0..rings.len()).collect();
        let current = |into: &[usize], mut ring: usize| {
            while into[ring] != ring {
                ring = into[ring];
            }
            ring
        };
        for e in inner {
            let twin = map.twin(e);
            let (Some(a), Some(b)) = (ring_of[e.face().index()], ring_of[twin.face().index()]) else { continue };
            let (a, b) = (current(&into, a), current(&into, b));
            if a == b || rings[a].len() + rings[b].len() - 2 > most_corners {
                continue;
            }
            let (head, tail) = (after(&rings[a], e), after(&rings[b], twin));
            let corner = |before: EdgeId, from: EdgeId| {
                left_turn(at(map.origin(before)), at(map.origin(from)), at(map.target(from)))
            };
            if corner(head[head.len() - 1], tail[0]) && corner(tail[tail.len() - 1], head[0]) {
                rings[a] = [head, tail].concat();
                rings[b].clear();
                into[b] = a;
            }
        }
        let mut number = vec![None; rings.len()];
        let mut parts = Vec::new();
        for (ring, edges) in rings.iter().enumerate().filter(|(_, edges)| !edges.is_empty()) {
            number[ring] = Some(parts.len());
            parts.push(edges.clone());
        }
        let part_of = ring_of.iter().map(|ring| number[current(&into, (*ring)?)]).collect();
        ConvexParts { parts, part_of }
    }

    /// The part beyond an edge of a part.
    pub(crate) fn beyond(&self, map: &Map, e: EdgeId) -> Option<usize> {
        if is_border(map, e) { None } else { self.part_of[map.twin(e).face().index()] }
    }
}

/// The edges of a ring without one of them, beginning after it.
fn after(ring: &[EdgeId], e: EdgeId) -> Vec<EdgeId> {
    let at = ring.iter().position(|&edge| edge == e).unwrap_or_default();
    [&ring[at + 1..], &ring[..at]].concat()
}

fn left_turn([ax, ay]: [i64; 2], [bx, by]: [i64; 2], [cx, cy]: [i64; 2]) -> bool {
    (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::tests::yard;

    #[test]
    fn parts_are_convex_and_few_cornered_and_neighbours_know_each_other() {
        let map = yard();
        let at = |v| {
            let p = map.lattice_point(v);
            [i64::from(p.x), i64::from(p.y)]
        };
        let parts = ConvexParts::of(&map, 6, at);
        let triangles = map.faces().filter(|&face| map.is_free(face)).count();
        assert!(parts.parts.len() < triangles);
        for (index, part) in parts.parts.iter().enumerate() {
            assert!((3..=6).contains(&part.len()));
            for (i, &e) in part.iter().enumerate() {
                let next = part[(i + 1) % part.len()];
                assert_eq!(map.target(e), map.origin(next));
                assert!(left_turn(at(map.origin(e)), at(map.target(e)), at(map.target(next))));
                if let Some(other) = parts.beyond(&map, e) {
                    assert!(other != index && parts.parts[other].contains(&map.twin(e)));
                    assert_eq!(parts.beyond(&map, map.twin(e)), Some(index));
                }
            }
        }
    }
}
