//! Trajectories as JuPedSim's database, version 2: what PedPy and JuPedSim's viewer read.
//!
//! A batch is a transaction with a rollback journal. Who is killed in the middle of one leaves the journal beside the
//! database, and whoever opens it next rolls it back. The operating system is not waited for: what the kernel has
//! survives the program, though not a power cut. The geometry is written again in the frames in which the map changed, and
//! once more, with walls without width as they are, as a table of our own, which others do not look at.

use navigant_geometry::internals::LatticeInternals as _;
use navigant_mesh::internals::MapInternals as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use navigant_mesh::Map;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};

use super::Row;
use super::geometry::WalkableArea;
use super::replay::{Found, check_rows};
use super::timeline::{Timeline, TimelinePiece, kind, piece_of, pieces_of, to_wkt};
use crate::error::{FileError, Reason};
use crate::limits::{MAX_AREA_BYTES, MAX_BYTES, MAX_PIECES, MAX_ROWS};

const TABLES: &str = "
    CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL,
        pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);
    CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);
    CREATE UNIQUE INDEX geometry_hash on geometry(hash);
    CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
    CREATE INDEX frame_id_idx ON trajectory_data(frame, id);
    CREATE TABLE navigant_geometry(piece INTEGER PRIMARY KEY, kind TEXT NOT NULL, first_frame INTEGER NOT NULL,
        gone_frame INTEGER, wkt TEXT NOT NULL);
";

/// A database that is being written.
#[derive(Debug)]
pub(super) struct Database {
    path: PathBuf,
    connection: Connection,
    /// The version of the map that the last geometry is of.
    version: u64,
    geometry: i64,
    area: WalkableArea,
    /// The bytes of walkable areas written so far.
    area_bytes: usize,
    /// How many pieces of the map were written, and which of them stood then.
    written: usize,
    stood: Vec<usize>,
    /// What the next batch is to write besides rows.
    new_geometries: Vec<(i64, String)>,
    frames: Vec<(u32, i64)>,
}

