// What all waves share: lists of the parts of a ground that are visited in the next round. A part is a tile of cells, or a square of an
// adaptive grid; each is visited by one workgroup. The source of a wave stands behind this one.

struct Params {
    // Of tiles: how many there are in a row.
    columns: u32,
    // Parts beside which nothing cheaper than this changed wait.
    limit: u32,
    // The most workgroups along a dimension.
    groups: u32,
    // Parts that are woken by costs more than this above the least of the round are put off.
    band: u32,
}

struct Turn {
    // The bit of a part that is in the list at hand, and of one that is in the next.
    bit_in: u32,
    bit_out: u32,
    // Which of the counts is that of parts in these lists.
    counter: u32,
    // Which of three lists is at hand.
    slot: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read_write> costs: array<atomic<u32>>;
// Four words a part: its bits, and for each of three lists the least cost that it was woken by.
@group(0) @binding(3) var<storage, read_write> flags: array<atomic<u32>>;
// Whether a cost did not fit, parts visited, rounds within them, and parts that are in the lists to relax and to
// raise: a list that is not followed by another keeps its length, so lengths do not tell. Then, for each of three lists, the least
// cost that one of its parts was woken by.
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>>;

@group(1) @binding(0) var<uniform> turn: Turn;
@group(1) @binding(1) var<storage, read> list: array<u32>;
@group(1) @binding(2) var<storage, read_write> next: array<u32>;
// Workgroups along the dimensions, the arguments of an indirect dispatch, and the number of parts.
@group(1) @binding(3) var<storage, read_write> next_count: array<atomic<u32>>;
@group(1) @binding(4) var<storage, read_write> spent_count: array<atomic<u32>>;

const INFINITE = 0xffffffffu;
// A part that waits because of the limit, and one in which costs were raised.
const PARKED = 8u;
const RAISED = 16u;
// The words of a part among the flags, and the first of the lists' least costs among the counts.
const WORDS = 4u;
const LEAST = 5u;

var<workgroup> this_part: u32;
var<workgroup> is_live: u32;

fn sum1(a: u32, b: u32) -> u32 {
    let c = a + b;
    return select(c, INFINITE, c < a);
}

// Takes the part from the list, unless it was taken before. The last row of workgroups may go beyond the end of the list, where
// parts of former rounds are: these were taken, or are in this list too and are taken once.
fn take(group: vec3<u32>, groups: vec3<u32>, index: u32) {
    if index == 0u {
        let place = group.y * groups.x + group.x;
        is_live = 0u;
        if place < arrayLength(&list) {
            this_part = list[place];
            is_live = atomicAnd(&flags[WORDS * this_part], ~turn.bit_in) & turn.bit_in;
        }
        if is_live != 0u {
            atomicSub(&counts[turn.counter], 1u);
        }
        if place == 0u {
            atomicStore(&spent_count[0], 0u);
            atomicStore(&spent_count[1], 1u);
            atomicStore(&spent_count[3], 0u);
        }
    }
}

// Lists a part for the next round, because of a cost beside it.
fn wake(part: u32, cost: u32) {
    let slot = (turn.slot + 1u) % 3u;
    atomicMin(&flags[WORDS * part + 1u + slot], cost);
    atomicMin(&counts[LEAST + slot], cost);
    enlist(part);
}

fn enlist(part: u32) {
    if (atomicOr(&flags[WORDS * part], turn.bit_out) & turn.bit_out) == 0u {
        let place = atomicAdd(&next_count[3], 1u);
        next[place] = part;
        // Rows of workgroups, all but the first one whole.
        if place < params.groups {
            atomicAdd(&next_count[0], 1u);
        } else if place % params.groups == 0u {
            atomicAdd(&next_count[1], 1u);
        }
        atomicAdd(&counts[turn.counter], 1u);
    }
}

// Whether the part's turn has come: waves that run ahead of cheaper ones are put off, or most of what they find is replaced later.
fn is_due(group: vec3<u32>, index: u32) {
    if index == 0u {
        if all(group == vec3(0u)) {
            atomicStore(&counts[LEAST + (turn.slot + 2u) % 3u], INFINITE);
        }
        if is_live != 0u {
            let cost = atomicExchange(&flags[WORDS * this_part + 1u + turn.slot], INFINITE);
            if cost > sum1(atomicLoad(&counts[LEAST + turn.slot]), params.band) {
                wake(this_part, cost);
                is_live = 0u;
            }
        }
    }
}
