# SPDX-License-Identifier: BSD-3-Clause
"""places.py PROGRAM PROBLEM...: files for other programs, read back by readers written from the published formats alone.

Places, lines and cells, frequencies and shapes of the grid of VTK and of the Universal File Format are compared with those of the JSON.
Files made wrong must be found out.
"""
import json
import math
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree
from pathlib import Path

FREEDOMS = ("ux", "uy", "uz", "rx", "ry", "rz")


def read_vtu(path):
    """Points, cells (type, places), arrays of points and of the file."""
    root = tree.parse(path).getroot()
    assert root.tag == "VTKFile" and root.get("type") == "UnstructuredGrid"
    piece = root.find("UnstructuredGrid/Piece")

    def rows(array):
        numbers = [float(word) for word in (array.text or "").split()]
        width = int(array.get("NumberOfComponents", "1"))
        return [tuple(numbers[i:i + width]) for i in range(0, len(numbers), width)]

    def named(where, name):
        return next(a for a in where.findall("DataArray") if a.get("Name") == name)

    points = rows(piece.find("Points/DataArray"))
    assert len(points) == int(piece.get("NumberOfPoints"))
    cells = piece.find("Cells")
    places = [int(row[0]) for row in rows(named(cells, "connectivity"))]
    ends = [int(row[0]) for row in rows(named(cells, "offsets"))]
    types = [int(row[0]) for row in rows(named(cells, "types"))]
    assert len(ends) == len(types) == int(piece.get("NumberOfCells")) and ends[-1] == len(places)
    cell = [(kind, places[first:last]) for kind, first, last in zip(types, [0, *ends], ends)]
    assert all(0 <= place < len(points) for place in places)
    data = {a.get("Name"): rows(a) for a in piece.findall("PointData/DataArray")}
    field = {a.get("Name"): [row[0] for row in rows(a)] for a in root.findall("UnstructuredGrid/FieldData/DataArray")}
    assert all(len(array) == len(points) for array in data.values())
    return points, cell, data, field


def read_uff(path):
    """Nodes, trace lines, modes (frequency, modal mass, numbers by node) of a universal file in SI."""
    lines = Path(path).read_text(encoding="ascii").split("\n")
    sets, i = [], 0
    while i < len(lines) - 1:
        assert lines[i] == "    -1", lines[i]
        last = lines.index("    -1", i + 1)
        sets.append((int(lines[i + 1]), lines[i + 2:last]))
        i = last + 1
    assert [kind for kind, _ in sets[:2]] == [151, 164] and sets[1][1][0][:10] == "         1"
    nodes, traces, modes, functions = {}, [], [], []

    def columns(line, width):
        return [line[k:k + width] for k in range(0, len(line), width)]

    for kind, body in sets:
        assert all(len(line) <= 80 for line in body)
        if kind == 15:
            for line in body:
                nodes[int(line[:10])] = tuple(float(word) for word in columns(line[40:], 13))
        if kind == 82:
            numbers = [int(word) for line in body[2:] for word in columns(line, 10)]
            assert len(numbers) == int(body[0][10:20]) and all(number in nodes for number in numbers)
            traces.append((body[1].strip(), numbers))
        if kind == 55:
            head = [int(word) for word in columns(body[5], 10)]
            assert head == [1, 2, 3, 8, 2, 6]
            special = [int(word) for word in columns(body[6], 10)]
            assert special[:2] == [2, 4]
            real = [float(word) for word in columns(body[7], 13)]
            numbers = {int(body[k]): [float(word) for word in columns(body[k + 1], 13)] for k in range(8, len(body), 2)}
            modes.append((special[3], real[0], real[1], numbers))
        if kind == 58:
            functions.append(read_function(body))
    return nodes, traces, modes, functions


def read_function(body):
    """A function of complex values in double precision over uneven frequencies: what it is, where, over what, and its values."""
    six, seven = body[5], body[6]
    assert [int(seven[k:k + 10]) for k in (0, 10, 20)] == [6, len(body) - 11, 0] and float(seven[30:43]) == 0
    axes = [tuple(int(line[a:b]) for a, b in ((0, 10), (10, 15), (15, 20), (20, 25))) for line in body[7:11]]
    assert axes[0] == (18, 0, 0, 0) and all(line[25] == line[46] == " " for line in body[7:11])
    values = [(float(line[:13]), complex(float(line[13:33]), float(line[33:53]))) for line in body[11:]]
    assert all(len(line) == 53 for line in body[11:])
    ends = [(int(six[a:b]), int(six[b:b + 4])) for a, b in ((41, 51), (66, 76))]
    return {"words": [line.strip() for line in body[:5]], "type": int(six[:5]), "ends": ends, "axes": axes[1:3], "values": values}


def wanted_places(result):
    """Places of all parts, as the geometry of the JSON has them."""
    places = []
    for part in result["geometry"]["parts"]:
        stations = part["stations"]
        if isinstance(stations, dict):
            count, a, b = stations["count"], stations["from"], stations["to"]
            places += [[p + (q - p) * k / max(count - 1, 1) for p, q in zip(a, b)] for k in range(count)]
        else:
            places += stations
    return places


