//! The map of a recording as it changed: floors and obstacles, each with the frames in which it stood.

use navigant_mesh::internals::MapInternals as _;
use std::fmt::Write;

use navigant_geometry::{Outline, Point, Role};
use navigant_mesh::{Map, ObstacleId};

use crate::error::{FileError, Reason};
use crate::format::Format;
use crate::limits::MAX_PIECES;
use crate::scene::Scene;

/// A floor or an obstacle, and the frames in which it stood.
#[derive(Clone, Debug, PartialEq)]
pub struct TimelinePiece {
    /// One may walk on it; else it is in the way.
    pub is_floor: bool,
    /// Its shape. A polyline is a wall without width.
    pub outline: Outline,
    /// The first frame in which it stood.
    pub first: u32,
    /// The first frame in which it was gone; none if it stood to the end.
    pub gone: Option<u32>,
}

impl TimelinePiece {
    /// Whether it stood in a frame.
    pub fn stands_at(&self, frame: u32) -> bool {
        self.first <= frame && self.gone.is_none_or(|gone| frame < gone)
    }
}

/// The map of a recording, followed from frame to frame. An obstacle that moves is one that goes and another that comes.
///
/// At most [`MAX_PIECES`] are kept: what comes after is left out.
///
/// ```
/// use navigant_files::internals::Timeline;
/// use navigant_mesh::{Map, Outline};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [9.0, 9.0]))?;
/// let mut timeline = Timeline::of(&map);
/// let crate_ = map.insert(&Outline::rectangle([1.0, 1.0], [2.0, 2.0]))?;
/// timeline.follow(&map, 10);
/// map.remove(crate_)?;
/// timeline.follow(&map, 25);
/// let obstacle = &timeline.pieces()[1];
/// assert_eq!((obstacle.first, obstacle.gone), (10, Some(25)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    pieces: Vec<TimelinePiece>,
    /// The obstacles that stand, by slot, each with the version of the map it came with and its piece.
    standing: Vec<(ObstacleId, u64, usize)>,
    version: u64,
}

impl Timeline {
    /// A map in frame 0.
    pub fn of(map: &Map) -> Timeline {
        let floor = |chains: Vec<(Role, Vec<Point>)>| TimelinePiece {
            is_floor: true,
            outline: outline_of(chains),
            first: 0,
            gone: None,
        };
        let mut timeline = Timeline { pieces: map.floors().map(floor).collect(), ..Timeline::default() };
        timeline.take_in(map, 0);
        timeline
    }

    /// The map of these pieces, such as those of two recordings side by side.
    pub fn of_pieces(pieces: Vec<TimelinePiece>) -> Timeline {
        Timeline { pieces, ..Timeline::default() }
    }

    /// Takes in what has changed up to a frame, which is not before the last one. Costs nothing while the map is the same,
    /// else a comparison an obstacle.
    pub fn follow(&mut self, map: &Map, frame: u32) {
        if map.version() != self.version {
            self.take_in(map, frame);
        }
    }

    fn take_in(&mut self, map: &Map, frame: u32) {
        self.version = map.version();
        let before = std::mem::take(&mut self.standing);
        let mut before = before.into_iter().peekable();
        for id in map.obstacles() {
            let Ok(since) = map.standing_since(id) else { continue };
            // Both are in the order of ids: who was passed has gone.
            while let Some((_, _, gone)) = before.next_if(|(known, ..)| *known < id) {
                self.end(gone, frame);
            }
            match before.next_if(|(known, ..)| *known == id) {
                Some((_, known, piece)) if known == since => self.standing.push((id, since, piece)),
                other => {
                    if let Some((_, _, gone)) = other {
                        self.end(gone, frame);
                    }
                    self.begin(map, id, since, frame);
                }
            }
        }
        for (_, _, gone) in before {
            self.end(gone, frame);
        }
    }

