//! Tunnels τ(Σhd, Π(Σld), t_w): only states within a width of another domain's plan, mapped by λ.

use crate::domain::{Domain, DomainPlace};
use crate::tuning::tunnel::{ARRIVED, METRES_A_SECOND};
use navigant_geometry::Point;
use navigant_geometry::internals::PointInternals as _;
use std::cell::Cell;
use std::f64::consts::PI;

/// The neighbourhood of a plan: in space, and in domains with time also in time.
///
/// λ maps a spatial plan to times by its length at constant speed. The distance of a state has two parts: how far it is from the
/// plan, and how much earlier or later than the plan it is there. A state is inside if both are within their widths. In Σ4, whose states
/// have velocities, the tunnel may have a width in heading, too: see [`with_turn`](Self::with_turn).
///
/// ```
/// use navigant_geometry::Point;
/// use navigant_planning::internals::Tunnel;
/// let plan = [Point::new(0.0, 0.0), Point::new(10.0, 0.0), Point::new(10.0, 5.0)];
/// // From second 100 on at 1.5 m/s; states within 2 m and 4 s of the plan are inside.
/// let tunnel = Tunnel::new(&plan, 100.0, 1.5, 2.0, 4.0).ok_or("no tunnel")?;
/// assert_eq!(tunnel.end(), 110.0);
/// // No plan was found in it: a search in a wider one has the same plan in its middle.
/// assert_eq!(tunnel.widened(2.0).end(), 110.0);
/// assert!(Tunnel::new(&[], 0.0, 1.5, 2.0, 4.0).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tunnel {
    /// The plan with the times of λ, which rise.
    line: Vec<TunnelKnot>,
    /// The spatial width t_w in metres.
    width: f64,
    /// The temporal width in seconds.
    lag: f64,
    /// The width in heading, in radians; infinite where headings do not matter.
    turn: f64,
    /// Nobody is to be at the plan's end before this time, in seconds.
    end_opens: f64,
}

/// A point of a tunnel's plan.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TunnelKnot {
    /// When it is passed, in seconds.
    time: f64,
    /// Where it is.
    at: Point,
    /// How far along the plan it is, in metres.
    along: f64,
    /// Where the plan heads from here, in radians; `None` where it waits or ends.
    heading: Option<f64>,
}

/// The two parts of a distance from a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Metres.
    pub space: f64,
    /// Seconds; 0 in domains without time.
    pub time: f64,
    /// How far along the plan the nearest point is, in metres.
    pub along: f64,
}

impl Tunnel {
    /// The tunnel around a polyline that is walked from a time on at a constant speed. `None` for a line without points, or numbers that
    /// are none.
    pub fn new(line: &[Point], begin: f64, speed: f64, width: f64, lag: f64) -> Option<Tunnel> {
        let are_good = [width, lag].iter().all(|w| *w >= 0.0) && speed > 0.0 && begin.is_finite();
        if line.is_empty() || !are_good || line.iter().any(|p| !p.is_finite()) {
            return None;
        }
        let mut time = begin;
        let timed = line.iter().enumerate().map(|(i, &at)| {
            time += if i > 0 { line[i - 1].distance(at) / speed } else { 0.0 };
            (time, at)
        });
        let line = knots(timed, speed);
        Some(Tunnel { line, width, lag, turn: f64::INFINITY, end_opens: f64::NEG_INFINITY })
    }

    /// The tunnel around a plan with times of its own: see [`PathTiming`](crate::team::timing::PathTiming). `None` as for [`new`](Self::new),
    /// or if times do not rise.
    pub(crate) fn timed(plan: &[(f64, Point)], width: f64, lag: f64) -> Option<Tunnel> {
        let are_good = [width, lag].iter().all(|w| *w >= 0.0);
        let rise = plan.windows(2).all(|pair| pair[0].0 <= pair[1].0);
        let are_finite = plan.iter().all(|knot| knot.0.is_finite() && knot.1.is_finite());
        (are_good && rise && are_finite && !plan.is_empty()).then(|| Tunnel {
            line: knots(plan.iter().copied(), 0.0),
            width,
            lag,
            turn: f64::INFINITY,
            end_opens: f64::NEG_INFINITY,
        })
    }

