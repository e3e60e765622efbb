//! Rounds of a wave on a device, over tiles of cells or over the squares of an adaptive grid.

use crate::buffers::{Buffers, COUNTS, Extent, Lists, TO_RAISE, TO_RELAX, VISITED, buffer};
use crate::device::Device;
use crate::error::GpuError;
use crate::field::GpuWork;
use crate::pipelines::{Kernels, Pipelines};
use wgpu::{Buffer, BufferUsages, CommandEncoder, ComputePipeline};

/// A part that waits beyond the limit, and one in which costs were raised: bits as in the shaders.
pub(crate) const PARKED: u32 = 8;
pub(crate) const RAISED: u32 = 16;
/// Puts parts that are given bits into the list to raise.
pub(crate) const WAKE: u32 = 0x100;

/// A field on a device and the work under way: commands are recorded, then submitted together.
#[derive(Debug)]
pub(crate) struct Wave {
    device: Device,
    buffers: Buffers,
    extent: Extent,
    /// Tiles in a row, where parts are tiles.
    columns: u32,
    kernels: fn(&Pipelines) -> &Kernels,
    recorded: Option<CommandEncoder>,
    /// Bytes copied to and from the device.
    moved: u64,
    /// Rounds dispatched.
    rounds: u64,
    /// Parts that are woken by costs more than this above the least of a round are put off.
    band: u32,
    /// Rounds in a submission that raises costs from which on it is quicker to begin again.
    most_to_raise: u32,
}

/// What a wave runs over, and how.
pub(crate) struct Ground<'g> {
    pub(crate) words: &'g [u32],
    /// Places that have a cost, and parts.
    pub(crate) places: u64,
    pub(crate) parts: u32,
    /// Tiles in a row, where parts are tiles.
    pub(crate) columns: u32,
    pub(crate) kernels: fn(&Pipelines) -> &Kernels,
    /// Parts that are woken by costs more than this above the least of a round are put off.
    pub(crate) band: u32,
    /// Rounds in a submission that raises costs from which on it is quicker to begin again.
    pub(crate) most_to_raise: u32,
}

/// What is written between waves.
#[derive(Debug, Default)]
pub(crate) struct Edit {
    /// Words of the ground: place and value.
    pub(crate) words: Vec<[u32; 2]>,
    /// Costs: place and value.
    pub(crate) costs: Vec<[u32; 2]>,
    /// Parts that bits are set of.
    pub(crate) parts: Vec<u32>,
}

/// What the host sees after some rounds.
#[derive(Debug)]
pub(crate) struct Sight {
    /// Whether a cost did not fit, parts visited, turns within them, all since the costs were cleared; parts to relax and to
    /// raise.
    pub(crate) counts: [u32; COUNTS],
    /// Costs of the places asked for.
    pub(crate) costs: Vec<u32>,
}

// Tuning constants: rounds in a submission. After each the host waits for the device and reads what came of it, so few make it wait
// often, and many dispatch empty rounds at the end of a wave. Costs do not depend on them.

/// Rounds in the first submission; each further one has more. Rooms of 512² end within 32: 1.05 and 1.11 ms on an H200, 1.25 to 1.33 with 48,
/// 1.44 to 1.60 with 96; an empty round takes 6 to 8 µs.
const FIRST_ROUNDS: u32 = 32;
/// Rounds in the largest submission.
const MOST_ROUNDS: u32 = 192;
/// Rounds in the first submission that raises costs: most repairs are local.
const FIRST_TO_RAISE: u32 = 6;

/// Whether a device does what it is told: while parts are listed, every round visits the one with the least cost. A wave visits a part only for a cost that
/// became less, so one that goes on visiting ends.
#[derive(Debug, Default)]
struct Progress {
    /// The parts visited when it was last looked at.
    visited: Option<u32>,
}

impl Progress {
    /// Notes what was counted after a number of rounds, at whose end parts were still listed.
    fn check(&mut self, counts: &[u32; COUNTS], rounds: u32) -> Result<(), GpuError> {
        let visited = counts[VISITED];
        if self.visited.replace(visited) != Some(visited) {
            return Ok(());
        }
        let listed = counts[TO_RELAX];
        Err(GpuError::Lost(format!("{listed} parts are listed, and {rounds} rounds have visited none of them")))
    }
}

impl Wave {
    pub(crate) fn new(device: &Device, ground: &Ground<'_>) -> Result<Wave, GpuError> {
        let &Ground { words, places, parts, columns, kernels, band, most_to_raise } = ground;
        let extent = Extent { words: words.len() as u64, places, parts };
        let buffers = Buffers::new(device, extent)?;
        device.queue.write_buffer(&buffers.ground, 0, bytemuck::cast_slice(words));
        let moved = extent.words * 4;
        let device = device.clone();
        let (recorded, rounds) = (None, 0);
        let wave = Wave { device, buffers, extent, columns, kernels, recorded, moved, rounds, band, most_to_raise };
        wave.set_limit(u32::MAX - 1);
        wave.device.check()?;
        Ok(wave)
    }

