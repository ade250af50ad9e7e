import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import {
  boxOf,
  expect,
  expectAccessible,
  notices,
  openPage,
  openTab,
  panel,
  pointedText,
  setProgram,
  setSlider,
  test,
} from './fixtures';

const INPUTS = 'input x : real = 2 in -4 .. 4\ninput y : real = 3 in -4 .. 4\n\n';

/* These tests are about the graph in the paper's letters. `source-graph.spec.ts` is about that in the program's words. */
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('pullback.delta', 'paper');
  });
});

async function openDelta(page: Page, program: string, tab: string): Promise<Locator> {
  await openPage(page);
  await setProgram(page, program);
  const delta = panel(page, 'Delta graph');
  await delta.getByRole('tab', { name: tab, exact: true }).click();
  return delta;
}

test.describe('the detective', () => {
  test('says that an input goes only into a condition, and points at it @long', async ({ page }) => {
    const delta = await openDelta(page, `${INPUTS}if x > 1 then y * y else x`, 'Detective');
    await expect(delta).toContainText('∂x = 0: the result does not depend on x');
    await expect(delta).toContainText('is used in the condition x > 1');
    await delta.getByRole('button', { name: 'x > 1' }).focus();
    expect(await pointedText(page)).toBe('x > 1');
    await delta.getByRole('combobox').selectOption('y');
    await expect(delta).toContainText('∂y = 6: ordinary size');
  });

  test('shows the Scale by 0 on the way, and why it is 0; by keyboard too', async ({ page }) => {
    const delta = await openDelta(page, `${INPUTS}relu (x - 3) * y`, 'Detective');
    await expect(delta).toContainText('passes through a derivative of 0: at relu (x - 3), because relu is flat');
    await expect(delta.locator('.delta-node.scale.lost')).toHaveCount(1);
    await expect(delta.locator('.delta-node.input.trail')).toHaveText(/x/);
    const steps = delta.getByRole('listbox', { name: 'Path from the result, step by step' });
    await steps.focus();
    await page.keyboard.press('End');
    await expect(steps.getByRole('option', { selected: true })).toContainText('input');
    await expectAccessible(page);
  });

  test('shows where contributions cancel @long', async ({ page }) => {
    const delta = await openDelta(page, `${INPUTS}let a = x * y\ny * (3 * a - a - 2 * a)`, 'Detective');
    await expect(delta).toContainText('3 contributions reach x * y and cancel to 0');
    await expect(delta).toContainText('9 from 3 * a and -6 from 2 * a');
    await expect(delta.locator('.delta-node.binding.lost')).toHaveText(/w3/);
  });

  test('says where a run met the edge of a domain, with the way to it @long', async ({ page }) => {
    const delta = await openDelta(page, `${INPUTS}y * log (x + 1)`, 'Detective');
    await expect(delta).toContainText('∂x = 1');
    await setSlider(page, 'x', -3);
    await expect(delta).toContainText('Every derivative is undefined here');
    await expect(delta).toContainText('The operation at log (x + 1) is outside its domain');
    await expect(delta).toContainText('The derivative of log is 1 / x.');
    await expect(delta).toContainText('It depends on x.');
    await expect(delta.locator('.delta-node.binding.lost')).toHaveCount(1);
  });
});

/** Whether each of the nodes is whole in the frame of the graph. */
async function inFrame(delta: Locator, nodes: Locator): Promise<readonly boolean[]> {
  const frame = await boxOf(delta.getByRole('application'));
  const boxes = await Promise.all((await nodes.all()).map((node) => boxOf(node)));
  return boxes.map(
    ({ x, y, width, height }) =>
      x >= frame.x && y >= frame.y && x + width <= frame.x + frame.width && y + height <= frame.y + frame.height,
  );
}

const FOUR_INPUTS = `${['a', 'b', 'c', 'x'].map((name) => `input ${name} : real = 2`).join('\n')}
let y = a * x ^ 2 + b * x + c
(y - 3) ^ 2 + log (1 + exp y)`;

