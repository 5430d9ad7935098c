# SPDX-License-Identifier: BSD-3-Clause
"""plot.py [--no-plugin] PROGRAM PROBLEM...: sheets of pictures (--plot), read by a reader of XML, against the JSON.

Every place of every part is looked for where the view of the manual page puts it, at rest and moved; frequencies in titles and in the
staircase are compared; words neither leave the sheet nor lie on each other. A sheet that shows another motion must be found out.
"""
import copy
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree
import zlib
from pathlib import Path

SVG = "{http://www.w3.org/2000/svg}"
HALF_A_PIXEL = 0.375  # points


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def view_of(sheet):
    """Directions to the right and up, from the eye that the sheet tells of; without one, of a plane."""
    told = re.search(r"seen from \(([^)]*)\)", sheet.find(SVG + "desc").text)
    if not told:
        return (1, 0, 0), (0, 1, 0)
    eye = [float(word) for word in told[1].split(",")]
    eye = [x / math.hypot(*eye) for x in eye]
    right = cross((0, 0, 1), eye)
    right = [x / math.hypot(*right) for x in right]
    return right, cross(eye, right)


def seen(place, view):
    """Where a place falls, in metres to the right and down."""
    right, up = view
    return (sum(a * b for a, b in zip(right, place)), -sum(a * b for a, b in zip(up, place)))


def places_of(part):
    stations = part["stations"]
    if isinstance(stations, dict):
        count, a, b = stations["count"], stations["from"], stations["to"]
        return [[p + (q - p) * k / max(count - 1, 1) for p, q in zip(a, b)] for k in range(count)]
    return stations


def spots(element):
    return [tuple(float(x) for x in pair.split(",")) for pair in element.get("points").split()]