    /// The same tunnel with a width in heading, in radians: λ maps the plan to headings, too, and a state that heads elsewhere than the plan
    /// does within the temporal width is outside. Where the plan begins or waits, any heading is inside.
    pub fn with_turn(self, turn: f64) -> Tunnel {
        Tunnel { turn, ..self }
    }

    /// The same tunnel without what is near its end before a time: who is there earlier has arrived too soon. A plan that begins there keeps
    /// all of it.
    pub(crate) fn with_end_from(mut self, time: f64) -> Tunnel {
        let ends = self.line.first().zip(self.line.last());
        if ends.is_some_and(|(first, last)| first.at.distance(last.at) > ARRIVED) {
            self.end_opens = time;
        }
        self
    }

    /// The same plan with its widths multiplied by a factor.
    pub fn widened(&self, factor: f64) -> Tunnel {
        let [width, lag, turn] = [self.width, self.lag, self.turn].map(|width| width * factor);
        Tunnel { line: self.line.clone(), width, lag, turn, ..*self }
    }

    /// When the plan ends.
    pub fn end(&self) -> f64 {
        self.line.last().map_or(0.0, |knot| knot.time)
    }

    /// The distance of a place from the plan; `None` if that is more than the widths. With a time, only what the plan passes
    /// within the temporal width counts.
    pub(crate) fn distance(&self, place: DomainPlace) -> Option<Distance> {
        let p = place.point;
        let is_early = place.time.is_some_and(|time| time < self.end_opens);
        if is_early && self.line.last().is_some_and(|last| p.distance(last.at) <= ARRIVED) {
            return None;
        }
        let best = match place.time {
            Some(time) => self.nearest_in_time(p, time),
            None => self.nearest(p),
        };
        (best.square <= self.width * self.width).then(|| {
            let time = place.time.map_or(0.0, |time| (time - best.time).abs());
            Distance { space: best.square.sqrt(), time, along: best.along }
        })
    }

    /// Whether a place heads where the plan does, within the widths in heading and in time.
    fn heads_along(&self, place: DomainPlace) -> bool {
        let (Some(heading), Some(time)) = (place.heading, place.time) else { return true };
        let (low, high) = (time - self.lag, time + self.lag);
        if self.turn >= PI || self.line.first().is_none_or(|first| time <= first.time) {
            return true;
        }
        let first = self.line.partition_point(|knot| knot.time < low).saturating_sub(1);
        let mut parts = self.line[first..].windows(2).take_while(|pair| pair[0].time <= high).peekable();
        parts.peek().is_none()
            || parts.any(|pair| {
                pair[0].heading.is_none_or(|along| {
                    let apart = (heading - along).rem_euclid(2.0 * PI);
                    apart.min(2.0 * PI - apart) <= self.turn
                })
            })
    }

    /// The nearest point of the plan.
    fn nearest(&self, p: Point) -> Nearest {
        let mut best = Nearest::NONE;
        if let [only] = &self.line[..] {
            best.or(p, only.at, only);
        }
        for pair in self.line.windows(2) {
            let (a, b) = (pair[0].at, pair[1].at);
            let (vx, vy) = (b.x - a.x, b.y - a.y);
            let square = vx * vx + vy * vy;
            let share =
                if square > 0.0 { (((p.x - a.x) * vx + (p.y - a.y) * vy) / square).clamp(0.0, 1.0) } else { 0.0 };
            best.or(p, Point::new(a.x + share * vx, a.y + share * vy), &pair[0].on_the_way(&pair[1], share));
        }
        best
    }

