//! Floors united by definition: of every rounded edge it is asked whether a floor lies on either side.

use super::rounding::{Given, segments};
use super::walls::Walls;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::{Loops, orient};
use navigant_geometry::{BadOutline, Lattice, Outline, Role};
use std::collections::BTreeMap;

/// The segments that a map is made of.
pub(super) struct Scene {
    pub(super) segments: Vec<Given>,
    /// The number of shapes, from the first on, that are floors.
    pub(super) floors: usize,
    pub(super) shapes: usize,
}

/// The segments of a scene: if floors overlap or touch, the border of their union is the first shape, and the only floor.
pub(super) fn scene<'o>(
    lattice: &Lattice,
    floors: &[Outline],
    obstacles: impl IntoIterator<Item = &'o Outline>,
) -> Result<Scene, BadOutline> {
    let loops = |outline: &Outline| Loops::from_outline(outline, lattice);
    let floors: Vec<Loops> = floors.iter().map(loops).collect::<Result<_, _>>()?;
    let obstacles: Vec<Loops> = obstacles.into_iter().map(loops).collect::<Result<_, _>>()?;
    let Some(mut all) = union(lattice, &floors) else {
        let segments = segments(floors.iter().chain(&obstacles));
        return Ok(Scene { segments, floors: floors.len(), shapes: floors.len() + obstacles.len() });
    };
    all.extend(segments(&obstacles).into_iter().map(|given| Given { shape: given.shape + 1, ..given }));
    Ok(Scene { segments: all, floors: 1, shapes: 1 + obstacles.len() })
}

/// The border of the union of floors, with the union to its left; `None` if no edge lies inside the union.
fn union(lattice: &Lattice, floors: &[Loops]) -> Option<Vec<Given>> {
    let walls = Walls::of_segments(lattice, segments(floors), floors.len(), floors.len());
    walls.iter().find(|w| !w.is_post() && w.free_left && w.free_right)?;
    let border = walls.iter().filter(|w| w.free_left != w.free_right);
    let mut ahead: BTreeMap<LatticePoint, Vec<LatticePoint>> = BTreeMap::new();
    let mut edges: Vec<(LatticePoint, LatticePoint)> =
        border.map(|w| if w.free_left { (w.a, w.b) } else { (w.b, w.a) }).collect();
    edges.iter().for_each(|&(a, b)| ahead.entry(a).or_default().push(b));
    // Where two edges, and no others, meet in a line, they are one.
    let mut straight: Vec<LatticePoint> = Vec::new();
    for &(a, b) in &edges {
        if ahead[&b].len() == 1 && orient(a, b, ahead[&b][0]) == 0 {
            straight.push(b);
        }
    }
    for p in straight {
        let before = edges.iter().position(|&(_, b)| b == p)?;
        let (start, _) = edges.swap_remove(before);
        let after = edges.iter().position(|&(a, _)| a == p)?;
        edges[after].0 = start;
    }
    Some(edges.into_iter().map(|(a, b)| Given { a, b, shape: 0, chain: 0, role: Role::Exterior }).collect())
}
