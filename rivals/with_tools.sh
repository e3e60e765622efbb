#!/bin/sh
# Runs a command with what Recast and Detour need to compile: Debian's cmake and libclang, installed when missing.
#
#   rivals/with_tools.sh cargo run --release -p rivals --features detour -- updates --json updates.json
#
# Without arguments it only installs. Elsewhere than on Debian, install cmake and libclang yourself, or leave Detour
# out: without `--features detour` neither is needed. CMAKE names Debian's cmake, because others on the PATH (pyenv's) do
# not build it; LIBCLANG_PATH names the library, because libclang-cpp, which Mesa and Chromium bring, is another one.
set -eu

libclang() {
    for file in /usr/lib/llvm-*/lib/libclang.so* /usr/lib/llvm-*/lib/libclang-[0-9]*.so* \
        /usr/lib/*-linux-gnu/libclang.so* /usr/lib/*-linux-gnu/libclang-[0-9]*.so*; do
        [ -e "$file" ] && echo "$file"
    done | tail -n 1
}

# Others may hold apt's locks for a while.
patiently() {
    tries=0
    until "$@" >&2; do
        tries=$((tries + 1))
        [ "$tries" -lt 30 ] || return 1
        echo "with_tools.sh: trying again in 10 s: $*" >&2
        sleep 10
    done
}

missing=""
[ -x /usr/bin/cmake ] || missing="$missing cmake"
[ -n "$(libclang)" ] || missing="$missing libclang-dev"
if [ -n "$missing" ]; then
    as_root=""
    [ "$(id -u)" = 0 ] || as_root="sudo"
    patiently $as_root apt-get update --quiet
    # shellcheck disable=SC2086
    patiently $as_root apt-get install --yes --quiet --no-install-recommends -o DPkg::Lock::Timeout=300 $missing
fi

[ $# -gt 0 ] || exit 0
CMAKE=/usr/bin/cmake LIBCLANG_PATH="$(libclang)" exec "$@"
