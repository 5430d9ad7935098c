# SPDX-License-Identifier: BSD-3-Clause
"""The page of scripts/gallery: every problem solved, drawn, compared with its source."""
import concurrent.futures
import html
import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

ROOT, PROGRAM, FOLDER, PATTERN = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4]
STATUS = {0: "complete", 1: "not all of it is proved"}

STYLE = """
:root { color-scheme: light dark; --ink: #1b1d22; --soft: #5b6068; --line: #d9dce1; --paper: #fff; --card: #fff; --link: #005a8c }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaee; --soft: #a6acb5; --line: #3a3f47; --paper: #16181c; --card: #1d2025; --link: #7cc4ec } }
* { box-sizing: border-box } body { margin: 0 auto; max-width: 1240px; padding: 1.2rem; font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
h1 { margin: .2rem 0 } h2 { margin: 2rem 0 .6rem; text-transform: capitalize } a { color: var(--link) } nav { display: flex; flex-wrap: wrap; gap: .2rem .9rem } nav a { text-transform: capitalize }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 14px }
.card { border: 1px solid var(--line); border-radius: 10px; padding: 10px; background: var(--card); display: flex; flex-direction: column; gap: 4px; min-width: 0 }
.card .picture { height: 170px; overflow: hidden; border-radius: 6px; background: #fff } .card img { width: 100%; display: block }
.card .none { display: flex; align-items: center; justify-content: center; color: #5b6068 } .card h3 { margin: 0; font-size: 15px }
.card p { margin: 0; color: var(--soft); font-size: 13px; overflow-wrap: anywhere } .card .file { font-family: ui-monospace, monospace; font-size: 12px }
.scroll { overflow-x: auto } table { border-collapse: collapse; font-size: 13px; width: 100% } th, td { text-align: left; padding: 4px 10px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap } .bad { color: #b3261e; font-weight: 600 }
"""


def run(*words):
    return subprocess.run([str(word) for word in (PROGRAM, *words)], cwd=ROOT, capture_output=True, text=True)


def plain(value):
    """A number of the file, frequencies in rad/s; None where it is an expression."""
    with_unit = re.fullmatch(r"([-+.\deE]+) *(Hz|kHz|rad/s)", value) if isinstance(value, str) else None
    if with_unit:
        return float(with_unit[1]) * {"Hz": 2 * math.pi, "kHz": 2000 * math.pi, "rad/s": 1}[with_unit[2]]
    try:
        return None if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        return None


def frequencies_of(result):
    """Circular frequencies by number; a growing motion counts as 0."""
    result = result.get("frequencies", result) if isinstance(result.get("frequencies"), dict) else result
    return {mode["number"]: mode["omega"] for mode in result.get("modes", []) if isinstance(mode, dict)}


def compare(problem, result, words):
    """Pairs (theirs, ours) of frequencies that are given as numbers, and what the source allows."""
    pairs, allowed, ours = [], 0, frequencies_of(result)
    for entry in problem.get("expect") or []:
        if not isinstance(entry, dict):
            continue
        allowed = max(allowed, plain(entry.get("rtol")) or 0)
        values = entry.get("frequencies")
        first = entry.get("first", 1)
        for k, value in enumerate(values if isinstance(values, list) else []):
            if plain(value) is not None and isinstance(first, int) and first + k in ours:
                pairs.append((plain(value), ours[first + k]))
    causes = re.findall(r"rtol:[^#\n}]*\}?\s*#\s*(.+)", words)
    keeps_modes = isinstance((problem.get("analysis") or {}).get("compliance"), dict)
    return pairs, allowed, causes[0] if causes else "some modes of each part, the rest quasistatic" if keeps_modes else ""


