// SPDX-License-Identifier: BSD-3-Clause
// Staircase and columns: SVG laid out for the width at hand.

import { h, onWidth, s } from './dom';
import { bound, short, ticks } from './digits';
import type { Mode } from './result';
import { errorOf } from './result';
import { choice, choose, inUnit, onChoice } from './state';
import type { Legend } from './structure';
import { frequency } from './words';

/** A chart that is drawn anew for a width and a unit; what is chosen is marked upon it. */
function chart(
  name: string,
  draw: (width: number) => SVGElement[],
  mark: (width: number) => SVGElement[],
  height: (width: number) => number,
): HTMLElement {
  const box = h('div', { class: 'chart' });
  const chosen = s('g', { 'pointer-events': 'none' });
  let last = 0;
  const put = (width: number): void => {
    last = width;
    chosen.replaceChildren(...mark(width));
    box.replaceChildren(
      s('svg', { width, height: height(width), role: 'img', 'aria-label': name }, ...draw(width), chosen),
    );
  };
  onWidth(box, put);
  onChoice((_, what) => {
    if (last > 0 && what === 'mode') {
      chosen.replaceChildren(...mark(last));
    } else if (last > 0 && what === 'unit') {
      put(last);
    }
  });
  return box;
}

function label(x: number, y: number, words: string, anchor = 'middle', kind = 'tick'): SVGElement {
  return s('text', { x, y, 'text-anchor': anchor, class: kind }, words);
}

/** Frequencies that are steps: no motions that grow, no rigid bodies. */
function steps(modes: Mode[]): Mode[] {
  return modes.filter((mode) => mode.omega > 0);
}

/** Does the count say the same as the list: climbs at every frequency by as many as are listed, and nowhere else? */
export function isCounted(modes: Mode[]): boolean {
  const elastic = steps(modes);
  return (
    elastic.length > 0 &&
    elastic.every((mode, i) => {
      const next = elastic[i + 1];
      return (
        mode.below < mode.number &&
        mode.number <= mode.above &&
        (!next || next.below === mode.above || (next.below === mode.below && next.above === mode.above))
      );
    })
  );
}

export function staircaseWords(modes: Mode[], isProved: boolean): string {
  const elastic = steps(modes);
  const last = elastic[elastic.length - 1];
  if (!last) {
    return 'The list is empty.';
  }
  if (!isProved || !isCounted(modes)) {
    return 'The count does not confirm the list: a frequency may be missing.';
  }
  const worst = Math.max(...elastic.map(errorOf));
  const bounds = Number.isNaN(worst)
    ? 'Not every frequency has both bounds.'
    : `The largest relative error bound is ${bound(worst)}.`;
  return (
    `Counted independently of the list, the number of frequencies rises at the listed ones only, to ` +
    `${last.above} at ${frequency(last, 6)} ${choice.unit}. ${bounds}`
  );
}

const LEFT = 56;
const RIGHT = 20;

/** The count over frequency, and below it how close the bounds are. */
export function staircase(modes: Mode[]): HTMLElement {
  const elastic = steps(modes);
  const top = 14,
    tall = 220,
    gap = 26,
    strip = 96,
    low = top + tall + gap;
  const start = elastic[0]?.below ?? 0,
    most = elastic[elastic.length - 1]?.above ?? 1;
  const highest = (): number => inUnit((elastic[elastic.length - 1] as Mode).omega) * 1.04;
  const across =
    (width: number) =>
    (value: number): number =>
      LEFT + (value / highest()) * (width - LEFT - RIGHT);
  const y = (count: number): number => top + tall - ((count - start) / Math.max(1, most - start)) * (tall - 10);
  const z = (error: number): number => low + strip * (-Math.log10(Math.min(1, Math.max(1e-16, error))) / 16);
  const dots = (mode: Mode, at: number, radius: number, radiusBelow: number): SVGElement[] => {
    const error = errorOf(mode);
    return [
      s('circle', { cx: at, cy: y(Math.min(mode.number, mode.above)), r: radius, class: 'mark' }),
      Number.isNaN(error)
        ? s('path', { d: `M${at - 4},${low - 4}l8,8m0,-8l-8,8`, class: 'line color-2' })
        : s('circle', { cx: at, cy: z(error), r: radiusBelow, class: 'mark' }),
    ];
  };
  const mark = (width: number): SVGElement[] => {
    const chosen = modes[choice.mode];
    if (!chosen || !(chosen.omega > 0)) {
      return [];
    }
    const at = across(width)(inUnit(chosen.omega));
    return [s('line', { x1: at, x2: at, y1: top, y2: low + strip, class: 'chosen' }), ...dots(chosen, at, 5, 5)];
  };
  const draw = (width: number): SVGElement[] => {
    const high = highest(),
      x = across(width);
    const marks: SVGElement[] = [];
    for (const mark of ticks(0, high, width < 500 ? 4 : 8)) {
      marks.push(
        s('line', { x1: x(mark), x2: x(mark), y1: top, y2: low + strip, class: 'grid' }),
        label(x(mark), low + strip + 18, short(mark, 6)),
      );
    }
    for (const mark of ticks(start, most, 5).filter((count) => Number.isInteger(count))) {
      marks.push(
        s('line', { x1: LEFT, x2: width - RIGHT, y1: y(mark), y2: y(mark), class: 'grid' }),
        label(LEFT - 8, y(mark) + 4, String(mark), 'end'),
      );
    }
    for (const mark of [0, 4, 8, 12, 16]) {
      const level = low + (strip * mark) / 16;
      marks.push(
        s('line', { x1: LEFT, x2: width - RIGHT, y1: level, y2: level, class: 'grid' }),
        label(LEFT - 8, level + 4, mark ? `1e-${mark}` : '1', 'end'),
      );
    }
    let path = `M${x(0)},${y(start)}`;
    for (const mode of elastic) {
      path += `H${x(inUnit(mode.omega))}V${y(mode.above)}`;
    }
    marks.push(s('path', { d: `${path}H${width - RIGHT}`, class: 'line color-1' }));
    for (const mode of elastic) {
      marks.push(
        s(
          'g',
          { class: 'pick', click: () => choose('mode', mode.index) },
          s('title', {}, `mode ${mode.number}: count ${mode.below} below, ${mode.above} above`),
          ...dots(mode, x(inUnit(mode.omega)), elastic.length > 60 ? 2 : 3.2, 3),
        ),
      );
    }
    marks.push(
      label(LEFT, top - 2, 'number of frequencies', 'start', 'axis'),
      label(LEFT + 4, low - 7, 'relative error bound', 'start', 'axis'),
      label(
        LEFT + (width - LEFT - RIGHT) / 2,
        low + strip + 40,
        choice.unit === 'Hz' ? 'frequency, Hz' : 'angular frequency, rad/s',
        'middle',
        'axis',
      ),
    );
    return marks;
  };
  return chart('number of natural frequencies over frequency', draw, mark, () => top + tall + gap + strip + 50);
}

