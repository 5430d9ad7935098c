// SPDX-License-Identifier: BSD-3-Clause
// The structure at rest and moved by a mode, as lines and cells on a canvas: one geometry, one camera, pieces drawn
// from the farthest to the nearest.

import { record, list, number } from './data';
import type { Value } from './data';
import { Ribbons } from './ribbons';
import type { End, Face, Fit, Line, View } from './ribbons';
import type { Geometry, Joint, Mode, Part, Point } from './result';

export interface Camera {
  yaw: number;
  pitch: number;
  zoom: number;
  shift: [number, number];
}

export interface Inks {
  ink: string;
  paper: string;
  rest: string;
  faint: string;
  palette: string[]; // [0] is the rest
}

/** Where a view stands; along (0.85, -1, 0.55) for a structure in space, on the plane of a plane one. */
export function firstView(dimension: number): Camera {
  return dimension === 2
    ? { yaw: 0, pitch: Math.PI / 2, zoom: 1, shift: [0, 0] }
    : { yaw: Math.atan2(0.85, 1), pitch: Math.atan2(0.55, Math.hypot(0.85, 1)), zoom: 1, shift: [0, 0] };
}

/** Rows of the turn: to the right, up, towards the eye. */
function turn(camera: Camera): [Point, Point, Point] {
  const cy = Math.cos(camera.yaw),
    sy = Math.sin(camera.yaw),
    cp = Math.cos(camera.pitch),
    sp = Math.sin(camera.pitch);
  return [
    [cy, sy, 0],
    [-sp * sy, sp * cy, cp],
    [cp * sy, -cp * cy, sp],
  ];
}

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const along = (a: Point, t: number, b: Point): Point => [a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]];

function unit(a: Point): Point {
  const size = Math.hypot(...a);
  return size > 0 ? [a[0] / size, a[1] / size, a[2] / size] : [0, 0, 1];
}

