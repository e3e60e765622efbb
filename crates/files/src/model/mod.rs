//! 3D models as triangles: Wavefront OBJ and glTF 2.0, for levels that maps are made of.
//!
//! Read are positions and faces, and in glTF the transforms of nodes. Materials, normals, animations and cameras are left out; what a file
//! needs to be read at all and is not understood, such as compressed meshes, is refused by name.

mod gltf;
mod gltf_buffers;
mod gltf_nodes;
mod obj;

use crate::error::{FileError, Reason};
use crate::limits::MAX_BYTES;
use crate::scanner::shown;
use crate::scene::read_bytes;
use navigant_ground::Soup;
use std::path::Path;

/// Which axis of a model is up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// The second: most models, and all of glTF.
    #[default]
    Y,
    /// The third.
    Z,
}

/// A format of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelFormat {
    /// Wavefront OBJ.
    Obj,
    /// glTF 2.0 as JSON, its buffers embedded or in files beside it.
    Gltf,
    /// glTF 2.0 in one binary file.
    Glb,
}

impl ModelFormat {
    /// The format of a file by its extension; `None` if it is no model.
    pub(crate) fn of(path: &Path) -> Option<ModelFormat> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "obj" => Some(ModelFormat::Obj),
            "gltf" => Some(ModelFormat::Gltf),
            "glb" => Some(ModelFormat::Glb),
            _ => None,
        }
    }
}

/// Reads the triangles of a model, turned so that z is up.
///
/// # Errors
/// [`FileError`] names the file, the place in it and the reason.
pub fn read_model(path: impl AsRef<Path>, up: UpAxis) -> Result<Soup, FileError> {
    let path = path.as_ref();
    let format = ModelFormat::of(path).ok_or(Reason::UnknownFormat).map_err(FileError::plain);
    let beside = |uri: &str| read_bytes(&path.parent().unwrap_or(Path::new("")).join(uri));
    format
        .and_then(|format| parse_with(&read_bytes(path)?, format, up, &beside))
        .map_err(|error| if error.file.is_some() { error } else { error.in_file(path) })
}

/// Reads the triangles of a model from memory, without files beside it.
///
/// # Errors
/// [`FileError`] names the place and the reason.
pub fn parse_model(bytes: &[u8], format: ModelFormat, up: UpAxis) -> Result<Soup, FileError> {
    let nothing = |uri: &str| {
        let why = format!("the buffer {} is another file", shown(uri.as_bytes()));
        Err(FileError::plain(Reason::BadModel(why)))
    };
    parse_with(bytes, format, up, &nothing)
}

/// What reads a file beside the model.
type Beside<'b> = &'b dyn Fn(&str) -> Result<Vec<u8>, FileError>;

fn parse_with(bytes: &[u8], format: ModelFormat, up: UpAxis, beside: Beside<'_>) -> Result<Soup, FileError> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(FileError::plain(Reason::FileTooLarge));
    }
    let mut soup = match format {
        ModelFormat::Obj => obj::read(bytes)?,
        ModelFormat::Gltf => gltf::read(bytes, None, beside)?,
        ModelFormat::Glb => gltf::read_binary(bytes, beside)?,
    };
    if up == UpAxis::Y {
        soup.vertices.iter_mut().for_each(|v| *v = [v[0], -v[2], v[1]]);
    }
    Ok(soup)
}
