//! Two recordings as one: the second is laid out beside the first, and both go on in step.

use crate::refusal::Refusal;
use navigant::files::internals::{ReplayInternals as _, Timeline, TimelinePiece};
use navigant::files::trajectory::{Replay, Row};
use navigant::mesh::{Bounds, Outline, Point};

/// Frames a second, where a file does not say.
const USUAL_FPS: f64 = 10.0;
/// Between the two, as a share of the width of the first.
const GAP: f64 = 0.06;
/// Frames of both are the same to within this.
const ROUNDING: f64 = 1e-6;

/// Both recordings, the second to the right of the first, at the frames of the first. Agents of the second are numbered after
/// those of the first.
pub(crate) fn beside(first: &Replay, second: &Replay) -> Result<Replay, Refusal> {
    let nobody = || Refusal::new("nobody is in it");
    let (a, b) = (bounds(first).ok_or_else(nobody)?, bounds(second).ok_or_else(nobody)?);
    let shift = [a.max.x - b.min.x + (GAP * (a.max.x - a.min.x)).max(1.0), a.min.y - b.min.y];
    let moved = |[x, y]: [f64; 2]| [x + shift[0], y + shift[1]];
    let [fps, other_fps] = [first, second].map(|replay| replay.fps().unwrap_or(USUAL_FPS));
    let row = |frame: usize, id: u32, position: [f64; 2], velocity: [f32; 2]| Row {
        frame: frame as u32,
        id,
        position,
        velocity,
    };
    let mut rows = Vec::with_capacity(first.placed().len() + second.placed().len());
    for frame in 0..first.frames() {
        rows.extend(first.frame(frame).iter().map(|p| row(frame, p.agent, p.position, p.direction)));
    }
    // The frame of the second that is shown with a frame of the first, its last one that has begun, and the first frame that shows
    // one of the second. What is a whole number must not be missed by a rounding.
    let shown = |frame: usize| (frame as f64 / fps * other_fps + ROUNDING).floor() as usize;
    let seen_from = |frame: u32| (f64::from(frame) / other_fps * fps - ROUNDING).ceil() as u32;
    let frames = (second.frames() as f64 / other_fps * fps - ROUNDING).ceil() as usize;
    for frame in 0..frames.max(1) {
        let placed = second.frame(shown(frame)).iter();
        rows.extend(placed.map(|p| row(frame, first.agents() + p.agent, moved(p.position), p.direction)));
    }
    let others = second.timeline().renumbered(seen_from);
    let others =
        others.pieces().iter().map(|piece| TimelinePiece { outline: shifted(&piece.outline, shift), ..piece.clone() });
    let pieces = first.timeline().pieces().iter().cloned().chain(others).collect();
    Ok(navigant::files::internals::replay_of_rows(Some(fps), rows, &Timeline::of_pieces(pieces))?)
}

/// The box around everyone and the map at all times.
fn bounds(replay: &Replay) -> Option<Bounds> {
    let people = replay.placed().iter().map(|placed| Point::from(placed.position));
    let corners = replay.timeline().pieces().iter().flat_map(|piece| chains(&piece.outline)).flatten();
    Bounds::of(people.chain(corners))
}

fn chains(outline: &Outline) -> Vec<Vec<Point>> {
    match outline {
        Outline::Polyline(line) => vec![line.clone()],
        Outline::Polygon { exterior, holes } => std::iter::once(exterior).chain(holes).cloned().collect(),
    }
}

fn shifted(outline: &Outline, [dx, dy]: [f64; 2]) -> Outline {
    let moved = |line: &Vec<Point>| line.iter().map(|p| Point::new(p.x + dx, p.y + dy)).collect::<Vec<_>>();
    match outline {
        Outline::Polyline(line) => Outline::Polyline(moved(line)),
        Outline::Polygon { exterior, holes } => {
            Outline::Polygon { exterior: moved(exterior), holes: holes.iter().map(moved).collect() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording(fps: f64, frames: u32, box_from: u32) -> Replay {
        let floor = Outline::rectangle([0.0, 0.0], [10.0, 4.0]);
        let piece = |is_floor, outline, first| TimelinePiece { is_floor, outline, first, gone: None };
        let obstacle = piece(false, Outline::rectangle([4.0, 1.0], [5.0, 2.0]), box_from);
        let timeline = Timeline::of_pieces(vec![piece(true, floor, 0), obstacle]);
        let at = |frame: u32| Row { frame, id: 7, position: [1.0 + f64::from(frame) / fps, 3.0], velocity: [1.0, 0.0] };
        navigant::files::internals::replay_of_rows(Some(fps), (0..frames).map(at).collect(), &timeline).unwrap()
    }

    #[test]
    fn two_recordings_go_on_in_step_side_by_side() {
        let (first, second) = (recording(10.0, 30, 10), recording(5.0, 20, 10));
        let both = beside(&first, &second).unwrap();
        assert_eq!((both.agents(), both.fps()), (2, Some(10.0)));
        assert_eq!(both.frames(), 40, "as long as the longer one: 4 s");
        for frame in 0..30 {
            let [a, b] = both.frame(frame) else { panic!("{frame}") };
            assert_eq!(a.position, first.frame(frame)[0].position);
            let apart = [b.position[0] - a.position[0], b.position[1] - a.position[1]];
            // The second is shown at the last of its frames that has begun: 0.1 s before.
            assert!((apart[0] - 11.0).abs() < 0.11 && apart[1].abs() < 1e-9, "{frame}: {apart:?}");
        }
        assert_eq!(both.frame(35).len(), 1);
        let stands = |frame| both.timeline().pieces().iter().filter(|p| !p.is_floor && p.stands_at(frame)).count();
        assert_eq!([0, 10, 19, 20].map(stands), [0, 1, 1, 2], "the box of the second comes after two seconds");
    }
}
