import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  choose,
  expect,
  expectAccessible,
  expectNoOverflow,
  expectSaved,
  notices,
  openPage,
  resultValue,
  setSlider,
  strip,
  test,
} from './fixtures';
import { LARGE, largeNotebook } from './large-notebook';

const LESSON = `---
title: Three cells
---
# Three cells

\`\`\`pullback
let square y = y * y
\`\`\`

Now it is used.

\`\`\`pullback show=gradient
input x : real = 3 in 0 .. 9

square x
\`\`\`

And something apart.

\`\`\`pullback show=trace
input t : real = 2 in 0 .. 4

t + 1
\`\`\`
`;

const cell = (page: Page, number: number): Locator =>
  page.getByRole('region', { name: `Code cell ${number}`, exact: true });
const output = (page: Page, number: number): Locator => cell(page, number).getByRole('region', { name: 'Output' });

async function typeInto(page: Page, number: number, text: string): Promise<void> {
  await cell(page, number).locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(text);
}

/** The cells that were run since the last call. */
function runs(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => {
    const marks = performance.getEntriesByName('run-cell') as PerformanceMark[];
    performance.clearMarks('run-cell');
    return [...new Set(marks.map(({ detail }) => (detail as { readonly cell: number }).cell))].sort((a, b) => a - b);
  });
}

test('each cell shows its own output; the panels are about the clicked cell', async ({ page }) => {
  await openPage(page, await encodeLink(LESSON));
  await expect(output(page, 2)).toContainText('9');
  await expect(output(page, 3)).toContainText('3');
  await expect(output(page, 1)).toHaveCount(0);
  await expect(strip(page)).toContainText('square x');
  await expect(page.getByRole('tab', { name: 'Gradient' })).toHaveAttribute('aria-selected', 'true');
  await cell(page, 3).locator('.view-lines').click();
  await expect(strip(page)).toContainText('t + 1');
  await expect(page.getByRole('tab', { name: 'Trace' })).toHaveAttribute('aria-selected', 'true');
  await expect(strip(page)).toContainText('∂t');
  await expect(strip(page)).not.toContainText('∂x');
  await expectAccessible(page);
});

test('an edit runs the cell and those that depend on it; an error leaves the others alone', async ({ page }) => {
  await openPage(page, await encodeLink(LESSON));
  await expect(output(page, 3)).toContainText('3');
  await page.waitForTimeout(500);
  await runs(page);
  await typeInto(page, 1, ' + 1');
  await expect(output(page, 2)).toContainText('10');
  expect(await runs(page)).toEqual([0, 1]);
  await typeInto(page, 1, ' +');
  await expect(output(page, 2)).toContainText('Waiting for cell 1');
  await typeInto(page, 3, '0');
  await expect(output(page, 3)).toContainText('12');
  await typeInto(page, 1, ' 2');
  await expect(output(page, 2)).toContainText('12');
});

test('adding or moving a cell runs no other cell, and results keep their places @long', async ({ page }) => {
  await openPage(page, await encodeLink(LESSON));
  await expect(output(page, 3)).toContainText('3');
  await cell(page, 3).locator('.view-lines').click();
  await expect(strip(page)).toContainText('t + 1');
  await page.waitForTimeout(500);
  await runs(page);
  await page.getByRole('group', { name: 'Add cell' }).first().getByRole('button', { name: '+ Code' }).click();
  await expect(output(page, 4)).toContainText('3');
  await choose(cell(page, 4), 'Move up');
  await choose(cell(page, 4), 'Move up');
  await cell(page, 3).locator('.view-lines').click();
  await expect(strip(page)).toContainText('t + 1');
  await page.waitForTimeout(500);
  expect(await runs(page)).toEqual([0]);
  await strip(page).locator('.chip').first().hover();
  await expect(cell(page, 3).locator('.code-pointed').first()).toBeVisible();
});

