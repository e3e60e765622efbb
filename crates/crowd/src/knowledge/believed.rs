//! The believed map: a copy of the map that is brought from one belief to the next by edits.
//!
//! A map follows from the set of its outlines and not from the order of edits, so what is found in it does not depend on whose
//! belief it showed before. An edit is local, so a change of belief costs as much as the obstacles that differ.

use navigant_geometry::Bounds;
use navigant_mesh::{Map, ObstacleId, Outline, Point, Role};

/// A map in which contested obstacles come and go with beliefs.
#[derive(Clone, Debug)]
pub(crate) struct Believed {
    map: Map,
    /// The contested obstacles, by bit.
    shapes: Vec<Option<Shape>>,
}

#[derive(Clone, Debug)]
struct Shape {
    outline: Outline,
    /// Its id, while it is in the map.
    inserted: Option<ObstacleId>,
}

impl Believed {
    pub(crate) fn of(map: &Map, slots: usize) -> Believed {
        Believed { map: map.clone(), shapes: vec![None; slots] }
    }

    /// The map for a belief.
    pub(crate) fn under(&mut self, belief: u128) -> &Map {
        for (bit, shape) in self.shapes.iter_mut().enumerate() {
            if let Some(shape) = shape {
                shape.set(&mut self.map, belief & 1 << bit != 0);
            }
        }
        &self.map
    }

    /// A contested obstacle.
    pub(super) fn outline(&self, bit: usize) -> Option<&Outline> {
        self.shapes.get(bit)?.as_ref().map(|shape| &shape.outline)
    }

    /// Lets an obstacle that is in the map be contested. Returns the box around it.
    pub(super) fn contest(&mut self, bit: usize, own: ObstacleId) -> Option<Bounds> {
        let outline = outline_of(&self.map.outline(own).ok()?)?;
        let bounds = outline.bounds();
        self.shapes[bit] = Some(Shape { outline, inserted: Some(own) });
        bounds
    }

    /// Adds a contested obstacle that nobody knows yet. Returns the box around it.
    pub(super) fn suggest(&mut self, bit: usize, outline: Outline) -> Option<Bounds> {
        let bounds = outline.bounds();
        self.shapes[bit] = Some(Shape { outline, inserted: None });
        bounds
    }

    /// Ends the contest for an obstacle. Returns its id if it is in the map for good.
    pub(super) fn settle(&mut self, bit: usize, is_there: bool) -> Option<ObstacleId> {
        let mut shape = self.shapes[bit].take()?;
        shape.set(&mut self.map, is_there);
        shape.inserted
    }

    /// Adds an obstacle for all.
    pub(super) fn insert(&mut self, outline: &Outline) -> Option<ObstacleId> {
        self.map.insert(outline).ok()
    }

    /// Removes an obstacle for all.
    pub(super) fn forget(&mut self, own: ObstacleId) {
        // One that is not there is forgotten already.
        let _ = self.map.remove(own);
    }
}

impl Shape {
    fn set(&mut self, map: &mut Map, is_there: bool) {
        self.inserted = match (self.inserted, is_there) {
            (None, true) => map.insert(&self.outline).ok(),
            (Some(id), false) => map.remove(id).err().map(|_| id),
            (inserted, _) => inserted,
        };
    }
}

/// An outline as it lies on the lattice.
pub(super) fn outline_of(chains: &[(Role, Vec<Point>)]) -> Option<Outline> {
    let ((role, first), others) = chains.split_first()?;
    let points = first.iter().copied();
    let outline = if *role == Role::Wall { Outline::polyline(points) } else { Outline::polygon(points) };
    Some(others.iter().fold(outline, |outline, (_, hole)| outline.with_hole(hole.iter().copied())))
}
