//! What an edit of the map means for the crowd: agents without room any more, routes that are cut or could be shorter.
//!
//! All of a route lies in the ellipse around its ends that its length spans, so two distances tell nearly everyone that an edit
//! does not concern them. What went is worth a search only if the way by it could be shorter by more than the hysteresis; if by
//! less, that is added to the route's *slack*, an upper bound on how much longer than the shortest it is. Where one could walk
//! around what went, close to it, no way becomes shorter by more than its longer side (the *ring*). What came after a route was
//! found and goes again makes none shorter (`Change::gone_since`).

use crate::agent::AgentId;
use crate::columns::{Columns, Motion};
use crate::crowd::Crowd;
use crate::displaced::{free_face, nearest_place};
use crate::edit::{Edit, EditLog};
use crate::plan::Notice;
use crate::planning_state::{EditNumber, Event, State};
use crate::route::{Routes, Travel};
use crate::tuning::cells::GRAIN;
use crate::tuning::clip::LEEWAY;
use crate::tuning::notice::{CUT_DISTANCE, PUSHED_BACK};
use navigant_geometry::Bounds;
use navigant_geometry::internals::{LatticeInternals as _, Offset};
use navigant_mesh::internals::{Edited, MapInternals as _};
use navigant_mesh::{ComponentId, Effect, FaceId, LayerId, Map};
use rayon::prelude::*;
use std::sync::OnceLock;

impl Crowd {
    /// The edits of the map that the crowd does not know yet, without numbers. If the map does not tell any more what they were,
    /// one that may have changed anything anywhere.
    pub(crate) fn edits_since(&self, map: &Map) -> Vec<Edit> {
        let Ok(edited) = map.edited_since(self.revision) else {
            return vec![Edit::of(map, map.lattice().reach(), Effect::Either)];
        };
        let edit = |(at, news): (usize, &Edited)| {
            // Walls of others have moved by a step of rounding: that matters to agents that touch them, but not to routes.
            let Some(effect) = news.effect else {
                return Edit { lengthens: false, shortens: false, ..Edit::of(map, news.region, Effect::Either) };
            };
            let version = if news.is_merged { 0 } else { short(news.version) };
            let gone_since = news.gone_since.map_or(0, short);
            let edit = Edit { version, gone_since, ..Edit::of(map, news.region, effect) };
            // Which floor it was on is not told.
            let is_gone = effect == Effect::Shortens && !news.is_merged && map.layer_count() == 1;
            if is_gone { self.with_ring(map, edit, &edited[at + 1..]) } else { edit }
        };
        edited.iter().enumerate().map(edit).collect()
    }

    /// Finds out whether one could walk around what went before it went. The map is as it is after some more edits: what these took
    /// away may have been in the way then, what they brought was not.
    fn with_ring(&self, map: &Map, edit: Edit, later: &[Edited]) -> Edit {
        let radius = self.widest / self.lattice.step();
        let takes_away = |edited: &Edited| matches!(edited.effect, Some(Effect::Shortens | Effect::Either));
        let is_near = |edited: &Edited| takes_away(edited) && edit.ring_touches(map, edited.region, radius);
        if later.iter().any(is_near) { edit } else { edit.with_ring(map, radius) }
    }

    /// Follows the edits since the last step. Returns the agents that were moved, and those for which there is no room.
    pub(crate) fn follow_edits(&mut self, map: &Map) -> (Vec<AgentId>, Vec<AgentId>) {
        let now = self.steps as u32;
        self.edits_since(map).into_iter().for_each(|edit| self.edits.push(edit, now));
        self.revision = map.revision();
        if self.edits.news().is_empty() {
            return (Vec::new(), Vec::new());
        }
        let displaced = self.heed_edits(map);
        let moved = self.make_room(map, displaced);
        self.edits.told();
        if self.edits.is_long() {
            let plans = self.columns.travel.par_iter().with_min_len(4096).map(|travel| travel.plan);
            let mut needed: Vec<EditNumber> =
                plans.flat_map_iter(|plan| plan.unseen().cut.into_iter().chain(plan.opening())).collect();
            needed.par_sort_unstable();
            let sees = self.planning.notice != Notice::AtOnce;
            self.edits.forget_all_but(&needed, sees.then_some(now));
        }
        moved
    }

