//! What goes on while something else is done: drags, other steps, worlds that are being opened, replays that wait for a map.

mod common;

use common::{Page, frame, studio, studio_in};
use serde_json::{Value, json};

fn square(key: Option<&Value>, x: f64) -> Value {
    let ring = [[x, 3.0], [x + 1.0, 3.0], [x + 1.0, 4.0], [x, 4.0]];
    let mut item = json!({ "kind": "obstacle", "rings": [ring] });
    if let Some(key) = key {
        item["key"] = key.clone();
    }
    item
}

#[test]
fn several_items_move_as_one_step_of_undo_and_so_does_a_whole_drag() {
    let studio = studio("bottleneck");
    let mut page = Page::greeted(&studio);
    let keys = [2.0, 5.0].map(|x| page.ok(json!({ "do": "add", "item": square(None, x) }))["item"].clone());
    page.forget();
    let items = |x: f64| json!([square(Some(&keys[0]), x), square(Some(&keys[1]), x + 3.0)]);
    page.ok(json!({ "do": "change", "items": items(3.0) }));
    assert_eq!(page.event("items")["undo"], "change 2 items");
    for i in 0..20 {
        page.ok(json!({ "do": "change", "items": items(4.0 + 0.1 * f64::from(i)), "drag": 7 }));
    }
    page.forget();
    let xs = |event: &Value| -> Vec<f64> {
        let mut items = event["items"].as_array().unwrap().clone();
        items.sort_by_key(|item| item["key"].as_u64());
        items.iter().map(|item| item["rings"][0][0][0].as_f64().unwrap()).collect()
    };
    page.ok(json!({ "do": "undo" }));
    assert_eq!(xs(&page.event("items")), [3.0, 6.0], "the whole drag, and nothing else");
    page.ok(json!({ "do": "undo" }));
    assert_eq!(xs(&page.event("items")), [2.0, 5.0]);
    // The map has followed: what was in the way of this place is elsewhere again.
    let path = page.ok(json!({ "do": "path", "from": [6.5, 3.5], "to": [6.6, 3.5], "radius": 0.1 }));
    assert_eq!(path["found"], true);
    assert!(
        page.refused(json!({ "do": "change", "items": [square(Some(&keys[0]), 1.0), square(Some(&keys[0]), 2.0)] }))
            .contains("twice")
    );
    assert!(page.refused(json!({ "do": "change", "items": [] })).contains("needs an item"));
    assert!(
        page.refused(json!({ "do": "change", "item": square(Some(&json!(99999)), 1.0) })).contains("no item 99999")
    );
}

#[test]
fn steps_get_another_length_while_people_walk() {
    let studio = studio("bottleneck");
    let mut page = Page::greeted(&studio);
    page.ok(json!({ "do": "pause" }));
    page.ok(json!({ "do": "reset", "seed": 1 }));
    page.ok(json!({ "do": "step", "count": 10 }));
    let answer = page.ok(json!({ "do": "settings", "dt": 0.05 }));
    assert_eq!(answer["needs_reset"], false);
    page.forget();
    page.ok(json!({ "do": "step", "count": 10 }));
    let stats = loop {
        let stats = page.event("stats");
        if stats["step"] == 20 {
            break stats;
        }
    };
    let time = stats["time"].as_f64().unwrap();
    assert!((time - (10.0 * 0.1 + 10.0 * 0.05)).abs() < 1e-9, "{time} s");
    assert!(stats["agents"].as_u64() > Some(200), "nobody was sent back: {stats}");
    // Who avoids how is given to people as they come in; that still needs a new start, and is said.
    let answer = page.ok(json!({ "do": "settings", "avoidance": "social_force" }));
    assert_eq!(answer["needs_reset"], true);
    let dt = answer["settings"].as_array().unwrap().iter().find(|setting| setting["name"] == "dt").unwrap();
    assert_eq!((&dt["live"], &dt["value"]), (&json!(true), &json!(0.05)));
}

