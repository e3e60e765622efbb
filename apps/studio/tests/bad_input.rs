//! Whatever comes over a connection, it is answered and the connection goes on.

mod common;

use common::{Page, studio_in};
use serde_json::{Value, json};

/// `SplitMix64`: the same messages in every run.
struct Draws(u64);

impl Draws {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// A value of any sort, some of them nasty.
    fn value(&mut self, depth: usize) -> Value {
        const WORDS: [&str; 12] =
            ["", "a", "a_star", "../x", "walls", "grid", "clearance", "orca", "\0", "null", "town", "\u{1F600}"];
        const NUMBERS: [f64; 14] =
            [0.0, -0.0, 1.0, -1.0, 0.3, 7.5, 20.0, 1e-300, 1e300, -1e300, 4294967296.0, 1e15, 0.1, 45.0];
        match self.below(if depth == 0 { 5 } else { 8 }) {
            0 => json!(NUMBERS[self.below(NUMBERS.len())]),
            1 => json!(self.bits() as i64 >> self.below(64)),
            2 => json!(WORDS[self.below(WORDS.len())]),
            3 => Value::Null,
            4 => json!([NUMBERS[self.below(NUMBERS.len())], NUMBERS[self.below(NUMBERS.len())]]),
            5 | 6 => (0..self.below(5)).map(|_| self.value(depth - 1)).collect(),
            _ => self.item(),
        }
    }

    fn item(&mut self) -> Value {
        const KINDS: [&str; 7] = ["floor", "obstacle", "wall", "source", "goal", "waiting", "door"];
        let ring = |draws: &mut Draws| -> Value {
            (0..draws.below(6)).map(|_| json!([draws.below(50) as f64 - 2.0, draws.below(25) as f64 - 2.0])).collect()
        };
        let rings: Value = (0..self.below(3)).map(|_| ring(self)).collect();
        json!({ "kind": KINDS[self.below(7)], "key": self.below(20), "rings": rings, "shape": self.value(0),
            "source": if self.below(3) == 0 { json!({ "count": self.below(40), "goal": self.value(0) }) } else { Value::Null } })
    }

    fn request(&mut self) -> Value {
        const VERBS: [&str; 34] = [
            "hello", "open", "new", "files", "save", "add", "change", "remove", "paste", "undo", "redo", "layers",
            "path", "compare", "trace", "see", "play", "pause", "step", "reset", "speed", "settings", "follow",
            "route", "density", "figures", "export", "replay", "beside", "series", "trails", "funnel", "wedges", "fly",
        ];
        const FIELDS: [&str; 30] = [
            "version", "name", "path", "bounds", "item", "keys", "items", "on", "pixel", "grid", "box", "from", "to",
            "radius", "comfort", "search", "graph", "count", "seed", "factor", "agent", "cell", "what", "frame", "dt",
            "square", "block", "side", "seconds", "replaces",
        ];
        let mut request = json!({ "do": VERBS[self.below(VERBS.len())] });
        for _ in 0..self.below(7) {
            let field = FIELDS[self.below(FIELDS.len())];
            request[field] = match field {
                "item" => self.item(),
                "items" => (0..self.below(4)).map(|_| self.item()).collect(),
                // More would only take long.
                "count" => json!(self.below(4)),
                "search" => json!(["d_star_lite", "ad_star", "dpa_star", "ara_star"][self.below(4)]),
                "from" | "to" | "block" => json!([self.below(50), self.below(20)]),
                "bounds" => json!([0, 0, 10 + self.below(90), 10 + self.below(90)]),
                _ => self.value(2),
            };
        }
        request
    }
}

