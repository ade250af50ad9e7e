import { readFile } from 'node:fs/promises';
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

test('the Delta stands with and without sharing side by side', async ({ page }) => {
  const lets = Array.from({ length: 12 }, (_, i) => `let a${i + 1} = 0.5 * a${i} + 0.5 * a${i}`).join('\n');
  const delta = await openDelta(page, `input a0 : real = 1\n\n${lets}\na12`, 'Graph');
  await delta.getByRole('button', { name: 'Without sharing' }).click();
  // By Figure 9: twelve nodes a let, and six of the wrapper and the input; without sharing 10 * 2^12 - 9 below the wrapper.
  await expect(delta).toContainText('With sharing: 150 nodes');
  await expect(delta).toContainText('Without sharing: 40,955 nodes');
  const tree = delta.getByRole('application', { name: /^The Delta without sharing/ });
  await expect(tree.locator('svg text').getByText(/^\+ [\d,]+ more$/)).not.toHaveCount(0);
  await tree.focus();
  await page.keyboard.press('End');
  await expect(tree.locator('.delta-node.selected.result')).toHaveCount(1);
  await expectAccessible(page);
});

test('calls are collapsed to boxes, opened and closed by mouse and keyboard', async ({ page }) => {
  const program = `${INPUTS}let square a = a * a\nlet norm a b = sqrt (square a + square b)\nnorm x y + square x`;
  const delta = await openDelta(page, program, 'Graph');
  const box = delta.locator('.delta-node.box');
  await expect(box).toHaveCount(0);
  await delta.getByRole('button', { name: 'Collapse calls' }).click();
  await expect(box).toHaveText([/norm: 12 nodes/, /square: 4 nodes/]);
  await box.filter({ hasText: 'norm' }).click();
  await expect(box).toHaveText([/square: 4 nodes/, /square: 4 nodes/, /square: 4 nodes/]);

  const graph = delta.getByRole('application');
  await graph.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await delta.getByRole('searchbox').fill('sqrt');
  await graph.focus();
  await expect(delta.locator('.delta-detail')).toContainText('in norm; Backspace closes it');
  await page.keyboard.press('Backspace');
  await expect(box).toHaveText([/norm: 12 nodes/, /square: 4 nodes/]);
  await page.keyboard.press('Enter');
  await expect(box).toHaveCount(3);
});

test('of a large graph the calls are boxes at first, and search opens what it finds', async ({ page }) => {
  const program = `input x : real = 0.5\n\nlet turn a = let b = a * a in let c = b + sin a in c * b\nlet rec go (n : int) a = if n = 0 then a else go (n - 1) (0.5 * turn a)\ngo 20 x`;
  const delta = await openDelta(page, program, 'Graph');
  await expect(delta.locator('.delta-node.box')).toHaveText([/go: [\d,]+ nodes/]);
  await delta.getByRole('searchbox').fill('w8');
  await expect(delta.locator('.delta-node.selected')).toHaveCount(1);
  await expect(delta.locator('.delta-node.selected')).toHaveText(/w8/);
});

test('the graph is saved as a TikZ picture', async ({ page }) => {
  const delta = await openDelta(page, `${INPUTS}x * y + sin x`, 'Graph');
  await expect(delta.locator('.delta-node.result')).toBeVisible();
  await delta.getByText('Export').click();
  const saved = page.waitForEvent('download');
  await delta.getByRole('button', { name: 'Save the graph as TikZ' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('delta.tex');
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('\\documentclass[tikz,border=6pt]{standalone}');
  expect(text).toContain('\\end{document}');
});
