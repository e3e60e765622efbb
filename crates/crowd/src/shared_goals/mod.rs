//! Shared goals: agents with one goal follow a field of arrival times instead of a route each (policy per goal).
//!
//! ```text
//!   map ──journal──▶ grid (one a cell size and radius) ──as it is──▶ front, in slices of counted work ──▶ flow
//!                      │ moves, at once                                     (beside the walk)               │ arrivals
//!                      └──────────────────▶ heading of an agent: gradient between four centres ◀────────────┘
//! ```
//!
//! An edit changes the moves of the grid by the next step, and makes the flows on it stale: fronts set out again, a few at a time, and take a
//! counted number of cells a step, so that a run is the same on every machine and for any number of threads. All of this happens beside the walk,
//! which looks at moves and flows as they were before. A front goes over the grid as it was when it set out. Until it is done agents follow the flow from before, and look for their way from centre to centre where that leads into
//! something new. Who cannot be led (no open cell in view, no way) is given a route of its own, as everyone else is.
//!
//! | module | what |
//! |---|---|
//! | `area` | goals that are areas |
//! | `lead` | the preferred velocity of an agent that follows a flow |
//! | `refresh` | fronts that set out when the grid or the density has changed |
//! | `density` | what dense cells cost |
//! | `saved` | shared goals in a snapshot |

mod area;
mod density;
mod lead;
mod refresh;
mod saved;

pub(crate) use lead::Led;

use crate::crowd::Crowd;
use crate::planning_state::{Answer, Bound, Event};
use crate::tuning::clip::LEEWAY;
use area::Area;
use navigant_field::internals::{Flow, March, Terrain};
use navigant_geometry::internals::{LatticeInternals as _, Offset, PointInternals as _};
use navigant_mesh::grid::BadMapGrid;
use navigant_mesh::internals::{MapGridInternals as _, MapInternals as _};
use navigant_mesh::{CellId, Map, MapGrid, Point};
use std::num::NonZeroU16;
use std::sync::Arc;

/// A goal whose agents follow one field instead of a route each: see [`Crowd::share_goal`].
///
/// Worth it where many have one goal: a step costs them a lookup of some loads, whatever comes and goes, while the field is found again beside
/// the walk. Routes are exact and lead through every gap that has room; a field leads through what cells of its size can tell, and learns of an
/// edit once its front has been everywhere.
///
/// ```
/// use navigant_crowd::{Agent, Crowd, SharedGoal, Status};
/// use navigant_mesh::{Map, Outline};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0]))?;
/// let mut crowd = Crowd::new(&map);
/// crowd.share_goal(&map, &SharedGoal::new([38.0, 10.0]))?;
/// let anna = crowd.add(&map, &Agent::new([2.0, 10.0]).with_goal([38.0, 10.0]))?;
/// map.insert(&Outline::rectangle([19.0, 2.0], [21.0, 17.0]))?;
/// let mut searches = 0;
/// for _ in 0..400 {
///     searches += crowd.step(&map, Crowd::DT)?.searches;
/// }
/// assert_eq!((crowd.agent(anna)?.status, searches), (Status::Arrived, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedGoal {
    /// The goal.
    pub goal: Point,
    /// The size of a cell, in metres; 0.5 unless told. Small cells know narrow passages and take longer.
    pub cell: f64,
    /// The largest radius of those who follow it, in metres; 0.25 unless told. Who is wider has a route of its own.
    pub radius: f64,
    /// By how much a person a square metre who stands makes a way longer, as a share of it; 0 unless told: the flow does not mind density.
    /// Who walks counts by the share of the speed it likes that it lacks.
    pub density: f64,
}

impl SharedGoal {
    /// A goal with cells of half a metre, for discs of up to 0.25 m, that does not mind density.
    pub fn new(goal: impl Into<Point>) -> SharedGoal {
        SharedGoal { goal: goal.into(), cell: 0.5, radius: 0.25, density: 0.0 }
    }

    /// The same with cells of a size, in metres.
    #[must_use]
    pub fn with_cell(self, cell: f64) -> SharedGoal {
        SharedGoal { cell, ..self }
    }

    /// The same for discs of up to a radius, in metres.
    #[must_use]
    pub fn with_radius(self, radius: f64) -> SharedGoal {
        SharedGoal { radius, ..self }
    }

    /// The same that leads around density: a person a square metre who stands makes a way longer by this share of it, 0 to 100.
    #[must_use]
    pub fn with_density(self, density: f64) -> SharedGoal {
        SharedGoal { density, ..self }
    }
}

