//! Trajectories read back: everyone, frame by frame, in memory.
//!
//! Parquet files need columns frame, id, x and y, of whole numbers and floats of either size; vx and vy say where agents look.
//! Databases are those of JuPedSim, version 2 (and 1, which has no more than is needed here).

use std::ops::Range;
use std::path::Path;

use super::{Row, Timeline, parquet, sqlite};
use crate::error::{FileError, Reason};
use crate::limits::{MAX_ROWS, MAX_TRAJECTORY_BYTES};

/// A trajectory that was read.
///
/// ```no_run
/// use navigant_files::trajectory::Replay;
/// let replay = Replay::read("walk.sqlite")?;
/// for frame in 0..replay.frames() {
///     for agent in replay.frame(frame) {
///         println!("{frame}: agent {} at {:?}", agent.agent, agent.position);
///     }
/// }
/// # Ok::<(), navigant_files::FileError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    fps: Option<f64>,
    agents: u32,
    placed: Vec<Placed>,
    frames: Vec<Range<usize>>,
    timeline: Timeline,
}

/// An agent in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Which agent: they are numbered from 0 in the order of their ids.
    pub agent: u32,
    /// Where, in metres.
    pub position: [f64; 2],
    /// Where it looks; of any length, zero if the file does not say.
    pub direction: [f32; 2],
}

/// What a reader has found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) fps: Option<f64>,
    pub(super) rows: Vec<Row>,
    pub(super) timeline: Timeline,
}

impl Replay {
    /// Reads a trajectory from a file, in the format of its extension: `.parquet`, `.sqlite` or `.db`.
    ///
    /// # Errors
    /// [`FileError`]: the file cannot be read, is not a trajectory, or is larger than [`limits`](crate::limits) allow.
    pub fn read(path: impl AsRef<Path>) -> Result<Replay, FileError> {
        let path = path.as_ref();
        let size = std::fs::metadata(path).map_err(|error| FileError::io(&error).in_file(path))?.len();
        if size > MAX_TRAJECTORY_BYTES {
            return Err(FileError::plain(Reason::FileTooLarge).in_file(path));
        }
        let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        let found = match extension.as_deref() {
            Some("parquet") => parquet::read(path),
            Some("sqlite" | "db") => sqlite::read(path),
            _ => {
                let why = "trajectories are read from .parquet, .sqlite or .db".to_owned();
                Err(FileError::plain(Reason::BadValue { key: "file".to_owned(), why }))
            }
        };
        found.and_then(Replay::of).map_err(|error| error.in_file(path))
    }

    /// A trajectory of rows, in any order, with its map by the numbers of frames, such as one that was never written.
    ///
    /// # Errors
    /// [`FileError`]: nobody is in it, an agent is twice in a frame, or a position is not finite.
    pub(crate) fn of_rows(fps: Option<f64>, rows: Vec<Row>, timeline: &Timeline) -> Result<Replay, FileError> {
        Replay::of(Found { fps, rows, timeline: timeline.clone() })
    }

    fn of(found: Found) -> Result<Replay, FileError> {
        let Found { fps, mut rows, timeline } = found;
        let refuse = |why: &str| Err(FileError::plain(Reason::NotATrajectory(why.to_owned())));
        if rows.is_empty() {
            return refuse("nobody is in it");
        }
        if rows.iter().any(|row| !row.position.iter().all(|c| c.is_finite())) {
            return refuse("a position is not a finite number");
        }
        let mut ids: Vec<u32> = rows.iter().map(|row| row.id).collect();
        ids.sort_unstable();
        ids.dedup();
        rows.sort_by_key(|row| (row.frame, row.id));
        if rows.is_sorted_by(|a, b| (a.frame, a.id) < (b.frame, b.id)) {
            let mut replay = Replay {
                fps: fps.filter(|fps| (1e-3..=1e4).contains(fps)),
                agents: ids.len() as u32,
                placed: Vec::with_capacity(rows.len()),
                frames: Vec::new(),
                timeline: Timeline::default(),
            };
            // Frames without anybody, and numbers that are left out, are not told apart from each other: neither is shown.
            let mut numbers = Vec::new();
            for frame in rows.chunk_by(|a, b| a.frame == b.frame) {
                numbers.extend(frame.first().map(|row| row.frame));
                let start = replay.placed.len();
                replay.placed.extend(frame.iter().map(|row| Placed {
                    agent: ids.binary_search(&row.id).map_or(0, |at| at as u32),
                    position: row.position,
                    direction: row.velocity.map(|v| if v.is_finite() { v } else { 0.0 }),
                }));
                replay.frames.push(start..replay.placed.len());
            }
            replay.timeline = timeline.renumbered(|frame| numbers.partition_point(|&number| number < frame) as u32);
            return Ok(replay);
        }
        refuse("an agent is twice in a frame")
    }

