//! Trajectories: the positions of all agents, frame by frame, written while a crowd walks, and read back ([`Replay`]).
//!
//! | extension | what | after a kill |
//! |---|---|---|
//! | `.parquet` (`parquet`) | columns frame, id, x, y, vx, vy | a folder `FILE.parts` of whole Parquet files, one a batch |
//! | `.sqlite`, `.db` (`sqlite`) | the database that JuPedSim writes (version 2) and PedPy reads | the database, up to the last batch |
//!
//! Frames are gathered and written in batches. A batch that has been written stays readable whatever happens afterwards:
//! the program is killed, or the disk is full.
//!
//! A recording holds the map with its times ([`Timeline`]): floors and obstacles, and in which frames they stood. Databases
//! also have the walkable area of every frame as JuPedSim writes it, up to [`limits::MAX_AREA_BYTES`](crate::limits) of them;
//! walls without width are slits of a centimetre there.

mod geometry;
mod parquet;
mod replay;
mod sqlite;
pub(crate) mod table;
pub(crate) mod timeline;

use navigant_crowd::internals::AgentIdInternals as _;
pub use replay::{Placed, Replay};
pub(crate) use timeline::Timeline;

use std::path::Path;

use navigant_crowd::{AgentId, Seen};
use navigant_mesh::Map;

use crate::error::{FileError, Reason};

/// An agent in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Which frame, from 0.
    pub frame: u32,
    /// Which agent: they are numbered as they come, and no number is used twice.
    pub id: u32,
    /// Where, in metres.
    pub position: [f64; 2],
    /// How fast, in metres a second.
    pub velocity: [f32; 2],
}

/// A file that trajectories are being written to. An existing file of that name is replaced.
///
/// ```
/// use navigant_crowd::{Agent, Crowd};
/// use navigant_files::trajectory::{Replay, Trajectory};
/// use navigant_mesh::{Map, Outline};
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
/// let mut crowd = Crowd::new(&map);
/// crowd.add(&map, &Agent::new([2.0, 5.0]).with_goal([18.0, 5.0]))?;
/// let path = std::env::temp_dir().join(format!("navigant-trajectory-{}.sqlite", std::process::id()));
/// let mut file = Trajectory::create(&path, &map, 10.0)?;
/// for frame in 0..5 {
///     let agents: Vec<_> = crowd.agents().collect();
///     file.add(&map, frame, &agents)?;
///     crowd.step(&map, Crowd::DT)?;
/// }
/// file.finish()?;
/// let replay = Replay::read(&path)?;
/// assert_eq!((replay.frames(), replay.frame(4).len()), (5, 1));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Trajectory {
    format: Format,
    rows: Vec<Row>,
    frames: Vec<u32>,
    frames_a_batch: usize,
    numbers: Numbers,
    timeline: Timeline,
}

/// The numbers of agents. Indices of ids are used again once an agent has left; in a file that would make one way of two.
#[derive(Debug, Default)]
struct Numbers {
    by_index: Vec<Option<(AgentId, u32)>>,
    next: u32,
}

impl Numbers {
    fn of(&mut self, id: AgentId) -> u32 {
        if self.by_index.len() <= id.index() {
            self.by_index.resize(id.index() + 1, None);
        }
        match self.by_index.get_mut(id.index()) {
            Some(Some((known, number))) if *known == id => *number,
            entry => {
                let number = self.next;
                self.next = self.next.wrapping_add(1);
                if let Some(entry) = entry {
                    *entry = Some((id, number));
                }
                number
            }
        }
    }
}

#[derive(Debug)]
enum Format {
    Parquet(parquet::Parts),
    Sqlite(Box<sqlite::Database>),
}

impl Trajectory {
    /// Begins a file, in the format of its extension; `fps` frames a second, a batch about once a second.
    ///
    /// # Errors
    /// [`FileError`]: the extension says nothing, or the system refuses.
    pub fn create(path: impl AsRef<Path>, map: &Map, fps: f64) -> Result<Trajectory, FileError> {
        let path = path.as_ref();
        let timeline = Timeline::of(map);
        let format = match path.extension().and_then(|extension| extension.to_str()) {
            Some("parquet") => Format::Parquet(parquet::Parts::create(path, map, &timeline, fps)?),
            Some("sqlite" | "db") => Format::Sqlite(Box::new(sqlite::Database::create(path, map, &timeline, fps)?)),
            _ => {
                let why = "trajectories are written to .parquet, .sqlite or .db".to_owned();
                return Err(FileError::plain(Reason::BadValue { key: "file".to_owned(), why }).in_file(path));
            }
        };
        let frames_a_batch = (fps.round() as usize).clamp(1, 1000);
        let (rows, frames, numbers) = (Vec::new(), Vec::new(), Numbers::default());
        Ok(Trajectory { format, rows, frames, frames_a_batch, numbers, timeline })
    }

    /// Adds a frame.
    ///
    /// # Errors
    /// [`FileError`] where the batch could not be written, such as for a full disk; earlier ones stay readable.
    pub fn add(&mut self, map: &Map, frame: u32, agents: &[Seen]) -> Result<(), FileError> {
        self.begin_frame(map, frame);
        let numbers = &mut self.numbers;
        self.rows.extend(agents.iter().map(|agent| Row {
            frame,
            id: numbers.of(agent.id),
            position: agent.position.into(),
            velocity: [agent.velocity.x, agent.velocity.y],
        }));
        if self.frames.len() >= self.frames_a_batch { self.write() } else { Ok(()) }
    }

    /// Adds a frame whose agents are numbered already, such as one that was kept for a while. Use this or
    /// [`add`](Self::add) for a file, not both: they do not know of each other's numbers.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub(crate) fn add_rows(
        &mut self,
        map: &Map,
        frame: u32,
        rows: impl IntoIterator<Item = Row>,
    ) -> Result<(), FileError> {
        self.begin_frame(map, frame);
        self.rows.extend(rows.into_iter().map(|row| Row { frame, ..row }));
        if self.frames.len() >= self.frames_a_batch { self.write() } else { Ok(()) }
    }

    fn begin_frame(&mut self, map: &Map, frame: u32) {
        self.timeline.follow(map, frame);
        if let Format::Sqlite(database) = &mut self.format {
            database.note_geometry(map, &self.timeline, frame);
        }
        self.frames.push(frame);
    }

    fn write(&mut self) -> Result<(), FileError> {
        let written = match &mut self.format {
            Format::Parquet(parts) => parts.write(&mut self.rows),
            Format::Sqlite(database) => database.write(&self.rows, &self.timeline),
        };
        self.rows.clear();
        self.frames.clear();
        written
    }

    /// Writes what is left and closes the file.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn finish(mut self) -> Result<(), FileError> {
        if !self.frames.is_empty() {
            self.write()?;
        }
        match self.format {
            Format::Parquet(parts) => parts.finish(&self.timeline),
            Format::Sqlite(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_crowd::{Agent, Crowd};
    use navigant_mesh::Outline;

    #[test]
    fn an_agent_that_comes_after_another_has_left_has_a_number_of_its_own() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [9.0, 9.0])).unwrap();
        let mut crowd = Crowd::new(&map);
        let mut numbers = Numbers::default();
        let anna = crowd.add(&map, &Agent::new([2.0, 2.0])).unwrap();
        assert_eq!((numbers.of(anna), numbers.of(anna)), (0, 0));
        crowd.remove(anna).unwrap();
        let bert = crowd.add(&map, &Agent::new([2.0, 2.0])).unwrap();
        assert_eq!(bert.index(), anna.index());
        assert_eq!(numbers.of(bert), 1);
    }
}
