//! Our measurements beside PedPy's on the same positions: Voronoi density, passages over time. Skipped where PedPy is not installed
//! (`pip install pedpy`); `PYTHON` names another interpreter than `python3`.

use navigant_experiments::validate::measure::{Passages, voronoi_density};
use navigant_mesh::Point;
use navigant_testing::rng::Rng;
use std::process::Command;

const ROOM: [f64; 2] = [20.0, 6.0];
const WINDOW: [[f64; 2]; 2] = [[8.0, 0.5], [13.0, 5.0]];
const LINE: f64 = 10.0;
const FRAMES: u32 = 80;
const PEOPLE: u32 = 30;
/// Frames a second.
const FPS: f64 = 10.0;

const MEASURE: &str = r#"
import sys, json, pandas, shapely, pedpy
rows = pandas.read_csv(sys.argv[1])
room, window, line, fps = json.loads(sys.argv[2])
data = pedpy.TrajectoryData(data=rows, frame_rate=fps)
area = pedpy.WalkableArea(shapely.box(0, 0, *room))
cells = pedpy.compute_individual_voronoi_polygons(traj_data=data, walkable_area=area)
density = pedpy.compute_voronoi_density(individual_voronoi_data=cells, measurement_area=pedpy.MeasurementArea(shapely.box(*window[0], *window[1])))
density = density[0] if isinstance(density, tuple) else density
density = density.reset_index().sort_values("frame")["density"].tolist()
n_t, _ = pedpy.compute_n_t(traj_data=data, measurement_line=pedpy.MeasurementLine([(line, 0), (line, room[1])]))
print(json.dumps([density, n_t.reset_index().sort_values("frame")["cumulative_pedestrians"].tolist()]))
"#;

/// By frame, where everyone is: they walk to the right at speeds of their own, some over the line.
fn walk() -> Vec<Vec<Point>> {
    let mut rng = Rng::new(11);
    let people: Vec<(Point, f64)> =
        (0..PEOPLE).map(|_| (Point::new(rng.range(0.5..11.5), rng.range(0.5..5.5)), rng.range(0.3..1.0))).collect();
    let at = |frame: u32| people.iter().map(move |(p, v)| Point::new(p.x + v * f64::from(frame) / FPS, p.y)).collect();
    (0..FRAMES).map(at).collect()
}

#[test]
fn densities_and_passages_are_those_of_pedpy() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    if !Command::new(&python).args(["-c", "import pedpy"]).output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: {python} has no pedpy");
        return;
    }
    let frames = walk();
    let mut csv = "id,frame,x,y\n".to_owned();
    for (frame, people) in frames.iter().enumerate() {
        people.iter().enumerate().for_each(|(id, p)| csv += &format!("{id},{frame},{:?},{:?}\n", p.x, p.y));
    }
    let file = std::env::temp_dir().join(format!("navigant-pedpy-{}.csv", std::process::id()));
    std::fs::write(&file, csv).unwrap();
    let given = format!("[{ROOM:?}, {WINDOW:?}, {LINE}, {FPS}]");
    let output = Command::new(&python).args(["-W", "ignore", "-c", MEASURE]).arg(&file).arg(given).output().unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (densities, passed): (Vec<f64>, Vec<u32>) = serde_json::from_slice(&output.stdout).unwrap();
    let (window, room) = (WINDOW.map(Point::from), [Point::new(0.0, 0.0), ROOM.into()]);
    let mut line = Passages::at(LINE);
    assert_eq!((densities.len(), passed.len()), (frames.len(), frames.len()));
    for (frame, people) in frames.iter().enumerate() {
        let ours = voronoi_density(people, window, room);
        assert!((ours - densities[frame]).abs() < 1e-6, "frame {frame}: {ours} beside {}", densities[frame]);
        line.look(frame as f64 / FPS, (0..).map(|id| (0, id)).zip(people.iter().copied()));
        assert_eq!(line.passed.len(), passed[frame] as usize, "frame {frame}");
    }
    assert!(line.passed.len() > 5);
}
