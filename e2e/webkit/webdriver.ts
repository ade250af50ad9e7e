import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findVisible, type Tab } from '../tab';

/** A browser in a clean profile, which its WebDriver drives. */
export interface WebKit {
  readonly tab: Tab;
  readonly close: () => Promise<void>;
}

/** Milliseconds in which the driver starts, an element appears, or a download ends. */
const PATIENCE = 30_000;

/** Keys of WebDriver, by their names in `KeyboardEvent.key`. */
const KEYS: Readonly<Record<string, string>> = {
  ControlOrMeta: '\uE009',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  Escape: '\uE00C',
  '\n': '\uE007',
};
const keyOf = (key: string): string => KEYS[key] ?? key;

/** The name of an element in WebDriver's JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Starts WebKitGTK through its WebDriver, on a display of its own unless there is one. */
export async function startWebKit(program: string): Promise<WebKit> {
  const home = mkdtempSync(join(tmpdir(), 'pullback-webkit-'));
  const downloads = join(home, 'downloads');
  mkdirSync(downloads);
  writeFileSync(join(home, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const processes: ChildProcess[] = [];
  let display = process.env['DISPLAY'];
  if (display === undefined) {
    const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    processes.push(server);
    display = await new Promise<string>((resolve, reject) => {
      server.on('error', reject);
      server.stdio[3]?.once('data', (number: Buffer) => {
        resolve(`:${String(number).trim()}`);
      });
    });
  }
  const port = await freePort();
  processes.push(
    spawn(program, ['-p', String(port)], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', HOME: home, XDG_CONFIG_HOME: home },
    }),
  );
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { readonly value: unknown };
    if (answer.ok) return value;
    const { error, message } = value as { readonly error: string; readonly message: string };
    throw new Error(`${method} ${path}: ${error}: ${message}`);
  };
  await until(() => send('GET', '/status'));
  const { sessionId } = (await send('POST', '/session', { capabilities: {} })) as { readonly sessionId: string };
  const session = `/session/${sessionId}`;
  const others: WebKit[] = [];
  const stranger = async (): Promise<Tab> => {
    const other = await startWebKit(program); // a driver has one session
    others.push(other);
    return other.tab;
  };
  return {
    tab: webDriverTab((method, path, body) => send(method, session + path, body), stranger, downloads),
    async close() {
      for (const other of others) await other.close();
      await send('DELETE', session).catch(() => undefined);
      for (const started of processes.reverse()) started.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

type Send = (method: string, path: string, body?: object) => Promise<unknown>;

function webDriverTab(send: Send, stranger: () => Promise<Tab>, downloads: string): Tab {
  const run = (question: (argument: never) => unknown, argument: unknown) =>
    send('POST', '/execute/sync', { script: `return (${String(question)})(arguments[0])`, args: [argument ?? null] });
  const act = (actions: readonly object[]) =>
    send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  const tab: Tab = {
    open: (url) => send('POST', '/url', { url }),
    reload: () => send('POST', '/refresh', {}),
    async ask<A, R>(question: (argument: A) => R, argument: A) {
      return (await run(question, argument)) as R; // what JSON can say
    },
    // An element can move or be covered for a moment after it was found.
    click: (what) =>
      until(async () => {
        const found = (await run(findVisible, what)) as Readonly<Record<string, string>> | null;
        if (found === null) throw new Error(`no ${what.selector} ${what.name ?? ''}`);
        await send('POST', `/element/${found[ELEMENT] ?? ''}/click`, {});
      }),
    press: (...keys) =>
      act([
        ...keys.map((key) => ({ type: 'keyDown', value: keyOf(key) })),
        ...keys.toReversed().map((key) => ({ type: 'keyUp', value: keyOf(key) })),
      ]),
    type: (text) =>
      act(Array.from(text, keyOf).flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))),
    async download(what) {
      const before = new Set(readdirSync(downloads));
      await tab.click(what);
      return until(() => {
        const name = readdirSync(downloads).find((file) => !before.has(file) && file.endsWith('.html'));
        return name === undefined ? Promise.reject(new Error('no download')) : Promise.resolve(join(downloads, name));
      });
    },
    async resize(width, height) {
      await send('POST', '/window/rect', { width, height });
      const [innerWide, innerHigh] = await tab.ask(() => [innerWidth, innerHeight] as const, undefined);
      await send('POST', '/window/rect', { width: 2 * width - innerWide, height: 2 * height - innerHigh });
    },
    screenshot: async () => Buffer.from(String(await send('GET', '/screenshot')), 'base64'),
    stranger,
  };
  return tab;
}

/** Tries until it does not fail. */
async function until<T>(attempt: () => Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE;
  for (;;)
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await setTimeout(100);
    }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo; // of a server that listens at a port
      server.close(() => {
        resolve(port);
      });
    });
  });
}
