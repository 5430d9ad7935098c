// SPDX-License-Identifier: BSD-3-Clause
// The page: what is said first, and a section for each thing that a result has.

import { h, plain } from './dom';
import {
  Fields,
  Source,
  Value,
  analysesOf,
  incomplete,
  isRecord,
  list,
  number,
  readSources,
  record,
  text,
} from './data';
import { errorOf, readGeometry, readGroups, readModes } from './result';
import type { Analysis } from './data';
import type { Mode } from './result';
import { Picture, listenToPrinting, modeList, reactionTable } from './structure';
import type { Legend } from './structure';
import { columns, energyWords, staircase, staircaseWords } from './charts';
import { choice, choose, onChoice, recall } from './state';
import { leftOutWords, proofOf, roundedWords, summary } from './words';
import { leftOut } from './packed';
import { short } from './digits';
import { table } from './tables';
import { hasFrequencies, headOf, viewsOf } from './views';
import { comparison } from './compare';
import type { Side } from './compare';

const GROUPS = 6; // colours of the palette

/** Groups by their energy over all modes; beyond six the least are the rest. */
function legendOf(names: string[], modes: Mode[]): Legend[] {
  if (names.length <= GROUPS) {
    return names.map((name, i) => ({ name, color: i + 1 }));
  }
  const total = (name: string): number => modes.reduce((sum, mode) => sum + (mode.energy.get(name) ?? 0), 0);
  const largest = [...names].sort((a, b) => total(b) - total(a)).slice(0, GROUPS - 1);
  return [
    ...names.filter((name) => largest.includes(name)).map((name, i) => ({ name, color: i + 1 })),
    { name: 'rest', color: 0 },
  ];
}

/** Energy of what has no colour goes to the rest. */
function sumRest(modes: Mode[], legend: Legend[]): void {
  const named = new Set(legend.map((item) => item.name));
  for (const mode of modes) {
    const rest = [...mode.energy].filter(([name]) => !named.has(name)).reduce((sum, [, share]) => sum + share, 0);
    if (named.has('rest')) {
      mode.energy.set('rest', rest);
    }
  }
}

function section(title: string, sentence: (() => string) | null, ...content: (HTMLElement | null)[]): HTMLElement {
  const words = sentence ? h('p', { class: 'see' }, sentence()) : null;
  if (words && sentence) {
    onChoice((_, what) => what === 'unit' && (words.textContent = sentence()));
  }
  return h('section', {}, h('h2', {}, title), words, ...content);
}

/** Why there is no result; others may tell of errors of their numbers under the same name. */
const failureOf = (result: Fields): string => (typeof result.complete === 'boolean' ? '' : text(result.error));

function verdict(result: Fields): { isComplete: boolean; words: string } {
  const isComplete = result.complete === true;
  return {
    isComplete,
    words: failureOf(result)
      ? 'Failed'
      : isComplete
        ? 'Complete'
        : isRecord(result.measured)
          ? 'Measured'
          : 'Not complete',
  };
}

function header(source: Source, sentence: () => string, hasUnit: boolean): HTMLElement {
  const { isComplete, words } = verdict(source.result);
  const line = h('p', { class: 'summary' }, sentence());
  onChoice((_, what) => what === 'unit' && (line.textContent = sentence()));
  const unit = h(
    'button',
    {
      type: 'button',
      class: 'unit',
      title: 'Hz or rad/s (u)',
      click: () => choose('unit', choice.unit === 'Hz' ? 'rad/s' : 'Hz'),
    },
    choice.unit,
  );
  onChoice(() => (unit.textContent = choice.unit));
  return h(
    'header',
    {},
    h('div', {}, h('h1', {}, text(record(source.result.problem).title) || source.name), line),
    h(
      'div',
      { class: 'tools' },
      h('span', { class: `badge ${isComplete ? 'good' : 'bad'}` }, `${isComplete ? '✓' : '!'} ${words}`),
      hasUnit && unit,
      h(
        'button',
        {
          type: 'button',
          class: 'dark',
          title: 'light or dark theme (d)',
          'aria-label': 'light or dark theme',
          click: () => choose('isDark', !choice.isDark),
        },
        '◐',
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'help',
          title: 'keyboard shortcuts (?)',
          'aria-label': 'keyboard shortcuts',
          click: () => document.querySelector<HTMLDialogElement>('dialog')?.showModal(),
        },
        '?',
      ),
    ),
  );
}

const PLACED = new Set([
  'schema',
  'program',
  'version',
  'problem',
  'theory',
  'compliance',
  'modes',
  'geometry',
  'views',
  'complete',
  'count_proved',
  'exhausted',
  'growing',
  'neutral',
  'rigid_modes',
  'notes',
  'mass',
  'error',
  'unknowns',
  'timing',
  'constraints',
  'reaction_components',
  'comparisons',
  'completeness',
]);

