//! `navigant experiment domains --frames N`: how long planning takes in a frame, for many agents who always have somewhere to go.

use super::scene::{SIDE, Scene};
use crate::frame::{Comparison, Plot, Report, Series, Table, progress};
use navigant_mesh::Point;
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
    /// Bytes of an agent's tasks and plan, on average and at most.
    bytes: f64,
    most_bytes: usize,
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

/// Walks agents about for some frames, on one thread.
///
/// # Errors
/// When the scene cannot be built.
pub(super) fn run(seed: u64, agents: u32, frames: u32) -> Result<Row, Box<dyn Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| walk(seed, agents, frames).map_err(|e| e.to_string())).map_err(Into::into)
}

fn walk(seed: u64, agents: u32, frames: u32) -> Result<Row, Box<dyn Error>> {
    let scene = Scene::random(seed, 0)?;
    let settings = TeamSettings { cell: 0.5, horizon: WAYPOINT, ..TeamSettings::default() };
    let mut team = Team::new(&scene.map, settings)?;
    let mut rng = Rng::new(seed);
    let mut place = || loop {
        let p = Point::new(rng.range(1.0..SIDE - 1.0), rng.range(1.0..SIDE - 1.0));
        if scene.map.has_room_at(p, 0.6) {
            return p;
        }
    };
    while team.members() < agents as usize {
        let (start, goal) = (place(), place());
        // Where somebody stands already, another place is drawn.
        let _ = team.add(&scene.map, start, SpaceTimeGoal::place(goal));
    }
    let mut figures = FrameFigures { agents, frames, ..FrameFigures::default() };
    let (mut times, mut series) = (Vec::new(), Vec::new());
    let (mut tasks, mut standing, mut bytes, mut samples) = (0u64, 0u64, 0.0, 0u32);
    let bar = progress("frames", frames.into());
    for frame in 0..frames {
        for id in (0..agents).map(MemberId) {
            if team.status(id) == Some(TeamStatus::Arrived) {
                figures.arrivals += u64::from(team.set_goal(&scene.map, id, SpaceTimeGoal::place(place())).is_ok());
            }
            standing += u64::from(matches!(team.status(id), Some(TeamStatus::Waiting(_))));
        }
        let begin = thread_time();
        let over = || thread_time().saturating_sub(begin) >= MOST_TIME;
        let report = team.frame(&scene.map, FrameBudget { expansions: u64::MAX, over: Some(&over) });
        let time = thread_time().saturating_sub(begin).as_secs_f64() * 1e3;
        times.push(time);
        if frame % 10 == 0 {
            series.push((f64::from(frame), time));
        }
        tasks += u64::from(report.tasks);
        figures.plans += u64::from(report.taken_up);
        if frame % 50 == 25 {
            let sizes: Vec<usize> = (0..agents).filter_map(|id| team.memory(MemberId(id))).collect();
            bytes += sizes.iter().sum::<usize>() as f64 / f64::from(agents);
            samples += 1;
            figures.most_bytes = figures.most_bytes.max(sizes.into_iter().max().unwrap_or(0));
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
    figures.bytes = bytes / f64::from(samples.max(1));
    Ok((figures, series))
}

/// The table, the plot and what must hold.
pub(super) fn report(report: &mut Report, rows: &[Row]) {
    let heads = [
        "agents", "mean ms", "p50", "p99", "p99.9", "longest", "tasks", "plans", "arrivals", "standing", "KB",
        "most KB",
    ];
    let mut table = Table::new("Planning a frame, t_max = 10 ms", &heads);
    for (row, _) in rows {
        let cells = [
            row.mean_ms,
            row.p50_ms,
            row.p99_ms,
            row.p999_ms,
            row.longest_ms,
            row.tasks,
            row.plans as f64,
            row.arrivals as f64,
            row.standing,
            row.bytes / 1024.0,
            row.most_bytes as f64 / 1024.0,
        ];
        table.row(&row.agents.to_string(), &cells);
        let what = format!("{} agents, {} frames: p99.9", row.agents, row.frames);
        report.compare(Comparison::at_most(&what, 10.5, row.p999_ms, " ms"));
        report.compare(Comparison::at_most(
            &format!("{} agents: memory an agent", row.agents),
            45.0,
            row.bytes / 1024.0,
            " KB",
        ));
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
