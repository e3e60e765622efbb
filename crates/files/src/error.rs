//! Errors of files: where, why, and what to do about it.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::format::Format;
use crate::limits;

/// A file that was not read or not written: which, where in it, and why.
///
/// Displays as `room.wkt, line 3, column 14: NaN is not a finite number; …`, with what is known.
#[derive(Clone, Debug, PartialEq)]
pub struct FileError {
    /// The file, where one was named.
    pub file: Option<PathBuf>,
    /// The place in it, where the fault has one.
    pub place: Option<TextPosition>,
    /// What is wrong there.
    pub reason: Reason,
}

/// A place in a text; line and column count from 1, columns in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPosition {
    /// Which line.
    pub line: usize,
    /// Which byte of the line.
    pub column: usize,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// The operating system could not read or write it.
    Io {
        /// The kind of failure.
        kind: std::io::ErrorKind,
        /// The system's words for it.
        message: String,
    },
    /// The file is longer than [`limits::MAX_BYTES`].
    FileTooLarge,
    /// Neither the extension nor the first bytes tell a format.
    UnknownFormat,
    /// This format is read but not written.
    ReadOnly(Format),
    /// The text is not UTF-8.
    NotText,
    /// The file ends in the middle of something.
    EndsEarly {
        /// What should have come next.
        wanted: &'static str,
    },
    /// Something else stands where this should.
    Expected {
        /// What should be there.
        wanted: &'static str,
        /// What is there, shortened.
        found: String,
    },
    /// A number that is NaN, infinite, or beyond what an f64 can hold.
    NotFinite {
        /// The number as written, shortened.
        found: String,
    },
    /// A count that the rest of the file is too short to hold.
    CountBeyondFile {
        /// What is counted.
        what: &'static str,
        /// How many are announced.
        count: u64,
        /// How many could fit at most.
        room: u64,
    },
    /// More than a limit of [`limits`] allows.
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// A ring or polyline without a point.
    EmptyRing,
    /// JSON that does not parse, or does not have the shape of GeoJSON, in the JSON parser's words.
    Json(String),
    /// TOML that does not parse, or has keys or types that a scenario has not, in the TOML parser's words.
    Toml(String),
    /// A value of a scenario that cannot be.
    BadValue {
        /// Its key, such as `agents[0].count`.
        key: String,
        /// Why, and what could be.
        why: String,
    },
    /// A Parquet file or a database that is no trajectory, or is damaged, in the reader's words.
    NotATrajectory(String),
    /// A JSON object lacks a member.
    MissingMember(&'static str),
    /// A geometry type that is no floor and no obstacle.
    UnknownGeometry(String),
    /// A `kind` other than `outline`, `obstacle`, `region` and, with layers, `seam`.
    UnknownKind(String),
    /// A file with layers where a scene of one plane is wanted: read it as a [`LayeredScene`](crate::LayeredScene).
    HasLayers,
    /// Something about a layer or a seam that cannot be.
    BadLayer(String),
    /// XML that does not parse, in the XML parser's words.
    Xml(String),
    /// A room, door or wall of a building that cannot be.
    BadRoom(String),
    /// A 3D model that cannot be read, with what is wrong and where.
    BadModel(String),
    /// A floor given as a line or a point.
    FloorWithoutArea,
    /// A grid's row has the wrong number of cells.
    RowLength {
        /// The grid's width.
        wanted: u64,
        /// The cells in this row.
        found: u64,
    },
    /// A character that stands for no terrain.
    UnknownTerrain(char),
    /// An index that points at nothing.
    NoSuch {
        /// What it should point at.
        what: &'static str,
        /// The index.
        index: i64,
        /// How many there are.
        count: u64,
    },
    /// A polygon of a mesh has an edge from a vertex to itself.
    RepeatedVertex {
        /// The vertex.
        vertex: u32,
    },
    /// Two polygons of a mesh run along the same edge in the same direction.
    EdgeUsedTwice {
        /// The vertex where the edge begins.
        from: u32,
        /// The vertex where it ends.
        to: u32,
    },
    /// A polygon of a mesh names a neighbour across an edge, and the neighbour does not say the same.
    NeighboursDisagree {
        /// The polygon.
        polygon: u32,
        /// The vertex where the edge begins.
        from: u32,
        /// The vertex where it ends.
        to: u32,
    },
    /// The component of the mesh that this polygon is in has no boundary.
    NoBoundary {
        /// One of them.
        polygon: u32,
    },
    /// A section of a polygon list that is not known.
    UnknownSection(String),
    /// A table lacks a column.
    MissingColumn(&'static str),
    /// The scene holds something the format has no words for.
    CannotSay {
        /// The format.
        format: Format,
        /// What it cannot say.
        what: &'static str,
        /// Which of the outlines, floors first, counted from 0.
        index: usize,
    },
}

impl FileError {
    /// A fault without a place.
    pub(crate) fn plain(reason: Reason) -> Self {
        FileError { file: None, place: None, reason }
    }

    /// A fault at a byte of a text.
    pub(crate) fn at(text: &[u8], offset: usize, reason: Reason) -> Self {
        FileError { file: None, place: Some(TextPosition::of(text, offset)), reason }
    }

    /// A failure of the operating system.
    pub(crate) fn io(error: &std::io::Error) -> Self {
        FileError::plain(Reason::Io { kind: error.kind(), message: error.to_string() })
    }

    /// The same, with the name of the file.
    pub(crate) fn in_file(mut self, file: &Path) -> Self {
        self.file = Some(file.to_owned());
        self
    }
}

impl TextPosition {
    /// The place of a byte; a scan of the text, so for errors only.
    pub(crate) fn of(text: &[u8], offset: usize) -> TextPosition {
        let before = text.get(..offset).unwrap_or(text);
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        let column = 1 + before.iter().rev().take_while(|&&b| b != b'\n').count();
        TextPosition { line, column }
    }
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.place) {
            (Some(file), Some(place)) => write!(f, "{}, {place}: {}", file.display(), self.reason),
            (Some(file), None) => write!(f, "{}: {}", file.display(), self.reason),
            (None, Some(place)) => write!(f, "{place}: {}", self.reason),
            (None, None) => write!(f, "{}", self.reason),
        }
    }
}

