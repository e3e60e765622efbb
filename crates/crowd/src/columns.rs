//! The agents' state, in arrays by who reads it: a step sorts them all by cell.

use crate::agent::Aim;
use crate::cells::{Body, FINE, Fine};
use crate::route::Travel;
use crate::vector::Vector;
use navigant_geometry::Offset;
use navigant_mesh::FaceId;

/// What changes in every step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    /// Where it is, in steps of the lattice.
    pub(crate) place: Offset,
    /// Metres a second.
    pub(crate) velocity: Vector,
    /// The face it was in when walls were last looked at.
    pub(crate) face: FaceId,
    /// Nothing is nearer than this, in steps: the walls are not looked at before it is used up.
    pub(crate) room: f32,
    /// How far the last of its neighbours is, more or less, in metres.
    pub(crate) guess: f32,
}

impl Motion {
    #[inline]
    pub(crate) fn fine(&self) -> Fine {
        Fine { x: rounded(self.place.x * FINE), y: rounded(self.place.y * FINE) }
    }
}

/// The nearest integer. Next to such a large number an f64 has no room for a fraction, and its last bits are the integer's.
#[inline]
fn rounded(x: f64) -> i32 {
    const LARGE: f64 = 3.0 * (1u64 << 51) as f64;
    (x + LARGE).to_bits() as i32
}

/// What it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    /// Metres.
    pub(crate) radius: f32,
    /// Metres a second.
    pub(crate) speed: f32,
    pub(crate) max_speed: f32,
    /// Which of the crowd's ways of avoiding.
    pub(crate) manner: u16,
}

/// All agents. What is at one index of each array is one agent; the index is its slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    /// The index of its id.
    pub(crate) id: Vec<u32>,
    pub(crate) motion: Vec<Motion>,
    pub(crate) traits: Vec<Traits>,
    pub(crate) aim: Vec<Aim>,
    pub(crate) travel: Vec<Travel>,
    /// With whom it keeps together: those of one number; alone with 0.
    pub(crate) company: Vec<u32>,
}

impl Columns {
    pub(crate) fn len(&self) -> usize {
        self.id.len()
    }

    pub(crate) fn body(&self, slot: usize) -> Body {
        Body { place: Fine::default(), velocity: self.motion[slot].velocity, radius: self.traits[slot].radius }
    }

    /// Takes an agent out; the last one takes its slot.
    pub(crate) fn swap_remove(&mut self, slot: usize) {
        self.id.swap_remove(slot);
        self.motion.swap_remove(slot);
        self.traits.swap_remove(slot);
        self.aim.swap_remove(slot);
        self.travel.swap_remove(slot);
        self.company.swap_remove(slot);
    }

    /// Puts the agents into another order: what was at `order[i]` comes to `i`. In place: a second copy of all agents would be
    /// as large as everything else that is known about them.
    pub(crate) fn reorder(&mut self, order: &[u32]) {
        let Columns { id, motion, traits, aim, travel, company } = self;
        rayon::scope(|columns| {
            columns.spawn(|_| along_cycles(order, travel));
            columns.spawn(|_| along_cycles(order, motion));
            columns.spawn(|_| along_cycles(order, traits));
            columns.spawn(|_| along_cycles(order, aim));
            columns.spawn(|_| along_cycles(order, id));
            columns.spawn(|_| along_cycles(order, company));
        });
    }
}

/// Puts a column into another order. What comes to a place makes room for what comes to where it was, and so on, until the
/// first comes to where the last one was.
fn along_cycles<T: Copy>(order: &[u32], column: &mut [T]) {
    let mut is_done = vec![0u64; order.len().div_ceil(64)];
    for start in 0..order.len() {
        if is_done[start / 64] >> (start % 64) & 1 == 1 || order[start] as usize == start {
            continue;
        }
        let first = column[start];
        let mut to = start;
        loop {
            is_done[to / 64] |= 1 << (to % 64);
            let from = order[to] as usize;
            if from == start {
                break;
            }
            column[to] = column[from];
            to = from;
        }
        column[to] = first;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_rounded_to_the_nearest_fine_step() {
        for x in [0.0, 0.4, -0.4, 0.6, -0.6, 1.0, -1.0, 12345.51, -12345.51, 2147483646.7, -2147483646.7] {
            assert_eq!(rounded(x), x.round() as i32, "{x}");
        }
    }

    #[test]
    fn an_agent_takes_less_than_a_kilobyte() {
        let own =
            2 * size_of::<u32>() + size_of::<Motion>() + size_of::<Traits>() + size_of::<Aim>() + size_of::<Travel>();
        // Keys are sorted back and forth; then what others see of it.
        let in_cells = 2 * size_of::<u64>() + size_of::<u32>() + 2 * size_of::<Fine>() + size_of::<Body>();
        // A route of forty bends is a long one, and half may be waste.
        let route = 2 * 40 * 8;
        assert!(own + in_cells < 200, "{own} bytes and {in_cells} in cells");
        assert!(own + in_cells + route < 850);
    }
}
