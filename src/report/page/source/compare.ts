// SPDX-License-Identifier: BSD-3-Clause
// Two results side by side: modes paired by how alike their shapes are (the modal assurance criterion, MAC), and what
// has changed.

import { h, onWidth, s } from './dom';
import { short } from './digits';
import { Fields, list, number, record } from './data';
import { errorOf } from './result';
import type { Mode } from './result';
import { choice, inUnit, onChoice } from './state';
import { frequency } from './words';

const LEAST = 0.5; // below it two shapes are not the same mode
const MOST = 24; // modes in the matrix

export interface Side {
  letter: string;
  title: string;
  modes: Mode[];
  index: number; // of the result
  // MAC with the modes of other results, where it was computed before: a row for each of these
  given: Map<number, number[][]>;
}

interface Pair {
  a: Mode;
  b: Mode;
  mac: number;
}

const COMPONENTS = ['ux', 'uy', 'uz'];
const PLACES = 10000; // numbers of a shape that are compared; of more every so manyth

const shapeOf = (side: Side): Fields => side.modes.find((mode) => Object.keys(mode.shapes).length > 0)?.shapes ?? {};

/** What both have at equally many places: names of parts and components, and how many numbers. */
function commonOf(a: Side, b: Side): { lists: [string, string][]; count: number } {
  const one = shapeOf(a),
    other = shapeOf(b);
  const lists: [string, string][] = [];
  let count = 0;
  for (const [part, value] of Object.entries(one)) {
    for (const component of COMPONENTS) {
      const own = list(record(value)[component]).length;
      if (own > 0 && own === list(record(other[part])[component]).length) {
        lists.push([part, component]);
        count += own;
      }
    }
  }
  return { lists, count };
}

/** The displacements of a mode in what both have. */
function vectorOf(mode: Mode, lists: [string, string][], every: number): Float64Array {
  const vector: number[] = [];
  const shapes = mode.shapes;
  let k = 0;
  for (const [part, component] of lists) {
    for (const displacement of list(record(shapes[part])[component])) {
      if (k++ % every === 0) {
        vector.push(number(displacement));
      }
    }
  }
  return Float64Array.from(vector);
}

function dot(u: Float64Array, v: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < u.length; k++) {
    sum += (u[k] as number) * (v[k] as number);
  }
  return sum;
}

/** How alike all pairs of shapes are, 0 to 1; NaN where they have no place in common or nothing moves there. */
function assurances(a: Side, b: Side): { mac: number[][]; every: number } {
  const { lists, count } = commonOf(a, b);
  const every = count > PLACES ? Math.ceil(count / PLACES) | 1 : 1;
  const us = a.modes.map((mode) => vectorOf(mode, lists, every)),
    vs = b.modes.map((mode) => vectorOf(mode, lists, every));
  const squares = vs.map((v) => dot(v, v));
  const mac = us.map((u) => {
    const square = dot(u, u);
    return vs.map((v, j) => (u.length === v.length ? dot(u, v) ** 2 / (square * (squares[j] as number)) : NaN));
  });
  return { mac, every };
}

/** Pairs of the greatest likeness, each mode once. */
function pair(a: Side, b: Side, mac: number[][]): Pair[] {
  const candidates: { i: number; j: number; mac: number }[] = [];
  mac.forEach((row, i) => row.forEach((value, j) => value >= LEAST && candidates.push({ i, j, mac: value })));
  candidates.sort((one, other) => other.mac - one.mac);
  const takenA = new Set<number>(),
    takenB = new Set<number>(),
    pairs: Pair[] = [];
  for (const one of candidates) {
    if (!takenA.has(one.i) && !takenB.has(one.j)) {
      takenA.add(one.i);
      takenB.add(one.j);
      pairs.push({ a: a.modes[one.i] as Mode, b: b.modes[one.j] as Mode, mac: one.mac });
    }
  }
  return pairs.sort((one, other) => one.a.index - other.a.index);
}

/** Difference in per cent of A; NaN of rigid bodies. */
function change(one: Pair): number {
  return (100 * (one.b.omega - one.a.omega)) / one.a.omega;
}

