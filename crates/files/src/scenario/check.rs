//! From what TOML says to a scenario that can be, or to the key that is wrong.

use std::fmt::Display;
use std::ops::{Range, RangeInclusive};

use navigant_crowd::{
    Avoidance, CollisionFreeSpeed, Crowd, News, Notice, Orca, Planning, SocialForce, Vision, Weidmann,
};
use navigant_geometry::{Outline, Point};
use navigant_planning::constraint::Wishes;
use toml::Spanned;

use super::journey::check as journeys;
use super::{
    Choice, Edit, EditKind, Exit, Form, Goal, GoalField, Group, Keyed, NamedThing, OnArrival, Places, RandomEdits,
    Scenario, raw,
};
use crate::density_settings::{DensitySettings, Raw as DensityRaw};
use crate::error::{FileError, TextPosition};

/// How far agents see changes unless told, in metres.
const SIGHT: f64 = 50.0;
/// How many steps a run has unless told.
const STEPS: u64 = 600;
/// The size of a field's cells unless told, in metres.
const FIELD_CELL: f64 = 0.5;
/// Coordinates and lengths beyond this, in metres, are mistakes.
pub(super) const FAR: f64 = 1e7;

pub(super) type Checked<T> = Result<T, FileError>;

/// The text, for the places of keys.
#[derive(Clone, Copy)]
pub(super) struct Source<'a>(&'a [u8]);

impl Source<'_> {
    pub(super) fn keyed<T>(self, key: impl Display, at: Range<usize>, value: T) -> Keyed<T> {
        Keyed { value, key: key.to_string(), place: TextPosition::of(self.0, at.start) }
    }

    /// The number, if it is within a range.
    fn within<T: PartialOrd + Display + Copy>(
        self,
        key: impl Display,
        found: &Spanned<T>,
        range: RangeInclusive<T>,
    ) -> Checked<T> {
        let value = *found.get_ref();
        if range.contains(&value) {
            return Ok(value);
        }
        let why = format!("must be {} to {}, not {value}", range.start(), range.end());
        Err(self.keyed(key, found.span(), ()).refuse(why))
    }

    /// The same for the least and the most of something.
    pub(super) fn span(
        self,
        key: impl Display,
        found: &Spanned<raw::Span>,
        range: RangeInclusive<f64>,
    ) -> Checked<[f64; 2]> {
        let [least, most] = match *found.get_ref() {
            raw::Span::One(x) => [x, x],
            raw::Span::Two(both) => both,
        };
        if least <= most && range.contains(&least) && range.contains(&most) {
            return Ok([least, most]);
        }
        let why = format!("must be {} to {}, the least first, not {least} and {most}", range.start(), range.end());
        Err(self.keyed(key, found.span(), ()).refuse(why))
    }
}

