// SPDX-License-Identifier: BSD-3-Clause
// look.mjs PROGRAM PROBLEMS: nothing that axe knows of is wrong with pages, light or dark; charts and structures look
// as they did (kept/*.png): at most 0.2 % of the pixels differ. With RECORD=1 they are kept anew. Letters are those of
// DejaVu Sans; where a page would be written in another the pictures are skipped by name.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { finish, module, open, pageOf, pause, solve, textOf, want } from './harness.mjs';

const axe = readFileSync(module('axe-core/axe.min.js'), 'utf8');
const { PNG } = await import(pathToFileURL(module('pngjs')));
const pixelmatch = (await import(pathToFileURL(module('pixelmatch')))).default;
const kept = (name) => fileURLToPath(new URL(`kept/${name}.png`, import.meta.url));
const MOST = 3e6;

/** What axe says; a page's policy lets no script in but its own, so that a copy without policy is looked at. */
async function ask(page, name) {
  const found = await page.evaluate(async () =>
    (await window.axe.run(document, { resultTypes: ['violations'] })).violations.map(
      (one) =>
        `${one.id}: ${one.nodes
          .map((node) => node.target.join(' '))
          .slice(0, 3)
          .join('; ')}`,
    ),
  );
  want(found.length === 0, `${name}: axe: ${found.join(' | ')}`);
}

async function tryAxe() {
  const kinds = {
    modes: ['book/three-bars'],
    sweep: ['sweeps/coupled-cantilevers'],
    curves: ['nonlinear/internal-resonance'],
    samples: ['sweeps/uncertain-shaft'],
    response: ['response/absorber'],
    static: ['static/portal'],
  };
  for (const [name, [problem]] of Object.entries(kinds)) {
    const file = pageOf(
      `axe-${name}`,
      solve(problem),
      ...(name === 'modes' ? [solve(problem, '--set', 'c=20 MN/m')] : []),
    );
    writeFileSync(
      file,
      readFileSync(file, 'utf8')
        .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
        .replace('</body>', () => `<script>${axe}</script></body>`),
    );
    const page = await open(file);
    await page.evaluate(() => window.holonome.still(Math.PI / 2));
    await page.$$eval('details', (all) => all.slice(0, 4).forEach((box) => (box.open = true)));
    await pause(page);
    await ask(page, `${name}, light`);
    await page.keyboard.press('d');
    await pause(page);
    await ask(page, `${name}, dark`);
    await page.close();
  }
}

/** A picture as it was kept, or kept anew. */
async function compare(page, selector, name) {
  const element = await page.$(selector);
  await element.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await page.mouse.move(1, 1);
  await pause(page);
  const bytes = Buffer.from(await element.screenshot());
  if (process.env.RECORD) {
    writeFileSync(kept(name), bytes);
    return;
  }
  if (!existsSync(kept(name))) {
    want(false, `${name}: no picture is kept`);
    return;
  }
  const [old, now] = [PNG.sync.read(readFileSync(kept(name))), PNG.sync.read(bytes)];
  if (old.width !== now.width || old.height !== now.height) {
    want(false, `${name}: ${now.width} x ${now.height}, not ${old.width} x ${old.height}`);
    return;
  }
  const differing = pixelmatch(old.data, now.data, null, now.width, now.height, { threshold: 0.1 });
  want(differing <= 0.002 * now.width * now.height, `${name}: ${differing} pixels differ`);
}

const sizes = { wide: [1280, 800], narrow: [390, 844] };

async function shoot(name, problem, parts, isDark = false) {
  for (const [size, [width, height]] of Object.entries(sizes)) {
    const page = await open(pageOf(`look-${name}`, solve(problem)), width, height);
    await page.evaluate(() => window.holonome.still(Math.PI / 2));
    for (const [part, selector] of Object.entries(parts)) {
      await compare(page, selector, `${name}-${part}-${size}`);
    }
    if (isDark && size === 'wide') {
      await page.keyboard.press('d');
      for (const [part, selector] of Object.entries(parts)) {
        await compare(page, selector, `${name}-${part}-dark`);
      }
    }
    await page.close();
  }
}

