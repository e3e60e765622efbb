//! Who walks: sources and goals as the groups of a scenario, and the other way round.

use crate::document::Document;
use crate::item::{Arrival, AvoidanceModel, Item, Key, Kind, Source};
use crate::refusal::Refusal;
use crate::settings::Settings;
use crate::things;
use navigant::crowd::Avoidance;
use navigant::files::internals::ScenarioInternals as _;
use navigant::files::internals::SceneInternals as _;
use navigant::files::scenario::{self, Edit, Goal, Group, Keyed, Scenario};
use navigant::files::{Scene, TextPosition};
use navigant::mesh::{Outline, Point};

/// The most people of a document.
const MOST_PEOPLE: u64 = 200_000;

/// A value that stands in no file, but has a name.
fn keyed<T>(key: impl Into<String>, value: T) -> Keyed<T> {
    Keyed { value, key: key.into(), place: TextPosition { line: 1, column: 1 } }
}

/// The scenario of a document; what it is about and what happens at given times is as it was opened.
pub(crate) fn scenario(
    document: &Document,
    settings: &Settings,
    (about, edits): (&str, &[Edit]),
) -> Result<Scenario, Refusal> {
    let mut agents = Vec::new();
    for item in document.items() {
        if let Some(source) = &item.source {
            agents.push(group(document, settings, item, source)?);
        }
    }
    let scenario = Scenario {
        about: about.to_owned(),
        scene: keyed("scene", String::new()),
        seed: settings.seed,
        dt: settings.dt,
        steps: if settings.steps > 0 { settings.steps } else { 1000 },
        planning: settings.planning(),
        knowledge: settings.knowledge().map(|news| keyed("knowledge", news)),
        roadmap: None,
        agents,
        places: scenario::Places::default(),
        things: document.items().filter(|item| item.kind == Kind::Thing).map(things::named).collect(),
        edits: edits.to_vec(),
        random_edits: settings.random_edits(),
    };
    if scenario.agent_count() > MOST_PEOPLE {
        return Err(Refusal::new(format!("{} people are too many; at most {MOST_PEOPLE}", scenario.agent_count())));
    }
    Ok(scenario)
}

fn group(document: &Document, settings: &Settings, item: &Item, source: &Source) -> Result<Group, Refusal> {
    let name = item.name.clone().unwrap_or_else(|| format!("source {}", item.key.0));
    let area = item.rings.first().map(|ring| keyed(format!("the area of {name}"), points(ring)));
    let aim = match source.goal {
        Some(key) => document.get(key).filter(|goal| matches!(goal.kind, Kind::Goal | Kind::Waiting)),
        None => None,
    };
    if let (Some(Key(key)), None) = (source.goal, aim) {
        let place = item.rings.first().and_then(|ring| ring.first()).map(|&p| Point::from(p));
        return Err(Refusal { message: format!("{name} leads to goal {key}, which is not there"), at: place });
    }
    let goal = match aim.and_then(|goal| goal.rings.first()) {
        Some(ring) => match ring.as_slice() {
            [p] => Goal::At(Point::from(*p)),
            ring => Goal::In(points(ring)),
        },
        None => Goal::Away(source.away.unwrap_or_else(|| far(document))),
    };
    let stays = aim.is_some_and(|goal| goal.kind == Kind::Waiting);
    Ok(Group {
        count: keyed(format!("the count of {name}"), source.count),
        area,
        radius: source.radius,
        speed: source.speed,
        comfort: [0.0; 2],
        avoidance: settings.avoidance(source.avoidance),
        per_second: source.per_second,
        goal: keyed(format!("the goal of {name}"), goal),
        arrival: match source.arrival {
            _ if stays => scenario::OnArrival::Stay,
            Arrival::Leave => scenario::OnArrival::Leave,
            Arrival::Stay => scenario::OnArrival::Stay,
            Arrival::Wander => scenario::OnArrival::Wander,
        },
        together: source.together,
        district: 0,
        journey: scenario::Journey::default(),
        wishes: (!source.wishes.trim().is_empty())
            .then(|| keyed(format!("the wishes of {name}"), source.wishes.clone())),
        wishes_until: source.wishes_until,
        field: None,
    })
}

