import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { boxOf, expect, expectAccessible, expectSaved, openPage, resultValue, test } from './fixtures';
import { LARGE, largeNotebook } from './large-notebook';

const NOTEBOOK = `---
title: To be sorted
---
# First

\`\`\`pullback
let square y = y * y
\`\`\`

Second text.

\`\`\`pullback
square 3
\`\`\`

Third text.
`;

const cell = (page: Page, number: number): Locator =>
  page.getByRole('region', { name: `Code cell ${number}`, exact: true });
const text = (page: Page, of: string): Locator => page.locator('.prose-cell', { hasText: of });
const handleOf = (of: Locator): Locator => of.getByTitle('Drag to move');
const line = (page: Page): Locator => page.locator('.drop-line');

/** The cells in order: a word of each. */
async function order(page: Page): Promise<readonly string[]> {
  const texts = await page.locator('.notebook > [data-cell]').allInnerTexts();
  return texts.map((each) => /let\ssquare|square\s3|First|Second|Third/u.exec(each)?.[0].replace(/\s/u, ' ') ?? each);
}

const BEFORE = ['First', 'let square', 'Second', 'square 3', 'Third'];

/** Presses the mouse on the handle of a cell. */
async function take(page: Page, of: Locator): Promise<void> {
  await of.hover();
  await handleOf(of).hover();
  await page.mouse.down();
}

test('a cell is dragged to another place, which a line shows; Escape cancels, and undo moves it back', async ({
  page,
}) => {
  await openPage(page, await encodeLink(NOTEBOOK));
  await expect(resultValue(page)).toHaveText('9');
  expect(await order(page)).toEqual(BEFORE);

  // Down, with Escape.
  await take(page, text(page, 'First'));
  const second = await boxOf(text(page, 'Second'));
  await page.mouse.move(second.x + 200, second.y + second.height + 4, { steps: 5 });
  await expect(line(page)).toBeVisible();
  const shown = await boxOf(line(page));
  expect(shown.y).toBeGreaterThan(second.y + second.height - 4);
  expect(shown.y).toBeLessThan((await boxOf(cell(page, 2))).y);
  await page.keyboard.press('Escape');
  await expect(line(page)).toHaveCount(0);
  await page.mouse.up();
  expect(await order(page)).toEqual(BEFORE);

  // No line is drawn where the cell would stay.
  await take(page, text(page, 'First'));
  await page.mouse.move(second.x + 200, second.y - 40, { steps: 5 });
  await expect(line(page)).toBeVisible();
  await page.mouse.move(second.x + 200, (await boxOf(text(page, 'First'))).y + 4, { steps: 5 });
  await expect(line(page)).toBeHidden();
  await page.mouse.up();
  expect(await order(page)).toEqual(BEFORE);

  await take(page, text(page, 'First'));
  await page.mouse.move(second.x + 200, second.y + second.height + 4, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => order(page)).toEqual(['let square', 'Second', 'First', 'square 3', 'Third']);
  await expectAccessible(page);

  // Up, to the very top.
  await take(page, cell(page, 2));
  const top = await boxOf(cell(page, 1));
  await page.mouse.move(top.x + 100, top.y + 2, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => order(page)).toEqual(['square 3', 'let square', 'Second', 'First', 'Third']);
  await expect(cell(page, 1)).toContainText('square is not defined');
  await expectSaved(page, '---\n```pullback\nsquare 3\n```\n\n```pullback\nlet square');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => order(page)).toEqual(BEFORE);
  await expect(resultValue(page)).toHaveText('9');
});

test('the notebook scrolls while a cell is dragged to its end', async ({ page }) => {
  test.slow();
  await openPage(page, await encodeLink(largeNotebook()));
  const column = page.locator('.notebook');
  const tops = (): Promise<number> => column.evaluate(({ scrollTop }) => scrollTop);
  await take(page, text(page, 'Part 1').first());
  const { x, y, width, height } = await boxOf(column);
  await page.mouse.move(x + width / 2, y + height - 4, { steps: 5 });
  await expect.poll(tops).toBeGreaterThan(2000);
  await page.mouse.move(x + width / 2, y + height / 2);
  await expect(line(page)).toBeVisible();
  const reached = await tops();
  await page.mouse.up();
  await expect(line(page)).toHaveCount(0);
  await expect(text(page, 'Part 1').first()).toBeInViewport();
  expect(Math.abs((await tops()) - reached)).toBeLessThan(height);
  await expect(page.getByRole('region', { name: /^Code cell/ })).toHaveCount(LARGE.cells);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.locator('.notebook > [data-cell]').first()).toContainText('Part 1');
});

test.describe('a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('drags a cell by its handle, and scrolls the page elsewhere', async ({ page }) => {
    await openPage(page, await encodeLink(NOTEBOOK));
    await expect(resultValue(page)).toHaveText('9');
    const session = await page.context().newCDPSession(page);
    const swipe = async (from: { x: number; y: number }, by: number): Promise<void> => {
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
      for (const part of [0.25, 0.5, 0.75, 1])
        await session.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: [{ x: from.x, y: from.y + by * part }],
        });
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const handle = await boxOf(handleOf(page.locator('.cell.current')));
    const at = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
    const goal = await boxOf(text(page, 'Second'));
    const scrolled = await page.evaluate(() => scrollY);
    await swipe(at, goal.y - at.y - 2);
    await expect.poll(() => order(page)).toEqual(['First', 'let square', 'square 3', 'Second', 'Third']);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    const first = await boxOf(text(page, 'First'));
    await swipe({ x: first.x + 40, y: first.y + 300 }, -200);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled + 50);
  });
});
