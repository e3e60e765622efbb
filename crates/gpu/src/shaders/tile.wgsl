// One tile of 32 × 32 cells a workgroup: 32 × 8 threads with a strip of four cells, one below the other, each. The tile and a
// rim of one cell are in workgroup memory, and are relaxed there until nothing changes; then tiles beside it are woken where
// something would change. Other tiles are written only by their own workgroup, so a rim may be out of date, in which case its
// tile wakes this one for the next round.

// Two cells a word: weight in the lower byte, moves in the upper one.
@group(0) @binding(1) var<storage, read_write> cells: array<u32>;
const SIDE = 32u;
const PITCH = 34u;
const AREA = 1156u; // PITCH²
const STRAIGHT = 70u;
const DIAGONAL = 99u;
var<workgroup> near_cells: array<u32, 1156>;
var<workgroup> near: array<atomic<u32>, 1156>;
var<workgroup> sides: array<atomic<u32>, 9>;
var<workgroup> again: array<atomic<u32>, 2>;
var<workgroup> any_again: u32;

// Costs of the steps from the four cells of a strip; INFINITE where there is none.
struct Steps {
    n: vec4<u32>, ne: vec4<u32>, e: vec4<u32>, se: vec4<u32>, s: vec4<u32>, sw: vec4<u32>, w: vec4<u32>, nw: vec4<u32>,
}

// Six values of a column, by the cell of the strip that they are above, beside and below.
struct Column {
    up: vec4<u32>, mid: vec4<u32>, down: vec4<u32>,
}

fn sum(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    let c = a + b;
    return select(c, vec4(INFINITE), c < a);
}

fn weights_at(i: u32) -> Column {
    let a = near_cells[i - PITCH] & 255u;
    let m = vec4(near_cells[i], near_cells[i + PITCH], near_cells[i + 2u * PITCH], near_cells[i + 3u * PITCH]) & vec4(255u);
    let f = near_cells[i + 4u * PITCH] & 255u;
    return Column(vec4(a, m.xyz), m, vec4(m.yzw, f));
}

fn costs_at(i: u32) -> Column {
    let a = atomicLoad(&near[i - PITCH]);
    let m = strip_at(i);
    let f = atomicLoad(&near[i + 4u * PITCH]);
    return Column(vec4(a, m.xyz), m, vec4(m.yzw, f));
}

fn strip_at(i: u32) -> vec4<u32> {
    return vec4(
        atomicLoad(&near[i]),
        atomicLoad(&near[i + PITCH]),
        atomicLoad(&near[i + 2u * PITCH]),
        atomicLoad(&near[i + 3u * PITCH]),
    );
}

fn put_strip(i: u32, strip: vec4<u32>) {
    atomicStore(&near[i], strip.x);
    atomicStore(&near[i + PITCH], strip.y);
    atomicStore(&near[i + 2u * PITCH], strip.z);
    atomicStore(&near[i + 3u * PITCH], strip.w);
}

fn step(cells: vec4<u32>, direction: u32, weights: vec4<u32>, length: u32) -> vec4<u32> {
    let leads = (cells & vec4(256u << direction)) != vec4(0u);
    return select(vec4(INFINITE), ((cells & vec4(255u)) + weights) * length, leads);
}

fn steps_from(i: u32, cells: vec4<u32>) -> Steps {
    let l = weights_at(i - 1u);
    let m = weights_at(i);
    let r = weights_at(i + 1u);
    return Steps(
        step(cells, 0u, m.up, STRAIGHT),
        step(cells, 1u, r.up, DIAGONAL),
        step(cells, 2u, r.mid, STRAIGHT),
        step(cells, 3u, r.down, DIAGONAL),
        step(cells, 4u, m.down, STRAIGHT),
        step(cells, 5u, l.down, DIAGONAL),
        step(cells, 6u, l.mid, STRAIGHT),
        step(cells, 7u, l.up, DIAGONAL),
    );
}

// Loads the tile with its rim. Every thread of the workgroup calls it.
fn load(tile: u32, index: u32) {
    let rows = arrayLength(&flags) / WORDS / params.columns;
    let width = params.columns * SIDE;
    let corner_x = (tile % params.columns) * SIDE;
    let corner_y = (tile / params.columns) * SIDE;
    for (var i = index; i < AREA; i += 256u) {
        // One to the left and above; wraps around below 0 and is then off the grid too.
        let x = corner_x + i % PITCH - 1u;
        let y = corner_y + i / PITCH - 1u;
        var cell = 0u;
        var cost = INFINITE;
        if x < width && y < rows * SIDE {
            let at = y * width + x;
            cell = (cells[at / 2u] >> ((at & 1u) * 16u)) & 0xffffu;
            cost = atomicLoad(&costs[at]);
        }
        near_cells[i] = cell;
        atomicStore(&near[i], cost);
    }
}

