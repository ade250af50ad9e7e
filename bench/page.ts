/**
 * What a reader waits for, in the built page and a real browser: loading, typing, dragging; and what is sent over the wire.
 * Run: npm run bench page. Printed, never asserted: a machine that does other work at the same time shows it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { playground, printNotebook } from '../src/notebook/document';
import config from '../playwright.config';

const PORT = 4174;
const ADDRESS = `http://127.0.0.1:${PORT}/`;
const VITE = 'node_modules/vite/bin/vite.js';
const LOADS = 7;
const ROUNDS = 40;

/** 200 lines; the last one is where typing happens. */
const LONG_PROGRAM = [
  'input x : real = 2 in -4 .. 4',
  '',
  'let a0 = x',
  ...Array.from({ length: 196 }, (_, i) => `let a${i + 1} = 0.5 * a${i} + ${i % 3 === 0 ? 'sin' : 'cos'} x`),
  'a196 * x',
].join('\n');

if (!existsSync('dist/index.html'))
  spawnSync(process.execPath, [VITE, 'build', '--logLevel', 'warn'], { stdio: 'inherit' });
printSizes();
await printLinks();
const server = spawn(process.execPath, [VITE, 'preview', '--port', String(PORT)], { stdio: 'ignore' });
try {
  await answering();
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    await printLoading(browser);
    await printTyping(browser);
    await printDragging(browser, 'product and sine', '#e=product-and-sine');
    await printDragging(browser, '200 lines', await encodeLink(printNotebook(playground(LONG_PROGRAM))));
  } finally {
    await browser.close();
  }
} finally {
  server.kill();
  await once(server, 'exit');
}

function report(name: string, milliseconds: readonly number[]): void {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number): string => `${(sorted[Math.ceil(share * sorted.length) - 1] ?? NaN).toFixed(0)} ms`;
  console.log(`${name}: p50 ${at(0.5)}, p95 ${at(0.95)} (${sorted.length} times)`);
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

async function answering(): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (
      await fetch(ADDRESS).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`vite preview does not answer at ${ADDRESS}`);
}

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
  await page.locator('.delta-node.result').waitFor();
  await page.getByRole('option').first().waitFor();
  return page;
}

interface Bench {
  /** When something was first there, in milliseconds after the navigation. */
  readonly moments: Map<string, number>;
  /** Resolves with the milliseconds from the next key to the first change of the page after which `done` holds. */
  afterKey(done: () => boolean): Promise<number>;
  /** From the call until each of the elements has changed. */
  untilChanged(selectors: readonly string[], act: () => void): Promise<number>;
}

declare global {
  interface Window {
    bench: Bench;
  }
}

/** Runs in the page before it. */
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
    afterKey: (done) =>
      new Promise((resolve) => {
        addEventListener(
          'keydown',
          (event) => {
            const changes = new MutationObserver(() => {
              if (!done()) return;
              changes.disconnect();
              resolve(performance.now() - event.timeStamp);
            });
            changes.observe(document, everything);
          },
          { capture: true, once: true },
        );
      }),
    untilChanged: async (selectors, act) => {
      const start = performance.now();
      const changed = selectors.map(
        (selector) =>
          new Promise<number>((resolve) => {
            const element = document.querySelector(selector);
            if (element === null) return;
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

/** A letter makes the last name unknown, and taking it back makes the program whole. */
async function printTyping(browser: Browser): Promise<void> {
  const page = await openPage(browser, await encodeLink(printNotebook(playground(LONG_PROGRAM))));
  await page.locator('.view-lines').click();
  await page.keyboard.press('Control+End');
  const squiggles: number[] = [];
  const panels: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const squiggle = page.evaluate(() =>
      window.bench.afterKey(() => document.querySelector('.squiggly-error') !== null),
    );
    await page.keyboard.press('q');
    squiggles.push(await squiggle);
    const fresh = page.evaluate(() =>
      window.bench.afterKey(() => document.querySelector('.stale, .squiggly-error') === null),
    );
    await page.keyboard.press('Backspace');
    panels.push(await fresh);
  }
  report('200 lines, keystroke to squiggles', squiggles);
  report('200 lines, keystroke to all open panels', panels);
  await page.context().close();
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
            // React listens to the element's own setter: the prototype's is what a reader's hand uses.
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, String(value));
            slider.dispatchEvent(new Event('input', { bubbles: true }));
          }),
        -3 + (6 * ((round * 17) % ROUNDS)) / ROUNDS,
      ),
    );
  }
  report(`${name}, slider to all open panels`, times);
  await printLongestTask(browser, page, name);
  await page.context().close();
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

async function printLongestTask(browser: Browser, page: Page, name: string): Promise<void> {
  const box = await page.getByRole('slider', { name: 'x', exact: true }).boundingBox();
  if (box === null) return;
  const middle = box.y + box.height / 2;
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await page.mouse.move(box.x + box.width * 0.1, middle);
  await page.mouse.down();
  for (let step = 0; step <= 100; step++) await page.mouse.move(box.x + box.width * (0.1 + (0.8 * step) / 100), middle);
  await page.mouse.up();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const mains = new Set(
    traceEvents
      .filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain')
      .map((event) => `${event.pid} ${event.tid}`),
  );
  const tasks = traceEvents
    .filter((event) => event.name.endsWith('RunTask') && mains.has(`${event.pid} ${event.tid}`))
    .map((event) => (event.dur ?? 0) / 1000)
    .filter((duration) => duration >= 1);
  report(`${name}, main-thread tasks over 1 ms while dragging`, tasks);
  console.log(`${name}, longest main-thread task while dragging: ${Math.max(0, ...tasks).toFixed(0)} ms`);
}
