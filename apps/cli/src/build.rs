//! `navigant build SCENE|LEVEL [--height M --slope DEG --step M --gap M --up y|z --keep X,Y,Z] [--svg FILE [--show clearance|axis|grid|hybrid|prm] [--cell M] [--radius M]] [--stats] [--json FILE]`

use crate::exit::{Code, Failure};
use crate::level;
use crate::say::{self, say};
use crate::scenes;
use navigant::files::internals::{draw_grid, draw_hybrid, draw_layers, draw_roadmap};
use navigant::files::{LayeredScene, svg};
use navigant::geometry::internals::LatticeInternals as _;
use navigant::ground::{Ground, Refused};
use navigant::mesh::MapGrid;
use navigant::mesh::internals::HeightInternals as _;
use navigant::mesh::internals::{
    AxisInternals as _, HybridGraphInternals as _, LayeredMapInternals as _, MapGridInternals as _, MapInternals as _,
    RoadmapInternals as _,
};
use navigant::mesh::roadmap::{HybridGraph, MapRoadmap as _, ProbabilisticRoadmap, Sampling};
use navigant::prelude::*;
use serde_json::{Value, json};
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scene: GeoJSON, WKT, Moving AI .map, Polyanya .mesh, a BORDER/OBSTACLE list, JuPedSim's .xml, a 3D level (.obj, .gltf, .glb), or the name of an
    /// embedded one
    scene: String,
    /// Draw the map
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw more than the triangles into the picture
    #[arg(long, value_name = "WHAT", requires = "svg")]
    show: Vec<Show>,
    /// The size of the grid's cells
    #[arg(long, value_name = "METRES", default_value_t = 1.0)]
    cell: f64,
    /// The radius of the discs that grid and roadmaps are for
    #[arg(long, value_name = "METRES", default_value_t = 0.25)]
    radius: f64,
    /// Print more figures of the map: areas, components, memory
    #[arg(long)]
    stats: bool,
    /// Write all figures of the map as JSON; - is standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    level: level::Arguments,
}

/// What a picture shows besides the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Show {
    /// Clearance (the distance to the nearest wall), as colours
    Clearance,
    /// The medial axis
    Axis,
    /// The grid over the map: cells with room for a disc, and the steps between them
    Grid,
    /// The hybrid graph: the grid, and edges of the dual graph as highways over it
    Hybrid,
    /// A probabilistic roadmap, with about a sample for each cell
    Prm,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    say::keep_for_json(arguments.json.as_deref());
    let start = Instant::now();
    if level::is_level(&arguments.scene) {
        return print_level(arguments, start);
    }
    if let Some(scene) = scenes::layered(&arguments.scene)? {
        return print_layers(&scene, arguments, start);
    }
    let (map, obstacles) = scenes::open(&arguments.scene)?;
    let seconds = start.elapsed().as_secs_f64();
    // Drawn before anything is printed: what is refused is refused first.
    let (clearance, axis) = (arguments.show.contains(&Show::Clearance), arguments.show.contains(&Show::Axis));
    let style = svg::Style { clearance, axis, triangles: arguments.show.is_empty(), ..svg::Style::default() };
    let picture = match &arguments.svg {
        Some(path) => Some((path, draw(&map, &style, arguments)?)),
        None => None,
    };
    say!(
        "{}: {} obstacles, {} vertices, {} faces, read and built in {:.1} ms",
        arguments.scene,
        obstacles.len(),
        map.vertex_count(),
        map.face_count(),
        seconds * 1e3
    );
    if arguments.stats {
        Figures::of(&map).print(&map);
    }
    if arguments.stats || axis {
        print_nodes(&map);
    }
    if let Some(file) = &arguments.json {
        say::json(Some(file), &Figures::of(&map).as_json(&map, obstacles.len(), seconds))?;
    }
    if let Some((path, Drawn { picture, figures })) = picture {
        if let Some(figures) = figures {
            say!("{figures}");
        }
        std::fs::write(path, picture).map_err(|reason| format!("{}: {reason}", path.display()))?;
        say!("drawn to {}", path.display());
    }
    Ok(())
}

