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
fn embedded_runs_end_in_the_bits_that_every_package_ends_in() {
    let folder = scratch("same_bits");
    // `cargo xtask c` runs the city too, in a release.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bindings/same_bits.txt");
    let states = std::fs::read_to_string(file).unwrap();
    for line in states.lines().filter(|line| !line.starts_with('#') && !line.starts_with("city")) {
        let (name, wanted) = line.split_once(' ').unwrap();
        assert_eq!(state(&navigant(&folder, &["run", name, "--steps", "300"])), wanted.trim(), "{name}");
    }
}

#[test]
fn a_run_saved_and_resumed_ends_as_one_that_was_not() {
    let folder = scratch("resumed");
    std::fs::write(folder.join("hall.toml"), HALL).unwrap();
    std::fs::write(folder.join("other.toml"), HALL.replace("seed = 5", "seed = 6")).unwrap();
    let whole = state(&navigant(&folder, &["run", "hall.toml", "--steps", "60"]));
    state(&navigant(&folder, &["run", "hall.toml", "--steps", "25", "--save", "at25"]));
    let resumed = navigant(&folder, &["run", "hall.toml", "--steps", "60", "--resume", "at25", "--threads", "1"]);
    assert_eq!(state(&resumed), whole);
    for (arguments, told) in [
        (["run", "other.toml", "--resume", "at25"], "another scenario"),
        (["run", "hall.toml", "--resume", "hall.toml"], "not a saved run"),
        (["run", "hall.toml", "--resume", "nothing"], "nothing"),
        (["run", "hall.toml", "--save", "no/folder"], "no/folder"),
    ] {
        let refused = navigant(&folder, &arguments);
        let text = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && text.contains(told), "{text}");
    }
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
        "simulated_s",
        "mean_ms",
        "p99_ms",
        "max_ms",
        "searches",
        "searches_per_step",
        "peak_searches",
        "longest_wait_steps",
        "edits",
        "edits_per_s",
        "median_path_m",
        "peak_mb",
        "arrived",
        "present",
        "displaced",
        "without_way",
        "lost",
        "wall_crossings",
        "hash",
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
    let connection = rusqlite::Connection::open(&database).unwrap();
    let bound = |key| -> String {
        connection.query_row("SELECT value FROM metadata WHERE key = ?", [key], |row| row.get(0)).unwrap()
    };
    // The floor's, not those of the lattice around it.
    assert_eq!(["xmin", "ymin", "xmax", "ymax"].map(bound), ["0", "0", "50", "20"]);
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

/// Runs `navigant` from a shell that first says something about limits.
#[cfg(unix)]
fn limited(folder: &Path, limits: &str, arguments: &str) -> Output {
    let command = format!("{limits}; exec {} {arguments}", env!("CARGO_BIN_EXE_navigant"));
    Command::new("sh").current_dir(folder).args(["-c", &command]).output().unwrap()
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_ends_its_file_and_says_after_how_many_steps() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let folder = scratch("interrupted");
    std::fs::write(folder.join("hall.toml"), HALL).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_navigant"))
        .current_dir(&folder)
        .args(["run", "hall.toml", "--steps", "1000000", "--out", "x.parquet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (second, start) = (folder.join("x.parquet.parts/000001.parquet"), Instant::now());
    while !second.exists() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    // What Ctrl-C in a terminal sends.
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{text}");
    let told = text.lines().find_map(|line| line.strip_prefix("Interrupted after ")?.strip_suffix(" steps."));
    let steps: usize = told.expect("it says that it was interrupted").parse().unwrap();
    let reader = SerializedFileReader::new(std::fs::File::open(folder.join("x.parquet")).unwrap()).unwrap();
    assert_eq!(reader.get_row_iter(None).unwrap().filter(Result::is_ok).count(), 40 * (steps + 1));
    assert!(!folder.join("x.parquet.parts").exists());
}

#[test]
#[cfg(target_os = "linux")]
fn ten_million_agents_with_a_gigabyte_left_are_refused_at_once() {
    let folder = scratch("memory");
    std::fs::write(folder.join("many.toml"), HALL.replacen("count = 40", "count = 10000000", 1)).unwrap();
    let refused = limited(&folder, "ulimit -v 1300000", "run many.toml --threads 2 --out x.sqlite");
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success());
    assert!(
        told.contains("agents[0].count: 10000000 agents take about 9765 MB and ") && told.contains("ask for"),
        "{told}"
    );
    assert!(!folder.join("x.sqlite").exists(), "nothing is begun");
}

/// A limit on the size of files stands for a full disk: writes fail, if the signal that would end the program is ignored.
#[cfg(unix)]
const FULL: &str = "trap '' XFSZ; ulimit -f 400";

#[test]
#[cfg(unix)]
fn what_was_written_to_a_database_before_the_disk_was_full_is_readable() {
    let folder = scratch("full_sqlite");
    std::fs::write(folder.join("hall.toml"), HALL).unwrap();
    let stopped = limited(&folder, FULL, "run hall.toml --steps 3000 --out x.sqlite");
    let told = String::from_utf8_lossy(&stopped.stderr);
    assert!(!stopped.status.success() && told.contains("x.sqlite"), "{told}");
    let (frames, rows) = frames_and_rows(&folder.join("x.sqlite")).unwrap();
    assert!(frames >= 10 && frames % 10 == 0, "{frames}");
    assert_eq!(rows, 40 * frames);
    let table = String::from_utf8_lossy(&stopped.stdout);
    assert!(table.contains("wall crossings"), "the figures are told all the same: {table}");
}

#[test]
#[cfg(unix)]
fn parts_stay_where_the_disk_is_too_full_for_a_single_file() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let folder = scratch("full_parquet");
    std::fs::write(folder.join("hall.toml"), HALL).unwrap();
    let stopped = limited(&folder, FULL, "run hall.toml --steps 600 --out x.parquet");
    let told = String::from_utf8_lossy(&stopped.stderr);
    assert!(!stopped.status.success() && told.contains("x.parquet"), "{told}");
    assert!(!folder.join("x.parquet").exists(), "half a file is no file");
    let mut rows = 0;
    for part in std::fs::read_dir(folder.join("x.parquet.parts")).unwrap() {
        let reader = SerializedFileReader::new(std::fs::File::open(part.unwrap().path()).unwrap()).unwrap();
        rows += reader.get_row_iter(None).unwrap().filter(Result::is_ok).count();
    }
    assert_eq!(rows, 601 * 40);
}