def wanted_shape(result, mode):
    """Six numbers of every place."""
    rows = []
    for part in result["geometry"]["parts"]:
        shape = mode["shapes"][part["name"]]
        count = len(next(iter(shape[f] for f in FREEDOMS if f in shape)))
        rows += [[shape[f][k] if f in shape else 0.0 for f in FREEDOMS] for k in range(count)]
    return rows


def near(a, b, limit):
    return abs(a - b) <= limit


def differences(result, vtu, uff):
    """How many numbers of both files are not those of the result."""
    points, _, data, field = vtu
    nodes, _, found, _ = uff
    places = wanted_places(result)
    modes = [mode for mode in result["modes"] if "shapes" in mode]
    bad = int(len(places) != len(points) or len(places) != len(nodes) or len(data) != len(modes) or len(found) != len(modes))
    size = max(max(abs(x) for x in row) for row in places) or 1.0
    for k, row in enumerate(places):
        bad += not all(near(x, y, 1e-14 * size) for x, y in zip(row, points[k]))
        bad += not all(near(x, y, 1e-5 * size) for x, y in zip(row, nodes[k + 1]))
    for k, (mode, array) in enumerate(zip(modes, data.values())):
        shape, (number, frequency, mass, numbers) = wanted_shape(result, mode), found[k]
        hertz = mode["omega"] / (2 * math.pi)
        bad += number != mode["number"] or mass != 1 or not near(frequency, hertz, 1e-5 * hertz + 1e-90)
        bad += not near(field["frequency_Hz"][k], hertz, 1e-14 * hertz + 1e-90)
        scale, most = field["mode_shape_scale"][k], max(max(abs(x) for x in row) for row in shape)
        for i, row in enumerate(shape):
            bad += not all(near(scale * x, y, 1e-13 * scale * most) for x, y in zip(row, array[i]))
            bad += not all(near(x, y, 1e-5 * max(abs(x), 1e-9 * most)) for x, y in zip(row, numbers[i + 1]))
    return bad


def check_series(program, problem, folder, result, vtu):
    """A collection of files that are there, one for each mode, each with what the grid of all has, and rotations of the same factor."""
    base = folder / "a & b"
    base.mkdir()
    subprocess.run([program, "run", problem, "--vtu", base / "s<1>.pvd", "--quiet"], check=True)
    points, cells, data, field = vtu
    root = tree.parse(base / "s<1>.pvd").getroot()
    assert root.tag == "VTKFile" and root.get("type") == "Collection" and [child.tag for child in root] == ["Collection"]
    sets = [(one.get("timestep"), one.get("file")) for one in root.find("Collection")]
    modes = [mode for mode in result["modes"] if "shapes" in mode]
    assert sets == [(str(mode["number"]), f"s<1>-{mode['number']}.vtu") for mode in modes]
    assert sorted(path.name for path in base.iterdir()) == sorted([name for _, name in sets] + ["s<1>.pvd"])
    for k, (mode, (_, name), array) in enumerate(zip(modes, sets, data.values())):
        own_points, own_cells, own, own_field = read_vtu(base / name)
        assert own_points == points and own_cells == cells and own["displacement"] == array and set(own) == {"displacement", "rotation"}
        scale = field["mode_shape_scale"][k]
        assert own_field == {"mode": [mode["number"]], "frequency_Hz": [field["frequency_Hz"][k]], "mode_shape_scale": [scale]}
        rows = [[scale * x for x in row[3:]] for row in wanted_shape(result, mode)]
        most = max(abs(x) for row in rows for x in row)
        assert all(near(x, y, 1e-13 * most) for row, found in zip(rows, own["rotation"]) for x, y in zip(row, found))
        check_by_vtk(base / name, points, own["displacement"])
    shutil.rmtree(base)


def check_by_vtk(path, points, vectors):
    """The same by VTK's own reader, where there is one (Debian's python3-vtk9)."""
    try:
        from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader
    except ImportError:
        return
    reader = vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(path))
    reader.Update()
    grid = reader.GetOutput()
    array = grid.GetPointData().GetVectors()
    assert grid.GetNumberOfPoints() == len(points) and array.GetName() == "displacement" and grid.GetNumberOfCells() > 0
    for i, (at, vector) in enumerate(zip(points, vectors)):
        assert grid.GetPoint(i) == at and array.GetTuple(i) == vector


def check_cells(result, vtu, uff):
    """Every part has its places on its own lines and cells, neighbours beside each other; all that is written is used."""
    points, cells, _, _ = vtu
    _, traces, _, _ = uff
    used = {place for _, places in cells for place in places}
    assert used == set(range(len(points))), "every place is on a cell"
    assert {kind for kind, _ in cells} <= {1, 4, 9}
    assert all(len(set(places)) == 4 for kind, places in cells if kind == 9)
    names = {part["name"] for part in result["geometry"]["parts"]}
    assert {name for name, _ in traces} <= names
    for part in result["geometry"]["parts"]:
        if part.get("closed") and "mesh" not in part:
            assert any(name == part["name"] and numbers[0] == numbers[-1] for name, numbers in traces), part["name"]


