//! Trajectories as Parquet: columns frame, id (32 bit), x, y (64 bit, metres), vx, vy (32 bit, metres a second). The file's
//! key-value metadata say `fps`, `geometry` (the walkable area as well-known text, as it was in the beginning) and `navigant_geometry`: floors and
//! obstacles, a line each, with the frames in which they came and went.
//!
//! A Parquet file is readable only once its end is written. So each batch becomes a whole file of its own in the folder
//! `FILE.parts`, under another name until it is complete; every Parquet reader takes such a folder as one table. In the end
//! the parts are put together as row groups of one file, without being decoded, and the folder goes. Who is killed before
//! that finds everything up to the last batch in the folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::parquet::basic::{Compression, Encoding};
use ::parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use ::parquet::column::writer::ColumnCloseResult;
use ::parquet::data_type::{DataType, DoubleType, FloatType, Int32Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::parser::parse_message_type;
use ::parquet::schema::types::TypePtr;

use super::Row;
use super::geometry::WalkableArea;
use super::replay::{Found, check_rows};
use super::timeline::{Timeline, pieces_of};
use crate::error::{FileError, Reason};
use crate::limits::MAX_BYTES;
use navigant_mesh::Map;

const SCHEMA: &str = "message trajectory {
    REQUIRED INT32 frame; REQUIRED INT32 id; REQUIRED DOUBLE x; REQUIRED DOUBLE y; REQUIRED FLOAT vx; REQUIRED FLOAT vy;
}";

/// Parts of a file that is being written.
#[derive(Debug)]
pub(super) struct Parts {
    path: PathBuf,
    folder: PathBuf,
    schema: TypePtr,
    count: usize,
    /// What the file says of itself: frames a second, the walkable area as well-known text, the map.
    about: [KeyValue; 3],
}

const FPS: &str = "fps";
const MAP: &str = "navigant_geometry";
const GEOMETRY: &str = "geometry";

