import type { Page } from '@playwright/test';
import { playground, printNotebook } from '../src/notebook/document';
import { encodeLink } from '../src/notebook/link';
import {
  boxOf,
  editorOf,
  expect,
  expectSaved,
  numberIn,
  openPage,
  openTab,
  panel,
  problemsOf,
  resultValue,
  setNumber,
  setProgram,
  setSlider,
  sliderOf,
  strip,
  tabOf,
  replaceFirst,
  test,
  wordOf,
} from './fixtures';

test('dragging a slider moves value, gradient, graph and trace, and nothing older is drawn after something newer', async ({
  page,
}) => {
  await openPage(page);
  await expect(resultValue(page)).toHaveText('6.9093');
  await expect(panel(page, 'Trace').getByRole('option').first()).toBeVisible();
  const drawn = await recordValues(page);
  const slider = sliderOf(page, 'x');
  const box = await boxOf(slider);
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.25, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, middle, { steps: 20 });
  await page.mouse.up();

  const x = Number(await slider.inputValue());
  expect(x).toBeGreaterThan(2);
  const value = rounded(x * 3 + Math.sin(x));
  await expect(resultValue(page)).toHaveText(value);
  await expect(strip(page)).toContainText(`∂x${rounded(3 + Math.cos(x))}`);
  await expect(strip(page)).toContainText(`∂y${rounded(x)}`);
  await expect(panel(page, 'Trace').getByRole('option').first()).toContainText(rounded(x));
  await expect(panel(page, 'Trace')).toContainText(value);
  await expect(
    panel(page, 'Delta graph')
      .locator('svg text')
      .getByText(rounded(x * 3 + Math.sin(x), 4)),
  ).not.toHaveCount(0);
  // The program grows with x, which only grew from where the drag began.
  const values = (await drawn()).slice(1);
  expect(values.length).toBeGreaterThan(1);
  expect(values).toEqual(values.toSorted((a, b) => a - b));

  await page.getByRole('button', { name: 'Reset x' }).click();
  await expect(resultValue(page)).toHaveText('6.9093');
});

function rounded(value: number, digits = 6): string {
  return String(Number(value.toPrecision(digits)));
}

/** Every value that the strip draws from now on. */
async function recordValues(page: Page): Promise<() => Promise<readonly number[]>> {
  const handle = await resultValue(page).evaluateHandle((output) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(output.textContent)).observe(output, {
      characterData: true,
      childList: true,
      subtree: true,
    });
    return texts;
  });
  return async () => (await handle.jsonValue()).map(numberIn);
}

test('before a run has answered, the inputs have the values that are written @long', async ({ page }) => {
  await replaceFirst(page, 'run', 'const began = Date.now(); while (Date.now() - began < 4000);', { isBefore: true });
  await openPage(page);
  await expect(sliderOf(page, 'y')).toHaveValue('3');
  await expect(resultValue(page)).toHaveText('–');
  await expect(resultValue(page)).toHaveText('6.9093');
});

test('a number box takes what is typed, and refuses what is out of range', async ({ page }) => {
  await openPage(page);
  const box = page.getByRole('spinbutton', { name: 'y, as a number' });
  await setNumber(box, '0');
  await expect(resultValue(page)).toHaveText('0.909297');
  await setNumber(box, '99');
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(resultValue(page)).toHaveText('0.909297');
});

test('pointing at source, trace, graph or gradient lights up the others', async ({ page }) => {
  await openPage(page);
  const graph = panel(page, 'Delta graph');
  const trace = panel(page, 'Trace');
  const pointed = editorOf(page).locator('.code-pointed');
  const litNode = graph.locator('.delta-node.lit');
  const litRow = trace.locator('.windowed-row.lit');
  await expect(graph.locator('.delta-node.result')).toBeVisible();

  await wordOf(page, 'sin').hover();
  await expect(litRow).toHaveCount(1);
  await expect(litRow).toContainText('sin');
  await expect(litNode).not.toHaveCount(0);
  const sine = await litNode.first().getAttribute('data-index');

  await page.mouse.move(0, 0);
  await expect(litRow).toHaveCount(0);
  await expect(litNode).toHaveCount(0);

  await trace.getByRole('option').filter({ hasText: 'sin' }).hover();
  await expect(pointed.first()).toBeVisible();
  expect((await pointed.allTextContents()).join('').replaceAll('\u00a0', ' ')).toBe('sin x');
  await expect(litNode.and(graph.locator(`[data-index="${sine ?? ''}"]`))).toHaveCount(1);

  await graph.locator(`[data-index="${sine ?? ''}"]`).hover();
  await expect(litRow).toContainText('sin');
  await expect(pointed.first()).toBeVisible();

  await openTab(page, 'Gradient');
  await panel(page, 'Gradient').getByRole('columnheader', { name: '∂y' }).hover();
  await expect(page.getByRole('group', { name: 'Input y' })).toHaveClass(/pointed/);
  await expect(litNode).toHaveClass(/input/);
  expect((await pointed.allTextContents()).join('')).toContain('y');
});

