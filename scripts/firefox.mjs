#!/usr/bin/env node
/**
 * Starts Firefox for Playwright, and adds to its WebDriver BiDi what Playwright needs and Firefox 153 does not have: the
 * colour scheme, paper, and names for downloads. It is added through Marionette, before Playwright hears that Firefox
 * listens.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

/** Runs in Firefox, with the rights of its own code. `fixtures.ts` emulates paper by a header, which is not sent. */
const ADDITION = `
const module = (path) => ChromeUtils.importESModule('chrome://remote/content/' + path + '.sys.mjs');
const { NavigableManager } = module('shared/NavigableManager');
const { network } = module('webdriver-bidi/modules/root/network');
const { setExtraHeaders } = network.prototype;
network.prototype.setExtraHeaders = function ({ headers, ...where }) {
  const medium = headers.find(({ name }) => name === 'emulated-medium')?.value.value ?? '';
  for (const id of where.contexts ?? []) NavigableManager.getBrowsingContextById(id).top.mediumOverride = medium;
  return setExtraHeaders.call(this, { headers: headers.filter(({ name }) => name !== 'emulated-medium'), ...where });
};
const { browsingContext } = module('webdriver-bidi/modules/root/browsingContext');
const { _emitEventForBrowsingContext } = browsingContext.prototype;
browsingContext.prototype._emitEventForBrowsingContext = function (id, name, what) {
  const download = name.startsWith('browsingContext.download') ? { download: what.url } : {};
  return _emitEventForBrowsingContext.call(this, id, name, { ...download, ...what });
};
const { emulation } = module('webdriver-bidi/modules/root/emulation');
if (emulation.prototype.setMediaFeaturesOverride) return;
const { UserContextManager } = module('shared/UserContextManager');
const schemes = new Map();
Services.obs.addObserver((context) => {
  const scheme = schemes.get(context.originAttributes.userContextId);
  if (scheme !== undefined && context.isContent && context.parent === null) context.prefersColorSchemeOverride = scheme;
}, 'browsing-context-attached');
emulation.prototype.setMediaFeaturesOverride = async ({ features, contexts = [], userContexts = [] }) => {
  const scheme = features['prefers-color-scheme'] ?? 'none';
  for (const id of userContexts) schemes.set(UserContextManager.getInternalIdById(id), scheme);
  for (const id of contexts) NavigableManager.getBrowsingContextById(id).top.prefersColorSchemeOverride = scheme;
};
`;

/** Sends commands to Marionette one after the other. A message is its length in bytes, a colon, and JSON. */
async function command(port, commands) {
  const socket = connect(port, '127.0.0.1');
  let received = Buffer.alloc(0);
  const messages = (async function* () {
    for await (const chunk of socket) {
      received = Buffer.concat([received, chunk]);
      for (;;) {
        const colon = received.indexOf(':');
        const end = colon + 1 + Number(received.subarray(0, colon));
        if (colon < 0 || received.length < end) break;
        yield JSON.parse(received.subarray(colon + 1, end));
        received = received.subarray(end);
      }
    }
  })();
  await messages.next(); // says which protocol it speaks
  for (const [id, [name, parameters]] of commands.entries()) {
    const message = Buffer.from(JSON.stringify([0, id, name, parameters]));
    socket.write(Buffer.concat([Buffer.from(`${message.length}:`), message]));
    const [, , error] = (await messages.next()).value;
    if (error !== null) throw new Error(`${name}: ${error.message}`);
  }
  socket.destroy();
}

const options = process.argv.slice(2);
const profile = options[options.indexOf('--profile') + 1];
const firefox = spawn(process.env.FIREFOX_PATH, ['--marionette', '--remote-allow-system-access', ...options], {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('error', ({ message }) => {
  console.error(message);
  process.exit(1);
});
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => firefox.kill(signal));

/** The port that Marionette has chosen; it writes the file when it listens. */
async function marionettePort() {
  for (;;) {
    const port = Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => ''));
    if (port > 0) return port;
    await setTimeout(20);
  }
}

for await (const line of createInterface({ input: firefox.stderr })) {
  if (line.includes('WebDriver BiDi listening'))
    await command(await marionettePort(), [
      ['WebDriver:NewSession', {}],
      ['Marionette:SetContext', { value: 'chrome' }],
      ['WebDriver:ExecuteScript', { script: ADDITION, args: [] }],
      ['WebDriver:DeleteSession', {}],
    ]);
  console.error(line);
}
