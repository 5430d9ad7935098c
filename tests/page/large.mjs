// SPDX-License-Identifier: BSD-3-Clause
// large.mjs PROGRAM PROBLEMS: pages of large results in Debian's chromium. What is packed is unpacked to half a
// quantum, everything else to the last bit; pages with one thing made wrong are found out; what is left out is said;
// both ways to draw put lines to the same place.

import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';

const [program, problems] = process.argv.slice(2);
const puppeteer = (await import(pathToFileURL(createRequire(`${process.env.MODULES}/`).resolve('puppeteer-core'))))
  .default;
const place = mkdtempSync(join(tmpdir(), 'large-'));
let bad = 0;

function want(condition, words) {
  if (!condition) {
    bad++;
    console.log(`wrong: ${words}`);
  }
}

const run = (...words) => execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

function pageOf(name, result) {
  const file = join(place, `${name}.json`),
    page = join(place, `${name}.html`);
  writeFileSync(file, JSON.stringify(result));
  run('report', file, '-o', page);
  return page;
}

/** The tower of the bench, smaller. */
function tower(storeys, modes) {
  const file = join(place, 'tower.yaml'),
    json = join(place, 'tower.json');
  writeFileSync(
    file,
    readFileSync(join(problems, '../tests/bench/tower.yaml'), 'utf8')
      .replace('n: 50', `n: ${storeys}`)
      .replace('count: 200', `count: ${modes}`),
  );
  run('run', file, '--json', json, '--quiet');
  return JSON.parse(readFileSync(json, 'utf8'));
}

/** What was left out, as the page has it. */
function leftOutOf(file) {
  const packed = JSON.parse(/class="result"[^>]*>([^]*?)<\/script>/.exec(readFileSync(file, 'utf8'))[1]).packed;
  return JSON.parse(inflateSync(Buffer.from(packed.head, 'base64'))).packed.left_out;
}

const browser = await puppeteer.launch({
  timeout: 180000,
  executablePath: process.env.BROWSER,
  args: ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader'],
});

async function open(file, hash = '', before = () => {}) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.evaluateOnNewDocument(before);
  page.on('console', (message) =>
    want(
      message.text().includes('ReadPixels') && file.endsWith('ways.html'), // this test reads its pixels
      `${file}: console: ${message.text()}`,
    ),
  );
  page.on('pageerror', (error) => want(false, `${file}: ${error.message}`));
  page.on('request', (request) =>
    want(
      request.url().startsWith(`file://${file}`) || request.url().startsWith('data:'),
      `${file}: asks for ${request.url()}`,
    ),
  );
  await page.goto(`file://${file}${hash}`);
  await page.waitForSelector('main h1');
  return page;
}

const textOf = (page, selector) => page.$eval(selector, (element) => element.textContent);

/** Displacements of a mode that are off by more than half a quantum. */
function strays(places, mode, parts, bits, step = 1) {
  const all = Object.values(mode.shapes).flatMap((shape) => ['ux', 'uy', 'uz'].flatMap((name) => shape[name] ?? []));
  const half =
    (0.5 * all.reduce((most, value) => Math.max(most, Math.abs(value)), 0) * (1 + 1e-9)) / (2 ** (bits - 1) - 1);
  let count = 0;
  parts.forEach((part, p) =>
    ['ux', 'uy', 'uz'].forEach((name, k) => {
      const kept = (mode.shapes[part.name]?.[name] ?? []).filter((_, at) => at % step === 0);
      count += places[p]?.length === kept.length || kept.length === 0 ? 0 : 1;
      kept.forEach((value, at) => (count += !(Math.abs((places[p]?.[at]?.[k] ?? NaN) - value) <= half)));
    }),
  );
  return count;
}

/** Differences of two values; numbers to the last bit, energies of parts to the quantum of their mode. */
function unequal(one, other, slack = 0) {
  if (typeof one === 'number' && typeof other === 'number') {
    return Math.abs(one - other) <= slack ? 0 : 1;
  }
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) {
    return one === other ? 0 : 1;
  }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].reduce(
    (sum, key) =>
      sum +
      (key in one && key in other
        ? unequal(one[key], other[key], key === 'energy' ? Math.max(...Object.values(other[key])) * 2e-5 : slack)
        : 1),
    0,
  );
}

