//! Fields on the squares of adaptive grids, on a device and on the CPU, have the same costs; the soak `adaptive` with the feature `gpu`
//! compares more of them. Without a device these tests say so and pass: `cargo xtask test` installs Mesa's software Vulkan.

use navigant_field::internals::AdaptiveFieldInternals as _;
use navigant_field::{AdaptiveField, BadMapField};
use navigant_gpu::{Device, GpuAdaptiveField, GpuError};
use navigant_mesh::grid::QuadId;
use navigant_mesh::{Map, Outline, Point};

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

/// A hall of pillars with a wall across it.
fn hall() -> Map {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [120.0, 80.0])).unwrap();
    map.insert(&Outline::rectangle([60.0, 0.0], [61.0, 70.0])).unwrap();
    for i in 0..40u32 {
        let at = [f64::from(i % 8) * 14.0 + 5.3, f64::from(i / 8) * 15.0 + 6.1];
        map.insert(&Outline::rectangle(at, [at[0] + 1.5, at[1] + 2.0])).unwrap();
    }
    map
}

fn check(found: &GpuAdaptiveField, expected: &AdaptiveField, what: &str) {
    let (found, squares) = (found.field(), 0..expected.slots() as u32);
    assert_eq!(found.slots(), expected.slots(), "{what}");
    let mut known = 0;
    for id in squares.map(QuadId) {
        assert_eq!(found.cost(id), expected.cost(id), "{what}, {id:?}");
        known += u32::from(matches!(expected.cost(id), navigant_field::CostToGoal::Known(_)));
    }
    assert!(known > 100, "{what}: {known}");
}

const GOALS: [Point; 2] = [Point { x: 110.2, y: 40.2 }, Point { x: 100.2, y: 77.2 }];

#[test]
fn finding_and_following_give_the_costs_of_the_cpu() {
    let Some(device) = device() else { return };
    let mut map = hall();
    let mut cpu = AdaptiveField::of(&map, 0.5, 0.3, &GOALS).unwrap();
    let mut gpu = GpuAdaptiveField::of(&device, &map, 0.5, 0.3, &GOALS).unwrap();
    check(&gpu, &cpu, "found");
    // The way past the wall is shut and opened, a goal is buried and freed, and much comes at once, which needs more room on the device.
    let shut = Outline::rectangle([60.0, 69.0], [61.0, 80.0]);
    let buried = Outline::rectangle([109.0, 39.0], [112.0, 42.0]);
    let mut follow = |map: &Map, what: &str| {
        cpu.follow(map).unwrap();
        gpu.follow(map).unwrap();
        assert_eq!(gpu.lost(), None, "{what}");
        check(&gpu, &cpu, what);
    };
    let shut = map.insert(&shut).unwrap();
    follow(&map, "shut");
    let buried = map.insert(&buried).unwrap();
    follow(&map, "a goal is buried");
    map.remove(shut).unwrap();
    follow(&map, "open");
    map.remove(buried).unwrap();
    follow(&map, "the goal is free");
    for i in 0..400u32 {
        let at = [f64::from(i % 20) * 6.0 + 0.7, f64::from(i / 20) * 4.0 + 0.4];
        map.insert(&Outline::rectangle(at, [at[0] + 0.3, at[1] + 0.3])).unwrap();
    }
    follow(&map, "much has come");
    assert!(gpu.work().visits > 0);
}

#[test]
fn a_lost_device_changes_nothing_but_who_computes() {
    let Some(device) = device() else { return };
    let mut map = hall();
    let mut cpu = AdaptiveField::of(&map, 0.5, 0.3, &GOALS).unwrap();
    let mut gpu = GpuAdaptiveField::of(&device, &map, 0.5, 0.3, &GOALS).unwrap();
    device.destroy();
    for x in [20.0, 90.0] {
        map.insert(&Outline::rectangle([x, 10.0], [x + 3.0, 60.0])).unwrap();
        cpu.follow(&map).unwrap();
        gpu.follow(&map).unwrap();
        assert!(gpu.lost().is_some());
        check(&gpu, &cpu, "without the device");
    }
}

#[test]
fn bad_questions_have_the_answers_of_the_cpu() {
    let Some(device) = device() else { return };
    let map = hall();
    let none = GpuAdaptiveField::of(&device, &map, 0.5, 0.3, &[]).map(drop).unwrap_err();
    assert!(matches!(none, GpuError::Map(BadMapField::Field(_))), "{none}");
    let walled = GpuAdaptiveField::of(&device, &map, 0.5, 0.3, &[Point::new(60.5, 20.0)]).map(drop).unwrap_err();
    assert!(matches!(walled, GpuError::Map(BadMapField::NoRoomAtGoal { index: 0, .. })), "{walled}");
    for cell in [0.0, -1.0, f64::NAN] {
        let bad = GpuAdaptiveField::of(&device, &map, cell, 0.3, &GOALS).map(drop).unwrap_err();
        assert!(matches!(bad, GpuError::Map(BadMapField::Grid(_))), "{bad}");
    }
}
