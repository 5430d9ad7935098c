// Views that a result describes by itself: this file knows roles, and no analysis.

import { Fields, Value, isRecord, list, number, record, text } from './data';
import { short } from './digits';
import type { Chart, Curve, Mark } from './curves';
import { choice, inUnit } from './state';
import type { View } from './views';

const COLORS = 6;
/** From here on the greatest is so many times the least that a straight axis shows nothing of it. */
const WIDE = 30;

/** What stands under the names that distinguish one curve, or its number. */
function nameOf(one: Fields, view: Fields, i: number): string {
  const words = list(view.name).map((key) => one[text(key)]).map((value) => (typeof value === 'number' ? String(value) : text(value))).filter((word) => word !== '');
  return words.length > 0 ? words.join(', ') : `curve ${i + 1}`;
}

interface Told {
  result: Fields;
  view: Fields;
  curves: Fields[];
}

const isFrequency = (told: Told): boolean => text(told.view.axis_unit) === 'rad/s';
const along = (told: Told, x: number): number => (isFrequency(told) ? inUnit(x) : x);

function axisWords(told: Told): string {
  const unit = isFrequency(told) ? choice.unit : text(told.view.axis_unit);
  return `${text(told.view.axis_label) || text(told.view.axis)}${unit ? `, ${unit}` : ''}`;
}

function valueWords(told: Told): string {
  const unit = text(told.view.unit);
  return `${text(told.view.label) || text(told.view.value)}${unit ? `, ${unit}` : ''}`;
}

/** "mode 3", or a word as it is. */
function markName(told: Told, mark: Fields): string {
  const name = mark[text(told.view.mark_name)];
  return typeof name === 'number' ? `${text(told.view.mark_name)} ${name}: ` : text(name) ? `${text(name)}: ` : '';
}

function marksOf(told: Told): Mark[] {
  return told.curves.flatMap((one, i) => list(one[text(told.view.marks)]).map(record).map((mark) => {
    const at = along(told, number(mark[text(told.view.mark_x)])), high = number(mark[text(told.view.mark_y)]);
    return { x: at, y: high, words: `${markName(told, mark)}${short(high, 4)} at ${short(at, 5)}`, color: colorAt(i), isDiamond: false };
  }));
}

const isStill = (told: Told, one: Fields): boolean => valuesOf(told, one).every((value) => (Array.isArray(value) ? size(value) : number(value)) === 0);
/** A curve that cannot be seen says so. */
const legendOf = (told: Told, one: Fields, i: number): string => `${nameOf(one, told.view, i)}${isStill(told, one) ? ': 0 everywhere' : ''}`;
const colorAt = (i: number): number => (i < COLORS ? i + 1 : 0);
const valuesOf = (told: Told, one: Fields): Value[] => list(one[text(told.view.value)]);
/** Radii of what is known, if they are told. */
const radiiOf = (told: Told, one: Fields): number[] => list(one[text(told.view.radius)]).map(number);

/** A chart of one number made of every value. */
function chartOf(told: Told, y: string, make: (value: Value | undefined) => number, hasMarks: boolean, hasBand: boolean): Chart {
  const x = list(told.result[text(told.view.axis)]).map((value) => along(told, number(value)));
  const curves: Curve[] = told.curves.map((one, i) => {
    const radius = hasBand ? radiiOf(told, one) : [];
    return { name: legendOf(told, one, i), x, y: valuesOf(told, one).map(make), flag: [], color: colorAt(i), ...(radius.length > 0 ? { radius } : {}) };
  });
  return { curves, marks: hasMarks ? marksOf(told) : [], x: axisWords(told), y, isLog: hasMarks && isWide(curves) };
}

/** Do the values differ so much that powers of ten are needed? Curves that are 0 everywhere do not say. */
function isWide(curves: Curve[]): boolean {
  const moving = curves.map((curve) => curve.y.filter((value) => Number.isFinite(value))).filter((values) => values.some((value) => value > 0));
  const least = Math.min(...moving.map((values) => values.reduce((a, b) => Math.min(a, b)))), greatest = Math.max(...moving.map((values) => values.reduce((a, b) => Math.max(a, b))));
  return moving.length > 0 && greatest > WIDE * least;
}

/** The values themselves, in their plane: a resonance is a circle. */
function planeOf(told: Told): Chart {
  const curves: Curve[] = told.curves.map((one, i) => ({
    name: legendOf(told, one, i), x: valuesOf(told, one).map((value) => number(list(value)[0])), y: valuesOf(told, one).map((value) => number(list(value)[1])), flag: [], color: colorAt(i),
  }));
  return { curves, marks: [], x: `real part of ${valueWords(told)}`, y: 'imaginary part', isSquare: true };
}