/** Do the bounds of both leave it open whether the frequency has changed at all? Without bounds that is not asked. */
function isOpen(one: Pair): boolean {
  return Math.abs(change(one)) <= 100 * (errorOf(one.a) + errorOf(one.b));
}

function signed(percent: number): string {
  return !Number.isFinite(percent)
    ? '–'
    : `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${short(Math.abs(percent), 3)} %`;
}

function words(a: Side, b: Side, pairs: Pair[]): string {
  if (pairs.length === 0) {
    return (
      `No mode of ${a.letter} matches one of ${b.letter}: MAC is below 0.5 for all pairs, over the parts that ` +
      `both have.`
    );
  }
  const least = Math.min(...pairs.map((one) => one.mac));
  const far = pairs
    .filter((one) => Number.isFinite(change(one)) && !isOpen(one))
    .reduce<Pair | null>((best, one) => (!best || Math.abs(change(one)) > Math.abs(change(best)) ? one : best), null);
  const moved = pairs.filter((one, k) =>
    pairs.some((other, m) => (m < k && other.b.index > one.b.index) || (m > k && other.b.index < one.b.index)),
  );
  const all =
    pairs.length === a.modes.length && pairs.length === b.modes.length
      ? `All ${pairs.length} modes are paired`
      : `${pairs.length} of ${a.modes.length} modes of ${a.letter} are paired with the ${b.modes.length} of ` +
        `${b.letter}`;
  const most = far
    ? `The frequency of mode ${far.a.number} changes most, by ${signed(change(far))}.`
    : 'All frequencies agree within their bounds.';
  const numbers = moved.slice(0, 6).map((one) => one.a.number);
  const order = moved.length > 0 ? ` Modes ${numbers.join(', ')} of ${a.letter} are in another order.` : '';
  return `${all}, least MAC ${mark(least)}. ${most}${order}`;
}

/** A MAC with three digits behind the point, 1 only where it is. */
function mark(mac: number): string {
  return Number.isNaN(mac) ? '–' : mac === 1 ? '1' : (Math.floor(mac * 1000) / 1000).toFixed(3);
}

function pairTable(a: Side, b: Side, pairs: Pair[]): HTMLElement {
  const box = h('div', { class: 'scroll' });
  const alone = (side: Side, isPaired: (mode: Mode) => boolean): Mode[] => side.modes.filter((mode) => !isPaired(mode));
  const write = (): void => {
    const cells = (mode: Mode | null): HTMLElement[] => [
      h('td', { class: 'number' }, mode ? String(mode.number) : ''),
      h(
        'td',
        { class: 'number', title: mode ? `${inUnit(mode.omega)} ${choice.unit}` : null },
        mode ? frequency(mode) : '–',
      ),
    ];
    const rows = [
      ...pairs.map((one) =>
        h(
          'tr',
          { class: 'pair' },
          ...cells(one.a),
          ...cells(one.b),
          h(
            'td',
            { class: 'number', title: `${change(one)} %` },
            Number.isFinite(change(one)) && isOpen(one) ? '≈ 0' : signed(change(one)),
          ),
          h('td', { class: 'number', title: String(one.mac) }, mark(one.mac)),
        ),
      ),
      ...alone(a, (mode) => pairs.some((one) => one.a === mode)).map((mode) =>
        h('tr', {}, ...cells(mode), ...cells(null), h('td', {}, 'no match'), h('td')),
      ),
      ...alone(b, (mode) => pairs.some((one) => one.b === mode)).map((mode) =>
        h('tr', {}, ...cells(null), ...cells(mode), h('td', {}, 'no match'), h('td')),
      ),
    ];
    const head = [
      'mode',
      `${a.letter}, ${choice.unit}`,
      'mode',
      `${b.letter}, ${choice.unit}`,
      'difference',
      'MAC',
    ].map((name) => h('th', { class: 'number' }, name));
    box.replaceChildren(h('table', { class: 'pairs' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows)));
  };
  onChoice((_, what) => what === 'unit' && write());
  write();
  return box;
}

