// SPDX-License-Identifier: BSD-3-Clause
// The motion at a point of a curve: each coordinate over a period, its phase plane, and the structure that moves so,
// where its shapes are known.

import { h } from './dom';
import { Fields, Value, list, number, record } from './data';
import { Cursor, curveChart } from './plot';
import type { Chart } from './curves';
import { readGeometry } from './result';
import type { Mode } from './result';
import { Picture } from './structure';
import { ViewData, along, colorAt, under, upright, withUnit, word } from './viewdata';

const SAMPLES = 200;

interface Motion {
  name: string;
  at: number; // of the axis, in the unit that is chosen
  nu: number; // of the axis, as it stands in the result
  period: number; // in periods of the axis
  coefficients: number[][]; // of each coordinate
}

interface Piece {
  piece: Fields;
  name: string;
}

/** Coefficients of a point: those of all points of a piece stand one after another. */
function motionAt(data: ViewData, pieces: Piece[], cursor: Cursor): Motion | null {
  const at = pieces[cursor.curve];
  if (!at) {
    return null;
  }
  const all = list(under(data, at.piece, 'motion')),
    axis = list(under(data, at.piece, 'axis')),
    value = list(under(data, at.piece, 'value'));
  const coordinates = Array.isArray(value[0]) ? value.length : 1;
  const each = all.length / axis.length / coordinates;
  if (!Number.isInteger(each) || each < 3 || each % 2 !== 1) {
    return null;
  }
  const nu = number(axis[cursor.point]),
    period = number(at.piece.period) || 1;
  const coefficients = Array.from({ length: coordinates }, (_, i) =>
    all
      .slice((cursor.point * coordinates + i) * each, (cursor.point * coordinates + i + 1) * each)
      .map((c: Value) => number(c)),
  );
  return { name: at.name, at: along(data, nu), nu, period, coefficients };
}

/** The value of a coordinate and its derivative by the angle. */
function valueAt(c: number[], theta: number): [number, number] {
  let value = (c[0] as number) / Math.SQRT2,
    slope = 0;
  for (let n = 1; 2 * n < c.length; n++) {
    const a = c[2 * n - 1] as number,
      b = c[2 * n] as number,
      x = Math.cos(n * theta),
      y = Math.sin(n * theta);
    value += a * x + b * y;
    slope += n * (b * x - a * y);
  }
  return [value, slope];
}

const angles = (): number[] => Array.from({ length: SAMPLES + 1 }, (_, k) => (2 * Math.PI * k) / SAMPLES);

function overTime(data: ViewData, motion: Motion): Chart {
  const seconds = (theta: number): number => (theta * motion.period) / motion.nu;
  const curves = motion.coefficients.map((c, i) => ({
    name: `coordinate ${i + 1}`,
    x: angles().map(seconds),
    y: angles().map((theta) => upright(data, valueAt(c, theta)[0])),
    flag: [],
    color: colorAt(i),
  }));
  return {
    curves,
    marks: [],
    x: 'time, s',
    y: word(data, 'unit') ? `displacement, ${word(data, 'unit')}` : 'displacement',
  };
}

function phasePlane(data: ViewData, motion: Motion): Chart {
  const rate = motion.nu / motion.period;
  const curves = motion.coefficients.map((c, i) => ({
    name: `coordinate ${i + 1}`,
    x: angles().map((theta) => valueAt(c, theta)[0]),
    y: angles().map((theta) => rate * valueAt(c, theta)[1]),
    flag: [],
    color: colorAt(i),
  }));
  return {
    curves,
    marks: [],
    x: word(data, 'unit') ? `displacement, ${word(data, 'unit')}` : 'displacement',
    y: word(data, 'unit') ? `velocity, ${word(data, 'unit')}/s` : 'velocity',
  };
}

/** The shape at an angle: every coordinate times its own, and the greatest displacement of the period is 1. */
function mover(shapes: Fields[], motion: Motion): (phase: number) => Mode {
  const sum = (phase: number): Fields =>
    Object.fromEntries(
      Object.keys(shapes[0] ?? {}).map((part) => [
        part,
        Object.fromEntries(
          ['ux', 'uy', 'uz']
            .filter((key) => Array.isArray(record(shapes[0]?.[part])[key]))
            .map((key) => [
              key,
              list(record(shapes[0]?.[part])[key]).map((_, k) =>
                shapes.reduce(
                  (total, shape, i) =>
                    total +
                    valueAt(motion.coefficients[i] ?? [0], phase)[0] * number(list(record(shape[part])[key])[k]),
                  0,
                ),
              ),
            ]),
        ),
      ]),
    );
  const size = (shape: Fields): number =>
    Math.max(
      0,
      ...Object.values(shape).flatMap((part) => {
        const [x, y, z] = ['ux', 'uy', 'uz'].map((key) => list(record(part)[key]).map(number)) as [
          number[],
          number[],
          number[],
        ];
        return (x.length ? x : y.length ? y : z).map((_, k) => Math.hypot(x[k] ?? 0, y[k] ?? 0, z[k] ?? 0));
      }),
    );
  const most =
    Math.max(
      ...angles()
        .filter((_, k) => k % 5 === 0)
        .map((theta) => size(sum(theta))),
    ) || 1;
  const scaled = (shape: Fields): Fields =>
    Object.fromEntries(
      Object.entries(shape).map(([part, value]) => [
        part,
        Object.fromEntries(
          Object.entries(record(value)).map(([key, column]) => [key, list(column).map((u) => number(u) / most)]),
        ),
      ]),
    );
  return (phase) => ({
    index: 0,
    number: 1,
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
    shapes: scaled(sum(phase)),
  });
}

/** What is shown of the point that is picked; nothing before one is. */
export function motionPicture(data: ViewData, pieces: Piece[], cursor: Cursor): HTMLElement | null {
  if (!word(data, 'motion') || !pieces.some(({ piece }) => list(under(data, piece, 'motion')).length > 0)) {
    return null;
  }
  const geometry = readGeometry(data.result),
    shapes = list(data.result[word(data, 'shape')]).map((one) => record(record(one).shapes));
  const place = h(
    'div',
    { class: 'motion' },
    h('p', { class: 'status' }, 'Click a curve, or use the arrow keys, to show the motion at that point.'),
  );
  const show = (): void => {
    const motion = motionAt(data, pieces, cursor);
    if (!motion) {
      return;
    }
    const title =
      `${motion.name ? `${motion.name}, ` : ''}${withUnit(motion.at, word(data, 'axis_unit'), 6)}` +
      `${motion.period > 1 ? `, ${motion.period} forcing periods` : ''}`;
    geometry?.parts.forEach((part) => (part.color = 1));
    const picture =
      geometry && shapes.length > 0
        ? new Picture(geometry, [], [], { title: () => title, moves: mover(shapes, motion), hasSteps: false })
        : null;
    place.replaceChildren(
      h('p', { class: 'status' }, `Motion at ${title}: over one period, and in the phase plane.`),
      h(
        'div',
        { class: 'beside' },
        curveChart(() => overTime(data, motion), { height: 260 }),
        curveChart(() => phasePlane(data, motion), { height: 260 }),
      ),
      ...(picture ? [picture.element] : []),
    );
  };
  cursor.on((isChosen) => isChosen && show());
  return place;
}
