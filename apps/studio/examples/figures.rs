//! What watching costs: the time to the first moving frame, the server's share of a frame, the pace of a crowd with and
//! without a page that looks on, and how soon an edit of a large map is back.
//!
//! ```sh
//! cargo run --release -p navigant-studio --example figures [AGENTS]
//! ```

use navigant_studio::{Options, Studio};
use serde_json::{Value, json};
use std::error::Error;
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

type Failure = Box<dyn Error + Send + Sync>;

/// A page that speaks the protocol and draws nothing.
struct Page {
    socket: WebSocket<TcpStream>,
    next: u64,
    frames: usize,
    steps: Vec<u32>,
    stats: Vec<Value>,
    layers: usize,
}

impl Page {
    fn open(studio: &Studio) -> Result<Page, Failure> {
        let origin = studio.url().splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
        let mut request = format!("{}ws", studio.url().replacen("http", "ws", 1)).into_client_request()?;
        request.headers_mut().insert("Origin", origin.parse()?);
        let stream = TcpStream::connect(origin.trim_start_matches("http://"))?;
        stream.set_nodelay(true)?;
        let (socket, _) = tungstenite::client(request, stream)?;
        let mut page = Page { socket, next: 0, frames: 0, steps: Vec::new(), stats: Vec::new(), layers: 0 };
        page.ask(json!({ "do": "hello", "version": 1 }))?;
        Ok(page)
    }

    /// Reads a message; the reply if it is one.
    fn read(&mut self) -> Result<Option<Value>, Failure> {
        let Message::Binary(bytes) = self.socket.read()? else { return Ok(None) };
        match (bytes.first(), bytes.get(1..)) {
            (Some(1), Some(json)) => return Ok(Some(serde_json::from_slice(json)?)),
            (Some(2), Some(json)) => {
                let event: Value = serde_json::from_slice(json)?;
                if event["event"] == "stats" {
                    self.stats.push(event);
                }
            }
            (Some(0x10), _) => {
                self.frames += 1;
                let step = bytes.get(4..8).and_then(|step| step.try_into().ok()).map_or(0, u32::from_le_bytes);
                self.steps.push(step);
            }
            (Some(0x11), _) => self.layers += 1,
            _ => {}
        }
        Ok(None)
    }

    fn ask(&mut self, mut request: Value) -> Result<Value, Failure> {
        self.next += 1;
        request["id"] = json!(self.next);
        self.socket.send(Message::Binary([vec![1], request.to_string().into_bytes()].concat().into()))?;
        loop {
            if let Some(reply) = self.read()?
                && reply["id"] == self.next
            {
                return match reply.get("ok") {
                    Some(ok) => Ok(ok.clone()),
                    None => Err(reply["error"]["message"].to_string().into()),
                };
            }
        }
    }

    fn step(&mut self) -> Result<f64, Failure> {
        let figures = self.ask(json!({ "do": "figures" }))?;
        figures["json"]["steps"].as_f64().ok_or_else(|| "no steps".into())
    }
}

