//! The public maps that paths are searched on, and what is asked there.
//!
//! ```text
//! movingai/GROUP/NAME.map          a grid; asked is what lengths/GROUP/NAME.csv lists, else what NAME.map.scen does
//! polyanya_meshes/GROUP/NAME.mesh  the same map, merged into convex polygons by Polyanya's authors
//! iron_harvest/NAME.txt            floors and obstacles; asked is what NAME.csv lists
//! ```
//!
//! A `.scen` names cells; the path goes from the middle of one to the middle of the other, so that the grid's length is
//! one that a path in the plane never exceeds. A few of them start and end in the water or in the woods, and keep to
//! these, which our maps do not know: they are left out.

use navigant_files::Scene;
use navigant_files::internals::{ReferenceLength, ReferenceQuery, read_queries};
use navigant_files::moving_ai::read_scen;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Cell, Map, Outline, Point};
use std::error::Error;
use std::path::{Path, PathBuf};

/// A map and what is asked on it.
pub(crate) struct Course {
    /// The group and the name: `dao/arena2`.
    pub(crate) name: String,
    pub(crate) floors: Vec<Outline>,
    pub(crate) obstacles: Vec<Outline>,
    pub(crate) map: Map,
    /// The same map in the merged mesh of Polyanya's authors, where there is one.
    pub(crate) merged_mesh: Option<PathBuf>,
    /// All have a path.
    pub(crate) queries: Vec<ReferenceQuery>,
}

/// Where the parts of a course are.
#[derive(Clone, Debug)]
pub(crate) struct CourseFiles {
    pub(crate) name: String,
    scene: PathBuf,
    queries: PathBuf,
    merged_mesh: Option<PathBuf>,
}

impl CourseFiles {
    /// All courses in the data folder, in a fixed order.
    pub(crate) fn all(data: &Path) -> Result<Vec<CourseFiles>, Box<dyn Error>> {
        let mut courses = Vec::new();
        for scene in files_ending(&data.join("movingai"), "map")? {
            let name = group_and_name(&scene);
            let lengths = data.join("lengths").join(&name).with_extension("csv");
            let mesh = data.join("polyanya_meshes").join(&name).with_extension("mesh");
            courses.push(CourseFiles {
                queries: if lengths.exists() { lengths } else { scene.with_extension("map.scen") },
                merged_mesh: mesh.exists().then_some(mesh),
                name,
                scene,
            });
        }
        for scene in files_ending(&data.join("iron_harvest"), "txt")? {
            let queries = scene.with_extension("csv");
            courses.push(CourseFiles { name: group_and_name(&scene), scene, queries, merged_mesh: None });
        }
        Ok(courses)
    }

    /// Reads the course, with at most a number of queries, spread evenly over their file.
    pub(crate) fn read(&self, most_queries: usize) -> Result<Course, Box<dyn Error>> {
        let scene = Scene::read(&self.scene)?;
        let obstacles: Vec<Outline> = scene.obstacles.into_iter().map(|obstacle| obstacle.outline).collect();
        let (map, _) = Map::build(&scene.floors, &obstacles)?;
        let mut queries = match self.queries.extension() {
            Some(end) if end == "scen" => dry(&map, scen_queries(&self.queries)?),
            _ => read_queries(&self.queries)?,
        };
        queries.retain(|query| query.length != ReferenceLength::NoPath);
        Ok(Course {
            name: self.name.clone(),
            floors: scene.floors,
            obstacles,
            map,
            merged_mesh: self.merged_mesh.clone(),
            queries: spread(&queries, most_queries),
        })
    }
}

fn scen_queries(path: &Path) -> Result<Vec<ReferenceQuery>, Box<dyn Error>> {
    let middle = |cell: Cell| Point::new(f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5);
    let queries = read_scen(&std::fs::read_to_string(path)?)?;
    let query = |query: &navigant_files::moving_ai::ScenQuery| ReferenceQuery {
        from: middle(query.start),
        to: middle(query.goal),
        length: ReferenceLength::NotGiven,
        grid_length: ReferenceLength::Known(query.length),
    };
    Ok(queries.iter().map(query).collect())
}

/// The queries on dry land.
fn dry(map: &Map, mut queries: Vec<ReferenceQuery>) -> Vec<ReferenceQuery> {
    queries.retain(|query| {
        let [from, to] = [query.from, query.to].map(|p| map.component_at(p));
        from.is_some() && from == to
    });
    queries
}

/// At most a number of things, spread evenly.
fn spread<T: Copy>(things: &[T], most: usize) -> Vec<T> {
    let count = things.len().min(most);
    (0..count).map(|i| things[i * things.len() / count]).collect()
}

/// The name of a file's folder and its own, without what it ends in.
fn group_and_name(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let group = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    format!("{group}/{name}")
}

/// All files below a folder with this extension, in a fixed order.
pub(crate) fn files_ending(folder: &Path, end: &str) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files_ending(&path, end)?);
        } else if path.extension().is_some_and(|extension| extension == end) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_spread_over_the_whole_list() {
        let things: Vec<usize> = (0..1331).collect();
        let some = spread(&things, 1000);
        assert_eq!((some.len(), some[0], some[999]), (1000, 0, 1329));
        assert_eq!(spread(&things, 5000), things);
        assert!(spread(&things[..0], 10).is_empty());
    }

    #[test]
    fn a_course_is_called_by_its_group_and_name() {
        assert_eq!(group_and_name(Path::new("data/movingai/dao/arena2.map")), "dao/arena2");
    }

    #[test]
    fn every_course_of_the_public_data_can_be_read() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
        if !data.join("movingai").exists() {
            println!("no public data beside the repository: nothing read");
            return;
        }
        let courses = CourseFiles::all(&data).unwrap();
        assert_eq!(courses.len(), 31);
        let arena = courses.iter().find(|course| course.name == "dao/arena").unwrap().read(50).unwrap();
        assert!(arena.merged_mesh.is_some() && arena.queries.len() == 50);
        assert!(arena.queries.iter().all(|query| arena.map.is_walkable(query.from) && arena.map.is_walkable(query.to)));
    }
}