def check(program, problem, folder):
    files = {kind: str(folder / f"x.{kind}") for kind in ("json", "vtu", "uff")}
    words = [word for kind, path in files.items() for word in (f"--{kind}", path)]
    subprocess.run([program, "run", problem, *words], check=True, stdout=subprocess.DEVNULL)
    result = json.loads(Path(files["json"]).read_text(encoding="utf-8"))
    vtu, uff = read_vtu(files["vtu"]), read_uff(files["uff"])
    assert differences(result, vtu, uff) == 0, problem
    check_cells(result, vtu, uff)
    check_series(program, problem, folder, result, vtu)
    other = json.loads(Path(files["json"]).read_text(encoding="utf-8"))
    shape = next(iter(other["modes"][-1]["shapes"].values()))
    key = max((f for f in FREEDOMS if f in shape), key=lambda f: max(abs(x) for x in shape[f]) if f in ("ux", "uy", "uz") else -1)
    shape[key] = [x + 1 for x in shape[key]]
    assert differences(other, vtu, uff) > 0, "a shape that is another is not found out"


SHAKEN = """
freedoms: [ux, uy, rz]
parts: {b: {kind: beam, from: [0, 0], to: [2, 0], EI: 8, EA: 100, line_mass: 1, loss_factor: 0.02}}
joints: [{fix: b.start, name: wall}]
analysis:
  FREQUENCIES
  response: {load: LOADS, at: [{point: b.end, direction: [0, -1]}, {point: b@0.25, direction: [1, 1]}, {point: b.end, rotation: [0, 0, 1]}, {reaction: wall}], from: 1, to: 12, quantity: QUANTITY MORE}
"""


def check_functions(program, folder):
    """Responses as functions, over the force that they are of, at nodes that are where they say."""
    forces = "[{at: b@0.5, direction: [0, 1], force: 2}, {at: b.end, rotation: [0, 0, 1], moment: 5}]"
    base = "{base: [wall], direction: [0, 1], motion: 3}"
    turn = 2 * math.pi
    for frequencies in ("", "frequencies: {count: 3}"):
        for loads, quantity, more, sizes, over in (
                (forces, "receptance", ", separate: true", [2, 5], [((4, (13, 0, 1, 0)), 2), ((4, (13, 1, 1, 0)), 6)]),
                (forces, "mobility", "", [1], [((12, (0, 0, 0, 0)), 0)]),
                (base, "accelerance", "", [3], [((5, (8, 1, 0, 0)), 2)])):
            path, answer, uff = folder / "s.yaml", folder / "s.json", folder / "s.uff"
            path.write_text(SHAKEN.replace("FREQUENCIES", frequencies).replace("LOADS", loads).replace("QUANTITY", quantity).replace("MORE", more).replace("materials: {}\n", ""), encoding="utf-8")
            said = subprocess.run([program, "run", path, "--json", answer, "--uff", uff, "--quiet"], check=False, capture_output=True)
            assert said.returncode == 0, said
            response = json.loads(answer.read_text(encoding="utf-8"))["response"]
            curves = [one for one in response["receivers"] if "component" not in one]
            nodes, _, modes, functions = read_uff(uff)
            assert len(modes) == (3 if frequencies else 0) and len(functions) == len(curves) == 3 * len(sizes)
            motion = {"receptance": 8, "mobility": 11, "accelerance": 12}[quantity]
            for i, (curve, function) in enumerate(zip(curves, functions)):
                receiver, load = divmod(i, len(sizes))
                kind, code = over[load]
                assert function["words"][0] == curve["at"] and (function["type"], function["axes"][1]) == kind
                assert function["axes"][0] == (motion, 0 if receiver == 2 else 1, 0, 0)
                (at, direction), (source, along) = function["ends"]
                assert direction == (-2, 0, 6)[receiver] and math.dist(nodes[at], ((2, 0, 0), (0.5, 0, 0), (2, 0, 0))[receiver]) < 1e-9 and along == code
                assert (source == 0) == (kind[1][0] != 13) and (not source or math.dist(nodes[source], ((1, 0, 0), (2, 0, 0))[load]) < 1e-9)
                wanted = {f"{w / turn:.5E}": complex(*z) / sizes[load] for w, z in zip(response["omega"], curve["value"])}
                assert len(function["values"]) == len(wanted) > 30
                assert all(near(z, wanted[f"{f:.5E}"], 1e-12 * abs(z)) for f, z in function["values"])
                assert not all(near(z, 1.001 * wanted[f"{f:.5E}"], 1e-12 * abs(z)) for f, z in function["values"])


def main():
    program, *problems = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for problem in problems:
            check(program, problem, Path(folder))
        check_functions(program, Path(folder))


main()
