// SPDX-License-Identifier: BSD-3-Clause
// What the page needs to know of a result with modes, and its geometry.

import { Fields, Value, isRecord, list, number, record, text } from './data';
import { stationsLeft } from './packed';

export type Point = [number, number, number];

export interface Mode {
  index: number;
  number: number;
  omega: number; // rad/s
  lower: number;
  upper: number;
  below: number; // counted
  above: number;
  multiplicity: number;
  isCluster: boolean;
  isFree: boolean; // without reactions
  growth: number; // NaN: it does not grow
  readonly energy: Map<string, number>; // by group
  readonly reactions: Fields;
  readonly shapes: Fields; // none while they are not read yet
}

export interface Part {
  name: string;
  kind: string;
  group: string;
  stations: Point[];
  isClosed: boolean;
  isCloud: boolean; // places that no line joins
  axes: Point[];
  cells: number[][];
  ruled: boolean[][]; // sides of cells that are drawn
  rigid: { shape: string; radius: number; thickness: number; axis: Point } | null;
  color: number; // of the palette; 0: the rest
}

export interface JointPoint {
  part: number; // -1: none
  at: Point;
}

export interface Joint {
  name: string;
  kind: string;
  isGround: boolean;
  points: JointPoint[];
  components: string[];
  direction: Point | null; // of the one component it has
  isTurning: boolean; // it resists turning alone
}

export interface Geometry {
  dimension: number;
  parts: Part[];
  joints: Joint[];
  links: [Point, Point][];
}

function point(value: Value | undefined): Point {
  const at = list(value).map(number);
  return [at[0] ?? 0, at[1] ?? 0, at[2] ?? 0];
}

function readStations(value: Value | undefined): Point[] {
  if (!isRecord(value)) {
    return list(value).map(point);
  }
  const from = point(value.from);
  const to = point(value.to);
  const count = number(value.count);
  const stations: Point[] = [];
  for (let i = 0; i < count; i++) {
    const t = count > 1 ? i / (count - 1) : 0;
    stations.push([from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1]), from[2] + t * (to[2] - from[2])]);
  }
  return stations;
}

/** Cells of a mesh: listed, or those of rows and columns; and which of their sides are lines that are drawn: shapes
 *  are sampled finer than lines can be told apart. */
function readCells(value: Value | undefined): { cells: number[][]; ruled: boolean[][] } {
  const mesh = record(value);
  if (Array.isArray(mesh.cells)) {
    const cells = mesh.cells.map((cell) => list(cell).map(number));
    return { cells, ruled: cells.map((cell) => cell.map(() => true)) };
  }
  const rows = number(mesh.rows);
  const columns = number(mesh.columns);
  const cells: number[][] = [],
    ruled: boolean[][] = [];
  const isClosed = mesh.closed === true;
  const around = isClosed ? columns : columns - 1,
    up = rows - 1;
  const ray = Math.max(1, Math.round(around / (isClosed ? 12 : 8))),
    circle = Math.max(1, Math.round(up / (isClosed ? 4 : 8)));
  for (let i = 0; i < up; i++) {
    for (let j = 0; j < around; j++) {
      const next = (j + 1) % columns;
      cells.push([i * columns + j, i * columns + next, (i + 1) * columns + next, (i + 1) * columns + j]);
      ruled.push([
        i % circle === 0,
        next % ray === 0 || j + 1 === around,
        (i + 1) % circle === 0 || i + 1 === up,
        j % ray === 0,
      ]);
    }
  }
  return { cells, ruled };
}

/** Every so manyth place, where shapes have fewer. */
function thin(stations: Point[], count: number | undefined): Point[] {
  const step = count && count > 1 ? (stations.length - 1) / (count - 1) : 1;
  return step > 1 && Number.isInteger(step) ? stations.filter((_, i) => i % step === 0) : stations;
}

function readPart(value: Value, left: Map<string, number>): Part {
  const part = record(value);
  const rigid = isRecord(part.rigid) ? part.rigid : null;
  return {
    name: text(part.name),
    kind: text(part.kind),
    group: text(part.group) || text(part.kind) || text(part.name),
    stations: thin(readStations(part.stations), left.get(text(part.name))),
    isClosed: part.closed === true,
    isCloud: part.joined === false || (text(part.kind) === 'matrices' && !isRecord(part.mesh)),
    axes: list(part.axes).map(point),
    ...readCells(part.mesh),
    rigid: rigid && {
      shape: text(rigid.shape),
      radius: number(rigid.radius),
      thickness: number(rigid.thickness),
      axis: Array.isArray(rigid.axis) ? point(rigid.axis) : [0, 0, 1],
    },
    color: 0,
  };
}

