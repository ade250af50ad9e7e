import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  boxOf,
  expect,
  expectAccessible,
  expectAccessibleNarrow,
  numberIn,
  openPage,
  openTab,
  panel,
  pointedText,
  setProgram,
  setSlider,
  test,
  SCHEMES,
} from './fixtures';

/** Fits a line to three points; in one cell, so that all of it is in scope at each step. */
const PROGRAM = `input rate : real = 0.12 in 0.01 .. 0.15
input slope : real = -1 in -2 .. 3
input intercept : real = 3 in -2 .. 4

let loss (a, b) = (b - 1) ^ 2 + (a + b - 1.5) ^ 2 + (2 * a + b - 3) ^ 2

let rec descend n line =
  let (a, b) = watch "line" line in
  let now = watch "loss" (loss line) in
  if n < 0.5 then now
  else
    let g = grad loss line in
    descend (n - 1) (a - rate * g.1, b - rate * g.2)

descend 12 (slope, intercept)

loss (slope, intercept)
`;

async function openDescent(page: Page): Promise<void> {
  await openPage(page, await encodeLink(`\`\`\`pullback show=descent\n${PROGRAM}\`\`\`\n`));
}

function descent(page: Page): Locator {
  return panel(page, 'Descent');
}

function pathOf(page: Page, name: string): Locator {
  return descent(page).getByRole('slider', { name: `Step of the path of ${name}` });
}

function state(page: Page): Locator {
  return descent(page).getByRole('region', { name: 'Program state' });
}

/** The variables in scope, as the panel says them: `n = 9`. */
async function variables(page: Page): Promise<readonly string[]> {
  const pairs = state(page).locator('.moment-variable');
  return (await pairs.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
}

test('a step of the path lights up in the curves, says where it was recorded and what was in scope', async ({
  page,
}) => {
  await openDescent(page);
  const path = pathOf(page, 'line');
  await expect(descent(page).locator('.plane-contour').nth(8)).toBeAttached();
  await expect(descent(page).getByRole('combobox', { name: 'Contours of' })).toHaveValue('loss');
  await expect(state(page)).toContainText('Point at a curve');

  // The middle of the start's mark, as it is drawn.
  await descent(page).locator('.plane-start').hover({ force: true });
  await expect(descent(page).locator('.plane-step')).toHaveCount(1);
  await expect(descent(page)).toContainText('step 0: line.1 -1, line.2 3');
  await expect(descent(page).locator('.series-read')).toHaveCount(2);
  await expect.poll(() => pointedText(page)).toBe('watch "line" line');
  await expect
    .poll(() => variables(page))
    .toEqual(['n = 12', 'line = (-1, 3)', 'rate = 0.12', 'slope = -1', 'intercept = 3']);

  await page.mouse.move(0, 0);
  await expect(descent(page).locator('.plane-step')).toHaveCount(0);
  await path.focus();
  await path.press('Home');
  for (let press = 0; press < 3; press++) await path.press('ArrowRight');
  await expect(path).toHaveAttribute('aria-valuetext', 'step 3: line.1 0.234368, line.2 2.1216');
  await expect.poll(() => variables(page)).toContain('n = 9');
  // What the keys chose stays, and the other charts go on from there.
  const loss = descent(page).getByRole('slider', { name: 'Step of loss' });
  await loss.focus();
  await expect(loss).toHaveAttribute('aria-valuenow', '3');
  await loss.press('ArrowRight');
  await expect(path).toHaveAttribute('aria-valuenow', '4');
  await expect
    .poll(() => variables(page))
    .toEqual([
      'n = 8',
      'line = (0.225574, 1.7453)',
      'a = 0.225574',
      'b = 1.7453',
      'rate = 0.12',
      'slope = -1',
      'intercept = 3',
    ]);
  await state(page).getByRole('button', { name: 'descend' }).hover();
  await expect.poll(() => pointedText(page)).toContain('watch');

  await descent(page).getByRole('button', { name: 'Previous step' }).click();
  await expect(path).toHaveAttribute('aria-valuenow', '3');
  await descent(page).getByRole('button', { name: 'Unpin' }).click();
  await expect(state(page)).toContainText('Point at a curve');
});

test('the path follows a slider, and contours follow the function and the view @long', async ({ page }) => {
  await openDescent(page);
  const contours = descent(page).locator('.plane-contour');
  await expect(contours.nth(8)).toBeAttached();
  const line = descent(page).locator('.plane-path');
  const before = await line.getAttribute('d');
  await setSlider(page, 'rate', 0.04);
  await expect(line).not.toHaveAttribute('d', before ?? '');
  await expect(descent(page).getByRole('figure', { name: 'Path of line' })).toHaveAttribute('aria-busy', 'false');

  const firstContour = async (): Promise<string | null> => contours.first().getAttribute('d');
  const whole = await firstContour();
  const view = descent(page).getByRole('group', { name: 'Path view' });
  const fit = view.getByRole('button', { name: 'Fit' });
  await expect(fit).toBeDisabled();
  await view.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(firstContour).not.toBe(whole);
  await expect(fit).toBeEnabled();
  const box = await boxOf(pathOf(page, 'line'));
  const near = await line.getAttribute('d');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 20, { steps: 4 });
  await page.mouse.up();
  await expect(line).not.toHaveAttribute('d', near ?? '');
  await fit.click();
  await expect(fit).toBeDisabled();
  await expect.poll(firstContour).toBe(whole);

  await setProgram(
    page,
    'let half a b = 0.5 * a + b\nlet edge (a, b) = log a + b\nlet rec go (n : int) p =\n  if n = 0 then half 1 2 + edge (1, 2) else go (n - 1) (watch "p" (p.1 + 1, p.2))\ngo 5 (-3, 0)',
  );
  const choice = descent(page).getByRole('combobox', { name: 'Contours of' });
  await expect(choice).toHaveValue('half');
  await choice.selectOption('edge');
  await expect(descent(page)).toContainText('Hatched: undefined.');
  await expect(descent(page).locator('.plane-gap')).toHaveCount(1);
});