    /// Frames a second, if the file says.
    pub fn fps(&self) -> Option<f64> {
        self.fps
    }

    /// How many agents there are in all.
    pub(crate) fn agents(&self) -> u32 {
        self.agents
    }

    /// How many frames there are; at least one.
    pub fn frames(&self) -> usize {
        self.frames.len()
    }

    /// Everyone in a frame, by number; nobody beyond the last frame.
    pub fn frame(&self, frame: usize) -> &[Placed] {
        self.frames.get(frame).and_then(|range| self.placed.get(range.clone())).unwrap_or(&[])
    }

    /// Everyone in all frames.
    pub(crate) fn placed(&self) -> &[Placed] {
        &self.placed
    }

    /// The map and how it changed, by the frames of this replay; without pieces if the file has none.
    pub(crate) fn timeline(&self) -> &Timeline {
        &self.timeline
    }
}

/// Refuses a file with too many rows before there is memory for them.
pub(super) fn check_rows(rows: u64) -> Result<(), FileError> {
    if rows > MAX_ROWS { Err(FileError::plain(Reason::TooMany { what: "rows", limit: MAX_ROWS })) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trajectory::Trajectory;
    use navigant_crowd::{Agent, Crowd};
    use navigant_mesh::{Map, Outline};

    #[test]
    fn what_was_written_is_read_back() {
        let folder = std::env::temp_dir().join(format!("navigant-replay-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 9.0])).unwrap();
        for name in ["a.parquet", "a.sqlite"] {
            let mut crowd = Crowd::new(&map);
            for i in 0..5 {
                crowd.add(&map, &Agent::new([2.0 + f64::from(i), 5.0]).with_goal([28.0, 5.0])).unwrap();
            }
            let file = folder.join(name);
            let mut trajectory = Trajectory::create(&file, &map, 10.0).unwrap();
            let mut walked = Vec::new();
            for frame in 0..35 {
                let agents: Vec<_> = crowd.agents().collect();
                trajectory.add(&map, frame, &agents).unwrap();
                let mut places: Vec<[f64; 2]> = agents.iter().map(|agent| agent.position.into()).collect();
                places.sort_by(|a, b| a[0].total_cmp(&b[0]));
                walked.push(places);
                crowd.step(&map, 0.1).unwrap();
            }
            trajectory.finish().unwrap();
            let replay = Replay::read(&file).unwrap();
            assert_eq!((replay.frames(), replay.agents()), (35, 5), "{name}");
            for (frame, places) in walked.iter().enumerate() {
                let mut read: Vec<_> = replay.frame(frame).iter().map(|placed| placed.position).collect();
                read.sort_by(|a, b| a[0].total_cmp(&b[0]));
                assert_eq!(&read, places, "{name} {frame}");
            }
            assert!(replay.frame(34).iter().all(|placed| placed.direction[0] > 0.0));
            assert_eq!(replay.frame(35), &[]);
            assert_eq!(replay.fps(), Some(10.0), "{name}");
            assert_eq!(replay.timeline().pieces().len(), 1, "{name}");
            assert_eq!(replay.timeline().scene(7).floors, [Outline::rectangle([0.0, 0.0], [30.0, 9.0])], "{name}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn walls_and_what_came_and_went_are_read_back_as_they_were() {
        let folder = std::env::temp_dir().join(format!("navigant-changing-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["a.parquet", "a.sqlite"] {
            let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 9.0])).unwrap();
            let wall = Outline::polyline([[10.0, 0.0], [10.0, 4.0]]);
            let (first, later) =
                ([Outline::rectangle([5.0, 5.0], [6.0, 6.0])], Outline::rectangle([8.0, 2.0], [9.0, 3.0]));
            map.insert(&wall).unwrap();
            let goes = map.insert(&first[0]).unwrap();
            let mut crowd = Crowd::new(&map);
            crowd.add(&map, &Agent::new([2.0, 5.0]).with_goal([28.0, 5.0])).unwrap();
            let file = folder.join(name);
            let mut trajectory = Trajectory::create(&file, &map, 10.0).unwrap();
            for frame in 0..30 {
                if frame == 12 {
                    map.remove(goes).unwrap();
                }
                if frame == 21 {
                    map.insert(&later).unwrap();
                }
                trajectory.add(&map, 3 * frame, &crowd.agents().collect::<Vec<_>>()).unwrap();
            }
            trajectory.finish().unwrap();
            let replay = Replay::read(&file).unwrap();
            let stood = |frame| -> Vec<Outline> {
                replay.timeline().scene(frame).obstacles.into_iter().map(|obstacle| obstacle.outline).collect()
            };
            assert_eq!(stood(0), [wall.clone(), first[0].clone()], "{name}");
            assert_eq!(stood(11), stood(0), "{name}");
            assert_eq!(stood(12), std::slice::from_ref(&wall), "{name}");
            assert_eq!(stood(20), stood(12), "{name}");
            assert_eq!((stood(21), stood(29)), (vec![wall.clone(), later.clone()], vec![wall, later]), "{name}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_map_that_changes_ten_thousand_times_is_read_back() {
        let folder = std::env::temp_dir().join(format!("navigant-restless-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["a.parquet", "a.sqlite"] {
            let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 9.0])).unwrap();
            let mut crowd = Crowd::new(&map);
            crowd.add(&map, &Agent::new([2.0, 5.0])).unwrap();
            let agents: Vec<_> = crowd.agents().collect();
            let file = folder.join(name);
            let mut trajectory = Trajectory::create(&file, &map, 10.0).unwrap();
            let box_at = |frame: u32| {
                let x = 5.0 + f64::from(frame % 20);
                Outline::rectangle([x, 2.0], [x + 0.5, 3.0])
            };
            let stands = map.insert(&box_at(0)).unwrap();
            for frame in 0..10_000 {
                map.move_to(stands, &box_at(frame)).unwrap();
                trajectory.add(&map, frame, &agents).unwrap();
            }
            trajectory.finish().unwrap();
            let replay = Replay::read(&file).unwrap();
            assert_eq!(replay.timeline().pieces().len(), 10_001, "{name}: a floor, and a box a frame");
            for frame in [0, 1, 19, 20, 4_321, 9_999] {
                let stood = replay.timeline().scene(frame).obstacles;
                assert_eq!(stood.len(), 1, "{name} {frame}");
                let away = stood[0].outline.bounds().unwrap().min.x - box_at(frame).bounds().unwrap().min.x;
                assert!(away.abs() < 1e-3, "{name} {frame} {away}");
            }
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn damaged_files_are_told_and_nothing_panics() {
        let folder = std::env::temp_dir().join(format!("navigant-damaged-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 9.0])).unwrap();
        let mut crowd = Crowd::new(&map);
        crowd.add(&map, &Agent::new([2.0, 5.0])).unwrap();
        for name in ["a.parquet", "a.sqlite"] {
            let file = folder.join(name);
            let mut trajectory = Trajectory::create(&file, &map, 10.0).unwrap();
            for frame in 0..20 {
                trajectory.add(&map, frame, &crowd.agents().collect::<Vec<_>>()).unwrap();
            }
            trajectory.finish().unwrap();
            let bytes = std::fs::read(&file).unwrap();
            let mut state = 7u64;
            for i in 0..60 {
                let mut damaged = bytes.clone();
                for _ in 0..1 + i % 8 {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let at = (state >> 33) as usize % damaged.len();
                    damaged[at] ^= (state >> 20) as u8;
                }
                if i % 3 == 0 {
                    damaged.truncate(damaged.len() * (i + 1) / 61);
                }
                std::fs::write(&file, &damaged).unwrap();
                // Whatever comes of it, it comes back.
                let _ = Replay::read(&file);
            }
            for other in [b"".as_slice(), b"PAR1PAR1", b"SQLite format 3\0", b"POLYGON ((0 0))"] {
                std::fs::write(&file, other).unwrap();
                let refused = Replay::read(&file).unwrap_err();
                assert!(matches!(refused.reason, Reason::NotATrajectory(_)), "{name}: {refused}");
            }
        }
        assert!(Replay::read(folder.join("none.parquet")).is_err());
        assert!(Replay::read(folder.join("a.wkt")).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
