// SPDX-License-Identifier: BSD-3-Clause
// Roles "branches" and "column": numbers in rows over one parameter, as curves by what they belong to; closer looks at their marks; the
// structure where its shapes are told.

import { h } from './dom';
import { Fields, Value, isRecord, list, number, record } from './data';
import { short } from './digits';
import { Cursor, curveChart } from './plot';
import type { Chart, Curve } from './curves';
import { range } from './curves';
import { States } from './states';
import {
  Told,
  View,
  along,
  axisWords,
  capital,
  colorAt,
  inUnitOf,
  isLog,
  markName,
  named,
  namesOf,
  proofWords,
  recordsOf,
  under,
  upright,
  valueWords,
  withComma,
  withUnit,
  word,
} from './told';

/** Rows over an axis: of the view itself, or of a closer look, which has the same names. */
function xOf(told: Told, rows: Fields): number[] {
  return list(under(told, rows, 'axis')).map((value) => along(told, number(Array.isArray(value) ? value[0] : value)));
}

/** The number of what a column is of, at a point. */
function idAt(told: Told, rows: Fields, point: number, column: number): number {
  const first = number(under(told, told.result, 'first'));
  const branch = under(told, rows, 'branch');
  return branch === undefined
    ? column + (Number.isFinite(first) ? first : 1)
    : number(list(list(branch)[point])[column]);
}

/** Curves by their number, with points in the order of the axis. */
function curvesOf(told: Told, rows: Fields): Map<number, Curve> {
  const x = xOf(told, rows),
    order = x.map((_, i) => i).sort((a, b) => (x[a] as number) - (x[b] as number));
  const curves = new Map<number, Curve>();
  for (const i of order) {
    list(list(under(told, rows, 'value'))[i]).forEach((value, j) => {
      const id = idAt(told, rows, i, j);
      if (id > 0) {
        const curve = curves.get(id) ?? {
          name: `${word(told, 'branch') ? 'branch' : 'mode'} ${id}`,
          x: [],
          y: [],
          flag: [],
          color: 0,
          end: String(id),
        };
        curve.x.push(x[i] as number);
        curve.y.push(upright(told, number(value)));
        curves.set(id, curve);
      }
    });
  }
  return new Map(
    [...curves].sort((a, b) => a[0] - b[0]).map(([id, curve], k) => [id, { ...curve, color: colorAt(k) }]),
  );
}

const marksIn = (told: Told): Fields[] => list(under(told, told.result, 'marks')).map(record);
const gapOf = (told: Told, mark: Fields): number => upright(told, number(under(told, mark, 'mark_gap')));
const curvesAt = (told: Told, mark: Fields): string =>
  list(under(told, mark, 'mark_curves'))
    .map(number)
    .filter((id) => id > 0)
    .join(' and ');

function chartOf(told: Told): Chart {
  const curves = [...curvesOf(told, told.result).values()];
  const marks = marksIn(told).map((mark) => ({
    x: along(told, number(under(told, mark, 'mark_x'))),
    y: upright(told, number(under(told, mark, 'mark_y'))),
    words: markName(told, mark),
    color: 0,
    isDiamond: !(gapOf(told, mark) > 0),
  }));
  return { curves, marks, x: axisWords(told), y: valueWords(told), isLogX: isLog(told) };
}

/** What happens to the curves at a mark. */
function eventWords(told: Told, mark: Fields): string {
  const at = `${word(told, 'axis_label')} = ${withUnit(along(told, number(under(told, mark, 'mark_x'))), word(told, 'axis_unit'), 6)}`;
  const ids = curvesAt(told, mark),
    gap = gapOf(told, mark);
  return ids === ''
    ? `${markName(told, mark)} at ${at}`
    : gap > 0
      ? `${ids} come within ${withUnit(gap, word(told, 'unit') === 'rad/s' ? 'rad/s' : word(told, 'unit'), 3)} of each other at ${at} and turn away (${markName(told, mark)})`
      : `${ids} meet at ${at} (${markName(told, mark)})`;
}

