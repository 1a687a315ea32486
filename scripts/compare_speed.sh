#!/usr/bin/env bash
# Compares the random games a second of two builds of `safari`, run in turns so that both see the same machine.
#
#   scripts/compare_speed.sh BINARY OTHER [PAIRS [SECONDS]]      5 pairs of 6 seconds each by default
#   scripts/compare_speed.sh --portable [PAIRS [SECONDS]]        builds for plain x86-64 and compares with this build
#
# Each pair is one ratio, of the other to the first; the median of them is what counts. Times are processor times.
set -euo pipefail
cd -- "$(dirname -- "$0")/.."

if [ "${1-}" = --portable ]; then
    shift
    cargo build --release --quiet
    target=$(cargo metadata --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
    RUSTFLAGS="-C target-cpu=x86-64" CARGO_TARGET_DIR=$target/portable cargo build --release --quiet
    set -- "$target/release/safari" "$target/portable/release/safari" "$@"
fi
[ $# -ge 2 ] && [ $# -le 4 ] || { sed -n '2,/^set/p' "$0" | sed '$d; s/^# \{0,1\}//'; exit 2; }
first=$1 other=$2 pairs=${3:-5} seconds=${4:-6}

games() { "$1" speed --threads 1 --seconds "$seconds" --json | sed 's/.*"random_games_per_s":\([0-9]*\).*/\1/'; }

printf '%-5s %10s %10s %7s\n' pair first other ratio
for ((pair = 1; pair <= pairs; pair++)); do
    # Whoever goes first changes, too.
    if ((pair % 2)); then a=$(games "$first") b=$(games "$other"); else b=$(games "$other") a=$(games "$first"); fi
    echo "$pair $a $b"
done | awk '
    {
        r = $3 / $2
        printf "%-5d %10d %10d %7.3f\n", $1, $2, $3, r
        fflush()
        for (i = n++; i > 0 && ratio[i - 1] > r; i--) ratio[i] = ratio[i - 1]
        ratio[i] = r
        if ($2 > a) a = $2
        if ($3 > b) b = $3
    }
    END { printf "%-5s %10d %10d %7.3f  best of each; the median of the ratios is %.3f\n", "best", a, b, b / a,
              (ratio[int((n - 1) / 2)] + ratio[int(n / 2)]) / 2 }'
