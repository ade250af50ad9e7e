import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, openPage, panel, pointedText, setProgram, setSlider, test } from './fixtures';

const INPUTS = 'input x : real = 2 in -4 .. 4\ninput y : real = 3 in -4 .. 4\n\n';

async function openDelta(page: Page, program: string, tab: string): Promise<Locator> {
  await openPage(page);
  await setProgram(page, program);
  const delta = panel(page, 'Delta graph');
  await delta.getByRole('tab', { name: tab, exact: true }).click();
  return delta;
}

test.describe('the detective', () => {
  test('says that an input goes only into a condition, and points at it', async ({ page }) => {
    const delta = await openDelta(page, `${INPUTS}if x > 1 then y * y else x`, 'Detective');
    await expect(delta).toContainText('∂x = 0: the result’s Delta does not contain x');
    await expect(delta).toContainText('goes into the condition x > 1');
    await delta.getByRole('button', { name: 'x > 1' }).focus();
    expect(await pointedText(page)).toBe('x > 1');
    await delta.getByRole('combobox').selectOption('y');
    await expect(delta).toContainText('∂y = 6: neither 0 nor extreme');
  });

  test('shows the Scale by 0 on the way, and why it is 0; by keyboard too', async ({ page }) => {
    const delta = await openDelta(page, `${INPUTS}relu (x - 3) * y`, 'Detective');
    await expect(delta).toContainText('it passes a Scale by 0: at relu (x - 3), because relu is flat');
    await expect(delta.locator('.delta-node.scale.lost')).toHaveCount(1);
    await expect(delta.locator('.delta-node.input.trail')).toHaveText(/x/);
    const steps = delta.getByRole('listbox', { name: 'The way from the result back, step by step' });
    await steps.focus();
    await page.keyboard.press('End');
    await expect(steps.getByRole('option', { selected: true })).toContainText('arrives');
    await expectAccessible(page);
  });

  test('shows where contributions cancel', async ({ page }) => {
    const delta = await openDelta(page, `${INPUTS}let a = x * y\ny * (3 * a - a - 2 * a)`, 'Detective');
    await expect(delta).toContainText('3 contributions come to x * y, and together they are 0');
    await expect(delta).toContainText('9 from 3 * a and −6 from 2 * a');
    await expect(delta.locator('.delta-node.binding.lost')).toHaveText(/w3/);
  });

  test('says where a run met the edge of a domain, with the way to it', async ({ page }) => {
    const delta = await openDelta(page, `${INPUTS}y * log (x + 1)`, 'Detective');
    await expect(delta).toContainText('∂x = 1');
    await setSlider(page, 'x', -3);
    await expect(delta).toContainText('Every derivative is undefined here');
    await expect(delta).toContainText('At log (x + 1) an operation met the edge of its domain');
    await expect(delta).toContainText('The derivative of log is 1 / x.');
    await expect(delta).toContainText('It depends on x.');
    await expect(delta.locator('.delta-node.binding.lost')).toHaveCount(1);
  });
});
