//! A page without a browser: it speaks the protocol over real connections.
#![allow(dead_code, unreachable_pub, clippy::needless_pass_by_value)]

use navigant_studio::{Options, Studio};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// Longer than anything takes.
const PATIENCE: Duration = Duration::from_secs(30);

/// A studio in an empty folder of its own: what is not saved is kept in the folder, and must not be kept among the sources.
pub fn studio(first: &str) -> Studio {
    static STUDIOS: AtomicU32 = AtomicU32::new(0);
    let number = STUDIOS.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("studio-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    studio_in(first, &folder)
}

pub fn studio_in(first: &str, folder: &std::path::Path) -> Studio {
    let options = Options { first: Some(first.to_owned()), folder: Some(folder.to_owned()), ..Options::default() };
    Studio::start(&options).unwrap()
}

/// Port and token of a studio.
pub fn address(studio: &Studio) -> (u16, String) {
    let rest = studio.url().strip_prefix("http://127.0.0.1:").unwrap();
    let (port, token) = rest.split_once('/').unwrap();
    (port.parse().unwrap(), token.trim_end_matches('/').to_owned())
}

/// Status and body of a plain request.
pub fn get(port: u16, path: &str, headers: &str) -> (u16, Vec<u8>) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    // A server that refuses may close before everything is read.
    let _ = stream.read_to_end(&mut answer);
    let end = answer.windows(4).position(|w| w == b"\r\n\r\n").map_or(answer.len(), |at| at + 4);
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, answer[end..].to_vec())
}

/// The websocket's opening request, with whatever host and origin; the status if it is refused.
pub fn connect(port: u16, path: &str, host: &str, origin: Option<&str>) -> Result<WebSocket<TcpStream>, u16> {
    let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_nodelay(true).unwrap();
    let mut request = format!("ws://127.0.0.1:{port}{path}").into_client_request().unwrap();
    let headers = request.headers_mut();
    headers.insert("Host", host.parse().unwrap());
    if let Some(origin) = origin {
        headers.insert("Origin", origin.parse().unwrap());
    }
    headers.insert("Sec-WebSocket-Protocol", "navigant.1".parse().unwrap());
    match tungstenite::client(request, stream) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
            Err(response.status().as_u16())
        }
        Err(other) => panic!("{other}"),
    }
}

/// A page that has said hello, or is about to.
pub struct Page {
    pub socket: WebSocket<TcpStream>,
    next: u64,
    /// Events and pictures that came while something else was waited for.
    pub events: Vec<Value>,
    pub pictures: Vec<Vec<u8>>,
}

impl Page {
    pub fn open(studio: &Studio) -> Page {
        let (port, token) = address(studio);
        let host = format!("127.0.0.1:{port}");
        let socket = connect(port, &format!("/{token}/ws"), &host, Some(&format!("http://{host}"))).unwrap();
        Page { socket, next: 1, events: Vec::new(), pictures: Vec::new() }
    }

    pub fn greeted(studio: &Studio) -> Page {
        let mut page = Page::open(studio);
        page.ok(json!({ "do": "hello", "version": 1 }));
        page
    }

    pub fn send_raw(&mut self, bytes: Vec<u8>) {
        self.socket.send(Message::Binary(bytes.into())).unwrap();
    }

    pub fn send(&mut self, mut request: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        request["id"] = json!(id);
        let mut bytes = vec![1];
        bytes.extend(request.to_string().into_bytes());
        self.send_raw(bytes);
        id
    }

    /// Reads one message; replies are returned, all else is kept.
    pub fn read(&mut self) -> Option<Value> {
        loop {
            match self.socket.read().unwrap() {
                Message::Binary(bytes) => match bytes[0] {
                    1 => return Some(serde_json::from_slice(&bytes[1..]).unwrap()),
                    2 => self.events.push(serde_json::from_slice(&bytes[1..]).unwrap()),
                    _ => self.pictures.push(bytes.to_vec()),
                },
                Message::Close(_) => panic!("disconnected"),
                _ => continue,
            }
            return None;
        }
    }

    /// Waits for the reply to a request.
    pub fn reply(&mut self, id: u64) -> Value {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(reply) = self.read()
                && reply["id"] == id
            {
                return reply;
            }
        }
        panic!("no reply to {id}");
    }

    pub fn ask(&mut self, request: Value) -> Value {
        let id = self.send(request);
        self.reply(id)
    }

    pub fn ok(&mut self, request: Value) -> Value {
        let reply = self.ask(request.clone());
        assert!(reply.get("ok").is_some(), "{request} → {reply}");
        reply["ok"].clone()
    }

    pub fn refused(&mut self, request: Value) -> String {
        let reply = self.ask(request.clone());
        assert!(reply.get("error").is_some(), "{request} → {reply}");
        reply["error"]["message"].as_str().unwrap().to_owned()
    }

    /// Waits for an event, from now on.
    pub fn event(&mut self, name: &str) -> Value {
        let start = Instant::now();
        loop {
            if let Some(at) = self.events.iter().position(|event| event["event"] == name) {
                return self.events.remove(at);
            }
            assert!(start.elapsed() < PATIENCE, "no {name}");
            self.read();
        }
    }

    /// Waits for a picture of a kind.
    pub fn picture(&mut self, kind: u8) -> Vec<u8> {
        let start = Instant::now();
        loop {
            if let Some(at) = self.pictures.iter().position(|picture| picture[0] == kind) {
                return self.pictures.remove(at);
            }
            assert!(start.elapsed() < PATIENCE, "no picture {kind:#x}");
            self.read();
        }
    }

    /// Forgets what has come so far.
    pub fn forget(&mut self) {
        self.events.clear();
        self.pictures.clear();
    }
}

/// Step and agents of a frame.
pub fn frame(bytes: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(4), number(12))
}
