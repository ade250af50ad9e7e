import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { expect, expectAccessible, expectNoOverflow, expectSaved, openPage, resultValue, test } from './fixtures';

const NOTEBOOK = `---
title: A draft
---
# A draft

\`\`\`pullback
input x : real = 3 in 0 .. 9

x * x
\`\`\`
`;

const PREDICTION = `\`\`\`predict id=square kind=number answer="9"
What is the square of three?
\`\`\`

`;

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Markdown source' });
const sourceOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Markdown source' });

async function openSource(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('markdown source');
  await page.keyboard.press('Enter');
  await expect(sourceOf(page)).toBeFocused();
}

test('an author writes a prediction in the source, is told what is wrong, applies it and undoes it', async ({
  page,
}) => {
  await openPage(page, await encodeLink(NOTEBOOK));
  await expect(resultValue(page)).toHaveText('9');
  await openSource(page);
  await expect(sourceOf(page)).toHaveValue(NOTEBOOK);
  await expect(dialogOf(page).getByRole('status')).toHaveText('No problems');
  await expect(dialogOf(page).getByRole('button', { name: 'Apply' })).toBeDisabled();

  // A title with a colon, a missing id, and an error in the program.
  const wrong = NOTEBOOK.replace('A draft', 'Draft: one')
    .replace('```pullback', `${PREDICTION.replace(' id=square', '')}\`\`\`pullback`)
    .replace('x * x', 'x * y');
  await sourceOf(page).fill(wrong);
  const problems = dialogOf(page).getByRole('listitem');
  await expect(problems).toHaveText([
    'line 2 this value has a special sign in it (put it in quotes: title: "Draft: one")',
    'line 6 this predict block is only text without id=ID (add id=ID to its fence)',
    /^line 13 y is not defined/u,
  ]);
  await expectAccessible(page, 'dialog');
  await problems.nth(1).getByRole('button').click();
  expect(
    await sourceOf(page).evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    ),
  ).toBe('```predict kind=number answer="9"');

  // Text that is not applied is there again.
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(resultValue(page)).toHaveText('9');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Markdown source' }).click();
  await expect(sourceOf(page)).toHaveValue(wrong);
  await expect(dialogOf(page).getByRole('status')).toContainText('Not applied yet.');

  await sourceOf(page).fill(
    NOTEBOOK.replace('title: A draft', 'title: A lesson').replace('```pullback', `${PREDICTION}\`\`\`pullback`),
  );
  await expect(dialogOf(page).getByRole('status')).toHaveText('Not applied yet. No problems');
  await dialogOf(page).getByRole('button', { name: 'Apply' }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page).toHaveTitle('A lesson · Pullback');
  const prompt = page.getByRole('group', { name: 'Prediction' });
  await expect(prompt).toContainText('What is the square of three?');
  await expectSaved(page, PREDICTION);

  await page.locator('body').click({ position: { x: 5, y: 400 } });
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page).toHaveTitle('A draft · Pullback');
  await expect(prompt).toHaveCount(0);
  await expect(resultValue(page)).toHaveText('9');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await prompt.getByLabel('Your answer').fill('8');
  await prompt.getByRole('button', { name: 'Commit' }).click();
  await expect(resultValue(page)).toHaveText('9');
});

test('what was written in the source is discarded, and a phone has room for it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, await encodeLink(NOTEBOOK));
  await openSource(page);
  await sourceOf(page).fill('# Nothing\n\n```pullback\n1 + true\n');
  await expect(dialogOf(page).getByRole('listitem')).toHaveCount(2);
  await expectNoOverflow(page);
  await dialogOf(page).getByRole('button', { name: 'Discard changes' }).click();
  await expect(sourceOf(page)).toHaveValue(NOTEBOOK);
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await openSource(page);
  await expect(sourceOf(page)).toHaveValue(NOTEBOOK);
});
