//! Where landmarks are placed: farthest-point sampling over the edges of the triangulation.
//!
//! Each landmark is as far as can be from those before it, so distances decide where the next one goes, and exact ones would
//! have to be found one after the other. Lengths along edges are enough for the choice and cost little: what a new landmark is
//! nearer to than the others is all that is looked at again. So the exact distances can be found for all landmarks at once.

use super::super::wedge::Way;
use navigant_mesh::internals::{IdInternals as _, MapInternals as _};
use navigant_mesh::{Map, VertexId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Up to a number of vertices in the part of the free space that a vertex belongs to, far from each other.
pub(super) fn spread(map: &Map, first: VertexId, count: usize) -> Vec<VertexId> {
    let mut distances = Distances { map, lengths: vec![f64::INFINITY; map.vertex_slots()], open: BinaryHeap::new() };
    // The first is where it is farthest from anywhere.
    distances.spread_from(first);
    let Some(start) = distances.farthest() else { return Vec::new() };
    distances.lengths.fill(f64::INFINITY);
    let mut chosen = Vec::with_capacity(count);
    let mut next = Some(start);
    while let Some(place) = next.filter(|_| chosen.len() < count) {
        chosen.push(place);
        distances.spread_from(place);
        next = distances.farthest();
    }
    chosen
}

/// How far vertices are from the nearest of some sources, along edges; in steps.
struct Distances<'m> {
    map: &'m Map,
    lengths: Vec<f64>,
    /// By the bits of the length, which are in the order of the lengths.
    open: BinaryHeap<Reverse<(u64, VertexId)>>,
}

impl Distances<'_> {
    /// Takes in another source: Dijkstra's algorithm, as far as it is the nearest.
    fn spread_from(&mut self, source: VertexId) {
        let map = self.map;
        self.offer(source, 0.0);
        while let Some(Reverse((bits, v))) = self.open.pop() {
            let length = f64::from_bits(bits);
            if length > self.lengths[v.index()] {
                continue;
            }
            for e in map.edges_from(v) {
                if map.is_free(e.face()) || map.is_free(map.twin(e).face()) {
                    let to = map.target(e);
                    let step = Way::between(map.lattice_point(v), map.lattice_point(to)).length();
                    self.offer(to, length + step);
                }
            }
        }
    }

    fn offer(&mut self, v: VertexId, length: f64) {
        let known = &mut self.lengths[v.index()];
        if length < *known {
            *known = length;
            self.open.push(Reverse((length.to_bits(), v)));
        }
    }

    /// The vertex that is farthest from all sources, of those that they are connected to; of equals the last.
    fn farthest(&self) -> Option<VertexId> {
        let length = |v: &VertexId| self.lengths[v.index()];
        let known = self.map.vertices().filter(|v| length(v) > 0.0 && length(v).is_finite());
        known.max_by(|a, b| length(a).total_cmp(&length(b)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::Outline;

    #[test]
    fn the_corners_of_a_hall_are_chosen_first_and_nothing_twice() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [90.0, 60.0])).unwrap();
        map.insert(&Outline::rectangle([44.0, 29.0], [46.0, 31.0])).unwrap();
        let first = map.vertices().find(|&v| map.point(v) == [44.0, 29.0].into()).unwrap();
        let chosen = spread(&map, first, 100);
        let is_corner = |v: &VertexId| {
            let p = map.point(*v);
            (p.x == 0.0 || p.x == 90.0) && (p.y == 0.0 || p.y == 60.0)
        };
        assert!(chosen[..4].iter().all(is_corner), "{chosen:?}");
        assert_eq!(chosen.len(), 8, "all that there are");
        assert!((1..8).all(|i| !chosen[..i].contains(&chosen[i])));
    }
}
