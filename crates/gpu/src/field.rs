//! A field on a device.

use crate::device::Device;
use crate::error::GpuError;
use crate::tiles::Tiles;
use crate::wave::{Edit, PARKED, RAISED, Sight, WAKE, Wave};
use navigant_field::internals::FieldInternals as _;
use navigant_field::{CostToGoal, Field, FieldError, FieldGrid};
use navigant_mesh::CellId;

/// The cost of the cheapest way from every cell to the nearest goal, found on a device: what a [`Field`] is on the CPU, with
/// the same costs to the bit.
///
/// When the device is lost, the CPU goes on: whatever was final is found again, and the call is answered. 6 bytes a cell on the
/// device, 8 on the CPU for that case.
///
/// ```
/// use navigant_field::{CostToGoal, STRAIGHT_COST};
/// use navigant_gpu::{Device, GpuError, GpuField};
/// use navigant_mesh::{CellId, Grid};
/// let grid = Grid::open(100, 100)?;
/// let device = match Device::first() {
///     Ok(device) => device,
///     // Not every machine has one; `Field` finds the same costs.
///     Err(GpuError::NoDevice) => return Ok(()),
///     Err(error) => return Err(error.into()),
/// };
/// let mut field = GpuField::new(&device, &grid, &[CellId(0)])?;
/// field.compute()?;
/// assert_eq!(field.costs_of(&[CellId(99)]), [CostToGoal::Known(99 * STRAIGHT_COST)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GpuField {
    /// Knows the cells, and takes over without a device.
    cpu: Field,
    tiles: Tiles,
    wave: Option<Wave>,
    /// Why there is no device any more.
    lost: Option<String>,
    /// Costs below this one are final; `None` when all are.
    bound: Option<u64>,
    /// Whether the wave has begun.
    has_begun: bool,
    /// The cells that a cost did not fit for.
    too_far: Option<CellId>,
}

/// What a field has asked of its device so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GpuWork {
    /// Rounds dispatched, empty ones included.
    pub rounds: u64,
    /// Tiles visited since the costs were cleared.
    pub visits: u64,
    /// Times that a tile's cells were all relaxed, since the costs were cleared.
    pub sweeps: u64,
    /// Bytes that were copied to and from the device.
    pub moved: u64,
}

const INFINITE: u32 = u32::MAX;

impl GpuField {
    /// A field to some goals, of which nothing is known yet.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] if the grid does not fit on the device, [`GpuError::Field`] as [`Field::new`].
    pub fn new(device: &Device, ground: &impl FieldGrid, goals: &[CellId]) -> Result<GpuField, GpuError> {
        let cpu = Field::new(ground, goals)?;
        let tiles = Tiles::over(cpu.size());
        let wave = Some(tiles.wave(device, &cpu)?);
        Ok(GpuField { cpu, tiles, wave, lost: None, bound: Some(0), has_begun: false, too_far: None })
    }

    /// Finds the cost of every cell, from wherever the field stands.
    ///
    /// # Errors
    /// [`FieldError::TooFar`]. A lost device is no error.
    pub fn compute(&mut self) -> Result<(), FieldError> {
        match self.try_compute() {
            Ok(()) => self.checked(),
            Err(lost) => self.with_cpu(&lost, |cpu| cpu.compute().map(drop)),
        }
    }

    /// Goes on until the costs of all agents are final, and with them all costs up to that of the farthest one.
    ///
    /// # Errors
    /// [`FieldError::OffGrid`], [`FieldError::TooFar`] as [`Field::reach`].
    pub fn reach(&mut self, agents: &[CellId]) -> Result<(), FieldError> {
        let cells = self.cpu.cells();
        if let Some(&cell) = agents.iter().find(|agent| agent.0 as usize >= cells) {
            return Err(FieldError::OffGrid { cell, cells });
        }
        let open: Vec<CellId> = agents.iter().copied().filter(|&agent| self.cpu.packed(agent) != 0).collect();
        match self.try_reach(&open) {
            Ok(()) => self.checked(),
            Err(lost) => self.with_cpu(&lost, |cpu| cpu.reach(agents).map(drop)),
        }
    }

