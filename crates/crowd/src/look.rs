//! Perception: which edits of the map that concern its route an agent sees from where it is.

use crate::columns::Columns;
use crate::crowd::Crowd;
use crate::edit::{Edit, EditLog};
use crate::near_legs::NearLegs;
use crate::plan::{Notice, Planning};
use crate::planning_state::{EditNumber, Event, Unseen};
use crate::route::{Routes, Travel, box_around};
use crate::route_repair::Old;
use crate::tuning::notice::{CALM, CUT_DISTANCE, LOOK_INTERVAL, NEAR_LEGS};
use navigant_geometry::internals::Offset;
use navigant_mesh::Map;
use rayon::prelude::*;

impl Crowd {
    /// Lets those notice an edit who see it now.
    pub(crate) fn notice_edits(&mut self, map: &Map) {
        if self.edits.is_empty() || self.knowledge.is_some() {
            return;
        }
        let (routes, planning, step) = (&self.routes, self.planning, self.lattice.step());
        self.edits.index_for((1.0 + CALM) * planning.sight() / step);
        let now = self.steps as u32;
        let look = Look { map, edits: &self.edits, planning, routes, step, now };
        let Columns { motion, traits, travel } = &mut self.columns;
        let states = travel.par_iter_mut().enumerate().with_min_len(1024);
        let noticed: Vec<(usize, [Option<Event>; 2])> = states
            .filter_map(|(slot, travel)| {
                if travel.plan.unseen().cut.is_none() && travel.plan.opening().is_none() || travel.calm > 0.0 {
                    return None;
                }
                let traits = &traits[slot];
                let is_turn = traits.id.turn().wrapping_add(now).is_multiple_of(LOOK_INTERVAL);
                if look.planning.notice != Notice::AtOnce && !is_turn {
                    return None;
                }
                let (place, radius) = (motion[slot].place, f64::from(traits.radius) / step);
                let (events, calm) = look.events(travel, place, radius);
                if events == [None; 2] {
                    travel.calm = calm;
                    return None;
                }
                Some((slot, events))
            })
            .collect();
        for (slot, events) in noticed {
            events.into_iter().flatten().for_each(|event| self.happens(slot, event));
        }
    }
}

/// What is needed to look around for edits.
pub(crate) struct Look<'c> {
    pub(crate) map: &'c Map,
    pub(crate) edits: &'c EditLog,
    pub(crate) planning: Planning,
    pub(crate) routes: &'c Routes,
    /// The step of the lattice, in metres.
    pub(crate) step: f64,
    /// The step of the crowd.
    pub(crate) now: u32,
}

