//! Layers: parts of the sheet that do not lie over themselves in plan.
//!
//! A part grows over joins until the next triangle would lie over it. Parts are put into the first layer where nothing is in their place. The
//! sides between layers are the seams; where a seam comes too near to another border of a layer, a triangle beside it moves elsewhere.

use crate::cells::Side;
use crate::overlap::{Triangle, overlap};
use crate::sheet::Sheet;
use crate::tuning::{APART, MAX_MOVES, OVERLAP_CELLS};
use navigant_geometry::internals::{LatticePoint, Segment, distance_to_segment, orient};
use navigant_geometry::{Lattice, Point};
use std::collections::{BTreeMap, VecDeque};

/// Which triangle is in which layer.
pub(crate) struct Layering {
    /// By triangle of the sheet.
    pub(crate) layers: Vec<Option<u16>>,
    pub(crate) count: u16,
    /// Sides whose seam had to be closed.
    pub(crate) closed: usize,
}

/// A uniform grid of triangles or sides over the plan.
#[derive(Clone, Default)]
struct Grid(BTreeMap<(i64, i64), Vec<u32>>);

impl Grid {
    fn cells(points: &[LatticePoint], grown: i64) -> impl Iterator<Item = (i64, i64)> + use<> {
        let size = 2 * i64::from(Lattice::REACH) / OVERLAP_CELLS + 1;
        let range = |of: fn(&LatticePoint) -> i64| {
            let (low, high) = (points.iter().map(of).min().unwrap_or(0), points.iter().map(of).max().unwrap_or(0));
            (low - grown).div_euclid(size)..=(high + grown).div_euclid(size)
        };
        let (columns, rows) = (range(|p| i64::from(p.x)), range(|p| i64::from(p.y)));
        columns.flat_map(move |column| rows.clone().map(move |row| (column, row)))
    }

    fn add(&mut self, number: u32, points: &[LatticePoint]) {
        Grid::cells(points, 0).for_each(|cell| self.0.entry(cell).or_default().push(number));
    }

    fn remove(&mut self, number: u32, points: &[LatticePoint]) {
        for cell in Grid::cells(points, 0) {
            self.0.entry(cell).or_default().retain(|&other| other != number);
        }
    }

    fn any(&self, points: &[LatticePoint], grown: i64, mut holds: impl FnMut(u32) -> bool) -> bool {
        Grid::cells(points, grown).filter_map(|cell| self.0.get(&cell)).flatten().any(|&number| holds(number))
    }
}

fn covers(grid: &Grid, sheet: &Sheet, plan: &Triangle) -> bool {
    grid.any(plan, 0, |other| overlap(&sheet.corners(other), plan))
}

/// Triangles that stay together: a side with a corner of a triangle beside it that comes near it can be no seam.
struct Clusters {
    /// By triangle.
    of: Vec<u32>,
    members: Vec<Vec<u32>>,
}

impl Clusters {
    fn of(sheet: &Sheet) -> Clusters {
        let is_thin = |side: Side| {
            let ([a, b], [p, q, r]) = (sheet.ends(side), sheet.corners(side / 3));
            let opposite = [p, q, r][(side as usize % 3 + 2) % 3];
            is_near(opposite, [a, b]) || is_near(a, [b, opposite]) || is_near(b, [a, opposite])
        };
        let mut clusters = Clusters { of: vec![0; sheet.vertices.len()], members: Vec::new() };
        let mut is_seen = vec![false; sheet.vertices.len()];
        for first in sheet.triangles() {
            if std::mem::replace(&mut is_seen[first as usize], true) {
                continue;
            }
            let (mut members, mut at) = (vec![first], 0);
            while let Some(&triangle) = members.get(at) {
                at += 1;
                clusters.of[triangle as usize] = clusters.members.len() as u32;
                for side in 3 * triangle..3 * triangle + 3 {
                    let Some(beyond) = sheet.links[side as usize] else { continue };
                    let lies_over = |plan: Triangle| members.iter().any(|&other| overlap(&sheet.corners(other), &plan));
                    let stays = !is_seen[beyond as usize / 3] && (is_thin(side) || is_thin(beyond));
                    if stays && !lies_over(sheet.corners(beyond / 3)) {
                        is_seen[beyond as usize / 3] = true;
                        members.push(beyond / 3);
                    }
                }
            }
            clusters.members.push(members);
        }
        clusters
    }