impl std::error::Error for FileError {}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Io { message, .. } => write!(f, "{message}"),
            Reason::FileTooLarge => {
                write!(f, "the file has more than {} MiB; cut the scene into parts", limits::MAX_BYTES >> 20)
            }
            Reason::UnknownFormat => write!(
                f,
                "neither the name nor the content tells the format; name it .geojson, .wkt, .map, .mesh or .txt"
            ),
            Reason::ReadOnly(format) => {
                write!(f, "{format} is read but not written; write a .geojson, .wkt or .txt")
            }
            Reason::NotText => write!(f, "this is not UTF-8 text; save the file as UTF-8"),
            Reason::EndsEarly { wanted } => write!(f, "the file ends where {wanted} should come; is it cut off?"),
            Reason::Expected { wanted, found } => write!(f, "{wanted} should stand here, not {found}"),
            Reason::NotFinite { found } => {
                write!(f, "{found} is not a finite number; leave the point out or correct it")
            }
            Reason::CountBeyondFile { what, count, room } => {
                write!(f, "{count} {what} are announced, but the rest of the file holds at most {room}; is it cut off?")
            }
            Reason::TooMany { what, limit } => write!(f, "more than {limit} {what}; cut the scene into parts"),
            Reason::EmptyRing => write!(f, "a ring or line without points; give it points or leave it out"),
            Reason::Json(message) | Reason::Toml(message) => write!(f, "{message}"),
            Reason::BadValue { key, why } => write!(f, "{key}: {why}"),
            Reason::NotATrajectory(why) => write!(f, "this is not a trajectory that can be read: {why}"),
            Reason::MissingMember(name) => write!(f, "this object lacks its \"{name}\""),
            Reason::UnknownGeometry(name) => write!(
                f,
                "{name} is neither an area, a line nor a point; use Polygon, LineString, Point, their Multi forms or \
                 GeometryCollection"
            ),
            Reason::BadModel(why) | Reason::BadRoom(why) | Reason::Xml(why) => write!(f, "{why}"),
            Reason::HasLayers => {
                write!(
                    f,
                    "the file has layers, and this reads scenes of one plane: `navigant path` and `navigant build` take it"
                )
            }
            Reason::BadLayer(why) => write!(f, "{why}"),
            Reason::UnknownKind(name) => {
                write!(f, "the kind {name} is unknown; use \"outline\", \"obstacle\" or \"region\"")
            }
            Reason::FloorWithoutArea => {
                write!(f, "a floor must be a polygon; make this an obstacle or give it an area")
            }
            Reason::RowLength { wanted, found } => {
                write!(f, "this row has {found} cells, the grid is {wanted} wide; correct the row or the header")
            }
            Reason::UnknownTerrain(c) => {
                write!(f, "{c:?} is no terrain; . G and S are walkable, @ O T W are not")
            }
            Reason::NoSuch { what, index, count } => {
                write!(f, "there is no {what} {index}: they are numbered from 0 and there are {count}")
            }
            Reason::RepeatedVertex { vertex } => {
                write!(f, "this polygon names vertex {vertex} twice in a row; name it once")
            }
            Reason::EdgeUsedTwice { from, to } => write!(
                f,
                "two polygons run along the edge from vertex {from} to vertex {to} the same way; polygons must not \
                 overlap and must all wind the same way"
            ),
            Reason::NeighboursDisagree { polygon, from, to } => write!(
                f,
                "polygon {polygon} and its neighbour across the edge from vertex {from} to vertex {to} disagree; each \
                 must name the other there"
            ),
            Reason::NoBoundary { polygon } => {
                write!(f, "the polygons around polygon {polygon} have no boundary; -1 marks the edges at walls")
            }
            Reason::UnknownSection(name) => {
                write!(f, "the section {name} is unknown; use [BORDER], [OBSTACLE], [SCALE] or [NAME]")
            }
            Reason::MissingColumn(name) => write!(f, "the header lacks the column \"{name}\""),
            Reason::CannotSay { format, what, index } => {
                write!(f, "{format} cannot say {what} (number {index}); write .geojson, which says everything")
            }
        }
    }
}
