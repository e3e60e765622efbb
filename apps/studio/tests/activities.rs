//! What a user does, verb by verb, over a real connection.

mod common;

use common::{Page, frame, studio};
use serde_json::json;

#[test]
fn a_crowd_is_on_its_way_when_a_page_comes() {
    let studio = studio("market");
    let mut page = Page::open(&studio);
    let hello = page.ok(json!({ "do": "hello", "version": 1 }));
    assert_eq!(hello["version"], 1);
    let gallery = hello["gallery"].as_array().unwrap();
    assert!(gallery.iter().any(|entry| entry["name"] == "bottleneck" && entry["agents"] == 300));
    let world = page.event("world");
    assert_eq!(
        (&world["name"], &world["kind"], &world["agents"]),
        (&json!("market"), &json!("scenario"), &json!(2000))
    );
    let items = page.event("items");
    assert!(items["items"].as_array().unwrap().len() > 10);
    let first = page.picture(0x10);
    let (step, agents) = frame(&first);
    assert_eq!((agents, first.len()), (2000, 32 + 8 * 2000));
    // Routes are found while they walk: it takes some steps until most have theirs.
    let start = std::time::Instant::now();
    loop {
        let later = page.picture(0x10);
        let moved = first[32..].chunks(8).zip(later[32..].chunks(8)).filter(|(a, b)| a[..4] != b[..4]).count();
        if frame(&later).0 > step && moved > 1000 {
            break;
        }
        assert!(start.elapsed().as_secs() < 30, "{moved} of 2000 have moved");
    }
    let stats = loop {
        let stats = page.event("stats");
        if stats["step"].as_u64() > Some(0) {
            break stats;
        }
    };
    for name in ["time", "agents", "arrived", "waiting", "searches", "ms", "mean_ms", "density", "frame_ms"] {
        assert!(stats[name].is_number(), "{name}: {stats}");
    }
    assert!(page.refused(json!({ "do": "hello", "version": 2 })).contains("version 1"));
}

#[test]
fn two_pages_that_edit_one_item_see_the_same_and_undo_step_by_step() {
    let studio = studio("bottleneck");
    let (mut one, mut other) = (Page::greeted(&studio), Page::greeted(&studio));
    let square = |x: f64| json!([[[x, 4.0], [x + 1.0, 4.0], [x + 1.0, 5.0], [x, 5.0]]]);
    let key = one.ok(json!({ "do": "add", "item": { "kind": "obstacle", "rings": square(4.0) } }))["item"].clone();
    let item = |x: f64| json!({ "key": key, "kind": "obstacle", "rings": square(x) });
    // Both drag it, and both call their drag the first.
    for i in 0..10 {
        let page = if i % 2 == 0 { &mut one } else { &mut other };
        page.ok(json!({ "do": "change", "item": item(5.0 + f64::from(i)), "drag": 1, "what": "move" }));
    }
    one.ok(json!({ "do": "remove", "keys": [key] }));
    assert!(other.refused(json!({ "do": "change", "item": item(1.0) })).contains("there is no item"));
    for page in [&mut one, &mut other] {
        let seen = loop {
            let event = page.event("items");
            if event["removed"].as_array().is_some_and(|removed| removed.contains(&key)) {
                break event;
            }
        };
        assert_eq!(seen["undo"], "delete obstacle");
    }
    assert_eq!(other.ok(json!({ "do": "undo" }))["what"], "delete obstacle");
    assert_eq!(one.event("items")["items"][0]["rings"][0][0][0], 14.0);
    for x in (4..14).rev() {
        assert_eq!(one.ok(json!({ "do": "undo" }))["what"], "move obstacle");
        assert_eq!(one.event("items")["items"][0]["rings"][0][0][0], f64::from(x));
    }
}

#[test]
fn an_obstacle_that_is_drawn_stands_in_the_running_map() {
    let studio = studio("bottleneck");
    let mut page = Page::greeted(&studio);
    let path = json!({ "do": "path", "from": [2, 10], "to": [47, 10], "radius": 0.2 });
    assert_eq!(page.ok(path.clone())["found"], true);
    page.event("items");
    let door = json!({ "kind": "obstacle", "rings": [[[27.5, -1], [31, -1], [31, 21], [27.5, 21]]] });
    let key = page.ok(json!({ "do": "add", "item": door }))["item"].clone();
    let event = page.event("items");
    assert_eq!(event["items"][0]["key"], key);
    assert_eq!(event["undo"], "draw obstacle");
    assert!(event["edit_ms"].as_f64().unwrap() < 1000.0 && event["faces_changed"].as_u64().unwrap() > 0);
    assert_eq!(event["region"].as_array().unwrap().len(), 4);
    let blocked = page.ok(path.clone());
    assert_eq!((&blocked["found"], blocked["reason"].is_string()), (&json!(false), true));
    page.ok(json!({ "do": "undo" }));
    assert_eq!(page.ok(path.clone())["found"], true);
    page.ok(json!({ "do": "redo" }));
    assert_eq!(page.ok(path.clone())["found"], false);
    page.ok(json!({ "do": "remove", "keys": [key] }));
    assert_eq!(page.ok(path)["found"], true);
    assert!(page.refused(json!({ "do": "remove", "keys": [key] })).contains("no item"));
}