/// Why a goal is not shared; nothing is changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadSharedGoal {
    /// The map is not the one the crowd was made for.
    OtherMap,
    /// There is no grid of such cells.
    Grid(BadMapGrid),
    /// The grid would have more cells than a crowd keeps; [`MapField`](navigant_field::MapField) holds larger ones.
    TooLarge {
        /// How many there would be.
        cells: usize,
        /// How many there may be.
        most: usize,
    },
    /// A disc has no room at the goal, or no open cell is near it.
    NoRoomAtGoal {
        /// The goal.
        goal: Point,
        /// The radius, in metres.
        radius: f64,
    },
    /// The cost of density is not a number of 0 to 100.
    Density(f64),
    /// The area has less than three corners, or one of them is not a point.
    NotAnArea,
    /// There are 65,535 shared goals already.
    TooMany,
}

impl std::fmt::Display for BadSharedGoal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadSharedGoal::OtherMap => write!(f, "the map has another lattice than the one the crowd was made for"),
            BadSharedGoal::Grid(bad) => bad.fmt(f),
            BadSharedGoal::TooLarge { cells, most } => {
                write!(f, "a field of {cells} cells; a crowd keeps fields of up to {most}: choose larger cells")
            }
            BadSharedGoal::NoRoomAtGoal { goal, radius } => write!(
                f,
                "no room for a radius of {radius} m at the goal {goal}, or no open cell near it; move it, or choose smaller cells"
            ),
            BadSharedGoal::Density(density) => write!(f, "a cost of density of {density}; it must be 0 to 100"),
            BadSharedGoal::NotAnArea => {
                write!(f, "an area has three corners or more, and numbers as their coordinates")
            }
            BadSharedGoal::TooMany => write!(f, "there are 65,535 shared goals already"),
        }
    }
}

impl std::error::Error for BadSharedGoal {}

/// The number of a shared goal, from 1.
pub(crate) type FlowId = NonZeroU16;

/// All shared goals of a crowd.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedGoals {
    /// The grids over the map, beside what is known of them.
    grids: Vec<MapGrid>,
    grounds: Vec<Ground>,
    goals: Vec<Shared>,
    /// The goal whose front may set out next.
    turn: usize,
    /// Memory of flows that were found again, for the next front: it takes long to be given pages.
    spare: Vec<Vec<f32>>,
}

/// A grid that some goals share, as agents know it.
#[derive(Clone, Debug)]
struct Ground {
    /// Cell size and radius, in metres.
    cell: f64,
    radius: f64,
    width: u32,
    height: u32,
    /// By cell: the set of directions in which a step leads from it.
    moves: Vec<u8>,
    /// The cell size in lattice steps, and the top left corner.
    size: f64,
    corner: Offset,
    /// Whether the grid may have other moves than those that were affected last.
    is_unread: bool,
}

#[derive(Clone, Debug)]
struct Shared {
    goal: SharedGoal,
    /// All of the goal, if it is more than a place.
    area: Option<Area>,
    /// Which grid.
    ground: usize,
    flow: Flow,
    /// A front on its way.
    march: Option<March>,
    /// Whether the grid has changed since the last front set out.
    is_stale: bool,
}

/// The most cells of a grid: with a front on its way they take 11 bytes each.
const MOST_CELLS: usize = 1 << 26;

impl Crowd {
    /// Lets all who are given a goal from now on follow one field to it instead of a route each. Shared twice in the same way, it is
    /// shared once.
    ///
    /// Cost: a look at every cell of a grid over the map, unless another goal has the same, and a front over all of them.
    ///
    /// # Errors
    /// [`BadSharedGoal`]; nothing is changed.
    pub fn share_goal(&mut self, map: &Map, goal: &SharedGoal) -> Result<(), BadSharedGoal> {
        if *map.lattice() != self.lattice {
            return Err(BadSharedGoal::OtherMap);
        }
        self.shared.add(map, goal, None)
    }

    /// Lets all who are given a goal in a polygon from now on follow one field to the nearest part of it, until they are there; then
    /// each walks to its own by a route. `goal` says the cells, the radius and the cost of density, and names a place of it.
    ///
    /// # Errors
    /// [`BadSharedGoal`]; nothing is changed.
    pub(crate) fn share_area(&mut self, map: &Map, corners: &[Point], goal: &SharedGoal) -> Result<(), BadSharedGoal> {
        if *map.lattice() != self.lattice {
            return Err(BadSharedGoal::OtherMap);
        }
        let area = Area::of(&self.lattice, corners).ok_or(BadSharedGoal::NotAnArea)?;
        self.shared.add(map, goal, Some(area))
    }