    fn begin(&mut self, map: &Map, id: ObstacleId, since: u64, frame: u32) {
        if self.pieces.len() >= MAX_PIECES {
            return;
        }
        let Ok(chains) = map.outline(id) else { return };
        self.standing.push((id, since, self.pieces.len()));
        self.pieces.push(TimelinePiece { is_floor: false, outline: outline_of(chains), first: frame, gone: None });
    }

    fn end(&mut self, piece: usize, frame: u32) {
        if let Some(piece) = self.pieces.get_mut(piece) {
            piece.gone = Some(frame);
        }
    }

    /// All pieces, in the order in which they came.
    pub fn pieces(&self) -> &[TimelinePiece] {
        &self.pieces
    }

    /// The map of a frame.
    pub fn scene(&self, frame: u32) -> Scene {
        let mut scene = Scene::default();
        for piece in self.pieces.iter().filter(|piece| piece.stands_at(frame)) {
            if piece.is_floor {
                scene.floors.push(piece.outline.clone());
            } else {
                scene.obstacles.push(piece.outline.clone().into());
            }
        }
        scene
    }

    /// The same with other numbers for the frames, as many or fewer; what would stand in none of them is left out.
    #[must_use]
    pub fn renumbered(&self, number: impl Fn(u32) -> u32) -> Timeline {
        let renumber = |piece: &TimelinePiece| {
            let (first, gone) = (number(piece.first), piece.gone.map(&number));
            gone.is_none_or(|gone| first < gone).then(|| TimelinePiece { first, gone, ..piece.clone() })
        };
        Timeline::of_pieces(self.pieces.iter().filter_map(renumber).collect())
    }

    /// As lines of text: kind, first frame, frame in which it was gone or `-`, well-known text.
    pub(super) fn to_text(&self) -> String {
        let mut text = String::new();
        for piece in &self.pieces {
            let gone = piece.gone.map_or("-".to_owned(), |gone| gone.to_string());
            let _ = writeln!(text, "{} {} {gone} {}", kind(piece), piece.first, to_wkt(&piece.outline));
        }
        text
    }

    /// What [`to_text`](Self::to_text) wrote.
    pub(super) fn parse(text: &str) -> Result<Timeline, FileError> {
        let piece = |line: &str| {
            let mut words = line.splitn(4, ' ');
            let (kind, first, gone, wkt) = (words.next()?, words.next()?, words.next()?, words.next()?);
            let gone = if gone == "-" { None } else { Some(gone.parse().ok()?) };
            piece_of(kind, first.parse().ok()?, gone, wkt)
        };
        let pieces: Option<Vec<TimelinePiece>> = text.lines().take(MAX_PIECES).map(piece).collect();
        let damaged = || FileError::plain(Reason::NotATrajectory("its map is damaged".to_owned()));
        pieces.map(Timeline::of_pieces).ok_or_else(damaged)
    }
}

/// What a piece is, in a word.
pub(super) fn kind(piece: &TimelinePiece) -> &'static str {
    if piece.is_floor { "floor" } else { "obstacle" }
}

/// A piece as a file says it; none where that makes no sense.
pub(super) fn piece_of(kind: &str, first: u32, gone: Option<u32>, wkt: &str) -> Option<TimelinePiece> {
    let scene = Scene::parse(wkt.as_bytes(), Format::Wkt).ok()?;
    let outline = scene.outlines().next()?.clone();
    let is_floor = match kind {
        "floor" if matches!(outline, Outline::Polygon { .. }) => true,
        "obstacle" => false,
        _ => return None,
    };
    Some(TimelinePiece { is_floor, outline, first, gone })
}

/// The floors and obstacles of well-known text, over some frames.
pub(super) fn pieces_of(wkt: &str, first: u32, gone: Option<u32>) -> Option<Vec<TimelinePiece>> {
    let scene = Scene::parse(wkt.as_bytes(), Format::Wkt).ok()?;
    let floors = scene.floors.into_iter().map(|outline| (true, outline));
    let obstacles = scene.obstacles.into_iter().map(|obstacle| (false, obstacle.outline));
    Some(floors.chain(obstacles).map(|(is_floor, outline)| TimelinePiece { is_floor, outline, first, gone }).collect())
}