#[test]
fn layers_come_when_asked_for_and_again_after_an_edit() {
    let studio = studio("town");
    let mut page = Page::greeted(&studio);
    let names = [
        "walls",
        "triangulation",
        "clearance",
        "axis",
        "quadtree",
        "quadtree_graph",
        "cells",
        "grid",
        "changed",
        "outline",
    ];
    let shown = page.ok(json!({ "do": "layers", "on": names, "pixel": 0.1, "grid": 2 }));
    for name in ["vertices", "axis_nodes", "squares", "convex_cells", "grid_cells"] {
        assert!(shown["counts"][name].as_u64().unwrap() > 100, "{name}: {shown}");
    }
    let mut seen: Vec<u8> = (0..names.len()).map(|_| page.picture(0x11)[1]).collect();
    seen.sort_unstable();
    assert_eq!(seen, (0..10).collect::<Vec<u8>>());
    page.ok(json!({ "do": "layers", "on": ["walls", "changed"] }));
    let _ = [page.picture(0x11), page.picture(0x11)];
    page.forget();
    page.ok(json!({ "do": "add", "item": { "kind": "wall", "rings": [[[60, 60], [61, 61]]] } }));
    let event = page.event("items");
    let mut again = [page.picture(0x11), page.picture(0x11)].map(|layer| {
        assert_eq!(u64::from(u32::from_le_bytes(layer[4..8].try_into().unwrap())), event["version"].as_u64().unwrap());
        layer[1]
    });
    again.sort_unstable();
    assert_eq!(again, [0, 8]);
    assert!(page.refused(json!({ "do": "layers", "on": ["x-ray"] })).contains("there is no layer"));
}

#[test]
fn ways_are_found_compared_traced_and_seen() {
    let studio = studio("office");
    let mut page = Page::greeted(&studio);
    page.ok(json!({ "do": "pause" }));
    let bounds = page.event("world")["bounds"].clone();
    let corner = |share: f64| {
        let [x0, y0, x1, y1] = [0, 1, 2, 3].map(|i| bounds[i].as_f64().unwrap());
        [x0 + share * (x1 - x0), y0 + share * (y1 - y0)]
    };
    // Somewhere in the first and in the last room.
    let (from, to) = (corner(0.04), corner(0.96));
    let path = page.ok(json!({ "do": "path", "from": from, "to": to, "radius": 0.2 }));
    assert_eq!(path["found"], true, "{path}");
    let narrow = page.ok(json!({ "do": "path", "from": from, "to": to, "radius": 0.9 }));
    assert_eq!(narrow["found"], false);
    assert!(narrow["at"].is_array() && narrow["width"].as_f64().unwrap() < 1.8, "{narrow}");
    let rows = page.ok(json!({ "do": "compare", "from": from, "to": to, "radius": 0.2 }))["rows"].clone();
    assert_eq!(rows.as_array().unwrap().len(), 7);
    assert_eq!(rows[0]["length"], path["length"]);
    for graph in ["dual", "cells", "quadtree", "axis", "grid"] {
        let trace = page
            .ok(json!({ "do": "trace", "from": from, "to": to, "search": "a_star", "graph": graph, "radius": 0.2 }));
        assert!(!trace["steps"].as_array().unwrap().is_empty(), "{graph}");
    }
    let seen = page.ok(json!({ "do": "see", "from": from }));
    assert!(seen["area"].as_f64().unwrap() > 1.0 && seen["region"].as_array().unwrap().len() >= 3);
}

