// SPDX-License-Identifier: BSD-3-Clause
// page.mjs PROGRAM PROBLEM: see page.sh.

import { createRequire } from 'node:module';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [program, problem] = process.argv.slice(2);
const puppeteer = (await import(pathToFileURL(createRequire(`${process.env.MODULES}/`).resolve('puppeteer-core'))))
  .default;
const place = mkdtempSync(join(tmpdir(), 'page-'));
const json = join(place, 'result.json'),
  html = join(place, 'page.html');
let bad = 0;

function tell(what, value, most, unit) {
  bad += !(value <= most);
  console.log(
    `${what.padEnd(52)} ${value.toPrecision(3).padStart(8)} ${unit.padEnd(3)} at most ` +
      `${most}${value <= most ? '' : '  MISSED'}`,
  );
}

/** Processor seconds of a command, the best of some. */
function seconds(times, ...words) {
  const all = Array.from({ length: times }, () => {
    const { stdout } = spawnSync(
      'bash',
      ['-c', 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null 2>&1; } 2>&1', 'bash', ...words],
      { encoding: 'utf8' },
    );
    return stdout
      .trim()
      .split(' ')
      .reduce((sum, word) => sum + Number(word), 0);
  });
  return Math.min(...all);
}

function tellProgram() {
  const alone = seconds(3, program, 'run', problem, '--quiet');
  const with_page = seconds(3, program, 'run', problem, '--quiet', '--report', html);
  spawnSync(program, ['run', problem, '--quiet', '--json', json]);
  const reading = seconds(3, 'cat', json),
    report = seconds(3, program, 'report', json, '-o', html);
  const empty = join(place, 'empty.json');
  writeFileSync(empty, '{"schema": {"name": "holonome-result", "version": 1}}\n');
  spawnSync(program, ['report', empty, '-o', join(place, 'empty.html')]);
  tell('page without data', statSync(join(place, 'empty.html')).size / 1e6, 0.15, 'MB');
  tell(`page of a result of ${(statSync(json).size / 1e6).toFixed(0)} MB`, statSync(html).size / 1e6, 10, 'MB');
  tell('report, beyond reading its result', report - reading, 3, 's');
  tell('run --report, beyond run', with_page - alone, 3, 's');
}

/** Told to the page before it is read: when does what is asked for stand? */
function watch() {
  window.marks = {};
  const sum = (canvas) => {
    const { data } = canvas
      .getContext('2d', { willReadFrequently: true })
      .getImageData(0, 0, canvas.width, canvas.height);
    let total = 0;
    for (let i = 3; i < data.length; i += 4) {
      total += data[i] * ((i % 1009) + 1);
    }
    return total;
  };
  let first = null;
  const look = () => {
    const canvas = document.querySelector('.picture canvas');
    if (!window.marks.list && document.querySelector('.rows .row') && document.querySelector('.chart svg')) {
      window.marks.list = performance.now();
    }
    if (canvas && canvas.width > 400) {
      const now = sum(canvas);
      first = first ?? (now > 0 ? now : null);
      if (first !== null && now !== first) {
        window.marks.motion = performance.now();
        return;
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** In the page: milliseconds of frames and of changes of mode, by mode. */
function measure() {
  const context = document.querySelector('.picture canvas').getContext('2d', { willReadFrequently: true });
  const timed = (deed) => {
    const start = performance.now();
    deed();
    context.getImageData(5, 5, 1, 1);
    return performance.now() - start;
  };
  const best = (times, deed) => Math.min(...Array.from({ length: times }, (_, i) => timed(() => deed(i))));
  const frames = [],
    changes = [];
  for (let mode = 0; mode < 200; mode += 9) {
    changes.push(
      best(12, (i) => {
        window.holonome.choose('mode', i % 2 ? mode : (mode + 100) % 200);
        window.holonome.still(1.5);
      }),
    );
    window.holonome.choose('mode', mode);
    frames.push(best(15, (i) => window.holonome.still(0.4 + 0.08 * i)));
  }
  return { frames, changes };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function tellBrowser() {
  const browser = await puppeteer.launch({
    executablePath: process.env.BROWSER,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const lists = [],
    motions = [];
  let page;
  for (let i = 0; i < 5; i++) {
    await page?.close();
    page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    await page.evaluateOnNewDocument(watch);
    await page.goto(`file://${html}`);
    await page.waitForFunction(() => window.marks.motion, { timeout: 30000 });
    const marks = await page.evaluate(() => window.marks);
    lists.push(marks.list);
    motions.push(marks.motion);
  }
  const { frames, changes } = await page.evaluate(measure);
  await browser.close();
  tell('text, list and staircase, from opening', Math.min(...lists) / 1000, 1, 's');
  tell('the structure moves, from opening', Math.min(...motions) / 1000, 1.5, 's');
  tell(
    `a frame drawn and read back (${Math.max(...frames).toFixed(0)} ms in the slowest mode)`,
    median(frames),
    33,
    'ms',
  );
  tell(`another mode (${Math.max(...changes).toFixed(0)} ms to the slowest)`, median(changes), 50, 'ms');
}

try {
  tellProgram();
  await tellBrowser();
} finally {
  rmSync(place, { recursive: true, force: true });
}
process.exit(bad ? 1 : 0);