def to_segment(at, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = min(1, max(0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / square)) if square else 0
    return math.hypot(at[0] - a[0] - t * dx, at[1] - a[1] - t * dy)


def drawn_of(group, part):
    """Lines and dots of a part in a group of SVG; None: of all."""
    lines, dots = [], []
    for element in group:
        if part is not None and element.get("class") != f"part-{part}":
            continue
        if element.tag == SVG + "circle":
            dots.append((float(element.get("cx")), float(element.get("cy"))))
        elif element.tag in (SVG + "polyline", SVG + "polygon"):
            at = spots(element)
            lines.append(at + at[:1] if element.tag == SVG + "polygon" else at)
    return lines, dots


def away(at, lines, dots):
    """How far a spot is from what is drawn."""
    gaps = [math.dist(at, dot) for dot in dots]
    gaps += [to_segment(at, a, b) for line in lines for a, b in zip(line, line[1:])]
    return min(gaps, default=math.inf)


def child(group, name):
    return next(element for element in group if element.get("class") == name)


def fit(group, parts, view):
    """Points of a metre and the shift of a panel, from what it shows at rest."""
    flat = [seen(at, view) for part in parts for at in places_of(part)]
    lines, dots = drawn_of(child(group, "rest"), None)
    drawn = [at for line in lines for at in line] + dots
    low, high = ([f(at[c] for at in flat) for c in (0, 1)] for f in (min, max))
    c = 0 if high[0] - low[0] >= high[1] - low[1] else 1
    scale = (max(at[c] for at in drawn) - min(at[c] for at in drawn)) / (high[c] - low[c])
    middle = [(min(at[c] for at in drawn) + max(at[c] for at in drawn)) / 2 - scale * (low[c] + high[c]) / 2 for c in (0, 1)]
    return scale, middle


def factor_of(geometry, mode):
    """What makes the largest displacement a tenth of the diagonal."""
    parts = geometry["parts"]
    all_places = [at for part in parts for at in places_of(part)] + [end["at"] for joint in geometry["joints"] for end in joint["points"]]
    size = math.hypot(*(max(at[c] for at in all_places) - min(at[c] for at in all_places) for c in range(3)))
    most = max(math.hypot(*move) for part in parts for move in moves_of(part, mode))
    return 0.1 * size / most if most > 0 else 0


def moves_of(part, mode):
    shape = mode["shapes"][part["name"]]
    count = len(places_of(part))
    columns = [shape.get(f, [0] * count) for f in ("ux", "uy", "uz")]
    return [[column[k] or 0 for column in columns] for k in range(count)]


def panel_differences(group, result, mode, view):
    """How many places are not drawn where they are."""
    parts, bad = result["geometry"]["parts"], 0
    scale, shift = fit(group, parts, view)
    factor = factor_of(result["geometry"], mode) if moves(result, mode) else 0
    moved = child(group, "moved")

    def on_paper(at):
        x, y = seen(at, view)
        return (shift[0] + scale * x, shift[1] + scale * y)

    for i, part in enumerate(parts):
        lines, dots = drawn_of(moved, i)
        at = [on_paper([p + factor * u for p, u in zip(place, move)]) for place, move in zip(places_of(part), moves_of(part, mode))]
        bad += sum(away(spot, lines, dots) > HALF_A_PIXEL for spot in at)
        mesh = part.get("mesh")
        if mesh:
            around = mesh["columns"] - (0 if mesh["closed"] else 1)
            bad += len(lines) != (mesh["rows"] - 1) * around
        ends = [spot for line in lines for spot in (line[0], line[-1])]
        bad += sum(min(math.dist(end, spot) for spot in at) > 0.02 for end in ends)
    return bad


def check_title(group, mode):
    words = [element.text for element in group if element.tag == SVG + "text"]
    found = re.fullmatch(r"mode (\d+): (?:(~?)([\d.e+-]+) Hz|rigid body|grows)", words[0])
    assert found and int(found[1]) == mode["number"], words
    if found[3]:
        hertz = mode["omega"] / (2 * math.pi)
        digits = found[3].split("e")
        zeros = len(digits[0]) - len(digits[0].rstrip("0")) if "." not in digits[0] else 0
        unit = 10 ** (int(digits[1] if len(digits) > 1 else 0) + zeros - len(digits[0].partition(".")[2]))
        assert abs(float(found[3]) - hertz) <= 1.001 * unit or found[2], (words, hertz)
        assert found[2] or mode["lower"] <= (float(found[3]) + unit) * 2 * math.pi, (words, hertz)


def check_staircase(sheet, modes):
    """Dots over the marks of the axis, steps at the dots."""
    stairs = next(element for element in sheet if element.get("id") == "staircase")
    _, dots = drawn_of(child(stairs, "frequencies"), None)
    elastic = [mode for mode in modes if mode["omega"] > 0]
    crosses = sum(element.tag == SVG + "line" for element in child(stairs, "frequencies")) // 2
    assert crosses == sum(mode["lower"] is None or mode["upper"] is None for mode in elastic)
    assert len(dots) + crosses == 2 * len(elastic)
    texts = [element for element in stairs if element.tag == SVG + "text"]
    foot = max(float(t.get("y")) for t in texts if re.fullmatch(r"[\d.e+-]+", t.text))
    marks = [(float(t.text), float(t.get("x"))) for t in texts if float(t.get("y")) == foot and t.get("text-anchor") == "middle"]
    (f0, x0), (f1, x1) = marks[0], marks[-1]
    xs = sorted(x for x, _ in dots)
    corners = [at[0] for line in drawn_of(stairs, None)[0] for at in line] + [at[0] for at in spots(child(stairs, "count"))]
    for mode in elastic:
        x = x0 + (mode["omega"] / (2 * math.pi) - f0) * (x1 - x0) / (f1 - f0)
        assert min(abs(x - other) for other in xs) < 0.03 and min(abs(x - other) for other in corners) < 0.03, mode["number"]
    heights = [at[1] for at in spots(child(stairs, "count"))]
    assert heights == sorted(heights, reverse=True)


def check_words(sheet):
    """No words leave the sheet or lie on others."""
    _, _, width, height = (float(x) for x in sheet.get("viewBox").split())
    boxes = []
    for text in sheet.iter(SVG + "text"):
        size, x, y = (float(text.get(key)) for key in ("font-size", "x", "y"))
        wide = sum(0.28 if c in " .,:;ijlt|'" else 0.85 if c in "mwMW" else 0.57 for c in text.text) * size
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[text.get("text-anchor")]
        box = (left, y - 0.75 * size, left + wide, y + 0.05 * size)
        if text.get("transform"):  # from below upwards
            assert text.get("transform") == f"rotate(-90 {text.get('x')} {text.get('y')})"
            box = (x - 0.75 * size, y - wide / 2, x + 0.05 * size, y + wide / 2)
        boxes.append((*box, text.text))
    for i, a in enumerate(boxes):
        assert a[0] >= -1 and a[2] <= width + 1 and a[1] >= 0 and a[3] <= height, a
        for b in boxes[:i]:
            assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3], (a, b)


def moves(result, mode):
    """Does anything go anywhere, or only turn where it is?"""
    most = max((abs(r or 0) for shape in mode["shapes"].values() for f in ("rx", "ry", "rz") for r in shape.get(f, [])), default=0)
    return max(math.hypot(*move) for part in result["geometry"]["parts"] for move in moves_of(part, mode)) > 1e-6 * most


def check(program, problem, folder):
    svg, answer = folder / "x.svg", folder / "x.json"
    svg.unlink(missing_ok=True)
    subprocess.run([program, "run", problem, "--plot", svg, "--json", answer], check=False, stdout=subprocess.DEVNULL)
    sheet, result = tree.parse(svg).getroot(), json.loads(answer.read_text(encoding="utf-8"))
    modes = result["modes"]
    elastic = [mode for mode in modes if mode["omega"] > 0] or modes
    panels = {element.get("id"): element for element in sheet if (element.get("id") or "").startswith("mode-")}
    view = view_of(sheet)
    shown = elastic[:12]
    assert list(panels) == [f"mode-{mode['number']}" for mode in shown], problem
    for mode in shown:
        group = panels[f"mode-{mode['number']}"]
        check_title(group, mode)
        assert panel_differences(group, result, mode, view) == 0, (problem, mode["number"])
    other = copy.deepcopy(next((mode for mode in reversed(shown) if moves(result, mode)), shown[-1]))
    for shape in other["shapes"].values():
        for name in {"ux", "uy", "uz"} & set(shape):
            shape[name] = [-(x or 0) for x in shape[name]]
    assert panel_differences(panels[f"mode-{other['number']}"], result, other, view) > 0 or not moves(result, other), "a motion that is another is not found out"
    words = [text.text for text in sheet.iter(SVG + "text")]
    assert (f"12 of {len(elastic)} modes" in words) == (len(elastic) > 12)
    check_staircase(sheet, modes)
    check_words(sheet)


