import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Project } from '@playwright/test';

/** `PORT` allows two checkouts to be tested at once. */
const PORT = Number(process.env['PORT'] ?? 4173);

/** The browser that an environment variable names, else the first of these programs on the PATH. */
function programPath(variable: string, ...programs: readonly string[]): string | undefined {
  const named = process.env[variable];
  if (named !== undefined && named !== '') return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return programs.flatMap((program) => folders.map((folder) => join(folder, program))).find((path) => existsSync(path));
}

/**
 * Only Chromium is tested unless `--project` names another. It is kept in the environment, because the processes that
 * run the tests read this file too, and have other arguments.
 */
process.env['PULLBACK_PROJECTS'] ??= process.argv.some((argument) => argument.startsWith('--project'))
  ? 'chromium firefox webkit'
  : 'chromium';
const wanted = process.env['PULLBACK_PROJECTS'].split(' ');
const chosen = (all: Project[]): Project[] => all.filter(({ name }) => name !== undefined && wanted.includes(name));

/** Without a path Playwright takes its own download. */
const program = (path: string | undefined): { executablePath?: string } =>
  path === undefined ? {} : { executablePath: path };

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  fullyParallel: true,
  // One more than cores: a test waits for the page half of its time. Where nobody waits, each has a core for itself.
  workers: process.env['CI'] === undefined ? 3 : 2,
  forbidOnly: process.env['CI'] !== undefined,
  // On a busy machine a browser can starve, which is also why limits are long; what passes at the second attempt is reported as flaky.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  grepInvert: process.env['PULLBACK_LONG'] === undefined ? /@long/ : /^$/,
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1,
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
  projects: chosen([
    {
      name: 'chromium',
      // In the short run, each step of the smoke test has a test of its own in Chromium.
      testIgnore: process.env['PULLBACK_LONG'] === undefined ? ['webkit/**', 'smoke.spec.ts'] : 'webkit/**',
      use: {
        browserName: 'chromium',
        // To compress for a browser on the same machine takes longer than to send.
        extraHTTPHeaders: { 'accept-encoding': 'identity' },
        launchOptions: {
          ...program(programPath('CHROMIUM_PATH', 'chromium')),
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            '--font-render-hinting=none',
            '--disable-lcd-text',
          ],
        },
      },
    },
    {
      name: 'firefox',
      testIgnore: 'webkit/**',
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox', // a released Firefox, driven by WebDriver BiDi
        launchOptions: {
          executablePath: fileURLToPath(new URL('scripts/firefox.mjs', import.meta.url)),
          env: { ...process.env, FIREFOX_PATH: programPath('FIREFOX_PATH', 'firefox-esr', 'firefox') ?? 'firefox' },
          firefoxUserPrefs: {
            'marionette.port': 0, // a free one
            'ui.prefersReducedMotion': 1,
            'ui.primaryPointerCapabilities': 6, // a mouse, which a machine without a screen does not have
            'ui.allPointerCapabilities': 6,
            'dom.events.testing.asyncClipboard': true, // instead of a permission
            // Firefox crashes where two scripts of a test read `ariaLabelledByElements` from different sandboxes.
            'accessibility.ARIAElementReflection.enabled': false,
          },
        },
      },
    },
    // The tests themselves drive WebKit.
    { name: 'webkit', testDir: './e2e/webkit' },
  ]),
  webServer: {
    // Runs Vite's own script instead of npx, because a killed npx leaves the server holding the port.
    command: `node node_modules/vite/bin/vite.js preview --port ${PORT}`,
    url: `http://127.0.0.1:${PORT}`,
    reuseExistingServer: false,
    timeout: 60_000,
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