impl Look<'_> {
    /// What an agent sees of the edits that concern it and that it has not seen before; if nothing, how far it may move, in steps,
    /// before it may see one.
    fn events(&self, travel: &Travel, place: Offset, radius: f64) -> ([Option<Event>; 2], f32) {
        // Edits that were forgotten are as good as seen.
        let sees = |number: EditNumber| self.edits.get(number).is_none_or(|edit| self.sees(place, edit));
        let unseen = travel.plan.unseen();
        let is_gone = unseen.cut.and_then(|number| self.edits.get(number)).is_some_and(|edit| !edit.lengthens);
        let is_first_seen = !is_gone && unseen.cut.is_some_and(sees);
        // Nothing that was marked is nearer than the distance of sight and this.
        let sight = self.planning.sight() / self.step;
        let away = |number: EditNumber| self.edits.get(number).map_or(0.0, |edit| edit.distance(place) - sight);
        let marked = unseen.cut.into_iter().chain(travel.plan.opening()).map(away).fold(CALM * sight, f64::min);
        // The slot holds one cut, which may be hidden, or gone from the map, while another one is in sight.
        let calm = match unseen.more && !is_first_seen {
            true => self.calm_among_cuts(travel, place, radius, marked),
            false => Some(marked),
        };
        let cut = match is_first_seen || calm.is_none() {
            true => Some(Event::CutSeen),
            false => is_gone.then(|| Event::CutGone(self.cuts_left(travel, place, radius))),
        };
        let opening = travel.plan.opening().filter(|&number| sees(number));
        let opening = opening.map(|number| {
            let by_way = self.edits.get(number).map_or(0.0, |edit| edit.length_by(place, travel.target));
            // From here it may be of no use any more.
            let length = self.routes.remaining(travel, place);
            Event::OpeningSeen { helps: by_way < (1.0 - self.planning.hysteresis) * length }
        });
        ([cut, opening], calm_for(calm.unwrap_or(0.0)))
    }

    /// How far an agent may move, in steps, before it may see an edit that cuts its route, and not more than `most`: nothing that cuts
    /// it, or would from so far away, is nearer than the distance of sight and that. Not above 0 if there is one already, and nothing
    /// if it sees one now.
    fn calm_among_cuts(&self, travel: &Travel, place: Offset, radius: f64, most: f64) -> Option<f64> {
        let sight = self.planning.sight() / self.step;
        let cut_distance = CUT_DISTANCE * radius;
        if !sight.is_finite() {
            let is_seen = self.seen_cuts(travel, place, radius, 0.0).next().is_some();
            return (!is_seen).then_some(0.0);
        }
        // Who may see something that was marked looks again anyway: then it is enough to find out what is in sight.
        let margin = most.max(0.0);
        let range = sight + margin;
        let reach = range + NEAR_LEGS * sight;
        let legs = NearLegs::of(place, self.routes.ahead(travel), travel.target, cut_distance + margin, reach);
        let mut calm = most;
        for edit in self.edits.near(place, range, self.now) {
            if calm > 0.0 && legs.are_cut_by(edit, cut_distance + margin) {
                calm = calm.min(edit.distance(place) - sight);
            }
            let is_near = edit.may_be_within(sight, place);
            if is_near && legs.are_cut_by(edit, cut_distance) && self.sees(place, edit) {
                return None;
            }
        }
        Some(calm)
    }

    /// The cuts of a route when the one that the agent was to see has gone unseen.
    fn cuts_left(&self, travel: &Travel, place: Offset, radius: f64) -> Unseen {
        if !travel.plan.unseen().more {
            return Unseen::default();
        }
        let (bends, target) = (self.routes.ahead(travel), travel.target);
        self.edits.cuts_beyond(&Old { place, bends, target, slack: 0.0, radius, reach: 0.0 }, self.now)
    }

    /// How far along its route an agent knows what there is, in steps: as far as is usual, and as far as what it sees cuts the
    /// route. A route that turns back may come by a place in sight only after a long way.
    pub(crate) fn reach(&self, travel: &Travel, place: Offset, radius: f64) -> f64 {
        let reach = self.planning.reach() / self.step;
        if reach == f64::INFINITY {
            return reach;
        }
        let ahead = self.routes.ahead(travel);
        let seen = self.seen_cuts(travel, place, radius, reach);
        let ends = seen.filter_map(|edit| edit.last_cut(place, ahead, travel.target, CUT_DISTANCE * radius));
        ends.fold(reach, f64::max)
    }

    /// The edits in sight that cut a route from a distance along it on.
    fn seen_cuts(
        &self,
        travel: &Travel,
        place: Offset,
        radius: f64,
        beyond: f64,
    ) -> impl Iterator<Item = &Edit> + use<'_> {
        let (ahead, target) = (self.routes.ahead(travel), travel.target);
        let near = self.edits.near(place, self.planning.sight() / self.step, self.now);
        // Most edits near an agent are beside or behind it.
        let around = box_around(place, ahead, target, CUT_DISTANCE * radius);
        near.filter(move |edit| {
            edit.touches(around)
                && edit.cuts(place, ahead, target, CUT_DISTANCE * radius, beyond)
                && self.sees(place, edit)
        })
    }

    fn sees(&self, place: Offset, edit: &Edit) -> bool {
        match self.planning.notice {
            Notice::AtOnce => true,
            Notice::WhenSeen(range) => edit.distance(place) * self.step <= range && edit.is_seen(self.map, place),
        }
    }
}

