//! JuPedSim's geometry files (XML, as its simulator `jpscore` reads them): buildings of rooms on several floors.
//!
//! ```text
//!   <geometry> <rooms> <room> <subroom A_x B_y C_z> <polygon> <vertex px py/> …   walls; the floor's height is A_x·x + B_y·y + C_z
//!                             <crossings> <crossing>                              doors between subrooms of a room
//!              <transitions>  <transition>                                        doors between rooms, and to the outside
//! ```
//!
//! A file has no floors: it has walls and doors, and a subroom's floor is what both together surround (`rings`). Subrooms of one plane
//! are one layer, in which the walls stay as obstacles and doors are gaps between them; a door between two planes is a seam. A
//! door to the outside is a closed border. Obstacles of subrooms are obstacles. What only routing or drawing uses is passed over
//! (captions but for names, `up`, `down`, `closed`, `zpos`, lines of `routing`).
//!
//! A file of one plane is a [`Scene`], any is a [`LayeredScene`].

mod building;
mod layers;
mod rings;
mod xml;

use crate::error::{FileError, Reason};
use crate::layered_scene::LayeredScene;
use crate::scene::Scene;

/// Reads a building with its layers.
pub(crate) fn read_layers(bytes: &[u8]) -> Result<LayeredScene, FileError> {
    layers::of(bytes, &xml::read(bytes)?)
}

/// Reads a building all of which is one plane.
pub(crate) fn read(bytes: &[u8]) -> Result<Scene, FileError> {
    let LayeredScene { layers, obstacles, .. } = read_layers(bytes)?;
    if layers.len() > 1 {
        return Err(FileError::plain(Reason::HasLayers));
    }
    let floors = layers.into_iter().flat_map(|layer| layer.floors).collect();
    let obstacles = obstacles.into_iter().map(|(_, obstacle)| obstacle).collect();
    Ok(Scene { floors, obstacles, regions: Vec::new() })
}

/// Whether a text looks like XML.
pub(crate) fn begins(bytes: &[u8]) -> bool {
    let unmarked = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    unmarked.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b'<')
}

#[cfg(test)]
mod tests;
