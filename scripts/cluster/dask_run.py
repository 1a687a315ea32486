#!/usr/bin/env python3
"""Plays a tournament on the workers of a Dask cluster: a task for each shard, then merges them.

    dask scheduler --port 8786                                  on one machine
    dask worker tcp://HOST:8786 --nworkers 1 --nthreads 1       on every machine
    scripts/cluster/dask_run.py CONFIG --out DIR --shards N --scheduler tcp://HOST:8786

Every worker needs `safari` (--safari PATH) and a directory that all share (DIR.parts). Shards may outnumber workers; small
ones balance better. A task whose worker dies is given to another one, which goes on from the ledger; one that finds the
directory still locked, or the disk full (exit code 75), tries again. Doing it all again is harmless: what is there is not
played again. Needs `pip install -r scripts/cluster/requirements.txt`.
"""

import argparse
import os
import subprocess
import sys
import time

RETRY = 75


def play(command, attempts, pause):
    """Runs one shard until it is complete; the last exit code and what was said."""
    for attempt in range(attempts):
        if attempt:
            time.sleep(pause * min(attempt, 10))
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != RETRY:
            break
    return done.returncode, done.stderr.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("config")
    parser.add_argument("--out", required=True)
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--scheduler", required=True)
    parser.add_argument("--safari", default="safari")
    parser.add_argument("--threads", type=int, default=1, help="threads of a shard, as many as a worker has cores for one task")
    parser.add_argument("--attempts", type=int, default=20)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds before the first new attempt")
    args = parser.parse_args()
    from distributed import Client, as_completed

    config, out = os.path.abspath(args.config), os.path.abspath(args.out)
    parts = [os.path.join(out + ".parts", str(index)) for index in range(args.shards)]
    with Client(args.scheduler) as client:
        tasks = {}
        for index, part in enumerate(parts):
            command = [args.safari, "tournament", config, "--shard", f"{index}/{args.shards}", "--out", part]
            command += ["--threads", str(args.threads), "--quiet", "--format", "json"]
            # The key names the shard, so that the same call finds a task that is already under way.
            task = client.submit(play, command, args.attempts, args.pause, key=f"{out}-{index}-{args.shards}", retries=5)
            tasks[task] = index
        for done in as_completed(list(tasks)):
            code, said = done.result()
            print(f"shard {tasks[done]}/{args.shards} ends with {code} {said}".rstrip(), flush=True)
            if code != 0:
                sys.exit(code)
    sys.exit(subprocess.run([args.safari, "merge", out, *parts]).returncode)


if __name__ == "__main__":
    main()
