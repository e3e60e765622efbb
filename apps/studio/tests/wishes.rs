//! Wishes over a real connection: scenarios that have some, things that are named, plans, layers, bad input.

mod common;

use common::{Page, studio};
use serde_json::{Value, json};

fn triangles(page: &mut Page, layer: u8) -> Vec<[f32; 3]> {
    let bytes = loop {
        let bytes = page.picture(0x11);
        if bytes[1] == layer {
            break bytes;
        }
    };
    let numbers = bytes[12..].chunks_exact(4).map(|c| f32::from_le_bytes(c.try_into().unwrap()));
    numbers.collect::<Vec<_>>().chunks_exact(3).map(|v| [v[0], v[1], v[2]]).collect()
}

fn thing(name: &str, rings: &Value) -> Value {
    json!({ "kind": "thing", "name": name, "rings": rings, "thing": { "facing": -90 } })
}

#[test]
fn a_scenario_with_wishes_brings_its_things_and_shows_what_it_forbids() {
    let studio = studio("guard");
    let mut page = Page::greeted(&studio);
    page.ok(json!({ "do": "pause" }));
    let items = page.event("items")["items"].clone();
    let kinds = |kind: &str| items.as_array().unwrap().iter().filter(|item| item["kind"] == kind).count();
    assert_eq!((kinds("thing"), kinds("source")), (1, 1));
    let source = items.as_array().unwrap().iter().find(|item| item["kind"] == "source").unwrap();
    let wishes = source["source"]["wishes"].as_str().unwrap();
    assert!(wishes.contains("never in sight of guard"), "{wishes}");
    page.ok(json!({ "do": "reset", "seed": 1 }));
    page.ok(json!({ "do": "layers", "on": ["forbidden"], "wishes": wishes }));
    // The guard stands at (20, 37), looks down, and sees 25 m far; around that it is avoided.
    let forbidden = triangles(&mut page, 15);
    assert!(!forbidden.is_empty());
    for [x, y, _] in &forbidden {
        assert!((*x - 20.0).hypot(*y - 37.0) < 26.0 && *y < 37.5, "({x}, {y})");
    }
    page.ok(json!({ "do": "layers", "on": ["multiplier"], "wishes": wishes }));
    let repelled = triangles(&mut page, 14);
    assert!(!repelled.is_empty() && repelled.iter().all(|v| v[2] < 0.0));
    // It goes on, and so does what it sees.
    page.ok(json!({ "do": "step", "count": 200 }));
    let moved = loop {
        let event = page.event("things");
        if event["things"][0]["at"][0].as_f64() > Some(29.9) {
            break event;
        }
    };
    assert!((moved["things"][0]["at"][0].as_f64().unwrap() - 30.0).abs() < 0.1, "{moved}");
    let (left, right) = ([8.0, 20.0], [50.0, 20.0]);
    let plan = page.ok(json!({ "do": "wished", "from": left, "to": right, "radius": 0.3, "wishes": wishes }));
    assert_eq!(plan["found"], true, "{plan}");
    // Straight through it would be 42 m.
    assert!(plan["length"].as_f64() > Some(44.0) && plan["cost"].as_f64() > Some(44.0), "{plan}");
    let seen = json!({ "do": "wished", "from": left, "to": [30, 20], "radius": 0.3, "wishes": wishes });
    let refused = page.ok(seen);
    assert_eq!((&refused["found"], &refused["wish"]["line"]), (&json!(false), &json!(1)), "{refused}");
}

#[test]
fn things_have_names_of_their_own_and_wishes_are_refused_with_their_place() {
    let studio = studio("bottleneck");
    let mut page = Page::greeted(&studio);
    page.ok(json!({ "do": "new", "bounds": [0, 0, 40, 30] }));
    let square = json!([[[16, 11], [24, 11], [24, 19], [16, 19]]]);
    let first = page.ok(json!({ "do": "add", "item": thing("house", &square) }))["item"].clone();
    let pasted = page.ok(json!({ "do": "paste", "items": [thing("house", &square), thing("house", &square)] }));
    let second = pasted["keys"][0].clone();
    let (mut other, mut names) = (Page::greeted(&studio), Vec::new());
    for item in other.event("items")["items"].as_array().unwrap().iter().filter(|item| item["kind"] == "thing") {
        names.push(item["name"].as_str().unwrap().to_owned());
    }
    assert_eq!(names, ["house", "house2", "house3"]);
    let mut taken = thing("house", &square);
    taken["key"] = second;
    assert!(page.refused(json!({ "do": "change", "item": taken })).contains("called \"house\" already"));
    let mut nameless = thing("", &square);
    nameless["key"] = first;
    assert!(page.refused(json!({ "do": "change", "item": nameless })).contains("needs a name"));
    let source = |wishes: &str| {
        let area = json!([[[2, 2], [6, 2], [6, 6], [2, 6]]]);
        json!({ "kind": "source", "rings": area, "source": { "count": 3, "wishes": wishes } })
    };
    let refused = page.refused(json!({ "do": "add", "item": source("avoid in house\nadmire house") }));
    assert!(refused.contains("line 2, column 1, in `admire house`"), "{refused}");
    // What can be read is kept, whether or not what it names is there; it is said why nobody walks.
    page.ok(json!({ "do": "add", "item": source("never in sight of dog") }));
    let note = loop {
        let note = page.event("note");
        if note["level"] == "warning" {
            break note["text"].as_str().unwrap().to_owned();
        }
    };
    assert!(note.contains("nothing is called 'dog'"), "{note}");
    let checked = page.ok(json!({ "do": "wishes", "text": "avoid near wall; never in sight of dog" }));
    assert_eq!((&checked["parses"], &checked["wish"]["column"]), (&json!(true), &json!(18)), "{checked}");
    for bad in [json!({ "text": "x".repeat(20_000) }), json!({ "text": "prefer near wall weight NaN" })] {
        let mut question = bad;
        question["do"] = json!("wishes");
        assert!(page.ok(question)["message"].is_string());
    }
    let strange = json!({ "do": "wished", "from": [1e300, 0], "to": [4, 4], "radius": -1, "wishes": "" });
    assert_eq!(page.ok(strange)["found"], false);
}
