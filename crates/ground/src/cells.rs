//! Cells: the triangles of the arrangement of all grounds and cuts, once for each ground that one can stand on there, and which join.
//!
//! A ground stands where its triangle covers a face of the arrangement and none of its cuts does. Two cells with a common side join if their
//! heights there differ by at most the step, and no cut of theirs that is a line runs along it.

use crate::boxes::{Box3, Hierarchy};
use crate::bridges::Standing;
use crate::cuts::{Cuts, Line};
use crate::errors::{BadSoup, Refused};
use crate::facets::{Facet, Kind, Plane, steps};
use crate::overlap::{Triangle, holds_middle, twice_area};
use crate::soup::Walker;
use crate::tuning::FLUSH;
use navigant_geometry::internals::{LatticePoint, Loops};
use navigant_geometry::{Lattice, Role};
use navigant_mesh::Map;
use navigant_mesh::internals::{IdInternals as _, MapInternals as _};
use std::ops::Range;

/// A side of a cell: three times the number of the cell, and which of its sides.
pub(crate) type Side = u32;

/// Where one can stand, cell by cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    /// By cell: its corners in plan, counter-clockwise.
    pub(crate) triangles: Vec<Triangle>,
    /// By cell: which of the grounds it is a part of.
    pub(crate) grounds: Vec<u32>,
    /// By side, from a corner to the next: the side of the cell that it joins.
    pub(crate) links: Vec<Option<Side>>,
    /// By side: whether a wall of its own ground stands there.
    pub(crate) is_walled: Vec<bool>,
    /// Places on sides where two cells stop to join.
    pub(crate) ends_of_joins: Vec<LatticePoint>,
}

/// What cells are made of.
pub(crate) struct World<'w> {
    pub(crate) lattice: Lattice,
    pub(crate) facets: Vec<Facet>,
    /// The facets that one may stand on.
    pub(crate) grounds: Vec<u32>,
    pub(crate) cuts: Cuts,
    pub(crate) walker: &'w Walker,
    /// Points that are to be corners of cells.
    pub(crate) corners: Vec<LatticePoint>,
    /// The grounds that are bridges, and the sides with which they end over nothing.
    pub(crate) bridges: Vec<u32>,
    pub(crate) open_sides: Vec<Line>,
}

