//! Buffers of glTF, and what accessors say lies in them.

use super::Beside;
use super::gltf::{Accessor, Document};
use crate::error::{FileError, Reason};
use crate::scanner::shown;

/// The bytes of all buffers.
pub(super) struct Buffers<'d> {
    document: &'d Document,
    buffers: Vec<Vec<u8>>,
}

pub(super) fn bad(why: String) -> FileError {
    FileError::plain(Reason::BadModel(why))
}

impl<'d> Buffers<'d> {
    pub(super) fn of(
        document: &'d Document,
        binary: Option<&[u8]>,
        beside: Beside<'_>,
    ) -> Result<Buffers<'d>, FileError> {
        let mut buffers = Vec::new();
        for (index, buffer) in document.buffers.iter().enumerate() {
            buffers.push(match (&buffer.uri, binary) {
                (None, Some(binary)) if index == 0 => binary.to_vec(),
                (None, _) => return Err(bad(format!("buffers[{index}] has no bytes"))),
                (Some(uri), _) => match uri.strip_prefix("data:").and_then(|data| data.split_once(";base64,")) {
                    Some((_, data)) => decoded(data).ok_or_else(|| bad(format!("buffers[{index}] is not base64")))?,
                    None if is_beside(uri) => beside(uri)?,
                    None => {
                        return Err(bad(format!("buffers[{index}] is not beside the file: {}", shown(uri.as_bytes()))));
                    }
                },
            });
        }
        Ok(Buffers { document, buffers })
    }

    /// The elements of an accessor: `size` bytes each, as many as it counts.
    fn elements(&self, number: usize, wanted: (&str, &[u32])) -> Result<(&Accessor, Vec<&[u8]>), FileError> {
        let name = format!("accessors[{number}]");
        let accessor = self.document.accessors.get(number).ok_or_else(|| bad(format!("there is no {name}")))?;
        let (shape, kinds) = wanted;
        if accessor.shape != shape || !kinds.contains(&accessor.component_type) {
            return Err(bad(format!(
                "{name} is {:.20} of {}; {shape} is wanted",
                accessor.shape, accessor.component_type
            )));
        }
        if accessor.sparse.is_some() {
            return Err(bad(format!("{name} is sparse, which is not read")));
        }
        let size = match (accessor.component_type, shape) {
            (5121, _) => 1,
            (5123, _) => 2,
            (5125, _) => 4,
            _ => 12,
        };
        let view = accessor.buffer_view.and_then(|view| self.document.buffer_views.get(view));
        let view = view.ok_or_else(|| bad(format!("{name} has no buffer view")))?;
        let buffer = self.buffers.get(view.buffer).ok_or_else(|| bad(format!("{name} has no buffer")))?;
        let short = || bad(format!("{name} reaches beyond its buffer; is it cut off?"));
        let end = view.byte_offset.checked_add(view.byte_length).ok_or_else(short)?;
        let bytes = buffer.get(view.byte_offset..end).ok_or_else(short)?;
        let stride = view.byte_stride.unwrap_or(size).max(size);
        // Nothing is allocated for a count that the bytes could not hold.
        let last = accessor.count.checked_sub(1).map(|last| last.checked_mul(stride));
        let needed = match last {
            None => Some(0),
            Some(last) => last.and_then(|last| last.checked_add(size)),
        };
        let reach = needed.and_then(|needed| needed.checked_add(accessor.byte_offset)).ok_or_else(short)?;
        let bytes = bytes.get(accessor.byte_offset.min(reach)..reach).ok_or_else(short)?;
        Ok((accessor, bytes.chunks(stride.max(1)).filter_map(|chunk| chunk.get(..size)).take(accessor.count).collect()))
    }

    /// Positions, in metres.
    pub(super) fn positions(&self, number: usize) -> Result<Vec<[f64; 3]>, FileError> {
        let (_, elements) = self.elements(number, ("VEC3", &[5126]))?;
        let mut positions = Vec::with_capacity(elements.len());
        for (index, element) in elements.into_iter().enumerate() {
            let mut position = [0.0; 3];
            for (c, bytes) in position.iter_mut().zip(element.chunks_exact(4)) {
                *c = f64::from(f32::from_le_bytes(bytes.try_into().unwrap_or_default()));
            }
            if position.iter().any(|c| !c.is_finite()) {
                return Err(bad(format!("accessors[{number}]: position {index} is not a number: {position:?}")));
            }
            positions.push(position);
        }
        Ok(positions)
    }

    /// Indices of vertices, of which there are some.
    pub(super) fn indices(&self, number: usize, count: usize) -> Result<Vec<u32>, FileError> {
        let (accessor, elements) = self.elements(number, ("SCALAR", &[5121, 5123, 5125]))?;
        let mut indices = Vec::with_capacity(elements.len());
        for (at, element) in elements.into_iter().enumerate() {
            let index = match (accessor.component_type, element) {
                (5121, &[a]) => u32::from(a),
                (5123, &[a, b]) => u32::from(u16::from_le_bytes([a, b])),
                (_, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
                _ => u32::MAX,
            };
            if index as usize >= count {
                return Err(bad(format!("accessors[{number}]: index {at} is {index}, and there are {count} vertices")));
            }
            indices.push(index);
        }
        Ok(indices)
    }
}

/// Whether a reference names a file in the same folder or below, and no other.
fn is_beside(uri: &str) -> bool {
    let is_name = |part: &str| !part.is_empty() && part != ".." && !part.contains([':', '\\', '%']);
    uri.split('/').all(is_name)
}

/// Bytes written as base64; `None` if they are not.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut bits, mut held) = (0u32, 0);
    for &letter in text {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held & 0xFF) as u8);
        }
    }
    Some(bytes)
}
