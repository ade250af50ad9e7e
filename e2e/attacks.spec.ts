import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { LONG } from '../src/testing/runs';
import { editorOf, expect, notices, openPage, openTab, panel, problemsOf, resultValue, strip, test } from './fixtures';

/*
 * A text from anyone, through everything that shows text. It stands there as text, or a message does; nothing of it runs,
 * nothing is fetched for it, and the browser's policy, which is the last line of defence, is never asked (as in all
 * tests: `fixtures.ts`).
 */

interface Attack {
  readonly name: string;
  readonly text: string;
}

/** Each begins with a line `---- NAME`. */
function corpus(file: string): readonly Attack[] {
  return readFileSync(new URL(`attacks/${file}`, import.meta.url), 'utf8')
    .split(/^---- /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { name: part.slice(0, end), text: part.slice(end + 1).trimEnd() };
    });
}

const PAYLOAD = 'window.__attacked=1';
const IMAGE = `<img src=x onerror=${PAYLOAD}>`;
/** What every object of JavaScript has. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'];
/** Every sixth in the short run, all in the long one. */
function some<T>(all: readonly T[]): readonly T[] {
  return LONG ? all : all.filter((_, i) => i % 6 === 0);
}

const CODE = '```pullback\n1 + 1\n```\n';

const escaped: string[] = [];
test.beforeEach(({ page, baseURL }) => {
  escaped.length = 0;
  page.on('dialog', (dialog) => {
    escaped.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(baseURL ?? '') || /\/(?:x|elsewhere)$/.test(url)) escaped.push(`request: ${url}`);
  });
  page.on('popup', (popup) => escaped.push(`window: ${popup.url()}`));
});
test.afterEach(async ({ page }) => {
  expect(escaped).toEqual([]);
  await expectUntouched(page);
});

async function expectUntouched(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    attacked: '__attacked' in window,
    polluted: Object.keys(Object.prototype),
    frames: window.length,
    base: document.baseURI === location.href.replace(/#.*$/, '') || document.baseURI === location.href,
  }));
  expect(found).toEqual({ attacked: false, polluted: [], frames: 0, base: true });
}

/** Without a load of the page, as when a link is followed in it. */
async function openHere(page: Page, fragment: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
}

/** All that an element of prose may be and have, but for formulas, which KaTeX makes. */
async function strangeProse(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const tags =
      'H1 H2 H3 H4 H5 H6 P BR HR A EM STRONG DEL CODE PRE BLOCKQUOTE UL OL LI TABLE THEAD TBODY TR TH TD SPAN DIV SUB SUP KBD';
    const attributes: Record<string, RegExp> = {
      href: /^(?:https?:|mailto:|#)/,
      target: /^_blank$/,
      rel: /^noopener noreferrer$/,
      align: /^(?:left|right|center)$/,
      start: /^\d+$/,
      class: /^(?:tex|tex tex-block|tex-marked|prose-plain|prose-notice|language-\S*)$/,
    };
    return [...document.querySelectorAll('.prose *')]
      .filter((element) => element.closest('.katex, .katex-display, .katex-error') === null)
      .flatMap((element) => [
        ...(tags.split(' ').includes(element.tagName) ? [] : [element.tagName]),
        ...[...element.attributes]
          .filter(({ name, value }) => attributes[name]?.test(value) !== true)
          .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
      ]);
  });
}

/** KaTeX's own elements: what could run or load is not among them. */
async function strangeFormulas(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.prose .katex *, .prose .katex-error')].flatMap((element) => [
      ...(/^(?:a|img|script|iframe|object|embed|form|input|style|link|use|image)$/i.test(element.tagName)
        ? [element.tagName]
        : []),
      ...[...element.attributes]
        .filter(
          ({ name, value }) =>
            /^on|^id$|href|src/i.test(name) || (name === 'style' && /url\(|position:\s*fixed|expression/i.test(value)),
        )
        .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
    ]),
  );
}

