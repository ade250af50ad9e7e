/**
 * Measures what a reader waits for in the built page and a real browser: loading, typing and dragging; and the bytes
 * that are transferred. Run: npm run bench page. Results are printed, never asserted, because other load on the machine
 * affects them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { playground, printNotebook } from '../src/notebook/document';
import { largeNotebook } from '../e2e/large-notebook';
import { GRAPH_SIZES, graphProgram } from './page/graphs';
import { LONG_PROGRAM, TO_SCALED, VERY_LONG_PROGRAM } from './page/long-programs';
import { type MainThread, mainThread } from './page/main-thread';
import { launchChromium, withPreview } from './page/preview';

const PORT = 4174;
const ADDRESS = `http://127.0.0.1:${PORT}/`;
const VITE = 'node_modules/vite/bin/vite.js';
const LOADS = 7;
const ROUNDS = 40;

if (!existsSync('dist/index.html'))
  spawnSync(process.execPath, [VITE, 'build', '--logLevel', 'warn'], { stdio: 'inherit' });
printSizes();
await printLinks();
await withPreview(PORT, async () => {
  const browser = await launchChromium();
  try {
    await printLoading(browser);
    await printTyping(browser, '200 lines', inOneCell(LONG_PROGRAM), { squiggles: 30, panels: 100 });
    await printTyping(browser, '2,000 lines', inOneCell(VERY_LONG_PROGRAM), { squiggles: 100 });
    await printTyping(browser, '60 cells of 2,000 lines, in the second', largeNotebook(), { squiggles: 100 });
    await printTypingAbove(browser);
    await printDragging(browser, 'product and sine', '#e=product-and-sine');
    await printDragging(browser, '200 lines', await encodeLink(printNotebook(playground(LONG_PROGRAM))));
    for (const nodes of GRAPH_SIZES) await printPanning(browser, nodes);
  } finally {
    await browser.close();
  }
});

/** `goal` is for the 95th percentile, if there is one. */
function report(name: string, milliseconds: readonly number[], goal?: number): void {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number): string => `${(sorted[Math.ceil(share * sorted.length) - 1] ?? NaN).toFixed(0)} ms`;
  const aim = goal === undefined ? '' : `, goal ${goal} ms`;
  console.log(`${name}: p50 ${at(0.5)}, p95 ${at(0.95)}${aim} (${sorted.length} times)`);
}

/* ---------- what is sent ---------- */

function printSizes(): void {
  const index = readFileSync('dist/index.html', 'utf8');
  const files = readdirSync('dist/assets');
  const first = files.filter((file) => index.includes(`assets/${file}`));
  const sizes = new Map(
    files.map((file) => [file, brotliCompressSync(readFileSync(join('dist/assets', file))).length]),
  );
  const sum = (names: readonly string[]): string =>
    `${(names.reduce((total, file) => total + (sizes.get(file) ?? 0), 0) / 1000).toFixed(1)} kB`;
  const scripts = (names: readonly string[]): readonly string[] => names.filter((file) => file.endsWith('.js'));
  const styles = (names: readonly string[]): readonly string[] => names.filter((file) => file.endsWith('.css'));
  console.log(`brotli, initial: scripts ${sum(scripts(first))}, styles ${sum(styles(first))}`);
  console.log(`brotli, total: scripts ${sum(scripts(files))}, styles ${sum(styles(files))}`);
  const largest = scripts(files).toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
  for (const file of largest.slice(0, 6)) console.log(`  ${file}: ${sum([file])}`);
}

async function printLinks(): Promise<void> {
  for (const file of readdirSync('public/notebooks').filter((name) => name.endsWith('.md'))) {
    const { length } = await encodeLink(readFileSync(join('public/notebooks', file), 'utf8'));
    console.log(`link of ${file}: ${length} characters`);
  }
}

/* ---------- what is waited for ---------- */

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(watchPage);
  return page;
}

async function openPage(browser: Browser, fragment: string): Promise<Page> {
  const page = await newPage(browser);
  await page.goto(ADDRESS + fragment);
  await page.waitForFunction(() => window.bench.moments.has('editor ready'));
  await page.locator('.delta-box').waitFor();
  await page.getByRole('option').first().waitFor();
  return page;
}

