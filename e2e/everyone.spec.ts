import type { Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  emulateMedium,
  editorOf,
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  openTab,
  panel,
  resultValue,
  setProgram,
  sliderOf,
  strip,
  tabOf,
  test,
} from './fixtures';
import { PANELS } from './panel-names';

test('axe finds nothing in the page, its panels and its dialogs', async ({ page }) => {
  test.slow();
  const cell = '```pullback show=delta\ninput a : real = 1\n\nwatch "a" (a * sin a)\n```';
  await openPage(page, await encodeLink(`# A product\n\nIts derivative is $\\sin a + a \\cos a$.\n\n${cell}\n`));
  await expect(page.locator('.katex').first()).toBeVisible();
  await expect(panel(page, 'Delta graph').getByRole('button', { name: 'Fit' })).toBeVisible();
  await expectAccessible(page);
  await expectPanelsAccessible(page);

  await page.emulateMedia({ colorScheme: 'dark' });
  await panel(page, 'Delta graph').getByRole('tab', { name: 'Outline' }).click();
  await expectAccessible(page, '.panel-slot');
  for (const name of ['Notebooks', 'Share', 'Help']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  await expectPanelsAccessible(page);
  await setProgram(page, 'input a : real = 1\n\nwatch "a" (a * a) * nope');
  await expect(strip(page)).toContainText('nope is not defined');
  await expectAccessible(page);
});

async function expectPanelsAccessible(page: Page): Promise<void> {
  const shown = page.locator('[role=tabpanel][data-state=active]').last();
  for (const name of PANELS) {
    await openTab(page, name);
    await expect.poll(async () => (await shown.innerText()).length).toBeGreaterThan(60);
    await expectAccessible(page, '.tabs');
    await expectNoOverflow(page);
  }
}

test('everything is reachable by keyboard, and Escape then Tab leaves the editor', async ({ page }) => {
  await openPage(page);
  await expect(resultValue(page)).toHaveText('6.9093');
  const passed = await tabTo(page, 'Program, code cell 1');
  for (const name of ['Skip to result', 'Notebooks', 'Share', 'Theme: System', 'Help']) expect(passed).toContain(name);
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' + y');
  await expect(resultValue(page)).toHaveText('9.9093');
  await expect(async () => {
    await page.keyboard.press('Escape'); // the first one may close a list of suggestions
    await expect(page.getByText('Press Tab to leave the editor')).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await tabTo(page, 'x')).not.toContain('Program, code cell 1');
  await page.keyboard.press('Home');
  await expect(sliderOf(page, 'x')).toHaveValue('-4');
  await page.keyboard.press('ArrowRight');
  const x = Number(await sliderOf(page, 'x').inputValue());
  expect(x).toBeGreaterThan(-4);
  await expect(resultValue(page)).toHaveText(String(Number((x * 3 + Math.sin(x) + 3).toPrecision(6))));

  await tabTo(page, 'Trace', 'Panels');
  await page.keyboard.press('ArrowRight');
  await expect(tabOf(page, 'Steps')).toBeFocused();
  await expect(tabOf(page, 'Steps')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(tabOf(page, 'Growth')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tabOf(page, 'Trace')).toBeFocused();
  await tabOf(page, 'Trace').press('Tab');
  await expect(tabOf(page, 'Trace')).not.toBeFocused();
});

test('dialogs and menus close by Escape and restore the focus', async ({ page }) => {
  await openPage(page);
  for (const name of ['Notebooks', 'Share', 'Help']) {
    await page.getByRole('button', { name }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
  const delta = panel(page, 'Delta graph');
  for (const name of ['Export', 'What is this?']) {
    const summary = delta.locator('summary').getByText(name);
    await summary.press('Enter');
    await expect(delta.locator('details[open]')).toHaveCount(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(delta.locator('details[open]')).toHaveCount(0);
    await expect(summary).toBeFocused();
  }
  await delta.getByText('Export').click();
  await expect(delta.locator('details[open]')).toHaveCount(1);
  await resultValue(page).click();
  await expect(delta.locator('details[open]')).toHaveCount(0);
});

/** Presses Tab until the element or tab list of this name has the focus. Returns the names on the way. */
async function tabTo(page: Page, name: string, list?: string): Promise<readonly string[]> {
  const passed: string[] = [];
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return {
        name: element?.getAttribute('aria-label') ?? element?.textContent ?? '',
        list: element?.closest('[role=tablist]')?.getAttribute('aria-label') ?? undefined,
      };
    });
    if (focused.name === name && (list === undefined || focused.list === list)) return passed;
    passed.push(focused.name);
  }
  throw new Error(`Tab does not reach “${name}”, only ${passed.join(', ')}`);
}

test('a phone shows program, sliders, result and one panel, without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  await page.evaluate(() => document.fonts.ready);
  await expect(page.getByRole('tablist', { name: 'Panels' }).getByRole('tab')).toHaveCount(PANELS.length + 1);
  await expect(panel(page, 'Delta graph').locator('.delta-node.result')).toBeVisible();
  for (const name of [...PANELS, 'Graph']) {
    await openTab(page, name);
    await expect(page.locator('.panel')).toHaveCount(1);
    await expectNoOverflow(page);
  }
  await tabOf(page, 'Graph').scrollIntoViewIfNeeded();
  await expect(resultValue(page)).toBeInViewport();

  await setProgram(page, Array.from({ length: 30 }, (_, line) => `let a${line} = ${line}`).join('\n'));
  await expect.poll(async () => (await editorOf(page).boundingBox())?.height).toBeLessThanOrEqual(12 * 22);
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    await expectNoOverflow(page);
  }
  await page.getByRole('button', { name: 'Commands' }).click();
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('option', { name: 'Theme: dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the theme is saved @long', async ({ page }) => {
  await openPage(page);
  const theme = page.getByRole('button', { name: /^Theme/ });
  await theme.click();
  await theme.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('print shows text, values and pictures in ink on white, also from the dark theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openPage(page);
  await expect(panel(page, 'Delta graph').locator('.delta-node.result')).toBeVisible();
  await emulateMedium(page, 'print');
  await expect(page.locator('.static-code')).toBeVisible();
  await expect(page.locator('.static-code .tok-input').first()).toHaveCSS('color', 'rgb(27, 79, 149)');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(resultValue(page)).toBeVisible();
  await expect(panel(page, 'Delta graph').locator('.delta-node.result')).toBeVisible();
  for (const name of ['Notebooks', 'Share', 'Play backwards', 'Fit'])
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden();
  await expect(sliderOf(page, 'x')).toBeHidden();
  await emulateMedium(page, 'screen');
  await expect(page.locator('.static-code')).toHaveCount(0);
  await expect(editorOf(page)).toContainText('x * y + sin x');
});

test('at 200 % zoom nothing is cut off and everything is reachable @long', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await openPage(page);
  await expectNoOverflow(page);
  await openTab(page, 'Gradient');
  await expect(panel(page, 'Gradient')).toContainText('2.58385');
  await expectNoOverflow(page);
  await expect(resultValue(page)).toBeInViewport();
});

test('editor and graph change colours with the theme @long', async ({ page }) => {
  await openPage(page);
  const colours = (): Promise<readonly string[]> =>
    page.evaluate(() =>
      ['.monaco-editor', '.view-line [class*=mtk]', '.delta-svg text'].map((selector) => {
        const element = document.querySelector(selector);
        if (element === null) return 'missing';
        const { backgroundColor, color, fill } = getComputedStyle(element);
        return selector === '.monaco-editor' ? backgroundColor : `${color} ${fill}`;
      }),
    );
  await expect(page.locator('.delta-svg text').first()).toBeVisible();
  const light = await colours();
  expect(light).not.toContain('missing');
  await page.getByRole('button', { name: /^Theme/ }).click();
  await page.getByRole('button', { name: /^Theme/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(async () => (await colours())[0]).toBe('rgb(32, 29, 25)');
  const dark = await colours();
  expect(dark.filter((colour, index) => colour === light[index])).toEqual([]);
});
