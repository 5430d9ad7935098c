// SPDX-License-Identifier: BSD-3-Clause
// A view as a result tells it, and what all roles need of it: numbers in the unit that is chosen, names, words of the
// axes.

import { Fields, Value, list, number, record, text } from './data';
import { short } from './digits';
import type { Mark } from './curves';
import { choice, inUnit } from './state';

const COLORS = 6;

export interface ViewData {
  result: Fields; // the record that the view stands in
  view: Fields;
}

/** What a view puts below its title. */
export interface View {
  title: string;
  sentence: () => string;
  head: () => string; // for the head of the page, where there is nothing else
  content: () => (HTMLElement | null)[];
  used: string[]; // the sections that it shows
}

export const word = (data: ViewData, key: string): string => text(data.view[key]);
export const named = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
export const colorAt = (i: number): number => (i < COLORS ? i + 1 : 0);

/** What a record has under the name that the view has under a key. */
export const under = (data: ViewData, one: Fields, key: string): Value | undefined => one[word(data, key)];

/** A number in the unit of an axis: frequencies go by the unit that is chosen. */
export const inUnitOf = (unit: string, x: number): number => (unit === 'rad/s' ? inUnit(x) : x);
export const along = (data: ViewData, x: number): number => inUnitOf(word(data, 'axis_unit'), x);
export const upright = (data: ViewData, y: number): number => inUnitOf(word(data, 'unit'), y);

const unitWords = (unit: string): string => (unit === 'rad/s' ? choice.unit : unit === '1' ? '' : unit);
/** A number with its unit. */
export const withUnit = (x: number, unit: string, digits: number): string =>
  `${short(x, digits)}${unitWords(unit) ? ` ${unitWords(unit)}` : ''}`;
export const withComma = (label: string, unit: string): string =>
  unitWords(unit) ? `${label}, ${unitWords(unit)}` : label;
export const axisWords = (data: ViewData): string =>
  withComma(word(data, 'axis_label') || word(data, 'axis'), word(data, 'axis_unit'));
export const valueWords = (data: ViewData): string =>
  withComma(word(data, 'label') || word(data, 'value'), word(data, 'unit'));

/** The records that the view is of. */
export function recordsOf(data: ViewData): Fields[] {
  const only = word(data, 'only');
  return list(under(data, data.result, 'each'))
    .map(record)
    .filter((one) => only === '' || text(one[only]) === word(data, 'only_word'));
}

/** What distinguishes each of the records: texts as they are, numbers with their names, truths by their names; or
 *  its number. */
export function namesOf(data: ViewData, all: Fields[]): string[] {
  const keys = list(data.view.name).map(text);
  const differing = keys.filter((key) => all.some((one) => typeof one[key] === 'string' || one[key] !== all[0]?.[key]));
  const words = (key: string, value: Value | undefined): string => {
    const name = key.replaceAll('_', ' ');
    return typeof value === 'number'
      ? `${name} ${short(value, 6)}`
      : typeof value === 'boolean'
        ? `${value ? '' : 'no '}${name}`
        : text(value);
  };
  return all.map(
    (one, i) =>
      differing
        .map((key) => words(key, one[key]))
        .filter((name) => name !== '')
        .join(', ') || (all.length > 1 ? `curve ${i + 1}` : word(data, 'label') || word(data, 'value')),
  );
}

/** "mode 3", or a word as it is. */
export function markName(data: ViewData, mark: Fields): string {
  const name = under(data, mark, 'mark_name');
  return typeof name === 'number' ? `${word(data, 'mark_name')} ${name}` : text(name);
}

/** A mark at a place, in words and with its colour. */
export function markAt(data: ViewData, mark: Fields, y: number, color: number, isDiamond: boolean): Mark {
  const at = along(data, number(under(data, mark, 'mark_x')));
  const name = markName(data, mark);
  return { x: at, y, words: `${name ? `${name}: ` : ''}${short(y, 4)} at ${short(at, 5)}`, color, isDiamond };
}

/** What is proved of a result, where it tells that. */
export function proofWords(data: ViewData, isComplete: boolean): string {
  return isComplete ? word(data, 'proof') : 'Not every requested result is found and proved.';
}

export const isLog = (data: ViewData, key = 'spacing'): boolean => word(data, key) === 'log';