/** Which group vibrates most, and where that changes. */
export function energyWords(modes: Mode[]): string {
  const elastic = steps(modes);
  const largest = (mode: Mode): string =>
    [...mode.energy]
      .filter(([name]) => name !== 'rest')
      .reduce((best, item) => (item[1] > best[1] ? item : best), ['', -1] as [string, number])[0];
  const leads = new Map<string, number>();
  for (const mode of elastic) {
    leads.set(largest(mode), (leads.get(largest(mode)) ?? 0) + 1);
  }
  const order = [...leads].sort((a, b) => b[1] - a[1]);
  const first = order[0];
  if (!first) {
    return '';
  }
  const rest = order
    .slice(1, 4)
    .map(([name, count]) => `${name} in ${count}`)
    .join(', ');
  return first[1] === elastic.length
    ? `${first[0]} has the largest share of the kinetic energy in every mode.`
    : `${first[0]} has the largest share of the kinetic energy in ${first[1]} of ${elastic.length} modes; ` +
        `${rest}${order.length > 4 ? ' and so on' : ''}.`;
}

/** Shares of the energy of every mode as columns. */
export function columns(modes: Mode[], legend: Legend[]): HTMLElement {
  const top = 8,
    tall = 200;
  const pitchOf = (width: number): number => Math.min(64, (width - LEFT - RIGHT) / modes.length);
  const wideOf = (pitch: number): number => (pitch > 6 ? pitch * 0.72 : pitch);
  const mark = (width: number): SVGElement[] => {
    const pitch = pitchOf(width),
      wide = wideOf(pitch);
    return [
      s('rect', {
        x: LEFT + pitch * (choice.mode + 0.5) - wide / 2 - 2,
        y: top - 2,
        width: wide + 4,
        height: tall + 4,
        class: 'around',
      }),
    ];
  };
  const draw = (width: number): SVGElement[] => {
    const pitch = pitchOf(width),
      wide = wideOf(pitch);
    const every = Math.ceil(26 / pitch);
    const marks: SVGElement[] = [];
    for (const mark of [0, 50, 100]) {
      const level = top + tall * (1 - mark / 100);
      marks.push(
        s('line', { x1: LEFT, x2: width - RIGHT, y1: level, y2: level, class: 'grid' }),
        label(LEFT - 8, level + 4, `${mark} %`, 'end'),
      );
    }
    modes.forEach((mode, i) => {
      const x = LEFT + pitch * (i + 0.5) - wide / 2;
      let level = top + tall;
      const pieces: SVGElement[] = legend.map((item) => {
        const high = tall * (mode.energy.get(item.name) ?? 0);
        level -= high;
        return s(
          'rect',
          { x, y: level, width: wide, height: Math.max(0, high), class: `fill color-${item.color}` },
          s(
            'title',
            {},
            `mode ${mode.number}, ${item.name}: ${(100 * (mode.energy.get(item.name) ?? 0)).toFixed(1)} %`,
          ),
        );
      });
      marks.push(s('g', { class: 'pick', click: () => choose('mode', i) }, ...pieces));
      if (i % every === 0) {
        marks.push(label(x + wide / 2, top + tall + 18, String(mode.number)));
      }
    });
    marks.push(label(LEFT + (pitch * modes.length) / 2, top + tall + 40, 'mode', 'middle', 'axis'));
    return marks;
  };
  return h(
    'div',
    {},
    h(
      'ul',
      { class: 'legend' },
      ...legend.map((item) => h('li', {}, h('span', { class: `bar color-${item.color}` }), item.name)),
    ),
    chart('shares of kinetic energy by mode', draw, mark, () => top + tall + 50),
  );
}