impl World<'_> {
    pub(crate) fn facet(&self, ground: u32) -> &Facet {
        &self.facets[self.grounds[ground as usize] as usize]
    }

    pub(crate) fn plane(&self, ground: u32) -> Option<Plane> {
        self.facet(ground).plane
    }

    pub(crate) fn is_bridge(&self, ground: u32) -> bool {
        self.facet(ground).kind == Kind::Bridge
    }

    pub(crate) fn height(&self, ground: u32, at: [f64; 2]) -> f64 {
        self.plane(ground).map_or(0.0, |plane| plane.at(at))
    }

    /// Adds bridges between cells; those on which one can stand nowhere are left out.
    pub(crate) fn add_bridges(
        &mut self,
        bridges: Vec<Facet>,
        cells: &Cells,
        corner: impl Fn(usize) -> [f64; 3],
    ) -> Result<(), BadSoup> {
        let (first_facet, first) = (self.facets.len() as u32, self.grounds.len() as u32);
        self.facets.extend(bridges);
        let added: Vec<u32> = (first_facet..self.facets.len() as u32).collect();
        let standing = Standing::of(self, cells);
        let under = |bridge: u32| standing.near(&self.facets[bridge as usize], self.walker);
        self.cuts.add(&self.facets, &added, self.walker, under, corner)?;
        self.grounds.extend(added);
        let is_there = |&bridge: &u32| !self.cuts.is_buried[bridge as usize];
        self.bridges = (first..self.grounds.len() as u32).filter(is_there).collect();
        self.open_sides = standing.open_sides(self);
        self.open_sides.sort_unstable();
        self.open_sides.dedup();
        Ok(())
    }

    /// All walls, each once, in increasing order.
    fn walls(&self) -> Vec<Line> {
        let mut walls: Vec<Line> = self.cuts.walls.iter().flatten().copied().collect();
        walls.sort_unstable();
        walls.dedup();
        walls
    }

    /// The arrangement: the shapes are the grounds, then the walls, then the borders of what is cut out and of bridges, and the points.
    fn arrangement(&self, walls: &[Line]) -> Map {
        let mut loops = Loops::default();
        let mut outlines: Vec<Range<usize>> = Vec::new();
        let mut add = |role: Role, chains: &mut dyn Iterator<Item = &[LatticePoint]>| {
            let first = loops.chains().len();
            chains.for_each(|points| loops.add_points(role, points.iter().copied()));
            outlines.push(first..loops.chains().len());
        };
        for ground in 0..self.grounds.len() as u32 {
            let is_there = !self.cuts.is_buried[ground as usize] && !self.is_bridge(ground);
            add(Role::Exterior, &mut is_there.then(|| &self.facet(ground).at[..]).into_iter());
        }
        walls.chunks(1).for_each(|wall| add(Role::Wall, &mut wall.iter().map(|wall| &wall[..])));
        add(Role::Wall, &mut self.cuts.borders.iter().chain(&self.open_sides).map(|line| &line[..]));
        add(Role::Wall, &mut self.corners.chunks(1));
        Map::of_outlines(self.lattice, &loops, &outlines)
    }

    /// All cells, and how much ground is refused.
    pub(crate) fn cells(&self, refused: &mut Refused) -> Cells {
        let walls = self.walls();
        let map = self.arrangement(&walls);
        let mut cells = Cells::default();
        // By face: its cells.
        let mut of_face: Vec<Range<u32>> = vec![0..0; map.face_slots()];
        let mut standing: Vec<u32> = Vec::new();
        let plan = |&bridge: &u32| Box3::of(self.facet(bridge).at.map(|p| [f64::from(p.x), f64::from(p.y), 0.0]));
        let tree = (!self.bridges.is_empty()).then(|| Hierarchy::of(self.bridges.iter().map(plan).collect()));
        let holds = |bridge: u32, corners: &Triangle| holds_middle(&self.facet(bridge).at, corners);
        for ground in (0..self.grounds.len() as u32).filter(|&ground| self.cuts.is_buried[ground as usize]) {
            self.has_room(ground, &self.facet(ground).at, refused);
        }
        for f in map.faces() {
            let corners = f.edges().map(|e| map.lattice_point(map.origin(e)));
            standing.clear();
            standing.extend(map.shapes_over(f).filter(|&shape| (shape as usize) < self.grounds.len()));
            if let Some(tree) = &tree {
                tree.meeting(&Box3::of([middle(&corners)].map(|[x, y]| [x, y, 0.0])), |bridge| {
                    standing.extend(Some(self.bridges[bridge as usize]).filter(|&bridge| holds(bridge, &corners)));
                });
            }
            self.stand(corners, &mut standing, refused);
            let first = cells.grounds.len() as u32;
            for &ground in &standing {
                cells.triangles.push(corners);
                cells.grounds.push(ground);
            }
            of_face[f.index()] = first..cells.grounds.len() as u32;
        }
        cells.links = vec![None; 3 * cells.grounds.len()];
        cells.is_walled = vec![false; 3 * cells.grounds.len()];
        let mut along: Vec<Line> = Vec::new();
        for f in map.faces().filter(|f| !of_face[f.index()].is_empty()) {
            for (side, e) in (0..).zip(f.edges()) {
                let of_walls = map.shapes_along(e).filter_map(|shape| shape.checked_sub(self.grounds.len() as u32));
                along.clear();
                along.extend(of_walls.filter_map(|wall| walls.get(wall as usize)));
                let here = of_face[f.index()].clone();
                for cell in here.clone().filter(|&cell| self.is_walled(cells.grounds[cell as usize], &along)) {
                    cells.is_walled[(3 * cell + side) as usize] = true;
                }
                let back = map.twin(e);
                let there = of_face[back.face().index()].clone();
                if e < back && !there.is_empty() {
                    let back_side = back.face().edges().iter().position(|&other| other == back).unwrap_or(0) as u32;
                    let ends = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
                    self.join(&mut cells, [(here, side), (there, back_side)], ends, &along);
                }
            }
        }
        cells
    }

    /// Whether there is room above a ground in the middle of a triangle on it; if not, its area is refused.
    fn has_room(&self, ground: u32, triangle: &Triangle, refused: &mut Refused) -> bool {
        let middle = middle(triangle);
        let z = self.height(ground, middle);
        let room = |facet: &Facet| {
            let ([low, high], over) = (facet.slab(self.walker)?, facet.plane?.at(middle) - z);
            (low < over && over < high && holds_middle(&facet.at, triangle)).then_some(over)
        };
        let above = self.cuts.above[ground as usize].iter().filter_map(|&facet| room(&self.facets[facet as usize]));
        let Some(room) = above.min_by(f64::total_cmp) else { return true };
        if !self.is_bridge(ground) {
            let area = twice_area(triangle) as f64 / 2.0 * self.lattice.step().powi(2);
            *(if room <= self.walker.step { &mut refused.covered_area } else { &mut refused.low_area }) += area;
        }
        false
    }

    /// Leaves of the grounds over a face those that one stands on: with room above them, and one of those that are flush.
    fn stand(&self, corners: Triangle, grounds: &mut Vec<u32>, refused: &mut Refused) {
        grounds.retain(|&ground| self.has_room(ground, &corners, refused));
        let middle = middle(&corners);
        // What is flush is one place: the highest, and a bridge only where nothing else is within a step. What is farther down is
        // seen through the gap, and is no part of the way over it.
        let key = |ground: u32| (self.is_bridge(ground), -self.height(ground, middle));
        grounds.sort_by(|&a, &b| key(a).0.cmp(&key(b).0).then(key(a).1.total_cmp(&key(b).1)).then(a.cmp(&b)));
        let mut kept = 0;
        for i in 0..grounds.len() {
            let z = self.height(grounds[i], middle);
            let near = if self.is_bridge(grounds[i]) { self.walker.step } else { self.walker.height - FLUSH };
            let is_near = |&other: &u32| (self.height(other, middle) - z).abs() < near;
            if !grounds[..kept].iter().any(is_near) {
                grounds[kept] = grounds[i];
                kept += 1;
            }
        }
        grounds.truncate(kept);
    }

    /// Whether one of some walls crosses a ground.
    fn is_walled(&self, ground: u32, walls: &[Line]) -> bool {
        walls.iter().any(|wall| self.cuts.walls[ground as usize].binary_search(wall).is_ok())
    }

    /// Joins the cells on both sides of an edge: each to the one that is nearest in height, if both agree.
    fn join(
        &self,
        cells: &mut Cells,
        [(here, side), (there, back_side)]: [(Range<u32>, u32); 2],
        ends: [LatticePoint; 2],
        walls: &[Line],
    ) {
        let [a, b] = ends.map(steps);
        let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
        let apart = |one: u32, other: u32, at: [f64; 2]| {
            let [one, other] = [one, other].map(|cell| cells.grounds[cell as usize]);
            if one == other { 0.0 } else { self.height(other, at) - self.height(one, at) }
        };
        let nearest = |cell: u32, others: Range<u32>| {
            others.min_by(|&x, &y| apart(cell, x, middle).abs().total_cmp(&apart(cell, y, middle).abs()))
        };
        let mut joined = Vec::new();
        for cell in here.clone() {
            let Some(other) = nearest(cell, there.clone()) else { continue };
            let is_blocked = [cell, other].into_iter().any(|c| self.is_walled(cells.grounds[c as usize], walls));
            if is_blocked || nearest(other, here.clone()) != Some(cell) {
                continue;
            }
            let [from, to] = [a, b].map(|at| apart(cell, other, at));
            for bound in [self.walker.step, -self.walker.step] {
                if (from < bound) != (to < bound) && from != to {
                    let part = (bound - from) / (to - from);
                    let at = crate::facets::rounded([a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])]);
                    if !ends.contains(&at) {
                        cells.ends_of_joins.push(at);
                    }
                }
            }
            if apart(cell, other, middle).abs() <= self.walker.step {
                joined.push((3 * cell + side, 3 * other + back_side));
            }
        }
        for (one, other) in joined {
            cells.links[one as usize] = Some(other);
            cells.links[other as usize] = Some(one);
        }
    }
}

