// SPDX-License-Identifier: BSD-3-Clause
// controls.mjs PROGRAM PROBLEMS: everything on pages that can be used does something, by the mouse, by keys, by a
// finger.

import { finish, kind, open, pageOf, pause, solve, want } from './harness.mjs';

const CONTROLS = 'button, summary, input, select, [role=application], [role=listbox], canvas[tabindex], .pick';

/** All that one can see of a page, as one text. */
const stateOf = (page) =>
  page.evaluate(() => {
    const pictures = [...document.querySelectorAll('canvas')]
      .map((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        let sum = 0;
        for (let k = 0; k < data.length; k += 4) {
          sum = (sum * 31 + data[k] + 7 * data[k + 1]) >>> 0;
        }
        return sum;
      })
      .join();
    const charts = [...document.querySelectorAll('svg')]
      .map(
        (svg) =>
          svg.outerHTML.length + [...svg.querySelectorAll('.dot, .part, .around')].map((one) => one.outerHTML).join(''),
      )
      .join();
    const boxes = [...document.querySelectorAll('details, dialog')].map((one) => one.open).join();
    const values = [...document.querySelectorAll('input, select')].map((one) => one.value).join();
    return [
      document.activeElement?.className,
      document.documentElement.dataset.theme,
      location.hash,
      document.querySelector('main').textContent,
      pictures,
      charts,
      boxes,
      values,
      getComputedStyle(document.body).backgroundColor,
    ].join('|');
  });

/** Where a control is; a mark of a chart is where its first shape is. */
async function boxOf(item) {
  const shape = await item.$('circle, rect');
  const isMark = await item.evaluate((one) => one.classList.contains('pick'));
  return (shape && isMark ? shape : item).evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x, y, width, height };
  });
}

/** Use one of the controls; its tag and class decide how. */
const actions = {
  async mouse(page, item) {
    const box = await boxOf(item),
      tag = await item.evaluate(
        (one) =>
          one.tagName.toLowerCase() + (one.type ? `.${one.type}` : one.classList.contains('reads') ? '.reads' : ''),
      );
    const [x, y] = [box.x + box.width * 0.55, box.y + box.height * 0.5];
    if (tag.startsWith('select')) {
      await item.select(String(await item.evaluate((one) => (one.selectedIndex + 1) % one.options.length)));
    } else if (tag === 'canvas' || tag === 'div.reads') {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 90, y + 25, { steps: 3 });
      await page.mouse.up();
    } else {
      await page.mouse.click(x, y);
      if (tag === 'input.search') {
        await page.keyboard.type('bar3');
      }
    }
  },
  async key(page, item) {
    await item.evaluate((one) => one.focus());
    const tag = await item.evaluate(
      (one) => `${one.tagName.toLowerCase()} ${one.type ?? ''} ${one.getAttribute('role') ?? ''}`,
    );
    if (tag.startsWith('canvas')) {
      await page.keyboard.down('Shift');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.up('Shift');
      await page.keyboard.press('+');
    } else if (tag.includes('search')) {
      await page.keyboard.type('bar2');
    } else {
      for (const key of /button|summary/.test(tag)
        ? ['Enter']
        : tag.includes('range')
          ? ['ArrowRight']
          : ['ArrowDown', 'ArrowRight']) {
        await page.keyboard.press(key);
      }
    }
  },
  async touch(page, item) {
    const box = await boxOf(item),
      tag = await item.evaluate((one) => one.tagName.toLowerCase() + (one.classList.contains('reads') ? '.reads' : ''));
    const [x, y] = [box.x + box.width * 0.45, box.y + box.height * 0.5];
    if (tag === 'select') {
      await item.select(String(await item.evaluate((one) => (one.selectedIndex + 1) % one.options.length)));
    } else if (tag === 'canvas' || tag === 'div.reads') {
      await page.touchscreen.touchStart(x, y);
      await page.touchscreen.touchMove(x + 45, y + 3);
      await page.touchscreen.touchMove(x + 90, y + 6);
      await page.touchscreen.touchEnd();
    } else {
      await page.touchscreen.tap(x, y);
    }
  },
};

async function useAll(name, file, way) {
  const page = await open(file, 1280, 800, '#mode=2', way === 'touch');
  await page.evaluate(() => window.holonome.still(Math.PI / 2));
  const count = (await page.$$(CONTROLS)).length,
    seen = new Set();
  for (let i = 0; i < count; i++) {
    const item = (
      await page.evaluateHandle((controls, k) => document.querySelectorAll(controls)[k] ?? null, CONTROLS, i)
    ).asElement();
    const what =
      item &&
      (await item.evaluate((one, unless) => {
        (one.ownerSVGElement ?? one).scrollIntoView({ block: 'center' });
        const box = one.getBoundingClientRect(),
          isSeen = box.width > 0 && box.height > 0 && !one.closest('dialog') && !one.hidden;
        return isSeen && !(unless && one.classList.contains('pick'))
          ? `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''} ` +
              `${one.classList.contains('reads') ? '' : (one.getAttribute('aria-label') ?? '')} ` +
              `${one.closest('section, .first')?.querySelector('h2')?.textContent ?? ''}`
          : '';
      }, way === 'key'));
    if (!what || seen.has(what)) {
      continue;
    }
    seen.add(what);
    await page.mouse.move(2, 2);
    await pause(page);
    if (what.startsWith('button.previous')) {
      // it is the first
      await item.evaluate((one) => one.parentElement.querySelector('.next').click());
      await pause(page);
    }
    const before = await stateOf(page);
    await actions[way](page, item).catch((error) =>
      want(false, `${name}: ${what} by ${way}: ${error.message.slice(0, 120)}`),
    );
    await pause(page);
    want((await stateOf(page)) !== before, `${name}: nothing happens by ${way} at ${what}`);
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      document.querySelector('dialog').close();
      window.holonome.choose('mode', 1);
      window.holonome.still(Math.PI / 2);
    });
  }
  want(seen.size > 2, `${name}: controls were used`);
  await page.close();
}

async function tryControls() {
  const kinds = {
    modes: ['book/three-bars'],
    sweep: ['sweeps/coupled-cantilevers'],
    buckling: ['static/portal-buckling'],
  };
  for (const [name, [problem]] of Object.entries(kinds)) {
    const file = pageOf(name, solve(problem));
    for (const way of ['mouse', 'key', 'touch']) {
      await useAll(name, file, way);
    }
  }
  const files = pageOf('compared', solve('book/three-bars'), solve('book/three-bars', '--set', 'c=20 MN/m'));
  await useAll('compared', files, 'mouse');
}

await finish(`controls in ${kind}`, tryControls);