// Takes the tile from the list, and resets what its threads share.
fn begin(group: vec3<u32>, groups: vec3<u32>, index: u32) {
    take(group, groups, index);
    if index == 0u {
        atomicStore(&again[0], 0u);
        atomicStore(&again[1], 0u);
    }
    if index < 9u {
        atomicStore(&sides[index], INFINITE);
    }
}

// Notes what the tiles around are to be woken for: a cell of this cost, whose step in a direction leads out of the tile.
fn note(wakes: vec4<bool>, cost: vec4<u32>, x: u32, y: u32, dx: u32, dy: u32) {
    let column = select(select(1u, 2u, x + dx == PITCH), 0u, x + dx == 1u);
    for (var k = 0u; k < 4u; k++) {
        if wakes[k] {
            let at = y + k + dy;
            let row = select(select(1u, 2u, at == PITCH), 0u, at == 1u);
            atomicMin(&sides[row * 3u + column], cost[k]);
        }
    }
}

// The tile on a side, 0 to 8 row by row.
fn beside(tile: u32, side: u32) -> u32 {
    return tile + (side / 3u) * params.columns + side % 3u - params.columns - 1u;
}

fn write(tile: u32, x: u32, y: u32, before: vec4<u32>, now: vec4<u32>) {
    let width = params.columns * SIDE;
    let at = ((tile / params.columns) * SIDE + y) * width + (tile % params.columns) * SIDE + x;
    for (var k = 0u; k < 4u; k++) {
        if now[k] != before[k] {
            atomicStore(&costs[at + k * width], now[k]);
        }
    }
}

// Whether any thread has set the flag of this turn. Resets that of the next.
fn any_thread(turn: u32, index: u32) -> bool {
    workgroupBarrier();
    if index == 0u {
        any_again = atomicLoad(&again[turn & 1u]);
        atomicStore(&again[(turn + 1u) & 1u], 0u);
    }
    return workgroupUniformLoad(&any_again) != 0u;
}

fn best_of(i: u32, own: vec4<u32>, s: Steps) -> vec4<u32> {
    let l = costs_at(i - 1u);
    let r = costs_at(i + 1u);
    let up = vec4(atomicLoad(&near[i - PITCH]), own.xyz);
    let down = vec4(own.yzw, atomicLoad(&near[i + 4u * PITCH]));
    var best = min(own, min(sum(up, s.n), sum(down, s.s)));
    best = min(best, min(sum(l.mid, s.w), sum(r.mid, s.e)));
    best = min(best, min(sum(l.up, s.nw), sum(r.up, s.ne)));
    best = min(best, min(sum(l.down, s.sw), sum(r.down, s.se)));
    // Down the strip, and up again.
    best.y = min(best.y, sum1(best.x, s.n.y));
    best.z = min(best.z, sum1(best.y, s.n.z));
    best.w = min(best.w, sum1(best.z, s.n.w));
    best.z = min(best.z, sum1(best.w, s.s.z));
    best.y = min(best.y, sum1(best.z, s.s.y));
    best.x = min(best.x, sum1(best.y, s.s.x));
    return best;
}

@compute @workgroup_size(32, 8)
fn relax(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    begin(group, groups, index);
    is_due(group, index);
    if workgroupUniformLoad(&is_live) == 0u {
        return;
    }
    let tile = workgroupUniformLoad(&this_part);
    load(tile, index);
    workgroupBarrier();
    let x = id.x + 1u;
    let y = id.y * 4u + 1u;
    let i = y * PITCH + x;
    let cells = vec4(near_cells[i], near_cells[i + PITCH], near_cells[i + 2u * PITCH], near_cells[i + 3u * PITCH]);
    let s = steps_from(i, cells);
    let before = strip_at(i);
    var own = before;
    var turns = 0u;
    loop {
        let old = own;
        own = best_of(i, own, s);
        if any(own != old) {
            put_strip(i, own);
        }
        own = best_of(i, own, s);
        if any(own != old) {
            put_strip(i, own);
            atomicStore(&again[turns & 1u], 1u);
        }
        let goes_on = any_thread(turns, index);
        turns++;
        if !goes_on {
            break;
        }
    }
    write(tile, id.x, id.y * 4u, before, own);
    // Where a neighbour in the rim would be cheaper by a cell of the tile.
    let l = costs_at(i - 1u);
    let m = costs_at(i);
    let r = costs_at(i + 1u);
    note(sum(own, s.n) < m.up, own, x, y, 1u, 0u);
    note(sum(own, s.ne) < r.up, own, x, y, 2u, 0u);
    note(sum(own, s.e) < r.mid, own, x, y, 2u, 1u);
    note(sum(own, s.se) < r.down, own, x, y, 2u, 2u);
    note(sum(own, s.s) < m.down, own, x, y, 1u, 2u);
    note(sum(own, s.sw) < l.down, own, x, y, 0u, 2u);
    note(sum(own, s.w) < l.mid, own, x, y, 0u, 1u);
    note(sum(own, s.nw) < l.up, own, x, y, 0u, 0u);
    // A neighbour has a cost and a step leads there, and yet there is none here: it does not fit.
    let far = own == vec4(INFINITE);
    var lost = far & (m.up != vec4(INFINITE)) & (s.n != vec4(INFINITE));
    lost |= far & (r.up != vec4(INFINITE)) & (s.ne != vec4(INFINITE));
    lost |= far & (r.mid != vec4(INFINITE)) & (s.e != vec4(INFINITE));
    lost |= far & (r.down != vec4(INFINITE)) & (s.se != vec4(INFINITE));
    lost |= far & (m.down != vec4(INFINITE)) & (s.s != vec4(INFINITE));
    lost |= far & (l.down != vec4(INFINITE)) & (s.sw != vec4(INFINITE));
    lost |= far & (l.mid != vec4(INFINITE)) & (s.w != vec4(INFINITE));
    lost |= far & (l.up != vec4(INFINITE)) & (s.nw != vec4(INFINITE));
    if any(lost) {
        atomicStore(&counts[0], 1u);
    }
    workgroupBarrier();
    if index < 9u {
        let least = atomicLoad(&sides[index]);
        if least <= params.limit {
            wake(beside(tile, index), least);
        } else if least != INFINITE {
            atomicOr(&flags[WORDS * beside(tile, index)], PARKED);
        }
    }
    if index == 0u {
        atomicAdd(&counts[1], 1u);
        atomicAdd(&counts[2], turns * 2u);
    }
}

