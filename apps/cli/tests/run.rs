//! `navigant run`: the same for any number of threads, readable after a kill, clear about what is wrong.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const HALL: &str = r#"
about = "A hall with a barrier"
scene = "hall"
seed = 5

[planning]
notice = "when-seen"

[[agents]]
count = 40
area = [[0, 0], [28, 0], [28, 20], [0, 20]]
goal = { at = [48, 10] }
arrival = "stay"

[random_edits]
per_second = 2.0
size = [0.5, 1.0]
most = 5
"#;

/// A folder for one test, empty.
fn scratch(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn navigant(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_navigant")).current_dir(folder).args(arguments).output().unwrap()
}

/// What a successful run prints at last: the hash of its state.
fn state(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find(|line| line.trim_start().starts_with("state")).unwrap();
    line.split_whitespace().last().unwrap().to_owned()
}

fn error(folder: &Path, text: &str) -> String {
    std::fs::write(folder.join("bad.toml"), text).unwrap();
    let output = navigant(folder, &["run", "bad.toml", "--steps", "1"]);
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_run_is_the_same_again_and_for_any_number_of_threads() {
    let folder = scratch("threads");
    std::fs::write(folder.join("hall.toml"), HALL).unwrap();
    let run = |threads| state(&navigant(&folder, &["run", "hall.toml", "--steps", "60", "--threads", threads]));
    let first = run("1");
    assert_eq!([run("1"), run("2")], [first.clone(), first]);
}

#[test]
fn the_figures_are_json_with_all_their_keys() {
    let folder = scratch("figures");
    std::fs::write(folder.join("hall.toml"), HALL).unwrap();
    navigant(&folder, &["run", "hall.toml", "--steps", "20", "--json", "figures.json"]);
    let text = std::fs::read_to_string(folder.join("figures.json")).unwrap();
    let figures: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut keys: Vec<&str> = figures.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    let mut expected = [
        "agents",
        "steps",
        "mean_ms",
        "p99_ms",
        "max_ms",
        "searches_per_step",
        "edits_per_s",
        "median_path_m",
        "peak_mb",
        "arrived",
        "lost",
        "wall_crossings",
    ];
    expected.sort_unstable();
    assert_eq!(keys, expected);
    assert_eq!((&figures["agents"], &figures["steps"], &figures["edits_per_s"]), (&40.into(), &20.into(), &2.0.into()));
    assert_eq!((&figures["lost"], &figures["wall_crossings"]), (&0.into(), &0.into()));
}

#[test]
fn what_the_map_cannot_hold_is_refused_with_its_key_and_its_line() {
    let folder = scratch("refused");
    for (from, to, expected) in [
        ("[48, 10]", "[70, 10]", "bad.toml, line 12, column 8: agents[0].goal: (70, 10) is outside or in a wall"),
        (
            "[[0, 0], [28, 0], [28, 20], [0, 20]]",
            "[[90, 0], [95, 0], [95, 20]]",
            "agents[0].area: all of it is outside",
        ),
        (
            "[[0, 0], [28, 0], [28, 20], [0, 20]]",
            "[[0, 0], [2, 0], [2, 2], [0, 2]]",
            "agents[0].count: there is room for",
        ),
        ("count = 40", "count = 4000000000", "agents[0].count: 4000000000 agents take about"),
        ("\"hall\"", "\"hal.wkt\"", "bad.toml, line 3, column 9: scene: "),
        ("seed = 5", "sed = 5", "bad.toml, line 4, column 1: unknown field `sed`"),
    ] {
        let found = error(&folder, &HALL.replacen(from, to, 1));
        assert!(found.contains(expected), "{to}: {found}");
    }
    std::fs::write(folder.join("hall.toml"), HALL).unwrap();
    let refused = navigant(&folder, &["run", "hall.toml", "--out", "x.csv"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("written to .parquet, .sqlite or .db"));
}

/// Starts a long run, waits until something has been written, kills it.
fn kill_while_writing(folder: &Path, out: &str, is_written: impl Fn() -> bool) {
    std::fs::write(folder.join("hall.toml"), HALL).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_navigant"))
        .current_dir(folder)
        .args(["run", "hall.toml", "--steps", "1000000", "--out", out])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while !is_written() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    // On Unix this is SIGKILL.
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Frames and rows of a database.
fn frames_and_rows(database: &Path) -> rusqlite::Result<(i64, i64)> {
    let connection = rusqlite::Connection::open(database)?;
    let count = "SELECT count(DISTINCT frame), count(*) FROM trajectory_data";
    connection.query_row(count, [], |row| Ok((row.get(0)?, row.get(1)?)))
}

#[test]
fn a_killed_run_leaves_a_database_of_whole_seconds() {
    let folder = scratch("killed_sqlite");
    let database = folder.join("x.sqlite");
    kill_while_writing(&folder, "x.sqlite", || frames_and_rows(&database).is_ok_and(|(frames, _)| frames >= 20));
    let (frames, rows) = frames_and_rows(&database).unwrap();
    assert!(frames >= 20 && frames % 10 == 0, "{frames}");
    assert_eq!(rows, 40 * frames);
}

#[test]
fn a_killed_run_leaves_whole_parquet_parts_and_a_finished_one_a_single_file() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let rows = |path: &Path| {
        let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
        reader.get_row_iter(None).unwrap().filter(Result::is_ok).count()
    };
    let folder = scratch("killed_parquet");
    let parts = folder.join("x.parquet.parts");
    let third = parts.join("000002.parquet");
    kill_while_writing(&folder, "x.parquet", || third.exists());
    for name in ["000000.parquet", "000001.parquet", "000002.parquet"] {
        assert_eq!(rows(&parts.join(name)), 400, "{name}");
    }
    assert!(!folder.join("x.parquet").exists());

    navigant(&folder, &["run", "hall.toml", "--steps", "25", "--out", "x.parquet"]);
    assert_eq!(rows(&folder.join("x.parquet")), 26 * 40);
    assert!(!parts.exists(), "parts of an earlier run are gone, too");
}
