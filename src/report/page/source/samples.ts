// SPDX-License-Identifier: BSD-3-Clause
// Role "sample": numbers of many structures in no order, and how they are spread.

import { h, onWidth, s } from './dom';
import { Fields, list, number, record } from './data';
import { short, tickWords, ticks } from './digits';
import { range } from './curves';
import { onChoice } from './state';
import {
  ViewData,
  View,
  capital,
  inUnitOf,
  named,
  proofWords,
  recordsOf,
  under,
  withComma,
  withUnit,
  word,
} from './viewdata';

const TALL = 150,
  ENDS = [0.025, 0.975];

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
    const marks: SVGElement[] = count.map((size, k) =>
      s(
        'rect',
        {
          x: 20 + (k * (width - 40)) / bins,
          y: 22 + TALL * (1 - size / most),
          width: Math.max(1, (width - 40) / bins - 1),
          height: (TALL * size) / most,
          class: 'fill color-1',
        },
        s('title', {}, String(size)),
      ),
    );
    const at = ticks(low, high, width < 400 ? 3 : 5),
      words = tickWords(at);
    at.forEach((mark, k) => marks.push(s('text', { x: u(mark), y: TALL + 40, 'text-anchor': 'middle' }, words[k])));
    for (const [value, name] of lines()) {
      marks.push(
        s('line', { x1: u(value), x2: u(value), y1: 18, y2: 22 + TALL, class: 'chosen' }),
        s('text', { x: u(value), y: 13, 'text-anchor': 'middle' }, name),
      );
    }
    marks.push(s('text', { x: width / 2, y: TALL + 60, 'text-anchor': 'middle', class: 'axis' }, x()));
    box.replaceChildren(
      s(
        'svg',
        { width, height: TALL + 68, role: 'img', 'aria-label': `distribution of ${x()} over ${all.length} samples` },
        ...marks,
      ),
    );
  };
  onWidth(box, put);
  onChoice((_, what) => what === 'unit' && last > 0 && put(last));
  return box;
}

/** How far two columns go together, from -1 to 1, where both are known; NaN where one of them does not change. */
function correlation(x: number[], y: number[]): number {
  const known = x.map((_, i) => i).filter((i) => Number.isFinite(x[i] as number) && Number.isFinite(y[i] as number));
  const mean = (of: number[]): number => known.reduce((sum, i) => sum + (of[i] as number), 0) / known.length;
  const [mx, my] = [mean(x), mean(y)];
  let xx = 0,
    yy = 0,
    xy = 0;
  for (const i of known) {
    const dx = (x[i] as number) - mx,
      dy = (y[i] as number) - my;
    [xx, yy, xy] = [xx + dx * dx, yy + dy * dy, xy + dx * dy];
  }
  return xy / Math.sqrt(xx * yy);
}

/** Every sample as a point, at most so many. */
const DOTS = 600;

function scatter(x: number[], y: () => number[], xWords: string, yWords: () => string): HTMLElement {
  const box = h('div', { class: 'chart' });
  let last = 0;
  const put = (width: number): void => {
    last = width;
    const values = y(),
      [low, high] = range([x]),
      [bottom, top] = range([values]),
      every = Math.ceil(x.length / DOTS);
    const u = (value: number): number => 62 + ((value - low) / (high - low || 1)) * (width - 82),
      v = (value: number): number => 8 + TALL * (1 - (value - bottom) / (top - bottom || 1));
    const dots = x
      .map((_, i) => i)
      .filter((i) => i % every === 0 && Number.isFinite(values[i] as number))
      .map((i) =>
        s('circle', {
          cx: u(x[i] as number).toFixed(1),
          cy: v(values[i] as number).toFixed(1),
          r: 1.6,
          class: 'fill color-1',
        }),
      );
    const across = ticks(low, high, 3),
      up = ticks(bottom, top, 4),
      words = tickWords(across),
      upWords = tickWords(up);
    const marks = [
      ...across.map((mark, k) => s('text', { x: u(mark), y: TALL + 26, 'text-anchor': 'middle' }, words[k])),
      ...up.map((mark, k) => s('text', { x: 54, y: v(mark) + 4, 'text-anchor': 'end' }, upWords[k])),
    ];
    box.replaceChildren(
      s(
        'svg',
        { width, height: TALL + 54, role: 'img', 'aria-label': `${yWords()} over ${xWords}` },
        ...marks,
        ...dots,
        s('text', { x: width / 2, y: TALL + 46, 'text-anchor': 'middle', class: 'axis' }, xWords),
      ),
    );
  };
  onWidth(box, put);
  onChoice((_, what) => what === 'unit' && last > 0 && put(last));
  return box;
}