    /// Catches up with cells that have changed, and restores all costs up to where the field was final.
    ///
    /// # Errors
    /// As [`Field::repair`].
    pub fn repair(&mut self, ground: &impl FieldGrid, changed: &[CellId]) -> Result<(), FieldError> {
        if self.wave.is_none() {
            return self.cpu.repair(ground, changed).map(drop);
        }
        let changed = self.cpu.take_over_unsolved(ground, changed)?;
        match self.try_repair(&changed) {
            Ok(()) => self.checked(),
            Err(lost) => self.with_cpu(&lost, |_| Ok(())),
        }
    }

    /// Forgets all costs.
    pub fn restart(&mut self) {
        self.cpu.restart();
        self.has_begun = false;
        self.bound = Some(0);
        self.too_far = None;
    }

    /// What is known about some cells.
    pub fn costs_of(&mut self, cells: &[CellId]) -> Vec<CostToGoal> {
        let count = self.cpu.cells();
        let asked: Vec<CellId> = cells.iter().copied().filter(|cell| (cell.0 as usize) < count).collect();
        let places = self.places(&asked);
        let found = self.on_device(|wave| wave.costs(&places));
        let Some(found) = found.filter(|_| self.has_begun) else {
            return cells.iter().map(|&cell| self.cpu.cost(cell)).collect();
        };
        let mut found = asked.iter().zip(found);
        let mut next = |cell: CellId| {
            let cost = found.next().map_or(INFINITE, |(_, cost)| cost);
            self.known(cell, cost)
        };
        let known = |&cell: &CellId| if (cell.0 as usize) < count { next(cell) } else { CostToGoal::Unreachable };
        cells.iter().map(known).collect()
    }

    /// What is known about all cells, row by row.
    pub fn costs(&mut self) -> Vec<CostToGoal> {
        let tiles = self.tiles;
        let found = self.on_device(Wave::all_costs).filter(|_| self.has_begun).map(|found| tiles.unpadded(&found));
        let cells = (0..self.cpu.cells() as u32).map(CellId);
        match found {
            Some(found) => cells.zip(found).map(|(cell, cost)| self.known(cell, cost)).collect(),
            None => cells.map(|cell| self.cpu.cost(cell)).collect(),
        }
    }

    /// The cost below which all costs are final; `None` when all are.
    pub fn final_below(&self) -> Option<u64> {
        if self.wave.is_some() { self.bound } else { self.cpu.final_below() }
    }

    /// Why the CPU has taken over, if it has.
    pub fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// What was asked of the device so far.
    pub fn work(&mut self) -> GpuWork {
        self.wave.as_mut().map_or_else(GpuWork::default, Wave::work)
    }

    fn places(&self, cells: &[CellId]) -> Vec<u32> {
        cells.iter().map(|&cell| self.tiles.place(cell)).collect()
    }

    fn known(&self, cell: CellId, cost: u32) -> CostToGoal {
        let is_open = self.cpu.packed(cell) != 0;
        match self.bound {
            Some(bound) if is_open && u64::from(cost) >= bound => CostToGoal::Beyond,
            None if cost == INFINITE && self.too_far.is_some() && is_open => CostToGoal::Beyond,
            _ if cost == INFINITE => CostToGoal::Unreachable,
            _ => CostToGoal::Known(cost),
        }
    }

    fn checked(&self) -> Result<(), FieldError> {
        self.too_far.map_or(Ok(()), |cell| Err(FieldError::TooFar { cell }))
    }

    /// The device's answer; `None` if it is lost, now or before.
    fn on_device<T>(&mut self, ask: impl FnOnce(&mut Wave) -> Result<T, GpuError>) -> Option<T> {
        match ask(self.wave.as_mut()?) {
            Ok(answer) => Some(answer),
            Err(lost) => {
                // Costs that fit now fit before: the error was told then.
                let _ = self.with_cpu(&lost, |_| Ok(()));
                None
            }
        }
    }

    /// Goes on without the device: first to where the field was.
    fn with_cpu<T>(
        &mut self,
        lost: &GpuError,
        then: impl FnOnce(&mut Field) -> Result<T, FieldError>,
    ) -> Result<T, FieldError> {
        if self.wave.take().is_some() {
            self.lost = Some(lost.to_string());
            self.cpu.restart();
            match self.bound {
                Some(bound) => self.cpu.reach_cost(bound).map(drop)?,
                None => self.cpu.compute().map(drop)?,
            }
        }
        then(&mut self.cpu)
    }