function whatWasComputed(source: Source): HTMLElement {
  const { result } = source;
  const problem = record(result.problem);
  const mass = record(result.mass);
  const rows: [string, Value | undefined][] = [
    ['file', problem.file],
    ['sha256', problem.sha256],
    ['program', `${text(result.program)} ${text(result.version)}`],
    ['theory', result.theory],
    ['compliance', result.compliance],
    [
      'mass',
      typeof mass.total === 'number'
        ? `${short(mass.total, 6)} kg; centre (${list(mass.centre)
            .map((item) => short(number(item), 6))
            .join(', ')}) m`
        : undefined,
    ],
    ['system size', typeof result.unknowns === 'number' ? `${result.unknowns} unknowns` : undefined],
  ];
  const lines = rows.flatMap(([name, value]) =>
    typeof value === 'string' && value ? [h('dt', {}, name), h('dd', {}, value)] : [],
  );
  const left = leftOut(result);
  const all = [result, ...analysesOf(result).map((one) => one.result)].flatMap((one) => list(one.notes).map(text));
  const notes = [...new Set(all), ...(left ? [roundedWords(left)] : [])].map((note) => h('li', {}, note));
  const parameters = record(problem.parameters);
  return h(
    'section',
    { class: 'computed' },
    h('h2', {}, 'About this analysis'),
    h('dl', {}, ...lines),
    notes.length > 0 && h('ul', { class: 'notes' }, ...notes),
    Object.keys(parameters).length > 0 && more('Parameters, in SI units', parameters),
    list(result.constraints).length > 0 && more('Constraint equations', result.constraints as Value),
    isRecord(result.timing) && more('Computing time', result.timing),
  );
}

function more(title: string, value: Value): HTMLElement {
  const box = h('details', {}, h('summary', {}, title));
  box.addEventListener('toggle', () => box.open && box.childElementCount === 1 && box.append(table(value)), {
    once: true,
  });
  return box;
}

function licences(): HTMLElement {
  const words = document.getElementById('licences')?.textContent ?? '';
  return h(
    'details',
    { class: 'licences' },
    h('summary', {}, 'Licences'),
    h('pre', {}, ...(words.match(/[\s\S]{1,1500}/g) ?? [])),
  );
}

function keysDialog(): HTMLElement {
  const keys: [string, string][] = [
    ['← →', 'previous, next mode'],
    ['space', 'pause, play'],
    ['+ −', 'amplitude'],
    ['0 1 2 3', 'initial view; view along x, y, z'],
    ['shift ← ↑ → ↓', 'rotate'],
    ['r', 'show reactions'],
    ['u', 'Hz or rad/s'],
    ['d', 'light or dark theme'],
    ['/', 'find a part'],
    ['?', 'this help'],
  ];
  return h(
    'dialog',
    { 'aria-label': 'keyboard shortcuts' },
    h('h2', {}, 'Keyboard shortcuts'),
    h('dl', {}, ...keys.flatMap(([key, words]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, words)])),
    h('form', { method: 'dialog' }, h('button', {}, 'close')),
  );
}

function turnBy(picture: Picture, key: string): boolean {
  const by: Record<string, [number, number]> = {
    ArrowLeft: [-0.15, 0],
    ArrowRight: [0.15, 0],
    ArrowUp: [0, -0.15],
    ArrowDown: [0, 0.15],
  };
  const turn = by[key];
  if (turn) {
    picture.turn(...turn);
  }
  return turn !== undefined;
}

/** What a key does; false: nothing. */
function onKey(event: KeyboardEvent, picture: Picture | null, modes: Mode[]): boolean {
  const step = (by: number): void =>
    picture
      ? picture.step(by)
      : modes.length > 0
        ? choose('mode', Math.min(modes.length - 1, Math.max(0, choice.mode + by)))
        : undefined;
  if (event.shiftKey && picture && turnBy(picture, event.key)) {
    return true;
  }
  const inList = document.activeElement?.getAttribute('role') === 'listbox';
  const actions: Record<string, () => void> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    ' ': () => picture?.toggle(),
    '+': () => picture?.grow(0.25),
    '-': () => picture?.grow(-0.25),
    u: () => choose('unit', choice.unit === 'Hz' ? 'rad/s' : 'Hz'),
    d: () => choose('isDark', !choice.isDark),
    '/': () => picture?.finder.focus(),
    '?': () => document.querySelector<HTMLDialogElement>('dialog')?.showModal(),
    r: () => {
      const box = document.querySelector<HTMLDetailsElement>('details.reactions');
      if (box) {
        box.open = !box.open;
      }
    },
    ...(inList
      ? {
          ArrowUp: () => step(-1),
          ArrowDown: () => step(1),
          Home: () => choose('mode', 0),
          End: () => choose('mode', modes.length - 1),
        }
      : {}),
    ...Object.fromEntries([0, 1, 2, 3].map((view) => [String(view), () => picture?.view(view)])),
  };
  const action = actions[event.key];
  action?.();
  return action !== undefined;
}