fn supported(i: u32, own: vec4<u32>, s: Steps, cells: vec4<u32>) -> vec4<bool> {
    let l = costs_at(i - 1u);
    let m = costs_at(i);
    let r = costs_at(i + 1u);
    var is = (own == vec4(0u)) & (cells != vec4(0u));
    is |= sum(m.up, s.n) <= own;
    is |= sum(r.up, s.ne) <= own;
    is |= sum(r.mid, s.e) <= own;
    is |= sum(r.down, s.se) <= own;
    is |= sum(m.down, s.s) <= own;
    is |= sum(l.down, s.sw) <= own;
    is |= sum(l.mid, s.w) <= own;
    is |= sum(l.up, s.nw) <= own;
    return is;
}

// Whether a neighbour may have lost its support with these cells.
fn loses(was: vec4<u32>, step: vec4<u32>, there: vec4<u32>) -> vec4<bool> {
    let through = sum(was, step);
    return (through <= there) & (there != vec4(INFINITE));
}

@compute @workgroup_size(32, 8)
fn raise(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    begin(group, groups, index);
    if workgroupUniformLoad(&is_live) == 0u {
        return;
    }
    let tile = workgroupUniformLoad(&this_part);
    load(tile, index);
    workgroupBarrier();
    let x = id.x + 1u;
    let y = id.y * 4u + 1u;
    let i = y * PITCH + x;
    let cells = vec4(near_cells[i], near_cells[i + PITCH], near_cells[i + 2u * PITCH], near_cells[i + 3u * PITCH]);
    let s = steps_from(i, cells);
    let before = strip_at(i);
    var own = before;
    var turns = 0u;
    loop {
        let old = own;
        own = select(vec4(INFINITE), own, supported(i, own, s, cells));
        if any(own != old) {
            put_strip(i, own);
            atomicStore(&again[turns & 1u], 1u);
        }
        let goes_on = any_thread(turns, index);
        turns++;
        if !goes_on {
            break;
        }
    }
    write(tile, id.x, id.y * 4u, before, own);
    let raised = own != before;
    if any(raised) {
        atomicOr(&flags[WORDS * tile], RAISED);
        let was = select(vec4(INFINITE), before, raised);
        let l = costs_at(i - 1u);
        let m = costs_at(i);
        let r = costs_at(i + 1u);
        note(loses(was, s.n, m.up), was, x, y, 1u, 0u);
        note(loses(was, s.ne, r.up), was, x, y, 2u, 0u);
        note(loses(was, s.e, r.mid), was, x, y, 2u, 1u);
        note(loses(was, s.se, r.down), was, x, y, 2u, 2u);
        note(loses(was, s.s, m.down), was, x, y, 1u, 2u);
        note(loses(was, s.sw, l.down), was, x, y, 0u, 2u);
        note(loses(was, s.w, l.mid), was, x, y, 0u, 1u);
        note(loses(was, s.nw, l.up), was, x, y, 0u, 0u);
    }
    workgroupBarrier();
    // The middle is this tile, which is stable.
    if index < 9u && index != 4u && atomicLoad(&sides[index]) != INFINITE {
        enlist(beside(tile, index));
    }
    if index == 0u {
        atomicAdd(&counts[1], 1u);
        atomicAdd(&counts[2], turns);
    }
}
