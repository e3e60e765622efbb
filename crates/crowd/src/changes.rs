//! What an edit of the map means for the crowd: who stands where something has come, and whose route is cut or could be better.

use crate::agent::{AgentId, Aim, Status};
use crate::clip::LEEWAY;
use crate::columns::{Columns, Motion};
use crate::crowd::Crowd;
use crate::displaced::{free_face, nearest_place};
use crate::plan::Notice;
use crate::route::{Bend, Routes, Travel, Want};
use navigant_geometry::{Bounds, Offset};
use navigant_mesh::{Effect, FaceId, Map};
use rayon::prelude::*;

/// An edit, in steps of the lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Edit {
    pub(crate) low: Offset,
    pub(crate) high: Offset,
    pub(crate) lengthens: bool,
    pub(crate) shortens: bool,
    /// One could walk around what went, no farther from it than this; infinite if that is not known.
    pub(crate) ring: f64,
    /// The version of the map with which that had come which went; the first if that is not known.
    pub(crate) gone_since: u32,
}

impl Edit {
    fn of(map: &Map, region: Bounds, effect: Effect) -> Edit {
        let (lengthens, shortens) = (effect != Effect::Shortens, effect != Effect::Lengthens);
        let (low, high) = (map.steps(region.min), map.steps(region.max));
        Edit { low, high, lengthens, shortens, ring: f64::INFINITY, gone_since: 0 }
    }

    /// Finds out whether everyone up to a radius could walk around what went.
    fn with_ring(self, map: &Map, radius: f64) -> Edit {
        // A little more, for rounding.
        let ring = 1.02 * radius + 2.0;
        let (low, high) = (self.low - Offset::new(ring, ring), self.high + Offset::new(ring, ring));
        let corners = [low, Offset::new(high.x, low.y), high, Offset::new(low.x, high.y)].map(|p| map.at_steps(p));
        let radius = radius * map.lattice().step();
        let is_clear = (0..4).all(|at| map.sees_as_disc(corners[at], corners[(at + 1) % 4], radius));
        if is_clear { Edit { ring, ..self } } else { self }
    }

    /// By how much, at most, what went makes a way shorter that does not begin or end beside it: where a way leads
    /// through the place now, one along the ring was there before. From the middle of a side to the middle of the other one that
    /// is longer by the side in between.
    fn gain(&self, from: Offset, to: Offset) -> f64 {
        if self.distance(from).min(self.distance(to)) <= 2.0 * self.ring {
            return f64::INFINITY;
        }
        (self.high.x - self.low.x).max(self.high.y - self.low.y) + 2.0 * self.ring
    }

    /// Whether it may be nearer to a place than a distance: quickly no for nearly everyone.
    fn may_be_within(&self, distance: f64, p: Offset) -> bool {
        let is_beside = |low: f64, high: f64, p: f64| low - distance <= p && p <= high + distance;
        is_beside(self.low.x, self.high.x, p.x) && is_beside(self.low.y, self.high.y, p.y)
    }

    /// The place of the edit that is nearest to another.
    fn nearest(&self, p: Offset) -> Offset {
        Offset::new(p.x.clamp(self.low.x, self.high.x), p.y.clamp(self.low.y, self.high.y))
    }

    fn distance(&self, p: Offset) -> f64 {
        (self.nearest(p) - p).length()
    }

    /// Whether a route comes nearer to it than a distance.
    fn cuts(&self, place: Offset, bends: &[Bend], target: Offset, distance: f64) -> bool {
        let mut last = place;
        let mut corners = bends.iter().map(|bend| bend.corner()).chain([target]);
        corners.any(|next| self.is_near(std::mem::replace(&mut last, next), next, distance))
    }

