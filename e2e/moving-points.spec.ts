import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { boxOf, expect, expectAccessible, expectNoOverflow, openPage, resultValue, test } from './fixtures';

const NOTEBOOK = `---
title: Points
---
# Points

\`\`\`csv name=data
name,y,x
a,2,1
b,4.50,2
c,6,3
\`\`\`

\`\`\`pullback
input p : real * real = (1, 1)
picture [
  Draw.points (map (fun r -> (r.x, r.y)) data),
  Draw.points (map (fun r -> (r.x, r.x)) data),
  Draw.named "model" (Draw.curve (fun x -> fst p * x)),
  Draw.xRange 0 4,
  Draw.yRange 0 8,
  Draw.title "Data" ]
sum (map (fun r -> r.y) data) + 100 * snd p
\`\`\`
`;

/** Where a place of the plane is in the window. */
async function pixelOf(picture: Locator, x: number, y: number): Promise<readonly [number, number]> {
  const box = await boxOf(picture.locator('.picture-box'));
  return [box.x + 64 + ((box.width - 76) * x) / 4, box.y + 8 + (box.height - 48) * (1 - y / 8)];
}

async function openPicture(page: Page): Promise<Locator> {
  await openPage(page, await encodeLink(NOTEBOOK));
  const picture = page.getByRole('figure', { name: 'Data', exact: true });
  await expect(picture).toContainText('Drag a point to change the table data');
  await picture.scrollIntoViewIfNeeded();
  return picture;
}

function rowOf(page: Page, row: number): Locator {
  return page.getByRole('region', { name: 'Table data' }).getByRole('row').nth(row);
}

test('a point that is dragged changes its row, and everything after it, as one undo step', async ({ page }) => {
  const picture = await openPicture(page);
  await expect(resultValue(page)).toContainText('112.5');
  await page.mouse.move(...(await pixelOf(picture, 2, 4.5)));
  await expect(picture.locator('.picture-said')).toContainText('point 2 of 3: x 2, y 4.5; drag to move it');
  await page.mouse.down();
  for (let step = 1; step <= 12; step++) {
    await page.mouse.move(...(await pixelOf(picture, 2 + step / 12, 4.5 + step / 6)));
    await page.waitForTimeout(30);
  }
  // Before the pointer is let go, the table has followed.
  await expect(rowOf(page, 2)).toContainText('3');
  await expect(resultValue(page)).toContainText('114.');
  await page.mouse.up();
  const [x, y] = (await rowOf(page, 2).getByRole('gridcell').allTextContents()).slice(-2).toReversed();
  expect(Math.abs(Number(x) - 3)).toBeLessThan(0.02);
  expect(Math.abs(Number(y) - 6.5)).toBeLessThan(0.05);
  expect(`${x} ${y}`).not.toMatch(/\.\d{4}/u);
  await expect(picture.locator('.picture-said')).toContainText(`x ${x}, y ${y}`);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(rowOf(page, 2)).toContainText('4.50');
  await expect(resultValue(page)).toContainText('112.5');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(resultValue(page)).toContainText('114.5');
});

test('a point is moved by keys, and put back by Escape', async ({ page }) => {
  const picture = await openPicture(page);
  const reader = picture.getByRole('slider', { name: 'Read the picture' });
  await reader.focus();
  await expect(reader).toHaveAttribute('aria-valuetext', 'point 1 of 3: x 1, y 2; press Enter to move it');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(reader).toHaveAttribute('aria-valuetext', /point 1 of 3: x 1, y 3\.\d+, moving/u);
  await expect(rowOf(page, 1)).toContainText(/a3\.\d/u);
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 1)).toContainText('a21');
  await expect(resultValue(page)).toContainText('112.5');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 1)).toContainText('a21.0');
  // The arrow keys read again.
  await page.keyboard.press('ArrowRight');
  await expect(reader).toHaveAttribute('aria-valuetext', /^point 2 of 3/u);
  // The diagonal is x twice: a point of it moves across.
  await page.keyboard.press('ArrowDown');
  await expect(reader).toHaveAttribute('aria-valuetext', /press Enter/u);
});

test('an input that is a point is a handle', async ({ page }) => {
  const picture = await openPicture(page);
  const handle = picture.getByRole('slider', { name: 'Input p' });
  await expect(handle).toHaveAttribute('aria-valuetext', 'x 1, y 1');
  await page.mouse.move(...(await pixelOf(picture, 1, 1)));
  await page.mouse.down();
  await page.mouse.move(...(await pixelOf(picture, 1.5, 2)), { steps: 5 });
  await expect(resultValue(page)).toContainText(/^.*21\d/u);
  await page.mouse.up();
  await expect(handle).toHaveAttribute('aria-valuetext', /^x 1\.(49|5)\d*, y (1\.9\d+|2|2\.0\d+)$/u);
  await expect(page.getByRole('spinbutton', { name: 'p, component 1' })).toHaveValue(/^1\.(49|5)/u);
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(handle).toHaveAttribute('aria-valuetext', /y (2\.9|3\.)/u);
  await page.getByRole('button', { name: "Reset p to the program's value" }).click();
  await expect(handle).toHaveAttribute('aria-valuetext', 'x 1, y 1');
});

test('the axes stay while a point is dragged, and fit when it is let go', async ({ page }) => {
  const free = NOTEBOOK.replace(/ {2}Draw.[xy]Range.*\n/gu, '');
  await openPage(page, await encodeLink(free));
  const picture = page.getByRole('figure', { name: 'Data', exact: true });
  await expect(picture).toContainText('Drag a point');
  await picture.scrollIntoViewIfNeeded();
  /** The places of the ticks, which tell the ranges of the axes. */
  const ticks = (): Promise<string> =>
    picture
      .locator('.picture-drawing text')
      .evaluateAll((all) => all.map((text) => text.getAttribute('transform')).join());
  const before = await ticks();
  const ring = picture.locator('.picture-ring');
  await picture.getByRole('slider', { name: 'Read the picture' }).focus();
  const { x, y, width, height } = await boxOf(ring);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  const box = await boxOf(picture.locator('.picture-box'));
  await page.mouse.move(box.x + 64, box.y + box.height - 40, { steps: 5 });
  await expect(rowOf(page, 1)).not.toContainText('a21');
  expect(await ticks()).toBe(before);
  await page.mouse.up();
  await expect(rowOf(page, 1)).toContainText(/a0\.\d+0\.\d/u);
  await page.mouse.move(0, 0);
  await expect.poll(ticks).not.toBe(before);
});

test('points of a table that is imported say why they stay', async ({ page }) => {
  const program =
    'import "draw-your-own-points"\npicture [Draw.points (map (fun p -> (p.x, p.y)) points), Draw.title "Data"]\n1';
  await openPage(page, await encodeLink(`---\ntitle: Uses\n---\n\n\`\`\`pullback\n${program}\n\`\`\`\n`));
  const picture = page.getByRole('figure', { name: 'Data', exact: true });
  await expect(picture.getByRole('slider', { name: 'Read the picture' })).toHaveAttribute(
    'aria-valuetext',
    'point 1 of 8: x 0.5, y 1.2; its table is imported, so it cannot be moved here',
  );
  await expect(picture).not.toContainText('Drag a point');
});

for (const scheme of ['light', 'dark'] as const)
  test(`a picture with points to move is accessible (${scheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const picture = await openPicture(page);
    await picture.getByRole('slider', { name: 'Input p' }).focus();
    await expectAccessible(page, '.picture');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
  });
