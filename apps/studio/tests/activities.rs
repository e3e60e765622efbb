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
    let later = loop {
        let picture = page.picture(0x10);
        if frame(&picture).0 > step {
            break picture;
        }
    };
    let moved = first[32..].chunks(8).zip(later[32..].chunks(8)).filter(|(a, b)| a[..4] != b[..4]).count();
    assert!(moved > 1000, "{moved} of 2000 have moved");
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
