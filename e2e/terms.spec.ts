import { ENGINES } from '../src/ad/registry';
import {
  allowClipboard,
  expect,
  expectAccessible,
  expectNoOverflow,
  notices,
  openPage,
  openTab,
  panel,
  pointedText,
  resultValue,
  setProgram,
  setSlider,
  strip,
  test,
  wordOf,
} from './fixtures';

const POWER = 'let rec pow (x, n) = if n < 0.5 then 1 else x * pow (x, n - 1)\ninput x : real = 1.5\npow (x, 3)';

test('the literal trace stands beside the A-normal one, and follows the inputs', async ({ page }) => {
  await openPage(page);
  const trace = panel(page, 'Trace');
  await trace.getByRole('button', { name: 'Both' }).click();
  const literal = trace.getByRole('listbox', { name: /Literal trace/ });
  await expect(literal.getByRole('option')).toHaveText(['let t1 : ℝ = x · y in', 'let t2 : ℝ = sin(x) in', 't1 + t2']);
  await expect(trace).toContainText('11 nodes, literally');
  await expect(trace.getByRole('listbox', { name: /entries/ })).toContainText('0.909297');
  await setProgram(page, 'input x : real = 2\nif x < 3 then x * x else x');
  await expect(literal.getByRole('option')).toHaveText(['x · x']);
  await setSlider(page, 'x', 3.5);
  await expect(literal.getByRole('option')).toHaveText(['x']);
});

test('the literal trace of lists and trees holds the reals in them @long', async ({ page }) => {
  await openPage(page);
  const trace = panel(page, 'Trace');
  await trace.getByRole('button', { name: 'Literal' }).click();
  // The form stays though there is nothing to trace for a while.
  await setProgram(page, '');
  await setProgram(page, 'input xs : list real = [1, 2, 3]\nfold (x, s) -> x * s over xs from 1');
  await expect(trace.getByRole('option')).toHaveText([
    'let t1 : ℝ = xs2 · 1 in',
    'let t2 : ℝ = xs1 · t1 in',
    'xs0 · t2',
  ]);
  await expect(strip(page)).toContainText(new RegExp(`${ENGINES.length}\\s*engines agree`, 'u'));
});

