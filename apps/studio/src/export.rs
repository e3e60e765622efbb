//! What is taken along: trajectories and figures, as files in the folder or as downloads.

use crate::folder::{self, Folder};
use crate::recording::Recording;
use crate::refusal::Refusal;
use crate::request::Exported;
use navigant::files::internals::{TableColumn, Timeline, add_rows, write_table};
use navigant::files::trajectory::Trajectory;
use navigant::mesh::{Map, ObstacleId};
use navigant::simulation::Figures;
use navigant::simulation::internals::FiguresInternals as _;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The most downloads that are kept.
const KEPT: usize = 4;

/// A folder for downloads that goes with the program. Only what was put there can be had.
#[derive(Clone, Debug)]
pub(crate) struct Shelf {
    folder: Arc<Temporary>,
    names: Arc<Mutex<VecDeque<String>>>,
}

#[derive(Debug)]
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Shelf {
    pub(crate) fn new() -> std::io::Result<Shelf> {
        let mut bits = [0u8; 16];
        getrandom::fill(&mut bits)?;
        let folder = std::env::temp_dir().join(format!("navigant-{:032x}", u128::from_le_bytes(bits)));
        create_private(&folder)?;
        Ok(Shelf { folder: Arc::new(Temporary(folder)), names: Arc::default() })
    }

    /// Where a file of a name can be written to.
    pub(crate) fn place(&self, name: &str) -> PathBuf {
        self.folder.0.join(name)
    }

    /// Lets a file be had; the oldest goes.
    pub(crate) fn put(&self, name: &str) {
        let mut names = self.names.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        names.push_back(name.to_owned());
        while names.len() > KEPT {
            if let Some(old) = names.pop_front() {
                let _ = fs::remove_file(self.place(&old));
            }
        }
    }

    /// Removes it with everything on it.
    pub(crate) fn clear(&self) {
        let _ = fs::remove_dir_all(&self.folder.0);
    }

    pub(crate) fn read(&self, name: &str) -> Option<Vec<u8>> {
        let names = self.names.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let is_known = names.iter().any(|known| known == name);
        drop(names);
        if is_known { fs::read(self.place(name)).ok() } else { None }
    }
}

#[cfg(unix)]
fn create_private(folder: &Path) -> std::io::Result<()> {
    std::os::unix::fs::DirBuilderExt::mode(&mut fs::DirBuilder::new(), 0o700).create(folder)
}

#[cfg(not(unix))]
fn create_private(folder: &Path) -> std::io::Result<()> {
    fs::create_dir(folder)
}

/// Something to be written: everything it needs, so that it can be done on a thread of its own.
pub(crate) struct Export {
    pub(crate) what: Exported,
    pub(crate) name: String,
    pub(crate) path: Option<String>,
    pub(crate) recording: Recording,
    pub(crate) figures: Figures,
}

impl Export {
    /// Writes it and says where it is.
    pub(crate) fn write(&self, folder: &Folder, shelf: &Shelf) -> Result<Value, Refusal> {
        let ending = match self.what {
            Exported::Csv => "csv",
            Exported::Parquet => "parquet",
            Exported::Sqlite => "sqlite",
            Exported::Figures => "json",
        };
        if self.what != Exported::Figures && self.recording.is_empty() {
            return Err(Refusal::new("nobody has walked yet; play it first"));
        }
        let target = self.path.as_ref().map(|path| folder.to_write(path)).transpose()?;
        if let Some(path) = self.path.as_ref().filter(|path| !path.ends_with(&format!(".{ending}"))) {
            return Err(Refusal::new(format!("{path:?} should end in .{ending}")));
        }
        let mut bits = [0u8; 4];
        getrandom::fill(&mut bits).map_err(|error| Refusal::new(error.to_string()))?;
        let name = format!("{}-{:08x}.{ending}", self.name, u32::from_le_bytes(bits));
        let made = shelf.place(&name);
        self.write_to(&made)?;
        match (target, &self.path) {
            (Some(target), Some(path)) => {
                let moved =
                    folder::replace(&target, |mut new| std::io::copy(&mut fs::File::open(&made)?, &mut new).map(drop));
                let _ = fs::remove_file(&made);
                moved.map_err(|error| Refusal::new(format!("{path:?}: {error}")))?;
                Ok(json!({ "path": path }))
            }
            _ => {
                shelf.put(&name);
                Ok(json!({ "url": format!("export/{name}") }))
            }
        }
    }