pub(super) fn checked(text: &[u8], raw: raw::Scenario) -> Checked<Scenario> {
    let source = Source(text);
    let number = |key, found: &Option<Spanned<f64>>, range, otherwise| {
        found.as_ref().map_or(Ok(otherwise), |found| source.within(key, found, range))
    };
    let dt = number("dt", &raw.dt, 1e-3..=1.0, Crowd::DT)?;
    let steps = raw.steps.as_ref().map_or(Ok(STEPS), |found| source.within("steps", found, 1..=u64::from(u32::MAX)))?;
    let whole = |key, found: &Option<Spanned<u32>>, otherwise| {
        found.as_ref().map_or(Ok(otherwise), |found| source.within(key, found, 1..=u32::MAX))
    };
    let usual = Planning::default();
    let sight = number("planning.sight", &raw.planning.sight, 0.0..=FAR, SIGHT)?;
    let planning = Planning {
        expansions_per_step: whole(
            "planning.expansions_per_step",
            &raw.planning.expansions_per_step,
            usual.expansions_per_step,
        )?,
        expansions_per_search: whole(
            "planning.expansions_per_search",
            &raw.planning.expansions_per_search,
            usual.expansions_per_search,
        )?,
        hysteresis: number("planning.hysteresis", &raw.planning.hysteresis, 0.0..=1.0, usual.hysteresis)?,
        notice: match raw.planning.notice {
            raw::Notice::AtOnce => Notice::AtOnce,
            raw::Notice::WhenSeen => Notice::WhenSeen(sight),
        },
    };
    if raw.agents.get_ref().is_empty() {
        return Err(source.keyed("agents", raw.agents.span(), ()).refuse("nobody is here; add [[agents]]"));
    }
    let knowledge = raw.knowledge.map(|raw| knowledge(source, raw)).transpose()?;
    let roadmap = raw.roadmap.map(|raw| roadmap(source, raw)).transpose()?;
    let places = journeys::places(source, raw.exits, raw.queues, raw.stairs)?;
    let groups = raw.agents.into_inner().into_iter().enumerate();
    let agents = groups.map(|(i, raw)| group(source, i, raw, &places)).collect::<Checked<Vec<_>>>()?;
    Ok(Scenario {
        about: raw.about,
        scene: source.keyed("scene", raw.scene.span(), raw.scene.into_inner()),
        seed: u64::from(raw.seed),
        dt,
        steps,
        planning,
        knowledge,
        roadmap,
        agents,
        places,
        things: things(source, raw.things)?,
        edits: edits(source, raw.edits)?,
        random_edits: raw.random_edits.map(|raw| random_edits(source, &raw)).transpose()?,
    })
}

fn knowledge(source: Source<'_>, raw: Spanned<raw::Knowledge>) -> Checked<Keyed<News>> {
    let keyed = source.keyed("knowledge", raw.span(), ());
    let (raw, usual) = (raw.into_inner(), News::default());
    let distance = |key, found: &Option<Spanned<f64>>, least, usual| {
        found.as_ref().map_or(Ok(usual), |found| source.within(key, found, least..=FAR))
    };
    let value = News {
        sight: distance("knowledge.sight", &raw.sight, 0.01, usual.sight)?,
        contact: distance("knowledge.contact", &raw.contact, 0.0, usual.contact)?,
        turning: distance("knowledge.turning", &raw.turning, 0.0, usual.turning)?,
    };
    Ok(Keyed { value, key: keyed.key, place: keyed.place })
}

fn roadmap(source: Source<'_>, raw: Spanned<DensityRaw>) -> Checked<Keyed<DensitySettings>> {
    let keyed = source.keyed("roadmap", raw.span(), ());
    let value = raw.into_inner().checked(source.0, "roadmap.")?;
    Ok(Keyed { value, key: keyed.key, place: keyed.place })
}

