/**
 * Measures how training is watched in the built page: 10^5 steps of descent on 150 rows, from an edit to the charts, and
 * the frames while the steps are played, with a picture that is watched. Run: npm run bench descent.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { mainThread } from './page/main-thread';
import { launchChromium, withPreview } from './page/preview';

declare global {
  interface Window {
    /** The milliseconds from the next key to the charts. */
    charts: Promise<number> | undefined;
  }
}

const PORT = 4175;
const VITE = 'node_modules/vite/bin/vite.js';
const STEPS = 100_000;
const ROUNDS = 5;
/** Milliseconds for which steps are played. */
const PLAYED = 6_000;

const ROWS = Array.from({ length: 150 }, (_, i) => `${(i / 50).toFixed(2)},${(Math.sin(i) + (i / 50) * 2).toFixed(3)}`);

function training(picture: string): string {
  return `# Training

\`\`\`csv name=rows
x,y
${ROWS.join('\n')}
\`\`\`

\`\`\`pullback show=descent
let loss (a, b) = mean (map (fun r -> (a * r.x + b - r.y) ^ 2) rows)
let rec descend (n : int) (a, b) =
  let now = watch "loss" (loss (a, b)) in${picture}
  if n = 0 then (a, b) else
  let (da, db) = grad loss (a, b) in
  descend (n - 1) (a - 0.01 * da, b - 0.01 * db)
descend ${STEPS} (0, 0)
\`\`\`
`;
}

const PICTURE = `
  let _ = watch "fit" (picture [Draw.points (map (fun r -> (r.x, r.y)) rows), Draw.curve (fun x -> a * x + b)]) in`;

if (!existsSync('dist/index.html'))
  spawnSync(process.execPath, [VITE, 'build', '--logLevel', 'warn'], { stdio: 'inherit' });
await withPreview(PORT, async (address) => {
  const browser = await launchChromium();
  try {
    for (const [name, picture] of [
      ['loss', ''],
      ['loss and a picture', PICTURE],
    ] as const) {
      const page = await openPage(browser, address, training(picture));
      await printCharts(page, name);
      await printPlaying(browser, page, name);
      if (picture !== '') {
        await page.getByRole('checkbox', { name: 'fit' }).uncheck();
        await printPlaying(browser, page, `${name} under the cell alone`);
      }
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
});

async function openPage(browser: Browser, address: string, markdown: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  await page.goto(address + (await encodeLink(markdown)));
  await page.locator('.step-count', { hasText: `${STEPS + 1} steps` }).waitFor({ timeout: 60_000 });
  return page;
}

/** Prints the time from a key to charts of the whole run, which each time has another number of steps. */
async function printCharts(page: Page, name: string): Promise<void> {
  const times: number[] = [];
  await page.locator('.view-lines').first().click();
  await page.keyboard.press('Control+End');
  // The digit is before ` (0, 0)`.
  for (let i = 0; i < ' (0, 0)'.length; i++) await page.keyboard.press('ArrowLeft');
  for (let round = 0; round < ROUNDS; round++) {
    await page.keyboard.press('Backspace');
    await page.locator('.step-count', { hasText: `${STEPS / 10 + 1} steps` }).waitFor();
    await page.waitForTimeout(500);
    // Two steps, because a key that is sent before the page listens could be missed.
    await page.evaluate(
      (text) => {
        window.charts = new Promise((resolve) => {
          let start = 0;
          const look = (): void => {
            const isThere = document.querySelector('.step-count')?.textContent === text;
            if (!isThere || document.querySelector('.series-line') === null) requestAnimationFrame(look);
            else
              requestAnimationFrame(() => {
                resolve(performance.now() - start);
              });
          };
          const begin = (): void => {
            start = performance.now();
            requestAnimationFrame(look);
          };
          addEventListener('keydown', begin, { once: true, capture: true });
        });
      },
      `${STEPS + round + 2} steps`,
    );
    await page.keyboard.press(String(round + 1));
    const time = await page.evaluate(() => window.charts);
    if (time !== undefined) times.push(time);
  }
  report(`${name}, ${STEPS} steps, key to charts`, times, 'ms');
  const points = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('path.series-line')].map(
        (path) => (path.getAttribute('d') ?? '').split('L').length,
      ),
    ),
  );
  console.log(`${name}, points of the longest line: ${points}`);
}

async function printPlaying(browser: Browser, page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'First step' }).click();
  await page.waitForTimeout(1000);
  const { tasks, scriptPerFrame } = await mainThread(browser, page, async () => {
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForTimeout(PLAYED);
    await page.getByRole('button', { name: 'Pause' }).click();
  });
  report(`${name}, played, script per frame (processor time)`, scriptPerFrame, 'ms');
  console.log(`${name}, played, tasks over 50 ms: ${tasks.filter((task) => task > 50).length}`);
}

function report(name: string, values: readonly number[], unit: string): void {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): string => `${(sorted[Math.ceil(share * sorted.length) - 1] ?? NaN).toFixed(1)} ${unit}`;
  console.log(`${name}: p50 ${at(0.5)}, p95 ${at(0.95)} (${sorted.length} times)`);
}
