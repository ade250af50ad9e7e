import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, openPage, tabOf, test } from './fixtures';

/* The course as a path: from screen to screen, from notebook to notebook, from unit to unit. */

const place = (page: Page): Locator => page.getByRole('status').filter({ hasText: /^Screen/ });
const next = (page: Page): Locator => page.getByRole('button', { name: /^Next/ }).and(page.locator('.lesson-next'));
const previous = (page: Page): Locator => page.getByRole('button', { name: 'Previous' });

test('Back and Forward turn the screens of a lesson, keep edits, and leave the lesson where it began', async ({
  page,
}) => {
  await openPage(page, '#e=chain-rule');
  const heading = page.getByRole('heading', { level: 2 }).nth(1);
  await heading.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Lesson', exact: true }).click();
  await expect(place(page)).toHaveText(/^Screen \d of/);
  const first = await place(page).innerText();
  await next(page).click();
  await expect(place(page)).not.toHaveText(first);
  const second = await place(page).innerText();
  await next(page).click();
  await expect(place(page)).not.toHaveText(second);
  const third = await place(page).innerText();

  await page.goBack();
  await expect(place(page)).toHaveText(second);
  await page.goForward();
  await expect(place(page)).toHaveText(third);
  await page.goBack();
  // With Alt, the arrows are the browser's.
  await page.keyboard.press('Alt+ArrowRight');
  await expect(place(page)).toHaveText(second);
  await page.getByRole('button', { name: /^Rename/ }).click();
  await page.getByLabel('Notebook title').fill('Mine');
  await page.keyboard.press('Enter');
  await page.goBack();
  await expect(place(page)).toHaveText(first);
  await page.goBack();
  await expect(place(page)).toHaveCount(0);
  await expect(page).toHaveURL(/#e=chain-rule$/);
  await expect(heading).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Rename “Mine”' })).toBeVisible();
});

test('Exit is an entry of the history too', async ({ page }) => {
  await openPage(page, '#e=chain-rule&screen=2');
  await next(page).click();
  await page.getByRole('button', { name: 'Exit' }).click();
  await expect(page).toHaveURL(/#e=chain-rule$/);
  await page.goBack();
  await expect(place(page)).toHaveText(/^Screen 3 of/);
  await page.goBack();
  await expect(place(page)).toHaveText(/^Screen 2 of/);
});

test('the last screen leads on to the next notebook and to the next unit, and the first one back', async ({ page }) => {
  await openPage(page, '#e=product-and-sine&screen=1');
  await expect(previous(page)).toBeDisabled();
  await page.goto('/#e=product-and-sine&screen=99');
  await expect(next(page)).toHaveText('Next: Slopes by differences');
  await next(page).click();
  await expect(page).toHaveTitle(/^Slopes by differences/);
  await expect(page).toHaveURL(/#e=differencing&screen=1$/);
  await expect(next(page)).toHaveText('Next');
  await expect(previous(page)).toHaveAttribute('title', 'Previous: A first tour');
  await previous(page).click();
  await expect(page).toHaveTitle(/^A first tour/);
  await expect(next(page)).toHaveText('Next: Slopes by differences');
  await page.goBack();
  await expect(page).toHaveTitle(/^Slopes by differences/);
  await page.goBack();
  await expect(page).toHaveTitle(/^A first tour/);

  await page.goto('/#e=differencing&screen=99');
  await expect(next(page)).toHaveText('Next unit: The language');
  await page.keyboard.press('PageDown');
  await expect(page).toHaveURL(/#e=language-tour&screen=1$/);
  await page.goto('/#e=capstone-f-judge&screen=99');
  await expect(place(page)).toHaveText(/^Screen (\d+) of \1$/);
  await expect(next(page)).toBeDisabled();
});

test('panels and engines are offered from the unit on that introduces them', async ({ page }) => {
  const tabs = page.getByRole('tab');
  const engines = page.getByRole('region', { name: 'Gradient by engine' }).locator('tbody tr');
  await openPage(page, '#e=differencing&screen=1');
  await expect(tabs).toHaveText(['Graph', 'Trace', 'Steps', 'Gradient', 'Curves', 'Descent']);
  await tabOf(page, 'Gradient').click();
  await expect(engines).toHaveCount(3);
  await openPage(page, '#e=kr-one-pass&screen=3');
  await expect(tabOf(page, 'Growth')).toBeVisible();
  await expect(tabOf(page, 'Jets')).toHaveCount(0);
  const forms = page.getByRole('combobox', { name: 'Left' }).getByRole('option');
  await tabOf(page, 'Derivative').click();
  await expect(forms).toContainText(['Symbolic, literal', 'Translated by reverse']);
  await expect(forms.filter({ hasText: /tape|taylor/i })).toHaveCount(0);
  await openPage(page, '#e=eleven-engines&screen=2');
  await expect(tabOf(page, 'Jets')).toBeVisible();
});

async function openCourse(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Notebooks' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Course' }).click();
  await expect(dialog.getByRole('combobox', { name: 'For' })).toBeVisible();
  return dialog;
}

test('the audience is chosen once: it orders the course, and folds screens for others until they are opened', async ({
  page,
}) => {
  await openPage(page, '#e=ap-dot-product');
  const heading = page.getByRole('heading', { name: 'The operation itself' });
  const fold = page.getByRole('button', { name: 'The operation itself' });
  await expect(heading).toBeVisible();
  await expect(fold).toHaveCount(0);
  const dialog = await openCourse(page);
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('machine learning, first year');
  await expect(dialog.getByRole('heading', { name: /^8 Cost/ })).toHaveCount(0);
  await dialog.getByText('8 units for others').click();
  await expect(dialog.getByRole('heading', { name: /^8 Cost/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(heading).toHaveCount(0);
  await expect(page.locator('.screen-fold')).toContainText('for programming languages, graduate');
  await expectAccessible(page, '.screen-fold');

  await page.goto('about:blank');
  await openPage(page, '#e=ap-dot-product&screen=2');
  await next(page).click();
  await expect(place(page)).toHaveText(/^Screen 3 of/);
  await expect(heading).toHaveCount(0);
  await expect(page.getByRole('region', { name: /^Code cell/ })).toHaveCount(0);
  await fold.focus();
  await page.keyboard.press('Enter');
  await expect(heading).toBeVisible();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('region', { name: /^Code cell/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'Exit' }).click();
  await expect(heading).toBeInViewport();
  await fold.click();
  await expect(heading).toHaveCount(0);
});

test('the placement quiz suggests a unit', async ({ page }) => {
  test.slow();
  await openPage(page);
  const dialog = await openCourse(page);
  await expect(dialog.getByText('Placement quiz')).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('automatic differentiation, research');
  await expect(dialog.getByText('0 of 8 questions passed.')).toBeVisible();
  await dialog.getByRole('link', { name: 'Placement quiz' }).click();
  await expect(place(page)).toHaveText('Screen 1 of 9');
  await next(page).click();
  const cell = page.getByRole('region', { name: /^Code cell 1/ });
  await cell.getByTestId('editor').locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('let slope x = 2 * x * sin (x * x) + 2 * x ^ 3 * cos (x * x)');
  await expect(cell.getByRole('status', { name: 'Exercise' })).toHaveText('✓ correct');
  await page.evaluate(() => {
    location.hash = '#e=placement&screen=9';
  });
  await expect(next(page)).toHaveText('Next unit: Forward mode, built');
  await page.getByRole('button', { name: 'Exit' }).click();
  const course = await openCourse(page);
  await expect(course.getByText('1 of 8 questions passed. Start at unit 6 Forward mode, built.')).toBeVisible();
  await course.getByRole('link', { name: '6 Forward mode, built' }).click();
  await expect(page).toHaveURL(/#e=kr-jacobian-both-plans&screen=1$/);
});