    /// Marks all agents that the edits since the last step affect. Returns the agents without room any more, each with the nearest
    /// place that has some, if any.
    fn heed_edits(&mut self, map: &Map) -> Vec<(usize, Option<(Offset, FaceId)>)> {
        let step = self.lattice.step();
        let (routes, hysteresis) = (&self.routes, self.planning.hysteresis);
        let edits = self.edits.news();
        let opened = edits.iter().map(|_| OnceLock::new()).collect();
        let (sight, now) = (self.planning.sight() / step, self.steps as u32);
        let news = News { map, edits, opened, log: &self.edits, routes, hysteresis, sight, now };
        // Who has beliefs learns of edits otherwise.
        let is_noticed = self.knowledge.is_none();
        let Columns { motion, traits, travel } = &mut self.columns;
        let chunks = motion.par_chunks_mut(GRAIN).zip(travel.par_chunks_mut(GRAIN)).zip(traits.par_chunks(GRAIN));
        let displaced = chunks.enumerate().flat_map_iter(|(chunk, ((motions, travels), traits))| {
            let near = news.near(motions, travels);
            let mut displaced = Vec::new();
            let everyone = motions.iter_mut().zip(travels).zip(traits);
            for (slot, ((motion, travel), traits)) in (chunk * GRAIN..).zip(everyone) {
                let radius = f64::from(traits.radius) / step;
                near.lose_room(motion);
                if traits.has_goal() && is_noticed {
                    news.unsettle(&near, travel, motion.place);
                    news.mark_affected(travel, motion.place, radius);
                }
                if f64::from(motion.room) < radius || travel.plan.is_stuck() {
                    displaced.push((slot, room_again(map, motion.layer, motion.place, radius)));
                }
            }
            displaced
        });
        displaced.collect()
    }

    /// Moves agents without room any more to the nearest place that has some.
    fn make_room(&mut self, map: &Map, places: Vec<(usize, Option<(Offset, FaceId)>)>) -> (Vec<AgentId>, Vec<AgentId>) {
        let (mut moved, mut stuck) = (Vec::new(), Vec::new());
        for (slot, place) in places {
            let id = self.id_at(slot);
            let (motion, travel) = (&mut self.columns.motion[slot], &self.columns.travel[slot]);
            let was_stuck = travel.plan.is_stuck();
            let Some((place, face)) = place else {
                self.happens(slot, Event::Buried);
                if !was_stuck {
                    stuck.push(id);
                }
                continue;
            };
            (motion.face, motion.layer) = (face, map.layer_of(face));
            if was_stuck || place != motion.place {
                (motion.place, motion.room) = (place, 0.0);
                moved.push(id);
                self.freed(slot);
            }
        }
        (moved, stuck)
    }

    /// Lets something happen to an agent's planning.
    pub(crate) fn happens(&mut self, slot: usize, event: Event) {
        self.may_want |= self.columns.travel[slot].plan.on(event, self.steps as u32);
    }

    pub(crate) fn has_goal(&self, slot: usize) -> bool {
        self.columns.traits[slot].has_goal()
    }
}

/// The place where an agent is, if it has room there after all, or else the nearest that has some.
fn room_again(map: &Map, layer: LayerId, place: Offset, radius: f64) -> Option<(Offset, FaceId)> {
    let face = free_face(map, layer, place);
    let listed = face.into_iter().flat_map(|f| map.features_near(f).map(move |feature| (f, feature)));
    let features = listed.filter(|&(f, feature)| map.is_seen(f, place, feature)).map(|(_, feature)| feature);
    let near = features.map(|feature| feature.distance(map, place)).fold(f64::INFINITY, f64::min);
    let stays = face.filter(|_| near >= radius - LEEWAY).map(|face| (place, face));
    stays.or_else(|| nearest_place(map, layer, place, radius))
}

/// Those edits since the last step that are near some agents.
struct NearNews {
    /// That may be as near to one of them as it has room.
    touching: Vec<Edit>,
    /// That one of them may see before it looks around again.
    in_sight: Vec<Edit>,
}

impl NearNews {
    /// Invalidates the cached clearance of agents near an edit.
    #[inline]
    fn lose_room(&self, motion: &mut Motion) {
        for edit in &self.touching {
            // Walls may have moved by a step.
            if edit.may_be_within(f64::from(motion.room) + 2.0, motion.place) {
                motion.room = motion.room.min((edit.distance(motion.place) - 2.0).max(0.0) as f32);
            }
        }
    }
}

