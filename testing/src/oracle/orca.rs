//! ORCA as the paper tells it, in double precision: lines one by one, neighbours by looking at everyone, linear programs by
//! trying every place where the best velocity can be.
//!
//! "Reciprocal n-body collision avoidance" (van den Berg, Guy, Lin, Manocha, 2011).

type Vec2 = [f64; 2];

/// A half-plane of velocities: what is to the left of a line.
#[derive(Clone, Copy, Debug)]
pub struct HalfPlane {
    /// A point on the line.
    pub point: Vec2,
    /// Its direction, of length 1.
    pub direction: Vec2,
}

impl HalfPlane {
    /// How far a velocity is outside.
    pub fn violation(&self, v: Vec2) -> f64 {
        cross(self.direction, minus(self.point, v))
    }
}

/// An agent.
#[derive(Clone, Copy, Debug)]
pub struct Walker {
    /// Metres.
    pub position: Vec2,
    /// Metres a second.
    pub velocity: Vec2,
    /// Metres.
    pub radius: f64,
}

/// The indices of the k nearest neighbours within a distance, nearest first.
pub fn neighbours(walkers: &[Walker], of: usize, distance: f64, count: usize) -> Vec<usize> {
    let far = |i: usize| length(minus(walkers[i].position, walkers[of].position));
    let mut others: Vec<usize> = (0..walkers.len()).filter(|&i| i != of && far(i) <= distance).collect();
    others.sort_by(|&i, &j| far(i).total_cmp(&far(j)));
    others.truncate(count);
    others
}

/// The half-plane that `a` takes on account of `b`: half of what is needed to leave the velocity obstacle.
///
/// The velocity obstacle is searched for its border point by point: its round tip and its two sides, all of whose points
/// are compared.
pub fn half_plane(a: &Walker, b: &Walker, horizon: f64, dt: f64) -> HalfPlane {
    let (way, relative) = (minus(b.position, a.position), minus(a.velocity, b.velocity));
    let (reach, distance) = (a.radius + b.radius, length(way));
    // (how far the border point is, the border point, the direction out of the obstacle)
    let mut border: Vec<(f64, Vec2, Vec2)> = Vec::new();
    let time = if distance > reach { horizon } else { dt };
    let middle = times(way, 1.0 / time);
    let from_middle = minus(relative, middle);
    let out = times(from_middle, 1.0 / length(from_middle));
    let on_tip = plus(middle, times(out, reach / time));
    let away = length(minus(relative, on_tip));
    if distance <= reach {
        border.push((away, on_tip, out));
    } else {
        let leg = (distance * distance - reach * reach).sqrt();
        // The tip reaches as far as the points where the sides touch it.
        let sides = [1.0, -1.0].map(|side| {
            let (cos, sin) = (leg / distance, side * reach / distance);
            let unit = times(way, 1.0 / distance);
            ([unit[0] * cos - unit[1] * sin, unit[0] * sin + unit[1] * cos], side)
        });
        if dot(out, way) < 0.0 && dot(out, way).powi(2) > reach * reach {
            border.push((away, on_tip, out));
        }
        for (direction, side) in sides {
            let along = dot(relative, direction);
            if along >= leg / time {
                let foot = times(direction, along);
                let outward = times([-direction[1], direction[0]], side);
                border.push((length(minus(relative, foot)), foot, outward));
            }
        }
        // In the shadow nearest to a touching point none of the above may apply, up to rounding.
        if border.is_empty() {
            border.push((away, on_tip, out));
        }
    }
    let (_, point, outward) = border.into_iter().min_by(|p, q| p.0.total_cmp(&q.0)).expect("there is a border");
    let half = times(minus(point, relative), 0.5);
    HalfPlane { point: plus(a.velocity, half), direction: [outward[1], -outward[0]] }
}

