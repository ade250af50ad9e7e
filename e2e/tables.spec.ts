import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoOverflow, openPage, resultValue, test } from './fixtures';

const NOTEBOOK = [
  '# Points',
  '```csv name=points\nx,Label\n1,a\n2,b\n3,c\n```',
  '```pullback\ninput w : real = 2\nsum (points |> map (fun p -> w * p.x))\n```\n',
].join('\n\n');

async function choose(page: Page, button: Locator, name: string, text: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await button.click();
  await (await choosing).setFiles({ name, mimeType: '', buffer: Buffer.from(text) });
}

async function openTable(page: Page, text = NOTEBOOK): Promise<Locator> {
  await openPage(page);
  await page.getByRole('button', { name: 'Notebooks' }).click();
  await choose(page, page.getByRole('button', { name: 'Open file' }), 'points.md', text);
  const cell = page.getByRole('region', { name: /^Table / });
  await expect(cell).toBeVisible();
  return cell;
}

test('a table is shown, edited, renamed, and filled from a file', async ({ page }) => {
  const cell = await openTable(page);
  await expect(resultValue(page)).toContainText('12');
  const table = cell.getByRole('grid', { name: 'points · 3 rows' });
  await expect(table.getByRole('columnheader')).toHaveText(['x real', 'label string']);
  await expect(table.getByRole('row').nth(2).getByRole('gridcell')).toHaveText(['2', 'b']);
  await expectAccessible(page, '.table-cell');

  await cell.getByRole('button', { name: 'Edit points as text' }).click();
  const rows = cell.getByRole('textbox', { name: /^Rows/ });
  await expect(rows).toBeFocused();
  await rows.fill('x,Label\n1,a\n2,b\n10,c\n-3,d');
  await expect(resultValue(page)).toContainText('20');
  await rows.press('ControlOrMeta+z');
  await expect(resultValue(page)).toContainText('12');
  await expectAccessible(page, '.table-cell');

  await choose(page, cell.getByRole('button', { name: 'Load file' }), 'other.csv', 'x;Label\r\n5;e\r\n');
  await expect(rows).toHaveValue('x,Label\n5,e');
  await expect(resultValue(page)).toContainText('10');
  await choose(page, cell.getByRole('button', { name: 'Load file' }), 'other.png', '\0');
  await expect(cell.getByRole('alert')).toContainText('is not a text file');

  const name = cell.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('My data');
  await name.press('Escape');
  await expect(page.getByRole('grid', { name: 'my_data · 1 row' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit my_data as text' })).toBeFocused();
});

test('problems of a table are listed below it and lead to their places @long', async ({ page }) => {
  const cell = await openTable(page, NOTEBOOK.replace('2,b', ',b'));
  const problem = cell.locator('.diagnostic');
  await expect(problem).toContainText('row 2, column x: an empty cell is not a number');
  await expect(page.getByText('Waiting for cell 1')).toBeVisible();
  await problem.getByRole('button').click();
  const rows = cell.getByRole('textbox', { name: /^Rows/ });
  await expect(rows).toBeFocused();
  const caret = await rows.evaluate((area) => (area instanceof HTMLTextAreaElement ? area.selectionStart : -1));
  expect(caret).toBe('x,Label\n1,a\n'.length);
  await page.keyboard.type('7');
  await expect(problem).toHaveCount(0);
  await expect(resultValue(page)).toContainText('22');
});

test('a long table shows its first rows, and all on demand, also on a narrow page @long', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const rows = Array.from({ length: 150 }, (_, row) => `${row},a long piece of text\n`).join('');
  const cell = await openTable(page, NOTEBOOK.replace('1,a\n2,b\n3,c\n', rows));
  await expect(cell.getByRole('row')).toHaveCount(9);
  await cell.getByRole('button', { name: 'Show all 150 rows' }).click();
  await expect(cell.getByRole('row')).toHaveCount(151);
  const height = (await cell.boundingBox())?.height;
  expect(height).toBeLessThan(450);
  await expectNoOverflow(page);
});
