import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { playground, printNotebook } from '../src/notebook/document';
import { encodeLink } from '../src/notebook/link';
import {
  allowClipboard,
  boxOf,
  editorOf,
  expect,
  expectSaved,
  letRunsEnd,
  notices,
  openPage,
  openTab,
  panel,
  problemsOf,
  resultValue,
  setProgram,
  setSlider,
  strip,
  test,
} from './fixtures';

test('thousands of lines, pasted or typed at once, end in errors or a value and leave the page responsive', async ({
  page,
  context,
}) => {
  await openPage(page);
  await allowClipboard(context);
  const lines = (right: (line: number) => string): string =>
    Array.from({ length: 5000 }, (_, i) => right(i)).join('\n');
  await setProgram(page, '');
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    lines((i) => `let a${i} = nope${i}`),
  );
  await page.keyboard.press('ControlOrMeta+v');
  await expect(strip(page)).toContainText('5,000 errors');
  await expect(problemsOf(page).locator('.diagnostic')).toHaveCount(50);
  await expect(problemsOf(page)).toContainText('and 4,950 more');
  await expectAwake(page);

  await setProgram(page, `${lines((i) => `let a${i} = (${i})`)}\na4999`);
  await expect(resultValue(page)).toHaveText('4999');
  await setProgram(page, '('.repeat(50_000));
  await expect(problemsOf(page)).toContainText('nested');
  await expectAwake(page);
});

test('a huge value is shown in part, and saved whole @long', async ({ page }) => {
  const numbers = 'build 1000000 (fun i -> toReal i)';
  await openPage(page, await encodeLink(printNotebook(playground(numbers))));
  const output = page.getByRole('region', { name: 'Output' });
  await output.getByRole('button', { name: 'Text' }).click();
  await expect(output).toContainText('1,000,000 items, cut here');
  expect((await output.innerText()).length).toBeLessThan(20_000);
  const saving = page.waitForEvent('download');
  await output.getByRole('button', { name: 'Save output 1' }).click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  expect(JSON.parse(saved)).toEqual(Array.from({ length: 1_000_000 }, (_, i) => i));
});

test('thousands of outputs are shown in part, and reachable', async ({ page }) => {
  const outputs = Array.from({ length: 20_000 }, (_, i) => String(i)).join('\n');
  const output = page.getByRole('region', { name: 'Output' });
  await letRunsEnd(page);
  await openPage(page, await encodeLink(printNotebook(playground(outputs))));
  const list = output.getByRole('listbox', { name: '20,000 outputs' });
  await expect(list.getByRole('option').first()).toHaveText('0 : real');
  await list.press('End');
  await expect(list.getByRole('option').last()).toHaveText('19999 : real');
  await expect(resultValue(page)).toHaveText('19999');
  expect(await page.locator('*').count()).toBeLessThan(3000);
});

test('hundreds of inputs and of watched names are listed a part at a time @long', async ({ page }) => {
  const inputs = Array.from({ length: 300 }, (_, i) => `input x${i} : real = ${i}`).join('\n');
  await openPage(page, await encodeLink(printNotebook(playground(`${inputs}\nx0 + x299`))));
  const shown = page.getByRole('group', { name: /^Input x/ });
  await expect(shown).toHaveCount(100);
  await page.getByRole('button', { name: 'Show 100 more of 300 inputs' }).click();
  await expect(shown).toHaveCount(200);
  await setSlider(page, 'x0', 1);
  await expect(resultValue(page)).toHaveText('300');

  const watched = Array.from({ length: 300 }, (_, i) => `let a${i} = watch "s${i}" ${i}.0`).join('\n');
  await page.goto('about:blank');
  await openPage(page, await encodeLink(printNotebook(playground(`${watched}\na299`))));
  await openTab(page, 'Descent');
  const descent = panel(page, 'Descent');
  await expect(descent.getByRole('figure')).toHaveCount(12);
  await expect(descent.getByRole('checkbox')).toHaveCount(60);
  await descent.getByRole('button', { name: /^Show 60 more/ }).click();
  await expect(descent.getByRole('checkbox')).toHaveCount(120);
});