    /// The triangles that stay with one, itself included.
    fn with(&self, triangle: u32) -> &[u32] {
        &self.members[self.of[triangle as usize] as usize]
    }
}

/// The layers of a sheet; links over seams that no layering can have are cut.
pub(crate) fn layering(sheet: &mut Sheet) -> Layering {
    let mut layers: Vec<Option<u16>> = vec![None; sheet.vertices.len()];
    let mut grids: Vec<Grid> = Vec::new();
    let clusters = Clusters::of(sheet);
    for part in parts(sheet, &clusters) {
        let has_room = |grid: &Grid| !part.iter().any(|&triangle| covers(grid, sheet, &sheet.corners(triangle)));
        let place = grids.iter().position(has_room).unwrap_or(grids.len());
        if place == grids.len() {
            grids.push(Grid::default());
        }
        for triangle in part {
            grids[place].add(triangle, &sheet.corners(triangle));
            layers[triangle as usize] = Some(place as u16);
        }
    }
    let closed = part_from_borders(sheet, &clusters, &mut layers, &mut grids);
    // Layers from which all has moved are left out.
    let mut used: Vec<u16> = sheet.triangles().filter_map(|triangle| layers[triangle as usize]).collect();
    used.sort_unstable();
    used.dedup();
    for layer in &mut layers {
        *layer = layer.and_then(|layer| used.binary_search(&layer).ok()).map(|layer| layer as u16);
    }
    Layering { layers, count: used.len() as u16, closed }
}

/// Connected parts that do not lie over themselves, the largest component first.
fn parts(sheet: &Sheet, clusters: &Clusters) -> Vec<Vec<u32>> {
    let area = |triangle: u32| {
        let [a, b, c] = sheet.corners(triangle);
        orient(a, b, c)
    };
    let mut is_seen = vec![false; sheet.vertices.len()];
    let mut components: Vec<(i64, Vec<u32>)> = Vec::new();
    for first in sheet.triangles() {
        if std::mem::replace(&mut is_seen[first as usize], true) {
            continue;
        }
        let mut component = vec![first];
        let mut at = 0;
        while let Some(&triangle) = component.get(at) {
            at += 1;
            for other in sheet.links[3 * triangle as usize..][..3].iter().flatten().map(|side| side / 3) {
                if !std::mem::replace(&mut is_seen[other as usize], true) {
                    component.push(other);
                }
            }
        }
        component.sort_by_key(|&triangle| (-area(triangle), triangle));
        components.push((component.iter().map(|&triangle| area(triangle)).sum(), component));
    }
    components.sort_by_key(|(area, component)| (-area, component[0]));
    let mut is_taken = vec![false; sheet.vertices.len()];
    let mut parts = Vec::new();
    for seed in components.into_iter().flat_map(|(_, component)| component) {
        if is_taken[seed as usize] {
            continue;
        }
        let (mut grid, mut part, mut open) = (Grid::default(), Vec::new(), VecDeque::from([seed]));
        while let Some(triangle) = open.pop_front() {
            let together = clusters.with(triangle);
            if is_taken[triangle as usize] || together.iter().any(|&t| covers(&grid, sheet, &sheet.corners(t))) {
                continue;
            }
            for &triangle in together {
                is_taken[triangle as usize] = true;
                grid.add(triangle, &sheet.corners(triangle));
                part.push(triangle);
                open.extend(sheet.links[3 * triangle as usize..][..3].iter().flatten().map(|side| side / 3));
            }
        }
        parts.push(part);
    }
    parts
}

