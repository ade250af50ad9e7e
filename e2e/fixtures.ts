import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';

/** Every test fails on a console error, an uncaught exception, a violation of the policy or a failed request. */
export const test = base.extend<{ problems: string[]; allow: RegExp[] }>({
  allow: [[], { option: true }],
  problems: [
    async ({ page, allow }, use) => {
      const problems: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.text().includes('Content Security Policy'))
          problems.push(`console.${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => problems.push(`pageerror: ${error.message}`));
      page.on('requestfailed', (request) => problems.push(`requestfailed: ${request.url()}`));
      page.on('response', (response) => {
        if (response.status() >= 400) problems.push(`http ${response.status()}: ${response.url()}`);
      });
      await use(problems);
      expect(problems.filter((problem) => !allow.some((allowed) => allowed.test(problem)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens the page and waits until its program has run and the editor is there. */
export async function openPage(page: Page, fragment = ''): Promise<Locator> {
  await page.goto(`/${fragment}`);
  const editor = page.getByTestId('editor').first();
  await expect(editor).toHaveAttribute('data-ready', 'true');
  return editor;
}

/** Replaces the whole program, as by pasting: no brackets are closed and nothing is suggested on the way. */
export async function setProgram(page: Page, text: string): Promise<void> {
  const editor = page.getByTestId('editor').first();
  await editor.locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

export function resultValue(page: Page): Locator {
  return page.getByRole('region', { name: 'Result' }).getByLabel('Value');
}

export function strip(page: Page): Locator {
  return page.getByRole('region', { name: 'Result' });
}

/** Moves a slider the way a keyboard or a script of the browser does: to the value, with the events of an input. */
export async function setSlider(page: Page, name: string, value: number): Promise<void> {
  await page.getByRole('slider', { name, exact: true }).fill(String(value));
}

export async function expectAccessible(page: Page): Promise<void> {
  const results = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(
    results.violations.map(
      (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`,
    ),
  ).toEqual([]);
}

export { expect };
