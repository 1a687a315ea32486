#!/usr/bin/env bash
# Tree search against greedy-v1 at several budgets: the numbers of docs/agents.md.
#
#   scripts/search_ladder.sh [OUT]     (default results/reference/search_ladder; about fifty minutes on two cores)
#   scripts/search_ladder.sh --quick   (one deal each at small budgets, into a temporary folder)
set -euo pipefail
cd "$(dirname "$0")/.."
safari=${SAFARI:-"cargo run --release -q --"}
if [ "${1:-}" = --quick ]; then
    out=$(mktemp -d)
    trap 'rm -rf "$out"' EXIT
    runs="mcts-plain:20:1 mcts:10:1"
else
    out=${1:-results/reference/search_ladder}
    runs="mcts-plain:300:100 mcts-plain:1000:60 mcts-plain:3000:30 mcts:100:50 mcts:300:30 mcts:1000:12 mcts:3000:12"
fi
for run in $runs; do
    IFS=: read -r agent iterations deals <<<"$run"
    dir="$out/$agent-$iterations"
    $safari match "$agent:iterations=$iterations" greedy-v1 --deals "$deals" --seed 7 --out "$dir" --quiet --format markdown
done