for (const width of [1440, 390]) {
  test(`a graph of four inputs opens with all of them and the result in view, ${width} px wide @long`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => {
      localStorage.setItem('pullback.delta', 'source');
    });
    const delta = await openDelta(page, FOUR_INPUTS, 'Graph');
    const nodes = delta.locator('.delta-node.input, .delta-node.result');
    await expect.poll(() => inFrame(delta, nodes)).toEqual([true, true, true, true, true]);
  });

  test(`the paper’s graph, too large to be read whole, opens at its result, and Fit shows all of it, ${width} px wide @long`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const delta = await openDelta(page, FOUR_INPUTS, 'Graph');
    const nodes = delta.locator('.delta-node.input, .delta-node.result');
    await expect(nodes).toHaveCount(5);
    expect(await inFrame(delta, delta.locator('.delta-node.result'))).toEqual([true]);
    expect((await textsOf(delta)).least).toBeGreaterThanOrEqual(9);
    await delta.getByRole('button', { name: 'Fit' }).click();
    await expect.poll(() => inFrame(delta, nodes)).toEqual([true, true, true, true, true]);
  });
}

test('the Delta stands with and without sharing side by side', async ({ page }) => {
  const lets = Array.from({ length: 12 }, (_, i) => `let a${i + 1} = 0.5 * a${i} + 0.5 * a${i}`).join('\n');
  const delta = await openDelta(page, `input a0 : real = 1\n\n${lets}\na12`, 'Graph');
  await delta.getByRole('button', { name: 'Without sharing' }).click();
  // By Figure 9: twelve nodes a let, and one of the input; without sharing 10 * 2^12 - 9.
  await expect(delta).toContainText('With sharing: 145 nodes');
  await expect(delta).toContainText('Without sharing: 40,951 nodes');
  const tree = delta.getByRole('application', { name: /^Delta without sharing/ });
  await expect(tree.locator('svg text').getByText(/^\+ [\d,]+ more$/)).not.toHaveCount(0);
  await tree.focus();
  await page.keyboard.press('End');
  await expect(tree.locator('.delta-node.selected.result')).toHaveCount(1);
  await expectAccessible(page);
});

test('calls are collapsed to boxes, opened and closed by mouse and keyboard', async ({ page }) => {
  const program = `${INPUTS}let square a = a * a\nlet norm a b = sqrt (square a + square b)\nnorm x y + square x`;
  const delta = await openDelta(page, program, 'Graph');
  const box = delta.locator('.delta-node.box');
  await expect(box).toHaveCount(0);
  await delta.getByRole('button', { name: 'Collapse calls' }).click();
  await expect(box).toHaveText([/norm: 12 nodes/, /square: 4 nodes/]);
  await box.filter({ hasText: 'norm' }).click();
  await expect(box).toHaveText([/square: 4 nodes/, /square: 4 nodes/, /square: 4 nodes/]);

  const graph = delta.getByRole('application');
  await graph.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await delta.getByRole('searchbox').fill('sqrt');
  await graph.focus();
  await expect(delta.locator('.delta-detail')).toContainText('in norm; press Backspace to collapse');
  await page.keyboard.press('Backspace');
  await expect(box).toHaveText([/norm: 12 nodes/, /square: 4 nodes/]);
  await page.keyboard.press('Enter');
  await expect(box).toHaveCount(3);
});

test('of a large graph the calls are boxes at first, and search opens what it finds @long', async ({ page }) => {
  const program = `input x : real = 0.5\n\nlet turn a = let b = a * a in let c = b + sin a in c * b\nlet rec go (n : int) a = if n = 0 then a else go (n - 1) (0.5 * turn a)\ngo 20 x`;
  const delta = await openDelta(page, program, 'Graph');
  await expect(delta.locator('.delta-node.box')).toHaveText([/go: [\d,]+ nodes/]);
  await delta.getByRole('searchbox').fill('w8');
  await expect(delta.locator('.delta-node.selected')).toHaveCount(1);
  await expect(delta.locator('.delta-node.selected')).toHaveText(/w8/);
});

test('the bindings stand as the paper writes them, the same as beside the graph', async ({ page }) => {
  const delta = await openDelta(page, `${INPUTS}x * y - sin x`, 'Bindings');
  const lines = delta.getByRole('listbox', { name: /^Delta bindings/ }).getByRole('option');
  await expect(lines.first()).toHaveText('w3 = Add (Scale 3 x) (Scale 2 y)');
  await expect(lines.nth(1)).toHaveText('w4 = Scale (-0.416147) x');
  await delta.getByRole('tab', { name: 'Graph', exact: true }).click();
  await delta.getByRole('searchbox').fill('w4');
  await expect(delta.locator('.delta-detail-text')).toHaveText('w4 = Scale (-0.416147) x');
});

