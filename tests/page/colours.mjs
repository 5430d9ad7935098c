// SPDX-License-Identifier: BSD-3-Clause
// colours.mjs STYLE: the colours of page.css: contrast of words and of lines with the paper (WCAG 2), and how far
// colours are from each other (CIE 1976 L*a*b*) for all eyes: as they are, and for the three deficiencies at full
// severity after Machado, Oliveira and Fernandes (2009).

import { readFileSync } from 'node:fs';

const style = readFileSync(process.argv[2], 'utf8');
const blocks = {
  light: style.slice(style.indexOf(':root'), style.indexOf('}')),
  dark: style.slice(style.indexOf("data-theme='dark'")),
};
let bad = 0;

function want(condition, words) {
  if (!condition) {
    bad++;
    console.log(`wrong: ${words}`);
  }
}

const colour = (theme, name) => {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6})`).exec(blocks[theme])[1];
  return [0, 2, 4].map((k) => parseInt(hex.slice(k, k + 2), 16) / 255);
};
const linear = (rgb) => rgb.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
const luminance = (rgb) => linear(rgb).reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
const contrast = (a, b) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
const times = (matrix, v) => matrix.map((row) => row.reduce((sum, m, k) => sum + m * v[k], 0));
const MACHADO = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const XYZ = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const lab = (rgb) => {
  const [x, y, z] = times(
    XYZ,
    rgb.map((c) => Math.min(1, Math.max(0, c))),
  )
    .map((value, k) => value / [0.95047, 1, 1.08883][k])
    .map((t) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

/** What has to hold: least contrast of a line with the paper, least distance of two colours. */
const ASKED = {
  light: { colours: [1, 2, 3, 4, 5, 6], line: 3, apart: 16.9 },
  dark: { colours: [1, 2, 3, 4, 5], line: 6.4, apart: 14.6 },
};

for (const [theme, { colours, line, apart }] of Object.entries(ASKED)) {
  const paper = colour(theme, 'paper');
  for (const name of ['ink', 'soft', 'good', 'bad']) {
    want(
      contrast(colour(theme, name), paper) >= 4.5,
      `${theme}: words in ${name} have a contrast of ${contrast(colour(theme, name), paper).toFixed(2)}`,
    );
  }
  want(
    contrast(colour(theme, 'ink'), colour(theme, 'chosen')) >= 4.5 &&
      contrast(colour(theme, 'soft'), colour(theme, 'chosen')) >= 4.5,
    `${theme}: words on what is chosen`,
  );
  want(contrast(colour(theme, 'focus'), paper) >= 3, `${theme}: what has the focus cannot be seen`);
  for (const k of [0, ...colours]) {
    want(
      contrast(colour(theme, `color-${k}`), paper) >= line,
      `${theme}: colour ${k} has a contrast of ${contrast(colour(theme, `color-${k}`), paper).toFixed(2)}`,
    );
  }
  for (const [eyes, matrix] of Object.entries(MACHADO)) {
    let least = Infinity;
    colours.forEach((a, i) =>
      colours.slice(i + 1).forEach((b) => {
        const [x, y] = [a, b].map((k) => lab(times(matrix, linear(colour(theme, `color-${k}`)))));
        const distance = Math.hypot(...x.map((value, k) => value - y[k]));
        least = Math.min(least, distance);
        want(distance >= apart, `${theme}, ${eyes}: colours ${a} and ${b} are ${distance.toFixed(1)} apart`);
      }),
    );
    console.log(`${theme}, ${eyes}: at least ${least.toFixed(1)} apart`);
  }
}
console.log(bad ? `${bad} wrong` : 'colours: all right');
process.exit(bad ? 1 : 0);
