import { expect, expectAccessible, openPage, openTab, panel, sliderOf, test } from './fixtures';

/*
 * The engines agree, so the page is told otherwise: what the run worker says of the gradient is changed on its way. The
 * search for a smaller program is the worker's own, and finds that they agree.
 */
test('a disagreement of engines says so, and a smaller program is looked for', async ({ page }) => {
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