#[test]
fn a_run_is_stepped_set_followed_measured_and_taken_along() {
    let folder = tempfile::tempdir().unwrap();
    let studio = common::studio_in("bottleneck", folder.path());
    let mut page = Page::greeted(&studio);
    page.ok(json!({ "do": "pause" }));
    page.ok(json!({ "do": "reset", "seed": 5 }));
    assert_eq!(page.ok(json!({ "do": "step", "count": 20 }))["step"], 20);
    let settings = page.ok(json!({ "do": "settings", "hysteresis": 0.2, "policy": "seen" }));
    assert_eq!(settings["needs_reset"], false, "planning can change while they walk");
    let settings = page.ok(json!({ "do": "settings", "avoidance": "social_force", "dt": 0.05 }));
    assert_eq!(settings["needs_reset"], true);
    let value = |name: &str| {
        let all = settings["settings"].as_array().unwrap();
        all.iter().find(|setting| setting["name"] == name).map(|setting| setting["value"].clone()).unwrap()
    };
    assert_eq!((value("dt"), value("hysteresis"), value("seed")), (json!(0.05), json!(0.2), json!(5)));
    assert!(page.refused(json!({ "do": "settings", "dt": 7 })).contains("dt must be"));
    let route = page.ok(json!({ "do": "route", "agent": 7 }));
    assert!(route["points"].as_array().unwrap().len() >= 2, "{route}");
    assert_eq!(route["status"], "walking");
    page.refused(json!({ "do": "route", "agent": 100_000 }));
    page.ok(json!({ "do": "follow", "agent": 7 }));
    page.ok(json!({ "do": "density", "cell": 1.0 }));
    page.ok(json!({ "do": "speed", "factor": 4 }));
    page.refused(json!({ "do": "speed", "factor": 99 }));
    page.forget();
    page.ok(json!({ "do": "play" }));
    assert_eq!(page.event("followed")["agent"], 7);
    let density = page.picture(0x12);
    assert!(density[24..].iter().any(|cell| *cell > 0));
    page.ok(json!({ "do": "step", "count": 30 }));
    let figures = page.ok(json!({ "do": "figures" }));
    assert_eq!(figures["json"]["wall_crossings"], 0);
    assert_eq!(figures["rows"][0][0], "agents");
    let (port, _) = common::address(&studio);
    let host = format!("Host: 127.0.0.1:{port}\r\n");
    for (what, begins) in
        [("csv", b"# fps 20\n".as_slice()), ("parquet", b"PAR1"), ("sqlite", b"SQLite"), ("figures", b"{")]
    {
        let url = page.ok(json!({ "do": "export", "what": what }))["url"].as_str().unwrap().to_owned();
        let path = studio.url().strip_prefix(&format!("http://127.0.0.1:{port}")).unwrap().to_owned() + &url;
        let (status, body) = common::get(port, &path, &host);
        assert!(status == 200 && body.starts_with(begins), "{what}: {status}");
    }
    page.refused(json!({ "do": "export", "what": "csv", "path": "run.txt" }));
    page.ok(json!({ "do": "export", "what": "sqlite", "path": "run.sqlite" }));
    page.forget();
    let opened = page.ok(json!({ "do": "open", "path": "run.sqlite" }));
    assert_eq!(opened["kind"], "replay");
    let world = page.event("world");
    let frames = world["frames"].as_u64().unwrap();
    assert!(frames > 20 && world["agents"] == 300, "{world}");
    page.ok(json!({ "do": "pause" }));
    page.forget();
    page.ok(json!({ "do": "replay", "frame": 11 }));
    let picture = page.picture(0x10);
    assert_eq!((frame(&picture), picture[1] & 2), ((11, 300), 2));
    page.refused(json!({ "do": "replay", "frame": frames }));
    page.refused(json!({ "do": "add", "item": { "kind": "wall", "rings": [[[1, 1], [2, 2]]] } }));
}

#[test]
fn the_run_ends_when_everyone_has_left() {
    let studio = studio("bottleneck");
    let mut page = Page::greeted(&studio);
    page.ok(json!({ "do": "new", "bounds": [0, 0, 12, 6] }));
    let goal = page.ok(json!({ "do": "add", "item": { "kind": "goal", "rings": [[[11, 3]]] } }))["item"].clone();
    let source = json!({ "count": 5, "goal": goal, "arrival": "leave" });
    let area = [[1, 1], [4, 1], [4, 5], [1, 5]];
    page.ok(json!({ "do": "add", "item": { "kind": "source", "rings": [area], "source": source } }));
    page.forget();
    page.ok(json!({ "do": "reset", "seed": 1 }));
    assert_eq!(page.event("world")["agents"], 5, "a source counts at once as long as nobody has walked");
    page.ok(json!({ "do": "speed", "factor": 0 }));
    page.ok(json!({ "do": "play" }));
    let done = page.event("done");
    assert!(done["rows"][0][1].as_str().unwrap().contains("5 arrivals"), "{done}");
    assert!(page.refused(json!({ "do": "play" })).contains("ended"));
    page.ok(json!({ "do": "reset", "seed": 2 }));
    page.ok(json!({ "do": "play" }));
}

