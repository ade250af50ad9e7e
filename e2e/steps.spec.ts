import type { Locator, Page } from '@playwright/test';
import {
  allowClipboard,
  boxOf,
  editorOf,
  expect,
  expectAccessible,
  expectAccessibleNarrow,
  goToEnd,
  openPage,
  openTab,
  panel,
  pointedText,
  resultValue,
  setProgram,
  setSlider,
  tabOf,
  strip,
  test,
  SCHEMES,
} from './fixtures';

const COUNTDOWN = 'let rec down n =\n  if n < 0.5 then n else\n  down (n - 1)\n\ndown 2000';

function steps(page: Page): Locator {
  return panel(page, 'Steps');
}

function part(page: Page, name: string): Locator {
  return steps(page).getByRole('region', { name, exact: true });
}

function button(page: Page, name: string): Locator {
  return steps(page).getByRole('button', { name, exact: true });
}

function evaluation(page: Page): Locator {
  return steps(page).getByRole('group', { name: 'Evaluation steps' });
}

/** `step 3 of 12`, once its state is shown: the redex, its rule and the variables. */
async function state(page: Page): Promise<string> {
  await expect(steps(page).locator('.steps')).toHaveAttribute('data-pending', 'false');
  const place = await steps(page).locator('.steps-count').innerText();
  const shown = await steps(page).locator('.steps-columns').innerText();
  return `${place}\n${shown}`;
}

test('the opening notebook forwards and back: the same states, and the output at the end', async ({ page }) => {
  await openPage(page);
  await openTab(page, 'Steps');
  await expect(steps(page).locator('.redex')).toHaveText('x · y');
  await expect(part(page, 'Rule')).toContainText('Figure 2');
  await expect(part(page, 'Rule')).toContainText('op(V) ⇒ W');
  await expect(part(page, 'Rule')).toContainText('Figure 3, in context');
  await expect.poll(() => pointedText(page)).toBe('x * y');
  await expect(steps(page).locator('.steps-count')).toHaveText('step 1 of 3');

  const there: string[] = [];
  for (let step = 0; step < 3; step++) {
    there.push(await state(page));
    await button(page, 'Next step').click();
  }
  expect(new Set(there).size).toBe(3);
  expect(there[2]).toContain('6 + 0.909297');
  expect(there[2]).not.toContain('Figure 3');
  await expect(steps(page).locator('.steps-count')).toHaveText('finished: 3 steps');
  await expect(part(page, 'Results')).toContainText(await resultValue(page).innerText());
  await expect.poll(() => pointedText(page)).toBe('');

  const back: string[] = [];
  for (let step = 0; step < 3; step++) {
    await button(page, 'Previous step').click();
    back.push(await state(page));
  }
  expect(back.reverse()).toEqual(there);

  await allowClipboard(page.context());
  await steps(page).getByText('Export').click();
  await button(page, 'Copy context as TeX').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('\\operatorname{sin}(x)');

  // What a piece stands for is pointed at while the pointer is there; then the redex again.
  await steps(page).locator('.context .piece-function').hover();
  await expect.poll(() => pointedText(page)).toBe('sin x');
  await steps(page).getByRole('heading', { name: 'Steps' }).hover();
  await expect.poll(() => pointedText(page)).toBe('x * y');
});

test('a slider goes through thousands of steps, and the newest wanted one is shown @long', async ({ page }) => {
  await openPage(page);
  await setProgram(page, COUNTDOWN);
  await openTab(page, 'Steps');
  await expect(steps(page).locator('.steps-count')).toHaveText('step 1 of 8,004');
  for (const at of [10, 5000, 700, 7999, 4002]) await setSlider(page, 'Step', at);
  await expect(steps(page).locator('.steps-count')).toHaveText('step 4,003 of 8,004');
  await expect(steps(page).locator('.redex')).toHaveText('n < 0.5');
  await expect(part(page, 'Environments')).toContainText(/n\s*: real\s*= 1000/u);
  await expect(part(page, 'Rule')).toContainText('Predicate');
  await button(page, 'Last step').click();
  await expect(part(page, 'Results')).toHaveText(/0$/u);

  // A slider of the program moves the same step to other values.
  await setProgram(page, 'input x : real = 1 in 0 .. 9\nx + 1 - x');
  await button(page, 'First step').click();
  await expect(steps(page).locator('.redex')).toHaveText('x + 1');
  await button(page, 'Next step').click();
  await expect(steps(page).locator('.redex')).toHaveText('2 − x');
  await setSlider(page, 'x', 4);
  await expect(steps(page).locator('.redex')).toHaveText('5 − x');
});

