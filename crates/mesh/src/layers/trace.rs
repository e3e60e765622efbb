//! Following a line through layers: which it is in, and where it crosses seams.

use crate::clearance::Straight;
use crate::ids::{EdgeId, FaceId, LayerId, SeamId};
use crate::layers::seams::Stitch;
use crate::map::Map;
use crate::sight::{Ahead, Beside, End, Line, State, Turn};
use crate::triangulation::Location;
use navigant_geometry::Point;
use navigant_geometry::internals::{LatticeInternals as _, PointInternals as _, orient};

/// A straight leg of a line: where it leads to, and how it goes on there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// Where it starts.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// Whether the next leg turns left around a corner here, or right; `None` at the end.
    pub turns_left: Option<bool>,
}

/// A straight part of a line that lies in one layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Its layer.
    pub layer: LayerId,
    /// Where it starts.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// The seam that was crossed to come to its start; `None` where a leg begins.
    pub seam: Option<SeamId>,
}

impl Map {
    /// Whether the straight line from a location leads to a point of a layer.
    pub(super) fn line_leads(&self, from: Location, [p, q]: [Point; 2], layer: LayerId) -> bool {
        let (Ok(a), Ok(b)) = (self.lattice.snap(p), self.lattice.snap(q)) else { return false };
        let Some(goal) = self.locate_on(layer, q) else { return false };
        let line = Line::between(a, b);
        let mut state = self.set_out(line, from);
        loop {
            state = match state {
                State::Ended(End::Arrived(beside)) => {
                    // Ends on corners are seen from all that is around them, walls or not.
                    return self.faces_at(goal).any(|f| beside.contains(&Some(f)));
                }
                State::Ended(_) => return false,
                going => self.go_on(line, going),
            };
        }
    }

    pub(super) fn trace_legs(&self, layer: LayerId, legs: &[Leg]) -> Option<Vec<Stretch>> {
        let mut tracing = Tracing { map: self, stretches: Vec::new(), here: None };
        let mut start: Option<(Beside, bool)> = None;
        for leg in legs {
            let line = Line::between(self.lattice.snap(leg.from).ok()?, self.lattice.snap(leg.to).ok()?);
            let state = match start {
                None => {
                    let state = self.set_out(line, self.locate_on(layer, leg.from)?);
                    // A point on a seam is in both layers: it is where the line leads on.
                    let layer = layer_of(self, beside(&state)?, layer)?;
                    tracing.here = Some(Here { from: leg.from, layer, seam: None });
                    state
                }
                Some((beside, turns_left)) => tracing.turn_on(line, leg.from, beside, turns_left)?,
            };
            let beside = tracing.follow(line, leg, state)?;
            start = leg.turns_left.map(|turns_left| (beside, turns_left));
        }
        Some(tracing.stretches)
    }
}

impl Map {
    /// The layers and seams of a line of points that keeps away from walls.
    pub(super) fn trace_free(&self, layer: LayerId, points: &[Point]) -> Option<Vec<Stretch>> {
        let mut face = self.face_on(layer, self.steps(*points.first()?))?;
        let (mut stretches, mut seam) = (Vec::new(), None);
        for (&start, &to) in points.iter().zip(points.iter().skip(1)) {
            let (mut walk, mut from) = (Straight::new(face, self.steps(start), self.steps(to)), start);
            while let Some(e) = walk.exit(self) {
                let (layer, beyond) = (self.layer_of(walk.face), self.twin(e).face());
                if self.is_wall(e) {
                    return None;
                }
                if self.layer_of(beyond) != layer {
                    let at = walk.crossing(self, e, [start, to]);
                    stretches.push(Stretch { layer, from, to: at, seam });
                    (from, seam) = (at, self.seams.seam_of(e));
                }
                walk.cross(self, e);
            }
            stretches.push(Stretch { layer: self.layer_of(walk.face), from, to, seam });
            (face, seam) = (walk.face, None);
        }
        Some(stretches)
    }
}

/// Where a stretch has begun.
#[derive(Clone, Copy)]
struct Here {
    from: Point,
    layer: LayerId,
    /// The seam that was crossed to come there.
    seam: Option<SeamId>,
}

struct Tracing<'m> {
    map: &'m Map,
    stretches: Vec<Stretch>,
    here: Option<Here>,
}