function eventsWords(told: Told): string {
  const FEW = 4;
  const marks = marksIn(told),
    rest = marks.length - FEW;
  if (marks.length === 0) {
    return word(told, 'marks') ? 'No two curves meet or veer.' : '';
  }
  const words = marks
    .slice(0, FEW)
    .map((mark) => eventWords(told, mark))
    .join('; ');
  return `${curvesAt(told, marks[0] as Fields) ? 'Branches ' : ''}${words}${rest > 0 ? `; and ${named(rest, 'more event', 'more events')}` : ''}.`;
}

/** Which curve changes most, of those that are there all along. */
function changeWords(told: Told): string {
  const curves = [...curvesOf(told, told.result)].map(([id, curve]) => ({
    id,
    ends: [curve.y.find(Number.isFinite), [...curve.y].reverse().find(Number.isFinite)] as [
      number | undefined,
      number | undefined,
    ],
  }));
  const moved = curves
    .filter(({ ends }) => (ends[0] ?? 0) > 0 && (ends[1] ?? 0) > 0)
    .map(({ id, ends }) => ({ id, ratio: (ends[1] as number) / (ends[0] as number) }));
  const most = moved.reduce<{ id: number; ratio: number } | null>(
    (best, one) => (!best || Math.abs(Math.log(one.ratio)) > Math.abs(Math.log(best.ratio)) ? one : best),
    null,
  );
  const percent = most ? 100 * (most.ratio - 1) : 0;
  return !most
    ? ''
    : Math.abs(percent) < 0.05
      ? 'No curve changes from one end to the other.'
      : `From one end to the other ${most.id} changes most, by ${percent > 0 ? '+' : '−'}${short(Math.abs(percent), 3)} %.`;
}

function sentenceOf(told: Told): string {
  const x = xOf(told, told.result),
    [low, high] = range([x]);
  return [
    `${x.length} values of ${word(told, 'axis_label')} from ${withUnit(low, word(told, 'axis_unit'), 5)} to ${withUnit(high, word(told, 'axis_unit'), 5)}.`,
    eventsWords(told),
    changeWords(told),
  ]
    .filter(Boolean)
    .join(' ');
}

/** A closer look at a mark: curves of the pair, and others if they come into it. */
function loupe(told: Told, closer: Fields): HTMLElement {
  const mark = marksIn(told)[number(closer.event)] ?? {};
  const ids = list(under(told, mark, 'mark_curves')).map(number);
  const make = (): Chart => {
    const whole = curvesOf(told, told.result);
    const all = [...curvesOf(told, closer)].map(([id, curve]) => ({
      id,
      curve: { ...curve, color: whole.get(id)?.color ?? 0 },
    }));
    const pair = all.filter((one) => ids.includes(one.id)).map((one) => one.curve);
    const [low, high] = range((pair.length > 0 ? pair : all.map((one) => one.curve)).map((curve) => curve.y));
    const curves = all.map((one) => one.curve).filter((curve) => curve.y.some((y) => y >= low && y <= high));
    const pad = 0.06 * (high - low || Math.abs(high) || 1);
    return {
      curves,
      marks: [],
      x: axisWords(told),
      y: valueWords(told),
      range: { x: range(curves.map((curve) => curve.x)), y: [low - pad, high + pad] },
    };
  };
  return h(
    'figure',
    { class: 'loupe' },
    h('figcaption', {}, `${capital(markName(told, mark))} of ${ids.join(' and ')}`),
    curveChart(make, { height: 250, isBare: true, hint: ' ' }),
  );
}

