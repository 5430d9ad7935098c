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

/** A chart of one number made of every value. */
function chartOf(told: Told, y: string, make: (value: Value | undefined) => number, hasMarks: boolean): Chart {
  const x = list(told.result[text(told.view.axis)]).map((value) => along(told, number(value)));
  const curves: Curve[] = told.curves.map((one, i) => ({
    name: nameOf(one, told.view, i), x, y: list(one[text(told.view.value)]).map(make), flag: [], color: i < COLORS ? i + 1 : 0,
  }));
  const marks: Mark[] = !hasMarks ? [] : told.curves.flatMap((one, i) => list(one[text(told.view.marks)]).map(record).map((mark) => {
    const at = along(told, number(mark[text(told.view.mark_x)])), high = number(mark[text(told.view.mark_y)]);
    return { x: at, y: high, words: `${short(high, 4)} at ${short(at, 5)}`, color: i < COLORS ? i + 1 : 0, isDiamond: false };
  }));
  const all = curves.flatMap((curve) => curve.y).filter((value) => Number.isFinite(value));
  const least = Math.min(...all), greatest = Math.max(...all);
  return { curves, marks, x: axisWords(told), y, isLog: hasMarks && least > 0 && greatest > WIDE * least };
}

const size = (value: Value | undefined): number => Math.hypot(number(list(value)[0]), number(list(value)[1]));
const turn = (value: Value | undefined): number => (Math.atan2(number(list(value)[1]), number(list(value)[0])) * 180) / Math.PI;

/** What there is to see, from the numbers. */
function sentenceOf(told: Told): string {
  const points = list(told.result[text(told.view.axis)]).length;
  const words = told.curves.slice(0, 4).map((one, i) => {
    const values = list(one[text(told.view.value)]).map((value) => (text(told.view.role) === 'complex' ? size(value) : Math.abs(number(value))));
    const marks = list(one[text(told.view.marks)]).map(record).map((mark) => [along(told, number(mark[text(told.view.mark_x)])), number(mark[text(told.view.mark_y)])] as const);
    const k = values.indexOf(Math.max(...values));
    const at = along(told, number(list(told.result[text(told.view.axis)])[k]));
    const [x, y] = marks.length > 0 ? marks.reduce((best, mark) => (mark[1] > best[1] ? mark : best)) : [at, values[k] ?? NaN];
    return `${nameOf(one, told.view, i)} is largest at ${short(x, 5)} ${isFrequency(told) ? choice.unit : text(told.view.axis_unit)}: ${short(y, 5)}${text(told.view.unit) ? ` ${text(told.view.unit)}` : ''}${marks.length > 1 ? `, the highest of ${marks.length} peaks` : ''}`;
  });
  return `${words.join('. ')}. ${points} values each.`;
}

function chartsOf(told: Told): (() => Chart)[] {
  if (text(told.view.role) !== 'complex') {
    return [() => chartOf(told, valueWords(told), number, false)];
  }
  return [() => chartOf(told, `magnitude of ${valueWords(told)}`, size, true), () => chartOf(told, 'phase, degrees', turn, false)];
}

function viewOf(result: Fields, view: Fields, used: string[]): View | null {
  const told = { result, view, curves: list(result[text(view.each)]).map(record) };
  const isKnown = ['complex', 'value'].includes(text(view.role));
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
