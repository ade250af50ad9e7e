import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { exercisesOf } from '../src/notebook/exercises';
import { parseNotebook } from '../src/notebook/parse';
import { expect, expectAccessible, expectAccessibleNarrow, openPage, SCHEMES, test } from './fixtures';

const FIRST = 'the gradient of 200 programs';

/** Opens a part of the capstone, and returns the cell of its exercise. */
async function openPart(page: Page, id: string): Promise<Locator> {
  const [exercise] = exercisesOf(
    parseNotebook(readFileSync(new URL(`../public/notebooks/${id}.md`, import.meta.url), 'utf8')),
  );
  await openPage(page, `#e=${id}`);
  const cell = page.locator(`section[data-cell="${exercise?.cellId ?? ''}"]`);
  await cell.scrollIntoViewIfNeeded();
  return cell;
}

test.describe('the capstone', () => {
  test('opens the smallest program that fails as a notebook, and comes back', async ({ page }) => {
    test.slow();
    const cell = await openPart(page, 'capstone-a-forward');
    await expect(cell.getByRole('status', { name: 'Exercise' })).toHaveText('not yet: 1 of 7 checks pass');
    const line = cell.getByRole('list', { name: 'Checks' }).getByRole('listitem').filter({ hasText: FIRST });
    await expect(line).toContainText('at e = ');
    await expectAccessible(page);
    await line.getByRole('button', { name: 'Open as notebook' }).click();
    await expect(page).toHaveTitle('A failure in Capstone A, forward mode · Pullback');
    const last = page.locator('section[data-cell="4"]');
    await last.scrollIntoViewIfNeeded();
    await expect(last).toContainText(`-- ${FIRST}`);
    await expect(last).toContainText('let e : Expr = ');
    const outputs = last.locator('.output-list > li');
    await expect(outputs).toHaveCount(2);
    expect(await outputs.nth(0).textContent()).not.toBe(await outputs.nth(1).textContent());
    await page.goBack();
    await expect(page).toHaveTitle('Capstone A, forward mode · Pullback');
  });

  for (const colorScheme of SCHEMES)
    test(`shows its checks on a narrow page, ${colorScheme}`, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 390, height: 844 });
      const cell = await openPart(page, 'capstone-c-sharing');
      await expect(cell.getByRole('button', { name: 'Open as notebook' }).first()).toBeVisible();
      await cell.getByRole('button', { name: 'Open as notebook' }).first().scrollIntoViewIfNeeded();
      await expectAccessibleNarrow(page);
    });
});
