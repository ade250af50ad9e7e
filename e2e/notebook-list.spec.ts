import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { expect, expectSaved, openPage, setProgram, test } from './fixtures';

const NOTEBOOK = `# A parabola

\`\`\`pullback
let f x = x * x

picture [Draw.curve f]
\`\`\`
`;

async function openList(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Notebooks' }).click();
  return page.getByRole('dialog', { name: 'Notebooks' });
}

const rowOf = (list: Locator, title: string): Locator => list.getByRole('link', { name: title }).first();

test('built-in notebooks are listed with their first picture, or the beginning of their program', async ({ page }) => {
  await openPage(page);
  const list = await openList(page);
  await expect(rowOf(list, 'A first tour').locator('svg.thumbnail path')).not.toHaveCount(0);
  await expect(rowOf(list, 'A tour of the language').locator('.thumbnail')).toContainText('let double x = 2 * x');
});

test('a search shows the paragraph that it found, beside the picture, without marks of Markdown', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  const list = await openList(page);
  await list.getByRole('searchbox').fill('moves along a curve');
  const found = rowOf(list, 'Triple numbers').locator('.found-line');
  await expect(found).toHaveText(/^★★ Curvature\. A point moves along a curve in the plane\. Its curvature is/);
  const [picture, line] = [rowOf(list, 'Triple numbers').locator('.thumbnail'), found];
  const [left, right] = [await picture.boundingBox(), await line.boundingBox()];
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
});

test('without the thumbnails the list is as useful', async ({ page }) => {
  await page.route('**/thumbnails.json', (route) => route.fulfill({ body: 'nothing' }));
  await openPage(page);
  const list = await openList(page);
  await expect(rowOf(list, 'A first tour').locator('.thumbnail')).toHaveText('');
  await rowOf(list, 'A tour of the language').click();
  await expect(page).toHaveTitle(/A tour of the language/);
});

test('an own notebook is listed with the picture that it drew last, also after a reload', async ({ page }) => {
  await openPage(page, await encodeLink(NOTEBOOK));
  await expect(page.locator('.picture-drawing')).toBeVisible();
  await setProgram(page, 'picture [Draw.points [(1, 1), (2, 3)]]');
  await expectSaved(page, 'Draw.points');
  const points = (list: Locator): Locator => list.locator('.shelf-row svg.thumbnail path.dots');
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(points(await openList(page))).toHaveCount(1, { timeout: 5_000 });
  }).toPass();
  await page.reload();
  await expect(points(await openList(page))).toHaveCount(1);
  await page.keyboard.press('Escape');
  await setProgram(page, 'let a = 1\n\na + 1');
  await expectSaved(page, 'let a = 1');
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect((await openList(page)).locator('.shelf-row')).toContainText('let a = 1', { timeout: 5_000 });
  }).toPass();
});