/** The matrix: dark where shapes are alike, with numbers while there is room. */
function matrix(a: Side, b: Side, mac: number[][]): HTMLElement {
  const box = h('div', { class: 'chart' });
  const rows = Math.min(MOST, a.modes.length),
    columns = Math.min(MOST, b.modes.length);
  onWidth(box, (width) => {
    const size = Math.min(46, (width - 60) / columns);
    const marks: SVGElement[] = [];
    for (let i = 0; i < rows; i++) {
      marks.push(s('text', { x: 46, y: 40 + size * (i + 0.5) + 4, 'text-anchor': 'end' }, String(a.modes[i]?.number)));
      for (let j = 0; j < columns; j++) {
        const value = mac[i]?.[j] ?? NaN;
        const x = 52 + size * j,
          y = 40 + size * i;
        marks.push(
          s(
            'rect',
            { x, y, width: size - 1, height: size - 1, class: 'cell' },
            s('title', {}, `${a.letter} ${a.modes[i]?.number}, ${b.letter} ${b.modes[j]?.number}: ${value}`),
          ),
          s('rect', {
            x,
            y,
            width: size - 1,
            height: size - 1,
            class: 'fill color-1',
            opacity: Number.isNaN(value) ? 0 : value,
            'pointer-events': 'none',
          }),
        );
        if (size >= 34 && value >= 0.005) {
          marks.push(
            s(
              'text',
              { x: x + size / 2, y: y + size / 2 + 4, 'text-anchor': 'middle', class: value > 0.6 ? 'onDark' : '' },
              value >= 0.995 ? '1.0' : value.toFixed(2).replace(/^0/, ''),
            ),
          );
        }
      }
    }
    for (let j = 0; j < columns; j++) {
      marks.push(s('text', { x: 52 + size * (j + 0.5), y: 34, 'text-anchor': 'middle' }, String(b.modes[j]?.number)));
    }
    marks.push(s('text', { x: 52, y: 14, class: 'axis' }, `modes of ${b.letter}; rows: modes of ${a.letter}`));
    box.replaceChildren(
      s('svg', { width, height: 44 + size * rows, role: 'img', 'aria-label': 'MAC of all pairs of modes' }, ...marks),
    );
  });
  return box;
}

/** MAC of all pairs: as it was given, else of the shapes, of every so many of their numbers. */
function matrixOf(a: Side, b: Side): { mac: number[][]; every: number } {
  const rows = b.given.get(a.index),
    columns = a.given.get(b.index);
  const given = rows ?? (columns ? a.modes.map((_, i) => columns.map((row) => row[i] ?? NaN)) : null);
  return given ? { mac: given, every: 1 } : assurances(a, b);
}

/** Two results compared; null where they have no part in common. */
export function comparison(a: Side, b: Side): HTMLElement | null {
  const { mac, every } = matrixOf(a, b);
  if (mac.flat().every(Number.isNaN)) {
    return null;
  }
  const pairs = pair(a, b, mac);
  const hasMultiple = [...a.modes, ...b.modes].some((mode) => mode.multiplicity > 1);
  const name = (side: Side): HTMLElement => h('p', { class: 'side' }, h('strong', {}, side.letter), ` ${side.title}`);
  return h(
    'section',
    { class: 'comparison' },
    h('h2', {}, `Comparison of ${a.letter} and ${b.letter}`),
    name(a),
    name(b),
    h('p', { class: 'see' }, words(a, b, pairs)),
    h('div', { class: 'beside' }, pairTable(a, b, pairs), matrix(a, b, mac)),
    h(
      'p',
      { class: 'status' },
      [
        'MAC (modal assurance criterion): 1 for equal shapes, 0 for unrelated ones, over the points of both results',
        every > 1 ? `, of which every ${every}th is taken` : '',
        `. Pairs below ${LEAST} are not matched. ≈ 0: the difference is within the bounds.`,
        a.modes.length > MOST || b.modes.length > MOST ? ` The matrix shows the first ${MOST} modes.` : '',
        hasMultiple ? ' Shapes of multiple frequencies are not unique: MAC may be low for equal structures.' : '',
      ].join(''),
    ),
  );
}
