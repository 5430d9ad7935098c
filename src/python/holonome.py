# SPDX-License-Identifier: BSD-3-Clause
"""Natural frequencies and modes of structures made of parts, proved complete: the program `holonome` from Python.

    import holonome

    beam = {
        "parameters": {"L": "1 m"},
        "parts": {"beam": {"kind": "beam", "from": [0, 0], "to": ["L", 0], "EI": "2 kN m^2", "line_mass": "3 kg/m"}},
        "joints": [{"pin": "beam.start"}, {"pin": "beam.end"}],
        "analysis": {"frequencies": {"count": 3}, "compliance": "exact"},
    }
    result = holonome.solve(beam, L=1.5)
    print(result)                       # the list, and what is proved of it
    result.hertz, result.lower          # numpy arrays where numpy is there, else lists
    result.modes[0].shapes["beam"]["uy"]
    result.plot(mode=1)                 # where matplotlib is there

A problem is a dict (what would stand in a problem file), the text of a file, or the path of one: see holonome-problem(5). What is wrong
in it is raised as ProblemError, whose `faults` have line and column; what is not proved is a result that says so: `complete` is False,
`warnings` say why, and the warning Unproved is given.

The module runs the program and reads its JSON: it needs no other package, works with every build of the program, static or shared, on
one machine or another's, and an error in one run cannot hurt the process that asks. A run costs some milliseconds more than a call.
"""

from __future__ import annotations

import importlib
import json
import math
import os
import re
import shutil
import subprocess
import warnings as _warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

__all__ = ["solve", "Solver", "Result", "Mode", "Sweep", "Fault", "HolonomeError", "ProblemError", "Unproved"]

#: A problem: what a file says as a dict, its text (a str with a line break, or that begins with `{`), or the path of a file.
Problem = Union[Mapping[str, Any], str, "os.PathLike[str]"]
#: Value of a parameter: a number in the unit of the file (SI), or a text with a unit, "1.5 m".
Value = Union[float, int, str]
#: numpy.ndarray where numpy is there, else a list, of lists where there are rows. What is not known is NaN.
Numbers = Any


class Fault(NamedTuple):
    """What is wrong, or worth a remark, and where."""

    line: int  #: from 1; 0: nowhere in the file
    column: int  #: from 1; 0: nowhere in the file
    is_error: bool  #: False: a remark
    message: str
    hint: Optional[str]  #: what would be right

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}: " if self.line else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}{'error' if self.is_error else 'remark'}: {self.message}{hint}"


class HolonomeError(Exception):
    """There is no result. `status` is the exit status of the program, see holonome(1), None where it could not be run."""

    def __init__(self, message: str, status: Optional[int] = None) -> None:
        super().__init__(message)
        self.status = status


class ProblemError(HolonomeError, ValueError):
    """The problem is not valid. `faults` is all that is wrong; `line` and `column` are those of the first error, in the file, the text,
    or the JSON of a dict, which `text` has."""

    def __init__(self, message: str, faults: Sequence[Fault], text: Optional[str]) -> None:
        super().__init__(message, 3)
        self.faults = tuple(faults)
        self.text = text
        first = next((fault for fault in self.faults if fault.is_error), None)
        self.line = first.line if first else 0
        self.column = first.column if first else 0


class Unproved(UserWarning):
    """A result of which not everything asked for is proved."""


def _array(values: Any) -> Numbers:
    """Numbers as an array of numpy, or as they are. None becomes NaN."""

    def known(value: Any) -> Any:
        return [known(item) for item in value] if isinstance(value, list) else math.nan if value is None else value

    numbers = known(values)
    try:
        return importlib.import_module("numpy").array(numbers)
    except ImportError:
        return numbers


