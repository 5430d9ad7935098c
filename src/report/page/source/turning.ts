// SPDX-License-Identifier: BSD-3-Clause
// Role "curve": amplitudes over a frequency or anything else along which a curve may turn back, in pieces; a motion at every point.

import { h } from './dom';
import { Fields, Value, list, number, record } from './data';
import { short } from './digits';
import { Cursor, curveChart } from './plot';
import type { Chart, Curve, Mark } from './curves';
import { range } from './curves';
import { motionPicture } from './motion';
import {
  Told,
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
} from './told';

const COORDINATES = 6; // that have a chart

const piecesOf = (told: Told, one: Fields): Fields[] => list(under(told, one, 'within')).map(record);
const isOn = (value: Value): boolean => value === true || number(value) !== 0;
/** Numbers of one coordinate: a list for each, or one list. */
const coordinateOf = (value: Value | undefined, k: number): Value[] =>
  Array.isArray(list(value)[0]) ? list(list(value)[k]) : k === 0 ? list(value) : [];
const heightOf = (value: Value | undefined, k: number): number =>
  Array.isArray(value) ? number(value[k]) : number(value);

function pieceCurve(told: Told, piece: Fields, k: number, name: string, color: number): Curve {
  return {
    name,
    color,
    x: list(under(told, piece, 'axis')).map((x) => along(told, number(x))),
    y: coordinateOf(under(told, piece, 'value'), k).map((y) => upright(told, number(y))),
    flag: list(under(told, piece, 'flag')).map(isOn),
  };
}

interface All extends Told {
  curves: Fields[];
  names: string[];
}

function marksOf(told: All, k: number): Mark[] {
  return told.curves.flatMap((curve, i) =>
    piecesOf(told, curve)
      .flatMap((piece) => list(under(told, piece, 'marks')).map(record))
      .map((mark) => {
        const x = along(told, number(under(told, mark, 'mark_x')));
        return {
          x,
          y: upright(told, heightOf(under(told, mark, 'mark_y'), k)),
          words: `${markName(told, mark)} ${short(x, 5)}`,
          color: colorAt(i),
          isDiamond: markName(told, mark) !== 'peak',
        };
      }),
  );
}

/** What guides the eye goes no farther than what it guides. */
function guidesOf(told: All, k: number, curves: Curve[]): Curve[] {
  const guide = record(told.result[word(told, 'guide')]);
  const [low, high] = range(curves.map((curve) => curve.x)),
    most = range(curves.map((curve) => curve.y))[1];
  return piecesOf(told, guide)
    .map((piece) => pieceCurve(told, piece, k, word(told, 'guide').replaceAll('_', ' '), -1))
    .map((curve) => {
      const keep = curve.x.map((x, i) => x >= low && x <= high && (curve.y[i] as number) <= 1.15 * most);
      return { ...curve, x: curve.x.filter((_, i) => keep[i]), y: curve.y.filter((_, i) => keep[i]), flag: [] };
    });
}

const many = (kind: string): string => (kind.endsWith('ch') ? `${kind}es` : `${kind}s`);
const flagWords = (told: Told): string => word(told, 'flag').replaceAll('_', ' ');

function chartOf(told: All, k: number, count: number): Chart {
  const curves = told.curves.flatMap((curve, i) =>
    piecesOf(told, curve).map((piece) => pieceCurve(told, piece, k, told.names[i] as string, colorAt(i))),
  );
  const y = valueWords(told),
    label = word(told, 'label') || word(told, 'value');
  return {
    curves: [...curves, ...guidesOf(told, k, curves)],
    marks: marksOf(told, k),
    x: axisWords(told),
    y: count > 1 ? y.replace(label, `${label} ${k + 1}`) : y,
    isLogX: isLog(told),
    flagWords: flagWords(told),
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
function curveWords(told: All, curve: Fields, i: number): string {
  const pieces = piecesOf(told, curve).map((piece) => pieceCurve(told, piece, 0, '', 0));
  const marks = piecesOf(told, curve).flatMap((piece) => list(under(told, piece, 'marks')).map(record));
  const kinds = [...new Set(marks.map((mark) => markName(told, mark)))];
  const unit = word(told, 'axis_unit');
  const words = kinds.map((kind) => {
    const at = marks
      .filter((mark) => markName(told, mark) === kind)
      .map((mark) => along(told, number(under(told, mark, 'mark_x'))))
      .sort((a, b) => a - b);
    return `${at.length > 1 ? many(kind) : kind} at ${at
      .slice(0, 4)
      .map((x, k) => (k + 1 === Math.min(4, at.length) ? withUnit(x, unit, 5) : short(x, 5)))
      .join(', ')
      .replace(/, ([^,]*)$/, ' and $1')}${at.length > 4 ? ` and ${at.length - 4} more` : ''}`;
  });
  const most = mostAt(pieces);
  const values = most > 1 ? `; it turns back, and has up to ${most} values at one place` : '';
  return `${told.curves.length > 1 ? `${told.names[i]}: ` : ''}${words.join(', ')}${values || (words.length > 0 ? '' : 'no marks')}`;
}

function sentenceOf(told: All): string {
  const FEW = 4;
  const isDashed = told.curves.some((curve) =>
    piecesOf(told, curve).some((piece) => list(under(told, piece, 'flag')).some(isOn)),
  );
  const rest = told.curves.length - FEW;
  return `${told.curves
    .slice(0, FEW)
    .map((curve, i) => capital(curveWords(told, curve, i)))
    .join(
      '. ',
    )}.${rest > 0 ? ` ${named(rest, 'more curve', 'more curves')}.` : ''}${isDashed ? ` What is dashed is ${flagWords(told)}.` : ''}`;
}

export function curveView(told: Told, used: string[], isComplete: boolean): View | null {
  const curves = recordsOf(told),
    all: All = { ...told, curves, names: namesOf(told, curves) };
  const first = curves.flatMap((curve) => piecesOf(told, curve))[0];
  if (!first) {
    return null;
  }
  const value = under(told, first, 'value'),
    count = Array.isArray(list(value)[0]) ? list(value).length : 1;
  const pieces = curves.flatMap((curve, i) =>
    piecesOf(told, curve).map((piece) => ({ piece, name: all.names[i] as string })),
  );
  const kinds = (): string => {
    const marks = pieces
      .flatMap(({ piece }) => list(under(told, piece, 'marks')).map(record))
      .map((mark) => markName(told, mark));
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
      count > COORDINATES ? h('p', { class: 'told' }, `${count - COORDINATES} more coordinates have no chart.`) : null;
    return [...charts, left, motionPicture(told, pieces, cursor)];
  };
  return {
    title: word(told, 'title'),
    sentence: () => sentenceOf(all),
    head: () =>
      `${named(curves.length, 'curve', 'curves')}${kinds() ? ` with ${kinds()}` : ''}. ${isComplete ? 'What was asked for is found.' : proofWords(told, false)}`,
    content,
    used,
  };
}
