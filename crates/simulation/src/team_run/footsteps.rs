//! The footstep course of §7.4: a stream with stepping stones. Σ4, whose agent is a disc, finds no floor to walk on; Σ5 sets feet on stones.

use crate::draws::Draws;
use navigant_mesh::{BadMapGrid, Bounds, Map, Outline, Point};
use navigant_planning::internals::{
    ArrivalWindow, Domain as _, DomainSearch, Foot, Footing, FootstepState, Footsteps, Fovea, Gait, GridDomain,
    Platform, SpaceTime, StaticMesh, Tunnel, Tunnelled, UntimedFootsteps, World,
};
use navigant_search::graph::{Budget, SearchError, StopReason};

/// The radius of the body in metres; feet may stand closer to walls.
const RADIUS: f64 = 0.25;
/// Half the side of a stone in metres: a foot's length is twice that.
const STONE: f64 = 0.175;
/// From one stone to the next along the stream's breadth, in metres: a short step.
const APART: f64 = 0.35;
/// The most states that a search in Σ1, Σ3 or Σ4 expands.
const MOST: u64 = 120_000;
/// How much wider the tunnel in Σ5 is made, one after the other until a plan is found.
const WIDENINGS: [f64; 2] = [1.0, 2.0];
/// The inflation of the search in Σ5.
const EPSILON: f64 = 2.0;
/// How far beside a stone the middle of a walker may be, in metres: half a hip, and a cell of Σ3.
const REACH: f64 = 0.2;
/// What Σ3 keeps from the water, and its cells, in metres.
const BESIDE: f64 = 0.05;
const CELL: f64 = 0.25;
/// The longest step of a walker, in metres: what is longer is an error of the plan.
const LONGEST: f64 = 1.0;

/// The course: a floor with a stream across it, stones in the stream, and posts on the banks.
#[derive(Clone, Debug)]
pub struct FootstepCourse {
    /// The floor and the posts; the stream is no obstacle of the map.
    pub map: Map,
    /// The floor.
    pub floor: Outline,
    /// The posts.
    pub posts: Vec<Outline>,
    /// The stream and its stones.
    pub footing: Footing,
    /// Where the walker stands.
    pub start: Point,
    /// Where it is to go.
    pub goal: Point,
    /// It must be there by then, in seconds.
    pub limit: f64,
}

/// What came of the course. All but the expansions is read from the trajectory, not from the domain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FootstepOutcome {
    /// When each foot is set down, whether it is the left one, and where.
    pub steps: Vec<(f64, bool, Point)>,
    /// How each foot is turned, in radians counter-clockwise from the x axis.
    pub angles: Vec<f64>,
    /// Π(Σ1) and Π(Σ3), the middle of the tunnel in Σ5.
    pub lines: [Vec<Point>; 2],
    /// Where the body is then.
    pub body: Vec<Point>,
    /// Whether the last step is at the goal and in time.
    pub arrived: bool,
    /// Feet that are set down in the water.
    pub wet: usize,
    /// Steps in which the body touches a wall or a post.
    pub overlaps: usize,
    /// Steps with the same foot as the one before, or longer than a walker's; the first step is to be the left foot's.
    pub stumbles: usize,
    /// Whether Σ4 alone finds a plan over the course.
    pub space_time_finds: bool,
    /// Expansions of Σ1, Σ3, Σ4 and Σ5.
    pub expansions: [u64; 4],
}

impl FootstepOutcome {
    /// Whether the walker is at its goal in time with dry feet and touched nothing, where Σ4 alone has no plan.
    pub fn is_success(&self) -> bool {
        self.arrived && self.wet + self.overlaps + self.stumbles == 0 && !self.space_time_finds
    }
}

impl FootstepCourse {
    /// The width of the tunnel in Σ5 around Π(Σ3), in metres.
    pub(super) const WIDTH: f64 = 0.8;
    /// The most states that are expanded in Σ5, all tries together: after these there is no plan.
    pub const MOST_FOOTSTEPS: u64 = 40_000;
    /// Its name among the scenarios.
    pub const NAME: &'static str = "footsteps";
    /// What it shows, in a sentence.
    pub const ABOUT: &'static str = "a walker crosses a stream on stones that have room for one foot";