    /// Whether a segment comes nearer to it than a distance; sometimes also where it comes only nearly so near.
    fn is_near(&self, a: Offset, b: Offset, distance: f64) -> bool {
        let gap = |low: f64, high: f64, p: f64, q: f64| (p.min(q) - high).max(low - p.max(q));
        let beside = gap(self.low.x, self.high.x, a.x, b.x).max(gap(self.low.y, self.high.y, a.y, b.y));
        if beside > distance {
            return false;
        }
        let (along, middle, half) = (b - a, (self.low + self.high) * 0.5, (self.high - self.low) * 0.5);
        let reach = along.x.abs() * (half.y + distance) + along.y.abs() * (half.x + distance);
        along.cross(middle - a).abs() <= reach
    }
}

/// An agent may have been pushed back along its route by so many radii, and what cuts it may be beside it.
const PUSHED: f64 = 24.0;
/// Edits are remembered until so many newer ones have come; who has not seen one until then learns of it.
const REMEMBERED: usize = 4096;
/// Agents look around every so many steps.
pub(crate) const LOOK_EVERY: u32 = 4;

impl Crowd {
    /// Takes note of the latest edit of the map. Needed only if there are several between two steps: then after each of
    /// them. Without it a step finds out by looking at everyone everywhere.
    pub fn note_edit(&mut self, map: &Map) {
        if *map.lattice() != self.lattice || map.version() == self.version {
            return;
        }
        let change = map.change();
        let is_next = change.version == self.version + 1;
        self.version = change.version;
        if !is_next {
            let everywhere = Edit::of(map, map.lattice().reach(), Effect::Either);
            self.edits.push(everywhere);
            return;
        }
        let gone_since = change.gone_since.map_or(0, short);
        let edit = change.region.map(|region| Edit { gone_since, ..Edit::of(map, region, change.effect) });
        self.edits.extend(edit.map(|edit| {
            let is_gone = change.effect == Effect::Shortens;
            if is_gone { edit.with_ring(map, self.widest() / self.lattice.step()) } else { edit }
        }));
        // Walls of others have moved by a step of rounding: that matters to who touches them, but not to routes.
        for nudged in &change.nudged {
            if let Some(region) = Bounds::of([nudged.from, nudged.to]) {
                let edit = Edit::of(map, region, Effect::Either);
                self.edits.push(Edit { lengthens: false, shortens: false, ..edit });
            }
        }
    }

    /// The largest radius of anybody, in metres.
    fn widest(&self) -> f64 {
        let radii = self.columns.traits.par_iter().with_min_len(4096).map(|traits| traits.radius);
        f64::from(radii.reduce(|| 0.0, f32::max))
    }

    /// Does what the edits since the last step ask for. Returns who was moved, and who has no place.
    pub(crate) fn follow_edits(&mut self, map: &Map) -> (Vec<AgentId>, Vec<AgentId>) {
        self.note_edit(map);
        if self.edits.len() == self.followed {
            return (Vec::new(), Vec::new());
        }
        let displaced = self.heed_edits(map);
        let moved = self.make_room(displaced);
        self.followed = self.edits.len();
        if self.edits.len() > 2 * REMEMBERED {
            self.forget_edits();
        }
        moved
    }

    /// Tells everyone of the edits since the last step. Returns where those are to be who have no room any more, if anywhere.
    fn heed_edits(&mut self, map: &Map) -> Vec<(usize, Option<(Offset, FaceId)>)> {
        let step = self.lattice.step();
        let (edits, number) = (&self.edits[self.followed..], self.forgotten + self.followed as u32 + 1);
        let news = News { edits, number, routes: &self.routes, hysteresis: self.planning.hysteresis };
        let Columns { motion, traits, travel } = &mut self.columns;
        let everyone = motion.par_iter_mut().zip(travel).zip(traits).enumerate().with_min_len(1024);
        let displaced = everyone.filter_map(|(slot, ((motion, travel), traits))| {
            let radius = f64::from(traits.radius) / step;
            news.lose_room(motion);
            if matches!(traits.aim, Aim::Goal(_)) {
                news.doubt(travel, motion.place, radius);
            }
            if f64::from(motion.room) >= radius && travel.status != Status::Stuck {
                return None;
            }
            let face = free_face(map, motion.place);
            let features = face.into_iter().flat_map(|f| map.features_near(f));
            let near = features.map(|feature| feature.distance(map, motion.place)).fold(f64::INFINITY, f64::min);
            let stays = face.filter(|_| near >= radius - LEEWAY).map(|face| (motion.place, face));
            Some((slot, stays.or_else(|| nearest_place(map, motion.place, radius))))
        });
        displaced.collect()
    }

