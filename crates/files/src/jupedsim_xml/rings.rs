//! What walls and doors surround.
//!
//! Walls are open lines in no order and in any direction, and doors close the gaps between them. Ends that are at most [`SAME_END`] apart
//! are one; where a wall meets a door the door's end is taken, so that the floors on both sides of it have the same corners. From the
//! end of one line the nearest end goes on.

use navigant_geometry::{Outline, Point};

/// How far apart the ends of two lines may be that meet, in metres: files are drawn by hand, to the centimetre.
const SAME_END: f64 = 0.01;

/// An end at which nothing goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OpenEnd {
    pub(super) at: Point,
    /// How far the nearest other end is, if there is one.
    pub(super) nearest: Option<f64>,
}

/// Walls whose ends are those of the doors that they meet; rings end where they begin.
pub(super) fn joined(walls: &[Vec<Point>], doors: &[[Point; 2]]) -> Vec<Vec<Point>> {
    let mut walls = walls.to_vec();
    for wall in &mut walls {
        let is_ring = is_ring(wall);
        if let [first, .., last] = wall.as_mut_slice() {
            if !is_ring {
                *first = met(*first, doors);
            }
            *last = if is_ring { *first } else { met(*last, doors) };
        }
    }
    walls
}

/// The floor that [joined] walls and their doors surround; `None` if there is nothing that could.
///
/// Cost: quadratic in the number of lines, of which there are at most [`MAX_WALLS`](crate::limits::MAX_WALLS).
pub(super) fn surrounded(walls: &[Vec<Point>], doors: &[[Point; 2]]) -> Result<Option<Outline>, OpenEnd> {
    let mut rings = Vec::new();
    let mut open: Vec<Vec<Point>> = doors.iter().map(|ends| ends.to_vec()).collect();
    for wall in walls.iter().filter(|wall| wall.len() > 1) {
        if is_ring(wall) { &mut rings } else { &mut open }.push(wall.clone());
    }
    while let Some(line) = open.pop() {
        rings.push(closed(line, &mut open)?);
    }
    for ring in &mut rings {
        ring.pop();
    }
    rings.retain(|ring| ring.len() > 2);
    // Rings within the largest are what the floor goes around.
    rings.sort_by(|a, b| area(b).total_cmp(&area(a)));
    let mut rings = rings.into_iter();
    Ok(rings.next().map(|exterior| Outline::Polygon { exterior, holes: rings.collect() }))
}

/// Whether a line surrounds something by itself.
fn is_ring(line: &[Point]) -> bool {
    line.len() > 3 && ends(line).is_some_and(|[a, b]| a.distance(b) <= SAME_END)
}

/// The end of a door that a wall's end meets, or else itself.
fn met(end: Point, doors: &[[Point; 2]]) -> Point {
    let nearest = doors.iter().flatten().min_by(|a, b| a.distance(end).total_cmp(&b.distance(end)));
    nearest.copied().filter(|door| door.distance(end) <= SAME_END).unwrap_or(end)
}

/// A line gone on with others until it ends where it began; its last point repeats the first.
fn closed(mut ring: Vec<Point>, open: &mut Vec<Vec<Point>>) -> Result<Vec<Point>, OpenEnd> {
    loop {
        let Some([start, end]) = ends(&ring) else { return Ok(ring) };
        let gap = start.distance(end);
        let far = |line: &Vec<Point>| ends(line).map_or(f64::INFINITY, |[a, b]| a.distance(end).min(b.distance(end)));
        let next = (0..).zip(open.iter().map(far)).min_by(|a, b| a.1.total_cmp(&b.1));
        match next.filter(|&(_, far)| far <= SAME_END) {
            _ if gap <= SAME_END && ring.len() > 2 => {
                if let Some(last) = ring.last_mut() {
                    *last = start;
                }
                return Ok(ring);
            }
            Some((index, _)) => {
                let mut line = open.swap_remove(index);
                if ends(&line).is_some_and(|[a, b]| b.distance(end) < a.distance(end)) {
                    line.reverse();
                }
                ring.extend(line.into_iter().skip(1));
            }
            None => return Err(OpenEnd { at: end, nearest: next.map(|(_, far)| far.min(gap)) }),
        }
    }
}

fn ends(line: &[Point]) -> Option<[Point; 2]> {
    Some([*line.first()?, *line.last()?])
}

fn area(ring: &[Point]) -> f64 {
    let sides = ring.iter().zip(ring.iter().cycle().skip(1));
    (sides.map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>() * 0.5).abs()
}
