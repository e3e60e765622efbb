//! Cities with constraints, and queries.

use navigant_mesh::grid::MapGrid;
use navigant_mesh::roadmap::HybridGraph;
use navigant_mesh::{Map, Outline, Point};
use navigant_planning::constraint::{Constraint, ConstraintGraph, Preposition, Shape};
use navigant_planning::internals::ConstraintGraphInternals as _;
use navigant_testing::generate::city;
use navigant_testing::rng::Rng;
use std::error::Error;

/// A city before it is built.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    name: &'static str,
    side: f64,
    corners: usize,
}

/// The cities: wide blocks, and an old town with alleys.
pub fn all() -> [Layout; 2] {
    [Layout { name: "blocks", side: 120.0, corners: 250 }, Layout { name: "old town", side: 120.0, corners: 1000 }]
}

/// A city with constraints and queries, and the three graphs over it without constraints.
pub struct Scene {
    /// Its name.
    pub name: &'static str,
    /// The map.
    pub map: Map,
    /// The length of its sides, in metres.
    pub side: f64,
    /// The constraints.
    pub constraints: Vec<Constraint>,
    /// From and to.
    pub queries: Vec<[Point; 2]>,
    /// By name.
    pub graphs: Vec<(&'static str, ConstraintGraph)>,
}

/// The size of cells and the radius of the disc that walks, in metres.
const CELL: f64 = 0.5;
const RADIUS: f64 = 0.3;

impl Scene {
    /// Builds a city.
    ///
    /// # Errors
    /// When an outline is refused.
    pub fn build(layout: Layout, queries: usize, seed: u64) -> Result<Scene, Box<dyn Error>> {
        let Layout { name, side, corners } = layout;
        let (floor, buildings) = city(seed, side, side, corners);
        let (map, _) = Map::build(&[floor], &buildings)?;
        let mut rng = Rng::new(seed ^ 0xC0);
        let constraints = (0..12).map(|i| constraint(&mut rng, side, i)).collect::<Result<Vec<_>, _>>()?;
        let shapes: Vec<&Shape> = constraints.iter().map(Constraint::shape).collect();
        let graphs = vec![
            ("dense", ConstraintGraph::dense(&map, &MapGrid::of(&map, CELL, RADIUS)?)),
            ("hybrid", ConstraintGraph::hybrid(&map, &HybridGraph::of(&map, CELL, RADIUS)?)),
            ("triangulation", ConstraintGraph::triangulation(&map, &shapes, RADIUS, CELL)?),
        ];
        let mut scene = Scene { name, map, side, constraints, queries: Vec::new(), graphs };
        for (_, graph) in &mut scene.graphs {
            for constraint in &scene.constraints {
                graph.add(constraint.clone())?;
            }
        }
        // Ends that are far from each other, walkable and not forbidden; a query that has no path on some graph is left out later.
        for _ in 0..100 * queries {
            let ends = [0; 2].map(|_| Point::new(rng.range(0.0..side), rng.range(0.0..side)));
            let is_good =
                |p: &Point| scene.map.has_room_at(*p, RADIUS) && scene.graphs[0].1.field().forbids(*p).is_none();
            if scene.queries.len() < queries && ends[0].distance(ends[1]) > side / 2.0 && ends.iter().all(is_good) {
                scene.queries.push(ends);
            }
        }
        Ok(scene)
    }
}

/// A square that repels near it, repels in it, attracts, or is forbidden.
fn constraint(rng: &mut Rng, side: f64, number: usize) -> Result<Constraint, Box<dyn Error>> {
    let (x, y, size) = (rng.range(0.0..side), rng.range(0.0..side), rng.range(2.0..14.0));
    let shape = Shape::of([&Outline::rectangle([x, y], [x + size, y + size])])?;
    Ok(match number % 6 {
        0 | 1 => Constraint::soft(Preposition::Near, shape, -6.0)?,
        2 | 3 => Constraint::soft(Preposition::In, shape, -8.0)?,
        4 => Constraint::soft(Preposition::Near, shape, 1.0)?,
        _ => Constraint::hard(shape),
    })
}
