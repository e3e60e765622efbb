//! From the sheet to a layered map: floors, walls, seams and heights.

use crate::boxes::{Box3, Hierarchy};
use crate::cells::{Cells, World};
use crate::facets::steps;
use crate::growth::{Layering, comes_near, is_near};
use crate::overlap::{Triangle, twice_area};
use crate::sheet::{Sheet, next};
use crate::tuning::APART;
use navigant_geometry::internals::{LatticeInternals as _, LatticePoint, Loops};
use navigant_geometry::{BadOutline, Lattice, Outline, Point};
use navigant_mesh::internals::{
    IdInternals as _, LayerIdInternals as _, LayerInternals as _, LayeredMapInternals as _, MapInternals as _, Slope,
    Surface,
};
use navigant_mesh::{BadLayers, BadMap, Height, Layer, LayerId, LayeredMap, Map, Seam};

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
            sheet.cells_under(cells, triangle, &mut under);
            // A cell may be in several bridges, each of which holds some of it.
            let place = |&cell: &u32| {
                let ground = cells.grounds[cell as usize];
                let whole = world.facet(ground).at;
                (ground, if world.is_bridge(ground) { cells.triangles[cell as usize] } else { whole })
            };
            let mut pieces: Vec<(u32, Triangle)> = under.iter().map(place).collect();
            pieces.sort_unstable();
            pieces.dedup();
            for (ground, piece) in pieces {
                let Some(plane) = world.plane(ground) else { continue };
                draft.slopes.push(Slope {
                    triangle: piece.map(at),
                    part: plan.map(at),
                    height: plane.in_metres(&world.lattice),
                    is_whole: world.is_bridge(ground),
                });
            }
            for side in 3 * triangle..3 * triangle + 3 {
                let [a, b] = sheet.ends(side);
                match sheet.links[side as usize].map(|beyond| (beyond, layering.layers[beyond as usize / 3])) {
                    Some((_, there)) if there == Some(layer) => {}
                    Some((beyond, Some(there))) if side < beyond => {
                        seams.push(Seam::new([layer, there], at(a), at(b)));
                    }
                    Some((_, Some(_))) => {}
                    _ => {
                        let cell =
                            under.iter().find(|&&cell| (3 * cell..3 * cell + 3).any(|s| cells.ends(s) == [a, b]));
                        let ground = cell.map(|&cell| cells.grounds[cell as usize]);
                        let z = ground.map(|ground| [a, b].map(|p| world.height(ground, steps(p))));
                        draft.borders.push(Border { ends: [a, b], z });
                    }
                }
            }
        }
        for draft in &mut drafts {
            let walls = walls(&draft.borders, world.walker.step);
            draft.walls = walls.into_iter().map(|[a, b]| Outline::polyline([at(a), at(b)])).collect();
        }
        for (layer, floor) in floors(sheet, layering) {
            let mut rings = floor.into_iter().map(|ring| ring.into_iter().map(at).collect::<Vec<Point>>());
            let exterior = rings.next().unwrap_or_default();
            drafts[usize::from(layer)].floors.push(Outline::Polygon { exterior, holes: rings.collect() });
        }
        Levels { layers: drafts.into_iter().map(Draft::layer).collect(), seams }
    }

    /// The map; seams that it refuses are closed, and counted.
    pub(crate) fn build(mut self, world: &World<'_>) -> Result<(LayeredMap, usize), BadLayers> {
        let mut closed = 0;
        self.remove_thin(&world.lattice);
        loop {
            match LayeredMap::build_on(world.lattice, &self.layers, &self.seams) {
                Err(BadLayers::Seam { seam, .. }) if seam.index() < self.seams.len() => {
                    self.seams.remove(seam.index());
                    closed += 1;
                }
                // So thin that rounding leaves nothing of it.
                Err(BadLayers::Layer { layer, reason: BadMap::Floor { index, reason: BadOutline::NoArea } })
                    if index < self.layers[layer.index()].floors.len()
                        && self.layers[layer.index()].floors.len() + self.layers.len() > 2 =>
                {
                    self.layers[layer.index()].floors.remove(index);
                    if self.layers[layer.index()].floors.is_empty() {
                        self.remove_layer(layer);
                    }
                }
                Err(reason) => return Err(reason),
                Ok(map) => return Ok((map, closed)),
            }
        }
    }
}

impl Levels {
    /// Removes the floors that are so thin that rounding leaves nothing of them, but for the last one.
    fn remove_thin(&mut self, lattice: &Lattice) {
        for number in (0..self.layers.len()).rev() {
            let is_wide = are_wide(lattice, &self.layers[number].floors);
            let mut is_kept = is_wide.iter().copied();
            if is_wide.contains(&true) {
                self.layers[number].floors.retain(|_| is_kept.next().unwrap_or(true));
            } else if self.layers.len() > 1 {
                self.remove_layer(LayerId::new(number as u16));
            }
        }
    }

    /// Removes a layer with its seams; those above get the next smaller numbers.
    fn remove_layer(&mut self, layer: LayerId) {
        self.layers.remove(layer.index());
        self.seams.retain(|seam| !seam.layers.contains(&layer));
        for other in self.seams.iter_mut().flat_map(|seam| &mut seam.layers).filter(|other| **other > layer) {
            *other = LayerId::new(other.index() as u16 - 1);
        }
    }
}

