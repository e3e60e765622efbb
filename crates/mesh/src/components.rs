//! Connected components of the free space.
//!
//! Faces are gathered into connected *blocks* of about √n faces, and blocks that border each other are linked. A
//! component is what is connected by links. An edit breaks or joins a few blocks near it, which costs their faces; what
//! becomes of the components is then seen on the links alone. So even the edit that cuts a map in two halves costs a few
//! times √n and not n: see `repair`.
//!
//! This is the clustering of Frederickson, "Data structures for on-line updating of minimum spanning trees" (1985), in
//! its simplest form: one level, and blocks grown breadth first instead of cut from a tree.

mod blocks;
mod repair;
mod walk;

use crate::ids::FaceId;
use crate::lazy_cache::Stale;
use crate::map::Map;
use blocks::{Block, BlockId};
use navigant_geometry::Point;
pub(crate) use walk::BlockWalk;

/// A connected part of the free space. It is a name for one version of the map: after the next edit it may mean another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentId(u32);

/// The connected parts of a map's free space, for the version of the map it was made from.
///
/// Two free faces are connected when one can walk from one to the other without passing a wall; faces that only touch
/// at a corner do not.
#[derive(Clone, Debug)]
pub struct Components {
    /// By face.
    block_of: Vec<Option<BlockId>>,
    /// By block; those without faces wait in `unused_blocks`.
    blocks: Vec<Block>,
    /// By block.
    component_of: Vec<Option<ComponentId>>,
    /// By component: how many faces it has; those with none wait in `unused`.
    faces: Vec<u32>,
    unused_blocks: Vec<BlockId>,
    unused: Vec<ComponentId>,
    /// How many faces a new block gets.
    block_size: u32,
}

impl Components {
    /// The component of a face; `None` if it is not free.
    #[inline]
    pub fn of(&self, f: FaceId) -> Option<ComponentId> {
        let block = self.block_of.get(f.index()).copied().flatten()?;
        self.component_of[block.index()]
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.faces.len() - self.unused.len()
    }

    /// How many faces one has; 0 if the id is of another version of the map and means nothing in this one.
    pub fn face_count(&self, component: ComponentId) -> usize {
        self.faces.get(component.0 as usize).map_or(0, |&n| n as usize)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = ComponentId> + '_ {
        (0..self.faces.len() as u32).map(ComponentId).filter(|&c| self.face_count(c) > 0)
    }
}

impl Map {
    /// The connected parts of the free space.
    ///
    /// Cost: found by one pass over all faces when asked for the first time. The first time after an edit it costs the
    /// faces that were touched and at worst a few times the square root of the number of all faces; then nothing.
    pub(crate) fn components(&self) -> &Components {
        let is_worth = |stale: &Stale<Components>| !stale.is_mostly_touched(self.face_count());
        self.components.get(|stale| match stale.filter(is_worth) {
            Some(stale) => stale.value.repaired(self, &stale.touched),
            None => Components::found(self),
        })
    }

    /// All components and their areas in square metres, each summed exactly and rounded once: a pass over all faces.
    pub(crate) fn component_areas(&self) -> Vec<(ComponentId, f64)> {
        let components = self.components();
        let mut twice_steps = vec![0; components.faces.len()];
        for f in self.faces() {
            if let Some(component) = components.of(f) {
                twice_steps[component.0 as usize] += i128::from(self.twice_area(f));
            }
        }
        components.iter().map(|c| (c, self.square_metres(twice_steps[c.0 as usize]))).collect()
    }

    /// The component that a point lies in; `None` where one cannot stand. Where a point on walls borders several, the
    /// one of the first free face around it.
    ///
    /// ```
    /// use navigant_mesh::internals::MapInternals as _;
    /// use navigant_mesh::{Map, Outline};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
    /// map.insert(&Outline::polyline([[10.0, 0.0], [10.0, 10.0]]))?;
    /// assert_eq!(map.component_at([2.0, 2.0]), map.component_at([8.0, 8.0]));
    /// assert_ne!(map.component_at([2.0, 2.0]), map.component_at([12.0, 2.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub(crate) fn component_at(&self, p: impl Into<Point>) -> Option<ComponentId> {
        self.faces_at(self.locate(p)?).find_map(|f| self.components().of(f))
    }

    /// The walkable area in square metres, summed exactly and rounded once.
    pub fn free_area(&self) -> f64 {
        let free = self.faces().filter(|&f| self.is_free(f));
        self.square_metres(free.map(|f| i128::from(self.twice_area(f))).sum())
    }

    /// Twice the area of a face, in square steps.
    pub(crate) fn twice_area(&self, f: FaceId) -> i64 {
        let [a, b, c] = self.corners(f).map(|v| self.lattice_point(v));
        navigant_geometry::internals::orient(a, b, c)
    }

    fn square_metres(&self, twice_steps: i128) -> f64 {
        let step = self.lattice.step();
        twice_steps as f64 / 2.0 * step * step
    }
}
