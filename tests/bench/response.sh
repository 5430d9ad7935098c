#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# response.sh PROGRAM [ERROR]: what a frequency of a forced response costs, and finite elements beside it.
#
#     tests/bench/response.sh build/holonome
#
# A frame of 200 beams that lose energy (loss factor 0.01), a force on its roof, 1000 frequencies, one process. Printed
# are processor seconds: per frequency to fill the matrix, to factorise it, and of all with 4 and with 100 receivers, as
# ratios; of the whole command, from file to JSON. Where SciPy is there (of PYTHON, python3), modal superposition by
# assembled models of cubic elements with linear ones along the beams: 2, 4, 8, 16 elements of each beam, 100, 200, 400
# modes, the others as at rest. Of each the largest error of a value, relative, counted from 1e-6 of the largest on,
# against the program's, and seconds, also over those of the command, which has no such error; until it is right to
# ERROR (2e-2). Ends with 1 if a frequency costs more than it may: with 4 receivers 1.5 factorisations, with 100
# receivers twice that of 4. Times are those of this machine. Needs python3.
set -euo pipefail
if [ $# -lt 1 ] || [ ! -x "$1" ]; then
  echo "usage: response.sh PROGRAM [ERROR]" >&2
  exit 2
fi
export OPENBLAS_NUM_THREADS=1
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" - "$(realpath "$1")" "$place" "${2:-2e-2}" <<'PYTHON'
import json, math, os, resource, subprocess, sys, time

program, place, target = sys.argv[1], sys.argv[2], float(sys.argv[3])
bays, storeys, width, height = 12, 8, 4.0, 3.0
EI, EA, mass, loss, force = 2.0e7, 2.0e9, 100.0, 0.01, 1.0
frequencies = [1 + 0.05 * i for i in range(1000)]  # Hz
nodes = [(x * width, y * height) for y in range(storeys + 1) for x in range(bays + 1)]
node = lambda x, y: y * (bays + 1) + x
members = [(node(x, y), node(x, y + 1)) for y in range(storeys) for x in range(bays + 1)]
members += [(node(x, y + 1), node(x + 1, y + 1)) for y in range(storeys) for x in range(bays)]
loaded = node(0, storeys)


def problem(receivers):
    """The frame as a problem file."""
    ends = {}
    lines = ["parts:"]
    for i, (a, b) in enumerate(members):
        lines.append("  m%d: {kind: beam, from: [%g, %g], to: [%g, %g], EI: %g, EA: %g, line_mass: %g, loss_factor: %g}"
                     % ((i,) + nodes[a] + nodes[b] + (EI, EA, mass, loss)))
        ends.setdefault(a, []).append("m%d.start" % i)
        ends.setdefault(b, []).append("m%d.end" % i)
    lines.append("joints:")
    for n, points in sorted(ends.items()):
        if n <= bays:
            lines.append("  - {fix: %s}" % points[0])
        else:
            lines.append("  - {weld: [%s]}" % ", ".join(points))
    lines += ["analysis:", "  response:", "    load: {at: %s, direction: [1, 0], force: %g}" % (ends[loaded][0], force), "    at:"]
    lines += ["      - {point: %s, direction: [%d, %d]}" % (ends[n][0], d == 0, d == 1) for n, d in receivers]
    lines.append("    frequencies: [%s]" % ", ".join("%.17g Hz" % f for f in frequencies))
    path = os.path.join(place, "%d.yaml" % len(receivers))
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")
    return path


def command(path):
    """Values of all receivers, and processor seconds from file to JSON."""
    out = path + ".json"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, "run", path, "--quiet", "--json=" + out], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(out, encoding="ascii") as file:
        told = json.load(file)["response"]
    values = [[complex(*pair) for pair in r["value"]] for r in told["receivers"]]
    return values, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


