// SPDX-License-Identifier: BSD-3-Clause
// Whatever has no picture of its own is a table: nothing of a result is lost.

import { h } from './dom';
import { short } from './digits';
import { Fields, Value, isRecord } from './data';

const PAGE = 50;

function cell(value: Value | undefined): HTMLElement {
  if (value === null || value === undefined) {
    return h('td', {}, '–');
  }
  if (typeof value === 'number') {
    return h(
      'td',
      { class: 'number', title: String(value) },
      Number.isInteger(value) ? String(value) : short(value, 7),
    );
  }
  if (typeof value === 'boolean') {
    return h('td', {}, value ? 'yes' : 'no');
  }
  if (typeof value === 'string') {
    return h('td', {}, value);
  }
  if (Array.isArray(value) && value.length === 0) {
    return h('td', {}, 'none');
  }
  if (
    Array.isArray(value) &&
    value.length <= 4 &&
    value.every((item) => typeof item === 'number' || typeof item === 'string' || item === null)
  ) {
    return h(
      'td',
      { class: 'number', title: value.join(', ') },
      value.map((item) => (typeof item === 'number' ? short(item, 6) : String(item ?? '–'))).join(', '),
    );
  }
  return h('td', {}, open(value));
}

/** Something large, shown when it is asked for. */
function open(value: Value): HTMLElement {
  const count = Array.isArray(value) ? value.length : Object.keys(value as Fields).length;
  const box = h(
    'details',
    {},
    h('summary', {}, count === 0 ? 'none' : `${count} ${count === 1 ? 'entry' : 'entries'}`),
  );
  box.addEventListener('toggle', () => box.open && box.childElementCount === 1 && box.append(table(value)), {
    once: true,
  });
  return box;
}

/** Rows in pages of fifty. */
function paged(head: string[], rows: HTMLTableRowElement[]): HTMLElement {
  const body = h('tbody');
  let at = 0;
  const where = h('span');
  const turn = (by: number) => () => {
    at = Math.min(Math.max(0, at + by), Math.max(0, Math.ceil(rows.length / PAGE) - 1));
    body.replaceChildren(...rows.slice(at * PAGE, (at + 1) * PAGE));
    where.textContent = `${at * PAGE + 1} to ${Math.min((at + 1) * PAGE, rows.length)} of ${rows.length}`;
  };
  turn(0)();
  const pager =
    rows.length > PAGE &&
    h(
      'p',
      { class: 'pager' },
      h('button', { type: 'button', 'aria-label': 'previous rows', click: turn(-1) }, '‹'),
      where,
      h('button', { type: 'button', 'aria-label': 'next rows', click: turn(1) }, '›'),
    );
  return h(
    'div',
    { class: 'scroll' },
    h('table', {}, head.length > 0 && h('thead', {}, h('tr', {}, ...head.map((name) => h('th', {}, name)))), body),
    pager,
  );
}

/** Any value as a table. */
export function table(value: Value): HTMLElement {
  if (isRecord(value)) {
    const rows = Object.entries(value).map(([name, item]) => h('tr', {}, h('th', { scope: 'row' }, name), cell(item)));
    const isMixed = Object.values(value).some((item) => typeof item === 'string');
    return h('div', { class: isMixed ? 'mixed' : null }, paged([], rows));
  }
  if (!Array.isArray(value)) {
    return paged([], [h('tr', {}, cell(value))]);
  }
  const names = [...new Set(value.filter(isRecord).flatMap((item) => Object.keys(item)))];
  return names.length > 0
    ? paged(
        names,
        value.map((item) =>
          h('tr', {}, ...names.map((name) => cell(isRecord(item) ? item[name] : name === names[0] ? item : null))),
        ),
      )
    : paged(
        [],
        value.map((item, i) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, String(i + 1)),
            ...(Array.isArray(item) && item.length <= 12 ? item.map(cell) : [cell(item)]),
          ),
        ),
      );
}
