// SPDX-License-Identifier: BSD-3-Clause
// A chart that is read: by the mouse, by fingers, by keys. Drawing across it shows a part, tapping twice all of it;
// arrows walk along a curve.

import { h, onWidth, s } from './dom';
import { Chart, Plot, Window, colorOf, draw, heightOf, wholeOf, wordsAt } from './curves';
import { onChoice } from './state';

const NEAR = 40,
  MOVED = 6,
  TWICE = 350; // pixels, pixels, ms
const NAMED = 12;

/** Which point of which curve is looked at: one for all charts of the same points. */
export class Cursor {
  curve = -1;
  point = -1;
  private readonly listeners: ((isChosen: boolean) => void)[] = [];

  on(listener: (isChosen: boolean) => void): void {
    this.listeners.push(listener);
  }

  /** @param isChosen it was clicked, or walked to */
  put(curve: number, point: number, isChosen: boolean): void {
    this.curve = curve;
    this.point = point;
    this.listeners.forEach((listener) => listener(isChosen));
  }
}

export interface Reading {
  cursor?: Cursor;
  height?: number;
  hint?: string;
  isBare?: boolean; // no legend, no words below
}

/** The point that is nearest to a place on the screen, within reach. */
function nearest(plot: Plot, chart: Chart, u: number, v: number): [number, number] | null {
  let best: [number, number] | null = null,
    least = NEAR * NEAR;
  plot.drawn.forEach((drawn, i) => {
    if ((chart.curves[i]?.color ?? -1) < 0) {
      return;
    }
    for (let k = 0; k < drawn.u.length; k++) {
      const dx = (drawn.u[k] as number) - u,
        dy = (drawn.v[k] as number) - v,
        distance = dx * dx + dy * dy;
      if (distance < least) {
        least = distance;
        best = [i, k];
      }
    }
  });
  return best;
}

class Reader {
  readonly element: HTMLElement;
  private readonly status = h('p', { class: 'status', 'aria-live': 'polite' });
  private readonly names = h('ul', { class: 'legend' });
  private readonly whole = h(
    'button',
    { type: 'button', class: 'whole', hidden: true, click: () => this.show(null) },
    'reset zoom',
  );
  private readonly box = h('div', { class: 'chart reads', tabindex: '0', role: 'application' });
  private readonly dot = s('circle', { r: 5, class: 'dot', visibility: 'hidden' });
  private readonly line = s('line', { class: 'cursor', visibility: 'hidden' });
  private readonly frame = s('rect', { class: 'part', visibility: 'hidden' });
  private readonly cursor: Cursor;
  private chart: Chart | null = null;
  private plot: Plot | null = null;
  private part: Window | null = null;
  private width = 0;
  private down: { u: number; v: number; isDrawn: boolean } | null = null;
  private tapped = 0;

  constructor(
    private readonly make: () => Chart,
    private readonly reading: Reading,
  ) {
    this.cursor = reading.cursor ?? new Cursor();
    this.element = h(
      'div',
      { class: 'plot' },
      reading.isBare ? null : this.names,
      this.box,
      h('div', { class: 'below' }, this.status, this.whole),
    );
    this.status.textContent = reading.hint ?? 'Hover to read values, drag to zoom.';
    this.listenToPointers();
    this.box.addEventListener('keydown', (event) => this.onKey(event));
    this.cursor.on(() => this.mark());
    onWidth(this.box, (width) => this.render(width));
    onChoice((_, what) => what === 'unit' && this.width > 0 && this.renew());
  }

  private renew(): void {
    this.part = null;
    this.chart = null;
    this.render(this.width);
  }

  private render(width: number): void {
    this.width = width;
    this.chart ??= this.make();
    const height = this.reading.height ?? Math.round(Math.min(460, Math.max(280, 0.5 * width)));
    this.plot = draw(this.chart, width, height, this.part);
    this.plot.svg.append(this.line, this.dot, this.frame);
    this.box.replaceChildren(this.plot.svg);
    this.box.setAttribute(
      'aria-label',
      `${this.plot.svg.getAttribute('aria-label')}. Arrow keys move along a curve and to the next one, plus ` +
        `and minus zoom, 0 resets.`,
    );
    this.whole.hidden = this.part === null;
    this.putNames();
    this.mark();
  }