impl Parts {
    pub(super) fn create(path: &Path, map: &Map, timeline: &Timeline, fps: f64) -> Result<Parts, FileError> {
        let mut folder = path.as_os_str().to_owned();
        folder.push(".parts");
        let folder = PathBuf::from(folder);
        let schema = parse_message_type(SCHEMA).map_err(|error| failure(&error).in_file(path))?;
        for (old, removed) in [(path, fs::remove_file(path)), (&folder, fs::remove_dir_all(&folder))] {
            match removed {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(FileError::io(&error).in_file(old));
                }
                _ => {}
            }
        }
        fs::create_dir_all(&folder).map_err(|error| FileError::io(&error).in_file(&folder))?;
        let about = [
            (FPS, fps.to_string()),
            (GEOMETRY, WalkableArea::default().text(map, timeline)),
            (MAP, timeline.to_text()),
        ];
        let about = about.map(|(key, value)| KeyValue::new(key.to_owned(), value));
        Ok(Parts { path: path.to_owned(), folder, schema: Arc::new(schema), count: 0, about })
    }

    /// Writes a batch; it is sorted by agent, which packs better.
    pub(super) fn write(&mut self, rows: &mut [Row]) -> Result<(), FileError> {
        rows.sort_unstable_by_key(|row| (row.id, row.frame));
        let part = self.part(self.count);
        let unfinished = part.with_extension("unfinished");
        let written = self.write_part(&unfinished, rows).and_then(|()| Ok(fs::rename(&unfinished, &part)?));
        if let Err(error) = written {
            // It would only take room, which may be what is missing.
            let _ = fs::remove_file(&unfinished);
            let mut error = failure(&error);
            if let Reason::Io { message, .. } = &mut error.reason {
                message.push_str("; the parts before it are readable");
            }
            return Err(error.in_file(&part));
        }
        self.count += 1;
        Ok(())
    }

    fn write_part(&self, path: &Path, rows: &[Row]) -> Result<(), ParquetError> {
        let mut writer = self.writer(path, self.count == 0)?;
        let mut group = writer.next_row_group()?;
        column::<Int32Type>(&mut group, rows, |row| row.frame as i32)?;
        column::<Int32Type>(&mut group, rows, |row| row.id as i32)?;
        for axis in 0..2 {
            column::<DoubleType>(&mut group, rows, |row| if axis == 0 { row.position[0] } else { row.position[1] })?;
        }
        for axis in 0..2 {
            column::<FloatType>(&mut group, rows, |row| if axis == 0 { row.velocity[0] } else { row.velocity[1] })?;
        }
        group.close()?;
        writer.close()?;
        Ok(())
    }

    fn writer(&self, path: &Path, is_first: bool) -> Result<SerializedFileWriter<File>, ParquetError> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_dictionary_enabled(false)
            .set_column_encoding("frame".into(), Encoding::DELTA_BINARY_PACKED)
            .set_column_encoding("id".into(), Encoding::DELTA_BINARY_PACKED)
            // Of the parts, the first says it for all.
            .set_key_value_metadata(is_first.then(|| self.about.to_vec()))
            .build();
        SerializedFileWriter::new(File::create(path)?, Arc::clone(&self.schema), Arc::new(properties))
    }

    /// Puts the parts together and removes them.
    pub(super) fn finish(mut self, timeline: &Timeline) -> Result<(), FileError> {
        self.about[2] = KeyValue::new(MAP.to_owned(), timeline.to_text());
        let unfinished = self.folder.join("whole.unfinished");
        let put_together = || {
            let mut writer = self.writer(&unfinished, true)?;
            for count in 0..self.count {
                append(&mut writer, &self.part(count))?;
            }
            writer.close()?;
            fs::rename(&unfinished, &self.path)?;
            Ok(())
        };
        if let Err(error) = put_together() {
            let _ = fs::remove_file(&unfinished);
            let mut error = failure(&error);
            if let Reason::Io { message, .. } = &mut error.reason {
                message.push_str(&format!("; all frames are readable as {}", self.folder.display()));
            }
            return Err(error.in_file(&self.path));
        }
        fs::remove_dir_all(&self.folder).map_err(|error| FileError::io(&error).in_file(&self.folder))
    }

    fn part(&self, count: usize) -> PathBuf {
        self.folder.join(format!("{count:06}.parquet"))
    }
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    rows: &[Row],
    value: impl Fn(&Row) -> T::T,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("there are more columns than in the schema".to_owned()));
    };
    let values: Vec<T::T> = rows.iter().map(value).collect();
    column.typed::<T>().write_batch(&values, None, None)?;
    column.close()
}

/// Copies the row groups of a file as they are.
fn append(writer: &mut SerializedFileWriter<File>, part: &Path) -> Result<(), ParquetError> {
    let file = File::open(part)?;
    let reader = SerializedFileReader::new(file.try_clone()?)?;
    for group in reader.metadata().row_groups() {
        let mut copy = writer.next_row_group()?;
        for column in group.columns() {
            let close = ColumnCloseResult {
                bytes_written: column.compressed_size() as u64,
                rows_written: group.num_rows() as u64,
                metadata: column.clone(),
                bloom_filter: None,
                column_index: None,
                offset_index: None,
            };
            copy.append_column(&file, close)?;
        }
        copy.close()?;
    }
    Ok(())
}

/// Reads a file. What the Parquet crate does not survive is a file that is damaged, and told so.
pub(super) fn read(path: &Path) -> Result<Found, FileError> {
    let file = File::open(path).map_err(|error| FileError::io(&error))?;
    let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| read_rows(file)));
    read.unwrap_or_else(|_| Err(not_one("it is damaged")))
}

fn not_one(why: impl Into<String>) -> FileError {
    FileError::plain(Reason::NotATrajectory(why.into()))
}

