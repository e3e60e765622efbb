//! The widest path: the largest disc that gets from one place to another, by a bottleneck search over faces.
//!
//! A disc passes between two features iff these are at least its diameter apart. Let every pair of features that are nearer to
//! each other be joined by their shortest segment. No centre gets across such a *barrier*, for each of its points is nearer than
//! the radius to one of its ends; and where walls and barriers do not separate two places with room, a disc gets from one to the
//! other (the argument is in `testing/src/oracle/disc_reach.rs`). A barrier whose diametral disc holds another feature can be
//! replaced by two shorter ones to that feature. So the ones that count have empty diametral discs, and there are two kinds:
//!
//! * between two corners: these are edges of the Delaunay triangulation, or lie across a seam;
//! * between a corner and a wall: they cross edges, and are found where their middle is, for their ends are nearest there and so
//!   listed by the profiles (`pieces`). Two walls are nearest to each other at an end of one of them.
//!
//! Faces are cut by these barriers into pieces. To get from a piece to the next is to cross an edge or a barrier, which costs
//! nothing but its width. The largest disc is the widest path between the pieces of the two places, grown from both ends in turns,
//! widest first: the work is at most twice that of the smaller side. Of equal widths, what is nearer to the other end comes first.
//!
//! **Exactness.** What a width lets pass is the largest float r with (2r)² ≤ d², found in integers (`Square::root_down`), and
//! places on the lattice are measured alike. `reaches(r)` is the same search, told not to look at what is narrower than r: so a
//! disc reaches exactly where its radius is not more than that of the widest. Places between lattice points are measured in floats.

use super::pieces::{Crossing, PieceId, Pieces};
use super::square::Square;
use crate::ids::{EdgeId, FaceId, LayerId};
use crate::map::Map;
use crate::tolerance::ABOVE;
use navigant_geometry::Point;
use navigant_geometry::internals::Offset;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The largest disc that gets from one place to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widest {
    /// Its radius in metres: [`Map::reaches`] is true for this one and every smaller one, and false for every larger one.
    pub radius: f64,
    /// Where a larger one gets stuck: the narrowest place of the widest way, or the start or the goal.
    pub at: Point,
}

/// A finder of widest paths between two places; holds scratch memory, for many queries.
#[derive(Debug, Default)]
pub struct Reach {
    pieces: Pieces,
    /// By end: what has been come to and not left.
    open: [BinaryHeap<Entry>; 2],
    /// By piece and end: what the way there lets pass.
    reached: Vec<[Option<Passed>; 2]>,
    looked_at: usize,
}

/// What a way lets pass, and what is narrowest on it.
#[derive(Clone, Copy, Debug)]
struct Passed {
    /// In steps.
    room: f64,
    narrowest: Option<Crossing>,
}

impl Passed {
    fn narrower(self, other: Passed) -> Passed {
        if other.room < self.room { other } else { self }
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    passed: Passed,
    /// The square of how far it is from the other end.
    ahead: f64,
    piece: PieceId,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    /// The widest first, then the nearest; of equals, by name, so that runs are the same.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_room = self.passed.room.total_cmp(&other.passed.room);
        by_room.then_with(|| other.ahead.total_cmp(&self.ahead)).then_with(|| other.piece.cmp(&self.piece))
    }
}

impl Map {
    /// Whether a disc of a radius in metres gets from one place to another.
    ///
    /// A gap of exactly its diameter passes, and so does a place with exactly its clearance. A radius of 0 is a disc as small
    /// as one likes: nothing passes where walls touch. A negative one or none that is a number gets nowhere.
    ///
    /// Cost: at most twice the faces that a disc gets to from that end where it gets to fewer, often only those between the ends.
    /// [`Reach::reaches`] does the same with memory that was used before.
    pub fn reaches(&self, from: impl Into<Point>, to: impl Into<Point>, radius: f64) -> bool {
        Reach::default().reaches(self, from, to, radius)
    }

    /// The largest disc that gets from one place to another, and where it is narrowest; `None` if none does, however small.
    ///
    /// Cost: at most twice the faces that are wider than the answer around one of the ends.
    /// [`Reach::widest`] does the same with memory that was used before.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
    /// map.insert(&Outline::polyline([[8.0, 0.0], [8.0, 6.0]]))?;
    /// map.insert(&Outline::polyline([[8.0, 8.0], [8.0, 16.0]]))?;
    /// let widest = map.widest([4.0, 8.0], [12.0, 7.0]).unwrap();
    /// assert_eq!((widest.radius, widest.at), (1.0, [8.0, 7.0].into()));
    /// assert!(map.reaches([4.0, 8.0], [12.0, 7.0], 1.0));
    /// assert!(!map.reaches([4.0, 8.0], [12.0, 7.0], 1.0f64.next_up()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn widest(&self, from: impl Into<Point>, to: impl Into<Point>) -> Option<Widest> {
        Reach::default().widest(self, from, to)
    }
}