/// The edits since the last step.
struct News<'c> {
    map: &'c Map,
    edits: &'c [Edit],
    /// By edit: the components that reach its region, computed lazily.
    opened: Vec<OnceLock<Vec<ComponentId>>>,
    /// Those and all before.
    log: &'c EditLog,
    routes: &'c Routes,
    hysteresis: f64,
    /// From how far away agents see edits, in steps.
    sight: f64,
    now: u32,
}

impl News<'_> {
    /// Which of the edits may take room from some agents, and which they may see: most edits are far from most chunks of agents.
    fn near(&self, motions: &[Motion], travels: &[Travel]) -> NearNews {
        let first = motions.first().map_or(Offset::default(), |motion| motion.place);
        let (mut low, mut high, mut room, mut calm) = (first, first, 0.0f32, 0.0f32);
        for (motion, travel) in motions.iter().zip(travels) {
            let p = motion.place;
            (low, high) = (Offset::new(low.x.min(p.x), low.y.min(p.y)), Offset::new(high.x.max(p.x), high.y.max(p.y)));
            (room, calm) = (room.max(motion.room), calm.max(travel.calm));
        }
        // Some steps more, for rounding and for walls that have moved.
        let within = |distance: f64| {
            let by = Offset::new(distance + 4.0, distance + 4.0);
            self.edits.iter().filter(|edit| edit.touches([low - by, high + by])).copied().collect()
        };
        NearNews { touching: within(room.into()), in_sight: within(self.sight + f64::from(calm)) }
    }

    /// Lets an agent look around again at its next turn if it may see one of the edits, or if what it was to see has gone.
    #[inline]
    fn unsettle(&self, near: &NearNews, travel: &mut Travel, place: Offset) {
        if travel.calm > 0.0 {
            let reach = self.sight + f64::from(travel.calm);
            let may_see = |edit: &Edit| edit.lengthens && edit.may_be_within(reach, place);
            let is_gone = |cut: EditNumber| self.log.ended().contains(&cut);
            if near.in_sight.iter().any(may_see) || travel.plan.unseen().cut.is_some_and(is_gone) {
                travel.calm = 0.0;
            }
        }
    }

    /// Marks the edits that affect an agent's route: cut it, or could make it shorter by enough.
    #[inline]
    fn mark_affected(&self, travel: &mut Travel, place: Offset, radius: f64) {
        // The field of a shared goal follows edits by itself.
        if !travel.plan.has_route() || travel.flow.is_some() {
            return;
        }
        let is_lost = matches!(travel.plan.state(), State::NoWay(_));
        // Every place of the route is in an ellipse around its ends, and that in a circle around its middle.
        let most = f64::from(travel.length) + PUSHED_BACK * radius;
        let middle = (place + travel.target) * 0.5;
        for (edit, opened) in self.edits.iter().zip(&self.opened) {
            if is_lost && edit.shortens {
                if !self.may_lead_on(edit, opened, place) {
                    continue;
                }
                self.mark_opening(travel, edit, place, f32::INFINITY);
                continue;
            }
            if !edit.may_be_within(0.5 * most, middle) {
                continue;
            }
            let by_way = edit.length_by(place, travel.target);
            if by_way > most {
                continue;
            }
            if edit.cuts(place, self.routes.ahead(travel), travel.target, CUT_DISTANCE * radius, 0.0) {
                self.mark_cut(travel, edit, place);
            }
            let Some(bound) = travel.plan.bound().filter(|_| edit.shortens) else { continue };
            // What has come and gone since the shortest route was looked for makes no shorter one.
            if edit.gone_since <= bound.sought {
                let length = self.routes.remaining(travel, place);
                // The shortest way by there may be as short as that, but only so much shorter than the one before.
                let gain = edit.gain(place, travel.target, radius) as f32;
                let slack = (bound.slack + gain).min((length - by_way) as f32);
                if f64::from(slack) > self.hysteresis * length && slack > bound.slack {
                    self.mark_opening(travel, edit, place, slack);
                } else {
                    travel.plan.on(Event::Opened { edit: None, slack }, self.now);
                }
            }
        }
    }

    /// Whether a removal may have opened a path for an agent without one: only if it is in the agent's component now.
    fn may_lead_on(&self, edit: &Edit, opened: &OnceLock<Vec<ComponentId>>, place: Offset) -> bool {
        if self.map.layer_count() > 1 {
            return true;
        }
        let Some(own) = self.map.component_at(self.map.at_steps(place)) else { return true };
        let components = opened.get_or_init(|| {
            let region = Bounds { min: self.map.at_steps(edit.low), max: self.map.at_steps(edit.high) };
            let faces = self.map.faces_in(region).into_iter().filter(|&face| self.map.is_free(face));
            faces.filter_map(|face| self.map.components().of(face)).collect()
        });
        components.contains(&own)
    }

    /// Of two unseen cuts the nearer one takes the slot: it is the one to be seen first, more or less.
    fn mark_cut(&self, travel: &mut Travel, edit: &Edit, place: Offset) {
        let known = travel.plan.unseen().cut;
        travel.calm = 0.0;
        travel.plan.on(Event::Cut(edit.number), self.now);
        let known = known.and_then(|known| self.log.get(known)).filter(|known| known.lengthens);
        let nearer = known.filter(|known| known.distance(place) <= edit.distance(place));
        if let Some(nearer) = nearer {
            travel.plan.on(Event::Cut(nearer.number), self.now);
        }
    }

    /// Of two unseen openings the one by which a way may be shorter takes the slot.
    fn mark_opening(&self, travel: &mut Travel, edit: &Edit, place: Offset, slack: f32) {
        let by = |edit: &Edit| edit.length_by(place, travel.target);
        let known = travel.plan.opening().and_then(|known| self.log.get(known));
        let edit = known.filter(|known| by(known) <= by(edit)).unwrap_or(edit);
        travel.calm = 0.0;
        travel.plan.on(Event::Opened { edit: Some(edit.number), slack }, self.now);
    }
}