    /// Who stands where there is no room any more is moved to the nearest place where there is.
    fn make_room(&mut self, places: Vec<(usize, Option<(Offset, FaceId)>)>) -> (Vec<AgentId>, Vec<AgentId>) {
        let (mut moved, mut stuck) = (Vec::new(), Vec::new());
        for (slot, place) in places {
            let id = self.id_at(slot);
            let (motion, travel) = (&mut self.columns.motion[slot], &mut self.columns.travel[slot]);
            let was_stuck = travel.status == Status::Stuck;
            let Some((place, face)) = place else {
                (travel.status, travel.want) = (Status::Stuck, Want::Nothing);
                if !was_stuck {
                    stuck.push(id);
                }
                continue;
            };
            motion.face = face;
            if was_stuck || place != motion.place {
                (motion.place, motion.room) = (place, 0.0);
                moved.push(id);
                (travel.status, travel.unseen) = (Status::Free, 0);
                self.ask(slot, Want::Route);
            }
        }
        (moved, stuck)
    }

    /// Asks for a plan, if the agent has somewhere to go and has not asked for something as urgent.
    pub(crate) fn ask(&mut self, slot: usize, want: Want) {
        let (aim, travel) = (self.columns.traits[slot].aim, &mut self.columns.travel[slot]);
        if !matches!(aim, Aim::Goal(_)) || travel.status == Status::Stuck {
            return;
        }
        if travel.want == Want::Nothing {
            travel.since = self.steps as u32;
        }
        travel.want = travel.want.max(want);
        self.may_want = true;
        if want == Want::Route {
            (travel.next, travel.status) = (travel.end, Status::Waiting);
            travel.target = self.columns.motion[slot].place;
        }
    }

    /// Lets those notice an edit who see it now.
    pub(crate) fn notice_edits(&mut self, map: &Map) {
        if self.edits.is_empty() {
            return;
        }
        let (step, now, forgotten) = (self.lattice.step(), self.steps as u32, self.forgotten);
        let (columns, edits, planning, routes) = (&self.columns, &self.edits, self.planning, &self.routes);
        let states = columns.travel.par_iter().zip(&columns.motion).enumerate().with_min_len(1024);
        let noticed: Vec<(usize, Want)> = states
            .filter_map(|(slot, (travel, motion))| {
                if travel.unseen == 0 {
                    return None;
                }
                let edit = travel.unseen.checked_sub(forgotten + 1).and_then(|at| edits.get(at as usize));
                let Some(edit) = edit else { return Some((slot, Want::Detour)) };
                let sees = match planning.notice {
                    Notice::AtOnce => true,
                    Notice::WhenSeen(range) => {
                        let is_turn = (columns.traits[slot].id.wrapping_add(now)).is_multiple_of(LOOK_EVERY);
                        is_turn && edit.distance(motion.place) * step <= range && sees(map, motion.place, edit)
                    }
                };
                if !sees {
                    return None;
                }
                if edit.lengthens || travel.status == Status::NoWay {
                    return Some((slot, Want::Detour));
                }
                // From here it may be of no use any more.
                let by_way = edit.distance(motion.place) + edit.distance(travel.target);
                let helps = by_way < (1.0 - planning.hysteresis) * routes.remaining(travel, motion.place);
                Some((slot, if helps { Want::Better } else { Want::Nothing }))
            })
            .collect();
        for (slot, want) in noticed {
            self.columns.travel[slot].unseen = 0;
            if want != Want::Nothing {
                self.ask(slot, want);
            }
        }
    }

    fn forget_edits(&mut self) {
        let gone = self.edits.len() - REMEMBERED;
        self.edits.drain(..gone);
        self.followed -= gone;
        self.forgotten += gone as u32;
    }
}

