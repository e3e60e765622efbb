//! What wishes make of a place: how much they repel or attract there, and where they forbid to be.

use super::{Shape, Sheet, View};
use crate::ways::Wishing;
use navigant::mesh::{Map, Point};
use navigant::planning::internals::{ConstraintGraphInternals as _, MultiplierField};

/// The floors' longer side is cut into this many samples at most: some 40,000 in a square world, a few pixels each.
const SAMPLES: f64 = 200.0;
/// A sum of weights that no eye tells from nothing: it changes the multiplier by half a percent.
const FAINT: f64 = 0.05;

/// The sum of the weights where it is felt.
pub(super) fn weights(map: &Map, view: &View, wishing: &mut Wishing) -> Sheet {
    sampled(map, view, wishing, |field, p| {
        Some(field.weight_at(p)).filter(|weight| weight.abs() > FAINT && field.forbids(p).is_none())
    })
}

/// Where a hard wish forbids to be.
pub(super) fn forbidden(map: &Map, view: &View, wishing: &mut Wishing) -> Sheet {
    sampled(map, view, wishing, |field, p| field.forbids(p).map(|_| 0.0))
}

/// Squares around samples of the floor, those of one value in a row as one.
fn sampled(
    map: &Map,
    view: &View,
    wishing: &mut Wishing,
    value: impl Fn(&MultiplierField, Point) -> Option<f64>,
) -> Sheet {
    let mut sheet = Sheet::new(Shape::Triangles);
    let Some(wishes) = view.wanted.wishes.as_deref().filter(|wishes| !wishes.trim().is_empty()) else {
        return sheet;
    };
    // What is wrong with them is said where they are written.
    let Ok(graph) = wishing.graph(map, wishes) else { return sheet };
    let field = graph.graph().field();
    let Some(bounds) = map.floor_bounds() else { return sheet };
    let (width, height) = bounds.size();
    let side = (width.max(height) / SAMPLES).max(4.0 * view.pixel);
    let [columns, rows] = [width, height].map(|length| (length / side).ceil() as u32);
    for row in 0..rows {
        let low = bounds.min.y + f64::from(row) * side;
        let y = low + 0.5 * side;
        // Where the squares of one value began.
        let mut run: Option<(u32, f64)> = None;
        for column in 0..=columns {
            let middle = Point::new(bounds.min.x + (f64::from(column) + 0.5) * side, y);
            let is_seen = column < columns && view.sees(middle, middle);
            let here = if is_seen { value(field, middle) } else { None };
            let here = here.filter(|_| map.clearance_at(middle).is_some());
            if run.map(|(_, value)| value) == here {
                continue;
            }
            if let Some((from, value)) = run {
                let at = |column: u32| (bounds.min.x + f64::from(column) * side).min(bounds.max.x);
                let top = (low + side).min(bounds.max.y);
                let [a, b] = [Point::new(at(from), low), Point::new(at(column), top)];
                let corners = [a, Point::new(b.x, a.y), b, Point::new(a.x, b.y)];
                sheet.triangle([corners[0], corners[1], corners[2]], [value; 3]);
                sheet.triangle([corners[0], corners[2], corners[3]], [value; 3]);
            }
            run = here.map(|value| (column, value));
        }
    }
    sheet
}
