//! The few forms of YAML that ROS maps have: `key: value`, lists in brackets or with dashes, comments.

use super::{Mode, RosMap};
use crate::error::{FileError, Reason};
use crate::scanner::shown;
use std::fmt::Write;

/// What stands in the file, but for the pixels.
pub(super) struct Head {
    pub(super) map: RosMap,
    pub(super) image: String,
}

/// A key with its value, and the byte it begins at.
struct Entry<'a> {
    key: &'a str,
    value: String,
    at: usize,
}

/// Reads the text.
pub(super) fn read(bytes: &[u8]) -> Result<Head, FileError> {
    let text =
        std::str::from_utf8(bytes).map_err(|error| FileError::at(bytes, error.valid_up_to(), Reason::NotText))?;
    let entries = entries(text)?;
    let find = |key: &'static str| entries.iter().find(|entry| entry.key == key);
    let wanted = |key: &'static str| find(key).ok_or_else(|| FileError::plain(Reason::MissingMember(key)));
    let number = |entry: &Entry<'_>| {
        let found = entry.value.parse::<f64>().ok().filter(|value| value.is_finite());
        found.ok_or_else(|| bad(bytes, entry, "a finite number is wanted"))
    };
    let image = wanted("image")?;
    if image.value.is_empty() || image.value.contains('\0') {
        return Err(bad(bytes, image, "the name of a file is wanted"));
    }
    let mut map = RosMap { resolution: number(wanted("resolution")?)?, ..RosMap::default() };
    let origin = wanted("origin")?;
    map.origin =
        origin_of(&origin.value).ok_or_else(|| bad(bytes, origin, "three finite numbers are wanted: [x, y, yaw]"))?;
    map.occupied_thresh = number(wanted("occupied_thresh")?)?;
    map.free_thresh = number(wanted("free_thresh")?)?;
    if let Some(entry) = find("negate") {
        map.negate = match entry.value.as_str() {
            "0" | "false" | "False" => false,
            "1" | "true" | "True" => true,
            _ => return Err(bad(bytes, entry, "0 or 1 is wanted")),
        };
    }
    if let Some(entry) = find("mode") {
        map.mode = match entry.value.as_str() {
            "trinary" => Mode::Trinary,
            "scale" => Mode::Scale,
            "raw" => Mode::Raw,
            _ => return Err(bad(bytes, entry, "trinary, scale or raw is wanted")),
        };
    }
    for (key, is_good) in [
        ("resolution", map.resolution > 0.0),
        ("occupied_thresh", (0.0..=1.0).contains(&map.occupied_thresh)),
        ("free_thresh", (0.0..=1.0).contains(&map.free_thresh)),
    ] {
        if let (false, Some(entry)) = (is_good, find(key)) {
            return Err(bad(bytes, entry, "it is out of range"));
        }
    }
    Ok(Head { map, image: image.value.clone() })
}

fn bad(bytes: &[u8], entry: &Entry<'_>, why: &str) -> FileError {
    let why = format!("{why}, not {}", shown(entry.value.as_bytes()));
    FileError::at(bytes, entry.at, Reason::BadValue { key: entry.key.to_owned(), why })
}

/// All keys with their values; a list with dashes is joined as one in brackets would be.
fn entries(text: &str) -> Result<Vec<Entry<'_>>, FileError> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (begin, content) = (at, without_comment(line));
        at += line.len();
        let content = content.trim_end();
        let (indent, word) = (content.len() - content.trim_start().len(), content.trim_start());
        if word.is_empty() || word == "---" || word == "..." || word.starts_with('%') {
            continue;
        }
        let item = word.strip_prefix("- ").or_else(|| word.strip_prefix('-').filter(|_| word == "-"));
        if let (Some(item), Some(last)) = (item, entries.last_mut()) {
            last.value.push_str(if last.value.is_empty() { "" } else { "," });
            last.value.push_str(item.trim());
            continue;
        }
        let Some((key, value)) = word.split_once(':') else {
            let reason = Reason::Expected { wanted: "key: value", found: shown(word.as_bytes()) };
            return Err(FileError::at(text.as_bytes(), begin + indent, reason));
        };
        entries.push(Entry { key: key.trim(), value: unquoted(value.trim()), at: begin + indent });
    }
    Ok(entries)
}

/// A line up to its comment; a # within quotes, or after anything but a space, begins none.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, '#') if before.is_whitespace() => return line.get(..at).unwrap_or(line),
            _ => {}
        }
        before = c;
    }
    line
}

fn unquoted(value: &str) -> String {
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) {
            return inner.to_owned();
        }
    }
    value.to_owned()
}

fn origin_of(value: &str) -> Option<[f64; 3]> {
    let inner = value.trim().trim_start_matches('[').trim_end_matches(']');
    let numbers: Vec<f64> = inner.split(',').map(|word| word.trim().parse().ok()).collect::<Option<_>>()?;
    let origin: [f64; 3] = numbers.try_into().ok()?;
    origin.iter().all(|c| c.is_finite()).then_some(origin)
}

/// Writes the text, every number in the shortest form that reads as the same one.
pub(super) fn write(map: &RosMap, image: &str) -> String {
    let mode = match map.mode {
        Mode::Trinary => "trinary",
        Mode::Scale => "scale",
        Mode::Raw => "raw",
    };
    let mut text = String::new();
    let [x, y, yaw] = map.origin;
    let _ = writeln!(text, "image: \"{image}\"\nmode: {mode}\nresolution: {:?}", map.resolution);
    let _ = writeln!(text, "origin: [{x:?}, {y:?}, {yaw:?}]\nnegate: {}", u8::from(map.negate));
    let _ = writeln!(text, "occupied_thresh: {:?}\nfree_thresh: {:?}", map.occupied_thresh, map.free_thresh);
    text
}
