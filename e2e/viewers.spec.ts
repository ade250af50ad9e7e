import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  emulateMedium,
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  resultValue,
  SCHEMES,
  setSlider,
  test,
} from './fixtures';

async function open(page: Page, ...programs: readonly string[]): Promise<void> {
  const cells = programs.map((program) => `\`\`\`pullback\n${program}\n\`\`\`\n`).join('\n');
  await openPage(page, await encodeLink(`---\ntitle: Viewers\n---\n# Viewers\n\n${cells}`));
}

const output = (page: Page): Locator => page.getByRole('region', { name: /^Output/ }).first();
const button = (page: Page, name: string | RegExp): Locator => output(page).getByRole('button', { name, exact: true });

const PEOPLE = `input scale : real = 1 in 0 .. 10
build 100000 (fun i -> { name = "n" ++ show i, size = scale * toReal i / 8, index = i })
scale * scale`;

test('records are a table with numbers at their points; its rows open in place, and are read when they are in view', async ({
  page,
}) => {
  await open(page, PEOPLE);
  const table = output(page).getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(['index', 'name', 'size']);
  await expect(table.getByRole('row')).toHaveCount(9);
  await expect(table.getByRole('row').nth(3)).toHaveText('22n20.25 ');
  await expect(table.getByRole('row').nth(4).getByRole('cell').last()).toHaveText(/^0\.375$/u);
  await setSlider(page, 'scale', 2);
  await expect(table.getByRole('row').nth(3).getByRole('cell').last()).toHaveText('0.5 ');
  await button(page, '99,992 more rows').click();
  await expect(table).toHaveAttribute('aria-rowcount', '100001');
  const region = output(page).getByRole('region', { name: 'Table of output 1' });
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  await region.focus();
  await page.keyboard.press('End');
  await expect(table.getByRole('row', { name: '99999', exact: false }).last()).toContainText('n99999');
  await expect(table).not.toContainText('…');
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  await button(page, 'Fewer rows').click();
  await expect(table.getByRole('row')).toHaveCount(9);
});

test('a matrix is a grid whose numbers are coloured on demand', async ({ page }) => {
  await open(page, '[[1, -2.5], [0, 5]]');
  const cells = output(page).getByRole('cell').filter({ hasText: /\d/u });
  await expect(cells).toHaveCount(4);
  const behind = () => cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell).backgroundColor));
  expect(new Set(await behind()).size).toBe(1);
  await button(page, 'Colours').click();
  await expect(button(page, 'Colours')).toHaveAttribute('aria-pressed', 'true');
  expect(new Set(await behind()).size).toBe(4);
  await expect(output(page)).toContainText('-5');
});

test('a long list folds, and opens to a list of all items', async ({ page }) => {
  await open(page, 'build 10000 (fun i -> toReal i / 4)');
  await expect(output(page)).toContainText(
    '[0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, … 9,989 more, 2499.25, 2499.5, 2499.75]',
  );
  await button(page, '… 9,989 more').focus();
  await page.keyboard.press('Enter');
  const list = output(page).getByRole('listbox', { name: 'Items of output 1' });
  await list.focus();
  await page.keyboard.press('End');
  await expect(list.getByRole('option').last()).toHaveText('9,999 2499.75');
  await expect(list).not.toContainText('…');
  await button(page, 'Fewer items').click();
  await expect(list).toHaveCount(0);
});

const TREES = `type Tree = Leaf real | Node (Tree * real * Tree)
let rec grow (n, x) = if n < 1 then Leaf x else Node (grow (n - 1, x / 2), x, grow (n - 1, x + 1))
grow (12, 1)`;

test('a variant is a tree that opens by keys as far as it goes', async ({ page }) => {
  await open(page, TREES);
  const tree = output(page).getByRole('tree', { name: 'Tree of output 1' });
  const items = tree.getByRole('treeitem');
  await expect(items.first()).toHaveText('▾Node 1');
  expect(await items.count()).toBeLessThan(30);
  await items.first().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(items).toHaveCount(1);
  // Down the left side: the deeper nodes are asked for when they are opened.
  for (let level = 1; level <= 12; level++) {
    await page.keyboard.press('ArrowRight');
    await expect(tree.locator(`[aria-level="${level + 1}"]`).first()).toBeVisible();
    await expect(tree.getByText(/ more$/u)).toHaveCount(0);
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(tree.locator(':focus')).toHaveAttribute('aria-level', String(level + 1), { timeout: 500 });
    }).toPass();
    if ((await tree.locator(':focus').getAttribute('aria-expanded')) === 'true') await page.keyboard.press('ArrowLeft');
  }
  await expect(tree.locator(':focus')).toHaveText(/^Leaf /u);
});

