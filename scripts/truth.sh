#!/usr/bin/env bash
# Whether the statistics hold what they say, by simulation: coverage of intervals, errors of sequential tests, ratings.
#
#   scripts/truth.sh [SIMS]    10000 simulations a cell, a quarter of an hour on two cores; into results/truth/
#   scripts/truth.sh --quick   200 a cell, half a minute once built; writes nothing
#
# Fails with the rows that miss a limit. With few simulations a limit gives way by four of its standard errors.
set -euo pipefail
cd "$(dirname "$0")/.."
quick=
sims=${1:-10000}
if [ "$sims" = --quick ]; then
    quick=1
    sims=200
    out=$(mktemp -d)
    trap 'rm -rf "$out"' EXIT
else
    out=results/truth
    mkdir -p "$out"
fi

# run EXAMPLE NAME ARGUMENT ...: the CSV of an example, in place only when it is whole.
run() {
    local example=$1 name=$2
    shift 2
    printf '%s\n' "$example $*" >&2
    cargo run --release -q -p safari-stats --example "$example" -- "$@" >"$out/$name.csv.part" &&
        mv "$out/$name.csv.part" "$out/$name.csv"
}

run coverage coverage --sims "$sims"
run sequential_errors sequential --sims "$sims"
failed=0
# The limits of ratings stand in the example, which fails itself; its number of simulations does, too.
run rating_recovery ratings ${quick:+--quick} || { printf 'FAILED: ratings find planted strengths again\n'; failed=1; }

# limits WHAT FILE PROGRAM: the awk program prints what misses a limit; columns are named by c["NAME"].
limits() {
    local missed
    missed=$(awk -F, -v sims="$sims" '
        function slack(p) { return sims < 10000 ? 4 * sqrt(p * (1 - p) / sims) : 0 }
        NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        '"$3" "$out/$2.csv")
    if [ -n "$missed" ]; then
        printf 'FAILED: %s\n' "$1"
        head -1 "$out/$2.csv"
        printf '%s\n' "$missed"
        failed=1
    else
        printf 'ok: %s\n' "$1"
    fi
}

limits "intervals of shares hold the truth in 94 % at least" coverage \
    '$c["method"] == "safari" && $c["coverage"] < 0.94 - slack(0.94)'
limits "the interval of t does not, 0.55 at a share of 0.98 and 20 sets of two games" coverage \
    '$c["method"] == "student" && $c["players"] == 2 && $c["share"] == 0.98 && $c["luck"] == "none" && $c["sets"] == 20 &&
     ($c["coverage"] < 0.54 - slack(0.55) || $c["coverage"] > 0.57 + slack(0.55))'
limits "sequential tests accept H1 under H0 in 6 % at most" sequential \
    '$c["truth"] == "h0" && $c["accept_h1"] > 0.06 + slack(0.06)'
limits "sequential tests accept H0 under H1 in 6 % at most" sequential \
    '$c["truth"] == "h1" && $c["accept_h1"] < 0.94 - slack(0.94)'
limits "intervals after the stop hold the truth in 90 % at least, 95 % in the mean" sequential \
    '$c["coverage"] < 0.9 - slack(0.9)
     { sum += $c["coverage"]; n++ }
     END { if (sum / n < 0.945) print "mean coverage " sum / n }'
limits "estimates after the stop have half the bias of plain means at most" sequential \
    'function size(x) { return x < 0 ? -x : x }
     $c["truth"] != "midway" { plain += size($c["naive_bias"]); ours += size($c["bias"]) }
     END { if (ours > plain / 2) print "mean biases " ours " and " plain " in sum" }'
exit "$failed"
