import { FROZEN_LINKS } from '../src/notebook/link-forms';
import {
  allowClipboard,
  editorOf,
  expect,
  expectSaved,
  notices,
  openPage,
  openTab,
  resultValue,
  setProgram,
  setSlider,
  sliderOf,
  tabOf,
  test,
} from './fixtures';

test('a shared link shows the same to another reader', async ({ page, stranger }) => {
  await openPage(page);
  await setProgram(page, 'input a : real = 3 in 0 .. 9\n\na * a * a');
  await setSlider(page, 'a', 2);
  await expect(resultValue(page)).toHaveText('8');
  await openTab(page, 'Gradient');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/#n1=/);

  await stranger.goto(await link.inputValue());
  await expect(editorOf(stranger)).toContainText('a * a * a');
  await expect(sliderOf(stranger, 'a')).toHaveValue('2');
  await expect(resultValue(stranger)).toHaveText('8');
  await expect(tabOf(stranger, 'Gradient')).toHaveAttribute('aria-selected', 'true');
});

test('links of every released format open and show the same', async ({ page }) => {
  await openPage(page);
  for (const { fragment, shows, opens } of FROZEN_LINKS) {
    await page.goto(`/${fragment}`);
    await expect(page).toHaveTitle(`${shows.title} · Pullback`);
    await expect(resultValue(page)).toHaveText(shows.value);
    if (opens.tag === 'notebook' || opens.tag === 'builtin')
      for (const [name, value] of Object.entries(opens.state.inputs ?? {}))
        if (typeof value === 'number') await expect(sliderOf(page, name)).toHaveValue(String(value));
    await expect(notices(page)).toBeEmpty();
  }
});

test('an unreadable link says why and opens a new notebook @long', async ({ page }) => {
  await openPage(page, '#n1=!!!');
  await expect(notices(page)).toContainText('incomplete or damaged');
  await expect(page).toHaveTitle(/Untitled/);
  await expect(resultValue(page)).toHaveText('1');
  for (const [fragment, why] of [
    ['#n1=S0xKTklN', 'incomplete or damaged'],
    ['#n9=abc', 'newer version'],
    ['#e=../secret', 'names no built-in notebook'],
    ['#e=nothing-here', 'No example is called'],
  ] as const) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
    await expect(notices(page)).toContainText(why);
    await expect(page).toHaveTitle(/Untitled/);
  }
});

test('edits survive a reload, are listed, and can be reset', async ({ page }) => {
  await openPage(page);
  const entries = await page.evaluate(() => history.length);
  await setProgram(page, '40 + 2');
  await expect(resultValue(page)).toHaveText('42');
  await expect(page.getByText('your copy')).toBeVisible();
  await expectSaved(page, '40 + 2');
  expect(await page.evaluate(() => history.length)).toBe(entries); // typing does not fill the history
  await page.reload();
  await expect(editorOf(page)).toContainText('40 + 2');
  await expect(notices(page)).toContainText('your edited copy');

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

test('a link never overwrites saved work', async ({ page }) => {
  await openPage(page);
  await setProgram(page, '40 + 2');
  await expectSaved(page, '40 + 2');

  await page.getByRole('button', { name: 'Notebooks' }).click();
  await page.getByRole('link', { name: /Newton.s square root/ }).click();
  await expect(page).toHaveTitle(/Newton/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: /Newton/ })).toBeVisible();
  await setProgram(page, '40 + 3');
  await expect(resultValue(page)).toHaveText('43');
  await expectSaved(page, '40 + 3');
  await expectSaved(page, '40 + 2');

  await page.getByRole('button', { name: 'Notebooks' }).click();
  const mine = page.getByRole('listitem').filter({ hasText: 'Delete' });
  await expect(mine).toHaveCount(2);
  await mine
    .filter({ hasText: 'Newton' })
    .getByRole('button', { name: /Delete/ })
    .click();
  await expect(mine).toHaveCount(1);
  await mine.getByRole('link').click();
  await expect(editorOf(page)).toContainText('40 + 2');
});

test('text typed just before another notebook opens is saved @long', async ({ page }) => {
  await openPage(page);
  await setProgram(page, '70 + 7');
  await page.evaluate(() => {
    location.hash = '#e=newton-square-root'; // without a pause
  });
  await expect(page).toHaveTitle(/Newton/);
  await expectSaved(page, '70 + 7');
});

test('two tabs on one notebook lose no text, even if both close at once @long', async ({ page, context }) => {
  await openPage(page);
  await setProgram(page, '1 + 1');
  await expectSaved(page, '1 + 1');
  const other = await context.newPage();
  await openPage(other);
  await notices(other).getByRole('button', { name: 'Open copy' }).click();
  await expect(editorOf(other)).toContainText('1 + 1');

  await setProgram(page, '2 + 2');
  await expectSaved(page, '2 + 2');
  await setProgram(other, '3 + 3');
  await expect(notices(other)).toContainText('also edited in another tab');
  await expectSaved(other, '3 + 3');
  await expectSaved(other, '2 + 2');

  const third = await context.newPage();
  await openPage(third, await other.evaluate(() => location.hash));
  await notices(third).getByRole('button', { name: 'Open copy' }).click();
  await expect(editorOf(third)).toContainText('3 + 3');
  await setProgram(other, '40 + 4');
  await setProgram(third, '50 + 5');
  await Promise.all([other.reload(), third.reload()]); // without a pause
  await expectSaved(page, '40 + 4');
  await expectSaved(page, '50 + 5');
  await expectSaved(page, '2 + 2');
});

test('a link keeps the current step; each panel has its own link @long', async ({ page, stranger, context }) => {
  await allowClipboard(context);
  await openPage(page);
  await openTab(page, 'Steps');
  const steps = page.getByRole('region', { name: 'Steps', exact: true });
  await expect(steps).toContainText('step 1 of 3');
  await steps.getByRole('button', { name: 'Next step', exact: true }).click();
  await expect(steps).toContainText('step 2 of 3');
  await steps.locator('summary', { hasText: 'Export' }).click();
  await steps.getByRole('button', { name: 'Copy panel link' }).click();
  await expect(notices(page)).toContainText('Link to Steps copied');
  await openPage(stranger, new URL(await page.evaluate(() => navigator.clipboard.readText())).hash);
  await expect(stranger.getByRole('region', { name: 'Steps', exact: true })).toContainText('step 2 of 3');
});
