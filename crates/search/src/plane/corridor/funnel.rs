//! The shortest path of a point in a corridor.

use super::Corridor;
use crate::plane::path::{Bend, Path, Proof, Query, Turn};
use navigant_geometry::internals::orient;
use navigant_mesh::VertexId;
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::MapInternals as _;
use std::collections::VecDeque;

/// The shortest paths to both ends of a portal: together up to the apex, then apart.
///
/// ```text
///            ╱ ● left: turns left all the way
///   ──── apex            Another end on the left makes the left path bend less, until it is straight; then it may
///            ╲ ● right   run into the right one, and the apex moves on.
/// ```
struct Funnel {
    apex: LatticePoint,
    bends: Vec<Bend>,
    /// What is behind the apex on the left way, and on the right one.
    ways: [VecDeque<(LatticePoint, Option<VertexId>)>; 2],
}

impl Funnel {
    /// The next portal has another end on this side.
    fn add(&mut self, turn: Turn, at: LatticePoint, vertex: Option<VertexId>) {
        // As seen when turning left.
        let turned = |a, b, c| orient(a, b, c) * if turn == Turn::Left { 1 } else { -1 };
        let [this, other] = if turn == Turn::Left { [0, 1] } else { [1, 0] };
        let way = &mut self.ways[this];
        while let Some(&(last, _)) = way.back() {
            let before = if way.len() > 1 { way[way.len() - 2].0 } else { self.apex };
            if turned(before, last, at) > 0 {
                break;
            }
            way.pop_back();
        }
        if way.is_empty() {
            while let Some(&(first, corner)) = self.ways[other].front()
                && turned(self.apex, first, at) < 0
            {
                self.ways[other].pop_front();
                self.apex = first;
                self.bends.extend(corner.map(|vertex| Bend { vertex, turn: turn.reversed() }));
            }
        }
        self.ways[this].push_back((at, vertex));
    }
}

impl Corridor<'_> {
    pub(super) fn funnel(&self, query: &Query<'_>, [start, goal]: [LatticePoint; 2]) -> Path {
        let map = self.map;
        let mut funnel = Funnel { apex: start, bends: Vec::new(), ways: [VecDeque::new(), VecDeque::new()] };
        let mut last = [None; 2];
        for &portal in &self.portals {
            let ends = [map.target(portal), map.origin(portal)];
            for ((turn, vertex), last) in [Turn::Left, Turn::Right].into_iter().zip(ends).zip(&mut last) {
                if *last != Some(vertex) {
                    funnel.add(turn, map.lattice_point(vertex), Some(vertex));
                    *last = Some(vertex);
                }
            }
        }
        funnel.add(Turn::Left, goal, None);
        let on_the_left = funnel.ways[0].iter().filter_map(|&(_, vertex)| vertex);
        funnel.bends.extend(on_the_left.map(|vertex| Bend { vertex, turn: Turn::Left }));
        let corners: Vec<_> = funnel.bends.iter().map(|bend| map.point(bend.vertex)).collect();
        let points: Vec<_> = [query.from].into_iter().chain(corners.iter().copied()).chain([query.to]).collect();
        Path {
            length: points.windows(2).map(|leg| leg[0].distance(leg[1])).sum(),
            points,
            bends: funnel.bends,
            corners,
            radius: 0.0,
            proof: Proof::ShortestInCorridor,
            revision: map.revision(),
        }
    }
}
