// pages.mjs PROGRAM PROBLEMS: pages in Debian's chromium. What they show is compared with the JSON they are made of; every control is used;
// nothing is said on the console and nothing is asked for but the file. Pages with one thing made wrong must be found out.

import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [program, problems] = process.argv.slice(2);
const puppeteer = (await import(pathToFileURL(createRequire(`${process.env.MODULES}/`).resolve('puppeteer-core')))).default;
const place = mkdtempSync(join(tmpdir(), 'pages-'));
let bad = 0;

function want(condition, words) {
  if (!condition) {
    bad++;
    console.log(`wrong: ${words}`);
  }
}

function run(...words) {
  return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function solve(name) {
  return JSON.parse(run('run', join(problems, `${name}.yaml`), '--json', '-'));
}

function pageOf(name, ...results) {
  const files = results.map((result, i) => join(place, `${name}-${i}.json`));
  files.forEach((file, i) => writeFileSync(file, JSON.stringify(results[i])));
  run('report', ...files, '-o', join(place, `${name}.html`));
  return join(place, `${name}.html`);
}

const browser = await puppeteer.launch({ executablePath: process.env.BROWSER, args: ['--no-sandbox', '--disable-gpu'] });

/** Open a page; what it should not do is counted. */
async function open(file, width = 1280, height = 800, hash = '') {
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  page.on('console', (message) => want(false, `${file}: console: ${message.text()}`));
  page.on('pageerror', (error) => want(false, `${file}: ${error.message}`));
  page.on('request', (request) => want(request.url().startsWith(`file://${file}`) || request.url().startsWith('data:'), `${file}: asks for ${request.url()}`));
  await page.goto(`file://${file}${hash}`);
  await page.waitForSelector('main h1');
  return page;
}

const pause = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const textOf = (page, selector) => page.$eval(selector, (element) => element.textContent);

/** Three bars in the plane: places that are in the problem file. */
function withGeometry(result) {
  const line = (name, from, to) => ({ name, kind: 'beam', group: 'beam', stations: { from, to, count: 21 } });
  const joints = Object.keys(result.modes[0].reactions);
  result.geometry ??= { dimension: 2, length_unit: 'm',
    parts: [line('bar1', [0.4, -2, 0], [0.4, 0, 0]), line('bar2', [0, 0, 0], [1, 0, 0]), line('bar3', [1, -0.21, 0], [1, 0.39, 0])],
    joints: [
      { name: joints[0], kind: 'spring', ground: false, points: [{ part: 'bar1', at: [0.4, 0, 0] }, { part: 'bar2', at: [0.4, 0, 0] }], components: [{ name: 'uy', direction: [0, 1, 0] }] },
      { name: joints[1], kind: 'weld', ground: false, points: [{ part: 'bar2', at: [1, 0, 0] }], components: ['ux', 'uy', 'rz'].map((name) => ({ name })) }],
    links: [] };
  return result;
}

/** How many numbers of a page differ from a result: rows, frequencies within their bounds, places to the last bit. */
async function differences(page, result) {
  const rows = await page.$$eval('.rows .row', (all) => all.map((row) => ({ number: row.children[0].textContent, words: row.children[1].lastChild.textContent, title: row.children[1].title })));
  let count = rows.length === result.modes.length ? 0 : 1;
  for (const [i, mode] of result.modes.entries()) {
    const row = rows[i] ?? {};
    const shown = Number((row.words ?? '').replace('~', ''));
    const digits = (row.words ?? '').replace(/e.*/, '').replace('.', '').replace(/^0+/, '').length;
    count += row.number !== String(mode.number);
    count += mode.omega > 0 && !(Math.abs(shown - mode.hertz) <= mode.hertz * 10 ** (1 - Math.max(1, digits)));
    count += mode.omega > 0 && !(row.title ?? '').includes(String(mode.omega / (2 * Math.PI)));
    if (mode.shapes && result.geometry) {
      const places = await page.evaluate((number) => window.holonome.positions(number), i + 1);
      result.geometry.parts.forEach((part, p) => {
        const shape = mode.shapes[part.name];
        ['ux', 'uy', 'uz'].forEach((name, k) => (shape[name] ?? []).forEach((value, at) => (count += !(places[p]?.[at]?.[k] === value))));
      });
    }
  }
  return count;
}

async function tryStructure() {
  const result = withGeometry(solve('book/three-bars'));
  const page = await open(pageOf('three', result));
  want((await differences(page, result)) === 0, 'three bars: what is shown is not what was computed');
  want((await textOf(page, 'h1')) === result.problem.title && (await page.title()) === result.problem.title, 'the title');
  want((await textOf(page, '.summary')) === '8 natural frequencies, 23.93 to 980 Hz. Counting proves that there is no other up to the last.', 'the sentence');
  want((await textOf(page, '.badge')).includes('Complete'), 'the badge');
  await page.evaluate(() => window.holonome.still(Math.PI / 2));
  const picture = () => page.$eval('.picture canvas', (canvas) => canvas.toDataURL());
  const press = async (key) => (await page.keyboard.press(key), pause(page));
  const title = () => textOf(page, '.caption h2');

  await page.click('.rows .row:nth-child(3)');
  want((await title()).startsWith('Mode 3 · 197.7 Hz'), 'a click in the list');
  want((await page.evaluate(() => location.hash)).includes('mode=3'), 'the address keeps the mode');
  await press('ArrowRight');
  want((await title()).startsWith('Mode 4'), 'the arrow to the right');
  await press('ArrowLeft');
  await page.click('.previous');
  want((await title()).startsWith('Mode 2'), 'arrow to the left and the button');
  await page.click('.next');
  await page.$$eval('.chart .pick', (all) => all[4].dispatchEvent(new MouseEvent('click', { bubbles: true })));
  want((await title()).startsWith('Mode 5'), 'a step of the staircase');
  const before = await picture();
  await press('+');
  want((await picture()) !== before && (await page.$eval('.amplitude input', (input) => input.value)) === '1.25', 'more amplitude');
  await press('-');
  want((await picture()) === before, 'less amplitude is the picture before');
  await press('u');
  want((await textOf(page, '.row.head')).includes('rad/s') && (await textOf(page, '.summary')).includes('rad/s'), 'the unit');
  const shown = Number(await page.$eval('.rows .row:nth-child(3) .frequency', (cell) => cell.lastChild.textContent));
  want(Math.abs(shown / result.modes[2].omega - 1) < 1e-4, 'a frequency in rad/s');
  await press('u');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await press('d');
  want((await paper()) !== light && (await picture()) !== before, 'dark');
  await press('d');
  await press('r');
  want((await page.$eval('.reactions', (box) => box.open)) && (await page.$$eval('.reactions tbody tr', (rows) => rows.length)) === 4, 'reactions');
  const reactions = await page.$$eval('.reactions tbody tr', (rows) => rows.map((row) => Number(row.children[2].title)));
  want(JSON.stringify(reactions) === JSON.stringify(Object.values(result.modes[4].reactions).flat()), 'the numbers of the reactions');
  want((await page.$$eval('.reactions tbody tr', (rows) => rows.map((row) => row.children[1].textContent).join())) === 'uy,ux,uy,rz', 'the names of the reactions');
  await press('?');
  want(await page.$eval('dialog', (dialog) => dialog.open), 'the keys');
  await press('Escape');
  await press('/');
  await page.keyboard.type('bar3');
  await pause(page);
  want((await picture()) !== before, 'a part that is found is marked');
  await press('Escape');
  want((await picture()) === before, 'and no more');
  const box = await (await page.$('.picture canvas')).boundingBox();
  await page.mouse.move(box.x + 300, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x + 340, box.y + 320, { steps: 3 });
  await page.mouse.up();
  await pause(page);
  want((await picture()) !== before, 'drawn to another place');
  await page.mouse.wheel({ deltaY: -200 });
  await press('0');
  want((await picture()) === before, 'the first view again');
  await press(' ');
  const still = await picture();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  want((await picture()) !== still, 'it moves');
  await press(' ');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  want((await page.$$eval('.sheet figure', (all) => all.length)) === 8, 'modes on paper');
  await page.close();
}

async function tryLink() {
  const result = withGeometry(solve('book/three-bars'));
  const page = await open(pageOf('link', result), 390, 844, '#mode=6&unit=rad');
  want((await textOf(page, '.caption h2')).includes('Mode 6') && (await textOf(page, '.caption h2')).includes('rad/s'), 'a link to a mode');
  want((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'it fits a telephone');
  await page.close();
}

/** Pages made wrong are found out. */
async function tryMutations() {
  const right = withGeometry(solve('book/three-bars'));
  const wrongs = {
    sign: (result) => (result.modes[2].shapes.bar2.uy[7] *= -1),
    component: (result) => ([result.modes[1].shapes.bar3.ux, result.modes[1].shapes.bar3.uy] = [result.modes[1].shapes.bar3.uy, result.modes[1].shapes.bar3.ux]),
    unit: (result) => (result.modes[4].omega *= 2 * Math.PI),
    number: (result) => (result.modes[3].number = 5),
    order: (result) => ([result.modes[5].shapes, result.modes[6].shapes] = [result.modes[6].shapes, result.modes[5].shapes]),
    missing: (result) => result.modes.pop(),
  };
  for (const [name, make] of Object.entries(wrongs)) {
    const result = structuredClone(right);
    make(result);
    const page = await open(pageOf(`wrong-${name}`, result));
    want((await differences(page, right)) > 0, `a page with another ${name} is not found out`);
    await page.close();
  }
  const result = structuredClone(right);
  result.modes[3].count_below = 4;
  const page = await open(pageOf('wrong-count', result));
  want((await textOf(page, '.see')).includes('a frequency may be missing'), 'a count that is not that of the list');
  await page.close();
}

/** Texts that would do harm are texts. */
async function tryHostile() {
  const texts = ['</script><script>window.harm = 1</script>', '<img src=x onerror="window.harm = 1">', '<!--<script>', '"><svg onload="window.harm=1">', '\u202Elive\u202C', ']]>', '&lt;b&gt;', '\\u003c/script>',
    'x'.repeat(3e6), 'javascript:window.harm=1', '${window.harm=1}', '__proto__'];
  const base = withGeometry(solve('book/three-bars'));
  for (const [i, words] of texts.entries()) {
    const result = structuredClone(base);
    result.problem.title = words;
    result.problem.file = words;
    result.theory = words;
    result.notes = [words];
    result.problem.parameters = Object.fromEntries([[words, 1]]);
    result[`of ${words.slice(0, 100)}`] = { [words]: words, list: [{ [words]: words }] };
    result.geometry.parts[0].group = result.geometry.joints[0].kind = result.geometry.joints[0].components[0].name = words;
    const page = await open(pageOf(`hostile-${i}`, result));
    await page.$$eval('details', (all) => all.forEach((box) => (box.open = true)));
    await pause(page);
    want((await page.evaluate(() => window.harm)) === undefined, `a text is run: ${words.slice(0, 40)}`);
    const shown = await textOf(page, 'h1');
    want(words.length > 2000 ? shown.includes('left out') : shown === words.replace('\u202E', '⟨U+202E⟩').replace('\u202C', '⟨U+202C⟩'), `a text is not shown: ${words.slice(0, 40)}`);
    await page.close();
  }
}

/** What has no picture is a table, several results stand below each other. */
async function tryOthers() {
  const made = { schema: { name: 'holonome-result', version: 1 }, problem: { title: 'Made up' }, complete: true, tides: { height: [{ at: 1.5, level: 3.25 }, { at: 2.5, level: -1 }] } };
  const page = await open(pageOf('made', made, solve('sweeps/coupled-cantilevers')));
  want((await page.$$eval('h1', (all) => all.map((one) => one.textContent))).length === 2, 'two results');
  want((await page.$$('.comparison')).length === 0, 'results that have nothing in common are compared');
  await page.$$eval('details', (all) => all.forEach((box) => (box.open = true)));
  await pause(page);
  want((await textOf(page, 'main')).includes('3.25'), 'an analysis that is not known is a table');
  await page.close();
}

/** Numbers at which a chart has its marks, as a function of pixels: [over x, over y]. */
async function scales(page, chart) {
  return page.$eval(chart, (svg) => {
    const texts = [...svg.querySelectorAll('text:not(.axis):not(.note)')].map((one) => ({ x: Number(one.getAttribute('x')), y: Number(one.getAttribute('y')), value: Number(one.textContent), isX: one.getAttribute('text-anchor') === 'middle' }));
    const line = (all, key, shift) => { const [a, b] = [all[0], all[all.length - 1]]; return [a.value, a[key] - shift, (b.value - a.value) / (b[key] - a[key])]; };
    return [line(texts.filter((one) => one.isX), 'x', 0), line(texts.filter((one) => !one.isX), 'y', 4)];
  });
}

/** Vertices of the paths of a chart in its numbers. */
async function vertices(page, chart) {
  const [[x0, u0, a], [y0, v0, b]] = await scales(page, chart);
  const paths = await page.$$eval(`${chart} path.line`, (all) => all.map((path) => ({ kind: path.getAttribute('class'), d: path.getAttribute('d') })));
  return paths.map(({ kind, d }) => ({ kind, pixel: [Math.abs(a), Math.abs(b)], at: [...d.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map(([, u, v]) => [x0 + a * (u - u0), y0 + b * (v - v0)]) }));
}

/** How many points of the branches of a sweep are not on their curve, to a tenth of a pixel. */
async function strays(page, sweep) {
  const curves = (await vertices(page, '.chart svg')).filter((path) => path.at.length > 0);
  let count = curves.length === sweep.modes ? 0 : 1;
  curves.forEach(({ at, pixel }, k) => {
    sweep.values.forEach(([value], i) => {
      const j = sweep.branch[i].indexOf(k + 1);
      const hertz = sweep.omega[i][j] / (2 * Math.PI);
      count += !at.some(([x, y]) => Math.abs(x - value) < 0.2 * pixel[0] && Math.abs(y - hertz) < 0.2 * pixel[1]);
    });
  });
  return count;
}

async function tryCurves() {
  const swept = solve('sweeps/coupled-cantilevers');
  let page = await open(pageOf('sweep', swept));
  want((await strays(page, swept.sweep)) === 0, 'curves of a sweep are not its branches');
  want((await page.$$('.chart circle.event')).length === swept.sweep.events.length, 'the marks of the events');
  const words = await textOf(page, '.see');
  want(words.includes('Branches 1 and 2 come within 0.0018 Hz') && words.includes('3 and 4 come within 0.000289 Hz') && words.includes('at L = 1.00015'), `the sentence of the sweep: ${words}`);
  const dot = await (await page.$('.chart circle.event')).boundingBox();
  await page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await pause(page);
  want(/^branch [12]: L 1; natural frequency, Hz 0.5\d+$/.test(await textOf(page, '.told')), `what is told of a point: ${await textOf(page, '.told')}`);
  await page.keyboard.press('u');
  want((await textOf(page, '.chart')).includes('natural angular frequency, rad/s') && (await textOf(page, '.see')).includes('rad/s'), 'the unit of a sweep');
  await page.close();
  const wrong = structuredClone(swept);
  wrong.sweep.branch[20] = [2, 1, 3, 4];
  page = await open(pageOf('sweep-wrong', wrong));
  want((await strays(page, swept.sweep)) > 0, 'exchanged branches are not found out');
  await page.close();

  const steady = solve('nonlinear/figure-vi-1');
  page = await open(pageOf('steady', steady));
  const folds = steady.nonlinear.curves.flatMap((curve) => curve.branches.flatMap((branch) => branch.events.filter((event) => event.kind === 'fold')));
  want((await page.$$('.chart path.event')).length === folds.length && folds.length === 4, 'the folds');
  const said = await textOf(page, '.see');
  want(folds.every((fold) => said.includes(String(Number(fold.nu.toPrecision(5))))) && said.includes('unstable'), `the sentence of the curves: ${said}`);
  const dashed = (await vertices(page, '.chart svg')).filter((path) => path.kind.includes('dashed'));
  steady.nonlinear.curves.forEach((curve, k) => {
    const branch = curve.branches[0];
    const inside = branch.nu.map((nu, i) => [nu, branch.amplitude[0][i]]).filter((_, i) => branch.unstable[i] === 1);
    const { at, pixel } = dashed[k + dashed.length - steady.nonlinear.curves.length];
    want(inside.length === 0 ? at.length === 0 : inside.every(([nu, q]) => at.some(([x, y]) => Math.abs(x - nu) < pixel[0] && Math.abs(y - q) < pixel[1])), `what is dashed is not what is unstable, curve ${k + 1}`);
  });
  await page.close();

  const spread = solve('sweeps/uncertain-shaft');
  page = await open(pageOf('spread', spread));
  const counts = await page.$$eval('.samples svg', (all) => all.map((svg) => [...svg.querySelectorAll('rect title')].reduce((sum, one) => sum + Number(one.textContent), 0)));
  want(JSON.stringify(counts) === '[500,500,500]', 'every structure is counted once in each distribution');
  const mean = spread.sweep.omega.reduce((sum, row) => sum + row[1], 0) / 500 / (2 * Math.PI);
  want((await textOf(page, '.see')).includes(`Mode 2: mean ${mean.toPrecision(4)} Hz`), 'the mean of a distribution');
  await page.close();
}

/** An analysis that nobody has made is drawn as it describes itself. */
async function tryDescribed() {
  const hours = Array.from({ length: 40 }, (_, i) => 0.25 * i);
  const level = (k) => hours.map((hour) => (k + 1) * Math.sin(hour - k));
  const omega = Array.from({ length: 60 }, (_, i) => 1 + 0.5 * i);
  const swell = omega.map((w) => [100 / (1 + (w - 12) ** 2), -w]);
  const made = { schema: { name: 'holonome-result', version: 1 }, problem: { title: 'Tides' }, complete: true,
    tides: { hour: hours, ports: [{ port: 'Brest', level: level(0), error: hours.map(() => 0.25) }, { port: 'Cadiz', level: level(1) }],
      views: [{ role: 'value', title: 'Water', each: 'ports', value: 'level', radius: 'error', name: ['port'], axis: 'hour', axis_label: 'time', axis_unit: 'h', label: 'level', unit: 'm' }] },
    swell: { omega, slack: 2e-5, buoys: [{ buoy: 7, height: swell, tops: [{ w: 12, h: Math.hypot(100, 12), storm: 3 }] }, { buoy: 8, height: omega.map(() => [0, 0]) }],
      views: [{ role: 'complex', title: 'Swell', each: 'buoys', value: 'height', name: ['buoy'], axis: 'omega', axis_label: 'frequency', axis_unit: 'rad/s', label: 'height', unit: 'm', marks: 'tops', mark_x: 'w', mark_y: 'h', mark_name: 'storm', between: 'slack' }] } };
  let page = await open(pageOf('tides', made));
  await page.keyboard.press('u');
  const said = await page.$$eval('.see', (all) => all.map((one) => one.textContent));
  want(said[0].startsWith('Brest is largest at 4.75 h: ') && said[0].includes('Cadiz') && said[0].includes('at most 0.25') &&
    said[1].startsWith('7 is largest at 12 rad/s: 100.72 m (storm 3). 8 is 0 everywhere') && said[1].includes('no more than 2e-5'), `sentences of what describes itself: ${said.join(' | ')}`);
  want((await page.$$('.chart')).length === 4 && (await page.$$('.chart circle.event')).length === 1 && (await page.$$('.chart path.band')).length === 1, 'charts of what describes itself');
  const written = await page.$$eval('.chart', (all) => all.map((one) => [...one.querySelectorAll('text')].map((word) => word.textContent)));
  want(written[1].includes('storm 3: 100.7 at 12') && written[1].includes('10') && written[1].includes('100'), `a mark by its name, over powers of ten: ${written[1]}`);
  await page.$$eval('.chart', (all) => all.at(-1).classList.add('plane'));
  const plane = (await vertices(page, '.plane svg')).find((path) => path.at.length > 0);
  want(swell.every(([re, im]) => plane.at.some(([x, y]) => Math.abs(x - re) < 2 * plane.pixel[0] && Math.abs(y - im) < 2 * plane.pixel[1])), 'values in their plane');
  want(Math.abs(plane.pixel[0] / plane.pixel[1] - 1) < 1e-2, 'both axes of the plane are one scale');
  const strayed = async () => {
    const [first, second] = (await vertices(page, '.chart svg')).filter((path) => path.at.length > 0);
    return [first, second].filter(({ at, pixel }, k) => !hours.every((hour, i) => at.some(([x, y]) => Math.abs(x - hour) < pixel[0] && Math.abs(y - level(k)[i]) < pixel[1]))).length;
  };
  want((await strayed()) === 0, 'curves of what describes itself are not its numbers');
  await page.close();
  const wrong = structuredClone(made);
  wrong.tides.ports.reverse();
  page = await open(pageOf('tides-wrong', wrong));
  want((await strayed()) > 0, 'exchanged curves are not found out');
  await page.close();
  const shaken = solve('response/absorber');
  page = await open(pageOf('response', shaken));
  want((await textOf(page, '.see')).includes('0.16845 Hz: 6.4459 (mode 2), the highest of 2 peaks'), `the sentence of a response: ${await textOf(page, '.see')}`);
  await page.close();
  page = await open(pageOf('random', solve('response/device-vibration')));
  const densities = await page.$$eval('.chart', (all) => all.map((one) => [...one.querySelectorAll('text')].map((word) => word.textContent)));
  want(densities.length === 4 && densities.every((words) => words.filter((word) => /^1e-?\d+$|^0?\.?0*1$|^10+$/.test(word)).length > 1), `densities over powers of ten, a chart for each quantity: ${densities.length}`);
  want((await page.$$eval('.see', (all) => all.map((one) => one.textContent))).filter((words) => words.includes('case')).length === 1, 'each receiver stands with its quantity');
  await page.close();
  page = await open(pageOf('motion', solve('response/building')));
  want((await textOf(page, '.see')).startsWith('f3.start, ux is largest at 3 s: 0.050709'), 'the sentence of a motion in time');
  want((await textOf(page, '.badge')).includes('Complete'), 'a motion in time is complete');
  await page.close();
}

/** Likeness of two shapes, by the formula. */
function likeness(a, b) {
  let [ab, aa, bb] = [0, 0, 0];
  for (const part of Object.keys(a)) {
    for (const component of ['ux', 'uy', 'uz']) {
      for (let k = 0; k < (a[part][component] ?? []).length; k++) {
        const [x, y] = [a[part][component][k], b[part][component][k]];
        [ab, aa, bb] = [ab + x * y, aa + x * x, bb + y * y];
      }
    }
  }
  return ab ** 2 / (aa * bb);
}

async function tryComparison() {
  const soft = solve('book/three-bars');
  const stiff = JSON.parse(run('run', join(problems, 'book/three-bars.yaml'), '--set', 'c=20 MN/m', '--json', '-'));
  let page = await open(pageOf('pairs', soft, stiff), 390, 844);
  const rows = await page.$$eval('.pairs tr.pair', (all) => all.map((row) => [...row.children].map((cell) => ({ words: cell.textContent, title: cell.title }))));
  want(rows.map((row) => `${row[0].words}-${row[2].words}`).join() === '1-1,2-2,3-3,4-4,5-5,6-7,7-6,8-8', `the pairs: ${rows.map((row) => `${row[0].words}-${row[2].words}`)}`);
  for (const row of rows) {
    const [a, b] = [soft.modes[row[0].words - 1], stiff.modes[row[2].words - 1]];
    want(Math.abs(Number(row[5].title) - likeness(a.shapes, b.shapes)) < 1e-12, `MAC of mode ${a.number}`);
    want(Math.abs(parseFloat(row[4].title) - 100 * (b.omega / a.omega - 1)) < 1e-9, `the difference of mode ${a.number}`);
  }
  want(rows[6][4].words === '≈ 0', 'a difference that the bounds leave open');
  const said = await textOf(page, '.comparison .see');
  want(said.includes('All 8 modes have a partner') && said.includes('mode 6 changes most, by +33.3 %') && said.includes('Modes 6, 7 of A have changed places'), `the sentence of a comparison: ${said}`);
  want((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'a comparison fits a telephone');
  await page.close();
  page = await open(pageOf('pairs-both', withGeometry(structuredClone(soft)), withGeometry(structuredClone(stiff))));
  const ids = await page.$$eval('[id]', (all) => all.map((one) => one.id));
  want(new Set(ids).size === ids.length, 'names of elements are used twice');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  want((await page.$$('.sheet figure')).length === 16, 'both structures on paper');
  await page.close();
  const other = structuredClone(stiff);
  [other.modes[0].shapes, other.modes[3].shapes] = [other.modes[3].shapes, other.modes[0].shapes];
  other.modes.pop();
  page = await open(pageOf('pairs-wrong', soft, other));
  const wrong = await page.$$eval('.pairs tr', (all) => all.slice(1).map((row) => `${row.children[0].textContent}-${row.children[2].textContent}`).join());
  want(wrong === '1-4,2-2,3-3,4-1,5-5,6-7,7-6,8-', `pairs of exchanged shapes: ${wrong}`);
  await page.close();
  const html = pageOf('measured', soft), own = html.replace('.html', '-0.json'), uff = html.replace('.html', '.uff');
  run('run', `${process.argv[3]}/book/three-bars.yaml`, '--set', 'c=20 MN/m', '--uff', uff, '--quiet');
  const macs = new Map(JSON.parse(run('report', own, uff, '--json', '-')).comparisons[0].pairs.map((pair) => [`${pair.computed}-${pair.measured}`, pair.mac]));
  for (const files of [[own, uff], [uff, own]]) {
    run('report', ...files, '-o', html);
    page = await open(html);
    const isFirst = files[0] === uff, found = await page.$$eval('.pairs tr.pair', (all) => all.map((row) => [...row.children].map((cell) => ({ words: cell.textContent, title: cell.title }))));
    want(found.length === 8, `pairs with what was measured: ${found.length}`);
    for (const row of found) {
      const [a, b] = [soft.modes[row[isFirst ? 2 : 0].words - 1], stiff.modes[row[isFirst ? 0 : 2].words - 1]];
      want(Number(row[5].title) === macs.get(`${a.number}-${b.number}`), `MAC of mode ${a.number} with what was measured: ${row[5].title}`);
      want(Math.abs(parseFloat(row[4].title) - 100 * (isFirst ? a.omega / b.omega - 1 : b.omega / a.omega - 1)) < 2e-3 && row[4].words !== '≈ 0', `the difference of mode ${a.number} from what was measured: ${row[4].title}`);
    }
    want((await page.$$eval('.badge', (all) => all.map((one) => one.textContent.replace(/^\S+ /, '')))).join() === (isFirst ? 'Measured,Complete' : 'Complete,Measured'), 'what was measured is not said to be complete');
    want((await page.$$eval('h2', (all) => all.filter((one) => one.textContent === 'No frequency is missed' || one.textContent === 'How many frequencies there are').length)) === 1, 'a staircase of what was not counted');
    await page.close();
  }
  page = await open(pageOf('same', soft, soft));
  want((await textOf(page, '.comparison .see')) === 'All 8 modes have a partner, the least alike with MAC 1. No frequency changes by more than its bounds leave open.', 'a result compared with itself');
  await page.close();
}

try {
  await tryStructure();
  await tryComparison();
  await tryCurves();
  await tryLink();
  await tryMutations();
  await tryHostile();
  await tryOthers();
  await tryDescribed();
} finally {
  await browser.close();
  rmSync(place, { recursive: true, force: true });
}
console.log(bad ? `${bad} wrong` : 'pages: all right');
process.exit(bad ? 1 : 0);