    /// The nearest of the points that the plan passes within the temporal width of a time.
    fn nearest_in_time(&self, p: Point, time: f64) -> Nearest {
        let (low, high) = (time - self.lag, time + self.lag);
        let mut best = Nearest::NONE;
        let first = self.line.partition_point(|knot| knot.time < low).saturating_sub(1);
        for pair in self.line[first..].windows(2).take_while(|pair| pair[0].time <= high) {
            let (a, b) = (pair[0].at, pair[1].at);
            let (begin, duration) = (pair[0].time, pair[1].time - pair[0].time);
            if pair[1].time < low {
                continue;
            }
            let (vx, vy) = (b.x - a.x, b.y - a.y);
            let square = vx * vx + vy * vy;
            let share = if square > 0.0 {
                (((p.x - a.x) * vx + (p.y - a.y) * vy) / square).clamp(0.0, 1.0)
            } else if duration > 0.0 {
                // The plan waits here: the nearest moment of it.
                ((time - begin) / duration).clamp(0.0, 1.0)
            } else {
                0.0
            };
            // What is passed in time only.
            let share = if duration > 0.0 {
                share.clamp(((low - begin) / duration).clamp(0.0, 1.0), ((high - begin) / duration).clamp(0.0, 1.0))
            } else {
                share
            };
            best.or(p, Point::new(a.x + share * vx, a.y + share * vy), &pair[0].on_the_way(&pair[1], share));
        }
        // One may also wait where the plan ends, or stand where it begins.
        for knot in [self.line.first(), self.line.last()].into_iter().flatten() {
            if (time - knot.time).abs() <= self.lag {
                best.or(p, knot.at, knot);
            }
        }
        best
    }
}

impl TunnelKnot {
    /// Where and when the plan is between this knot and the next.
    fn on_the_way(&self, next: &TunnelKnot, share: f64) -> TunnelKnot {
        TunnelKnot {
            time: self.time + share * (next.time - self.time),
            at: self.at,
            along: self.along + share * (next.along - self.along),
            heading: self.heading,
        }
    }
}

/// The nearest point of a plan so far: how far it is, squared, when it is passed, and how far along it lies.
struct Nearest {
    square: f64,
    time: f64,
    along: f64,
}

impl Nearest {
    const NONE: Nearest = Nearest { square: f64::INFINITY, time: 0.0, along: 0.0 };

    /// Another point, at which the plan is as `passed` says.
    fn or(&mut self, p: Point, at: Point, passed: &TunnelKnot) {
        let square = (p.x - at.x) * (p.x - at.x) + (p.y - at.y) * (p.y - at.y);
        if square < self.square {
            *self = Nearest { square, time: passed.time, along: passed.along };
        }
    }
}

/// The knots of a timed line; points in line that are passed at the constant speed, if there is one, are left out.
fn knots(timed: impl Iterator<Item = (f64, Point)>, speed: f64) -> Vec<TunnelKnot> {
    let mut line: Vec<TunnelKnot> = Vec::new();
    for (time, at) in timed {
        let along = line.last().map_or(0.0, |last| last.along + last.at.distance(at));
        if let (true, [.., a, b]) = (speed > 0.0, &line[..]) {
            let [ab, bc] = [(a.at, b.at), (b.at, at)].map(|(p, q)| [q.x - p.x, q.y - p.y]);
            let cross = ab[0] * bc[1] - ab[1] * bc[0];
            if cross.abs() < 1e-9 && ab[0] * bc[0] + ab[1] * bc[1] >= 0.0 {
                line.pop();
            }
        }
        line.push(TunnelKnot { time, at, along, heading: None });
    }
    for i in 1..line.len() {
        let (from, to) = (line[i - 1].at, line[i].at);
        line[i - 1].heading = (from != to).then(|| libm::atan2(to.y - from.y, to.x - from.x));
    }
    line
}

