import { encodeLink } from '../src/notebook/link';
import { expect, expectAccessible, expectNoOverflow, openPage, openTab, panel, setProgram, test } from './fixtures';

test('the Gradient panel shows the compiled engine, and what it does not count', async ({ page }) => {
  await openPage(page);
  await openTab(page, 'Gradient');
  const gradient = panel(page, 'Gradient');
  const rows = gradient
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'compiled', exact: true }) });
  await expect(rows).toHaveCount(2);
  // The product with the sine at the opening page's inputs, as every engine has it.
  const reverse = gradient
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'reverse', exact: true }) })
    .first();
  await expect(reverse.locator('.cotangent')).toHaveCount(2);
  const theirs = await reverse.locator('.cotangent').allTextContents();
  await expect(rows.first().locator('.cotangent')).toHaveText(theirs);
  const costs = await rows.last().getByRole('cell').allTextContents();
  expect(costs.filter((text) => text === '–')).toHaveLength(6);
  await expect(gradient.getByRole('listitem').filter({ hasText: 'compiled' })).toContainText('counts no operations');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});

test('derivatives inside the program are compiled in the page, not traced', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'input x : real = 2\nx * deriv (fun y -> y * y * x) x');
  await openTab(page, 'Gradient');
  const gradient = panel(page, 'Gradient');
  await expect(gradient.locator('.cotangent').first()).toHaveText('24');
  await expect(gradient.getByRole('row', { name: /^compiled/u }).first()).toContainText('24');
  await expect(
    gradient.getByRole('listitem').filter({ hasText: 'replaced inner derivatives by dual-number programs' }),
  ).not.toContainText('compiled');
});

test('Growth has no slope of what the compiled engine does not count', async ({ page }) => {
  const program = 'input x : real = 1\ninput n : int = 10\nfold (i, v) -> sin v over range 0 n from x\n';
  await openPage(page, await encodeLink(`\`\`\`pullback show=growth\n${program}\`\`\`\n`));
  const growth = panel(page, 'Growth');
  const line = growth.locator('.growth-engines li').filter({ hasText: 'compiled' });
  await expect(line).toContainText('not counted');
  await growth.getByRole('combobox', { name: 'Meter', exact: true }).selectOption({ label: 'live' });
  await expect(line).toContainText('slope');
});
