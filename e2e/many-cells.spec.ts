import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { boxOf, expect, expectNoOverflow, notices, openPage, strip, test, emulateMedium } from './fixtures';

/** Code and text in turn. The first code cell defines what the others use. */
function manyCells(count: number): string {
  const cells = Array.from({ length: count }, (_, cell) =>
    cell === 0
      ? '```pullback\nlet base y = y * y\n```\n'
      : cell % 2 === 1
        ? `## Part ${cell}\n\nSome words, ${'and more of them, '.repeat(cell % 7)}about $f_{${cell}}$.\n`
        : `\`\`\`pullback\n${'-- a comment\n'.repeat(cell % 5)}base ${cell % 9}.0\n\`\`\`\n`,
  );
  return `---\ntitle: Many cells\n---\n${cells.join('\n')}`;
}

const cell = (page: Page, number: number): Locator =>
  page.getByRole('region', { name: `Code cell ${number}`, exact: true });
const rendered = (page: Page): Locator => page.locator('.notebook > [data-cell]');
/** More than fit on a screen, and far fewer than all. */
const FEW = 60;

test.beforeEach(({ page }) => {
  page.on('console', (message) => {
    expect(message.text()).not.toMatch(/leak/i);
  });
});

/** Goes to the last code cell, which is the current one, edits it, and goes from there to the definition in the first. */
async function goThereAndBack(page: Page, last: number): Promise<void> {
  await strip(page)
    .getByRole('button', { name: `cell ${last}` })
    .click();
  await expect(cell(page, last)).toBeInViewport();
  await cell(page, last).locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' + 1');
  const value = ((2 * last - 2) % 9) ** 2 + 1;
  await expect(cell(page, last).getByRole('region', { name: 'Output' })).toContainText(`${value}: real`);
  expect(await rendered(page).count()).toBeLessThan(FEW);
  await page.keyboard.press('Home');
  await page.keyboard.press('F12');
  await expect(cell(page, 1).locator('.monaco-editor.focused')).toBeVisible();
  await expect(cell(page, 1)).toBeInViewport();
  await expect(cell(page, last)).not.toBeInViewport();
}

test('of 1,000 cells a few are in the page; the last is shown, edited, and leads to a definition in the first', async ({
  page,
}) => {
  await openPage(page, await encodeLink(manyCells(1001), { cell: 500 }));
  expect(await rendered(page).count()).toBeLessThan(FEW);
  await goThereAndBack(page, 501);
});

test('5,000 cells are usable @long', async ({ page }) => {
  await openPage(page, await encodeLink(manyCells(5001), { cell: 2500 }));
  expect(await rendered(page).count()).toBeLessThan(FEW);
  await goThereAndBack(page, 2501);
});

test('what is in view stays in place while cells above it are rendered; the cell with the focus stays @long', async ({
  page,
}) => {
  await openPage(page, await encodeLink(manyCells(401)));
  await cell(page, 1).locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+End');
  const column = page.locator('.notebook');
  await column.hover();
  await column.evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2;
  });
  for (let step = 0; step < 4; step++) {
    const { id, top } = await settled(column);
    await page.mouse.wheel(0, -500);
    await expect.poll(() => topOf(column, id)).not.toBe(top);
    await settled(column);
    expect(Math.abs((await topOf(column, id)) - top - 500)).toBeLessThan(3);
  }
  await expectNoOverflow(page);
  await page.keyboard.type(' + 1');
  await expect(cell(page, 1).locator('.view-lines')).toContainText('+ 1');
});

/** The first cell that begins in the viewport. */
function topmost(column: Locator): Promise<{ readonly id: string; readonly top: number }> {
  return column.evaluate((root) => {
    const cells = [...root.querySelectorAll<HTMLElement>(':scope > [data-cell]')];
    const first = cells.find((each) => each.getBoundingClientRect().top > root.getBoundingClientRect().top);
    return { id: first?.dataset['cell'] ?? '', top: first?.getBoundingClientRect().top ?? NaN };
  });
}

/** The first cell in view, once nothing moves. */
async function settled(column: Locator): Promise<Awaited<ReturnType<typeof topmost>>> {
  let last = await topmost(column);
  await expect(async () => {
    const before = last;
    await column.page().waitForTimeout(400);
    last = await topmost(column);
    expect(last).toEqual(before);
  }).toPass();
  return last;
}

async function topOf(column: Locator, id: string): Promise<number> {
  return (await boxOf(column.locator(`:scope > [data-cell='${id}']`))).y;
}

test('all cells are printed; a deleted cell comes back', async ({ page }) => {
  await openPage(page, await encodeLink(manyCells(201), { cell: 100 }));
  await emulateMedium(page, 'print');
  await expect(rendered(page)).toHaveCount(201);
  await expect(page.locator('.static-code')).toHaveCount(101);
  await emulateMedium(page, 'screen');
  await expect.poll(() => rendered(page).count()).toBeLessThan(FEW);
  await strip(page).getByRole('button', { name: 'cell 101' }).click();
  await cell(page, 101).hover();
  await cell(page, 101).locator('summary', { hasText: /^Cell/ }).click();
  await cell(page, 101).getByRole('button', { name: 'Delete' }).click();
  await expect(cell(page, 101)).toHaveCount(0);
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 101)).toBeInViewport();
});
