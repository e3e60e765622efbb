#!/bin/sh
# Do tests and soaks notice broken code? Breaks a room in every way cargo-mutants knows, one at a time.
#
#   testing/mutants.sh [mesh]                predicates, rounding and edits: 1,142 mutants
#   testing/mutants.sh graph                 the searches on graphs: 2,341
#   testing/mutants.sh disc                  the search for discs: 1,086
#   testing/mutants.sh clearance             profiles, gates, reachability of discs: 1,119
#   testing/mutants.sh graph --shard 7/58    every 58th of them, from the 8th on: a sample
#
# A mutant is judged by the tests of its crate and by short soaks (testing/judges), which need nothing but mesh and search to be
# built.
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
case $room in
graph) set -- --package navigant-search --test-package navigant-search \
    --file 'crates/search/src/graph/**/*.rs' --file 'crates/search/src/graph/*.rs' \
    --exclude-re 'fmt|memory_bytes|scattered|impl Order' "$@" ;;
disc) set -- --package navigant-search --test-package navigant-search \
    --file 'crates/search/src/plane/disc/*.rs' --exclude-re 'fmt' "$@" ;;
clearance) set -- --package navigant-mesh --test-package navigant-mesh \
    --file 'crates/mesh/src/clearance/*.rs' --exclude-re 'fmt|memory_bytes|listed|looked_at' "$@" ;;
mesh) set -- --package navigant-geometry --package navigant-mesh \
    --test-package navigant-geometry --test-package navigant-mesh \
    --file crates/geometry/src/predicates.rs --file crates/geometry/src/segment.rs \
    --file crates/geometry/src/outline.rs \
    --file 'crates/mesh/src/triangulation/*.rs' --file crates/mesh/src/arrangement.rs \
    --file crates/mesh/src/walls.rs --file crates/mesh/src/cover.rs --file crates/mesh/src/map.rs \
    --exclude-re 'fmt|memory_bytes|reserve|hilbert|round_of|Hasher|impl Hash' "$@" ;;
esac
case " $* " in
*' --shard '*) set -- "$@" --sharding round-robin ;;
esac
# Only what judges is built, and without debug information.
mkdir -p target
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_DEBUG=0
exec cargo mutants "$@" --test-package navigant-judges --cargo-arg=--lib --cargo-arg=--test="$room" \
    --timeout 120 --baseline skip --output "target/mutants-$room"
