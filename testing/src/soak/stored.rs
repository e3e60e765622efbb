//! Cases of the soaks of discs as geometry: what regression tests keep, so that a generator may change and they do not.
//!
//! A file has a line for each thing; lines that begin with `#` tell its story.
//!
//! ```text
//! state                        what follows is there at the same time
//! floor 0 0 64 0 64 64 0 64    a polygon: x and y of each corner, in metres
//! hole 8 8 9 8 9 9             of the floor or obstacle before it
//! obstacle 20 20 24 20 22 23
//! wall 30 0 30 12              an obstacle that is a polyline
//! ask 3 3 60 60 0.25           from, to, radius; then extra clearance and detour, if it is asked for comfort
//! ```

use super::again;
use super::disc_paths::{DiscPaths, Navigant, check};
use super::disc_scene::DiscScene;
use crate::oracle::disc_paths::TangentGraph;
use crate::oracle::disc_reach::Reach;
use crate::oracle::walls::Walls;
use navigant_geometry::{Outline, Point};
use navigant_mesh::Map;
use navigant_search::plane::Query;
use std::fmt;

/// A case: a map in one state after another, and what was asked on each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredCase {
    states: Vec<State>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct State {
    floors: Vec<Outline>,
    obstacles: Vec<Outline>,
    asked: Vec<Asked>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Asked {
    from: Point,
    to: Point,
    radius: f64,
    /// Extra clearance and detour.
    comfort: Option<[f64; 2]>,
}

impl StoredCase {
    /// One query on one floor with obstacles.
    pub fn asking(floor: &Outline, obstacles: &[Outline], [from, to]: [Point; 2], radius: f64) -> StoredCase {
        let asked = vec![Asked { from, to, radius, comfort: None }];
        StoredCase { states: vec![State { floors: vec![floor.clone()], obstacles: obstacles.to_vec(), asked }] }
    }

    /// Notes what is asked on a scene as it is now.
    pub fn note(&mut self, scene: &DiscScene, query: &Query) {
        let obstacles: Vec<Outline> = scene.present.iter().map(|(_, outline)| outline.clone()).collect();
        let now = State { floors: scene.floors.clone(), obstacles, asked: Vec::new() };
        if self.states.last().is_none_or(|last| (&last.floors, &last.obstacles) != (&now.floors, &now.obstacles)) {
            self.states.push(now);
        }
        let comfort = (query.comfort.extra > 0.0).then_some([query.comfort.extra, query.comfort.factor]);
        if let Some(last) = self.states.last_mut() {
            last.asked.push(Asked { from: query.from, to: query.to, radius: query.radius, comfort });
        }
    }

    /// Reads a case.
    ///
    /// # Errors
    /// The line that makes no sense.
    pub fn parse(text: &str) -> Result<StoredCase, String> {
        let mut case = StoredCase::default();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            case.add(line).ok_or_else(|| format!("no line of a case: {line}"))?;
        }
        Ok(case)
    }

    fn add(&mut self, line: &str) -> Option<()> {
        let mut words = line.split_whitespace();
        let what = words.next()?;
        let numbers: Vec<f64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
        if what == "state" {
            self.states.push(State::default());
            return Some(());
        }
        let state = self.states.last_mut()?;
        let points = || numbers.chunks_exact(2).map(|p| Point::new(p[0], p[1]));
        match what {
            "floor" => state.floors.push(Outline::polygon(points())),
            "obstacle" => state.obstacles.push(Outline::polygon(points())),
            "wall" => state.obstacles.push(Outline::polyline(points())),
            "hole" => {
                let of = if state.obstacles.is_empty() { &mut state.floors } else { &mut state.obstacles };
                let outline = of.pop()?;
                of.push(outline.with_hole(points()));
            }
            "ask" => {
                let &[x, y, to_x, to_y, radius, ref comfort @ ..] = &numbers[..] else { return None };
                let comfort = if let &[extra, detour] = comfort { Some([extra, detour]) } else { None };
                state.asked.push(Asked { from: Point::new(x, y), to: Point::new(to_x, to_y), radius, comfort });
            }
            _ => return None,
        }
        Some(())
    }

    /// Asks everything again, by one finder: answers are compared with the oracle's, and answers are asked about again.
    ///
    /// # Errors
    /// The query that is answered wrongly.
    pub fn run(&self) -> Result<(), String> {
        let mut tested = Navigant::default();
        for state in &self.states {
            let (map, _) = Map::build(&state.floors, &state.obstacles).map_err(|e| e.to_string())?;
            let walls = Walls::of(map.lattice(), &state.floors, &state.obstacles).map_err(|e| e.to_string())?;
            let reach = Reach::of(&walls);
            let mut graph = None;
            for (number, &Asked { from, to, radius, comfort }) in state.asked.iter().enumerate() {
                let mut query = Query::new(from, to).with_radius(radius);
                if let Some([extra, detour]) = comfort {
                    query = query.with_comfort(extra, detour);
                }
                let mut checked = again::check_again(&map, &query, number as u64);
                if comfort.is_none() && radius > 0.0 {
                    let (_, graph) = match &mut graph {
                        Some((known, graph)) if *known == radius => (radius, graph),
                        other => {
                            let (radius, graph) = other.insert((radius, TangentGraph::of(&reach, radius)));
                            (*radius, graph)
                        }
                    };
                    let answer = tested.find(&map, from, to, radius);
                    checked = checked.and_then(|()| check(&reach, graph, from, to, radius, &answer));
                }
                checked.map_err(|wrong| format!("{wrong}\nfrom {from} to {to}, radius {radius}"))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for StoredCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for State { floors, obstacles, asked } in &self.states {
            writeln!(f, "state")?;
            floors.iter().try_for_each(|outline| write_outline(f, "floor", outline))?;
            obstacles.iter().try_for_each(|outline| write_outline(f, "obstacle", outline))?;
            for Asked { from, to, radius, comfort } in asked {
                write!(f, "ask {:?} {:?} {:?} {:?} {radius:?}", from.x, from.y, to.x, to.y)?;
                comfort.iter().flatten().try_for_each(|number| write!(f, " {number:?}"))?;
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

fn write_outline(f: &mut fmt::Formatter<'_>, what: &str, outline: &Outline) -> fmt::Result {
    for (number, ring) in outline.rings().enumerate() {
        let what = match outline {
            Outline::Polyline(_) => "wall",
            Outline::Polygon { .. } if number > 0 => "hole",
            Outline::Polygon { .. } => what,
        };
        write!(f, "{what}")?;
        ring.iter().try_for_each(|p| write!(f, " {:?} {:?}", p.x, p.y))?;
        writeln!(f)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::disc_paths;
    use super::*;

    #[test]
    fn a_case_is_the_same_after_writing_and_reading() {
        for number in 0..30 {
            let stored = disc_paths::stored(5, number).unwrap();
            assert_eq!(StoredCase::parse(&stored.to_string()), Ok(stored));
        }
        assert!(StoredCase::parse("state\nask 1 2 3").is_err() && StoredCase::parse("floor 0 0").is_err());
    }
}