upper = [(n, d) for n in range(bays + 1, len(nodes)) for d in (0, 1)]
few, many = [upper[-1], upper[-2], upper[len(upper) // 2], upper[3]], upper[:100]
bench = os.path.join(os.path.dirname(program), "tests", "bench_response")
bad = False
print("%d beams, %d frequencies to %.0f Hz; processor seconds" % (len(members), len(frequencies), frequencies[-1]))
exact, whole = None, 0
each = {}
for receivers in (few, many):
    path = problem(receivers)
    fill, factor, values, slopes = [float(x) for x in subprocess.run([bench, path], check=True, capture_output=True, text=True).stdout.split()]
    found, seconds = command(path)
    each[len(receivers)] = values
    print("%3d receivers: filled %.1e, factorised %.1e, all %.1e (with derivatives %.1e); all over filled and factorised %.2f, over factorised %.2f; command %.2f"
          % (len(receivers), fill, factor, values, slopes, values / (fill + factor), values / factor, seconds))
    if receivers is few:
        exact, whole = found, seconds
        bad = bad or values > 1.5 * factor
print("100 receivers over 4: %.2f" % (each[100] / each[4]))
bad = bad or each[100] > 2 * each[4]

try:
    import numpy as np
    import scipy.sparse as sp
    import scipy.sparse.linalg as sl
except ImportError:
    print("finite elements: SciPy is not there")
    sys.exit(bad)

exact = np.array(exact)
scale = np.maximum(abs(exact), 1e-6 * abs(exact).max(axis=1, keepdims=True))


def element(l, c, s):
    """Stiffness and mass of one element in global coordinates."""
    a, b = EA / l, EI / l**3
    k = np.array([[a, 0, 0, -a, 0, 0], [0, 12 * b, 6 * b * l, 0, -12 * b, 6 * b * l], [0, 6 * b * l, 4 * b * l * l, 0, -6 * b * l, 2 * b * l * l],
                  [-a, 0, 0, a, 0, 0], [0, -12 * b, -6 * b * l, 0, 12 * b, -6 * b * l], [0, 6 * b * l, 2 * b * l * l, 0, -6 * b * l, 4 * b * l * l]])
    q = mass * l / 420
    m = q * np.array([[140, 0, 0, 70, 0, 0], [0, 156, 22 * l, 0, 54, -13 * l], [0, 22 * l, 4 * l * l, 0, 13 * l, -3 * l * l],
                      [70, 0, 0, 140, 0, 0], [0, 54, 13 * l, 0, 156, -22 * l], [0, -13 * l, -3 * l * l, 0, -22 * l, 4 * l * l]])
    t = np.zeros((6, 6))
    t[0:3, 0:3] = t[3:6, 3:6] = [[c, s, 0], [-s, c, 0], [0, 0, 1]]
    return t.T @ k @ t, t.T @ m @ t


def assemble(pieces):
    """K, M without the feet, and the number of each freedom that is left."""
    count = len(nodes)
    rows, columns, stiff, heavy = [], [], [], []
    for a, b in members:
        (xa, ya), (xb, yb) = nodes[a], nodes[b]
        length = math.hypot(xb - xa, yb - ya)
        k, m = element(length / pieces, (xb - xa) / length, (yb - ya) / length)
        chain = [a] + list(range(count, count + pieces - 1)) + [b]
        count += pieces - 1
        for i, j in zip(chain, chain[1:]):
            index = np.r_[3 * i:3 * i + 3, 3 * j:3 * j + 3]
            rows.append(np.repeat(index, 6))
            columns.append(np.tile(index, 6))
            stiff.append(k.ravel())
            heavy.append(m.ravel())
    keep = np.arange(3 * (bays + 1), 3 * count)
    at = (np.concatenate(rows), np.concatenate(columns))
    matrices = [sp.csc_matrix((np.concatenate(v), at), shape=(3 * count, 3 * count))[keep][:, keep] for v in (stiff, heavy)]
    return matrices[0], matrices[1], lambda n, d: 3 * n + d - 3 * (bays + 1)


def superpose(pieces, modes):
    """Values at the receivers by so many modes and the others at rest, and processor seconds."""
    begin = time.process_time()
    K, M, number = assemble(pieces)
    lu = sl.splu(K)
    eigen, shape = sl.eigsh(K, modes, M, sigma=0, OPinv=sl.LinearOperator(K.shape, lu.solve))
    f = np.zeros(K.shape[0])
    f[number(loaded, 0)] = force
    at = [number(n, d) for n, d in few]
    part = shape[at] * (shape[number(loaded, 0)] * force)
    rest = lu.solve(f)[at] - part @ (1 / eigen)
    omega = 2 * math.pi * np.array(frequencies)
    g = 1 + 1j * loss
    return part @ (1 / (g * eigen[:, None] - omega**2)) + rest[:, None] / g, time.process_time() - begin


best = None
print("elements a beam, modes: error, processor seconds, over those of the command")
for pieces in (2, 4, 8, 16):
    for modes in (100, 200, 400):
        found, seconds = superpose(pieces, modes)
        error = float((abs(found - exact) / scale).max())
        print("%3d %4d: %.1e %7.2f %6.2f" % (pieces, modes, error, seconds, seconds / whole), flush=True)
        if error <= target and (best is None or seconds < best[2]):
            best = (pieces, modes, seconds)
        if error <= target:
            break
    if best:
        break
if best:
    print("finite elements right to %.0e: %.2f s, the program %.2f s: %.1f times as fast" % (target, best[2], whole, best[2] / whole))
else:
    print("no such model of these is right to %.0e" % target)
sys.exit(bad)
PYTHON
