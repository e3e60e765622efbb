//! Who may come in, and what they may not do there.

mod common;

use common::{Page, address, connect, get, studio, studio_in};
use serde_json::json;
use std::net::{TcpStream, UdpSocket};

#[test]
fn only_this_machine_is_listened_to() {
    let studio = studio("bottleneck");
    let (port, _) = address(&studio);
    // The address this machine has for others, if it has one; nothing is sent.
    let outside = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    assert!(TcpStream::connect(("127.0.0.1", port)).is_ok());
    if let Ok(outside) = outside
        && !outside.ip().is_loopback()
        && !outside.ip().is_unspecified()
    {
        assert!(TcpStream::connect((outside.ip(), port)).is_err(), "{outside}");
    }
    let listening = std::fs::read_to_string("/proc/net/tcp").unwrap_or_default();
    let ours = listening.lines().filter(|line| line.contains(&format!(":{port:04X} 00000000:0000 0A")));
    assert!(ours.into_iter().all(|line| line.contains("0100007F:")), "{listening}");
}

#[test]
fn without_the_token_there_is_nothing() {
    let studio = studio("bottleneck");
    let (port, token) = address(&studio);
    let host = format!("Host: 127.0.0.1:{port}\r\n");
    assert_eq!(get(port, &format!("/{token}/"), &host).0, 200);
    assert_eq!(get(port, &format!("/{token}"), &host).0, 308);
    assert!(get(port, &format!("/{token}/"), &host).1.starts_with(b"<!doctype html>"));
    let wrong = if token.starts_with('0') { "1" } else { "0" }.to_owned() + &token[1..];
    for path in ["/", "/ws", "/index.html", "/assets/", &format!("/{wrong}/"), &format!("/{}/", &token[1..]), "//", "*"]
    {
        assert_eq!(get(port, path, &host).0, 404, "{path}");
    }
    for path in ["/../", "/nothing", "/..%2f..%2fCargo.toml", "/export/../Cargo.toml", "/export/none.csv"] {
        assert_eq!(get(port, &format!("/{token}{path}"), &host).0, 404, "{path}");
    }
    let origin = format!("http://127.0.0.1:{port}");
    let host = format!("127.0.0.1:{port}");
    assert_eq!(connect(port, &format!("/{wrong}/ws"), &host, Some(&origin)).err(), Some(404));
    assert_eq!(connect(port, "/ws", &host, Some(&origin)).err(), Some(404));
}

#[test]
fn other_hosts_and_other_pages_are_refused() {
    let studio = studio("bottleneck");
    let (port, token) = address(&studio);
    let (page, ws) = (format!("/{token}/"), format!("/{token}/ws"));
    for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", &format!("evil.example:{port}"), &format!("[::1]:{port}")]
    {
        assert_eq!(get(port, &page, &format!("Host: {host}\r\n")).0, 403, "{host}");
        let origin = format!("http://{host}");
        assert_eq!(connect(port, &ws, host, Some(&origin)).err(), Some(403), "{host}");
    }
    assert_ne!(get(port, &page, "").0, 200, "no host at all");
    assert_eq!(get(port, &page, &format!("Host: localhost:{port}\r\n")).0, 200);
    let host = format!("127.0.0.1:{port}");
    for origin in
        ["http://evil.example", "null", "https://127.0.0.1", &format!("https://127.0.0.1:{port}"), "http://localhost:1"]
    {
        assert_eq!(connect(port, &ws, &host, Some(origin)).err(), Some(403), "{origin}");
    }
    assert_eq!(connect(port, &ws, &host, None).err(), Some(403), "no origin");
    assert!(connect(port, &ws, &host, Some(&format!("http://localhost:{port}"))).is_ok());
}