/// What "far away" means in a world of this size.
fn far(document: &Document) -> [f64; 2] {
    let size = document.bounds().map_or(0.0, |bounds| bounds.size().0.max(bounds.size().1));
    [0.2 * size, size]
}

fn points(ring: &[[f64; 2]]) -> Vec<Point> {
    ring.iter().map(|&p| Point::from(p)).collect()
}

/// The document of a scene, and of the scenario in it, if there is one; with notes of what a user should know.
pub(crate) fn document(scene: &Scene, scenario: Option<&Scenario>) -> Result<(Document, Vec<String>), Refusal> {
    let (mut items, mut notes) = (Vec::new(), Vec::new());
    items.extend(scene.floors.iter().map(|floor| Item::of(Kind::Floor, None, floor)));
    if scene.floors.is_empty() {
        let bounds = scene.bounds().ok_or_else(|| Refusal::new("there is nothing in it"))?;
        let margin = 0.05 * bounds.size().0.max(bounds.size().1);
        let (min, max) = (bounds.min, bounds.max);
        let floor = Outline::rectangle([min.x - margin, min.y - margin], [max.x + margin, max.y + margin]);
        items.push(Item::of(Kind::Floor, None, &floor));
        notes.push("It has no floor, so the box around it was taken, a little larger.".to_owned());
    }
    items.extend(scene.obstacles.iter().map(|obstacle| {
        let kind = if matches!(obstacle.outline, Outline::Polyline(_)) { Kind::Wall } else { Kind::Obstacle };
        Item::of(kind, obstacle.id.clone(), &obstacle.outline)
    }));
    items.extend(scene.regions.iter().map(|region| Item::of(Kind::Region, Some(region.kind.clone()), &region.outline)));
    items.extend(scenario.map_or([].as_slice(), |scenario| &scenario.things).iter().map(things::item));
    for group in scenario.map_or([].as_slice(), |scenario| &scenario.agents) {
        let goal = match &group.goal.value {
            Goal::At(p) => Some(vec![(*p).into()]),
            Goal::In(ring) => Some(ring.iter().map(|&p| p.into()).collect()),
            Goal::Away(_) => None,
            Goal::Exits(exits, _) => {
                let exit = exits.first().and_then(|&exit| scenario?.places.exits.get(exit));
                exit.map(|exit| exit.value.area.iter().map(|&p| p.into()).collect())
            }
        };
        let goal = goal.map(|ring| {
            let same = |item: &Item| item.kind == Kind::Goal && item.rings.first() == Some(&ring);
            let known = items.iter().position(same);
            known.unwrap_or_else(|| {
                items.push(Item { rings: vec![ring], ..Item::of(Kind::Goal, None, &Outline::Polyline(Vec::new())) });
                items.len() - 1
            })
        });
        // Keys are given in the order of items, from 1.
        items.push(source(group, goal.map(|at| Key(at as u32 + 1))));
    }
    if scenario.is_some_and(has_more) {
        let what = "Stops, queues, stairs, waiting times, schedules, comfort and fields are left out here, and of several exits the first is taken";
        notes.push(format!("{what}: `navigant run` knows them."));
    }
    if scenario.is_some_and(|scenario| scenario.roadmap.is_some()) {
        let what = "Its people walk freely here; along a roadmap they are compared under \"Replanning strategies\"";
        notes.push(format!("{what}, and `navigant run` lets them walk as the scenario says."));
    }
    Ok((Document::of(items)?, notes))
}

/// Whether a scenario has what a document has no words for.
fn has_more(scenario: &Scenario) -> bool {
    let is_plain = |group: &Group| {
        group.journey == scenario::Journey::default() && group.comfort == [0.0; 2] && group.field.is_none()
    };
    scenario.places != scenario::Places::default() || !scenario.agents.iter().all(is_plain)
}