test('cells are added, moved, split, merged and deleted; every edit can be undone, also after a reload', async ({
  page,
}) => {
  await openPage(page, await encodeLink(LESSON));
  const shape = async (): Promise<readonly string[]> =>
    page.locator('.cell pre.static-code, .cell .view-lines').allInnerTexts();
  await cell(page, 3).getByTestId('editor').locator('.view-lines').waitFor();
  const before = await shape();

  await choose(cell(page, 3), 'Move up');
  await choose(cell(page, 3), 'Move up');
  await expect(cell(page, 2)).toContainText('t + 1');
  await choose(cell(page, 1), 'Delete');
  await expect(page.getByRole('region', { name: /^Code cell/ })).toHaveCount(2);
  await expect(output(page, 2)).toContainText('square is not defined');
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: /^Code cell/ })).toHaveCount(3);
  await expect(output(page, 3)).toContainText('9');

  await typeInto(page, 3, '\n\nsquare 5');
  await expect(output(page, 3)).toContainText('25');
  await choose(cell(page, 3), 'Split cell');
  await expect(output(page, 4)).toContainText('25');
  await expect(output(page, 3)).not.toContainText('25');
  await choose(cell(page, 3), 'Merge with next');
  await expect(page.getByRole('region', { name: /^Code cell/ })).toHaveCount(3);
  await expect(output(page, 3)).toContainText('25');
  await expectSaved(page, 'square 5');

  await page.reload();
  await expect(notices(page)).toContainText('your edited copy');
  await expect(output(page, 3)).toContainText('25');
  await page.locator('body').click({ position: { x: 5, y: 400 } });
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+z');
    expect(await shape()).toEqual(before);
  }).toPass();
  await expect(output(page, 2)).toContainText('9');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(cell(page, 2)).toContainText('t + 1');
});

test('text cells are edited and split; the title is edited', async ({ page }) => {
  await openPage(page, await encodeLink(LESSON));
  await page.getByRole('group', { name: 'Add cell' }).last().getByRole('button', { name: '+ Text' }).click();
  const text = page.getByRole('textbox', { name: 'Markdown' });
  await expect(text).toBeFocused();
  await text.fill('## An end\n\nwith $\\sqrt{2}$ and <b onclick="alert(1)">bold</b>.');
  await text.press('Escape');
  await expect(page.getByRole('heading', { name: 'An end' })).toBeVisible();
  await expect(page.locator('.katex').last()).toContainText('2');
  await page.getByRole('button', { name: 'Rename “Three cells”' }).click();
  await page.getByRole('textbox', { name: 'Notebook title' }).fill('Of "squares"');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/^Of "squares"/);
  await expectSaved(page, 'title: "Of \\"squares\\""');
  await page.reload();
  await expect(page).toHaveTitle(/^Of "squares"/);
});

test('the history shows an earlier version and restores it @long', async ({ page }) => {
  await openPage(page, await encodeLink(LESSON));
  await typeInto(page, 3, '00');
  await expect(output(page, 3)).toContainText('102');
  await expectSaved(page, 't + 100');
  await page.reload();
  await expect(output(page, 3)).toContainText('102');
  await typeInto(page, 3, ' * 2');
  await expect(output(page, 3)).toContainText('202');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('history');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'History' });
  await expect(dialog.getByRole('listitem')).not.toHaveCount(0);
  await dialog.getByRole('listitem').last().getByRole('button').click();
  await expect(dialog).toContainText('- t + 100 * 2');
  await expectAccessible(page, 'dialog');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(output(page, 3)).toContainText('3');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(output(page, 3)).toContainText('202');
});

test('the panels of a cell are saved on its fence @long', async ({ page }) => {
  await openPage(page, await encodeLink(LESSON));
  await cell(page, 3).hover();
  await cell(page, 3).locator('summary', { hasText: 'Panels' }).click();
  await cell(page, 3).getByRole('checkbox', { name: 'Gradient' }).check();
  await expectSaved(page, '```pullback show=trace,gradient');
  await page.getByRole('slider', { name: 't', exact: true }).fill('3');
  await cell(page, 3)
    .getByRole('button', { name: /Save these input/ })
    .click();
  await expectSaved(page, 'at=t:3');
  await page.reload();
  await expect(output(page, 3)).toContainText('4');
});