  private putNames(): void {
    const curves = (this.chart as Chart).curves.filter(
      (curve, i, all) => curve.name && !curve.end && all.findIndex((other) => other.name === curve.name) === i,
    );
    const items = curves
      .slice(0, NAMED)
      .map((curve) =>
        h('li', {}, h('span', { class: `bar ${curve.color < 0 ? 'thin' : ''} ${colorOf(curve.color)}` }), curve.name),
      );
    this.names.replaceChildren(
      ...items,
      ...(curves.length > NAMED ? [h('li', {}, `and ${curves.length - NAMED} more`)] : []),
    );
  }

  /** The cursor, where it is seen. */
  private mark(): void {
    const { chart, plot, cursor } = this;
    const u = plot?.drawn[cursor.curve]?.u[cursor.point] ?? NaN,
      v = plot?.drawn[cursor.curve]?.v[cursor.point] ?? NaN;
    const isSeen =
      plot !== null &&
      u >= plot.area.left - 1 &&
      u <= plot.area.right + 1 &&
      v >= plot.area.top - 1 &&
      v <= plot.area.bottom + 1;
    this.dot.setAttribute('visibility', isSeen ? 'visible' : 'hidden');
    this.line.setAttribute('visibility', isSeen ? 'visible' : 'hidden');
    if (isSeen && chart) {
      this.dot.setAttribute('cx', String(u));
      this.dot.setAttribute('cy', String(v));
      Object.entries({ x1: u, x2: u, y1: plot.area.top, y2: plot.area.bottom }).forEach(([name, value]) =>
        this.line.setAttribute(name, String(value)),
      );
    }
    if (chart && cursor.curve >= 0) {
      this.status.textContent = wordsAt(chart, cursor.curve, cursor.point);
    }
  }

  private place(event: PointerEvent): [number, number] {
    const at = this.box.getBoundingClientRect();
    return [event.clientX - at.left, event.clientY - at.top];
  }

  private point(u: number, v: number, isChosen: boolean): void {
    const found = this.plot && this.chart ? nearest(this.plot, this.chart, u, v) : null;
    if (found) {
      this.cursor.put(found[0], found[1], isChosen);
    }
  }

  private listenToPointers(): void {
    this.box.addEventListener('pointerdown', (event) => {
      const [u, v] = this.place(event);
      this.down = event.button === 0 ? { u, v, isDrawn: false } : null;
    });
    this.box.addEventListener('pointermove', (event) => {
      const [u, v] = this.place(event);
      if (this.down && !this.down.isDrawn && Math.abs(u - this.down.u) > MOVED) {
        this.down.isDrawn = true;
        this.box.setPointerCapture(event.pointerId);
      }
      this.down?.isDrawn ? this.drawFrame(u, v, event.pointerType) : this.point(u, v, false);
    });
    this.box.addEventListener('pointerup', (event) => {
      const [u, v] = this.place(event),
        down = this.down;
      this.drop();
      if (down?.isDrawn) {
        this.enlarge(down, u, v, event.pointerType);
      } else if (down) {
        const isTwice = event.timeStamp - this.tapped < TWICE;
        this.tapped = isTwice ? 0 : event.timeStamp;
        isTwice ? this.show(null) : this.point(u, v, true);
      }
    });
    this.box.addEventListener('pointercancel', () => this.drop());
  }

  private drop(): void {
    this.down = null;
    this.frame.setAttribute('visibility', 'hidden');
  }

  /** Fingers choose a part of the axis only: they are not so sure. */
  private isFlat(down: { v: number }, v: number, kind: string): boolean {
    return kind === 'touch' || Math.abs(v - down.v) < 24;
  }

  private drawFrame(u: number, v: number, kind: string): void {
    const { down, plot } = this;
    if (!down || !plot) {
      return;
    }
    const [top, bottom] = this.isFlat(down, v, kind)
      ? [plot.area.top, plot.area.bottom]
      : [Math.min(v, down.v), Math.max(v, down.v)];
    Object.entries({
      x: Math.min(u, down.u),
      y: top,
      width: Math.abs(u - down.u),
      height: bottom - top,
      visibility: 'visible',
    }).forEach(([name, value]) => this.frame.setAttribute(name, String(value)));
  }

