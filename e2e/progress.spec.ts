import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { devices, type Locator, type Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { exercisesOf } from '../src/notebook/exercises';
import { parseNotebook } from '../src/notebook/parse';
import { printProgress, readProgress } from '../src/notebook/progress';
import { expect, expectAccessible, expectNoOverflow, notices, openPage, SCHEMES, test } from './fixtures';

const NOTEBOOK = parseNotebook(readFileSync(new URL('../public/notebooks/differencing.md', import.meta.url), 'utf8'));
const SLOPE = exercisesOf(NOTEBOOK).find(({ id }) => id === 'slope');
const ANSWER = 'let slope f x h = (f (x + h) - f (x - h)) / (2 * h) -- mine';

const slopeCell = (page: Page): Locator => page.locator(`section[data-cell="${SLOPE?.cellId ?? ''}"]`);

/** Writes the right answer to the exercise `slope`, as a reader does. */
async function solve(page: Page): Promise<void> {
  await openPage(page, '#e=differencing');
  const cell = slopeCell(page);
  await cell.scrollIntoViewIfNeeded();
  await cell.getByTestId('editor').locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(ANSWER);
  await expect(cell.getByRole('status', { name: 'Exercise' })).toHaveText('✓ correct');
}

async function openCourse(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Notebooks' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Course' }).click();
  await expect(dialog.getByRole('heading', { name: /^1 Slopes/ })).toBeVisible();
  return dialog;
}

const unitOf = (dialog: Locator, name: RegExp): Locator => dialog.getByRole('region', { name });
const exercise = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('listitem').filter({ has: dialog.page().getByRole('link', { name, exact: true }) });

async function save(page: Page, dialog: Locator): Promise<string> {
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save progress' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('pullback-progress.json');
  return download.path();
}

test('a solved exercise is marked in the course, after a reload and in a second tab, and the saved file is graded', async ({
  page,
  context,
}) => {
  test.slow();
  const second = await context.newPage();
  await openPage(second, '#e=chain-rule');
  const there = await openCourse(second);
  await expect(unitOf(there, /^1 Slopes/)).toContainText('○ not begun');

  await solve(page);
  // The other tab follows at once.
  await expect(unitOf(there, /^1 Slopes/)).toContainText('◐ begun');
  await expect(exercise(there, 'slope').getByRole('img', { name: 'Passed', exact: true })).toBeVisible();
  await expect(exercise(there, 'bestStep').getByRole('img', { name: 'Not passed' })).toBeVisible();

  await page.reload();
  const dialog = await openCourse(page);
  await expect(exercise(dialog, 'slope').getByRole('img', { name: 'Passed', exact: true })).toBeVisible();

  const file = await save(page, dialog);
  expect(readProgress(readFileSync(file, 'utf8'))).toMatchObject([{ exercise: 'differencing/slope', text: ANSWER }]);
  const graded = execFileSync(process.execPath, ['bin/pullback.mjs', 'grade', file, '--json'], { encoding: 'utf8' });
  expect(JSON.parse(graded)).toMatchObject({
    ok: true,
    results: [{ passed: 1, exercises: [{ exercise: 'differencing/slope', status: 'passed' }] }],
  });
});

test('progress opens in another browser, where the answer can be shown', async ({ page, stranger }) => {
  test.slow();
  await solve(page);
  const file = await save(page, await openCourse(page));
  await openPage(stranger, '#e=differencing');
  const dialog = await openCourse(stranger);
  const open = async (name: string, text: string): Promise<void> => {
    const choosing = stranger.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Open progress' }).click();
    await (await choosing).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  };
  await open('other.json', '{"format":"something else"}');
  await expect(dialog.getByRole('status').filter({ hasText: 'not a progress file' })).toBeVisible();
  await open('mine.json', readFileSync(file, 'utf8'));
  await expect(dialog.getByRole('status').filter({ hasText: 'Opened 1 answer.' })).toBeVisible();
  await expect(unitOf(dialog, /^1 Slopes/)).toContainText('◐ begun');
  // An older answer does not replace a newer one.
  await open('old.json', printProgress([{ exercise: 'differencing/slope', text: 'let slope = 1', at: 1 }]));
  await stranger.keyboard.press('Escape');
  const cell = slopeCell(stranger);
  await cell.getByRole('button', { name: 'Show my answer' }).click();
  await expect(cell.getByRole('status', { name: 'Exercise' })).toHaveText('✓ correct');
  await expect(cell).toContainText('-- mine');
  await expect(cell.getByRole('button', { name: 'Show my answer' })).toHaveCount(0);
});

test('a full storage does not stop an exercise: a notice says so, and the file has the answer', async ({ page }) => {
  test.slow();
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await solve(page);
  await expect(notices(page).filter({ hasText: 'Browser storage is full' })).toBeVisible();
  const dialog = await openCourse(page);
  await expect(exercise(dialog, 'slope').getByRole('img', { name: 'Passed', exact: true })).toBeVisible();
  expect(readProgress(readFileSync(await save(page, dialog), 'utf8'))).toMatchObject([{ text: ANSWER }]);
});

