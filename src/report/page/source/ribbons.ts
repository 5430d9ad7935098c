// SPDX-License-Identifier: BSD-3-Clause
// Very many lines and cells by WebGL 2: two pairs of shaders and no library, since a library would be sixty times as
// large and a file of its own in the program. Lines are ribbons, two triangles each, with round ends cut out; the
// displacement times its factor is added in the vertex shader, so that a frame sends a few numbers and no points. No
// instances: where WebGL is done by software each costs as much as hundreds of vertices. Where there is no WebGL, or it
// is lost, there is the canvas.

type Point = [number, number, number];

export interface Fit {
  scale: number;
  x: number;
  y: number;
}

export interface View {
  width: number;
  height: number;
  rows: [Point, Point, Point];
  fit: Fit;
  factor: number;
}

/** A place at rest and its displacement for a factor of one. */
export interface End {
  at: Point;
  move: Point;
}

export interface Line {
  ends: [End, End];
  part: number;
  ink: 'part' | 'paper' | 'ink' | 'rest'; // lines at rest are behind everything
  isRim?: boolean; // of a face
}

/** A convex face; one that is not solid is drawn over the others as a veil. */
export interface Face {
  ends: End[];
  part: number;
  isSolid: boolean;
}

interface Look {
  colors: string[]; // of parts
  paper: string;
  ink: string;
  rest: string;
  width: number; // of lines
  lit: number; // part that is drawn wider
  palest: number; // how pale the farthest is
  size: number; // of the structure
  ratio: number; // pixels of the picture to one
}

const PROJECTION = `
uniform vec3 right, up, eye;
uniform vec4 fit;
uniform vec2 page;
uniform vec2 deep;
uniform float factor;
vec3 look(vec3 at, vec3 move) {
  vec3 p = at + factor * move;
  return vec3(fit.x + fit.z * dot(right, p), fit.y - fit.z * dot(up, p), dot(eye, p));
}
vec4 place(vec2 pixel, float nearness, float before) {
  float z = clamp((nearness - deep.x) / (deep.y - deep.x), 0.0, 1.0);
  return vec4(2.0 * pixel.x / page.x - 1.0, 1.0 - 2.0 * pixel.y / page.y, 1.0 - 2.0 * z - before, 1.0);
}
float strength(float nearness, float palest) {
  return 1.0 - palest * (1.0 - clamp((nearness - deep.x) / (deep.y - deep.x), 0.0, 1.0));
}`;

const LINE = `#version 300 es
precision highp float;
${PROJECTION}
in vec3 from, fromMove, to, toMove;
in vec2 corner;
in vec4 color;
in float wide;
uniform float palest, ratio;
out vec2 seen;
out vec2 local;
out float reach;
out float radius;
out vec4 paint;
void main() {
  vec3 a = look(from, fromMove), b = look(to, toMove);
  vec2 along = b.xy - a.xy;
  float size = length(along);
  along = size > 0.0 ? along / size : vec2(1.0, 0.0);
  radius = 0.5 * wide + 0.5 / ratio;
  vec3 own = corner.x > 0.0 ? b : a;
  seen = own.xy;
  local = vec2(corner.x > 0.0 ? size + radius : -radius, corner.y * radius);
  reach = size;
  paint = vec4(color.rgb, color.a < 0.0 ? 1.0 : strength(own.z, palest));
  gl_Position = place(a.xy + along * local.x + vec2(-along.y, along.x) * local.y, own.z, color.a < 0.0 ? 2e-3 : 1e-4);
  if (color.a < -1.5) gl_Position.z = 0.9999;
}`;

const LINE_PIXEL = `#version 300 es
precision highp float;
in vec2 seen, local;
in float reach, radius;
in vec4 paint;
uniform vec3 paper;
uniform float ratio;
out vec4 pixel;
void main() {
  float away = length(vec2(local.x - clamp(local.x, 0.0, reach), local.y));
  float cover = clamp((radius - away) * ratio, 0.0, 1.0);
  if (cover < 0.25) discard; // what is hardly there hides nothing
  pixel = vec4(mix(paper, paint.rgb, paint.a), 1.0) * cover;
}`;

const FACE = `#version 300 es
precision highp float;
${PROJECTION}
in vec3 at, move;
in vec4 color;
uniform float palest;
out vec4 paint;
void main() {
  vec3 p = look(at, move);
  paint = vec4(color.rgb, color.a > 0.5 ? 0.35 * strength(p.z, palest) + 0.3 : 0.0);
  gl_Position = place(p.xy, p.z, 0.0);
}`;

const FACE_PIXEL = `#version 300 es
precision highp float;
in vec4 paint;
uniform vec3 paper;
out vec4 pixel;
void main() {
  pixel = paint.a > 0.0 ? vec4(mix(paper, paint.rgb, paint.a), 1.0) : vec4(paint.rgb, 1.0) * 0.28;
}`;

function rgb(color: string): Point {
  return [0, 1, 2].map((k) => parseInt(color.slice(1 + 2 * k, 3 + 2 * k), 16) / 255 || 0) as Point;
}

