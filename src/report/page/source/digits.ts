// SPDX-License-Identifier: BSD-3-Clause
// Numbers as words: a frequency has the digits that its bounds certify, as in the tables of the program.

const MOST = 10;
const UNPROVED = 6;
const ZEROS = 6;

function print(x: number, digits: number): { words: string; printed: number; unit: number } {
  const scientific = x.toExponential(digits - 1);
  const printed = Number(scientific);
  const exponent = Number(scientific.slice(scientific.indexOf('e') + 1));
  const after = digits - 1 - exponent;
  const words =
    exponent >= -4 && exponent < MOST && after >= 0
      ? x.toFixed(after)
      : after < 0 && exponent < ZEROS
        ? printed.toFixed(0)
        : scientific;
  return { words, printed, unit: 10 ** -after };
}

/** As many digits as the bounds certify, ten at most or `most`; `~` where not even one is certain or there are no
 *  bounds. */
export function certified(x: number, lower: number, upper: number, most = MOST): string {
  if (x === 0 || !Number.isFinite(x)) {
    return x === 0 ? '0' : 'unknown';
  }
  if (Number.isNaN(lower) || Number.isNaN(upper)) {
    return `~${print(x, Math.min(most, UNPROVED)).words}`;
  }
  for (let digits = most; digits >= 1; digits--) {
    const { words, printed, unit } = print(x, digits);
    if (Math.max(upper - printed, printed - lower) / unit < 1) {
      return words;
    }
  }
  return `~${print(x, 1).words}`;
}

/** So many digits, without zeros behind the point. */
export function short(x: number, digits = 4): string {
  if (!Number.isFinite(x)) {
    return 'unknown';
  }
  if (x === 0) {
    return '0';
  }
  const size = Math.abs(x);
  if (size >= 1e-4 && size < 1e6) {
    const words = x.toPrecision(digits);
    return words.includes('e') ? String(Number(words)) : words.includes('.') ? words.replace(/\.?0+$/, '') : words;
  }
  const [front, exponent] = x.toExponential(digits - 1).split('e') as [string, string];
  return `${front.includes('.') ? front.replace(/\.?0+$/, '') : front}e${exponent.replace('+', '')}`;
}

/** An error rounded up to one digit. */
export function bound(x: number): string {
  if (!Number.isFinite(x)) {
    return 'unknown';
  }
  if (x === 0) {
    return '0';
  }
  const exponent = Math.floor(Math.log10(x));
  const front = Math.ceil(x / 10 ** exponent - 1e-9);
  return front >= 10 ? `1e${exponent + 1}` : `${front}e${exponent}`;
}

/** Marks of an axis: round numbers, about so many. */
export function ticks(from: number, to: number, about: number): number[] {
  const span = to - from;
  if (!(span > 0)) {
    return [from];
  }
  const rough = span / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const marks: number[] = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * span; i++) {
    marks.push(i * step);
  }
  return marks;
}

/** Powers of ten, about so many; where these are few twice and five times them, and within one of them round
 *  numbers. */
export function decades(low: number, high: number, about: number): number[] {
  const first = Math.floor(Math.log10(low)),
    last = Math.ceil(Math.log10(high));
  const step = Math.max(1, Math.ceil((last - first) / about));
  const front = last - first <= 2 && about > 4 ? [1, 2, 5] : [1];
  const all: number[] = [];
  for (let k = first; k <= last; k += step) {
    all.push(...front.map((digit) => Number(`${digit}e${k}`)));
  }
  const within = all.filter((value) => value >= low && value <= high);
  return within.length > 1 ? within : ticks(low, high, about);
}

/** Marks of one axis in words: as many digits as tell neighbours apart. */
export function tickWords(marks: number[]): string[] {
  const step = marks
    .slice(1)
    .reduce((least, mark, k) => Math.min(least, Math.abs(mark - (marks[k] as number))), Infinity);
  for (let digits = 6; digits < 15; digits++) {
    const words = marks.map((mark) => short(Math.abs(mark) < 1e-9 * step ? 0 : mark, digits));
    if (!Number.isFinite(step) || marks.every((mark, k) => Math.abs(Number(words[k]) - mark) < 0.01 * step)) {
      return words;
    }
  }
  return marks.map((mark) => String(mark));
}
