#!/usr/bin/env bash
# Builds `safari` with profile-guided optimisation and measures what that gives.
#
#   scripts/pgo.sh [PAIRS [SECONDS]]      compares in turns, by scripts/compare_speed.sh
#
# The profile is that of random games, searches and turns of greedy, as `safari speed` plays them, and of a small
# tournament. The program is left in target/pgo/PLATFORM/release/safari. It plays the same games, for its signature is
# compared with results/signature.txt.
#
# It needs llvm-profdata of the compiler's own LLVM: rustup component add llvm-tools. Without it nothing is built: the
# script says so and exits with 2.
set -euo pipefail
cd -- "$(dirname -- "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
profdata=$(rustc --print sysroot)/lib/rustlib/$host/bin/llvm-profdata
[ -x "$profdata" ] || { echo "$profdata is missing: rustup component add llvm-tools" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target=$(cargo metadata --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
level=$(grep -v '^#' .cargo/config.toml | grep -o 'target-cpu=[a-z0-9-]*' | head -n 1)
case $host in x86_64-*) flags="-C $level" ;; *) flags= ;; esac

# With a target named, flags go to our crates and not to build scripts.
build() { RUSTFLAGS="$flags $1" CARGO_TARGET_DIR=$2 cargo build --release --quiet -p safari-cli --target "$host"; }

echo "building with counters"
build "-C profile-generate=$work/raw" "$target/pgo-counting"
counting=$target/pgo-counting/$host/release/safari
echo "running the workloads"
for players in 2 3 4 5; do "$counting" speed --threads 1 --seconds 4 --players $players >/dev/null; done
"$counting" tournament configs/tournaments/quick.toml --set deals=1 --quiet --out "$work/run" >/dev/null
"$profdata" merge -o "$work/merged.profdata" "$work/raw"
echo "building with the profile"
build "-C profile-use=$work/merged.profdata" "$target/pgo"
guided=$target/pgo/$host/release/safari
"$guided" signature --parts | diff -u results/signature.txt - || { echo "it plays other games"; exit 1; }

cargo build --release --quiet
scripts/compare_speed.sh "$target/release/safari" "$guided" "$@"
