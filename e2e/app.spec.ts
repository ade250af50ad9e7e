import { expect, expectAccessible, openPage, resultValue, setProgram, setSlider, strip, test } from './fixtures';

test('the opening page shows a program, its value and its gradient', async ({ page }) => {
  const editor = await openPage(page);
  await expect(page).toHaveTitle(/Product and sine/);
  await expect(editor).toContainText('x * y + sin x');
  await expect(resultValue(page)).toHaveText('6.9093');
  await expect(strip(page)).toContainText('∂x2.58385');
  await expect(strip(page)).toContainText('∂y2');
  await expect(strip(page)).toContainText('engines agree');
});

test('the first program is readable before the editor is there', async ({ page }) => {
  await page.route('**/CodeEditor-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto('/');
  await expect(page.locator('.static-code')).toContainText('x * y + sin x');
  await expect(page.locator('.static-code .tok-input').first()).toHaveText('input');
  await expect(page.getByTestId('editor')).toHaveAttribute('data-ready', 'true');
  await expect(page.locator('.static-code')).toHaveCount(0);
});

test('moving a slider moves value and gradient, and reset brings the program back', async ({ page }) => {
  await openPage(page);
  await setSlider(page, 'x', 0);
  await expect(resultValue(page)).toHaveText('0');
  await expect(strip(page)).toContainText('∂x4');
  await page.getByRole('button', { name: 'Reset x' }).click();
  await expect(resultValue(page)).toHaveText('6.9093');
});

test('a number box takes what is typed, and refuses what is out of range', async ({ page }) => {
  await openPage(page);
  const box = page.getByRole('spinbutton', { name: 'y, as a number' });
  await box.fill('0');
  await expect(resultValue(page)).toHaveText('0.909297');
  await box.fill('99');
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(resultValue(page)).toHaveText('0.909297');
});

test('typing changes everything', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'input a : real = 3\n\na * a');
  await expect(resultValue(page)).toHaveText('9');
  await expect(strip(page)).toContainText('∂a6');
});

test('an error is underlined and explained while the last good result stays', async ({ page }) => {
  const editor = await openPage(page);
  await expect(resultValue(page)).toHaveText('6.9093');
  await setProgram(page, 'input x : real = 2\n\nx * nope');
  await expect(editor.locator('.squiggly-error')).toHaveCount(1);
  const problems = page.getByRole('status', { name: 'Problems' });
  await expect(problems).toContainText('nope');
  await expect(problems.getByRole('button', { name: /line 3, column 5/ })).toBeVisible();
  await expect(strip(page)).toContainText('1 error');
  await expect(resultValue(page)).toHaveText('6.9093');
});

test('a click on an error goes to its place', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'input x : real = 2\n\nx * nope');
  await page
    .getByRole('status', { name: 'Problems' })
    .getByRole('button', { name: /line 3/ })
    .click();
  await page.keyboard.insertText('x');
  await expect(resultValue(page)).toHaveText('4');
});

test('a partial operation outside its domain says so, and its inputs stay movable', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'input x : real = 0 in 0 .. 4\n\nlog x');
  await expect(page.getByRole('status', { name: 'Problems' })).toContainText('log');
  await setSlider(page, 'x', 1);
  await expect(resultValue(page)).toHaveText('0');
  await expect(strip(page)).toContainText('∂x1');
});

test('symbols are typed by name', async ({ page }) => {
  await openPage(page);
  await setProgram(page, '');
  await page.keyboard.type('(\\lambda t -> t * t) 5');
  await expect(page.getByTestId('editor')).toContainText('(λ t -> t * t) 5');
  await expect(resultValue(page)).toHaveText('25');
});

test('hovering shows the type', async ({ page }) => {
  const editor = await openPage(page);
  await expect(resultValue(page)).toHaveText('6.9093');
  const sine = editor.locator('.view-line').nth(3).getByText('sin', { exact: false }).last();
  await expect(async () => {
    await page.mouse.move(0, 0);
    await sine.hover();
    await expect(page.locator('.monaco-hover').filter({ hasText: 'sin : real -> real' })).toBeVisible({
      timeout: 3000,
    });
  }).toPass();
});

test('a program that never ends leaves the page awake and says what ran out', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'let rec loop x = loop (x + 1)\n\nloop 0');
  await expect(page.getByRole('status', { name: 'Problems' })).toContainText(/second|step/);
  await setProgram(page, '1 + 1');
  await expect(resultValue(page)).toHaveText('2');
});

test('the keyboard can leave the editor', async ({ page }) => {
  const editor = await openPage(page);
  await editor.locator('.view-lines').click();
  await expect(page.locator('.monaco-editor.focused')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(page.locator('.monaco-editor.focused')).toHaveCount(0);
});

test('the tabs are moved through with the arrows', async ({ page }) => {
  await openPage(page);
  const tabs = page.getByRole('tablist', { name: 'Panels' });
  await tabs.getByRole('tab', { name: 'Trace' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(tabs.getByRole('tab', { name: 'Gradient' })).toHaveAttribute('aria-selected', 'true');
  await expect(tabs.getByRole('tab', { name: 'Gradient' })).toBeFocused();
});

for (const scheme of ['light', 'dark'] as const)
  for (const [name, width, height] of [
    ['wide', 1440, 900],
    ['narrow', 390, 844],
  ] as const)
    test(`axe finds nothing, ${scheme} and ${name}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      await openPage(page);
      await expect(resultValue(page)).toHaveText('6.9093');
      await expect(page.locator('.katex').first()).toBeVisible();
      await expectAccessible(page);
    });

test('the page fits 360 pixels without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page);
  await page.evaluate(() => document.fonts.ready);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('the theme is kept', async ({ page }) => {
  await openPage(page);
  const theme = page.getByRole('button', { name: /^Theme/ });
  await theme.click();
  await theme.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a run worker that is stuck is replaced, and the text is untouched', async ({ page }) => {
  // The first worker answers one ping and then never again; those after it are the real ones.
  const stuck = `onmessage = ({ data }) => {
    if (data.path?.[0] === 'ping') postMessage({ id: data.id, type: 'RAW', value: undefined });
    else setTimeout(() => { for (;;); }, 600);
  };`;
  await page.route('**/run.worker-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: stuck }), {
    times: 1,
  });
  const editor = await openPage(page);
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('was stopped');
  await expect(editor).toContainText('x * y + sin x');
  await setSlider(page, 'x', 0);
  await expect(strip(page)).toContainText('∂x4');
});

test('a rate that is too large ends in a message, and the curve can be had back', async ({ page }) => {
  await openPage(page, '#e=training-loop');
  await expect(resultValue(page)).toHaveText('2.99981');
  await setSlider(page, 'rate', 0.26);
  await expect(page.getByRole('status', { name: 'Problems' }).getByText('Error')).toBeVisible();
  await expect(resultValue(page)).toHaveText('2.99981');
  await setSlider(page, 'rate', 0.125);
  await expect(resultValue(page)).toHaveText('3');
});
