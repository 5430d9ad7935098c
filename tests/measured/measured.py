# SPDX-License-Identifier: BSD-3-Clause
"""measured.py PROGRAM: Universal Files, written here from the published format alone, beside results of the program.

Points are taken from the JSON, moved, left out, put into other units and axes, modes exchanged, made complex and changed; what
`holonome report` then says of pairs, likeness and frequencies is compared with what is computed here.
"""
import json
import math
import random
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

AXES = ("ux", "uy", "uz")


def places_of(part):
    stations = part["stations"]
    if isinstance(stations, dict):
        count, a, b = stations["count"], stations["from"], stations["to"]
        return [[p + (q - p) * k / max(count - 1, 1) for p, q in zip(a, b)] for k in range(count)]
    return stations


def e13(numbers):
    """Records of six numbers, each with six digits."""
    words = [f"{x:13.5E}" for x in numbers]
    return ["".join(words[i:i + 6]) for i in range(0, len(words), 6)]


def dataset(number, lines):
    return ["    -1", f"{number:6d}", *lines, "    -1"]


def write(path, points, modes, length=1.0, force=1.0, is_complex=False):
    """points: places in m; modes: (number, hertz, [vector of each point]), vectors complex or real."""
    lines = dataset(164, [f"{9:10d}{'units of a test':20s}{2:10d}", f"{length:25.17E}{force:25.17E}{1.0:25.17E}".replace("E", "D"), f"{0.0:25.17E}"])
    lines += dataset(15, [f"{10 + i:10d}{0:10d}{0:10d}{1:10d}" + "".join(f"{length * x:13.5E}" for x in at) for i, at in enumerate(points)])
    for number, hertz, vectors in modes:
        if is_complex:
            omega, damping = 2 * math.pi * hertz, 0.02
            head = ["".join(f"{k:10d}" for k in (1, 3, 2, 8, 5, 3)), "".join(f"{k:10d}" for k in (2, 6, 1, number))]
            head += e13([-damping * omega, omega * math.sqrt(1 - damping ** 2), 1, 0, 1, 0])
        else:
            head = ["".join(f"{k:10d}" for k in (1, 2, 2, 8, 2, 3)), "".join(f"{k:10d}" for k in (2, 4, 1, number)), *e13([hertz, 1, 0.02, 0])]
        body = []
        for i, vector in enumerate(vectors):
            body += [f"{10 + i:10d}", *e13([x for z in vector for x in ((z.real, z.imag) if is_complex else (z.real,))])]
        lines += dataset(55, ["a", "b", "c", "d", "e", *head, *body])
    Path(path).write_text("\n".join(lines) + "\n", encoding="ascii")


def mac(u, v):
    uv = sum(a.conjugate() * b for x, y in zip(u, v) for a, b in zip(x, y))
    uu, vv = (sum(abs(a) ** 2 for x in w for a in x) for w in (u, v))
    return abs(uv) ** 2 / (uu * vv) if uu and vv else None


def run(program, *words):
    return subprocess.run([program, *map(str, words)], check=True, capture_output=True, text=True).stdout


def taken(result, every):
    """Points and computed vectors at every so many stations."""
    points, vectors = [], [[] for _ in result["modes"]]
    for part in result["geometry"]["parts"]:
        for k, at in list(enumerate(places_of(part)))[::every]:
            points.append(at)
            for row, mode in zip(vectors, result["modes"]):
                shape = mode["shapes"][part["name"]]
                row.append([complex(shape[f][k]) if f in shape else 0j for f in AXES])
    return points, vectors


def compared(program, folder, answer):
    told = json.loads(run(program, "report", answer, folder / "m.uff", "--json", "-"))
    (one,) = told["comparisons"]
    return told, one


def six(x):
    return float(f"{x:.5E}")


def check_matrix(found, computed, measured):
    """Every number of the matrix, of directions in which anything was measured, by numbers of six digits."""
    live = [(i, c) for i in range(len(measured[0])) for c in range(3) if any(six(v[i][c].real) or six(v[i][c].imag) for v in measured)]
    worst = 0
    for row, u in zip(found["mac"], computed):
        for value, v in zip(row, measured):
            wanted = mac([[u[i][c]] for i, c in live], [[complex(six(v[i][c].real), six(v[i][c].imag))] for i, c in live])
            if value is not None and wanted is not None:
                worst = max(worst, abs(value - wanted))
    assert worst < 3e-6, worst  # places have six digits
    assert found["directions"] == len(live)


