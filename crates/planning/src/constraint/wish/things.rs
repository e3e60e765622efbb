//! Names to shapes.

use super::{Wish, WishError, WishPlace, WishProblem};
use crate::constraint::annotation::Annotation;
use crate::constraint::shape::Shape;
use crate::constraint::thing::Thing;
use navigant_geometry::{Outline, Role};
use navigant_mesh::Map;
use navigant_mesh::internals::RegionsInternals as _;
use navigant_search::plane::VisibilityFinder;
use std::collections::BTreeMap;

/// Things by name. Besides them a wish may name the kinds of the map's regions, and `wall`: all walls of the map.
///
/// ```
/// use navigant_geometry::Outline;
/// use navigant_planning::constraint::{Thing, Things};
/// let mut things = Things::new();
/// things.insert("house", Thing::new(&Outline::rectangle([24.0, 15.0], [36.0, 25.0]))?);
/// assert!(things.insert("guard", Thing::disc([20.0, 31.0], 0.3)?).is_none());
/// assert!(things.get("guard").is_some() && things.get("dog").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Things {
    things: BTreeMap<String, Thing>,
}

impl Things {
    /// No things.
    pub fn new() -> Things {
        Things::default()
    }

    /// Puts a thing under a name, and returns what had it before.
    pub fn insert(&mut self, name: &str, thing: Thing) -> Option<Thing> {
        self.things.insert(name.to_owned(), thing)
    }

    /// The thing of a name.
    pub fn get(&self, name: &str) -> Option<&Thing> {
        self.things.get(name)
    }

    /// The shape of the place that a wish names.
    ///
    /// # Errors
    /// [`WishError`] when nothing has a name, or a thing has no such region where it is.
    pub(crate) fn shape(&self, wish: &Wish, map: &Map, finder: &mut VisibilityFinder) -> Result<Shape, WishError> {
        let refused = |reason| wish.error(WishProblem::NoAnnotation(reason));
        match &wish.place {
            WishPlace::Between(a, b) => {
                let [a, b] = [a, b].map(|name| self.get(name).ok_or_else(|| self.unknown(wish, name, map, true)));
                Annotation::between(a?, b?).map_err(refused)
            }
            WishPlace::Of(annotation, name) => match (self.get(name), annotation) {
                (Some(thing), _) => annotation.shape(thing, map, finder).map_err(refused),
                (None, Annotation::Itself) => {
                    named_region(map, name).ok_or_else(|| self.unknown(wish, name, map, false))
                }
                (None, _) => Err(self.unknown(wish, name, map, true)),
            },
        }
    }

    fn unknown(&self, wish: &Wish, name: &str, map: &Map, only_things: bool) -> WishError {
        let mut known: Vec<String> = self.things.keys().cloned().collect();
        if !only_things {
            let regions = map.regions();
            known.extend(regions.iter().filter_map(|id| regions.kind(id)).map(str::to_owned));
            known.push("wall".to_owned());
        }
        known.sort_unstable();
        known.dedup();
        wish.error(WishProblem::Unknown { name: name.to_owned(), known })
    }
}

/// All regions of a kind, or all walls.
fn named_region(map: &Map, name: &str) -> Option<Shape> {
    let regions = map.regions();
    let of_kind = regions.iter().filter(|&id| regions.kind(id) == Some(name)).filter_map(|id| regions.outline(id).ok());
    let mut outlines: Vec<Outline> = Vec::new();
    for chains in of_kind {
        let mut rings = chains.into_iter().filter(|(role, _)| *role != Role::Wall).map(|(_, points)| points);
        if let Some(exterior) = rings.next() {
            outlines.push(Outline::Polygon { exterior, holes: rings.collect() });
        }
    }
    if outlines.is_empty() && name == "wall" { Shape::walls(map) } else { Shape::of(&outlines).ok() }
}