test('lines are left out and brought back, and a log scale says what it cannot show @long', async ({ page }) => {
  await openPage(page);
  await setProgram(
    page,
    'let rec go x =\n  let p = watch "p" (x, (8 - x, 2)) in\n  if x > 7.5 then p.1 else go (watch "size" (x + 1))\ngo 0',
  );
  await openTab(page, 'Descent');
  const curves = descent(page).getByRole('figure', { name: 'Curves of p' });
  await expect(curves.locator('path.series-line[d^="M"]')).toHaveCount(6); // three lines, and three samples in the legend
  await expect(curves).toContainText('last of 9 steps');
  for (const label of ['p.1', 'p.2.1', 'p.2.2'])
    await expect(curves.getByRole('button', { name: `Show ${label}` })).toBeVisible();
  await expect(pathOf(page, 'p')).toBeVisible(); // above the curves, which move when it appears
  await curves.getByRole('button', { name: 'Show p.2.2' }).click();
  await expect(curves.locator('svg.series path.series-line')).toHaveCount(2);
  await descent(page).getByRole('button', { name: 'log' }).click();
  await expect(curves).toContainText('not on the log scale: 1 of 9 values of p.1, 1 of 9 values of p.2.1');
  await curves.getByRole('button', { name: 'Show p.2.2' }).click();
  await expect(curves.locator('svg.series path.series-line')).toHaveCount(3);

  await curves.getByText('p as a table').click();
  const table = curves.getByRole('region', { name: 'Values of p' });
  await expect(table.getByRole('columnheader')).toHaveText(['step', 'p.1', 'p.2.1', 'p.2.2']);
  await expect(table.getByRole('row').nth(4).getByRole('cell')).toHaveText(['3', '5', '2']);

  // The two leaves can be chosen if there are more than two.
  const up = descent(page).getByRole('combobox', { name: 'Vertical' });
  await up.selectOption('p.2.2');
  await expect(pathOf(page, 'p')).toHaveAttribute('aria-valuetext', 'step 8: p.1 8, p.2.2 2');
});

test('curves, path and numbers are saved as files that stand alone @long', async ({ page }) => {
  await openDescent(page);
  await expect(descent(page).locator('.plane-contour').nth(8)).toBeAttached();
  const saved = async (label: string): Promise<string> => {
    const item = descent(page).getByRole('button', { name: label });
    if (!(await item.isVisible())) await descent(page).getByText('Export').click();
    const download = page.waitForEvent('download');
    await item.click();
    return readFileSync(await (await download).path(), 'utf8');
  };
  const curves = await saved('Save curves as SVG');
  expect(curves).toContain('>line.1</text>');
  expect(curves).toContain('>loss</text>');
  const path = await saved('Save path as SVG');
  expect(path).toContain('<clipPath');
  expect(path).toContain('>start</text>');
  expect(path).not.toContain('var(--');
  const numbers = (await saved('Save values as CSV')).trim().split('\n');
  expect(numbers[0]).toBe('step,line.1,line.2,loss');
  expect(numbers).toHaveLength(14);
  expect((numbers[1] ?? '').split(',').map(numberIn)).toEqual([0, -1, 3, 8.25]);
});

test('the program state of a run that failed is there up to the failure @long', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'let rec fall x = fall (watch "root" (sqrt x) - 1)\nfall 100');
  await openTab(page, 'Descent');
  await expect(descent(page)).toContainText('The run did not finish');
  const roots = descent(page).getByRole('slider', { name: 'Step of root' });
  await roots.press('Home');
  await expect.poll(() => variables(page)).toEqual(['x = 100']);
  await roots.press('ArrowRight');
  await expect.poll(() => variables(page)).toEqual(['x = 9']);
});

for (const scheme of SCHEMES)
  test(`axe finds nothing in a descent, wide or narrow, ${scheme} @long`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openDescent(page);
    await expect(descent(page).locator('.plane-contour').nth(8)).toBeAttached();
    await pathOf(page, 'line').press('Home');
    await expect.poll(() => variables(page)).toContain('n = 12');
    await descent(page).getByText('line as a table').click();
    await expectAccessible(page, '.tabs');
    await expectAccessibleNarrow(page);
  });
