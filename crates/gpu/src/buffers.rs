//! The memory of a field on a device.

use crate::device::Device;
use crate::error::GpuError;
use crate::tiles::Tiles;
use wgpu::{BindGroup, BindGroupLayout, Buffer, BufferUsages};

/// Buffers of a field and how they are bound. Lists are used in turns: one is read, one is written, one is emptied.
#[derive(Debug)]
pub(crate) struct Buffers {
    pub(crate) params: Buffer,
    pub(crate) cells: Buffer,
    pub(crate) costs: Buffer,
    pub(crate) counts: Buffer,
    turns: [Buffer; 3],
    lists: [Buffer; 3],
    /// How many tiles a list has: the arguments of an indirect dispatch.
    pub(crate) list_counts: [Buffer; 3],
    pub(crate) field: BindGroup,
    pub(crate) rounds: [BindGroup; 3],
}

impl Buffers {
    /// Bytes of the largest buffer that a field over these tiles needs.
    pub(crate) fn largest(tiles: Tiles) -> u64 {
        tiles.cells() * 4
    }

    pub(crate) fn new(device: &Device, tiles: Tiles) -> Result<Buffers, GpuError> {
        let most = device.limits.max_storage_buffer_binding_size.min(device.limits.max_buffer_size);
        if Buffers::largest(tiles) > most {
            return Err(GpuError::TooLarge { needed: Buffers::largest(tiles), most, unit: "bytes in one buffer" });
        }
        let groups = device.limits.max_compute_workgroups_per_dimension;
        if tiles.count() > groups {
            let (needed, most) = (u64::from(tiles.count()), u64::from(groups));
            return Err(GpuError::TooLarge { needed, most, unit: "tiles of 32×32 cells" });
        }
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let uniform = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
        let scope = device.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let buffer = |size: u64, usage: BufferUsages| {
            let descriptor =
                wgpu::BufferDescriptor { label: None, size: size.max(16), usage, mapped_at_creation: false };
            device.device.create_buffer(&descriptor)
        };
        let params = buffer(16, uniform);
        let cells = buffer(tiles.cells() * 2, storage);
        let costs = buffer(tiles.cells() * 4, storage);
        let flags = buffer(u64::from(tiles.count()) * 4, storage);
        let counts = buffer(16, storage);
        let turns = std::array::from_fn(|_| buffer(16, uniform));
        let lists = std::array::from_fn(|_| buffer(u64::from(tiles.count()) * 4, storage));
        let list_counts = std::array::from_fn(|_| buffer(16, storage | BufferUsages::INDIRECT));
        if let Some(error) = pollster::block_on(scope.pop()) {
            return Err(GpuError::Lost(error.to_string()));
        }
        for (turn, buffer) in turns.iter().enumerate() {
            device.queue.write_buffer(buffer, 0, bytemuck::cast_slice(&[1u32 << turn, 1 << ((turn + 1) % 3), 0, 0]));
        }
        let field = bind(device, &device.pipelines.field, &[&params, &cells, &costs, &flags, &counts]);
        let round = |turn: usize| {
            let (next, last) = ((turn + 1) % 3, (turn + 2) % 3);
            let bound = [&turns[turn], &lists[turn], &lists[next], &list_counts[next], &list_counts[last]];
            bind(device, &device.pipelines.round, &bound)
        };
        let rounds = std::array::from_fn(round);
        Ok(Buffers { params, cells, costs, counts, turns, lists, list_counts, field, rounds })
    }

    /// Binds the list of a turn with what the host asks for and where answers go.
    pub(crate) fn orders(&self, device: &Device, turn: usize, orders: &Buffer, answers: &Buffer) -> BindGroup {
        let bound = [&self.turns[turn], &self.lists[turn], &self.list_counts[turn], orders, answers];
        bind(device, &device.pipelines.orders, &bound)
    }
}

fn bind(device: &Device, layout: &BindGroupLayout, buffers: &[&Buffer]) -> BindGroup {
    let entries: Vec<wgpu::BindGroupEntry<'_>> = (0..)
        .zip(buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
        .collect();
    device.device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries })
}
