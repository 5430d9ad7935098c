// SPDX-License-Identifier: BSD-3-Clause
// Role "map": numbers over two parameters, one column of them at a time.

import { h, onWidth, s } from './dom';
import { Fields, list, number } from './data';
import { short, tickWords, ticks, decades } from './digits';
import { range } from './curves';
import { States } from './states';
import { onChoice } from './state';
import {
  ViewData,
  View,
  inUnitOf,
  isLog,
  named,
  namesOf,
  proofWords,
  recordsOf,
  under,
  withComma,
  withUnit,
  word,
} from './viewdata';

const LEFT = 80,
  RIGHT = 90,
  TOP = 10,
  BELOW = 52,
  CELLS = 150; // most along one side

/** Ends of cells around places, half way between them. */
function edges(at: number[], isLog: boolean): number[] {
  const flat = (x: number): number => (isLog ? Math.log(x) : x),
    back = (x: number): number => (isLog ? Math.exp(x) : x);
  const x = at.map(flat),
    first = x[0] as number,
    last = x[x.length - 1] as number;
  const halves = x.slice(1).map((value, k) => (value + (x[k] as number)) / 2);
  const margin = (near: number, half: number | undefined): number =>
    half === undefined ? near - 0.5 : 2 * near - half;
  return [
    margin(first, halves[0]),
    ...halves,
    x.length > 1 ? margin(last, halves[halves.length - 1]) : first + 0.5,
  ].map(back);
}

interface Grid {
  x: number[]; // rising values of both parameters
  y: number[];
  row: Map<string, number>; // which row of the values
}

function gridOf(data: ViewData): Grid {
  const rows = list(under(data, data.result, 'axis')).map((row) => list(row).map(number));
  const sorted = (k: number): number[] => [...new Set(rows.map((row) => row[k] as number))].sort((a, b) => a - b);
  return { x: sorted(0), y: sorted(1), row: new Map(rows.map((row, i) => [`${row[0]} ${row[1]}`, i])) };
}

/** Every so many, so that there are no more cells than can be seen. */
const thinned = (at: number[]): number[] => at.filter((_, i) => i % Math.ceil(at.length / CELLS) === 0);

class MapChart {
  readonly element: HTMLElement;
  private readonly box = h('div', { class: 'chart reads', tabindex: '0', role: 'application' });
  private readonly status = h('p', { class: 'status', 'aria-live': 'polite' }, 'Hover to read values.');
  private readonly chooser: HTMLSelectElement;
  private readonly around = s('rect', { class: 'around', visibility: 'hidden' });
  private readonly x: number[];
  private readonly y: number[];
  private column = 0;
  private at: [number, number] = [0, 0];
  private width = 0;
  private u: (value: number) => number = () => 0;
  private v: (value: number) => number = () => 0;

  constructor(
    private readonly data: ViewData,
    private readonly grid: Grid,
    private readonly names: string[],
    private readonly units: string[],
    private readonly states: States | null,
  ) {
    this.x = thinned(grid.x);
    this.y = thinned(grid.y);
    this.chooser = h(
      'select',
      { 'aria-label': 'quantity shown', change: () => this.take(this.chooser.selectedIndex) },
      ...names.map((name, i) => h('option', { value: i }, name)),
    );
    const left =
      this.x.length < grid.x.length || this.y.length < grid.y.length
        ? h(
            'p',
            { class: 'status' },
            `${this.x.length} × ${this.y.length} of ${grid.x.length} × ${grid.y.length} points are drawn.`,
          )
        : null;
    this.element = h(
      'div',
      { class: 'map' },
      names.length > 1 ? h('p', { class: 'status' }, 'Shown: ', this.chooser) : null,
      this.box,
      this.status,
      left,
    );
    this.box.addEventListener('pointermove', (event) => this.point(event, false));
    this.box.addEventListener('click', (event) => this.point(event as PointerEvent, true));
    this.box.addEventListener('keydown', (event) => this.onKey(event));
    onWidth(this.box, (width) => this.render(width));
    onChoice((_, what) => what === 'unit' && this.width > 0 && this.render(this.width));
  }

  private take(column: number): void {
    this.column = column;
    if (this.width > 0) {
      // else it is laid as soon as it has a place
      this.render(this.width);
    }
    this.say(false);
  }

  valueAt(i: number, j: number): number {
    const row = this.grid.row.get(`${this.x[i]} ${this.y[j]}`);
    return row === undefined
      ? NaN
      : inUnitOf(
          this.units[this.column] as string,
          number(list(list(under(this.data, this.data.result, 'value'))[row])[this.column]),
        );
  }

