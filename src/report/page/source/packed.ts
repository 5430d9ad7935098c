// SPDX-License-Identifier: BSD-3-Clause
// Large results are packed (src/report/pack/pack.h): their numbers are in chunks of compressed bytes, which are read
// when they are asked for. Whoever reads a packed result sees the values that the JSON has.

import { unzlibSync } from 'fflate';
import { analysesOf } from './data';
import type { Fields, Value } from './data';

const PLACE = '@packed'; // in place of a tree of numbers: its number
const KEPT = 16; // trees that are kept once they are read

interface Coded {
  chunk: number;
  at: number; // first byte
  bits: number;
  order: number;
  scale: number;
  layout: number;
}

export interface LeftOut {
  bits: number;
  step: number; // of stations along parts
  shapes: number; // of so many modes
  modes: number;
  joints: number; // without reactions
  turns: boolean; // rotations along parts
}

/** What a packed result is read from. */
interface Book {
  trees: (number[] | null)[];
  arrays: Coded[];
  layouts: Layout[];
  chunks: (string | number)[];
  kept: Map<number, Value>;
  left_out: LeftOut;
  bytes: Map<number, Uint8Array>; // of the chunk of lists, and of the one read last
}

function bytesOf(base64: string): Uint8Array {
  const words = atob(base64.trim());
  const bytes = new Uint8Array(words.length);
  for (let i = 0; i < words.length; i++) {
    bytes[i] = words.charCodeAt(i);
  }
  return unzlibSync(bytes);
}

/** A chunk; null while it is not read yet: it stands behind the script. */
function chunkOf(book: Book, index: number): Uint8Array | null {
  const kept = book.bytes.get(index);
  if (kept) {
    return kept;
  }
  const place = book.chunks[index];
  const base64 = typeof place === 'string' ? place : document.getElementById(`chunk-${place}`)?.textContent;
  if (!base64 || (typeof place === 'number' && !document.getElementById(`chunk-${place}`)?.nextSibling)) {
    return null;
  }
  const bytes = bytesOf(base64);
  for (const other of [...book.bytes.keys()].filter((one) => one > 0)) {
    book.bytes.delete(other);
  }
  book.bytes.set(index, bytes);
  return bytes;
}

interface List {
  to: Value[];
  count: number;
  group: string; // the component
}

type Layout = null | number | [number, number] | [string, Layout][];

function addList(count: number, group: string, lists: List[]): Value[] {
  const list: List = { to: [], count, group };
  lists.push(list);
  return list.to;
}

/** The tree of a layout with room for its numbers. Numbers alone are lists of one until they are known. */
function roomOf(layout: Layout, group: string, depth: number, lists: List[]): Value {
  if (layout === null || typeof layout === 'number') {
    return addList(layout ?? 1, group, lists);
  }
  if (typeof layout[0] === 'number') {
    return Array.from({ length: layout[0] }, () => addList(layout[1] as number, group, lists));
  }
  const tree: Fields = Object.create(null) as Fields;
  for (const [name, inner] of layout as [string, Layout][]) {
    tree[name] = roomOf(inner, depth === 1 ? name : '', depth + 1, lists);
  }
  return tree;
}

/** Numbers alone in place of lists of one. */
function settle(layout: Layout, tree: Value): Value {
  if (layout === null) {
    return (tree as Value[])[0] ?? null;
  }
  if (typeof layout === 'object' && typeof layout[0] !== 'number') {
    for (const [name, inner] of layout as [string, Layout][]) {
      (tree as Fields)[name] = settle(inner, (tree as Fields)[name] as Value);
    }
  }
  return tree;
}

/** Doubles by the planes of their bytes. */
function readDoubles(bytes: Uint8Array, at: number, lists: List[]): void {
  const size = lists.reduce((sum, list) => sum + list.count, 0);
  const words = new Uint8Array(8 * size);
  for (let plane = 0; plane < 8; plane++) {
    const from = at + plane * size;
    for (let i = 0; i < size; i++) {
      words[8 * i + plane] = bytes[from + i] as number;
    }
  }
  const values = new DataView(words.buffer);
  let i = 0;
  for (const list of lists) {
    for (let k = 0; k < list.count; k++, i += 8) {
      const value = values.getFloat64(i, true);
      list.to.push(Number.isNaN(value) ? null : value);
    }
  }
}