test('the translation is printed while its tab is open, and follows a slider @long', async ({ page }) => {
  const delta = await openDelta(page, `${INPUTS}x * y`, 'Translation');
  const text = delta.getByRole('region', { name: 'Translated program' });
  await expect(text).toContainText('input x0 : real = 2.0');
  await setSlider(page, 'x', 3);
  await expect(text).toContainText('input x0 : real = 3.0');
});

test('the graph is saved as a TikZ picture @long', async ({ page }) => {
  const delta = await openDelta(page, `${INPUTS}x * y + sin x`, 'Graph');
  await expect(delta.locator('.delta-node.result')).toBeVisible();
  await delta.getByText('Export').click();
  const saved = page.waitForEvent('download');
  await delta.getByRole('button', { name: 'Save graph as TikZ' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('delta.tex');
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('\\documentclass[tikz,border=6pt]{standalone}');
  expect(text).toContain('\\end{document}');
});

async function saved(page: Page, delta: Locator, item: string): Promise<Buffer> {
  await delta.getByText('Export').click();
  const waiting = page.waitForEvent('download');
  await delta.getByRole('button', { name: item }).click();
  return readFile(await (await waiting).path());
}

test('a picture brings its fonts along @long', async ({ page }) => {
  const delta = await openDelta(page, `${INPUTS}x * y + sin x`, 'Graph');
  await expect(delta.locator('.delta-node.result')).toBeVisible();
  const svg = (await saved(page, delta, 'Save graph as SVG')).toString();
  for (const family of ['JetBrains Mono', 'Source Serif 4 Variable', 'Source Sans 3 Variable'])
    expect(svg).toMatch(new RegExp(`@font-face\\{font-family:'?${family}'?;[^}]*src:url\\(data:font/woff2;base64,`));
  expect(svg.length).toBeLessThan(1_000_000);
  const png = await saved(page, delta, 'Save graph as PNG');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
});

test('of a large graph the SVG stays small, and a PNG that could not be read is not made @long', async ({ page }) => {
  const delta = await openDelta(page, LOOP(1_000), 'Graph');
  await delta.getByRole('button', { name: 'Collapse calls' }).click();
  await delta.getByRole('button', { name: 'paper' }).click();
  await expect(delta.getByRole('application', { name: 'Delta graph: 19,006 nodes' })).toBeVisible();
  const svg = await saved(page, delta, 'Save graph as SVG');
  expect(svg.length).toBeLessThan(10_000_000);

  await delta.getByText('Export').click();
  await delta.getByRole('button', { name: 'Save graph as PNG' }).click();
  await expect(notices(page)).toContainText('A PNG of 19,006 nodes would be unreadable');
  const box = await boxOf(delta.locator('.delta-box'));
  const png = await saved(page, delta, 'Save view as PNG');
  expect(Math.abs(png.readUInt32BE(16) - 2 * box.width)).toBeLessThan(6);
});

const LOOP = (turns: number): string =>
  `input x : real = 0.5\ninput n : int = ${turns}\nlet step (y, k) = y * 0.5 + sin (x * toReal k) * 0.01\nlet rec go (k, y) = if k = 0 then y else go (k - 1, step (y, k))\ngo (n, x)`;

/** How many of the canvas’s pixels are not of its paper. */
async function inked(delta: Locator): Promise<number> {
  return delta.locator('.delta-canvas').evaluate((canvas: HTMLCanvasElement) => {
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    let count = 0;
    for (let i = 3; i < (data?.length ?? 0); i += 4) if ((data?.[i] ?? 0) > 0) count++;
    return count;
  });
}

test('a graph of 19,006 nodes fits at Fit, and what fires is in view while it is played @long', async ({ page }) => {
  const delta = await openDelta(page, LOOP(1_000), 'Graph');
  await delta.getByRole('button', { name: 'Collapse calls' }).click();
  await delta.getByRole('button', { name: 'paper' }).click();
  await expect(delta.getByRole('application', { name: 'Delta graph: 19,006 nodes' })).toBeVisible();
  await delta.getByRole('button', { name: 'Fit' }).click();
  await expect.poll(() => inked(delta)).toBeGreaterThan(3_000);
  const margins = await delta.locator('.delta-canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
    const isBlank = (x: number, y: number): boolean => data?.[4 * (y * width + x) + 3] === 0;
    let blank = true;
    for (let y = 0; y < height; y++) blank &&= isBlank(0, y) && isBlank(2, y) && isBlank(width - 3, y);
    for (let x = 0; x < width; x++) blank &&= isBlank(x, 0) && isBlank(x, 2) && isBlank(x, height - 3);
    return blank;
  });
  expect(margins).toBe(true);

  const search = delta.getByRole('searchbox');
  await search.fill('w300');
  await expect(delta.locator('.delta-detail-text')).toHaveText(/^w300 = /);
  await search.press('Enter');
  await expect(delta.locator('.delta-detail-text')).toHaveText(/^w300 = /);
  await search.press('Enter');
  await expect(delta.locator('.delta-detail-text')).toHaveText(/^w3000 = /);

  await delta.getByRole('button', { name: 'Play backwards' }).click();
  await delta.getByRole('button', { name: 'Pause', exact: true }).click();
  const slider = delta.getByRole('slider', { name: 'Sweep step' });
  for (const step of [1, 3_260, 3_261, 3_262, 12_000, 19_000]) {
    await slider.fill(String(step));
    await expect.poll(() => inked(delta), { message: `at step ${step}` }).toBeGreaterThan(3_000);
  }
});

test('play does not move a graph that is whole in view @long', async ({ page }) => {
  const delta = await openDelta(
    page,
    'input x : real = 1.1\ninput y : real = 2.2\nlet f a = a * sin a\nf x * y + exp x',
    'Graph',
  );
  await expect(delta.locator('.delta-node.result')).toBeVisible();
  const nodes = delta.locator('.delta-node');
  expect(await inFrame(delta, nodes)).not.toContain(false);
  await delta.getByRole('button', { name: 'Play backwards' }).click();
  await delta.getByRole('button', { name: 'Pause', exact: true }).click();
  const slider = delta.getByRole('slider', { name: 'Sweep step' });
  const steps = Number(await slider.getAttribute('max'));
  const places = new Set<string | null>();
  for (let step = 0; step <= steps; step++) {
    await slider.fill(String(step));
    places.add(await delta.locator('.delta-drawing').getAttribute('transform'));
  }
  expect(places.size).toBe(1);
  expect(await inFrame(delta, nodes)).not.toContain(false);
});

test('the clause that fired wraps, and moves nothing while the sweep is played; the slider has room @long', async ({
  page,
}) => {
  const delta = await openDelta(page, `${INPUTS}x * y + sin x * exp (y * 0.123456789)`, 'Graph');
  const slider = delta.getByRole('slider', { name: 'Sweep step' });
  const clause = delta.locator('.sweep-clause');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    if (width === 390) await openTab(page, 'Graph');
    await delta.getByRole('button', { name: 'Play backwards' }).click();
    await delta.getByRole('button', { name: 'Pause', exact: true }).click();
    const tops = new Set<number>();
    const steps = Number(await slider.getAttribute('max'));
    for (let step = 0; step <= steps; step++) {
      await slider.fill(String(step));
      const { top, hidden } = await clause.evaluate((element) => ({
        top: Math.round(element.getBoundingClientRect().height),
        hidden: Array.from(element.children).some((line) => line.scrollWidth > line.clientWidth),
      }));
      tops.add(top);
      expect(hidden).toBe(false);
    }
    expect(tops.size).toBe(1);
    expect((await boxOf(slider)).width).toBeGreaterThan(200);
  }
});