test('what earlier versions of the page stored is kept, in its new form', async ({ page }) => {
  await page.addInitScript((text) => {
    if (localStorage.getItem('seeded') !== null) return;
    localStorage.setItem('seeded', '1');
    localStorage.setItem(
      'pullback.passed.differencing/slope',
      JSON.stringify({ exercise: 'differencing/slope', text, at: 5 }),
    );
    localStorage.setItem(
      'pullback.answers.e:differencing',
      '{"prompts":{},"tries":{"slope":2},"passed":{"slope":true}}',
    );
  }, ANSWER);
  for (const visit of ['first', 'second']) {
    await openPage(page, '#e=differencing');
    await expect(slopeCell(page).getByRole('button', { name: 'Show my answer' }), visit).toBeVisible();
    const dialog = await openCourse(page);
    await expect(exercise(dialog, 'slope').getByRole('img', { name: 'Passed', exact: true })).toBeVisible();
    expect(readProgress(readFileSync(await save(page, dialog), 'utf8'))).toEqual([
      { exercise: 'differencing/slope', text: ANSWER, at: 5 },
    ]);
    const stored = await page.evaluate(
      () => Object.entries(localStorage).filter(([key]) => /answer|passed/.test(key)) as [string, string][],
    );
    expect(stored.map(([key, value]) => [key, JSON.parse(value) as unknown])).toEqual([
      [
        'pullback.answered.e:differencing',
        { prompts: {}, tries: { slope: 2 }, passed: { slope: { text: ANSWER, at: 5 } } },
      ],
    ]);
    await page.reload();
  }
});

test('a cell with `from=` holds the solution, and then the answer that passed', async ({ page }) => {
  test.slow();
  const link = await encodeLink(
    '# Mine\n\n```pullback from=differencing/slope\n```\n\n```pullback\nslope sin 0 1e-3\n```\n',
  );
  await openPage(page, link);
  const cell = page.getByRole('region', { name: 'Code cell 1' });
  await expect(cell).toContainText('let slope f x h');
  await expect(cell).toContainText('This is the solution of an earlier exercise.');
  await solve(page);
  await openPage(page, link);
  await expect(cell).toContainText('-- mine');
  await expect(cell).toContainText('This is your answer to an earlier exercise.');
  await cell.getByRole('link', { name: 'Open slope' }).click();
  await expect(page).toHaveTitle(/Slopes by differences/);
});

test('an imported notebook builds on the answer too, and a cell says what it cannot hold', async ({ page }) => {
  test.slow();
  await solve(page);
  const base =
    '---\ntitle: My base\n---\n\n```pullback from=differencing/slope\n```\n\n```pullback\nlet rate = slope sin 0 1e-3\n```\n';
  await page.getByRole('button', { name: 'Notebooks' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name: 'Open file' }).click();
  await (await choosing).setFiles({ name: 'base.md', mimeType: 'text/markdown', buffer: Buffer.from(base) });
  await expect(page).toHaveTitle(/^My base/);
  const cells = page.getByRole('region', { name: /^Code cell/ });
  await openPage(
    page,
    await encodeLink('```pullback\nimport "My base"\n\n10 * rate\n```\n\n```pullback from=differencing/nothing\n```\n'),
  );
  await expect(cells.nth(0).getByRole('region', { name: 'Output' })).toContainText('10');
  await expect(cells.nth(1)).toContainText('There is no answer to “nothing” and no solution');
});

test('the course is filtered by its readers', async ({ page }) => {
  await openPage(page);
  const dialog = await openCourse(page);
  const units = dialog.getByRole('region').getByRole('heading');
  await expect(units.first()).toHaveText(/^1 Slopes/);
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('machine learning, first year');
  await expect(units.filter({ hasText: 'Cost' })).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('automatic differentiation, research');
  await expect(units.first()).toHaveText(/^3 The chain rule/);
  await dialog.getByRole('link', { name: 'The chain rule is a graph' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveTitle(/chain rule/);
});

for (const [screen, viewport] of Object.entries({
  laptop: { width: 1440, height: 900 },
  phone: devices['iPhone 13'].viewport,
}))
  test(`the course is accessible on a ${screen}, and used with the keyboard`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await openPage(page);
    await page.getByRole('button', { name: 'Notebooks' }).focus();
    await page.keyboard.press('Enter');
    const view = page.getByRole('dialog').getByRole('button', { name: 'Course' });
    await view.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /^1 Slopes/ })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('combobox', { name: 'For' })).toBeFocused();
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, 'dialog');
      if (process.env['SHOTS'] !== undefined)
        await page.screenshot({ path: `${process.env['SHOTS']}/${screen}-${colorScheme}.png` });
    }
    await expectNoOverflow(page);
  });
