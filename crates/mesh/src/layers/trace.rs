//! Following a line through layers: which it is in, and where it crosses seams.

use crate::ids::{EdgeId, FaceId, LayerId, SeamId};
use crate::map::Map;
use crate::sight::{Ahead, Beside, End, Line, State, Turn};
use crate::triangulation::Location;
use navigant_geometry::{LatticePoint, Point, orient};

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
        let mut tracing = Tracing { map: self, stretches: Vec::new() };
        let mut start: Option<(Beside, bool)> = None;
        for leg in legs {
            let line = Line::between(self.lattice.snap(leg.from).ok()?, self.lattice.snap(leg.to).ok()?);
            let state = match start {
                None => self.set_out(line, self.locate_on(layer, leg.from)?),
                Some((beside, turns_left)) => self.turn_on(line, beside, turns_left)?,
            };
            let beside = tracing.follow(line, leg, state, start.is_none().then_some(layer))?;
            start = leg.turns_left.map(|turns_left| (beside, turns_left));
        }
        Some(tracing.stretches)
    }

    /// Turns around a corner from the faces beside the line that came to it, into the next line.
    fn turn_on(&self, line: Line, [left, right]: Beside, turns_left: bool) -> Option<State> {
        // A path that turns left has the corner on its left, and goes around it on its right.
        let (from, turn) =
            if turns_left { (right.or(left)?, Turn::Counterclockwise) } else { (left.or(right)?, Turn::Clockwise) };
        let (e, ahead) = self.turn(line, line.from, from, turn)?;
        if line.from == line.to {
            return Some(State::Ended(End::Arrived([Some(e.face()); 2])));
        }
        let across = |e: EdgeId| (!self.is_wall(e)).then(|| self.twin(e).face());
        Some(match (ahead, turn) {
            (Ahead::Into, _) => State::Leaving(e.next()),
            (Ahead::Along, Turn::Clockwise) => self.reach(line, self.target(e), Some(e.face()), across(e)),
            (Ahead::Along, Turn::Counterclockwise) => self.reach(line, self.origin(e), across(e), Some(e.face())),
        })
    }
}

struct Tracing<'m> {
    map: &'m Map,
    stretches: Vec<Stretch>,
}

impl Tracing<'_> {
    /// Follows a leg to its end, and returns the faces beside it there.
    fn follow(&mut self, line: Line, leg: &Leg, mut state: State, start: Option<LayerId>) -> Option<Beside> {
        let map = self.map;
        let mut here = Here { from: leg.from, layer: None, seam: None };
        loop {
            let (now, at): (Beside, Option<LatticePoint>) = match &state {
                State::Leaving(e) => ([Some(e.face()); 2], None),
                State::On { vertex, left, right } => ([*left, *right], Some(map.lattice_point(*vertex))),
                State::Ended(End::Arrived(beside)) => (*beside, None),
                State::Ended(_) => return None,
            };
            let layer = self.layer_of(now, here.layer.or(start))?;
            let before = *here.layer.get_or_insert(layer);
            if layer != before {
                let to = at.map_or(leg.to, |p| map.lattice.world(p));
                here = self.cut(&here, to, layer, None);
            }
            if let State::Ended(End::Arrived(beside)) = state {
                self.stretches.push(Stretch { layer, from: here.from, to: leg.to, seam: here.seam });
                return Some(beside);
            }
            if let State::Leaving(e) = state {
                let next = map.go_on(line, State::Leaving(e));
                let beyond = map.layer_of(map.twin(e).face());
                let is_crossed = !matches!(next, State::Ended(_)) || !ends_in(map, line, e);
                if is_crossed && beyond != layer {
                    here = self.cut(&here, crossing(map, line, leg, e), beyond, map.seams.seam_of(e));
                }
                state = next;
            } else {
                state = map.go_on(line, state);
            }
        }
    }

    /// The layer of the faces beside a line: the one it was in, if it is there on any side.
    fn layer_of(&self, beside: Beside, before: Option<LayerId>) -> Option<LayerId> {
        let layers = || beside.into_iter().flatten().map(|f: FaceId| self.map.layer_of(f));
        layers().find(|&layer| Some(layer) == before).or_else(|| layers().next())
    }

    /// Ends a stretch where another layer begins.
    fn cut(&mut self, here: &Here, to: Point, layer: LayerId, seam: Option<SeamId>) -> Here {
        let between =
            |s: &super::seams::Stitch| here.layer.is_some_and(|l| s.layers == [l, layer] || s.layers == [layer, l]);
        let seam = seam.or_else(|| self.map.seams.stitches.iter().position(between).map(|i| SeamId(i as u32)));
        if let Some(old) = here.layer {
            self.stretches.push(Stretch { layer: old, from: here.from, to, seam: here.seam });
        }
        Here { from: to, layer: Some(layer), seam }
    }
}

/// Where a stretch has begun.
struct Here {
    from: Point,
    layer: Option<LayerId>,
    seam: Option<SeamId>,
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