/// Builds a scene with layers and tells what it consists of.
fn print_layers(scene: &LayeredScene, arguments: &Arguments, start: Instant) -> Result<(), Box<dyn Error>> {
    let map = scene.build().map_err(|reason| format!("{}: {reason}", arguments.scene))?.map;
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    say!(
        "{}: {} layers, {} seams, {} obstacles, read and built in {milliseconds:.1} ms",
        arguments.scene,
        scene.layers.len(),
        scene.seams.len(),
        scene.obstacles.len()
    );
    for layer in &scene.layers {
        let bounds = Bounds::of(layer.floors.iter().flat_map(Outline::rings).flatten().copied());
        let [low, high] = bounds.map_or([0.0, 0.0], |b| {
            let corners = [b.min, b.max, Point::new(b.min.x, b.max.y), Point::new(b.max.x, b.min.y)];
            let heights = corners.map(|p| layer.height.at(p));
            [heights.into_iter().fold(f64::INFINITY, f64::min), heights.into_iter().fold(f64::NEG_INFINITY, f64::max)]
        });
        say!("  {:<14} {} floors, {low:.2} to {high:.2} m high", layer.name, layer.floors.len());
    }
    say!("  free area      {} m² in plan", map.free_area());
    draw_floors(&map, arguments)
}

/// Draws a map floor by floor, if a picture is wanted.
fn draw_floors(map: &LayeredMap, arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let Some(path) = &arguments.svg else { return Ok(()) };
    std::fs::write(path, draw_layers(map, svg::Style::default().width, &[]))
        .map_err(|reason| format!("{}: {reason}", path.display()))?;
    say!("drawn to {}", path.display());
    Ok(())
}

/// Finds the ground of a level and tells what it consists of.
fn print_level(arguments: &Arguments, start: Instant) -> Result<(), Box<dyn Error>> {
    let ground = level::open(&arguments.scene, &arguments.level)?;
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    let Ground { map, refused, bridges, closed } = &ground;
    let (layers, seams) = (map.layers().len(), map.seams().len());
    say!(
        "{}: {layers} layers, {seams} seams, {bridges} bridges over gaps, read and built in {milliseconds:.1} ms",
        arguments.scene
    );
    if *closed > 0 {
        say!("  closed         {closed} joins between layers: no straight line between walls parts them");
    }
    say!("  free area      {:.3} m² in plan", map.free_area());
    let areas = map.as_map().component_areas();
    let largest = areas.iter().map(|(_, area)| *area).fold(0.0, f64::max);
    say!("  components     {}; largest {largest:.3} m²", areas.len());
    let Refused { steep, steep_area, low_area, covered_area, down, without_area } = *refused;
    say!(
        "  refused        steep {steep} triangles ({steep_area:.2} m²), low {low_area:.2} m², covered {covered_area:.2} m²"
    );
    say!("  left out       {down} triangles face down, {without_area} have no area");
    if arguments.json.is_some() {
        let figures = json!({
            "layers": layers, "seams": seams, "bridges": bridges, "closed": closed,
            "free_area_m2": map.free_area(), "components": areas.len(), "largest_component_m2": largest,
            "refused": { "steep_triangles": steep, "steep_m2": steep_area, "low_m2": low_area, "covered_m2": covered_area },
            "down_triangles": down, "triangles_without_area": without_area, "build_s": milliseconds / 1e3,
        });
        say::json(arguments.json.as_deref(), &figures)?;
    }
    draw_floors(map, arguments)
}

/// A picture, and the line that tells what is in it besides the map.
struct Drawn {
    picture: String,
    figures: Option<String>,
}

/// No picture has more cells.
const MOST_DRAWN: f64 = 1e6;

