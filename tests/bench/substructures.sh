#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# substructures.sh PROGRAM [COUNTS [KINDS [BEFORE]]]: structures of substructures with a hundred ports each, by N own
# modes.
#
#     tests/bench/substructures.sh build/holonome
#     tests/bench/substructures.sh build/holonome "10 100 300 1000" "alike different" build-before/holonome
#
# Walls of so many square plates (COUNTS: 10 100 300), 14 x 14 elements in their plane each, 450 unknowns: a part of
# kind `matrices` with 52 points, 104 ports, joined to its neighbours at the points of its edges; the lowest row is
# clamped. KINDS (alike): `alike`, one pair of matrices and `repeat`; `different`, matrices of its own for every plate.
# 20 frequencies by eight own modes of each, one process, from file to JSON. Of each: unknowns, determinants, processor
# seconds, most memory, the widest bracket of a frequency (that is what the modes left out may do), the worst residual;
# `counted` where frequencies were left to counts beside each. With SciPy the whole wall is assembled and solved beside
# it (ARPACK, SuperLU) up to 300 plates: how many of its frequencies lie outside the brackets. With BEFORE, another
# build of the program, the same. Ends with 1 if a list is not complete or a frequency lies outside. Needs python3.
set -euo pipefail
if [ $# -lt 1 ] || [ ! -x "$1" ]; then
  echo "usage: substructures.sh PROGRAM [COUNTS [KINDS [BEFORE]]]" >&2
  exit 2
fi
export OPENBLAS_NUM_THREADS=1
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

exec 3<<'PYTHON'
import json, math, os, subprocess, sys, time

place, program = sys.argv[1:3]
counts = [int(n) for n in (sys.argv[3] or "10 100 300").split()]
kinds = (sys.argv[4] or "alike").split()
before = sys.argv[5] or None
SIDE, FREQUENCIES = 15, 20
failed = False


def element(h):
    """Stiffness and mass of a square of side h in plane stress, by 2 x 2 points of Gauss: 10 mm of steel."""
    E, nu, density, t, g = 210e9, 0.3, 7850, 0.01, 1 / math.sqrt(3)
    D = [[E / (1 - nu**2), nu * E / (1 - nu**2), 0], [nu * E / (1 - nu**2), E / (1 - nu**2), 0], [0, 0, E / 2 / (1 + nu)]]
    corner = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    k, m = [[0.0] * 8 for _ in range(8)], [[0.0] * 8 for _ in range(8)]
    for x, y in [(a, b) for a in (-g, g) for b in (-g, g)]:
        N = [(1 + p * x) * (1 + q * y) / 4 for p, q in corner]
        B = [[0.0] * 8 for _ in range(3)]
        for c, (p, q) in enumerate(corner):
            dx, dy = p * (1 + q * y) / 2 / h, q * (1 + p * x) / 2 / h
            B[0][2 * c] = B[2][2 * c + 1] = dx
            B[1][2 * c + 1] = B[2][2 * c] = dy
        w = h * h / 4 * t
        for i in range(8):
            for j in range(8):
                k[i][j] += w * sum(B[p][i] * D[p][q] * B[q][j] for p in range(3) for q in range(3))
                m[i][j] += w * density * N[i // 2] * N[j // 2] if i % 2 == j % 2 else 0
    return k, m


def plate():
    """Lower triangles {(row, column): value}."""
    k, m = element(1 / (SIDE - 1))
    K, M = {}, {}
    for y in range(SIDE - 1):
        for x in range(SIDE - 1):
            node = [x + SIDE * y, x + 1 + SIDE * y, x + 1 + SIDE * (y + 1), x + SIDE * (y + 1)]
            row = [2 * n + c for n in node for c in (0, 1)]
            for i in range(8):
                for j in range(8):
                    if row[i] >= row[j]:
                        K[row[i], row[j]] = K.get((row[i], row[j]), 0) + k[i][j]
                        M[row[i], row[j]] = M.get((row[i], row[j]), 0) + m[i][j]
    return K, {at: v for at, v in M.items() if v}


def thickness(kind, x, y):
    return 1 if kind == "alike" else 1 + 0.001 * ((37 * x + 101 * y) % 97) + 0.0001 * ((13 * x + 7 * y) % 89) + 1e-6 * (x + 64 * y)


def write(path, A, factor):
    with open(path, "w", encoding="ascii") as file:
        file.write("%%%%MatrixMarket matrix coordinate real symmetric\n%d %d %d\n" % (2 * SIDE**2, 2 * SIDE**2, len(A)))
        for (i, j), value in sorted(A.items()):
            file.write("%d %d %.17g\n" % (i + 1, j + 1, factor * value))


def points(indent):
    """Ports of the four edges, corners left out: s, n, w, e and a number."""
    out = []
    for i in range(1, SIDE - 1):
        for edge, x, y in (("s", i, 0), ("n", i, SIDE - 1), ("w", 0, i), ("e", SIDE - 1, i)):
            row = 2 * (x + SIDE * y) + 1
            out.append("%s%s%d: {at: [%.17g, %.17g], ux: %d, uy: %d}\n"
                       % (indent, edge, i, x / (SIDE - 1), y / (SIDE - 1), row, row + 1))
    return "".join(out)


def problem(kind, nx, ny):
    """A wall, as words; its matrices are written."""
    K, M = PLATE
    inner = range(1, SIDE - 1)
    head, tail = "title: Wall of %d x %d plates\nfreedoms: [ux, uy]\nparts:\n" % (nx, ny), ""
    if kind == "alike":
        write(place + "/k.mtx", K, 1)
        write(place + "/m.mtx", M, 1)
        head += ("  row:\n    repeat: {n: %d, step: [0, 1], ends: open}\n    parts:\n      column:\n"
                 "        repeat: {n: %d, step: [1, 0], ends: open}\n        parts:\n          plate:\n"
                 "            kind: matrices\n            at: [0, 0]\n            stiffness: k.mtx\n            mass: m.mtx\n"
                 "            ports:\n" % (ny, nx)) + points(" " * 14) + "        joints:\n"
        for i in inner:
            head += "          - {weld: [plate.e%d, column.next.plate.w%d]}\n" % (i, i)
            head += "          - {weld: [plate.n%d, \"row[next].column[index].plate.s%d\"]}\n" % (i, i)
        tail = "".join("  - {fix: \"row[1].column[%d].plate.s%d\"}\n" % (x + 1, i) for x in range(nx) for i in inner)
    else:
        for y in range(ny):
            for x in range(nx):
                name = "p%d_%d" % (x, y)
                write("%s/%s-k.mtx" % (place, name), K, thickness(kind, x, y))
                write("%s/%s-m.mtx" % (place, name), M, 1)
                head += ("  %s:\n    kind: matrices\n    at: [%d, %d]\n    stiffness: %s-k.mtx\n    mass: %s-m.mtx\n    ports:\n"
                         % (name, x, y, name, name)) + points(" " * 6)
                for i in inner:
                    tail += "  - {weld: [p%d_%d.e%d, p%d_%d.w%d]}\n" % (x, y, i, x + 1, y, i) if x + 1 < nx else ""
                    tail += "  - {weld: [p%d_%d.n%d, p%d_%d.s%d]}\n" % (x, y, i, x, y + 1, i) if y + 1 < ny else ""
                    tail += "  - {fix: %s.s%d}\n" % (name, i) if y == 0 else ""
    return (head + "joints:\n" + tail + "analysis:\n  frequencies: {count: %d}\n  compliance: {modes: 8}\n"
            "output: {shapes: none}\n" % FREQUENCIES)


def run(which, path):
    """What a program finds, its processor seconds, its most memory in MB."""
    out = place + "/result.json"
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


def assembled(kind, nx, ny):
    """The lowest circular frequencies of the same wall, assembled; None where there is no SciPy."""
    try:
        import numpy as np, scipy.sparse as sp, scipy.sparse.linalg as la
    except ImportError:
        return None
    number, found = {}, {}
    size = [0]

    def unknown(x, y, node, c):
        i, j = node % SIDE, node // SIDE
        edge = (i in (0, SIDE - 1)) != (j in (0, SIDE - 1))
        if edge and i == SIDE - 1 and x + 1 < nx:
            x, i = x + 1, 0
        elif edge and j == SIDE - 1 and y + 1 < ny:
            y, j = y + 1, 0
        if edge and j == 0 and y == 0:
            return -1
        key = (x, y, i, j, c)
        if key not in number:
            number[key] = size[0]
            size[0] += 1
        return number[key]

    sides = []
    for A in PLATE:
        row = np.array([at[0] for at in A]), np.array([at[1] for at in A]), np.array(list(A.values()))
        sides.append(row)
    parts = {0: ([], [], []), 1: ([], [], [])}
    for y in range(ny):
        for x in range(nx):
            here = np.array([unknown(x, y, r // 2, r % 2) for r in range(2 * SIDE**2)])
            for a, (i, j, v) in enumerate(sides):
                f = thickness(kind, x, y) if a == 0 else 1
                I, J = here[i], here[j]
                for p, q, w in ((I, J, v * f), (J[i != j], I[i != j], v[i != j] * f)):
                    good = (p >= 0) & (q >= 0)
                    for k, value in enumerate((p[good], q[good], w[good])):
                        parts[a][k].append(value)
    K, M = (sp.csc_matrix((np.concatenate(parts[a][2]), (np.concatenate(parts[a][0]), np.concatenate(parts[a][1]))),
                          shape=(size[0], size[0])) for a in (0, 1))
    return np.sort(np.sqrt(la.eigsh(K, FREQUENCIES, M, sigma=0.0, return_eigenvectors=False, tol=1e-13)))


def tell(name, nx, ny, found, omega):
    global failed
    if found is None:
        print("%-28s nothing found" % name)
        failed = True
        return
    result, seconds, memory = found
    modes = result["modes"]
    width = max((m["upper"] - m["lower"]) / m["omega"] for m in modes)
    reason = result["intervals"]["fallback"]
    outside = sum(not m["lower"] * (1 - 1e-9) <= w <= m["upper"] * (1 + 1e-9) for m, w in zip(modes, omega)) if omega is not None else None
    failed = failed or not result["complete"] or len(modes) < FREQUENCIES or bool(outside)
    print("%-28s %8d %6d %9.1f %7.0f   %.1e   %.1e   %s%s" % (
        name, result["unknowns"], sum(result["timing"]["evaluations"]), seconds, memory, width, max(m["residual"] for m in modes),
        "-" if outside is None else outside, "   counted: " + reason if reason else ""))


PLATE = plate()
print("plates                       unknowns determ. seconds      MB     width  residual  outside")
for kind in kinds:
    for count in counts:
        nx = max(d for d in range(1, int(math.sqrt(count) * 1.5) + 1) if count % d == 0)
        nx, ny = max(nx, count // nx), min(nx, count // nx)
        path = place + "/wall.yaml"
        with open(path, "w", encoding="utf-8") as file:
            file.write(problem(kind, nx, ny))
        omega = assembled(kind, nx, ny) if count <= 300 else None
        tell("%d %s" % (count, kind), nx, ny, run(program, path), omega)
        if before:
            tell("%d %s, before" % (count, kind), nx, ny, run(before, path), omega)
        sys.stdout.flush()
sys.exit(1 if failed else 0)
PYTHON
exec "${PYTHON:-python3}" /dev/fd/3 "$place" "$1" "${2-}" "${3-}" "${4-}"
