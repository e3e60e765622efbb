//! What scripts rely on: exit codes, reasons as codes, JSON on standard output, embedded scenes, files left whole.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn scratch(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn navigant(folder: &Path, arguments: &str) -> Output {
    let arguments = arguments.split_whitespace();
    Command::new(env!("CARGO_BIN_EXE_navigant")).current_dir(folder).args(arguments).output().unwrap()
}

/// The JSON that is all of standard output.
fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn an_exit_code_tells_a_path_from_none_and_from_a_bad_question() {
    let folder = scratch("exit_codes");
    for (arguments, code) in [
        ("path hall --from 2,2 --to 40,10", 0),
        ("path hall --from 2,2 --to -500,10", 3),
        ("path hall --from 2,2 --to 40,10 --radius 400", 3),
        ("path hall --from 2,2 --to 40,10 --radius -1", 2),
        ("path hall --from 2,2 --to 40,10 --radius nan", 2),
        ("path hall --from 2,2 --to 40,10 --no-such-option", 2),
        ("path nowhere.wkt --from 2,2 --to 40,10", 1),
        ("see hall --from 2,2", 0),
        ("see hall --from -500,2", 3),
        ("build office", 0),
    ] {
        let output = navigant(&folder, arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {output:?}");
    }
    let help = String::from_utf8(navigant(&folder, "--help").stdout).unwrap();
    assert!(help.contains("Exit codes:") && help.contains("130"), "{help}");
}

#[test]
fn a_scene_that_is_not_there_names_those_that_are_embedded() {
    let folder = scratch("unknown_scene");
    for command in ["path bottleneck --from 2,2 --to 4,4", "see bottleneck --from 2,2", "build bottleneck"] {
        let output = navigant(&folder, command);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("office") && said.contains("hall") && said.contains("navigant run bottleneck"), "{said}");
    }
    let said = navigant(&folder, "path nowhere.wkt --from 2,2 --to 4,4");
    assert!(String::from_utf8_lossy(&said.stderr).contains("nowhere.wkt: no such file"));
}

#[test]
fn json_goes_to_standard_output_alone_and_names_reasons() {
    let folder = scratch("json_output");
    let found = json(&navigant(&folder, "path hall --from 2,2 --to 40,10 --radius 0.3 --json -"));
    assert_eq!((&found["found"], &found["code"]), (&Value::from(true), &Value::Null));
    assert_eq!(found["radius"], 0.3);
    assert!(found["pieces"].as_array().is_some_and(|pieces| !pieces.is_empty()), "{found}");
    let narrow = json(&navigant(&folder, "path hall --from 2,2 --to 40,10 --radius 400 --json -"));
    assert_eq!((&narrow["found"], &narrow["code"]), (&Value::from(false), &Value::from("no_room_at_start")));
    let refused = json(&navigant(&folder, "path hall --from 2,2 --to 40,10 --radius -1 --json -"));
    assert_eq!(refused["code"], "not_a_radius");
    let outside = json(&navigant(&folder, "see hall --from -500,2 --json -"));
    assert_eq!((&outside["visible"], &outside["code"]), (&Value::from(false), &Value::from("outside")));
    let figures = json(&navigant(&folder, "run crossing --agents 20 --steps 5 --json -"));
    for key in ["simulated_s", "displaced", "without_way", "hash", "median_path_m", "present"] {
        assert!(!figures[key].is_null(), "{key}: {figures}");
    }
    let built = json(&navigant(&folder, "build hall --stats --json -"));
    assert_eq!(built["obstacles"], 0, "{built}");
    for key in ["vertices", "faces", "walls", "free_faces", "components", "memory_bytes"] {
        assert!(built[key].as_u64().is_some_and(|figure| figure > 0), "{key}: {built}");
    }
    assert!(built["free_area_m2"].as_f64() >= built["largest_component_m2"].as_f64(), "{built}");
    navigant(&folder, "see hall --from 2,2 --json seen.json");
    let seen: Value = serde_json::from_slice(&std::fs::read(folder.join("seen.json")).unwrap()).unwrap();
    assert_eq!(seen["visible"], true);
}