/// Moves triangles between layers until no seam comes near another border; cuts links where that does not help, and says how many.
fn part_from_borders(
    sheet: &mut Sheet,
    clusters: &Clusters,
    layers: &mut [Option<u16>],
    grids: &mut Vec<Grid>,
) -> usize {
    let mut moves = vec![0u8; layers.len()];
    let mut closed = 0;
    let mut open: VecDeque<Side> = sheet.triangles().flat_map(|triangle| 3 * triangle..3 * triangle + 3).collect();
    while let Some(side) = open.pop_front() {
        let (triangle, Some(beyond)) = (side / 3, sheet.links[side as usize]) else { continue };
        let (here, there) = (layers[triangle as usize], layers[beyond as usize / 3]);
        let (Some(here), Some(there)) = (here, there) else { continue };
        if here == there || !is_near_border(sheet, layers, &grids[here as usize], side) {
            continue;
        }
        moves[triangle as usize] += 1;
        if moves[triangle as usize] > MAX_MOVES {
            (sheet.links[side as usize], sheet.links[beyond as usize]) = (None, None);
            closed += 1;
            continue;
        }
        // Beyond the seam if there is room, else into a layer of their own.
        let together = clusters.with(triangle);
        let has_room = |grid: &Grid| !together.iter().any(|&t| covers(grid, sheet, &sheet.corners(t)));
        let is_free = moves[triangle as usize] == 1 && has_room(&grids[usize::from(there)]);
        let place = if is_free { there } else { grids.len() as u16 };
        if usize::from(place) == grids.len() {
            grids.push(Grid::default());
        }
        for &triangle in together {
            let plan = sheet.corners(triangle);
            grids[usize::from(here)].remove(triangle, &plan);
            grids[usize::from(place)].add(triangle, &plan);
            layers[triangle as usize] = Some(place);
        }
        // Seams of both layers around them may have come near to a border.
        for layer in [here, place] {
            let mut near = Vec::new();
            for &triangle in together {
                grids[usize::from(layer)].any(&sheet.corners(triangle), APART as i64, |other| {
                    near.push(other);
                    false
                });
            }
            near.sort_unstable();
            near.dedup();
            open.extend(near.into_iter().flat_map(|other| 3 * other..3 * other + 3));
        }
    }
    closed
}

/// Whether a border of a layer comes near a side that is a seam of it, but for the ends of the side.
fn is_near_border(sheet: &Sheet, layers: &[Option<u16>], grid: &Grid, seam: Side) -> bool {
    let line = sheet.ends(seam);
    let layer = layers[seam as usize / 3];
    grid.any(&line, APART as i64, |triangle| {
        (3 * triangle..3 * triangle + 3).any(|side| {
            let is_border = sheet.links[side as usize].is_none_or(|beyond| layers[beyond as usize / 3] != layer);
            side != seam && is_border && comes_near(sheet.ends(side), line)
        })
    })
}

/// Whether a point comes nearer to a line than what rounding can move.
pub(crate) fn is_near(p: LatticePoint, [q, r]: [LatticePoint; 2]) -> bool {
    let place = |p: LatticePoint| Point::new(f64::from(p.x), f64::from(p.y));
    distance_to_segment(place(p), place(q), place(r)) < APART
}

/// Whether two lines come nearer to each other than what rounding can move, but for an end that they share.
pub(crate) fn comes_near([a, b]: [LatticePoint; 2], [c, d]: [LatticePoint; 2]) -> bool {
    let shared = |p: LatticePoint| p == c || p == d;
    match [shared(a), shared(b)] {
        [true, true] => true,
        [true, false] => is_near(b, [c, d]) || is_near(if a == c { d } else { c }, [a, b]),
        [false, true] => is_near(a, [c, d]) || is_near(if b == c { d } else { c }, [a, b]),
        [false, false] => {
            Segment::new(a, b).crossing(Segment::new(c, d)).is_some()
                || is_near(a, [c, d])
                || is_near(b, [c, d])
                || is_near(c, [a, b])
                || is_near(d, [a, b])
        }
    }
}