function compile(
  gl: WebGL2RenderingContext,
  vertex: string,
  fragment: string,
  captured: string[],
): WebGLProgram | null {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!program || !shader) {
      return null;
    }
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  if (captured.length > 0) {
    gl.transformFeedbackVaryings(program as WebGLProgram, captured, gl.INTERLEAVED_ATTRIBS);
  }
  gl.linkProgram(program as WebGLProgram);
  return gl.getProgramParameter(program as WebGLProgram, gl.LINK_STATUS) === true ? program : null;
}

/** Vertices of one kind: places that stay while a mode is shown, and colours. */
interface Mesh {
  program: WebGLProgram;
  array: WebGLVertexArrayObject | null;
  colors: WebGLBuffer | null;
  buffers: (WebGLBuffer | null)[];
  count: number; // of indices
}

export class Ribbons {
  private lines: Line[] = [];
  private faces: Face[] = [];
  private middle: Point = [0, 0, 0];
  private painted = '';
  private solid = 0; // indices of solid faces, which come first

  private constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly ribbon: Mesh,
    private readonly face: Mesh,
  ) {}

  /** On a canvas of its own; null where there is no WebGL 2. */
  static make(): Ribbons | null {
    const gl = document.createElement('canvas').getContext('webgl2', {
      antialias: true,
      premultipliedAlpha: true,
      preserveDrawingBuffer: false,
      failIfMajorPerformanceCaveat: false,
    });
    const ribbon = gl && compile(gl, LINE, LINE_PIXEL, ['seen']);
    const face = gl && compile(gl, FACE, FACE_PIXEL, []);
    return gl && ribbon && face
      ? new Ribbons(
          gl,
          { program: ribbon, array: null, colors: null, buffers: [], count: 0 },
          { program: face, array: null, colors: null, buffers: [], count: 0 },
        )
      : null;
  }

  get isLost(): boolean {
    return this.gl.isContextLost();
  }

  private attribute(program: WebGLProgram, name: string, size: number, stride: number, offset: number): void {
    const place = this.gl.getAttribLocation(program, name);
    if (place >= 0) {
      this.gl.enableVertexAttribArray(place);
      this.gl.vertexAttribPointer(place, size, this.gl.FLOAT, false, 4 * stride, 4 * offset);
    }
  }

  private fill(
    mesh: Mesh,
    numbers: Float32Array,
    stride: number,
    attributes: [string, number][],
    indices: Uint32Array,
  ): void {
    const { gl } = this;
    gl.deleteVertexArray(mesh.array);
    mesh.buffers.forEach((buffer) => gl.deleteBuffer(buffer));
    mesh.buffers = [gl.createBuffer(), gl.createBuffer(), gl.createBuffer()];
    mesh.array = gl.createVertexArray();
    gl.bindVertexArray(mesh.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, mesh.buffers[0] ?? null);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
    let offset = 0;
    for (const [name, size] of attributes) {
      this.attribute(mesh.program, name, size, stride, offset);
      offset += size;
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, mesh.buffers[1] ?? null);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
    mesh.count = indices.length;
    mesh.colors = mesh.buffers[2] ?? null;
    gl.bindVertexArray(null);
  }

  /** Take the places of a mode; they are sent as seen from the middle, since they have seven digits. */
  upload(lines: Line[], faces: Face[], middle: Point): void {
    this.lines = lines;
    this.faces = [...faces.filter((face) => face.isSolid), ...faces.filter((face) => !face.isSolid)];
    this.middle = middle;
    this.painted = '';
    const place = (end: End): number[] => [...end.at.map((x, k) => x - (middle[k] as number)), ...end.move];
    const numbers = new Float32Array(lines.length * 4 * 14),
      indices = new Uint32Array(lines.length * 6);
    lines.forEach((line, i) => {
      const both = [...place(line.ends[0]), ...place(line.ends[1])];
      [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
      ].forEach((corner, k) => numbers.set([...both, ...corner], 14 * (4 * i + k)));
      indices.set(
        [0, 1, 2, 2, 1, 3].map((k) => 4 * i + k),
        6 * i,
      );
    });
    this.fill(
      this.ribbon,
      numbers,
      14,
      [
        ['from', 3],
        ['fromMove', 3],
        ['to', 3],
        ['toMove', 3],
        ['corner', 2],
      ],
      indices,
    );
    this.uploadFaces(place);
  }

  private uploadFaces(place: (end: End) => number[]): void {
    const numbers: number[] = [],
      indices: number[] = [];
    let first = 0;
    this.solid = 0;
    for (const face of this.faces) {
      face.ends.forEach((end) => numbers.push(...place(end)));
      for (let k = 2; k < face.ends.length; k++) {
        indices.push(first, first + k - 1, first + k);
      }
      first += face.ends.length;
      this.solid = face.isSolid ? indices.length : this.solid;
    }
    this.fill(
      this.face,
      Float32Array.from(numbers),
      6,
      [
        ['at', 3],
        ['move', 3],
      ],
      Uint32Array.from(indices),
    );
  }

  /** Colours of all vertices, when they change. */
  private paint(look: Look): void {
    const { gl } = this;
    const key = JSON.stringify([look.colors, look.paper, look.ink, look.rest, look.lit, look.width]);
    if (key === this.painted) {
      return;
    }
    this.painted = key;
    const parts = look.colors.map(rgb),
      paper = rgb(look.paper),
      ink = rgb(look.ink),
      rest = rgb(look.rest);
    const lines = new Float32Array(this.lines.length * 4 * 5);
    this.lines.forEach((line, i) => {
      const color =
        line.ink === 'part'
          ? (parts[line.part] as Point)
          : line.ink === 'paper'
            ? paper
            : line.ink === 'rest'
              ? rest
              : ink;
      const width =
        line.ink === 'paper'
          ? 0.6
          : line.ink === 'rest'
            ? 1
            : line.ink === 'ink'
              ? 1.6
              : line.part === look.lit
                ? look.width + 1.4
                : look.width;
      for (let k = 0; k < 4; k++) {
        lines.set([...color, line.ink === 'part' ? 1 : line.ink === 'rest' ? -2 : -1, width], 5 * (4 * i + k));
      }
    });
    const faces = this.faces.flatMap((face) =>
      face.ends.flatMap(() => [...(parts[face.part] as Point), face.isSolid ? 1 : 0]),
    );
    this.setColors(this.ribbon, lines, 5, [
      ['color', 4],
      ['wide', 1],
    ]);
    this.setColors(this.face, Float32Array.from(faces), 4, [['color', 4]]);
    gl.bindVertexArray(null);
  }

  private setColors(mesh: Mesh, numbers: Float32Array, stride: number, attributes: [string, number][]): void {
    const { gl } = this;
    gl.bindVertexArray(mesh.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, mesh.colors);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.DYNAMIC_DRAW);
    let offset = 0;
    for (const [name, size] of attributes) {
      this.attribute(mesh.program, name, size, stride, offset);
      offset += size;
    }
  }

  private use(mesh: Mesh, view: View, size: number): void {
    const { gl, middle } = this;
    const at = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(mesh.program, name);
    const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const { rows, fit } = view;
    gl.useProgram(mesh.program);
    gl.bindVertexArray(mesh.array);
    gl.uniform3fv(at('right'), rows[0]);
    gl.uniform3fv(at('up'), rows[1]);
    gl.uniform3fv(at('eye'), rows[2]);
    gl.uniform4f(
      at('fit'),
      fit.x + fit.scale * dot(rows[0], middle),
      fit.y - fit.scale * dot(rows[1], middle),
      fit.scale,
      0,
    );
    gl.uniform2f(at('page'), view.width, view.height);
    gl.uniform2f(at('deep'), -0.62 * size, 0.62 * size);
    gl.uniform1f(at('factor'), view.factor);
  }

  /** A picture, valid until the next; null: the context was lost. */
  draw(view: View, look: Look): HTMLCanvasElement | null {
    const { gl } = this;
    const width = Math.round(view.width * look.ratio),
      height = Math.round(view.height * look.ratio);
    if (gl.canvas.width !== width || gl.canvas.height !== height) {
      gl.canvas.width = width;
      gl.canvas.height = height;
    }
    this.paint(look);
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    for (const mesh of [this.face, this.ribbon]) {
      this.use(mesh, view, look.size);
      gl.uniform3fv(gl.getUniformLocation(mesh.program, 'paper'), rgb(look.paper));
      gl.uniform1f(gl.getUniformLocation(mesh.program, 'palest'), look.palest);
      gl.uniform1f(gl.getUniformLocation(mesh.program, 'ratio'), look.ratio);
      gl.drawElements(gl.TRIANGLES, mesh === this.face ? this.solid : mesh.count, gl.UNSIGNED_INT, 0);
    }
    if (this.face.count > this.solid) {
      this.use(this.face, view, look.size);
      gl.depthMask(false);
      gl.drawElements(gl.TRIANGLES, this.face.count - this.solid, gl.UNSIGNED_INT, 4 * this.solid);
      gl.depthMask(true);
    }
    gl.bindVertexArray(null);
    return gl.isContextLost() ? null : (gl.canvas as HTMLCanvasElement);
  }

  /** Where the vertex shader puts both ends of the lines of parts; for tests. */
  places(view: View, size: number): number[] {
    const { gl } = this;
    const vertices = 4 * this.lines.length,
      captured = gl.createBuffer(),
      feedback = gl.createTransformFeedback();
    this.use(this.ribbon, view, size);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, feedback);
    gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, captured);
    gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 8 * vertices, gl.STREAM_READ);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, captured);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginTransformFeedback(gl.POINTS);
    gl.drawArrays(gl.POINTS, 0, vertices);
    gl.endTransformFeedback();
    gl.disable(gl.RASTERIZER_DISCARD);
    const all = new Float32Array(2 * vertices);
    gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, all);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
    gl.bindVertexArray(null);
    gl.deleteTransformFeedback(feedback);
    gl.deleteBuffer(captured);
    return this.lines.flatMap((line, i) =>
      !line.isRim && line.ink === 'part' ? [...all.subarray(8 * i, 8 * i + 4)] : [],
    );
  }
}
