/**
 * Opens each hostile document in the built page and prints the longest task of the main thread, in processor time, and
 * the longest time that the page took to answer. Run: npm run bench hostile; ONLY=tables for names with a part.
 */
import type { Browser } from '@playwright/test';
import { HOSTILE_DOCUMENTS, HOSTILE_FRAGMENTS } from '../e2e/hostile/documents';
import { longestAnswer, openHostile } from '../e2e/hostile/open';
import { mainThread } from './page/main-thread';
import { launchChromium, withPreview } from './page/preview';

const PORT = Number(process.env['PORT'] ?? 4175);
const GOALS = { task: 200, answer: 1000 };
/** Milliseconds. */
const WATCHED = 3_000;
/** Milliseconds after which a document counts as one that hangs the page. */
const HANGS = 60_000;
/** A part of a name. */
const WANTED = process.env['ONLY'] ?? '';

interface Measured {
  readonly name: string;
  readonly task: number;
  readonly answer: number;
}

const measured: Measured[] = [];
await withPreview(PORT, async (address) => {
  const all = [...HOSTILE_DOCUMENTS, ...HOSTILE_FRAGMENTS].filter(({ name }) => name.includes(WANTED));
  for (const document of all) {
    const browser = await launchChromium();
    const result = await Promise.race([measure(browser, address, document), hung(document.name)]);
    measured.push(result);
    if (result.task > GOALS.task || result.answer > GOALS.answer) console.log(line(result));
    await Promise.race([browser.close(), new Promise((resolve) => setTimeout(resolve, 5000))]);
  }
});
console.log(`\nthe worst of ${measured.length}, goals ${GOALS.task} and ${GOALS.answer} ms`);
for (const result of measured.toSorted((a, b) => b.task - a.task).slice(0, 20)) console.log(line(result));
process.exit();

async function measure(
  browser: Browser,
  address: string,
  document: { readonly name: string; readonly markdown?: string; readonly fragment?: string },
): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  let answer = NaN;
  const { tasks } = await mainThread(browser, page, async () => {
    await openHostile(page, address, document);
    answer = await longestAnswer(page, WATCHED);
  });
  await context.close();
  return { name: document.name, task: Math.max(...tasks), answer };
}

async function hung(name: string): Promise<Measured> {
  await new Promise((resolve) => setTimeout(resolve, HANGS));
  return { name, task: Infinity, answer: Infinity };
}

function line({ name, task, answer }: Measured): string {
  return `${task.toFixed(0).padStart(8)} ${answer.toFixed(0).padStart(8)}  ${name}`;
}
