import {
  editorOf,
  expect,
  goToEnd,
  notices,
  openPage,
  openTab,
  panel,
  problemsOf,
  resultValue,
  setProgram,
  setSlider,
  strip,
  replaceFirst,
  test,
  wordOf,
} from './fixtures';

test('the first program is readable and has its result before the editor loads', async ({ page }) => {
  const held: (() => void)[] = [];
  await page.route('**/CodeEditor-*.js', (route) => {
    held.push(() => void route.continue());
  });
  await page.goto('/');
  const still = page.locator('.code-area').first().locator('.static-code');
  await expect(still).toContainText('x * y + sin x');
  await expect(still.locator('.tok-input').first()).toHaveText('input');
  await expect(resultValue(page)).toHaveText('6.9093');
  for (const release of held) release();
  await expect(editorOf(page)).toHaveAttribute('data-ready', 'true');
  await expect(still).toHaveCount(0);
});

test('an error is underlined and explained, the last good panels stay, and fixing it updates them', async ({
  page,
}) => {
  const editor = await openPage(page);
  await expect(panel(page, 'Delta graph').locator('.delta-node.result')).toBeVisible();
  await openTab(page, 'Gradient');
  const table = panel(page, 'Gradient').locator('.panel-body');
  await expect(table).toContainText('2.58385');

  await goToEnd(page);
  await page.keyboard.type(' * nope');
  await expect(editor.locator('.squiggly-error')).toHaveCount(1);
  await expect(problemsOf(page).locator('.diagnostic.error')).toContainText('nope');
  // One line in the strip, and nothing in the panels.
  await expect(strip(page).locator('.problem')).toHaveText('Error:nope is not definedline 4');
  await expect(page.locator('.panels').getByText('not defined')).toHaveCount(0);
  await expect(resultValue(page)).toHaveText('6.9093');
  await expect(strip(page).locator('.stale')).toContainText('2.58385');
  await expect(table).toHaveClass(/stale/);
  await expect(table).toContainText('2.58385');
  await expect(panel(page, 'Delta graph').locator('.stale .delta-node.result')).toBeVisible();
  await expect(async () => {
    await page.mouse.move(0, 0);
    await wordOf(page, 'nope').hover();
    await expect(page.locator('.monaco-hover').filter({ hasText: 'nope' })).toBeVisible({ timeout: 3000 });
  }).toPass();

  await problemsOf(page)
    .getByRole('button', { name: /line 4, column \d+/ })
    .click();
  await page.keyboard.insertText('y');
  await expect(resultValue(page)).toHaveText('8.72789');
  await expect(editor.locator('.squiggly-error')).toHaveCount(0);
  await expect(problemsOf(page)).toBeEmpty();
  await expect(page.locator('.stale')).toHaveCount(0);
});

test('symbols are typed by name, and a hover shows a type', async ({ page }) => {
  const editor = await openPage(page);
  await setProgram(page, '');
  await page.keyboard.type('(\\lambda t -> sin t) 0');
  await expect(editor).toContainText('(λ t -> sin t) 0');
  await expect(resultValue(page)).toHaveText('0');
  await expect(async () => {
    await page.mouse.move(0, 0);
    await wordOf(page, 'sin').hover();
    await expect(page.locator('.monaco-hover').filter({ hasText: 'sin : real -> real' })).toBeVisible({
      timeout: 3000,
    });
  }).toPass();
});

test('a partial operation outside its domain gives an error, and its inputs stay movable @long', async ({ page }) => {
  await openPage(page);
  await setProgram(page, 'input x : real = 0 in 0 .. 4\n\nlog x');
  await expect(problemsOf(page)).toContainText('log');
  await setSlider(page, 'x', 1);
  await expect(resultValue(page)).toHaveText('0');
  await expect(strip(page)).toContainText('∂x1');
});

test('a program that never ends leaves the page responsive, reports the limit and keeps the text', async ({ page }) => {
  const editor = await openPage(page);
  await expect(resultValue(page)).toHaveText('6.9093');
  await setProgram(page, 'let rec loop x = loop (x + 1)\n\nloop 0');
  // The run may reach its limit before a busy machine looks.
  await expect(strip(page).getByRole('button', { name: /^(?:Stop|Run longer)$/u })).toBeVisible();
  await page.keyboard.type(' -- and on');
  await expect(editor).toContainText('loop 0 -- and on');
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await openTab(page, 'Gradient');
  await expect(problemsOf(page).locator('.diagnostic')).toHaveAttribute('data-code', /^budget-/);
  await expect(problemsOf(page).locator('.diagnostic')).toHaveClass('diagnostic limit');
  await expect(problemsOf(page)).not.toContainText('Error');
  await expect(editor.locator('.squiggly-error')).toHaveCount(0);
  await expect(editor).toContainText('let rec loop x = loop (x + 1)');
  await setProgram(page, '1 + 1');
  await expect(resultValue(page)).toHaveText('2');
});

test('a run worker that is stuck is replaced, and the text stays', async ({ page }) => {
  // The first worker answers one ping and then nothing; later workers are real.
  const stuck = `onmessage = ({ data }) => {
    if (data.path?.[0] === 'ping') postMessage({ id: data.id, type: 'RAW', value: undefined });
    else setTimeout(() => { for (;;); }, 600);
  };`;
  await replaceFirst(page, 'run', stuck);
  const editor = await openPage(page);
  // On a busy machine the page waits longer before it gives a worker up.
  await expect(notices(page)).toContainText('was stopped', { timeout: 90_000 });
  await expect(editor).toContainText('x * y + sin x');
  await setSlider(page, 'x', 0);
  await expect(strip(page)).toContainText('∂x4');
});

test('formatting keeps comments and the caret, and one undo reverts it @long', async ({ page }) => {
  const editor = await openPage(page);
  await setProgram(page, 'let  f  x = -- twice\n    2*x\nf 4 + (1)');
  await expect(resultValue(page)).toHaveText('9');
  await page.keyboard.press('Shift+Alt+F');
  for (const line of ['let f x =  -- twice', '  2 * x', 'f 4 + 1']) await expect(editor).toContainText(line);
  await page.keyboard.type('0');
  await expect(resultValue(page)).toHaveText('18');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(editor).toContainText('let  f  x');

  await setProgram(page, 'let  broken =\n1 +');
  await page.keyboard.press('Shift+Alt+F');
  await page.keyboard.type(' 2');
  await expect(editor).toContainText('let  broken =');
});
