import { encodeLink } from '../src/notebook/link';
import { LONG } from '../src/testing/runs';
import { expect, expectAccessible, expectNoOverflow, openPage, test } from './fixtures';

/* Texts that no one could read are left out with a notice, and the rest of the notebook is there. */

const CODE = '```pullback\n1 + 1\n```\n';
const full = (unit: string): string => unit.repeat(Math.floor(1e6 / unit.length));

test('what is too large to be rendered is shown as plain text under a notice', async ({ page }) => {
  await openPage(page);
  const texts = [
    [full('**a_'), 'This paragraph has 1000000 characters'],
    ['>'.repeat(2_000), 'nested more than 50 levels deep'],
    [full('- a\n'), 'The rest of this text is not rendered'],
    [`$${'x_{'.repeat(1_000)}x${'}'.repeat(1_000)}$`, 'it is nested too deeply'],
    [`$${'\\sqrt{'.repeat(700)}x${'}'.repeat(700)}$`, 'it is nested too deeply'],
    [`$${'x'.repeat(6_000)}$`, 'it is longer than 5000 characters'],
  ] as const;
  for (const [text, notice] of LONG ? texts : texts.slice(0, 2)) {
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      await encodeLink(`# Before\n\n${text}\n\n${CODE}\n*After*\n`),
    );
    await expect(page.locator('.prose-notice').first()).toContainText(notice);
    await expect(async () => {
      await page.locator('.notebook').evaluate((column) => {
        column.scrollTop = column.scrollHeight;
      });
      await expect(page.locator('.prose em').getByText('After')).toHaveCount(1, { timeout: 500 });
    }).toPass();
    const letters = await page.evaluate(() => document.querySelector('.notebook')?.textContent.length ?? 0);
    expect(letters).toBeLessThan(300_000);
  }
});

test('a text in several pieces is one text, and is there at once when it comes back', async ({ page }) => {
  await openPage(page);
  const long = await encodeLink(`${'1. an item with $x$\n'.repeat(500)}\n${CODE}`);
  const open = (hash: string): Promise<void> =>
    page.evaluate((fragment) => {
      location.hash = fragment;
    }, hash);
  await open(long);
  await expect(page.locator('.prose ol')).toHaveCount(1);
  await expect(page.locator('.prose li')).toHaveCount(500);
  await expect(page.locator('.prose .katex')).toHaveCount(500);
  await open(await encodeLink(CODE));
  await expect(page.locator('.prose li')).toHaveCount(0);
  // Counts the plain items that stand there until a text has been rendered.
  await page.evaluate(() => {
    const seen = { plain: 0 };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      seen.plain += [...document.querySelectorAll('.prose:not([hidden]) > p')].filter((element) =>
        element.textContent.startsWith('1. an item'),
      ).length;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await open(long);
  await expect(page.locator('.prose li')).toHaveCount(500);
  expect(await page.evaluate(() => (window as { seen?: { plain: number } }).seen?.plain)).toBe(0);
});

test('a wide table scrolls in its text, and leaves the page as wide as a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const row = `|${' measured by an engine |'.repeat(6)}\n`;
  await openPage(page, await encodeLink(`# Counts\n\n${row}|${' --- |'.repeat(6)}\n${row}\n${CODE}`));
  const table = page.locator('.prose table');
  await expect(table).toBeVisible();
  expect(await table.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  await expectNoOverflow(page);
  // The keyboard scrolls it too, and it is no stop where there is nothing to scroll.
  await expect(table).toHaveAttribute('tabindex', '0');
  await expectAccessible(page, '.prose');
  await table.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1900, height: 844 });
  await expect(table).not.toHaveAttribute('tabindex');
});

test('words and titles of any length break, and leave the page as wide as the screen', async ({ page }) => {
  const word = 'W'.repeat(2_000);
  const all = `# ${word}\n\n${word} **${word}** \`${word}\`\n\n- ${word}\n\n> ${word}\n\n`;
  const choice = `\`\`\`predict id=p kind=choice answer=1\n${word}\n\n- ${word}\n- b\n\`\`\`\n\n`;
  await openPage(page, await encodeLink(`---\ntitle: ${word}\n---\n${CODE}\n${all}${choice}${CODE}`));
  for (const width of [1440, 800, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
    const column = page.locator('.notebook');
    await expect.poll(() => column.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
});
