//! Tables of figures as Parquet: columns of words and of numbers, which may be missing.

use super::parquet::failure;
use crate::error::{FileError, Reason};
use ::parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use ::parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::types::Type;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TableColumn {
    /// Words.
    Words(Vec<String>),
    /// Numbers, as far as there are some.
    Numbers(Vec<Option<f64>>),
}

impl TableColumn {
    fn len(&self) -> usize {
        match self {
            TableColumn::Words(words) => words.len(),
            TableColumn::Numbers(numbers) => numbers.len(),
        }
    }
}

/// Writes a table as a Parquet file: columns with their names.
///
/// # Errors
/// [`FileError`] when columns differ in length, or the file cannot be written.
pub fn write_table(path: &Path, columns: &[(String, TableColumn)]) -> Result<(), FileError> {
    let rows = columns.first().map_or(0, |(_, column)| column.len());
    if let Some((name, column)) = columns.iter().find(|(_, column)| column.len() != rows) {
        let why = format!("{} rows, and {rows} in the first column", column.len());
        return Err(FileError::plain(Reason::BadValue { key: name.clone(), why }).in_file(path));
    }
    write(path, columns).map_err(|error| failure(&error).in_file(path))
}

fn write(path: &Path, columns: &[(String, TableColumn)]) -> Result<(), ParquetError> {
    let field = |(name, column): &(String, TableColumn)| {
        let field = match column {
            TableColumn::Words(_) => Type::primitive_type_builder(name, PhysicalType::BYTE_ARRAY)
                .with_logical_type(Some(LogicalType::String))
                .with_repetition(Repetition::REQUIRED),
            TableColumn::Numbers(_) => {
                Type::primitive_type_builder(name, PhysicalType::DOUBLE).with_repetition(Repetition::OPTIONAL)
            }
        };
        field.build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    let schema = Arc::new(Type::group_type_builder("table").with_fields(fields).build()?);
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(File::create(path)?, schema, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    for (_, values) in columns {
        let Some(mut column) = group.next_column()? else { break };
        match values {
            TableColumn::Words(words) => {
                let words: Vec<ByteArray> = words.iter().map(|word| word.as_str().into()).collect();
                column.typed::<ByteArrayType>().write_batch(&words, None, None)?;
            }
            TableColumn::Numbers(numbers) => {
                let there: Vec<f64> = numbers.iter().copied().flatten().collect();
                let is_there: Vec<i16> = numbers.iter().map(|number| i16::from(number.is_some())).collect();
                column.typed::<DoubleType>().write_batch(&there, Some(&is_there), None)?;
            }
        }
        column.close()?;
    }
    group.close()?;
    writer.close().map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::Field;

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let folder = std::env::temp_dir().join(format!("navigant-table-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("table.parquet");
        let columns = [
            ("run".to_owned(), TableColumn::Words(vec!["a_star/per, n 2".into(), "ü".into()])),
            ("TrvT s".to_owned(), TableColumn::Numbers(vec![None, Some(2.5)])),
        ];
        write_table(&path, &columns).unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let rows: Vec<Vec<(String, Field)>> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().get_column_iter().map(|(name, field)| (name.clone(), field.clone())).collect())
            .collect();
        let words = |text: &str| ("run".to_owned(), Field::Str(text.into()));
        assert_eq!(rows[0], [words("a_star/per, n 2"), ("TrvT s".to_owned(), Field::Null)]);
        assert_eq!(rows[1], [words("ü"), ("TrvT s".to_owned(), Field::Double(2.5))]);
        let uneven = [columns[0].clone(), ("n".to_owned(), TableColumn::Numbers(vec![None]))];
        assert!(write_table(&path, &uneven).unwrap_err().to_string().contains("n: 1 rows, and 2"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
