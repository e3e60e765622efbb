// What the host asks for between waves: clearing, writing words and costs, putting tiles into a list, reading costs.

struct Params {
    columns: u32,
    limit: u32,
    groups: u32,
    band: u32,
}

struct Turn {
    bit_in: u32,
    bit_out: u32,
    counter: u32,
    slot: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> cells: array<u32>;
@group(0) @binding(2) var<storage, read_write> costs: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> flags: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>>;

// Here the list that is written is that of the turn itself: bit_in, list, count.
@group(1) @binding(0) var<uniform> turn: Turn;
@group(1) @binding(1) var<storage, read_write> list: array<u32>;
@group(1) @binding(2) var<storage, read_write> count: array<atomic<u32>>;
// Numbers of words, costs and tiles, and bits to set in the tiles; then these, words and costs as pairs of place and value.
@group(1) @binding(3) var<storage, read> orders: array<u32>;
@group(1) @binding(4) var<storage, read_write> answers: array<u32>;

const INFINITE = 0xffffffffu;
// Among the bits to set: put the tiles into the list too.
const WAKE = 0x100u;
// The words of a tile among the flags, and the first of the lists' least costs among the counts.
const WORDS = 4u;
const LEAST = 5u;

// Lists a tile for the next round, whatever others are woken by.
fn wake(tile: u32) {
    atomicStore(&flags[WORDS * tile + 1u + turn.slot], 0u);
    if (atomicOr(&flags[WORDS * tile], turn.bit_in) & turn.bit_in) == 0u {
        let place = atomicAdd(&count[3], 1u);
        list[place] = tile;
        if place < params.groups {
            atomicAdd(&count[0], 1u);
        } else if place % params.groups == 0u {
            atomicAdd(&count[1], 1u);
        }
        atomicAdd(&counts[turn.counter], 1u);
    }
}

@compute @workgroup_size(256)
fn clear(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var i = id.x; i < arrayLength(&costs); i += groups.x * 256u) {
        atomicStore(&costs[i], INFINITE);
    }
    for (var i = id.x; i < arrayLength(&flags); i += groups.x * 256u) {
        atomicStore(&flags[i], select(INFINITE, 0u, i % WORDS == 0u));
    }
    if id.x < 8u {
        atomicStore(&counts[id.x], select(0u, INFINITE, id.x >= LEAST));
    }
}

@compute @workgroup_size(64)
fn edit(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let words = orders[0];
    let known = orders[1];
    let tiles = orders[2];
    for (var i = id.x; i < words; i += groups.x * 64u) {
        cells[orders[4u + 2u * i]] = orders[5u + 2u * i];
    }
    for (var i = id.x; i < known; i += groups.x * 64u) {
        atomicStore(&costs[orders[4u + 2u * (words + i)]], orders[5u + 2u * (words + i)]);
    }
    for (var i = id.x; i < tiles; i += groups.x * 64u) {
        let tile = orders[4u + 2u * (words + known) + i];
        atomicOr(&flags[WORDS * tile], orders[3] & 0xffu);
        if (orders[3] & WAKE) != 0u {
            wake(tile);
        }
    }
}

// Wakes all tiles with one of some bits, and takes the bits from them.
@compute @workgroup_size(256)
fn collect(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var tile = id.x; tile < arrayLength(&flags) / WORDS; tile += groups.x * 256u) {
        if (atomicAnd(&flags[WORDS * tile], ~orders[3]) & orders[3]) != 0u {
            wake(tile);
        }
    }
}

@compute @workgroup_size(64)
fn gather(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var i = id.x; i < orders[0]; i += groups.x * 64u) {
        answers[i] = atomicLoad(&costs[orders[4u + i]]);
    }
}
