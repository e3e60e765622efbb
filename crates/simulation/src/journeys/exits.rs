//! Exits, and which one an agent takes.

use super::{Clock, Phase, Traveller};
use crate::draws::Draws;
use crate::ground::{Ground, is_inside};
use crate::tuning::exits::{BETTER_BY_S, BETTER_SHARE, SPECIFIC_FLOW, THINKS_EVERY_S};
use navigant_crowd::internals::{AgentIdInternals as _, CrowdInternals as _};
use navigant_crowd::{Crowd, Seen};
use navigant_files::scenario::{Choice, Exit, Keyed};
use navigant_mesh::{Map, Point};
use navigant_search::plane::{PathFinder, Query};
use std::collections::BTreeMap;

/// The exits of a scenario on their map.
pub(super) struct Exits {
    all: Vec<(Exit, Ground)>,
    finder: PathFinder,
}

/// By exit: how far those are from it who walk there, nearest first.
pub(super) struct Load(BTreeMap<u32, Vec<f64>>);

impl Load {
    pub(super) fn of(crowd: &Crowd, travellers: &BTreeMap<(u32, u32), Traveller>) -> Load {
        let mut path_lengths: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for traveller in travellers.values().filter(|traveller| traveller.phase == Phase::Walking) {
            if let (Some(exit), Ok(left)) = (traveller.exit, crowd.way_left(traveller.id)) {
                path_lengths.entry(exit).or_default().push(left);
            }
        }
        path_lengths.values_mut().for_each(|path_lengths| path_lengths.sort_by(f64::total_cmp));
        Load(path_lengths)
    }

    /// How many are nearer to an exit than a distance.
    fn ahead(&self, exit: u32, distance: f64) -> f64 {
        self.0
            .get(&exit)
            .map_or(0.0, |path_lengths| path_lengths.partition_point(|path_length| *path_length < distance) as f64)
    }
}

/// Whether it is time for a traveller to think about its exit again. Agents take turns.
pub(super) fn thinks_again(choice: Choice, exits: usize, traveller: &Traveller, clock: Clock) -> bool {
    let steps = (THINKS_EVERY_S / clock.dt).round().max(1.0) as u64;
    let turn = (clock.now / clock.dt).round() as u64 + u64::from(traveller.id.serial());
    choice == Choice::Quickest && exits > 1 && turn.is_multiple_of(steps)
}

impl Exits {
    pub(super) fn of(map: &Map, exits: &[Keyed<Exit>]) -> Exits {
        let all = exits.iter().map(|exit| (exit.value.clone(), Ground::of(map, Some(&exit.value.area)))).collect();
        Exits { all, finder: PathFinder::new() }
    }

    pub(super) fn name(&self, exit: usize) -> Option<&str> {
        self.all.get(exit).map(|(exit, _)| exit.name.as_str())
    }

    pub(super) fn contains(&self, exit: u32, p: Point) -> bool {
        self.all.get(exit as usize).is_some_and(|(exit, _)| is_inside(&exit.area, p))
    }

    /// A place in an exit.
    pub(super) fn spot(&self, map: &Map, exit: usize, draws: &mut Draws, radius: f64) -> Option<Point> {
        let (_, ground) = self.all.get(exit)?;
        // An exit may be a strip along a wall.
        ground.place(map, draws, radius, |_| true).or_else(|| ground.place(map, draws, 0.0, |_| true))
    }

    /// How long the way to a place is; none if there is none.
    pub(super) fn path_length(&mut self, map: &Map, from: Point, to: Point, radius: f64) -> Option<f64> {
        let query = Query::new(from, to).with_radius(radius);
        self.finder.find(map, &query).ok().map(|path| path.length)
    }

    /// The exit that one takes who sets out, and a place in it.
    pub(super) fn choose(
        &mut self,
        map: &Map,
        (exits, choice): (&[usize], Choice),
        draws: &mut Draws,
        (from, radius): (Point, f64),
    ) -> Option<(u32, Point)> {
        if choice == Choice::Random || exits.len() == 1 {
            let &exit = exits.get(draws.below(exits.len()))?;
            return Some((exit as u32, self.spot(map, exit, draws, radius)?));
        }
        let mut best: Option<(f64, u32, Point)> = None;
        for &exit in exits {
            let Some(spot) = self.spot(map, exit, draws, radius) else { continue };
            let path_length = self.path_length(map, from, spot, radius).unwrap_or(f64::INFINITY);
            if best.is_none_or(|(known, ..)| path_length < known) {
                best = Some((path_length, exit as u32, spot));
            }
        }
        best.map(|(_, exit, spot)| (exit, spot))
    }

    /// A quicker exit than the one a traveller walks to, with a place in it; none if there is none.
    pub(super) fn better(
        &mut self,
        map: &Map,
        exits: &[usize],
        traveller: &Traveller,
        (seen, own_way): (&Seen, f64),
        load: &Load,
    ) -> Option<(u32, Point)> {
        let (own, speed) = (traveller.exit?, traveller.speed[0]);
        let now = self.seconds(own, own_way, speed, load);
        let mut best: Option<(f64, u32, Point)> = None;
        let mut limit = (BETTER_SHARE * now).min(now - BETTER_BY_S);
        for &exit in exits.iter().filter(|&&exit| exit as u32 != own) {
            let draws = &mut Draws::of_agent(0, traveller.id.source(), traveller.id.serial(), exit as u32);
            let Some(spot) = self.spot(map, exit, draws, seen.radius) else { continue };
            // The straight line is a lower bound.
            if seen.position.distance(spot) / speed >= limit {
                continue;
            }
            let Some(path_length) = self.path_length(map, seen.position, spot, seen.radius) else { continue };
            let seconds = self.seconds(exit as u32, path_length, speed, load);
            if seconds < limit {
                limit = seconds;
                best = Some((seconds, exit as u32, spot));
            }
        }
        best.map(|(_, exit, spot)| (exit, spot))
    }

    /// When one would be out: after its walk, and after all who are ahead of it.
    fn seconds(&self, exit: u32, path_length: f64, speed: f64, load: &Load) -> f64 {
        let width = self.all.get(exit as usize).map_or(1.0, |(exit, _)| exit.width);
        (path_length / speed).max(load.ahead(exit, path_length) / (SPECIFIC_FLOW * width))
    }
}