for (const [what, file] of [
  ['prose', 'prose.txt'],
  ['formulas', 'tex.txt'],
] as const)
  test(`what attacks through ${what} is shown as text`, async ({ page }) => {
    test.slow();
    await openPage(page);
    for (const { name, text } of some(corpus(file)))
      await test.step(name, async () => {
        const markdown = `---\ntitle: ${name}\n---\nBefore ${name}.\n\n${text}\n\nAfter ${name}.\n\n${CODE}`;
        await openHere(page, await encodeLink(markdown));
        await expect(page).toHaveTitle(`${name} · Pullback`);
        const prose = page.locator('.prose:not([hidden])').filter({ visible: true });
        await expect(prose.getByText(`After ${name}.`).first()).toBeVisible();
        // Rendered, and not still the plain text that stands there first.
        await expect(page.locator('.prose[hidden]')).toHaveCount(1);
        if (!/never ends/.test(name)) await expect(resultValue(page)).toHaveText('2'); // else it swallows the program
        await expect(page.locator('.prose .tex:empty')).toHaveCount(0);
        expect(await strangeProse(page)).toEqual([]);
        expect(await strangeFormulas(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0,
        );
        await expectUntouched(page);
      });
  });

test('what attacks through front matter, fences and the names of things is shown as text', async ({ page }) => {
  await openPage(page);
  for (const title of [
    IMAGE,
    `"</title><script>${PAYLOAD}</script>"`,
    `'" onmouseover=${PAYLOAD} "'`,
    '!!js/function "function () { window.__attacked = 1 }"',
    'x'.repeat(300_000),
    '\u202egnp.exe',
    ...some(INHERITED),
  ]) {
    await openHere(page, await encodeLink(`---\ntitle: ${title}\n---\n${CODE}`));
    const shown = title.replace(/^["']|["']$/g, '').slice(0, 20);
    await expect.poll(() => page.title()).toContain(shown);
    await expect(page.locator('.masthead-title')).toContainText(shown);
    await expectUntouched(page);
  }

  const fronts = [
    `a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]`,
    `__proto__: { polluted: 1 }\nconstructor: { prototype: { polluted: 1 } }\ntitle: x`,
    `title: { toString: 1 }\ntags: __proto__\nexpects: [constructor, { watch: { __proto__: 1 } }]`,
    '['.repeat(20_000),
    `? !!python/object/apply:os.system ['ls']\n: x`,
  ];
  for (const front of fronts) {
    await openHere(page, await encodeLink(`---\n${front}\n---\n\n${CODE}`));
    await expect(resultValue(page)).toHaveText('2');
    await expectUntouched(page);
    await openHere(page, '');
  }

  const fences = [
    ...some(INHERITED).map(
      (key) => `${key}=${key} show=${key} focus=${key} at=${key}:1,x:${key} exercise=${key} check=${key}`,
    ),
    `show=${IMAGE} focus=<b> at=<b>:1 exercise=<i>x</i> check="${PAYLOAD}"`,
    `show="delta" onclick=${PAYLOAD} style=position:fixed at=x:1e999`,
  ];
  for (const fence of fences) {
    await openHere(page, await encodeLink(`\`\`\`pullback ${fence}\ninput x : real = 4\n\nx\n\`\`\`\n`));
    await expect(page.locator('.notebook')).toContainText(/4 : real|neither defines nor uses|does not fit/);
    await expectUntouched(page);
    await openHere(page, '');
  }
});

test('what attacks through programs, their messages and tables is shown as text', async ({ page }) => {
  await openPage(page);
  const open = async (markdown: string): Promise<void> => {
    await openHere(page, '');
    await openHere(page, await encodeLink(markdown));
    await expect(editorOf(page)).toBeVisible();
  };
  const program = (text: string): string => `\`\`\`pullback\n${text}\n\`\`\`\n`;

  await open(program(`-- ${IMAGE} </script><script>${PAYLOAD}</script>\n"${IMAGE}"`));
  await expect(resultValue(page)).toContainText('<img src=x');
  await open(program(`input x : real = 1\n\nwatch "${IMAGE}" (x * x)`));
  await expect(resultValue(page)).toHaveText('1');
  await openTab(page, 'Descent');
  await expect(panel(page, 'Descent')).toContainText(IMAGE);
  await openTab(page, 'Trace');
  for (const text of [
    IMAGE,
    `let x = ${IMAGE}`,
    `"${IMAGE}" + 1`,
    `input x : ${IMAGE} = 1`,
    `match "${IMAGE}" with "a" -> 1`,
    '\u0000\u0001\ufeff\u202e\ud800',
    `{ ${INHERITED.map((name) => `${name} = ${name}`).join(', ')} }`,
  ]) {
    await open(program(text));
    await expect(problemsOf(page).locator('.diagnostic').first()).toBeVisible();
    await expectUntouched(page);
  }

  await open(
    `\`\`\`csv name=t\n${IMAGE},"<script>${PAYLOAD}</script>"\n${IMAGE},"${IMAGE.replaceAll('"', '""')}"\n\`\`\`\n${CODE}`,
  );
  await expect(page.getByText('<img src=x').first()).toBeVisible();
  await open(`\`\`\`csv name=${IMAGE}\na,b\n1,2\n\`\`\`\n${CODE}`);
  await expect(strip(page)).toBeVisible();
  for (const name of some(INHERITED)) {
    await open(`\`\`\`csv name=${name}\na,b\n1,2\n\`\`\`\n${CODE}`);
    await expect(strip(page)).toBeVisible();
  }
  await open(`\`\`\`csv name=t\n${INHERITED.join(',')}\n1,2,3,4,5,6\n\`\`\`\n${program('length t')}`);
  await expect(strip(page)).toBeVisible();
  await expectUntouched(page);
});

test('names that every object has are names like any other @long', async ({ page }) => {
  await openPage(page);
  for (const name of INHERITED) {
    const text = `input ${name} : real = 3 in 0 .. 9\n\nlet r = { ${name} = ${name}, b = 1 }\nlet w = watch "${name}" (r.${name} * ${name})\n\nw`;
    const state = { panel: 'gradient', inputs: { [name]: 4 } };
    await openHere(page, await encodeLink(`\`\`\`pullback\n${text}\n\`\`\`\n`));
    await expect(page.getByRole('slider', { name, exact: true })).toHaveValue('3');
    await expect(resultValue(page)).toHaveText('9');
    await openHere(page, await encodeLink(`\`\`\`pullback\n${text}\n\`\`\`\n`, state));
    await expect(resultValue(page)).toHaveText(name === '__proto__' ? '9' : '16'); // which no link can set
    await expect(strip(page)).toContainText(`∂${name}`);
    await expect(strip(page)).toContainText('engines agree');
    await expect(page.getByRole('slider', { name, exact: true })).toHaveValue(name === '__proto__' ? '3' : '4');
    await page.getByRole('slider', { name, exact: true }).fill('5');
    await expect(resultValue(page)).toHaveText('25');
    await openTab(page, 'Descent');
    await expect(panel(page, 'Descent')).toContainText(name);
    await openTab(page, 'Gradient');
    await expectUntouched(page);
  }
});

test('a link that is broken, a bomb or from the future says so', async ({ page }) => {
  await openPage(page);
  const base64 = (text: string): string => Buffer.from(text).toString('base64url');
  const whole = await encodeLink(CODE);
  for (const [fragment, why] of [
    [`#n1=${deflateRawSync(Buffer.alloc(40 * 2 ** 20)).toString('base64url')}`, 'more than 1 MB'],
    [`#n1=${'A'.repeat(1_000_000)}`, 'longer than 64 kB'],
    [whole.slice(0, -6), 'incomplete or damaged'],
    [`#n1=${base64(IMAGE)}`, 'incomplete or damaged'],
    [`#n1=${deflateRawSync(Buffer.from([0xff, 0xfe, 0xc0])).toString('base64url')}`, 'incomplete or damaged'],
    ['#n2=AAAA', 'newer version'],
    [`#e=${encodeURIComponent(IMAGE)}`, 'names no built-in notebook'],
    ['#e=../../etc/passwd', 'names no built-in notebook'],
    [`#x=${IMAGE}`, 'does not hold a notebook'],
    [`#y=${IMAGE}`, 'does not hold a notebook'],
  ] as const) {
    await openHere(page, fragment);
    await expect(notices(page)).toContainText(why);
    await expectUntouched(page);
  }
});

test('the state of a link is taken where it is of the right kind, and nothing else of it', async ({ page }) => {
  await openPage(page);
  const text = await encodeLink('```pullback\ninput x : real = 4 in 0 .. 9\n\nx\n```\n');
  const deep = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
  for (const state of some([
    '{"__proto__":{"panel":"delta","polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    `{"panel":"${IMAGE}","inputs":{"__proto__":{"x":9},"x":{"toString":1,"valueOf":2}}}`,
    '{"panel":"constructor","inputs":{"x":"seven"},"cell":"__proto__"}',
    '{"panel":{"a":1},"inputs":[1,2,3],"cell":1e9}',
    `{"inputs":{"x":${deep(20_000)}}}`,
    `{"inputs":{"x":[${Array.from({ length: 2000 }, () => '1').join(',')}]},"cell":-1}`,
    deep(20_000),
    '{"inputs":{"x":1e999,"y":null},"panel":null,"cell":0.5}',
    'null',
    IMAGE,
  ])) {
    await openHere(page, '');
    await openHere(page, `${text}&s=${Buffer.from(state).toString('base64url')}`);
    await expect(resultValue(page).or(problemsOf(page).locator('.diagnostic'))).not.toHaveCount(0);
    await expect(editorOf(page)).toContainText('input x : real = 4');
    await expectUntouched(page);
  }
});

/** A million letters in one line take the browser seconds, on a busy machine many. What is to be seen is that it ends. */
const PATIENT = { timeout: 60_000 };

test('a notebook as large as a link can hold leaves the page awake @long', async ({ page }) => {
  test.slow();
  await openPage(page);
  const size = 2 ** 20 - 100;
  const full = (unit: string): string => unit.repeat(Math.floor(size / unit.length));
  for (const [name, markdown] of [
    ['a line of prose', `${full('word ')}\n\n${CODE}`],
    ['emphasis', `${full('_a')}\n\n${CODE}`],
    ['quotations', `${full('>')}\n\n${CODE}`],
    ['brackets', `${full('[')}\n\n${CODE}`],
    ['tags', `${full('<b ')}\n\n${CODE}`],
    ['a formula', `$${full('{')}$\n\n${CODE}`],
    ['a title', `---\ntitle: ${full('x')}\n---\n${CODE}`],
    ['a comment', `\`\`\`pullback\n-- ${full('x')}\n1 + 1\n\`\`\`\n`],
    ['a table', `\`\`\`csv name=t\na\n${full('1\n')}\`\`\`\n${CODE}`],
    ['settings', `\`\`\`pullback at=${full('x:1,')}\n1 + 1\n\`\`\`\n`],
    ['cells of prose', `${full(`${'_a'.repeat(5000)}\n\n<!-- cell -->\n\n`)}\n\n${CODE}`],
  ] as const)
    await test.step(name, async () => {
      await openHere(page, await encodeLink(markdown));
      await expect(resultValue(page)).toHaveText('2', PATIENT);
      await expectUntouched(page);
      await openHere(page, await encodeLink('```pullback\n20 + 1\n```\n'));
      await expect(resultValue(page)).toHaveText('21', PATIENT);
    });
});
