import type { Locator, Page } from '@playwright/test';
import { expect, openPage, tabOf, test } from './fixtures';

/* The course as a path: from screen to screen, from notebook to notebook, from unit to unit. */

const place = (page: Page): Locator => page.getByRole('status').filter({ hasText: /\d of \d/ });
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
  await expect(tabs).toHaveText(['Graph', 'Trace', 'Gradient', 'Descent']);
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
