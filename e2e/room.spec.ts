import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  boxOf,
  expect,
  expectAccessible,
  goToEnd,
  openPage,
  openTab,
  panel,
  runLong,
  setProgram,
  stopRun,
  strip,
  tabOf,
  test,
} from './fixtures';

/* The page gives room to what is read. */

const prose = (words: string): string => `${`${words} `.repeat(150)}\n\n`;

const code = (text: string, attributes = ''): string => `\`\`\`pullback${attributes}\n${text}\n\`\`\`\n\n`;

const LONG = [
  '# Squares and cubes\n\n',
  code('let square y = y * y\n\nlet cube y = y * square y'),
  prose('First.'),
  code('input x : real = 3 in 0 .. 9\n\nsquare x', ' show=gradient'),
  prose('Second.'),
  code('input t : real = 2 in 0 .. 4\n\ncube t', ' show=trace'),
  prose('Third.'),
  code('let half y = y / 2'),
  code('let quarter y = y / 4'),
  prose('Fourth.'),
  code('input u : real = 4 in 0 .. 8\n\nhalf (quarter u)'),
  prose('Fifth.'),
].join('');

const cell = (page: Page, number: number): Locator =>
  page.getByRole('region', { name: `Code cell ${number}`, exact: true });

/** Scrolls the notebook by the wheel until a cell's top is at a height of the window. */
async function scrollTo(page: Page, number: number, height: number): Promise<void> {
  await page.mouse.move(300, 500);
  await expect(async () => {
    const { y } = await boxOf(cell(page, number));
    if (Math.abs(y - height) > 4) await page.mouse.wheel(0, y - height);
    expect(Math.abs((await boxOf(cell(page, number))).y - height)).toBeLessThan(40);
  }).toPass();
}

/** The cells that were run since the last call. */
function runs(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => {
    const marks = performance.getEntriesByName('run-cell') as PerformanceMark[];
    performance.clearMarks('run-cell');
    return [...new Set(marks.map(({ detail }) => (detail as { readonly cell: number }).cell))].sort((a, b) => a - b);
  });
}

test('the panels follow the reader to the cell that is read, and run nothing that is scrolled past', async ({
  page,
}) => {
  await openPage(page, await encodeLink(LONG));
  // The notebook opens where the reader is, at the first cell with something to show.
  await expect(strip(page)).toContainText('square x');
  await expect(strip(page)).toContainText('engines agree');
  await scrollTo(page, 3, 300);
  await expect(strip(page)).toContainText('cube t');
  await expect(tabOf(page, 'Trace')).toHaveAttribute('aria-selected', 'true');
  await scrollTo(page, 2, 300);
  await expect(strip(page)).toContainText('square x');
  await expect(strip(page)).toContainText('engines agree');
  await page.waitForTimeout(500);
  await runs(page);
  // Without a rest on the way, straight to the end, where the last cell does not reach a third of the height.
  for (let at = 0; at < 40; at++) await page.mouse.wheel(0, 200);
  await expect(strip(page)).toContainText('half (quarter u)');
  await expect(strip(page)).toContainText('engines agree');
  expect(await runs(page)).not.toContain(2);
});

test('a chosen cell keeps the panels while it is in view, and definitions keep what is shown and say whose it is', async ({
  page,
}) => {
  await openPage(page, await encodeLink(LONG));
  await scrollTo(page, 3, 400);
  await cell(page, 3).locator('.view-lines').click();
  await expect(strip(page)).toContainText('cube t');
  await scrollTo(page, 3, 790);
  await page.waitForTimeout(600);
  await expect(strip(page)).toContainText('cube t');
  await scrollTo(page, 2, 560); // cell 3 is out of view
  await expect(strip(page)).toContainText('square x');

  await scrollTo(page, 3, 60);
  await cell(page, 3).locator('.view-lines').click();
  await cell(page, 4).locator('.view-lines').click();
  await expect(strip(page)).toContainText('Cell 4 only defines things. Showing cell 3');
  await expect(strip(page)).toContainText('cube t');
  // By the keyboard, and back to the cell that is shown.
  await page.keyboard.press('Escape');
  await strip(page).getByRole('button', { name: 'cell 3' }).press('Enter');
  await expect(cell(page, 3)).toBeInViewport();
  await expectAccessible(page);
});

test('a cell of definitions takes the panels when it has got an output, but not while the reader types', async ({
  page,
}) => {
  await openPage(page, await encodeLink(code('let square y = y * y') + code('input x : real = 3\n\nsquare x')));
  await expect(strip(page)).toContainText('square x');
  await goToEnd(page);
  await page.keyboard.type('\nsquare 5', { delay: 60 });
  await expect(strip(page)).toContainText('square x');
  await expect(cell(page, 1).locator('.output')).toContainText('25');
  await expect(strip(page)).toContainText('cell 1');
});

