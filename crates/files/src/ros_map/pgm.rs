//! Portable grey maps: plain (`P2`) and raw (`P5`), up to 16 bits a pixel; what has more than 8 is brought to 8.

use crate::cells::Cells;
use crate::error::{FileError, Reason};
use crate::scanner::shown;

/// The pixels of a picture, row by row.
pub(super) struct Picture {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<u8>,
}

/// Words of a header, between white space and comments.
struct Header<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Header<'a> {
    fn word(&mut self) -> &'a [u8] {
        loop {
            match self.bytes.get(self.at) {
                Some(b'#') => self.at += self.bytes.iter().skip(self.at).take_while(|&&b| b != b'\n').count(),
                Some(b) if b.is_ascii_whitespace() => self.at += 1,
                _ => break,
            }
        }
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().take_while(|b| !b.is_ascii_whitespace() && **b != b'#').count();
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    fn number(&mut self, wanted: &'static str) -> Result<usize, FileError> {
        let word = self.word();
        let number = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
        number.ok_or_else(|| {
            let at = self.at - word.len();
            let reason = match word {
                [] => Reason::EndsEarly { wanted },
                _ => Reason::Expected { wanted, found: shown(word) },
            };
            FileError::at(self.bytes, at, reason)
        })
    }
}

/// Reads a picture. Nothing is allocated for pixels that the file is too short for.
pub(super) fn read(bytes: &[u8]) -> Result<Picture, FileError> {
    let mut header = Header { bytes, at: 0 };
    let magic = header.word();
    let is_raw = match magic {
        b"P5" => true,
        b"P2" => false,
        other => {
            let reason = Reason::Expected { wanted: "P5 or P2, a portable grey map", found: shown(other) };
            return Err(FileError::at(bytes, 0, reason));
        }
    };
    let (width, height) = (header.number("the picture's width")?, header.number("the picture's height")?);
    let most = header.number("the largest grey")?;
    let at = header.at;
    if !(1..=65535).contains(&most) {
        let reason = Reason::Expected { wanted: "a largest grey from 1 to 65535", found: most.to_string() };
        return Err(FileError::at(bytes, at, reason));
    }
    let count = Cells::check_size(width, height).map_err(|reason| FileError::at(bytes, at, reason))?;
    let to_byte = |grey: usize| ((grey.min(most) * 255 + most / 2) / most) as u8;
    let size = if !is_raw {
        2
    } else if most < 256 {
        1
    } else {
        2
    };
    // One byte of white space ends the header of a raw one; in a plain one every pixel but the last has one behind it.
    let rest = bytes.get(at + usize::from(is_raw)..).unwrap_or_default();
    let room = (rest.len() + usize::from(!is_raw)) / size;
    if room < count {
        let reason = Reason::CountBeyondFile { what: "pixels", count: count as u64, room: room as u64 };
        return Err(FileError::at(bytes, at, reason));
    }
    let pixels = match (is_raw, size) {
        (true, 1) => rest.iter().take(count).map(|&grey| to_byte(usize::from(grey))).collect(),
        (true, _) => {
            let greys = rest.chunks_exact(2).take(count);
            greys.map(|pair| to_byte(pair.iter().fold(0, |sum, &byte| 256 * sum + usize::from(byte)))).collect()
        }
        (false, _) => (0..count).map(|_| header.number("a grey").map(to_byte)).collect::<Result<_, _>>()?,
    };
    Ok(Picture { width, height, pixels })
}

/// Writes a raw picture.
pub(super) fn write(picture: &Picture) -> Vec<u8> {
    let mut bytes = format!("P5\n{} {}\n255\n", picture.width, picture.height).into_bytes();
    bytes.extend_from_slice(&picture.pixels);
    bytes
}
