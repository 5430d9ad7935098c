// SPDX-License-Identifier: BSD-3-Clause
// Role "curve": amplitudes over a frequency or anything else along which a curve may turn back, in pieces; a motion at
// every point.

import { h } from './dom';
import { Fields, Value, list, number, record } from './data';
import { short } from './digits';
import { Cursor, curveChart } from './plot';
import type { Chart, Curve, Mark } from './curves';
import { range } from './curves';
import { motionPicture } from './motion';
import {
  ViewData,
  View,
  along,
  axisWords,
  capital,
  colorAt,
  isLog,
  markName,
  named,
  namesOf,
  proofWords,
  recordsOf,
  under,
  upright,
  valueWords,
  withUnit,
  word,
} from './viewdata';

const COORDINATES = 6; // that have a chart

const piecesOf = (data: ViewData, one: Fields): Fields[] => list(under(data, one, 'within')).map(record);
const isOn = (value: Value): boolean => value === true || number(value) !== 0;
/** Numbers of one coordinate: a list for each, or one list. */
const coordinateOf = (value: Value | undefined, k: number): Value[] =>
  Array.isArray(list(value)[0]) ? list(list(value)[k]) : k === 0 ? list(value) : [];
const heightOf = (value: Value | undefined, k: number): number =>
  Array.isArray(value) ? number(value[k]) : number(value);

function pieceCurve(data: ViewData, piece: Fields, k: number, name: string, color: number): Curve {
  return {
    name,
    color,
    x: list(under(data, piece, 'axis')).map((x) => along(data, number(x))),
    y: coordinateOf(under(data, piece, 'value'), k).map((y) => upright(data, number(y))),
    flag: list(under(data, piece, 'flag')).map(isOn),
  };
}

interface All extends ViewData {
  curves: Fields[];
  names: string[];
}

function marksOf(data: All, k: number): Mark[] {
  return data.curves.flatMap((curve, i) =>
    piecesOf(data, curve)
      .flatMap((piece) => list(under(data, piece, 'marks')).map(record))
      .map((mark) => {
        const x = along(data, number(under(data, mark, 'mark_x')));
        return {
          x,
          y: upright(data, heightOf(under(data, mark, 'mark_y'), k)),
          words: `${markName(data, mark)} ${short(x, 5)}`,
          color: colorAt(i),
          isDiamond: markName(data, mark) !== 'peak',
        };
      }),
  );
}

/** What guides the eye goes no farther than what it guides. */
function guidesOf(data: All, k: number, curves: Curve[]): Curve[] {
  const guide = record(data.result[word(data, 'guide')]);
  const [low, high] = range(curves.map((curve) => curve.x)),
    most = range(curves.map((curve) => curve.y))[1];
  return piecesOf(data, guide)
    .map((piece) => pieceCurve(data, piece, k, word(data, 'guide').replaceAll('_', ' '), -1))
    .map((curve) => {
      const keep = curve.x.map((x, i) => x >= low && x <= high && (curve.y[i] as number) <= 1.15 * most);
      return { ...curve, x: curve.x.filter((_, i) => keep[i]), y: curve.y.filter((_, i) => keep[i]), flag: [] };
    });
}

const many = (kind: string): string => (kind.endsWith('ch') ? `${kind}es` : `${kind}s`);
const flagWords = (data: ViewData): string => word(data, 'flag').replaceAll('_', ' ');

function chartOf(data: All, k: number, count: number): Chart {
  const curves = data.curves.flatMap((curve, i) =>
    piecesOf(data, curve).map((piece) => pieceCurve(data, piece, k, data.names[i] as string, colorAt(i))),
  );
  const y = valueWords(data),
    label = word(data, 'label') || word(data, 'value');
  return {
    curves: [...curves, ...guidesOf(data, k, curves)],
    marks: marksOf(data, k),
    x: axisWords(data),
    y: count > 1 ? y.replace(label, `${label} ${k + 1}`) : y,
    isLogX: isLog(data),
    flagWords: flagWords(data),
  };
}

