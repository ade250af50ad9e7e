/**
 * Measures how long a reader waits for each panel in the loaded page after an edit of a program of 10^6 operations. With
 * `profile`, prints where the run worker's time goes. Run: npm run bench million, or million:Trace,loop,profile.
 */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import { playground, printNotebook } from '../src/notebook/document';
import { regression } from '../src/testing/regression';
import { launchChromium, withPreview } from './page/preview';
import { type Profile, selfTimes } from './page/profile';

/** Programs of 10^6 operations on reals, a result of 10^5 reals, and an ordinary program. The first line ends with a number. */
const PROGRAMS: Readonly<Record<string, string>> = {
  loop: `input x : real = 0.5
let rec go (k, y) = if k = 0 then y else go (k - 1, y * 0.5 + sin (x * toReal k) * 0.01)
go (250000, x)`,
  calls: `input x : real = 0.5
let step (y, k) = y * 0.5 + sin (x * toReal k) * 0.01
let rec go (k, y) = if k = 0 then y else go (k - 1, step (y, k))
go (200000, x)`,
  fold: `input x : real = 0.5
let ks = map toReal (range 0 250000)
foldl (fun (y, k) -> y * 0.5 + sin (x * k) * 0.01) x ks`,
  items: `input x : real = 0.5
map (fun k -> x * toReal k) (range 0 100000)`,
  regression: regression(150, 60).replace(/ in 0.001 .. 0.02/u, ''),
};
const PANELS = ['Delta graph', 'Trace', 'Gradient', 'Derivative', 'Steps'];
const PORT = Number(process.env['PORT'] ?? 4174);

const wanted = process.argv.slice(2);
const chosen = (names: readonly string[]): readonly string[] => {
  const found = names.filter((name) => wanted.includes(name));
  return found.length > 0 ? found : names;
};

await withPreview(PORT, async (address) => {
  const browser = await launchChromium();
  try {
    for (const name of chosen(Object.keys(PROGRAMS)))
      for (const panel of chosen(PANELS)) await printPanel(browser, address, name, panel);
  } finally {
    await browser.close();
  }
});

async function printPanel(browser: Browser, address: string, name: string, panel: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  const workers = await profiled(page);
  await page.goto(address + (await encodeLink(printNotebook(playground(PROGRAMS[name] ?? '')))));
  const tabs = page.getByRole('tablist', { name: 'Panels' });
  await tabs.waitFor();
  const start = Date.now();
  if (panel !== 'Delta graph') await tabs.getByRole('tab', { name: panel, exact: true }).click();
  await settled(page, panel);
  const opened = Date.now() - start;
  await page.locator('.view-lines').first().click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('End');
  await page.waitForTimeout(1_000);
  await page.evaluate(watch, panel);
  const profiles = wanted.includes('profile') ? await workers.start() : undefined;
  await page.keyboard.type('1');
  const times = await page.evaluate(() => window.answered);
  console.log(
    `${name}, ${panel}: opened after ${opened} ms, edit to gradient ${times?.strip} ms, to first answer ${times?.first} ms, to all ${times?.all} ms`,
  );
  const notice = await page
    .locator(`section.panel[aria-label="${panel}"] :is(.limit-notice, .diagnostic)`)
    .allInnerTexts();
  if (notice.length > 0) console.log(`  ${notice.join(' | ')}`);
  for (const profile of (await profiles?.()) ?? []) for (const line of selfTimes(profile)) console.log(`  ${line}`);
  await context.close();
}

async function settled(page: Page, panel: string): Promise<void> {
  await page
    .locator(`section.panel[aria-label="${panel}"]:not(.unsettled)`)
    .waitFor({ timeout: 60_000 })
    .catch(() => undefined);
}

interface Times {
  /** Milliseconds from the key to the new gradient of the result strip. */
  readonly strip: number;
  /** To the first change of what the panel shows, and to the last. */
  readonly first: number;
  readonly all: number;
}

declare global {
  interface Window {
    answered: Promise<Times> | undefined;
  }
}

/** Runs in the page: listens to the next key, and notes when the panel and the gradient in the strip answer. */
function watch(panel: string): void {
  const shown = (selector: string): string =>
    [...document.querySelectorAll(selector)].map((each) => each.textContent).join('\n');
  const body = `section.panel[aria-label="${panel}"] :is(.panel-body, .limit-notice, .diagnostic)`;
  const chips = '.result-strip';
  window.answered = new Promise((resolve) => {
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const before = [shown(body), shown(chips)];
        let first = NaN;
        let strip = NaN;
        const look = (): void => {
          const now = Math.round(performance.now() - timeStamp);
          if (!(first >= 0) && shown(body) !== before[0]) first = now;
          if (!(strip >= 0) && shown(chips) !== before[1] && document.querySelector(`${chips} .stale`) === null)
            strip = now;
          // A panel says that it is settled only after a while.
          const isSettled =
            now > 400 && document.querySelector(`section.panel[aria-label="${panel}"].unsettled`) === null;
          if (isSettled || now > 30_000) resolve({ strip, first, all: now - 150 });
          else requestAnimationFrame(look);
        };
        look();
      },
      { capture: true, once: true },
    );
  });
}

interface Workers {
  /** Starts the profilers; the function that it returns stops them. */
  readonly start: () => Promise<() => Promise<readonly Profile[]>>;
}

/** Attaches to the workers of a page, whose profiler the page's own session does not reach. */
async function profiled(page: Page): Promise<Workers> {
  const session = await page.context().newCDPSession(page);
  const ids = new Set<string>();
  const replies = new Map<number, (result: unknown) => void>();
  let last = 0;
  session.on('Target.attachedToTarget', ({ sessionId }) => ids.add(sessionId));
  session.on('Target.detachedFromTarget', ({ sessionId }) => ids.delete(sessionId));
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { readonly id?: number; readonly result?: unknown };
    if (id !== undefined) replies.get(id)?.(result);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  return {
    start: async () => {
      const all = [...ids];
      for (const sessionId of all) {
        await call(session, sessionId, 'Profiler.enable');
        await call(session, sessionId, 'Profiler.start');
      }
      return async () => {
        const profiles: Profile[] = [];
        // A worker may have ended meanwhile.
        for (const sessionId of all.filter((id) => ids.has(id)))
          profiles.push(((await call(session, sessionId, 'Profiler.stop')) as { readonly profile: Profile }).profile);
        return profiles;
      };
    },
  };

  function call(cdp: CDPSession, sessionId: string, method: string): Promise<unknown> {
    const id = ++last;
    const reply = new Promise((resolve) => replies.set(id, resolve));
    void cdp.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    return reply;
  }
}