/** Two directions across a third. */
function across(axis: Point): [Point, Point] {
  const other: Point = Math.abs(axis[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const u = unit(cross(other, axis));
  return [u, cross(axis, u)];
}

/** A line or a face of a part: numbers of its points. */
interface Piece {
  points: number[];
  part: number;
  isFace: boolean;
  ruled?: boolean[]; // sides of a face that are drawn; none: all around
}

const NOWHERE: Point = [0, 0, 0]; // nobody writes to it
const MANY = 10000; // pieces: more are drawn by WebGL, which by software takes as long as a canvas there
const HALOES = 2500; // lines: more have none
const PALEST = 0.5; // of what is farthest
const LEVELS = 32; // of paleness

/** A place that moves: rest and displacement for a factor of one. */
export class Scene {
  readonly size: number;
  private rest: number[] = []; // x, y, z of all points
  private moved: number[] = []; // their displacements for a factor of one
  private seen = new Float64Array(0); // where they are seen: pixels to the right and down, and nearness
  private readonly first: number[] = []; // of each part
  private pieces: Piece[] = [];
  private ticks: Piece[] = [];
  private readonly outlines: Point[][]; // of parts at rest, straight ones by their ends
  // where places of joints and links are
  private readonly held = new Map<string, { part: number; k: number; t: number }>();
  private gl: Ribbons | null | undefined; // undefined: not asked for yet
  private low: Point = [Infinity, Infinity, Infinity];
  private high: Point = [-Infinity, -Infinity, -Infinity];
  private largest = 0;
  private normals: number[][] = []; // of parts with cells: displacement across them

  constructor(readonly geometry: Geometry) {
    for (const part of geometry.parts) {
      for (const at of part.stations) {
        for (let k = 0; k < 3; k++) {
          this.low[k] = Math.min(this.low[k] as number, at[k] as number);
          this.high[k] = Math.max(this.high[k] as number, at[k] as number);
        }
      }
    }
    const span = Math.hypot(...minus(this.high, this.low));
    const radius = Math.max(0, ...geometry.parts.map((part) => part.rigid?.radius || 0));
    this.size = Number.isFinite(span) && span > 0 ? span : radius > 0 ? 4 * radius : 1;
    this.outlines = geometry.parts.map((part) =>
      part.cells.length > 0 || part.isCloud || part.stations.length < 2 ? [] : outlineOf(part),
    );
  }

  /** Does anything move in this mode? */
  get isMoved(): boolean {
    return this.largest > 0;
  }

  /** Displacements of the stations of a part in a mode, in the numbers of the result. */
  static displacements(part: Part, mode: Mode): { moves: Point[]; turns: Point[] } {
    const shape = record(mode.shapes[part.name]);
    const points = (names: [string, string, string]): Point[] => {
      const [x, y, z] = names.map((name) => list(shape[name])) as [Value[], Value[], Value[]];
      return x.length + y.length + z.length === 0
        ? part.stations.map(() => NOWHERE)
        : part.stations.map((_, i) => [number(x[i]) || 0, number(y[i]) || 0, number(z[i]) || 0]);
    };
    return { moves: points(['ux', 'uy', 'uz']), turns: points(['rx', 'ry', 'rz']) };
  }

  /** Take a mode. */
  take(mode: Mode | null): void {
    this.rest = [];
    this.moved = [];
    this.pieces = [];
    this.ticks = [];
    this.normals = [];
    this.largest = 0;
    const all = this.geometry.parts.map((part) =>
      mode
        ? Scene.displacements(part, mode)
        : { moves: part.stations.map(() => NOWHERE), turns: part.stations.map(() => NOWHERE) },
    );
    for (const { moves } of all) {
      for (const [x, y, z] of moves) {
        this.largest = Math.max(this.largest, x * x + y * y + z * z);
      }
    }
    this.largest = Math.sqrt(this.largest);
    this.geometry.parts.forEach((part, i) => {
      const { moves, turns } = all[i] as { moves: Point[]; turns: Point[] };
      this.first[i] = this.rest.length / 3;
      part.stations.forEach((at, k) => this.add(at, moves[k] as Point));
      if (part.rigid || part.stations.length === 1) {
        this.addBody(part, i, moves[0] ?? [0, 0, 0], turns[0] ?? [0, 0, 0]);
      } else if (part.cells.length > 0) {
        this.addCells(part, i, moves);
      } else if (!part.isCloud) {
        this.addLine(part, i, moves, turns);
      }
    });
    this.seen = new Float64Array(this.rest.length);
    this.isUploaded = false;
  }

  private isUploaded = false; // the pieces of this mode are where WebGL draws them

  private add(at: Point, move: Point): number {
    this.rest.push(at[0], at[1], at[2]);
    this.moved.push(move[0], move[1], move[2]);
    return this.rest.length / 3 - 1;
  }

  private restOf(k: number): Point {
    return [this.rest[3 * k] as number, this.rest[3 * k + 1] as number, this.rest[3 * k + 2] as number];
  }

  private moveOfPoint(k: number): Point {
    return [this.moved[3 * k] as number, this.moved[3 * k + 1] as number, this.moved[3 * k + 2] as number];
  }

  /** The longest steps of stations whose chords stay on the curve. */
  private chords(stations: Point[], moves: Point[], isClosed: boolean): number {
    const last = stations.length - 1;
    const scale = this.factor(1);
    const near = (this.size / 1200) ** 2;
    const place = (k: number, axis: number): number =>
      ((stations[k] as Point)[axis] as number) + scale * ((moves[k] as Point)[axis] as number);
    for (const step of isClosed ? [1] : [20, 10, 5, 4, 2]) {
      let isFine = last % step === 0;
      for (let k = 0; isFine && k <= last; k++) {
        const from = k - (k % step),
          to = Math.min(from + step, last),
          t = to > from ? (k - from) / (to - from) : 0;
        let square = 0;
        for (let axis = 0; axis < 3; axis++) {
          const a = place(from, axis);
          square += (place(k, axis) - a - t * (place(to, axis) - a)) ** 2;
        }
        isFine = square < near;
      }
      if (isFine) {
        return step;
      }
    }
    return 1;
  }

  private addLine(part: Part, index: number, moves: Point[], turns: Point[]): void {
    const first = this.first[index] as number;
    const step = this.chords(part.stations, moves, part.isClosed);
    const last = part.stations.length - 1;
    for (let k = 0; k + step <= last; k += step) {
      this.pieces.push({ points: [first + k, first + k + step], part: index, isFace: false });
    }
    if (part.isClosed && last > 1) {
      this.pieces.push({ points: [first + last, first], part: index, isFace: false });
    }
    this.addTicks(part, index, moves, turns);
  }

  /** Stretching and twisting cannot be seen on a line: short lines across it show them. */
  private addTicks(part: Part, index: number, moves: Point[], turns: Point[]): void {
    const last = part.stations.length - 1;
    const ends = minus(part.stations[last] as Point, part.stations[0] as Point);
    if ((this.outlines[index] as Point[]).length > 2) {
      return; // curved: what goes along it is seen
    }
    const axis = unit(ends);
    const from = moves[0] as Point,
      turn = turns[0] as Point;
    let stretch = 0,
      bend = 0,
      twist = 0;
    for (let k = 0; k <= last; k++) {
      const move = moves[k] as Point,
        angle = turns[k] as Point,
        own = dot(move, axis);
      stretch = Math.max(stretch, Math.abs(own - dot(from, axis)));
      bend = Math.max(bend, Math.sqrt(Math.max(0, dot(move, move) - own * own)));
      twist = Math.max(twist, Math.abs(dot(angle, axis) - dot(turn, axis)) * 0.05 * this.size);
    }
    if (this.largest === 0 || Math.max(stretch, twist) < 0.02 * this.largest || Math.max(stretch, twist) < 0.3 * bend) {
      return;
    }
    const [u, v] = this.geometry.dimension === 2 ? [cross([0, 0, 1], axis), [0, 0, 1] as Point] : across(axis);
    const half = 0.012 * this.size;
    const every = Math.max(1, Math.round(last / 10));
    for (let k = 0; k <= last; k += every) {
      for (const side of this.geometry.dimension === 2 ? [u] : [u, v]) {
        const tick = [-half, half].map((t) => {
          const arm: Point = [t * side[0], t * side[1], t * side[2]];
          return this.add(
            along(part.stations[k] as Point, 1, arm),
            along(moves[k] as Point, 1, cross(turns[k] as Point, arm)),
          );
        });
        this.ticks.push({ points: tick, part: index, isFace: false });
      }
    }
  }

  /** A rigid body: a disk as a round plate, anything else as a point with a small cross. */
  private addBody(part: Part, index: number, move: Point, angle: Point): void {
    const at = part.stations[0] ?? [0, 0, 0];
    const radius = part.rigid && part.rigid.radius > 0 ? part.rigid.radius : 0;
    if (!part.rigid || part.rigid.shape === 'point' || radius === 0) {
      return;
    }
    const axis = unit(part.rigid.axis);
    const [u, v] = across(axis);
    const half = part.rigid.thickness > 0 ? part.rigid.thickness / 2 : 0;
    const isBox = part.rigid.shape === 'box';
    const count = isBox ? 4 : 32;
    const rims = [-half, half].map((height) =>
      Array.from({ length: count }, (_, k) => {
        const a = (2 * Math.PI * (k + (isBox ? 0.5 : 0))) / count;
        const arm = along(
          along([height * axis[0], height * axis[1], height * axis[2]], radius * Math.cos(a), u),
          radius * Math.sin(a),
          v,
        );
        return this.add(along(at, 1, arm), along(move, 1, cross(angle, arm)));
      }),
    );
    for (const rim of half > 0 ? rims : [rims[0] as number[]]) {
      this.pieces.push({ points: rim, part: index, isFace: true });
    }
  }

  private addCells(part: Part, index: number, moves: Point[]): void {
    const first = this.first[index] as number;
    const normal = part.axes[2] ?? this.normalOf(part);
    this.normals[index] = moves.map((move) => dot(move, normal));
    part.cells.forEach((cell, k) =>
      this.pieces.push({
        points: cell.map((i) => first + i),
        part: index,
        isFace: true,
        ruled: part.ruled[k] as boolean[],
      }),
    );
  }

  private normalOf(part: Part): Point {
    const cell = part.cells[0] as number[];
    const [a, b, c] = cell.map((k) => part.stations[k] ?? [0, 0, 0]) as [Point, Point, Point];
    return unit(cross(minus(b, a), minus(c, a)));
  }

  /** Places of all stations, in the order of parts; with a factor on the numbers of the mode. */
  places(factor: number): Point[][] {
    return this.geometry.parts.map((part, i) =>
      part.stations.map((at, k) => along(at, factor, this.moveOfPoint((this.first[i] as number) + k))),
    );
  }

  /** The factor that makes the largest displacement a tenth of the size. */
  factor(amplitude: number): number {
    return this.largest > 0 ? (0.1 * this.size * amplitude) / this.largest : 0;
  }

  /** Pixels of a length, and what lies in the middle. */
  private fit(camera: Camera, width: number, height: number, margins: [number, number, number, number]): Fit {
    const [right, up] = turn(camera);
    let left = Infinity,
      bottom = Infinity,
      far = -Infinity,
      top = -Infinity;
    const pad = 0.1 * this.size; // what is displaced goes so far
    const points = this.rest.length > 0 ? this.rest : [0, 0, 0];
    for (let k = 0; k < points.length; k += 3) {
      const px = points[k] as number,
        py = points[k + 1] as number,
        pz = points[k + 2] as number;
      const x = right[0] * px + right[1] * py + right[2] * pz,
        y = up[0] * px + up[1] * py + up[2] * pz;
      ((left = Math.min(left, x)), (far = Math.max(far, x)), (bottom = Math.min(bottom, y)), (top = Math.max(top, y)));
    }
    const [above, beside, below, before] = margins;
    const free = [Math.max(40, width - before - beside), Math.max(40, height - above - below)] as const;
    const scale = Math.min(free[0] / (far - left + 2 * pad), free[1] / (top - bottom + 2 * pad)) * camera.zoom;
    return {
      scale,
      x: before + free[0] / 2 - (scale * (left + far)) / 2 + camera.shift[0],
      y: above + free[1] / 2 + (scale * (bottom + top)) / 2 + camera.shift[1],
    };
  }

  /** Is it drawn by WebGL? */
  get isByRibbons(): boolean {
    return this.pieces.length > MANY && this.ribbons() !== null;
  }

  /** Draw it, moved by `factor` times the mode.
   *  @param hasGround  may very many pieces be drawn by WebGL, on a canvas of their own?
   *  @return that canvas, to be shown behind this one; null: all is drawn here */
  draw(
    context: CanvasRenderingContext2D,
    width: number,
    height: number,
    camera: Camera,
    factor: number,
    inks: Inks,
    margins: [number, number, number, number] = [70, 24, 64, 24],
    lit = -1,
    hasGround = false,
  ): HTMLCanvasElement | null {
    const rows = turn(camera);
    const fit = this.fit(camera, width, height, margins);
    const project = (at: Point): [number, number, number] => [
      fit.x + fit.scale * dot(rows[0], at),
      fit.y - fit.scale * dot(rows[1], at),
      dot(rows[2], at),
    ];
    context.lineCap = 'round';
    context.lineJoin = 'round';
    this.look(rows, fit, factor);
    const points = this.seen;
    const ground =
      hasGround && this.pieces.length > MANY
        ? this.drawRibbons({ width, height, rows, fit, factor }, inks, lit, context.getTransform().a)
        : null;
    if (!ground) {
      this.drawRest(context, project, inks);
      this.drawPieces(context, points, inks, lit);
    }
    this.drawTicks(context, points, inks);
    this.drawLinks(context, project, factor, inks);
    for (const joint of this.geometry.joints) {
      this.drawJoint(context, joint, project, factor, fit.scale, inks);
    }
    this.drawBodies(context, points, inks);
    if (this.geometry.dimension !== 2) {
      drawTriad(context, rows, height, inks);
    }
    return ground;
  }

  /** Where all points are seen. */
  private look(rows: [Point, Point, Point], fit: Fit, factor: number): void {
    const [[a, b, c], [d, e, f], [g, h, i]] = rows;
    const { rest, moved, seen } = this;
    for (let k = 0; k < rest.length; k += 3) {
      const x = (rest[k] as number) + factor * (moved[k] as number),
        y = (rest[k + 1] as number) + factor * (moved[k + 1] as number),
        z = (rest[k + 2] as number) + factor * (moved[k + 2] as number);
      seen[k] = fit.x + fit.scale * (a * x + b * y + c * z);
      seen[k + 1] = fit.y - fit.scale * (d * x + e * y + f * z);
      seen[k + 2] = g * x + h * y + i * z;
    }
  }

  private drawRest(
    context: CanvasRenderingContext2D,
    project: (at: Point) => [number, number, number],
    inks: Inks,
  ): void {
    context.strokeStyle = inks.rest;
    context.lineWidth = 1;
    context.beginPath();
    this.outlines.forEach((outline, i) => {
      outline.forEach((at, k) => {
        const [x, y] = project(at);
        k === 0 ? context.moveTo(x, y) : context.lineTo(x, y);
      });
      if ((this.geometry.parts[i] as Part).isClosed && outline.length > 0) {
        context.closePath();
      }
    });
    context.stroke();
  }

  /** From the farthest to the nearest; far ones are paler, near ones have a halo where they cross others. */
  private drawPieces(context: CanvasRenderingContext2D, points: Float64Array, inks: Inks, lit: number): void {
    const isFlat = this.geometry.dimension === 2;
    const depths = Float64Array.from(this.pieces, (piece) => depthOf(piece, points));
    const order = Uint32Array.from(this.pieces, (_, i) => i);
    if (!isFlat) {
      order.sort((a, b) => (depths[a] as number) - (depths[b] as number));
    }
    const near = order.length ? (depths[order[order.length - 1] as number] as number) : 0;
    const span = order.length && !isFlat ? Math.max(near - (depths[order[0] as number] as number), 1e-300) : 1;
    const width = this.lineWidth();
    if (this.pieces.length >= HALOES && this.pieces.every((piece) => !piece.isFace)) {
      this.drawTogether(context, points, inks, width, lit, order, (i) =>
        isFlat ? 0 : Math.round((LEVELS * PALEST * (near - (depths[i] as number))) / span),
      );
      return;
    }
    for (const i of order) {
      const paleness = isFlat ? 0 : PALEST * ((near - (depths[i] as number)) / span);
      this.drawPiece(
        context,
        this.pieces[i] as Piece,
        points,
        inks,
        width,
        1 - Math.round(paleness * LEVELS) / LEVELS,
        lit,
      );
    }
    context.globalAlpha = 1;
  }

  /** Very many lines: those that are about as far and of one colour together. */
  private drawTogether(
    context: CanvasRenderingContext2D,
    points: Float64Array,
    inks: Inks,
    width: number,
    lit: number,
    order: Uint32Array,
    levelOf: (i: number) => number,
  ): void {
    let start = 0;
    context.lineCap = 'butt'; // round ones take half as long again, and cannot be told apart on lines so thin
    while (start < order.length) {
      const level = levelOf(order[start] as number);
      const byColor = new Map<string, number[]>();
      let end = start;
      for (; end < order.length && levelOf(order[end] as number) === level; end++) {
        const i = order[end] as number,
          part = (this.pieces[i] as Piece).part;
        const color =
          lit >= 0 && lit !== part ? inks.faint : (inks.palette[(this.geometry.parts[part] as Part).color] as string);
        const key = lit === part ? `${color} lit` : color;
        byColor.get(key)?.push(i) ?? byColor.set(key, [i]);
      }
      for (const [key, some] of byColor) {
        context.strokeStyle = mix(inks.paper, key.slice(0, 7), 1 - level / LEVELS);
        context.lineWidth = key.length > 7 ? width + 1.4 : width;
        context.beginPath();
        for (const i of some) {
          const [a, b] = (this.pieces[i] as Piece).points as [number, number];
          context.moveTo(points[3 * a] as number, points[3 * a + 1] as number);
          context.lineTo(points[3 * b] as number, points[3 * b + 1] as number);
        }
        context.stroke();
      }
      start = end;
    }
    context.lineCap = 'round';
  }

  private lineWidth(): number {
    return this.pieces.length > 1500 ? 1.6 : this.pieces.length > 400 ? 2 : 2.6;
  }

  private drawTicks(context: CanvasRenderingContext2D, points: Float64Array, inks: Inks): void {
    context.lineWidth = 1.4;
    for (const tick of this.ticks) {
      context.strokeStyle = inks.palette[(this.geometry.parts[tick.part] as Part).color] as string;
      trace(context, tick.points, points);
      context.stroke();
    }
  }

  /** What WebGL needs of the pieces: lines and triangles, with their displacements. */
  private upload(gl: Ribbons): void {
    const lines: Line[] = [],
      faces: Face[] = [];
    const end = (k: number): End => ({ at: this.restOf(k), move: this.moveOfPoint(k) });
    for (const piece of this.pieces) {
      const ends = piece.points.map(end);
      if (!piece.isFace) {
        lines.push({ ends: ends as [End, End], part: piece.part, ink: 'part' });
        continue;
      }
      faces.push({ ends, part: piece.part, isSolid: piece.ruled !== undefined });
      ends.forEach((from, k) => {
        if (!piece.ruled || piece.ruled[k]) {
          lines.push({
            ends: [from, ends[(k + 1) % ends.length] as End],
            part: piece.part,
            ink: piece.ruled ? 'paper' : 'part',
            isRim: true,
          });
        }
      });
      const nodal = this.nodalOf(piece);
      if (nodal) {
        lines.push({
          ends: nodal.map(({ i, j, t }) => ({
            at: between(this.restOf(i), this.restOf(j), t),
            move: between(this.moveOfPoint(i), this.moveOfPoint(j), t),
          })) as [End, End],
          part: piece.part,
          ink: 'ink',
        });
      }
    }
    const still = (at: Point): End => ({ at, move: [0, 0, 0] });
    this.outlines.forEach((outline, part) =>
      outline.forEach((at, k) => {
        const to = outline[k + 1] ?? ((this.geometry.parts[part] as Part).isClosed ? outline[0] : undefined);
        if (to) {
          lines.push({ ends: [still(at), still(to)], part, ink: 'rest' });
        }
      }),
    );
    gl.upload(lines, faces, this.middle());
    this.isUploaded = true;
  }

  private middle(): Point {
    return [0, 1, 2].map((k) => ((this.low[k] as number) + (this.high[k] as number)) / 2 || 0) as Point;
  }

  /** WebGL, if this browser has it. */
  private ribbons(): Ribbons | null {
    if (this.gl === undefined || this.gl?.isLost) {
      this.gl = Ribbons.make();
      this.isUploaded = false;
    }
    return this.gl;
  }

  /** Draw the pieces by WebGL. @return null: it is not there, or was lost */
  private drawRibbons(view: View, inks: Inks, lit: number, ratio: number): HTMLCanvasElement | null {
    const gl = this.ribbons();
    if (gl && !this.isUploaded) {
      this.upload(gl);
    }
    const colors = this.geometry.parts.map((part, i) =>
      lit >= 0 && lit !== i ? inks.faint : (inks.palette[part.color] as string),
    );
    return (
      gl?.draw(view, {
        colors,
        paper: inks.paper,
        ink: inks.ink,
        rest: inks.rest,
        width: this.lineWidth(),
        lit,
        palest: this.geometry.dimension === 2 ? 0 : PALEST,
        size: this.size,
        ratio,
      }) ?? null
    );
  }

  /** Where both ends of all lines are seen, by the way of the canvas and by that of WebGL; for tests. */
  compareWays(
    width: number,
    height: number,
    camera: Camera,
    factor: number,
    margins: [number, number, number, number],
  ): [number[], number[]] | null {
    const rows = turn(camera),
      fit = this.fit(camera, width, height, margins),
      gl = this.ribbons();
    if (!gl) {
      return null;
    }
    this.look(rows, fit, factor);
    this.upload(gl);
    const lines = this.pieces.filter((piece) => !piece.isFace);
    return [
      lines.flatMap((piece) =>
        piece.points.flatMap((k) => [this.seen[3 * k] as number, this.seen[3 * k + 1] as number]),
      ),
      gl.places({ width, height, rows, fit, factor }, this.size),
    ];
  }

  private drawPiece(
    context: CanvasRenderingContext2D,
    piece: Piece,
    points: Float64Array,
    inks: Inks,
    width: number,
    alpha: number,
    lit: number,
  ): void {
    const part = this.geometry.parts[piece.part] as Part;
    const color = lit >= 0 && lit !== piece.part ? inks.faint : (inks.palette[part.color] as string);
    trace(context, piece.points, points);
    if (piece.ruled) {
      this.drawCell(context, piece, points, inks, mix(inks.paper, color, 0.35 * alpha + 0.3));
      return;
    }
    if (piece.isFace) {
      context.closePath();
      context.globalAlpha = 0.28;
      context.fillStyle = color;
      context.fill();
      context.globalAlpha = 1;
      context.strokeStyle = color;
      context.lineWidth = 1.6;
      context.stroke();
      return;
    }
    if (this.geometry.dimension !== 2 && this.pieces.length < HALOES) {
      halo(
        context,
        piece.points.map((k) => [points[3 * k], points[3 * k + 1]] as [number, number]),
        width + 3,
        inks,
      );
      trace(context, piece.points, points);
    }
    context.strokeStyle = mix(inks.paper, color, alpha);
    context.lineWidth = lit === piece.part ? width + 1.4 : width;
    context.stroke();
  }

  /** A cell, with a border of its own colour, so that there are no gaps to the next ones; lines of the mesh; where
   *  it stands still. */
  private drawCell(
    context: CanvasRenderingContext2D,
    piece: Piece,
    points: Float64Array,
    inks: Inks,
    color: string,
  ): void {
    context.closePath();
    context.globalAlpha = 1;
    context.fillStyle = color;
    context.strokeStyle = color;
    context.lineWidth = 0.6;
    context.fill();
    context.stroke();
    context.strokeStyle = inks.paper;
    context.beginPath();
    piece.points.forEach((at, k) => {
      if (piece.ruled?.[k]) {
        const to = piece.points[(k + 1) % piece.points.length] as number;
        context.moveTo(points[3 * at] as number, points[3 * at + 1] as number);
        context.lineTo(points[3 * to] as number, points[3 * to + 1] as number);
      }
    });
    context.stroke();
    this.drawNodal(context, piece, points, inks);
  }

  /** Where a plate stands still, across one of its cells: so far from one point to the next; null: nowhere. */
  private nodalOf(piece: Piece): { i: number; j: number; t: number }[] | null {
    const across = this.normals[piece.part],
      first = this.first[piece.part] as number;
    const ends: { i: number; j: number; t: number }[] = [];
    for (let k = 0; across && piece.ruled && k < piece.points.length; k++) {
      const i = piece.points[k] as number,
        j = piece.points[(k + 1) % piece.points.length] as number;
      const a = across[i - first] as number,
        b = across[j - first] as number;
      if (a > 0 !== b > 0) {
        ends.push({ i, j, t: a / (a - b) });
      }
    }
    return ends.length === 2 ? ends : null;
  }

  private drawNodal(context: CanvasRenderingContext2D, piece: Piece, points: Float64Array, inks: Inks): void {
    const ends = this.nodalOf(piece)?.map(
      ({ i, j, t }) =>
        [0, 1].map(
          (k) => (points[3 * i + k] as number) + t * ((points[3 * j + k] as number) - (points[3 * i + k] as number)),
        ) as [number, number],
    );
    if (ends) {
      context.globalAlpha = 1;
      context.strokeStyle = inks.ink;
      context.lineWidth = 1.6;
      context.beginPath();
      context.moveTo(...(ends[0] as [number, number]));
      context.lineTo(...(ends[1] as [number, number]));
      context.stroke();
    }
  }

  /** Points without extent: a body as a dot. */
  private drawBodies(context: CanvasRenderingContext2D, points: Float64Array, inks: Inks): void {
    this.geometry.parts.forEach((part, i) => {
      if (part.isCloud) {
        context.fillStyle = inks.palette[part.color] as string;
        part.stations.forEach((_, k) => {
          const at = 3 * ((this.first[i] as number) + k);
          context.fillRect((points[at] as number) - 2, (points[at + 1] as number) - 2, 4, 4);
        });
        return;
      }
      if (part.cells.length > 0 || part.stations.length === 0 || (part.stations.length > 1 && !part.rigid)) {
        return;
      }
      const at = 3 * (this.first[i] as number);
      const hasOutline = part.rigid && part.rigid.shape !== 'point' && part.rigid.radius > 0;
      context.fillStyle = inks.palette[part.color] as string;
      context.beginPath();
      context.arc(points[at] as number, points[at + 1] as number, hasOutline ? 3 : 6, 0, 2 * Math.PI);
      context.fill();
    });
  }

  private drawLinks(
    context: CanvasRenderingContext2D,
    project: (at: Point) => [number, number, number],
    factor: number,
    inks: Inks,
  ): void {
    context.globalAlpha = 1;
    context.strokeStyle = inks.ink;
    context.lineWidth = 1;
    context.setLineDash([3, 3]);
    for (const link of this.geometry.links) {
      const ends = link.map((at) => project(this.moveOf(at, factor)));
      traceEnds(context, ends);
      context.stroke();
    }
    context.setLineDash([]);
  }

  /** The place of a part, or of any, that is nearest: a station, and so far to the next. */
  private holdOf(at: Point, only: number): { part: number; k: number; t: number } {
    const key = `${only} ${at.join(' ')}`;
    const known = this.held.get(key);
    if (known) {
      return known;
    }
    let best = Infinity,
      hold = { part: -1, k: 0, t: 0 };
    this.geometry.parts.forEach((part, i) => {
      if (only >= 0 && i !== only) {
        return;
      }
      part.stations.forEach((from, k) => {
        const to = part.cells.length === 0 && !part.isCloud ? part.stations[k + 1] : undefined;
        const edge = to ? minus(to, from) : ([0, 0, 0] as Point);
        const square = dot(edge, edge);
        const t = square > 0 ? Math.min(1, Math.max(0, dot(minus(at, from), edge) / square)) : 0;
        const distance = Math.hypot(...minus(at, along(from, t, edge)));
        if (distance < best - 1e-12 * this.size) {
          best = distance;
          hold = { part: i, k, t };
        }
      });
    });
    this.held.set(key, hold);
    return hold;
  }

  /** A place of some part, moved. */
  private moveOf(at: Point, factor: number, only = -1): Point {
    const { part, k, t } = this.holdOf(at, only);
    if (part < 0) {
      return at;
    }
    const first = (this.first[part] as number) + k;
    const move = this.moveOfPoint(first);
    return along(at, factor, t > 0 ? between(move, this.moveOfPoint(first + 1), t) : move);
  }

  /** A joint as a symbol, where its points are now. */
  private drawJoint(
    context: CanvasRenderingContext2D,
    joint: Joint,
    project: (at: Point) => [number, number, number],
    factor: number,
    scale: number,
    inks: Inks,
  ): void {
    if (this.geometry.joints.length > 60 && !joint.isGround) {
      return;
    }
    const places = joint.points.map((end) => project(end.part >= 0 ? this.moveOf(end.at, factor, end.part) : end.at));
    const at = places[0];
    if (!at) {
      return;
    }
    context.globalAlpha = 1;
    context.strokeStyle = inks.ink;
    context.fillStyle = inks.paper;
    context.lineWidth = 1.5;
    const [x, y] = at;
    this.drawArms(context, joint, places);
    if (joint.isTurning) {
      context.beginPath();
      context.arc(x, y, 7, 0, 1.5 * Math.PI);
      context.stroke();
    } else if (joint.kind === 'spring') {
      const ground: [number, number] = this.springFoot(joint, project, scale, at);
      const other = joint.isGround || places.length < 2 ? ground : (places[1] as [number, number, number]);
      zigzag(context, x, y, other[0], other[1]);
      if (joint.isGround) {
        hatch(context, other[0], other[1], Math.atan2(other[1] - y, other[0] - x));
      }
    } else if (joint.isGround) {
      const ground = project(joint.points[0]?.at ?? [0, 0, 0]);
      drawSupport(
        context,
        joint.kind,
        ground[0],
        ground[1],
        this.geometry.dimension === 2 ? this.tangent(joint, project) : Math.PI / 2,
        this.geometry.dimension === 2,
        inks,
        this.lean(joint, project),
      );
    } else if (joint.kind === 'tie' && places[1]) {
      traceEnds(context, places.slice(0, 2));
      context.stroke();
    } else {
      context.beginPath();
      context.arc(x, y, joint.kind === 'weld' ? 2.6 : 4, 0, 2 * Math.PI);
      context.fillStyle = joint.kind === 'weld' ? inks.ink : inks.paper;
      context.fill();
      context.stroke();
    }
  }

  /** Points of a joint that are apart are held together by rigid arms. */
  private drawArms(context: CanvasRenderingContext2D, joint: Joint, places: [number, number, number][]): void {
    const first = joint.points[0]?.at;
    if (!first || joint.kind === 'spring' || joint.kind === 'tie') {
      return;
    }
    context.setLineDash([3, 3]);
    joint.points.forEach((end, k) => {
      if (k > 0 && Math.hypot(...minus(end.at, first)) > 1e-9 * this.size) {
        traceEnds(context, [places[0] as [number, number, number], places[k] as [number, number, number]]);
        context.stroke();
      }
    });
    context.setLineDash([]);
  }

  /** The end of a spring that stands on the ground. */
  private springFoot(
    joint: Joint,
    project: (at: Point) => [number, number, number],
    scale: number,
    at: [number, number, number],
  ): [number, number] {
    const from = joint.points[0]?.at ?? [0, 0, 0];
    const direction = joint.direction ?? [
      0,
      this.geometry.dimension === 2 ? 1 : 0,
      this.geometry.dimension === 2 ? 0 : 1,
    ];
    const foot = project(along(from, -28 / scale, unit(direction)));
    return Math.hypot(foot[0] - at[0], foot[1] - at[1]) > 8 ? [foot[0], foot[1]] : [at[0], at[1] + 28];
  }

  /** By how much a support is turned from upright, on the screen: one that holds along one direction stands across
   *  it, on the side away from the part, or below. */
  private lean(joint: Joint, project: (at: Point) => [number, number, number]): number {
    const from = joint.points[0]?.at;
    if (!from || !joint.direction || joint.kind === 'fix') {
      return 0;
    }
    const a = project(from),
      b = project(along(from, this.size, unit(joint.direction)));
    const part = this.geometry.parts[joint.points[0]?.part ?? -1],
      middle = part?.stations[Math.floor(part.stations.length / 2)];
    const inwards = middle ? project(middle) : a;
    const [u, v] = [b[0] - a[0], b[1] - a[1]],
      towards = u * (inwards[0] - a[0]) + v * (inwards[1] - a[1]);
    const isAlong = Math.abs(v) < 1e-6 * Math.abs(u); // neither above nor below: the part decides
    const sign = (isAlong ? towards : -v) >= 0 ? 1 : -1;
    return Math.atan2(sign * v, sign * u) + Math.PI / 2;
  }

  /** The direction in which a part goes away from its support, on the screen. */
  private tangent(joint: Joint, project: (at: Point) => [number, number, number]): number {
    const end = joint.points[0];
    const part = end && end.part >= 0 ? this.geometry.parts[end.part] : undefined;
    if (!end || !part || part.stations.length < 2 || joint.kind !== 'fix') {
      return -Math.PI / 2;
    }
    const first = part.stations[0] as Point,
      last = part.stations[part.stations.length - 1] as Point;
    const isFirst = Math.hypot(...minus(end.at, first)) <= Math.hypot(...minus(end.at, last));
    const a = project(isFirst ? first : last),
      b = project(isFirst ? last : first);
    return Math.atan2(b[1] - a[1], b[0] - a[0]);
  }
}

function trace(context: CanvasRenderingContext2D, order: number[], points: Float64Array): void {
  context.beginPath();
  for (let i = 0; i < order.length; i++) {
    const k = 3 * (order[i] as number);
    i === 0
      ? context.moveTo(points[k] as number, points[k + 1] as number)
      : context.lineTo(points[k] as number, points[k + 1] as number);
  }
}

function traceEnds(context: CanvasRenderingContext2D, ends: [number, number, number][]): void {
  context.beginPath();
  ends.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
}

function depthOf(piece: Piece, points: Float64Array): number {
  let sum = 0;
  for (const k of piece.points) {
    sum += points[3 * k + 2] as number;
  }
  return sum / piece.points.length;
}

const between = (a: Point, b: Point, t: number): Point => along(a, t, minus(b, a));

/** A line at rest: of a straight one its ends. */
function outlineOf(part: Part): Point[] {
  const first = part.stations[0] as Point,
    last = part.stations[part.stations.length - 1] as Point;
  const edge = minus(last, first),
    square = dot(edge, edge);
  const isStraight =
    !part.isClosed &&
    square > 0 &&
    part.stations.every((at) => {
      const away = minus(at, along(first, dot(minus(at, first), edge) / square, edge));
      return dot(away, away) < 1e-12 * square;
    });
  return isStraight ? [first, last] : part.stations;
}

const mixed = new Map<string, string>(); // colours that were mixed before

/** A colour over the paper: what overlaps does not grow darker. Both are #rrggbb. */
function mix(paper: string, color: string, alpha: number): string {
  if (alpha === 1) {
    return color;
  }
  const key = `${paper}${color}${alpha}`;
  const part = (hex: string, k: number): number => parseInt(hex.slice(1 + 2 * k, 3 + 2 * k), 16);
  const known =
    mixed.get(key) ??
    `rgb(${[0, 1, 2].map((k) => Math.round(part(paper, k) + alpha * (part(color, k) - part(paper, k)))).join(' ')})`;
  mixed.set(key, known);
  return known;
}

/** The paper around a line, short of its ends: what it goes on in must not be cut. */
function halo(context: CanvasRenderingContext2D, ends: [number, number][], width: number, inks: Inks): void {
  const [[x, y], [u, v]] = ends as [[number, number], [number, number]];
  const t = Math.min(0.5, width / (Math.hypot(u - x, v - y) || 1));
  context.globalAlpha = 1;
  context.strokeStyle = inks.paper;
  context.lineWidth = width;
  context.lineCap = 'butt';
  context.beginPath();
  context.moveTo(x + t * (u - x), y + t * (v - y));
  context.lineTo(u - t * (u - x), v - t * (v - y));
  context.stroke();
  context.lineCap = 'round';
}

function zigzag(context: CanvasRenderingContext2D, x: number, y: number, u: number, v: number): void {
  const dx = u - x,
    dy = v - y,
    size = Math.hypot(dx, dy) || 1,
    bends = 7;
  context.beginPath();
  context.moveTo(x, y);
  for (let k = 0; k < bends; k++) {
    const t = 0.15 + (0.7 * (k + 0.5)) / bends,
      side = k % 2 ? 4 : -4;
    context.lineTo(x + t * dx - (side * dy) / size, y + t * dy + (side * dx) / size);
  }
  context.lineTo(u, v);
  context.stroke();
}

/** The ground beyond a line across a direction. */
function hatch(context: CanvasRenderingContext2D, x: number, y: number, angle: number): void {
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.lineWidth = 1.2;
  context.beginPath();
  context.moveTo(0, -9);
  context.lineTo(0, 9);
  for (let k = -8; k <= 8; k += 4) {
    context.moveTo(0, k);
    context.lineTo(5, k + 4);
  }
  context.stroke();
  context.restore();
}

/** A support, its ground away from where the part goes. */
function drawSupport(
  context: CanvasRenderingContext2D,
  kind: string,
  x: number,
  y: number,
  angle: number,
  isFlat: boolean,
  inks: Inks,
  lean = 0,
): void {
  if (lean !== 0 && isFlat) {
    context.save();
    context.translate(x, y);
    context.rotate(lean);
    drawSupport(context, kind, 0, 0, angle, isFlat, inks);
    context.restore();
    return;
  }
  if (!isFlat) {
    context.fillStyle = inks.ink;
    context.fillRect(x - 4, y - 2, 8, 4);
    return;
  }
  if (kind === 'fix') {
    hatch(context, x, y, angle + Math.PI);
    return;
  }
  const rolls = kind === 'roller' || kind === 'slide';
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - 7, y + 12);
  context.lineTo(x + 7, y + 12);
  context.closePath();
  context.fill();
  context.stroke();
  if (rolls) {
    context.beginPath();
    context.arc(x - 4, y + 15, 2.5, 0, 2 * Math.PI);
    context.arc(x + 4, y + 15, 2.5, 0, 2 * Math.PI);
    context.stroke();
  }
  hatch(context, x, y + (rolls ? 18 : 12), Math.PI / 2);
}

function drawTriad(context: CanvasRenderingContext2D, rows: [Point, Point, Point], height: number, inks: Inks): void {
  const x = 44,
    y = height - 44;
  context.globalAlpha = 1;
  context.strokeStyle = inks.ink;
  context.fillStyle = inks.ink;
  context.lineWidth = 1.2;
  context.font = 'italic 13px serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  (['x', 'y', 'z'] as const).forEach((name, k) => {
    const u = rows[0][k] as number,
      v = rows[1][k] as number;
    if (Math.hypot(u, v) < 0.15) {
      return;
    }
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + 20 * u, y - 20 * v);
    context.stroke();
    context.fillText(name, x + 29 * u, y - 29 * v);
  });
}
