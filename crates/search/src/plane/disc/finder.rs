//! The shortest path for a disc: from both ends, as if only corners were in its way; and with care if that is not so.

use super::super::ends::{End, Ends};
use super::super::frontier::{Search, Stopped};
use super::super::path::{Bend, NoPath, Path, Proof, Query};
use super::careful::CarefulFinder;
use super::frontier::DiscFrontier;
use super::layout::{has_room, lay_out};
use super::search::{DiscSearch, TIE};
use navigant_geometry::Offset;
use navigant_mesh::clearance::{Feature, Room};
use navigant_mesh::{FaceId, LatticePoint, Location, Map, VertexId};

/// How many expansions are made from either end before one of them is gone on with.
const PROBE: u64 = 32;

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
    /// From the start, and from the goal.
    frontiers: [DiscFrontier; 2],
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

    /// The shortest path; the start and the goal have room, and are given with where they are on the lattice. `reaches` says
    /// whether there is one; it is asked only when the search takes long, or finds none.
    pub(in super::super) fn find(
        &mut self,
        map: &Map,
        query: &Query<'_>,
        places: [(LatticePoint, Location); 2],
        ends: &mut Ends,
        path: &mut Path,
        mut reaches: impl FnMut() -> bool,
    ) -> Result<Answer, NoPath> {
        self.expansions = 0;
        self.was_careful = false;
        let radius = query.radius / map.lattice().step();
        let is_hard = radius < TINY || places.iter().any(|&place| touches_corner(map, place, radius));
        if !is_hard {
            match self.find_past_corners(map, query, places, ends, path, &mut reaches)? {
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

    /// The search from both ends, as if only corners were in the way.
    fn find_past_corners(
        &mut self,
        map: &Map,
        query: &Query<'_>,
        places: [(LatticePoint, Location); 2],
        ends: &mut Ends,
        path: &mut Path,
        mut reaches: impl FnMut() -> bool,
    ) -> Result<Sought, NoPath> {
        let free = |location: Location| map.faces_at(location).filter(|&f| map.is_free(f));
        let [(start, from), (goal, to)] = places;
        path.bends.clear();
        if start == goal || free(from).any(|f| free(to).any(|g| f == g)) {
            lay_out(map, query, path);
            return Ok(Sought::Found);
        }
        ends.begin(map);
        free(from).for_each(|f| ends.mark(map, f, End::Start));
        free(to).for_each(|f| ends.mark(map, f, End::Goal));
        self.frontiers[0].begin(map, start);
        self.frontiers[1].begin(map, goal);
        let radius = query.radius / map.lattice().step();
        let mut end = End::Start;
        let mut most = PROBE;
        loop {
            let [other, this] = [end.other(), end].map(|e| places[e as usize]);
            let search = DiscSearch::new(Search::new(map, ends, other.0, end.other()), radius);
            let before = self.frontiers[end.other() as usize].expansions();
            let frontier = &mut self.frontiers[end as usize];
            if frontier.expansions() == 0 {
                frontier.set_out(&search, this.1);
            }
            let stopped = frontier.run(&search, most, &query.budget, before);
            self.expansions = before + frontier.expansions();
            match stopped {
                None => return Ok(Sought::Nothing),
                Some(Stopped::Arrived { root }) => {
                    self.trace(map, query, end, root, path);
                    let is_in_doubt = self.frontiers.iter().any(DiscFrontier::is_in_doubt);
                    return Ok(if is_in_doubt { Sought::Doubtful } else { Sought::Found });
                }
                Some(Stopped::OutOfBudget) => return Err(NoPath::BudgetSpent { best: None }),
                Some(Stopped::Paused) if most == PROBE && end == End::Start => end = End::Goal,
                Some(Stopped::Paused) if most == PROBE => {
                    let [proved_forth, proved_back] = self.frontiers.each_ref().map(DiscFrontier::proved);
                    end = if proved_forth < proved_back { End::Goal } else { End::Start };
                    most = PATIENCE.max(map.face_count() as u64);
                }
                Some(Stopped::Paused) if !reaches() => return Ok(Sought::Unreachable),
                Some(Stopped::Paused) => most = u64::MAX,
            }
        }
    }

    /// Writes down the path that leads from one end to a root and straight on to the other.
    fn trace(&mut self, map: &Map, query: &Query<'_>, end: End, last: u32, path: &mut Path) {
        let frontier = &self.frontiers[end as usize];
        let mut root = frontier.root(last);
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