test('breakpoints: set in the editor or at a redex, continued to both ways, moved by edits, removed', async ({
  page,
}) => {
  await openPage(page);
  await setProgram(page, COUNTDOWN);
  await goToEnd(page);
  for (let press = 0; press < 2; press++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('F9');
  await expect(tabOf(page, 'Steps')).toHaveAttribute('aria-selected', 'true');
  const breakpoints = part(page, 'Breakpoints');
  await expect(breakpoints.getByRole('listitem')).toHaveCount(1);
  await expect(breakpoints.getByRole('listitem')).toContainText('line 3');
  await expect(breakpoints.getByRole('listitem')).toContainText('4,000 steps');
  await expect(editorOf(page).locator('.breakpoint-dot')).toHaveCount(1);

  const expectAt = async (redex: string, n: number): Promise<void> => {
    await expect(steps(page).locator('.redex')).toHaveText(redex);
    await expect(part(page, 'Environments')).toContainText(`= ${n}`);
  };
  await button(page, 'Next breakpoint').click();
  await expectAt('n − 1', 2000);
  await button(page, 'Next breakpoint').click();
  await expectAt('down(1999)', 2000);
  await button(page, 'Next breakpoint').click();
  await expectAt('n − 1', 1999);
  await button(page, 'Previous breakpoint').click();
  await button(page, 'Previous breakpoint').click();
  await expectAt('n − 1', 2000);

  // A line more above: the breakpoint stays with its text.
  await goToEnd(page);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText('let one = 1\n');
  await expect(breakpoints.getByRole('listitem')).toContainText('line 4');
  await expect(breakpoints.getByRole('listitem')).toContainText('4,000 steps');
  await button(page, 'Remove breakpoint on line 4').click();
  await expect(breakpoints.getByRole('listitem')).toHaveCount(0);
  await expect(editorOf(page).locator('.breakpoint-dot')).toHaveCount(0);

  // Beside a line, by the pointer; and at the redex that is shown.
  const margin = await boxOf(editorOf(page).locator('.margin'));
  await page.mouse.click(margin.x + 8, margin.y + 2.5 * 22);
  await expect(breakpoints.getByRole('listitem')).toContainText('line 3');
  await button(page, 'First step').click();
  await button(page, 'Break at redex').click();
  await expect(breakpoints.getByRole('listitem')).toHaveCount(2);
  await button(page, 'Remove all').click();
  await expect(breakpoints.getByRole('listitem')).toHaveCount(0);
});

test('symbolic evaluation grows the trace, and a derivative is made of it by Figure 6 @long', async ({ page }) => {
  await openPage(page);
  await openTab(page, 'Steps');
  await button(page, 'Symbolic').click();
  await expect(part(page, 'Rule')).toContainText('op(V) ⇝ op(V)');
  await expect(part(page, 'Rule')).toContainText('Figure 5, in context');
  await expect(part(page, 'Trace term')).toContainText('nothing yet');
  await button(page, 'Next step').click();
  await expect(part(page, 'Trace term')).toContainText('let t1 : ℝ = x · y in');
  await button(page, 'Last step').click();
  await expect(part(page, 'Trace term')).toContainText('t1 + t2');
  await expect(part(page, 'Results')).toContainText('6.9093');

  await setProgram(page, '1 + deriv (fun x -> sin x * x) 2');
  await button(page, 'Ordinary').click();
  await expect(part(page, 'Rule')).toContainText('Derivative');
  await button(page, 'Next step').click();
  await expect(part(page, 'Rule')).toContainText('symbolic evaluation');
  for (let press = 0; press < 2; press++) await button(page, 'Next step').click();
  await expect(part(page, 'Rule')).toContainText('Figures 4 and 6');
  await expect(part(page, 'Rule')).toContainText('Figure 3, in context');
  await part(page, 'Rule').getByText('Figure 6: the equations of').click();
  await expect(part(page, 'Rule').locator('dt')).toHaveCount(9);
  await button(page, 'Next step').click();
  await expect(part(page, 'Symbolic derivative')).toContainText('.sinr(');
});

test('by the keyboard alone @long', async ({ page }) => {
  await openPage(page);
  await openTab(page, 'Steps');
  await expect(steps(page).locator('.steps-count')).toHaveText('step 1 of 3');
  await tabOf(page, 'Steps').focus();
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab');
    if (await evaluation(page).evaluate((element) => element === document.activeElement)) break;
  }
  await expect(evaluation(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(steps(page).locator('.steps-count')).toHaveText('step 2 of 3');
  await page.keyboard.press('End');
  await expect(steps(page).locator('.steps-count')).toHaveText('finished: 3 steps');
  await page.keyboard.press('ArrowLeft');
  await expect(steps(page).locator('.steps-count')).toHaveText('step 3 of 3');
  await page.keyboard.press('Home');
  await expect(steps(page).locator('.steps-count')).toHaveText('step 1 of 3');
  await page.keyboard.press('Space');
  await expect(button(page, 'Pause')).toBeVisible();
  await expect(steps(page).locator('.steps-count')).toHaveText('finished: 3 steps');
  await expect(button(page, 'Play')).toBeVisible();

  // In the context, up and down go by lines, which are pointed at.
  await page.keyboard.press('Home');
  const context = steps(page).getByRole('listbox', { name: 'Context, outermost first' });
  await context.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => pointedText(page)).toBe('x * y + sin x');
  await page.keyboard.press('ArrowRight');
  await expect(steps(page).locator('.redex')).toHaveText('sin(x)');
  await expect.poll(() => pointedText(page)).toBe('sin x');
});

test('what cannot be evaluated says so: nothing, an error, a failure on the way, a run without end @long', async ({
  page,
}) => {
  await openPage(page, '#e=ap-nested-derivatives');
  await expect(tabOf(page, 'Steps')).toHaveAttribute('aria-selected', 'true');
  await setProgram(page, 'let rec f x = f (x + 1)\nlog (1 - 1)');
  await button(page, 'Last step').click();
  await expect(part(page, 'Failure')).toContainText('line 2');
  await expect(part(page, 'Failure')).toContainText('log');
  await setProgram(page, 'nope');
  await expect(strip(page).first()).toContainText('nope');
  await setProgram(page, '');
  await expect(steps(page)).toContainText('Nothing to evaluate yet');
  await setProgram(page, 'let rec f x = f (x + 1)\nf 0');
  await expect(steps(page)).toContainText('the first 200,000 steps of the run can be shown');
  await button(page, 'Last step').click();
  await expect(steps(page).locator('.steps-count')).toHaveText('200,000 steps, not finished');
});

for (const scheme of SCHEMES)
  test(`axe finds nothing in the steps, wide or narrow, ${scheme} @long`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openPage(page);
    await setProgram(page, 'let f x = sin x * x\nlet rec g x = if x < 1 then deriv f x else x + g (x - 1)\n\ng 2.5');
    await openTab(page, 'Steps');
    await goToEnd(page);
    await page.keyboard.press('F9');
    for (const at of [13, 17, 18]) {
      await setSlider(page, 'Step', at);
      await state(page);
      await expectAccessible(page, '.tabs');
    }
    await expectAccessibleNarrow(page);
  });
