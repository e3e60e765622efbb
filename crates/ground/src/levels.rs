//! From the sheet to a layered map: floors, walls, seams and heights.

use crate::cells::{Cells, World};
use crate::growth::Layering;
use crate::sheet::Sheet;
use navigant_geometry::internals::{LatticeInternals as _, LatticePoint};
use navigant_geometry::{Outline, Point};
use navigant_mesh::internals::{
    IdInternals as _, LayerIdInternals as _, LayerInternals as _, LayeredMapInternals as _, Slope, Surface,
};
use navigant_mesh::{BadLayers, Height, Layer, LayerId, LayeredMap, Seam};
use std::collections::BTreeSet;

/// Layers and seams, ready to be built.
pub(crate) struct Levels {
    pub(crate) layers: Vec<Layer>,
    pub(crate) seams: Vec<Seam>,
}

impl Levels {
    pub(crate) fn of(world: &World<'_>, cells: &Cells, sheet: &Sheet, layering: &Layering) -> Levels {
        let at = |p: LatticePoint| world.lattice.world(p);
        let mut drafts: Vec<Draft> = (0..layering.count).map(|_| Draft::default()).collect();
        let mut seams = Vec::new();
        let mut under = Vec::new();
        for triangle in sheet.triangles() {
            let Some(layer) = layering.layers[triangle as usize] else { continue };
            let (draft, plan) = (&mut drafts[usize::from(layer)], sheet.corners(triangle));
            draft.floors.push(Outline::polygon(plan.map(at)));
            sheet.cells_under(cells, triangle, &mut under);
            let mut grounds: Vec<u32> = under.iter().map(|&cell| cells.grounds[cell as usize]).collect();
            grounds.sort_unstable();
            grounds.dedup();
            for ground in grounds {
                let facet = &world.facets[world.grounds[ground as usize] as usize];
                let Some(plane) = facet.plane else { continue };
                draft.slopes.push(Slope {
                    triangle: facet.at.map(at),
                    part: plan.map(at),
                    height: plane.in_metres(&world.lattice),
                    yields: world.is_bridge(ground),
                });
            }
            for side in 3 * triangle..3 * triangle + 3 {
                let [a, b] = sheet.ends(side);
                match sheet.links[side as usize].map(|beyond| (beyond, layering.layers[beyond as usize / 3])) {
                    Some((_, there)) if there == Some(layer) => {}
                    Some((beyond, Some(there))) => {
                        if side < beyond {
                            seams.push(Seam { layers: [layer, there].map(LayerId::new), ends: [at(a), at(b)] });
                        }
                    }
                    // Two floors that meet and do not join have a wall between them.
                    _ if !draft.borders.insert((a, b)) || draft.borders.contains(&(b, a)) => {
                        draft.walls.push(Outline::polyline([at(a), at(b)]));
                    }
                    _ => {}
                }
            }
        }
        Levels { layers: drafts.into_iter().map(Draft::layer).collect(), seams }
    }

    /// The map; seams that it refuses are closed, and counted.
    pub(crate) fn build(mut self, world: &World<'_>) -> Result<(LayeredMap, usize), BadLayers> {
        let mut closed = 0;
        loop {
            match LayeredMap::build_on(world.lattice, &self.layers, &self.seams) {
                Err(BadLayers::Seam { seam, .. }) if seam.index() < self.seams.len() => {
                    self.seams.remove(seam.index());
                    closed += 1;
                }
                Err(reason) => return Err(reason),
                Ok(map) => return Ok((map, closed)),
            }
        }
    }
}

/// A layer in the making.
#[derive(Default)]
struct Draft {
    floors: Vec<Outline>,
    walls: Vec<Outline>,
    slopes: Vec<Slope>,
    borders: BTreeSet<(LatticePoint, LatticePoint)>,
}

impl Draft {
    fn layer(self) -> Layer {
        let middle = |s: &Slope| {
            s.triangle.iter().fold(Point::new(0.0, 0.0), |sum, p| Point::new(sum.x + p.x / 3.0, sum.y + p.y / 3.0))
        };
        let height = |s: &Slope| {
            let p = middle(s);
            s.height.z + s.height.slope[0] * p.x + s.height.slope[1] * p.y
        };
        let mean = self.slopes.iter().map(height).sum::<f64>() / self.slopes.len().max(1) as f64;
        let mut layer = Layer::of(self.floors, Height { z: mean, slope: [0.0, 0.0] });
        layer.walls = self.walls;
        match Surface::new(self.slopes) {
            Some(surface) => layer.over(surface),
            None => layer,
        }
    }
}
