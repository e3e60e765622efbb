//! Rounds of tiles on a device.

use crate::buffers::Buffers;
use crate::device::Device;
use crate::error::GpuError;
use crate::pipelines::Pipelines;
use crate::tiles::Tiles;
use navigant_field::Field;
use navigant_mesh::CellId;
use wgpu::{Buffer, BufferUsages, ComputePipeline};

/// A tile that waits beyond the limit, and one in which costs were raised: bits as in the shaders.
pub(crate) const PARKED: u32 = 8;
pub(crate) const RAISED: u32 = 16;
/// Puts tiles that are given bits into the list.
pub(crate) const WAKE: u32 = 0x100;

/// A field on a device and the work under way.
#[derive(Debug)]
pub(crate) struct Wave {
    device: Device,
    buffers: Buffers,
    pub(crate) tiles: Tiles,
    /// Which list is next.
    turn: usize,
    /// Bytes copied to and from the device.
    pub(crate) moved: u64,
    /// Rounds dispatched.
    pub(crate) rounds: u64,
}

/// What is written between waves.
#[derive(Debug, Default)]
pub(crate) struct Edit {
    /// Words of cells: place and value.
    pub(crate) words: Vec<[u32; 2]>,
    /// Costs: place and value.
    pub(crate) costs: Vec<[u32; 2]>,
    /// Tiles that bits are set of.
    pub(crate) tiles: Vec<u32>,
}

/// What the host sees after some rounds.
#[derive(Debug)]
pub(crate) struct Sight {
    /// Tiles in the list.
    pub(crate) listed: u32,
    /// Whether a cost did not fit, tiles visited, turns within them, all since the costs were cleared.
    pub(crate) counts: [u32; 3],
    /// Costs of the cells asked for.
    pub(crate) costs: Vec<u32>,
}

/// Rounds in the first submission and in the largest one.
const FIRST: u32 = 24;
const MOST: u32 = 192;

impl Wave {
    pub(crate) fn new(device: &Device, field: &Field) -> Result<Wave, GpuError> {
        let tiles = Tiles::over(field.size());
        let buffers = Buffers::new(device, tiles)?;
        let words: Vec<u32> = (0..(tiles.cells() / 2) as u32).map(|word| tiles.word(field, word)).collect();
        device.queue.write_buffer(&buffers.cells, 0, bytemuck::cast_slice(&words));
        let moved = words.len() as u64 * 4;
        let mut wave = Wave { device: device.clone(), buffers, tiles, turn: 0, moved, rounds: 0 };
        wave.set_limit(u32::MAX - 1);
        wave.device.check()?;
        Ok(wave)
    }

    /// Tiles that are woken by costs above this one wait.
    pub(crate) fn set_limit(&mut self, limit: u32) {
        let params = [self.tiles.columns, limit, 0, 0];
        self.device.queue.write_buffer(&self.buffers.params, 0, bytemuck::cast_slice(&params));
    }

    /// Takes away all costs.
    pub(crate) fn clear(&mut self) {
        let groups = self.tiles.count().clamp(1, 4096);
        self.order(&[0, 0, 0, 0], groups, |pipelines| &pipelines.clear);
    }

    /// Empties all lists, then writes, and sets bits of some tiles, which are listed if [`WAKE`] is among them.
    pub(crate) fn edit(&mut self, edit: &Edit, bits: u32) {
        self.empty_lists();
        let [words, costs, tiles] = [edit.words.len(), edit.costs.len(), edit.tiles.len()];
        let mut orders = vec![words as u32, costs as u32, tiles as u32, bits];
        orders.extend(edit.words.iter().chain(&edit.costs).flatten());
        orders.extend(&edit.tiles);
        let groups = words.max(costs).max(tiles).div_ceil(64).max(1) as u32;
        self.order(&orders, groups, |pipelines| &pipelines.edit);
    }

    /// Empties all lists, then lists all tiles with one of some bits.
    pub(crate) fn collect(&mut self, bits: u32) {
        self.empty_lists();
        self.order(&[0, 0, 0, bits], self.tiles.count().div_ceil(256), |pipelines| &pipelines.collect);
    }

    fn empty_lists(&self) {
        for count in &self.buffers.list_counts {
            self.device.queue.write_buffer(count, 0, bytemuck::cast_slice(&[0u32, 1, 1, 0]));
        }
    }