class Chart:
    """Curves of a chart in the numbers of its axes, which its marks give."""

    def __init__(self, group):
        texts = [t for t in group if t.tag == SVG + "text" and not t.get("transform") and re.fullmatch(r"-?[\d.]+(e-?\d+)?", t.text)]
        foot = max(float(t.get("y")) for t in texts if t.get("text-anchor") == "middle")
        across = [(float(t.text), float(t.get("x"))) for t in texts if float(t.get("y")) == foot and t.get("text-anchor") == "middle"]
        up = [(float(t.text), float(t.get("y")) - 2) for t in texts if t.get("text-anchor") == "end"]
        self.across, self.up = (across[0], across[-1]), (up[0], up[-1])
        middle = up[len(up) // 2]
        straight = self.place(middle[0], self.up, False)
        self.is_log = abs(straight - middle[1]) > 0.1
        assert abs(self.place(middle[0], self.up, self.is_log) - middle[1]) < 0.05
        self.lines = {False: [], True: []}
        for path in child(group, "curves"):
            if path.tag == SVG + "path" and path.get("class") is None:
                pieces = [[tuple(float(x) for x in spot.split(",")) for spot in piece.split("L")] for piece in path.get("d").split("M")[1:]]
                self.lines[path.get("stroke-dasharray") == "3 2"] += pieces

    @staticmethod
    def place(number, marks, is_log):
        (a, x), (b, y) = marks
        share = math.log(number / a) / math.log(b / a) if is_log else (number - a) / (b - a)
        return x + share * (y - x)

    def away(self, x, y, is_dashed):
        """How far the spot of two numbers is from the curves."""
        if self.is_log and y <= 0:
            return math.inf
        return away((self.place(x, self.across, False), self.place(y, self.up, self.is_log)), self.lines[is_dashed], [])

    def missed(self, points):
        """How many of (x, y, dashed) are not on a curve."""
        return sum(self.away(*point) > HALF_A_PIXEL for point in points[::5])


def told(program, problem, folder):
    svg, answer = folder / "c.svg", folder / "c.json"
    subprocess.run([program, "run", problem, "--plot", svg, "--json", answer, "--quiet"], check=False)
    sheet = tree.parse(svg).getroot()
    check_words(sheet)
    return sheet, [Chart(group) for group in sheet if group.get("class") == "chart"], json.loads(answer.read_text(encoding="utf-8"))


def check_curves(program, folder):
    """Curves of every role, and the same with a number made wrong."""
    turn = 2 * math.pi
    _, (chart, *loupes), result = told(program, "sweeps/coupled-cantilevers.yaml", folder)
    sweep = result["sweep"]
    assert len(loupes) == len(sweep.get("loupes", []))
    for near, record in zip(loupes, sweep.get("loupes", [])):
        of = sweep["events"][record["event"]]["branches"]
        points = [(x[0], omega / turn, False) for x, row, which in zip(record["values"], record["omega"], record["branch"]) for omega, branch in zip(row, which) if branch in of]
        assert near.missed(points) == 0 and len(points) > 40
    points = [(x[0], omega / turn, False) for x, row in zip(sweep["values"], sweep["omega"]) for omega in row if omega is not None]
    assert chart.missed(points) == 0 and chart.missed([(x, 1.05 * y, flag) for x, y, flag in points]) > len(points) / 10
    _, (chart,), result = told(program, "nonlinear/duffing.yaml", folder)
    branches = [branch for curve in result["nonlinear"]["curves"] for branch in curve["branches"]]
    points = [(x, y, u > 0) for b in branches for x, y, u in zip(b["nu"], b["amplitude"][0], b["unstable"])]
    assert {flag for _, _, flag in points} == {False, True}
    assert chart.missed(points) == 0 and chart.missed([(x, y, not flag) for x, y, flag in points]) > len(points) / 10
    _, (size, phase, plane), result = told(program, "response/absorber.yaml", folder)
    result = result.get("response", result)
    values = [(w / turn, complex(*value)) for w, value in zip(result["omega"], result["receivers"][0]["value"])]
    assert size.missed([(x, abs(z), False) for x, z in values]) == 0
    assert phase.missed([(x, math.degrees(math.atan2(z.imag, z.real)), False) for x, z in values]) == 0
    assert plane.missed([(z.real, z.imag, False) for _, z in values]) == 0 and plane.missed([(z.real, 1.1 * z.imag, False) for _, z in values]) > len(values) / 10
    right, up = ((marks[1][1] - marks[0][1]) / (marks[1][0] - marks[0][0]) for marks in (plane.across, plane.up))
    assert abs(right + up) < 1e-3 * right, "a unit is as long upwards as to the right"
    sheet, (size, _, _), result = told(program, "response/three-bars.yaml", folder)
    moving, still = result["response"]["receivers"]
    points = [(w / turn, abs(complex(*value)), False) for w, value in zip(result["response"]["omega"], moving["value"])]
    assert not any(abs(complex(*value)) > 0 for value in still["value"])
    assert size.is_log and size.missed(points) == 0 and size.missed([(x, 1.2 * y, flag) for x, y, flag in points]) > len(points) / 50
    words = [text.text for text in sheet.iter(SVG + "text")]
    assert [word for word in words if word.startswith("mode")] == [f"mode {peak['mode']}" for peak in moving["peaks"]]
    assert words.count("load uz: 0 everywhere") == 2, words
    _, (chart,), result = told(program, "response/building.yaml", folder)
    record = result["transient"]
    points = [(t, y, False) for one in record["receivers"] for t, y in zip(record["time"], one["value"])]
    assert chart.missed(points) == 0


LINE = {"name": "leg", "kind": "beam", "group": "beam", "stations": {"from": [0, 0, 0], "to": [0, 3, 0], "count": 5}}
MADE_UP = {
    "schema": {"name": "holonome-result", "version": 1}, "problem": {"title": "made up"}, "complete": True,
    "bent": {"geometry": {"dimension": 2, "length_unit": "m", "parts": [LINE], "joints": []},
             "ways": [{"strength": 2.5, "fields": [{"leg": {"ux": [0, 0.1, 0.4, 0.9, 1.6]}}, {"leg": {"ux": [0, 0.5, 0, -0.5, 0]}}]}, {"strength": 4, "fields": {"leg": {"ux": [0, -1, 0, 1, 0]}}}],
             "views": [{"role": "shape", "title": "How it bends", "each": "ways", "shape": "fields", "name": ["strength"]}]},
    "resting": {"geometry": {"dimension": 2, "length_unit": "m", "parts": [LINE], "joints": []}, "field": {"leg": {"ux": [0, 0.001, 0.004, 0.009, 0.016]}},
                "views": [{"role": "shape", "title": "At rest", "shape": "field", "label": "motion", "unit": "m"}]},
    "heights": {"place": [[x, y] for x in (1, 10, 100) for y in (5, 6, 7, 9)], "height": [[x * y, None if y == 9 and x == 1 else x - y] for x in (1, 10, 100) for y in (5, 6, 7, 9)],
                "views": [{"role": "map", "title": "Heights", "value": "height", "first": "none", "axis": "place", "axis_label": "length", "axis_unit": "m", "spacing": "log", "other_label": "width", "label": "height", "unit": "m"}]},
    "courses": {"at": [[x] for x in (0, 1, 2, 3)], "high": [[1, 5], [2, 4], [4, 2], [5, 1]], "which": [[1, 2], [1, 2], [1, 2], [1, 2]],
                "happenings": [{"where": 1.5, "level": 3, "what": "meeting", "of": [1, 2]}], "near": [{"event": 0, "at": [[1.4], [1.5], [1.6]], "high": [[2.9, 3.2], [2.95, 3.05], [2.8, 3.4]], "which": [[1, 2]] * 3}],
                "views": [{"role": "branches", "title": "Courses", "value": "high", "branch": "which", "axis": "at", "axis_label": "time", "axis_unit": "s", "label": "level", "unit": "m",
                           "marks": "happenings", "mark_x": "where", "mark_y": "level", "mark_name": "what", "mark_curves": "of", "closer": "near"}]},
}


def check_map(group, column):
    """Every value of a map as a cell where its numbers are, the darker the larger."""
    heights = {(x, y): row[column] for (x, y), row in zip(MADE_UP["heights"]["place"], MADE_UP["heights"]["height"])}
    cells = [tuple(float(cell.get(key)) for key in ("x", "y", "width", "height")) + (cell.get("fill-opacity"),) for cell in child(group, "cells")]
    assert len(cells) == 12
    left, right = min(c[0] for c in cells), max(c[0] + c[2] for c in cells)
    top, bottom = min(c[1] for c in cells), max(c[1] + c[3] for c in cells)
    least, most = (f(v for v in heights.values() if v is not None) for f in (min, max))
    for (x, y), value in heights.items():
        u, v = left + (right - left) * (math.log10(x) + 0.5) / 3, bottom - (bottom - top) * (y - 4.5) / 5.5
        (cell,) = [c for c in cells if c[0] < u < c[0] + c[2] and c[1] < v < c[1] + c[3]]
        assert (cell[4] is None) == (value is None)
        assert value is None or abs(float(cell[4]) - 0.06 - 0.94 * (value - least) / (most - least)) < 6e-4


def check_made_up(program, folder):
    """Roles that no analysis of this test has: a result with other names is drawn by what its views say."""
    (folder / "m.json").write_text(json.dumps(MADE_UP), encoding="utf-8")
    subprocess.run([program, "report", folder / "m.json", "--plot", folder / "m.svg"], check=True)
    sheet = tree.parse(folder / "m.svg").getroot()
    check_words(sheet)
    words = [text.text for text in sheet.iter(SVG + "text")]
    assert {"How it bends", "At rest", "Heights", "Courses", "strength 2.5", "strength 4", "largest motion 0.016 m", "1: meeting at 1.5"} <= set(words)
    ways = [way for one in MADE_UP["bent"]["ways"] for way in (one["fields"] if isinstance(one["fields"], list) else [one["fields"]])]
    panels = [element for element in sheet if (element.get("id") or "").startswith("shape-")]
    assert len(panels) == len(ways) + 1 and words.count("strength 2.5") == 2
    for panel, way, other in zip(panels, [*ways, MADE_UP["resting"]["field"]], [*ways[1:], ways[0], ways[1]]):
        view = ((1, 0, 0), (0, 1, 0))
        result = {"geometry": MADE_UP["bent"]["geometry"]}
        assert panel_differences(panel, result, {"shapes": way}, view) == 0
        assert panel_differences(panel, result, {"shapes": other}, view) > 0
    maps = [group for group in sheet if group.get("class") == "map"]
    assert len(maps) == 2
    for column, group in enumerate(maps):
        check_map(group, column)
    whole, near = [Chart(group) for group in sheet if group.get("class") == "chart"]
    for chart, record in ((whole, MADE_UP["courses"]), (near, MADE_UP["courses"]["near"][0])):
        points = [(x[0], y, False) for x, row in zip(record["at"], record["high"]) for y in row for _ in range(5)]
        assert chart.missed(points) == 0 and chart.missed([(x, y + 0.1, flag) for x, y, flag in points]) > 0


def dots_of(line):
    """Columns and rows of the dots of a line of Braille, its first row 0."""
    at = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    return [(2 * column + at[bit][0], at[bit][1]) for column, letter in enumerate(line) if 0x2800 <= ord(letter) <= 0x28ff for bit in range(8) if ord(letter) - 0x2800 >> bit & 1]


def check_letters(program, folder):
    """In a terminal: dots of a cantilever follow its shapes, the staircase climbs at its frequencies; nothing is wider than 80 columns."""
    path = folder / "l.yaml"
    path.write_text("parts: {b: {kind: beam, length: 10, EI: 1, line_mass: 1}}\njoints: [{fix: b.start}]\nfreedoms: [uy, rz]\nanalysis: {frequencies: 3}\n", encoding="utf-8")
    said = subprocess.run([program, "run", path, "--plot", "-"], check=True, capture_output=True, text=True).stdout
    subprocess.run([program, "run", path, "--json", folder / "l.json", "--quiet"], check=True)
    lines, result = said.split("\n"), json.loads((folder / "l.json").read_text(encoding="utf-8"))
    assert all(len(line) <= 80 for line in lines) and lines[0].startswith(" mode") is False
    head = next(i for i, line in enumerate(lines) if line.startswith("mode 1: "))
    foot = next(i for i, line in enumerate(lines) if line.startswith("number of natural"))
    for k, mode in enumerate(result["modes"]):
        title = lines[head][26 * k:26 * k + 25].rstrip()
        assert title == f"mode {mode['number']}: {mode['omega'] / 2 / math.pi:.6g} Hz", title
        dots = [(x, 4 * row + y) for row, line in enumerate(lines[head + 1:foot - 1]) for x, y in dots_of(line[26 * k:26 * k + 25])]
        shape = mode["shapes"]["b"]["uy"]
        width = max(x for x, _ in dots)
        columns = {}
        for x, y in dots:
            columns.setdefault(x, []).append(y)
        level = max(set(y for _, y in dots), key=lambda y: sum(y in column for column in columns.values()) if k else -abs(y - columns[min(columns)][0]))
        far = [(x, max(column, key=lambda y: abs(y - level)) - level) for x, column in columns.items()]
        wanted = [-shape[min(20, round(20 * x / width))] for x, _ in far]
        top = sum(a * b for (_, a), b in zip(far, wanted))
        likeness = top * abs(top) / (sum(a * a for _, a in far) * sum(b * b for b in wanted))
        assert likeness > 0.9, (k, likeness)
    stairs = [(x, 4 * row + y) for row, line in enumerate(lines[foot + 1:foot + 9]) for x, y in dots_of(line.ljust(80)[8:])]
    heights = [min(y for x, y in stairs if x == column) for column in range(max(x for x, _ in stairs))]
    assert heights == sorted(heights, reverse=True) and lines[foot + 1].split()[0] == "3" and lines[foot + 8].split()[0] == "0"
    jumps = [x for x in range(1, len(heights)) if heights[x] < heights[x - 1]]
    last = result["modes"][-1]["omega"]
    assert len(jumps) == 3 and all(abs(x - mode["omega"] / last * 137) < 1.5 for x, mode in zip(jumps, result["modes"])), jumps
    assert not subprocess.run([program, "run", path, "--quiet", "--plot", "-"], check=True, capture_output=True, text=True).stdout.startswith("<svg")


def check_many(program, folder):
    """200 modes: chosen by number, all titles apart; the same from a result that is there."""
    path, answer, svg = folder / "many.yaml", folder / "many.json", folder / "many.svg"
    text = Path("frames/portal.yaml").read_text(encoding="utf-8")
    path.write_text(text[:text.index("analysis:")] + "analysis: {frequencies: 200, compliance: exact}\n", encoding="utf-8")
    subprocess.run([program, "run", path, "--json", answer, "--quiet"], check=True)
    modes = json.loads(answer.read_text(encoding="utf-8"))["modes"]
    assert len(modes) == 200
    for wish, first, last in ((None, 1, 12), ("1-200", 1, 200), ("7", 7, 7), ("190-210", 190, 200)):
        words = ["--plot", svg, *(["--plot-modes", wish] if wish else [])]
        subprocess.run([program, "report", answer, *words], check=True)
        drawn = svg.read_bytes()
        sheet = tree.fromstring(drawn)
        check_words(sheet)
        assert [element.get("id") for element in sheet if (element.get("id") or "").startswith("mode-")] == [f"mode-{k}" for k in range(first, last + 1)]
        check_staircase(sheet, modes)
    subprocess.run([program, "run", path, "--quiet", "--plot", svg, "--plot-modes", "190-210"], check=True)
    assert svg.read_bytes() == drawn, "a result that is there is drawn as one that was found"


ABSORBER = """
parameters: {tuning: 0.95}
freedoms: [uy]
parts: {machine: {kind: body, at: [0, 0], mass: 1}, absorber: {kind: body, at: [0, 1], mass: 0.05}}
joints:
  - {spring: machine, freedom: uy, stiffness: 1}
  - {spring: [machine, absorber], freedom: uy, stiffness: 0.05*tuning^2, damping: 0.012*tuning}
analysis: {damped: {count: 2}, sweep: {over: {tuning: OVER}, outputs: {ratio: damped.1.damping_ratio, omega: damped.1.omega}}}
"""


def check_outputs(program, folder):
    """Numbers of other analyses over a parameter."""
    path = folder / "outputs.yaml"
    path.write_text(ABSORBER.replace("OVER", "{from: 0.9, to: 1, points: 6}"), encoding="utf-8")
    _, charts, result = told(program, path, folder)
    sweep = result["sweep"]
    assert len(charts) == 2
    for column, (chart, output) in enumerate(zip(charts, sweep["outputs"])):
        unit = 2 * math.pi if output["unit"] == "rad/s" else 1
        points = [(x[0], row[column] / unit, False) for x, row in zip(sweep["values"], sweep["output_values"]) for _ in range(5)]
        assert chart.missed(points) == 0 and chart.missed([(x, 0.99 * y, flag) for x, y, flag in points]) > 0


def check_palette():
    """Paper and page have the same colours, and draw the same lines of meshes."""
    source = Path(__file__).resolve().parents[2] / "src" / "report"
    css, svg = ((source / name).read_text(encoding="utf-8") for name in ("page/page.css", "plot/svg.c"))
    colors = re.search(r"color\[\] = \{([^}]*)\}", svg)[1]
    assert re.findall(r"#[0-9a-f]{6}", colors) == [color for _, color in re.findall(r"--color-([0-6]): (#[0-9a-f]{6})", css)[:7]]
    panel, result = ((source / name).read_text(encoding="utf-8") for name in ("plot/panel.c", "page/source/result.ts"))
    rays, circles, lines = re.search(r"RAYS = (\d+), CIRCLES = (\d+), LINES = (\d+)", panel).groups()
    assert f"around / (isClosed ? {rays} : {lines})" in result and f"up / (isClosed ? {circles} : {lines})" in result


def split_bounds(svg):
    """The picture without the heights of bounds' distances, and these: on frequencies' every second circle. They are of rounding alone, which
    differs between processors, on a logarithmic scale."""
    heights = []

    def take(match):
        circles = re.split(r'(cy="[^"]*")', match[0])
        for i in range(3, len(circles), 4):
            heights.append(float(circles[i][4:-1]))
            circles[i] = ""
        return "".join(circles)

    return re.sub(r'<g class="frequencies".*?</g>', take, svg, flags=re.S), heights


def check_kept(program, folder):
    """The pictures that problems/README.md shows are what is drawn; they are made anew by `run FILE --plot`."""
    for kept in sorted((Path(__file__).parent / "kept").glob("*.svg")):
        problem = next(Path(".").glob(f"*/{kept.stem}.yaml"))
        subprocess.run([program, "run", problem, "--plot", folder / "kept.svg", "--quiet"], check=True)
        number = r"-?\d+(?:\.\d+)?"
        (old, old_heights), (new, new_heights) = (split_bounds(path.read_text(encoding="utf-8")) for path in (kept, folder / "kept.svg"))
        assert len(old_heights) == len(new_heights)
        assert all(abs(a - b) <= 2 for a, b in zip(old_heights, new_heights)), f"{kept.name}: bounds are much wider or narrower"
        assert re.sub(number, "#", old) == re.sub(number, "#", new), f"{kept.name} is another picture"
        gaps = [abs(float(a) - float(b)) for a, b in zip(re.findall(number, old), re.findall(number, new))]
        assert max(gaps) <= 0.02, f"{kept.name} is another picture"


def check_samples(program, folder):
    """Columns of samples: their heights are how often a frequency falls there."""
    sheet, _, result = told(program, "sweeps/uncertain-shaft.yaml", folder)
    groups = [group for group in sheet if group.get("class") == "columns"]
    rows = result["sweep"]["omega"]
    assert len(groups) == len(result["sweep"]["statistics"])
    for mode, group in enumerate(groups):
        values = [row[mode] for row in rows if row[mode] is not None]
        bins = int(min(40, max(5, math.floor(math.sqrt(len(rows)) + 0.5))))
        count = [0] * bins
        for value in values:
            count[min(bins - 1, int((value - min(values)) / (max(values) - min(values)) * bins))] += 1
        high = [spots(column)[0][1] - spots(column)[1][1] for column in group]
        wanted = [n for n in count if n > 0]
        assert len(high) == len(wanted)
        unit = max(high) / max(wanted)
        assert all(abs(h - unit * n) < 1.01 * unit for h, n in zip(high, wanted)) and abs(sum(high) - unit * len(values)) < 0.5


HOSTILE = "</title><script>alert(1)</script>\"'&amp;\u202e\u0001 ]]> <!-- \ufffe"


def check_hostile(program, folder):
    """Words that could do harm are words."""
    name, other = "a", "b" * 500
    problem = {"title": HOSTILE + "x" * 100000, "parts": {
        name: {"kind": "beam", "length": 1, "EI": 1, "line_mass": 1}, other: {"kind": "body", "mass": 1}},
        "joints": [{"fix": [name + ".start"]}, {"weld": [name + ".end", other]}], "analysis": {"frequencies": {"count": 2}}}
    (folder / "h.yaml").write_text(json.dumps(problem), encoding="utf-8")
    said = subprocess.run([program, "run", folder / "h.yaml", "--plot", folder / "h.svg"], check=False, capture_output=True)
    assert said.returncode == 0, said.stderr.decode()
    sheet = tree.parse(folder / "h.svg").getroot()
    title = sheet.find(SVG + "title").text
    assert title.startswith(HOSTILE.replace("\u202e", "?").replace("\u0001", "?").replace("\ufffe", "?")) and len(title) <= 2001
    tags = {element.tag for element in sheet.iter()}
    assert tags <= {SVG + tag for tag in ("svg", "title", "desc", "g", "text", "rect", "line", "polyline", "polygon", "circle")}, tags
    names = [text.text for text in sheet.iter(SVG + "text")]
    assert name in names and any(text.endswith("\u2026") for text in names)
    check_words(sheet)


def check_wrong(program, folder):
    """What cannot be drawn is refused before anything is solved, and leaves nothing behind."""
    for words, status, wanted in (
            (["beams/two-spans.yaml", "--plot", "x.jpg"], 2, "--plot takes a path that ends in"),
            (["beams/two-spans.yaml", "--plot", ".svg"], 2, "--plot takes a path that ends in"),
            (["beams/two-spans.yaml", "--plot-modes", "1-12"], 2, "--plot-modes is of `--plot`"),
            (["beams/two-spans.yaml", "--plot", "x.svg", "--plot-modes", "0-12"], 2, "--plot-modes takes numbers of up to 200 modes from 1 on, not `0-12`"),
            (["beams/two-spans.yaml", "--plot", "x.svg", "--plot-modes", "3-1"], 2, "--plot-modes takes numbers of up to 200 modes"),
            (["beams/two-spans.yaml", "--plot", "x.svg", "--plot-modes", "1-300"], 2, "--plot-modes takes numbers of up to 200 modes"),
            (["beams/two-spans.yaml", "--plot", "x.svg", "--plot-modes", "-3"], 2, "--plot-modes takes numbers of modes, such as 1-12, not `-3`"),
            (["beams/two-spans.yaml", "--plot", str(folder / "none" / "x.svg")], 4, "No such file or directory"),
            (["response/engine-on-mounts.yaml", "--plot", str(folder / "x.svg")], 2, "--plot is for one file, with modes, curves or samples"),
            (["beams/two-spans.yaml", "frames/portal.yaml", "--plot", str(folder / "x.svg")], 2, "--plot is for one file"),
            (["beams/two-spans.yaml", "--plot", str(folder / "x.svg"), "--json", str(folder / "x.svg")], 2, "two outputs")):
        before = sorted(folder.iterdir())
        said = subprocess.run([program, "run", *words], check=False, capture_output=True)
        assert said.returncode == status and wanted in said.stderr.decode(), (words, said)
        assert sorted(folder.iterdir()) == before and not Path("x.jpg").exists(), words


def png_rows(data, most):
    """Columns, rows, and the first rows of a PNG of three bytes a dot, by the specification alone."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, body = 8, b""
    while at < len(data):
        size, kind = int.from_bytes(data[at:at + 4], "big"), data[at + 4:at + 8]
        chunk = data[at + 8:at + 8 + size]
        assert zlib.crc32(kind + chunk) == int.from_bytes(data[at + 8 + size:at + 12 + size], "big")
        if kind == b"IHDR":
            columns, rows = (int.from_bytes(chunk[k:k + 4], "big") for k in (0, 4))
            assert chunk[8:] == bytes([8, 2, 0, 0, 0])
        body += chunk if kind == b"IDAT" else b""
        at += 12 + size
    body, wide, lines = zlib.decompress(body), 3 * columns, []
    assert len(body) == rows * (wide + 1)
    above = bytearray(wide)
    for row in range(min(rows, most)):
        form, line = body[row * (wide + 1)], bytearray(body[row * (wide + 1) + 1:(row + 1) * (wide + 1)])
        for k in range(wide):
            a, b, c = (line[k - 3], above[k], above[k - 3]) if k > 2 else (0, above[k], 0)
            p = a + b - c
            paeth = a if abs(p - a) <= abs(p - b) and abs(p - a) <= abs(p - c) else b if abs(p - b) <= abs(p - c) else c
            line[k] = (line[k] + (0, a, b, (a + b) // 2, paeth)[form]) % 256
        lines.append(line)
        above = line
    return columns, rows, lines


def check_png(data, sheet):
    """As large as the sheet, and its first line of words where the sheet has it."""
    _, _, width, height = (float(x) for x in sheet.get("viewBox").split())
    dots = 600 / 72
    columns, rows, lines = png_rows(data, int(13 * dots))
    assert (columns, rows) == (round(width * dots), round(height * dots))
    dark = {(k // 3 / dots, row / dots) for row, line in enumerate(lines) for k in range(0, len(line), 3) if line[k] < 128}
    titles = [text for text in sheet.iter(SVG + "text") if float(text.get("y")) < 13]
    assert len(dark) > 500 and titles
    for text in titles:
        x, wide = float(text.get("x")), 0.6 * len(text.text) * float(text.get("font-size"))
        own = {spot for spot in dark if abs(spot[0] - x) < wide / 2}
        assert len(own) > 100 and min(y for _, y in own) > 4 and max(y for _, y in own) < 13
        dark -= own
    assert not dark, "there is something beside the titles"


def check_pdf(data, sheet):
    """A page as large as the sheet, its words as letters of a font."""
    assert data.startswith(b"%PDF-1.") and data.rstrip().endswith(b"%%EOF")
    whole = data
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        try:
            whole += zlib.decompressobj().decompress(stream)
        except zlib.error:
            pass
    box = re.search(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)", whole)
    wanted = [float(x) for x in sheet.get("viewBox").split()][2:]
    assert all(abs(float(a) - b) < 0.01 for a, b in zip(box.groups(), wanted)), (box.groups(), wanted)
    assert b"/Font" in whole and b"ToUnicode" in whole and whole.count(b"/Type /Page\n") <= 1


def check_forms(program, folder):
    """PDF and PNG where the plugin is; without it they are refused before anything is solved."""
    problem, path = "beams/two-spans.yaml", {end: folder / f"form.{end}" for end in ("svg", "pdf", "png")}
    alone = folder / "alone"
    alone.mkdir()
    shutil.copy(program, alone / "holonome")
    for end in ("pdf", "png"):
        said = subprocess.run([alone / "holonome", "run", problem, "--plot", path[end]], check=False, capture_output=True)
        assert said.returncode == 4 and b"librsvg2-2" in said.stderr and not said.stdout and not path[end].exists(), said
    subprocess.run([alone / "holonome", "run", problem, "--plot", path["svg"], "--quiet"], check=True)
    if not (Path(program).parent / "libholonome_plot.so").exists():
        assert "CI" not in os.environ, "the plugin is not built"
        print("PDF and PNG are not tested: librsvg2-dev was not there when this was built")
        return
    sheet = tree.parse(path["svg"]).getroot()
    for end, look, times in (("svg", None, 1), ("pdf", check_pdf, 2), ("png", check_png, 1)):
        found = [path[end].read_bytes()] if path[end].exists() else []
        for _ in range(times):
            subprocess.run([program, "run", problem, "--plot", path[end], "--quiet"], check=True)
            found.append(path[end].read_bytes())
        assert len(set(found)) == 1, "the same result gives the same bytes"
        look and look(found[0], sheet)


def main():
    has_plugin = sys.argv[1] != "--no-plugin"
    program, *problems = sys.argv[1 if has_plugin else 2:]
    with tempfile.TemporaryDirectory() as folder:
        check_wrong(program, Path(folder))
        for problem in problems:
            check(program, problem, Path(folder))
        check_curves(program, Path(folder))
        check_outputs(program, Path(folder))
        check_made_up(program, Path(folder))
        check_letters(program, Path(folder))
        check_many(program, Path(folder))
        check_palette()
        check_kept(program, Path(folder))
        check_samples(program, Path(folder))
        has_plugin and check_forms(program, Path(folder))
        check_hostile(program, Path(folder))


main()