test('a notebook of sixty cells has editors only near the viewport, and runs only what an edit affects @long', async ({
  page,
}) => {
  await openPage(page, await encodeLink(largeNotebook()));
  await expect(page.getByRole('region', { name: /^Code cell/ })).toHaveCount(LARGE.cells);
  await expect(output(page, LARGE.cells)).toContainText(/\d/);
  const editors = page.locator('.monaco-editor[role=code]');
  expect(await editors.count()).toBeLessThan(6);
  await page.waitForTimeout(500);
  await runs(page);
  await output(page, 2).getByRole('button', { name: /^line/ }).click();
  await typeInto(page, 2, ' + 1');
  await expect.poll(() => runs(page)).toEqual([1]);
  await cell(page, 1).scrollIntoViewIfNeeded();
  await typeInto(page, 1, '\n');
  await page.keyboard.press('ControlOrMeta+Home');
  await expect(cell(page, 1).getByTestId('editor')).toHaveAttribute('data-ready', 'true');
  await cell(page, 50).scrollIntoViewIfNeeded();
  await expect(cell(page, 50).getByTestId('editor')).toHaveAttribute('data-ready', 'true');
  await expect(strip(page)).toContainText('x_49');
  // A revealed place does not keep its editor mounted.
  await expect(cell(page, 2).locator('.monaco-editor')).toHaveCount(0);
  await expect.poll(() => editors.count()).toBeLessThan(6);
});

test('a cell and its panels are usable on a phone @long', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, await encodeLink(LESSON));
  await expect(resultValue(page)).toHaveText('9');
  await cell(page, 3).locator('.view-lines').click();
  await expect(resultValue(page)).toHaveText('3');
  await expectNoOverflow(page);
  await expectAccessible(page);
});

test('a presentation goes from cell to cell through the panels that they name @long', async ({ page }) => {
  await openPage(page, await encodeLink(LESSON));
  await page.getByRole('button', { name: 'Present' }).click();
  const next = page.getByRole('button', { name: 'Next' });
  await expect(page.getByRole('tab', { name: 'Gradient' })).toHaveAttribute('aria-selected', 'true');
  await next.click();
  await expect(strip(page)).toContainText('t + 1');
  await expect(page.getByRole('tab', { name: 'Trace' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('PageUp');
  await expect(strip(page)).toContainText('square x');
  await page.keyboard.press('Escape');
  await expect(next).toHaveCount(0);
});

test('a slider that is moved back shows no result of the other value @long', async ({ page }) => {
  const program = 'input x : real = 1 in 0 .. 4\nlet rec go n y = if n = 0 then y else go (n - 1) (y + 0)\ngo 100000 x';
  await openPage(page, await encodeLink(`\`\`\`pullback\n${program}\n\`\`\`\n`));
  await setSlider(page, 'x', 2);
  await expect(resultValue(page)).toHaveText('2');
  await expect(strip(page)).toContainText('engines agree');
  const { seen, runs } = await seenThereAndBack(page);
  expect(seen).toEqual(['2']);
  expect(runs).toBeGreaterThan(0);
});

/** The values that are shown, and the runs that begin, when the slider is moved to 3 and back to 2. */
async function seenThereAndBack(page: Page): Promise<{ readonly seen: readonly string[]; readonly runs: number }> {
  return page.evaluate(async () => {
    const seen = new Set<string>();
    const look = (): void => {
      seen.add(document.querySelector('.result-value')?.textContent ?? '');
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    const count = (): number => performance.getEntriesByName('run-cell').length;
    const before = count();
    const slider = document.querySelector<HTMLInputElement>('input[type=range]');
    // In one task, so that the run of 3 cannot have been answered in between.
    for (const value of ['3', '2']) {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, value);
      slider?.dispatchEvent(new Event('input', { bubbles: true }));
    }
    const runs = count() - before;
    await new Promise((resolve) => setTimeout(resolve, 800));
    look();
    return { seen: [...seen], runs };
  });
}
