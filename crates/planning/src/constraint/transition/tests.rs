use super::*;
use crate::constraint::{Constraint, ConstraintId, Shape};
use navigant_geometry::Outline;

/// Numbers in [0, 1), from a seed.
fn numbers(mut state: u64) -> impl FnMut() -> f64 {
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Up to five soft constraints in a square of 30 m, of all kinds, and the ids of the `Near` ones.
fn random_field(next: &mut impl FnMut() -> f64) -> (MultiplierField, Vec<ConstraintId>) {
    let (mut field, mut near) = (MultiplierField::new(), Vec::new());
    for _ in 0..(next() * 6.0) as u32 {
        let (x, y) = (next() * 30.0, next() * 30.0);
        let corners: Vec<[f64; 2]> =
            (0..3 + (next() * 5.0) as u32).map(|_| [x + next() * 8.0, y + next() * 8.0]).collect();
        let outline = if next() < 0.2 { Outline::polyline(corners) } else { Outline::polygon(corners) };
        let shape = Shape::of([&outline]).unwrap();
        let preposition = if next() < 0.5 { Preposition::In } else { Preposition::Near };
        let weight = ((next() - 0.5) * 16.0).round();
        let id = field.add(Constraint::soft(preposition, shape, weight).unwrap()).unwrap();
        if preposition == Preposition::Near {
            near.push(id);
        }
    }
    (field, near)
}

/// The integral of the multiplier along a segment, in metres, by many samples.
fn fine_integral(field: &MultiplierField, from: Point, to: Point) -> f64 {
    let samples = 4000;
    let sum: f64 =
        (0..samples).map(|i| field.multiplier_at(from.lerp(to, (f64::from(i) + 0.5) / f64::from(samples)))).sum();
    sum / f64::from(samples) * from.distance(to)
}

fn metres(field: &MultiplierField, from: Point, to: Point) -> f64 {
    cost_in_metres(field, field.transition_cost(from, to, 0.5, &mut Scratch::default()))
}

#[test]
fn costs_are_within_a_hundredth_of_the_integral_and_so_are_their_parts() {
    let mut next = numbers(25);
    let (mut done, mut worst, mut worst_split) = (0, 0.0f64, 0.0f64);
    while done < 10_000 {
        let (field, _) = random_field(&mut next);
        for _ in 0..20 {
            let from = Point::new(next() * 30.0, next() * 30.0);
            let (angle, length) = (next() * 6.3, 0.5 + 12.0 * next() * next());
            let to = Point::new(from.x + length * libm::cos(angle), from.y + length * libm::sin(angle));
            let cost = metres(&field, from, to);
            let wanted = fine_integral(&field, from, to);
            worst = worst.max((cost / wanted - 1.0).abs());
            let middle = from.lerp(to, next());
            let split = metres(&field, from, middle) + metres(&field, middle, to);
            worst_split = worst_split.max((split / cost - 1.0).abs());
            assert!(cost >= from.distance(to) * (1.0 - 1e-3), "no place is cheaper than its length");
            done += 1;
        }
    }
    assert!(worst < 0.01 && worst_split < 0.01, "{worst} {worst_split}");
}

#[test]
fn the_field_is_at_least_one_and_continuous_but_for_borders() {
    let mut next = numbers(7);
    for _ in 0..400 {
        let (mut field, near) = random_field(&mut next);
        for _ in 0..50 {
            assert!(field.multiplier_at([next() * 40.0 - 5.0, next() * 40.0 - 5.0]) >= 1.0);
        }
        // Without the annotations that one is in or not.
        let sharp: Vec<ConstraintId> = field.iter().map(|(id, _)| id).filter(|id| !near.contains(id)).collect();
        sharp.into_iter().for_each(|id| drop(field.remove(id).unwrap()));
        for _ in 0..50 {
            let p = Point::new(next() * 40.0 - 5.0, next() * 40.0 - 5.0);
            let q = Point::new(p.x + (next() - 0.5) * 0.02, p.y + (next() - 0.5) * 0.02);
            let change = (libm::log(field.multiplier_at(p)) - libm::log(field.multiplier_at(q))).abs();
            let most = p.distance(q) * libm::log(1.1) * near.len() as f64;
            assert!(change <= most + 1e-12, "{p} {q}: {change} over {most}");
        }
    }
}

#[test]
fn transitions_never_cost_less_than_the_heuristic_says() {
    let mut next = numbers(3);
    for _ in 0..300 {
        let (field, _) = random_field(&mut next);
        let points: Vec<Point> = (0..4).map(|_| Point::new(next() * 30.0, next() * 30.0)).collect();
        for (&a, &b) in points.iter().flat_map(|a| points.iter().map(move |b| (a, b))) {
            let cost = field.transition_cost(a, b, 0.5, &mut Scratch::default());
            for &goal in &points {
                assert!(field.least_cost(a, goal) <= cost + field.least_cost(b, goal), "{a} {b} {goal}");
            }
        }
    }
}

#[test]
fn a_long_transition_does_not_skip_a_narrow_region_and_a_hard_one_forbids() {
    let ditch = Shape::of([&Outline::rectangle([49.9, -1.0], [50.1, 1.0])]).unwrap();
    let mut field = MultiplierField::new();
    let id = field.add(Constraint::soft(Preposition::In, ditch.clone(), -50.0).unwrap()).unwrap();
    let cost = metres(&field, Point::new(0.0, 0.0), Point::new(100.0, 0.0));
    assert!((cost - (99.8 + 0.2 * 1.1f64.powi(50))).abs() < 0.01, "{cost}");
    field.replace(id, Constraint::hard(ditch)).unwrap();
    assert_eq!(metres(&field, Point::new(0.0, 0.0), Point::new(100.0, 0.0)), f64::INFINITY);
    assert!(metres(&field, Point::new(0.0, 2.0), Point::new(100.0, 2.0)).is_finite());
    assert_eq!(field.forbids([50.0, 0.0]), Some(id));
}

#[test]
fn an_attractor_changes_nothing_outside_its_influence() {
    let mut field = MultiplierField::new();
    let far = |field: &MultiplierField| field.transition_cost([40.0, 0.0], [50.0, 3.0], 0.5, &mut Scratch::default());
    let before = far(&field);
    let wall = Shape::of([&Outline::rectangle([0.0, 0.0], [10.0, 1.0])]).unwrap();
    let id = field.add(Constraint::soft(Preposition::Near, wall, 4.0).unwrap()).unwrap();
    assert_eq!(far(&field), before);
    assert!(
        (cost_in_metres(&field, before) / Point::new(40.0, 0.0).distance(Point::new(50.0, 3.0)) - 1.4641).abs() < 1e-3
    );
    assert_eq!(field.attraction(), 4.0);
    field.remove(id).unwrap();
    assert!(field.remove(id).is_err() && field.get(id).is_none());
}

#[test]
fn attractors_that_add_up_to_too_much_are_refused() {
    let mut field = MultiplierField::new();
    let place = Shape::of([&Outline::rectangle([0.0, 0.0], [1.0, 1.0])]).unwrap();
    let strong = Constraint::soft(Preposition::In, place, 30.0).unwrap();
    field.add(strong.clone()).unwrap();
    let refused = field.add(strong).unwrap_err();
    assert!(refused.to_string().contains("add up to 60"), "{refused}");
    assert_eq!(field.iter().count(), 1);
}
