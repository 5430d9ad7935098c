# SPDX-License-Identifier: BSD-3-Clause
"""The module holonome under Debian's Python: run by ctest, which says where the module and the program are.

Frequencies are those of closed forms. In CI nothing is skipped: numpy and matplotlib are there.
"""

import contextlib
import importlib.util
import inspect
import io
import math
import os
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import warnings
from pathlib import Path

import holonome

PROBLEMS = Path(os.environ["HOLONOME_PROBLEMS"])


def beam(**analysis):
    """Pinned, of length L: omega is (n pi / L)^2."""
    return {
        "title": "a \"beam\" \\ of 1 m, ä ω 😀, tab\t",
        "parameters": {"L": "1 m"},
        "parts": {"a": {"kind": "beam", "from": [0, 0], "to": ["L", 0], "EI": "1 N m^2", "line_mass": "1 kg/m"}},
        "joints": [{"pin": "a.start"}, {"pin": "a.end"}],
        "analysis": {"frequencies": {"count": 3}, "compliance": "exact", **analysis},
    }


def needs(name):
    missing = importlib.util.find_spec(name) is None
    return unittest.skipIf(missing and not os.environ.get("CI"), f"{name} is not there")


def without(name):
    """As if a module were not installed."""
    return unittest.mock.patch.dict(sys.modules, {name: None})


class Solving(unittest.TestCase):
    def check(self, result, length=1.0):
        self.assertTrue(result.complete)
        self.assertEqual(result.warnings, ())
        for n, (omega, hertz, low, high) in enumerate(zip(result.omega, result.hertz, result.lower, result.upper), 1):
            expected = (n * math.pi / length) ** 2
            self.assertAlmostEqual(omega / expected, 1, delta=1e-12)
            self.assertAlmostEqual(hertz * 2 * math.pi / expected, 1, delta=1e-12)
            self.assertLessEqual(low, expected * (1 + 1e-14))
            self.assertGreaterEqual(high, expected * (1 - 1e-14))
        self.assertEqual(len(result.modes), 3)

    def test_dict(self):
        result = holonome.solve(beam())
        self.check(result)
        self.assertEqual(result.title, beam()["title"])
        self.assertEqual(result.parameters, {"L": 1.0})

    def test_parameters(self):
        self.check(holonome.solve(beam(), L=2), 2)
        self.check(holonome.solve(beam(), L="250 cm"), 2.5)
        third = 1 / 3
        result = holonome.solve(beam(), L=third)
        self.check(result, third)
        self.assertEqual(result.parameters["L"], third)  # all digits

    def test_text(self):
        text = ("parts: {a: {kind: beam, length: 1, EI: 1, line_mass: 1}}\njoints: [{pin: a.start}, {pin: a.end}]\n"
                "analysis: {frequencies: {count: 3}, compliance: exact}\n")
        self.check(holonome.solve(text))

    def test_path_and_shapes(self):
        path = PROBLEMS / "beams" / "clamped-clamped.yaml"
        result = holonome.solve(path)
        self.assertEqual(result.data["problem"]["file"], str(path))
        self.assertEqual(list(holonome.solve(str(path)).omega), list(result.omega))
        shape = result.modes[0].shapes
        (part,) = shape
        self.assertEqual(len(shape[part]["s"]), len(shape[part]["uy"]))
        self.assertAlmostEqual(float(sum(result.modes[0].energy.values())), 1, delta=1e-12)
        self.assertIn("complete: all is proved", str(result))

    def test_folder_and_a_name_like_an_option(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "--x.yaml").write_text("parts: {a: {kind: beam, length: 1, EI: 1, line_mass: 1}}\n")
            before = os.getcwd()
            try:
                os.chdir(folder)
                self.assertEqual(holonome.solve(Path("--x.yaml")).data["problem"]["file"], os.path.join(".", "--x.yaml"))
            finally:
                os.chdir(before)
        text = (PROBLEMS / "matrices" / "bracket-clamped.yaml").read_text()
        result = holonome.Solver(folder=PROBLEMS / "matrices").solve(text)
        self.assertTrue(result.complete)
        with self.assertRaises(holonome.ProblemError):
            holonome.solve(text)

    def test_sweep(self):
        result = holonome.solve(beam(sweep={"over": {"L": {"from": 1, "to": 2, "points": 3}}, "follow": True}))
        sweep = result.sweep
        self.assertEqual((sweep.names, sweep.units, sweep.solved), (["L"], ["m"], 3))
        self.assertEqual([row[0] for row in sweep.values], [1, 1.5, 2])
        for (length,), omegas in zip(sweep.values, sweep.omega):
            for n, omega in enumerate(omegas, 1):
                self.assertAlmostEqual(omega / (n * math.pi / length) ** 2, 1, delta=1e-12)
        self.assertEqual([list(row) for row in sweep.branch], [[1, 2, 3]] * 3)
        self.assertEqual(result.modes, [])
        self.assertIn("3 points, 3 proved", str(result))

    def test_steady_motions(self):
        result = holonome.solve(PROBLEMS / "nonlinear" / "duffing-one-harmonic.yaml")
        self.assertTrue(result.complete)
        self.assertGreater(len(result.nonlinear["curves"]), 0)
        self.assertIsNone(result.sweep)


