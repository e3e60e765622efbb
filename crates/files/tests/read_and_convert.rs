//! Files on disk: read, converted, refused with their names.

use std::path::{Path, PathBuf};

use navigant_files::internals::convert;
use navigant_files::{Reason, Scene};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// A folder for one test.
fn scratch(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_scene_converted_to_geojson_is_the_same_scene() {
    let folder = scratch("to_geojson");
    for name in
        ["courtyard.geojson", "two_rooms.wkt", "islands.map", "diagonal_grid.txt", "annulus.mesh", "pillars.txt"]
    {
        let to = folder.join(name).with_extension("geojson");
        let scene = convert(fixture(name), &to).unwrap();
        assert_eq!(Scene::read(&to), Ok(scene), "{name}");
    }
}

#[test]
fn a_mesh_converts_to_every_format_that_is_written() {
    let folder = scratch("from_mesh");
    for name in ["annulus.geojson", "annulus.json", "annulus.wkt"] {
        let scene = convert(fixture("annulus.mesh"), folder.join(name)).unwrap();
        assert_eq!(Scene::read(folder.join(name)), Ok(scene));
    }
    convert(fixture("annulus.mesh"), folder.join("annulus.txt")).unwrap();
    let list = Scene::read(folder.join("annulus.txt")).unwrap();
    assert_eq!((list.floors.len(), list.obstacles.len()), (1, 1), "the hole is an obstacle now");
}

#[test]
fn a_grid_converts_to_walkable_areas_where_obstacles_have_no_holes() {
    let folder = scratch("from_grid");
    let areas = convert(fixture("islands.map"), folder.join("islands.wkt")).unwrap();
    assert_eq!((areas.floors.len(), areas.obstacles.len()), (2, 0));
    assert_eq!(Scene::read(folder.join("islands.wkt")), Ok(areas));

    // One of the two lies in a hole of the other: a list, where the hole is an obstacle, would cover it.
    let refused = convert(fixture("islands.map"), folder.join("islands.txt")).unwrap_err();
    assert!(matches!(refused.reason, Reason::CannotSay { what: "a hole that reaches into another floor", .. }));
}

#[test]
fn errors_name_the_file_the_place_and_the_reason() {
    let folder = scratch("errors");
    let path = folder.join("broken.wkt");
    std::fs::write(&path, "POLYGON ((0 0,\n  1 zero, 1 1))").unwrap();
    let message = Scene::read(&path).unwrap_err().to_string();
    let expected = "broken.wkt, line 2, column 5: a number for y should stand here, not zero";
    assert!(message.ends_with(expected), "{message}");

    let missing = Scene::read(folder.join("missing.wkt")).unwrap_err();
    assert!(matches!(missing.reason, Reason::Io { kind: std::io::ErrorKind::NotFound, .. }));
    std::fs::write(folder.join("letter.txt"), "Dear Sir or Madam,").unwrap();
    assert_eq!(Scene::read(folder.join("letter.txt")).unwrap_err().reason, Reason::UnknownFormat);
    assert!(matches!(Scene::default().write(folder.join("out.mesh")).unwrap_err().reason, Reason::ReadOnly(_)));
    assert_eq!(Scene::default().write(folder.join("out.docx")).unwrap_err().reason, Reason::UnknownFormat);
    assert!(matches!(Scene::read(&folder).unwrap_err().reason, Reason::Io { .. }), "a folder is not a scene");
}

#[test]
fn a_refused_conversion_leaves_the_file_as_it_was() {
    let kept = scratch("kept").join("kept.txt");
    std::fs::write(&kept, "before").unwrap();
    let refused = Scene::read(fixture("islands.map")).unwrap().write(&kept).unwrap_err();
    assert!(matches!(refused.reason, Reason::CannotSay { what: "an obstacle with holes", .. }));
    assert_eq!(refused.file.as_deref(), Some(kept.as_path()));
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "before");
}
