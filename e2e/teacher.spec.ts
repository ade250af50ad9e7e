import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, listen, openPage, resultValue, sliderOf, test } from './fixtures';

/*
 * A new teacher writes a lesson: text, a table, three code cells, a panel. The lesson is shared, opened by another reader,
 * embedded in a page, and saved as one file.
 */

const cell = (page: Page, number: number): Locator =>
  page.getByRole('region', { name: new RegExp(`^Code cell ${number}(?:,|$)`) });

async function add(page: Page, what: '+ Code' | '+ Text' | '+ Table'): Promise<void> {
  const end = page.getByRole('group', { name: 'Add cell' }).last();
  await end.scrollIntoViewIfNeeded();
  await end.getByRole('button', { name: what }).click();
}

async function write(page: Page, number: number, text: string): Promise<void> {
  await expect(cell(page, number).getByTestId('editor')).toHaveAttribute('data-ready', 'true');
  await expect(async () => {
    await cell(page, number).locator('.view-lines').click();
    await expect(cell(page, number).locator('.monaco-editor.focused')).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

test('a lesson is written, shared, embedded, and opened from a file @long', async ({
  page,
  stranger,
  browser,
}, info) => {
  test.slow();
  await openPage(page);

  // A new notebook has one code cell; it becomes the last of the lesson.
  await page.getByRole('button', { name: 'Notebooks' }).click();
  await page.getByRole('button', { name: 'New notebook' }).click();
  await page.getByRole('button', { name: /^Rename “/ }).click();
  await page.getByRole('textbox', { name: 'Notebook title' }).fill('A line through points');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/^A line through points/);

  await add(page, '+ Text');
  await page
    .getByRole('textbox', { name: 'Markdown' })
    .fill('# A line through points\n\nWe look for $w$ and $b$ with $y \\approx w x + b$.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'A line through points' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('Move cell up');
  await page.keyboard.press('Enter');

  await add(page, '+ Table');
  const table = page.getByRole('region', { name: /^Table / });
  await expect(table.getByRole('grid')).toContainText('2.1');
  await write(page, 1, 'let loss w b = sum (map (fun row -> (w * row.x + b - row.y) ^ 2) data)');
  await expect(cell(page, 1)).toContainText('is not defined');
  await table.hover();
  await table.locator('summary', { hasText: /^Table/ }).click();
  await table.getByRole('button', { name: 'Move up' }).click();
  await expect(cell(page, 2)).not.toContainText('is not defined');

  await add(page, '+ Code');
  await expect(cell(page, 3).locator('.monaco-editor.focused')).toHaveCount(1);
  await write(page, 3, 'input w : real = 1 in -3 .. 3\ninput b : real = 0 in -3 .. 3\n\nloss w b');
  await expect(resultValue(page)).toContainText('15.06');
  await add(page, '+ Code');
  await write(
    page,
    4,
    'let rec fit (n : int) w b =\n  let here = watch "loss" (loss w b) in\n  if n = 0 then (w, b)\n  else\n    let g = grad (fun (u, v) -> loss u v) (w, b) in\n    fit (n - 1) (w - 0.02 * g.1) (b - 0.02 * g.2)\n\nfit 50 0 0',
  );
  await expect(cell(page, 4).getByRole('region', { name: /^Output/ })).toContainText('real * real');
  await cell(page, 4).hover();
  await cell(page, 4).locator('summary', { hasText: 'Panels' }).click();
  await cell(page, 4).getByRole('checkbox', { name: 'Descent' }).check();
  const descent = page.getByRole('region', { name: 'Descent', exact: true });
  await expect(descent).toContainText('loss');
  await expectAccessible(page);

  // Shared: another reader opens the link in a clean profile.
  await page.getByRole('button', { name: 'Share' }).click();
  const field = page.getByRole('textbox', { name: /link/i });
  await expect(field).toHaveValue(/#n1=/);
  const link = await field.inputValue();
  await stranger.goto(link);
  await expect(stranger).toHaveTitle(/^A line through points/);
  await expect(stranger.getByRole('region', { name: 'Descent', exact: true })).toContainText('loss');
  await sliderOf(stranger, 'w').fill('2');
  await expect(cell(stranger, 3).getByRole('region', { name: /^Output/ })).toContainText('0.06');

  // Saved offline: one file that opens without a network.
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save offline page' }).click();
  const path = info.outputPath('lesson.html');
  await (await saved).saveAs(path);
  const context = await browser.newContext({ offline: true });
  const problems: string[] = [];
  await listen(context, problems);
  const file = await context.newPage();
  await file.goto(`file://${path}`);
  await expect(file.getByRole('heading', { name: 'A line through points' }).first()).toBeVisible();
  await file.getByRole('slider', { name: 'w', exact: true }).first().fill('2');
  await expect(file.locator('body')).toContainText('0.06');
  await context.close();
  expect(problems).toEqual([]);

  // Embedded in the teacher's own page on another site.
  const embedded = `${new URL('/?embed=1', stranger.url()).href}${new URL(link).hash}`;
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Lecture</title><link rel="icon" href="data:,"><iframe title="Notebook" src="${embedded}" style="width: 100%; height: 700px"></iframe>`,
    );
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  await stranger.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
  const frame = stranger.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'A line through points' })).toBeVisible();
  await expect(frame.getByRole('group', { name: 'Add cell' })).toHaveCount(0);
  await expect(frame.getByRole('region', { name: /^Output/ }).first()).toContainText('15.06');
  expect(stranger.frames().map((each) => new URL(each.url()).hostname)).toEqual(['localhost', '127.0.0.1']);
  site.closeAllConnections();
  site.close();
});