fn source(group: &Group, goal: Option<Key>) -> Item {
    let area = group.area.iter().map(|area| area.value.iter().map(|&p| p.into()).collect()).collect();
    let source = Source {
        count: group.count.value,
        per_second: group.per_second,
        together: group.together,
        wishes: group.wishes.as_ref().map(|wishes| wishes.value.clone()).unwrap_or_default(),
        wishes_until: group.wishes_until,
        radius: group.radius,
        speed: group.speed,
        goal,
        away: if let Goal::Away(away) = group.goal.value { Some(away) } else { None },
        avoidance: match group.avoidance {
            Avoidance::Orca(_) => AvoidanceModel::Orca,
            Avoidance::Vision(_) => AvoidanceModel::Vision,
            Avoidance::SocialForce(_) => AvoidanceModel::SocialForce,
            Avoidance::CollisionFreeSpeed(_) => AvoidanceModel::CollisionFreeSpeed,
            Avoidance::Weidmann(_) => AvoidanceModel::Weidmann,
            Avoidance::Nothing => AvoidanceModel::Nothing,
        },
        arrival: match group.arrival {
            scenario::OnArrival::Leave => Arrival::Leave,
            scenario::OnArrival::Stay => Arrival::Stay,
            scenario::OnArrival::Wander => Arrival::Wander,
        },
    };
    Item { rings: area, source: Some(source), ..Item::of(Kind::Source, None, &Outline::Polyline(Vec::new())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::simulation::embedded;

    #[test]
    fn every_embedded_scenario_is_the_same_after_having_been_a_document() {
        for name in navigant::simulation::internals::embedded_names() {
            let (scenario, scene) = embedded::open(name).unwrap();
            let (document, _) = document(&scene, Some(&scenario)).unwrap();
            let settings = Settings::of(&scenario);
            let again = super::scenario(&document, &settings, (&scenario.about, &scenario.edits)).unwrap();
            assert_eq!(again.about, scenario.about);
            assert_eq!(again.planning, scenario.planning, "{name}");
            assert_eq!((again.seed, again.dt), (scenario.seed, scenario.dt));
            assert_eq!(again.random_edits, scenario.random_edits);
            let news = |scenario: &Scenario| scenario.knowledge.as_ref().map(|knowledge| knowledge.value);
            assert_eq!(news(&again), news(&scenario), "{name}");
            assert_eq!(again.agents.len(), scenario.agents.len());
            for (a, b) in again.agents.iter().zip(&scenario.agents).filter(|_| !has_more(&scenario)) {
                assert_eq!((a.count.value, &a.goal.value, a.arrival), (b.count.value, &b.goal.value, b.arrival));
                assert_eq!(
                    (a.radius, a.speed, a.avoidance, a.per_second),
                    (b.radius, b.speed, b.avoidance, b.per_second)
                );
                assert_eq!(a.wishes.as_ref().map(|w| &w.value), b.wishes.as_ref().map(|w| &w.value), "{name}");
                assert_eq!(a.wishes_until, b.wishes_until, "{name}");
                assert_eq!(a.area.as_ref().map(|area| &area.value), b.area.as_ref().map(|area| &area.value));
            }
            let things = |scenario: &Scenario| {
                let of = |t: &scenario::NamedThing| {
                    (t.name.value.clone(), t.form.clone(), t.facing, t.reach, t.view, t.patrol.clone(), t.speed)
                };
                scenario.things.iter().map(of).collect::<Vec<_>>()
            };
            assert_eq!(things(&again), things(&scenario), "{name}");
            let (again, _) = document.scene();
            assert_eq!(again.floors, scene.floors);
            assert_eq!(again.obstacles, scene.obstacles, "{name}");
            assert_eq!(again.regions, scene.regions, "{name}");
        }
    }

    #[test]
    fn a_source_that_leads_nowhere_is_told() {
        let (scenario, scene) = embedded::open("bottleneck").unwrap();
        let (mut document, _) = document(&scene, Some(&scenario)).unwrap();
        let goal = document.items().find(|item| item.kind == Kind::Goal).cloned().unwrap();
        let change = crate::document::Change { key: goal.key, before: Some(goal), after: None };
        document.make(crate::document::Edit { what: String::new(), changes: vec![change], drag: None });
        let refused = super::scenario(&document, &Settings::default(), ("", &[])).unwrap_err();
        assert!(refused.message.contains("which is not there"), "{refused}");
    }
}
