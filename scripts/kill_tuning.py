#!/usr/bin/env python3
"""Kill tuning runs at random instants, go on by the same command, and compare every byte of the end.

    scripts/kill_tuning.py [--kills 30] [--seed 1]    a minute or two
    scripts/kill_tuning.py --quick                    3 kills

A run is begun, killed (SIGKILL) after a random part of the time that a whole one takes, and begun again until so many
kills have fallen; then it goes on to its end. Compared are the journal, trials.csv, evidence, best.toml, and the manifest
but for cpu, threads, started and ended. The program is `SAFARI`, target/release/safari if not set.
"""

import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SAFARI = os.environ.get("SAFARI", str(ROOT / "target/release/safari"))
CONFIG = """
agent = "greedy:meeple=15:others=0"
players = 3
optimiser = "racing"
budget = { games = 1800 }
[[space]]
param = "meeple"
[[space]]
param = "others"
[[pool]]
agent = "greedy-v1"
[[held_out]]
agent = "random-kind"
[acceptance]
gain0 = -0.5
gain1 = -0.4
held_out_gain0 = -0.5
held_out_gain1 = -0.4
deals = 200
round = 2
"""


def command(place, out, threads):
    return [SAFARI, "tune", str(place / "t.toml"), "--out", str(place / out), "--threads", str(threads), "--quiet"]


def lasting(directory):
    files = {}
    for path in sorted(directory.rglob("*")):
        if path.is_file():
            files[str(path.relative_to(directory))] = path.read_bytes()
    manifest = json.loads(files.pop("manifest.json"))
    for key in ["cpu", "threads", "started", "ended"]:
        del manifest[key]
    return files, manifest


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    kills = 3 if options.quick else options.kills
    draw = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        (place / "t.toml").write_text(CONFIG)
        began = time.monotonic()
        subprocess.run(command(place, "whole", 2), check=True, stdout=subprocess.DEVNULL)
        seconds = time.monotonic() - began
        whole = lasting(place / "whole")
        torn = fell = run = 0
        while fell < kills:
            run += 1
            out = f"killed{run}"
            # Several kills in one run, each after a part of the whole time.
            for _ in range(min(3, kills - fell)):
                process = subprocess.Popen(command(place, out, draw.choice([1, 2, 3])), stdout=subprocess.DEVNULL)
                time.sleep(draw.uniform(0, 0.8 * seconds))
                process.send_signal(signal.SIGKILL)
                if process.wait() != -signal.SIGKILL:
                    continue
                fell += 1
                journal = place / out / "journal.jsonl"
                text = journal.read_bytes() if journal.exists() else b""
                torn += bool(text) and not text.endswith(b"\n")
                print(f"ok kill {fell}: the journal has {text.count(bytes([10]))} lines", flush=True)
            subprocess.run(command(place, out, 2), check=True, stdout=subprocess.DEVNULL)
            if lasting(place / out) != whole:
                sys.exit(f"FAILED: run {run} ended with other bytes")
        print(f"{fell} kills in {run} runs, {torn} torn lines: all the same bytes")


if __name__ == "__main__":
    main()
