//! What the domains look at: the static ground, the meshes and grids over it, and who is where.

use crate::domain::{DensityField, Gait, Jump, MeshGraph, OccupiedCells};
use crate::platform::Footing;
use crate::published::{Motion, Published};
use crate::tuning::clearances::{CLEARANCE_CELL, MOST_CLEARANCE_CELLS};
use navigant_geometry::internals::LatticeInternals as _;
use navigant_geometry::{Bounds, Point};
use navigant_mesh::{BadMapGrid, Map, MapGrid, Revision};

/// The clearance at the centres of square cells: a lower bound on that of every place, at the price of a table look-up.
#[derive(Clone, Debug)]
pub struct Clearances {
    bounds: Bounds,
    width: u32,
    height: u32,
    values: Vec<f32>,
}

impl Clearances {
    /// The table of a map. Cost: a clearance for every square metre.
    pub(crate) fn of(map: &Map) -> Clearances {
        let origin = map.lattice().origin();
        let bounds = map.floor_bounds().unwrap_or(Bounds { min: origin, max: origin });
        let (width, height) = bounds.size();
        let [width, height] = [width, height].map(|extent| (extent / CLEARANCE_CELL).ceil().max(1.0));
        if width * height > MOST_CLEARANCE_CELLS {
            return Clearances { bounds, width: 0, height: 0, values: Vec::new() };
        }
        let (width, height) = (width as u32, height as u32);
        let mut table = Clearances { bounds, width, height, values: Vec::new() };
        table.values = (0..width * height)
            .map(|cell| {
                let centre = table.centre(cell % width, cell / width);
                // Rounded down, so that it stays a lower bound.
                map.clearance_at(centre).map_or(0.0, |c| (c as f32).next_down().max(0.0))
            })
            .collect();
        table
    }

    fn centre(&self, column: u32, row: u32) -> Point {
        let [x, y] = [column, row].map(|n| (f64::from(n) + 0.5) * CLEARANCE_CELL);
        Point::new(self.bounds.min.x + x, self.bounds.min.y + y)
    }

    /// Something may have come within a box: no place is clearer than its distance from there. Where something went, the old lower
    /// bounds hold still.
    fn lower(&mut self, region: Bounds) {
        for row in 0..self.height {
            for column in 0..self.width {
                let p = self.centre(column, row);
                let outside = |x: f64, low: f64, high: f64| (low - x).max(x - high).max(0.0);
                let apart = outside(p.x, region.min.x, region.max.x).hypot(outside(p.y, region.min.y, region.max.y));
                let value = &mut self.values[(row * self.width + column) as usize];
                *value = value.min((apart as f32).next_down().max(0.0));
            }
        }
    }

    /// A lower bound on the clearance at a point; 0 where nothing is known.
    fn lower_bound(&self, p: Point) -> f64 {
        let [column, row] =
            [(p.x - self.bounds.min.x) / CLEARANCE_CELL, (p.y - self.bounds.min.y) / CLEARANCE_CELL].map(f64::floor);
        if !(0.0..f64::from(self.width)).contains(&column) || !(0.0..f64::from(self.height)).contains(&row) {
            return 0.0;
        }
        let (column, row) = (column as u32, row as u32);
        let known = self.values.get((row * self.width + column) as usize).copied().unwrap_or(0.0);
        f64::from(known) - p.distance(self.centre(column, row))
    }
}

/// The ground for discs of one radius: a map, with a table of clearances in front of it; and what carries where the floor has gaps.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'m> {
    map: &'m Map,
    clearances: &'m Clearances,
    footing: &'m Footing,
    radius: f64,
}

impl<'m> Ground<'m> {
    /// The radius of the disc.
    pub(crate) fn radius(&self) -> f64 {
        self.radius
    }

    /// Whether there is a floor or a platform under the disc's centre all the time.
    pub(crate) fn carries(&self, motion: &Motion) -> bool {
        self.footing.carries(motion)
    }

