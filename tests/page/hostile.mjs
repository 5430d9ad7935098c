// SPDX-License-Identifier: BSD-3-Clause
// hostile.mjs PROGRAM PROBLEMS: texts that would do harm are texts, wherever a text can stand: titles, names of parts,
// joints, groups and components, units, labels, notes, sources, parameters, events; of results of every kind.

import { finish, kind, open, pageOf, pause, solve, want } from './harness.mjs';

const HARM = 'window.harm=1';
const texts = [
  `</script><script>${HARM}</script>`,
  `<script>${HARM}</script>`,
  `<img src=x onerror="${HARM}">`,
  `<svg onload="${HARM}">`,
  `"><svg onload="${HARM}">`,
  `'><img src=x onerror='${HARM}'>`,
  `<iframe srcdoc="<script>parent.harm=1</script>">`,
  '<!--',
  '-->',
  '<!--<script>',
  ']]>',
  '<![CDATA[',
  '<?xml version="1.0"?>',
  '<style>*{display:none}</style>',
  '<base href="http://example.invalid/">',
  '<meta http-equiv="refresh" content="0;url=http://example.invalid/">',
  '<link rel=stylesheet href=http://example.invalid/x.css>',
  '</title><script>window.harm=1</script>',
  '</textarea></style></noscript>',
  `javascript:${HARM}`,
  `data:text/html,<script>${HARM}</script>`,
  '&lt;b&gt;&amp;&#60;script&#62;',
  '\\u003c/script>\\x3cscript>',
  '\\',
  '\\";window.harm=1;//',
  '`${window.harm=1}`',
  "'+(window.harm=1)+'",
  '{{constructor.constructor("window.harm=1")()}}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\u202Aa\u202Bb\u202Cc\u202Dd\u202Ee',
  '\u2066live\u2069\u2067evil\u2068',
  '\u200E\u200F\u061C',
  'a\u2028b\u2029c',
  'nul\u0000bell\u0007escape\u001b[31m',
  '\uFEFF\u200B\u2060',
  '\ud800 alone',
  'ﷺ'.repeat(50),
  'a\u0300\u0301\u0302\u0303'.repeat(200),
  '🏳️‍🌈'.repeat(40),
  'url(http://example.invalid/)',
  'expression(window.harm=1)',
  '../../etc/passwd',
  '%00%3Cscript%3E',
  '1e999',
  'NaN',
  ' ',
  'x'.repeat(2100),
];
/** What decides how a result is read; all other texts are replaced. */
const KEPT = new Set([
  'schema',
  'role',
  'each',
  'only',
  'only_word',
  'value',
  'radius',
  'axis',
  'marks',
  'mark_x',
  'mark_y',
  'mark_name',
  'mark_curves',
  'mark_gap',
  'between',
  'within',
  'flag',
  'branch',
  'first',
  'guide',
  'closer',
  'states',
  'shape',
  'motion',
  'length_unit',
  'spacing',
  'other_spacing',
]);

/** A result in which every text, and every name of a part, joint, parameter or group, is another. */
function poison(value, words, names, key = '') {
  if (typeof value === 'string') {
    return KEPT.has(key) ? value : names.has(value) ? names.get(value) : words;
  }
  if (Array.isArray(value)) {
    return value.map((item) => (key === 'name' && typeof item === 'string' ? item : poison(item, words, names, key)));
  }
  if (typeof value === 'object' && value !== null && key !== 'schema') {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [names.get(name) ?? name, poison(item, words, names, name)]),
    );
  }
  return value;
}

/** Names of parts and joints: each another, so that what belongs together stays together. */
function namesIn(result, words) {
  const geometries = [
    result.geometry,
    result.nonlinear?.geometry,
    ...(result.sweep?.states ?? []).map((state) => state.geometry),
  ].filter(Boolean);
  const names = new Set(
    geometries
      .flatMap((geometry) => [...geometry.parts, ...geometry.joints].map((one) => one.name))
      .concat(Object.keys(result.problem?.parameters ?? {})),
  );
  return new Map([...names].map((name, i) => [name, i === 0 ? words : `${words}${i}`]));
}

