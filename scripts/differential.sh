#!/usr/bin/env bash
# Plays random games on the core and on the oracle and compares everything public at every decision.
#
#   scripts/differential.sh [GAMES] [ROOT_SEED] [LOG]
#
# GAMES is 20000 and ROOT_SEED 1 by default; LOG (default results/differential/games-GAMES-seed-ROOT.log) gets the
# counts of rare rules. Quick mode, as CI runs it: scripts/differential.sh 400 7 /dev/null
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-20000}
seed=${2:-1}
log=${3:-results/differential/games-$games-seed-$seed.log}
[ "$log" = /dev/null ] || mkdir -p "$(dirname "$log")"
case "$log" in /*) ;; *) log="$PWD/$log" ;; esac
SAFARI_DIFF_GAMES=$games SAFARI_DIFF_SEED=$seed SAFARI_DIFF_LOG=$log \
    cargo test --release -p safari-core --test differential
[ "$log" = /dev/null ] || cat "$log"
