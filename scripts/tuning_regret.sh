#!/usr/bin/env bash
# What the optimisers of `safari tune` are worth on functions with a known optimum, and what they claim where there is
# nothing to find.
#
#   scripts/tuning_regret.sh            writes results/tuning/{regret,no_effect}.csv, about a minute; prints the tables
#   scripts/tuning_regret.sh --quick    plays the rows of small budgets again, on one and on two threads, and compares them
#                                       with those committed; then the tables with docs/tuning.md
set -euo pipefail
cd -- "$(dirname -- "$0")/.."
export LC_ALL=C.UTF-8
results=results/tuning

# The tables of docs/tuning.md, out of the committed rows.
tables() {
    awk -F, 'NR == 1 { next }
        { key = $1 " | " $2
          if (!(key in row)) { order[++n] = key; start[key] = "–" }
          if ($5 != "") start[key] = sprintf("%.1f", $5 + $8)
          row[key] = row[key] " | " ($5 == "" ? "–" : sprintf("%.1f (%.1f to %.1f)", $5, $6, $7)) }
        END { for (i = 1; i <= n; i++) printf "| %s | %s%s |\n", order[i], start[order[i]], row[order[i]] }' "$results/regret.csv"
    awk -F, 'function percent(x) { return x == "" ? "–" : sprintf("%.1f %%", 100 * x) }
        function points(x) { return x == "" ? "–" : sprintf("%+.2f", x) }
        NR > 1 { printf "| %s | %s | %s | %s, %s | %s, %s | %s, %s |\n", $1, $2, percent($4), percent($5), points($6),
                 percent($7), points($8), percent($9), points($10) }' "$results/no_effect.csv"
}

cargo build --release --quiet -p safari-tune --examples
target=$(cargo metadata --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
programs=$target/release/examples

case "${1-}" in
    '')
        mkdir -p "$results"
        "$programs/regret" >"$results/regret.csv"
        "$programs/no_effect" >"$results/no_effect.csv"
        tables ;;
    --quick)
        work=$(mktemp -d)
        trap 'rm -rf "$work"' EXIT
        awk -F, 'NR == 1 || $2 <= 1000' "$results/regret.csv" >"$work/regret.csv"
        awk -F, 'NR == 1 || $1 <= 200' "$results/no_effect.csv" >"$work/no_effect.csv"
        for threads in 1 2; do
            export RAYON_NUM_THREADS=$threads
            "$programs/regret" --budgets 200,1000 | diff "$work/regret.csv" -
            "$programs/no_effect" --budgets 200 | diff "$work/no_effect.csv" -
        done
        while IFS= read -r line; do
            grep -qF -- "$line" docs/tuning.md || { echo "docs/tuning.md does not have the row: $line"; exit 1; }
        done < <(tables)
        echo "the rows of small budgets are those committed, and docs/tuning.md shows them" ;;
    *) sed -n '2,/^set/p' "$0" | sed '$d; s/^# \{0,1\}//'; exit 2 ;;
esac
