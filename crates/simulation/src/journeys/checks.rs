//! What only the map can tell of journeys: places in walls, places that nobody gets to.

use super::Journeys;
use crate::draws::Draws;
use crate::ground::Ground;
use crate::tuning::journeys::SAMPLES;
use navigant_files::FileError;
use navigant_files::internals::KeyedInternals as _;
use navigant_files::scenario::{Goal, Group, StopPlace};
use navigant_mesh::{Map, Point};
use navigant_search::plane::{PathFinder, Query};

impl Journeys {
    /// Whether a group's stops and exits have room, and somebody gets from one to the next.
    ///
    /// # Errors
    /// [`FileError`] names group and place.
    pub(crate) fn check(&mut self, map: &Map, index: usize, group: &Group, start: &Ground) -> Result<(), FileError> {
        if Journeys::is_direct(group) {
            return Ok(());
        }
        let radius = group.radius[0];
        let samples = |ground: &Ground| -> Vec<Point> {
            (0..SAMPLES).filter_map(|seed| ground.place(map, &mut Draws::new(seed), radius, |_| true)).collect()
        };
        let mut finder = PathFinder::new();
        let mut before = samples(start);
        for (at, stop) in group.journey.stops.iter().enumerate() {
            let here = match &stop.value.place {
                StopPlace::At(p) => match map.clearance_at(*p) {
                    Some(clearance) if clearance >= radius => vec![*p],
                    _ => return Err(stop.refuse(format!("{p} is outside, in a wall or nearer to one than {radius} m"))),
                },
                StopPlace::In(_) => {
                    let ground = self.grounds.get(index).and_then(|stops| stops.get(at)?.as_ref());
                    let here = ground.map(samples).unwrap_or_default();
                    if here.is_empty() {
                        return Err(stop.refuse(format!("all of it is outside or in walls: no room for {radius} m")));
                    }
                    here
                }
                StopPlace::Queue(line) => {
                    let Some(line) = self.lines.get(*line) else { continue };
                    let has_room = |p: &Point| map.clearance_at(*p).is_some_and(|clearance| clearance >= radius);
                    if let Some(bad) = line.places.iter().position(|p| !has_room(p)) {
                        let why = format!(
                            "the queue {:?} is longer than its place: place {} of {}, at {}, is outside, in a wall or nearer to \
                             one than {radius} m",
                            line.name,
                            bad + 1,
                            line.places.len(),
                            line.places[bad]
                        );
                        return Err(stop.refuse(why));
                    }
                    vec![line.places[0]]
                }
            };
            leads(map, &mut finder, (&before, &here), radius)
                .map_err(|why| stop.refuse(format!("nobody of agents[{index}] gets here: {why}")))?;
            before = here;
        }
        let Goal::Exits(exits, _) = &group.goal.value else { return Ok(()) };
        for &exit in exits {
            let Some(name) = self.exits.name(exit) else { continue };
            let here: Vec<Point> =
                (0..SAMPLES).filter_map(|seed| self.exits.spot(map, exit, &mut Draws::new(seed), radius)).collect();
            if here.is_empty() {
                return Err(group.goal.refuse(format!("the exit {name:?} is outside or in a wall, all of it")));
            }
            leads(map, &mut finder, (&before, &here), radius).map_err(|why| {
                group.goal.refuse(format!("nobody of agents[{index}] reaches the exit {name:?}: {why}"))
            })?;
        }
        Ok(())
    }
}

/// Whether a way leads from one of some places to one of others, or why not from the first.
fn leads(map: &Map, finder: &mut PathFinder, (from, to): (&[Point], &[Point]), radius: f64) -> Result<(), String> {
    let mut why = None;
    for (&a, &b) in from.iter().flat_map(|a| to.iter().map(move |b| (a, b))) {
        match finder.find(map, &Query::new(a, b).with_radius(radius)) {
            Ok(_) => return Ok(()),
            Err(reason) => why = why.or(Some(format!("from {a} to {b}: {reason}"))),
        }
    }
    Err(why.unwrap_or_else(|| "there is no place to start from".to_owned()))
}
