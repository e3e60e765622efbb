//! A map and its crowd in one file.
//!
//! ```text
//!   magic, version │ length of the map │ map │ crowd
//! ```
//!
//! Both parts carry checksums of their own, and are looked at as if they came alone.

use super::{BadSnapshot, Reader, Writer};
use crate::crowd::Crowd;
use navigant_mesh::{BadSave, Map};

const MAGIC: [u8; 8] = *b"NAVSTATE";
const VERSION: u32 = 1;

/// Why bytes are not a map with its crowd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadState {
    /// It is something else.
    NotAState,
    /// It was written by a version of this program that is not known here.
    UnknownVersion(u32),
    /// It ends too early.
    Damaged,
    /// The map in it cannot be.
    Map(BadSave),
    /// The crowd in it cannot be, or belongs to another map.
    Crowd(BadSnapshot),
}

impl std::fmt::Display for BadState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadState::NotAState => write!(f, "not a saved map with its crowd"),
            BadState::UnknownVersion(version) => {
                write!(f, "a map with its crowd in version {version}; this program reads version {VERSION}")
            }
            BadState::Damaged => write!(f, "the saved map with its crowd ends too early"),
            BadState::Map(reason) => write!(f, "{reason}"),
            BadState::Crowd(reason) => write!(f, "{reason}"),
        }
    }
}

impl std::error::Error for BadState {}

impl Crowd {
    /// The map and the crowd on it as bytes: [`Map::save`] and [`Crowd::save`] in one.
    ///
    /// ```
    /// use navigant_crowd::internals::CrowdInternals as _;
    /// use navigant_crowd::{Agent, Crowd};
    /// use navigant_mesh::{Map, Outline};
    ///
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0]))?;
    /// let mut crowd = Crowd::new(&map);
    /// crowd.add(&map, &Agent::new([2.0, 10.0]).with_goal([38.0, 10.0]))?;
    /// map.insert(&Outline::rectangle([20.0, 2.0], [21.0, 18.0]))?;
    /// let (map_again, mut again) = Crowd::load_with_map(&crowd.save_with_map(&map))?;
    /// for _ in 0..100 {
    ///     crowd.step(&map, Crowd::DT)?;
    ///     again.step(&map_again, Crowd::DT)?;
    /// }
    /// assert_eq!(crowd.hash(), again.hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub(crate) fn save_with_map(&self, map: &Map) -> Vec<u8> {
        let (map_bytes, crowd) = (map.save(), self.save(map));
        let mut out = Writer(Vec::with_capacity(20 + map_bytes.len() + crowd.len()));
        out.bytes(MAGIC);
        out.u32(VERSION);
        out.u64(map_bytes.len() as u64);
        out.0.extend_from_slice(&map_bytes);
        out.0.extend_from_slice(&crowd);
        out.0
    }

    /// A map and the crowd on it that were saved together.
    ///
    /// # Errors
    /// [`BadState`] says what is wrong with the bytes.
    pub(crate) fn load_with_map(bytes: &[u8]) -> Result<(Map, Crowd), BadState> {
        let body = bytes.strip_prefix(&MAGIC).ok_or(BadState::NotAState)?;
        let mut from = Reader(body);
        let version = from.u32().map_err(|_| BadState::Damaged)?;
        if version != VERSION {
            return Err(BadState::UnknownVersion(version));
        }
        let length = from.u64().ok().and_then(|length| usize::try_from(length).ok());
        let (map, crowd) = length.and_then(|length| from.0.split_at_checked(length)).ok_or(BadState::Damaged)?;
        let map = Map::load(map).map_err(BadState::Map)?;
        let crowd = Crowd::load(&map, crowd).map_err(BadState::Crowd)?;
        Ok((map, crowd))
    }
}