def check_real(program, folder, problem, every, length):
    """Exchanged and changed modes in other units."""
    answer = folder / "a.json"
    subprocess.run([program, "run", problem, "--json", answer, "--quiet"], check=True)
    result = json.loads(answer.read_text(encoding="utf-8"))
    points, computed = taken(result, every)
    dice = random.Random(7)
    order = list(range(min(5, len(computed))))
    order[1:3] = order[2:0:-1]
    most = [max(abs(z) for x in u for z in x) for u in computed]
    measured = [[[z * 3.7 + most[k] * dice.gauss(0, 0.1) for z in x] for x in computed[k]] for k in order]
    hertz = [result["modes"][k]["omega"] / (2 * math.pi) * (1 + dice.uniform(-0.04, 0.04)) for k in order]
    stray = [max(x) * 3 + 1 for x in zip(*points)]  # one point that is nowhere on the structure
    write(folder / "m.uff", [*points, stray], [(40 + i, f, [*v, [9j.imag, 0j, 0j]]) for i, (f, v) in enumerate(zip(hertz, measured))], length)
    told, one = compared(program, folder, answer)
    assert one["points"] == len(points) and told["measured"]["points"] == len(points) + 1 and one["result"] == 0
    by_frequency = sorted(range(len(order)), key=lambda i: six(hertz[i]))
    assert [mode["number"] for mode in told["modes"]] == [40 + i for i in by_frequency]
    check_matrix(one, computed, [measured[i] for i in by_frequency])
    wanted = {}
    for i, k in enumerate(order):
        if mac(computed[k], measured[i]) > 0.6:
            wanted[40 + i] = (result["modes"][k]["number"], (six(hertz[i]) * 2 * math.pi - result["modes"][k]["omega"]) / result["modes"][k]["omega"])
    return answer, result, {pair["measured"]: (pair["computed"], pair["difference"]) for pair in one["pairs"]}, wanted


def check_complex(program, folder, answer, result):
    """Modes with phases: the likeness is that of complex vectors, their real parts are drawn."""
    points, computed = taken(result, 4)
    dice = random.Random(3)
    measured = [[[z * complex(math.cos(p), math.sin(p)) for z in x] for x in u for p in [0.7 + dice.gauss(0, 0.3)]] for u in computed[:4]]
    write(folder / "m.uff", points, [(i + 1, 5.0 + i, v) for i, v in enumerate(measured)], is_complex=True)
    told, one = compared(program, folder, answer)
    check_matrix(one, computed, measured)
    for mode, v in zip(told["modes"], measured):
        assert abs(mode["damping_ratio"] - 0.02) < 1e-5 and 0.2 < mode["phase_collinearity"] < 0.999
        numbers = [z for x in v for z in x]
        square = sum(z * z for z in numbers)
        turn = (square / abs(square)) ** -0.5
        flat = [x for i in range(len(points)) for x in (mode["shapes"]["points"][f][i] for f in AXES)]
        most = max(max(abs(z.real), abs(z.imag)) for z in numbers)
        gaps = [max(abs(x - sign * (z * turn).real / most) for x, z in zip(flat, numbers)) for sign in (1, -1)]
        assert min(gaps) < 1e-5, gaps
    assert "complex, phase collinearity" in run(program, "report", answer, folder / "m.uff")


def check_between(program, folder):
    """Points between the places of a shape: as a run with more places has them there."""
    text = Path("frames/portal.yaml").read_text(encoding="utf-8")
    text = re.sub(r"(?ms)^(expect|output):.*?(?=^\S|\Z)", "", text)
    for points in (11, 41):
        (folder / f"{points}.yaml").write_text(f"{text}\noutput: {{points: {points}}}\n", encoding="utf-8")
        subprocess.run([program, "run", folder / f"{points}.yaml", "--json", folder / f"{points}.json", "--quiet"], check=True)
    fine = json.loads((folder / "41.json").read_text(encoding="utf-8"))
    points, computed = taken(fine, 1)
    write(folder / "m.uff", points, [(i + 1, mode["omega"] / (2 * math.pi), u) for i, (mode, u) in enumerate(zip(fine["modes"], computed))][:4])
    _, one = compared(program, folder, folder / "11.json")
    assert one["points"] == len(points)
    assert [(pair["computed"], pair["measured"]) for pair in one["pairs"]] == [(k, k) for k in (1, 2, 3, 4)]
    assert min(pair["mac"] for pair in one["pairs"]) > 0.99995, one["pairs"]
    off = [[x + 0.02, y, z] for x, y, z in points]  # off by more than a thousandth of the size
    write(folder / "m.uff", off, [(1, 5.0, computed[0])])
    _, one = compared(program, folder, folder / "11.json")
    assert one["points"] < len(points) / 2


def check_apart(program, folder):
    """Where parts that meet move apart it is not known which of them was measured: these points are left out."""
    answer, uff = folder / "t.json", folder / "t.uff"
    subprocess.run([program, "run", "book/three-bars.yaml", "--json", answer, "--uff", uff, "--quiet"], check=True)
    one = json.loads(run(program, "report", answer, uff, "--json", "-"))["comparisons"][0]
    assert [(pair["computed"], pair["measured"]) for pair in one["pairs"]] == [(k, k) for k in range(1, 9)]
    assert min(pair["mac"] for pair in one["pairs"]) > 0.999999, one["pairs"]
    assert "2 points lie on several parts that move apart there: they are left out" in run(program, "report", answer, uff)


