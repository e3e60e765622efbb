//! GPUs: enumerating and opening devices.

use crate::GpuError;
use crate::pipelines::Pipelines;
use std::sync::{Arc, Mutex};

/// A device, before it is opened.
#[derive(Clone, Debug)]
pub struct DeviceInfo {
    /// What it calls itself.
    pub name: String,
    /// Discrete or integrated GPU, virtual, CPU (a software renderer), or other.
    pub kind: String,
    /// Vulkan, Metal or Dx12.
    pub backend: String,
    /// Driver and its version.
    pub driver: String,
    /// The largest buffer that a field may use, in bytes.
    pub largest_buffer: u64,
    adapter: wgpu::Adapter,
}

impl DeviceInfo {
    /// All devices that can compute, hardware first.
    pub fn list() -> Vec<DeviceInfo> {
        // How many tiles there are is counted by the shaders that fill the lists: no more than fit.
        DeviceInfo::list_with(wgpu::InstanceFlags::empty())
    }

    /// The same with what is validated besides.
    pub(crate) fn list_with(flags: wgpu::InstanceFlags) -> Vec<DeviceInfo> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = wgpu::Backends::VULKAN | wgpu::Backends::METAL | wgpu::Backends::DX12;
        descriptor.flags = flags;
        let adapters = pollster::block_on(wgpu::Instance::new(descriptor).enumerate_adapters(wgpu::Backends::all()));
        let mut all: Vec<DeviceInfo> = adapters.into_iter().filter_map(DeviceInfo::of).collect();
        all.sort_by_key(|info| rank(info.adapter.get_info().device_type));
        all
    }

    fn of(adapter: wgpu::Adapter) -> Option<DeviceInfo> {
        if !adapter.get_downlevel_capabilities().flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS) {
            return None;
        }
        let (info, limits) = (adapter.get_info(), adapter.limits());
        Some(DeviceInfo {
            name: info.name.clone(),
            kind: format!("{:?}", info.device_type),
            backend: format!("{:?}", info.backend),
            driver: format!("{} {}", info.driver, info.driver_info).trim().to_owned(),
            largest_buffer: limits.max_storage_buffer_binding_size.min(limits.max_buffer_size),
            adapter,
        })
    }

    /// Whether it is a CPU that plays a GPU.
    pub fn is_software(&self) -> bool {
        self.adapter.get_info().device_type == wgpu::DeviceType::Cpu
    }
}

fn rank(kind: wgpu::DeviceType) -> u8 {
    match kind {
        wgpu::DeviceType::DiscreteGpu => 0,
        wgpu::DeviceType::IntegratedGpu => 1,
        wgpu::DeviceType::VirtualGpu => 2,
        wgpu::DeviceType::Other => 3,
        wgpu::DeviceType::Cpu => 4,
    }
}

/// A device that fields are found on. Clones are the same device.
///
/// ```
/// use navigant_gpu::{Device, DeviceInfo};
/// // Hardware comes first; software renderers are devices too.
/// for info in DeviceInfo::list() {
///     println!("{} software: {}", info.name, info.is_software());
/// }
/// if let Ok(device) = Device::first() {
///     println!("opened {}", device.name());
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Device {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) limits: wgpu::Limits,
    pub(crate) pipelines: Arc<Pipelines>,
    name: String,
    /// The first thing that went wrong.
    trouble: Arc<Mutex<Option<String>>>,
}

impl Device {
    /// Opens the first device, hardware if there is any.
    ///
    /// # Errors
    /// [`GpuError::NoDevice`], [`GpuError::NotOpened`].
    pub fn first() -> Result<Device, GpuError> {
        Device::open(DeviceInfo::list().first().ok_or(GpuError::NoDevice)?)
    }

    /// Opens a device.
    ///
    /// # Errors
    /// [`GpuError::NotOpened`].
    pub fn open(info: &DeviceInfo) -> Result<Device, GpuError> {
        Device::open_with(info, info.adapter.limits())
    }

    /// Opens a device of which no more than this is used.
    pub(crate) fn open_with(info: &DeviceInfo, limits: wgpu::Limits) -> Result<Device, GpuError> {
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("navigant"),
            required_features: wgpu::Features::empty(),
            required_limits: limits.clone(),
            ..Default::default()
        };
        let opened = pollster::block_on(info.adapter.request_device(&descriptor));
        let (device, queue) =
            opened.map_err(|e| GpuError::NotOpened { name: info.name.clone(), reason: e.to_string() })?;
        let trouble = Arc::new(Mutex::new(None));
        let (errors, lost) = (trouble.clone(), trouble.clone());
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| note(&errors, error.to_string())));
        device.set_device_lost_callback(move |reason, text| note(&lost, format!("{reason:?} {text}")));
        let pipelines = Arc::new(Pipelines::new(&device));
        let opened = Device { device, queue, limits, pipelines, name: info.name.clone(), trouble };
        opened.check()?;
        Ok(opened)
    }

    /// The most workgroups along a dimension.
    pub(crate) fn groups(&self) -> u32 {
        self.limits.max_compute_workgroups_per_dimension.max(1)
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives the device up; fields on it go on with the CPU.
    pub fn destroy(&self) {
        self.device.destroy();
    }

    /// An error if anything has gone wrong since it was opened.
    pub(crate) fn check(&self) -> Result<(), GpuError> {
        let trouble = self.trouble.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        trouble.clone().map_or(Ok(()), |reason| Err(GpuError::Lost(reason)))
    }
}

fn note(trouble: &Mutex<Option<String>>, text: String) {
    let mut trouble = trouble.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    trouble.get_or_insert(text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GpuField;
    use navigant_field::Field;
    use navigant_field::internals::FieldInternals as _;
    use navigant_mesh::{CellId, Grid};

    /// There are 30 tiles. wgpu checks the arguments of indirect dispatches here, and drops those beyond the limit.
    #[test]
    fn more_tiles_than_workgroups_along_a_dimension_give_the_same_costs() {
        let infos = DeviceInfo::list_with(wgpu::InstanceFlags::VALIDATION_INDIRECT_CALL);
        let Some(info) = infos.first() else { return eprintln!("no device: nothing is tested") };
        for most in [6, 7, 11] {
            let limits = wgpu::Limits { max_compute_workgroups_per_dimension: most, ..info.adapter.limits() };
            let device = Device::open_with(info, limits).unwrap();
            let mut weights: Vec<u8> = (0..150 * 170).map(|cell| 1 + (cell * 7 % 13) as u8 / 4).collect();
            let mut grid = Grid::from_weights(150, 170, weights.clone()).unwrap();
            let goals = [CellId(3), CellId(80 * 150 + 70), CellId(169 * 150)];
            let mut cpu = Field::new(&grid, &goals).unwrap();
            let mut gpu = GpuField::new(&device, &grid, &goals).unwrap();
            let changed: Vec<CellId> = (0..500).map(|index| CellId(1000 + index * 37)).collect();
            for round in 0..2 {
                cpu.compute().unwrap();
                gpu.compute().unwrap();
                let known: Vec<_> = (0..cpu.cells() as u32).map(|id| cpu.cost(CellId(id))).collect();
                assert!(gpu.costs() == known, "{most} workgroups, round {round}");
                assert_eq!(gpu.lost(), None);
                changed.iter().for_each(|cell| weights[cell.0 as usize] = 0);
                grid = Grid::from_weights(150, 170, weights.clone()).unwrap();
                cpu.repair(&grid, &changed).unwrap();
                gpu.repair(&grid, &changed).unwrap();
            }
        }
    }
}
