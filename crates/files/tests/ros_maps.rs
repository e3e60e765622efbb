//! ROS maps: every mode, threshold, negate and origin comes back pixel for pixel; bad ones are named.

use navigant_files::Scene;
use navigant_files::internals::RosMapInternals as _;
use navigant_files::ros_map::{Mode, RosMap, Unknown};
use navigant_mesh::{Map, Outline};
use std::path::PathBuf;

/// A folder of its own that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("navigant-ros-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

#[test]
fn every_mode_threshold_negate_and_origin_comes_back() {
    let folder = Folder::new("round");
    let mut state = 28;
    for case in 0..300 {
        let (width, height) = (1 + next(&mut state) as usize % 40, 1 + next(&mut state) as usize % 40);
        let mut share = || next(&mut state) as f64 / f64::from(1_u32 << 31);
        let (low, high) = (share(), share());
        let map = RosMap {
            width,
            height,
            resolution: 0.001 + share(),
            origin: [200.0 * share() - 100.0, 1e-7 * share(), 7.0 * share() - 3.5],
            negate: case % 2 == 0,
            mode: [Mode::Trinary, Mode::Scale, Mode::Raw][case % 3],
            occupied_thresh: low.max(high),
            free_thresh: low.min(high),
            pixels: (0..width * height).map(|_| (256.0 * share()) as u8).collect(),
        };
        let file = folder.0.join("map.yaml");
        map.write(&file).unwrap();
        assert_eq!(RosMap::read(&file).unwrap(), map, "case {case}");
    }
}

/// The rule as Nav2's `map_io.cpp` has it, written another way.
fn nav2(map: &RosMap, pixel: u8) -> i8 {
    let normalized = f64::from(pixel) / 255.0;
    let occupied = if map.negate { normalized } else { 1.0 - normalized };
    match map.mode {
        Mode::Raw => i8::try_from(pixel).ok().filter(|&v| v <= 100).unwrap_or(-1),
        _ if occupied > map.occupied_thresh => 100,
        _ if occupied < map.free_thresh => 0,
        Mode::Trinary => -1,
        Mode::Scale => {
            let range = map.occupied_thresh - map.free_thresh;
            (1.0 + 98.0 * ((occupied - map.free_thresh) / range)) as i8
        }
    }
}

#[test]
fn occupancy_is_that_of_map_server() {
    for mode in [Mode::Trinary, Mode::Scale, Mode::Raw] {
        for negate in [false, true] {
            let map = RosMap { mode, negate, ..RosMap::default() };
            for pixel in 0..=255 {
                let (ours, theirs) = (map.occupancy(pixel), nav2(&map, pixel));
                assert!((ours - theirs).abs() <= i8::from(mode == Mode::Scale), "{mode:?} {negate} {pixel}");
            }
        }
    }
}

#[test]
fn a_map_becomes_a_scene_where_it_lies() {
    // Free, unknown, occupied in the upper row; all free in the lower one.
    let map = RosMap {
        width: 3,
        height: 2,
        pixels: vec![254, 205, 0, 254, 254, 254],
        resolution: 2.0,
        origin: [10.0, 20.0, 0.0],
        ..RosMap::default()
    };
    let built = map.scene(Unknown::Blocked).unwrap().build().unwrap().map;
    let walkable = |x: f64, y: f64| built.is_walkable([x, y]);
    assert!(walkable(11.0, 23.0) && !walkable(13.0, 23.0) && !walkable(15.0, 23.0) && walkable(15.0, 21.0));
    let built = map.scene(Unknown::Free).unwrap().build().unwrap().map;
    assert!(built.is_walkable([13.0, 23.0]) && !built.is_walkable([15.0, 23.0]));
    let turned = RosMap { origin: [0.0, 0.0, std::f64::consts::FRAC_PI_2], ..map };
    let built = turned.scene(Unknown::Blocked).unwrap().build().unwrap().map;
    assert!(built.is_walkable([-1.0, 1.0]) && !built.is_walkable([-3.0, 5.0]) && built.is_walkable([-1.0, 5.0]));
}

#[test]
fn a_map_goes_out_and_in_again() {
    let folder = Folder::new("out");
    let mut map = Map::new(&Outline::rectangle([-3.0, 1.0], [7.0, 9.0])).unwrap();
    map.insert(&Outline::rectangle([0.0, 2.0], [2.0, 5.0])).unwrap();
    let made = RosMap::of_map(&map, 0.25).unwrap();
    assert_eq!((made.width, made.height), (40, 32));
    let file = folder.0.join("hall.yaml");
    made.write(&file).unwrap();
    let again = Scene::read(&file).unwrap().build().unwrap().map;
    for step in 0..400 {
        let p = [-2.9 + 0.025 * f64::from(step), 1.1 + 0.019 * f64::from(step)];
        assert_eq!(again.is_walkable(p), map.is_walkable(p), "{p:?}");
    }
    assert!(RosMap::of_map(&map, 0.0).is_err() && RosMap::of_map(&map, f64::NAN).is_err());
    assert!(RosMap::of_map(&map, 1e-9).is_err());
}

