//! The shortest path for a disc: from both ends, as if only corners were in its way; and with care if that is not so.

use super::super::ends::End;
use super::super::frontier::{Search, Stopped};
use super::super::guide::Guide;
use super::super::path::{Bend, NoPath, Path, Proof, Query};
use super::careful::CarefulFinder;
use super::frontier::DiscFrontier;
use super::layout::{has_room, lay_out};
use super::search::{DiscSearch, TIE};
use navigant_geometry::Offset;
use navigant_mesh::clearance::{Feature, Room};
use navigant_mesh::{FaceId, LatticePoint, Location, Map, VertexId};

/// After as many expansions as the map has faces, but so many at least, it is asked whether there is a path at all: that
/// takes about as long.
const PATIENCE: u64 = 4096;

/// Discs of fewer steps are as small as what rounding does to obstacles; everything touches everything.
const TINY: f64 = 64.0;

/// What a search for a disc comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Answer {
    Found,
    /// There is no path.
    Unreachable,
    /// There should be one.
    Lost,
}

/// What the search past corners comes to.
enum Sought {
    /// A path: the shortest one, if a disc has room on it.
    Found,
    /// There may be a shorter one.
    Doubtful,
    /// It ran dry.
    Nothing,
    Unreachable,
}

/// Finds shortest paths for discs.
#[derive(Debug, Default)]
pub(in super::super) struct DiscFinder {
    frontier: DiscFrontier,
    room: Room,
    careful: CarefulFinder,
    expansions: u64,
    was_careful: bool,
}

impl DiscFinder {
    /// How many nodes the last search expanded.
    pub(in super::super) fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Whether the last search had to look for room at each step.
    pub(in super::super) fn was_careful(&self) -> bool {
        self.was_careful
    }

    /// How long a disc's path would be, in steps, with the bends of a point's.
    pub(in super::super) fn expect(map: &Map, query: &Query<'_>, path: &mut Path) -> f64 {
        lay_out(map, query, path);
        path.length / map.lattice().step()
    }

    /// The shortest path; the start and the goal have room, and are given with where they are on the lattice. `reaches` says
    /// whether there is one; it is asked only when the search takes long, or finds none.
    pub(in super::super) fn find(
        &mut self,
        map: &Map,
        query: &Query<'_>,
        places: [(LatticePoint, Location); 2],
        guide: Option<Guide<'_>>,
        path: &mut Path,
        mut reaches: impl FnMut() -> bool,
    ) -> Result<Answer, NoPath> {
        self.expansions = 0;
        self.was_careful = false;
        let radius = query.radius / map.lattice().step();
        let is_hard = radius < TINY || places.iter().any(|&place| touches_corner(map, place, radius));
        if !is_hard {
            match self.find_past_corners(map, query, places, guide, path, &mut reaches)? {
                Sought::Found if has_room(map, &mut self.room, path) => return Ok(Answer::Found),
                Sought::Unreachable => return Ok(Answer::Unreachable),
                Sought::Found | Sought::Doubtful | Sought::Nothing => {}
            }
        }
        if !reaches() {
            return Ok(Answer::Unreachable);
        }
        self.was_careful = true;
        let found = self.careful.find(map, query, places, path);
        self.expansions += self.careful.expansions();
        found.map(|is_found| if is_found { Answer::Found } else { Answer::Lost })
    }

    /// The search as if only corners were in the way, towards the end that the guide knows.
    fn find_past_corners(
        &mut self,
        map: &Map,
        query: &Query<'_>,
        places: [(LatticePoint, Location); 2],
        guide: Option<Guide<'_>>,
        path: &mut Path,
        mut reaches: impl FnMut() -> bool,
    ) -> Result<Sought, NoPath> {
        let Some(guide) = guide else {
            path.bends.clear();
            lay_out(map, query, path);
            return Ok(Sought::Found);
        };
        let (to, before) = (guide.end, guide.expansions);
        let [there, here] = [to, to.other()].map(|end| places[end as usize]);
        let frontier = &mut self.frontier;
        frontier.begin(map, here.0, guide.length);
        let radius = query.radius / map.lattice().step();
        let search = DiscSearch::new(Search::new(map, guide.ends, there.0, to), guide, radius);
        frontier.set_out(&search, here.1);
        let mut most = PATIENCE.max(map.face_count() as u64);
        loop {
            let stopped = frontier.run(&search, most, &query.budget, before);
            self.expansions = frontier.expansions();
            match stopped {
                None => return Ok(Sought::Nothing),
                Some(Stopped::Arrived { root, .. }) => {
                    let is_in_doubt = frontier.is_in_doubt();
                    self.trace(map, query, to.other(), root, path);
                    return Ok(if is_in_doubt { Sought::Doubtful } else { Sought::Found });
                }
                Some(Stopped::OutOfBudget) => return Err(NoPath::BudgetSpent { best: None }),
                Some(Stopped::Paused) if !reaches() => return Ok(Sought::Unreachable),
                Some(Stopped::Paused) => most = u64::MAX,
            }
        }
    }

    /// Writes down the path that leads from one end to a root and straight on to the other.
    fn trace(&mut self, map: &Map, query: &Query<'_>, end: End, last: u32, path: &mut Path) {
        let frontier = &self.frontier;
        let mut root = frontier.root(last);
        path.bends.clear();
        while let Some((before, bend)) = root.bend {
            path.bends.push(bend);
            root = frontier.root(before);
        }
        match end {
            End::Start => path.bends.reverse(),
            End::Goal => path.bends.iter_mut().for_each(|Bend { turn, .. }| *turn = turn.reversed()),
        }
        lay_out(map, query, path);
        path.proof = Proof::Shortest;
    }
}

/// Whether a disc touches a corner, but for rounding: it may set out to either side of it.
fn touches_corner(map: &Map, (at, location): (LatticePoint, Location), radius: f64) -> bool {
    // Ends are where they were rounded to.
    let limit = radius * TIE + 2.0;
    let is_near = |v: VertexId| Offset::between(at, map.lattice_point(v)).squared() <= limit * limit;
    let profiles = map.profiles();
    map.faces_at(location).filter(|&f| map.is_free(f)).flat_map(FaceId::edges).any(|e| {
        let mut beyond = profiles.left_of(map.twin(e));
        let is_beyond = |feature| matches!(feature, Feature::Corner(v) if is_near(v));
        is_near(map.origin(e)) || f64::from(profiles.corner_beyond(e)) <= limit && beyond.any(is_beyond)
    })
}