impl Database {
    pub(super) fn create(path: &Path, map: &Map, timeline: &Timeline, fps: f64) -> Result<Database, FileError> {
        for old in [path.to_owned(), beside(path, "-journal"), beside(path, "-wal")] {
            match std::fs::remove_file(&old) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(FileError::io(&error).in_file(&old));
                }
                _ => {}
            }
        }
        let mut area = WalkableArea::default();
        let wkt = area.text(map, timeline);
        let begin = || {
            let mut connection = Connection::open(path)?;
            connection.pragma_update(None, "synchronous", "OFF")?;
            let transaction = connection.transaction()?;
            transaction.execute_batch(TABLES)?;
            let reach = map.floor_bounds().unwrap_or(map.lattice().reach());
            for (key, value) in [
                ("version", "2".to_owned()),
                ("fps", fps.to_string()),
                ("xmin", reach.min.x.to_string()),
                ("ymin", reach.min.y.to_string()),
                ("xmax", reach.max.x.to_string()),
                ("ymax", reach.max.y.to_string()),
            ] {
                transaction.execute("INSERT INTO metadata VALUES(?, ?)", params![key, value])?;
            }
            transaction.execute("INSERT INTO geometry VALUES(?, ?)", params![hash(&wkt), wkt])?;
            transaction.commit()?;
            Ok(connection)
        };
        let connection = begin().map_err(|error| failure(&error).in_file(path))?;
        Ok(Database {
            path: path.to_owned(),
            connection,
            version: map.version(),
            geometry: hash(&wkt),
            area,
            area_bytes: wkt.len(),
            written: 0,
            stood: Vec::new(),
            new_geometries: Vec::new(),
            frames: Vec::new(),
        })
    }

    /// Which geometry a frame has.
    pub(super) fn note_geometry(&mut self, map: &Map, timeline: &Timeline, frame: u32) {
        if map.version() != self.version && self.area_bytes < MAX_AREA_BYTES {
            let wkt = self.area.text(map, timeline);
            self.area_bytes += wkt.len();
            (self.version, self.geometry) = (map.version(), hash(&wkt));
            self.new_geometries.push((self.geometry, wkt));
        }
        self.frames.push((frame, self.geometry));
    }

    /// Writes a batch: all of it or nothing.
    pub(super) fn write(&mut self, rows: &[Row], timeline: &Timeline) -> Result<(), FileError> {
        let (geometries, frames) = (std::mem::take(&mut self.new_geometries), std::mem::take(&mut self.frames));
        let (connection, pieces) = (&mut self.connection, timeline.pieces());
        let has_gone = |i: &usize| pieces.get(*i).is_some_and(|piece| piece.gone.is_some());
        let (gone, mut stood): (Vec<usize>, Vec<usize>) = self.stood.iter().partition(|i| has_gone(i));
        let written = self.written;
        let mut batch = || {
            let transaction = connection.transaction()?;
            {
                let mut insert = transaction.prepare_cached("INSERT INTO trajectory_data VALUES(?, ?, ?, ?, ?, ?)")?;
                for row in rows {
                    let [x, y] = row.position;
                    let [ori_x, ori_y] = orientation(row.velocity);
                    insert.execute(params![row.frame, row.id, x, y, ori_x, ori_y])?;
                }
                for (hash, wkt) in &geometries {
                    transaction.execute("INSERT OR IGNORE INTO geometry VALUES(?, ?)", params![hash, wkt])?;
                }
                let mut insert = transaction.prepare_cached("INSERT INTO frame_data VALUES(?, ?)")?;
                for (frame, hash) in &frames {
                    insert.execute(params![frame, hash])?;
                }
                let mut insert = transaction.prepare_cached("INSERT INTO navigant_geometry VALUES(?, ?, ?, ?, ?)")?;
                for (i, piece) in pieces.iter().enumerate().skip(written) {
                    let TimelinePiece { first, gone, outline, .. } = piece;
                    insert.execute(params![i as i64, kind(piece), first, gone, to_wkt(outline)])?;
                }
                let mut update =
                    transaction.prepare_cached("UPDATE navigant_geometry SET gone_frame = ? WHERE piece = ?")?;
                for &i in &gone {
                    update.execute(params![pieces.get(i).and_then(|piece| piece.gone), i as i64])?;
                }
            }
            transaction.commit()
        };
        batch().map_err(|error: rusqlite::Error| failure(&error).in_file(&self.path))?;
        stood.extend((written..pieces.len()).filter(|i| !has_gone(i)));
        (self.written, self.stood) = (pieces.len(), stood);
        Ok(())
    }
}

/// Where an agent looks: where it walks; east if it stands.
fn orientation([vx, vy]: [f32; 2]) -> [f64; 2] {
    let (vx, vy) = (f64::from(vx), f64::from(vy));
    let speed = vx.hypot(vy);
    if speed > 1e-6 { [vx / speed, vy / speed] } else { [1.0, 0.0] }
}

fn hash(wkt: &str) -> i64 {
    let mut hasher = DefaultHasher::new();
    wkt.hash(&mut hasher);
    hasher.finish() as i64
}

/// Reads a database; nothing is written to it. Only a plain table is read: a view could compute anything, for ever.
pub(super) fn read(path: &Path) -> Result<Found, FileError> {
    let not_one = |why: String| FileError::plain(Reason::NotATrajectory(why));
    let rows = || {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.pragma_update(None, "trusted_schema", "OFF")?;
        let plain = |table: &str| {
            let text = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?";
            let sql: Option<String> = connection.query_row(text, params![table], |row| row.get(0)).optional()?;
            Ok::<bool, rusqlite::Error>(sql.is_some_and(|sql| sql.to_ascii_uppercase().starts_with("CREATE TABLE")))
        };
        if !plain("trajectory_data")? {
            return Ok(None);
        }
        let mut found = Found::default();
        if plain("metadata")? {
            let text = "SELECT value FROM metadata WHERE key = 'fps'";
            let fps: Option<String> = connection.query_row(text, [], |row| row.get(0)).optional().unwrap_or_default();
            found.fps = fps.and_then(|fps| fps.trim().parse().ok());
        }
        found.timeline = if plain("navigant_geometry")? {
            own_timeline(&connection).unwrap_or_default()
        } else if plain("geometry")? {
            let has_frames = plain("frame_data")?;
            area_timeline(&connection, has_frames).unwrap_or_default()
        } else {
            Timeline::default()
        };
        let text = "SELECT frame, id, pos_x, pos_y, ori_x, ori_y FROM trajectory_data LIMIT ?";
        let mut select = connection.prepare(text)?;
        let rows = select.query_map(params![MAX_ROWS as i64 + 1], |row| {
            let velocity = [row.get::<_, f64>(4)? as f32, row.get::<_, f64>(5)? as f32];
            Ok(Row { frame: row.get(0)?, id: row.get(1)?, position: [row.get(2)?, row.get(3)?], velocity })
        })?;
        found.rows = rows.collect::<Result<_, _>>()?;
        Ok(Some(found))
    };
    let found: Result<Option<Found>, rusqlite::Error> = rows();
    let found = found.map_err(|error| not_one(error.to_string()))?;
    let found = found.ok_or_else(|| not_one("it has no table trajectory_data".to_owned()))?;
    check_rows(found.rows.len() as u64)?;
    Ok(found)
}

