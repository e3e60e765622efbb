//! A bounding volume hierarchy: which of many boxes meet one.

use crate::tuning::LEAF_BOXES;

/// A box in space, or in plan with heights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Box3 {
    pub(crate) low: [f64; 3],
    pub(crate) high: [f64; 3],
}

impl Box3 {
    pub(crate) fn of(points: impl IntoIterator<Item = [f64; 3]>) -> Box3 {
        let mut bounds = Box3 { low: [f64::INFINITY; 3], high: [f64::NEG_INFINITY; 3] };
        for p in points {
            bounds = bounds.joined(Box3 { low: p, high: p });
        }
        bounds
    }

    pub(crate) fn grown(mut self, by: [f64; 3]) -> Box3 {
        for (axis, by) in by.into_iter().enumerate() {
            self.low[axis] -= by;
            self.high[axis] += by;
        }
        self
    }

    fn joined(mut self, other: Box3) -> Box3 {
        for axis in 0..3 {
            self.low[axis] = self.low[axis].min(other.low[axis]);
            self.high[axis] = self.high[axis].max(other.high[axis]);
        }
        self
    }

    fn meets(&self, other: &Box3) -> bool {
        (0..3).all(|axis| self.low[axis] <= other.high[axis] && other.low[axis] <= self.high[axis])
    }
}

/// Boxes in a tree, each node split at the median of its longest axis.
pub(crate) struct Hierarchy {
    boxes: Vec<Box3>,
    order: Vec<u32>,
    nodes: Vec<Node>,
}

/// A node: the boxes `start..end` of the order, and its second child; the first one follows it.
struct Node {
    bounds: Box3,
    start: u32,
    end: u32,
    second: Option<u32>,
}

impl Hierarchy {
    pub(crate) fn of(boxes: Vec<Box3>) -> Hierarchy {
        let order: Vec<u32> = (0..boxes.len() as u32).collect();
        let mut tree = Hierarchy { boxes, order, nodes: Vec::new() };
        if !tree.boxes.is_empty() {
            tree.split(0, tree.boxes.len());
        }
        tree
    }

    fn split(&mut self, start: usize, end: usize) {
        let of_order = |order: &[u32], boxes: &[Box3]| {
            order.iter().map(|&i| boxes[i as usize]).reduce(Box3::joined).unwrap_or(Box3::of([]))
        };
        let bounds = of_order(&self.order[start..end], &self.boxes);
        let node = self.nodes.len();
        self.nodes.push(Node { bounds, start: start as u32, end: end as u32, second: None });
        if end - start <= LEAF_BOXES {
            return;
        }
        let long = |axis: usize| bounds.high[axis] - bounds.low[axis];
        let axis = (0..3).max_by(|&a, &b| long(a).total_cmp(&long(b))).unwrap_or(0);
        let middle = start + (end - start) / 2;
        let boxes = &self.boxes;
        let key = |i: u32| boxes[i as usize].low[axis] + boxes[i as usize].high[axis];
        self.order[start..end]
            .select_nth_unstable_by(middle - start, |&a, &b| key(a).total_cmp(&key(b)).then(a.cmp(&b)));
        self.split(start, middle);
        self.nodes[node].second = Some(self.nodes.len() as u32);
        self.split(middle, end);
    }

    /// Calls `found` with the number of every box that meets one.
    pub(crate) fn meeting(&self, query: &Box3, mut found: impl FnMut(u32)) {
        let mut stack: Vec<u32> = if self.nodes.is_empty() { Vec::new() } else { vec![0] };
        while let Some(number) = stack.pop() {
            let node = &self.nodes[number as usize];
            if !node.bounds.meets(query) {
                continue;
            }
            match node.second {
                Some(second) => stack.extend([number + 1, second]),
                None => {
                    let inside = self.order[node.start as usize..node.end as usize].iter();
                    inside.filter(|&&i| self.boxes[i as usize].meets(query)).for_each(|&i| found(i));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_boxes_that_meet_are_found_once() {
        let boxes: Vec<Box3> = (0..200)
            .map(|i| {
                let [x, y, z] = [f64::from(i * 37 % 101), f64::from(i * 53 % 97), f64::from(i * 11 % 13)];
                Box3 { low: [x, y, z], high: [x + f64::from(i % 7), y + 2.0, z + 1.0] }
            })
            .collect();
        let tree = Hierarchy::of(boxes.clone());
        for query in &boxes {
            let mut found = Vec::new();
            tree.meeting(query, |i| found.push(i));
            found.sort_unstable();
            let all: Vec<u32> = (0..200).filter(|&i| boxes[i as usize].meets(query)).collect();
            assert_eq!(found, all);
        }
        Hierarchy::of(Vec::new()).meeting(&boxes[0], |_| panic!("nothing is there"));
    }
}