#[test]
fn thousands_of_malformed_messages_are_answered_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let studio = studio_in("bottleneck", folder.path());
    let mut page = Page::greeted(&studio);
    let mut draws = Draws(8);
    let (mut sent, mut refused) = (0, 0);
    for i in 0..4000 {
        let mut bytes = match i % 4 {
            // Bytes of any sort.
            0 => (0..draws.below(60)).map(|_| draws.bits() as u8).collect(),
            // Requests with fields of any sort.
            1 | 2 => [b"\x01".to_vec(), draws.request().to_string().into_bytes()].concat(),
            // Requests with bytes changed, or cut off.
            _ => {
                let mut bytes = [b"\x01".to_vec(), draws.request().to_string().into_bytes()].concat();
                for _ in 0..1 + draws.below(4) {
                    let at = 1 + draws.below(bytes.len() - 1);
                    bytes[at] = draws.bits() as u8;
                }
                let length = 1 + draws.below(bytes.len());
                bytes.truncate(length);
                bytes
            }
        };
        // Parts of files that are not the last have no answer.
        if bytes.first() == Some(&2) {
            bytes[0] = 3;
        }
        page.send_raw(bytes.clone());
        sent += 1;
        let reply = loop {
            if let Some(reply) = page.read() {
                break reply;
            }
        };
        page.forget();
        let text = String::from_utf8_lossy(&bytes);
        assert!(reply.get("ok").is_some() != reply.get("error").is_some(), "message {i}: {text} → {reply}");
        let message = reply["error"]["message"].as_str().unwrap_or_default();
        assert!(!message.contains("bug"), "message {i}: {text} → {reply}");
        refused += usize::from(reply.get("error").is_some());
    }
    assert!(refused > 2000 && refused < sent, "{refused} of {sent} were refused");
    assert_eq!(page.ok(json!({ "do": "open", "name": "bottleneck" }))["kind"], "scenario");
    assert!(page.ok(json!({ "do": "step", "count": 3 }))["step"].is_number());
}

#[test]
fn text_empty_messages_and_deep_nesting_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let studio = studio_in("bottleneck", folder.path());
    let mut page = Page::greeted(&studio);
    page.socket.send(tungstenite::Message::Text("{\"do\": \"play\"}".into())).unwrap();
    let deep = |open: &str, close: &str| {
        [b"\x01".to_vec(), open.repeat(50_000).into_bytes(), close.repeat(50_000).into_bytes()].concat()
    };
    for bytes in [vec![], vec![0], vec![1], vec![255; 100], deep("[", "]"), deep("{\"a\":", "}")] {
        page.send_raw(bytes);
    }
    for _ in 0..7 {
        let reply = loop {
            if let Some(reply) = page.read() {
                break reply;
            }
        };
        assert!(reply["id"].is_null() && reply["error"]["message"].is_string(), "{reply}");
    }
    assert_eq!(page.ok(json!({ "do": "pause" })), json!({}));
}

#[test]
fn a_polygon_drawn_across_itself_stands_in_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let studio = studio_in("bottleneck", folder.path());
    let mut page = Page::greeted(&studio);
    page.ok(json!({ "do": "new", "bounds": [0, 0, 20, 20] }));
    let bow_tie = json!({ "kind": "obstacle", "rings": [[[4, 4], [16, 16], [16, 4], [4, 16]]] });
    page.ok(json!({ "do": "add", "item": bow_tie }));
    for (p, is_free) in [([5.0, 10.0], false), ([15.0, 10.0], false), ([10.0, 6.0], true), ([10.0, 14.0], true)] {
        let path = page.ok(json!({ "do": "path", "from": [1, 1], "to": p }));
        assert_eq!(path["found"], is_free, "{p:?} {path}");
    }
    let spike = json!({ "kind": "obstacle", "rings": [[[1, 18], [3, 18], [1, 18], [1, 18]]] });
    page.ok(json!({ "do": "add", "item": spike }));
    page.ok(json!({ "do": "reset" }));
    assert!(
        page.refused(json!({ "do": "add", "item": { "kind": "obstacle", "rings": [[[1e8, 1], [2, 2], [3, 3]]] } }))
            .contains("farther")
    );
}

#[test]
fn a_hundred_thousand_obstacles_can_be_pasted() {
    let folder = tempfile::tempdir().unwrap();
    let studio = studio_in("bottleneck", folder.path());
    let mut page = Page::greeted(&studio);
    page.ok(json!({ "do": "new", "bounds": [0, 0, 1000, 1000] }));
    let square = |i: usize| {
        let (x, y) = ((i % 400) as f64 * 2.5 + 1.0, (i / 400) as f64 * 4.0 + 1.0);
        json!({ "kind": "obstacle", "rings": [[[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]]] })
    };
    let start = std::time::Instant::now();
    for first in (0..100_000).step_by(10_000) {
        let items: Vec<Value> = (first..first + 10_000).map(square).collect();
        assert_eq!(page.ok(json!({ "do": "paste", "items": items }))["keys"].as_array().unwrap().len(), 10_000);
        page.forget();
    }
    println!("100,000 obstacles were pasted in {:.1} s", start.elapsed().as_secs_f64());
    page.ok(json!({ "do": "reset" }));
    let world = page.event("world");
    assert_eq!(world["counts"]["obstacles"], 100_000);
    let path = page.ok(json!({ "do": "path", "from": [0.5, 0.5], "to": [999.5, 999.5] }));
    assert_eq!(path["found"], true);
}