  private render(width: number): void {
    this.width = width;
    const { data } = this,
      height = Math.round(Math.min(460, Math.max(280, 0.55 * width)));
    const ex = edges(this.x, isLog(data)),
      ey = edges(this.y, isLog(data, 'other_spacing'));
    this.u = scale(ex, isLog(data), LEFT, width - RIGHT);
    this.v = scale(ey, isLog(data, 'other_spacing'), height - BELOW, TOP);
    const values = this.x.map((_, i) => this.y.map((__, j) => this.valueAt(i, j))),
      [low, high] = range(values);
    const share = (value: number): number => 0.06 + (0.94 * (value - low)) / (high - low || 1);
    const cells = values.flatMap((line, i) =>
      line.map((value, j) =>
        s('rect', {
          x: this.u(ex[i] as number),
          y: this.v(ey[j + 1] as number),
          width: this.u(ex[i + 1] as number) - this.u(ex[i] as number),
          height: this.v(ey[j] as number) - this.v(ey[j + 1] as number),
          class: Number.isFinite(value) ? 'heat color-1' : 'cell',
          opacity: Number.isFinite(value) ? share(value).toFixed(3) : 1,
        }),
      ),
    );
    const svg = s(
      'svg',
      { width, height, role: 'img', 'aria-label': this.label() },
      ...cells,
      ...this.axes(ex, ey, width, height),
      ...this.key(low, high, share, width, height),
      this.around,
    );
    this.box.replaceChildren(svg);
    this.box.setAttribute('aria-label', `${this.label()}. Arrow keys move from point to point.`);
    this.mark();
  }

  private label(): string {
    return `${this.names[this.column]} over ${word(this.data, 'axis_label')} and ${word(this.data, 'other_label')}`;
  }

  private axes(ex: number[], ey: number[], width: number, height: number): SVGElement[] {
    const { data } = this;
    const marks = (e: number[], log: boolean, about: number): [number, string][] => {
      const low = e[0] as number,
        high = e[e.length - 1] as number,
        at = log ? decades(low, high, about) : ticks(low, high, about),
        words = tickWords(at);
      return at.map((mark, k) => [mark, words[k] as string]);
    };
    return [
      ...marks(ex, isLog(data), width < 500 ? 3 : 6).map(([at, words]) =>
        s('text', { x: this.u(at), y: height - BELOW + 18, 'text-anchor': 'middle' }, words),
      ),
      ...marks(ey, isLog(data, 'other_spacing'), 6).map(([at, words]) =>
        s('text', { x: LEFT - 8, y: this.v(at) + 4, 'text-anchor': 'end' }, words),
      ),
      s(
        'text',
        { x: (LEFT + width - RIGHT) / 2, y: height - 10, 'text-anchor': 'middle', class: 'axis' },
        withComma(word(data, 'axis_label'), word(data, 'axis_unit')),
      ),
      s(
        'text',
        {
          x: 14,
          y: (height - BELOW) / 2,
          'text-anchor': 'middle',
          class: 'axis',
          transform: `rotate(-90 14 ${(height - BELOW) / 2})`,
        },
        withComma(word(data, 'other_label'), word(data, 'other_unit')),
      ),
    ];
  }

  /** What the shades mean. */
  private key(
    low: number,
    high: number,
    share: (value: number) => number,
    width: number,
    height: number,
  ): SVGElement[] {
    const STEPS = 24,
      x = width - RIGHT + 18,
      tall = (height - BELOW - TOP) / STEPS;
    const shades = Array.from({ length: STEPS }, (_, k) =>
      s('rect', {
        x,
        y: height - BELOW - (k + 1) * tall,
        width: 14,
        height: tall,
        class: 'heat color-1',
        opacity: share(low + ((k + 0.5) / STEPS) * (high - low)).toFixed(3),
      }),
    );
    return [
      ...shades,
      s('text', { x: x + 18, y: height - BELOW, 'text-anchor': 'start' }, short(low, 4)),
      s('text', { x: x + 18, y: TOP + 10, 'text-anchor': 'start' }, short(high, 4)),
    ];
  }

