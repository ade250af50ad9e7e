/** Every panel answers for programs of ordinary size, whose traces have a hundred thousand entries. */
import { regression } from '../src/testing/regression';
import { encodeLink } from '../src/notebook/link';
import { expect, expectAccessible, openPage, openTab, panel, setProgram, strip, test } from './fixtures';
import { PANELS } from './panel-names';

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

test('every panel answers for a linear regression, without an error', async ({ page }) => {
  const notebook = `# Regression\n\n\`\`\`pullback show=delta,trace\n${regression(150, 60)}\n\`\`\`\n`;
  await openPage(page, await encodeLink(notebook));
  await expect(strip(page)).toContainText('∂rate');
  // On a slow machine an engine reaches its two seconds, and the page says so.
  await expect(strip(page)).toContainText(/engines agree|no verdict/);
  for (const name of PANELS) {
    await openTab(page, name);
    const shown = page.getByRole('tabpanel', { name, exact: true }).locator('.panel').first();
    await expect(shown).toHaveAttribute('aria-busy', 'false');
    await expect(shown.locator('.panel-body, .limit-notice, .panel-empty').first()).toBeVisible();
    await expect(shown.locator('.diagnostic')).toHaveCount(0);
  }
});

test('the Delta graph of a linear regression is folded, and a box opens in place', async ({ page }) => {
  await openPage(page);
  await setProgram(page, regression(150, 60));
  const delta = panel(page, 'Delta graph');
  const box = delta.locator('.delta-node.box');
  await expect(delta.getByRole('application')).toHaveAccessibleName('Delta graph: 3 nodes, 2 calls collapsed');
  // The gradient of a pair is computed by two passes.
  await box.filter({ hasText: '60 × step: 230,576 entries' }).click();
  await expect(delta.getByRole('application')).toHaveAccessibleName(/61 calls collapsed$/);
  await delta.getByRole('button', { name: 'Collapse calls' }).click();
  await expect(delta.getByRole('application')).toHaveAccessibleName(/2 calls collapsed$/);
  await delta.getByRole('tab', { name: 'Detective' }).click();
  await expect(delta).toContainText('this trace has 231,328 entries');
  await expect(delta.locator('.diagnostic')).toHaveCount(0);
  await expectAccessible(page, '.delta-tabs');
});

test('a phone shows the derivative in the form that is not too large', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, await encodeLink(`\`\`\`pullback\n${regression(150, 20)}\n\`\`\`\n`));
  await openTab(page, 'Derivative');
  const derivative = panel(page, 'Derivative');
  await expect(derivative.locator('.limit-notice')).toHaveText(/nodes; the limit is 20,000\.$/);
  await expect(derivative.getByRole('listbox', { name: 'Symbolic, A-normal' })).toBeVisible();
  await derivative.getByLabel('Form').selectOption('Symbolic, literal');
  await expect(derivative.getByRole('button', { name: 'Show A-normal form' })).toBeVisible();
});

test('the derivative and the steps of a linear regression are folded', async ({ page }) => {
  await openPage(page);
  await setProgram(page, regression(150, 60));
  await openTab(page, 'Derivative');
  const lines = panel(page, 'Derivative').getByRole('listbox', { name: 'Symbolic, A-normal' });
  const loops = lines.getByRole('option', { name: /60 × step: [\d,]+ lines/ });
  await expect(loops).toHaveCount(2);
  // Backwards, the last step comes first.
  await loops.last().click();
  await expect(lines.getByRole('option', { name: /step 60: / })).toBeVisible();
  await lines.getByRole('option', { name: /step 60: / }).click();
  await expect(lines.locator('.adjoint').first()).toBeVisible();

  await openTab(page, 'Steps');
  const steps = panel(page, 'Steps');
  await steps.getByText('All steps').click();
  await steps.getByRole('option', { name: /61 × iterate: [\d,]+ steps/ }).click();
  const second = steps.getByRole('option', { name: /iterate 2: [\d,]+ steps/ });
  await second.click();
  await expect(second).toContainText('expanded');
  await steps
    .getByRole('option', { name: /step: [\d,]+ steps/ })
    .first()
    .click();
  await steps.getByRole('option').filter({ hasText: 'grad loss' }).first().click();
  await expect(steps.locator('.steps-count')).not.toHaveText(/^step 1 of/);
});

test('the combinators of a long trace are those of one call, which the reader chooses', async ({ page }) => {
  await openPage(page);
  const program = regression(150, 60);
  await setProgram(page, program);
  await openTab(page, 'Combinators');
  const combinators = panel(page, 'Combinators');
  await expect(combinators).toContainText('replaced inner derivatives by dual-number programs');
  // Only the run tells which function this differentiates, so it is shown through its trace.
  await setProgram(page, program.replace('grad loss (a, b)', 'fold (f, _) -> grad f (a, b) over [loss] from (0, 0)'));
  const choice = combinators.getByRole('combobox', { name: 'Part of the trace' });
  await expect(choice).toHaveValue(/\d+/);
  await choice.selectOption({ label: 'step 7, t9932 to t11586' });
  await expect(combinators).toContainText('t9932');
  await expect(combinators.locator('.diagnostic')).toHaveCount(0);
});
