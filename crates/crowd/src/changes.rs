//! What an edit of the map means for the crowd: who stands where something has come, and whose route is cut or could be better.

use crate::agent::{AgentId, Aim, Status};
use crate::clip::LEEWAY;
use crate::columns::Columns;
use crate::crowd::Crowd;
use crate::displaced::{free_face, nearest_place};
use crate::plan::Notice;
use crate::route::{Bend, Want};
use navigant_geometry::{Bounds, Offset};
use navigant_mesh::{Effect, Map};
use rayon::prelude::*;

/// An edit, in steps of the lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Edit {
    pub(crate) low: Offset,
    pub(crate) high: Offset,
    pub(crate) lengthens: bool,
    pub(crate) shortens: bool,
}

impl Edit {
    fn of(map: &Map, region: Bounds, effect: Effect) -> Edit {
        let (lengthens, shortens) = (effect != Effect::Shortens, effect != Effect::Lengthens);
        Edit { low: map.steps(region.min), high: map.steps(region.max), lengthens, shortens }
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
        self.edits.extend(change.region.map(|region| Edit::of(map, region, change.effect)));
        // Walls of others have moved by a step of rounding: that matters to who touches them, but not to routes.
        for nudged in &change.nudged {
            if let Some(region) = Bounds::of([nudged.from, nudged.to]) {
                let edit = Edit::of(map, region, Effect::Either);
                self.edits.push(Edit { lengthens: false, shortens: false, ..edit });
            }
        }
    }

    /// Does what the edits since the last step ask for. Returns who was moved, and who has no place.
    pub(crate) fn follow_edits(&mut self, map: &Map) -> (Vec<AgentId>, Vec<AgentId>) {
        self.note_edit(map);
        if self.edits.len() == self.followed {
            return (Vec::new(), Vec::new());
        }
        self.lose_room();
        let moved = self.make_room(map);
        self.doubt_routes();
        self.followed = self.edits.len();
        if self.edits.len() > 2 * REMEMBERED {
            self.forget_edits();
        }
        moved
    }

    /// Nobody knows any longer how far walls are, beyond where something has changed.
    fn lose_room(&mut self) {
        let edits = &self.edits[self.followed..];
        self.columns.motion.par_iter_mut().with_min_len(1024).for_each(|motion| {
            for edit in edits {
                // Walls may have moved by a step.
                motion.room = motion.room.min((edit.distance(motion.place) - 2.0).max(0.0) as f32);
            }
        });
    }

    /// Who stands where there is no room any more is moved to the nearest place where there is.
    fn make_room(&mut self, map: &Map) -> (Vec<AgentId>, Vec<AgentId>) {
        let step = self.lattice.step();
        let Columns { motion, traits, travel, .. } = &self.columns;
        // Where everyone is to be who cannot stay.
        let places: Vec<_> = (motion.par_iter().zip(traits).zip(travel).enumerate().with_min_len(256))
            .filter_map(|(slot, ((motion, traits), travel))| {
                let radius = f64::from(traits.radius) / step;
                if f64::from(motion.room) >= radius && travel.status != Status::Stuck {
                    return None;
                }
                let face = free_face(map, motion.place);
                let features = face.into_iter().flat_map(|f| map.features_near(f));
                let near = features.map(|feature| feature.distance(map, motion.place)).fold(f64::INFINITY, f64::min);
                let stays = face.filter(|_| near >= radius - LEEWAY).map(|face| (motion.place, face));
                Some((slot, stays.or_else(|| nearest_place(map, motion.place, radius))))
            })
            .collect();
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
                travel.status = Status::Free;
                self.ask(slot, Want::Route);
            }
        }
        (moved, stuck)
    }

    /// Asks for a plan, if the agent has somewhere to go and has not asked for something as urgent.
    pub(crate) fn ask(&mut self, slot: usize, want: Want) {
        let (aim, travel) = (self.columns.aim[slot], &mut self.columns.travel[slot]);
        if !matches!(aim, Aim::Goal(_)) || travel.status == Status::Stuck {
            return;
        }
        if travel.want == Want::Nothing {
            travel.since = self.steps as u32;
        }
        travel.want = travel.want.max(want);
        if want == Want::Route {
            (travel.next, travel.status) = (travel.end, Status::Waiting);
            travel.target = self.columns.motion[slot].place;
        }
    }

    /// Marks the edits that concern an agent's route: cut it off, or could make it shorter by enough.
    fn doubt_routes(&mut self) {
        let (step, enough) = (self.lattice.step(), 1.0 - self.planning.hysteresis);
        let (columns, routes) = (&mut self.columns, &self.routes);
        let first = self.followed;
        let edits = &self.edits[first..];
        if !edits.iter().any(|edit| edit.lengthens || edit.shortens) {
            return;
        }
        let forgotten = self.forgotten;
        let states = columns.motion.par_iter().zip(&columns.traits).zip(&columns.aim);
        columns.travel.par_iter_mut().zip(states).with_min_len(1024).for_each(|(travel, ((motion, traits), aim))| {
            let Aim::Goal(_) = aim else { return };
            let radius = f64::from(traits.radius) / step;
            let is_lost = travel.status == Status::NoWay;
            // Every place of the route is in an ellipse around its ends.
            let most = f64::from(travel.length) + PUSHED * radius;
            for (at, edit) in edits.iter().enumerate() {
                let number = forgotten + (first + at) as u32 + 1;
                if is_lost && edit.shortens {
                    travel.unseen = number;
                    continue;
                }
                let by_way = edit.distance(motion.place) + edit.distance(travel.target);
                if by_way > most {
                    continue;
                }
                if edit.lengthens && edit.cuts(motion.place, routes.ahead(travel), travel.target, 2.0 * radius) {
                    travel.unseen = number;
                }
                if edit.shortens {
                    let length = routes.remaining(travel, motion.place);
                    // The shortest way by there may be as short as that.
                    travel.slack = travel.slack.max((length - by_way) as f32);
                    if by_way < enough * length {
                        travel.unseen = number;
                    }
                }
            }
        });
    }

    /// Lets those notice an edit who see it now.
    pub(crate) fn notice_edits(&mut self, map: &Map) {
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
                        let is_turn = (columns.id[slot].wrapping_add(now)).is_multiple_of(LOOK_EVERY);
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

/// Whether the near side of an edit is seen: a point just before it, for the edit itself may be a wall now.
fn sees(map: &Map, from: Offset, edit: &Edit) -> bool {
    let nearest = edit.nearest(from);
    let way = nearest - from;
    let length = way.length();
    let before = 0.1 / map.lattice().step();
    length <= before || map.sees(map.at_steps(from), map.at_steps(nearest - way * (before / length)))
}
