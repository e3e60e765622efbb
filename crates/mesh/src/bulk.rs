//! Loading many points at once: in the order of a space-filling curve, so that each is found beside the last.

use crate::arrangement::Arrangement;
use crate::ids::VertexId;
use navigant_geometry::{LatticePoint, Loops};

/// Heats both ends of every segment and returns their vertices, in the order of the segments.
///
/// Points come in rounds, each about as large as all before it, and in each round along a Hilbert curve: the rounds
/// keep the number of flips a point causes constant, the curve keeps the walk to it short (Amenta, Choi, Rote,
/// "Incremental constructions con BRIO").
pub(crate) fn heat_all<'a>(plane: &mut Arrangement, shapes: impl Iterator<Item = &'a Loops>) -> Vec<[VertexId; 2]> {
    let mut ends: Vec<End> = Vec::new();
    let mut lines = Vec::new();
    for (_, _, line) in shapes.flat_map(Loops::segments) {
        for at in [line.a, line.b] {
            ends.push(End { round: round_of(at), along: hilbert(at), number: ends.len() as u32, at });
        }
        lines.push(line);
    }
    ends.sort_unstable_by_key(|end| (end.round, end.along, end.number));
    plane.tri.reserve(ends.len() / 2 + 1);
    let mut vertices = vec![[VertexId::default(); 2]; lines.len()];
    let mut last: Option<VertexId> = None;
    for End { number, at, .. } in ends {
        let (segment, side) = (number as usize / 2, number as usize % 2);
        let known = last.filter(|&v| plane.tri.at(v) == at);
        let is_far_end_of_post = side == 1 && lines[segment].a == lines[segment].b;
        let v = match known {
            Some(v) if is_far_end_of_post => v,
            Some(v) => plane.heat_again(v),
            None => plane.heat(at, last),
        };
        vertices[segment][side] = v;
        last = Some(v);
    }
    vertices
}

/// An end of a segment, waiting for its turn.
struct End {
    round: u32,
    along: u64,
    number: u32,
    at: LatticePoint,
}

/// Which round a point belongs to, by its hash: half of all are in the last one, a quarter in the one before it.
fn round_of(p: LatticePoint) -> u32 {
    let mut hash = (u64::from(p.x as u32) << 32 | u64::from(p.y as u32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^= hash >> 29;
    hash = hash.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    16 - (hash >> 48).trailing_zeros().min(16)
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
