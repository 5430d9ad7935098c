// SPDX-License-Identifier: BSD-3-Clause
// The structure that moves, its controls, and the list of modes beside it.

import { h, onWidth, plain } from './dom';
import { bound, short } from './digits';
import { Scene, firstView } from './scene';
import type { Camera, Inks } from './scene';
import type { Geometry, Mode } from './result';
import { errorOf, isRigid, readGroups } from './result';
import { Fields, list, number, text } from './data';
import { choice, choose, inUnit, onChoice } from './state';
import { frequency, nameOf, remarks } from './words';

let made = 0; // lists and pictures, so that their names differ

const TURNS = 0.7; // a second, at any frequency

export function inks(isPaper = false): Inks {
  const style = getComputedStyle(
    isPaper ? (document.querySelector('.light') ?? document.documentElement) : document.documentElement,
  );
  const take = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: take('ink'),
    paper: take('paper'),
    rest: take('rest'),
    faint: take('faint'),
    palette: [0, 1, 2, 3, 4, 5, 6].map((i) => take(`color-${i}`)),
  };
}

export interface Legend {
  name: string;
  color: number;
}

/** What a picture shows if not the modes of a result. */
export interface Manner {
  title: (mode: Mode, factor: number) => string;
  index?: () => number; // which of the modes is shown; that which is chosen
  step?: (by: number) => void;
  isStill?: boolean; // it stands as it is displaced
  hasSteps?: boolean; // there are others to go to
  // its shape at an angle, where that is not one shape that swings; the largest displacement is 1
  moves?: (phase: number) => Mode;
}

export const MODES: Manner = { title: (mode) => `Mode ${mode.number} · ${nameOf(mode)}`, hasSteps: true };

/** The picture that moves. */
export class Picture {
  readonly element: HTMLElement;
  readonly scene: Scene;
  private readonly canvas = h('canvas', { tabindex: '0', role: 'img' });
  private readonly title = h('h2');
  private readonly button = h('button', {
    type: 'button',
    title: 'pause or play (space)',
    class: 'play',
    click: () => this.play(!this.isPlaying),
  });
  private readonly slider = h('input', {
    type: 'range',
    min: '0',
    max: '3',
    step: '0.05',
    value: '1',
    'aria-label': 'amplitude',
    input: () => this.setAmplitude(Number(this.slider.value)),
  });
  private camera: Camera;
  private isPlaying = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  private phase = Math.PI / 2;
  private last = 0;
  private amplitude = 1;
  private isSeen = true;
  private isAsked = false;
  private lit = -1;
  private colors = inks();
  private width = 0;
  private height = 0;
  private caption = 0; // its height; to be asked for it each time takes long
  private isNarrow = false;
  private ground: HTMLCanvasElement | null = null;

  constructor(
    private readonly geometry: Geometry,
    private readonly modes: Mode[],
    legend: Legend[],
    private readonly manner: Manner = MODES,
  ) {
    this.scene = new Scene(geometry);
    this.camera = firstView(geometry.dimension);
    this.isPlaying = this.isPlaying && manner.isStill !== true;
    const step = (by: number) => () => this.step(by);
    Picture.shown = this;
    const find = h('input', {
      type: 'search',
      class: 'find',
      placeholder: 'find a part',
      'aria-label': 'find a part',
      list: `parts-${(made += 1)}`,
      input: () => this.find(find.value),
    });
    this.finder = find;
    const names = h(
      'datalist',
      { id: `parts-${made}` },
      ...geometry.parts.slice(0, 500).map((part) => h('option', { value: part.name })),
    );
    this.element = h(
      'div',
      { class: 'picture card' },
      h(
        'div',
        { class: 'caption' },
        this.title,
        h(
          'ul',
          { class: 'legend' },
          ...legend.map((item) => h('li', {}, h('span', { class: `bar color-${item.color}` }), item.name)),
        ),
      ),
      this.canvas,
      h(
        'div',
        { class: 'controls' },
        geometry.parts.length > 1 && find,
        names,
        manner.hasSteps === true &&
          h(
            'button',
            {
              type: 'button',
              class: 'previous',
              title: 'previous mode (←)',
              'aria-label': 'previous mode',
              click: step(-1),
            },
            '‹',
          ),
        manner.isStill !== true && this.button,
        manner.hasSteps === true &&
          h(
            'button',
            { type: 'button', class: 'next', title: 'next mode (→)', 'aria-label': 'next mode', click: step(1) },
            '›',
          ),
        h('label', { class: 'amplitude' }, 'amplitude', this.slider),
      ),
    );
    this.listen();
    this.take();
    this.play(this.isPlaying);
  }