/** How much of a page differs from a result. */
async function differences(page, result, bits) {
  const rest = JSON.parse(
    await page.evaluate(() =>
      JSON.stringify(window.holonome.result(0), (key, value) => (key === 'shapes' ? undefined : value)),
    ),
  );
  const expected = JSON.parse(JSON.stringify(result, (key, value) => (key === 'shapes' ? undefined : value)));
  let count = unequal(rest, expected);
  const rows = await page.$$eval('.rows .row', (all) => all.map((row) => row.children[1].title));
  for (const [i, mode] of result.modes.entries()) {
    count += mode.omega > 0 && !(rows[i] ?? '').includes(String(mode.omega / (2 * Math.PI)));
    count += strays(
      await page.evaluate((number) => window.holonome.positions(number), i + 1),
      mode,
      result.geometry.parts,
      bits,
    );
  }
  return count;
}

async function tryTower() {
  const result = tower(8, 20);
  const file = pageOf('tower', result);
  want(leftOutOf(file).bits === 21, 'a small page has 21 bits');
  let page = await open(file);
  want(
    (await differences(page, result, 21)) === 0,
    `the tower: ${await differences(page, result, 21)} numbers are not those of the result`,
  );
  want((await page.$('.left-out')) === null, 'nothing is left out, but it is said');
  want((await textOf(page, '.computed')).includes('rounded to 5e-7 of the largest'), 'how fine the shapes are');
  await page.click('.rows .row:nth-child(9)');
  want((await textOf(page, '.caption h2')).startsWith('Mode 9'), 'a mode behind the script');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  want((await page.$$('.sheet figure')).length === 12, 'modes on paper');
  await page.close();
  page = await open(file, '#mode=17');
  want(
    (await textOf(page, '.caption h2')).startsWith('Mode 17') && !(await textOf(page, '.caption h2')).includes('shape'),
    'a link to a mode behind the script',
  );
  const moves = (await page.evaluate(() => window.holonome.positions(17))).flat(2);
  want(
    moves.some((value) => Math.abs(value) > 0),
    'it moves',
  );
  await page.close();
  await tryMutations(result, file);
}

/** Pages made wrong. */
async function tryMutations(right, file) {
  const wrongs = {
    sign: (result) => (result.modes[12].shapes['storey[3].beam2'].uy[7] *= -1),
    component: (result) =>
      ([result.modes[1].shapes['storey[2].post1'].ux, result.modes[1].shapes['storey[2].post1'].uy] = [
        result.modes[1].shapes['storey[2].post1'].uy,
        result.modes[1].shapes['storey[2].post1'].ux,
      ]),
    unit: (result) => (result.modes[4].omega *= 2 * Math.PI),
    mode: (result) =>
      ([result.modes[15].shapes, result.modes[16].shapes] = [result.modes[16].shapes, result.modes[15].shapes]),
    number: (result) => (result.modes[3].number = 5),
    part: (result) =>
      ([result.modes[9].shapes['storey[1].brace1'], result.modes[9].shapes['storey[1].brace2']] = [
        result.modes[9].shapes['storey[1].brace2'],
        result.modes[9].shapes['storey[1].brace1'],
      ]),
    joint: (result) =>
      ([result.geometry.joints[3].name, result.geometry.joints[4].name] = [
        result.geometry.joints[4].name,
        result.geometry.joints[3].name,
      ]),
    reaction: (result) => (Object.values(result.modes[2].reactions)[3][2] *= -1),
    energy: (result) => (result.modes[2].energy['storey[1].post1'] += 0.01),
    quantum: (result) =>
      (result.modes[11].shapes['storey[4].brace5'].uz[3] +=
        1.2e-6 *
        Math.max(
          ...Object.values(result.modes[11].shapes).flatMap((shape) =>
            [...shape.ux, ...shape.uy, ...shape.uz].map(Math.abs),
          ),
        )),
  };
  for (const [name, make] of Object.entries(wrongs)) {
    const result = structuredClone(right);
    make(result);
    const page = await open(pageOf(`wrong-${name}`, result));
    want((await differences(page, right, 21)) > 0, `a page with another ${name} is not found out`);
    await page.close();
  }
  const html = readFileSync(file, 'utf8');
  const [, one] = /id="chunk-3">([^<]*)</.exec(html),
    [, other] = /id="chunk-5">([^<]*)</.exec(html);
  writeFileSync(join(place, 'chunk.html'), html.replace(one, '%%%').replace(other, one).replace('%%%', other));
  const page = await open(join(place, 'chunk.html'));
  want((await differences(page, right, 21)) > 0, 'a page with a chunk of another mode is not found out');
  await page.close();
}

