/**
 * Measures the main thread of the built page while pictures move: 10^5 points, and 20,000 bars and arrows, that are panned and zoomed, 1,500 points
 * with a curve and a field on a grid that follow a slider, and 10^5 steps of a descent on 150 rows that are played, with the time until their charts are there. Run: npm run bench pictures, after npm run build.
 */
import type { Browser, Page } from '@playwright/test';
import { playground, printNotebook } from '../src/notebook/document';
import { encodeLink } from '../src/notebook/link';
import { type MainThread, mainThread } from './page/main-thread';
import { launchChromium, withPreview } from './page/preview';

const PORT = 4174;

const BARS = `picture [Draw.title "Bars", Draw.bars (build 20000 (fun i -> (show i, uniform 1 i)))]`;
const ARROWS = `picture [Draw.title "Arrows", Draw.arrows (build 20000 (fun i -> ((uniform 1 i, uniform 2 i), (0.02 * uniform 3 i, 0.02 * uniform 4 i))))]`;
const POINTS = `let at i = uniform 1 i + uniform 2 i
picture [Draw.title "Scatter", Draw.points (build 100000 (fun i -> (at i, at (i + 7) * uniform 3 i)))]`;
const ROWS = `input turn : real = 0 in -3 .. 3
let at i = uniform 1 i + uniform 2 i
picture [Draw.title "Rows", Draw.points (build 1500 (fun i -> (at i, at (i + 7) * uniform 3 i))), Draw.curve (fun x -> sin (x + turn))]`;
const FIELD = `input turn : real = 0 in -3 .. 3
picture [Draw.title "Field", Draw.field (fun (x, y) -> sin (x + turn) * cos (y - turn)), Draw.xRange (-4) 4, Draw.yRange (-4) 4]`;

const TRAINING = `let rows = build 150 (fun i -> { x = toReal i / 50, y = sin (toReal i) + toReal i / 25 })
let loss (a, b) = mean (map (fun r -> (a * r.x + b - r.y) ^ 2) rows)
let rec descend (n : int) (a, b) =
  let _ = watch "fit" (picture [Draw.points (map (fun r -> (r.x, r.y)) rows), Draw.curve (fun x -> a * x + b)]) in
  let now = watch "loss" (loss (watch "line" (a, b))) in
  if n = 0 then (a, b) else
  let (da, db) = grad loss (a, b) in
  descend (n - 1) (a - 0.01 * da, b - 0.01 * db)
let found = descend 100000 (0, 0)
found
loss found`;
/** Milliseconds for which the steps are played. */
const PLAYED = 5_000;

await withPreview(PORT, async (address) => {
  const browser = await launchChromium();
  try {
    await measure(browser, address, POINTS, 'Scatter', {
      'panned by 300 pixels': (page) => dragged(page, 0.3, 0.7),
      'zoomed in and out by the wheel': wheeled,
    });
    for (const [title, program] of [
      ['Bars', BARS],
      ['Arrows', ARROWS],
    ] as const)
      await measure(browser, address, program, title, {
        'panned by 300 pixels': (page) => dragged(page, 0.3, 0.7),
        'zoomed in and out by the wheel': wheeled,
      });
    await measure(browser, address, ROWS, 'Rows', {
      'panned by 300 pixels': (page) => dragged(page, 0.3, 0.7),
      'following a slider': slid,
    });
    await measure(browser, address, FIELD, 'Field', { 'following a slider': slid });
    await trained(browser, address);
  } finally {
    await browser.close();
  }
});

async function measure(
  browser: Browser,
  address: string,
  program: string,
  title: string,
  acts: Readonly<Record<string, (page: Page) => Promise<void>>>,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address + (await encodeLink(printNotebook(playground(program)))));
  await page.getByRole('figure', { name: title, exact: true }).locator('.picture-drawing').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(3_000);
  for (const [name, act] of Object.entries(acts))
    print(`${title}, ${name}`, await mainThread(browser, page, () => act(page)));
  await page.close();
}

async function trained(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const start = performance.now();
  await openTraining(page, address);
  console.log(`Training: first curves after ${(performance.now() - start).toFixed(0)} ms, page load included`);
  await opened(browser, address);
  const all = page.locator('.step-count', { hasText: '100,001 steps' });
  const longer = page.getByRole('button', { name: 'Run longer' });
  await all.or(longer).first().waitFor({ timeout: 60_000 });
  // On a busy machine the run reaches its limit.
  if (await longer.isVisible()) await longer.click();
  await all.waitFor({ timeout: 60_000 });
  console.log(`Training: all 100,001 steps after ${(performance.now() - start).toFixed(0)} ms`);
  await page.waitForTimeout(3_000);
  const play = page.getByRole('button', { name: 'Play', exact: true });
  print(
    'Training, played',
    await mainThread(browser, page, async () => {
      await play.click();
      await page.waitForTimeout(PLAYED);
    }),
  );
  await page.close();
}

/** Opens the training in a page that another program has already been run in. */
async function opened(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address + (await encodeLink(printNotebook(playground('input x : real = 2\nx * x')))));
  await page.locator('.result-strip:not(.unsettled)').first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(3_000);
  const start = performance.now();
  await openTraining(page, address);
  console.log(`Training: first curves after ${(performance.now() - start).toFixed(0)} ms, in a page that is open`);
  await page.close();
}

async function openTraining(page: Page, address: string): Promise<void> {
  await page.goto(address + (await encodeLink(`\`\`\`pullback show=descent\n${TRAINING}\n\`\`\`\n`)));
  await page.locator('svg.series path').first().waitFor({ timeout: 60_000 });
}

async function boxOf(page: Page, selector: string) {
  const target = page.locator(selector).first();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${selector} is missing`);
  return box;
}

async function dragged(page: Page, from: number, to: number): Promise<void> {
  const { x, y, width, height } = await boxOf(page, '.picture-gestures');
  await page.mouse.move(x + width * from, y + height * 0.4);
  await page.mouse.down();
  await page.mouse.move(x + width * to, y + height * 0.6, { steps: 100 });
  await page.mouse.up();
}

async function wheeled(page: Page): Promise<void> {
  const { x, y, width, height } = await boxOf(page, '.picture-gestures');
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.keyboard.down('Control');
  for (let i = 0; i < 60; i++) await page.mouse.wheel(0, i < 30 ? -40 : 40);
  await page.keyboard.up('Control');
}

async function slid(page: Page): Promise<void> {
  const { x, y, width, height } = await boxOf(page, 'input[type=range]');
  await page.mouse.move(x + width * 0.1, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.9, y + height / 2, { steps: 100 });
  await page.mouse.up();
}

function print(name: string, { tasks, scriptPerFrame }: MainThread): void {
  const sorted = scriptPerFrame.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.ceil(share * sorted.length) - 1] ?? NaN).toFixed(1);
  const long = tasks.filter((time) => time > 50);
  console.log(
    `${name}: script per frame p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, goal 8 ms (${sorted.length} frames); ` +
      `longest task ${Math.max(...tasks).toFixed(0)} ms, ${long.length} above 50 ms`,
  );
}