  readonly finder: HTMLInputElement;
  /** The last that was shown: keys are for it where a page has no modes of its own. */
  static shown: Picture | null = null;

  /** So many modes on. */
  step(by: number): void {
    if (this.manner.step) {
      this.manner.step(by);
    } else if (this.modes.length > 0) {
      choose('mode', Math.min(this.modes.length - 1, Math.max(0, choice.mode + by)));
    }
  }

  private listen(): void {
    onWidth(this.element, () => this.resize());
    new ResizeObserver(() => {
      this.measure();
      this.ask();
    }).observe(this.element.firstElementChild as HTMLElement);
    onChoice((_, what) => (what === 'isDark' ? this.recolor() : this.take()));
    new IntersectionObserver((entries) => {
      this.isSeen = entries.some((entry) => entry.isIntersecting);
      this.ask();
    }).observe(this.canvas);
    document.addEventListener('visibilitychange', () => this.ask());
    this.listenToPointers();
  }

  /** One finger or the mouse turns, two fingers zoom and shift; the wheel only where the picture has the focus. */
  private listenToPointers(): void {
    const down = new Map<number, [number, number]>();
    const spread = (): number => {
      const [a, b] = [...down.values()] as [[number, number], [number, number]];
      return Math.hypot(a[0] - b[0], a[1] - b[1]);
    };
    const put = (event: PointerEvent): void => {
      const before = down.get(event.pointerId);
      if (!before) {
        return;
      }
      const width = down.size === 2 ? spread() : 0;
      down.set(event.pointerId, [event.clientX, event.clientY]);
      const dx = event.clientX - before[0],
        dy = event.clientY - before[1];
      if (down.size === 2) {
        this.camera.zoom *= width > 0 ? spread() / width : 1;
        this.camera.shift = [this.camera.shift[0] + dx / 2, this.camera.shift[1] + dy / 2];
      } else if (event.shiftKey || event.buttons === 4 || this.geometry.dimension === 2) {
        this.camera.shift = [this.camera.shift[0] + dx, this.camera.shift[1] + dy];
      } else {
        this.turn(dx / 150, dy / 150);
      }
      this.ask();
    };
    this.canvas.addEventListener('pointerdown', (event) => {
      down.set(event.pointerId, [event.clientX, event.clientY]);
      this.canvas.setPointerCapture(event.pointerId);
      this.canvas.focus({ preventScroll: true });
    });
    this.canvas.addEventListener('pointermove', put);
    for (const name of ['pointerup', 'pointercancel'] as const) {
      this.canvas.addEventListener(name, (event) => down.delete(event.pointerId));
    }
    this.canvas.addEventListener(
      'wheel',
      (event) => {
        if (document.activeElement === this.canvas) {
          event.preventDefault();
          this.zoom(Math.exp(-event.deltaY / 500));
        }
      },
      { passive: false },
    );
  }

  zoom(by: number): void {
    this.camera.zoom = Math.min(50, Math.max(0.2, this.camera.zoom * by));
    this.ask();
  }

