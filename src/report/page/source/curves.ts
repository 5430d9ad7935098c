// Curves over a parameter or a frequency; they may turn back. Whatever they are of: what is drawn is told by a Chart.

import { h, onWidth, s } from './dom';
import { short, ticks } from './digits';
import { onChoice } from './state';

export interface Curve {
  name: string;
  x: number[];
  y: number[];
  flag: boolean[]; // dashed there; may be empty
  radius?: number[]; // what is known is within this of y: a band
  color: number; // of the palette; -1: a thin guide
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
  isLog?: boolean; // the upright axis is in powers of ten, down to NOTHING of the greatest
  isSquare?: boolean; // both axes have the same unit
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const LEFT = 78, RIGHT = 22, TOP = 14, BELOW = 48;
/** What is below this share of the greatest value is nothing where the axis is in powers of ten. */
const NOTHING = 1e-9;

/** The least and the greatest of many numbers; those that are none do not count. */
function range(values: number[][]): [number, number] {
  let low = Infinity, high = -Infinity;
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

/** The path of a curve where its flag is as asked for; pieces meet. */
function pathOf(curve: Curve, isFlagged: boolean, place: (k: number) => [number, number]): string {
  let path = '', isOn = false, last: [number, number] = [-1e9, -1e9];
  curve.x.forEach((_, k) => {
    const [u, v] = place(k);
    if (!Number.isFinite(u) || !Number.isFinite(v)) {
      isOn = false;
      return;
    }
    if ((curve.flag[k] ?? false) === isFlagged) {
      if (!isOn && k > 0 && Number.isFinite(place(k - 1)[0]) && Number.isFinite(place(k - 1)[1]) && curve.flag.length > 0) {
        const [a, b] = place(k - 1);
        path += `M${a.toFixed(1)},${b.toFixed(1)}`;
        isOn = true;
      }
      if (!isOn || k === curve.x.length - 1 || Math.hypot(u - last[0], v - last[1]) >= 0.7) {
        path += `${isOn ? 'L' : 'M'}${u.toFixed(1)},${v.toFixed(1)}`;
        last = [u, v];
      }
      isOn = true;
    } else {
      isOn = false;
    }
  });
  return path;
}

const overlap = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The band of what is known about a curve, piece by piece. */
function bandOf(curve: Curve, u: (value: number) => number, v: (value: number) => number): string {
  let path = '', upper: string[] = [], lower: string[] = [];
  const close = (): void => {
    path += upper.length > 1 ? `M${[...upper, ...lower.reverse()].join('L')}z` : '';
    [upper, lower] = [[], []];
  };
  (curve.radius ?? []).forEach((radius, k) => {
    const at = u(curve.x[k] as number), [high, low] = [v((curve.y[k] as number) + radius), v((curve.y[k] as number) - radius)];
    if (![at, high, low].every(Number.isFinite)) {
      close();
      return;
    }
    upper.push(`${at.toFixed(1)},${high.toFixed(2)}`);
    lower.push(`${at.toFixed(1)},${low.toFixed(2)}`);
  });
  close();
  return path;
}

/** Two ranges widened until a unit is as long on both axes. */
function squared(x: [number, number], y: [number, number], area: Box): [[number, number], [number, number]] {
  const per = Math.max((x[1] - x[0]) / (area.right - area.left), (y[1] - y[0]) / (area.bottom - area.top)) || 1;
  const about = ([low, high]: [number, number], length: number): [number, number] => [(low + high) / 2 - (per * length) / 2, (low + high) / 2 + (per * length) / 2];
  return [about(x, area.right - area.left), about(y, area.bottom - area.top)];
}

/** The place of a label with least curve under it, of eight around its mark. */
function placeLabel(x: number, y: number, words: string, around: Box, taken: Box[], points: [number, number][]): Box {
  const wide = 7 * words.length + 4, high = 15, gap = 9;
  const offsets: [number, number][] = [[gap, -high / 2], [-gap - wide, -high / 2], [-wide / 2, -gap - high], [-wide / 2, gap], [gap, -gap - high], [gap, gap], [-gap - wide, -gap - high], [-gap - wide, gap]];
  let best: Box = { left: x + gap, top: y - high / 2, right: x + gap + wide, bottom: y + high / 2 }, least = Infinity;
  offsets.forEach(([dx, dy], k) => {
    const box = { left: x + dx, top: y + dy, right: x + dx + wide, bottom: y + dy + high };
    const isOut = box.left < around.left || box.right > around.right || box.top < around.top || box.bottom > around.bottom;
    const cost = 0.1 * k + (isOut ? 1e4 : 0) + 1e3 * taken.filter((other) => overlap(box, other)).length +
      points.filter(([u, v]) => u > box.left && u < box.right && v > box.top && v < box.bottom).length;
    if (cost < least) {
      least = cost;
      best = box;
    }
  });
  return best;
}

function axes(area: Box, x: [number, number], y: [number, number], chart: Chart, u: (value: number) => number, v: (value: number) => number): SVGElement[] {
  const marks: SVGElement[] = [];
  for (const mark of ticks(x[0], x[1], area.right - area.left < 500 ? 4 : 8)) {
    marks.push(s('line', { x1: u(mark), x2: u(mark), y1: area.top, y2: area.bottom, class: 'grid' }), s('text', { x: u(mark), y: area.bottom + 18, 'text-anchor': 'middle' }, short(mark, 6)));
  }
  for (const mark of chart.isLog ? decades(y[0], y[1]) : ticks(y[0], y[1], 7)) {
    marks.push(s('line', { x1: area.left, x2: area.right, y1: v(mark), y2: v(mark), class: 'grid' }), s('text', { x: area.left - 8, y: v(mark) + 4, 'text-anchor': 'end' }, short(mark, 6)));
  }
  marks.push(s('text', { x: (area.left + area.right) / 2, y: area.bottom + 40, 'text-anchor': 'middle', class: 'axis' }, chart.x),
    s('text', { x: 14, y: (area.top + area.bottom) / 2, 'text-anchor': 'middle', class: 'axis', transform: `rotate(-90 14 ${(area.top + area.bottom) / 2})` }, chart.y));
  return marks;
}

/** Powers of ten, and where these are few twice and five times them. */
function decades(low: number, high: number): number[] {
  const first = Math.floor(Math.log10(low)), last = Math.ceil(Math.log10(high));
  const step = Math.max(1, Math.ceil((last - first) / 8));
  const front = last - first <= 2 ? [1, 2, 5] : [1];
  const all: number[] = [];
  for (let k = first; k <= last; k += step) {
    all.push(...front.map((digit) => digit * 10 ** k));
  }
  return all.filter((value) => value >= low && value <= high);
}

const colorOf = (color: number): string => `color-${color < 0 ? 0 : color}`;

/** Curves, marks and their labels for a width. */
function draw(chart: Chart, width: number, height: number): { svg: SVGSVGElement; points: { u: number; v: number; words: string }[] } {
  const area: Box = { left: LEFT, top: TOP, right: width - RIGHT, bottom: height - BELOW };
  const all = range(chart.curves.map((curve) => curve.y));
  const isLog = chart.isLog === true && all[1] > 0;
  const y = isLog ? range(chart.curves.map((curve) => curve.y.filter((value) => value > NOTHING * all[1]))) : all;
  const tall = (value: number): number => (isLog ? Math.log(value) : value);
  const ends: [number, number] = [isLog ? y[0] / 1.15 : y[0] > 0 && y[0] < 0.35 * y[1] ? 0 : y[0] - 0.04 * (y[1] - y[0] || 1), 0];
  ends[1] = isLog ? y[1] * 1.4 : y[1] + 0.06 * (y[1] - ends[0] || 1);
  const across = range(chart.curves.map((curve) => curve.x));
  const [x, [low, high]] = chart.isSquare ? squared(across, ends, area) : [across, ends];
  const u = (value: number): number => area.left + ((value - x[0]) / (x[1] - x[0] || 1)) * (area.right - area.left);
  const v = (value: number): number => (isLog && value < low ? NaN : area.bottom - ((tall(value) - tall(low)) / (tall(high) - tall(low))) * (area.bottom - area.top));
  const marks = axes(area, x, [low, high], chart, u, v);
  const points: { u: number; v: number; words: string }[] = [];
  for (const curve of chart.curves) {
    const place = (k: number): [number, number] => [u(curve.x[k] as number), v(curve.y[k] as number)];
    const kind = curve.color < 0 ? 'guide' : '';
    if (curve.radius) {
      marks.push(s('path', { d: bandOf(curve, u, v), class: `band ${colorOf(curve.color)}` }));
    }
    marks.push(s('path', { d: pathOf(curve, false, place), class: `line ${kind} ${colorOf(curve.color)}` }), s('path', { d: pathOf(curve, true, place), class: `line dashed ${colorOf(curve.color)}` }));
    curve.x.forEach((value, k) => points.push({ u: place(k)[0], v: place(k)[1], words: `${curve.name}: ${chart.x} ${short(value, 6)}; ${chart.y} ${short(curve.y[k] as number, 8)}${curve.flag[k] ? ' (unstable)' : ''}` }));
  }
  const taken: Box[] = chart.marks.map((mark) => ({ left: u(mark.x) - 7, right: u(mark.x) + 7, top: v(mark.y) - 7, bottom: v(mark.y) + 7 }));
  const samples = points.map((point): [number, number] => [point.u, point.v]);
  for (const mark of chart.marks) {
    const at = [u(mark.x), v(mark.y)] as const;
    const box = placeLabel(at[0], at[1], mark.words, area, taken, samples);
    taken.push(box);
    marks.push(mark.isDiamond ? s('path', { d: `M${at[0]},${at[1] - 6}l6,6l-6,6l-6,-6z`, class: `event ${colorOf(mark.color)}` }) : s('circle', { cx: at[0], cy: at[1], r: 4.5, class: `event ${colorOf(mark.color)}` }),
      s('text', { x: (box.left + box.right) / 2, y: box.bottom - 3, 'text-anchor': 'middle', class: 'note' }, mark.words));
  }
  const name = `${chart.y} over ${chart.x}`;
  return { svg: s('svg', { width, height, role: 'img', 'aria-label': name }, ...marks), points };
}

/** A chart with its legend; the nearest point is told where the pointer is. `make` is asked anew for another unit. */
export function curveChart(make: () => Chart): HTMLElement {
  const box = h('div', { class: 'chart' });
  const told = h('p', { class: 'told', 'aria-live': 'polite' });
  const names = h('ul', { class: 'legend' });
  let last = 0, points: { u: number; v: number; words: string }[] = [];
  const dot = s('circle', { r: 5, class: 'dot', visibility: 'hidden' });
  const put = (width: number): void => {
    last = width;
    const chart = make();
    const drawn = draw(chart, width, Math.round(Math.min(460, Math.max(280, 0.5 * width))));
    points = drawn.points;
    dot.setAttribute('visibility', 'hidden');
    drawn.svg.append(dot);
    box.replaceChildren(drawn.svg);
    told.textContent = chart.curves.length ? 'Point at a curve to read it.' : '';
    names.replaceChildren(...chart.curves.filter((curve, i, all) => curve.name && all.findIndex((other) => other.name === curve.name) === i)
      .map((curve) => h('li', {}, h('span', { class: `bar ${colorOf(curve.color)}` }), curve.name)));
  };
  box.addEventListener('pointermove', (event) => {
    const at = box.getBoundingClientRect();
    let best: { u: number; v: number; words: string } | null = null, least = 40;
    for (const point of points) {
      const distance = Math.hypot(point.u - (event.clientX - at.left), point.v - (event.clientY - at.top));
      if (distance < least) {
        least = distance;
        best = point;
      }
    }
    if (best) {
      dot.setAttribute('cx', String(best.u));
      dot.setAttribute('cy', String(best.v));
      dot.setAttribute('visibility', 'visible');
      told.textContent = best.words;
    }
  });
  onWidth(box, put);
  onChoice((_, what) => what === 'unit' && last > 0 && put(last));
  return h('div', {}, names, box, told);
}

/** How often values fall where, with lines at quantiles. */
export function histogram(values: () => number[], lines: () => [number, string][], x: () => string): HTMLElement {
  const box = h('div', { class: 'chart' });
  const tall = 150;
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
    const most = Math.max(...count);
    const u = (value: number): number => 20 + ((value - low) / (high - low || 1)) * (width - 40);
    const marks: SVGElement[] = count.map((number, k) => s('rect', { x: 20 + (k * (width - 40)) / bins, y: 22 + tall * (1 - number / most), width: Math.max(1, (width - 40) / bins - 1), height: (tall * number) / most, class: 'fill color-1' }, s('title', {}, String(number))));
    for (const mark of ticks(low, high, width < 400 ? 3 : 5)) {
      marks.push(s('text', { x: u(mark), y: tall + 40, 'text-anchor': 'middle' }, short(mark, 6)));
    }
    for (const [value, words] of lines()) {
      marks.push(s('line', { x1: u(value), x2: u(value), y1: 18, y2: 22 + tall, class: 'chosen' }), s('text', { x: u(value), y: 13, 'text-anchor': 'middle' }, words));
    }
    marks.push(s('text', { x: width / 2, y: tall + 60, 'text-anchor': 'middle', class: 'axis' }, x()));
    box.replaceChildren(s('svg', { width, height: tall + 68, role: 'img', 'aria-label': x() }, ...marks));
  };
  onWidth(box, put);
  onChoice((_, what) => what === 'unit' && last > 0 && put(last));
  return box;
}