/** Where a component points: as it says, or along the axis of its name. */
/** Of a component by its name: `uy`, `rz`, `along (0.6, 0.8, 0)`, `about (0, 0, 1)`. */
function directionOf(component: Fields): Point | null {
  const name = text(component.name);
  const axis = /^[ur]([xyz])/.exec(name)?.[1];
  const given = /^(?:along|about) \(([^)]*)\)/.exec(name)?.[1]?.split(',').map(Number) ?? [];
  if (given.length > 1 && given.every(Number.isFinite)) {
    return [given[0] ?? 0, given[1] ?? 0, given[2] ?? 0];
  }
  return axis === 'x' ? [1, 0, 0] : axis === 'y' ? [0, 1, 0] : axis === 'z' ? [0, 0, 1] : null;
}

function readJoint(value: Value, places: Map<string, number>): Joint {
  const joint = record(value);
  const components = list(joint.components).map(record);
  const only = components[0];
  return {
    name: text(joint.name),
    kind: text(joint.kind),
    isGround: joint.ground === true,
    points: list(joint.points).map((item) => ({
      part: places.get(text(record(item).part)) ?? -1,
      at: point(record(item).at),
    })),
    components: components.map((component) => text(component.name)),
    direction: components.length === 1 && only ? directionOf(only) : null,
    isTurning:
      components.length > 0 && components.every((component) => /^(?:r[xyz]|about )/.test(text(component.name))),
  };
}

/** A structure in a plane may move out of it, as a grillage does: from above that is not seen. */
function leavesPlane(result: Fields, joints: Joint[]): boolean {
  const shapes = Object.values(record(record(list(result.modes)[0]).shapes));
  return (
    joints.some((joint) => joint.components.some((name) => /^(?:uz|rx|ry)$/.test(name))) ||
    shapes.some((shape) => record(shape).uz !== undefined)
  );
}

/** The geometry of a result; null where it has none. */
export function readGeometry(result: Fields): Geometry | null {
  if (!isRecord(result.geometry)) {
    return null;
  }
  const geometry = result.geometry;
  const left = stationsLeft(result);
  const parts = list(geometry.parts).map((part) => readPart(part, left));
  const places = new Map(parts.map((part, i) => [part.name, i]));
  const joints = list(geometry.joints).map((joint) => readJoint(joint, places));
  return {
    dimension: leavesPlane(result, joints) ? 3 : number(geometry.dimension),
    parts,
    joints,
    links: list(geometry.links).map((link) => [point(list(link)[0]), point(list(link)[1])]),
  };
}

/** @param names of the groups */
function readEnergy(mode: Fields, groups: Map<string, string>, names: Set<string>): Map<string, number> {
  const shares = new Map<string, number>();
  const shared = record(mode.energy_by_group);
  if (names.size > 0 && [...names].every((name) => typeof shared[name] === 'number')) {
    names.forEach((name) => shares.set(name, number(shared[name])));
    return shares;
  }
  for (const [name, share] of Object.entries(record(mode.energy))) {
    const group = groups.get(name) ?? name;
    shares.set(group, (shares.get(group) ?? 0) + number(share));
  }
  return shares;
}

/** The modes. @param groups the name of the group for that of a part */
export function readModes(result: Fields, groups: Map<string, string>): Mode[] {
  const names = new Set(groups.values());
  return list(result.modes).map((item, index) => {
    const mode = record(item);
    let energy: Map<string, number> | null = null;
    return {
      index,
      number: number(mode.number),
      omega: number(mode.omega),
      lower: number(mode.lower),
      upper: number(mode.upper),
      below: number(mode.count_below),
      above: number(mode.count_above),
      multiplicity: number(mode.multiplicity),
      isCluster: mode.cluster === true,
      isFree: mode.reaction_free === true,
      growth: number(mode.growth),
      get energy() {
        return (energy ??= readEnergy(mode, groups, names));
      },
      get reactions() {
        return record(mode.reactions);
      },
      get shapes() {
        return record(mode.shapes);
      },
    };
  });
}

/** The groups that energy is summed by and parts are coloured by: each part for itself while there are few, or all
 *  are of one group. */
export function readGroups(geometry: Geometry | null, result: Fields): { of: Map<string, string>; names: string[] } {
  const FEW = 4,
    MOST = 6;
  const of = new Map<string, string>();
  const names = geometry
    ? geometry.parts.map((part) => part.name)
    : Object.keys(record(record(list(result.modes)[0]).energy));
  const groups = new Map(geometry?.parts.map((part) => [part.name, part.group]));
  const isOne = new Set(geometry?.parts.map((part) => part.group)).size === 1;
  const isAlone = names.length <= FEW || (isOne && names.length <= MOST);
  for (const name of names) {
    of.set(name, isAlone ? name : (groups.get(name) ?? name));
  }
  return { of, names: [...new Set(of.values())] };
}

/** The largest relative distance of a bound. */
export function errorOf(mode: Mode): number {
  return Math.max(mode.upper - mode.omega, mode.omega - mode.lower) / mode.omega;
}

export function isRigid(mode: Mode): boolean {
  return mode.omega === 0 && !(mode.growth > 0);
}