test.describe('in the long run @long', { tag: '@long' }, () => {
  test.slow();

  const nested = (depth: number): string => `${'('.repeat(depth)}1${')'.repeat(depth)}`;
  const doubled = (count: number): string =>
    Array.from({ length: count }, (_, i) => `let t${i + 1} = (t${i}, t${i})`).join('\n');
  const HOSTILE: Readonly<Record<string, string>> = {
    'recursion without end': 'let rec f x = 1 + f (x + 1)\n\nf 0',
    'a loop without end': 'let rec f x = f (x + 1)\n\nf 0',
    'an exponential recursion that is differentiated':
      'input x : real = 1\n\nlet rec f n = if n = 0 then sin x else f (n - 1) + f (n - 1)\n\nf 40',
    'an exponential nest of derivatives': `input x : real = 1\n\n${'deriv (fun y -> y * '.repeat(30)}x${') 1'.repeat(30)}`,
    'a tuple as large as memory': `let t0 = (1, 2)\n${doubled(40)}\n\nt40`,
    'types as large as memory': `let f0 x = (x, x)\n${Array.from({ length: 12 }, (_, i) => `let f${i + 1} x = f${i} (f${i} x)`).join('\n')}\n\nf12 1`,
    'parentheses without end': nested(50_000),
    'a very long sum': `input x : real = 1\n\n${Array.from({ length: 20_000 }, () => 'x').join(' + ')}`,
  };
  for (const [name, text] of Object.entries(HOSTILE))
    test(`${name} leaves the page responsive and ends in a message or a value`, async ({ page }) => {
      await openPage(page, await encodeLink(printNotebook(playground(text))));
      await expectAwake(page);
      await expect(async () => {
        const said = `${await problemsOf(page).innerText()}${await notices(page).innerText()}`;
        const value = await resultValue(page).innerText();
        const busy = await strip(page).getByText('running').count();
        expect(busy === 0 && (said !== '' || value !== '–')).toBe(true);
      }).toPass();
      await expectAwake(page);
      await setProgram(page, '20 + 1');
      await expect(resultValue(page)).toHaveText('21');
    });

  test('a graph of 10,000 nodes opens, pans and is searched', async ({ page }) => {
    await openPage(page);
    await setProgram(
      page,
      'input x : real = 0.5\n\nlet rec go n y = if n = 0 then y else go (n - 1) (sin (y * x))\n\ngo 5000 x',
    );
    const delta = panel(page, 'Delta graph');
    await delta.getByRole('button', { name: 'Collapse calls', pressed: true }).click();
    const graph = delta.getByRole('application', { name: /^Delta graph: 1 input, \d\d,\d{3} values$/ });
    await expect(graph).toBeVisible();
    const canvas = graph.locator('canvas');
    const before = await canvas.screenshot();
    const box = await boxOf(graph);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 150, box.y + box.height / 2 + 30, { steps: 10 });
    await page.mouse.up();
    await expect.poll(async () => (await canvas.screenshot()).equals(before)).toBe(false);
    await expectAwake(page);
    await delta.getByRole('searchbox').fill('t4000');
    await expect(delta.locator('.search-found')).toContainText(/^1 of/);
    await expect(delta.locator('.delta-detail')).toContainText('t4000');
    await delta.getByRole('tab', { name: 'Outline' }).click();
    await expect(delta.getByRole('treeitem').first()).toBeVisible();
  });

  test('work in a tab that is reloaded or killed while typing is not lost', async ({ page, context }) => {
    const editor = await openPage(page);
    await setProgram(page, '');
    await page.keyboard.type('1 + 2 + 3 + 4');
    await page.reload(); // without a pause
    await expect(editor).toContainText('1 + 2 + 3 + 4');
    await expect(resultValue(page)).toHaveText('10');

    await page.keyboard.press('Control+Home');
    await setProgram(page, '100 + 1');
    await expectSaved(page, '100 + 1');
    const session = await context.newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    session.send('Page.crash').catch(() => undefined); // is never answered
    await crashed;
    const next = await context.newPage();
    await openPage(next);
    await notices(next).getByRole('button', { name: 'Open copy' }).click();
    await expect(resultValue(next)).toHaveText('101');
  });
});

/** Checks that the main thread and the controls respond. */
async function expectAwake(page: Page): Promise<void> {
  const late = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const asked = performance.now();
        setTimeout(() => {
          resolve(performance.now() - asked);
        }, 0);
      }),
  );
  expect(late).toBeLessThan(5000);
  await openTab(page, 'Gradient');
  await openTab(page, 'Trace');
  await expect(editorOf(page)).toBeVisible();
}
