#!/bin/sh
# Do tests and soaks notice broken code? Breaks a room in every way cargo-mutants knows, one at a time.
#
#   testing/mutants.sh [mesh]               predicates, rounding and edits, judged by the oracles: some hours on two cores
#   testing/mutants.sh graph                the searches on graphs
#   testing/mutants.sh graph --shard 0/10   every tenth of them
#   testing/mutants.sh disc                 the search for discs
#   testing/mutants.sh clearance            profiles, gates, reachability of discs
#
# Left out: what changes only speed or memory (reserve, memory_bytes, the order of a batch, the index for cold starts, the hash
# of the open list), and the words of error messages. What survived, and why: testing/mutants.md
set -eu
cd "$(dirname "$0")/.."
room=mesh
case "${1:-}" in
mesh | graph | disc | clearance)
    room=$1
    shift
    ;;
esac
if [ "$room" = graph ]; then
    exec cargo mutants --package navigant-search \
        --file 'crates/search/src/graph/**/*.rs' --file 'crates/search/src/graph/*.rs' \
        --exclude-re 'fmt|memory_bytes|scattered|impl Order' \
        --test-package navigant-search --test-package navigant-testing \
        --sharding round-robin --timeout 60 --baseline skip --output target/mutants-graph "$@" \
        -- --lib --tests graph replan incremental
fi
if [ "$room" = disc ]; then
    exec cargo mutants --package navigant-search \
        --file 'crates/search/src/plane/disc/*.rs' --exclude-re 'fmt' \
        --test-package navigant-search --test-package navigant-testing \
        --sharding round-robin --timeout 60 --baseline skip --output target/mutants-disc "$@" \
        -- --lib --tests disc
fi
if [ "$room" = clearance ]; then
    exec cargo mutants --package navigant-mesh \
        --file 'crates/mesh/src/clearance/*.rs' --exclude-re 'fmt|memory_bytes|listed|looked_at' \
        --test-package navigant-mesh --test-package navigant-testing \
        --sharding round-robin --timeout 60 --baseline skip --output target/mutants-clearance "$@" \
        -- --lib --tests clearance profile reach ecm axis disc
fi
exec cargo mutants --package navigant-geometry --package navigant-mesh \
    --file crates/geometry/src/predicates.rs --file crates/geometry/src/segment.rs \
    --file crates/geometry/src/outline.rs \
    --file 'crates/mesh/src/triangulation/*.rs' --file crates/mesh/src/arrangement.rs \
    --file crates/mesh/src/walls.rs --file crates/mesh/src/cover.rs --file crates/mesh/src/map.rs \
    --exclude-re 'fmt|memory_bytes|reserve|hilbert|round_of|Hasher|impl Hash' \
    --test-package navigant-geometry --test-package navigant-mesh --test-package navigant-testing \
    --sharding round-robin --timeout 20 --baseline skip --output target/mutants "$@" -- --lib --tests