/// A distance as an agent keeps it: a little less, for an f32 is rounded; 0 if it is none.
fn calm_for(distance: f64) -> f32 {
    if distance.is_finite() { (0.999 * distance).max(0.0) as f32 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;
    use crate::tuning::notice::MIN_LOG;
    use crate::{Agent, AgentId};
    use navigant_mesh::{Outline, Point};

    /// A hall with a fence around whose right end the way leads there and back; and somebody who sees for 15 m.
    fn scene(fence: &[[[f64; 2]; 2]], speed: f64) -> (Map, Crowd, AgentId) {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 20.0])).unwrap();
        for &[low, high] in fence {
            map.insert(&Outline::rectangle(low, high)).unwrap();
        }
        let planning = Planning { notice: Notice::WhenSeen(15.0), ..Planning::default() };
        let mut crowd = Crowd::new(&map).with_planning(planning);
        let anna = Agent::new([5.0, 5.0]).with_radius(0.25).with_goal([2.0, 15.0]).with_speed(speed);
        let anna = crowd.add(&map, &anna).unwrap();
        while crowd.plan_ahead(&map, 100_000) > 0 {}
        (map, crowd, anna)
    }

    /// Whether a route bends at a corner of a box.
    fn bends_at(way: &[Point], [low, high]: [[f64; 2]; 2]) -> bool {
        let corners = [low, high, [low[0], high[1]], [high[0], low[1]]].map(Point::from);
        way.iter().any(|p| corners.iter().any(|corner| p.distance(*corner) < 0.1))
    }

    /// Found by the soak of planning (seeds 7/999, 8/767, 9/699): of two cuts the nearer one was remembered, which was hidden
    /// or gone again, and the route was kept through the other one in plain sight.
    #[test]
    fn a_cut_in_sight_is_noticed_though_a_nearer_one_is_hidden() {
        let (mut map, mut crowd, anna) = scene(&[[[0.0, 9.0], [40.0, 10.0]]], 1.3);
        let [hidden, ahead] = [[[8.0, 12.0], [12.0, 17.0]], [[30.0, 3.0], [33.0, 8.0]]];
        for [low, high] in [hidden, ahead] {
            map.insert(&Outline::rectangle(low, high)).unwrap();
        }
        for _ in 0..400 {
            crowd.step(&map, Crowd::DT).unwrap();
            let place = crowd.agent(anna).unwrap().position;
            let is_noticed = bends_at(&crowd.way(anna).unwrap(), ahead);
            if is_noticed {
                assert!(place.x > 14.0, "it was out of sight from {place}");
                return;
            }
            assert!(place.x < 17.0, "it is in sight from {place}");
        }
        panic!("nobody came there");
    }

    /// The same soak: what is seen through a gap, and reached only after a long way, was thought to be beyond what is known.
    #[test]
    fn a_cut_in_sight_is_noticed_though_the_way_there_is_long() {
        let (mut map, mut crowd, anna) = scene(&[[[0.0, 9.0], [4.9, 10.0]], [[5.2, 9.0], [40.0, 10.0]]], 1.3);
        let ahead = [[4.0, 13.0], [7.0, 17.0]];
        map.insert(&Outline::rectangle(ahead[0], ahead[1])).unwrap();
        for _ in 0..=LOOK_INTERVAL {
            crowd.step(&map, Crowd::DT).unwrap();
        }
        let way = crowd.way(anna).unwrap();
        assert!(bends_at(&way, ahead), "{way:?}");
    }

    /// What is seen and not yet planned for is not forgotten over edits elsewhere, however many there are.
    #[test]
    fn a_cut_in_sight_is_noticed_whatever_happens_elsewhere_meanwhile() {
        let (mut map, mut crowd, anna) = scene(&[[[0.0, 9.0], [4.9, 10.0]], [[5.2, 9.0], [40.0, 10.0]]], 0.0);
        let ahead = [[4.0, 13.0], [7.0, 17.0]];
        map.insert(&Outline::rectangle(ahead[0], ahead[1])).unwrap();
        // Nobody plans for now.
        let planning = crowd.planning;
        crowd.set_planning(Planning { expansions_per_step: 0, ..planning });
        for _ in 0..=LOOK_INTERVAL {
            crowd.step(&map, Crowd::DT).unwrap();
        }
        for _ in 0..8 {
            for _ in 0..MIN_LOG / 4 {
                let elsewhere = map.insert(&Outline::rectangle([50.0, 1.0], [51.0, 2.0])).unwrap();
                map.remove(elsewhere).unwrap();
            }
            crowd.step(&map, Crowd::DT).unwrap();
        }
        crowd.set_planning(planning);
        crowd.step(&map, Crowd::DT).unwrap();
        let way = crowd.way(anna).unwrap();
        assert!(bends_at(&way, ahead), "{way:?}");
    }

    /// Who comes along after it has gone does not even look for another way.
    #[test]
    fn a_cut_that_has_gone_unseen_is_forgotten_without_a_plan() {
        let (mut map, mut crowd, anna) = scene(&[[[0.0, 9.0], [40.0, 10.0]]], 1.3);
        let boxes = [[[8.0, 12.0], [12.0, 17.0]], [[30.0, 3.0], [33.0, 8.0]]];
        let [hidden, ahead] = boxes.map(|[low, high]| map.insert(&Outline::rectangle(low, high)).unwrap());
        crowd.step(&map, Crowd::DT).unwrap();
        let unseen = |crowd: &Crowd| crowd.columns.travel[0].plan.unseen();
        let both = unseen(&crowd);
        assert!(both.cut.is_some() && both.more);
        let mut plans = 0;
        for (gone, is_left) in [(hidden, true), (ahead, false)] {
            map.remove(gone).unwrap();
            for _ in 0..2 * LOOK_INTERVAL {
                let report = crowd.step(&map, Crowd::DT).unwrap();
                plans += report.searches + report.kept + report.repaired;
            }
            let left = unseen(&crowd);
            assert!(left.cut != both.cut && left.cut.is_some() == is_left && !left.more, "{left:?}");
        }
        assert_eq!(plans, 0);
        assert!(crowd.agent(anna).unwrap().position.x < 10.0);
    }

    /// The slow twin looks around at every turn.
    #[test]
    fn who_is_calm_notices_the_same_as_who_looks_at_every_turn() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [120.0, 60.0])).unwrap();
        for x in [30.0, 60.0, 90.0] {
            map.insert(&Outline::rectangle([x, 4.0], [x + 1.0, 56.0])).unwrap();
        }
        let mut rng = Rng::new(11);
        let place = |rng: &mut Rng| [rng.range(1.0..119.0), rng.range(1.0..59.0)];
        let planning = Planning { notice: Notice::WhenSeen(12.0), ..Planning::default() };
        let mut crowd = Crowd::new(&map).with_planning(planning);
        while crowd.len() < 150 {
            let (from, goal) = (place(&mut rng), place(&mut rng));
            // Who has no room there is refused.
            let _ = crowd.add(&map, &Agent::new(from).with_goal(goal));
        }
        while crowd.plan_ahead(&map, 100_000) > 0 {}
        let (mut twin, mut boxes, mut calm, mut with_more) = (crowd.clone(), Vec::new(), 0, 0);
        for step in 0..500 {
            if rng.below(3) == 0 {
                if boxes.len() > 25 {
                    let gone = boxes.swap_remove(rng.below(boxes.len() as u32) as usize);
                    map.remove(gone).unwrap();
                } else {
                    let [x, y] = place(&mut rng);
                    let size = [rng.range(1.0..5.0), rng.range(1.0..5.0)];
                    boxes.extend(map.insert(&Outline::rectangle([x, y], [x + size[0], y + size[1]])));
                }
            }
            twin.columns.travel.iter_mut().for_each(|travel| travel.calm = 0.0);
            let reports = [&mut crowd, &mut twin].map(|crowd| crowd.step(&map, Crowd::DT).unwrap());
            assert_eq!(reports[0], reports[1], "step {step}");
            assert_eq!(crowd.hash(), twin.hash(), "step {step}");
            let waits = |travel: &&Travel| travel.calm > 0.0 && travel.plan.unseen().cut.is_some();
            calm += crowd.columns.travel.iter().filter(waits).count();
            with_more += crowd.columns.travel.iter().filter(waits).filter(|travel| travel.plan.unseen().more).count();
        }
        assert!(calm > 1000 && with_more > 100, "{calm} calm, {with_more} of them with more than one cut");
    }
}
