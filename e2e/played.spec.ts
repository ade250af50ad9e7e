import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { expect, expectAccessible, openPage, panel, test } from './fixtures';

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

test('a watched picture follows the step that is shown, in the panel and under its cell', async ({ page }) => {
  await open(page, `${FIT}fit 40 (0, 0)\n`);
  const inPanel = descent(page).getByRole('figure', { name: 'fit', exact: true });
  const underCell = page.getByRole('region', { name: 'Watched pictures' });
  await expect(inPanel).toContainText('fit at step 40');
  await expect(underCell).toContainText('fit at step 40');
  const [before, beforeUnder] = [await curveIn(inPanel).getAttribute('d'), await curveIn(underCell).getAttribute('d')];
  await descent(page).getByRole('button', { name: 'First step' }).click();
  await expect(inPanel).toContainText('fit at step 0');
  await expect(underCell).toContainText('fit at step 0');
  await expect(curveIn(inPanel)).not.toHaveAttribute('d', before ?? '');
  await expect(curveIn(underCell)).not.toHaveAttribute('d', beforeUnder ?? '');
  await descent(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect(inPanel).toContainText(/fit at step [1-9]/u);
  await expect(underCell).toContainText(/fit at step [1-9]/u);
  await expect(inPanel).toContainText('fit at step 40');
  await expect(curveIn(inPanel)).toHaveAttribute('d', before ?? '');
  await expectAccessible(page);
});