export function sampleView(data: ViewData, used: string[], isComplete: boolean): View | null {
  const records = recordsOf(data),
    rows = list(under(data, data.result, 'value'));
  const probability = list(under(data, data.result, 'axis')).map(number);
  const ends = ENDS.map((p) => probability.findIndex((one) => Math.abs(one - p) < 1e-9)),
    hasEnds = ends.every((k) => k >= 0);
  if (records.length === 0 || rows.length === 0) {
    return null;
  }
  const unitOf = (one: Fields): string => word(data, 'unit') || (typeof one.unit === 'string' ? one.unit : '');
  const name = (one: Fields): string => {
    const own = one[String(list(data.view.name)[0] ?? '')];
    return typeof own === 'number' ? `${word(data, 'label')} ${own}` : String(own ?? word(data, 'label'));
  };
  const quantile = (one: Fields, k: number): number =>
    inUnitOf(unitOf(one), number(list(under(data, one, 'marks'))[k]));
  const spread = (one: Fields): string => {
    const mean = withUnit(inUnitOf(unitOf(one), number(one.mean)), unitOf(one), 4);
    const width = hasEnds
      ? `95 % between ${short(quantile(one, ends[0] as number), 4)} and ` +
        `${withUnit(quantile(one, ends[1] as number), unitOf(one), 4)}`
      : `standard deviation ${withUnit(inUnitOf(unitOf(one), number(one.deviation)), unitOf(one), 3)}`;
    return `${capital(name(one))}: mean ${mean}, ${width}`;
  };
  const drawn = list(under(data, data.result, 'against')).map((row) => list(row).map(number)),
    parameters = list(under(data, data.result, 'against_each')).map(record);
  const column = (j: number): number[] => rows.map((row) => number(list(row)[j]));
  /** The parameter that a column goes with most. */
  const cause = (j: number): { k: number; r: number } | null =>
    parameters
      .map((_, k) => ({
        k,
        r: correlation(
          drawn.map((row) => row[k] as number),
          column(j),
        ),
      }))
      .filter(({ r }) => Number.isFinite(r))
      .reduce<{ k: number; r: number } | null>(
        (best, one) => (!best || Math.abs(one.r) > Math.abs(best.r) ? one : best),
        null,
      );
  const nameOf = (k: number): string => String(parameters[k]?.name ?? '');
  const against = (one: Fields, j: number): HTMLElement | null => {
    const most = cause(j);
    return (
      most &&
      scatter(
        drawn.map((row) => row[most.k] as number),
        () => column(j).map((value) => inUnitOf(unitOf(one), value)),
        withComma(nameOf(most.k), String(parameters[most.k]?.unit ?? '')),
        () => withComma(name(one), unitOf(one)),
      )
    );
  };
  const causeWords = (j: number): string => {
    const most = cause(j);
    return most ? `, most sensitive to ${nameOf(most.k)} (correlation ${short(most.r, 2)})` : '';
  };
  const histogramOf = (one: Fields, j: number): HTMLElement =>
    histogram(
      () => rows.map((row) => inUnitOf(unitOf(one), number(list(row)[j]))).filter((value) => Number.isFinite(value)),
      () =>
        hasEnds
          ? ends.map((k): [number, string] => [quantile(one, k), `${short(100 * (probability[k] as number), 3)} %`])
          : [],
      () => withComma(name(one), unitOf(one)),
    );
  const box = (one: Fields, j: number): HTMLElement => h('div', {}, histogramOf(one, j), against(one, j));
  return {
    title: word(data, 'title'),
    sentence: () =>
      `${records
        .slice(0, 3)
        .map((one, j) => `${spread(one)}${causeWords(j)}`)
        .join('. ')}. ${named(rows.length, 'sample', 'samples')}.`,
    head: () =>
      `${named(rows.length, 'random sample', 'random samples')}, ` +
      `${named(records.length, 'quantity', 'quantities')} each. ${proofWords(data, isComplete)}`,
    content: () => [h('div', { class: 'samples' }, ...records.map(box))],
    used,
  };
}
