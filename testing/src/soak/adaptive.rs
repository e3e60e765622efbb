//! Adaptive grids and fields that follow random edits, against their definition, a rebuild, and Dijkstra.

use super::case_seed;
use super::edits::step;
use crate::generate::{coarse_soup, soup};
use crate::oracle::field::costs_on_squares;
use crate::rng::Rng;
use navigant_field::internals::AdaptiveFieldInternals as _;
use navigant_field::{AdaptiveField, CostToGoal};
use navigant_geometry::internals::LatticeInternals as _;
use navigant_geometry::{Bounds, Outline, Point};
use navigant_mesh::grid::{AdaptiveGrid, QuadId};
use navigant_mesh::internals::AdaptiveGridInternals as _;
use navigant_mesh::{Map, ObstacleId};
use std::collections::BTreeMap;

/// Times in one case that the field catches up with the map.
pub const ROUNDS_PER_CASE: u64 = 8;

/// Squares whose edges are compared with the map, in each round.
const SQUARES_COMPARED: usize = 30;

/// One case: a map, a field over it, and edits that it follows.
///
/// # Errors
/// What differs from the definition, a rebuild or Dijkstra, after which round.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(64.0, 64.0) };
    let floors = match rng.below(3) {
        0 => vec![Outline::polygon([[0.0, 0.0], [64.0, 8.0], [50.0, 64.0], [5.0, 50.0]])],
        1 => vec![Outline::rectangle([0.0, 0.0], [20.0, 64.0]), Outline::rectangle([10.0, 10.0], [24.0, 20.0])],
        _ => vec![Outline::rectangle(world.min, world.max)],
    };
    let mut map = Map::build(&floors, &[]).map_err(text)?.0;
    let stream = rng.next_u64();
    let mut outlines: Box<dyn Iterator<Item = Outline>> =
        if rng.chance(0.5) { Box::new(soup(stream, world)) } else { Box::new(coarse_soup(stream, world, 32)) };
    let mut present: Vec<(ObstacleId, Outline)> = Vec::new();
    let radius = [0.0, 0.5, 1.0, 2.0, rng.range(0.01..3.0)][rng.below(5) as usize];
    let cell = [1.0, 2.0, rng.range(0.7..4.0)][rng.below(3) as usize];
    let goals: Vec<Point> = (0..rng.between(1, 3)).filter_map(|_| goal(&mut rng, &map, cell, radius)).collect();
    if goals.is_empty() {
        return Ok(());
    }
    let threads = rng.between(1, 3) as usize;
    let mut field = AdaptiveField::of(&map, cell, radius, &goals).map_err(text)?.with_threads(threads);
    #[cfg(feature = "gpu")]
    let mut other = super::fields_gpu::AdaptiveTwin::new(&map, cell, radius, &goals)?;
    for round in 0..ROUNDS_PER_CASE {
        let wrong = |reason: String| format!("round {round}, radius {radius}, cells of {cell}, {goals:?}: {reason}");
        for _ in 0..rng.between(1, 3) {
            step(&mut rng, &mut map, &mut present, &mut *outlines, 8).map_err(wrong)?;
        }
        field.follow(&map).map_err(|error| wrong(text(error)))?;
        let grid = field.grid();
        let rebuilt = AdaptiveGrid::of(&map, cell, radius, &goals).map_err(text)?;
        if Described::of(grid) != Described::of(&rebuilt) {
            return Err(wrong("the grid differs from one built from scratch".into()));
        }
        check_definition(&mut rng, &map, grid).map_err(wrong)?;
        check_size(&mut rng, &map, grid, &goals).map_err(wrong)?;
        if round == 0 {
            check_reached(&map, grid).map_err(wrong)?;
        }
        check_costs(&field, &goals).map_err(wrong)?;
        #[cfg(feature = "gpu")]
        other.follow(&map, &field).map_err(wrong)?;
        for _ in 0..8 {
            check_path(&map, &field, Point::new(rng.range(0.0..64.0), rng.range(0.0..64.0))).map_err(wrong)?;
        }
    }
    Ok(())
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// A place where a field accepts a goal.
fn goal(rng: &mut Rng, map: &Map, cell: f64, radius: f64) -> Option<Point> {
    (0..20).find_map(|_| {
        let p = Point::new(rng.range(0.0..64.0), rng.range(0.0..64.0));
        AdaptiveField::of(map, cell, radius, &[p]).is_ok().then_some(p)
    })
}

