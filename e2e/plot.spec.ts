import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  boxOf,
  expect,
  expectAccessible,
  expectAccessibleNarrow,
  expectNoOverflow,
  numberIn,
  openPage,
  openTab,
  panel,
  pointedText,
  resultValue,
  setProgram,
  setSlider,
  sliderOf,
  test,
  SCHEMES,
  strip,
} from './fixtures';

const WAVE = `input x : real = 1 in -4 .. 4
input y : real = 2 in -3 .. 3

y * sin x + x ^ 2
`;

async function openPlot(page: Page, program = WAVE): Promise<void> {
  await openPage(page, await encodeLink(`\`\`\`pullback show=plot\n${program}\`\`\`\n`));
  await expectDone(page);
}

function plot(page: Page): Locator {
  return panel(page, 'Plot');
}

function handle(page: Page, name: string): Locator {
  return plot(page).getByRole('slider', { name: `Point at ${name}`, exact: true });
}

function curve(page: Page, name: string): Locator {
  return plot(page).locator(`.plot-content .plot-${name}`);
}

/** The last picture is as fine as it gets. */
async function expectDone(page: Page): Promise<void> {
  await expect(plot(page).locator('.plot')).toHaveAttribute('data-pending', 'false');
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await plot(page).getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });
}

/** The numbers of a row of the readout. */
async function read(page: Page, row: 'point' | 'pointer'): Promise<readonly number[]> {
  const cells = plot(page).locator(`.plot-at-${row} td`);
  return (await cells.allTextContents()).map(numberIn);
}

test('the point is dragged, and the slider, the result, the tangent and the polynomial follow', async ({ page }) => {
  await openPlot(page);
  await expect(resultValue(page)).toHaveText('2.68294');
  expect(await read(page, 'point')).toEqual([1, 2.68294, 3.0806, 0.317058]);
  const [value, tangent] = [curve(page, 'value'), curve(page, 'tangent')];
  const before = await value.getAttribute('d');
  const line = await tangent.getAttribute('d');

  const dot = await boxOf(handle(page, 'x'));
  const frame = await boxOf(plot(page).locator('.plane-frame'));
  await page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await page.mouse.down();
  await page.mouse.move(frame.x + frame.width * 0.75, frame.y + 20, { steps: 6 });
  await expect(sliderOf(page, 'x')).toHaveValue(/^(1\.9|2)/u);
  await page.mouse.up();
  const x = numberIn(await sliderOf(page, 'x').inputValue());
  expect(Math.abs(x - 2)).toBeLessThan(0.06);
  await expect(resultValue(page)).toHaveText(String(Number((2 * Math.sin(x) + x * x).toPrecision(6))));
  await expect(tangent).not.toHaveAttribute('d', line ?? '');
  await expect.poll(async () => (await read(page, 'point'))[0]).toBe(x);
  // Along x it is the same function.
  await expect(value).toHaveAttribute('d', before ?? '');

  await setSlider(page, 'x', -2);
  await expect(handle(page, 'x')).toHaveAttribute('aria-valuenow', '-2');
  await setSlider(page, 'y', -1);
  await expect(value).not.toHaveAttribute('d', before ?? '');
  await expectDone(page);
  expect((await read(page, 'point'))[1]).toBeCloseTo(-Math.sin(-2) + 4, 4);

  // A click puts it there.
  await page.mouse.click(frame.x + frame.width / 4, frame.y + 40);
  await expect.poll(async () => Math.abs(numberIn(await sliderOf(page, 'x').inputValue()) + 2)).toBeLessThan(0.05);
});

test('curves are shown and hidden, and the polynomial has the order that is chosen @long', async ({ page }) => {
  await openPlot(page, 'input x : real = 1 in -2 .. 3\n\nx ^ 3 - 2 * x + 1\n');
  for (const name of ['value', 'first', 'tangent']) await expect(curve(page, name)).toHaveCount(1);
  await expect(curve(page, 'second')).toHaveCount(0);
  await plot(page).getByRole('button', { name: 'f″' }).click();
  await expect(curve(page, 'second')).toHaveCount(1);
  await plot(page).getByRole('button', { name: 'f′', exact: true }).click();
  await expect(curve(page, 'first')).toHaveCount(0);

  await choose(page, 'order', '2');
  await choose(page, 'order', '3');
  await expect(plot(page).getByRole('button', { name: 'Taylor T₃' })).toHaveAttribute('aria-pressed', 'true');
  const terms = plot(page).locator('.plot-terms span');
  await expect(terms).toHaveText(['0', '+ 1 (x - 1)', '+ 3 (x - 1)²', '+ 1 (x - 1)³']);
  await choose(page, 'order', '1');
  await expect(terms).toHaveText(['0', '+ 1 (x - 1)']);
  const legend = plot(page).getByRole('button', { name: 'f', exact: true });
  await legend.hover();
  await expect.poll(() => pointedText(page)).toBe('x ^ 3 - 2 * x + 1');
});

