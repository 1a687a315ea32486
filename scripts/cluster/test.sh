#!/usr/bin/env bash
# Tries the drivers for real, on this machine: Dask with a scheduler and two workers of which one is killed on the way, and
# GNU parallel with a shard killed on the way. The merged files must be those of one machine.
#
#   scripts/cluster/test.sh        what is missing (python3 with distributed, parallel) is said and left out
#
# PYTHON names a Python that has `pip install -r scripts/cluster/requirements.txt`.
set -uo pipefail
cd -- "$(dirname -- "$0")/../.." || exit 1
python=${PYTHON:-python3}
cargo build --release --quiet -p safari-cli || exit 1
target=$(cargo metadata --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
export SAFARI=$target/release/safari
place=$(mktemp -d)
pids=()
# A worker without its scheduler would wait for it.
trap 'kill -9 "${pids[@]}" 2>/dev/null; rm -rf "$place"' EXIT
printf 'players = 2\ndeals = 1200\n[[agent]]\nagent = "random-kind"\n[[agent]]\nagent = "greedy"\n' >"$place/t.toml"
"$SAFARI" tournament "$place/t.toml" --out "$place/whole" --quiet >/dev/null || exit 1
failed=0
same() {
    for name in games.csv seats.csv standings.csv pairs.csv ratings.csv seat_effect.csv points.csv; do
        cmp "$place/whole/$name" "$place/$1/$name" || { echo "FAILED $1: $name differs"; failed=1; return; }
    done
    echo "ok $1: the files of one machine"
}
# Until a shard has finished something, so that the kill falls into play.
until_it_plays() {
    for _ in $(seq 400); do
        [ "$(cat "$place/$1.parts"/*/ledger 2>/dev/null | wc -c)" -gt 2000 ] && return
        sleep 0.02
    done
}

if "$python" -c 'import distributed' 2>/dev/null; then
    port=$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    address=tcp://127.0.0.1:$port
    "$python" -m distributed.cli.dask_scheduler --host 127.0.0.1 --port "$port" --no-dashboard >"$place/scheduler.log" 2>&1 &
    pids+=($!)
    workers=()
    for _ in 1 2; do
        "$python" -m distributed.cli.dask_worker "$address" --nworkers 1 --nthreads 1 --no-dashboard --no-nanny \
            --local-directory "$place" >>"$place/workers.log" 2>&1 &
        workers+=($!)
        pids+=($!)
    done
    "$python" scripts/cluster/dask_run.py "$place/t.toml" --out "$place/dask" --shards 5 --scheduler "$address" --safari "$SAFARI" \
        --pause 0.2 >"$place/dask.log" 2>&1 &
    run=$!
    until_it_plays dask
    kill -9 "${workers[0]}"
    echo "a worker of two is killed"
    wait "$run" || { echo "FAILED dask"; tail -n 30 "$place"/*.log; failed=1; }
    cat "$place/dask.log"
    same dask
else
    echo "left out: Dask, for $python has no \`distributed\` (pip install -r scripts/cluster/requirements.txt)"
fi

if command -v parallel >/dev/null; then
    scripts/cluster/parallel_run.sh "$place/t.toml" "$place/parallel" 5 -j 2 --will-cite >"$place/parallel.log" 2>&1 &
    run=$!
    until_it_plays parallel
    pkill -9 -f "^$SAFARI tournament $place/t.toml --shard 0/5" && echo "a shard of five is killed"
    wait "$run" || { echo "FAILED parallel"; tail -n 30 "$place/parallel.log"; failed=1; }
    same parallel
else
    echo "left out: GNU parallel, which is missing"
fi
exit $failed
