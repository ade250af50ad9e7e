import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  allowClipboard,
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  resultValue,
  SCHEMES,
  test,
} from './fixtures';

function notebook(rows: string): string {
  return `---\ntitle: Grid\n---\n# Grid\n\n\`\`\`csv name=data\n${rows}\n\`\`\`\n\n\`\`\`pullback\nsum (map (fun r -> r.x) data)\n\`\`\`\n`;
}

const ROWS = 'x,name,on\n3,c,true\n1,a,false\n2,b,true';

async function openGrid(page: Page, rows = ROWS): Promise<Locator> {
  await openPage(page, await encodeLink(notebook(rows)));
  const grid = page.getByRole('grid', { name: /^data/ });
  await expect(grid).toBeVisible();
  return grid;
}

function rowOf(grid: Locator, row: number): Locator {
  return grid.getByRole('row').nth(row);
}

async function expectColumn(grid: Locator, column: number, values: readonly string[]): Promise<void> {
  const cells = grid.locator(`tbody td:nth-child(${column + 2})`);
  await expect(cells).toHaveText([...values]);
}

test('cells are edited in place, by keys and by the mouse', async ({ page }) => {
  const grid = await openGrid(page);
  await expect(resultValue(page)).toContainText('6');
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'x, row 2' })).toHaveValue('1');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await expect(resultValue(page)).toContainText('15');
  // Enter has gone down; typing replaces the text, and Tab goes to the right.
  await page.keyboard.type('7');
  await page.keyboard.press('Tab');
  await expect(resultValue(page)).toContainText('20');
  await page.keyboard.type('new, "text"');
  await page.keyboard.press('Tab');
  await expect(rowOf(grid, 3).getByRole('gridcell')).toHaveText(['7', 'new, "text"', 'true']);
  // Escape leaves the cell as it was.
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('99');
  await page.keyboard.press('Escape');
  await expect(rowOf(grid, 1).getByRole('gridcell')).toHaveText(['3', 'c', 'true']);
  await expect(grid).toBeFocused();
  // Each cell is an undo step.
  await page.keyboard.press('ControlOrMeta+z');
  await expectColumn(grid, 1, ['c', 'a', 'b']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(resultValue(page)).toContainText('15');
  await rowOf(grid, 1).getByRole('gridcell').first().dblclick();
  await page.getByRole('textbox', { name: 'x, row 1' }).fill('100');
  await rowOf(grid, 2).getByRole('gridcell').nth(1).click();
  await expect(resultValue(page)).toContainText('112');
  // Tab leaves a grid in which nothing is edited.
  await page.keyboard.press('Tab');
  await expect(grid).not.toBeFocused();
});

test('a column is renamed in its head', async ({ page }) => {
  const grid = await openGrid(page);
  await grid.focus();
  for (const key of ['ArrowUp', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('textbox', { name: 'Name of the column' }).fill('label : string');
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('columnheader')).toHaveText(['x real', 'label string', 'on bool']);
});

test('rows and columns are added, removed and sorted, each as one undo step', async ({ page }) => {
  const grid = await openGrid(page);
  const tool = (name: string): Locator => page.getByRole('button', { name, exact: true });
  await tool('Add row').click();
  await expectColumn(grid, 0, ['3', '1', '2', '0']);
  await expectColumn(grid, 2, ['true', 'false', 'true', 'false']);
  await rowOf(grid, 1).getByRole('gridcell').first().click();
  await tool('Sort by x, ascending').click();
  await expectColumn(grid, 0, ['0', '1', '2', '3']);
  await tool('Sort by x, descending').click();
  await expectColumn(grid, 0, ['3', '2', '1', '0']);
  await page.keyboard.press('ControlOrMeta+z');
  await expectColumn(grid, 0, ['0', '1', '2', '3']);
  await tool('Remove row 1').click();
  await expectColumn(grid, 0, ['1', '2', '3']);
  await tool('Add column').click();
  await expect(grid.getByRole('columnheader')).toHaveText(['x real', 'column_4 real', 'name string', 'on bool']);
  await tool('Remove column column_4').click();
  await expect(grid.getByRole('columnheader')).toHaveText(['x real', 'name string', 'on bool']);
  for (let step = 0; step < 5; step++) await page.keyboard.press('ControlOrMeta+z');
  await expectColumn(grid, 0, ['3', '1', '2']);
});

test('cells of a spreadsheet are pasted, and the table grows', async ({ page, context }) => {
  await allowClipboard(context);
  const grid = await openGrid(page);
  await grid.focus();
  await page.keyboard.press('Control+End');
  await page.evaluate(() => navigator.clipboard.writeText('false\t0.5\r\ntrue\t1.5\r\nfalse\t2.5\r\n'));
  await page.keyboard.press('ControlOrMeta+v');
  await expect(grid.getByRole('columnheader')).toHaveText(['x real', 'name string', 'on bool', 'column_4 real']);
  await expectColumn(grid, 2, ['true', 'false', 'false', 'true', 'false']);
  await expectColumn(grid, 3, ['0', '0', '0.5', '1.5', '2.5']);
  await expectColumn(grid, 0, ['3', '1', '2', '0', '0']);
  await page.keyboard.press('ControlOrMeta+z');
  await expectColumn(grid, 0, ['3', '1', '2']);
  await page.keyboard.press('ControlOrMeta+c');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ControlOrMeta+v');
  await expectColumn(grid, 2, ['true', 'true', 'true']);
});

test('columns have a summary, in a picture and in words', async ({ page }) => {
  const grid = await openGrid(page);
  await expect(grid).toHaveAccessibleDescription(
    'x: real, 1 to 3, counts in 4 equal parts 1, 0, 1, 1; name: string, 3 values; on: bool, 2 true, 1 false',
  );
  await expect(grid.locator('.table-summary td')).toHaveText(['', '1 to 3', '3 values', '2 true']);
  await expect(grid.locator('.table-summary').locator('svg')).toHaveCount(2);
});

test('a table of 50,000 rows is gone through, edited and sorted', async ({ page }) => {
  const rows = Array.from({ length: 50_000 }, (_, row) => `${row},n${row % 7},true`).join('\n');
  await openPage(page);
  await page.getByRole('button', { name: 'Notebooks' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open file' }).click();
  const text = notebook(`x,name,on\n${rows}`);
  await (await choosing).setFiles({ name: 'grid.md', mimeType: '', buffer: Buffer.from(text) });
  const grid = page.getByRole('grid', { name: 'data · 50,000 rows' });
  await expect(grid).toBeVisible();
  await expect(resultValue(page)).toContainText('1249980000');
  await page.getByRole('button', { name: 'Show all 50,000 rows' }).click();
  await grid.focus();
  await page.keyboard.press('Control+End');
  await expect(grid.getByRole('row').last()).toContainText('49999');
  await page.keyboard.press('Home');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await expect(resultValue(page)).toContainText('1249930000');
  await page.keyboard.press('Control+Home');
  await expect(grid.getByRole('row').nth(1)).toContainText('n0');
  expect(await grid.getByRole('row').count()).toBeLessThan(200);
  await page.getByRole('button', { name: 'Sort by x, descending' }).click();
  await expect(grid.getByRole('row').nth(1)).toContainText('49998');
});

for (const scheme of SCHEMES)
  test(`a grid is accessible, also on a phone (${scheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const grid = await openGrid(page);
    await grid.focus();
    await expectAccessible(page, '.table-cell');
    await page.keyboard.press('Enter');
    await expectAccessible(page, '.table-cell');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await expectAccessible(page, '.table-cell');
  });
