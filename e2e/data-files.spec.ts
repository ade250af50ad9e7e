import type { Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  editorOf,
  expect,
  expectAccessible,
  expectSaved,
  goToEnd,
  notices,
  panel,
  resultValue,
  setProgram,
  strip,
  test,
} from './fixtures';

const NOTEBOOK = '# Fit\n\n```pullback\ninput w : real = 2\n\nsum (map (fun p -> w * p.x) points)\n```\n';

async function open(page: Page, markdown = NOTEBOOK): Promise<void> {
  await page.goto(`/${await encodeLink(markdown)}`);
  await expect(page.locator('.monaco-editor').first()).toBeVisible();
}

async function drop(page: Page, name: string, text: string): Promise<void> {
  await dropAll(page, [[name, text]]);
}

async function dropAll(page: Page, files: readonly (readonly [string, string])[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const [name, content] of all) transfer.items.add(new File([content], name));
    return transfer;
  }, files);
  await page.locator('body').dispatchEvent('drop', { dataTransfer });
}

test('a dropped table stands above the code, can be used, and stays after a reload', async ({ page }) => {
  await open(page);
  await drop(page, 'points.csv', '\uFEFFx;"Label, long"\r\n1,5;a\r\n2;"b ""c"""\r\n');
  const table = page.getByRole('grid', { name: 'points · 2 rows' });
  await expect(table.getByRole('columnheader')).toHaveText(['x real', 'label_long string']);
  await expect(table.getByRole('row').nth(2).getByRole('gridcell')).toHaveText(['2', 'b "c"']);
  await expect(resultValue(page)).toHaveText('7');
  await expect(notices(page)).toContainText('Table points with 2 rows added');
  await expectAccessible(page, '.table-cell');
  await expectSaved(page, '```csv name=points\nx,"Label, long"\n1.5,a');
  await page.reload();
  await expect(resultValue(page)).toHaveText('7');
});

test('a dropped file, short or long, leaves the editor as it is, and is undone as one step', async ({ page }) => {
  await open(page);
  const editor = page.locator('.monaco-editor').first();
  await editor.evaluate((element) => {
    element.dataset['kept'] = 'true';
  });
  for (const rows of [3, 50_000]) {
    await drop(page, 'points.csv', `x\n${'1\n'.repeat(rows)}`);
    await expect(resultValue(page)).toHaveText(String(2 * rows));
    await expect(editor).toHaveAttribute('data-kept', 'true');
    await notices(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('region', { name: /^Table / })).toHaveCount(0);
    await expect(notices(page)).toBeEmpty();
  }
});

test('a notice about a dropped file offers to undo until the next edit', async ({ page }) => {
  await open(page);
  await drop(page, 'points.csv', 'x\n1\n');
  await expect(notices(page)).toContainText('Table points with 1 row added');
  await expect(resultValue(page)).toHaveText('2');
  await goToEnd(page);
  await page.keyboard.type(' + 1');
  await expect(resultValue(page)).toHaveText('3');
  await expect(notices(page)).toBeEmpty();
  await expect(page.getByRole('grid', { name: 'points · 1 row' })).toBeVisible();
});

test('a chosen file of JSON becomes a table or data, and gives data its value', async ({ page }) => {
  await open(page, '```pullback\ndata m : array (array real)\n\nsum (map sum m)\n```\n');
  const choose = async (name: string, text: string): Promise<void> => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '+ File' }).first().click();
    await (await choosing).setFiles({ name, mimeType: '', buffer: Buffer.from(text) });
  };
  await expect(page.getByText('drop a file m.json or m.csv on the notebook').first()).toBeVisible();
  await choose('m.json', '[[1, 2], [3, 4.5]]');
  await expect(resultValue(page)).toHaveText('10.5');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByText('drop a file m.json or m.csv on the notebook').first()).toBeVisible();
  await choose('m.csv', `a,b\n${'1,0.5\n'.repeat(9000)}`);
  await expect(resultValue(page)).toHaveText('13500');
  await expect(page.getByRole('grid', { name: 'm_table · 9,000 rows' })).toBeVisible();
  await choose('rows.json', '[{"a": 1, "b": true}, {"a": 2, "b": false}]');
  await expect(page.getByRole('grid', { name: 'rows · 2 rows' })).toBeVisible();
  await choose('settings.json', '{"rate": 0.1}');
  await expect(notices(page)).toContainText('Data settings added.');
});

test('several files of data, also with one name, become a table each', async ({ page }) => {
  await open(page);
  await dropAll(page, [
    ['points.csv', `x\n${'1\n'.repeat(3)}`],
    ['points.csv', 'x\n5\n'],
    [`it's "quoted" <img src=x onerror=alert(1)>.tsv`, 'let\t2nd (cm)\n1\t2\n'],
  ]);
  await expect(page.getByRole('grid', { name: 'points · 3 rows' })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'points2 · 1 row' })).toBeVisible();
  const odd = page.getByRole('grid', { name: "it's_quoted_img_src_x_onerror_alert_1 · 1 row" });
  await expect(odd.getByRole('columnheader')).toHaveText(['let_ real', 'column_2nd_cm real']);
  await expect(resultValue(page)).toHaveText('6');
  await dropAll(page, [
    ['a.csv', 'x\n1'],
    ['b.md', 'text'],
  ]);
  await expect(notices(page)).toContainText('You dropped 2 files.');
});

