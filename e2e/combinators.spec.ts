import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  allowClipboard,
  boxOf,
  expect,
  expectAccessible,
  expectAccessibleNarrow,
  expectNoOverflow,
  openPage,
  openTab,
  panel,
  pointedText,
  setProgram,
  setSlider,
  test,
  wordOf,
  SCHEMES,
  strip,
} from './fixtures';

/** f captures x, and is called twice. */
const CAPTURED = `input x : real = 2 in -4 .. 4
let f = fun y -> x * y
f 3 + f 4 + sin x
`;

function combinators(page: Page): Locator {
  return panel(page, 'Combinators');
}

async function openCombinators(page: Page, program = CAPTURED): Promise<Locator> {
  await openPage(page, await encodeLink(`\`\`\`pullback show=combinators\n${program}\`\`\`\n`));
  await expect(combinators(page).locator('.combinators')).toBeVisible();
  return combinators(page);
}

function termOf(shown: Locator): Locator {
  return shown.getByRole('listbox', { name: /^Point-free term/ });
}

function diagramOf(shown: Locator): Locator {
  return shown.getByRole('application', { name: /^The run of curry/ });
}

function rowOf(shown: Locator, name: string): Locator {
  return shown.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
}

async function version(shown: Locator, name: 'Simply typed' | 'Dependent'): Promise<void> {
  await shown.getByRole('group', { name: 'Version' }).getByRole('button', { name }).click();
}

test('a function with a captured variable, without variables, and both ways to differentiate it', async ({ page }) => {
  const shown = await openCombinators(page);
  await expect(termOf(shown)).toContainText('(curry (prod proj1 proj2 ∘ (·)))');
  await expect(rowOf(shown, '∂x')).toHaveText(['6.58385', '6.58385']);
  await expect(rowOf(shown, 'forward re-evaluations')).toHaveText(['3', '0']);
  await expect(rowOf(shown, 'of λ y')).toHaveText(['2', '0']);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);

  const closures = shown.getByRole('region', { name: 'Closure tangents' });
  const made = closures.getByRole('listitem').filter({ hasText: 'λ y' });
  await expect(made).toContainText('captured (x = 2)');
  await expect(made).toContainText('tangent [(3, 1), (4, 1)]');
  await version(shown, 'Dependent');
  await expect(made).toContainText('tangent {x: 7}');

  await setSlider(page, 'x', 0);
  await expect(rowOf(shown, '∂x')).toHaveText(['8', '8']);
  await expect(made).toContainText('captured (x = 0)');
});

test('a function that is called m times runs again m times @long', async ({ page }) => {
  const shown = await openCombinators(
    page,
    'input x : real = 2\n(fun f -> f 1 + f 2 + f 3 + f 4 + f 5) (fun y -> x * y)\n',
  );
  await expect(rowOf(shown, 'of λ y')).toHaveText(['5', '0']);
  await expect(diagramOf(shown).getByText('↻ λ y at 5')).toBeAttached();
});

test('pointing goes from term to diagram and editor, and from the editor to both', async ({ page }) => {
  const shown = await openCombinators(page);
  const status = shown.locator('.comb-status');
  const before = await status.boundingBox();
  await termOf(shown).getByText('sin').hover();
  await expect(status).toContainText('operation : real ⇝ real');
  await expect.poll(() => pointedText(page)).toBe('sin x');
  await expect(diagramOf(shown).locator('.comb-box.lit', { hasText: 'sin' })).toHaveCount(1);

  const closure = diagramOf(shown).locator('.comb-box', { hasText: 'curry λ y' }).locator('rect').first();
  await closure.evaluate((box) => {
    box.scrollIntoView({ block: 'center' }); // Firefox's driver leaves it under the line below the diagram
  });
  await closure.hover();
  await expect(status).toContainText('curry λ y : (x : real) ⇝ real ⇝ real');
  await expect(status).toContainText('(x: 7) ← [(3, 1), (4, 1)]');
  await expect(termOf(shown).locator('.piece-lit')).toHaveText('curry');
  await expect.poll(() => pointedText(page)).toBe('fun y -> x * y');
  expect(await status.boundingBox()).toEqual(before);

  await wordOf(page, 'sin').hover();
  await expect(termOf(shown).locator('.piece-lit').getByText('sin')).toBeVisible();
  await expect(status).toContainText('⇝ real');
});

