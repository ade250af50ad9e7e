import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  editorOf,
  expect,
  goToEnd,
  notices,
  openPage,
  resultValue,
  setProgram,
  setSlider,
  strip,
  test,
} from './fixtures';

/** A notebook with these code cells. */
async function openCells(page: Page, ...cells: readonly string[]): Promise<void> {
  const blocks = cells.map((text) => `\`\`\`pullback\n${text}\n\`\`\``);
  await openPage(page, await encodeLink(blocks.join('\n\nand then\n\n')));
  for (const [index] of cells.entries()) await expect(cellOf(page, index)).toHaveAttribute('data-ready', 'true');
}

function cellOf(page: Page, index: number): Locator {
  return page.getByTestId('editor').nth(index);
}

/** Moves the caret into a line, `column` characters from its start. */
async function goTo(page: Page, cell: number, line: number, characters: number): Promise<void> {
  await expect(async () => {
    await text(page, cell).click();
    await expect(cellOf(page, cell).locator('.monaco-editor.focused')).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await page.keyboard.press('ControlOrMeta+Home');
  for (let at = 1; at < line; at++) await page.keyboard.press('ArrowDown');
  for (let at = 0; at < characters; at++) await page.keyboard.press('ArrowRight');
}

function text(page: Page, index: number): Locator {
  return cellOf(page, index).locator('.view-lines');
}

function suggestions(page: Page): Locator {
  return page.locator('.suggest-widget.visible');
}

test('a prelude name is completed, with its type and documentation', async ({ page }) => {
  await openPage(page);
  await setProgram(page, '');
  await page.keyboard.type('gradientD');
  const focused = suggestions(page).locator('.monaco-list-row.focused');
  await expect(focused).toContainText('gradientDescent');
  await page.keyboard.press('ControlOrMeta+Space'); // shows the details
  await expect(page.locator('.suggest-details')).toContainText('steps of gradient descent on f');
  await page.keyboard.press('Enter');
  await expect(editorOf(page)).toContainText('gradientDescent');
  await expect(suggestions(page)).toHaveCount(0);
});

test('completions list the nearest names first, also in an unfinished program @long', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'let pearTree x = x\nlet f apple =\n  let pear = apple + 1 in\n  pear * (2 + ');
  await page.keyboard.type('pe');
  const rows = suggestions(page).locator('.monaco-list-row');
  await expect(rows.first()).toContainText('pear');
  await expect(rows.first()).not.toContainText('pearTree');
  await expect(rows.nth(1)).toContainText('pearTree');
  await page.keyboard.press('Tab');
  await page.keyboard.type(')');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await page.keyboard.insertText('f 1');
  await expect(resultValue(page)).toHaveText('8');
});

test('after a dot, the fields of the record are completed @long', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'let ball = { mass = 2.0, speed = 3.0 }\nball');
  await page.keyboard.type('.');
  await expect(suggestions(page).locator('.monaco-list-row')).toHaveCount(2);
  await page.keyboard.type('sp');
  await page.keyboard.press('Enter');
  await expect(resultValue(page)).toHaveText('3');
});

test('F12 goes to the definition in another cell', async ({ page }) => {
  await openCells(page, 'let g = 9.81\nlet fall t = g * t ^ 2 / 2', 'fall 2');
  await goTo(page, 1, 1, 2);
  await page.keyboard.press('F12');
  await expect(cellOf(page, 0).locator('.monaco-editor.focused')).toHaveCount(1);
  // The name is selected there.
  await page.keyboard.type('drop');
  await expect(text(page, 0)).toContainText('let drop t =');
});

test('references of a name are listed @long', async ({ page }) => {
  await openCells(page, 'let fall t = 9.81 * t', 'fall 2 + fall 3');
  await goTo(page, 0, 1, 5);
  await page.keyboard.press('Shift+F12');
  const peek = page.locator('.peekview-widget');
  await expect(peek).toContainText('References (3)');
  await expect(peek.locator('.reference-file')).toHaveText([/Cell 1/, /Cell 2/]);
  await page.keyboard.press('Escape');
  await expect(peek).toHaveCount(0);
});