test('Play backwards runs to the gradient, and steps back', async ({ page }) => {
  await openPage(page);
  const graph = panel(page, 'Delta graph');
  await graph.getByRole('button', { name: 'Play backwards' }).click();
  const sweep = graph.getByRole('group', { name: 'Sweep controls' });
  const step = sweep.getByRole('slider', { name: 'Sweep step' });
  await expect(sweep).toContainText('eval');
  await expect.poll(() => step.inputValue().then(Number)).toBeGreaterThan(0);
  await expect(graph.locator('.delta-node.visited, .delta-node.visiting').first()).toBeVisible();

  // The middle of the film is skipped.
  const end = Number(await step.getAttribute('max'));
  await step.fill(String(end - 2));
  await sweep.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(step).toHaveValue(String(end));
  await expect(sweep).toContainText('∂x = 2.58385, ∂y = 2');
  await expect(sweep.getByRole('button', { name: 'Pause' })).toHaveCount(0);

  await sweep.getByRole('button', { name: 'Previous step' }).click();
  await expect(step).toHaveValue(String(end - 1));
  await expect(sweep).not.toContainText('∂x =');
  await step.fill('2');
  await sweep.getByRole('button', { name: 'Play in reverse' }).click();
  await expect(step).toHaveValue('0');
  await sweep.getByRole('button', { name: 'Exit sweep' }).click();
  await expect(graph.getByRole('button', { name: 'Play backwards' })).toBeVisible();
});

test('a rate that is too large ends in a message, and the curve can be had back @long', async ({ page }) => {
  await openPage(page);
  await setProgram(
    page,
    'input rate : real = 0.1 in 0.01 .. 0.26\nlet loss w = (6 - 2 * w) ^ 2\nlet rec descend w =\n  if watch "loss" (loss w) < 1e-6 then w\n  else descend (w - rate * grad loss w)\n\ndescend 0',
  );
  await openTab(page, 'Descent');
  await expect(resultValue(page)).toHaveText('2.99981');
  const curve = panel(page, 'Descent').locator('path.series-line').last();
  await expect(curve).toBeVisible();
  await setSlider(page, 'rate', 0.26);
  await expect(problemsOf(page).getByText('Error')).toBeVisible();
  await expect(resultValue(page)).toHaveText('2.99981');
  await panel(page, 'Descent').getByRole('button', { name: 'log' }).click();
  await setSlider(page, 'rate', 0.125);
  await expect(resultValue(page)).toHaveText('3');
  await expect(panel(page, 'Descent')).toContainText('last of 2 steps');
});

test('every panel says what would fill it where there is nothing to show @long', async ({ page }) => {
  await openPage(page);
  await setProgram(page, '1 + 1');
  await expect(resultValue(page)).toHaveText('2');
  await expect(panel(page, 'Delta graph').locator('.panel-empty')).toContainText('input');
  for (const [tab, title] of [
    ['Trace', 'Trace'],
    ['Derivative', 'Derivative'],
    ['Combinators', 'Combinators'],
    ['Jets', 'Jets'],
    ['Gradient', 'Gradient'],
    ['Curves', 'Plot'],
    ['Descent', 'Descent'],
    ['Growth', 'Growth'],
  ] as const) {
    await openTab(page, tab);
    await expect(panel(page, title).locator('.panel-empty')).toBeVisible();
  }
});

/** Withholds files until the returned function is called. */
async function withhold(page: Page, files: string): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test('a panel that is chosen while the notebook of a link loads stays chosen', async ({ page }) => {
  const release = await withhold(page, '**/read-notebook-*.js');
  const program = printNotebook(playground('input x : real = 3\n\nx * x'));
  await page.goto(`/${await encodeLink(program)}`);
  await tabOf(page, 'Steps').click();
  release();
  await expect(resultValue(page)).toHaveText('9');
  await expect(tabOf(page, 'Steps')).toHaveAttribute('aria-selected', 'true');

  // A link that names a panel opens it.
  await page.goto('about:blank');
  await page.goto(`/${await encodeLink(program, { panel: 'jets' })}`);
  await expect(tabOf(page, 'Jets')).toHaveAttribute('aria-selected', 'true');
});

test('a panel that is chosen while an edited copy loads stays chosen', async ({ page }) => {
  await openPage(page);
  await setProgram(page, '20 + 1');
  await expectSaved(page, '20 + 1');
  const release = await withhold(page, '**/read-notebook-*.js');
  await page.reload();
  await tabOf(page, 'Steps').click();
  release();
  await expect(resultValue(page)).toHaveText('21');
  await expect(tabOf(page, 'Steps')).toHaveAttribute('aria-selected', 'true');
});
