//! GeoJSON with layers: what is read, what is refused and why, and that no bytes make it panic.

use navigant_files::internals::LayeredSceneInternals as _;
use navigant_files::{BadLayeredScene, FileError, Format, LayeredScene, Reason, Scene};
use navigant_mesh::internals::{
    HeightInternals as _, IdInternals as _, LayerIdInternals as _, LayeredMapInternals as _,
};
use navigant_mesh::{BadLayers, BadSeam, Height, LayerId};

const TWO_FLOORS: &str = include_str!("fixtures/two_floors.geojson");

fn refusal(text: &str) -> Reason {
    LayeredScene::parse(text.as_bytes()).unwrap_err().reason
}

#[test]
fn layers_heights_seams_and_obstacles_are_read() {
    let scene = LayeredScene::parse(TWO_FLOORS.as_bytes()).unwrap();
    let names: Vec<(&str, usize)> = scene.layers.iter().map(|l| (l.name.as_str(), l.floors.len())).collect();
    assert_eq!(names, [("ground", 1), ("stairs", 1), ("upper", 2)]);
    assert_eq!(scene.layers[1].height, Height::between([21.0, 2.0, 0.0], [21.0, 6.0, 3.0]));
    assert_eq!(scene.seams[1].layers, [LayerId::new(1), LayerId::new(2)]);
    let (layer, shelf) = &scene.obstacles[0];
    assert_eq!((*layer, shelf.id.as_deref()), (LayerId::new(2), Some("shelf")));
    let built = scene.build().unwrap();
    let [ground, upper] = [0, 2].map(LayerId::new);
    assert!(built.map.is_walkable(ground, [17.5, 5.0]) && !built.map.is_walkable(upper, [17.5, 5.0]));
    assert!(built.map.are_connected((ground, [1.0, 1.0]), (upper, [1.0, 1.0])));
}

#[test]
fn a_file_with_layers_is_no_scene_of_one_plane() {
    let refused: FileError = Scene::parse(TWO_FLOORS.as_bytes(), Format::GeoJson).unwrap_err();
    assert_eq!(refused.reason, Reason::HasLayers);
    // Layers of other programs mean nothing.
    let foreign = TWO_FLOORS.replace("\"kind\": \"outline\", ", "").replace("seam", "obstacle");
    assert!(Scene::parse(foreign.as_bytes(), Format::GeoJson).is_ok());
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    let with = |from: &str, to: &str| TWO_FLOORS.replacen(from, to, 1);
    assert_eq!(refusal(&with("\"layer\": \"ground\", ", "")), Reason::MissingMember("layer"));
    assert_eq!(refusal(&with("\"layers\": [\"ground\", \"stairs\"]", "\"x\": 1")), Reason::MissingMember("layers"));
    assert!(matches!(refusal(&with("[[20, 2], [22, 2]]}", "[[20, 2], [21, 2], [22, 2]]}")), Reason::BadLayer(_)));
    assert!(matches!(
        refusal(&with("\"LineString\", \"coordinates\": [[20, 2], [22, 2]]", "\"Point\", \"coordinates\": [20, 2]")),
        Reason::BadLayer(_)
    ));
    assert!(matches!(refusal(&with(", \"z\": 0", "")), Reason::BadLayer(_)));
    assert!(matches!(refusal(&with("\"z\": 3", "\"z\": \"high\"")), Reason::Json(_)));
    assert!(matches!(
        refusal(&with("\"layer\": \"upper\", \"z\": 3", "\"layer\": \"ground\", \"z\": 3")),
        Reason::BadLayer(_)
    ));
    assert!(matches!(refusal(&with("\"kind\": \"obstacle\"", "\"kind\": \"region\"")), Reason::BadLayer(_)));
    let bad_seam = |text: &str| match LayeredScene::parse(text.as_bytes()).unwrap().build().unwrap_err() {
        BadLayeredScene::Layers(BadLayers::Seam { seam, reason }) => (seam.index(), reason),
        other => panic!("{other}"),
    };
    let (ground, stairs) = (LayerId::new(0), LayerId::new(1));
    assert_eq!(
        bad_seam(&with("[[20, 2], [22, 2]]}", "[[20, 2.5], [22, 2.5]]}")),
        (0, BadSeam::OffBorder { layer: ground })
    );
    assert_eq!(bad_seam(&with("[[20, 2], [22, 2]]}", "[[22, 2], [22, 2]]}")), (0, BadSeam::NoLength));
    assert_eq!(
        bad_seam(&with("[[20, 2], [22, 2]]}", "[[19, 2], [22, 2]]}")),
        (0, BadSeam::OffBorder { layer: ground })
    );
    assert_eq!(
        bad_seam(&with("[\"ground\", \"stairs\"]", "[\"stairs\", \"stairs\"]")),
        (0, BadSeam::SameLayer(stairs))
    );
    let apart = bad_seam(&with("[[21, 2, 0], [21, 6, 3]]", "[[21, 2, 1], [21, 6, 4]]"));
    assert!(matches!(apart, (0, BadSeam::Step { step, .. }) if (step - 1.0).abs() < 1e-9), "{apart:?}");
    let twice = TWO_FLOORS.replacen("[[20, 6], [22, 6]]}", "[[20, 2], [22, 2]]}", 1).replacen(
        "[\"stairs\", \"upper\"]",
        "[\"ground\", \"stairs\"]",
        1,
    );
    assert_eq!(bad_seam(&twice), (1, BadSeam::Overlaps));
    let nameless = bad_seam(&with("[[20, 6], [22, 6]]}", "[[20, 6], [1e300, 6]]}"));
    assert!(matches!(nameless, (1, BadSeam::BadEnd(_))), "{nameless:?}");
}

#[test]
fn a_file_cut_at_any_byte_is_refused_or_read() {
    for end in 0..TWO_FLOORS.len() {
        if let Ok(scene) = LayeredScene::parse(&TWO_FLOORS.as_bytes()[..end]) {
            let _ = scene.build();
        }
    }
    // Digits exchanged: the text stays well formed and says something else.
    let bytes = TWO_FLOORS.as_bytes();
    for at in (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()) {
        for digit in *b"0179" {
            let mut changed = bytes.to_vec();
            changed[at] = digit;
            if let Ok(scene) = LayeredScene::parse(&changed) {
                let _ = scene.build().map(|built| built.map.free_area());
            }
        }
    }
}

#[test]
fn seams_may_have_tolls() {
    let with = |tolls: &str| {
        let seam = "\"layers\": [\"stairs\", \"upper\"]";
        LayeredScene::parse(TWO_FLOORS.replacen(seam, &format!("{seam}, \"tolls\": {tolls}"), 1).as_bytes())
    };
    for (text, tolls) in [
        ("2.5", [2.5, 2.5]),
        ("[2, 0]", [2.0, 0.0]),
        ("[\"closed\", 1]", [f64::INFINITY, 1.0]),
        ("\"closed\"", [f64::INFINITY; 2]),
    ] {
        assert_eq!(with(text).unwrap().seams[1].tolls, tolls);
    }
    for text in ["-1", "[1]", "[0, -2]", "\"shut\"", "[1, 2, 3]", "{}", "1e999"] {
        assert!(with(text).is_err(), "{text}");
    }
}
