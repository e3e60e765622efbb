//! From what TOML says of journeys to journeys that can be, or to the key that is wrong.

use navigant_geometry::Point;
use toml::Spanned;

use super::super::check::{Checked, FAR, Source, is_place, polygon};
use super::super::raw::{Group, Span};
use super::super::{Keyed, OnArrival};
use super::raw;
use super::{AGES, Exit, Journey, Places, Queue, Speeds, Stairs, Stop, StopPlace};

/// Waiting, service and premovement last no longer, in seconds.
const LONGEST: f64 = 1e6;
/// From one in a queue to the next unless told, in metres.
const SPACING: f64 = 0.8;
/// No queue has more places.
const MOST_PLACES: f64 = 1e5;

pub(in super::super) fn places(
    source: Source<'_>,
    exits: Vec<Spanned<raw::Exit>>,
    queues: Vec<Spanned<raw::Queue>>,
    stairs: Vec<Spanned<raw::Stairs>>,
) -> Checked<Places> {
    let places = Places {
        exits: each(source, "exits", exits, exit)?,
        queues: each(source, "queues", queues, |keyed| queue(source, keyed))?,
        stairs: each(source, "stairs", stairs, slope)?,
    };
    distinct(&places.exits, |exit| &exit.name)?;
    distinct(&places.queues, |queue| &queue.name)?;
    Ok(places)
}

fn each<R, T>(
    source: Source<'_>,
    list: &str,
    raw: Vec<Spanned<R>>,
    checked: impl Fn(Keyed<R>) -> Checked<Keyed<T>>,
) -> Checked<Vec<Keyed<T>>> {
    let keyed = |(i, raw): (usize, Spanned<R>)| {
        let span = raw.span();
        checked(source.keyed(format_args!("{list}[{i}]"), span, raw.into_inner()))
    };
    raw.into_iter().enumerate().map(keyed).collect()
}

fn distinct<T>(all: &[Keyed<T>], name: impl Fn(&T) -> &String) -> Checked<()> {
    for (i, one) in all.iter().enumerate() {
        if let Some(other) = all.iter().take(i).find(|other| name(&other.value) == name(&one.value)) {
            return Err(one.refuse(format!("{} is named {:?} already", other.key, name(&one.value))));
        }
    }
    Ok(())
}

fn with<R, T>(keyed: Keyed<R>, value: T) -> Keyed<T> {
    Keyed { value, key: keyed.key, place: keyed.place }
}

fn exit(keyed: Keyed<raw::Exit>) -> Checked<Keyed<Exit>> {
    let area = ring(&keyed, "area", &keyed.value.area)?;
    let sides = area.iter().zip(area.iter().cycle().skip(1));
    let longest = sides.map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    let width = keyed.value.width.unwrap_or(longest);
    if !(0.01..=FAR).contains(&width) {
        return Err(keyed.refuse(format!("width must be metres from 0.01 on, not {width}")));
    }
    let exit = Exit { name: keyed.value.name.clone(), area, width };
    Ok(with(keyed, exit))
}

fn queue(source: Source<'_>, keyed: Keyed<raw::Queue>) -> Checked<Keyed<Queue>> {
    let raw = &keyed.value;
    if raw.line.len() < 2 || !raw.line.iter().all(is_place) {
        return Err(keyed.refuse(format!("line needs two points or more of {:?}", raw.name)));
    }
    let line: Vec<Point> = raw.line.iter().map(|&p| Point::from(p)).collect();
    let spacing = raw.spacing.unwrap_or(SPACING);
    if !(0.1..=100.0).contains(&spacing) {
        return Err(keyed.refuse(format!("spacing must be 0.1 to 100 m, not {spacing}")));
    }
    let length: f64 = line.iter().zip(line.iter().skip(1)).map(|(a, b)| a.distance(*b)).sum();
    let fit = (length / spacing + 1e-9).floor() + 1.0;
    if fit > MOST_PLACES {
        return Err(keyed.refuse(format!("{:?} would have {fit} places; at most {MOST_PLACES}", raw.name)));
    }
    let fit = fit as u32;
    let most = raw.most.unwrap_or(fit);
    if most == 0 || most > fit {
        let why = format!(
            "{:?} is longer than its place: most = {most}, but its line of {length:.1} m has room for {fit}, {spacing} m apart",
            raw.name
        );
        return Err(keyed.refuse(why));
    }
    let service = source.span(format_args!("{}.service", keyed.key), &raw.service, 0.0..=LONGEST)?;
    let queue = Queue { name: raw.name.clone(), line, service, spacing, most, when_full: raw.when_full };
    Ok(with(keyed, queue))
}