interface Bench {
  /** When each thing first appeared, in milliseconds after the navigation. */
  readonly moments: Map<string, number>;
  /**
   * The milliseconds from the next key to the first change of the page after which `present` exists and `absent` does
   * not.
   */
  listen(present: string, absent: string): void;
  answer: Promise<number> | undefined;
  /** The milliseconds from the call until each of the existing elements has changed. */
  untilChanged(selectors: readonly string[], act: () => void): Promise<number>;
}

declare global {
  interface Window {
    bench: Bench;
  }
}

/** Runs in the page before its own scripts. */
function watchPage(): void {
  const moments = new Map<string, number>();
  const wanted: Readonly<Record<string, string>> = {
    'first code readable': '.static-code span',
    'first value': '.result-value:not(:empty)',
    'editor ready': '[data-testid=editor][data-ready=true]',
  };
  const everything = { attributes: true, characterData: true, childList: true, subtree: true };
  const observer = new MutationObserver(() => {
    for (const [name, selector] of Object.entries(wanted))
      if (!moments.has(name) && document.querySelector(selector) !== null) moments.set(name, performance.now());
    if (moments.size === Object.keys(wanted).length) observer.disconnect();
  });
  observer.observe(document, everything);
  window.bench = {
    moments,
    answer: undefined,
    listen: (present, absent) => {
      window.bench.answer = new Promise((resolve) => {
        addEventListener(
          'keydown',
          (event) => {
            const changes = new MutationObserver(() => {
              if (document.querySelector(present) === null || document.querySelector(absent) !== null) return;
              changes.disconnect();
              resolve(performance.now() - event.timeStamp);
            });
            changes.observe(document, everything);
          },
          { capture: true, once: true },
        );
      });
    },
    untilChanged: async (selectors, act) => {
      const start = performance.now();
      // A canvas, which draws a large graph, changes without a DOM mutation; the trace comes after it.
      const elements = [...document.querySelectorAll(selectors.join(','))];
      const changed = elements.map(
        (element) =>
          new Promise<number>((resolve) => {
            const changes = new MutationObserver(() => {
              changes.disconnect();
              resolve(performance.now() - start);
            });
            changes.observe(element, everything);
          }),
      );
      act();
      return Math.max(...(await Promise.all(changed)));
    },
  };
}

async function printLoading(browser: Browser): Promise<void> {
  const times = new Map<string, number[]>();
  for (let load = 0; load < LOADS; load++) {
    const page = await openPage(browser, '');
    const entries = await page.evaluate(() => [
      ...performance.getEntriesByType('paint').map((entry) => [entry.name, entry.startTime] as const),
      ...window.bench.moments,
    ]);
    for (const [name, time] of entries) times.set(name, [...(times.get(name) ?? []), time]);
    await page.context().close();
  }
  for (const [name, values] of times) report(name, values);
}

interface Goals {
  readonly squiggles: number;
  readonly panels?: number;
}

/** Returns a notebook of one cell. Typing a letter makes the last name unknown; deleting it makes the program correct. */
function inOneCell(program: string): string {
  return printNotebook(playground(program));
}

/** Prints typing times in the only code cell, or in the second. */
async function printTyping(browser: Browser, name: string, markdown: string, goals: Goals): Promise<void> {
  const page = await openPage(browser, await encodeLink(markdown));
  const cells = page.getByRole('region', { name: /^Code cell/ });
  await cells
    .nth(Math.min(1, (await cells.count()) - 1))
    .locator('.view-lines')
    .click();
  await page.keyboard.press('Control+End');
  const squiggles: number[] = [];
  const panels: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    squiggles.push(await afterKey(page, 'q', '.squiggly-error', '.nothing'));
    await page.locator('.panel:has(.delta-box) .stale').waitFor(); // The stale panel is dimmed with a delay.
    panels.push(await afterKey(page, 'Backspace', 'body', '.stale, .squiggly-error'));
  }
  report(`${name}, keystroke to squiggles`, squiggles, goals.squiggles);
  report(`${name}, keystroke to all open panels`, panels, goals.panels);
  const type = async (): Promise<void> => {
    for (const key of ['q', 'Backspace', ' ', '+', ' ', 'x', 'Backspace', 'Backspace', 'Backspace', 'Backspace']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
  };
  printMainThread(`${name}, typing`, await mainThread(browser, page, type));
  await page.context().close();
}