/** Most values that a curve has at one place of its axis. */
function mostAt(curves: Curve[]): number {
  const turns = curves
    .flatMap((curve) =>
      curve.x.filter(
        (x, i) =>
          i > 0 && i + 1 < curve.x.length && (x - (curve.x[i - 1] as number)) * ((curve.x[i + 1] as number) - x) < 0,
      ),
    )
    .sort((a, b) => a - b);
  const ends = range(curves.map((curve) => curve.x));
  const places = [ends[0], ...turns, ends[1]];
  const middles = places.slice(1).map((x, i) => (x + (places[i] as number)) / 2);
  const crossings = (at: number): number =>
    curves.reduce(
      (sum, curve) => sum + curve.x.slice(1).filter((x, i) => x > at !== (curve.x[i] as number) > at).length,
      0,
    );
  return Math.max(0, ...middles.map(crossings));
}

/** One curve: where it turns back, how many values there are, where it is largest. */
function curveWords(data: All, curve: Fields, i: number): string {
  const pieces = piecesOf(data, curve).map((piece) => pieceCurve(data, piece, 0, '', 0));
  const marks = piecesOf(data, curve).flatMap((piece) => list(under(data, piece, 'marks')).map(record));
  const kinds = [...new Set(marks.map((mark) => markName(data, mark)))];
  const unit = word(data, 'axis_unit');
  const words = kinds.map((kind) => {
    const at = marks
      .filter((mark) => markName(data, mark) === kind)
      .map((mark) => along(data, number(under(data, mark, 'mark_x'))))
      .sort((a, b) => a - b);
    return `${at.length > 1 ? many(kind) : kind} at ${at
      .slice(0, 4)
      .map((x, k) => (k + 1 === Math.min(4, at.length) ? withUnit(x, unit, 5) : short(x, 5)))
      .join(', ')
      .replace(/, ([^,]*)$/, ' and $1')}${at.length > 4 ? ` and ${at.length - 4} more` : ''}`;
  });
  const most = mostAt(pieces);
  const values = most > 1 ? `; up to ${most} solutions at one ${word(data, 'axis_label') || 'value'}` : '';
  return (
    `${data.curves.length > 1 ? `${data.names[i]}: ` : ''}${words.join(', ')}` +
    `${values || (words.length > 0 ? '' : 'no events')}`
  );
}

function sentenceOf(data: All): string {
  const FEW = 4;
  const isDashed = data.curves.some((curve) =>
    piecesOf(data, curve).some((piece) => list(under(data, piece, 'flag')).some(isOn)),
  );
  const rest = data.curves.length - FEW;
  const curves = data.curves.slice(0, FEW).map((curve, i) => `${capital(curveWords(data, curve, i))}.`);
  const more = rest > 0 ? [`${named(rest, 'more curve', 'more curves')}.`] : [];
  return [...curves, ...more, ...(isDashed ? [`Dashed: ${flagWords(data)}.`] : [])].join(' ');
}

export function curveView(data: ViewData, used: string[], isComplete: boolean): View | null {
  const curves = recordsOf(data),
    all: All = { ...data, curves, names: namesOf(data, curves) };
  const first = curves.flatMap((curve) => piecesOf(data, curve))[0];
  if (!first) {
    return null;
  }
  const value = under(data, first, 'value'),
    count = Array.isArray(list(value)[0]) ? list(value).length : 1;
  const pieces = curves.flatMap((curve, i) =>
    piecesOf(data, curve).map((piece) => ({ piece, name: all.names[i] as string })),
  );
  const kinds = (): string => {
    const marks = pieces
      .flatMap(({ piece }) => list(under(data, piece, 'marks')).map(record))
      .map((mark) => markName(data, mark));
    return [...new Set(marks)]
      .map((kind) => named(marks.filter((mark) => mark === kind).length, kind, many(kind)))
      .join(', ');
  };
  const content = (): (HTMLElement | null)[] => {
    const cursor = new Cursor();
    const charts = Array.from({ length: Math.min(count, COORDINATES) }, (_, k) =>
      curveChart(() => chartOf(all, k, count), { cursor }),
    );
    const left =
      count > COORDINATES
        ? h('p', { class: 'status' }, `${count - COORDINATES} more coordinates have no chart.`)
        : null;
    return [...charts, left, motionPicture(data, pieces, cursor)];
  };
  return {
    title: word(data, 'title'),
    sentence: () => sentenceOf(all),
    head: () =>
      `${named(curves.length, 'curve', 'curves')}${kinds() ? ` with ${kinds()}` : ''}. ` +
      `${isComplete ? 'All requested results are found.' : proofWords(data, false)}`,
    content,
    used,
  };
}
