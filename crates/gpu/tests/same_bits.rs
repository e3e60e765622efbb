//! Fields on a device have the costs of those on the CPU; the soak `fields` with the feature `gpu` compares more of them.
//!
//! Without a device these tests say so and pass: `cargo xtask test` installs Mesa's software Vulkan.

use navigant_field::internals::FieldInternals as _;
use navigant_field::{CostToGoal, Field, FieldError};
use navigant_gpu::{Device, GpuError, GpuField};
use navigant_mesh::grid::Cell;
use navigant_mesh::{CellId, Grid};
use std::num::NonZeroU8;

fn device() -> Option<Device> {
    match Device::first() {
        Ok(device) => Some(device),
        Err(GpuError::NoDevice) => {
            eprintln!("no device: nothing is tested");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) % u64::from(n)) as u32
    }
}

fn cluttered(width: u32, height: u32, random: &mut Random) -> Grid {
    let weights =
        (0..width * height).map(|_| if random.below(5) == 0 { 0 } else { 1 + random.below(4) as u8 }).collect();
    let mut grid = Grid::from_weights(width, height, weights).unwrap();
    grid.set(Cell::new(width / 2, height / 2), NonZeroU8::MIN).unwrap();
    grid
}

fn check(gpu: &mut GpuField, cpu: &Field, what: &str) {
    assert_eq!(gpu.lost(), None, "{what}");
    let costs = gpu.costs();
    for (id, found) in (0..).map(CellId).zip(costs) {
        let expected = cpu.cost(id);
        let is_same = found == expected || found == CostToGoal::Beyond || expected == CostToGoal::Beyond;
        assert!(is_same, "{what}, {id:?}: {found:?}, on the CPU {expected:?}");
    }
}

#[test]
fn computing_reaching_and_repairing_give_the_costs_of_the_cpu() {
    let Some(device) = device() else { return };
    let mut random = Random(5);
    for (width, height) in [(1, 1), (33, 20), (100, 70)] {
        let mut grid = cluttered(width, height, &mut random);
        let goal = grid.id(Cell::new(width / 2, height / 2)).unwrap();
        let mut cpu = Field::new(&grid, &[goal]).unwrap();
        let mut gpu = GpuField::new(&device, &grid, &[goal]).unwrap();
        let near = grid.id(Cell::new(width / 2, height / 3)).unwrap();
        gpu.reach(&[near]).unwrap();
        cpu.compute().unwrap();
        check(&mut gpu, &cpu, "reached");
        assert_ne!(gpu.costs_of(&[near]), [CostToGoal::Beyond]);
        for round in 0..6 {
            let mut changed = Vec::new();
            for _ in 0..5 {
                let cell = Cell::new(random.below(width), random.below(height));
                let weight = NonZeroU8::new(random.below(4) as u8);
                let _ = match weight {
                    Some(weight) => grid.set(cell, weight),
                    None => grid.block(cell),
                };
                changed.extend(grid.id(cell));
            }
            gpu.repair(&grid, &changed).unwrap();
            cpu.repair(&grid, &changed).unwrap();
            check(&mut gpu, &cpu, &format!("repair {round} of {width}×{height}"));
        }
        gpu.compute().unwrap();
        assert_eq!(gpu.final_below(), None);
        let all: Vec<CostToGoal> = (0..cpu.cells() as u32).map(|id| cpu.cost(CellId(id))).collect();
        assert!(gpu.costs() == all);
    }
}

#[test]
fn a_lost_device_changes_nothing_but_who_computes() {
    let Some(device) = device() else { return };
    let mut grid = cluttered(60, 40, &mut Random(8));
    let goal = CellId(20 * 60 + 30);
    let mut cpu = Field::new(&grid, &[goal]).unwrap();
    cpu.compute().unwrap();
    let mut gpu = GpuField::new(&device, &grid, &[goal]).unwrap();
    gpu.compute().unwrap();
    device.destroy();
    grid.block(Cell::new(20, 20)).unwrap();
    for changed in [[CellId(20 * 60 + 20)], [CellId(0)]] {
        gpu.repair(&grid, &changed).unwrap();
        cpu.repair(&grid, &changed).unwrap();
    }
    assert!(gpu.lost().is_some());
    let all: Vec<CostToGoal> = (0..cpu.cells() as u32).map(|id| cpu.cost(CellId(id))).collect();
    assert!(gpu.costs() == all);
}

#[test]
fn a_cost_that_does_not_fit_is_the_same_error() {
    let Some(device) = device() else { return };
    let length = 130_000;
    let grid = Grid::from_weights(length, 1, vec![255; length as usize]).unwrap();
    let expected = Field::new(&grid, &[CellId(0)]).unwrap().compute().map(drop);
    assert!(matches!(expected, Err(FieldError::TooFar { .. })));
    let mut gpu = GpuField::new(&device, &grid, &[CellId(0)]).unwrap();
    assert_eq!(gpu.compute(), expected);
    let blocked = Grid::from_weights(2, 1, vec![0, 1]).unwrap();
    let error = GpuField::new(&device, &blocked, &[CellId(0)]).map(drop).unwrap_err();
    assert_eq!(error, GpuError::Field(FieldError::GoalBlocked { index: 0, goal: CellId(0) }));
}
