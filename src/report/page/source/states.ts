// SPDX-License-Identifier: BSD-3-Clause
// Structures at some places of a sweep, one of them shown: that which is nearest to what was picked.

import { h } from './dom';
import { Fields, isRecord, list, number, record } from './data';
import { Geometry, Mode, readGeometry, readModes } from './result';
import { MODES, Picture, listenToPrinting, paint } from './structure';
import { choice, choose, inUnit } from './state';
import { ViewData, markName, under, withUnit, word } from './viewdata';

interface State {
  values: number[];
  name: string;
  geometry: Geometry;
  modes: Mode[];
  picture: Picture | null;
}

function readState(data: ViewData, value: Fields): State | null {
  const geometry = readGeometry(value);
  const modes = readModes(value, new Map());
  if (!geometry || modes.length === 0) {
    return null;
  }
  const values = list(value.values).map(number);
  const labels = [word(data, 'axis_label'), word(data, 'other_label')],
    units = [word(data, 'axis_unit'), word(data, 'other_unit')];
  const mark = typeof value.event === 'number' ? record(list(under(data, data.result, 'marks'))[value.event]) : null;
  const name =
    `${values.map((at, k) => `${labels[k] || 'value'} = ${withUnit(at, units[k] ?? '', 6)}`).join(', ')}` +
    `${mark ? ` (${markName(data, mark)})` : ''}`;
  return { values, name, geometry, modes, picture: null };
}

export class States {
  readonly element: HTMLElement;
  private readonly place = h('div', { class: 'stand' });
  private readonly chooser: HTMLSelectElement;
  private shown = -1;

  private constructor(private readonly states: State[]) {
    this.chooser = h(
      'select',
      { 'aria-label': 'point shown', change: () => this.choose(this.chooser.selectedIndex) },
      ...states.map((state, i) => h('option', { value: i }, state.name)),
    );
    this.element = h(
      'div',
      { class: 'states' },
      h('p', { class: 'status' }, 'Structure at ', this.chooser),
      this.place,
    );
    this.choose(0);
  }

  /** Of a view that has any. */
  static of(data: ViewData): States | null {
    const states = list(under(data, data.result, 'states'))
      .filter(isRecord)
      .map((value) => readState(data, value))
      .filter((state) => state !== null);
    return states.length > 0 ? new States(states) : null;
  }

  private choose(i: number): void {
    const state = this.states[i];
    if (!state || i === this.shown) {
      return;
    }
    this.shown = i;
    this.chooser.selectedIndex = i;
    if (!state.picture) {
      state.picture = new Picture(state.geometry, state.modes, paint(state.geometry), {
        title: (mode) => `${MODES.title(mode, 0)} at ${state.name}`,
        hasSteps: true,
      });
      listenToPrinting(state.picture, () => this.shown === i);
    }
    Picture.shown = state.picture;
    this.place.replaceChildren(state.picture.element);
  }

  /** The state nearest to a place, in the mode whose frequency is nearest to one that was picked there. */
  show(at: number[], _branch: number, frequency: number): void {
    if (!at.every(Number.isFinite)) {
      return;
    }
    const spans = at.map(
      (_, k) =>
        Math.max(...this.states.map((state) => state.values[k] as number)) -
          Math.min(...this.states.map((state) => state.values[k] as number)) || 1,
    );
    const away = (state: State): number =>
      Math.hypot(...at.map((value, k) => (value - (state.values[k] as number)) / (spans[k] as number)));
    const i = this.states.reduce((best, state, k) => (away(state) < away(this.states[best] as State) ? k : best), 0);
    this.choose(i);
    const modes = (this.states[i] as State).modes;
    const mode = modes.reduce(
      (best, one) =>
        Math.abs(inUnit(one.omega) - frequency) < Math.abs(inUnit((modes[best] as Mode).omega) - frequency)
          ? one.index
          : best,
      Math.min(choice.mode, modes.length - 1),
    );
    choose('mode', mode);
  }
}