/// A domain within a tunnel: succ and pred tell of states inside only, and h_t = h + |d|.
///
/// h_t is not consistent, and states outside are left out: no bound on the optimum is claimed. That leaves room for more than the
/// text's h_t: where the plan is longer between two states than h says, its length counts. Along a detour h rises while the search
/// goes on, and every state of the tunnel behind it would be expanded first.
pub struct Tunnelled<'t, D: Domain> {
    /// The domain.
    pub domain: &'t D,
    /// The tunnel.
    pub tunnel: &'t Tunnel,
    /// How far along the plan the search began, and the distance that was asked for last: AD* asks for the key of a state just after it was
    /// told that it is inside.
    begun: Cell<Option<(D::State, f64)>>,
    last: Cell<Option<(D::State, Option<Distance>)>>,
}

impl<'t, D: Domain> Tunnelled<'t, D> {
    /// A domain within a tunnel.
    pub fn new(domain: &'t D, tunnel: &'t Tunnel) -> Tunnelled<'t, D> {
        Tunnelled { domain, tunnel, begun: Cell::new(None), last: Cell::new(None) }
    }

    /// Whether a state is inside.
    pub(crate) fn contains(&self, state: D::State) -> bool {
        self.distance(state).is_some() && self.tunnel.heads_along(self.domain.map_to(state))
    }

    fn distance(&self, state: D::State) -> Option<Distance> {
        if let Some((_, distance)) = self.last.get().filter(|last| last.0 == state) {
            return distance;
        }
        let distance = self.tunnel.distance(self.domain.map_to(state));
        self.last.set(Some((state, distance)));
        distance
    }

    /// How far along the plan a state is from which distances are asked for: that of the search's start, again and again.
    fn begun(&self, from: D::State) -> f64 {
        if let Some((_, along)) = self.begun.get().filter(|begun| begun.0 == from) {
            return along;
        }
        let along = self.tunnel.distance(self.domain.map_to(from)).map_or(0.0, |d| d.along);
        self.begun.set(Some((from, along)));
        along
    }
}