    /// The course of a seed: the stones lie somewhat askew, and the posts stand elsewhere.
    pub fn of_seed(seed: u64) -> Option<FootstepCourse> {
        let mut draws = Draws::new(seed);
        let mut obstacles = Vec::new();
        for x in [1.8, 8.2] {
            let y = 2.0 + draws.number([-0.4, 0.4]);
            obstacles.push(Outline::rectangle([x, y - 0.2], [x + 0.3, y + 0.2]));
        }
        let floor = Outline::rectangle([0.0, 0.0], [11.0, 4.0]);
        let (map, _) = Map::build(std::slice::from_ref(&floor), &obstacles).ok()?;
        let stream = Bounds { min: Point::new(3.5, 0.0), max: Point::new(7.0, 4.0) };
        let mut stones = Vec::new();
        let (mut x, mut y, mut side) = (stream.min.x + 0.25, 2.0 + draws.number([-0.2, 0.2]), 0.1);
        while x < stream.max.x {
            let at = Point::new(x + draws.number([-0.02, 0.02]), y + side + draws.number([-0.02, 0.02]));
            stones.push(Platform { half: [STONE, STONE], knots: vec![(0.0, at)] });
            y = (y + draws.number([-0.02, 0.02])).clamp(1.2, 2.8);
            (x, side) = (x + APART, -side);
        }
        let footing = Footing { gaps: vec![stream], platforms: stones };
        Some(FootstepCourse {
            map,
            floor,
            posts: obstacles,
            footing,
            start: Point::new(0.8, 2.0),
            goal: Point::new(10.0, 2.0),
            limit: 60.0,
        })
    }

    /// Plans the course in Σ1, Σ3 and, in a tunnel around that, Σ5; and, for comparison, in Σ4 alone.
    ///
    /// # Errors
    /// [`BadMapGrid`] or [`SearchError`] when the course cannot be.
    pub fn run(&self) -> Result<FootstepOutcome, Box<dyn std::error::Error + Send + Sync>> {
        let mut world = World::of(&self.map, RADIUS, 0.25, Gait::walk()).map_err(|e: BadMapGrid| e.to_string())?;
        world.footing = self.footing.clone();
        let mut outcome = FootstepOutcome::default();
        outcome.space_time_finds = self.space_time(&world, &mut outcome.expansions[2])?;
        let Some(lines) = self.lines(&world, &mut outcome.expansions)? else { return Ok(outcome) };
        let line = &lines[1];
        let ground = world.ground(&self.map);
        let feet = Footsteps {
            ground: &ground,
            footing: &self.footing,
            published: &world.published,
            me: None,
            origin: self.start,
            time: 0.0,
        };
        let Some(start) = feet.standing(self.start, 0) else { return Ok(outcome) };
        // Nothing of the course moves.
        let untimed = UntimedFootsteps { feet: &feet };
        let start = FootstepState { tick: UntimedFootsteps::TICK, ..start };
        let goals = feet.arrivals(self.goal, 0.1, 0, UntimedFootsteps::TICK..=UntimedFootsteps::TICK);
        for wider in WIDENINGS {
            let Some(tunnel) = Tunnel::new(line, 0.0, 1.0, Self::WIDTH * wider, 0.0) else { break };
            let mut search = DomainSearch::new(start, goals.clone(), EPSILON);
            let left = Self::MOST_FOOTSTEPS - outcome.expansions[3];
            let answer = search.search(&Tunnelled::new(&untimed, &tunnel), Budget::expansions(left))?;
            outcome.expansions[3] += answer.expansions;
            if let Some(plan) = untimed.timed(search.path()).filter(|_| answer.stop == StopReason::Solved) {
                self.look(&feet, &plan, &mut outcome);
                break;
            }
        }
        outcome.lines = lines;
        Ok(outcome)
    }

    /// Σ4 alone: whether it finds a plan.
    fn space_time(&self, world: &World, expansions: &mut u64) -> Result<bool, SearchError> {
        let ground = world.ground(&self.map);
        let domain = SpaceTime {
            ground: &ground,
            published: &world.published,
            me: None,
            gait: &world.gait,
            origin: self.start,
            time: 0.0,
            fovea: Fovea::ALL,
            departure: None,
        };
        let Some(from) = domain.state_at(self.start, 0, 0, self.goal) else { return Ok(false) };
        let goals = domain.arrivals(&ArrivalWindow { at: self.goal, window: 1, steps: 8..=16, speed: 0 });
        let answer = DomainSearch::new(from, goals, 1.5).search(&domain, Budget::expansions(MOST))?;
        *expansions = answer.expansions;
        Ok(answer.stop == StopReason::Solved)
    }