fn group(source: Source<'_>, index: usize, mut raw: raw::Group, places: &Places) -> Checked<Group> {
    let name = |key: &str| format!("agents[{index}].{key}");
    let span = |key: &str, found: &Option<Spanned<raw::Span>>, range, otherwise: f64| {
        found.as_ref().map_or(Ok([otherwise; 2]), |found| source.span(name(key), found, range))
    };
    let (journey, speed) = journeys::journey(source, index, &mut raw, &places.queues)?;
    let count = source.within(name("count"), &raw.count, 1..=u64::from(u32::MAX))?;
    let area = raw.area.map(|area| {
        let keyed = source.keyed(name("area"), area.span(), area.into_inner());
        Ok(Keyed { value: polygon(&keyed)?, key: keyed.key, place: keyed.place })
    });
    let goal = source.keyed(name("goal"), raw.goal.span(), raw.goal.into_inner());
    let together = match &raw.together {
        Some(found) if *found.get_ref() > 1 && raw.arrival == OnArrival::Wander => {
            let why = "who wanders has another goal each time, and each its own; use arrival = \"leave\" or \"stay\"";
            return Err(source.keyed(name("together"), found.span(), ()).refuse(why));
        }
        Some(found) => source.within(name("together"), found, 1..=50)?,
        None => 1,
    };
    Ok(Group {
        count: source.keyed(name("count"), raw.count.span(), count as u32),
        area: area.transpose()?,
        radius: span("radius", &raw.radius, 0.01..=1e3, 0.25)?,
        speed: speed.unwrap_or([1.3; 2]),
        comfort: span("comfort", &raw.comfort, 0.0..=1e3, 0.0)?,
        avoidance: match raw.avoidance {
            raw::Avoidance::Orca => Avoidance::Orca(Orca::default()),
            raw::Avoidance::Vision => Avoidance::Vision(Vision::default()),
            raw::Avoidance::SocialForce => Avoidance::SocialForce(SocialForce::default()),
            raw::Avoidance::CollisionFreeSpeed => Avoidance::CollisionFreeSpeed(CollisionFreeSpeed::default()),
            raw::Avoidance::Weidmann => Avoidance::Weidmann(Weidmann::default()),
            raw::Avoidance::Nothing => Avoidance::Nothing,
        },
        per_second: raw.per_second.map(|found| source.within(name("per_second"), &found, 1e-3..=1e9)).transpose()?,
        together,
        district: raw.district,
        field: field(&goal)?,
        goal: Keyed { value: aim(&goal, raw.arrival, together, &places.exits)?, key: goal.key, place: goal.place },
        arrival: raw.arrival,
        journey,
        wishes: raw
            .wishes
            .map(|found| wishes(source.keyed(name("wishes"), found.span(), found.into_inner())))
            .transpose()?,
        wishes_until: raw
            .wishes_until
            .map(|found| source.within(name("wishes_until"), &found, 0.0..=1e9))
            .transpose()?,
    })
}

/// Wishes that can be read; whether what they name is there is for the map to tell.
fn wishes(keyed: Keyed<String>) -> Checked<Keyed<String>> {
    match Wishes::parse(&keyed.value) {
        Ok(_) => Ok(keyed),
        Err(reason) => Err(keyed.refuse(reason.to_string())),
    }
}

fn things(source: Source<'_>, raw: Vec<Spanned<raw::Thing>>) -> Checked<Vec<NamedThing>> {
    let mut things: Vec<NamedThing> = Vec::with_capacity(raw.len());
    for (index, thing) in raw.into_iter().enumerate() {
        let keyed = source.keyed(format_args!("things[{index}]"), thing.span(), ());
        let raw::Thing { name, outline, at, radius, facing, reach, view, patrol, speed } = thing.into_inner();
        if things.iter().any(|other| other.name.value == name) {
            return Err(keyed.refuse(format!("there is a {name:?} already")));
        }
        let form = match (outline, at, radius) {
            (Some(ring), None, None) => {
                Form::Polygon(polygon(&Keyed { value: ring, key: keyed.key.clone(), place: keyed.place })?)
            }
            (None, Some(at), radius) if is_place(&at) => Form::Disc(Point::from(at), radius.unwrap_or(0.25)),
            _ => return Err(keyed.refuse("needs outline = [[x, y], …] or at = [x, y], with or without a radius")),
        };
        if let Some(at) = patrol.iter().position(|p| !is_place(p)) {
            return Err(keyed.refuse(format!("point {at} of patrol is not finite or farther away than {FAR} m")));
        }
        let speed = speed.unwrap_or(1.0);
        if !(0.0..=100.0).contains(&speed) || facing.is_nan() || facing.abs() > 1e6 {
            return Err(keyed.refuse("speed must be 0 to 100 m/s, and facing a number of degrees"));
        }
        let patrol = patrol.into_iter().map(Point::from).collect();
        let name = Keyed { value: name, key: keyed.key, place: keyed.place };
        let thing = NamedThing { name, form, facing, reach, view, patrol, speed };
        if let Err(reason) = thing.thing() {
            return Err(thing.name.refuse(reason.to_string()));
        }
        things.push(thing);
    }
    Ok(things)
}

