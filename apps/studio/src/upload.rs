//! Files that come in parts.

use crate::refusal::Refusal;

/// The largest file that can be dropped on the page.
pub(crate) const LARGEST: usize = 64 << 20;
const LARGEST_PART: usize = 512 << 10;

/// A file that has come, with the id of the request.
#[derive(Debug, PartialEq)]
pub(crate) struct Dropped {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// The file that is coming over a connection, if one is. Memory is taken as parts arrive, not as they are announced.
#[derive(Debug, Default)]
pub(crate) struct Upload {
    id: u32,
    total: usize,
    name: String,
    bytes: Vec<u8>,
}

impl Upload {
    /// Takes a part: u32 id, u32 total, u32 offset, u8 length of the name, name, bytes. Returns the file with its last part.
    ///
    /// # Errors
    /// With the id, if it could be read; the file is then given up.
    pub(crate) fn take(&mut self, part: &[u8]) -> (Option<u32>, Result<Option<Dropped>, Refusal>) {
        let Some((id, rest)) = number(part) else {
            return (None, Err(Refusal::new("this part of a file is too short to be one")));
        };
        let taken = self.take_rest(id, rest);
        if taken.is_err() {
            *self = Upload::default();
        }
        (Some(id), taken)
    }

    fn take_rest(&mut self, id: u32, rest: &[u8]) -> Result<Option<Dropped>, Refusal> {
        let short = || Refusal::new("this part of a file is too short to be one");
        let (total, rest) = number(rest).ok_or_else(short)?;
        let (offset, rest) = number(rest).ok_or_else(short)?;
        let (&length, rest) = rest.split_first().ok_or_else(short)?;
        let (name, bytes) = rest.split_at_checked(usize::from(length)).ok_or_else(short)?;
        let name = std::str::from_utf8(name).map_err(|_| Refusal::new("the file's name is not UTF-8"))?;
        let (total, offset) = (total as usize, offset as usize);
        if total > LARGEST {
            return Err(Refusal::new(format!(
                "{name} has {} MiB; files of up to {} MiB can be dropped: put it into the folder and open it there",
                total >> 20,
                LARGEST >> 20
            )));
        }
        if bytes.len() > LARGEST_PART || (bytes.is_empty() && total > 0) {
            return Err(Refusal::new(format!("a part has 1 to {LARGEST_PART} bytes, not {}", bytes.len())));
        }
        if offset == 0 {
            *self = Upload { id, total, name: name.to_owned(), bytes: Vec::new() };
        }
        let is_next = self.id == id && self.total == total && self.bytes.len() == offset && self.name == name;
        if !is_next || total - offset < bytes.len() {
            return Err(Refusal::new("the parts of the file do not fit together; drop it again"));
        }
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() < total {
            return Ok(None);
        }
        let Upload { name, bytes, .. } = std::mem::take(self);
        Ok(Some(Dropped { name, bytes }))
    }
}

fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    bytes.split_first_chunk().map(|(number, rest)| (u32::from_le_bytes(*number), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(id: u32, total: u32, offset: u32, bytes: &[u8]) -> Vec<u8> {
        let mut part = [id, total, offset].map(u32::to_le_bytes).concat();
        part.push(5);
        part.extend(b"a.wkt");
        part.extend(bytes);
        part
    }

    #[test]
    fn parts_in_order_are_a_file() {
        let mut upload = Upload::default();
        assert_eq!(upload.take(&part(7, 6, 0, b"abc")), (Some(7), Ok(None)));
        let (id, whole) = upload.take(&part(7, 6, 3, b"def"));
        assert_eq!((id, whole.unwrap().unwrap().bytes.as_slice()), (Some(7), b"abcdef".as_slice()));
    }

    #[test]
    fn parts_that_do_not_fit_are_refused_and_the_next_file_comes_through() {
        for bad in [
            part(7, 6, 2, b"def"),
            part(7, 5, 3, b"def"),
            part(8, 6, 3, b"def"),
            part(7, 6, 3, b"defg"),
            part(7, 6, 3, b""),
            part(7, u32::MAX, 0, b"abc"),
            part(7, 6, 0, b"abc")[..15].to_vec(),
        ] {
            let mut upload = Upload::default();
            let _ = upload.take(&part(7, 6, 0, b"abc"));
            assert!(upload.take(&bad).1.is_err(), "{bad:?}");
            assert!(upload.take(&part(9, 3, 0, b"abc")).1.unwrap().is_some());
        }
        assert_eq!(Upload::default().take(b"abc").0, None);
    }
}
