// SPDX-License-Identifier: BSD-3-Clause
// What the tests of pages share: a browser (BROWSER_KIND chrome or firefox at BROWSER), results of the program, pages
// made of them. Nothing may be said on a console, nothing asked for but the file.

import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [program, problems] = process.argv.slice(2);
export const module = (name) => createRequire(`${process.env.MODULES}/`).resolve(name);
export const kind = process.env.BROWSER_KIND ?? 'chrome';
const place = mkdtempSync(join(tmpdir(), 'pages-'));
let bad = 0,
  browser = null;
const solved = new Map();

export function want(condition, words) {
  if (!condition) {
    bad++;
    console.log(`wrong: ${words}`);
  }
}

export function run(...words) {
  return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 });
}

/** The result of a problem of the gallery, to be changed at will. */
export function solve(name, ...options) {
  const key = [name, ...options].join(' ');
  if (!solved.has(key)) {
    solved.set(key, run('run', join(problems, `${name}.yaml`), ...options, '--json', '-'));
  }
  return JSON.parse(solved.get(key));
}

/** That of a problem that is none of the gallery. */
export function solveText(yaml) {
  const file = join(place, 'problem.yaml');
  writeFileSync(file, yaml);
  return JSON.parse(run('run', file, '--json', '-'));
}

export function pageOf(name, ...results) {
  const files = results.map((result, i) => join(place, `${name}-${i}.json`));
  files.forEach((file, i) => writeFileSync(file, JSON.stringify(results[i])));
  run('report', ...files, '-o', join(place, `${name}.html`));
  return join(place, `${name}.html`);
}

/** Open a page; what it should not do is counted. */
export async function open(file, width = 1280, height = 800, hash = '', isTouched = false) {
  const puppeteer = (await import(pathToFileURL(module('puppeteer-core')))).default;
  browser ??= await puppeteer.launch({
    timeout: 180000,
    browser: kind,
    executablePath: process.env.BROWSER,
    args: kind === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--touch-events=enabled'] : [],
  });
  const page = await browser.newPage();
  await page.setViewport({ width, height, hasTouch: isTouched && kind === 'chrome' });
  page.on('console', (message) => want(false, `${file}: console: ${message.text()}`));
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

export const pause = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
export const textOf = (page, selector) => page.$eval(selector, (element) => element.textContent);

/** Run tests one after another, and end. */
export async function finish(name, ...tests) {
  try {
    for (const test of tests) {
      const from = Date.now();
      await test();
      if (process.env.TIMES) {
        console.log(`${test.name} ${Date.now() - from} ms`);
      }
    }
  } finally {
    await browser?.close();
    rmSync(place, { recursive: true, force: true });
  }
  console.log(bad ? `${bad} wrong` : `${name}: all right`);
  process.exit(bad ? 1 : 0);
}