/// The map as this library writes it; pieces that make no sense are left out.
fn own_timeline(connection: &Connection) -> Result<Timeline, rusqlite::Error> {
    let text = "SELECT kind, first_frame, gone_frame, wkt FROM navigant_geometry WHERE length(wkt) <= ? ORDER BY piece LIMIT ?";
    let mut select = connection.prepare(text)?;
    let pieces = select.query_map(params![MAX_BYTES as i64, MAX_PIECES as i64], |row| {
        let (kind, wkt): (String, String) = (row.get(0)?, row.get(3)?);
        Ok(piece_of(&kind, row.get(1)?, row.get(2)?, &wkt))
    })?;
    let pieces: Vec<Option<TimelinePiece>> = pieces.collect::<Result<_, _>>()?;
    Ok(Timeline::of_pieces(pieces.into_iter().flatten().collect()))
}

/// The walkable areas as JuPedSim writes them: the first one, or where frames say which they have, each in its frames.
fn area_timeline(connection: &Connection, has_frames: bool) -> Result<Timeline, rusqlite::Error> {
    let mut spans: Vec<(i64, u32, Option<u32>)> = Vec::new();
    if has_frames {
        let mut select = connection.prepare("SELECT frame, geometry_hash FROM frame_data ORDER BY frame LIMIT ?")?;
        for row in
            select.query_map(params![MAX_ROWS as i64], |row| Ok((row.get::<_, u32>(0)?, row.get::<_, i64>(1)?)))?
        {
            let (frame, hash) = row?;
            match spans.last_mut() {
                Some((known, ..)) if *known == hash => {}
                last => {
                    if let Some((_, _, gone)) = last {
                        *gone = Some(frame);
                    }
                    spans.push((hash, if spans.is_empty() { 0 } else { frame }, None));
                }
            }
        }
    }
    let (mut pieces, mut bytes) = (Vec::new(), 0);
    for &(hash, first, gone) in &spans {
        let text = "SELECT wkt FROM geometry WHERE hash = ? AND length(wkt) <= ?";
        let wkt: Option<String> =
            connection.query_row(text, params![hash, MAX_BYTES as i64], |row| row.get(0)).optional()?;
        bytes += wkt.as_ref().map_or(0, String::len);
        if bytes > MAX_AREA_BYTES || pieces.len() > MAX_PIECES {
            break;
        }
        pieces.extend(wkt.and_then(|wkt| pieces_of(&wkt, first, gone)).unwrap_or_default());
    }
    if pieces.is_empty() {
        let text = "SELECT wkt FROM geometry WHERE length(wkt) <= ? ORDER BY rowid LIMIT 1";
        let wkt: Option<String> = connection.query_row(text, params![MAX_BYTES as i64], |row| row.get(0)).optional()?;
        pieces.extend(wkt.and_then(|wkt| pieces_of(&wkt, 0, None)).unwrap_or_default());
    }
    Ok(Timeline::of_pieces(pieces))
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn failure(error: &rusqlite::Error) -> FileError {
    let (kind, hint) = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => {
            (std::io::ErrorKind::StorageFull, "; the frames up to the last second before are readable")
        }
        _ => (std::io::ErrorKind::Other, ""),
    };
    FileError::plain(Reason::Io { kind, message: format!("{error}{hint}") })
}
