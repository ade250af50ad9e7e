import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parseNotebook, shownPanels } from '../src/notebook/document';
import { type CellReport, unmet } from '../src/notebook/expectations';
import { parseMetadata } from '../src/notebook/metadata';
import { expect, numberIn, openPage, openTab, panel, strip, tabOf, test } from './fixtures';

const FOLDER = new URL('../public/notebooks/', import.meta.url);
const INDEX = JSON.parse(read('index.json')) as readonly { readonly id: string; readonly title: string }[];
const TAB_NAMES: Readonly<Record<string, string>> = { trace: 'Trace', gradient: 'Gradient', descent: 'Curves' };

for (const { id, title } of INDEX)
  test(`“${title}” opens with its panels and shows what its front matter expects`, async ({ page }) => {
    const notebook = parseNotebook(read(`${id}.md`));
    const expected = parseMetadata(notebook.frontMatter).expects[0];
    if (expected === undefined) throw new Error(`${id} expects nothing`);
    const asked = notebook.cells.flatMap((cell) => (cell.tag === 'code' ? shownPanels(cell) : []));

    await openPage(page, `#e=${id}`);
    await expect(page).toHaveTitle(`${title} · Pullback`);
    for (const name of asked.slice(0, 1))
      if (name !== 'delta') await expect(tabOf(page, TAB_NAMES[name] ?? name)).toHaveAttribute('aria-selected', 'true');

    await expect(strip(page)).toContainText('engines agree');
    await expect(page.locator('.stale')).toHaveCount(0);
    await expectDelta(page);
    await openTab(page, 'Trace');
    await expect(panel(page, 'Trace').getByRole('option').nth(1)).toBeVisible();
    await openTab(page, 'Curves');
    const watch = await shownWatch(page, Object.keys(expected.watch ?? {}));
    await openTab(page, 'Gradient');
    await expectChipsAsTable(page);
    const shown: CellReport = {
      outputs: await shownOutputs(page),
      derivative: await shownDerivative(page),
      warnings: await shownCodes(page, 'warning'),
      error: (await shownCodes(page, 'error'))[0],
      watch,
    };
    expect(unmet(expected, shown)).toEqual([]);
  });

function read(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

async function expectDelta(page: Page): Promise<void> {
  const delta = panel(page, 'Delta graph');
  await expect(delta.locator('.delta-node.input').first()).toBeVisible();
  await expect(delta.locator('.delta-node.result')).toHaveCount(1);
  await expect(delta.locator('.diagnostic')).toHaveCount(0);
}

async function shownOutputs(page: Page): Promise<CellReport['outputs']> {
  const texts = await page.getByRole('region', { name: 'Output' }).locator('.output-value').allTextContents();
  return texts.map((text) => ({
    value: JSON.parse(text.replaceAll('(', '[').replaceAll(')', ']').replaceAll('−', '-')) as unknown,
  }));
}

/** The rows of the gradient's table, those of one tuple together, as the command line prints them. */
async function shownDerivative(page: Page): Promise<unknown> {
  const rows = await tableRows(page);
  const byInput = new Map<string, number[]>();
  for (const { label, derivative } of rows) {
    const name = label.split('.')[0] ?? '';
    byInput.set(name, [...(byInput.get(name) ?? []), derivative]);
  }
  const entries = [...byInput].map(([name, values]) => [name, values.length === 1 ? values[0] : values] as const);
  return Object.fromEntries(entries);
}

async function tableRows(page: Page): Promise<readonly { readonly label: string; readonly derivative: number }[]> {
  const rows = await panel(page, 'Gradient')
    .locator('tbody tr')
    .evaluateAll((elements) =>
      elements.map((row) => [
        row.querySelector('th')?.textContent ?? '',
        row.querySelector('.cotangent')?.textContent ?? '',
      ]),
    );
  return rows.map(([label = '', text = '']) => ({ label: label.replace('∂', ''), derivative: numberIn(text) }));
}

async function expectChipsAsTable(page: Page): Promise<void> {
  await expect(panel(page, 'Gradient').locator('tbody .cotangent').first()).toBeVisible();
  const chips = strip(page).locator('.chip').filter({ hasText: '∂' });
  const rows = (await tableRows(page)).slice(0, await chips.count());
  expect(rows.length).toBeGreaterThan(0);
  for (const [index, { label, derivative }] of rows.entries()) {
    await expect(chips.nth(index)).toContainText(`∂${label}`);
    expect(numberIn(await chips.nth(index).locator('strong').innerText())).toBeCloseTo(derivative, 4);
  }
}

async function shownCodes(page: Page, severity: 'warning' | 'error'): Promise<readonly string[]> {
  return page
    .getByRole('status', { name: 'Problems' })
    .locator(`.diagnostic.${severity}`)
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('data-code') ?? ''));
}

async function shownWatch(page: Page, names: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const descent = panel(page, 'Descent');
  if (names.length === 0) await expect(descent).toContainText('No curve yet');
  const records: Record<string, number> = {};
  for (const name of names) {
    const axis = descent.getByRole('slider', { name: `Step of ${name}` });
    await expect(axis.locator('path.series-line').first()).toBeAttached();
    records[name] = Number(await axis.getAttribute('aria-valuemax')) + 1;
  }
  return records;
}
