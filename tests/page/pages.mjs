// SPDX-License-Identifier: BSD-3-Clause
// pages.mjs PROGRAM PROBLEMS: what pages show is compared with the JSON they are made of; pages with one thing made
// wrong must be found out.

import { finish, kind, open, pageOf, pause, run, solve, solveText, textOf, want } from './harness.mjs';

/** Where something is, once what was changed before has been laid out: two looks a while apart say the same. */
const steadyBox = async (page, selector) => {
  let before, box;
  do {
    before = box;
    await new Promise((done) => setTimeout(done, 150));
    box = await (await page.$(selector)).boundingBox();
  } while (!before || ['x', 'y', 'width', 'height'].some((key) => box[key] !== before[key]));
  return box;
};

/** How many numbers of a page differ from a result: rows, frequencies within their bounds, places to the last bit. */
async function differences(page, result) {
  const rows = await page.$$eval('.rows .row', (all) =>
    all.map((row) => ({
      number: row.children[0].textContent,
      words: row.children[1].lastChild.textContent,
      title: row.children[1].title,
    })),
  );
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
        ['ux', 'uy', 'uz'].forEach((name, k) =>
          (shape[name] ?? []).forEach((value, at) => (count += !(places[p]?.[at]?.[k] === value))),
        );
      });
    }
  }
  return count;
}

