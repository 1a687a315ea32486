#!/usr/bin/env bash
# Counts the instructions of fixed workloads under callgrind, exactly, and compares them with those committed.
#
#   scripts/instructions.sh [--update] [WORKLOAD ...]     all workloads by default
#   scripts/instructions.sh --self-test                   shows that a rise is noticed
#
# It fails where one needs over 3 % more instructions than in results/instructions.txt; --update writes that file anew,
# after a change that means to change them or of the compiler. Start-up drops out: each workload runs twice, shorter and
# longer, and the difference is divided by the units between. Mispredicted branches are those of callgrind's simple
# model; they are shown and not judged.
#
# It needs valgrind (Debian: apt-get install valgrind). Without it nothing is counted: the script says so and exits with
# 0, or with 2 where SAFARI_INSTRUCTIONS_REQUIRED is set.
set -euo pipefail
cd -- "$(dirname -- "$0")/.."
baseline=${SAFARI_INSTRUCTIONS_BASELINE:-results/instructions.txt}
update=

if ! command -v valgrind >/dev/null; then
    echo "no instructions are counted, for valgrind is missing (Debian: apt-get install valgrind)"
    [ -z "${SAFARI_INSTRUCTIONS_REQUIRED-}" ] || exit 2
    exit 0
fi

case "${1-}" in
    --update) update=1; shift ;;
    --self-test)
        dir=$(mktemp -d)
        trap 'rm -rf "$dir"' EXIT
        self() { SAFARI_INSTRUCTIONS_REQUIRED=1 SAFARI_INSTRUCTIONS_BASELINE=$dir/$1 "$0" hash >"$dir/log" 2>&1; }
        SAFARI_INSTRUCTIONS_REQUIRED=1 SAFARI_INSTRUCTIONS_BASELINE=$dir/own "$0" --update hash >/dev/null || exit 1
        scale() { awk -v by="$1" '/^#/ { print; next } { $3 = $3 * by; print }' "$dir/own" >"$dir/$2"; }
        scale 1.00 same; scale 0.98 lower-by-2; scale 0.96 lower-by-4; grep '^#' "$dir/own" >"$dir/without"
        for expected in 'same 0' 'lower-by-2 0' 'lower-by-4 1' 'without 1'; do
            set -- $expected
            status=0
            self "$1" || status=$?
            [ $status -eq "$2" ] || { echo "self-test: against $1 it exits with $status, not $2"; cat "$dir/log"; exit 1; }
        done
        echo "self-test: a rise of 2 % passes, one of 4 % fails, a workload without a number fails"
        exit 0 ;;
    -*) sed -n '2,/^set/p' "$0" | sed '$d; s/^# \{0,1\}//'; exit 2 ;;
esac

cargo build --release --quiet -p safari-benches --example workload
target=$(cargo metadata --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
program=$target/release/examples/workload

# The CPU level: what the environment says, else what .cargo/config.toml does.
level=$({ echo "${RUSTFLAGS-}"; grep -v '^#' .cargo/config.toml; } | grep -o 'target-cpu=[a-z0-9-]*' | head -n 1)
machine="# ${level#target-cpu=}; $(rustc --version); $(valgrind --version)"

# count NAME TIMES: instructions and mispredicted branches of one run.
count() {
    valgrind --tool=callgrind --branch-sim=yes --callgrind-out-file=/dev/null "$program" "$1" "$2" 2>&1 |
        awk '/Collected/ { print $4, $6 + $8; found = 1 } END { if (!found) print "callgrind said nothing" }'
}

work=$(mktemp -d)
trap 'rm -rf "${dir-}" "$work"' EXIT
wanted=" $* "
for name in "$@"; do
    "$program" | cut -f 1 | grep -qxF -- "$name" || { echo "there is no workload \`$name\`; there are:"; "$program" | cut -f 1; exit 2; }
done
{
    echo "# Instructions of fixed workloads: scripts/instructions.sh compares with them, --update writes them."
    echo "$machine"
    printf '# %-18s %-10s %14s %14s\n' workload unit instructions mispredicted
} >"$work/counted"
"$program" | while IFS=$'\t' read -r name unit short long units; do
    [ $# -eq 0 ] || [[ $wanted == *" $name "* ]] || continue
    count "$name" "$short" >"$work/short" &
    count "$name" "$long" >"$work/long"
    wait
    awk -v name="$name" -v unit="$unit" -v n="$(((long - short) * units))" '
        NR == 1 { ir = $1; miss = $2 }
        NR == 2 { printf "  %-18s %-10s %14.1f %14.2f\n", name, unit, ($1 - ir) / n, ($2 - miss) / n }
    ' "$work/short" "$work/long" >>"$work/counted"
done

if [ -n "$update" ]; then
    [ $# -eq 0 ] || [ "$baseline" != results/instructions.txt ] || { echo "--update counts all workloads; name none"; exit 2; }
    cp "$work/counted" "$baseline"
    cat "$baseline"
    exit 0
fi
[ -e "$baseline" ] || { echo "there is no $baseline; make it with $0 --update"; exit 1; }
sed -n 2p "$baseline" | cmp -s - <(echo "$machine") ||
    echo "the committed numbers are of $(sed -n '2s/^# //p' "$baseline"), these are of ${machine#\# }"
awk '
    NR == FNR { if (!/^#/) old[$1] = $(NF - 1); next }
    /^#/ { next }
    FNR > 1 && !head { printf "%-18s %-10s %14s %14s %8s %13s\n", "workload", "unit", "committed", "now", "change", "mispredicted"; head = 1 }
    {
        now = $(NF - 1)
        unit = $2; for (i = 3; i < NF - 1; i++) unit = unit " " $i
        if (!($1 in old)) { printf "%-18s %-10s %14s %14.1f %8s %13.2f  FAILED: --update is due\n", $1, unit, "-", now, "-", $NF; bad = 1; next }
        change = 100 * (now / old[$1] - 1)
        verdict = ""
        if (change > 3) { verdict = "  FAILED: over 3 %"; bad = 1 }
        printf "%-18s %-10s %14.1f %14.1f %+7.2f%% %13.2f%s\n", $1, unit, old[$1], now, change, $NF, verdict
    }
    END { exit bad }
' "$baseline" "$work/counted"