    /// Parts that are woken by costs above this one wait, from the next submission on.
    pub(crate) fn set_limit(&self, limit: u32) {
        let params = [self.columns, limit, self.device.groups(), self.band];
        self.device.queue.write_buffer(&self.buffers.params, 0, bytemuck::cast_slice(&params));
    }

    /// Takes away all costs.
    pub(crate) fn clear(&mut self) {
        let groups = self.extent.parts;
        self.order(&[0, 0, 0, 0], groups, |pipelines| &pipelines.clear, |buffers| &buffers.raise);
    }

    /// Writes, and sets bits of some parts, which are listed to be raised if [`WAKE`] is among the bits. Nothing may be listed.
    pub(crate) fn edit(&mut self, edit: &Edit, bits: u32) {
        self.buffers.raise.empty(&self.device);
        let [words, costs, parts] = [edit.words.len(), edit.costs.len(), edit.parts.len()];
        let mut orders = vec![words as u32, costs as u32, parts as u32, bits];
        orders.extend(edit.words.iter().chain(&edit.costs).flatten());
        orders.extend(&edit.parts);
        let groups = words.max(costs).max(parts).div_ceil(64) as u32;
        self.order(&orders, groups, |pipelines| &pipelines.edit, |buffers| &buffers.raise);
    }

    /// Lists all parts with one of some bits to be relaxed.
    fn collect(&mut self, bits: u32) {
        let groups = self.extent.parts.div_ceil(256);
        self.order(&[0, 0, 0, bits], groups, |pipelines| &pipelines.collect, |buffers| &buffers.relax);
    }

    /// Relaxes from all parts with one of some bits until none is listed. `look` is shown the costs of some places after each
    /// submission and may set a limit. Nothing may be listed.
    pub(crate) fn relax(
        &mut self,
        from: u32,
        watched: &[u32],
        look: impl FnMut(&[u32]) -> Option<u32>,
    ) -> Result<Sight, GpuError> {
        self.buffers.relax.empty(&self.device);
        self.collect(from);
        self.go_on(FIRST_ROUNDS, watched, look)
    }

    /// Relaxes what is listed until nothing is.
    fn go_on(
        &mut self,
        first: u32,
        watched: &[u32],
        mut look: impl FnMut(&[u32]) -> Option<u32>,
    ) -> Result<Sight, GpuError> {
        let (mut count, mut progress) = (first, Progress::default());
        loop {
            self.rounds_of(count, |kernels| &kernels.relax, |buffers| &mut buffers.relax);
            let sight = self.submit(watched)?;
            if sight.counts[TO_RELAX] == 0 {
                return Ok(sight);
            }
            progress.check(&sight.counts, count)?;
            if let Some(limit) = look(&sight.costs) {
                self.set_limit(limit);
            }
            count = (count * 2).min(MOST_ROUNDS);
        }
    }

    /// Raises what is listed, then relaxes what was raised.
    ///
    /// Both are submitted at once, in the hope that few rounds are enough to raise. If they are not, parts were relaxed too
    /// early, by costs that have no support: what they have lowered loses its support in turn when these are raised. `None` if
    /// so much is raised that it is quicker to begin again.
    pub(crate) fn repair(&mut self) -> Result<Option<Sight>, GpuError> {
        self.buffers.relax.empty(&self.device);
        let mut count = FIRST_TO_RAISE;
        self.rounds_of(count, |kernels| &kernels.raise, |buffers| &mut buffers.raise);
        self.collect(RAISED);
        self.rounds_of(FIRST_ROUNDS / 4, |kernels| &kernels.relax, |buffers| &mut buffers.relax);
        let mut sight = self.submit(&[])?;
        if sight.counts[TO_RAISE] != 0 {
            while sight.counts[TO_RAISE] != 0 {
                count *= 2;
                if count >= self.most_to_raise {
                    return Ok(None);
                }
                self.rounds_of(count, |kernels| &kernels.raise, |buffers| &mut buffers.raise);
                sight = self.submit(&[])?;
            }
            // A list that is not used any more may have kept its length.
            if sight.counts[TO_RELAX] == 0 {
                self.buffers.relax.empty(&self.device);
            }
            self.collect(RAISED);
        } else if sight.counts[TO_RELAX] == 0 {
            return Ok(Some(sight));
        }
        self.go_on(FIRST_ROUNDS / 2, &[], |_| None).map(Some)
    }

    /// What was asked of the device so far.
    pub(crate) fn work(&mut self) -> GpuWork {
        let counts = self.submit(&[]).map_or_else(|_| [0; COUNTS], |sight| sight.counts);
        GpuWork { rounds: self.rounds, visits: counts[VISITED].into(), sweeps: counts[2].into(), moved: self.moved }
    }

    /// Costs of some places.
    pub(crate) fn costs(&mut self, of: &[u32]) -> Result<Vec<u32>, GpuError> {
        Ok(self.submit(of)?.costs)
    }

