import type { Frame, FrameLocator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectSaved,
  OPENING_PAGE,
  openPage,
  resultValue,
  setProgram,
  sliderOf,
  test,
} from './fixtures';

/** Lecture notes with a notebook in a frame, of the same origin, so that only embed mode separates the storage. */
async function openLecture(page: Page, fragment: string): Promise<{ view: FrameLocator; frame: Frame }> {
  await page.route('**/lecture.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Lecture</title><iframe title="Notebook" src="/?embed=1${fragment}" style="width: 100%; height: 700px"></iframe>`,
    }),
  );
  await page.goto('/lecture.html');
  const view = page.frameLocator('iframe');
  await expect(view.getByTestId('editor').first()).toHaveAttribute('data-ready', 'true');
  const frame = page.frame({ url: /embed=1/ });
  if (frame === null) throw new Error('the frame is not there');
  return { view, frame };
}

/** Records every access to browser storage, from before the first script. */
function watchStorage(): void {
  const touched: string[] = [];
  Object.assign(globalThis, { touched });
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'] as const) {
    const own = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, {
      get: () => {
        touched.push(name);
        return own?.get?.call(globalThis) as unknown; // a frame that is not yet at its address may not have it
      },
    });
  }
}

const touchedIn = (frame: Frame): Promise<unknown> => frame.evaluate('touched');

test('an embedded page has no chrome, and neither reads nor writes saved work', async ({ page }) => {
  await openPage(page, OPENING_PAGE);
  await setProgram(page, '40 + 2');
  await expectSaved(page, '40 + 2');
  await page.addInitScript(watchStorage);

  const { view, frame } = await openLecture(page, OPENING_PAGE);
  await expect(view.getByRole('status', { name: 'Value' })).toHaveText('6.9093'); // not the copy
  for (const name of ['Notebooks', 'Share', 'Reset', 'Help', 'Present'])
    await expect(view.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expect(view.getByRole('banner')).toHaveCount(0);
  await expect(view.getByRole('status', { name: 'Notices' })).toBeEmpty();

  await view.getByTestId('editor').first().locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('50 + 5');
  await expect(view.getByRole('status', { name: 'Value' })).toHaveText('55');
  await page.waitForTimeout(1000); // longer than saving waits
  await frame.evaluate(() => {
    location.hash = '#e=newton-square-root';
  });
  await expect(view.getByRole('heading', { level: 1, name: /Newton/ })).toBeVisible();
  expect(await touchedIn(frame)).toEqual([]);

  await openPage(page);
  expect(await touchedIn(page.mainFrame())).toContain('indexedDB'); // the watch would have seen it
  await page.getByRole('button', { name: 'Notebooks' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Delete' })).toHaveCount(1);
});

test('an embedded notebook has what it imports', async ({ page, stranger }) => {
  await openPage(page, await encodeLink('---\ntitle: My losses\n---\n```pullback\n1\n```\n'));
  await setProgram(page, 'let loss w = (w - 3) ^ 2');
  await expectSaved(page, 'let loss w');
  const uses =
    'import "My losses"\nimport "newton-square-root"\n\ninput w : real = 5 in 0 .. 9\n\nloss w + 0 * improve 1';
  await page.goto(`/${await encodeLink(`---\ntitle: Uses\n---\n\`\`\`pullback\n${uses}\n\`\`\`\n`)}`);
  await expect(resultValue(page)).toHaveText('4');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/#n1=/);
  const { view } = await openLecture(stranger, new URL(await link.inputValue()).hash);
  await expect(view.getByRole('status', { name: 'Value' })).toHaveText('4');
  await view.getByRole('slider', { name: 'w', exact: true }).fill('6');
  await expect(view.getByRole('status', { name: 'Value' })).toHaveText('9');
});

test('a file that is dropped on an embedded page changes nothing', async ({ page }) => {
  const { view, frame } = await openLecture(page, OPENING_PAGE);
  const cells = await view.locator('[data-cell]').count();
  await expect
    .poll(() =>
      frame.evaluate(() =>
        ['dragenter', 'dragover', 'drop'].map((type) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(['x\n1'], 'points.csv'));
          const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
          document.body.dispatchEvent(event);
          return event.defaultPrevented; // otherwise the browser would go to the file
        }),
      ),
    )
    .toEqual([true, true, true]);
  await expect(view.getByText('Drop a notebook')).toHaveCount(0);
  await expect(view.getByRole('status', { name: 'Notices' })).toBeEmpty();
  await expect(view.locator('[data-cell]')).toHaveCount(cells);
});

test('its link opens the same view in the full page @long', async ({ page, context }) => {
  const shared = await encodeLink(
    '---\ntitle: Embedded\n---\n```pullback\ninput a : real = 3 in 0 .. 9\n\na * a\n```\n',
  );
  const { view } = await openLecture(page, shared);
  await expect(view.getByRole('status', { name: 'Value' })).toHaveText('9');
  await view.getByRole('slider', { name: 'a', exact: true }).fill('4');
  await expect(view.getByRole('status', { name: 'Value' })).toHaveText('16');
  const opening = context.waitForEvent('page');
  await view.getByRole('link', { name: 'Open in Pullback' }).click();
  const whole = await opening;
  await expect(whole).toHaveTitle(/^Embedded/);
  expect(new URL(whole.url()).search).toBe('');
  await expect(sliderOf(whole, 'a')).toHaveValue('4');
  await expect(resultValue(whole)).toHaveText('16');
  await expect(whole.getByRole('button', { name: 'Share' })).toBeVisible();
});

test('a notebook that ships with the page stays a short link @long', async ({ page }) => {
  const { view } = await openLecture(page, OPENING_PAGE);
  const link = view.getByRole('link', { name: 'Open in Pullback' });
  await expect(link).toHaveAttribute('href', /\/#e=product-and-sine&s=/);
  expect((await link.getAttribute('href'))?.length).toBeLessThan(120);
});

test('an unreadable link and a shelf link say so in a frame, too @long', async ({ page }) => {
  await page.addInitScript(watchStorage);
  for (const [fragment, why] of [
    ['#n1=!!!', 'incomplete or damaged'],
    ['#y=00000000-0000-4000-8000-000000000000', 'works only in the browser that saved it'],
  ] as const) {
    const { view, frame } = await openLecture(page, fragment);
    await expect(view.getByRole('status', { name: 'Notices' })).toContainText(why);
    expect(await touchedIn(frame)).toEqual([]);
    await page.unroute('**/lecture.html');
  }
});

test('it is accessible at the width of a text column @long', async ({ page }) => {
  await openPage(page, `?embed=1${OPENING_PAGE}`);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 600 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoOverflow(page);
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'Open in Pullback' })).toBeInViewport();
});
