import type { Locator, Page } from '@playwright/test';
import { playground, printNotebook } from '../src/notebook/document';
import { encodeLink } from '../src/notebook/link';
import {
  editorOf,
  expect,
  expectSaved,
  isFirefox,
  notices,
  openPage,
  openTab,
  panel,
  resultValue,
  setProgram,
  strip,
  PROGRAM_WORKER,
  replaceFirst,
  test,
} from './fixtures';

/** Errors that the browser reports about files that a test withholds. */
const WITHHELD = [
  /Failed to load resource/,
  /^requestfailed/,
  /^http 404/,
  /dynamically imported module/,
  /worker/i,
  /reading 'duration'/,
]; // the last: a page whose clock a test sets cannot measure

const link = (program: string): Promise<string> => encodeLink(printNotebook(playground(program)));

/** Lets the requests for some files fail, as without a network. Returns how to let them through again. */
async function withhold(page: Page, files: string): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

/** The message in place of a part of the page that failed. */
const failed = (page: Page): Locator => page.locator('.part-failed');

test.describe('a part that does not load', () => {
  test.use({ allow: [WITHHELD, { scope: 'test' }] });

  test('a panel that is opened offline says so, and loads again on request', async ({ page, context }) => {
    await openPage(page);
    const letThrough = await withhold(page, '**/JetsPanel-*.js');
    await openTab(page, 'Jets');
    await expect(failed(page)).toContainText('A part of the page did not load');
    await setProgram(page, '20 + 1');
    await expect(resultValue(page)).toHaveText('21');
    await expectSaved(page, '20 + 1');
    await openTab(page, 'Gradient');
    await openTab(page, 'Jets');
    await letThrough();
    // Firefox remembers a script that did not load until the page is loaded again.
    await failed(page)
      .getByRole('button', { name: isFirefox(context) ? 'Reload' : 'Try again' })
      .click();
    if (isFirefox(context)) {
      await expect(resultValue(page)).toHaveText('21');
      await openTab(page, 'Jets');
    }
    await expect(panel(page, 'Jets')).toBeVisible();
    await expect(failed(page)).toHaveCount(0);
  });

  test('after an update, an old tab whose files are gone keeps its text and reloads @long', async ({ page }) => {
    await openPage(page);
    await setProgram(page, '20 + 2');
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
    for (const attempt of ['first', 'second']) {
      await page.getByRole('button', { name: 'Share' }).click();
      await expect(notices(page), attempt).toContainText('A part of the page did not load');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      if (attempt === 'first') await notices(page).getByRole('button', { name: 'Dismiss' }).click();
    }
    await page.unroute('**/assets/*.js'); // the reloaded page has files of its own
    await notices(page).getByRole('button', { name: 'Reload' }).click();
    await expect(resultValue(page)).toHaveText('22');
    await expectSaved(page, '20 + 2');
  });

  test('an editor that does not load leaves the text readable @long', async ({ page }) => {
    const letThrough = await withhold(page, '**/CodeEditor-*.js');
    await page.goto(`/${await link('40 + 2')}`);
    await expect(page.locator('.static-code')).toContainText('40 + 2');
    await expect(resultValue(page)).toHaveText('42');
    const again = failed(page).getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await letThrough();
    await again.click();
    await expect(editorOf(page)).toHaveAttribute('data-ready', 'true');
  });

  test('an example that cannot be fetched says so, and the open notebook stays', async ({ page }) => {
    await openPage(page, '#e=chain-rule&screen=7');
    const letThrough = await withhold(page, '**/notebooks/*.md');
    const next = page.locator('.lesson-next');
    await next.click();
    await expect(notices(page)).toContainText('A part of the page did not load');
    await expect(page).toHaveTitle(/The chain rule is a graph/);
    await expect(page).toHaveURL(/#e=chain-rule&screen=7$/);
    await letThrough();
    await next.click();
    await expect(page).toHaveTitle(/The dot product and its derivative/);
  });

  test('without its fonts and style of formulas the page works @long', async ({ page }) => {
    await withhold(page, '**/*.{woff2,ttf}');
    await openPage(page);
    await setProgram(page, '6 * 7');
    await expect(resultValue(page)).toHaveText('42');
  });
});

test.describe('a worker', () => {
  test.use({ allow: [WITHHELD, { scope: 'test' }] });

  test('that does not load says so, and the next edit is checked and runs @long', async ({ page }) => {
    const letThrough = await withhold(page, PROGRAM_WORKER);
    await openPage(page);
    await expect(notices(page)).toContainText('A part of the page did not load');
    await letThrough();
    await setProgram(page, '6 * 7');
    await expect(resultValue(page)).toHaveText('42');
    await page.reload();
    await expect(resultValue(page)).toHaveText('42'); // it is not held back
  });

  test('that the browser does not let start says so, and the text stays', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'Worker', {
        value: function refused() {
          throw new DOMException('refused', 'SecurityError');
        },
      });
    });
    await page.goto(`/${await link('1 + 1')}`);
    await expect(notices(page)).toContainText('A part of the page did not load');
    await expect(page.getByText('1 + 1').first()).toBeVisible();
  });

  test('of the language that never answers a check is replaced, and the text stays @long', async ({ page }) => {
    await page.clock.install(); // the first check gets half a minute
    await replaceFirst(page, 'language', 'for (;;);', { times: 2 }); // without a check nothing runs
    await page.goto(`/${await link('1 + 1')}`);
    await expect(editorOf(page)).toContainText('1 + 1');
    await page.clock.runFor(40_000);
    await page.clock.runFor(40_000); // the second worker
    await expect(notices(page)).toContainText('took too long and was stopped. Your text is untouched.');
    await page.clock.resume();
    await setProgram(page, '6 * 7');
    await expect(resultValue(page)).toHaveText('42');
  });

  test('of the language that is silent too long gives the check to its successor @long', async ({ page }) => {
    await page.clock.install();
    await replaceFirst(page, 'language', 'for (;;);', { times: 1 });
    await page.goto(`/${await link('1 + 1')}`);
    await expect(editorOf(page)).toContainText('1 + 1');
    await page.clock.runFor(40_000);
    await page.clock.resume();
    await expect(resultValue(page)).toHaveText('2');
    await expect(notices(page)).not.toContainText('was stopped');
  });

  test('of layouts that fails is replaced, and the graph is drawn @long', async ({ page }) => {
    await page.route(
      '**/layout.worker-*.js',
      (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'onmessage = () => { throw new Error("worker"); };' }),
      { times: 1 },
    );
    await openPage(page);
    await expect(panel(page, 'Delta graph').locator('.delta-node.result')).toBeVisible();
  });

  test('that is killed during a descent is replaced, and the next run records it @long', async ({ page }) => {
    const descent = (count: number): string =>
      `let rec go (n, x) = if n = 0 then watch "x" x else go (n - 1, watch "x" (x - 0.1 * x))\n\ngo (${count}, 1)`;
    // The first worker answers one ping, and fails while it runs.
    const failing = `onmessage = ({ data }) => {
      if (data.path?.[0] === 'ping') postMessage({ id: data.id, type: 'RAW', value: undefined });
      else setTimeout(() => { throw new Error('worker failed'); }, 600);
    };`;
    await replaceFirst(page, 'run', failing);
    await openPage(page, await link(descent(20)));
    await expect(notices(page)).toContainText('Your text is untouched');
    await setProgram(page, descent(30));
    await openTab(page, 'Descent');
    await expect(panel(page, 'Descent')).toContainText('x');
    await expect(strip(page)).not.toContainText('running');
  });
});

