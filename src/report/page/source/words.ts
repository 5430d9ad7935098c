// SPDX-License-Identifier: BSD-3-Clause
// Sentences made from a result.

import { certified, short } from './digits';
import type { Mode } from './result';
import { isRigid } from './result';
import { isOwnComplete, isRecord } from './data';
import type { Fields } from './data';
import type { LeftOut } from './packed';
import { choice, inUnit } from './state';

export function frequency(mode: Mode, most?: number): string {
  return certified(inUnit(mode.omega), inUnit(mode.lower), inUnit(mode.upper), most);
}

export function nameOf(mode: Mode): string {
  if (mode.growth > 0) {
    return `grows at ${short(mode.growth)} 1/s`;
  }
  return isRigid(mode) ? 'rigid body' : `${frequency(mode)} ${choice.unit}`;
}

/** What is known of the list, in the order of how much: a proof that holds is never said to be more than it is. */
export function proofOf(result: Fields, modes: Mode[]): string {
  const growing = modes.filter((mode) => mode.growth > 0).length;
  const unstable =
    growing > 0 ? `The structure is unstable: ${growing} ${growing === 1 ? 'motion grows' : 'motions grow'}. ` : '';
  if (isRecord(result.measured)) {
    return 'Measured data: nothing is proved.';
  }
  if (result.count_proved !== true) {
    return `${unstable}It is not proved that no frequency is missing.`;
  }
  const last = modes[modes.length - 1];
  const proof = !last
    ? 'Counting proves that there is none.'
    : result.exhausted === true
      ? 'Counting proves that the structure has no other frequencies.'
      : modes[0]?.number === 1
        ? 'Counting proves that the list is complete up to the last.'
        : `Counting proves that none is missing from mode ${modes[0]?.number} to mode ${last.number}.`;
  return isOwnComplete(result) || growing > 0 ? unstable + proof : `${proof} Not every frequency has proved bounds.`;
}

/** The sentence below the title. */
export function summary(result: Fields, modes: Mode[]): string {
  const elastic = modes.filter((mode) => mode.omega > 0);
  const rigid = modes.filter(isRigid).length;
  const first = elastic[0],
    last = elastic[elastic.length - 1];
  const bodies = rigid > 0 ? `${rigid} rigid-body ${rigid === 1 ? 'mode' : 'modes'}` : '';
  const range =
    !first || !last
      ? ''
      : elastic.length === 1
        ? `1 natural frequency, ${frequency(first, 4)} ${choice.unit}`
        : `${elastic.length} natural frequencies, ${frequency(first, 4)} to ${frequency(last, 4)} ${choice.unit}`;
  return `${[bodies, range].filter(Boolean).join(' and ')}${bodies || range ? '. ' : ''}${proofOf(result, modes)}`;
}

/** What is special about a mode. */
export function remarks(mode: Mode): string[] {
  const words: string[] = [];
  if (mode.multiplicity > 1) {
    words.push(mode.isCluster ? `cluster of ${mode.multiplicity}` : `×${mode.multiplicity}`);
  }
  if (mode.isFree && mode.omega > 0) {
    words.push('no reactions');
  }
  return words;
}

/** How finely a large result is stored in this page. */
export function roundedWords(left: LeftOut): string {
  return (
    `This page stores mode shapes and part energies rounded to ${left.bits === 21 ? '5e-7' : '1.5e-5'} of the ` +
    `largest value of each mode; all other numbers are as computed.`
  );
}

/** What a large result has less of in this page than it has as JSON; empty: nothing. */
export function leftOutWords(left: LeftOut): string {
  const words = [
    left.joints > 0 ? `reactions at the ${left.joints} joints that are not supports` : '',
    left.turns ? 'rotations along parts (twist is not shown)' : '',
    left.step > 1 ? `points along parts (every ${nth(left.step)} is kept)` : '',
    left.shapes < left.modes ? `shapes of all but the first ${left.shapes} of ${left.modes} modes` : '',
  ].filter(Boolean);
  return words.length > 0
    ? `Omitted to keep this page small: ${words.join('; ')}. The JSON result has everything.`
    : '';
}

function nth(count: number): string {
  return count === 2 ? 'second' : count === 4 ? 'fourth' : `${count}th`;
}
