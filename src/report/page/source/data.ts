// SPDX-License-Identifier: BSD-3-Clause
// The results in the page, as the program wrote them.

import { unpack } from './packed';

export type Value = null | boolean | number | string | Value[] | { [name: string]: Value };
export type Fields = { [name: string]: Value };

export interface Source {
  name: string; // of the file
  result: Fields;
}

export function isRecord(value: Value | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function record(value: Value | undefined): Fields {
  return isRecord(value) ? value : {};
}

export function list(value: Value | undefined): Value[] {
  return Array.isArray(value) ? value : [];
}

/** NaN where there is none. */
export function number(value: Value | undefined): number {
  return typeof value === 'number' ? value : NaN;
}

export function text(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** All results of the page; a file may hold several. */
export function readSources(): Source[] {
  const sources: Source[] = [];
  for (const block of document.querySelectorAll('script.result')) {
    const name = block.getAttribute('data-name') ?? '';
    const content = JSON.parse(block.textContent ?? 'null') as Value;
    for (const result of Array.isArray(content) ? content : [content]) {
      sources.push({ name, result: unpack(record(result)) });
    }
  }
  return sources;
}

export interface Analysis {
  name: string;
  result: Fields;
}

/** The analyses that have a record of their own, each of which says whether it is complete. */
export function analysesOf(result: Fields): Analysis[] {
  return Object.entries(result).flatMap(([name, value]) =>
    isRecord(value) && typeof value.complete === 'boolean' ? [{ name, result: value }] : [],
  );
}

/** Is what stands beside the problem complete? Where a file asks for several analyses `complete` is of all. */
export function isOwnComplete(result: Fields): boolean {
  const modes = record(result.completeness).modes;
  return (typeof modes === 'boolean' ? modes : result.complete) === true;
}

/** Of several analyses those that are not complete, in words. */
export function incomplete(result: Fields): string[] {
  return Object.entries(record(result.completeness))
    .filter(([, is]) => is !== true)
    .map(([name]) => name.replaceAll('_', ' '));
}

/** What stands at a path, through lists and all entries of maps that `*` stands for. */
export function collect(value: Value | undefined, path: string[]): Value | undefined {
  if (path.length === 0 || value === undefined) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => collect(item, path) ?? null);
  }
  return collect(record(value)[path[0] as string], path.slice(1));
}
