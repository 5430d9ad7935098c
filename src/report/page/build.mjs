// SPDX-License-Identifier: BSD-3-Clause
// Builds what the program carries: page.js, page.min.css and LICENSES.txt, kept beside this file.
// With --check: builds to memory, compares with what is kept, shows the first difference; exit 1.

import { build } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const common = {
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  write: false,
};

async function bundle(options) {
  const { outputFiles } = await build({ ...common, ...options });
  return outputFiles[0].text;
}

/** The licence of a package, from its own file. */
async function licence(name) {
  const about = JSON.parse(await readFile(here(`node_modules/${name}/package.json`), 'utf8'));
  const words = await readFile(here(`node_modules/${name}/LICENSE`), 'utf8');
  return `${about.name} ${about.version} (${about.license})\n\n${words.trim()}\n`;
}

const files = {
  'page.js': await bundle({ entryPoints: [here('source/main.ts')] }),
  'page.min.css': await bundle({ entryPoints: [here('page.css')] }),
  'LICENSES.txt':
    `holonome (BSD-3-Clause)\n\n${(await readFile(here('../../../LICENSE'), 'utf8')).trim()}\n\n` +
    `${await licence('fflate')}`,
};

let differs = false;
for (const [name, text] of Object.entries(files)) {
  if (!process.argv.includes('--check')) {
    await writeFile(here(name), text);
    continue;
  }
  const kept = await readFile(here(name), 'utf8').catch(() => '');
  if (kept !== text) {
    const at = [...text].findIndex((c, i) => c !== kept[i]);
    console.error(
      `${name} is not what its source gives; first difference at ${at}:\n  kept:  ${kept.slice(at, at + 80)}\n ` +
        ` built: ${text.slice(at, at + 80)}`,
    );
    differs = true;
  }
}
process.exitCode = differs ? 1 : 0;
