#!/usr/bin/env bash
# Measures how the memory of a tournament grows with its games: it may hold 16 bytes for each set above a constant.
#
#   scripts/memory.sh [FEWER [MORE]]      10,000 and 1,000,000 games of two `random-kind` by default
#
# A set of two players is two games. It fails where the largest resident memory of the longer tournament is above that
# of the shorter one by over 16 bytes a set. Needs /usr/bin/time (Debian: apt-get install time).
set -euo pipefail
cd -- "$(dirname -- "$0")/.."
fewer=${1:-10000} more=${2:-1000000}
[ -x /usr/bin/time ] || { echo "nothing is measured, for /usr/bin/time is missing (Debian: apt-get install time)"; exit 2; }

cargo build --release --quiet
target=$(cargo metadata --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'players = 2\ndeals = 1\n[[agent]]\nagent = "random-kind"\nname = "a"\n[[agent]]\nagent = "random-kind"\nname = "b"\n' >"$work/two.toml"

# Largest resident memory of so many games, in bytes.
memory() {
    /usr/bin/time -f %M -o "$work/kilobytes" "$target/release/safari" tournament "$work/two.toml" \
        --set deals=$(($1 / 2)) --out "$work/run" --quiet >/dev/null
    rm -rf "$work/run"
    echo $((1024 * $(tail -n 1 "$work/kilobytes")))
}

small=$(memory "$fewer")
large=$(memory "$more")
awk -v small="$small" -v large="$large" -v fewer="$fewer" -v more="$more" 'BEGIN {
    sets = (more - fewer) / 2
    each = (large - small) / sets
    printf "%d games: %.1f MiB\n%d games: %.1f MiB\n%.2f bytes a set\n", fewer, small / 1048576, more, large / 1048576, each
    exit each > 16
}'