/**
 * Prints typing times for a letter in the name of the first definition, which makes all its uses unknown, and for
 * deleting it.
 */
async function printTypingAbove(browser: Browser): Promise<void> {
  const page = await openPage(browser, await encodeLink(printNotebook(playground(VERY_LONG_PROGRAM))));
  await page.locator('.view-lines').click();
  await page.keyboard.press('Control+Home');
  for (const key of TO_SCALED) await page.keyboard.press(key);
  const wrong: number[] = [];
  const right: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    wrong.push(await afterKey(page, 'q', '.squiggly-error', '.nothing'));
    await page.locator('.panel:has(.delta-box) .stale').waitFor();
    right.push(await afterKey(page, 'Backspace', 'body', '.squiggly-error'));
    await page.locator('body:not(:has(.stale))').waitFor();
  }
  report('2,000 lines, keystroke to the squiggles of 101 errors', wrong, 100);
  report('2,000 lines, keystroke until 101 errors are gone', right, 100);
  await page.context().close();
}

/** Measures in two steps, because a key sent before the page listens could be missed. */
async function afterKey(page: Page, key: string, present: string, absent: string): Promise<number> {
  await page.evaluate(
    ([here, gone]) => {
      window.bench.listen(here, gone);
    },
    [present, absent] as const,
  );
  await page.keyboard.press(key);
  const time = await page.evaluate(() => window.bench.answer);
  if (time === undefined) throw new Error('the page was not asked to listen');
  return time;
}

async function printDragging(browser: Browser, name: string, fragment: string): Promise<void> {
  const page = await openPage(browser, fragment);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push(
      await page.evaluate(
        (value) =>
          window.bench.untilChanged(['.result-value', '.windowed', '.delta-svg'], () => {
            const slider = document.querySelector<HTMLInputElement>('input[type=range]');
            if (slider === null) return;
            // React listens to the element's own setter; the prototype's setter acts like user input.
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, String(value));
            slider.dispatchEvent(new Event('input', { bubbles: true }));
          }),
        -3 + (6 * ((round * 17) % ROUNDS)) / ROUNDS,
      ),
    );
  }
  report(`${name}, slider to all open panels`, times);
  printMainThread(`${name}, dragging a slider`, await mainThread(browser, page, () => dragSlider(page)));
  await page.context().close();
}

async function dragSlider(page: Page): Promise<void> {
  const slider = page.getByRole('slider', { name: 'x', exact: true });
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (box === null) throw new Error('the slider is missing');
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.1, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, middle, { steps: 100 });
  await page.mouse.up();
}

/** Prints panning times with all calls open and a node for each constructor. */
async function printPanning(browser: Browser, nodes: number): Promise<void> {
  const page = await openPage(browser, await encodeLink(printNotebook(playground(graphProgram(nodes)))));
  const calls = page.getByRole('button', { name: 'Collapse calls' });
  if ((await calls.getAttribute('aria-pressed')) === 'true') await calls.click();
  await page.getByRole('button', { name: 'Paper', exact: true }).click();
  const graph = page.getByRole('application', { name: /Delta graph: [\d,]+ nodes$/ });
  await graph.waitFor();
  await page.waitForTimeout(3000); // Waits until the worker has placed the graph.
  const box = await graph.boundingBox();
  if (box === null) throw new Error('the graph is missing');
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
  const pan = async (): Promise<void> => {
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(middle[0] + 300, middle[1] + 60, { steps: 100 });
    await page.mouse.up();
  };
  const name = (await graph.getAttribute('aria-label')) ?? '';
  printMainThread(`${name}, panned`, await mainThread(browser, page, pan));
  console.log(`${name}, memory of the page's script: ${(await usedMemory(page)).toFixed(1)} MB`);
  await page.context().close();
}

/** Returns the used memory in megabytes after garbage collection. */
async function usedMemory(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 1e6;
}

function printMainThread(name: string, { tasks, scriptPerFrame }: MainThread): void {
  report(`${name}, script per frame (processor time)`, scriptPerFrame);
  console.log(`${name}, longest task of the main thread (processor time): ${Math.max(0, ...tasks).toFixed(0)} ms`);
}
