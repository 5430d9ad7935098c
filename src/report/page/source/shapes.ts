// SPDX-License-Identifier: BSD-3-Clause
// Role "shape": a structure that is displaced, at rest or in one of several ways.

import { h } from './dom';
import { Fields, Value, isRecord, list, number, record } from './data';
import { bound, short } from './digits';
import { readGeometry } from './result';
import type { Mode } from './result';
import { Picture, listenToPrinting, paint } from './structure';
import { ViewData, View, capital, named, proofWords, recordsOf, withUnit, word } from './viewdata';

interface Shape {
  name: string;
  shapes: Fields;
  one: Fields | null; // the record that it stands in
}

/** All that the view has; a record may have several. */
function shapesOf(data: ViewData): Shape[] {
  const key = word(data, 'shape');
  if (!word(data, 'each')) {
    const shapes = data.result[key];
    return isRecord(shapes) ? [{ name: '', shapes, one: null }] : [];
  }
  return recordsOf(data).flatMap((one) => {
    const name = list(data.view.name)
      .map((value) => String(value))
      .map((value) =>
        typeof one[value] === 'number'
          ? `${word(data, 'label') || value} ${short(number(one[value]), 6)}`
          : String(one[value] ?? ''),
      )
      .join(', ');
    const value = one[key],
      all = isRecord(value) ? [value] : list(value).filter(isRecord);
    return all.map((shapes, k) => ({
      name: all.length > 1 ? `${name} (${k + 1} of ${all.length})` : name,
      shapes,
      one,
    }));
  });
}

const pseudo = (shape: Shape, index: number): Mode => ({
  index,
  number: index + 1,
  omega: 1,
  lower: NaN,
  upper: NaN,
  below: 0,
  above: 0,
  multiplicity: 1,
  isCluster: false,
  isFree: false,
  growth: NaN,
  energy: new Map(),
  reactions: {},
  shapes: shape.shapes,
});

/** The largest displacement, and in which part. */
function largest(shape: Shape): { size: number; part: string } {
  let best = { size: 0, part: '' };
  for (const [part, value] of Object.entries(shape.shapes)) {
    const [x, y, z] = ['ux', 'uy', 'uz'].map((key) => list(record(value)[key] as Value).map(number)) as [
      number[],
      number[],
      number[],
    ];
    for (let k = 0; k < Math.max(x.length, y.length, z.length); k++) {
      const size = Math.hypot(x[k] ?? 0, y[k] ?? 0, z[k] ?? 0);
      best = size > best.size ? { size, part } : best;
    }
  }
  return best;
}

/** "least factor 0.417, bounds within 4e-13". */
function factorWords(data: ViewData, one: Fields): string {
  const key = String(list(data.view.name)[0] ?? ''),
    value = number(one[key]),
    lower = number(one.lower),
    upper = number(one.upper);
  const error = Math.max(upper - value, value - lower) / Math.abs(value);
  return (
    `${word(data, 'label') || key} ${short(value, 8)}` +
    `${Number.isFinite(error) && error > 0 ? ` (relative error ≤ ${bound(error)})` : ''}`
  );
}

function sentenceOf(data: ViewData, shapes: Shape[]): string {
  const FEW = 3;
  if (!word(data, 'each')) {
    const most = largest(shapes[0] as Shape);
    return most.size > 0
      ? `The largest displacement is ${withUnit(most.size, word(data, 'unit'), 5)}, of ${most.part}.`
      : 'Nothing is displaced.';
  }
  const records = recordsOf(data),
    rest = records.length - FEW;
  const words = records.slice(0, FEW).map((one) => {
    const most = shapes.find((shape) => shape.one === one);
    const part = most ? largest(most).part : '';
    return `${factorWords(data, one)}${part ? `: ${part} moves most` : ''}`;
  });
  return `${words.join('; ')}${rest > 0 ? `; ${named(rest, 'more', 'more')}` : ''}.`.replace(/^./, capital);
}

export function shapeView(data: ViewData, used: string[], isComplete: boolean): View | null {
  const shapes = shapesOf(data),
    geometry = readGeometry(data.result);
  if (!geometry || shapes.length === 0) {
    return null;
  }
  const isStill = !word(data, 'each');
  const content = (): HTMLElement[] => {
    let at = 0;
    const title = (mode: Mode, factor: number): string =>
      `${capital(shapes[mode.index]?.name ?? '') || word(data, 'title')}` +
      `${isStill && factor > 0 ? ` · deformation scaled ${short(factor, 3)}×` : ''}`;
    const picture: Picture = new Picture(geometry, shapes.map(pseudo), paint(geometry), {
      title,
      isStill,
      hasSteps: shapes.length > 1,
      index: () => at,
      step: (by) => {
        at = Math.min(shapes.length - 1, Math.max(0, at + by));
        picture.renew();
      },
    });
    listenToPrinting(picture);
    const clouds = geometry.parts.filter((part) => part.isCloud).length;
    return [
      h('div', { class: 'stand' }, picture.element),
      ...(clouds > 0
        ? [
            h(
              'p',
              { class: 'status' },
              `${named(clouds, 'part is', 'parts are')} drawn as points, where displacements are known.`,
            ),
          ]
        : []),
    ];
  };
  return {
    title: word(data, 'title'),
    sentence: () => sentenceOf(data, shapes),
    head: () => proofWords(data, isComplete),
    content,
    used,
  };
}
