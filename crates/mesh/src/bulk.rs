//! Loading many points at once: in the order of a space-filling curve, so that each is found beside the last.

use crate::arrangement::Arrangement;
use crate::ids::VertexId;
use navigant_geometry::{LatticePoint, Loops};

/// Heats both ends of every segment and returns their vertices, in the order of the segments.
pub(crate) fn heat_all<'a>(plane: &mut Arrangement, shapes: impl Iterator<Item = &'a Loops>) -> Vec<[VertexId; 2]> {
    let mut ends: Vec<(u64, u32, LatticePoint)> = Vec::new();
    let mut number = 0;
    let mut posts = Vec::new();
    for (_, _, line) in shapes.flat_map(Loops::segments) {
        for p in [line.a, line.b] {
            ends.push((hilbert(p), number, p));
            number += 1;
        }
        posts.push(line.a == line.b);
    }
    ends.sort_unstable();
    plane.tri.reserve(ends.len() / 2 + 1);
    let mut vertices = vec![[VertexId::default(); 2]; posts.len()];
    let mut last: Option<(LatticePoint, VertexId)> = None;
    for &(_, number, at) in &ends {
        let (segment, side) = (number as usize / 2, number as usize % 2);
        let v = match last {
            Some((p, v)) if p == at => {
                // A post has one end.
                if !(posts[segment] && side == 1) {
                    *plane.tri.heat(v) += 1;
                }
                v
            }
            _ => plane.heat(at, last.map(|(_, v)| v)),
        };
        vertices[segment][side] = v;
        last = Some((at, v));
    }
    vertices
}

/// How far along a Hilbert curve over the square a point lies.
fn hilbert(p: LatticePoint) -> u64 {
    const BITS: u32 = 27;
    let (mut x, mut y) = ((p.x + (1 << 25)) as u64, (p.y + (1 << 25)) as u64);
    let mut along = 0;
    for bit in (0..BITS).rev() {
        let (rx, ry) = (x >> bit & 1, y >> bit & 1);
        along = along << 2 | (3 * rx) ^ ry;
        if ry == 0 {
            if rx == 1 {
                let mask = (1 << (bit + 1)) - 1;
                (x, y) = (!x & mask, !y & mask);
            }
            (x, y) = (y, x);
        }
    }
    along
}