/// A grid without the ids of its squares: boxes, and the boxes they are joined to with the distance, by their bits.
#[derive(PartialEq)]
struct Described(BTreeMap<[u64; 4], Vec<([u64; 4], u64)>>);

impl Described {
    fn of(grid: &AdaptiveGrid) -> Described {
        let name = |id: QuadId| {
            grid.bounds(id).map(|b| [b.min.x, b.min.y, b.max.x, b.max.y].map(f64::to_bits)).unwrap_or_default()
        };
        let edges = |id: QuadId| {
            let mut edges: Vec<_> = grid.edges(id).iter().map(|&(to, length)| (name(to), length.to_bits())).collect();
            edges.sort_unstable();
            edges
        };
        Described(grid.open().map(|id| (name(id), edges(id))).collect())
    }
}

/// Squares and edges are what the map says.
fn check_definition(rng: &mut Rng, map: &Map, grid: &AdaptiveGrid) -> Result<(), String> {
    let (cell, radius) = (grid.cell_size(), grid.radius());
    let open: Vec<(QuadId, Bounds)> = grid.open().filter_map(|id| Some((id, grid.bounds(id)?))).collect();
    if open.len() != grid.open_count() {
        return Err(format!("{} open squares, counted as {}", open.len(), grid.open_count()));
    }
    let sees = |a: Point, b: Point| if radius == 0.0 { map.sees(a, b) } else { map.sees_as_disc(a, b, radius) };
    for &(id, b) in &open {
        let centre = grid.centre(map, id).ok_or("no centre")?;
        if !map.has_room_at(centre, radius) {
            return Err(format!("no room at the centre of {b:?}"));
        }
        let half = 0.5 * cell;
        if b.size().0 > 1.5 * cell {
            let inside =
                Point::new(rng.range(b.min.x + half..b.max.x - half), rng.range(b.min.y + half..b.max.y - half));
            if !map.has_room_at(inside, radius) {
                return Err(format!("no room at {inside} in {b:?}"));
            }
        }
    }
    // Whatever has room at the centre of its cell is in an open square.
    let floor = map.floor_bounds().ok_or("no floor")?;
    let (width, height) = floor.size();
    for column in 0..(width / cell).ceil() as u32 {
        for row in 0..(height / cell).ceil() as u32 {
            let p =
                Point::new(floor.min.x + (f64::from(column) + 0.5) * cell, floor.min.y + (f64::from(row) + 0.5) * cell);
            let on_lattice = map.lattice().snap(p).map_or(p, |p| map.lattice().world(p));
            if map.has_room_at(on_lattice, radius) && grid.quad_at(p).is_none() {
                return Err(format!("there is room at {p} and no square"));
            }
        }
    }
    // Some squares against all.
    for _ in 0..SQUARES_COMPARED.min(open.len()) {
        let &(a, bounds) = rng.pick(&open);
        for &(b, other) in open.iter().filter(|&&(b, _)| b != a) {
            let slack = 1e-6 * cell;
            let touch = bounds.min.x <= other.max.x + slack
                && other.min.x <= bounds.max.x + slack
                && bounds.min.y <= other.max.y + slack
                && other.min.y <= bounds.max.y + slack;
            let [from, to] = [a, b].map(|id| grid.centre(map, id).unwrap_or_default());
            let is_joined = grid.edges(a).iter().any(|&(to, _)| to == b);
            if is_joined != grid.edges(b).iter().any(|&(to, _)| to == a) {
                return Err(format!("{bounds:?} and {other:?} are joined one way only"));
            }
            let by_cells = || {
                let near = |p: Point, q: Point| (p.x - q.x).abs() < 1.5 * cell && (p.y - q.y).abs() < 1.5 * cell;
                let theirs = centres_of_cells(map, other, cell);
                let pairs = centres_of_cells(map, bounds, cell).into_iter();
                let mut pairs = pairs.flat_map(|p| theirs.iter().filter(move |&&q| near(p, q)).map(move |&q| (p, q)));
                pairs.any(|(p, q)| sees(p, q))
            };
            if is_joined != (touch && (sees(from, to) || by_cells())) {
                return Err(format!("{bounds:?} and {other:?} touch: {touch}, joined: {is_joined}"));
            }
        }
    }
    Ok(())
}