/** A result of noise, which cannot be made small. */
function noise(modes, parts, stations) {
  let seed = 1;
  const next = () => ((seed = (seed * 48271) % 2147483647), Math.round((2e5 * seed) / 2147483647 - 1e5) / 1e5);
  // names that are numbers: no object keeps their order
  const names = Array.from({ length: parts }, (_, p) => String(parts - p));
  return {
    schema: { name: 'holonome-result', version: 1 },
    problem: { title: 'Noise' },
    complete: true,
    count_proved: true,
    geometry: {
      dimension: 3,
      parts: names.map((name, p) => ({
        name,
        kind: 'beam',
        group: 'beam',
        stations: { from: [p, 0, 0], to: [p, 0, 5], count: stations },
      })),
      joints: [],
    },
    modes: Array.from({ length: modes }, (_, m) => ({
      number: m + 1,
      omega: m + 1,
      lower: m + 0.99,
      upper: m + 1.01,
      count_below: m,
      count_above: m + 1,
      multiplicity: 1,
      energy: {},
      reactions: {},
      shapes: Object.fromEntries(
        names.map((name) => [
          name,
          {
            s: [0],
            ...Object.fromEntries(
              ['ux', 'uy', 'uz'].map((component) => [component, Array.from({ length: stations }, next)]),
            ),
          },
        ]),
      ),
    })),
  };
}

/** Too much for one page: fewer stations, then fewer modes, and it is said. */
async function tryLeftOut() {
  for (const [stations, step, words] of [
    [41, 2, 'every second is kept'],
    [38, 1, 'of 600 modes'],
  ]) {
    const result = noise(600, 70, stations),
      file = pageOf(`noise-${stations}`, result),
      left = leftOutOf(file);
    want(
      left.bits === 16 &&
        (step === 1 ? left.shapes < 600 && left.shapes > 300 : left.step === step && left.shapes === 600),
      `what is left out: ${JSON.stringify(left)}`,
    );
    want(readFileSync(file).length <= 1e7, `a page has ${readFileSync(file).length} bytes`);
    const page = await open(file);
    want((await textOf(page, '.left-out')).includes(words), `it is said: ${await textOf(page, '.left-out')}`);
    for (const number of [1, 5, 20, 100, 300, left.shapes]) {
      const places = await page.evaluate((mode) => window.holonome.positions(mode), number);
      want(
        strays(places, result.modes[number - 1], result.geometry.parts, 16, step) === 0,
        `noise of ${stations} stations, mode ${number}`,
      );
    }
    await page.evaluate(() => window.holonome.choose('mode', 599));
    want(
      (await textOf(page, '.caption h2')).includes('not stored in this page') === left.shapes < 600,
      'a mode whose shape is left out',
    );
    await page.close();
  }
}

/** A long curve is what it was, to the last bit. */
async function tryCurve() {
  const omega = Array.from({ length: 25000 }, (_, i) => 1 + i / 700);
  const swell = {
    omega,
    buoys: [
      {
        buoy: 7,
        height: omega.map((w) => [100 / (1 + (w - 12) ** 2), -w / 3]),
        error: omega.map((w) => (w > 30 ? null : 1e-3 / w)),
        tops: [{ w: 12, h: 100.08 }],
      },
    ],
    views: [
      {
        role: 'complex',
        title: 'Swell',
        each: 'buoys',
        value: 'height',
        radius: 'error',
        name: ['buoy'],
        axis: 'omega',
        axis_label: 'frequency',
        axis_unit: 'rad/s',
        label: 'height',
        unit: 'm',
        marks: 'tops',
        mark_x: 'w',
        mark_y: 'h',
      },
    ],
  };
  const result = {
    schema: { name: 'holonome-result', version: 1 },
    problem: { title: 'Swell' },
    complete: true,
    swell,
    mixed: [omega.slice(0, 100), 'and', [omega.slice(0, 70), omega.slice(100, 170)], omega.slice(0, 63)],
  };
  const file = pageOf('curve', result),
    json = JSON.stringify(result);
  want(
    readFileSync(file).length < 0.6 * json.length,
    `a page of ${readFileSync(file).length} bytes of ${json.length} of JSON`,
  );
  const page = await open(file);
  want(
    (await page.evaluate(() => JSON.stringify(window.holonome.result(0)))) === json,
    'a long curve is not what it was',
  );
  want(
    (await textOf(page, '.see')).includes('25000 points'),
    `the sentence of a long curve: ${await textOf(page, '.see')}`,
  );
  await page.close();
  swell.buoys[0].height[700][1] += 1e-15;
  const other = await open(pageOf('curve-wrong', result));
  want(
    (await other.evaluate(() => JSON.stringify(window.holonome.result(0)))) !== json,
    'a curve that is off in its last bit is not found out',
  );
  await other.close();
}

