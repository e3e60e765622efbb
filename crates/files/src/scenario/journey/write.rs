//! Journeys as TOML, for the reader to read again.

use std::fmt::Write;

use super::super::write::{quoted, ring};
use super::{AGES, Journey, Places, Speeds, StopPlace, WhenFull};

/// The places; writing to a string does not fail.
pub(in super::super) fn places(out: &mut String, places: &Places) {
    for exit in &places.exits {
        let (exit, name) = (&exit.value, quoted(&exit.value.name));
        let _ = writeln!(out, "\n[[exits]]\nname = {name}\narea = {}\nwidth = {:?}", ring(&exit.area), exit.width);
    }
    for queue in &places.queues {
        let (queue, name) = (&queue.value, quoted(&queue.value.name));
        let _ = writeln!(out, "\n[[queues]]\nname = {name}\nline = {}", ring(&queue.line));
        let when_full = match queue.when_full {
            WhenFull::Refuse => "refuse",
            WhenFull::Wait => "wait",
            WhenFull::Skip => "skip",
        };
        let _ = writeln!(out, "service = {:?}\nspacing = {:?}", queue.service, queue.spacing);
        let _ = writeln!(out, "most = {}\nwhen_full = \"{when_full}\"", queue.most);
    }
    for stairs in &places.stairs {
        let (stairs, name) = (&stairs.value, quoted(&stairs.value.name));
        let _ = writeln!(out, "\n[[stairs]]\nname = {name}\narea = {}", ring(&stairs.area));
        if let Some(up) = stairs.up {
            let _ = writeln!(out, "up = {up:?}\ndescending = {:?}", stairs.descending);
        }
        let _ = writeln!(out, "ascending = {:?}", stairs.ascending);
    }
}

/// What a group does on its way. Its speed is written here too: it follows from the ages, if there are any.
pub(in super::super) fn journey(out: &mut String, journey: &Journey, speed: [f64; 2], places: &Places) {
    let _ = match &journey.speeds {
        None => writeln!(out, "speed = {speed:?}"),
        Some(Speeds::Normal { mean, deviation }) => {
            let [least, most] = speed;
            writeln!(
                out,
                "speed = {{ mean = {mean:?}, deviation = {deviation:?}, least = {least:?}, most = {most:?} }}"
            )
        }
        Some(Speeds::Ages(shares)) => {
            let ages: Vec<_> =
                AGES.iter().zip(shares).map(|((name, _), share)| format!("{name} = {share:?}")).collect();
            writeln!(out, "ages = {{ {} }}", ages.join(", "))
        }
    };
    if let Some(premovement) = journey.premovement {
        let _ = writeln!(out, "premovement = {premovement:?}");
    }
    if !journey.schedule.is_empty() {
        let _ = writeln!(out, "schedule = {:?}", journey.schedule);
    }
    if journey.stops.is_empty() {
        return;
    }
    let stop = |stop: &super::Stop| match &stop.place {
        StopPlace::At(p) => format!("{{ at = [{:?}, {:?}], wait = {:?} }}", p.x, p.y, stop.wait),
        StopPlace::In(area) => format!("{{ area = {}, wait = {:?} }}", ring(area), stop.wait),
        StopPlace::Queue(queue) => {
            let name = places.queues.get(*queue).map_or("", |queue| queue.value.name.as_str());
            format!("{{ queue = {} }}", quoted(name))
        }
    };
    let stops: Vec<_> = journey.stops.iter().map(|one| stop(&one.value)).collect();
    let _ = writeln!(out, "stops = [{}]", stops.join(", "));
}