const size = (value: Value | undefined): number => Math.hypot(number(list(value)[0]), number(list(value)[1]));
/** In degrees; 0 has none. */
const turn = (value: Value | undefined): number => (size(value) > 0 ? (Math.atan2(number(list(value)[1]), number(list(value)[0])) * 180) / Math.PI : NaN);

/** Where one curve is largest, and of how many peaks that is the highest. */
function largestOf(told: Told, one: Fields, i: number): string {
  const values = valuesOf(told, one).map((value) => (text(told.view.role) === 'complex' ? size(value) : Math.abs(number(value))));
  const marks = list(one[text(told.view.marks)]).map(record);
  const k = values.reduce((best, value, at) => (value > (values[best] as number) ? at : best), 0);
  if (isStill(told, one)) {
    return `${nameOf(one, told.view, i)} is 0 everywhere`;
  }
  const high = (mark: Fields): number => number(mark[text(told.view.mark_y)]);
  const top = marks.length > 0 ? marks.reduce((best, mark) => (high(mark) > high(best) ? mark : best)) : undefined;
  const x = along(told, top ? number(top[text(told.view.mark_x)]) : number(list(told.result[text(told.view.axis)])[k])), y = top ? high(top) : (values[k] as number);
  const unit = isFrequency(told) ? choice.unit : text(told.view.axis_unit);
  const name = top ? markName(told, top).replace(': ', '') : '';
  return `${nameOf(one, told.view, i)} is largest at ${short(x, 5)} ${unit}: ${short(y, 5)}${text(told.view.unit) ? ` ${text(told.view.unit)}` : ''}${name ? ` (${name})` : ''}${marks.length > 1 ? `, the highest of ${marks.length} peaks` : ''}`;
}

/** How far what is drawn is from what is true. */
function boundWords(told: Told): string {
  const between = number(told.result[text(told.view.between)]);
  const radii = told.curves.map((one) => Math.max(0, ...radiiOf(told, one).filter(Number.isFinite)));
  const within = Math.max(0, ...radii) > 0 ? ` Bands show how far the exact values can be: at most ${short(Math.max(...radii), 2)}.` : '';
  return `${Number.isFinite(between) ? ` Between any two of them a cubic is proved to be off by no more than ${short(between, 2)} of the value.` : ''}${within}`;
}

/** What there is to see, from the numbers. */
function sentenceOf(told: Told): string {
  const points = list(told.result[text(told.view.axis)]).length;
  return `${told.curves.slice(0, 4).map((one, i) => largestOf(told, one, i)).join('. ')}. ${points} values each.${boundWords(told)}`;
}

function chartsOf(told: Told): (() => Chart)[] {
  if (text(told.view.role) !== 'complex') {
    return [() => chartOf(told, valueWords(told), number, text(told.view.role) === 'density', true)];
  }
  return [() => chartOf(told, `magnitude of ${valueWords(told)}`, size, true, true), () => chartOf(told, 'phase, degrees', turn, false, false), () => planeOf(told)];
}

function viewOf(result: Fields, view: Fields, used: string[]): View | null {
  const only = text(view.only);
  const told = { result, view, curves: list(result[text(view.each)]).map(record).filter((one) => only === '' || text(one[only]) === text(view.only_word)) };
  const isKnown = ['complex', 'value', 'density'].includes(text(view.role));
  return !isKnown || told.curves.length === 0 ? null : { title: text(view.title) || text(view.label), sentence: () => sentenceOf(told), charts: chartsOf(told), samples: [], used };
}

/** The views that a result describes, or one of the analyses in it. */
export function describedViews(result: Fields): View[] {
  const own = list(result.views).map(record).map((view) => viewOf(result, view, [text(view.each), text(view.axis)]));
  const inner = Object.entries(result).flatMap(([name, value]) => (isRecord(value) ? list(value.views).map(record).map((view) => viewOf(value, view, [name])) : []));
  return [...own, ...inner].filter((view) => view !== null);
}

/** Is an axis of it a frequency, whose unit may be chosen? */
export function hasFrequencies(result: Fields): boolean {
  return [result, ...Object.values(result).filter(isRecord)].some((one) => list(one.views).some((view) => text(record(view).axis_unit) === 'rad/s'));
}
