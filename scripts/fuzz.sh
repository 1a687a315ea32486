#!/usr/bin/env bash
# Fuzzes everything that reads text: tokens, position texts, tile files, records, the protocol for bots (fuzz/).
#
#   scripts/fuzz.sh [SECONDS] [TARGET ...]
#
# SECONDS a target is 300 by default; the targets are token, position_text, tile_file, record and protocol, all by default.
# Quick mode, as CI runs it: scripts/fuzz.sh 5
#
# It needs the nightly toolchain and cargo-fuzz, for the compiler's coverage options are unstable:
#   rustup toolchain install nightly && cargo install cargo-fuzz --locked
# Without them nothing is fuzzed: the script says so and exits with 0, or with 2 where SAFARI_FUZZ_REQUIRED is set. The
# same invariants are then still tested by `cargo test -p safari-core --test tokens --test texts --test tile_files`.
# What is found stands in fuzz/artifacts/TARGET; repeat it by `cargo +nightly fuzz run TARGET FILE` and add it as a test.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-300}
[ $# -gt 0 ] && shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(token position_text tile_file record protocol)

missing=
cargo +nightly --version >/dev/null 2>&1 || missing='the nightly toolchain (rustup toolchain install nightly)'
if [ -z "$missing" ] && ! cargo +nightly fuzz --version >/dev/null 2>&1; then
    missing='cargo-fuzz (cargo install cargo-fuzz --locked)'
fi
if [ -n "$missing" ]; then
    echo "scripts/fuzz.sh: nothing was fuzzed, for this is missing: $missing" >&2
    [ -z "${SAFARI_FUZZ_REQUIRED:-}" ] && exit 0
    exit 2
fi

# The first corpus is made from real games, anew each time, as texts name the tile set; what fuzzing finds is added to it.
cargo run --quiet --release --manifest-path fuzz/Cargo.toml --example seeds -- fuzz/corpus

for target in "${targets[@]}"; do
    case $target in
        token) longest=200 ;;
        position_text) longest=4096 ;;
        tile_file) longest=8192 ;;
        *) longest=65536 ;;
    esac
    echo "== $target, $seconds seconds"
    mkdir -p fuzz/artifacts
    log=fuzz/artifacts/$target.log
    # No sanitizer: the code behind the targets is safe Rust, and is twice as fast without. Debug assertions are on.
    if ! cargo +nightly fuzz run --sanitizer none "$target" -- -max_total_time="$seconds" -max_len="$longest" -timeout=20 \
        -dict="fuzz/dictionaries/$target.dict" -print_final_stats=1 >"$log" 2>&1; then
        tail -n 40 "$log" >&2
        echo "scripts/fuzz.sh: $target failed; the input stands in fuzz/artifacts/$target, all that was said in $log" >&2
        exit 1
    fi
    grep -E '^#[0-9]+\s+DONE|^Done|^stat::(number_of_executed_units|average_exec_per_sec|new_units_added)' "$log"
done
