// SPDX-License-Identifier: BSD-3-Clause
// Curves over a parameter or a frequency, as SVG for a width; they may turn back. Whatever they are of: a Chart
// describes what is drawn. SVG: it prints as lines, its words can be read and placed, axe sees it; and of many points
// no more are drawn than pixels can show.

import { s } from './dom';
import { decades, short, tickWords, ticks } from './digits';

export interface Curve {
  name: string;
  x: number[];
  y: number[];
  flag: boolean[]; // dashed there; may be empty
  radius?: number[]; // what is known is within this of y: a band
  color: number; // of the palette; -1: a thin guide
  end?: string; // what stands at its right end
}

export interface Mark {
  x: number;
  y: number;
  words: string;
  color: number;
  isDiamond: boolean;
}

export interface Chart {
  curves: Curve[];
  marks: Mark[];
  x: string; // of the axes, with units
  y: string;
  isLogX?: boolean; // the axis goes by powers of ten
  isLog?: boolean; // the upright axis is in powers of ten, down to NOTHING of the greatest
  isSquare?: boolean; // both axes have the same unit
  flagWords?: string; // what is dashed
  range?: Window; // what is seen of it; all, if not given
}

/** A part of the plane. */
export interface Window {
  x: [number, number];
  y: [number, number];
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A curve in pixels. */
export interface Drawn {
  u: Float32Array;
  v: Float32Array;
}

/** A chart that is drawn, and how to get from its pixels to its numbers. */
export interface Plot {
  svg: SVGSVGElement;
  area: Box;
  drawn: Drawn[];
  x: (u: number) => number;
  y: (v: number) => number;
  window: Window; // what is seen
}

const RIGHT = 22,
  TOP = 14,
  BELOW = 48,
  LETTER = 7;
/** What is below this share of the greatest value is nothing where the axis is in powers of ten. */
const NOTHING = 1e-9;
/** More marks than these have no words beside them. */
const WORDED = 24;
const FAR = 1e6,
  APART = 5; // pixels

let made = 0;

/** The least and the greatest of many numbers; those that are none do not count. */
export function range(values: number[][]): [number, number] {
  let low = Infinity,
    high = -Infinity;
  for (const list of values) {
    for (const value of list) {
      if (Number.isFinite(value)) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
  }
  return low <= high ? [low, high] : [0, 1];
}

/** Which column of pixels a point is in; all beyond the sides are in two. */
const columnOf = (u: number, area: Box): number => (u < area.left ? -1 : u > area.right ? FAR : Math.floor(u));

/** Of the points from..to, which lie in one column of pixels, those that show: the first, the lowest, the highest,
 *  the last. */
function extremes(v: Float32Array, from: number, to: number): number[] {
  let low = from,
    high = from;
  for (let k = from; k <= to; k++) {
    low = (v[k] as number) < (v[low] as number) ? k : low;
    high = (v[k] as number) > (v[high] as number) ? k : high;
  }
  return [...new Set([from, low, high, to])].sort((a, b) => a - b);
}

/** Stretches of a curve that are in one piece, and of one kind; neighbours share a point. */
function* stretches(curve: Curve, drawn: Drawn, isFlagged: boolean): Generator<[number, number]> {
  const { u, v } = drawn;
  const isThere = (k: number): boolean => Number.isFinite(u[k] as number) && Number.isFinite(v[k] as number);
  const isIn = (k: number): boolean => isThere(k) && (curve.flag[k] ?? false) === isFlagged;
  for (let k = 0; k < u.length; k++) {
    if (!isIn(k)) {
      continue;
    }
    const from = k > 0 && curve.flag.length > 0 && isThere(k - 1) ? k - 1 : k;
    while (k + 1 < u.length && isIn(k + 1)) {
      k++;
    }
    yield [from, k];
  }
}

/** The path of a curve where its flag is as asked for, with no more points than columns of pixels can show. */
function pathOf(curve: Curve, drawn: Drawn, isFlagged: boolean, area: Box, kept: [number, number][]): string {
  const { u, v } = drawn;
  let path = '';
  const put = (k: number, isFirst: boolean): void => {
    const at: [number, number] = [u[k] as number, Math.max(-FAR, Math.min(FAR, v[k] as number))];
    path += `${isFirst ? 'M' : 'L'}${at[0].toFixed(1)},${at[1].toFixed(1)}`;
    const last = kept[kept.length - 1],
      pieces = last && !isFirst ? Math.min(100, Math.ceil(Math.hypot(at[0] - last[0], at[1] - last[1]) / APART)) : 1;
    for (let i = 1; last && i < pieces; i++) {
      // labels must not stand on the line between, either
      kept.push([last[0] + (i / pieces) * (at[0] - last[0]), last[1] + (i / pieces) * (at[1] - last[1])]);
    }
    kept.push(at);
  };
  for (const [from, to] of stretches(curve, drawn, isFlagged)) {
    for (let k = from; k <= to;) {
      const column = columnOf(u[k] as number, area);
      let end = k;
      while (end < to && columnOf(u[end + 1] as number, area) === column) {
        end++;
      }
      const all = end - k < 4 ? Array.from({ length: end - k + 1 }, (_, i) => k + i) : extremes(v, k, end);
      all.forEach((at) => put(at, at === from));
      k = end + 1;
    }
  }
  return path;
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The band of what is known about a curve, piece by piece; in one column of pixels the widest. */
function bandOf(curve: Curve, drawn: Drawn, v: (value: number) => number, area: Box): string {
  let path = '',
    upper: string[] = [],
    lower: string[] = [],
    last = NaN,
    top = 0,
    bottom = 0,
    at = 0;
  const put = (): void => {
    if (Number.isFinite(last)) {
      upper.push(`${at.toFixed(1)},${top.toFixed(2)}`);
      lower.push(`${at.toFixed(1)},${bottom.toFixed(2)}`);
    }
    last = NaN;
  };
  const close = (): void => {
    put();
    path += upper.length > 1 ? `M${[...upper, ...lower.reverse()].join('L')}z` : '';
    [upper, lower] = [[], []];
  };
  (curve.radius ?? []).forEach((radius, k) => {
    const u = drawn.u[k] as number,
      high = v((curve.y[k] as number) + radius),
      low = v((curve.y[k] as number) - radius),
      column = columnOf(u, area);
    if (![u, high, low].every(Number.isFinite)) {
      close();
      return;
    }
    if (column !== last) {
      put();
      [last, at, top, bottom] = [column, u, high, low];
    }
    [top, bottom] = [Math.min(top, high), Math.max(bottom, low)];
  });
  close();
  return path;
}

/** In a plane what is known is within a circle; those that can be seen, of no more points than these. */
function discsOf(curve: Curve, drawn: Drawn, scale: number): SVGElement[] {
  const MOST = 300,
    SEEN = 1;
  const every = Math.ceil(curve.x.length / MOST);
  return (curve.radius ?? []).flatMap((radius, k) =>
    k % every === 0 && radius * scale > SEEN && Number.isFinite(drawn.v[k] as number)
      ? [
          s('circle', {
            cx: (drawn.u[k] as number).toFixed(1),
            cy: (drawn.v[k] as number).toFixed(1),
            r: (radius * scale).toFixed(2),
            class: `band ${colorOf(curve.color)}`,
          }),
        ]
      : [],
  );
}

/** Two ranges widened until a unit is as long on both axes. */
function squared(x: [number, number], y: [number, number], area: Box): Window {
  const per = Math.max((x[1] - x[0]) / (area.right - area.left), (y[1] - y[0]) / (area.bottom - area.top)) || 1;
  const about = ([low, high]: [number, number], length: number): [number, number] => [
    (low + high) / 2 - (per * length) / 2,
    (low + high) / 2 + (per * length) / 2,
  ];
  return { x: about(x, area.right - area.left), y: about(y, area.bottom - area.top) };
}

/** The place of a label with least curve under it, of eight around its mark; null where all are taken. */
function placeLabel(
  x: number,
  y: number,
  words: string,
  around: Box,
  taken: Box[],
  points: [number, number][],
): Box | null {
  const wide = LETTER * words.length + 4,
    high = 15,
    gap = 9;
  const offsets: [number, number][] = [
    [gap, -high / 2],
    [-gap - wide, -high / 2],
    [-wide / 2, -gap - high],
    [-wide / 2, gap],
    [gap, -gap - high],
    [gap, gap],
    [-gap - wide, -gap - high],
    [-gap - wide, gap],
  ];
  let best: Box | null = null,
    least = 500;
  offsets.forEach(([dx, dy], k) => {
    const box = { left: x + dx, top: y + dy, right: x + dx + wide, bottom: y + dy + high };
    const isOut =
      box.left < around.left || box.right > around.right || box.top < around.top || box.bottom > around.bottom;
    const cost =
      0.1 * k +
      (isOut ? 1e4 : 0) +
      1e3 * taken.filter((other) => overlap(box, other)).length +
      Math.min(400, points.filter(([u, v]) => u > box.left && u < box.right && v > box.top && v < box.bottom).length);
    if (cost < least) {
      least = cost;
      best = box;
    }
  });
  return best;
}

/** Words that fit into so many pixels. */
function cut(words: string, room: number): string {
  const most = Math.max(4, Math.floor(room / LETTER));
  return words.length > most ? `${words.slice(0, most - 1)}…` : words;
}

/** Marks of an axis that have room side by side. */
function marksAcross(low: number, high: number, isLog: boolean, room: number): { at: number; words: string }[] {
  for (let about = room > 700 ? 8 : 6; about > 1; about--) {
    const at = isLog ? decades(low, high, about) : ticks(low, high, about),
      words = tickWords(at);
    const need = words.reduce((sum, one) => sum + LETTER * one.length + 14, 0);
    if (need <= room || about === 2) {
      return at.map((mark, k) => ({ at: mark, words: words[k] as string }));
    }
  }
  return [];
}

interface Scales {
  u: (value: number) => number;
  v: (value: number) => number;
}

function axes(area: Box, window: Window, chart: Chart, isLog: boolean, { u, v }: Scales): SVGElement[] {
  const marks: SVGElement[] = [];
  for (const mark of marksAcross(window.x[0], window.x[1], chart.isLogX === true, area.right - area.left)) {
    marks.push(
      s('line', { x1: u(mark.at), x2: u(mark.at), y1: area.top, y2: area.bottom, class: 'grid' }),
      s('text', { x: u(mark.at), y: area.bottom + 18, 'text-anchor': 'middle' }, mark.words),
    );
  }
  for (const mark of marksUp(window, isLog)) {
    marks.push(
      s('line', { x1: area.left, x2: area.right, y1: v(mark.at), y2: v(mark.at), class: 'grid' }),
      s('text', { x: area.left - 8, y: v(mark.at) + 4, 'text-anchor': 'end' }, mark.words),
    );
  }
  const middle = (area.top + area.bottom) / 2;
  marks.push(
    s(
      'text',
      { x: (area.left + area.right) / 2, y: area.bottom + 40, 'text-anchor': 'middle', class: 'axis' },
      s('title', {}, chart.x),
      cut(chart.x, area.right),
    ),
    s(
      'text',
      { x: 14, y: middle, 'text-anchor': 'middle', class: 'axis', transform: `rotate(-90 14 ${middle})` },
      s('title', {}, chart.y),
      cut(chart.y, area.bottom + BELOW),
    ),
  );
  return marks;
}

function marksUp(window: Window, isLog: boolean): { at: number; words: string }[] {
  const at = isLog ? decades(window.y[0], window.y[1], 8) : ticks(window.y[0], window.y[1], 7),
    words = tickWords(at);
  return at.map((mark, k) => ({ at: mark, words: words[k] as string }));
}

export const colorOf = (color: number): string => `color-${color < 0 ? 0 : color}`;

interface Whole {
  window: Window;
  isLog: boolean;
}

const known = new WeakMap<Chart, Whole>();

/** All that there is to see: of curves whose axis is in powers of ten what is not nothing. */
export function wholeOf(chart: Chart): Whole {
  const whole = known.get(chart) ?? findWhole(chart);
  known.set(chart, whole);
  return whole;
}

function findWhole(chart: Chart): Whole {
  const all = range(chart.curves.map((curve) => curve.y));
  const isLog = chart.isLog === true && all[1] > 0;
  const y = isLog ? range(chart.curves.map((curve) => curve.y.filter((value) => value > NOTHING * all[1]))) : all;
  const low = isLog
    ? y[0] / 1.15
    : y[0] > 0 && y[0] < 0.35 * y[1]
      ? 0
      : y[0] - 0.04 * (y[1] - y[0] || Math.abs(y[1]) || 1);
  const x = range(chart.curves.map((curve) => (chart.isLogX ? curve.x.filter((value) => value > 0) : curve.x)));
  return {
    window: {
      x: x[0] < x[1] ? x : [x[0] - 0.5, x[1] + 0.5],
      y: [low, isLog ? y[1] * 1.4 : y[1] + 0.06 * (y[1] - low || 1)],
    },
    isLog,
  };
}

/** What is seen of the curves between two places of the axis. */
export function heightOf(chart: Chart, x: [number, number]): [number, number] {
  const seen = range(
    chart.curves
      .filter((curve) => curve.color >= 0)
      .map((curve) => curve.y.filter((_, k) => (curve.x[k] as number) >= x[0] && (curve.x[k] as number) <= x[1])),
  );
  const { window, isLog } = wholeOf(chart);
  const pad = 0.05 * (seen[1] - seen[0] || Math.abs(seen[1]) || 1);
  return isLog ? [Math.max(window.y[0], seen[0] / 1.15), seen[1] * 1.3] : [seen[0] - pad, seen[1] + pad];
}

function scalesOf(
  window: Window,
  area: Box,
  isLogX: boolean,
  isLog: boolean,
): Scales & { x: (u: number) => number; y: (v: number) => number } {
  const flat = (value: number): number => (isLogX ? Math.log(value) : value),
    tall = (value: number): number => (isLog ? Math.log(value) : value);
  const [left, right] = [flat(window.x[0]), flat(window.x[1])],
    [low, high] = [tall(window.y[0]), tall(window.y[1])];
  const wide = (area.right - area.left) / (right - left || 1),
    up = (area.bottom - area.top) / (high - low || 1);
  return {
    u: (value) => (isLogX && !(value > 0) ? NaN : area.left + (flat(value) - left) * wide),
    v: (value) =>
      isLog && !(value > 0) ? NaN : isLog && value < window.y[0] * 1e-3 ? NaN : area.bottom - (tall(value) - low) * up,
    x: (u) => (isLogX ? Math.exp(left + (u - area.left) / wide) : left + (u - area.left) / wide),
    y: (v) => (isLog ? Math.exp(low + (area.bottom - v) / up) : low + (area.bottom - v) / up),
  };
}

/** Curves in pixels. */
function placeCurves(chart: Chart, { u, v }: Scales): Drawn[] {
  return chart.curves.map((curve) => {
    const drawn = { u: new Float32Array(curve.x.length), v: new Float32Array(curve.x.length) };
    for (let k = 0; k < curve.x.length; k++) {
      const at = u(curve.x[k] as number);
      drawn.u[k] = Number.isNaN(at) ? NaN : Math.max(-FAR, Math.min(FAR, at));
      drawn.v[k] = v(curve.y[k] as number);
    }
    return drawn;
  });
}

/** Words at the right ends of curves, apart from each other. */
function endWords(chart: Chart, drawn: Drawn[], area: Box): SVGElement[] {
  const ends = chart.curves
    .flatMap((curve, i) => {
      const { u, v } = drawn[i] as Drawn;
      let k = u.length - 1;
      while (k >= 0 && !(Number.isFinite(v[k] as number) && (u[k] as number) <= area.right + 1)) {
        k--;
      }
      const y = v[k] as number;
      return curve.end && k >= 0 && y >= area.top && y <= area.bottom
        ? [{ x: (u[k] as number) + 5, y: y + 4, words: curve.end, color: curve.color }]
        : [];
    })
    .sort((a, b) => a.y - b.y);
  let last = -Infinity;
  return ends.flatMap((end) => {
    const y = Math.max(end.y, last + 13),
      isNear = y - end.y < 16;
    last = isNear ? y : last;
    return isNear ? [s('text', { x: end.x, y, class: 'note end' }, end.words)] : [];
  });
}

function drawMarks(chart: Chart, area: Box, { u, v }: Scales, kept: [number, number][]): SVGElement[] {
  const isIn = (mark: Mark): boolean =>
    u(mark.x) >= area.left - 1 &&
    u(mark.x) <= area.right + 1 &&
    v(mark.y) >= area.top - 1 &&
    v(mark.y) <= area.bottom + 1;
  const seen = chart.marks.filter(isIn);
  const taken: Box[] = seen.map((mark) => ({
    left: u(mark.x) - 7,
    right: u(mark.x) + 7,
    top: v(mark.y) - 7,
    bottom: v(mark.y) + 7,
  }));
  return seen.flatMap((mark) => {
    const at = [u(mark.x), v(mark.y)] as const;
    const box = seen.length <= WORDED ? placeLabel(at[0], at[1], mark.words, area, taken, kept) : null;
    const kind = `event ${colorOf(mark.color)}`;
    const sign = mark.isDiamond
      ? s('path', { d: `M${at[0]},${at[1] - 6}l6,6l-6,6l-6,-6z`, class: kind }, s('title', {}, mark.words))
      : s('circle', { cx: at[0], cy: at[1], r: 4.5, class: kind }, s('title', {}, mark.words));
    if (!box) {
      return [sign];
    }
    taken.push(box);
    return [
      sign,
      s(
        'text',
        { x: (box.left + box.right) / 2, y: box.bottom - 3, 'text-anchor': 'middle', class: 'note' },
        mark.words,
      ),
    ];
  });
}

/** Curves, marks and their labels for a width; of a part of the plane, or of all. */
export function draw(chart: Chart, width: number, height: number, part: Window | null): Plot {
  const whole = wholeOf(chart),
    isLog = whole.isLog,
    isNamed = chart.curves.some((curve) => curve.end);
  const rough = part ?? chart.range ?? whole.window;
  const letters = Math.max(3, ...marksUp(rough, isLog).map((mark) => mark.words.length));
  const area: Box = {
    left: 38 + LETTER * letters,
    top: TOP,
    right: width - RIGHT - (isNamed ? LETTER * Math.max(...chart.curves.map((curve) => (curve.end ?? '').length)) : 0),
    bottom: height - BELOW,
  };
  const window = chart.isSquare ? squared(rough.x, rough.y, area) : rough;
  const scales = scalesOf(window, area, chart.isLogX === true, isLog);
  const drawn = placeCurves(chart, scales);
  const name = `clip-${(made += 1)}`,
    kept: [number, number][] = [],
    lines: SVGElement[] = [];
  chart.curves.forEach((curve, i) => {
    const kind = curve.color < 0 ? 'guide' : '',
      at = drawn[i] as Drawn;
    if (curve.radius && chart.isSquare) {
      lines.push(...discsOf(curve, at, (area.right - area.left) / (window.x[1] - window.x[0])));
    } else if (curve.radius) {
      lines.push(s('path', { d: bandOf(curve, at, scales.v, area), class: `band ${colorOf(curve.color)}` }));
    }
    lines.push(
      s('path', { d: pathOf(curve, at, false, area, kept), class: `line ${kind} ${colorOf(curve.color)}` }),
      s('path', { d: pathOf(curve, at, true, area, kept), class: `line dashed ${colorOf(curve.color)}` }),
    );
  });
  const frame = s('rect', {
    x: area.left - 1,
    y: area.top - 2,
    width: area.right - area.left + 2,
    height: area.bottom - area.top + 4,
  });
  const svg = s(
    'svg',
    { width, height, role: 'img', 'aria-label': `${chart.y} over ${chart.x}` },
    s('clipPath', { id: name }, frame),
    ...axes(area, window, chart, isLog, scales),
    s('g', { 'clip-path': `url(#${name})` }, ...lines),
    ...endWords(chart, drawn, area),
    ...drawMarks(chart, area, scales, kept),
  );
  return { svg, area, drawn, x: scales.x, y: scales.y, window };
}

/** What is said of a point. */
export function wordsAt(chart: Chart, i: number, k: number): string {
  const curve = chart.curves[i] as Curve;
  return (
    `${curve.name}: ${chart.x} ${short(curve.x[k] as number, 8)}; ${chart.y} ` +
    `${short(curve.y[k] as number, 8)}${curve.radius ? ` ± ${short(curve.radius[k] as number, 2)}` : ''}` +
    `${curve.flag[k] ? ` (${chart.flagWords ?? 'dashed'})` : ''}`
  );
}