fn outline_of(chains: Vec<(Role, Vec<Point>)>) -> Outline {
    let (mut exterior, mut holes) = (Vec::new(), Vec::new());
    for (role, points) in chains {
        match role {
            Role::Wall => return Outline::Polyline(points),
            Role::Exterior => exterior = points,
            Role::Hole => holes.push(points),
        }
    }
    Outline::Polygon { exterior, holes }
}

/// An outline as well-known text.
pub(super) fn to_wkt(outline: &Outline) -> String {
    let list = |points: &[Point], close: bool| {
        let ends = points.iter().chain(points.first().filter(|_| close));
        let all: Vec<String> = ends.map(|p| format!("{} {}", p.x, p.y)).collect();
        format!("({})", all.join(", "))
    };
    match outline {
        Outline::Polyline(points) if points.len() == 1 => format!("POINT {}", list(points, false)),
        Outline::Polyline(points) => format!("LINESTRING {}", list(points, false)),
        Outline::Polygon { .. } => {
            let rings: Vec<String> = outline.rings().map(|ring| list(ring, true)).collect();
            format!("POLYGON ({})", rings.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Comes, is moved and goes, between frames and within one, beside others that stay.
    #[test]
    fn what_stands_in_a_frame_is_what_stood_in_the_map() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap();
        let square = |x: f64, y: f64| Outline::rectangle([x, y], [x + 1.0, y + 1.0]);
        let stays = map.insert(&square(1.0, 1.0)).unwrap();
        let wall = map.insert(&Outline::polyline([[5.0, 0.0], [5.0, 9.0]])).unwrap();
        let mut timeline = Timeline::of(&map);
        let mut truth = vec![scene_of(&map)];
        let mut ids = vec![stays, wall];
        let mut state = 3u64;
        for frame in 1..200u32 {
            for _ in 0..state % 4 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let place = (f64::from((state >> 40) as u8) / 5.0, f64::from((state >> 50) as u8) / 5.0);
                let which = (state >> 33) as usize % ids.len();
                match (state >> 60) % 3 {
                    0 => ids.push(map.insert(&square(place.0, place.1)).unwrap()),
                    1 => map.move_to(ids[which], &square(place.0, place.1)).unwrap(),
                    _ if ids.len() > 1 => map.remove(ids.swap_remove(which)).unwrap(),
                    _ => {}
                }
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 1;
            timeline.follow(&map, frame);
            truth.push(scene_of(&map));
        }
        let again = Timeline::parse(&timeline.to_text()).unwrap();
        assert_eq!(again.pieces, timeline.pieces);
        let halved = timeline.renumbered(|frame| frame.div_ceil(2));
        for (frame, truth) in truth.iter().enumerate() {
            assert_eq!(&sorted(&timeline.scene(frame as u32)), truth, "{frame}");
            if frame % 2 == 0 {
                assert_eq!(&sorted(&halved.scene(frame as u32 / 2)), truth, "{frame}");
            }
        }
    }

    fn scene_of(map: &Map) -> Vec<String> {
        sorted(&Timeline::of(map).scene(0))
    }

    fn sorted(scene: &Scene) -> Vec<String> {
        let mut all: Vec<String> = scene.outlines().map(to_wkt).collect();
        all.sort();
        all
    }

    #[test]
    fn texts_that_are_no_map_are_refused() {
        for text in [
            "floor",
            "floor 0 - LINESTRING (1 2, 3 4)",
            "roof 0 - POLYGON ((0 0, 1 0, 1 1, 0 0))",
            "obstacle x - POINT (1 2)",
        ] {
            assert!(Timeline::parse(text).is_err(), "{text}");
        }
        assert_eq!(Timeline::parse("").unwrap().pieces(), &[]);
    }
}
