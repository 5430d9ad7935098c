# SPDX-License-Identifier: BSD-3-Clause
"""validate.py PROBLEMS WRONG <SCHEMA: every problem of the gallery is valid, and what a schema can know of the files in WRONG is found."""

import glob
import json
import sys

import jsonschema
import yaml

# File, the place of the fault, a part of the words of the validator.
FOUND = [
    ("06-unknown-top-key", "", "'part' was unexpected"),
    ("30-unknown-kind", "parts/a", "not valid under any"),
    ("31-keys-of-other-kinds", "parts/a", "'EI', 'at' were unexpected"),
    ("43-joint-missing-keys", "joints/1", "'direction' is a required property"),
    ("44-joint-keys-of-others", "joints/1", "'stiffness' was unexpected"),
    ("45-bad-freedoms", "freedoms/3", "'vz' is not one of"),
    ("51-bad-analysis", "analysis", "'shape' was unexpected"),
    ("55-list-where-mapping-is-due", "sections", "[3] is not of type"),
    ("56-bad-groups", "parts/f", "'foo' was unexpected"),
    ("97-bad-shapes", "sections/j/shape", "'chanel' is not one of"),
    ("98-transverse-mass", "parts/c", "'transverse_mass' was unexpected"),
    ("110-words-of-others", "parts/a", "'tension' was unexpected"),
    ("124-bad-bushings", "joints/1/stiffness", "'3 kN/m' is not of type"),
    ("152-response-of-nothing", "analysis/response", "'load' is a required property"),
    ("127-bad-offsets", "joints/1/pin", "is not valid under any"),
]


def main() -> int:
    schema = json.load(sys.stdin)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    bad = 0

    def faults(path):
        with open(path, encoding="utf-8") as file:
            problem = yaml.safe_load(file)
        return [("/".join(map(str, error.absolute_path)), error.message) for error in validator.iter_errors(problem)]

    files = sorted(glob.glob(sys.argv[1] + "/*/*.yaml"))
    for path in files:
        for place, message in faults(path):
            print(f"{path}: {place}: {message}")
            bad += 1
    for name, place, words in FOUND:
        if not any(at == place and words in message for at, message in faults(f"{sys.argv[2]}/{name}.yaml")):
            print(f"{name}: not found at {place}: {words}; but {faults(f'{sys.argv[2]}/{name}.yaml')}")
            bad += 1
    if len(files) < 150:
        print(f"only {len(files)} problems")
        bad += 1
    return 1 if bad else 0


sys.exit(main())
