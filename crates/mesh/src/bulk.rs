//! Bulk insertion in a biased randomized insertion order (BRIO): points come in rounds, each along a Hilbert curve.

use crate::arrangement::Arrangement;
use crate::ids::{LayerId, VertexId};
use crate::tuning::brio::{CURVE_BITS, LAST_ROUND};
use navigant_geometry::Role;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::Loops;
use std::ops::Range;

/// Heats both ends of every segment of some chains in a layer and returns their vertices, in the order of the segments.
///
/// Points come in rounds, each several times as large as all before it, and in each round along a Hilbert curve: the
/// rounds keep the number of flips a point causes constant, the curve keeps the walk to it short (Amenta, Choi, Rote,
/// "Incremental constructions con BRIO"). Vertices are numbered along the curve, whatever their round, so that
/// neighbours are neighbours in memory.
pub(crate) fn heat_all(
    plane: &mut Arrangement,
    loops: &Loops,
    chains: Range<usize>,
    layer: LayerId,
) -> Vec<[VertexId; 2]> {
    plane.tri.edit_layer(layer);
    let mut corners: Vec<Corner> = Vec::new();
    let mut segments: Vec<[u32; 2]> = Vec::new();
    for (role, points) in loops.chains().take(chains.end).skip(chains.start) {
        let first = corners.len() as u32;
        let last = first + points.len() as u32 - 1;
        let is_open = role == Role::Wall && first != last;
        for (number, &at) in (first..).zip(points) {
            let is_end = first == last || (is_open && (number == first || number == last));
            corners.push(Corner { along: hilbert(at), at, number, heat: if is_end { 1 } else { 2 } });
        }
        segments.extend((first..last).map(|number| [number, number + 1]));
        if !is_open {
            segments.push([last, first]);
        }
    }
    corners.sort_unstable_by_key(|corner| (corner.along, corner.at));
    plane.tri.reserve(corners.len() + 1);
    let mut vertices = vec![VertexId::default(); corners.len()];
    let mut rounds: [Vec<(VertexId, u32)>; LAST_ROUND + 1] = Default::default();
    for same in corners.chunk_by(|p, q| p.at == q.at) {
        let at = same[0].at;
        let v = plane.tri.new_vertex(at);
        same.iter().for_each(|corner| vertices[corner.number as usize] = v);
        rounds[round_of(at)].push((v, same.iter().map(|corner| corner.heat).sum()));
    }
    let mut last = plane.tri.corner_of(layer);
    for &(v, heat) in rounds.iter().flatten() {
        plane.place(v, last);
        *plane.tri.heat(v) = heat;
        last = v;
    }
    segments.into_iter().map(|ends| ends.map(|number| vertices[number as usize])).collect()
}

/// The position of a point in the insertion order: its round, and its place along the curve.
pub(crate) fn turn_of(at: LatticePoint) -> (usize, u32) {
    (round_of(at), hilbert(at))
}

/// A corner of an outline, waiting for its turn.
struct Corner {
    along: u32,
    at: LatticePoint,
    number: u32,
    /// How many segments end in it.
    heat: u32,
}

/// Which round a point belongs to, by its hash.
fn round_of(p: LatticePoint) -> usize {
    let mut hash = (u64::from(p.x as u32) << 32 | u64::from(p.y as u32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^= hash >> 29;
    hash = hash.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    // Of every 2³ⁿ points about one comes n rounds before the last.
    let early = (hash >> 32).trailing_zeros() as usize / 3;
    LAST_ROUND - early.min(LAST_ROUND)
}

/// How far along a Hilbert curve over the square a point lies.
fn hilbert(p: LatticePoint) -> u32 {
    let cell = |c: i32| (c + (1 << 25)) as u32 >> (26 - CURVE_BITS);
    let (mut x, mut y) = (cell(p.x), cell(p.y));
    let mut along = 0;
    for bit in (0..CURVE_BITS).rev() {
        let (right, up) = (x >> bit & 1, y >> bit & 1);
        along = along << 2 | (3 * right) ^ up;
        if up == 0 {
            // Seen from a lower quadrant the curve is mirrored at a diagonal.
            let flip = 0u32.wrapping_sub(right);
            (x, y) = (y ^ flip, x ^ flip);
        }
    }
    along
}
