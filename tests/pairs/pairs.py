# SPDX-License-Identifier: BSD-3-Clause
"""pairs.py PROGRAM MODULE NETCDF_TEXT: what an analysis says alone it says beside any other, in every output.

Three structures, on each every analysis alone and every two of them: tables, JSON, CSV, pages, pictures, NetCDF and the module for Python
are read back and compared. NETCDF_TEXT may be "": NetCDF is then not looked at."""

import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings
from collections import Counter

PROGRAM, MODULE, NETCDF_TEXT = sys.argv[1:4]
sys.path.insert(0, MODULE)
os.environ["HOLONOME"] = PROGRAM
import holonome  # noqa: E402

# beside the problem: those that are not of the frequencies
AROUND = {"schema", "program", "version", "problem", "complete", "completeness", "timing"}

PORTAL = """title: Portal
parts:
  left: {kind: beam, from: [0, 0], to: [0, 3], EI: 2, EA: 5000, line_mass: 1}
  girder: {kind: beam, from: [0, 3], to: [4, 3], EI: 3, EA: 5000, line_mass: 1}
  right: {kind: beam, from: [4, 3], to: [4, 0], EI: 2, EA: 5000, line_mass: 1}
joints:
  - {fix: left.start}
  - {pin: right.end}
  - {weld: [left.end, girder.start]}
  - {weld: [girder.end, right.start]}
loads:
  - {part: girder, direction: [0, -1], line_load: 0.01}
  - {at: left.end, direction: [1, 0], force: 0.02}
"""
SHAFT = """title: Shaft with disks
freedoms: [rx]
materials:
  steel: {E: 210e9, G: 80e9, density: 7850}
sections:
  d40: {shape: circle, diameter: 0.04}
parts:
  front: {kind: shaft, from: [0, 0, 0], to: [0.5, 0, 0], material: steel, section: d40}
  rear: {kind: shaft, from: [0.5, 0, 0], to: [0.9, 0, 0], material: steel, section: d40}
  wheel: {kind: disk, at: [0.5, 0, 0], radius: 0.2, thickness: 0.03, material: steel}
  pulley: {kind: disk, at: [0.9, 0, 0], radius: 0.1, thickness: 0.02, material: steel}
joints:
  - {fix: front.start}
  - {weld: [wheel, front.end, rear.start]}
  - {weld: [pulley, rear.end]}
loads:
  - {at: pulley, rotation: x, moment: 30}
"""
PLATE = """title: Plate on springs
freedoms: [uz, rx, ry]
materials:
  unit: {E: 10.92, nu: 0.3, density: 1}
parts:
  plate: {kind: plate, at: [0, 0, 0], radius: 1, inner_radius: 0.3, inner_edge: hub, thickness: 1, material: unit}
joints:
  - {spring: plate.hub, freedom: uz, stiffness: 5}
  - {spring: plate.hub, freedom: rx, stiffness: 2}
  - {spring: plate.hub, freedom: ry, stiffness: 2}
loads:
  - {at: plate.hub, direction: [0, 0, -1], force: 0.1}
"""


def forced(at, along, base, kind="force"):
    """The analyses that move a structure at a point, along a direction."""
    load = f"at: {at}, {along}"
    point = f"{{point: {at}, {along}}}"
    few = "count: 3, damping_ratio: 0.05"
    return {
        "frequencies": "{count: 3}",
        "static": "{}",
        "damped": "{count: 2}",
        "response": f"{{load: {{{load}, {kind}: 1}}, at: {point}, from: 0.5, to: 3, tolerance: 1e-2}}",
        "transient": f"{{load: {{{load}, history: {{half_sine: [1, 0.5]}}}}, at: {point}, to: 2, step: 0.25, {few}}}",
        "random": f"{{load: {{{load}, density: 1}}, at: [{point}, {point}], {few}}}",
        "response_spectrum": f"{{base: ground, {base}, spectrum: {{file: spectrum.csv}}, at: {point}, {few}}}",
    }


