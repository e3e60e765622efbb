//! `navigant experiment domains --frames N`: how long planning takes in a frame, for many agents who always have somewhere to go.

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
/// By how much the time of an agent may differ from that of the first row.
const LINEAR: f64 = 0.2;

/// The figures of one number of agents.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct FrameFigures {
    agents: u32,
    frames: u32,
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

/// The processor time that this thread has taken: other programs on the machine do not count.
#[cfg(target_os = "linux")]
fn thread_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.try_into().unwrap_or(0), now.tv_nsec.try_into().unwrap_or(0))
}

/// Where the processor time of a thread is not known: the time since the first call.
#[cfg(not(target_os = "linux"))]
fn thread_time() -> Duration {
    static BEGIN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGIN.get_or_init(std::time::Instant::now).elapsed()
}

/// Walks agents about for some frames, on one thread; with `spread` in a world that is as large as they are many.
///
/// # Errors
/// When the scene cannot be built.
pub(super) fn run(seed: u64, agents: u32, frames: u32, spread: bool) -> Result<Row, Box<dyn Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| walk(seed, agents, frames, spread).map_err(|e| e.to_string())).map_err(Into::into)
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

fn walk(seed: u64, agents: u32, frames: u32, spread: bool) -> Result<Row, Box<dyn Error>> {
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
    let mut figures = FrameFigures { agents, frames, ..FrameFigures::default() };
    let (mut times, mut series) = (Vec::new(), Vec::new());
    let (mut tasks, mut standing, mut all_bytes) = (0u64, 0u64, Vec::new());
    let bar = progress("frames", frames.into());
    for frame in 0..frames {
        for id in (0..agents).map(MemberId) {
            if let (Some(TeamStatus::Arrived), Some(at)) = (team.status(id), team.position(id)) {
                figures.arrivals += u64::from(team.set_goal(&map, id, SpaceTimeGoal::place(places.goal(at))).is_ok());
            }
            standing += u64::from(matches!(team.status(id), Some(TeamStatus::Waiting(_))));
        }
        let begin = thread_time();
        let over = || !spread && thread_time().saturating_sub(begin) >= MOST_TIME;
        let report = team.frame(&map, FrameBudget { expansions: u64::MAX, over: Some(&over) });
        let time = thread_time().saturating_sub(begin).as_secs_f64() * 1e3;
        times.push(time);
        if frame % 10 == 0 {
            series.push((f64::from(frame), time));
        }
        tasks += u64::from(report.tasks);
        figures.plans += u64::from(report.taken_up);
        if frame % 50 == 25 {
            let sizes: Vec<usize> = (0..agents).filter_map(|id| team.memory(MemberId(id))).collect();
            let mean = sizes.iter().sum::<usize>() as f64 / f64::from(agents.max(1));
            figures.worst_mean_bytes = figures.worst_mean_bytes.max(mean);
            all_bytes.extend(sizes);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((share * times.len() as f64) as usize).or(times.last()).copied().unwrap_or(0.0);
    let count = f64::from(frames.max(1));
    figures.mean_ms = times.iter().sum::<f64>() / count;
    (figures.p50_ms, figures.p99_ms, figures.p999_ms, figures.longest_ms) = (at(0.5), at(0.99), at(0.999), at(1.0));
    figures.tasks = tasks as f64 / count;
    figures.standing = standing as f64 / count / f64::from(agents.max(1));
    figures.us_an_agent = figures.mean_ms * 1e3 / f64::from(agents.max(1));
    all_bytes.sort_unstable();
    figures.bytes = all_bytes.iter().sum::<usize>() as f64 / all_bytes.len().max(1) as f64;
    figures.p999_bytes = all_bytes.get(all_bytes.len() * 999 / 1000).copied().unwrap_or(0);
    figures.most_bytes = all_bytes.last().copied().unwrap_or(0);
    Ok((figures, series))
}

/// The table, the plot and what must hold.
pub(super) fn report(report: &mut Report, rows: &[Row], spread: bool) {
    let heads = [
        "agents",
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
        "KB",
        "p99.9 KB",
        "most KB",
        "worst mean KB",
    ];
    let title = if spread { "Planning a frame, no limit" } else { "Planning a frame, t_max = 10 ms" };
    let mut table = Table::new(title, &heads);
    for (row, _) in rows {
        let cells = [
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