fn slope(keyed: Keyed<raw::Stairs>) -> Checked<Keyed<Stairs>> {
    let raw = &keyed.value;
    let area = ring(&keyed, "area", &raw.area)?;
    if let Some([x, y]) = raw.up
        && !(1e-6..=FAR).contains(&x.hypot(y))
    {
        return Err(keyed.refuse("up must be a direction in plan, such as [1, 0]"));
    }
    if raw.up.is_none() && raw.descending.is_some() {
        return Err(keyed.refuse("descending needs up, the direction that leads up"));
    }
    let (ascending, descending) = (raw.ascending, raw.descending.unwrap_or(raw.ascending));
    if [ascending, descending].iter().any(|share| !(0.01..=2.0).contains(share)) {
        return Err(keyed.refuse("ascending and descending are shares of the speed on the level, 0.01 to 2"));
    }
    let stairs = Stairs { name: raw.name.clone(), area, up: raw.up, ascending, descending };
    Ok(with(keyed, stairs))
}

fn ring<T>(keyed: &Keyed<T>, key: &str, points: &[[f64; 2]]) -> Checked<Vec<Point>> {
    polygon(&Keyed { value: points.to_vec(), key: format!("{}.{key}", keyed.key), place: keyed.place })
}

/// What a group does on its way, and the least and the largest speed that follow from it.
pub(in super::super) fn journey(
    source: Source<'_>,
    index: usize,
    raw: &mut Group,
    queues: &[Keyed<Queue>],
) -> Checked<(Journey, Option<[f64; 2]>)> {
    let name = |key: &str| format!("agents[{index}].{key}");
    let refuse = |key: &str, span, why: &str| Err(source.keyed(name(key), span, ()).refuse(why));
    let (speeds, range) = match (&raw.speed, &raw.ages) {
        (Some(_), Some(ages)) => return refuse("ages", ages.span(), "ages and speed contradict each other: give one"),
        (None, Some(ages)) => {
            let shares = shares(*ages.get_ref());
            if shares.iter().any(|share| !(0.0..=1e6).contains(share)) || shares.iter().sum::<f64>() <= 0.0 {
                return refuse("ages", ages.span(), "shares of the ages must be 0 or more, and one of them more");
            }
            let there = AGES.iter().zip(shares).filter(|(_, share)| *share > 0.0).map(|((_, range), _)| range);
            let least = there.clone().map(|range| range[0]).fold(f64::INFINITY, f64::min);
            (Some(Speeds::Ages(shares)), Some([least, there.map(|range| range[1]).fold(0.0, f64::max)]))
        }
        (Some(speed), None) => match *speed.get_ref() {
            raw::Speed::Span(span) => {
                (None, Some(source.span(name("speed"), &Spanned::new(speed.span(), span), 0.01..=1e2)?))
            }
            raw::Speed::Normal(raw::Normal { mean, deviation, least, most }) => {
                let bounds = Spanned::new(speed.span(), Span::Two([least, most]));
                let range = source.span(name("speed"), &bounds, 0.01..=1e2)?;
                // Otherwise hardly any draw lies within.
                if !(1e-6..=1e2).contains(&deviation) || mean + 3.0 * deviation < least || mean - 3.0 * deviation > most
                {
                    let why = "deviation must be above 0, and the mean within three of it from least to most";
                    return refuse("speed", speed.span(), why);
                }
                (Some(Speeds::Normal { mean, deviation }), Some(range))
            }
        },
        (None, None) => (None, None),
    };
    let premovement = raw.premovement.as_ref();
    let premovement = premovement.map(|found| source.span(name("premovement"), found, 0.0..=LONGEST)).transpose()?;
    let schedule = match &raw.schedule {
        Some(found) if raw.per_second.is_some() => {
            return refuse("schedule", found.span(), "schedule and per_second contradict each other: give one");
        }
        Some(found) => {
            let list = found.get_ref();
            let ascend = list.iter().zip(list.iter().skip(1)).all(|(a, b)| a[0] < b[0]);
            let are_good = list.iter().all(|[at, rate]| (0.0..=1e9).contains(at) && (0.0..=1e9).contains(rate));
            if !ascend || !are_good || !list.iter().any(|[_, rate]| *rate > 0.0) {
                let why = "must be [second, agents a second] in the order of time, with a rate above 0 somewhere";
                return refuse("schedule", found.span(), why);
            }
            list.clone()
        }
        None => Vec::new(),
    };
    let in_line = |stop: &Spanned<raw::Stop>| stop.get_ref().queue.is_some();
    let stops = match raw.stops.take() {
        Some(stops) if !stops.get_ref().is_empty() && raw.arrival == OnArrival::Wander => {
            let why = "who wanders goes on to other goals for ever, past no stops; use arrival = \"leave\" or \"stay\"";
            return refuse("stops", stops.span(), why);
        }
        Some(stops)
            if raw.together.as_ref().is_some_and(|n| *n.get_ref() > 1) && stops.get_ref().iter().any(in_line) =>
        {
            let why = "those who keep together stand in no line; leave out together, or the queues";
            return refuse("stops", stops.span(), why);
        }
        Some(stops) => each(source, &name("stops"), stops.into_inner(), |keyed| stop(source, keyed, queues))?,
        None => Vec::new(),
    };
    Ok((Journey { premovement, speeds, schedule, stops }, range))
}