  turn(yaw: number, pitch: number): void {
    this.camera.yaw -= yaw;
    this.camera.pitch = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, this.camera.pitch + pitch));
    this.ask();
  }

  /** 0: the first view; 1, 2, 3: along x, y, z. */
  view(which: number): void {
    const quarter = Math.PI / 2;
    const views = [
      firstView(this.geometry.dimension),
      { yaw: quarter, pitch: 0 },
      { yaw: 0, pitch: 0 },
      { yaw: 0, pitch: quarter },
    ];
    this.camera = { ...firstView(this.geometry.dimension), ...views[which] };
    this.ask();
  }

  play(isPlaying: boolean): void {
    this.isPlaying = isPlaying;
    this.button.textContent = isPlaying ? '❚❚' : '▶';
    this.button.setAttribute('aria-label', isPlaying ? 'pause' : 'play');
    this.last = 0;
    this.ask();
  }

  toggle(): void {
    this.play(!this.isPlaying);
  }

  /** Stand still at a phase; it is drawn when this returns, before the page has its size, too. */
  still(phase: number): void {
    this.play(false);
    this.phase = phase;
    this.width > 0 ? this.draw() : this.resize();
  }

  setAmplitude(amplitude: number): void {
    this.amplitude = Math.min(3, Math.max(0, amplitude));
    this.slider.value = String(this.amplitude);
    if (this.manner.isStill) {
      this.take();
    }
    this.ask();
  }

  grow(by: number): void {
    this.setAmplitude(this.amplitude + by);
  }

  private find(word: string): void {
    const wanted = word.trim().toLowerCase();
    const parts = this.geometry.parts;
    this.lit = wanted === '' ? -1 : parts.findIndex((part) => part.name.toLowerCase() === wanted);
    this.lit =
      wanted !== '' && this.lit < 0 ? parts.findIndex((part) => part.name.toLowerCase().includes(wanted)) : this.lit;
    this.ask();
  }

  /** Look at the mode anew: its shape may have been read by now. */
  refresh(): void {
    this.take();
  }

  private take(): void {
    const mode = this.manner.moves
      ? this.manner.moves(this.phase)
      : this.modes[this.manner.index ? this.manner.index() : choice.mode];
    this.scene.take(mode ?? null);
    this.name(mode ?? null);
    this.ask();
  }

  private name(mode: Mode | null): void {
    const hasShape =
      !mode ||
      this.manner.moves ||
      this.scene.isMoved ||
      this.modes.every((one) => Object.keys(one.shapes).length === 0);
    const lack = hasShape
      ? ''
      : document.readyState === 'loading'
        ? ' · loading shape'
        : ' · shape not stored in this page';
    const title = plain(mode ? this.manner.title(mode, this.scene.factor(this.amplitude)) + lack : 'At rest');
    this.title.textContent = title;
    this.canvas.setAttribute('aria-label', `the structure: ${title}`);
  }

  /** Another of the modes is to be shown. */
  renew(): void {
    this.take();
  }

  private recolor(): void {
    this.colors = inks();
    this.ask();
  }

  private measure(): void {
    this.caption = (this.element.firstElementChild as HTMLElement).offsetHeight;
    this.isNarrow = this.element.clientWidth < 560;
    this.align();
  }

  private resize(): void {
    this.measure();
    const ratio = window.devicePixelRatio || 1;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.draw();
  }

  private ask(): void {
    if (!this.isAsked) {
      this.isAsked = true;
      requestAnimationFrame((now) => {
        this.isAsked = false;
        this.frame(now);
      });
    }
  }

  private frame(now: number): void {
    if (this.isPlaying && this.isSeen && !document.hidden) {
      this.phase += this.last > 0 ? Math.min(0.1, (now - this.last) / 1000) * TURNS * 2 * Math.PI : 0;
      this.last = now;
      this.draw();
      this.ask();
    } else {
      this.last = 0;
      this.draw();
    }
  }

  private draw(): void {
    const context = this.canvas.getContext('2d', { willReadFrequently: true });
    if (!context || this.width === 0) {
      return;
    }
    const ratio = this.canvas.width / this.width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    const factor = this.manner.moves
      ? 0.1 * this.scene.size * this.amplitude
      : this.scene.factor(this.amplitude) * Math.sin(this.phase);
    if (this.manner.moves) {
      this.scene.take(this.manner.moves(this.phase));
    }
    this.layer(
      this.scene.draw(
        context,
        this.width,
        this.height,
        this.camera,
        factor,
        this.colors,
        this.margins(),
        this.lit,
        true,
      ),
    );
  }

  /** Lay the canvas of WebGL behind this one, or take it away. */
  private layer(ground: HTMLCanvasElement | null): void {
    if (ground !== this.ground) {
      this.ground?.remove();
      ground?.classList.add('ribbons');
      if (ground) {
        this.canvas.after(ground);
      }
      this.ground = ground;
      this.align();
    }
  }

  private align(): void {
    if (this.ground) {
      this.ground.style.top = `${this.canvas.offsetTop}px`;
    }
  }

  /** Pictures of the first modes for paper. */
  sheet(count: number): HTMLElement {
    const sheet = h('div', { class: 'sheet' });
    const scene = new Scene(this.geometry);
    const colors = inks(true);
    for (const mode of this.modes.filter((one) => one.omega > 0).slice(0, count)) {
      const canvas = h('canvas', { width: 3 * 340, height: 3 * 240 });
      const context = canvas.getContext('2d');
      scene.take(mode);
      context?.setTransform(3, 0, 0, 3, 0, 0);
      if (context) {
        scene.draw(context, 340, 240, firstView(this.geometry.dimension), scene.factor(1), colors, [24, 24, 24, 24]);
      }
      sheet.append(h('figure', {}, canvas, h('figcaption', {}, this.manner.title(mode, scene.factor(1)))));
    }
    return sheet;
  }

  /** Where the ends of lines are seen by both ways to draw, as they are drawn now; and which of them is taken. For
   *  tests. */
  ways(): { isByRibbons: boolean; places: [number[], number[]] | null } {
    return {
      isByRibbons: this.scene.isByRibbons,
      places: this.scene.compareWays(
        this.width,
        this.height,
        this.camera,
        this.scene.factor(this.amplitude) * Math.sin(this.phase),
        this.margins(),
      ),
    };
  }

  private margins(): [number, number, number, number] {
    return this.isNarrow ? [16, 16, 16, 16] : [Math.min(this.caption + 16, 120), 24, 64, 24];
  }

  /** Displacements of all stations in a mode, in the numbers of the result: [part][station][x, y, z]. */
  positions(index: number): number[][][] {
    const mode = this.modes[index];
    return mode ? this.geometry.parts.map((part) => Scene.displacements(part, mode).moves) : [];
  }
}