/// A version in fewer bits; beyond four billion edits all are one.
pub(crate) fn short(version: u64) -> u32 {
    u32::try_from(version).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Agent;
    use crate::planning_state::Request;
    use crate::random::Rng;
    use navigant_mesh::Outline;
    use navigant_search::plane::{PathFinder, Query};

    const HALL: [f64; 2] = [120.0, 60.0];

    /// How many searches follow when the last thing goes that was put into a hall, and how much longer the way was before.
    fn searches_when_gone(walls: &[Outline], last: &Outline) -> (u64, f64) {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], HALL)).unwrap();
        for wall in walls {
            map.insert(wall).unwrap();
        }
        let id = map.insert(last).unwrap();
        let mut crowd = Crowd::new(&map);
        let anna = crowd.add(&map, &Agent::new([2.0, 31.0]).with_goal([118.0, 31.0])).unwrap();
        while crowd.plan_ahead(&map, 100_000) > 0 {}
        crowd.step(&map, Crowd::DT).unwrap();
        let before = crowd.way_left(anna).unwrap();
        map.remove(id).unwrap();
        let searches = (0..3).map(|_| crowd.step(&map, Crowd::DT).unwrap().searches).sum();
        (searches, before - crowd.way_left(anna).unwrap())
    }

    #[test]
    fn a_crate_that_one_could_walk_around_is_no_reason_to_search_when_it_goes() {
        // The path leads around a wall; by Euclidean distance it would be much shorter past the crate.
        let wall = Outline::rectangle([60.0, 0.0], [61.0, 55.0]);
        let (searches, gained) = searches_when_gone(&[wall], &Outline::rectangle([30.0, 40.0], [33.0, 44.0]));
        assert!(searches == 0 && gained < 1.0, "{searches} searches, {gained} m shorter");
    }

    #[test]
    fn a_crate_that_shut_a_door_is_a_reason_to_search_when_it_goes() {
        let walls = [[0.0, 29.0], [31.0, 55.0]].map(|[y, end]| Outline::rectangle([60.0, y], [61.0, end]));
        let (searches, gained) = searches_when_gone(&walls, &Outline::rectangle([59.0, 28.0], [62.0, 32.0]));
        assert!(searches == 1 && gained > 5.0, "{searches} searches, {gained} m shorter");
    }

    #[test]
    fn two_crates_that_shut_a_door_together_are_a_reason_to_search_when_both_go() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], HALL)).unwrap();
        for [y, end] in [[0.0, 26.0], [34.0, 55.0]] {
            map.insert(&Outline::rectangle([60.0, y], [61.0, end])).unwrap();
        }
        let crates = [[25.0, 30.5], [29.5, 35.0]].map(|[y, end]| Outline::rectangle([59.0, y], [62.0, end]));
        let crates = crates.map(|outline| map.insert(&outline).unwrap());
        let mut crowd = Crowd::new(&map);
        let anna = crowd.add(&map, &Agent::new([2.0, 31.0]).with_goal([118.0, 31.0])).unwrap();
        while crowd.plan_ahead(&map, 100_000) > 0 {}
        crowd.step(&map, Crowd::DT).unwrap();
        let before = crowd.way_left(anna).unwrap();
        crates.into_iter().for_each(|gone| map.remove(gone).unwrap());
        let searches: u64 = (0..3).map(|_| crowd.step(&map, Crowd::DT).unwrap().searches).sum();
        let gained = before - crowd.way_left(anna).unwrap();
        assert!(searches == 1 && gained > 5.0, "{searches} searches, {gained} m shorter");
    }

    #[test]
    fn what_shuts_a_door_that_nobody_takes_and_goes_again_is_no_reason_to_search() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], HALL)).unwrap();
        // Two doors, the upper one nearer; anna knows both.
        for [y, end] in [[0.0, 18.0], [20.0, 35.0], [37.0, 60.0]] {
            map.insert(&Outline::rectangle([60.0, y], [61.0, end])).unwrap();
        }
        let mut crowd = Crowd::new(&map);
        crowd.add(&map, &Agent::new([2.0, 31.0]).with_goal([118.0, 31.0])).unwrap();
        while crowd.plan_ahead(&map, 100_000) > 0 {}
        let lower = map.insert(&Outline::rectangle([59.0, 17.0], [62.0, 21.0])).unwrap();
        let mut searches = crowd.step(&map, Crowd::DT).unwrap().searches;
        map.remove(lower).unwrap();
        searches += (0..3).map(|_| crowd.step(&map, Crowd::DT).unwrap().searches).sum::<u64>();
        assert_eq!(searches, 0);
        assert_eq!(crowd.columns.travel[0].plan.bound().map(|bound| bound.slack), Some(0.0));
    }

    /// The slow twin: routes are searched for again, and are shorter by no more than the slack.
    #[test]
    fn no_route_is_longer_than_the_shortest_one_by_more_than_its_slack() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], HALL)).unwrap();
        let mut rng = Rng::new(7);
        let place = |rng: &mut Rng| [rng.range(1.0..HALL[0] - 1.0), rng.range(1.0..HALL[1] - 1.0)];
        let mut boxes = Vec::new();
        let mut crowd = Crowd::new(&map);
        while crowd.len() < 40 {
            let (from, goal) = (place(&mut rng), place(&mut rng));
            crowd.add(&map, &Agent::new(from).with_goal(goal)).unwrap();
        }
        let (mut finder, mut looked_at, mut unsought) = (PathFinder::new(), 0, 0);
        for _ in 0..150 {
            if boxes.len() > 12 {
                let gone = boxes.swap_remove(rng.below(boxes.len() as u32) as usize);
                map.remove(gone).unwrap();
            } else {
                let [x, y] = place(&mut rng);
                let size = [rng.range(1.0..9.0), rng.range(1.0..9.0)];
                boxes.extend(map.insert(&Outline::rectangle([x, y], [x + size[0], y + size[1]])));
            }
            let report = crowd.step(&map, Crowd::DT).unwrap();
            unsought += u64::from(report.searches == 0);
            for (slot, travel) in crowd.columns.travel.iter().enumerate() {
                let place = crowd.columns.motion[slot].place;
                let (State::Walking(bound), None, None) =
                    (travel.plan.state(), travel.plan.unseen().cut, travel.plan.opening())
                else {
                    continue;
                };
                if travel.plan.request() != Request::Nothing {
                    continue;
                }
                let radius = f64::from(crowd.columns.traits[slot].radius) - 2.0 * map.lattice().step();
                let query = Query::new(map.at_steps(place), map.at_steps(travel.target)).with_radius(radius);
                let Ok(path) = finder.find(&map, &query) else { continue };
                let least = (crowd.routes.remaining(travel, place) - f64::from(bound.slack)) * map.lattice().step();
                // It walked on for a step while its route was found, and may have been pushed.
                assert!(least <= path.length + 0.5, "{least} m at least, and it is {} m", path.length);
                looked_at += 1;
            }
        }
        assert!(looked_at > 1000 && unsought > 10, "{looked_at} looked at, {unsought} steps without a search");
    }
}
