//! Trajectories as Parquet: columns frame, id (32 bit), x, y (64 bit, metres), vx, vy (32 bit, metres a second).
//!
//! A Parquet file is readable only once its end is written. So each batch becomes a whole file of its own in the folder
//! `FILE.parts`, under another name until it is complete; every Parquet reader takes such a folder as one table. In the end
//! the parts are put together as row groups of one file, without being decoded, and the folder goes. Who is killed before
//! that finds everything up to the last batch in the folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::parquet::basic::{Compression, Encoding};
use ::parquet::column::writer::ColumnCloseResult;
use ::parquet::data_type::{DataType, DoubleType, FloatType, Int32Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::parser::parse_message_type;
use ::parquet::schema::types::TypePtr;

use super::Row;
use crate::error::{FileError, Reason};

const SCHEMA: &str = "message trajectory {
    REQUIRED INT32 frame; REQUIRED INT32 id; REQUIRED DOUBLE x; REQUIRED DOUBLE y; REQUIRED FLOAT vx; REQUIRED FLOAT vy;
}";

/// Parts of a file that is being written.
#[derive(Debug)]
pub struct Parts {
    path: PathBuf,
    folder: PathBuf,
    schema: TypePtr,
    count: usize,
}

impl Parts {
    pub(super) fn create(path: &Path) -> Result<Parts, FileError> {
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
        Ok(Parts { path: path.to_owned(), folder, schema: Arc::new(schema), count: 0 })
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
        let mut writer = self.writer(path)?;
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

    fn writer(&self, path: &Path) -> Result<SerializedFileWriter<File>, ParquetError> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_dictionary_enabled(false)
            .set_column_encoding("frame".into(), Encoding::DELTA_BINARY_PACKED)
            .set_column_encoding("id".into(), Encoding::DELTA_BINARY_PACKED)
            .build();
        SerializedFileWriter::new(File::create(path)?, Arc::clone(&self.schema), Arc::new(properties))
    }

    /// Puts the parts together and removes them.
    pub(super) fn finish(self) -> Result<(), FileError> {
        let unfinished = self.folder.join("whole.unfinished");
        let put_together = || {
            let mut writer = self.writer(&unfinished)?;
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

fn failure(error: &ParquetError) -> FileError {
    let source = std::error::Error::source(error).and_then(|source| source.downcast_ref::<std::io::Error>());
    match source {
        Some(io) => FileError::io(io),
        None => FileError::plain(Reason::Io { kind: std::io::ErrorKind::Other, message: error.to_string() }),
    }
}