const DESCENT = code(
  'input rate : real = 0.1 in 0 .. 1\nlet loss w = (w - 3) ^ 2\nlet rec go n w = if n = 0 then w else go (n - 1) (w - watch "loss" (rate * grad loss w))\n\ngo 30 0',
  ' show=descent',
);

test('a cell that asks for descent gets it tall, without the graph above; the reader’s own layout is remembered', async ({
  page,
}) => {
  await openPage(
    page,
    await encodeLink('# A descent\n\n' + DESCENT + prose('Then.') + code('input x : real = 3\n\nx * x', ' show=delta')),
  );
  await expect(tabOf(page, 'Descent')).toHaveAttribute('aria-selected', 'true');
  await expect(panel(page, 'Descent').locator('path.series-line').last()).toBeVisible();
  await expect(panel(page, 'Delta graph')).toHaveCount(0);
  expect((await boxOf(page.locator('.tabs'))).height).toBeGreaterThan(700);
  await expectAccessible(page);

  await scrollTo(page, 2, 600);
  await cell(page, 2).locator('.view-lines').click();
  await expect(panel(page, 'Delta graph').locator('.delta-node.result')).toBeVisible();
  await expect(tabOf(page, 'Trace')).toHaveAttribute('aria-selected', 'true');

  const above = page.getByRole('button', { name: 'Graph above' });
  await expect(above).toHaveAttribute('aria-pressed', 'true');
  await above.press('Enter');
  await expect(above).toHaveAttribute('aria-pressed', 'false');
  await openTab(page, 'Graph');
  await expect(panel(page, 'Delta graph').locator('.delta-node.result')).toBeVisible();
  await page.reload();
  await expect(above).toHaveAttribute('aria-pressed', 'false');
  await scrollTo(page, 2, 600);
  await cell(page, 2).locator('.view-lines').click();
  await expect(strip(page)).toContainText('x * x');
  await expect(above).toHaveAttribute('aria-pressed', 'false');
  // What show= says again.
  await above.click();
  await expect(panel(page, 'Delta graph').locator('.delta-node.result')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('pullback.graph'))).toBeNull();
});

test('a problem is shown once, and the panels do not move while the reader types', async ({ page }) => {
  await openPage(page);
  await expect(strip(page)).toContainText('engines agree');
  await openTab(page, 'Gradient');
  const body = panel(page, 'Gradient').locator('.panel-body');
  await expect(body).toContainText('2.58385');
  const before = await boxOf(body);
  await goToEnd(page);
  await page.keyboard.type(' + nope');
  await expect(strip(page).locator('.problem')).toHaveText(/nope is not defined/u);
  await expect(body).toHaveClass(/stale/);
  await expect(page.locator('.diagnostic')).toHaveCount(1);
  await expect(page.locator('.panels').getByText('not defined')).toHaveCount(0);
  expect(await boxOf(body)).toEqual(before);
  for (let letter = 0; letter < 'nope'.length; letter++) await page.keyboard.press('Backspace');
  await page.keyboard.type('x');
  await expect(strip(page).locator('.problem')).toHaveCount(0);
  expect(await boxOf(body)).toEqual(before);
});

/** The colours of everything on the page that reports a check. */
function coloursOfChecks(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.badge.agree, .agreement.agree, .check-mark')].map(
      (each) => getComputedStyle(each).color,
    ),
  );
}

test('what is stale or being computed is not green', async ({ page }) => {
  await openPage(page);
  await openTab(page, 'Gradient');
  await expect(panel(page, 'Gradient')).toContainText('the engines agree');
  const [green, ...others] = await coloursOfChecks(page);
  await expect
    .poll(() => coloursOfChecks(page))
    .toEqual(Array.from({ length: 1 + others.length }, () => 'rgb(36, 102, 63)'));
  expect(green).toBeDefined();
  // A long run.
  await setProgram(page, 'input x : real = 2\nlet rec loop y = loop (y + x)\n\nloop 0');
  await runLong(page);
  await expect(strip(page).locator('progress')).toBeVisible();
  expect(await coloursOfChecks(page)).not.toContain('rgb(36, 102, 63)');
  await stopRun(page);
  await expect(strip(page).getByRole('button', { name: 'Run longer' })).toBeVisible();
  expect(await coloursOfChecks(page)).not.toContain('rgb(36, 102, 63)');
  await expect(page.locator('.diagnostic.error')).toHaveCount(0);
});
