import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { playground, printNotebook } from '../src/notebook/document';
import { encodeLink } from '../src/notebook/link';
import {
  editorOf,
  expect,
  expectAccessible,
  expectNoOverflow,
  expectSaved,
  goToEnd,
  notices,
  OPENING_PAGE,
  openPage,
  openTab,
  panel,
  resultValue,
  setProgram,
  test,
} from './fixtures';
import { serve } from './site';

/** All other tests block it: it would keep files between them, and fetch everything in each. */
test.use({ serviceWorkers: 'allow' });

/** Until the first visit has put everything into the browser. */
async function expectKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

test('a second visit needs no network: the page, its programs, its notebooks and links @long', async ({
  page,
  context,
}) => {
  await openPage(page);
  await expectKept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(editorOf(page)).toHaveAttribute('data-ready', 'true');
  await setProgram(page, '20 + 1');
  await expect(resultValue(page)).toHaveText('21');

  await page.getByRole('button', { name: 'Notebooks' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Perturbation confusion' }).click();
  await expect(page).toHaveTitle('Perturbation confusion · Pullback');
  await expect(page.locator('.katex').first()).toBeVisible();
  for (const [tab, title] of [
    ['Steps', 'Steps'],
    ['Derivative', 'Derivative'],
    ['Combinators', 'Combinators'],
    ['Jets', 'Jets'],
    ['Compiled', 'Compiled'],
    ['Gradient', 'Gradient'],
    ['Curves', 'Plot'],
    ['Descent', 'Descent'],
    ['Growth', 'Growth'],
  ] as const) {
    await openTab(page, tab);
    await expect(panel(page, title)).toBeVisible();
  }

  await page.goto(`/${await encodeLink(printNotebook(playground('6 * 7')))}`);
  await expect(resultValue(page)).toHaveText('42');
  await page.goto('/?embed=1#e=newton-square-root');
  await expect(page.getByRole('link', { name: 'Open in Pullback' })).toBeVisible();
  await expect(editorOf(page)).toHaveAttribute('data-ready', 'true');

  const fonts = await page.evaluate(async () => {
    const faces = [...document.fonts].filter(({ family }) => !family.startsWith('KaTeX'));
    await Promise.all(faces.map((face) => face.load()));
    return faces.map(({ status }) => status);
  });
  expect(new Set(fonts)).toEqual(new Set(['loaded']));
});

test('an embedded page keeps nothing @long', async ({ page }) => {
  await openPage(page, `?embed=1${OPENING_PAGE}`);
  await expect(resultValue(page)).toHaveText('6.9093');
  await page.waitForTimeout(8000); // by when a page of its own has registered
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test.describe('a new version', () => {
  const NOTICE = 'A new version of Pullback is ready.';
  const folder = mkdtempSync(join(tmpdir(), 'pullback-'));
  test.beforeAll(() => {
    cpSync('dist', folder, { recursive: true });
  });
  test.afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** As a deployment does: another page, and so another list of files in the service worker. */
  function deploy(version: string): void {
    const [page, worker] = [join(folder, 'index.html'), join(folder, 'sw.js')];
    writeFileSync(
      page,
      readFileSync(page, 'utf8').replace(/<html[^>]*>/, `<html lang="en" data-version="${version}">`),
    );
    const before = readFileSync(worker, 'utf8');
    const after = before.replace(/(url:"index\.html",revision:)"[^"]*"/g, `$1"${version}"`);
    expect(after).not.toBe(before);
    writeFileSync(worker, after);
  }

  test('waits until the reader asks for it, and what was written is there afterwards @long', async ({
    page,
    context,
  }) => {
    const site = await serve(folder);
    const html = page.locator('html');
    await page.goto(site.address);
    await expectKept(page);
    await expect(notices(page)).not.toContainText(NOTICE);

    deploy('second');
    await page.reload();
    await expect(notices(page)).toContainText(NOTICE);
    await expect(html).not.toHaveAttribute('data-version');
    await expectAccessible(page, '.notices');
    await page.reload(); // is not what takes it
    await expect(html).not.toHaveAttribute('data-version');
    await expect(notices(page)).toContainText(NOTICE);

    const other = await context.newPage();
    await other.goto(site.address);
    await expect(notices(other)).toContainText(NOTICE);
    await notices(other).getByRole('button', { name: 'Dismiss' }).click();

    await page.bringToFront();
    await expect(editorOf(page)).toHaveAttribute('data-ready', 'true');
    await page.getByRole('button', { name: 'Notebooks' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Dot product' }).first().click();
    await expect(notices(page)).toContainText(NOTICE); // which is not about the notebook
    await goToEnd(page);
    await page.keyboard.type('\n\n-- mine');
    await notices(page).getByRole('button', { name: 'Reload' }).click();
    await expect(html).toHaveAttribute('data-version', 'second');
    await expect(editorOf(page)).toContainText('-- mine');
    await expect(notices(page)).not.toContainText(NOTICE);
    await expectSaved(page, '-- mine');

    // The other tab's files are gone: it says so, and a reload is enough.
    await other.bringToFront();
    await expect(notices(other)).toContainText(NOTICE);
    await notices(other).getByRole('button', { name: 'Reload' }).click();
    await expect(other.locator('html')).toHaveAttribute('data-version', 'second');

    deploy('third');
    await page.bringToFront();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await expect(notices(page)).toContainText(NOTICE);
    await expectNoOverflow(page);
    await site.close();
  });
});
