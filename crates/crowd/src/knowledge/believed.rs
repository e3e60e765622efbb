//! The believed map: a copy of the map in which the contested obstacles come and go that a search assumes.
//!
//! A map follows from the set of its outlines and not from the order of edits, so what is found in it does not depend on who
//! planned before. An edit is local, so going from one assumption to another costs as much as the obstacles that differ.

use navigant_geometry::Bounds;
use navigant_mesh::{Map, ObstacleId, Outline, Point, Role};

/// A map in which contested obstacles come and go.
#[derive(Clone, Debug)]
pub(crate) struct Believed {
    map: Map,
    /// The contested obstacles, by bit.
    shapes: Vec<Option<Shape>>,
    /// The bits of those that are in the map, ascending.
    assumed: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Shape {
    outline: Outline,
    /// Its id, while it is in the map.
    inserted: Option<ObstacleId>,
}

impl Believed {
    pub(super) fn of(map: &Map) -> Believed {
        Believed { map: map.clone(), shapes: Vec::new(), assumed: Vec::new() }
    }

    /// The map with some of the contested obstacles, by ascending bits, and without the others.
    pub(super) fn under(&mut self, assumed: &[usize]) -> &Map {
        if self.assumed != assumed {
            let before = std::mem::replace(&mut self.assumed, assumed.to_vec());
            for bit in before {
                self.set(bit, assumed.binary_search(&bit).is_ok());
            }
            assumed.iter().for_each(|&bit| self.set(bit, true));
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
        *self.shape(bit) = Some(Shape { outline, inserted: Some(own) });
        let at = self.assumed.partition_point(|&other| other < bit);
        self.assumed.insert(at, bit);
        bounds
    }

    /// Adds a contested obstacle that nobody knows yet. Returns the box around it.
    pub(super) fn suggest(&mut self, bit: usize, outline: Outline) -> Option<Bounds> {
        let bounds = outline.bounds();
        *self.shape(bit) = Some(Shape { outline, inserted: None });
        bounds
    }

    /// Ends the contest for an obstacle. Returns its id if it is in the map for good.
    pub(super) fn settle(&mut self, bit: usize, is_there: bool) -> Option<ObstacleId> {
        self.set(bit, is_there);
        self.assumed.retain(|&other| other != bit);
        self.shape(bit).take()?.inserted
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

    fn shape(&mut self, bit: usize) -> &mut Option<Shape> {
        if bit >= self.shapes.len() {
            self.shapes.resize(bit + 1, None);
        }
        &mut self.shapes[bit]
    }

    fn set(&mut self, bit: usize, is_there: bool) {
        let Some(Some(shape)) = self.shapes.get_mut(bit) else { return };
        shape.inserted = match (shape.inserted, is_there) {
            (None, true) => self.map.insert(&shape.outline).ok(),
            (Some(id), false) => self.map.remove(id).err().map(|_| id),
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
