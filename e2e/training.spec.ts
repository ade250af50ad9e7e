import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { choose, expect, notices, openPage, panel, runLong, setProgram, stopRun, test } from './fixtures';

const ROWS = Array.from({ length: 150 }, (_, i) => `${(i / 50).toFixed(2)},${(Math.sin(i) + (i / 50) * 2).toFixed(3)}`);

/** A line through 150 rows. */
function training(steps: number): string {
  return `\`\`\`csv name=rows
x,y
${ROWS.join('\n')}
\`\`\`

\`\`\`pullback show=descent
let loss (a, b) = mean (map (fun r -> (a * r.x + b - r.y) ^ 2) rows)
let rec descend (n : int) (a, b) =
  let now = watch "loss" (loss (a, b)) in
  if n = 0 then (a, b) else
  let (da, db) = grad loss (a, b) in
  descend (n - 1) (a - 0.01 * da, b - 0.01 * db)
descend ${steps} (0, 0)
\`\`\`
`;
}

/** More steps than any test waits for. */
const ENDLESS = 1_000_000_000;

async function open(page: Page, steps: number): Promise<void> {
  await openPage(page, await encodeLink(training(steps)));
}

function result(page: Page): Locator {
  return page.getByRole('region', { name: 'Result' });
}

/** The number of steps that the panel shows. */
async function steps(page: Page): Promise<number> {
  const text = await panel(page, 'Descent').locator('.step-count').innerText();
  return Number(/([\d,]+) steps/u.exec(text)?.[1]?.replaceAll(',', '') ?? 0);
}

test('100,000 steps of descent on 150 rows have their charts, all of them', async ({ page }) => {
  await open(page, 100_000);
  const longer = result(page).getByRole('button', { name: 'Run longer' });
  await expect(async () => {
    if (await longer.isVisible()) await longer.click();
    await expect(panel(page, 'Descent').locator('.step-count')).toHaveText('100,001 steps', { timeout: 3_000 });
  }).toPass();
  await expect(longer).toBeHidden();
});

test('what runs a program is loaded while its notebook is, and only the panels that it shows', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/read-notebook-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/${await encodeLink(training(ENDLESS))}`);
  await expect.poll(() => page.workers().length).toBe(2);
  release();
  await expect(panel(page, 'Descent').locator('svg.series path').first()).toBeAttached();
  expect(asked.filter((url) => /(?:Delta|Trace)Panel/u.test(url))).toEqual([]);
});

test('a long run shows how far it is, stops, and goes on from there', async ({ page }) => {
  await open(page, ENDLESS);
  const run = result(page).getByRole('group', { name: 'Run' });
  await expect(panel(page, 'Descent').locator('svg.series path').first()).toBeAttached();
  await result(page).getByRole('button', { name: 'Run longer' }).click();
  await expect(run).toContainText(/[\d,]+ steps · loss [\d.]+ · [\d.]+ m?s of 10 s/u);
  await stopRun(page);
  await expect(result(page)).toContainText('You stopped this run.');
  const stopped = await steps(page);
  expect(stopped).toBeGreaterThan(100);
  await result(page).getByRole('button', { name: 'Run longer' }).click();
  await expect(run).toContainText(/of (50|250|1,250) s/u);
  expect(await steps(page)).toBeGreaterThanOrEqual(stopped);
});

test('a run that reaches its limit keeps what it has, and a reload loses nothing', async ({ page }) => {
  await open(page, ENDLESS);
  await expect(result(page)).toContainText('Time limit of 2 s reached.');
  expect(await steps(page)).toBeGreaterThan(100);
  await page.reload();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(result(page)).toContainText('Time limit of 2 s reached.');
  expect(await steps(page)).toBeGreaterThan(100);
});

test('the steps are played, paused and scrubbed, and charts and state follow', async ({ page }) => {
  await open(page, 400);
  const descent = panel(page, 'Descent');
  await expect(descent.locator('.step-count')).toHaveText('401 steps');
  await descent.getByRole('button', { name: 'Play' }).click();
  await expect(descent.locator('.step-count')).toHaveText(/step \d+ of 400/u);
  await expect(descent.locator('.series-read-line').first()).toBeAttached();
  await expect(descent.getByRole('region', { name: 'Program state' })).toContainText(
    /The program at step \d+ of loss/u,
  );
  await descent.getByRole('button', { name: 'Pause' }).click();
  const paused = await descent.locator('.step-count').innerText();
  await expect(descent.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(descent.locator('.step-count')).toHaveText(paused);
  await descent.getByRole('slider', { name: 'Step', exact: true }).fill('123');
  await expect(descent.locator('.step-count')).toHaveText('step 123 of 400');
  await expect(descent.getByRole('region', { name: 'Program state' })).toContainText('n =277');
  await descent.getByRole('combobox', { name: 'Speed' }).selectOption('4');
  await descent.getByRole('button', { name: 'Play' }).click();
  await expect(descent.locator('.step-count')).toHaveText('step 400 of 400');
  await expect(descent.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('a reload during a run loses nothing but time', async ({ page }) => {
  await open(page, ENDLESS);
  const run = result(page).getByRole('group', { name: 'Run' });
  await runLong(page);
  await expect(run).toContainText(/[\d,]+ steps/u);
  await page.reload();
  await expect(page.locator('.code-area').first()).toContainText('descend 1000000000 (0, 0)');
  // It runs by itself unless it had run for long; then it waits for the reader.
  const again = page.getByRole('button', { name: 'Run', exact: true });
  await expect(
    run
      .or(again)
      .or(result(page).getByRole('button', { name: 'Run longer' }))
      .first(),
  ).toBeVisible();
  if (await again.isVisible()) await again.click();
  await expect(panel(page, 'Descent').locator('svg.series path').first()).toBeAttached();
  await expect.poll(() => steps(page)).toBeGreaterThan(100);
});

test('a cell that is deleted while it trains ends its run, and undo brings it back', async ({ page }) => {
  await openPage(page, await encodeLink(`${training(ENDLESS)}\n\`\`\`pullback\n2 * 21\n\`\`\`\n`));
  await runLong(page);
  const trained = page.getByRole('region', { name: 'Code cell 2', exact: true });
  await expect(result(page)).toContainText(/[\d,]+ steps/u);
  await choose(trained, 'Delete');
  await expect(page.getByRole('region', { name: /^Code cell/ })).toHaveCount(1);
  await expect(trained).toContainText('42');
  await expect(result(page).getByRole('button', { name: 'Stop' })).toBeHidden();
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expect(trained).toContainText('descend 1000000000 (0, 0)');
});

