#!/usr/bin/env bash
# large.sh PROGRAM [SIZES [COUNTS [BEFORE]]]: many frequencies of large frames from few determinants.
#
#     tests/bench/large.sh build/holonome
#     tests/bench/large.sh build/holonome "20 40 80 160" "20 100 400" build-before/holonome
#
# Frames of n bays and n storeys (frame.yaml), for n of SIZES (20 40 80) and COUNTS (20 100) of frequencies, one process, from
# file to JSON. Of each: members, determinants, right-hand sides solved, intervals, half the width of the widest bracket of
# lambda, relatively, the worst residual of a mode, processor seconds and most memory; `counted` is how many frequencies were
# left to counts beside each, with the reason. Then the exponent of time in members between sizes. With BEFORE, another build
# of the program: how many times as fast, the largest difference of a frequency, how many lie outside its brackets, and the
# determinants of both on each file of problems/ that is solved so. Ends with 1 if a list is not complete or a frequency lies
# outside. Times are those of this machine, so BEFORE runs beside each. How ranks share it: ranks.sh. Needs python3.
set -euo pipefail
if [ $# -lt 1 ] || [ ! -x "$1" ]; then
  echo "usage: large.sh PROGRAM [SIZES [COUNTS [BEFORE]]]" >&2
  exit 2
fi
export OPENBLAS_NUM_THREADS=1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

exec 3<<'PYTHON'
import glob, json, math, os, re, subprocess, sys

here, place, program = sys.argv[1:4]
sizes = [int(n) for n in (sys.argv[4] or "20 40 80").split()]
counts = [int(n) for n in (sys.argv[5] or "20 100").split()]
before = sys.argv[6] or None
failed = False


def run(which, path):
    """What a program finds, its processor seconds, its most memory in MB."""
    out = os.path.join(place, "result.json")
    child = subprocess.Popen([which, "run", path, "--json=" + out], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = status
    if not os.path.exists(out):
        return None
    with open(out, encoding="utf-8") as file:
        result = json.load(file)
    os.remove(out)
    return result, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def half_width(result):
    return max((m["upper"] ** 2 - m["lower"] ** 2) / (2 * m["omega"] ** 2) for m in result["modes"] if m["omega"] > 0)


def compare(old, new):
    """Largest relative difference, and how many of the new ones lie outside the old brackets."""
    pairs = list(zip(old["modes"], new["modes"]))
    far = max(abs(a["omega"] - b["omega"]) / a["omega"] for a, b in pairs if a["omega"] > 0)
    return far, sum(not a["lower"] <= b["omega"] <= a["upper"] for a, b in pairs)


def frame(n, count):
    with open(os.path.join(here, "frame.yaml"), encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"repeat: \{n: \d+", "repeat: {n: %d" % n, text)
    text = re.sub(r"frequencies: \{count: \d+\}", "frequencies: {count: %d}" % count, text)
    path = os.path.join(place, "frame.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


print("   n members roots determinants  solves intervals half width residual counted seconds     MB")
for count in counts:
    last = None
    for n in sizes:
        path = frame(n, count)
        result, seconds, memory = run(program, path)
        told = result.get("intervals", {"ends": [], "solves": 0, "fallback": "not tried"})
        counted = sum(m.get("bound") != "field" for m in result["modes"])
        members = 2 * n * n + n
        print("%4d %7d %5d %12d %7d %9d    %7.1e  %7.1e %7d %7.2f %6.0f" % (
            n, members, len(result["modes"]), result["timing"]["evaluations"][0], told["solves"],
            max(len(told["ends"]) - 1, 0), half_width(result), max(m["residual"] for m in result["modes"]), counted,
            seconds, memory))
        if told["fallback"]:
            print("     counted: " + told["fallback"])
        if last:
            print("     seconds as members to the power %.2f" % (math.log(seconds / last[1]) / math.log(members / last[0])))
        last = (members, seconds)
        failed |= not result["complete"]
        if before:
            old, took, _ = run(before, path)
            far, outside = compare(old, result)
            failed |= outside > 0
            print("     before: %d determinants, %.2f s (%.1f times as long), half width %.1e; differences up to %.1e, %d outside"
                  % (old["timing"]["evaluations"][0], took, took / seconds, half_width(old), far, outside))
for path in sorted(glob.glob(os.path.join(here, "../../problems/*/*.yaml"))) if before else []:
    found = run(program, path)
    if found and "intervals" in found[0]:
        old = run(before, path)[0]
        print("%s: %d determinants, %d before; %s" % (
            os.path.relpath(path, os.path.join(here, "../../problems")), found[0]["timing"]["evaluations"][0],
            old["timing"]["evaluations"][0], found[0]["intervals"]["fallback"] or "all by fields"))
sys.exit(failed)
PYTHON
python3 /dev/fd/3 "$here" "$place" "$1" "${2:-}" "${3:-}" "${4:-}"
