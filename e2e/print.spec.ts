import type { Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  emulateMedium,
  boxOf,
  expect,
  expectNoOverflow,
  openPage,
  openTab,
  panel,
  resultValue,
  setProgram,
  strip,
  test,
} from './fixtures';

/** The width of a sheet's text, in CSS pixels: A4 between margins of 16 mm. */
const SHEET = { width: 672, height: 980 };

async function toPaper(page: Page): Promise<void> {
  await emulateMedium(page, 'print');
  await page.setViewportSize(SHEET);
}

async function toScreen(page: Page): Promise<void> {
  await emulateMedium(page, 'screen');
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Returns the controls that are printed all the same. Values that were typed or chosen are printed as text. */
async function controlsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, select, textarea, summary, [role="tab"]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { appearance, borderTopStyle, backgroundColor } = getComputedStyle(element);
        const framed = borderTopStyle !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)';
        return (
          framed || !['none', 'textfield', 'auto'].includes(appearance) || element.matches('[role="tab"], summary')
        );
      })
      .map((element) => `${element.tagName} ${element.className} ${element.textContent}`),
  );
}

test('no panel prints controls, and the graph is printed with the open panel @long', async ({ page }) => {
  await openPage(page);
  for (const [tab, title] of [
    ['Trace', 'Trace'],
    ['Steps', 'Steps'],
    ['Derivative', 'Derivative'],
    ['Combinators', 'Combinators'],
    ['Compiled', 'Compiled'],
    ['Gradient', 'Gradient'],
  ] as const) {
    await openTab(page, tab);
    await expect(panel(page, title).locator('.panel-body')).not.toBeEmpty();
    await toPaper(page);
    await expect(panel(page, title)).toBeVisible();
    expect((await boxOf(panel(page, 'Delta graph').locator('.delta-svg'))).height).toBeGreaterThan(300);
    expect(await controlsOf(page)).toEqual([]);
    await expectNoOverflow(page);
    await toScreen(page);
  }
});

test('print shows the inputs, their values and which engines agree @long', async ({ page }) => {
  await openPage(page);
  await setProgram(
    page,
    'input n : int = 3\ninput on : bool = true\ninput ys : list real = [1, 2, 4]\n\nsum ys * (if on then 2 else 1)',
  );
  await expect(resultValue(page)).toHaveText('14');
  await toPaper(page);
  await expect(strip(page)).toContainText('engines agree');
  await expect(strip(page).getByText('engines agree')).toBeInViewport();
  const inputs = page.getByRole('region', { name: 'Inputs' });
  const values = await inputs
    .locator('input:visible:not([type="checkbox"])')
    .evaluateAll((all) => all.map((input) => (input instanceof HTMLInputElement ? input.value : '')));
  expect(values).toEqual(['3', '1', '2', '4']);
  await expect(inputs.getByRole('checkbox')).toBeChecked();
  await expect(page.locator('.masthead-title')).toBeVisible();
});

test('a narrow sheet does not change what the page shows @long', async ({ page }) => {
  await openPage(page);
  const tabs = page.getByRole('tablist', { name: 'Panels' }).getByRole('tab');
  const shown = await tabs.allTextContents();
  await toPaper(page);
  await expect(page.locator('.static-code')).toBeVisible();
  await toScreen(page);
  await expect(page.locator('.static-code')).toHaveCount(0);
  await expect(tabs).toHaveText(shown);
  await expect(panel(page, 'Delta graph')).toBeVisible();
});

const ASKING = `---
title: Asking
---
\`\`\`pullback show=gradient
input x : real = 2
x * sin x
\`\`\`

\`\`\`pullback show=delta,trace,steps
x * x
\`\`\`

\`\`\`pullback
x + 1
\`\`\`
`;

/** Opens a notebook whose cells ask for panels. Printing leaves the panels that are in the page in `printedPanels`. */
async function openAsking(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      const panels = [...document.querySelectorAll('.printed-panels > *')];
      Object.assign(globalThis, { printedPanels: panels.map(({ textContent }) => textContent) });
    };
  });
  await openPage(page, await encodeLink(ASKING));
}

const printedPanels = (page: Page) =>
  page.evaluate(() => (globalThis as { printedPanels?: readonly string[] }).printedPanels);

test('print waits for the panels that cells ask for, and has each below its cell', async ({ page }) => {
  await openAsking(page);
  await page.getByRole('button', { name: 'Commands' }).click();
  await page.getByRole('option', { name: 'Print notebook' }).click();
  await expect(page.getByRole('dialog', { name: 'Print notebook' })).toContainText('4 panels');
  await expect.poll(() => printedPanels(page), { timeout: 45_000 }).toHaveLength(4);
  await toPaper(page);
  const below = page.locator('.printed-panels');
  await expect(below).toHaveCount(2);
  await expect(below.nth(0).getByRole('heading')).toHaveText(['Gradient']);
  await expect(below.nth(0).getByRole('row', { name: /^reverse 0\.0770/ })).toBeVisible();
  await expect(below.nth(1).getByRole('heading', { level: 2 })).toHaveText(['Delta graph', 'Trace', 'Steps']);
  expect((await boxOf(below.nth(1).locator('.delta-svg'))).height).toBeGreaterThan(300);
  await expect(below.nth(1)).toContainText('holds');
  // A graph of a few nodes is not blown up to the width of the sheet.
  const node = await boxOf(below.nth(1).locator('.delta-primal').first());
  expect(node.height).toBeLessThan(27);
  // In reading order, and nothing twice.
  const order = await page.evaluate(() =>
    [...document.querySelectorAll('.notebook > .cell, .printed-panels')].map(
      ({ className }) => className.split(' ')[0],
    ),
  );
  expect(order).toEqual(['cell', 'printed-panels', 'cell', 'printed-panels', 'cell']);
  await expect(page.locator('.panels')).toBeHidden();
  expect(await controlsOf(page)).toEqual([]);
  await expectNoOverflow(page);
  await toScreen(page);
  await expect(below.nth(0)).toBeHidden();
  await page.getByRole('region', { name: 'Code cell 1' }).getByRole('slider', { name: 'x', exact: true }).fill('3');
  await expect(below).toHaveCount(0); // they would show another input
});

test('a print in a hurry says which panels are missing', async ({ page }) => {
  await openAsking(page);
  await page.keyboard.press('ControlOrMeta+p');
  await page.getByRole('button', { name: 'Print now' }).click();
  await expect.poll(() => printedPanels(page)).toHaveLength(4);
  expect((await printedPanels(page))?.at(-1)).toBe('Steps: not printed, because it was not ready in time.');
});

test('a print that the page did not prepare says how to include the panels', async ({ page }) => {
  await openAsking(page);
  await toPaper(page);
  // The cell whose panels are open prints them as they are.
  await expect(page.locator('.printed-panels')).toHaveText(
    /^The panels of this cell \((?:gradient|delta, trace, steps)\) are not printed\. Print with Ctrl P in Pullback to include them\.$/,
  );
});