/// The centres of the cells of a square along its border, as rounded to the lattice.
fn centres_of_cells(map: &Map, b: Bounds, cell: f64) -> Vec<Point> {
    let side = (b.size().0 / cell).round() as u32;
    let at = |column: u32, row: u32| {
        let p = Point::new(b.min.x + (f64::from(column) + 0.5) * cell, b.min.y + (f64::from(row) + 0.5) * cell);
        map.lattice().snap(p).map_or(p, |p| map.lattice().world(p))
    };
    let is_on_border = |column: u32, row: u32| [column, row].iter().any(|&at| at == 0 || at + 1 == side);
    let cells = (0..side).flat_map(|column| (0..side).map(move |row| (column, row)));
    cells.filter(|&(column, row)| is_on_border(column, row)).map(|(column, row)| at(column, row)).collect()
}

/// What the grid joins is what steps from cell to cell join on a uniform grid, straight and diagonal where the disc has room.
fn check_reached(map: &Map, grid: &AdaptiveGrid) -> Result<(), String> {
    let (cell, radius) = (grid.cell_size(), grid.radius());
    let floor = map.floor_bounds().ok_or("no floor")?;
    let (columns, rows) = ((floor.size().0 / cell).ceil() as i32, (floor.size().1 / cell).ceil() as i32);
    let middle = |[x, y]: [i32; 2]| {
        Point::new(floor.min.x + (f64::from(x) + 0.5) * cell, floor.min.y + (f64::from(y) + 0.5) * cell)
    };
    let on_lattice = |p: Point| map.lattice().snap(p).map_or(p, |p| map.lattice().world(p));
    let sees = |a: Point, b: Point| if radius == 0.0 { map.sees(a, b) } else { map.sees_as_disc(a, b, radius) };
    let has_room = |at: [i32; 2]| map.has_room_at(on_lattice(middle(at)), radius);
    let all = || (0..columns).flat_map(|x| (0..rows).map(move |y| [x, y])).filter(|&at| has_room(at));
    let mut by_cells = Groups(BTreeMap::new());
    for at in all() {
        for [dx, dy] in [[1, 0], [0, 1], [1, 1], [1, -1]] {
            let other = [at[0] + dx, at[1] + dy];
            if has_room(other) && sees(on_lattice(middle(at)), on_lattice(middle(other))) {
                by_cells.join(at, other);
            }
        }
    }
    let mut by_squares = Groups(BTreeMap::new());
    for id in grid.open() {
        grid.edges(id).iter().for_each(|&(to, _)| by_squares.join(id, to));
    }
    // The same groups: one to one.
    let (mut there, mut back) = (BTreeMap::new(), BTreeMap::new());
    for at in all() {
        let square = grid.quad_at(middle(at)).ok_or_else(|| format!("no square at {at:?}"))?;
        let (cells, squares) = (by_cells.first(at), by_squares.first(square));
        if *there.entry(cells).or_insert(squares) != squares || *back.entry(squares).or_insert(cells) != cells {
            return Err(format!("from {} other cells are reached than by the squares", middle(at)));
        }
    }
    Ok(())
}

/// Groups of what is joined.
struct Groups<T>(BTreeMap<T, T>);

impl<T: Copy + Ord> Groups<T> {
    /// The first of a group.
    fn first(&self, of: T) -> T {
        let parents = std::iter::successors(Some(of), |at| self.0.get(at).copied().filter(|parent| parent != at));
        parents.last().unwrap_or(of)
    }

    fn join(&mut self, a: T, b: T) {
        let (a, b) = (self.first(a), self.first(b));
        self.0.insert(a.max(b), a.min(b));
    }
}