/** Quanta by the planes of their differences: component, station, part. */
function readQuanta(bytes: Uint8Array, coded: Coded, lists: List[]): void {
  const size = lists.reduce((sum, list) => sum + list.count, 0);
  const width = coded.bits === 21 ? 24 : coded.bits;
  const shift = 32 - width;
  let i = coded.at;
  for (const group of new Set(lists.map((list) => list.group).sort())) {
    const own = lists.filter((list) => list.group === group);
    const longest = own.reduce((most, list) => Math.max(most, list.count), 0);
    for (let k = 0; k < longest; k++) {
      for (const list of own) {
        if (k < list.count) {
          let code = bytes[i] as number;
          code |= width > 8 ? (bytes[i + size] as number) << 8 : 0;
          code |= width > 16 ? (bytes[i + 2 * size] as number) << 16 : 0;
          list.to.push((code >>> 1) ^ -(code & 1));
          i++;
        }
      }
    }
  }
  for (const list of lists) {
    const q = list.to as number[];
    for (let order = coded.order; order >= 1; order--) {
      for (let k = order; k < q.length; k++) {
        q[k] = (((q[k] as number) + (q[k - 1] as number)) << shift) >> shift;
      }
    }
    for (let k = 0; k < q.length; k++) {
      q[k] = (q[k] as number) * coded.scale;
    }
  }
}

/** What two trees have, part by part. */
function merge(one: Value, other: Value): Value {
  if (typeof one !== 'object' || one === null || Array.isArray(one)) {
    return other;
  }
  for (const [key, inner] of Object.entries(other as Fields)) {
    one[key] = key in one ? merge(one[key] as Value, inner) : inner;
  }
  return one;
}

/** A tree; null while its chunk is not read yet. */
function read(book: Book, index: number): Value {
  const kept = book.kept.get(index);
  if (kept !== undefined) {
    return kept;
  }
  let tree: Value | undefined;
  for (const id of book.trees[index] ?? []) {
    const coded = book.arrays[id] as Coded;
    const bytes = chunkOf(book, coded.chunk);
    if (!bytes) {
      return null;
    }
    const lists: List[] = [];
    const layout = book.layouts[coded.layout] as Layout;
    const own = roomOf(layout, '', 0, lists);
    if (coded.bits === 64) {
      readDoubles(bytes, coded.at, lists);
    } else {
      readQuanta(bytes, coded, lists);
    }
    tree = tree === undefined ? settle(layout, own) : merge(tree, settle(layout, own));
  }
  if (book.kept.size >= KEPT) {
    book.kept.delete(book.kept.keys().next().value as number);
  }
  book.kept.set(index, tree ?? {});
  return tree ?? {};
}

function placeOf(value: Value): number {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && PLACE in value
    ? (value[PLACE] as number)
    : -1;
}

const isList = (book: Book, index: number): boolean =>
  (book.trees[index] ?? []).every((id) => book.arrays[id]?.chunk === 0);

/** Wherever a tree was taken out it is read when it is asked for. */
function attach(book: Book, value: Value): void {
  if (typeof value !== 'object' || value === null) {
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    const index = placeOf(inner);
    if (index >= 0) {
      Object.defineProperty(value, key, {
        enumerable: true,
        configurable: true,
        get: () => {
          const tree = read(book, index);
          if (isList(book, index)) {
            // it is asked for again and again
            Object.defineProperty(value, key, { enumerable: true, value: tree });
          }
          return tree;
        },
      });
    } else {
      attach(book, inner);
    }
  }
}

const books = new WeakMap<Fields, Book>();

/** A result as its JSON has it. */
export function unpack(result: Fields): Fields {
  const packed = result.packed as Fields | undefined;
  if (typeof packed !== 'object' || packed === null || typeof packed.head !== 'string') {
    return result;
  }
  try {
    const whole = JSON.parse(new TextDecoder().decode(bytesOf(packed.head))) as Fields;
    const book = {
      ...(whole.packed as Fields),
      chunks: packed.chunks,
      kept: new Map(),
      bytes: new Map(),
    } as unknown as Book;
    delete whole.packed;
    attach(book, whole);
    books.set(whole, book);
    for (const { result: analysis } of analysesOf(whole)) {
      books.set(analysis, book);
    }
    return whole;
  } catch {
    return { problem: result.problem ?? {}, complete: false, error: 'The data of this page cannot be read' };
  }
}

/** What a packed result has less of; null: it is not packed. */
export function leftOut(result: Fields): LeftOut | null {
  return books.get(result)?.left_out ?? null;
}

/** How many stations the shapes have of each part; empty: as many as the geometry. */
export function stationsLeft(result: Fields): Map<string, number> {
  const counts = new Map<string, number>();
  const book = books.get(result);
  if (book && book.left_out.step > 1) {
    for (const layout of book.layouts) {
      for (const [part, lists] of Array.isArray(layout) && typeof layout[0] === 'object'
        ? (layout as [string, Layout][])
        : []) {
        const first = Array.isArray(lists) ? lists[0] : null;
        if (Array.isArray(first)) {
          counts.set(part, Number(first[1]));
        }
      }
    }
  }
  return counts;
}
