import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { codeOfLink } from '../src/app/page/link-code';
import {
  allowClipboard,
  expect,
  expectAccessible,
  expectNoOverflow,
  openPage,
  OPENING_PAGE,
  setProgram,
  setSlider,
  sliderOf,
  test,
} from './fixtures';

async function openShare(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/#n1=/);
  return link.inputValue();
}

test('the QR code contains the shown link @long', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await openPage(page);
  await setSlider(page, 'x', 1.5);
  const link = await openShare(page);
  expect(scripts.filter((url) => url.includes('LinkCode'))).toEqual([]); // not before it is asked for
  const toggle = page.getByRole('button', { name: 'QR code' });
  await toggle.click();
  const code = page.getByRole('img', { name: 'QR code of the link' });
  await expect(code).toBeInViewport({ ratio: 1 });
  await expect(code.locator('path')).toHaveAttribute('d', codeOfLink(link)?.path ?? '');
  expect((await code.boundingBox())?.width).toBeGreaterThan(600);
  await expectAccessible(page, 'dialog');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoOverflow(page);
  expect((await code.boundingBox())?.width).toBeGreaterThan(300);
  await expect(code).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expectAccessible(page, 'dialog');

  await toggle.click();
  await expect(code).toHaveCount(0);
});

test('a link too long for a QR code says so @long', async ({ page }) => {
  await openPage(page);
  const noise = Array.from({ length: 400 }, (_, i) => Math.sin(i + 1).toFixed(12)).join(' + ');
  await setProgram(page, noise);
  await openShare(page);
  await page.getByRole('button', { name: 'QR code' }).click();
  await expect(page.getByRole('dialog')).toContainText('too long for a QR code, which holds 2,953 characters');
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toHaveCount(0);
});

test('the notebook is copied as Markdown with its link, and cited with an address @long', async ({ page, context }) => {
  await allowClipboard(context);
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await openPage(page);
  const link = await openShare(page);

  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await clipboard()).toMatch(/^# Product and sine\n\n\[Open in Pullback\]\(.*\)\n\nBelow is a program/);
  expect(await clipboard()).toContain(`(${link})`);
  expect(await clipboard()).toContain('x * y + sin x\n```');

  await page.getByRole('button', { name: 'Copy citation' }).click();
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { readonly version: string };
  await expect.poll(clipboard).toContain(`howpublished = {Notebook in Pullback, version ${version}}`);
  expect(await clipboard()).toContain('title        = {{Product and sine}}');
  expect(await clipboard()).toMatch(/Accessed \d{4}-\d\d-\d\d/);
  expect(await clipboard()).not.toContain('#n1=');
});

test('a notebook of the page has a short link until it is changed, and an iframe with it', async ({
  page,
  stranger,
  context,
}) => {
  await allowClipboard(context);
  await openPage(page, OPENING_PAGE);
  await setSlider(page, 'x', 1.5);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/\/#e=product-and-sine&s=/);
  await expect(page.getByRole('textbox', { name: 'Citation' })).toHaveValue(
    /url {10}= \{http.*\/#e=product-and-sine\}/,
  );
  await page.getByRole('button', { name: 'Copy iframe' }).click();
  const element = page.evaluate(() => navigator.clipboard.readText());
  expect(await element).toMatch(/^<iframe src="http.*\/\?embed=1#e=product-and-sine&s=/);
  await stranger.goto(await link.inputValue());
  await expect(sliderOf(stranger, 'x').first()).toHaveValue('1.5');

  await page.keyboard.press('Escape');
  await setProgram(page, 'input x : real = 2\n\nx * x');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(link).toHaveValue(/\/#n1=/);
});

test('if copying is blocked, the dialog shows the text @long', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await openPage(page);
  await openShare(page);
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByRole('dialog')).toContainText('Copying was blocked by the browser');
  await expect(page.getByRole('textbox', { name: 'Copy as Markdown: text' })).toHaveValue(/# Product and sine/);
});