@dataclass(frozen=True)
class Mode:
    """A natural frequency and its mode; `data` is the object of JSON, all keys of which are in holonome(1)."""

    data: Dict[str, Any]

    @property
    def number(self) -> int:
        """From 1."""
        return int(self.data["number"])

    @property
    def omega(self) -> float:
        """Circular frequency, rad/s; 0 of motions without energy and of those that grow."""
        return float(self.data["omega"])

    @property
    def hertz(self) -> float:
        """Frequency, Hz."""
        return float(self.data["hertz"])

    @property
    def lower(self) -> float:
        """Proved lower bound, rad/s; NaN: none is known."""
        return _number(self.data["lower"])

    @property
    def upper(self) -> float:
        """Proved upper bound, rad/s; NaN: none is known."""
        return _number(self.data["upper"])

    @property
    def multiplicity(self) -> int:
        """Of the frequency, which is listed as many times."""
        return int(self.data["multiplicity"])

    @property
    def reactions(self) -> Dict[str, List[float]]:
        """Of each joint, on its first-named point; what the components are is in `Result.reaction_components`. Empty where `output` leaves
        them out, as it does where they are too many."""
        return {joint: [_number(value) for value in values] for joint, values in self.data.get("reactions", {}).items()}

    @property
    def energy(self) -> Dict[str, float]:
        """Share of each part; NaN of a motion without energy."""
        return {part: _number(share) for part, share in self.data["energy"].items()}

    @property
    def energy_by_group(self) -> Dict[str, float]:
        """The same, summed over the copies of a repeated part (`bay[*].post`) and over all others of a kind (`beam`). Empty where there are as
        many groups as parts."""
        return {group: _number(share) for group, share in self.data.get("energy_by_group", {}).items()}

    @property
    def shapes(self) -> Dict[str, Dict[str, Numbers]]:
        """Of each part the places, arc length `s` (or coordinates `at`), and there the components `ux` ... `rz` along and about the global
        axes, for unit modal mass. Empty where the problem leaves shapes out."""
        shapes = self.data.get("shapes") or {}
        return {part: {key: _array(value) for key, value in shape.items()} for part, shape in shapes.items()}


@dataclass(frozen=True)
class Sweep:
    """Frequencies at many values of parameters; `data` is the object of JSON."""

    data: Dict[str, Any]

    @property
    def names(self) -> List[str]:
        """Of the parameters."""
        return [str(parameter["name"]) for parameter in self.data["parameters"]]

    @property
    def units(self) -> List[str]:
        """Of the parameters."""
        return [str(parameter["unit"]) for parameter in self.data["parameters"]]

    @property
    def values(self) -> Numbers:
        """[points][parameters], SI; the last parameter of a grid runs fastest."""
        return _array(self.data["values"])

    @property
    def omega(self) -> Numbers:
        """[points][modes], rad/s; NaN where there is none."""
        return _array(self.data["omega"])

    @property
    def lower(self) -> Numbers:
        """[points][modes], rad/s; NaN where no bound is known."""
        return _array(self.data["lower"])

    @property
    def upper(self) -> Numbers:
        """[points][modes], rad/s; NaN where no bound is known."""
        return _array(self.data["upper"])

    @property
    def branch(self) -> Optional[Numbers]:
        """[points][modes], the branch that each frequency belongs to, from 1; None unless modes are followed."""
        return _array(self.data["branch"]) if "branch" in self.data else None

    @property
    def solved(self) -> int:
        """Points with every frequency found and proved."""
        return int(self.data["solved"])