    /// Runs one of the shaders that read orders.
    fn order(&mut self, orders: &[u32], groups: u32, which: impl Fn(&Pipelines) -> &ComputePipeline) {
        let (orders, answers) = (self.upload(orders), self.buffer(16, BufferUsages::STORAGE));
        let bound = self.buffers.orders(&self.device, self.turn, &orders, &answers);
        let mut encoder = self.device.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(which(&self.device.pipelines));
            pass.set_bind_group(0, &self.buffers.field, &[]);
            pass.set_bind_group(1, &bound, &[]);
            pass.dispatch_workgroups(groups, 1, 1);
        }
        self.device.queue.submit([encoder.finish()]);
    }

    /// Relaxes tiles until none is listed. `look` is shown the costs of some cells after each submission and may set a limit.
    pub(crate) fn relax(
        &mut self,
        watched: &[CellId],
        mut look: impl FnMut(&[u32]) -> Option<u32>,
    ) -> Result<Sight, GpuError> {
        let mut count = FIRST;
        loop {
            let sight = self.submit(|pipelines| &pipelines.relax, count, watched)?;
            if sight.listed == 0 {
                return Ok(sight);
            }
            if let Some(limit) = look(&sight.costs) {
                self.set_limit(limit);
            }
            count = (count * 2).min(MOST);
        }
    }

    /// Raises tiles until none is listed.
    pub(crate) fn raise(&mut self) -> Result<(), GpuError> {
        let mut count = FIRST / 2;
        while self.submit(|pipelines| &pipelines.raise, count, &[])?.listed != 0 {
            count = (count * 2).min(MOST);
        }
        Ok(())
    }

    /// Whether a cost did not fit, tiles visited, turns within them.
    pub(crate) fn counts(&mut self) -> Result<[u32; 3], GpuError> {
        Ok(self.submit(|pipelines| &pipelines.relax, 0, &[])?.counts)
    }

    /// Costs of some cells.
    pub(crate) fn costs(&mut self, of: &[CellId]) -> Result<Vec<u32>, GpuError> {
        Ok(self.submit(|pipelines| &pipelines.relax, 0, of)?.costs)
    }

    /// All costs, row by row.
    pub(crate) fn all_costs(&mut self) -> Result<Vec<u32>, GpuError> {
        let mut encoder = self.device.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let size = self.tiles.cells() * 4;
        let staging = self.buffer(size, BufferUsages::COPY_DST | BufferUsages::MAP_READ);
        encoder.copy_buffer_to_buffer(&self.buffers.costs, 0, &staging, 0, size);
        self.device.queue.submit([encoder.finish()]);
        let padded = self.read(&staging, size)?;
        let pitch = (self.tiles.columns * crate::tiles::SIDE) as usize;
        let rows = padded.chunks(pitch).take(self.tiles.height as usize);
        Ok(rows.flat_map(|row| row.iter().take(self.tiles.width as usize)).copied().collect())
    }

    /// Submits some rounds and looks at what came of them.
    fn submit(
        &mut self,
        which: impl Fn(&Pipelines) -> &ComputePipeline,
        rounds: u32,
        watched: &[CellId],
    ) -> Result<Sight, GpuError> {
        let places: Vec<u32> = watched.iter().map(|&cell| self.tiles.place(cell)).collect();
        let orders: Vec<u32> = [places.len() as u32, 0, 0, 0].into_iter().chain(places).collect();
        let orders = self.upload(&orders);
        let answers = self.buffer(watched.len() as u64 * 4, BufferUsages::STORAGE | BufferUsages::COPY_SRC);
        let bound = self.buffers.orders(&self.device, self.turn, &orders, &answers);
        let size = 4 * (4 + watched.len() as u64);
        let staging = self.buffer(size, BufferUsages::COPY_DST | BufferUsages::MAP_READ);
        let mut encoder = self.device.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_bind_group(0, &self.buffers.field, &[]);
            pass.set_pipeline(which(&self.device.pipelines));
            for _ in 0..rounds {
                pass.set_bind_group(1, &self.buffers.rounds[self.turn], &[]);
                pass.dispatch_workgroups_indirect(&self.buffers.list_counts[self.turn], 0);
                self.turn = (self.turn + 1) % 3;
            }
            if !watched.is_empty() {
                pass.set_pipeline(&self.device.pipelines.gather);
                pass.set_bind_group(1, &bound, &[]);
                pass.dispatch_workgroups(watched.len().div_ceil(64) as u32, 1, 1);
            }
        }
        encoder.copy_buffer_to_buffer(&self.buffers.counts, 0, &staging, 0, 16);
        if !watched.is_empty() {
            encoder.copy_buffer_to_buffer(&answers, 0, &staging, 16, watched.len() as u64 * 4);
        }
        self.device.queue.submit([encoder.finish()]);
        self.rounds += u64::from(rounds);
        let mut seen = self.read(&staging, size)?.into_iter();
        let mut next = || seen.next().unwrap_or(0);
        let (counts, listed) = ([next(), next(), next()], next());
        Ok(Sight { listed, counts, costs: seen.collect() })
    }

    fn buffer(&self, size: u64, usage: BufferUsages) -> Buffer {
        let descriptor = wgpu::BufferDescriptor { label: None, size: size.max(16), usage, mapped_at_creation: false };
        self.device.device.create_buffer(&descriptor)
    }

    fn upload(&mut self, words: &[u32]) -> Buffer {
        let buffer = self.buffer(words.len() as u64 * 4, BufferUsages::STORAGE | BufferUsages::COPY_DST);
        self.device.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(words));
        self.moved += words.len() as u64 * 4;
        buffer
    }

    /// Waits for all that was submitted and reads a buffer.
    fn read(&mut self, buffer: &Buffer, size: u64) -> Result<Vec<u32>, GpuError> {
        buffer.map_async(wgpu::MapMode::Read, 0..size, |_| ());
        let lost = |reason: String| GpuError::Lost(reason);
        self.device.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|e| lost(e.to_string()))?;
        self.device.check()?;
        let view = buffer.get_mapped_range(0..size).map_err(|e| lost(e.to_string()))?;
        self.moved += size;
        Ok(bytemuck::pod_collect_to_vec(&view))
    }
}