STRUCTURES = {
    "portal": (PORTAL, {**forced("girder@0.5", "direction: [0, 1]", "direction: [1, 0]"), "buckling": "{}"}),
    "shaft": (SHAFT, {**forced("pulley", "rotation: x", "", "moment"), "buckling": "{}"}),
    "plate": (PLATE, forced("plate.hub", "direction: [0, 0, 1]", "direction: [0, 0, 1]")),
}
del STRUCTURES["shaft"][1]["response_spectrum"]  # its ground cannot turn

bad = 0


def want(condition, words):
    global bad
    if not condition:
        bad += 1
        print("wrong:", words)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Found:
    """What the program writes of one problem, by its outputs."""

    def __init__(self, name, structure, analyses, folder):
        self.name, self.file, self.keys = f"{name}: {' and '.join(analyses)}", os.path.join(folder, "problem.yaml"), list(analyses)
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(structure + "analysis:\n" + "".join(f"  {key}: {value}\n" for key, value in analyses.items()))
        for old in os.listdir(folder):
            if old.startswith("out"):
                os.remove(os.path.join(folder, old))
        out = os.path.join(folder, "out")
        options = ["--json", out + ".json", "--csv", out + ".csv", "--report", out + ".html"]
        has = {
            "plot": [key for key in self.keys if key not in ("damped", "response_spectrum") and (key, name) != ("buckling", "shaft")],
            "netcdf": [key for key in self.keys if NETCDF_TEXT and key in ("frequencies", "transient", "random")],
            "uff": [key for key in self.keys if key in ("frequencies", "response")],
            "vtu": [key for key in self.keys if key == "frequencies"],
        }
        for option, keys in has.items():
            options += [f"--{option}", f"{out}.{'svg' if option == 'plot' else option}"] if keys else []
        run = subprocess.run([PROGRAM, "run", self.file, *options], capture_output=True, text=True, check=False)
        self.status, self.table = run.returncode, run.stdout
        if self.status > 1:
            sys.exit(f"{self.name}: exit status {self.status}: {run.stderr}")
        self.json = json.loads(read(out + ".json"))
        tables = [name for name in os.listdir(folder) if name.endswith(".csv") and name.startswith("out")]
        self.csv = {name: read(os.path.join(folder, name)) for name in tables}
        page = re.search(r'<script[^>]*class="result"[^>]*>(.*?)</script>', read(out + ".html"), re.S)
        self.page = json.loads(page.group(1))
        self.picture = Counter(re.findall(r"<text[^>]*>([^<]+)", read(out + ".svg"))) if has["plot"] else Counter()
        self.netcdf = self._netcdf(out + ".netcdf") if has["netcdf"] else []
        self.uff = self._uff(read(out + ".uff")) if has["uff"] else Counter()
        self.vtu = read(out + ".vtu") if has["vtu"] else ""

    def _netcdf(self, path):
        told = subprocess.run([NETCDF_TEXT, path], capture_output=True, text=True, check=True).stdout.splitlines()
        return [line for line in told if not line.startswith(("/:complete", "/:title"))]

    @staticmethod
    def _uff(text):
        """Of each mode and each response its numbers, beside frequencies responses are at nodes that these have."""
        blocks = [block.strip("\n").split("\n") for block in re.split(r"^    -1$", text, flags=re.M)]
        return Counter("\n".join(block[12 if block[0].strip() == "58" else 0 :]) for block in blocks if block[0].strip() in ("55", "58"))

    def record(self, key):
        """What the JSON says of an analysis: a record of its own, frequencies all that stands beside the problem."""
        if key != "frequencies":
            return self.json[key]
        return {name: value for name, value in self.json.items() if name not in AROUND and name not in self.keys}

    def complete(self, key):
        return self.json["completeness"]["modes" if key == "frequencies" else key]


LOADS = "loads are without effect on frequencies"  # said where nothing that is asked for bears them


