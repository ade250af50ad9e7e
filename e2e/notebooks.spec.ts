import { expect, openPage, resultValue, setProgram, setSlider, test } from './fixtures';

test('a notebook of the menu opens', async ({ page }) => {
  await openPage(page);
  await page.getByRole('button', { name: 'Notebooks' }).click();
  await page.getByRole('link', { name: /Newton/ }).click();
  await expect(page).toHaveTitle(/Newton/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: /Newton/ })).toBeVisible();
});

test('a shared link shows the same to someone else', async ({ page, browser }) => {
  await openPage(page);
  await setProgram(page, 'input a : real = 3 in 0 .. 9\n\na * a * a');
  await setSlider(page, 'a', 2);
  await expect(resultValue(page)).toHaveText('8');
  await page.getByRole('tab', { name: 'Gradient' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/#n1=/);
  const address = await link.inputValue();

  const other = await browser.newContext();
  const friend = await other.newPage();
  await friend.goto(address);
  await expect(friend.getByTestId('editor').first()).toContainText('a * a * a');
  await expect(resultValue(friend)).toHaveText('8');
  await expect(friend.getByRole('tab', { name: 'Gradient' })).toHaveAttribute('aria-selected', 'true');
  await other.close();
});

test('a link that cannot be read says why and offers an empty notebook', async ({ page }) => {
  await openPage(page, '#n1=!!!');
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('cannot be read');
  await expect(page).toHaveTitle(/Untitled/);
});

test('work survives a reload, is listed, and resets to the original', async ({ page }) => {
  await openPage(page);
  await setProgram(page, '40 + 2');
  await expect(resultValue(page)).toHaveText('42');
  await expect(page.getByText('your copy')).toBeVisible();
  await page.waitForTimeout(600); // the pause before a notebook is saved
  await page.reload();
  await expect(page.getByTestId('editor').first()).toContainText('40 + 2');
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('your edited copy');

  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(resultValue(page)).toHaveText('6.9093');
  await page.getByRole('button', { name: 'Notebooks' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Delete' })
    .getByRole('link', { name: /Product and sine/ })
    .click();
  await expect(resultValue(page)).toHaveText('42');
});

test('typing does not fill the history', async ({ page }) => {
  await openPage(page);
  const before = await page.evaluate(() => history.length);
  await setProgram(page, '1 + 1');
  await setProgram(page, '1 + 2');
  await expect(resultValue(page)).toHaveText('3');
  expect(await page.evaluate(() => history.length)).toBe(before);
});

test('a link opens beside saved work, never over it', async ({ page }) => {
  await openPage(page);
  await setProgram(page, '40 + 2');
  await expect(resultValue(page)).toHaveText('42');
  await page.waitForTimeout(600); // the pause before a notebook is saved
  await page.goto('/#e=training-loop');
  await expect(page).toHaveTitle(/training loop/);
  await page.getByRole('button', { name: 'Notebooks' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Delete' })).toHaveCount(1);
});