test('the keyboard moves the point and the view @long', async ({ page }) => {
  await openPlot(page);
  const point = handle(page, 'x');
  await point.focus();
  await point.press('ArrowRight');
  await expect(sliderOf(page, 'x')).toHaveValue('1.1');
  await expect(point).toHaveAttribute('aria-valuetext', /^x 1\.1: f 2\.99241, f′ /u);
  await point.press('Shift+ArrowLeft');
  await expect(sliderOf(page, 'x')).toHaveValue('0.1');
  await point.press('PageUp');
  await expect(sliderOf(page, 'x')).toHaveValue('1.1');
  await point.press('End');
  await expect(sliderOf(page, 'x')).toHaveValue('4');
  await point.press('ArrowRight');
  await expect(sliderOf(page, 'x')).toHaveValue('4');
  await point.press('Home');
  await expect(sliderOf(page, 'x')).toHaveValue('-4');

  const ticks = (): Promise<readonly string[]> => plot(page).locator('.chart-tick').allTextContents();
  const first = await ticks();
  const fit = plot(page).getByRole('button', { name: 'Fit' });
  await expect(fit).toBeDisabled();
  await point.press('+');
  await expect.poll(ticks).not.toEqual(first);
  await point.press(']');
  await point.press('-');
  await expect(fit).toBeEnabled();
  await point.press('0');
  await expect(fit).toBeDisabled();
  await expect.poll(ticks).toEqual(first);
});

test('the picture is moved and zoomed, and the curve is drawn where it was not @long', async ({ page }) => {
  await openPlot(page);
  const frame = await boxOf(plot(page).locator('.plane-frame'));
  const last = plot(page).locator('.plot-content');
  const before = await last.textContent();
  await page.mouse.move(frame.x + 60, frame.y + 60);
  await page.mouse.down();
  await page.mouse.move(frame.x + 260, frame.y + 60, { steps: 4 });
  await page.mouse.up();
  await expect(last).not.toHaveText(before ?? '');
  await expect(sliderOf(page, 'x')).toHaveValue('1');
  await expectDone(page);
  await page.mouse.move(frame.x + 30, frame.y + 30);
  const [atPointer = NaN, value = NaN] = await read(page, 'pointer');
  expect(atPointer).toBeLessThan(-5);
  expect(value).toBeCloseTo(2 * Math.sin(atPointer) + atPointer ** 2, 3);
  const moved = await last.textContent();
  await plot(page).getByRole('button', { name: 'Zoom out' }).click();
  await expect(last).not.toHaveText(moved ?? '');
  await plot(page).getByRole('button', { name: 'Fit' }).click();
  await expect(last).toHaveText(before ?? '');
});

