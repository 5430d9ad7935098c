// SPDX-License-Identifier: BSD-3-Clause
// What is chosen: one place, kept in the address, so that a link shows the same.

export interface Choice {
  mode: number; // index
  unit: 'Hz' | 'rad/s';
  isDark: boolean;
}

type Listener = (choice: Choice, what: keyof Choice) => void;

const listeners: Listener[] = [];
export const choice: Choice = { mode: 0, unit: 'Hz', isDark: false };

function remember(): void {
  const words = [`mode=${choice.mode + 1}`, `unit=${choice.unit === 'Hz' ? 'Hz' : 'rad'}`];
  try {
    history.replaceState(null, '', `#${words.join('&')}`);
  } catch {
    // a page that is shown inside another may not
  }
}

/** Take what the address says. */
export function recall(count: number, first: number): void {
  const words = new URLSearchParams(location.hash.slice(1));
  const asked = Number(words.get('mode')) - 1;
  choice.mode = Number.isInteger(asked) && asked >= 0 && asked < count ? asked : first;
  choice.unit = words.get('unit') === 'rad' ? 'rad/s' : 'Hz';
  choice.isDark = matchMedia('(prefers-color-scheme: dark)').matches;
}

export function onChoice(listener: Listener): void {
  listeners.push(listener);
}

export function choose<K extends keyof Choice>(what: K, value: Choice[K]): void {
  if (choice[what] !== value) {
    choice[what] = value;
    remember();
    for (const listener of listeners) {
      listener(choice, what);
    }
  }
}

/** A frequency in rad/s in the unit that is chosen. */
export function inUnit(omega: number): number {
  return choice.unit === 'Hz' ? omega / (2 * Math.PI) : omega;
}
