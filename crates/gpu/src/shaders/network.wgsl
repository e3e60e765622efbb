// One square of an adaptive grid a workgroup: its threads look at its edges, some each. A square takes the least that its neighbours
// offer, and offers them what follows from it; those that take it are woken for the next round.

// By square, two words: where its edges begin, and how many there are, with the highest bit set if it is open. Behind the squares the
// edges, two words each: the neighbour, and what the way there costs. Ways are as long back.
@group(0) @binding(1) var<storage, read_write> network: array<u32>;

const THREADS = 32u;
const OPEN = 0x80000000u;

var<workgroup> best: atomic<u32>;
var<workgroup> own: u32;
var<workgroup> is_supported: atomic<u32>;

struct Edges {
    first: u32,
    count: u32,
    is_open: bool,
}

fn edges_of(square: u32) -> Edges {
    let second = network[2u * square + 1u];
    return Edges(network[2u * square], second & ~OPEN, (second & OPEN) != 0u);
}

@compute @workgroup_size(32)
fn relax(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    take(group, groups, index);
    is_due(group, index);
    if workgroupUniformLoad(&is_live) == 0u {
        return;
    }
    let square = workgroupUniformLoad(&this_part);
    let edges = edges_of(square);
    if index == 0u {
        atomicStore(&best, atomicLoad(&costs[square]));
    }
    workgroupBarrier();
    var offered = INFINITE;
    for (var i = index; i < edges.count; i += THREADS) {
        let edge = edges.first + 2u * i;
        offered = min(offered, sum1(atomicLoad(&costs[network[edge]]), network[edge + 1u]));
    }
    atomicMin(&best, offered);
    workgroupBarrier();
    if index == 0u {
        // Others may have lowered it meanwhile; then it is listed again.
        own = atomicLoad(&best);
        atomicMin(&costs[square], own);
        atomicAdd(&counts[1], 1u);
        atomicAdd(&counts[2], 1u);
    }
    let cost = workgroupUniformLoad(&own);
    for (var i = index; i < edges.count; i += THREADS) {
        let edge = edges.first + 2u * i;
        let to = network[edge];
        let through = sum1(cost, network[edge + 1u]);
        if through == INFINITE {
            // One of the two has a cost, the other none: it does not fit, unless another way is found. The host looks.
            if (cost != INFINITE) != (atomicLoad(&costs[to]) != INFINITE) {
                atomicStore(&counts[0], 1u);
            }
        } else if through < atomicMin(&costs[to], through) {
            wake(to, through);
        }
    }
}

@compute @workgroup_size(32)
fn raise(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    take(group, groups, index);
    if workgroupUniformLoad(&is_live) == 0u {
        return;
    }
    let square = workgroupUniformLoad(&this_part);
    let edges = edges_of(square);
    if index == 0u {
        own = atomicLoad(&costs[square]);
        // A goal needs no support.
        atomicStore(&is_supported, u32(own == INFINITE || own == 0u && edges.is_open));
    }
    let was = workgroupUniformLoad(&own);
    for (var i = index; i < edges.count; i += THREADS) {
        let edge = edges.first + 2u * i;
        let through = sum1(atomicLoad(&costs[network[edge]]), network[edge + 1u]);
        if through != INFINITE && through <= was {
            atomicStore(&is_supported, 1u);
        }
    }
    workgroupBarrier();
    if index == 0u {
        own = atomicLoad(&is_supported);
    }
    if workgroupUniformLoad(&own) != 0u {
        return;
    }
    if index == 0u {
        atomicStore(&costs[square], INFINITE);
        atomicOr(&flags[WORDS * square], RAISED);
    }
    for (var i = index; i < edges.count; i += THREADS) {
        let edge = edges.first + 2u * i;
        let there = atomicLoad(&costs[network[edge]]);
        let through = sum1(was, network[edge + 1u]);
        if there != INFINITE && through != INFINITE && through <= there {
            enlist(network[edge]);
        }
    }
}
