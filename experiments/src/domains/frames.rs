//! `navigant experiment domains --frames N`: how long planning takes in a frame, for many agents who always have somewhere to go.

use super::clock::thread_time;
use super::scene::{SIDE, Scene, tiled};
use crate::frame::{Comparison, Plot, Report, Series, Table, progress};
use navigant_mesh::{Map, Point};
use navigant_planning::internals::TeamInternals as _;
use navigant_planning::team::{FrameBudget, MemberId, SpaceTimeGoal, Team, TeamSettings, TeamStatus};
use navigant_testing::rng::Rng;
use serde::Serialize;
use std::error::Error;
use std::time::Duration;

/// What all planning of a frame may take.
const MOST_TIME: Duration = Duration::from_millis(10);
/// Metres to the next waypoint.
const WAYPOINT: f64 = 15.0;
/// With --spread: agents a scene's area.
const PER_TILE: u32 = 50;
/// How far their goals are, in metres.
const TRIP: std::ops::Range<f64> = 20.0..60.0;
/// Frames of a team's second.
const FRAMES_A_SECOND: f64 = 30.0;
/// By how much the time of an agent may differ from that of the first row.
const LINEAR: f64 = 0.2;

/// The figures of one number of agents.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct FrameFigures {
    agents: u32,
    frames: u32,
    /// In how many worlds, one after the other.
    worlds: u32,
    /// Milliseconds of planning a frame.
    mean_ms: f64,
    p50_ms: f64,
    p99_ms: f64,
    p999_ms: f64,
    longest_ms: f64,
    /// Tasks run a frame.
    tasks: f64,
    /// Plans taken up, and goals reached, in all.
    plans: u64,
    arrivals: u64,
    /// Share of the agents that stood without a plan, on average.
    standing: f64,
    /// For how long an agent that walks off had stood before, in seconds: the median, one in a hundred, and the longest.
    wait_p50_s: f64,
    wait_p99_s: f64,
    longest_wait_s: f64,
    /// Microseconds of planning an agent and frame.
    us_an_agent: f64,
    /// Bytes of an agent's tasks and plan: on average, of one in a thousand, and at most; and the average at the worst moment.
    bytes: f64,
    p999_bytes: usize,
    most_bytes: usize,
    worst_mean_bytes: f64,
}

/// The figures, and the milliseconds of every tenth frame.
pub(super) type Row = (FrameFigures, Vec<(f64, f64)>);

/// Walks agents about for some frames, on one thread; with `spread` in worlds whose size grows with their number, `in_all / agents` worlds one
/// after the other: how often an agent plans again differs from world to world.
///
/// # Errors
/// When a scene cannot be built.
pub(super) fn run(seed: u64, agents: u32, frames: u32, spread: bool, in_all: u32) -> Result<Row, Box<dyn Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let worlds = if spread { (in_all / agents.max(1)).max(1) } else { 1 };
    let mut samples = Samples { worlds, ..Samples::default() };
    for world in 0..u64::from(worlds) {
        let seed = seed.wrapping_add(world << 32);
        pool.install(|| walk(seed, agents, frames, spread, &mut samples).map_err(|e| e.to_string()))?;
    }
    Ok((samples.figures(agents, frames), samples.series))
}

/// What was measured in all frames of all worlds.
#[derive(Default)]
struct Samples {
    worlds: u32,
    /// Milliseconds of each frame, and those of every tenth of the first world by its number.
    times: Vec<f64>,
    series: Vec<(f64, f64)>,
    tasks: u64,
    plans: u64,
    arrivals: u64,
    standing: u64,
    /// Seconds that agents stood before they walked off.
    waits: Vec<f64>,
    /// Bytes of agents every fifty frames; of all frames the most of one, and the largest mean.
    bytes: Vec<usize>,
    most_bytes: usize,
    worst_mean_bytes: f64,
}

