import type { Page } from '@playwright/test';
import { encodeLink, MOST_ENCODED } from '../../src/notebook/link';

/** Opens a document by a link or, where it compresses too little for one, as a file; or a fragment as it is. */
export async function openHostile(
  page: Page,
  address: string,
  { markdown = '', fragment }: { readonly markdown?: string; readonly fragment?: string },
): Promise<void> {
  const link = fragment ?? (await encodeLink(markdown));
  if (fragment !== undefined || link.length <= MOST_ENCODED) {
    await page.goto(address + link);
    return;
  }
  await page.goto(address);
  await page.locator('.notebook').waitFor();
  await page.evaluate((text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], 'hostile.md', { type: 'text/markdown' }));
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));
  }, markdown);
}

const PAUSE = 50;

/** Asks the page again and again for `lasts` milliseconds; returns the longest time until it answered, in milliseconds. */
export async function longestAnswer(page: Page, lasts: number): Promise<number> {
  const end = Date.now() + lasts;
  let longest = 0;
  while (Date.now() < end) {
    const asked = performance.now();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    longest = Math.max(longest, performance.now() - asked);
    await page.waitForTimeout(PAUSE);
  }
  return longest;
}
