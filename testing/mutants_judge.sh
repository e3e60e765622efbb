#!/bin/sh
# Judges the mutants that mutants_together.sh has built, on all cores, each by the tests of its room until one fails.
#
#   judge.sh RESULTS      all; a line for each, and the shares
#   judge.sh --one N      one of them; 1, 2, 3 and 4 are none, and must survive
set -eu
cd "$(dirname "$0")"
if [ "${1:-}" != --one ]; then
    results=${1:-results.tsv}
    cut -f1 mutants.tsv | sort -k1.2 | xargs -P "$(nproc)" -n 1 ./judge.sh --one >"$results"
    for room in graph disc clearance mesh; do
        all=$(grep -c "^$room	" "$results" || true)
        survived=$(grep -c "^$room	.*	survived	" "$results" || true)
        echo "$room: $((all - survived)) of $all caught"
    done
    exit
fi
case $2 in
1*) room=graph tests='navigant_search replan repairs bad_input budgets allocations graph' ;;
2*) room=disc tests='discs navigant_search budgets plane_bad_input corridors disc' ;;
3*) room=clearance tests='navigant_mesh axis_found_by_soaks clearance' ;;
*) room=mesh tests='navigant_geometry navigant_mesh edits floors journal saved regions mesh' ;;
esac
verdict=survived
for test in $tests; do
    # One core each: soaks take as many threads as they may. Who takes minutes where the original takes seconds is caught.
    if ! MUTANT=$2 RUST_BACKTRACE=0 taskset -c $(($2 % $(nproc))) timeout 300 "bin/$test" >/dev/null 2>&1; then
        verdict="caught by $test"
        break
    fi
done
printf '%s\t%s\t%s\t%s\n' "$room" "$2" "$verdict" "$(grep "^$2	" mutants.tsv | cut -f2)"