/// The edits since the last step.
struct News<'c> {
    edits: &'c [Edit],
    /// The number of the first.
    number: u32,
    routes: &'c Routes,
    hysteresis: f64,
}

impl News<'_> {
    /// Nobody knows any longer how far walls are, beyond where something has changed.
    #[inline]
    fn lose_room(&self, motion: &mut Motion) {
        for edit in self.edits {
            // Walls may have moved by a step.
            if edit.may_be_within(f64::from(motion.room) + 2.0, motion.place) {
                motion.room = motion.room.min((edit.distance(motion.place) - 2.0).max(0.0) as f32);
            }
        }
    }

    /// Marks the edits that concern an agent's route: cut it off, or could make it shorter by enough.
    #[inline]
    fn doubt(&self, travel: &mut Travel, place: Offset, radius: f64) {
        let is_lost = travel.status == Status::NoWay;
        // Every place of the route is in an ellipse around its ends, and that in a circle around its middle.
        let most = f64::from(travel.length) + PUSHED * radius;
        let middle = (place + travel.target) * 0.5;
        for (edit, number) in self.edits.iter().zip(self.number..) {
            if is_lost && edit.shortens {
                travel.unseen = number;
                continue;
            }
            if !edit.may_be_within(0.5 * most, middle) {
                continue;
            }
            let by_way = edit.distance(place) + edit.distance(travel.target);
            if by_way > most {
                continue;
            }
            if edit.lengthens && edit.cuts(place, self.routes.ahead(travel), travel.target, 2.0 * radius) {
                travel.unseen = number;
            }
            // What has come and gone since the shortest route was looked for makes no shorter one.
            if edit.shortens && edit.gone_since <= travel.sought {
                let length = self.routes.remaining(travel, place);
                // The shortest way by there may be as short as that, but only so much shorter than the one before.
                let gain = edit.gain(place, travel.target) as f32;
                let slack = (travel.slack + gain).min((length - by_way) as f32);
                if slack > travel.slack {
                    travel.slack = slack;
                    travel.unseen = if f64::from(slack) > self.hysteresis * length { number } else { travel.unseen };
                }
            }
        }
    }
}

/// A version in fewer bits; beyond four billion edits all are one.
pub(crate) fn short(version: u64) -> u32 {
    u32::try_from(version).unwrap_or(u32::MAX)
}

/// Whether the near side of an edit is seen: a point just before it, for the edit itself may be a wall now.
fn sees(map: &Map, from: Offset, edit: &Edit) -> bool {
    let nearest = edit.nearest(from);
    let way = nearest - from;
    let length = way.length();
    let before = 0.1 / map.lattice().step();
    length <= before || map.sees(map.at_steps(from), map.at_steps(nearest - way * (before / length)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Agent;
    use navigant_mesh::Outline;
    use navigant_search::plane::{PathFinder, Query};
    use navigant_testing::rng::Rng;

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
        // The way leads around a wall; as the crow flies, it would be much shorter by the crate.
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
        assert!(crowd.columns.travel[0].slack == 0.0);
    }

    /// The slow twin: routes are found anew, and are shorter by no more than the slack.
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
                if travel.status != Status::Walking || travel.want != Want::Nothing || travel.unseen != 0 {
                    continue;
                }
                let radius = f64::from(crowd.columns.traits[slot].radius) - 2.0 * map.lattice().step();
                let query = Query::new(map.at_steps(place), map.at_steps(travel.target)).with_radius(radius);
                let Ok(path) = finder.find(&map, &query) else { continue };
                let least = (crowd.routes.remaining(travel, place) - f64::from(travel.slack)) * map.lattice().step();
                // It walked on for a step while its route was found, and may have been pushed.
                assert!(least <= path.length + 0.5, "{least} m at least, and it is {} m", path.length);
                looked_at += 1;
            }
        }
        assert!(looked_at > 1000 && unsought > 10, "{looked_at} looked at, {unsought} steps without a search");
    }
}