    /// How long the way from a place to a goal is by the field that those of a radius follow to it, in metres, with what density costs; nothing
    /// without one, or where it does not lead.
    pub(crate) fn shared_way(&self, from: Point, goal: Point, radius: f64) -> Option<f64> {
        let steps = |p: Point| {
            let [x, y] = self.lattice.steps(p);
            Offset::new(x, y)
        };
        let flow = self.shared.find((goal, steps(goal)), radius - LEEWAY * self.lattice.step())?;
        Some(self.shared.way_left(flow, steps(from))? * self.lattice.step())
    }

    /// Lets an agent that waits for a route follow a field, if its goal has one.
    pub(crate) fn lead(&mut self, slot: usize) {
        let traits = &self.columns.traits[slot];
        if self.shared.goals.is_empty() || !traits.has_goal() || self.columns.travel[slot].plan.is_stuck() {
            return;
        }
        let radius = f64::from(traits.radius) - LEEWAY * self.lattice.step();
        let [x, y] = self.lattice.steps(traits.aim_at);
        let target = Offset::new(x, y);
        let Some(flow) = self.shared.find((traits.aim_at, target), radius) else { return };
        self.happens(slot, Event::Planned(Answer::Found(Bound::default())));
        let travel = &mut self.columns.travel[slot];
        (travel.flow, travel.target) = (Some(flow), target);
    }
}

impl SharedGoals {
    fn add(&mut self, map: &Map, goal: &SharedGoal, area: Option<Area>) -> Result<(), BadSharedGoal> {
        if self.goals.iter().any(|shared| shared.goal == *goal && shared.area == area) {
            return Ok(());
        }
        if !(0.0..=100.0).contains(&goal.density) {
            return Err(BadSharedGoal::Density(goal.density));
        }
        if self.goals.len() >= usize::from(u16::MAX) {
            return Err(BadSharedGoal::TooMany);
        }
        let known = self.grounds.iter().position(|ground| ground.is_for(goal));
        let made = if known.is_none() { Some(Ground::of(map, goal)?) } else { None };
        let ground = known.map(|at| &self.grounds[at]).or(made.as_ref().map(|(_, ground)| ground));
        let no_room = BadSharedGoal::NoRoomAtGoal { goal: goal.goal, radius: goal.radius };
        let (Some(ground), Some(grid)) =
            (ground, known.map(|at| &self.grids[at]).or(made.as_ref().map(|(grid, _)| grid)))
        else {
            return Err(no_room);
        };
        let terrain = Terrain::from_parts(grid, ground.moves.clone(), Vec::new()).ok_or(no_room)?;
        let mut march = ground.front(map, (goal, area.as_ref()), terrain, Vec::new());
        march.go_on(u64::MAX);
        if march.spent() == 0 {
            return Err(no_room);
        }
        let shared = Shared {
            goal: *goal,
            area,
            ground: known.unwrap_or(self.grounds.len()),
            flow: march.into_flow(),
            march: None,
            is_stale: goal.density > 0.0,
        };
        if let Some((grid, ground)) = made {
            self.grids.push(grid);
            self.grounds.push(ground);
        }
        self.goals.push(shared);
        Ok(())
    }

    /// The shared goal at a place, which is told in steps too, for discs of a radius: of several the one for the smallest, and a place rather
    /// than an area.
    fn find(&self, (goal, steps): (Point, Offset), radius: f64) -> Option<FlowId> {
        let is_there = |shared: &Shared| match &shared.area {
            Some(area) => area.contains(steps),
            None => shared.goal.goal == goal,
        };
        let numbered = (1..).zip(&self.goals);
        let suitable = numbered.filter(|(_, shared)| radius <= shared.goal.radius && is_there(shared));
        let best = suitable.min_by(|(_, a), (_, b)| {
            a.area.is_some().cmp(&b.area.is_some()).then(a.goal.radius.total_cmp(&b.goal.radius))
        });
        best.and_then(|(number, _)| FlowId::new(number))
    }

    fn get(&self, flow: FlowId) -> Option<(&Shared, &Ground)> {
        let shared = self.goals.get(usize::from(flow.get()) - 1)?;
        Some((shared, self.grounds.get(shared.ground)?))
    }