fn read_rows(file: File) -> Result<Found, FileError> {
    let damaged = |error: ParquetError| not_one(error.to_string());
    let reader = SerializedFileReader::new(file).map_err(damaged)?;
    let metadata = reader.metadata().file_metadata();
    check_rows(u64::try_from(metadata.num_rows()).unwrap_or(u64::MAX))?;
    let names = metadata.schema_descr().columns().iter().map(|column| column.name().to_owned());
    let names: Vec<String> = names.collect();
    let place = |name: &'static str| names.iter().position(|known| known == name);
    let needed = |name| place(name).ok_or_else(|| FileError::plain(Reason::MissingColumn(name)));
    let whole = [needed("frame")?, needed("id")?];
    let metres = [needed("x")?, needed("y")?];
    let speeds = place("vx").zip(place("vy"));
    let mut rows = Vec::new();
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).map_err(damaged)?;
        let count = u64::try_from(group.metadata().num_rows()).unwrap_or(u64::MAX);
        check_rows(count.saturating_add(rows.len() as u64))?;
        let column = |at: usize| numbers(group.as_ref(), at, count as usize);
        let ([frames, ids], [xs, ys]) =
            ([column(whole[0])?, column(whole[1])?], [column(metres[0])?, column(metres[1])?]);
        let (vxs, vys) = match speeds {
            Some((vx, vy)) => (column(vx)?, column(vy)?),
            None => (vec![0.0; xs.len()], vec![0.0; xs.len()]),
        };
        let places = xs.iter().zip(&ys).zip(vxs.iter().zip(&vys));
        for ((&frame, &id), ((&x, &y), (&vx, &vy))) in frames.iter().zip(&ids).zip(places) {
            let is_count = |number: f64| (0.0..=f64::from(u32::MAX)).contains(&number);
            if !is_count(frame) || !is_count(id) {
                return Err(not_one("a frame or an id is negative or too large"));
            }
            rows.push(Row { frame: frame as u32, id: id as u32, position: [x, y], velocity: [vx as f32, vy as f32] });
        }
    }
    let said = |key: &str| {
        let all = metadata.key_value_metadata()?;
        all.iter().find(|known| known.key == key)?.value.clone().filter(|text| text.len() as u64 <= MAX_BYTES)
    };
    let of_map = said(MAP).and_then(|text| Timeline::parse(&text).ok());
    let of_area = || said(GEOMETRY).and_then(|wkt| pieces_of(&wkt, 0, None)).map(Timeline::of_pieces);
    let timeline = of_map.or_else(of_area).unwrap_or_default();
    Ok(Found { fps: said(FPS).and_then(|fps| fps.parse().ok()), rows, timeline })
}

/// A column of a row group. Frames and ids are below 2⁵³, so an f64 holds each of them.
fn numbers(group: &dyn RowGroupReader, column: usize, count: usize) -> Result<Vec<f64>, FileError> {
    let reader = group.get_column_reader(column).map_err(|error| not_one(error.to_string()))?;
    let is_optional = group.metadata().column(column).column_descr().max_def_level() > 0;
    let read = match reader {
        ColumnReader::Int32ColumnReader(reader) => values(reader, count, is_optional, f64::from),
        ColumnReader::Int64ColumnReader(reader) => values(reader, count, is_optional, |value| value as f64),
        ColumnReader::FloatColumnReader(reader) => values(reader, count, is_optional, f64::from),
        ColumnReader::DoubleColumnReader(reader) => values(reader, count, is_optional, |value| value),
        _ => return Err(not_one("a column is not of numbers")),
    };
    let read = read.map_err(|error| not_one(error.to_string()))?;
    if read.len() == count { Ok(read) } else { Err(not_one("a value is missing")) }
}

fn values<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    count: usize,
    is_optional: bool,
    number: impl Fn(T::T) -> f64,
) -> Result<Vec<f64>, ParquetError> {
    let (mut read, mut levels) = (Vec::new(), Vec::new());
    let mut records = 0;
    while records < count {
        let definitions = if is_optional { Some(&mut levels) } else { None };
        let (more, _, _) = reader.read_records((count - records).min(1 << 16), definitions, None, &mut read)?;
        if more == 0 {
            break;
        }
        records += more;
    }
    Ok(read.into_iter().map(number).collect())
}

pub(super) fn failure(error: &ParquetError) -> FileError {
    let source = std::error::Error::source(error).and_then(|source| source.downcast_ref::<std::io::Error>());
    match source {
        Some(io) => FileError::io(io),
        None => FileError::plain(Reason::Io { kind: std::io::ErrorKind::Other, message: error.to_string() }),
    }
}