test.describe('two fingers', () => {
  test.use({ hasTouch: true });

  test('pinch the picture, and one moves it; the point stays, and so does the page @long', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openPlot(page, 'input x : real = 1 in -4 .. 4\nx ^ 2 + 1 / (x - 0.3) ^ 2\n');
    await expect(plot(page)).toContainText('Infinite at 0.3.');
    const frame = plot(page).locator('.plane-frame');
    await frame.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxOf(frame);
    const [middle, centre] = [x + width / 2, y + height / 2];
    const session = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...reach: readonly number[]): Promise<void> => {
      const touchPoints = reach.map((by, id) => ({ x: middle + by, y: centre + by / 2, id }));
      await session.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    const scrolled = await page.evaluate(() => scrollY);
    const span = async (): Promise<readonly number[]> => {
      const ticks = await plot(page).locator('.chart-tick[text-anchor=middle]').allTextContents();
      const numbers = ticks.map(numberIn).filter(Number.isFinite);
      return [Math.min(...numbers), Math.max(...numbers)];
    };
    const [low = NaN, high = NaN] = await span();
    await touch('touchStart', -20, 20);
    for (const by of [30, 45, 60, 80]) await touch('touchMove', -by, by);
    await touch('touchEnd');
    await expectDone(page);
    const [nearLow = NaN, nearHigh = NaN] = await span();
    expect(nearHigh - nearLow).toBeLessThan((high - low) / 2);
    expect(nearLow + nearHigh).toBeCloseTo(low + high);
    await touch('touchStart', 20);
    for (const by of [0, -30, -60]) await touch('touchMove', by);
    await touch('touchEnd');
    await expectDone(page);
    expect((await span())[1]).toBeGreaterThan(nearHigh);
    await expect(sliderOf(page, 'x')).toHaveValue('1');
    expect(await page.evaluate(() => [scrollY, visualViewport?.scale])).toEqual([scrolled, 1]);
  });
});

test('kinks, jumps and edges are marked, and where there is no value it says why', async ({ page }) => {
  await openPlot(page, 'input x : real = 2.5 in -4 .. 4\n\nsqrt x + relu (x - 1) * toReal (floor (x / 3))\n');
  await expect(plot(page)).toContainText('A jump at 3.');
  await expect(plot(page)).toContainText('Hatched: undefined.');
  await expect(curve(page, 'end')).toHaveCount(3);
  const frame = await boxOf(plot(page).locator('.plane-frame'));
  await page.mouse.move(frame.x + frame.width / 5, frame.y + 50);
  await expect(plot(page).locator('.plot-at-pointer')).toContainText('sqrt needs a positive argument');
  await expect.poll(() => pointedText(page)).toContain('sqrt x');
  await page.mouse.move(frame.x + frame.width * 0.8, frame.y + 50);
  await expect(plot(page).locator('.plot-at-pointer')).not.toContainText('sqrt');

  await setSlider(page, 'x', -3);
  await expect(plot(page).locator('.plot-at-point')).toContainText('sqrt needs a positive argument');
  await expect(curve(page, 'value')).toHaveCount(1);
  await setProgram(page, 'input z : real = 0 in -4 .. 4\n\nrelu z');
  await expect(plot(page)).toContainText('A kink at 0. At the point, the argument of relu is 0 here');
  await setProgram(page, 'input z : real = 1 in -4 .. 4\n\nlog z + 1 / (z - 3)');
  await expect(plot(page)).toContainText('Infinite at 0, 3. Hatched: undefined.');
  await expect(curve(page, 'end')).toHaveCount(0);
  await setProgram(page, 'input z : real = 1 in -4 .. 4\n\nsin (3000 * z)');
  await expect(plot(page)).toContainText('Few samples');
});

test('over two inputs there are contours and the gradient, and the point moves in both', async ({ page }) => {
  await openPlot(page);
  await choose(page, 'and', 'y');
  const contours = plot(page).locator('.plane-contour');
  await expect(contours.nth(8)).toBeAttached();
  await expect(plot(page).locator('.plot-arrow').nth(60)).toBeAttached();
  await expectDone(page);
  expect(await read(page, 'point')).toEqual([1, 2, 2.68294, 3.0806, 0.841471]);
  await plot(page).locator('.plane-frame').scrollIntoViewIfNeeded();
  const dot = await boxOf(handle(page, 'x and y'));
  const frame = await boxOf(plot(page).locator('.plane-frame'));
  await page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await page.mouse.down();
  await page.mouse.move(frame.x + frame.width / 4, frame.y + (frame.height * 5) / 6, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => Math.abs(numberIn(await sliderOf(page, 'x').inputValue()) + 2)).toBeLessThan(0.06);
  expect(Math.abs(numberIn(await sliderOf(page, 'y').inputValue()) + 2)).toBeLessThan(0.06);
  const point = handle(page, 'x and y');
  await point.press('ArrowUp');
  await expect.poll(async () => numberIn(await sliderOf(page, 'y').inputValue())).toBeGreaterThan(-2);
  const first = await contours.first().getAttribute('d');
  await point.press('+');
  await expect(contours.first()).not.toHaveAttribute('d', first ?? '');
  await choose(page, 'and', 'none');
  await expect(curve(page, 'value')).toHaveCount(1);
});