fn shares(ages: raw::Ages) -> [f64; 4] {
    [ages.under_30, ages.from_30_to_50, ages.over_50, ages.impaired]
}

fn stop(source: Source<'_>, keyed: Keyed<raw::Stop>, queues: &[Keyed<Queue>]) -> Checked<Keyed<Stop>> {
    let raw = &keyed.value;
    let wait = raw.wait.as_ref();
    let wait = wait.map(|found| source.span(format_args!("{}.wait", keyed.key), found, 0.0..=LONGEST)).transpose()?;
    let place = match (&raw.at, &raw.area, &raw.queue) {
        (Some(at), None, None) if is_place(at) => StopPlace::At(Point::from(*at)),
        (None, Some(area), None) => StopPlace::In(ring(&keyed, "area", area)?),
        (None, None, Some(name)) => {
            if wait.is_some() {
                return Err(keyed.refuse("wait and queue contradict each other: how long one is served is the queue's"));
            }
            StopPlace::Queue(find(&keyed, "queue", name, queues, |queue| &queue.name)?)
        }
        _ => return Err(keyed.refuse("needs one of at = [x, y], area = [[x, y], …] and queue = \"name\"")),
    };
    Ok(with(keyed, Stop { place, wait: wait.unwrap_or([0.0; 2]) }))
}

/// The place of a name.
pub(in super::super) fn find<R, T>(
    keyed: &Keyed<R>,
    kind: &str,
    name: &str,
    all: &[Keyed<T>],
    name_of: impl Fn(&T) -> &String,
) -> Checked<usize> {
    all.iter().position(|one| name_of(&one.value) == name).ok_or_else(|| {
        let known: Vec<_> = all.iter().map(|one| format!("{:?}", name_of(&one.value))).collect();
        let known =
            if known.is_empty() { "there are none".to_owned() } else { format!("there is {}", known.join(", ")) };
        keyed.refuse(format!("there is no {kind} {name:?}; {known}"))
    })
}