@dataclass(frozen=True)
class Result:
    """What a run has found. `data` is all of it, the object of JSON that holonome(1) describes."""

    data: Dict[str, Any]
    #: All that was asked for is proved. Look at it before you use a list as a whole one.
    complete: bool
    #: What is not proved, and other remarks.
    warnings: Tuple[str, ...]

    @property
    def title(self) -> Optional[str]:
        """Of the problem."""
        return self.data["problem"]["title"]  # type: ignore[no-any-return]

    @property
    def parameters(self) -> Dict[str, float]:
        """Of the problem, in SI."""
        return dict(self.data["problem"]["parameters"])

    @property
    def modes(self) -> List[Mode]:
        """In rising order; empty where no frequencies were asked for."""
        return [Mode(mode) for mode in self.data.get("modes", [])]

    @property
    def reaction_components(self) -> Dict[str, List[str]]:
        """Of each joint what the components of its reactions are: `ux`, `along (0.6, 0.8, 0)`."""
        return {joint: [str(word) for word in words] for joint, words in self.data.get("reaction_components", {}).items()}

    @property
    def omega(self) -> Numbers:
        """Circular frequencies of all modes, rad/s."""
        return _array([mode.omega for mode in self.modes])

    @property
    def hertz(self) -> Numbers:
        """Frequencies of all modes, Hz."""
        return _array([mode.hertz for mode in self.modes])

    @property
    def lower(self) -> Numbers:
        """Proved lower bounds, rad/s; NaN: none is known."""
        return _array([mode.lower for mode in self.modes])

    @property
    def upper(self) -> Numbers:
        """Proved upper bounds, rad/s; NaN: none is known."""
        return _array([mode.upper for mode in self.modes])

    @property
    def sweep(self) -> Optional[Sweep]:
        """None where no sweep was asked for."""
        return Sweep(self.data["sweep"]) if "sweep" in self.data else None

    @property
    def analyses(self) -> Dict[str, Dict[str, Any]]:
        """What the analyses besides frequencies and sweeps have found, by their keys (`static`, `response`, ...): objects of JSON, the same
        whatever else was asked for."""
        return {key: value for key, value in self.data.items() if isinstance(value, dict) and "complete" in value}

    @property
    def completeness(self) -> Dict[str, bool]:
        """Of each analysis, by its key (`modes`, `static`, ...), whether all of it is proved."""
        alone = next(iter(self.analyses), "sweep" if "sweep" in self.data else "modes")
        return dict(self.data.get("completeness", {alone: self.data["complete"]}))

    @property
    def nonlinear(self) -> Optional[Dict[str, Any]]:
        """Steady motions as the object of JSON; None where none were asked for."""
        return self.data.get("nonlinear")

    def __str__(self) -> str:
        lines = [self.title] if self.title else []
        lines += [
            f"{mode.number:5d}  {mode.hertz:.10g} Hz  {mode.omega:.10g} rad/s  in [{mode.lower:.15g}, {mode.upper:.15g}]"
            for mode in self.modes
        ]
        if self.sweep:
            lines.append(f"sweep over {', '.join(self.sweep.names)}: {self.data['sweep']['points']} points, {self.sweep.solved} proved")
        if self.nonlinear:
            lines.append(f"steady motions: {len(self.nonlinear['curves'])} curves")
        lines += [f"{key}: {'complete' if found['complete'] else 'not complete'}" for key, found in self.analyses.items()]
        lines += [f"note: {words}" for words in self.warnings]
        lines.append("complete: all is proved" if self.complete else "NOT PROVED: not everything asked for could be proved")
        return "\n".join(lines)

    def plot(self, mode: int = 1, axes: Any = None) -> Any:
        """Draw with matplotlib: of a sweep frequencies over its last parameter, of steady motions amplitudes over frequency, else the
        shape of the mode with this number: the displacements of every member along its arc.

        `axes`: of matplotlib, to draw into; new ones are made else. They are returned.
        """
        if axes is None:
            axes = importlib.import_module("matplotlib.pyplot").subplots()[1]
        if self.sweep:
            _plot_sweep(self.sweep, axes)
        elif self.modes:
            _plot_mode(self._mode(mode), axes)
        elif self.nonlinear:
            _plot_curves(self.nonlinear, axes)
        else:
            raise ValueError("there is nothing to draw")
        if not self.complete:
            axes.set_title("not proved: " + (axes.get_title() or "not complete"))
        return axes

    def _mode(self, number: int) -> Mode:
        for mode in self.modes:
            if mode.number == number:
                return mode
        raise ValueError(f"there is no mode {number}, only 1 to {len(self.modes)}")


def _number(value: Optional[float]) -> float:
    return math.nan if value is None else float(value)


def _legend(axes: Any) -> None:
    """Names of the lines, as long as they leave room for these."""
    if len(axes.get_lines()) <= 16:
        axes.legend()