test('a leaf of a list is an input as well, and an int stays what it is @long', async ({ page }) => {
  await openPlot(page, 'input n : int = 3\ninput xs : list real = [1, 2]\n\nsum xs * toReal n\n');
  await choose(page, 'Along', 'xs[1]');
  await expect(handle(page, 'xs[1]')).toHaveAttribute('aria-valuenow', '2');
  await handle(page, 'xs[1]').press('ArrowRight');
  await expect(handle(page, 'xs[1]')).toHaveAttribute('aria-valuenow', '2.1');
  await expect(resultValue(page)).toHaveText('9.3');
  await expect(page.getByRole('spinbutton', { name: 'xs, component 2' })).toHaveValue('2.1');
});

test('what would fill it is said, and what is wrong @long', async ({ page }) => {
  await openPage(page);
  await openTab(page, 'Curves');
  await expect(curve(page, 'value')).toHaveCount(1);
  await setProgram(page, '1 + 1');
  await expect(plot(page).locator('.panel-empty')).toContainText('Nothing to plot yet: declare a real input');
  await setProgram(page, 'input n : int = 1\n\nn + 1');
  await expect(resultValue(page)).toHaveText('2');
  await expect(plot(page).locator('.panel-empty')).toBeVisible();
  await setProgram(page, 'input x : real = 2\n\n(x, nope)');
  await expect(strip(page)).toContainText('nope');
  await expect(plot(page).locator('.panel-problems')).toHaveCount(0);
  await setProgram(page, 'input x : real = 2\n\n(x, x ^ 2)');
  await choose(page, 'Plot', 'f.2');
  await expectDone(page);
  await expect.poll(async () => (await read(page, 'point'))[1]).toBe(4);
  await setProgram(page, 'let f x = x ^ 3\n\ngrad f 2');
  await expect.poll(async () => await read(page, 'point')).toEqual([2, 8, 12, 12]);
  await expect(plot(page).getByRole('slider')).toHaveCount(0);
});

test('the picture and its numbers are saved, and are there as a table @long', async ({ page }) => {
  await openPlot(page);
  const saved = async (label: string): Promise<Buffer> => {
    const item = plot(page).getByRole('button', { name: label });
    if (!(await item.isVisible())) await plot(page).getByText('Export').click();
    const download = page.waitForEvent('download');
    await item.click();
    return readFileSync(await (await download).path());
  };
  const svg = (await saved('Save plot as SVG')).toString();
  expect(svg).toContain('>x</text>');
  expect(svg).not.toContain('var(--');
  expect((await saved('Save plot as PNG')).subarray(1, 4).toString()).toBe('PNG');
  const lines = (await saved('Save values as CSV')).toString().trim().split('\n');
  expect(lines[0]).toBe("x,f,f',f''");
  expect(lines.length).toBeGreaterThan(65);
  const [x = NaN, f = NaN, first = NaN, second = NaN] = (lines[40] ?? '').split(',').map(Number);
  expect([f, first, second]).toEqual([
    expect.closeTo(2 * Math.sin(x) + x * x, 12),
    expect.closeTo(2 * Math.cos(x) + 2 * x, 12),
    expect.closeTo(2 - 2 * Math.sin(x), 12),
  ]);

  await plot(page).getByText('Curve as a table').click();
  const table = plot(page).getByRole('region', { name: 'Values along x' });
  await expect(table.getByRole('columnheader')).toHaveText(['x', 'f', 'f′', 'f″']);
  await expect(table.getByRole('row')).toHaveCount(22);
  await expect(table.getByRole('rowheader').first()).toHaveText('-4');
});

for (const scheme of SCHEMES)
  test(`axe finds nothing in a plot, wide or narrow, ${scheme} @long`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openPlot(page);
    await plot(page).getByText('Curve as a table').click();
    await choose(page, 'order', '4');
    await expectAccessible(page, '.tabs');
    await expectAccessibleNarrow(page);
    await choose(page, 'and', 'y');
    await expect(plot(page).locator('.plot-arrow').first()).toBeAttached();
    await expectDone(page);
    await expectAccessible(page, '.tabs');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoOverflow(page);
  });
