// Role "sample": numbers of many structures in no order, and how they are spread.

import { h, onWidth, s } from './dom';
import { Fields, list, number } from './data';
import { short, tickWords, ticks } from './digits';
import { range } from './curves';
import { onChoice } from './state';
import { Told, View, capital, inUnitOf, named, proofWords, recordsOf, under, withComma, withUnit, word } from './told';

const TALL = 150, ENDS = [0.025, 0.975];

/** How often values fall where, with lines at quantiles. */
function histogram(values: () => number[], lines: () => [number, string][], x: () => string): HTMLElement {
  const box = h('div', { class: 'chart' });
  let last = 0;
  const put = (width: number): void => {
    last = width;
    const all = values();
    const [low, high] = range([all]);
    const bins = Math.max(5, Math.min(40, Math.round(Math.sqrt(all.length))));
    const count = new Array<number>(bins).fill(0);
    for (const value of all) {
      const bin = Math.min(bins - 1, Math.floor(((value - low) / (high - low || 1)) * bins));
      count[bin] = (count[bin] ?? 0) + 1;
    }
    const most = Math.max(1, ...count);
    const u = (value: number): number => 20 + ((value - low) / (high - low || 1)) * (width - 40);
    const marks: SVGElement[] = count.map((size, k) => s('rect', { x: 20 + (k * (width - 40)) / bins, y: 22 + TALL * (1 - size / most), width: Math.max(1, (width - 40) / bins - 1), height: (TALL * size) / most, class: 'fill color-1' }, s('title', {}, String(size))));
    const at = ticks(low, high, width < 400 ? 3 : 5), words = tickWords(at);
    at.forEach((mark, k) => marks.push(s('text', { x: u(mark), y: TALL + 40, 'text-anchor': 'middle' }, words[k])));
    for (const [value, name] of lines()) {
      marks.push(s('line', { x1: u(value), x2: u(value), y1: 18, y2: 22 + TALL, class: 'chosen' }), s('text', { x: u(value), y: 13, 'text-anchor': 'middle' }, name));
    }
    marks.push(s('text', { x: width / 2, y: TALL + 60, 'text-anchor': 'middle', class: 'axis' }, x()));
    box.replaceChildren(s('svg', { width, height: TALL + 68, role: 'img', 'aria-label': `how ${x()} is spread over ${all.length} samples` }, ...marks));
  };
  onWidth(box, put);
  onChoice((_, what) => what === 'unit' && last > 0 && put(last));
  return box;
}

export function sampleView(told: Told, used: string[], isComplete: boolean): View | null {
  const records = recordsOf(told), rows = list(under(told, told.result, 'value'));
  const probability = list(under(told, told.result, 'axis')).map(number);
  const ends = ENDS.map((p) => probability.findIndex((one) => Math.abs(one - p) < 1e-9)), hasEnds = ends.every((k) => k >= 0);
  if (records.length === 0 || rows.length === 0) {
    return null;
  }
  const unitOf = (one: Fields): string => word(told, 'unit') || (typeof one.unit === 'string' ? one.unit : '');
  const name = (one: Fields): string => {
    const own = one[String(list(told.view.name)[0] ?? '')];
    return typeof own === 'number' ? `${word(told, 'label')} ${own}` : String(own ?? word(told, 'label'));
  };
  const quantile = (one: Fields, k: number): number => inUnitOf(unitOf(one), number(list(under(told, one, 'marks'))[k]));
  const spread = (one: Fields): string => {
    const mean = withUnit(inUnitOf(unitOf(one), number(one.mean)), unitOf(one), 4);
    const width = hasEnds ? `95 % between ${short(quantile(one, ends[0] as number), 4)} and ${withUnit(quantile(one, ends[1] as number), unitOf(one), 4)}` : `deviation ${withUnit(inUnitOf(unitOf(one), number(one.deviation)), unitOf(one), 3)}`;
    return `${capital(name(one))}: mean ${mean}, ${width}`;
  };
  const box = (one: Fields, j: number): HTMLElement => histogram(() => rows.map((row) => inUnitOf(unitOf(one), number(list(row)[j]))).filter((value) => Number.isFinite(value)),
    () => (hasEnds ? ends.map((k): [number, string] => [quantile(one, k), `${short(100 * (probability[k] as number), 3)} %`]) : []), () => withComma(name(one), unitOf(one)));
  return { title: word(told, 'title'), sentence: () => `${records.slice(0, 3).map(spread).join('. ')}. ${named(rows.length, 'structure', 'structures')}.`, head: () => `${named(rows.length, 'structure', 'structures')} at random, ${named(records.length, 'number', 'numbers')} of each. ${proofWords(told, isComplete)}`,
    content: () => [h('div', { class: 'samples' }, ...records.map(box))], used };
}
