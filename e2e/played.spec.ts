import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { boxOf, expect, expectAccessible, openPage, panel, test } from './fixtures';

/** Fits a line to three points, and watches the picture of both. */
const FIT = `let data = [(0, 1), (1, 3), (2, 4)]
let loss (a, b) = mean (map (fun (x, y) -> (a * x + b - y) ^ 2) data)
let rec fit (n : int) (a, b) =
  let _ = watch "fit" (picture [Draw.points data, Draw.curve (fun x -> a * x + b)]) in
  let _ = watch "loss" (loss (a, b)) in
  if n = 0 then (a, b) else
  let (da, db) = grad loss (a, b) in
  fit (n - 1) (a - 0.1 * da, b - 0.1 * db)
`;

async function open(page: Page, program: string): Promise<void> {
  await openPage(page, await encodeLink(`# Training\n\n\`\`\`pullback show=descent\n${program}\`\`\`\n`));
}

function descent(page: Page): Locator {
  return panel(page, 'Descent');
}

/** The path of the drawn curve. */
function curveIn(place: Locator): Locator {
  return place.locator('.picture-drawing path[stroke-width="2"], .picture-drawing g[aria-label="line"] path').first();
}

/** The path of a curve once it does not change any more. */
async function settled(curve: Locator): Promise<string> {
  let last: string | null = null;
  await expect
    .poll(async () => {
      const before = last;
      last = await curve.getAttribute('d');
      return last !== null && last === before;
    })
    .toBe(true);
  return last ?? '';
}

