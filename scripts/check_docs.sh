#!/usr/bin/env bash
# Runs every block marked `sh` in the Markdown files of the project, from its root, so that no command in them rots.
#
#   scripts/check_docs.sh [FILE.md ...]      all of them by default
#
# A comment before a block changes that (CONTRIBUTING.md, Documents that run):
#   <!-- run -->                runs the block, as no comment does
#   <!-- run: COMMAND -->       runs this instead of the block; $CHECK_DIR is a directory that is removed at the end
#   <!-- run by .ci/run -->     checks that every line of the block is a part of .ci/run
# `safari` is the program as built here. Nothing that git does not ignore may be left behind.
set -uo pipefail
cd -- "$(dirname -- "$0")/.." || exit 1
exec </dev/null
# What a document says of the program must not depend on the terminal of whoever checks it.
export LC_ALL=C.UTF-8 NO_COLOR=1

CHECK_DIR=$(mktemp -d)
export CHECK_DIR
trap 'rm -rf "$CHECK_DIR"' EXIT
mkdir "$CHECK_DIR/blocks"

files=("$@")
if [ ${#files[@]} -eq 0 ]; then
    while IFS= read -r file; do files+=("$file"); done < <(
        find . -name target -prune -o -path './.*' -prune -o -path ./fuzz/corpus -prune -o -name '*.md' -print |
            sed 's|^\./||' | LC_ALL=C sort)
fi

# A file for each block: where it stands, the comment before it, its lines.
awk -v dir="$CHECK_DIR/blocks" '
    FNR == 1                { inside = 0; comment = "" }
    inside && /^[ ]*```/    { inside = 0; comment = ""; if (sh) close(out); next }
    inside                  { if (sh) print > out; next }
    /^[ ]*```/              { inside = 1; sh = ($0 == "```sh")
                              if (sh) { out = sprintf("%s/%03d", dir, ++n); print FILENAME ":" FNR > out; print comment > out }
                              next }
    /^<!--.*-->$/           { comment = $0; next }
    /^[ \t]*$/              { next }
                            { comment = "" }
' "${files[@]}"

state() { git status --porcelain 2>/dev/null; }

cargo build --release || exit 1
target=$(cargo metadata --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
export PATH="$target/release:$PATH"
before=$(state)
failed=0
for block in "$CHECK_DIR"/blocks/*; do
    [ -e "$block" ] || { echo "there is no block in ${files[*]}"; exit 1; }
    place=$(sed -n 1p "$block") comment=$(sed -n 2p "$block") commands=$(sed 1,2d "$block")
    case "$comment" in
        '' | '<!-- run -->') ;;
        '<!-- run by .ci/run -->')
            while IFS= read -r line; do
                grep -qF -- "$line" .ci/run && continue
                echo "FAILED $place: .ci/run does not have \`$line\`"
                failed=$((failed + 1))
            done <<<"$commands"
            echo "ok $place: .ci/run runs it"
            continue ;;
        '<!-- run: '*' -->') commands=${comment#<!-- run: } commands=${commands% -->} ;;
        *) echo "FAILED $place: the comment before it is none that this script knows: $comment"
            failed=$((failed + 1))
            continue ;;
    esac
    start=$SECONDS
    if bash -euo pipefail -c "$commands" >"$CHECK_DIR/log" 2>&1; then
        echo "ok $place: $((SECONDS - start)) s"
    else
        echo "FAILED $place:"
        printf '%s\n' "$commands" | sed 's/^/  /'
        tail -n 30 "$CHECK_DIR/log" | sed 's/^/    /'
        failed=$((failed + 1))
    fi
done
if [ "$(state)" != "$before" ]; then
    echo "FAILED: the commands leave something behind that git sees:"
    diff <(printf '%s\n' "$before") <(state)
    failed=$((failed + 1))
fi
[ $failed -eq 0 ]
