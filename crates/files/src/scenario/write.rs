//! A scenario as TOML, for [`Scenario::parse`] to read again.

use std::fmt::Write;

use navigant_crowd::{Avoidance, Notice};
use navigant_geometry::{Outline, Point};

use super::journey::write as journeys;
use super::{Choice, EditKind, Form, Goal, GoalField, OnArrival, Scenario};

/// The text; writing to a string does not fail.
pub(super) fn text(scenario: &Scenario) -> String {
    let mut out = String::new();
    let planning = &scenario.planning;
    let _ = writeln!(out, "about = {}", quoted(&scenario.about));
    let _ = writeln!(out, "scene = {}", quoted(&scenario.scene.value));
    let _ = writeln!(out, "seed = {}\ndt = {:?}\nsteps = {}", scenario.seed as u32, scenario.dt, scenario.steps);
    let _ = writeln!(out, "\n[planning]");
    match planning.notice {
        Notice::AtOnce => out.push_str("notice = \"at-once\"\n"),
        Notice::WhenSeen(sight) => drop(writeln!(out, "notice = \"when-seen\"\nsight = {sight:?}")),
    }
    let _ = writeln!(out, "expansions_per_step = {}", planning.expansions_per_step);
    let _ = writeln!(out, "expansions_per_search = {}", planning.expansions_per_search);
    let _ = writeln!(out, "hysteresis = {:?}", planning.hysteresis);
    if let Some(news) = scenario.knowledge.as_ref().map(|knowledge| knowledge.value) {
        let _ = writeln!(out, "\n[knowledge]\nsight = {:?}\ncontact = {:?}", news.sight, news.contact);
        let _ = writeln!(out, "turning = {:?}", news.turning);
    }
    if let Some(settings) = &scenario.roadmap {
        let _ = write!(out, "\n[roadmap]\n{}", settings.value.to_text());
    }
    for group in &scenario.agents {
        let _ = writeln!(out, "\n[[agents]]\ncount = {}", group.count.value);
        if let Some(area) = &group.area {
            let _ = writeln!(out, "area = {}", ring(&area.value));
        }
        let _ = writeln!(out, "radius = {:?}", group.radius);
        journeys::journey(&mut out, &group.journey, group.speed, &scenario.places);
        if group.comfort != [0.0; 2] {
            let _ = writeln!(out, "comfort = {:?}", group.comfort);
        }
        let avoidance = match group.avoidance {
            Avoidance::Orca(_) => "orca",
            Avoidance::Vision(_) => "vision",
            Avoidance::SocialForce(_) => "social-force",
            Avoidance::CollisionFreeSpeed(_) => "collision-free-speed",
            Avoidance::Weidmann(_) => "weidmann",
            Avoidance::Nothing => "nothing",
        };
        let _ = writeln!(out, "avoidance = \"{avoidance}\"");
        if group.together != 1 {
            let _ = writeln!(out, "together = {}", group.together);
        }
        if group.district > 0 {
            let _ = writeln!(out, "district = {}", group.district);
        }
        if let Some(per_second) = group.per_second {
            let _ = writeln!(out, "per_second = {per_second:?}");
        }
        let field = group.field.map_or_else(String::new, |GoalField { cell, density }| {
            format!(", field = true, cell = {cell:?}, density = {density:?}")
        });
        let _ = match &group.goal.value {
            Goal::At(p) => {
                writeln!(out, "goal = {{ at = [{:?}, {:?}]{field} }}", p.x, p.y)
            }
            Goal::In(area) => writeln!(out, "goal = {{ area = {} }}", ring(area)),
            Goal::Away(distance) => writeln!(out, "goal = {{ away = {distance:?} }}"),
            Goal::Exits(exits, choice) => {
                let known = exits.iter().filter_map(|&exit| scenario.places.exits.get(exit));
                let names: Vec<_> = known.map(|exit| quoted(&exit.value.name)).collect();
                let choice = match choice {
                    Choice::Nearest => "nearest",
                    Choice::Quickest => "quickest",
                    Choice::Random => "random",
                };
                writeln!(out, "goal = {{ exits = [{}], choice = \"{choice}\"{field} }}", names.join(", "))
            }
        };
        let arrival = match group.arrival {
            OnArrival::Leave => "leave",
            OnArrival::Stay => "stay",
            OnArrival::Wander => "wander",
        };
        let _ = writeln!(out, "arrival = \"{arrival}\"");
        if let Some(wishes) = &group.wishes {
            let _ = writeln!(out, "wishes = {}", quoted(&wishes.value));
        }
        if let Some(until) = group.wishes_until {
            let _ = writeln!(out, "wishes_until = {until:?}");
        }
    }
    for thing in &scenario.things {
        let _ = writeln!(out, "\n[[things]]\nname = {}", quoted(&thing.name.value));
        let _ = match &thing.form {
            Form::Polygon(points) => writeln!(out, "outline = {}", ring(points)),
            Form::Disc(at, radius) => writeln!(out, "at = [{:?}, {:?}]\nradius = {radius:?}", at.x, at.y),
        };
        let _ = writeln!(out, "facing = {:?}\nspeed = {:?}", thing.facing, thing.speed);
        if let Some(reach) = thing.reach {
            let _ = writeln!(out, "reach = {reach:?}");
        }
        if let Some(view) = thing.view {
            let _ = writeln!(out, "view = {view:?}");
        }
        if !thing.patrol.is_empty() {
            let _ = writeln!(out, "patrol = {}", ring(&thing.patrol));
        }
    }
    journeys::places(&mut out, &scenario.places);
    for edit in &scenario.edits {
        let _ = writeln!(out, "\n[[edits]]\nat = {:?}", edit.at);
        let _ = match &edit.change.value {
            EditKind::Insert(Outline::Polygon { exterior, .. }, _) => writeln!(out, "insert = {}", ring(exterior)),
            EditKind::Insert(Outline::Polyline(points), _) => writeln!(out, "insert = {}", ring(points)),
            EditKind::Remove(name) => writeln!(out, "remove = {}", quoted(name)),
            EditKind::Move(name, to) => writeln!(out, "move = {}\nto = [{:?}, {:?}]", quoted(name), to.x, to.y),
            EditKind::MoveAlong(name, path, speed) => {
                writeln!(out, "move = {}\npath = {}\nspeed = {speed:?}", quoted(name), ring(path))
            }
        };
        if let EditKind::Insert(_, Some(name)) = &edit.change.value {
            let _ = writeln!(out, "name = {}", quoted(name));
        }
    }
    if let Some(random) = &scenario.random_edits {
        let _ = writeln!(out, "\n[random_edits]\nper_second = {:?}", random.per_second);
        let _ = writeln!(out, "size = {:?}\nmost = {}", random.size, random.most);
    }
    out
}

