//! The same fields on a GPU, beside those on the CPU.

use navigant_field::internals::AdaptiveFieldInternals as _;
use navigant_field::{AdaptiveField, CostToGoal};
use navigant_gpu::{Device, GpuAdaptiveField, GpuField};
use navigant_mesh::grid::QuadId;
use navigant_mesh::{CellId, Grid, Map, Point};
use std::sync::{Mutex, OnceLock};

/// A field on the first device that there is. Devices are shared by all threads, one field at a time.
pub(super) struct Twin {
    field: GpuField,
}

fn device() -> Result<Device, String> {
    static DEVICE: OnceLock<Mutex<Result<Device, String>>> = OnceLock::new();
    let open = || {
        let device = Device::first().map_err(|error| error.to_string());
        if let Ok(device) = &device {
            eprintln!("fields are compared on {} too", device.name());
        }
        Mutex::new(device)
    };
    DEVICE.get_or_init(open).lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
}

impl Twin {
    pub(super) fn new(grid: &Grid, goals: &[CellId]) -> Result<Twin, String> {
        Ok(Twin { field: GpuField::new(&device()?, grid, goals).map_err(text)? })
    }

    pub(super) fn restart(&mut self, grid: &Grid, goals: &[CellId]) -> Result<(), String> {
        *self = Twin::new(grid, goals)?;
        Ok(())
    }

    pub(super) fn compute(&mut self) -> Result<(), String> {
        self.field.compute().map_err(text)
    }

    pub(super) fn reach(&mut self, agents: &[CellId]) -> Result<(), String> {
        self.field.reach(agents).map_err(text)
    }

    pub(super) fn repair(&mut self, grid: &Grid, changed: &[CellId]) -> Result<(), String> {
        self.field.repair(grid, changed).map_err(text)
    }

    pub(super) fn check(&mut self, expected: &[Option<u32>], agents: &[CellId]) -> Result<(), String> {
        let bound = self.field.final_below().unwrap_or(u64::MAX);
        for ((id, &cost), found) in (0..).map(CellId).zip(expected).zip(self.field.costs()) {
            let is_right = match (found, cost) {
                (CostToGoal::Known(found), Some(cost)) => found == cost,
                (CostToGoal::Beyond, cost) => cost.is_none_or(|cost| u64::from(cost) >= bound),
                (CostToGoal::Unreachable, None) => true,
                _ => false,
            };
            if !is_right {
                return Err(format!("on the device {id:?}: {found:?}, Dijkstra says {cost:?}, final below {bound}"));
            }
        }
        if let Some(lost) = self.field.lost() {
            return Err(format!("the device was lost: {lost}"));
        }
        match self.field.costs_of(agents).iter().position(|&cost| cost == CostToGoal::Beyond) {
            Some(index) => Err(format!("on the device {:?} was to be reached and is not", agents[index])),
            None => Ok(()),
        }
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// A field over the squares of a map on the first device that there is.
pub(super) struct AdaptiveTwin {
    field: GpuAdaptiveField,
}

impl AdaptiveTwin {
    pub(super) fn new(map: &Map, cell: f64, radius: f64, goals: &[Point]) -> Result<AdaptiveTwin, String> {
        Ok(AdaptiveTwin { field: GpuAdaptiveField::of(&device()?, map, cell, radius, goals).map_err(text)? })
    }

    /// Catches up with the map, and is compared with the field on the CPU, which has followed the same edits.
    pub(super) fn follow(&mut self, map: &Map, expected: &AdaptiveField) -> Result<(), String> {
        self.field.follow(map).map_err(text)?;
        if let Some(lost) = self.field.lost() {
            return Err(format!("the device was lost: {lost}"));
        }
        let squares = (0..expected.slots() as u32).map(QuadId);
        let differs = |&id: &QuadId| self.field.field().cost(id) != expected.cost(id);
        match squares.into_iter().find(differs) {
            Some(id) => {
                let (found, known) = (self.field.field().cost(id), expected.cost(id));
                Err(format!("on the device {id:?}: {found:?}, on the CPU {known:?}"))
            }
            None => Ok(()),
        }
    }
}
