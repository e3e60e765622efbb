#!/bin/sh
# The same question as mutants.sh, for a sample of each room, with one build: all mutants are compiled in (testing/schemata), and the
# tests are run once for each.
#
#   testing/mutants_together.sh build 60 7 FOLDER     60 of each room, drawn with seed 7, into FOLDER
#   FOLDER/judge.sh RESULTS                           judges them on all cores; needs nothing but FOLDER
#
# What survived, and why: testing/mutants.md
set -eu
cd "$(dirname "$0")/.."
if [ "${1:-}" != build ] || [ $# -ne 4 ]; then
    sed -n '2,9s/^# \{0,1\}//p' "$0"
    exit 2
fi
count=$2 seed=$3
mkdir -p "$4/bin"
folder=$(cd "$4" && pwd)
cp testing/mutants_judge.sh "$folder/judge.sh"
for room in graph disc clearance mesh; do
    testing/mutants.sh "$room" --list --json >"$folder/$room.json"
done
copy=$folder/sources
rm -rf "$copy"
mkdir "$copy"
git archive HEAD | tar x -C "$copy"
# A build of its own: assertions and checks of overflow as in tests, and fast all the same.
export CARGO_TARGET_DIR="${MUTANTS_TARGET_DIR:-$folder/target}" RUSTFLAGS='--cap-lints allow' CARGO_INCREMENTAL=0
export CARGO_PROFILE_RELEASE_DEBUG=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=2
export CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true
cargo run --manifest-path testing/schemata/Cargo.toml -- "$copy" "$count" "$seed" \
    "$folder/graph.json" "$folder/disc.json" "$folder/clearance.json" "$folder/mesh.json" >"$folder/mutants.tsv"
wc -l "$folder/mutants.tsv"
cd "$copy"
cargo test --release --no-run -p navigant-judges -p navigant-geometry -p navigant-mesh -p navigant-search 2>&1 |
    sed -n 's/.*(\(.*\/\([^/]*\)-[0-9a-f]*\))$/\1 \2/p' | while read -r built name; do
    strip -o "$folder/bin/$name" "$built"
done
ls "$folder/bin"