fn aim(goal: &Keyed<raw::Goal>, arrival: OnArrival, together: u32, known: &[Keyed<Exit>]) -> Checked<Goal> {
    if let Some(names) = &goal.value.exits {
        if goal.value.at.is_some() || goal.value.area.is_some() || goal.value.away.is_some() {
            return Err(goal.refuse("exits contradict at, area and away: give one"));
        }
        if arrival != OnArrival::Leave {
            return Err(goal.refuse("who takes an exit leaves; use arrival = \"leave\", or area instead of exits"));
        }
        if together > 1 && goal.value.choice == Some(Choice::Quickest) {
            let why = "those who keep together choose one exit and keep to it; use choice = \"nearest\" or \"random\"";
            return Err(goal.refuse(why));
        }
        if names.is_empty() {
            return Err(goal.refuse("exits is empty: name one or more"));
        }
        let exits = names.iter().map(|name| journeys::find(goal, "exit", name, known, |exit| &exit.name));
        return Ok(Goal::Exits(exits.collect::<Checked<_>>()?, goal.value.choice.unwrap_or_default()));
    }
    if goal.value.choice.is_some() {
        return Err(goal.refuse("choice is between exits; there are none in this goal"));
    }
    match (&goal.value.at, &goal.value.area, &goal.value.away) {
        (Some(at), None, None) if is_place(at) => Ok(Goal::At(Point::from(*at))),
        (None, Some(area), None) => {
            let area = Keyed { value: area.clone(), key: goal.key.clone(), place: goal.place };
            Ok(Goal::In(polygon(&area)?))
        }
        (None, None, &Some([least, most])) if 0.0 <= least && least <= most && most <= FAR => {
            Ok(Goal::Away([least, most]))
        }
        (Some(_), None, None) => Err(goal.refuse("at must be a point, such as [3.5, -2]")),
        (None, None, Some(_)) => Err(goal.refuse("away must be the least and the most metres, such as [200, 400]")),
        _ => {
            Err(goal
                .refuse("needs one of at = [x, y], area = [[x, y], …], away = [least, most] and exits = [\"name\", …]"))
        }
    }
}

/// The field that is followed to a goal, if one is.
fn field(goal: &Keyed<raw::Goal>) -> Checked<Option<GoalField>> {
    let raw::Goal { at, exits, field, cell, density, .. } = &goal.value;
    if *field != Some(true) {
        let is_plain = cell.is_none() && density.is_none();
        return if is_plain { Ok(None) } else { Err(goal.refuse("cell and density are of a field: add field = true")) };
    }
    if at.is_none() && exits.is_none() {
        return Err(goal.refuse("a field is shared by those with one goal: use at = [x, y] or exits = [\"name\", …]"));
    }
    let field = GoalField { cell: cell.unwrap_or(FIELD_CELL), density: density.unwrap_or(0.0) };
    if !(0.01..=1e3).contains(&field.cell) {
        return Err(goal.refuse(format!("cell must be 0.01 to 1000 m, not {}", field.cell)));
    }
    if !(0.0..=100.0).contains(&field.density) {
        return Err(goal.refuse(format!("density must be 0 to 100, not {}", field.density)));
    }
    Ok(Some(field))
}

pub(super) fn polygon(keyed: &Keyed<Vec<[f64; 2]>>) -> Checked<Vec<Point>> {
    if keyed.value.len() < 3 {
        return Err(keyed.refuse(format!("a polygon has three points or more, not {}", keyed.value.len())));
    }
    match keyed.value.iter().position(|p| !is_place(p)) {
        Some(at) => Err(keyed.refuse(format!("point {at} is not finite or farther away than {FAR} m"))),
        None => Ok(keyed.value.iter().map(|&p| Point::from(p)).collect()),
    }
}

pub(super) fn is_place(p: &[f64; 2]) -> bool {
    p.iter().all(|c| c.abs() <= FAR)
}

