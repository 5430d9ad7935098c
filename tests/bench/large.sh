#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# large.sh PROGRAM [SIZES [COUNTS [BEFORE]]]: many frequencies of large frames from few determinants.
#
#     tests/bench/large.sh build/holonome
#     tests/bench/large.sh build/holonome "20 40 80 160" "20 100 400" build-before/holonome
#
# Frames of n bays and n storeys (frame.yaml), for n of SIZES (20 40 80) and COUNTS (20 100) of frequencies, one
# process, from file to JSON. Of each: members, determinants, right-hand sides solved, intervals, half the width of the
# widest bracket of lambda, relatively, the worst residual of a mode, processor seconds and most memory; `counted` is
# how many frequencies were left to counts beside each, with the reason. Then the exponent of time in members between
# sizes, and finite elements of the same frame, if PROGRAM is where it was built (tests/bench_elements: ARPACK, MUMPS):
# one to a member, then 4, or 8 where these are worse than 1e-6; their processor seconds from file to frequencies, in
# proportion to those of the program, and their largest error against what it has proved, which they cannot tell
# themselves. Below: the same of lattices of n joints along each edge and a building, in space, where many frequencies
# are double, and of a truss; then sweeps of small frames over the length of their bays: milliseconds of a structure
# with six frequencies, beyond those of the first. With BEFORE, another build of the program: how many times as fast,
# the largest difference of a frequency, how many lie outside its brackets, and the determinants of both on each file of
# problems/ that is solved so. Ends with 1 if a list is not complete or a frequency lies outside. Times are those of
# this machine, so BEFORE runs beside each. How ranks share it: ranks.sh. Needs python3.
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
import glob, itertools, json, math, os, re, subprocess, sys, time

here, place, program = sys.argv[1:4]
elements = os.path.join(os.path.dirname(program), "tests", "bench_elements")
sizes = [int(n) for n in (sys.argv[4] or "20 40 80").split()]
counts = [int(n) for n in (sys.argv[5] or "20 100").split()]
before = sys.argv[6] or None
failed = False