    /// All costs, by place.
    pub(crate) fn all_costs(&mut self) -> Result<Vec<u32>, GpuError> {
        let size = self.extent.places * 4;
        let staging = buffer(&self.device, size, BufferUsages::COPY_DST | BufferUsages::MAP_READ);
        let mut encoder = self.encoder();
        encoder.copy_buffer_to_buffer(&self.buffers.costs, 0, &staging, 0, size);
        self.device.queue.submit([encoder.finish()]);
        self.read(&staging, size)
    }

    /// How many workgroups are dispatched where this number is asked for; each does several's work where it is less.
    fn some_of(&self, groups: u32) -> u32 {
        groups.clamp(1, self.device.groups().min(4096))
    }

    /// What is recorded so far.
    fn encoder(&mut self) -> CommandEncoder {
        let new = || self.device.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        self.recorded.take().unwrap_or_else(new)
    }

    /// Records one of the shaders that read orders.
    fn order(
        &mut self,
        orders: &[u32],
        groups: u32,
        which: impl Fn(&Pipelines) -> &ComputePipeline,
        lists: impl Fn(&Buffers) -> &Lists,
    ) {
        let (orders, answers) = (self.upload(orders), buffer(&self.device, 16, BufferUsages::STORAGE));
        let bound = lists(&self.buffers).orders(&self.device, &orders, &answers);
        let mut encoder = self.encoder();
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(which(&self.device.pipelines));
            pass.set_bind_group(0, &self.buffers.field, &[]);
            pass.set_bind_group(1, &bound, &[]);
            pass.dispatch_workgroups(self.some_of(groups), 1, 1);
        }
        self.recorded = Some(encoder);
    }

    /// Records some rounds.
    fn rounds_of(
        &mut self,
        rounds: u32,
        which: impl Fn(&Kernels) -> &ComputePipeline,
        lists: impl Fn(&mut Buffers) -> &mut Lists,
    ) {
        let mut encoder = self.encoder();
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_bind_group(0, &self.buffers.field, &[]);
            pass.set_pipeline(which((self.kernels)(&self.device.pipelines)));
            let lists = lists(&mut self.buffers);
            for _ in 0..rounds {
                pass.set_bind_group(1, &lists.rounds[lists.turn], &[]);
                pass.dispatch_workgroups_indirect(&lists.lengths[lists.turn], 0);
                lists.turn = (lists.turn + 1) % 3;
            }
        }
        self.rounds += u64::from(rounds);
        self.recorded = Some(encoder);
    }

    /// Submits what is recorded and looks at what came of it.
    fn submit(&mut self, watched: &[u32]) -> Result<Sight, GpuError> {
        let counted = 4 * COUNTS as u64;
        let size = counted + 4 * watched.len() as u64;
        let staging = buffer(&self.device, size, BufferUsages::COPY_DST | BufferUsages::MAP_READ);
        if !watched.is_empty() {
            self.gather(watched, &staging, counted);
        }
        let mut encoder = self.encoder();
        encoder.copy_buffer_to_buffer(&self.buffers.counts, 0, &staging, 0, counted);
        self.device.queue.submit([encoder.finish()]);
        let seen = self.read(&staging, size)?;
        let counts = std::array::from_fn(|index| seen.get(index).copied().unwrap_or(0));
        Ok(Sight { counts, costs: seen.get(COUNTS..).unwrap_or_default().to_vec() })
    }

    /// Records the costs of some places into a buffer.
    fn gather(&mut self, watched: &[u32], into: &Buffer, offset: u64) {
        let orders: Vec<u32> = [watched.len() as u32, 0, 0, 0].into_iter().chain(watched.iter().copied()).collect();
        let size = 4 * watched.len() as u64;
        let (orders, answers) =
            (self.upload(&orders), buffer(&self.device, size, BufferUsages::STORAGE | BufferUsages::COPY_SRC));
        let bound = self.buffers.relax.orders(&self.device, &orders, &answers);
        let mut encoder = self.encoder();
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(&self.device.pipelines.gather);
            pass.set_bind_group(0, &self.buffers.field, &[]);
            pass.set_bind_group(1, &bound, &[]);
            pass.dispatch_workgroups(self.some_of(watched.len().div_ceil(64) as u32), 1, 1);
        }
        encoder.copy_buffer_to_buffer(&answers, 0, into, offset, size);
        self.recorded = Some(encoder);
    }

    fn upload(&mut self, words: &[u32]) -> Buffer {
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST;
        let buffer = buffer(&self.device, words.len() as u64 * 4, usage);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_that_drops_dispatches_is_lost_and_not_waited_for() {
        let counts = |visited: u32, listed: u32| {
            let mut counts = [0; COUNTS];
            (counts[VISITED], counts[TO_RELAX]) = (visited, listed);
            counts
        };
        let mut progress = Progress::default();
        // The first submission has nothing to be compared with; the counter may wrap around.
        for visited in [0, 70, u32::MAX, 12] {
            assert_eq!(progress.check(&counts(visited, 3), 48), Ok(()));
        }
        let Err(GpuError::Lost(reason)) = progress.check(&counts(12, 3), 96) else { panic!("it stands still") };
        assert!(reason.contains("3 parts") && reason.contains("96 rounds"), "{reason}");
    }
}
