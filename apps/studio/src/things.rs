//! Things that wishes name: a house, a guard on patrol. They are items; here is what the language of wishes knows them as.

use crate::document::Document;
use crate::item::{FAR, Item, Key, Kind, Thing};
use navigant::files::TextPosition;
use navigant::files::internals::NamedThingInternals as _;
use navigant::files::scenario::{Form, Keyed, NamedThing};
use navigant::geometry::internals::PointInternals as _;
use navigant::mesh::Point;
use navigant::planning::constraint;
use navigant::planning::internals::ThingInternals as _;
use serde_json::{Value, json};

/// The most points of a patrol.
const MOST_STOPS: usize = 1000;

/// Says what is wrong with a thing.
pub(crate) fn check(item: &Item) -> Result<(), String> {
    let thing = item.thing.clone().unwrap_or_default();
    if item.name.as_deref().is_none_or(|name| name.trim().is_empty()) {
        return Err("a thing needs a name, by which wishes call it".to_owned());
    }
    if thing.patrol.len() > MOST_STOPS || thing.patrol.iter().flatten().any(|c| c.abs() > FAR) {
        return Err(format!("a patrol has at most {MOST_STOPS} points, none of them farther away than {FAR} m"));
    }
    if !(0.0..=100.0).contains(&thing.speed) || thing.facing.abs() > 1e6 {
        return Err("speed must be 0 to 100 m/s, and facing a number of degrees".to_owned());
    }
    named(item).thing().map(drop).map_err(|reason| reason.to_string())
}

/// An item as scenarios have it.
pub(crate) fn named(item: &Item) -> NamedThing {
    let name = item.name.clone().unwrap_or_default();
    let Thing { radius, facing, reach, view, patrol, speed } = item.thing.clone().unwrap_or_default();
    let ring = item.rings.first().map_or([].as_slice(), Vec::as_slice);
    let form = match ring {
        [p] => Form::Disc(Point::from(*p), radius),
        ring => Form::Polygon(ring.iter().map(|&p| p.into()).collect()),
    };
    let key = format!("the thing {name:?}");
    let name = Keyed { value: name, key, place: TextPosition { line: 1, column: 1 } };
    NamedThing { name, form, facing, reach, view, patrol: patrol.into_iter().map(Into::into).collect(), speed }
}

/// The item of a thing of a scenario.
pub(crate) fn item(named: &NamedThing) -> Item {
    let (ring, radius) = match &named.form {
        Form::Disc(at, radius) => (vec![(*at).into()], *radius),
        Form::Polygon(ring) => (ring.iter().map(|&p| p.into()).collect(), Thing::default().radius),
    };
    let thing = Thing {
        radius,
        facing: named.facing,
        reach: named.reach,
        view: named.view,
        patrol: named.patrol.iter().map(|&p| p.into()).collect(),
        speed: named.speed,
    };
    Item {
        key: Key::default(),
        kind: Kind::Thing,
        name: Some(named.name.value.clone()),
        rings: vec![ring],
        shape: Value::Null,
        source: None,
        thing: Some(thing),
        fill: None,
    }
}

/// A thing of the document after some seconds of a run.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) key: Key,
    pub(crate) name: String,
    pub(crate) thing: constraint::Thing,
    /// Whether it goes to and fro.
    pub(crate) moves: bool,
}

impl Placed {
    /// As pages are told of it.
    pub(crate) fn json(&self) -> Value {
        json!({ "key": self.key, "at": <[f64; 2]>::from(self.thing.at()), "facing": self.thing.angle().to_degrees() })
    }
}

/// All things of a document, where they are after some seconds of a run.
pub(crate) fn placed(document: &Document, seconds: f64) -> Vec<Placed> {
    let things = document.items().filter(|item| item.kind == Kind::Thing);
    let place = |item: &Item| {
        let named = named(item);
        // It was checked when it was drawn.
        let thing = named.thing().ok()?;
        let there = patrolled(&named.patrol, named.speed * seconds);
        let moves = there.is_some() && named.speed > 0.0;
        let moved = there.filter(|_| seconds > 0.0).and_then(|at| thing.moved_to(at, thing.angle()).ok());
        Some(Placed { key: item.key, name: named.name.value, thing: moved.unwrap_or(thing), moves })
    };
    things.filter_map(place).collect()
}

/// The place on a patrol, to and fro, after a distance; as simulations walk it.
fn patrolled(patrol: &[Point], gone: f64) -> Option<Point> {
    let length: f64 = patrol.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    if length <= 0.0 {
        return None;
    }
    let turn = gone.rem_euclid(2.0 * length);
    let mut left = if turn < length { turn } else { 2.0 * length - turn };
    for leg in patrol.windows(2) {
        let far = leg[0].distance(leg[1]);
        if left <= far {
            return Some(leg[0].lerp(leg[1], left / far.max(f64::MIN_POSITIVE)));
        }
        left -= far;
    }
    patrol.last().copied()
}

/// A name that no thing of a document has, nor one that comes: the one wanted, or one with a number after it.
pub(crate) fn free_name(document: &Document, coming: &[&Item], wanted: Option<&str>) -> String {
    let wanted = wanted.filter(|name| !name.trim().is_empty()).unwrap_or("thing");
    let mut names = std::iter::once(wanted.to_owned()).chain((2..).map(|n| format!("{wanted}{n}")));
    let comes = |name: &str| coming.iter().any(|item| item.name.as_deref() == Some(name));
    names.find(|name| !is_taken(document, name, None) && !comes(name)).unwrap_or_default()
}

/// Whether another thing has a name.
pub(crate) fn is_taken(document: &Document, name: &str, but: Option<Key>) -> bool {
    let has = |item: &Item| item.kind == Kind::Thing && Some(item.key) != but && item.name.as_deref() == Some(name);
    document.items().any(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guard_walks_to_and_fro() {
        let patrol = [[0.0, 0.0], [10.0, 0.0], [10.0, 5.0]].map(Point::from);
        let at = |gone| patrolled(&patrol, gone).map(<[f64; 2]>::from);
        assert_eq!(at(4.0), Some([4.0, 0.0]));
        assert_eq!(at(12.0), Some([10.0, 2.0]));
        assert_eq!(at(17.0), Some([10.0, 3.0]));
        assert_eq!(at(34.0), Some([4.0, 0.0]));
        assert_eq!(patrolled(&patrol[..1], 3.0), None);
        assert_eq!(patrolled(&[patrol[0]; 3], 3.0), None);
    }

    #[test]
    fn a_thing_is_the_same_after_having_been_an_item() {
        let guard = NamedThing {
            facing: 30.0,
            reach: Some(4.0),
            view: Some([60.0, 15.0]),
            patrol: vec![[1.0, 2.0].into(), [5.0, 2.0].into()],
            ..NamedThing::new("guard", Form::Disc([1.0, 2.0].into(), 0.4))
        };
        let again = named(&item(&guard));
        assert_eq!((&again.form, again.facing, again.reach), (&guard.form, guard.facing, guard.reach));
        assert_eq!((again.view, &again.patrol, again.speed), (guard.view, &guard.patrol, guard.speed));
        assert_eq!(check(&item(&guard)), Ok(()));
    }
}
