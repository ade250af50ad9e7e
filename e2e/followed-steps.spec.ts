import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { expect, expectAccessible, openPage, panel, strip, test } from './fixtures';

/** Gradient descent on the line through three points; a later cell uses the line that it finds. */
const NOTEBOOK = `# A line

\`\`\`pullback
let data = [(0, 1), (1, 3), (2, 4)]
let loss (a, b) = mean (map (fun (x, y) -> (a * x + b - y) ^ 2) data)
\`\`\`

\`\`\`pullback show=descent
input rate : real = 0.1 in 0.01 .. 0.3
let rec descend (n : int) line =
  let _ = watch "loss" (loss (watch "line" line)) in
  if n < 1 then line else descend (n - 1) (subtract line (scale rate (grad loss line)))
let found = descend 40 (0, 0)
found
loss (1, 1)
picture [Draw.points data, Draw.curve (fun x -> found.1 * x + found.2)]
\`\`\`

\`\`\`pullback
loss found
\`\`\`
`;

function output(page: Page, cell: number): Locator {
  return page.getByRole('region', { name: `Output of cell ${cell}` });
}

function row(page: Page, cell: number, index: number): Locator {
  return output(page, cell).locator('.output-list > li').nth(index);
}

/** The path of the curve of a drawn picture. */
function curve(place: Locator): Locator {
  return place.locator('.picture-drawing path[stroke-width="2"], .picture-drawing g[aria-label="line"] path').first();
}

test('outputs, pictures and later cells follow the step that is shown', async ({ page }) => {
  await openPage(page, await encodeLink(NOTEBOOK));
  await output(page, 2).click({ position: { x: 5, y: 5 } });
  const descent = panel(page, 'Descent');
  await expect(descent.locator('.step-count')).toHaveText('41 steps');
  const [found, other, drawn] = [row(page, 2, 0), row(page, 2, 1), row(page, 2, 2)];
  const later = row(page, 3, 0);
  await expect(curve(drawn)).toBeAttached();
  const atEnd = {
    found: await found.locator('.output-value').innerText(),
    curve: await curve(drawn).getAttribute('d'),
  };
  await descent.getByRole('button', { name: 'First step' }).click();
  await expect(found).toHaveText(/^\(0, 0\): real \* real at line \d+ at step 0/u);
  await expect(other).not.toContainText('at step');
  await expect(drawn).toContainText('at step 0');
  await expect(curve(drawn)).not.toHaveAttribute('d', atEnd.curve ?? '');
  // The loss of the line y = 0 is the mean of 1, 9 and 16.
  await expect(later).toHaveText(/^8\.66667: real at line \d+ at step 0/u);
  // Derivatives are those of the run, which the strip says.
  await expect(strip(page)).toContainText('result of the finished run, not of step 0');
  await expect(output(page, 2)).toContainText('Outputs at step 0 of 40 are marked.');
  await descent.getByRole('slider', { name: 'Step', exact: true }).fill('1');
  // One step: 0.1 times the gradient (-22/3, -16/3) against it.
  await expect(found).toHaveText(/^\(0\.733333, 0\.533333\): real \* real at line \d+ at step 1/u);
  await expectAccessible(page);
  await descent.getByRole('button', { name: 'Last step' }).click();
  await expect(found).toContainText(atEnd.found);
  await expect(found).toContainText('at step 40');
  await output(page, 2).getByRole('button', { name: 'Show the result' }).click();
  await expect(found).not.toContainText('at step');
  await expect(drawn).not.toContainText('at step');
  await expect(later).not.toContainText('at step');
  await expect(strip(page)).not.toContainText('finished run');
  await expect(found).toContainText(atEnd.found);
});

test('outputs follow while steps are played, and a slider begins the steps anew', async ({ page }) => {
  await openPage(page, await encodeLink(NOTEBOOK));
  await output(page, 2).click({ position: { x: 5, y: 5 } });
  const descent = panel(page, 'Descent');
  await descent.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(row(page, 2, 0)).toContainText(/at step [1-9]/u);
  await expect(row(page, 2, 2)).toContainText(/at step [1-9]/u);
  await expect(strip(page)).toContainText(/finished run, not of step [1-9]/u);
  await expect(row(page, 2, 0)).toContainText('at step 40');
  await descent.getByRole('slider', { name: 'Step', exact: true }).fill('1');
  await page.getByRole('spinbutton', { name: 'rate, as a number' }).first().fill('0.2');
  await expect(row(page, 2, 0)).toHaveText(/^\(1\.46667, 1\.06667\): real \* real at line \d+ at step 1/u);
});