    /// How long the way along a flow is from a place, in lattice steps.
    pub(crate) fn way_left(&self, flow: FlowId, place: Offset) -> Option<f64> {
        let (shared, ground) = self.get(flow)?;
        let near = ground.cells_around(place, 1).filter_map(|(cell, centre)| {
            Some(f64::from(shared.flow.arrival(cell)?) * ground.size + (centre - place).length())
        });
        near.min_by(f64::total_cmp)
    }

    /// How many goals there are.
    pub(crate) fn len(&self) -> usize {
        self.goals.len()
    }
}

impl Ground {
    fn of(map: &Map, goal: &SharedGoal) -> Result<(MapGrid, Ground), BadSharedGoal> {
        let cells = MapGrid::count(map, goal.cell).map_err(BadSharedGoal::Grid)?;
        if cells > MOST_CELLS {
            return Err(BadSharedGoal::TooLarge { cells, most: MOST_CELLS });
        }
        let grid = MapGrid::of(map, goal.cell, goal.radius).map_err(BadSharedGoal::Grid)?;
        let ground = Ground::on(map, &grid, grid.move_sets().to_vec());
        Ok((grid, ground))
    }

    /// A grid with the moves that agents know.
    fn on(map: &Map, grid: &MapGrid, moves: Vec<u8>) -> Ground {
        Ground {
            cell: grid.cell_size(),
            radius: grid.radius(),
            width: grid.width(),
            height: grid.height(),
            is_unread: moves != grid.move_sets(),
            moves,
            size: grid.cell_size() / map.lattice().step(),
            corner: map.steps(grid.top_left()),
        }
    }

    fn is_for(&self, goal: &SharedGoal) -> bool {
        (self.cell, self.radius) == (goal.cell, goal.radius)
    }

    /// Reads what the last edits have changed of a grid; whether that is anything.
    fn read(&mut self, grid: &MapGrid) -> bool {
        if std::mem::take(&mut self.is_unread) {
            self.moves.copy_from_slice(grid.move_sets());
            return true;
        }
        for cell in grid.affected() {
            self.moves[cell.0 as usize] = grid.move_sets()[cell.0 as usize];
        }
        !grid.affected().is_empty()
    }

    /// Columns and rows from the top left corner to a place.
    #[inline]
    fn at(&self, place: Offset) -> [f64; 2] {
        [(place.x - self.corner.x) / self.size, (self.corner.y - place.y) / self.size]
    }

    /// The centre of a cell, but for rounding.
    #[inline]
    fn centre(&self, column: i64, row: i64) -> Offset {
        let [x, y] = [column as f64 + 0.5, row as f64 + 0.5];
        Offset::new(self.corner.x + x * self.size, self.corner.y - y * self.size)
    }

    /// The cells around a place from which a step leads somewhere, up to a number of columns and rows away, with their centres.
    fn cells_around(&self, place: Offset, reach: i64) -> impl Iterator<Item = (CellId, Offset)> + '_ {
        let [x, y] = self.at(place).map(|c| c.clamp(-1e9, 1e9).floor() as i64);
        let (width, height) = (i64::from(self.width), i64::from(self.height));
        let cells =
            (y - reach..=y + reach).flat_map(move |row| (x - reach..=x + reach).map(move |column| (column, row)));
        let cells = cells.filter(move |&(x, y)| (0..width).contains(&x) && (0..height).contains(&y));
        let cells = cells.map(move |(x, y)| (CellId((y * width + x) as u32), self.centre(x, y)));
        cells.filter(|(cell, _)| self.moves[cell.0 as usize] != 0)
    }

    /// A front to a goal, over the ground as a terrain has it.
    fn front(&self, map: &Map, (goal, area): (&SharedGoal, Option<&Area>), terrain: Terrain, spare: Vec<f32>) -> March {
        match area {
            Some(area) => {
                let starts = area.starts(self, terrain.moves());
                March::begin_along(Arc::new(terrain), starts, spare)
            }
            None => March::begin(Arc::new(terrain), self.start(map, goal), spare),
        }
    }

    /// The cell that a front to a goal sets out from, and the goal in columns and rows; none while a disc has no room there.
    fn start(&self, map: &Map, goal: &SharedGoal) -> Option<(CellId, [f64; 2])> {
        let place = map.steps(goal.goal);
        if !goal.goal.is_finite() || !map.clearance_at(goal.goal).is_some_and(|clearance| clearance >= goal.radius) {
            return None;
        }
        let near = self.cells_around(place, 2).map(|(cell, centre)| ((centre - place).squared(), cell));
        let (_, cell) = near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
        Some((cell, self.at(place)))
    }
}