def _plot_mode(mode: Mode, axes: Any) -> None:
    displacements = ("ux", "uy", "uz")
    members = {part: shape for part, shape in mode.shapes.items() if "s" in shape and len(shape["s"]) > 1}
    if not members:
        raise ValueError("this mode has no shape of a member: see `output` in holonome-problem(5)")
    sizes = [abs(value) for shape in members.values() for key in displacements for value in shape.get(key, [])]
    least = 1e-9 * max(sizes, default=0.0)
    for part, shape in members.items():
        for key in displacements:
            values = shape.get(key, [])
            if any(abs(value) > least for value in values):
                axes.plot(shape["s"], values, label=f"{part} {key}")
    axes.set_title(f"mode {mode.number}, {mode.hertz:.6g} Hz")
    axes.set_xlabel("arc length in m")
    axes.set_ylabel("displacement")
    _legend(axes)


def _plot_sweep(sweep: Sweep, axes: Any) -> None:
    """A line for every branch (or mode), and for every combination of values of the parameters but the last."""
    lines: Dict[Tuple[Any, ...], Tuple[List[float], List[float]]] = {}
    branches = sweep.data.get("branch")
    random = "seed" in sweep.data
    for point, values in enumerate(sweep.data["values"]):
        for column, omega in enumerate(sweep.data["omega"][point]):
            which = branches[point][column] if branches else column + sweep.data["first"]
            x, y = lines.setdefault((which,) if random else (which, *values[:-1]), ([], []))
            x.append(values[-1])
            y.append(_number(omega) / (2 * math.pi))
    for key, (x, y) in sorted(lines.items(), key=lambda line: line[0]):
        others = "".join(f", {name}={value:.4g}" for name, value in zip(sweep.names, key[1:]))
        axes.plot(x, y, "." if random else "-", label=f"{'branch' if branches else 'mode'} {key[0]}{others}")
    axes.set_xlabel(sweep.names[-1] + ("" if sweep.units[-1] == "1" else f" in {sweep.units[-1]}"))
    axes.set_ylabel("frequency in Hz")
    axes.set_ylim(bottom=0)
    if any(min(x) > 0 and max(x) > 100 * min(x) for x, _ in lines.values()):
        axes.set_xscale("log")
    _legend(axes)


def _plot_curves(nonlinear: Mapping[str, Any], axes: Any) -> None:
    curves = [(f"level {curve['level']:.4g}, eta {curve['eta']:.4g}", curve) for curve in nonlinear["curves"]]
    backbone = nonlinear.get("backbone")
    if backbone:
        curves.append(("backbone", backbone))
    for label, curve in curves:
        for number, branch in enumerate(curve["branches"]):
            axes.plot(branch["nu"], branch["amplitude"][0], label=label if number == 0 else None)
    axes.set_xlabel("frequency in rad/s")
    axes.set_ylabel("amplitude of the first coordinate")
    _legend(axes)


@dataclass(frozen=True)
class Solver:
    """How problems are solved: `Solver(folder="tests", timeout=60).solve(problem)`.

    `program`: path of the program; else that of the environment variable HOLONOME, that which this module was installed with, or the
    first one of PATH. `folder`: where the files are that a text or dict names; else the current folder. `timeout`: seconds after
    which subprocess.TimeoutExpired is raised.
    """

    program: Optional[Union[str, "os.PathLike[str]"]] = None
    folder: Optional[Union[str, "os.PathLike[str]"]] = None
    timeout: Optional[float] = None

    def solve(self, problem: Problem, /, **parameters: Value) -> Result:
        """As solve() of this module."""
        settings = [f"--set={name}={_written(name, value)}" for name, value in parameters.items()]
        if isinstance(problem, Mapping):
            text: Optional[str] = _json(problem)
        elif isinstance(problem, str) and ("\n" in problem or problem.lstrip().startswith("{")):
            text = problem
        else:
            text = None
        file = "-" if text is not None else _path(problem)
        run = self._run(["run", file, "--json", "-", *settings], text)
        return _result(run, text)

    def version(self) -> str:
        """Of the program."""
        return self._run(["--version"], None).stdout.split()[-1]

    def _run(self, arguments: List[str], text: Optional[str]) -> "subprocess.CompletedProcess[str]":
        program = _program(self.program)
        folder = os.fspath(self.folder) if self.folder is not None and text is not None else None
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": os.environ.get("OPENBLAS_NUM_THREADS", "1")}
        try:
            return subprocess.run([program, *arguments], input=text or "", capture_output=True, cwd=folder, encoding="utf-8",
                                  env=environment, timeout=self.timeout, check=False)
        except OSError as error:
            raise HolonomeError(f"{program} cannot be run: {error.strerror}") from error