/// Larger squares have room between the centres of their cells, and the squares of twice the size that hold them have not, unless a goal
/// divides them.
fn check_size(rng: &mut Rng, map: &Map, grid: &AdaptiveGrid, goals: &[Point]) -> Result<(), String> {
    let open: Vec<Bounds> = grid.open().filter_map(|id| grid.bounds(id)).collect();
    let (cell, origin) = (grid.cell_size(), map.floor_bounds().ok_or("no floor")?.min);
    // What rounding to the lattice may decide, in metres: eight steps.
    let undecided = 8.0 * map.lattice().step();
    for _ in 0..SQUARES_COMPARED.min(open.len()) {
        let &b = rng.pick(&open);
        let between = |b: Bounds| {
            let half = 0.5 * cell;
            Bounds { min: Point::new(b.min.x + half, b.min.y + half), max: Point::new(b.max.x - half, b.max.y - half) }
        };
        let nearest = distance_to_walls(map, between(b));
        let size = b.size().0;
        if nearest < grid.radius() - undecided {
            return Err(format!("a wall is {nearest} from {b:?}"));
        }
        let corner = |at: f64, origin: f64| origin + ((at - origin) / (2.0 * size) + 1e-6).floor() * 2.0 * size;
        let min = Point::new(corner(b.min.x, origin.x), corner(b.min.y, origin.y));
        let parent = Bounds { min, max: Point::new(min.x + 2.0 * size, min.y + 2.0 * size) };
        let is_divided_by_goal = goals.iter().any(|&goal| parent.contains(goal));
        let nearest = distance_to_walls(map, between(parent));
        if !is_divided_by_goal && nearest > grid.radius() + undecided {
            return Err(format!("{b:?} is open, and all of {parent:?}, {nearest} from the next wall, is not"));
        }
    }
    Ok(())
}

/// The distance of a box to the nearest wall of all, by ternary search along each: it is convex along a segment.
fn distance_to_walls(map: &Map, b: Bounds) -> f64 {
    let to_box = |p: Point| {
        let (x, y) = ((b.min.x - p.x).max(p.x - b.max.x).max(0.0), (b.min.y - p.y).max(p.y - b.max.y).max(0.0));
        x.hypot(y)
    };
    let along = |from: Point, to: Point| {
        let at = |t: f64| to_box(Point::new(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t));
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..100 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if at(a) <= at(b) { high = b } else { low = a }
        }
        at(0.5 * (low + high))
    };
    let faces = || map.faces().filter(|&f| map.is_free(f));
    let walls = faces().flat_map(navigant_mesh::FaceId::edges).filter(|&e| map.is_wall(e));
    let walls = walls.map(|e| along(map.point(map.origin(e)), map.point(map.origin(map.twin(e)))));
    let corners = faces().flat_map(|f| map.corners(f)).map(|v| to_box(map.point(v)));
    walls.chain(corners).fold(f64::INFINITY, f64::min)
}

fn check_costs(field: &AdaptiveField, goals: &[Point]) -> Result<(), String> {
    let grid = field.grid();
    let goals: Vec<QuadId> = goals.iter().filter_map(|&goal| grid.quad_at(goal)).collect();
    let expected = costs_on_squares(grid, &goals);
    for id in grid.open() {
        let (found, expected) = (field.cost(id), expected[id.0 as usize]);
        if found != expected.map_or(CostToGoal::Unreachable, CostToGoal::Known) {
            return Err(format!("{:?}: {found:?}, Dijkstra says {expected:?}", grid.bounds(id)));
        }
    }
    Ok(())
}

/// A path is made of legs on which the disc has room, ends at a goal, and is no longer than the way by the centres.
fn check_path(map: &Map, field: &AdaptiveField, from: Point) -> Result<(), String> {
    let path: Vec<Point> = field.path(map, from).into_iter().map(Point::from).collect();
    let Some(&end) = path.last() else { return Ok(()) };
    let grid = field.grid();
    for leg in path.windows(2) {
        if !map.sees_as_disc(leg[0], leg[1], grid.radius()) {
            return Err(format!("a leg of the path from {from} has no room: {leg:?}"));
        }
    }
    let length: f64 = path.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    let distance = field.distance(map, from).ok_or_else(|| format!("a path from {from}, and no distance"))?;
    // Each edge is rounded by half a unit.
    let rounding = grid.cell_size() / 280.0 * grid.open_count() as f64;
    if length > distance + rounding {
        return Err(format!("the path from {from} is {length} m long, by the centres it is {distance} m"));
    }
    let is_goal = grid.quad_at(end).is_some_and(|id| field.cost(id) == CostToGoal::Known(0));
    if is_goal { Ok(()) } else { Err(format!("the path from {from} ends at {end}, which is no goal")) }
}
