import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  allowClipboard,
  expect,
  expectAccessible,
  expectAccessibleNarrow,
  expectNoOverflow,
  openPage,
  openTab,
  panel,
  pointedText,
  SCHEMES,
  setProgram,
  setSlider,
  strip,
  test,
  wordOf,
} from './fixtures';

const PROGRAM = `input x : real = 2 in -4 .. 4
input y : real = 3
x * y + sin x
`;

function compiled(page: Page): Locator {
  return panel(page, 'Compiled');
}

async function openCompiled(page: Page, program = PROGRAM): Promise<Locator> {
  await openPage(page, await encodeLink(`\`\`\`pullback show=compiled\n${program}\`\`\`\n`));
  await expect(codeOf(page)).toBeVisible();
  return compiled(page);
}

function codeOf(page: Page): Locator {
  return compiled(page).getByRole('listbox');
}

function lineOf(page: Page, text: string | RegExp): Locator {
  return codeOf(page).getByRole('option').filter({ hasText: text });
}

async function show(page: Page, form: 'Program' | 'Derivative' | 'Wasm'): Promise<void> {
  await compiled(page).getByRole('group', { name: 'Code' }).getByRole('button', { name: form }).click();
  await expect(codeOf(page)).toHaveAccessibleName(new RegExp(`^${form}: [\\d,]+ lines$`, 'u'));
}

test('the code of the program, of its derivative and of the module is read, and follows an edit', async ({ page }) => {
  const shown = await openCompiled(page);
  await expect(lineOf(page, /= sin x$/u)).toHaveCount(1);
  await expect(shown).toContainText(/3 statements in 1 function; [\d,]+ bytes of WebAssembly, compiled in [\d.]+ m?s/u);
  await show(page, 'Derivative');
  await expect(lineOf(page, /= cos x$/u).locator('.code-derivative')).toHaveCount(1);
  await expect(lineOf(page, /= sin x$/u).locator('.code-derivative')).toHaveCount(0);
  await show(page, 'Wasm');
  await expect(lineOf(page, 'import "operations" "sin"')).toHaveCount(1);
  await setProgram(page, 'input x : real = 2\ntanh x');
  await expect(lineOf(page, 'import "operations" "sin"')).toHaveCount(0);
  await show(page, 'Program');
  await expect(lineOf(page, /= tanh x$/u)).toHaveCount(1);
  // A slider changes no code, so nothing is compiled again.
  const facts = await shown.locator('.compiled-facts').textContent();
  await setSlider(page, 'x', 0);
  await expect(strip(page)).toContainText('∂x1');
  await expect(shown.locator('.compiled-facts')).toHaveText(facts ?? '');
});

test('a line lights its source, and the source its lines', async ({ page }) => {
  await openCompiled(page);
  await lineOf(page, /= sin x$/u).hover();
  await expect.poll(() => pointedText(page)).toBe('sin x');
  await show(page, 'Derivative');
  await wordOf(page, 'sin').hover();
  await expect(codeOf(page).locator('.lit')).toHaveCount(2);
  await expect(codeOf(page).locator('.lit').nth(1)).toContainText('= cos');
  await show(page, 'Wasm');
  await wordOf(page, 'sin').hover();
  await expect(codeOf(page).locator('.lit').filter({ hasText: 'call $sin' }).first()).toBeAttached();
  await expect(codeOf(page).locator('.lit').first()).toBeInViewport();
  await codeOf(page).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => pointedText(page)).toBe('');
});

test('a program that is declined says where and why, and one without inputs shows its code only', async ({ page }) => {
  const shown = await openCompiled(page);
  await setProgram(page, 'input x : real = 2\nlet f y = x * y\nf');
  await expect(shown.locator('.limit-notice')).toContainText('the result has type real -> real');
  await expect(shown.locator('.diagnostic')).toHaveCount(0);
  await setProgram(page, 'sum (map sin [1, 2])');
  await expect(codeOf(page)).toBeVisible();
  await shown.getByRole('button', { name: 'Derivative' }).click();
  await expect(shown.locator('.panel-note')).toContainText('Nothing to differentiate yet');
  await show(page, 'Wasm');
  await setProgram(page, 'let a = 1');
  await expect(shown.locator('.panel-empty')).toContainText('Nothing to compile yet');
});

/** Functions that call themselves twice, which stay functions of their own. */
const LONG = `input x : real = 0.5
${Array.from({ length: 12 }, (_, i) => `let rec f${i} (a, n) = if n < 1 then sin a else f${i} (cos a * ${i}, n - 1) * tanh a + f${i} (a, n - 2)\n`).join('')}
${Array.from({ length: 12 }, (_, i) => `f${i} (x, 2)`).join(' + ')}
`;

test('long code is folded by function, and a search opens what it finds', async ({ page }) => {
  const shown = await openCompiled(page, LONG);
  await show(page, 'Wasm');
  const head = codeOf(page)
    .locator('.fold-head')
    .filter({ hasText: /f3\S*: \d+ lines/u })
    .first();
  await expect(head).toContainText('▸');
  await head.click();
  await expect(head).toContainText('▾');
  const search = shown.getByRole('searchbox', { name: 'Find in the code' });
  await search.fill('(func $f11');
  await expect(shown.locator('.search-found')).toHaveText(/^1 of \d+$/u);
  await expect(codeOf(page).locator('.lit')).toContainText('(func $f11');
  await expect(codeOf(page).locator('.lit')).toBeInViewport();
  await search.fill('nowhere');
  await expect(shown.locator('.search-found')).toHaveText('No results');
});

test('the code is copied as text @long', async ({ page, context }) => {
  await allowClipboard(context);
  const shown = await openCompiled(page);
  await show(page, 'Wasm');
  await shown.getByText('Export', { exact: true }).click();
  await shown.getByRole('button', { name: 'Copy as text' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\(module\n[^]*\n\)\n$/u);
});

for (const scheme of SCHEMES)
  test(`axe finds nothing in the compiled code, wide or narrow, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openCompiled(page);
    await show(page, 'Derivative');
    await codeOf(page).focus();
    await page.keyboard.press('End');
    await expectAccessible(page, '.tabs');
    await expectAccessibleNarrow(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoOverflow(page);
    await openTab(page, 'Compiled');
  });
