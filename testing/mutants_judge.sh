#!/bin/sh
# Judges the mutants that mutants_together.sh has built, on all cores, each by the tests of its room until one fails.
#
#   judge.sh RESULTS      all; a line for each, and the shares
#   judge.sh --one N      one of them; 1, 2, 3 and 4 are none, and must survive
set -eu
if [ "${1:-}" != --one ]; then
    here=$(cd "$(dirname "$0")" && pwd)
    results=${1:-$here/results.tsv}
    # The originals come first, then all rooms in turn.
    { seq 4; cut -f1 "$here/mutants.tsv" | sort -k1.2; } |
        xargs --process-slot-var=SLOT -P "$(nproc)" -n 1 "$here/judge.sh" --one >"$results"
    for room in graph disc clearance mesh; do
        all=$(grep -c "^$room	....	" "$results" || true)
        survived=$(grep -c "^$room	....	survived	" "$results" || true)
        grep -q "^$room	.	survived	" "$results" || echo "$room: the tests fail without a mutant, too"
        echo "$room: $((all - survived)) of $all caught"
    done
    exit
fi
cd "$(dirname "$0")"
case $2 in
1*) room=graph tests='navigant_search work replan repairs bad_input strange_ids graph budgets allocations' ;;
2*) room=disc tests='discs navigant_search work budgets plane_bad_input corridors ends disc' ;;
3*) room=clearance tests='navigant_mesh gates axis_found_by_soaks discs clearance' ;;
*) room=mesh tests='navigant_geometry navigant_mesh edits floors journal saved regions layers mesh seams' ;;
esac
verdict=survived
for test in $tests; do
    # One core each: soaks take as many threads as they may. Who takes minutes where the original takes seconds is caught.
    status=0
    MUTANT=$2 RUST_BACKTRACE=0 taskset -c "${SLOT:-0}" timeout 90 "bin/$test" >/dev/null 2>&1 || status=$?
    case $status in
    0) ;;
    124) verdict="stopped in $test" ;;
    *) verdict="caught by $test" ;;
    esac
    [ "$status" = 0 ] || break
done
printf '%s\t%s\t%s\t%s\n' "$room" "$2" "$verdict" "$(grep "^$2	" mutants.tsv | cut -f2)"