test('boxes are opened and folded, by mouse and by keyboard @long', async ({ page }) => {
  const shown = await openCombinators(page);
  const diagram = diagramOf(shown);
  const again = diagram.locator('.comb-box.again', { hasText: '↻ λ y at 3' });
  await expect(again.locator('.comb-title')).toHaveCount(1);
  await shown.getByRole('button', { name: 'Fold all' }).click();
  await expect(again.locator('.comb-title')).toHaveCount(0);
  const evaluation = diagram.locator('.comb-box', { hasText: 'eval λ f' });
  await expect(diagram.getByText('sin')).toHaveCount(0);
  await evaluation.click();
  await expect(diagram.getByText('sin')).toHaveCount(1);
  await expect(evaluation).toHaveText('▾ eval λ f');

  await shown.getByRole('button', { name: 'Fold all' }).click();
  await diagram.focus();
  await page.keyboard.press('ArrowRight');
  await expect(shown.locator('.comb-status')).toContainText('curry λ f');
  await page.keyboard.press('End');
  await expect(diagram.locator('.comb-box.selected')).toHaveText('▸ eval λ f');
  await page.keyboard.press('Enter');
  await expect(diagram.getByText('sin')).toHaveCount(1);
  await page.keyboard.press('Space');
  await expect(diagram.getByText('sin')).toHaveCount(0);
  await shown.getByRole('button', { name: 'Expand all' }).click();
  await expect(diagram.getByText('sin')).toHaveCount(2);
  await expect(diagram.locator('.comb-box.closed')).toHaveCount(0);
});