test.describe('a worker that ends during a run', () => {
  test.use({ allow: [[/worker/iu], { scope: 'test' }] });

  test('is replaced, and what is run next has its steps', async ({ page }) => {
    await open(page, ENDLESS);
    await runLong(page);
    await expect(result(page).getByRole('group', { name: 'Run' })).toContainText(/[\d,]+ steps/u);
    // The first one of this name; a later one waits to take its place.
    for (const worker of page.workers()) {
      const isIt = await worker.evaluate(() => {
        if (self.name === 'run') close();
        return self.name === 'run';
      });
      if (isIt) break;
    }
    await expect(notices(page)).toContainText('Your text is untouched');
    await expect(page.locator('.code-area').first()).toContainText('descend 1000000000 (0, 0)');
    await setProgram(
      page,
      'let rec go (n : int) x = if n = 0 then watch "x" x else go (n - 1) (watch "x" (x / 2))\ngo 20 1',
    );
    await expect(panel(page, 'Descent').locator('.step-count')).toHaveText('21 steps');
    await panel(page, 'Descent').getByRole('button', { name: 'First step' }).click();
    await expect(panel(page, 'Descent').getByRole('region', { name: 'Program state' })).toContainText('x =1');
  });
});

test('readers who want less motion see stills of a run, and nothing moves by itself', async ({ page }) => {
  await open(page, 400);
  const descent = panel(page, 'Descent');
  await expect(descent.locator('.step-count')).toHaveText('401 steps');
  await page.waitForLoadState('networkidle');
  const changes = (milliseconds: number): Promise<{ readonly mutations: number; readonly animations: number }> =>
    page.evaluate(async (time) => {
      let mutations = 0;
      const observer = new MutationObserver((records) => {
        mutations += records.length;
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      await new Promise((resolve) => {
        setTimeout(resolve, time);
      });
      observer.disconnect();
      return { mutations, animations: document.getAnimations().length };
    }, milliseconds);
  await expect(async () => {
    expect(await changes(1_000)).toEqual({ mutations: 0, animations: 0 });
  }).toPass();
  await descent.getByRole('button', { name: 'Play' }).click();
  const shown = await page.evaluate(async () => {
    const seen: (string | null)[] = [];
    const end = performance.now() + 3_000;
    while (performance.now() < end) {
      await new Promise(requestAnimationFrame);
      seen.push(document.querySelector('.step-count')?.textContent ?? null);
    }
    return [...new Set(seen)].length;
  });
  expect(shown).toBeGreaterThan(2);
  expect(shown).toBeLessThan(10);
  expect((await changes(200)).animations).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await descent.getByRole('button', { name: 'Pause' }).click();
  await expect(async () => {
    expect(await changes(1_000)).toEqual({ mutations: 0, animations: 0 });
  }).toPass();
});
