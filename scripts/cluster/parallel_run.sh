#!/usr/bin/env bash
# Plays a tournament in shards with GNU parallel, here or on machines reached by ssh, and merges them.
#
#   scripts/cluster/parallel_run.sh CONFIG OUT SHARDS [ARGUMENTS OF PARALLEL ...]
#   scripts/cluster/parallel_run.sh configs/tournaments/players4.toml results/four 64 --sshlogin host1,host2 --workdir .
#
# A shard has one thread; parallel runs as many at once as there are cores (-j). A shard that fails is tried again, and
# goes on from its ledger; doing it all again is harmless. SAFARI names the program. Machines need a directory that they share.
set -euo pipefail
[ $# -ge 3 ] || { sed -n '2,/^set/p' "$0" | sed '$d; s/^# \{0,1\}//'; exit 2; }
config=$1 out=$2 shards=$3
shift 3
safari=${SAFARI:-safari}
command -v parallel >/dev/null || { echo "GNU parallel is missing (Debian: apt-get install parallel)" >&2; exit 2; }
seq 0 $((shards - 1)) | parallel --retries 5 --delay 0.1 "$@" \
    "$safari" tournament "$config" --shard "{}/$shards" --out "$out.parts/{}" --threads 1 --quiet --format json '>' /dev/null
parts=()
for ((index = 0; index < shards; index++)); do parts+=("$out.parts/$index"); done
"$safari" merge "$out" "${parts[@]}"