/** Very many lines, bent: by WebGL where it is, on the canvas where it is not. */
async function tryWays() {
  const size = 60,
    parts = [],
    shape = {};
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      const name = `p${i}-${j}`;
      parts.push({
        name,
        kind: 'beam',
        group: i % 2 ? 'odd' : 'even',
        stations: { from: [i, j, 0], to: [i, j, 4 + ((7 * i + 3 * j) % 5)], count: 5 },
      });
      shape[name] = { s: [0], ux: [0, 0.8, 1, 0.7, 0], uy: [0, 0.2, 0.1, -0.2, 0], uz: [0, 0, 0, 0, 0] };
    }
  }
  const result = {
    schema: { name: 'holonome-result', version: 1 },
    problem: { title: 'Grass' },
    complete: true,
    count_proved: true,
    geometry: { dimension: 3, parts, joints: [] },
    modes: [
      {
        number: 1,
        omega: 1,
        lower: 0.99,
        upper: 1.01,
        count_below: 0,
        count_above: 1,
        multiplicity: 1,
        energy: {},
        reactions: {},
        shapes: shape,
      },
    ],
  };
  const file = pageOf('ways', result);
  const look = (page) =>
    page.evaluate(() => {
      window.holonome.still(Math.PI / 2);
      const all = [...document.querySelectorAll('.picture canvas')].reverse();
      const canvas = document.createElement('canvas'),
        context = canvas.getContext('2d');
      [canvas.width, canvas.height] = [all[0].width, all[0].height];
      all.forEach((one) => context.drawImage(one, 0, 0));
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return {
        ways: window.holonome.ways(),
        dark: [...data].reduce((sum, value, i) => sum + (i % 4 === 3 ? value : 0), 0) / 255,
        picture: [...data],
      };
    });
  const page = await open(file);
  const { ways, dark, picture } = await look(page);
  want(ways.isByRibbons, 'very many lines are drawn by WebGL');
  want(
    ways.places[0].length === 4 * 4 * size * size && ways.places[1].length === ways.places[0].length,
    `places of ${ways.places[0].length / 4} lines`,
  );
  const off = ways.places[0].reduce((most, value, i) => Math.max(most, Math.abs(value - ways.places[1][i])), 0);
  want(off < 1, `both ways put lines to places that are ${off} pixels apart`);
  await page.close();
  const without = await open(file, '', () => {
    window.ResizeObserver = class extends ResizeObserver {
      // late, as on a machine that has too much to do
      constructor(told) {
        super((...all) => setTimeout(() => told(...all), 2000));
      }
    };
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind.startsWith('webgl') ? null : get.call(this, kind, ...rest);
    };
  });
  const other = await look(without);
  want(!other.ways.isByRibbons && other.dark > 1000, 'without WebGL it is drawn on the canvas');
  want(Math.abs(other.dark / dark - 1) < 0.1, `WebGL covers ${dark} pixels, the canvas ${other.dark}`);
  want(
    other.picture.length === picture.length,
    `a picture of ${picture.length / 4} pixels, one of ${other.picture.length / 4}`,
  );
  let apart = 0;
  for (let i = 0; i < picture.length; i += 4) {
    apart += !(Math.abs(picture[i] - other.picture[i]) + Math.abs(picture[i + 3] - other.picture[i + 3]) <= 200);
  }
  want(apart < 0.02 * (picture.length / 4), `${apart} of ${picture.length / 4} pixels differ between the ways`);
  console.log(
    `ways: ${off.toFixed(4)} pixels apart at most; ${dark.toFixed(0)} and ${other.dark.toFixed(0)} pixels ` +
      `covered, ${apart} of ${picture.length / 4} differ`,
  );
  await without.close();
}

try {
  await tryTower();
  await tryCurve();
  await tryLeftOut();
  await tryWays();
} finally {
  await browser.close();
  rmSync(place, { recursive: true, force: true });
}
console.log(bad ? `${bad} wrong` : 'large pages: all right');
process.exit(bad ? 1 : 0);