def notes_of(one, both):
    """Of an analysis alone, as they are beside another one."""
    acts = "static" in both.keys or "buckling" in both.keys
    return [note for note in one.json.get("notes", []) if not (acts and note.startswith(LOADS))]


def record_of(one, key, both):
    record = one.record(key)
    return {**record, "notes": notes_of(one, both)} if key == "frequencies" else record


def check_json(both, alone):
    for key, one in alone.items():
        want(both.record(key) == record_of(one, key, both), f"{both.name}: JSON of {key}")
        want(both.complete(key) == one.json["complete"], f"{both.name}: whether {key} is complete")
        want(key == "frequencies" or both.complete(key) == both.json[key]["complete"], f"{both.name}: complete of {key}")
        want("completeness" not in one.json, f"{one.name}: completeness of one")
    want(both.json["complete"] == all(one.json["complete"] for one in alone.values()), f"{both.name}: complete")
    want(set(both.json.get("notes", [])) == {note for one in alone.values() for note in notes_of(one, both)}, f"{both.name}: notes")
    want(both.status == max(one.status for one in alone.values()), f"{both.name}: exit status {both.status}")
    want(isinstance(both.json.get("modes", []), list), f"{both.name}: modes are a list")
    want(both.page == both.json or "packed" in both.page, f"{both.name}: what the page has")


def check_texts(both, alone):
    want(sorted(both.csv) == sorted(f"out.{'modes' if key == 'frequencies' else key}.csv" for key in alone), f"{both.name}: tables {sorted(both.csv)}")
    for key, one in alone.items():
        name = "modes" if key == "frequencies" else key
        want(both.csv[f"out.{name}.csv"] == one.csv["out.csv"], f"{both.name}: CSV of {key}")
        title = one.json["problem"]["title"]
        for paragraph in re.split(r"\n\n|^(?=note: |Complete: )", one.table.removeprefix(title + "\n"), flags=re.M):
            left_out = paragraph.startswith("note: " + LOADS) and both.keys[1] in ("static", "buckling")
            want(left_out or paragraph.strip("\n") in both.table, f"{both.name}: in the table: {paragraph}")
        want(not one.picture - both.picture, f"{both.name}: in the picture: {one.picture - both.picture}")
        want(set(one.netcdf) <= set(both.netcdf), f"{both.name}: NetCDF of {key}")
        want(not one.uff - both.uff, f"{both.name}: UFF of {key}")
        want(not one.vtu or one.vtu == both.vtu, f"{both.name}: VTU")
    want(both.table.count(title + "\n") == 1, f"{both.name}: one title")


def check_python(both, alone):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = holonome.solve(both.file)
    want(result.complete == (both.status == 0 and both.json["complete"]), f"{both.name}: complete in Python")
    want(result.completeness == both.json["completeness"], f"{both.name}: completeness in Python")
    want(result.analyses == {key: one.record(key) for key, one in alone.items() if key != "frequencies"}, f"{both.name}: analyses in Python")
    modes = alone["frequencies"].json["modes"] if "frequencies" in alone else []
    want([mode.data for mode in result.modes] == modes, f"{both.name}: modes in Python")
    want(str(result).count("\n") >= len(alone), f"{both.name}: as text in Python")


with tempfile.TemporaryDirectory() as place:
    with open(os.path.join(place, "spectrum.csv"), "w", encoding="utf-8") as density:
        density.write("frequency, acceleration\n0.01, 1\n1000, 2\n")
    for name, (structure, analyses) in STRUCTURES.items():
        found = {key: Found(name, structure, {key: value}, place) for key, value in analyses.items()}
        for pair in itertools.combinations(analyses, 2):
            both, alone = Found(name, structure, {key: analyses[key] for key in pair}, place), {key: found[key] for key in pair}
            check_json(both, alone)
            check_texts(both, alone)
            check_python(both, alone)
print(f"{bad} wrong" if bad else "every pair says what each says alone")
sys.exit(bad > 0)
