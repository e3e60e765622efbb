//! A building as its file has it.

use navigant_geometry::Point;

/// Rooms and the doors between them.
#[derive(Debug, Default)]
pub(super) struct Building {
    pub(super) subrooms: Vec<Subroom>,
    pub(super) doors: Vec<Door>,
}

/// A part of a room, on one plane.
#[derive(Debug)]
pub(super) struct Subroom {
    /// What messages call it.
    pub(super) name: String,
    /// The height of its floor: `[a, b, c]` for a·x + b·y + c.
    pub(super) plane: [f64; 3],
    /// Its walls: lines, some of them closed.
    pub(super) walls: Vec<Vec<Point>>,
    /// What stands in it.
    pub(super) obstacles: Vec<Obstacle>,
    /// Where in the file it begins.
    pub(super) offset: usize,
}

#[derive(Debug)]
pub(super) struct Obstacle {
    pub(super) id: Option<String>,
    pub(super) points: Vec<Point>,
    pub(super) is_closed: bool,
}

/// A gap between walls.
#[derive(Debug)]
pub(super) struct Door {
    /// The subrooms on both sides, by their place in [`Building::subrooms`]; `None` is the outside.
    pub(super) sides: [Option<usize>; 2],
    pub(super) ends: [Point; 2],
}
