import { readFile, stat, writeFile } from 'node:fs/promises';
import type { Browser, Locator, Page, TestInfo } from '@playwright/test';
import { ENGINES } from '../src/ad/registry';
import { encodeLink } from '../src/notebook/link';
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectSaved,
  listen,
  numberIn,
  openPage,
  resultValue,
  setNumber,
  setProgram,
  setSlider,
  sliderOf,
  test,
} from './fixtures';

/** Makes the page through the dialog; the path of the file. */
async function offlineFile(page: Page, name: string, info: TestInfo): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save offline page' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(name);
  const path = info.outputPath(name);
  await download.saveAs(path);
  return path;
}

/** The violation that `body {}` reports, a style by which Playwright keeps time in Firefox. */
const OWN_STYLE = /style-src-elem inline $|sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA=/;

interface OpenedFile {
  readonly page: Page;
  /** Fails where anything went wrong in it. */
  readonly close: () => Promise<void>;
}

/** Opens a file in another browser profile, without a network. */
async function openFile(browser: Browser, path: string, { scripts = true } = {}): Promise<OpenedFile> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    javaScriptEnabled: scripts,
    offline: true,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  await listen(context, problems);
  page.on('request', (request) => {
    if (!/^(?:file|blob):/.test(request.url())) problems.push(`request: ${request.url()}`);
  });
  await page.goto(`file://${path}`);
  return {
    page,
    async close() {
      await context.close();
      expect(problems.filter((problem) => !OWN_STYLE.test(problem))).toEqual([]);
    },
  };
}

const cell = (page: Page, number: number) => page.getByRole('region', { name: `Code cell ${number}`, exact: true });

const resultOf = (page: Page, number: number) => cell(page, number).getByLabel('Value', { exact: true });

const derivativeOf = (page: Page, number: number, name: string) =>
  cell(page, number)
    .locator('.chip')
    .filter({ hasText: `∂${name}` })
    .locator('strong');

/** Through 60 values in a quarter of a second. */
async function drag(slider: Locator, from: number, to: number): Promise<void> {
  await slider.evaluate(
    async (element: HTMLInputElement, [start, end]) => {
      for (let step = 1; step <= 60; step++) {
        element.valueAsNumber = start + ((end - start) * step) / 60;
        element.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 4));
      }
    },
    [from, to] as const,
  );
}

const PRODUCT = `---
title: Product and sine
---
Here $\\frac{\\partial}{\\partial x} = y + \\cos x$ and $\\frac{\\partial}{\\partial y} = x \\in \\mathbb{R}$. [Next](#e=gradient-descent)

\`\`\`pullback
input x : real = 2 in -4 .. 4
input y : real = 3 in -4 .. 4

x * y + sin x
\`\`\`
`;

test('a page opened from a disk has what its notebook imports and its data', async ({ page, browser }, info) => {
  const book = (title: string, body: string): string => `---\ntitle: ${title}\n---\n${body}`;
  await openPage(page, await encodeLink(book('My losses', '```pullback\n1\n```\n')));
  await setProgram(page, 'let loss w p = (w * p.x - p.y) ^ 2');
  await expectSaved(page, 'let loss w p');
  const uses = [
    '```csv name=points\nx,y\n1,2\n2,5\n```',
    '```pullback\nimport "My losses"\nimport "newton-square-root"\n\ninput w : real = 2 in 0 .. 4 step 1\ndata scale : real = 10\n\nscale * sum (map (loss w) points) + 0 * improve 1\n```',
  ];
  await page.goto(`/${await encodeLink(book('Uses', uses.join('\n\n')))}`);
  await expect(resultValue(page)).toHaveText('10');
  const path = await offlineFile(page, 'uses.html', info);
  const { page: opened, close } = await openFile(browser, path);
  await expect(opened.getByRole('table', { name: /^points/ })).toBeVisible();
  await expect(resultOf(opened, 2)).toHaveText('10');
  await sliderOf(opened, 'w').focus();
  await opened.keyboard.press('ArrowRight');
  await expect(resultOf(opened, 2)).toHaveText('20');
  await expect(derivativeOf(opened, 2, 'w')).toHaveText('60');
  await close();
});

