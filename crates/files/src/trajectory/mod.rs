//! Trajectories: where everyone was, frame by frame, written while a crowd walks.
//!
//! | extension | what | after a kill |
//! |---|---|---|
//! | `.parquet` ([`parquet`]) | columns frame, id, x, y, vx, vy | a folder `FILE.parts` of whole Parquet files, one a batch |
//! | `.sqlite`, `.db` ([`sqlite`]) | the database that JuPedSim writes (version 2) and PedPy reads | the database, up to the last batch |
//!
//! Frames are gathered and written in batches. A batch that has been written stays readable whatever happens afterwards:
//! the program is killed, or the disk is full.

mod geometry;
pub mod parquet;
pub mod sqlite;

use std::path::Path;

use navigant_crowd::Seen;
use navigant_mesh::Map;

use crate::error::{FileError, Reason};

/// An agent in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Which frame, from 0.
    pub frame: u32,
    /// Which agent: the index of its id.
    pub id: u32,
    /// Where, in metres.
    pub position: [f64; 2],
    /// How fast, in metres a second.
    pub velocity: [f32; 2],
}

impl Row {
    /// An agent as it is seen in a frame.
    pub fn of(frame: u32, agent: &Seen) -> Row {
        Row {
            frame,
            id: agent.id.index() as u32,
            position: agent.position.into(),
            velocity: [agent.velocity.x, agent.velocity.y],
        }
    }
}

/// A file that trajectories are being written to. An existing file of that name is replaced.
#[derive(Debug)]
pub struct Trajectory {
    format: Format,
    rows: Vec<Row>,
    frames: Vec<u32>,
    frames_a_batch: usize,
}

#[derive(Debug)]
enum Format {
    Parquet(parquet::Parts),
    Sqlite(sqlite::Database),
}

impl Trajectory {
    /// Begins a file, in the format of its extension; `fps` frames a second, a batch about once a second.
    ///
    /// # Errors
    /// [`FileError`]: the extension says nothing, or the system refuses.
    pub fn create(path: impl AsRef<Path>, map: &Map, fps: f64) -> Result<Trajectory, FileError> {
        let path = path.as_ref();
        let format = match path.extension().and_then(|extension| extension.to_str()) {
            Some("parquet") => Format::Parquet(parquet::Parts::create(path)?),
            Some("sqlite" | "db") => Format::Sqlite(sqlite::Database::create(path, map, fps)?),
            _ => {
                let why = "trajectories are written to .parquet, .sqlite or .db".to_owned();
                return Err(FileError::plain(Reason::BadValue { key: "file".to_owned(), why }).in_file(path));
            }
        };
        let frames_a_batch = (fps.round() as usize).clamp(1, 1000);
        Ok(Trajectory { format, rows: Vec::new(), frames: Vec::new(), frames_a_batch })
    }

    /// Adds a frame.
    ///
    /// # Errors
    /// [`FileError`] where the batch could not be written, such as for a full disk; earlier ones stay readable.
    pub fn add(&mut self, map: &Map, frame: u32, agents: &[Seen]) -> Result<(), FileError> {
        if let Format::Sqlite(database) = &mut self.format {
            database.note_geometry(map, frame);
        }
        self.frames.push(frame);
        self.rows.extend(agents.iter().map(|agent| Row::of(frame, agent)));
        if self.frames.len() >= self.frames_a_batch { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), FileError> {
        let written = match &mut self.format {
            Format::Parquet(parts) => parts.write(&mut self.rows),
            Format::Sqlite(database) => database.write(&self.rows),
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
            Format::Parquet(parts) => parts.finish(),
            Format::Sqlite(_) => Ok(()),
        }
    }
}