impl Tracing<'_> {
    /// Follows a leg to its end, and returns the faces beside it there.
    fn follow(&mut self, line: Line, leg: &Leg, mut state: State) -> Option<Beside> {
        let map = self.map;
        loop {
            match state {
                State::Ended(End::Arrived(beside)) => {
                    let here = self.here?;
                    self.stretches.push(Stretch { layer: here.layer, from: here.from, to: leg.to, seam: here.seam });
                    self.here = Some(Here { from: leg.to, seam: None, ..here });
                    return Some(beside);
                }
                State::Ended(_) => return None,
                State::Leaving(e) => {
                    state = map.go_on(line, State::Leaving(e));
                    if !ends_in(map, line, e) {
                        self.cross(e, crossing(map, line, leg, e));
                    }
                }
                State::On { vertex, left, right } => {
                    let at = map.lattice_point(vertex);
                    state = map.go_on(line, State::On { vertex, left, right });
                    let before = self.here?.layer;
                    if layer_of(map, beside(&state)?, before)? != before {
                        // Past the vertex on the side on which one gets by.
                        let sides = [(left, Turn::Clockwise), (right, Turn::Counterclockwise)];
                        let mut passages = sides.into_iter().filter_map(|(f, turn)| {
                            let mut passed = Vec::new();
                            map.turn(line, at, f?, turn, |e| passed.push(e)).map(|_| passed)
                        });
                        let passed = passages.next()?;
                        passed.into_iter().for_each(|e| self.cross(e, map.lattice.world(at)));
                        self.come_to(layer_of(map, beside(&state)?, self.here?.layer)?, map.lattice.world(at));
                    }
                }
            }
        }
    }

    /// Turns around a corner from the faces beside the line that came to it, into the next line.
    fn turn_on(&mut self, line: Line, at: Point, [left, right]: Beside, turns_left: bool) -> Option<State> {
        let map = self.map;
        // A path that turns left has the corner on its left, and goes around it on its right.
        let (from, turn) =
            if turns_left { (right.or(left)?, Turn::Counterclockwise) } else { (left.or(right)?, Turn::Clockwise) };
        let mut passed = Vec::new();
        let (e, ahead) = map.turn(line, line.from, from, turn, |e| passed.push(e))?;
        passed.into_iter().for_each(|e| self.cross(e, at));
        let across = |e: EdgeId| (!map.is_wall(e)).then(|| map.twin(e).face());
        let state = match (ahead, turn) {
            (Ahead::Into, _) => State::Leaving(e.next()),
            (Ahead::Along, Turn::Clockwise) => map.reach(line, map.target(e), Some(e.face()), across(e)),
            (Ahead::Along, Turn::Counterclockwise) => map.reach(line, map.origin(e), across(e), Some(e.face())),
        };
        self.come_to(layer_of(map, beside(&state)?, self.here?.layer)?, at);
        Some(state)
    }

    /// Crosses an edge: if it is one of a seam, a stretch ends there, and another begins.
    fn cross(&mut self, e: EdgeId, at: Point) {
        let map = self.map;
        self.enter(map.layer_of(map.twin(e).face()), map.seams.seam_of(e), at);
    }

    /// A line that came along a seam, in both of its layers, goes on in one.
    fn come_to(&mut self, layer: LayerId, at: Point) {
        let Some(here) = self.here else { return };
        let joins = |s: &Stitch| s.layers == [here.layer, layer] || s.layers == [layer, here.layer];
        let seam = self.map.seams.stitches.iter().position(joins);
        self.enter(layer, seam.map(|index| SeamId(index as u32)), at);
    }

    fn enter(&mut self, layer: LayerId, seam: Option<SeamId>, at: Point) {
        let Some(here) = self.here.filter(|here| here.layer != layer) else { return };
        if here.from != at || here.seam.is_some() {
            self.stretches.push(Stretch { layer: here.layer, from: here.from, to: at, seam: here.seam });
        }
        self.here = Some(Here { from: at, layer, seam });
    }
}

/// The faces beside a line; `None` if it has not come anywhere.
fn beside(state: &State) -> Option<Beside> {
    match state {
        State::Leaving(e) => Some([Some(e.face()); 2]),
        State::On { left, right, .. } => Some([*left, *right]),
        State::Ended(End::Arrived(beside)) => Some(*beside),
        State::Ended(_) => None,
    }
}

/// The layer of the faces beside a line: the one it was in, if it is there on any side.
fn layer_of(map: &Map, beside: Beside, before: LayerId) -> Option<LayerId> {
    let layers = || beside.into_iter().flatten().map(|f: FaceId| map.layer_of(f));
    layers().find(|&layer| layer == before).or_else(|| layers().next())
}

/// Whether a line ends before it leaves a face through an edge.
fn ends_in(map: &Map, line: Line, e: EdgeId) -> bool {
    let [a, b] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
    orient(a, b, line.to) >= 0
}

/// Where a leg crosses an edge.
fn crossing(map: &Map, line: Line, leg: &Leg, e: EdgeId) -> Point {
    let [a, b] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
    let (from, to) = (orient(a, b, line.from) as f64, orient(a, b, line.to) as f64);
    if from == to { leg.from } else { leg.from.lerp(leg.to, from / (from - to)) }
}