#[test]
fn what_is_saved_is_what_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let studio = common::studio_in("blocked-door", folder.path());
    let mut page = Page::greeted(&studio);
    page.ok(json!({ "do": "pause" }));
    page.ok(json!({ "do": "add", "item": { "kind": "wall", "rings": [[[3, 3], [4, 4], [5, 3]]], "name": "bench" } }));
    page.forget();
    page.ok(json!({ "do": "reset", "seed": 3 }));
    page.ok(json!({ "do": "step", "count": 60 }));
    let before = page.ok(json!({ "do": "figures" }));
    assert!(page.ok(json!({ "do": "save", "path": "mine.toml" }))["bytes"].as_u64().unwrap() > 100);
    for path in ["mine.geojson", "plain.wkt"] {
        page.ok(json!({ "do": "save", "path": path }));
    }
    assert!(page.refused(json!({ "do": "save", "path": "mine.pdf" })).contains("should end in"));
    assert_eq!(page.ok(json!({ "do": "open", "path": "mine.toml" }))["kind"], "scenario");
    page.ok(json!({ "do": "pause" }));
    page.ok(json!({ "do": "reset", "seed": 3 }));
    page.ok(json!({ "do": "step", "count": 60 }));
    let after = page.ok(json!({ "do": "figures" }));
    let state = |figures: &serde_json::Value| figures["rows"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(state(&before), state(&after), "the same run, to the last bit");
    page.forget();
    assert_eq!(page.ok(json!({ "do": "open", "path": "plain.wkt" }))["kind"], "scene");
    let items = page.event("items");
    assert!(items["all"] == true && items["items"].as_array().unwrap().iter().any(|item| item["kind"] == "wall"));
    let listed = page.ok(json!({ "do": "files", "path": "" }));
    assert_eq!(listed["entries"].as_array().unwrap().len(), 3);
}

#[test]
fn whoever_looks_while_it_is_saved_sees_a_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let studio = common::studio_in("town", folder.path());
    let mut page = Page::greeted(&studio);
    page.ok(json!({ "do": "save", "path": "town.geojson" }));
    let file = folder.path().join("town.geojson");
    let (stop, stopped) = std::sync::mpsc::channel::<()>();
    let reader = std::thread::spawn(move || {
        let mut looked = 0;
        while stopped.try_recv().is_err() {
            let scene = navigant::files::Scene::read(&file).expect("a whole file");
            assert!(!scene.obstacles.is_empty());
            looked += 1;
        }
        looked
    });
    for _ in 0..60 {
        page.ok(json!({ "do": "save", "path": "town.geojson" }));
    }
    stop.send(()).unwrap();
    assert!(reader.join().unwrap() > 0);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_dropped_file_is_opened_and_one_of_another_kind_is_told() {
    let studio = studio("bottleneck");
    let mut page = Page::greeted(&studio);
    let part = |id: u32, total: usize, offset: usize, name: &str, bytes: &[u8]| {
        let mut part = vec![2];
        for number in [id, total as u32, offset as u32] {
            part.extend(number.to_le_bytes());
        }
        part.push(name.len() as u8);
        part.extend(name.as_bytes());
        part.extend(bytes);
        part
    };
    let wkt = b"POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))";
    let (first, rest) = wkt.split_at(10);
    page.send_raw(part(70, wkt.len(), 0, "room.wkt", first));
    page.send_raw(part(70, wkt.len(), 10, "room.wkt", rest));
    assert_eq!(page.reply(70)["ok"]["kind"], "scene");
    let maze = b"type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n";
    page.send_raw(part(71, maze.len(), 0, "maze.map", maze));
    assert_eq!(page.reply(71)["ok"]["name"], "maze.map");
    let scenario = b"scene = \"hall\"\n[[agents]]\ncount = 3\ngoal = { away = [1, 9] }\n";
    page.send_raw(part(72, scenario.len(), 0, "three.toml", scenario));
    assert_eq!(page.reply(72)["ok"]["kind"], "scenario");
    for (id, name, bytes) in [
        (80, "cat.png", b"\x89PNG\r\n\x1a\n".as_slice()),
        (81, "run.parquet", b"PAR1PAR1"),
        (82, "run.sqlite", b"SQLite format 3\0"),
        (83, "room.wkt", b"POLYGON ((0 0, 9 NaN))"),
        (84, "other.toml", b"scene = \"../secret.wkt\"\n[[agents]]\ncount = 3\ngoal = { away = [1, 9] }\n"),
        (85, "empty.geojson", b""),
    ] {
        page.send_raw(part(id, bytes.len(), 0, name, bytes));
        let reply = page.reply(u64::from(id));
        assert!(reply["error"]["message"].is_string(), "{name}: {reply}");
    }
    page.send_raw(part(90, 100 << 20, 0, "huge.geojson", b"{"));
    assert!(page.reply(90)["error"]["message"].as_str().unwrap().contains("up to 64 MiB"));
    assert_eq!(page.ok(json!({ "do": "pause" })), json!({}), "the world is as it was");
}