/// By floor: whether it has an area, once all of them are rounded together.
fn are_wide(lattice: &Lattice, floors: &[Outline]) -> Vec<bool> {
    let (mut loops, mut outlines) = (Loops::default(), Vec::new());
    for floor in floors {
        let first = loops.chains().len();
        // What cannot be added is refused when the map is built.
        let _ = loops.add(floor, lattice);
        outlines.push(first..loops.chains().len());
    }
    let map = Map::of_outlines(*lattice, &loops, &outlines);
    let mut is_wide = vec![false; floors.len()];
    map.faces().flat_map(|f| map.shapes_over(f)).for_each(|floor| is_wide[floor as usize] = true);
    is_wide
}

/// The connected floors of all layers: the ring around each, and those around its holes.
fn floors(sheet: &Sheet, layering: &Layering) -> Vec<(u16, Vec<Vec<LatticePoint>>)> {
    let layer = |side: u32| layering.layers[side as usize / 3];
    let within = |side: u32| sheet.links[side as usize].filter(|&beyond| layer(beyond) == layer(side));
    let mut is_seen = vec![false; sheet.vertices.len()];
    let mut is_traced = vec![false; sheet.links.len()];
    let mut floors = Vec::new();
    for first in sheet.triangles() {
        let Some(number) = layering.layers[first as usize] else { continue };
        if std::mem::replace(&mut is_seen[first as usize], true) {
            continue;
        }
        let (mut part, mut at) = (vec![first], 0);
        while let Some(&triangle) = part.get(at) {
            at += 1;
            for other in (3 * triangle..3 * triangle + 3).filter_map(within).map(|side| side / 3) {
                if !std::mem::replace(&mut is_seen[other as usize], true) {
                    part.push(other);
                }
            }
        }
        let mut rings: Vec<Vec<LatticePoint>> = Vec::new();
        for start in part.into_iter().flat_map(|triangle| 3 * triangle..3 * triangle + 3) {
            let (mut side, mut ring) = (start, Vec::new());
            while within(side).is_none() && !std::mem::replace(&mut is_traced[side as usize], true) {
                ring.push(sheet.ends(side)[0]);
                side = next(side);
                while let Some(beyond) = within(side) {
                    side = next(beyond);
                }
            }
            if !ring.is_empty() {
                rings.push(ring);
            }
        }
        // Counter-clockwise around the floor, clockwise around its holes.
        rings.sort_by_key(|ring| -twice_area(ring));
        floors.push((number, rings));
    }
    floors
}

/// A layer in the making.
#[derive(Default)]
struct Draft {
    floors: Vec<Outline>,
    walls: Vec<Outline>,
    slopes: Vec<Slope>,
    borders: Vec<Border>,
}

/// A side of a floor that joins nothing, and how high its ends are, if that is known.
struct Border {
    ends: [LatticePoint; 2],
    z: Option<[f64; 2]>,
}

/// The borders of a layer that stay walls when its floors are united: those that two floors have in common, and those of floors a step or
/// more apart in height between which rounding may leave nothing.
fn walls(borders: &[Border], step: f64) -> Vec<[LatticePoint; 2]> {
    let plan = |b: &Border| Box3::of(b.ends.map(|p| [f64::from(p.x), f64::from(p.y), 0.0]));
    let tree = Hierarchy::of(borders.iter().map(plan).collect());
    let is_wall = |number: u32, border: &Border| {
        let mut is_wall = false;
        tree.meeting(&plan(border).grown([APART, APART, 0.0]), |other| {
            let [a, b] = border.ends;
            let beside = &borders[other as usize];
            let is_common = beside.ends == [a, b] || beside.ends == [b, a];
            is_wall |= other != number
                && (is_common || comes_near(border.ends, beside.ends) && are_apart([border, beside], step));
        });
        is_wall
    };
    (0..).zip(borders).filter(|&(number, border)| is_wall(number, border)).map(|(_, border)| border.ends).collect()
}

/// Whether two borders that come near each other are more than a step apart in height, as far as is known.
fn are_apart(borders: [&Border; 2], step: f64) -> bool {
    let high = |b: &Border, p: LatticePoint| {
        let ([p, from, to], [start, end]) = ([p, b.ends[0], b.ends[1]].map(steps), b.z?);
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let t = ((p[0] - from[0]) * dx + (p[1] - from[1]) * dy) / (dx * dx + dy * dy);
        Some(start + t.clamp(0.0, 1.0) * (end - start))
    };
    let [one, other] = borders;
    let ends = || [(one, other), (other, one)].into_iter().flat_map(|(b, beside)| b.ends.map(|p| (p, beside)));
    let is_far = |p: LatticePoint| high(one, p).zip(high(other, p)).is_none_or(|(a, b)| (a - b).abs() > step);
    // Lines that cross may have no end nearby.
    let is_there = |beside: &Border, p: LatticePoint| is_near(p, beside.ends);
    let any_near = ends().any(|(p, beside)| is_there(beside, p));
    ends().any(|(p, beside)| (!any_near || is_there(beside, p)) && is_far(p))
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