fn main() -> Result<(), Failure> {
    let agents: u32 = std::env::args().nth(1).map_or(Ok(20_000), |agents| agents.parse())?;

    let start = Instant::now();
    let studio = Studio::start(&Options::default())?;
    let mut page = Page::open(&studio)?;
    let opened = start.elapsed();
    while page.steps.iter().min() == page.steps.iter().max() {
        page.read()?;
    }
    println!(
        "first frame within {:.0} ms, one that has moved after {:.0} ms ({:.0} ms of processor time)",
        ms(opened),
        ms(start.elapsed()),
        processor_ms()
    );
    drop((page, studio));

    let studio = Studio::start(&Options { first: Some("city".to_owned()), ..Options::default() })?;
    let mut page = Page::open(&studio)?;
    let source = json!({ "count": agents, "away": [30, 150], "arrival": "wander" });
    page.ask(json!({ "do": "settings", "budget": 40_000 }))?;
    page.ask(json!({ "do": "add", "item": { "kind": "source", "rings": [], "source": source } }))?;
    page.ask(json!({ "do": "speed", "factor": 0 }))?;
    page.ask(json!({ "do": "play" }))?;
    // Everyone gets a route first.
    let clock = Instant::now();
    while clock.elapsed() < Duration::from_secs(60)
        && page.stats.last().is_none_or(|s| s["waiting"].as_u64() != Some(0))
    {
        page.read()?;
    }
    let waiting = page.stats.last().map_or(0, |stats| stats["waiting"].as_u64().unwrap_or(0));
    println!("{agents} agents on the city's map, {waiting} of them without a route yet, as fast as it goes:");
    page.stats.clear();
    let mut paces = [0.0; 2];
    for round in 0..6 {
        let is_watched = round % 2 == 0;
        let used = processor_ms();
        let (pace, steps) = if is_watched { watched(&mut page)? } else { unwatched(&studio, &mut page)? };
        println!(
            "  {} {pace:.2} steps a second, {:.1} ms of processor time a step",
            if is_watched { "watched:  " } else { "unwatched:" },
            (processor_ms() - used) / steps
        );
        paces[usize::from(is_watched)] += pace / 3.0;
    }
    println!("  watching costs {:.1} % of the pace", 100.0 * (1.0 - paces[1] / paces[0]));
    let shares = page.stats.iter().filter_map(|stats| stats["frame_ms"].as_f64()).filter(|ms| *ms > 0.0);
    let mut shares: Vec<f64> = shares.collect();
    shares.sort_by(f64::total_cmp);
    if let (Some(least), Some(middle), Some(most)) = (shares.first(), shares.get(shares.len() / 2), shares.last()) {
        println!("  the server's share of a frame: {middle:.3} ms in the middle, {least:.3} to {most:.3} ms");
    }

    page.ask(json!({ "do": "pause" }))?;
    page.ask(json!({ "do": "layers", "on": ["walls"] }))?;
    let mut times = Vec::new();
    for i in 0..20 {
        let x = 100.0 + f64::from(i) * 7.0;
        let ring = [[x, 300.0], [x + 3.0, 300.0], [x + 3.0, 303.0], [x, 303.0]];
        let (clock, layers) = (Instant::now(), page.layers);
        page.ask(json!({ "do": "add", "item": { "kind": "obstacle", "rings": [ring] } }))?;
        while page.layers == layers {
            page.read()?;
        }
        times.push(ms(clock.elapsed()));
        std::thread::sleep(Duration::from_millis(300));
    }
    times.sort_by(f64::total_cmp);
    println!("an edit and the walls after it: {:.1} ms in the middle, {:.1} ms at most", times[10], times[19]);
    Ok(())
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// What all threads of the process have worked so far: the truer figure where others use the machine, too. Unknown, and so
/// 0, where the system does not say.
fn processor_ms() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
    // In hundredths of a second.
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() * 10.0
}

const LOOK: Duration = Duration::from_secs(6);

/// The pace and the number of steps.
fn watched(page: &mut Page) -> Result<(f64, f64), Failure> {
    let (clock, first) = (Instant::now(), page.step()?);
    while clock.elapsed() < LOOK {
        page.read()?;
    }
    let steps = page.step()? - first;
    Ok((steps / clock.elapsed().as_secs_f64(), steps))
}

/// The page leaves and comes back.
fn unwatched(studio: &Studio, page: &mut Page) -> Result<(f64, f64), Failure> {
    let (clock, first) = (Instant::now(), page.step()?);
    page.socket.close(None)?;
    while page.socket.read().is_ok() {}
    std::thread::sleep(LOOK.saturating_sub(clock.elapsed()));
    let stats = std::mem::take(&mut page.stats);
    *page = Page::open(studio)?;
    let steps = page.step()? - first;
    page.stats = stats;
    Ok((steps / clock.elapsed().as_secs_f64(), steps))
}