impl<D: Domain> Domain for Tunnelled<'_, D> {
    type State = D::State;

    fn successors(&self, state: D::State, visit: &mut impl FnMut(D::State, f64)) {
        self.successors_if(state, &|_| true, visit);
    }

    fn predecessors(&self, state: D::State, visit: &mut impl FnMut(D::State, f64)) {
        self.predecessors_if(state, &|_| true, visit);
    }

    fn successors_if(&self, state: D::State, keep: &impl Fn(D::State) -> bool, visit: &mut impl FnMut(D::State, f64)) {
        self.domain.successors_if(state, &|to| keep(to) && self.contains(to), visit);
    }

    fn predecessors_if(
        &self,
        state: D::State,
        keep: &impl Fn(D::State) -> bool,
        visit: &mut impl FnMut(D::State, f64),
    ) {
        self.domain.predecessors_if(state, &|from| keep(from) && self.contains(from), visit);
    }

    fn reaches(&self, from: D::State, to: D::State) -> bool {
        self.domain.reaches(from, to)
    }

    fn heuristic(&self, from: D::State, to: D::State) -> f64 {
        let h = self.domain.heuristic(from, to);
        let Some(d) = self.distance(to).filter(|_| from != to) else { return h };
        let metre = self.domain.cost_of_metre();
        h.max((d.along - self.begun(from)) * metre) + (d.space + METRES_A_SECOND * d.time) * metre
    }

    fn is_bounded(&self) -> bool {
        false
    }

    fn map_to(&self, state: D::State) -> DomainPlace {
        self.domain.map_to(state)
    }

    fn map_from(&self, place: DomainPlace) -> Option<D::State> {
        self.domain.map_from(place).filter(|&state| self.contains(state))
    }

    fn cost_of_metre(&self) -> f64 {
        self.domain.cost_of_metre()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(x: f64, y: f64, time: Option<f64>) -> DomainPlace {
        DomainPlace { point: Point::new(x, y), time, heading: None }
    }

    #[test]
    fn a_state_is_inside_if_it_is_near_in_space_and_in_time() {
        let line = [[0.0, 0.0], [5.0, 0.0], [10.0, 0.0], [10.0, 10.0]].map(|[x, y]| Point::new(x, y));
        let tunnel = Tunnel::new(&line, 100.0, 2.0, 1.0, 1.5).unwrap();
        assert_eq!((tunnel.line.len(), tunnel.end()), (3, 110.0));
        assert_eq!(tunnel.distance(place(4.0, 0.5, None)), Some(Distance { space: 0.5, time: 0.0, along: 4.0 }));
        assert_eq!(tunnel.distance(place(4.0, 0.5, Some(103.0))), Some(Distance { space: 0.5, time: 1.0, along: 4.0 }));
        assert_eq!(tunnel.distance(place(4.0, 0.5, Some(105.0))), None);
        assert_eq!(tunnel.distance(place(4.0, 1.5, None)), None);
        assert!(tunnel.widened(2.0).distance(place(4.0, 1.5, Some(105.0))).is_some());
        assert_eq!(Tunnel::new(&[], 0.0, 1.0, 1.0, 1.0), None);
        assert_eq!(Tunnel::new(&line, 0.0, f64::NAN, 1.0, 1.0), None);
    }

    #[test]
    fn a_state_that_heads_elsewhere_is_outside() {
        let line = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]].map(|[x, y]| Point::new(x, y));
        let tunnel = Tunnel::new(&line, 0.0, 1.0, 1.0, 1.0).unwrap().with_turn(0.5);
        let is_inside = |tunnel: &Tunnel, x: f64, time: f64, heading: f64| {
            tunnel.heads_along(DomainPlace { heading: Some(heading), ..place(x, 0.0, Some(time)) })
        };
        assert!(is_inside(&tunnel, 5.0, 5.0, 0.4) && is_inside(&tunnel, 5.0, 5.0, 2.0 * PI - 0.4));
        assert!(!is_inside(&tunnel, 5.0, 5.0, 0.6) && is_inside(&tunnel.widened(2.0), 5.0, 5.0, 0.6));
        // At a corner as before it and as behind it; at the beginning, and where no width is given, anywhere.
        assert!(is_inside(&tunnel, 10.0, 10.0, 0.0) && is_inside(&tunnel, 10.0, 10.0, PI / 2.0));
        assert!(!is_inside(&tunnel, 10.0, 10.0, PI) && is_inside(&tunnel, 0.0, 0.0, PI));
        assert!(is_inside(&tunnel.with_turn(f64::INFINITY), 5.0, 5.0, PI));
    }

    #[test]
    fn a_plan_that_waits_is_near_while_it_waits() {
        let [a, b] = [Point::new(0.0, 0.0), Point::new(4.0, 0.0)];
        let tunnel = Tunnel::timed(&[(0.0, a), (4.0, b), (30.0, b), (34.0, Point::new(8.0, 0.0))], 1.0, 1.0).unwrap();
        assert_eq!(tunnel.distance(place(4.0, 0.0, Some(20.0))), Some(Distance { space: 0.0, time: 0.0, along: 4.0 }));
        assert_eq!(tunnel.distance(place(6.0, 0.0, Some(20.0))), None);
        assert_eq!(tunnel.distance(place(6.0, 0.0, Some(32.0))), Some(Distance { space: 0.0, time: 0.0, along: 6.0 }));
        assert_eq!(Tunnel::timed(&[(1.0, a), (0.0, b)], 1.0, 1.0), None);
        // An end that opens at second 34.
        let tunnel = tunnel.with_end_from(34.0);
        let is_inside = |x: f64, time: f64| tunnel.distance(place(x, 0.0, Some(time))).is_some();
        assert!(is_inside(8.0, 34.0) && !is_inside(8.0, 33.9) && !is_inside(7.8, 33.9) && is_inside(7.5, 33.9));
    }
}
