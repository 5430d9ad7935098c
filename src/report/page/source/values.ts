// SPDX-License-Identifier: BSD-3-Clause
// Roles "value", "complex" and "density": a curve for each record over one axis.

import { Fields, Value, list, number, record } from './data';
import { short } from './digits';
import { Cursor, curveChart } from './plot';
import type { Chart, Curve, Mark } from './curves';
import {
  Told,
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
} from './told';

/** From here on the greatest is so many times the least that a straight axis shows nothing of it. */
const WIDE = 30;

interface Curves extends Told {
  curves: Fields[];
  names: string[];
}

const valuesOf = (told: Curves, one: Fields): Value[] => list(under(told, one, 'value'));
const radiiOf = (told: Curves, one: Fields): number[] => list(under(told, one, 'radius')).map(number);
const marksIn = (told: Curves, one: Fields): Fields[] => list(under(told, one, 'marks')).map(record);
const size = (value: Value | undefined): number => Math.hypot(number(list(value)[0]), number(list(value)[1]));
/** In degrees; 0 has none. */
const turn = (value: Value | undefined): number =>
  size(value) > 0 ? (Math.atan2(number(list(value)[1]), number(list(value)[0])) * 180) / Math.PI : NaN;
const isComplex = (told: Told): boolean => word(told, 'role') === 'complex';
const isStill = (told: Curves, one: Fields): boolean =>
  valuesOf(told, one).every((value) => (Array.isArray(value) ? size(value) : number(value)) === 0);
/** A curve that cannot be seen says so. */
const legendOf = (told: Curves, one: Fields, i: number): string =>
  `${told.names[i]}${isStill(told, one) ? ': 0 everywhere' : ''}`;

function marksOf(told: Curves): Mark[] {
  return told.curves.flatMap((one, i) =>
    marksIn(told, one).map((mark) => markAt(told, mark, number(under(told, mark, 'mark_y')), colorAt(i), false)),
  );
}

/** A chart of one number made of every value. */
function chartOf(
  told: Curves,
  y: string,
  make: (value: Value | undefined) => number,
  hasMarks: boolean,
  hasBand: boolean,
): Chart {
  const x = list(under(told, told.result, 'axis')).map((value) => along(told, number(value)));
  const curves: Curve[] = told.curves.map((one, i) => {
    const radius = hasBand ? radiiOf(told, one) : [];
    return {
      name: legendOf(told, one, i),
      x,
      y: valuesOf(told, one).map(make),
      flag: [],
      color: colorAt(i),
      ...(radius.length > 0 ? { radius } : {}),
    };
  });
  return {
    curves,
    marks: hasMarks ? marksOf(told) : [],
    x: axisWords(told),
    y,
    isLogX: isLog(told),
    isLog: hasMarks && isWide(curves),
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
function planeOf(told: Curves): Chart {
  const curves: Curve[] = told.curves.map((one, i) => ({
    name: legendOf(told, one, i),
    x: valuesOf(told, one).map((value) => number(list(value)[0])),
    y: valuesOf(told, one).map((value) => number(list(value)[1])),
    flag: [],
    color: colorAt(i),
    ...(radiiOf(told, one).length > 0 ? { radius: radiiOf(told, one) } : {}),
  }));
  return { curves, marks: [], x: `real part of ${valueWords(told)}`, y: 'imaginary part', isSquare: true };
}

/** Where one curve is largest, and of how many peaks that is the highest. */
function largestOf(told: Curves, one: Fields, i: number): string {
  const values = valuesOf(told, one).map((value) => (isComplex(told) ? size(value) : Math.abs(number(value))));
  const marks = marksIn(told, one);
  const k = values.reduce((best, value, at) => (value > (values[best] as number) ? at : best), 0);
  if (isStill(told, one)) {
    return `${told.names[i]} is 0 everywhere`;
  }
  const high = (mark: Fields): number => number(under(told, mark, 'mark_y'));
  const top = marks.length > 0 ? marks.reduce((best, mark) => (high(mark) > high(best) ? mark : best)) : undefined;
  const x = along(told, top ? number(under(told, top, 'mark_x')) : number(list(under(told, told.result, 'axis'))[k])),
    y = top ? high(top) : (values[k] as number);
  const name = top ? markName(told, top) : '';
  return `${told.names[i]} is largest at ${withUnit(x, word(told, 'axis_unit'), 5)}: ${withUnit(y, word(told, 'unit'), 5)}${name ? ` (${name})` : ''}${marks.length > 1 ? `, the highest of ${marks.length} peaks` : ''}`;
}

/** How far what is drawn is from what is true. */
function boundWords(told: Curves): string {
  const between = number(under(told, told.result, 'between'));
  const radii = told.curves.map((one) =>
    radiiOf(told, one)
      .filter(Number.isFinite)
      .reduce((most, radius) => Math.max(most, radius), 0),
  );
  const most = Math.max(0, ...radii);
  const within = most > 0 ? ` Bands show how far the exact values can be: at most ${short(most, 2)}.` : '';
  return `${Number.isFinite(between) ? ` Between any two of them a cubic is proved to be off by no more than ${short(between, 2)} of the value.` : ''}${within}`;
}

/** What there is to see, from the numbers. */
function sentenceOf(told: Curves): string {
  const FEW = 4;
  const points = list(under(told, told.result, 'axis')).length;
  const rest = told.curves.length - FEW;
  return `${told.curves
    .slice(0, FEW)
    .map((one, i) => largestOf(told, one, i))
    .join(
      '. ',
    )}. ${rest > 0 ? `${named(rest, 'more curve', 'more curves')}. ` : ''}${points} values each.${boundWords(told)}`;
}

function chartsOf(told: Curves): HTMLElement[] {
  const cursor = new Cursor(); // one for all charts of the same values
  if (!isComplex(told)) {
    return [
      curveChart(() => chartOf(told, valueWords(told), number, word(told, 'role') === 'density', true), { cursor }),
    ];
  }
  return [
    () => chartOf(told, `magnitude of ${valueWords(told)}`, size, true, true),
    () => chartOf(told, 'phase, degrees', turn, false, false),
    () => planeOf(told),
  ].map((make) => curveChart(make, { cursor }));
}

export function valueView(told: Told, used: string[]): View | null {
  const curves = recordsOf(told);
  const all = { ...told, curves, names: namesOf(told, curves) };
  return curves.length === 0
    ? null
    : {
        title: word(told, 'title') || word(told, 'label'),
        sentence: () => sentenceOf(all),
        head: () =>
          `${named(curves.length, 'curve', 'curves')} over ${word(told, 'axis_label') || word(told, 'axis')}.`,
        content: () => chartsOf(all),
        used,
      };
}
