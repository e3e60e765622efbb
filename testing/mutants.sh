#!/bin/sh
# Does the soak notice broken code? Mutates the predicates, the rounding and the edit code, and lets the oracles judge.
#
#   testing/mutants.sh                all mutants: some hours on two cores
#   testing/mutants.sh --shard 0/10   every tenth of them
#
# Left out: what changes only speed or memory (reserve, memory_bytes, the order of a batch, the index for cold starts),
# and the words of error messages. What survived, and why: testing/mutants.md
set -eu
cd "$(dirname "$0")/.."
exec cargo mutants --package navigant-geometry --package navigant-mesh \
    --file crates/geometry/src/predicates.rs --file crates/geometry/src/segment.rs \
    --file crates/geometry/src/outline.rs \
    --file 'crates/mesh/src/triangulation/*.rs' --file crates/mesh/src/arrangement.rs \
    --file crates/mesh/src/walls.rs --file crates/mesh/src/cover.rs --file crates/mesh/src/map.rs \
    --exclude-re 'fmt|memory_bytes|reserve|hilbert|round_of|Hasher|impl Hash' \
    --test-package navigant-geometry --test-package navigant-mesh --test-package navigant-testing \
    --sharding round-robin --timeout 20 --baseline skip --output target/mutants "$@" -- --lib --tests
