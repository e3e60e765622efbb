//! The cheapest plan in a domain by brute force: Dijkstra from the start over all transitions.

use navigant_planning::internals::{Domain, GOAL_COST};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

/// What the cheapest plan from a start to one of some goals costs, over states for which `keep` holds; `None` if there is none.
pub fn cheapest<D: Domain>(
    domain: &D,
    start: D::State,
    goals: &[D::State],
    keep: impl Fn(D::State) -> bool,
) -> Option<u64> {
    let goals: BTreeSet<D::State> = goals.iter().copied().collect();
    let mut costs = HashMap::from([(start, 0u64)]);
    let mut open = BinaryHeap::from([Reverse((0u64, start))]);
    while let Some(Reverse((cost, state))) = open.pop() {
        if costs.get(&state).is_some_and(|&least| least < cost) {
            continue;
        }
        if goals.contains(&state) {
            return Some(cost + GOAL_COST as u64);
        }
        domain.successors(state, &mut |to, step| {
            if !keep(to) {
                return;
            }
            let (least, through) = (costs.entry(to).or_insert(u64::MAX), cost + step as u64);
            if through < *least {
                *least = through;
                open.push(Reverse((through, to)));
            }
        });
    }
    None
}

/// What a path costs, transition by transition; `None` if a transition of it is not there, or it does not lead from the start to a
/// goal.
pub fn cost_of<D: Domain>(domain: &D, path: &[D::State], start: D::State, goals: &[D::State]) -> Option<u64> {
    if path.first() != Some(&start) || !goals.contains(path.last()?) {
        return None;
    }
    let mut sum = GOAL_COST as u64;
    for pair in path.windows(2) {
        let mut least = None;
        domain.successors(pair[0], &mut |to, cost| {
            if to == pair[1] && least.is_none_or(|least| cost < least) {
                least = Some(cost);
            }
        });
        sum += least? as u64;
    }
    Some(sum)
}

/// Whether successors and predecessors tell of the same transitions around a state, and the heuristic is consistent along them.
///
/// # Errors
/// What differs.
pub fn check_transitions<D: Domain>(domain: &D, state: D::State, start: D::State) -> Result<(), String> {
    let mut successors = Vec::new();
    domain.successors(state, &mut |to, cost| successors.push((to, cost)));
    for (to, cost) in successors {
        let mut is_there = false;
        domain.predecessors(to, &mut |from, back| is_there |= from == state && back == cost);
        if !is_there {
            return Err(format!("{state:?} → {to:?} at {cost} is not seen from its end"));
        }
        let (near, far) = (domain.heuristic(start, state), domain.heuristic(start, to));
        if far > near + cost || cost < 1.0 || cost.fract() != 0.0 {
            return Err(format!("from {start:?}: h({state:?}) = {near}, h({to:?}) = {far}, at {cost}"));
        }
    }
    let mut predecessors = Vec::new();
    domain.predecessors(state, &mut |from, cost| predecessors.push((from, cost)));
    for (from, cost) in predecessors {
        let mut is_there = false;
        domain.successors(from, &mut |to, on| is_there |= to == state && on == cost);
        if !is_there {
            return Err(format!("{from:?} → {state:?} at {cost} is not seen from its beginning"));
        }
    }
    Ok(())
}