test('a function is its graph, over the range of the input of that name', async ({ page }) => {
  await open(page, 'input a : real = 1 in 0 .. 2\ninput x : real = 1 in 0 .. 4\nfun x -> a * x');
  const picture = output(page).getByRole('figure');
  await expect(picture).toContainText('x from 0 to 4');
  const curve = () => picture.locator('.picture-drawing path[stroke-width="2"]').first().getAttribute('d');
  await expect.poll(curve).not.toBeNull();
  await setSlider(page, 'a', 2);
  await expect(picture).toContainText(/y from -0\.4 to 8\.4/u);
  await button(page, 'Text').click();
  await expect(output(page).locator('.output-value')).toHaveText('<function>');
});

const NETWORK = `input start : list (list real * real) * (list real * real) =
  ([([2, -1], 0.5), ([-1, 1.5], 0.25), ([1, 1], -0.5)], ([1, -1, 0.5], 0))
start
comp (layer neuron) neuron ([1, 0.5], start)`;

test('the parameters of a network are a diagram, coloured by gradient on demand, with a table', async ({ page }) => {
  await open(page, NETWORK);
  const diagram = output(page).getByRole('img', { name: /^Network of 2 inputs and layers of 3 and 1 neuron/u });
  await expect(diagram.locator('circle')).toHaveCount(6);
  await expect(diagram.locator('text')).toHaveText(['2 inputs', '3 neurons', '1 neuron']);
  const colours = async () =>
    new Set(await diagram.locator('path').evaluateAll((all) => all.map((each) => getComputedStyle(each).stroke))).size;
  expect(await colours()).toBe(2);
  await button(page, 'Gradient').click();
  await expect(diagram).toHaveAccessibleName(/coloured by gradient$/u);
  expect(await colours()).toBeGreaterThan(2);
  await output(page).getByText('Weights as a table').click();
  const row = output(page).getByRole('table').getByRole('row').nth(4);
  await expect(row.getByRole('cell').first()).toHaveText('2');
  // The derivative of the last bias is σ′ of the result.
  const value = Number(await resultValue(page).textContent());
  const derivative = Number(await row.getByRole('cell').nth(3).textContent());
  expect(derivative).toBeCloseTo(value * (1 - value), 4);
});

test('every viewer has the plain text, as it was, with all digits on demand', async ({ page }) => {
  await open(page, '[{ x = 1 / 3, y = 2 }]\n[[1, 2], [3, 4]]\n1 / 3');
  await expect(output(page).getByRole('table')).toHaveCount(2);
  await output(page).getByRole('button', { name: 'all digits' }).click();
  await expect(output(page).getByRole('cell', { name: '0.3333333333333333' })).toBeVisible();
  for (const text of (await output(page).getByRole('button', { name: 'Text', pressed: false }).all()).reverse())
    await text.click();
  await expect(output(page).locator('.output-value')).toHaveText([
    '[{ x = 0.3333333333333333, y = 2 }]',
    '[[1, 2], [3, 4]]',
    '0.3333333333333333',
  ]);
  await output(page).getByRole('button', { name: 'Text' }).first().click();
  await expect(output(page).getByRole('table')).toHaveCount(1);
});

const ALL = [
  'build 30 (fun i -> { name = show i, size = toReal i / 3 })',
  'build 12 (fun i -> build 20 (fun j -> toReal (i - j) / 3))',
  'build 1000 (fun i -> toReal i)',
  `${TREES}\nfun (x : real) -> x * x`,
  NETWORK,
];

for (const scheme of SCHEMES)
  test(`viewers are accessible, also on a phone (${scheme})`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: scheme });
    await open(page, ALL.join('\n'));
    for (const name of ['22 more rows', 'Colours', '… 989 more', 'Gradient']) await button(page, name).click();
    await output(page).getByText('Weights as a table').click();
    await expect(output(page).locator('.picture-drawing')).toBeVisible();
    await expectAccessible(page, '.output');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await expectAccessible(page, '.output');
    await emulateMedium(page, 'print');
    await expect(output(page).getByRole('button', { name: 'Colours' })).toBeHidden();
    await expect(output(page).getByRole('tree')).toBeVisible();
    await expectNoOverflow(page);
  });

test('an output of 100,000 items keeps the page awake while a slider moves', async ({ page }) => {
  await open(page, `build 100000 (fun i -> toReal i)\n${PEOPLE}`);
  await button(page, '99,992 more rows').click();
  const slowest = await page.evaluate(async () => {
    const slider = document.querySelector<HTMLInputElement>('input[type=range]');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    let most = 0;
    let before = performance.now();
    for (let step = 0; step < 60; step++) {
      set?.call(slider, String(step / 10));
      slider?.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      most = Math.max(most, now - before);
      before = now;
    }
    return most;
  });
  // A frozen page would not draw for seconds.
  expect(slowest).toBeLessThan(1000);
  await expect(output(page).getByRole('row').nth(1)).toContainText('n0');
  await expect(output(page)).toContainText('… 99,989 more');
});
