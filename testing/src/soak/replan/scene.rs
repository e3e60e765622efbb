//! Small maps that change.

use crate::generate::{city, coarse_soup, rooms, soup};
use crate::rng::Rng;
use navigant_geometry::{Bounds, Outline, Point};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Effect, Map, ObstacleId};

/// The width and height of every scene in metres.
pub(super) const SIZE: f64 = 64.0;

/// A small map that changes.
pub(super) struct Scene {
    pub(super) map: Map,
    present: Vec<ObstacleId>,
    outlines: Box<dyn Iterator<Item = Outline>>,
}

impl Scene {
    /// A city, rooms, hostile outlines, outlines on a coarse grid where everything coincides, or boxes.
    pub(super) fn random(rng: &mut Rng) -> Result<Scene, String> {
        let seed = rng.next_u64();
        let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(SIZE, SIZE) };
        let floor = Outline::rectangle(world.min, world.max);
        let kind = rng.below(6);
        let (floor, obstacles) = match kind {
            0 => city(seed, SIZE, SIZE, 80),
            1 => rooms(seed, SIZE, SIZE / 2.0, 12.0),
            _ => (floor, Vec::new()),
        };
        let outlines: Box<dyn Iterator<Item = Outline>> = match kind {
            2 => Box::new(soup(seed, world)),
            3 => Box::new(coarse_soup(seed, world, 16)),
            _ => Box::new(boxes(seed)),
        };
        let (map, present) = Map::build(&[floor], &obstacles).map_err(|e| e.to_string())?;
        let mut scene = Scene { map, present, outlines };
        for _ in 0..rng.between(0, 12) {
            scene.insert();
        }
        Ok(scene)
    }

    fn insert(&mut self) {
        if let Some(id) = self.outlines.next().and_then(|outline| self.map.insert(&outline).ok()) {
            self.present.push(id);
        }
    }

    /// Something comes, goes or moves.
    pub(super) fn edit(&mut self, rng: &mut Rng) -> Result<Effect, String> {
        let version = self.map.version();
        while self.map.version() == version {
            let any = rng.below(self.present.len() as u32) as usize;
            match rng.below(5) {
                0 | 1 if !self.present.is_empty() => {
                    let id = self.present.swap_remove(any);
                    self.map.remove(id).map_err(|e| e.to_string())?;
                }
                2 if !self.present.is_empty() => {
                    if let Some(outline) = self.outlines.next() {
                        // A refused outline is not an edit.
                        let _ = self.map.move_to(self.present[any], &outline);
                    }
                }
                _ => self.insert(),
            }
        }
        Ok(self.map.change().effect)
    }
}

/// Boxes of 2 to 12 m, anywhere.
fn boxes(seed: u64) -> impl Iterator<Item = Outline> {
    let mut rng = Rng::new(seed);
    std::iter::repeat_with(move || {
        let at = Point::new(rng.range(0.0..SIZE), rng.range(0.0..SIZE));
        let (width, height) = (rng.range(2.0..12.0), rng.range(2.0..12.0));
        Outline::rectangle(at, Point::new(at.x + width, at.y + height))
    })
}
