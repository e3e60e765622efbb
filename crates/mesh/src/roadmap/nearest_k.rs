//! The k nearest neighbours among free squares, and their reverse: the squares whose k nearest may lie in a box.

use super::graph::WaypointId;
use super::squares::{SquareId, Squares};
use crate::tolerance::ABOVE;
use navigant_geometry::{Bounds, Point};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A distance squared, or another number that is 0 or more, as an integer in the same order.
fn ordered(number: f64) -> u64 {
    number.to_bits()
}

fn squared_to(bounds: Bounds, p: Point) -> f64 {
    let (dx, dy) = (p.x - p.x.clamp(bounds.min.x, bounds.max.x), p.y - p.y.clamp(bounds.min.y, bounds.max.y));
    dx * dx + dy * dy
}

/// The distance between two boxes.
fn apart(a: Bounds, b: Bounds) -> f64 {
    let gap = |low: f64, high: f64, other_low: f64, other_high: f64| (other_low - high).max(low - other_high).max(0.0);
    gap(a.min.x, a.max.x, b.min.x, b.max.x).hypot(gap(a.min.y, a.max.y, b.min.y, b.max.y))
}

/// The k nearest waypoints to that of a leaf, and how far the last of them is; infinitely far if there are fewer.
///
/// Of two that are as far the one farther to the left is nearer, then the lower one: the answer does not depend on ids.
pub(super) fn nearest(squares: &Squares, of: SquareId, k: usize, picks: &mut Vec<WaypointId>) -> f64 {
    let here = squares.centre(of);
    let mut found: Vec<(u64, f64, f64, WaypointId)> = Vec::with_capacity(k + 1);
    let mut waiting = BinaryHeap::from([Reverse((0, 0))]);
    let mut ids = vec![Squares::ROOT];
    while let Some(Reverse((least, index))) = waiting.pop() {
        if found.len() == k && found.last().is_none_or(|last| least > last.0) {
            break;
        }
        let id: SquareId = ids[index];
        for child in squares.children(id) {
            waiting.push(Reverse((ordered(squared_to(squares.at(child).bounds, here)), ids.len())));
            ids.push(child);
        }
        if let Some(waypoint) = squares.at(id).waypoint.filter(|_| id != of) {
            let at = squares.centre(id);
            let (dx, dy) = (at.x - here.x, at.y - here.y);
            let entry = (ordered(dx * dx + dy * dy), at.x, at.y, waypoint);
            let is_before =
                |other: &(u64, f64, f64, WaypointId)| (other.0, other.1, other.2) < (entry.0, entry.1, entry.2);
            let rank = found.partition_point(is_before);
            found.insert(rank, entry);
            found.truncate(k);
        }
    }
    picks.extend(found.iter().map(|entry| entry.3));
    match found.last() {
        Some(last) if found.len() == k => f64::from_bits(last.0).sqrt() * ABOVE,
        _ => f64::INFINITY,
    }
}

/// Adds the leaves that look as far as into a box.
pub(super) fn looking_into(squares: &Squares, from: SquareId, region: Bounds, found: &mut Vec<SquareId>) {
    let square = squares.at(from);
    if apart(square.bounds, region) > squares.reach(from) {
        return;
    }
    if square.waypoint.is_some() {
        found.push(from);
    }
    squares.children(from).for_each(|child| looking_into(squares, child, region, found));
}
