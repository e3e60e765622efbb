//! Crossing an edge: how near one gets to the goal by it, and whether there is a better way to do so.

use super::frontier::Root;
use super::tangent::tangent;
use navigant_geometry::Offset;

/// What is behind by so many steps may be here.
const NEARLY: f64 = 1e-3;

/// The lines from a root through an edge, between two borders.
#[derive(Debug)]
pub(super) struct Crossing<'r> {
    root: &'r Root,
    /// The last lines to the right and to the left.
    borders: [Offset; 2],
    /// The right end of the edge, seen from the root.
    end: Offset,
    along: Offset,
    /// How long the edge is.
    length: f64,
    /// Where the borders meet the edge: how far from its right end.
    meets: [f64; 2],
    /// How far that is from the circle around the root.
    ahead: [f64; 2],
    /// How long the ways are along the borders as far as that; never more, and never less.
    least: [f64; 2],
    most: [f64; 2],
    /// Whether both borders meet the edge ahead. One that is wider than it need be may miss it: then nothing is known.
    is_sound: bool,
}

impl<'r> Crossing<'r> {
    #[inline]
    pub(super) fn new(root: &'r Root, borders: [Offset; 2], ends: [Offset; 2]) -> Self {
        let along = ends[1] - ends[0];
        let (zero, end, length) = ([0.0; 2], ends[0], along.length());
        let (meets, ahead, least, most) = (zero, zero, zero, zero);
        let mut crossing = Crossing { root, borders, end, along, length, meets, ahead, least, most, is_sound: true };
        for i in [0, 1] {
            let heading = borders[i];
            let from = heading.left() * -root.side;
            let part = ((end - from).cross(heading) / heading.cross(along)).clamp(0.0, 1.0);
            // Not by another quotient: the two have to agree where the line is nearly parallel to the edge.
            let reach = heading.dot(end + along * part - from);
            crossing.is_sound &= reach > -NEARLY;
            let reach = reach.max(0.0);
            let chord = (heading - root.heading).length();
            crossing.meets[i] = part * length;
            crossing.ahead[i] = reach;
            crossing.least[i] = root.length + chord * root.side.abs() + reach;
            crossing.most[i] = root.length + most_arc(chord) * root.side.abs() + reach;
        }
        crossing
    }

    /// A lower bound for a path by these lines to a goal.
    ///
    /// A goal on the root's side of the edge is mirrored at it: the way there and back is as long. Then the path is a line
    /// that leads to it, or bends where a border meets the edge.
    #[inline]
    pub(super) fn estimate(&self, mut goal: Offset) -> f64 {
        let Root { side, length, heading, .. } = *self.root;
        let off = self.along.cross(goal - self.end).max(0.0);
        goal = goal - self.along.left() * (2.0 * off / (self.length * self.length));
        if goal.squared() <= side * side {
            return length;
        }
        let ahead = tangent(goal, -side);
        if self.borders[0].cross(ahead) >= 0.0 && ahead.cross(self.borders[1]) >= 0.0 {
            // Chords are shorter than arcs.
            return length + (ahead - heading).length() * side.abs() + ahead.dot(goal);
        }
        let bent = |i: usize| {
            let at = self.borders[i].left() * -side + self.borders[i] * self.ahead[i];
            self.least[i] + (goal - at).length()
        };
        bent(0).min(bent(1))
    }
}

/// An angle of at most half a turn is no greater than this, if the chord of its arc is so long in a circle of radius 1.
#[inline]
fn most_arc(chord: f64) -> f64 {
    let sine = 0.5 * chord;
    let squared = sine * sine;
    let curve = if squared <= 0.5 { 0.2215 } else { 0.5709 };
    2.0 * sine * (1.0 + curve * squared)
}

/// What is known about an edge that was crossed out of its face: from one place on it the others are reached along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossed {
    /// How often something was noted.
    pub(super) noted: u32,
    /// How far from the right end such a place is, and how long a way there is; the one that is nearest to the right end,
    /// and the one that is nearest to the left.
    places: [(f64, f64); 2],
}

impl Default for Crossed {
    /// Nothing is known.
    fn default() -> Self {
        Crossed { noted: 0, places: [(0.0, f64::INFINITY); 2] }
    }
}

impl Crossed {
    /// Whether all lines cross the edge where there is a shorter way.
    ///
    /// The way by a known place grows along the edge as fast as any way can: if it is shorter for the last lines on either
    /// side, it is shorter for all between; and where the known place is beside them, the farther one is enough ("Improving Chen
    /// and Han's algorithm on the discrete geodesic problem", Xin, Wang, TOG 2009).
    #[inline]
    pub(super) fn is_in_vain(&self, crossing: &Crossing) -> bool {
        let [right, left] = crossing.meets;
        crossing.is_sound
            && self.places.iter().any(|&(at, length)| {
                let is_shorter = |i: usize| {
                    let rounding = 1e-12 * (crossing.least[i] + crossing.length);
                    length + (crossing.meets[i] - at).abs() < crossing.least[i] - rounding
                };
                (at <= right || is_shorter(0)) && (at >= left || is_shorter(1))
            })
    }

    /// Remembers a crossing.
    #[inline]
    pub(super) fn note(&mut self, crossing: &Crossing) {
        for i in [0, 1].into_iter().filter(|_| crossing.is_sound) {
            self.note_for(i, crossing.meets[i], crossing.most[i], crossing.length);
        }
    }

    /// Remembers a place on an edge, so long, and a way there.
    #[inline]
    pub(super) fn note_place(&mut self, at: f64, way: f64, length: f64) {
        (0..2).for_each(|i| self.note_for(i, at, way, length));
    }

    /// The same, for one end of the edge.
    #[inline]
    fn note_for(&mut self, i: usize, at: f64, way: f64, length: f64) {
        let to_end = |at: f64| if i == 0 { at } else { length - at };
        let (known_at, known) = self.places[i];
        if way + to_end(at) < known + to_end(known_at) {
            self.places[i] = (at, way);
            self.noted += 1;
        }
    }

    /// Whether there is a shorter way than this to a place on the edge, which is so long.
    #[inline]
    pub(super) fn is_place_in_vain(&self, at: f64, way: f64, length: f64) -> bool {
        let rounding = 1e-12 * (way + length);
        self.places.iter().any(|&(known_at, known)| known + (at - known_at).abs() < way - rounding)
    }
}
