//! A field on the squares of an adaptive grid, found on a device.

use crate::device::Device;
use crate::error::GpuError;
use crate::field::GpuWork;
use crate::packed::Packed;
use crate::wave::{Edit, PARKED, RAISED, WAKE, Wave};
use navigant_field::internals::AdaptiveFieldInternals as _;
use navigant_field::{AdaptiveField, BadMapField};
use navigant_mesh::{Map, Point};

/// An [`AdaptiveField`] whose costs are found and repaired on a device, with the same bits: for worlds that a uniform grid cannot hold.
///
/// The tree of squares follows the map on the CPU, where its edits are; the costs are found on the device and read back, so that paths and
/// headings are asked of [`field`](Self::field) without waiting for it. When the device is lost, the CPU goes on.
///
/// Memory on the device: 28 bytes a square and 8 an edge, with a quarter more for what comes; when that is full, it is begun again with more.
///
/// ```
/// use navigant_gpu::{Device, GpuAdaptiveField, GpuError};
/// use navigant_mesh::{Map, Outline};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [400.0, 200.0]))?;
/// let device = match Device::first() {
///     Ok(device) => device,
///     // Not every machine has one; `AdaptiveField` finds the same costs.
///     Err(GpuError::NoDevice) => return Ok(()),
///     Err(error) => return Err(error.into()),
/// };
/// let mut field = GpuAdaptiveField::of(&device, &map, 0.5, 0.3, &[[380.0, 100.0].into()])?;
/// let before = field.field().distance(&map, [20.0, 100.0]);
/// map.insert(&Outline::rectangle([190.0, 40.0], [210.0, 160.0]))?;
/// field.follow(&map)?;
/// assert!(field.field().distance(&map, [20.0, 100.0]) > before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GpuAdaptiveField {
    /// Has the squares, and the costs as they were found last.
    cpu: AdaptiveField,
    device: Device,
    on_device: Option<(Packed, Wave)>,
    /// Why there is no device any more.
    lost: Option<String>,
}

impl GpuAdaptiveField {
    /// The field over a map as it is now: see [`AdaptiveField::of`].
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] if the squares do not fit on the device, [`GpuError::Map`] as [`AdaptiveField::of`]. A lost device is no error.
    pub fn of(
        device: &Device,
        map: &Map,
        cell: f64,
        radius: f64,
        goals: &[Point],
    ) -> Result<GpuAdaptiveField, GpuError> {
        let cpu = AdaptiveField::unsolved(map, cell, radius, goals)?;
        let on_device = Some(Packed::new(device, &cpu)?);
        let mut field = GpuAdaptiveField { cpu, device: device.clone(), on_device, lost: None };
        match field.compute() {
            Ok(fits) => field.checked(fits)?,
            Err(lost) => field.with_cpu(&lost)?,
        }
        Ok(field)
    }

    /// Catches up with the edits of the map: see [`AdaptiveField::follow`].
    ///
    /// # Errors
    /// [`BadMapField::TooFar`].
    pub fn follow(&mut self, map: &Map) -> Result<(), BadMapField> {
        if self.on_device.is_none() {
            return self.cpu.follow(map).map(drop);
        }
        let touched = self.cpu.follow_unsolved(map);
        match self.repair(&touched) {
            Ok(fits) => self.checked(fits),
            Err(lost) => self.with_cpu(&lost),
        }
    }

    /// The field with the costs as they are after the last edits that it has followed.
    pub fn field(&self) -> &AdaptiveField {
        &self.cpu
    }

    /// Why the CPU has taken over, if it has.
    pub fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// What was asked of the device so far; tiles are squares here.
    pub fn work(&mut self) -> GpuWork {
        self.on_device.as_mut().map_or_else(GpuWork::default, |(_, wave)| wave.work())
    }

    /// Finds all costs from the goals; whether all of them fit.
    fn compute(&mut self) -> Result<bool, GpuError> {
        let (_, wave) = self.on_device.as_mut().ok_or(GpuError::NoDevice)?;
        let goals = self.cpu.goal_slots();
        wave.clear();
        let costs = goals.iter().map(|&goal| [goal, 0]).collect();
        wave.edit(&Edit { words: Vec::new(), costs, parts: goals }, PARKED);
        let sight = wave.relax(PARKED, &[], |_| None)?;
        self.cpu.take_costs(&wave.all_costs()?);
        Ok(sight.counts[0] == 0)
    }

    /// Restores the costs after some squares and their edges have changed; whether all of them fit.
    fn repair(&mut self, touched: &[u32]) -> Result<bool, GpuError> {
        let (packed, wave) = self.on_device.as_mut().ok_or(GpuError::NoDevice)?;
        let cpu = &mut self.cpu;
        let words: Option<Vec<_>> = touched.iter().map(|&slot| packed.put(cpu, slot)).collect();
        let Some(words) = words else {
            self.on_device = Some(Packed::new(&self.device, cpu)?);
            return self.compute();
        };
        let is_touched = |goal: &u32| touched.binary_search(goal).is_ok();
        let costs = cpu.goal_slots().into_iter().filter(is_touched).map(|goal| [goal, 0]).collect();
        let edit = Edit { words: words.into_iter().flatten().collect(), costs, parts: touched.to_vec() };
        wave.edit(&edit, RAISED | WAKE);
        match wave.repair()? {
            None => self.compute(),
            Some(sight) => {
                cpu.take_costs(&wave.all_costs()?);
                Ok(sight.counts[0] == 0)
            }
        }
    }

    /// Where the device has seen a cost that may not fit, the CPU looks which and whether.
    fn checked(&mut self, fits: bool) -> Result<(), BadMapField> {
        if fits { Ok(()) } else { self.cpu.solve().map(drop) }
    }

    /// Goes on without the device.
    fn with_cpu(&mut self, lost: &GpuError) -> Result<(), BadMapField> {
        self.on_device = None;
        self.lost = Some(lost.to_string());
        self.cpu.solve().map(drop)
    }
}