test.describe('storage', () => {
  test('that never opens is reported, and the page works @long', async ({ page }) => {
    await page.addInitScript(() => {
      indexedDB.open = () => new EventTarget() as IDBOpenDBRequest;
    });
    await openPage(page);
    await setProgram(page, '6 * 7');
    await expect(resultValue(page)).toHaveText('42');
    await expect(notices(page)).toContainText('is not being saved in this browser');
  });

  for (const [how, script] of [
    ['that the browser lacks', 'Object.defineProperty(window, "indexedDB", { value: undefined });'],
    [
      'that the browser refuses',
      `for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
         Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });`,
    ],
  ] as const)
    test(`${how} is reported, and everything else works @long`, async ({ page }) => {
      await page.addInitScript(script);
      await openPage(page);
      await setProgram(page, '6 * 7');
      await expect(resultValue(page)).toHaveText('42');
      await expect(notices(page)).toContainText('is not being saved in this browser');
      await page.getByRole('button', { name: 'Notebooks' }).click();
      await expect(page.getByRole('dialog')).toContainText('This browser blocks storage');
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: /^Theme/ }).click();
      await page.getByRole('separator', { name: 'Notebook width' }).press('ArrowLeft');
      await page.getByRole('button', { name: 'Share' }).click();
      await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(/#n1=/);
    });

  test('that is cleared while the page is open is set up again at the next edit', async ({ page, context }) => {
    test.skip(isFirefox(context), 'its driver cannot clear the storage of an open page');
    await openPage(page);
    await setProgram(page, '20 + 1');
    await expectSaved(page, '20 + 1');
    const session = await context.newCDPSession(page);
    const { origin } = new URL(page.url());
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await setProgram(page, '20 + 2');
    await expectSaved(page, '20 + 2');
    await page.reload();
    await expect(resultValue(page)).toHaveText('22');
  });

  test('whose connection is closed while a notebook and its history are written gets both', async ({ page }) => {
    // Browsers do this when storage is cleared in the middle of a transaction.
    await page.addInitScript(() => {
      const store = IDBObjectStore.prototype;
      for (const name of ['get', 'getAllKeys'] as const) {
        const original = store[name];
        let isFirst = true;
        store[name] = function (query) {
          const request = original.call(this, query as IDBValidKey);
          if (isFirst) this.transaction.abort();
          isFirst = false;
          return request;
        };
      }
    });
    await openPage(page);
    await setProgram(page, '20 + 1');
    await expectSaved(page, '20 + 1');
    const moments = (): Promise<number> =>
      page.evaluate(
        () =>
          new Promise((resolve) => {
            const opening = indexedDB.open('pullback');
            opening.onsuccess = () => {
              const count = opening.result.transaction('moments').objectStore('moments').count();
              count.onsuccess = () => {
                opening.result.close();
                resolve(count.result);
              };
            };
          }),
      );
    await expect.poll(moments).toBeGreaterThan(0);
    await expect(notices(page)).not.toContainText('save');
  });

  test('with records of another version opens those that have a text @long', async ({ page }) => {
    await openPage(page);
    await setProgram(page, '20 + 1');
    await expectSaved(page, '20 + 1');
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('pullback');
          opening.onsuccess = () => {
            const writing = opening.result.transaction('notebooks', 'readwrite');
            const store = writing.objectStore('notebooks');
            store.put({ id: 'broken', title: { a: 1 }, markdown: 5, updated: 'now' });
            store.put({
              id: 'later',
              markdown: '```pullback\n6 * 7\n```\n',
              title: ['x'],
              updated: 1e300,
              extra: null,
            });
            writing.oncomplete = () => {
              opening.result.close();
              resolve();
            };
          };
        }),
    );
    await page.getByRole('button', { name: 'Notebooks' }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Untitled notebook/ })
      .click();
    await expect(resultValue(page)).toHaveText('42');
    await setProgram(page, '7 * 7');
    await expectSaved(page, '7 * 7');
    await openPage(page, '#y=broken');
    await expect(notices(page)).toContainText('is not saved in this browser');
  });

  test('keeps the newest text when the clock is set back and forth @long', async ({ page }) => {
    await openPage(page);
    for (const [program, shift] of [
      ['20 + 1', 0],
      ['20 + 2', -86_400_000],
      ['20 + 3', 86_400_000],
      ['20 + 4', -86_400_000],
    ] as const) {
      await page.evaluate((by) => {
        const now = performance.timeOrigin + by;
        Date.now = () => now + performance.now();
      }, shift);
      await setProgram(page, program);
      await expectSaved(page, program);
    }
    await page.reload();
    await expect(resultValue(page)).toHaveText('24');
    await page.getByRole('button', { name: 'Notebooks' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Delete' })).toHaveCount(1);
  });
});