test('a watched picture follows the step that is shown, in the panel and under its cell', async ({ page }) => {
  await open(page, `${FIT}fit 40 (0, 0)\n`);
  const inPanel = descent(page).getByRole('figure', { name: 'fit', exact: true });
  const underCell = page.getByRole('region', { name: 'Watched pictures' });
  await descent(page).getByRole('button', { name: 'Last step' }).click();
  await expect(inPanel).toContainText('fit at step 40');
  await expect(underCell).toContainText('fit at step 40');
  const [last, lastUnder] = [await settled(curveIn(inPanel)), await settled(curveIn(underCell))];
  await descent(page).getByRole('button', { name: 'First step' }).click();
  await expect(inPanel).toContainText('fit at step 0');
  await expect(underCell).toContainText('fit at step 0');
  await expect(curveIn(inPanel)).not.toHaveAttribute('d', last);
  await expect(curveIn(underCell)).not.toHaveAttribute('d', lastUnder);
  await descent(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect(inPanel).toContainText(/fit at step [1-9]/u);
  await expect(underCell).toContainText(/fit at step [1-9]/u);
  await expect(inPanel).toContainText('fit at step 40');
  await expect(curveIn(inPanel)).toHaveAttribute('d', last);
  await expect(curveIn(underCell)).toHaveAttribute('d', lastUnder);
  await expectAccessible(page);
});

test('the watched pictures of each cell have a name of their own', async ({ page }) => {
  const cell = (name: string): string => `\`\`\`pullback\nwatch "${name}" (picture [Draw.points [(1, 2)]])\n\`\`\`\n`;
  await openPage(page, await encodeLink(`# Pictures\n\n${cell('first')}\n${cell('second')}`));
  await expect(page.getByRole('region', { name: 'Watched pictures of cell 1' })).toContainText('first');
  await expect(page.getByRole('region', { name: 'Watched pictures of cell 2' })).toContainText('second');
  await expectAccessible(page);
});

test('a watched picture is drawn while the run goes on, and after a reload', async ({ page }) => {
  await open(page, `${FIT}fit 1000000000 (0, 0)\n`);
  const inPanel = descent(page).getByRole('figure', { name: 'fit', exact: true });
  await expect(inPanel).toContainText(/fit at step [\d,]+/u);
  await expect(curveIn(inPanel)).toBeAttached();
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('Time limit of 2 s reached.');
  await descent(page).getByRole('button', { name: 'First step' }).click();
  await expect(inPanel).toContainText('fit at step 0');
  await page.reload();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('Time limit of 2 s reached.');
  await expect(curveIn(inPanel)).toBeAttached();
});

const VALLEY = `let valley (x, y) = (1 - x) ^ 2 + 10 * (y - x ^ 2) ^ 2
let rec descend (n : int) (x, y) =
  let _ = watch "p" (x, y) in
  let _ = watch "valley" (valley (x, y)) in
  if n = 0 then (x, y) else
  let (dx, dy) = grad valley (x, y) in
  descend (n - 1) (x - 0.01 * dx, y - 0.01 * dy)
descend 100 (-1, 1.5)
`;

test('optimisers run from the same start, on the same axes, with rates of their own', async ({ page }) => {
  await open(page, VALLEY);
  await descent(page).getByRole('button', { name: 'Compare optimisers' }).click();
  const optimisers = descent(page).getByRole('region', { name: 'Optimisers', exact: true });
  const table = optimisers.getByRole('region', { name: 'How the optimisers did' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(descent(page).locator('.plane-others .series-line')).toHaveCount(3);
  // The descent of the program is plain gradient descent with this rate.
  const own = await descent(page)
    .getByRole('figure', { name: 'Curves of valley', exact: true })
    .locator('.series-value')
    .innerText();
  await expect(table.getByRole('row', { name: /Gradient descent/u })).toContainText(own);
  await optimisers.getByRole('checkbox', { name: 'Nesterov' }).check();
  await expect(table.getByRole('row', { name: /Nesterov/u })).toContainText('0.01');
  await expect(descent(page).locator('.plane-others .series-line')).toHaveCount(4);
  const rate = optimisers.getByRole('slider', { name: 'Rate of Adam' });
  const adam = table.getByRole('row', { name: /Adam/u });
  const before = await adam.innerText();
  await rate.focus();
  await rate.press('ArrowLeft');
  await expect(adam).toContainText('0.089');
  await expect(adam).not.toHaveText(before);
  await expectAccessible(page);
});

test('optimisers say what to watch where there is no start', async ({ page }) => {
  await open(page, VALLEY.replace('  let _ = watch "p" (x, y) in\n', ''));
  await descent(page).getByRole('button', { name: 'Compare optimisers' }).click();
  await expect(descent(page)).toContainText('To compare optimisers, watch what the loss function takes');
});

test('a surface of the function is shown on demand, and turned by keys and by dragging', async ({ page }) => {
  await open(page, VALLEY);
  const path = descent(page).getByRole('figure', { name: 'Path of p' });
  await expect(path.getByRole('group', { name: 'Colours of valley' })).toBeVisible();
  await expect(path.getByRole('figure', { name: 'Surface of valley' })).toBeHidden();
  await path.getByRole('button', { name: 'Surface' }).click();
  const surface = path.getByRole('slider', { name: 'Turn of the surface of valley' });
  await expect(surface).toHaveAttribute('aria-valuetext', 'turned by -34°, seen from 34° above');
  const canvas = surface.locator('canvas');
  const pixels = async (): Promise<string> =>
    canvas.evaluate((element) => (element instanceof HTMLCanvasElement ? element.toDataURL() : ''));
  const first = await pixels();
  await surface.focus();
  await surface.press('ArrowRight');
  await surface.press('ArrowUp');
  await expect(surface).toHaveAttribute('aria-valuetext', 'turned by -24°, seen from 44° above');
  await expect.poll(pixels).not.toBe(first);
  await surface.press('Home');
  await expect.poll(pixels).toBe(first);
  await surface.scrollIntoViewIfNeeded();
  const box = await boxOf(surface);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(surface).toHaveAttribute('aria-valuetext', 'turned by 0°, seen from 34° above');
  await expectAccessible(page);
});

test('charts over steps are zoomed by a brush, by the wheel, by keys and by buttons', async ({ page }) => {
  await open(page, VALLEY.replace('descend 100', 'descend 20000'));
  const chart = descent(page).getByRole('slider', { name: 'Step of valley' });
  const ticks = descent(page).getByRole('figure', { name: 'Curves of valley' }).locator('svg.series text');
  await expect(ticks.filter({ hasText: /^20,000$/u })).toBeVisible();
  await chart.scrollIntoViewIfNeeded();
  const box = await boxOf(chart);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.4, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, y, { steps: 4 });
  await expect(descent(page).locator('.series-brush')).toBeVisible();
  await page.mouse.up();
  const shown = descent(page).locator('.descent-range');
  await expect(shown).toContainText(/steps [67],\d{3} to 1[12],\d{3}/u);
  await expect(ticks.filter({ hasText: /^20,000$/u })).toHaveCount(0);
  // A brush pins no step.
  await expect(descent(page).getByRole('button', { name: 'Unpin' })).toHaveCount(0);
  const width = async (): Promise<number> => {
    const [, from = '', to = ''] = /steps ([\d,]+) to ([\d,]+)/u.exec(await shown.innerText()) ?? [];
    return Number(to.replaceAll(',', '')) - Number(from.replaceAll(',', ''));
  };
  const brushed = await width();
  await chart.focus();
  await chart.press('+');
  await expect.poll(width).toBeLessThan(brushed);
  const keyed = await width();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -400);
  await page.keyboard.up('Control');
  await expect.poll(width).toBeLessThan(keyed);
  await chart.press('0');
  await expect(shown).not.toContainText('steps');
  await shown.getByRole('button', { name: 'Zoom in' }).click();
  await expect(shown).toContainText('steps 3,334 to 16,667');
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'Fit' }).click();
  await expect(ticks.filter({ hasText: /^20,000$/u })).toBeVisible();
});