test('the term and the text of the run are read by keyboard alone @long', async ({ page }) => {
  const shown = await openCombinators(page);
  const status = shown.locator('.comb-status');
  await termOf(shown).focus();
  await page.keyboard.press('End');
  await expect(status).toContainText(/^∘ : \(x : real\) ⇝ real/u);
  await page.keyboard.press('ArrowRight');
  await expect(status).toContainText(/^eval : /u);
  await page.keyboard.press('ArrowUp');
  for (const expected of ['curry λ y', 'prod', 'proj', 'proj', '∘', 'operation']) {
    await expect(status).toContainText(new RegExp(`^${expected} :`, 'u'));
    if (expected !== 'operation') await page.keyboard.press('ArrowRight');
  }
  await expect.poll(() => pointedText(page)).toBe('x * y');

  await shown.getByRole('button', { name: 'Text' }).click();
  const tree = shown.getByRole('tree', { name: 'Run as text' });
  const first = tree.getByRole('treeitem').first();
  await first.focus();
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  await expect(first).toContainText('(x: 6.58385) ← 1');
  await page.keyboard.press('End');
  const last = tree.getByRole('treeitem').last();
  await expect(last).toBeFocused();
  const count = await tree.getByRole('treeitem').count();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(tree.getByRole('treeitem')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(tree.getByRole('treeitem')).toHaveCount(count);
  await page.keyboard.press('ArrowRight');
  await expect(status).toContainText('prod : (x : real)');
});

test('where a let in a let in a let is too much for the simply typed version, the dependent one goes on @long', async ({
  page,
}) => {
  test.slow();
  const lets = Array.from({ length: 26 }, (_, i) => `let a${i + 1} = 0.5 * a${i} + 0.5 * a${i}\n`).join('');
  const shown = await openCombinators(page, `input a0 : real = 1\n${lets}a26\n`);
  await expect(shown).toContainText('curry did not finish: the pullback runs functions again 67,108,863 times');
  await expect(shown).toContainText('nested lets double the work');
  await expect(rowOf(shown, '∂a0')).toHaveText(['stopped', '1']);
  await version(shown, 'Dependent');
  await expect(diagramOf(shown)).toBeVisible();
});

/** Its run is forty operations after each other, tanh at the end. */
const WIDE = `input x : real = 0.5 in 0 .. 1
tanh (${'sin (cos ('.repeat(19)}exp x${'))'.repeat(19)})
`;

test('what a click or a key lights out of view comes into view; what the pointer passes moves nothing @long', async ({
  page,
}) => {
  const shown = await openCombinators(page, WIDE);
  const diagram = diagramOf(shown);
  const drawn = diagram.locator('.comb-drawing');
  const last = diagram.locator('.comb-box', { hasText: 'tanh' });
  const isWithin = async (part: Locator): Promise<boolean> => {
    const [box, frame] = [await boxOf(part), await boxOf(diagram)];
    return box.x >= frame.x && box.x + box.width <= frame.x + frame.width;
  };
  const home = (await drawn.getAttribute('transform')) ?? '';
  expect(await isWithin(last)).toBe(false);

  await wordOf(page, 'tanh').hover();
  await expect(last).toHaveClass(/lit/u);
  await expect(drawn).toHaveAttribute('transform', home);
  await wordOf(page, 'tanh').click();
  await expect.poll(() => isWithin(last)).toBe(true);

  await termOf(shown).focus();
  await page.keyboard.press('Home');
  const first = diagram.locator('.comb-box', { hasText: 'exp' });
  expect(await isWithin(first)).toBe(false);
  await termOf(shown).getByText('exp').hover();
  await expect(first).toHaveClass(/lit/u);
  expect(await isWithin(first)).toBe(false);
  await termOf(shown).getByText('exp').click();
  await expect.poll(() => isWithin(first)).toBe(true);

  await termOf(shown).focus();
  await page.keyboard.press('End');
  await expect.poll(() => isWithin(last)).toBe(true);

  await shown.getByRole('button', { name: 'Fit' }).click();
  expect(await isWithin(drawn)).toBe(true);
  await shown.getByRole('button', { name: 'Text' }).click();
  const line = shown.getByRole('treeitem').filter({ hasText: /^.?tanh/u });
  await wordOf(page, 'exp').click();
  await wordOf(page, 'tanh').click();
  await expect(line).toHaveClass(/lit/u);
  await expect
    .poll(async () => (await boxOf(line)).y)
    .toBeLessThan((await boxOf(shown)).y + (await boxOf(shown)).height);
});

test('a run that is too long to draw says how long it is @long', async ({ page }) => {
  const shown = await openCombinators(
    page,
    'input x : real = 1.01\nlet rec loop (a, k) = if k = 0 then a else loop (a * x, k - 1)\nloop (x, 100)\n',
  );
  await expect(shown).toContainText('rep-functions ran, more than the 1,500 that can be drawn');
  await expect(rowOf(shown, 'of loop')).toHaveText(['101', '0']);
});

test('definitions are folded where they are long @long', async ({ page }) => {
  const sum = Array.from({ length: 12 }, (_, i) => `if x < ${i} then sin x * ${i} + cos x else `).join('');
  const shown = await openCombinators(page, `input y : real = 2.5\nlet step x = ${sum}x\nstep y\n`);
  const term = termOf(shown);
  const head = term.getByRole('option').first();
  await expect(head).toContainText(/▸ step.*… \d+ lines/u);
  await expect(term.getByRole('option').nth(1)).toContainText('main');
  await head.click();
  await expect(head).toContainText('▾ step');
  await expect(term.getByRole('option').nth(1)).not.toContainText('main');
});

test('what is in the way is said, and what would fill the panel @long', async ({ page }) => {
  await openPage(page);
  await openTab(page, 'Combinators');
  const shown = combinators(page);
  await expect(termOf(shown)).toContainText('main');
  await setProgram(page, '1 + 1');
  await expect(shown.locator('.panel-empty')).toContainText('Nothing to translate yet');
  await setProgram(page, 'input x : real = 2 in 0 .. 4\nlog (x - 3)');
  await expect(strip(page)).toContainText('log');
  await expect(shown.locator('.panel-problems')).toHaveCount(0);
  await setSlider(page, 'x', 4);
  await expect(rowOf(shown, '∂x')).toHaveText(['1', '1']);
  await setProgram(page, 'input x : real = 2\nx * nope');
  await expect(strip(page)).toContainText('nope');
  await setProgram(page, '');
  await expect(shown.locator('.panel-problems')).toHaveCount(0);
  await setProgram(page, 'input x : real = 2\ngrad (fun z -> z * z) x');
  await expect(shown).toContainText('replaced inner derivatives by dual-number programs');
});

test('the term and the diagram are taken away as text, TeX and pictures @long', async ({ page, context }) => {
  await allowClipboard(context);
  const shown = await openCombinators(page);
  const choose = async (name: string): Promise<void> => {
    const item = shown.getByRole('button', { name, exact: true });
    if (!(await item.isVisible())) await shown.getByText('Export').click();
    await item.click();
  };
  await choose('Copy term as text');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('prod proj_1 proj_2 ∘ (·)');
  await choose('Copy term as TeX');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('\\circ ');
  const saved = async (name: string): Promise<Buffer> => {
    const download = page.waitForEvent('download');
    await choose(name);
    return readFile(await (await download).path());
  };
  const svg = (await saved('Save diagram as SVG')).toString();
  expect(svg).toContain('↻ λ y at 3');
  expect(svg).not.toContain('var(--');
  expect((await saved('Save diagram as PNG')).subarray(1, 4).toString()).toBe('PNG');
});

for (const scheme of SCHEMES)
  test(`axe finds nothing in combinators, wide or narrow, ${scheme} @long`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const shown = await openCombinators(page);
    await termOf(shown).focus();
    await page.keyboard.press('End');
    await expectAccessible(page, '.tabs');
    await shown.getByRole('button', { name: 'Text' }).click();
    await expectAccessible(page, '.tabs');
    await expectAccessibleNarrow(page);
    await shown.getByRole('button', { name: 'Diagram' }).click();
    await expectAccessibleNarrow(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoOverflow(page);
  });
