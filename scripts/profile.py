#!/usr/bin/env python3
"""Where the time of a fixed workload goes, by function, inlined ones too.

    scripts/profile.py functions WORKLOAD [N]        instructions and mispredicted branches, counted by callgrind
    scripts/profile.py flame WORKLOAD N FILE.svg     a flame graph, sampled by perf on the CPU clock

Workloads are those of scripts/instructions.sh. Everything hot is inlined, so that a profiler sees a handful of functions;
here each address is resolved into the functions inlined there (llvm-symbolizer), and instructions of the standard
library and of other crates count for the function of ours that has them inlined. Needs Python 3.9, llvm-symbolizer
(Debian: llvm) and valgrind, or perf (linux-perf) and inferno-flamegraph (cargo install inferno).
"""

import collections
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OURS = ("/crates/safari-", "/benches/src/")


def program():
    """Builds the workloads and gives the path of the program."""
    build = ["cargo", "build", "--release", "--quiet", "-p", "safari-benches", "--example", "workload"]
    subprocess.run(build, cwd=ROOT, check=True)
    metadata = ["cargo", "metadata", "--no-deps", "--format-version", "1"]
    target = json.loads(subprocess.run(metadata, cwd=ROOT, check=True, capture_output=True).stdout)["target_directory"]
    return os.path.join(target, "release/examples/workload")


def units(exe, name):
    """The unit of a workload, its two numbers of repetitions, units a repetition."""
    lines = subprocess.run([exe], capture_output=True, text=True, check=True).stdout.splitlines()
    for line in lines:
        fields = line.split("\t")
        if fields[0] == name:
            return fields[1], [int(fields[2]), int(fields[3])], int(fields[4])
    sys.exit(f"there is no workload `{name}`; there are: " + ", ".join(line.split("\t")[0] for line in lines))


def symbolize(exe, addresses):
    """For each address, the (function, file:line) of all functions there, the innermost one first."""
    text = "\n".join(hex(address) for address in addresses)
    command = ["llvm-symbolizer", "--obj=" + exe, "--inlines", "--demangle"]
    output = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    blocks = output.strip().split("\n\n")
    assert len(blocks) == len(addresses), "llvm-symbolizer answers every address"
    frames = {}
    for address, block in zip(addresses, blocks):
        lines = block.split("\n")
        frames[address] = list(zip(lines[0::2], lines[1::2]))
    return frames


def short(frame):
    """`Type::function` or `function`, and the file of ours that it stands in."""
    name, place = frame
    name = re.sub(r"::h[0-9a-f]{16}$", "", name)
    name = re.sub(r"<impl [^>]*>::", "", name.replace("_$LT$", "<").replace("$GT$", ">").replace("$u20$", " "))
    name = re.sub(r"<(\w+::)*(\w+) as (\w+::)*\w+>", r"\2", name.replace("..", "::"))
    if any(part in place for part in OURS):
        file = re.sub(r".*/(crates/safari-|benches/)", "", place).rsplit(":", 2)[0].replace("/src/", "/")
        return f"{'::'.join(name.split('::')[-2:]) if '::' in name else name} ({file})"
    return name


def read_callgrind(path, exe):
    """Events by address in the program, and the sum of those elsewhere."""
    events, elsewhere = {}, collections.Counter()
    names, here, address, is_call = {}, None, 0, False
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            named = re.match(r"c?ob=\((\d+)\)(?: (.*))?$", line)
            if named:
                if named[2]:
                    names[named[1]] = named[2]
                if not line.startswith("c"):
                    here = names[named[1]]
            elif line.startswith("calls="):
                is_call = True
            elif line and (line[0] in "+-*" or line.startswith("0x")):
                fields = line.split()
                position = fields[0]
                if position[0] in "+-":
                    address += int(position, 0)
                elif position != "*":
                    address = int(position, 16)
                if is_call:  # what the callee cost, counted there
                    is_call = False
                    continue
                numbers = [int(n) for n in fields[2:]] + [0] * 5
                cost = (numbers[0], numbers[2] + numbers[4])
                if here and os.path.basename(here) == os.path.basename(exe):
                    old = events.get(address, (0, 0))
                    events[address] = (old[0] + cost[0], old[1] + cost[1])
                else:
                    elsewhere[os.path.basename(here or "?")] += cost[0]
    return events, elsewhere


