#!/bin/sh
# Runs a command with what Recast and Detour need to compile: Debian's cmake and libclang, installed when missing.
#
#   rivals/with_tools.sh cargo run --release -p rivals -- updates --json updates.json
#
# Without arguments it only installs. Elsewhere than on Debian, install cmake and libclang yourself, or leave Detour
# out with `--no-default-features`. CMAKE names Debian's cmake, because others on the PATH (pyenv's) do not build it.
set -eu

missing=""
[ -x /usr/bin/cmake ] || missing="$missing cmake"
ls /usr/lib/llvm-*/lib/libclang*.so* /usr/lib/*-linux-gnu/libclang*.so* >/dev/null 2>&1 || missing="$missing libclang-dev"
if [ -n "$missing" ]; then
    as_root=""
    [ "$(id -u)" = 0 ] || as_root="sudo"
    $as_root apt-get update --quiet >&2
    # shellcheck disable=SC2086
    $as_root apt-get install --yes --quiet --no-install-recommends $missing >&2
fi

[ $# -gt 0 ] || exit 0
CMAKE=/usr/bin/cmake exec "$@"