/** Groups of parts by colour, where nothing is known of their energy. */
export function paint(geometry: Geometry): Legend[] {
  const groups = readGroups(geometry, {}),
    names = groups.names.slice(0, 6);
  geometry.parts.forEach((part) => (part.color = names.indexOf(groups.of.get(part.name) ?? '') + 1));
  return names.map((name, i) => ({ name, color: i + 1 }));
}

/** On paper the structure stands still, twelve times. @param isShown is it to be seen? */
export function listenToPrinting(picture: Picture, isShown = (): boolean => true): void {
  let sheet: HTMLElement | null = null;
  window.addEventListener('beforeprint', () => {
    sheet?.remove();
    sheet = isShown() ? picture.sheet(12) : null;
    if (sheet) {
      picture.element.after(sheet);
    }
  });
  window.addEventListener('afterprint', () => {
    sheet?.remove();
    sheet = null;
  });
}

/** Shares of energy as one bar. */
function energyBar(mode: Mode, legend: Legend[]): HTMLElement {
  const bar = h('span', { class: 'energy' });
  for (const item of legend) {
    const share = mode.energy.get(item.name) ?? 0;
    const piece = h('span', { class: `color-${item.color}` });
    piece.style.width = `${100 * share}%`;
    bar.append(piece);
  }
  bar.title = plain(
    legend.map((item) => `${item.name} ${(100 * (mode.energy.get(item.name) ?? 0)).toFixed(1)} %`).join('\n'),
  );
  return bar;
}