/** Texts as they are to be seen: what turns or hides letters is written out. */
const seen = (words) =>
  words.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (c) => `⟨U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );

/** Small results of every kind. */
function kinds() {
  const modes = solve('book/three-bars'),
    sweep = solve('sweeps/coupled-cantilevers'),
    curves = solve('nonlinear/duffing-one-harmonic'),
    statics = solve('static/portal'),
    buckling = solve('static/portal-buckling'),
    samples = solve('sweeps/uncertain-shaft'),
    response = solve('response/absorber');
  modes.modes.length = 2;
  modes.notes = ['a note'];
  sweep.sweep.states.length = 1;
  return { modes, sweep, curves, statics, buckling, samples, response };
}

async function tryPage(name, results, all) {
  const page = await open(pageOf(name, ...results));
  await page.$$eval('details', (boxes) => boxes.slice(0, 60).forEach((box) => (box.open = true)));
  await pause(page);
  want((await page.evaluate(() => window.harm)) === undefined, `a text is run: ${name}`);
  const titles = await page.$$eval('h1', (heads) => heads.map((one) => one.textContent));
  const cut = (words) => `${words.slice(0, 2000)} …`;
  const shown = (words) => (words.length > 2000 ? cut(words) : words.trim() === '' ? '' : seen(words));
  want(
    titles.length === results.length && all.every((words, i) => titles[i].startsWith(shown(words))),
    `${name}: titles are not shown as they are: ` +
      `${titles.map((title, i) => (title.startsWith(shown(all[i])) ? '' : title.slice(0, 60))).join(' ')}`,
  );
  want(
    (await page.$$('script')).length === results.length + 1 &&
      (await page.$$('iframe, img, object, embed, base, link[rel=stylesheet], style:nth-of-type(2)')).length === 0,
    `${name}: a text has become an element`,
  );
  const raw = await page.evaluate(() => /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/.test(document.body.innerText));
  want(!raw, `${name}: letters that turn others are shown`);
  want(
    (await page.evaluate(() => document.documentElement.scrollWidth)) <= 1280,
    `${name}: a text makes the page wider`,
  );
  if (/^(?:sweep|samples|response|curves)/.test(name)) {
    const words = await page.$$eval('.chart svg', (charts) => charts.map((chart) => chart.textContent).join(' '));
    want(
      words.includes(shown(all.find((text) => text.trim() && text.length < 20) ?? '')),
      `${name}: texts stand in charts, too`,
    );
  }
  await page.close();
}

async function tryTexts() {
  const base = kinds(),
    EACH = 13;
  for (const [name, result] of Object.entries(base)) {
    const pages = kind === 'chrome' || name === 'modes' || name === 'sweep' ? Math.ceil(texts.length / EACH) : 1;
    for (let k = 0; k < pages; k++) {
      const all = texts.slice(k * EACH, (k + 1) * EACH);
      await tryPage(
        `${name}-${k}`,
        all.map((words) => poison(result, words, namesIn(result, words))),
        all,
      );
    }
  }
}

/** Megabytes in one word, everywhere. */
async function tryLong() {
  const word = 'x'.repeat(2e6),
    result = solve('book/three-bars');
  result.problem.title = result.theory = result.problem.file = word;
  result.notes = [word];
  result.modes.length = 1;
  result.problem.parameters = { [word]: 1 };
  result[`of ${word.slice(0, 100)}`] = { [word]: word };
  result.geometry.parts[0].group = result.geometry.joints[0].kind = result.geometry.joints[0].components[0].name = word;
  await tryPage('long', [result], ['x'.repeat(1000)]);
}

await finish(`texts in ${kind}`, tryTexts, tryLong);
