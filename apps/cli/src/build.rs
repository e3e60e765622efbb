//! `navigant build SCENE [--svg FILE [--show clearance|axis]] [--stats]`

use crate::say::say;
use crate::scenes;
use navigant::files::svg;
use navigant::prelude::*;
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scene: GeoJSON, WKT, Moving AI .map, Polyanya .mesh, a BORDER/OBSTACLE list, or the name of an embedded one
    scene: String,
    /// Draw the map
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw more than the triangles into the picture
    #[arg(long, value_name = "WHAT", requires = "svg")]
    show: Vec<Show>,
    /// Say more about the map: areas, components, memory
    #[arg(long)]
    stats: bool,
}

/// What a picture shows besides the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Show {
    /// How far the walls are, as colours
    Clearance,
    /// The medial axis
    Axis,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let (map, obstacles) = scenes::open(&arguments.scene)?;
    let seconds = start.elapsed().as_secs_f64();
    say!(
        "{}: {} obstacles, {} vertices, {} faces, read and built in {:.1} ms",
        arguments.scene,
        obstacles.len(),
        map.vertex_count(),
        map.face_count(),
        seconds * 1e3
    );
    if arguments.stats {
        print_statistics(&map);
    }
    if arguments.stats || arguments.show.contains(&Show::Axis) {
        print_nodes(&map);
    }
    if let Some(path) = &arguments.svg {
        let (clearance, axis) = (arguments.show.contains(&Show::Clearance), arguments.show.contains(&Show::Axis));
        let style = svg::Style { clearance, axis, triangles: arguments.show.is_empty(), ..svg::Style::default() };
        std::fs::write(path, svg::draw(&map, &style)).map_err(|reason| format!("{}: {reason}", path.display()))?;
        say!("drawn to {}", path.display());
    }
    Ok(())
}

fn print_statistics(map: &Map) {
    let mut areas: Vec<f64> = map.component_areas().into_iter().map(|(_, area)| area).collect();
    areas.sort_by(|a, b| b.total_cmp(a));
    let reach = map.lattice().reach();
    say!("  lattice        step {} m around {}", map.lattice().step(), map.lattice().origin());
    say!("  reach          {} to {}", reach.min, reach.max);
    say!(
        "  walls          {}",
        map.faces().flat_map(navigant::mesh::FaceId::edges).filter(|&e| map.is_wall(e) && e < map.twin(e)).count()
    );
    say!("  free faces     {}", map.faces().filter(|&f| map.is_free(f)).count());
    say!("  free area      {} m²", map.free_area());
    say!("  components     {}; largest {:.3} m²", areas.len(), areas.first().copied().unwrap_or(0.0));
    let bytes = map.memory_bytes();
    say!("  memory         {} bytes, {} a vertex", bytes, bytes / map.vertex_count());
}

/// How many nodes a search has to do with, on the triangles and on the medial axis.
fn print_nodes(map: &Map) {
    let (faces, nodes) = (map.faces().filter(|&f| map.is_free(f)).count(), map.axis().node_count());
    let fewer = 100.0 * (1.0 - faces as f64 / nodes.max(1) as f64);
    say!("  nodes          {faces} free faces, {nodes} of the medial axis: {fewer:.0} % fewer");
}