    /// The wave, begun.
    fn begun(&mut self) -> Result<&mut Wave, GpuError> {
        let grid = self.tiles;
        let wave = self.wave.as_mut().ok_or(GpuError::NoDevice)?;
        if !self.has_begun {
            let goals: Vec<CellId> = self.cpu.goals().filter(|&goal| self.cpu.packed(goal) != 0).collect();
            let costs = goals.iter().map(|&goal| [grid.place(goal), 0]).collect();
            let mut tiles: Vec<u32> = goals.iter().map(|&goal| grid.tile(goal)).collect();
            tiles.sort_unstable();
            tiles.dedup();
            wave.clear();
            wave.edit(&Edit { words: Vec::new(), costs, parts: tiles }, PARKED);
            self.has_begun = true;
        }
        Ok(wave)
    }

    fn try_compute(&mut self) -> Result<(), GpuError> {
        if self.bound.is_none() {
            return Ok(());
        }
        let wave = self.begun()?;
        wave.set_limit(INFINITE - 1);
        let sight = wave.relax(PARKED, &[], |_| None)?;
        self.bound = None;
        self.find_too_far(&sight)
    }

    fn try_reach(&mut self, agents: &[CellId]) -> Result<(), GpuError> {
        let Some(bound) = self.bound else { return Ok(()) };
        let agents = self.places(agents);
        let wave = self.begun()?;
        let farthest = |costs: &[u32]| costs.iter().copied().max().unwrap_or(0);
        if bound > 0 && u64::from(farthest(&wave.costs(&agents)?)) < bound {
            return Ok(());
        }
        wave.set_limit(INFINITE - 1);
        let mut limit = INFINITE - 1;
        let sight = wave.relax(PARKED, &agents, |costs| {
            let all_reached = farthest(costs);
            limit = limit.min(all_reached);
            (all_reached != INFINITE).then_some(limit)
        })?;
        if limit >= INFINITE - 1 {
            // The wave ended before all were reached, or in the first submission: nothing waits.
            self.bound = None;
            return self.find_too_far(&sight);
        }
        self.bound = Some(u64::from(limit) + 1);
        Ok(())
    }

    fn try_repair(&mut self, changed: &[CellId]) -> Result<(), GpuError> {
        let (cpu, bound, tiles) = (&self.cpu, self.bound, self.tiles);
        let wave = self.wave.as_mut().ok_or(GpuError::NoDevice)?;
        let mut words: Vec<u32> = changed.iter().map(|&cell| tiles.place(cell) / 2).collect();
        words.sort_unstable();
        words.dedup();
        let words = words.into_iter().map(|word| [word, tiles.word(cpu, word)]).collect();
        if !self.has_begun {
            wave.edit(&Edit { words, ..Edit::default() }, 0);
            return Ok(());
        }
        let is_new = |goal: &CellId| changed.binary_search(goal).is_ok() && cpu.packed(*goal) != 0;
        let costs = cpu.goals().filter(is_new).map(|goal| [tiles.place(goal), 0]).collect();
        let parts = tiles.near(changed);
        wave.edit(&Edit { words, costs, parts }, RAISED | WAKE);
        wave.set_limit(bound.map_or(INFINITE - 1, |bound| bound.saturating_sub(1).min(u64::from(INFINITE - 1)) as u32));
        let sight = match wave.repair()? {
            Some(sight) => sight,
            None => {
                self.has_begun = false;
                self.begun()?.relax(PARKED, &[], |_| None)?
            }
        };
        self.find_too_far(&sight)
    }

    /// Looks for a cell without a cost beside one with a cost, when the device has seen one.
    fn find_too_far(&mut self, sight: &Sight) -> Result<(), GpuError> {
        self.too_far = None;
        if sight.counts[0] != 0 && self.bound.is_none() {
            let wave = self.wave.as_mut().ok_or(GpuError::NoDevice)?;
            let costs = self.tiles.unpadded(&wave.all_costs()?);
            self.too_far = self.cpu.first_too_far(|cell| costs.get(cell.0 as usize).copied());
        }
        Ok(())
    }
}
