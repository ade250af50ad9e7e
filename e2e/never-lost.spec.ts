import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { playground, printNotebook } from '../src/notebook/document';
import { expect, expectSaved, notices, openPage, resultValue, setProgram, test } from './fixtures';

const link = (program: string): Promise<string> => encodeLink(printNotebook(playground(program)));

test('with full storage the page works, says so, and saves again when there is room', async ({ page }) => {
  await openPage(page, await link('1 + 1'));
  await page.evaluate(() => {
    const full = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put') ?? {};
    IDBObjectStore.prototype.put = full;
    Object.assign(window, {
      room: () => {
        Object.defineProperty(IDBObjectStore.prototype, 'put', put);
      },
    });
  });
  await setProgram(page, '20 + 2');
  await expect(resultValue(page)).toHaveText('22');
  await expect(notices(page)).toContainText('is not being saved in this browser');
  await page.keyboard.type('0');
  await expect(resultValue(page)).toHaveText('40');
  await page.evaluate(() => {
    (window as unknown as { room: () => void }).room();
  });
  await page.keyboard.type('0');
  await expectSaved(page, '20 + 200');
});

test('if there is no room for the history, one notice says so, and the notebook is saved @long', async ({ page }) => {
  await openPage(page, await link('1 + 1'));
  await page.evaluate(() => {
    const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')?.value as (
      value: unknown,
    ) => IDBRequest<IDBValidKey>;
    IDBObjectStore.prototype.put = function (value: unknown) {
      if (this.name === 'moments') throw new DOMException('full', 'QuotaExceededError');
      return put.call(this, value);
    };
  });
  await setProgram(page, '30 + 3');
  await expect(notices(page)).toContainText('the notebook’s history is not saved');
  await expectSaved(page, '30 + 3');
});

test('a program that exceeded its limits is not run at load until the reader asks @long', async ({ page }) => {
  const endless = 'let rec f x = f (x + 1)\nf 0';
  const address = await link(endless);
  await openPage(page, address);
  const output = page.getByRole('region', { name: 'Output' });
  await expect(output).toContainText('Time limit of 2 s reached');
  await page.waitForLoadState('networkidle');
  await page.reload();
  await expect(output).toContainText('did not finish last time');
  await expect(output.getByRole('button', { name: 'Run' })).toBeVisible();
  await output.getByRole('button', { name: 'Run' }).click();
  await expect(output).toContainText('Time limit of 2 s reached');
  await expect(output.getByRole('button', { name: 'Run' })).toHaveCount(0);
  await setProgram(page, '2 + 5');
  await expect(resultValue(page)).toHaveText('7');
});

test('a run that crashed the page is not run again at load', async ({ page }) => {
  const address = await link('input x : real = 2\nx * 21');
  await openPage(page, address);
  await expect(resultValue(page)).toHaveText('42');
  const print = await page.evaluate(() => {
    const marks = performance.getEntriesByName('run-cell') as PerformanceMark[];
    return (marks.at(-1)?.detail as { readonly print: string }).print;
  });
  await page.waitForLoadState('networkidle');
  // The state that a page leaves when its process ends during a run.
  await page.addInitScript((running) => {
    if (location.protocol !== 'about:') localStorage.setItem('pullback.running', running);
  }, print);
  await page.reload();
  const output = page.getByRole('region', { name: 'Output' });
  await output.getByRole('button', { name: 'Run' }).click();
  await expect(resultValue(page)).toHaveText('42');
});

test('after the browser is killed, text typed more than a second before is there @long', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'profile-'));
  const options = { ...test.info().project.use.launchOptions, viewport: { width: 1440, height: 900 } };
  const { baseURL } = test.info().project.use;
  const start = async (): Promise<{ readonly page: Page; readonly kill: () => Promise<void> }> => {
    const context = await chromium.launchPersistentContext(profile, { ...options, baseURL: baseURL ?? '' });
    const page = await context.newPage();
    return {
      page,
      kill: async () => {
        const session = await context.newCDPSession(page);
        session.send('Browser.crash' as 'Browser.close').catch(() => undefined); // is never answered
        await context.waitForEvent('close').catch(() => undefined);
      },
    };
  };
  const address = await link('1 + 1');
  const first = await start();
  await openPage(first.page, address);
  await setProgram(first.page, '123 + 4');
  await first.page.waitForTimeout(1000);
  await first.kill();
  const second = await start();
  await openPage(second.page, address);
  await notices(second.page).getByRole('button', { name: 'Open copy' }).click();
  await expect(resultValue(second.page)).toHaveText('127');
  await second.kill();
  await rm(profile, { recursive: true, force: true });
});
