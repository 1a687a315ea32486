#!/usr/bin/env bash
# The figure of a run by scripts/figure.py, with the packages of figure.requirements.txt in an environment below target/.
#
#   scripts/figure.sh DIR [-o FILE]     what figure.py takes
#   scripts/figure.sh --quick           the figures of committed runs into a temporary folder, SVG and PNG; fails if one does
#                                       not come out, or if docs/ladder4.svg is not the one drawn now
#
# The environment is made once, and again when the requirements change; that alone needs the network.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
requirements=$root/scripts/figure.requirements.txt
venv=${CARGO_TARGET_DIR:-$root/target}/figure

if ! cmp -s "$requirements" "$venv/installed.txt"; then
    python3 -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
        echo "scripts/figure.sh needs Python 3.11 or later with venv: apt-get install python3 python3-venv" >&2
        exit 1
    }
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$requirements"
    cp "$requirements" "$venv/installed.txt" # Last, so that an interrupted installation is made again.
fi
if [ "${1:-}" != --quick ]; then
    exec "$venv/bin/python" "$root/scripts/figure.py" "$@"
fi

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for run in players4 ladder2 ladder4; do
    for kind in svg png; do
        "$venv/bin/python" "$root/scripts/figure.py" "$root/results/reference/$run" -o "$out/$run.$kind"
    done
done
# A picture is one that opens, is as large as a figure, and shows more than its background.
"$venv/bin/python" - "$out"/*.svg "$out"/*.png <<'PYTHON'
import sys
import xml.etree.ElementTree
from matplotlib import image

for file in sys.argv[1:]:
    if file.endswith(".svg"):
        shapes = sum(1 for _ in xml.etree.ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}path"))
        good, told = shapes > 100, f"{shapes} shapes"
    else:
        pixels = image.imread(file)
        good, told = min(pixels.shape[:2]) > 300 and pixels.std() > 0.05, "x".join(map(str, pixels.shape[1::-1]))
    print("ok" if good else "FAILED", file.rsplit("/", 1)[1], told)
    if not good:
        sys.exit(1)
PYTHON
cmp "$out/ladder4.svg" "$root/docs/ladder4.svg" || {
    echo "FAILED docs/ladder4.svg: look at the new one, scripts/figure.sh results/reference/ladder4 -o docs/ladder4.svg"
    exit 1
}