test('a file that is dropped before the code for it has arrived is taken when it has', async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/FileDrop-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await open(page);
  await drop(page, 'points.csv', 'x\n1\n2\n');
  release();
  await expect(page.getByRole('grid', { name: 'points · 2 rows' })).toBeVisible();
  await expect(resultValue(page)).toHaveText('6');
});

test('a file that is read while the reader types is added to the newest program', async ({ page }) => {
  await open(page, '```pullback\ndata xs : array real\n\n2 * sum xs\n```\n');
  await goToEnd(page);
  await drop(page, 'xs.csv', 'x\n1\n2\n');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText('let y = 1\n');
  await expect(editorOf(page)).toContainText('data xs : array real = [1, 2]');
  await expect(resultValue(page)).toHaveText('6');
});

test('the caret stays where it is when a file adds to the text above it or below it', async ({ page }) => {
  await open(page, '```pullback\ndata xs : array real\n\n2 * sum xs\n```\n');
  await goToEnd(page);
  await page.keyboard.press('ControlOrMeta+Home');
  await drop(page, 'xs.csv', 'x\n1\n2\n');
  await expect(editorOf(page)).toContainText('data xs : array real = [1, 2]');
  await page.keyboard.insertText('let y = 1\n');
  await expect(resultValue(page)).toHaveText('6');
  await notices(page).getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await goToEnd(page);
  await drop(page, 'xs.csv', 'x\n3\n4\n');
  await expect(editorOf(page)).toContainText('data xs : array real = [3, 4]');
  await page.keyboard.insertText(' + 1');
  await expect(resultValue(page)).toHaveText('15');
});

test('a file of many numbers gives data its value by a table', async ({ page }) => {
  await open(page, '```pullback\ndata xs : array real\n\nsum xs\n```\n');
  await drop(page, 'xs.json', JSON.stringify(Array.from({ length: 50_000 }, () => 0.5)));
  await expect(resultValue(page)).toHaveText('25000');
  await expect(page.getByRole('grid', { name: 'xs_table · 50,000 rows' })).toBeVisible();
  await expect(editorOf(page)).toContainText('let xs : array real = map (fun row -> row.value) xs_table');
});

test('the graph of a program with large data is folded, and that of a part of the data shows each node', async ({
  page,
}) => {
  await open(page);
  await drop(page, 'points.csv', `x,y\n${'1,2\n'.repeat(20_000)}`);
  const delta = panel(page, 'Delta graph');
  await expect(delta).toContainText('20,000 × function: 20,000 entries');
  await setProgram(page, 'input w : real = 2\n\nsum (map (fun p -> w * p.x) (take 20 points))');
  await expect(resultValue(page)).toHaveText('40');
  await expect(delta).toContainText('the engine ran on the A-normal trace, because the data `points` is large');
  await expect(strip(page)).toContainText(/1[01]\s*engines agree/);
});

test('a malformed file says where, and changes nothing', async ({ page }) => {
  await open(page);
  for (const [name, text, why] of [
    ['a.csv', 'x,y\n1,"2\n', '“a.csv”, line 2, column 3: this quote is never closed. The notebook is unchanged.'],
    ['b.json', '[1,\n 2', '“b.json”, line 2, column 3: this is not JSON: expected a comma or ].'],
    ['c.csv', 'a\0b', '“c.csv” is not a text file.'],
  ] as const) {
    await drop(page, name, text);
    await expect(notices(page)).toContainText(why);
  }
  await expect(page.getByRole('region', { name: /^Table / })).toHaveCount(0);
});

test('a table of 50,000 rows renders the rows in view, and is shared as a file', async ({ page }) => {
  await open(page);
  const rows = Array.from({ length: 50_000 }, (_, row) => `${row},name ${row % 9},${row % 2 === 0}`);
  await drop(page, 'points.csv', `x,label,flag\n${rows.join('\n')}`);
  await expect(resultValue(page)).toHaveText('2499950000');
  const table = page.getByRole('grid', { name: 'points · 50,000 rows' });
  await page.getByRole('button', { name: 'Show all 50,000 rows' }).click();
  await page.locator('.table-scroll').evaluate((box) => {
    box.scrollTop = box.scrollHeight;
  });
  await expect(table.getByRole('row').last().getByRole('gridcell')).toHaveText(['49999', 'name 4', 'false']);
  expect(await table.getByRole('row').count()).toBeLessThan(150);
  await page.getByRole('button', { name: 'Edit points as text' }).click();
  await expect(page.getByText('This table is too long to edit here.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This notebook is too large for a link.');
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as file' }).click();
  expect((await downloading).suggestedFilename()).toBe('fit.md');
});
