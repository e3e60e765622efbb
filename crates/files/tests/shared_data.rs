//! The public data sets in ../shared/data, where they are: everything reads, and the areas are right to the cell.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use navigant_files::internals::convert;
use navigant_files::internals::{FormatInternals as _, ReferenceLength, read_queries};
use navigant_files::{Format, Scene};
use navigant_geometry::{Outline, Point};

/// A folder of the shared data; prints a line where it is missing.
fn shared(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(folder);
    if !path.is_dir() {
        println!("skipped: there is no {}", path.display());
        return None;
    }
    Some(path)
}

/// All files below a folder with an extension, sorted.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> Scene {
    Scene::read(path).unwrap_or_else(|error| panic!("{error}"))
}

/// The area of an outline whose holes lie in it and apart from each other; exact for grids.
fn area(outline: &Outline) -> f64 {
    let ring_area = |ring: &[Point]| {
        let edges = ring.iter().zip(ring.iter().cycle().skip(1));
        edges.map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>().abs() / 2.0
    };
    let mut rings = outline.rings().map(ring_area);
    rings.next().unwrap_or(0.0) - rings.sum::<f64>()
}

fn free_area(scene: &Scene) -> f64 {
    let floors: f64 = scene.floors.iter().map(area).sum();
    floors - scene.obstacles.iter().map(|o| area(&o.outline)).sum::<f64>()
}

#[test]
fn grid_maps_leave_exactly_their_walkable_cells() {
    let Some(folder) = shared("movingai") else { return };
    for path in files(&folder, "map") {
        let text = std::fs::read_to_string(&path).unwrap();
        let rows = text.split_once("map").unwrap().1;
        let walkable = rows.bytes().filter(|b| b".GS".contains(b)).count();
        let scene = read(&path);
        assert_eq!(free_area(&scene), walkable as f64, "{}", path.display());
    }
}

#[test]
fn grid_maps_convert_to_walkable_areas_of_the_same_size() {
    let Some(folder) = shared("movingai") else { return };
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("converted.wkt");
    for path in files(&folder, "map") {
        let areas = convert(&path, &to).unwrap();
        assert_eq!(free_area(&areas), free_area(&read(&path)), "{}", path.display());
        assert_eq!(Scene::read(&to), Ok(areas));
    }
}

#[test]
fn meshes_have_the_area_of_their_grid_maps() {
    let (Some(meshes), Some(maps)) = (shared("polyanya_meshes"), shared("movingai")) else { return };
    let names = |paths: Vec<PathBuf>| -> BTreeMap<_, _> {
        paths.into_iter().map(|path| (path.file_stem().unwrap().to_owned(), path)).collect()
    };
    let maps = names(files(&maps, "map"));
    let mut compared = 0;
    for (name, mesh) in names(files(&meshes, "mesh")) {
        let scene = read(&mesh);
        assert!(!scene.floors.is_empty() && scene.obstacles.is_empty());
        if let Some(map) = maps.get(&name) {
            assert_eq!(free_area(&scene), free_area(&read(map)), "{}", mesh.display());
            compared += 1;
        }
    }
    assert!(compared > 0);
}

#[test]
fn walkable_areas_polygon_lists_and_small_grids_are_read() {
    for (folder, extension, format) in [
        ("crowd/wkt", "wkt", Format::Wkt),
        ("iron_harvest", "txt", Format::PolygonList),
        ("anyangle_grids", "txt", Format::ZeroOneGrid),
    ] {
        let Some(folder) = shared(folder) else { continue };
        for path in files(&folder, extension) {
            let scene = read(&path);
            assert_eq!(Format::of(&path, &std::fs::read(&path).unwrap()), Some(format));
            assert!(!scene.floors.is_empty(), "{}", path.display());
            assert!(free_area(&scene) > 0.0, "{}", path.display());
        }
    }
}

#[test]
fn every_scene_survives_being_written() {
    let Some(folder) = shared(".") else { return };
    for path in ["map", "mesh", "wkt", "txt"].iter().flat_map(|extension| files(&folder, extension)) {
        if path.components().any(|c| c.as_os_str() == "spec" || c.as_os_str() == "rimea_jupedsim") {
            continue;
        }
        let scene = read(&path);
        let text = scene.to_text(Format::GeoJson).unwrap();
        assert_eq!(Scene::parse(text.as_bytes(), Format::GeoJson), Ok(scene), "{}", path.display());
    }
}

#[test]
fn polygon_lists_and_walkable_areas_survive_in_their_own_format() {
    for (folder, extension, format) in [("crowd/wkt", "wkt", Format::Wkt), ("iron_harvest", "txt", Format::PolygonList)]
    {
        let Some(folder) = shared(folder) else { continue };
        for path in files(&folder, extension) {
            let scene = read(&path);
            let text = scene.to_text(format).unwrap();
            assert_eq!(Scene::parse(text.as_bytes(), format), Ok(scene), "{}", path.display());
        }
    }
}

#[test]
fn query_lists_are_read_and_no_path_is_shorter_than_the_straight_line() {
    for folder in ["lengths", "iron_harvest"] {
        let Some(folder) = shared(folder) else { continue };
        for path in files(&folder, "csv") {
            let queries = read_queries(&path).unwrap();
            assert!(queries.len() >= 100, "{}", path.display());
            for query in queries {
                match query.length {
                    ReferenceLength::Known(length) => assert!(length >= query.from.distance(query.to) - 1e-9),
                    ReferenceLength::NoPath => {}
                    ReferenceLength::NotGiven => panic!("{}: no length", path.display()),
                }
            }
        }
    }
}