/// The picture that is asked for; of grid, hybrid graph and roadmap the last one.
fn draw(map: &Map, style: &svg::Style, arguments: &Arguments) -> Result<Drawn, Box<dyn Error>> {
    let Arguments { cell, radius, .. } = *arguments;
    let usage = |reason: &dyn std::fmt::Display| Failure { code: Code::Usage, message: reason.to_string() };
    let over = arguments.show.iter().rev().find(|show| matches!(show, Show::Grid | Show::Hybrid | Show::Prm));
    if let (Some(_), Some(bounds)) = (over, map.floor_bounds()) {
        let (width, height) = bounds.size();
        let cells = (width / cell).ceil() * (height / cell).ceil();
        if cell > 0.0 && cells > MOST_DRAWN {
            let least = 1.1 * (width * height / MOST_DRAWN).sqrt();
            return Err(usage(&format!(
                "{cells:.0} cells of {cell} m; a picture has up to a million: try --cell {least:.3}"
            ))
            .into());
        }
    }
    let (picture, figures) = match over {
        Some(Show::Grid) => {
            let grid = MapGrid::of(map, cell, radius).map_err(|reason| usage(&reason))?;
            let (width, height, open) = (grid.width(), grid.height(), grid.open_count());
            let figures = format!("  grid           {width}×{height} cells, {open} open");
            (draw_grid(map, &grid, style), Some(figures))
        }
        Some(Show::Hybrid) => {
            let graph = HybridGraph::of(map, cell, radius).map_err(|reason| usage(&reason))?;
            let (open, highways) = (graph.grid().open_count(), graph.highway_count());
            let figures = format!("  hybrid graph   {open} open cells, {highways} highways");
            (draw_hybrid(map, &graph, style), Some(figures))
        }
        Some(Show::Prm) => {
            let samples = MapGrid::of(map, cell, radius).map_err(|reason| usage(&reason))?.cells();
            let sampling = Sampling { samples, reach: 2.0 * cell, radius, seed: 7 };
            let prm = ProbabilisticRoadmap::of(map, sampling).map_err(|reason| usage(&reason))?;
            let (places, ways) = (prm.roadmap().waypoint_count(), prm.roadmap().edge_count());
            let figures = format!("  roadmap        {places} of {samples} samples have room, {ways} ways");
            (draw_roadmap(map, prm.roadmap(), style), Some(figures))
        }
        _ => (svg::draw(map, style), None),
    };
    Ok(Drawn { picture, figures })
}

/// What is told of a map.
struct Figures {
    walls: usize,
    free_faces: usize,
    free_area: f64,
    components: usize,
    largest: f64,
}

impl Figures {
    fn of(map: &Map) -> Figures {
        let areas = map.component_areas();
        let sides = map.faces().flat_map(navigant::mesh::FaceId::edges);
        Figures {
            walls: sides.filter(|&e| map.is_wall(e) && e < map.twin(e)).count(),
            free_faces: map.faces().filter(|&f| map.is_free(f)).count(),
            free_area: map.free_area(),
            components: areas.len(),
            largest: areas.into_iter().map(|(_, area)| area).fold(0.0, f64::max),
        }
    }

    fn print(&self, map: &Map) {
        let reach = map.lattice().reach();
        say!("  lattice        step {} m around {}", map.lattice().step(), map.lattice().origin());
        say!("  reach          {} to {}", reach.min, reach.max);
        say!("  walls          {}", self.walls);
        say!("  free faces     {}", self.free_faces);
        say!("  free area      {} m²", self.free_area);
        say!("  components     {}; largest {:.3} m²", self.components, self.largest);
        let bytes = map.memory_bytes();
        say!("  memory         {} bytes, {} a vertex", bytes, bytes / map.vertex_count());
    }

    fn as_json(&self, map: &Map, obstacles: usize, seconds: f64) -> Value {
        json!({
            "obstacles": obstacles,
            "vertices": map.vertex_count(),
            "faces": map.face_count(),
            "walls": self.walls,
            "free_faces": self.free_faces,
            "free_area_m2": self.free_area,
            "components": self.components,
            "largest_component_m2": self.largest,
            "lattice_step_m": map.lattice().step(),
            "memory_bytes": map.memory_bytes(),
            "build_s": seconds,
        })
    }
}

/// How many nodes a search has to do with, on the triangles and on the medial axis.
fn print_nodes(map: &Map) {
    let (faces, nodes) = (map.faces().filter(|&f| map.is_free(f)).count(), map.axis().node_count());
    let fewer = 100.0 * (1.0 - faces as f64 / nodes.max(1) as f64);
    say!("  nodes          {faces} free faces, {nodes} of the medial axis: {fewer:.0} % fewer");
}
