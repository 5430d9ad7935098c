// SPDX-License-Identifier: BSD-3-Clause
// Roles "value", "complex" and "density": a curve for each record over one axis.

import { Fields, Value, list, number, record } from './data';
import { short } from './digits';
import { Cursor, curveChart } from './plot';
import type { Chart, Curve, Mark } from './curves';
import {
  ViewData,
  View,
  along,
  axisWords,
  colorAt,
  isLog,
  markAt,
  markName,
  named,
  namesOf,
  recordsOf,
  under,
  valueWords,
  withUnit,
  word,
} from './viewdata';

/** From here on the greatest is so many times the least that a straight axis shows nothing of it. */
const WIDE = 30;

interface Curves extends ViewData {
  curves: Fields[];
  names: string[];
}

const valuesOf = (data: Curves, one: Fields): Value[] => list(under(data, one, 'value'));
const radiiOf = (data: Curves, one: Fields): number[] => list(under(data, one, 'radius')).map(number);
const marksIn = (data: Curves, one: Fields): Fields[] => list(under(data, one, 'marks')).map(record);
const size = (value: Value | undefined): number => Math.hypot(number(list(value)[0]), number(list(value)[1]));
/** In degrees; 0 has none. */
const turn = (value: Value | undefined): number =>
  size(value) > 0 ? (Math.atan2(number(list(value)[1]), number(list(value)[0])) * 180) / Math.PI : NaN;
const isComplex = (data: ViewData): boolean => word(data, 'role') === 'complex';
/** Marks of real values are events, those of others peaks. */
const isReal = (data: ViewData): boolean => word(data, 'role') === 'value';
const isStill = (data: Curves, one: Fields): boolean =>
  valuesOf(data, one).every((value) => (Array.isArray(value) ? size(value) : number(value)) === 0);
/** A curve that cannot be seen says so. */
const legendOf = (data: Curves, one: Fields, i: number): string =>
  `${data.names[i]}${isStill(data, one) ? ': 0 everywhere' : ''}`;

function marksOf(data: Curves): Mark[] {
  return data.curves.flatMap((one, i) =>
    marksIn(data, one).map((mark) => markAt(data, mark, number(under(data, mark, 'mark_y')), colorAt(i), isReal(data))),
  );
}

/** A chart of one number made of every value. */
function chartOf(
  data: Curves,
  y: string,
  make: (value: Value | undefined) => number,
  hasMarks: boolean,
  hasBand: boolean,
): Chart {
  const x = list(under(data, data.result, 'axis')).map((value) => along(data, number(value)));
  const curves: Curve[] = data.curves.map((one, i) => {
    const radius = hasBand ? radiiOf(data, one) : [];
    return {
      name: legendOf(data, one, i),
      x,
      y: valuesOf(data, one).map(make),
      flag: [],
      color: colorAt(i),
      ...(radius.length > 0 ? { radius } : {}),
    };
  });
  return {
    curves,
    marks: hasMarks ? marksOf(data) : [],
    x: axisWords(data),
    y,
    isLogX: isLog(data),
    isLog: hasMarks && !isReal(data) && isWide(curves),
  };
}

/** Do the values differ so much that powers of ten are needed? Curves that are 0 everywhere do not say. */
function isWide(curves: Curve[]): boolean {
  const moving = curves
    .map((curve) => curve.y.filter((value) => Number.isFinite(value)))
    .filter((values) => values.some((value) => value > 0));
  const least = Math.min(...moving.map((values) => values.reduce((a, b) => Math.min(a, b)))),
    greatest = Math.max(...moving.map((values) => values.reduce((a, b) => Math.max(a, b))));
  return moving.length > 0 && greatest > WIDE * least;
}

