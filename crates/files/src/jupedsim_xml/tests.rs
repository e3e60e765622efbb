use super::{read, read_layers};
use crate::error::{FileError, Reason};
use navigant_geometry::Outline;
use navigant_mesh::internals::{HeightInternals as _, LayeredMapInternals as _, MapInternals as _};

const LANDING: &str = include_str!("../../tests/fixtures/landing.xml");
const STAIRS: &str = include_str!("../../tests/fixtures/stairs.xml");

#[test]
fn a_floor_is_what_walls_and_doors_surround() {
    let scene = read(LANDING.as_bytes()).unwrap();
    let corners: Vec<usize> = scene.floors.iter().map(|floor| floor.rings().map(<[_]>::len).sum()).collect();
    assert_eq!(corners, [8, 6], "doors close the gaps");
    let map = scene.build().unwrap().map;
    // 9 × 6 m, less a pillar of 1 m².
    assert!((map.free_area() - 53.0).abs() < 0.02, "{}", map.free_area());
    // Through the door, not through the wall beside it; a wall's end that is off by millimetres leaves no slit.
    assert!(map.sees([4.0, 3.5], [8.0, 3.5]) && !map.sees([4.0, 1.0], [8.0, 1.0]));
    assert!(map.sees([5.9, 3.999], [6.1, 3.999]));
    assert_eq!(map.components().count(), 1);
}

#[test]
fn obstacles_keep_their_names_and_walls_have_none() {
    let scene = read(LANDING.as_bytes()).unwrap();
    let names: Vec<&str> = scene.obstacles.iter().filter_map(|obstacle| obstacle.id.as_deref()).collect();
    assert_eq!(names, ["pillar"]);
    let walls = scene.obstacles.iter().filter(|obstacle| matches!(obstacle.outline, Outline::Polyline(_)));
    assert_eq!(walls.count(), 3);
}

#[test]
fn doors_between_planes_are_seams() {
    let scene = read_layers(STAIRS.as_bytes()).unwrap();
    let names: Vec<&str> = scene.layers.iter().map(|layer| layer.name.as_str()).collect();
    assert_eq!(names, ["-3 m", "room 0, subroom 1", "0 m"]);
    assert_eq!((scene.seams.len(), scene.obstacles.len()), (2, 0));
    assert!((scene.layers[1].height.at([6.0, 1.0])).abs() < 1e-9);
    let map = scene.build().unwrap().map;
    let [down, up] = [map.layer_at([-2.0, 1.0, -3.0]).unwrap(), map.layer_at([8.0, 1.0, 0.0]).unwrap()];
    assert!(
        map.are_connected((down, [-2.0, 1.0]), (up, [8.0, 1.0])) && map.sees((down, [-3.0, 1.0]), (up, [8.0, 1.0]))
    );
    assert!(matches!(read(STAIRS.as_bytes()), Err(FileError { reason: Reason::HasLayers, .. })));
}

/// What is wrong is said with its place.
#[test]
fn faults_name_their_line() {
    let replaced = |from: &str, to: &str| {
        assert!(STAIRS.contains(from), "{from}");
        read_layers(STAIRS.replacen(from, to, 1).as_bytes()).unwrap_err().to_string()
    };
    let cases = [
        (replaced("px=\"-4\" py=\"2\"", "px=\"x\" py=\"2\""), "line 7, column 34: a number should stand here, not x"),
        (replaced("px=\"-4\" py=\"2\"", "px=\"1e999\" py=\"2\""), "line 7, column 34: 1e999 is not a finite number"),
        (replaced("subroom2_id=\"1\"", "subroom2_id=\"7\""), "line 16, column 9: there is no room 0, subroom 7"),
        (
            replaced("<vertex px=\"9\" py=\"0\"/><vertex px=\"9\" py=\"2\"/>", ""),
            "line 27, column 5: a ring or line without",
        ),
        (replaced("unit=\"m\"", "unit=\"cm\""), "line 2, column 1: unit=\"m\""),
        (replaced("<room id=\"1\"", "<room id=\"0\""), "line 20, column 7: there are two subrooms 0 of room 0"),
        (replaced("<geometry", "<building"), "line 34, column 1: expected 'building' tag, not 'geometry'"),
        (
            read_layers(STAIRS.replace("geometry", "building").as_bytes()).unwrap_err().to_string(),
            "line 2, column 1: the <geometry> of a JuPedSim building should stand here, not <building>",
        ),
        (
            replaced("px=\"6\" py=\"0\"/></polygon>", "px=\"5\" py=\"0\"/></polygon>"),
            "line 10, column 7: the walls and doors of room 0, subroom 1 are not closed: nothing goes on at ",
        ),
    ];
    for (message, expected) in cases {
        assert!(message.starts_with(expected), "{message}\n{expected}");
    }
}

#[test]
fn hostile_xml_is_refused_or_read() {
    let deep = "<geometry>".repeat(200_000);
    let many = format!("<geometry><rooms><room id='0'><subroom id='0'>{}</subroom></room></rooms></geometry>", {
        "<polygon><vertex px='0' py='0'/><vertex px='1' py='0'/></polygon>".repeat(5_000)
    });
    let entity = "<!DOCTYPE geometry [<!ENTITY a \"b\">]><geometry>&a;</geometry>";
    for text in [deep.as_str(), many.as_str(), entity, "<", "<geometry", "<geometry/>", "\u{feff}<geometry/>", ""] {
        assert!(read_layers(text.as_bytes()).is_err());
    }
    let bytes = STAIRS.as_bytes();
    for end in 0..bytes.len() - 1 {
        let _ = read_layers(&bytes[..end]).map(|scene| scene.build());
    }
}
