import { LONG } from '../src/testing/runs';
import { expect, OPENING_PAGE, resultValue, test } from './fixtures';
import { HOSTILE_DOCUMENTS, HOSTILE_FRAGMENTS } from './hostile/documents';
import { longestAnswer, openHostile } from './hostile/open';

/*
 * A link or a file from anyone, of up to 1 MB, made to keep the page busy. The page answers all the while, nothing fails
 * (`fixtures.ts`), and another notebook opens afterwards. `bench/hostile.ts` prints how long the longest tasks are.
 */

/** Milliseconds. */
const WATCHED = LONG ? 4_000 : 1_000;
/** Milliseconds; the page is meant to answer within one second, but other tests run at the same time. */
const MOST_BUSY = 5000;

const all = [...HOSTILE_DOCUMENTS, ...HOSTILE_FRAGMENTS];
for (const document of LONG ? all : all.filter((_, i) => i % 110 === 0))
  test(`${document.name} leaves the page responsive`, async ({ page, baseURL }) => {
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(baseURL ?? '') && !/^(?:blob|data):/.test(url)) elsewhere.push(url);
    });
    await openHostile(page, `${baseURL ?? ''}/`, document);
    expect(await longestAnswer(page, WATCHED)).toBeLessThan(MOST_BUSY);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, OPENING_PAGE);
    await expect(resultValue(page)).not.toHaveText('–');
    await expect(page).toHaveTitle(/A first tour/);
    expect(elsewhere).toEqual([]);
  });