    fn write_to(&self, file: &Path) -> Result<(), Refusal> {
        let failed = |error: std::io::Error| Refusal::new(format!("it could not be written: {error}"));
        match self.what {
            Exported::Figures => {
                let text = serde_json::to_vec_pretty(&self.figures.json()).unwrap_or_default();
                fs::write(file, text).map_err(failed)
            }
            Exported::Csv => self.write_csv(file).map_err(failed),
            Exported::Parquet | Exported::Sqlite => {
                let mut past = Past::of(self.recording.timeline())?;
                let mut trajectory = Trajectory::create(file, &past.map, self.recording.fps())?;
                for (frame, rows) in self.recording.frames() {
                    past.go_on(frame);
                    add_rows(&mut trajectory, &past.map, frame, rows)?;
                }
                Ok(trajectory.finish()?)
            }
        }
    }

    fn write_csv(&self, file: &Path) -> std::io::Result<()> {
        let mut out = BufWriter::new(fs::File::create(file)?);
        writeln!(out, "# fps {}", self.recording.fps())?;
        writeln!(out, "frame,id,x,y,vx,vy")?;
        for (frame, rows) in self.recording.frames() {
            for row in rows {
                let ([x, y], [vx, vy]) = (row.position, row.velocity);
                writeln!(out, "{frame},{},{x:.4},{y:.4},{vx:.3},{vy:.3}", row.id)?;
            }
        }
        out.flush()
    }
}

/// A column of a table: words, or numbers and nulls.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Column {
    name: String,
    values: Vec<Value>,
}

/// The most columns and rows of a table.
const MOST_COLUMNS: usize = 200;
const MOST_ROWS: usize = 10_000;

/// Writes a table as Parquet, and says where it can be had.
pub(crate) fn table(shelf: &Shelf, name: &str, columns: Vec<Column>) -> Result<Value, Refusal> {
    if columns.is_empty()
        || columns.len() > MOST_COLUMNS
        || columns.iter().any(|column| column.values.len() > MOST_ROWS)
    {
        return Err(Refusal::new(format!("a table has 1 to {MOST_COLUMNS} columns and at most {MOST_ROWS} rows")));
    }
    if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return Err(Refusal::new(format!("{name:?} is no name of a table: letters and digits alone")));
    }
    let column = |Column { name, values }: Column| {
        let are_numbers = values.iter().all(|value| value.is_number() || value.is_null());
        let column = match are_numbers {
            true => TableColumn::Numbers(values.iter().map(Value::as_f64).collect()),
            false => TableColumn::Words(
                values.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect(),
            ),
        };
        (name, column)
    };
    let columns: Vec<_> = columns.into_iter().map(column).collect();
    let mut bits = [0u8; 4];
    getrandom::fill(&mut bits).map_err(|error| Refusal::new(error.to_string()))?;
    let file = format!("{name}-{:08x}.parquet", u32::from_le_bytes(bits));
    write_table(&shelf.place(&file), &columns)?;
    shelf.put(&file);
    Ok(json!({ "url": format!("export/{file}") }))
}

/// The map of a recording as it was, from frame to frame.
struct Past {
    map: Map,
    timeline: Timeline,
    standing: BTreeMap<usize, ObstacleId>,
    /// The next piece to come.
    next: usize,
    /// When pieces go, the last first.
    going: Vec<(u32, usize)>,
}

impl Past {
    /// The map of frame 0.
    fn of(timeline: Timeline) -> Result<Past, Refusal> {
        let pieces = || timeline.pieces().iter().enumerate();
        let floors: Vec<_> = pieces().filter(|(_, piece)| piece.is_floor).map(|(_, p)| p.outline.clone()).collect();
        let first: Vec<_> = pieces().filter(|(_, piece)| !piece.is_floor && piece.stands_at(0)).collect();
        let outlines: Vec<_> = first.iter().map(|(_, piece)| piece.outline.clone()).collect();
        let (map, ids) = Map::build(&floors, &outlines).map_err(|reason| Refusal::new(reason.to_string()))?;
        let standing = first.iter().map(|(i, _)| *i).zip(ids).collect();
        let mut going: Vec<_> = pieces().filter_map(|(i, piece)| Some((piece.gone?, i))).collect();
        going.sort_unstable_by(|a, b| b.cmp(a));
        let next = pieces().position(|(_, piece)| piece.first > 0).unwrap_or(timeline.pieces().len());
        Ok(Past { map, standing, next, going, timeline })
    }

    /// What has come and gone up to a frame.
    fn go_on(&mut self, frame: u32) {
        while let Some(piece) = self.timeline.pieces().get(self.next).filter(|piece| piece.first <= frame) {
            if piece.stands_at(frame)
                && let Ok(id) = self.map.insert(&piece.outline)
            {
                self.standing.insert(self.next, id);
            }
            self.next += 1;
        }
        while let Some((_, piece)) = self.going.pop_if(|(gone, _)| *gone <= frame) {
            if let Some(id) = self.standing.remove(&piece) {
                let _ = self.map.remove(id);
            }
        }
    }
}
