//! What one can stand on in a soup of triangles: from a 3D model to the floors, seams and heights of a layered map.
//!
//! ```text
//!   triangles ──snap──▶ facets ──clip──▶ cuts ──arrangement──▶ cells ──gaps──▶ bridges ─┐
//!                                                                ▲                      │
//!                                                                └──────────────────────┘
//!                                        cells ──vertices without a wall go──▶ sheet ──▶ layers, seams
//! ```
//!
//! By one definition. *Ground* faces up and is not steeper than the slope. One can *stand* on ground with nothing above it within the
//! height; what stands upright counts from the step on. Two places one can stand on *join* where their borders meet in plan, or are at
//! most the gap apart with nothing between, and their heights differ by at most the step.
//!
//! | module | what |
//! |---|---|
//! | `soup` | triangles as given; who is to stand on them |
//! | `facets` | triangles on the lattice: ground, upright, ceiling |
//! | `cuts`, `outline`, `boxes` | what is above the ground, clipped to the slab in which it counts; the border of it; which boxes meet |
//! | `cells` | the arrangement of grounds and cuts: where one stands, and what joins |
//! | `bridges` | thin triangles over gaps |
//! | `sheet` | the surface with vertices at walls only |
//! | `growth` | layers: parts that do not lie over themselves |
//! | `levels` | floors, walls, seams and heights |
//! | `overlap` | exact overlaps in plan |
//! | `tuning` | constants |

mod boxes;
mod bridges;
mod cells;
mod cuts;
mod errors;
mod facets;
mod growth;
mod levels;
mod outline;
mod overlap;
mod sheet;
mod soup;
mod tuning;

pub use errors::{BadSoup, Refused};
pub use soup::{Soup, Walker};

use cells::{Cells, World};
use cuts::Cuts;
use facets::{Facet, steps};
use levels::Levels;
use navigant_geometry::Point;
use navigant_geometry::internals::{LatticeInternals as _, orient};
use navigant_mesh::LayeredMap;
use sheet::Sheet;

/// The ground of a soup: the map of what one can stand on, and what there is to say about it.
///
/// ```
/// use navigant_ground::{Ground, Soup, Walker};
/// // A floor of 8 × 4 m, and a table of 2 × 2 m on it, 0.7 m high.
/// let floor = [[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [8.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
/// let table = [[3.0, 1.0, 0.7], [5.0, 1.0, 0.7], [5.0, 3.0, 0.7], [3.0, 3.0, 0.7]];
/// let soup = Soup { vertices: [floor, table].concat(), triangles: vec![[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]] };
/// let ground = Ground::of(&soup, &Walker::default(), None)?;
/// let floor = ground.map.layer_at([1.0, 1.0, 0.0])?;
/// assert!(!ground.map.sees((floor, [1.0, 2.0]), (floor, [7.0, 2.0])), "the table is in between");
/// assert!((ground.refused.low_area - 4.0).abs() < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ground {
    /// The map.
    pub map: LayeredMap,
    /// What cannot be stood on, and why.
    pub refused: Refused,
    /// How many triangles bridge gaps between floors.
    pub bridges: usize,
    /// How many joins between layers had to be closed, for no straight line between walls parts them.
    pub closed: usize,
}

impl Ground {
    /// The ground of a soup for somebody; with a place to `keep`, only what can be reached from it.
    ///
    /// # Errors
    /// [`BadSoup`] names the vertex or triangle, or the rule that left nothing.
    pub fn of(soup: &Soup, walker: &Walker, keep: Option<[f64; 3]>) -> Result<Ground, BadSoup> {
        let (lattice, facets, mut refused) = facets::facets(soup, walker)?;
        let corner = |triangle: usize| soup.corners(triangle).map_or([0.0; 3], |corners| corners[0]);
        let is_ground = |(_, facet): &(u32, &Facet)| facet.is_stood_on() && facet.plane.is_some();
        let grounds: Vec<u32> = (0..).zip(&facets).filter(is_ground).map(|(number, _)| number).collect();
        let mut cuts = Cuts::by(&facets, lattice.step());
        cuts.add(&facets, &grounds, walker, |_| Vec::new(), corner)?;
        let (corners, bridges, open_sides) = (Vec::new(), Vec::new(), Vec::new());
        let mut world = World { lattice, facets, grounds, cuts, walker, corners, bridges, open_sides };
        let mut wasted = Refused::default();
        let mut cells = world.cells(&mut wasted);
        if cells.len() > 0 {
            let bridges = bridges::bridges(&world, &cells);
            world.corners = std::mem::take(&mut cells.ends_of_joins);
            if !bridges.is_empty() || !world.corners.is_empty() {
                world.add_bridges(bridges, &cells, corner)?;
                wasted = Refused::default();
                cells = world.cells(&mut wasted);
            }
        }
        (refused.low_area, refused.covered_area) = (wasted.low_area, wasted.covered_area);
        if cells.len() == 0 {
            return Err(BadSoup::NoGround(refused));
        }
        if let Some(at) = keep {
            keep_connected(&world, &mut cells, at)?;
        }
        let mut sheet = Sheet::of(&cells);
        let layering = growth::layering(&mut sheet);
        let levels = Levels::of(&world, &cells, &sheet, &layering);
        let (map, closed) = levels.build(&world).map_err(BadSoup::Layers)?;
        let mut used: Vec<u32> = cells.grounds.iter().copied().filter(|&ground| world.is_bridge(ground)).collect();
        used.sort_unstable();
        used.dedup();
        Ok(Ground { map, refused, bridges: used.len(), closed: closed + layering.closed })
    }
}

/// Leaves out the cells that are not connected with a place.
fn keep_connected(world: &World<'_>, cells: &mut Cells, at: [f64; 3]) -> Result<(), BadSoup> {
    let nothing = BadSoup::NothingToKeep { at };
    let p = world.lattice.snap(Point::new(at[0], at[1])).map_err(|_| nothing)?;
    let is_in = |&cell: &u32| {
        let [a, b, c] = cells.triangles[cell as usize];
        orient(a, b, p) >= 0 && orient(b, c, p) >= 0 && orient(c, a, p) >= 0
    };
    let off = |cell: u32| (world.height(cells.grounds[cell as usize], steps(p)) - at[2]).abs();
    let nearest = (0..cells.len() as u32).filter(is_in).min_by(|&a, &b| off(a).total_cmp(&off(b)));
    let place = nearest.filter(|&cell| off(cell) <= world.walker.height / 2.0).ok_or(nothing)?;
    let components = cells.components();
    cells.retain(|cell| components[cell as usize] == components[place as usize]);
    Ok(())
}
