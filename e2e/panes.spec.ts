import type { Locator, Page } from '@playwright/test';
import {
  emulateMedium,
  boxOf,
  doubleClick,
  editorOf,
  expect,
  expectAccessible,
  expectNoOverflow,
  OPENING_PAGE,
  openPage,
  panel,
  test,
} from './fixtures';

const columns = (page: Page): Locator => page.getByRole('separator', { name: 'Notebook width' });
const rows = (page: Page): Locator => page.getByRole('separator', { name: 'Graph height' });

async function widthOfNotebook(page: Page): Promise<number> {
  return (await boxOf(page.locator('.notebook'))).width;
}

async function heightOfGraph(page: Page): Promise<number> {
  return (await boxOf(page.locator('.panel-slot'))).height;
}

async function drag(page: Page, divider: Locator, right: number, down: number): Promise<void> {
  const { x, y, width, height } = await boxOf(divider);
  // Not in the middle of the line, which must not jump to the pointer.
  const [fromX, fromY] = width < height ? [x + 2, y + 60] : [x + 60, y + 2];
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move(fromX + right, fromY + down, { steps: 8 });
  await page.mouse.up();
}

/** In a pane as narrow as it gets, what stands in a panel's header has a place of its own. */
async function expectNoOverlap(page: Page): Promise<void> {
  const tools = await boxOf(panel(page, 'Delta graph').getByRole('tab', { name: 'Translation' }));
  const menu = await boxOf(panel(page, 'Delta graph').locator('summary').getByText('Export'));
  expect(tools.x + tools.width <= menu.x || tools.y >= menu.y + menu.height).toBe(true);
}

test('panes are resized by dragging, and a reload keeps their sizes', async ({ page }) => {
  await openPage(page);
  await expect(columns(page)).toHaveAttribute('aria-valuenow', '45');
  await expect(rows(page)).toHaveAttribute('aria-valuenow', '55');
  const built = editorOf(page).locator('.monaco-editor').first();
  await built.evaluate((element) => {
    element.setAttribute('data-built', 'before');
  });
  const [width, height] = [await widthOfNotebook(page), await heightOfGraph(page)];
  expect(width).toBeCloseTo(0.45 * 1440, -1);

  await drag(page, columns(page), -144, 0);
  await expect.poll(() => widthOfNotebook(page)).toBeCloseTo(width - 144, -1);
  await expect(columns(page)).toHaveAttribute('aria-valuenow', '35');
  await drag(page, rows(page), 0, 80);
  await expect.poll(() => heightOfGraph(page)).toBeCloseTo(height + 80, -1);
  await page.mouse.move(300, 300); // which moves nothing any more
  expect(await heightOfGraph(page)).toBeCloseTo(height + 80, -1);
  // The editor and the graph are those from before, and fit.
  await expect(built).toHaveAttribute('data-built', 'before');
  await expect.poll(async () => (await boxOf(built)).width).toBeLessThan(width - 144);
  await expect(panel(page, 'Delta graph').locator('.delta-node.result')).toBeVisible();
  await expectNoOverflow(page);

  await page.reload();
  await expect(columns(page)).toHaveAttribute('aria-valuenow', '35');
  expect(await widthOfNotebook(page)).toBeCloseTo(width - 144, -1);
  expect(await heightOfGraph(page)).toBeCloseTo(height + 80, -1);

  await doubleClick(columns(page), { x: 4, y: 200 });
  // Heights are parts of a column whose own may differ by a pixel once its fonts are there.
  await expect.poll(async () => Math.abs((await widthOfNotebook(page)) - width)).toBeLessThan(1);
  await doubleClick(rows(page), { x: 100, y: 4 });
  await expect.poll(async () => Math.abs((await heightOfGraph(page)) - height)).toBeLessThan(1);
});

test('panes are resized by the keyboard, within bounds @long', async ({ page }) => {
  await openPage(page);
  await columns(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(columns(page)).toHaveAttribute('aria-valuenow', '47');
  await page.keyboard.press('ArrowUp'); // is not its direction
  await expect(columns(page)).toHaveAttribute('aria-valuenow', '47');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(columns(page)).toHaveAttribute('aria-valuenow', '25');
  await expectNoOverflow(page);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(columns(page)).toHaveAttribute('aria-valuenow', '65');
  await expectNoOverflow(page);
  await expectNoOverlap(page);
  await page.keyboard.press('Enter');
  await expect(columns(page)).toHaveAttribute('aria-valuenow', '45');

  await rows(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page)).toHaveAttribute('aria-valuenow', '57');
  await page.keyboard.press('End');
  await expect(rows(page)).toHaveAttribute('aria-valuenow', '80');
  await page.keyboard.press('Home');
  await expect(rows(page)).toHaveAttribute('aria-valuenow', '15');
  await expectAccessible(page);
});

test('there are no dividers on a narrow page, in a presentation or in print @long', async ({ page }) => {
  await openPage(page);
  await columns(page).press('Home');
  await page.getByRole('button', { name: 'Present' }).click();
  await expect(page.getByRole('separator')).toHaveCount(0);
  expect(await widthOfNotebook(page)).toBeCloseTo(0.38 * 1440, -1);
  await page.getByRole('button', { name: 'Exit' }).click();
  await expect(columns(page)).toHaveAttribute('aria-valuenow', '25');
  await emulateMedium(page, 'print');
  await expect(columns(page)).toBeHidden();
  await emulateMedium(page, 'screen');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('separator')).toHaveCount(0);
  await expectNoOverflow(page);
});

test('missing or invalid saved sizes are ignored @long', async ({ page }) => {
  await openPage(page);
  await page.evaluate(() => {
    localStorage.setItem('pullback.panes', '{"columns":"wide","rows":1e9,"__proto__":{"columns":50}}');
  });
  await page.reload();
  await expect(columns(page)).toHaveAttribute('aria-valuenow', '45');
  await expect(rows(page)).toHaveAttribute('aria-valuenow', '80');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await columns(page).press('ArrowLeft');
  await expect(columns(page)).toHaveAttribute('aria-valuenow', '43');
});

test('an embedded page has its own sizes and does not save them @long', async ({ page }) => {
  await openPage(page);
  await columns(page).press('Home');
  await expect(panel(page, 'Delta graph').locator('.delta-node.result')).toBeVisible();
  await openPage(page, `?embed=1${OPENING_PAGE}`);
  await expect(columns(page)).toHaveAttribute('aria-valuenow', '45');
  await columns(page).press('End');
  await expect(panel(page, 'Delta graph').locator('.delta-node.result')).toBeVisible();
  await openPage(page);
  await expect(columns(page)).toHaveAttribute('aria-valuenow', '25');
});
