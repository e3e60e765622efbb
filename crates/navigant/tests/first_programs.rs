//! What five newcomers write in their first hour, with the prelude alone.

use navigant::prelude::*;
use std::error::Error;

type Done = Result<(), Box<dyn Error>>;

fn hall() -> Result<Map, Box<dyn Error>> {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0]))?;
    map.insert(&Outline::rectangle([19.0, 0.0], [21.0, 14.0]))?;
    Ok(map)
}

/// A game character that moves along its path at its own speed.
#[test]
fn a_character_follows_its_path() -> Done {
    let map = hall()?;
    let mut path = map.find_path(Query::new([2.0, 3.0], [38.0, 3.0]).with_radius(0.4))?;
    let (whole, speed, dt) = (path.length, 1.4, 1.0 / 60.0);
    let mut frames = 0;
    let mut here = path.points[0];
    while path.length > 0.0 {
        let next = path.advance(speed * dt).ok_or("no path")?;
        assert!(here.distance(next) <= speed * dt + 1e-9 && map.sees_as_disc(here, next, 0.399));
        here = next;
        frames += 1;
    }
    assert_eq!(here, Point::new(38.0, 3.0));
    assert_eq!(f64::from(frames), (whole / (speed * dt)).ceil());
    Ok(())
}

/// A robot that is driven by other code, and shows how far it has to go and a line to draw.
#[test]
fn a_robot_says_what_is_left() -> Done {
    let path = hall()?.find_path(Query::new([2.0, 3.0], [38.0, 3.0]).with_radius(0.4))?;
    let beside = path.at(5.0).map(|p| Point::new(p.x + 0.1, p.y)).ok_or("no path")?;
    assert!((path.remaining(beside) - (path.length - 5.0)).abs() < 0.2);
    let line = path.polyline(0.01);
    let drawn: f64 = line.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    assert!(line.len() > path.points.len() && (drawn - path.length).abs() < 0.05);
    Ok(())
}

/// A door opens and closes; whoever is under way replans from where it is, and keeps its distance from walls.
#[test]
fn somebody_under_way_replans() -> Done {
    let mut map = hall()?;
    let query = Query::new([2.0, 3.0], [38.0, 3.0]).with_radius(0.3).with_comfort(0.5, 1.2);
    let (mut path, mut replanner) = (map.find_path(query)?, PathReplanner::new());
    let here = path.advance(6.0).ok_or("no path")?;
    map.insert(&Outline::rectangle([17.0, 12.0], [19.0, 16.0]))?;
    replanner.replan(&map, &Query { from: here, ..query }, &mut path)?;
    assert_eq!(path.points[0], here);
    let nearest = path
        .corners
        .iter()
        .map(|&corner| path.polyline(0.001).iter().map(|p| p.distance(corner)).fold(f64::MAX, f64::min));
    assert!(nearest.fold(f64::MAX, f64::min) > 0.7, "it keeps up to 0.8 m from corners");
    Ok(())
}

/// A server with many clients: landmarks, budgets and snapping, set in whatever order.
#[test]
fn queries_are_built_in_any_order() -> Done {
    let map = hall()?;
    let landmarks = Landmarks::place(&map);
    let over = || false;
    let budget = Budget::expansions(10_000).until(&over);
    let one = Query::new([2.0, 3.0], [20.0, 13.9])
        .with_landmarks(&landmarks)
        .with_budget(budget)
        .with_snapping(0.5)
        .with_radius(0.3);
    let other = Query::new([2.0, 3.0], [20.0, 13.9])
        .with_radius(0.3)
        .with_snapping(0.5)
        .with_budget(budget)
        .with_landmarks(&landmarks);
    let (one, other) = (map.find_path(one)?, map.find_path(other)?);
    assert_eq!(one, other);
    // A click into the wall, near its end.
    let end = one.points[one.points.len() - 1];
    assert!(
        map.clearance_at(end).is_some_and(|clearance| clearance > 0.3 - 1e-6)
            && end.distance(Point::new(20.0, 13.9)) <= 0.5
    );
    Ok(())
}

/// A crowd, watched and asked by status.
#[test]
fn a_crowd_is_watched() -> Done {
    let map = hall()?;
    let mut crowd = Crowd::new(&map);
    let ids: Vec<AgentId> = (0..5)
        .map(|i| crowd.add(&map, &Agent::new([2.0, 2.0 + f64::from(i)]).with_goal([38.0, 3.0 + f64::from(i)])))
        .collect::<Result<_, _>>()?;
    for _ in 0..900 {
        crowd.step(&map, Crowd::DT)?;
    }
    for id in ids {
        let seen = crowd.agent(id)?;
        assert_eq!(seen.status, Status::Arrived);
        assert!(seen.velocity.length() < 1.0 && Vector::ZERO.length() == 0.0);
    }
    let mut finder = VisibilityFinder::new();
    let seen = finder.visible_region(&map, [2.0, 3.0])?;
    assert!(seen.contains([10.0, 10.0]) && !seen.contains([30.0, 3.0]));
    Ok(())
}
