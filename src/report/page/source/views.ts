// Which numbers of a result are curves, events and samples: the one place that knows the names of sweeps and of steady motions, which do
// not describe their views yet. The
// charts know none of them.

import { Fields, Value, isRecord, list, number, record, text } from './data';
import { short } from './digits';
import type { Chart, Curve, Mark } from './curves';
import { describedViews } from './described';
import { choice, inUnit } from './state';

const COLORS = 6;

export interface View {
  title: string;
  sentence: () => string;
  charts: (() => Chart)[];
  samples: { values: () => number[]; lines: () => [number, string][]; label: () => string }[];
  used: string[]; // the sections that it shows
}

function named(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function unitOf(parameter: Fields): string {
  const unit = text(parameter.unit);
  return `${text(parameter.name)}${unit && unit !== '1' ? `, ${unit}` : ''}`;
}

/** Frequencies over one parameter, by branch where modes are followed. */
function sweepChart(sweep: Fields): () => Chart {
  const points = list(sweep.values).map((value) => number(list(value)[0]));
  const order = points.map((_, i) => i).sort((a, b) => (points[a] as number) - (points[b] as number));
  const parameter = record(list(sweep.parameters)[0]);
  return () => {
    const curves = new Map<number, Curve>();
    for (const i of order) {
      list(list(sweep.omega)[i]).forEach((omega, j) => {
        const branch = list(list(sweep.branch)[i])[j];
        const id = typeof branch === 'number' ? branch : j + (Number.isFinite(number(sweep.first)) ? number(sweep.first) : 1);
        const name = `${sweep.branch ? 'branch' : 'mode'} ${id}`;
        const curve = curves.get(id) ?? { name, x: [], y: [], flag: [], color: 0 };
        curve.x.push(points[i] as number);
        curve.y.push(inUnit(number(omega)));
        curves.set(id, curve);
      });
    }
    [...curves.values()].forEach((curve, k) => (curve.color = k < COLORS ? k + 1 : 0));
    const marks: Mark[] = list(sweep.events).map(record).map((event) => ({ x: number(event.at), y: inUnit(number(event.omega)), words: text(event.kind), color: 0, isDiamond: text(event.kind) !== 'veering' }));
    return { curves: [...curves.values()], marks, x: unitOf(parameter), y: `natural ${choice.unit === 'Hz' ? 'frequency' : 'angular frequency'}, ${choice.unit}` };
  };
}

/** What happens to the curves, event by event. */
function sweepWords(sweep: Fields): string {
  const name = text(record(list(sweep.parameters)[0]).name);
  const words = list(sweep.events).map(record).map((event) => {
    const branches = list(event.branches).map(String).join(' and ');
    const at = `${name} = ${short(number(event.at), 6)}`;
    return text(event.kind) === 'veering' ? `${branches} come within ${short(inUnit(number(event.gap)), 3)} ${choice.unit} of each other at ${at} and turn away (veering)` : `${text(event.kind)} of ${branches} at ${at}`;
  });
  const few = words.slice(0, 4);
  const structures = named(list(sweep.values).length, 'structure', 'structures');
  return few.length === 0 ? `${structures}; no event is told of the curves.` : `${structures}. Branches ${few.join('; ')}${words.length > few.length ? `; and ${words.length - few.length} more events` : ''}.`;
}

function sweepView(sweep: Fields): View | null {
  const parameters = list(sweep.parameters).map(record);
  if (isRecord(list(sweep.statistics)[0])) {
    return distributionView(sweep);
  }
  if (parameters.length !== 1 || list(sweep.values).length < 2) {
    return null;
  }
  return { title: `Frequencies as ${text(parameters[0]?.name)} goes`, sentence: () => sweepWords(sweep), charts: [sweepChart(sweep)], samples: [], used: ['sweep'] };
}

/** Frequencies of a sample, mode by mode. */
function distributionView(sweep: Fields): View {
  const statistics = list(sweep.statistics).map(record);
  const probability = list(sweep.probability).map(number);
  const ends = [probability.findIndex((p) => Math.abs(p - 0.025) < 1e-9), probability.findIndex((p) => Math.abs(p - 0.975) < 1e-9)];
  const hasEnds = ends.every((k) => k >= 0);
  const sentence = (): string => statistics.slice(0, 3).map((one) => {
    const q = list(one.quantiles).map(number);
    const spread = hasEnds ? `95 % between ${short(inUnit(q[ends[0] as number] as number), 4)} and ${short(inUnit(q[ends[1] as number] as number), 4)} ${choice.unit}` : `deviation ${short(inUnit(number(one.deviation)), 3)} ${choice.unit}`;
    return `Mode ${number(one.number)}: mean ${short(inUnit(number(one.mean)), 4)} ${choice.unit}, ${spread}`;
  }).join('. ') + `. ${named(list(sweep.values).length, 'structure', 'structures')}.`;
  const samples = statistics.map((one, j) => ({
    values: () => list(sweep.omega).map((row) => inUnit(number(list(row)[j]))).filter((value) => Number.isFinite(value)),
    lines: (): [number, string][] => (hasEnds ? ends.map((k) => [inUnit(number(list(one.quantiles)[k])), `${short(100 * (probability[k] as number), 3)} %`]) : []),
    label: () => `mode ${number(one.number)}, ${choice.unit}`,
  }));
  return { title: 'How the frequencies are spread', sentence, charts: [], samples, used: ['sweep'] };
}

/** What distinguishes the curves from each other, as their name. */
function namesOf(curves: Fields[]): string[] {
  const keys = Object.keys(curves[0] ?? {}).filter((key) => ['number', 'boolean'].includes(typeof curves[0]?.[key]) && !['steps', 'rejected', 'complete'].includes(key));
  const differing = keys.filter((key) => curves.some((curve) => curve[key] !== curves[0]?.[key]));
  const word = (key: string, value: Value | undefined): string => (typeof value === 'boolean' ? `${value ? '' : 'no '}${key.replaceAll('_', ' ')}` : `${key} ${short(number(value))}`);
  return curves.map((curve, i) => (differing.length > 0 ? differing.map((key) => word(key, curve[key])).join(', ') : curves.length > 1 ? `curve ${i + 1}` : 'steady motion'));
}

function branchCurves(branches: Value | undefined, coordinate: number, name: string, color: number): Curve[] {
  return list(branches).map(record).map((branch) => ({
    name, color, x: list(branch.nu).map(number), y: list(list(branch.amplitude)[coordinate]).map(number), flag: list(branch.unstable).map((value) => value === 1 || value === true),
  }));
}

function steadyChart(steady: Fields, coordinate: number): () => Chart {
  const curves = list(steady.curves).map(record);
  const names = namesOf(curves);
  return () => {
    const all: Curve[] = branchCurves(record(steady.backbone).branches, coordinate, 'free motion without loss', -1).map((curve) => ({ ...curve, flag: [] }));
    const marks: Mark[] = [];
    curves.forEach((curve, k) => {
      const color = k < COLORS ? k + 1 : 0;
      all.push(...branchCurves(curve.branches, coordinate, names[k] as string, color));
      for (const event of list(curve.branches).map(record).flatMap((branch) => list(branch.events).map(record))) {
        marks.push({ x: number(event.nu), y: number(list(event.amplitude)[coordinate]), words: `${text(event.kind)} ${short(number(event.nu), 5)}`, color, isDiamond: text(event.kind) !== 'peak' });
      }
    });
    const [low, high] = rangeOf(all.filter((curve) => curve.color >= 0));
    const tall = Math.max(0, ...all.filter((curve) => curve.color >= 0).flatMap((curve) => curve.y.filter(Number.isFinite)));
    for (const guide of all.filter((curve) => curve.color < 0)) { // no farther than what it guides
      const keep = guide.x.map((x, k) => x >= low && x <= high && (guide.y[k] as number) <= 1.15 * tall);
      [guide.x, guide.y] = [guide.x.filter((_, k) => keep[k]), guide.y.filter((_, k) => keep[k])];
    }
    return { curves: all, marks, x: 'frequency of the force ν', y: `amplitude of q${coordinate + 1}` };
  };
}

function rangeOf(curves: Curve[]): [number, number] {
  const all = curves.flatMap((curve) => curve.x);
  return [Math.min(...all), Math.max(...all)];
}

/** Folds of every curve for itself, and what is dashed. */
function steadyWords(steady: Fields): string {
  const curves = list(steady.curves).map(record);
  const names = namesOf(curves);
  const words = curves.map((curve, k) => {
    const folds = list(curve.branches).map(record).flatMap((branch) => list(branch.events).map(record)).filter((event) => text(event.kind) === 'fold').map((event) => number(event.nu)).sort((a, b) => a - b);
    return { name: names[k] as string, folds };
  });
  const folding = words.filter((one) => one.folds.length > 0);
  const isDashed = curves.some((curve) => list(curve.branches).some((branch) => list(record(branch).unstable).some((value) => value === 1 || value === true)));
  const front = `${named(curves.length, 'curve', 'curves')}. `;
  const folds = folding.length === 0 ? 'None of them folds.' : `${folding.slice(0, 4).map((one) => `${one.name}: the motion jumps at ${one.folds.slice(0, 4).map((nu) => short(nu, 5)).join(' and ')}${one.folds.length > 4 ? ' and so on' : ''} (folds, diamonds)`).join('; ')}.`;
  return `${front}${folds}${isDashed ? ' What is dashed is unstable.' : ''}`;
}

function steadyView(steady: Fields): View | null {
  const first = record(list(record(list(steady.curves)[0]).branches)[0]);
  const coordinates = list(first.amplitude).length;
  return coordinates === 0 ? null : { title: 'Amplitude and frequency', sentence: () => steadyWords(steady), charts: Array.from({ length: Math.min(coordinates, 6) }, (_, k) => steadyChart(steady, k)), samples: [], used: ['nonlinear'] };
}

/** The views of a result that has curves or samples. */
export function viewsOf(result: Fields): View[] {
  const views = [isRecord(result.sweep) ? sweepView(result.sweep) : null, isRecord(result.nonlinear) ? steadyView(result.nonlinear) : null];
  return [...views.filter((view) => view !== null), ...describedViews(result)];
}

/** One sentence for the head of such a result. */
export function headOf(result: Fields): string {
  const sweep = record(result.sweep), steady = record(result.nonlinear);
  if (Array.isArray(sweep.values)) {
    return `${named(sweep.values.length, 'structure', 'structures')}, ${named(number(sweep.modes), 'frequency', 'frequencies')} each. ${result.complete === true ? 'Counting proves every list complete.' : 'Not every list is proved complete.'}`;
  }
  if (Array.isArray(steady.curves)) {
    const all = steady.curves.map((curve) => list(record(curve).branches).map(record).flatMap((branch) => list(branch.events))).flat().map(record);
    return `${named(steady.curves.length, 'amplitude-frequency curve', 'amplitude-frequency curves')} with ${named(all.filter((event) => text(event.kind) === 'fold').length, 'fold', 'folds')}. ${result.complete === true ? 'What was asked for is found.' : 'Not everything asked for is settled.'}`;
  }
  return 'What was asked for is below.';
}
