// SPDX-License-Identifier: BSD-3-Clause
// What a result describes as to be drawn, by roles: this file knows roles, and no analysis. What it has no picture for
// is a table.

import { Fields, analysesOf, incomplete, isOwnComplete, isRecord, list, record, text } from './data';
import { ViewData, View, word } from './viewdata';
import { valueView } from './values';
import { branchesView, columnView } from './branches';
import { curveView } from './turning';
import { sampleView } from './samples';
import { mapView } from './maps';
import { shapeView } from './shapes';

const roles: Record<string, (data: ViewData, used: string[], isComplete: boolean) => View | null> = {
  complex: valueView,
  value: valueView,
  density: valueView,
  branches: branchesView,
  column: columnView,
  curve: curveView,
  sample: sampleView,
  map: mapView,
  shape: shapeView,
};

function viewOf(result: Fields, view: Fields, used: string[], isComplete: boolean): View | null {
  const make = Object.hasOwn(roles, text(view.role)) ? roles[text(view.role)] : undefined;
  return make?.({ result, view }, used, isComplete) ?? null;
}

/** The views that a result describes, or a record in it that is no analysis; or those of an analysis. */
export function viewsOf(result: Fields): View[] {
  const isComplete = isOwnComplete(result);
  const keys = (view: Fields): string[] =>
    ['each', 'axis', 'shape'].map((key) => word({ result, view }, key)).filter((key) => key !== '');
  const own = list(result.views)
    .map(record)
    .map((view) => viewOf(result, view, keys(view), isComplete));
  const inner = Object.entries(result).flatMap(([name, value]) =>
    isRecord(value) && typeof value.complete !== 'boolean'
      ? list(value.views)
          .map(record)
          .map((view) => viewOf(value, view, [name], isComplete))
      : [],
  );
  return [...own, ...inner].filter((view) => view !== null);
}

/** The same, and those of all its analyses. */
const allViewsOf = (result: Fields): View[] => [
  ...viewsOf(result),
  ...analysesOf(result).flatMap((one) => viewsOf(one.result)),
];

/** The analyses of a result, where no view has a sentence. */
const resultsWords = (result: Fields): string => {
  const names = analysesOf(result).map((one) => one.name.replaceAll('_', ' '));
  return names.length > 0 ? `Results: ${names.join(', ')}.` : 'Results';
};

/** One sentence for the head of a result without modes. */
export function headOf(result: Fields): string {
  const several = incomplete(result);
  const failed = several.length > 0 ? `Not complete: ${several.join(', ')}.` : '';
  return failed || allViewsOf(result)[0]?.head() || resultsWords(result);
}

/** Is an axis of it a frequency, whose unit may be chosen? */
export function hasFrequencies(result: Fields): boolean {
  return [result, ...Object.values(result).filter(isRecord)].some((one) =>
    list(one.views)
      .map(record)
      .some((view) => [view.axis_unit, view.unit].some((unit) => text(unit) === 'rad/s')),
  );
}