test('a result without a real says that it has no derivative @long', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'input n : int = 3\nn * 2');
  await expect(panel(page, 'Delta graph').locator('.panel-empty')).toHaveText(/\(type int\) contains no real number/);
});

/** Of the texts in the drawn nodes: the least height of type on the screen, and those that leave their box or meet another. */
async function textsOf(delta: Locator): Promise<{ readonly least: number; readonly wrong: readonly string[] }> {
  return delta.locator('.delta-drawing').evaluate((drawing) => {
    const scale = Number(/scale\(([\d.]+)/.exec(drawing.getAttribute('transform') ?? '')?.[1]);
    let least = Infinity;
    const wrong: string[] = [];
    const boxes: { readonly box: DOMRect; readonly name: string }[] = [];
    for (const node of drawing.querySelectorAll('.delta-node')) {
      const border = node.querySelector('rect')?.getBoundingClientRect();
      if (border === undefined) continue;
      boxes.push({ box: border, name: node.textContent });
      const texts = Array.from(node.querySelectorAll('text')).filter(({ textContent }) => textContent !== '');
      const places = texts.map((text) => text.getBoundingClientRect());
      places.forEach((place, i) => {
        const text = texts[i];
        if (text === undefined) return;
        least = Math.min(least, scale * Number.parseFloat(getComputedStyle(text).fontSize));
        if (text.classList.contains('delta-amount')) return;
        if (place.left < border.left + scale || place.right > border.right - scale)
          wrong.push(`${text.textContent} leaves its box`);
        for (const other of places.slice(0, i))
          if (place.left < other.right && other.left < place.right && Math.abs(place.top - other.top) < 8 * scale)
            wrong.push(`${text.textContent} meets another text`);
      });
    }
    boxes.forEach(({ box, name }, i) => {
      for (const other of boxes.slice(0, i))
        if (
          box.left < other.box.right &&
          other.box.left < box.right &&
          box.top < other.box.bottom &&
          other.box.top < box.bottom
        )
          wrong.push(`${name} overlaps ${other.name}`);
    });
    return { least, wrong };
  });
}

for (const [what, program] of [
  ['small', 'input x : real = 1e-300\nsqrt x'],
  ['smaller', 'input x : real = -1.23456e-121\nx * x * x * 0.0069921'],
  ['large', 'input loss : real = -123456.789\nexp (loss * 1e-7) * 8.8731e140 * loss'],
  ['usual', `${INPUTS}x * y * -0.0069921 + sin (x * 0.00749) - y / 3`],
] as const)
  test(`numbers that are ${what} stand in their boxes @long`, async ({ page }) => {
    const delta = await openDelta(page, program, 'Graph');
    for (const style of ['paper', 'cards']) {
      await delta.getByRole('button', { name: style }).click();
      await expect(delta.locator('.delta-node.result')).toBeVisible();
      expect((await textsOf(delta)).wrong).toEqual([]);
    }
  });

test('a graph of about 40 nodes is legible whole in the whole window; Escape and the button end it @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const delta = await openDelta(
    page,
    'input x : real = 1.1\ninput y : real = 2.2\nlet a = x * y + sin x\nlet b = a * a + exp (a * 0.1)\nlet c = b * x - y / a\nc * a',
    'Graph',
  );
  await expect(delta.locator('.delta-node')).toHaveCount(38);
  const small = await boxOf(delta.locator('.delta-box'));
  const enlarge = delta.getByRole('button', { name: 'Full view', exact: true });
  await enlarge.click();
  const dialog = page.getByRole('dialog', { name: 'Delta graph, full view' });
  await expect(dialog.getByRole('application')).toBeFocused();
  const large = await boxOf(dialog.locator('.delta-box'));
  expect(large.width).toBeGreaterThan(1_380);
  await expect.poll(async () => (await textsOf(dialog)).least).toBeGreaterThanOrEqual(9);
  expect((await textsOf(dialog)).wrong).toEqual([]);
  const drawing = await boxOf(dialog.locator('.delta-drawing'));
  expect(drawing.x).toBeGreaterThanOrEqual(large.x);
  expect(drawing.x + drawing.width).toBeLessThanOrEqual(large.x + large.width);
  await expectAccessible(page, '.delta.enlarged');

  for (let stop = 0; stop < 12; stop++) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(enlarge).toBeFocused();
  await expect.poll(async () => (await boxOf(delta.locator('.delta-box'))).width).toBe(small.width);

  await page.keyboard.press('Alt+g');
  await dialog.getByRole('button', { name: 'Exit full view' }).click();
  await expect(dialog).toHaveCount(0);
  const fitted = await boxOf(delta.locator('.delta-box'));
  expect((await boxOf(delta.locator('.delta-node.result'))).x).toBeLessThan(fitted.x + fitted.width);
});