def solve(path):
    """One problem: its page, its picture, what it says."""
    name = path.relative_to(ROOT / "problems").with_suffix("")
    base = FOLDER / name
    base.parent.mkdir(parents=True, exist_ok=True)
    wanted = ("run", path, "--quiet", "--json", f"{base}.json", "--report", f"{base}.html")
    done = run(*wanted, "--plot", f"{base}.svg")
    is_drawn = done.returncode != 2
    done = done if is_drawn else run(*wanted)  # there is nothing to draw
    checked = run("check", path)
    words = path.read_text(encoding="utf-8")
    problem = yaml.safe_load(words)
    try:
        result = json.loads(Path(f"{base}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        result = {}
    if isinstance(result, list):
        result = result[0] if result else {}
    Path(f"{base}.json").unlink(missing_ok=True)
    said = (checked.stdout.strip().splitlines() or [""])[-1].split(": ", 1)[-1]
    pairs, allowed, cause = compare(problem, result, words)
    return {"name": str(name), "title": problem.get("title") or str(name), "source": " ".join(str(problem.get("source") or "").split()), "status": done.returncode,
            "is_drawn": is_drawn and Path(f"{base}.svg").exists(), "has_page": Path(f"{base}.html").exists(), "said": said, "is_good": checked.returncode == 0 or "all " in said and " agree" in said, "pairs": pairs, "allowed": allowed, "cause": cause,
            "expects": bool(problem.get("expect"))}


def difference(pair):
    theirs, ours = pair
    return abs(ours / theirs - 1) if theirs else abs(ours)


def card(one):
    text = html.escape
    picture = f'<img loading="lazy" alt="" src="{text(one["name"])}.svg">' if one["is_drawn"] else "no picture"
    picture = f'<div class="picture{"" if one["is_drawn"] else " none"}">{picture}</div>'
    picture = f'<a href="{text(one["name"])}.html">{picture}</a>' if one["has_page"] else picture
    return (f'<article class="card">{picture}<h3>{text(one["title"])}</h3><p>{text(one["said"] if one["expects"] else STATUS.get(one["status"], "a fault"))}</p>'
            f'<p class="file">{text(one["name"])}.yaml</p></article>')


def row(one):
    text = html.escape
    worst = max([pair for pair in one["pairs"] if pair[0]], key=difference, default=None)
    numbers = [f"{worst[0]:.12g}", f"{worst[1]:.12g}", f"{difference(worst):.0e}" if difference(worst) else "0"] if worst else ["", "", ""]
    cause = "" if not worst else "rounding" if difference(worst) < 1e-12 else one["cause"] or "digits of the source"
    good = text(one["said"]) if one["is_good"] else f'<span class="bad">{text(one["said"])}</span>'
    allowed = f'{one["allowed"]:.0e}' if one["allowed"] else ""
    cells = "".join(f'<td class="n">{cell}</td>' for cell in (*numbers, allowed))
    return f'<tr><td><a href="{text(one["name"])}.html">{text(one["title"])}</a></td><td>{text(one["source"])}</td>{cells}<td>{text(cause)}</td><td>{good}</td></tr>'


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    paths = [path for path in sorted((ROOT / "problems").glob("*/*.yaml")) if PATTERN in str(path.relative_to(ROOT / "problems"))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        all_of_them = list(pool.map(solve, paths))
    themes = sorted({one["name"].split("/")[0] for one in all_of_them})
    sections = "".join(f'<h2 id="{theme}">{theme}</h2><div class="cards">{"".join(card(one) for one in all_of_them if one["name"].startswith(theme + "/"))}</div>' for theme in themes)
    known = [one for one in all_of_them if one["expects"]]
    faults = [one["name"] for one in all_of_them if one["status"] not in STATUS or not one["is_good"]]
    head = "<tr><th>case</th><th>source</th><th class=n>theirs</th><th class=n>ours</th><th class=n>differs by</th><th class=n>allowed</th><th>why</th><th>check</th></tr>"
    page = (f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>holonome: the gallery</title><style>{STYLE}</style></head><body>'
            f'<h1>The gallery</h1><p>{len(all_of_them)} problems, each with the page that <code>holonome run FILE --report</code> writes; {len(known)} of them are compared with a source, '
            f'{"all agree" if not faults else f"{len(faults)} do not agree: " + html.escape(", ".join(faults))}.</p>'
            f'<nav>{"".join(f"""<a href="#{theme}">{theme}</a>""" for theme in themes)}<a href="#validation">validation</a></nav>{sections}'
            f'<h2 id="validation">Validation</h2><p>Of frequencies that the source gives as numbers, in rad/s, the one that differs most, and how much may be. The last column is what <code>holonome check</code> says of the whole file.</p>'
            f'<div class="scroll"><table><thead>{head}</thead><tbody>{"".join(row(one) for one in known)}</tbody></table></div></body></html>\n')
    (FOLDER / "index.html").write_text(page, encoding="utf-8")
    print(f"{len(all_of_them)} problems, {sum(one['is_drawn'] for one in all_of_them)} pictures, {len(known)} compared, {len(faults)} faults: {FOLDER / 'index.html'}")
    return 1 if faults else 0


sys.exit(main())