#[test]
fn the_thirty_third_page_waits_until_one_leaves() {
    let studio = studio("bottleneck");
    let mut pages: Vec<Page> = (0..32).map(|_| Page::greeted(&studio)).collect();
    let (port, token) = address(&studio);
    let host = format!("127.0.0.1:{port}");
    let one_more = || connect(port, &format!("/{token}/ws"), &host, Some(&format!("http://{host}")));
    assert_eq!(one_more().err(), Some(503));
    for page in &mut pages {
        assert_eq!(page.ok(json!({ "do": "pause" })), json!({}));
    }
    drop(pages.pop());
    let start = std::time::Instant::now();
    while one_more().is_err() {
        assert!(start.elapsed().as_secs() < 10, "the place of the page that left is not free");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn a_message_that_is_too_large_ends_its_connection_and_no_other() {
    let studio = studio("bottleneck");
    let (mut other, mut page) = (Page::greeted(&studio), Page::greeted(&studio));
    let mut largest = vec![1u8];
    largest.resize(1 << 20, b' ');
    page.send_raw(largest.clone());
    while page.read().is_none() {}
    largest.push(b' ');
    // It may be disconnected before everything is sent.
    let _ = page.socket.send(tungstenite::Message::Binary(largest.into()));
    while page.socket.read().is_ok() {}
    assert!(!page.socket.can_read() || page.socket.read().is_err());
    assert_eq!(other.ok(json!({ "do": "pause" })), json!({}));
}

#[test]
fn files_outside_the_folder_can_neither_be_read_nor_listed_nor_written() {
    let around = tempfile::tempdir().unwrap();
    let root = around.path().join("world");
    std::fs::create_dir_all(root.join("inner")).unwrap();
    let secret = "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))";
    std::fs::write(around.path().join("secret.wkt"), secret).unwrap();
    std::fs::write(root.join("ours.wkt"), secret).unwrap();
    for (name, scene) in [("up.toml", "../secret.wkt"), ("absolute.toml", "/etc/passwd"), ("link.toml", "link.wkt")] {
        std::fs::write(
            root.join(name),
            format!("scene = {scene:?}\n[[agents]]\ncount = 1\ngoal = {{ away = [1, 2] }}\n"),
        )
        .unwrap();
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(around.path().join("secret.wkt"), root.join("link.wkt")).unwrap();
        std::os::unix::fs::symlink(around.path(), root.join("out")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", root.join("zero.wkt")).unwrap();
    }
    let studio = studio_in("bottleneck", &root);
    let mut page = Page::greeted(&studio);
    assert_eq!(page.ok(json!({ "do": "open", "path": "ours.wkt" }))["kind"], "scene");
    let listed = page.ok(json!({ "do": "files", "path": "" }));
    let names: Vec<_> = listed["entries"].as_array().unwrap().iter().map(|e| e["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["inner", "absolute.toml", "link.toml", "ours.wkt", "up.toml"], "links are not told");
    let absolute = around.path().join("secret.wkt").display().to_string();
    let corpus = [
        "../secret.wkt",
        "inner/../../secret.wkt",
        "inner/../../../../../../../etc/passwd",
        "..",
        ".",
        "./",
        "/",
        "",
        "....//secret.wkt",
        "..\\secret.wkt",
        "inner\\..\\..\\secret.wkt",
        "link.wkt",
        "out/secret.wkt",
        "out/new.wkt",
        "zero.wkt",
        "ours.wkt\0",
        "ours.wkt\0../secret.wkt",
        "C:\\secret.wkt",
        "C:secret.wkt",
        "file:///etc/passwd",
        "~/secret.wkt",
        &absolute,
        "/etc/passwd",
        "//etc/passwd",
        "/proc/self/environ",
    ];
    for path in corpus {
        page.refused(json!({ "do": "open", "path": path }));
        page.refused(json!({ "do": "save", "path": path }));
        page.refused(json!({ "do": "export", "what": "figures", "path": path }));
        if !["", "./", "."].contains(&path) {
            page.refused(json!({ "do": "files", "path": path }));
        }
    }
    // These are names like others: nothing is decoded.
    for path in ["%2e%2e/secret.wkt", "..%2fsecret.wkt", "%2e%2e%2fsecret.wkt", "..%c0%afsecret.wkt"] {
        page.refused(json!({ "do": "open", "path": path }));
        page.refused(json!({ "do": "files", "path": path }));
    }
    // Nor does a scenario lead out to its scene.
    for path in ["up.toml", "absolute.toml", "link.toml"] {
        assert!(page.refused(json!({ "do": "open", "path": path })).contains("its scene"), "{path}");
    }
    page.refused(json!({ "do": "open", "name": "../secret.wkt" }));
    page.refused(json!({ "do": "open", "name": "/etc/passwd" }));
    assert_eq!(std::fs::read_to_string(around.path().join("secret.wkt")).unwrap(), secret);
    assert_eq!(std::fs::read_dir(around.path()).unwrap().count(), 2, "nothing new outside");
    assert_eq!(std::fs::read_to_string(root.join("ours.wkt")).unwrap(), secret);
}
