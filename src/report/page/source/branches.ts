// SPDX-License-Identifier: BSD-3-Clause
// Roles "branches" and "column": numbers in rows over one parameter, as curves by what they belong to; closer looks at
// their marks; the structure where its shapes are known.

import { h } from './dom';
import { Fields, Value, isRecord, list, number, record } from './data';
import { short } from './digits';
import { Cursor, curveChart } from './plot';
import type { Chart, Curve } from './curves';
import { range } from './curves';
import { States } from './states';
import {
  ViewData,
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
} from './viewdata';

/** Rows over an axis: of the view itself, or of a closer look, which has the same names. */
function xOf(data: ViewData, rows: Fields): number[] {
  return list(under(data, rows, 'axis')).map((value) => along(data, number(Array.isArray(value) ? value[0] : value)));
}

/** The number of what a column is of, at a point. */
function idAt(data: ViewData, rows: Fields, point: number, column: number): number {
  const first = number(under(data, data.result, 'first'));
  const branch = under(data, rows, 'branch');
  return branch === undefined
    ? column + (Number.isFinite(first) ? first : 1)
    : number(list(list(branch)[point])[column]);
}

/** Curves by their number, with points in the order of the axis. */
function curvesOf(data: ViewData, rows: Fields): Map<number, Curve> {
  const x = xOf(data, rows),
    order = x.map((_, i) => i).sort((a, b) => (x[a] as number) - (x[b] as number));
  const curves = new Map<number, Curve>();
  for (const i of order) {
    list(list(under(data, rows, 'value'))[i]).forEach((value, j) => {
      const id = idAt(data, rows, i, j);
      if (id > 0) {
        const curve = curves.get(id) ?? {
          name: `${word(data, 'branch') ? 'branch' : 'mode'} ${id}`,
          x: [],
          y: [],
          flag: [],
          color: 0,
          end: String(id),
        };
        curve.x.push(x[i] as number);
        curve.y.push(upright(data, number(value)));
        curves.set(id, curve);
      }
    });
  }
  return new Map(
    [...curves].sort((a, b) => a[0] - b[0]).map(([id, curve], k) => [id, { ...curve, color: colorAt(k) }]),
  );
}

const marksIn = (data: ViewData): Fields[] => list(under(data, data.result, 'marks')).map(record);
const gapOf = (data: ViewData, mark: Fields): number => upright(data, number(under(data, mark, 'mark_gap')));
const curvesAt = (data: ViewData, mark: Fields): string =>
  list(under(data, mark, 'mark_curves'))
    .map(number)
    .filter((id) => id > 0)
    .join(' and ');

function chartOf(data: ViewData): Chart {
  const curves = [...curvesOf(data, data.result).values()];
  const marks = marksIn(data).map((mark) => ({
    x: along(data, number(under(data, mark, 'mark_x'))),
    y: upright(data, number(under(data, mark, 'mark_y'))),
    words: markName(data, mark),
    color: 0,
    isDiamond: !(gapOf(data, mark) > 0),
  }));
  return { curves, marks, x: axisWords(data), y: valueWords(data), isLogX: isLog(data) };
}

/** What happens to the curves at a mark. */
function eventWords(data: ViewData, mark: Fields): string {
  const place = along(data, number(under(data, mark, 'mark_x'))),
    unit = word(data, 'unit'),
    at = `${word(data, 'axis_label')} = ${withUnit(place, word(data, 'axis_unit'), 6)}`;
  const ids = curvesAt(data, mark),
    gap = gapOf(data, mark);
  return ids === ''
    ? `${markName(data, mark)} at ${at}`
    : gap > 0
      ? `${ids} come within ${withUnit(gap, unit, 3)} of each other at ${at} without crossing (${markName(data, mark)})`
      : `${ids} meet at ${at} (${markName(data, mark)})`;
}

function eventsWords(data: ViewData): string {
  const FEW = 4;
  const marks = marksIn(data),
    rest = marks.length - FEW;
  if (marks.length === 0) {
    return word(data, 'marks') ? 'No two curves meet or veer.' : '';
  }
  const words = marks
    .slice(0, FEW)
    .map((mark) => eventWords(data, mark))
    .join('; ');
  return (
    `${curvesAt(data, marks[0] as Fields) ? 'Branches ' : ''}${words}` +
    `${rest > 0 ? `; and ${named(rest, 'more event', 'more events')}` : ''}.`
  );
}

