//! The shaders and how buffers are bound to them.

use wgpu::{BindGroupLayout, BufferBindingType, ComputePipeline, Device, ShaderStages};

/// What the rounds of a wave dispatch.
#[derive(Debug)]
pub(crate) struct Kernels {
    pub(crate) relax: ComputePipeline,
    pub(crate) raise: ComputePipeline,
}

/// The compiled shaders.
#[derive(Debug)]
pub(crate) struct Pipelines {
    /// Over tiles of cells.
    pub(crate) tiles: Kernels,
    /// Over the squares of an adaptive grid.
    pub(crate) network: Kernels,
    pub(crate) clear: ComputePipeline,
    pub(crate) edit: ComputePipeline,
    pub(crate) collect: ComputePipeline,
    pub(crate) gather: ComputePipeline,
    /// Ground, costs, flags and counts.
    pub(crate) field: BindGroupLayout,
    /// Lists of a round.
    pub(crate) round: BindGroupLayout,
    /// A list and what the host asks for.
    pub(crate) orders: BindGroupLayout,
}

const UNIFORM: BufferBindingType = BufferBindingType::Uniform;
const READ: BufferBindingType = BufferBindingType::Storage { read_only: true };
const WRITE: BufferBindingType = BufferBindingType::Storage { read_only: false };

impl Pipelines {
    pub(crate) fn new(device: &Device) -> Pipelines {
        let field = layout(device, &[UNIFORM, WRITE, WRITE, WRITE, WRITE]);
        let round = layout(device, &[UNIFORM, READ, WRITE, WRITE, WRITE]);
        let orders = layout(device, &[UNIFORM, WRITE, WRITE, READ, WRITE]);
        let wave = |source: &str| {
            let source = wgpu::ShaderSource::Wgsl([include_str!("shaders/lists.wgsl"), source].join("\n").into());
            device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source })
        };
        let (tile, network) = (wave(include_str!("shaders/tile.wgsl")), wave(include_str!("shaders/network.wgsl")));
        let edit = device.create_shader_module(wgpu::include_wgsl!("shaders/edit.wgsl"));
        let pipeline = |module: &wgpu::ShaderModule, second: &BindGroupLayout, entry: &str| {
            let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &[Some(&field), Some(second)],
                immediate_size: 0,
            });
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(entry),
                layout: Some(&layout),
                module,
                entry_point: Some(entry),
                // All of it is written before it is read.
                compilation_options: wgpu::PipelineCompilationOptions {
                    zero_initialize_workgroup_memory: false,
                    ..Default::default()
                },
                cache: None,
            })
        };
        Pipelines {
            tiles: Kernels { relax: pipeline(&tile, &round, "relax"), raise: pipeline(&tile, &round, "raise") },
            network: Kernels { relax: pipeline(&network, &round, "relax"), raise: pipeline(&network, &round, "raise") },
            clear: pipeline(&edit, &orders, "clear"),
            edit: pipeline(&edit, &orders, "edit"),
            collect: pipeline(&edit, &orders, "collect"),
            gather: pipeline(&edit, &orders, "gather"),
            field,
            round,
            orders,
        }
    }
}

fn layout(device: &Device, kinds: &[BufferBindingType]) -> BindGroupLayout {
    let entries: Vec<wgpu::BindGroupLayoutEntry> = (0..)
        .zip(kinds)
        .map(|(binding, &ty)| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        })
        .collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries })
}