export function branchesView(told: Told, used: string[], isComplete: boolean): View | null {
  if (list(under(told, told.result, 'axis')).length < 2) {
    return null;
  }
  const content = (): HTMLElement[] => {
    const cursor = new Cursor(),
      states = States.of(told);
    const ids = (): number[] => [...curvesOf(told, told.result).keys()];
    cursor.on((isChosen) => {
      const curve = isChosen ? [...curvesOf(told, told.result).values()][cursor.curve] : undefined;
      states?.show([curve?.x[cursor.point] ?? NaN], ids()[cursor.curve] ?? 0, curve?.y[cursor.point] ?? NaN);
    });
    const hint = states
      ? 'Point at a curve to read it; a click shows the structure at the nearest place where its shapes are told; draw across a part to see it larger.'
      : undefined;
    const loupes = list(under(told, told.result, 'closer'))
      .filter(isRecord)
      .map((closer) => loupe(told, closer));
    const left = marksIn(told).length - loupes.length;
    return [
      curveChart(() => chartOf(told), { cursor, ...(hint ? { hint } : {}) }),
      ...(loupes.length > 0 ? [h('div', { class: 'loupes' }, ...loupes)] : []),
      ...(loupes.length > 0 && left > 0
        ? [h('p', { class: 'told' }, `${named(left, 'event has', 'events have')} no closer look.`)]
        : []),
      ...(states ? [states.element] : []),
    ];
  };
  const count = (): number => curvesOf(told, told.result).size;
  return {
    title: `${word(told, 'title')} over ${word(told, 'axis_label')}`,
    sentence: () => sentenceOf(told),
    head: () =>
      `${named(list(under(told, told.result, 'axis')).length, 'structure', 'structures')}, ${named(count(), 'curve', 'curves')}. ${proofWords(told, isComplete)}`,
    content,
    used,
  };
}

/* ---- "column" */

/** Columns with the same unit stand in one chart. */
export function columnView(told: Told, used: string[], isComplete: boolean): View | null {
  const records = recordsOf(told),
    names = namesOf(told, records);
  const unitOf = (one: Fields): string => (typeof one.unit === 'string' ? one.unit : '1');
  const units = [...new Set(records.map(unitOf))];
  const rows = list(under(told, told.result, 'value'));
  const x = (): number[] => xOf(told, told.result);
  const column = (j: number): number[] =>
    rows.map((row: Value) => inUnitOf(unitOf(records[j] as Fields), number(list(row)[j])));
  if (rows.length < 2 || records.length === 0) {
    return null;
  }
  const chart = (unit: string) => (): Chart => {
    const at = x(),
      order = at.map((_, i) => i).sort((a, b) => (at[a] as number) - (at[b] as number));
    const members = records.map((_, j) => j).filter((j) => unitOf(records[j] as Fields) === unit);
    const curves = members.map((j, k): Curve => ({
      name: names[j] as string,
      x: order.map((i) => at[i] as number),
      y: order.map((i) => column(j)[i] as number),
      flag: [],
      color: colorAt(k),
    }));
    return {
      curves,
      marks: [],
      x: axisWords(told),
      y: withComma(members.length === 1 ? (names[members[0] as number] as string) : 'value', unit),
      isLogX: isLog(told),
    };
  };
  const extremes = (one: Fields, j: number): string => {
    const y = column(j),
      at = x(),
      [low, high] = range([y]);
    const where = (value: number): string => withUnit(at[y.indexOf(value)] ?? NaN, word(told, 'axis_unit'), 5);
    return low === high
      ? `${names[j]} is ${withUnit(low, unitOf(one), 5)} everywhere`
      : `${names[j]} goes from ${withUnit(low, unitOf(one), 5)} at ${where(low)} to ${withUnit(high, unitOf(one), 5)} at ${where(high)}`;
  };
  return {
    title: `${word(told, 'title')} over ${word(told, 'axis_label')}`,
    sentence: () => `${records.slice(0, 4).map(extremes).join('. ')}.`,
    head: () =>
      `${named(rows.length, 'structure', 'structures')}, ${named(records.length, 'output', 'outputs')} of each. ${proofWords(told, isComplete)}`,
    content: () => units.map((unit) => curveChart(chart(unit))),
    used,
  };
}
