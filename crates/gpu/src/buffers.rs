//! The memory of a field on a device.

use crate::device::Device;
use crate::error::GpuError;
use wgpu::{BindGroup, BindGroupLayout, Buffer, BufferUsages};

/// How much a wave runs over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// Words of the ground: cells, or squares and edges.
    pub(crate) words: u64,
    /// Places that have a cost.
    pub(crate) places: u64,
    /// Parts, each visited by a workgroup: tiles, or squares.
    pub(crate) parts: u32,
}

/// Buffers of a field and how they are bound.
#[derive(Debug)]
pub(crate) struct Buffers {
    pub(crate) params: Buffer,
    pub(crate) ground: Buffer,
    pub(crate) costs: Buffer,
    pub(crate) counts: Buffer,
    pub(crate) field: BindGroup,
    /// Parts to relax, and parts to raise.
    pub(crate) relax: Lists,
    pub(crate) raise: Lists,
}

/// Lists of parts, used in turns: one is read, one is written, one is emptied.
#[derive(Debug)]
pub(crate) struct Lists {
    turns: [Buffer; 3],
    lists: [Buffer; 3],
    /// How many parts a list has: workgroups in a row and rows of them, the arguments of an indirect dispatch, and the number.
    pub(crate) lengths: [Buffer; 3],
    pub(crate) rounds: [BindGroup; 3],
    /// Which list is next.
    pub(crate) turn: usize,
}

const STORAGE: BufferUsages = BufferUsages::STORAGE.union(BufferUsages::COPY_DST).union(BufferUsages::COPY_SRC);
const UNIFORM: BufferUsages = BufferUsages::UNIFORM.union(BufferUsages::COPY_DST);

/// Among the counts: the parts visited, and those that are listed.
pub(crate) const VISITED: usize = 1;
pub(crate) const TO_RELAX: usize = 3;
pub(crate) const TO_RAISE: usize = 4;
/// How many counts there are.
pub(crate) const COUNTS: usize = 8;

impl Buffers {
    pub(crate) fn new(device: &Device, extent: Extent) -> Result<Buffers, GpuError> {
        let largest = extent.places.max(extent.words).max(4 * u64::from(extent.parts)) * 4;
        let most = device.limits.max_storage_buffer_binding_size.min(device.limits.max_buffer_size);
        if largest > most {
            return Err(GpuError::TooLarge { needed: largest, most });
        }
        let scope = device.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let params = buffer(device, 16, UNIFORM);
        let ground = buffer(device, extent.words * 4, STORAGE);
        let costs = buffer(device, extent.places * 4, STORAGE);
        let flags = buffer(device, u64::from(extent.parts) * 16, STORAGE);
        let counts = buffer(device, 4 * COUNTS as u64, STORAGE);
        let field = bind(device, &device.pipelines.field, &[&params, &ground, &costs, &flags, &counts]);
        // The first bits of a part are those of the lists to relax; then come parked and raised.
        let (relax, raise) = (Lists::new(device, extent, 0, TO_RELAX), Lists::new(device, extent, 5, TO_RAISE));
        match pollster::block_on(scope.pop()) {
            Some(error) => Err(GpuError::Lost(error.to_string())),
            None => Ok(Buffers { params, ground, costs, counts, field, relax, raise }),
        }
    }
}

impl Lists {
    fn new(device: &Device, extent: Extent, first_bit: usize, counter: usize) -> Lists {
        let turns: [Buffer; 3] = std::array::from_fn(|_| buffer(device, 16, UNIFORM));
        let lists: [Buffer; 3] = std::array::from_fn(|_| buffer(device, u64::from(extent.parts) * 4, STORAGE));
        let lengths: [Buffer; 3] = std::array::from_fn(|_| buffer(device, 16, STORAGE | BufferUsages::INDIRECT));
        for (turn, uniform) in turns.iter().enumerate() {
            let words = [1u32 << (first_bit + turn), 1 << (first_bit + (turn + 1) % 3), counter as u32, turn as u32];
            device.queue.write_buffer(uniform, 0, bytemuck::cast_slice(&words));
        }
        let rounds = std::array::from_fn(|turn| {
            let (next, last) = ((turn + 1) % 3, (turn + 2) % 3);
            let bound = [&turns[turn], &lists[turn], &lists[next], &lengths[next], &lengths[last]];
            bind(device, &device.pipelines.round, &bound)
        });
        Lists { turns, lists, lengths, rounds, turn: 0 }
    }

    /// Makes the next submission begin with empty lists.
    pub(crate) fn empty(&self, device: &Device) {
        for length in &self.lengths {
            device.queue.write_buffer(length, 0, bytemuck::cast_slice(&[0u32, 1, 1, 0]));
        }
    }

    /// Binds the next list with what the host asks for and where answers go.
    pub(crate) fn orders(&self, device: &Device, orders: &Buffer, answers: &Buffer) -> BindGroup {
        let turn = self.turn;
        let bound = [&self.turns[turn], &self.lists[turn], &self.lengths[turn], orders, answers];
        bind(device, &device.pipelines.orders, &bound)
    }
}

/// A buffer of at least 16 bytes.
pub(crate) fn buffer(device: &Device, size: u64, usage: BufferUsages) -> Buffer {
    let descriptor = wgpu::BufferDescriptor { label: None, size: size.max(16), usage, mapped_at_creation: false };
    device.device.create_buffer(&descriptor)
}

fn bind(device: &Device, layout: &BindGroupLayout, buffers: &[&Buffer]) -> BindGroup {
    let entries: Vec<wgpu::BindGroupEntry<'_>> = (0..)
        .zip(buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
        .collect();
    device.device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries })
}
