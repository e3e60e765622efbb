//! How large a file may be: generous for any real scene, small enough that no file can exhaust a machine.
//!
//! Every limit is on something that costs memory. A reader takes at most some ten to thirty bytes for a byte it reads, and
//! together the limits keep that below a few GiB for any file.

/// The largest file that is read, in bytes.
pub const MAX_BYTES: u64 = 256 << 20;

/// The most rings and polylines in one scene, holes included.
pub const MAX_RINGS: usize = 1 << 22;

/// The most cells of a grid: 8192 × 8192.
pub const MAX_CELLS: u64 = 1 << 26;

/// How deep collections may lie within collections. Each level of a GeoJSON collection costs another scan of what is in it.
pub const MAX_DEPTH: usize = 8;

/// The largest trajectory file that is read, in bytes.
pub const MAX_TRAJECTORY_BYTES: u64 = 2 << 30;

/// The most rows of a trajectory that is read: half a GiB of them.
pub const MAX_ROWS: u64 = 1 << 24;

/// The most floors and obstacles of a recording, those counted that have gone.
pub const MAX_PIECES: usize = 1 << 20;

/// The most bytes of walkable areas, as text, that a recording has for others to read; from then on the last one stays.
pub const MAX_AREA_BYTES: usize = 64 << 20;

/// The most triangles, and the most vertices, of a model: instances of one mesh count as often as they are placed.
pub const MAX_TRIANGLES: usize = 1 << 24;

/// How deep nodes of a model may lie within nodes.
pub const MAX_MODEL_DEPTH: usize = 256;

/// The most elements, texts and comments of an XML file: each takes some 70 bytes.
pub const MAX_XML_NODES: u32 = 1 << 22;

/// The most walls and doors of one subroom of a building, which are put together pair by pair.
pub const MAX_WALLS: usize = 4096;