impl Samples {
    fn figures(&mut self, agents: u32, frames: u32) -> FrameFigures {
        self.times.sort_by(f64::total_cmp);
        self.waits.sort_by(f64::total_cmp);
        self.bytes.sort_unstable();
        let Samples { times, waits, bytes, .. } = &*self;
        let share_of = |all: &[f64], share: f64| {
            all.get((share * all.len() as f64) as usize).or(all.last()).copied().unwrap_or(0.0)
        };
        let (at, wait) = (|share: f64| share_of(times, share), |share: f64| share_of(waits, share));
        let count = times.len().max(1) as f64;
        let mean_ms = times.iter().sum::<f64>() / count;
        let each = f64::from(agents.max(1));
        FrameFigures {
            agents,
            frames,
            worlds: self.worlds,
            mean_ms,
            p50_ms: at(0.5),
            p99_ms: at(0.99),
            p999_ms: at(0.999),
            longest_ms: at(1.0),
            tasks: self.tasks as f64 / count,
            plans: self.plans,
            arrivals: self.arrivals,
            standing: self.standing as f64 / count / each,
            wait_p50_s: wait(0.5),
            wait_p99_s: wait(0.99),
            longest_wait_s: wait(1.0),
            us_an_agent: mean_ms * 1e3 / each,
            bytes: bytes.iter().sum::<usize>() as f64 / bytes.len().max(1) as f64,
            p999_bytes: bytes.get(bytes.len() * 999 / 1000).copied().unwrap_or(0),
            most_bytes: self.most_bytes,
            worst_mean_bytes: self.worst_mean_bytes,
        }
    }
}

/// Random places with room: anywhere, or some way from another one.
struct Places {
    rng: Rng,
    map: Map,
    size: [f64; 2],
    spread: bool,
}

impl Places {
    fn of(seed: u64, agents: u32, spread: bool) -> Result<Places, Box<dyn Error>> {
        let rng = Rng::new(seed);
        if !spread {
            return Ok(Places { rng, map: Scene::random(seed, 0)?.map, size: [SIDE; 2], spread });
        }
        let tiles = agents.div_ceil(PER_TILE).max(1);
        // As square as a number of tiles can be laid out.
        let rows = (1..=tiles)
            .take_while(|rows| rows * rows <= tiles)
            .filter(|rows| tiles.is_multiple_of(*rows))
            .last()
            .unwrap_or(1);
        let columns = tiles / rows;
        let size = [columns, rows].map(|n| f64::from(n) * SIDE);
        Ok(Places { rng, map: tiled(seed, [columns, rows])?, size, spread })
    }

    fn any(&mut self) -> Point {
        loop {
            let p = Point::new(self.rng.range(1.0..self.size[0] - 1.0), self.rng.range(1.0..self.size[1] - 1.0));
            if self.map.has_room_at(p, 0.6) {
                return p;
            }
        }
    }

    fn goal(&mut self, from: Point) -> Point {
        loop {
            let p = self.any();
            if !self.spread || TRIP.contains(&p.distance(from)) {
                return p;
            }
        }
    }
}