test.describe('offline visits', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a service worker that cannot be registered changes nothing else @long', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.serviceWorker.register = () => Promise.reject(new DOMException('refused', 'SecurityError'));
    });
    await openPage(page);
    await page.waitForTimeout(1000); // by when the page has tried
    await setProgram(page, '6 * 7');
    await expect(resultValue(page)).toHaveText('42');
    await expect(notices(page)).toBeEmpty();
  });
});

test('a page that is served without HTTPS works and saves', async ({ page }) => {
  await page.addInitScript(() => {
    for (const [of, name] of [
      [Crypto.prototype, 'randomUUID'],
      [Crypto.prototype, 'subtle'],
      [Navigator.prototype, 'clipboard'],
      [Navigator.prototype, 'serviceWorker'],
      [Navigator.prototype, 'storage'],
      [Navigator.prototype, 'locks'],
      [globalThis, 'caches'],
    ] as const)
      Reflect.deleteProperty(of, name);
  });
  await openPage(page);
  await setProgram(page, '6 * 7');
  await expect(resultValue(page)).toHaveText('42');
  await expectSaved(page, '6 * 7');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('dialog')).toContainText('Copying was blocked by the browser');
});

test('a link whose state is of a later version or out of range opens its notebook @long', async ({ page }) => {
  const state = {
    panel: 'later',
    cell: 1e308,
    step: { mode: 'ordinary', at: 1e308 },
    record: { series: '', record: 9 },
  };
  for (const panelName of ['later', 'steps', 'descent', 'constructor']) {
    const text = Buffer.from(JSON.stringify({ ...state, panel: panelName })).toString('base64url');
    await openPage(page, `${await link('6 * 7')}&s=${text}`);
    await expect(resultValue(page)).toHaveText('42');
    await expect(failed(page)).toHaveCount(0);
  }
});