test('a notebook opens from a disk: whole without scripts, and its sliders move', async ({ page, browser }, info) => {
  await openPage(page, await encodeLink(PRODUCT));
  await setSlider(page, 'x', 1.5);
  await expect(resultValue(page)).toHaveText('5.49749');
  const path = await offlineFile(page, 'product-and-sine.html', info);
  expect((await stat(path)).size).toBeLessThan(1_000_000);

  // Firefox's driver does not turn scripts off.
  if (browser.browserType().name() !== 'firefox') {
    const { page: still, close: closeStill } = await openFile(browser, path, { scripts: false });
    await expect(still.getByRole('heading', { level: 1, name: 'Product and sine' })).toBeVisible();
    await expect(cell(still, 1)).toContainText('x * y + sin x =');
    await expect(resultOf(still, 1)).toHaveText('5.49749');
    await expect(derivativeOf(still, 1, 'x')).toHaveText('3.07074');
    await expect(cell(still, 1)).toContainText(new RegExp(`${ENGINES.length}\\s*engines agree`));
    await expect(sliderOf(still, 'x')).toHaveValue('1.5');
    await expect(sliderOf(still, 'x')).toBeDisabled();
    await expect(still.locator('math')).toHaveCount(2);
    await expect(still.locator('math').last()).toContainText('ℝ');
    await expect(still.getByRole('link', { name: 'Open it in Pullback' })).toHaveAttribute('href', /#n1=/);
    await expect(still.getByRole('link', { name: 'Next' })).toHaveAttribute('href', /^http.*\/#e=gradient-descent$/);
    await closeStill();
  }

  const { page: moving, close } = await openFile(browser, path);
  await expect(moving).toHaveTitle('Product and sine');
  const shown = cell(moving, 1);
  await expect(resultOf(moving, 1)).toHaveText('5.49749');
  await sliderOf(moving, 'x').focus();
  await moving.keyboard.press('ArrowRight');
  await expect(moving.getByRole('spinbutton', { name: 'x, as a number' })).toHaveValue('1.52');
  await expect(resultOf(moving, 1)).toHaveText('5.55871');
  await expect(derivativeOf(moving, 1, 'x')).toHaveText('3.05077');
  await expect(derivativeOf(moving, 1, 'y')).toHaveText('1.52');
  await drag(sliderOf(moving, 'x'), 1.52, 2);
  await expect(resultOf(moving, 1)).toHaveText('6.9093'); // the newest value, whatever runs it overtook
  await sliderOf(moving, 'x').press('Home');
  await expect(resultOf(moving, 1)).toHaveText('-11.2432');
  await setSlider(moving, 'x', 1.52);
  await expect(derivativeOf(moving, 1, 'x')).toHaveText('3.05077');
  await shown.getByText('Derivatives by engine').click();
  await expect(shown.getByRole('row', { name: /^reverse 3\.05077/ })).toBeVisible();
  await expect(shown.getByRole('row', { name: /^compiled 3\.05077/ })).toBeVisible(); // the file's policy allows it
  await moving.getByRole('button', { name: "Reset x to the program's value" }).click();
  await expect(sliderOf(moving, 'x')).toHaveValue('2');
  await expect(resultOf(moving, 1)).toHaveText('6.9093');
  await expect(shown.getByRole('row', { name: /^reverse 2\.58385/ })).toBeVisible(); // still unfolded
  await setNumber(moving.getByRole('spinbutton', { name: 'y, as a number' }), '-1');
  await expect(resultOf(moving, 1)).toHaveText('-1.0907');
  await expectAccessible(moving);
  await moving.emulateMedia({ colorScheme: 'dark' });
  await moving.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(moving);
  await expectAccessible(moving);
  await close();
});

const HOSTILE = '</script><img src=x onerror=alert(1)><!--';
const SEVERAL = `---
title: "${HOSTILE}"
---
Prose: ${HOSTILE} $\\href{javascript:alert(1)}{a}$ <b onclick="alert(1)" style="color:red">b</b> [c](javascript:alert(1)) $x_1^2$

\`\`\`csv name=points
x,y,label
0,1,${HOSTILE}
1,3,b
\`\`\`

\`\`\`pullback
input slope : real = 1 in -4 .. 4
input start : { a : real, b : real } = { a = 1, b = 2 }
let loss a = sum (map (fun p -> (a * p.x + 1 - p.y) ^ 2) (toList points))
-- ${HOSTILE}
"${HOSTILE}"
loss slope
\`\`\`

\`\`\`pullback
input rate : real = 0.25 in 0.05 .. 0.45
let rec descend n a =
  if watch "loss" (loss a) < 1e-9 || n = 0 then a else descend (n - 1) (a - rate * deriv loss a)
descend 20 (slope + start.a - 1)
\`\`\`

\`\`\`pullback exercise=double check="double 2 = 4"
let double x = x
\`\`\`

\`\`\`pullback solution=double
let double x = 2 * x
\`\`\`
`;

test.describe('a hostile notebook', () => {
  test('cells, a table, a chart and a hostile text: each cell follows the inputs that it depends on @long', async ({
    page,
    browser,
  }, info) => {
    await openPage(page, await encodeLink(SEVERAL));
    const path = await offlineFile(page, 'script-img-src-x-onerror-alert-1.html', info);
    const html = await readFile(path, 'utf8');
    expect(html.match(/^<script/gm)).toHaveLength(3);
    expect(html).not.toMatch(/<img/);

    const { page: opened, close } = await openFile(browser, path);
    await expect(opened).toHaveTitle(HOSTILE);
    await expect(opened.getByRole('heading', { level: 1 })).toHaveText(HOSTILE);
    await expect(opened.getByRole('region', { name: 'Table points' }).getByRole('row')).toHaveCount(3);
    await expect(opened.getByRole('region', { name: 'Table points' })).toContainText(HOSTILE);
    await expect(resultOf(opened, 2)).toHaveText('1');
    await expect(derivativeOf(opened, 2, 'slope')).toHaveText('-2');
    const descent = cell(opened, 3);
    await expect(descent.getByRole('slider', { name: 'Step of loss' })).toBeVisible();

    await setSlider(opened, 'rate', 0.45);
    await expect(descent).toContainText('descend 20');
    const records = async (): Promise<number> =>
      numberIn(/of (\d+) steps?/.exec(await descent.locator('figcaption').innerText())?.[1] ?? '');
    const fast = await records();
    await setSlider(opened, 'rate', 0.1);
    await expect.poll(records).toBeGreaterThan(fast);
    await cell(opened, 2).getByRole('slider', { name: 'slope', exact: true }).fill('2');
    await expect(resultOf(opened, 2)).toHaveText('0');
    await expect.poll(records).toBe(1); // the third cell has followed an input of the second
    await setNumber(cell(opened, 2).getByRole('spinbutton', { name: 'start, a' }), '3');
    await expect.poll(records).toBeGreaterThan(1);
    await expect(descent.getByText('Error')).toHaveCount(0);

    const solution = opened.getByText('let double x = 2 * x');
    await expect(solution).toBeHidden();
    await opened.getByText('Solution').click();
    await expect(solution).toBeVisible();
    await expectAccessible(opened);
    await close();
  });
});

test('a program that does not end says so in the file, and ends in a message there too @long', async ({
  page,
  browser,
}, info) => {
  const text = 'input x : real = 1 in 0 .. 2\nlet rec f y = if x < 0.5 then y else f (y + x)\nf 0';
  await openPage(page, await encodeLink(`\`\`\`pullback\n${text}\n\`\`\`\n`));
  const path = await offlineFile(page, 'untitled-notebook.html', info);
  const { page: opened, close } = await openFile(browser, path);
  const shown = cell(opened, 1);
  await expect(shown).toContainText('Time limit of 2 s reached.');
  await setSlider(opened, 'x', 0.25);
  await expect(resultOf(opened, 1)).toHaveText('0');
  await expect(shown).not.toContainText('Time limit');
  await setSlider(opened, 'x', 1.25);
  await expect(shown.locator('.diagnostic')).toHaveAttribute('data-code', /^budget/);
  await setSlider(opened, 'x', 0.25); // and can be moved all the same
  await expect(resultOf(opened, 1)).toHaveText('0');
  await close();
});

test('what someone puts into the file runs no script: the policy knows its own script alone @long', async ({
  page,
  browser,
}, info) => {
  await openPage(page, await encodeLink(PRODUCT));
  const path = await offlineFile(page, 'product-and-sine.html', info);
  const html = await readFile(path, 'utf8');
  const run = "document.title = 'run'";
  const added = `<script>${run}</script><img src="data:," onerror="${run}"><iframe srcdoc="<script>parent.${run}</script>"></iframe>`;
  await writeFile(path, html.replace('<main>', `<main>${added}`));
  const context = await browser.newContext({ offline: true });
  const opened = await context.newPage();
  const refused: string[] = [];
  opened.on('console', (message) => refused.push(message.text()));
  await opened.goto(`file://${path}`);
  await setSlider(opened, 'x', 1.5);
  await expect(resultOf(opened, 1)).toHaveText('5.49749');
  await expect(opened).toHaveTitle('Product and sine');
  expect(refused.filter((text) => text.includes('Content Security Policy')).length).toBeGreaterThan(2);
  await context.close();
});

test('an exported page draws its pictures, which follow the sliders', async ({ page, browser }, info) => {
  const program =
    'input slope : real = 1 in -2 .. 2\npicture [Draw.title "Line", Draw.curve (fun x -> slope * x), Draw.yRange (-9) 9]';
  await openPage(page, await encodeLink(`---\ntitle: Line\n---\n\`\`\`pullback\n${program}\n\`\`\`\n`));
  const file = await openFile(browser, await offlineFile(page, 'line.html', info));
  const picture = file.page.getByRole('figure', { name: 'Line', exact: true });
  const curve = () => picture.locator('path[stroke-width="2"]').first().getAttribute('d');
  await expect(picture.locator('.picture-drawing')).toBeVisible();
  const before = await curve();
  await setSlider(file.page, 'slope', -1);
  await expect.poll(curve).not.toBe(before);
  await file.close();
});

test('an exported page shows outputs in their viewers, which follow the sliders', async ({ page, browser }, info) => {
  const program = `input slope : real = 1 in -2 .. 2
build 300 (fun i -> { at = i, value = slope * toReal i })
[[slope, 2], [3, -4]]
fun x -> slope * x`;
  await openPage(page, await encodeLink(`---\ntitle: Rows\n---\n\`\`\`pullback\n${program}\n\`\`\`\n`));
  const file = await openFile(browser, await offlineFile(page, 'rows.html', info));
  const output = file.page.getByRole('region', { name: 'Output' });
  const table = output.getByRole('table').first();
  await expect(table.getByRole('row').nth(2)).toHaveText('111');
  await setSlider(file.page, 'slope', 2);
  await expect(table.getByRole('row').nth(2)).toHaveText('112');
  await output.getByRole('button', { name: '292 more rows' }).click();
  // Rows that are still being added move the end.
  await expect(async () => {
    await output.getByRole('region', { name: 'Table of output 1' }).press('End');
    await expect(table.getByRole('row').last()).toHaveText('299299598', { timeout: 1_000 });
  }).toPass();
  await output.getByRole('button', { name: 'Colours' }).click();
  await expect(output.getByRole('figure')).toContainText('x from -5 to 5, y from -11 to 11');
  await expectAccessible(file.page, '.output');
  await file.close();
});

test('an exported page plays its watched pictures, and its outputs follow', async ({ page, browser }, info) => {
  const program = `let rec fit (n : int) slope =
  let _ = watch "fit" (picture [Draw.points [(1, 2), (2, 4)], Draw.curve (fun x -> slope * x), Draw.yRange 0 5]) in
  if n = 0 then slope else fit (n - 1) (slope - 0.5 * (slope - 2))
fit 5 0`;
  await openPage(page, await encodeLink(`---\ntitle: Fit\n---\n\`\`\`pullback\n${program}\n\`\`\`\n`));
  const file = await openFile(browser, await offlineFile(page, 'fit.html', info));
  const picture = file.page.getByRole('figure', { name: 'fit', exact: true });
  await expect(picture).toContainText('fit at step 5');
  const curve = picture.locator('path[stroke-width="2"], g[aria-label="line"] path').first();
  await expect(curve).toBeAttached();
  const last = await curve.getAttribute('d');
  await file.page.getByRole('slider', { name: 'Step', exact: true }).fill('1');
  await expect(picture).toContainText('fit at step 1');
  await expect(curve).not.toHaveAttribute('d', last ?? '');
  await expect(file.page.getByRole('region', { name: 'Output', exact: true })).toContainText(
    /^Output.*1: real.* at step 1/su,
  );
  await file.page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(picture).toContainText('fit at step 5');
  await expect(curve).toHaveAttribute('d', last ?? '');
  await expectAccessible(file.page, '.step-bar');
  await file.close();
});

test('an exported page has the panels that its cells ask for, as they were saved', async ({ page, browser }, info) => {
  const program = 'show=delta,trace,gradient\ninput x : real = 2 in 0 .. 4\nx * sin x';
  await openPage(page, await encodeLink(`---\ntitle: Asked\n---\n\`\`\`pullback ${program}\n\`\`\`\n`));
  const file = await openFile(browser, await offlineFile(page, 'asked.html', info));
  const saved = file.page.getByRole('region', { name: 'Saved panels' });
  await expect(saved.getByRole('heading')).toHaveText(['Delta graph', 'Trace']);
  await expect(saved.locator('.delta-svg')).toBeVisible();
  await expect(saved.locator('.delta-svg')).toContainText('sin x');
  await expect(saved).toContainText('they do not follow the sliders');
  expect(await saved.locator('button, input, select, [tabindex]').count()).toBe(0);
  // The derivatives are live, and unfolded where the cell asks for them.
  await expect(cell(file.page, 1).getByRole('row', { name: /^reverse 0\.0770/ })).toBeVisible();
  await expectAccessible(file.page);
  await file.close();
});

test('an exported page has each curve once: those that follow the sliders, and the path as it was saved', async ({
  page,
  browser,
}, info) => {
  const text = `---\ntitle: Twice\n---
\`\`\`pullback show=descent
let rec go (n : int) (a, b) = let _ = watch "at" (a, b) in if n = 0 then a else go (n - 1) (a - 0.1 * a, b - 0.2 * b)
go 9 (3, 2)
\`\`\`
\`\`\`pullback show=descent
let rec one (n : int) a = if n = 0 then watch "alone" a else one (n - 1) (watch "alone" a / 2)
one 5 8
\`\`\`\n`;
  await openPage(page, await encodeLink(text));
  const file = await openFile(browser, await offlineFile(page, 'twice.html', info));
  await expect(file.page.getByRole('figure', { name: /^Curves of/ })).toHaveCount(2);
  const saved = file.page.getByRole('region', { name: 'Saved panels' });
  await expect(saved.getByRole('figure')).toHaveCount(1);
  await expect(saved.getByRole('figure', { name: 'Path of at' })).toBeVisible();
  await file.close();
});