/** Which curve changes most, of those that are there all along. */
function changeWords(data: ViewData): string {
  const curves = [...curvesOf(data, data.result)].map(([id, curve]) => ({
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
      ? 'No curve changes over the range.'
      : `Curve ${most.id} changes most over the range: ${percent > 0 ? '+' : '−'}${short(Math.abs(percent), 3)} %.`;
}

function sentenceOf(data: ViewData): string {
  const x = xOf(data, data.result),
    [low, high] = range([x]);
  return [
    `${x.length} values of ${word(data, 'axis_label')} from ${withUnit(low, word(data, 'axis_unit'), 5)} to ` +
      `${withUnit(high, word(data, 'axis_unit'), 5)}.`,
    eventsWords(data),
    changeWords(data),
  ]
    .filter(Boolean)
    .join(' ');
}

/** A closer look at a mark: curves of the pair, and others if they come into it. */
function loupe(data: ViewData, closer: Fields): HTMLElement {
  const mark = marksIn(data)[number(closer.event)] ?? {};
  const ids = list(under(data, mark, 'mark_curves')).map(number);
  const make = (): Chart => {
    const whole = curvesOf(data, data.result);
    const all = [...curvesOf(data, closer)].map(([id, curve]) => ({
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
      x: axisWords(data),
      y: valueWords(data),
      range: { x: range(curves.map((curve) => curve.x)), y: [low - pad, high + pad] },
    };
  };
  return h(
    'figure',
    { class: 'loupe' },
    h('figcaption', {}, `${capital(markName(data, mark))} of ${ids.join(' and ')}`),
    curveChart(make, { height: 250, isBare: true, hint: ' ' }),
  );
}

export function branchesView(data: ViewData, used: string[], isComplete: boolean): View | null {
  if (list(under(data, data.result, 'axis')).length < 2) {
    return null;
  }
  const content = (): HTMLElement[] => {
    const cursor = new Cursor(),
      states = States.of(data);
    const ids = (): number[] => [...curvesOf(data, data.result).keys()];
    cursor.on((isChosen) => {
      const curve = isChosen ? [...curvesOf(data, data.result).values()][cursor.curve] : undefined;
      states?.show([curve?.x[cursor.point] ?? NaN], ids()[cursor.curve] ?? 0, curve?.y[cursor.point] ?? NaN);
    });
    const hint = states
      ? 'Hover to read values, drag to zoom, click to show the structure at the nearest point with mode shapes.'
      : undefined;
    const loupes = list(under(data, data.result, 'closer'))
      .filter(isRecord)
      .map((closer) => loupe(data, closer));
    const left = marksIn(data).length - loupes.length;
    return [
      curveChart(() => chartOf(data), { cursor, ...(hint ? { hint } : {}) }),
      ...(loupes.length > 0 ? [h('div', { class: 'loupes' }, ...loupes)] : []),
      ...(loupes.length > 0 && left > 0
        ? [h('p', { class: 'status' }, `${named(left, 'event has', 'events have')} no enlarged chart.`)]
        : []),
      ...(states ? [states.element] : []),
    ];
  };
  const count = (): number => curvesOf(data, data.result).size;
  return {
    title: `${word(data, 'title')} over ${word(data, 'axis_label')}`,
    sentence: () => sentenceOf(data),
    head: () =>
      `${named(list(under(data, data.result, 'axis')).length, 'point', 'points')}, ` +
      `${named(count(), 'curve', 'curves')}. ${proofWords(data, isComplete)}`,
    content,
    used,
  };
}

/* ---- "column" */

/** Columns with the same unit stand in one chart. */
export function columnView(data: ViewData, used: string[], isComplete: boolean): View | null {
  const records = recordsOf(data),
    names = namesOf(data, records);
  const unitOf = (one: Fields): string => (typeof one.unit === 'string' ? one.unit : '1');
  const units = [...new Set(records.map(unitOf))];
  const rows = list(under(data, data.result, 'value'));
  const x = (): number[] => xOf(data, data.result);
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
      x: axisWords(data),
      y: withComma(members.length === 1 ? (names[members[0] as number] as string) : 'value', unit),
      isLogX: isLog(data),
    };
  };
  const extremes = (one: Fields, j: number): string => {
    const y = column(j),
      at = x(),
      [low, high] = range([y]);
    const where = (value: number): string => withUnit(at[y.indexOf(value)] ?? NaN, word(data, 'axis_unit'), 5);
    return low === high
      ? `${names[j]} is ${withUnit(low, unitOf(one), 5)} everywhere`
      : `${names[j]} ranges from ${withUnit(low, unitOf(one), 5)} at ${where(low)} to ` +
          `${withUnit(high, unitOf(one), 5)} at ${where(high)}`;
  };
  return {
    title: `${word(data, 'title')} over ${word(data, 'axis_label')}`,
    sentence: () => `${records.slice(0, 4).map(extremes).join('. ')}.`,
    head: () =>
      `${named(rows.length, 'point', 'points')}, ${named(records.length, 'output', 'outputs')} each. ` +
      `${proofWords(data, isComplete)}`,
    content: () => units.map((unit) => curveChart(chart(unit))),
    used,
  };
}