fn walk(seed: u64, agents: u32, frames: u32, spread: bool, samples: &mut Samples) -> Result<(), Box<dyn Error>> {
    let mut places = Places::of(seed, agents, spread)?;
    let map = places.map.clone();
    let settings = TeamSettings { cell: 0.5, horizon: WAYPOINT, ..TeamSettings::default() };
    let mut team = Team::new(&map, settings)?;
    while team.members() < agents as usize {
        let start = places.any();
        let goal = places.goal(start);
        // Where somebody stands already, another place is drawn.
        let _ = team.add(&map, start, SpaceTimeGoal::place(goal));
    }
    let is_first = samples.times.is_empty();
    let bar = progress("frames", frames.into());
    // By agent: the number of frames that it has stood.
    let mut stood = vec![0u32; agents as usize];
    for frame in 0..frames {
        for id in (0..agents).map(MemberId) {
            if let (Some(TeamStatus::Arrived), Some(at)) = (team.status(id), team.position(id)) {
                samples.arrivals += u64::from(team.set_goal(&map, id, SpaceTimeGoal::place(places.goal(at))).is_ok());
            }
            let (stands, stood) = (matches!(team.status(id), Some(TeamStatus::Waiting(_))), &mut stood[id.0 as usize]);
            samples.standing += u64::from(stands);
            if stands {
                *stood += 1;
            } else if let before @ 1.. = std::mem::take(stood) {
                samples.waits.push(f64::from(before) / FRAMES_A_SECOND);
            }
        }
        let begin = thread_time();
        let over = || !spread && thread_time().saturating_sub(begin) >= MOST_TIME;
        let report = team.frame(&map, FrameBudget { expansions: u64::MAX, over: Some(&over) });
        let time = thread_time().saturating_sub(begin).as_secs_f64() * 1e3;
        samples.times.push(time);
        if is_first && frame % 10 == 0 {
            samples.series.push((f64::from(frame), time));
        }
        samples.tasks += u64::from(report.tasks);
        samples.plans += u64::from(report.taken_up);
        let sizes: Vec<usize> = (0..agents).filter_map(|id| team.memory(MemberId(id))).collect();
        let mean = sizes.iter().sum::<usize>() as f64 / f64::from(agents.max(1));
        samples.worst_mean_bytes = samples.worst_mean_bytes.max(mean);
        samples.most_bytes = samples.most_bytes.max(sizes.iter().copied().max().unwrap_or(0));
        if frame % 50 == 25 {
            samples.bytes.extend(sizes);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// The table, the plot and what must hold.
pub(super) fn report(report: &mut Report, rows: &[Row], spread: bool) {
    let heads = [
        "agents",
        "worlds",
        "mean ms",
        "p50",
        "p99",
        "p99.9",
        "longest",
        "µs an agent",
        "tasks",
        "plans",
        "arrivals",
        "standing",
        "wait p50 s",
        "wait p99 s",
        "longest wait s",
        "KB",
        "p99.9 KB",
        "most KB",
        "worst mean KB",
    ];
    let title = if spread { "Planning a frame, no limit" } else { "Planning a frame, t_max = 10 ms" };
    let mut table = Table::new(title, &heads);
    for (row, _) in rows {
        let cells = [
            f64::from(row.worlds),
            row.mean_ms,
            row.p50_ms,
            row.p99_ms,
            row.p999_ms,
            row.longest_ms,
            row.us_an_agent,
            row.tasks,
            row.plans as f64,
            row.arrivals as f64,
            row.standing,
            row.wait_p50_s,
            row.wait_p99_s,
            row.longest_wait_s,
            row.bytes / 1024.0,
            row.p999_bytes as f64 / 1024.0,
            row.most_bytes as f64 / 1024.0,
            row.worst_mean_bytes / 1024.0,
        ];
        table.row(&row.agents.to_string(), &cells);
        if let (true, Some((first, _))) = (spread, rows.first()) {
            let share = row.us_an_agent / first.us_an_agent;
            report.compare(Comparison {
                what: format!("{} agents: µs an agent and frame, beside {} agents", row.agents, first.agents),
                published: format!("{:.1}–{:.1}", 1.0 - LINEAR, 1.0 + LINEAR),
                ours: format!("{share:.2}"),
                met: Some((share - 1.0).abs() <= LINEAR),
            });
            continue;
        }
        let what = format!("{} agents, {} frames: p99.9", row.agents, row.frames);
        report.compare(Comparison::at_most(&what, 10.5, row.p999_ms, " ms"));
        let what = format!("{} agents: memory an agent, at the worst moment", row.agents);
        report.compare(Comparison::at_most(&what, 45.0, row.worst_mean_bytes / 1024.0, " KB"));
    }
    report.table(table);
    let series = rows.iter().map(|(row, points)| Series {
        name: format!("{} agents", row.agents),
        points: points.clone(),
        steps: false,
    });
    report.plot(Plot {
        title: "Figure 6: planning, milliseconds a frame".into(),
        x: "frame".into(),
        y: "ms".into(),
        log_x: false,
        log_y: false,
        series: series.collect(),
    });
}