/** As it is printed: light, whatever the screen is, and the structure in its modes. */
async function shootPaper() {
  const page = await open(pageOf('look-paper', solve('book/three-bars')), 900, 1100);
  await page.keyboard.press('d');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMediaType('print');
  await pause(page);
  await compare(page, '.sheet', 'paper-modes');
  want(
    (await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)) === 'rgb(255, 255, 255)',
    'paper is white',
  );
  await page.close();
}

async function tryPictures() {
  const font = execFileSync('fc-match', ['-f', '%{family}', 'sans'], { encoding: 'utf8' });
  if (!font.startsWith('DejaVu Sans')) {
    console.log(`skipped: kept pictures: they are written in DejaVu Sans, here it is ${font}`);
    want(!process.env.CI, 'pictures are skipped');
    return;
  }
  const chart = 'section > .plot .chart';
  await shoot('modes', 'book/three-bars', { structure: '.picture', staircase: 'section .chart' }, true);
  await shoot('sweep', 'sweeps/coupled-cantilevers', { curves: chart, loupe: '.loupe' }, true);
  await shoot('curves', 'nonlinear/figure-vi-1', { folds: chart }, true);
  await shoot('response', 'response/absorber', { magnitude: chart });
  await shoot('samples', 'sweeps/uncertain-shaft', { spread: '.samples .chart' });
  await shoot('static', 'static/portal', { structure: '.picture' });
  await shoot('buckling', 'static/portal-buckling', { structure: '.picture' });
  await shoot('bearing', 'sweeps/bearing', { curves: chart });
  await shoot('roller', 'frames/braced-portal', { structure: '.picture' });
  await shoot('grillage', 'frames/grillage', { structure: '.picture' });
  await shootPaper();
  const size = readdirSync(fileURLToPath(new URL('kept', import.meta.url))).reduce(
    (sum, name) => sum + statSync(fileURLToPath(new URL(`kept/${name}`, import.meta.url))).size,
    0,
  );
  want(size > 0 && size <= MOST, `kept pictures have ${size} bytes`);
}

const PLACES = [
  'book/three-bars',
  'sweeps/coupled-cantilevers',
  'nonlinear/figure-vi-1',
  'nonlinear/internal-resonance',
  'response/absorber',
  'response/building',
  'sweeps/uncertain-shaft',
  'static/portal',
];

/** No word of a chart stands on another, none leaves the page; at both sizes, at few modes and at many. */
async function tryWords() {
  const many = solve('book/three-bars');
  many.modes = Array.from({ length: 200 }, (_, i) => ({
    ...structuredClone(many.modes[i % 8]),
    number: i + 1,
    omega: 100 + 7 * i,
    lower: 100 + 7 * i - 1e-9,
    upper: 100 + 7 * i + 1e-9,
    count_below: i,
    count_above: i + 1,
  }));
  const files = Object.fromEntries(PLACES.map((problem, i) => [problem, pageOf(`words-${i}`, solve(problem))]));
  files['200 modes'] = pageOf('words-many', many);
  for (const [name, file] of Object.entries(files)) {
    for (const [width, height] of Object.values(sizes)) {
      const page = await open(file, width, height);
      await pause(page);
      const wrong = await page.$$eval('.chart svg', (all) =>
        all.flatMap((svg) => {
          const words = [...svg.querySelectorAll('text')]
            .filter((one) => one.textContent.trim())
            .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }));
          const out = words
            .filter(({ box }) => box.left < -0.5 || box.right > document.documentElement.clientWidth + 0.5)
            .map(({ text }) => `"${text}" is cut`);
          const on = words.flatMap((a, i) =>
            words
              .slice(i + 1)
              .filter(
                (b) =>
                  Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
                  Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 3,
              )
              .map((b) => `"${a.text}" on "${b.text}"`),
          );
          return [...out, ...on];
        }),
      );
      want(wrong.length === 0, `${name}, ${width}: ${wrong.slice(0, 4).join('; ')}`);
      want(
        (await page.evaluate(() => document.documentElement.scrollWidth)) <= width,
        `${name}, ${width}: wider than the page`,
      );
      want((await textOf(page, 'main')).length > 100, `${name}: there is a page`);
      await page.close();
    }
  }
}

await finish('looks of pages', tryAxe, tryWords, tryPictures);