function listenToKeys(picture: Picture | null, modes: Mode[]): void {
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    const isTyping = target instanceof HTMLInputElement || target.closest('dialog') !== null;
    const presses = event.key === ' ' && (target instanceof HTMLButtonElement || target.tagName === 'SUMMARY');
    if (event.key === 'Escape' && target instanceof HTMLInputElement) {
      target.value = '';
      target.dispatchEvent(new Event('input'));
      target.blur();
    } else if (
      !isTyping &&
      !presses &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey &&
      onKey(event, picture ?? Picture.shown, modes)
    ) {
      event.preventDefault();
    }
  });
}

function setTheme(): void {
  document.documentElement.dataset.theme = choice.isDark ? 'dark' : 'light';
}

/** The sections of a result with modes. */
function modeSections(result: Fields, modes: Mode[], legend: Legend[], picture: Picture | null): HTMLElement[] {
  const sections: HTMLElement[] = [
    h('div', { class: picture ? 'first' : 'first alone' }, picture?.element ?? null, modeList(modes, legend)),
  ];
  const left = leftOut(result);
  const words = left ? leftOutWords(left) : '';
  if (words) {
    sections.push(h('p', { class: 'see left-out' }, words));
  }
  const hasReactions = modes.some((mode) => Object.keys(mode.reactions).length > 0);
  if (hasReactions) {
    sections.push(
      h(
        'details',
        { class: 'reactions card' },
        h('summary', {}, 'Reactions of the joints in this mode'),
        reactionTable(modes, record(result.reaction_components)),
      ),
    );
  }
  if (modes.some((mode) => mode.omega > 0 && Number.isFinite(mode.above))) {
    const isProved = result.count_proved === true;
    sections.push(
      section(
        isProved ? 'No frequency is missed' : 'Number of frequencies',
        () => staircaseWords(modes, isProved),
        staircase(modes),
      ),
    );
  }
  if (legend.length > 1 && modes.some((mode) => mode.energy.size > 0)) {
    sections.push(section('Kinetic energy by part', () => energyWords(modes), columns(modes, legend)));
  }
  return sections;
}

/** What a result describes by its views; the numbers stand below. */
function viewSections(result: Fields): HTMLElement[] {
  return viewsOf(result).map((view) =>
    section(
      view.title,
      view.sentence,
      ...view.content(),
      more('Data', Object.fromEntries(view.used.map((name) => [name, result[name] ?? null])) as Value),
    ),
  );
}

/** A name of a result as a title. */
const titleOf = (name: string): string => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');

/** What has no picture: small numbers and words together, everything larger for itself. */
function otherSections(result: Fields): HTMLElement[] {
  const shown = new Set([
    ...viewsOf(result).flatMap((view) => view.used),
    ...analysesOf(result).map((one) => one.name),
  ]);
  const others = Object.entries(result).filter(([name]) => !PLACED.has(name) && !shown.has(name));
  const isSmall = (value: Value): boolean =>
    typeof value !== 'object' || value === null || (Array.isArray(value) && value.length === 0);
  const small = others
    .filter(([, value]) => isSmall(value))
    .map(([name, value]) => [name.replaceAll('_', ' '), value] as const);
  const large = others
    .filter(([, value]) => !isSmall(value))
    .map(([name, value]) => section(titleOf(name), null, table(value)));
  return [...(small.length > 0 ? [section('Details', null, table(Object.fromEntries(small)))] : []), ...large];
}

/** A view beside the problem that shows the structure itself. */
const hasShapes = (result: Fields): boolean => list(result.views).some((view) => text(record(view).role) === 'shape');

/** An analysis that has a record of its own, headed by its name and its verdict where there are others. */
function analysisSections(one: Analysis, isAlone: boolean): HTMLElement[] {
  const isComplete = one.result.complete === true;
  const head = h(
    'div',
    { class: 'analysis' },
    h('h2', {}, titleOf(one.name)),
    h('span', { class: `badge ${isComplete ? 'good' : 'bad'}` }, `${isComplete ? '✓ Complete' : '! Not complete'}`),
  );
  return [...(isAlone ? [] : [head]), ...viewSections(one.result), ...otherSections(one.result)];
}