#[test]
fn a_running_crowd_walks_on_while_a_large_world_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = "GEOMETRYCOLLECTION (POLYGON ((0 0, 1200 0, 1200 1200, 0 1200, 0 0))".to_owned();
    for i in 0..40_000 {
        let (x, y) = (i % 200 * 6 + 1, i / 200 * 6 + 1);
        text += &format!(", POLYGON (({x} {y}, {0} {y}, {0} {1}, {x} {1}, {x} {y}))", x + 2, y + 2);
    }
    std::fs::write(folder.path().join("large.wkt"), text + ")").unwrap();
    let studio = studio_in("bottleneck", folder.path());
    let mut page = Page::greeted(&studio);
    page.ok(json!({ "do": "speed", "factor": 4 }));
    page.picture(0x10);
    page.forget();
    let first = page.send(json!({ "do": "open", "path": "large.wkt" }));
    assert_eq!(page.event("opening")["name"], "large.wkt");
    // Of what is asked for meanwhile, the last counts.
    let second = page.send(json!({ "do": "open", "name": "crossing" }));
    let third = page.send(json!({ "do": "open", "path": "large.wkt" }));
    let refused = |reply: Value| reply["error"]["message"].as_str().unwrap_or_default().contains("instead");
    assert!(refused(page.reply(second)) && refused(page.reply(first)));
    page.forget();
    assert_eq!(page.reply(third)["ok"]["kind"], "scene");
    let steps: Vec<u32> = page.pictures.iter().filter(|p| p[0] == 0x10).map(|p| frame(p).0).collect();
    let walked = steps.iter().max().unwrap() - steps.iter().find(|step| **step > 0).unwrap();
    assert!(walked >= 1, "the crowd went on meanwhile: {steps:?}");
    let doing: Vec<_> = page.events.iter().filter(|e| e["event"] == "opening").map(|e| e["doing"].clone()).collect();
    assert_eq!(doing.last(), Some(&Value::Null), "in the end nothing is being opened: {doing:?}");
    assert!(page.refused(json!({ "do": "open", "name": "nowhere" })).contains("no \"nowhere\""));
    assert!(page.refused(json!({ "do": "open" })).contains("open needs"));
}

#[test]
fn a_recording_brings_its_map_and_one_without_takes_the_scene_that_is_opened_next() {
    let folder = tempfile::tempdir().unwrap();
    let studio = studio_in("bottleneck", folder.path());
    let mut page = Page::greeted(&studio);
    page.ok(json!({ "do": "pause" }));
    page.ok(json!({ "do": "step", "count": 20 }));
    page.ok(json!({ "do": "save", "path": "hall.wkt" }));
    for name in ["run.parquet", "run.sqlite"] {
        let what = name.split('.').next_back().unwrap();
        page.ok(json!({ "do": "export", "what": what, "path": name }));
        page.forget();
        assert_eq!(page.ok(json!({ "do": "open", "path": name }))["kind"], "replay", "{name}");
        let world = page.event("world");
        assert_eq!(world["lacks_map"], false, "{name}");
        let with_map = world["counts"]["vertices"].clone();
        assert!(with_map.as_u64() > Some(8), "{name}: {world}");

        // The same recording, with its map under a name that nobody looks for.
        let mut bytes = std::fs::read(folder.path().join(name)).unwrap();
        for i in 0..bytes.len() - 8 {
            if &bytes[i..i + 8] == b"geometry" {
                bytes[i + 7] = b'x';
            }
        }
        let bare = format!("bare-{name}");
        std::fs::write(folder.path().join(&bare), bytes).unwrap();
        page.forget();
        let opened = page.ok(json!({ "do": "open", "path": bare }));
        assert!(opened["notes"][0].as_str().unwrap().contains("no map"), "{opened}");
        let world = page.event("world");
        assert_eq!((&world["lacks_map"], &world["kind"]), (&json!(true), &json!("replay")));
        let frames = world["frames"].clone();
        page.ok(json!({ "do": "replay", "frame": 12 }));
        page.forget();
        assert_eq!(page.ok(json!({ "do": "open", "path": "hall.wkt" }))["kind"], "replay");
        let world = page.event("world");
        assert_eq!((&world["lacks_map"], &world["frames"], &world["name"]), (&json!(false), &frames, &json!(bare)));
        assert!(world["counts"]["vertices"].as_u64() > Some(8), "the scene lies under it: {world}");
        // It has its map now: the next scene is opened for itself.
        assert_eq!(page.ok(json!({ "do": "open", "path": "hall.wkt" }))["kind"], "scene");
        page.ok(json!({ "do": "open", "name": "bottleneck" }));
        page.ok(json!({ "do": "pause" }));
        page.ok(json!({ "do": "step", "count": 20 }));
    }
}