def functions(name, times):
    exe = program()
    unit, runs, per_run = units(exe, name)
    if times:
        runs = [runs[0], runs[0] + times]
    counted = []
    with tempfile.TemporaryDirectory() as folder:
        for run in runs:
            out = os.path.join(folder, "out")
            command = ["valgrind", "--tool=callgrind", "--dump-instr=yes", "--branch-sim=yes"]
            subprocess.run(command + ["--callgrind-out-file=" + out, exe, name, str(run)], check=True, capture_output=True)
            counted.append(read_callgrind(out, exe))
    (short_run, short_else), (long_run, long_else) = counted
    n = (runs[1] - runs[0]) * per_run
    costs = {a: tuple(x - y for x, y in zip(long_run[a], short_run.get(a, (0, 0)))) for a in long_run}
    costs = {a: cost for a, cost in costs.items() if cost != (0, 0)}
    frames = symbolize(exe, sorted(costs))
    own, own_missed, inclusive = collections.Counter(), collections.Counter(), collections.Counter()
    for address, (instructions, missed) in costs.items():
        stack = frames[address]
        ours = [frame for frame in stack if any(part in frame[1] for part in OURS)]
        key = short(ours[0] if ours else stack[-1])
        own[key] += instructions
        own_missed[key] += missed
        for key in {short(frame) for frame in ours}:
            inclusive[key] += instructions
    for library in long_else:
        own[f"({library})"] += long_else[library] - short_else[library]
    total = sum(own.values())
    print(f"{name}: {total / n:,.0f} instructions and {sum(own_missed.values()) / n:,.1f} mispredicted branches a {unit}")
    print(f"{'own':>11} {'share':>6} {'missed':>8} {'with inlined':>13}  function")
    for key, cost in own.most_common():
        if cost < total / 200:
            break
        print(f"{cost / n:11,.0f} {100 * cost / total:5.1f}% {own_missed[key] / n:8.1f} {inclusive[key] / n:13,.0f}  {key}")


def flame(name, times, out):
    exe = program()
    units(exe, name)
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "perf.data")
        record = ["perf", "record", "-q", "-e", "cpu-clock", "-F", "3997", "--call-graph", "dwarf,8192", "-o", data]
        subprocess.run(record + [exe, name, str(times)], check=True)
        script = ["perf", "script", "-i", data, "--no-inline", "-F", "ip,sym,dso"]
        text = subprocess.run(script, check=True, capture_output=True, text=True).stdout
    # perf gives offsets in the file, symbols go by addresses.
    headers = subprocess.run(["readelf", "-lW", exe], check=True, capture_output=True, text=True).stdout
    segment = next(line.split() for line in headers.splitlines() if "LOAD" in line and "R E" in line)
    bias = int(segment[2], 16) - int(segment[1], 16)
    stacks, current = [], []
    for line in text.splitlines() + [""]:
        found = re.match(r"\s+([0-9a-f]+) (.*) \((.*)\)$", line)
        if found:
            current.append((int(found[1], 16), found[2], found[3]))
        elif not line.strip() and current:
            stacks.append(current)
            current = []
    inside = lambda dso: os.path.basename(dso) == os.path.basename(exe)
    # A return address is one past its call.
    place = lambda i, ip: ip + bias - (1 if i else 0)
    wanted = {place(i, ip) for stack in stacks for i, (ip, _, dso) in enumerate(stack) if inside(dso)}
    frames = symbolize(exe, sorted(wanted))
    folded = collections.Counter()
    for stack in stacks:
        path = []
        for i, (ip, symbol, dso) in enumerate(stack):
            if inside(dso):
                found = frames[place(i, ip)]
                ours = [frame for frame in found if any(part in frame[1] for part in OURS)]
                path += [re.sub(r"\(.*/", "(", short(frame)) for frame in ours or found[-1:]]
            else:
                path.append(symbol)
        path.reverse()
        begin = next((i for i, frame in enumerate(path) if frame.startswith("run_") or "workloads" in frame), 0)
        folded[";".join(frame.replace(";", ",") for frame in path[begin:])] += 1
    lines = "".join(f"{path} {count}\n" for path, count in sorted(folded.items()))
    title = f"{name}: {sum(folded.values()):,} samples"
    command = ["inferno-flamegraph", "--title", title, "--countname", "samples", "--minwidth", "0.2",
               "--deterministic", "--truncate-text-right", "--fontsize", "11"]
    svg = subprocess.run(command, input=lines, check=True, capture_output=True, text=True).stdout
    with open(out, "w", encoding="utf-8") as file:
        file.write(svg)
    print(f"{out}: {sum(folded.values())} samples")


def main():
    args = sys.argv[1:]
    if len(args) in (2, 3) and args[0] == "functions":
        functions(args[1], int(args[2]) if len(args) == 3 else None)
    elif len(args) == 4 and args[0] == "flame":
        flame(args[1], int(args[2]), args[3])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