    /// Whether the disc can move straight from one point to another without touching a static obstacle.
    pub fn is_free(&self, from: Point, to: Point) -> bool {
        let length = from.distance(to);
        let reach = self.clearances.lower_bound(from).max(self.clearances.lower_bound(to));
        if reach > self.radius + length {
            return true;
        }
        if length > 0.0 {
            self.map.sees_as_disc(from, to, self.radius)
        } else {
            self.map.has_room_at(from, self.radius)
        }
    }
}

/// What all domains look at, for agents of one radius and gait: the meshes and grids of Σ1–Σ4 over one map, who stands where, and
/// what bodies have published.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_planning::internals::Gait;
/// use navigant_planning::internals::World;
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
/// // Discs of 0.25 m, cells of 0.5 m.
/// let mut world = World::of(&map, 0.25, 0.5, Gait::walk())?;
/// let (from, to) = ([5.0, 3.0].into(), [15.0, 3.0].into());
/// assert!(world.ground(&map).is_free(from, to));
/// map.insert(&Outline::rectangle([9.0, 0.0], [11.0, 6.0]))?;
/// assert!(world.follow(&map) && !world.ground(&map).is_free(from, to));
/// assert!(!world.follow(&map), "nothing has changed since");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct World {
    /// The agents' radius in metres.
    pub radius: f64,
    /// The agents' velocities in Σ4.
    pub gait: Gait,
    /// The static mesh of Σ1 and Σ2.
    pub mesh: MeshGraph,
    /// The density of Σ2.
    pub density: DensityField,
    /// The grid of Σ3.
    pub grid: MapGrid,
    /// Who stands where now, for Σ3.
    pub occupied: OccupiedCells,
    /// What bodies have published, for Σ4.
    pub published: Published,
    /// Gaps in the floor and platforms over them, for Σ4.
    pub footing: Footing,
    clearances: Clearances,
    revision: Revision,
}

impl World {
    /// The world over a map, for discs of a radius and cells of a size in Σ3, both in metres.
    ///
    /// # Errors
    /// [`BadMapGrid`] when radius or size are none.
    pub fn of(map: &Map, radius: f64, cell: f64, gait: Gait) -> Result<World, BadMapGrid> {
        let grid = MapGrid::of(map, cell, radius)?;
        let mesh = MeshGraph::of(map, radius, &[]);
        let (density, occupied) = (DensityField::new(&mesh), OccupiedCells::new(&grid));
        let (clearances, published, revision) = (Clearances::of(map), Published::default(), map.revision());
        let footing = Footing::default();
        Ok(World { radius, gait, mesh, density, grid, occupied, published, footing, clearances, revision })
    }

    /// Other jumps in Σ1 and Σ2, in place of those before: long transitions between places, each one way. The density has to be counted again.
    /// Jumps that begin or end in no free triangle, or whose factor is none, are left out, until an edit of the map frees them.
    pub fn set_jumps(&mut self, map: &Map, jumps: &[Jump]) {
        self.mesh = MeshGraph::of(map, self.radius, jumps);
        self.density = DensityField::new(&self.mesh);
    }

    /// Catches up with the edits of the map; says whether there were any.
    pub fn follow(&mut self, map: &Map) -> bool {
        if self.revision == map.revision() {
            return false;
        }
        self.grid.follow(map);
        self.mesh = MeshGraph::of(map, self.radius, self.mesh.jumps());
        match map.changes_since(self.revision) {
            Ok(changes) => {
                for change in changes {
                    let nudged = change.nudged.iter().filter_map(|wall| Bounds::of([wall.from, wall.to]));
                    change.region.into_iter().chain(nudged).for_each(|region| self.clearances.lower(region));
                }
            }
            Err(_) => self.clearances = Clearances::of(map),
        }
        self.revision = map.revision();
        true
    }

    /// The ground as Σ4 sees it.
    pub fn ground<'m>(&'m self, map: &'m Map) -> Ground<'m> {
        Ground { map, clearances: &self.clearances, footing: &self.footing, radius: self.radius }
    }
}
