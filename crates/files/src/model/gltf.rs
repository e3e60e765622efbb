//! glTF 2.0: the document, and the container of its binary form.

use super::Beside;
use super::gltf_buffers::Buffers;
use super::gltf_nodes;
use crate::error::{FileError, Reason, TextPosition};
use crate::scanner::{shortened, shown};
use navigant_ground::Soup;
use serde::Deserialize;

/// What is read of a document; the rest is left out.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    #[serde(default)]
    extensions_required: Vec<String>,
    #[serde(default)]
    pub(super) scene: Option<usize>,
    #[serde(default)]
    pub(super) scenes: Vec<SceneNodes>,
    #[serde(default)]
    pub(super) nodes: Vec<Node>,
    #[serde(default)]
    pub(super) meshes: Vec<Mesh>,
    #[serde(default)]
    pub(super) accessors: Vec<Accessor>,
    #[serde(default)]
    pub(super) buffer_views: Vec<BufferView>,
    #[serde(default)]
    pub(super) buffers: Vec<Buffer>,
}

#[derive(Debug, Deserialize)]
pub(super) struct SceneNodes {
    #[serde(default)]
    pub(super) nodes: Vec<usize>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Node {
    #[serde(default)]
    pub(super) children: Vec<usize>,
    pub(super) mesh: Option<usize>,
    pub(super) matrix: Option<[f64; 16]>,
    pub(super) translation: Option<[f64; 3]>,
    pub(super) rotation: Option<[f64; 4]>,
    pub(super) scale: Option<[f64; 3]>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Mesh {
    #[serde(default)]
    pub(super) primitives: Vec<Primitive>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Primitive {
    pub(super) attributes: Attributes,
    pub(super) indices: Option<usize>,
    #[serde(default = "triangles")]
    pub(super) mode: u32,
}

fn triangles() -> u32 {
    4
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) struct Attributes {
    pub(super) position: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub(super) buffer_view: Option<usize>,
    #[serde(default)]
    pub(super) byte_offset: usize,
    pub(super) component_type: u32,
    pub(super) count: usize,
    #[serde(rename = "type")]
    pub(super) shape: String,
    pub(super) sparse: Option<serde::de::IgnoredAny>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView {
    pub(super) buffer: usize,
    #[serde(default)]
    pub(super) byte_offset: usize,
    pub(super) byte_length: usize,
    pub(super) byte_stride: Option<usize>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Buffer {
    pub(super) uri: Option<String>,
}

/// Extensions that change nothing about positions and triangles.
const HARMLESS: [&str; 3] = ["KHR_materials_unlit", "KHR_texture_transform", "KHR_lights_punctual"];

/// Reads a document; `binary` is the chunk that a container has for its first buffer.
pub(super) fn read(text: &[u8], binary: Option<&[u8]>, beside: Beside<'_>) -> Result<Soup, FileError> {
    let document: Document = serde_json::from_slice(text).map_err(|error| FileError {
        file: None,
        place: Some(TextPosition { line: error.line(), column: error.column() }),
        reason: Reason::Json(shortened(&error.to_string(), 200)),
    })?;
    let unknown = |name: &&String| !HARMLESS.contains(&name.as_str()) && !name.starts_with("KHR_materials_");
    if let Some(name) = document.extensions_required.iter().find(unknown) {
        let why = format!("it requires {}, which is not read; export it without", shown(name.as_bytes()));
        return Err(FileError::plain(Reason::BadModel(why)));
    }
    let buffers = Buffers::of(&document, binary, beside)?;
    gltf_nodes::soup(&document, &buffers)
}

/// Reads a container: a header of 12 bytes, a chunk with the document, and perhaps one with the first buffer.
pub(super) fn read_binary(bytes: &[u8], beside: Beside<'_>) -> Result<Soup, FileError> {
    let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?));
    let early = |wanted: &'static str| FileError::plain(Reason::EndsEarly { wanted });
    let bad = |why: String| FileError::plain(Reason::BadModel(why));
    if bytes.get(..4).ok_or_else(|| early("the header of a glb"))? != b"glTF" {
        return Err(bad("it does not begin with glTF: this is no glb".to_owned()));
    }
    let version = word(4).ok_or_else(|| early("the version of a glb"))?;
    if version != 2 {
        return Err(bad(format!("it is version {version} of glTF; version 2 is read")));
    }
    let chunk = |at: usize| -> Option<(u32, &[u8], usize)> {
        let (length, kind) = (word(at)? as usize, word(at.checked_add(4)?)?);
        let start = at.checked_add(8)?;
        let end = start.checked_add(length)?;
        Some((kind, bytes.get(start..end)?, end))
    };
    let (kind, text, end) = chunk(12).ok_or_else(|| early("a chunk with the document"))?;
    if kind != u32::from_le_bytes(*b"JSON") {
        return Err(bad("its first chunk is not JSON".to_owned()));
    }
    let binary = match bytes.get(end..).unwrap_or_default() {
        [] => None,
        _ => Some(chunk(end).ok_or_else(|| early("a chunk with buffers"))?),
    };
    let is_binary = |(kind, ..): &(u32, &[u8], usize)| *kind == u32::from_le_bytes(*b"BIN\0");
    read(text, binary.filter(is_binary).map(|(_, bytes, _)| bytes), beside)
}
