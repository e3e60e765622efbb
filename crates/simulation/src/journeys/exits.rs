//! Exits, and which one an agent takes.

use super::{Clock, Phase, Traveller};
use crate::draws::Draws;
use crate::ground::{Ground, is_inside};
use crate::tuning::exits::{SAVING_S, SAVING_SHARE, SPECIFIC_FLOW, THINKS_EVERY_S};
use navigant_crowd::internals::{AgentIdInternals as _, CrowdInternals as _};
use navigant_crowd::{Crowd, Seen};
use navigant_files::scenario::{Choice, Exit, Keyed};
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::MapInternals as _;
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

    /// One who was so far from an exit walks to another one now: those who think after it in the same step reckon with that.
    fn change(&mut self, [own, other]: [(u32, f64); 2]) {
        if let Some(lengths) = self.0.get_mut(&own.0) {
            let at = lengths.partition_point(|length| *length < own.1);
            if lengths.get(at) == Some(&own.1) {
                lengths.remove(at);
            }
        }
        let lengths = self.0.entry(other.0).or_default();
        lengths.insert(lengths.partition_point(|length| *length < other.1), other.1);
    }

    /// Whether it is the turn of one who is so far from its exit to think about it again, in a step. Those in front come first and those behind
    /// them later in each interval, for what one expects depends on those ahead alone: so nobody decides before those whom it reckons with,
    /// and a single pass finds the equilibrium of best responses. In any other order queues swing to and fro.
    pub(super) fn is_turn(&self, exit: u32, distance: f64, clock: Clock) -> bool {
        let turns = (THINKS_EVERY_S / clock.dt).round().max(1.0);
        let all = self.0.get(&exit).map_or(0, Vec::len).max(1) as f64;
        let turn = (self.ahead(exit, distance) / all * turns).floor().min(turns - 1.0);
        (clock.now / clock.dt).round() % turns == turn
    }

    /// How many are nearer to an exit than a distance.
    fn ahead(&self, exit: u32, distance: f64) -> f64 {
        self.0
            .get(&exit)
            .map_or(0.0, |path_lengths| path_lengths.partition_point(|path_length| *path_length < distance) as f64)
    }
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

    /// Whether a place, in lattice steps, may be inside an exit: it is not far outside of its box.
    pub(super) fn may_contain(&self, exit: u32, map: &Map, place: Offset) -> bool {
        self.all.get(exit as usize).is_some_and(|(_, ground)| ground.may_contain(map.at_steps(place)))
    }

    /// A place in an exit.
    pub(super) fn spot(&self, map: &Map, exit: usize, draws: &mut Draws, radius: f64) -> Option<Point> {
        let (_, ground) = self.all.get(exit)?;
        // An exit may be a strip along a wall.
        ground.place(map, draws, radius, |_| true).or_else(|| ground.place(map, draws, 0.0, |_| true))
    }

    /// How long the way to a place is, as one would walk it: by a field that leads there, or by a path; none if there is none.
    fn path_length(&mut self, (map, crowd): (&Map, &Crowd), from: Point, to: Point, radius: f64) -> Option<f64> {
        if let Some(way) = crowd.shared_way(from, to, radius) {
            return Some(way);
        }
        let query = Query::new(from, to).with_radius(radius);
        self.finder.find(map, &query).ok().map(|path| path.length)
    }

    /// The exit that one takes who sets out, and a place in it.
    pub(super) fn choose(
        &mut self,
        on: (&Map, &Crowd),
        (exits, choice): (&[usize], Choice),
        draws: &mut Draws,
        (from, radius): (Point, f64),
    ) -> Option<(u32, Point)> {
        if choice == Choice::Random || exits.len() == 1 {
            let &exit = exits.get(draws.below(exits.len()))?;
            return Some((exit as u32, self.spot(on.0, exit, draws, radius)?));
        }
        let mut best: Option<(f64, u32, Point)> = None;
        for &exit in exits {
            let Some(spot) = self.spot(on.0, exit, draws, radius) else { continue };
            let path_length = self.path_length(on, from, spot, radius).unwrap_or(f64::INFINITY);
            if best.is_none_or(|(known, ..)| path_length < known) {
                best = Some((path_length, exit as u32, spot));
            }
        }
        best.map(|(_, exit, spot)| (exit, spot))
    }

    /// A quicker exit than the one a traveller walks to, with a place in it; none if there is none that saves enough of all the time that it
    /// takes to leave, with what it has walked and waited up to now.
    pub(super) fn better(
        &mut self,
        on: (&Map, &Crowd),
        exits: &[usize],
        traveller: &Traveller,
        (seen, own_way, waited): (&Seen, f64, f64),
        load: &mut Load,
    ) -> Option<(u32, Point)> {
        let (own, speed) = (traveller.exit?, traveller.speed[0]);
        let now = self.seconds(own, own_way, speed, load);
        let mut best: Option<(f64, u32, Point)> = None;
        let mut least = f64::INFINITY;
        for &exit in exits.iter().filter(|&&exit| exit as u32 != own) {
            let draws = &mut Draws::of_agent(0, traveller.id.source(), traveller.id.serial(), exit as u32);
            let Some(spot) = self.spot(on.0, exit, draws, seen.radius) else { continue };
            let is_back = traveller.first == Some(exit as u32);
            let saving = if is_back { SAVING_S } else { (SAVING_SHARE * (waited + now)).max(SAVING_S) };
            let limit = (now - saving).min(least);
            // The straight line is a lower bound.
            if seen.position.distance(spot) / speed >= limit {
                continue;
            }
            let Some(path_length) = self.path_length(on, seen.position, spot, seen.radius) else { continue };
            let seconds = self.seconds(exit as u32, path_length, speed, load);
            if seconds < limit {
                least = seconds;
                best = Some((path_length, exit as u32, spot));
            }
        }
        let (path_length, exit, spot) = best?;
        load.change([(own, own_way), (exit, path_length)]);
        Some((exit, spot))
    }

    /// When one would be out: after its walk, and after all who are ahead of it.
    fn seconds(&self, exit: u32, path_length: f64, speed: f64, load: &Load) -> f64 {
        let width = self.all.get(exit as usize).map_or(1.0, |(exit, _)| exit.width);
        (path_length / speed).max(load.ahead(exit, path_length) / (SPECIFIC_FLOW * width))
    }
}