    /// Π(Σ1), over the floor as if there were no stream; and Π(Σ3) in a tunnel around it, over the floor and near the stones: a foot is no
    /// farther from the body than half a hip.
    fn lines(&self, world: &World, expansions: &mut [u64; 4]) -> Result<Option<[Vec<Point>; 2]>, SearchError> {
        let domain = StaticMesh { map: &self.map, mesh: &world.mesh };
        let [start, goal] = [self.start, self.goal].map(|p| domain.map_from(p.into()));
        let (Some(start), Some(goal)) = (start, goal) else { return Ok(None) };
        let mut mesh = DomainSearch::new(start, [goal], 1.0);
        expansions[0] = mesh.search(&domain, Budget::UNLIMITED)?.expansions;
        let line = world.mesh.polyline(self.start, mesh.path(), self.goal);
        let Some(tunnel) = Tunnel::new(&line, 0.0, 1.0, 8.0, 0.0) else { return Ok(None) };
        let Some(held) = self.held() else { return Ok(None) };
        let Ok(near) = World::of(&held, BESIDE, CELL, Gait::walk()) else { return Ok(None) };
        let domain = GridDomain { map: &held, grid: &near.grid, occupied: &near.occupied, me: None };
        let [start, goal] = [self.start, self.goal].map(|p| domain.nearest_free(p, 3));
        let (Some(start), Some(goal)) = (start, goal) else { return Ok(None) };
        let mut cells = DomainSearch::new(start, [goal], 1.0);
        expansions[1] = cells.search(&Tunnelled::new(&domain, &tunnel), Budget::expansions(MOST))?.expansions;
        let places: Vec<Point> = cells.path().iter().map(|&cell| domain.map_to(cell).point).collect();
        Ok((!places.is_empty()).then_some([line, places]))
    }

    /// The map, with an obstacle wherever the stream is and no stone near: between them a walker's middle can be.
    fn held(&self) -> Option<Map> {
        let mut map = self.map.clone();
        let squares: Vec<Bounds> = self
            .footing
            .platforms
            .iter()
            .filter_map(|stone| {
                let (at, [x, y]) = (stone.knots.first()?.1, stone.half.map(|half| half + REACH));
                Some(Bounds { min: Point::new(at.x - x, at.y - y), max: Point::new(at.x + x, at.y + y) })
            })
            .collect();
        for gap in &self.footing.gaps {
            let mut cuts: Vec<f64> =
                squares.iter().flat_map(|s| [s.min.x, s.max.x]).chain([gap.min.x, gap.max.x]).collect();
            cuts.retain(|x| (gap.min.x..=gap.max.x).contains(x));
            cuts.sort_by(f64::total_cmp);
            for pair in cuts.windows(2).filter(|pair| pair[1] - pair[0] > 1e-6) {
                // From below to above: what no square covers of this strip.
                let middle = 0.5 * (pair[0] + pair[1]);
                let mut over: Vec<&Bounds> = squares.iter().filter(|s| s.min.x < middle && middle < s.max.x).collect();
                over.sort_by(|a, b| a.min.y.total_cmp(&b.min.y));
                let mut low = gap.min.y;
                for next in over.iter().map(|s| (s.min.y, s.max.y)).chain([(gap.max.y, gap.max.y)]) {
                    if next.0 > low + 1e-6 {
                        map.insert(&Outline::rectangle([pair[0], low], [pair[1], next.0])).ok()?;
                    }
                    low = low.max(next.1);
                }
            }
        }
        Some(map)
    }

    /// Checks a plan by its feet.
    fn look(&self, feet: &Footsteps, plan: &[FootstepState], outcome: &mut FootstepOutcome) {
        outcome.steps = plan
            .iter()
            .map(|&state| (f64::from(state.tick) * 0.1, state.foot == Foot::Left, feet.point(state)))
            .collect();
        outcome.angles = plan.iter().map(|state| f64::from(state.heading) * std::f64::consts::FRAC_PI_8).collect();
        outcome.body = plan.iter().map(|&state| feet.centre_of_mass(state)).collect();
        let holds = |p: Point| {
            let in_water = self.footing.gaps.iter().any(|gap| gap.min.x < p.x && p.x < gap.max.x);
            let on = |stone: &Platform| {
                let at = stone.knots.first().map_or(p, |knot| knot.1);
                (p.x - at.x).abs() <= STONE + 1e-6 && (p.y - at.y).abs() <= STONE + 1e-6
            };
            !in_water || self.footing.platforms.iter().any(on)
        };
        outcome.wet = outcome.steps.iter().filter(|step| !holds(step.2)).count();
        let bodies = outcome.body.windows(2);
        outcome.overlaps = bodies.filter(|pair| !self.map.sees_as_disc(pair[0], pair[1], RADIUS - 1e-6)).count();
        // The walker stands on both feet at first, the right one does not move.
        let first = outcome.steps.iter().take(2).map(|step| step.1).collect::<Vec<_>>() != [false, true];
        let far = |a: Point, b: Point| (a.x - b.x).hypot(a.y - b.y);
        let is_wrong = |pair: &&[(f64, bool, Point)]| pair[0].1 == pair[1].1 || far(pair[0].2, pair[1].2) > LONGEST;
        outcome.stumbles = usize::from(first) + outcome.steps.windows(2).filter(is_wrong).count();
        outcome.arrived =
            outcome.steps.last().is_some_and(|&(time, _, at)| time <= self.limit && far(at, self.goal) < 0.5);
    }
}