pub(super) fn ring(points: &[Point]) -> String {
    let points: Vec<[f64; 2]> = points.iter().map(|&p| p.into()).collect();
    format!("{points:?}")
}

/// A basic string of TOML.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => drop(write!(quoted, "\\u{:04X}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_as_the_same() {
        let text = r#"
            about = "A \"hall\" with a \\ and a \u0007, in Z\u00fcrich"
            scene = "hall.wkt"
            seed = 7
            dt = 0.05
            [planning]
            notice = "when-seen"
            sight = 12.5
            [knowledge]
            contact = 0
            turning = 7.5
            [roadmap]
            strategy = "sight"
            also = "per"
            DensityMod = "weidmann"
            k = 5
            AgentSize = 0.2
            [[agents]]
            count = 20
            area = [[0, 0], [20, 0], [20, 10.25]]
            radius = [0.2, 0.3]
            avoidance = "social-force"
            per_second = 2.5
            goal = { at = [40, 5], field = true, cell = 0.4, density = 0.5 }
            [[agents]]
            count = 3
            goal = { area = [[0, 0], [1e6, 0], [20, 1e-5]] }
            arrival = "stay"
            [[agents]]
            count = 3
            goal = { away = [5, 10] }
            arrival = "wander"
            wishes = "avoid in grass weight 5\nnever in sight of guard"
            wishes_until = 30
            [[things]]
            name = "guard"
            at = [3, 4]
            facing = 90
            view = [60, 15]
            patrol = [[3, 4], [3, 9]]
            [[things]]
            name = "grass"
            outline = [[18, 4], [19, 4], [19, 6]]
            reach = 2.5
            [[edits]]
            at = 10
            insert = [[18, 4], [19, 4], [19, 6]]
            name = "cart"
            [[edits]]
            at = 10.5
            move = "cart"
            to = [1e-5, 25]
            [[edits]]
            at = 10.75
            move = "cart"
            path = [[1, 25], [2.5, 20]]
            speed = 0.5
            [[edits]]
            at = 11
            remove = "cart"
            [random_edits]
            per_second = 5
            size = [1, 3]
            most = 50
        "#;
        let scenario = Scenario::parse(text.as_bytes()).unwrap();
        let written = super::text(&scenario);
        let again = Scenario::parse(written.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(super::text(&again), written);
        assert_eq!((&again.about, again.seed, again.dt), (&scenario.about, 7, 0.05));
        assert_eq!((again.planning, again.random_edits), (scenario.planning, scenario.random_edits));
        let news = |s: &Scenario| s.knowledge.as_ref().map(|knowledge| knowledge.value);
        assert_eq!(news(&again), Some(navigant_crowd::News { sight: 15.0, contact: 0.0, turning: 7.5 }));
        assert_eq!(news(&again), news(&scenario));
        let roadmap = |s: &Scenario| s.roadmap.as_ref().map(|roadmap| roadmap.value.clone());
        assert!(roadmap(&again).is_some_and(|settings| (settings.k, settings.agent_size) == (5, 0.2)));
        assert_eq!(roadmap(&again), roadmap(&scenario));
        for (a, b) in again.agents.iter().zip(&scenario.agents) {
            assert_eq!((a.count.value, &a.goal.value, a.arrival), (b.count.value, &b.goal.value, b.arrival));
            assert_eq!((a.radius, a.avoidance, a.per_second), (b.radius, b.avoidance, b.per_second));
            assert_eq!(a.field, b.field);
        }
        assert_eq!(
            again.things.iter().map(|t| (&t.form, t.facing, t.view, &t.patrol)).collect::<Vec<_>>(),
            scenario.things.iter().map(|t| (&t.form, t.facing, t.view, &t.patrol)).collect::<Vec<_>>()
        );
        assert_eq!(
            again.agents[2].wishes.as_ref().map(|w| &w.value),
            scenario.agents[2].wishes.as_ref().map(|w| &w.value)
        );
        let changes = |s: &Scenario| s.edits.iter().map(|e| (e.at, e.change.value.clone())).collect::<Vec<_>>();
        assert_eq!(changes(&again), changes(&scenario));
    }
}