  private enlarge(down: { u: number; v: number }, u: number, v: number, kind: string): void {
    const { plot, chart } = this;
    if (!plot || !chart) {
      return;
    }
    const within = (at: number, low: number, high: number): number => Math.min(high, Math.max(low, at));
    const x = [down.u, u].map((at) => plot.x(within(at, plot.area.left, plot.area.right))).sort((a, b) => a - b) as [
      number,
      number,
    ];
    const y = this.isFlat(down, v, kind)
      ? heightOf(chart, x)
      : ([down.v, v].map((at) => plot.y(within(at, plot.area.top, plot.area.bottom))).sort((a, b) => a - b) as [
          number,
          number,
        ]);
    if (x[1] - x[0] > 1e-12 * Math.max(Math.abs(x[0]), Math.abs(x[1])) && y[1] > y[0]) {
      this.show({ x, y });
    }
  }

  show(part: Window | null): void {
    this.part = part;
    this.render(this.width);
  }

  /** Larger or smaller about the cursor, or about the middle. */
  private scale(by: number): void {
    const { plot, cursor } = this;
    if (!plot) {
      return;
    }
    const u = plot.drawn[cursor.curve]?.u[cursor.point] ?? NaN,
      isIn = u >= plot.area.left && u <= plot.area.right;
    const middle = isIn ? u : (plot.area.left + plot.area.right) / 2;
    const x: [number, number] = [
      plot.x(middle + (plot.area.left - middle) * by),
      plot.x(middle + (plot.area.right - middle) * by),
    ];
    const whole = (this.chart as Chart).range?.x ?? wholeOf(this.chart as Chart).window.x;
    if (x[0] <= whole[0] && x[1] >= whole[1]) {
      this.show(null);
    } else if (x[1] > x[0]) {
      this.show({ x: [Math.max(x[0], whole[0]), Math.min(x[1], whole[1])], y: heightOf(this.chart as Chart, x) });
    }
  }

  /** So many points along the curve, or to another curve at the same place of the axis. */
  private walk(points: number, curves: number): void {
    const { chart, cursor } = this;
    const order = chart
      ? chart.curves
          .map((_, i) => i)
          .filter((i) => (chart.curves[i]?.color ?? -1) >= 0 && (chart.curves[i]?.x.length ?? 0) > 0)
      : [];
    if (!chart || order.length === 0) {
      return;
    }
    if (cursor.curve < 0) {
      cursor.put(order[0] as number, 0, true);
      return;
    }
    const now = Math.max(0, order.indexOf(cursor.curve)),
      next = order[Math.min(order.length - 1, Math.max(0, now + curves))] as number;
    const x = chart.curves[next]?.x ?? [];
    const at = next === cursor.curve ? cursor.point : closest(x, chart.curves[cursor.curve]?.x[cursor.point] ?? 0);
    cursor.put(next, Math.min(x.length - 1, Math.max(0, at + points)), true);
  }

  private onKey(event: KeyboardEvent): void {
    const far = event.shiftKey ? 10 : 1,
      all = this.chart?.curves[this.cursor.curve]?.x.length ?? 0;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => this.walk(-far, 0),
      ArrowRight: () => this.walk(far, 0),
      ArrowUp: () => this.walk(0, -1),
      ArrowDown: () => this.walk(0, 1),
      Home: () => this.walk(-all, 0),
      End: () => this.walk(all, 0),
      '+': () => this.scale(0.5),
      '-': () => this.scale(2),
      0: () => this.show(null),
      Escape: () => this.show(null),
    };
    const action = actions[event.key];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey) {
      action();
      event.preventDefault();
      event.stopPropagation();
    }
  }
}

/** The place in a list whose number is nearest. */
function closest(list: number[], x: number): number {
  return list.reduce((best, value, k) => (Math.abs(value - x) < Math.abs((list[best] as number) - x) ? k : best), 0);
}

/** A chart with its legend; the values of the point nearest to the pointer stand below it. `make` is asked anew for
 *  another unit. */
export function curveChart(make: () => Chart, reading: Reading = {}): HTMLElement {
  return new Reader(make, reading).element;
}