def check_functions(program, folder):
    """Frequency responses, binary, in other units, as a view of complex values."""
    values = [complex(1 + k, -0.5 * k) for k in range(50)]
    head = ["a", "b", "c", "d", "e", f"{4:5d}{0:10d}{0:5d}{0:10d} {'NONE':10s}{12:10d}{-2:4d} {'NONE':10s}{3:10d}{1:4d}"]
    head += [f"{6:10d}{len(values):10d}{1:10d}{2.0:13.5E}{0.25:13.5E}{0.0:13.5E}"]
    head += [f"{what:10d}{a:5d}{b:5d}{0:5d} {'NONE':20s} {'NONE':20s}" for what, a, b in ((18, 0, 0), (12, 1, 0), (13, 0, 1), (0, 0, 0))]
    data = b"".join(struct.pack(">dd", z.real, z.imag) for z in values)
    units = dataset(164, [f"{9:10d}{'mm, N':20s}{2:10d}", f"{1000.0:25.17E}{1.0:25.17E}{1.0:25.17E}", f"{0.0:25.17E}"])
    start = "\n".join([*units, "    -1", f"{58:6d}b{2:6d}{2:6d}{11:12d}{len(data):12d}{0:6d}{0:6d}{0:12d}{0:12d}", *head]) + "\n"
    (folder / "f.uff").write_bytes(start.encode("ascii") + data + b"\n    -1\n")
    section = json.loads(run(program, "report", folder / "f.uff", "--json", "-"))["measured_functions"]
    (one,) = section["functions"]
    (view,) = section["views"]
    assert (one["at"], one["under"]) == ("12 -Y", "3 +X") and view["role"] == "complex" and view["label"] == "accelerance"
    assert all(abs(w - 2 * math.pi * (2 + 0.25 * k)) < 1e-12 * w for k, w in enumerate(section["omega"]))
    assert all(abs(complex(*z) - wanted / 1000) < 1e-15 for z, wanted in zip(one["value"], values))
    run(program, "report", folder / "f.uff", "--plot", folder / "f.svg")
    assert "Measured frequency responses" in (folder / "f.svg").read_text(encoding="utf-8")


def check_page(program, folder, answer):
    """The page has what was measured as one more result, the table stands in 80 columns."""
    words = run(program, "report", answer, folder / "m.uff", "-o", folder / "p.html")
    assert all(len(line) <= 80 for line in words.split("\n")) and "MAC" in words
    page = (folder / "p.html").read_text(encoding="utf-8")
    blocks = re.findall(r'(?s)<script type="application/json" class="result"[^>]*>(.*?)</script>', page)
    first, second = (json.loads(block) for block in blocks)
    assert first == json.loads(answer.read_text(encoding="utf-8")) and second["comparisons"][0]["file"] == str(answer)
    assert run(program, "report", answer, folder / "m.uff", "-o", "-").startswith("<!DOCTYPE html>")


def check_wrong(program, folder, answer):
    lines = (folder / "m.uff").read_text(encoding="ascii").split("\n")
    lines[8] = lines[8][:45] + "x" + lines[8][46:]
    (folder / "w.uff").write_text("\n".join(lines), encoding="ascii")
    for words, status, wanted in (
            ([folder / "w.uff", answer], 3, f"{folder / 'w.uff'}:9:43: error: at most 7 numbers are wanted here"),
            ([answer, "--json", folder / "no.json"], 2, "--json is for modes that were measured"),
            ([answer, folder / "m.uff", "--plot", folder / "no.svg"], 2, "--plot is for one file"),
            ([answer, folder / "m.uff", "--csv", folder / "no.csv"], 2, "no options but --output, --json and --plot are taken by `report`"),
            ([answer, folder / "m.uff", "--json", answer], 2, "an output would be written over the result"),
            ([answer, folder / "m.uff", "--json", folder / "no.x", "-o", folder / "no.x"], 2, "two outputs cannot both go to")):
        said = subprocess.run([program, "report", *words], check=False, capture_output=True, text=True)
        assert said.returncode == status and wanted in said.stderr, (words, said)
        assert not list(folder.glob("no.*")), words


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for problem, every, length in (("frames/portal.yaml", 1, 1000.0), ("frames/l-pipe.yaml", 3, 1.0), ("plates/clamped-square.yaml", 7, 39.37), ("plates/disk-on-shaft.yaml", 5, 1000.0),
                                       ("matrices/bracket-on-beams.yaml", 2, 1.0)):
            answer, result, found, wanted = check_real(program, folder, problem, every, length)
            if problem == "frames/portal.yaml":
                assert set(found) == set(wanted)
                assert all(found[k][0] == wanted[k][0] and abs(found[k][1] - wanted[k][1]) < 1e-12 for k in found), (found, wanted)
                kept = folder / "portal.json"
                kept.write_text(answer.read_text(encoding="utf-8"), encoding="utf-8")
                check_page(program, folder, kept)
                check_wrong(program, folder, kept)
                check_complex(program, folder, kept, result)
        check_between(program, folder)
        check_apart(program, folder)
        check_functions(program, folder)


main()