def solve(problem: Problem, /, **parameters: Value) -> Result:
    """Solve a problem: a dict, the text of a problem file (with a line break in it, or a `{` at its beginning), or the path of one.

    `parameters` get other values: numbers in the SI unit of the file's, or texts with a unit. Raises ProblemError if the problem is not
    valid, OSError if a file cannot be read, HolonomeError if a computation fails or the program cannot be run. Where not all is proved
    the result says so, and the warning Unproved is given.
    """
    return Solver().solve(problem, **parameters)


def _program(given: Optional[Union[str, "os.PathLike[str]"]]) -> str:
    """Where the program is. This module is in share/holonome/python beside bin, or in a folder of Python's."""
    named = given if given is not None else os.environ.get("HOLONOME")
    if named:
        return os.path.abspath(named)
    folder = Path(__file__).resolve().parent
    if folder.parts[-3:] == ("share", "holonome", "python"):
        beside = folder.parents[2] / "bin" / "holonome"
        if beside.is_file():
            return str(beside)
    found = shutil.which("holonome")
    if not found:
        raise HolonomeError("the program holonome is not found: install it, or name it in the environment variable HOLONOME")
    return found


def _path(problem: Any) -> str:
    """The name of a file that is not taken for an option, or for standard input."""
    path = str(os.fspath(problem))
    return os.path.join(os.curdir, path) if path.startswith("-") else path


def _plain(value: Any) -> Any:
    """What json does not know: numbers and arrays of numpy, paths."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"a problem has no {type(value).__name__}: {value!r}")


def _json(problem: Mapping[str, Any]) -> str:
    """A dict as problem file: JSON is YAML. One key a line, so that places of faults tell something."""
    try:
        return json.dumps(dict(problem), ensure_ascii=False, allow_nan=False, indent=1, default=_plain) + "\n"
    except ValueError as error:
        raise ValueError(f"this is no problem: {error}") from error


def _written(name: str, value: Value) -> str:
    """The value of a parameter as the program reads it: all digits."""
    if isinstance(value, str):
        return value
    number = float(value)
    if isinstance(value, bool) or not math.isfinite(number):
        raise ValueError(f"parameter {name}: {value!r} is not a number")
    return repr(number)


_MESSAGE = re.compile(r"(?:(?P<line>\d+):(?P<column>\d+): |)(?P<kind>error|remark|note): (?P<words>.*)")


def _faults(told: str, file: str) -> List[Fault]:
    """What the program says: `file:line:column: error: words`, hints as notes behind them, between them lines of the file."""
    faults: List[Fault] = []
    for line in told.splitlines():
        match = _MESSAGE.fullmatch(re.sub(r"^:\s?", "", line[len(file):])) if line.startswith(file + ":") else None
        if match and match["kind"] == "note" and faults:
            faults[-1] = faults[-1]._replace(hint=match["words"])
        elif match:
            faults.append(Fault(int(match["line"] or 0), int(match["column"] or 0), match["kind"] == "error", match["words"], None))
    return faults


def _result(run: "subprocess.CompletedProcess[str]", text: Optional[str]) -> Result:
    file = "<stdin>" if text is not None else run.args[2]
    faults = _faults(run.stderr, file)
    told = run.stderr.strip()
    if run.returncode == 3:
        raise ProblemError(told, faults, text)
    if run.returncode == 4:
        raise OSError(told)
    if run.returncode not in (0, 1) or not run.stdout:
        raise HolonomeError(told or f"{run.args[0]} ended with status {run.returncode}", run.returncode)
    data = json.loads(run.stdout)
    complete = run.returncode == 0 and bool(data["complete"])
    notes = [str(note) for part in (data, *data.values()) if isinstance(part, dict) for note in part.get("notes") or []]
    remarks = [str(fault) for fault in faults if not fault.is_error]
    if not complete:
        _warnings.warn("not everything asked for could be proved" + "".join(f"; {words}" for words in notes), Unproved, stacklevel=4)
    return Result(data, complete, tuple(notes + remarks))