#[test]
#[cfg(target_os = "linux")]
fn figures_that_cannot_be_written_are_told_with_the_reason() {
    let folder = scratch("full_json");
    std::fs::write(folder.join("hall.toml"), HALL).unwrap();
    for key in ["--json", "--svg"] {
        let refused = navigant(&folder, &["run", "hall.toml", "--steps", "3", key, "/dev/full"]);
        let told = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && told.contains("/dev/full: No space left on device"), "{key}: {told}");
    }
}

#[test]
fn those_who_keep_together_are_asked_for_by_a_key() {
    let folder = scratch("together");
    let families = HALL.replacen("count = 40", "count = 40\ntogether = 4", 1);
    std::fs::write(folder.join("hall.toml"), &families).unwrap();
    std::fs::write(folder.join("alone.toml"), HALL).unwrap();
    let run = |file| state(&navigant(&folder, &["run", file, "--steps", "60", "--svg", "x.svg"]));
    assert_ne!(run("hall.toml"), run("alone.toml"));
    assert!(std::fs::read_to_string(folder.join("x.svg")).unwrap().contains("people/m²"));
    let refused = error(&folder, &families.replacen("together = 4", "together = 0", 1));
    assert!(refused.contains("agents[0].together: must be 1 to 50, not 0"), "{refused}");
    let refused = error(&folder, &families.replacen("\"stay\"", "\"wander\"", 1));
    assert!(refused.contains("agents[0].together: who wanders has another goal"), "{refused}");
}

#[test]
fn nobody_need_listen_to_what_it_says() {
    let folder = scratch("unheard");
    std::fs::write(folder.join("hall.toml"), HALL).unwrap();
    for arguments in [&["scenarios"][..], &["run", "hall.toml", "--steps", "3", "--json", "figures.json"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut program = Command::new(env!("CARGO_BIN_EXE_navigant"));
        let unheard = program.current_dir(&folder).args(arguments).stdout(writer).output().unwrap();
        assert!(unheard.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&unheard.stderr));
    }
    assert!(folder.join("figures.json").exists(), "it went on to the end");
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_said_for_a_full_disk_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let refused = Command::new(env!("CARGO_BIN_EXE_navigant")).arg("scenarios").stdout(full).output().unwrap();
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && told.contains("standard output: No space left on device"), "{told}");
}

#[test]
fn a_scenario_with_a_roadmap_is_walked_along_it_and_measured() {
    let folder = scratch("roadmap");
    let text = r#"
scene = "hall"
[roadmap]
strategy = "per_init"
also = "sight"
search = "hierarchy"
AgentSize = 0.3
MinimumWidth = 0.5
MinimumHeight = 0.5
n = 2
[[agents]]
count = 60
area = [[2, 2], [6, 2], [6, 18], [2, 18]]
goal = { at = [47, 10] }
"#;
    std::fs::write(folder.join("walk.toml"), text).unwrap();
    let run = |threads| navigant(&folder, &["run", "walk.toml", "--threads", threads, "--json", "walk.json"]);
    let [one, two] = [run("1"), run("2")];
    assert_eq!(state(&one), state(&two));
    let figures: serde_json::Value = serde_json::from_slice(&std::fs::read(folder.join("walk.json")).unwrap()).unwrap();
    assert_eq!((&figures["arrived"], &figures["strategy"]), (&60.into(), &"per_init+sight".into()));
    assert!(figures["searches"].as_u64() > Some(60) && figures["peak_searches"].as_u64() > Some(0));
    let refused = error(&folder, &text.replace("n = 2", "n = 2\nk = 0"));
    assert!(refused.contains("bad.toml, line 11, column 5: roadmap.k: must be 1 to 64, not 0"), "{refused}");
    let refused = error(&folder, &text.replace("at = [47, 10]", "away = [5, 9]"));
    assert!(refused.contains("agents[0].goal: a run along a roadmap leads to one place"), "{refused}");
    let refused = navigant(&folder, &["run", "walk.toml", "--save", "state"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("runs along a roadmap take no"));
}
