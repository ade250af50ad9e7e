import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  boxOf,
  doubleClick,
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  setProgram,
  sliderOf,
  setSlider,
  test,
} from './fixtures';

function notebook(program: string): string {
  return `---\ntitle: Pictures\n---\n# Pictures\n\n\`\`\`pullback\n${program}\n\`\`\`\n`;
}

const FIT = notebook(`input slope : real = 1 in -2 .. 2
let data = [(0, 1), (1, 2), (2, 3.5), (3, 4)]
picture [
  Draw.groups ["old", "old", "new", "new"] (Draw.points data),
  Draw.named "model" (Draw.curve (fun x -> slope * x + 1)),
  Draw.xRange 0 4,
  Draw.yRange (-4) 8,
  Draw.title "Fit" ]
slope * slope`);

function pictureOf(page: Page, name = 'Fit'): Locator {
  return page.getByRole('figure', { name, exact: true });
}

function readerOf(picture: Locator): Locator {
  return picture.getByRole('slider', { name: 'Read the picture' });
}

/** The outline of the curve. */
async function curveOf(picture: Locator): Promise<string> {
  return (await picture.locator('.picture-drawing path[stroke-width="2"]').first().getAttribute('d')) ?? '';
}

async function saved(page: Page, picture: Locator, kind: string): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await picture.getByRole('button', { name: `Save the picture as ${kind}` }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('pictures in a value are drawn below its text, each with its own view and files', async ({ page }) => {
  await openPage(
    page,
    await encodeLink(
      notebook(`input a : real = 1 in 0 .. 9
let fit x = picture [Draw.points [(0, 0), (a, x)], Draw.xRange 0 9, Draw.yRange 0 9]
{ name = "fits", all = [fit 1, fit 2], loss = a }`),
    ),
  );
  const output = page.getByRole('region', { name: 'Output' });
  await expect(output).toContainText('{ all = [<picture>, <picture>], loss = 1, name = "fits" }');
  const second = pictureOf(page, 'Picture 1.1.2');
  await expect(pictureOf(page, 'Picture 1.1.1').locator('.picture-drawing')).toBeVisible();
  await expect(second.locator('.picture-drawing')).toBeVisible();
  await setSlider(page, 'a', 4);
  await expect(output).toContainText('loss = 4');
  await expect(second).toHaveAttribute('aria-busy', 'false');
  expect((await saved(page, second, 'CSV')).bytes.toString()).toContain('4,2');
  await second.getByRole('button', { name: 'Zoom in' }).click();
  await expect(second.getByRole('button', { name: 'Fit' })).toBeEnabled();
  await expect(pictureOf(page, 'Picture 1.1.1').getByRole('button', { name: 'Fit' })).toBeDisabled();
  await output.getByRole('button', { name: 'Text' }).click();
  await expect(output.getByRole('figure')).toHaveCount(0);
});

test('a picture is drawn under its cell with its type, and follows a slider', async ({ page }) => {
  await openPage(page, await encodeLink(FIT));
  const picture = pictureOf(page);
  await expect(picture.locator('.picture-drawing')).toBeVisible();
  await expect(picture.locator('figcaption')).toHaveText('Fit');
  for (const name of ['old', 'new', 'model']) await expect(picture.getByText(name, { exact: true })).toBeVisible();
  const output = page.getByRole('region', { name: 'Output' });
  await expect(output).toContainText(': Draw.Picture');
  await expect(output).not.toContainText('Draw.Rows');
  const before = await curveOf(picture);
  const box = await picture.boundingBox();
  await setSlider(page, 'slope', -1);
  await expect.poll(() => curveOf(picture)).not.toBe(before);
  expect(await picture.boundingBox()).toEqual(box);
  await setSlider(page, 'slope', 1);
  await expect.poll(() => curveOf(picture)).toBe(before);
});

test('a picture is zoomed by buttons and keys, dragged, and goes back by a double click', async ({ page }) => {
  await openPage(page, await encodeLink(FIT));
  const picture = pictureOf(page);
  const ticks = async () => (await picture.locator('.picture-drawing text').allTextContents()).join(' ');
  await expect(picture.locator('.picture-drawing')).toBeVisible();
  const home = await ticks();
  await picture.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(ticks).not.toBe(home);
  await picture.getByRole('button', { name: 'Fit' }).click();
  await expect.poll(ticks).toBe(home);
  await readerOf(picture).focus();
  await page.keyboard.press('+');
  await expect.poll(ticks).not.toBe(home);
  await page.keyboard.press('0');
  await expect.poll(ticks).toBe(home);
  const box = picture.locator('.picture-box');
  await box.hover({ position: { x: 200, y: 100 } });
  await page.mouse.down();
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await expect.poll(ticks).not.toBe(home);
  await doubleClick(box, { x: 250, y: 150 });
  await expect.poll(ticks).toBe(home);
});

test('marks are read by keys and under the pointer', async ({ page }) => {
  await openPage(page, await encodeLink(FIT));
  const picture = pictureOf(page);
  const reader = readerOf(picture);
  await reader.focus();
  await expect(reader).toHaveAttribute('aria-valuetext', 'point 1 of 4: x 0, y 1, old');
  await page.keyboard.press('ArrowRight');
  await expect(reader).toHaveAttribute('aria-valuetext', 'point 2 of 4: x 1, y 2, old');
  await page.keyboard.press('End');
  await expect(reader).toHaveAttribute('aria-valuetext', 'point 4 of 4: x 3, y 4, new');
  await page.keyboard.press('ArrowDown');
  await expect(reader).toHaveAttribute('aria-valuetext', /^sample of a curve 1 of \d+: x 0, y 1, model$/u);
  const { width, height } = await boxOf(picture.locator('.picture-box'));
  // The place (2, 3.5) of the plane, within the axes.
  const position = { x: 64 + (width - 76) / 2, y: 8 + (height - 48) * (4.5 / 12) };
  await picture.locator('.picture-box').hover({ position });
  await expect(picture.locator('.picture-said')).toHaveText('point 3 of 4: x 2, y 3.5, new');
});

test('a picture has a description and a table of all its marks', async ({ page }) => {
  await openPage(page, await encodeLink(FIT));
  const picture = pictureOf(page);
  await expect(picture).toContainText('Picture “Fit”: 4 points, a curve “model”; x from 0 to 4, y from -4 to 8.');
  await picture.getByText('Picture as a table').click();
  await expect(picture.getByRole('option').first()).toHaveText('point 1 of 4: x 0, y 1, old');
  expect(await picture.getByRole('option').count()).toBeLessThan(100);
});

test('a picture is saved as SVG, PNG and CSV', async ({ page }) => {
  await openPage(page, await encodeLink(FIT));
  const picture = pictureOf(page);
  await expect(picture.locator('.picture-drawing')).toBeVisible();
  const svg = await saved(page, picture, 'SVG');
  expect(svg.name).toBe('fit.svg');
  expect(svg.bytes.toString()).toMatch(/^<svg [^]*<path [^]*<\/svg>$/u);
  expect(svg.bytes.toString()).toContain('model');
  const png = await saved(page, picture, 'PNG');
  expect(png.name).toBe('fit.png');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  const csv = await saved(page, picture, 'CSV');
  expect(csv.name).toBe('fit.csv');
  expect(csv.bytes.toString()).toContain('1,point,2,3.5,new\n');
});

test('a plane of equal values says them in its scale, in words and in a file', async ({ page }) => {
  await openPage(page, await encodeLink(notebook('picture [Draw.heatmap [[7, 7], [7, 7]], Draw.title "Sevens"]')));
  const picture = pictureOf(page, 'Sevens');
  await expect(picture).toContainText('a matrix of 2 × 2, all 7;');
  await expect(picture.locator('.picture-name')).toHaveText('all 7');
  expect((await saved(page, picture, 'SVG')).bytes.toString()).toContain('>all 7</text>');
});

for (const scheme of ['light', 'dark'] as const) {
  test(`pictures are accessible, also on a phone (${scheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openPage(page, await encodeLink(FIT));
    const picture = pictureOf(page);
    await expect(picture.locator('.picture-drawing')).toBeVisible();
    await readerOf(picture).focus();
    await picture.getByText('Picture as a table').click();
    await expectAccessible(page, '.picture');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await expectAccessible(page, '.picture');
  });
}

const ODD = notebook(`picture []
picture [Draw.title "One", Draw.points [(1, 1)]]
picture [Draw.title "Equal", Draw.points [(2, 3), (2, 3), (2, 3)], Draw.line [(2, 3), (2, 3)]]
picture [Draw.title "Huge", Draw.points [(-1e300, 1), (1e300, 1e300)], Draw.line [(-1e300, 1), (1e300, 1e300)]]
picture [Draw.title "Log", Draw.xLog, Draw.yLog, Draw.points [(1, 1), (10, 1000), (-1, 5)]]
picture [Draw.title "Planes", Draw.field (fun (x, y) -> x * y), Draw.contours 5 (fun (x, y) -> x * y), Draw.boundary 0 (fun (x, y) -> x - y)]
picture [Draw.title "Matrix", Draw.heatmap [[1, 2], [3, 4]]]
picture [Draw.title "Bars", Draw.bars [("a very, very, very, very, very long name of a bar", 1), ("b", -2)], Draw.horizontal 0]
picture [Draw.title "Names", Draw.texts [(0, 0, "a very, very, very, very, very, very, very, very, very, very long text")], Draw.histogram [1, 2, 2, 3]]
picture [Draw.title "Undefined", Draw.curve (fun x -> log x), Draw.arrows [(0, 0, 0, 0), (0, 0, 1, 1)]]
picture [Draw.title "Many", Draw.points (map (fun i -> (toReal i, sin (toReal i))) (toArray (range 0 20000)))]`);

test('odd pictures are drawn as far as they can be, several in a cell', async ({ page }) => {
  await openPage(page, await encodeLink(ODD));
  const pictures = page.locator('figure.picture');
  await expect(pictures).toHaveCount(11);
  await expect(page.locator('.picture-drawing')).toHaveCount(11);
  await expect(pictures.first()).toContainText('nothing is drawn');
  await expect(pictureOf(page, 'Log')).toContainText('What has an x of 0 or less is not drawn');
  // No number of a drawing is one that a browser cannot draw.
  for (const drawing of await page.locator('.picture-drawing').all())
    expect(await drawing.evaluate((svg) => svg.outerHTML)).not.toMatch(/NaN|Infinity|e\+\d/u);
  for (const name of ['Planes', 'Matrix', 'Many']) {
    const canvas = pictureOf(page, name).locator('canvas');
    await expect
      .poll(() =>
        canvas.evaluate((element: HTMLCanvasElement) =>
          element
            .getContext('2d')
            ?.getImageData(0, 0, element.width, element.height)
            .data.some((byte) => byte > 0),
        ),
      )
      .toBe(true);
  }
  await readerOf(pictures.first()).press('ArrowRight');
  await expect(readerOf(pictures.first())).toHaveAttribute('aria-valuetext', 'nothing is drawn');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});

/** A text of a hundred thousand letters. */
const LONG_TEXT = `let rec long (n : int) text = if n = 0 then text else long (n - 1) (text ++ text)
let wide = long 12 "a label that goes on "`;
const EDGES: readonly string[] = [
  'picture [Draw.title "One", Draw.points [(2, 3)]]',
  'picture [Draw.title "No data", Draw.points [], Draw.line [], Draw.bars []]',
  'picture [Draw.title "Infinite", Draw.curve (fun x -> exp (1000 * x) + 1 / x), Draw.field (fun (x, y) -> log (x * y))]',
  'picture [Draw.title "Huge numbers", Draw.points [(0 - 1e300, 1e300), (1e300, 0 - 1e300)]]',
  'picture [Draw.title "Tiny numbers", Draw.points [(1e-300, 2e-300), (3e-300, 1e-300)]]',
  'picture [Draw.title "Nearly the same", Draw.points [(1, 1), (1 + 1e-15, 1 + 1e-15)]]',
  `picture [Draw.title wide, Draw.xLabel wide, Draw.yLabel wide, Draw.named wide (Draw.line [(0, 0), (1, 1)]),
  Draw.bars [(wide, 1), ("short", 2)]]`,
  `picture [Draw.title "Many groups", Draw.groups (map (fun i -> show i) (toArray (range 0 400)))
  (Draw.points (map (fun i -> (toReal i, toReal i)) (toArray (range 0 400))))]`,
];

test('pictures at their edges say what they can, and break nothing', async ({ page }) => {
  await openPage(page, await encodeLink(notebook(`${LONG_TEXT}\n${EDGES.join('\n')}`)));
  await expect(page.locator('.picture-drawing')).toHaveCount(EDGES.length);
  for (const drawing of await page.locator('.picture-drawing').all())
    expect(await drawing.evaluate((svg) => svg.outerHTML)).not.toMatch(/NaN|Infinity/u);
  await expect(pictureOf(page, 'One').locator('.picture-drawing circle')).toHaveCount(1);
  await expect(pictureOf(page, 'No data')).toContainText('There is nothing to draw: the marks have no items.');
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await expectAccessible(page, 'figure.picture');
});

test('texts are drawn whole, and labels of bars meet each other nowhere, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(
    page,
    await encodeLink(
      notebook(`picture [Draw.texts [(0, 0, "zero"), (1, 1, "one")], Draw.title "Texts"]
picture [Draw.bars [("a category with a long name", 3), ("another category", 5), ("c", 2)], Draw.title "Bars"]`),
    ),
  );
  for (const word of ['zero', 'one'])
    await expect(pictureOf(page, 'Texts').locator('.picture-drawing').getByText(word, { exact: true })).toBeVisible();
  const labels = pictureOf(page, 'Bars').locator('[aria-label="x-axis tick label"] text');
  await expect(labels).toHaveText([/^a cat.*…$/, /^another.*…$/, 'c']);
  const gaps = (): Promise<number[]> =>
    labels.evaluateAll((texts) => {
      const boxes = texts.map((text) => text.getBoundingClientRect());
      return boxes.slice(1).map(({ left }, at) => left - (boxes[at]?.right ?? Infinity));
    });
  await expect.poll(async () => (await gaps()).every((gap) => gap > 0)).toBe(true);
});

test('a number that is infinite is an error of the program, and no picture', async ({ page }) => {
  await openPage(page, await encodeLink(notebook('picture [Draw.points [(1, 1e300 * 1e300)]]')));
  await expect(page.getByRole('region', { name: 'Output' })).toContainText('the result of * is too large for a real');
  await expect(page.locator('figure.picture')).toHaveCount(0);
});

test('a picture of a million points is drawn, or says what limit it met', async ({ page }) => {
  test.slow();
  const million = 'picture [Draw.title "Million", Draw.points (build 1000000 (fun i -> (toReal i, sin (toReal i))))]';
  await openPage(page, await encodeLink(notebook(million)));
  const output = page.getByRole('region', { name: 'Output' });
  await expect(output).toContainText(/1,000,000 points|Time limit of 2 s reached\.|took too long to draw/u);
  // The page goes on.
  await setProgram(page, 'picture [Draw.title "Few", Draw.points [(1, 2), (3, 4)]]');
  await expect(pictureOf(page, 'Few').locator('.picture-drawing circle')).toHaveCount(2);
});

test('a picture that takes long has the way out of a long run, also without any other output', async ({ page }) => {
  const program = `let rec spin (n : int) x = if n = 0 then x else spin (n - 1) (x / 2 + 1)
picture [Draw.title "Far", Draw.points [(spin 1000000000000000 0, 7)]]`;
  await openPage(page, await encodeLink(notebook(program)));
  const picture = page.locator('figure.picture');
  const longer = picture.getByRole('button', { name: 'Run longer' });
  await expect(picture).toContainText(/Time limit of 2 s reached\.|took too long to draw/u);
  await longer.click();
  await expect(picture).toContainText('Drawing, for at most 10 s.');
  await picture.getByRole('button', { name: 'Stop' }).click();
  await expect(picture).toContainText('You stopped this drawing.');
  await longer.click();
  await expect(picture).toContainText('Drawing, for at most 50 s.');
  await setProgram(page, 'picture [Draw.title "Few", Draw.points [(1, 2), (3, 4)]]');
  await expect(pictureOf(page, 'Few').locator('.picture-drawing circle')).toHaveCount(2);
  await expect(longer).toHaveCount(0);
});

test('a saved picture has the rings of its handles', async ({ page }) => {
  await openPage(
    page,
    await encodeLink(notebook('input p : real * real = (1, 2)\npicture [Draw.title "Ring", Draw.points [(0, 0), p]]')),
  );
  const picture = pictureOf(page, 'Ring');
  await expect(picture.getByRole('slider', { name: 'Input p' })).toBeVisible();
  const svg = (await saved(page, picture, 'SVG')).bytes.toString();
  expect(svg).toMatch(/<circle [^>]*r="10\.5"[^>]*stroke="rgb\(/u);
  expect(svg).toMatch(/<text [^>]*text-anchor="middle"[^>]*>p<\/text>/u);
});

test('a picture that is no longer that of the text is greyed, and stays', async ({ page }) => {
  await openPage(page, await encodeLink(FIT));
  const picture = pictureOf(page);
  await expect(picture.locator('.picture-drawing')).toBeVisible();
  await page.getByTestId('editor').first().locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(' +');
  await expect(
    page.locator('.stale').filter({ has: picture }).or(page.locator('figure.picture.stale')).first(),
  ).toBeVisible();
  await expect(picture.locator('.picture-drawing')).toBeVisible();
  await expect(sliderOf(page, 'slope')).toBeVisible();
});