/** The values themselves, in their plane: a resonance is a circle. */
function planeOf(data: Curves): Chart {
  const curves: Curve[] = data.curves.map((one, i) => ({
    name: legendOf(data, one, i),
    x: valuesOf(data, one).map((value) => number(list(value)[0])),
    y: valuesOf(data, one).map((value) => number(list(value)[1])),
    flag: [],
    color: colorAt(i),
    ...(radiiOf(data, one).length > 0 ? { radius: radiiOf(data, one) } : {}),
  }));
  return { curves, marks: [], x: `real part of ${valueWords(data)}`, y: 'imaginary part', isSquare: true };
}

/** Where one curve is largest, and of how many peaks that is the highest. */
function largestOf(data: Curves, one: Fields, i: number): string {
  const values = valuesOf(data, one)
    .map((value) => (isComplex(data) ? size(value) : Math.abs(number(value))))
    .map((value) => (Number.isFinite(value) ? value : -1));
  const marks = isReal(data) ? [] : marksIn(data, one);
  const k = values.reduce((best, value, at) => (value > (values[best] as number) ? at : best), 0);
  if (isStill(data, one)) {
    return `${data.names[i]} is 0 everywhere`;
  }
  if (values.every((value) => value < 0)) {
    return `${data.names[i]} has no unique value`;
  }
  const high = (mark: Fields): number => number(under(data, mark, 'mark_y'));
  const top = marks.length > 0 ? marks.reduce((best, mark) => (high(mark) > high(best) ? mark : best)) : undefined;
  const x = along(data, top ? number(under(data, top, 'mark_x')) : number(list(under(data, data.result, 'axis'))[k])),
    y = top ? high(top) : (values[k] as number);
  const name = top ? markName(data, top) : '';
  return (
    `${data.names[i]} is largest at ${withUnit(x, word(data, 'axis_unit'), 5)}: ` +
    `${withUnit(y, word(data, 'unit'), 5)}${name ? ` (${name})` : ''}` +
    `${marks.length > 1 ? `, the highest of ${marks.length} peaks` : ''}`
  );
}

/** How far what is drawn is from what is true. */
function boundWords(data: Curves): string {
  const between = number(under(data, data.result, 'between'));
  const radii = data.curves.map((one) =>
    radiiOf(data, one)
      .filter(Number.isFinite)
      .reduce((most, radius) => Math.max(most, radius), 0),
  );
  const most = Math.max(0, ...radii);
  const within = most > 0 ? ` Shaded bands contain the exact values, at most ${short(most, 2)} to either side.` : '';
  const cubic = ` Cubic interpolation between them is proved to a relative error of ${short(between, 2)}.`;
  return (Number.isFinite(between) ? cubic : '') + within;
}

/** What there is to see, from the numbers. */
function sentenceOf(data: Curves): string {
  const FEW = 4;
  const points = list(under(data, data.result, 'axis')).length;
  const rest = data.curves.length - FEW;
  const curves = data.curves.slice(0, FEW).map((one, i) => `${largestOf(data, one, i)}.`);
  const more = rest > 0 ? [`${named(rest, 'more curve', 'more curves')}.`] : [];
  return [...curves, ...more, `${named(points, 'point', 'points')}.`].join(' ') + boundWords(data);
}

function chartsOf(data: Curves): HTMLElement[] {
  const cursor = new Cursor(); // one for all charts of the same values
  if (!isComplex(data)) {
    return [curveChart(() => chartOf(data, valueWords(data), number, true, true), { cursor })];
  }
  return [
    () => chartOf(data, `magnitude of ${valueWords(data)}`, size, true, true),
    () => chartOf(data, 'phase, degrees', turn, false, false),
    () => planeOf(data),
  ].map((make) => curveChart(make, { cursor }));
}

export function valueView(data: ViewData, used: string[]): View | null {
  const curves = recordsOf(data);
  const all = { ...data, curves, names: namesOf(data, curves) };
  return curves.length === 0
    ? null
    : {
        title: word(data, 'title') || word(data, 'label'),
        sentence: () => sentenceOf(all),
        head: () =>
          `${named(curves.length, 'curve', 'curves')} over ${word(data, 'axis_label') || word(data, 'axis')}.`,
        content: () => chartsOf(all),
        used,
      };
}