impl Reach {
    /// [`Map::reaches`].
    pub fn reaches(&mut self, map: &Map, from: impl Into<Point>, to: impl Into<Point>, radius: f64) -> bool {
        let layer = LayerId::default();
        self.reaches_on(map, [(layer, from.into()), (layer, to.into())], radius)
    }

    /// [`Map::reaches`] between points of layers.
    pub fn reaches_on(&mut self, map: &Map, ends: [(LayerId, Point); 2], radius: f64) -> bool {
        let radius = radius / map.lattice().step();
        let has_room = |(layer, p)| map.room_on(layer, p).is_some_and(|room| room > 0.0 && radius <= room);
        // Not "radius < 0", which NaN is not.
        radius >= 0.0 && ends.into_iter().all(has_room) && self.search(map, ends, radius, radius).is_some()
    }

    /// [`Map::widest`].
    pub fn widest(&mut self, map: &Map, from: impl Into<Point>, to: impl Into<Point>) -> Option<Widest> {
        let layer = LayerId::default();
        self.widest_on(map, [(layer, from.into()), (layer, to.into())]).map(|(widest, _)| widest)
    }

    /// [`Map::widest`] between points of layers, and the layer that it is narrowest on.
    pub fn widest_on(&mut self, map: &Map, ends: [(LayerId, Point); 2]) -> Option<(Widest, LayerId)> {
        let [from, to] = ends.map(|(layer, p)| map.room_on(layer, p));
        let rooms = [from?, to?];
        let (most, end) = if rooms[0] <= rooms[1] { (rooms[0], ends[0]) } else { (rooms[1], ends[1]) };
        if most <= 0.0 {
            return None;
        }
        let passed = self.search(map, ends, most, 0.0)?;
        let (layer, at) = match passed.narrowest {
            None => end,
            Some(Crossing::Edge(e)) => {
                let [a, b] = [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
                (map.layer_of(e.face()), map.at_steps((a + b) * 0.5))
            }
            Some(Crossing::Barrier(barrier)) => {
                let index = barrier as usize;
                (map.layer_of(self.pieces.middles[index]), map.at_steps(self.pieces.barriers[index].middle()))
            }
        };
        Some((Widest { radius: passed.room * map.lattice().step(), at }, layer))
    }

    /// Finds everything that a disc gets to from a place, for [`Reach::holds`]; its radius is in metres. `false` if that is more than
    /// `most` pieces of faces, or the disc has no room there.
    ///
    /// Cost: the faces it gets to.
    pub fn flood(&mut self, map: &Map, from: Point, radius: f64, most: usize) -> bool {
        let radius = radius / map.lattice().step();
        self.pieces.begin(map, radius);
        self.reached.clear();
        self.looked_at = 0;
        let Some(face) = map.free_face_at((LayerId::default(), from)) else { return false };
        let first = self.pieces.at(map, face, map.steps(from));
        let passed = Passed { room: radius, narrowest: None };
        let mut waiting = vec![first];
        while let Some(piece) = waiting.pop() {
            self.reached.resize(self.pieces.count(), [None; 2]);
            if self.reached[piece.0 as usize][0].replace(passed).is_some() {
                continue;
            }
            self.looked_at += 1;
            if self.looked_at > most {
                return false;
            }
            self.pieces.neighbours(map, piece, |_, next, crossing| {
                // All barriers that are cut here are too narrow.
                if let Crossing::Edge(e) = crossing
                    && room_across(map, e, radius).0 >= radius
                {
                    waiting.push(next);
                }
            });
        }
        true
    }

    /// Whether a place with room for the disc of the latest [`Reach::flood`] is one that it gets to.
    pub fn holds(&mut self, map: &Map, p: Point) -> bool {
        let Some(face) = map.free_face_at((LayerId::default(), p)) else { return false };
        let piece = self.pieces.at(map, face, map.steps(p));
        self.reached.get(piece.0 as usize).is_some_and(|reached| reached[0].is_some())
    }

    /// How many pieces of faces the latest question looked at.
    pub fn looked_at(&self) -> usize {
        self.looked_at
    }

    /// What the widest way between two places lets pass, in steps: at most `most`; `None` if that is less than `least`.
    fn search(&mut self, map: &Map, ends: [(LayerId, Point); 2], most: f64, least: f64) -> Option<Passed> {
        self.pieces.begin(map, most);
        self.reached.clear();
        self.looked_at = 0;
        let places = ends.map(|(_, p)| map.steps(p));
        for (end, p) in ends.into_iter().enumerate() {
            self.open[end].clear();
            let piece = self.pieces.at(map, map.free_face_at(p)?, places[end]);
            self.open[end].push(Entry { passed: Passed { room: most, narrowest: None }, ahead: 0.0, piece });
        }
        let mut best: Option<Passed> = None;
        for turn in 0.. {
            let end = turn % 2;
            let next = self.open[end].pop();
            // All that is wider than the best way is known from here, and the other end is not there.
            let Some(Entry { passed, piece, .. }) = next.filter(|e| best.is_none_or(|best| e.passed.room > best.room))
            else {
                break;
            };
            self.reached.resize(self.pieces.count(), [None; 2]);
            let reached = &mut self.reached[piece.0 as usize];
            if reached[end].is_some() {
                continue;
            }
            reached[end] = Some(passed);
            self.looked_at += 1;
            if let Some(other) = reached[1 - end] {
                let both = passed.narrower(other);
                if best.is_none_or(|best| both.room > best.room) {
                    best = Some(both);
                }
            }
            let (open, reached) = (&mut self.open[end], &self.reached);
            self.pieces.neighbours(map, piece, |pieces, next, crossing| {
                if reached.get(next.0 as usize).is_some_and(|reached| reached[end].is_some()) {
                    return;
                }
                let (room, middle) = match crossing {
                    Crossing::Edge(e) => room_across(map, e, most),
                    Crossing::Barrier(barrier) => {
                        let barrier = &pieces.barriers[barrier as usize];
                        (barrier.room, barrier.middle())
                    }
                };
                if room >= least {
                    let passed = passed.narrower(Passed { room, narrowest: Some(crossing) });
                    open.push(Entry { passed, ahead: (places[1 - end] - middle).squared(), piece: next });
                }
            });
        }
        best
    }
}

/// The largest radius that gets across an edge, or some that is not less than `most`; and the edge's middle.
fn room_across(map: &Map, e: EdgeId, most: f64) -> (f64, Offset) {
    let [a, b] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
    let [from, to] = [a, b].map(Offset::to);
    // Squares of lengths on the lattice are exact.
    let is_wide = (to - from).squared() > 4.0 * most * most * ABOVE;
    let room = if is_wide { f64::INFINITY } else { Square::between(a, b).root_down() / 2.0 };
    (room, (from + to) * 0.5)
}

impl Map {
    /// A free face that a place lies in, or on the border of.
    fn free_face_at(&self, (layer, p): (LayerId, Point)) -> Option<FaceId> {
        let here = self.face_on(layer, self.steps(p));
        here.or_else(|| self.faces_at(self.locate_on(layer, p)?).find(|&f| self.is_free(f)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    #[test]
    fn odd_questions_have_answers() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0])).unwrap();
        let (a, b) = ([4.0, 4.0], [12.0, 9.0]);
        assert!(map.reaches(a, b, 0.0) && map.reaches(a, b, 4.0) && !map.reaches(a, b, 4.1));
        for radius in [-1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert!(!map.reaches(a, b, radius));
        }
        for nowhere in [[-1.0, 3.0], [f64::NAN, 3.0], [0.0, 3.0], [1e300, 0.0]] {
            assert_eq!(map.widest(a, nowhere), None);
        }
    }