  private point(event: PointerEvent, isChosen: boolean): void {
    const at = this.box.getBoundingClientRect(),
      u = event.clientX - at.left,
      v = event.clientY - at.top;
    const near = (values: number[], place: (value: number) => number, to: number): number =>
      values.reduce(
        (best, value, k) => (Math.abs(place(value) - to) < Math.abs(place(values[best] as number) - to) ? k : best),
        0,
      );
    this.at = [near(this.x, this.u, u), near(this.y, this.v, v)];
    this.say(isChosen);
  }

  private say(isChosen: boolean): void {
    const [i, j] = this.at,
      { data } = this,
      x = this.x[i] as number,
      y = this.y[j] as number,
      value = this.valueAt(i, j);
    this.status.textContent =
      `${word(data, 'axis_label')} ${withUnit(x, word(data, 'axis_unit'), 6)}, ${word(data, 'other_label')} ` +
      `${withUnit(y, word(data, 'other_unit'), 6)}: ${this.names[this.column]} ` +
      `${withUnit(value, this.units[this.column] as string, 8)}`;
    this.mark();
    if (isChosen) {
      this.states?.show([x, y], 0, value);
    }
  }

  private mark(): void {
    const u = this.u(this.x[this.at[0]] as number),
      v = this.v(this.y[this.at[1]] as number);
    Object.entries({ x: u - 5, y: v - 5, width: 10, height: 10, visibility: 'visible' }).forEach(([name, value]) =>
      this.around.setAttribute(name, String(value)),
    );
  }

  private onKey(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const step = steps[event.key] ?? (event.key === 'Enter' ? [0, 0] : null);
    if (step && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.at = [
        Math.min(this.x.length - 1, Math.max(0, this.at[0] + (step[0] as number))),
        Math.min(this.y.length - 1, Math.max(0, this.at[1] + (step[1] as number))),
      ];
      this.say(event.key === 'Enter');
      event.preventDefault();
      event.stopPropagation();
    }
  }
}

function scale(edge: number[], isLog: boolean, from: number, to: number): (value: number) => number {
  const flat = (x: number): number => (isLog ? Math.log(x) : x),
    low = flat(edge[0] as number),
    high = flat(edge[edge.length - 1] as number);
  return (value) => from + ((flat(value) - low) / (high - low || 1)) * (to - from);
}

export function mapView(data: ViewData, used: string[], isComplete: boolean): View | null {
  const records = recordsOf(data),
    rows = list(under(data, data.result, 'value')),
    first = number(under(data, data.result, 'first'));
  const columns = rows.reduce<number>((most, row) => Math.max(most, list(row).length), 0);
  const grid = gridOf(data),
    each = namesOf(data, records);
  if (columns === 0 || grid.x.length < 2 || grid.y.length < 2) {
    return null;
  }
  const names = Array.from(
    { length: columns },
    (_, j) => each[j] ?? `mode ${j + (Number.isFinite(first) ? first : 1)}`,
  );
  const units = Array.from(
    { length: columns },
    (_, j) =>
      word(data, 'unit') ||
      (typeof (records[j] as Fields | undefined)?.unit === 'string' ? String(records[j]?.unit) : '1'),
  );
  const sentence = (): string => {
    const FEW = 3;
    const words = names.slice(0, FEW).map((name, j) => {
      const values = rows.map((row) => inUnitOf(units[j] as string, number(list(row)[j]))),
        [low, high] = range([values]);
      const where = (value: number): string => {
        const place = list(list(under(data, data.result, 'axis'))[values.indexOf(value)]).map(number);
        return (
          `${word(data, 'axis_label')} ${withUnit(place[0] ?? NaN, word(data, 'axis_unit'), 4)}, ` +
          `${word(data, 'other_label')} ${withUnit(place[1] ?? NaN, word(data, 'other_unit'), 4)}`
        );
      };
      return (
        `${name}: least ${withUnit(low, units[j] as string, 4)} at ${where(low)}; greatest ` +
        `${withUnit(high, units[j] as string, 4)} at ${where(high)}`
      );
    });
    return `${words.join('. ')}.${columns > FEW ? ` ${columns - FEW} more can be chosen.` : ''}`;
  };
  const content = (): HTMLElement[] => {
    const states = States.of(data);
    return [new MapChart(data, grid, names, units, states).element, ...(states ? [states.element] : [])];
  };
  return {
    title: `${word(data, 'title')} over ${word(data, 'axis_label')} and ${word(data, 'other_label')}`,
    sentence,
    head: () =>
      `${named(rows.length, 'point', 'points')}, ${named(columns, 'number', 'numbers')} each. ` +
      `${proofWords(data, isComplete)}`,
    content,
    used,
  };
}