#[test]
fn many_queries_are_answered_in_json_too() {
    let folder = scratch("json_queries");
    std::fs::write(folder.join("some.csv"), "sx,sy,gx,gy\n2,2,40,10\n2,2,-500,10\n").unwrap();
    let output = navigant(&folder, "path hall --queries some.csv --json -");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let summary = json(&output);
    assert_eq!((&summary["queries"], &summary["solved"]), (&Value::from(2), &Value::from(1)));
    assert_eq!(summary["failed"]["goal_outside"], 1);
    assert_eq!(summary["answers"][1]["code"], "goal_outside");
    std::fs::write(folder.join("wrong.csv"), "sx,sy,gx,gy,length\n2,2,40,10,1\n").unwrap();
    assert_eq!(navigant(&folder, "path hall --queries wrong.csv").status.code(), Some(4));
}

#[test]
#[cfg(target_os = "linux")]
fn a_conversion_that_fails_leaves_the_old_file_whole() {
    let folder = scratch("whole");
    std::fs::write(folder.join("in.wkt"), "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))").unwrap();
    std::fs::write(folder.join("out.geojson"), "the old one").unwrap();
    // No file may become longer than one block of 512 bytes, as on a full disk.
    let many: Vec<String> = (0..2000).map(|i| format!("LINESTRING (1 1, 2 {}.5)", 2 + i % 6)).collect();
    let text = format!("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))\n{}", many.join("\n"));
    std::fs::write(folder.join("in.wkt"), text).unwrap();
    let program = env!("CARGO_BIN_EXE_navigant");
    let limited = format!("trap '' XFSZ; ulimit -f 1; exec {program} convert in.wkt out.geojson");
    let output = Command::new("sh").current_dir(&folder).args(["-c", &limited]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(std::fs::read_to_string(folder.join("out.geojson")).unwrap(), "the old one");
    let names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "nothing else is left: {names:?}");
}

#[test]
fn a_picture_that_is_refused_is_refused_before_anything_is_said() {
    let folder = scratch("refused_picture");
    for cell in ["0", "-1", "nan", "0.000001"] {
        for show in ["grid", "hybrid", "prm"] {
            let output = navigant(&folder, &format!("build office --svg x.svg --show {show} --cell={cell} --stats"));
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{show} of {cell} m: {output:?}");
            assert!(said.contains("cell"), "{said}");
            assert!(!folder.join("x.svg").exists());
        }
    }
    let drawn = navigant(&folder, "build office --svg x.svg --show grid");
    let said = String::from_utf8_lossy(&drawn.stdout);
    assert!(said.starts_with("office: ") && said.contains(" cells, ") && said.ends_with("drawn to x.svg\n"), "{said}");
}

#[test]
fn arcs_are_told_and_the_points_keep_the_radius() {
    let folder = scratch("arcs");
    std::fs::write(folder.join("wall.wkt"), "POLYGON ((0 0, 16 0, 16 16, 0 16, 0 0))\nLINESTRING (8 0, 8 8)").unwrap();
    let found = json(&navigant(&folder, "path wall.wkt --from 4,4 --to 12,4 --radius 2 --json -"));
    let arcs: Vec<&Value> = found["pieces"].as_array().unwrap().iter().filter(|piece| piece["kind"] == "arc").collect();
    assert_eq!(arcs.len(), 1, "{found}");
    assert!((arcs[0]["radius"].as_f64().unwrap() - 2.0).abs() < 1e-6 && arcs[0]["centre"][0] == 8.0, "{found}");
    let points: Vec<[f64; 2]> = serde_json::from_value(found["points"].clone()).unwrap();
    for leg in points.windows(2) {
        for part in (0..=50).map(|i| f64::from(i) / 50.0) {
            let [x, y] = [0, 1].map(|k| leg[0][k] + (leg[1][k] - leg[0][k]) * part);
            assert!((x - 8.0).hypot((y - 8.0).max(0.0)) >= 2.0 - 1e-5, "({x}, {y}) of {points:?}");
        }
    }
}

#[test]
fn an_unknown_terrain_is_refused_with_those_that_there_are() {
    let folder = scratch("terrain");
    let map = |terrain: char| format!("type octile\nheight 1\nwidth 3\nmap\n.S{terrain}\n");
    std::fs::write(folder.join("swamp.map"), map('.')).unwrap();
    let across = navigant(&folder, "path swamp.map --from 0.5,0.5 --to 2.5,0.5");
    assert_eq!(across.status.code(), Some(0), "S is walkable: {across:?}");
    std::fs::write(folder.join("other.map"), map('x')).unwrap();
    let refused = navigant(&folder, "build other.map");
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(1) && said.contains(". G and S are walkable"), "{said}");
}

