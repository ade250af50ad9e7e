import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  allowClipboard,
  boxOf,
  editorOf,
  expect,
  expectAccessible,
  expectNoOverflow,
  goToEnd,
  notices,
  openPage,
  openTab,
  panel,
  resultValue,
  setProgram,
  setSlider,
  sliderOf,
  tabOf,
  test,
  SCHEMES,
} from './fixtures';

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Commands' });
const search = (page: Page): Locator => palette(page).getByRole('combobox', { name: 'Search commands' });
const offered = (page: Page): Locator => palette(page).getByRole('option');

/** Opens the palette. Retries, because its key listener is loaded after the page. */
async function openPalette(page: Page, keys = 'ControlOrMeta+k'): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(keys);
    await expect(search(page)).toBeFocused({ timeout: 1000 });
  }).toPass();
}

async function run(page: Page, name: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(name);
  await expect(palette(page).getByRole('option', { selected: true })).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
}

test('Ctrl K opens the commands from the editor, and the focus returns there', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'input x : real = 2\n\nlet  f y =   y*y\n\nf x');
  await openPalette(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(editorOf(page).locator('.monaco-editor.focused')).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' + 1');
  await expect(resultValue(page)).toHaveText('5');

  await run(page, 'Format cell');
  await expect(editorOf(page)).toContainText('let f y = y * y');
  await openPalette(page, 'ControlOrMeta+Shift+P');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page)).toHaveCount(0); // the same key closes it

  await page.keyboard.press('ControlOrMeta+Home');
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ControlOrMeta+i'); // what the editor had Ctrl K Ctrl I for
  await expect(page.locator('.monaco-hover').first()).toContainText('real');
});

test('commands open panels, notebooks, dialogs and themes', async ({ page, context }) => {
  await allowClipboard(context);
  await openPage(page);
  await page.getByRole('button', { name: 'Commands' }).click();
  await expect(search(page)).toBeFocused();
  const titles = await offered(page).allTextContents();
  expect(new Set(titles).size).toBe(titles.length); // by which they are told apart
  await expect(offered(page).getByText('Open panel: Delta graph')).toHaveCount(0); // it is open
  await expect(offered(page).getByText('Reset inputs')).toHaveCount(0); // they are as they were
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Commands' })).toBeFocused();

  await run(page, 'Open panel: Steps');
  await expect(tabOf(page, 'Steps')).toHaveAttribute('aria-selected', 'true');
  await expect(panel(page, 'Steps')).toBeVisible();

  await setSlider(page, 'x', 1);
  await run(page, 'Reset inputs');
  await expect(sliderOf(page, 'x')).toHaveValue('2');

  await run(page, 'Theme: dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await run(page, 'Theme: system');
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');

  await run(page, 'Copy link');
  await expect(notices(page)).toContainText('Link copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('#n1=');
  await run(page, 'Copy as Markdown');
  await expect(notices(page)).toContainText('copied as Markdown');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('[Open in Pullback](http');

  for (const [command, title] of [
    ['Open notebook', 'Notebooks'],
    ['Share notebook', 'Share notebook'],
    ['Help', 'Help'],
  ] as const) {
    await run(page, command);
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  await run(page, 'Present');
  await expect(page.locator('html')).toHaveAttribute('data-presenting');
  await run(page, 'Exit presentation');
  await expect(page.locator('html')).not.toHaveAttribute('data-presenting');

  await goToEnd(page);
  await page.keyboard.type(' + 1');
  await expect(resultValue(page)).toHaveText('7.9093');
  await run(page, 'Reset notebook');
  await expect(resultValue(page)).toHaveText('6.9093');
  const choosing = page.waitForEvent('filechooser');
  await run(page, 'Open file');
  await (await choosing).setFiles({ name: 'six.pbk', mimeType: 'text/plain', buffer: Buffer.from('2 * 3') });
  await expect(resultValue(page)).toHaveText('6');
  await run(page, 'New notebook');
  await expect(editorOf(page)).toContainText('x * x');
});

test('on a phone a tab opened by a link, a command or a key is in view, and the page does not scroll @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, await encodeLink('```pullback show=growth\ninput x : real = 2\nx * x\n```\n'));
  const isInView = async (name: string): Promise<boolean> => {
    const [tab, bar] = [await boxOf(tabOf(page, name)), await boxOf(page.getByRole('tablist', { name: 'Panels' }))];
    return tab.x >= bar.x && tab.x + tab.width <= bar.x + bar.width;
  };
  await expect(tabOf(page, 'Growth')).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => isInView('Growth')).toBe(true);
  for (const tab of ['Trace', 'Descent']) {
    expect(await isInView(tab)).toBe(false);
    await run(page, `Open panel: ${tab}`);
    await expect.poll(() => isInView(tab)).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
  await tabOf(page, 'Descent').focus();
  await page.keyboard.press('Home');
  await expect.poll(() => isInView('Graph')).toBe(true);
});

test('if the clipboard refuses, the dialog shows the text @long', async ({ page }) => {
  await openPage(page);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
  });
  await run(page, 'Copy link');
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(/#n1=/);
  await expect(notices(page)).toContainText('Copying was blocked by the browser');
});

test('the help lists the keys of the commands @long', async ({ page }) => {
  await openPage(page);
  await page.getByRole('button', { name: 'Help' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  for (const keys of ['Ctrl K, Ctrl Shift P', 'F1', 'Shift Alt F', 'F12', 'Ctrl I'])
    await expect(help.getByText(keys, { exact: true })).toBeVisible();
  await expect(help.locator('dt')).toHaveCount(await help.locator('dd').count());
});

for (const scheme of SCHEMES)
  test(`axe finds nothing in the commands, wide and narrow, ${scheme} @long`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openPage(page);
    await openTab(page, 'Gradient');
    await openPalette(page);
    await expectAccessible(page, 'dialog');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await page.keyboard.type('panel');
    await expect(offered(page).first()).toContainText('Open panel');
    await expectAccessible(page, 'dialog');
    await page.keyboard.type(' that is not there');
    await expect(palette(page)).toContainText('No results');
    await expectAccessible(page, 'dialog');
  });