/// The middle of a triangle, in steps.
fn middle(triangle: &Triangle) -> [f64; 2] {
    let [a, b, c] = triangle.map(steps);
    [(a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0]
}

impl Cells {
    pub(crate) fn len(&self) -> usize {
        self.grounds.len()
    }

    /// The two corners of a side.
    pub(crate) fn ends(&self, side: Side) -> [LatticePoint; 2] {
        let (cell, i) = (side as usize / 3, side as usize % 3);
        [self.triangles[cell][i], self.triangles[cell][(i + 1) % 3]]
    }

    /// By cell: the smallest cell that it is connected with.
    pub(crate) fn components(&self) -> Vec<u32> {
        let mut of = vec![None; self.len()];
        let mut stack = Vec::new();
        for first in 0..self.len() as u32 {
            if of[first as usize].is_none() {
                of[first as usize] = Some(first);
                stack.push(first);
            }
            while let Some(cell) = stack.pop() {
                for other in self.links[3 * cell as usize..][..3].iter().flatten().map(|side| side / 3) {
                    if of[other as usize].is_none() {
                        of[other as usize] = Some(first);
                        stack.push(other);
                    }
                }
            }
        }
        of.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// Only the cells for which `keeps` holds.
    pub(crate) fn retain(&mut self, keeps: impl Fn(u32) -> bool) {
        let mut number = vec![None; self.len()];
        let kept: Vec<u32> = (0..self.len() as u32).filter(|&cell| keeps(cell)).collect();
        (0..).zip(&kept).for_each(|(new, &old)| number[old as usize] = Some(new));
        let moved = |side: Side| number[side as usize / 3].map(|cell: u32| 3 * cell + side % 3);
        let sides = || kept.iter().flat_map(|&cell| [0, 1, 2].map(|i| (3 * cell + i) as usize));
        let links = sides().map(|side| self.links[side].and_then(moved)).collect();
        let is_walled = sides().map(|side| self.is_walled[side]).collect();
        let triangles = kept.iter().map(|&cell| self.triangles[cell as usize]).collect();
        let grounds = kept.iter().map(|&cell| self.grounds[cell as usize]).collect();
        *self = Cells { triangles, grounds, links, is_walled, ends_of_joins: Vec::new() };
    }
}
