import type { Locator, Page } from '@playwright/test';
import {
  editorOf,
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  resultValue,
  SCHEMES,
  setProgram,
  test,
} from './fixtures';

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Language reference' });
const search = (page: Page): Locator => dialog(page).getByRole('combobox', { name: 'Search the reference' });
const entry = (page: Page, title: string): Locator => dialog(page).getByRole('article', { name: title, exact: true });

/** Opens the reference by its key. Retries, because the key listener is loaded after the page. */
async function openReference(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('F1');
    await expect(search(page)).toBeFocused({ timeout: 1000 });
  }).toPass();
}

test('F1 on a word opens its entry, and the focus returns to the editor', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'let rec power (x, n) = if n = 0 then 1.0 else x * power (x, n - 1)\n\nnorm [3, 4]');
  await page.keyboard.press('Home');
  await openReference(page);
  await expect(entry(page, 'norm v')).toContainText('the Euclidean norm');
  await expect(entry(page, 'norm v')).toContainText('norm : a -> real where a contains no functions');
  await expect(entry(page, 'norm v')).toContainText('norm [3, 4] -- 5');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(editorOf(page).locator('.monaco-editor.focused')).toHaveCount(1);

  await page.keyboard.press('ControlOrMeta+Home');
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await openReference(page);
  await expect(entry(page, 'let rec f x = e')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight'); // a name of the program
  await openReference(page);
  await expect(search(page)).toHaveValue('power');
});

test('the reference is searched and read with the keyboard', async ({ page }) => {
  await openPage(page);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill('language ref');
  await page.keyboard.press('Enter');
  await expect(search(page)).toBeFocused();
  await expect(entry(page, 'A first look')).toBeVisible();

  await search(page).fill('fold');
  await expect(entry(page, 'fold (x, r) -> e over xs from s')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(entry(page, 'foldl f start xs')).toBeVisible();
  await search(page).fill('xyzzy');
  await expect(dialog(page)).toContainText('No results');

  await search(page).fill('match');
  await entry(page, 'match e with p -> a | q -> b').getByRole('link', { name: 'Patterns and matches' }).click();
  await expect(entry(page, 'Patterns and matches')).toContainText('The checker warns about cases without an arm.');
});

test('an example opens as a notebook, and is added as a cell', async ({ page }) => {
  await openPage(page);
  await openReference(page);
  await search(page).fill('solveLinear');
  await entry(page, 'solveLinear m b').getByRole('button', { name: 'Add as cell' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Code cell 2' })).toContainText('[1, 1]');
  await expect(page.getByRole('region', { name: 'Code cell 2' }).locator('.monaco-editor.focused')).toHaveCount(1);

  await openReference(page);
  await search(page).fill('input');
  await entry(page, 'input x : T = e in a .. b step c').getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByRole('button', { name: 'Rename “input x : T = e in a .. b step c”' })).toBeVisible();
  await expect(resultValue(page)).toHaveText('8');
});

test('on a phone, the help leads to the reference', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('dialog', { name: 'Help' }).getByRole('button', { name: 'Language reference' }).click();
  await search(page).fill('softmax');
  await expect(entry(page, 'softmax xs').getByRole('button', { name: 'Try it' })).toBeInViewport();
  await expectNoOverflow(page);
});

test('what is typed before the reference is there is searched, not the word in the editor', async ({ page }) => {
  const waiting: (() => void)[] = [];
  await page.route('**/language-*.md', (route) => {
    waiting.push(() => void route.continue());
  });
  await openPage(page);
  await setProgram(page, 'norm [3, 4]');
  await page.keyboard.press('Home');
  await openReference(page);
  await search(page).fill('softmax');
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  for (const go of waiting) go();
  await expect(entry(page, 'softmax xs')).toBeVisible();
});

test('where the reference does not load, it says so', async ({ page, problems }) => {
  await page.route('**/language-*.md', (route) => route.abort());
  await openPage(page);
  await openReference(page);
  await expect(dialog(page).getByRole('status')).toContainText('did not load');
  problems.length = 0;
});

for (const scheme of SCHEMES)
  test(`axe finds nothing in the reference, wide and narrow, ${scheme} @long`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openPage(page);
    await openReference(page);
    await expect(entry(page, 'A first look').getByRole('button', { name: 'Try it' }).first()).toBeVisible();
    await expectAccessible(page, 'dialog');
    await search(page).fill('sum');
    await expect(entry(page, 'sum xs')).toBeVisible();
    await expectAccessible(page, 'dialog');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await expectAccessible(page, 'dialog');
  });