    /// Between the corner at the top and the wall below, 1.9 m apart, no edge and no passage around a corner is as narrow: the
    /// way leads along the wall.
    #[test]
    fn a_corner_over_a_wall_is_in_the_way_though_every_edge_is_long_enough() {
        let floor = Outline::rectangle([-40.0, -20.0], [80.0, 30.0]);
        let below = Outline::polygon([[0.0, 0.0], [0.0, -20.0], [21.0, -20.0], [21.0, 0.0]]);
        let above = Outline::polygon([[10.0, 2.25], [19.0, 1.875], [19.0, 30.0], [10.0, 30.0]]);
        let (map, _) = Map::build(&[floor], &[below, above]).unwrap();
        let (from, to) = ([-20.0, 10.0], [50.0, 10.0]);
        let widest = map.widest(from, to).unwrap();
        assert_eq!((widest.radius, widest.at), (0.9375, [19.0, 0.9375].into()));
        assert!(map.reaches(from, to, 0.9375) && !map.reaches(to, from, 0.9375f64.next_up()));
    }

    #[test]
    fn a_pocket_is_looked_at_and_not_what_is_around_it() {
        let boxes = (0..400).map(|i| (f64::from(i % 20) * 10.0 + 4.0, f64::from(i / 20) * 10.0 + 4.0));
        let mut outlines: Vec<Outline> = boxes.map(|(x, y)| Outline::rectangle([x, y], [x + 3.0, y + 4.0])).collect();
        outlines.push(Outline::polyline([[201.0, 2.0], [209.0, 2.0], [209.0, 8.0], [201.0, 8.0], [201.0, 4.0]]));
        let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [220.0, 210.0])], &outlines).unwrap();
        let mut reach = Reach::default();
        let (from, to) = (Point::new(2.0, 200.0), Point::new(205.0, 5.0));
        assert!(reach.reaches(&map, from, to, 1.0));
        assert!(!reach.reaches(&map, from, to, 1.0f64.next_up()));
        assert!(reach.looked_at() < 60, "{}", reach.looked_at());
    }
}