/// The velocity in a disc and in all half-planes that is nearest to a wish, among all places where it can be; `None` if
/// nothing is allowed. Violations below a tolerance do not count.
pub fn nearest_allowed(planes: &[HalfPlane], speed: f64, wish: Vec2, tolerance: f64) -> Option<Vec2> {
    let mut places = vec![wish, times(wish, speed / length(wish))];
    for (i, plane) in planes.iter().enumerate() {
        places.push(plus(plane.point, times(plane.direction, dot(minus(wish, plane.point), plane.direction))));
        places.extend(on_circle(plane.point, plane.direction, speed));
        places.extend(planes[..i].iter().filter_map(|other| crossing(plane, other)));
    }
    let is_allowed =
        |v: &Vec2| length(*v) <= speed + tolerance && planes.iter().all(|plane| plane.violation(*v) <= tolerance);
    let far = |v: &Vec2| length(minus(*v, wish));
    places.into_iter().filter(|v| v[0].is_finite() && is_allowed(v)).min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// The velocity in the disc that keeps to the first `hard` half-planes and violates the worst of the others least, and by how
/// much; `None` if the hard ones allow nothing.
pub fn least_violation(planes: &[HalfPlane], hard: usize, speed: f64, tolerance: f64) -> Option<(Vec2, f64)> {
    let (rigid, soft) = planes.split_at(hard);
    let worst = |v: Vec2| soft.iter().map(|plane| plane.violation(v)).fold(f64::NEG_INFINITY, f64::max);
    // The lines on which two of them are violated equally, and the hard ones.
    let mut lines: Vec<HalfPlane> = rigid.to_vec();
    let mut places: Vec<Vec2> = Vec::new();
    for (i, a) in soft.iter().enumerate() {
        // Straight away from it, to the rim.
        places.push(times([-a.direction[1], a.direction[0]], speed));
        for b in &soft[..i] {
            let direction = minus(b.direction, a.direction);
            let size = length(direction);
            if size > 1e-12 {
                let direction = times(direction, 1.0 / size);
                let normal = [-direction[1], direction[0]];
                // A point where both are violated equally: along the normal from the origin.
                let at = |t: f64| {
                    let v = times(normal, t);
                    a.violation(v) - b.violation(v)
                };
                let slope = at(1.0) - at(0.0);
                let t = -at(0.0) / slope;
                lines.push(HalfPlane { point: times(normal, t), direction });
            }
        }
    }
    for (i, line) in lines.iter().enumerate() {
        places.extend(on_circle(line.point, line.direction, speed));
        places.extend(lines[..i].iter().filter_map(|other| crossing(line, other)));
    }
    let is_kept =
        |v: &Vec2| length(*v) <= speed + tolerance && rigid.iter().all(|plane| plane.violation(*v) <= tolerance);
    let places = places.into_iter().filter(|v| v[0].is_finite() && is_kept(v)).map(|v| (v, worst(v)));
    places.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// The velocity of one of some walkers after a step without walls.
pub fn velocity(walkers: &[Walker], of: usize, wish: Vec2, speed: f64, rules: &Rules) -> Vec2 {
    let near = neighbours(walkers, of, rules.distance, rules.count);
    let planes: Vec<HalfPlane> =
        near.iter().map(|&other| half_plane(&walkers[of], &walkers[other], rules.horizon, rules.dt)).collect();
    let allowed = nearest_allowed(&planes, speed, wish, 1e-9);
    allowed.or_else(|| least_violation(&planes, 0, speed, 1e-6).map(|(v, _)| v)).unwrap_or([0.0, 0.0])
}

/// How far everyone looks.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Metres.
    pub distance: f64,
    /// The number k of nearest neighbours.
    pub count: usize,
    /// Seconds.
    pub horizon: f64,
    /// Seconds to a step.
    pub dt: f64,
}

/// Where a line meets the circle around the origin.
fn on_circle(point: Vec2, direction: Vec2, radius: f64) -> impl Iterator<Item = Vec2> {
    let foot = minus(point, times(direction, dot(point, direction)));
    let half = (radius * radius - dot(foot, foot)).sqrt();
    [half, -half].into_iter().filter(|h| h.is_finite()).map(move |h| plus(foot, times(direction, h)))
}

fn crossing(a: &HalfPlane, b: &HalfPlane) -> Option<Vec2> {
    let area = cross(a.direction, b.direction);
    let t = cross(minus(b.point, a.point), b.direction) / area;
    (area.abs() > 1e-12).then(|| plus(a.point, times(a.direction, t)))
}

fn plus(a: Vec2, b: Vec2) -> Vec2 {
    [a[0] + b[0], a[1] + b[1]]
}

fn minus(a: Vec2, b: Vec2) -> Vec2 {
    [a[0] - b[0], a[1] - b[1]]
}

fn times(a: Vec2, by: f64) -> Vec2 {
    [a[0] * by, a[1] * by]
}

fn dot(a: Vec2, b: Vec2) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn cross(a: Vec2, b: Vec2) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn length(a: Vec2) -> f64 {
    a[0].hypot(a[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use navigant_crowd::Vector;
    use navigant_crowd::internals::AgentInternals as _;
    use navigant_crowd::internals::VectorInternals as _;
    use navigant_crowd::internals::{Body, CellList, Fine};
    use navigant_crowd::internals::{Line, Lines, solve};
    use navigant_crowd::internals::{NeighbourFinder, Reach};

    fn random_lines(rng: &mut Rng, count: usize, far: f64) -> (Lines, Vec<HalfPlane>) {
        let (mut lines, mut planes) = (Lines::default(), Vec::new());
        for _ in 0..count {
            let [x, y] = rng.direction().map(|c| c as f32);
            let direction = Vector::new(x, y).direction();
            let point = Vector::new(rng.range(-far..far) as f32, rng.range(-far..far) as f32);
            lines.push(Line { point, direction });
            planes.push(HalfPlane {
                point: [point.x, point.y].map(f64::from),
                direction: [direction.x, direction.y].map(f64::from),
            });
        }
        (lines, planes)
    }

    #[test]
    fn the_linear_programs_find_what_trying_everything_finds() {
        let mut rng = Rng::new(7);
        let (mut allowed, mut forbidden) = (0, 0);
        for case in 0..20_000 {
            let (lines, planes) = random_lines(&mut rng, 1 + case % 12, 1.2);
            let (speed, wish) = (1.5, [rng.range(-2.0..2.0), rng.range(-2.0..2.0)]);
            let found = solve(&lines, 0, speed as f32, Vector::new(wish[0] as f32, wish[1] as f32));
            let found = [f64::from(found.x), f64::from(found.y)];
            assert!(length(found) <= speed + 1e-4, "case {case}: {found:?} is too fast");
            match nearest_allowed(&planes, speed, wish, 1e-6) {
                Some(best) => {
                    allowed += 1;
                    let (ours, theirs) = (length(minus(found, wish)), length(minus(best, wish)));
                    let worst = planes.iter().map(|plane| plane.violation(found)).fold(0.0, f64::max);
                    // What is allowed may be a sliver that single precision does not see.
                    let is_sliver = nearest_allowed(&moved_in(&planes, 1e-3), speed, wish, 0.0).is_none();
                    assert!(is_sliver || worst < 1e-4, "case {case}: {found:?} is forbidden by {worst}");
                    assert!(is_sliver || ours < theirs + 1e-3, "case {case}: {found:?}, should be {best:?}");
                }
                None => {
                    forbidden += 1;
                    let worst = planes.iter().map(|plane| plane.violation(found)).fold(f64::NEG_INFINITY, f64::max);
                    let least = least_violation(&planes, 0, speed, 1e-6).unwrap().1;
                    assert!(worst <= least + 2e-3, "case {case}: {found:?} is forbidden by {worst}, {least} would do");
                }
            }
        }
        assert!(allowed > 5_000 && forbidden > 5_000, "{allowed} allowed, {forbidden} forbidden");
    }

    fn moved_in(planes: &[HalfPlane], by: f64) -> Vec<HalfPlane> {
        let moved = |plane: &HalfPlane| {
            let inward = times([-plane.direction[1], plane.direction[0]], by);
            HalfPlane { point: plus(plane.point, inward), ..*plane }
        };
        planes.iter().map(moved).collect()
    }

    #[test]
    fn lines_of_walls_are_kept_to_when_others_are_given_up() {
        let mut rng = Rng::new(11);
        for case in 0..5_000 {
            // Two walls that allow standing still, as walls do.
            let (mut lines, mut planes) = (Lines::default(), Vec::new());
            for _ in 0..2 {
                let [x, y] = rng.direction();
                let back = rng.range(0.0..0.5);
                let plane = HalfPlane { point: [y * back, -x * back], direction: [x, y] };
                lines.push(Line {
                    point: Vector::new(plane.point[0] as f32, plane.point[1] as f32),
                    direction: Vector::new(x as f32, y as f32),
                });
                planes.push(plane);
            }
            let (soft_lines, soft_planes) = random_lines(&mut rng, 6, 1.0);
            soft_lines.iter().for_each(|line| lines.push(line));
            planes.extend(soft_planes);
            let found = solve(&lines, 2, 1.5, Vector::new(1.0, 0.0));
            let found = [f64::from(found.x), f64::from(found.y)];
            let hard = planes[..2].iter().map(|plane| plane.violation(found)).fold(0.0, f64::max);
            assert!(hard < 1e-3, "case {case}: {found:?} enters a wall by {hard}");
            if nearest_allowed(&planes, 1.5, [1.0, 0.0], 1e-6).is_none() {
                let worst = planes[2..].iter().map(|plane| plane.violation(found)).fold(f64::NEG_INFINITY, f64::max);
                let least = least_violation(&planes, 2, 1.5, 1e-6).unwrap().1;
                assert!(worst <= least + 2e-3, "case {case}: {found:?} is forbidden by {worst}, {least} would do");
            }
        }
    }

    #[test]
    fn a_crowd_walks_as_the_paper_tells() {
        use crate::generate::crowd::{circle, disk};
        use navigant_crowd::{Agent, Aim, Avoidance, Crowd, Orca};
        let rules = Rules { distance: 15.0, count: 10, horizon: 10.0, dt: 0.25 };
        for (scene, radius, steps) in [(circle(60), 1.5, 250), (disk(7, 60), 1.5, 60)] {
            let map = scene.map().unwrap();
            let mut crowd = Crowd::new(&map);
            for &[from, to] in &scene.ways {
                let agent = Agent { radius, speed: 1.0, max_speed: 2.0, ..Agent::new(from) };
                let agent = agent.with_aim(Aim::Straight(to)).with_avoidance(Avoidance::Orca(Orca::CIRCLE));
                crowd.add(&map, &agent).unwrap();
            }
            let mut checked = 0;
            for step in 0..steps {
                let before: Vec<_> = crowd.agents().collect();
                let walker = |seen: &navigant_crowd::Seen| Walker {
                    position: seen.position.into(),
                    velocity: [seen.velocity.x, seen.velocity.y].map(f64::from),
                    radius: seen.radius,
                };
                let walkers: Vec<Walker> = before.iter().map(walker).collect();
                crowd.step(&map, rules.dt).unwrap();
                for (at, seen) in before.iter().enumerate() {
                    let Aim::Straight(goal) = seen.aim else { panic!("everyone walks straight") };
                    let way = times(minus(goal.into(), walkers[at].position), 1.0 / rules.dt);
                    let wish = if length(way) > 1.0 { times(way, 1.0 / length(way)) } else { way };
                    let wanted = velocity(&walkers, at, wish, 2.0, &rules);
                    let found = crowd.agent(seen.id).unwrap().velocity;
                    let apart = length(minus([found.x, found.y].map(f64::from), wanted));
                    checked += 1;
                    assert!(apart < 0.02, "{}, step {step}: {found:?}, should be {wanted:?}", scene.name);
                }
            }
            assert!(checked >= 3000);
        }
    }

    const METRES: f32 = 1.0 / 1024.0;

    fn crowd(rng: &mut Rng, count: usize) -> (Vec<Walker>, CellList) {
        let spread = *rng.pick(&[0.5, 5.0, 40.0]);
        let walkers: Vec<Walker> = (0..count)
            .map(|_| {
                // On the fine lattice, some of them at one place.
                let mut at = || (rng.range(-spread..spread) * 64.0).round() / 64.0;
                Walker { position: [at(), at()], velocity: [at(), at()].map(|v| v / 8.0), radius: 0.25 }
            })
            .collect();
        let fine = |c: f64| (c / f64::from(METRES)) as i32;
        let places: Vec<Fine> =
            walkers.iter().map(|w| Fine { x: fine(w.position[0]), y: fine(w.position[1]) }).collect();
        let body = |slot: usize| {
            let [x, y] = walkers[slot].velocity;
            Body { velocity: Vector::new(x as f32, y as f32), radius: walkers[slot].radius as f32, ..Body::default() }
        };
        let mut cells = CellList::default();
        cells.sort(&places, body, *rng.pick(&[200, 1024, 8000]));
        (walkers, cells)
    }

    #[test]
    fn the_nearest_neighbours_are_those_that_looking_at_everyone_finds() {
        let mut rng = Rng::new(7);
        for case in 0..300 {
            let (walkers, cells) = crowd(&mut rng, 1 + case);
            let mut finder = NeighbourFinder::default();
            let (distance, count) = (*rng.pick(&[0.3, 4.0, 30.0]), *rng.pick(&[1, 10, 32]));
            for cell in 0..cells.len() {
                finder.enter(&cells, cell, rng.below(4));
                for agent in cells.agents_in(cell) {
                    let guess = *rng.pick(&[0.001, 1.0, 100.0]);
                    let reach = Reach { distance: distance as f32, count, guess, least_guess: 0.25 };
                    let slots = &cells.agents().slot;
                    finder.find(&cells, (cell, agent), reach, METRES, |other| (0, slots[other]));
                    let of = slots[agent] as usize;
                    let far = |&other: &usize| length(minus(walkers[other].position, walkers[of].position));
                    let wanted: Vec<f64> = neighbours(&walkers, of, distance, count).iter().map(far).collect();
                    let found = &finder.found.who[..finder.found.len()];
                    let found: Vec<f64> = found.iter().map(|&who| far(&(slots[who as usize] as usize))).collect();
                    assert_eq!(found.len(), wanted.len(), "case {case}");
                    let apart = found.iter().zip(&wanted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                    assert!(apart < 1e-4, "case {case}: {found:?}, should be {wanted:?}");
                }
            }
        }
    }
}