/** The list of modes. */
export function modeList(modes: Mode[], legend: Legend[]): HTMLElement {
  const head = h(
    'div',
    { class: 'row head' },
    h('span', {}, 'mode'),
    h('span', { class: 'frequency' }),
    h('span', { class: 'error' }, 'error ≤'),
    h('span', {}, legend.length > 1 ? 'energy' : ''),
  );
  const rows = h('div', { class: 'rows', role: 'listbox', tabindex: '0', 'aria-label': 'modes' });
  const name = `modes-${(made += 1)}`;
  const items = modes.map((_, i) =>
    h('div', { class: 'row', role: 'option', id: `${name}-${i}`, click: () => choose('mode', i) }),
  );
  rows.append(...items);
  const write = (): void => {
    (head.children[1] as HTMLElement).textContent = `frequency, ${choice.unit}`;
    modes.forEach((mode, i) => {
      const words = mode.growth > 0 || isRigid(mode) ? nameOf(mode) : frequency(mode);
      const full =
        mode.omega > 0
          ? `${inUnit(mode.omega)} ${choice.unit}\nbetween ` +
            `${Number.isNaN(mode.lower) ? 'unknown' : inUnit(mode.lower)}\nand ` +
            `${Number.isNaN(mode.upper) ? 'unknown' : inUnit(mode.upper)}`
          : null;
      (items[i] as HTMLElement).replaceChildren(
        h('span', {}, String(mode.number)),
        h('span', { class: 'frequency', title: full }, ...remarks(mode).map((word) => h('small', {}, word)), words),
        h('span', { class: 'error' }, mode.omega > 0 ? bound(errorOf(mode)) : ''),
        legend.length > 1 ? energyBar(mode, legend) : h('span'),
      );
    });
  };
  let marked = -1;
  items.forEach((item) => item.setAttribute('aria-selected', 'false'));
  const mark = (): void => {
    items[marked]?.setAttribute('aria-selected', 'false');
    items[choice.mode]?.setAttribute('aria-selected', 'true');
    marked = choice.mode;
    rows.setAttribute('aria-activedescendant', `${name}-${choice.mode}`);
    const item = items[choice.mode];
    if (
      item &&
      (item.offsetTop < rows.scrollTop || item.offsetTop + item.offsetHeight > rows.scrollTop + rows.clientHeight)
    ) {
      rows.scrollTop = item.offsetTop - rows.clientHeight / 2;
    }
  };
  onChoice((_, what) => (what === 'unit' ? write() : mark()));
  write();
  mark();
  requestAnimationFrame(mark);
  return h('div', { class: legend.length > 1 ? 'list card' : 'list card plain' }, head, rows);
}

/** Reactions of the joints in the chosen mode. */
export function reactionTable(modes: Mode[], names: Fields): HTMLElement {
  const body = h('tbody');
  const write = (): void => {
    const mode = modes[choice.mode];
    body.replaceChildren(
      ...Object.entries(mode?.reactions ?? {}).flatMap(([name, values]) => {
        return list(values).map((value, k) =>
          h(
            'tr',
            {},
            h('td', {}, k === 0 ? name : ''),
            h('td', {}, text(list(names[name])[k]) || String(k + 1)),
            h('td', { class: 'number', title: String(number(value)) }, short(number(value), 5)),
          ),
        );
      }),
    );
  };
  onChoice((_, what) => what === 'mode' && write());
  write();
  return h(
    'div',
    { class: 'scroll' },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h('tr', {}, h('th', {}, 'joint'), h('th', {}, 'component'), h('th', { class: 'number' }, 'reaction')),
      ),
      body,
    ),
  );
}
