//! `navigant` alone is the studio: one line with an address, and Ctrl-C ends it.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn the_program_alone_prints_one_address_serves_it_and_ends_on_ctrl_c() {
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_navigant"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    println!("listens after {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    let (host, path) = line.trim().strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("<!doctype html>"), "{answer}");
    // A connection that stays open does not keep it from ending.
    let _open = TcpStream::connect(host).unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let deadline = Instant::now() + Duration::from_secs(10);
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if Instant::now() > deadline => {
                child.kill().unwrap();
                panic!("it does not end");
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(status.success(), "{status}");
    assert_eq!((rest.as_str(), said.as_str()), ("", ""), "nothing but the address");
}

#[test]
fn what_cannot_be_opened_is_told() {
    for (arguments, told) in [
        (&["studio", "nowhere.toml", "--no-open"][..], "nowhere.toml"),
        (&["studio", "--folder", "/nowhere", "--no-open"], "/nowhere"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_navigant")).args(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(told), "{said}");
    }
}