/** The sentence below the title. */
function sentenceOf(result: Fields, modes: Mode[]): string {
  const open = incomplete(result).filter((name) => name !== 'modes');
  const rest = open.length > 0 ? ` Not complete: ${open.join(', ')}.` : '';
  return failureOf(result)
    ? `${failureOf(result)}.`
    : Array.isArray(result.modes)
      ? summary(result, modes) + rest
      : headOf(result);
}

/** One result: its sections, and the picture if it has one. */
function show(source: Source, isFirst: boolean, main: HTMLElement): Picture | null {
  const { result } = source;
  const geometry = readGeometry(result);
  const groups = readGroups(geometry, result);
  const modes = readModes(result, groups.of);
  const legend = legendOf(groups.names, modes);
  sumRest(modes, legend);
  for (const part of geometry?.parts ?? []) {
    part.color = legend.find((item) => item.name === groups.of.get(part.name))?.color ?? 0;
  }
  const sentence = (): string => sentenceOf(result, modes);
  const analyses = analysesOf(result);
  const isAlone = analyses.length === 1 && !Array.isArray(result.modes);
  const picture =
    geometry &&
    (Array.isArray(result.modes) || !hasShapes(result)) &&
    geometry.parts.some((part) => part.stations.length > 0)
      ? new Picture(geometry, modes, legend)
      : null;
  main.append(
    header(source, sentence, modes.length > 0 || hasFrequencies(result)),
    ...(Array.isArray(result.modes) ? modeSections(result, modes, legend, picture) : picture ? [picture.element] : []),
    ...viewSections(result),
    ...otherSections(result),
    ...analyses.flatMap((one) => analysisSections(one, isAlone)),
    whatWasComputed(source),
  );
  if (isFirst) {
    listenToKeys(picture, modes);
  }
  return picture;
}

/** How alike its modes are to those of other results, where that was computed before: by the number of the other
 *  result. */
function givenOf(result: Fields): Map<number, number[][]> {
  return new Map(
    list(result.comparisons)
      .map(record)
      .map((one) => [number(one.result), list(one.mac).map((row) => list(row).map(number))]),
  );
}

/** Results with modes are compared with the first of them. */
function compareAll(sources: Source[], main: HTMLElement): void {
  const sides: Side[] = [],
    sections: HTMLElement[] = [];
  sources.forEach((source, i) => {
    const modes = readModes(source.result, new Map());
    const problem = record(source.result.problem);
    const title = text(problem.title) || text(problem.file);
    if (modes.some((mode) => Object.keys(mode.shapes).length > 0)) {
      sides.push({
        letter: i < 26 ? String.fromCharCode(65 + i) : String(i + 1),
        title: source.name ? `${title} (${source.name})` : title,
        modes,
        index: i,
        given: givenOf(source.result),
      });
    }
  });
  for (const side of sides.slice(1, 12)) {
    sections.push(...[comparison(sides[0] as Side, side)].filter((one) => one !== null));
  }
  main.prepend(...sections);
}

/** Chunks of a large result stand behind the script. */
function whenRead(then: () => void): void {
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', then, { once: true });
  } else {
    then();
  }
}

/** The modes that can be chosen: of a result, or of the structures of its views. */
function listed(result: Fields): Value[] {
  const states = [result, ...Object.values(result).filter(isRecord)].flatMap((one) =>
    list(one.views).flatMap((view) => list(one[text(record(view).states)])),
  );
  return Array.isArray(result.modes) ? result.modes : list(record(states[0]).modes);
}

function start(): void {
  document.title = plain(document.title);
  const main = h('main');
  const sources = readSources();
  onChoice((_, what) => what === 'isDark' && setTheme());
  const modes = listed(sources[0]?.result ?? {});
  recall(
    modes.length,
    Math.max(
      0,
      modes.findIndex((mode) => number(record(mode).omega) > 0),
    ),
  );
  setTheme();
  const pictures = sources.map((source, i) => show(source, i === 0, main));
  main.append(licences());
  document.body.append(main, keysDialog(), h('div', { class: 'light', hidden: true }));
  const picture = pictures[0];
  whenRead(() => {
    pictures.forEach((one) => one?.refresh());
    if (sources.length > 1) {
      compareAll(sources, main);
    }
  });
  for (const one of pictures) {
    if (one) {
      listenToPrinting(one);
    }
  }
  // For tests, and for whoever looks from a console.
  Object.assign(window, {
    holonome: {
      positions: (mode: number) => (picture ?? Picture.shown)?.positions(mode - 1) ?? [],
      still: (phase: number) => (picture ?? Picture.shown)?.still(phase),
      ways: () => (picture ?? Picture.shown)?.ways(),
      result: (index: number) => sources[index]?.result,
      choose,
      choice,
      errorOf,
      proofOf,
    },
  });
}

start();