class Wrong(unittest.TestCase):
    def test_faults_have_places(self):
        text = "parts:\n  a: {kind: beem}\n  b: {kind: beam, length: 1 kg, EI: 1, line_mass: 1}\n"
        with self.assertRaises(holonome.ProblemError) as raised:
            holonome.solve(text)
        error = raised.exception
        self.assertEqual((error.line, error.column, error.status), (2, 13, 3))
        self.assertEqual(error.faults[0], holonome.Fault(2, 13, True, "unknown kind `beem`", "did you mean `beam`?"))
        self.assertEqual(str(error.faults[0]), "2:13: error: unknown kind `beem` (did you mean `beam`?)")
        self.assertEqual([fault.line for fault in error.faults if fault.is_error], [2, 3])
        self.assertIn("<stdin>:2:13: error: unknown kind `beem`\n    2 |   a: {kind: beem}\n", str(error))
        self.assertIsInstance(error, ValueError)

    def test_every_faulty_file(self):
        """All that is told of the files with faults is read: as many errors as are counted."""
        files = sorted((PROBLEMS.parent / "tests" / "wrong").glob("*.yaml"))
        self.assertGreater(len(files), 60)
        refused = 0
        for file in files[::4]:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    holonome.solve(file)
            except holonome.ProblemError as error:
                refused += 1
                count = int(str(error).splitlines()[-1].split()[0])
                self.assertEqual(sum(fault.is_error for fault in error.faults), count, file)
        self.assertGreater(refused, len(files) // 8)

    def test_places_in_a_dict_are_those_of_its_json(self):
        problem = beam()
        problem["parts"]["a"]["line_mas"] = 1
        with self.assertRaises(holonome.ProblemError) as raised:
            holonome.solve(problem)
        error = raised.exception
        line = error.text.splitlines()[error.line - 1]
        self.assertTrue(line[error.column - 1:].lstrip('"').startswith("line_mas"), line)

    def test_parameters(self):
        with self.assertRaises(holonome.ProblemError) as raised:
            holonome.solve(beam(), M=1)
        self.assertEqual((raised.exception.line, len(raised.exception.faults)), (0, 1))
        for value in (math.nan, math.inf, True):
            with self.assertRaises(ValueError):
                holonome.solve(beam(), L=value)

    def test_what_is_no_problem(self):
        with self.assertRaises(ValueError):
            holonome.solve(beam(tolerance=math.nan))
        with self.assertRaises(TypeError):
            holonome.solve(beam(tolerance={1, 2}))
        with self.assertRaises(OSError):
            holonome.solve("there-is-no-such-file.yaml")

    def test_program(self):
        with self.assertRaisesRegex(holonome.HolonomeError, "cannot be run"):
            holonome.Solver(program="/there/is/none").solve(beam())
        with unittest.mock.patch.dict(os.environ, {"HOLONOME": "", "PATH": "/none"}):
            with self.assertRaisesRegex(holonome.HolonomeError, "not found"):
                holonome.solve(beam())
        with self.assertRaises(subprocess.TimeoutExpired):
            holonome.Solver(timeout=1e-6).solve(beam())
        self.assertRegex(holonome.Solver().version(), r"^\d+\.\d+\.\d+$")

    def test_a_program_that_ends_otherwise(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "program")
            for status, told in ((5, "a numerical computation failed"), (139, "")):
                program.write_text(f"#!/bin/sh\ncat >/dev/null\necho '{told}' >&2\nexit {status}\n")
                program.chmod(0o755)
                with self.assertRaisesRegex(holonome.HolonomeError, told or "status 139") as raised:
                    holonome.Solver(program=program).solve(beam())
                self.assertEqual(raised.exception.status, status)


class Unproved(unittest.TestCase):
    def test_it_says_so(self):
        with self.assertWarnsRegex(holonome.Unproved, "not everything") as warned:
            result = holonome.solve(beam(compliance="reactions"))
        self.assertEqual(Path(warned.filename).name, Path(__file__).name)
        self.assertFalse(result.complete)
        self.assertTrue(str(result).endswith("NOT PROVED: not everything asked for could be proved"))
        self.assertTrue(all(math.isnan(low) for low in result.lower))

    def test_remarks_are_there(self):
        text = ("parts:\n  a: {kind: body, at: [0, 0], mass: 1}\n  b: {kind: body, at: [1, 0], mass: 1}\nfreedoms: [ux]\n"
                "joints:\n  - {spring: [a, b], freedom: ux, stiffness: 1}\nanalysis: {frequencies: {count: 2}}\n")
        result = holonome.solve(text)
        self.assertTrue(result.complete)
        self.assertEqual(result.omega[0], 0)
        result = holonome.solve(text.replace("  - {spring: [a, b], freedom: ux, stiffness: 1}",
                                             "  - {spring: a, freedom: ux, stiffness: 1}\n  - {spring: b, freedom: ux, stiffness: 1}"))
        self.assertTrue(any("pieces" in words for words in result.warnings), result.warnings)


class Numbers(unittest.TestCase):
    @needs("numpy")
    def test_arrays_of_numpy(self):
        import numpy

        result = holonome.solve(beam())
        numpy.testing.assert_allclose(result.omega, (numpy.arange(1, 4) * numpy.pi) ** 2, rtol=1e-12)
        problem = beam()
        problem["parts"]["a"]["from"] = numpy.array([0.0, 0.0])
        problem["parameters"]["L"] = numpy.float64(2)
        problem["analysis"]["frequencies"]["count"] = numpy.int64(3)
        numpy.testing.assert_allclose(holonome.solve(problem).omega, (numpy.arange(1, 4) * numpy.pi / 2) ** 2, rtol=1e-12)
        numpy.testing.assert_allclose(holonome.solve(beam(), L=numpy.float64(2)).omega[0], (numpy.pi / 2) ** 2, rtol=1e-12)

    def test_lists_without_numpy(self):
        with without("numpy"):
            result = holonome.solve(beam())
            self.assertIsInstance(result.omega, list)
            self.assertIsInstance(result.modes[0].shapes["a"]["uy"], list)

    @needs("matplotlib")
    def test_plots(self):
        import matplotlib

        matplotlib.use("Agg")
        axes = holonome.solve(beam()).plot(mode=2)
        (line,) = axes.get_lines()
        y = list(line.get_ydata())
        self.assertAlmostEqual(y[len(y) // 2], 0, delta=1e-9)  # a node in the middle
        self.assertIn("mode 2", axes.get_title())
        axes = holonome.solve(beam(sweep={"over": {"L": {"from": 1, "to": 2, "points": 5}}})).plot()
        self.assertEqual([len(line.get_xdata()) for line in axes.get_lines()], [5, 5, 5])
        self.assertAlmostEqual(axes.get_lines()[0].get_ydata()[-1], math.pi / 8, delta=1e-9)
        axes = holonome.solve(PROBLEMS / "nonlinear" / "duffing-one-harmonic.yaml").plot()
        self.assertGreater(len(axes.get_lines()[0].get_xdata()), 20)
        with self.assertWarns(holonome.Unproved):
            result = holonome.solve(beam(compliance="reactions"))
        self.assertIn("not proved", result.plot(axes=axes).get_title())
        with self.assertRaisesRegex(ValueError, "no mode 7"):
            result.plot(mode=7)

    def test_reactions_may_be_left_out(self):
        problem = dict(beam(), output={"reactions": "none"})
        self.assertNotEqual(holonome.solve(beam()).modes[0].reactions, {})
        self.assertEqual(holonome.solve(problem).modes[0].reactions, {})


class Module(unittest.TestCase):
    def test_the_example_of_the_documents(self):
        document = (PROBLEMS.parent / "src" / "python" / "README.md").read_text()
        (example,) = re.findall(r"^```python\n(.*?)^```$", document, re.DOTALL | re.MULTILINE)
        told = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(told):
            before = os.getcwd()
            try:
                os.chdir(folder)
                exec(compile(example, "README.md", "exec"), {})  # pylint: disable=exec-used
            finally:
                os.chdir(before)
        shown = re.findall(r"^# (.*)$", example, re.MULTILINE)
        number = re.compile(r"\d+\.\d+")
        self.assertEqual(number.sub("#", told.getvalue()).splitlines(), [number.sub("#", line) for line in shown])
        for found, expected in zip(number.findall(told.getvalue()), number.findall("\n".join(shown))):
            self.assertAlmostEqual(float(found) / float(expected), 1, delta=1e-9)

    def test_everything_is_documented(self):
        for name in holonome.__all__:
            item = getattr(holonome, name)
            self.assertTrue(item.__doc__, name)
            for member, what in vars(item).items() if inspect.isclass(item) else ():
                if not member.startswith("_") and (callable(what) or isinstance(what, property)):
                    self.assertTrue(inspect.getdoc(what), f"{name}.{member}")

    def test_it_has_no_dependencies(self):
        command = "import sys; sys.modules['numpy'] = sys.modules['matplotlib'] = None; import holonome"
        subprocess.run([sys.executable, "-c", command], check=True)

    def test_types(self):
        if importlib.util.find_spec("mypy") is None and not os.environ.get("CI"):
            self.skipTest("mypy is not there")
        with tempfile.TemporaryDirectory() as cache:
            command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", cache, holonome.__file__]
            told = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual((told.returncode, told.stdout), (0, ""))


if __name__ == "__main__":
    unittest.main()
