import { writeFile } from 'node:fs/promises';
import type { TestInfo } from '@playwright/test';
import { expect, test } from '@playwright/test';
import type { Named, Tab } from './tab';
import { PANELS } from './panel-names';
import { watchedSite } from './watched-site';

const EDITOR = '[data-testid=editor]';

const button = (name: string): Named => ({ selector: 'button', name });

/** The text of the first element of a selector; runs in the page. */
const textOf = (selector: string): string => document.querySelector<HTMLElement>(selector)?.innerText.trim() ?? '';

/** Waits until an element's text contains a text. Monaco writes blanks that do not break. */
async function shows(tab: Tab, selector: string, text: string): Promise<void> {
  await expect
    .poll(async () => (await tab.ask(textOf, selector)).replaceAll('\u00a0', ' '), { message: selector })
    .toContain(text);
}

async function ready(tab: Tab): Promise<void> {
  await expect
    .poll(() => tab.ask((selector) => document.querySelector(selector) !== null, `${EDITOR}[data-ready=true]`))
    .toBe(true);
}

/** Replaces the program. A click that comes before the editor takes the focus is repeated. */
async function write(tab: Tab, text: string): Promise<void> {
  await expect(async () => {
    await tab.click({ selector: `${EDITOR} .view-lines` });
    expect(await tab.ask(() => document.querySelector('.monaco-editor.focused') !== null, undefined)).toBe(true);
  }).toPass();
  await tab.press('ControlOrMeta', 'a');
  await tab.type(text);
}

async function withoutProblems(tab: Tab): Promise<void> {
  expect(await tab.ask(() => (globalThis as { problems?: readonly string[] }).problems, undefined)).toEqual([]);
}

/**
 * The main way through the page, in any browser: it opens, follows the keyboard and a slider, shows every panel, is
 * shared, reloaded, saved as a page for a disk, and opened without a network.
 */
export async function mainWay(tab: Tab, address: string, info: TestInfo): Promise<void> {
  test.setTimeout(180_000);
  const site = await watchedSite(address);
  const picture = async (name: string): Promise<void> => {
    await writeFile(info.outputPath(`${name}.png`), await tab.screenshot());
  };
  await tab.resize(1440, 900);

  await test.step('open', async () => {
    await tab.open(site.address);
    await shows(tab, '[aria-label=Value]', '6.9093');
    await ready(tab);
    await picture('opened');
  });

  await test.step('type', async () => {
    await write(tab, 'input a : real = 3 in 0 .. 9\n\na * a * a');
    await tab.press('Escape'); // closes the suggestions
    await shows(tab, '[aria-label=Value]', '27');
  });

  await test.step('slide', async () => {
    await tab.click({ selector: 'input[type=range]', name: 'a' });
    await tab.press('End');
    await shows(tab, '[aria-label=Value]', '729');
    await tab.press('ArrowLeft');
    await shows(tab, '.chip', '∂a');
  });

  await test.step('every panel', async () => {
    for (const name of PANELS) {
      await tab.click({ selector: '[aria-label=Panels] [role=tab]', name });
      const drawn = (): boolean => {
        const panel = document.querySelector<HTMLElement>('[role=tabpanel][data-state=active]');
        return panel !== null && (panel.querySelector('svg, canvas') !== null || panel.innerText.length > 60);
      };
      await expect.poll(() => tab.ask(drawn, undefined), { message: name }).toBe(true);
      await picture(name);
    }
    expect(await tab.ask(() => document.querySelectorAll('.delta-svg').length, undefined)).toBe(1);
    await withoutProblems(tab);
  });

  await test.step('share', async () => {
    await tab.click({ selector: '[aria-label=Panels] [role=tab]', name: 'Gradient' });
    await tab.click(button('Share'));
    const link = (): string => document.querySelector<HTMLTextAreaElement>('textarea[aria-label=Link]')?.value ?? '';
    await expect.poll(() => tab.ask(link, undefined)).toMatch(/#n1=/);
    await picture('share');
    const other = await tab.stranger();
    await other.open(await tab.ask(link, undefined));
    await shows(other, EDITOR, 'a * a * a');
    await shows(other, '[aria-label=Panels] [role=tab][aria-selected=true]', 'Gradient');
    await expect
      .poll(() => other.ask(() => document.querySelector<HTMLInputElement>('input[type=range]')?.value, undefined))
      .toBe(await tab.ask(() => document.querySelector<HTMLInputElement>('input[type=range]')?.value, undefined));
    await withoutProblems(other);
  });

  const file = await test.step('save the offline page', () => tab.download(button('Save offline page')));

  await test.step('reload', async () => {
    await tab.press('Escape');
    await shows(tab, 'body', 'your copy');
    await tab.reload();
    await shows(tab, EDITOR, 'a * a * a');
    await withoutProblems(tab);
  });

  await test.step('without a network', async () => {
    await expect
      .poll(() => tab.ask(() => navigator.serviceWorker.controller?.state, undefined), { timeout: 30_000 })
      .toBe('activated');
    await site.close();
    await tab.reload();
    await ready(tab);
    await write(tab, '20 + 1');
    await shows(tab, '[aria-label=Value]', '21');
  });

  await test.step('the offline page', async () => {
    await tab.open(`file://${file}`);
    const value = await tab.ask(textOf, '[aria-label=Value]');
    await tab.click({ selector: 'input[type=range]', name: 'a' });
    await tab.press('Home');
    await shows(tab, '[aria-label=Value]', '0');
    expect(value).not.toBe('0');
  });
}
