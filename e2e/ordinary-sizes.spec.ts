/** Every panel answers for programs of ordinary size, whose traces have a hundred thousand entries. */
import { regression } from '../src/testing/regression';
import { expect, openPage, openTab, panel, setProgram, strip, test } from './fixtures';

test('the trace of a linear regression is folded by iteration, and one iteration opens in place', async ({ page }) => {
  await openPage(page);
  await setProgram(page, regression(150, 60));
  await openTab(page, 'Trace');
  const list = panel(page, 'Trace').getByRole('listbox', { name: /^Trace of .*entries$/ });
  const loop = list.getByRole('option', { name: /60 × step: [\d,]+ entries each/ });
  await loop.click();
  const second = list.getByRole('option', { name: /step 2: / });
  await expect(second).toContainText('collapsed');
  await expect(list.getByRole('option', { name: /step 3: / })).toBeVisible();
  await second.click();
  await expect(list.getByRole('option').filter({ hasText: 'let' }).first()).toBeVisible();
  await loop.click();
  await expect(second).toHaveCount(0);
});

test('a gradient with many inputs has a row for each, and the engines on demand', async ({ page }) => {
  await openPage(page);
  const values = Array.from({ length: 12 }, (_, i) => i / 4).join(', ');
  await setProgram(page, `input w : array real = [${values}]\nsum (map (fun x -> x * x * x) w)`);
  await openTab(page, 'Gradient');
  const gradient = panel(page, 'Gradient');
  const row = gradient.getByRole('row', { name: /w\[4\]/ });
  await expect(row.locator('.cotangent')).toHaveText('3');
  const engines = row.getByRole('button', { name: /✓ \d+ agree/ });
  await engines.click();
  await expect(engines).toHaveAttribute('aria-expanded', 'true');
  await expect(gradient.locator('.gradient-details')).toHaveCount(
    Number((await engines.innerText()).match(/\d+/)?.[0]),
  );
  await expect(strip(page)).toContainText('engines agree');
});
