//! One field, on threads of the CPU or on a device.

use navigant_field::internals::FieldInternals as _;
use navigant_field::{CostToGoal, Field, FieldError};
use navigant_mesh::{CellId, Grid};
use std::error::Error;

#[cfg(feature = "gpu")]
pub(super) use navigant_gpu::Device;
#[cfg(not(feature = "gpu"))]
pub(super) enum Device {}

/// The device, if one is asked for.
#[cfg(feature = "gpu")]
pub(super) fn device(is_wanted: bool) -> Result<Option<Device>, Box<dyn Error>> {
    Ok(if is_wanted { Some(Device::first()?) } else { None })
}

#[cfg(not(feature = "gpu"))]
pub(super) fn device(is_wanted: bool) -> Result<Option<Device>, Box<dyn Error>> {
    if is_wanted {
        return Err("this program was built without GPUs: build it with --features gpu".into());
    }
    Ok(None)
}

/// A word on which device is used.
pub(super) fn describe(device: Option<&Device>) -> String {
    match device {
        #[cfg(feature = "gpu")]
        Some(device) => format!("GPU: {}", device.name()),
        #[cfg(not(feature = "gpu"))]
        Some(_) => String::new(),
        None => "no GPU".into(),
    }
}

/// A field and who finds it.
pub(super) enum Solver {
    Cpu {
        field: Box<Field>,
        threads: usize,
    },
    #[cfg(feature = "gpu")]
    Gpu(Box<navigant_gpu::GpuField>),
}

/// All solvers on a grid, one after the other.
pub(super) fn all<'a>(
    grid: &'a Grid,
    goal: CellId,
    threads: &'a [usize],
    device: Option<&'a Device>,
) -> Result<impl Iterator<Item = Solver> + use<'a>, Box<dyn Error>> {
    let cpu = threads.iter().map(move |&threads| {
        let field = Field::new(grid, &[goal]).map(|field| field.with_threads(threads));
        field.map(|field| Solver::Cpu { field: Box::new(field), threads }).map_err(|e| e.to_string())
    });
    #[cfg(feature = "gpu")]
    let gpu = device.map(move |device| {
        let field = navigant_gpu::GpuField::new(device, grid, &[goal]);
        field.map(|field| Solver::Gpu(Box::new(field))).map_err(|e| e.to_string())
    });
    #[cfg(not(feature = "gpu"))]
    let gpu = device.map(|_| Err(String::new()));
    // A grid that does not fit is said to, and left out.
    Ok(cpu.chain(gpu).filter_map(|solver| solver.inspect_err(|error| eprintln!("left out: {error}")).ok()))
}

impl Solver {
    pub(super) fn name(&self) -> String {
        match self {
            Solver::Cpu { threads, .. } => format!("{threads} threads"),
            #[cfg(feature = "gpu")]
            Solver::Gpu(_) => "GPU".into(),
        }
    }

    pub(super) fn restart(&mut self) {
        match self {
            Solver::Cpu { field, .. } => field.restart(),
            #[cfg(feature = "gpu")]
            Solver::Gpu(field) => field.restart(),
        }
    }

    pub(super) fn compute(&mut self) -> Result<(), FieldError> {
        match self {
            Solver::Cpu { field, .. } => field.compute().map(drop),
            #[cfg(feature = "gpu")]
            Solver::Gpu(field) => field.compute(),
        }
    }

    pub(super) fn reach(&mut self, agents: &[CellId]) -> Result<(), FieldError> {
        match self {
            Solver::Cpu { field, .. } => field.reach(agents).map(drop),
            #[cfg(feature = "gpu")]
            Solver::Gpu(field) => field.reach(agents),
        }
    }

    pub(super) fn repair(&mut self, grid: &Grid, changed: &[CellId]) -> Result<(), FieldError> {
        match self {
            Solver::Cpu { field, .. } => field.repair(grid, changed).map(drop),
            #[cfg(feature = "gpu")]
            Solver::Gpu(field) => field.repair(grid, changed),
        }
    }

    pub(super) fn costs(&mut self) -> Vec<CostToGoal> {
        match self {
            Solver::Cpu { field, .. } => (0..field.cells() as u32).map(|id| field.cost(CellId(id))).collect(),
            #[cfg(feature = "gpu")]
            Solver::Gpu(field) => field.costs(),
        }
    }

    /// A number that differs for other costs, nearly surely (FNV-1a).
    pub(super) fn hash(&mut self) -> u64 {
        let word = |cost: CostToGoal| match cost {
            CostToGoal::Known(cost) => u64::from(cost),
            CostToGoal::Beyond => 1 << 32,
            CostToGoal::Unreachable => 2 << 32,
        };
        let step = |hash: u64, cost| (hash ^ word(cost)).wrapping_mul(0x0000_0100_0000_01b3);
        self.costs().into_iter().fold(0xcbf2_9ce4_8422_2325, step)
    }

    /// How far the farthest cell is.
    pub(super) fn longest(&mut self) -> String {
        let known = |cost| if let CostToGoal::Known(cost) = cost { Some(cost) } else { None };
        let most = self.costs().into_iter().filter_map(known).max().unwrap_or(0);
        format!("; the longest way is {:.0} cells", Field::in_cells(most))
    }

    /// What the device has done in a time.
    pub(super) fn note(&mut self, ms: f64) -> String {
        match self {
            Solver::Cpu { .. } => {
                let _ = ms;
                String::new()
            }
            #[cfg(feature = "gpu")]
            Solver::Gpu(field) => {
                let lost = field.lost().map(|lost| format!("; LOST: {lost}")).unwrap_or_default();
                let work = field.work();
                // A visit reads 34 × 34 costs and cells, and writes at most 32 × 32 costs.
                let bytes = work.visits as f64 * (34.0 * 34.0 * 6.0 + 32.0 * 32.0 * 4.0);
                format!(
                    "{} tile visits, {} sweeps, {} rounds in all runs, at most {:.1} MB, {:.1} GB/s{lost}",
                    work.visits,
                    work.sweeps,
                    work.rounds,
                    bytes / 1e6,
                    bytes / ms / 1e6
                )
            }
        }
    }
}
