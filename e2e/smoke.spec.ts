import type { JSHandle, Page, TestInfo } from '@playwright/test';
import { test } from './fixtures';
import { mainWay } from './main-way';
import { findVisible, type Named, type Tab } from './tab';

function playwrightTab(page: Page, stranger: () => Promise<Page>, info: TestInfo): Tab {
  const find = async (what: Named) => {
    const found: JSHandle<Element | null> = await page.waitForFunction(findVisible, what);
    const element = found.asElement();
    if (element === null) throw new Error(`no ${what.selector}`);
    return element;
  };
  const tab: Tab = {
    open: (address) => page.goto(address),
    reload: () => page.reload(),
    ask: (question, argument) => page.evaluate(question as never, argument),
    click: async (what) => (await find(what)).click(),
    press: (...keys) => page.keyboard.press(keys.join('+')),
    type: (text) => page.keyboard.type(text),
    async download(what) {
      const saved = page.waitForEvent('download');
      await tab.click(what);
      const path = info.outputPath('page.html');
      await (await saved).saveAs(path);
      return path;
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
    stranger: async () => playwrightTab(await stranger(), stranger, info),
  };
  return tab;
}

test.use({
  serviceWorkers: 'allow',
  allow: [[/ERR_CONNECTION_REFUSED|NS_ERROR_CONNECTION_REFUSED|watch\.js/], { scope: 'test' }],
});

test('the main way through the page', async ({ page, stranger, baseURL }, info) => {
  await mainWay(
    playwrightTab(page, () => Promise.resolve(stranger), info),
    baseURL ?? '',
    info,
  );
});