fn edits(source: Source<'_>, raw: Vec<Spanned<raw::Edit>>) -> Checked<Vec<Edit>> {
    let mut edits = Vec::with_capacity(raw.len());
    for (index, edit) in raw.into_iter().enumerate() {
        let keyed = source.keyed(format_args!("edits[{index}]"), edit.span(), ());
        let raw::Edit { at, insert, name, remove, moved, to, path, speed } = edit.into_inner();
        if !(0.0..=1e9).contains(&at) {
            return Err(keyed.refuse(format!("at must be seconds from 0 on, not {at}")));
        }
        let moved_without_place = moved.is_some() != (to.is_some() || path.is_some());
        let is_slow_for_nothing = speed.is_some() && path.is_none();
        let moved = match (moved, to, path) {
            _ if moved_without_place || is_slow_for_nothing => {
                let why = "move and to, or move and path, belong together: move = \"name\", to = [x, y], or path = [[x, y], …] and speed";
                return Err(keyed.refuse(why));
            }
            (Some(_), Some(_), Some(_)) => return Err(keyed.refuse("to and path contradict each other: give one")),
            (Some(name), _, Some(path)) => Some(along(&keyed, name, &path, speed.unwrap_or(1.0))?),
            (Some(name), Some(to), None) if is_place(&to) => Some(EditKind::Move(name, Point::from(to))),
            (Some(_), ..) => return Err(keyed.refuse(format!("to is not finite or farther away than {FAR} m"))),
            (None, ..) => None,
        };
        let change = match (insert, name, remove, moved) {
            (Some(ring), name, None, None) => {
                let Keyed { key, place, .. } = keyed.clone();
                let ring = polygon(&Keyed { value: ring, key: format!("{key}.insert"), place })?;
                EditKind::Insert(Outline::polygon(ring), name)
            }
            (None, None, Some(name), None) => EditKind::Remove(name),
            (None, None, None, Some(moved)) => moved,
            _ => {
                let why =
                    "needs one of insert = [[x, y], …], with or without a name, remove = \"name\" and move = \"name\"";
                return Err(keyed.refuse(why));
            }
        };
        edits.push(Edit { at, change: Keyed { value: change, key: keyed.key, place: keyed.place } });
    }
    edits.sort_by(|a, b| a.at.total_cmp(&b.at));
    // What goes must be there.
    let mut there: Vec<&str> = Vec::new();
    for edit in &edits {
        match &edit.change.value {
            EditKind::Insert(_, None) => {}
            EditKind::Insert(_, Some(name)) if there.contains(&name.as_str()) => {
                return Err(edit.change.refuse(format!("there is a {name:?} already at that time")));
            }
            EditKind::Insert(_, Some(name)) => there.push(name),
            EditKind::Move(name, _) | EditKind::MoveAlong(name, ..) if there.contains(&name.as_str()) => {}
            EditKind::Move(name, _) | EditKind::MoveAlong(name, ..) => {
                return Err(edit.change.refuse(format!("there is no {name:?} at that time")));
            }
            EditKind::Remove(name) => match there.iter().position(|other| other == name) {
                Some(at) => drop(there.swap_remove(at)),
                None => return Err(edit.change.refuse(format!("there is no {name:?} at that time"))),
            },
        }
    }
    Ok(edits)
}

/// A move of the obstacle of a name along some points.
fn along(keyed: &Keyed<()>, name: String, path: &[[f64; 2]], speed: f64) -> Checked<EditKind> {
    if !(0.01..=100.0).contains(&speed) {
        return Err(keyed.refuse(format!("speed must be 0.01 to 100 m/s, not {speed}")));
    }
    match path.iter().position(|p| !is_place(p)) {
        _ if path.is_empty() => Err(keyed.refuse("path has one point or more")),
        Some(at) => Err(keyed.refuse(format!("point {at} of path is not finite or farther away than {FAR} m"))),
        None => Ok(EditKind::MoveAlong(name, path.iter().map(|&p| Point::from(p)).collect(), speed)),
    }
}

fn random_edits(source: Source<'_>, raw: &raw::RandomEdits) -> Checked<RandomEdits> {
    Ok(RandomEdits {
        per_second: source.within("random_edits.per_second", &raw.per_second, 1e-3..=1e6)?,
        size: source.span("random_edits.size", &raw.size, 0.01..=1e3)?,
        most: source.within("random_edits.most", &raw.most, 1..=1_000_000)? as usize,
    })
}
