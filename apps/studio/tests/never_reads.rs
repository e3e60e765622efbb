//! Pages that do not read: they lose pictures, take no memory, and slow nothing down. A program of its own, for its memory
//! is measured.

mod common;

use common::{Page, studio};
use serde_json::json;
use std::io::ErrorKind;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tungstenite::{Error, Message};

/// One test at a time: memory is that of the whole program.
static ALONE: Mutex<()> = Mutex::new(());

/// What the process takes now, in MB; nothing where the system does not say.
fn resident_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kb| kb / 1024.0)
}

#[test]
fn a_page_that_asks_and_never_reads_is_not_asked_for_memory() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let studio = studio("market");
    let mut watcher = Page::greeted(&studio);
    let mut deaf = Page::greeted(&studio);
    deaf.socket.get_mut().set_write_timeout(Some(Duration::from_millis(500))).unwrap();
    let layers = json!({ "id": 1, "do": "layers", "on": ["triangulation", "clearance", "axis", "grid", "outline"], "pixel": 0.05 });
    let one = [b"\x01".to_vec(), layers.to_string().into_bytes()].concat();
    // One answer shows how much there is to each.
    watcher.ok(layers);
    let drawn: usize = (0..5).map(|_| watcher.picture(0x11).len()).sum();
    watcher.ok(json!({ "do": "layers", "on": [] }));
    let before = resident_mb();
    let (start, mut sent) = (Instant::now(), 0);
    let was_stopped = loop {
        match deaf.socket.send(Message::Binary(one.clone().into())) {
            Ok(()) => sent += 1,
            // The server does not read on: what is sent waits in TCP.
            Err(Error::Io(error)) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => break true,
            Err(error) => panic!("{error}"),
        }
        if start.elapsed() > Duration::from_secs(20) || sent >= 200_000 {
            break false;
        }
    };
    println!("{sent} requests were taken, each for {:.1} MB of layers; stopped: {was_stopped}", drawn as f64 / 1e6);
    // Meanwhile the crowd walks on, for whoever reads.
    watcher.forget();
    let first = watcher.event("stats")["step"].as_u64().unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        watcher.events.clear();
        let step = watcher.event("stats")["step"].as_u64().unwrap();
        watcher.pictures.clear();
        if step >= first + 10 {
            break;
        }
        assert!(Instant::now() < deadline, "the crowd stands still at step {step}, from {first}");
    }
    if let (Some(before), Some(after)) = (before, resident_mb()) {
        println!("memory: {before:.0} MB before, {after:.0} MB after");
        assert!(after < before + 100.0, "{before} MB before, {after} MB after");
    }
}

#[test]
fn a_page_that_lets_events_pile_up_is_hung_up_on_and_the_others_are_not() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let studio = studio("bottleneck");
    let mut deaf = Page::greeted(&studio);
    let mut drawer = Page::greeted(&studio);
    drawer.ok(json!({ "do": "pause" }));
    // Large items, so that the events fill what TCP holds for the page.
    let ring: Vec<[f64; 2]> = (0..4000).map(|i| [5.0 + f64::from(i % 2), 0.5 + f64::from(i) * 0.004]).collect();
    let key = drawer.ok(json!({ "do": "add", "item": { "kind": "obstacle", "rings": [ring] } }))["item"].clone();
    for i in 0..40 {
        let note = "x".repeat(900_000);
        let item =
            json!({ "key": key, "kind": "obstacle", "rings": [[[5, 5], [6, 5], [6, 6 + i % 2]]], "shape": note });
        drawer.ok(json!({ "do": "change", "item": item }));
        drawer.forget();
    }
    for i in 0..1100 {
        let item = json!({ "key": key, "kind": "obstacle", "rings": [[[5, 5], [6, 5], [6, 6 + i % 2]]] });
        drawer.ok(json!({ "do": "change", "item": item }));
        drawer.forget();
    }
    deaf.socket.get_mut().set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let end = loop {
        match deaf.socket.read() {
            Ok(Message::Close(_)) => break "closed".to_owned(),
            Ok(_) => {}
            Err(error) => break error.to_string(),
        }
    };
    assert!(!end.contains("temporarily"), "it is still connected: {end}");
    assert_eq!(drawer.ok(json!({ "do": "play" })), json!({}));
}
