// What a result describes as to be drawn, by roles: this file knows roles, and no analysis. What it has no picture for is a table.

import { Fields, isRecord, list, record, text } from './data';
import { Told, View, word } from './told';
import { valueView } from './values';
import { branchesView, columnView } from './branches';
import { curveView } from './turning';
import { sampleView } from './samples';
import { mapView } from './maps';
import { shapeView } from './shapes';

const roles: Record<string, (told: Told, used: string[], isComplete: boolean) => View | null> = {
  complex: valueView, value: valueView, density: valueView, branches: branchesView, column: columnView, curve: curveView, sample: sampleView, map: mapView, shape: shapeView,
};

function viewOf(result: Fields, view: Fields, used: string[], isComplete: boolean): View | null {
  const make = Object.hasOwn(roles, text(view.role)) ? roles[text(view.role)] : undefined;
  return make?.({ result, view }, used, isComplete) ?? null;
}

/** The views that a result describes, or one of the analyses in it. */
export function viewsOf(result: Fields): View[] {
  const isComplete = result.complete === true;
  const keys = (view: Fields): string[] => ['each', 'axis', 'shape'].map((key) => word({ result, view }, key)).filter((key) => key !== '');
  const own = list(result.views).map(record).map((view) => viewOf(result, view, keys(view), isComplete));
  const inner = Object.entries(result).flatMap(([name, value]) => (isRecord(value) ? list(value.views).map(record).map((view) => viewOf(value, view, [name], isComplete && value.complete !== false)) : []));
  return [...own, ...inner].filter((view) => view !== null);
}

/** One sentence for the head of such a result. */
export function headOf(result: Fields): string {
  return viewsOf(result)[0]?.head() || 'What was asked for is below.';
}

/** Is an axis of it a frequency, whose unit may be chosen? */
export function hasFrequencies(result: Fields): boolean {
  return [result, ...Object.values(result).filter(isRecord)].some((one) => list(one.views).map(record).some((view) => [view.axis_unit, view.unit].some((unit) => text(unit) === 'rad/s')));
}