test('a long main expression is cut above the trace, and its columns keep their heads @long', async ({ page }) => {
  await openPage(page);
  await setProgram(page, `input x : real = 1\n\n${Array.from({ length: 30 }, () => 'sin x').join(' + ')}`);
  await openTab(page, 'Trace');
  await expect(resultValue(page)).toHaveText('25.2441');
  const frame = await panel(page, 'Trace').boundingBox();
  const head = await page.locator('.trace-head-adjoint').boundingBox();
  expect((head?.x ?? Infinity) + (head?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
});

test('pointing at the literal trace or at the program lights up the other @long', async ({ page }) => {
  await openPage(page);
  const trace = panel(page, 'Trace');
  await trace.getByRole('button', { name: 'Literal' }).click();
  const lit = trace.locator('.windowed-row.lit');
  await expect(trace.getByRole('option')).toHaveCount(3);
  await wordOf(page, 'sin').hover();
  await expect(lit.first()).toContainText('sin');
  await page.mouse.move(0, 0);
  await expect(lit).toHaveCount(0);
  await trace.getByRole('option').nth(1).getByText('sin').hover();
  await expect.poll(() => pointedText(page)).toBe('sin x');
});

test('a recursive program is watched becoming defined as n grows', async ({ page }) => {
  await openPage(page);
  await setProgram(page, POWER);
  const trace = panel(page, 'Trace');
  await trace.getByRole('button', { name: 'Literal' }).click();
  await expect(trace.getByRole('option').first()).toContainText('let z');
  await trace.getByRole('slider', { name: 'approximant n' }).fill('2');
  await expect(trace).toContainText('this approximant is undefined here');
  await trace.getByRole('slider', { name: 'approximant n' }).fill('4');
  await expect(trace.getByRole('option').first()).toContainText('let z');
  await trace.getByRole('checkbox', { name: 'unbounded' }).check();
  await expect(trace).toContainText('87 nodes, literally');
});

test('the theorems are checked where the trace is', async ({ page }) => {
  await openPage(page);
  const checks = page.getByRole('region', { name: 'Theorem checks' });
  await expect(checks).toContainText('Interpolation holds: difference 0 (literal trace)');
  await expect(checks).toContainText('radius at least 1024');
  await expect(checks).toContainText(/∂x off by .* ± /);
  await checks.getByText('Interpolation').click();
  await expect(checks.getByText(/Proposition 3\.5/)).toBeVisible();
  await setProgram(page, 'input x : real = 2\nif x < 0.5 then x * x else x');
  await expect(checks).toContainText('radius at least 1.5,');
  await setProgram(page, 'input x : real = 0.5\nif x < 0.5 then x * x else x');
  await expect(checks).toContainText('not checked: the program changes branches');
});

test('the derivative stands in several forms, two side by side @long', async ({ page }) => {
  await openPage(page);
  await openTab(page, 'Derivative');
  const derivative = panel(page, 'Derivative');
  const literal = derivative.getByRole('region', { name: 'Symbolic, literal' });
  await expect(literal).toContainText('82 nodes');
  await expect(derivative.getByRole('region', { name: 'Symbolic, A-normal' })).toContainText('39 nodes');
  for (const engine of ['reverse-dense', 'reverse-delta', 'reverse', 'tape']) {
    await derivative.getByLabel('Right').selectOption(`Translated by ${engine}`);
    await expect(derivative.getByRole('region', { name: `Translated by ${engine}`, exact: true })).toContainText(
      'let main',
    );
  }
  await derivative.getByLabel('Right').selectOption('Taylor macro (2,2)′');
  await expect(derivative.getByRole('region', { name: 'Taylor macro (2,2)′' })).toContainText(
    'let main ((x_00, x_01, x_10, x_11), (y_00, y_01, y_10, y_11)) =',
  );
  await derivative.getByLabel('Right').selectOption('Translated by forward');
  await expect(derivative.getByRole('region', { name: 'Translated by forward' })).toContainText('let main');
  await setProgram(page, POWER);
  await expect(literal).toContainText('nodes; the limit is 20,000');
  await literal.getByRole('button', { name: 'Show A-normal form' }).click();
  await expect(derivative.getByRole('region', { name: 'Symbolic, A-normal' })).toContainText('nodes');
});

test('a long term is fetched as it is scrolled @long', async ({ page }) => {
  await openPage(page);
  await setProgram(page, POWER.replace('pow (x, 3)', 'pow (x, 60)'));
  const trace = panel(page, 'Trace');
  await trace.getByRole('button', { name: 'Literal' }).click();
  const list = trace.getByRole('listbox', { name: /Literal trace/ });
  await expect(list.getByRole('option').first()).toContainText('let z');
  await list.focus();
  await page.keyboard.press('End');
  await expect(list.getByRole('option').last()).toContainText('x1 ·');
});

test('a derivative opens in a new cell with the same result, and goes again @long', async ({ page }) => {
  await openPage(page);
  await openTab(page, 'Derivative');
  const column = panel(page, 'Derivative').getByRole('region', { name: 'Symbolic, A-normal' });
  await column.getByText('Export term').click();
  await column.getByRole('button', { name: 'Open in new cell' }).click();
  await expect(page.getByRole('region', { name: 'Code cell 2' })).toBeVisible();
  await expect(resultValue(page)).toContainText('2.58385');
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: 'Code cell 2' })).toHaveCount(0);
  await expect(resultValue(page)).toHaveText('6.9093');
});

test('copies are text and TeX @long', async ({ page, context }) => {
  await allowClipboard(context);
  await openPage(page);
  await openTab(page, 'Derivative');
  const column = panel(page, 'Derivative').getByRole('region', { name: 'Symbolic, literal' });
  const copied = async (name: RegExp): Promise<string> => {
    await column.getByText('Export term').click();
    await column.getByRole('button', { name }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await expect.poll(() => copied(/as text$/)).toContain('let x_1 : ℝ = 2 in');
  await expect.poll(() => copied(/as TeX$/)).toContain('\\begin{array}');
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`the panels of terms are accessible at ${width} pixels @long`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openPage(page);
    await setProgram(page, POWER);
    await openTab(page, 'Trace');
    await panel(page, 'Trace').getByRole('button', { name: 'Both' }).click();
    await expect(page.getByRole('region', { name: 'Theorem checks' })).toBeVisible();
    await expectAccessible(page);
    await openTab(page, 'Derivative');
    await expect(panel(page, 'Derivative')).toContainText('nodes');
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
