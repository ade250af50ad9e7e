import { readFileSync } from 'node:fs';
import { devices, type Locator, type Page } from '@playwright/test';
import type { Notebook } from '../src/notebook/document';
import { exercisesOf, type Exercise } from '../src/notebook/exercises';
import { parseNotebook } from '../src/notebook/parse';
import { expect, openPage, test } from './fixtures';

/** The notebooks of the first units of the course, in their order. */
const LESSONS = [
  'product-and-sine',
  'differencing',
  'language-tour',
  'hsv-lists-of-inputs',
  'chain-rule',
  'ap-dot-product',
  'ap-figure-6',
  'training-loop',
  'gradient-descent',
  'ap-gradient-descent',
];

/** The lesson that every run plays; the long run plays all. */
const OFTEN = 'chain-rule';

const SCREENS = { laptop: { width: 1440, height: 900 }, phone: devices['iPhone 13'].viewport } as const;

for (const [screen, viewport] of Object.entries(SCREENS))
  for (const lesson of LESSONS)
    test(`the exercises of ${lesson} reject wrong answers and accept the solution on a ${screen}${lesson === OFTEN ? '' : ' @long'}`, async ({
      page,
    }) => {
      test.slow();
      await page.setViewportSize(viewport);
      const notebook = parseNotebook(
        readFileSync(new URL(`../public/notebooks/${lesson}.md`, import.meta.url), 'utf8'),
      );
      await openPage(page, `#e=${lesson}`);
      for (const exercise of exercisesOf(notebook)) await play(page, notebook, exercise);
    });

async function play(page: Page, notebook: Notebook, exercise: Exercise): Promise<void> {
  const cell = page.locator(`section[data-cell="${exercise.cellId}"]`);
  await cell.scrollIntoViewIfNeeded();
  const status = cell.getByRole('status', { name: 'Exercise' });
  const failed = cell.getByRole('list', { name: 'Checks' }).getByRole('img', { name: 'Not passed' });
  await expect(status).toHaveText(/^not yet/);
  const hints = cell.getByRole('group', { name: 'Hints' });
  for (const [at, wrong] of exercise.wrong.entries()) {
    await write(page, cell, wrong);
    await expect(status).toHaveText(/^not yet/);
    expect(await failed.count()).toBeGreaterThan(0);
    // A failed try is counted when the answer has stood for a while.
    if (at < exercise.hints.length) await expect(hints.locator('.prose:visible')).toHaveCount(at + 1);
  }
  const solution = notebook.cells.find((each) => each.tag === 'solution' && each.exercise === exercise.id);
  const folded = page.locator(`details[data-cell="${solution?.id ?? ''}"]`);
  await folded.locator('summary').click();
  await folded.getByRole('button', { name: 'Copy to exercise' }).click();
  await expect(status).toHaveText('✓ correct');
  await expect(failed).toHaveCount(0);
}

/** Replaces the text of a cell. Its checks are seen to run on the empty cell, so what follows is about the new text. */
async function write(page: Page, cell: Locator, text: string): Promise<void> {
  await cell.getByTestId('editor').locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(cell.getByRole('status', { name: 'Exercise' })).toHaveText('a check does not fit this answer');
  await page.keyboard.insertText(text);
}