async function tryStructure() {
  const result = solve('book/three-bars');
  const page = await open(pageOf('three', result));
  want((await differences(page, result)) === 0, 'three bars: what is shown is not what was computed');
  want(
    (await textOf(page, 'h1')) === result.problem.title && (await page.title()) === result.problem.title,
    'the title',
  );
  want(
    (await textOf(page, '.summary')) ===
      '8 natural frequencies, 23.93 to 980 Hz. Counting proves that the list is complete up to the last.',
    'the sentence',
  );
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
  want(
    (await picture()) !== before && (await page.$eval('.amplitude input', (input) => input.value)) === '1.25',
    'more amplitude',
  );
  await press('-');
  want((await picture()) === before, 'less amplitude is the picture before');
  await press('u');
  want(
    (await textOf(page, '.row.head')).includes('rad/s') && (await textOf(page, '.summary')).includes('rad/s'),
    'the unit',
  );
  const shown = Number(await page.$eval('.rows .row:nth-child(3) .frequency', (cell) => cell.lastChild.textContent));
  want(Math.abs(shown / result.modes[2].omega - 1) < 1e-4, 'a frequency in rad/s');
  await press('u');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await press('d');
  want((await paper()) !== light && (await picture()) !== before, 'dark');
  await press('d');
  await press('r');
  want(
    (await page.$eval('.reactions', (box) => box.open)) &&
      (await page.$$eval('.reactions tbody tr', (rows) => rows.length)) === 4,
    'reactions',
  );
  const reactions = await page.$$eval('.reactions tbody tr', (rows) =>
    rows.map((row) => Number(row.children[2].title)),
  );
  want(
    JSON.stringify(reactions) === JSON.stringify(Object.values(result.modes[4].reactions).flat()),
    'the numbers of the reactions',
  );
  want(
    (await page.$$eval('.reactions tbody tr', (rows) => rows.map((row) => row.children[1].textContent).join())) ===
      'uy,ux,uy,rz',
    'the names of the reactions',
  );
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
  const result = solve('book/three-bars');
  const page = await open(pageOf('link', result), 390, 844, '#mode=6&unit=rad');
  want(
    (await textOf(page, '.caption h2')).includes('Mode 6') && (await textOf(page, '.caption h2')).includes('rad/s'),
    'a link to a mode',
  );
  want((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'it fits a telephone');
  await page.close();
}

/** Pages made wrong are found out. */
async function tryMutations() {
  const right = solve('book/three-bars');
  const wrongs = {
    sign: (result) => (result.modes[2].shapes.bar2.uy[7] *= -1),
    component: (result) =>
      ([result.modes[1].shapes.bar3.ux, result.modes[1].shapes.bar3.uy] = [
        result.modes[1].shapes.bar3.uy,
        result.modes[1].shapes.bar3.ux,
      ]),
    unit: (result) => (result.modes[4].omega *= 2 * Math.PI),
    number: (result) => (result.modes[3].number = 5),
    order: (result) =>
      ([result.modes[5].shapes, result.modes[6].shapes] = [result.modes[6].shapes, result.modes[5].shapes]),
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

/** What has no picture is a table, several results stand below each other. */
async function tryOthers() {
  const made = {
    schema: { name: 'holonome-result', version: 1 },
    problem: { title: 'Made up' },
    complete: true,
    tides: {
      height: [
        { at: 1.5, level: 3.25 },
        { at: 2.5, level: -1 },
      ],
    },
  };
  const page = await open(pageOf('made', made, solve('sweeps/coupled-cantilevers')));
  want((await page.$$eval('h1', (all) => all.map((one) => one.textContent))).length === 2, 'two results');
  want((await page.$$('.comparison')).length === 0, 'results that have nothing in common are compared');
  await page.$$eval('details', (all) => all.forEach((box) => (box.open = true)));
  await pause(page);
  want((await textOf(page, 'main')).includes('3.25'), 'an analysis that is not known is a table');
  await page.close();
}

/** The chart of a section, not one beside it. */
const CHART = 'section > .plot .chart svg';

/** Numbers at which a chart has its marks, as a function of pixels: [over x, over y]. */
async function scales(page, chart) {
  return page.$eval(chart, (svg) => {
    const texts = [...svg.querySelectorAll('text:not(.axis):not(.note)')].map((one) => ({
      x: Number(one.getAttribute('x')),
      y: Number(one.getAttribute('y')),
      value: Number(one.textContent),
      isX: one.getAttribute('text-anchor') === 'middle',
    }));
    const line = (all, key, shift) => {
      const [a, b] = [all[0], all[all.length - 1]];
      return [a.value, a[key] - shift, (b.value - a.value) / (b[key] - a[key])];
    };
    return [
      line(
        texts.filter((one) => one.isX),
        'x',
        0,
      ),
      line(
        texts.filter((one) => !one.isX),
        'y',
        4,
      ),
    ];
  });
}

/** Vertices of the paths of a chart in its numbers. */
async function vertices(page, chart) {
  const [[x0, u0, a], [y0, v0, b]] = await scales(page, chart);
  const paths = await page.$$eval(`${chart} path.line`, (all) =>
    all.map((path) => ({ kind: path.getAttribute('class'), d: path.getAttribute('d') })),
  );
  return paths.map(({ kind, d }) => ({
    kind,
    pixel: [Math.abs(a), Math.abs(b)],
    at: [...d.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map(([, u, v]) => [x0 + a * (u - u0), y0 + b * (v - v0)]),
  }));
}

/** How many points of the branches of a sweep are not on their curve, to a tenth of a pixel. */
async function strays(page, sweep) {
  const curves = (await vertices(page, CHART)).filter((path) => path.at.length > 0);
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
  want((await page.$$(`${CHART} circle.event`)).length === swept.sweep.events.length, 'the marks of the events');
  const words = await textOf(page, '.see');
  want(
    words.includes('Branches 1 and 2 come within 0.00181 Hz') &&
      words.includes('3 and 4 come within 0.000289 Hz') &&
      words.includes('at L = 0.999999'),
    `the sentence of the sweep: ${words}`,
  );
  const dot = await (await page.$(`${CHART} circle.event`)).boundingBox();
  await page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await pause(page);
  want(
    /^branch [12]: L 1; natural frequency, Hz 0.5\d+$/.test(await textOf(page, '.status')),
    `what is told of a point: ${await textOf(page, '.status')}`,
  );
  await page.keyboard.press('u');
  want(
    (await textOf(page, '.chart')).includes('natural frequency, rad/s') &&
      (await textOf(page, '.see')).includes('rad/s'),
    'the unit of a sweep',
  );
  await page.close();
  const wrong = structuredClone(swept);
  wrong.sweep.branch[20] = [2, 1, 3, 4];
  page = await open(pageOf('sweep-wrong', wrong));
  want((await strays(page, swept.sweep)) > 0, 'exchanged branches are not found out');
  await page.close();

  const steady = solve('nonlinear/figure-vi-1');
  page = await open(pageOf('steady', steady));
  const folds = steady.nonlinear.curves.flatMap((curve) =>
    curve.branches.flatMap((branch) => branch.events.filter((event) => event.kind === 'fold')),
  );
  want((await page.$$('.chart path.event')).length === folds.length && folds.length === 4, 'the folds');
  await page.keyboard.press('u');
  const said = await textOf(page, '.see');
  want(
    folds.every((fold) => said.includes(String(Number(fold.nu.toPrecision(5))))) &&
      said.includes('Dashed: unstable') &&
      said.includes('up to 3 solutions at one'),
    `the sentence of the curves: ${said}`,
  );
  const dashed = (await vertices(page, '.chart svg')).filter((path) => path.kind.includes('dashed'));
  steady.nonlinear.curves.forEach((curve, k) => {
    const branch = curve.branches[0];
    const inside = branch.nu.map((nu, i) => [nu, branch.amplitude[0][i]]).filter((_, i) => branch.unstable[i] === 1);
    const { at, pixel } = dashed[k];
    want(
      inside.length === 0
        ? at.length === 0
        : inside.every(([nu, q]) => at.some(([x, y]) => Math.abs(x - nu) < pixel[0] && Math.abs(y - q) < pixel[1])),
      `what is dashed is not what is unstable, curve ${k + 1}`,
    );
  });
  await page.close();

  const spread = solve('sweeps/uncertain-shaft');
  page = await open(pageOf('spread', spread));
  const counts = await page.$$eval('.samples svg', (all) =>
    all.map((svg) => [...svg.querySelectorAll('rect title')].reduce((sum, one) => sum + Number(one.textContent), 0)),
  );
  want(
    JSON.stringify(counts.filter((_, i) => i % 2 === 0)) === '[500,500,500]' &&
      (await page.$$eval('.samples circle', (all) => all.length)) === 1500,
    'every structure is counted once in each distribution',
  );
  const parameter = spread.sweep.parameters
    .map((one, k) => {
      const [x, y] = [spread.sweep.values.map((row) => row[k]), spread.sweep.omega.map((row) => row[0])],
        mid = (of) => of.reduce((a, b) => a + b) / of.length;
      const [mx, my] = [mid(x), mid(y)],
        sum = (f) => x.reduce((total, _, i) => total + f(i), 0);
      return {
        name: one.name,
        r:
          sum((i) => (x[i] - mx) * (y[i] - my)) /
          Math.sqrt(sum((i) => (x[i] - mx) ** 2) * sum((i) => (y[i] - my) ** 2)),
      };
    })
    .sort((a, b) => Math.abs(b.r) - Math.abs(a.r))[0];
  want(
    (await textOf(page, '.see')).includes(
      `most sensitive to ${parameter.name} (correlation ${Number(parameter.r.toPrecision(2))})`,
    ),
    `which parameter makes it: ${await textOf(page, '.see')}`,
  );
  const mean = spread.sweep.omega.reduce((sum, row) => sum + row[1], 0) / 500 / (2 * Math.PI);
  want((await textOf(page, '.see')).includes(`Mode 2: mean ${mean.toPrecision(4)} Hz`), 'the mean of a distribution');
  await page.close();
}

/** A closer look at a veering is what was computed there; picking a point shows the structure where it is nearest. */
async function trySweep() {
  const swept = solve('sweeps/coupled-cantilevers'),
    { sweep } = swept;
  const page = await open(pageOf('loupes', swept));
  want((await page.$$('.loupe')).length === 2 && sweep.loupes.length === 2, 'a closer look at every event');
  await page.$$eval('.loupe', (all) => all.forEach((one, k) => one.classList.add(`loupe-${k}`)));
  for (const [k, loupe] of sweep.loupes.entries()) {
    const event = sweep.events[loupe.event];
    const gap = (row) => Math.abs(row[event.branches[1] - 1] - row[event.branches[0] - 1]);
    want(
      Math.abs(gap(loupe.omega[20]) / event.gap - 1) < 0.02,
      `the middle of a closer look has the least gap: ${gap(loupe.omega[20])}, ${event.gap}`,
    );
    want(
      [0, 40].every((end) => gap(loupe.omega[end]) > 4.9 * event.gap && gap(loupe.omega[end]) < 5.3 * event.gap),
      `it reaches five gaps: ${gap(loupe.omega[0]) / event.gap}`,
    );
    const drawn = (await vertices(page, `.loupe-${k} svg`)).filter((path) => path.at.length > 0);
    want(drawn.length === 2, `two curves in a closer look, not ${drawn.length}`);
    drawn.forEach(({ at, pixel }, i) =>
      loupe.values.forEach(([value], point) => {
        const hertz = loupe.omega[point][event.branches[i] - 1] / (2 * Math.PI);
        want(
          at.some(([x, y]) => Math.abs(x - value) < 0.3 * pixel[0] && Math.abs(y - hertz) < 0.3 * pixel[1]),
          `a point of closer look ${k}, curve ${i}, is not drawn`,
        );
      }),
    );
  }
  want(
    (await page.$$eval('.states select option', (all) => all.map((one) => one.textContent).join('; '))) ===
      'L = 0.7; L = 1.3; L = 0.999999 (veering); L = 1 (veering)',
    `where the structure is shown: ` +
      `${await page.$$eval('.states select option', (all) => all.map((one) => one.textContent).join('; '))}`,
  );
  const places = async (state) => {
    const shown = await page.evaluate(
      (count) => Array.from({ length: count }, (_, i) => window.holonome.positions(i + 1)),
      state.modes.length,
    );
    return state.modes.every((mode, i) =>
      state.geometry.parts.every((part, p) =>
        ['ux', 'uy'].every((name, k) =>
          mode.shapes[part.name][name].every((value, at) => shown[i][p][at][k] === value),
        ),
      ),
    );
  };
  want(await places(sweep.states[0]), 'shapes at the first end');
  await page.select('.states select', '3');
  want(await places(sweep.states[3]), 'shapes at an event');
  const box = await steadyBox(page, CHART);
  const [, u, v] = (await page.$eval(`${CHART} path.line`, (path) => path.getAttribute('d')))
    .match(/L([\d.]+),([\d.]+)$/)
    .map(Number); // the end of the lowest curve
  await page.mouse.click(box.x + u - 1, box.y + v + 2);
  await pause(page);
  want(
    (await page.$eval('.states select', (select) => select.selectedIndex)) === 1 &&
      (await textOf(page, '.caption h2')).startsWith('Mode 1'),
    `a click at the end of a curve shows the structure there: ${await textOf(page, '.caption h2')}`,
  );
  want((await places(sweep.states[1])) && box.width > 900, 'shapes at the last end');
  await page.close();
  const bearing = await open(pageOf('log', solve('sweeps/bearing')));
  const words = await bearing.$$eval(`${CHART} text[text-anchor=middle]:not(.axis)`, (all) =>
    all.map((one) => [one.textContent, Number(one.getAttribute('x'))]),
  );
  want(
    words.map(([word]) => word).join() === '1000,10000,100000,1e6,1e7,1e8',
    `marks of an axis by powers of ten: ${words}`,
  );
  want(
    words.slice(1).every(([, x], k) => Math.abs(x - words[k][1] - (words[5][1] - words[0][1]) / 5) < 0.1),
    'powers of ten are equally far apart',
  );
  await bearing.close();
}

const MAP = `title: Two beams and a spring
parameters: {L: 1, k: 0.01}
parts:
  first: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}
  second: {kind: beam, from: [0, 1], to: [L, 1], EI: 1, line_mass: 1}
joints: [{fix: first.start}, {fix: second.start}, {spring: [first.end, second.end], freedom: uy, stiffness: k}]
analysis: {frequencies: {count: 3}, compliance: exact, sweep: {over: {L: {from: 0.7, to: 1.3, points: 7}, k: {from: 0.01, to: 100, points: 5, spacing: log}}}}
`;

async function tryMap() {
  const result = solveText(MAP),
    { sweep } = result;
  const page = await open(pageOf('map', result), 390, 844);
  await page.waitForSelector('.map svg');
  want((await page.$$eval('.map rect[class^=heat]', (all) => all.length)) === 7 * 5 + 24, 'a cell for each place');
  await page.select('.map select', '2');
  await page.focus('.map .chart');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'Enter']) {
    await page.keyboard.press(key);
  }
  const at = sweep.values.findIndex(([L, k]) => Math.abs(L - 0.9) < 1e-9 && Math.abs(k - 0.1) < 1e-9);
  want(
    Number((await textOf(page, '.map .status[aria-live]')).match(/mode 3 ([\d.]+) Hz/)[1]) ===
      Number((sweep.omega[at][2] / (2 * Math.PI)).toPrecision(8)),
    `a value of the map: ${await textOf(page, '.map .status[aria-live]')}`,
  );
  const opacities = await page.$$eval('.map rect[class^=heat]', (all) =>
    all.slice(0, 35).map((one) => Number(one.getAttribute('opacity'))),
  );
  const values = Array.from({ length: 35 }, (_, n) => sweep.omega[n][2]); // rows and cells are in the same order
  want(
    values.every((value, n) => values.every((other, m) => !(value > other * 1.02) || opacities[n] > opacities[m])),
    'what is greater is darker',
  );
  want((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'a map fits a telephone');
  await page.close();
}

/** Structures that are displaced, at rest or as they buckle. */
async function tryShapes() {
  const portal = solve('static/portal');
  let page = await open(pageOf('portal', portal));
  const shown = await page.evaluate(() => window.holonome.positions(1));
  const rest = portal.static;
  rest.geometry.parts.forEach((part, p) =>
    ['ux', 'uy'].forEach((name, k) =>
      want(
        part.stations.length === rest.parts[part.name][name].length &&
          rest.parts[part.name][name].every((value, at) => shown[p][at][k] === value),
        `displacements of ${part.name}`,
      ),
    ),
  );
  const most = Math.max(
    ...Object.values(rest.parts).flatMap((part) => part.ux.map((ux, i) => Math.hypot(ux, part.uy[i]))),
  );
  want(
    (await textOf(page, '.see')).startsWith(`The largest displacement is ${Number(most.toPrecision(5))} m`),
    `the sentence of a structure at rest: ${await textOf(page, '.see')}`,
  );
  const picture = await page.$eval('.picture canvas', (canvas) => canvas.toDataURL());
  await page.evaluate(() => new Promise((done) => setTimeout(done, 150)));
  want(
    (await page.$eval('.picture canvas', (canvas) => canvas.toDataURL())) === picture,
    'what is at rest does not move',
  );
  await page.close();
  const buckled = solve('static/portal-buckling'),
    { buckling } = buckled;
  page = await open(pageOf('buckling', buckled));
  await page.evaluate(() => window.holonome.still(Math.PI / 2));
  await page.keyboard.press('ArrowRight');
  want(
    (await textOf(page, '.caption h2')).includes(String(Number(buckling.factors[1].factor.toPrecision(6)))),
    `the second factor: ${await textOf(page, '.caption h2')}`,
  );
  want(
    (await textOf(page, '.see')).includes(String(Number(buckling.factors[0].factor.toPrecision(8)))),
    'the sentence of buckling',
  );
  const second = await page.evaluate(() => window.holonome.positions(2));
  want(
    buckling.geometry.parts.every((part, p) =>
      buckling.factors[1].shapes[0][part.name].ux.every((value, at) => second[p][at][0] === value),
    ),
    'how it buckles',
  );
  await page.close();
}

/** Several analyses of one file: each as it is alone, with a verdict of its own; the whole is complete where all
 *  are. */
async function trySeveral() {
  const body = (analysis) => `parts:
  a: {kind: body, at: [0, 0], mass: 1}
  arm: {kind: beam, from: [1, 0], to: [2, 0], EI: 1 kN m^2, EA: 1 MN, line_mass: 1 kg/m}
joints:
  - {spring: a, direction: [0, 1], stiffness: 100, damping: 1}
  - {spring: a, direction: [1, 0], stiffness: 200}
  - {fix: arm.start}
loads: [{at: arm.end, direction: [0, -1], force: 1 N}]
analysis: {${analysis}}
`;
  const result = solveText(body('frequencies: 2, static: {}, damped: {count: 2}'));
  want(
    result.complete === false && result.completeness.modes && result.completeness.static && !result.completeness.damped,
    'what is complete of several',
  );
  const page = await open(pageOf('several', result));
  want(
    (await textOf(page, 'header .badge')) === '! Not complete',
    `the verdict of all: ${await textOf(page, 'header .badge')}`,
  );
  want(
    (await textOf(page, '.summary')).endsWith(
      'Counting proves that the list is complete up to the last. Not complete: damped.',
    ),
    `the sentence of several: ${await textOf(page, '.summary')}`,
  );
  const heads = await page.$$eval('.analysis', (all) =>
    all.map((one) => [...one.children].map((child) => child.textContent).join(' ')),
  );
  want(heads.join() === 'Static ✓ Complete,Damped ! Not complete', `each has a verdict: ${heads}`);
  want(
    (await page.$$('.list [role=option]')).length === 2 && (await page.$$('.picture canvas')).length === 2,
    'modes and the structure at rest are both there',
  );
  const titles = await page.$$eval('h2', (all) => all.map((one) => one.textContent));
  for (const one of ['No frequency is missed', 'Static displacements', 'Reactions', 'Damped']) {
    want(titles.includes(one), `${one} beside others: ${titles}`);
  }
  want(
    (await page.$$eval('td', (all) => all.map((one) => one.textContent))).includes(
      String(Number(result.damped.damped[0].omega.toPrecision(7))),
    ),
    'a damped motion in a table',
  );
  await page.close();
  const alone = await open(pageOf('alone', solveText(body('static: {}'))));
  want(
    (await alone.$$('.analysis')).length === 0 && (await textOf(alone, 'header .badge')) === '✓ Complete',
    'one analysis has one verdict',
  );
  await alone.close();
}

/** A motion at a point of a curve: over time, in its plane, and of the structure. */
async function tryMotion() {
  const result = solve('nonlinear/internal-resonance'),
    branch = result.nonlinear.curves[0].branches[0];
  const page = await open(pageOf('motion', result));
  await page.focus('.chart.reads');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) {
    await page.keyboard.press(key);
  }
  await pause(page);
  const told = await textOf(page, '.status');
  want(
    told.includes(
      `${Number((branch.nu[2] / (2 * Math.PI)).toPrecision(8))}; amplitude 1, m ` +
        `${Number(branch.amplitude[0][2].toPrecision(8))}`,
    ),
    `a point that was walked to: ${told}`,
  );
  await page.$$eval('.motion .chart', (all) => all.forEach((one, k) => one.classList.add(`motion-${k}`)));
  const [first, second] = (await vertices(page, '.motion-0 svg')).filter((path) => path.at.length > 0);
  [first, second].forEach(({ at, pixel }, i) =>
    want(
      Math.abs(Math.max(...at.map(([, y]) => Math.abs(y))) - branch.amplitude[i][2]) < 2 * pixel[1],
      `the motion of coordinate ${i + 1} reaches its amplitude`,
    ),
  );
  want((await page.$$('.motion .picture canvas')).length === 1, 'the structure moves so');
  await page.close();
}

/** Charts are read and enlarged by mouse, keys and fingers; a curve of 200 000 points at once. */
async function tryReading() {
  const count = 200000,
    hours = Array.from({ length: count }, (_, i) => 0.5 * i),
    level = hours.map((hour, i) => Math.sin(hour / 5000) + 0.1 * Math.cos(77 * i));
  const made = {
    schema: { name: 'holonome-result', version: 1 },
    problem: { title: 'Long' },
    complete: true,
    tides: {
      hour: hours,
      ports: [{ port: 'Brest', level, error: hours.map(() => 0.05) }],
      views: [
        {
          role: 'value',
          title: 'Water',
          each: 'ports',
          value: 'level',
          radius: 'error',
          name: ['port'],
          axis: 'hour',
          axis_label: 'time',
          axis_unit: 'h',
          label: 'level',
          unit: 'm',
        },
      ],
    },
  };
  const page = await open(pageOf('long', made), 1280, 800, '', true);
  const box = await (await page.$('.chart.reads')).boundingBox();
  const ends = async () =>
    await page.$$eval('.chart text[text-anchor=middle]:not(.axis)', (all) => all.map((one) => Number(one.textContent)));
  const whole = await ends();
  await page.mouse.move(box.x + 400, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 480, box.y + 204, { steps: 4 });
  await page.mouse.up();
  const part = await ends();
  want(part.at(-1) - part[0] < 0.15 * (whole.at(-1) - whole[0]), `a part by drawing across it: ${part}`);
  want(!(await page.$eval('.whole', (button) => button.hidden)), 'a way back');
  await page.mouse.click(box.x + 440, box.y + 200, { count: 2 });
  want(JSON.stringify(await ends()) === JSON.stringify(whole), 'all of it by two clicks');
  await page.focus('.chart.reads');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const words = await textOf(page, '.status');
  await page.keyboard.press('+');
  const near = await ends();
  want(near.at(-1) < 0.7 * whole.at(-1) && words.startsWith('Brest: time, h '), `larger by a key: ${near}; ${words}`);
  await page.keyboard.press('Escape');
  want(JSON.stringify(await ends()) === JSON.stringify(whole), 'all of it by a key');
  const times = await page.evaluate(() => {
    const chart = document.querySelector('.chart.reads'),
      at = chart.getBoundingClientRect();
    return Array.from({ length: 21 }, (_, i) => {
      const from = performance.now();
      chart.dispatchEvent(
        new PointerEvent('pointermove', { clientX: at.left + 100 + 40 * i, clientY: at.top + 200, bubbles: true }),
      );
      chart.getBoundingClientRect();
      return performance.now() - from;
    }).sort((a, b) => a - b)[10];
  });
  want(times < 50, `pointing at one of 200 000 points takes ${times} ms`);
  const lengths = await page.$$eval('.chart path', (all) => all.map((one) => (one.getAttribute('d') ?? '').length));
  want(Math.max(...lengths) < 200000, `paths are no longer than can be seen: ${lengths}`);
  const [{ at, pixel }] = (await vertices(page, '.chart svg')).filter((path) => path.at.length > 0);
  want(
    [level.reduce((a, b) => Math.max(a, b)), level.reduce((a, b) => Math.min(a, b))].every((value) =>
      at.some(([, y]) => Math.abs(y - value) < pixel[1]),
    ),
    'the highest and the lowest point are drawn',
  );
  if (kind === 'chrome') {
    await page.touchscreen.touchStart(box.x + 300, box.y + 200);
    await page.touchscreen.touchMove(box.x + 380, box.y + 202);
    await page.touchscreen.touchMove(box.x + 460, box.y + 204);
    await new Promise((done) => setTimeout(done, 200)); // it is not thrown: a tap would stop that, and do nothing else
    await page.touchscreen.touchMove(box.x + 461, box.y + 204);
    await page.touchscreen.touchEnd();
    await pause(page);
    want((await ends()).at(-1) - (await ends())[0] < 0.3 * whole.at(-1), `a part by a finger: ${await ends()}`);
    await page.tap('.whole');
    await page
      .waitForFunction(() => document.querySelector('.whole').hidden, { timeout: 5000 })
      .catch(() => want(false, 'a tap does nothing'));
    want(
      JSON.stringify(await ends()) === JSON.stringify(whole),
      `all of it by a finger: ${await ends()}, ${await page.$eval('.whole', (button) => button.hidden)}`,
    );
  }
  await page.close();
}

/** An analysis that nobody has made is drawn as it describes itself. */
async function tryDescribed() {
  const hours = Array.from({ length: 40 }, (_, i) => 0.25 * i);
  const level = (k) => hours.map((hour) => (k + 1) * Math.sin(hour - k));
  const omega = Array.from({ length: 60 }, (_, i) => 1 + 0.5 * i);
  const swell = omega.map((w) => [100 / (1 + (w - 12) ** 2), -w]);
  const made = {
    schema: { name: 'holonome-result', version: 1 },
    problem: { title: 'Tides' },
    complete: true,
    tides: {
      hour: hours,
      ports: [
        { port: 'Brest', level: level(0), error: hours.map(() => 0.25) },
        { port: 'Cadiz', level: level(1) },
      ],
      views: [
        {
          role: 'value',
          title: 'Water',
          each: 'ports',
          value: 'level',
          radius: 'error',
          name: ['port'],
          axis: 'hour',
          axis_label: 'time',
          axis_unit: 'h',
          label: 'level',
          unit: 'm',
        },
      ],
    },
    swell: {
      omega,
      slack: 2e-5,
      buoys: [
        { buoy: 7, height: swell, blur: omega.map(() => 2), tops: [{ w: 12, h: Math.hypot(100, 12), storm: 3 }] },
        { buoy: 8, height: omega.map(() => [0, 0]) },
      ],
      views: [
        {
          role: 'complex',
          title: 'Swell',
          each: 'buoys',
          value: 'height',
          radius: 'blur',
          name: ['buoy'],
          axis: 'omega',
          axis_label: 'frequency',
          axis_unit: 'rad/s',
          label: 'height',
          unit: 'm',
          marks: 'tops',
          mark_x: 'w',
          mark_y: 'h',
          mark_name: 'storm',
          between: 'slack',
        },
      ],
    },
  };
  let page = await open(pageOf('tides', made));
  await page.keyboard.press('u');
  const said = await page.$$eval('.see', (all) => all.map((one) => one.textContent));
  want(
    said[0].startsWith('Brest is largest at 4.75 h: ') &&
      said[0].includes('Cadiz') &&
      said[0].includes('at most 0.25') &&
      said[1].startsWith('buoy 7 is largest at 12 rad/s: 100.72 m (storm 3). buoy 8 is 0 everywhere') &&
      said[1].includes('relative error of 2e-5'),
    `sentences of what describes itself: ${said.join(' | ')}`,
  );
  want(
    (await page.$$('.chart')).length === 4 &&
      (await page.$$('.chart circle.event')).length === 1 &&
      (await page.$$('.chart path.band')).length === 2 &&
      (await page.$$('.chart circle.band')).length === omega.length,
    'charts of what describes itself, with what is known of them',
  );
  const written = await page.$$eval('.chart', (all) =>
    all.map((one) => [...one.querySelectorAll('text')].map((word) => word.textContent)),
  );
  want(
    written[1].includes('storm 3: 100.7 at 12') && written[1].includes('10') && written[1].includes('100'),
    `a mark by its name, over powers of ten: ${written[1]}`,
  );
  await page.$$eval('.chart', (all) => all.at(-1).classList.add('plane'));
  const plane = (await vertices(page, '.plane svg')).find((path) => path.at.length > 0);
  want(
    swell.every(([re, im]) =>
      plane.at.some(([x, y]) => Math.abs(x - re) < 2 * plane.pixel[0] && Math.abs(y - im) < 2 * plane.pixel[1]),
    ),
    'values in their plane',
  );
  want(Math.abs(plane.pixel[0] / plane.pixel[1] - 1) < 1e-2, 'both axes of the plane are one scale');
  const strayed = async () => {
    const [first, second] = (await vertices(page, '.chart svg')).filter((path) => path.at.length > 0);
    return [first, second].filter(
      ({ at, pixel }, k) =>
        !hours.every((hour, i) =>
          at.some(([x, y]) => Math.abs(x - hour) < pixel[0] && Math.abs(y - level(k)[i]) < pixel[1]),
        ),
    ).length;
  };
  want((await strayed()) === 0, 'curves of what describes itself are not its numbers');
  await page.close();
  const wrong = structuredClone(made);
  wrong.tides.ports.reverse();
  page = await open(pageOf('tides-wrong', wrong));
  want((await strayed()) > 0, 'exchanged curves are not found out');
  await page.close();
  const swept = solve('sweeps/coupled-cantilevers'),
    names = {
      omega: 'pitch',
      values: 'soil',
      branch: 'row',
      events: 'finds',
      branches: 'rows',
      gap: 'space',
      at: 'spot',
      kind: 'what',
      loupes: 'lenses',
      states: 'beds',
      first: 'begin',
    };
  const rename = (value, key) =>
    Array.isArray(value)
      ? value.map((item) => rename(item, key))
      : typeof value === 'object' && value
        ? Object.fromEntries(
            Object.entries(value).map(([name, item]) => [
              key === 'beds' || key === 'shape' ? name : (names[name] ?? name),
              rename(item, key === 'beds' || key === 'shape' || name === 'states' ? 'shape' : name),
            ]),
          )
        : value;
  const garden = rename(swept.sweep, '');
  garden.views = swept.sweep.views.map((view) =>
    Object.fromEntries(Object.entries(view).map(([key, name]) => [key, key === 'role' ? name : (names[name] ?? name)])),
  );
  swept.garden = garden;
  delete swept.sweep;
  page = await open(pageOf('garden', swept));
  want(
    (await strays(page, { ...garden, values: garden.soil, omega: garden.pitch, branch: garden.row })) === 0,
    'curves of a sweep with other names',
  );
  want(
    (await page.$$('.loupe')).length === 2 &&
      (await page.$$('.states select option')).length === 4 &&
      (await textOf(page, '.see')).includes('1 and 2 come within 0.00181 Hz'),
    'a closer look, structures and a sentence with other names',
  );
  await page.close();
  const shaken = solve('response/absorber');
  page = await open(pageOf('response', shaken));
  want(
    (await textOf(page, '.see')).includes('0.16845 Hz: 6.4459 (mode 2), the highest of 2 peaks'),
    `the sentence of a response: ${await textOf(page, '.see')}`,
  );
  await page.close();
  page = await open(pageOf('random', solve('response/device-vibration')));
  const densities = await page.$$eval('.chart', (all) =>
    all.map((one) => [...one.querySelectorAll('text')].map((word) => word.textContent)),
  );
  want(
    densities.length === 4 &&
      densities.every((words) => words.filter((word) => /^1e-?\d+$|^0?\.?0*1$|^10+$/.test(word)).length > 1),
    `densities over powers of ten, a chart for each quantity: ${densities.length}`,
  );
  want(
    (await page.$$eval('.see', (all) => all.map((one) => one.textContent))).filter((words) => words.includes('case'))
      .length === 1,
    'each receiver stands with its quantity',
  );
  await page.close();
  page = await open(pageOf('motion', solve('response/building')));
  want(
    (await textOf(page, '.see')).startsWith('f3.start, ux is largest at 3 s: 0.050709'),
    'the sentence of a motion in time',
  );
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
  const stiff = solve('book/three-bars', '--set', 'c=20 MN/m');
  let page = await open(pageOf('pairs', soft, stiff), 390, 844);
  const rows = await page.$$eval('.pairs tr.pair', (all) =>
    all.map((row) => [...row.children].map((cell) => ({ words: cell.textContent, title: cell.title }))),
  );
  want(
    rows.map((row) => `${row[0].words}-${row[2].words}`).join() === '1-1,2-2,3-3,4-4,5-5,6-7,7-6,8-8',
    `the pairs: ${rows.map((row) => `${row[0].words}-${row[2].words}`)}`,
  );
  for (const row of rows) {
    const [a, b] = [soft.modes[row[0].words - 1], stiff.modes[row[2].words - 1]];
    want(Math.abs(Number(row[5].title) - likeness(a.shapes, b.shapes)) < 1e-12, `MAC of mode ${a.number}`);
    want(
      Math.abs(parseFloat(row[4].title) - 100 * (b.omega / a.omega - 1)) < 1e-9,
      `the difference of mode ${a.number}`,
    );
  }
  want(rows[6][4].words === '≈ 0', 'a difference that the bounds leave open');
  const said = await textOf(page, '.comparison .see');
  want(
    said.includes('All 8 modes are paired') &&
      said.includes('mode 6 changes most, by +33.3 %') &&
      said.includes('Modes 6, 7 of A are in another order'),
    `the sentence of a comparison: ${said}`,
  );
  want((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'a comparison fits a telephone');
  await page.close();
  page = await open(pageOf('pairs-both', soft, stiff));
  const ids = await page.$$eval('[id]', (all) => all.map((one) => one.id));
  want(new Set(ids).size === ids.length, 'names of elements are used twice');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  want((await page.$$('.sheet figure')).length === 16, 'both structures on paper');
  await page.close();
  const other = structuredClone(stiff);
  [other.modes[0].shapes, other.modes[3].shapes] = [other.modes[3].shapes, other.modes[0].shapes];
  other.modes.pop();
  page = await open(pageOf('pairs-wrong', soft, other));
  const wrong = await page.$$eval('.pairs tr', (all) =>
    all
      .slice(1)
      .map((row) => `${row.children[0].textContent}-${row.children[2].textContent}`)
      .join(),
  );
  want(wrong === '1-4,2-2,3-3,4-1,5-5,6-7,7-6,8-', `pairs of exchanged shapes: ${wrong}`);
  await page.close();
  const html = pageOf('measured', soft),
    own = html.replace('.html', '-0.json'),
    uff = html.replace('.html', '.uff');
  run('run', `${process.argv[3]}/book/three-bars.yaml`, '--set', 'c=20 MN/m', '--uff', uff, '--quiet');
  const macs = new Map(
    JSON.parse(run('report', own, uff, '--json', '-')).comparisons[0].pairs.map((pair) => [
      `${pair.computed}-${pair.measured}`,
      pair.mac,
    ]),
  );
  for (const files of [
    [own, uff],
    [uff, own],
  ]) {
    run('report', ...files, '-o', html);
    page = await open(html);
    const isFirst = files[0] === uff,
      found = await page.$$eval('.pairs tr.pair', (all) =>
        all.map((row) => [...row.children].map((cell) => ({ words: cell.textContent, title: cell.title }))),
      );
    want(found.length === 8, `pairs with what was measured: ${found.length}`);
    for (const row of found) {
      const [a, b] = [soft.modes[row[isFirst ? 2 : 0].words - 1], stiff.modes[row[isFirst ? 0 : 2].words - 1]];
      want(
        Number(row[5].title) === macs.get(`${a.number}-${b.number}`),
        `MAC of mode ${a.number} with what was measured: ${row[5].title}`,
      );
      want(
        Math.abs(parseFloat(row[4].title) - 100 * (isFirst ? a.omega / b.omega - 1 : b.omega / a.omega - 1)) < 2e-3 &&
          row[4].words !== '≈ 0',
        `the difference of mode ${a.number} from what was measured: ${row[4].title}`,
      );
    }
    want(
      (await page.$$eval('.badge', (all) => all.map((one) => one.textContent.replace(/^\S+ /, '')))).join() ===
        (isFirst ? 'Measured,Complete' : 'Complete,Measured'),
      'what was measured is not said to be complete',
    );
    want(
      (await page.$$eval(
        'h2',
        (all) =>
          all.filter(
            (one) => one.textContent === 'No frequency is missed' || one.textContent === 'Number of frequencies',
          ).length,
      )) === 1,
      'a staircase of what was not counted',
    );
    await page.close();
  }
  page = await open(pageOf('same', soft, soft));
  want(
    (await textOf(page, '.comparison .see')) ===
      'All 8 modes are paired, least MAC 1. All frequencies agree within their bounds.',
    'a result compared with itself',
  );
  await page.close();
}

await finish(
  `pages in ${kind}`,
  tryStructure,
  tryComparison,
  tryCurves,
  trySweep,
  tryMap,
  tryShapes,
  trySeveral,
  tryMotion,
  tryReading,
  tryLink,
  tryMutations,
  tryOthers,
  tryDescribed,
);
