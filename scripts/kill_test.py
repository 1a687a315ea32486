#!/usr/bin/env python3
"""Kills running tournaments at random instants, lets the same command go on, and compares every byte of the end.

    scripts/kill_test.py [--kills N] [--seed N] [--log FILE]      100 kills, then shards, full disk, read-only directory
    scripts/kill_test.py --quick                                  5 kills and two shardings, as CI runs it

Needs Python 3.9 and a release build (cargo build --release). The parts on a full disk and on a read-only directory need a
file system of their own: they run where `unshare -rm` or root may mount one, and are said to be left out elsewhere. What is
compared: games.csv, seats.csv, the tables, records, and the manifest but for cpu, threads, started and ended. For every
kill the log says how many sets the ledger held, whether its last line was torn, and by how many sets the growing games.csv
was behind it. Exits with 1 where a single byte differs.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CONFIG = """players = 2
deals = {deals}
seed = 3
records = "some"
[[agent]]
agent = "random-kind"
[[agent]]
agent = "random"
[[agent]]
agent = "greedy"
name = "greedy, named"
"""
PER_DEAL = 6


def program():
    metadata = ["cargo", "metadata", "--no-deps", "--format-version", "1"]
    found = subprocess.run(metadata, cwd=ROOT, check=True, capture_output=True).stdout
    return os.path.join(json.loads(found)["target_directory"], "release", "safari")


class Lab:
    """A place for runs, and what is said of them."""

    def __init__(self, place, rng, safari, deals):
        self.place, self.rng, self.safari = place, rng, safari
        self.lines, self.bad = [], 0
        self.config = os.path.join(place, "t.toml")
        with open(self.config, "w") as file:
            file.write(CONFIG.format(deals=deals))

    def say(self, line):
        print(line, flush=True)
        self.lines.append(line)

    def check(self, right, line):
        self.say(("ok      " if right else "FAILED  ") + line)
        self.bad += not right

    def command(self, out, *more):
        return [self.safari, "tournament", self.config, "--out", out, "--quiet", "--format", "json", *more]

    def timed(self, out):
        """Plays a whole run; its seconds from the first row that can be seen to the end."""
        run = subprocess.Popen(self.command(out, "--threads", "1"), stdout=subprocess.DEVNULL)
        while run.poll() is None and size(os.path.join(out, "ledger")) < 500:
            time.sleep(0.0005)
        start = time.time()
        run.wait()
        return time.time() - start

    def finish(self, out, *more):
        done = subprocess.run(self.command(out, *more), capture_output=True, text=True)
        if done.returncode != 0:
            self.check(False, f"{out} ends with {done.returncode}: {done.stderr.strip()}")
        return done

    def kill(self, out, wait, *more):
        """Starts a run and kills it after so many seconds from its first row; whether it was still running."""
        run = subprocess.Popen(self.command(out, *more), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        ledger = os.path.join(out, "ledger")
        while run.poll() is None and size(ledger) < 500:
            time.sleep(0.0005)
        try:
            run.wait(wait)
            return False
        except subprocess.TimeoutExpired:
            run.send_signal(signal.SIGKILL)
            run.wait()
            return True


def size(path):
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def open_or(default, path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return default


def lasting(out):
    """Every byte that must be the same."""
    files = {}
    for name in ["games.csv", "seats.csv", "standings.csv", "pairs.csv", "ratings.csv", "seat_effect.csv", "points.csv"]:
        with open(os.path.join(out, name), "rb") as file:
            files[name] = file.read()
    with open(os.path.join(out, "manifest.json")) as file:
        manifest = json.load(file)
    for key in ["cpu", "threads", "started", "ended"]:
        del manifest[key]
    files["manifest.json"] = manifest
    records = os.path.join(out, "records")
    for name in sorted(os.listdir(records)) if os.path.isdir(records) else []:
        with open(os.path.join(records, name), "rb") as file:
            files["records/" + name] = file.read()
    files["names"] = sorted(os.listdir(out))
    return files


def state(out):
    """What a killed run left: sets in the ledger, whether its last line is torn, sets that games.csv.part lacks."""
    ledger = open_or("", os.path.join(out, "ledger"))
    sets = ledger.count(" set ")
    torn = bool(ledger) and not ledger.endswith("\n")
    rows = open_or("\n", os.path.join(out, "games.csv.part"))
    return sets, torn, sets - max(0, rows.count("\n") - 1) // 2


def kills(lab, n, whole, seconds):
    torn = behind = late = done = 0
    while done < n:
        out = os.path.join(lab.place, "killed")
        shutil.rmtree(out, ignore_errors=True)
        threads = lab.rng.choice(["1", "2"])
        wait = lab.rng.uniform(0, seconds / int(threads))
        if not lab.kill(out, wait, "--threads", threads):
            late += 1  # The machine was faster this time.
            continue
        done += 1
        sets, was_torn, lacks = state(out)
        torn, behind = torn + was_torn, behind + (lacks != 0)
        lab.finish(out, "--threads", lab.rng.choice(["1", "2"]))
        what = f"{sets} sets in the ledger{', the last line torn' if was_torn else ''}, rows {lacks:+d} sets behind"
        lab.check(lasting(out) == whole, f"kill {done} after {wait:.3f} s on {threads} threads: {what}")
    lab.say(f"kills: {n}; {torn} torn lines, {behind} with files out of step; {late} more came after the end and do not count")


def repeated(lab, whole, seconds):
    out = os.path.join(lab.place, "often")
    times = 0
    while lab.kill(out, lab.rng.uniform(0, seconds / 4)) and times < 50:
        times += 1
    lab.finish(out)
    lab.check(lasting(out) == whole, f"one run killed {times} times in a row")


def shards(lab, ofs, whole, seconds):
    for of in ofs:
        for threads in ["1", "2"]:
            victim = lab.rng.randrange(of)
            parts = []
            for index in range(of):
                out = os.path.join(lab.place, f"part{index}")
                shutil.rmtree(out, ignore_errors=True)
                more = ["--shard", f"{index}/{of}", "--threads", threads]
                # Again where the worker was done before its kill.
                for _ in range(20 if index == victim else 0):
                    killed = lab.kill(out, lab.rng.uniform(0, seconds / of / int(threads)), *more)
                    if killed:
                        break
                    shutil.rmtree(out, ignore_errors=True)
                lab.finish(out, *more)
                parts.append(out)
            out = os.path.join(lab.place, "merged")
            shutil.rmtree(out, ignore_errors=True)
            lab.rng.shuffle(parts)
            merged = subprocess.run([lab.safari, "merge", out, *parts], capture_output=True, text=True)
            right = merged.returncode == 0 and lasting(out) == whole
            what = f"worker {victim} killed" if killed else f"worker {victim} done before its kill"
            lab.check(right, f"shards {of}, threads {threads}, {what}{merged.stderr and ': ' + merged.stderr.strip()}")


MOUNTED = r"""
set -e
place=$1; safari=$2; config=$3
mkdir -p "$place/small"
mount -t tmpfs -o size=100k none "$place/small"
set +e
"$safari" tournament "$config" --out "$place/small/run" --quiet --format json >/dev/null 2>"$place/full.txt"
echo "$?" >"$place/full.code"
cp -r "$place/small/run" "$place/from-full"
mkdir -p "$place/fixed"
mount -t tmpfs none "$place/fixed"
mount -o remount,ro "$place/fixed"
"$safari" tournament "$config" --out "$place/fixed/run" --quiet --format json >/dev/null 2>"$place/fixed.txt"
echo "$?" >"$place/fixed.code"
umount "$place/small" "$place/fixed"
"""


def disks(lab, whole):
    script = ["bash", "-c", MOUNTED, "-", lab.place, lab.safari, lab.config]
    for wrap in [[], ["unshare", "-rm"]]:
        try:
            done = subprocess.run(wrap + script, capture_output=True, text=True)
        except FileNotFoundError:
            continue
        if done.returncode == 0 and os.path.exists(os.path.join(lab.place, "fixed.code")):
            break
    else:
        lab.say("left out: full disk and read-only directory, for no file system can be mounted here")
        return
    read = lambda name: open_or("", os.path.join(lab.place, name)).strip()
    lab.check(read("full.code") == "75", f"a full disk ends with 75: {read('full.txt')}")
    kept = state(os.path.join(lab.place, "from-full"))[0]
    lab.finish(os.path.join(lab.place, "from-full"))
    lab.check(kept > 0 and lasting(os.path.join(lab.place, "from-full")) == whole, f"from a full disk {kept} sets go on elsewhere")
    lab.check(read("fixed.code") in ("2", "75"), f"a read-only directory ends with {read('fixed.code')}: {read('fixed.txt')}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log")
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    deals = 200 if args.quick else 700
    with tempfile.TemporaryDirectory() as place:
        lab = Lab(place, random.Random(args.seed), program(), deals)
        out = os.path.join(place, "whole")
        seconds = lab.timed(out)
        whole = lasting(out)
        lab.say(f"a run of {deals * PER_DEAL} games; kills between its first and last row")
        kills(lab, 5 if args.quick else args.kills, whole, seconds)
        repeated(lab, whole, seconds)
        shards(lab, [1, 2] if args.quick else [1, 2, 7], whole, seconds)
        disks(lab, whole)
        lab.say("all the same bytes" if lab.bad == 0 else f"{lab.bad} FAILED")
        if args.log:
            with open(args.log, "w") as file:
                file.write("\n".join(lab.lines) + "\n")
    return 1 if lab.bad else 0


if __name__ == "__main__":
    sys.exit(main())
