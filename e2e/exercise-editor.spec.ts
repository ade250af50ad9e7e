import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleNarrow, openPage, test } from './fixtures';

const NOTEBOOK = '# Mine\n\n```pullback exercise=square\nlet square x = x + 0.0\n```\n';

async function openOwn(page: Page, text: string): Promise<Locator> {
  await openPage(page);
  await page.getByRole('button', { name: 'Notebooks' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open file' }).click();
  await (await choosing).setFiles({ name: 'mine.md', mimeType: '', buffer: Buffer.from(text) });
  const cell = page.getByRole('region', { name: 'Code cell 1, exercise' });
  await cell.getByText('Edit exercise').click();
  return cell;
}

test('an author writes an exercise, and sees when it is valid', async ({ page }) => {
  test.slow();
  const cell = await openOwn(page, NOTEBOOK);
  const validity = cell.getByRole('status', { name: 'Validity' });
  const faults = cell.getByRole('list', { name: 'Faults' });
  await expect(validity).toHaveText('Not an exercise yet: write its checks.');
  await cell.getByLabel('Checks').fill('forall x in -2 .. 2: square x equals x ^ 2');
  await expect(faults.getByRole('listitem')).toHaveText([
    'it has no solution (write one)',
    'it has 0 wrong answers of 3 (add answers that must fail)',
  ]);
  await cell.getByLabel('Solution').fill('let square x = 3 * x');
  await expect(faults).toContainText('its solution does not pass');
  await cell.getByLabel('Solution').fill('let square x = x * x');
  await expect(faults).not.toContainText('its solution');
  for (const [at, text] of ['let square x = 2 * x', 'let square x = x ^ 2', 'let square x = x ^ 3'].entries()) {
    await cell.getByRole('button', { name: 'Add wrong answer' }).click();
    await cell.getByLabel(`Wrong answer ${at + 1}`, { exact: true }).fill(text);
  }
  await expect(faults.getByRole('listitem')).toHaveText([/^its wrong answer 2 passes/u]);
  await expectAccessible(page);
  await cell.getByLabel('Wrong answer 2', { exact: true }).fill('let square x = abs x');
  await expect(validity).toContainText('✓ Valid');
  await cell.getByRole('button', { name: 'Add hint' }).click();
  await cell.getByLabel('Hint 1', { exact: true }).fill('Which number times itself?');
  await cell.getByRole('button', { name: 'Delete wrong answer 1' }).click();
  await expect(faults).toContainText('it has 2 wrong answers of 3');
  await expect(cell.getByLabel('Wrong answer 1', { exact: true })).toHaveValue('let square x = abs x');
  await expect(cell.getByLabel('Hint 1', { exact: true })).toHaveValue('Which number times itself?');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleNarrow(page);
});

test('readers of a notebook that comes with the page do not see the editor of exercises', async ({ page }) => {
  await openPage(page, '#e=differencing');
  await expect(page.getByRole('status', { name: 'Exercise' }).first()).toHaveText(/^not yet/u);
  await expect(page.getByText('Edit exercise')).toHaveCount(0);
});

test('a teacher sees what readers do not see yet: in the editor of the exercise and in the source', async ({
  page,
}) => {
  test.slow();
  const text = `${NOTEBOOK}
\`\`\`pullback solution=square
let square x = x * x
\`\`\`

\`\`\`checks exercise=square
square 3 equals 9
\`\`\`

\`\`\`hint exercise=square
Multiply.
\`\`\`

\`\`\`predict id=nine kind=number answer="square 3"
What is it at 3?
\`\`\`

\`\`\`pullback
square 3
\`\`\`
`;
  const cell = await openOwn(page, text);
  await expect(page.locator('.solution')).toHaveText(/^Solution opens after/u);
  await expect(page.getByText('Covered until you make a prediction').first()).toBeVisible();
  await expect(cell.getByLabel('Solution')).toHaveValue('let square x = x * x');
  await expect(cell.getByLabel('Hint 1', { exact: true })).toHaveValue('Multiply.');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('markdown source');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Markdown source' })).toHaveValue(
    /let square x = x \* x\n[^]*answer="square 3"/u,
  );
});
