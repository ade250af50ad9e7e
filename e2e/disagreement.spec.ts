import type { Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { boxOf, expect, expectAccessible, openPage, openTab, panel, sliderOf, strip, test } from './fixtures';

/*
 * The engines agree, so the page is told otherwise: what the run worker says of the gradient is changed on its way. The
 * search for a smaller program is the worker's own, and finds that they agree.
 */
async function pretend(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(EventTarget.prototype, 'addEventListener');
    const addEventListener = own?.value as (type: string, listener: EventListener) => void;
    MessagePort.prototype.addEventListener = function (this: MessagePort, type: string, listener: EventListener) {
      const changed = (event: Event): void => {
        const { data } = event as MessageEvent<unknown>;
        const text = JSON.stringify(data, (_, value: unknown) => (ArrayBuffer.isView(value) ? undefined : value));
        if (text.includes('"agreement":"agree"')) {
          const walk = (value: unknown): void => {
            if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
            if ('agreement' in value) value.agreement = 'disagree';
            Object.values(value).forEach(walk);
          };
          walk(data);
        }
        listener(event);
      };
      addEventListener.call(this, type, type === 'message' ? changed : listener);
    };
  });
}

test('a disagreement of engines says so, and a smaller program is looked for', async ({ page }) => {
  await pretend(page);
  await openPage(page);
  await openTab(page, 'Gradient');
  const gradient = panel(page, 'Gradient');
  await expect(gradient).toContainText('✗ the engines disagree');
  await expectAccessible(page);
  await gradient.getByRole('button', { name: 'Minimize' }).click();
  await expect(gradient).toContainText('The engines agree when asked again.');
  await sliderOf(page, 'x').fill('1');
  await expect(gradient).not.toContainText('Asked again');
});

test('the result strip says it on a phone too, beside all else that it says', async ({ page }) => {
  await pretend(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const cells = [
    'let loss a = watch "loss" (if a <= 1 then a ^ 2 else a)',
    'let other a = a',
    'input x : real = 1 in 0 .. 2\n\nloss x',
  ];
  await openPage(page, await encodeLink(cells.map((text) => `\`\`\`pullback\n${text}\n\`\`\`\n`).join('\n')));
  await expect(strip(page)).toContainText('engines disagree');
  await page.getByTestId('editor').nth(1).click();
  await expect(strip(page)).toContainText('Cell 2 only defines things.');
  await expect(strip(page)).toContainText('1 warning');
  const { x, width } = await boxOf(strip(page));
  for (const words of ['engines disagree', '1 warning', 'cell 3']) {
    const box = await boxOf(strip(page).getByText(words));
    expect(box.x + box.width).toBeLessThanOrEqual(x + width);
  }
  const line = strip(page).locator('.result-state');
  expect(await line.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