#[test]
fn plain_deep_and_commented_pictures_are_read() {
    let folder = Folder::new("forms");
    let yaml = "# a map\nimage: \"pic # 1.pgm\"   # beside\nresolution: 1\norigin:\n  - 1.5\n  - -2\n  - 0\noccupied_thresh: 0.65\nfree_thresh: 0.2\n";
    std::fs::write(folder.0.join("m.yml"), yaml).unwrap();
    let pictures: [&[u8]; 3] =
        [b"P2 # plain\n2 1\n# grey\n15\n0 15\n", b"P5 2 1 255\n\x00\xff", b"P5\n2 1\n65535\n\x00\x00\xff\xff"];
    for picture in pictures {
        std::fs::write(folder.0.join("pic # 1.pgm"), picture).unwrap();
        let map = RosMap::read(folder.0.join("m.yml")).unwrap();
        assert_eq!((map.origin, &map.pixels[..]), ([1.5, -2.0, 0.0], &[0, 255][..]));
    }
}

#[test]
fn bad_maps_are_refused_and_say_why() {
    let folder = Folder::new("bad");
    let good =
        "image: a.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.2\n";
    let read = |yaml: &str, picture: Option<&[u8]>| {
        let image = folder.0.join("a.pgm");
        let _ = std::fs::remove_file(&image);
        if let Some(bytes) = picture {
            std::fs::write(image, bytes).unwrap();
        }
        std::fs::write(folder.0.join("a.yaml"), yaml).unwrap();
        RosMap::read(folder.0.join("a.yaml"))
    };
    let picture: &[u8] = b"P5\n2 2\n255\n\x00\x00\x00\x00";
    assert!(read(good, Some(picture)).is_ok());
    let cases: [(&str, &str, Option<&[u8]>); 15] = [
        ("a.pgm", good, None),
        ("at most 4", good, Some(b"P5\n20 20\n255\n\x00\x00\x00\x00")),
        ("more than", good, Some(b"P5\n100000 10000\n255\n\x00")),
        ("more than", good, Some(b"P5\n18446744073709551615 2\n255\n")),
        ("cells", good, Some(b"P5\n0 2\n255\n")),
        ("P5 or P2", good, Some(b"P6\n2 2\n255\n")),
        ("largest grey", good, Some(b"P5\n2 2\n0\n\x00\x00\x00\x00")),
        ("width", good, Some(b"P5\n")),
        ("a grey", good, Some(b"P2\n2 2\n255\n1 2 3 x")),
        ("resolution", &good.replace("0.05", "-1"), Some(picture)),
        ("resolution", &good.replace("0.05", "nan"), Some(picture)),
        ("origin", &good.replace("[0, 0, 0]", "[0, 0]"), Some(picture)),
        ("negate", &good.replace("negate: 0", "negate: maybe"), Some(picture)),
        ("image", &good.replace("image: a.pgm", ""), Some(picture)),
        ("free_thresh", &good.replace("0.2", "1e999"), Some(picture)),
    ];
    for (wanted, yaml, picture) in cases {
        let refused = read(yaml, picture).unwrap_err().to_string();
        assert!(refused.contains(wanted), "{wanted:?} is not in {refused:?}");
    }
}

#[test]
fn damaged_maps_do_not_panic() {
    let folder = Folder::new("damaged");
    let good =
        b"image: a.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.2\n"
            .to_vec();
    let picture = b"P5\n# c\n4 2\n255\n\x00\x10\x20\x30\xff\xfe\xfd\xfc".to_vec();
    let mut state = 7;
    for _ in 0..2000 {
        let (mut yaml, mut pgm) = (good.clone(), picture.clone());
        for bytes in [&mut yaml, &mut pgm] {
            if !next(&mut state).is_multiple_of(3) {
                let at = next(&mut state) as usize % bytes.len();
                bytes[at] = next(&mut state) as u8;
            }
            if next(&mut state).is_multiple_of(5) {
                bytes.truncate(next(&mut state) as usize % (bytes.len() + 1));
            }
        }
        std::fs::write(folder.0.join("a.yaml"), yaml).unwrap();
        std::fs::write(folder.0.join("a.pgm"), pgm).unwrap();
        if let Ok(map) = RosMap::read(folder.0.join("a.yaml")) {
            let _ = map.scene(Unknown::Blocked).map(|scene| scene.build());
        }
    }
}
