import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';

interface Fixtures {
  /** Errors that the test expects. */
  readonly allow: RegExp[];
  readonly problems: string[];
  /** A page in a clean profile, as another reader's browser. */
  readonly stranger: Page;
}

/** Every test fails on a console error, an uncaught exception, a violation of the policy or a failed request. */
export const test = base.extend<Fixtures>({
  allow: [[], { option: true }],
  problems: [
    async ({ context, allow }, use) => {
      const problems: string[] = [];
      await listen(context, problems);
      await use(problems);
      expect(problems.filter((problem) => !allow.some((allowed) => allowed.test(problem)))).toEqual([]);
    },
    { auto: true },
  ],
  stranger: async ({ browser, problems, contextOptions }, use) => {
    const context = await browser.newContext(contextOptions);
    await listen(context, problems);
    await use(await context.newPage());
    await context.close();
  },
});

/** Leaving a page aborts its pending requests; Firefox has a number for it where a font is loaded. */
const ABORTED = /^net::ERR_ABORTED$|^NS_BINDING_ABORTED$|^download failed .* status=2152398850 /;

export const isFirefox = (context: BrowserContext): boolean => context.browser()?.browserType().name() === 'firefox';

/** Watches all pages of a browser profile and their frames, from before their first script. */
export async function listen(context: BrowserContext, problems: string[]): Promise<void> {
  context.on('console', (message) => {
    if (message.type() === 'error' || message.text().includes('Content Security Policy'))
      problems.push(`console.${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => {
    const { message } = error.error();
    if (!ABORTED.test(message)) problems.push(`pageerror: ${message}`);
  });
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    if (!ABORTED.test(why)) problems.push(`requestfailed: ${request.url()} ${why}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) problems.push(`http ${response.status()}: ${response.url()}`);
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      console.error(`violation of the policy: ${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  // In Firefox, Playwright fills a box by a script, and React remembers a value that a script sets: no change follows.
  if (isFirefox(context))
    await context.addInitScript(() => {
      const forget = ({ isTrusted, target }: Event): void => {
        if (!isTrusted) (target as { _valueTracker?: { setValue(value: string): void } })._valueTracker?.setValue('\0');
      };
      addEventListener('input', forget, { capture: true });
    });
}

/** Lets the page and the test read what is copied. In Firefox a preference does. */
export async function allowClipboard(context: BrowserContext): Promise<void> {
  if (!isFirefox(context)) await context.grantPermissions(['clipboard-read', 'clipboard-write']);
}

/** Shows the page as it is printed, or as on a screen again. */
export async function emulateMedium(page: Page, media: 'print' | 'screen'): Promise<void> {
  if (isFirefox(page.context())) await page.setExtraHTTPHeaders(media === 'print' ? { 'emulated-medium': media } : {});
  else await page.emulateMedia({ media });
}

/** The fragment of the opening notebook, which has many cells. */
export const OPENING_PAGE = '#e=product-and-sine';

const PLAYGROUND = `---
title: Product and sine
---
# Product and sine

Below is a program of two inputs. The derivatives are $y + \\cos x$ and $x$.

\`\`\`pullback show=delta
input x : real = 2 in -4 .. 4
input y : real = 3 in -4 .. 4

x * y + sin x
\`\`\`
`;

/** Opens the notebook that a fragment names, or else one with a single cell, and waits for its editor. */
export async function openPage(page: Page, fragment?: string): Promise<Locator> {
  await page.goto(`/${fragment ?? (await encodeLink(PLAYGROUND))}`);
  // Unlike an assertion, this looks at every frame: each test begins here.
  await editorOf(page).and(page.locator('[data-ready=true]')).waitFor({ state: 'attached', timeout: 60_000 });
  return editorOf(page);
}

export function editorOf(page: Page): Locator {
  return page.getByTestId('editor').first();
}

/** Replaces the whole program as a paste does, without automatic brackets or suggestions. */
export async function setProgram(page: Page, text: string): Promise<void> {
  await focusEditor(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  if (text !== '') await page.keyboard.insertText(text);
}

/** Clicks into the editor. Retries a click that misses because a font has just loaded above it. */
async function focusEditor(page: Page): Promise<void> {
  await expect(async () => {
    await editorOf(page).locator('.view-lines').click();
    await expect(editorOf(page).locator('.monaco-editor.focused')).toHaveCount(1, { timeout: 500 });
  }).toPass();
}

/** Moves the caret to the end of the program. */
export async function goToEnd(page: Page): Promise<void> {
  await focusEditor(page);
  await page.keyboard.press('ControlOrMeta+End');
}

/** A word in the editor; its last occurrence if there are several. */
export function wordOf(page: Page, word: string): Locator {
  return editorOf(page).locator('.view-line span > span').getByText(word, { exact: true }).last();
}

/** The part of the program that is highlighted because another part of the page points at it. */
export async function pointedText(page: Page): Promise<string> {
  return (await editorOf(page).locator('.code-pointed').allTextContents()).join('').replaceAll('\u00a0', ' ');
}

export function strip(page: Page): Locator {
  return page.getByRole('region', { name: 'Result' });
}

/** Gives every run that reaches its time limit more time, as a reader of a slow machine does. */
export async function letRunsEnd(page: Page): Promise<void> {
  await page.addLocatorHandler(strip(page).getByRole('button', { name: 'Run longer' }), (longer) => longer.click());
}

/** Stops a run that never ends. One that reaches its time limit before the click is given more time. */
export async function stopRun(page: Page): Promise<void> {
  const longer = strip(page).getByRole('button', { name: 'Run longer' });
  await expect(async () => {
    if (await longer.isVisible()) await longer.click();
    await strip(page).getByRole('button', { name: 'Stop' }).click({ timeout: 2_000 });
  }).toPass();
}

/** Lets a run that never ends go on for at least 50 seconds, so that no machine is too slow for what a test does meanwhile. */
export async function runLong(page: Page): Promise<void> {
  const longer = strip(page).getByRole('button', { name: 'Run longer' });
  await longer.click();
  await stopRun(page);
  await longer.click();
}

/** Chooses an item from a cell's menu, which is shown while the pointer is on the cell. */
export async function choose(of: Locator, name: string): Promise<void> {
  const menu = of.locator('summary', { hasText: /^Cell/ });
  // A result that arrives in a cell above moves the cell away from the pointer.
  await expect(async () => {
    await of.hover();
    await menu.click({ timeout: 2_000 });
  }).toPass();
  await of.getByRole('button', { name, exact: true }).click();
}

export function resultValue(page: Page): Locator {
  return strip(page).getByLabel('Value');
}

/** The list of problems of the current cell. */
export function problemsOf(page: Page): Locator {
  return page.locator('.cell.current').getByRole('status', { name: 'Problems' });
}

export function notices(page: Page): Locator {
  return page.getByRole('status', { name: 'Notices' });
}

export function panel(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true });
}

export async function openTab(page: Page, name: string): Promise<void> {
  const tab = tabOf(page, name);
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

export function tabOf(page: Page, name: string): Locator {
  return page.getByRole('tablist', { name: 'Panels' }).getByRole('tab', { name, exact: true });
}

export function sliderOf(page: Page, name: string): Locator {
  return page.getByRole('slider', { name, exact: true });
}

/** Sets a slider to a value and dispatches its input events. */
export async function setSlider(page: Page, name: string, value: number): Promise<void> {
  await sliderOf(page, name).fill(String(value));
}

/** Types into a number box, in place of what is there. Firefox's driver would `fill` it after that. */
export async function setNumber(box: Locator, text: string): Promise<void> {
  await box.press('ControlOrMeta+a');
  await box.pressSequentially(text);
}

/** Clicks twice. Firefox's driver sends no double click. */
export async function doubleClick(
  target: Locator,
  position: { readonly x: number; readonly y: number },
): Promise<void> {
  await target.dblclick({ position });
  if (isFirefox(target.page().context())) await target.dispatchEvent('dblclick');
}

/** The bounding box of a visible element. */
export async function boxOf(target: Locator): Promise<NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>> {
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target.toString()} is not there`);
  return box;
}

/** Parses a number as the page writes it. */
export function numberIn(text: string): number {
  return Number(text.trim());
}

/** Waits until the browser has saved a notebook with this text. */
export async function expectSaved(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(shelfTexts)).toContainEqual(expect.stringContaining(text));
}

/** The texts on the shelf; runs in the page. */
async function shelfTexts(): Promise<readonly string[]> {
  if ((await indexedDB.databases()).every(({ name }) => name !== 'pullback')) return [];
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('pullback');
    opening.onerror = () => {
      reject(new Error('the shelf does not open'));
    };
    opening.onsuccess = () => {
      const database = opening.result;
      const all = database.transaction('notebooks').objectStore('notebooks').getAll();
      all.onsuccess = () => {
        database.close();
        resolve((all.result as { readonly markdown: string }[]).map((record) => record.markdown));
      };
    };
  });
}

/** The page does not scroll sideways. Polled: the editor follows a new width a moment later. */
export async function expectNoOverflow(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
}

/** Runs axe on the whole page, or on the part that a selector names, once nothing is dimmed by a newer computation. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const builder = new AxeBuilder({ page })
    .setLegacyMode() // there are no frames, and the other mode opens a page for each answer
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  const results = await (within === undefined ? builder : builder.include(within)).analyze();
  expect(
    results.violations.map(
      (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`,
    ),
  ).toEqual([]);
}

/** The colour schemes in which accessibility is tested. */
export const SCHEMES = ['light', 'dark'] as const;

/** Runs the same checks on the panels, at the width of a phone. */
export async function expectAccessibleNarrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await expectAccessible(page, '.tabs');
}

export { expect };

/** Where the site's workers for programs are: the one that runs them and the one that checks them are one file. */
export const PROGRAM_WORKER = '**/program.worker-*.js';

interface Replacement {
  /** Whether the worker's own script runs afterwards. */
  readonly isBefore?: boolean;
  /** How many workers have started when the page shows that it is stuck: those that start later are the site's. */
  readonly times?: number;
}

/** Makes the first worker of a name run another script. */
export async function replaceFirst(
  page: Page,
  name: 'run' | 'language',
  script: string,
  { isBefore = false, times = 2 }: Replacement = {},
): Promise<void> {
  await page.route(
    PROGRAM_WORKER,
    async (route) => {
      const own = await (await route.fetch()).text();
      const rest = isBefore ? own : `else { ${own} }`;
      const body = `if (self.name === '${name}') { ${script} } ${rest}`;
      await route.fulfill({ contentType: 'text/javascript', headers: { 'Cache-Control': 'no-store' }, body });
    },
    { times },
  );
}
