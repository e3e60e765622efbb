//! Which places hang together.

use crate::ids::FaceId;
use crate::map::Map;
use navigant_geometry::Point;

/// A connected part of the free space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentId(u32);

/// The connected parts of a map's free space, for the version of the map it was made from.
///
/// Two free faces hang together when one can walk from one to the other without passing a wall; places that only touch
/// at a corner do not.
#[derive(Clone, Debug)]
pub struct Components {
    /// By face.
    of_face: Vec<Option<ComponentId>>,
    /// By component: its area in square metres.
    areas: Vec<f64>,
}

impl Components {
    /// The component of a face; `None` if it is not free.
    pub fn of(&self, f: FaceId) -> Option<ComponentId> {
        self.of_face.get(f.index()).copied().flatten()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.areas.len()
    }

    /// The area of one in square metres.
    pub fn area(&self, component: ComponentId) -> f64 {
        self.areas[component.0 as usize]
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = ComponentId> + use<> {
        (0..self.areas.len() as u32).map(ComponentId)
    }
}

impl Map {
    /// The connected parts of the free space: found by one pass over all faces when asked for the first time after an
    /// edit, and kept.
    pub fn components(&self) -> &Components {
        self.components.get_or_init(|| self.find_components())
    }

    fn find_components(&self) -> Components {
        let mut of_face = vec![None; self.face_slots()];
        let mut areas = Vec::new();
        let mut stack = Vec::new();
        for start in self.faces() {
            if of_face[start.index()].is_some() || !self.is_free(start) {
                continue;
            }
            let id = ComponentId(areas.len() as u32);
            let mut twice_steps: i128 = 0;
            of_face[start.index()] = Some(id);
            stack.push(start);
            while let Some(f) = stack.pop() {
                twice_steps += i128::from(self.twice_area(f));
                for e in f.edges() {
                    let beyond = self.twin(e).face();
                    if !self.is_wall(e) && of_face[beyond.index()].is_none() {
                        of_face[beyond.index()] = Some(id);
                        stack.push(beyond);
                    }
                }
            }
            areas.push(self.square_metres(twice_steps));
        }
        Components { of_face, areas }
    }

    /// The component that a point lies in; `None` where one cannot stand. Where a point on walls borders several, the
    /// one of the first free face around it.
    pub fn component_at(&self, p: impl Into<Point>) -> Option<ComponentId> {
        self.faces_at(self.locate(p)?).find_map(|f| self.components().of(f))
    }

    /// The walkable area in square metres, summed exactly and rounded once.
    pub fn free_area(&self) -> f64 {
        let free = self.faces().filter(|&f| self.is_free(f));
        self.square_metres(free.map(|f| i128::from(self.twice_area(f))).sum())
    }

    /// Twice the area of a face, in square steps.
    pub fn twice_area(&self, f: FaceId) -> i64 {
        let [a, b, c] = self.corners(f).map(|v| self.lattice_point(v));
        navigant_geometry::orient(a, b, c)
    }

    fn square_metres(&self, twice_steps: i128) -> f64 {
        let step = self.lattice.step();
        twice_steps as f64 / 2.0 * step * step
    }
}
