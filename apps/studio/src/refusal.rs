//! Why something is not done, and where in the world that is.

use navigant::files::FileError;
use navigant::geometry::internals::PointInternals as _;
use navigant::mesh::Point;
use serde_json::{Value, json};

/// The answer to what cannot be done.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) message: String,
    pub(crate) at: Option<Point>,
}

impl Refusal {
    pub(crate) fn new(message: impl Into<String>) -> Refusal {
        Refusal { message: message.into(), at: None }
    }

    pub(crate) fn at(message: impl Into<String>, place: impl Into<Point>) -> Refusal {
        Refusal { message: message.into(), at: Some(place.into()) }
    }

    pub(crate) fn json(&self) -> Value {
        json!({ "message": self.message, "at": self.at.filter(|p| p.is_finite()).map(<[f64; 2]>::from) })
    }
}

impl From<FileError> for Refusal {
    fn from(error: FileError) -> Refusal {
        // The whole path is nobody's business but that of who opened the folder.
        let name =
            error.file.as_ref().and_then(|file| file.file_name()).map(|name| name.to_string_lossy().into_owned());
        let error = FileError { file: name.map(Into::into), ..error };
        Refusal::new(error.to_string())
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}