def run(which, path):
    """What a program finds, its processor seconds, its most memory in MB."""
    out = os.path.join(place, "result.json")
    child = subprocess.Popen([which, "run", path, "--json=" + out], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    done, most = 0, 0
    while not done:  # what the kernel counts as most for a child includes what this process had when it began
        time.sleep(0.01)
        try:
            with open("/proc/%d/status" % child.pid, encoding="ascii") as file:
                most = max([most] + [int(line.split()[1]) for line in file if line.startswith("VmHWM")])
        except OSError:
            pass
        done, status, used = os.wait4(child.pid, os.WNOHANG)
    child.returncode = status
    if not os.path.exists(out):
        return None
    with open(out, encoding="utf-8") as file:
        result = json.load(file)
    os.remove(out)
    return result, used.ru_utime + used.ru_stime, most / 1024


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


def frame_sweep(n, points):
    """The same over the length of its bays, six frequencies each."""
    with open(frame(n, 6), encoding="utf-8") as file:
        text = file.read()
    sweep = "analysis:\n  sweep: {over: {a: {from: 0.9 m, to: 1.1 m, points: %d}}}" % points
    path = os.path.join(place, "sweep.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("analysis:", sweep))
    return path


def per_structure(which, n, points):
    """Milliseconds, what one point more costs; the result of all."""
    first = run(which, frame_sweep(n, points // 4))
    last = run(which, frame_sweep(n, points))
    return 1000 * (last[1] - first[1]) / (points - points // 4), last[0]


def frame_joints(n):
    """Joints and members of the frame for finite elements: x, y, z and whether it is fixed; two joints of each."""
    joint = lambda i, j: (j + 1) * (n + 1) + i
    joints = [(i, j, 0, 0) for j in range(-1, n + 1) for i in range(n + 1)]
    members = [(joint(i, j), joint(i, j + 1)) for j in range(-1, n) for i in range(n)]
    members += [(joint(i, j), joint(i + 1, j)) for j in range(1, n + 1) for i in range(n)]
    return ("beam", 3) + used_joints([(x, y, z, int(y < 0)) for x, y, z, _ in joints], members)


def used_joints(joints, members):
    """Those that a member has, numbered anew."""
    number = {}
    for ends in members:
        for end in ends:
            number.setdefault(end, len(number))
    return [joints[old] for old in number], [(number[a], number[b]) for a, b in members]


def write_elements(kind, freedoms, joints, members):
    path = os.path.join(place, "elements")
    with open(path, "w", encoding="ascii") as file:
        file.write("%s %d 210e9 7850 0.3 0.05 %d %d\n" % (kind, freedoms, len(joints), len(members)))
        file.writelines("%g %g %g %d\n" % joint for joint in joints)
        file.writelines("%d %d\n" % member for member in members)
    return path


def beside(structure, result, seconds):
    """Finite elements of the same against what was proved: one to a member, and so many that they are as good as asked."""
    if not os.access(elements, os.X_OK):
        return
    path = write_elements(*structure)
    omega = [m["omega"] for m in result["modes"]]
    for pieces in (1, 4, 8):
        found = subprocess.run([elements, path, str(pieces), str(len(omega))], capture_output=True, text=True)
        if found.returncode:
            print("     %d finite elements a member: %s" % (pieces, found.stderr.strip()), flush=True)
            continue
        words = found.stdout.split()
        took, error = float(words[1]), max(abs(float(w) / o - 1) for w, o in zip(words[2:], omega))
        print("     %d finite elements a member: order %s, %.2f s (%.2f times as long), largest error %.1e" % (
            pieces, words[0], took, took / seconds, error), flush=True)
        if pieces > 1 and error < 1e-6:
            break


SPACE = """materials: {m: {E: 210 GPa, density: 7850 kg/m^3, nu: 0.3}}
sections: {bar: {shape: square, side: 50 mm}}
"""


def grid(name, nx, ny, nz, count):
    """Joints on a grid in space, the lowest clamped. Of a building beams stand on columns, none lie on the ground. Returns the file, and
    the same for finite elements."""
    path = os.path.join(place, name + ".yaml")
    ends, members = {}, []
    number = lambda q: (q[2] * ny + q[1]) * nx + q[0]
    with open(path, "w", encoding="utf-8") as file:
        file.write("freedoms: [ux, uy, uz, rx, ry, rz]\n" + SPACE + "parts:\n")
        for d, x, y, z in itertools.product(range(3), range(nx), range(ny), range(nz)):
            q = [x, y, z]
            q[d] += 1
            if q[0] == nx or q[1] == ny or q[2] == nz or (name == "building" and d < 2 and z == 0):
                continue
            up = [0, 0, 0]
            up[(d + 1) % 3] = 1
            file.write("  b%d: {kind: beam, from: [%d, %d, %d], to: %s, material: m, section: bar, up: %s}\n" % (
                len(members), x, y, z, q, up))
            ends.setdefault((x, y, z), []).append("b%d.start" % len(members))
            ends.setdefault(tuple(q), []).append("b%d.end" % len(members))
            members.append((number((x, y, z)), number(q)))
        file.write("joints:\n")
        for at, all_ends in sorted(ends.items()):
            if len(all_ends) > 1:
                file.write("  - {weld: [%s]}\n" % ", ".join(all_ends))
            if at[2] == 0:
                file.write("  - {fix: %s}\n" % all_ends[0])
        file.write("analysis: {frequencies: {count: %d}}\noutput: {shapes: none}\n" % count)
    joints = [(x, y, z, int(z == 0)) for z in range(nz) for y in range(ny) for x in range(nx)]
    return path, ("beam", 6) + used_joints(joints, members)


def truss(n, count):
    """Hinged bars: n bays and n storeys with a diagonal in each, pinned at the foot."""
    path = os.path.join(place, "truss.yaml")
    ends, members = {}, []
    with open(path, "w", encoding="utf-8") as file:
        file.write("freedoms: [ux, uy, rz]\n" + SPACE + "parts:\n")
        for j, i, (dx, dy) in itertools.product(range(n + 1), range(n + 1), ((1, 0), (0, 1), (1, 1))):
            a, b = (i, j), (i + dx, j + dy)
            if max(b) > n or (dx == 1 and j + dy == 0):
                continue
            file.write("  b%d: {kind: bar, from: [%d, %d], to: [%d, %d], material: m, section: bar}\n" % ((len(members),) + a + b))
            ends.setdefault(a, []).append("b%d.start" % len(members))
            ends.setdefault(b, []).append("b%d.end" % len(members))
            members.append((a[1] * (n + 1) + a[0], b[1] * (n + 1) + b[0]))
        file.write("joints:\n")
        for at, all_ends in sorted(ends.items()):
            file.write("  - {hinge: [%s]}\n" % ", ".join(all_ends) if len(all_ends) > 1 else "")
            file.write("  - {pin: %s}\n" % all_ends[0] if at[1] == 0 else "")
        file.write("analysis: {frequencies: {count: %d}}\noutput: {shapes: none}\n" % count)
    joints = [(i, j, 0, int(j == 0)) for j in range(n + 1) for i in range(n + 1)]
    return path, ("bar", 2) + used_joints(joints, members)


def show(n, members, found):
    """A line of the table. Returns whether the list is complete."""
    result, seconds, memory = found
    told = result.get("intervals", {"ends": [], "solves": 0, "fallback": "not tried"})
    counted = sum(m.get("bound") != "field" for m in result["modes"])
    print("%4d %7d %5d %12d %7d %9d    %7.1e  %7.1e %7d %7.2f %6.0f" % (
        n, members, len(result["modes"]), result["timing"]["evaluations"][0], told["solves"],
        max(len(told["ends"]) - 1, 0), half_width(result), max(m["residual"] for m in result["modes"]), counted,
        seconds, memory), flush=True)
    if told["fallback"]:
        print("     counted: " + told["fallback"])
    return result["complete"]


print("   n members roots determinants  solves intervals half width residual counted seconds     MB", flush=True)
for count in counts:
    last = None
    for n in sizes:
        path = frame(n, count)
        result, seconds, memory = run(program, path)
        members = 2 * n * n + n
        failed |= not show(n, members, (result, seconds, memory))
        if last:
            print("     seconds as members to the power %.2f" % (math.log(seconds / last[1]) / math.log(members / last[0])), flush=True)
        last = (members, seconds)
        beside(frame_joints(n), result, seconds)
        if before:
            old, took, _ = run(before, path)
            far, outside = compare(old, result)
            failed |= outside > 0
            print("     before: %d determinants, %.2f s (%.1f times as long), half width %.1e; differences up to %.1e, %d outside"
                  % (old["timing"]["evaluations"][0], took, took / seconds, half_width(old), far, outside))
for name, shape in (("lattice", (6, 6, 6)), ("lattice", (13, 13, 13)), ("building", (10, 10, 37)), ("truss", (100,))):
    path, structure = grid(name, *shape, 30) if len(shape) == 3 else truss(*shape, 30)
    print(name + " of " + " x ".join(map(str, shape)) + (" joints" if len(shape) == 3 else " bays and storeys"), flush=True)
    found = run(program, path)
    failed |= not show(shape[-1], len(structure[3]), found)
    beside(structure, found[0], found[1])
print("sweeps of frames, six frequencies:   n members    ms  half width", flush=True)
for n, points in (2, 4096), (4, 1024), (7, 512), (15, 128):
    took, swept = per_structure(program, n, points)
    new = swept["sweep"]
    pairs = [(l, u) for lower, upper in zip(new["lower"], new["upper"]) for l, u in zip(lower, upper)]
    failed |= not swept["complete"]
    print("%38d %7d %5.2f     %7.1e" % (n, 2 * n * n + n, took, max((u - l) / (u + l) * 2 for l, u in pairs)), flush=True)
    if before:
        earlier, swept = per_structure(before, n, points)
        old = swept["sweep"]
        flat = lambda of, what: [x for row in of[what] for x in row]
        far = max(abs(a - b) / a for a, b in zip(flat(old, "omega"), flat(new, "omega")))
        outside = sum(not l <= x <= u for l, x, u in zip(flat(old, "lower"), flat(new, "omega"), flat(old, "upper")))
        failed |= outside > 0
        print("     before: %.2f ms (%.1f times as long); differences up to %.1e, %d outside" % (earlier, earlier / took, far, outside))
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