#[test]
fn the_median_path_counts_who_comes_later() {
    let folder = scratch("later");
    let scenario = "about = \"a source alone\"\nscene = \"hall\"\nseed = 5\n\n[[agents]]\nper_second = 5.0\ncount = 20\n\
                    area = [[0, 0], [10, 0], [10, 20], [0, 20]]\ngoal = { at = [48, 10] }\n";
    std::fs::write(folder.join("later.toml"), scenario).unwrap();
    let figures = json(&navigant(&folder, "run later.toml --steps 80 --json -"));
    assert!(figures["median_path_m"].as_f64().unwrap() > 30.0, "{figures}");
}

#[test]
fn an_experiment_writes_its_json_to_standard_output_too() {
    let folder = scratch("experiment_json");
    let output = navigant(&folder, "experiment anytime --quick --data nowhere --json -");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(json(&output).is_object() && !output.stderr.is_empty());
}

#[test]
fn a_scene_with_layers_is_walked_from_floor_to_floor() {
    let folder = scratch("layers");
    let scene = include_str!("../../../crates/files/tests/fixtures/two_floors.geojson");
    std::fs::write(folder.join("two_floors.geojson"), scene).unwrap();
    let path = "path two_floors.geojson --from 16,5,0 --json -";
    let up = json(&navigant(&folder, &format!("{path} --to 19,5,3")));
    // Up the east side of the stairs' inner edge: three metres west, four up, and back.
    let length = up["length"].as_f64().unwrap();
    assert!((length - (5.0 + 4.0 + 2.0_f64.sqrt())).abs() < 1e-4, "{up}");
    let layers: Vec<&str> = up["points"].as_array().unwrap().iter().filter_map(|p| p["layer"].as_str()).collect();
    assert_eq!((layers[0], layers[layers.len() - 1], up["seams"].as_array().unwrap().len()), ("ground", "upper", 2));
    for (rest, code) in [
        ("--to 19,5", 0),
        ("--to 17.5,5,3", 3),
        ("--to 19,5,1.5", 3),
        ("--to 19,5,3 --radius 0.3", 0),
        ("--to 19,5,3 --radius 1.1", 3),
        ("--to 19,5,3 --radius 0.3 --climb 2", 0),
        ("--to 19,5,3 --radius 0.3 --climb inf", 3),
        ("--to 19,5,3 --comfort 0.3", 2),
        ("--to 19,5,x", 2),
        ("--to 19,5,3 --climb -1", 2),
        ("--to 19,5,3 --climb inf", 3),
    ] {
        let output = navigant(&folder, &format!("{path} {rest}"));
        assert_eq!(output.status.code(), Some(code), "{rest}: {output:?}");
    }
    let said = navigant(&folder, &format!("{path} --to 19,5,1.5"));
    assert!(json(&said)["reason"].as_str().unwrap().contains("layer 0 at 0.00 m"), "{said:?}");
    let wide = json(&navigant(&folder, &format!("{path} --to 19,5,3 --radius 0.5")));
    assert!(wide["length"].as_f64().unwrap() > length + 0.5, "around the edge at half a metre: {wide}");
    let climbed = json(&navigant(&folder, &format!("{path} --to 19,5,3 --climb 4,1 --svg up.svg")));
    let toll = climbed["cost"].as_f64().unwrap() - climbed["length"].as_f64().unwrap();
    assert!((toll - 12.0).abs() < 1e-4, "3 m up at 4 m each: {climbed}");
    assert!(std::fs::read_to_string(folder.join("up.svg")).unwrap().matches("<circle").count() == 2);
    let refused = navigant(&folder, "path two_floors.geojson --from 16,5,0 --to 19,5,3 --radius -1");
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert_eq!(navigant(&folder, "build two_floors.geojson").status.code(), Some(0));
    let refused = navigant(&folder, "see two_floors.geojson --from 2,2");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("has layers"), "{refused:?}");
    assert_eq!(navigant(&folder, "path hall --from 2,2,0 --to 40,10").status.code(), Some(2));
    assert_eq!(navigant(&folder, "path hall --from 2,2 --to 40,10 --climb 3").status.code(), Some(2));
}
