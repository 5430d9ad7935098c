#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""random.py FOLDER COUNT [SEED] [ROOM...]: break random lines of the library, one at a time, and say which tests notice.

FOLDER is kept between runs: a copy of the source and a build of it with a shared library, so that a broken line costs
one file and one link. A mutation exchanges an operator, a constant or a guard, and nothing within a string, a comment
or a table. Tests labelled `quick` run in the order of their cost, those that carry the file's name first, until one
fails. One line for each mutation: FILE:LINE, what was changed, and the test that failed, `no change of the code` (the
compiler gives the same bytes: no behaviour changed) or SURVIVED. The seed repeats a run.
"""

import os
import random
import re
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), '..', '..'))
ROOMS = ['spectrum', 'modes', 'response', 'statics', 'nonlinear', 'continuation', 'parts']
SECONDS = 240

# (pattern, replacement): applied to one match in a line of code.
CHANGES = [
    (r' <= ', ' < '), (r' >= ', ' > '), (r' < ', ' <= '), (r' > ', ' >= '), (r' == ', ' != '), (r' != ', ' == '),
    (r' && ', ' || '), (r' \|\| ', ' && '), (r' \+ ', ' - '), (r' - ', ' + '), (r' \* ', ' / '), (r' / ', ' * '),
    (r' \+= ', ' -= '), (r' -= ', ' += '), (r'\bfmax\(', 'fmin('), (r'\bfmin\(', 'fmax('), (r'\bif \(', 'if (!('),
    (r'\b(\d*\.\d+|\d+\.\d*)\b', r'(1.5 * \1)'), (r'\b1e-(\d+)\b', r'1e-1\1'), (r'\btrue\b', 'false'),
    (r'\bfalse\b', 'true'), (r'\bsqrt\(', 'fabs('), (r'(?<=[ (])-(?=[a-z(])', ''), (r'\b([2-9])\b', r'(\1 + 1)'),
]


def code_lines(path):
    """Numbers and texts of lines that hold statements."""
    inside = False
    for number, line in enumerate(open(path, encoding='utf8'), 1):
        text = line.rstrip('\n')
        opens, closes = text.rfind('/*'), text.rfind('*/')
        was, inside = inside, (opens > closes) if (opens >= 0 or closes >= 0) else inside
        if was or inside or not text.startswith('  ') or '"' in text or '/*' in text or text.lstrip().startswith('case'):
            continue
        yield number, text


def mutate(text, dice):
    """The text with one change, or None."""
    found = [(m, r) for p, r in CHANGES for m in re.finditer(p, text)]
    if not found:
        return None
    match, replacement = dice.choice(found)
    new = match.expand(replacement)
    rest = text[match.end():]
    if new == 'if (!(':
        depth, at = 1, 0
        while at < len(rest) and depth:
            depth += {'(': 1, ')': -1}.get(rest[at], 0)
            at += 1
        if depth:
            return None
        rest = rest[:at] + ')' + rest[at:]
    return text[:match.start()] + new + rest


def run(command, seconds=None):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return None


def main():
    folder, count = os.path.realpath(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    rooms = sys.argv[4:] or ROOMS
    source, build = os.path.join(folder, 'source'), os.path.join(folder, 'work')
    os.makedirs(source, exist_ok=True)
    os.environ['OPENBLAS_NUM_THREADS'] = '1'
    for entry in ('CMakeLists.txt', 'LICENSE', 'README.md', 'include', 'problems', 'scripts', 'src', 'tests'):
        subprocess.run(['cp', '-a', '-u', os.path.join(ROOT, entry), source + '/'], check=True)
    if not os.path.exists(os.path.join(build, 'build.ninja')):
        subprocess.run(['cmake', '-S', source, '-B', build, '-G', 'Ninja', '-DBUILD_SHARED_LIBS=ON',
                        '--log-level=WARNING'], check=True)
    tests = sorted(f[:-2] for f in os.listdir(os.path.join(source, 'tests')) if re.match(r'test_.*\.c$', f))
    listed = run(['ctest', '--test-dir', build, '-N', '-L', 'quick']).stdout.decode()
    tests = [t for t in tests if re.search(r': ' + t + '$', listed, re.M) and t not in ('test_checkpoint',)]
    # Tests that replace functions of the library at link time, or use those it keeps to itself, do not go with a shared
    # one: they are left out.
    run(['ninja', '-k', '0', '-C', build, 'holonome_program', *['tests/' + t for t in tests]])
    tests = [t for t in tests if os.path.exists(os.path.join(build, 'tests', t))]
    if not tests:
        sys.exit('no compilation')
    cost = {}
    for test in list(tests):
        before = os.times()
        result = run([os.path.join(build, 'tests', test)], SECONDS)
        if result is None or result.returncode:
            print('fails as it is:', test, flush=True)
            tests.remove(test)
        cost[test] = os.times().children_user - before.children_user
    tests.sort(key=lambda t: cost[t])
    dice = random.Random(seed)
    places = [(os.path.join(at, f)) for room in rooms for at, _, files in os.walk(os.path.join(source, 'src', room))
              for f in sorted(files) if f.endswith('.c')]
    lines = [(p, n, t) for p in sorted(places) for n, t in code_lines(p)]
    killed = survived = same = done = 0
    while done < count:
        path, number, text = dice.choice(lines)
        changed = mutate(text, dice)
        if changed is None:
            continue
        name = os.path.relpath(path, source)
        whole = open(path, encoding='utf8').read()
        split = whole.split('\n')
        split[number - 1] = changed
        binary = os.path.join(build, 'CMakeFiles/holonome.dir', name + '.o')
        original = open(binary, 'rb').read()
        with open(path, 'w', encoding='utf8') as file:
            file.write('\n'.join(split))
        made = run(['ninja', '-C', build, 'holonome'])
        verdict = None
        if made.returncode:
            verdict = ''  # no C: another one
        elif open(binary, 'rb').read() == original:
            verdict, same = 'no change of the code', same + 1
        else:
            stem = os.path.basename(name)[:-2]
            near = [t for t in tests if stem in t or t[5:] in stem]
            for test in near + [t for t in tests if t not in near]:
                result = run([os.path.join(build, 'tests', test)], SECONDS)
                if result is None or result.returncode:
                    verdict, killed = test + (' (no end)' if result is None else ''), killed + 1
                    break
            else:
                verdict, survived = 'SURVIVED', survived + 1
        with open(path, 'w', encoding='utf8') as file:
            file.write(whole)
        if verdict:
            done += 1
            print(f'{name}:{number}: {text.strip()} -> {changed.strip()}: {verdict}', flush=True)
    run(['ninja', '-C', build, 'holonome'])
    print(f'{killed} killed, {survived} survived, {same} without a change of the code')
    sys.exit(1 if survived else 0)


if __name__ == '__main__':
    main()