test('F2 renames a name in all cells, but not to a name that is taken', async ({ page }) => {
  await openCells(page, 'let fall t = 9.81 * t', 'let other = 1\nfall 2 + other');
  await expect(resultValue(page)).toHaveText('20.62');
  await goTo(page, 1, 2, 2);
  await page.keyboard.press('F2');
  const box = page.locator('.rename-box input');
  await expect(box).toHaveValue('fall');
  await box.fill('other');
  await box.press('Enter');
  await expect(notices(page)).toContainText('`other` is already in use');
  await expect(text(page, 0)).toContainText('let fall t');

  await goTo(page, 1, 2, 2);
  await page.keyboard.press('F2');
  await box.fill('drop');
  await box.press('Enter');
  await expect(text(page, 0)).toContainText('let drop t');
  await expect(text(page, 1)).toContainText('drop 2 + other');
  await expect(resultValue(page)).toHaveText('20.62');

  await setProgram(page, 'sin 1');
  await page.keyboard.press('Home');
  await page.keyboard.press('F2');
  await expect(page.locator('.monaco-editor-overlaymessage')).toContainText('is built in and cannot be renamed');
});

test('the parameters of a function are shown while typing @long', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'gradientDescent');
  await page.keyboard.type(' ');
  const help = page.locator('.parameter-hints-widget.visible');
  await expect(help).toContainText('gradientDescent : real ->');
  await expect(help).toContainText('steps of gradient descent on f');
  await expect(help.locator('.parameter.active')).toHaveText('real');
  await page.keyboard.type('0.1 10 ');
  await expect(help.locator('.parameter.active')).toContainText('->');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
});

test('a quick fix corrects a misspelt name', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'let height = 2.0\nheigth * 3');
  await expect(editorOf(page).locator('.squiggly-error')).toHaveCount(1);
  await goToEnd(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('ControlOrMeta+.');
  const menu = page.locator('.action-widget').first();
  await expect(menu).toContainText('Replace with `height`');
  await page.keyboard.press('Enter');
  await expect(resultValue(page)).toHaveText('6');
});

test('definitions fold and unfold @long', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'let f x =\n  let y = x + 1 in\n  y * 2\n\nf 1');
  await expect(editorOf(page)).toContainText('y * 2');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+Shift+[');
  await expect(editorOf(page)).not.toContainText('y * 2');
  await page.keyboard.press('ControlOrMeta+Shift+]');
  await expect(editorOf(page)).toContainText('y * 2');
});

test('the outline of a cell goes to its definitions @long', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'input rate : real = 1\ntype Shape = Circle real | Dot\nlet area s = 2 * rate\narea Dot');
  await expect(resultValue(page)).toHaveText('2');
  await page.keyboard.press('ControlOrMeta+Shift+O');
  const list = page.locator('.quick-input-widget .monaco-list-row');
  await expect(list).toHaveCount(5);
  await page.keyboard.type('area');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('x');
  await expect(editorOf(page)).toContainText('let xarea s');
});

test('inline values are toggled, and follow the sliders @long', async ({ page }) => {
  const editor = await openPage(page);
  await setProgram(page, 'input x : real = 2 in 0 .. 4\nlet square = x * x\n\n3 * square');
  await expect(strip(page)).toContainText('∂x12');
  await expect(text(page, 0)).not.toContainText('∂');
  await page.keyboard.press('Alt+v');
  for (const hint of ['x = 2, ∂ 12', 'square = 4', '3 * square = 12']) await expectText(editor, hint);
  await setSlider(page, 'x', 1);
  for (const hint of ['x = 1, ∂ 6', 'square = 1', '3 * square = 3']) await expectText(editor, hint);
  await goToEnd(page);
  await page.keyboard.press('Alt+v');
  await expect(text(page, 0)).not.toContainText('∂');
  await expect(text(page, 0)).not.toContainText('3 * square = 3');
});

/** Replaces the no-break spaces that Monaco renders. */
async function expectText(target: Locator, expected: string): Promise<void> {
  await expect
    .poll(async () => (await target.locator('.view-lines').textContent())?.replaceAll('\u00a0', ' '))
    .toContain(expected);
}
